/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Conversion of counts to the job's dtype, from the 64-bit integers of kernels or the 32-bit ones of a first pass in f32;
 * and of parameters for such a pass. The compiler vectorizes the plain loops. Compiled once per instruction set. */
#include "engine/lanes/lane.h"

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "kernels.h"
#include "names.h"
#include "reroll_core.h"

/* Not 0 if a count does not fit the type. */
#define OVER_I32(x) (((rr_uint64)(x) + 0x80000000u) >> 32)
#define OVER_U32(x) ((rr_uint64)(x) >> 32)
#define OVER_U64(x) ((rr_uint64)(x) >> 63)
#define OVER_NONE(x) 0u

/* Counts as f32 or f64 are rounded once: the 64-bit integer is converted directly. */
#define PACK(T, over)                                                                                                   \
    {                                                                                                                   \
        rr_uint64 any = 0;                                                                                              \
        T *const out = to;                                                                                              \
        for (rr_uint32 k = 0; k < n; ++k) {                                                                             \
            any |= over(from[k]);                                                                                       \
            out[k] = (T)from[k];                                                                                        \
        }                                                                                                               \
        return any != 0;                                                                                                \
    }

static int pack(const int64_t *from, rr_uint32 n, rr_type type, void *to)
{
    switch (type) {
    case RR_F32: PACK(float, OVER_NONE)
    case RR_F64: PACK(double, OVER_NONE)
    case RR_I32: PACK(int32_t, OVER_I32)
    case RR_I64: PACK(int64_t, OVER_NONE)
    case RR_U32: PACK(uint32_t, OVER_U32)
    default: PACK(uint64_t, OVER_U64)
    }
}

#define RR_PACK RR_PASTE(RR_OBJECT, _, pack)
rr_pack_fn RR_PACK;
int RR_PACK(const int64_t *from, rr_uint32 n, int type, void *to) { return pack(from, n, (rr_type)type, to); }

#define WIDEN(T)                                                                                                        \
    for (rr_uint32 k = 0; k < n; ++k) ((T *)to)[k] = (T)(int32_t)from[k];                                               \
    break

#define RR_WIDEN RR_PASTE(RR_OBJECT, _, widen)
rr_widen_fn RR_WIDEN;
void RR_WIDEN(const rr_uint32 *from, rr_uint32 n, int type, void *to)
{
    switch ((rr_type)type) {
    case RR_F32: WIDEN(float);
    case RR_F64: WIDEN(double);
    case RR_I64: WIDEN(int64_t);
    default: WIDEN(uint64_t);
    }
}

#define RR_SPLIT_FN RR_PASTE(RR_OBJECT, _, split)
rr_split_fn RR_SPLIT_FN;
void RR_SPLIT_FN(const double *from, rr_uint32 n, float *to, float *rest)
{
    for (rr_uint32 k = 0; k < n; ++k) to[k] = (float)from[k];
    for (rr_uint32 k = 0; rest && k < n; ++k) rest[k] = (float)(from[k] - (double)(float)from[k]);
}
