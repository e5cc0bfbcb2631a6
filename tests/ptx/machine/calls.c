/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions, which compilers do not inline where they are long: their lines are read again at each call, with their own
 * registers and labels. Arguments are in memory of the lane: the caller's .param, under the function's names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

enum { NOT_AT_ALL, HEADER, BODY };   /* parser.collects */
enum { DEEPEST = 8 };

/* ".func name(" or ".func (.param .b32 result) name(". */
static void begin(parser *s, const char *at)
{
    s->functions = realloc(s->functions, (size_t)(s->function_count + 1) * sizeof *s->functions);
    function *f = &s->functions[s->function_count++];
    memset(f, 0, sizeof *f);
    if (sscanf(at, ".func (%*[^)])%159[^(]", f->name) == 1) {
        char declared[NAME] = "";
        int align, size;
        sscanf(at, ".func (%159[^)])", declared);
        ptx_parameter(declared, &align, &size, f->result);
    } else if (sscanf(at, ".func %159[^(]", f->name) != 1) {
        ptx_complain(s, "a function of no name", at);
    }
    memmove(f->name, f->name + strspn(f->name, " \t"), strlen(f->name + strspn(f->name, " \t")) + 1);
    f->name[strcspn(f->name, " \t")] = '\0';
    s->collects = HEADER;
}

static void header_line(parser *s, function *f, char *line)
{
    char *at = strstr(line, ".param");
    int align, size;
    line = ptx_trim(line);
    if (at && f->params < MAX_PARAMS && ptx_parameter(at, &align, &size, f->param[f->params])) ++f->params;
    if (*line == '{') s->collects = BODY, s->braces = 1, f->first = s->line + 1;
    else if (strchr(line, ';')) s->collects = NOT_AT_ALL, --s->function_count;   /* only a declaration */
}

static void keep_line(parser *s, function *f, const char *line)
{
    for (const char *c = line; *c; ++c) s->braces += (*c == '{') - (*c == '}');
    if (!s->braces) {
        s->collects = NOT_AT_ALL;
        return;
    }
    f->line = realloc(f->line, (size_t)(f->lines + 1) * sizeof *f->line);
    f->line[f->lines++] = strdup(line);
}

int ptx_function_line(parser *s, char *line)
{
    char *at = strstr(line, ".func");
    if (!s->collects && !at) return 0;
    if (!s->collects) begin(s, at);
    else if (s->collects == HEADER) header_line(s, &s->functions[s->function_count - 1], line);
    else keep_line(s, &s->functions[s->function_count - 1], line);
    return 1;
}

void ptx_forget_functions(parser *s)
{
    for (function *f = s->functions; f < s->functions + s->function_count; ++f) {
        for (int k = 0; k < f->lines; ++k) free(f->line[k]);
        free(f->line);
    }
    free(s->functions);
    free(s->call);
}

/* ---- Calls ---- */

/* The function's name for an address in the caller's memory. */
static void hand_over(parser *s, const char *own, const char *callers)
{
    u64 at = 0;
    if (!ptx_symbol(s, callers, &at)) ptx_complain(s, "unknown operand", callers);
    ptx_add_symbol(s, own, at, 1);
}

static void inline_function(parser *s, const function *f, const char *result, char **arguments, int count)
{
    const int frame = s->frame, line = s->line, symbols = s->symbol_count;
    if (count != f->params || !*result != !*f->result) ptx_complain(s, "a call with other operands", f->name);
    if (++s->calls > DEEPEST) ptx_complain(s, "calls too deep", f->name);
    for (int k = 0; k < count && !s->failed; ++k) hand_over(s, f->param[k], arguments[k]);
    if (*result) hand_over(s, f->result, result);
    s->frame = ++s->frames;
    ptx_scope(s, 1);
    for (int k = 0; k < f->lines && !s->failed; ++k) {
        char *copy = strdup(f->line[k]);
        s->line = f->first + k;
        ptx_body_line(s, copy);
        free(copy);
    }
    ptx_scope(s, 0);
    ptx_add_label(s, RETURN_LABEL);
    s->symbol_count = symbols;   /* its names are used nowhere else */
    s->frame = frame;
    s->line = line;
    --s->calls;
}

/* "call.uni (result), name, (a, b)", of which the first and the last may be missing. */
static void call(parser *s, char *text)
{
    char result[NAME] = "", name[NAME] = "", list[1024] = "", *arguments[MAX_OPERANDS];
    text += strcspn(text, " \t");
    if (sscanf(text, " ( %159[^ )] )", result) == 1) text = strchr(strchr(text, ')'), ',') + 1;
    sscanf(text, " %159[^ ,]", name);
    const char *open = strchr(text, '(');
    if (open) sscanf(open, "( %1023[^)]", list);
    const int count = ptx_split(list, arguments);
    for (int k = 0; k < s->function_count; ++k)
        if (!strcmp(s->functions[k].name, name)) {
            const function f = s->functions[k];
            inline_function(s, &f, result, arguments, count);
            return;
        }
    ptx_complain(s, "a call of an unknown function", name);
}

int ptx_call_line(parser *s, char *line)
{
    line = ptx_trim(line);
    if (!s->call && strncmp(line, "call", 4)) return 0;
    const size_t before = s->call ? strlen(s->call) : 0;
    s->call = realloc(s->call, before + strlen(line) + 2);
    sprintf(s->call + before, "%s ", line);
    char *end = strchr(s->call, ';'), *whole = s->call;
    if (!end) return 1;
    *end = '\0';
    s->call = NULL;
    call(s, whole);
    free(whole);
    return 1;
}
