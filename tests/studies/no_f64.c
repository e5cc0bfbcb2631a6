/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* OpenCL on devices that report no f64: linked with a libOpenCL, which has all other calls, and used as REROLL_OPENCL. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef int device_info(void *device, unsigned what, size_t capacity, void *to, size_t *size);

enum { EXTENSIONS = 0x1030 };   /* CL_DEVICE_EXTENSIONS */

__attribute__((visibility("default"))) device_info clGetDeviceInfo;

int clGetDeviceInfo(void *device, unsigned what, size_t capacity, void *to, size_t *size)
{
    device_info *theirs;
    void *const symbol = dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), "clGetDeviceInfo");
    memcpy(&theirs, &symbol, sizeof theirs);
    const int error = theirs(device, what, capacity, to, size);
    char *word = what == EXTENSIONS && !error && to ? strstr(to, "cl_khr_fp64") : NULL;
    if (word) memcpy(word, "no", 2);
    return error;
}
