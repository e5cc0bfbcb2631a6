/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices: a string read once, an immutable object afterwards. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/plan/costs.h"
#include "targets/gpu/gpu.h"

#define DEFAULT_TILE 4096

unsigned rr_cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    return (unsigned)CPU_COUNT(&set);
}

/* Why a set of the list can't be used, or "". */
static const char *why_not(const rr_isa *isa, int usable)
{
    return usable ? "" : isa ? "this processor lacks it" : "not built for this kind of processor";
}

/* Of a set that earlier versions had. */
#define NO_SSE2 "there is no cpu:sse2 any more; a processor without AVX2 and FMA takes cpu:scalar"

/* The set named by the first `length` characters of name, and why it can't be used; NULL and NULL where there is none. */
static const rr_isa *find_isa(const char *name, size_t length, const char **why)
{
    const rr_isa *isa;
    const char *text;
    int usable;
    for (unsigned i = 0; (text = rr_isa_list(i, &isa, &usable)); ++i) {
        if (strlen(text) != length || strncmp(text, name, length)) continue;
        *why = why_not(isa, usable);
        return usable ? isa : NULL;
    }
    *why = length == 4 && !strncmp(name, "sse2", 4) ? NO_SSE2 : NULL;
    return NULL;
}

/* "cpu:scalar, cpu:avx2, ...": all that there are. */
static void list_names(char names[96])
{
    const rr_isa *isa;
    const char *text;
    int usable, used = 0;
    for (unsigned i = 0; (text = rr_isa_list(i, &isa, &usable)) && used < 96; ++i)
        used += snprintf(names + used, (size_t)(96 - used), "%scpu:%s", i ? ", " : "", text);
}

/* The best usable set, at most the one that REROLL_CPU names; NULL where it names none. */
static const rr_isa *best_isa(rr_result *result)
{
    const char *text, *ceiling = getenv("REROLL_CPU"), *name = ceiling;
    char names[96];
    const rr_isa *isa, *best = NULL;
    int usable, known = !ceiling || !*ceiling;
    if (name && !strncmp(name, "cpu:", 4)) name += 4;
    for (unsigned i = 0; (text = rr_isa_list(i, &isa, &usable)); ++i) {
        if (usable) best = isa;
        if (!name || strcmp(text, name)) continue;
        known = 1;
        break;
    }
    if (known) return best;
    list_names(names);
    if (!strcmp(name, "sse2")) rr_fail(result, RR_ERR_DEVICE, "REROLL_CPU is \"%.40s\"; " NO_SSE2, ceiling);
    else rr_fail(result, RR_ERR_DEVICE, "REROLL_CPU is \"%.40s\"; it can be one of %s", ceiling, names);
    return NULL;
}

/* "name=N" with low <= N <= high, up to a comma or the end. */
static int read_option(const char *text, size_t length, const char *name, uint32_t low, uint32_t high, uint32_t *value)
{
    const size_t skip = strlen(name);
    uint32_t n = 0;
    if (length <= skip || strncmp(text, name, skip)) return 0;
    for (size_t i = skip; i < length; ++i) {
        if (text[i] < '0' || text[i] > '9' || n > 100000) return 0;
        n = 10 * n + (uint32_t)(text[i] - '0');
    }
    if (n < low || n > high) return 0;
    *value = n;
    return 1;
}

static int read_options(const char *text, rr_device *d)
{
    while (*text == ',') {
        const char *option = text + 1;
        const size_t length = strcspn(option, ",");
        const int known = (read_option(option, length, "warp=", 1, 32, &d->warp) && !(d->warp & (d->warp - 1))) ||
                          read_option(option, length, "tile=", 64, 65536, &d->tile) ||
                          read_option(option, length, "threads=", 0, 1024, &d->threads);
        if (!known) return 0;
        text = option + length;
    }
    return !*text;
}

/* One piece of memory: the device, its costs, its choices. */
static rr_status make(const rr_device *d, rr_device **device)
{
    struct whole {
        rr_device device;
        rr_costs costs[2];
        _Atomic(unsigned char) choice[2][RR_MAX_SAMPLERS][2][RR_PLAN_BUCKETS];
    } *w;
    w = calloc(1, sizeof *w);
    if (!w) return RR_ERR_MEMORY;
    w->device = *d;
    w->device.costs = w->costs;
    w->device.choice = w->choice;
    rr_costs_load(d->gpu ? d->gpu->backend->name : d->isa->name, w->costs);   /* none of GPUs */
    *device = &w->device;
    return RR_OK;
}

static const rr_backend *const backends[] = {&rr_backend_cuda, &rr_backend_opencl};
enum { BACKENDS = sizeof backends / sizeof *backends };

/* The backend whose name spec begins with, "cuda" or "cuda:..."; *rest is what follows, without options. */
static const rr_backend *backend_of(const char *spec, char rest[64])
{
    for (int i = 0; i < BACKENDS; ++i) {
        const size_t length = strlen(backends[i]->name);
        if (strncmp(spec, backends[i]->name, length) || !strchr(":,", spec[length])) continue;
        const char *from = spec + length + (spec[length] == ':');
        const size_t size = strcspn(from, ",");
        if (size >= 64) return NULL;
        memcpy(rest, from, size);
        rest[size] = 0;
        return backends[i];
    }
    return NULL;
}

static rr_status open_gpu(const rr_backend *backend, const char *text, const char *spec, rr_device *d, rr_device **device,
                          rr_result *result)
{
    if (!read_options(spec + strcspn(spec, ","), d))
        return rr_fail(result, RR_ERR_DEVICE,
                       "the options are warp=T (1 to 32, a power of two) and tile=N (64 to 65536), after commas");
    d->isa = best_isa(result);
    if (!d->isa) return RR_ERR_DEVICE;
    rr_status status = rr_gpu_open(backend, text, d->warp, &d->gpu, result);
    if (status == RR_ERR_ARGUMENT) status = RR_ERR_DEVICE;   /* of a device it is the string that makes no sense */
    if (status == RR_OK) d->gpu->tile = d->tile;
    d->tile = DEFAULT_TILE;   /* of what the host does */
    if (status == RR_OK && (status = make(d, device)) != RR_OK) rr_gpu_close(d->gpu);
    return status;
}

/* The set that "cpu", "cpu:warp32" or "cpu:avx2", the first `length` characters of spec, stands for. */
static const rr_isa *isa_of(const char *spec, size_t length, rr_device *d, rr_result *result)
{
    const char *why;
    char names[96];
    if (length == 3) return best_isa(result);
    if (length == 10 && !strncmp(spec, "cpu:warp32", 10)) {
        d->warp = 32;
        return best_isa(result);
    }
    const rr_isa *isa = find_isa(spec + 4, length - 4, &why);
    if (isa) return isa;
    list_names(names);
    if (why) rr_fail(result, RR_ERR_DEVICE, "%s", why);
    else rr_fail(result, RR_ERR_DEVICE, "there is no %.*s; there are cpu, %s and cpu:warp32", length < 40 ? (int)length : 40,
                 spec, names);
    return NULL;
}

static rr_status open_cpu(const char *spec, rr_device *d, rr_device **device, rr_result *result)
{
    if (strncmp(spec, "cpu", 3) || !strchr(":,", spec[3]))
        return rr_fail(result, RR_ERR_DEVICE, "a device is cpu, cpu:NAME, cuda:NUMBER or opencl:NUMBER, not \"%.40s\"",
                       spec);
    const char *options = spec + strcspn(spec, ",");
    d->isa = isa_of(spec, (size_t)(options - spec), d, result);
    if (!d->isa) return RR_ERR_DEVICE;
    if (!read_options(options, d))
        return rr_fail(result, RR_ERR_DEVICE, "the options are warp=T (1 to 32, a power of two), tile=N (64 to 65536) and "
                       "threads=N (0 to 1024), after commas");
    if (!d->tile) d->tile = DEFAULT_TILE;
    if (!d->threads) d->threads = rr_cpu_count();
    return make(d, device);
}

static rr_status open_any(const char *spec, rr_device **device, rr_result *result)
{
    rr_device d = {.threads = 1};
    char rest[64];
    if (!device) return RR_ERR_ARGUMENT;
    *device = NULL;
    if (!spec || !*spec) spec = "cpu";
    const rr_backend *backend = backend_of(spec, rest);
    return backend ? open_gpu(backend, rest, spec, &d, device, result) : open_cpu(spec, &d, device, result);
}

rr_status rr_device_open(const char *spec, rr_device **device)
{
    return open_any(spec, device, NULL);
}

void rr_device_why(const char *spec, char why[160])
{
    rr_device *device;
    rr_result result = RR_RESULT_INIT;
    const rr_status status = open_any(spec, &device, &result);
    rr_device_close(&device);
    snprintf(why, 160, "%s", status == RR_OK ? "" : result.message[0] ? result.message : rr_status_text(status));
}

void rr_device_close(rr_device **device)
{
    if (!device || !*device) return;
    rr_gpu_close((*device)->gpu);
    free(*device);
    *device = NULL;
}

/* ---- The list ------------------------------------------------------------------------------------------------------ */

/* What backends say of their devices is asked for once, and kept. */
static struct {
    pthread_once_t once;
    unsigned count;
    struct listed {
        char name[32], why[160];
        rr_engine_facts facts;
    } device[32];
} gpus = {.once = PTHREAD_ONCE_INIT};

static void list_gpus(void)
{
    for (int i = 0; i < BACKENDS; ++i)
        for (unsigned k = 0; gpus.count < 32; ++k) {
            struct listed *const d = &gpus.device[gpus.count];
            if (!backends[i]->list(k, d->name, &d->facts, d->why)) break;
            ++gpus.count;
        }
}

int rr_device_list(size_t number, rr_device_info *info)
{
    static const char *const names[] = {"cpu:scalar", "cpu:avx2", "cpu:avx512", "cpu:neon"};
    const unsigned count = sizeof names / sizeof *names;
    const rr_isa *isa;
    int usable;
    if (number < count) {
        rr_isa_list((unsigned)number, &isa, &usable);
        *info = (rr_device_info){names[number], usable, why_not(isa, usable), usable ? isa->kernels[0]->lanes : 0, "", ""};
        return 1;
    }
    if (number == count) {
        *info = (rr_device_info){"cpu:warp32", 1, "", 32, "", ""};
        return 1;
    }
    pthread_once(&gpus.once, list_gpus);
    if ((number -= count + 1) >= gpus.count) return 0;
    const struct listed *const d = &gpus.device[number];
    *info = (rr_device_info){d->name, !d->why[0], d->why, d->why[0] ? 0 : d->facts.lanes, d->facts.name,
                             d->why[0] ? "" : d->facts.across};
    return 1;
}

const char *rr_device_name(const rr_device *device, uint32_t *warp, uint32_t *tile, uint32_t *threads)
{
    rr_device_info info;
    if (!device) return NULL;
    if (device->gpu) {
        if (warp) *warp = device->gpu->facts.lanes;
        if (tile) *tile = device->gpu->tile;
        if (threads) *threads = 1;
        return device->gpu->facts.name;
    }
    if (warp) *warp = device->warp ? device->warp : device->isa->kernels[0]->lanes;
    if (tile) *tile = device->tile;
    if (threads) *threads = device->threads;
    for (size_t i = 0; rr_device_list(i, &info); ++i)
        if (!strcmp(info.name + 4, device->isa->name)) return info.name;
    return "cpu";
}
