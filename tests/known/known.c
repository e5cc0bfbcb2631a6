/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Known answers: those of tests/known/oracle.py (independent of the library), here and in the modules of the distributions,
 * and the library's own bits.
 *
 *     known                the tests, from the root of the repository
 *     known --make NAME    prints laws/MODULE/bits/NAME.txt again: only when a bits version changes
 *
 * bits, uniform, attempts, streams and conversions must match bit for bit; the others within the ulps, and accepted at
 * exactly the attempt, that the file states. Every entry of laws/list.h is tested by the files in its module;
 * tests/known/modules.test.sh reports missing ones. */
#include <math.h>

#include "tests/support/feed.h"
#include "tests/support/modules.h"
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

enum { LINE = 4096 };   /* weights are a vector */

/* The next line that is not a comment; 0 at the end. */
static int next_line(FILE *f, char line[LINE])
{
    do {
        if (!fgets(line, LINE, f)) return 0;
    } while (line[0] == '#' || line[0] == '\n');
    return 1;
}

static void philox(void **state)
{
    char line[LINE];
    FILE *f = must_open("philox.txt");
    unsigned rows = 0;
    for (; next_line(f, line); ++rows) {
        uint32_t w[10], out[4];
        assert_int_equal(sscanf(line, "%x %x %x %x %x %x %x %x %x %x", w, w + 1, w + 2, w + 3, w + 4, w + 5, w + 6, w + 7,
                                w + 8, w + 9),
                         10);
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
    char line[LINE];
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

/* The rank of a float among all floats. */
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

enum { MAX = 256, TRIES = 12 };

typedef struct known_case {
    rr_job job;
    char param[RR_MAX_PARAMS][8];
    size_t n;
    uint64_t index[MAX], bits[MAX];
    int attempt[MAX], ulps[MAX];   /* attempt -1: not known */
} known_case;

static const char *const TYPES[] =
    {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I32] = "i32", [RR_I64] = "i64", [RR_U32] = "u32", [RR_U64] = "u64"};

static int is_whole(rr_type type) { return type != RR_F32 && type != RR_F64; }

/* "NAME TYPE"; `at` is set to where the rest begins. */
static void read_sampler(known_case *c, const char *text, int *at)
{
    char name[32], type[8];
    assert_int_equal(sscanf(text, "%31s %7s%n", name, type, at), 2);
    c->n = 0;
    c->job = (rr_job)RR_JOB_INIT;
    c->job.sampler = rr_sampler_find(name);
    assert_non_null(c->job.sampler);
    for (int t = RR_F32; t <= RR_U64; ++t)
        if (!strcmp(type, TYPES[t])) c->job.dtype = (rr_type)t;
}

/* One number for each other parameter; all that follow are weights, or a mixture's vectors. */
static void read_weights(known_case *c, const char *text)
{
    const uint32_t last = (uint32_t)__builtin_ctz(rr_lists(c->job.sampler));
    for (uint32_t p = 0; p < last; ++p, text += 17) {
        unsigned long long one;
        assert_int_equal(sscanf(text, " %16llx", &one), 1);
        memcpy(c->param[p], &one, sizeof one);
        c->job.param[p] = (rr_param){c->param[p], RR_F64, 0, 0};
    }
    static double w[MAX];
    unsigned long long u;
    int more;
    c->job.param[last] = (rr_param){w, RR_F64, 0, sizeof *w};
    for (c->job.dims.n = 0; sscanf(text, " %llx%n", &u, &more) == 1; text += more) {
        assert_true(c->job.dims.n < MAX);
        memcpy(&w[c->job.dims.n++], &u, sizeof u);
    }
    if (!rr_is_mixture(c->job.sampler)) return;
    c->job.dims.n /= c->job.sampler->params;   /* vectors, one after another */
    for (uint32_t p = 1; p < c->job.sampler->params; ++p)
        c->job.param[p] = (rr_param){w + p * c->job.dims.n, RR_F64, 0, sizeof *w};
}

static void read_params(known_case *c, const char *text)
{
    if (rr_lists(c->job.sampler)) {
        read_weights(c, text);
        return;
    }
    const rr_type type = rr_param_type(c->job.sampler, c->job.dtype);
    for (uint32_t p = 0; p < c->job.sampler->params; ++p) {
        unsigned long long u;
        int more;
        assert_int_equal(sscanf(text, " %llx%n", &u, &more), 1);
        text += more;
        memcpy(c->param[p], &u, width(type));
        c->job.param[p] = (rr_param){c->param[p], type, 0, 0};
    }
}

/* "case NAME TYPE SEED STREAM PARAMETERS" */
static void read_case(known_case *c, const char *line)
{
    unsigned long long seed, stream;
    int at, more;
    line += strlen("case ");
    read_sampler(c, line, &at);
    assert_int_equal(sscanf(line + at, "%llx %llx%n", &seed, &stream, &more), 2);
    c->job.stream = rr_stream_make(seed, stream);
    read_params(c, line + at + more);
}

/* "fed NAME TYPE PARAMETERS" */
static void read_fed_case(known_case *c, const char *line)
{
    int at;
    line += strlen("fed ");
    read_sampler(c, line, &at);
    read_params(c, line + at);
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

/* fixed:M fails exactly the samples whose first M attempts were rejected. */
static void check_attempts(known_case *c)
{
    uint64_t out[MAX];
    int accepted[MAX];
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
            fail_msg("%s index %llx is accepted at attempt %d, not %d", c->job.sampler->name,
                     (unsigned long long)c->index[i], accepted[i], c->attempt[i]);
    c->job.strategy = (rr_strategy){0, 0};
}

static void check_case(known_case *c)
{
    const char *names[8];
    uint64_t out[MAX];
    c->job.rows = c->n;
    c->job.index = c->index;
    for (unsigned i = 0, n = isas(names); i < n; ++i) {
        must_run(device("%s", names[i]), &c->job, out);
        check_values(c, names[i], out);
    }
    /* Consecutive indices, without an index array: the bulk path. */
    for (size_t i = 0; i + 13 <= c->n && c->index[i + 12] == c->index[i] + 12; i += 13) {
        rr_job bulk = c->job;
        bulk.index = NULL;
        bulk.rows = 13;
        bulk.stream.next = c->index[i];
        must_run(device("cpu"), &bulk, (char *)out + i * width(bulk.dtype));
    }
    check_values(c, "cpu, in bulk", out);
    if (c->job.sampler->rejects && !is_whole(c->job.dtype)) check_attempts(c);
}

/* One line of a case: index, attempt, bits, ulps. */
static void read_sample(known_case *c, const char *line)
{
    unsigned long long index, bits;
    char attempt[8];
    int ulps;
    assert_int_equal(sscanf(line, "%llx %7s %llx %d", &index, attempt, &bits, &ulps), 4);
    assert_true(c->n < MAX);
    c->index[c->n] = index;
    c->attempt[c->n] = attempt[0] == '?' ? -1 : atoi(attempt);
    c->bits[c->n] = bits;
    c->ulps[c->n++] = ulps;
}

static void samples(void **state)
{
    static known_case c;
    char line[LINE];
    FILE *f = law_file(*state, "answers");
    unsigned cases = 0;
    while (next_line(f, line) && strncmp(line, "fed ", 4)) {
        if (strncmp(line, "case ", 5)) {
            read_sample(&c, line);
            continue;
        }
        if (cases++) check_case(&c);
        read_case(&c, line);
    }
    assert_true(cases > 0);
    check_case(&c);
    fclose(f);
}

/* ---- Samples of chosen words ---------------------------------------------------------------------------------------- */

/* "D.P.k=V,...": word k of draw d and purpose p is v, in hexadecimal; "-": none is. */
static void force(feed *words, const char *text)
{
    int d, p, k, used;
    unsigned v;
    while (sscanf(text, "%d.%d.%d=%x%n", &d, &p, &k, &v, &used) == 4) {
        *feed_word(words, d, p, k) = v;
        text += used + (text[used] == ',');
    }
    assert_true(!*text || !strcmp(text, "-"));
}

/* One line: index, number of the words (feed_words), forced words, "0" accepted or "x" rejected, bits, ulps. */
static void check_fed(const known_case *c, const char *name, const char *line)
{
    double params[RR_MAX_PARAMS] = {0}, x = 0;
    unsigned long long index, salt, bits;
    char forced[256], want[8];
    int ulps, open;
    const int wide = rr_param_type(c->job.sampler, c->job.dtype) != RR_F32;
    assert_int_equal(sscanf(line, "%llx %llx %255s %7s %llx %d", &index, &salt, forced, want, &bits, &ulps), 6);
    for (uint32_t p = 0; p < c->job.sampler->params; ++p) {
        float f;
        memcpy(&f, c->param[p], 4);
        if (wide) memcpy(&params[p], c->param[p], 8);
        else params[p] = (double)f;
    }
    feed words = feed_words(salt);
    force(&words, forced);
    const int accepted = feed_attempt(name, wide, &words, index, 0, params, &x, &open);
    if (accepted != (want[0] == '0')) fail_msg("%s: attempt 0 is %s: %s", name, accepted ? "accepted" : "rejected", line);
    if (!accepted) return;
    const float f = (float)x;
    const uint64_t u = (uint64_t)x;
    const void *have = is_whole(c->job.dtype) ? (const void *)&u : wide ? (const void *)&x : (const void *)&f;
    const unsigned w = width(c->job.dtype);
    const int64_t d = ordinal(bits_at(have, 0, w), w) - ordinal(bits, w);
    if (d > ulps || d < -ulps) fail_msg("%s: %llx, known is %s", name, (unsigned long long)bits_at(have, 0, w), line);
}

/* Words too rare for a stream: LOW words matter where a uniform's own bits are few, and a verdict depends on them once in
 * 2^32. The contract defines which words a sample depends on, and in which order. */
static void chosen_words(void **state)
{
    static known_case c;
    const law *l = *state;
    char line[LINE];
    FILE *f = law_file(l, "answers");
    int fed = 0;
    while (next_line(f, line)) {
        const int begins = !strncmp(line, "fed ", 4);
        if (begins) read_fed_case(&c, line);
        else if (fed) check_fed(&c, l->name, line);
        fed |= begins;
    }
    fclose(f);
}

/* ---- Conversions of words ------------------------------------------------------------------------------------------- */

static void convert(int wide, uint64_t w, uint64_t low, uint64_t u, uint64_t e)
{
    double x, y;
    feed_unit(wide, w, low, &x, &y);
    const float u32 = (float)x, e32 = (float)y;
    const unsigned size = wide ? 8 : 4;
    const uint64_t have = bits_at(wide ? (void *)&x : (void *)&u32, 0, size);
    const int64_t d = ordinal(bits_at(wide ? (void *)&y : (void *)&e32, 0, size), size) - ordinal(e, size);
    if (have != u) fail_msg("the uniform of %llx, %llx is %a", (unsigned long long)w, (unsigned long long)low, x);
    if (d > 2 || d < -2)
        fail_msg("-log of the uniform of %llx, %llx is %a", (unsigned long long)w, (unsigned long long)low, y);
}

static void words(void **state)
{
    char line[LINE];
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

/* ---- The library's own bits ------------------------------------------------------------------------------------------ */

enum { SHOWN = 16, HASHED = 4096, SETS = 8 };

static uint64_t fnv(const void *p, size_t n)
{
    const unsigned char *b = p;
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; ++i) h = (h ^ b[i]) * 0x100000001b3u;
    return h;
}

/* The line for one set of parameters; set SETS is one value per sample. */
static void own_line(const rr_sampler *s, rr_type dtype, unsigned set, char line[LINE])
{
    static uint64_t out[HASHED];
    const unsigned w = width(dtype);
    rr_job job = job_of(s, dtype, ((uint64_t)1 << 34) - 5, HASHED, set == SETS ? EACH : SHARED, set * 73);
    must_run(device("cpu"), &job, out);
    int at = snprintf(line, LINE, "%s v%u %s set %u: %016llx", s->name, s->bits_version, TYPES[dtype],
                      set, (unsigned long long)fnv(out, HASHED * w));
    for (int i = 0; i < SHOWN; ++i)
        at += snprintf(line + at, LINE - at, " %0*llx", (int)w * 2, (unsigned long long)bits_at(out, i, w));
    strcpy(line + at, "\n");
}

/* Hands all lines of a sampler to `each`. */
static void own_lines(const rr_sampler *s, void (*each)(const char *line, void *data), void *data)
{
    char line[LINE];
    for (int t = RR_F32; t <= RR_U64; ++t)
        for (unsigned set = 0; set <= (s->params ? SETS : 0) && s->dtypes >> t & 1 && (!s->counts || t == RR_I64); ++set) {
            own_line(s, (rr_type)t, set, line);
            each(line, data);
        }
}

static void compare(const char *have, void *file)
{
    char want[LINE];
    assert_int_equal(next_line(file, want), 1);
    if (strcmp(want, have)) fail_msg("bits have changed: %swas %s", have, want);
}

static void own_bits(void **state)
{
    const law *l = *state;
    char more[LINE];
    FILE *f = law_file(l, "bits");
    own_lines(l->sampler, compare, f);
    assert_int_equal(next_line(f, more), 0);
    fclose(f);
}

static void print(const char *line, void *file)
{
    fputs(line, file);
}

static int make(const char *name)
{
    const law *l;
    for (size_t i = 0; (l = law_at(i)); ++i) {
        if (strcmp(l->name, name)) continue;
        printf(
            "# The library's own bits: sampler, bits version, type, set of parameters (tests/support), FNV-1a of %d values "
            "from index\n# 2^34 - 5 on, the first %d. Made by build/tests/known/known --make %s; a change of a line is a change "
            "of the contract.\n",
            HASHED, SHOWN, name);
        own_lines(l->sampler, print, stdout);
        return 0;
    }
    fprintf(stderr, "laws/list.h has no %s\n", name);
    return 1;
}

/* A test for the file in this folder of the module. */
static size_t add(struct CMUnitTest *tests, size_t n, const law *l, const char *folder, const char *what,
                  CMUnitTestFunction test)
{
    FILE *f = law_file(l, folder);
    if (!f) return n;
    fclose(f);
    tests[n] = (struct CMUnitTest){.name = law_title(l, what), .test_func = test, .initial_state = (void *)(uintptr_t)l};
    return n + 1;
}

int main(int argc, char **argv)
{
    enum { MAX_LAWS = 1000 };
    static struct CMUnitTest tests[3 * MAX_LAWS + 3] = {TEST(philox), TEST(derive), TEST(words)};
    size_t n = 3;
    const law *l;
    if (argc == 3 && !strcmp(argv[1], "--make")) return make(argv[2]);
    for (size_t i = 0; i < MAX_LAWS && (l = law_at(i)); ++i) {
        if (rr_is_row(l->sampler)) continue;   /* rows have answers in another format, and their own test */
        n = add(tests, n, l, "answers", "answers", samples);
        n = add(tests, n, l, "answers", "of chosen words", chosen_words);
        n = add(tests, n, l, "bits", "bits", own_bits);
    }
    return _cmocka_run_group_tests("known", tests, n, NULL, NULL);
}
