/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures the costs of an instruction set: times a grid of jobs, counts their units of work (units.c), and solves for the
 * costs of the units by non-negative least squares of the relative errors.
 *
 * For every sampler the grid has the first pass, the same with varying parameters, and the attempt alone in warps of a
 * register and of 32 lanes; for samplers that reject also every strategy at two acceptances; and some small calls and
 * tiles. Each round times the whole grid, so that a disturbance affects all jobs alike. The time of a job is its median over
 * the rounds. (On a shared machine the fastest round is some 10 % less.)
 *
 * With one distribution only, a CPU's costs that samplers share stay as they are, and only those of its samplers are
 * solved for: fitted to its jobs alone, the shared ones would make the predictions for all other samplers less accurate.
 *
 * A GPU's grid is smaller, of large jobs in its memory, since each of its kernels must be compiled: compact for every
 * sampler, the other strategies for the first one that rejects. Per-sample parameters are not timed there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "planner.h"
#include "host/lists/lists.h"

#define SAMPLES 8192        /* per call: two tiles */
#define COLUMNS 32          /* of vector samplers, */
#define SIDE 5              /* and rows of their matrices */
#define MIN_NS 4e5        /* duration of a timed loop of calls, */
#define MAX_NS 1e6         /* and about the limit of a call: slow instruction sets use fewer samples */
#define GPU_SAMPLES (1u << 20)   /* per call on a GPU, at first, */
#define GPU_CAPACITY (1u << 26)      /* and at most */
#define GPU_MIN_NS 2e6         /* duration of a call, well above that of its launch */
#define GPU_MAX_NS 2e7
#define SHARED (RR_DEVICE_UNITS + RR_KINDS * RR_STRATEGY_UNITS)
#define UNKNOWNS (SHARED + RR_MAX_SAMPLERS * RR_SAMPLER_UNITS)

typedef struct grid {
    const rr_device *device;
    const char *law;        /* only this distribution; NULL: all */
    int keeps;              /* the costs that samplers share are not solved for */
    int wide;
    rr_timed *trials;
    size_t count, capacity;     /* trials: number, and capacity */
    int failed;               /* memory was exhausted */
    void *out;
    uint32_t flags;         /* flags of a job with this out */
    uint64_t max;          /* capacity of out in samples */
    double *column[5];      /* SAMPLES copies of each level */
} grid;

/* Values of parameters without a default: one of these that the sampler accepts. */
static const double levels[5] = {0.3, 0.7, 1, 2.5, 20};
static const uint32_t sizes[] = {1, 16, 128, 1024};

/* A matrix parameter, by its diagonals: 1 on the main one and 0.4 on its neighbours. */
static const double diagonals[2 * COLUMNS - 1] = {[COLUMNS - 2] = 0.4, 1, 0.4};

/* ---- The grid ---------------------------------------------------------------------------------------------------- */

static int level_fits(const rr_sampler *s, double level, int wide)
{
    double v[RR_MAX_PARAMS] = {0};
    for (uint32_t p = 0; p < s->params; ++p) {
        v[p] = isnan(s->param[p].fallback) ? level : s->param[p].fallback;
        if (s->param[p].shape.rule == RR_RULE_ABOVE_SIDE && v[p] <= SIDE - 1) return 0;
        if (!rr_in_range(wide ? &s->param[p].f64 : &s->param[p].f32, v[p], wide ? 8 : 4)) return 0;
    }
    return !s->relate || !s->relate(v);
}

/* The dtype to time among those with f64 (or f32) kernels; 0: there is none. */
static rr_type drawn(const rr_sampler *s, int wide)
{
    static const rr_type types[2][3] = {{RR_F32, RR_U32, RR_I32}, {RR_F64, RR_U64, RR_I64}};
    if (s->counts) return wide ? RR_I64 : (rr_type)0;
    for (int k = 0; k < 3; ++k)
        if (s->dtypes >> types[wide][k] & 1) return types[wide][k];
    return (rr_type)0;
}

static int needs_level(const rr_sampler *s)
{
    for (uint32_t p = 0; p < s->params; ++p)
        if (isnan(s->param[p].fallback) && !(rr_whole_params(s) >> p & 1)) return 1;
    return 0;
}

/* Allocates space for one more trial. */
static int widen(grid *g)
{
    const size_t capacity = g->capacity ? 2 * g->capacity : 1024;
    if (g->count < g->capacity) return 1;
    rr_timed *const more = realloc(g->trials, capacity * sizeof *more);
    g->failed |= !more;
    if (more) g->trials = more, g->capacity = capacity;
    return more != NULL;
}

/* Adds a job of the sampler at a level; parameters vary (with equal values) or are constant. */
static void add(grid *g, const rr_sampler *s, int level, int each, const char *strategy, uint32_t warp, uint32_t tile,
                uint64_t n)
{
    if (each && s->fixed) return;   /* a refused call would look free */
    if (!level_fits(s, levels[level], g->wide) || (rr_is_row(s) && n < COLUMNS) || !widen(g)) return;
    rr_timed *t = &g->trials[g->count];
    *t = (rr_timed){.device = *g->device, .job = RR_JOB_INIT};
    t->device.warp = warp;
    t->device.tile = tile;
    t->device.threads = 1;
    t->job.flags = g->flags;
    t->job.sampler = s;
    t->job.dtype = drawn(s, g->wide);
    t->job.dims = rr_sampler_dims(s, (rr_dims){.k = s->default_k ? s->default_k : COLUMNS, .d = SIDE, .r = SIDE, .c = SIDE,
                                               .n = sizeof levels / sizeof levels[0]});
    t->job.cols = rr_sample_length(s, &t->job.dims);
    t->job.rows = n / t->job.cols;
    t->job.out = g->out;
    for (uint32_t p = 0; p < s->params; ++p)
        if (rr_is_covariance(s, p)) t->job.param[p] = (rr_param){&diagonals[COLUMNS - 1], RR_F64, -8, 8};
        else if (rr_is_list(s, p))
            t->job.param[p] = (rr_param){s->param[p].shape.side[1] ? diagonals : levels, RR_F64, 0, 8};
        else if (isnan(s->param[p].fallback))
            t->job.param[p] = (rr_param){g->column[level], RR_F64, each ? 8 * (ptrdiff_t)t->job.cols : 0,
                                         each && rr_is_row(s) ? 8 : 0};
    if (rr_strategy_find(strategy, &t->job.strategy) == RR_OK) ++g->count;
}

/* Adds every strategy that the planner compares, in warps of a register and of 32 lanes, except those of add_sampler. */
static void add_strategies(grid *g, const rr_sampler *s, int level)
{
    const uint32_t width = g->device->lanes[g->wide];
    rr_strategy strategy;
    char text[32];
    for (unsigned i = 0; rr_compared_timed(i, &strategy); ++i) {
        if (strategy.kind == RR_KIND_loop || strategy.kind == RR_KIND_compact) continue;
        rr_strategy_text(strategy, text);
        add(g, s, level, 0, text, width < 4 ? 4 : width, g->device->tile, SAMPLES);
        add(g, s, level, 0, text, 32, g->device->tile, SAMPLES);
    }
}

static void add_sampler(grid *g, const rr_sampler *s)
{
    const uint32_t width = g->device->lanes[g->wide], tile = g->device->tile;
    const int given = needs_level(s);
    for (int level = 0; level < (given ? 5 : 1); ++level) {
        add(g, s, level, 0, "compact", width, tile, SAMPLES);
        add(g, s, level, 0, "loop", width, tile, SAMPLES);
        add(g, s, level, 0, "loop", 32, tile, SAMPLES);
        if (given) add(g, s, level, 1, "compact", width, tile, SAMPLES);
        if (given) add(g, s, level, 1, "loop", width, tile, SAMPLES);
    }
    if (s->rejects) add_strategies(g, s, 0);
    if (s->rejects && given) add_strategies(g, s, 1);
    add(g, s, 2, 0, "compact", width, 256, SAMPLES);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) add(g, s, 2, 0, "compact", width, tile, sizes[i]);
}

/* Adds a job on a GPU that grows until it takes long enough. */
static void add_large(grid *g, const rr_sampler *s, int level, const char *strategy)
{
    const size_t before = g->count;
    add(g, s, level, 0, strategy, 0, 0, GPU_SAMPLES);
    if (g->count > before) g->trials[before].max = g->max / g->trials[before].job.cols / 2;
}

static void add_to_gpu(grid *g, const rr_sampler *s, int first, int strategist)
{
    const int given = needs_level(s);
    rr_strategy strategy;
    char text[32];
    for (int level = given ? 0 : 2; level < (given ? 5 : 3); level += 2) add_large(g, s, level, "compact");
    for (int shift = 13; first && shift < 19; shift += 3) add(g, s, 2, 0, "compact", 0, 0, 1u << shift);
    for (unsigned i = 0; strategist && rr_compared_timed(i, &strategy); ++i) {
        if (strategy.kind == RR_KIND_compact) continue;
        rr_strategy_text(strategy, text);
        add_large(g, s, given ? 0 : 2, text);
        if (given) add_large(g, s, 1, text);
    }
}

static void add_all(grid *g)
{
    const rr_sampler *s;
    int first = 1, strategist = 1;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        if (!drawn(s, g->wide) || s->stages || (g->law && strcmp(s->law, g->law))) continue;   /* stages: never predicted */
        if (!g->device->host) add_sampler(g, s);
        else add_to_gpu(g, s, first, strategist && s->rejects);
        first = 0;
        strategist = strategist && !s->rejects;
    }
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

static void measure_grid(grid *g, double from, double to, void (*progress)(double, void *), void *context)
{
    const int gpu = g->device->host != NULL;
    const double laid = gpu ? 0.8 * (to - from) : 0;   /* setup compiles there */
    for (size_t i = 0; i < g->count; ++i) {
        rr_timed_lay(&g->trials[i], gpu ? GPU_MIN_NS : MIN_NS, gpu ? GPU_MAX_NS : MAX_NS);
        if (gpu && progress) progress(from + laid * (double)(i + 1) / (double)g->count, context);
    }
    from += laid;
    for (int round = 0; round < RR_TIMED_ROUNDS; ++round) {
        for (size_t i = 0; i < g->count; ++i) rr_timed_round(&g->trials[i], round);
        if (progress) progress(from + (to - from) * (round + 1) / RR_TIMED_ROUNDS, context);
    }
    for (size_t i = 0; i < g->count; ++i) rr_timed_end(&g->trials[i]);
}

/* ---- Costs ------------------------------------------------------------------------------------------------------- */

/* Writes the trial's units to its row of the matrix. */
static int units_row(const rr_timed *t, double *row)
{
    rr_case c;
    rr_units u;
    rr_plan_row plan;
    if (rr_timed_case(t, &c) || rr_units_of(&c, t->job.strategy, &u, &plan)) return -1;
    const size_t strategy = RR_DEVICE_UNITS + t->job.strategy.kind * RR_STRATEGY_UNITS;
    const size_t sampler = SHARED + rr_sampler_number(t->job.sampler) * RR_SAMPLER_UNITS;
    memcpy(row, u.device, sizeof u.device);
    memcpy(row + strategy, u.strategy, sizeof u.strategy);
    for (int k = 0; k < RR_STRATEGY_UNITS; ++k)
        row[RR_DEVICE_UNITS + RR_KIND_compact * RR_STRATEGY_UNITS + k] += u.queue[k];
    memcpy(row + sampler, u.sampler, sizeof u.sampler);
    return 0;
}

/* Weights for relative errors; then reweights with less for large errors, so that a few jobs which the units do not
 * describe leave the others unaffected. */
static int fit(size_t rows, size_t kept, const double *a, const double *b, double *w, double *residual, double *x)
{
    int status = 0;
    for (size_t i = 0; i < rows; ++i) w[i] = 1 / (b[i] * b[i]);
    for (int turn = 0; turn < 4 && !status; ++turn) {
        status = rr_nnls(rows, UNKNOWNS, kept, a, b, w, residual, x);
        for (size_t i = 0; i < rows; ++i) w[i] = 1 / (b[i] * b[i] * (1 + fabs(residual[i] / b[i]) / 0.05));
    }
    return status;
}

/* Takes the solved costs. Those of a strategy or sampler without a timed job stay as they were. */
static void take(const grid *g, const double *x, rr_costs *costs)
{
    for (size_t i = 0; i < g->count; ++i) {
        if (g->trials[i].failed) continue;
        const size_t kind = g->trials[i].job.strategy.kind, drawn = rr_sampler_number(g->trials[i].job.sampler);
        memcpy(costs->sampler[drawn], x + SHARED + drawn * RR_SAMPLER_UNITS, sizeof costs->sampler[drawn]);
        if (!g->keeps)
            memcpy(costs->strategy[kind], x + RR_DEVICE_UNITS + kind * RR_STRATEGY_UNITS, sizeof costs->strategy[kind]);
    }
    /* Without a job of this type, an unknown cost is written as 0: a file without its line is not read. */
    if (!g->keeps && (g->count || isnan(costs->device[0]))) memcpy(costs->device, x, sizeof costs->device);
}

/* The shared costs, from which the others are solved. A strategy that has none, as auto, has no job. */
static void keep(const rr_costs *costs, double *x)
{
    memcpy(x, costs->device, sizeof costs->device);
    memcpy(x + RR_DEVICE_UNITS, costs->strategy, sizeof costs->strategy);
    for (size_t j = 0; j < SHARED; ++j)
        if (isnan(x[j])) x[j] = 0;
}

static int solve(const grid *g, rr_costs *costs)
{
    double *const memory = calloc(g->count * (UNKNOWNS + 3) + UNKNOWNS, sizeof *memory);
    double *a = memory, *b = a + g->count * UNKNOWNS, *w = b + g->count, *residual = w + g->count, *x = residual + g->count;
    if (!memory) return -2;
    for (size_t i = 0; i < g->count; ++i) {
        b[i] = g->trials[i].ns;
        if (g->trials[i].failed || units_row(&g->trials[i], a + i * UNKNOWNS)) b[i] = 1e30;   /* no weight */
    }
    if (g->keeps) keep(costs, x);
    const int status = fit(g->count, g->keeps ? SHARED : 0, a, b, w, residual, x);
    if (!status) take(g, x, costs);
    free(memory);
    return status;
}

/* Allocates GPU memory for samples, as much as it gives. */
static rr_status open_capacity(grid *g)
{
    rr_status status = RR_ERR_MEMORY;
    for (g->max = 2 * GPU_CAPACITY; g->max > GPU_SAMPLES && status != RR_OK;) {
        g->max /= 2;
        status = g->device->calls->allocate(g->device, g->max * sizeof(double), &g->out, &g->flags);
    }
    return status;
}

static rr_status measure_costs(const rr_device *device, const char *law, rr_costs costs[2], void (*progress)(double, void *),
                               void *context)
{
    double *const memory = malloc(6 * SAMPLES * sizeof *memory);
    grid g = {.device = device, .law = law, .keeps = law && !device->host, .out = memory};
    rr_status status = memory ? RR_OK : RR_ERR_MEMORY;
    for (int level = 0; level < 5 && status == RR_OK; ++level) {
        g.column[level] = memory + (level + 1) * SAMPLES;
        for (int i = 0; i < SAMPLES; ++i) g.column[level][i] = levels[level];
    }
    if (device->host && status == RR_OK) status = open_capacity(&g);
    const int capacity = device->host && status == RR_OK;
    for (g.wide = 0; g.wide < 2 && status == RR_OK; ++g.wide) {
        g.count = 0;
        add_all(&g);
        if (g.failed) status = RR_ERR_MEMORY;
        if (g.failed) break;
        measure_grid(&g, g.wide * 0.5, 0.5 + g.wide * 0.5, progress, context);
        if (solve(&g, &costs[g.wide])) status = RR_ERR_MEMORY;
    }
    if (capacity) device->calls->deallocate(device, g.out);
    free(g.trials);
    free(memory);
    return status;
}

/* True if a sampler of the distribution makes its own attempts. */
static int has_costs(const char *law)
{
    const rr_sampler *s;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        if (!s->stages && !strcmp(s->law, law)) return 1;
    return 0;
}

/* The costs that are known before the calibration: those of the file, or the built-in costs of a CPU, scaled to this
 * machine. */
static rr_status known_costs(const rr_device *device, const char *path, const char *key, rr_costs costs[2])
{
    struct rr_planner planner = {.costs = costs};
    rr_device here = *device;
    here.planner = &planner;
    rr_costs_own(path, key, !device->host, costs);
    return rr_costs_scale(&here, NULL);
}

rr_status rr_calibrate(const rr_device *device, const char *law, const char *path, void (*progress)(double, void *),
                       void *context)
{
    char place[4096], key[RR_COSTS_KEY];
    rr_costs costs[2];
    if (!device || device->first || (law && !has_costs(law))) return RR_ERR_ARGUMENT;
    if (!path && !rr_costs_path(place, sizeof place)) return RR_ERR_ARGUMENT;
    if (!path) path = place;
    if (!rr_costs_writable(path)) return RR_ERR_ARGUMENT;   /* before a minute of measuring */
    rr_costs_key(device, key);
    rr_status status = known_costs(device, path, key, costs);
    if (status == RR_OK && law && !device->host && !strcmp(costs[0].origin, "none")) status = RR_ERR_ARGUMENT;
    if (status == RR_OK) status = measure_costs(device, law, costs, progress, context);
    if (status != RR_OK) return status;
    return rr_costs_save(path, key, costs) ? RR_ERR_ARGUMENT : RR_OK;
}
