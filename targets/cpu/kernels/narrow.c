/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Conversion of f32 samples to f16 or bf16. The compiler vectorizes the plain loop. Compiled once per instruction set. */
#include <string.h>

#include "engine/lanes/lane.h"

#define RR_COUNTING 0
#include "engine/strategies/warp.h"

#include "engine/lanes/half.h"
#include "kernels.h"
#include "names.h"

static inline __attribute__((always_inline)) void narrow(const float *from, rr_uint32 n, int bf16, int cut,
                                                         unsigned short *to)
{
    for (rr_uint32 k = 0; k < n; ++k) {
        rr_uint32 x;
        memcpy(&x, &from[k], sizeof x);
        to[k] = (unsigned short)rr_half_of(x, bf16, cut);
    }
}

rr_narrow_fn RR_NARROW;
void RR_NARROW(const float *from, rr_uint32 n, int bf16, int cut, unsigned short *to)
{
    if (bf16 && cut) narrow(from, n, 1, 1, to);
    else if (bf16) narrow(from, n, 1, 0, to);
    else if (cut) narrow(from, n, 0, 1, to);
    else narrow(from, n, 0, 0, to);
}
