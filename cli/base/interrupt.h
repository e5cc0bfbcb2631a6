/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Control-C and its relatives. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP set a flag, and one that comes a second later or more ends the program at once.
 * Where nothing can be saved (`at_once`), the first one ends it. Both end with EXIT_INTERRUPTED. Signals that the caller's
 * parent had told us to ignore stay ignored. A closed pipe and a file that may not grow become errors of write() instead of
 * signals. */
void interrupt_watch(bool at_once);

bool interrupted(void);

#endif
