/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Comparisons, selections and every pattern of a mask. */
#ifndef RR_TESTS_LANES_VOCABULARY_MASKS_H
#define RR_TESTS_LANES_VOCABULARY_MASKS_H

static void comparisons(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        struct reals a = any_reals(), b = any_reals(), chosen;
        struct words v = any_words(), w = any_words(), word;
        const struct raw g = any_raw(), h = any_raw();
        struct raw raw;
        uint32_t lt = 0, le = 0, wlt = 0, weq = 0;
        for (int l = 0; l < L; ++l) {
            if (!below(4)) b.at[l] = a.at[l];
            if (!below(4)) b.at[l] = -a.at[l];
            if (!below(4)) w.at[l] = v.at[l] + below(3) - 1;
            lt |= (uint32_t)(a.at[l] < b.at[l]) << l;
            le |= (uint32_t)(a.at[l] <= b.at[l]) << l;
            wlt |= (uint32_t)(v.at[l] < w.at[l]) << l;
            weq |= (uint32_t)(v.at[l] == w.at[l]) << l;
        }
        is_mask("lt", rr_lt(real_of(a), real_of(b)), lt);
        is_mask("le", rr_le(real_of(a), real_of(b)), le);
        is_mask("wlt", rr_wlt(word_of(v), word_of(w)), wlt);
        is_mask("weq", rr_weq(word_of(v), word_of(w)), weq);
        for (int l = 0; l < L; ++l) {
            chosen.at[l] = lt >> l & 1 ? a.at[l] : b.at[l];
            word.at[l] = wlt >> l & 1 ? v.at[l] : w.at[l];
            raw.at[l] = weq >> l & 1 ? g.at[l] : h.at[l];
        }
        is_real("select", rr_select(rr_lt(real_of(a), real_of(b)), real_of(a), real_of(b)), chosen.at);
        is_word("wselect", rr_wselect(rr_wlt(word_of(v), word_of(w)), word_of(v), word_of(w)), word.at);
        is_bits("bselect", rr_bselect(rr_weq(word_of(v), word_of(w)), bits_of(g), bits_of(h)), raw.at);
    }
}

/* Every pattern of a mask. */
static void masks(void **state)
{
    (void)state;
    for (uint32_t b = 0; b <= ALL; ++b) {
        const uint32_t c = (uint32_t)random_bits() & ALL;
        const rr_mask m = rr_mfrom(b), o = rr_mfrom(c | ~ALL);   /* bits above the lanes are ignored */
        struct words rank, packed, w = any_words();
        uint32_t out[2 * GUARD], n = 0;
        is_mask("mfrom", m, b);
        is_mask("mfrom, bits above", o, c);
        is_mask("mand", rr_mand(m, o), b & c);
        is_mask("mor", rr_mor(m, o), b | c);
        is_mask("mandnot", rr_mandnot(m, o), b & ~c);
        is_mask("mnot", rr_mnot(m), ~b & ALL);
        is_number("some", rr_some(m) != 0, b != 0);
        is_number("vote", rr_vote(m) != 0, b != 0);
        is_number("vote, of not", rr_vote(rr_mnot(m)) != 0, b != ALL);
        for (int l = 0; l < L; ++l) {
            rank.at[l] = n;
            if (b >> l & 1) packed.at[n++] = w.at[l];
        }
        is_word("rank", rr_rank(m), rank.at);
        for (int g = 0; g < 2 * GUARD; ++g) out[g] = 0xabcd0000u + (uint32_t)g;
        is_number("compress, count", rr_compress(out + GUARD, word_of(w), m), n);
        is_number("compress, words", memcmp(out + GUARD, &packed, n * sizeof *out) != 0, 0);
        for (uint32_t g = 0; g < 2 * GUARD; ++g)
            if (g < GUARD || g >= GUARD + L) is_number("compress, guards", out[g], 0xabcd0000u + g);
    }
    for (uint32_t n = 0; n < 2 * L + 300; ++n) is_mask("mfirst", rr_mfirst(n), n < L ? (1u << n) - 1 : ALL);
    for (uint32_t n = 1; n <= 40; ++n) is_mask("mfirst, large", rr_mfirst(0u - n), ALL);
    is_mask("mfirst, 2^31", rr_mfirst(0x80000000u), ALL);
    is_mask("mfirst, 2^31 - 1", rr_mfirst(0x7fffffffu), ALL);
}

#endif
