/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SAMPLER_MANUAL_H
#define SAMPLER_MANUAL_H

#include "cli/options/manual.h"

/* Prints the part of --help about a sampler. */
void sampler_manual(FILE *to, const rr_sampler_info *sampler);

#endif
