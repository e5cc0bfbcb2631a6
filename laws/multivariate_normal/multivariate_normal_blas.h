/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* multivariate-normal:blas: the normals of multivariate-normal; a BLAS multiplies them (targets/cpu/blas.c). */
#ifndef RR_SAMPLER_MULTIVARIATE_NORMAL_BLAS_H
#define RR_SAMPLER_MULTIVARIATE_NORMAL_BLAS_H

#include "laws/normal/draw/draw.h"

RR_FN void rr_multivariate_normal_blas_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN multivariate_normal_blas
#include "engine/draws/as_drawn.h"

#endif
