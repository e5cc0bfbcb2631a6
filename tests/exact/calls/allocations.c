/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* malloc and free, counted per call by an allocator that wraps glibc's: a call frees what it allocates, after success and
 * after every error, including the failure of each of its allocations; it writes nothing beyond an allocation's end; and a
 * call for up to 4096 single samples allocates nothing, as reroll_core.h states, except for tables and weights. The
 * allocations of other calls are printed. */
#include "tests/support/support.h"

#include "reroll_order.h"

#include <malloc.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTED 1
#else
#define COUNTED 0
#endif

enum { SMALL = 4096, MAX = 20000 };

/* volatile: compilers assume that malloc does not change the program's variables. */
static volatile struct {
    int on;
    long held, taken;   /* allocations not yet freed; all allocations */
    long fail;          /* this one fails, counted from 1; 0: none */
    long overrun;       /* allocations that were written to beyond their end */
} counted;

#if COUNTED
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *old);

static int refused(void)
{
    return counted.on && ++counted.taken == counted.fail;
}

/* Each allocation is followed by at least GUARD bytes of FILL and, at the end of the memory that glibc gives, by its size
 * and a mark. Memory without a mark comes from a function that is not wrapped here. */
enum { FILL = 0xa5, GUARD = 64, END = 2 * sizeof(uint64_t) };
#define MARK 0x9e3779b97f4a7c15u

static uint64_t *end_of(void *memory)
{
    return (uint64_t *)((char *)memory + malloc_usable_size(memory) / 8 * 8 - END);
}

static void *guarded(void *memory, size_t size)
{
    counted.held += counted.on && memory;
    if (!memory) return NULL;
    uint64_t *end = end_of(memory);
    memset((char *)memory + size, FILL, (size_t)((char *)end - (char *)memory) - size);
    end[0] = size;
    end[1] = MARK ^ (uintptr_t)memory;
    return memory;
}

/* Counts an allocation that was written to beyond its end. */
static void check_end(void *memory)
{
    if (!memory) return;
    counted.held -= counted.on;
    uint64_t *end = end_of(memory);
    if (end[1] != (MARK ^ (uintptr_t)memory)) return;
    const unsigned char *at = (unsigned char *)memory + end[0];
    while (at < (unsigned char *)end && *at == FILL) ++at;
    counted.overrun += at < (unsigned char *)end;
    end[1] = 0;
}

/* The library uses these too, although it is a separate file. */
#pragma GCC visibility push(default)
void *malloc(size_t size) { return refused() ? NULL : guarded(__libc_malloc(size + GUARD + END), size); }
void *calloc(size_t n, size_t size)
{
    size_t all;
    if (__builtin_mul_overflow(n, size, &all)) return NULL;
    return refused() ? NULL : guarded(__libc_calloc(1, all + GUARD + END), all);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return refused() ? NULL : guarded(__libc_memalign(alignment, size + GUARD + END), size);
}

void *realloc(void *old, size_t size)
{
    if (refused()) return NULL;
    check_end(old);
    return guarded(__libc_realloc(old, size + GUARD + END), size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    if (refused()) return 12;   /* ENOMEM */
    *to = guarded(__libc_memalign(alignment, size + GUARD + END), size);
    return *to ? 0 : 12;
}

void free(void *old)
{
    check_end(old);
    __libc_free(old);
}
#pragma GCC visibility pop
#endif

/* ---- What is called ---- */

typedef struct call {
    const char *name;
    const rr_device *device;
    rr_job job;
    rr_status (*other)(rr_result *result);   /* in place of rr_run */
} call;

static int64_t numbers[MAX];

static rr_status choose(rr_result *result) { return rr_choose(rr_stream_make(1, 0), 1u << 20, 3000, numbers, result); }
static rr_status leave_out(rr_result *result) { return rr_choose(rr_stream_make(1, 0), 3000, 2900, numbers, result); }
static rr_status biject(rr_result *result) { return rr_bijection(rr_stream_make(1, 0), 1000, 10, 900, numbers, result); }

static rr_status permute(rr_result *result)
{
    return rr_permutation(device("cpu"), rr_stream_make(1, 0), 3, 1000, numbers, result);
}

static rr_status resample_by(rr_resampling how, rr_result *result)
{
    static const double w[] = {1, 2, 3, 4, 5, 6, 7};
    return rr_resample(device("cpu"), how, rr_stream_make(1, 0), w, 7, 3000, numbers, result);
}

static rr_status systematic(rr_result *result) { return resample_by(RR_SYSTEMATIC, result); }
static rr_status stratified(rr_result *result) { return resample_by(RR_STRATIFIED, result); }
static rr_status residual(rr_result *result) { return resample_by(RR_RESIDUAL, result); }
static rr_status multinomial(rr_result *result) { return resample_by(RR_MULTINOMIAL, result); }

/* A prepared job, and the elements that are drawn of it. */
static rr_prepared *prepared;
static uint64_t prepared_elements, prepared_row;
static double drawn[MAX];

static rr_status draw_prepared(rr_result *result)
{
    return rr_prepared_draw(prepared, prepared_row, prepared_elements, drawn, result);
}

static const call *prepared_call;

static rr_status open_and_close(rr_result *result)
{
    rr_prepared *p;
    const rr_status status = rr_prepared_open(prepared_call->device, &prepared_call->job, &p, result);
    rr_prepared_close(&p);
    return status;
}

static rr_status make(const call *c, rr_result *result)
{
    return c->other ? c->other(result) : rr_run(c->device, &c->job, result);
}

/* Makes the call with allocation number `fail` failing, and returns the number of its allocations. Memory left allocated is
 * an error. */
static long count(const call *c, long fail, rr_status *status)
{
    rr_result result = RR_RESULT_INIT;
    counted.held = counted.taken = 0;
    counted.fail = fail;
    counted.on = 1;
    *status = make(c, &result);
    counted.on = 0;
    if (counted.overrun) fail_msg("%s: an allocation was written to beyond its end", c->name);
    if (counted.held)
        fail_msg("%s: %ld allocations are left, status %d, allocation %ld failing", c->name, counted.held, *status, fail);
    return counted.taken;
}

/* Makes the call, and again with each of its allocations failing: it reports that there is no memory, or works without. */
static long all_of(const call *c, rr_status want)
{
    rr_status status;
    make(c, NULL);   /* from now on the table is cached */
    const long taken = count(c, 0, &status);
    if (status != want) fail_msg("%s: status %d, not %d", c->name, status, want);
    for (long k = 1; k <= taken; ++k) {
        count(c, k, &status);
        if (status != want && status != RR_ERR_MEMORY)
            fail_msg("%s: allocation %ld of %ld fails: status %d", c->name, k, taken, status);
    }
    count(c, 0, &status);
    if (status != want) fail_msg("%s: status %d after allocations that failed", c->name, status);
    return taken;
}

/* ---- Tests ---- */

static void single_samples(void **state)
{
    static const unsigned sizes[] = {1, 64, 65, 1000, 1700, SMALL, MAX};
    static char out[MAX * 8];
    const rr_sampler *s;
    rr_type dtype;
    (void)state;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
            if (s->outside || (k % 2 != t % 2 && sizes[k] != SMALL)) continue;
            call c = {.name = s->name, .device = device("cpu"), .job = job_of(s, dtype, 3, sizes[k], (int)(t + k) % 2, t)};
            c.job.out = out;
            const long taken = all_of(&c, RR_OK);
            if (taken && sizes[k] <= SMALL && !rr_lists(s) && !s->fixed)
                fail_msg("%s: %u elements take %ld allocations", s->name, sizes[k], taken);
        }
}

static void errors(void **state)
{
    static char out[SMALL * 2 * 8];
    const double nan = strtod("nan", NULL);
    const rr_sampler *s;
    rr_type dtype;
    (void)state;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        if (s->outside) continue;
        call c = {.name = s->name, .device = device("cpu"), .job = job_of(s, dtype, UINT64_MAX, 2, SHARED, t)};
        c.job.out = out;
        all_of(&c, RR_ERR_INDEX);
        c.job.stream.next = 0;
        c.job.sampler = NULL;
        all_of(&c, RR_ERR_ARGUMENT);
        c.job = job_of(s, dtype, 0, t % 2 ? 64 : 2 * SMALL, SHARED, t);
        c.job.out = out;
        for (uint32_t p = 0; p < s->params; ++p) {
            const rr_param good = c.job.param[p];
            if (rr_is_list(s, p)) continue;
            c.job.param[p] = (rr_param){&nan, RR_F64, 0, 0};
            all_of(&c, RR_ERR_PARAM);
            c.job.param[p] = good;
        }
    }
}

static void rows(void **state)
{
    static const double total = 40, weights[] = {3, 4, 5, 6}, cov[] = {2, .5, 0, .5, 2, 0, 0, 0, 1};
    static double out[MAX];
    static const struct { const char *name; int covariance; } laws[] = {{"multinomial", 0}, {"dirichlet", 0},
                                                                       {"dirichlet-multinomial", 0},
                                                                       {"multivariate-normal", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; ++i)
        for (unsigned n = 1; n <= 4000; n = n < 1000 ? n * 10 : n * 4) {
            call c = {.name = laws[i].name, .device = device("cpu"), .job = RR_JOB_INIT};
            c.job.sampler = rr_sampler_find(laws[i].name);
            c.job.dtype = c.job.sampler->counts ? RR_I64 : RR_F64;
            c.job.rows = n, c.job.cols = 3, c.job.out = out;
            const uint32_t list = c.job.sampler->params - 1;
            if (list) c.job.param[0] = (rr_param){&total, RR_F64, 0, 0};
            c.job.param[list] = laws[i].covariance ? (rr_param){cov, RR_F64, 24, 8} : (rr_param){weights, RR_F64, 0, 8};
            printf("# %s: %u rows of 3 take %ld allocations\n", c.name, n, all_of(&c, RR_OK));
            c.job.stream.next = UINT64_MAX;
            all_of(&c, RR_ERR_INDEX);
        }
}

static void order(void **state)
{
    static const call calls[] = {{.name = "choose", .other = choose}, {.name = "choose, left out", .other = leave_out},
                                 {.name = "permutation", .other = permute}, {.name = "bijection", .other = biject},
                                 {.name = "systematic", .other = systematic}, {.name = "stratified", .other = stratified},
                                 {.name = "residual", .other = residual}, {.name = "multinomial", .other = multinomial}};
    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        printf("# %s takes %ld allocations\n", calls[i].name, all_of(&calls[i], RR_OK));
}

static const call opens = {.name = "rr_prepared_open", .other = open_and_close};

/* A draw of a prepared job, from its second row on. */
static long draws(const rr_job *job, uint64_t elements)
{
    const call draw = {.name = job->sampler->name, .other = draw_prepared};
    rr_result result = RR_RESULT_INIT;
    if (rr_prepared_open(device("cpu"), job, &prepared, &result)) fail_msg("%s: %s", job->sampler->name, result.message);
    prepared_row = job->cols;
    prepared_elements = elements;
    const long taken = all_of(&draw, RR_OK);
    rr_prepared_close(&prepared);
    return taken;
}

/* A draw of up to 4096 single samples allocates nothing, also where a call makes a table. */
static void prepared_jobs(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    (void)state;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        if (s->outside) continue;
        const rr_job job = job_of(s, dtype, 3, 2 * SMALL, (int)t % 2, t);
        const call whole = {.device = device("cpu"), .job = job};
        prepared_call = &whole;
        if (t % 8 == 0 || rr_lists(s) || s->fixed) all_of(&opens, RR_OK);
        for (uint64_t n = 1; n <= SMALL; n *= 64) {
            const long taken = draws(&job, n);
            if (taken) fail_msg("%s, prepared: %llu elements take %ld allocations", s->name, (unsigned long long)n, taken);
        }
    }
}

static void prepared_tables(void **state)
{
    static double weights[1000], total = 40;
    static const double cov[] = {2, .5, 0, .5, 2, 0, 0, 0, 1};
    const double shape = 7.625;
    (void)state;
    for (int i = 0; i < 1000; ++i) weights[i] = 1 + i % 5;
    rr_job job = RR_JOB_INIT;
    job.rows = 5000;
    job.sampler = rr_sampler_find("gamma:table");
    job.param[0] = (rr_param){&shape, RR_F64, 0, 0};
    assert_int_equal(draws(&job, SMALL), 0);
    job.dtype = RR_I64, job.dims.n = 1000;
    job.param[0] = (rr_param){weights, RR_F64, 0, 8};
    for (int alias = 0; alias < 2; ++alias) {
        job.sampler = rr_sampler_find(alias ? "categorical:alias" : "categorical");
        assert_int_equal(draws(&job, SMALL), 0);
    }
    job = (rr_job)RR_JOB_INIT;
    job.sampler = rr_sampler_find("multivariate-normal"), job.rows = 2000, job.cols = 3;
    job.param[1] = (rr_param){cov, RR_F64, 24, 8};
    assert_int_equal(draws(&job, 3), 0);
    assert_int_equal(draws(&job, 4095), 0);
    job.sampler = rr_sampler_find("multinomial"), job.dtype = RR_I64;
    job.param[0] = (rr_param){&total, RR_F64, 0, 0};
    job.param[1] = (rr_param){weights, RR_F64, 0, 8};
    printf("# multinomial, prepared: 1000 rows of 3 take %ld allocations\n", draws(&job, 3000));
}

/* More tables than the cache holds: each prepared job has its own, and no draw makes one. */
static void more_tables(void **state)
{
    enum { JOBS = 200, N = 20 };
    static rr_prepared *job_of_shape[JOBS];
    static double shape[JOBS], want[JOBS][N];
    rr_job job = RR_JOB_INIT;
    (void)state;
    job.sampler = rr_sampler_find("gamma:table"), job.dtype = RR_F64, job.rows = 1000;
    for (int k = 0; k < JOBS; ++k) {
        shape[k] = 1.5 + 0.0625 * k;
        job.param[0] = (rr_param){&shape[k], RR_F64, 0, 0};
        assert_int_equal(rr_prepared_open(device("cpu"), &job, &job_of_shape[k], NULL), RR_OK);
        rr_job alone = job;
        alone.rows = N, alone.out = want[k];
        assert_int_equal(rr_run(device("cpu"), &alone, NULL), RR_OK);
    }
    const call draw = {.name = "a table of many", .other = draw_prepared};
    prepared_row = 0;
    prepared_elements = N;
    for (int turn = 0; turn < 2; ++turn)
        for (int k = 0; k < JOBS; ++k) {
            rr_status status;
            prepared = job_of_shape[k];
            assert_int_equal(count(&draw, 0, &status), 0);
            assert_int_equal(status, RR_OK);
            assert_memory_equal(drawn, want[k], sizeof want[k]);
        }
    for (int k = 0; k < JOBS; ++k) rr_prepared_close(&job_of_shape[k]);
}

/* The allocator counts the library's allocations too; otherwise these tests would see nothing. */
static void it_counts(void **state)
{
    const call whole = {.device = device("cpu"), .job = job_of(rr_sampler_find("normal"), RR_F64, 3, 10, SHARED, 0)};
    rr_status status;
    void *volatile kept;
    (void)state;
    counted.held = counted.taken = counted.fail = 0;
    counted.on = 1;
    kept = malloc(1);
    counted.on = 0;
    assert_int_equal(counted.held, COUNTED);
    assert_int_equal(counted.taken, COUNTED);
    if (COUNTED) ((volatile char *)kept)[1] = 0;
    free(kept);
    assert_int_equal(counted.overrun, COUNTED);
    counted.overrun = 0;
    prepared_call = &whole;
    assert_int_equal(count(&opens, 0, &status), COUNTED);
    assert_int_equal(status, RR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(it_counts), TEST(single_samples), TEST(errors), TEST(rows), TEST(order),
                                       TEST(prepared_jobs), TEST(prepared_tables), TEST(more_tables)};
    if (!COUNTED) return puts("1..0 # SKIP the allocator is not glibc's"), 0;
    return RUN(tests);
}
