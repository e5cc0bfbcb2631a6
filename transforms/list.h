/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of transforms, one entry each: RR_TRANSFORM(ident, name, coords, low, high, refuses, help), for ident.h in this
 * directory. coords: numbers per point. low, high: the interval of its coordinates; 0 and 0 mark a kind of rr_points, which
 * draws points and is not a method that callers can name. refuses: which points become NaN. The Makefile reads this list
 * too. */
RR_TRANSFORM(cartesian, "cartesian", 2, 0, 1,
             "not in (0, 1] x [0, 1]", "Box-Muller: two uniforms become two normals")
RR_TRANSFORM(polar_without_replacement, "polar-without-replacement", 2, -1, 1,
             "outside the disc, or at 0", "polar: points outside the disc become NaN")
RR_TRANSFORM(polar_with_replacement, "polar-with-replacement", 2, -1, 1,
             "", "polar: points outside the disc are redrawn until one is inside")
RR_TRANSFORM(polar_inside, "polar-inside", 2, -1, 1,
             "not finite, or so large that x^2 + y^2 is not",
             "polar: points that are known to be in the disc, without a test")
RR_TRANSFORM(icdf_fast, "icdf-fast", 1, 0, 1,
             "not in (0, 1)", "inverse CDF by Winitzki's formula, with an error below 0.0073 for U from 2^-32 to 1 - 2^-32")
RR_TRANSFORM(icdf_giles, "icdf-giles", 1, 0, 1,
             "not in (0, 1)", "inverse CDF by Giles's polynomials, to 6.3 (f32) or 9.1 (f64) sigma")
RR_TRANSFORM(icdf, "icdf", 1, 0, 1, "not in (0, 1)", "inverse CDF, to full precision for every U")
RR_TRANSFORM(square, "square", 2, 0, 0, "", "")
RR_TRANSFORM(disc, "disc", 2, 0, 0, "", "")
RR_TRANSFORM(disc_map, "disc-map", 2, 0, 0, "", "")
