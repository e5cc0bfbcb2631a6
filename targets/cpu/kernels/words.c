/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words stage for one instruction set and dtype; see sampler.c for the flags. */
#include "engine/lanes/lane.h"

#include "engine/passes/words.h"

#include "names.h"
#include "words.h"

void RR_WORDS(in_order)(const rr_bits_key *k, rr_uint32 purpose, rr_uint64 first, rr_uint32 n, rr_scalar *out)
{
    rr_words_in_order(k, purpose, first, n, out);
}

void RR_WORDS(by_block)(const rr_bits_key *k, const rr_series *s, rr_uint64 q, rr_uint32 n, rr_scalar *out)
{
    rr_words_by_block(k, *s, q, n, out);
}

extern const rr_words_calls RR_WORDS(calls);
const rr_words_calls RR_WORDS(calls) = {RR_WORDS(in_order), RR_WORDS(by_block), RR_WORDS_32};

#if RR_DTYPE == 32
/* The words themselves, as integers. */
void RR_WORDS_32(const rr_bits_key *k, rr_uint32 purpose, rr_uint64 first, rr_uint32 n, rr_uint32 *out)
{
    RR_WORDS(in_order)(k, purpose, first, n, (rr_scalar *)(void *)out);
}
#endif
