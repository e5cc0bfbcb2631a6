/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every strategy on the same jobs: neutrons of one energy, and a loop over particles, each of which scatters several times
 * and keeps its energy. Attempts of lanes are counted and compared with the model; the calls that are timed do not count. */
#include "study.h"
#include "../timing.h"

#include <math.h>
#include <reroll_model.h>
#include <reroll_user.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 1 << 17, STEPS = 4, GRID = 400, ROW_LIMIT = 512, STRATEGIES = 7 };
static const double LOW = 6.2, HIGH = 7.2;   /* eV, of particles at their start */
static const double TIE = 1.03;

/* energy 0: the loop. */
static const struct point {
    double temperature, energy;
} points[] = {{300, 6.52}, {900, 6.67}, {300, 7.2}, {300, 36}, {900, 0}};
enum { POINTS = sizeof points / sizeof points[0] };

typedef struct row {
    struct point at;
    char dtype[4], device[64], strategy[32];
    uint32_t warp;
    uint64_t samples;
    double accept, iterations, model, lanes, model_lanes, ns, low, high;
    int is_best;
} row;

/* The measurements, made once for both tables. */
static struct { row row[ROW_LIMIT]; unsigned rows; } all;

/* ---- A job ---- */

typedef struct task {
    const rr_device *device;
    rr_job job;
    rr_result result;
    unsigned steps;
    uint64_t n;
    double temperature, energy;
    const void *start;           /* energies of particles, of the dtype */
    void *buffer[2];
} task;

/* All steps; the draws of a step are the energies of the next. */
static int work(void *state)
{
    task *t = state;
    rr_counts sum;
    memset(&sum, 0, sizeof sum);
    for (unsigned k = 0; k < t->steps; ++k) {
        t->job.stream = rr_stream_make(SEED, STREAM_TIME);
        t->job.stream.next = k * t->n;
        t->job.out = t->buffer[k % 2];
        if (t->start) t->job.param[1].data = k ? t->buffer[(k + 1) % 2] : t->start;
        if (rr_run(t->device, &t->job, &t->result)) return 1;
        sum.lane_attempts += t->result.counts.lane_attempts;
    }
    t->result.counts.lane_attempts = sum.lane_attempts;
    return 0;
}

/* ---- The model ---- */

static unsigned model_number(const char *name)
{
    unsigned k = 0;
    while (strcmp(rr_model_strategy_name(k), name)) ++k;
    return k;
}

/* Attempts of lanes per sample, including idle ones. Samples with different acceptance probabilities are simulated. */
static double model(const char *name, unsigned warp, unsigned group, const rr_chance *chance, size_t chances, int quick)
{
    rr_model_query q = RR_MODEL_QUERY_INIT;
    rr_model_law law;
    double error;
    q.strategy = (rr_model_strategy)model_number(name);
    q.lanes = warp;
    q.group = group;
    q.chance = chance[0];
    const int tiles = q.strategy == RR_MODEL_REFILL || q.strategy == RR_MODEL_COMPACT;
    const uint64_t rows = (tiles ? 2 : 4000 / warp) * (quick ? 1 : 8);
    const int status = chances == 1 ? rr_model_ask(&q, &law, NULL, 0)
                                    : rr_model_simulate(&q, chance, chances, rows, SEED, &law, &error);
    return status ? NAN : law.attempts;
}

/* The acceptance probabilities of all samples of the loop, interpolated on a grid at the energies that the loop draws. */
static int chances_of(task *t, rr_chance *chance)
{
    double grid[GRID];
    const double low = LOW - 2, width = (HIGH - LOW + 4) / (GRID - 1);
    for (int i = 0; i < GRID; ++i) grid[i] = acceptance(t->temperature, low + i * width);
    for (unsigned k = 0; k < t->steps; ++k) {
        const void *energies = k ? t->buffer[(k + 1) % 2] : t->start;
        for (uint64_t i = 0; i < t->n; ++i) {
            const double e = t->job.dtype == RR_F32 ? (double)((const float *)energies)[i] : ((const double *)energies)[i];
            const double at = fmin(fmax((e - low) / width, 0), GRID - 1.001);
            const int j = (int)at;
            chance[k * t->n + i] = rr_chance_accept(grid[j] + (at - j) * (grid[j + 1] - grid[j]));
        }
        t->job.param[1].data = energies;
        t->job.out = t->buffer[k % 2];
        t->job.stream = rr_stream_make(SEED, STREAM_TIME);
        t->job.stream.next = k * t->n;
        if (rr_run(t->device, &t->job, &t->result)) return 1;
    }
    return 0;
}

/* ---- A point: all strategies on one job ---- */

/* All strategies except auto, and fixed, which makes M attempts for every sample: thousands, of which one is taken. */
static int strategy_next(unsigned *k, char name[32])
{
    rr_strategy_info info;
    while (rr_strategy_list((*k)++, &info)) {
        snprintf(name, 32, "%s", info.name);
        if (strcmp(name, "auto") && strcmp(name, "fixed")) return 1;
    }
    return 0;
}

static double needed(const rr_chance *chance, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += 1 / chance[i].accept;
    return sum / (double)n;
}

static row count_row(const study *s, const study_place *at, task *t, const char *name, const rr_chance *chance,
                     size_t chances)
{
    row r = {.at = {t->temperature, t->start ? 0 : t->energy}, .samples = t->n * t->steps, .is_best = at->is_best};
    const double need = needed(chance, chances);
    unsigned group = 1;
    rr_device_name(at->device, &r.warp, NULL, NULL);
    if (!at->is_gpu && t->job.dtype == RR_F64 && r.warp > 1) r.warp /= 2;   /* a register */
    if (!strcmp(name, "grouped")) group = rr_model_grouped_best(rr_chance_accept(1 / need), r.warp);
    snprintf(r.strategy, sizeof r.strategy, strcmp(name, "grouped") ? "%.20s" : "%.20s:%u", name, group);
    snprintf(r.dtype, sizeof r.dtype, t->job.dtype == RR_F32 ? "f32" : "f64");
    snprintf(r.device, sizeof r.device, "%s", at->kind);
    rr_strategy_find(r.strategy, &t->job.strategy);
    t->job.flags = RR_COUNT;
    if (work(t)) return r.ns = NAN, r;
    t->job.flags = 0;
    r.accept = 1 / need;
    r.iterations = (double)t->result.counts.lane_attempts / (double)r.samples;
    r.model = model(name, r.warp, group, chance, chances, s->quick);
    r.lanes = need / r.iterations;
    r.model_lanes = need / r.model;
    return r;
}

static int measure_point(const study *s, const study_place *at, task *t, rr_chance *chance)
{
    task tasks[STRATEGIES];
    timing clock[STRATEGIES];
    char name[32];
    unsigned k = 0, n = 0, first = all.rows;
    size_t chances = 1;
    if (t->start) {
        chances = t->n * t->steps;
        if (chances_of(t, chance)) return study_fail(s, t->result.message);
    } else {
        chance[0] = rr_chance_accept(acceptance(t->temperature, t->energy));
    }
    while (n < STRATEGIES && strategy_next(&k, name) && all.rows < ROW_LIMIT) {
        tasks[n] = *t;
        all.row[all.rows++] = count_row(s, at, &tasks[n], name, chance, chances);
        clock[n] = (timing){work, &tasks[n], 0, 0, {0}};
        tasks[n].job.param[0].data = &tasks[n].temperature;
        if (!t->start) tasks[n].job.param[1].data = &tasks[n].energy;
        ++n;
    }
    if (timing_run(s, at, clock, n, s->quick ? 1e6 : 1e8)) return 1;
    for (unsigned i = 0; i < n; ++i) {
        row *r = &all.row[first + i];
        r->ns = timing_quantile(&clock[i], 0.5) / (double)r->samples;
        r->low = timing_quantile(&clock[i], 0.25) / (double)r->samples;
        r->high = timing_quantile(&clock[i], 0.75) / (double)r->samples;
    }
    return 0;
}

/* ---- A place: all points in both types ---- */

/* The number of samples, so that attempts take about the same time everywhere; fewer if fma is emulated. */
static uint64_t samples_of(const study *s, const study_place *at, double accept)
{
    const double budget = (s->quick ? 5e5 : 3e7) / (at->emulates_fma ? 50 : 1), n = budget * accept;
    const double min = at->emulates_fma ? 64 : 1024;
    return (uint64_t)fmin(fmax(n, min), MAX);
}

typedef struct memory {
    const rr_sampler *law;
    double *out[2], *start;
    rr_chance *chance;
} memory;

/* Draws n uniform energies. */
static int start_energies(const study *s, const memory *m, rr_type dtype, uint64_t n)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("uniform");
    job.dtype = dtype;
    job.stream = rr_stream_make(SEED, STREAM_ENERGY);
    job.rows = n;
    job.param[0] = (rr_param){&LOW, RR_F64, 0, 0};
    job.param[1] = (rr_param){&HIGH, RR_F64, 0, 0};
    job.out = m->start;
    return rr_run(s->numbers, &job, NULL) ? study_fail(s, "energies can't be drawn") : 0;
}

static int measure_place(const study *s, const study_place *at, void *context)
{
    const memory *m = context;
    int status = 0;
    if (at->threads > 1) return 0;
    for (rr_type dtype = RR_F32; dtype <= RR_F64 && !status; ++dtype) {
        if (dtype == RR_F64 && !study_has_f64(s, at)) continue;
        for (unsigned p = 0; p < POINTS && !status; ++p) {
            task t = {.device = at->device, .result = RR_RESULT_INIT, .steps = 1, .temperature = points[p].temperature,
                      .energy = points[p].energy, .buffer = {m->out[0], m->out[1]}};
            const int loop = !points[p].energy;
            t.n = loop ? samples_of(s, at, 0.005) / 4 : samples_of(s, at, acceptance(t.temperature, t.energy));
            t.job = job_make(m->law, dtype, &t.temperature, &t.energy, t.n, m->out[0]);
            if (loop) {
                t.steps = STEPS;
                t.start = m->start;
                t.job.param[1] = (rr_param){m->start, dtype, dtype == RR_F32 ? 4 : 8, 0};
                status = start_energies(s, m, dtype, t.n);
            }
            if (!status) status = measure_point(s, at, &t, m->chance);
        }
    }
    return status;
}

static int measure(const study *s)
{
    memory m = {NULL, {malloc(MAX * 8), malloc(MAX * 8)}, malloc(MAX * 8), malloc(MAX * STEPS * sizeof(rr_chance))};
    int status = 0;
    if (all.rows) return 0;
    if (!m.out[0] || !m.out[1] || !m.start || !m.chance) status = study_fail(s, "out of memory");
    if (!status) status = law_open(s, &m.law) || study_devices(s, measure_place, &m);
    rr_law_close(&m.law);
    free(m.out[0]);
    free(m.out[1]);
    free(m.start);
    free(m.chance);
    return status;
}

int strategies_write(FILE *csv, const study *s)
{
    if (measure(s)) return 1;
    fprintf(csv, "job,temperature,energy,accept,dtype,device,warp,strategy,samples,iterations,model_iterations,lanes,"
                 "model_lanes,ns,ns_low,ns_high\n");
    for (unsigned k = 0; k < all.rows; ++k) {
        const row *r = &all.row[k];
        fprintf(csv, "%s,%g,%g,%.4g,%s,%s,%u,%s,%.0f,%.5g,%.5g,%.4f,%.4f,%.5g,%.5g,%.5g\n", r->at.energy ? "bulk" : "loop",
                r->at.temperature, r->at.energy, r->accept, r->dtype, r->device, r->warp, r->strategy, (double)r->samples,
                r->iterations, r->model, r->lanes, r->model_lanes, r->ns, r->low, r->high);
    }
    return 0;
}

/* ---- Who wins ---- */

/* Rows of a job are consecutive, one per strategy. Sums the log of the time over all jobs of a device, by strategy. */
static void sum_logs(unsigned from, unsigned to, double sum[STRATEGIES], unsigned wins[STRATEGIES])
{
    memset(sum, 0, STRATEGIES * sizeof *sum);
    memset(wins, 0, STRATEGIES * sizeof *wins);
    for (unsigned k = from; k < to; k += STRATEGIES) {
        unsigned min = 0;
        for (unsigned i = 0; i < STRATEGIES; ++i) {
            sum[i] += log(all.row[k + i].ns);
            if (all.row[k + i].ns < all.row[k + min].ns) min = i;
        }
        ++wins[min];
    }
}

static const char *kind_of(const row *r, char name[32])
{
    snprintf(name, 32, "%s", r->strategy);
    if (!strncmp(name, "grouped", 7)) name[7] = 0;
    return name;
}

static void say(FILE *csv, unsigned from, unsigned to)
{
    double sum[STRATEGIES];
    unsigned wins[STRATEGIES], best = 0, second = 1;
    char a[32], b[32], c[32];
    const double jobs = (to - from) / STRATEGIES;
    sum_logs(from, to, sum, wins);
    for (unsigned i = 1; i < STRATEGIES; ++i) best = sum[i] < sum[best] ? i : best;
    second = !best;
    for (unsigned i = 0; i < STRATEGIES; ++i) second = i != best && sum[i] < sum[second] ? i : second;
    const double over = exp((sum[second] - sum[best]) / jobs);
    kind_of(&all.row[from + best], a);
    kind_of(&all.row[from + second], b);
    fprintf(csv, "On %s ", all.row[from].device);
    if (over < TIE) fprintf(csv, "nobody wins: %s and %s are within %.1f %%", a, b, 100 * (over - 1));
    else fprintf(csv, "%s wins: it is the fastest in %u of %.0f jobs and %.2f times as fast as %s which is second", a,
                 wins[best], jobs, over, b);
    fprintf(csv, "; it is %.2f times as fast as %s (geometric means over the jobs)\n", exp((sum[0] - sum[best]) / jobs),
            kind_of(&all.row[from], c));
}

int verdict_write(FILE *csv, const study *s)
{
    if (measure(s)) return 1;
    fprintf(csv, "who wins\n");
    for (unsigned from = 0, to; from < all.rows; from = to) {
        for (to = from; to < all.rows && !strcmp(all.row[to].device, all.row[from].device); ++to) continue;
        say(csv, from, to);
    }
    return 0;
}
