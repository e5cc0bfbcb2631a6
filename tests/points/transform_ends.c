/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Transforms of points at their ends, refusals, and bugs of other libraries, one test per row of the corpus. */
#include <math.h>

#include "tests/points/transforms.h"

/* ---- The ends ------------------------------------------------------------------------------------------------------- */

static void transform_one(const char *method, rr_type dtype, double x, double y, double z[2])
{
    double xy[2], got[2];
    put(xy, 0, dtype, x);
    put(xy, 1, dtype, y);
    const rr_transform_job job = job_for(method, dtype, 1, xy, got);
    run(&job);
    z[0] = at(got, 0, dtype);
    z[1] = job.method->coords == 2 ? at(got, 1, dtype) : 0;
}

static void ends_of_cartesian_and_polar(void **state)
{
    double z[2];
    for (int type = 0; type < 2; ++type) {
        const rr_type dtype = type ? RR_F64 : RR_F32;
        const double min = type ? 0x1p-1074 : 0x1p-149, below = type ? 1 - 0x1p-53 : 1 - 0x1p-24;
        transform_one("cartesian", dtype, 1, 0.3, z);
        assert_true(z[0] == 0 && z[1] == 0);
        transform_one("cartesian", dtype, min, 0, z);
        assert_true(fabs(z[0] - sqrt(-2 * log(min))) < 1e-5 && z[1] == 0);
        transform_one("cartesian", dtype, below, 1, z);
        assert_true(fabs(z[0] / sqrt(2 * (1 - below)) - 1) < 1e-6 && z[1] == 0);
        transform_one("cartesian", dtype, 0.1, 0.25, z);
        assert_true(z[0] == 0 && fabs(z[1] - sqrt(-2 * log(0.1))) < 1e-6);
        transform_one("polar-without-replacement", dtype, 1, 0, z);
        assert_true(z[0] == 0 && z[1] == 0 && !signbit(z[0]));
        transform_one("polar-without-replacement", dtype, min, -min, z);
        assert_true(z[0] == -z[1] && fabs(z[0] - sqrt(-log(2) - 2 * log(min))) < 1e-5);
        transform_one("polar-without-replacement", dtype, 0, -below, z);
        assert_true(z[0] == 0 && fabs(z[1] / -sqrt(4 * (1 - below)) - 1) < 1e-6);
        transform_one("polar-inside", dtype, 0, 0, z);
        assert_true(z[0] == 0 && z[1] == 0);
        transform_one("polar-inside", dtype, 1, type ? 0x1p-26 : 0x1p-12, z);   /* q rounds to above 1 */
        assert_true(z[0] == 0 && z[1] == 0);
    }
    (void)state;
}

/* Both ends and numbers beyond are refused; the neighbours of the ends and of the middle are accepted; z is odd about the
 * middle, where it is +0. */
static void ends_of_the_inverse_cdfs(void **state)
{
    static const char *const methods[] = {"icdf", "icdf-giles", "icdf-fast"};
    double z[2], y[2];
    for (int m = 0; m < 3; ++m)
        for (int type = 0; type < 2; ++type) {
            const rr_type dtype = type ? RR_F64 : RR_F32;
            const double min = type ? 0x1p-1074 : 0x1p-149, eps = type ? 0x1p-53 : 0x1p-24, below = 1 - eps;
            const double bad[] = {0, -0.0, 1, -min, 1 + 4 * eps, -1, 2, INFINITY, -INFINITY, NAN};
            for (unsigned k = 0; k < sizeof bad / sizeof *bad; ++k) {
                transform_one(methods[m], dtype, bad[k], 0, z);
                assert_true(isnan(z[0]));
            }
            transform_one(methods[m], dtype, min, 0, z);
            assert_true(isfinite(z[0]) && z[0] < (m == 1 ? type ? -9 : -6 : type ? -37 : -12.9));
            transform_one(methods[m], dtype, below, 0, z);
            assert_true(fabs(z[0] - (type ? 8.2095 : 5.2947)) < 0.03);
            transform_one(methods[m], dtype, 0.5, 0, z);
            assert_true(z[0] == 0 && !signbit(z[0]));
            transform_one(methods[m], dtype, 0.5 + eps * 2, 0, z);
            assert_true(fabs(z[0] / (eps * 2 * 2.5066282746310002) - 1) < 0.01);
            transform_one(methods[m], dtype, 0.5 - eps, 0, z);
            assert_true(fabs(z[0] / (-eps * 2.5066282746310002) - 1) < 0.01);
            for (int k = 1; k < 4096; ++k) {
                transform_one(methods[m], dtype, k / 8192.0, 0, z);
                transform_one(methods[m], dtype, 1 - k / 8192.0, 0, y);
                assert_true(z[0] == -y[0] && z[0] < 0);
            }
        }
    (void)state;
}

/* ---- What is refused ------------------------------------------------------------------------------------------------ */

static void refused(rr_transform_job job, rr_status status, const char *text)
{
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(rr_transform(device("cpu"), &job, &result), status);
    assert_int_equal(result.status, status);
    if (!strstr(result.message, text)) fail_msg("'%s' lacks '%s'", result.message, text);
}

static void errors(void **state)
{
    double x[8] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, z[8];
    const rr_transform_job good = job_for("cartesian", RR_F64, 4, x, z);
    const rr_transform_info stranger = {.name = (const char *)1};   /* not looked at */
    rr_transform_job job;
    assert_int_equal(rr_transform(NULL, &good, NULL), RR_ERR_ARGUMENT);
    assert_int_equal(rr_transform(device("cpu"), NULL, NULL), RR_ERR_ARGUMENT);
    assert_null(rr_transform_find("square"));
    assert_null(rr_transform_find(NULL));
#define BAD(change, status, text) job = good; job.change; refused(job, status, text)

    BAD(size = 1, RR_ERR_ARGUMENT, "RR_TRANSFORM_INIT");
    BAD(size = sizeof job + 8, RR_ERR_ARGUMENT, "newer version");
    BAD(method = NULL, RR_ERR_ARGUMENT, "method");
    BAD(method = &stranger, RR_ERR_ARGUMENT, "method");
    BAD(dtype = RR_U32, RR_ERR_ARGUMENT, "dtype");
    BAD(columns = 2, RR_ERR_ARGUMENT, "columns");
    BAD(n = UINT64_MAX, RR_ERR_ARGUMENT, "too large");
    BAD(mean = INFINITY, RR_ERR_PARAM, "mean = inf");
    BAD(sd = 0, RR_ERR_PARAM, "sd = 0 is outside its range (0,");
    BAD(sd = NAN, RR_ERR_PARAM, "sd");
    BAD(points = NULL, RR_ERR_ARGUMENT, "points");
    BAD(points = (char *)x + 1, RR_ERR_ARGUMENT, "aligned");
    BAD(out = NULL, RR_ERR_ARGUMENT, "out");
    BAD(out = x + 1, RR_ERR_OVERLAP, "overlaps");
    BAD(stream.next = UINT64_MAX, RR_ERR_INDEX, "2^64");
    job = job_for("cartesian", RR_F32, 4, x, z);
    job.sd = 1e-60;
    refused(job, RR_ERR_PARAM, "sd");
    job.sd = 1;
    job.mean = 1e39;
    refused(job, RR_ERR_PARAM, "mean");
    BAD(n = 0; job.points = job.out = NULL; run(&job); job.size = 0, RR_ERR_ARGUMENT, "size");
    (void)state;
}

/* ---- Bugs of other libraries, a test per row of the corpus ---------------------------------------------------------- */

/* Odd counts were an error, or the last element was unchanged; and values depended on the length of the call. */
static void NOR_15_NOR_16_NOR_20_every_count(void **state)
{
    const rr_transform_info *m;
    for (size_t i = 0; (m = rr_transform_list(i)); ++i) {
        make_points(m, RR_F32, 300, points);
        rr_transform_job job = job_for(m->name, RR_F32, 300, points, want);
        run(&job);
        job.out = have;
        for (job.n = 0; job.n <= 257; ++job.n) {
            memset(have, 0xa5, 600 * sizeof(float));
            run(&job);
            assert_memory_equal(have, want, job.n * m->coords * sizeof(float));
            assert_true(bits(have, job.n * m->coords, RR_F32) == 0xa5a5a5a5u);
        }
    }
    (void)state;
}

/* Parameters other than 0 and 1 were ignored. */
static void NOR_25_parameters_have_an_effect(void **state)
{
    const rr_transform_info *m;
    double half[2] = {0.5, 0.125}, z[2], y[2];
    for (size_t i = 0; (m = rr_transform_list(i)); ++i) {
        rr_transform_job job = job_for(m->name, RR_F64, 1, half, z);
        run(&job);
        job.out = y;
        job.mean = 5;
        run(&job);
        assert_true(y[0] == z[0] + 5);
        half[0] = 0.75;
        job.mean = 0;
        job.out = z;
        run(&job);
        job.sd = 4;
        job.out = y;
        run(&job);
        assert_true(y[0] == 4 * z[0] && y[0] != 0);
        half[0] = 0.5;
    }
    (void)state;
}

/* A single precision inverse CDF ended where the grid of its uniforms did, at 5.3 sigma: here every float of u has its own
 * z, down to the smallest denormal, and the f64 one reaches 38 sigma. */
static void NOR_12_inverse_cdf_has_its_tail(void **state)
{
    double z[2], last = 0;
    for (int e = 2; e <= 149; ++e) {
        transform_one("icdf", RR_F32, ldexp(1, -e), 0, z);
        assert_true(z[0] < last - 0.04);
        last = z[0];
    }
    assert_true(last < -14.1 && last > -14.2);
    transform_one("icdf", RR_F64, 0x1p-1074, 0, z);
    assert_true(z[0] < -38.4 && z[0] > -38.5);
    (void)state;
}

/* erf_inv(-1) was -Inf: every float16 of [0, 1], as u, gives a finite number or, at the ends, NaN. */
static void NOR_30_no_uniform_gives_an_infinity(void **state)
{
    static const char *const methods[] = {"icdf", "icdf-giles", "icdf-fast"};
    double z[2];
    for (int m = 0; m < 3; ++m)
        for (int k = 0; k <= 0x3c00; ++k) {
            const double u = k < 0x400 ? ldexp(k, -24) : ldexp(0x400 + (k & 0x3ff), (k >> 10) - 25);
            transform_one(methods[m], RR_F32, u, 0, z);
            assert_true(u > 0 && u < 1 ? isfinite(z[0]) : isnan(z[0]));
        }
    (void)state;
}

/* The polar method took a grid with -1 and without +1: its normals were not symmetric. Here a point and its mirror images
 * give mirrored normals. */
static void NOR_32_polar_is_symmetric(void **state)
{
    double z[2], y[2];
    for (int k = -8; k <= 8; ++k)
        for (int l = -8; l <= 8; ++l) {
            transform_one("polar-without-replacement", RR_F64, k / 8.0, l / 8.0, z);
            transform_one("polar-without-replacement", RR_F64, -k / 8.0, l / 8.0, y);
            assert_true(isnan(z[0]) ? isnan(y[0]) : z[0] == -y[0] && z[1] == y[1]);
            transform_one("polar-without-replacement", RR_F64, k / 8.0, -l / 8.0, y);
            assert_true(isnan(z[0]) ? isnan(y[0]) : z[0] == y[0] && z[1] == -y[1]);
            transform_one("polar-without-replacement", RR_F64, l / 8.0, k / 8.0, y);
            assert_true(isnan(z[0]) ? isnan(y[0]) : z[0] == y[1] || fabs(z[0] - y[1]) < 1e-15);
        }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ends_of_cartesian_and_polar), TEST(ends_of_the_inverse_cdfs), TEST(errors),
        TEST(NOR_15_NOR_16_NOR_20_every_count), TEST(NOR_25_parameters_have_an_effect),
        TEST(NOR_12_inverse_cdf_has_its_tail), TEST(NOR_30_no_uniform_gives_an_infinity), TEST(NOR_32_polar_is_symmetric),
    };
    return RUN(tests);
}
