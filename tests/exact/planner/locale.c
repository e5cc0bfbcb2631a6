/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A host program with decimal commas, set for the process (setlocale) or for the thread (uselocale): files of costs are the
 * same bytes and are read, plans have their costs, messages have decimal points, and the host's locale is unchanged. The
 * locale is made by localedef in the build folder. */
#include <locale.h>
#include <math.h>
#include <unistd.h>

#include "tests/support/support.h"
#include "host/plan/costs.h"

#define NAME "de_DE.UTF-8"

static char folder[3000], path[4000];   /* of locales; of a file there */

/* Makes the locale if it is missing. */
static int make_locale(void **state)
{
    const char *build = getenv("BUILD");
    (void)state;
    snprintf(folder, sizeof folder, "%s/tests/locale", build ? build : "build");
    snprintf(path, sizeof path, "%s/costs.%ld", folder, (long)getpid());
    setenv("LOCPATH", folder, 1);
    return system("mkdir -p \"$LOCPATH\" && cd \"$LOCPATH\" || exit 1\n"
                  "[ -d " NAME " ] || localedef -i de_DE -f UTF-8 ./" NAME " >/dev/null 2>&1 || true");
}

static int has_commas(void)
{
    char text[8];
    snprintf(text, sizeof text, "%.1f", 0.5);
    return !strcmp(text, "0,5");
}

/* Calls `what` with commas for the process, then for the thread only; the locale must be unchanged afterwards. */
static void with_commas(void (*what)(void))
{
    const locale_t commas = newlocale(LC_ALL_MASK, NAME, (locale_t)0);
    if (!commas || !setlocale(LC_ALL, NAME)) {
        print_message("# no locale " NAME ": Debian's package locales has localedef\n");
        skip();
    }
    assert_true(has_commas());
    what();
    assert_true(has_commas());
    setlocale(LC_ALL, "C");
    assert_false(has_commas());
    const locale_t before = uselocale(commas);
    assert_true(has_commas());
    what();
    assert_true(has_commas() && uselocale(before) == commas);
    freelocale(commas);
}

/* ---- Costs and plans -------------------------------------------------------------------------------------------------- */

static char with_points[1 << 16], with_commas_set[1 << 16];   /* the file, as it is written under either locale */

/* Saves costs that differ from the built-in ones, and reads the file as text. */
static void save_costs(rr_costs costs[2], char text[1 << 16])
{
    setenv("REROLL_COSTS", "./none", 1);
    rr_costs_load("scalar", costs);
    assert_string_equal(costs[0].origin, "built in");
    for (int i = 0; i < RR_DEVICE_UNITS; ++i) costs[0].device[i] += 0.625;
    assert_int_equal(rr_costs_save(path, "scalar", costs), 0);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, (1 << 16) - 1, f)] = '\0';
    fclose(f);
}

static void files_of_costs(void)
{
    rr_costs costs[2], read[2];
    save_costs(costs, with_commas_set);
    assert_string_equal(with_commas_set, with_points);
    setenv("REROLL_COSTS", path, 1);
    rr_costs_load("scalar", read);
    remove(path);
    assert_string_equal(read[0].origin, "calibrated");
    for (int i = 0; i < RR_DEVICE_UNITS; ++i)
        assert_true(fabs(read[0].device[i] - costs[0].device[i]) <= 1e-4 * costs[0].device[i]);
}

static void plans(void)
{
    const double shape = 2.5;
    rr_device *d;
    rr_job job = RR_JOB_INIT;
    rr_plan plan = RR_PLAN_INIT;
    setenv("REROLL_COSTS", "./none", 1);
    assert_int_equal(rr_device_open("cpu:scalar", &d), RR_OK);
    job.sampler = rr_sampler_find("gamma");
    job.rows = 1000000;
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_OK);
    assert_string_equal(plan.costs, "built in");
    for (uint32_t i = 0; i < plan.rows; ++i)
        if (!(plan.row[i].ns > 0.1 && plan.row[i].ns < 1e6)) fail_msg("row %u: %g", i, plan.row[i].ns);
    rr_device_close(&d);
}

static void costs(void **state)
{
    rr_costs costs[2];
    save_costs(costs, with_points);
    assert_true(strstr(with_points, ".") && !strstr(with_points, ","));
    with_commas(files_of_costs);
    (void)state;
}

static void plan(void **state) { with_commas(plans); (void)state; }

/* ---- Messages --------------------------------------------------------------------------------------------------------- */

static void says(const rr_result *result, const char *want)
{
    if (!strstr(result->message, want)) fail_msg("\"%s\" lacks \"%s\"", result->message, want);
}

static void every_message_with_a_number(void)
{
    const double shape = -1.5, matrix[4] = {1.5, 2.25, 2.25, 1.5};
    double out[4];
    rr_result result = RR_RESULT_INIT;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.rows = 4;
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    job.out = out;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    says(&result, "shape = -1.5 of element 0 is outside its range [1e-300");
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    says(&result, "range [9.53674e-07, 1]");
    job.sampler = rr_sampler_find("multivariate-normal");
    job.dtype = RR_F64;
    job.rows = job.cols = 2;
    job.param[0] = (rr_param){NULL, RR_F64, 0, 0};
    job.param[1] = (rr_param){matrix, RR_F64, 16, 8};
    assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
    says(&result, ".");
    rr_transform_job t = RR_TRANSFORM_INIT;
    t.method = rr_transform_find("cartesian");
    t.sd = -0.5;
    assert_int_equal(rr_transform(device("cpu"), &t, &result), RR_ERR_PARAM);
    says(&result, "sd = -0.5 is outside its range (0, 1.79769e+308]");
    t.sd = 1;
    t.dtype = RR_F32;
    t.mean = 1.5e39;
    assert_int_equal(rr_transform(device("cpu"), &t, &result), RR_ERR_PARAM);
    says(&result, "mean = 1.5e+39 is outside its range [-3.40282e+38, 3.40282e+38]");
}

static void sentences(void **state) { with_commas(every_message_with_a_number); (void)state; }

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(costs), TEST(plan), TEST(sentences)};
    return cmocka_run_group_tests(tests, make_locale, NULL);
}
