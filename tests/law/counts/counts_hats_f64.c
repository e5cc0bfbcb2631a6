/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Hats of counts without sampling, computed by the lane text itself. A proposal k comes from an interval of u, on either
 * side of the centre, and P(k) (a / u^2 + b) / A falls with u: it is largest where the interval ends far from the centre. So
 * the largest acceptance ratio of a count takes one evaluation, and only parameters and counts are scanned.
 *
 * Between the points of a scan the logarithm of the ratio at the far end, as a function of k in sd, has its largest value
 * inside the range, where it is flat and its second derivative about 3. Points are at most .07 sd apart, so that less than
 * .002 is missed, where binomial and hypergeometric have a slack of .0046. Poisson's is 3.2e-4, and laws/poisson/hat.py
 * proves its hat for all means.
 *
 * The accepted mass of each count, by quadrature over its interval, is its probability over A. */
#define RR_DTYPE 64
#include "tests/law/lanes.h"
#include "laws/sampler.h"
#include "laws/binomial/binomial.h"
#include "laws/geometric/geometric.h"
#include "laws/hypergeometric/hypergeometric.h"
#include "laws/logseries/logseries.h"
#include "laws/poisson/poisson.h"
#include "laws/zipf/zipf.h"
#include "laws/zipf/zipfian.h"

/* A rejection for given parameters: its set-up, and the last count. */
typedef struct rejection {
    rr_poisson_set poisson;
    rr_binomial_set binomial;
    rr_urn_set urn_set;
    rr_urn urn;
    rr_hat hat;
    double mean, sd, last;
    rr_double centre;
    double p[3];
} rejection;

typedef struct law {
    const char *name;
    int (*open)(rejection *r, const double *p);   /* 0: no rejection there */
    double (*excess)(const rejection *r, double k, double u);
    long double (*ratio)(const rejection *r, double k);   /* P(k + 1) / P(k) */
    rr_try (*quick)(const rejection *r, rr_word wu, rr_word wv);
    double (*decide)(const rejection *r, rr_proposal p);
} law;

static rr_double off(rr_double mean, double by) { return rr_double_add(mean, rr_double_of(by, 0)); }

static int open_poisson(rejection *r, const double *p)
{
    if (p[0] < RR_POISSON_SWITCH) return 0;
    r->poisson = rr_poisson_setup(p[0]);
    r->hat = r->poisson.hat;
    r->mean = p[0];
    r->sd = sqrt(p[0]);
    r->last = INFINITY;
    r->centre = rr_two_sum(p[0], 0.43);
    return 1;
}

static double excess_poisson(const rejection *r, double k, double u) { return rr_poisson_excess(r->poisson, k, u, 1); }

static rr_try quick_poisson(const rejection *r, rr_word wu, rr_word wv)
{
    const rr_proposal p = rr_propose(r->hat, r->poisson.m + RR_C(0.43), wu, wv);
    return rr_proposal_try(p, rr_poisson_quick(r->poisson, p));
}

static double decide_poisson(const rejection *r, rr_proposal p) { return rr_poisson_excess(r->poisson, p.k, p.u, p.v); }
static long double ratio_poisson(const rejection *r, double k) { return r->p[0] / (k + 1.0L); }

static int open_binomial(rejection *r, const double *p)
{
    const rr_tries x = rr_binomial_tries(p[0], p[1]);
    if (rr_some(x.small) || p[1] > 0.5) return 0;
    r->binomial = rr_binomial_setup(x);
    r->hat = r->binomial.hat;
    r->mean = r->binomial.mean.hi;
    r->sd = sqrt(r->mean * (1 - p[1]));
    r->last = p[0];
    r->centre = off(r->binomial.mean, 0.5);
    return 1;
}

static double excess_binomial(const rejection *r, double k, double u) { return rr_binomial_excess(r->binomial, k, u, 1); }

static rr_try quick_binomial(const rejection *r, rr_word wu, rr_word wv)
{
    const rr_real centre = r->binomial.mean.hi + RR_C(0.5);
    const rr_proposal p = rr_proposal_within(rr_propose(r->hat, centre, wu, wv), r->last);
    return rr_proposal_try(p, rr_binomial_quick(r->binomial, p));
}

static double decide_binomial(const rejection *r, rr_proposal p) { return rr_binomial_excess(r->binomial, p.k, p.u, p.v); }
static long double ratio_binomial(const rejection *r, double k)
{
    return (r->p[0] - (long double)k) / (k + 1.0L) * ((long double)r->p[1] / (1 - (long double)r->p[1]));
}

static int open_urn(rejection *r, const double *p)
{
    r->urn = rr_urn_of(p[0], p[1], p[2]);
    if (rr_some(r->urn.small)) return 0;
    const double l = r->urn.l, s = r->urn.s, all = r->urn.all;
    r->urn_set = rr_urn_setup(r->urn);
    r->hat = r->urn_set.hat;
    r->mean = r->urn_set.mean.hi;
    r->sd = sqrt(r->mean * (1 - l / all) * ((all - s) / (all - 1)));
    r->last = s;
    r->centre = off(r->urn_set.mean, 0.5);
    return 1;
}

static double excess_urn(const rejection *r, double k, double u)
{
    rr_proposal p = {0};
    p.k = k;
    p.u = u;
    p.v = 1;
    return rr_urn_excess(r->urn_set, r->urn, p);
}

static rr_try quick_urn(const rejection *r, rr_word wu, rr_word wv)
{
    const rr_real centre = r->urn_set.mean.hi + RR_C(0.5);
    const rr_proposal p = rr_proposal_within(rr_propose(r->hat, centre, wu, wv), r->last);
    return rr_proposal_try(p, rr_urn_excess(r->urn_set, r->urn, p));
}

static double decide_urn(const rejection *r, rr_proposal p) { return rr_urn_excess(r->urn_set, r->urn, p); }
static long double ratio_urn(const rejection *r, double k)
{
    const long double at = k;
    return (r->urn.l - at) * (r->urn.s - at) / ((at + 1) * (r->urn.rest + at + 1));
}

static const law poisson = {"poisson", open_poisson, excess_poisson, ratio_poisson, quick_poisson, decide_poisson},
                 binomial = {"binomial", open_binomial, excess_binomial, ratio_binomial, quick_binomial, decide_binomial},
                 urn = {"hypergeometric", open_urn, excess_urn, ratio_urn, quick_urn, decide_urn};

static int open_at(const law *l, rejection *r, const double *p)
{
    memcpy(r->p, p, sizeof r->p);
    return l->open(r, p);
}

/* ---- The largest acceptance ratio ------------------------------------------------------------------------------------ */

typedef struct worst {
    double log, p[3], k, u;
    unsigned long points;
} worst;

/* The u whose proposal is at a distance y from the centre. */
static double end_at(const rejection *r, double y)
{
    const long double a = r->hat.a, b = r->hat.b, q = y + 2 * a - b / 2;
    return (double)fminl(0.5L, 2 * a / (q + sqrtl(q * q + 4 * a * b)));
}

static void worst_at(const law *l, const rejection *r, double k, worst *w)
{
    const double right = (k + 1 - r->centre.hi) - r->centre.lo, left = (r->centre.hi - k) + r->centre.lo;
    for (int side = 0; side < 2; ++side) {
        const double y = side ? right : left;
        if (y <= 0) continue;
        const double u = end_at(r, y), e = l->excess(r, k, u);
        ++w->points;
        if (e <= w->log) continue;
        w->log = e;
        w->k = k;
        w->u = u;
        memcpy(w->p, r->p, sizeof w->p);
    }
}

/* All counts within `wide` sd, or counts that are .005 sd apart. */
static void scan(const law *l, const double *p, double wide, worst *w)
{
    rejection r;
    if (!open_at(l, &r, p)) return;
    const double step = fmax(1, floor(0.005 * r.sd)), first = fmax(0, floor(r.mean - wide * r.sd));
    for (double k = first; k <= fmin(r.last, r.mean + wide * r.sd + 2); k += step) worst_at(l, &r, k, w);
}

static void tell(const char *name, const worst *w, double min, double max)
{
    const double ratio = exp(w->log);
    print_message("# %s: the largest ratio is %.6f at (%.9g, %.9g, %.9g), k = %.9g, u = %.5f, of %lu points\n", name, ratio,
                  w->p[0], w->p[1], w->p[2], w->k, w->u, w->points);
    if (!(ratio <= max)) fail_msg("%s: the hat lies below, or has no slack: %.7f, not %.7f", name, ratio, max);
    if (!(ratio >= min)) fail_msg("%s: the hat is higher than it was: %.7f, want at least %.7f", name, ratio, min);
}

static void poisson_hat(void **state)
{
    worst w = {.log = -INFINITY};
    (void)state;
    for (double lam = 10; lam < 400; lam *= 1 + 0x1p-11) scan(&poisson, (double[3]){lam}, 8, &w);
    for (double lam = 400; lam <= 1e15; lam *= lam < 1e6 ? 1.01 : 1.3) scan(&poisson, (double[3]){lam}, 8, &w);
    scan(&poisson, (double[3]){1e15}, 8, &w);
    tell("poisson", &w, 0.99964, 0.99971);
}

static void binomial_hat(void **state)
{
    worst w = {.log = -INFINITY};
    (void)state;
    for (double n = 20; n < 9e15; n *= n < 400 ? 1.04 : n < 1e7 ? 1.3 : 20) {
        n = floor(n + 1);
        for (double mean = 10; mean <= n / 2; mean *= mean < 200 ? 1.006 : mean < 1e6 ? 1.1 : 3)
            scan(&binomial, (double[3]){n, mean / n * (1 + 0x1p-50)}, 7, &w);
        scan(&binomial, (double[3]){n, 0.5}, 7, &w);
    }
    scan(&binomial, (double[3]){20, 0.5}, 7, &w);
    tell("binomial", &w, 0.99534, 0.99544);
}

static void urn_hat(void **state)
{
    worst w = {.log = -INFINITY};
    (void)state;
    for (double all = 48; all <= 100; ++all)
        for (double l = 1; l <= all / 2; ++l)
            for (double s = 1; s <= l; ++s) scan(&urn, (double[3]){l, all - l, s}, 9, &w);
    for (double all = 101; all < 9e15; all *= all < 1e4 ? 1.2 : all < 1e9 ? 3 : 50) {
        all = floor(all);
        for (double l = floor(all / 2); l * l >= 12 * all; l = floor(l * 0.8))
            for (double s = ceil(12 * all / l); s <= l; s = ceil(s * (s < 100 ? 1.02 : s < 1e5 ? 1.5 : 10)))
                scan(&urn, (double[3]){l, all - l, s}, 7, &w);
    }
    tell("hypergeometric", &w, 0.99534, 0.99544);
}

/* For those without a hat: the acceptance of a proposal is a probability between 0 and 1; and proposals that the squeeze
 * accepts are accepted. */
static void parts(void **state)
{
    (void)state;
    for (double above = 0x1p-52; above < 300; above *= 1.05) {
        const double a = 1 + above;
        const rr_zipf_set g = rr_zipf_setup(a);
        for (double x = 0x1p-62; x <= 1; x *= 1.5) {
            rr_zipf_point p = {0};   /* y = E: the upper end of the part of the binade */
            const double kept = rr_zipf_excess(g, p, x) + 1;
            if (!(kept <= 1 + 0x1p-46)) fail_msg("zipf(%.17g): keeps %.17g at x = %g", a, kept, x);
        }
    }
    for (double a = 0; a < 300; a += a < 0.99 ? 0.01 : a < 1.01 ? 1e-5 : a / 50) {
        const rr_zipfian_set g = rr_zipfian_setup(a, 1e9);
        for (double x = 0x1p-52; x <= 1; x *= 1.5) {
            rr_zipfian_point p = {0};
            const double kept = rr_zipfian_excess(g, p, x) + 1;
            if (!(kept <= 1 + 0x1p-46)) fail_msg("zipfian(%.17g): keeps %.17g at x = %g", a, kept, x);
        }
    }
    for (double q = 1; q > 0x1p-53; q /= 1.01) {
        const rr_logseries_set g = rr_logseries_setup(1 - q);
        for (double e = 0; e < 62; ++e) {
            const rr_binade k = {.rest = exp2(e) * 0.75, .part = 0.75};
            if (!(rr_logseries_fraction(g, k) <= 1)) fail_msg("logseries(1 - %g): binade %g", q, e);
        }
    }
    for (double p = 0x1p-9; p > 1e-17; p *= 0.999) {
        const rr_geometric_set g = rr_geometric_setup(p);
        if (!(g.m <= 1 || -expm1(-g.rate * g.m) < RR_GEOMETRIC_MARGIN)) fail_msg("geometric(%.17g): loses too much", p);
    }
}

/* ---- The mass that is accepted --------------------------------------------------------------------------------------- */

/* The count of U = w 2^-64, -1 below all counts. */
static double count_of(const rejection *r, uint64_t w)
{
    const rr_word wu[4] = {(uint32_t)(w >> 32), (uint32_t)w, 0, 0}, wv[4] = {0};
    const rr_proposal p = rr_propose_decided(r->hat, r->centre, wu, wv);
    if (!rr_some(p.outside)) return p.k;
    return w >> 63 ? INFINITY : -1;
}

/* The smallest w whose count is at least k: counts increase with U. */
static uint64_t begins(const rejection *r, double k)
{
    uint64_t low = 0, high = ~(uint64_t)0;
    if (count_of(r, low) >= k) return 0;
    while (high - low > 1) {
        const uint64_t mid = low + (high - low) / 2;
        *(count_of(r, mid) >= k ? &high : &low) = mid;
    }
    return high;
}

/* The 16-point Gauss-Legendre rule, by Newton's method. */
enum { POINTS = 16 };
static double point[POINTS], weight[POINTS];

static int gauss(void **state)
{
    (void)state;
    for (int i = 0; i < POINTS; ++i) {
        long double x = cosl(3.14159265358979323846L * (i + 0.75L) / (POINTS + 0.5L)), slope = 0;
        for (int turn = 0; turn < 20; ++turn) {
            long double p = 1, before = 0;
            for (int n = 1; n <= POINTS; ++n) {
                const long double next = ((2 * n - 1) * x * p - (n - 1) * before) / n;
                before = p;
                p = next;
            }
            slope = POINTS * (x * p - before) / (x * x - 1);
            x -= p / slope;
        }
        point[i] = (double)x;
        weight[i] = (double)(2 / ((1 - x * x) * slope * slope));
    }
    return 0;
}

/* The probability that k is accepted for u between two ends on one side of 1/2. */
static double accepted(const law *l, const rejection *r, double k, double from, double to)
{
    double sum = 0;
    for (int i = 0; i < POINTS; ++i)
        sum += weight[i] * fmin(1, exp(l->excess(r, k, (from + to) / 2 + (to - from) / 2 * point[i])));
    return sum * (to - from) / 2;
}

static double mass(const law *l, const rejection *r, double k)
{
    const uint64_t from = begins(r, k), to = begins(r, k + 1), half = (uint64_t)1 << 63;
    double sum = 0;
    if (from < half) sum += accepted(l, r, k, (double)from * 0x1p-64, (double)(to < half ? to : half) * 0x1p-64);
    if (to > half) sum += accepted(l, r, k, (double)(0 - to) * 0x1p-64, (double)(0 - (from > half ? from : half)) * 0x1p-64);
    return sum;
}

static void one_law(const law *l, double p0, double p1, double p2)
{
    static double made[1 << 16];
    static long double exact[1 << 16];
    const double p[3] = {p0, p1, p2};
    double area = 0;
    long double whole = 0;
    rejection r;
    assert_true(open_at(l, &r, p));
    const double first = fmax(0, floor(r.mean - 7 * r.sd)), last = fmin(r.last, ceil(r.mean + 7 * r.sd));
    const size_t n = (size_t)(last - first) + 1, mode = (size_t)(fmin(last, floor(r.mean)) - first);
    assert_true(n <= sizeof made / sizeof *made);
    exact[mode] = 1;
    for (size_t i = mode; i + 1 < n; ++i) exact[i + 1] = exact[i] * l->ratio(&r, first + (double)i);
    for (size_t i = mode; i > 0; --i) exact[i - 1] = exact[i] / l->ratio(&r, first + (double)i - 1);
    for (size_t i = 0; i < n; ++i) {
        made[i] = mass(l, &r, first + (double)i);
        area += made[i];
        whole += exact[i];
    }
    for (size_t i = 0; i < n; ++i) {
        const double want = (double)(exact[i] / whole), have = made[i] / area;
        if (want > 0x1p-40 && !(fabs(have / want - 1) < 1e-8))
            fail_msg("%s(%.17g, %g, %g): P(%.0f) is off by %.3g of it", l->name, p0, p1, p2, first + (double)i,
                     have / want - 1);
    }
}

/* At switches, where hats are tightest, and at the ends; for large means a few hundred counts would cover too little. */
static void masses(void **state)
{
    static const double lam[] = {10, 10.000000000000002, 10.5, 11.43, 12.57, 14, 16.5, 20, 25,
                                 30, 64, 100.25, 550, 1527, 1e4, 1e6};
    (void)state;
    for (size_t i = 0; i < sizeof lam / sizeof *lam; ++i) one_law(&poisson, lam[i], 0, 0);
    one_law(&binomial, 20, 0.5, 0);
    one_law(&binomial, 100, 0.1, 0);
    one_law(&binomial, 21, 0.48, 0);
    one_law(&binomial, 1e3, 0.3, 0);
    one_law(&binomial, 1050556, 1 - 0.9999904812308911, 0);
    one_law(&binomial, 1e15, 1e-14, 0);
    one_law(&binomial, 1e9, 1e-3, 0);
    one_law(&urn, 24, 24, 24);
    one_law(&urn, 48, 144, 48);
    one_law(&urn, 30, 31, 25);
    one_law(&urn, 1e3, 2e3, 7e2);
    one_law(&urn, 1e12, 1e12, 24);
    one_law(&urn, 1e8, 9e15, 1.2e9);
}

/* ---- Quick verdicts next to every boundary ---------------------------------------------------------------------------- */

/* The exact verdict for these first words, with the others all 0 or all 1: a quick verdict must agree with it. */
static void one_verdict(const law *l, const rejection *r, rr_word wu, rr_word wv, unsigned *open)
{
    const rr_try quick = l->quick(r, wu, wv);
    *open += rr_some(quick.open) != 0;
    if (rr_some(quick.open)) return;
    for (int low = 0; low < 4; ++low) {
        const rr_word u = low & 1 ? 0xffffffffu : 0, v = low & 2 ? 0xffffffffu : 0;
        const rr_word us[4] = {wu, u, u, u}, vs[4] = {wv, v, v, v};
        rr_proposal p = rr_propose_decided(r->hat, r->centre, us, vs);
        if (r->last < INFINITY) p = rr_proposal_within(p, r->last);
        const int in = !rr_some(p.outside) && l->decide(r, p) >= 0, yes = rr_some(quick.accept) != 0;
        if (in != yes || (yes && p.k != quick.value))
            fail_msg("%s(%.17g, %g, %g), words %08x %08x: quick %d %.0f, exact %d %.0f", l->name, r->p[0], r->p[1], r->p[2],
                     (unsigned)wu, (unsigned)wv, yes, quick.value, in, p.k);
    }
}

/* Words of U around the beginning of every count, and inside it; words of V around the probability of acceptance there, and
 * the ends. */
static void verdicts(const law *l, double p0, double p1, double p2)
{
    const double p[3] = {p0, p1, p2};
    unsigned open = 0, seen = 0;
    rejection r;
    assert_true(open_at(l, &r, p));
    const double step = fmax(1, floor(r.sd / 10));
    for (double k = fmax(0, floor(r.mean - 9 * r.sd)); k <= fmin(r.last, r.mean + 9 * r.sd); k += step) {
        const uint64_t from = begins(&r, k), to = begins(&r, k + 1), middle = from + (to - from) / 2;
        for (int at = 0; at < 14; ++at) {
            const rr_word wu = (rr_word)((at < 7 ? from : middle) >> 32) + (rr_word)(at % 7) - 3u;
            const double u = ((double)(wu >> 31 ? ~wu : wu) + 0.5) * 0x1p-32;
            const double edge = fmin(1, exp(l->excess(&r, k, u))) * 0x1p32;
            for (int by = -4; by <= 4; ++by) {
                const double v = edge + by * (by * by > 4 ? edge * 1e-9 + 50 : 1);
                one_verdict(l, &r, wu, (rr_word)fmin(fmax(v, 0), 0xffffffffp0), &open);
            }
            one_verdict(l, &r, wu, 0, &open);
            one_verdict(l, &r, wu, 0xffffffffu, &open);
            seen += 11;
        }
    }
    /* With an sd of 2^23 the first word of U does not determine one count. */
    if (!(seen > 1000 && (open < seen / 2 || r.sd > 0x1p22))) fail_msg("%s(%g): %u of %u are open", l->name, p0, open, seen);
}

static void quick(void **state)
{
    static const double lam[] = {10, 10.000000000000002, 11.43, 14, 31.5, 64, 1e3, 1048576, 1e9, 1e15};
    (void)state;
    for (size_t i = 0; i < sizeof lam / sizeof *lam; ++i) verdicts(&poisson, lam[i], 0, 0);
    verdicts(&binomial, 20, 0.5, 0);
    verdicts(&binomial, 100, 0.1, 0);
    verdicts(&binomial, 4194304, 10 / 4194304., 0);
    verdicts(&binomial, 1e6, 0.3, 0);
    verdicts(&binomial, 1e15, 0.5, 0);
    verdicts(&urn, 24, 24, 24);
    verdicts(&urn, 48, 144, 48);
    verdicts(&urn, 1e3, 2e3, 7e2);
    verdicts(&urn, 1e12, 1e12, 24);
    verdicts(&urn, 1e15, 1e15, 1e15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(poisson_hat), cmocka_unit_test(binomial_hat),
                                       cmocka_unit_test(urn_hat), cmocka_unit_test(parts),
                                       cmocka_unit_test_setup(masses, gauss), cmocka_unit_test(quick)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hats", tests, NULL, NULL);
}
