/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Manuals of commands: --help prints them, and the build makes man pages from them. Completions use their options. */
#ifndef MANUAL_H
#define MANUAL_H

#include "optread.h"

#include <stdio.h>

/* An output form: for terminals, or (docs/man/manuals.c) for man pages. */
typedef struct manual_form {
    void (*heading)(FILE *to, const char *text);
    void (*text)(FILE *to, const char *text);    /* paragraphs, separated by empty lines */
    void (*lines)(FILE *to, const char *text);   /* lines as they are */
    void (*entry)(FILE *to, const char *head, const char *text);
} manual_form;

extern const manual_form manual_terminal;

/* A heading, then text, lines and entries unless NULL. The section OPTIONS also has the table of options. */
typedef struct manual_section {
    const char *heading;
    const char *text, *lines;
    void (*entries)(FILE *to, const manual_form *form);
} manual_section;

typedef struct manual {
    const char *name;                  /* of the subcommand; "" for reroll itself */
    const char *summary;
    const manual_section *sections;    /* after NAME; the last has no heading */
    const option_row *rows;
    int count;
} manual;

/* Prints a manual, or its sections from one on. */
void manual_print(FILE *to, const manual *m, const manual_form *form);
void manual_print_from(FILE *to, const manual *m, const char *heading, const manual_form *form);

/* Prints --help and returns stdout_end(). */
exit_status manual_help(const manual *m);

#endif
