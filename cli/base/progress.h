/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One line on the terminal, never wider than it: a bar, samples a second, the time left; and at the end a summary. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    bool on, lines;            /* lines: no terminal, but its reader wants to know; one every few seconds */
    bool steps;                /* what is counted is steps of work, of which no rate is shown */
    const char *title;
    uint64_t before, total;    /* samples that were there at the start, and in all */
    double started, shown;     /* seconds; shown is 0 until a line has been drawn */
} progress;

/* Seconds of a clock that only goes forward. */
double seconds_now(void);

/* `wanted` is what the user asked for; nothing is shown where standard error is no terminal. */
void progress_start(progress *p, const char *title, uint64_t before, uint64_t total, bool wanted);

/* The same where a terminal can't be seen, as behind a launcher of processes: a line of its own every ten seconds. */
void progress_start_lines(progress *p, const char *title, uint64_t before, uint64_t total, bool wanted);

/* The same for `total` steps of work that are not samples. */
void progress_start_steps(progress *p, const char *title, uint64_t total, bool wanted);

/* Redraws the line, at most ten times a second and not in the first half second. */
void progress_show(progress *p, uint64_t done);

/* A line for work that can't be counted: its title and dots. */
void progress_busy(progress *p, const char *title, bool wanted);

/* Before the first sample: a line for the seconds in which a GPU's kernel may be compiled. Nothing for a CPU. */
void progress_kernel(progress *p, const char *device);

/* Clears the line, at the end; or for a line of other output, after which the next progress_show draws it at once. */
void progress_end(progress *p);
void progress_clear(progress *p);

/* Says how many samples of `unit` numbers were drawn, how long they took, and where they are: in `file`; NULL: nowhere that
 * has a name, and then it is said only if the line was shown. */
void progress_summary(const progress *p, uint64_t done, uint64_t unit, const char *file);

#endif
