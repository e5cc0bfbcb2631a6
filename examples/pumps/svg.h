/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The picture: for every pump the draws of the last sweep and the exact posterior. */
#ifndef PUMPS_SVG_H
#define PUMPS_SVG_H

#include "chains.h"
#include "exact.h"

/* Writes an SVG file, 720 pixels wide. `estimate` has one per pump. Returns 0, or -1 without memory, or if the file can't be
 * written (see errno). */
int svg_write(const char *path, const struct chains *chains, const struct exact *exact,
              const struct estimate *estimate);

#endif
