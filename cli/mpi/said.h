/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One sentence for all ranks: what is refused is kept here instead of being printed, the first of a rank; the lead prints one. */
#ifndef SAID_H
#define SAID_H

/* From now on. A rank that ends without its main thread, where there is no memory, prints what it has. */
void said_keep(void);

/* What was kept, "" for nothing. It stays. */
const char *said_first(void);

/* The job ends as it should. */
void said_is_told(void);

#endif
