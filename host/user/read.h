/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The text of a law, as it is read before any compiler sees it. */
#ifndef RR_USER_READ_H
#define RR_USER_READ_H

#include "targets/target.h"
#include "targets/user/user.h"

#define RR_USER_NAME 48
#define RR_USER_SENTENCE 160
#define RR_USER_EXAMPLES 8
#define RR_USER_NAMES 256
#define RR_USER_TABLES 16
#define RR_USER_VIEWS 8
#define RR_USER_VALUES 1024   /* of all tables */
#define RR_USER_CUTS (RR_USER_HOSTS + RR_USER_TABLES)

/* What its declarations say. */
typedef struct rr_user_read {
    char name[RR_USER_NAME], sentence[RR_USER_SENTENCE];
    uint32_t version, params, examples;
    struct {
        char name[RR_USER_NAME], unit[RR_USER_SENTENCE];
        double low, high;
        int open;
    } param[RR_MAX_PARAMS];
    struct {
        char name[RR_USER_NAME], sentence[RR_USER_SENTENCE];
        int set;                /* by rr_view */
    } view[RR_USER_VIEWS];
    unsigned views;
    double example[RR_USER_EXAMPLES][RR_MAX_PARAMS];
    double least;               /* acceptance */
    int counts;                 /* RR_RETURNS(i64) */
    uint32_t words[2];          /* of an attempt, in f32 and f64 */
    /* Names that the text gives to what it declares and defines, as places in the text; name_macro: it is a macro's. */
    const char *name_at[RR_USER_NAMES];
    unsigned names, name_size[RR_USER_NAMES];
    int name_macro[RR_USER_NAMES];
    struct {
        size_t from, to;
    } host[RR_USER_HOSTS];      /* { ... } of RR_MEAN and RR_CDF, as places in the text; or both 0 */
    struct {
        unsigned name, first, count;   /* of names; of value */
    } table[RR_USER_TABLES];
    double value[RR_USER_VALUES];
    unsigned tables, values;
    struct {
        size_t from, to;
    } cut[RR_USER_CUTS];        /* places in the text that are no lane C: RR_MEAN, RR_CDF and tables */
    unsigned cuts;
} rr_user_read;

/* read.c: reads a text, whose place is called `where`. RR_ERR_ARGUMENT: the message is a sentence with the line. */
rr_status rr_user_read_text(const char *text, const char *where, rr_user_read *read, rr_result *result);

/* declarations.c: the number of the view of this name; read->views where there is none. */
int rr_user_view_of(const rr_user_read *read, const char *name, size_t size);

/* ---- Tokens (tokens.c) ---- */

typedef enum rr_token_kind { RR_TOKEN_END, RR_TOKEN_NAME, RR_TOKEN_NUMBER, RR_TOKEN_STRING, RR_TOKEN_MARK,
    RR_TOKEN_NEWLINE, RR_TOKEN_WRONG } rr_token_kind;

/* A token of C: a name, a number, a string with its quotes, punctuation; the end of a directive's line. WRONG: what no text
 * has. */
typedef struct rr_token {
    rr_token_kind kind;
    const char *at;
    unsigned size, line;
    int directive;              /* its line is one of the preprocessor's */
} rr_token;

/* The tokens of a text, comments left out; the first is a newline before all, the last RR_TOKEN_END. The caller's to free;
 * null: no memory. */
rr_token *rr_user_tokens(const char *text);

int rr_token_is(const rr_token *t, const char *text);

/* ---- Words (words.c) ---- */

typedef enum rr_word_kind { RR_WORD_TYPE, RR_WORD_PLAIN, RR_WORD_CALL, RR_WORD_DRAW, RR_WORD_SAYS } rr_word_kind;

/* A word that laws may use. */
typedef struct rr_user_word {
    const char *name;
    rr_word_kind kind;
    uint32_t takes[2];          /* words of a draw, in f32 and f64 */
} rr_user_word;

const rr_user_word *rr_user_word_of(const rr_token *t);

/* What stands in a law in place of this token, or null: it is no token that laws lack. */
const char *rr_user_instead(const rr_token *t);

/* Is it a keyword, or a type of C, C++, OpenCL C or CUDA? A name that compiles here is none there. */
int rr_user_keyword(const rr_token *t);

#endif
