/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* square: the proposals of the polar methods, uniform on (-1, 1)^2: attempt 0 of rolls.h. Neither coordinate is ever 0, and
 * -x is as likely as x. */
#ifndef RR_TRANSFORM_SQUARE_H
#define RR_TRANSFORM_SQUARE_H

#include "rolls.h"

#define RR_COORDS_square 2
#define RR_DRAWS_square 1
#define RR_REROLLS_square 0

RR_FN void rr_square_draw(const rr_batch *b, rr_word slot, rr_word j, rr_real *x, rr_real *y)
{
    rr_rolls_draw(b, slot, j, x, y);
}

RR_FN rr_mask rr_square_point(rr_real *x, rr_real *y)
{
    (void)x;
    (void)y;
    return rr_mfirst(RR_LANES);
}

#endif
