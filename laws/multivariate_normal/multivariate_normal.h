/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-normal: a row x = mean + L z of K components. z_c of row i is a standard normal of a family of its own
 * with index i K + c (normal_view.h); L is the lower triangular factor of the covariance, L L' = covariance, that the
 * host made (host/tables/matrix.c); lower.h multiplies when rows are whole, and the host adds the mean last. Never rejects. */
#ifndef RR_SAMPLER_MULTIVARIATE_NORMAL_H
#define RR_SAMPLER_MULTIVARIATE_NORMAL_H

#define RR_NORMAL_VIEW multivariate_normal
#define RR_NORMAL_VIEW_PLAIN
#include "laws/normal/draw/view.h"
#if RR_HAS_POINTERS
#include "engine/passes/lower.h"
#define RR_ROWS rr_lower_rows
#endif

#define RR_GROUP_multivariate_normal RR_NORMAL_GROUP
#define RR_AUX_multivariate_normal 0
#define RR_BLOCKS_multivariate_normal 1

#endif
