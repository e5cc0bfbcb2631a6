/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The bits of a GPU device are those of the CPU: every sampler x strategy x dtype, and every transform x dtype, byte by
 * byte.
 *
 *     bits DEVICE [--all] [--big] [--large=N] [--share=K/N] [--gamma] [--compact] [--turns]
 *
 * TAP, one line per kernel. Each kernel runs with: one value per parameter; per-sample values; those and an index array; 1 -
 * U where the sampler supports it. Each of these in each of SIZES from each of FIRSTS, to an output that begins 0 ... 3
 * elements off, with bytes before and after it that must not change; and with all arrays in the memory of the device. Also
 * rows of the vector samplers; points that transforms accept and refuse; and the reports of bad parameters and of samples
 * that fixed:M leaves.
 *
 * The default selection (part_of) has few kernels, because a compiler takes seconds for each, and longer for wide warps.
 * `compact` has two kernels; the plain one is for constant parameters that the host knows. The finish of a derived sampler
 * is the same text in both: it is tested in the plain one, in f32, on warps of one lane, over all of good_value's
 * parameters. Draws are tested there in the other one, and in both where no other test runs the plain one; those with
 * derived samplers in f64 too; and every transform. On wider warps, whose lanes communicate: all strategies of gamma f32;
 * with REROLL_DEEP the plain kernel of the draws that reject, the transform that rejects, and rows, whose components `loop`
 * draws, which compiles quickly; with --gamma only gamma's strategies. --turns: gamma and its reports, and one sampler of
 * each kind (is_turn); on wide warps gamma by compact, refill and regroup:ahead only, which have the votes and shuffles of
 * the others: the PTX emulator runs all strategies on wide warps, and a default run has half a minute for work of half an
 * hour. The plain f32 kernel is then tested by the derived sampler. --all: everything,
 * every offset; --compact: only compact, enough that each distribution is drawn as it is timed; --share=K/N: every N-th of
 * the selection, from index K on, so that processes compile in parallel. --big: also 1e6 + 7 samples, and 2.1e6 + 7, which
 * take three chunks of a job to the host.
 *
 * Counts have one kernel for all dtypes: it is tested in i64, and briefly in the others. So are f16 and bf16 with f32. Two
 * composite samplers are tested, one of counts and one of reals.
 *
 * Last for each kernel: N samples (--large=N) to the memory of the device in one launch, as timed by
 * bench/gpu-check/speed.c, in each of SHAPES: long tiles, many tiles per warp, and both. Slices are compared with the CPU,
 * and every element must be written.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/sampler.h"
#include "../support/strategies.h"
#include "../support/derived.h"
#include "memory.h"

static const unsigned SIZES[] = {1, 31, 32, 33, 1000};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES, MAX = 1000, FAR = 500009, MILLION = 1000007, BIG = 2100007 };
enum { OFFSETS = 4, GUARD = 16 };

/* Default number of samples of a large job: few enough tiles for a CPU that emulates a GPU. */
enum { LARGE = 1 << 15 };

/* The block of an index is index / s, with s samples per block: 1, 2 or 4. Blocks are counted by two words: the lower one
 * passes 2^32 within the first five samples. */
static const uint64_t FIRSTS[] = {0, (1ull << 32) - 5, (2ull << 32) - 5, (4ull << 32) - 5, (1ull << 63) - 5};
enum { FIRST_COUNT = sizeof FIRSTS / sizeof *FIRSTS };

/* A strategy of the list is one kernel, whatever its number. Text k of its strategies: the example, and two more numbers
 * where it takes one; 0 past the last. */
static int strategy_of(const rr_strategy_info *kernel, unsigned k, char text[32])
{
    if (k) return k < 3 && strategy_form(kernel, k + 1, text);
    rr_strategy_text(kernel->example, text);
    return 1;
}

static int is(const rr_strategy_info *kernel, const char *name) { return !strcmp(kernel->name, name); }

typedef enum spread { ONE, EACH, INDEXED, FLIPPED, SPREADS } spread;
/* The tests of a strategy. PLAIN: jobs that compact's plain kernel draws (rr_gpu_plain); OTHERS: those that it does not. */
typedef enum part { NOTHING, PLAIN, OTHERS, WHOLE } part;

static const char *const SPREAD_NAMES[] = {"one value", "values per sample", "an index array", "1 - U"};

static struct {
    const char *name;
    rr_device *device, *cpu;
    int all, big, gamma, compact, turns;
    uint32_t lanes, large;
    unsigned fraction, fractions;   /* index `fraction` of `fractions` */
} with = {.fractions = 1, .large = LARGE};

static int tests, failures;

static void say(int ok, const char *what)
{
    printf("%sok %d - %s: %s\n", ok ? "" : "not ", ++tests, with.name, what);
    fflush(stdout);
    failures += !ok;
}

#include "bits/jobs.h"
#include "bits/kernel.h"
#include "bits/rows.h"
#include "bits/transforms.h"
#include "bits/reports.h"

/* ---- The choice ---- */

/* True if this one belongs to the process's fraction. */
static int mine(void)
{
    static unsigned number;
    return number++ % with.fractions == with.fraction;
}

/* Whole rows; those of the default run have a matrix and numbers, a direction, a table and numbers. */
static int is_whole(const rr_sampler *s)
{
    static const char *const multiplied[] = {"sphere", "ball", "multivariate-t"};
    for (unsigned k = 0; k < sizeof multiplied / sizeof *multiplied; ++k)
        if (!strcmp(s->name, multiplied[k])) return 0;
    return s->row_stages != NULL;
}

static int is_default(const rr_sampler *s, int wide)
{
    return wide ? !strcmp(s->name, "lowrank-normal") : !strcmp(s->name, "wishart") || !strcmp(s->name, "von-mises-fisher");
}

/* --turns, on warps of one lane: words, a derived sampler, a rejection of counts, whole rows. gamma is the rejection of
 * reals. */
static int is_turn(const rr_sampler *s)
{
    static const char *const names[] = {"bits", "lognormal", "discrete-laplace", "wishart"};
    for (unsigned k = 0; k < sizeof names / sizeof *names; ++k)
        if (!strcmp(s->name, names[k])) return 1;
    return 0;
}

/* A strategy of gamma on wide warps with --turns. */
static int is_wide_turn(const rr_strategy_info *kernel)
{
    return is(kernel, "compact") || is(kernel, "refill") || is(kernel, "regroup:ahead");
}

/* The selection. A kernel takes 3 to 9 CPU seconds, mostly in a compiler, and WHOLE takes two of compact. */
static part part_of(const rr_sampler *s, rr_type dtype, const rr_strategy_info *kernel)
{
    const int gamma = !strcmp(s->name, "gamma"), compact = is(kernel, "compact");
    const int wide = with.lanes > 1, f64 = width_of(dtype) == 8;
    if (s->counts && dtype != RR_I64) return NOTHING;
    if (s->stages && dtype == RR_F32 && strcmp(s->name, "wald")) return NOTHING;   /* made in f64 all the same */
    if (with.compact && !compact) return NOTHING;
    if (with.all) return WHOLE;
    if (with.turns && !gamma && !is_turn(s)) return NOTHING;
    if (with.gamma) return !gamma || f64 ? NOTHING : compact ? PLAIN : WHOLE;
    if (fractions(s)) return !strcmp(s->name, "multinomial") && is(kernel, wide ? "loop" : "compact") ? WHOLE : NOTHING;
    if (is_whole(s) && !is_default(s, wide)) return NOTHING;
    if (with.turns && wide && !is_wide_turn(kernel)) return NOTHING;
    if (gamma && !f64) return compact && with.turns ? OTHERS : wide || compact || is(kernel, "fixed") ? WHOLE : NOTHING;
    if (s->stages)
        return compact && (!strcmp(s->name, "negative-binomial") || (!wide && !strcmp(s->name, "wald"))) ? WHOLE : NOTHING;
    if (s->counts)
        return !compact ? NOTHING : !wide ? WHOLE : strcmp(s->name, "poisson") ? NOTHING : PLAIN;
    if (rr_is_row(s)) return (wide ? f64 && is(kernel, "loop") : !f64 && compact) ? WHOLE : NOTHING;
    if (!compact || (wide && (f64 || !s->rejects || is_derived(s) || !getenv("REROLL_DEEP")))) return NOTHING;
    if (wide || is_derived(s)) return f64 ? NOTHING : PLAIN;
    if (f64) return has_derived(s) ? PLAIN : NOTHING;
    return s->rejects || has_derived(s) ? OTHERS : WHOLE;
}

static int wanted_transform(const rr_transform_info *method, rr_type dtype)
{
    if (with.compact) return 0;
    if (with.all) return 1;
    return dtype == RR_F32 && !with.gamma && (with.lanes == 1 || !strcmp(method->name, "polar-with-replacement"));
}

static int arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        if (!strcmp(argv[i], "--all")) with.all = 1;
        else if (!strcmp(argv[i], "--big")) with.big = 1;
        else if (!strcmp(argv[i], "--gamma")) with.gamma = 1;
        else if (!strcmp(argv[i], "--compact")) with.compact = 1;
        else if (!strcmp(argv[i], "--turns")) with.turns = 1;
        else if (!strncmp(argv[i], "--large=", 8)) {
            if (sscanf(argv[i] + 8, "%u", &with.large) != 1 || with.large > 1u << 30) return 0;
        }
        else if (!strncmp(argv[i], "--share=", 8)) {
            if (sscanf(argv[i] + 8, "%u/%u", &with.fraction, &with.fractions) != 2 || with.fraction >= with.fractions)
                return 0;
        } else if (argv[i][0] == '-' || with.name) return 0;
        else with.name = argv[i];
    return with.name != NULL;
}

int main(int argc, char **argv)
{
    const rr_sampler *s;
    const rr_transform_info *method;
    rr_strategy_info kernel;
    if (!arguments(argc, argv)) {
        fprintf(stderr, "usage: bits DEVICE [--all] [--big] [--large=N] [--share=K/N] [--gamma] [--compact] [--turns]\n");
        return 2;
    }
    if (rr_device_open(with.name, &with.device) || rr_device_open("cpu", &with.cpu)) {
        char why[160];
        rr_device_why(with.name, why);
        printf("Bail out! %s: %s\n", with.name, why);
        return 1;
    }
    rr_device_name(with.device, &with.lanes, NULL, NULL);
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (rr_type dtype = RR_F32; dtype <= RR_U64; ++dtype)
            for (size_t k = 1; rr_strategy_list(k, &kernel); ++k) {   /* after auto */
                if (s->outside || !(s->dtypes >> dtype & 1)) continue;
                const part tried = part_of(s, dtype, &kernel);
                if (!tried || !mine()) continue;
                if (rr_is_row(s)) test_rows(s, dtype, &kernel);
                else test_kernel(s, dtype, &kernel, tried);
            }
    for (size_t i = 0; (method = rr_transform_list(i)); ++i)
        for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype)
            if (wanted_transform(method, dtype) && mine()) test_transform(method, dtype);
    if (!with.gamma && !with.compact) test_reports();
    rr_device_close(&with.device);
    rr_device_close(&with.cpu);
    printf("1..%d\n", tests);
    return failures != 0;
}
