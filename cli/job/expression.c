/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Evaluates expressions by muparser (https://beltoforion.de/en/muparser), loaded on first use through its C interface. Its
 * functions are replaced by the library's (rr_function_list), so that no bit depends on libm; + - * / and comparisons are
 * the processor's. Its ^ calls libm too and can't be replaced: ^ is translated to our own operator with the same
 * precedence, which is right associative: -x^2 is -(x^2) and 2^3^2 is 2^9. */
#include "expression.h"
#include "reroll_density.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The declarations of muParserDLL.h that are used. */
typedef void *parser;
enum { BASE_FLOAT = 0, FROM_THE_RIGHT = 1, AS_POWERS = 7, LENGTH_MAX = 20000 };

static struct muparser {
    parser (*create)(int base);
    void (*release)(parser p);
    void (*set_text)(parser p, const char *text);
    double (*eval)(parser p);
    int (*failed)(parser p);
    const char *(*message)(parser p);
    void (*clear_functions)(parser p);
    void (*define_one)(parser p, const char *name, double (*f)(double), int optimize);
    void (*define_two)(parser p, const char *name, double (*f)(double, double), int optimize);
    void (*define_operator)(parser p, const char *name, double (*f)(double, double), unsigned precedence, int from,
                            int optimize);
    void (*define_variable)(parser p, const char *name, double *x);
    void (*define_constant)(parser p, const char *name, double x);
} mu;

struct expression {
    parser parser;
    double x;
};

#define POWER "#"   /* muparser accepts this character in operators and has no such operator */

/* NULL if the functions are loaded, or the reason why they are not, to be freed; *missing: muparser is not installed. */
static char *load(bool *missing)
{
    static const char *const names[] = {"mupCreate", "mupRelease", "mupSetExpr", "mupEval", "mupError", "mupGetErrorMsg",
                                        "mupClearFun",
                                        "mupDefineFun1", "mupDefineFun2", "mupDefineOprt", "mupDefineVar", "mupDefineConst"};
    void **to = (void **)(void *)&mu;
    static const char *const files[] = {"libmuparser.so.2", "libmuparser.so"};
    void *library = NULL;
    char *why = NULL;
    *missing = true;
    for (int k = 0; k < 2 && !library && *missing; ++k) {
        if ((library = dlopen(files[k], RTLD_NOW | RTLD_LOCAL))) break;
        free(why);
        why = get_copy(dlerror());
        *missing = strstr(why, "No such file") != NULL;   /* otherwise it is damaged, or there is no memory */
    }
    if (!library) return why;
    free(why);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (!(to[i] = dlsym(library, names[i]))) return *missing = false, get_text("it has no %s", names[i]);
    return NULL;
}

/* Loads muparser. NULL, or a message and the exit status. */
static char *need(const char *of, exit_status *status)
{
    bool missing;
    char *why = mu.define_constant ? NULL : load(&missing), *message = NULL;
    if (why && missing)
        message = get_text("%sEXPRESSION needs muparser, which is not installed: install libmuparser2v5 (Debian), or give "
                           "density --table", of);
    else if (why) message = get_text("%sEXPRESSION needs muparser, which can't be loaded: %s", of, why);
    *status = why ? EXIT_DEVICE : EXIT_USAGE;
    free(why);
    return message;
}

/* True if a comma separates arguments of a call. Elsewhere muparser would ignore the part before it. */
static bool between_arguments(const char *text, const char *comma)
{
    int open = 1;
    const char *c = comma;
    while (open && c > text) open += *--c == ')' ? 1 : *c == '(' ? -1 : 0;
    return !open && c > text && isalnum((unsigned char)c[-1]);
}

/* The text with our operator for ^. *wrong is a character that is not allowed, such as the = of an assignment, which would
 * change x; or '\0'. */
static char *translate(const char *text, char *wrong)
{
    char *out = get_copy(text);
    *wrong = '\0';
    for (char *c = out; *c && !*wrong; ++c) {
        const bool compares = *c == '=' && (c[1] == '=' || (c > out && strchr("=<>!", c[-1])));
        if (*c == '^') *c = *POWER;
        else if (!isprint((unsigned char)*c) || strchr("#'\"\\;{}@$`~_", *c) || (*c == '=' && !compares) ||
                 (*c == ',' && !between_arguments(out, c))) *wrong = *c;
    }
    return out;
}

static parser parser_with_ours(double *x)
{
    const char *name;
    parser p = mu.create(BASE_FLOAT);
    mu.clear_functions(p);
    for (size_t i = 0; (name = rr_function_list(i)); ++i) {
        if (rr_function_one(name)) mu.define_one(p, name, rr_function_one(name), 1);
        else mu.define_two(p, name, rr_function_two(name), 1);
    }
    mu.define_operator(p, POWER, rr_function_two("pow"), AS_POWERS, FROM_THE_RIGHT, 1);
    mu.define_constant(p, "pi", 0x1.921fb54442d18p1);
    mu.define_constant(p, "e", 0x1.5bf0a8b145769p1);
    mu.define_variable(p, "x", x);
    return p;
}

expression *expression_open(const char *of, const char *text, exit_status *status, char **error)
{
    char wrong;
    if ((*error = need(of, status))) return NULL;
    if (strlen(text) > LENGTH_MAX) {   /* muparser's limit too, but between_arguments takes the square of the length */
        *error = get_text("%s%.80s: an expression has at most %d characters", of, text, LENGTH_MAX);
        return NULL;
    }
    if (strstr(text, "**")) {
        *error = get_text("%s%.80s: '**' is not an operator: a power is x^2", of, text);
        return NULL;
    }
    char *translated = translate(text, &wrong);
    if (wrong) {
        *error = get_text("%s%.80s: '%c' is not accepted in an expression of x", of, text, wrong);
        free(translated);
        return NULL;
    }
    expression *e = get_memory(sizeof *e);
    e->x = 1;
    e->parser = parser_with_ours(&e->x);
    mu.set_text(e->parser, translated);
    free(translated);
    const bool read = !mu.failed(e->parser);   /* mupError also clears the error */
    if (read) mu.eval(e->parser);
    if (read && !mu.failed(e->parser)) return e;
    *error = get_text("%s%.80s: %s", of, text, mu.message(e->parser));
    for (char *c = *error; *c; ++c)
        if (*c == *POWER) *c = '^';
    expression_close(e);
    return NULL;
}

void expression_close(expression *e)
{
    if (!e) return;
    mu.release(e->parser);
    free(e);
}

double expression_at(double x, void *of)
{
    expression *e = of;
    e->x = x;
    const double y = mu.eval(e->parser);
    return mu.failed(e->parser) ? NAN : y;
}
