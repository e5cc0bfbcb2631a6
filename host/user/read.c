/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the text of a law: what it declares, and whether each of its tokens is one that laws have.
 *
 * Compilers would take more, and differ: gcc compiles `if (mask)`, OpenCL and NVRTC know an exp() of their own, whose bits
 * are not ours. So a law has the words of lane C (words.c), what it defines itself, and nothing else; no character of it
 * can hide a token from this reader (no backslash, no ##). What is left is the compiler's to judge, which names the user's
 * lines. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read.h"
#include "targets/base/locale.h"

#define DEEPEST 32
#define FORMALS_MOST 16
#define TIMES_MOST 256
#define WORDS_MOST 1024
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

/* ---- Refusals ---- */

#define REFUSE(r, token, ...) refuse_at(r, (token)->line, __VA_ARGS__)

static int refuse_at(reader *r, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int refuse_at(reader *r, unsigned line, const char *format, ...)
{
    char sentence[128];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    r->status = rr_fail(r->result, RR_ERR_ARGUMENT, "%.50s:%u: %s", r->where, line, sentence);
    return 0;
}

#define NAME(t) (int)((t)->size < 32 ? (t)->size : 32), (t)->at

/* ---- Names ---- */

static int has(const rr_token *const *names, unsigned count, const rr_token *t)
{
    for (unsigned k = 0; k < count; ++k)
        if (names[k]->size == t->size && !strncmp(names[k]->at, t->at, t->size)) return 1;
    return 0;
}

static int is_own(const reader *r, const rr_token *t) { return has(r->own, r->owns, t); }

static int names_param(const reader *r, const rr_token *t)
{
    for (uint32_t p = 0; p < r->read->params; ++p)
        if (rr_token_is(t, r->read->param[p].name)) return 1;
    return 0;
}

/* Names that begin so are the library's and the compiler's. */
static int is_reserved(const rr_token *t)
{
    return !strncmp(t->at, "rr_", 3) || !strncmp(t->at, "RR_", 3) || *t->at == '_';
}

/* May the text give something this name? Host and devices have each some of their own: read->names keeps them off. */
static int take_name(reader *r, const rr_token *t)
{
    rr_user_read *to = r->read;
    if (t->kind != RR_TOKEN_NAME) return REFUSE(r, t, "a name is missing before '%.*s'", NAME(t));
    if (is_reserved(t) || rr_user_instead(t) || rr_user_word_of(t) || rr_user_keyword(t) || rr_token_is(t, "d"))
        return REFUSE(r, t, "'%.*s' is not a law's to define: choose another name", NAME(t));
    if (to->names == RR_USER_NAMES) return REFUSE(r, t, "a law gives at most %d names", RR_USER_NAMES);
    to->name_at[to->names] = t->at;
    to->name_size[to->names] = t->size;
    to->name_macro[to->names++] = t->directive;
    return 1;
}

static int keep_own(reader *r, const rr_token *t)
{
    if (!take_name(r, t)) return 0;
    r->own[r->owns++] = t;
    return 1;
}

/* ---- Declarations ---- */

static int is_mark(const rr_token *t, char c) { return t->kind == RR_TOKEN_MARK && t->size == 1 && *t->at == c; }

static int expect(reader *r, char c)
{
    if (!is_mark(r->t, c)) return REFUSE(r, r->t, "'%c' is missing before '%.*s'", c, NAME(r->t));
    ++r->t;
    return 1;
}

/* A name of a law or a parameter. */
static int read_name(reader *r, char name[RR_USER_NAME])
{
    const rr_token *t = r->t;
    const int good = t->kind == RR_TOKEN_NAME && t->size < RR_USER_NAME && *t->at >= 'a' && *t->at <= 'z' &&
                     strspn(t->at, "abcdefghijklmnopqrstuvwxyz0123456789_") >= t->size;
    if (!good) return REFUSE(r, t, "'%.*s' is no name: lower-case letters, digits and _", NAME(t));
    if (rr_user_instead(t) || rr_user_word_of(t) || rr_user_keyword(t) || rr_token_is(t, "d"))
        return REFUSE(r, t, "'%.*s' is taken: choose another name", NAME(t));
    snprintf(name, RR_USER_NAME, "%.*s", (int)t->size, t->at);
    ++r->t;
    return 1;
}

static int read_string(reader *r, char to[RR_USER_SENTENCE])
{
    if (r->t->kind != RR_TOKEN_STRING) return REFUSE(r, r->t, "a text in \"quotes\" is missing before '%.*s'", NAME(r->t));
    if (r->t->size - 2 >= RR_USER_SENTENCE) return REFUSE(r, r->t, "the text is longer than %d letters",
        RR_USER_SENTENCE - 1);
    snprintf(to, RR_USER_SENTENCE, "%.*s", (int)r->t->size - 2, r->t->at + 1);
    ++r->t;
    return 1;
}

static int read_number(reader *r, double *x)
{
    const int minus = is_mark(r->t, '-');
    r->t += minus;
    const rr_token *t = r->t;
    char *end = NULL;
    if (t->kind == RR_TOKEN_NUMBER) *x = strtod(t->at, &end);
    if (rr_token_is(t, "INFINITY")) {
        *x = INFINITY;
        end = (char *)t->at + t->size;
    }
    if (end != t->at + t->size) return REFUSE(r, t, "'%.*s' is no number", NAME(t));
    if (minus) *x = -*x;
    ++r->t;
    return 1;
}

static int read_law(reader *r)
{
    double version = 0;
    if (r->read->name[0]) return REFUSE(r, r->t, "RR_LAW is there twice: a text is one law");
    if (!read_name(r, r->read->name) || !expect(r, ',') || !read_number(r, &version) || !expect(r, ',')) return 0;
    if (!(version >= 1 && version <= 1e9 && version == floor(version))) return REFUSE(r, r->t,
        "the bits version is 1, 2, ...");
    r->read->version = (uint32_t)version;
    return read_string(r, r->read->sentence);
}

static int read_param(reader *r, int open)
{
    rr_user_read *to = r->read;
    const rr_token *start = r->t;
    if (to->examples) return REFUSE(r, start, "parameters stand before the first RR_EXAMPLE");
    if (to->params == RR_MAX_PARAMS) return REFUSE(r, start, "a law has at most %d parameters", RR_MAX_PARAMS);
    if (r->t->kind == RR_TOKEN_NAME && is_own(r, r->t)) return REFUSE(r, start, "'%.*s' is there already", NAME(r->t));
    const uint32_t p = to->params;
    to->param[p].open = open;
    if (!read_name(r, to->param[p].name) || !expect(r, ',') || !read_number(r, &to->param[p].low) || !expect(r, ',') ||
        !read_number(r, &to->param[p].high) || !expect(r, ',') || !read_string(r, to->param[p].unit))
        return 0;
    if (!(to->param[p].low < to->param[p].high)) return REFUSE(r, start, "the range of %s is empty", to->param[p].name);
    for (uint32_t k = 0; k < p; ++k)
        if (!strcmp(to->param[k].name, to->param[p].name)) return REFUSE(r, start, "%s is there twice", to->param[p].name);
    ++to->params;
    return 1;
}

static int read_least(reader *r)
{
    if (!read_number(r, &r->read->least)) return 0;
    return (r->read->least >= 2.7e-6 && r->read->least <= 1) || REFUSE(r, r->t, "RR_LEAST_ACCEPTANCE is from 2.7e-6 to 1");
}

static int read_returns(reader *r)
{
    r->read->counts = rr_token_is(r->t, "i64");
    if (!r->read->counts && !rr_token_is(r->t, "real")) return REFUSE(r, r->t, "RR_RETURNS is real or i64, not '%.*s'",
        NAME(r->t));
    ++r->t;
    return 1;
}

static int read_example(reader *r)
{
    rr_user_read *to = r->read;
    const rr_token *start = r->t;
    uint32_t n = 0;
    if (to->examples == RR_USER_EXAMPLES) return REFUSE(r, start, "there are at most %d examples", RR_USER_EXAMPLES);
    do {
        double x;
        if (n && !expect(r, ',')) return 0;
        if (!read_number(r, &x)) return 0;
        if (n < to->params) {
            const double low = to->param[n].low, high = to->param[n].high;
            const int in = to->param[n].open ? x > low && x < high : x >= low && x <= high;
            if (!in || !isfinite(x)) return REFUSE(r, start, "the example's %s is out of its range", to->param[n].name);
            to->example[to->examples][n] = x;
        }
        ++n;
    } while (is_mark(r->t, ','));
    if (n != to->params) return REFUSE(r, start, "RR_EXAMPLE has a value for each parameter, and stands behind them");
    ++to->examples;
    return 1;
}

/* What stands from a word up to the token at hand is the host's to say. */
static void cut_out(reader *r, const rr_token *word)
{
    rr_user_read *to = r->read;
    to->cut[to->cuts].from = (size_t)(word->at - r->text);
    to->cut[to->cuts++].to = (size_t)(r->t->at - r->text);
}

/* RR_TABLE(name, value, ...): name(w) is a function from then on. */
static int read_table(reader *r, const rr_token *word)
{
    rr_user_read *to = r->read;
    const rr_token *name = r->t;
    if (to->tables == RR_USER_TABLES) return REFUSE(r, word, "there are at most %d tables", RR_USER_TABLES);
    if (name->kind == RR_TOKEN_NAME && (is_own(r, name) || names_param(r, name)))
        return REFUSE(r, name, "'%.*s' is there already", NAME(name));
    to->table[to->tables].name = to->names;
    to->table[to->tables].first = to->values;
    if (!keep_own(r, name)) return 0;
    ++r->t;
    do {
        double x;
        if (!expect(r, ',') || !read_number(r, &x)) return 0;
        if (!isfinite(x)) return REFUSE(r, r->t - 1, "the values of a table are finite");
        if (to->values == RR_USER_VALUES) return REFUSE(r, word, "tables have at most %d values in all", RR_USER_VALUES);
        to->value[to->values++] = x;
    } while (is_mark(r->t, ','));
    if (!expect(r, ')')) return 0;
    to->table[to->tables].count = to->values - to->table[to->tables].first;
    ++to->tables;
    cut_out(r, word);
    r->first = NULL;
    return 1;
}

/* RR_MEAN { ... }, C of the host's: it feeds no bit, and the compiler alone looks at it. */
static int read_mean(reader *r)
{
    const rr_token *word = r->t++;
    int depth = 0;
    if (r->read->mean_to) return REFUSE(r, word, "RR_MEAN is there twice");
    if (!is_mark(r->t, '{')) return REFUSE(r, word, "RR_MEAN { ... return ...; } is meant");
    for (; r->t->kind != RR_TOKEN_END; ++r->t) {
        depth += is_mark(r->t, '{') - is_mark(r->t, '}');
        if (!depth) break;
    }
    if (depth) return REFUSE(r, word, "the '}' of RR_MEAN is missing");
    ++r->t;
    r->read->mean_from = (size_t)(word->at - r->text);
    r->read->mean_to = (size_t)(r->t->at - r->text);
    cut_out(r, word);
    r->first = NULL;
    return 1;
}

static int begin_try(reader *r)
{
    const rr_token *t = r->t;
    if (!r->read->name[0]) return REFUSE(r, t, "RR_LAW(name, version, \"sentence\") stands before RR_TRY");
    if (r->trying) return REFUSE(r, t, "RR_TRY is there twice");
    if (!rr_token_is(t, r->read->name)) return REFUSE(r, t, "RR_TRY(%s) is meant, not '%.*s'", r->read->name, NAME(t));
    ++r->t;
    if (!expect(r, ')')) return 0;
    if (!is_mark(r->t, '{')) return REFUSE(r, r->t, "'{' is missing before '%.*s'", NAME(r->t));
    r->trying = 1;
    r->first = NULL;
    return 1;
}

static int read_declaration(reader *r)
{
    const rr_token *word = r->t;
    if (r->depth || word->directive) return REFUSE(r, word, "%.*s stands outside of functions", NAME(word));
    if (r->ifs) return REFUSE(r, word, "%.*s stands outside of #if", NAME(word));
    if (r->trying && !rr_token_is(word, "RR_TRY")) return REFUSE(r, word, "%.*s stands before RR_TRY", NAME(word));
    if (rr_token_is(word, "RR_MEAN")) return read_mean(r);
    ++r->t;
    if (!expect(r, '(')) return 0;
    if (rr_token_is(word, "RR_TRY")) return begin_try(r);
    if (rr_token_is(word, "RR_TABLE")) return read_table(r, word);
    const int good = rr_token_is(word, "RR_LAW") ? read_law(r)
                   : rr_token_is(word, "RR_PARAM") ? read_param(r, 1)
                   : rr_token_is(word, "RR_PARAM_CLOSED") ? read_param(r, 0)
                   : rr_token_is(word, "RR_LEAST_ACCEPTANCE") ? read_least(r)
                   : rr_token_is(word, "RR_RETURNS") ? read_returns(r)
                   : read_example(r);
    r->first = NULL;
    return good && expect(r, ')');
}

/* ---- Code ---- */

static int is_type(const rr_token *t)
{
    const rr_user_word *word = rr_user_word_of(t);
    return (word && word->kind == RR_WORD_TYPE) || rr_token_is(t, "int");
}

static int declare(reader *r, const rr_token *t)
{
    if (t->kind == RR_TOKEN_NAME && is_own(r, t)) return REFUSE(r, t, "'%.*s' is there already", NAME(t));
    if (!take_name(r, t)) return 0;
    r->value[r->locals].state = !r->declares ? SET : is_mark(t + 1, '=') ? SETTING : UNSET;
    r->value[r->locals].ifs = r->ifs;
    r->local[r->locals++] = t;
    return 1;
}

/* A variable that is set in a branch of #if only has no value in the other. */
static int check_value(reader *r)
{
    const rr_token *t = r->t;
    unsigned k = r->locals;
    while (k && !has(&r->local[k - 1], 1, t)) --k;
    if (t->directive || !k-- || r->value[k].state == SET) return 1;
    const int counts = r->value[k].ifs == r->ifs;
    if (is_mark(t + 1, '=')) r->value[k].state = counts ? SETTING : UNSET;
    else if (is_mark(t - 1, '&') && (is_mark(t - 2, ',') || is_mark(t - 2, '('))) r->value[k].state = counts ? SET : UNSET;
    else return REFUSE(r, t, "'%.*s' has no value yet", NAME(t));
    return 1;
}

static void end_settings(reader *r)
{
    for (unsigned k = 0; k < r->locals; ++k)
        if (r->value[k].state == SETTING) r->value[k].state = SET;
}

/* Does the token begin a statement? Directives' lines are between statements. */
static int begins(const rr_token *t)
{
    return !t->directive && (t[-1].kind == RR_TOKEN_NEWLINE || is_mark(t - 1, ';') || is_mark(t - 1, '{') ||
                             is_mark(t - 1, '}'));
}

/* Of the law's parameters, those are seen by RR_TRY and by macros. */
static int is_param(const reader *r, const rr_token *t)
{
    return names_param(r, t) && (t->directive || r->trying == 1);
}

static int is_known(const reader *r, const rr_token *t)
{
    return is_own(r, t) || is_param(r, t) ||
           (t->directive ? has(r->formal, r->formals, t) : has(r->local, r->locals, t));
}

/* The multiplier of RR_REPEAT(k, N) {, whose brace is left. */
static int read_repeat(reader *r)
{
    const rr_token *word = r->t++;
    double n = 0;
    if (!expect(r, '(')) return 0;
    if (!declare(r, r->t)) return 0;
    if (r->counters == DEEPEST) return REFUSE(r, word, "a function has at most %d of RR_REPEAT", DEEPEST);
    r->counter[r->counters++] = r->t++;
    if (!expect(r, ',') || !read_number(r, &n) || !expect(r, ')')) return 0;
    if (!(n >= 1 && n <= TIMES_MOST && n == floor(n))) return REFUSE(r, word,
        "RR_REPEAT(k, N): N is a number from 1 to %d", TIMES_MOST);
    if (!is_mark(r->t, '{')) return REFUSE(r, word, "RR_REPEAT(k, N) wants braces: { ... }");
    if (r->depth + 1 >= DEEPEST) return REFUSE(r, word, "braces are too deep");
    r->times[r->depth + 1] = r->times[r->depth] * (unsigned)n;
    if (r->times[r->depth + 1] > WORDS_MOST) return REFUSE(r, word, "this is done more than %d times", WORDS_MOST);
    ++r->depth;
    ++r->t;
    return 1;
}

static int read_draw(reader *r, const rr_user_word *word)
{
    const rr_token *t = r->t;
    if (r->trying != 1 || !r->depth || t->directive)
        return REFUSE(r, t, "%s stands in RR_TRY only: its draws are counted", word->name);
    if (!is_mark(t + 1, '(') || !rr_token_is(t + 2, "d") || !is_mark(t + 3, ')')) return REFUSE(r, t, "write %s(d)",
        word->name);
    if (r->draws++) return REFUSE(r, t, "one draw a statement: C does not order two");
    for (int wide = 0; wide < 2; ++wide) {
        r->read->words[wide] += word->takes[wide] * r->times[r->depth];
        if (r->read->words[wide] > WORDS_MOST) return REFUSE(r, t, "an attempt takes at most %d words", WORDS_MOST);
    }
    r->t += 4;
    return 1;
}

/* What #if may ask: the precision, and what the text itself has defined. All else differs by machine. */
static int check_question(reader *r)
{
    for (; r->t->kind != RR_TOKEN_NEWLINE && r->t->kind != RR_TOKEN_END; ++r->t) {
        const rr_token *t = r->t;
        if (t->kind == RR_TOKEN_WRONG) return REFUSE(r, t, "'%.*s' has no place in a law", NAME(t));
        const int known = rr_token_is(t, "RR_DTYPE") || rr_token_is(t, "defined") || is_own(r, t);
        if (t->kind == RR_TOKEN_NAME && !known) return REFUSE(r, t, "#if asks for RR_DTYPE only, 32 or 64, not '%.*s'",
            NAME(t));
    }
    return 1;
}

/* #if and its like: each branch has whole statements and whole blocks. */
static int read_branch(reader *r, const rr_token *word)
{
    const int begins_one = !strncmp(word->at, "if", 2);
    if (begins_one && r->ifs == DEEPEST) return REFUSE(r, word, "#if is too deep");
    if (begins_one) r->if_depth[r->ifs++] = r->depth;
    else if (!r->ifs) return REFUSE(r, word, "#%.*s without its #if", NAME(word));
    if (r->depth != r->if_depth[r->ifs - 1]) return REFUSE(r, word, "braces close where they open: in one branch of #if");
    if (rr_token_is(word, "endif")) --r->ifs;
    return check_question(r);
}

/* The name and the parameters of a macro; its body is left, and read as code. */
static int read_define(reader *r)
{
    const rr_token *name = r->t;
    if (rr_token_is(name, "u")) return REFUSE(r, name, "'u' is not a law's to define: choose another name");
    if (!keep_own(r, name)) return 0;
    ++r->t;
    r->formals = 0;
    if (!is_mark(r->t, '(') || r->t->at != name->at + name->size) return 1;
    do {
        const rr_token *t = ++r->t;
        if (r->formals == FORMALS_MOST) return REFUSE(r, t, "a macro has at most %d parameters", FORMALS_MOST);
        if (rr_token_is(t, "u")) return REFUSE(r, t, "'u' is not a law's to define: choose another name");
        if (!take_name(r, t)) return 0;
        r->formal[r->formals++] = t;
        ++r->t;
    } while (is_mark(r->t, ','));
    return expect(r, ')');
}

/* A directive: its '#' is at hand. */
static int read_directive(reader *r)
{
    const rr_token *hash = r->t, *word = r->t + 1;
    const int asks = rr_token_is(word, "if") || rr_token_is(word, "ifdef") || rr_token_is(word, "ifndef") ||
                     rr_token_is(word, "elif") || rr_token_is(word, "else") || rr_token_is(word, "endif");
    const int between = hash[-1].kind == RR_TOKEN_NEWLINE || is_mark(hash - 1, ';') || is_mark(hash - 1, '{') ||
                        is_mark(hash - 1, '}') || (!r->depth && is_mark(hash - 1, ')'));
    if (!asks && !rr_token_is(word, "define"))
        return REFUSE(r, word, "#%.*s: a law is one file, and has #define and #if only", NAME(word));
    if (r->parens || !between) return REFUSE(r, hash, "#%.*s stands between statements", NAME(word));
    r->t += 2;
    return asks ? read_branch(r, word) : read_define(r);
}

/* A name that is followed by an opening parenthesis, and is no word. */
static int check_call(reader *r)
{
    const rr_token *t = r->t;
    const int defines = !r->depth && !t->directive && r->first && rr_token_is(r->first, "RR_FN");
    if (is_own(r, t)) return 1;
    if (defines && !r->defining) {
        if (r->ifs) return REFUSE(r, t, "functions stand outside of #if");
        r->defining = t;
        return take_name(r, t);
    }
    if (!r->depth && !t->directive) return REFUSE(r, t, "functions of a law begin with RR_FN: RR_FN rr_real %.*s(...)",
        NAME(t));
    return REFUSE(r, t, "%.*s() is no word of laws, and this text does not define it before", NAME(t));
}

/* A type stands before what it declares: a cast is one number a lane here, and bits there. */
static int read_type(reader *r)
{
    const rr_token *t = r->t++;
    if (t->directive) return REFUSE(r, t, "'%.*s': a macro is an expression, and declares nothing", NAME(t));
    if (r->t->kind != RR_TOKEN_NAME) return REFUSE(r, t, "'%.*s' stands before a name: there are no casts, and no pointers",
        NAME(t));
    if (!r->depth && !r->parens) return 1;   /* of a function */
    r->declares = r->depth > 0;
    return declare(r, r->t) && (++r->t, 1);
}

/* What is the text's own, or nothing that a law has. */
static int check_name(reader *r)
{
    const rr_token *t = r->t;
    const int loose = !r->depth && !t->directive;
    if (t[1].kind == RR_TOKEN_WRONG || rr_token_is(t + 1, "##")) return 1;   /* refused next */
    if (is_reserved(t)) return REFUSE(r, t, "'%.*s' is no word of laws", NAME(t));
    if (rr_user_keyword(t)) return REFUSE(r, t, "'%.*s' has no place in a law: its types are rr_real, rr_unit, rr_word, "
        "rr_truth and int", NAME(t));
    if (is_mark(t + 1, '(')) return check_call(r);
    if (!check_value(r)) return 0;
    if (is_known(r, t) || (loose && (is_mark(t + 1, ';') || is_mark(t + 1, '=')))) return 1;
    return REFUSE(r, t, "'%.*s' is no word of laws, and this text does not declare it before", NAME(t));
}

static int read_word(reader *r)
{
    const rr_token *t = r->t;
    const rr_user_word *word = rr_user_word_of(t);
    const char *instead = rr_user_instead(t);
    if (instead) return REFUSE(r, t, "'%.*s': %s", NAME(t), instead);
    if (word && word->kind == RR_WORD_SAYS) return read_declaration(r);
    if (word && word->kind == RR_WORD_DRAW) return read_draw(r, word);
    if (word && rr_token_is(t, "RR_REPEAT")) {
        if (!r->depth || !begins(t)) return REFUSE(r, t, "RR_REPEAT is a statement of functions");
        return read_repeat(r);
    }
    if (is_type(t)) return read_type(r);
    if (rr_token_is(t, "const") && !is_type(t + 1)) return REFUSE(r, t + 1, "const stands before a type");
    /* (name)(...) would call it too. */
    if (is_mark(t - 1, '(') && is_mark(t + 1, ')') && is_mark(t + 2, '('))
        return REFUSE(r, t, "(%.*s)(...) has no place in a law: write a call without parentheses around its name", NAME(t));
    /* It writes: C orders no two parts of an expression. */
    if (rr_token_is(t, "rr_sincos_turn") && (!begins(t) || !is_mark(t + 1, '(')))
        return REFUSE(r, t, "rr_sincos_turn(u, &s, &c); is a statement");
    if (!word && !rr_token_is(t, "const") && !rr_token_is(t, "return") && !check_name(r)) return 0;
    ++r->t;
    return 1;
}

/* A number with a point is of the law's type where it stands in RR_C, and a double of some machines elsewhere. */
static int read_literal(reader *r)
{
    const rr_token *t = r->t;
    const int hex = t->size > 1 && (t->at[1] == 'x' || t->at[1] == 'X');
    int real = 0;
    for (unsigned k = 0; k < t->size; ++k) real |= t->at[k] == '.' || (hex ? strchr("pP", t->at[k]) != NULL : strchr("eE",
        t->at[k]) != NULL);
    const char last = t->at[t->size - 1];
    if (real && strchr("fFlL", last)) return REFUSE(r, t, "%.*s: write it without its last letter, in RR_C(...)", NAME(t));
    if (real) {
        const rr_token *open = t - 1;
        if (is_mark(open, '-')) --open;
        const int held = is_mark(open, '(') && rr_token_is(open - 1, "RR_C");
        if (!held) return REFUSE(r, t, "%.*s: write RR_C(%.*s)", NAME(t), NAME(t));
    }
    ++r->t;
    return 1;
}

/* Of a uniform laws have .u: what else it holds is the engine's, and differs where a lane is open. */
static int read_member(reader *r)
{
    if (!rr_token_is(r->t + 1, "u"))
        return REFUSE(r, r->t, ".%.*s is the engine's: a uniform has .u, and rr_neglog(u)", NAME(r->t + 1));
    r->t += 2;
    return 1;
}

/* Has an operator nothing on its left? */
static int is_prefix(const rr_token *t)
{
    return t[-1].kind == RR_TOKEN_MARK ? !is_mark(t - 1, ')') : t[-1].kind != RR_TOKEN_NUMBER &&
        (t[-1].kind != RR_TOKEN_NAME || rr_token_is(t - 1, "return"));
}

/* -x, which CUDA has no word for; of a number it is part of that. And addresses, of which laws have two. */
static int check_prefix(reader *r)
{
    const rr_token *t = r->t;
    if (!is_prefix(t)) return 1;
    if (is_mark(t, '-') && (t[1].kind == RR_TOKEN_NAME || is_mark(t + 1, '(')))
        return REFUSE(r, t, "'-': write RR_C(-1) * x");
    if (is_mark(t, '*')) return REFUSE(r, t, "'*': a law has no pointers");
    const int turns = r->parens && (r->turning >> r->parens & 1) && t[1].kind == RR_TOKEN_NAME &&
                      !has(r->counter, r->counters, t + 1) && (is_mark(t + 2, ',') || is_mark(t + 2, ')'));
    if (is_mark(t, '&') && !turns) return REFUSE(r, t, "'&': only rr_sincos_turn(u, &s, &c) takes addresses");
    return 1;
}

/* By less than the bits of a word, whatever stands around it: more is another number on each device. */
static int check_shift(reader *r)
{
    static const char *const looser[] = {")", ",", ";", "&", "|", "^"};
    const rr_token *t = r->t + 1;
    char *end = NULL;
    const unsigned long by = t->kind == RR_TOKEN_NUMBER ? strtoul(t->at, &end, 0) : 32;
    if (end && end < t->at + t->size && (*end == 'u' || *end == 'U')) ++end;
    int alone = 0;
    for (size_t k = 0; k < sizeof looser / sizeof looser[0]; ++k) alone |= rr_token_is(t + 1, looser[k]);
    if (by <= 31 && end == t->at + t->size && alone) return 1;
    return REFUSE(r, r->t, "a shift is by a number from 0 to 31, in parentheses: (w %.*s 4)", NAME(r->t));
}

/* `=` of a statement: in an expression, C does not order it. */
static int check_assignment(reader *r)
{
    const rr_token *t = r->t, *to = t - 1;
    if (!r->depth && !t->directive) return REFUSE(r, t, "'=' outside of functions: a law keeps nothing between attempts");
    if (t->directive || r->parens) return REFUSE(r, t, "'=' stands in statements x = ...; only");
    if (to->kind != RR_TOKEN_NAME || is_mark(to - 1, '.') || has(r->counter, r->counters, to))
        return REFUSE(r, t, "'%.*s' can't be set", NAME(to));
    if (is_mark(t + 1, '{')) return REFUSE(r, t, "'{': a law has no arrays and no initialisers");
    return 1;
}

static int read_paren(reader *r)
{
    const rr_token *t = r->t;
    if (is_mark(t, ')') && !r->parens--) return REFUSE(r, t, "')' without its '('");
    if (is_mark(t, '(')) {
        if (++r->parens == 64) return REFUSE(r, t, "parentheses are too deep");
        r->turning &= ~(1ull << r->parens);
        if (rr_token_is(t - 1, "rr_sincos_turn")) r->turning |= 1ull << r->parens;
    }
    ++r->t;
    return 1;
}

static int read_brace(reader *r)
{
    const rr_token *t = r->t;
    if (t->directive) return REFUSE(r, t, "'%.*s': a macro is an expression, without braces", NAME(t));
    if (r->parens) return REFUSE(r, t, "')' is missing before '%.*s'", NAME(t));
    if (is_mark(t, '{')) {
        const int body = r->depth ? begins(t) : is_mark(t - 1, ')') && (r->trying == 1 || r->defining);
        if (!body) return REFUSE(r, t, "'{' has no place here: it begins a function or what is repeated");
        if (++r->depth >= DEEPEST) return REFUSE(r, t, "braces are too deep");
        r->times[r->depth] = r->depth > 1 ? r->times[r->depth - 1] : 1;
    } else {
        if (!r->depth) return REFUSE(r, t, "'}' without its '{'");
        if (!begins(t)) return REFUSE(r, t, "';' is missing before '}'");
        if (!--r->depth) {
            if (r->trying == 1) r->trying = 2;
            if (r->defining) r->own[r->owns++] = r->defining;
            r->defining = r->first = NULL;
            r->locals = r->counters = 0;
        }
    }
    r->draws = 0;
    ++r->t;
    return 1;
}

static int read_semicolon(reader *r)
{
    const rr_token *t = r->t;
    if (t->directive) return REFUSE(r, t, "';': a macro is an expression");
    if (!r->depth) return REFUSE(r, t, "';' outside of functions: a law keeps nothing between attempts");
    if (r->parens) return REFUSE(r, t, "')' is missing before ';'");
    end_settings(r);
    r->draws = 0;
    r->declares = 0;
    ++r->t;
    return 1;
}

/* Between parameters, arguments, and what a statement declares: that is ordered. */
static int read_comma(reader *r)
{
    const rr_token *t = r->t++;
    if (t->directive || r->parens) return 1;
    end_settings(r);
    r->draws = 0;
    if (!r->declares) return 1;
    return declare(r, r->t) && (++r->t, 1);
}

static int read_mark(reader *r)
{
    const rr_token *t = r->t;
    const char *instead = rr_user_instead(t);
    if (is_mark(t, '.')) return read_member(r);
    if (!check_prefix(r)) return 0;
    if (instead) return REFUSE(r, t, "'%.*s': %s", NAME(t), instead);
    if (is_mark(t, '#')) return t->directive && (!t[-1].directive
        || t[-1].kind == RR_TOKEN_NEWLINE) ? read_directive(r) : REFUSE(r, t, "'#' has no place in a law");
    if (is_mark(t, '(') || is_mark(t, ')')) return read_paren(r);
    if (is_mark(t, '{') || is_mark(t, '}')) return read_brace(r);
    if (is_mark(t, ';')) return read_semicolon(r);
    if (is_mark(t, ',')) return read_comma(r);
    if ((rr_token_is(t, "<<") || rr_token_is(t, ">>")) && !check_shift(r)) return 0;
    if (is_mark(t, '=') && !check_assignment(r)) return 0;
    ++r->t;
    return 1;
}

static int read_newline(reader *r)
{
    if (r->parens) return REFUSE(r, r->t, "a macro's parentheses close in it");
    r->formals = 0;
    ++r->t;
    return 1;
}

static int read_token(reader *r)
{
    const rr_token *t = r->t;
    if (!r->depth && !t->directive && !r->first && !is_mark(t, '}')) r->first = t;
    if (r->depth && ++r->code > CODE_MOST)
        return REFUSE(r, t, "the functions of a law have at most %d words, numbers and operators", CODE_MOST);
    switch (t->kind) {
    case RR_TOKEN_NAME: return read_word(r);
    case RR_TOKEN_NUMBER: return read_literal(r);
    case RR_TOKEN_MARK: return read_mark(r);
    case RR_TOKEN_NEWLINE: return read_newline(r);
    case RR_TOKEN_STRING: return REFUSE(r, t, "a text in quotes has no place here");
    default: return REFUSE(r, t, "'%.*s' has no place in a law", NAME(t));
    }
}

static int read_end(reader *r)
{
    if (r->depth) return REFUSE(r, r->t, "a '}' is missing");
    if (r->ifs) return REFUSE(r, r->t, "an #endif is missing");
    if (!r->read->name[0]) return REFUSE(r, r->t, "RR_LAW(name, version, \"sentence\") is missing");
    if (!r->trying) return REFUSE(r, r->t, "RR_TRY(%s) { ... } is missing", r->read->name);
    if (!r->read->words[0]) return REFUSE(r, r->t, "RR_TRY(%s) draws nothing", r->read->name);
    return 1;
}

/* Trigraphs, which some compilers read, are other characters: ??/ would take a comment on to the next line. */
static void find_trigraph(reader *r)
{
    unsigned line = 1;
    for (const char *at = r->text; *at; ++at) {
        line += *at == '\n';
        if (at[0] == '?' && at[1] == '?' && at[2] && strchr("=/'()!<>-", at[2])) {
            refuse_at(r, line, "'%.3s' is a trigraph of C: write something else", at);
            return;
        }
    }
}

rr_status rr_user_read_text(const char *text, const char *where, rr_user_read *read, rr_result *result)
{
    reader r = {.text = text, .where = where, .read = read, .result = result, .times = {1}};
    rr_token *tokens = rr_user_tokens(text);
    *read = (rr_user_read){.least = 0.16};
    if (!tokens) return rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a law");
    const locale_t before = rr_locale_enter();
    r.t = tokens + 1;
    find_trigraph(&r);
    while (r.status == RR_OK && r.t->kind != RR_TOKEN_END)
        if (!read_token(&r)) break;
    if (r.status == RR_OK) read_end(&r);
    rr_locale_leave(before);
    free(tokens);
    return r.status;
}
