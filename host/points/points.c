/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Point sets: checks a job, then makes it by the kernel that draws such points, by sampler uniform, or here. */
#include <string.h>

#include "points.h"
#include "host/api/draw.h"
#include "engine/lanes/processor/fpenv.h"

/* Points per piece of a thread. */
#define PIECE 16384u

/* ---- Coordinates ---------------------------------------------------------------------------------------------------- */

/* The neighbour of x in the dtype, towards +inf (up) or -inf. */
static double neighbour(double x, int wide, int up)
{
    int64_t b;
    if (x == 0) {
        const double min = wide ? 0x1p-1074 : 0x1p-149;
        return up ? min : -min;
    }
    const int away = (x > 0) == up;   /* its bits increase away from 0 */
    if (wide) {
        memcpy(&b, &x, 8);
        b += away ? 1 : -1;
        memcpy(&x, &b, 8);
        return x;
    }
    float narrow = (float)x;
    int32_t n;
    memcpy(&n, &narrow, 4);
    n += away ? 1 : -1;
    memcpy(&narrow, &n, 4);
    return (double)narrow;
}

/* low and high, and their neighbours inside, in the dtype: least > most if no number is between them. */
typedef struct interval {
    double low, high, min, max;
    int wide;
} interval;

static double rounded(const rr_points_job *job, double x)
{
    return job->dtype == RR_F64 ? x : (double)(float)x;
}

static interval interval_of(const rr_points_job *job)
{
    interval v = {.low = job->low, .high = job->high, .wide = job->dtype == RR_F64};
    v.min = rounded(job, job->low);
    v.max = rounded(job, job->high);
    if (v.min <= job->low) v.min = neighbour(v.min, v.wide, 1);
    if (v.max >= job->high) v.max = neighbour(v.max, v.wide, 0);
    return v;
}

/* The point (k + 1/2) / cells of (0, 1), in the interval, rounded, but never to an end. */
static double cell_point(const interval *v, uint64_t k, uint64_t cells)
{
    const double u = (double)(2 * k + 1) / (double)(2 * cells), wide = v->low + (v->high - v->low) * u;
    const double x = v->wide ? wide : (double)(float)wide;
    return x < v->min ? v->min : x > v->max ? v->max : x;
}

/* ---- The sets that are computed here ---------------------------------------------------------------------------------- */

typedef struct work {
    const rr_points_job *job;
    const rr_sobol *sobol;
    const rr_halton *halton;
    interval interval;
    uint64_t side;     /* points of a grid along an axis */
} work;

static void store(const rr_points_job *job, uint64_t at, double x)
{
    const unsigned width = (unsigned)rr_type_size(job->dtype);
    rr_value_set((char *)job->out + at * width, 0, width, x);
}

static void run_sobol(void *state, uint64_t at, uint64_t n)
{
    const work *w = state;
    const rr_points_job *job = w->job;
    uint32_t k[RR_MAX_DIMS];
    uint64_t cells;
    rr_sobol_jump(w->sobol, job->stream.next + at, k);
    for (uint64_t p = at; p < at + n; ++p) {
        if (p > at) rr_sobol_next(w->sobol, job->stream.next + p, k);
        for (uint32_t d = 0; d < job->dims; ++d) {
            const uint64_t cell = rr_sobol_cell(w->sobol, d, k[d], &cells);
            const uint64_t place = p * job->dims + d;
            if (job->dtype == RR_U32) ((uint32_t *)job->out)[place] = (uint32_t)(cell / (cells / RR_SOBOL_POINTS));
            else store(job, place, cell_point(&w->interval, cell, cells));
        }
    }
}

static void run_halton(void *state, uint64_t at, uint64_t n)
{
    const work *w = state;
    const rr_points_job *job = w->job;
    uint64_t cells;
    for (uint64_t p = at; p < at + n; ++p)
        for (uint32_t d = 0; d < job->dims; ++d) {
            const uint64_t cell = rr_halton_cell(w->halton, d, job->stream.next + p, &cells);
            store(job, p * job->dims + d, cell_point(&w->interval, cell, cells));
        }
}

/* low + (i + 1) (high - low) / side, never above high. An exact factor, a power of two, keeps the product of a wide
 * interval finite. */
static double grid_coordinate(const work *w, uint64_t i)
{
    const double low = w->job->low, high = w->job->high, scale = high - low > 0x1p900 ? 0x1p-64 : 1;
    if (i + 1 == w->side) return high;
    const double x = low + (double)(i + 1) * ((high - low) * scale) / (double)w->side / scale;
    return x < high ? x : high;
}

static void run_grid(void *state, uint64_t at, uint64_t n)
{
    const work *w = state;
    const rr_points_job *job = w->job;
    for (uint64_t p = at; p < at + n; ++p) {
        const uint64_t i = job->stream.next + p;
        if (job->dims == 2) store(job, 2 * p, grid_coordinate(w, i / w->side));
        store(job, job->dims * p + job->dims - 1, grid_coordinate(w, i % w->side));
    }
}

static void run_all(const rr_device *device, void (*run)(void *, uint64_t, uint64_t), work *w)
{
    const rr_sharing how = {sizeof *w, NULL, run, NULL, NULL, rr_host_of(device)->threads, PIECE};
    rr_parallel_for(&how, w, w->job->n);
}

/* ---- The call -------------------------------------------------------------------------------------------------------- */

/* The integer square root. */
static uint64_t root_of(uint64_t n)
{
    uint64_t low = 0, high = 1ull << 32;   /* low^2 <= n < high^2 */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (middle * middle <= n) low = middle;
        else high = middle;
    }
    return low;
}

static uint64_t side_of(uint64_t grid, uint32_t dims)
{
    const uint64_t root = root_of(grid);
    return dims == 1 ? grid : root + (root * root < grid);
}

uint64_t rr_points_square(uint64_t grid)
{
    const uint64_t side = side_of(grid, 2);
    return side < 1ull << 32 ? side * side : 0;
}

/* The number of points of the set, less 1. */
static uint64_t last_of(const rr_points_job *job)
{
    switch (job->kind) {
    case RR_POINTS_GRID: return (job->dims == 1 ? job->grid : rr_points_square(job->grid)) - 1;
    case RR_POINTS_SOBOL: return RR_SOBOL_POINTS - 1;
    case RR_POINTS_HALTON: return RR_HALTON_POINTS - 1;
    default: return UINT64_MAX;
    }
}

static const char *check_kind(const rr_points_job *job)
{
    const int pair = job->kind == RR_POINTS_SQUARE || job->kind == RR_POINTS_DISC || job->kind == RR_POINTS_DISC_MAP;
    const int even = job->kind == RR_POINTS_SOBOL || job->kind == RR_POINTS_HALTON;
    if (job->kind < RR_POINTS_GRID || job->kind > RR_POINTS_HALTON) return "kind is not an rr_points_kind";
    if (job->dtype == RR_U32 ? job->kind != RR_POINTS_SOBOL : job->dtype != RR_F32 && job->dtype != RR_F64)
        return "dtype is not RR_F32 or RR_F64 (or RR_U32 for Sobol points)";
    if (job->scramble > RR_SCRAMBLE_OWEN || (job->scramble && !even))
        return "scramble is not an rr_scramble, or the points are not Sobol's or Halton's";
    if (pair && job->dims != 2) return "dims is not 2";
    if (job->kind == RR_POINTS_GRID && job->dims != 1 && job->dims != 2) return "dims is not 1 or 2";
    if (!job->dims || (even && job->dims > RR_MAX_DIMS)) return even ? "dims is not in 1 ... 64" : "dims is 0";
    if (job->kind == RR_POINTS_GRID && !job->grid && job->n) return "grid is 0";
    return NULL;
}

/* Checks low and high for kinds that use them; pairs and the integers of SOBOL (RR_U32) have fixed intervals. */
static const char *check_interval(const rr_points_job *job)
{
    const double max = job->dtype == RR_F64 ? 1.7976931348623157e308 : 3.40282346638528859812e38;
    const int even = job->kind == RR_POINTS_SOBOL || job->kind == RR_POINTS_HALTON;
    if (!even && job->kind != RR_POINTS_GRID && job->kind != RR_POINTS_UNIFORM) return NULL;
    if (!(job->low < job->high && job->high - job->low <= 1.7976931348623157e308))
        return "low and high are not finite numbers, low < high, whose difference is finite";
    if (job->kind == RR_POINTS_UNIFORM || job->dtype == RR_U32) return NULL;   /* the sampler has its own ranges */
    if (rounded(job, job->low) < -max || rounded(job, job->high) > max)
        return "low or high is not a number of dtype RR_F32";
    const interval v = interval_of(job);
    if (even && v.min > v.max) return "no number of the dtype is between low and high";
    return NULL;
}

static rr_status check(const rr_device *device, const rr_points_job *job, rr_result *result)
{
    uint64_t numbers;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (!job || job->size != sizeof *job)
        return rr_fail_size(result, job, sizeof *job, "job", "RR_POINTS_INIT");
    const char *wrong = check_kind(job);
    if (!wrong) wrong = check_interval(job);
    if (wrong) return rr_fail(result, RR_ERR_ARGUMENT, "%s", wrong);
    if (__builtin_mul_overflow(job->n, job->dims, &numbers) || numbers > UINT64_MAX / 8)
        return rr_fail(result, RR_ERR_ARGUMENT, "n * dims is too large");
    if (!job->n) return RR_OK;
    const uint64_t last = last_of(job);
    if (job->stream.next > last || job->n - 1 > last - job->stream.next)
        return rr_fail(result, RR_ERR_INDEX, "the last point, stream.next + n - 1, is past number %llu, the last of the set",
                       (unsigned long long)last);
    if (!job->out || (uintptr_t)job->out % rr_type_size(job->dtype))
        return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL or not aligned to its type");
    return RR_OK;
}

static rr_status run_uniform(const rr_device *device, const rr_points_job *job, rr_result *result)
{
    rr_job draw = RR_JOB_INIT;
    draw.sampler = rr_sampler_find("uniform");
    draw.dtype = job->dtype;
    draw.stream = job->stream;
    draw.rows = job->n;
    draw.cols = job->dims;
    draw.param[0] = (rr_param){&job->low, RR_F64, 0, 0};
    draw.param[1] = (rr_param){&job->high, RR_F64, 0, 0};
    draw.out = job->out;
    if (__builtin_mul_overflow(job->stream.next, job->dims, &draw.stream.next))
        return rr_fail(result, RR_ERR_INDEX, "the first index, stream.next * dims, is past 2^64 - 1");
    const rr_status status = rr_check(device, &draw, result);   /* rr_run would write NaN */
    return status == RR_OK ? rr_run(device, &draw, result) : status;
}

static void draw(const rr_device *device, enum rr_transform_number which, const rr_points_job *job)
{
    rr_transform_draw(device, which, job->dtype, job->stream, job->n, job->out);
}

static rr_status points(const rr_device *device, const rr_points_job *job, rr_result *result)
{
    const rr_status status = check(device, job, result);
    if (status != RR_OK || !job->n) return status;
    work w = {.job = job, .interval = interval_of(job), .side = side_of(job->grid, job->dims)};
    rr_sobol sobol;
    rr_halton halton;
    w.sobol = &sobol;
    w.halton = &halton;
    switch (job->kind) {
    case RR_POINTS_GRID: run_all(device, run_grid, &w); break;
    case RR_POINTS_UNIFORM: return run_uniform(device, job, result);
    case RR_POINTS_SQUARE: draw(device, RR_TRANSFORM_square, job); break;
    case RR_POINTS_DISC: draw(device, RR_TRANSFORM_disc, job); break;
    case RR_POINTS_DISC_MAP: draw(device, RR_TRANSFORM_disc_map, job); break;
    case RR_POINTS_SOBOL:
        rr_sobol_start(&sobol, job->dims, job->scramble, job->scramble_seed);
        run_all(device, run_sobol, &w);
        break;
    case RR_POINTS_HALTON:
        rr_halton_start(&halton, job->dims, job->scramble, job->scramble_seed);
        run_all(device, run_halton, &w);
        break;
    }
    return RR_OK;
}

rr_status rr_points(const rr_device *device, const rr_points_job *job, rr_result *result)
{
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    const rr_fpenv saved = rr_fpenv_enter();
    const rr_status status = points(device, job, result);
    rr_fpenv_leave(saved);
    return status;
}
