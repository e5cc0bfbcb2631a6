/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll through its C API: rr_run() with a job, for every sampler of its list; and two limits of the machine: memset, and
 * the time of a cycle.   usage: peer_reroll DEVICE */
#include "child.h"

#include <reroll.h>
#include <reroll_sampler.h>

static rr_device *device;
static rr_job job = RR_JOB_INIT;
static const rr_type types[] = {RR_F32, RR_F64, RR_U32, RR_I32, RR_I64};
static const char *const type_names[] = {"f32", "f64", "u32", "i32", "i64"};
enum { TYPES = sizeof types / sizeof *types };

static int draw(const call *c)
{
    job.rows = c->n;
    if (rr_run(device, &job, NULL)) return 1;
    job.stream.next += c->n;
    return 0;
}

static int set_memory(const call *c)
{
    memset(c->out, 1, c->n * (size_t)child_size(c->what));
    return 0;
}

/* n dependent additions, one cycle each; the rest of the loop runs in parallel. */
static int chain(const call *c)
{
    size_t sum = 0, one = 1;
    for (size_t i = 0; i < c->n; ++i) {
        sum += one;
        __asm__ volatile("" : "+r"(sum), "+r"(one));
    }
    return sum != c->n;
}

/* Random words per sample: those of an attempt over its acceptance, averaged over some of the parameters. */
static double words_of(const call *c)
{
    const rr_sampler_info *s = rr_sampler_about(job.sampler);
    double word = rr_sampler_method(job.sampler)->words[job.dtype == RR_F64], sum = 0;
    size_t some = c->n < 64 ? c->n : 64;
    if (!s->accept) return word;
    for (size_t i = 0; i < some; ++i) {
        double v[RR_MAX_PARAMS];
        for (uint32_t p = 0; p < s->params; ++p) {
            const char *at = (const char *)job.param[p].data + (ptrdiff_t)i * job.param[p].row_stride;
            v[p] = job.param[p].type == RR_F32 ? *(const float *)at : *(const double *)at;
        }
        sum += word / s->accept(v) / (double)some;
    }
    return sum;
}

/* Sets parameters by name; those that the row does not name have their defaults. */
static const char *begin(call *c)
{
    static rr_result result;
    const rr_sampler_info *s = rr_sampler_about(c->what->own);
    if (!s) return "";
    job = (rr_job)RR_JOB_INIT;
    job.sampler = s->sampler, job.rows = c->n, job.out = c->out;
    job.stream = rr_stream_make(2026, 0);
    for (int t = 0; t < TYPES; ++t) if (!strcmp(c->what->type, type_names[t])) job.dtype = types[t];
    for (uint32_t p = 0; p < s->params; ++p) job.param[p] = (rr_param){&s->param[p].fallback, RR_F64, 0, 0};
    for (int i = 0; i < c->params; ++i) {
        uint32_t p = 0;
        while (p < s->params && strcmp(s->param[p].name, c->name[i])) ++p;
        if (p == s->params) return "has no such parameter";
        job.param[p].data = c->each[i] ? c->each[i] : (const void *)&c->value[i];
        if (c->each[i]) {
            job.param[p].type = job.dtype == RR_F32 ? RR_F32 : RR_F64;
            job.param[p].row_stride = job.dtype == RR_F32 ? 4 : 8;
        }
        if (s->param[p].shape.side[0] == RR_DIM_N) {
            job.param[p].data = c->weights, job.param[p].col_stride = 8;
            job.dims.n = (uint64_t)c->value[i];
        }
    }
    result = (rr_result)RR_RESULT_INIT;
    if (rr_check(device, &job, &result)) return result.message;
    c->words = words_of(c);
    return "";
}

int main(int arguments, char **argument)
{
    static row rows[512] = {{"memset", "f32", "", set_memory, NULL, NULL}, {"memset", "f64", "", set_memory, NULL, NULL},
                            {"memset", "i32", "", set_memory, NULL, NULL}, {"memset", "i64", "", set_memory, NULL, NULL},
                            {"cycle", "u32", "", chain, NULL, NULL}};
    static char version[160];
    const char *wanted = getenv("PEER_THREADS");
    const rr_sampler_info *s;
    size_t count = 5;
    int threads = wanted ? atoi(wanted) : 1;
    char spec[64];
    snprintf(spec, sizeof spec, "%s,threads=%d", arguments > 1 ? argument[1] : "cpu", threads);
    if (rr_device_open(spec, &device)) {
        rr_device_why(spec, version);
        printf("missing %s\n", version);
        return 1;
    }
    for (size_t i = 0; (s = rr_sampler_about(rr_sampler_list(i))); ++i)
        for (int t = 0; t < TYPES && count < sizeof rows / sizeof *rows; ++t)
            if (s->dtypes >> types[t] & 1 && !s->shape.side[0] && !s->outside && (!s->counts || *type_names[t] == 'i'))
                rows[count++] = (row){s->distribution, type_names[t], s->method, draw, draw, s->sampler};
    snprintf(version, sizeof version, "%s %s", rr_version(), rr_device_name(device, NULL, NULL, NULL));
    return child_main(&(peer){version, "yes", "all: uniforms go on below 2^-53, at both ends", "yes, the same bytes",
                              "any type", threads, count, rows, begin});
}
