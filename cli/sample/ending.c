/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "ending.h"

#include <inttypes.h>

/* Writes a checkpoint if the output can be resumed, and prints how far it is. */
static exit_status stop_interrupted(output *out, const job_state *state)
{
    const int error = output_resumes(out) ? output_checkpoint(out, state) : 0;
    if (error) return output_failed(out, error);
    if (!output_resumes(out)) return refuse(EXIT_INTERRUPTED, "interrupted");
    return refuse(EXIT_INTERRUPTED,
                  "interrupted after %" PRIu64 " of %" PRIu64 " samples; the same command with --resume continues",
                  state->done, out->record.count);
}

exit_status ending_of(pump_end end, output *out, job_state *state)
{
    switch (end) {
    case PUMP_CLOSED: return EXIT_DONE;
    case PUMP_FAILED: return EXIT_TROUBLE;
    case PUMP_INTERRUPTED: return stop_interrupted(out, state);
    case PUMP_DONE: break;
    }
    const int error = output_finish(out, state);
    return error ? output_failed(out, error) : EXIT_DONE;
}

exit_status ending_report(const job *job, const job_state *state)
{
    char name[32];
    if (!state->failed) return EXIT_DONE;
    rr_strategy_text(job->strategy, name);
    if (job_can_fail(job))
        return refuse(EXIT_LEFT, "%s left %" PRIu64 " of %" PRIu64 " samples without an accepted proposal "
                      "(first index %" PRIu64 ")", name, state->failed, job->count, state->failed_index);
    return refuse(EXIT_TROUBLE, "%" PRIu64 " of %" PRIu64 " samples reached the cap on attempts (first index %" PRIu64 ")%s",
                  state->failed, job->count, state->failed_index,
                  sampler_find(job->sampler->name) ? "" : "; RR_MIN_ACCEPTANCE may be too large");
}
