/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The page: sections, and figures between the begin and end of a section. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "figure.h"
#include "run.h"

/* Begin and end a section. `text` may contain formulas or be "". Figures come in between. */
void page_section(report *r, const char *id, const char *title, const char *text);
void page_section_end(report *r);

/* Adds a line to the table of contents. */
void page_listed(report *r, const char *id, const char *title);

/* Writes the figure to the page and its tables to the folder of --data, and frees it. */
void page_figure(report *r, report_figure *f);

/* Makes figures until something fails. */
typedef void report_maker(report *r);
void page_figures(report *r, report_maker *const *makers, size_t count);

/* The whole page: the first screen, the contents, the sections. */
void page_write(const report *r, FILE *to, const char *first, const char *contents, const char *sections);

extern const char page_style[];

#endif
