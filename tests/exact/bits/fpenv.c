/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The caller's floating-point environment changes no bit and is given back: flush to zero, denormals as zero, rounding up,
 * down and to zero, unmasked exceptions. Each case runs in a child process, since a trap would end it. And the emulated
 * fma of the scalar lanes against the fma of libm, where the two are halfway. */
#include <fenv.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/support.h"

#include "engine/lanes/lane.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

enum { N = 300, MANY = 70000 };

static const struct { const char *name; unsigned csr; } WORLDS[] = {
    {"flush to zero, denormals are zero", 0x1f80 | 0x8040}, {"round up", 0x1f80 | 0x4000}, {"round down", 0x1f80 | 0x2000},
    {"round to zero", 0x1f80 | 0x6000}, {"all exceptions unmasked", 0x0000}, {"all at once", 0x8040 | 0x4000},
    {"sticky flags set", 0x1f80 | 0x3f}, {"the usual one", 0x1f80},
};

/* rr_run in that environment: checks the bits, the status and the environment afterwards. */
static int same_in(const rr_device *d, const rr_job *job, unsigned csr, const void *want, rr_status status, void *out)
{
    rr_job run = *job;
    rr_result result = RR_RESULT_INIT;
    run.out = out;
    const unsigned saved = _mm_getcsr();
    _mm_setcsr(csr);
    const rr_status have = rr_run(d, &run, &result);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(saved);
    return have == status && after == csr && !memcmp(want, out, job->rows * width(job->dtype));
}

/* Runs the case in a child; returns 0 on success, the signal, or -1. */
static int in_child(const rr_device *d, const rr_job *job, unsigned csr, const void *want, rr_status status, void *out)
{
    int how;
    fflush(NULL);
    const pid_t child = fork();
    if (!child) _exit(same_in(d, job, csr, want, status, out) ? 0 : 1);
    if (waitpid(child, &how, 0) != child) return -1;
    return WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how) ? -1 : 0;
}

static void worlds(void **state)
{
    const char *names[8];
    const unsigned sets = isas(names);
    const rr_sampler *s;
    rr_type dtype;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned i = 0; i < sets; ++i)
            for (unsigned e = 0; e < sizeof WORLDS / sizeof *WORLDS; ++e) {
                static uint64_t want[N], out[N];
                rr_job job = job_of(s, dtype, 5, N, EACH, 0);
                job.strategy = strategy(e % 2 ? "auto" : "regroup");
                must_run(device("%s", names[i]), &job, want);
                const int bad = in_child(device("%s", names[i]), &job, WORLDS[e].csr, want, RR_OK, out);
                if (bad)
                    fail_msg("%s %s, %s: %s %d", s->name, names[i], WORLDS[e].name, bad > 0 ? "signal" : "bits or state",
                             bad);
            }
    (void)state;
}

/* Values that are denormal, or round to a denormal: the caller's flags would change them. */
static void denormals(void **state)
{
    const double shape = 0.004, scale64 = 0x1p-1040, scale32 = 0x1p-130, mean = 1e-310;
    for (int k = 0; k < 3; ++k)
        for (unsigned e = 0; e < sizeof WORLDS / sizeof *WORLDS; ++e) {
            static uint64_t want[N], out[N];
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find(k < 2 ? "gamma" : "normal");
            job.dtype = k == 1 ? RR_F32 : RR_F64;
            job.rows = N;
            job.param[0] = (rr_param){k < 2 ? &shape : &mean, RR_F64, 0, 0};
            job.param[1] = (rr_param){k == 1 ? &scale32 : &scale64, RR_F64, 0, 0};
            must_run(device("cpu:scalar"), &job, want);
            const int bad = in_child(device("cpu"), &job, WORLDS[e].csr, want, RR_OK, out);
            if (bad) fail_msg("job %d, %s: %d", k, WORLDS[e].name, bad);
        }
    (void)state;
}

/* The conversion of a NaN and of a double that is too large or too small for f32 must not trap or round differently, also in
 * the message about it, which is made after the work. */
static void bad_parameters(void **state)
{
    double scales[4][N];
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < N; ++i) scales[k][i] = 1 + i * 0x1.000001p-3;
    scales[0][7] = NAN;
    scales[1][7] = 1e300;
    scales[2][7] = -1;
    scales[3][7] = 1e-300;
    for (int k = 0; k < 4; ++k)
        for (unsigned e = 0; e < sizeof WORLDS / sizeof *WORLDS; ++e) {
            static uint64_t want[N], out[N];
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find("exponential");
            job.dtype = RR_F32;
            job.rows = N;
            job.param[0] = (rr_param){scales[k], RR_F64, 8, 0};
            job.out = want;
            assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_ERR_PARAM);
            const int bad = in_child(device("cpu"), &job, WORLDS[e].csr, want, RR_ERR_PARAM, out);
            if (bad)
                fail_msg("a scale of %g, %s: %s %d", scales[k][7], WORLDS[e].name, bad > 0 ? "signal" : "bits or state",
                         bad);
        }
    (void)state;
}

static void in_threads(void **state)
{
    const rr_device *d = device("cpu,threads=2");
    char *want = malloc(MANY * 8), *out = malloc(MANY * 8);
    const char *const names[] = {"gamma", "normal"};
    for (int k = 0; k < 2; ++k)
        for (unsigned e = 0; e < sizeof WORLDS / sizeof *WORLDS; ++e) {
            rr_job job = job_of(rr_sampler_find(names[k]), k ? RR_F32 : RR_F64, 5, MANY, EACH, 0);
            must_run(device("cpu"), &job, want);
            assert_int_equal(in_child(d, &job, WORLDS[e].csr, want, RR_OK, out), 0);
        }
    free(want);
    free(out);
    (void)state;
}

/* Streams and raw blocks are integers: no flag is touched. */
static void no_floats(void **state)
{
    uint32_t c[4] = {1, 2, 3, 4};
    const unsigned saved = _mm_getcsr();
    _mm_setcsr(0x8040);
    rr_philox4x32_10(c, c, c);
    const rr_stream s = rr_derive_name(rr_derive(rr_stream_make(1, 2), 3), "walker");
    const unsigned after = _mm_getcsr();
    _mm_setcsr(saved);
    assert_true(after == 0x8040 && s.seed);
    (void)state;
}
#else
static void worlds(void **state) { (void)state; skip(); }
static void denormals(void **state) { (void)state; skip(); }
static void bad_parameters(void **state) { (void)state; skip(); }
static void in_threads(void **state) { (void)state; skip(); }
static void no_floats(void **state) { (void)state; skip(); }
#endif

/* ---- fma --------------------------------------------------------------------------------------------------------- */

static void must_fma32(float a, float b, float c)
{
    const float want = fmaf(a, b, c), have = rr_fma_soft_f32(a, b, c);
    if (memcmp(&want, &have, 4) && !(want != want && have != have))
        fail_msg("fma(%a, %a, %a) = %a, not %a", a, b, c, have, want);
}

static void must_fma64(double a, double b, double c)
{
    const double want = fma(a, b, c), have = rr_fma_soft_f64(a, b, c);
    if (memcmp(&want, &have, 8) && !(want != want && have != have))
        fail_msg("fma(%a, %a, %a) = %a, not %a", a, b, c, have, want);
}

/* A sum that is a tie except for a tiny term: rounding twice gets it wrong. */
static void halfway(void **state)
{
    must_fma32(0x1.000002p-12f, 0x1.fffffcp-13f, 0x1.000002p0f);
    for (unsigned k = 0; k < 40000; ++k) {
        const uint64_t r = mix(k);
        const int e = (int)(r >> 8 & 63) + 1, up = r & 1 ? 1 : -1, small = r & 2 ? -1 : 1;
        /* c + half an ulp of c, +- a tiny term: a b = 2^-24 (1 + tiny)(1 - ...). */
        const float c = ldexpf(1 + (float)(r >> 40 & 0x7fffff) * 0x1p-23f, (int)(r >> 16 & 63) - 32);
        const float half = ldexpf(1, ilogbf(c) - 24), f = 1 + (float)e * 0x1p-23f,
                    g = (float)small * (1 - (float)e * 0x1p-23f);
        must_fma32(half * f, g, (float)up * c);
        must_fma32(half * f, f, (float)up * c);
        must_fma32(half, g < 0 ? -1.f : 1.f, (float)up * c);
        must_fma32(f, g, -1.f);
        must_fma32(ldexpf(f, -75), ldexpf(f, -74), ldexpf((float)up, -149));
        const double cd = ldexp(1 + (double)(r >> 12) * 0x1p-52, (int)(r & 63) - 32), halfd = ldexp(1, ilogb(cd) - 53);
        const double fd = 1 + e * 0x1p-52, gd = small * (1 - e * 0x1p-52);
        must_fma64(halfd * fd, gd, up * cd);
        must_fma64(halfd * fd, fd, up * cd);
        must_fma64(halfd, small, up * cd);
        must_fma64(fd, gd, -1);
        must_fma64(ldexp(fd, -537), ldexp(fd, -537), ldexp(up, -1074));
        must_fma64(ldexp(fd, 600), ldexp(gd, 423), ldexp(up * fd, 1000));
        must_fma64(ldexp(fd, -600), ldexp(gd, -420), ldexp(up * fd, -1022));
    }
    const double odd[] =
        {0.0,      -0.0,     1, -1, INFINITY, -INFINITY, NAN, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023,
         0x1p1000, 0x1p-1000};
    for (int i = 0; i < 13; ++i)
        for (int j = 0; j < 13; ++j)
            for (int k = 0; k < 13; ++k) {
                must_fma64(odd[i], odd[j], odd[k]);
                must_fma32((float)odd[i], (float)odd[j], (float)odd[k]);
            }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(worlds), TEST(denormals), TEST(bad_parameters), TEST(in_threads), TEST(no_floats), TEST(halfway),
    };
    return RUN(tests);
}
