/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Counts lane attempts of the sampler `attempts`, the surrogate of Ridley and Forget's Appendix A, which does nothing but
 * reject. The device is the processor's best instruction set with a warp of 4, 8, 16 or 32 lanes. Counts depend on the job
 * only: they are the same on every machine. */
#include "measure.h"
#include "cli/base/device.h"
#include "cli/base/interrupt.h"

#include <stdlib.h>

enum { PIECE = 1 << 19 };   /* a multiple of every tile */

uint64_t measure_effort(const report *r)
{
    return r->options.quick ? 600000 : 20000000;
}

/* The number of samples: whole tiles, so that no row is cut. */
static uint64_t samples_of(const report_point *p)
{
    const uint64_t tiles = (uint64_t)((double)p->attempts * p->accept / p->tile);
    return (tiles ? tiles : 1) * p->tile;
}

static void add(report_point *p, uint64_t samples, const rr_result *result)
{
    p->samples += samples;
    p->calls += result->counts.calls;
    p->steps += result->counts.steps;
    p->lane_attempts += result->counts.lane_attempts;
    p->failed += result->failed;
}

static exit_status draw(report *r, report_point *p, const rr_device *device, uint32_t *out)
{
    rr_job job = RR_JOB_INIT;
    const uint64_t all = samples_of(p);
    job.sampler = rr_sampler_find("attempts");
    job.dtype = RR_U32;
    job.param[0] = (rr_param){&p->accept, RR_F64, 0, 0};
    job.flags = RR_COUNT;
    job.out = out;
    if (rr_strategy_find(p->strategy, &job.strategy)) return refuse(EXIT_TROUBLE, "no strategy %s", p->strategy);
    for (uint64_t done = 0; done < all && !report_ends(r); done += job.rows) {
        rr_result result = RR_RESULT_INIT;
        job.stream = rr_stream_make(4, p->warp);
        job.stream.next = done;
        job.rows = all - done < PIECE ? all - done : PIECE;
        const rr_status status = rr_run(device, &job, &result);
        if (status && status != RR_ERR_FAILED)
            return refuse(EXIT_TROUBLE, "attempts with %s: %s", p->strategy, result.message);
        add(p, job.rows, &result);
        progress_show(&r->progress, r->drawn += job.rows);
    }
    return EXIT_DONE;
}

static exit_status measure_point(report *r, report_point *p, uint32_t *out)
{
    rr_device *device = NULL;
    char *spec = get_text("cpu,warp=%u,tile=%u", p->warp, p->tile);
    exit_status status = device_open(spec, "1", &device);
    if (!status) status = draw(r, p, device, out);
    rr_device_close(&device);
    free(spec);
    return status;
}

void measure(report *r, const char *title, report_point *point, size_t count)
{
    uint64_t total = 0;
    if (report_ends(r)) return;
    uint32_t *out = get_memory(PIECE * sizeof *out);
    for (size_t i = 0; i < count; ++i) total += samples_of(&point[i]);
    r->drawn = 0;
    progress_start(&r->progress, title, 0, total, !r->options.quiet);
    for (size_t i = 0; i < count && !report_ends(r); ++i) r->status = measure_point(r, &point[i], out);
    progress_end(&r->progress);
    free(out);
}

double measured_efficiency(const report_point *p)
{
    return (double)p->samples / (p->accept * (double)p->lane_attempts);
}
