/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* truncated-normal without sampling: for chosen parameters and words the proposal and its acceptance probability against
 * long double, the quick verdict against the full one, the implied distribution against integrals of the density, mirrored
 * intervals, and both ends of the words. Built as truncated_f32 and truncated_f64. */
#include "tests/law/lanes.h"
#include "laws/truncated_normal/truncated_normal.h"

/* Bounds, in half ulps, about 30 % above the worst of 1e6 points: relative to the excess over the anchor; relative to the
 * probability, plus a multiple of its logarithm. */
#define EXCESS 10
#define CHANCE 6
#define STEEP 9.5L

typedef struct interval {
    double low, high, mean, sd;
} interval;

#define INF INFINITY
#if RR_DTYPE == 32
#define MAX 0x1.fffffep127L
#define MIN 0x1p-149L
#else
#define MAX 0x1.fffffffffffffp1023L
#define MIN 0x1p-1074L
#endif

static const interval some[] = {
    {-INF, INF, 0, 1}, {0, INF, 0, 1}, {-INF, 0, 0, 1}, {1, INF, 0, 1}, {-1, INF, 0, 1}, {-INF, 1, 0, 1}, {-INF, -1, 0, 1},
    {0.33, INF, 0, 1}, {3, INF, 0, 1}, {5.25, INF, 0, 1}, {40, INF, 0, 1}, {10, 11, 0, 1}, {40, 41, 0, 1}, {38, 1e30, 0, 1},
    {-INF, -10, 0, 1}, {-41, -40, 0, 1}, {-2, 2, 0, 1}, {-0.5, 0.25, 0, 1}, {-0.125, 5, 0, 1}, {-5, 0.125, 0, 1},
    {-1e-6, INF, 0, 1}, {-1e-3, 1e-3, 0, 1}, {0, 1e-12, 0, 1}, {-1e-12, 2e-12, 0, 1}, {1, 1.000001, 0, 1}, {0.5, 2, 0, 1},
    {-3, -1, 0, 1}, {0.25, 0.75, 0, 1}, {0, 8, 0, 1}, {-1e30, 1e30, 0, 1}, {1e30, INF, 0, 1}, {3, 4, -1, 0.5},
    {0.809, 0.869, 0.538, 0.05}, {-2, 2, 0, 0.001}, {-1, 2, 5, 0.25}, {0, INF, -1, 1e-15}, {0, INF, -1e14, 1e-15},
    {1e6, INF, 1e6, 3}, {16777216, 16777226, 0, 1e6}, {-INF, -3, 4, 0.125}, {-1e-10, 2e-10, 0, 1e30}, {0, 1, -1e20, 1e30},
    {1e-30, 2e-30, -1e-30, 1e-30}, {2.5e38, 3e38, -3e38, 3e38}, {0, INF, -3e38, 0.5}, {0, 1e-39, -3e38, 0.5},
    {0, INF, -MAX, 0.25}, {-MAX, MAX, -MAX, MAX}, {0, MIN * 1e6, -MAX, 0.25},
    {-MAX, MAX, -MAX, MAX / 4}, {MAX / 2, INF, -MAX, RR_TRUNC_HUGE},   /* distances that overflow */
};
enum { INTERVALS = sizeof some / sizeof *some };

/* One side, in real numbers; lengths in units of sd. c is that of the lanes, from a rounded a, and so is q: `rest`. */
typedef struct side {
    long double a, w, c, lambda, kappa, m, q, area;
} side;

static side side_of(long double a, long double w, rr_scalar rest)
{
    side s = {.a = a, .w = w, .c = a > RR_TRUNC_FAR ? 0 : (long double)rr_trunc_touch((rr_scalar)a)};
    s.lambda = a + s.c;
    s.kappa = s.c * s.c / 2;
    const long double beyond = fmaxl(s.lambda * w - s.kappa, 0), min = expl(-beyond);
    const int close = beyond < RR_TRUNC_SHORT * 0.999L ||
                      (beyond < RR_TRUNC_SHORT * 1.001L && fabsl(rest - (1 - beyond)) < 8 * EPS);
    s.q = close ? 1 - beyond : rest;
    s.m = fminl(s.lambda * w, s.kappa) + (close ? beyond : 1 - s.q);
    s.area = s.m / s.lambda;
    /* At most the right value, except for ulps of the end, and hardly less. */
    const long double max = close ? min + 2 * EPS : expl(-beyond * (1 - EXCESS * EPS));
    if (rest > max + 0x1p-119L || min - rest > 1.6e-4L * (close ? 1 : min) + EXCESS * EPS)
        fail_msg("a %.10Lg, w %.10Lg: q %a, not %.10Lg", a, w, (double)rest, min);
    return s;
}

typedef struct exact {
    rr_scalar low, high, mean, sd;
    long double anchor;
    int right;
    side minor, major;
    long double p;
} exact;

static rr_trunc_interval interval_of(const exact *e) { return (rr_trunc_interval){e->low, e->high, e->mean, e->sd}; }
static rr_trunc_set set_of(const exact *e) { return rr_trunc_setup(interval_of(e)); }

static exact exact_of(interval i)
{
    exact e = {.low = (rr_scalar)i.low, .high = (rr_scalar)i.high, .mean = (rr_scalar)i.mean, .sd = (rr_scalar)i.sd};
    const long double low = e.low, high = e.high, mean = e.mean, sd = e.sd;
    const rr_trunc_set g = set_of(&e);
    e.anchor = fmaxl(low, fminl(high, mean));
    const long double a = fabsl(e.anchor - mean) / sd, left = (e.anchor - low) / sd, right = (high - e.anchor) / sd;
    e.right = left <= right;
    e.major = side_of(a, fmaxl(left, right), g.q1);
    e.minor = side_of(a, fminl(left, right), g.q0);
    e.p = e.minor.area > 0 ? e.minor.area / (e.minor.area + e.major.area) : 0;
    return e;
}

/* The side's probability times density / hat. */
static long double chance_of(rr_trunc_set g, rr_trunc_point x, int minor)
{
    return (long double)(minor ? g.m0 : g.m1) * rr_trunc_exp(x.cost) / ((long double)g.m0 + g.m1);
}

/* Intervals of every kind: those above; a from 1e-6 to 1e12, w from 1e-12 to infinite; two-sided; a few ulps wide. */
static interval an_interval(void)
{
    const uint64_t kind = bits64();
    if (kind % 8 == 0) return some[(kind >> 8) % INTERVALS];
    const double sd = kind >> 4 & 1 ? 1 : pow(10, 10 * unit() - 5), mean = kind >> 5 & 1 ? 0 : 10 * unit() - 5;
    const double a = kind >> 6 & 1 ? 4 * unit() : pow(10, 18 * unit() - 6), flip = kind >> 7 & 1 ? -1 : 1;
    double w = kind >> 8 & 1 ? 6 * unit() : pow(10, 16 * unit() - 12), first = mean + flip * a * sd;
    if (kind >> 9 & 1) w /= 1 + a;
    if (!(kind >> 10 & 7)) w = INF;
    if (!(kind >> 13 & 3)) first = mean - flip * (isinf(w) ? 1 : w) * pow(10, -9 * unit()) * sd;   /* the mean inside */
    double second = first + flip * w * sd;
    if (!(kind >> 15 & 7) && isfinite(first))
        second = first + flip * fabs(first) * (double)(kind >> 40 & 15) * 2 * (double)EPS;
    if (!(kind >> 18 & 15)) first = -flip * INF;
    const rr_scalar x = (rr_scalar)first, y = (rr_scalar)second;
    return (interval){x < y ? x : y, x < y ? y : x, (rr_scalar)mean, (rr_scalar)sd};
}

/* R of any size, from both ends; and its real value. */
static rr_unit a_uniform(long double *r, long double *rest)
{
    const uint64_t kind = bits64();
    uint64_t digits = bits64() >> (kind & 1 ? kind >> 8 & 63 : 0);
    if (kind >> 1 & 1) digits = ~digits;
    const uint32_t high = (uint32_t)(digits >> 32), low = (uint32_t)digits;
#if RR_DTYPE == 32
    if (high >= RR_UNIT_OPEN) {   /* LOW words are not used */
        *r = ((long double)high + 0.5L) * 0x1p-32L;
        *rest = ((long double)~high + 0.5L) * 0x1p-32L;
        return rr_unit_of(high);
    }
    *r = high ? (long double)high * 0x1p-32L + (2 * (low / 512) + 1) * 0x1p-56L : ((long double)low + 0.5L) * 0x1p-64L;
    *rest = 1 - *r;
    return rr_unit_full(high, low);
#else
    *r = ((long double)digits + 0.5L) * 0x1p-64L;
    *rest = ((long double)~digits + 0.5L) * 0x1p-64L;
    if (high >= RR_UNIT_OPEN) return rr_unit_of(high, low);
    if (!digits) *r = 0x1p-65L;   /* all words 0 but the first bit of LOW */
    return digits ? rr_unit_full(high, low, 0x80000000u, 0) : rr_unit_full(0, 0, 0x80000000u, 0);
#endif
}

/* y in units of sd, and -log of density / hat. */
static long double proposal(const side *s, long double r, long double rest, long double *cost)
{
    const long double v = s->m * rest, f = s->kappa - v;
    if (f >= 0) {
        const long double y = v / s->lambda;
        *cost = s->a * y + y * y / 2;
        return y;
    }
    const long double e = f > -0.3L ? -log1pl(f) : -logl(s->q + s->m * r), y = (s->kappa + e) / s->lambda;
    *cost = (y - s->c) * (y - s->c) / 2;
    return y;
}

static rr_scalar finished(const exact *e, rr_scalar y)
{
    return rr_trunc_sample(interval_of(e), set_of(e), y);
}

static void proposal_is_exact(void **state)
{
    const int n = getenv("REROLL_LONG") ? 100000000 : 1000000;
    long double worst_excess = 0, worst_chance = 0, worst_steep = 0;
    (void)state;
    need_long_double();
    for (int i = 0; i < n; ++i) {
        const interval t = an_interval();
        const exact e = exact_of(t);
        const rr_trunc_set g = set_of(&e);
        long double r, rest, cost;
        const rr_unit u = a_uniform(&r, &rest);
        const int minor = e.p > 0 && i & 1;
        const rr_trunc_point x = rr_trunc_point_of(g, u, minor);
        const long double y = proposal(minor ? &e.minor : &e.major, r, rest, &cost) * e.sd;
        const long double lift = e.sd < RR_TRUNC_WIDE ? RR_TRUNC_UNLIFT : 1;
        const long double excess = fabsl((long double)g.scale) * x.y * lift, chance = minor ? e.p : 1 - e.p;
        assert_true(minor ? x.y >= 0 : x.y > 0);
        /* Past the end, except for rounding. */
        const long double end = (minor ? e.minor.w : e.major.w) * e.sd;
        if (x.past ? y < end * (1 - EXCESS * EPS) : y > end * (1 + EXCESS * EPS))
            fail_msg("[%a, %a] %a %a, minor %d, R %La: past %d", t.low, t.high, t.mean, t.sd, minor, r, (int)x.past);
        if (x.past) continue;
        /* The sample: rounded onto the anchor, in the interval. */
        const long double sample = e.anchor + (e.right == minor ? -y : y), margin = EXCESS * y + fabsl(sample);
        if ((!minor || e.p > 0x1p-60L) && fabsl(sample) < MAX &&
            fabsl(finished(&e, minor ? -x.y : x.y) - sample) > margin * EPS + MIN * 0.501L)
            fail_msg("[%a, %a] %a %a, minor %d, R %La: %a, not %.10Lg", t.low, t.high, t.mean, t.sd, minor, r,
                     (double)finished(&e, minor ? -x.y : x.y), sample);
        if (y > 0 && (!minor || e.p > 0x1p-60L) && y > 0x1p-70L * fabsl(e.anchor)) {
            const long double off = fabsl(excess / y - 1) / EPS;
            if (!(off <= EXCESS))
                fail_msg("[%a, %a] %a %a, minor %d, R %La: excess %.10Lg, not %.10Lg: %.4Lg half ulps", t.low, t.high,
                         t.mean, t.sd, minor, r, excess, y, off);
            if (off > worst_excess) worst_excess = off;
        }
        if (cost > 44 || (minor && chance < 0x1p-60L)) continue;
        const long double off = fabsl(chance_of(g, x, minor) / (chance * expl(-cost)) - 1) / EPS;
        if (!(off <= CHANCE + STEEP * cost))
            fail_msg("[%a, %a] %a %a, minor %d, R %La: chance %.10Lg, not %.10Lg: %.4Lg half ulps", t.low, t.high, t.mean,
                     t.sd, minor, r, chance_of(g, x, minor), chance * expl(-cost), off);
        if (cost < 0.5L && off > worst_chance) worst_chance = off;
        if (off > CHANCE && (off - CHANCE) / cost > worst_steep) worst_steep = (off - CHANCE) / cost;
        assert_true(x.cost >= 0);   /* hat >= density */
    }
    printf("# %s: the excess is within %.2Lf half ulps, the chance within %.2Lf, and %.2Lf more by its "
           "logarithm\n", NAME, worst_excess, worst_chance, worst_steep);
}

/* The full verdict agrees with the quick one, whatever LOW words follow. */
static void quick_is_right(void **state)
{
    const int n = getenv("REROLL_LONG") ? 100000000 : 1000000;
    long yes = 0, no = 0, open = 0;
    (void)state;
    for (int i = 0; i < n; ++i) {
        const exact e = exact_of(an_interval());
        const rr_trunc_set g = set_of(&e);
        const uint64_t kind = bits64(), more = bits64();
        uint32_t w = (uint32_t)(kind >> (kind >> 40 & 1 ? 32 + (kind >> 43 & 15) : 32));
        if (kind >> 41 & 1) w = ~w;
        const uint32_t lows[] = {0, ~0u, (uint32_t)more};
#if RR_DTYPE == 32
        const rr_unit quick_r = rr_unit_of((uint32_t)kind), full_r = rr_unit_full((uint32_t)kind, (uint32_t)(more >> 32));
#else
        const rr_unit quick_r = rr_unit_of((uint32_t)kind, (uint32_t)(more >> 32));
        const rr_unit full_r = rr_unit_full((uint32_t)kind, (uint32_t)(more >> 32), (uint32_t)more, 5);
#endif
        /* Often close to the number that it is compared with. */
        const int minor = g.m0 > 0 && kind >> 46 & 1;
        const double p = (double)g.m0 / ((double)g.m0 + g.m1);
        const double at = kind >> 48 & 1 && minor ? p : (double)chance_of(g, rr_trunc_point_of(g, quick_r, minor), minor);
        const double off = RR_TRUNC_MARGIN * ((double)(kind >> 52 & 31) - 16) / 8;
        if (kind >> 44 & 1) w = (uint32_t)fmax(fmin((at + off) * 0x1p32, 0x1p32 - 2), 1) + (uint32_t)(kind >> 50 & 3) - 1;
        if (kind >> 44 & 1 && minor) w = ~w;
        const rr_two x = {.second = w};
        const rr_try v = rr_trunc_quick(interval_of(&e), g, quick_r, w);
        assert_false(v.accept && v.open);
        ++*(v.open ? &open : v.accept ? &yes : &no);
        for (int k = 0; k < 3 && !v.open; ++k) {
            const rr_two low = {.second = lows[k]};
            const rr_unit u = rr_two_second(x, low, 0), rest = rr_two_second(x, low, RR_WORD_MASK);
            const rr_try full = rr_trunc_exact(interval_of(&e), g, full_r, u.u, rest.u);
            if (full.accept != v.accept || (v.accept && full.value != v.value))
                fail_msg("[%a, %a] %a %a, R %08x, U %08x: quick %d, full %d", (double)e.low, (double)e.high, (double)e.mean,
                         (double)e.sd, (unsigned)kind, (unsigned)w, (int)v.accept, (int)full.accept);
        }
    }
    printf("# %s: %ld accepted, %ld rejected, %ld open\n", NAME, yes, no, open);
    assert_true(yes > n / 4 && no > n / 20 && open < n / 3);
}

/* Integrals of the density over [0, w] and of y times it, Simpson's rule up to where the density vanishes. */
static long double body(long double a, long double w, long double *first)
{
    const long double end = fminl(w, 100 / (a + sqrtl(a * a + 100))), h = end / 4000;
    long double sum = 0;
    *first = 0;
    for (int i = 0; i <= 4000; ++i) {
        const long double y = i * h, f = expl(-a * y - y * y / 2) * (i % 4000 == 0 ? 1 : i % 2 ? 4 : 2);
        sum += f;
        *first += y * f;
    }
    *first *= h / 3;
    return sum * h / 3;
}

/* The acceptance probability and the mean excess, R = s^2 by midpoints. */
static long double implied(const rr_trunc_set *g, int minor, long double *first)
{
    const int steps = 40000;
    long double sum = 0;
    *first = 0;
    for (int i = 0; i < steps; ++i) {
        const long double s = (i + 0.5L) / steps, r = s * s;
        const rr_unit u = {.u = (rr_scalar)r, .raw = (rr_scalar)r, .t = (rr_scalar)(r - 1), .upper = r > 0.71L, .open = 0};
        const rr_trunc_point x = rr_trunc_point_of(*g, u, minor);
        const long double chance = x.past ? 0 : chance_of(*g, x, minor);
        sum += 2 * s * chance;
        *first += 2 * s * chance * x.y;
    }
    *first /= steps;
    return sum / steps;
}

/* Acceptance is the density's area over the hat's, and at least the value stated at the head; accepted values have the
 * density's mean. */
static void implied_law(void **state)
{
    long double min = 1;
    (void)state;
    need_long_double();
    for (int i = 0; i < INTERVALS + 60; ++i) {
        const double a = i < INTERVALS ? 0 : pow(10, (i - INTERVALS) / 20. - 1.5);   /* half lines and short sides */
        const interval t = i < INTERVALS ? some[i] : (interval){a, i % 2 ? INF : a + 0.1 * (i % 20), 0, 1};
        const exact e = exact_of(t);
        const rr_trunc_set g = set_of(&e);
        const long double scale = fabsl((long double)g.scale) * (e.sd < RR_TRUNC_WIDE ? RR_TRUNC_UNLIFT : 1) / e.sd;
        if (e.major.w == 0) continue;
        for (int minor = 0; minor < 1 + (e.p > 1e-6L); ++minor) {
            const side *s = minor ? &e.minor : &e.major;
            long double first, first_exact;
            const long double mass = implied(&g, minor, &first) / (minor ? e.p : 1 - e.p);
            const long double area = body(s->a, s->w, &first_exact), mean = first * scale / mass / (minor ? e.p : 1 - e.p);
            if (fabsl(mass - area / s->area) > 2e-6L)
                fail_msg("[%g, %g] %g %g: acceptance %.9Lf, not %.9Lf", t.low, t.high, t.mean, t.sd, mass, area / s->area);
            if (fabsl(mean / (first_exact / area) - 1) > 3e-6L)
                fail_msg("[%g, %g] %g %g: mean excess %.9Lg, not %.9Lg", t.low, t.high, t.mean, t.sd, mean,
                         first_exact / area);
            if (mass < min) min = mass;
        }
    }
    printf("# %s: the least acceptance is %.4Lf\n", NAME, min);
    assert_true(min > 0.874L && min < 0.88L);
}

/* [-high, -low] about -mean gives the negative of the same draw; where both sides are equal, the same. */
static void mirrored(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; ++i) {
        const interval t = an_interval();
        const exact e = exact_of(t), f = exact_of((interval){-t.high, -t.low, -t.mean, t.sd});
        long double r, rest;
        const rr_unit u = a_uniform(&r, &rest);
        const int minor = i & 1;
        const int tie = rr_trunc_place_of(interval_of(&e)).right && rr_trunc_place_of(interval_of(&f)).right;
        const rr_trunc_point x = rr_trunc_point_of(set_of(&e), u, minor), y = rr_trunc_point_of(set_of(&f), u, minor);
        assert_true(x.y == y.y && x.cost == y.cost && x.past == y.past);
        if (!tie) assert_true(finished(&e, x.y) == -finished(&f, y.y));
    }
}

/* Words of all zeros and ones, and of few bits: inside the interval, no NaN; low = high is low. */
static void both_ends(void **state)
{
    static const uint32_t words[] = {0, 1, 2, 0x80000000u, 0x7fffffffu, 0xb504f334u, 0xb504f333u, 0xfffffffeu, ~0u};
    (void)state;
    for (int i = 0; i < 20000; ++i) {
        const interval t = i < INTERVALS ? some[i] : an_interval();
        const exact e = exact_of(t);
        const rr_trunc_set g = set_of(&e);
        for (int k = 0; k < 81; ++k) {
            const uint32_t w = words[k / 9], low = words[k % 9];
#if RR_DTYPE == 32
            const rr_unit u = rr_unit_full(w, low);
#else
            const rr_unit u = rr_unit_full(w, low, low, w);
#endif
            for (int minor = 0; minor < 1 + (g.m0 > 0); ++minor) {
                const rr_scalar y = rr_trunc_point_of(g, u, minor).y, x = finished(&e, minor ? -y : y);
                if (!(x >= e.low && x <= e.high && fabsl(x) <= RR_LOG_MAX))
                    fail_msg("[%a, %a] %a %a: %a of words %08x %08x", t.low, t.high, t.mean, t.sd, (double)x,
                             (unsigned)w, (unsigned)low);
                const exact point = exact_of((interval){(double)x, (double)x, t.mean, t.sd});
                const rr_trunc_set h = set_of(&point);
                assert_true(h.m0 == 0 && finished(&point, rr_trunc_point_of(h, u, 0).y) == x);
            }
        }
    }
}

/* Where the default set-up reports that it is right, it equals the full one. */
static void plain_is_full(void **state)
{
    long rare = 0;
    (void)state;
    for (int i = 0; i < 1000000; ++i) {
        const exact e = exact_of(an_interval());
        const rr_trunc_set full = set_of(&e);
        rr_mask open = 0;
        const rr_trunc_set plain = rr_trunc_setup_of(interval_of(&e), 1, &open);
        rare += !!open;
        if (!open) assert_memory_equal(&plain, &full, sizeof full);
    }
    assert_true(rare > 10000 && rare < 500000);
}

/* 1e30 sigma out hardly any mass is left beyond low: the density of the excess is that of an exponential. */
static void far_out(void **state)
{
    const exact e = exact_of((interval){0, INF, -1, 1e-30});   /* f32: 1e-30 is a number, its square is not */
    const rr_trunc_set g = set_of(&e);
    (void)state;
    for (int i = 0; i < 1000; ++i) {
        long double r, rest;
        const rr_unit u = a_uniform(&r, &rest);
        const rr_trunc_point x = rr_trunc_point_of(g, u, 0);
        const long double y = (r < 0.5L ? -logl(r) : -log1pl(-rest)) * e.sd * e.sd;   /* sd / lambda, lambda = 1 / sd */
        const long double quantum = RR_DTYPE == 32 ? 0x1p-149L : 0;
        assert_true(rr_trunc_exp(x.cost) == 1 && fabsl(finished(&e, x.y) - y) <= 8 * EPS * y + quantum * 0.501L);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(proposal_is_exact), cmocka_unit_test(quick_is_right),
                                       cmocka_unit_test(implied_law), cmocka_unit_test(mirrored),
                                       cmocka_unit_test(both_ends), cmocka_unit_test(plain_is_full),
                                       cmocka_unit_test(far_out)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("truncated-normal " NAME, tests, NULL, NULL);
}
