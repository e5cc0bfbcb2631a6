/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* libOpenCL, opened when the first device is requested. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static rr_cl library;
static int loaded;
static char reason[160];

static int find(void *handle, const char *name, void *function)
{
    void *const found = dlsym(handle, name);
    if (!found) snprintf(reason, sizeof reason, "libOpenCL has no %s: OpenCL 1.2 or later is needed", name);
    *(void **)function = found;   /* POSIX guarantees this for dlsym */
    return found != NULL;
}

static void load(void)
{
    const char *own = getenv("REROLL_OPENCL");
    const char *const names[] = {own && *own ? own : "libOpenCL.so.1", own && *own ? NULL : "libOpenCL.so"};
    void *handle = NULL;
    for (int i = 0; i < 2 && !handle && names[i]; ++i) handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(reason, sizeof reason, "no %s is found", names[0]);
        return;
    }
    loaded = 1;
#define RR_CALL(result, name, arguments) loaded = loaded && find(handle, #name, &library.name);
#include "calls.h"
#undef RR_CALL
}

const rr_cl *rr_cl_load(const char **why)
{
    pthread_once(&once, load);
    *why = reason;
    return loaded ? &library : NULL;
}

/* Names of the errors that a user may see; the others are our own mistakes, for which the number is enough. */
static const char *error_name(cl_int error)
{
    switch (error) {
    case CL_DEVICE_NOT_FOUND: return "CL_DEVICE_NOT_FOUND ";
    case -2: return "CL_DEVICE_NOT_AVAILABLE ";
    case -3: return "CL_COMPILER_NOT_AVAILABLE ";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "CL_MEM_OBJECT_ALLOCATION_FAILURE ";
    case CL_OUT_OF_RESOURCES: return "CL_OUT_OF_RESOURCES ";
    case CL_OUT_OF_HOST_MEMORY: return "CL_OUT_OF_HOST_MEMORY ";
    case -11: return "CL_BUILD_PROGRAM_FAILURE ";
    case -14: return "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST ";
    case -34: return "CL_INVALID_CONTEXT ";
    case -36: return "CL_INVALID_COMMAND_QUEUE ";
    case -38: return "CL_INVALID_MEM_OBJECT ";
    case CL_INVALID_BUFFER_SIZE: return "CL_INVALID_BUFFER_SIZE ";
    case -1001: return "CL_PLATFORM_NOT_FOUND_KHR ";
    }
    return "";
}

rr_status rr_cl_fail(rr_result *result, const char *call, cl_int error)
{
    const int memory = error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY ||
                       error == CL_INVALID_BUFFER_SIZE;
    return rr_fail(result, memory ? RR_ERR_MEMORY : RR_ERR_DEVICE, "OpenCL: %s reports %s(error %d)", call,
                   error_name(error), error);
}
