/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson-mixture: component c of K, with probability w_c over the sum of all w, then a sample of `poisson` with the
 * parameters of component c. That sample has the bits of `poisson` in f64, in its own family. */
#ifndef RR_SAMPLER_POISSON_MIXTURE_H
#define RR_SAMPLER_POISSON_MIXTURE_H

#define RR_MIXTURE_OF poisson_mixture
#define RR_MIXTURE_NUMBERS 1
#include "engine/draws/mixture.h"

#endif
