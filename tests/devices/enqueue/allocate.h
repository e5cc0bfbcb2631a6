/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory of a device, as a caller allocates it: by the CUDA driver or by OpenCL. */
#ifndef RR_TESTS_DEVICES_ENQUEUE_ALLOCATE_H
#define RR_TESTS_DEVICES_ENQUEUE_ALLOCATE_H

typedef unsigned long long CUdeviceptr;

static struct {
    rr_device *device;
    cl_context context;   /* null: CUDA */
    cl_command_queue queue;
    int (*push)(void *), (*alloc)(CUdeviceptr *, size_t), (*release)(CUdeviceptr);
    int (*put)(CUdeviceptr, const void *, size_t), (*get)(void *, CUdeviceptr, size_t);
} at;

static void *symbol(void *library, const char *name)
{
    void *f = dlsym(library, name);
    must(!f, name);
    return f;
}

static void open_cuda(void)
{
    const char *name = getenv("REROLL_CUDA");
    void *library = dlopen(name ? name : "libcuda.so.1", RTLD_NOW);
    must(!library, "libcuda");
    *(void **)&at.push = symbol(library, "cuCtxPushCurrent_v2");
    *(void **)&at.alloc = symbol(library, "cuMemAlloc_v2");
    *(void **)&at.release = symbol(library, "cuMemFree_v2");
    *(void **)&at.put = symbol(library, "cuMemcpyHtoD_v2");
    *(void **)&at.get = symbol(library, "cuMemcpyDtoH_v2");
    must(at.push(rr_device_context(at.device)), "cuCtxPushCurrent");   /* stays: the library must cope with it */
}

static void open_opencl(void)
{
    cl_device_id id;
    cl_int status;
    at.context = rr_device_context(at.device);
    must(clGetContextInfo(at.context, CL_CONTEXT_DEVICES, sizeof id, &id, NULL), "clGetContextInfo");
    at.queue = clCreateCommandQueue(at.context, id, 0, &status);
    must(status, "clCreateCommandQueue");
}

/* Allocates `size` bytes on the device, filled from `from` or with a pattern. */
static void *make(const void *from, size_t size)
{
    char *pattern = malloc(size);
    if (!pattern) exit(1);
    if (from) memcpy(pattern, from, size);
    else memset(pattern, 0xa5, size);
    void *memory;
    if (at.context) {
        cl_int status;
        memory = clCreateBuffer(at.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, pattern, &status);
        must(status, "clCreateBuffer");
    } else {
        CUdeviceptr p;
        must(at.alloc(&p, size), "cuMemAlloc");
        must(at.put(p, pattern, size), "cuMemcpyHtoD");
        memory = (void *)(uintptr_t)p;
    }
    free(pattern);
    return memory;
}

static void fetch(void *to, void *memory, size_t size)
{
    if (at.context) must(clEnqueueReadBuffer(at.queue, memory, CL_TRUE, 0, size, to, 0, NULL, NULL), "clEnqueueReadBuffer");
    else must(at.get(to, (CUdeviceptr)(uintptr_t)memory, size), "cuMemcpyDtoH");
}

static void give(void *memory)
{
    if (at.context) clReleaseMemObject(memory);
    else at.release((CUdeviceptr)(uintptr_t)memory);
}

#endif
