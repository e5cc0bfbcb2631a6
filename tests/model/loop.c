/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loop's distribution against the oracle's values (oracle.py): pmf, CDF, survival, mean and variance to 1e-12 relative, mode
 * and quantile exactly, for rho from 1e-12 to 1 - 1e-9 and t from 1 to 2^40. */
#include <math.h>

#include "reroll_model.h"
#include "tests/support/support.h"

static double worst;
static unsigned lines;

static void near(const char *line, const char *what, double want, double have)
{
    const double error = want == have ? 0 : fabs(have - want) / fabs(want);
    if (!(error <= 1e-12)) fail_msg("%s: %s is %.17g, not %.17g (%.2g off)", line, what, have, want, error);
    worst = fmax(worst, error);
}

static void line_of_law(const char *line, rr_chance c, double lanes, const char *rest)
{
    char pmf[64], cdf[64];
    double n, survival;
    assert_int_equal(sscanf(rest, "%lf %63s %63s %lf", &n, pmf, cdf, &survival), 4);
    if (strcmp(pmf, "-")) near(line, "the pmf", strtod(pmf, NULL), rr_model_loop_pmf(c, lanes, n));
    if (strcmp(cdf, "-")) near(line, "the CDF", strtod(cdf, NULL), rr_model_loop_cdf(c, lanes, n));
    if (survival > 0) near(line, "the survival", survival, rr_model_loop_survival(c, lanes, n));
}

static void line_of_top(const char *line, rr_chance c, double lanes, const char *rest)
{
    double mean, variance, mode;
    assert_int_equal(sscanf(rest, "%lf %lf %lf", &mean, &variance, &mode), 3);
    near(line, "the mean", mean, rr_model_loop_mean(c, lanes));
    near(line, "the variance", variance, rr_model_loop_variance(c, lanes));
    if (mode != rr_model_loop_mode(c, lanes)) fail_msg("%s: the mode is %.17g", line, rr_model_loop_mode(c, lanes));
}

static void line_of_inverse(const char *line, rr_chance c, double lanes, const char *rest)
{
    double u, quantile;
    assert_int_equal(sscanf(rest, "%lf %lf", &u, &quantile), 2);
    if (quantile != rr_model_loop_quantile(c, lanes, u))
        fail_msg("%s: the quantile is %.17g", line, rr_model_loop_quantile(c, lanes, u));
}

static void oracle(void **state)
{
    char line[512], what[8], kind[8];
    FILE *file = fopen("tests/model/loop.txt", "r");
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double chance, lanes;
        int at;
        if (*line == '#') continue;
        line[strcspn(line, "\n")] = 0;
        assert_int_equal(sscanf(line, "%7s %7s %lf %lf %n", what, kind, &chance, &lanes, &at), 4);
        const rr_chance c = strcmp(kind, "accept") ? rr_chance_reject(chance) : rr_chance_accept(chance);
        if (!strcmp(what, "law")) line_of_law(line, c, lanes, line + at);
        else if (!strcmp(what, "top")) line_of_top(line, c, lanes, line + at);
        else line_of_inverse(line, c, lanes, line + at);
        ++lines;
    }
    fclose(file);
    print_message("# %u lines, worst relative error %.2g\n", lines, worst);
    assert_true(lines > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(oracle)};
    return RUN(tests);
}
