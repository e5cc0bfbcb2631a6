/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The surroundings of a call from another program: messages are kept instead of printed, and numbers are read and written as
 * in the C locale, whatever the program has set. */
#ifndef LIBRARY_CALL_H
#define LIBRARY_CALL_H

#include "saved.h"
#include "cli/base/cli.h"

#include <locale.h>

typedef struct call {
    locale_t before;
} call;

void call_begin(call *c);

/* Sets the error: from the status and, where `number` is not 0, the errno of what failed. True where there is none. */
bool call_end(call *c, exit_status status, int number, saved_error *error);

#endif
