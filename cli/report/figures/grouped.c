/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Ridley and Forget, section 5: g lanes work on one sample. Figures 7 and 8, and their Table 1 compared with that of the
 * model. */
#include "ridley.h"
#include "cli/report/page/page.h"

#include <math.h>

enum { LANES = 32, GROUPS = 6 };

static const double groups[GROUPS] = {1, 2, 4, 8, 16, 32};
static const report_axis reject_axis = LINEAR("rejection $rho$", 0, 1);

/* rho = 0 to 1, denser near 1, where large groups are best. */
enum { GRID = 130 };

static double grid(int i)
{
    return i < 90 ? 0.01 * i : 1 - 0.1 * pow(0.9, i - 90 + 1);
}

static double rate(double rho, double group)
{
    return rr_model_grouped_rate(rr_chance_reject(rho), LANES, (unsigned)group);
}

static void add_crossings(report_panel *panel)
{
    for (int k = 0; k + 1 < GROUPS; ++k) panel->mark[panel->marks++] = rr_model_grouped_upto(LANES, (unsigned)groups[k]);
}

static void figure_7(report *r)
{
    report_figure f;
    figure_begin(&f, "fig-ridley-7", "Figure 7: samples that a warp of 32 finishes per iteration, by group");
    figure_what(&f, "$g$ lanes try attempts of one sample at once, so that $32/g$ samples are made side by side. The "
                    "vertical lines are the crossings, where twice the group becomes the better choice.");
    figure_source(&f, RIDLEY ", Figure 7; rr_model_grouped_rate, rr_model_grouped_upto");
    figure_params(&f, "$t = %d$", LANES);
    report_panel *panel = figure_panel(&f, reject_axis, LOGARITHMIC("samples per iteration", 0.1, 32));
    figure_curves(&f, panel, &(report_curves){"$rho$", "g", groups, GROUPS, STEP(0), true, rate, grid, 0, 0, GRID});
    add_crossings(panel);
    page_figure(r, &f);
}

static void figure_8(report *r)
{
    report_figure f;
    figure_begin(&f, "fig-ridley-8", "Figure 8: the best group over one lane per sample");
    figure_what(&f, "How many times as many samples per iteration the best group gives. Vertical lines: where the best "
                    "group changes.");
    figure_source(&f, RIDLEY ", Figure 8; rr_model_grouped_best, rr_model_grouped_rate");
    figure_params(&f, "$t = %d$", LANES);
    report_panel *panel = figure_panel(&f, reject_axis, LINEAR("best over $g = 1$", 1, NAN));
    report_table *t = figure_table(&f, "");
    table_columns(t, "$rho$", "best $g$", "ratio");
    panel_series(panel, STYLE_LINE, STEP(4), 0, 0, 2);
    add_crossings(panel);
    for (int i = 0; i < GRID; ++i) {
        const unsigned best = rr_model_grouped_best(rr_chance_reject(grid(i)), LANES);
        table_numbers(t, grid(i), best, rate(grid(i), best) / rate(grid(i), 1));
    }
    page_figure(r, &f);
}

/* ---- Table 1 ---- */

/* As printed, in percent; the last row's limit is printed as 1 and means all. */
static const double printed_upto[GROUPS] = {12.88, 42.71, 71.70, 88.37, 95.76, 100};
static const double printed_speedup[GROUPS] = {1, 1.01, 1.14, 1.39, 1.84, 2.65};

static void speedup_columns(report_table *t)
{
    rr_model_speedup s;
    for (size_t i = 0; rr_model_grouped_speedup(LANES, 1, i, &s); ++i) table_column(t, "speed-up: %s", s.definition);
}

static void speedup_cells(report_table *t, unsigned lanes, unsigned group)
{
    rr_model_speedup s;
    for (size_t i = 0; rr_model_grouped_speedup(lanes, group, i, &s); ++i) table_number(t, s.value);
}

static void table_1(report *r)
{
    report_figure f;
    figure_begin(&f, "tab-ridley-1", "Table 1: the best group, as printed and as computed");
    figure_what(&f, "The rejection probability up to which each group is best, and its average speed-up over one lane "
                    "per sample in its region, by every plausible definition of the printed numbers.");
    figure_source(&f, RIDLEY ", Table 1; rr_model_grouped_upto, rr_model_grouped_speedup");
    figure_params(&f, "$t = %d$", LANES);
    report_table *t = figure_table(&f, "");
    table_columns(t, "threads per sample", "up to $rho$, %, printed", "up to $rho$, %", "speed-up, printed");
    speedup_columns(t);
    for (int k = 0; k < GROUPS; ++k) {
        table_numbers(t, groups[k], printed_upto[k], 100 * rr_model_grouped_upto(LANES, (unsigned)groups[k]),
                      printed_speedup[k]);
        speedup_cells(t, LANES, (unsigned)groups[k]);
    }
    page_figure(r, &f);
}

static void table_1_more(report *r)
{
    static const unsigned lanes[] = {4, 8, 16, 64};
    report_figure f;
    figure_begin(&f, "tab-ridley-1-more", "Table 1 for other warps");
    figure_what(&f, "The same for warps of 4, 8, 16 and 64 lanes, which the paper does not give.");
    figure_source(&f, "as Table 1; rr_model_grouped_upto, rr_model_grouped_speedup");
    report_table *t = figure_table(&f, "");
    table_columns(t, "lanes", "threads per sample", "up to $rho$, %");
    speedup_columns(t);
    for (size_t i = 0; i < sizeof lanes / sizeof lanes[0]; ++i)
        for (unsigned group = 1; group <= lanes[i]; group *= 2) {
            table_numbers(t, lanes[i], group, 100 * rr_model_grouped_upto(lanes[i], group));
            speedup_cells(t, lanes[i], group);
        }
    page_figure(r, &f);
}

void report_grouped(report *r)
{
    static report_maker *const figures[] = {figure_7, figure_8, table_1, table_1_more};
    page_figures(r, figures, sizeof figures / sizeof figures[0]);
}
