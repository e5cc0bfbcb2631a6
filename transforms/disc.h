/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* disc: points uniform on the unit disc: the lowest attempt of rolls.h in the disc, accepted with probability pi/4.
 * polar-inside of these points equals, bit for bit, polar-with-replacement of the points of `square`. */
#ifndef RR_TRANSFORM_DISC_H
#define RR_TRANSFORM_DISC_H

#include "rolls.h"
#include "spot.h"

#define RR_COORDS_disc 2
#define RR_DRAWS_disc 1
#define RR_REROLLS_disc 1

RR_FN void rr_disc_draw(const rr_batch *b, rr_word slot, rr_word j, rr_real *x, rr_real *y)
{
    rr_rolls_draw(b, slot, j, x, y);
}

RR_FN rr_mask rr_disc_point(rr_real *x, rr_real *y)
{
    return rr_spot_inside(rr_spot_of(*x, *y));
}

#endif
