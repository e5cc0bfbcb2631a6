/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs with parameters that are valid for any sampler, with arrays in the host's memory or the device's. */
#ifndef RR_TESTS_DEVICES_BITS_JOBS_H
#define RR_TESTS_DEVICES_BITS_JOBS_H

/* Buffers for the arrays of a job. */
static char params[RR_MAX_PARAMS][BIG * 8];
static uint64_t indices[BIG];
static char want[FIRST_COUNT][MAX * 8], big_want[BIG * 8], have[(BIG + 2 * GUARD) * 8];

static int is_half(rr_type dtype) { return dtype == RR_F16 || dtype == RR_BF16; }
static unsigned width_of(rr_type dtype)
{
    return is_half(dtype) ? 2 : dtype == RR_F64 || dtype == RR_I64 || dtype == RR_U64 ? 8 : 4;
}

/* The bytes of a parameter. */
static unsigned param_width(const rr_job *job) { return width_of(rr_param_type(job->sampler, job->dtype)); }

static const char *name_of(rr_type dtype)
{
    static const char *const names[] = {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I32] = "i32", [RR_I64] = "i64",
                                        [RR_U32] = "u32", [RR_U64] = "u64", [RR_F16] = "f16", [RR_BF16] = "bf16"};
    return names[dtype];
}

static void set(void *at, unsigned k, unsigned width, double v)
{
    const float f = (float)v;
    memcpy((char *)at + (size_t)k * width, width == 8 ? (const void *)&v : (const void *)&f, width);
}

/* A good value of parameter p for element k: shapes for every branch, by the first POINTS; low below high, left and mode
 * below right; integers where things are counted; for composite samplers the distribution's examples. */
enum { POINTS = 13 };
static double example_value(const rr_sampler *s, uint32_t p, unsigned k)
{
    const rr_example *const all = s->about->examples;
    unsigned n = 0;
    while (all[n].use) ++n;
    return k / n % 2 ? all[k % n].high[p] : all[k % n].low[p];
}

/* For counts drawn by a table, or without one by per-sample parameters: sums and expansions, and windows too. */
static double count_value(const char *name, unsigned k)
{
    if (!strcmp(name, "lam")) return 0.5 + k % 19 * 37;
    if (!strcmp(name, "n")) return 20 + k % 23 * 60;
    if (!strcmp(name, "p")) return (1 + k % 19) / 20.0;
    if (!strcmp(name, "low")) return k % 5 ? 0 : 3;
    return k % 7 ? INFINITY : 9;
}

static double good_value(const rr_sampler *s, uint32_t p, unsigned k)
{
    static const double shapes[POINTS] = {0.7, 2.5, 1, 1e-3, 31, 1e7, 0.999, 1e-1, 1.5, 1e12, 5, 0.3, 3e2};
    const char *const name = s->param[p].name;
    if (s->stages) return example_value(s, p, k);
    if (s->counts && s->fixed) return count_value(name, k);
    if (s->integers) return k % 50 + (p ? 1 + k % 19 * 1e8 : 0);
    if (s->counts && !strcmp(name, "p")) return (1 + k % 19) / 20.0;
    if (s->counts && !strcmp(name, "a")) return 2 + k % 19 * 0.5;
    if (s->counts && !strcmp(name, "n")) return k % 23 ? k % 23 * 20.0 : 1e9;
    if (s->counts && !strcmp(name, "low")) return 1 + k % 19 * 3;
    if (s->counts && !strcmp(name, "high")) return k % 23 ? 60 + k % 23 * 700.0 : 1e9;
    if (!strcmp(name, "ngood")) return 30 + k % 29 * 37;
    if (!strcmp(name, "nbad")) return 500 + k % 7 * 3;
    if (!strcmp(name, "nsample")) return 1 + k % 31 * 17;
    if (s->counts && k % 13 == 0) return 1e6;
    if (!strcmp(s->law, "loguniform")) return 0.5 * (1 + k % 19) * (p ? 1 + k % 7 : 1);
    if (s->param[p].f32.low >= 1) return s->param[p].f32.low + k % 19;
    if (!strcmp(name, "shape")) return shapes[k % POINTS];
    if (!strcmp(name, "accept")) return 1.0 / (1 + k % 9);
    k %= 1000;
    const int positive = s->param[0].f32.low == 0 && !strcmp(s->param[0].name, "low");
    if (positive && p < 2) return 0.25 * k + (p ? 1.4 + 0.125 * (k % 64) : 0);
    if (!strcmp(name, "low") || !strcmp(name, "left")) return 0.25 * k - 100.5;
    if (!strcmp(name, "mode")) return 0.25 * k - 100.5 + 0.4 * (k % 4);
    if (!strcmp(name, "mean")) return 0.35 * k - 103.5;   /* below, between and above low and high */
    if (!strcmp(name, "high") || !strcmp(name, "right")) return 0.25 * k - 99.1 + 0.125 * (k % 64);
    return 0.37 + 3 * (k % 17);
}

/* Up to n samples; ONE uses good value `point`; the caller sets out, the first index and the strategy. */
static rr_job make_job(const rr_sampler *s, rr_type dtype, spread how, unsigned point, unsigned n)
{
    const unsigned width = width_of(rr_param_type(s, dtype)), values = how == ONE ? 1 : n;
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(20261 + how, 7);
    job.rows = n;
    for (uint32_t p = 0; p < s->params; ++p) {
        if (rr_is_list(s, p)) {   /* few, which are all checked, or many */
            const int weights = s->param[p].shape.rule == RR_RULE_WEIGHTS;
            job.dims.n = how == ONE ? 1 + point : 300;
            for (unsigned k = 0; k < job.dims.n; ++k)
                set(params[p], k, width, !weights ? (k + 1) * 0.25 : k ? k % 3 * 0.25 : 1);
            job.param[p] = (rr_param){params[p], RR_F64, 0, (ptrdiff_t)width};
            continue;
        }
        const int varies = how != ONE && (s->counts || !(s->fixed >> p & 1));   /* counts can be drawn without a table */
        const unsigned same = how == ONE ? 1 + point : 0;
        for (unsigned k = 0; k < values; ++k) {
            const double v = good_value(s, p, varies ? k : same);
            const int64_t whole = (int64_t)v;
            if (s->integers) memcpy(params[p] + k * sizeof whole, &whole, sizeof whole);
            else set(params[p], k, width, v);
        }
        job.param[p] = (rr_param){params[p], rr_param_type(s, dtype), varies ? (ptrdiff_t)width : 0, 0};
    }
    for (unsigned k = 0; how == INDEXED && k < n; ++k) indices[k] = (k * 7919ull % 1000003) << (k % 40);
    if (how == INDEXED) job.index = indices;
    if (how == FLIPPED) job.flags = RR_ANTITHETIC;
    return job;
}

static int run(const rr_device *device, const char *strategy, rr_job *job, void *out, rr_result *result)
{
    *result = (rr_result)RR_RESULT_INIT;
    job->out = out;
    if (rr_strategy_find(strategy, &job->strategy)) return 1;
    rr_run(device, job, result);
    return result->status == RR_OK ? 0 : 1;
}

static int enqueue(const char *strategy, rr_job *job, rr_result *result)
{
    *result = (rr_result)RR_RESULT_INIT;
    if (rr_strategy_find(strategy, &job->strategy)) return 1;
    return rr_enqueue(with.device, job, NULL, result) != RR_OK || rr_wait(with.device, NULL, result) != RR_OK;
}

/* Prints the first difference. */
static int same(const void *expected, const void *got, size_t n, unsigned width)
{
    size_t k = 0;
    if (!memcmp(expected, got, n * width)) return 1;
    while (!memcmp((const char *)expected + k * width, (const char *)got + k * width, width)) ++k;
    uint64_t a = 0, b = 0;
    memcpy(&a, (const char *)expected + k * width, width);
    memcpy(&b, (const char *)got + k * width, width);
    printf("# element %zu of %zu is %0*llx, not %0*llx\n", k, n, (int)width * 2, (unsigned long long)b, (int)width * 2,
           (unsigned long long)a);
    return 0;
}

/* ---- The memory of a job's arrays ---- */

/* Fills `have` with a mark, draws n samples `offset` elements after its guard, and checks all of it. */
static int draw_host(rr_job *job, const char *strategy, const void *expected, unsigned n, unsigned offset)
{
    const unsigned width = width_of(job->dtype), before = (GUARD + offset) * width, all = (n + 2 * GUARD) * width;
    rr_result result;
    memset(have, 0xa5, all);
    job->rows = n / job->cols;
    if (run(with.device, strategy, job, have + before, &result)) {
        printf("# %s\n", result.message);
        return 0;
    }
    for (unsigned k = 0; k < all; ++k)
        if ((k < before || k >= before + n * width) && (unsigned char)have[k] != 0xa5) {
            printf("# byte %d from the output was written\n", (int)k - (int)before);
            return 0;
        }
    return same(expected, have + before, n, width);
}

/* The arrays of a job in the memory of the device. */
typedef struct remote {
    memory param[RR_MAX_PARAMS], index, out;
} remote;

static void close_remote(remote *r)
{
    for (int p = 0; p < RR_MAX_PARAMS; ++p) memory_close(&r->param[p]);
    memory_close(&r->index);
    memory_close(&r->out);
}

static int send(memory *m, const void *from, size_t size)
{
    return memory_open(with.device, size, m) || memory_write(m, from, size);
}

/* The job with its arrays on the device; 0 on success. */
static int open_remote(remote *r, rr_job *job, unsigned offset)
{
    const int object = memory_is_object(with.device);
    const unsigned width = width_of(job->dtype), each = param_width(job);
    const size_t n = job->rows * job->cols;
    memset(r, 0, sizeof *r);
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        if ((job->sampler->fixed | rr_whole_params(job->sampler)) >> p & 1) continue;   /* the host's */
        const rr_param *const given = &job->param[p];
        const size_t numbers = given->row_stride ? n : given->col_stride ? job->cols : 1;
        if (send(&r->param[p], given->data, numbers * each)) return 1;
        job->param[p].data = memory_pointer(&r->param[p], 0);
        if (object) job->flags |= RR_CL_PARAM(p);
    }
    if (job->index) {
        if (send(&r->index, job->index, n * 8)) return 1;
        job->index = memory_pointer(&r->index, 0);
        if (object) job->flags |= RR_CL_INDEX;
    }
    if (memory_open(with.device, (n + 2 * GUARD) * width, &r->out) || memory_fill(&r->out, 0xa5, 1)) return 1;
    job->out = memory_pointer(&r->out, object ? 0 : (size_t)(GUARD + offset) * width);
    if (object) job->flags |= RR_CL_OUT;
    return 0;
}

/* As draw_host. An array that is a cl_mem starts at offset 0. */
static int draw_remote(rr_job job, const char *strategy, const void *expected, unsigned n, unsigned offset)
{
    const unsigned width = width_of(job.dtype), before = memory_is_object(with.device) ? 0 : (GUARD + offset) * width;
    const unsigned all = (n + 2 * GUARD) * width;
    rr_result result = RR_RESULT_INIT;
    remote r;
    job.rows = n / job.cols;
    int ok = !open_remote(&r, &job, offset);
    /* Draws to an output an odd number of elements off, by a call that does not wait unless the host makes a table. */
    const int waits = !(offset & 1) || job.sampler->fixed || rr_covariances(job.sampler);
    if (ok && (waits ? run(with.device, strategy, &job, job.out, &result) : enqueue(strategy, &job, &result))) {
        printf("# in the memory of the device%s: %s\n", waits ? "" : ", enqueued", result.message);
        ok = 0;
    }
    ok = ok && !memory_read(&r.out, have, all);
    for (unsigned k = 0; ok && k < all; ++k)
        if ((k < before || k >= before + n * width) && (unsigned char)have[k] != 0xa5) {
            printf("# in the memory of the device: byte %d from the output was written\n", (int)k - (int)before);
            ok = 0;
        }
    if (ok && !same(expected, have + before, n, width)) {
        printf("# in the memory of the device\n");
        ok = 0;
    }
    close_remote(&r);
    return ok;
}

#endif
