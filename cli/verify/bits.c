/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The promise of the contract: strategy, instruction set, warp, tile, threads and the way a job is cut change no bit.
 * What every run is compared with is the plainest program there is, loop on cpu:scalar.
 *
 * A sampler has up to six kinds of jobs: dtypes by sets of parameters. A strategy, or a job in pieces, runs for one kind on
 * one device, for the next kind on the next, and the next sampler begins elsewhere. So every strategy meets every device and
 * every kind of every sampler, with a sixth of the runs of all times all, which is --all. */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES_MOST = 16, FIXED_MOST = 501 };

typedef struct devices {
    rr_device *reference, *device[DEVICES_MOST];
    const char *spec[DEVICES_MOST];
    unsigned count;
} devices;

typedef struct comparison {
    verify_report *report;
    const devices *devices;
    unsigned kinds, turn;    /* how many kinds of jobs there are, and the number of this one */
    unsigned runs, wrong;
    char first[200];         /* what the first wrong run was */
} comparison;

static void add_device(verify_report *report, devices *d, const char *spec)
{
    rr_device *device = verify_open(report, spec, spec);
    if (!device || d->count == DEVICES_MOST) {
        rr_device_close(&device);
        return;
    }
    d->spec[d->count] = spec;
    d->device[d->count++] = device;
}

/* Every usable device, GPUs if asked for; then, on the best one, the options that cut the work in other ways. */
static bool open_devices(verify_report *report, devices *d, bool gpus)
{
    static const char *const cuts[] = {"cpu,warp=4", "cpu,tile=64", "cpu,warp=16,tile=192,threads=2"};
    rr_device_info info;
    memset(d, 0, sizeof *d);
    d->reference = verify_open(report, "cpu:scalar", "cpu:scalar");
    if (!d->reference) return false;
    if (report->device) {
        add_device(report, d, report->device);
        return true;
    }
    for (size_t i = 0; rr_device_list(i, &info); ++i) {
        if (info.available) add_device(report, d, info.name);
        if (!gpus && !strcmp(info.name, "cpu:warp32")) break;
    }
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; ++i) add_device(report, d, cuts[i]);
    return true;
}

static void close_devices(devices *d)
{
    rr_device_close(&d->reference);
    for (unsigned i = 0; i < d->count; ++i) rr_device_close(&d->device[i]);
}

/* The first place where two outputs differ. */
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
    if (!status && !memcmp(expected, job->out, job->rows * job->cols * dtype_size(job->dtype))) return;
    if (c->wrong++) return;
    if (status) snprintf(c->first, sizeof c->first, "%s on %s: %s", how, where, rr_status_text(status));
    else snprintf(c->first, sizeof c->first, "%s on %s differs at index %" PRIu64, how, where,
                  job->stream.next + first_difference(job, expected));
}

/* A job in pieces of odd sizes, as typed calls would draw it. */
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

/* Is it the turn of strategy number k on device number d? */
static bool due(const comparison *c, size_t k, unsigned d)
{
    const unsigned turns = c->kinds < c->devices->count ? c->kinds : c->devices->count;
    return c->report->all || (k + c->turn) % turns == d % turns;
}

/* Rows that a strategy draws: fixed:M, which makes M attempts a sample, no more than a few. */
static uint64_t rows_of(const rr_strategy_info *info, const rr_job *job)
{
    const uint64_t most = FIXED_MOST / job->cols;
    return !strcmp(info->name, "fixed") && job->rows > most ? most : job->rows;
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
        if (!due(c, k, d)) continue;
        job->strategy = info.example;
        job->rows = rows_of(&info, job);
        rr_strategy_text(job->strategy, name);
        memset(job->out, 0xca, bytes);   /* what is not written differs */
        judge(c, job, expected, rr_run(device, job, NULL), name, spec);
        job->rows = rows;
    }
    if (!due(c, k, d)) return;
    job->strategy = (rr_strategy){0, 0};
    memset(job->out, 0xca, bytes);
    judge(c, job, expected, run_in_pieces(device, job), "a job in pieces", spec);
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
    if (rr_run(c->devices->reference, &job, &result)) {
        if (!c->wrong++) snprintf(c->first, sizeof c->first, "loop on cpu:scalar: %s", result.message);
    } else {
        memcpy(expected, job.out, bytes);
        for (unsigned d = 0; d < c->devices->count; ++d) run_strategies(c, &job, expected, d);
    }
    ++c->turn;
    verify_job_end(&job, &params);
    free(expected);
}

static void compare_dtype(comparison *c, const rr_sampler_info *sampler, rr_type type, int variants)
{
    /* Above 4096 samples the library takes memory and starts threads: one variant does, but of laws whose draws are the work
     * of many, and of counts that have been looked at in another type. */
    const bool again = verify_again(sampler, type), works = rr_sampler_method(sampler->sampler)->work != NULL;
    const uint64_t many = 4101, few = c->report->quick || again ? 501 : 1001;
    char check[80];
    snprintf(check, sizeof check, "bits %s %s", sampler->name, dtype_name(type));
    c->runs = c->wrong = 0;
    for (int v = 0; v < variants; ++v)
        compare_variant(c, sampler, type, v, v == variants - 1 && !works && !again ? many : few);
    if (c->wrong) verify_add(c->report, check, false, "%u of %u runs: %s", c->wrong, c->runs, c->first);
    else verify_add(c->report, check, true, "%u runs on %u devices gave the bits of loop on cpu:scalar", c->runs,
                    c->devices->count);
}

static void compare_sampler(verify_report *report, const devices *d, const rr_sampler_info *sampler, unsigned number)
{
    const int variants = sampler->params ? VERIFY_VARIANTS : 1;
    comparison c = {.report = report, .devices = d, .turn = number};
    for (int type = RR_F32; type <= RR_U64; ++type) c.kinds += sampler->dtypes >> type & 1 ? (unsigned)variants : 0;
    for (int type = RR_F32; type <= RR_U64; ++type)
        if (sampler->dtypes >> type & 1) compare_dtype(&c, sampler, (rr_type)type, variants);
}

void verify_bits(verify_report *report)
{
    const rr_sampler_info *s;
    devices d;
    if (open_devices(report, &d, false))   /* GPUs are tried where --device names one */
        for (size_t i = 0; (s = sampler_at(i)); ++i)
            if (!s->outside) compare_sampler(report, &d, s, (unsigned)i);
    close_devices(&d);
}

void verify_bits_of(verify_report *report, const rr_sampler_info *sampler)
{
    devices d;
    if (open_devices(report, &d, true)) compare_sampler(report, &d, sampler, 0);
    close_devices(&d);
}
