/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta-mixture: component c of K, with probability w_c over the sum of all w, then a sample of `beta` with the parameters of
 * component c. That sample has the bits of `beta` in f64, in its own family. */
#ifndef RR_SAMPLER_BETA_MIXTURE_H
#define RR_SAMPLER_BETA_MIXTURE_H

#define RR_MIXTURE_OF beta_mixture
#define RR_MIXTURE_NUMBERS 2
#include "engine/draws/mixture.h"

#endif
