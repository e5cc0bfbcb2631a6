/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The paper's suggestion against divergence: sort the points first, so that the lanes of a warp agree, which it calls
 * prohibitively expensive. One pass on the host sorts points of the square, those in the disc first, for polar with
 * replacement, where lanes with a point outside draw again. The same points in their original order are compared. Sorted,
 * all lanes of every warp but one agree, but warps of points outside still draw until their last lane is inside. */
#include "study.h"

#include "memory.h"

#include <stdlib.h>

enum { SIDE = 4096, QUICK_SIDE = 512, ROUNDS = 5 };

typedef struct sorting {
    FILE *csv;
    uint64_t n, inside;
    float *points, *sorted, *out;
} sorting;

static void sort_points(sorting *to)
{
    float *first = to->sorted, *last = to->sorted + 2 * to->n;
    for (uint64_t k = 0; k < to->n; ++k) {
        const float x = to->points[2 * k], y = to->points[2 * k + 1], r = x * x + y * y;
        const int inside = r > 0 && r <= 1;
        float *const at = inside ? first : last - 2;
        at[0] = x;
        at[1] = y;
        first += inside ? 2 : 0;
        last -= inside ? 0 : 2;
    }
    to->inside = (uint64_t)(first - to->sorted) / 2;
}

/* Memory of the points that are timed: that of the device, if it uses pointers. */
typedef struct memories {
    int are_far;
    memory in, out;
} memories;

/* Median milliseconds of the transform of these points; below 0: failed. */
static double time_points(const study *s, const study_place *at, const sorting *to, const memories *m, const float *points)
{
    const void *in = m->are_far ? memory_pointer(&m->in, 0) : points;
    void *out = m->are_far ? memory_pointer(&m->out, 0) : to->out;
    double t[ROUNDS];
    if (m->are_far && memory_write(&m->in, points, to->n * 8)) return -1;
    for (int r = -1; r < ROUNDS; ++r) {   /* the first one compiles and warms up */
        const double start = study_seconds();
        if (points_transform(s, at->device, "polar-with-replacement", RR_F32, to->n, in, out, NULL)) return -1;
        if (r >= 0) t[r] = (study_seconds() - start) * 1e3;
    }
    return study_median(t, ROUNDS);
}

static double time_sort(sorting *to)
{
    double t[ROUNDS];
    for (unsigned r = 0; r < ROUNDS; ++r) {
        const double start = study_seconds();
        sort_points(to);
        t[r] = (study_seconds() - start) * 1e3;
    }
    return study_median(t, ROUNDS);
}

static int write_place(const study *s, const study_place *at, void *context)
{
    sorting *const to = context;
    memories m = {at->is_gpu && !memory_is_object(at->device), {at->device, 0, 0}, {at->device, 0, 0}};
    if (at->emulates_fma) return 0;   /* sorting does not affect a warp of one lane */
    int status = points_make(s, at->device, RR_POINTS_SQUARE, RR_F32, to->n, 0, to->points);
    if (!status && m.are_far)
        status = memory_open(at->device, to->n * 8, &m.in) || memory_open(at->device, to->n * 8, &m.out);
    if (!status) {
        const double sort = time_sort(to), plain = time_points(s, at, to, &m, to->points);
        const double sorted = time_points(s, at, to, &m, to->sorted);
        status = plain < 0 || sorted < 0;
        fprintf(to->csv, "%s,%u,%s,%llu,%.6f,%.4g,%.4g,%.4g,%.4g\n", at->kind, at->threads, m.are_far ? "device" : "host",
                (unsigned long long)to->n, (double)to->inside / (double)to->n, plain, sorted, sort, plain / (sorted + sort));
    }
    memory_close(&m.in);
    memory_close(&m.out);
    return status;
}

int sorted_write(FILE *csv, const study *s)
{
    const uint64_t side = s->quick ? QUICK_SIDE : SIDE, n = side * side;
    sorting to = {csv, n, 0, malloc(n * 8), malloc(n * 8), malloc(n * 8)};
    fprintf(csv, "device,threads,memory,points,inside,ms_as_they_come,ms_sorted,ms_sort,gain\n");
    const int status = to.points && to.sorted && to.out ? study_devices(s, write_place, &to) : study_fail(s, "no memory");
    free(to.points);
    free(to.sorted);
    free(to.out);
    return status;
}
