/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Instructions whose error PTX only bounds. Without a seed the result is the exact one rounded; with one it is any value
 * within the bound, so that no result may depend on it. */
#ifndef TESTS_PTX_APPROXIMATE_H
#define TESTS_PTX_APPROXIMATE_H

#define RSQRT_ERROR 0x1.125fp-23   /* 2^-22.9 */

float ptx_near(double exact, double relative);
float ptx_near_ulp(double exact);   /* one unit in the last place */

#endif
