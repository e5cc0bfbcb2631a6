/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The bits of a GPU device are those of the CPU: every sampler x strategy x dtype, and every transform x dtype, byte by
 * byte.
 *
 *     bits DEVICE [--all] [--big] [--large=N] [--share=K/N] [--gamma] [--compact] [--turns]
 *
 * TAP, a line a kernel. A kernel is asked for each of: one value of the parameters; values a sample; those and an index
 * array; 1 - U where the sampler can. Each in each of SIZES from each of FIRSTS, to an output that begins 0 ... 3
 * elements off, with bytes before and behind it that must stay; and with all arrays in the memory of the device. Rows of
 * the vector samplers; points that transforms take and refuse; and what calls say of bad parameters and of samples that
 * fixed:M leaves.
 *
 * The everyday choice (part_of) keeps the kernels few, for a compiler takes seconds for each, and more for wide warps.
 * `compact` has two kernels, of which the plain one is for parameters that the host knows and that do not vary. What a view
 * has of its own, the finish, is the same text in both: it is tried in the plain one, f32, on warps of one lane, over all of
 * good_value's parameters. Draws are tried there in the other, those whose plain kernel is tried nowhere else in both; those
 * with views in f64 too; and every transform. Wider warps, where lanes look at each other: all strategies of gamma f32, with
 * REROLL_DEEP the plain kernel of the draws that reject, the transform that does, and rows, whose components `loop` draws,
 * which is compiled quickly; with --gamma only gamma's strategies. --turns: gamma and its reports, and one sampler of each
 * kind (is_turn), where lanes are wide without cached and regroup, whose votes and shuffles others have, since an everyday
 * has half a minute for what takes half an hour; what a plain kernel of f32 has is then the view's. --all: everything,
 * every offset; --compact: only compact, so much of it that each law is drawn as it is timed; --share=K/N: every N-th of
 * what is chosen, from number K on, so that processes compile side by side. --big: 1e6 + 7 samples too, and 2.1e6 + 7,
 * which take three chunks of a job to the host.
 *
 * Counts have one kernel for all dtypes: it is tried in i64, and in the others briefly. So are f16 and bf16 with f32. Of
 * what is made of others, one of counts and one of reals are tried.
 *
 * Last of a kernel: N samples (--large=N) to the memory of the device in one launch, which bench/gpu-check/speed.c times, in
 * each of SHAPES: long tiles, many tiles a warp, and both. Slices are compared with the CPU, and nothing may stay as it was.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/sampler.h"
#include "../support/strategies.h"
#include "../support/views.h"
#include "memory.h"

static const unsigned SIZES[] = {1, 31, 32, 33, 1000};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES, MOST = 1000, FAR = 500009, MILLION = 1000007, BIG = 2100007 };
enum { OFFSETS = 4, GUARD = 16 };

/* Samples of a large job where no number is given: as many tiles as a processor that plays a GPU is quick to draw. */
enum { LARGE = 1 << 15 };

/* An index's block is index / s, s samples a block: 1, 2 or 4. Blocks are counted by two words: the lower one passes
 * 2^32 within the first five samples. */
static const uint64_t FIRSTS[] = {0, (1ull << 32) - 5, (2ull << 32) - 5, (4ull << 32) - 5, (1ull << 63) - 5};
enum { FIRST_COUNT = sizeof FIRSTS / sizeof *FIRSTS };

/* A strategy of the list is a kernel, whatever its number. Text number k of its strategies: the example, two numbers more
 * where it takes one; 0 past the last. */
static int strategy_of(const rr_strategy_info *kernel, unsigned k, char text[32])
{
    if (k) return k < 3 && strategy_form(kernel, k + 1, text);
    rr_strategy_text(kernel->example, text);
    return 1;
}

static int is(const rr_strategy_info *kernel, const char *name) { return !strcmp(kernel->name, name); }

typedef enum spread { ONE, EACH, INDEXED, FLIPPED, SPREADS } spread;
/* What is tried of a strategy. PLAIN: what compact's plain kernel draws (rr_gpu_plain); OTHERS: what it does not. */
typedef enum part { NOTHING, PLAIN, OTHERS, WHOLE } part;

static const char *const SPREAD_NAMES[] = {"one value", "values a sample", "an index array", "1 - U"};

static struct {
    const char *name;
    rr_device *device, *cpu;
    int all, big, gamma, compact, turns;
    uint32_t lanes, large;
    unsigned share, shares;   /* number `share` of `shares` */
} with = {.shares = 1, .large = LARGE};

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

/* Is this one of the share? */
static int mine(void)
{
    static unsigned number;
    return number++ % with.shares == with.share;
}

/* Rows that are made as wholes; those of an everyday, with a matrix and numbers, a direction, a table and numbers. */
static int is_whole(const rr_sampler *s)
{
    static const char *const multiplied[] = {"sphere", "ball", "multivariate-t"};
    for (unsigned k = 0; k < sizeof multiplied / sizeof *multiplied; ++k)
        if (!strcmp(s->name, multiplied[k])) return 0;
    return s->row_stages != NULL;
}

static int is_everyday(const rr_sampler *s, int wide)
{
    return wide ? !strcmp(s->name, "lowrank-normal") : !strcmp(s->name, "wishart") || !strcmp(s->name, "von-mises-fisher");
}

/* --turns: words, a view, a rejection of reals and one of counts, whole rows; rows of counts where lanes are wide. */
static int is_turn(const rr_sampler *s)
{
    static const char *const names[] = {"bits", "lognormal", "truncated-normal", "discrete-laplace", "wishart"};
    for (unsigned k = 0; k < sizeof names / sizeof *names; ++k)
        if (!strcmp(s->name, names[k])) return 1;
    return with.lanes > 1 && !strcmp(s->name, "multinomial");
}

/* The cover. A kernel is 3 to 9 CPU seconds, most of them a compiler's, and WHOLE takes two of compact. */
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
    if (shares(s)) return !strcmp(s->name, "multinomial") && is(kernel, wide ? "loop" : "compact") ? WHOLE : NOTHING;
    if (is_whole(s) && !is_everyday(s, wide)) return NOTHING;
    if (with.turns && wide && (is(kernel, "cached") || is(kernel, "regroup"))) return NOTHING;
    if (gamma && !f64) return compact && with.turns ? OTHERS : wide || compact || is(kernel, "fixed") ? WHOLE : NOTHING;
    if (s->stages)
        return compact && (!strcmp(s->name, "negative-binomial") || (!wide && !strcmp(s->name, "wald"))) ? WHOLE : NOTHING;
    if (s->counts)
        return !compact ? NOTHING : !wide ? WHOLE : strcmp(s->name, "poisson") ? NOTHING : PLAIN;
    if (rr_is_row(s)) return (wide ? f64 && is(kernel, "loop") : !f64 && compact) ? WHOLE : NOTHING;
    if (!compact || (wide && (f64 || !s->rejects || is_view(s) || !getenv("REROLL_DEEP")))) return NOTHING;
    if (wide || is_view(s)) return f64 ? NOTHING : PLAIN;
    if (f64) return has_views(s) ? PLAIN : NOTHING;
    return s->rejects || has_views(s) ? OTHERS : WHOLE;
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
            if (sscanf(argv[i] + 8, "%u/%u", &with.share, &with.shares) != 2 || with.share >= with.shares) return 0;
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
            for (size_t k = 1; rr_strategy_list(k, &kernel); ++k) {   /* behind auto */
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
