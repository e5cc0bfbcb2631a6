/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Switches the thread to the C locale, which writes "0.5", whatever locale the program or this thread has set. The library
 * reads and writes numbers with a decimal point only between enter and leave. */
#ifndef RR_LOCALE_H
#define RR_LOCALE_H

#include <locale.h>

/* Sets the thread's locale to C; returns the previous one, for leave. */
locale_t rr_locale_enter(void);
void rr_locale_leave(locale_t before);

#endif
