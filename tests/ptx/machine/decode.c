/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Decodes one instruction from its text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

static int begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static void to(parser *s, instruction *i, const char *name, int width)
{
    i->to[i->tos++] = strcmp(name, "_") ? ptx_operand(s, name, width) : ptx_add_register(s->p, width);
}

static void from(parser *s, instruction *i, const char *name, int width)
{
    i->from[i->froms++] = ptx_operand(s, name, width);
}

/* The position of the first of these words, between dots, in an opcode; -1 if none. */
static int variant(const char *opcode, const char *const *words, int count)
{
    for (int k = 0; k < count; ++k) {
        char dotted[16];
        snprintf(dotted, sizeof dotted, ".%s", words[k]);
        const char *at = strstr(opcode, dotted);
        if (at && (at[strlen(dotted)] == '.' || !at[strlen(dotted)])) return k;
    }
    return -1;
}

static int space_of(parser *s, const char *opcode)
{
    static const char *const spaces[] = {"param", "global", "shared", "local", "const"};
    const int k = variant(opcode, spaces, 5);
    if (k < 0) ptx_complain(s, "an address of no known space", opcode);
    return k == 4 ? GLOBAL : k;
}

/* Loads may go to a register wider than the loaded value, stores may come from one. */
static void value(parser *s, instruction *i, const char *name)
{
    const int known = strcmp(name, "_") ? ptx_find_register(s, name) : ptx_add_register(s->p, 8);
    const int r = known >= 0 ? known : ptx_operand(s, name, i->size);
    if (i->kind == LOAD) i->to[i->tos++] = r;
    else i->from[i->froms++] = r;
}

static void memory(parser *s, instruction *i, const char *opcode, const char *type, char **t)
{
    char *values[MAX_OPERANDS], *list = t[i->kind == LOAD ? 0 : 1];
    i->parts = strstr(opcode, ".v4") ? 4 : strstr(opcode, ".v2") ? 2 : 1;
    i->size = ptx_type_size(type);
    i->is_signed = *type == 's';
    i->space = (space)space_of(s, opcode);
    s->is_local = 0;
    ptx_address(s, i, t[i->kind == LOAD ? 1 : 0]);
    if (i->space == PARAM && s->is_local) i->space = LOCAL;
    if (*list == '{') {
        list[strlen(list) - 1] = '\0';
        if (ptx_split(list + 1, values) != i->parts) ptx_complain(s, "a vector of another length", opcode);
        for (int k = 0; k < i->parts && !s->failed; ++k) value(s, i, values[k]);
    } else {
        value(s, i, list);
    }
}

static void atomic(parser *s, instruction *i, const char *opcode, const char *type, char **t, int n)
{
    static const char *const names[] = {"exch", "or", "and", "xor", "add", "min", "max", "cas"};
    int k = 0;
    i->size = ptx_type_size(type);
    i->is_signed = *type == 's';
    i->which = variant(opcode, names, 8);
    i->space = (space)space_of(s, opcode);
    if (i->which < 0 || *type == 'f' || (i->space != GLOBAL && i->space != SHARED))
        ptx_complain(s, "unknown atomic", opcode);
    if (begins(opcode, "atom")) to(s, i, t[k++], i->size);
    ptx_address(s, i, t[k++]);
    while (k < n) from(s, i, t[k++], i->size);
}

static void vote(parser *s, instruction *i, const char *opcode, char **t)
{
    static const char *const kinds[] = {"any", "all", "ballot", "uni"};
    i->which = variant(opcode, kinds, 4);
    if (i->which < 0) ptx_complain(s, "unknown vote", opcode);
    to(s, i, t[0], i->which == VOTE_BALLOT ? 4 : 1);
    i->negated = *t[1] == '!';
    from(s, i, t[1] + i->negated, 1);
    from(s, i, t[2], 4);
}

static void shuffle(parser *s, instruction *i, const char *opcode, char **t)
{
    static const char *const kinds[] = {"idx", "bfly", "up", "down"};
    char *in = strchr(t[0], '|');
    i->which = variant(opcode, kinds, 4);
    if (i->which < 0) ptx_complain(s, "unknown shuffle", opcode);
    if (in) *in = '\0';
    to(s, i, t[0], 4);
    if (in) to(s, i, in + 1, 1);
    for (int k = 1; k < 5; ++k) from(s, i, t[k], 4);
}

static void halves(parser *s, instruction *i, const char *type, char **t)
{
    char *parts[MAX_OPERANDS], *list = *t[0] == '{' ? t[0] : t[1];
    const int width = ptx_type_size(type);
    i->kind = list == t[0] ? UNPACK : PACK;
    list[strlen(list) - 1] = '\0';
    if (ptx_split(list + 1, parts) != 2) {
        ptx_complain(s, "not two halves", i->text);
        return;
    }
    for (int h = 0; h < 2; ++h)
        if (i->kind == UNPACK) to(s, i, parts[h], width / 2);
        else from(s, i, parts[h], width / 2);
    if (i->kind == UNPACK) from(s, i, t[1], width);
    else to(s, i, t[0], width);
}

static void arithmetic(parser *s, instruction *i, const char *opcode, char **t, int n)
{
    int widths[6], k = 1;
    i->which = ptx_find_operation(opcode, widths);
    if (i->which < 0) {
        ptx_complain(s, "unknown instruction", opcode);
        return;
    }
    to(s, i, t[0], widths[0]);
    for (; widths[k] && k < n; ++k) from(s, i, t[k], widths[k]);
    if (k != n || widths[k]) ptx_complain(s, "another number of operands", i->text);
}

static void by_opcode(parser *s, instruction *i, const char *opcode, char **t, int n)
{
    const char *dot = strrchr(opcode, '.'), *type = dot ? dot + 1 : "";
    const int is_load = begins(opcode, "ld."), is_store = begins(opcode, "st.");
    if (begins(opcode, "bra")) i->kind = BRANCH;
    else if (!strcmp(opcode, "ret") || !strcmp(opcode, "exit")) i->kind = s->frame && *opcode == 'r' ? BRANCH : RETURN;
    else if (begins(opcode, "membar") || begins(opcode, "fence")) i->kind = NOTHING;
    else if (!strcmp(opcode, "activemask.b32")) {
        i->kind = ACTIVE;
        to(s, i, t[0], 4);
    } else if (is_load || is_store) {
        i->kind = is_load ? LOAD : STORE;
        memory(s, i, opcode, type, t);
    } else if (begins(opcode, "atom.") || begins(opcode, "red.")) {
        i->kind = ATOMIC;
        atomic(s, i, opcode, type, t, n);
    } else if (begins(opcode, "vote.sync.")) {
        i->kind = VOTE;
        vote(s, i, opcode, t);
    } else if (begins(opcode, "shfl.sync.")) {
        i->kind = SHUFFLE;
        shuffle(s, i, opcode, t);
    } else if (!strcmp(opcode, "bar.warp.sync")) {
        i->kind = BARRIER;
        from(s, i, t[0], 4);
    } else if ((!strcmp(opcode, "bar.sync") || !strcmp(opcode, "barrier.sync")) && n == 1 && !strcmp(t[0], "0")) {
        i->kind = BARRIER;
        i->which = OF_A_BLOCK;
    } else if (n == 2 && begins(opcode, "mov.b") && (*t[0] == '{' || *t[1] == '{')) halves(s, i, type, t);
    else arithmetic(s, i, opcode, t, n);
}

static void append(parser *s, const instruction *i, const char *target)
{
    program *p = s->p;
    if (p->length == p->capacity) {
        p->capacity = p->capacity ? 2 * p->capacity : 1024;
        p->code = realloc(p->code, (size_t)p->capacity * sizeof *p->code);
        s->targets = realloc(s->targets, (size_t)p->capacity * sizeof *s->targets);
    }
    char label[NAME];
    snprintf(label, sizeof label, "%d%.140s", s->frame, target);
    s->targets[p->length] = i->kind == BRANCH ? strdup(label) : NULL;
    p->code[p->length++] = *i;
}

/* @p or @!p before the opcode: returns what follows it. */
static char *guard(parser *s, instruction *i, char *text)
{
    char name[NAME];
    int used = 0;
    if (*text != '@') return text;
    i->guard_not = *++text == '!';
    text += i->guard_not;
    if (sscanf(text, "%159s%n", name, &used) != 1) ptx_complain(s, "a guard of no name", text);
    else i->guard = ptx_operand(s, name, 1);
    text += used;
    while (isspace((u8)*text)) ++text;
    return text;
}

void ptx_decode(parser *s, char *text)
{
    instruction i = {.guard = -1, .line = s->line, .source = s->source, .text = strdup(text)};
    char opcode[64] = "", *operands[MAX_OPERANDS] = {NULL};
    int used = 0;
    text = guard(s, &i, text);
    sscanf(text, "%63s%n", opcode, &used);
    const int n = ptx_split(text + used, operands);
    const int needs = strcmp(opcode, "ret") && strcmp(opcode, "exit") && strncmp(opcode, "membar", 6) &&
                      strncmp(opcode, "fence", 5);
    if (needs && !n) ptx_complain(s, "no operands", i.text);
    if (!s->failed) by_opcode(s, &i, opcode, operands, n);
    append(s, &i, n ? operands[0] : RETURN_LABEL);
}
