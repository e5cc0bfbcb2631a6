/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operands for which arithmetic fails that does not follow IEEE 754, as bit patterns of double if `wide`, otherwise of
 * float. */
#ifndef RR_OPENCL_HARD_CASE_H
#define RR_OPENCL_HARD_CASE_H

#include <stdint.h>

/* Case i from a generator's state, by i mod 8: 0 random bits; 1 denormals and operations that yield them; 2 a quotient next
 * to a half of the last place (f64: next to a number), 3 a root; 4 a sum at a half or next to it; 5 ends of all ranges,
 * integers that end in a half; 6 and 7 fused sums that are wrong if the product is rounded first. */
void rr_hard_case(unsigned i, int wide, uint64_t *state, uint64_t c[3]);

#endif
