/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares the planner with measurements: predicted over measured time. A full run has thousands of cases, so a figure shows
 * their distribution per strategy and per device: the middle half as a bar, nine tenths as a line, the median as a mark. */
#include "figures.h"
#include "measure.h"
#include "cli/measure/grid.h"
#include "cli/measure/rows.h"
#include "cli/report/page/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS_MAX = REPORT_ROWS };

/* Cases with the same key. */
typedef struct plan_group {
    const char *name;
    int length;                /* of the name without a number: grouped for grouped:4; all of regroup:ahead */
    double *ratio;             /* predicted / measured, increasing */
    size_t count;
} plan_group;

typedef struct plan_groups {
    plan_group group[GROUPS_MAX];
    size_t count;
} plan_groups;

typedef const char *plan_key(const plan_case *c);

static const char *key_strategy(const plan_case *c)
{
    return c->strategy;
}

static const char *key_device(const plan_case *c)
{
    return c->device;
}

/* ---- Groups ---- */

/* The group of a case, a new one for its first case; NULL if there are too many. */
static plan_group *group_of(plan_groups *groups, const char *name, int length, size_t max)
{
    for (size_t i = 0; i < groups->count; ++i) {
        plan_group *g = &groups->group[i];
        if (g->length == length && !strncmp(g->name, name, (size_t)length)) return g;
    }
    if (groups->count == GROUPS_MAX) return NULL;
    groups->group[groups->count] = (plan_group){name, length, get_memory(max * sizeof(double)), 0};
    return &groups->group[groups->count++];
}

static void group_cases(plan_groups *groups, const plan_case *cases, size_t count, plan_key *key)
{
    groups->count = 0;
    for (size_t i = 0; i < count; ++i) {
        const double ratio = cases[i].predicted / cases[i].measured;
        if (!(ratio > 0)) continue;
        const char *name = key(&cases[i]);
        const size_t length = key == key_strategy ? strategy_base(name) : strlen(name);
        plan_group *g = group_of(groups, name, (int)length, count);
        if (g) g->ratio[g->count++] = ratio;
    }
    for (size_t i = 0; i < groups->count; ++i)
        qsort(groups->group[i].ratio, groups->group[i].count, sizeof(double), bench_compare);
}

static void free_groups(plan_groups *groups)
{
    for (size_t i = 0; i < groups->count; ++i) free(groups->group[i].ratio);
}

static double quantile(const plan_group *g, double q)
{
    return g->ratio[(size_t)(q * (double)(g->count - 1) + 0.5)];
}

/* ---- Figures ---- */

/* The position of a ratio: 1/4 at the left, 1 in the middle, 4 at the right; ratios outside are at the ends. */
static double place(double ratio)
{
    return fmin(fmax(0.5 + log2(ratio) / 4, 0), 1);
}

static void add_scale(report_rows *rows)
{
    rows_scale(rows, place(0.25), "\xC3\x97 1/4");
    rows_scale(rows, place(0.5), "1/2");
    rows_scale(rows, place(1), "right");
    rows_scale(rows, place(2), "2");
    rows_scale(rows, place(4), "\xC3\x97 4");
}

static void add_group(report_figure *f, report_table *t, const plan_group *g, bool strategies)
{
    static const double fractions[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double ratio[5];
    char *name = get_text("%.*s", g->length, g->name);
    report_row *row = rows_row(f->rows, strategies, "%s", name);
    table_text(t, "%s", name);
    table_number(t, (double)g->count);
    for (int i = 0; i < 5; ++i) {
        ratio[i] = quantile(g, fractions[i]);
        table_number(t, ratio[i]);
    }
    report_bar bar = BAR(strategies ? strategy_colour(name) : STEP(4));
    bar.from = place(ratio[0]);
    bar.low = place(ratio[1]);
    bar.tick = place(ratio[2]);
    bar.high = place(ratio[3]);
    bar.to = place(ratio[4]);
    row_bar(row, bar, "\xC3\x97 %.2f", ratio[2]);
    free(name);
}

static void add_groups(report_figure *f, const plan_case *cases, size_t count, plan_key *key)
{
    plan_groups groups;
    report_table *t = figure_table(f, "");
    table_column(t, key == key_strategy ? "strategy" : "device");
    table_columns(t, "cases", "5 %", "25 %", "median", "75 %", "95 %");
    figure_rows(f, "median");
    add_scale(f->rows);
    group_cases(&groups, cases, count, key);
    for (size_t i = 0; i < groups.count; ++i) add_group(f, t, &groups.group[i], key == key_strategy);
    free_groups(&groups);
}

static void add_cases(report_figure *f, const plan_case *cases, size_t count)
{
    report_table *t = figure_table(f, "cases");
    table_columns(t, "sampler", "parameters", "device", "dtype", "strategy", "predicted, ns", "measured, ns",
                  "predicted / measured");
    for (size_t i = 0; i < count; ++i) {
        const plan_case *c = &cases[i];
        const char *const words[] = {c->sampler, c->params, c->device, c->dtype, c->strategy};
        for (size_t k = 0; k < sizeof words / sizeof words[0]; ++k) table_text(t, "%s", words[k]);
        table_numbers(t, c->predicted, c->measured, c->predicted / c->measured);
    }
}

static void figure_strategies(report *r, const plan_case *cases, size_t count)
{
    report_figure f;
    const plan_score score = plan_grid_score(cases, count);
    figure_begin(&f, "fig-plan-strategies", "Predicted over measured time, by strategy");
    figure_what(&f, "Bars hold the middle half of the cases, thin lines nine tenths, marks are medians. A case is a "
                    "sampler at its parameters on a device in a type. Half of the %zu cases are within %.1f %%, nine in ten "
                    "within %.1f %%; in %.0f %% of %zu questions the chosen strategy is within 5 %% of the fastest.",
                score.cases, 100 * score.median, 100 * score.nine_tenths, 100 * score.good_choices, score.questions);
    figure_source(&f, "this library\xE2\x80\x99s planner; times by the rows of reroll bench --plan, one thread");
    add_groups(&f, cases, count, key_strategy);
    add_cases(&f, cases, count);
    page_figure(r, &f);
}

static void figure_devices(report *r, const plan_case *cases, size_t count)
{
    report_figure f;
    figure_begin(&f, "fig-plan-devices", "Predicted over measured time, by device");
    figure_what(&f, "The same cases by the instruction set and the warp that they ran on, where costs of another processor "
                    "show first.");
    figure_source(&f, "as in the figure before");
    add_groups(&f, cases, count, key_device);
    page_figure(r, &f);
}

static void write_section(report *r, const plan_case *cases, size_t count)
{
    char costs[PLAN_GRID_COSTS_SIZE];
    const char *origin = plan_grid_costs(cases, count, costs);
    const bool known = plan_grid_score(cases, count).cases > 0;
    const char *remedy = " \xE2\x80\x9Creroll plan --calibrate\xE2\x80\x9D measures those of this machine in half a "
                         "minute and brings predictions nearer.";
    char *text = get_text("Predictions from the model and a table of costs, and measured times. Costs: %s.%s", origin,
                          strcmp(origin, "calibrated file") ? remedy : "");
    page_section(r, "plan", "The planner", text);
    if (known) {
        figure_strategies(r, cases, count);
        figure_devices(r, cases, count);
    } else {
        fputs("<p class=\"note\">The planner predicts no times: its cost table has no entry for this "
              "machine.</p>\n", r->page);
    }
    page_section_end(r);
    free(text);
}

void report_plan(report *r)
{
    plan_case *cases = NULL;
    size_t count = 0;
    if (report_ends(r)) return;
    progress_end(&r->progress);
    r->status = plan_grid_measure(r->options.quick, r->options.quiet ? NULL : "planner", &cases, &count);
    if (!report_ends(r)) write_section(r, cases, count);
    plan_grid_free(cases, count);
}
