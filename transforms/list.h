/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of transforms, one entry each: RR_TRANSFORM(ident, name, coords, low, high, refuses, help), for
 * ident.h here. coords: numbers of a point. low, high: the interval of its coordinates; 0 and 0 where points
 * are drawn, which is no method that a caller names but a kind of rr_points. refuses: which points become NaN. The Makefile
 * reads this list too. */
RR_TRANSFORM(cartesian, "cartesian", 2, 0, 1,
             "not in (0, 1] x [0, 1]", "Box and Muller: two uniforms become two normals")
RR_TRANSFORM(polar_without_replacement, "polar-without-replacement", 2, -1, 1,
             "outside the disc, or at 0", "polar: points outside the disc become NaN")
RR_TRANSFORM(polar_with_replacement, "polar-with-replacement", 2, -1, 1,
             "", "polar: points outside the disc are rolled again until one is inside")
RR_TRANSFORM(polar_inside, "polar-inside", 2, -1, 1,
             "no finite numbers", "polar: points that are known to lie in the disc, without a test")
RR_TRANSFORM(icdf_fast, "icdf-fast", 1, 0, 1,
             "not in (0, 1)", "inverse CDF by Winitzki's formula, to 0.0073 as far as 2^-32")
RR_TRANSFORM(icdf_giles, "icdf-giles", 1, 0, 1,
             "not in (0, 1)", "inverse CDF by Giles's polynomials, to 6.3 (f32) or 9.1 (f64) sigma")
RR_TRANSFORM(icdf, "icdf", 1, 0, 1, "not in (0, 1)", "inverse CDF to the last digits, all the way")
RR_TRANSFORM(square, "square", 2, 0, 0, "", "")
RR_TRANSFORM(disc, "disc", 2, 0, 0, "", "")
RR_TRANSFORM(disc_map, "disc-map", 2, 0, 0, "", "")
