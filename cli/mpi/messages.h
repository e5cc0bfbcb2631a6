/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One sentence for all ranks: what is refused is kept here instead of being printed, the first of a rank; the lead
 * prints one. */
#ifndef MESSAGES_H
#define MESSAGES_H

/* From now on. A rank that ends without its main thread, where there is no memory, prints what it has. */
void messages_keep(void);

/* What was kept, "" for nothing. It stays. */
const char *messages_first(void);

/* The job ends as it should. */
void messages_is_told(void);

#endif
