/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The study's own kernel on a device. Backends accept only their own kernels, so these functions use their internals, as
 * tests/devices/memory.c does; the result is launched like any other kernel, with the same arguments. */
#ifndef KERNELS_H
#define KERNELS_H

#include "targets/gpu/gpu.h"

/* Compiles the kernel rr_gpu_kernel of a text. NULL: result has the reason. */
rr_kernel *kernel_open_opencl(rr_engine *engine, const char *text, rr_result *result);
rr_kernel *kernel_open_cuda(rr_engine *engine, const char *text, rr_result *result);

void kernel_close_opencl(rr_engine *engine, rr_kernel *kernel);
void kernel_close_cuda(rr_engine *engine, rr_kernel *kernel);

#endif
