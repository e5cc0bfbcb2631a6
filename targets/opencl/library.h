/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The part of OpenCL that Reroll uses, declared here so that the build needs no OpenCL header, and the types that the files
 * of this backend share. Numbers and signatures are those of "The OpenCL Specification", version 1.2, chapters 4 and 5,
 * except where an extension is named. */
#ifndef RR_OPENCL_LIBRARY_H
#define RR_OPENCL_LIBRARY_H

#include <pthread.h>

#include "targets/gpu/engine.h"

/* ---- OpenCL ---- */

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_bitfield;

enum {
    CL_SUCCESS = 0, CL_DEVICE_NOT_FOUND = -1, CL_MEM_OBJECT_ALLOCATION_FAILURE = -4, CL_OUT_OF_RESOURCES = -5,
    CL_OUT_OF_HOST_MEMORY = -6, CL_INVALID_BUFFER_SIZE = -61,
    CL_PLATFORM_VERSION = 0x0901, CL_PLATFORM_NAME = 0x0902, CL_PLATFORM_VENDOR = 0x0903,
    CL_DEVICE_TYPE = 0x1000, CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002, CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
    CL_DEVICE_SINGLE_FP_CONFIG = 0x101b, CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
    CL_DEVICE_ENDIAN_LITTLE = 0x1026, CL_DEVICE_AVAILABLE = 0x1027, CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
    CL_DEVICE_NAME = 0x102b, CL_DRIVER_VERSION = 0x102d, CL_DEVICE_VERSION = 0x102f, CL_DEVICE_EXTENSIONS = 0x1030,
    CL_DEVICE_OPENCL_C_VERSION = 0x103d, CL_DEVICE_SUB_GROUP_SIZES_INTEL = 0x4108 /* cl_intel_required_subgroup_size */,
    CL_DEVICE_TYPE_CPU = 1 << 1, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7,
    CL_QUEUE_CONTEXT = 0x1090, CL_QUEUE_PROPERTIES = 0x1093, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE = 1,
    CL_MEM_READ_WRITE = 1, CL_MEM_COPY_HOST_PTR = 32,
    CL_PROGRAM_BINARY_SIZES = 0x1165, CL_PROGRAM_BINARIES = 0x1166, CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_KERNEL_WORK_GROUP_SIZE = 0x11b0, CL_KERNEL_LOCAL_MEM_SIZE = 0x11b2,
    CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11d3,
};
#define CL_DEVICE_TYPE_ALL 0xffffffffu

/* The events to wait for, and the event that a call creates. */
#define RR_CL_EVENTS cl_uint, const cl_event *, cl_event *

typedef struct rr_cl {
#define RR_CALL(result, name, arguments) result (*name) arguments;
#include "targets/opencl/calls.h"
#undef RR_CALL
} rr_cl;

/* The functions of libOpenCL.so.1, or of the file REROLL_OPENCL, loaded once; null and a reason if they are missing. Never
 * unloaded, since runtimes have threads. */
const rr_cl *rr_cl_load(const char **why);

/* Reports the error of a call: result gets "CALL: CL_NAME (number)"; the status distinguishes lack of memory from other
 * errors. */
rr_status rr_cl_fail(rr_result *result, const char *call, cl_int error);

/* ---- Devices ---- */

/* How lanes of a warp exchange values (engine/lanes/opencl.h). */
typedef enum rr_cl_warp { RR_CL_BY_SUBGROUP, RR_CL_BY_VENDOR, RR_CL_BY_BARRIER } rr_cl_warp;

typedef struct rr_cl_device {
    cl_platform_id platform;
    cl_device_id id;
    char platform_name[96], platform_vendor[96];
    rr_engine_facts facts;
    rr_cl_warp warp;
    uint32_t sizes;         /* bit k: warps of 2^k lanes are available; bit 0 always */
    int is_cpu;
    int c_version;          /* 12, 20, 30: of OpenCL C */
    int rounds;             /* guarantees correctly rounded f32 division and square root */
    size_t group, local;    /* maximal work-items of a work-group; bytes of local memory of a unit */
    cl_int error;           /* of a query that failed */
    char why[160];          /* why it is not usable; "": it is, as far as queries show */
} rr_cl_device;

struct rr_engine {
    const rr_cl *cl;
    rr_cl_device device;
    cl_context context;
    pthread_mutex_t lock;   /* of kernels */
    rr_kernel *kernels;
};

/* ---- Programs ---- */

struct rr_kernel {
    rr_kernel_request request;
    const rr_engine *engine;
    cl_program program;
    cl_kernel kernel;
    uint32_t fill;          /* work-groups that fit on a unit */
    pthread_mutex_t lock;   /* held from the setting of arguments to the enqueuing */
    rr_kernel *next;
};

/* The definitions at the beginning of a kernel's text. */
#define RR_CL_LINES 256
void rr_cl_lines(const rr_cl_device *device, char lines[RR_CL_LINES]);

/* The program of a text, from disk if it was built before. */
rr_status rr_cl_build(const rr_engine *engine, const char *text, cl_program *program, rr_result *result);

rr_status rr_cl_kernel(rr_engine *engine, const rr_kernel_request *request, int may_make, const rr_kernel **kernel,
                       rr_result *result);
uint32_t rr_cl_fill_of(const rr_kernel *kernel);
void rr_cl_drop_kernels(rr_engine *engine);

/* ---- Queues ---- */

/* Functions of rr_backend (engine.h). */
rr_status rr_cl_alloc(rr_engine *engine, size_t size, rr_memory *memory, rr_result *result);
void rr_cl_release(rr_engine *engine, rr_memory memory);
void *rr_cl_host_alloc(rr_engine *engine, size_t size);
void rr_cl_host_release(rr_engine *engine, void *p);
rr_status rr_cl_queue_open(rr_engine *engine, void *own, rr_queue **queue, rr_result *result);
void rr_cl_queue_close(rr_queue *queue);
rr_status rr_cl_alloc_ordered(rr_queue *queue, const void *from, size_t size, rr_memory *memory, rr_result *result);
void rr_cl_release_ordered(rr_queue *queue, rr_memory memory);
rr_status rr_cl_write(rr_queue *queue, rr_memory to, uint64_t at, const void *from, size_t size, rr_result *result);
rr_status rr_cl_read(rr_queue *queue, void *to, rr_memory from, uint64_t at, size_t size, rr_result *result);
rr_status rr_cl_fill(rr_queue *queue, rr_memory to, uint64_t at, unsigned char byte, size_t size, rr_result *result);
rr_status rr_cl_launch(rr_queue *queue, const rr_kernel *kernel, uint32_t blocks, const rr_memory memory[RR_GPU_POINTERS],
                       const rr_launch *launch, rr_result *result);
rr_status rr_cl_finish(rr_queue *queue, rr_result *result);
void rr_cl_wait(rr_engine *engine);
int rr_cl_capturing(rr_queue *queue);
int rr_cl_direct(rr_engine *engine, const void *pointer, size_t size);
rr_status rr_cl_place(rr_engine *engine, const void *pointer, rr_place *place, rr_result *result);

/* Enqueues work-groups of the engine's lanes and warps. The kernel's arguments must be set. */
rr_status rr_cl_enqueue(rr_queue *queue, cl_kernel kernel, uint32_t blocks, rr_result *result);

/* ---- Self-test ---- */

/* True if the engine's device computes as the contract requires. Tested once and kept on disk with the driver's version. */
rr_status rr_cl_check(rr_engine *engine, rr_result *result);

/* The key of the result in the cache, which is "" (passed) or the reason, with its terminating 0. */
void rr_cl_check_key(const rr_cl_device *device, char key[768]);

/* The known result, without a test: 1 and why, if the device has failed. */
int rr_cl_known_bad(const rr_cl_device *device, char why[160]);

#endif
