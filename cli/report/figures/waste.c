/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The headline: the attempts that lanes waste while they wait for each other, under each strategy. */
#include "machine.h"
#include "measure.h"
#include "cli/report/page/page.h"

#include <math.h>
#include <string.h>

/* The point of a strategy nearest to p. */
static const report_point *point_at(const report_efficiency *e, int k, double p)
{
    const report_point *best = &e->point[k * EFFICIENCY_CHANCES];
    for (int i = 1; i < EFFICIENCY_CHANCES; ++i) {
        const report_point *point = &e->point[k * EFFICIENCY_CHANCES + i];
        if (fabs(point->accept - p) < fabs(best->accept - p)) best = point;
    }
    return best;
}

double waste_of(const report *r, const char *strategy, double p)
{
    int k = 0;
    while (strcmp(efficiency_strategy(k), strategy)) ++k;
    return 1 - measured_efficiency(point_at(&r->waste, k, p));
}

static void add_bar(report_row *row, report_table *t, const char *name, double p, double measured, double model, bool light)
{
    report_bar bar = BAR(strategy_colour(name));
    bar.low = 0;
    bar.high = measured;
    bar.tick = model;
    bar.light = light;
    row_bar(row, bar, "%.1f %%", 100 * fmax(0, measured));
    table_text(t, "%s", name);
    table_numbers(t, p, 100 * measured, 100 * model);
}

void waste_figure(report *r)
{
    static const double chances[] = {0.95, 0.5};
    report_figure f;
    figure_begin(&f, "fig-machine-waste", "Work that 32 lanes in lockstep lose");
    figure_what(&f, "The fraction of attempts that no sample needed, because lanes waited for the slowest one or "
                    "repeated each other\xE2\x80\x99s work. Bars: counts on this machine; marks: the model. %s shows the "
                    "same for all $p$.",
                "\xE2\x80\x9CLane efficiency of all strategies\xE2\x80\x9D");
    figure_source(&f, "rr_model_ask; bars: sampler attempts, RR_COUNT, 1 \xE2\x88\x92 samples / ($p$ lane_attempts)");
    figure_params(&f, "warp = 32; acceptance $p$ = 0.95 and 0.5");
    report_table *t = figure_table(&f, "");
    table_columns(t, "strategy", "$p$", "lost, measured, %", "lost, model, %");
    report_rows *rows = figure_rows(&f, "lost");
    for (int k = 0; k < EFFICIENCY_STRATEGIES; ++k) {
        const char *name = efficiency_strategy(k);
        report_row *row = rows_row(rows, true, "%s", name);
        for (int i = 0; i < 2; ++i) {
            const report_point *p = point_at(&r->waste, k, chances[i]);
            const double model = 1 - efficiency_model(k, p->warp, p->accept);
            add_bar(row, t, name, chances[i], 1 - measured_efficiency(p), model, i == 1);
        }
    }
    rows_scale(rows, 0, "0");
    rows_scale(rows, 0.25, "25 %");
    rows_scale(rows, 0.5, "50 %");
    rows_scale(rows, 0.75, "75 %");
    rows_scale(rows, 1, "100 %");
    rows_key(rows, 0, false, "$p = 0.95$");
    rows_key(rows, 0, true, "$p = 0.5$");
    page_figure(r, &f);
}
