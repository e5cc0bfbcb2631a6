/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* fisher-hypergeometric without sampling: tables of all kinds. The hat that the lane text makes is above the counts'
 * probabilities, computed in long double by recurrence, at both ends of every count; it touches them; neither tail is more
 * than half of it; the accepted parts of the counts give the distribution. */
#define RR_DTYPE 64
#include "tests/law/lanes.h"
#include "laws/hypergeometric/fisher_hypergeometric.h"

enum { TABLES = 3000 };

static long double ratio(rr_fisher x, double k)
{
    const long double next = (long double)k + 1;
    return (next - 1 - x.urn.l) * (next - 1 - x.urn.s) * x.a / (next * (x.urn.rest + next) * x.b);
}

/* Over f at the mode, of the offset y. */
static long double hat(const rr_fisher_set *g, long double y)
{
    const long double end = y < 0 ? g->left : g->right, tail = y < 0 ? g->tail_left : g->tail_right, out = fabsl(y) - end;
    if (out <= 0) return 1;
    return tail > 0 ? tail * tail / ((tail + out) * (tail + out)) : 0;
}

typedef struct seen {
    long double min, touch, sum;   /* hat over f; only where f is above 1/20; f */
} seen;

/* From the count next to the mode to one side, as long as f matters. */
static void go(rr_fisher x, const rr_fisher_set *g, int step, seen *v)
{
    long double f = 1;
    for (double k = g->mode + step; k >= 0 && k <= x.urn.s && f > 1e-30L; k += step) {
        f *= step > 0 ? ratio(x, k - 1) : 1 / ratio(x, k);
        const long double y = k - g->mode, over = fminl(hat(g, y), hat(g, y + 1 - 0x1p-40L)) / f;
        v->min = fminl(v->min, over);
        if (f > 0.05L) v->touch = fminl(v->touch, over);
        v->sum += f;
    }
}

static rr_fisher a_table(void)
{
    const double n = pow(2, 1 + 14 * unit()), good = floor(n * unit() * (bits64() & 1 ? 1 : unit())), bad = floor(n) - good;
    const double odds = pow(10, (bits64() & 1 ? 4 : 1) * (2 * unit() - 1));
    return rr_fisher_of(good, bad, floor(floor(n) * unit()), odds);
}

static void above(void **state)
{
    (void)state;
    for (int i = 0; i < TABLES; ++i) {
        const rr_fisher x = a_table();
        const rr_fisher_set g = rr_fisher_setup(x);
        seen v = {INFINITY, INFINITY, 1};
        if (rr_some(x.none)) continue;
        go(x, &g, 1, &v);
        go(x, &g, -1, &v);
        const double area = rr_fisher_area(g).hi;
        if (!(v.min > 1 - 0x1p-40L))
            fail_msg("l %g s %g e %g odds %g: the hat is %Lg of f", x.urn.l, x.urn.s, x.urn.rest, x.a / x.b, v.min);
        if (x.urn.s > 1000 && v.touch > 1.1L) fail_msg("l %g s %g: the hat stays %Lg of f", x.urn.l, x.urn.s, v.touch);
        if (fmax(g.tail_left, g.tail_right) > area / 2) fail_msg("l %g s %g: a tail is most of the hat", x.urn.l, x.urn.s);
        const long double accept = v.sum / area;
        if (!(accept > 0.38L && accept <= 1)) fail_msg("l %g s %g: %Lg are accepted", x.urn.l, x.urn.s, accept);
    }
}

/* -log f at k less that at the mode, compared with a sum of logarithms in long double. */
static void masses(void **state)
{
    (void)state;
    for (int i = 0; i < TABLES; ++i) {
        const rr_fisher x = a_table();
        const rr_fisher_set g = rr_fisher_setup(x);
        if (rr_some(x.none)) continue;
        long double f = 1;
        for (double k = g.mode + 1; k <= x.urn.s && f > 0x1p-64L; ++k) {
            f *= ratio(x, k - 1);
            const double got = g.front / rr_urn_root(x.urn, k) * exp(g.none - rr_fisher_away(x, g.mean, k));
            if (fabsl(got / f - 1) > 0x1p-40L) fail_msg("l %g s %g k %g: %Lg", x.urn.l, x.urn.s, k, got / f - 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(above), cmocka_unit_test(masses)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("fisher", tests, NULL, NULL);
}
