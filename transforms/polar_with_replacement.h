/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* polar-with-replacement: as polar-without-replacement, but a point outside is redrawn, from attempt 1 on (rolls.h), until
 * one is inside: it is a pure function of the point, and of (seed, stream, index) where it is outside. The accepted point is
 * transformed; the kernel that Schloss prints draws new points and then transforms the old one. */
#ifndef RR_TRANSFORM_POLAR_WITH_REPLACEMENT_H
#define RR_TRANSFORM_POLAR_WITH_REPLACEMENT_H

#include "polar_without_replacement.h"
#include "rolls.h"

#define RR_COORDS_polar_with_replacement 2
#define RR_DRAWS_polar_with_replacement 0
#define RR_REROLLS_polar_with_replacement 1

RR_FN void rr_polar_with_replacement_draw(const rr_batch *b, rr_word slot, rr_word j, rr_real *x, rr_real *y)
{
    rr_rolls_draw(b, slot, j, x, y);
}

RR_FN rr_mask rr_polar_with_replacement_point(rr_real *x, rr_real *y)
{
    return rr_polar_without_replacement_point(x, y);
}

#endif
