/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where figures come from: the build, the processor, the time. */
#ifndef PROVENANCE_H
#define PROVENANCE_H

/* "reroll 0.1.0, gcc 12.2.0, commit 1234567"; the commit only where the build was told it (-DREROLL_COMMIT). */
void build_text(char text[160]);

/* The processor's name. */
void cpu_model(char text[128]);

/* "2026-11-21T12:00Z" */
void date_text(char text[32]);

/* What else the machine was doing: the load of the last minute, NaN where it is not known. */
double load_average(void);

/* Prints all of these, a line each. */
void provenance_print(void);

#endif
