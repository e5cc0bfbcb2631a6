/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The figures of D. Thomas, "Rejection methods on GPUs". */
#include "figures.h"
#include "measure.h"
#include "cli/base/interrupt.h"
#include "cli/report/page/page.h"
#include "reroll_model.h"

#include <math.h>

#define SOURCE "D. Thomas, Rejection methods on GPUs"

enum { WIDTHS = 6, CACHED_WIDTHS = 4 };

static const double widths[WIDTHS] = {1, 2, 4, 8, 16, 32};
static const double *const cached_widths = widths + WIDTHS - CACHED_WIDTHS;

/* The colour that this width has in all figures. */
#define CACHED_STEP(k) STEP(WIDTHS - CACHED_WIDTHS + (k))

/* Values of p, denser near 1, where the curves of many lanes bend. */
enum { GRID = 80 };

static double grid(int i)
{
    const double rest = GRID - 1 - i;
    return i < 40 ? 0.02 * (i + 1) : 1 - 0.2 * rest * rest / 1600;
}

static const report_axis accept_axis = LINEAR("acceptance $p$", 0, 1);

static double all_accept(double p, double lanes)
{
    return rr_model_loop_cdf(rr_chance_accept(p), lanes, 1);
}

static double loop_mean(double p, double lanes)
{
    return rr_model_loop_mean(rr_chance_accept(p), lanes);
}

static double cached_mean(double p, double lanes)
{
    rr_model_query q = RR_MODEL_QUERY_INIT;
    rr_model_law law;
    if (interrupted()) return NAN;   /* hundreds of values take seconds, for a page that is not written */
    q.strategy = RR_MODEL_CACHED;
    q.lanes = (unsigned)lanes;
    q.chance = rr_chance_accept(p);
    return rr_model_ask(&q, &law, NULL, 0) ? NAN : law.mean;
}

static double saved(double p, double lanes)
{
    return loop_mean(p, lanes) / cached_mean(p, lanes);
}

/* ---- loop ---- */

#define BY_WIDTH "$p$", "K", widths, WIDTHS, STEP(0), true

static void figure_pk(report *r)
{
    report_figure f;
    figure_begin(&f, "fig-thomas-pk", "All lanes accept at once: $p^K$ over $p$");
    figure_what(&f, "The probability that all $K$ lanes of a warp accept in one iteration. With 32 lanes it is small even "
                    "for $p$ near 1.");
    figure_source(&f, SOURCE ", first graph; rr_model_loop_cdf at $n = 1$");
    figure_curves(&f, figure_panel(&f, accept_axis, LINEAR("$p^K$", 0, 1)),
                  &(report_curves){BY_WIDTH, all_accept, NULL, 0.01, 1, 100});
    page_figure(r, &f);
}

static void figure_mean(report *r)
{
    report_figure f;
    figure_begin(&f, "fig-thomas-mean", "Iterations of a warp, $E[L_K]$ over $p$");
    figure_what(&f, "The mean number of iterations until every lane of the warp has a sample. $K = 1$ is the scalar "
                    "case, $1/p$.");
    figure_source(&f, SOURCE ", $E[L_K]$; rr_model_loop_mean");
    figure_curves(&f, figure_panel(&f, accept_axis, LOGARITHMIC("iterations", 1, 300)),
                  &(report_curves){BY_WIDTH, loop_mean, NULL, 0.02, 1, 99});
    page_figure(r, &f);
}

static void figure_close(report *r)
{
    report_figure f;
    figure_begin(&f, "fig-thomas-mean-close", "Iterations of a warp, $E[L_K]$: a closer look at $p$ from 0.8 to 1");
    figure_what(&f, "The range of most rejection samplers. At $p = 0.8$, 32 lanes take %.3g iterations where one lane takes "
                    "%.3g.", loop_mean(0.8, 32), loop_mean(0.8, 1));
    figure_source(&f, SOURCE ", $E[L_K]$, close-up; rr_model_loop_mean");
    report_panel *panel = figure_panel(&f, LINEAR("acceptance $p$", 0.8, 1), LINEAR("iterations", 1, NAN));
    panel->x.tics = "0.8, 0.85, 0.9, 0.95, 1";
    figure_curves(&f, panel, &(report_curves){BY_WIDTH, loop_mean, NULL, 0.8, 1, 81});
    page_figure(r, &f);
}

/* ---- cached ---- */

static double per_call(const report_point *p)
{
    return (double)p->steps / (double)p->calls;
}

enum { CACHED_CHANCES = 6, CACHED_POINTS = CACHED_WIDTHS * CACHED_CHANCES };

typedef struct cached_points {
    report_point loop[CACHED_POINTS], cached[CACHED_POINTS];
} cached_points;

/* In a tile of the largest size the first call, which has nothing cached, has little weight. */
static void measure_cached(report *r, cached_points *c)
{
    static const double chances[CACHED_CHANCES] = {0.1, 0.3, 0.5, 0.7, 0.85, 0.95};
    for (int i = 0; i < CACHED_POINTS; ++i) {
        const report_point p = {.warp = (unsigned)cached_widths[i / CACHED_CHANCES], .tile = 65536, .strategy = "loop",
                                .accept = (float)chances[i % CACHED_CHANCES], .attempts = measure_effort(r)};
        c->loop[i] = c->cached[i] = p;
        c->cached[i].strategy = "cached";
    }
    measure(r, "loop  ", c->loop, CACHED_POINTS);
    measure(r, "cached", c->cached, CACHED_POINTS);
}

static void add_measured(report_figure *f, const cached_points *c)
{
    report_table *t = figure_table(f, "measured");
    table_columns(t, "$K$", "$p$", "samples", "calls", "loop measured", "cached measured", "loop model", "cached model",
                  "ratio measured", "ratio model");
    for (int i = 0; i < CACHED_POINTS; ++i) {
        const double p = c->loop[i].accept, loop = per_call(&c->loop[i]), cached = per_call(&c->cached[i]);
        const double loop_model = loop_mean(p, c->loop[i].warp), cached_model = cached_mean(p, c->loop[i].warp);
        table_numbers(t, c->loop[i].warp, p, (double)c->cached[i].samples, (double)c->cached[i].calls, loop, cached,
                      loop_model, cached_model, loop / cached, loop_model / cached_model);
    }
}

/* Adds the points for one number of lanes: column y of the second table. */
static void add_points(report_panel *panel, int k, size_t y)
{
    panel_points(panel, CACHED_STEP(k), 1, 1, y, (size_t)k * CACHED_CHANCES, CACHED_CHANCES);
}

static void figure_cached(report *r, const cached_points *c, report_figure *f)
{
    report_table *t = figure_table(f, "");
    report_panel *panel = figure_panel(f, accept_axis, LOGARITHMIC("iterations of a call", 1, 300));
    table_column(t, "$p$");
    for (int k = 0; k < CACHED_WIDTHS; ++k) {
        table_column(t, "loop, $K = %g$", cached_widths[k]);
        table_column(t, "cached, $K = %g$", cached_widths[k]);
        panel_series(panel, STYLE_DOTTED, CACHED_STEP(k), 0, 0, 2 * (size_t)k + 1);
        series_title(panel_series(panel, STYLE_LINE, CACHED_STEP(k), 0, 0, 2 * (size_t)k + 2), "$K = %g$", cached_widths[k]);
        add_points(panel, k, 5);
    }
    panel_note(panel, STYLE_LINE, "cached");
    panel_note(panel, STYLE_DOTTED, "loop");
    panel_note(panel, STYLE_POINTS, "cached, measured");
    for (int i = 0; i < GRID; ++i) {
        table_number(t, grid(i));
        for (int k = 0; k < CACHED_WIDTHS; ++k) {
            table_number(t, loop_mean(grid(i), cached_widths[k]));
            table_number(t, cached_mean(grid(i), cached_widths[k]));
        }
    }
    add_measured(f, c);
    page_figure(r, f);
}

static void figure_ratio(report *r, const cached_points *c, report_figure *f)
{
    report_panel *panel = figure_panel(f, accept_axis, LINEAR("loop over cached, iterations", 1, NAN));
    figure_curves(f, panel, &(report_curves){"$p$", "K", cached_widths, CACHED_WIDTHS, CACHED_STEP(0), false, saved, grid,
                                             0, 0, GRID});
    for (int k = 0; k < CACHED_WIDTHS; ++k) add_points(panel, k, 8);
    panel_note(panel, STYLE_POINTS, "measured");
    add_measured(f, c);
    page_figure(r, f);
}

static void figures_cached(report *r)
{
    cached_points c;
    report_figure f;
    measure_cached(r, &c);
    if (report_ends(r)) return;
    figure_begin(&f, "fig-thomas-cached", "A lane that is done works ahead: cached against uncached");
    figure_what(&f, "The mean number of iterations of a call in the steady state: solid, strategy cached; dotted, loop. "
                    "Points: strategy cached on lanes of this machine.");
    figure_source(&f, SOURCE ", the chain over $(r, c)$; rr_model_ask; points: sampler attempts, RR_COUNT");
    figure_params(&f, "parameters that never change; device cpu, warp = $K$, tile = 65536");
    figure_cached(r, &c, &f);
    figure_begin(&f, "fig-thomas-ratio", "The gain by caching: uncached over cached");
    figure_what(&f, "The ratio of the two. From its graph the paper reads 60 %% more iterations without the cache; at $p "
                    "= 1/2$ and 32 lanes the model gives %.1f %%.", 100 * (loop_mean(0.5, 32) / cached_mean(0.5, 32) - 1));
    figure_source(&f, SOURCE ", last graph; rr_model_ask; points: sampler attempts, RR_COUNT");
    figure_params(&f, "as in the figure before");
    figure_ratio(r, &c, &f);
}

void report_thomas(report *r)
{
    static report_maker *const figures[] = {figure_pk, figure_mean, figure_close, figures_cached};
    page_figures(r, figures, sizeof figures / sizeof figures[0]);
}
