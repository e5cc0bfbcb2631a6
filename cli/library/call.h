/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The context of a call from another program: messages are kept instead of printed, and numbers are read and written in
 * the C locale, whatever locale the program has set. */
#ifndef LIBRARY_CALL_H
#define LIBRARY_CALL_H

#include "saved.h"
#include "cli/base/cli.h"

#include <locale.h>

typedef struct call {
    locale_t before;
} call;

void call_begin(call *c);

/* Sets the error from the status and `number`, an errno or 0. True if there is no error. */
bool call_end(call *c, exit_status status, int number, saved_error *error);

#endif
