/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Legends and rows of bars, which are drawn without gnuplot. */
#ifndef REPORT_DRAW_H
#define REPORT_DRAW_H

#include "figure.h"

#include <stdio.h>

void write_legend(FILE *to, const report_figure *f);
void write_rows(FILE *to, const report_rows *rows);

/* Writes the shape of a colour, 14 units wide and high around (x, 7). */
void write_shape(FILE *to, int colour, int x);

#endif
