/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers whose value is a 32-bit unsigned integer: they run in the kernels of RR_DTYPE 32, a value being the rr_real
 * with these bits. Moves, selects and stores keep every bit pattern; no arithmetic touches such a value. */
#ifndef RR_WORD32_H
#define RR_WORD32_H

#include "engine/passes/tile.h"

RR_FN rr_real rr_word_value(rr_word w) { return rr_asreal(rr_tobits(w)); }

#endif
