/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The figures of G. Ridley and B. Forget, Statistics and Computing 31 (2021) 30: the distribution of the number of
 * iterations, with measured points, and its approximations. Grouped sampling is in grouped.c. */
#include "ridley.h"
#include "figures.h"
#include "measure.h"
#include "cli/report/page/page.h"

#include <math.h>
#include <string.h>

enum { WARPS = 4, WIDTHS = 3 };

static const double warps[WARPS] = {4, 8, 16, 32};
static const unsigned widths[WIDTHS] = {8, 32, 128};
static const int width_step[WIDTHS] = {3, 5, 6};   /* a width has the same colour on the whole page */
static const report_axis reject_axis = LINEAR("rejection $rho$", 0, 1);

static double mean_at(double rho, double lanes)
{
    return rr_model_loop_mean(rr_chance_reject(rho), lanes);
}

static double hundredth(int i)
{
    return 0.01 * i;
}

/* ---- Figure 2 ---- */

enum { PMF_MAX = 20 };

static void figure_2(report *r)
{
    static const double rho[REPORT_PANELS] = {0.5, 0.1, 0.05, 0.01};
    static const double max[REPORT_PANELS] = {16, 8, 8, 8};
    report_figure f;
    figure_begin(&f, "fig-ridley-2", "Figure 2: in how many iterations 32 lanes are done");
    figure_what(&f, "The probability that a warp takes $n$ iterations. At $rho = 0.05$ most warps "
                    "still need two.");
    figure_source(&f, RIDLEY ", Figure 2, Eq. 9; rr_model_loop_pmf");
    figure_params(&f, "$t = 32$; $rho = 0.5$, 0.1, 0.05, 0.01");
    report_table *t = figure_table(&f, "");
    table_column(t, "$n$");
    for (int k = 0; k < REPORT_PANELS; ++k) {
        report_panel *p = figure_panel(&f, LINEAR("iterations $n$", 0.3, max[k] + 0.7), LINEAR("probability", 0, NAN));
        p->title = get_text("$rho = %g$", rho[k]);
        table_column(t, "$rho = %g$", rho[k]);
        panel_series(p, STYLE_BARS, STEP(4), 0, 0, (size_t)k + 1);
    }
    for (int n = 1; n <= PMF_MAX; ++n) {
        table_number(t, n);
        for (int k = 0; k < REPORT_PANELS; ++k) table_number(t, rr_model_loop_pmf(rr_chance_reject(rho[k]), 32, n));
    }
    page_figure(r, &f);
}

/* ---- Figure 3 ---- */

enum { RHOS = 11, POINTS = WARPS * RHOS };

static void measure_means(report *r, report_point point[POINTS])
{
    static const double rho[RHOS] = {0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
    for (int i = 0; i < POINTS; ++i)
        point[i] = (report_point){.warp = (unsigned)warps[i / RHOS],
                                  .tile = 4096,
                                  .strategy = "loop",
                                  .accept = (float)(1 - rho[i % RHOS]),
                                  .attempts = measure_effort(r)};
    measure(r, "loop", point, POINTS);
}

/* The error is the distribution's standard deviation over the square root of the number of calls; z is the deviation
 * divided by the error. */
static void add_means(report_figure *f, const report_point point[POINTS])
{
    report_table *t = figure_table(f, "measured");
    table_columns(t, "$t$", "$rho$", "calls", "measured", "model", "standard error", "$z$");
    for (int i = 0; i < POINTS; ++i) {
        const report_point *p = &point[i];
        const rr_chance c = rr_chance_accept(p->accept);
        const double mean = (double)p->steps / (double)p->calls, model = rr_model_loop_mean(c, p->warp);
        const double error = sqrt(rr_model_loop_variance(c, p->warp) / (double)p->calls);
        table_numbers(t, p->warp, 1 - p->accept, (double)p->calls, mean, model, error, (mean - model) / error);
    }
}

static double worst_z(const report_figure *f)
{
    double worst = 0;
    for (size_t i = 0; i < table_rows(&f->table[1]); ++i) worst = fmax(worst, fabs(table_value(&f->table[1], i, 6)));
    return worst;
}

static void figure_3(report *r)
{
    report_figure f;
    report_point point[POINTS];
    measure_means(r, point);
    if (report_ends(r)) return;
    figure_begin(&f, "fig-ridley-3", "Figure 3: mean iterations, the model and real lanes");
    report_panel *panel = figure_panel(&f, reject_axis, LINEAR("mean iterations", 0, 40));
    figure_curves(&f, panel, &(report_curves){"$rho$", "t", warps, WARPS, STEP(2), false, mean_at, hundredth, 0, 0, 97});
    for (int k = 0; k < WARPS; ++k) panel_points(panel, STEP(k + 2), 1, 1, 3, (size_t)k * RHOS, RHOS);
    panel_note(panel, STYLE_LINE, "Eq. 9");
    panel_note(panel, STYLE_POINTS, "measured");
    add_means(&f, point);
    figure_what(&f, "Lines: Eq. 9. Points: warps of 4, 8, 16 and 32 lanes of this processor's registers, which vote after "
                    "every attempt; $t = 16$ is the case that the paper leaves open. The farthest of the %d points is %.2f "
                    "standard errors off.", POINTS, worst_z(&f));
    figure_source(&f, RIDLEY ", Figure 3 and Appendix A; rr_model_loop_mean; points: sampler attempts, RR_COUNT");
    figure_params(&f, "strategy loop, device cpu, warp = $t$, seed 4, stream $t$");
    page_figure(r, &f);
}

/* ---- Figure 4 ---- */

/* 1 minus the integral, which approaches 1 until the difference is lost in double precision. */
static double missing(double t, double rho)
{
    const double x = fabs(rr_model_ridley_norm(rr_chance_reject(rho), t) - 1);
    return x > 1e-15 ? x : NAN;
}

static void figure_4(report *r)
{
    static const double rho[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    report_figure f;
    figure_begin(&f, "fig-ridley-4", "Figure 4: how nearly Eq. 11 is a probability law");
    figure_what(&f, "The difference between 1 and the integral of Eq. 11 over $n$ from 0. Beyond 16 lanes it is below "
                    "$10^{-7}$.");
    figure_source(&f, RIDLEY ", Figure 4, Eq. 12; rr_model_ridley_norm");
    report_panel *panel = figure_panel(&f, LINEAR("lanes $t$", 1, 32), LOGARITHMIC("| integral \xE2\x88\x92 1 |", 1e-15, 1));
    figure_curves(&f, panel, &(report_curves){"$t$", "rho", rho, 5, STEP(0), true, missing, NULL, 1, 32, 32});
    page_figure(r, &f);
}

/* ---- Figures 5 and 6 ---- */

static bool approximation(const char *name, rr_model_approximation *a)
{
    for (size_t i = 0; rr_model_approximation_list(i, a); ++i)
        if (!strcmp(a->name, name)) return true;
    return false;
}

/* The mean and the paper's two approximations from low to high. */
static void add_approximations(report_figure *f, report_panel *panel, double low, double high, int count)
{
    static const char *const kinds[] = {"mean", "Eq. 13", "Eq. 16"};
    rr_model_approximation large, small;
    report_table *t = figure_table(f, "");
    const bool there = approximation(RIDLEY_LARGE, &large) && approximation(RIDLEY_SMALL, &small);
    table_column(t, "$rho$");
    for (int k = 0; k < WIDTHS; ++k)
        for (int kind = 0; kind < 3; ++kind) {
            const report_style style = kind == 0 ? STYLE_LINE : kind == 1 ? STYLE_DASHED : STYLE_DOTTED;
            table_column(t, "%s, $t = %u$", kinds[kind], widths[k]);
            report_series *s = panel_series(panel, style, STEP(width_step[k]), 0, 0, (size_t)(3 * k + kind) + 1);
            if (kind == 0) series_title(s, "$t = %u$", widths[k]);
        }
    panel_note(panel, STYLE_LINE, "exact");
    panel_note(panel, STYLE_DASHED, "Eq. 13");
    panel_note(panel, STYLE_DOTTED, "Eq. 16");
    for (int i = 0; i < count; ++i) {
        const double rho = low + (high - low) * i / (count - 1);
        const rr_chance c = rr_chance_reject(rho);
        table_number(t, rho);
        for (int k = 0; k < WIDTHS; ++k) {
            table_numbers(t, rr_model_loop_mean(c, widths[k]), there ? large.mean(c, widths[k]) : NAN,
                          there ? small.mean(c, widths[k]) : NAN);
        }
    }
}

static void figure_5(report *r)
{
    report_figure f;
    figure_begin(&f, "fig-ridley-5", "Figure 5: the mean and the paper's approximations");
    figure_what(&f, "Solid: the exact mean. Dashed: Eq. 13 as printed, for large $rho$. Dotted: Eq. 16, for small "
                    "$rho$.");
    figure_source(&f, RIDLEY ", Figure 5; rr_model_loop_mean, rr_model_approximation_list");
    add_approximations(&f, figure_panel(&f, reject_axis, LINEAR("mean iterations", 0, 30)), 0.01, 0.95, 95);
    page_figure(r, &f);
}

static void figure_6(report *r)
{
    report_figure f;
    figure_begin(&f, "fig-ridley-6", "Figure 6: the same for $rho$ up to 0.1");
    figure_what(&f, "Solid: the exact mean. Dashed: Eq. 13 as printed. Dotted: Eq. 16, which is the better one here.");
    figure_source(&f, RIDLEY ", Figure 6; rr_model_loop_mean, rr_model_approximation_list");
    add_approximations(&f, figure_panel(&f, LINEAR("rejection $rho$", 0, 0.1), LINEAR("mean iterations", 1, 3.2)), 0.001,
                       0.1, 100);
    page_figure(r, &f);
}

/* ---- The error of all approximations ---- */

static double relative_error(const rr_model_approximation *a, rr_chance c, double lanes)
{
    return a->mean(c, lanes) / rr_model_loop_mean(c, lanes) - 1;
}

enum { ERROR_LANES = 32, ERROR_POINTS = 99 };

static void figure_errors(report *r)
{
    rr_model_approximation a;
    report_figure f;
    figure_begin(&f, "fig-ridley-errors", "How far off the approximations of the mean are");
    figure_what(&f, "The relative error of every approximation, whether it claims to hold there or not.");
    figure_source(&f, RIDLEY ", Eqs. 10-17, and the better means of this library; rr_model_approximation_list");
    figure_params(&f, "$t = %d$", ERROR_LANES);
    report_panel *panel = figure_panel(&f, reject_axis, LOGARITHMIC("| relative error |", 1e-10, 10));
    report_table *t = figure_table(&f, "");
    table_column(t, "$rho$");
    for (size_t i = 0; rr_model_approximation_list(i, &a); ++i) {
        table_column(t, "%s", a.name);
        const report_style style = (report_style)((i + i / 3) % 3);   /* similar colours get different looks */
        series_title(panel_series(panel, style, (int)(i % REPORT_COLOURS) + 1, 0, 0, i + 1), "%s", a.name);
    }
    for (int k = 1; k <= ERROR_POINTS; ++k) {
        const rr_chance c = rr_chance_reject(0.01 * k);
        table_number(t, 0.01 * k);
        for (size_t i = 0; rr_model_approximation_list(i, &a); ++i)
            table_number(t, fabs(relative_error(&a, c, ERROR_LANES)));
    }
    page_figure(r, &f);
}

/* The worst errors of an approximation over the grid: in its stated range, and anywhere. */
typedef struct worst {
    double error, rho, lanes;
} worst;

static void note(worst *w, double error, double rho, double lanes)
{
    if (fabs(error) > fabs(w->error)) *w = (worst){error, rho, lanes};
}

static void add_worst(report_table *t, const worst *w)
{
    table_numbers(t, 100 * w->error, w->rho, w->lanes);
}

static void add_approximation(report_table *summary, report_table *all, const rr_model_approximation *a)
{
    static const double rhos[] = {0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999};
    static const double lanes[] = {2, 4, 8, 16, 32, 64, 1024};
    worst inside = {0, NAN, NAN}, anywhere = {0, NAN, NAN};
    for (size_t i = 0; i < sizeof rhos / sizeof rhos[0]; ++i)
        for (size_t k = 0; k < sizeof lanes / sizeof lanes[0]; ++k) {
            const rr_chance c = rr_chance_reject(rhos[i]);
            const double error = relative_error(a, c, lanes[k]);
            const bool holds = a->holds(c, lanes[k]);
            note(&anywhere, error, rhos[i], lanes[k]);
            if (holds) note(&inside, error, rhos[i], lanes[k]);
            table_text(all, "%s", a->name);
            table_numbers(all, rhos[i], lanes[k], rr_model_loop_mean(c, lanes[k]), a->mean(c, lanes[k]), 100 * error);
            table_text(all, holds ? "yes" : "no");
        }
    table_text(summary, "%s", a->name);
    table_text(summary, "$%s$", a->formula);
    table_text(summary, "%s", a->source);
    table_text(summary, "$%s$", a->region);
    add_worst(summary, &inside);
    add_worst(summary, &anywhere);
}

static void table_errors(report *r)
{
    rr_model_approximation a;
    report_figure f;
    figure_begin(&f, "tab-ridley-errors", "The approximations and their worst errors");
    figure_what(&f, "The worst relative errors over a grid of $rho$ and $t$; the second table has every cell of the grid.");
    figure_source(&f, RIDLEY ", Eqs. 10-17; rr_model_approximation_list");
    figure_params(&f, "$rho$ = 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999; $t$ = 2, 4, 8, 16, 32, 64, 1024");
    report_table *summary = figure_table(&f, ""), *all = figure_table(&f, "grid");
    table_columns(summary, "approximation", "formula", "source", "claims to hold", "worst error there, %", "at $rho$",
                  "at $t$", "worst error anywhere, %", "at $rho$ ", "at $t$ ");
    table_columns(all, "approximation", "$rho$", "$t$", "mean", "approximate mean", "error, %", "claims to hold");
    for (size_t i = 0; rr_model_approximation_list(i, &a); ++i) add_approximation(summary, all, &a);
    page_figure(r, &f);
}

void report_ridley(report *r)
{
    static report_maker *const figures[] = {figure_2, figure_3,      figure_4,     figure_5,
                                            figure_6, figure_errors, table_errors, report_grouped};
    page_figures(r, figures, sizeof figures / sizeof figures[0]);
}
