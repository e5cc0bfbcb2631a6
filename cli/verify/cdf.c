/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares samples of a user-defined distribution with the CDF in its text: a chi-square test over cells of equal
 * probability.
 *
 * The cells are cut where the CDF passes k / 256, found by bisection between the smallest and largest sample, so that
 * distributions with atoms and integers have cells too. A cell that expects fewer than 10 samples is merged with the next. A
 * chi-square variable of f degrees of freedom exceeds f + 2 sqrt(f t) + 2 t with a probability of at most e^-t (Laurent and
 * Massart, Ann. Stat. 28 (2000), lemma 1). This is the bound, where e^-t is a third of the false-alarm rate divided by the
 * number of examples. With noncentrality L the variable is below f + L - 2 sqrt((f + 2 L) t) with a probability of at most
 * e^-t (Birge, 2001), which gives the smallest detectable L. If each cell is off by a relative error r, then L = n r^2.
 *
 * Also, the CDF must give a plausible probability to having no sample below the smallest and above the largest one. */
#include "report.h"
#include "reroll_user.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 256, MIN = 10 };
#define FALSE_ALARMS 1e-9
#define MISSES 1e-3

typedef struct cdf_cells {
    double cut[CELLS], fraction[CELLS];   /* the end of a cell; its probability */
    double before;                             /* the CDF at the last cut */
    unsigned cells;
} cdf_cells;

/* Maps doubles to integers in the same order. */
static int64_t rank_of(double x)
{
    int64_t rank;
    memcpy(&rank, &x, sizeof rank);
    return rank < 0 ? INT64_MIN - rank : rank;
}

static double of_rank(int64_t rank)
{
    double x;
    if (rank < 0) rank = INT64_MIN - rank;
    memcpy(&x, &rank, sizeof x);
    return x;
}

/* The smallest number from low to high with a CDF of at least p, or high. */
static double cut_at(const rr_job *job, const double *params, double low, double high, double p)
{
    const int whole = rr_sampler_about(job->sampler)->counts;
    int64_t from = whole ? (int64_t)low : rank_of(low), to = whole ? (int64_t)high : rank_of(high);
    while (from < to) {
        const int64_t middle = from + (int64_t)(((uint64_t)to - (uint64_t)from) / 2);
        const double x = whole ? (double)middle : of_rank(middle);
        if (rr_law_cdf(job->sampler, x, params) >= p) to = middle;
        else from = middle + 1;
    }
    return whole ? (double)to : of_rank(to);
}

/* Adds a cell up to the cut, where the CDF is p. A cell that expects too few samples is merged with the next, the last one
 * with the previous. */
static void add_cell(cdf_cells *to, double cut, double p, double n)
{
    const double fraction = p - to->before;
    const bool few = fraction * n < MIN;
    if (few && !(cut == INFINITY && to->cells)) return;
    if (few) --to->cells;
    to->fraction[to->cells] = fraction + (few ? to->fraction[to->cells] : 0);
    to->cut[to->cells++] = cut;
    to->before = p;
}

static void cut_cells(const rr_job *job, const double *params, double low, double high, cdf_cells *to)
{
    const double n = (double)job->rows;
    to->cells = 0;
    to->before = 0;
    for (int k = 1; k < CELLS; ++k) {
        const double cut = cut_at(job, params, low, high, (double)k / CELLS);
        add_cell(to, cut, rr_law_cdf(job->sampler, cut, params), n);
    }
    add_cell(to, INFINITY, 1, n);
}

/* True if having no samples outside [low, high] has a probability of at least e^-t on either side. */
static bool has_ends(const rr_job *job, const double *params, double low, double high, double t)
{
    const double n = (double)job->rows, below = rr_sampler_about(job->sampler)->counts ? low - 1 : of_rank(rank_of(low) - 1);
    const double before = rr_law_cdf(job->sampler, below, params), all = rr_law_cdf(job->sampler, high, params);
    return -n * log1p(-before) <= t && -n * log(all) <= t;
}

static double statistic_of(const cdf_cells *c, const uint64_t *seen, double n)
{
    double sum = 0;
    for (unsigned k = 0; k < c->cells; ++k) {
        const double expected = c->fraction[k] * n, off = (double)seen[k] - expected;
        sum += off * off / expected;
    }
    return sum;
}

/* The smallest and largest sample; true if all are finite. */
static bool range_of(const rr_job *job, double *low, double *high)
{
    bool numbers = true;
    *low = INFINITY;
    *high = -INFINITY;
    for (uint64_t i = 0; i < job->rows; ++i) {
        const double x = verify_sample(job, i);
        numbers = numbers && isfinite(x);
        *low = fmin(*low, x);
        *high = fmax(*high, x);
    }
    return numbers;
}

bool verify_cdf_fits(const rr_job *job, const double *params, unsigned sets, verify_fit *fit)
{
    static cdf_cells cells;
    uint64_t seen[CELLS] = {0};
    double low, high;
    verify_fit own = {.statistic = INFINITY};
    const bool numbers = range_of(job, &low, &high);
    if (numbers) cut_cells(job, params, low, high, &cells);
    for (uint64_t i = 0; numbers && i < job->rows; ++i) {
        const double x = verify_sample(job, i);
        unsigned k = 0;
        for (unsigned step = CELLS / 2; step; step /= 2)
            if (k + step < cells.cells && cells.cut[k + step - 1] < x) k += step;
        ++seen[k];
    }
    const double t = log(3 * sets / FALSE_ALARMS), f = numbers ? cells.cells - 1 : 0;
    if (numbers && has_ends(job, params, low, high, t)) own.statistic = statistic_of(&cells, seen, (double)job->rows);
    own.bound = f + 2 * sqrt(f * t) + 2 * t;
    for (int k = 0; k < 100; ++k) own.seen = own.bound - f + 2 * sqrt((f + 2 * own.seen) * log(1 / MISSES));
    own.seen = sqrt(own.seen / (double)job->rows);
    own.degrees = (unsigned)f;
    if (!fit->bound || !(own.statistic * fit->bound <= fit->statistic * own.bound)) *fit = own;   /* also if NaN */
    return own.statistic <= own.bound;
}

void verify_cdf_report(verify_report *report, const char *check, bool fits, const verify_fit *fit)
{
    verify_add(report, check, fits,
               "chi-square %.4g of %u degrees, at most %.4g: a correct RR_CDF fails once in %g; "
               "an error of %.2g %% in a cell is missed once in %g",
               fit->statistic, fit->degrees, fit->bound, 1 / FALSE_ALARMS, 100 * fit->seen, 1 / MISSES);
}
