/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The distributions of hats.c: their densities in long double, from their definitions, and the parameters to test. */
#ifndef HATS_LAWS_H
#define HATS_LAWS_H

#include "laws/geninvgauss/geninvgauss.h"
#include "laws/polya_gamma/polya_gamma.h"
#if RR_DTYPE == 64
#include "laws/polya_gamma/polya_gamma_part.h"
#endif
#include "laws/von_mises/von_mises.h"
#include "laws/von_mises_fisher/vmf_versine.h"

static const long double pi = 3.141592653589793238462643383279502884L;

/* e^d - 1 - d. */
static long double bend(long double d)
{
    if (fabsl(d) > 0.3L) return expm1l(d) - d;
    long double sum = 0, term = d * d / 2;
    for (int k = 3; k < 26; ++k, term *= d / (k - 1)) sum += term;
    return sum;
}

/* Every n-th set of parameters. */
static int stride(void) { return getenv("REROLL_LONG") ? 1 : 3; }

/* ---- von-mises: the coordinate is the angle. ---- */

static rr_von_mises_set mises;
static long double mises_kappa;

static proposal mises_at(rr_sides x)
{
    const rr_von_mises_point p = rr_von_mises_point_of(mises, x);
    return (proposal){p.theta, p.bound, 16 * EPS * fabsl(p.theta)};
}

static long double mises_log_density(long double y)
{
    const long double s = sinl(y / 2);
    return fabsl(y) > pi * (1 + 8 * EPS) ? -INFINITY : -2 * mises_kappa * s * s;
}

static void mises_hats(worst *w)
{
    for (int k = -120; k <= 120; k += stride()) {
        const rr_scalar kappa = k == -120 ? 0 : (rr_scalar)pow(10, k / 8.);
        mises_kappa = kappa;
        mises = rr_von_mises_setup(kappa);
        const hat h = {.name = "von-mises", .p = {(double)kappa, 0}, .at = mises_at, .log_density = mises_log_density,
                       .mode = 0, .unit = fminl(pi / 4, 1 / sqrtl(mises_kappa + 1e-30L)), .end = pi, .slack = 4};
        look_at(h, w);
    }
}

/* ---- vmf-versine: y = log(v / (2 - v)). ---- */

static rr_versine_set versine;
static long double versine_kappa, versine_a;

static proposal versine_at(rr_sides x)
{
    const rr_placed p = rr_versine_propose(versine, x);
    const long double v = p.value, rest = fmaxl(2 - v, EPS), y = logl(v / rest);
    return (proposal){y, p.bound, EPS * (40 + 4 / rest + 12 * fabsl(y))};
}

static long double versine_log_density(long double y)
{
    const long double v = 2 / (1 + expl(-y)), rest = 2 / (1 + expl(y));
    return versine_a * logl(v * rest) - versine_kappa * v;
}

static void versine_hats(worst *w)
{
    static const double dimensions[] = {2, 2.001, 2.5, 2.999, 3, 3.001, 3.5, 4, 5, 10, 33, 100, 1e3, 1e4};
    for (size_t d = 0; d < sizeof dimensions / sizeof *dimensions; ++d)
        for (int k = -12; k <= 20; k += stride()) {
            const rr_scalar kappa = k == -12 ? 0 : (rr_scalar)pow(10, k / 4.), dimension = (rr_scalar)dimensions[d];
            versine_kappa = kappa;
            versine_a = ((long double)dimension - 1) / 2;
            versine = rr_versine_setup(kappa, dimension);
            const long double a = versine_a, b = a / (versine_kappa + hypotl(versine_kappa, a));
            const hat h = {.name = "vmf-versine", .p = {(double)kappa, (double)dimension}, .at = versine_at,
                           .log_density = versine_log_density, .mode = logl(b), .unit = 1 / sqrtl(a), .end = 1e6L,
                           .slack = 100};
            look_at(h, w);
        }
}

/* ---- geninvgauss: y = log(x / x0). ---- */

static rr_gig_set gig;
static long double gig_x0, gig_a, gig_b;

static proposal gig_at(rr_sides x)
{
    const rr_placed p = rr_gig_propose(gig, x);
    const long double y = logl(p.value / gig_x0);
    return (proposal){y, p.bound, EPS * (32 + 8 * fabsl(y))};
}

#if RR_DTYPE == 32
#define LONGEST 80
#else
#define LONGEST 700
#endif

static long double gig_log_density(long double y) { return -(gig_a * bend(y) + gig_b * bend(-y)); }

static void corners_of(hat *h, long double left, long double level, long double right)
{
    const long double area = left + level + right;
    h->corner[0] = left / area;
    h->corner[1] = right / area;
    h->corner[2] = (left + level) / area;
    h->corner[3] = (right + level) / area;
}

static void gig_hat(rr_scalar p, rr_scalar b, worst *w)
{
    const long double r = hypotl(p, b), max = (r + fabsl((long double)p)) / 2, min = (long double)b * b / (4 * max);
    gig = rr_gig_setup(p, b);
    gig_a = p < 0 ? min : max;
    gig_b = p < 0 ? max : min;
    gig_x0 = p < 0 ? b / (2 * max) : 2 * max / b;
    if (26 * fmaxl(gig.tail_left, gig.tail_right) + fabsl(logl(gig_x0)) > LONGEST) return;   /* x out of the type */
    hat h = {.name = "geninvgauss", .p = {(double)p, (double)b}, .at = gig_at, .log_density = gig_log_density, .mode = 0,
             .unit = fminl(1 / sqrtl(gig_a + gig_b), 40), .end = 1e6L, .slack = 0};
    corners_of(&h, gig.tail_left, (long double)gig.right + gig.left, gig.tail_right);
    look_at(h, w);
}

static void gig_hats(worst *w)
{
    for (int j = -13; j <= 12; j += stride())
        for (int k = -24; k <= 12; k += stride()) {
            const rr_scalar p = (rr_scalar)(j == -13 ? 0 : pow(10, j / 4.)), b = (rr_scalar)pow(10, k / 4.);
            gig_hat(p, b, w);
            if (p > 0) gig_hat(-p, b, w);
        }
}

/* ---- Polya-Gamma: y = log(4 x). The first form of the density, b up to 1; for b = 1 and large x the second. ---- */

#define FAR 16   /* beyond this, 1e-9 of the mass, too little of the sum is left */

static long double polya_b, polya_c;

static proposal polya_proposal(rr_placed p)
{
    const long double y = logl(4 * (long double)p.value);
    const long double rounding = EPS * (48 + 4 * fabsl(y - logl(polya_b * polya_b)));
    return (proposal){y, p.bound, polya_b < 1 && y > logl(FAR) ? 1 : rounding};
}

static long double polya_log_density(long double y)
{
    if (polya_b < 1 && y > logl(FAR))
        return polya_log_density(logl(FAR)) + polya_b * (y - logl(FAR)) -
               (pi * pi / 8 + polya_c * polya_c / 2) * (expl(y) - FAR);
    const long double x = expl(y), b = polya_b, tilt = -polya_c * polya_c * x / 2;
    long double s = 1, increasing = 1;
    if (b == 1 && x > 0.6L) {
        for (int n = 1; n < 7; ++n) s += (n % 2 ? -1 : 1) * (2 * n + 1) * expl(-pi * pi * x * n * (n + 1) / 2);
        return logl(pi / 2 * sqrtl(pi / 2)) + y - pi * pi * x / 8 + logl(s) + tilt;
    }
    for (int n = 1; n < 60; ++n) {
        const long double term = increasing * (2 * n + b) * expl(-2 * n * (n + b) / x);
        s += n % 2 ? -term : term;
        if (term < 0x1p-70L) break;
        increasing *= (b + n) / (n + 1);
    }
    return -b * b / (2 * x) - y / 2 + logl(s) + tilt;
}

static hat polya_hat(const char *name, proposal (*at)(rr_sides), rr_scalar b, rr_scalar z, rr_polya_pieces g)
{
    const long double c = fabsl((long double)z) / 2, bc = b * c, x0 = 2 * (long double)b * b / (1 + sqrtl(1 + 4 * bc * bc));
    polya_b = b;
    polya_c = c;
    hat h = {.name = name, .p = {(double)b, (double)z}, .at = at, .log_density = polya_log_density, .mode = logl(x0),
             .unit = fminl(1, 1 / sqrtl(bc + 0.01L)), .end = 1e6L, .slack = 8};
    if (!(g.right >= g.left)) fail_msg("%s(%g, %g): the level ends before it begins", name, (double)b, (double)z);
    corners_of(&h, g.tail_left, (long double)g.right - g.left, g.tail_right);
    return h;
}

static rr_polya_set polya;
static proposal polya_at(rr_sides x) { return polya_proposal(rr_polya_propose(polya, x)); }

static void polya_hats(worst *w)
{
    for (int k = -17; k <= 60; k += stride()) {
        const rr_scalar z = k == -17 ? 0 : k > 40 ? RR_C(1.75) + (rr_scalar)k * RR_C(0.005) : (rr_scalar)pow(10, k / 8.);
        polya = rr_polya_setup(z);
        const hat h = polya_hat("polya-gamma", polya_at, 1, z, polya.hat);
        look_at(h, w);
    }
}

#if RR_DTYPE == 64
static rr_part_set part;
static proposal part_at(rr_sides x) { return polya_proposal(rr_part_propose(part, x)); }

static void part_hats(worst *w)
{
    static const double shapes[] = {1e-30, 1e-6, 1e-3, 0.01, 0.0255, 0.0256, 0.0257, 0.1, 0.2, 0.2326, 0.2327, 0.2328, 0.25,
                                    0.26973, 0.26974, 0.26975, 0.28, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99, 0.9999, 1};
    static const double tilts[] = {0, 1e-3, 0.1, 0.5, 1, 2, 4, 10, 30, 100, 1e3, 1e5};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
        for (size_t j = i % (size_t)stride(); j < sizeof tilts / sizeof *tilts; j += (size_t)stride()) {
            part = rr_part_setup(shapes[i], tilts[j]);
            const hat h = polya_hat("polya-gamma-part", part_at, shapes[i], tilts[j], part.hat);
            look_at(h, w);
        }
}
#endif

/* ---- A level between two tails: the hat's area on the left of a place is U times all of it. ---- */

static long double area_before(rr_placed_side p, long double left, long double level, long double right)
{
    const long double tail = p.left ? left : right, beyond = p.at.beyond;
    const long double v = beyond > 0 ? tail * expl(-beyond / tail) : tail - beyond;
    return p.left ? v : left + level + right - v;
}

static void place_is_right(rr_scalar left, rr_scalar level, rr_scalar right)
{
    const long double area = (long double)left + level + right;
    long double v[EDGES];
    const hat none = {.name = "none"};
    const int n = edges_of(&none, v);
    for (int k = 0; k < 2 * n; ++k) {
        const rr_placed_side p = rr_placed_between(left, level, right, sides_at(v[k / 2], k & 1), 1);
        const long double u = k & 1 ? 1 - v[k / 2] : v[k / 2], off = fabsl(area_before(p, left, level, right) / area - u);
        const long double tail = p.left ? left : right, out = fmaxl(p.at.beyond / tail, 0);
        if (!(p.at.beyond >= -level - 8 * EPS * area))
            fail_msg("tails %g and %g, level %g, U %Lg: a place past the level", (double)left, (double)right, (double)level,
                     u);
        if (!(off <= 8 * EPS) || !(fabsl(p.at.out - out) <= 4 * EPS * out + 4 * EPS))
            fail_msg("tails %g and %g, level %g, U %Lg: a place before which there is %.3Lg too much; out %g, not %Lg",
                     (double)left, (double)right, (double)level, u, off, (double)p.at.out, out);
    }
}

/* Either tail may be most of the area. */
static void places_between_tails(void **state)
{
    static const double size[] = {1e-6, 0.01, 0.3, 1, 1.5, 4, 100};
    (void)state;
    need_long_double();
    for (int k = 0; k < 7 * 7 * 7; ++k)
        place_is_right((rr_scalar)size[k % 7], (rr_scalar)size[k / 7 % 7], (rr_scalar)size[k / 49]);
}

/* ---- The second uniform: the full verdict agrees with a decided quick one, whatever LOW words follow. ---- */

static void verdict_is_repeated(rr_scalar bound, uint32_t word, long *undecided)
{
    const rr_try v = rr_verdict_quick(bound, word, bound, rr_mfrom(0));
    assert_false(v.accept && v.open);
    *undecided += v.open != 0;
    for (int k = 0; k < 3 && !v.open; ++k) {
        const rr_two x = {.second = word}, low = {.second = k == 0 ? 0 : k == 1 ? ~0u : (uint32_t)bits64()};
        if (rr_verdict_full(bound, x, low, bound).accept != v.accept)
            fail_msg("bound %a, word %08x, LOW %08x: quick %d", (double)bound, (unsigned)word, (unsigned)low.second,
                     (int)v.accept);
    }
    assert_true(rr_verdict_quick(bound, word, bound, rr_mnot(rr_mfrom(0))).open);
}

/* Bounds of every size, numbers to which words round, words next to them, and the ends. */
static void quick_verdicts_are_repeated(void **state)
{
    const int n = getenv("REROLL_LONG") ? 100000000 : 400000;
    long undecided = 0;
    (void)state;
    for (int i = 0; i < n; ++i) {
        const uint64_t kind = bits64();
        rr_scalar bound = (rr_scalar)exp2(0.5 - (kind & 1 ? 40 : 9) * unit());
        if (kind & 2) bound = (rr_scalar)((double)(uint32_t)bits64() * 0x1p-32);
        if (kind & 4) bound = NEXT(bound, kind & 8 ? 0 : 2);
        const double at = fmin((double)bound * 0x1p32, 0x1p32 - 8);
        uint32_t word = (uint32_t)(at + (double)(kind >> 8 & 7) - (at < 4 ? 0 : 4));
        if (!(kind >> 16 & 15)) word = kind >> 20 & 1 ? ~0u : (uint32_t)(kind >> 21 & 1) << 24;
        verdict_is_repeated(bound, word, &undecided);
    }
    printf("# %s: %d verdicts, %ld undecided\n", NAME, n, undecided);
    assert_true(undecided < n * 3 / 4);
}

/* ---- All of them ---- */

static void run(const char *name, void (*hats)(worst *))
{
    worst w;
    memset(&w, 0, sizeof w);
    w.excess = -1;
    need_long_double();
    hats(&w);
    report(name, &w);
}

static void von_mises_hats(void **state) { (void)state, run("von-mises", mises_hats); }
static void vmf_versine_hats(void **state) { (void)state, run("vmf-versine", versine_hats); }
static void geninvgauss_hats(void **state) { (void)state, run("geninvgauss", gig_hats); }
static void polya_gamma_hats(void **state) { (void)state, run("polya-gamma", polya_hats); }
#if RR_DTYPE == 64
static void polya_gamma_part_hats(void **state) { (void)state, run("polya-gamma-part", part_hats); }
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_between_tails), cmocka_unit_test(quick_verdicts_are_repeated),
        cmocka_unit_test(von_mises_hats), cmocka_unit_test(vmf_versine_hats), cmocka_unit_test(geninvgauss_hats),
        cmocka_unit_test(polya_gamma_hats),
#if RR_DTYPE == 64
        cmocka_unit_test(polya_gamma_part_hats),
#endif
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hats " NAME, tests, NULL, NULL);
}

#endif
