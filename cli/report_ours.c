/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the documents do not have: every strategy side by side, and the failures of fixed:M. */
#include "report.h"
#include "reroll_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lane efficiency ---- */

enum { STRATEGIES = 7, CHANCES = 9, POINTS = STRATEGIES * CHANCES, GRID = 80, GRID_FINE = 40 };

typedef struct strategy_row {
    const char *name;
    rr_model_strategy strategy;
    unsigned tile;             /* of the measured points; strategies that work in rows are measured in their steady state */
} strategy_row;

static const strategy_row rows[STRATEGIES] = {{"loop", RR_MODEL_LOOP, 65536},
                                              {"cached", RR_MODEL_CACHED, 65536},
                                              {"grouped", RR_MODEL_GROUPED, 65536},
                                              {"regroup", RR_MODEL_REGROUP, 65536},
                                              {"regroup:ahead", RR_MODEL_REGROUP_AHEAD, 65536},
                                              {"refill", RR_MODEL_REFILL, 4096},
                                              {"compact", RR_MODEL_COMPACT, 4096}};

static const double chances[CHANCES] = {0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95};

/* p from 0.01 to 0.6, equally far apart on a logarithmic axis, and in steps of 0.01 to 1, where the curves bend. */
static double grid(int i)
{
    return i < GRID - GRID_FINE ? 0.01 * pow(60, (double)i / (GRID - GRID_FINE)) : 1 - 0.01 * (GRID - 1 - i);
}

/* On a CPU compact goes through its queues register by register, however many lanes vote together. */
static unsigned register_lanes(void)
{
    rr_device *device = NULL;
    rr_device_info info;
    unsigned lanes = 1;
    if (rr_device_open("cpu", &device)) return lanes;
    for (size_t i = 0; rr_device_list(i, &info) && strcmp(info.name, "cpu:warp32"); ++i)   /* which ends the CPUs */
        if (!strcmp(info.name, rr_device_name(device, NULL, NULL, NULL))) lanes = info.lanes;
    rr_device_close(&device);
    return lanes;
}

static double model_efficiency(const strategy_row *s, unsigned lanes, double p)
{
    rr_model_query q = RR_MODEL_QUERY_INIT;
    rr_model_law law;
    q.strategy = s->strategy;
    q.lanes = s->strategy == RR_MODEL_COMPACT ? register_lanes() : lanes;
    q.chance = rr_chance_accept(p);
    q.group = rr_model_grouped_best(q.chance, lanes);
    q.tile = s->tile;
    return rr_model_ask(&q, &law, NULL, 0) ? NAN : law.efficiency;
}

static void add_curves(report_figure *f, report_panel *panel, unsigned lanes)
{
    report_table *t = figure_table(f, "");
    table_column(t, "p");
    for (int k = 0; k < STRATEGIES; ++k) {
        table_column(t, rows[k].strategy == RR_MODEL_GROUPED ? "%s, best g" : "%s", rows[k].name);
        series_title(panel_series(panel, k % 2 ? LOOK_DASHED : LOOK_LINE, k + 1, 0, 0, (size_t)k + 1),
                     rows[k].strategy == RR_MODEL_GROUPED ? "%s, best g" : "%s", rows[k].name);
    }
    for (int i = 0; i < GRID; ++i) {
        table_number(t, grid(i));
        for (int k = 0; k < STRATEGIES; ++k) table_number(t, model_efficiency(&rows[k], lanes, grid(i)));
    }
}

static void add_points(report_figure *f, report_panel *panel, const report_point *point)
{
    static const char *const columns[] = {"strategy", "p", "samples", "lane attempts", "measured", "model", "difference, %"};
    report_table *t = figure_table(f, "measured");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; ++i) table_column(t, "%s", columns[i]);
    for (int i = 0; i < POINTS; ++i) {
        const report_point *p = &point[i];
        const double measured = measured_efficiency(p), model = model_efficiency(&rows[i / CHANCES], p->warp, p->accept);
        const double samples = (double)p->samples, attempts = (double)p->lane_attempts, off = 100 * (measured / model - 1);
        const double cells[] = {p->accept, samples, attempts, measured, model, off};
        table_text(t, "%s", p->strategy);
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; ++k) table_number(t, cells[k]);
    }
    for (int k = 0; k < STRATEGIES; ++k) {
        report_series *s = panel_series(panel, LOOK_POINTS, k + 1, 1, 1, 4);
        s->first = (size_t)k * CHANCES;
        s->rows = CHANCES;
    }
}

static void figure_efficiency(report *r, const char *id, const char *title, unsigned lanes)
{
    report_figure f;
    report_point point[POINTS];
    char *names[CHANCES];
    for (int i = 0; i < CHANCES; ++i)
        names[i] = get_text("grouped:%u", rr_model_grouped_best(rr_chance_accept((float)chances[i]), lanes));
    for (int i = 0; i < POINTS; ++i) {
        const strategy_row *s = &rows[i / CHANCES];
        point[i] = (report_point){.warp = lanes,
                                  .tile = s->tile,
                                  .accept = (float)chances[i % CHANCES],
                                  .attempts = measure_effort(r),
                                  .strategy = s->strategy == RR_MODEL_GROUPED ? names[i % CHANCES] : s->name};
    }
    measure(r, "strategies", point, POINTS);
    if (!report_ends(r)) {
        figure_begin(&f, id, title);
        figure_what(&f, "The attempts that a sample needs, 1/p, over those that lanes spend on it. Lines: the model of "
                        "each strategy. Points: lanes of this machine.");
        figure_source(&f, "this library; rr_model_ask, rr_model_grouped_best; points: sampler attempts, RR_COUNT, samples "
                          "/ (p lane_attempts)");
        figure_params(&f, "%u lanes, device cpu; tile = 4096 for refill and compact, 65536 for the others, so that the "
                          "first row of a tile, which has nothing worked out ahead, does not count; compact works in "
                          "registers, here of %u lanes", lanes, register_lanes());
        report_panel *panel = figure_panel(&f, LOGARITHMIC("acceptance p", 0.01, 1), LINEAR("lane efficiency", 0, 1.04));
        panel->x.tics = "0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1";
        add_curves(&f, panel, lanes);
        add_points(&f, panel, point);
        page_figure(r, &f);
    }
    for (int i = 0; i < CHANCES; ++i) free(names[i]);
}

/* ---- fixed:M ---- */

enum { FIXED_CHANCES = 4, PROPOSALS = 6, PROPOSALS_MOST = 32, FIXED_POINTS = FIXED_CHANCES * PROPOSALS };

static const double fixed_chances[FIXED_CHANCES] = {0.5, 0.8, 0.9, 0.98};

static void measure_fixed(report *r, report_point point[FIXED_POINTS])
{
    static const char *const names[PROPOSALS] = {"fixed:1", "fixed:2", "fixed:4", "fixed:8", "fixed:16", "fixed:32"};
    for (int i = 0; i < FIXED_POINTS; ++i) {
        const double p = (float)fixed_chances[i / PROPOSALS];
        /* fixed:M spends M attempts on a sample, whatever p is. */
        point[i] = (report_point){.warp = 32, .tile = 4096, .strategy = names[i % PROPOSALS], .accept = p,
                                  .attempts = (uint64_t)((double)measure_effort(r) / p / (1 << i % PROPOSALS))};
    }
    measure(r, "fixed", point, FIXED_POINTS);
}

/* A share is given where at least so many failures are expected: fewer say little, and none has no logarithm. */
enum { FAILURES_LEAST = 5 };

static void add_failures(report_figure *f, report_panel *panel, const report_point point[FIXED_POINTS])
{
    static const char *const columns[] = {"p", "M", "samples", "failed", "share", "model", "expected failures"};
    report_table *t = figure_table(f, "measured");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; ++i) table_column(t, "%s", columns[i]);
    for (int i = 0; i < FIXED_POINTS; ++i) {
        const report_point *p = &point[i];
        const double m = 1 << i % PROPOSALS, n = (double)p->samples, failed = (double)p->failed;
        const double model = rr_model_fixed_fail(rr_chance_accept(p->accept), m), expected = n * model;
        const double cells[] = {p->accept, m, n, failed, expected < FAILURES_LEAST ? NAN : failed / n, model, expected};
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; ++k) table_number(t, cells[k]);
    }
    for (int k = 0; k < FIXED_CHANCES; ++k) {
        report_series *s = panel_series(panel, LOOK_POINTS, k + 1, 1, 1, 4);
        s->first = (size_t)k * PROPOSALS;
        s->rows = PROPOSALS;
    }
}

static void figure_fixed(report *r)
{
    report_figure f;
    report_point point[FIXED_POINTS];
    measure_fixed(r, point);
    if (report_ends(r)) return;
    figure_begin(&f, "fig-ours-fixed", "fixed:M: samples that stay without an accepted proposal");
    figure_what(&f, "Each sample gets M proposals and no more; with probability (1 \xE2\x88\x92 p)^M none is accepted. "
                    "For M = 8 and p = 0.98 Linderman reports a failure rate of about 10e-7; the formula gives %.2g.",
                rr_model_fixed_fail(rr_chance_accept(0.98), 8));
    figure_source(&f, "S. Linderman, A parallel gamma sampling implementation; rr_model_fixed_fail; points: sampler "
                      "attempts, strategy fixed:M");
    figure_params(&f, "device cpu, warp = 32");
    report_panel *panel =
        figure_panel(&f, LOGARITHMIC("proposals M", 1, PROPOSALS_MOST), LOGARITHMIC("share of failures", 1e-12, 1));
    panel->x.tics = "1, 2, 4, 8, 16, 32";
    report_table *t = figure_table(&f, "");
    table_column(t, "M");
    for (int k = 0; k < FIXED_CHANCES; ++k) {
        table_column(t, "p = %g", fixed_chances[k]);
        series_title(panel_series(panel, LOOK_LINE, k + 1, 0, 0, (size_t)k + 1), "p = %g", fixed_chances[k]);
    }
    for (int m = 1; m <= PROPOSALS_MOST; ++m) {
        table_number(t, m);
        for (int k = 0; k < FIXED_CHANCES; ++k) table_number(t, rr_model_fixed_fail(rr_chance_accept(fixed_chances[k]), m));
    }
    add_failures(&f, panel, point);
    page_figure(r, &f);
}

static void figure_32(report *r)
{
    figure_efficiency(r, "fig-ours-efficiency", "Lane efficiency of all strategies, 32 lanes", 32);
}

static void figure_8(report *r)
{
    figure_efficiency(r, "fig-ours-efficiency-8", "Lane efficiency of all strategies, 8 lanes", 8);
}

void report_ours(report *r)
{
    static report_maker *const figures[] = {figure_32, figure_8, figure_fixed};
    page_section(r, "ours", "All strategies",
                 "Every published cure for the waste, and new ones: how much of the lanes' work becomes samples.");
    page_figures(r, figures, sizeof figures / sizeof figures[0]);
    page_section_end(r);
}
