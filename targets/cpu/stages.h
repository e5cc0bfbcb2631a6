/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A sampler that is made of others (rr_sampler.stages): each stage draws a tile of one of them, with a family of its own,
 * the same indices, and parameters that are made of the job's and of what the stages before it have drawn:
 *
 *   rr_NAME_stage(t, slot0, number, made, param)   the parameters of stage `number` of RR_LANES slots from slot0 on; made[k]
 *                                                  is what stage k < number has drawn: a real, or the bits of a count
 *   rr_NAME_join(t, slot0, made)                   the sample, from what all have drawn: a real, or the bits of a count
 *
 * Both are made in f64; what the job's dtype holds is made of the sample at the end. A strategy acts in every stage; a
 * sample that a stage withholds is withheld. Where a stage's parameters are outside what its sampler takes, the count is
 * too large: RR_ERR_FIT. */
#ifndef RR_CPU_STAGES_H
#define RR_CPU_STAGES_H

#include "isa.h"

/* Draws the tile to `out`, as f64 or as 64-bit counts; s->count may be it. Slots that have no sample are listed in s->left,
 * whose number it returns. */
uint32_t rr_stages_run(rr_part *part, const rr_tile *t, const rr_scratch *s, void *out);

/* Notes why such a slot, which is that element of the output, has none. */
void rr_stages_note(rr_part *part, const rr_scratch *s, uint32_t slot, uint64_t element);

#endif
