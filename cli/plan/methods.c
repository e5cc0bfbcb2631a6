/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares a plan with the other methods of the distribution. A method takes setup + n ns for n samples: setup is the
 * descriptor's cost of new parameters, ns the planner's time per sample by the fastest strategy. With g = ns(here) -
 * ns(there) and d = setup(there) - setup(here) the other one is faster if n g > d. Methods that refuse the parameters, by a
 * range, by a rule between them, or because they need one value instead of an array, are not shown. */
#include "methods.h"
#include "cli/base/params.h"
#include "cli/files/jsonout.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A method, the memory of its tables, its error, and the n for which it is faster: from < n < below. from is NaN if there
 * are none or costs are unknown. */
typedef struct method {
    const rr_sampler_info *sampler;
    double ns, setup, from, below;
    uint32_t bytes;
    double error, resolution;   /* error 0: rounding only; resolution 0: all bits of the type */
} method;

/* The same job by another sampler, with parameters matched by name. False if the other sampler lacks one of them. */
static bool same_job(const rr_job *job, const rr_sampler_info *other, rr_job *call)
{
    uint32_t matched = 0;
    *call = *job;
    call->sampler = other->sampler;
    for (uint32_t p = 0; p < other->params; ++p) {
        call->param[p] = (rr_param){NULL, RR_F64, 0, 0};
        for (uint32_t k = 0; k < rr_sampler_about(job->sampler)->params; ++k)
            if (!strcmp(other->param[p].name, rr_sampler_about(job->sampler)->param[k].name)) {
                call->param[p] = job->param[k];
                ++matched;
            }
    }
    return matched == rr_sampler_about(job->sampler)->params;
}

/* True if the sampler accepts the parameters. If they are constant, one element is checked instead of all. */
static bool takes(const rr_device *device, const rr_job *job)
{
    rr_job one = *job;
    bool varies = false;
    for (uint32_t p = 0; p < rr_sampler_about(job->sampler)->params; ++p)
        varies |= job->param[p].data && (job->param[p].row_stride || job->param[p].col_stride);
    if (!varies) one.rows = one.cols = 1;
    return rr_check(device, &one, NULL) == RR_OK;
}

/* The value of element 0. */
static double first_value(const rr_param *x)
{
    switch (x->type) {
    case RR_F32: return *(const float *)x->data;
    case RR_I32: return *(const int32_t *)x->data;
    case RR_I64: return (double)*(const int64_t *)x->data;
    case RR_U32: return *(const uint32_t *)x->data;
    case RR_U64: return (double)*(const uint64_t *)x->data;
    default: return *(const double *)x->data;
    }
}

typedef double of_params(const double *params, rr_type dtype);

/* A figure of the sampler for the parameters of element 0, 0 if it has none. The figures used here depend only on constant
 * parameters. */
static double figure(const rr_job *job, of_params *f)
{
    double v[RR_MAX_PARAMS] = {0};
    const rr_sampler_info *s = rr_sampler_about(job->sampler);
    for (uint32_t p = 0; p < s->params; ++p)
        v[p] = job->param[p].data ? first_value(&job->param[p]) : s->param[p].fallback;
    return f ? f(v, job->dtype) : 0;
}

/* ns per sample by the fastest strategy. */
static double fastest_ns(const rr_plan *plan)
{
    for (uint32_t i = 0; i < plan->rows; ++i)
        if (!memcmp(&plan->row[i].strategy, &plan->choice, sizeof plan->choice)) return plan->row[i].ns;
    return NAN;
}

static void compare(method *m, double ns_here, double setup_here)
{
    const double gain = ns_here - m->ns, more = m->setup - setup_here;
    m->from = NAN;
    m->below = INFINITY;
    if (gain > 0) {
        m->from = fmax(more / gain, 0);
    } else if (gain <= 0 && more < 0) {
        m->from = 0;
        m->below = gain < 0 ? more / gain : INFINITY;
    }
}

/* Finds the next method from index *at of the list on; false if there is none. */
static bool next_method(const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan, size_t *at,
                        method *m)
{
    const rr_sampler_info *s, *own = rr_sampler_about(job->sampler);
    while ((s = sampler_at((*at)++))) {
        rr_plan there = RR_PLAN_INIT;
        rr_job call;
        const bool other = strcmp(s->name, own->name) && !strcmp(s->distribution, own->distribution);
        if (!other || !same_job(job, s, &call)) continue;
        if (!takes(device, &call) || rr_plan_job(device, &call, flags, &there) != RR_OK) continue;
        const rr_method_info *how = rr_sampler_method(s->sampler);
        *m = (method){s, fastest_ns(&there), figure(&call, how->setup), 0, 0, how->table[job->dtype == RR_F64],
                      figure(&call, how->error), how->digits ? ldexp(1, -(int)how->digits) : 0};
        compare(m, fastest_ns(plan), figure(job, rr_sampler_method(job->sampler)->setup));
        return true;
    }
    return false;
}

static void print_verdict(const method *m, bool known)
{
    if (!known) printf("-");
    else if (isnan(m->from)) printf("not faster");
    else if (m->below < INFINITY) printf("faster below n = %.3g", ceil(m->below));
    else if (m->from > 0) printf("faster from n = %.3g", ceil(m->from));
    else printf("faster");
}

void plan_methods_table(const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan)
{
    method m;
    size_t at = 0;
    for (bool first = true; next_method(device, job, flags, plan, &at, &m); first = false) {
        const bool known = !isnan(m.ns) && !isnan(fastest_ns(plan));
        if (first)
            printf("\nother methods of %s\n%-15s %12s %12s %9s %9s\n",
                   rr_sampler_about(job->sampler)->distribution, "method", "ns/sample", "set-up us", "table B", "error");
        printf("%-15s ", m.sampler->name);
        if (isnan(m.ns)) printf("%12s", "-");
        else printf("%12.3f", m.ns);
        printf(" %12.4g %9u ", m.setup / 1e3, m.bytes);
        if (m.error > 0) printf("%9.2g  ", m.error);
        else if (m.resolution > 0) printf("%*s%d  ", 9 - 2, "2^", ilogb(m.resolution));
        else printf("%9s  ", "rounding");
        print_verdict(&m, known);
        putchar('\n');
    }
}

void plan_methods_json(json_out *out, const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan)
{
    static const json_layout rows = {"", ",\n  ", ""};
    method m;
    size_t at = 0;
    json_array(out, "methods", rows);
    while (next_method(device, job, flags, plan, &at, &m)) {
        json_object(out, NULL, json_line);
        json_text(out, "sampler", m.sampler->name);
        json_digits(out, "ns", m.ns, 6);
        json_digits(out, "setup_ns", m.setup, 6);
        json_digits(out, "table_bytes", m.bytes, 6);
        json_digits(out, "error", m.error, 6);
        json_digits(out, "resolution", m.resolution, 6);
        json_digits(out, "faster_from", ceil(m.from), 6);
        json_digits(out, "faster_below", ceil(m.below), 6);
        json_end(out);
    }
    json_end(out);
}
