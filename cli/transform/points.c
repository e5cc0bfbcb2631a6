/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Gets points, a batch at a time, from a file's array, with conversion, or from the library. */
#include "job.h"

#include <string.h>

/* The position in memory, for any order of the array, of its element e in row-major order. */
static uint64_t place_of(const npy_array *a, uint64_t e)
{
    if (!a->fortran || a->dims < 2) return e;
    return e % a->shape[1] * a->shape[0] + e / a->shape[1];
}

static double number_of(const npy_array *a, uint64_t place)
{
    return dtype_value(a->type, (const char *)a->data + place * dtype_size(a->type));
}

static void from_file(const transform_request *w, uint64_t first, uint64_t count, void *out)
{
    const npy_array *a = &w->array;
    const size_t size = dtype_size(w->dtype);
    if (a->type == w->dtype && !(a->fortran && a->dims == 2)) {
        memcpy(out, (const char *)a->data + first * size, count * size);
        return;
    }
    for (uint64_t k = 0; k < count; ++k) {
        const double x = number_of(a, place_of(a, first + k));
        if (w->dtype == RR_F64) ((double *)out)[k] = x;
        else ((float *)out)[k] = (float)x;
    }
}

exit_status transform_points(const transform_request *w, const rr_device *device, uint64_t at, uint64_t n, void *out)
{
    rr_result result = RR_RESULT_INIT;
    rr_points_job part = w->set;
    if (w->path) {
        from_file(w, at * w->width, n * w->width, out);
        return EXIT_DONE;
    }
    part.stream.next += at;
    part.n = n;
    part.out = out;
    const rr_status status = rr_points(device, &part, &result);
    return status ? refuse(EXIT_TROUBLE, "%s", result.message[0] ? result.message : rr_status_text(status)) : EXIT_DONE;
}
