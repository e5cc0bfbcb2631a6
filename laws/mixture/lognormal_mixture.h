/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* lognormal-mixture: component c of K, with probability w_c over the sum of all w, then a sample of `lognormal` with the
 * parameters of component c. That sample has the bits of `lognormal` in f64, in its own family. */
#ifndef RR_SAMPLER_LOGNORMAL_MIXTURE_H
#define RR_SAMPLER_LOGNORMAL_MIXTURE_H

#define RR_MIXTURE_OF lognormal_mixture
#define RR_MIXTURE_NUMBERS 2
#include "engine/draws/mixture.h"

#endif
