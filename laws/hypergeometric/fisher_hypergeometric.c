/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "law.h"

/* The table of fisher_hypergeometric.h; the sample is from + sign k. */
typedef struct table {
    double l, s, e, odds, from, sign;
} table;

static table table_of(const double *p)
{
    const double all = p[0] + p[1], of = fmin(p[0], p[1]), drawn = fmin(p[2], all - p[2]);
    const int swapped = p[1] < p[0], left = all - p[2] < p[2];
    const double other = swapped ? drawn : 0;
    table x = {fmax(of, drawn), fmin(of, drawn), 0, fmin(fmax(p[3], 1e-100), 1e100), left ? p[0] - other : other,
               swapped != left ? -1 : 1};
    x.e = all - x.l - x.s;
    if (x.sign < 0) x.odds = 1 / x.odds;
    if ((x.l - x.s / 2) * x.odds <= x.e + x.s / 2) return x;
    return (table){x.e + x.s, x.s, x.l - x.s, 1 / x.odds, x.from + x.sign * x.s, -x.sign};
}

/* The solution m of (l - m) (s - m) odds = m (e + m). */
static double solve(double l, double s, double e, double odds)
{
    const double under = (l + s) * odds + e, apart = (l - s) * odds;
    return s > 0 ? 2 * l * s * odds / (under + sqrt(apart * apart + e * e + 2 * odds * (e * (l + s) + 2 * l * s))) : 0;
}

static double ratio(table x, double k) { return (x.l - k) * (x.s - k) * x.odds / ((k + 1) * (x.e + k + 1)); }

/* The counts, for the planner and a test of moments: about the mode, with f(mode) = 1. */
typedef struct mound {
    table x;
    double mode, sd;
} mound;

static mound mound_of(const double *p)
{
    const table x = table_of(p);
    const double m = solve(x.l, x.s, x.e, x.odds), mode = fmin(floor(solve(x.l + 1, x.s + 1, x.e, x.odds)), x.s);
    const double spread = 1 / sqrt(1 / m + 1 / (x.l - m) + 1 / (x.s - m) + 1 / (x.e + m));
    return (mound){x, mode, x.s > 0 ? spread : 0};
}

/* The sum of f(k) (k - mean)^n. */
static double sum(mound c, double mean, int n)
{
    double all = pow(c.mode - mean, n), f = 1;
    for (double k = c.mode; k < c.x.s && f > 1e-25; ++k) all += (f *= ratio(c.x, k)) * pow(k + 1 - mean, n);
    f = 1;
    for (double k = c.mode; k > 0 && f > 1e-25; --k) all += (f /= ratio(c.x, k - 1)) * pow(k - 1 - mean, n);
    return all;
}

/* One side of the hat: the end of the level, the tail's scale, the end of the counts. */
typedef struct side {
    double end, tail, last;
} side;

static side side_of(mound c, int up)
{
    const double step = 1 + floor(1.5 * c.sd), last = up ? c.x.s - c.mode : c.mode;
    double t = 1;
    if (step >= last) return (side){last, 0, last};
    for (double k = 0; k < step; ++k) t *= sqrt(up ? 1 / ratio(c.x, c.mode + k) : ratio(c.x, c.mode - k - 1));
    const double next = sqrt(up ? 1 / ratio(c.x, c.mode + step) : ratio(c.x, c.mode - step - 1));
    const double tail = 1 / (t * fmin(1, next - 1));
    return (side){step - (t - 1) * tail, tail, last};
}

/* From this sd on it is nearly normal, with the sides of the normal. */
#define LARGE 200

static void hat_of(mound c, side *low, side *high)
{
    *low = side_of(c, 0);
    *high = side_of(c, 1);
    if (c.sd <= LARGE) return;
    *low = (side){0.9264 * c.sd, 0.7597 * c.sd, c.mode};
    *high = (side){0.9264 * c.sd, 0.7597 * c.sd, c.x.s - c.mode};
}

static double accept(const double *p)
{
    const mound c = mound_of(p);
    side low, high;
    if (c.sd > LARGE) return 2.5066 * c.sd / (3.3722 * c.sd + 1);
    hat_of(c, &low, &high);
    return fmin(1, sum(c, 0, 0) / (low.end + low.tail + 1 + high.end + high.tail));
}

/* The undecided area of a tail: twice the width, wide tail^2 / z^2, at z, at most 1, but not beyond the last count. */
static double open_tail(side h, double wide)
{
    const double all = h.tail * sqrt(wide), min = h.tail * h.tail / (h.tail + (h.last - h.end));
    if (!(h.tail > 0)) return 0;
    return all < min ? wide * h.tail * (h.tail / min - 1) : all - min + wide * h.tail * (h.tail / all - 1);
}

static double slow(const double *p, rr_type dtype)
{
    const mound c = mound_of(p);
    side low, high;
    (void)dtype;
    if (!(c.x.s > 0)) return 0;
    hat_of(c, &low, &high);
    const double level = low.end + 1 + high.end, area = low.tail + level + high.tail;
    const double wide = 2 * (area * 0x1p-32 + (c.sd + area) * 0x1p-49);
    return fmin(1, (level * wide + open_tail(low, wide) + open_tail(high, wide)) / area);
}

static rr_moments moments(const double *p)
{
    const mound c = mound_of(p);
    const double all = sum(c, 0, 0), mean = c.mode + sum(c, c.mode, 1) / all;
    return (rr_moments){c.x.from + c.x.sign * mean, sum(c, mean, 2) / all, sum(c, mean, 4) / all};
}

static const rr_law law = {
    .moments = moments,
    .examples = RR_EXAMPLES(RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS | RR_FOR_STRATEGIES, 300, 700, 100, 2),
                            RR_AT(RR_FOR_BENCH | RR_FOR_MOMENTS, 1e12, 1e12, 1000, 0.5),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN | RR_FOR_QUICK_PLAN, 4, 4, 4, 2),
                            RR_AT(RR_FOR_MOMENTS, 70, 30, 60, 20),
                            RR_AT(RR_FOR_MOMENTS | RR_FOR_PLAN, 4000, 6000, 2000, 0.01),
                            RR_OVER(RR_FOR_BENCH, (1000, 9000, 200, 0.5), (1000, 9000, 200, 8))),
    .synonyms = RR_URN_SYNONYMS,
};

extern const rr_sampler rr_sampler_fisher_hypergeometric;
const rr_sampler rr_sampler_fisher_hypergeometric = {
    .name = "fisher-hypergeometric", .law = "fisher-hypergeometric", .method = "", .about = &law,
    .names = "nchypergeom-fisher rFNCHypergeo noncentral-hypergeometric",
    .help = "Fisher's noncentral hypergeometric, with the given odds ratio; by rejection from a hat of three pieces",
    .source = "Fisher 1935; Fog, Communications in Statistics 37 (2008) 241; Hoermann, Computing 52 (1994) 89; Loader 2000",
    .bits_version = 1, .family = RR_FAMILY_FISHER_HYPERGEOMETRIC, RR_COUNTS,
    .params = 4, .param = {{"ngood", "number of good items, an integer", RR_REQUIRED, RR_BETWEEN(0, 0x1p53)},
                           {"nbad", "number of bad items, an integer", RR_REQUIRED, RR_BETWEEN(0, 0x1p53)},
                           {"nsample", "number of items taken, an integer", RR_REQUIRED, {0, 2147483647, 0, 0},
                            {0, 0x1p53, 0, 0}},
                           {"odds", "odds ratio: weight of a good item divided by that of a bad one", RR_REQUIRED,
                             RR_BETWEEN(0, INFINITY)}},
    .rejects = 1, .min_accept = 0.38, .cap = RR_CAP8, .words = {2, 2}, .accept = accept, .slow = slow,
    .relate = rr_urn_relate,
    .digest = 0xa9075ffd8209c82d,
};
