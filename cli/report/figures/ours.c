/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A figure that the papers do not have: all strategies together, in warps of 32 and of 8 lanes. */
#include "figures.h"
#include "measure.h"
#include "cli/report/page/page.h"

#include <math.h>
#include <string.h>

enum { GRID = 80, GRID_FINE = 40 };

/* p from 0.01 to 0.6, equally spaced on a logarithmic axis, then in steps of 0.01 to 1, where the curves bend. */
static double grid(int i)
{
    return i < GRID - GRID_FINE ? 0.01 * pow(60, (double)i / (GRID - GRID_FINE)) : 1 - 0.01 * (GRID - 1 - i);
}

static void add_curves(report_figure *f, report_panel *panel, unsigned lanes)
{
    report_table *t = figure_table(f, "");
    table_column(t, "$p$");
    for (int k = 0; k < EFFICIENCY_STRATEGIES; ++k) {
        const char *name = efficiency_strategy(k), *best = strcmp(name, "grouped") ? "" : ", best $g$";
        table_column(t, "%s%s", name, best);
        const report_style style = k % 2 ? STYLE_DASHED : STYLE_LINE;
        series_title(panel_series(panel, style, strategy_colour(name), 0, 0, (size_t)k + 1), "%s%s", name, best);
    }
    for (int i = 0; i < GRID; ++i) {
        table_number(t, grid(i));
        for (int k = 0; k < EFFICIENCY_STRATEGIES; ++k) table_number(t, efficiency_model(k, lanes, grid(i)));
    }
}

static void add_points(report_figure *f, report_panel *panel, const report_efficiency *e)
{
    report_table *t = figure_table(f, "measured");
    table_columns(t, "strategy", "$p$", "samples", "lane attempts", "measured", "model", "difference, %");
    for (int i = 0; i < EFFICIENCY_POINTS; ++i) {
        const report_point *p = &e->point[i];
        const double measured = measured_efficiency(p), model = efficiency_model(i / EFFICIENCY_CHANCES, p->warp, p->accept);
        table_text(t, "%s", p->strategy);
        table_numbers(t, p->accept, (double)p->samples, (double)p->lane_attempts, measured, model,
                      100 * (measured / model - 1));
    }
    for (int k = 0; k < EFFICIENCY_STRATEGIES; ++k)
        panel_points(panel, strategy_colour(efficiency_strategy(k)), 1, 1, 4, (size_t)k * EFFICIENCY_CHANCES,
                     EFFICIENCY_CHANCES);
}

static void figure_efficiency(report *r, const char *id, const char *title, const report_efficiency *e)
{
    report_figure f;
    figure_begin(&f, id, title);
    figure_what(&f, "The attempts that a sample needs, $1/p$, over those that lanes spend on it. Lines: the model of each "
                    "strategy. Points: lanes of this machine.");
    figure_source(&f, "this library; rr_model_ask, rr_model_grouped_best; points: sampler attempts, RR_COUNT, samples / "
                      "($p$ lane_attempts)");
    figure_params(&f, "%u lanes, device cpu; tile = 4096 for refill and compact, 65536 for the others, so that the first "
                      "row of a tile, which has nothing worked out ahead, does not count; compact works in registers, here "
                      "of %u lanes", e->lanes, register_lanes());
    report_panel *panel = figure_panel(&f, LOGARITHMIC("acceptance $p$", 0.01, 1), LINEAR("lane efficiency", 0, 1.04));
    panel->x.tics = "0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1";
    add_curves(&f, panel, e->lanes);
    add_points(&f, panel, e);
    page_figure(r, &f);
}

static void figure_32(report *r)
{
    figure_efficiency(r, "fig-ours-efficiency", "Lane efficiency of all strategies, 32 lanes", &r->waste);
}

static void figure_8(report *r)
{
    report_efficiency e;
    efficiency_measure(r, &e, 8);
    if (!report_ends(r)) figure_efficiency(r, "fig-ours-efficiency-8", "Lane efficiency of all strategies, 8 lanes", &e);
    efficiency_free(&e);
}

void report_ours(report *r)
{
    static report_maker *const figures[] = {figure_32, figure_8};
    page_section(r, "ours", "All strategies",
                 "Published and new strategies: the fraction of the lanes' work that becomes samples.");
    page_figures(r, figures, sizeof figures / sizeof figures[0]);
    page_section_end(r);
}
