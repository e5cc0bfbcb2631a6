/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* TestU01's batteries (L'Ecuyer and Simard, ACM TOMS 33 (2007) 22) on what Reroll draws.
 *
 *     batteries                                the sources, one a line
 *     batteries SOURCE small|crush [SEED]      one of them; the last line says RESULT
 *
 * A source gives 32-bit words, in order:
 *
 *   words       sampler bits, index order streams     word k of streams 0 ... 4095, the stream fastest, then k + 1
 *   LAW_f64     floor(2^32 F(x)), F the law's CDF in double, whose error is below 2^-49 (against mpmath): the word is not
 *               what exact arithmetic gives for one in 2^16 at most, and then by 1
 *   LAW_f32     the upper 16 bits of F of two samples. A float stands for all numbers that are rounded to it: one of them
 *               is drawn by a word of another seed before F is taken, so that steps of floats move no mass between the 2^16
 *               cells. Bits below are the float's own rounding, and not tested.
 *
 * VERDICT, on the p-values of the battery, of which SmallCrush has 15 and Crush 144: below 1e-10 or above 1 - 1e-10
 * fails; below 1e-4 or above 1 - 1e-4 is suspicious, and the whole source is run again with seed SEED + 1: it fails if
 * the same statistic is suspicious again. For m p-values of true randomness: a failure at once 2e-10 m, a second run 2e-4
 * m, a failure there 4e-8 m. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bbattery.h>
#include <swrite.h>
#include <unif01.h>

#include <reroll.h>

#define N 4096         /* samples at a time; streams */
#define AT_ONCE 64     /* words of each stream at a time */
#define FAILED 1e-10
#define SUSPICIOUS 1e-4

/* ---- CDFs ---- */

static double normal(double x) { return 0.5 * erfc(x * -0.70710678118654752440); }
static double exponential(double x) { return -expm1(-x); }
static double gamma_2(double x) { return -expm1(-x) - x * exp(-x); }
static double beta_2_3(double x) { return x * x * (6 + x * (3 * x - 8)); }

/* Of shape a = 0.3: below 2 the series x^a e^-x sum x^k / (a (a + 1) ... (a + k)) / gamma(a) of the lower incomplete gamma
 * function, from there on Lentz's continued fraction of the upper one (Press et al., Numerical Recipes, section 6.2, gives
 * both). Below 2 term TERMS is under 2^-60 of the first. */
enum { TERMS = 28 };
static double gamma_03(double x)
{
    static double coefficient[TERMS], log_gamma;
    const double a = 0.3;
    if (x <= 0) return 0;
    if (!coefficient[0]) {
        log_gamma = lgamma(a);
        coefficient[0] = 1 / a;
        for (int k = 1; k < TERMS; ++k) coefficient[k] = coefficient[k - 1] / (a + k);
    }
    const double front = exp(a * log(x) - x - log_gamma);
    if (x < 2) {
        double sum = 0;
        for (int k = TERMS; k--;) sum = sum * x + coefficient[k];
        return front * sum;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d, change = 0;
    for (int k = 1; fabs(change - 1) > 1e-15; ++k) {
        const double n = -k * (k - a);
        b += 2;
        d = 1 / (n * d + b);
        c = b + n / c;
        h *= change = d * c;
    }
    return 1 - front * h;
}

/* ---- Sources ---- */

typedef struct source {
    const char *name, *sampler;
    rr_type dtype;
    double params[2];
    double (*cdf)(double);
} source;

static const source sources[] = {
    {"words", "bits", RR_U32, {0, 0}, NULL},
    {"streams", "bits", RR_U32, {0, 0}, NULL},
    {"normal_f32", "normal", RR_F32, {0, 1}, normal},
    {"normal_f64", "normal", RR_F64, {0, 1}, normal},
    {"exponential_f32", "exponential", RR_F32, {1, 0}, exponential},
    {"exponential_f64", "exponential", RR_F64, {1, 0}, exponential},
    {"gamma2_f32", "gamma", RR_F32, {2, 1}, gamma_2},
    {"gamma2_f64", "gamma", RR_F64, {2, 1}, gamma_2},
    {"gamma03_f32", "gamma", RR_F32, {0.3, 1}, gamma_03},
    {"gamma03_f64", "gamma", RR_F64, {0.3, 1}, gamma_03},
    {"beta23_f32", "beta", RR_F32, {2, 3}, beta_2_3},
    {"beta23_f64", "beta", RR_F64, {2, 3}, beta_2_3},
};
enum { SOURCES = sizeof sources / sizeof *sources };

/* What is drawn from: TestU01 asks by a function without arguments. */
static struct {
    const source *from;
    rr_device *device;
    rr_stream stream;
    uint32_t word[N * AT_ONCE];
    size_t at, count;
} now;

static void draw(const char *sampler, rr_type dtype, rr_stream stream, uint64_t n, const double *params, void *out)
{
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find(sampler);
    job.dtype = dtype;
    job.stream = stream;
    job.rows = n;
    for (int p = 0; p < 2; ++p) job.param[p] = (rr_param){&params[p], RR_F64, 0, 0};
    job.out = out;
    if (rr_run(now.device, &job, &result) == RR_OK) return;
    fprintf(stderr, "batteries: %s\n", result.message);
    exit(2);
}

static void refill_streams(void)
{
    static uint32_t word[AT_ONCE];
    for (unsigned s = 0; s < N; ++s) {
        rr_stream stream = now.stream;
        stream.stream = s;
        draw("bits", RR_U32, stream, AT_ONCE, now.from->params, word);
        for (unsigned k = 0; k < AT_ONCE; ++k) now.word[k * N + s] = word[k];
    }
    now.stream.next += AT_ONCE;
    now.count = N * AT_ONCE;
}

static uint32_t scaled(double u, double two)
{
    const double x = u * two;
    return x <= 0 ? 0 : x >= two ? (uint32_t)(two - 1) : (uint32_t)x;
}

static void refill_f64(void)
{
    static double x[N];
    draw(now.from->sampler, RR_F64, now.stream, N, now.from->params, x);
    for (size_t k = 0; k < N; ++k) now.word[k] = scaled(now.from->cdf(x[k]), 0x1p32);
    now.count = N;
}

/* A place in the interval of the numbers that are rounded to x. */
static double placed(float x, uint32_t w)
{
    const double low = (double)x + nextafterf(x, -INFINITY), high = (double)x + nextafterf(x, INFINITY);
    return 0.5 * (low + (high - low) * ((w + 0.5) * 0x1p-32));
}

static void refill_f32(void)
{
    static float x[N];
    static uint32_t place[N];
    const rr_stream other = {now.stream.seed ^ 0x5bd1e995u << 8, 1, now.stream.next};
    draw(now.from->sampler, RR_F32, now.stream, N, now.from->params, x);
    draw("bits", RR_U32, other, N, now.from->params, place);
    for (size_t k = 0; k < N; ++k) {
        const uint32_t half = scaled(now.from->cdf(placed(x[k], place[k])), 0x1p16);
        now.word[k / 2] = k % 2 ? now.word[k / 2] | half : half << 16;
    }
    now.count = N / 2;
}

static unsigned int next(void)
{
    if (now.at == now.count) {
        now.at = 0;
        if (!strcmp(now.from->name, "streams")) {
            refill_streams();
        } else {
            if (now.from->dtype == RR_F64) refill_f64();
            else if (now.from->dtype == RR_F32) refill_f32();
            else draw("bits", RR_U32, now.stream, now.count = N, now.from->params, now.word);
            now.stream.next += N;
        }
    }
    return now.word[now.at++];
}

/* ---- A battery ---- */

#define MOST 300
static int suspicious[MOST];   /* by statistic: in how many runs */

/* A p-value, from the end that it is nearer to. */
static void say_p(const char *before, int t)
{
    const double p = bbattery_pVal[t];
    printf(p < 0.5 ? "%s %.2g (%s)" : "%s 1 - %.2g (%s)", before, p < 0.5 ? p : 1 - p, bbattery_TestNames[t]);
}

/* One run: 0 passed, 1 suspicious, 2 failed. */
static int run(int crush, uint64_t seed)
{
    int verdict = 0, count = 0, lowest = -1, highest = -1;
    now.stream = rr_stream_make(seed, 0);
    now.at = now.count = 0;
    unif01_Gen *gen = unif01_CreateExternGenBits((char *)now.from->name, next);
    if (crush) bbattery_Crush(gen);
    else bbattery_SmallCrush(gen);
    unif01_DeleteExternGenBits(gen);
    for (int t = 0; t < bbattery_NTests && t < MOST; ++t) {
        const double p = bbattery_pVal[t], end = p < 1 - p ? p : 1 - p;
        if (p < 0) continue;   /* not computed */
        ++count;
        if (lowest < 0 || p < bbattery_pVal[lowest]) lowest = t;
        if (highest < 0 || p > bbattery_pVal[highest]) highest = t;
        if (end >= SUSPICIOUS) continue;
        say_p(end < FAILED ? "FAILED:" : "suspicious:", t);
        putchar('\n');
        verdict = end < FAILED ? 2 : verdict ? verdict : 1;
        if (++suspicious[t] == 2) verdict = 2;
    }
    printf("RESULT %s, %s, seed %llu: %d p-values", now.from->name, crush ? "Crush" : "SmallCrush",
           (unsigned long long)seed, count);
    say_p(" from", lowest);
    say_p(" to", highest);
    printf(": %s\n", verdict == 2 ? "FAILED" : verdict ? "suspicious" : "passed");
    return verdict;
}

int main(int argc, char **argv)
{
    if (argc == 1)
        for (int s = 0; s < SOURCES; ++s) puts(sources[s].name);
    if (argc < 3) return argc == 1 ? 0 : 2;
    for (int s = 0; s < SOURCES; ++s)
        if (!strcmp(sources[s].name, argv[1])) now.from = &sources[s];
    const int crush = !strcmp(argv[2], "crush");
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (!now.from || (!crush && strcmp(argv[2], "small")) || rr_device_open("cpu", &now.device) != RR_OK) {
        fprintf(stderr, "batteries: SOURCE small|crush [SEED]; without any: the sources\n");
        return 2;
    }
    swrite_Basic = FALSE;
    int verdict = run(crush, seed);
    if (verdict == 1) verdict = run(crush, seed + 1) == 2 ? 2 : 0;
    rr_device_close(&now.device);
    return verdict == 2;
}
