/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One message for all ranks: each rank keeps its first message here instead of printing it, and the lead prints one. */
#ifndef MESSAGES_H
#define MESSAGES_H

/* Keeps messages from now on. A rank that exits early, because it has no memory, prints its message. */
void messages_keep(void);

/* The kept message, or "". It remains valid. */
const char *messages_first(void);

/* The job ends normally, and no rank prints its message. */
void messages_are_reported(void);

#endif
