/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Switches: a sampler changes its method where a parameter crosses a threshold. A first pass that has this parameter less
 * accurately than the exact draw must not take the other side. Tests the neighbours of every switch, ulp by ulp in f64 and
 * in f32, as constants and as arrays: on one side, and on both where a first pass takes both. (A tile with a value outside
 * the range of the f32 first pass never runs it.) All strategies and instruction sets must give the bytes of loop, and
 * pieces of every size the bytes of the whole. */
#include <math.h>

#include "tests/support/strategies.h"
#include "tests/support/support.h"

enum { SHORT = 200, LONG = 200000, ARRAY = 1200, PIECES = 70, REALS = -1 };

/* Parameter `moved` is nudged; whole: by integers. gap: the relative distance below the switch within which values are
 * outside the range of the f32 first pass, which then needs values below the gap. */
typedef struct place {
    const char *name;
    unsigned moved;
    double p[4];
    int whole;
    double gap;
} place;

static const place places[] = {
    {"poisson", 0, {10}, 0, 0}, {"poisson", 0, {0x1p20}, 0, 0}, {"poisson", 0, {0}, 0, 0},
    {"poisson-log", 0, {2.302585092994046}, 0, 0}, {"zero-truncated-poisson", 0, {10}, 0, 0}, {"skellam", 0, {10, 10}, 0, 0},
    {"binomial", 1, {20, .5}, 0, 1.1e-7}, {"binomial", 1, {100, .1}, 0, 1.1e-7}, {"binomial", 1, {100, .9}, 0, 0},
    {"binomial", 1, {1000, .01}, 0, 1.1e-7}, {"binomial", 1, {1000, .99}, 0, 0}, {"binomial", 0, {20, .5}, 1, 0},
    {"binomial", 1, {1050556, .9999904812308911}, 0, 0}, {"binomial", 1, {1620000, .9999938271604938}, 0, 0},
    {"binomial", 1, {4194304, 10 / 4194304.}, 0, 1.1e-7}, {"binomial", 1, {4194304, 1 - 10 / 4194304.}, 0, 0},
    {"binomial", 0, {4194304, .5}, 1, 0}, {"binomial", 0, {4194304, .9999977}, 1, 0}, {"binomial", 1, {4194304, .5}, 0, 0},
    {"binomial", 0, {64, .15}, 1, 0}, {"binomial", 1, {777, 0}, 0, 0}, {"binomial", 1, {777, 1}, 0, 0},
    {"binomial", 1, {4194304, 1}, 0, 0}, {"binomial", 1, {1e12, 1e-11}, 0, 0},
    {"binomial-logit", 1, {20, 0}, 0, 0}, {"binomial-logit", 1, {100, 2.197224577336219}, 0, 0},
    {"beta-binomial", 0, {20, 1e9, 1e9}, 1, 0},
    {"geometric", 0, {0x1p-9}, 0, 2.5e-7}, {"geometric", 0, {0x1p-10}, 0, 2.5e-7}, {"geometric", 0, {0x1p-20}, 0, 0},
    {"geometric", 0, {0x1p-31}, 0, 0}, {"geometric", 0, {.96875}, 0, 0}, {"geometric", 0, {1}, 0, 0},
    {"discrete-laplace", 0, {0x1p-9}, 0, 0}, {"discrete-laplace", 0, {0x1p-10}, 0, 0},
    {"discrete-laplace", 0, {0x1p-30}, 0, 0},
    {"zipf", 0, {1.375}, 0, 0}, {"zipf", 0, {100}, 0, 0}, {"zipf", 0, {200}, 0, 0}, {"zipf", 0, {1}, 0, 0},
    {"zipfian", 0, {0, 1000}, 0, 0}, {"zipfian", 0, {1, 1000}, 0, 0}, {"zipfian", 0, {200, 1000}, 0, 0},
    {"zipfian", 1, {.7, 65536}, 1, 0}, {"negative-hypergeometric", 2, {60, 39, 20}, 1, 0},
    {"discrete-power-law", 0, {1, 3, 1000}, 0, 0}, {"discrete-power-law", 1, {2, 8192, 20000}, 1, 0},
    {"discrete-power-law", 2, {3, 50, 8192}, 1, 0}, {"discrete-power-law", 1, {.5, 16384, 20000}, 1, 0},
    {"wallenius-hypergeometric", 3, {9, 8, 7, 1}, 0, 0}, {"wallenius-hypergeometric", 2, {9, 8, 8, 3}, 1, 0},
    {"logseries", 0, {0}, 0, 0}, {"logseries", 0, {1}, 0, 0},
    {"bernoulli", 0, {.5}, 0, 0}, {"bernoulli", 0, {0}, 0, 0}, {"bernoulli", 0, {1}, 0, 0},
    {"hypergeometric", 0, {24, 24, 24}, 1, 0}, {"hypergeometric", 2, {48, 144, 48}, 1, 0},
    {"hypergeometric", 0, {4194304, 4194304, 1000}, 1, 0}, {"hypergeometric", 1, {7e13, 70737488355328, 2e6}, 1, 0},
    {"hypergeometric", 2, {1e12, 1e12, 2097152}, 1, 0}, {"hypergeometric", 0, {4194304, 1e13, 9e12}, 1, 0},
    {"hypergeometric", 2, {64, 300, 64}, 1, 0}, {"hypergeometric", 2, {5e12, 5e12, 24}, 1, 0},
    {"fisher-hypergeometric", 3, {24, 24, 24, 1}, 0, 0}, {"fisher-hypergeometric", 0, {80, 20, 70, 2}, 1, 0},
    {"negative-binomial", 0, {1, .1}, 0, 0}, {"negative-binomial-mean", 1, {10, 1}, 0, 0},
    {"poisson:icdf", 0, {160, 0, INFINITY}, 0, 0}, {"binomial:icdf", 1, {1600, .1, 0, INFINITY}, 0, 0},
    {"noncentral-chi2", 1, {3, 20}, 0, 0},
    {"gamma", 0, {1, 1}, 0, 0}, {"loggamma", 0, {1}, 0, 0}, {"chi2", 0, {2}, 0, 0}, {"beta", 0, {1, 1}, 0, 0},
    {"beta", 0, {1, 3}, 0, 0}, {"beta", 1, {3, 1}, 0, 0}, {"beta", 0, {2, 2}, 0, 0}, {"beta", 1, {.5, 1}, 0, 0},
    {"student-t", 0, {1, 0, 1}, 0, 0}, {"student-t", 0, {2, 0, 1}, 0, 0}, {"truncated-normal", 0, {0, INFINITY, 0, 1}, 0, 0},
    {"truncated-normal", 0, {0, 1, 0, 1}, 0, 0}, {"truncated-normal", 1, {-1, 1, 0, 1}, 0, 0},
    {"von-mises", 1, {0, 0}, 0, 0}, {"von-mises", 1, {0, 1}, 0, 0}, {"polya-gamma", 0, {0}, 0, 0},
    {"polya-gamma", 0, {1}, 0, 0}, {"geninvgauss", 0, {0, 1, 1}, 0, 0}, {"geninvgauss", 0, {1, 1, 1}, 0, 0},
    {"stable", 0, {1, .5, 0, 1}, 0, 0}, {"stable", 0, {.5, .5, 0, 1}, 0, 0}, {"skew-normal", 2, {0, 1, 0}, 0, 0},
};
enum { PLACES = sizeof places / sizeof *places };

/* x and k ulps of f64 or f32, or whole numbers. */
static double nudged(const place *at, double x, int k, int f32)
{
    const double to = k < 0 ? -INFINITY : INFINITY;
    if (at->whole) return x + k;
    for (int i = abs(k); i; --i) x = f32 ? (double)nextafterf((float)x, (float)to) : nextafter(x, to);
    return x;
}

static rr_job job_at(const place *at, rr_type dtype, double (*p)[4], uint64_t rows, int each)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(at->name);
    assert_non_null(job.sampler);
    job.dtype = dtype;
    job.stream = rr_stream_make(38, 1);
    job.rows = rows;
    for (unsigned q = 0; q < job.sampler->params; ++q)
        job.param[q] = (rr_param){&p[0][q], RR_F64, each ? (ptrdiff_t)sizeof *p : 0, 0};
    return job;
}

static int valid(const rr_job *job)
{
    static uint64_t out[LONG];
    rr_result result = RR_RESULT_INIT;
    rr_job one = *job;
    one.out = out;
    one.strategy = strategy("loop");
    return rr_run(device("cpu"), &one, &result) == RR_OK;
}

static void text_of(const place *at, const rr_job *job, char text[160])
{
    double p[4] = {0};
    for (unsigned q = 0; q < job->sampler->params; ++q) memcpy(&p[q], job->param[q].data, sizeof *p);
    snprintf(text, 160, "%s(%.17g, %.17g, %.17g, %.17g)%s", at->name, p[0], p[1], p[2], p[3],
             job->param[0].row_stride ? ", an array from there on" : "");
}

/* Every strategy, or compact and one other in turn, on every instruction set gives the bytes of loop. */
static void same_by_all(const place *at, rr_job *job, int all)
{
    static uint64_t want[LONG], have[LONG];
    static unsigned turn;
    const char *names[8];
    char what[160], by[32];
    const unsigned sets = isas(names);
    text_of(at, job, what);
    job->strategy = strategy("loop");
    must_run(device("cpu"), job, want);
    for (unsigned i = 0; i < sets; ++i) {
        job->strategy = strategy("compact");
        must_run(device("%s", names[i]), job, have);
        same_bits(want, have, job->rows, width(job->dtype), "%s by compact on %s", what, names[i]);
        if (i == 0 && !deep()) continue;   /* scalar lanes are slow */
        for (unsigned k = 0; k < (all ? 1000 : 1); ++k) {
            if (!strategy_text(all ? k : turn++, by)) {
                if (all) break;
                strategy_text(turn = 0, by);
            }
            job->strategy = strategy(by);
            must_run(device("%s", names[i]), job, have);
            same_bits(want, have, job->rows, width(job->dtype), "%s by %s on %s", what, by, names[i]);
        }
    }
}

/* The dtype to test after t, REALS at first: one dtype for counts, both for reals. */
static int next_type(const place *at, int t)
{
    const rr_sampler *s = rr_sampler_find(at->name);
    if (!s) fail_msg("no %s", at->name);
    if (s->counts) return t == REALS ? RR_I64 : REALS;
    return t == REALS ? RR_F32 : t == RR_F32 ? RR_F64 : REALS;
}

/* Nudged by 1 to 3 ulps of f64, and 1 and 2 of f32. */
static void constants(void **state)
{
    double p[1][4];
    (void)state;
    for (unsigned k = 0; k < PLACES; ++k)
        for (int t = next_type(&places[k], REALS); t != REALS; t = next_type(&places[k], t)) {
            unsigned drawn = 0;
            for (int move = -5; move <= 5; ++move) {
                const place *at = &places[k];
                const int f32 = abs(move) > 3, by = !f32 || at->whole ? move : move < 0 ? move + 3 : move - 3;
                if (t == RR_F32 && !f32 && move) continue;
                memcpy(p[0], at->p, sizeof p[0]);
                p[0][at->moved] = nudged(at, p[0][at->moved], by, f32);
                rr_job job = job_at(at, (rr_type)t, p, SHORT, 0);
                if (job.sampler->setup || !valid(&job)) continue;
                same_by_all(at, &job, deep() || move == 0);
                ++drawn;
            }
            if (!drawn && !rr_sampler_find(places[k].name)->setup)
                fail_msg("%s: no neighbour of place %u is valid", places[k].name, k);
        }
}

/* Values from the switch on, values below it and its gap, and both in turn. */
static void arrays(void **state)
{
    static double p[ARRAY][4];
    (void)state;
    for (unsigned k = 0; k < PLACES; ++k)
        for (int t = next_type(&places[k], REALS); t != REALS; t = next_type(&places[k], t))
            for (int sides = 1; sides < 4; ++sides) {
                const place *at = &places[k];
                for (int n = 0; n < ARRAY; ++n) {
                    const int below = sides == 3 ? n & 1 : sides == 2, step = n / 2 % 32, f32 = t == RR_F32 || n & 64;
                    double x = at->p[at->moved];
                    if (below && at->gap > 0) x -= x * at->gap;
                    memcpy(p[n], at->p, sizeof p[n]);
                    p[n][at->moved] = nudged(at, x, below ? -step - 1 : step, f32);
                }
                rr_job job = job_at(at, (rr_type)t, p, ARRAY, 1);
                if (valid(&job)) same_by_all(at, &job, 0);
            }
}

/* ---- The binomial's switch with p near 1 and near 0, by search -------------------------------------------------------- */

/* The p with n (1 - p) = 10, rounded: the smallest or largest; then moved by `move` ulps of p towards larger means. */
static double near_one(double n, int move)
{
    double j = floor(10 * 0x1p53 / n);
    while (n * (j * 0x1p-53) >= 10) --j;
    while (n * (j * 0x1p-53) < 10) ++j;
    return 1 - (j + move) * 0x1p-53;
}

static double near_zero(double n, int move)
{
    double p = nextafter(10 / n, 0);
    while (n * p < 10) p = nextafter(p, 1);
    for (; move > 0; --move) p = nextafter(p, 1);
    for (; move < 0; ++move) p = nextafter(p, 0);
    return p;
}

static double tries(uint64_t k) { return (double)(0x100001 + mix(k) % 0x300000); }

/* Means from 10 on; below 10 - 2^-20; both. All are in the range of the f32 first pass. */
static void binomial_arrays(void **state)
{
    static const place at = {"binomial", 1, {0}, 0, 0};
    static double p[ARRAY][4];
    (void)state;
    for (int turn = 0; turn < 9; ++turn) {
        for (int n = 0; n < ARRAY; ++n) {
            const int below = turn % 3 == 2 ? n & 1 : turn % 3, one = turn / 3 == 2 ? n >> 1 & 1 : turn / 3;
            const int step = n / 4 % 40;
            const double size = tries((uint64_t)(turn * ARRAY + n));
            p[n][0] = size;
            p[n][1] = one ? near_one(size, below ? -(int)(0x1.1p33 / size) - 2 - step : step)
                          : near_zero(size, below ? -step : step) * (below ? 1 - 1.1e-7 : 1);
            const double mean = size * (one ? 1 - p[n][1] : p[n][1]);
            if (below ? mean >= 10 - 0x1p-20 : mean < 10) fail_msg("n = %g, p = %.17g lies in the gap", size, p[n][1]);
        }
        rr_job job = job_at(&at, RR_I64, p, ARRAY, 1);
        same_by_all(&at, &job, 1);
    }
}

static void binomial_constants(void **state)
{
    static const place at = {"binomial", 1, {0}, 0, 0};
    double p[1][4] = {{0}};
    (void)state;
    for (unsigned k = 0; k < (deep() ? 20000 : 300); ++k) {
        p[0][0] = tries(k);
        p[0][1] = k & 8 ? near_zero(p[0][0], (int)(k & 7) - 2) : near_one(p[0][0], (int)(k & 7) * 4 - 8);
        rr_job job = job_at(&at, RR_I64, p, SHORT, 0);
        same_by_all(&at, &job, 0);
    }
}

static void long_calls(void **state)
{
    static const place at = {"binomial", 1, {0}, 0, 0};
    static const char *const by[5] = {"loop", "compact", "refill", "cached", "auto"};
    static uint64_t want[LONG], have[LONG];
    const char *names[8];
    const unsigned sets = isas(names);
    double p[3][4] = {{1050556, .9999904812308911}, {1620000, .9999938271604938}};
    (void)state;
    p[2][0] = tries(2);
    p[2][1] = near_one(p[2][0], 2);
    for (int k = 0; k < 3; ++k) {
        rr_job job = job_at(&at, RR_I64, &p[k], LONG, 0);
        job.strategy = strategy("loop");
        must_run(device("cpu"), &job, want);
        for (unsigned i = deep() || sets < 2 ? 0 : 5; i < 5 * sets; ++i) {
            job.strategy = strategy(by[i % 5]);
            must_run(device("%s", names[i / 5]), &job, have);
            same_bits(want, have, LONG, 8, "binomial(%.17g, %.17g) by %s on %s", p[k][0], p[k][1], by[i % 5], names[i / 5]);
        }
    }
}

/* A call for the first 1 ... 70 samples, or for the same number from any other index, returns the samples of the whole
 * job. */
static void pieces(void **state)
{
    static uint64_t whole[ARRAY], part[PIECES];
    double p[1][4];
    const char *names[8];
    char what[160];
    const unsigned sets = isas(names);
    (void)state;
    for (unsigned k = 0; k < PLACES; ++k)
        for (int t = next_type(&places[k], REALS); t != REALS; t = next_type(&places[k], t)) {
            memcpy(p[0], places[k].p, sizeof p[0]);
            rr_job job = job_at(&places[k], (rr_type)t, p, ARRAY, 0);
            if (job.sampler->setup || !valid(&job)) continue;   /* one table per call is slow, and has no switch */
            text_of(&places[k], &job, what);
            for (unsigned i = deep() || sets < 2 ? 0 : 1; i < sets; ++i) {
                must_run(device("%s", names[i]), &job, whole);
                for (uint64_t n = 1; n <= PIECES; ++n) {
                    const uint64_t from = n & 1 ? 0 : mix(n) % (ARRAY - n);
                    rr_job one = job_part(&job, from, n, part);
                    must_run(device("%s", names[i]), &one, part);
                    same_bits((const char *)whole + from * width(job.dtype), part, n, width(job.dtype),
                              "%s on %s, %d samples from %d on", what, names[i], (int)n, (int)from);
                }
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(constants), TEST(arrays), TEST(binomial_arrays), TEST(binomial_constants),
                                       TEST(long_calls), TEST(pieces)};
    return RUN(tests);
}
