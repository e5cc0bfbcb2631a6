/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The GPUs of this machine: lists them, opens and closes one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"

/* ---- Facts ---- */

static int attribute(const rr_cuda *cuda, CUdevice device, int which, CUresult *code)
{
    int value = 0;
    if (!*code) *code = cuda->cuDeviceGetAttribute(&value, which, device);
    return value;
}

/* Queries the driver about a device, without a context. */
static CUresult ask(rr_engine *e, unsigned number, rr_engine_facts *facts)
{
    const rr_cuda *c = &e->cuda;
    CUresult code = c->cuDeviceGet(&e->device, (int)number);
    if (!code) code = c->cuDriverGetVersion(&e->driver);
    if (!code) code = c->cuDeviceGetName(facts->name, sizeof facts->name, e->device);
    e->sm = 10 * attribute(c, e->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &code);
    e->sm += attribute(c, e->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &code);
    facts->across = "shuffles";
    facts->lanes = (uint32_t)attribute(c, e->device, CU_DEVICE_ATTRIBUTE_WARP_SIZE, &code);
    facts->warps = RR_CUDA_WARPS;
    facts->units = (uint32_t)attribute(c, e->device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &code);
    e->block = RR_CUDA_WARPS * facts->lanes;
    facts->fill = (uint32_t)attribute(c, e->device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, &code);
    facts->fill /= e->block ? e->block : 1;
    facts->wide = 1;
    facts->arch = e->sm < 90 ? "sm_80" : "sm_90";
    /* Four schedulers, each of which issues one instruction of a warp per clock cycle; the clock rate is in kHz. */
    facts->issue = 1e-6 * attribute(c, e->device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, &code) * 4 * facts->lanes * facts->units;
    return code;
}

/* Sets an engine's driver, compiler, device and facts; why: "" if it is usable. */
static void describe(rr_engine *e, unsigned number, rr_engine_facts *facts, char why[160])
{
    char folder[4096];
    memset(facts, 0, sizeof *facts);
    const CUresult code = ask(e, number, facts);
    if (code) {
        snprintf(why, 160, "%s", rr_cuda_text(&e->cuda, code));
        return;
    }
    rr_nvrtc_open(&e->nvrtc, RR_NVRTC_ANY);
    char compiler[32] = "no NVRTC";
    if (e->nvrtc.handle)
        snprintf(compiler, sizeof compiler, "NVRTC %d.%d", e->nvrtc.version / 1000, e->nvrtc.version % 1000 / 10);
    snprintf(facts->version, sizeof facts->version, "driver %d.%d, %s", e->driver / 1000, e->driver % 1000 / 10, compiler);
    if (e->sm < RR_CUDA_OLDEST_SM)
        snprintf(why, 160, "its compute capability is %d.%d; 7.5 is needed", e->sm / 10, e->sm % 10);
    else if (!e->nvrtc.handle && !rr_cuda_bundle_folder(folder, sizeof folder))
        snprintf(why, 160, "no libnvrtc.so is found to compile for it, and no folder of make cuda-bundle");
}

/* Opens the driver and counts its devices; 0: failed, and why is the reason. */
static int open_driver(rr_cuda *cuda, int *count, char why[160])
{
    if (!rr_cuda_open(cuda, why)) return 0;
    const CUresult code = cuda->cuDeviceGetCount(count);
    if (!code && *count > 0) return 1;
    snprintf(why, 160, "%s", code ? rr_cuda_text(cuda, code) : "no CUDA device");
    rr_cuda_close(cuda);
    return 0;
}

int rr_cuda_list(unsigned number, char name[32], rr_engine_facts *facts, char why[160])
{
    rr_engine e = {.sm = 0};
    int count = 0;
    const int there = open_driver(&e.cuda, &count, why);
    snprintf(name, 32, "cuda:%u", number);
    memset(facts, 0, sizeof *facts);
    if (!there) return number == 0;
    if (number < (unsigned)count) describe(&e, number, facts, why);
    rr_nvrtc_close(&e.nvrtc);
    rr_cuda_close(&e.cuda);
    return number < (unsigned)count;
}

/* ---- Opening and closing ---- */

/* The number of the device that "" or "3" names; -1: none. */
static int read_number(const char *what)
{
    const size_t digits = strspn(what, "0123456789");
    return what[digits] || digits > 4 ? -1 : atoi(what);
}

static void close_libraries(rr_engine *e)
{
    rr_nvrtc_close(&e->nvrtc);
    if (e->cuda.handle) rr_cuda_close(&e->cuda);
    pthread_mutex_destroy(&e->lock);
    pthread_mutex_destroy(&e->making);
    free(e);
}

static rr_status open_device(rr_engine *e, const char *what, uint32_t warp, rr_engine_facts *facts, rr_result *result)
{
    char why[160] = "";
    int count = 0, number = read_number(what);
    snprintf(e->name, sizeof e->name, "cuda:%.20s", *what ? what : "0");
    if (number < 0) return rr_fail(result, RR_ERR_DEVICE, "%s: CUDA devices have numbers, cuda:0 and so on", e->name);
    if (!open_driver(&e->cuda, &count, why)) return rr_fail(result, RR_ERR_DEVICE, "%s: %s", e->name, why);
    if (number >= count) return rr_fail(result, RR_ERR_DEVICE, "%s: the last CUDA device is cuda:%d", e->name, count - 1);
    describe(e, (unsigned)number, facts, why);
    if (*why) return rr_fail(result, RR_ERR_DEVICE, "%s: %s", e->name, why);
    if (warp && warp != facts->lanes)
        return rr_fail(result, RR_ERR_DEVICE, "%s: its warps have %u lanes, not %u", e->name, facts->lanes, warp);
    const CUresult code = e->cuda.cuDevicePrimaryCtxRetain(&e->context, e->device);
    facts->self = e->context;
    return code ? rr_cuda_fail(e, code, "opening it", result) : RR_OK;
}

rr_status rr_cuda_engine_open(const char *what, uint32_t warp, rr_engine **engine, rr_engine_facts *facts, rr_result *result)
{
    rr_engine *e = calloc(1, sizeof *e);
    *engine = NULL;
    if (!e) return rr_fail(result, RR_ERR_MEMORY, "no memory to open a CUDA device");
    pthread_mutex_init(&e->lock, NULL);
    pthread_mutex_init(&e->making, NULL);
    const rr_status status = open_device(e, what, warp, facts, result);
    if (status) close_libraries(e);
    else *engine = e;
    return status;
}

void rr_cuda_engine_close(rr_engine *e)
{
    if (!e) return;
    rr_visit v = {.engine = e, .doing = "closing it", .relaxed = 1, .freeing = 1};
    rr_cuda_enter(&v);
    rr_cuda_forget_kernels(e);
    rr_cuda_leave(&v, CUDA_SUCCESS);
    e->cuda.cuDevicePrimaryCtxRelease(e->device);
    close_libraries(e);
}
