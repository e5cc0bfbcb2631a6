/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Transforms of points: known answers of oracle.py, the same bytes however a job is divided or laid out, NaN exactly where a
 * method refuses, the order of points, points that are drawn again. Run from the root of the repository. */
#include <math.h>

#include "tests/points/transforms.h"

static uint64_t nan_bits(rr_type dtype) { return dtype == RR_F64 ? 0x7ff8000000000000u : 0x7fc00000u; }

/* True if the method accepts the point. */
static int takes(const rr_transform_info *m, const void *x, uint64_t i, rr_type dtype)
{
    const double a = at(x, m->coords * i, dtype), b = at(x, m->coords * i + m->coords - 1, dtype);
    if (!strcmp(m->name, "polar-with-replacement")) return 1;
    if (m->coords == 1) return a > 0 && a < 1;
    if (!strcmp(m->name, "cartesian")) return a > 0 && a <= 1 && b >= 0 && b <= 1;
    if (!strcmp(m->name, "polar-inside")) return isfinite(a) && isfinite(b);
    if (a == 0 && b == 0) return 0;
    /* fma(x, x, y^2) in the type: where b^2 is exact in the wider one; near the circle points are made with short
     * coordinates. */
    const long double q = (long double)a * a + (long double)(dtype == RR_F64 ? b * b : (double)((float)b * (float)b));
    return (dtype == RR_F64 ? (double)q : (double)(float)q) <= 1;
}

/* ---- Known answers -------------------------------------------------------------------------------------------------- */

/* Ulps of the true value's binade. */
static double ulps_off(double got, long double value, rr_type dtype)
{
    int e;
    frexpl(value, &e);
    const int digits = dtype == RR_F64 ? 53 : 24, min = dtype == RR_F64 ? -1074 : -149;
    const int ulp = e - digits < min ? min : e - digits;
    return (double)(fabsl((long double)got - value) / ldexpl(1, ulp));
}

static void known_normals(void **state)
{
    FILE *f = fopen("tests/points/normals.txt", "r");
    char line[512], method[40], type[8], text[4][64];
    double worst[2] = {0, 0};
    unsigned ulps, rows = 0, nans = 0;
    if (!f) fail_msg("run this from the root of the repository");
    for (; fgets(line, sizeof line, f); ++rows) {
        if (line[0] == '#') continue;
        const int read = sscanf(line, "%39s %7s %63s %63s %63s %63s %u", method, type, text[0], text[1], text[2], text[3],
                                &ulps);
        assert_int_equal(read, 7);
        const rr_type dtype = strcmp(type, "f64") ? RR_F32 : RR_F64;
        uint64_t xy[2], z[2];
        for (int c = 0; c < 2; ++c) {
            const uint64_t b = strtoull(text[c], NULL, 16);
            memcpy((char *)xy + c * width(dtype), &b, width(dtype));
        }
        const rr_transform_job job = job_for(method, dtype, 1, xy, z);
        const uint64_t failed = run(&job);
        const int none = !strcmp(text[2], "nan");
        assert_int_equal(failed, none);
        nans += (unsigned)none;
        for (int c = 0; c < 2; ++c) {
            if (none) {
                assert_true(bits(z, (uint64_t)c, dtype) == nan_bits(dtype));
                continue;
            }
            const double off = ulps_off(at(z, (uint64_t)c, dtype), strtold(text[2 + c], NULL), dtype);
            if (!(off <= ulps)) fail_msg("%s: %.17g is off by %g ulp", line, at(z, (uint64_t)c, dtype), off);
            if (off > worst[dtype == RR_F64]) worst[dtype == RR_F64] = off;
        }
    }
    fclose(f);
    print_message("largest error: f32 %.3f ulp, f64 %.3f ulp\n", worst[0], worst[1]);
    assert_true(rows > 2000 && nans > 200);
    (void)state;
}

/* icdf within 4 ulps of the quantile; icdf-giles and icdf-fast within their stated absolute errors. NaN where u is
 * not in (0, 1), for all three. */
static void known_quantiles(void **state)
{
    static const char *const methods[] = {"icdf", "icdf-giles", "icdf-fast"};
    FILE *f = fopen("tests/points/quantiles.txt", "r");
    char line[256], type[8], pattern[32], text[64];
    double worst[2] = {0, 0};
    unsigned rows = 0, nans = 0;
    if (!f) fail_msg("run this from the root of the repository");
    for (; fgets(line, sizeof line, f); ++rows) {
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%7s %31s %63s", type, pattern, text), 3);
        const int wide = !strcmp(type, "f64");
        const rr_type dtype = wide ? RR_F64 : RR_F32;
        const uint64_t u = strtoull(pattern, NULL, 16);
        const int none = !strcmp(text, "nan");
        const long double value = strtold(text, NULL);
        nans += (unsigned)none;
        for (int m = 0; m < 3; ++m) {
            uint64_t in = u, z = 0;
            const rr_transform_job job = job_for(methods[m], dtype, 1, &in, &z);
            assert_int_equal(run(&job), none);
            if (none) {
                assert_true(bits(&z, 0, dtype) == nan_bits(dtype));
                continue;
            }
            const double x = at(&z, 0, dtype), off = fabs((double)((long double)x - value));
            const double ulps = ulps_off(x, value, dtype);
            if (m == 0 && value != 0 && ulps > worst[wide]) worst[wide] = ulps;
            if (m == 0 && !(value == 0 ? x == 0 : ulps <= 4)) fail_msg("icdf: %s: %.17g", line, x);
            if (m == 1 && fabsl(value) < (wide ? 8 : 5) && !(off < (wide ? 1e-14 : 1e-5)))
                fail_msg("icdf-giles: %s: %.17g", line, x);
            if (m == 2 && fabsl(value) < (wide ? 37.5 : 12.9) && !(off < 0.0375)) fail_msg("icdf-fast: %s: %.17g", line, x);
            if (m == 2 && fabsl(value) < 6 && !(off < 0.0073)) fail_msg("icdf-fast: %s: %.17g", line, x);
        }
    }
    fclose(f);
    print_message("largest error of icdf: f32 %.3f ulp, f64 %.3f ulp\n", worst[0], worst[1]);
    assert_true(rows > 700 && nans >= 10);
    (void)state;
}

/* ---- Bytes and verdicts --------------------------------------------------------------------------------------------- */

/* Scalar lanes on one thread; then every instruction set, threads, odd pieces, columns, and in place. */
static void same_bytes_however_cut(const rr_transform_info *m, rr_type dtype)
{
    const char *names[8];
    const unsigned sets = isas(names), size = width(dtype);
    static double columns[2 * MANY], out[2 * MANY];
    rr_transform_job job = job_for(m->name, dtype, MANY, points, want);
    uint64_t first, first2;
    make_points(m, dtype, MANY, points);
    job.mean = 3;
    job.sd = 0.7;
    job.stream.next = 0xffffff00;
    const uint64_t failed = run_on(device("cpu:scalar"), &job, &first);
    for (unsigned s = 0; s < sets; ++s) {
        job.out = have;
        memset(have, 0x5a, sizeof have);
        assert_int_equal(run_on(device("%s,threads=%d", names[s], s ? 3 : 1), &job, &first2), failed);
        assert_int_equal(first, first2);
        same_bits(want, have, MANY * m->coords, size, "%s on %s", m->name, names[s]);
        memset(have, 0x5a, sizeof have);
        for (uint64_t k = 0, n = 0; k < 5000; k += n) {
            rr_transform_job piece = job;
            n = 1 + mix(k) % 70;
            piece.n = n;
            piece.points = (char *)points + k * m->coords * size;
            piece.out = (char *)have + k * m->coords * size;
            piece.stream.next = job.stream.next + k;
            run_on(device("%s", names[s]), &piece, NULL);
            const uint64_t untouched = size == 8 ? 0x5a5a5a5a5a5a5a5au : 0x5a5a5a5au;
            if (bits(have, (k + n) * m->coords, dtype) != untouched) fail_msg("%s wrote past its end", m->name);
        }
        same_bits(want, have, 5000 * m->coords, size, "%s in pieces on %s", m->name, names[s]);
    }
    memcpy(have, points, sizeof have);
    job.points = job.out = have;
    run_on(device("cpu,threads=4"), &job, NULL);
    same_bits(want, have, MANY * m->coords, size, "%s in place", m->name);
    if (m->coords == 1) return;
    for (uint64_t i = 0; i < 2 * MANY; ++i)
        memcpy((char *)columns + (i % 2 * MANY + i / 2) * size, (char *)points + i * size, size);
    job.points = columns;
    job.out = out;
    job.columns = 1;
    run_on(device("cpu,threads=2"), &job, NULL);
    for (uint64_t i = 0; i < 2 * MANY; ++i)
        memcpy((char *)have + i * size, (char *)out + (i % 2 * MANY + i / 2) * size, size);
    same_bits(want, have, MANY * 2, size, "%s in columns", m->name);
}

/* NaN, the one of the contract, exactly where the method refuses the point; the count and the lowest are right. */
static void nan_where_refused(const rr_transform_info *m, rr_type dtype)
{
    uint64_t nans = 0, first = UINT64_MAX, found;
    const rr_transform_job job = job_for(m->name, dtype, MANY, points, have);
    make_points(m, dtype, MANY, points);
    const uint64_t failed = run_on(device("cpu,threads=3"), &job, &found);
    for (uint64_t i = 0; i < MANY; ++i) {
        const int good = takes(m, points, i, dtype);
        for (unsigned c = 0; c < m->coords; ++c) {
            const uint64_t k = m->coords * i + c;
            if (good ? !isfinite(at(have, k, dtype)) : bits(have, k, dtype) != nan_bits(dtype))
                fail_msg("%s: point %llu, %.17g ..., became %.17g", m->name, (unsigned long long)i,
                         at(points, m->coords * i, dtype), at(have, k, dtype));
        }
        nans += !good;
        if (!good && first == UINT64_MAX) first = i;
    }
    assert_int_equal(failed, nans);
    assert_int_equal(found, first);
    assert_true(strcmp(m->name, "polar-with-replacement") ? nans > 100 : nans == 0);
}

/* Points in another order give the same normals in that order, where no point is drawn again. */
static void order_of_points(const rr_transform_info *m, rr_type dtype)
{
    static double moved[2 * MANY];
    const unsigned size = width(dtype) * m->coords;
    rr_transform_job job = job_for(m->name, dtype, MANY, points, want);
    if (!strcmp(m->name, "polar-with-replacement")) return;
    make_points(m, dtype, MANY, points);
    run(&job);
    for (uint64_t i = 0; i < MANY; ++i) memcpy((char *)moved + i * size, (char *)points + i * 4099 % MANY * size, size);
    job.points = moved;
    job.out = have;
    run(&job);
    for (uint64_t i = 0; i < MANY; ++i)
        assert_memory_equal((char *)have + i * size, (char *)want + i * 4099 % MANY * size, size);
}

/* mean + sd z is one fma of the standard normal. */
static void mean_and_sd(const rr_transform_info *m, rr_type dtype)
{
    rr_transform_job job = job_for(m->name, dtype, 1000, points, want);
    make_points(m, dtype, 1000, points);
    run(&job);
    job.out = have;
    job.mean = -1234.5;
    job.sd = 3e-3;
    run(&job);
    for (uint64_t i = 0; i < 1000 * m->coords; ++i) {
        const double z = at(want, i, dtype);
        const double w = dtype == RR_F64 ? fma(3e-3, z, -1234.5) : (double)fmaf(3e-3f, (float)z, -1234.5f);
        assert_true(isnan(z) ? bits(have, i, dtype) == nan_bits(dtype) : at(have, i, dtype) == w);
    }
}

static void each(void (*test)(const rr_transform_info *, rr_type))
{
    const rr_transform_info *m;
    for (size_t i = 0; (m = rr_transform_list(i)); ++i) {
        test(m, RR_F32);
        test(m, RR_F64);
    }
}

static void every_cut_gives_the_same_bytes(void **state) { each(same_bytes_however_cut); (void)state; }
static void nan_exactly_where_refused(void **state) { each(nan_where_refused); (void)state; }
static void permuted_points_give_permuted_results(void **state) { each(order_of_points); (void)state; }
static void mean_and_sd_come_last(void **state) { each(mean_and_sd); (void)state; }

/* ---- Rolling again -------------------------------------------------------------------------------------------------- */

/* The proposals of the polar method, transformed with replacement, are the disc's points, transformed: point i, if outside,
 * is drawn again from attempt 1 of its index on, and the accepted point is transformed. */
static void replacement_transforms_the_accepted_point(void **state)
{
    for (int type = 0; type < 2; ++type) {
        const rr_type dtype = type ? RR_F64 : RR_F32;
        uint64_t outside = 0;
        rr_points_job square = RR_POINTS_INIT;
        square.kind = RR_POINTS_SQUARE;
        square.dtype = dtype;
        square.stream = (rr_stream){7, 8, 0xfffffff0};
        square.n = MANY;
        square.out = points;
        assert_int_equal(rr_points(device("cpu"), &square, NULL), RR_OK);
        rr_transform_job job = job_for("polar-with-replacement", dtype, MANY, points, want);
        job.stream = square.stream;
        assert_int_equal(run(&job), 0);
        const rr_transform_info *without = rr_transform_find("polar-without-replacement");
        for (uint64_t i = 0; i < MANY; ++i) outside += !takes(without, points, i, dtype);
        assert_true(fabs((double)outside / MANY - (1 - M_PI / 4)) < 6 * sqrt(0.17 / MANY));
        square.kind = RR_POINTS_DISC;
        assert_int_equal(rr_points(device("cpu"), &square, NULL), RR_OK);
        job = job_for("polar-inside", dtype, MANY, points, have);
        assert_int_equal(run(&job), 0);
        same_bits(want, have, 2 * MANY, width(dtype), "with replacement, and the disc");
        job = job_for("polar-without-replacement", dtype, MANY, points, have);
        assert_int_equal(run(&job), 0);
        same_bits(want, have, 2 * MANY, width(dtype), "without replacement, and the disc");
    }
    (void)state;
}

/* A point outside that is not a proposal is drawn again from attempt 1 on: where attempt 0 is outside it becomes the disc's
 * point, elsewhere never that of attempt 0. */
static void rolls_begin_with_attempt_1(void **state)
{
    enum { N = 2000 };
    uint64_t outside = 0;
    rr_points_job square = RR_POINTS_INIT;
    square.kind = RR_POINTS_DISC;
    square.stream = rr_stream_make(11, 12);
    square.n = N;
    square.out = points;
    assert_int_equal(rr_points(device("cpu"), &square, NULL), RR_OK);
    rr_transform_job job = job_for("polar-inside", RR_F64, N, points, want);
    run(&job);
    square.kind = RR_POINTS_SQUARE;
    assert_int_equal(rr_points(device("cpu"), &square, NULL), RR_OK);
    for (int i = 0; i < 2 * N; ++i) have[i] = 5;
    job = job_for("polar-with-replacement", RR_F64, N, have, have);
    run(&job);
    for (int i = 0; i < N; ++i) {
        const int out = points[2 * i] * points[2 * i] + points[2 * i + 1] * points[2 * i + 1] > 1;
        assert_int_equal(memcmp(have + 2 * i, want + 2 * i, 2 * sizeof *have) == 0, out);
        outside += (uint64_t)out;
    }
    assert_true(outside > N / 6 && outside < N / 4);
    (void)state;
}

/* The redrawn point depends on seed, stream and index, not on the old point. */
static void rolls_belong_to_the_index(void **state)
{
    double same[8] = {2, 2, NAN, 0, 0, 0, -3, INFINITY}, z[8], y[8];
    rr_transform_job job = job_for("polar-with-replacement", RR_F64, 4, same, z);
    run(&job);
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < i; ++k) assert_true(z[2 * i] != z[2 * k]);
    for (int i = 0; i < 8; ++i) same[i] = 9;
    job.out = y;
    run(&job);
    assert_memory_equal(z, y, sizeof z);
    for (int change = 0; change < 3; ++change) {
        job.stream = (rr_stream){11 + (change == 0), 12 + (change == 1), change == 2};
        run(&job);
        for (int i = 0; i < 8; ++i) assert_true(y[i] != z[i]);
        if (change == 2) assert_memory_equal(y, z + 2, 6 * sizeof *z);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(known_normals), TEST(known_quantiles), TEST(every_cut_gives_the_same_bytes), TEST(nan_exactly_where_refused),
        TEST(permuted_points_give_permuted_results), TEST(mean_and_sd_come_last),
        TEST(replacement_transforms_the_accepted_point), TEST(rolls_begin_with_attempt_1), TEST(rolls_belong_to_the_index),
    };
    return RUN(tests);
}
