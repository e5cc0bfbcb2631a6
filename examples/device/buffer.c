/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "buffer.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

static struct {
    cl_context context;   /* null: CUDA */
    cl_command_queue queue;
    int (*push)(void *), (*pop)(void **), (*make)(unsigned long long *, size_t), (*give)(unsigned long long);
    int (*write)(unsigned long long, const void *, size_t), (*read)(void *, unsigned long long, size_t);
} at;

static void must(int status, const char *what)
{
    if (!status) return;
    fprintf(stderr, "%s: error %d\n", what, status);
    exit(1);
}

static void *symbol(void *library, const char *name)
{
    void *f = library ? dlsym(library, name) : NULL;
    must(!f, name);
    return f;
}

static void open_opencl(void)
{
    cl_device_id id;
    cl_int status;
    must(clGetContextInfo(at.context, CL_CONTEXT_DEVICES, sizeof id, &id, NULL), "clGetContextInfo");
    at.queue = clCreateCommandQueue(at.context, id, 0, &status);
    must(status, "clCreateCommandQueue");
}

/* The context stays current on this thread. */
static void open_cuda(void *context)
{
    const char *name = getenv("REROLL_CUDA");
    void *library = dlopen(name ? name : "libcuda.so.1", RTLD_NOW);
    *(void **)&at.push = symbol(library, "cuCtxPushCurrent_v2");
    *(void **)&at.pop = symbol(library, "cuCtxPopCurrent_v2");
    *(void **)&at.make = symbol(library, "cuMemAlloc_v2");
    *(void **)&at.give = symbol(library, "cuMemFree_v2");
    *(void **)&at.write = symbol(library, "cuMemcpyHtoD_v2");
    *(void **)&at.read = symbol(library, "cuMemcpyDtoH_v2");
    must(at.push(context), "cuCtxPushCurrent");
}

void memory_open(const rr_device *device, const char *spec)
{
    memset(&at, 0, sizeof at);
    if (!strncmp(spec, "cuda", 4)) {
        open_cuda(rr_device_context(device));
    } else {
        at.context = rr_device_context(device);
        open_opencl();
    }
}

void memory_close(void)
{
    void *context;
    if (at.context) clReleaseCommandQueue(at.queue);
    else at.pop(&context);
}

void *buffer_make(const void *contents, size_t size)
{
    unsigned long long address = 0;
    cl_int status;
    if (at.context) {
        void *buffer = clCreateBuffer(at.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
            (void *)(uintptr_t)contents,
                                    &status);
        must(status, "clCreateBuffer");
        return buffer;
    }
    must(at.make(&address, size), "cuMemAlloc");
    must(at.write(address, contents, size), "cuMemcpyHtoD");
    return (void *)(uintptr_t)address;
}

void buffer_read(void *buffer, void *to, size_t size)
{
    if (at.context) must(clEnqueueReadBuffer(at.queue, buffer, CL_TRUE, 0, size, to, 0, NULL, NULL), "clEnqueueReadBuffer");
    else must(at.read(to, (uintptr_t)buffer, size), "cuMemcpyDtoH");
}

void buffer_free(void *buffer)
{
    if (at.context) clReleaseMemObject(buffer);
    else at.give((uintptr_t)buffer);
}

char *text_read(const char *folder, const char *file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    must(!f || !text || !fread(text, 1, (1 << 16) - 1, f), path);
    fclose(f);
    return text;
}
