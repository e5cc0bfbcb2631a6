/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the declarations of a distribution's text: names, RR_LAW and similar. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

/* ---- Refusals ---- */

int rr_refuse_at(reader *r, unsigned line, const char *format, ...)
{
    char message[128];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    r->status = rr_fail(r->result, RR_ERR_ARGUMENT, "%s%s:%u: %s", RR_PATH(r->where, RR_USER_WHERE), line, message);
    return 0;
}

/* ---- Names ---- */

/* True if the text may use this name. The names of the host and of each device differ; read->names undefines them. */
int rr_take_name(reader *r, const rr_token *t, rr_user_named kind)
{
    rr_user_read *to = r->read;
    if (t->kind != RR_TOKEN_NAME) return REFUSE(r, t, "a name is missing before '%.*s'", NAME(t));
    if (is_reserved(t) || rr_user_instead(t) || rr_user_word_of(t) || rr_user_keyword(t) || rr_token_is(t, "d"))
        return REFUSE(r, t, "'%.*s' is reserved: choose another name", NAME(t));
    if (to->names == RR_USER_NAMES) return REFUSE(r, t, "a distribution defines at most %d names", RR_USER_NAMES);
    to->name_at[to->names] = t->at;
    to->name_size[to->names] = t->size;
    to->name_kind[to->names++] = kind;
    return 1;
}

int rr_keep_own(reader *r, const rr_token *t, rr_user_named kind)
{
    if (!rr_take_name(r, t, kind)) return 0;
    r->about[r->owns].cost = r->about[r->owns].max = 1;
    r->about[r->owns].called = is_mark(t + 1, '(') && t[1].at == t->at + t->size;
    r->own[r->owns++] = t;
    return 1;
}

/* ---- Declarations ---- */

int rr_user_derived_of(const rr_user_read *read, const char *name, size_t size)
{
    int k = 0;
    while (k < (int)read->derived_count &&
           (strlen(read->derived[k].name) != size || strncmp(read->derived[k].name, name, size))) ++k;
    return k;
}

/* The name of a distribution or a parameter. */
static int read_name(reader *r, char name[RR_USER_NAME])
{
    const rr_token *t = r->t;
    const int good = t->kind == RR_TOKEN_NAME && t->size < RR_USER_NAME && *t->at >= 'a' && *t->at <= 'z' &&
                     strspn(t->at, "abcdefghijklmnopqrstuvwxyz0123456789_") >= t->size;
    if (!good) return REFUSE(r, t, "'%.*s' is not a name: use lower-case letters, digits and _", NAME(t));
    if (rr_user_instead(t) || rr_user_word_of(t) || rr_user_keyword(t) || rr_token_is(t, "d"))
        return REFUSE(r, t, "'%.*s' is taken: choose another name", NAME(t));
    snprintf(name, RR_USER_NAME, "%.*s", (int)t->size, t->at);
    ++r->t;
    return 1;
}

static int read_string(reader *r, char to[RR_USER_MESSAGE])
{
    if (r->t->kind != RR_TOKEN_STRING) return REFUSE(r, r->t, "a string in \"quotes\" is missing before '%.*s'", NAME(r->t));
    if (r->t->size - 2 >= RR_USER_MESSAGE) return REFUSE(r, r->t, "the string is longer than %d characters",
        RR_USER_MESSAGE - 1);
    snprintf(to, RR_USER_MESSAGE, "%.*s", (int)r->t->size - 2, r->t->at + 1);
    ++r->t;
    return 1;
}

int rr_read_number(reader *r, double *x)
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
    if (end != t->at + t->size) return REFUSE(r, t, "'%.*s' is not a number", NAME(t));
    if (minus) *x = -*x;
    ++r->t;
    return 1;
}

static int read_law(reader *r)
{
    double version = 0;
    if (r->read->name[0]) return REFUSE(r, r->t, "RR_LAW is given twice: a file defines one distribution");
    if (!read_name(r, r->read->name) || !expect(r, ',') || !rr_read_number(r, &version) || !expect(r, ',')) return 0;
    if (!(version >= 1 && version <= 1e9 && version == floor(version))) return REFUSE(r, r->t,
        "the bits version is 1, 2, ...");
    r->read->version = (uint32_t)version;
    return read_string(r, r->read->message);
}

static int read_param(reader *r, int open)
{
    rr_user_read *to = r->read;
    const rr_token *start = r->t;
    if (to->examples) return REFUSE(r, start, "parameters must come before the first RR_EXAMPLE");
    if (to->params == RR_MAX_PARAMS) return REFUSE(r, start, "a distribution has at most %d parameters", RR_MAX_PARAMS);
    if (r->t->kind == RR_TOKEN_NAME && is_own(r, r->t)) return REFUSE(r, start, "'%.*s' is already defined", NAME(r->t));
    const uint32_t p = to->params;
    to->param[p].open = open;
    if (!read_name(r, to->param[p].name) || !expect(r, ',') || !rr_read_number(r, &to->param[p].low) || !expect(r, ',') ||
        !rr_read_number(r, &to->param[p].high) || !expect(r, ',') || !read_string(r, to->param[p].unit))
        return 0;
    if (!(to->param[p].low < to->param[p].high)) return REFUSE(r, start, "the range of %s is empty", to->param[p].name);
    for (uint32_t k = 0; k < p; ++k)
        if (!strcmp(to->param[k].name, to->param[p].name)) return REFUSE(r, start, "%s is given twice", to->param[p].name);
    ++to->params;
    return 1;
}

/* Refuses a declaration that a file has once, and notes it: bit `which`. */
static int first_time(reader *r, const rr_token *word, unsigned which)
{
    if (r->given >> which & 1) return REFUSE(r, word, "%.*s is given twice", NAME(word));
    r->given |= 1u << which;
    return 1;
}

static int read_min(reader *r)
{
    if (!first_time(r, r->t - 2, 0)) return 0;
    if (!rr_read_number(r, &r->read->min)) return 0;
    return (r->read->min >= 2.7e-6 && r->read->min <= 1) || REFUSE(r, r->t,
                                                                       "RR_MIN_ACCEPTANCE must be from 2.7e-6 to 1");
}

static int read_returns(reader *r)
{
    if (!first_time(r, r->t - 2, 1)) return 0;
    r->read->counts = rr_token_is(r->t, "i64");
    if (!r->read->counts && !rr_token_is(r->t, "real")) return REFUSE(r, r->t, "RR_RETURNS must be real or i64, not '%.*s'",
        NAME(r->t));
    ++r->t;
    return 1;
}

static int read_example(reader *r)
{
    rr_user_read *to = r->read;
    const rr_token *start = r->t;
    uint32_t n = 0;
    if (to->examples == RR_USER_EXAMPLES) return REFUSE(r, start, "a file has at most %d examples", RR_USER_EXAMPLES);
    do {
        double x;
        if (n && !expect(r, ',')) return 0;
        if (!rr_read_number(r, &x)) return 0;
        if (n < to->params) {
            const double low = to->param[n].low, high = to->param[n].high;
            const int in = to->param[n].open ? x > low && x < high : x >= low && x <= high;
            if (!in || !isfinite(x)) return REFUSE(r, start, "the example's %s is outside its range", to->param[n].name);
            to->example[to->examples][n] = x;
        }
        ++n;
    } while (is_mark(r->t, ','));
    if (n != to->params) return REFUSE(r, start, "RR_EXAMPLE needs one value per parameter, and must come after the "
                                                 "parameters");
    ++to->examples;
    return 1;
}

/* The text from `word` up to the current token is for the host, and is left out of the lane text. */
static void cut_out(reader *r, const rr_token *word)
{
    rr_user_read *to = r->read;
    to->cut[to->cuts].from = (size_t)(word->at - r->text);
    to->cut[to->cuts++].to = (size_t)(r->t->at - r->text);
}

/* RR_TABLE(name, value, ...): from here on name(w) is a function. */
static int read_table(reader *r, const rr_token *word)
{
    rr_user_read *to = r->read;
    const rr_token *name = r->t;
    if (to->tables == RR_USER_TABLES) return REFUSE(r, word, "a file has at most %d tables", RR_USER_TABLES);
    if (name->kind == RR_TOKEN_NAME && (is_own(r, name) || names_param(r, name)))
        return REFUSE(r, name, "'%.*s' is already defined", NAME(name));
    to->table[to->tables].name = to->names;
    to->table[to->tables].first = to->values;
    if (!rr_keep_own(r, name, RR_USER_FUNCTION)) return 0;
    r->about[r->owns - 1].called = 1;
    ++r->t;
    do {
        double x;
        if (!expect(r, ',') || !rr_read_number(r, &x)) return 0;
        if (!isfinite(x)) return REFUSE(r, r->t - 1, "the values of a table must be finite");
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

/* RR_MEAN { ... } and RR_CDF { ... }, host C: they do not affect bits, and only the compiler checks them. */
static int read_host(reader *r, rr_user_host which)
{
    const rr_token *word = r->t++, *open = r->t;
    int depth = 0;
    if (r->read->host[which].to) return REFUSE(r, word, "%.*s is given twice", NAME(word));
    if (!is_mark(open, '{')) return REFUSE(r, word, "expected %.*s { ... return ...; }", NAME(word));
    for (; r->t->kind != RR_TOKEN_END; ++r->t) {
        depth += is_mark(r->t, '{') - is_mark(r->t, '}');
        if (!depth) break;
    }
    if (depth) return REFUSE(r, word, "the '}' of %.*s is missing", NAME(word));
    ++r->t;
    r->read->host[which].from = (size_t)(open->at - r->text);
    r->read->host[which].to = (size_t)(r->t->at - r->text);
    cut_out(r, word);
    r->first = NULL;
    return 1;
}

/* RR_DERIVED(name, "sentence"): rr_derived(name, value) sets its value in RR_TRY. */
static int read_derived(reader *r)
{
    rr_user_read *to = r->read;
    const rr_token *start = r->t;
    if (to->derived_count == RR_USER_MAX_DERIVED)
        return REFUSE(r, start, "a file has at most %d derived values", RR_USER_MAX_DERIVED);
    if (!read_name(r, to->derived[to->derived_count].name) || !expect(r, ',') ||
        !read_string(r, to->derived[to->derived_count].message))
        return 0;
    if (rr_user_derived_of(to, start->at, start->size) < (int)to->derived_count)
        return REFUSE(r, start, "%.*s is given twice", NAME(start));
    ++to->derived_count;
    return 1;
}

static int begin_try(reader *r)
{
    const rr_token *t = r->t;
    if (!r->read->name[0]) return REFUSE(r, t, "RR_LAW(name, version, \"sentence\") must come before RR_TRY");
    if (r->trying) return REFUSE(r, t, "RR_TRY is given twice");
    if (!rr_token_is(t, r->read->name)) return REFUSE(r, t, "expected RR_TRY(%s), not '%.*s'", r->read->name, NAME(t));
    ++r->t;
    if (!expect(r, ')')) return 0;
    if (!is_mark(r->t, '{')) return REFUSE(r, r->t, "'{' is missing before '%.*s'", NAME(r->t));
    r->trying = 1;
    r->first = NULL;
    return 1;
}

int rr_read_declaration(reader *r)
{
    const rr_token *word = r->t;
    if (r->depth || word->directive) return REFUSE(r, word, "%.*s must be outside functions", NAME(word));
    if (r->ifs) return REFUSE(r, word, "%.*s must be outside #if", NAME(word));
    if (r->trying && !rr_token_is(word, "RR_TRY")) return REFUSE(r, word, "%.*s must come before RR_TRY", NAME(word));
    if (rr_token_is(word, "RR_MEAN")) return read_host(r, RR_USER_MEAN);
    if (rr_token_is(word, "RR_CDF")) return read_host(r, RR_USER_CDF);
    ++r->t;
    if (!expect(r, '(')) return 0;
    if (rr_token_is(word, "RR_TRY")) return begin_try(r);
    if (rr_token_is(word, "RR_TABLE")) return read_table(r, word);
    const int good = rr_token_is(word, "RR_LAW") ? read_law(r)
                   : rr_token_is(word, "RR_PARAM") ? read_param(r, 1)
                   : rr_token_is(word, "RR_PARAM_CLOSED") ? read_param(r, 0)
                   : rr_token_is(word, "RR_MIN_ACCEPTANCE") ? read_min(r)
                   : rr_token_is(word, "RR_RETURNS") ? read_returns(r)
                   : rr_token_is(word, "RR_DERIVED") ? read_derived(r)
                   : read_example(r);
    r->first = NULL;
    return good && expect(r, ')');
}
