/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Texts of the page: characters as entities, formulas, ids. */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <stdio.h>

/* Writes text with &, < and > as entities. */
void page_char(FILE *to, char c);
void page_text(FILE *to, const char *text);

typedef enum math_form { MATH_HTML, MATH_GNUPLOT, MATH_PLAIN } math_form;

/* Writes a text whose formulas stand between signs $; all else is escaped as the form needs it. */
void write_math(FILE *to, const char *text, math_form form);

/* The plain form as a string, to be freed; and written with entities, to be read out. */
char *plain_text(const char *text);
void page_label(FILE *to, const char *text);

/* Writes a piece of HTML or SVG with `prefix` before every id and before every reference to one. */
void write_with_prefix(FILE *to, const char *markup, const char *prefix);

#endif
