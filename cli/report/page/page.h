/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The page: sections, and between their begin and end figures. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "figure.h"
#include "run.h"

/* A section; `text`, which may be "", may hold formulas. Between the two come figures. */
void page_section(report *r, const char *id, const char *title, const char *text);
void page_section_end(report *r);

/* A line of the contents. */
void page_listed(report *r, const char *id, const char *title);

/* Writes the figure to the page and its tables to the folder of --data, and frees it. */
void page_figure(report *r, report_figure *f);

/* Makes figures one after another, until something fails. */
typedef void report_maker(report *r);
void page_figures(report *r, report_maker *const *makers, size_t count);

/* The whole page: the first screen, the contents, the sections. */
void page_whole(const report *r, FILE *to, const char *first, const char *contents, const char *sections);

extern const char page_style[];

#endif
