/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* S. Linderman, "A Parallel Gamma Sampling Implementation": fixed:M, and the fraction of samples without an accepted
 * proposal. */
#include "figures.h"
#include "measure.h"
#include "cli/report/page/page.h"
#include "reroll_model.h"

#include <math.h>

enum { FIXED_CHANCES = 4, PROPOSALS = 6, PROPOSALS_MAX = 32, FIXED_POINTS = FIXED_CHANCES * PROPOSALS };

static const double fixed_chances[FIXED_CHANCES] = {0.5, 0.8, 0.9, 0.98};

static void measure_fixed(report *r, report_point point[FIXED_POINTS])
{
    static const char *const names[PROPOSALS] = {"fixed:1", "fixed:2", "fixed:4", "fixed:8", "fixed:16", "fixed:32"};
    for (int i = 0; i < FIXED_POINTS; ++i) {
        const double p = (float)fixed_chances[i / PROPOSALS];
        /* fixed:M spends M attempts per sample for any p. */
        point[i] = (report_point){.warp = 32, .tile = 4096, .strategy = names[i % PROPOSALS], .accept = p,
                                  .attempts = (uint64_t)((double)measure_effort(r) / p / (1 << i % PROPOSALS))};
    }
    measure(r, "fixed", point, FIXED_POINTS);
}

/* A fraction is shown if at least this number of failures is expected: fewer are too noisy, and 0 has no logarithm. */
enum { FAILURES_MIN = 5 };

static void add_failures(report_figure *f, report_panel *panel, const report_point point[FIXED_POINTS])
{
    report_table *t = figure_table(f, "measured");
    table_columns(t, "$p$", "$M$", "samples", "failed", "share", "model", "expected failures");
    for (int i = 0; i < FIXED_POINTS; ++i) {
        const report_point *p = &point[i];
        const double m = 1 << i % PROPOSALS, n = (double)p->samples, failed = (double)p->failed;
        const double model = rr_model_fixed_fail(rr_chance_accept(p->accept), m), expected = n * model;
        table_numbers(t, p->accept, m, n, failed, expected < FAILURES_MIN ? NAN : failed / n, model, expected);
    }
    for (int k = 0; k < FIXED_CHANCES; ++k)
        panel_points(panel, STEP(k), 1, 1, 4, (size_t)k * PROPOSALS, PROPOSALS);
}

static double failures(double proposals, double p)
{
    return rr_model_fixed_fail(rr_chance_accept(p), proposals);
}

void report_linderman(report *r)
{
    report_figure f;
    report_point point[FIXED_POINTS];
    measure_fixed(r, point);
    if (report_ends(r)) return;
    figure_begin(&f, "fig-linderman-fixed", "$M$ proposals: samples that stay without an accepted proposal");
    const double fail = rr_model_fixed_fail(rr_chance_accept(0.98), 8), power = floor(log10(fail));
    figure_what(&f, "Each sample gets $M$ proposals and no more; with probability $(1 - p)^M$ none is accepted. For $M = "
                    "8$ and $p = 0.98$ Linderman reports a failure rate of about $10 \xC3\x97 10^{-7}$; the formula gives "
                    "$%.1f \xC3\x97 10^{%g}$. Lines: the formula. Points: counted.", fail / pow(10, power), power);
    figure_source(&f, "S. Linderman, A Parallel Gamma Sampling Implementation; rr_model_fixed_fail; points: sampler "
                      "attempts, strategy fixed:M");
    figure_params(&f, "device cpu, warp = 32");
    report_panel *panel =
        figure_panel(&f, LOGARITHMIC("proposals $M$", 1, PROPOSALS_MAX), LOGARITHMIC("share of failures", 1e-12, 1));
    panel->x.tics = "1, 2, 4, 8, 16, 32";
    figure_curves(&f, panel, &(report_curves){"$M$", "p", fixed_chances, FIXED_CHANCES, STEP(0), false, failures, NULL, 1,
                                              PROPOSALS_MAX, PROPOSALS_MAX});
    add_failures(&f, panel, point);
    page_figure(r, &f);
}
