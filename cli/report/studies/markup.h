/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks the markup of a section. */
#ifndef REPORT_MARKUP_H
#define REPORT_MARKUP_H


/* Returns NULL if the text consists of complete elements that a section may have, and runs and fetches nothing; otherwise
 * the fault, to be freed, and its line. */
char *markup_fault(const char *text, unsigned *line);

#endif
