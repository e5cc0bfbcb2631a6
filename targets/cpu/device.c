/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The CPU as a device: the choice of an instruction set, and the target's table of calls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "targets/user/user.h"

/* The message for an instruction set that earlier versions had. */
#define NO_SSE2 "there is no cpu:sse2 any more; a processor without AVX2 and FMA takes cpu:scalar"

/* The set of that name, and why it cannot be used; both NULL if there is none of that name. */
static const rr_isa *find_isa(const char *name, const char **why)
{
    const rr_isa *isa;
    const char *text;
    for (unsigned i = 0; (text = rr_isa_list(i, &isa, why)); ++i)
        if (!strcmp(text, name)) return isa;
    *why = strcmp(name, "sse2") ? NULL : NO_SSE2;
    return NULL;
}

/* "cpu:scalar, cpu:avx2, ...": all instruction sets. */
static void list_names(char names[96])
{
    const rr_isa *isa;
    const char *text, *why;
    int used = 0;
    for (unsigned i = 0; (text = rr_isa_list(i, &isa, &why)) && used < 96; ++i)
        used += snprintf(names + used, (size_t)(96 - used), "%scpu:%s", i ? ", " : "", text);
}

/* The best usable set up to the one that REROLL_CPU names; NULL if it is set to an unknown name. */
static const rr_isa *best_isa(rr_result *result)
{
    const char *text, *why, *ceiling = getenv("REROLL_CPU"), *name = ceiling;
    char names[96];
    const rr_isa *isa, *best = NULL;
    int known = !ceiling || !*ceiling;
    if (name && !strncmp(name, "cpu:", 4)) name += 4;
    for (unsigned i = 0; (text = rr_isa_list(i, &isa, &why)); ++i) {
        if (isa) best = isa;
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

/* The set for a name, "warp32" or null (any). */
static const rr_isa *isa_of(const char *what, rr_device *d, rr_result *result)
{
    const char *why;
    char names[96];
    if (!what) return best_isa(result);
    if (!strcmp(what, "warp32")) {
        d->warp = 32;
        return best_isa(result);
    }
    const rr_isa *isa = find_isa(what, &why);
    if (isa) return isa;
    list_names(names);
    if (why) rr_fail(result, RR_ERR_DEVICE, "%s", why);
    else rr_fail(result, RR_ERR_DEVICE, "there is no cpu:%.36s; there are cpu, %s and cpu:warp32", what, names);
    return NULL;
}

static rr_status open_cpu(const rr_target *target, const char *what, rr_device *d, rr_result *result)
{
    const rr_isa *isa = isa_of(what, d, result);
    (void)target;
    if (!isa) return RR_ERR_DEVICE;
    d->own = (void *)isa;
    d->self = isa;
    d->name = isa->name;
    for (int wide = 0; wide < 2; ++wide) d->lanes[wide] = isa->kernels[wide]->lanes;
    return RR_OK;
}

static void close_cpu(rr_device *device) { (void)device; }

/* The names of CPU devices, instruction sets in increasing order. */
static const char *const names[] = {
#define RR_ISA(name, built, kind, usable) "cpu:" #name,
#include "isa_list.h"
#undef RR_ISA
    "cpu:warp32",
};
enum { NAMES = sizeof names / sizeof *names };

static int list(const rr_target *target, unsigned number, rr_listed *l)
{
    const rr_isa *isa = NULL;
    const char *why = "";
    (void)target;
    if (number >= NAMES) return 0;
    if (number < NAMES - 1) rr_isa_list(number, &isa, &why);
    *l = (rr_listed){.lanes = isa ? isa->kernels[0]->lanes : *why ? 0 : 32, .across = ""};
    snprintf(l->name, sizeof l->name, "%s", names[number]);
    snprintf(l->why, sizeof l->why, "%s", why);
    return 1;
}

static const char *describe(const rr_device *d, uint32_t *warp, uint32_t *tile, uint32_t *threads)
{
    if (warp) *warp = d->warp ? d->warp : d->lanes[0];
    if (tile) *tile = d->tile;
    if (threads) *threads = d->threads;
    for (int i = 0; i < NAMES - 1; ++i)
        if (!strcmp(names[i] + 4, d->name)) return names[i];
    return "cpu";
}

/* No memory of a call is a GPU's. */
static rr_status place(rr_call *call, rr_result *result)
{
    call->remote = 0;
    if (call->job.flags & RR_CL_ANY) return rr_fail(result, RR_ERR_ARGUMENT, "flags RR_CL_... are for OpenCL devices");
    return RR_OK;
}

/* The kernels of a user-defined distribution, with the library's words stage. Threads may share a loaded object, so only the
 * first call stores the address: a store in each would take the line of the cache from the other threads. */
static const rr_ops *user_ops(const rr_call *call, const rr_isa *isa)
{
    const rr_ops *ops = rr_user_ops(call->user, isa->name, call->wide);
    if (!__atomic_load_n(ops->words, __ATOMIC_RELAXED))
        __atomic_store_n(ops->words, isa->words[call->wide], __ATOMIC_RELAXED);
    return ops;
}

static void bind(rr_call *call)
{
    const rr_isa *isa = rr_host_of(call->device)->own;
    call->kernels = isa->kernels[call->wide];
    call->ops = call->user ? user_ops(call, isa) : isa->ops[call->wide][call->number];
    call->narrow = call->sampler->counts ? isa->ops[0][call->number] : NULL;
    call->stage_kernels = isa->kernels[1];
    call->stage_ops = isa->ops[1][call->number];
    call->whole = call->sampler->row_stages && call->stage_ops->whole;
    for (rr_stage_call *s = call->stage; s < call->stage + call->stages; ++s) {
        s->ops = isa->ops[1][s->number];
        s->narrow = s->sampler->counts ? isa->ops[0][s->number] : NULL;
    }
    call->good = rr_cpu_good;
}

static const rr_alone *alone(const rr_device *device) { return &((const rr_isa *)device->own)->alone; }

static void setup(const rr_call *call, rr_tile *t) { call->ops->prepare(t); }

static void weigh(const rr_call *call, double max, uint64_t n, double *logits) { call->kernels->weigh(max, n, logits); }

static const rr_target_calls calls = {
    .open = open_cpu, .close = close_cpu, .list = list, .describe = describe, .place = place, .run = rr_cpu_run,
    .transform = rr_cpu_transform, .bind = bind, .check = rr_cpu_check, .setup = setup, .draw = rr_cpu_draw,
    .constant = rr_cpu_constant, .rows = rr_cpu_rows, .all_rows = rr_cpu_all_rows, .points = rr_cpu_points, .alone = alone,
    .weigh = weigh,
};

const rr_target rr_target_cpu = {.name = "cpu", .calls = &calls};
