/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of OpenCL that tests/devices/header.c and the programs of examples/device use, on the CUDA driver that
 * REROLL_CUDA names and by NVRTC: linked with this in place of libOpenCL, they run their kernels as CUDA C++ on the PTX
 * emulator. There is one device, whose sub-groups have 32 lanes. A cl_mem is the address of its memory there. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "targets/cuda/library.h"
#include "targets/cuda/nvrtc.h"

#define CALL CL_API_ENTRY
enum { MAX_ARGUMENTS = 16, SUB_GROUP_SIZES = 0x4108 /* CL_DEVICE_SUB_GROUP_SIZES_INTEL */ };

/* Definitions of OpenCL C's names in CUDA, placed between the header, which needs none, and the kernels. */
static const char words[] =
    "\n#define __kernel __global__\n#define __global\n#define __local __shared__\n"
    "#define intel_reqd_sub_group_size(n) unused\n"
    "#define get_global_id(d) (blockIdx.x * blockDim.x + threadIdx.x)\n"
    "#define atomic_inc(p) atomicAdd((unsigned int *)(p), 1u)\n"
    "typedef unsigned int uint;\ntypedef unsigned long long ulong;\nextern \"C\" {\n", end[] = "\n}\n";

struct _cl_program {
    char *text, why[160];
    CUmodule module;
};
struct _cl_kernel {
    CUfunction function;
    union { char bytes[8]; double number; } argument[MAX_ARGUMENTS];
};

static struct {
#define RR_CALL(name, symbol, arguments) CUresult (*name) arguments;
#include "targets/cuda/calls.h"
#undef RR_CALL
    CUresult (*write)(CUdeviceptr, const void *, size_t), (*read)(void *, CUdeviceptr, size_t);
    rr_nvrtc nvrtc;
} cuda;

static void *symbol(void *library, const char *name)
{
    void *f = library ? dlsym(library, name) : NULL;
    if (f) return f;
    fprintf(stderr, "%s: %s\n", name, dlerror());
    exit(1);
}

/* Called once, before anything else. */
static void open_cuda(void)
{
    CUcontext context;
    if (cuda.cuInit) return;
    void *library = dlopen(getenv("REROLL_CUDA"), RTLD_NOW);
#define RR_CALL(name, text, arguments) *(void **)&cuda.name = symbol(library, text);
#include "targets/cuda/calls.h"
#undef RR_CALL
    *(void **)&cuda.write = symbol(library, "cuMemcpyHtoD_v2");
    *(void **)&cuda.read = symbol(library, "cuMemcpyDtoH_v2");
    if (!rr_nvrtc_open(&cuda.nvrtc, RR_NVRTC_ANY) || cuda.cuInit(0) || cuda.cuDevicePrimaryCtxRetain(&context, 0) ||
        cuda.cuCtxPushCurrent(context)) {
        fprintf(stderr, "no NVRTC, or no device\n");
        exit(1);
    }
}

static void set(cl_int *status, int bad)
{
    if (status) *status = bad ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

/* ---- The platform and its device ---- */

CALL cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *platforms, cl_uint *count)
{
    open_cuda();
    if (n) platforms[0] = (cl_platform_id)(void *)&cuda;
    *count = 1;
    return CL_SUCCESS;
}

CALL cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint n, cl_device_id *devices, cl_uint *count)
{
    (void)type;
    if (n) devices[0] = (cl_device_id)(void *)platform;
    *count = 1;
    return CL_SUCCESS;
}

CALL cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *to, size_t *got)
{
    static const cl_device_fp_config doubles = CL_FP_FMA;
    static const size_t lanes = 32;
    static const char name[] = "the PTX machine",
                      extensions[] = "cl_khr_subgroup_ballot cl_khr_subgroup_shuffle cl_intel_required_subgroup_size";
    const void *from = what == CL_DEVICE_NAME ? name : what == CL_DEVICE_EXTENSIONS ? extensions
                       : what == SUB_GROUP_SIZES ? (const void *)&lanes : &doubles;
    const size_t length = what == CL_DEVICE_NAME ? sizeof name : what == CL_DEVICE_EXTENSIONS ? sizeof extensions : 8;
    (void)device;
    if (length > size) return CL_INVALID_VALUE;
    memcpy(to, from, length);
    if (got) *got = length;
    return CL_SUCCESS;
}

CALL cl_context clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                                void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
                                cl_int *status)
{
    (void)properties, (void)count, (void)notify, (void)data;
    set(status, 0);
    return (cl_context)(void *)devices[0];
}

CALL cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                         const cl_queue_properties *properties, cl_int *status)
{
    (void)context, (void)properties;
    set(status, 0);
    return (cl_command_queue)(void *)device;
}

CALL cl_int clReleaseContext(cl_context context) { return (void)context, CL_SUCCESS; }
CALL cl_int clReleaseCommandQueue(cl_command_queue queue) { return (void)queue, CL_SUCCESS; }
CALL cl_int clFinish(cl_command_queue queue) { return (void)queue, cuda.cuCtxSynchronize(); }

/* ---- Programs ---- */

CALL cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts, const size_t *lengths,
                                          cl_int *status)
{
    cl_program p = calloc(1, sizeof *p);
    size_t size = sizeof words + sizeof end;
    (void)context, (void)lengths;
    for (cl_uint k = 0; k < count; ++k) size += strlen(texts[k]);
    p->text = malloc(size);
    strcpy(p->text, texts[0]);
    strcat(p->text, words);
    for (cl_uint k = 1; k < count; ++k) strcat(p->text, texts[k]);
    strcat(p->text, end);
    set(status, 0);
    return p;
}

CALL cl_int clBuildProgram(cl_program p, cl_uint count, const cl_device_id *devices, const char *flags,
                           void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    const char *sm = getenv("PTX_SM");
    char arch[40];
    size_t size;
    const char *const options[] = {arch, "--std=c++17"};
    (void)count, (void)devices, (void)flags, (void)notify, (void)data;
    snprintf(arch, sizeof arch, "-arch=compute_%s", sm ? sm : "90");
    char *ptx = rr_nvrtc_compile(&cuda.nvrtc, p->text, options, 2, 0, &size, p->why);
    const int bad = !ptx || cuda.cuModuleLoadData(&p->module, ptx);
    if (ptx && bad) snprintf(p->why, sizeof p->why, "error: the driver refuses the PTX");
    free(ptx);
    return bad ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

CALL cl_int clGetProgramBuildInfo(cl_program p, cl_device_id device, cl_program_build_info what, size_t size, void *to,
                                  size_t *got)
{
    (void)device, (void)what, (void)got;
    snprintf(to, size, "%s", p->why);
    return CL_SUCCESS;
}

CALL cl_int clReleaseProgram(cl_program p)
{
    const int bad = p->module ? cuda.cuModuleUnload(p->module) : 0;
    free(p->text);
    free(p);
    return bad;
}

CALL cl_kernel clCreateKernel(cl_program p, const char *name, cl_int *status)
{
    cl_kernel k = calloc(1, sizeof *k);
    set(status, cuda.cuModuleGetFunction(&k->function, p->module, name));
    return k;
}

CALL cl_int clReleaseKernel(cl_kernel k)
{
    free(k);
    return CL_SUCCESS;
}

CALL cl_int clSetKernelArg(cl_kernel k, cl_uint number, size_t size, const void *value)
{
    if (number >= MAX_ARGUMENTS || size > sizeof k->argument->bytes) return CL_INVALID_VALUE;
    memcpy(k->argument[number].bytes, value, size);
    return CL_SUCCESS;
}

/* ---- Memory and launches, which are over when they return ---- */

CALL cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *from, cl_int *status)
{
    CUdeviceptr at = 0;
    (void)context;
    const int bad = cuda.cuMemAlloc(&at, size);
    set(status, bad || (flags & CL_MEM_COPY_HOST_PTR && cuda.write(at, from, size)));
    return (cl_mem)(size_t)at;
}

CALL cl_int clReleaseMemObject(cl_mem memory) { return cuda.cuMemFree((CUdeviceptr)(size_t)memory); }

CALL cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel k, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, const size_t *local, cl_uint count, const cl_event *events,
                                   cl_event *event)
{
    void *arguments[MAX_ARGUMENTS];
    (void)queue, (void)offset, (void)count, (void)events, (void)event;
    for (int a = 0; a < MAX_ARGUMENTS; ++a) arguments[a] = k->argument[a].bytes;
    if (dimensions != 1 || *global % *local) return CL_INVALID_VALUE;
    return cuda.cuLaunchKernel(k->function, (unsigned)(*global / *local), 1, 1, (unsigned)*local, 1, 1, 0, NULL, arguments,
                               NULL);
}

CALL cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool waits, size_t offset, size_t size, void *to,
                                cl_uint count, const cl_event *events, cl_event *event)
{
    (void)queue, (void)waits, (void)count, (void)events, (void)event;
    return cuda.read(to, (CUdeviceptr)(size_t)memory + offset, size);
}
