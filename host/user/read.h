/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The text of a user-defined distribution, as it is read before any compiler sees it. */
#ifndef RR_USER_READ_H
#define RR_USER_READ_H

#include "targets/target.h"
#include "targets/user/user.h"

#define RR_USER_NAME 48
#define RR_USER_MESSAGE 160
#define RR_USER_WHERE 50   /* bytes of a path in a message that has a line or a name too */
#define RR_USER_EXAMPLES 8
#define RR_USER_NAMES 256
#define RR_USER_TABLES 16
#define RR_USER_MAX_DERIVED 8
#define RR_USER_VALUES 1024   /* of all tables */
#define RR_USER_CUTS (RR_USER_HOSTS + RR_USER_TABLES)

/* The kinds of names in the text; a table is a function. */
typedef enum rr_user_named { RR_USER_VARIABLE, RR_USER_MACRO, RR_USER_FUNCTION } rr_user_named;

/* The contents of its declarations. */
typedef struct rr_user_read {
    char name[RR_USER_NAME], message[RR_USER_MESSAGE];
    uint32_t version, params, examples;
    struct {
        char name[RR_USER_NAME], unit[RR_USER_MESSAGE];
        double low, high;
        int open;
    } param[RR_MAX_PARAMS];
    struct {
        char name[RR_USER_NAME], message[RR_USER_MESSAGE];
        int set;                /* by rr_derived */
    } derived[RR_USER_MAX_DERIVED];
    unsigned derived_count;
    double example[RR_USER_EXAMPLES][RR_MAX_PARAMS];
    double min;               /* acceptance */
    int counts;                 /* RR_RETURNS(i64) */
    uint32_t words[2];          /* per attempt, in f32 and f64 */
    /* Names that the text declares and defines, as pointers into the text. */
    const char *name_at[RR_USER_NAMES];
    unsigned names, name_size[RR_USER_NAMES];
    rr_user_named name_kind[RR_USER_NAMES];
    struct {
        size_t from, to;
    } host[RR_USER_HOSTS];      /* { ... } of RR_MEAN and RR_CDF, as offsets in the text; or both 0 */
    struct {
        unsigned name, first, count;   /* indices into names; into value */
    } table[RR_USER_TABLES];
    double value[RR_USER_VALUES];
    unsigned tables, values;
    struct {
        size_t from, to;
    } cut[RR_USER_CUTS];        /* parts of the text that are not lane C: RR_MEAN, RR_CDF and tables */
    unsigned cuts;
} rr_user_read;

/* read.c: reads a text; `where` names its origin. RR_ERR_ARGUMENT: the message has the line. */
rr_status rr_user_read_text(const char *text, const char *where, rr_user_read *read, rr_result *result);

/* declarations.c: the index of the derived distribution of this name; read->derived_count if there is none. */
int rr_user_derived_of(const rr_user_read *read, const char *name, size_t size);

/* ---- Tokens (tokens.c) ---- */

typedef enum rr_token_kind { RR_TOKEN_END, RR_TOKEN_NAME, RR_TOKEN_NUMBER, RR_TOKEN_STRING, RR_TOKEN_MARK,
    RR_TOKEN_NEWLINE, RR_TOKEN_WRONG } rr_token_kind;

/* A token of C: a name, a number, a string with its quotes, punctuation, or the end of a directive's line. WRONG: not a
 * valid token. */
typedef struct rr_token {
    rr_token_kind kind;
    const char *at;
    unsigned size, line;
    int directive;              /* it is on a preprocessor line */
} rr_token;

/* The tokens of a text without its comments; the first is a newline before the text, the last RR_TOKEN_END. The caller
 * frees them; NULL: no memory. */
rr_token *rr_user_tokens(const char *text);

int rr_token_is(const rr_token *t, const char *text);

/* ---- Words (words.c) ---- */

typedef enum rr_word_kind { RR_WORD_TYPE, RR_WORD_PLAIN, RR_WORD_CALL, RR_WORD_DRAW, RR_WORD_DECLARATION } rr_word_kind;

/* A word that user-defined distributions may use. */
typedef struct rr_user_word {
    const char *name;
    rr_word_kind kind;
    uint32_t takes[2];          /* random words per draw, in f32 and f64 */
} rr_user_word;

const rr_user_word *rr_user_word_of(const rr_token *t);

/* The replacement that an error suggests for this token, or NULL if the token is allowed or unknown. */
const char *rr_user_instead(const rr_token *t);

/* True if it is a keyword, a type or a macro of C, C++, OpenCL C or CUDA. It cannot be a name then, even if it compiles
 * here. */
int rr_user_keyword(const rr_token *t);

#endif
