/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner's test of truth as a figure: predicted beside measured time. */
#include "report.h"
#include "plan_grid.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* The strategies of the cases in the order in which they come first; each has a colour. */
enum { STRATEGIES_MOST = REPORT_COLOURS };

/* The length of a strategy's name without its number: grouped:4 is grouped, regroup:ahead is itself. */
static int name_length(const char *strategy)
{
    const size_t colon = strcspn(strategy, ":");
    return strategy[colon] && isdigit((unsigned char)strategy[colon + 1]) ? (int)colon : (int)strlen(strategy);
}

static int strategy_number(const char *name, const char *known[STRATEGIES_MOST], int *count)
{
    const int length = name_length(name);
    for (int i = 0; i < *count; ++i)
        if (name_length(known[i]) == length && !strncmp(known[i], name, (size_t)length)) return i;
    if (*count == STRATEGIES_MOST) return STRATEGIES_MOST - 1;
    known[*count] = name;
    return (*count)++;
}

/* Each strategy has a column of its own, so that it has a colour and a shape of its own. */
static void add_cases(report_figure *f, report_panel *panel, const plan_case *cases, size_t count)
{
    static const char *const columns[] = {"sampler",  "parameters",    "device",       "dtype",
                                          "strategy", "predicted, ns", "measured, ns", "predicted / measured"};
    const char *known[STRATEGIES_MOST];
    int strategies = 0;
    report_table *t = figure_table(f, ""), *drawn = figure_table(f, "drawn");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; ++i) table_column(t, "%s", columns[i]);
    for (size_t i = 0; i < count; ++i)
        if (!isnan(cases[i].predicted)) strategy_number(cases[i].strategy, known, &strategies);
    table_column(drawn, "measured, ns");
    for (int k = 0; k < strategies; ++k) {
        table_column(drawn, "predicted, ns: %.*s", name_length(known[k]), known[k]);
        series_title(panel_series(panel, LOOK_POINTS, k + 1, 1, 0, (size_t)k + 1), "%.*s", name_length(known[k]), known[k]);
    }
    for (size_t i = 0; i < count; ++i) {
        const plan_case *c = &cases[i];
        const char *const words[] = {c->sampler, c->params, c->device, c->dtype, c->strategy};
        for (size_t k = 0; k < sizeof words / sizeof words[0]; ++k) table_text(t, "%s", words[k]);
        table_number(t, c->predicted);
        table_number(t, c->measured);
        table_number(t, c->predicted / c->measured);
        if (isnan(c->predicted)) continue;
        const int strategy = strategy_number(c->strategy, known, &strategies);
        table_number(drawn, c->measured);
        for (int k = 0; k < strategies; ++k) table_number(drawn, k == strategy ? c->predicted : NAN);
    }
}

static void figure_plan(report *r, const plan_case *cases, size_t count)
{
    report_figure f;
    const plan_score score = plan_grid_score(cases, count);
    figure_begin(&f, "fig-ours-plan", "Predicted and measured time of a sample");
    figure_what(&f, "Each point is a sampler at its parameters, a strategy, a device and a type. On the line the "
                    "prediction is right. Half of the %zu cases are within %.1f %%, nine in ten within %.1f %%; in %.0f %% "
                    "of %zu questions the chosen strategy is within 5 %% of the fastest.",
                score.cases, 100 * score.median, 100 * score.nine_tenths, 100 * score.good_choices, score.questions);
    figure_source(&f, "this library's planner and cost table; times by the rows of reroll bench --plan, one thread");
    report_panel *panel =
        figure_panel(&f, LOGARITHMIC("measured, ns a sample", NAN, NAN), LOGARITHMIC("predicted, ns a sample", NAN, NAN));
    panel->diagonal = true;
    add_cases(&f, panel, cases, count);
    page_figure(r, &f);
}

void report_plan(report *r)
{
    plan_case *cases = NULL;
    size_t count = 0;
    if (report_ends(r)) return;
    r->status = plan_grid_measure(r->options.quick, &cases, &count);
    if (!report_ends(r)) {
        page_section(r, "plan", "The planner",
                     "What the cost table of this machine and the model predict, beside what was measured.");
        if (plan_grid_score(cases, count).cases) figure_plan(r, cases, count);
        else fputs("<p class=\"note\">The planner predicts no times: its cost table has no entry for this machine.</p>\n",
                   r->page);
        page_section_end(r);
    }
    plan_grid_free(cases, count);
}
