/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The provenance of measurements: build, processor, date, load. */
#ifndef PROVENANCE_H
#define PROVENANCE_H

/* "reroll 0.2.0, gcc 12.2.0, commit 1234567"; the commit only if the build defines REROLL_COMMIT. */
void build_text(char text[160]);

/* The processor's name. */
void cpu_model(char text[128]);

/* "2026-11-21T12:00Z" */
void date_text(char text[32]);

/* The machine's load average of the last minute, NaN if unknown. */
double load_average(void);

/* Prints all of these, one per line. */
void provenance_print(void);

#endif
