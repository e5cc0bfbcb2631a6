/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a command says of itself, written once: --help prints it, and the build makes a page for man and the completion. */
#ifndef MANUAL_H
#define MANUAL_H

#include "optread.h"

#include <stdio.h>

/* The ways to write one: on a terminal, and (docs/man/manuals.c) as a page. */
typedef struct manual_form {
    void (*heading)(FILE *to, const char *text);
    void (*text)(FILE *to, const char *text);    /* paragraphs, with an empty line between two */
    void (*lines)(FILE *to, const char *text);   /* lines as they are */
    void (*entry)(FILE *to, const char *head, const char *text);
} manual_form;

extern const manual_form manual_terminal;

/* A heading and, where they are not NULL, in this order: text, lines, entries. The section OPTIONS has the table too. */
typedef struct manual_section {
    const char *heading;
    const char *text, *lines;
    void (*entries)(FILE *to, const manual_form *form);
} manual_section;

typedef struct manual {
    const char *name;                  /* of the subcommand, "" of the whole */
    const char *summary;
    const manual_section *sections;    /* behind NAME; the last has no heading */
    const option_row *rows;
    int count;
} manual;

/* Prints a manual, or its sections from one on; the table alone. */
void manual_print(FILE *to, const manual *m, const manual_form *form);
void manual_print_from(FILE *to, const manual *m, const char *heading, const manual_form *form);

/* Prints --help and returns stdout_end(). */
exit_status manual_help(const manual *m);

#endif
