/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Curves, drawn by the program gnuplot. */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include "figure.h"
#include "run.h"

enum { REPORT_SHAPES = 2 };    /* for wide screens and paper, for narrow screens */

/* Draws the figure's panels: SVG elements that are the caller's to free. False where there is no gnuplot, which has been
 * said, or where it failed, which is the end of the report. */
bool gnuplot_draw(report *r, const report_figure *f, char *svg[REPORT_SHAPES]);

#endif
