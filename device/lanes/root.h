/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The correctly rounded f32 square root of x in [2^-101, largest] from r, 1/sqrt(x) within 2^-22.9 relatively, without a branch.
 * Whoever includes this has rr_fma and rr_fma_from(a, b, c) = c - a b, both rounded once.
 *
 * g and h are the root and half of its inverse, with the error of r, and both are made better by the same residual d = 1/2 - g h;
 * the last step, Markstein's, rounds the root once. That it is the correctly rounded one is proved by trying every x of [1, 4)
 * with each of the five floats nearest to 1/sqrt(x), which r is one of (tests/math/sqrt_pos.c): multiplying x by a power of 4
 * leaves every step alone, as from 2^-101 on no step has a denormal result that loses bits (the last residual is a multiple of
 * 2^-46 x), and none overflows. Without the step for g and h 26 of those roots are wrong. */
#ifndef RR_ROOT_H
#define RR_ROOT_H

RR_FN rr_real rr_root_from(rr_real x, rr_real r)
{
    const rr_real g = x * r, h = r * 0.5f, d = rr_fma_from(h, g, rr_splat(0.5f)), root = rr_fma(g, d, g);
    return rr_fma(rr_fma_from(root, root, x), rr_fma(h, d, h), root);
}

#endif
