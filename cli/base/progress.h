/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The progress line on the terminal, never wider than it: a bar, samples per second, the time left; a summary at the end. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool on, lines;            /* lines: not a terminal; prints a line every ten seconds */
    bool steps;                /* steps of work are counted, without a rate */
    const char *title;
    uint64_t before, total;    /* samples that existed at the start, and the total */
    double started, shown;     /* seconds; shown is 0 until a line has been drawn */
} progress;

/* Seconds of a monotonic clock. */
double seconds_now(void);

/* `wanted` is the user's choice. Nothing is shown if standard error is not a terminal. */
void progress_start(progress *p, const char *title, uint64_t before, uint64_t total, bool wanted);

/* The same where the terminal can't be detected, as under mpiexec: prints a new line every ten seconds. */
void progress_start_lines(progress *p, const char *title, uint64_t before, uint64_t total, bool wanted);

/* The same for `total` steps of work that are not samples. */
void progress_start_steps(progress *p, const char *title, uint64_t total, bool wanted);

/* Redraws the line, at most ten times per second and not in the first half second. */
void progress_show(progress *p, uint64_t done);

/* Shows a line for work that can't be counted: its title and dots. */
void progress_busy(progress *p, const char *title, bool wanted);

/* Before the first sample: shows a line while a GPU's kernel may be compiled for some seconds. Nothing for a CPU. */
void progress_kernel(progress *p, const char *device);

/* Clears the line, at the end or before other output; after that the next progress_show redraws it at once. */
void progress_end(progress *p);
void progress_clear(progress *p);

/* Prints how many samples of `unit` numbers each were drawn, in which time, and into which file. With `file` NULL (standard
 * output) it prints only if the line was shown. */
void progress_summary(const progress *p, uint64_t done, uint64_t unit, const char *file);

#endif
