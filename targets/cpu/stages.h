/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A composite sampler (rr_sampler.stages): each stage draws a tile of another sampler, with its own family and the same
 * indices. The parameters of a stage are computed from the job's and from the draws of the stages before it:
 *
 *   rr_NAME_stage(t, slot0, number, made, param)   the parameters of stage `number` of RR_LANES slots from slot0 on; made[k]
 *                                                  is the draw of stage k < number: a real, or the bits of a count
 *   rr_NAME_join(t, slot0, made)                   the sample, from the draws of all stages: a real, or the bits of a count
 *
 * Both compute in f64; the sample is converted to the job's dtype at the end. The strategy acts in every stage; a sample
 * fails if one of its stages fails. If a stage's parameters are out of its sampler's range, the count is too large:
 * RR_ERR_FIT. */
#ifndef RR_CPU_STAGES_H
#define RR_CPU_STAGES_H

#include "isa.h"

/* Draws the tile to `out`, as f64 or as 64-bit counts; `out` may be s->count. Lists the slots without a sample in s->left
 * and returns their number. */
uint32_t rr_stages_run(rr_part *part, const rr_tile *t, const rr_scratch *s, void *out);

/* Notes why such a slot, which is the given element of the output, has no sample. */
void rr_stages_note(rr_part *part, const rr_scratch *s, uint32_t slot, uint64_t element);

#endif
