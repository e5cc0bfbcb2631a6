/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* student-t-mixture: component c of K, with probability w_c over the sum of all w, then a sample of `student-t` with the
 * parameters of component c. That sample has the bits of `student-t` in f64, in its own family. */
#ifndef RR_SAMPLER_STUDENT_T_MIXTURE_H
#define RR_SAMPLER_STUDENT_T_MIXTURE_H

#define RR_MIXTURE_OF student_t_mixture
#define RR_MIXTURE_NUMBERS 3
#include "engine/draws/mixture.h"

#endif
