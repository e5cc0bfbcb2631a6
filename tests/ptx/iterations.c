/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The number of iterations of warps of the CUDA text, counted from outside, against the model: Figure 3 of Ridley and
 * Forget with the kernels of `loop`, `grouped:4` and `cached`. iterations FILE [--all]: FILE receives the emulator's
 * tallies. TAP.
 *
 * A job is one tile of SAMPLES from `attempts`, ROWS warp rows of 32 lanes (for grouped:4 of 8 samples), and the kernel is
 * the one that is timed, which counts nothing. An iteration is one Philox block per lane, 20 products of 32 bits: PRODUCTS
 * instructions are executed equally often, once per iteration.
 *
 * Exactly: a sample of `attempts` is the number of its attempts, so that the iterations of a job are the sum over its rows
 * of the largest sample (loop), of the largest quarter of one (grouped:4). All 32 lanes take part. Against the
 * model: the mean of JOBS jobs, by its standard error from the jobs. A test fails by chance with probability 6e-9
 * (Student's t, 100 jobs), all 18 of --all with 1.1e-7; the seed is fixed. `sees` is the relative error of the mean that
 * is detected with probability 0.99. */
#include "tests/statistics/check.h"

#include "reroll_model.h"

enum { SAMPLES = 1024, LANES = 32, JOBS = 100, PRODUCTS = 20, APART = 8192, GROUP = 4, MAX_COUNTS = 4096 };

static const float few[] = {0.785f, 0.5f, 0.1f}, all[] = {0.98f, 0.785f, 0.5f, 0.2f, 0.1f, 0.05f};
static const struct strategy {
    const char *name;
    rr_model_strategy model;
    unsigned row;   /* samples */
} strategies[] = {{"loop", RR_MODEL_LOOP, LANES}, {"grouped:4", RR_MODEL_GROUPED, LANES / GROUP},
                  {"cached", RR_MODEL_CACHED, LANES}};

static const char *tallies;
static rr_device *gpu;
static int tests, failures;

static void must(int bad, const char *what)
{
    if (!bad) return;
    printf("Bail out! %s\n", what);
    exit(1);
}

static void say(int ok, const char *what)
{
    printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, what);
    fflush(stdout);
    failures += !ok;
}

/* ---- The emulator's counts ---- */

typedef struct count {
    uint64_t warps, lanes;
} count;

/* The tally of the instructions that are a block's products, in the only launch of the file; 0 warps: there are none. */
static count read_tallies(void)
{
    static count products[MAX_COUNTS];
    count found = {0, 0};
    char line[512], opcode[64];
    unsigned long long warps, lanes;
    int n = 0, launches = 0;
    FILE *f = fopen(tallies, "r");
    must(!f, tallies);
    while (fgets(line, sizeof line, f)) {
        launches += !strncmp(line, "launch ", 7);
        if (sscanf(line, "%*d %llu %llu %*u %63s", &warps, &lanes, opcode) == 3 && !strcmp(opcode, "mul.wide.u32") &&
            n < MAX_COUNTS)
            products[n++] = (count){warps, lanes};
    }
    fclose(f);
    remove(tallies);
    must(launches != 1, "a job is not one launch");
    for (int k = 0; k < n; ++k) {
        int same = 0;
        for (int m = 0; m < n; ++m) same += products[m].warps == products[k].warps;
        if (same == PRODUCTS) found = products[k];
    }
    return found;
}

static count count_job(const struct strategy *s, float accept, uint64_t first, uint32_t *out)
{
    rr_result result = RR_RESULT_INIT;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.stream = rr_stream_make(1, 0);
    job.stream.next = first;
    job.rows = SAMPLES;
    job.param[0] = (rr_param){&accept, RR_F32, 0, 0};
    job.out = out;
    must(rr_strategy_find(s->name, &job.strategy) != RR_OK, s->name);
    must(rr_run(gpu, &job, &result) != RR_OK, result.message);
    return read_tallies();
}

/* ---- The expected counts ---- */

/* From the samples themselves, where a row does no work for others. */
static uint64_t iterations_of(const struct strategy *s, const uint32_t *attempts)
{
    const uint32_t group = LANES / s->row;
    uint64_t sum = 0;
    for (uint32_t base = 0; base < SAMPLES; base += s->row) {
        uint32_t max = 0;
        for (uint32_t k = base; k < base + s->row; ++k) {
            const uint32_t turns = (attempts[k] + group - 1) / group;
            max = turns > max ? turns : max;
        }
        sum += max;
    }
    return sum;
}

static rr_model_law law_of(const struct strategy *s, float accept)
{
    rr_model_query q = RR_MODEL_QUERY_INIT;
    rr_model_law law;
    q.strategy = s->model;
    q.lanes = LANES;
    q.group = LANES / s->row;
    q.chance = rr_chance_accept((double)accept);
    if (s->model == RR_MODEL_CACHED) {
        q.first = RR_MODEL_TILE;
        q.tile = SAMPLES;
    }
    must(rr_model_ask(&q, &law, NULL, 0), "the model");
    return law;
}

static void test_strategy(const struct strategy *s, float accept)
{
    static uint32_t out[SAMPLES];
    const rr_model_law law = law_of(s, accept);
    const double rows = SAMPLES / s->row;
    double sum = 0, square = 0;
    int exact = 1;
    char what[160];
    for (uint64_t k = 0; k < JOBS; ++k) {
        const count c = count_job(s, accept, k * APART, out);
        const double mean = (double)c.warps / rows;
        sum += mean;
        square += (mean - law.mean) * (mean - law.mean);
        exact = exact && c.warps && (s->model == RR_MODEL_CACHED || c.warps == iterations_of(s, out));
        exact = exact && (s->model == RR_MODEL_GROUPED || c.lanes == LANES * c.warps);
    }
    const double off = sum / JOBS - law.mean, error = sqrt((square / JOBS - off * off) / (JOBS - 1));
    snprintf(what, sizeof what, "%s, accept %.3f", s->name, (double)accept);
    /* If nearly all rows take one iteration, it is possible that none takes two. Then the number of rows that the model
     * expects there must be below 20 (2e-9). */
    const double others = (law.mean - 1) * rows * JOBS;
    const int near = error > 0 ? good_z(what, off / error, error / law.mean) : sum == JOBS && others < 20;
    snprintf(what, sizeof what, "%s, acceptance %.3f: %.3f iterations a row, the model has %.3f%s", s->name, (double)accept,
             sum / JOBS, law.mean, exact ? "" : "; not those of the samples");
    say(near && exact, what);
}

int main(int argc, char **argv)
{
    must(argc < 2, "argument: a file for tallies");
    tallies = argv[1];
    const int deep = argc > 2 && !strcmp(argv[2], "--all");
    setenv("PTX_TALLY", tallies, 1);
    remove(tallies);
    must(rr_device_open("cuda:0,tile=2048", &gpu) != RR_OK, "no device");
    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; ++s)
        for (size_t a = 0; a < (deep ? sizeof all / sizeof *all : sizeof few / sizeof *few); ++a)
            test_strategy(&strategies[s], (deep ? all : few)[a]);
    rr_device_close(&gpu);
    printf("1..%d\n", tests);
    return failures != 0;
}
