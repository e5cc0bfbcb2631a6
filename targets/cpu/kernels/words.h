/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words stage of an instruction set and dtype (engine/passes/words.h), called by all of its samplers. Included after
 * names.h. */
#ifndef RR_CPU_WORDS_H
#define RR_CPU_WORDS_H

#define RR_WORDS(f) RR_PASTE(RR_OBJECT, _words_, f)
#define RR_WORDS_32 RR_PASTE(rr_, RR_ISA, _words_32)   /* of both dtypes */

void RR_WORDS(in_order)(const rr_bits_key *k, rr_uint32 purpose, rr_uint64 first, rr_uint32 n, rr_scalar *out);
void RR_WORDS(by_block)(const rr_bits_key *k, const rr_series *s, rr_uint64 q, rr_uint32 n, rr_scalar *out);
void RR_WORDS_32(const rr_bits_key *k, rr_uint32 purpose, rr_uint64 first, rr_uint32 n, rr_uint32 *out);

/* Their addresses, for user-defined distributions, which are not linked with the library (user.c). */
typedef struct rr_words_calls {
    void (*in_order)(const rr_bits_key *k, rr_uint32 purpose, rr_uint64 first, rr_uint32 n, rr_scalar *out);
    void (*by_block)(const rr_bits_key *k, const rr_series *s, rr_uint64 q, rr_uint32 n, rr_scalar *out);
    void (*words_32)(const rr_bits_key *k, rr_uint32 purpose, rr_uint64 first, rr_uint32 n, rr_uint32 *out);
} rr_words_calls;

#define RR_WORDS_LINK NULL

#endif
