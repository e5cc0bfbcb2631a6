/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef COMPLETE_H
#define COMPLETE_H

#include "cli/base/cli.h"

/* Prints completions of the last argument: argv[0] is the program's name, the others are the words typed. */
exit_status complete_words(int argc, char **argv);

#endif
