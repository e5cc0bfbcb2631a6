/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of a list of numbers (laws/sampler.h, rr_is_list), in f64 but rounded to the job's type: their count, then the
 * numbers. */
#ifndef RR_ABI_NUMBERS_H
#define RR_ABI_NUMBERS_H

#define RR_NUMBERS_HEAD 1u

#endif
