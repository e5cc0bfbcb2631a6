/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A combined device. A call is cut into stripes, which each member takes on its own thread as soon as it is free. A stripe
 * is half of the member's part of the rest, at the rates measured so far, so that all end together. A stripe is the call,
 * narrowed to some elements, so each member copies while it draws, as it does alone.
 *
 * A member that fails leaves its stripe to the host's CPU and takes no more. The others continue, since out must be
 * untouched or complete; the call returns the failed member's status and message. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device.h"
#include "several.h"
#include "host/call/call.h"
#include "host/plan/planner.h"

enum { MEMBERS_MAX = 16, NAME_SIZE = 32, SPEC_SIZE = 128 };
#define STRIPE_MIN 16384u        /* elements */
#define STRIPE_FIRST (1u << 20)    /* at most, for a member whose rate is unknown */
#define SHARED_FROM 4097u          /* elements: fewer are drawn on the host */

/* The object of rr_device_open: the device comes first. */
typedef struct several {
    rr_device device;
    struct rr_planner planner;
    rr_device *host, *member[MEMBERS_MAX];
    char name[MEMBERS_MAX][NAME_SIZE];   /* as typed, or listed */
    char names[MEMBERS_MAX * NAME_SIZE];
    uint32_t members;
} several;

static several *several_of(const rr_device *device) { return (several *)(void *)(uintptr_t)device->own; }

/* ---- A call -------------------------------------------------------------------------------------------------------- */

typedef struct stripe {
    uint64_t at, n;                /* its first element, and their number: whole rows, or one piece of a row */
} stripe;

/* Shared by the threads of a call, under the lock. */
typedef struct sharing {
    const rr_call *call;
    const several *all;
    pthread_mutex_t lock;
    uint64_t next;                 /* element */
    double rate[MEMBERS_MAX];     /* elements per second; 0: not known yet */
    rr_status status;              /* of the first member that failed, with its message */
    rr_result reported;
} sharing;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The number of elements of the rest that member m takes next. */
static uint64_t size_for(const sharing *s, uint32_t m, uint64_t left)
{
    const uint64_t even = left / (8 * s->all->members), first = even < STRIPE_FIRST ? even : STRIPE_FIRST;
    double sum = 0;
    for (uint32_t k = 0; k < s->all->members; ++k) sum += s->rate[k] > 0 ? s->rate[k] : s->rate[m];
    const uint64_t share = s->rate[m] > 0 ? (uint64_t)((double)left * s->rate[m] / (2 * sum)) : first;
    const uint64_t size = share > STRIPE_MIN ? share : STRIPE_MIN;
    return left - size < STRIPE_MIN || size > left ? left : size;
}

/* The next stripe, for member m; 0: none is left. Samplers of rows get whole rows. */
static int take(sharing *s, uint32_t m, stripe *to)
{
    const rr_job *job = &s->call->job;
    pthread_mutex_lock(&s->lock);
    const uint64_t at = s->next, left = s->call->n - at, col = at % job->cols;
    if (left) {
        uint64_t size = size_for(s, m, left);
        if (rr_is_row(s->call->sampler) && size < job->cols) size = job->cols;
        const int whole = !col && size >= job->cols;
        const uint64_t rest = job->cols - col;
        *to = (stripe){at, whole ? size - size % job->cols : size < rest ? size : rest};
        s->next += to->n;
    }
    pthread_mutex_unlock(&s->lock);
    return left != 0;
}

/* Draws a stripe on a device. Its findings go to the call's part, which counts elements from the call's first. */
static rr_status draw(const rr_call *call, const rr_device *device, const stripe *s, rr_part *part, rr_result *result)
{
    rr_call own = *call;
    rr_part found;
    rr_call_cut(&own, s->at, s->n);
    own.job.out = (char *)own.job.out + s->at * call->out_width;
    rr_call_strategy(&own, call->job.strategy);   /* every device has its own best group */
    rr_status status = rr_call_bind(&own, device, result);
    if (status == RR_OK) status = device->calls->place(&own, result);
    if (status == RR_OK) status = rr_plan_grouped(&own);
    if (status != RR_OK) return status;
    rr_part_begin(&found, &own);
    if ((status = device->calls->run(&found, result)) != RR_OK) return status;
    rr_part_merge_at(part, &found, s->at);
    return RR_OK;
}

/* Only the first failure is reported. */
static void note_failure(sharing *s, uint32_t m, rr_status status, const rr_result *result)
{
    const char *name = s->all->name[m], *text = result->message[0] ? result->message : rr_status_text(status);
    const int named = !strncmp(text, name, strlen(name));
    pthread_mutex_lock(&s->lock);
    if (s->status == RR_OK) {
        s->status = status;
        rr_fail(&s->reported, status, "%s%s%s", named ? "" : name, named ? "" : ": ", text);
    }
    pthread_mutex_unlock(&s->lock);
}

/* The state of a thread: the shared part, and its findings. */
typedef struct turn {
    sharing *shared;
    rr_part part;
} turn;

static void work_as(turn *t, uint32_t m)
{
    sharing *const s = t->shared;
    stripe now;
    while (take(s, m, &now)) {
        rr_result result = RR_RESULT_INIT;
        const double start = seconds();
        const rr_status status = draw(s->call, s->all->member[m], &now, &t->part, &result);
        if (status != RR_OK) {
            note_failure(s, m, status, &result);
            draw(s->call, s->all->host, &now, &t->part, NULL);
            return;
        }
        const double took = seconds() - start;
        pthread_mutex_lock(&s->lock);
        s->rate[m] = (double)now.n / (took > 1e-9 ? took : 1e-9);
        pthread_mutex_unlock(&s->lock);
    }
}

static void work(void *state, uint64_t at, uint64_t n)
{
    for (uint64_t m = at; m < at + n; ++m) work_as(state, (uint32_t)m);
}

static void merge(void *to, const void *from)
{
    rr_part_merge(&((turn *)to)->part, &((const turn *)from)->part);
}

static rr_status run(rr_part *part, rr_result *result)
{
    const rr_call *call = part->call;
    const several *all = several_of(call->device);
    const stripe everything = {0, call->n};
    if (call->n < SHARED_FROM) return draw(call, all->host, &everything, part, result);
    sharing shared = {.call = call, .all = all, .lock = PTHREAD_MUTEX_INITIALIZER, .reported = RR_RESULT_INIT};
    const rr_sharing how = {sizeof(turn), NULL, work, NULL, merge, all->members, 1};
    turn turn = {.shared = &shared};
    stripe rest;
    rr_part_begin(&turn.part, call);
    rr_parallel_for(&how, &turn, all->members);
    while (take(&shared, 0, &rest)) draw(call, all->host, &rest, &turn.part, NULL);   /* all members have failed */
    rr_part_merge(part, &turn.part);
    pthread_mutex_destroy(&shared.lock);
    return shared.status == RR_OK ? RR_OK : rr_fail(result, shared.status, "%s", shared.reported.message);
}

/* Asks every member, before anything is drawn, whether it takes the job. Jobs may not use a member's memory. */
static rr_status place(rr_call *call, rr_result *result)
{
    const rr_device *device = call->device;
    const several *all = several_of(device);
    rr_status status = RR_OK;
    if (call->job.flags & RR_CL_ANY)
        return rr_fail(result, RR_ERR_ARGUMENT, "%.80s is several devices: jobs there must be in host memory", all->names);
    for (uint32_t m = 0; m < all->members && status == RR_OK; ++m) {
        call->device = all->member[m];
        status = call->device->calls->place(call, result);
        if (status == RR_OK && call->remote)
            status = rr_fail(result, RR_ERR_ARGUMENT, "memory of the job is that of %s; %.80s is several devices: jobs "
                             "there have host memory only", all->name[m], all->names);
    }
    call->device = device;
    return status;
}

/* The first member transforms points. */
static rr_status transform(rr_point_call *call, rr_result *result)
{
    call->device = call->device->first;
    return call->device->calls->transform(call, result);
}

/* ---- Opening and closing ------------------------------------------------------------------------------------------- */

static void close_all(rr_device *device)
{
    several *all = several_of(device);
    for (uint32_t m = 0; m < all->members; ++m) rr_device_close(&all->member[m]);
    rr_device_close(&all->host);
}

static const char *describe(const rr_device *device, uint32_t *warp, uint32_t *tile, uint32_t *threads)
{
    const several *all = several_of(device);
    uint32_t sum = 0;
    for (uint32_t m = 0; m < all->members; ++m) {
        uint32_t own;
        rr_device_name(all->member[m], NULL, NULL, &own);
        sum += own;
    }
    rr_device_name(all->member[0], warp, tile, NULL);
    if (threads) *threads = sum;
    return all->names;
}

static const rr_target_calls calls = {
    .close = close_all, .describe = describe, .place = place, .run = run, .transform = transform,
};

/* Adds one device, with the options that all have. */
static rr_status add(several *all, const char *name, const char *options, rr_result *result)
{
    char spec[SPEC_SIZE];
    rr_device **to = &all->member[all->members];
    const int length = snprintf(spec, sizeof spec, "%s%s", name, options);
    if (!*name) return rr_fail(result, RR_ERR_DEVICE, "devices are joined as cpu+cuda:0, options for all of them last");
    if (all->members == MEMBERS_MAX || length >= SPEC_SIZE)
        return rr_fail(result, RR_ERR_DEVICE, "at most %d devices can be joined, with %d characters of options",
                       MEMBERS_MAX, SPEC_SIZE - NAME_SIZE);
    rr_status status = rr_device_open_one(spec, to, result);
    if (status != RR_OK && result && strncmp(result->message, name, strlen(name))) {
        const rr_result reported = *result;
        rr_fail(result, status, "%s: %s", name, reported.message[0] ? reported.message : rr_status_text(status));
    }
    if (status != RR_OK) return status;
    snprintf(all->name[all->members++], NAME_SIZE, "%s", name);
    for (uint32_t m = 0; m + 1 < all->members; ++m)
        if (all->member[m]->self == (*to)->self)
            return rr_fail(result, RR_ERR_DEVICE, "%s and %s are one device; name it once", all->name[m], name);
    return RR_OK;
}

/* Adds all available devices of "cuda:all". */
static rr_status add_all(several *all, const char *name, const char *options, rr_result *result)
{
    const size_t length = strcspn(name, ":") + 1;
    const uint32_t before = all->members;
    rr_device_info info;
    rr_status status = RR_OK;
    for (size_t i = 0; rr_device_list(i, &info) && status == RR_OK; ++i) {
        if (strncmp(info.name, name, length)) continue;
        if (info.available) status = add(all, info.name, options, result);
        else rr_fail(result, RR_ERR_DEVICE, "%s: %s", name, info.why);
    }
    return status == RR_OK && all->members == before ? RR_ERR_DEVICE : status;
}

static int is_all(const char *name) { return !strcmp(name, "cuda:all") || !strcmp(name, "opencl:all"); }

static rr_status add_named(several *all, const char *spec, const char *options, rr_result *result)
{
    rr_status status = RR_OK;
    if (strchr(options, '+'))
        return rr_fail(result, RR_ERR_DEVICE, "write options after the last device; they apply to all devices");
    for (const char *at = spec; status == RR_OK; ++at) {
        char name[NAME_SIZE];
        const size_t length = strcspn(at, "+,");
        if (length >= sizeof name) return rr_fail(result, RR_ERR_DEVICE, "there is no device %.40s", at);
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        status = (is_all(name) ? add_all : add)(all, name, options, result);
        at += length;
        if (*at != '+') break;
    }
    return status;
}

/* "cuda:0+cuda:1" */
static void join_names(several *all)
{
    char *to = all->names;
    for (uint32_t m = 0; m < all->members; ++m) {
        const size_t length = strlen(all->name[m]);
        if (m) *to++ = '+';
        memcpy(to, all->name[m], length + 1);
        to += length;
    }
}

int rr_several_named(const char *spec)
{
    char first[NAME_SIZE];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(spec, ","), spec);
    return strchr(spec, '+') != NULL || is_all(first);
}

rr_status rr_several_open(const char *spec, rr_device **device, rr_result *result)
{
    rr_result own = RR_RESULT_INIT;
    const char *options = spec + strcspn(spec, ",");
    char host[SPEC_SIZE];
    several *all = calloc(1, sizeof *all);
    if (!all) return RR_ERR_MEMORY;
    if (!result) result = &own;
    all->device = (rr_device){.calls = &calls, .name = "several", .own = all, .planner = &all->planner, .threads = 1};
    snprintf(host, sizeof host, "cpu%.100s", options);
    rr_status status = add_named(all, spec, options, result);
    if (status == RR_OK) status = rr_device_open_one(host, &all->host, result);
    if (status != RR_OK) {
        close_all(&all->device);
        free(all);
        return status;
    }
    if (result->message[0]) *result = (rr_result)RR_RESULT_INIT;   /* from a device that cuda:all skipped */
    join_names(all);
    const rr_device *first = all->member[0];
    all->device.host = all->host;
    all->device.first = first;
    memcpy(all->device.lanes, first->lanes, sizeof first->lanes);
    *device = &all->device;
    return RR_OK;
}
