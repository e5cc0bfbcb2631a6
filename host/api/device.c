/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single devices: a string is parsed once, into an immutable object. Their list. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "host/plan/planner.h"

#define DEFAULT_TILE 4096

static unsigned cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return 1;
    return (unsigned)CPU_COUNT(&set);
}

/* Parses "name=N" with low <= N <= high, up to a comma or the end. */
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

/* threads=0 becomes the number of processors, for a CPU and for the host of a GPU: memory is allocated per thread. */
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
    if (!d->threads) d->threads = cpu_count();
    return !*text;
}

static const rr_target *const targets[] = {&rr_target_cpu, &rr_target_cuda, &rr_target_opencl};
enum { TARGETS = sizeof targets / sizeof *targets, MAX_WHAT = 64 };

/* The target whose name begins a string, "cuda" or "cuda:..."; *what is the text after the colon, without options, in
 * buffer; NULL without a colon. */
static const rr_target *target_of(const char *spec, const char **what, char buffer[MAX_WHAT])
{
    for (int i = 0; i < TARGETS; ++i) {
        const size_t length = strlen(targets[i]->name);
        if (strncmp(spec, targets[i]->name, length) || !strchr(":,", spec[length])) continue;
        const char *rest = spec[length] == ':' ? spec + length + 1 : "";
        snprintf(buffer, MAX_WHAT, "%.*s", (int)strcspn(rest, ","), rest);
        *what = spec[length] == ':' ? buffer : NULL;
        return targets[i];
    }
    return NULL;
}

static rr_status open_gpu(const rr_target *target, const char *what, const char *options, rr_device *d, rr_device *host,
                          rr_result *result)
{
    if (what && !*what)
        return rr_fail(result, RR_ERR_DEVICE, "%s: has no number after the colon; use %s:NUMBER, or %s for the first",
                       target->name, target->name, target->name);
    if (!read_options(options, d))
        return rr_fail(result, RR_ERR_DEVICE,
                       "the options are warp=T (1 to 32, a power of two), tile=N (64 to 65536) and threads=N (of the host, "
                       "0 to 1024), after commas");
    *host = (rr_device){.calls = rr_target_cpu.calls, .tile = DEFAULT_TILE, .threads = d->threads};
    const rr_status status = host->calls->open(&rr_target_cpu, NULL, host, result);
    return status == RR_OK ? target->calls->open(target, what, d, result) : status;
}

static rr_status open_cpu(const rr_target *target, const char *what, const char *options, rr_device *d, rr_result *result)
{
    const rr_status status = target->calls->open(target, what, d, result);
    if (status != RR_OK) return status;
    if (!read_options(options, d))
        return rr_fail(result, RR_ERR_DEVICE, "the options are warp=T (1 to 32, a power of two), tile=N (64 to 65536) and "
                       "threads=N (0 to 1024), after commas");
    if (!d->tile) d->tile = DEFAULT_TILE;
    return RR_OK;
}

/* One allocation: the device, the host CPU of a GPU, its planner. */
typedef struct opened {
    rr_device device, host;
    struct rr_planner planner;
} opened;

rr_status rr_device_open_one(const char *spec, rr_device **device, rr_result *result)
{
    char buffer[MAX_WHAT];
    const char *what = NULL;
    *device = NULL;
    const rr_target *target = target_of(spec, &what, buffer);
    const char *options = spec + strcspn(spec, ",");
    if (!target)
        return rr_fail(result, RR_ERR_DEVICE, "a device is cpu, cpu:NAME, cuda:NUMBER or opencl:NUMBER, or "
                       "several with + between them, not \"%.40s\"", spec);
    opened *o = calloc(1, sizeof *o);
    if (!o) return RR_ERR_MEMORY;
    const int gpu = target->backend != NULL;
    o->device = (rr_device){.calls = target->calls, .host = gpu ? &o->host : NULL, .planner = &o->planner, .threads = 1};
    const rr_status status = gpu ? open_gpu(target, what, options, &o->device, &o->host, result)
                                 : open_cpu(target, what, options, &o->device, result);
    if (status != RR_OK) {
        free(o);
        return status;
    }
    *device = &o->device;
    return RR_OK;
}

void rr_device_close(rr_device **device)
{
    if (!device || !*device) return;
    (*device)->calls->close(*device);
    rr_planner_close((*device)->planner);
    free(*device);
    *device = NULL;
}

const char *rr_device_name(const rr_device *device, uint32_t *warp, uint32_t *tile, uint32_t *threads)
{
    return device ? device->calls->describe(device, warp, tile, threads) : NULL;
}

/* ---- The list ------------------------------------------------------------------------------------------------------ */

/* Each target lists its devices once, when the list reaches it, and the answer is kept. */
enum { MAX_LISTED = 32 };
static struct {
    pthread_mutex_t lock;
    struct { int asked; unsigned count; rr_listed device[MAX_LISTED]; } of[TARGETS];
} listed = {.lock = PTHREAD_MUTEX_INITIALIZER};

static unsigned count_of(int t)
{
    pthread_mutex_lock(&listed.lock);
    for (unsigned *n = &listed.of[t].count; !listed.of[t].asked && *n < MAX_LISTED; ++*n)
        if (!targets[t]->calls->list(targets[t], *n, &listed.of[t].device[*n])) break;
    listed.of[t].asked = 1;
    pthread_mutex_unlock(&listed.lock);
    return listed.of[t].count;
}

int rr_device_list(size_t number, rr_device_info *info)
{
    for (int t = 0; t < TARGETS; ++t) {
        const unsigned count = count_of(t);
        if (number < count) {
            const rr_listed *d = &listed.of[t].device[number];
            *info = (rr_device_info){d->name, !d->why[0], d->why, d->lanes, d->model, d->across};
            return 1;
        }
        number -= count;
    }
    return 0;
}
