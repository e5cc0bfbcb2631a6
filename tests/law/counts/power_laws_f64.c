/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Power laws of counts: the acceptance of zipfian and of discrete-power-law is that of their descriptors, and the hat of
 * discrete-power-law is above its largest cells. */
#define RR_DTYPE 64
#include "tests/law/lanes.h"
#include "laws/sampler.h"
#include "laws/zipf/discrete_power_law.h"
#include "laws/zipf/law.h"

/* The acceptance of zipfian is the sum of k^-a over the weights of its binades: at least 1/2 (zipfian.h), and that of the
 * descriptor. It falls towards 1/2 for a = 0 and n = 2^T. */
static void zipfian_acceptance(void **state)
{
    extern const rr_sampler rr_sampler_zipfian;
    double min = 1;
    (void)state;
    for (double a = 0; a < 300; a += a < 3 ? 1. / 64 : a / 8) {
        double sum = 0, binades = 0;
        for (int n = 1, top = 0; n <= 1 << 14; ++n) {
            sum += pow(n, -fmin(a, 200));
            if (n == 1 << top) binades += exp2((1 - fmin(a, 200)) * top++);
            const double accept = sum / binades;
            if (!(accept >= rr_sampler_zipfian.min_accept)) fail_msg("zipfian(%g, %d): accepts %.17g", a, n, accept);
            min = fmin(min, accept);
            if (n & (n - 1) && n % 1000) continue;
            const double stated = rr_sampler_zipfian.accept((double[]){a, n});
            if (!(fabs(stated - accept) < 1e-6 * accept)) fail_msg("zipfian(%g, %d): %.9g, not %.9g", a, n, accept, stated);
        }
    }
    printf("# zipfian accepts %.6f and more\n", min);
    assert_true(min < 0.50004);
}

/* The acceptance of discrete-power-law by its descriptor, and by sums: a cell of one count has its integral as a hat. */
static void power_law_acceptance(void **state)
{
    extern const rr_sampler rr_sampler_discrete_power_law;
    static const double as[] = {0, .25, .5, .9, 1, 1.1, 1.5, 3, 8, 16, 32, 64, 128, 256, 512, 800, 1024};
    static const double lows[] = {1,    2,    3,     10,    50,    1000, 8190,   8191,
                                  8192, 8193, 16383, 16384, 65535, 1e6,  0x1p40, 0x1p53 - 1};
    const rr_sampler *s = &rr_sampler_discrete_power_law;
    double min = 1;
    (void)state;
    for (size_t i = 0; i < sizeof as / sizeof *as; ++i)
        for (size_t j = 0; j < sizeof lows / sizeof *lows; ++j)
            for (double n = 1; lows[j] + n - 1 <= 0x1p53; n = ceil(n * (n < 20 ? 1.01 : 1.3))) {
                const double p[3] = {as[i], lows[j], lows[j] + n - 1}, stated = s->accept(p);
                if (!(stated >= s->min_accept && stated <= 1))
                    fail_msg("discrete-power-law(%g, %.17g, %.17g): accepts %.9g", p[0], p[1], p[2], stated);
                min = fmin(min, stated);
                if (p[2] >= 8192 || n > 1000) continue;
                double sum = 0, hat = 0;
                for (double k = p[2]; k >= p[1]; --k) {
                    sum += pow(k / p[1], -p[0]);
                    hat += k == p[1] && p[0] > 1 ? 1 : rr_power_area(k, 1, p[0], p[1]);
                }
                if (!(fabs(stated * hat / sum - 1) < 1e-12))
                    fail_msg("(%g, %g, %g): %.17g, not %.17g", p[0], p[1], p[2], stated, sum / hat);
            }
    printf("# discrete-power-law accepts %.6f and more\n", min);
    assert_true(min < s->min_accept + 0.001);
}

/* The bound of the first count of the largest cells is at most the cell's integral, and near it for the largest. */
static void power_law_hat(void **state)
{
    double max = 0;
    (void)state;
    for (double a = 0; a <= 1024; a += 1. / 4)
        for (int e = 13; e < 53; ++e) {
            const double size = ldexp(1, e - 12), first = ldexp(1, e);
            /* A cell with two cut ones, in a binade and at its ends; a cell alone, and with one cut one. */
            const struct { double from, n; } cells[] = {
                {first + 1, 3 * size - 2}, {first - size / 2 + 1, 2.5 * size - 2}, {2 * first - 2 * size + 1, 4 * size - 2},
                {first, size}, {first, 2 * size - 1}};
            for (size_t c = 0; c < sizeof cells / sizeof *cells; ++c) {
                const rr_power_law_set g = rr_power_law_setup(a, cells[c].from, cells[c].from + cells[c].n - 1);
                rr_power_law_point p = {0};
                p.from = cells[c].from;
                p.n = p.place = cells[c].n;
                const double ratio = rr_power_law_bound(g, p, 0) / rr_power_law_integral(g, p);
                if (!(ratio <= 1 + 1e-12)) fail_msg("a = %g, %.17g counts from %.17g on: %.17g", a, p.n, p.from, ratio);
                if (a > 1000) max = fmax(max, ratio);
            }
        }
    printf("# for a > 1000 the largest bound is %.4f of its cell\n", max);
    assert_true(max > 0.95);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(zipfian_acceptance), cmocka_unit_test(power_law_acceptance),
                                       cmocka_unit_test(power_law_hat)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("power laws", tests, NULL, NULL);
}
