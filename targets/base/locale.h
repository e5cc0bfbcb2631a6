/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Numbers as the C locale writes them, "0.5", whatever locale the host program has set for itself or for this thread: all
 * that the library reads or writes of numbers with a point stands between enter and leave. */
#ifndef RR_LOCALE_H
#define RR_LOCALE_H

#include <locale.h>

/* The thread's locale is C from here on; what it was is given back to leave. */
locale_t rr_locale_enter(void);
void rr_locale_leave(locale_t before);

#endif
