/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Times the same calls of two builds of libreroll.so in one process, alternately: bench/build.py compares a commit with the
 * one before.
 *
 *     two_libraries OLD.so NEW.so ROUNDS DEVICE...
 *
 * Prints a line per device, row, type and number of samples: these, the median ns per sample of each library, and the median
 * of the ratio NEW / OLD of a round. A turn repeats the call for a quarter of a millisecond; odd rounds begin with the
 * second library. */
#include <reroll_sampler.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_N = 1 << 16, PARAMS = 2, MAX_ROUNDS = 1001, WEIGHTS = 64 };

/* A parameter goes from low to high over the samples where these differ. */
typedef struct row {
    const char *title, *sampler;
    struct { double low, high; } param[PARAMS];
} row;

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
static const unsigned numbers[] = {20, 1000, MAX_N};

static struct library {
    __typeof__(rr_device_open) *open;
    __typeof__(rr_sampler_find) *find;
    __typeof__(rr_sampler_about) *about;
    __typeof__(rr_run) *run;
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
}

/* Parameters of counts are f64 whatever the samples are. */
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

/* Processor time in ns: other programs may run in between. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

/* ns of these calls. */
static double turn(const struct library *l, rr_job job, const char *title, unsigned calls)
{
    rr_result result = RR_RESULT_INIT;
    const double start = now();
    for (unsigned i = 0; i < calls; ++i, job.stream.next += job.rows)
        if (l->run(l->device, &job, &result) != RR_OK) fail(title, result.message);
    return now() - start;
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

static void measure(const char *device, const row *r, rr_type dtype, unsigned n, int rounds)
{
    static double ns[2][MAX_ROUNDS], ratio[MAX_ROUNDS];
    rr_job job[2];
    unsigned calls = 1;
    for (int k = 0; k < 2; ++k) job[k] = job_of(r, library[k].about(library[k].find(r->sampler)), dtype, n);
    for (int k = 0; k < 2; ++k) turn(&library[k], job[k], r->title, 1);   /* tables, and code that is read in */
    while (turn(&library[0], job[0], r->title, calls) < 2.5e5) calls *= 2;
    for (int i = 0; i < rounds; ++i) {
        for (int k = 0; k < 2; ++k) {
            const int who = k ^ (i & 1);
            ns[who][i] = turn(&library[who], job[who], r->title, calls) / calls / n;
        }
        ratio[i] = ns[1][i] / ns[0][i];
    }
    printf("%s %s %s %u %.4f %.4f %.4f\n", device, r->title, dtype == RR_F32 ? "f32" : "f64", n, median(ns[0], rounds),
           median(ns[1], rounds), median(ratio, rounds));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const int rounds = argc > 4 ? atoi(argv[3]) : 0;
    if (rounds < 1 || rounds > MAX_ROUNDS) fail("arguments", "OLD.so NEW.so ROUNDS (1 to 1001) DEVICE...");
    for (int k = 0; k < 2; ++k) load(&library[k], argv[1 + k]);
    for (int d = 4; d < argc; ++d) {
        char one[64];
        snprintf(one, sizeof one, "%s,threads=1", argv[d]);
        for (int k = 0; k < 2; ++k)
            if (library[k].open(one, &library[k].device)) fail(argv[1 + k], one);
        for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r)
            for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
                for (int i = 0; i < 3; ++i) measure(argv[d], &rows[r], dtype, numbers[i], rounds);
    }
    return 0;
}
