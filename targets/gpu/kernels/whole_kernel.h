/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* RR_STEP_whole: whole rows, which RR_SAMPLER's text (engine/abi/row.h) makes from drawn components, in place. The text
 * processes a row sequentially, so one thread with one lane makes a row. It computes in f64, and the row is rounded once to
 * the job's type, as on a CPU (targets/cpu/whole.c). The kernel has the parameters of every kernel, and the launch of the
 * components except
 *
 *   n         rows
 *   more      maximal number of threads with a workspace
 *   table     the factor of a matrix, row by row, in f64, or of two matrices one after the other; a plain vector in the
 *             format of engine/abi/numbers.h
 *   tallies   the space: numbers of rows, in f64, and then the workspace of each thread
 *   set-up    RR_GPU_ROW_... (launch.h) */
#undef RR_LANES_WANTED
#define RR_LANES_WANTED 1
#include "engine/lanes/lane.h"
#include "engine/abi/numbers.h"
#include "launch.h"
#include "record.h"
#include "row_param.h"

#define RR_SAMPLER_FILE(buffer, x) RR_QUOTE(laws/buffer/x.h)
#include RR_SAMPLER_FILE(RR_MODULE, RR_SAMPLER)

#include "engine/passes/names.h"

typedef struct rr_whole {
    const rr_launch *l;
    RR_GLOBAL const char *param[RR_TILE_PARAMS];
    RR_GLOBAL const rr_one *table;
    RR_GLOBAL const rr_uint64 *number;   /* of the row; null: there are none */
    RR_GLOBAL char *out;
    rr_uint32 n, wide;
    rr_row row;
} rr_whole;

RR_FN int rr_whole_is(const rr_whole *w, rr_uint32 which, rr_uint32 p) { return (int)(w->l->setup.space[which] >> p & 1); }

/* Number of values of parameter p for a row: one, or one per component. */
RR_FN rr_uint32 rr_whole_values(const rr_whole *w, rr_uint32 p) { return rr_whole_is(w, RR_GPU_ROW_PARAMS, p) ? 1u : w->n; }

/* Lays out the workspace of a thread: x, room, and the parameters that are not read in place. */
RR_FN void rr_whole_lay(rr_whole *w, RR_GLOBAL rr_one *buffer)
{
    RR_GLOBAL const rr_one *table = w->table;
    w->row.x = buffer;
    w->row.buffer = buffer + w->n;
    buffer += 2u * (rr_uint64)w->n;
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p) {
        w->row.param[p] = buffer;
        if (!(w->l->setup.space[RR_GPU_ROW_HAS] >> p & 1)) continue;
        if (rr_whole_is(w, RR_GPU_ROW_KINDS, p)) {
            w->row.param[p] = table + (rr_whole_is(w, RR_GPU_ROW_KINDS, 8u + p) ? RR_NUMBERS_HEAD : 0u);
            table += (rr_uint64)w->row.side * w->row.side;   /* before a second one only square matrices occur */
            continue;
        }
        for (rr_uint32 k = 0; !(w->l->varies >> p & 1) && k < rr_whole_values(w, p); ++k)
            buffer[k] = rr_row_param(w->l, p, w->param[p], 0);
        buffer += rr_whole_values(w, p);
    }
}

/* Loads the row's parameters that vary; f64 is read in place. */
RR_FN void rr_whole_params(rr_whole *w, rr_uint64 row)
{
    RR_GLOBAL rr_one *buffer = w->row.buffer + w->n;
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p) {
        if (!(w->l->setup.space[RR_GPU_ROW_HAS] >> p & 1) || rr_whole_is(w, RR_GPU_ROW_KINDS, p)) continue;
        const rr_uint32 values = rr_whole_values(w, p);
        if (w->l->varies >> p & 1 && w->wide)
            w->row.param[p] = (RR_GLOBAL const rr_one *)(w->param[p] + w->l->at[p]) + row * w->n;
        else if (w->l->varies >> p & 1)
            for (rr_uint32 k = 0; k < values; ++k) buffer[k] = rr_row_param(w->l, p, w->param[p], row * w->n + k);
        buffer += values;
    }
}

RR_FN void rr_whole_put(const rr_whole *w, rr_uint64 element, rr_uint64 bits)
{
    if (w->wide) ((RR_GLOBAL rr_uint64 *)w->out)[element] = bits;
    else ((RR_GLOBAL rr_uint32 *)w->out)[element] = (rr_uint32)bits;
}

/* Copies the components to x; returns whether one has failed. */
RR_FN int rr_whole_take(rr_whole *w, rr_uint64 first)
{
    int failed_bits = 0;
    for (rr_uint32 c = 0; c < w->n; ++c) {
        const rr_scalar v = rr_row_value(w->l, w->out, first + c);
        failed_bits |= !rr_le(rr_splat(v), rr_splat(v));
        w->row.x[c] = v;
    }
    return failed_bits;
}

/* Rows whose direction is the zero vector, or whose logits are all -infinity, are bad. */
RR_FN int rr_whole_no_direction(const rr_whole *w, rr_uint64 first)
{
    int none = 0;
    RR_UNROLL
    for (rr_uint32 p = 0; p < RR_TILE_PARAMS; ++p) {
        const int logits = rr_whole_is(w, RR_GPU_ROW_KINDS, 24u + p);
        if (!logits && !rr_whole_is(w, RR_GPU_ROW_KINDS, 16u + p)) continue;
        none = 1;
        for (rr_uint32 c = 0; c < w->n && none; ++c) {
            const rr_real v = rr_splat(rr_row_param(w->l, p, w->param[p], first + c));
            /* NaN has been noted as bad. */
            none = logits ? rr_lt(v, rr_splat(RR_C(-1.7976931348623157e308))) : rr_le(rr_abs(v), rr_splat(RR_C(0)));
        }
    }
    return none;
}

/* True if a row lacks a number. The first missing one is noted, unless the row has failed already. */
RR_FN int rr_whole_lacks(const rr_whole *w, rr_word row, int failed_bits, rr_found *found)
{
    for (rr_uint32 k = 0; w->number && k < w->row.numbers; ++k) {
        const rr_uint64 bits = w->number[k];
        if (bits != RR_GPU_NO_REAL && bits != RR_GPU_NO_FIT) continue;
        if (failed_bits) return 1;
        if (bits == RR_GPU_NO_REAL) {
            found->failed = row < found->failed ? row : found->failed;
            ++found->failures;
        } else {
            found->unfit = row < found->unfit ? row : found->unfit;
        }
        return 1;
    }
    return 0;
}

/* Writes the row to the output; returns whether a component is NaN, so that the only NaN pattern is written instead. */
RR_FN int rr_whole_give(const rr_whole *w, rr_uint64 first)
{
    int wrong = 0;
    for (rr_uint32 c = 0; c < w->n; ++c) {
        union { float f; rr_uint32 u; } narrow;
        const rr_scalar v = rr_own(rr_splat(w->row.x[c]));
        narrow.f = (float)v;
        wrong |= !rr_le(rr_splat(v), rr_splat(v));
        rr_whole_put(w, first + c, w->wide ? rr_asbits(rr_splat(v)) : narrow.u);
    }
    return wrong;
}

RR_FN void rr_whole_make(rr_whole *w, rr_uint64 row, RR_GLOBAL const rr_uint64 *numbers, rr_found *found)
{
    const rr_uint64 first = row * w->n;
    int failed_bits = rr_whole_take(w, first);
    if (rr_whole_no_direction(w, first)) {
        if (row < found->bad) found->bad = (rr_word)row;
        failed_bits = 1;
    }
    w->number = numbers ? numbers + row * w->row.numbers : 0;
    w->row.number = (RR_GLOBAL const rr_one *)w->number;
    failed_bits |= rr_whole_lacks(w, (rr_word)row, failed_bits, found);
    if (!failed_bits) {
        rr_whole_params(w, row);
        RR_SAMPLER_FN(whole)(&w->row);
        failed_bits = rr_whole_give(w, first);
    }
    for (rr_uint32 c = 0; failed_bits && c < w->n; ++c)
        rr_whole_put(w, first + c, (rr_uint64)w->l->failed_hi << 32 | w->l->failed_lo);
}

RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const char *p0, RR_GLOBAL const char *p1, RR_GLOBAL const char *p2,
                             RR_GLOBAL const char *p3, RR_GLOBAL const char *index, RR_GLOBAL const char *table,
                             RR_GLOBAL char *out, RR_GLOBAL char *record, RR_GLOBAL char *tallies,
                             RR_GLOBAL const char *first, const rr_launch l)
{
    RR_SHARED_ARRAY(rr_uint32, shared, 1);
    RR_GLOBAL rr_uint64 *const space = (RR_GLOBAL rr_uint64 *)(tallies + l.at[RR_GPU_TALLY]);
    const rr_uint32 thread = rr_warp_number(), threads = rr_warp_count() < l.more ? rr_warp_count() : l.more;
    rr_found found = rr_found_none();
    rr_whole w;
    (void)index;
    (void)first;
    if (thread >= threads) return;
    w.l = &l;
    w.param[0] = p0;
    w.param[1] = p1;
    w.param[2] = p2;
    w.param[3] = p3;
    w.table = (RR_GLOBAL const rr_one *)(table + l.at[RR_GPU_TABLE]);
    w.out = out + l.at[RR_GPU_OUT];
    w.n = (rr_uint32)l.setup.space[RR_GPU_ROW_COLS];
    w.wide = (rr_uint32)l.setup.space[RR_GPU_ROW_WIDE];
    w.row.n = w.n;
    w.row.side = (rr_uint32)l.setup.space[RR_GPU_ROW_SIDE];
    w.row.numbers = (rr_uint32)l.setup.space[RR_GPU_ROW_EACH];
    rr_whole_lay(&w, (RR_GLOBAL rr_one *)(space + l.setup.space[RR_GPU_ROW_BUFFER] +
                                          thread * l.setup.space[RR_GPU_ROW_OWN]));
    for (rr_uint64 row = thread; row < l.n; row += threads) rr_whole_make(&w, row, w.row.numbers ? space : 0, &found);
    rr_found_record((RR_GLOBAL rr_uint32 *)(record + l.at[RR_GPU_RECORD]), shared, &found,
                  (rr_uint64)l.element_hi << 32 | l.element_lo, w.n);
}
