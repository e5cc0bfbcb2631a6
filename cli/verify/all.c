/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks all built-in samplers: three tasks for each of them, in the order of the report. */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BITS, MOMENTS, DIGESTS, CHECKS };

typedef struct everything {
    const verify_devices *devices;
    const rr_device *device;     /* for moments and digests */
    size_t samplers;
    verify_hash *hash;           /* one per sampler */
} everything;

/* The time of a check in ms on one processor, for the progress line. */
static uint64_t cost_of(const verify_report *r, unsigned check)
{
    if (check == BITS) return r->all ? 110 : r->quick ? 11 : 18;
    return check == MOMENTS ? r->quick ? 5 : 12 : 10;
}

/* The same for all checks of a sampler. RR_F16 and RR_BF16 are not checked separately. */
static uint64_t cost_of_sampler(const verify_report *r, const rr_sampler_info *s)
{
    const uint64_t types = (uint64_t)__builtin_popcount(s->dtypes & ((2u << RR_U64) - 1));
    return (s->outside ? 0 : types * cost_of(r, BITS) + cost_of(r, DIGESTS)) +
           (s->law->moments ? types : 1) * cost_of(r, MOMENTS);
}

static void check_one(verify_report *own, size_t number, void *context)
{
    const everything *e = context;
    const size_t at = number % e->samplers;
    const rr_sampler_info *s = sampler_at(at);
    const unsigned check = (unsigned)(number / e->samplers);
    own->cost = cost_of(own, check);
    if (check == MOMENTS) verify_moments(own, e->device, s);
    if (check == BITS && !s->outside) verify_bits(own, e->devices, s, at);
    if (check == DIGESTS && !s->outside) e->hash[at] = verify_digest(own, e->device, s);
}

/* The work of all checks, for the progress line; the number of samplers that are compared. */
static uint64_t cost_of_all(const verify_report *report, unsigned *compared)
{
    const rr_sampler_info *s;
    uint64_t total = cost_of(report, DIGESTS);
    *compared = 0;
    for (size_t i = 0; (s = sampler_at(i)); ++i) {
        total += cost_of_sampler(report, s);
        *compared += !s->outside;
    }
    return total;
}

/* Prints what was compared, and what was not, with the option that compares it. */
static void print_end(verify_report *report, unsigned samplers, unsigned devices)
{
    const verify_counts *c = &report->counts;
    char more[64] = "";
    if (c->left_out) snprintf(more, sizeof more, "%" PRIu64 " more runs (--all), ", c->left_out);
    verify_end(report, "%u samplers; %" PRIu64 " runs on %u device%s, %.3g million samples; %.3g million samples for "
                       "moments and digests. Not compared: %s%s%s",
               samplers, c->runs, devices, devices == 1 ? "" : "s", 1e-6 * (double)c->samples, 1e-6 * (double)c->drawn,
               report->quick ? "larger jobs (without --quick), " : "", more,
               report->device ? "other devices (without --device)" : "GPUs (--device)");
}

void verify_all(verify_report *report)
{
    unsigned compared;
    everything e = {.samplers = 0};
    progress_start_steps(&report->bar, "verify", cost_of_all(report, &compared), true);
    verify_known(report);
    verify_devices *devices = verify_devices_open(report, false);   /* GPUs only if --device names one */
    rr_device *device = verify_open(report, "moments and digests", report->device);
    while (sampler_at(e.samplers)) ++e.samplers;
    e.devices = devices;
    e.device = device;
    e.hash = get_zeroed(e.samplers * sizeof *e.hash);
    if (devices && device) {
        verify_tasks(report, CHECKS * e.samplers, check_one, &e);
        report->cost = cost_of(report, DIGESTS);
        verify_digest_total(report, e.hash);
        print_end(report, compared, verify_devices_count(devices));
    }
    free(e.hash);
    rr_device_close(&device);
    verify_devices_close(devices);
    progress_end(&report->bar);
}
