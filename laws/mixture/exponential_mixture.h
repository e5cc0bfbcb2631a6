/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* exponential-mixture: component c of K, with probability w_c over the sum of all w, then a sample of `exponential` with the
 * parameters of component c. That sample has the bits of `exponential` in f64, in its own family. */
#ifndef RR_SAMPLER_EXPONENTIAL_MIXTURE_H
#define RR_SAMPLER_EXPONENTIAL_MIXTURE_H

#define RR_MIXTURE_OF exponential_mixture
#define RR_MIXTURE_NUMBERS 1
#include "engine/draws/mixture.h"

#endif
