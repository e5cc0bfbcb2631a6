/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Finishes at the ends of their parameters, fed with chosen uniforms, against long double: no sample is 0, infinite or an
 * end where another number of the dtype is right. Covers truncated distributions in windows of every size and position, and
 * bounded ones next to their ends. Built as windows_f32 and windows_f64. */
#include "tests/law/lanes.h"
#include "laws/burr/kumaraswamy.h"
#include "laws/laplace/triangular.h"
#include "laws/pareto/genpareto.h"
#include "laws/pareto/pareto.h"
#include "laws/truncated/truncated_cauchy.h"
#include "laws/truncated/truncated_genpareto.h"
#include "laws/truncated/truncated_gumbel.h"
#include "laws/truncated/truncated_laplace.h"
#include "laws/truncated/truncated_logistic.h"
#include "laws/truncated/truncated_pareto.h"
#include "laws/truncated/truncated_weibull.h"
#include "laws/truncated_shapes/truncated_genextreme.h"

#if RR_DTYPE == 32
#define MIN 0x1p-149L
#define MAX 0x1.fffffep127L
#define DECADES 37
#define WORD_DIGITS 64
#else
#define MIN 0x1p-1074L
#define MAX 0x1.fffffffffffffp1023L
#define DECADES 300
#define WORD_DIGITS 128
#endif

typedef rr_real finish(const rr_tile *, rr_uint32, rr_real, rr_real);

/* A uniform: the number used by draws with two tails (laws/laplace/draw/draw.h), U and 1 - U. */
typedef struct chosen {
    rr_scalar drawn;
    long double u, rest;
} chosen;

static chosen a_uniform(void)
{
    const uint64_t kind = bits64();
    const int upper = (int)(kind & 1), small = (int)(kind >> 1 & 3);
    const rr_scalar part = (rr_scalar)(small == 0 ? ldexp(1 + unit(), -3 - (int)(kind % (WORD_DIGITS - 3))) : 0.25 * unit());
    const int middle = small == 1;
    const long double v = middle ? 0.5L - part : part;
    const rr_scalar size = middle ? part * RR_LAPLACE_MIDDLE : part;
    return (chosen){upper ? size : -size, upper ? 1 - v : v, upper ? v : 1 - v};
}

static rr_scalar of(finish *f, const rr_scalar *p, rr_scalar drawn)
{
    rr_tile t;
    memset(&t, 0, sizeof t);
    t.n = 1;
    for (int k = 0; k < RR_TILE_PARAMS; ++k) t.param[k] = p + k;
    return f(&t, 0, drawn, 0);
}

/* The sample is x within an absolute error, or that of a denormal. */
static void is(const char *name, const rr_scalar *p, rr_scalar drawn, rr_scalar got, long double x, long double margin)
{
    if (isinf(x) && isinf(got) && (got > 0) == (x > 0)) return;   /* its tolerance is infinite too */
    const int alike = !isnan(got) && (got > 0) == (x > 0);
    if (alike && fabsl(x) >= MAX && fabsl((long double)got) >= MAX * (1 - margin / fabsl(x))) return;
    if (!(fabsl(got - x) <= margin + 2 * MIN))
        fail_msg("%s %.9g %.9g %.9g %.9g, drawn %.9g: %.17g, not %.20Lg within %.3Lg", name, (double)p[0], (double)p[1],
                 (double)p[2], (double)p[3], (double)drawn, (double)got, x, margin);
}

static double any(double min, double max) { return pow(10, log10(min) + unit() * log10(max / min)); }
static double size_of_any(int decades) { return pow(10, decades * (2 * unit() - 1)); }

/* ---- truncated-weibull ---- */

/* exp and log of a long double reach far beyond any power here. */
static long double weibull_at(const rr_scalar *p, chosen c, long double *margin)
{
    const long double low = p[0], high = p[1], a = p[2], scale = p[3];
    const long double m = a * logl(low / scale), w = isinf(high) ? high : a * log1pl((high - low) / low), e = expl(m);
    const long double b = e * expm1l(w), q = -expm1l(-b);
    const long double t = c.u < 0.5L || b < 0.7L ? -log1pl(-c.u * q) : -logl(isinf(b) ? c.rest : c.rest + c.u * expl(-b));
    const long double more = log1pl(t / e) / a, x = more < 0.5L ? low + low * expm1l(more) : low * expl(more);
    const long double near = 60 * (fminl(x - low, x) + x * more), far = (20 * (1 + (isinf(w) ? 0 : w / a)) + 60 / a) * x;
    const int surely = w < 0.99L || e > 0.26L, never = w > 1.01L && e < 0.24L;
    /* the error of m in long double: half an ulp of m is the relative error of e */
    *margin = EPS * (surely ? near : never ? far : fmaxl(near, far)) + EPS * x + 0x1p-60L * fabsl(m) * (x - low);
    return x;
}

static void weibull_windows(void **state)
{
    int windows = 0, under = 0;
    need_long_double();
    (void)state;
    while (windows < 200000) {
        const double a = windows % 3 ? any(1e-2, 1e2) : any(1e-6, 1e6), scale = windows % 2 ? 1 : size_of_any(DECADES);
        const double low = windows % 5 ? scale * exp(60 * (unit() - 0.7) / a) : size_of_any(DECADES);
        const double wide = windows % 7 == 0 ? INFINITY : windows % 4 ? pow(10, 3 * unit()) : 1 + pow(10, -7 * unit());
        const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)low, (rr_scalar)(low * wide), (rr_scalar)a, (rr_scalar)scale};
        const long double m = p[2] * logl((long double)p[0] / p[3]);
        if (!(p[0] > MIN * 0x1p60L && p[0] < MAX) || !(p[3] > 0 && p[3] < MAX) || p[0] > p[1]) continue;
        if (isinf(p[1]) != isinf(wide) || fabsl(m) > 5000 || (!isinf(p[1]) && p[2] * logl(p[1] / p[0]) > 5000)) continue;
        const chosen c = a_uniform();
        long double margin;
        const long double x = weibull_at(p, c, &margin);
        is("truncated-weibull", p, c.drawn, of(rr_truncated_weibull_finish, p, c.drawn), fminl(x, p[1]), margin);
        under += m < logl(MIN);
        ++windows;
    }
    printf("# %s: truncated-weibull: %d windows, H(low) underflows in %d\n", NAME, windows, under);
    assert_true(under > 1000);
}

/* ---- Windows that are next to nothing in units of scale ---- */

static void flat_windows(void **state)
{
    static const struct {
        const char *name;
        finish *f;
        int shaped, both;
    } laws[] = {
        {"truncated-pareto", rr_truncated_pareto_finish, 1, 0}, {"truncated-genpareto", rr_truncated_genpareto_finish, 1, 0},
        {"truncated-genextreme", rr_truncated_genextreme_finish, 1, 1},
        {"truncated-gumbel", rr_truncated_gumbel_finish, 0, 1},
        {"truncated-laplace", rr_truncated_laplace_finish, 0, 1}, {"truncated-logistic", rr_truncated_logistic_finish, 0, 1},
        {"truncated-cauchy", rr_truncated_cauchy_finish, 0, 1},
    };
    need_long_double();
    (void)state;
    for (int i = 0; i < 200000; ++i) {
        const int n = i % 7, sign = laws[n].both && bits64() & 1 ? -1 : 1;
        const double scale = pow(10, DECADES * unit()), less = pow(10, -20 - (DECADES - 20) * unit());
        const double w = scale * less * (i % 2 ? 1 : 1e-30), from = i % 3 ? w * (2 * unit() - laws[n].both) : 0;
        const double shape = any(0.1, 10) * (bits64() & 1 ? 1 : -1);
        const rr_scalar low = (rr_scalar)(sign * from), high = low + (rr_scalar)w;
        const rr_scalar third = (rr_scalar)(laws[n].shaped ? n == 0 ? fabs(shape) : shape : 0);
        const rr_scalar p[RR_TILE_PARAMS] = {low, high, third, (rr_scalar)scale};
        const long double width = (long double)high - low;
        if (!(width > MIN * 0x1p60L) || width / scale > (RR_DTYPE == 32 ? 1e-19L : 1e-49L)) continue;
        const chosen c = a_uniform();
        const long double x = c.u < 0.5L ? low + c.u * width : high - c.rest * width;
        is(laws[n].name, p, c.drawn, of(laws[n].f, p, c.drawn), x, EPS * (4 * width + 2 * fabsl(x)));
    }
}

/* A heavy tail from a window of many decades: the sample does not come from a cancellation with high. */
static void genextreme_of_many_decades(void **state)
{
    need_long_double();
    (void)state;
    for (int i = 0; i < 100000; ++i) {
        const double low = any(1e-3, 10), high = any(1e4, 1e27);
        const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)low, (rr_scalar)high, (rr_scalar)-any(10, 300), 1};
        const long double c = p[2], l = -log1pl(-c * p[0]) / c, h = -log1pl(-c * p[1]) / c;
        const chosen d = a_uniform();
        if (d.u < 0.01L || d.rest < 0.01L || h > 1) continue;
        const long double g = expl(-h), b = expl(-l) - g, t = -log1pl(-d.rest * -expm1l(-b)), z = -logl(g + t);
        const long double x = -expm1l(-c * z) / c;
        const long double margin = EPS * ((1 - c * x) * 90 * (h - z) + 20 * (x + 1));
        is("truncated-genextreme", p, d.drawn, of(rr_truncated_genextreme_finish, p, d.drawn), x, margin);
    }
}

/* ---- Ends of bounded distributions, and scales at the ends of their range ---- */

static void kumaraswamy_near_1(void **state)
{
    int below = 0;
    need_long_double();
    (void)state;
    for (int i = 0; i < 200000; ++i) {
        const rr_scalar p[RR_TILE_PARAMS] = {(rr_scalar)any(i % 2 ? 1e-5 : 1e-30, 1), (rr_scalar)any(1e-2, 10)};
        const chosen c = a_uniform();
        const long double e = c.u < 0.5L ? -log1pl(-c.u) : -logl(c.rest), y = e / p[1], q = expl(-y);
        if (q > 0.29L) continue;
        const long double part = log1pl(-q) / p[0], x = expl(part);
        const rr_scalar got = of(rr_kumaraswamy_finish, p, c.drawn);
        is("kumaraswamy", p, c.drawn, got, x, EPS * x * (16 * (1 + y) * q / p[0] + 2 * fabsl(part) + 5));
        below += q < EPS && got < 1;
    }
    printf("# %s: kumaraswamy: below 1 where 1 - q is 1: %d\n", NAME, below);
    assert_true(below > 1000);
}

static void triangular_near_its_mode(void **state)
{
    need_long_double();
    (void)state;
    for (int i = 0; i < 200000; ++i) {
        const double w = any(1e-3, 1e3), at = i % 3 ? 0 : w * any(1e-9, 0.12);
        const int mirrored = i % 2;
        const rr_scalar p[RR_TILE_PARAMS] = {mirrored ? (rr_scalar)-w : 0, (rr_scalar)(mirrored ? -at : at),
                                             mirrored ? 0 : (rr_scalar)w};
        const long double width = (long double)p[2] - p[0], s = fabsl((long double)p[1] - (mirrored ? p[2] : p[0])) / width;
        const chosen c = a_uniform();
        const long double above = mirrored ? c.u : c.rest, u = mirrored ? c.rest : c.u;
        /* From the end next to the mode, which is 0. */
        const long double root = sqrtl(above * (1 - s)), z = u + above * s;
        const long double y = u < s ? width * sqrtl(u * s) : width * z / (1 + root);
        const long double x = mirrored ? -y : y;
        const long double margin = EPS * (18 * fabsl(x) + (u < s ? width * s : 0));
        is("triangular", p, c.drawn, of(rr_triangular_finish, p, c.drawn), x, margin);
    }
}

/* scale (e^(E / a) - 1) and scale (e^(c E) - 1) / c. */
static void paretos_of_any_scale(void **state)
{
    need_long_double();
    (void)state;
    for (int i = 0; i < 300000; ++i) {
        const double e = i % 3 ? -log(unit()) : ldexp(1 + unit(), -(int)(bits64() % WORD_DIGITS));
        const double decades = DECADES == 37 ? 30 : 300;
        const rr_scalar shape = (rr_scalar)pow(10, decades * unit()), scale = (rr_scalar)size_of_any(DECADES);
        const rr_scalar p[RR_TILE_PARAMS] = {shape, 0, scale}, q[RR_TILE_PARAMS] = {shape, scale}, drawn = (rr_scalar)e;
        const long double x = (long double)drawn / p[0], k = (long double)drawn * p[0];
        is("pareto", q, drawn, of(rr_pareto_finish, q, drawn), p[2] * expm1l(x), EPS * 12 * (x + 1) * p[2] * expm1l(x));
        if (k > 11000) continue;
        const long double g = p[2] * (expm1l(k) / p[0]);
        is("genpareto", p, drawn, of(rr_genpareto_finish, p, drawn), g, EPS * 12 * (k + 1) * g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weibull_windows), cmocka_unit_test(flat_windows), cmocka_unit_test(genextreme_of_many_decades),
        cmocka_unit_test(kumaraswamy_near_1), cmocka_unit_test(triangular_near_its_mode),
        cmocka_unit_test(paretos_of_any_scale),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
