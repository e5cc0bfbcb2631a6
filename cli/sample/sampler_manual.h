/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SAMPLER_MANUAL_H
#define SAMPLER_MANUAL_H

#include "cli/options/manual.h"

/* Prints what --help has on one sampler only. */
void sampler_manual(FILE *to, const rr_sampler_info *sampler);

#endif
