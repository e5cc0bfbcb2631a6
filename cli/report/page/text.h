/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writers of texts: entities, formulas, ids. */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <stdio.h>

/* Writes text with &, < and > as entities. */
void page_char(FILE *to, char c);
void page_text(FILE *to, const char *text);

typedef enum math_form { MATH_HTML, MATH_GNUPLOT, MATH_PLAIN } math_form;

/* Writes a text with formulas between $ signs; the rest is escaped as the form requires. */
void write_math(FILE *to, const char *text, math_form form);

/* plain_text returns the plain form as a string, to be freed; page_label writes it with entities, for screen readers. */
char *plain_text(const char *text);
void page_label(FILE *to, const char *text);

/* Writes a piece of HTML or SVG with `prefix` before every id and before every reference to one. */
void write_with_prefix(FILE *to, const char *markup, const char *prefix);

#endif
