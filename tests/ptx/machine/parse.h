/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the two files that read PTX: the names known so far. */
#ifndef TESTS_PTX_PARSE_H
#define TESTS_PTX_PARSE_H

#include "program.h"

enum { NAME = 160, MAX_CLASSES = 256, MAX_SYMBOLS = 4096, MAX_NAMES = 1 << 18, MAX_OPERANDS = 16 };

/* A .func: its lines replace each call of it. */
typedef struct function {
    char name[NAME], result[NAME], param[MAX_PARAMS][NAME];
    int params, first, lines;   /* first: the number of its first line */
    char **line;
} function;

typedef struct parser {
    program *p;
    char *why;
    int line, source, failed;
    struct { char name[24]; int width; } classes[MAX_CLASSES];   /* of .reg: a prefix, or a name in a scope */
    struct { char name[NAME]; u64 at; char *data; int is_local; } symbols[MAX_SYMBOLS];   /* data: its unread line */
    struct { char name[NAME]; int reg; } *names;                  /* hashed */
    struct { char name[NAME]; int at; } *labels;
    char **targets;                                               /* of branches, by instruction */
    const char *wanted;                                           /* kernel */
    int skips;                                                    /* one that is not */
    int class_count, symbol_count, label_count;
    int scope[16], depth, scopes;
    function *functions;
    int function_count, collects, braces;                         /* collects: lines of the last function */
    char *call;                                                   /* a call, as far as it has been read */
    int frame, frames, calls;                                     /* which call's lines these are; 0: the kernel's */
    int is_local;                                                 /* the symbol of the last search */
} parser;

/* The label to which the ret of a function goes. */
#define RETURN_LABEL "$return"

/* The first error is kept. */
void ptx_complain(parser *s, const char *what, const char *text);
char *ptx_trim(char *text);
void ptx_body_line(parser *s, char *line);
void ptx_scope(parser *s, int opens);
void ptx_add_symbol(parser *s, const char *name, u64 at, int is_local);
int ptx_symbol(parser *s, const char *name, u64 *at);            /* 0: none of that name */
void ptx_add_label(parser *s, const char *name);
/* The position of a .param's declaration; 0: it is none. */
int ptx_parameter(const char *text, int *align, int *size, char name[NAME]);

/* calls.c: a line of the module that belongs to a function; a line of a body that belongs to a call. 0: it does not. */
int ptx_function_line(parser *s, char *line);
int ptx_call_line(parser *s, char *line);
void ptx_forget_functions(parser *s);

/* Operands at commas outside of brackets, without spaces around. Changes the text. */
int ptx_split(char *text, char **operands);
int ptx_find_register(parser *s, const char *name);              /* -1: none of that name */
int ptx_operand(parser *s, const char *text, int width);         /* a register, or a constant's */
void ptx_address(parser *s, instruction *i, char *text);         /* [register or symbol + offset] */
void ptx_decode(parser *s, char *text);                          /* appends one instruction */

#endif
