/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-normal:blas: the normals of multivariate-normal; a BLAS multiplies them (targets/cpu/blas.c). */
#ifndef RR_SAMPLER_MULTIVARIATE_NORMAL_BLAS_H
#define RR_SAMPLER_MULTIVARIATE_NORMAL_BLAS_H

#define RR_NORMAL_VIEW multivariate_normal_blas
#define RR_NORMAL_VIEW_PLAIN
#include "laws/normal/draw/view.h"

#define RR_GROUP_multivariate_normal_blas RR_NORMAL_GROUP
#define RR_AUX_multivariate_normal_blas 0
#define RR_BLOCKS_multivariate_normal_blas 1

#endif
