/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All tests of a kernel: spreads, sizes, first indices, containers, and many samples in one launch. */
#ifndef RR_TESTS_DEVICES_BITS_KERNEL_H
#define RR_TESTS_DEVICES_BITS_KERNEL_H

/* All tests of one spread by one strategy; `want` has the CPU's samples. */
static int try_spread(rr_job *job, const char *strategy, spread how, part tried)
{
    const int plain = how == ONE && tried == OTHERS;   /* what the host knows of ONE is */
    const unsigned firsts = how == INDEXED ? 1 : FIRST_COUNT;
    for (unsigned f = 0; f < firsts; ++f)
        for (unsigned s = 0; s < SIZE_COUNT; ++s)
            for (unsigned offset = 0; offset < OFFSETS; ++offset) {
                if (!with.all && offset != (f + s) % OFFSETS) continue;
                job->stream.next = FIRSTS[f];
                const int remote = tried != PLAIN && (SIZES[s] == 33 || SIZES[s] == MAX);
                if ((plain || draw_host(job, strategy, want[f], SIZES[s], offset)) &&
                    (!remote || draw_remote(*job, strategy, want[f], SIZES[s], offset)))
                    continue;
                printf("# %s, %s, %u samples from index %llu, to an output %u elements off\n", strategy, SPREAD_NAMES[how],
                       SIZES[s], (unsigned long long)FIRSTS[f], offset);
                return 0;
            }
    return 1;
}

/* The CPU's samples of a spread, from each first index. */
static int expect(rr_job *job, spread how)
{
    rr_result result;
    for (unsigned f = 0; f < (how == INDEXED ? 1 : FIRST_COUNT); ++f) {
        job->rows = MAX;
        job->stream.next = FIRSTS[f];
        if (!run(with.cpu, "compact", job, want[f], &result)) continue;
        printf("# the CPU: %s\n", result.message);
        return 0;
    }
    return 1;
}

/* n samples, which begin and end far from where the upper half of the index changes, if that is after the first five. */
static int try_many(const rr_sampler *s, rr_type dtype, spread how, unsigned point, const char *strategy, uint64_t first,
                    unsigned n)
{
    rr_job job = make_job(s, dtype, how, point, n);
    rr_result result;
    job.stream.next = first;
    if (!run(with.cpu, "compact", &job, big_want, &result) && draw_host(&job, strategy, big_want, n, n % OFFSETS)) return 1;
    printf("# %s, %s (%u), %u samples from index %llu: %s\n", strategy, SPREAD_NAMES[how], point, n,
           (unsigned long long)first, result.message);
    return 0;
}

/* ---- Many samples in the memory of the device ---- */

/* How a large job is divided among warps: multiprocessors, slots of a tile (0: the default of the device), and the divisor
 * of the job's number of samples. */
static const struct shape {
    unsigned units, tile, fewer;
} SHAPES[] = {{0, 0, 1}, {0, 16384, 1}, {1, 256, 16}, {1, 16384, 16}};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES, SLICES = 256, SLICE = 16384, MARKS = 4 };

/* The parameters of the job for n samples: those that make_job makes for up to BIG samples, repeated. */
static int repeat_params(rr_job *job, char *copies[], uint64_t n)
{
    const size_t made = job->rows, width = param_width(job);
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        if (!job->param[p].row_stride) continue;
        if (!(copies[p] = malloc(n * width))) return 1;
        for (size_t k = 0; k < n; k += made)
            memcpy(copies[p] + k * width, params[p], (n - k < made ? n - k : made) * width);
        job->param[p].data = copies[p];
    }
    job->rows = n;
    return 0;
}

/* Slices of n samples, or all of them where there are few: the first, the last, and those in equal steps between. */
static int same_slices(const rr_job *job, const char *got)
{
    const size_t n = job->rows, width = width_of(job->dtype), length = n < SLICE ? n : SLICE;
    const unsigned slices = n > (size_t)SLICES * SLICE ? SLICES : (unsigned)((n + SLICE - 1) / SLICE);
    for (unsigned k = 0; k < slices; ++k) {
        const size_t from = slices > 1 ? (n - length) * k / (slices - 1) : 0;
        rr_job slice = *job;
        rr_result result;
        slice.rows = length;
        slice.stream.next += from;
        for (uint32_t p = 0; p < job->sampler->params; ++p)
            slice.param[p].data = (const char *)job->param[p].data + from * (size_t)job->param[p].row_stride;
        if (!run(with.cpu, "compact", &slice, big_want, &result) &&
            same(big_want, got + from * width, length, (unsigned)width))
            continue;
        printf("# in the slice from %zu on: %s\n", from, result.message);
        return 0;
    }
    return 1;
}

/* True if every sample is written, also outside the slices, and no other memory. MARKS unchanged words in a row count as
 * samples that were not written. */
static int all_written(const char *got, size_t size, size_t before, size_t all)
{
    unsigned marks = 0;
    for (size_t k = 0; k < size; k += 4) {
        uint32_t word;
        memcpy(&word, got + before + k, 4);
        marks = word == 0xa5a5a5a5u ? marks + 1 : 0;
        if (marks < MARKS) continue;
        printf("# byte %zu of the output was not written\n", k);
        return 0;
    }
    for (size_t k = before ? 0 : size; k < all; k += k + 1 == before ? size + 1 : 1)
        if ((unsigned char)got[k] != 0xa5) {
            printf("# byte %lld from the output was written\n", (long long)k - (long long)before);
            return 0;
        }
    return 1;
}

/* A large job under one shape; `got` is its buffer. */
static int try_shape(const rr_job *job, const char *strategy, const struct shape *shape, char *got)
{
    const unsigned width = width_of(job->dtype), before = memory_is_object(with.device) ? 0 : GUARD * width;
    rr_job there = *job;
    rr_result result = RR_RESULT_INIT;
    remote r;
    memory_shape(with.device, shape->units, shape->tile);
    int ok = !open_remote(&r, &there, 0);
    if (ok && run(with.device, strategy, &there, there.out, &result)) {
        printf("# %s\n", result.message);
        ok = 0;
    }
    memory_shape(with.device, 0, 0);
    ok = ok && !memory_read(&r.out, got, r.out.size) && all_written(got, job->rows * width, before, r.out.size) &&
         same_slices(job, got + before);
    close_remote(&r);
    if (!ok)
        printf("# %s, %llu samples, on %u multiprocessors with tiles of %u (0: as usual)\n", strategy,
               (unsigned long long)job->rows, shape->units, shape->tile);
    return ok;
}

/* An odd number of samples, and fewer with per-sample parameters, so that several processes fit in memory. */
static int try_large(const rr_sampler *s, rr_type dtype, spread how, const char *strategy)
{
    const uint64_t n = with.large / (how == EACH && with.large > BIG ? 4 : 1) + 7;
    rr_job job = make_job(s, dtype, how, 0, n < BIG ? (unsigned)n : BIG);
    char *copies[RR_MAX_PARAMS] = {0}, *got = malloc((n + 2 * GUARD) * width_of(dtype));
    int ok = got && !repeat_params(&job, copies, n);
    job.stream.next = FIRSTS[1];
    for (unsigned k = 0; ok && k < SHAPE_COUNT; ++k) {
        job.rows = n / (with.large > BIG ? SHAPES[k].fewer : 1);
        ok = try_shape(&job, strategy, &SHAPES[k], got);
    }
    for (int p = 0; p < RR_MAX_PARAMS; ++p) free(copies[p]);
    free(got);
    return ok;
}

/* ---- All of a kernel ---- */

/* One value of the parameters after the other, except where the host makes a table for each. */
static int try_points(const rr_sampler *s, rr_type dtype, const char *strategy)
{
    for (unsigned point = 1; s->params && !s->fixed && point < POINTS; ++point)
        if (!try_many(s, dtype, ONE, point, strategy, FIRSTS[1], MAX)) return 0;
    return 1;
}

static int try_big(const rr_sampler *s, rr_type dtype, spread how, const char *strategy)
{
    return try_many(s, dtype, how, 0, strategy, FIRSTS[3], MILLION) && try_many(s, dtype, how, 0, strategy, FIRSTS[3], BIG);
}

/* compact draws whole tiles with a constant upper half, except tiles in which it changes. */
static int try_far(const rr_sampler *s, rr_type dtype, spread how)
{
    for (unsigned k = 1; k <= 4; k *= 2)
        if (!try_many(s, dtype, how, 0, "compact", ((uint64_t)k << 32) - FAR / 2 - 3, FAR)) return 0;
    return 1;
}

/* The other dtypes of a kernel of counts, and f16 and bf16 for one of f32. */
static int try_containers(const rr_sampler *s, spread how, const char *strategy)
{
    for (rr_type dtype = s->counts ? RR_F32 : RR_F16; dtype <= RR_BF16; ++dtype)
        for (unsigned offset = 0; offset < OFFSETS; ++offset) {
            if (!(s->dtypes >> dtype & 1)) continue;   /* of both signs */
            rr_job job = make_job(s, dtype, how, 0, MAX);
            rr_result result;
            job.stream.next = FIRSTS[offset];
            if (!run(with.cpu, "compact", &job, big_want, &result) && draw_host(&job, strategy, big_want, MAX, offset) &&
                draw_remote(job, strategy, big_want, MAX, offset))
                continue;
            printf("# %s, %s, %s, %u elements off: %s\n", name_of(dtype), strategy, SPREAD_NAMES[how], offset,
                   result.message);
            return 0;
        }
    return 1;
}

static void test_kernel(const rr_sampler *s, rr_type dtype, const rr_strategy_info *kernel, part tried)
{
    char what[128], strategy[32];
    int ok = 1;
    for (spread how = 0; ok && how < SPREADS; ++how) {
        if ((how == FLIPPED && !s->monotone) || (how == EACH && !s->params) || (how != ONE && tried == PLAIN)) continue;
        rr_job job = make_job(s, dtype, how, 0, MAX);
        ok = expect(&job, how);
        for (unsigned k = 0; ok && strategy_of(kernel, k, strategy); ++k) {
            ok = try_spread(&job, strategy, how, tried);
            if (ok && with.big && !k) ok = try_big(s, dtype, how, strategy);
            const int plain = how == ONE && is(kernel, "compact") && tried != OTHERS;
            if (ok && (plain || (how == EACH && is(kernel, "compact")))) ok = try_far(s, dtype, how);
            if (ok && plain) ok = try_points(s, dtype, strategy);
            const int large = plain || (how == EACH && tried != PLAIN) || (how == ONE && !is(kernel, "compact"));
            if (ok && with.large && !k && large) ok = try_large(s, dtype, how, strategy);
            if (ok && (s->counts || dtype == RR_F32) && !k) ok = try_containers(s, how, strategy);
            job = make_job(s, dtype, how, 0, MAX);
        }
    }
    strategy_of(kernel, 0, strategy);
    snprintf(what, sizeof what, "%s %s %s%s has the CPU's bits", s->name, s->counts ? "in all dtypes" : name_of(dtype),
             strategy, tried == PLAIN ? ", plain," : "");
    say(ok, what);
}

#endif
