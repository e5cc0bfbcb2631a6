/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Instructions whose error PTX only bounds. Without a seed the answer is the exact one rounded; with one it is anything
 * within the bound, so that nothing may depend on which it is. */
#ifndef TESTS_PTX_APPROXIMATE_H
#define TESTS_PTX_APPROXIMATE_H

#define RSQRT_ERROR 0x1.125fp-23   /* 2^-22.9 */

float ptx_near(double exact, double relative);
float ptx_near_ulp(double exact);   /* one unit in the last place */

#endif
