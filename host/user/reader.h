/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where the reader of a law's text is in it: read.c begins, declarations.c reads declarations, code.c functions. */
#ifndef RR_USER_READER_H
#define RR_USER_READER_H

#include <string.h>

#include "read.h"

#define DEEPEST 32
#define FORMALS_MOST 16
#define TIMES_MOST 256
#define WORDS_MOST 1024
#define COST_MOST 65536    /* the same with macros and calls written out, and what is repeated as often: some 20 s */
#define CODE_MOST 4096     /* tokens in functions: compilers take some 5 s for so many, as strategies have copies of them */

/* Has a variable a value? SETTING: behind this statement. */
enum { SET, SETTING, UNSET };

typedef struct reader {
    const rr_token *t;          /* the token at hand */
    const char *text, *where;
    rr_user_read *read;
    rr_result *result;
    rr_status status;
    const rr_token *own[RR_USER_NAMES];   /* functions and macros of the text's */
    struct {
        double cost;            /* tokens that it stands for, written out */
        double most;            /* how often it has one of its arguments */
        int called;             /* it is followed by (...) */
    } about[RR_USER_NAMES];     /* of own */
    double spent;               /* tokens of the function or macro at hand, written out */
    double outside;             /* of the function that a macro stands in */
    double uses[FORMALS_MOST];  /* of formal */
    double weight[64];          /* how often what stands in these parentheses is there, written out */
    int macro;                  /* a macro is at hand: the last of own */
    const rr_token *local[RR_USER_NAMES];   /* variables and parameters of the function at hand */
    struct { int state; unsigned ifs; } value[RR_USER_NAMES];   /* of local: UNSET, SETTING or SET; #if where declared */
    const rr_token *formal[FORMALS_MOST];   /* parameters of the macro at hand */
    const rr_token *counter[DEEPEST];       /* k of RR_REPEAT(k, N) in the function at hand */
    unsigned owns, locals, formals, counters;
    const rr_token *defining;   /* the name of the function at hand: it can't call itself */
    int declares;               /* the statement at hand declares variables */
    unsigned draws;             /* in the expression at hand */
    unsigned parens;            /* that are open */
    uint64_t turning;           /* bit k: parenthesis k is rr_sincos_turn's */
    unsigned ifs;               /* #if without its #endif */
    int if_depth[DEEPEST];      /* depth at each of them */
    int depth;                  /* of braces */
    int trying;                 /* 0: before RR_TRY; 1: in it; 2: after it */
    const rr_token *first;      /* of what stands outside braces */
    unsigned code;              /* tokens in functions so far */
    unsigned times[DEEPEST];    /* how often what stands in these braces is done */
} reader;

/* ---- What is not a law's: RR_ERR_ARGUMENT, a sentence with the line (declarations.c) ---- */

#define REFUSE(r, token, ...) rr_refuse_at(r, (token)->line, __VA_ARGS__)
#define NAME(t) (int)((t)->size < 32 ? (t)->size : 32), (t)->at

/* Each function that reads returns whether all is well, with the token at hand behind what it has read. */
int rr_refuse_at(reader *r, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* May the text give something this name? keep_own: from here on the text has it. */
int rr_take_name(reader *r, const rr_token *t);
int rr_keep_own(reader *r, const rr_token *t);
int rr_read_number(reader *r, double *x);
int rr_read_declaration(reader *r);

/* code.c: the token at hand, with all that goes with it; the end of the text. */
int rr_read_token(reader *r);
int rr_read_end(reader *r);

/* ---- Looks at tokens ---- */

static inline int has(const rr_token *const *names, unsigned count, const rr_token *t)
{
    for (unsigned k = 0; k < count; ++k)
        if (names[k]->size == t->size && !strncmp(names[k]->at, t->at, t->size)) return 1;
    return 0;
}

static inline int is_own(const reader *r, const rr_token *t) { return has(r->own, r->owns, t); }

/* Its number among the text's own; owns: it is none. */
static inline unsigned own_of(const reader *r, const rr_token *t)
{
    unsigned k = 0;
    while (k < r->owns && !has(&r->own[k], 1, t)) ++k;
    return k;
}

static inline int names_param(const reader *r, const rr_token *t)
{
    for (uint32_t p = 0; p < r->read->params; ++p)
        if (rr_token_is(t, r->read->param[p].name)) return 1;
    return 0;
}

/* Names that begin so are the library's and the compiler's. */
static inline int is_reserved(const rr_token *t)
{
    return !strncmp(t->at, "rr_", 3) || !strncmp(t->at, "RR_", 3) || *t->at == '_';
}

static inline int is_mark(const rr_token *t, char c) { return t->kind == RR_TOKEN_MARK && t->size == 1 && *t->at == c; }

static inline int expect(reader *r, char c)
{
    if (!is_mark(r->t, c)) return REFUSE(r, r->t, "'%c' is missing before '%.*s'", c, NAME(r->t));
    ++r->t;
    return 1;
}

#endif
