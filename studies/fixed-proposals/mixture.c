/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The predicted failure rate for each choice of shapes: rho(a)^M, averaged over the shapes a, by the midpoint rule in the
 * quantile: rr_model_mixed_fail() over the chances at the quantiles (k + 1/2) / STEPS. And the inverse: the ends of
 * distributions that give the rate that the paper reports, 10^-6. */
#include "study.h"

#include <math.h>

enum { STEPS = 1 << 14 };
static const double REPORTED = 1e-6;

static const shape_law given[] = {
    {POINT, 0.5, 0.5}, {POINT, 1, 1}, {POINT, 2, 2}, {UNIFORM, 0, 1}, {UNIFORM, 0.5, 1}, {UNIFORM, 0.5, 10},
    {UNIFORM, 1, 2}, {UNIFORM, 1, 5}, {UNIFORM, 1, 10}, {LOG_UNIFORM, 0.5, 10}, {LOG_UNIFORM, 0.1, 10}};
/* The squeeze does not depend on the shape, and its zero is above -1 / c for all shapes >= 1. */
static const shape_law ANY = {POINT, 1, 1};
enum { GIVEN = sizeof given / sizeof given[0] };

/* Distributions with an unknown end, between `from` and `to`, at M proposals. */
static const struct {
    method by;
    shape_law law;
    int high;         /* the upper end, else the lower one */
    double from, to;
    unsigned proposals;
} sought[] = {{PLAIN, {POINT, 0, 0}, 0, 0.34, 1, 8},       {PLAIN, {UNIFORM, 0, 1}, 0, 0.34, 0.99, 8},
              {PLAIN, {UNIFORM, 0, 2}, 0, 0.34, 0.99, 8},  {PLAIN, {UNIFORM, 0, 10}, 0, 0.34, 0.99, 8},
              {BOOSTED, {UNIFORM, 1, 0}, 1, 1.01, 100, 4}, {PLAIN, {UNIFORM, 0, 10}, 0, 0.34, 0.99, 4}};
enum { SOUGHT = sizeof sought / sizeof sought[0] };

static void chances(method m, shape_law law, rr_chance chance[STEPS])
{
    for (unsigned k = 0; k < STEPS; ++k) chance[k] = method_chance(m, shape_quantile(law, (k + 0.5) / STEPS));
}

static void write_row(FILE *csv, method m, shape_law law, unsigned solved)
{
    static rr_chance chance[STEPS];
    char text[64];
    unsigned enough = 1;
    chances(m, law, chance);
    shape_text(law, text);
    while (enough < 64 && rr_model_mixed_fail(chance, STEPS, enough) > REPORTED) ++enough;
    fprintf(csv, "%s,%s,%u,%.6f", method_names[m], text, solved, 1 - rr_model_mixed_fail(chance, STEPS, 1));
    for (unsigned proposals = 2; proposals <= MAX; proposals *= 2)
        fprintf(csv, ",%.4g", rr_model_mixed_fail(chance, STEPS, proposals));
    if (enough < 64) fprintf(csv, ",%u\n", enough);
    else fprintf(csv, ",more\n");
}

/* Bisection: failures decrease as either end increases. */
static shape_law solve(unsigned number)
{
    static rr_chance chance[STEPS];
    shape_law law = sought[number].law;
    double from = sought[number].from, to = sought[number].to;
    for (int i = 0; i < 40; ++i) {
        *(sought[number].high ? &law.high : &law.low) = (from + to) / 2;
        chances(sought[number].by, law, chance);
        if (rr_model_mixed_fail(chance, STEPS, sought[number].proposals) > REPORTED) from = (from + to) / 2;
        else to = (from + to) / 2;
    }
    return law;
}

int mixture_write(FILE *csv, const study *s)
{
    (void)s;
    fprintf(csv, "method,shapes,solved,accept,fail_2,fail_4,fail_8,fail_16,enough\n");
    for (unsigned i = 0; i < GIVEN; ++i) write_row(csv, BOOSTED, given[i], 0);
    for (unsigned i = 0; i < GIVEN; ++i)
        if (given[i].low > 1.0 / 3) write_row(csv, PLAIN, given[i], 0);
    write_row(csv, SQUEEZE, ANY, 0);
    for (unsigned i = 0; i < SOUGHT; ++i) write_row(csv, sought[i].by, solve(i), sought[i].proposals);
    return ferror(csv) != 0;
}
