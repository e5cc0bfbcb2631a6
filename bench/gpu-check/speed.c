/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures the speed of a GPU device; prints one line of JSON per row:
 *
 *     speed DEVICE [--quick] [--headline] [--after=ROWS,MEMSET,BITS]
 *     speed DEVICE --once
 *
 * memset: the rate of the driver's fill of the same memory. Raw words, not stored: the rate of a kernel that only xors them,
 * which is the upper limit of all draws; of_philox is the fraction of it. bits: the same words, stored. Before, the device
 * draws for half a second, so that its clocks are up.
 *
 * Then: uniform and gamma with several sizes of a call; every sampler, f32 and f64, to the memory of the device, under
 * compact and under the naive loop (gamma and attempts: under every strategy); calls of 1024 samples; output to the host;
 * and the time to prepare a kernel, from its text and from the cache on disk. A figure is the median of ROUNDS, with
 * quartiles. In each round calls are enqueued for a target time, with one wait at the end.
 *
 * --quick: raw words, and three samplers in f32 with few samples under compact and loop. This takes two minutes on a
 * processor's runtime, whose compiler takes up to half a minute per kernel.
 * --headline: instead of all that, LAWS in three sizes. --once: draws each of PROFILED once and prints its name, for a
 * profiler.
 * --after: the first ROWS rows are already known and left out; their memset had MEMSET GB/s, their bits BITS GS/s. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <reroll_sampler.h>

#include "memory.h"

enum { ROUNDS = 7, SMALL = 1024 };

static struct {
    const char *name;
    rr_device *device;
    uint64_t n;               /* samples per call */
    double target;
    memory out, param;
    double memset_gbs, bits_gs;
    int quick, headline, once;
    unsigned row, after;      /* number of rows so far, and of known ones */
} with;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Time of calls that are not timed, until the clocks are up. */
enum { SPIN_MS = 500 };

/* The work that is timed: `calls` calls, synchronous. Not 0: failed. */
typedef int work_fn(void *state, unsigned calls);

/* Seconds per call: quartile, median, quartile. */
static int measure(work_fn *work, void *state, double seconds[3])
{
    double round[ROUNDS];
    if (work(state, 1)) return 1;   /* compiles, allocates */
    double start = now();
    if (work(state, 1)) return 1;
    const double once = now() - start;
    const unsigned calls = once > with.target ? 1 : (unsigned)(with.target / (once + 1e-7)) + 1;
    for (int r = 0; r < ROUNDS; ++r) {
        start = now();
        if (work(state, calls)) return 1;
        round[r] = (now() - start) / calls;
    }
    qsort(round, ROUNDS, sizeof *round, ascending);
    for (int q = 0; q < 3; ++q) seconds[q] = round[(q + 1) * ROUNDS / 4];
    return 0;
}

/* ---- Rows ---- */

/* True if the next row is already known. Every row calls this once, always in the same order. */
static int is_known(void) { return with.row++ < with.after; }

static void row_begin(const char *what) { printf("{\"what\": \"%s\"", what); }

static void row_end(const double s[3])
{
    printf(", \"seconds\": %.5g, \"quartiles\": [%.5g, %.5g]}\n", s[1], s[0], s[2]);
    fflush(stdout);
}

static void row_missing(const char *why)
{
    printf(", \"missing\": \"");   /* our messages, and those of compilers and drivers */
    for (; *why; ++why) putchar(*why == '"' || *why == '\\' || (unsigned char)*why < ' ' ? '\'' : *why);
    printf("\"}\n");
    fflush(stdout);
}

/* ---- Work ---- */

typedef struct draw {
    rr_job job;
    int waits;       /* rr_run instead of rr_enqueue */
    rr_result result;
} draw;

static int draws(void *state, unsigned calls)
{
    draw *const d = state;
    rr_status status = RR_OK;
    for (unsigned k = 0; k < calls && status == RR_OK; ++k) {
        status = d->waits ? rr_run(with.device, &d->job, &d->result) : rr_enqueue(with.device, &d->job, NULL, &d->result);
        d->job.stream.next += d->job.rows * d->job.cols;
    }
    if (status == RR_OK && !d->waits) status = rr_wait(with.device, NULL, &d->result);
    return status != RR_OK;
}

static int fills(void *state, unsigned calls)
{
    return memory_fill(state, 0, calls);
}

static rr_job job_of(const rr_sampler *s, rr_type dtype, uint64_t n)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(1, 0);
    job.rows = n;
    job.out = memory_pointer(&with.out, 0);
    if (memory_is_object(with.device)) job.flags = RR_CL_OUT;
    return job;
}

/* The value of a parameter without a default. */
static double usual(const rr_param_info *p)
{
    if (!isnan(p->fallback)) return p->fallback;
    if (!strcmp(p->name, "accept")) return 0.5;
    if (!strcmp(p->name, "low")) return -1;
    return p->f32.low >= 1 ? 3 : 2;
}

/* The mean number of random words per sample: those of an attempt over the acceptance. */
static double words_of(const rr_sampler_info *s, rr_type dtype, const double *values)
{
    return rr_sampler_method(s->sampler)->words[dtype == RR_F64] / (s->accept ? s->accept(values) : 1);
}

/* One row: a distribution under a strategy. range: one shape per sample between these, in the memory of the device. */
static void time_draw(const char *sampler, rr_type dtype, const char *strategy, double shape, const double range[2])
{
    const rr_sampler_info *s = rr_sampler_about(rr_sampler_find(sampler));
    draw d = {.job = job_of(s->sampler, dtype, with.n), .result = RR_RESULT_INIT};
    const unsigned width = dtype == RR_F64 ? 8 : 4;
    double values[RR_MAX_PARAMS], seconds[3];
    if (is_known()) return;
    row_begin("draw");
    printf(", \"sampler\": \"%s\", \"dtype\": \"%s\", \"strategy\": \"%s\", \"n\": %llu, \"params\": {", sampler,
           width == 8 ? "f64" : dtype == RR_U32 ? "u32" : "f32", strategy, (unsigned long long)with.n);
    for (uint32_t p = 0; p < s->params; ++p) {
        values[p] = p == 0 && shape > 0 ? shape : usual(&s->param[p]);
        d.job.param[p] = (rr_param){&values[p], RR_F64, 0, 0};
        if (p == 0 && range) printf("\"%s\": [%g, %g]", s->param[p].name, range[0], range[1]);
        else printf(isfinite(values[p]) ? "%s\"%s\": %g" : "%s\"%s\": \"%g\"", p ? ", " : "", s->param[p].name, values[p]);
    }
    printf("}");
    if (range) {
        d.job.param[0] = (rr_param){memory_pointer(&with.param, 0), dtype, (ptrdiff_t)width, 0};
        if (memory_is_object(with.device)) d.job.flags |= RR_CL_PARAM(0);
    }
    d.waits = rr_sampler_method(s->sampler)->fixed != 0;   /* its tables are made on the host */
    if (rr_strategy_find(strategy, &d.job.strategy) || measure(draws, &d, seconds)) {
        row_missing(d.result.message);
        return;
    }
    const double gs = (double)with.n / seconds[1] * 1e-9;
    if (!strcmp(sampler, "bits") && with.bits_gs == 0) with.bits_gs = gs;   /* if no unstored words were timed */
    printf(", \"gs\": %.5g, \"gbs\": %.5g", gs, gs * width);
    if (with.memset_gbs > 0) printf(", \"of_memset\": %.4g", gs * width / with.memset_gbs);
    /* No fraction if shapes vary, since the number of words varies with them. */
    if (!range && with.bits_gs > 0) printf(", \"of_philox\": %.4g", gs * words_of(s, dtype, values) / with.bits_gs);
    row_end(seconds);
}

/* Draws one shape per sample, uniform on range, on the device. */
static int make_shapes(rr_type dtype, const double range[2])
{
    rr_job job = job_of(rr_sampler_find("uniform"), dtype, with.n);
    rr_result result = RR_RESULT_INIT;
    job.out = memory_pointer(&with.param, 0);
    job.stream.stream = 1;
    for (int p = 0; p < 2; ++p) job.param[p] = (rr_param){&range[p], RR_F64, 0, 0};
    if (rr_run(with.device, &job, &result) == RR_OK) return 0;
    fprintf(stderr, "speed: %s\n", result.message);
    return 1;
}

static void time_shapes(rr_type dtype)
{
    static const double ranges[2][2] = {{1, 11}, {0.2, 4}};
    for (int r = 0; r < 2; ++r) {
        if (with.row + 2 > with.after && make_shapes(dtype, ranges[r])) exit(1);
        time_draw("gamma", dtype, "compact", 0, ranges[r]);
        time_draw("gamma", dtype, "loop", 0, ranges[r]);
    }
}

static void time_sampler(const rr_sampler_info *s, rr_type dtype)
{
    const int all = !with.quick && (!strcmp(s->name, "attempts") || (!strcmp(s->name, "gamma") && dtype == RR_F32));
    rr_strategy_info info;
    time_draw(s->name, dtype, "compact", 0, NULL);
    for (size_t i = 1; s->rejects && rr_strategy_list(i, &info); ++i) {
        char text[32];
        rr_strategy_text(info.example, text);
        if (strcmp(text, "compact") && (all || !strcmp(text, "loop"))) time_draw(s->name, dtype, text, 0, NULL);
    }
    if (strcmp(s->name, "gamma")) return;
    time_draw(s->name, dtype, "compact", 0.3, NULL);
    time_draw(s->name, dtype, "loop", 0.3, NULL);
    time_shapes(dtype);
}

/* ---- Raw words that are not stored ---- */

static const char XOR[] = "typedef struct rr_taker { unsigned int all; } rr_taker;\n"
    "RR_SINK_FN void rr_taker_begin(rr_taker *t, const rr_sink_memory *m) { (void)m; t->all = 0u; }\n"
    "RR_SINK_FN void rr_taker_take(rr_taker *t, const rr_sink_memory *m, rr_index64 element, unsigned int word)\n"
    "{ (void)m; (void)element; t->all ^= word; }\n"
    "RR_SINK_FN void rr_taker_end(rr_taker *t, const rr_sink_memory *m)\n"
    "{ if (t->all == 0x5eedu) rr_sink_add64((RR_SINK_GLOBAL rr_index64 *)m->at[0], 1u); }\n";

static int xors(void *state, unsigned calls)
{
    draw *const d = state;
    rr_sink sink = RR_SINK_INIT;
    rr_status status = RR_OK;
    sink.text = XOR;
    sink.memory[0] = memory_pointer(&with.out, 0);
    for (unsigned k = 0; k < calls && status == RR_OK; ++k) {
        status = rr_fuse(with.device, &d->job, &sink, NULL, &d->result);
        d->job.stream.next += d->job.rows;
    }
    if (status == RR_OK) status = rr_wait(with.device, NULL, &d->result);
    return status != RR_OK;
}

static void time_words(void)
{
    draw d = {.job = job_of(rr_sampler_find("bits"), RR_U32, with.n), .result = RR_RESULT_INIT};
    double seconds[3];
    if (is_known()) return;
    d.job.out = NULL;
    d.job.flags = 0;
    row_begin("words, not stored");
    if (rr_strategy_find("compact", &d.job.strategy) || measure(xors, &d, seconds)) {
        row_missing(d.result.message);
        return;
    }
    with.bits_gs = (double)with.n / seconds[1] * 1e-9;
    printf(", \"n\": %llu, \"gs\": %.5g", (unsigned long long)with.n, with.bits_gs);
    row_end(seconds);
}

/* Clocks rise with work: without this the first rows would be slower. */
static void spin(void)
{
    draw d = {.job = job_of(rr_sampler_find("bits"), RR_U32, with.n), .result = RR_RESULT_INIT};
    if (rr_strategy_find("compact", &d.job.strategy) || draws(&d, 1)) return;   /* its row reports the error */
    for (const double start = now(); now() - start < SPIN_MS * 1e-3;)
        if (draws(&d, 1)) return;
}

/* ---- The most important distributions ---- */

typedef struct headline_law {
    const char *sampler;
    double shape, range[2];   /* 0: none */
} headline_law;

static const headline_law LAWS[] = {
    {"bits", 0, {0}},  {"uniform", 0, {0}},  {"exponential", 0, {0}}, {"normal", 0, {0}},     {"normal:ziggurat", 0, {0}},
    {"gamma", 2, {0}}, {"gamma", 0.3, {0}}, {"gamma", 0, {1, 11}},
};

static rr_type headline_type(const headline_law *law) { return !strcmp(law->sampler, "bits") ? RR_U32 : RR_F32; }

/* True if the name is in the list, whose names are enclosed by blanks. */
static int is_one_of(const char *name, const char *names)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(names, word) != NULL;
}

static void time_headlines(void)
{
    const uint64_t max = with.n;
    for (unsigned fewer = 0; fewer <= 8; fewer += 4) {
        with.n = max >> fewer;
        for (const headline_law *law = LAWS; law < LAWS + sizeof LAWS / sizeof *LAWS; ++law) {
            if (with.quick && !is_one_of(law->sampler, " bits uniform gamma ")) continue;
            if (law->range[1] > 0 && with.row + 2 > with.after && make_shapes(RR_F32, law->range)) exit(1);
            const double *range = law->range[1] > 0 ? law->range : NULL;
            time_draw(law->sampler, headline_type(law), "compact", law->shape, range);
            if (rr_sampler_about(rr_sampler_find(law->sampler))->rejects)
                time_draw(law->sampler, RR_F32, "loop", law->shape, range);
        }
    }
    with.n = max;
}

/* The rate by the number of samples per call. */
static void time_sizes(void)
{
    const uint64_t max = with.n;
    for (with.n = 1 << 10; with.n < max; with.n *= 4) {
        time_draw("uniform", RR_F32, "compact", 0, NULL);
        time_draw("gamma", RR_F32, "compact", 0, NULL);
    }
    with.n = max;
}

/* Six kernels, one launch each. */
static int draw_once(void)
{
    static const headline_law PROFILED[] = {{"uniform", 0, {0}},         {"exponential", 0, {0}}, {"normal", 0, {0}},
                                            {"normal:ziggurat", 0, {0}}, {"gamma", 2, {0}},       {"gamma", 0.3, {0}}};
    for (const headline_law *law = PROFILED; law < PROFILED + sizeof PROFILED / sizeof *PROFILED; ++law) {
        const rr_sampler_info *s = rr_sampler_about(rr_sampler_find(law->sampler));
        draw d = {.job = job_of(s->sampler, RR_F32, with.n / 4), .result = RR_RESULT_INIT};
        double values[RR_MAX_PARAMS];
        for (uint32_t p = 0; p < s->params; ++p) {
            values[p] = p == 0 && law->shape > 0 ? law->shape : usual(&s->param[p]);
            d.job.param[p] = (rr_param){&values[p], RR_F64, 0, 0};
        }
        if (rr_strategy_find("compact", &d.job.strategy) || draws(&d, 1)) {
            fprintf(stderr, "speed: %s: %s\n", law->sampler, d.result.message);
            return 1;
        }
        printf("once %s", law->sampler);
        printf(law->shape > 0 ? "(%g)\n" : "\n", law->shape);
    }
    return 0;
}

/* ---- Calls ---- */

static void time_small(int to_host)
{
    static float host[SMALL];
    static const double shape = 2;
    draw d = {.job = job_of(rr_sampler_find("gamma"), RR_F32, SMALL), .waits = to_host, .result = RR_RESULT_INIT};
    double seconds[3];
    if (is_known()) return;
    d.job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    rr_strategy_find("compact", &d.job.strategy);
    if (to_host) {
        d.job.out = host;
        d.job.flags = 0;
    }
    row_begin(to_host ? "call of 1024, to the host" : "call of 1024, enqueued");
    if (measure(draws, &d, seconds)) row_missing(d.result.message);
    else row_end(seconds);
}

/* One call at a time, with its wait. */
static int waited(void *state, unsigned calls)
{
    for (unsigned k = 0; k < calls; ++k)
        if (draws(state, 1)) return 1;
    return 0;
}

static void time_latency(void)
{
    static const double shape = 2;
    draw d = {.job = job_of(rr_sampler_find("gamma"), RR_F32, SMALL), .result = RR_RESULT_INIT};
    double seconds[3];
    if (is_known()) return;
    d.job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    rr_strategy_find("compact", &d.job.strategy);
    row_begin("call of 1024, enqueued and waited for");
    if (measure(waited, &d, seconds)) row_missing(d.result.message);
    else row_end(seconds);
}

static void time_host(const char *sampler, uint64_t n)
{
    draw d = {.job = job_of(rr_sampler_find(sampler), RR_F32, n), .waits = 1, .result = RR_RESULT_INIT};
    const rr_sampler_info *s = rr_sampler_about(d.job.sampler);
    double seconds[3], values[2];
    if (is_known()) return;
    row_begin("draw to the host");
    printf(", \"sampler\": \"%s\", \"dtype\": \"f32\", \"n\": %llu", sampler, (unsigned long long)n);
    for (uint32_t p = 0; p < s->params && p < 2; ++p) {
        values[p] = usual(&s->param[p]);
        d.job.param[p] = (rr_param){&values[p], RR_F64, 0, 0};
    }
    d.job.flags = 0;
    d.job.out = malloc(n * 4);
    rr_strategy_find("compact", &d.job.strategy);
    if (!d.job.out || measure(draws, &d, seconds)) {
        row_missing(d.job.out ? d.result.message : "no memory");
    } else {
        printf(", \"gs\": %.5g, \"gbs\": %.5g", (double)n / seconds[1] * 1e-9, 4 * (double)n / seconds[1] * 1e-9);
        row_end(seconds);
    }
    free(d.job.out);
}

static void time_memset(void)
{
    double seconds[3];
    if (is_known()) return;
    const int failed = measure(fills, &with.out, seconds);   /* prints the reason in a separate line */
    row_begin("memset");
    if (failed) {
        row_missing("the fill failed");
        return;
    }
    with.memset_gbs = (double)with.out.size / seconds[1] * 1e-9;
    printf(", \"bytes\": %zu, \"gbs\": %.5g", with.out.size, with.memset_gbs);
    row_end(seconds);
}

/* ---- First calls ---- */

/* Seconds until a kernel is ready on a newly opened device; -1: failed. */
static double prepare_time(const char *sampler, rr_result *result)
{
    rr_job job = job_of(rr_sampler_find(sampler), RR_F32, SMALL);
    static const double shape = 2;
    rr_device *device;
    double seconds = -1;
    if (rr_device_open(with.name, &device)) return -1;
    if (!strcmp(sampler, "gamma")) job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    rr_strategy_find("compact", &job.strategy);
    const double start = now();
    if (rr_compile(device, &job, result) == RR_OK) seconds = now() - start;
    rr_device_close(&device);
    return seconds;
}

/* From the text with an empty cache and no bundle, and from the cache. */
static void time_first(const char *sampler, char *cache)
{
    static const char *const ways[] = {"first call, compiled", "first call, from disk"};
    const char *bundle = getenv("REROLL_CUDA_BUNDLE"), *usual = getenv("REROLL_CACHE");
    char *kept = bundle ? strdup(bundle) : NULL, *before = usual ? strdup(usual) : NULL;
    unsetenv("REROLL_CUDA_BUNDLE");
    setenv("REROLL_CACHE", cache, 1);
    for (int way = 0; way < 2; ++way) {
        rr_result result = RR_RESULT_INIT;
        if (is_known()) {
            if (!way && with.row == with.after) prepare_time(sampler, &result);   /* fills the cache for the other way */
            continue;
        }
        row_begin(ways[way]);
        printf(", \"sampler\": \"%s\", \"dtype\": \"f32\"", sampler);
        const double seconds = prepare_time(sampler, &result);
        if (seconds < 0) row_missing(result.message);
        else row_end((double[]){seconds, seconds, seconds});
    }
    if (kept) setenv("REROLL_CUDA_BUNDLE", kept, 1);
    if (before) setenv("REROLL_CACHE", before, 1);
    else unsetenv("REROLL_CACHE");
    free(kept);
    free(before);
}

static void time_firsts(void)
{
    static const char *const samplers[] = {"uniform", "normal", "gamma"};
    for (int i = 0; i < (with.quick ? 1 : 3); ++i) {
        char cache[] = "/tmp/reroll-first-XXXXXX", command[64];
        if (!mkdtemp(cache)) exit(1);
        time_first(samplers[i], cache);
        snprintf(command, sizeof command, "rm -rf %s", cache);
        if (system(command)) exit(1);
    }
}

static int arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        if (!strcmp(argv[i], "--quick")) with.quick = 1;
        else if (!strcmp(argv[i], "--headline")) with.headline = 1;
        else if (!strcmp(argv[i], "--once")) with.once = 1;
        else if (!strncmp(argv[i], "--after=", 8)) {
            if (sscanf(argv[i] + 8, "%u,%lf,%lf", &with.after, &with.memset_gbs, &with.bits_gs) != 3) return 0;
        } else if (argv[i][0] == '-' || with.name) return 0;
        else with.name = argv[i];
    return with.name != NULL;
}

static void time_all(void)
{
    const rr_sampler_info *s;
    spin();
    time_memset();
    time_words();
    if (with.headline) {
        time_headlines();
        return;
    }
    time_draw("bits", RR_U32, "compact", 0, NULL);
    if (!with.quick) time_sizes();
    for (size_t i = 1; (s = rr_sampler_about(rr_sampler_list(i))); ++i)
        for (rr_type dtype = RR_F32; dtype <= RR_U32; ++dtype)
            if (s->dtypes >> dtype & 1 && !s->shape.side[0] && !s->outside &&
                (!with.quick || (dtype != RR_F64 && is_one_of(s->name, " uniform normal gamma "))))
                time_sampler(s, dtype);
    time_small(0);
    time_latency();
    time_small(1);
    time_host("uniform", with.n / 4);
    time_host("gamma", with.n / 4);
    time_firsts();
}

int main(int argc, char **argv)
{
    int status = 0;
    if (!arguments(argc, argv)) {
        fprintf(stderr, "usage: speed DEVICE [--quick] [--headline] [--after=ROWS,MEMSET,BITS] [--once]\n");
        return 2;
    }
    if (rr_device_open(with.name, &with.device)) {
        char why[160];
        rr_device_why(with.name, why);
        fprintf(stderr, "speed: %s: %s\n", with.name, why);
        return 1;
    }
    /* A GPU's caches can hold 2^24 samples; a processor in place of a GPU has time for few samples. */
    with.n = strncmp(with.name, "cuda", 4) || with.quick ? 1u << 16 : 1u << 28;
    with.target = with.quick ? 2e-3 : 20e-3;
    if (memory_open(with.device, with.n * 8, &with.out) || memory_open(with.device, with.n * 8, &with.param)) return 1;
    if (!with.once) time_all();
    else status = draw_once();
    memory_close(&with.out);
    memory_close(&with.param);
    rr_device_close(&with.device);
    return status;
}
