/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stores samples. A sample has the kernel's dtype, except a count (RR_COUNTS), which the kernel draws as a signed integer of
 * 64 bits and converts to the job's type when it stores it (rr_launch.container). So one kernel serves all six types; all
 * lanes take the same branch. (A CPU converts whole tiles: targets/cpu/kernels/pack.c.) */
#ifndef RR_GPU_CELL_H
#define RR_GPU_CELL_H

#ifndef RR_COUNTS
#define RR_COUNTS 0
#endif

#if RR_COUNTS
/* Cells of 4 or 8 bytes. */
typedef char rr_cell;
#define RR_CELL_BYTES(l) ((l)->cell)

/* The bits of a count in its type; f32 and f64 are rounded once. The sign is separate: words are unsigned everywhere. */
RR_FN rr_uint64 rr_cell_bits(const rr_launch *l, rr_uint64 count)
{
    const rr_uint64 size = count >> 63 ? 0u - count : count;
    union { float f; rr_uint32 u; } narrow;
    if (l->container == RR_CONTAINER_F32) {
        narrow.f = (float)size;
        return narrow.u | count >> 63 << 31;
    }
    return l->container == RR_CONTAINER_F64 ? rr_asbits(rr_splat((rr_scalar)size)) | count >> 63 << 63 : count;
}

RR_FN int rr_cell_fits(const rr_launch *l, rr_uint64 count)
{
    if (l->container == RR_CONTAINER_I32) return (count + 0x80000000u) >> 32 == 0;
    if (l->container == RR_CONTAINER_U32) return count >> 32 == 0;
    return l->container != RR_CONTAINER_U64 || count >> 63 == 0;
}

RR_FN void rr_cell_put(const rr_launch *l, RR_GLOBAL rr_cell *out, rr_word slot, rr_uint64 bits)
{
    if (l->cell == 4u) ((RR_GLOBAL rr_uint32 *)out)[slot] = (rr_uint32)bits;
    else ((RR_GLOBAL rr_uint64 *)out)[slot] = bits;
}
#else
typedef rr_scalar rr_cell;
#define RR_CELL_BYTES(l) ((rr_uint32)sizeof(rr_scalar))

RR_FN void rr_cell_put(const rr_launch *l, RR_GLOBAL rr_cell *out, rr_word slot, rr_uint64 bits)
{
    (void)l;
    out[slot] = rr_own(rr_asreal((rr_bits)bits));
}
#endif

RR_FN RR_GLOBAL rr_cell *rr_cell_at(const rr_launch *l, RR_GLOBAL rr_cell *out, rr_uint32 slot)
{
    return out + (rr_uint64)slot * (RR_CELL_BYTES(l) / (rr_uint32)sizeof(rr_cell));
}

/* The value in place of a sample that failed. */
RR_FN void rr_cell_set_failed(const rr_launch *l, RR_GLOBAL rr_cell *out, rr_word slot)
{
    rr_cell_put(l, out, slot, (rr_uint64)l->failed_hi << 32 | l->failed_lo);
}

#endif
