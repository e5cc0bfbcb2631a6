/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE  /* vasprintf */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*reporter)(const char *message);

void refuse_by(void (*report)(const char *message))
{
    reporter = report;
}

/* Names in arguments and files may have newlines, and escapes that a terminal would obey. */
static void make_one_line(char *text)
{
    for (; *text; ++text)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = ' ';
}

/* A message of one line, which the caller frees; NULL: no memory. */
static char *line_of(const char *format, va_list args)
{
    char *message = NULL;
    if (vasprintf(&message, format, args) < 0) return NULL;
    make_one_line(message);
    return message;
}

exit_status refuse(exit_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *message = line_of(format, args);
    va_end(args);
    const char *text = message ? message : "out of memory";
    if (reporter) reporter(text);
    else fprintf(stderr, "reroll: %s\n", text);
    free(message);
    return status;
}

void notice(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *message = line_of(format, args);
    va_end(args);
    if (message && !reporter) fprintf(stderr, "reroll: %s\n", message);
    free(message);
}

static void *or_die(void *memory)
{
    if (!memory) exit(refuse(EXIT_TROUBLE, "out of memory"));
    return memory;
}

void *get_memory(size_t bytes)
{
    return or_die(malloc(bytes ? bytes : 1));
}

void *get_zeroed(size_t bytes)
{
    return or_die(calloc(bytes ? bytes : 1, 1));
}

char *get_copy(const char *text)
{
    return or_die(strdup(text));
}

char *get_text(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0) text = NULL;
    va_end(args);
    return or_die(text);
}

exit_status stdout_end(void)
{
    if (!fflush(stdout) && !ferror(stdout)) return EXIT_DONE;
    return errno == EPIPE ? EXIT_DONE : refuse(EXIT_TROUBLE, "can't write standard output: %s", strerror(errno));
}

int is_help(const char *text)
{
    return !strcmp(text, "--help") || !strcmp(text, "-h");
}
