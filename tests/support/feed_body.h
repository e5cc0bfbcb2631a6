/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiled once a dtype: the samplers of device/ over rr_draw and rr_philox_some of our own. Defines FEED_ATTEMPT. */
#include "feed.h"

#include <string.h>

#include "engine/lanes/lane.h"

#define rr_draw rr_draw_of_the_library
#define rr_philox_some rr_philox_some_of_the_library
#include "engine/bits/bits.h"
#undef rr_draw
#undef rr_philox_some

static const feed *fed;

static rr_block fed_block(rr_word lo, rr_word hi, rr_word turn, rr_uint32 purpose)
{
    const rr_uint32 *w = purpose == RR_PURPOSE_MAIN ? fed->main[turn >> 8 & 1] : purpose == RR_PURPOSE_LOW ? fed->low[turn >> 8 & 1]
                         : purpose == RR_PURPOSE_BOOST ? fed->boost : purpose == RR_PURPOSE_BOOST_LOW ? fed->boost_low
                         : purpose == RR_PURPOSE_SIDE ? fed->side : fed->side_low;
    rr_block b;
    feed_log[feed_asks++ % FEED_LOG] = (feed_asked){(uint64_t)hi << 32 | (uint32_t)lo, (uint32_t)turn, purpose};
    for (int i = 0; i < 4; ++i) b.w[i] = w[i];
    return b;
}

RR_FN rr_block rr_draw(const rr_bits_key *k, rr_word lo, rr_word hi, rr_word turn, rr_uint32 purpose)
{
    (void)k;
    return fed_block(lo, hi, turn, purpose);
}

/* The key is 0, so that counters hold turn and purpose as they are. */
RR_FN void rr_philox_some(const rr_bits_key *k, int n, rr_counter *c, rr_block *b)
{
    (void)k;
    for (int i = 0; i < n; ++i) b[i] = fed_block(c[i].c[0], c[i].c[1], c[i].c[2], (rr_uint32)c[i].c[3]);
}

#include "laws/uniform/uniform.h"
#include "laws/exponential/exponential.h"
#include "laws/normal/normal.h"
#include "laws/normal/half_normal.h"
#include "laws/normal/lognormal.h"
#include "laws/skew_normal/skew_normal.h"
#include "laws/truncated_normal/truncated_normal.h"
#include "laws/normal/normal_polar.h"
#include "laws/normal/normal_ziggurat.h"
#include "laws/exponential/exponential_ziggurat.h"
#include "laws/normal/normal_one.h"
#include "laws/normal/normal_icdf.h"
#include "laws/normal/normal_icdf_fast.h"
#include "laws/normal/normal_icdf_giles.h"
#include "laws/gamma/gamma.h"
#include "laws/gamma/loggamma.h"
#include "laws/gamma/chi2.h"
#include "laws/gamma/chi.h"
#include "laws/gamma/inverse_gamma.h"
#include "laws/gamma/nakagami.h"
#include "laws/student_t/student_t.h"
#if RR_DTYPE == 32
#include "laws/bits/bits.h"
#include "laws/attempts/attempts.h"
#endif

/* Sampler `name`, which finishes a draw, with its auxiliary number. */
#define ASK(name, draw, aux)                                                                                            \
    if (!strcmp(sampler, #name)) {                                                                                      \
        rr_##name##_prepare(&t);                                                                                        \
        rr_try v = rr_##draw##_attempt(&t, 0, j);                                                                       \
        *open = v.open != 0;                                                                                            \
        if (v.open) v = rr_##draw##_settle(&t, 0, j);                                                                   \
        out = v.accept ? rr_##name##_finish(&t, 0, v.value, aux) : 0;                                                   \
        accepted = v.accept != 0;                                                                                       \
    }

int FEED_ATTEMPT(const char *sampler, const feed *words, uint64_t index, uint32_t j, const double *params, double *value, int *open)
{
    rr_tile t;
    rr_scalar one[RR_TILE_PARAMS], out = 0;
    int accepted = -1;
    memset(&t, 0, sizeof t);
    fed = words;
    t.n = 1;
    t.cap = 256;
    t.base_lo = (uint32_t)index;
    t.base_hi = (uint32_t)(index >> 32);
    for (int p = 0; p < RR_TILE_PARAMS; ++p) {
        one[p] = (rr_scalar)params[p];
        t.param[p] = &one[p];
    }
    const rr_index i = rr_slot_index(&t, 0);
    ASK(uniform, uniform, 0)
    ASK(exponential, exponential, 0)
    ASK(normal, normal, 0)
    ASK(half_normal, normal, 0)
    ASK(lognormal, normal, 0)
    ASK(skew_normal, skew_normal, 0)
    ASK(truncated_normal, truncated_normal, 0)
    ASK(normal_polar, normal_polar, 0)
    ASK(normal_ziggurat, normal_ziggurat, 0)
    ASK(exponential_ziggurat, exponential_ziggurat, 0)
    ASK(normal_one, normal_one, 0)
    ASK(normal_icdf, normal_icdf, 0)
    ASK(normal_icdf_fast, normal_icdf_fast, 0)
    ASK(normal_icdf_giles, normal_icdf_giles, 0)
    ASK(gamma, gamma, rr_gamma_aux_index(&t, i))
    ASK(loggamma, gamma, rr_gamma_aux_index(&t, i))
    ASK(chi2, gamma, rr_gamma_aux_index(&t, i))
    ASK(chi, gamma, rr_gamma_aux_index(&t, i))
    ASK(inverse_gamma, gamma, rr_gamma_aux_index(&t, i))
    ASK(nakagami, gamma, rr_gamma_aux_index(&t, i))
    ASK(student_t, student_t, 0)
    *value = (double)out;
#if RR_DTYPE == 32
    const int floats = accepted >= 0;
    ASK(bits, bits, 0)
    ASK(attempts, attempts, 0)
    if (!floats) *value = rr_asbits(out);
#endif
    (void)i;
    return accepted;
}
