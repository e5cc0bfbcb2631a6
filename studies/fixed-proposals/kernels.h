/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A kernel of the study's own on a device. Backends take their own kernels only, so these look into them, as
 * tests/devices/memory.c does; what becomes of it is launched as any other, with the same arguments. */
#ifndef KERNELS_H
#define KERNELS_H

#include "targets/gpu/gpu.h"

/* Compiles the kernel rr_gpu_kernel of a text. NULL: result says why. */
rr_kernel *kernel_open_opencl(rr_engine *engine, const char *text, rr_result *result);
rr_kernel *kernel_open_cuda(rr_engine *engine, const char *text, rr_result *result);

void kernel_close_opencl(rr_engine *engine, rr_kernel *kernel);
void kernel_close_cuda(rr_engine *engine, rr_kernel *kernel);

#endif
