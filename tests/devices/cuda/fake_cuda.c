/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A CUDA driver and NVRTC without a GPU, as one shared library, so that all host code runs, including its error paths:
 *
 *   cc -shared -fPIC -I. -DRR_TARGET_SCALAR -DRR_DTYPE=32 tests/devices/cuda/fake_cuda.c -o libfake.so
 *   REROLL_CUDA=./libfake.so REROLL_NVRTC=./libfake.so program
 *
 * Memory of the device is the host's, a launch calls the kernel once per thread, one after the other, and NVRTC is the C
 * compiler with fake_lanes.h. Its code is a shared library after a heading, by which the driver refuses code as the real one
 * does. Calls are counted; one of them can be made to fail (fake_cuda.h, or FAKE_CUDA_FAIL=number:code), and after 700 or
 * 719 all do, as far as the manual states it. Functions that free do so even when they return an error, since the real ones
 * cannot be called again either. Calls that the real driver forbids while a stream is captured invalidate the capture here
 * too.
 *
 * With FAKE_PTX it is the driver of the PTX emulator (tests/ptx/), which runs the PTX of a real NVRTC in warps of 32 lanes;
 * everything except modules and launches is the same. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "targets/cuda/library.h"
#include "targets/cuda/nvrtc.h"
#include "engine/lanes/lane.h"
#include "targets/gpu/kernels/launch.h"
#include "tests/devices/cuda/fake_cuda.h"
#ifdef FAKE_PTX
#include "tests/ptx/machine/machine.h"
#endif

#ifndef FAKE_NVRTC
#define FAKE_NVRTC 13000
#endif

#include "fake_cuda/calls.h"
#include "fake_cuda/contexts.h"
#include "fake_cuda/memory.h"
#include "fake_cuda/modules.h"
#include "fake_cuda/streams.h"
#include "fake_cuda/compiler.h"

/* ---- The test's side ---- */

static void forget(void)
{
    forget_code();
    call_number = failing_call = 0;
    failed_name = NULL;
    failing_code = sticky = 0;
    driver_version = 13000;
    device_count = 2;
}

static void fail_at(long number, int code)
{
    failed_name = NULL;
    call_number = 0;
    failing_call = number;
    failing_code = code;
    sticky = 0;
}

static long calls_made(void) { return call_number; }
static const char *failed(void) { return failed_name; }
static fake_cuda_live what_lives(void) { return live; }
static long compilations(void) { return compiled; }
static void *current(void) { return depth ? stack[depth - 1] : NULL; }
static void drop(void) { --depth; }

static void versions(int driver, int devices)
{
    driver_version = driver;
    device_count = devices;
}

static int push(void *context)
{
    stack[depth++] = context;
    return 0;
}

static void *capture(void)
{
    CUstream s = calloc(1, sizeof *s);
    s->last = &s->first;
    s->captured = 1;
    s->next = streams;
    streams = s;
    globally_captured = 1;
    return s;
}

static int captured(void *stream)
{
    CUstream s = stream;
    const int spoilt = s->captured == 2;
    int n = 0;
    for (const operation *o = s->first; o; o = o->next) ++n;
    s->captured = globally_captured = 0;
    return spoilt ? -1 : n;
}

static int replay(void *stream)
{
    for (const operation *o = ((CUstream)stream)->first; o; o = o->next) run(o);
    return 0;
}

static long unloaded_early(void) { return early; }

static void launched(unsigned *blocks, unsigned *capacity)
{
    *blocks = last_blocks;
    *capacity = last_capacity;
}

static void pin(void *start, size_t size) { pinned = (block){.start = start, .size = size, .host = 1}; }
static const void *read_to(void) { return last_read; }

static void *managed(int device) { return block_add(4096, device < 0 ? 1 : device, 0, device < 0); }

EXPORT const fake_cuda_control fake_cuda = {
    forget, fail_at, failed, calls_made, what_lives, compilations, versions,
    current, push, drop, capture, captured, replay, managed, unloaded_early, launched, pin, read_to,
};
