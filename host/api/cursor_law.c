/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples of any distribution from a cursor (include/reroll_cursor.h): a window while parameters stay, or a job of one. */
#include <string.h>

#include "reroll_cursor.h"

#include "fill.h"
#include "host/call/call.h"
#include "host/lists/lists.h"

#define WINDOW RR_CURSOR_WINDOW

static rr_job job_of(const rr_sampler *law, rr_type type, const double *params, uint64_t rows, void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = law;
    job.dtype = type;
    job.rows = rows;
    job.out = out;
    for (uint32_t p = 0; p < law->params; ++p) job.param[p] = (rr_param){params + p, RR_F64, 0, 0};
    return job;
}

/* True if this request is the same as the last one. Records the request. identity: a closed distribution may have left its
 * address to another one. */
static int asked_again(struct rr_cursor_law *last, const rr_sampler *law, uint64_t identity, rr_type type,
                       const double *params)
{
    const size_t size = law->params * sizeof *params;
    if (last->of == law && last->identity == identity && last->type == type && (!size || !memcmp(last->param, params, size)))
        return 1;
    last->of = law;
    last->identity = identity;
    last->type = type;
    if (size) memcpy(last->param, params, size);
    return 0;
}

static int has_window(rr_cursor *c, const rr_sampler *law, rr_type type, const double *params)
{
    const uint64_t at = c->stream.next - c->stream.next % WINDOW, number = at / WINDOW;
    if (c->window[RR_CURSOR_LAW] == number) return 1;
    c->window[RR_CURSOR_LAW] = UINT64_MAX;
    if (at > UINT64_MAX - WINDOW) return 0;
    rr_job job = job_of(law, type, params, WINDOW, &c->law.sample);
    job.stream = (rr_stream){c->stream.seed, c->stream.stream, at};
    if (rr_run(c->device, &job, NULL) != RR_OK) return 0;   /* a call of one reports the index */
    c->window[RR_CURSOR_LAW] = number;
    return 1;
}

/* The next sample; *x is unchanged if there is none. */
static void next_of(rr_cursor *c, const rr_sampler *law, uint64_t identity, rr_type type, const double *params, void *x)
{
    const size_t size = type == RR_F32 ? sizeof(float) : sizeof(double);
    const int again = asked_again(&c->law, law, identity, type, params);
    if (!again) c->window[RR_CURSOR_LAW] = UINT64_MAX;
    if (again && has_window(c, law, type, params)) {
        memcpy(x, (const char *)&c->law.sample + c->stream.next % WINDOW * size, size);
        ++c->stream.next;
        return;
    }
    rr_job job = job_of(law, type, params, 1, x);
    rr_cursor_note(c, rr_fill(c->device, &c->stream, &job));
}

static void next(rr_cursor *c, const rr_sampler *law, rr_type type, const double *params, void *x)
{
    rr_user *const user = rr_user_hold(law);
    const unsigned number = rr_sampler_number(law);
    if ((!user && !rr_sampler_list(number)) || (law->params && !params)) rr_cursor_note(c, RR_ERR_ARGUMENT);
    else next_of(c, law, user ? user->serial : law->digest, type, params, x);
    rr_user_drop(user);
}

float rr_next_law_f32(rr_cursor *c, const rr_sampler *law, const double *params)
{
    float x = NAN;
    next(c, law, RR_F32, params, &x);
    return x;
}

double rr_next_law_f64(rr_cursor *c, const rr_sampler *law, const double *params)
{
    double x = NAN;
    next(c, law, RR_F64, params, &x);
    return x;
}

int64_t rr_next_law_i64(rr_cursor *c, const rr_sampler *law, const double *params)
{
    int64_t x = 0;
    next(c, law, RR_I64, params, &x);
    return x;
}
