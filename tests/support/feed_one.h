/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Attempt j of slot 0 of one sampler, finished. Include it after the sampler's lane text with FEED, its name, and FEED_DRAW,
 * the name of the sampler whose draw it finishes. feed_decides: run the full test although the quick one decides.
 */
#define FEED_PASTE2(a, b) a##b
#define FEED_PASTE(a, b) FEED_PASTE2(a, b)
#define FEED_FN2(name, f) rr_##name##_##f
#define FEED_FN1(name, f) FEED_FN2(name, f)
#define FEED_FN(f) FEED_FN1(FEED, f)
#define FEED_DRAW_FN(f) FEED_FN1(FEED_DRAW, f)

static void FEED_PASTE(feed_prepare_, FEED)(rr_tile *t) { FEED_FN(prepare)(t); }

static int FEED_PASTE(feed_ask_, FEED)(const rr_tile *t, rr_word j, rr_scalar *out, int *open)
{
    rr_try v = FEED_DRAW_FN(attempt)(t, 0, j);
    rr_real aux = 0;
    *open = v.open != 0;
    if (v.open || feed_decides) v = FEED_DRAW_FN(decide)(t, 0, j);
#if FEED_PASTE(RR_AUX_, FEED_DRAW)
    aux = FEED_DRAW_FN(aux_index)(t, rr_slot_index(t, 0));
#endif
    if (v.accept) *out = FEED_FN(finish)(t, 0, v.value, aux);
    return v.accept != 0;
}

#undef FEED_PASTE2
#undef FEED_PASTE
#undef FEED_FN2
#undef FEED_FN1
#undef FEED_FN
#undef FEED_DRAW_FN
#undef FEED
#undef FEED_DRAW
