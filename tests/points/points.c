/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sets of points: known answers of oracle.py, every way to divide a set, the boxes that must hold one point each, the ends,
 * and refusals. Run from the root of the repository. */
#include <math.h>

#include "tests/support/support.h"

#define ALL_KINDS 7

static rr_points_job points_of(rr_points_kind kind, rr_type dtype, uint32_t dims, uint64_t first, uint64_t n, void *out)
{
    rr_points_job job = RR_POINTS_INIT;
    job.kind = kind;
    job.dtype = dtype;
    job.dims = dims;
    job.stream = rr_stream_make(5, 6);
    job.stream.next = first;
    job.grid = 1000;
    job.n = n;
    job.out = out;
    return job;
}

static void must(const rr_device *where, const rr_points_job *job)
{
    rr_result result = RR_RESULT_INIT;
    if (rr_points(where, job, &result)) fail_msg("kind %d: %s", job->kind, result.message);
}

/* ---- Known answers -------------------------------------------------------------------------------------------------- */

static FILE *must_open(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "tests/points/%s", name);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("no file %s: run this from the root of the repository", path);
    return f;
}

static void known_points(void **state)
{
    FILE *f = must_open("points.txt");
    char line[256], set[32];
    unsigned long long seed, point, cell, cells;
    unsigned dim, rows = 0, integers = 0;
    for (; fgets(line, sizeof line, f); ++rows) {
        double x[RR_MAX_DIMS];
        uint32_t k[RR_MAX_DIMS];
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%31s %llu %u %llu %llu %llu", set, &seed, &dim, &point, &cell, &cells), 6);
        rr_points_job job = points_of(set[0] == 's' ? RR_POINTS_SOBOL : RR_POINTS_HALTON, RR_F64, dim + 1, point, 1, x);
        job.scramble = strstr(set, "shift") ? RR_SCRAMBLE_SHIFT : strstr(set, "owen") ? RR_SCRAMBLE_OWEN : RR_SCRAMBLE_NONE;
        job.scramble_seed = seed;
        must(device("cpu"), &job);
        if (x[dim] != (double)(2 * cell + 1) / (double)(2 * cells)) fail_msg("%s: %.17g", line, x[dim]);
        if (set[0] != 's') continue;
        job.dtype = RR_U32;
        job.out = k;
        must(device("cpu"), &job);
        assert_int_equal(k[dim], job.scramble ? cell >> 22 : cell);
        ++integers;
    }
    fclose(f);
    assert_true(rows > 4000 && integers > 1000);
    (void)state;
}

static double of_pattern(const char *text, int wide)
{
    const uint64_t bits = strtoull(text, NULL, 16);
    const uint32_t half = (uint32_t)bits;
    double x;
    float y;
    memcpy(&x, &bits, 8);
    memcpy(&y, &half, 4);
    return wide ? x : (double)y;
}

/* A point of the disc is the first attempt that is inside; attempt 0 is the point of the square. */
static void known_rolls(void **state)
{
    FILE *f = must_open("rolls.txt");
    char line[256], type[8], x[24], y[24];
    unsigned long long seed, stream, index;
    unsigned attempt, rows = 0, first = 0;
    for (; fgets(line, sizeof line, f); ++rows) {
        double got[2];
        float narrow[2];
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%7s %llx %llx %llx %u %23s %23s", type, &seed, &stream, &index, &attempt, x, y), 7);
        const int wide = !strcmp(type, "f64");
        for (int kind = RR_POINTS_DISC; kind >= RR_POINTS_SQUARE; --kind) {
            void *const out = wide ? (void *)got : (void *)narrow;
            rr_points_job job = points_of((rr_points_kind)kind, wide ? RR_F64 : RR_F32, 2, 0, 1, out);
            job.stream = (rr_stream){seed, stream, index};
            must(device("cpu"), &job);
            for (int c = 0; c < 2 && !wide; ++c) got[c] = (double)narrow[c];
            const int same = got[0] == of_pattern(x, wide) && got[1] == of_pattern(y, wide);
            if (same != (kind == RR_POINTS_DISC || attempt == 0))
                fail_msg("%s: kind %d gives %a %a", line, kind, got[0], got[1]);
        }
        first += attempt == 0;
    }
    fclose(f);
    assert_true(rows > 400 && first < rows && first > rows / 2);
    (void)state;
}

/* The map's points within the ulps that the file states. */
static void known_map(void **state)
{
    FILE *f = must_open("map.txt");
    char line[256], type[8], text[2][64];
    unsigned long long seed, stream, index;
    unsigned rows = 0, ulps;
    for (; fgets(line, sizeof line, f); ++rows) {
        double got[2];
        float narrow[2];
        if (line[0] == '#') continue;
        assert_int_equal(sscanf(line, "%7s %llx %llx %llx %63s %63s %u", type, &seed, &stream, &index, text[0], text[1],
                                &ulps), 7);
        const int wide = !strcmp(type, "f64");
        void *const out = wide ? (void *)got : (void *)narrow;
        rr_points_job job = points_of(RR_POINTS_DISC_MAP, wide ? RR_F64 : RR_F32, 2, 0, 1, out);
        job.stream = (rr_stream){seed, stream, index};
        must(device("cpu"), &job);
        for (int c = 0; c < 2; ++c) {
            int e;
            const long double x = wide ? (long double)got[c] : (long double)narrow[c], value = strtold(text[c], NULL);
            frexpl(value, &e);
            if (fabsl(x - value) > ulps * ldexpl(1, e - (wide ? 53 : 24))) fail_msg("%s: %.20Lg", line, x);
        }
    }
    fclose(f);
    assert_true(rows > 100);
    (void)state;
}

/* ---- Every way to cut ----------------------------------------------------------------------------------------------- */

enum { MANY = 70000 };
static double whole[3 * MANY], pieces[3 * MANY], halves[3 * MANY];

/* One call on one thread; many threads; odd pieces on every instruction set; three dimensions and one. */
static void no_cut_changes_a_bit(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    for (int kind = RR_POINTS_GRID; kind <= RR_POINTS_HALTON; ++kind)
        for (int type = 0; type < 2; ++type)
            for (int scramble = 0; scramble <= (kind >= RR_POINTS_SOBOL ? 2 : 0); ++scramble) {
                const uint32_t dims = kind == RR_POINTS_UNIFORM || kind >= RR_POINTS_SOBOL ? 3 : 2;
                const unsigned size = type ? 8 : 4;
                rr_points_job job = points_of((rr_points_kind)kind, type ? RR_F64 : RR_F32, dims, 1001, MANY, whole);
                job.grid = MANY + 2000;
                job.scramble = (rr_scramble)scramble;
                job.scramble_seed = 9;
                must(device("cpu:scalar"), &job);
                job.out = pieces;
                must(device("cpu,threads=4"), &job);
                same_bits(whole, pieces, MANY * dims, size, "kind %d on 4 threads", kind);
                for (unsigned s = 0; s < sets; ++s) {
                    for (uint64_t at = 0, n = 1; at < 3000; at += n, n = 1 + mix(at) % 300) {
                        job.stream.next = 1001 + at;
                        job.n = n;
                        job.out = (char *)pieces + at * dims * size;
                        must(device("%s", names[s]), &job);
                    }
                    same_bits(whole, pieces, 3000 * dims, size, "kind %d in pieces on %s", kind, names[s]);
                }
                if (kind < RR_POINTS_SOBOL) continue;
                job.dims = 2;
                job.stream.next = 1001;
                job.n = 500;
                job.out = halves;
                must(device("cpu"), &job);
                for (unsigned p = 0; p < 500; ++p)
                    assert_memory_equal((char *)whole + 3 * p * size, (char *)halves + 2 * p * size, 2 * size);
            }
    (void)state;
}

/* f32 points are the f64 ones rounded once, except never to an end. */
static void f32_is_f64_rounded(void **state)
{
    static float narrow[2 * MANY];
    for (int kind = RR_POINTS_SOBOL; kind <= RR_POINTS_HALTON; ++kind)
        for (int scramble = 0; scramble < 3; ++scramble) {
            rr_points_job job = points_of((rr_points_kind)kind, RR_F64, 2, 0, MANY, whole);
            job.scramble = (rr_scramble)scramble;
            job.low = -1;
            must(device("cpu"), &job);
            job.dtype = RR_F32;
            job.out = narrow;
            must(device("cpu"), &job);
            for (unsigned i = 0; i < 2 * MANY; ++i) {
                const float x = (float)whole[i];
                assert_true(narrow[i] == x || (fabsf(x) == 1 && fabsf(narrow[i]) == 0x1.fffffep-1f));
            }
        }
    (void)state;
}

/* ---- The ends ------------------------------------------------------------------------------------------------------- */

/* The first point of Sobol is 0 in SciPy; here no coordinate is an end, in either type. Point 0x2aaaaaaa has the largest
 * integer. */
static void sobol_never_reaches_an_end(void **state)
{
    static const double lows[] = {0, -1, -3, 1}, highs[] = {1, 1, -1, 2};
    for (int which = 0; which < 4; ++which)
        for (int type = 0; type < 2; ++type)
            for (int last = 0; last < 2; ++last) {
                double x;
                float narrow;
                void *const out = type ? (void *)&x : (void *)&narrow;
                rr_points_job job = points_of(RR_POINTS_SOBOL, type ? RR_F64 : RR_F32, 1, last ? 0x2aaaaaaa : 0, 1, out);
                job.low = lows[which];
                job.high = highs[which];
                must(device("cpu"), &job);
                if (!type) x = (double)narrow;
                assert_true(x > lows[which] && x < highs[which]);
                assert_true(last ? highs[which] - x < 0x1p-21 : x - lows[which] < 0x1p-21);
                if (which == 0 && type) assert_true(x == (last ? 1 - 0x1p-31 : 0x1p-31));
            }
    (void)state;
}

/* Schloss's grid of [-1, 1]^2: the upper end is a coordinate, the lower is not; 0 is exactly 0. */
static void grid_of_schloss(void **state)
{
    double x[2 * 64];
    rr_points_job job = points_of(RR_POINTS_GRID, RR_F64, 2, 0, 64, x);
    job.grid = 60;
    job.low = -1;
    assert_int_equal(rr_points_square(60), 64);
    assert_int_equal(rr_points_square(64), 64);
    assert_int_equal(rr_points_square(65), 81);
    assert_int_equal(rr_points_square(0), 0);
    assert_true(rr_points_square(UINT64_MAX) == 0);
    must(device("cpu"), &job);
    for (int i = 0; i < 64; ++i) assert_true(x[2 * i] == (i / 8 + 1) * 0.25 - 1 && x[2 * i + 1] == (i % 8 + 1) * 0.25 - 1);
    assert_true(x[126] == 1 && x[127] == 1 && x[0] == -0.75);
    for (uint64_t n = 1; n < 2000; ++n) {
        job = points_of(RR_POINTS_GRID, RR_F64, 1, n - 1, 1, x);
        job.grid = n;
        must(device("cpu"), &job);
        assert_true(x[0] == 1);
    }
    (void)state;
}

/* ---- What makes the sets even --------------------------------------------------------------------------------------- */

static unsigned boxes_with_one(const double *x, unsigned n, unsigned rows, unsigned cols)
{
    static unsigned held[1 << 12];
    unsigned ones = 0;
    memset(held, 0, sizeof held);
    for (unsigned i = 0; i < n; ++i) ++held[(unsigned)(x[2 * i] * rows) * cols + (unsigned)(x[2 * i + 1] * cols)];
    for (unsigned b = 0; b < rows * cols; ++b) ones += held[b] == 1;
    return ones;
}

/* 2^m points from a multiple of 2^m on are a (0, m, 2)-net in base 2, scrambled or not: every box of 2^-a by 2^-(m-a) has
 * one. Uniform points are not, which shows that the test can fail. */
static void sobol_is_a_net(void **state)
{
    for (int scramble = 0; scramble <= 3; ++scramble)
        for (unsigned m = 1; m <= 12; ++m)
            for (unsigned block = 0; block < 3; ++block) {
                const unsigned n = 1u << m;
                const rr_points_kind kind = scramble < 3 ? RR_POINTS_SOBOL : RR_POINTS_UNIFORM;
                rr_points_job job = points_of(kind, RR_F64, 2, block * n, n, whole);
                job.scramble = (rr_scramble)(scramble % 3);
                job.scramble_seed = block;
                must(device("cpu"), &job);
                for (unsigned a = 0; a <= m; ++a) {
                    const unsigned ones = boxes_with_one(whole, n, 1u << a, n >> a);
                    if (scramble < 3) assert_int_equal(ones, n);
                    else if (m > 4) assert_true(ones < n);
                }
            }
    (void)state;
}

/* 2^a 3^c consecutive points of Halton's first two dimensions: one in every box of 2^-a by 3^-c. */
static void halton_fills_its_boxes(void **state)
{
    static const unsigned sides[][2] = {{1, 1}, {2, 3}, {8, 9}, {32, 27}, {1, 243}, {64, 1}};
    for (int scramble = 0; scramble < 3; ++scramble)
        for (unsigned s = 0; s < 6; ++s)
            for (unsigned block = 0; block < 3; ++block) {
                const unsigned n = sides[s][0] * sides[s][1];
                rr_points_job job = points_of(RR_POINTS_HALTON, RR_F64, 2, 17 * block, n, whole);
                job.scramble = (rr_scramble)scramble;
                job.scramble_seed = 3 + block;
                must(device("cpu"), &job);
                assert_int_equal(boxes_with_one(whole, n, sides[s][0], sides[s][1]), n);
            }
    (void)state;
}

/* A shift adds the same digits to all points, a nested scramble digits that depend on the preceding ones; each seed and each
 * dimension has its own. Over 4096 seeds the 30 digits of one point are ones half of the time (5.5 sigma). */
static void scrambles_are_what_they_say(void **state)
{
    enum { N = 4096, DIMS = 4 };
    static uint32_t plain[N * DIMS], mixed[N * DIMS];
    for (int scramble = RR_SCRAMBLE_SHIFT; scramble <= RR_SCRAMBLE_OWEN; ++scramble) {
        unsigned ones[30] = {0}, others = 0;
        rr_points_job job = points_of(RR_POINTS_SOBOL, RR_U32, DIMS, 0, N, plain);
        must(device("cpu"), &job);
        job.scramble = (rr_scramble)scramble;
        job.out = mixed;
        must(device("cpu"), &job);
        for (unsigned i = 0; i < N * DIMS; ++i) others += (plain[i] ^ mixed[i]) != (plain[i % DIMS] ^ mixed[i % DIMS]);
        assert_true(scramble == RR_SCRAMBLE_SHIFT ? others == 0 : others > N * DIMS * 9 / 10);
        for (unsigned d = 1; d < DIMS; ++d) assert_true((plain[d] ^ mixed[d]) != (plain[0] ^ mixed[0]));
        for (unsigned seed = 0; seed < N; ++seed) {
            job.scramble_seed = seed;
            job.stream.next = 77;
            job.n = 1;
            must(device("cpu"), &job);
            for (int j = 0; j < 30; ++j) ones[j] += mixed[1] >> j & 1;
        }
        for (int j = 0; j < 30; ++j) assert_true(fabs(ones[j] - N / 2.0) < 5.5 * sqrt(N / 4.0));
    }
    (void)state;
}

/* The points of the map are in the disc (to an ulp), and their squared radius and angle are uniform: in each of 64 rings and
 * 64 sectors the count is within 6 sigma. */
static void disc_is_uniform(void **state)
{
    for (int kind = RR_POINTS_DISC; kind <= RR_POINTS_DISC_MAP; ++kind) {
        unsigned ring[64] = {0}, sector[64] = {0};
        rr_points_job job = points_of((rr_points_kind)kind, RR_F64, 2, 0, MANY, whole);
        must(device("cpu"), &job);
        for (unsigned i = 0; i < MANY; ++i) {
            const double q = whole[2 * i] * whole[2 * i] + whole[2 * i + 1] * whole[2 * i + 1];
            assert_true(q > 0 && q <= 1 + 0x1p-51);
            ++ring[(unsigned)fmin(q * 64, 63)];
            ++sector[(unsigned)fmin((atan2(whole[2 * i + 1], whole[2 * i]) / M_PI + 1) * 32, 63)];
        }
        for (int b = 0; b < 64; ++b) {
            assert_true(fabs(ring[b] - MANY / 64.0) < 6 * sqrt(MANY / 64.0));
            assert_true(fabs(sector[b] - MANY / 64.0) < 6 * sqrt(MANY / 64.0));
        }
    }
    (void)state;
}

/* The whole of an interval as wide as doubles allow, and of one with a single number in it. */
static void widest_and_narrowest_intervals(void **state)
{
    static const struct {
        double low, high;
    } WIDE[] = {{0, 8e307}, {0, 1.7e308}, {-8e307, 8e307}, {-1.7976931348623157e308, -1}};
    for (size_t w = 0; w < sizeof WIDE / sizeof *WIDE; ++w)
        for (int power = 0; power < 64; power += 3) {
            const uint64_t side = 1ull << power;
            double x[4];
            rr_points_job job = points_of(RR_POINTS_GRID, RR_F64, 1, side < 4 ? 0 : side - 4, side < 4 ? side : 4, x);
            job.grid = side;
            job.low = WIDE[w].low;
            job.high = WIDE[w].high;
            must(device("cpu"), &job);
            for (uint64_t i = 0; i < job.n; ++i) {
                const long double want = (long double)job.low + ((long double)job.high - (long double)job.low) /
                                         (long double)side * (long double)(job.stream.next + i + 1);
                assert_true(x[i] >= job.low && x[i] <= job.high && fabsl(x[i] - want) <= 0x1p-50L * fabsl(want) + 1e292L);
            }
        }
    for (int kind = RR_POINTS_SOBOL; kind <= RR_POINTS_HALTON; ++kind)
        for (int wide = 0; wide < 2; ++wide) {
            double x[64];
            rr_points_job job = points_of((rr_points_kind)kind, wide ? RR_F64 : RR_F32, 2, 0, 32, x);
            job.low = 1;
            job.high = wide ? 1 + 0x1p-51 : 1 + 0x1p-22;
            must(device("cpu"), &job);
            for (int i = 0; i < 64; ++i)
                assert_true((wide ? x[i] : (double)((float *)x)[i]) == (wide ? 1 + 0x1p-52 : 1 + 0x1p-23));
        }
    (void)state;
}

/* ---- What is refused ------------------------------------------------------------------------------------------------ */

static void refused(rr_points_job job, rr_status status, const char *text)
{
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(rr_points(device("cpu"), &job, &result), status);
    assert_int_equal(result.status, status);
    if (!strstr(result.message, text)) fail_msg("'%s' lacks '%s'", result.message, text);
}

static void errors(void **state)
{
    double x[128] = {7};
    const rr_points_job good = points_of(RR_POINTS_SOBOL, RR_F64, 2, 0, 2, x);
    rr_points_job job;
    assert_int_equal(rr_points(NULL, &good, NULL), RR_ERR_ARGUMENT);
    assert_int_equal(rr_points(device("cpu"), NULL, NULL), RR_ERR_ARGUMENT);
#define BAD(change, status, text) job = good; job.change; refused(job, status, text)
    BAD(size = 1, RR_ERR_ARGUMENT, "RR_POINTS_INIT");
    BAD(size = sizeof job + 8, RR_ERR_ARGUMENT, "newer version");
    BAD(kind = (rr_points_kind)0, RR_ERR_ARGUMENT, "kind");
    BAD(kind = (rr_points_kind)8, RR_ERR_ARGUMENT, "kind");
    BAD(dtype = RR_I32, RR_ERR_ARGUMENT, "dtype");
    BAD(dims = 0, RR_ERR_ARGUMENT, "dims is not in 1 ... 64");
    BAD(dims = 65, RR_ERR_ARGUMENT, "dims is not in 1 ... 64");
    BAD(low = 1, RR_ERR_ARGUMENT, "low < high");
    BAD(high = INFINITY, RR_ERR_ARGUMENT, "low and high");
    BAD(low = NAN, RR_ERR_ARGUMENT, "low and high");
    BAD(high = 0x1p-1074, RR_ERR_ARGUMENT, "no number of the dtype is between low and high");
    BAD(low = 1 - 0x1p-53, RR_ERR_ARGUMENT, "no number");
    BAD(dtype = RR_F32; job.low = 1 - 0x1p-24, RR_ERR_ARGUMENT, "no number");
    BAD(dtype = RR_F32; job.low = 1 - 0x1p-30; job.high = 1 - 0x1p-31, RR_ERR_ARGUMENT, "no number");
    BAD(dtype = RR_F32; job.high = 1e39, RR_ERR_ARGUMENT, "RR_F32");
    BAD(kind = RR_POINTS_HALTON; job.low = 1 - 0x1p-53, RR_ERR_ARGUMENT, "no number");
    BAD(kind = RR_POINTS_GRID; job.dtype = RR_F32; job.high = 1e39, RR_ERR_ARGUMENT, "RR_F32");
    BAD(kind = RR_POINTS_GRID; job.dtype = RR_F32; job.low = -1e39, RR_ERR_ARGUMENT, "RR_F32");
    BAD(kind = RR_POINTS_GRID; job.low = -1e308; job.high = 1e308, RR_ERR_ARGUMENT, "difference");
    BAD(kind = RR_POINTS_UNIFORM; job.dtype = RR_F32; job.high = 1e39, RR_ERR_PARAM, "high");
    BAD(kind = RR_POINTS_UNIFORM; job.low = -1e308; job.high = 7e307, RR_ERR_PARAM, "low");
    assert_true(x[0] == 7);
    BAD(scramble = (rr_scramble)3, RR_ERR_ARGUMENT, "scramble");
    BAD(out = NULL, RR_ERR_ARGUMENT, "out");
    BAD(out = (char *)x + 1, RR_ERR_ARGUMENT, "aligned");
    BAD(n = UINT64_MAX, RR_ERR_ARGUMENT, "too large");
    BAD(stream.next = 1u << 30, RR_ERR_INDEX, "past number 1073741823");
    BAD(stream.next = (1u << 30) - 1, RR_ERR_INDEX, "past number 1073741823");
    BAD(stream.next = UINT64_MAX, RR_ERR_INDEX, "past number 1073741823");
    job = points_of(RR_POINTS_DISC, RR_F64, 3, 0, 2, x);
    refused(job, RR_ERR_ARGUMENT, "dims is not 2");
    job = points_of(RR_POINTS_GRID, RR_F64, 3, 0, 2, x);
    refused(job, RR_ERR_ARGUMENT, "dims is not 1 or 2");
    job = points_of(RR_POINTS_GRID, RR_F64, 2, 1023, 2, x);
    refused(job, RR_ERR_INDEX, "past number 1023");
    job.grid = 0;
    refused(job, RR_ERR_ARGUMENT, "grid is 0");
    job = points_of(RR_POINTS_HALTON, RR_F64, 2, 0xffffffff, 2, x);
    refused(job, RR_ERR_INDEX, "past number 4294967295");
    job = points_of(RR_POINTS_UNIFORM, RR_F64, 2, 1ull << 63, 2, x);
    refused(job, RR_ERR_INDEX, "2^64");
    job = points_of(RR_POINTS_DISC, RR_F64, 2, UINT64_MAX, 2, x);
    refused(job, RR_ERR_INDEX, "past number");
    job = points_of(RR_POINTS_GRID, RR_F64, 2, 1022, 2, x);
    must(device("cpu"), &job);
    job = good;
    job.n = 0;
    job.out = NULL;
    must(device("cpu"), &job);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(known_points), TEST(known_rolls), TEST(known_map), TEST(no_cut_changes_a_bit), TEST(f32_is_f64_rounded),
        TEST(sobol_never_reaches_an_end), TEST(grid_of_schloss), TEST(sobol_is_a_net), TEST(halton_fills_its_boxes),
        TEST(scrambles_are_what_they_say),
        TEST(disc_is_uniform), TEST(widest_and_narrowest_intervals), TEST(errors),
    };
    return RUN(tests);
}
