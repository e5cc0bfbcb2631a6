/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Draws curves with the program gnuplot. */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include "figure.h"
#include "run.h"

enum { REPORT_SHAPES = 2 };    /* one for wide screens and paper, one for narrow screens */

/* Draws the figure's panels as SVG elements, to be freed. False after a message: gnuplot is not installed, or it failed,
 * which ends the report. */
bool gnuplot_draw(report *r, const report_figure *f, char *svg[REPORT_SHAPES]);

#endif
