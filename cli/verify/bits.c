/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks the contract: strategy, instruction set, warp, tile, threads and the division of a job change no bit. Every run is
 * compared with the simplest program, loop on cpu:scalar.
 *
 * A sampler has up to six kinds of jobs: dtypes times sets of parameters. A strategy, or a job in pieces, runs for one kind
 * on one device, for the next kind on the next device, and the next sampler starts at another device. So every strategy
 * meets every device, and every kind of every sampler, in a sixth of the runs of all combinations, which --all makes.
 *
 * cpu:scalar, which emulates fma, takes most of the time of a run. So fixed:M, which makes M attempts per sample, has few
 * rows there, and --quick compares all strategies on few rows there, in tiles of 64, so that these rows are several tiles.
 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that fixed:M draws, and rows on cpu:scalar. The last two are more than a tile of 64. */
enum { DEVICES_MAX = 16, FIXED_MAX = 501, SCALAR_FIXED_MAX = 131, QUICK_SCALAR_MAX = 131, QUICK_SCALAR_FIXED_MAX = 67 };

static const char scalar[] = "cpu:scalar", quick_scalar[] = "cpu:scalar,tile=64";

struct verify_devices {
    rr_device *reference, *device[DEVICES_MAX];
    const char *spec[DEVICES_MAX];
    unsigned count;
};

typedef struct comparison {
    verify_report *report;
    const verify_devices *devices;
    unsigned kinds, turn;    /* the number of kinds of jobs, and the index of this one */
    unsigned runs, wrong;
    char first[280];         /* the first wrong run */
} comparison;

static void add_device(verify_report *report, verify_devices *d, const char *spec)
{
    rr_device *device = verify_open(report, spec, spec);
    if (!device || d->count == DEVICES_MAX) {
        rr_device_close(&device);
        return;
    }
    d->spec[d->count] = spec;
    d->device[d->count++] = device;
}

/* Adds every usable device, and then the best CPU with options that divide the work in other ways. */
static void add_devices(verify_report *report, verify_devices *d, bool gpus)
{
    static const char *const cuts[] = {"cpu,warp=4", "cpu,tile=64", "cpu,warp=16,tile=192,threads=2"};
    rr_device_info info;
    for (size_t i = 0; rr_device_list(i, &info); ++i) {
        const bool few = report->quick && !report->all && !strcmp(info.name, scalar);
        if (info.available) add_device(report, d, few ? quick_scalar : info.name);
        if (!gpus && !strcmp(info.name, "cpu:warp32")) break;
    }
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; ++i) add_device(report, d, cuts[i]);
}

verify_devices *verify_devices_open(verify_report *report, bool gpus)
{
    verify_devices *d = get_zeroed(sizeof *d);
    d->reference = verify_open(report, scalar, scalar);
    if (!d->reference) {
        free(d);
        return NULL;
    }
    if (report->device) add_device(report, d, report->device);
    else add_devices(report, d, gpus);
    return d;
}

unsigned verify_devices_count(const verify_devices *d) { return d->count; }

void verify_devices_close(verify_devices *d)
{
    if (!d) return;
    rr_device_close(&d->reference);
    for (unsigned i = 0; i < d->count; ++i) rr_device_close(&d->device[i]);
    free(d);
}

/* The index of the first difference between two outputs. */
static uint64_t first_difference(const rr_job *job, const void *expected)
{
    const size_t size = dtype_size(job->dtype);
    uint64_t k = 0;
    while (k < job->rows * job->cols && !memcmp((const char *)expected + k * size, (const char *)job->out + k * size, size))
        ++k;
    return k;
}

static void judge(comparison *c, const rr_job *job, const void *expected, rr_status status, const char *how,
                  const char *where)
{
    ++c->runs;
    c->report->counts.samples += job->rows;
    if (!status && !memcmp(expected, job->out, job->rows * job->cols * dtype_size(job->dtype))) return;
    if (c->wrong++) return;
    if (status) snprintf(c->first, sizeof c->first, "%s on %s: %s", how, where, rr_status_text(status));
    else snprintf(c->first, sizeof c->first, "%s on %s differs at index %" PRIu64, how, where,
                  job->stream.next + first_difference(job, expected));
}

/* Draws a job in pieces of various sizes, as typed calls would. */
static rr_status run_in_pieces(const rr_device *device, const rr_job *whole)
{
    static const uint64_t sizes[] = {1, 3, 64, 7, 501, 16};
    rr_status status = RR_OK;
    const rr_sampler_info *s = rr_sampler_about(whole->sampler);
    rr_job piece = *whole;
    uint64_t done = 0;
    for (int i = 0; done < whole->rows && !status; i = (i + 1) % 6, done += piece.rows) {
        piece.rows = sizes[i] < whole->rows - done ? sizes[i] : whole->rows - done;
        piece.stream.next = whole->stream.next + done;
        piece.out = (char *)whole->out + done * whole->cols * dtype_size(whole->dtype);
        for (uint32_t p = 0; p < s->params; ++p)
            if (!param_is_covariance(s, p) && !param_is_list(s, p))
                piece.param[p].data = (const char *)whole->param[p].data + (ptrdiff_t)done * whole->param[p].row_stride;
        status = rr_run(device, &piece, NULL);
    }
    return status;
}

/* True if strategy k runs on device d for this kind of job. */
static bool due(const comparison *c, size_t k, unsigned d)
{
    const unsigned turns = c->kinds < c->devices->count ? c->kinds : c->devices->count;
    const bool now = c->report->all || (k + c->turn) % turns == d % turns;
    c->report->counts.left_out += !now;
    return now;
}

/* True if all attempts of fixed:M may fail, which few rows would not show. */
static bool may_fail(const rr_job *job) { return rr_sampler_about(job->sampler)->min_accept < 0.1; }

/* The number of rows that are drawn on device d, by fixed:M or by any other strategy. */
static uint64_t rows_on(const comparison *c, unsigned d, bool fixed, const rr_job *job)
{
    const bool few = c->devices->spec[d] == quick_scalar, full = c->report->all || may_fail(job);
    const uint64_t scarce = few ? QUICK_SCALAR_FIXED_MAX : SCALAR_FIXED_MAX;
    const uint64_t numbers = full || (!few && strcmp(c->devices->spec[d], scalar)) ? FIXED_MAX : scarce;
    const uint64_t max = fixed ? numbers / job->cols : few ? QUICK_SCALAR_MAX : job->rows;
    return job->rows < max ? job->rows : max;
}

static void run_strategies(comparison *c, rr_job *job, const void *expected, unsigned d)
{
    const uint64_t rows = job->rows;
    const size_t bytes = rows * job->cols * dtype_size(job->dtype);
    const rr_device *device = c->devices->device[d];
    const char *spec = c->devices->spec[d];
    rr_strategy_info info;
    char name[32];
    size_t k = 0;
    for (; rr_strategy_list(k, &info); ++k) {
        if (!strcmp(info.name, "loop") && !strcmp(spec, scalar)) continue;   /* it is what all are compared with */
        if (!due(c, k, d)) continue;
        job->strategy = info.example;
        job->rows = rows_on(c, d, !strcmp(info.name, "fixed"), job);
        rr_strategy_text(job->strategy, name);
        memset(job->out, 0xca, bytes);   /* makes bytes that are not written differ */
        judge(c, job, expected, rr_run(device, job, NULL), name, spec);
        job->rows = rows;
    }
    if (!due(c, k, d)) return;
    job->strategy = (rr_strategy){0, 0};
    job->rows = rows_on(c, d, false, job);
    memset(job->out, 0xca, bytes);
    judge(c, job, expected, run_in_pieces(device, job), "a job in pieces", spec);
    job->rows = rows;
}

static void compare_variant(comparison *c, const rr_sampler_info *sampler, rr_type type, int variant, uint64_t n)
{
    rr_job job;
    verify_params params;
    const size_t bytes = n * dtype_size(type);
    void *expected = get_zeroed(bytes);
    verify_job_make(&job, &params, sampler, type, variant, n);
    rr_strategy_find("loop", &job.strategy);
    rr_result result = RR_RESULT_INIT;
    const rr_status status = rr_run(c->devices->reference, &job, &result);
    ++c->runs;
    if (status) {
        const bool user = status == RR_ERR_CAP && !sampler_find(sampler->name);
        if (!c->wrong++) snprintf(c->first, sizeof c->first, "loop on cpu:scalar: %s%s", result.message,
                                  user ? "; RR_MIN_ACCEPTANCE may be too large" : "");
    } else {
        memcpy(expected, job.out, bytes);
        for (unsigned d = 0; d < c->devices->count; ++d) run_strategies(c, &job, expected, d);
    }
    ++c->turn;
    verify_job_end(&job, &params);
    free(expected);
}

static void compare_dtype(comparison *c, const rr_sampler_info *sampler, rr_type type, int variants, bool large)
{
    const uint64_t many = 4101, few = c->report->quick || verify_again(sampler, type) ? 501 : 1001;
    char check[80];
    snprintf(check, sizeof check, "bits %s %s", sampler->name, dtype_name(type));
    c->runs = c->wrong = 0;
    for (int v = 0; v < variants; ++v) compare_variant(c, sampler, type, v, v == variants - 1 && large ? many : few);
    c->report->counts.runs += c->runs;
    if (c->wrong) verify_add(c->report, check, false, "%u of %u runs: %s", c->wrong, c->runs, c->first);
    else verify_add(c->report, check, true, "%u runs on %u device%s: same bits as loop on cpu:scalar", c->runs,
                    (unsigned)c->devices->count, c->devices->count == 1 ? "" : "s");
}

/* True if a dtype has a job of more than 4096 samples, the default tile, above which the library allocates memory and starts
 * threads. No dtype has one where draws are expensive, nor do counts that have been checked in another type. If all samplers
 * are checked on all devices, one dtype of each has one, f32 and f64 in turn; --all gives every dtype one. */
static bool has_large(const verify_report *report, const rr_sampler_info *sampler, rr_type type, unsigned turn)
{
    if (rr_sampler_method(sampler->sampler)->work || verify_again(sampler, type)) return false;
    if (report->all || report->device || !sampler_find(sampler->name) || sampler->counts) return true;
    const unsigned types = (unsigned)__builtin_popcount(sampler->dtypes & ((2u << RR_U64) - 1));
    return (unsigned)__builtin_popcount(sampler->dtypes & ((1u << type) - 1)) == turn % types;
}

void verify_bits(verify_report *report, const verify_devices *devices, const rr_sampler_info *sampler, size_t number)
{
    const int variants = sampler->params ? VERIFY_VARIANTS : 1;
    const unsigned turn = (unsigned)number;
    comparison c = {.report = report, .devices = devices, .turn = turn};
    for (int type = RR_F32; type <= RR_U64; ++type) c.kinds += sampler->dtypes >> type & 1 ? (unsigned)variants : 0;
    for (int type = RR_F32; type <= RR_U64; ++type)
        if (sampler->dtypes >> type & 1)
            compare_dtype(&c, sampler, (rr_type)type, variants, has_large(report, sampler, (rr_type)type, turn));
}
