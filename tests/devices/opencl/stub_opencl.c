/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A libOpenCL that computes nothing: one device, handles that are counted, buffers that are memory of the host's. Its calls
 * are numbered; from number stub_fail_at on (0: never) every one of them returns stub_error, and stub_failed is the name of
 * the first. Releases free nevertheless. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "targets/opencl/library.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int stub_live, stub_calls, stub_fail_at, stub_error, stub_builds;
EXPORT int stub_event;           /* how kernels end: CL_COMPLETE, or an error */
EXPORT int stub_refuse;          /* programs from binaries do not build */
EXPORT int stub_slow;            /* microseconds that building takes */
EXPORT int stub_build_error;     /* result of building a program, when no call fails */
EXPORT cl_uint stub_lacks;       /* the query that the device answers with 0 */
EXPORT size_t stub_group = 32;   /* work-items of a work-group of a kernel, at most */
EXPORT char stub_options[128];   /* of the program built last */
/* No ballot: a longer word is another. */
EXPORT char stub_extensions[256] = "cl_khr_byte_addressable_store cl_khr_subgroup_ballots";
EXPORT char stub_language[64] = "OpenCL C 1.2 stub";

EXPORT const char *stub_failed;  /* null: no call has failed */

struct _cl_mem { size_t size; char *bytes; };   /* of a program: size is 1 where it is a binary */
static char platform_handle, device_handle;

static int fails(const char *name)
{
    if (++stub_calls < stub_fail_at || !stub_fail_at) return 0;
    if (!stub_failed) stub_failed = name;
    return 1;
}

static cl_int status_of(const char *name) { return fails(name) ? stub_error : CL_SUCCESS; }

/* A handle, or null and an error. */
static void *handle_of(const char *name, cl_int *error)
{
    if ((*error = status_of(name))) return NULL;
    ++stub_live;
    return calloc(1, sizeof(struct _cl_mem));
}

static cl_int release(const char *name, void *handle)
{
    free(handle);
    --stub_live;
    return status_of(name);
}

static cl_int answer_of(const char *name, const void *from, size_t size, size_t capacity, void *to, size_t *got)
{
    if (fails(name)) return stub_error;
    if (to && capacity < size) return -30;
    if (to) memcpy(to, from, size);
    if (got) *got = size;
    return CL_SUCCESS;
}

/* The same in a call of the library, whose name they take. */
#define failing() fails(__func__)
#define plain() status_of(__func__)
#define made(error) handle_of(__func__, error)
#define released(handle) release(__func__, handle)
#define answer(...) answer_of(__func__, __VA_ARGS__)
#define ANSWER_TEXT(text) answer(text, sizeof(text), capacity, to, got)

EXPORT cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *ids, cl_uint *count)
{
    if (failing()) return stub_error;
    if (ids && n) ids[0] = (cl_platform_id)(void *)&platform_handle;
    if (count) *count = 1;
    return CL_SUCCESS;
}

EXPORT cl_int clGetPlatformInfo(cl_platform_id p, cl_uint what, size_t capacity, void *to, size_t *got)
{
    (void)p;
    return what == CL_PLATFORM_VERSION ? ANSWER_TEXT("OpenCL 1.2 stub") : ANSWER_TEXT("Stub Platform");
}

EXPORT cl_int clGetDeviceIDs(cl_platform_id p, cl_bitfield type, cl_uint n, cl_device_id *ids, cl_uint *count)
{
    (void)p;
    (void)type;
    if (failing()) return stub_error;
    if (ids && n) ids[0] = (cl_device_id)(void *)&device_handle;
    if (count) *count = 1;
    return CL_SUCCESS;
}

EXPORT cl_int clGetDeviceInfo(cl_device_id d, cl_uint what, size_t capacity, void *to, size_t *got)
{
    const cl_uint one = what != stub_lacks, units = 3;
    const cl_bitfield cpu = CL_DEVICE_TYPE_CPU, single = 7;
    const size_t subgroup = 32;
    (void)d;
    switch (what) {
    case CL_DEVICE_NAME: return ANSWER_TEXT("stub device");
    case CL_DRIVER_VERSION: return ANSWER_TEXT("1.0");
    case CL_DEVICE_EXTENSIONS: return answer(stub_extensions, strlen(stub_extensions) + 1, capacity, to, got);
    case CL_DEVICE_OPENCL_C_VERSION: return answer(stub_language, strlen(stub_language) + 1, capacity, to, got);
    case CL_DEVICE_SUB_GROUP_SIZES_INTEL: return answer(&subgroup, sizeof subgroup, capacity, to, got);
    case CL_DEVICE_TYPE: return answer(&cpu, sizeof cpu, capacity, to, got);
    case CL_DEVICE_SINGLE_FP_CONFIG: return answer(&single, sizeof single, capacity, to, got);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return answer(&units, sizeof units, capacity, to, got);
    }
    return answer(&one, sizeof one, capacity, to, got);
}

EXPORT cl_context clCreateContext(const intptr_t *properties, cl_uint n, const cl_device_id *ids, void *notify, void *data,
                                  cl_int *error)
{
    (void)properties;
    (void)n;
    (void)ids;
    (void)notify;
    (void)data;
    return made(error);
}

EXPORT cl_command_queue clCreateCommandQueue(cl_context c, cl_device_id d, cl_bitfield properties, cl_int *error)
{
    (void)c;
    (void)d;
    (void)properties;
    return made(error);
}

EXPORT cl_int clGetCommandQueueInfo(cl_command_queue q, cl_uint what, size_t capacity, void *to, size_t *got)
{
    const cl_bitfield nothing = 0;
    (void)q;
    (void)what;
    return answer(&nothing, sizeof nothing, capacity, to, got);
}

EXPORT cl_mem clCreateBuffer(cl_context c, cl_bitfield flags, size_t size, void *host, cl_int *error)
{
    (void)c;
    (void)flags;
    (void)host;
    cl_mem m = made(error);
    if (!m) return NULL;
    m->size = size;
    m->bytes = calloc(1, size);
    return m;
}

EXPORT cl_int clReleaseMemObject(cl_mem m)
{
    free(m->bytes);
    return released(m);
}

EXPORT cl_program clCreateProgramWithSource(cl_context c, cl_uint n, const char **text, const size_t *lengths, cl_int *error)
{
    (void)c;
    (void)n;
    (void)text;
    (void)lengths;
    ++stub_builds;
    return made(error);
}

EXPORT cl_program clCreateProgramWithBinary(cl_context c, cl_uint n, const cl_device_id *ids, const size_t *sizes,
                                            const unsigned char **binaries, cl_int *taken, cl_int *error)
{
    (void)c;
    (void)n;
    (void)ids;
    (void)sizes;
    (void)binaries;
    *taken = CL_SUCCESS;
    struct _cl_mem *p = made(error);
    if (p) p->size = 1;
    return (cl_program)(void *)p;
}

EXPORT cl_int clGetProgramInfo(cl_program p, cl_uint what, size_t capacity, void *to, size_t *got)
{
    const size_t size = 4;
    (void)p;
    if (what == CL_PROGRAM_BINARY_SIZES) return answer(&size, sizeof size, capacity, to, got);
    if (failing()) return stub_error;
    memcpy(*(unsigned char **)to, "stub", 4);
    return CL_SUCCESS;
}

EXPORT cl_int clGetProgramBuildInfo(cl_program p, cl_device_id d, cl_uint what, size_t capacity, void *to, size_t *got)
{
    (void)p;
    (void)d;
    (void)what;
    return ANSWER_TEXT("line 1\nerror: the stub's compiler\n");
}

EXPORT cl_kernel clCreateKernel(cl_program p, const char *name, cl_int *error)
{
    (void)p;
    (void)name;
    return made(error);
}

EXPORT cl_int clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id d, cl_uint what, size_t capacity, void *to, size_t *got)
{
    const cl_bitfield local = 0;
    (void)k;
    (void)d;
    if (what == CL_KERNEL_LOCAL_MEM_SIZE) return answer(&local, sizeof local, capacity, to, got);
    return what == CL_KERNEL_WORK_GROUP_SIZE ? answer(&stub_group, sizeof stub_group, capacity, to, got) : -30;
}

EXPORT cl_int clEnqueueReadBuffer(cl_command_queue q, cl_mem m, cl_uint block, size_t at, size_t size, void *to, cl_uint n,
                                  const cl_event *wait, cl_event *event)
{
    (void)q;
    (void)block;
    (void)n;
    (void)wait;
    (void)event;
    if (failing()) return stub_error;
    if (at + size > m->size) return -30;
    memcpy(to, m->bytes + at, size);
    return CL_SUCCESS;
}

EXPORT cl_int clEnqueueWriteBuffer(cl_command_queue q, cl_mem m, cl_uint block, size_t at, size_t size, const void *from,
                                   cl_uint n, const cl_event *wait, cl_event *event)
{
    (void)q;
    (void)block;
    (void)n;
    (void)wait;
    (void)event;
    if (failing()) return stub_error;
    if (at + size > m->size) return -30;
    memcpy(m->bytes + at, from, size);
    return CL_SUCCESS;
}

EXPORT cl_int clEnqueueFillBuffer(cl_command_queue q, cl_mem m, const void *pattern, size_t width, size_t at, size_t size,
                                  cl_uint n, const cl_event *wait, cl_event *event)
{
    (void)q;
    (void)width;
    (void)n;
    (void)wait;
    (void)event;
    if (failing()) return stub_error;
    memset(m->bytes + at, *(const unsigned char *)pattern, size);
    return CL_SUCCESS;
}

EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint n, const cl_event *wait,
                                     cl_event *event)
{
    cl_int error;
    (void)q;
    (void)k;
    (void)dimensions;
    (void)offset;
    (void)global;
    (void)local;
    (void)n;
    (void)wait;
    *event = made(&error);
    return error;
}

EXPORT cl_int clSetKernelArg(cl_kernel k, cl_uint i, size_t size, const void *value)
{
    (void)k;
    (void)i;
    (void)size;
    (void)value;
    return plain();
}

EXPORT cl_int clBuildProgram(cl_program p, cl_uint n, const cl_device_id *ids, const char *options, void *notify, void *data)
{
    (void)n;
    (void)ids;
    (void)notify;
    (void)data;
    usleep((useconds_t)stub_slow);
    snprintf(stub_options, sizeof stub_options, "%s", options);
    if (stub_refuse && ((struct _cl_mem *)(void *)p)->size) return -11;
    const cl_int error = plain();
    return error ? error : stub_build_error;
}

EXPORT cl_int clGetEventInfo(cl_event e, cl_uint what, size_t capacity, void *to, size_t *got)
{
    (void)e;
    (void)what;
    return answer(&stub_event, sizeof stub_event, capacity, to, got);
}

EXPORT cl_int clRetainCommandQueue(cl_command_queue q)
{
    (void)q;
    return plain();
}

EXPORT cl_int clFlush(cl_command_queue q)
{
    (void)q;
    return plain();
}

EXPORT cl_int clFinish(cl_command_queue q)
{
    (void)q;
    return plain();
}

EXPORT cl_int clReleaseContext(cl_context c) { return released(c); }
EXPORT cl_int clReleaseCommandQueue(cl_command_queue q) { return released(q); }
EXPORT cl_int clReleaseProgram(cl_program p) { return released(p); }
EXPORT cl_int clReleaseKernel(cl_kernel k) { return released(k); }
EXPORT cl_int clReleaseEvent(cl_event e) { return released(e); }
