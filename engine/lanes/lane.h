/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lane interface: selects the target header and specifies what every target must define.
 *
 * All lane text is written over a *register* of RR_LANES lanes. On a CPU a register is a native vector; on a GPU a
 * lane is a thread and the register is its warp, so each type below is a scalar there and the functions that read other
 * lanes are warp votes and shuffles. A translation unit has one dtype: RR_DTYPE is 32 or 64.
 *
 *   rr_scalar             one float (RR_DTYPE 32) or double (64)
 *   rr_uint32, rr_uint64  scalar integers
 *   rr_real               lanes of rr_scalar
 *   rr_word               lanes that hold a 32-bit unsigned integer: Philox words, slots, attempt numbers. Where the
 *                         lane is 64 bits wide (RR_DTYPE 64 on a CPU) the upper half is zero and must stay zero: mask
 *                         with RR_WORD_MASK after an addition or a shift to the left that may carry into it
 *   rr_bits               lanes of unsigned integers as wide as rr_scalar: the bit patterns of rr_real
 *   rr_mask               one truth value per lane
 *   rr_wide               f64 only: lanes of 64-bit unsigned integers, two words each (same type as rr_bits)
 *
 * + - * on rr_real and + - * & | ^ ~ << >> on rr_word, rr_bits and rr_wide are C operators (a constant on one side is
 * allowed; shift counts are constants below the lane width). Every other operation is one of these functions:
 *
 *   rr_splat(s) rr_wsplat(u)                  every lane the same
 *   rr_iota()                                 the lane's number, as rr_word
 *   rr_lt rr_le (real)  rr_wlt rr_weq (word)  comparisons; NaN compares false
 *   rr_select(m,a,b) rr_wselect rr_bselect    m ? a : b, per lane
 *   rr_mand rr_mor rr_mandnot(a,b)=a&~b rr_mnot rr_mfirst(n) rr_mbits(m) rr_mfrom(bits)
 *   rr_some(m)                                HINT: true if some lane of this register may need the slow path. On a GPU this
 *                                             reads the thread's own lane only; never use it to decide what a warp does
 *   rr_vote(m)                                VOTE: true if any lane is set. Collective, and on CPUs only, as are
 *                                             mbits, compress, rank, ballot and shuffles: strategies vote through
 *                                             strategies/warp.h, where a GPU, which may need memory for it, has its own
 *   rr_div(a,b)                               a / b, correctly rounded; `/` on rr_real itself need not be (RR_HAS_DIV)
 *   rr_fma rr_sqrt rr_min rr_max rr_abs       correctly rounded; rr_min/max on operands that are not NaN
 *   rr_sqrt_pos(x)                            rr_sqrt(x), for x from 2^-101 to the largest number only
 *   rr_sqrt_steps(x)                          rr_sqrt_pos(x), by Newton steps where these take less time than the root
 *                                             instruction in a loop limited by roots
 *   rr_third_over(x)                          1/3, rounded to the dtype, over x, correctly rounded, for x from 2^-70 to 2^70
 *                                             (f32), 2^-520 to 2^520 (f64)
 *   rr_min_scalar(x,s)                             rr_min(x, rr_splat(s)), for a constant s > 0
 *   rr_scale(x,k)                             x 2^k, rounded once, for integers k and x in [1/2, 4); for any x where
 *                                             RR_SCALES_ANY is 1
 *   rr_scale_floor(x,k)                       rr_scale(x, floor(k)), for k that are multiples of 1/16
 *   rr_octave(x)                              k, where 2^-(k + 1) <= x < 2^-k, for normal x > 0; f64 only
 *   rr_asbits rr_asreal                       bit casts
 *   rr_tobits(w) rr_toword(b)                 word to bits (zero extended) and back (truncated to 32 bits)
 *   rr_fromint(w)                             word read as int32, to real: RN in f32, exact in f64
 *   rr_fromuint(w)                            word to real, exact in f64; in f32 only for words below 2^31
 *   rr_wide_join(a,b)                         the 64-bit number whose upper word is a and whose lower is b
 *   rr_wide_upper(x) rr_wide_lower(x)         those words
 *   rr_wide_times(a,b)                        the product of two words
 *   rr_wide_below(x,u)                        x < u 2^32, for a uniform word u
 *   rr_wide_bit(x,n)                          true if bit n is set; n is a constant >= 32
 *   rr_wide_unit(x) rr_wide_unit_less(x)      x 2^-64; x 2^-64 - 1, for x >= 2^63 only
 *   rr_wide_signed(x)                         x 2^-64, x read as int64; all three correctly rounded
 *   rr_lower16(w,s,c) rr_upper16(w)           s (w mod 2^16) + c for constants s, c and results that are exact in rr_real;
 *                                             in f32 c - 2^23 s must be exact too; w div 2^16 to real
 *   rr_upper_lt(w,upper,n)                    w < n 2^16, where upper is rr_upper16(w)
 *   rr_mulhilo(a,m,&hi)                       32 x 32 -> 64 bit product with a uniform m: returns low, stores high.
 *                                             Ignores bits of a above the 32nd; low may have such bits set
 *   rr_load(p) rr_store(p,x)                  RR_LANES consecutive scalars, any alignment
 *   rr_loadn(p,n) rr_storen(p,x,n)            the first n lanes only; other lanes of a load read p[0]
 *   rr_load2 rr_load4 rr_store2 rr_store4     interleaved: lane b of part k is p[b*2+k] (p[b*4+k])
 *   rr_wload(p) rr_wstore(p,w)                as rr_load/rr_store for arrays of rr_uint32
 *   rr_gather(p,w) rr_wgather(p,w)            p[w], every lane (all lanes' w must be in range)
 *   rr_lookup_row(rows,columns,w,n,x)         x[k] = rows[n w + k] = columns[R k + w] for k < n, w < R: a table of R = 32
 *                                             (f32), 16 (f64) rows that the caller gives in both layouts, of which the
 *                                             target reads one; n = 8 (f32), 12 (f64)
 *   rr_lookup2(p,w,a,b)                       *a = p[2 w], *b = p[2 w + 1]; p is an RR_TABLE, not host memory
 *   rr_lookup16(rows,columns,b,x,y)           *x = rows[2 i] = columns[i], *y = rows[2 i + 1] = columns[16 + i], i = b mod
 *                                             16, where b is rr_bits: an RR_TABLE in both layouts; f64 only
 *   rr_scatter(p,w,x,m)                       p[w] = x in the lanes of m
 *   rr_compress(p,w,m)                        the words of the lanes of m to p, packed in lane order; returns their
 *                                             number. May write RR_LANES elements whatever it returns
 *   rr_rank(m)                                the number of lanes of m below this lane
 *   rr_wshl(w,n) rr_wdiv(w,d)                 a shift to the left by n < 32 per lane; the quotient by a uniform d
 *   rr_ballot(m,regs)                         the mask bits of a warp of regs registers, register 0 lowest
 *   rr_shuffle(dst,src,lane,regs)             dst[r] = the value of src in lane number lane[r] of the warp; collective;
 *   rr_wshuffle(dst,src,lane,regs)            the same for words. dst may be src
 *   rr_ucount(u)                              set bits of a scalar
 *   rr_popcount(w) rr_lowest(w) rr_nth(w,q)   set bits; number of the lowest set bit; number of the q-th set bit
 *                                             (from 0). The last two require that there is such a bit
 *
 * Terms: a *slot* is the position of a sample in the current tile; a *warp* is the lanes that vote together, one or several
 * registers (see strategies/warp.h). Targets: see the list of includes. */
#ifndef RR_LANE_H
#define RR_LANE_H

/* Names and paths that are concatenated from the values of macros. */
#define RR_PASTE2(a, b, c) a##b##c
#define RR_PASTE(a, b, c) RR_PASTE2(a, b, c)
#define RR_QUOTE2(x) #x
#define RR_QUOTE(x) RR_QUOTE2(x)

#if defined(RR_TARGET_SCALAR)
#include "scalar.h"
#elif defined(RR_TARGET_AVX2)
#include "avx2.h"
#elif defined(RR_TARGET_AVX512)
#include "avx512.h"
#elif defined(RR_TARGET_NEON)
#include "neon.h"
#elif defined(RR_TARGET_CUDA)
#include "cuda.h"
#elif defined(RR_TARGET_OPENCL)
#include "opencl.h"
#else
#error "define one RR_TARGET_..."
#endif

/* Constants without a double in float kernels, and the bits of a word in a lane. */
#define RR_C(x) ((rr_scalar)(x))
#define RR_WORD_MASK 0xffffffffu

/* Functions that a target implements itself only where it has a shorter way. */
#ifndef RR_OWN_SQRT_POS
RR_FN rr_real rr_sqrt_pos(rr_real x) { return rr_sqrt(x); }
#endif
#ifndef RR_OWN_SQRT_STEPS
RR_FN rr_real rr_sqrt_steps(rr_real x) { return rr_sqrt_pos(x); }
#endif
#ifndef RR_OWN_MIN
RR_FN rr_real rr_min_scalar(rr_real x, rr_scalar s) { return rr_min(x, rr_splat(s)); }
#endif
#ifndef RR_OWN_HALVES
RR_FN rr_real rr_lower16(rr_word w, rr_scalar s, rr_scalar c)
{
    return rr_fma(rr_fromuint(w & 0xffffu), rr_splat(s), rr_splat(c));
}
RR_FN rr_real rr_upper16(rr_word w) { return rr_fromuint(w >> 16); }
#endif
#ifndef RR_OWN_UPPER_LT
RR_FN rr_mask rr_upper_lt(rr_word w, rr_real upper, rr_uint32 n)
{
    (void)upper;
    return rr_wlt(w, rr_wsplat(n << 16));
}
#endif

#if RR_DTYPE == 64
typedef rr_bits rr_wide;
RR_FN rr_wide rr_wide_join(rr_word upper, rr_word lower) { return rr_tobits(upper) << 32 | rr_tobits(lower); }
RR_FN rr_word rr_wide_upper(rr_wide x) { return (rr_word)(x >> 32); }
RR_FN rr_word rr_wide_lower(rr_wide x) { return rr_toword(x); }

/* A word w in the fraction of 2^20, whose ulp is 2^-32, adds w 2^-32; in that of 2^-12, whose ulp is 2^-64, w 2^-64. The sum
 * of both is x 2^-64 + 2^20 + 2^-12. A signed x becomes unsigned when its sign bit is flipped, which adds 1/2. These
 * constants are subtracted from the upper part first: the difference is a multiple of 2^-32 below 2 in size, so it is exact,
 * and the sum with the lower part is the only rounding. */
#ifndef RR_OWN_WIDE_UNIT
#ifndef RR_OWN_WIDE_LOW
RR_FN rr_real rr_wide_low(rr_wide x) { return rr_asreal(rr_tobits(rr_wide_lower(x)) | 0x3f30000000000000u); }
#endif
RR_FN rr_real rr_wide_high(rr_word upper) { return rr_asreal(rr_tobits(upper) | 0x4130000000000000u); }

RR_FN rr_real rr_wide_unit(rr_wide x)
{
    return (rr_wide_high(rr_wide_upper(x)) - RR_C(0x1.00000001p20)) + rr_wide_low(x);
}

RR_FN rr_real rr_wide_unit_less(rr_wide x)
{
    return (rr_wide_high(rr_wide_upper(x)) - RR_C(0x1.00001001p20)) + rr_wide_low(x);
}

RR_FN rr_real rr_wide_signed(rr_wide x)
{
    return (rr_wide_high(rr_wide_upper(x) ^ 0x80000000u) - RR_C(0x1.00000801p20)) + rr_wide_low(x);
}
#endif

/* The exponent field becomes the fraction of 2^52, whose ulp is 1. */
#ifndef RR_OWN_OCTAVE
RR_FN rr_real rr_octave(rr_real x)
{
    return RR_C(0x1.00000000003fep52) - rr_asreal((rr_asbits(x) >> 52) | 0x4330000000000000u);
}
#endif
#ifndef RR_OWN_LOOKUP16
RR_FN void rr_lookup16(RR_CONSTANT rr_scalar *rows, RR_CONSTANT rr_scalar *columns, rr_bits b, rr_real *x, rr_real *y)
{
    (void)columns;
    rr_lookup2(rows, rr_toword(b & 15u), x, y);
}
#endif

#ifndef RR_OWN_WIDE_TIMES
RR_FN rr_wide rr_wide_times(rr_word a, rr_word b) { return rr_tobits(a) * rr_tobits(b); }
#endif
#ifndef RR_OWN_WIDE_BELOW
RR_FN rr_mask rr_wide_below(rr_wide x, rr_uint32 u) { return rr_wlt(rr_wide_upper(x), rr_wsplat(u)); }
#endif
#ifndef RR_OWN_WIDE_BIT
RR_FN rr_mask rr_wide_bit(rr_wide x, int n) { return rr_weq((rr_wide_upper(x) >> (n - 32)) & 1u, rr_wsplat(1)); }
#endif
#endif

#if !RR_HAS_DIV
RR_FN rr_real rr_div(rr_real a, rr_real b) { return a / b; }
#endif
#ifndef RR_SCALES_ANY
#define RR_SCALES_ANY 0
#include "scale.h"
#endif
#ifndef RR_OWN_THIRD_OVER
RR_FN rr_real rr_third_over(rr_real x) { return rr_div(rr_splat(RR_C(0.33333333333333333)), x); }
#endif

#endif
