/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef COMPLETE_H
#define COMPLETE_H

#include "cli/base/cli.h"

/* Prints what can stand in place of the last of some words: argv[0] is the program's name, the others what was typed. */
exit_status complete_words(int argc, char **argv);

#endif
