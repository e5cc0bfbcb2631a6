/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "support.h"
#include "reroll_law.h"

#include <math.h>
#include <stdatomic.h>

int deep(void)
{
    const char *v = getenv("REROLL_DEEP");
    return v && *v && strcmp(v, "0");
}

uint64_t mix(uint64_t n)
{
    uint64_t z = (n + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t next_random(void)
{
    static uint64_t calls;
    return (uint32_t)(mix(++calls) >> 32);
}

const rr_device *device(const char *format, ...)
{
    static struct { char name[64]; rr_device *device; } kept[256];
    static unsigned count;
    char name[64];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    for (unsigned i = 0; i < count; ++i)
        if (!strcmp(kept[i].name, name)) return kept[i].device;
    if (count == sizeof kept / sizeof *kept) fail_msg("too many devices");
    strcpy(kept[count].name, name);
    rr_device_open(name, &kept[count].device);
    return kept[count++].device;
}

unsigned isas(const char *names[8])
{
    rr_device_info info;
    unsigned n = 0;
    for (size_t i = 0; n < 8 && rr_device_list(i, &info) && strcmp(info.name, "cpu:warp32"); ++i)   /* which ends the CPUs */
        if (info.available) names[n++] = info.name;
    return n;
}

unsigned width(rr_type dtype)
{
    return dtype == RR_F16 || dtype == RR_BF16 ? 2 : dtype == RR_F64 || dtype == RR_I64 || dtype == RR_U64 ? 8 : 4;
}

rr_strategy strategy(const char *text)
{
    rr_strategy s;
    if (rr_strategy_find(text, &s)) fail_msg("no strategy %s", text);
    return s;
}

unsigned param_width(const rr_sampler *sampler, rr_type dtype) { return width(rr_param_type(sampler, dtype)); }

/* Counts are equal in every dtype (see tests/exact/bits/counts.c), so two dtypes suffice here. */
static int is_apart(const rr_sampler *s, rr_type t) { return !s->counts || t == RR_I32 || t == RR_I64; }

int sampler_and_type(unsigned n, const rr_sampler **sampler, rr_type *dtype)
{
    for (size_t i = 0; (*sampler = rr_sampler_list(i)); ++i)
        for (int t = RR_F32; t <= RR_U64; ++t)
            if (!rr_is_row(*sampler) && (*sampler)->dtypes >> t & 1 && is_apart(*sampler, (rr_type)t) && !n--) {
                *dtype = (rr_type)t;
                return 1;
            }
    return 0;
}

/* Smallest values of parameters whose ranges have grown: the sets of the frozen bits stay. */
static double low_of(const rr_sampler *s, const rr_range *r, uint32_t p)
{
    static const struct { const char *name; uint32_t p; double low; } was[] = {
        {"negative-binomial", 1, 1e-6}, {"noncentral-f", 0, 1e-3}, {"noncentral-f", 1, 0.5}, {"noncentral-t", 0, 0.5},
        {"yule-simon", 0, 0.75}};
    for (size_t k = 0; k < sizeof was / sizeof *was; ++k)
        if (was[k].p == p && !strcmp(was[k].name, s->name)) return was[k].low > r->low ? was[k].low : r->low;
    return r->low;
}

/* A good value of parameter p for choice number k; a set of them may still be inconsistent. */
static double value(const rr_sampler *s, rr_type dtype, uint32_t p, unsigned k)
{
    const rr_range *r = rr_param_range(s, dtype, p);
    const double positive[] = {0.7, 2.0, 0.3, 30.0, 1.0, 0.999, 1e-3, 1e5},
                 any[] = {0.0, -1.5, 3.25, 0.1, -7.0, 100.0, -0.0, 1e-3};
    const double whole[] = {0, 3, 7, 1, 100, 12, 1000, 5};
    if (s->integers) return whole[k % 8];
    double v = r->low >= 0 ? (r->low_open ? r->low : 0) + positive[k % 8] : any[k % 8];
    const double low = low_of(s, r, p);
    if (low > 0x1p-21 / 2 && r->high <= 1)
        v = 0.1 + 0.85 * (double)(k % 8) / 7;   /* a probability that takes few attempts */
    if (v > r->high || (r->high_open && v >= r->high)) v = r->high_open ? r->high * (1 - 0x1p-24) : r->high;
    /* A draw whose time grows with its first parameter is not run at its slowest values for every strategy and set. */
    const double work[RR_MAX_PARAMS] = {v};
    if (p == 0 && s->work && s->work(work, dtype) > 2048) v = 30;
    return v < low ? low : v;
}

static void values_of(const rr_sampler *s, rr_type dtype, unsigned k, double v[RR_MAX_PARAMS])
{
    for (uint32_t p = 0; p < s->params; ++p) v[p] = value(s, dtype, p, k >> (3 * p) ^ 3 * p);
    if (!strcmp(s->name, "beta-negative-binomial")) v[1] += 30;   /* otherwise counts do not fit */
    if (!s->relate || !s->relate(v)) return;
    /* low, high: in order. */
    for (uint32_t p = 1; p < s->params; ++p)
        for (uint32_t q = p; q > 0 && v[q] < v[q - 1]; --q) {
            const double t = v[q];
            v[q] = v[q - 1];
            v[q - 1] = t;
        }
    for (uint32_t p = 1; s->integers && p < s->params; ++p) v[p] = v[p] > v[p - 1] ? v[p] : v[p - 1] + 1;
    if (s->integers) return;
    /* Or the first is a number of items, already chosen in its own range. */
    if (v[0] < rr_param_range(s, dtype, 0)->low) {
        for (uint32_t p = 0; p < s->params; ++p) v[p] = value(s, dtype, p, k >> (3 * p) ^ 3 * p);
    }
    if (s->relate(v)) v[0] = ceil(v[0]);
    if (!s->relate(v)) return;
    /* Or all are numbers of items, and the last is a part of the others. */
    for (uint32_t p = 0; p < s->params; ++p) v[p] = p + 1 < s->params ? ceil(v[p]) : v[p - 1];
    if (s->relate(v)) v[s->params - 1] += 1;   /* or the last is above the others */
    if (s->relate(v)) memcpy(v, s->about->examples[0].low, s->params * sizeof *v);   /* or as its distribution requires it */
}

/* Memory that is kept until the program ends and stays reachable, so that a leak checker does not report it. */
static void *keep(size_t size)
{
    static struct kept { struct kept *before; } *last;
    struct kept *k = malloc(sizeof *k + size);
    k->before = last;
    last = k;
    return k + 1;
}

/* Weights, some of them 0; how many there are depends on `which`. */
enum { WEIGHTS = 24 };
static const double weights[WEIGHTS] = {0,     3, 0.5, 1e-3, 0,    2, 1e-12, 7, 1,    1, 0.25, 4,
                                        0.125, 0, 0,   6,    1e-5, 2, 3,     1, 0.75, 9, 0.01, 0};

/* The same number of increasing values. */
static const double increasing[WEIGHTS] = {-30, -3, -2.5, -2, -1.75, -1.5, -1.25, -1, -0.75, -0.5, -0.25, -1e-9,
                                       0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 20, 300};

/* The weights again, with ones in place of zeros where parameter p of a mixture accepts no 0; or increasing values. */
static rr_param vector_of(const rr_sampler *sampler, uint32_t p)
{
    static double ones[WEIGHTS];
    const rr_range *range = rr_param_range(sampler, RR_F32, p);
    const int positive = range->low == 0 && range->low_open;
    for (int k = 0; k < WEIGHTS; ++k) ones[k] = weights[k] > 0 ? weights[k] : 1;
    const double *from = rr_reads_numbers(sampler) ? increasing : positive || range->low > 0 ? ones : weights;
    return (rr_param){from, RR_F64, 0, sizeof *from};
}

rr_job job_of(const rr_sampler *sampler, rr_type dtype, uint64_t first, uint64_t rows, int each, unsigned which)
{
    rr_job job = RR_JOB_INIT;
    const uint64_t n = each ? rows : 1;
    job.sampler = sampler;
    job.dtype = dtype;
    job.stream = (rr_stream){0x9e3779b97f4a7c15u, 77, first};
    job.rows = rows;
    for (uint32_t p = 0; p < sampler->params; ++p) {
        const unsigned w = param_width(sampler, dtype);
        char *at = keep((n + 1) * w);
        for (uint64_t i = 0; i < n; ++i) {
            double v[RR_MAX_PARAMS];
            values_of(sampler, dtype, each ? (unsigned)mix(i) : which, v);
            const float f = (float)v[p];
            memcpy(at + i * w, w == 8 ? (void *)&v[p] : (void *)&f, w);
        }
        job.param[p] = (rr_param){at, w == 8 ? RR_F64 : RR_F32, each && !(sampler->fixed >> p & 1) ? (ptrdiff_t)w : 0, 0};
        if (rr_is_list(sampler, p)) job.param[p] = vector_of(sampler, p);
    }
    job.dims = rr_sampler_dims(sampler, (rr_dims){.n = each ? WEIGHTS : 2 + 7 * (which & 3)});
    return job;
}

rr_job job_part(const rr_job *job, uint64_t from, uint64_t n, void *out)
{
    rr_job part = *job;
    part.rows = n;
    part.out = out;
    part.stream.next += from;
    if (job->index) part.index += from;
    for (uint32_t p = 0; p < job->sampler->params; ++p)
        if (part.param[p].data)
            part.param[p].data = (const char *)part.param[p].data + (ptrdiff_t)from * part.param[p].row_stride;
    return part;
}

/* Every fourth job that must run is drawn a second time as a prepared job, in pieces of odd lengths, forwards or backwards.
 * This covers all samplers, shapes, layouts, strategies and devices of the tests. */
static int is_drawn_in_pieces(const rr_job *job)
{
    static atomic_uint calls;
    return job->rows && job->cols && !(job->flags & RR_COUNT) && mix(atomic_fetch_add(&calls, 1)) % 4 == 0;
}

static void draw_in_pieces(const rr_device *device, const rr_job *job, const void *want)
{
    static const unsigned lengths[] = {7, 13, 1, 64, 3, 31, 2, 65, 5, 17};
    const uint64_t unit = rr_is_row(job->sampler) ? job->cols : 1, units = job->rows * job->cols / unit;
    const size_t bytes = (size_t)unit * width(job->dtype);
    const int backwards = mix(units + job->stream.next) & 1;
    char *have = malloc((size_t)units * bytes);
    rr_prepared *prepared;
    rr_result result = RR_RESULT_INIT;
    if (rr_prepared_open(device, job, &prepared, &result)) fail_msg("%s, prepared: %s", job->sampler->name, result.message);
    for (uint64_t done = 0, k = units, n; done < units; done += n, ++k) {
        const uint64_t length = lengths[k % 10] * (units / 512 + 1);
        n = length < units - done ? length : units - done;
        const uint64_t at = backwards ? units - done - n : done;
        if (rr_prepared_draw(prepared, at * unit, n * unit, have + at * bytes, &result))
            fail_msg("%s, a piece: %s", job->sampler->name, result.message);
    }
    rr_prepared_close(&prepared);
    same_bits(want, have, (size_t)(units * unit), width(job->dtype), "%s, prepared and drawn in pieces", job->sampler->name);
    free(have);
}

void must_run(const rr_device *device, const rr_job *job, void *out)
{
    rr_job run = *job;
    rr_result result = RR_RESULT_INIT;
    run.out = out;
    if (!device) fail_msg("no device");
    if (rr_run(device, &run, &result)) fail_msg("%s: %s", job->sampler->name, result.message);
    if (is_drawn_in_pieces(job)) draw_in_pieces(device, job, out);
}

void same_bits(const void *want, const void *have, size_t n, unsigned width, const char *format, ...)
{
    char text[256];
    va_list args;
    size_t i = 0;
    if (!memcmp(want, have, n * width)) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    while (!memcmp((const char *)want + i * width, (const char *)have + i * width, width)) ++i;
    uint64_t a = 0, b = 0;
    memcpy(&a, (const char *)want + i * width, width);
    memcpy(&b, (const char *)have + i * width, width);
    fail_msg("%s: element %zu of %zu is %0*llx, not %0*llx", text, i, n, (int)width * 2, (unsigned long long)b,
             (int)width * 2, (unsigned long long)a);
}
