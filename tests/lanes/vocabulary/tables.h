/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bit counts, tables, and functions that read other lanes. */
#ifndef RR_TESTS_LANES_VOCABULARY_TABLES_H
#define RR_TESTS_LANES_VOCABULARY_TABLES_H

static uint32_t nth(uint32_t b, uint32_t q)
{
    for (uint32_t at = 0;; ++at)
        if (b >> at & 1 && !q--) return at;
}

static void counting(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        struct words a = any_words(), n, q;
        for (int l = 0; l < L; ++l) {
            if (!below(4)) a.at[l] = 1u << below(32);
            n.at[l] = below(32);
        }
        WORDS("wshl", rr_wshl(word_of(a), word_of(n)), a.at[l] << n.at[l]);
        WORDS("popcount", rr_popcount(word_of(a)), __builtin_popcount(a.at[l]));
        for (int l = 0; l < L; ++l) {
            a.at[l] |= a.at[l] ? 0 : 0x80000000u;
            q.at[l] = below((uint32_t)__builtin_popcount(a.at[l]));
        }
        WORDS("lowest", rr_lowest(word_of(a)), __builtin_ctz(a.at[l]));
        WORDS("nth", rr_nth(word_of(a), word_of(q)), nth(a.at[l], q.at[l]));
    }
    for (uint32_t k = 0; k < 32; ++k) {
        struct words a, q;
        for (int l = 0; l < L; ++l) {
            a.at[l] = 0xffffffffu << ((uint32_t)l % 4);
            q.at[l] = k < 28 ? k : 27;
        }
        WORDS("wshl, all counts", rr_wshl(word_of(a), rr_wsplat(k)), a.at[l] << k);
        WORDS("nth, all places", rr_nth(word_of(a), word_of(q)), q.at[l] + (uint32_t)l % 4);
        WORDS("lowest, all places", rr_lowest(rr_wsplat(1u << k)), k);
        WORDS("nth, one bit", rr_nth(rr_wsplat(1u << k), rr_wsplat(0)), k);
    }
}

static void tables(void **state)
{
    enum { N = 1000 };
    static rr_scalar x[N], y[N], z[N];
    static uint32_t w[N];
    (void)state;
    for (int i = 0; i < ROUNDS / 10; ++i) {
        const struct reals v = any_reals();
        const uint32_t b = (uint32_t)random_bits() & ALL;
        struct words at;
        for (int k = 0; k < N; ++k) {
            x[k] = any_real();
            w[k] = any_word();
        }
        for (int l = 0; l < L; ++l) at.at[l] = below(N);
        REALS("gather", rr_gather(x, word_of(at)), x[at.at[l]]);
        WORDS("wgather", rr_wgather(w, word_of(at)), w[at.at[l]]);
        enum { ROW = RR_DTYPE == 32 ? 8 : 12, ROWS = RR_DTYPE == 32 ? 32 : 16 };
        rr_real column[ROW];
        for (int r = 0; r < ROWS; ++r)
            for (int k = 0; k < ROW; ++k) y[ROWS * k + r] = x[ROW * r + k];
        for (int l = 0; l < L; ++l) at.at[l] = below(ROWS);
        rr_lookup_row(x, y, word_of(at), ROW, column);
        for (int k = 0; k < ROW; ++k) REALS("lookup_row", column[k], x[ROW * at.at[l] + (uint32_t)k]);
        for (int l = 0; l < L; ++l) at.at[l] = below(N / 2);
        rr_lookup2(x, word_of(at), &column[0], &column[1]);
        REALS("lookup2, first", column[0], x[2 * at.at[l]]);
        REALS("lookup2, second", column[1], x[2 * at.at[l] + 1]);
        for (int l = 0; l < L; ++l) at.at[l] = below(N);
        /* indices differ, also from those of other lanes */
        for (int l = 0; l < L; ++l) at.at[l] = (uint32_t)l * (N / L) + below(N / L);
        memcpy(y, x, sizeof y);
        memcpy(z, x, sizeof z);
        for (int l = 0; l < L; ++l)
            if (b >> l & 1) y[at.at[l]] = v.at[l];
        rr_scatter(z, word_of(at), real_of(v), rr_mfrom(b));
        is_number("scatter", memcmp(y, z, sizeof y) != 0, 0);
        /* inactive lanes may point anywhere */
        for (int l = 0; l < L; ++l)
            if (!(b >> l & 1)) at.at[l] = 0x7fffffffu;
        rr_scatter(x, word_of(at), real_of(v), rr_mfrom(b));
        is_number("scatter, others", memcmp(y, x, sizeof y) != 0, 0);
    }
}

static void warps(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        const uint32_t regs = 1 + below(RR_MAX_REGS), lanes = regs * L;
        rr_real src[RR_MAX_REGS], dst[RR_MAX_REGS];
        rr_word wsrc[RR_MAX_REGS], wdst[RR_MAX_REGS], lane[RR_MAX_REGS];
        rr_mask m[RR_MAX_REGS];
        struct reals x[RR_MAX_REGS];
        struct words w[RR_MAX_REGS], at[RR_MAX_REGS];
        uint32_t ballot = 0;
        for (uint32_t r = 0; r < regs; ++r) {
            const uint32_t b = (uint32_t)random_bits() & ALL;
            x[r] = any_reals();
            w[r] = any_words();
            for (int l = 0; l < L; ++l) at[r].at[l] = below(lanes);
            src[r] = real_of(x[r]);
            wsrc[r] = word_of(w[r]);
            lane[r] = word_of(at[r]);
            m[r] = rr_mfrom(b);
            ballot |= b << (r * L);
        }
        is_number("ballot", rr_ballot(m, regs), ballot);
        rr_shuffle(dst, src, lane, regs);
        rr_wshuffle(wdst, wsrc, lane, regs);
        rr_shuffle(src, src, lane, regs);
        rr_wshuffle(wsrc, wsrc, lane, regs);
        for (uint32_t r = 0; r < regs; ++r) {
            REALS("shuffle", dst[r], x[at[r].at[l] / L].at[at[r].at[l] % L]);
            REALS("shuffle in place", src[r], x[at[r].at[l] / L].at[at[r].at[l] % L]);
            WORDS("wshuffle", wdst[r], w[at[r].at[l] / L].at[at[r].at[l] % L]);
            WORDS("wshuffle in place", wsrc[r], w[at[r].at[l] / L].at[at[r].at[l] % L]);
        }
    }
}

#endif
