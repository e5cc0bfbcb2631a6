/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of the vector samplers. */
#ifndef RR_TESTS_DEVICES_BITS_ROWS_H
#define RR_TESTS_DEVICES_BITS_ROWS_H

/* Lengths of rows: below, at and above the sizes of warps and of the running sums of rows.h, and odd lengths. */
static const unsigned LENGTHS[] = {2, 3, 5, 8, 31, 32, 33, 64, 100}, SIDES[] = {2, 3, 4, 5, 8, 10};

/* True if components divide a total, one after the other. */
static int fractions(const rr_sampler *s) { return s->stages && rr_is_row(s); }

static int is_square(const rr_sampler *s) { return s->shape.side[0] == RR_DIM_D; }

/* A good value of parameter p for element k of rows; for a matrix with `rows` rows. */
static double row_value(const rr_sampler *s, uint32_t p, unsigned k, unsigned cols)
{
    unsigned side = 1;
    while (side * side < cols) ++side;
    if (fractions(s) && p == 0) return 30 + k / cols % 11;
    if (fractions(s)) return strcmp(s->name, "dirichlet-multinomial") ? 40 + k % 5 * 10 : 0.3 + k % 7 * 0.25;
    if (s->param[p].shape.rule == RR_RULE_ABOVE_SIDE) return side + k / cols % 7 * 0.75;
    const double low = s->param[p].f32.low, x = rr_covariances(s) ? good_value(s, p, k) : 0.001 + k % 97 * 0.1;
    return x < low ? low + x : x;
}

/* Up to MAX components. EACH: each row has its own parameters, except a matrix. */
static rr_job make_rows(const rr_sampler *s, rr_type dtype, spread how, unsigned cols)
{
    const unsigned width = width_of(rr_param_type(s, dtype)), n = MAX / cols * cols;
    unsigned side = cols;
    rr_job job = RR_JOB_INIT;
    for (unsigned k = 2; is_square(s) && k < side; ++k)
        if (k * k == cols) side = k;
    job.sampler = s;
    job.dtype = dtype;
    job.stream = rr_stream_make(20267 + how, 7);
    job.cols = cols;
    job.rows = n / cols;
    job.dims = rr_sampler_dims(s, (rr_dims){.r = rr_lists(s) ? 3 : 2 - cols % 2});   /* columns of a factor; R of R x C */
    for (uint32_t p = 0; p < s->params; ++p) {
        const int matrix = rr_is_covariance(s, p), list = rr_is_list(s, p);
        const unsigned row = matrix ? side * width : how == EACH && !list ? cols * width : 0;
        for (unsigned k = 0; !matrix && k < n + 2 * cols; ++k) set(params[p], k, width, row_value(s, p, k, cols));
        for (unsigned k = 0; matrix && k < side * side; ++k)   /* a valid covariance: 2 on the diagonal, 0.1 elsewhere */
            set(params[p], k, width, k % (side + 1) ? 0.1 : 2);
        job.param[p] = (rr_param){params[p], width == 8 ? RR_F64 : RR_F32, (ptrdiff_t)row, (ptrdiff_t)width};
    }
    return job;
}

static int try_rows(rr_job *job, const char *strategy, unsigned first, int remote)
{
    const unsigned n = (unsigned)(job->rows * job->cols), offset = (first + job->cols) % OFFSETS;
    rr_result expected;
    job->stream.next = FIRSTS[first] / job->cols;
    if (!run(with.cpu, "compact", job, big_want, &expected) && draw_host(job, strategy, big_want, n, offset) &&
        (!remote || draw_remote(*job, strategy, big_want, n, offset)))
        return 1;
    printf("# rows of %u, %s, from %llu: %s\n", (unsigned)job->cols, remote ? "parameters a row" : "the same parameters",
           (unsigned long long)job->stream.next, expected.message);
    return 0;
}

static void test_rows(const rr_sampler *s, rr_type dtype, const rr_strategy_info *kernel)
{
    char what[128], strategy[32];
    int ok = strategy_of(kernel, 0, strategy);
    const unsigned lengths = is_square(s) ? sizeof SIDES / sizeof *SIDES : sizeof LENGTHS / sizeof *LENGTHS;
    for (unsigned l = 0; ok && l < lengths; ++l)
        for (int each = 0; ok && each < 2; ++each)
            for (unsigned f = 0; ok && f < 4; ++f) {   /* 2^63 rows of 5 are not a valid job */
                const unsigned cols = is_square(s) ? rr_shape_parts(s->shape) * SIDES[l] * SIDES[l] : LENGTHS[l];
                rr_job job = make_rows(s, dtype, each ? EACH : ONE, cols);
                ok = try_rows(&job, strategy, f, each);
            }
    snprintf(what, sizeof what, "rows of %s %s %s have the CPU's bits", s->name, name_of(dtype), strategy);
    say(ok, what);
}

#endif
