/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the functions and macros of a distribution's text, and checks that each token is allowed where it is. */
#include <math.h>
#include <stdlib.h>

#include "reader.h"

/* ---- Code ---- */

static int is_type(const rr_token *t)
{
    const rr_user_word *word = rr_user_word_of(t);
    return (word && word->kind == RR_WORD_TYPE) || rr_token_is(t, "int");
}

static int declare(reader *r, const rr_token *t)
{
    if (t->kind == RR_TOKEN_NAME && is_own(r, t)) return REFUSE(r, t, "'%.*s' is already defined", NAME(t));
    if (!rr_take_name(r, t, RR_USER_VARIABLE)) return 0;
    r->value[r->locals].state = !r->declares ? SET : is_mark(t + 1, '=') ? SETTING : UNSET;
    r->value[r->locals].ifs = r->ifs;
    r->local[r->locals++] = t;
    return 1;
}

/* A variable that only one branch of #if sets has no value in the other. */
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

/* True if the token begins a statement. Directives are between statements. */
static int begins(const rr_token *t)
{
    return !t->directive && (t[-1].kind == RR_TOKEN_NEWLINE || is_mark(t - 1, ';') || is_mark(t - 1, '{') ||
                             is_mark(t - 1, '}'));
}

/* RR_TRY and macros see the distribution's parameters. */
static int is_param(const reader *r, const rr_token *t)
{
    return names_param(r, t) && (t->directive || r->trying == 1);
}

static int is_known(const reader *r, const rr_token *t)
{
    return is_own(r, t) || is_param(r, t) ||
           (t->directive ? has(r->formal, r->formals, t) : has(r->local, r->locals, t));
}

/* Reads RR_REPEAT(k, N) {: the multiplier applies inside the braces. */
static int read_repeat(reader *r)
{
    const rr_token *word = r->t++;
    double n = 0;
    if (!expect(r, '(')) return 0;
    if (!declare(r, r->t)) return 0;
    if (r->counters == DEEPEST) return REFUSE(r, word, "a function has at most %d of RR_REPEAT", DEEPEST);
    r->counter[r->counters++] = r->t++;
    if (!expect(r, ',') || !rr_read_number(r, &n) || !expect(r, ')')) return 0;
    if (!(n >= 1 && n <= TIMES_MAX && n == floor(n))) return REFUSE(r, word,
        "RR_REPEAT(k, N): N must be an integer from 1 to %d", TIMES_MAX);
    if (!is_mark(r->t, '{')) return REFUSE(r, word, "RR_REPEAT(k, N) needs braces: { ... }");
    if (r->depth + 1 >= DEEPEST) return REFUSE(r, word, "braces are too deep");
    r->times[r->depth + 1] = r->times[r->depth] * (unsigned)n;
    if (r->times[r->depth + 1] > WORDS_MAX) return REFUSE(r, word, "this is repeated more than %d times", WORDS_MAX);
    ++r->depth;
    ++r->t;
    return 1;
}

static int read_draw(reader *r, const rr_user_word *word)
{
    const rr_token *t = r->t;
    if (r->trying != 1 || !r->depth || t->directive)
        return REFUSE(r, t, "%s is allowed only in RR_TRY, where draws are counted", word->name);
    if (!is_mark(t + 1, '(') || !rr_token_is(t + 2, "d") || !is_mark(t + 3, ')')) return REFUSE(r, t, "write %s(d)",
        word->name);
    if (r->draws++) return REFUSE(r, t, "a statement has at most one draw: C does not order two");
    for (int wide = 0; wide < 2; ++wide) {
        r->read->words[wide] += word->takes[wide] * r->times[r->depth];
        if (r->read->words[wide] > WORDS_MAX) return REFUSE(r, t, "an attempt takes at most %d words", WORDS_MAX);
    }
    r->t += 4;
    return 1;
}

static int is_macro(const reader *r, const rr_token *t)
{
    const unsigned own = own_of(r, t);
    return own < r->owns && r->own[own]->directive;
}

/* Bytes from 128 on, such as a byte order mark's, are not printed as they are. */
static int refuse_token(reader *r, const rr_token *t)
{
    const unsigned char byte = (unsigned char)*t->at;
    if (byte < 128) return REFUSE(r, t, "'%.*s' is not allowed in a distribution", NAME(t));
    return REFUSE(r, t, "the byte 0x%02x is not allowed: outside comments and strings the text is ASCII", byte);
}

/* #if may test only the precision and macros that the text has defined. All other macros differ between machines. */
static int check_question(reader *r)
{
    for (; r->t->kind != RR_TOKEN_NEWLINE && r->t->kind != RR_TOKEN_END; ++r->t) {
        const rr_token *t = r->t;
        if (t->kind == RR_TOKEN_WRONG) return refuse_token(r, t);
        const int known = rr_token_is(t, "RR_DTYPE") || rr_token_is(t, "defined") || is_macro(r, t);
        if (t->kind == RR_TOKEN_NAME && !known) return REFUSE(r, t, "#if asks for RR_DTYPE only, 32 or 64, not '%.*s'",
            NAME(t));
    }
    return 1;
}

/* #if and similar: each branch has whole statements and whole blocks. */
static int read_branch(reader *r, const rr_token *word)
{
    const int begins_one = !strncmp(word->at, "if", 2);
    if (begins_one && r->ifs == DEEPEST) return REFUSE(r, word, "#if is too deep");
    if (begins_one) r->if_depth[r->ifs++] = r->depth;
    else if (!r->ifs) return REFUSE(r, word, "#%.*s without its #if", NAME(word));
    if (r->depth != r->if_depth[r->ifs - 1]) return REFUSE(r, word, "braces must open and close in the same branch of #if");
    if (rr_token_is(word, "endif")) --r->ifs;
    return check_question(r);
}

/* Reads the name and the parameters of a macro; its body is then read as code. */
static int read_define(reader *r)
{
    const double none[FORMALS_MAX] = {0};
    const rr_token *name = r->t;
    if (rr_token_is(name, "u")) return REFUSE(r, name, "'u' is reserved: choose another name");
    if (names_param(r, name)) return REFUSE(r, name, "'%.*s' is already defined", NAME(name));
    if (!rr_keep_own(r, name, RR_USER_MACRO)) return 0;
    ++r->t;
    r->formals = 0;
    r->macro = 1;
    r->outside = r->spent;
    r->spent = 0;
    memcpy(r->uses, none, sizeof none);
    if (!is_mark(r->t, '(') || r->t->at != name->at + name->size) return 1;
    do {
        const rr_token *t = ++r->t;
        if (r->formals == FORMALS_MAX) return REFUSE(r, t, "a macro has at most %d parameters", FORMALS_MAX);
        if (rr_token_is(t, "u")) return REFUSE(r, t, "'u' is reserved: choose another name");
        if (!rr_take_name(r, t, RR_USER_MACRO)) return 0;
        r->formal[r->formals++] = t;
        ++r->t;
    } while (is_mark(r->t, ','));
    return expect(r, ')');
}

/* Reads a directive; the current token is its '#'. */
static int read_directive(reader *r)
{
    const rr_token *hash = r->t, *word = r->t + 1;
    const int asks = rr_token_is(word, "if") || rr_token_is(word, "ifdef") || rr_token_is(word, "ifndef") ||
                     rr_token_is(word, "elif") || rr_token_is(word, "else") || rr_token_is(word, "endif");
    const int between = hash[-1].kind == RR_TOKEN_NEWLINE || is_mark(hash - 1, ';') || is_mark(hash - 1, '{') ||
                        is_mark(hash - 1, '}') || (!r->depth && is_mark(hash - 1, ')'));
    if (!asks && !rr_token_is(word, "define"))
        return REFUSE(r, word, "#%.*s: a distribution is one file, with #define and #if only", NAME(word));
    if (r->parens || !between) return REFUSE(r, hash, "#%.*s must be between statements", NAME(word));
    r->t += 2;
    return asks ? read_branch(r, word) : read_define(r);
}

/* Checks a name that is followed by '(' and is not a word of lane C. */
static int check_call(reader *r)
{
    const rr_token *t = r->t;
    const int defines = !r->depth && !t->directive && r->first && rr_token_is(r->first, "RR_FN");
    if (is_own(r, t)) return 1;
    if (defines && !r->defining) {
        if (r->ifs) return REFUSE(r, t, "functions must be outside #if");
        r->defining = t;
        return rr_take_name(r, t, RR_USER_FUNCTION);
    }
    if (!r->depth && !t->directive) return REFUSE(r, t, "a function must begin with RR_FN: RR_FN rr_real %.*s(...)",
        NAME(t));
    return REFUSE(r, t, "%.*s() is not a word of docs/your-own-law.md, and is not defined above", NAME(t));
}

/* A type must precede a declared name: a cast converts one number per lane on some devices and copies bits on others. */
static int read_type(reader *r)
{
    const rr_token *t = r->t++;
    if (t->directive) return REFUSE(r, t, "'%.*s': a macro is an expression, and declares nothing", NAME(t));
    if (r->t->kind != RR_TOKEN_NAME) return REFUSE(r, t, "'%.*s' must be followed by a name: there are no casts or pointers",
        NAME(t));
    if (!r->depth && !r->parens) return 1;   /* the type of a function */
    r->declares = r->depth > 0;
    return declare(r, r->t) && (++r->t, 1);
}

/* Checks a name that the text defines, or refuses it. */
static int check_name(reader *r)
{
    const rr_token *t = r->t;
    const int loose = !r->depth && !t->directive;
    if (t[1].kind == RR_TOKEN_WRONG || rr_token_is(t + 1, "##")) return 1;   /* the next token is refused */
    if (is_reserved(t)) return REFUSE(r, t, "'%.*s' is not a word of docs/your-own-law.md", NAME(t));
    if (rr_user_keyword(t)) return REFUSE(r, t, "'%.*s' is not allowed in a distribution: its types are rr_real, "
        "rr_unit, rr_word, rr_truth and int", NAME(t));
    if (is_mark(t + 1, '(')) return check_call(r);
    if (!check_value(r)) return 0;
    const unsigned own = own_of(r, t);
    if (own < r->owns && r->about[own].called) return REFUSE(r, t, "'%.*s' must be followed by (...)", NAME(t));
    if (is_known(r, t) || (loose && (is_mark(t + 1, ';') || is_mark(t + 1, '=')))) return 1;
    return REFUSE(r, t, "'%.*s' is not a word of docs/your-own-law.md, and is not declared above", NAME(t));
}

static int read_paren(reader *r)
{
    const rr_token *t = r->t;
    if (is_mark(t, ')') && !r->parens--) return REFUSE(r, t, "')' without its '('");
    if (is_mark(t, '(')) {
        const unsigned own = own_of(r, t - 1);
        if (++r->parens == 64) return REFUSE(r, t, "parentheses are too deep");
        r->turning &= ~(1ull << r->parens);
        r->weight[r->parens] = r->weight[r->parens - 1] * (own < r->owns ? r->about[own].max : 1);
        if (rr_token_is(t - 1, "rr_sincos_turn")) r->turning |= 1ull << r->parens;
    }
    ++r->t;
    return 1;
}

/* rr_derived(name, value): in RR_TRY, once per derived distribution. Its value is read as code. */
static int read_set_view(reader *r)
{
    const rr_token *word = r->t++, *name = word + 2;
    if (r->trying != 1 || r->depth != 1 || r->ifs || word->directive || !begins(word) || !is_mark(r->t, '('))
        return REFUSE(r, word, "rr_derived(name, value); is a statement of RR_TRY, outside #if and RR_REPEAT");
    const int derived = rr_user_derived_of(r->read, name->at, name->size);
    if (derived == (int)r->read->derived_count)
        return REFUSE(r, name, "'%.*s' is not a derived value: declare RR_DERIVED(name, \"sentence\")", NAME(name));
    if (r->read->derived[derived].set++) return REFUSE(r, name, "'%.*s' is set twice", NAME(name));
    if (!read_paren(r)) return 0;
    ++r->t;
    return expect(r, ',');
}

/* Every derived distribution must be set before the attempt returns. */
static int check_return(reader *r)
{
    for (unsigned k = 0; k < r->read->derived_count && r->trying == 1; ++k)
        if (!r->read->derived[k].set)
            return REFUSE(r, r->t, "rr_derived(%s, value) must come before the return", r->read->derived[k].name);
    return 1;
}

/* A number is an integer below 2^32, or real. Larger integers wrap around on some devices, and letters at the end choose a
 * type that not all devices have. */
static int check_number(reader *r, const rr_token *t, int *real)
{
    char *end = NULL;
    const int hex = t->size > 1 && (t->at[1] == 'x' || t->at[1] == 'X');
    *real = 0;
    for (unsigned k = 0; k < t->size; ++k) *real |= strchr(hex ? ".pP" : ".eE", t->at[k]) != NULL;
    if (*real) {
        strtod(t->at, &end);
    } else {
        const unsigned long long value = strtoull(t->at, &end, hex ? 16 : 10);
        if (value > UINT32_MAX)
            return REFUSE(r, t, "%.*s: write integers above 2^32 - 1 with an exponent, as RR_C(1e10)", NAME(t));
        if (!hex && t->size > 1 && *t->at == '0' && end > t->at + 1)
            return REFUSE(r, t, "%.*s: write it without the leading 0", NAME(t));
        if (end < t->at + t->size && strchr("uU", *end)) ++end;
    }
    return end == t->at + t->size ? 1 : REFUSE(r, t, "%.*s: write it without its last letter", NAME(t));
}

/* RR_C takes one number: integers would be computed as C's int, which overflows. */
static int read_constant(reader *r)
{
    const rr_token *t = r->t + 1;
    int real;
    if (is_mark(t, '(')) t += 1 + is_mark(t + 1, '-');
    if (t == r->t + 1 || t->kind != RR_TOKEN_NUMBER || !is_mark(t + 1, ')') || strchr("uU", t->at[t->size - 1]))
        return REFUSE(r, r->t, "RR_C takes one number, as RR_C(-0.5)");
    if (!check_number(r, t, &real)) return 0;
    r->t = t + 2;
    return 1;
}

/* Outside RR_C a number with a point would be a double on some devices, not the precision at hand. */
static int read_literal(reader *r)
{
    const rr_token *t = r->t;
    int real;
    if (!check_number(r, t, &real)) return 0;
    if (real) return REFUSE(r, t, "%.*s: write RR_C(%.*s)", NAME(t), NAME(t));
    ++r->t;
    return 1;
}

static int read_word(reader *r)
{
    const rr_token *t = r->t;
    const rr_user_word *word = rr_user_word_of(t);
    const char *instead = rr_user_instead(t);
    if (instead) return REFUSE(r, t, "'%.*s': %s", NAME(t), instead);
    if (word && word->kind == RR_WORD_DECLARATION) return rr_read_declaration(r);
    if (word && word->kind == RR_WORD_DRAW) return read_draw(r, word);
    if (word && rr_token_is(t, "RR_REPEAT")) {
        if (!r->depth || !begins(t)) return REFUSE(r, t, "RR_REPEAT is a statement: use it in functions");
        return read_repeat(r);
    }
    if (rr_token_is(t, "rr_derived")) return read_set_view(r);
    if (rr_token_is(t, "RR_C")) return read_constant(r);
    if (rr_token_is(t, "return") && !check_return(r)) return 0;
    if (is_type(t)) return read_type(r);
    if (rr_token_is(t, "const") && !is_type(t + 1)) return REFUSE(r, t + 1, "const must be followed by a type");
    /* (name)(...) would be a call too. */
    if (is_mark(t - 1, '(') && is_mark(t + 1, ')') && is_mark(t + 2, '('))
        return REFUSE(r, t, "(%.*s)(...) is not allowed in a distribution: write a call without parentheses around its "
                            "name", NAME(t));
    if (word && word->kind == RR_WORD_CALL && !is_mark(t + 1, '('))
        return REFUSE(r, t, "'%.*s' must be followed by (...)", NAME(t));
    if (rr_token_is(t, "RR_FN") && (r->depth || t->directive))
        return REFUSE(r, t, "RR_FN must be outside functions and macros: it begins a function");
    /* It writes two variables: C does not order the parts of an expression. */
    if (rr_token_is(t, "rr_sincos_turn") && (!begins(t) || !is_mark(t + 1, '(')))
        return REFUSE(r, t, "rr_sincos_turn(u, &s, &c); is a statement");
    if (!word && !rr_token_is(t, "const") && !rr_token_is(t, "return") && !check_name(r)) return 0;
    ++r->t;
    return 1;
}

/* A uniform has only .u: its other members are the engine's, and differ for undecided lanes. */
static int read_member(reader *r)
{
    if (!rr_token_is(r->t + 1, "u"))
        return REFUSE(r, r->t, ".%.*s is internal: a uniform has .u, and rr_neglog(u)", NAME(r->t + 1));
    r->t += 2;
    return 1;
}

/* Tests whether an operator has no left operand. */
static int is_prefix(const rr_token *t)
{
    return t[-1].kind == RR_TOKEN_MARK ? !is_mark(t - 1, ')') : t[-1].kind != RR_TOKEN_NUMBER &&
        (t[-1].kind != RR_TOKEN_NAME || rr_token_is(t - 1, "return"));
}

/* Refuses -x, which CUDA lanes lack (the sign of a number is part of it), and addresses but rr_sincos_turn's two. */
static int check_prefix(reader *r)
{
    const rr_token *t = r->t;
    if (!is_prefix(t)) return 1;
    if (is_mark(t, '-') && (t[1].kind == RR_TOKEN_NAME || is_mark(t + 1, '(')))
        return REFUSE(r, t, "'-': write RR_C(-1) * x");
    if (is_mark(t, '*')) return REFUSE(r, t, "'*': a distribution has no pointers");
    const int turns = r->parens && (r->turning >> r->parens & 1) && t[1].kind == RR_TOKEN_NAME &&
                      !has(r->counter, r->counters, t + 1) && (is_mark(t + 2, ',') || is_mark(t + 2, ')'));
    if (is_mark(t, '&') && !turns) return REFUSE(r, t, "'&': only rr_sincos_turn(u, &s, &c) takes addresses");
    return 1;
}

/* A shift must be by fewer bits than a word has: larger shifts give different numbers on different devices. */
static int check_shift(reader *r)
{
    static const char *const looser[] = {")", ",", ";", "&", "|", "^"};
    const rr_token *t = r->t + 1;
    if (t->kind == RR_TOKEN_NUMBER) {   /* otherwise it may be the end, which no token follows */
        char *end = NULL;
        const unsigned long by = strtoul(t->at, &end, 0);
        if (end < t->at + t->size && (*end == 'u' || *end == 'U')) ++end;
        int alone = 0;
        for (size_t k = 0; k < sizeof looser / sizeof looser[0]; ++k) alone |= rr_token_is(t + 1, looser[k]);
        if (by <= 31 && end == t->at + t->size && alone) return 1;
    }
    return REFUSE(r, r->t, "a shift is by a number from 0 to 31, in parentheses: (w %.*s 4)", NAME(r->t));
}

/* '=' must be a statement: C does not order assignments within an expression. */
static int check_assignment(reader *r)
{
    const rr_token *t = r->t, *to = t - 1;
    if (!r->depth && !t->directive) return REFUSE(r, t, "'=' outside functions: a distribution keeps nothing between "
                                                        "attempts");
    if (t->directive || r->parens) return REFUSE(r, t, "'=' is allowed only in statements x = ...;");
    if (to->kind != RR_TOKEN_NAME || is_mark(to - 1, '.') || has(r->counter, r->counters, to))
        return REFUSE(r, t, "'%.*s' can't be set", NAME(to));
    if (is_mark(to - 1, '=')) return REFUSE(r, t, "a statement sets one variable: write two statements");
    if (is_mark(t + 1, '{')) return REFUSE(r, t, "'{': a distribution has no arrays and no initializers");
    return 1;
}

static int read_brace(reader *r)
{
    const rr_token *t = r->t;
    if (t->directive) return REFUSE(r, t, "'%.*s': a macro is an expression, without braces", NAME(t));
    if (r->parens) return REFUSE(r, t, "')' is missing before '%.*s'", NAME(t));
    if (is_mark(t, '{')) {
        const int body = r->depth ? begins(t) : is_mark(t - 1, ')') && (r->trying == 1 || r->defining);
        if (!body) return REFUSE(r, t, "'{' is not allowed here: it begins a function or the body of RR_REPEAT");
        if (++r->depth >= DEEPEST) return REFUSE(r, t, "braces are too deep");
        r->times[r->depth] = r->depth > 1 ? r->times[r->depth - 1] : 1;
    } else {
        if (!r->depth) return REFUSE(r, t, "'}' without its '{'");
        if (!begins(t)) return REFUSE(r, t, "';' is missing before '}'");
        if (!--r->depth) {
            if (r->trying == 1) r->trying = 2;
            if (r->defining) {
                r->about[r->owns].cost = r->spent;
                r->about[r->owns].max = r->about[r->owns].called = 1;
                r->own[r->owns++] = r->defining;
            }
            r->spent = 0;
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
    if (!r->depth) return REFUSE(r, t, "';' outside functions: a distribution keeps nothing between attempts");
    if (r->parens) return REFUSE(r, t, "')' is missing before ';'");
    end_settings(r);
    r->draws = 0;
    r->declares = 0;
    ++r->t;
    return 1;
}

/* A comma between parameters, arguments or declared variables: their order is defined. */
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
        || t[-1].kind == RR_TOKEN_NEWLINE) ? read_directive(r) : REFUSE(r, t, "'#' is not allowed in a distribution");
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
    if (r->parens) return REFUSE(r, r->t, "the parentheses of a macro must close in it");
    if (r->macro) {
        r->about[r->owns - 1].cost = fmax(r->spent, 1);
        for (unsigned k = 0; k < r->formals; ++k) r->about[r->owns - 1].max = fmax(r->about[r->owns - 1].max, r->uses[k]);
        r->spent = r->outside;
        r->macro = 0;
    }
    r->formals = 0;
    ++r->t;
    return 1;
}

/* Adds the token's size when expanded: macros that double each other would stop any compiler. */
static int spend(reader *r)
{
    const rr_token *t = r->t;
    const unsigned own = own_of(r, t);
    const double times = r->weight[r->parens] * (r->depth && !r->macro ? r->times[r->depth] : 1);
    if (!r->macro && !r->depth) return 1;
    r->spent += times * (own < r->owns ? r->about[own].cost : 1);
    for (unsigned k = 0; r->macro && k < r->formals; ++k)
        if (has(&r->formal[k], 1, t)) r->uses[k] += times;
    return r->spent <= COST_MAX ||
           REFUSE(r, t, "with macros, calls and repetitions expanded, this has more than %d words", COST_MAX);
}

int rr_read_token(reader *r)
{
    const rr_token *t = r->t;
    if (!spend(r)) return 0;
    if (!r->depth && !t->directive && !r->first && !is_mark(t, '}')) r->first = t;
    if (r->depth && ++r->code > CODE_MAX)
        return REFUSE(r, t, "the functions of a distribution have at most %d words, numbers and operators", CODE_MAX);
    switch (t->kind) {
    case RR_TOKEN_NAME: return read_word(r);
    case RR_TOKEN_NUMBER: return read_literal(r);
    case RR_TOKEN_MARK: return read_mark(r);
    case RR_TOKEN_NEWLINE: return read_newline(r);
    case RR_TOKEN_STRING: return REFUSE(r, t, "a string is not allowed here");
    default: return refuse_token(r, t);
    }
}

static int names_a_param(const reader *r, const char *name)
{
    int names = 0;
    for (uint32_t p = 0; p < r->read->params; ++p) names |= !strcmp(r->read->param[p].name, name);
    return names;
}

int rr_read_end(reader *r)
{
    if (r->depth) return REFUSE(r, r->t, "a '}' is missing");
    if (r->ifs) return REFUSE(r, r->t, "an #endif is missing");
    if (!r->read->name[0]) return REFUSE(r, r->t, "RR_LAW(name, version, \"sentence\") is missing");
    if (r->read->host[RR_USER_CDF].to && names_a_param(r, "x"))
        return REFUSE(r, r->t, "RR_CDF uses the name x: give the parameter x another name");
    if (!r->trying) return REFUSE(r, r->t, "RR_TRY(%s) { ... } is missing", r->read->name);
    if (!r->read->words[0]) return REFUSE(r, r->t, "RR_TRY(%s) draws nothing", r->read->name);
    return 1;
}
