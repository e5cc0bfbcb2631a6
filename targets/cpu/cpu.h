/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The CPU as a target: the functions of its table of calls (device.c). */
#ifndef RR_CPU_H
#define RR_CPU_H

#include "isa.h"

/* tiles.c: `good` of rr_call; run, check, draw and constant of rr_target_calls. */
int rr_cpu_good(const rr_call *call, const rr_tile *t);
rr_status rr_cpu_run(rr_part *part, rr_result *result);
rr_status rr_cpu_check(rr_part *part, rr_result *result);
void rr_cpu_draw(rr_part *part, uint64_t at, uint64_t n);
int rr_cpu_constant(const rr_call *call, rr_constant *c);

/* rows.c; and blas.c, in builds with a BLAS: rows of the normals at x times the factor, in place. */
void rr_cpu_all_rows(rr_part *part);
void rr_cpu_rows(rr_part *part, uint64_t at, uint64_t n);
void rr_blas_rows(const rr_call *call, void *x, uint64_t rows);

/* rows.c: true if a component of the row that begins at element `first` has failed; the other sets all components to
 * failed. */
int rr_row_failed(const rr_call *call, uint64_t first);
void rr_row_set_failed(const rr_call *call, uint64_t first);

/* rows.c: notes rows whose direction (RR_RULE_DIRECTION) is the zero vector, or whose logits are all -infinity, as bad,
 * and sets them to NaN. */
void rr_check_directions(rr_part *part);

/* rows.c: random numbers that belong to rows and not to components, call->sizes.numbers per row. The stages (stages.h) draw
 * n of them to s->count, from index `first` of their own index range on. If a number of a row failed, the row is set to
 * NaN. */
void rr_row_numbers(rr_part *part, uint64_t first, uint32_t n, const rr_scratch *s);

/* whole.c: samplers that make whole rows. rr_whole_buffer allocates the memory before anything is drawn; rr_whole_rows makes
 * the rows from their drawn components, and frees it. */
rr_status rr_whole_buffer(const rr_call *call, void **buffer, rr_result *result);
void rr_whole_rows(rr_part *part, void *buffer);

/* Calls that tiles.c passes on, to be checked (part->call->check_only) or drawn. chain.c: rows made component by component.
 * choices.c: categorical samples with one row of weights per sample. inverted.c: counts by inversion with per-sample
 * parameters. */
rr_status rr_chain_run(rr_part *part, rr_result *result);
rr_status rr_choices_run(rr_part *part, rr_result *result);
rr_status rr_inverted_run(rr_part *part, rr_result *result);

/* batches.c */
rr_status rr_cpu_transform(rr_point_call *call, rr_result *result);
void rr_cpu_points(rr_point_call *call, uint64_t at, uint64_t n);

#endif
