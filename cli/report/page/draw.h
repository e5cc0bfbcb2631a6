/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is drawn without gnuplot: legends and rows of bars. */
#ifndef REPORT_DRAW_H
#define REPORT_DRAW_H

#include "figure.h"

#include <stdio.h>

void write_legend(FILE *to, const report_figure *f);
void write_rows(FILE *to, const report_rows *rows);

/* The shape that goes with a colour, 14 units wide and high around (x, 7). */
void write_shape(FILE *to, int colour, int x);

#endif
