/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Times the same calls of two builds of libreroll.so in one process, alternately; bench/build.py uses it to compare a commit
 * with the one before.
 *
 *     two_libraries OLD.so NEW.so ROUNDS [--calls] DEVICE...
 *
 * Prints a line per device, row, type and number of samples: these, the median ns per sample of each library, and the median
 * of the ratio NEW / OLD of a round. A turn repeats the call for a quarter of a millisecond; odd rounds begin with the
 * second library.
 *
 * --calls: short calls of rr_run and of a prepared job. A line begins with "run" or "prepared", and has ns per call up to
 * 4096 samples; at 2^20, which shows the rate of long calls, it has ns per sample. */
#include <reroll_prepared.h>
#include <reroll_sampler.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_N = 1 << 20, PARAMS = 2, MAX_ROUNDS = 1001, WEIGHTS = 64, SHORT = 4096 };

/* A parameter varies from low to high over the samples if these differ. */
typedef struct row {
    const char *title, *sampler;
    struct { double low, high; } param[PARAMS];
} row;

/* One job of one library. */
typedef struct timed {
    const struct library *library;
    rr_job job;
    rr_prepared *prepared;   /* of the whole job, which has many times n samples; NULL: rr_run draws n */
} timed;

static const row rows[] = {
    {"exponential(1)", "exponential", {{1, 1}}},
    {"exponential(each)", "exponential", {{1, 3}}},
    {"normal(0,1)", "normal", {{0, 0}, {1, 1}}},
    {"normal(each,each)", "normal", {{-1, 1}, {1, 3}}},
    {"gamma(2)", "gamma", {{2, 2}, {1, 1}}},
    {"gamma(0.3)", "gamma", {{0.3, 0.3}, {1, 1}}},
    {"gamma(each)", "gamma", {{1, 11}, {1, 1}}},
    {"beta(2,3)", "beta", {{2, 2}, {3, 3}}},
    {"beta(each,each)", "beta", {{0.5, 5}, {1, 4}}},
    {"poisson(3)", "poisson", {{3, 3}}},
    {"poisson(50)", "poisson", {{50, 50}}},
    {"poisson(each)", "poisson", {{5, 100}}},
    {"binomial(100,0.3)", "binomial", {{100, 100}, {0.3, 0.3}}},
    {"binomial(100,each)", "binomial", {{100, 100}, {0.1, 0.9}}},
    {"categorical(64)", "categorical", {{0, 0}}},
    {"discrete-laplace(0.5)", "discrete-laplace", {{0.5, 0.5}}},
    {"discrete-laplace(each)", "discrete-laplace", {{0.1, 2}}},
};
static const unsigned numbers[] = {20, 1000, 65536};

static const row short_rows[] = {
    {"bits", "bits", {{0, 0}}},
    {"uniform(0,1)", "uniform", {{0, 0}, {1, 1}}},
    {"normal(0,1)", "normal", {{0, 0}, {1, 1}}},
    {"gamma(2)", "gamma", {{2, 2}, {1, 1}}},
    {"poisson(50)", "poisson", {{50, 50}}},
};
static const unsigned short_numbers[] = {1, 16, 64, 256, 1024, SHORT, MAX_N};
#define COUNT(x) (sizeof(x) / sizeof *(x))

static struct library {
    __typeof__(rr_device_open) *open;
    __typeof__(rr_sampler_find) *find;
    __typeof__(rr_sampler_about) *about;
    __typeof__(rr_run) *run;
    __typeof__(rr_prepared_open) *prepare;
    __typeof__(rr_prepared_draw) *draw;
    __typeof__(rr_prepared_close) *close;
    rr_device *device;
} library[2];

static struct { double f64[MAX_N]; float f32[MAX_N]; } values[PARAMS];
static double out[MAX_N];

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "two_libraries: %s: %s\n", what, why);
    exit(1);
}

static void *symbol(void *from, const char *name)
{
    void *found = dlsym(from, name);
    if (!found) fail(name, dlerror());
    return found;
}

static void load(struct library *l, const char *path)
{
    void *from = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!from) fail(path, dlerror());
    l->open = (__typeof__(rr_device_open) *)symbol(from, "rr_device_open");
    l->find = (__typeof__(rr_sampler_find) *)symbol(from, "rr_sampler_find");
    l->about = (__typeof__(rr_sampler_about) *)symbol(from, "rr_sampler_about");
    l->run = (__typeof__(rr_run) *)symbol(from, "rr_run");
    l->prepare = (__typeof__(rr_prepared_open) *)symbol(from, "rr_prepared_open");
    l->draw = (__typeof__(rr_prepared_draw) *)symbol(from, "rr_prepared_draw");
    l->close = (__typeof__(rr_prepared_close) *)symbol(from, "rr_prepared_close");
}

/* Parameters of counts are f64 for every type of samples. */
static rr_job job_of(const row *r, const rr_sampler_info *s, rr_type dtype, unsigned n)
{
    rr_job job = RR_JOB_INIT;
    const int weights = s->params && s->param[0].shape.rule == RR_RULE_WEIGHTS;
    const rr_type type = s->counts || weights ? RR_F64 : dtype;
    const ptrdiff_t size = type == RR_F64 ? 8 : 4;
    job.sampler = s->sampler;
    job.dtype = dtype;
    job.stream = (rr_stream){17, 4, 0};
    job.rows = n;
    job.out = out;
    job.dims.n = weights ? WEIGHTS : 0;
    for (uint32_t p = 0; p < s->params; ++p) {
        const double low = r->param[p].low, step = (r->param[p].high - low) / n;
        for (unsigned i = 0; i < MAX_N; ++i) values[p].f64[i] = weights ? 1 + i % 7 : low + step * (i % n);
        for (unsigned i = 0; i < MAX_N; ++i) values[p].f32[i] = (float)values[p].f64[i];
        job.param[p].data = type == RR_F64 ? (void *)values[p].f64 : (void *)values[p].f32;
        job.param[p].type = type;
        job.param[p].row_stride = step ? size : 0;
        job.param[p].col_stride = weights ? size : 0;
    }
    return job;
}

/* Processor time in ns, since other programs may run in between. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Draws consecutive samples in a turn, so that no call repeats the one before. */
static const char *repeat(const timed *t, unsigned n, unsigned calls)
{
    static rr_result result;
    rr_job job = t->job;
    result = (rr_result)RR_RESULT_INIT;
    for (unsigned i = 0; i < calls; ++i, job.stream.next += n) {
        const rr_status status = t->prepared ? t->library->draw(t->prepared, (uint64_t)i * n, n, out, &result)
                                             : t->library->run(t->library->device, &job, &result);
        if (status != RR_OK) return result.message;
    }
    return NULL;
}

/* The time of these calls in ns. */
static double turn(const timed *t, const char *title, unsigned n, unsigned calls)
{
    const double start = now();
    const char *wrong = repeat(t, n, calls);
    const double end = now();
    if (wrong) fail(title, wrong);
    return end - start;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, compare);
    return x[n / 2];
}

static timed timed_of(const struct library *l, const row *r, rr_type dtype, unsigned n, int prepared)
{
    const rr_sampler_info *s = l->about(l->find(r->sampler));
    rr_result result = RR_RESULT_INIT;
    timed t = {.library = l, .job = job_of(r, s, dtype, n)};
    rr_job all = t.job;
    all.rows = (uint64_t)1 << 40;
    if (prepared && l->prepare(l->device, &all, &t.prepared, &result)) fail(r->title, result.message);
    return t;
}

static void measure(const char *before, const char *device, const row *r, rr_type dtype, unsigned n, int prepared,
                    int rounds)
{
    static const char *const types[] = {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I32] = "i32", [RR_U32] = "u32"};
    static double ns[2][MAX_ROUNDS], ratio[MAX_ROUNDS];
    const double each = *before && n <= SHORT ? 1 : n;
    timed t[2];
    unsigned calls = 1;
    for (int k = 0; k < 2; ++k) t[k] = timed_of(&library[k], r, dtype, n, prepared);
    for (int k = 0; k < 2; ++k) turn(&t[k], r->title, n, 1);   /* makes tables and loads code */
    while (turn(&t[0], r->title, n, calls) < 2.5e5) calls *= 2;
    for (int i = 0; i < rounds; ++i) {
        for (int k = 0; k < 2; ++k) {
            const int who = k ^ (i & 1);
            ns[who][i] = turn(&t[who], r->title, n, calls) / calls / each;
        }
        ratio[i] = ns[1][i] / ns[0][i];
    }
    printf("%s%s %s %s %u %.4f %.4f %.4f\n", before, device, r->title, types[dtype], n, median(ns[0], rounds),
           median(ns[1], rounds), median(ratio, rounds));
    fflush(stdout);
    for (int k = 0; k < 2; ++k) library[k].close(&t[k].prepared);
}

static void measure_all(const char *device, int rounds)
{
    for (size_t r = 0; r < COUNT(rows); ++r)
        for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
            for (size_t i = 0; i < COUNT(numbers); ++i) measure("", device, &rows[r], dtype, numbers[i], 0, rounds);
}

/* Samplers with 32-bit types only are measured once. */
static void measure_calls(const char *device, int rounds)
{
    static const rr_type types[] = {RR_U32, RR_I32, RR_F32, RR_F64};
    for (size_t r = 0; r < COUNT(short_rows); ++r)
        for (size_t t = 0; t < COUNT(types); ++t) {
            const rr_sampler_info *s = library[0].about(library[0].find(short_rows[r].sampler));
            if (!(s->dtypes >> types[t] & 1) || (s->counts && types[t] != RR_I32)) continue;
            for (int prepared = 0; prepared < 2; ++prepared)
                for (size_t i = 0; i < COUNT(short_numbers); ++i)
                    measure(prepared ? "prepared " : "run ", device, &short_rows[r], types[t], short_numbers[i], prepared,
                            rounds);
        }
}

int main(int argc, char **argv)
{
    const int rounds = argc > 4 ? atoi(argv[3]) : 0, calls = argc > 5 && !strcmp(argv[4], "--calls");
    if (rounds < 1 || rounds > MAX_ROUNDS) fail("arguments", "OLD.so NEW.so ROUNDS (1 to 1001) [--calls] DEVICE...");
    for (int k = 0; k < 2; ++k) load(&library[k], argv[1 + k]);
    for (int d = 4 + calls; d < argc; ++d) {
        char one[64];
        snprintf(one, sizeof one, "%s,threads=1", argv[d]);
        for (int k = 0; k < 2; ++k)
            if (library[k].open(one, &library[k].device)) fail(argv[1 + k], one);
        if (calls) measure_calls(argv[d], rounds);
        else measure_all(argv[d], rounds);
    }
    return 0;
}
