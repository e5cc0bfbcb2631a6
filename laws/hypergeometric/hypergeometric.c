/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* Mean and variance after the reflections: s items from N, of which l are good. */
typedef struct urn {
    double s, l, all, mean, variance;
} urn;

static urn urn_of(const double *p)
{
    const double all = p[0] + p[1], of = fmin(p[0], p[1]), drawn = fmin(p[2], all - p[2]);
    urn x = {fmin(of, drawn), fmax(of, drawn), all, 0, 0};
    if (x.s == 0) return x;
    x.mean = x.s * x.l / all;
    x.variance = x.mean * ((all - x.l) / all) * ((all - x.s) / (all - 1));
    return x;
}

/* As for binomial: the area under the hat is A. It is 1 below 12, where nothing is rejected. */
static double accept(const double *p)
{
    const urn x = urn_of(p);
    const double b = 1.15 + 2.53 * sqrt(x.variance);
    return x.mean < 12 ? 1 : 2.5066282746310002 / (2.83 + 5.1 / b);
}

/* The fraction of u, on one side, where k is undecided: where y = a / u is at most `max`, it is twice k's width, a 2^-31 /
 * u^2, at most all. */
static double open_side(double a, double max)
{
    const double all = sqrt(a * 0x1p-31), min = a / max;
    return min < all ? 2 * all - min : 0x1p-31 * max;
}

static double slow(const double *p, rr_type dtype)
{
    const urn x = urn_of(p);
    const double b = 1.15 + 2.53 * sqrt(x.variance), a = 0.0248 * b + 0.01 * x.l / x.all - 0.0873;
    (void)dtype;
    if (x.mean < 12) return 0;
    return fmin(1, open_side(a, x.mean) + open_side(a, x.s - x.mean) + b * 0x1p-31 + x.mean * 0x1p-47);
}

/* Four moments; for N <= 3 it is a Bernoulli variable with this mean. */
static rr_moments moments(const double *p)
{
    const urn x = urn_of(p);
    const double n = x.all, v = x.variance, good = x.l * (n - x.l), taken = x.s * (n - x.s);
    const double mean = n > 0 ? p[2] * (p[0] / n) : 0;
    if (v == 0 || n <= 3) return (rr_moments){mean, v, v * (1 - 3 * v)};
    const double all = n * (n + 1) - 6 * good - 6 * taken, left = (n - 2) * (n - 3);
    const double excess = ((n - 1) / taken * (n / good) * n * all + 6 * (5 * n - 6)) / left;
    return rr_kurtic(mean, v, 3 + excess);
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_STRATEGIES | RR_FOR_REPORT, 300, 700, 100),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 1e12, 1e12, 1000),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 20, 80, 10),
                            RR_OVER(RR_FOR_BENCH | RR_FOR_REPORT, (1000, 9000, 200), (1000, 9000, 200)),
                            RR_AT(RR_FOR_MOMENTS, 4e15, 1e15, 2e9), RR_AT(RR_FOR_MOMENTS, 1, 2, 2),
                            RR_AT(RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 24, 24, 24), RR_AT(RR_FOR_PLAN, 4000, 6000, 2000)),
    .synonyms = RR_SYNONYMS(RR_SAME("good", "ngood"), RR_SAME("successes", "ngood"),
                            RR_SAME("failures", "nbad"), RR_SAME("draws", "nsample"),
                            RR_NOTE("population", "hypergeometric takes --ngood and --nbad, whose sum is the population")),
};

extern const rr_sampler rr_sampler_hypergeometric;
const rr_sampler rr_sampler_hypergeometric = {
    .name = "hypergeometric", .law = "hypergeometric", .method = "", .about = &law,
    .names = "rhyper hypergeom",
    .help = "number of good items in a sample of nsample, without replacement, from ngood good and nbad bad ones, by "
            "transformed rejection, by inversion if few are expected",
    .source = "Hoermann, Journal of Statistical Computation and Simulation 46 (1993) 101; Loader 2000",
    .bits_version = 1, .family = RR_FAMILY_HYPERGEOMETRIC, RR_COUNTS,
    .params = 3, .param = {{"ngood", "number of good items, an integer", RR_REQUIRED, RR_BETWEEN(0, 0x1p53)},
                           {"nbad", "number of bad items, an integer", RR_REQUIRED, RR_BETWEEN(0, 0x1p53)},
                           {"nsample", "number of items taken, an integer", RR_REQUIRED, {0, 2147483647, 0, 0},
                            {0, 0x1p53, 0, 0}}},
    .rejects = 1, .min_accept = 0.66, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow,
    .relate = rr_urn_relate,
    .digest = 0x6138c70305bd79c4,
};
