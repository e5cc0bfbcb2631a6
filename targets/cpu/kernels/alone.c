/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single samples, for one instruction set and dtype: compiled with scalar lanes and the flags of the instruction set, so
 * that fma is an instruction where there is one. rr_alone (targets/target.h) describes the functions. */
#include "engine/lanes/lane.h"
#include "laws/gamma/gamma.h"
#include "laws/normal/normal.h"
#include "laws/uniform/uniform.h"

#define RR_ALONE_FN(name) RR_PASTE(RR_PASTE(rr_, RR_ISA, _f), RR_DTYPE, name)

int RR_ALONE_FN(_gamma_quick)(rr_scalar x, rr_uint32 w, rr_scalar e, rr_scalar shape, rr_scalar scale, rr_scalar *out);
int RR_ALONE_FN(_gamma_full)(const rr_tile *t, rr_scalar x, rr_uint32 w, rr_scalar e, rr_scalar shape, rr_scalar scale,
                             rr_scalar *out);

RR_FN rr_scalar finished(rr_scalar g, rr_scalar e, rr_scalar shape, rr_scalar scale)
{
    return rr_boost_scaled(rr_boost_wanted(shape), -e, shape, g, scale);   /* as rr_gamma_finish: one rounding */
}

/* The uniform of attempt 0, from its word and the LOW words. */
RR_FN rr_unit unit_full(const rr_tile *t, rr_index i, rr_word w)
{
#if RR_DTYPE == 32
    const rr_index h = rr_half(i);
    const rr_block low = rr_draw(&t->key, h.lo, h.hi, 0, RR_PURPOSE_LOW);
    return rr_unit_full(w, low.w[2 + (i.lo & 1u)]);
#else
    const rr_index q = rr_quarter(i);
    return rr_unit_of(w, rr_draw(&t->key, q.lo, q.hi, RR_GAMMA_DRAW1, RR_PURPOSE_LOW).w[i.lo & 3u]);
#endif
}

int RR_ALONE_FN(_gamma_quick)(rr_scalar x, rr_uint32 w, rr_scalar e, rr_scalar shape, rr_scalar scale, rr_scalar *out)
{
    const rr_try v = rr_gamma_quick(rr_gamma_setup(shape), x, 0, w);
    if (!v.accept) return 0;
    *out = finished(v.value, e, shape, scale);
    return 1;
}

int RR_ALONE_FN(_gamma_full)(const rr_tile *t, rr_scalar x, rr_uint32 w, rr_scalar e, rr_scalar shape, rr_scalar scale,
                             rr_scalar *out)
{
    const rr_gamma_set g = rr_gamma_setup(shape);
    const rr_index i = {t->base_lo, t->base_hi};
    rr_try v = rr_gamma_exact(g, x, unit_full(t, i, w));
    for (rr_word j = 1; !v.accept; ++j) {
        if (j == t->cap) return 0;
        v = rr_gamma_attempt_of(t, g, i, j);
        if (v.open) v = rr_gamma_decide_of(t, g, i, j);
    }
    *out = finished(v.value, e, shape, scale);
    return 1;
}

#define RR_ONE(name)                                                                                                    \
    int RR_ALONE_FN(_##name##_alone)(const rr_tile *t, rr_uint32 slot, void *out);                                         \
    int RR_ALONE_FN(_##name##_alone)(const rr_tile *t, rr_uint32 slot, void *out)                                          \
    {                                                                                                                   \
        const rr_try v = rr_##name##_attempt(t, slot, 0);                                                                \
        if (!v.accept) return 0;                                                                                        \
        *(rr_scalar *)out = rr_##name##_finish(t, slot, v.value, 0);                                                     \
        return 1;                                                                                                       \
    }
#include "one_list.h"
#undef RR_ONE
