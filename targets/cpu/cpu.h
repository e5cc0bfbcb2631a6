/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The CPU as a target: what device.c puts in its table of calls. */
#ifndef RR_CPU_H
#define RR_CPU_H

#include "isa.h"

/* tiles.c: what rr_call says of good, and rr_target_calls of run, check, draw and constant. */
int rr_cpu_good(const rr_call *call, const rr_tile *t);
rr_status rr_cpu_run(rr_part *part, rr_result *result);
rr_status rr_cpu_check(rr_part *part, rr_result *result);
void rr_cpu_draw(rr_part *part, uint64_t at, uint64_t n);
int rr_cpu_constant(const rr_call *call, rr_constant *c);

/* tiles.c, and rows.c; blas.c, in builds with a BLAS: rows of the normals at x times the factor, in place. */
void rr_cpu_all_rows(rr_part *part);
void rr_cpu_rows(rr_part *part, uint64_t at, uint64_t n);
void rr_blas_rows(const rr_call *call, void *x, uint64_t rows);

/* rows.c: is a component withheld of the row that begins at element `first`? All become so. */
int rr_row_withheld(const rr_call *call, uint64_t first);
void rr_row_withhold(const rr_call *call, uint64_t first);

/* rows.c: rows whose direction (RR_RULE_DIRECTION) has no component but 0 are bad, and withheld. */
void rr_check_directions(rr_part *part);

/* rows.c: numbers that belong to rows and not to components, call->sizes.numbers each. n of them from number `first` on are
 * drawn by the stages (stages.h), with indices of their own, to s->count. A row that lacks one is withheld. */
void rr_row_numbers(rr_part *part, uint64_t first, uint32_t n, const rr_scratch *s);

/* whole.c: a job whose rows are made as wholes. The memory for it, which is asked for before anything is drawn; the rows,
 * once their components are drawn, which frees it. */
rr_status rr_whole_room(const rr_call *call, void **room, rr_result *result);
void rr_whole_rows(rr_part *part, void *room);

/* What tiles.c leaves to others, checked (part->call->check_only) or drawn. chain.c: rows that are made component by
 * component. choices.c: categorical numbers by a row of weights a sample. inverted.c: counts by
 * inversion, of parameters a sample. */
rr_status rr_chain_run(rr_part *part, rr_result *result);
rr_status rr_choices_run(rr_part *part, rr_result *result);
rr_status rr_inverted_run(rr_part *part, rr_result *result);

/* batches.c */
rr_status rr_cpu_transform(rr_point_call *call, rr_result *result);
void rr_cpu_points(rr_point_call *call, uint64_t at, uint64_t n);

#endif
