/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A square root and a quotient of f32, correctly rounded from an approximation, without a branch. The including file has
 * rr_fma and rr_fma_from(a, b, c) = c - a b, both rounded once.
 *
 * rr_root_from    sqrt(x) for x in [2^-101, largest] from r, 1/sqrt(x) with relative error below 2^-22.9. g and h are the
 *                 root and half of its inverse, with the error of r; both are improved by the same residual d = 1/2 - g h.
 *                 The last step, Markstein's, rounds the root once. Correct rounding is proved by an exhaustive test: every
 *                 x of [1, 4) with each of the five floats nearest to 1/sqrt(x), one of which is r (tests/math/root.c).
 *                 Multiplying x by a power of 4 changes no step, as from 2^-101 on no step has a denormal result that
 *                 loses bits (the last residual is a multiple of 2^-46 x), and none overflows. Without the step for g and
 *                 h 26 of those roots are wrong.
 * rr_third_from   1/3, as a float, over x in [2^-70, 2^70] from r, 1/x within 2^-23: a Newton step for r, the quotient, and
 *                 the correction by its residual. Proved in the same way for every x of [1, 2); powers of 2 in that range
 *                 change exponents only. */
#ifndef RR_ROOT_H
#define RR_ROOT_H

RR_FN rr_real rr_root_from(rr_real x, rr_real r)
{
    const rr_real g = x * r, h = r * 0.5f, d = rr_fma_from(h, g, rr_splat(0.5f)), root = rr_fma(g, d, g);
    return rr_fma(rr_fma_from(root, root, x), rr_fma(h, d, h), root);
}

#define RR_THIRD 0x1.555556p-2f

RR_FN rr_real rr_third_from(rr_real x, rr_real r)
{
    const rr_real third = rr_splat(RR_THIRD), inverse = rr_fma(r, rr_fma_from(x, r, rr_splat(1.0f)), r), q = third * inverse;
    return rr_fma(rr_fma_from(x, q, third), inverse, q);
}

#endif
