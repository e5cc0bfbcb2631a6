/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distributions with full precision in both tails (engine/draws/sides.h) from chosen words, including LOW words, against
 * long double: within the bounds of their pages, equal in the first pass and the decide function, and monotone. Built as
 * two_tails_f32 and two_tails_f64. */
#include "tests/law/lanes.h"
#include "laws/laplace/cauchy.h"
#include "laws/laplace/laplace.h"
#include "laws/laplace/logistic.h"
#include "laws/weibull/gumbel.h"

#if RR_DTYPE == 32
#define BITS 32
#define TOP 0xffffffffu
#define OPEN 0x1000000u   /* LOW words are used below it */
#define LOG_MAX 65
#else
#define BITS 64
#define TOP UINT64_MAX
#define OPEN 0x20000000000000u
#define LOG_MAX 129
#endif

static rr_first_words digits(uint64_t w)
{
    rr_first_words d;
#if RR_DTYPE == 32
    d.w[0] = (uint32_t)w;
#else
    d.w[0] = (uint32_t)(w >> 32);
    d.w[1] = (uint32_t)w;
#endif
    return d;
}

/* v and c, the distances of U to its nearer end and to 1/2. */
typedef struct sides { long double v, c; int upper; } sides;

static sides sides_of(uint64_t w, uint64_t l)
{
    sides s = {.upper = w > TOP / 2};
    const uint64_t near = s.upper ? TOP - w : w, rest = s.upper ? TOP - l : l;
    const long double unit = ldexpl(1, -BITS);
    s.v = near < OPEN ? near * unit + (rest + 0.5L) * unit * unit : (near + 0.5L) * unit;
    s.c = (TOP / 2 - near + 0.5L) * unit;
    return s;
}

static long double neglog_of(sides s) { return s.upper ? -log1pl(-s.v) : -logl(s.v); }

static long double laplace_of(sides s)
{
    const long double y = s.c > 0.125L ? -logl(2 * s.v) : -log1pl(-2 * s.c);
    return s.upper ? y : -y;
}

static long double logistic_of(sides s)
{
    const long double y = log1pl(2 * s.c / s.v);
    return s.upper ? y : -y;
}

static long double cauchy_of(sides s)
{
    const long double pi = 3.14159265358979323846264338327950288L;
    const long double y = s.c < s.v ? tanl(pi * s.c) : 1 / tanl(pi * s.v);
    return s.upper ? y : -y;
}

static long double gumbel_of(sides s) { return -logl(neglog_of(s)); }

static const struct law {
    const char *name;
    rr_try (*first)(const rr_tile *, rr_first_words), (*last)(const rr_tile *, rr_first_words, rr_first_words);
    rr_real (*finish)(const rr_tile *, rr_uint32, rr_real, rr_real);
    long double (*exact)(sides);
    double ulps, absolute;   /* the bound: ulps of the value, and half ulps of 1 */
} laws[] = {
    {"laplace", rr_laplace_first, rr_laplace_last, rr_laplace_finish, laplace_of, 5, 0},
    {"logistic", rr_logistic_first, rr_logistic_last, rr_logistic_finish, logistic_of, 6, 0},
    {"cauchy", rr_cauchy_first, rr_cauchy_last, rr_cauchy_finish, cauchy_of, 8, 0},
    {"gumbel", rr_gumbel_first, rr_gumbel_last, rr_gumbel_finish, gumbel_of, 1, 7},
};

/* Parameters loc 0 and scale 1, with which the finish of the first three is the identity. */
static rr_tile standard(void)
{
    static const rr_scalar param[2] = {0, 1};
    rr_tile t;
    memset(&t, 0, sizeof t);
    t.n = 1;
    t.param[0] = param;
    t.param[1] = param + 1;
    return t;
}

static long double worst;   /* of its bound */

static rr_scalar at(const struct law *law, uint64_t w, uint64_t l)
{
    const rr_tile t = standard();
    const rr_try first = law->first(&t, digits(w)), last = law->last(&t, digits(w), digits(l));
    const rr_scalar x = law->finish(&t, 0, last.value, 0);
    const long double exact = law->exact(sides_of(w, l));
    int e;
    frexpl(exact, &e);
    const long double error = fabsl(x - exact) / (law->ulps * ldexpl(2 * EPS, e - 1) + law->absolute * EPS);
    assert_true(last.accept && !last.open && first.accept == !first.open);
    if (!first.open && first.value != last.value)
        fail_msg("%s: word %llx: %a, not %a", law->name, (unsigned long long)w, (double)first.value, (double)last.value);
    if (error > worst) worst = error;
    if (!(error <= 1))
        fail_msg("%s: words %llx . %llx: %.17g, not %.20Lg", law->name, (unsigned long long)w, (unsigned long long)l, (double)x,
                 exact);
    return x;
}

/* Words with any number of leading zeros or ones, and equally near to 1/2. */
static uint64_t some_word(int i)
{
    const uint64_t w = (bits64() & TOP) >> i % BITS;
    return i / BITS & 1 ? TOP - w : i / BITS & 2 ? (TOP / 2 + 1 + (i / BITS & 4 ? 0 - w : w)) & TOP : w;
}

static void bounds(void **state)
{
    const struct law *law = *state;
    need_long_double();
    worst = 0;
    for (int i = 0; i < 500000; ++i) at(law, some_word(i), bits64() & TOP);
    printf("# %s: %s: the worst error is %.2Lf of its bound\n", NAME, law->name, worst);
}

/* The smallest and the largest words. */
static void ends(void **state)
{
    const long double ln2 = 0.693147180559945309417L, pi = 3.14159265358979323846L;
    const long double max[] = {(LOG_MAX - 1) * ln2, LOG_MAX * ln2, ldexpl(1, LOG_MAX) / pi, LOG_MAX * ln2};
    (void)state;
    for (int k = 0; k < 4; ++k) {
        const rr_scalar low = at(&laws[k], 0, 0), high = at(&laws[k], TOP, TOP);
        assert_true(fabsl(high / max[k] - 1) < 16 * EPS);
        if (k < 3) assert_true(low == -high && at(&laws[k], TOP / 2, 0) == -at(&laws[k], TOP / 2 + 1, 0));
        printf("# %s: %s from %.9g to %.9g\n", NAME, laws[k].name, (double)low, (double)high);
    }
}

/* From `from` on by steps. */
static void no_step_back(const struct law *law, uint64_t from, uint64_t step, int count)
{
    rr_scalar before = -INFINITY;
    for (int i = 0; i < count && from <= TOP; ++i) {
        const rr_scalar x = at(law, from, TOP / 3);
        if (x < before)
            fail_msg("%s: word %llx: %a after %a", law->name, (unsigned long long)from, (double)x, (double)before);
        before = x;
        if (TOP - from < step) return;
        from += step;
    }
}

/* Where a function changes its method: at the ends of table rows of U, 2 v and 1 + 2 c / v, of octaves, at sqrt(1/2), and at
 * random places, by steps of all sizes. */
static void in_order(void **state)
{
    const struct law *law = *state;
    need_long_double();
    for (int i = 0; i < 20000; ++i) {
        const long double part = (16 + i % 16 + (i & 16 ? 0.5L : 0)) / 32, u = ldexpl(part, -(i / 32 % 24));
        const long double place = i % 5 == 0   ? u
                                  : i % 5 == 1 ? u / 2
                                  : i % 5 == 2 ? u / (1 + u)
                                  : i % 5 == 3 ? sqrtl(0.5L) * ldexpl(1, -(i / 5 % 12))
                                               : (some_word(i) + 0.5L) * ldexpl(1, -BITS);
        const uint64_t step = (uint64_t)1 << i / 7 % (RR_DTYPE == 32 ? 6 : 20);
        uint64_t w = (uint64_t)(place * ldexpl(1, BITS)) & TOP;
        if (i & 1) w = TOP - w;
        no_step_back(law, w < 24 * step ? 0 : w - 24 * step, step, 48);
    }
}

int main(void)
{
    enum { LAWS = sizeof laws / sizeof *laws };
    struct CMUnitTest tests[2 * LAWS + 1] = {cmocka_unit_test(ends)};
    char names[2 * LAWS][32];
    for (int k = 0; k < 2 * LAWS; ++k) {
        const struct law *law = &laws[k / 2];
        snprintf(names[k], sizeof names[k], "%s: %s", law->name, k % 2 ? "in order" : "bounds");
        tests[k + 1] = (struct CMUnitTest){names[k], k % 2 ? in_order : bounds, NULL, NULL, (void *)law};
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
