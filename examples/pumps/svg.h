/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The picture: for every pump the draws of the last sweep beside the exact posterior. */
#ifndef PUMPS_SVG_H
#define PUMPS_SVG_H

#include "chains.h"
#include "exact.h"

/* Writes an SVG file, 720 pixels wide. `estimate` holds one per pump. Returns 0, or -1: no memory, or the file could not
 * be written (errno says why). */
int svg_write(const char *path, const struct chains *chains, const struct exact *exact,
              const struct estimate *estimate);

#endif
