/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One lane per register: the reference that every other target must equal bit for bit. RR_FUSED: the processor has fma, and
 * the text draws one sample at a time (targets/cpu/kernels/alone.c); otherwise fma is emulated, which shows that bits do not
 * depend on it. */
#ifndef RR_LANES_SCALAR_H
#define RR_LANES_SCALAR_H

#include "host.h"
#include "fma_soft.h"

#define RR_LANES 1

#ifndef RR_FUSED
#define RR_FUSED 0
#endif

typedef rr_scalar rr_real;
typedef rr_sbits rr_word;
typedef rr_sbits rr_bits;
typedef rr_uint32 rr_mask;

RR_FN rr_real rr_splat(rr_scalar s) { return s; }
RR_FN rr_word rr_wsplat(rr_uint32 u) { return u; }
RR_FN rr_word rr_iota(void) { return 0; }

RR_FN rr_mask rr_lt(rr_real a, rr_real b) { return a < b; }
RR_FN rr_mask rr_le(rr_real a, rr_real b) { return a <= b; }
RR_FN rr_mask rr_wlt(rr_word a, rr_word b) { return a < b; }
RR_FN rr_mask rr_weq(rr_word a, rr_word b) { return a == b; }
RR_FN rr_real rr_select(rr_mask m, rr_real a, rr_real b) { return m ? a : b; }
RR_FN rr_word rr_wselect(rr_mask m, rr_word a, rr_word b) { return m ? a : b; }
RR_FN rr_bits rr_bselect(rr_mask m, rr_bits a, rr_bits b) { return m ? a : b; }
RR_FN rr_mask rr_mand(rr_mask a, rr_mask b) { return a & b; }
RR_FN rr_mask rr_mor(rr_mask a, rr_mask b) { return a | b; }
RR_FN rr_mask rr_mandnot(rr_mask a, rr_mask b) { return a & (b ^ 1u); }
RR_FN rr_mask rr_mnot(rr_mask a) { return a ^ 1u; }
RR_FN rr_mask rr_mfirst(rr_uint32 n) { return n > 0; }
RR_FN rr_uint32 rr_mbits(rr_mask m) { return m; }
RR_FN rr_mask rr_mfrom(rr_uint32 bits) { return bits & 1u; }
RR_FN int rr_some(rr_mask m) { return m != 0; }
RR_FN int rr_vote(rr_mask m) { return m != 0; }

RR_FN rr_bits rr_asbits(rr_real x)
{
    rr_bits b;
    memcpy(&b, &x, sizeof b);
    return b;
}

RR_FN rr_real rr_asreal(rr_bits b)
{
    rr_real x;
    memcpy(&x, &b, sizeof x);
    return x;
}

RR_FN rr_real rr_min(rr_real a, rr_real b) { return a < b ? a : b; }
RR_FN rr_real rr_max(rr_real a, rr_real b) { return a > b ? a : b; }
RR_FN rr_bits rr_tobits(rr_word w) { return w; }
RR_FN rr_word rr_toword(rr_bits b) { return b & 0xffffffffu; }
RR_FN rr_real rr_fromint(rr_word w) { return (rr_real)(int32_t)(rr_uint32)w; }
RR_FN rr_real rr_fromuint(rr_word w) { return (rr_real)(rr_uint32)w; }

RR_FN rr_word rr_mulhilo(rr_word a, rr_uint32 m, rr_word *hi)
{
    const rr_uint64 p = (rr_uint64)(rr_uint32)a * m;
    *hi = (rr_word)(p >> 32);
    return (rr_uint32)p;
}

/* sqrt is one correctly rounded instruction (the build has -fno-math-errno, so no function is called). */
#if RR_DTYPE == 32
RR_FN rr_real rr_abs(rr_real x) { return __builtin_fabsf(x); }
RR_FN rr_real rr_sqrt(rr_real x) { return __builtin_sqrtf(x); }
RR_SLOW_FN rr_real rr_fma_emulated(rr_real a, rr_real b, rr_real c) { return rr_fma_soft_f32(a, b, c); }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c)
{
    return RR_FUSED ? __builtin_fmaf(a, b, c) : rr_fma_emulated(a, b, c);
}
#else
RR_FN rr_real rr_abs(rr_real x) { return __builtin_fabs(x); }
RR_FN rr_real rr_sqrt(rr_real x) { return __builtin_sqrt(x); }
RR_SLOW_FN rr_real rr_fma_emulated(rr_real a, rr_real b, rr_real c) { return rr_fma_soft_f64(a, b, c); }
RR_FN rr_real rr_fma(rr_real a, rr_real b, rr_real c)
{
    return RR_FUSED ? __builtin_fma(a, b, c) : rr_fma_emulated(a, b, c);
}
#endif

RR_FN rr_real rr_load(const rr_scalar *p) { return *p; }
RR_FN void rr_store(rr_scalar *p, rr_real x) { *p = x; }
RR_FN rr_word rr_wload(const rr_uint32 *p) { return *p; }
RR_FN void rr_wstore(rr_uint32 *p, rr_word w) { *p = (rr_uint32)w; }

#include "each.h"

#endif
