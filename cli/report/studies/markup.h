/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a section may hold. */
#ifndef REPORT_MARKUP_H
#define REPORT_MARKUP_H


/* Is the text a part of a page: whole elements of the kinds that a section has, nothing that runs or is fetched? NULL, or
 * what is wrong, to be freed, and its line. */
char *markup_fault(const char *text, unsigned *line);

#endif
