/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the two files that read PTX share: the names that are known so far. */
#ifndef TESTS_PTX_PARSE_H
#define TESTS_PTX_PARSE_H

#include "program.h"

enum { NAME = 160, MOST_CLASSES = 64, MOST_SYMBOLS = 2048, MOST_NAMES = 1 << 16, MOST_OPERANDS = 16 };

typedef struct parser {
    program *p;
    char *why;
    int line, source, failed;
    struct { char name[24]; int width; } classes[MOST_CLASSES];   /* of .reg: a prefix, or a name in a scope */
    struct { char name[NAME]; u64 at; char *data; } symbols[MOST_SYMBOLS];   /* data: a line that is not needed so far */
    struct { char name[NAME]; int reg; } *names;                  /* hashed */
    struct { char name[NAME]; int at; } *labels;
    char **targets;                                               /* of branches, by instruction */
    const char *wanted;                                           /* kernel */
    int skips;                                                    /* one that is not */
    int class_count, symbol_count, label_count;
    int scope[16], depth, scopes;
} parser;

/* The first complaint is kept. */
void ptx_complain(parser *s, const char *what, const char *text);
/* Operands at commas outside of brackets, without spaces around. Changes the text. */
int ptx_split(char *text, char **operands);
int ptx_find_register(parser *s, const char *name);              /* -1: none of that name */
int ptx_operand(parser *s, const char *text, int width);         /* a register, or a constant's */
void ptx_address(parser *s, instruction *i, char *text);         /* [register or symbol + offset] */
void ptx_decode(parser *s, char *text);                          /* one instruction, after what stands already */

#endif
