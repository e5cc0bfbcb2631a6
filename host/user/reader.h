/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* State of the reader of a distribution's text: read.c begins, declarations.c reads declarations, code.c functions. */
#ifndef RR_USER_READER_H
#define RR_USER_READER_H

#include <string.h>

#include "read.h"

#define DEEPEST 32
#define FORMALS_MAX 16
#define TIMES_MAX 256
#define WORDS_MAX 1024
#define COST_MAX 65536    /* the same with macros and calls expanded and repetitions counted: some 20 s */
#define CODE_MAX 4096     /* tokens in functions: compilers take some 5 s for this many, as each strategy has a copy */

/* Whether a variable has a value. SETTING: it has one after this statement. */
enum { SET, SETTING, UNSET };

typedef struct reader {
    const rr_token *t;          /* the current token */
    const char *text, *where;
    rr_user_read *read;
    rr_result *result;
    rr_status status;
    const rr_token *own[RR_USER_NAMES];   /* functions and macros of the text */
    struct {
        double cost;            /* its tokens, expanded */
        double max;            /* the largest number of uses of one of its arguments */
        int called;             /* it is followed by (...) */
    } about[RR_USER_NAMES];     /* of own */
    double spent;               /* tokens of the current function or macro, expanded */
    double outside;             /* of the function that contains the macro */
    double uses[FORMALS_MAX];  /* of each formal */
    double weight[64];          /* how often the contents of these parentheses appear, expanded */
    int macro;                  /* the reader is in a macro, the last of own */
    const rr_token *local[RR_USER_NAMES];   /* variables and parameters of the current function */
    struct { int state; unsigned ifs; } value[RR_USER_NAMES];   /* of local: UNSET, SETTING or SET; #if where declared */
    const rr_token *formal[FORMALS_MAX];   /* parameters of the current macro */
    const rr_token *counter[DEEPEST];       /* k of RR_REPEAT(k, N) in the current function */
    unsigned owns, locals, formals, counters;
    const rr_token *defining;   /* the name of the current function, which may not call itself */
    int declares;               /* the current statement declares variables */
    unsigned draws;             /* in the current expression */
    unsigned parens;            /* open ones */
    uint64_t turning;           /* bit k: parenthesis k belongs to rr_sincos_turn */
    unsigned ifs;               /* #if without its #endif */
    int if_depth[DEEPEST];      /* the depth of braces at each of them */
    int depth;                  /* of braces */
    unsigned given;             /* bits of the declarations that a file has once (declarations.c) */
    int trying;                 /* 0: before RR_TRY; 1: in it; 2: after it */
    const rr_token *first;      /* the first token outside braces */
    unsigned code;              /* tokens in functions so far */
    unsigned times[DEEPEST];    /* how often the contents of these braces run */
} reader;

/* ---- Refusals: RR_ERR_ARGUMENT, a message with the line (declarations.c) ---- */

#define REFUSE(r, token, ...) rr_refuse_at(r, (token)->line, __VA_ARGS__)
#define NAME(t) (int)((t)->size < 32 ? (t)->size : 32), (t)->at

/* Each reading function returns 1 on success, and leaves the current token after the text that it has read. */
int rr_refuse_at(reader *r, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* True if the text may use this name. keep_own: records that it does. */
int rr_take_name(reader *r, const rr_token *t, rr_user_named kind);
int rr_keep_own(reader *r, const rr_token *t, rr_user_named kind);
int rr_read_number(reader *r, double *x);
int rr_read_declaration(reader *r);

/* code.c: reads the current token and all tokens that belong to it; checks the end of the text. */
int rr_read_token(reader *r);
int rr_read_end(reader *r);

/* ---- Token tests ---- */

static inline int has(const rr_token *const *names, unsigned count, const rr_token *t)
{
    for (unsigned k = 0; k < count; ++k)
        if (names[k]->size == t->size && !strncmp(names[k]->at, t->at, t->size)) return 1;
    return 0;
}

static inline int is_own(const reader *r, const rr_token *t) { return has(r->own, r->owns, t); }

/* Its index among the text's own names; owns if it is not one. */
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

/* Names with these prefixes belong to the library and the compiler. */
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
