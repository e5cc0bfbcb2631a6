/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gamma-mixture: component c of K, with probability w_c over the sum of all w, then a sample of `gamma` with the
 * parameters of component c: its bits, in f64, of a family of its own. */
#ifndef RR_SAMPLER_GAMMA_MIXTURE_H
#define RR_SAMPLER_GAMMA_MIXTURE_H

#define RR_MIXTURE_OF gamma_mixture
#define RR_MIXTURE_NUMBERS 2
#include "engine/draws/mixture.h"

#endif
