/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

#define MAX_ITEMS 0x1p20

/* The number of items, at least one. */
static double work(const double *p, rr_type dtype)
{
    (void)dtype;
    return fmax(1, p[2]);
}

/* The sums of P(k) (k - mean)^n, n = 1, 2, 4. */
static rr_moments sums(const double *mass, int last, double mean)
{
    rr_moments m = {0, 0, 0};
    for (int k = 0; k <= last; ++k) {
        const double d = k - mean;
        m.mean += mass[k] * d;
        m.variance += mass[k] * d * d;
        m.fourth += mass[k] * d * d * d * d;
    }
    return m;
}

/* Computes P(k) item by item, up to the largest number of items in the examples. mass[k] is the probability that k of the
 * items so far are good. Odds of 0 and infinity are replaced: the ratios would be 0 / 0 and infinity / infinity. */
static rr_moments moments(const double *p)
{
    enum { ITEMS = 1000 };
    double mass[ITEMS + 1] = {1};
    if (!(p[2] <= ITEMS)) return (rr_moments){NAN, NAN, NAN};
    const double odds = fmin(fmax(p[3], 1e-100), 1e100);
    const int last = (int)p[2];
    for (int c = 0; c < last; ++c)
        for (int k = c + 1; k >= 0; --k) {
            const double below = k ? odds * (p[0] - k + 1) : 0, here = odds * (p[0] - k);
            const double gain = below > 0 ? mass[k - 1] * below / (below + fmax(0, p[1] - (c - k + 1))) : 0;
            const double bad = p[1] - (c - k);
            mass[k] = gain + (bad > 0 && k <= c ? mass[k] * bad / (fmax(0, here) + bad) : 0);
        }
    const double mean = sums(mass, last, 0).mean;
    const rr_moments about = sums(mass, last, mean);
    return (rr_moments){mean, about.variance, about.fourth};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 300, 700, 100, 2),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 12, 9, 8, 0.5), RR_AT(RR_FOR_MOMENTS, 70, 30, 60, 20),
                            RR_OVER(RR_FOR_BENCH, (1000, 9000, 20, 0.5), (1000, 9000, 20, 8))),
    .synonyms = RR_URN_SYNONYMS,
};

extern const rr_sampler rr_sampler_wallenius_hypergeometric;
const rr_sampler rr_sampler_wallenius_hypergeometric = {
    .name = "wallenius-hypergeometric", .law = "wallenius-hypergeometric", .method = "", .about = &law,
    .names = "nchypergeom-wallenius rWNCHypergeo",
    .help = "Wallenius' noncentral hypergeometric: items drawn one by one, a good one with the given odds; time grows with "
            "nsample",
    .source = "Wallenius 1963; Fog, Communications in Statistics 37 (2008) 241; the urn itself",
    .bits_version = 1, .family = RR_FAMILY_WALLENIUS_HYPERGEOMETRIC, RR_COUNTS,
    .params = 4, .param = {{"ngood", "number of good items, an integer", RR_REQUIRED, RR_BETWEEN(0, 0x1p53)},
                           {"nbad", "number of bad items, an integer", RR_REQUIRED, RR_BETWEEN(0, 0x1p53)},
                           {"nsample", "number of items taken, an integer", RR_REQUIRED, RR_BETWEEN(0, MAX_ITEMS)},
                           {"odds", "weight of a good item divided by that of a bad one", RR_REQUIRED,
                            RR_BETWEEN(0, INFINITY)}},
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 1}, .work = work, .relate = rr_urn_relate,
    .digest = 0x15fc032ec47d1104,
};
