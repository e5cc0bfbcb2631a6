/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* poisson:icdf and binomial:icdf of parameters a sample, without a table (inverted.c); the filter (inverted_guess.c). */
#ifndef RR_CPU_INVERTED_H
#define RR_CPU_INVERTED_H

#include <stdint.h>

#include "targets/base/windows.h"

#define RR_GUESS_NONE -1

/* The count that table and all digits give, of a Poisson law of mean lam, or a binomial one, from 0 on, and of the first 64
 * digits of the uniform; RR_GUESS_NONE where these and the arithmetic don't say. */
int64_t rr_guess_poisson(double lam, uint64_t u);
int64_t rr_guess_binomial(double n, double p, uint64_t u);

#endif
