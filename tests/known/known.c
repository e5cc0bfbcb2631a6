/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Known answers: what tests/known/oracle.py says (independent of the library), and the library's own bits.
 *
 *     known           the tests, from the root of the repository
 *     known --make    prints tests/known/library.txt anew: only when a bits version changes
 *
 * bits, uniform, attempts, streams and conversions must match bit for bit; the others within the ulps that the file
 * states, accepted at exactly the attempt that the file states. */
#include <math.h>

#include "tests/support/feed.h"
#include "tests/support/support.h"

#define FOLDER "tests/known/"

static FILE *must_open(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, FOLDER "%s", name);
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("no file %s: run this from the root of the repository", path);
    return f;
}

/* The next line that is no comment; 0 at the end. */
static int next_line(FILE *f, char line[512])
{
    do {
        if (!fgets(line, 512, f)) return 0;
    } while (line[0] == '#' || line[0] == '\n');
    return 1;
}

static void philox(void **state)
{
    char line[512];
    FILE *f = must_open("philox.txt");
    unsigned rows = 0;
    for (; next_line(f, line); ++rows) {
        uint32_t w[10], out[4];
        assert_int_equal(sscanf(line, "%x %x %x %x %x %x %x %x %x %x", w, w + 1, w + 2, w + 3, w + 4, w + 5, w + 6, w + 7, w + 8, w + 9), 10);
        rr_philox4x32_10(w, w + 4, out);
        assert_memory_equal(out, w + 6, 16);
        rr_philox4x32_10(w, w + 4, w);   /* in place */
        assert_memory_equal(w, w + 6, 16);
    }
    assert_true(rows > 200);
    fclose(f);
    (void)state;
}

static void derive(void **state)
{
    char line[512];
    FILE *f = must_open("derive.txt");
    unsigned rows = 0;
    for (; next_line(f, line); ++rows) {
        char kind[8], what[256], name[128] = "";
        unsigned long long seed, stream, seed2, stream2;
        assert_int_equal(sscanf(line, "%7s %llx %llx %255s %llx %llx", kind, &seed, &stream, what, &seed2, &stream2), 6);
        rr_stream parent = rr_stream_make(seed, stream), child;
        parent.next = rows;   /* must not matter */
        if (!strcmp(kind, "number")) {
            child = rr_derive(parent, strtoull(what, NULL, 16));
        } else {
            for (size_t i = 0; what[0] != '-' && what[2 * i]; ++i) {
                unsigned byte;
                assert_int_equal(sscanf(what + 2 * i, "%2x", &byte), 1);
                name[i] = (char)byte;
            }
            child = rr_derive_name(parent, name);
        }
        if (child.seed != seed2 || child.stream != stream2 || child.next)
            fail_msg("%s gives %llx %llx", line, (unsigned long long)child.seed, (unsigned long long)child.stream);
    }
    assert_true(rows > 80);
    fclose(f);
    (void)state;
}

/* ---- Samples -------------------------------------------------------------------------------------------------------- */

/* The place of a float among all floats, in order. */
static int64_t ordinal(uint64_t bits, unsigned w)
{
    if (w == 4) return bits & 0x80000000u ? -(int64_t)(bits & 0x7fffffffu) : (int64_t)bits;
    return bits >> 63 ? -(int64_t)(bits & INT64_MAX) : (int64_t)bits;
}

static uint64_t bits_at(const void *values, size_t i, unsigned w)
{
    uint64_t u = 0;
    memcpy(&u, (const char *)values + i * w, w);
    return u;
}

enum { MOST = 256, TRIES = 12 };

typedef struct known_case {
    rr_job job;
    char param[RR_MAX_PARAMS][8];
    size_t n;
    uint64_t index[MOST], bits[MOST];
    int attempt[MOST], ulps[MOST];   /* attempt -1: not known */
} known_case;

static void read_case(known_case *c, const char *line)
{
    char name[32], type[8];
    unsigned long long seed, stream;
    int at;
    assert_int_equal(sscanf(line, "case %31s %7s %llx %llx%n", name, type, &seed, &stream, &at), 4);
    c->n = 0;
    c->job = (rr_job)RR_JOB_INIT;
    c->job.sampler = rr_sampler_find(name);
    assert_non_null(c->job.sampler);
    c->job.dtype = !strcmp(type, "f32") ? RR_F32 : !strcmp(type, "f64") ? RR_F64 : RR_U32;
    c->job.stream = rr_stream_make(seed, stream);
    const unsigned w = width(c->job.dtype);
    for (uint32_t p = 0; p < c->job.sampler->params; ++p) {
        unsigned long long u;
        int more;
        assert_int_equal(sscanf(line + at, " %llx%n", &u, &more), 1);
        at += more;
        memcpy(c->param[p], &u, w);
        c->job.param[p] = (rr_param){c->param[p], w == 8 ? RR_F64 : RR_F32, 0, 0};
    }
}

static void check_values(const known_case *c, const char *device_name, const void *out)
{
    const unsigned w = width(c->job.dtype);
    for (size_t i = 0; i < c->n; ++i) {
        const uint64_t have = bits_at(out, i, w);
        const int64_t d = ordinal(have, w) - ordinal(c->bits[i], w);
        if (c->attempt[i] >= 0 && (d > c->ulps[i] || d < -c->ulps[i]))
            fail_msg("%s %s index %llx: %llx, known is %llx within %d ulp", c->job.sampler->name, device_name,
                     (unsigned long long)c->index[i], (unsigned long long)have, (unsigned long long)c->bits[i], c->ulps[i]);
    }
}

/* fixed:M withholds exactly the samples whose first M attempts were rejected. */
static void check_attempts(known_case *c)
{
    uint64_t out[MOST];
    int accepted[MOST];
    const unsigned w = width(c->job.dtype);
    for (size_t i = 0; i < c->n; ++i) accepted[i] = -1;
    for (int m = 1; m <= TRIES; ++m) {
        char text[32];
        snprintf(text, sizeof text, "fixed:%d", m);
        c->job.strategy = strategy(text);
        c->job.out = out;
        rr_run(device("cpu"), &c->job, NULL);
        for (size_t i = 0; i < c->n; ++i) {
            const uint64_t u = bits_at(out, i, w);
            if (accepted[i] < 0 && u != (w == 8 ? 0x7ff8000000000000u : 0x7fc00000u)) accepted[i] = m - 1;
        }
    }
    for (size_t i = 0; i < c->n; ++i)
        if (c->attempt[i] >= 0 && accepted[i] != c->attempt[i])
            fail_msg("%s index %llx is accepted at attempt %d, not %d", c->job.sampler->name, (unsigned long long)c->index[i],
                     accepted[i], c->attempt[i]);
    c->job.strategy = (rr_strategy){0, 0};
}

static void check_case(known_case *c)
{
    const char *names[8];
    uint64_t out[MOST];
    c->job.rows = c->n;
    c->job.index = c->index;
    for (unsigned i = 0, n = isas(names); i < n; ++i) {
        must_run(device("%s", names[i]), &c->job, out);
        check_values(c, names[i], out);
    }
    /* Places next to each other, without an index array: the bulk path. */
    for (size_t i = 0; i + 13 <= c->n && c->index[i + 12] == c->index[i] + 12; i += 13) {
        rr_job bulk = c->job;
        bulk.index = NULL;
        bulk.rows = 13;
        bulk.stream.next = c->index[i];
        must_run(device("cpu"), &bulk, (char *)out + i * width(bulk.dtype));
    }
    check_values(c, "cpu, in bulk", out);
    if (c->job.sampler->rejects && c->job.dtype != RR_U32) check_attempts(c);
}

static void samples(const char *file)
{
    static known_case c;
    char line[512];
    FILE *f = must_open(file);
    unsigned cases = 0;
    while (next_line(f, line)) {
        if (!strncmp(line, "case ", 5)) {
            if (cases++) check_case(&c);
            read_case(&c, line);
            continue;
        }
        unsigned long long index, bits;
        char attempt[8];
        int ulps;
        assert_int_equal(sscanf(line, "%llx %7s %llx %d", &index, attempt, &bits, &ulps), 4);
        assert_true(c.n < MOST);
        c.index[c.n] = index;
        c.attempt[c.n] = attempt[0] == '?' ? -1 : atoi(attempt);
        c.bits[c.n] = bits;
        c.ulps[c.n++] = ulps;
    }
    check_case(&c);
    fclose(f);
}

#define SAMPLES(name) static void known_##name(void **state) { (void)state; samples(#name ".txt"); }
SAMPLES(bits)
SAMPLES(attempts)
SAMPLES(uniform)
SAMPLES(exponential)
SAMPLES(normal)
SAMPLES(half_normal)
SAMPLES(lognormal)
SAMPLES(skew_normal)
SAMPLES(truncated_normal)
SAMPLES(normal_polar)
SAMPLES(normal_ziggurat)
SAMPLES(exponential_ziggurat)
SAMPLES(normal_one)
SAMPLES(normal_icdf)
SAMPLES(normal_icdf_fast)
SAMPLES(normal_icdf_giles)
SAMPLES(gamma)
SAMPLES(loggamma)
SAMPLES(chi2)
SAMPLES(chi)
SAMPLES(inverse_gamma)
SAMPLES(nakagami)
SAMPLES(student_t)
SAMPLES(gamma_erlang)
SAMPLES(beta)
SAMPLES(f)

/* ---- Conversions of words ------------------------------------------------------------------------------------------- */

static void convert(int wide, uint64_t w, uint64_t low, uint64_t u, uint64_t e)
{
    const double params[RR_MAX_PARAMS] = {0, 1, 1, 1}, one[RR_MAX_PARAMS] = {1, 1, 1, 1};
    for (uint64_t i = 0; i < 4; ++i) {   /* every place in a block */
        feed words;
        double x;
        int open;
        memset(&words, 0x5a, sizeof words);
        if (wide) {
            const int at = 2 * (int)(i % 2);
            words.main[0][at] = (uint32_t)(w >> 32);
            words.main[0][at + 1] = (uint32_t)w;
            words.low[0][at] = (uint32_t)(low >> 32);
            words.low[0][at + 1] = (uint32_t)low;
        } else {
            words.main[0][i] = (uint32_t)w;
            words.low[0][i] = (uint32_t)low;
        }
        const int needs = wide ? w < (uint64_t)1 << 53 : w < 1 << 24;
        assert_int_equal(feed_attempt("uniform", wide, &words, i, 0, params, &x, &open), 1);
        assert_int_equal(open, needs);
        const float x32 = (float)x;
        const uint64_t have = bits_at(wide ? (void *)&x : (void *)&x32, 0, wide ? 8 : 4);
        if (have != u) fail_msg("uniform of %llx, %llx is %llx, not %llx", (unsigned long long)w, (unsigned long long)low,
                                (unsigned long long)have, (unsigned long long)u);
        assert_int_equal(feed_attempt("exponential", wide, &words, i, 0, one, &x, &open), 1);
        const float e32 = (float)x;
        const int64_t d = ordinal(bits_at(wide ? (void *)&x : (void *)&e32, 0, wide ? 8 : 4), wide ? 8 : 4) - ordinal(e, wide ? 8 : 4);
        if (d > 2 || d < -2) fail_msg("exponential of %llx, %llx is %a", (unsigned long long)w, (unsigned long long)low, x);
    }
}

static void words(void **state)
{
    char line[512];
    FILE *f = must_open("words.txt");
    unsigned rows = 0;
    for (; next_line(f, line); ++rows) {
        char type[8];
        unsigned long long w, low, u, e;
        assert_int_equal(sscanf(line, "%7s %llx %llx %llx %llx", type, &w, &low, &u, &e), 5);
        convert(!strcmp(type, "f64"), w, low, u, e);
    }
    assert_true(rows > 1000);
    fclose(f);
    (void)state;
}

/* attempts: a word succeeds where w < accept 2^32, an integer for a float from 2^-8 on (below, w < the next integer up). */
static void threshold(void **state)
{
    static const float ACCEPT[] = {0.5f, 0.3f, 0.98f, 0x1p-20f, 0x1.000002p-1f, 0x1.fffffep-1f, 0x1.fffffep-8f, 0x1.00001p-16f, 0x1.8p-17f, 0x1.234566p-10f};
    for (size_t k = 0; k < sizeof ACCEPT / sizeof *ACCEPT; ++k) {
        const double limit = (double)ACCEPT[k] * 0x1p32, params[RR_MAX_PARAMS] = {ACCEPT[k], 1, 1, 1};
        for (int d = -3; d <= 3; ++d) {
            const double w = (double)(uint64_t)limit + d;
            feed words;
            double x;
            int open;
            for (int i = 0; i < 4; ++i) words.main[0][i] = (uint32_t)w;
            assert_int_equal(feed_attempt("attempts", 0, &words, 5, 7, params, &x, &open), w < limit);
            if (w < limit) assert_true(x == 8);
        }
    }
    const double one[RR_MAX_PARAMS] = {1, 1, 1, 1};
    feed ones;
    double x;
    int open;
    memset(&ones, 0xff, sizeof ones);
    assert_int_equal(feed_attempt("attempts", 0, &ones, 0, 0, one, &x, &open), 1);
    (void)state;
}

/* polar: a point is inside where x^2 + y^2 < 1, the squares added with one fma: words on both sides of the circle. */
static void circle(void **state)
{
    int inside = 0, outside = 0;
    for (unsigned k = 0; k < 4000; ++k) {
        const double params[RR_MAX_PARAMS] = {0, 1, 1, 1}, angle = 0.01 + 1.55 * k / 4000, x = cos(angle);
        const int32_t wx = (int32_t)(x * 0x1p31) & ~0xff, wy = (int32_t)(sin(angle) * 0x1p31) + (int32_t)(mix(k) % 4096) - 2048;
        feed words;
        double z;
        int open;
        for (int i = 0; i < 4; ++i) words.main[0][i] = (uint32_t)(i % 2 ? wy : wx);
        /* The f32 sides, as floats: the word rounded, then the half of it added. */
        const float fx = (float)((double)(float)wx * 0x1p-31 + 0x1p-32), fy = (float)((double)(float)wy * 0x1p-31 + 0x1p-32);
        const int want = fmaf(fx, fx, fy * fy) < 1;
        assert_int_equal(feed_attempt("normal_polar", 0, &words, k % 4, 0, params, &z, &open), want);
        inside += want;
        outside += !want;
    }
    assert_true(inside > 500 && outside > 500);
    (void)state;
}

/* ---- The library's own bits ------------------------------------------------------------------------------------------ */

enum { SHOWN = 16, HASHED = 4096, SETS = 8 };

static uint64_t fnv(const void *p, size_t n)
{
    const unsigned char *b = p;
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; ++i) h = (h ^ b[i]) * 0x100000001b3u;
    return h;
}

/* The line of one set of parameters; set SETS is a value a sample. */
static void own_line(const rr_sampler *s, rr_type dtype, unsigned set, char line[512])
{
    static uint64_t out[HASHED];
    const unsigned w = width(dtype);
    rr_job job = job_of(s, dtype, ((uint64_t)1 << 34) - 5, HASHED, set == SETS ? EACH : SHARED, set * 73);
    must_run(device("cpu"), &job, out);
    int at = snprintf(line, 512, "%s v%u %s set %u: %016llx", s->name, s->bits_version, dtype == RR_F32 ? "f32" : dtype == RR_F64 ? "f64" : "u32",
                      set, (unsigned long long)fnv(out, HASHED * w));
    for (int i = 0; i < SHOWN; ++i) at += snprintf(line + at, 512 - at, " %0*llx", (int)w * 2, (unsigned long long)bits_at(out, i, w));
    strcpy(line + at, "\n");
}

static void library(void **state)
{
    char want[512], have[512];
    const rr_sampler *s;
    rr_type dtype;
    FILE *f = must_open("library.txt");
    for (unsigned n = 0; sampler_and_type(n, &s, &dtype); ++n)
        for (unsigned set = 0; set <= (s->params ? SETS : 0); ++set) {
            own_line(s, dtype, set, have);
            assert_int_equal(next_line(f, want), 1);
            if (strcmp(want, have)) fail_msg("bits have changed: %swas %s", have, want);
        }
    assert_int_equal(next_line(f, want), 0);
    fclose(f);
    (void)state;
}

static int make(void)
{
    char line[512];
    const rr_sampler *s;
    rr_type dtype;
    printf("# The library's own bits: sampler, bits version, type, set of parameters (tests/support), FNV-1a of %d values from index 2^34 - 5\n"
           "# on, the first %d. Made by build/tests/known/known --make; a change of a line is a change of the contract.\n", HASHED, SHOWN);
    for (unsigned n = 0; sampler_and_type(n, &s, &dtype); ++n)
        for (unsigned set = 0; set <= (s->params ? SETS : 0); ++set) {
            own_line(s, dtype, set, line);
            fputs(line, stdout);
        }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(philox), TEST(derive), TEST(words), TEST(threshold), TEST(circle), TEST(known_bits), TEST(known_attempts), TEST(known_uniform),
        TEST(known_exponential), TEST(known_normal), TEST(known_half_normal), TEST(known_lognormal), TEST(known_skew_normal),
        TEST(known_truncated_normal), TEST(known_normal_polar), TEST(known_normal_ziggurat),
        TEST(known_exponential_ziggurat), TEST(known_normal_one), TEST(known_normal_icdf), TEST(known_normal_icdf_fast),
        TEST(known_normal_icdf_giles), TEST(known_gamma), TEST(known_loggamma),
        TEST(known_chi2), TEST(known_chi), TEST(known_inverse_gamma), TEST(known_nakagami), TEST(known_student_t),
        TEST(known_gamma_erlang), TEST(known_beta), TEST(known_f),
        TEST(library),
    };
    if (argc == 2 && !strcmp(argv[1], "--make")) return make();
    return RUN(tests);
}
