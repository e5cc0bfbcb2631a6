/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Transforms: points that they accept and refuse. */
#ifndef RR_TESTS_DEVICES_BITS_TRANSFORMS_H
#define RR_TESTS_DEVICES_BITS_TRANSFORMS_H

/* Points of every kind: inside and outside any method's interval, its ends, NaN. */
static void make_points(void *points, unsigned width)
{
    static const double odd[] = {0, 1, -1, 2, 1e-30, -1e-20, 0.5, NAN, INFINITY};
    for (unsigned k = 0; k < 2 * MAX; ++k) {
        const unsigned r = k * 2654435761u;
        set(points, k, width, r % 31 == 0 ? odd[r / 31 % 9] : (r >> 8) * 0x1p-24 * (r % 3 ? 1 : -1));
    }
}

/* On the device, from and to the host or, where no cl_mem is needed, the device's own memory. */
static int transform(rr_transform_job *job, int over_there, rr_result *result)
{
    const size_t size = (size_t)job->n * job->method->coords * width_of(job->dtype);
    memory from, to = {0};
    *result = (rr_result)RR_RESULT_INIT;
    job->out = have;
    if (!over_there) return rr_transform(with.device, job, result) != RR_OK;
    int bad = send(&from, job->points, size) || memory_open(with.device, size, &to);
    if (!bad) {
        rr_transform_job there = *job;
        there.points = memory_pointer(&from, 0);
        there.out = memory_pointer(&to, 0);
        bad = rr_transform(with.device, &there, result) != RR_OK || memory_read(&to, have, size);
    }
    memory_close(&from);
    memory_close(&to);
    return bad;
}

static void test_transform(const rr_transform_info *method, rr_type dtype)
{
    const unsigned width = width_of(dtype);
    rr_transform_job job = RR_TRANSFORM_INIT;
    char what[128];
    int ok = 1;
    make_points(params[0], width);
    job.method = method;
    job.dtype = dtype;
    job.n = MAX;
    job.points = params[0];
    job.mean = 0.25;
    job.sd = 3;
    job.stream = rr_stream_make(20262, 7);
    for (int way = 0; ok && way < 8; ++way) {
        const int over_there = way >> 2;
        rr_result expected = RR_RESULT_INIT, result = RR_RESULT_INIT;
        job.columns = way & 1;
        job.stream.next = way & 2 ? FIRSTS[1] - 496 : 0;
        if ((job.columns && method->coords == 1) || (over_there && memory_is_object(with.device))) continue;
        job.out = big_want;
        ok = rr_transform(with.cpu, &job, &expected) == RR_OK && !transform(&job, over_there, &result) &&
             same(big_want, have, (size_t)MAX * method->coords, width) && expected.failed == result.failed &&
             expected.failed_index == result.failed_index;
        if (!ok)
            printf("# %s%s: refused %llu from %llu, not %llu from %llu; %s\n", job.columns ? "columns" : "pairs",
                   over_there ? " over there" : "", (unsigned long long)result.failed,
                   (unsigned long long)result.failed_index, (unsigned long long)expected.failed,
                   (unsigned long long)expected.failed_index, result.message);
    }
    snprintf(what, sizeof what, "transform %s %s has the CPU's bits, and refuses the same points", method->name,
             width == 8 ? "f64" : "f32");
    say(ok, what);
}

#endif
