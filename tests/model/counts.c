/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The model against the real strategies on real lanes: the counts that rr_run keeps of `attempts`, at warps of 4, 8, 16
 * and 32 lanes and several acceptances. REROLL_DEVICE: a GPU device instead (opencl:intel), at its own warp. Argument: the
 * tests to run (a pattern of cmocka's), all if there is none.
 *
 * loop, grouped:2, 4, 8 and regroup: the iterations of 20480 independent rows, by chi-square. cached: rows of a tile
 * depend on each other and the first row of each starts from nothing, so only the distribution of row 17 is tested, in 4096
 * tiles: tiles of 17 rows and the same tiles without their last row are counted and subtracted (a row's iterations depend on
 * the rows before it only). regroup:ahead: there the last row of a tile differs, since its lanes have no samples ahead; so
 * the fraction of each number of iterations in 100 long tiles of 512 rows and more is compared, by its standard error over
 * the tiles, with the steady state; 3 rows at the ends of a tile may have another distribution. The cost of tile ends for
 * both, loop, grouped:2 and regroup: attempts of tiles of 2 to 25 rows, the last one full or partial. fixed, fixed:M+, refill and compact: mean attempts
 * of their tiles, by the standard error; likewise every strategy that the planner compares, against the efficiency that it
 * shows, in warps below and above the register's lanes. On a GPU compact and the retries of fixed:M+ take whole warps from a
 * queue per tile, and only the last part below one warp waits like a loop: attempts are those of that many geometric
 * variates, plus at most a loop's per tile; and each sample's number of attempts is geometric, by chi-square.
 *
 * A test fails by chance with probability ALPHA = 2e-10; means of 160 tiles (with REROLL_DEEP 400) 4e-9, of 100 tiles 6e-9
 * (Student's t). There are fewer than 550 of them, of the last kinds fewer than 350 and 120: all together 2.2e-6. Seed 1.
 * `sees` is the effect detected with probability 0.99: a relative error of cells of 0.07 for rows, 0.15 for row 17, an
 * absolute error of a fraction of 0.025 for regroup:ahead, of a mean of 2.1 %, with REROLL_DEEP 1.3 % (of the ends of tiles
 * on a GPU 10 %). A cached that restarts at attempt 0 (5.19 iterations for 3.76) and a regroup that leaves lanes without
 * work are far beyond that. */
#include "tests/statistics/check.h"

#include "reroll_model.h"
#include "reroll_plan.h"

#define ROWS 20480
#define TILES 4096
#define DEEP_ROW 17
#define LONG_TILES 100
#define LONG_ROWS 512
#define TILE 4500   /* jobs up to 4096 samples have small tiles */
#define WHOLE_TILE 4608   /* ... and rows of 32 lanes are whole */
#define SHORT_TILES 32   /* a job, on a CPU; on a GPU a small job is one tile */
#define APART 8192   /* first indices of jobs of a tile on a GPU, whose tiles begin at multiples of a power of two */
#define QUEUE_TILES 16
#define QUEUE_TILE 65536
#define CELLS (RR_MAX_ITERATIONS - 1)

static const float ACCEPTS[] = {0.98f, 0.785f, 0.5f, 0.1f};
#define SOME (sizeof ACCEPTS / sizeof *ACCEPTS)

static unsigned few_tiles(void) { return getenv("REROLL_DEEP") ? 400 : 160; }

/* The GPU that is to be tested; NULL: the CPU. */
static const char *gpu(void)
{
    const char *name = getenv("REROLL_DEVICE");
    return name && strncmp(name, "cpu", 3) ? name : NULL;
}

/* A GPU's warp is its own. */
static rr_device *open_device(uint32_t warp, uint32_t tile)
{
    rr_device *d;
    char spec[96], why[160];
    if (gpu()) snprintf(spec, sizeof spec, "%s,tile=%u", gpu(), tile);
    else snprintf(spec, sizeof spec, warp ? "cpu,tile=%u,warp=%u" : "cpu,tile=%u", tile, warp);
    if (rr_device_open(spec, &d)) {
        rr_device_why(spec, why);
        fail_msg("%s: %s", spec, why);
    }
    return d;
}

/* The warps to be tested, into list; how many. */
static unsigned warps_of(uint32_t list[4])
{
    for (unsigned k = 0; k < 4; ++k) list[k] = 4u << k;
    if (!gpu()) return 4;
    rr_device *d = open_device(0, 64);
    rr_device_name(d, list, NULL, NULL);
    rr_device_close(&d);
    return 1;
}

/* The counts of a strategy for n samples from index `first` on, or for these indices. */
static rr_result count(const rr_device *d, const char *strategy, float accept, uint64_t first, uint64_t n,
                       const uint64_t *index)
{
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    uint32_t *out = malloc(n * sizeof *out);
    assert_non_null(out);
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.stream = rr_stream_make(1, 0);
    job.stream.next = first;
    job.rows = n;
    job.index = index;
    job.param[0] = (rr_param){&accept, RR_F32, 0, 0};
    job.flags = RR_COUNT;
    job.out = out;
    assert_int_equal(rr_strategy_find(strategy, &job.strategy), RR_OK);
    const rr_status status = rr_run(d, &job, &result);
    if (status != RR_OK && status != RR_ERR_FAILED) fail_msg("%s: %s", strategy, result.message);
    free(out);
    return result;
}

static rr_model_query query(rr_model_strategy strategy, uint32_t lanes, float accept)
{
    rr_model_query q = RR_MODEL_QUERY_INIT;
    q.strategy = strategy;
    q.lanes = lanes;
    q.chance = rr_chance_accept((double)accept);
    return q;
}

/* P(N = n) in probability[n], n = 0 ... 62; all above is one cell. The rest of 4096 numbers of iterations is N = 0. */
static void law_of(const rr_model_query *q, double probability[RR_MAX_ITERATIONS])
{
    static double longer[4096];
    rr_model_law law;
    assert_int_equal(rr_model_ask(q, &law, longer, 4096), 0);
    probability[0] = 1;
    probability[CELLS] = 0;
    for (int k = 1; k <= 4096; ++k) {
        probability[0] -= longer[k - 1];
        if (k < CELLS) probability[k] = longer[k - 1];
        else probability[CELLS] += longer[k - 1];
    }
    probability[0] = fmax(probability[0], 0);
}

/* Iterations against the distribution; too rare values must be absent. */
static int same_law(const char *name, const rr_model_query *q, const uint64_t *iterations)
{
    double probability[RR_MAX_ITERATIONS], n = 0;
    char what[96];
    law_of(q, probability);
    for (int k = 0; k <= CELLS; ++k) n += (double)iterations[k];
    for (int k = 0; k <= CELLS; ++k)
        if (probability[k] * n < 1e-11) assert_int_equal(iterations[k], 0);
    snprintf(what, sizeof what, "%s, warp %u, accept %.3f", name, q->lanes, q->chance.accept);
    return good(what, chi2_test(RR_MAX_ITERATIONS, probability, iterations, n), n);
}

static void rows(void **state)
{
    static const struct {
        const char *name;
        rr_model_strategy strategy;
        unsigned group;
    } strategies[] = {{"loop", RR_MODEL_LOOP, 1}, {"grouped:2", RR_MODEL_GROUPED, 2}, {"grouped:4", RR_MODEL_GROUPED, 4},
                      {"grouped:8", RR_MODEL_GROUPED, 8}, {"regroup", RR_MODEL_REGROUP, 1}};
    uint32_t list[4];
    const unsigned warps = warps_of(list);
    int ok = 1;
    (void)state;
    for (unsigned w = 0; w < warps; ++w) {
        const uint32_t warp = list[w];
        rr_device *d = open_device(warp, 65536);
        for (size_t s = 0; s < sizeof strategies / sizeof *strategies; ++s)
            for (size_t a = 0; a < SOME; ++a) {
                rr_model_query q = query(strategies[s].strategy, warp, ACCEPTS[a]);
                q.group = strategies[s].group;
                if (q.group > warp) continue;
                const uint64_t n = (uint64_t)ROWS * warp / q.group;
                const rr_result r = count(d, strategies[s].name, ACCEPTS[a], 0, n, NULL);
                assert_int_equal(r.counts.calls, ROWS);
                assert_int_equal(r.counts.lane_attempts, r.counts.steps * warp);
                ok &= same_law(strategies[s].name, &q, r.counts.iterations);
            }
        rr_device_close(&d);
    }
    assert_true(ok);
}

/* Iterations of row DEEP_ROW of each tile, on a GPU, where a small job is one tile. */
static void deep_rows_of_jobs(const char *strategy, uint32_t warp, float accept, uint64_t *iterations)
{
    const uint32_t whole = DEEP_ROW * warp;
    rr_device *d = open_device(warp, 2 * whole);
    memset(iterations, 0, RR_MAX_ITERATIONS * sizeof *iterations);
    for (uint64_t t = 0; t < TILES; ++t) {
        const rr_result all = count(d, strategy, accept, t * APART, whole, NULL);
        const rr_result fewer = count(d, strategy, accept, t * APART, whole - warp, NULL);
        assert_int_equal(all.counts.calls - fewer.counts.calls, 1);
        for (int k = 0; k < RR_MAX_ITERATIONS; ++k) iterations[k] += all.counts.iterations[k] - fewer.counts.iterations[k];
    }
    rr_device_close(&d);
}

/* Iterations of row DEEP_ROW of each tile. */
static void deep_rows(const char *strategy, uint32_t warp, float accept, uint64_t *iterations)
{
    const uint32_t whole = DEEP_ROW * warp, part = whole - warp;
    uint64_t *index = malloc((size_t)TILES * part * sizeof *index);
    assert_non_null(index);
    for (uint64_t k = 0; k < (uint64_t)TILES * part; ++k) index[k] = k / part * whole + k % part;
    rr_device *d = open_device(warp, whole), *without = open_device(warp, part);
    const rr_result all = count(d, strategy, accept, 0, (uint64_t)TILES * whole, NULL);
    const rr_result fewer = count(without, strategy, accept, 0, (uint64_t)TILES * part, index);
    assert_int_equal(all.counts.calls - fewer.counts.calls, TILES);
    for (int k = 0; k < RR_MAX_ITERATIONS; ++k) iterations[k] = all.counts.iterations[k] - fewer.counts.iterations[k];
    rr_device_close(&d);
    rr_device_close(&without);
    free(index);
}

static void cached(void **state)
{
    uint32_t list[4];
    const unsigned warps = warps_of(list);
    int ok = 1;
    (void)state;
    for (unsigned w = 0; w < warps; ++w)
        for (size_t a = 0; a < SOME; ++a) {
            const uint32_t warp = list[w];
            uint64_t iterations[RR_MAX_ITERATIONS];
            rr_model_query q = query(RR_MODEL_CACHED, warp, ACCEPTS[a]);
            q.first = DEEP_ROW;
            (gpu() ? deep_rows_of_jobs : deep_rows)("cached", warp, ACCEPTS[a], iterations);
            ok &= same_law("cached", &q, iterations);
        }
    assert_true(ok);
}

/* Fractions of long tiles. Only cells with a sufficient fraction: rare counts are not normal. */
static int same_fractions(const rr_device *d, const rr_model_query *q, float accept, uint32_t tile)
{
    double probability[RR_MAX_ITERATIONS], sum[RR_MAX_ITERATIONS] = {0}, square[RR_MAX_ITERATIONS] = {0};
    const double in_tile = tile / q->lanes;
    int ok = 1;
    law_of(q, probability);
    for (uint64_t t = 0; t < LONG_TILES; ++t) {
        const rr_result r = count(d, "regroup:ahead", accept, t * tile, tile, NULL);
        for (int k = 0; k <= CELLS; ++k) {
            const double off = (double)r.counts.iterations[k] / in_tile - probability[k];
            sum[k] += off;
            square[k] += off * off;
        }
    }
    for (int k = 0; k <= CELLS; ++k) {
        char what[96];
        const double off = sum[k] / LONG_TILES, ends = 3 / in_tile;
        const double error = sqrt((square[k] / LONG_TILES - off * off) / (LONG_TILES - 1));
        if (probability[k] < 0.05) continue;
        snprintf(what, sizeof what, "regroup:ahead, warp %u, accept %.3f, N = %d", q->lanes, (double)accept, k);
        ok &= good_z(what, fmax(fabs(off) - ends, 0) / error, error + ends / 8.7);
    }
    return ok;
}

static void regroup_ahead(void **state)
{
    uint32_t list[4];
    const unsigned warps = warps_of(list);
    int ok = 1;
    (void)state;
    for (unsigned w = 0; w < warps; ++w) {
        const uint32_t warp = list[w];
        const uint32_t tile = LONG_ROWS * warp < 4608 ? 4608 : LONG_ROWS * warp;
        rr_device *d = open_device(warp, tile);
        for (size_t a = 0; a < SOME; ++a) {
            rr_model_query q = query(RR_MODEL_REGROUP_AHEAD, warp, ACCEPTS[a]);
            ok &= same_fractions(d, &q, ACCEPTS[a], tile);
        }
        rr_device_close(&d);
    }
    assert_true(ok);
}

/* Lane attempts of n samples, in few_tiles() jobs: their mean is `attempts` per sample. */
static int same_attempts_mean(const char *what, const char *strategy, const rr_device *d, double attempts, uint64_t n,
                              float accept)
{
    const double want = attempts * (double)n;
    const uint64_t apart = gpu() ? APART : n;
    double sum = 0, square = 0;
    for (uint64_t k = 0; k < few_tiles(); ++k) {
        const double have = (double)count(d, strategy, accept, k * apart, n, NULL).counts.lane_attempts - want;
        sum += have;
        square += have * have;
    }
    const double mean = sum / few_tiles(), error = sqrt((square / few_tiles() - mean * mean) / (few_tiles() - 1));
    return good_z(what, mean / error, error / want);
}

static int same_mean(const char *strategy, const rr_device *d, const rr_model_query *q, uint64_t tiles, float accept)
{
    rr_model_law law;
    char what[96];
    assert_int_equal(rr_model_ask(q, &law, NULL, 0), 0);
    snprintf(what, sizeof what, "%s, %u lanes, tiles of %u, accept %.3f", strategy, q->lanes, q->tile, (double)accept);
    return same_attempts_mean(what, strategy, d, law.attempts, tiles * q->tile, accept);
}

/* Tiles of few rows, the last of which may be partly empty. The first row of cached and regroup:ahead starts from nothing,
 * and the last has nothing ahead. */
static void tile_ends(void **state)
{
    static const uint32_t short_tile[] = {64, 100};
    uint32_t list[4];
    const unsigned warps = warps_of(list);
    int ok = 1;
    (void)state;
    for (unsigned w = 0; w < warps; ++w)
        for (unsigned t = 0; t < 2; ++t) {
            rr_device *d = open_device(list[w], gpu() ? 128 : short_tile[t]);
            for (size_t a = 0; a < SOME; ++a) {
                rr_model_query q = query(RR_MODEL_CACHED, list[w], ACCEPTS[a]);
                q.first = RR_MODEL_TILE;
                q.tile = short_tile[t];
                ok &= same_mean("cached", d, &q, gpu() ? 1 : SHORT_TILES, ACCEPTS[a]);
                q.strategy = RR_MODEL_REGROUP_AHEAD;
                ok &= same_mean("regroup:ahead", d, &q, gpu() ? 1 : SHORT_TILES, ACCEPTS[a]);
                q.strategy = RR_MODEL_LOOP;
                ok &= same_mean("loop", d, &q, gpu() ? 1 : SHORT_TILES, ACCEPTS[a]);
                q.strategy = RR_MODEL_REGROUP;
                ok &= same_mean("regroup", d, &q, gpu() ? 1 : SHORT_TILES, ACCEPTS[a]);
                q.strategy = RR_MODEL_GROUPED;
                q.group = 2;
                ok &= same_mean("grouped:2", d, &q, gpu() ? 1 : SHORT_TILES, ACCEPTS[a]);
            }
            rr_device_close(&d);
        }
    assert_true(ok);
}

/* The planner's figures for a strategy: its efficiency by counts, and the corresponding iterations. */
static int same_plan(const rr_device *d, const rr_plan *plan, const rr_plan_row *row, float accept)
{
    char name[32], what[96];
    rr_strategy_text(row->strategy, name);
    snprintf(what, sizeof what, "plan: %s, warp %u, accept %.3f", name, plan->warp, (double)accept);
    assert_true(fabs(plan->accept - (double)accept) < 1e-15);
    const double samples = row->iterations * row->efficiency * plan->warp * plan->accept;   /* of a call */
    if (!strncmp(name, "fixed", 5)) {
        const unsigned m = (unsigned)atoi(name + 6), side = m <= plan->warp ? plan->warp / m : 1;
        assert_true(fabs(samples - side) < 1e-12 * side);
    }
    const double more = fabs(row->iterations - round(row->iterations)) * few_tiles() * WHOLE_TILE / samples;
    if (more < 100) return 1;   /* too few longer calls for a normal distribution */
    return same_attempts_mean(what, name, d, 1 / (plan->accept * row->efficiency), WHOLE_TILE, accept);
}

static void plans(void **state)
{
    int ok = 1;
    (void)state;
    for (uint32_t warp = 4; warp <= (gpu() ? 0 : 32); warp *= 8) {
        rr_device *d = open_device(warp, WHOLE_TILE);
        for (size_t a = 1; a < SOME; a += 2) {
            uint32_t none;
            rr_plan plan = RR_PLAN_INIT;
            rr_job job = RR_JOB_INIT;
            job.sampler = rr_sampler_find("attempts");
            job.dtype = RR_U32;
            job.rows = WHOLE_TILE;
            job.param[0] = (rr_param){&ACCEPTS[a], RR_F32, 0, 0};
            job.out = &none;   /* not looked at */
            assert_int_equal(rr_plan_job(d, &job, 0, &plan), RR_OK);
            for (uint32_t i = 0; i < plan.rows; ++i) ok &= same_plan(d, &plan, &plan.row[i], ACCEPTS[a]);
        }
        rr_device_close(&d);
    }
    assert_true(ok);
}

/* Lane attempts of a GPU with queues: as expected where no lane ever waits, plus the waiting of the last ones of each tile,
 * which is less than a loop of a warp. */
static int queued_mean(const char *what, rr_chance c, uint32_t lanes, double have, double expected, double variance)
{
    const double ends = QUEUE_TILES * lanes * rr_model_loop_mean(c, lanes), off = have - expected, error = sqrt(variance);
    return good_z(what, off > 0 ? fmax(off - ends, 0) / error : off / error, (error + ends / 8.7) / expected);
}

/* Numbers of attempts: histogram[j] counts attempts with index j. */
static int same_attempts(const char *what, rr_chance c, const uint64_t *histogram)
{
    double probability[CELLS], left = 1;
    uint64_t cell[CELLS];
    for (int j = 0; j < CELLS; ++j) {
        probability[j] = j + 1 < CELLS ? left * c.accept : left;
        cell[j] = histogram[j] - (j + 1 < CELLS ? histogram[j + 1] : 0);
        left *= c.reject;
    }
    return good(what, chi2_test(CELLS, probability, cell, (double)histogram[0]), (double)histogram[0]);
}

static void queues(void **state)
{
    const double n = QUEUE_TILES * QUEUE_TILE;
    uint32_t lanes;
    int ok = 1;
    (void)state;
    if (!gpu()) return;
    rr_device *d = open_device(0, QUEUE_TILE);
    rr_device_name(d, &lanes, NULL, NULL);
    for (size_t a = 0; a < SOME; ++a) {
        rr_model_query q = query(RR_MODEL_FIXED, lanes, ACCEPTS[a]);
        const rr_chance c = q.chance;
        char what[96];
        snprintf(what, sizeof what, "compact, %u lanes, accept %.3f", lanes, c.accept);
        rr_result r = count(d, "compact", ACCEPTS[a], 0, (uint64_t)n, NULL);
        assert_int_equal(r.counts.iterations[0], (uint64_t)n);
        assert_int_equal(r.counts.accepted, (uint64_t)n);
        ok &= same_attempts(what, c, r.counts.iterations);
        ok &=
            queued_mean(what, c, lanes, (double)r.counts.lane_attempts, n / c.accept, n * c.reject / (c.accept * c.accept));
        for (q.proposals = 2; q.proposals <= 32; q.proposals *= 4) {
            rr_model_law law;
            char name[16];
            snprintf(name, sizeof name, "fixed:%u+", q.proposals);
            snprintf(what, sizeof what, "%s, %u lanes, accept %.3f", name, lanes, c.accept);
            assert_int_equal(rr_model_ask(&q, &law, NULL, 0), 0);
            if (law.fail * n < 100) continue;   /* too few to be normal */
            r = count(d, name, ACCEPTS[a], 0, (uint64_t)n, NULL);
            const double again = law.fail / c.accept;
            ok &= queued_mean(what, c, lanes, (double)r.counts.lane_attempts, n * (law.attempts + again),
                              n * (law.fail * (1 + c.reject) / (c.accept * c.accept) - again * again));
        }
    }
    rr_device_close(&d);
    assert_true(ok);
}

static void tiles(void **state)
{
    int ok = 1;
    (void)state;
    for (uint32_t warp = 0; warp <= (gpu() ? 0 : 32); warp = warp ? 2 * warp : 4) {
        uint32_t lanes;
        rr_device *d = open_device(warp, TILE);
        rr_device_name(d, &lanes, NULL, NULL);
        for (size_t a = 0; a < SOME; ++a) {
            rr_model_query q = query(RR_MODEL_REFILL, lanes, ACCEPTS[a]);
            q.tile = TILE;
            ok &= same_mean("refill", d, &q, 1, ACCEPTS[a]);
            if (warp || gpu()) continue;
            q.strategy = RR_MODEL_COMPACT;   /* its lanes are the register's: the warp of a device without warp= */
            ok &= same_mean("compact", d, &q, 1, ACCEPTS[a]);
            q.strategy = RR_MODEL_FIXED;
            q.goes_on = 1;
            for (q.proposals = 2; q.proposals <= 32; q.proposals *= 4) {
                char name[16];
                snprintf(name, sizeof name, "fixed:%u+", q.proposals);
                const double again = rr_model_fixed_fail(q.chance, q.proposals) * TILE * few_tiles();
                if (again < 100) continue;   /* too few to be normal */
                ok &= same_mean(name, d, &q, 1, ACCEPTS[a]);
            }
        }
        rr_device_close(&d);
    }
    assert_true(ok);
}

/* The layout of fixed:M is exact, its failures are binomial. */
static void fixed(void **state)
{
    static const unsigned PROPOSALS[] = {1, 2, 3, 8, 11, 40};
    const uint64_t n = 65536;
    uint32_t list[4];
    const unsigned warps = warps_of(list);
    int ok = 1;
    (void)state;
    for (unsigned w = 0; w < warps; ++w) {
        const uint32_t warp = list[w];
        rr_device *d = open_device(warp, 65536);
        for (size_t k = 0; k < sizeof PROPOSALS / sizeof *PROPOSALS; ++k) {
            char name[16], what[96];
            rr_model_law law;
            rr_model_query q = query(RR_MODEL_FIXED, warp, 0.1f);
            q.proposals = PROPOSALS[k];
            snprintf(name, sizeof name, "fixed:%u", q.proposals);
            assert_int_equal(rr_model_ask(&q, &law, NULL, 0), 0);
            const rr_result r = count(d, name, 0.1f, 0, n, NULL);
            assert_int_equal(r.counts.lane_attempts, (uint64_t)(law.attempts * (double)n + 0.5));
            assert_int_equal(r.counts.iterations[(int)law.mean], r.counts.calls);
            assert_int_equal(r.counts.calls, (uint64_t)((double)n / law.samples));
            const double unit = sqrt(law.fail * (1 - law.fail) / (double)n);
            snprintf(what, sizeof what, "%s, warp %u: failures", name, warp);
            ok &= good_z(what, ((double)r.failed / (double)n - law.fail) / unit, unit);
        }
        rr_device_close(&d);
    }
    assert_true(ok);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(rows), cmocka_unit_test(cached), cmocka_unit_test(regroup_ahead), cmocka_unit_test(tiles),
        cmocka_unit_test(tile_ends), cmocka_unit_test(plans), cmocka_unit_test(queues), cmocka_unit_test(fixed),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    const int failed = cmocka_run_group_tests(all, NULL, NULL);
    printf("# %u tests\n", tests_made);
    return failed;
}
