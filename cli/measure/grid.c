/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "grid.h"
#include "costs.h"
#include "rows.h"
#include "cli/base/device.h"
#include "cli/base/examples.h"
#include "cli/base/interrupt.h"
#include "cli/base/params.h"
#include "cli/base/provenance.h"
#include "cli/files/jsonout.h"
#include "reroll_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 20000, DEVICES_MAX = 16 };

/* A sampler at an example of its distribution. */
typedef struct grid_case {
    const rr_sampler_info *sampler;
    const rr_example *example;
    void *values[RR_MAX_PARAMS][2];    /* per-sample parameters, by dtype; weights */
} grid_case;

typedef struct grid {
    bool quick;
    bench bench;                       /* one row per case */
    plan_case *found;
    rr_device *device[DEVICES_MAX];   /* each is opened once */
    double scale[DEVICES_MAX][2];
    char *spec[DEVICES_MAX];
    int devices;
    grid_case *cases;
    size_t count;
    unsigned questions;
} grid;

static void *grown(void *array, size_t bytes)
{
    void *more = realloc(array, bytes);
    if (!more) exit(refuse(EXIT_TROUBLE, "no memory"));
    return more;
}

/* ---- The grid ---- */

/* Opens the usable instruction sets (quick: the best one), with warps of a register and of 32 lanes. */
static exit_status open_devices(grid *g)
{
    rr_device_info info;
    exit_status status = EXIT_DONE;
    for (size_t i = 0; rr_device_list(i, &info) && !status; ++i) {
        if (!strcmp(info.name, "cpu:warp32")) break;   /* the instruction sets come first */
        if (!info.available) continue;
        if (g->quick) {
            for (int k = 0; k < g->devices; ++k) {
                rr_device_close(&g->device[k]);
                free(g->spec[k]);
            }
            g->devices = 0;
        }
        for (int wide = 0; wide < 2 && !status && g->devices < DEVICES_MAX; ++wide) {
            g->spec[g->devices] = get_text("%s%s", info.name, wide ? ",warp=32" : "");
            status = device_open(g->spec[g->devices], "1", &g->device[g->devices]);
            if (!status) status = plan_costs_scale(g->device[g->devices], g->scale[g->devices]);
            ++g->devices;
        }
    }
    return status;
}

/* Adds each distribution's default method, and other methods that reject. --calibrate measures none of these examples. */
static void add_cases(grid *g)
{
    const uint32_t use = RR_FOR_PLAN | (g->quick ? RR_FOR_QUICK_PLAN : 0);
    const rr_sampler_info *s;
    const rr_example *e;
    for (size_t i = 0; (s = sampler_at(i)); ++i) {
        if (sampler_is_row(s) || rr_sampler_method(s->sampler)->stages || (s->method[0] && !s->rejects)) continue;
        for (size_t at = 0; (e = example_next(s, use, &at)); ) {
            g->cases = grown(g->cases, (g->count + 1) * sizeof *g->cases);
            g->cases[g->count++] = (grid_case){.sampler = s, .example = e};
        }
    }
}

/* Values from low to high in pseudorandom order. */
static const void *values_of(grid_case *c, uint32_t param, rr_type dtype)
{
    void **kept = &c->values[param][dtype == RR_F64];
    if (!*kept) *kept = bench_spread(dtype, SAMPLES, c->example->low[param], c->example->high[param]);
    return *kept;
}

static void set_params(grid_case *c, rr_job *job)
{
    const rr_type type = rr_param_type(job->sampler, job->dtype);
    for (uint32_t p = 0; p < rr_sampler_about(job->sampler)->params; ++p) {
        const double *low = &c->example->low[p];
        if (param_is_list(rr_sampler_about(job->sampler), p)) {   /* the example gives the number */
            void **kept = &c->values[p][1];
            job->dims.n = (uint64_t)*low;
            if (!*kept) *kept = bench_weights(rr_sampler_about(job->sampler), p, job->dims.n);
            job->param[p] = (rr_param){*kept, RR_F64, 0, sizeof(double)};
        } else if (*low == c->example->high[p]) job->param[p] = (rr_param){low, RR_F64, 0, 0};
        else job->param[p] = (rr_param){values_of(c, p, type), type, (ptrdiff_t)dtype_size(type), 0};
    }
}

static bool same(rr_strategy a, rr_strategy b)
{
    return a.kind == b.kind && a.number == b.number;
}

static bool among(rr_strategy s, const rr_plan *plan)
{
    for (uint32_t i = 0; i < plan->rows; ++i)
        if (same(plan->row[i].strategy, s)) return true;
    return false;
}

/* Adds a row of the benchmark and a case for every strategy that the planner compares. */
static void add_question(grid *g, const rr_job *job, const rr_example *example, int device, const rr_plan *plan,
                         const rr_plan *in_kernel)
{
    char params[EXAMPLE_SIZE];
    example_text(rr_sampler_about(job->sampler), example, params);
    for (uint32_t i = 0; i < plan->rows; ++i) {
        const rr_strategy s = plan->row[i].strategy;
        char text[32];
        rr_strategy_text(s, text);
        bench_row *row = bench_add_row(&g->bench, BENCH_STRATEGIES, rr_sampler_about(job->sampler)->name, job->dtype);
        row->device = g->device[device];
        row->spec = g->spec[device];
        row->strategy = s;
        row->job = *job;
        row->job.strategy = s;
        g->found = grown(g->found, g->bench.rows * sizeof *g->found);
        g->found[g->bench.rows - 1] = (plan_case){
            rr_sampler_about(job->sampler)->name, get_copy(params), dtype_name(job->dtype), get_copy(g->spec[device]),
            get_copy(text),
            plan->costs, g->scale[device][job->dtype == RR_F64], plan->row[i].ns, NAN, g->questions, same(s, plan->choice),
            same(s, in_kernel->choice), among(s, in_kernel)};
    }
    ++g->questions;
}

static exit_status ask(grid *g, grid_case *c, rr_type dtype, int device)
{
    rr_plan plan = RR_PLAN_INIT, in_kernel = RR_PLAN_INIT;
    rr_job job = RR_JOB_INIT;
    job.sampler = c->sampler->sampler;
    job.dtype = dtype;
    job.rows = SAMPLES;
    if (!dtype_listed(c->sampler, dtype)) return EXIT_DONE;
    if (c->sampler->counts && dtype != dtype_default(c->sampler)) return EXIT_DONE;   /* all dtypes are drawn alike */
    set_params(c, &job);
    rr_status status = rr_plan_job(g->device[device], &job, 0, &plan);
    if (!status) status = rr_plan_job(g->device[device], &job, RR_PLAN_IN_KERNEL, &in_kernel);
    if (status) return refuse(EXIT_TROUBLE, "planning %s: %s", c->sampler->name, rr_status_text(status));
    add_question(g, &job, c->example, device, &plan, &in_kernel);
    return EXIT_DONE;
}

static exit_status ask_all(grid *g)
{
    exit_status status = EXIT_DONE;
    progress bar;
    add_cases(g);
    progress_start_steps(&bar, "plans", (uint64_t)g->devices * g->count, g->bench.title != NULL);
    for (int device = 0; device < g->devices; ++device)
        for (size_t i = 0; i < g->count && !status; ++i) {
            for (int t = RR_F32; t <= RR_U64 && !status; ++t) status = ask(g, &g->cases[i], (rr_type)t, device);
            if (interrupted()) status = EXIT_INTERRUPTED;
            progress_show(&bar, (uint64_t)device * g->count + i + 1);
        }
    progress_end(&bar);
    return status;
}

/* ---- Measuring ---- */

static void close_all(grid *g)
{
    for (int i = 0; i < g->devices; ++i) {
        rr_device_close(&g->device[i]);
        free(g->spec[i]);
    }
    for (size_t i = 0; i < g->count; ++i)
        for (int p = 0; p < RR_MAX_PARAMS; ++p)
            for (int t = 0; t < 2; ++t) free(g->cases[i].values[p][t]);
    free(g->cases);
    for (size_t i = 0; i < g->bench.rows; ++i) free(g->bench.row[i].rounds);
    free(g->bench.row);
    free(g->bench.output);
}

exit_status plan_grid_measure(bool quick, const char *title, plan_case **found, size_t *count)
{
    grid g = {.quick = quick,
              .bench = {.options = {.n = SAMPLES, .threads = 1, .quick = true}, .title = title}};
    g.bench.loop_ns = quick ? 1e6 : 2e6;
    exit_status status = open_devices(&g);
    if (!status) status = ask_all(&g);
    if (!status) {
        g.bench.output = get_memory(SAMPLES * sizeof(double));
        for (size_t i = 0; i < g.bench.rows; ++i) g.bench.row[i].job.out = g.bench.output;
        status = bench_measure(&g.bench);
    }
    for (size_t i = 0; i < g.bench.rows && !status; ++i) g.found[i].measured = g.bench.row[i].median;
    *count = g.bench.rows;
    *found = g.found;
    close_all(&g);
    if (!status) return EXIT_DONE;
    plan_grid_free(*found, *count);
    *found = NULL;
    *count = 0;
    return status;
}

void plan_grid_free(plan_case *found, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        free((char *)found[i].params);
        free((char *)found[i].device);
        free((char *)found[i].strategy);
    }
    free(found);
}

/* ---- The score ---- */

static bool is_fixed(const plan_case *c)
{
    return !strncmp(c->strategy, "fixed", 5);
}

/* True if the plan's choice for a question, which begins at case `from`, is within 5 % of the fastest. */
static bool good_choice(const plan_case *c, size_t count, size_t from, bool in_kernel)
{
    double chosen = NAN, fastest = INFINITY;
    for (size_t i = from; i < count && c[i].question == c[from].question; ++i) {
        if (is_fixed(&c[i]) || (in_kernel && !c[i].in_kernel)) continue;
        fastest = fmin(fastest, c[i].measured);
        if (in_kernel ? c[i].chosen_in_kernel : c[i].chosen) chosen = c[i].measured;
    }
    return chosen <= 1.05 * fastest;
}

plan_score plan_grid_score(const plan_case *c, size_t count)
{
    plan_score score = {.cases = 0};
    double *errors = get_memory((count + 1) * sizeof *errors);
    for (size_t i = 0; i < count; ++i) {
        const double error = fabs(c[i].predicted / c[i].measured - 1);
        if (i == 0 || c[i].question != c[i - 1].question) {
            ++score.questions;
            score.good_choices += good_choice(c, count, i, false);
            score.good_choices_in_kernel += good_choice(c, count, i, true);
        }
        if (!(error >= 0)) continue;
        errors[score.cases++] = error;
        score.within_quarter += error <= 0.25;
    }
    qsort(errors, score.cases, sizeof *errors, bench_compare);
    score.median = score.cases ? errors[score.cases / 2] : NAN;
    score.nine_tenths = score.cases ? errors[score.cases * 9 / 10] : NAN;
    score.within_quarter /= (double)score.cases;
    score.good_choices /= (double)score.questions;
    score.good_choices_in_kernel /= (double)score.questions;
    free(errors);
    return score;
}

const char *plan_grid_costs(const plan_case *c, size_t count, char text[PLAN_GRID_COSTS_SIZE])
{
    double low = INFINITY, high = 0;
    bool calibrated = false;
    for (size_t i = 0; i < count; ++i) {
        calibrated |= !strcmp(c[i].costs, "calibrated");
        if (strcmp(c[i].costs, "scaled")) continue;
        low = fmin(low, c[i].scale);
        high = fmax(high, c[i].scale);
    }
    if (high == 0) return strcpy(text, calibrated ? "calibrated file" : "none");
    snprintf(text, PLAN_GRID_COSTS_SIZE, "built in, scaled by %.3g to %.3g%s", low, high,
             calibrated ? ", and of some instruction sets a calibrated file" : "");
    return text;
}

/* ---- bench --plan ---- */

static void print_case(const plan_case *c)
{
    char sampler[64];
    snprintf(sampler, sizeof sampler, "%s%s%s", c->sampler, c->params[0] ? ", " : "", c->params);
    printf("%-24s %-5s %-19s %-14s %11.3f %10.3f", sampler, c->dtype, c->device, c->strategy, c->predicted, c->measured);
    if (c->predicted > 0) printf(" %+7.1f%%", 100 * (c->predicted / c->measured - 1));
    else printf(" %8s", "-");
    printf("%s%s\n", c->chosen ? "  <- chosen" : "", c->chosen_in_kernel ? "  <- in a kernel" : "");
}

static void print_json(const plan_case *c, size_t count)
{
    json_out out = {.to = stdout};
    json_array(&out, NULL, json_lines);
    for (; count; --count, ++c) {
        json_object(&out, NULL, json_line);
        json_text(&out, "sampler", c->sampler);
        json_text(&out, "params", c->params);
        json_text(&out, "dtype", c->dtype);
        json_text(&out, "device", c->device);
        json_text(&out, "strategy", c->strategy);
        json_digits(&out, "predicted", c->predicted > 0 ? c->predicted : NAN, 5);
        json_text(&out, "costs", c->costs);
        json_digits(&out, "scale", c->scale, 5);
        json_digits(&out, "measured", c->measured, 5);
        json_bool(&out, "chosen", c->chosen);
        json_bool(&out, "chosen_in_kernel", c->chosen_in_kernel);
        json_end(&out);
    }
    json_end(&out);
}

exit_status plan_grid_bench(bool quick, bool json)
{
    plan_case *found;
    size_t count;
    const exit_status status = plan_grid_measure(quick, "bench --plan", &found, &count);
    if (status) return status;
    if (json) {
        print_json(found, count);
    } else {
        const plan_score s = plan_grid_score(found, count);
        char costs[PLAN_GRID_COSTS_SIZE];
        provenance_print();
        printf("\n%-24s %-5s %-19s %-14s %11s %10s %8s\n", "sampler", "dtype", "device", "strategy", "predicted",
               "measured", "error");
        for (size_t i = 0; i < count; ++i) print_case(&found[i]);
        printf("\n%zu predictions: median error %.1f %%, nine tenths within %.1f %%, %.1f %% within 25 %%\n", s.cases,
               100 * s.median, 100 * s.nine_tenths, 100 * s.within_quarter);
        printf("costs: %s\n", plan_grid_costs(found, count, costs));
        printf("%zu questions: the choice is within 5 %% of the fastest measured one in %.1f %% (in a kernel: %.1f %%)\n",
               s.questions, 100 * s.good_choices, 100 * s.good_choices_in_kernel);
    }
    plan_grid_free(found, count);
    return EXIT_DONE;
}
