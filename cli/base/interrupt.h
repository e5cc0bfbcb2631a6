/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Handling of SIGINT (Control-C), SIGTERM and SIGHUP. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP set a flag; another one, at least a second later, ends the program at once. With
 * `at_once`, for programs that have nothing to save, the first one ends it. The exit status is EXIT_INTERRUPTED. Signals
 * that were ignored at the start stay ignored. SIGPIPE and SIGXFSZ are ignored, so that write() fails instead. */
void interrupt_watch(bool at_once);

bool interrupted(void);

#endif
