/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Deliberate faults, for the emulator's own test (mutations.py): PTX_MUTATE=KIND:NUMBER changes one instruction of every
 * kernel, the one with index NUMBER of its kind, and reports which; PTX_MUTATE=count prints the number of each kind.
 *
 *   barrier   a barrier of the warp or the block is removed
 *   store     a store is removed
 *   vote      a lane votes alone
 *   shuffle   a lane names itself alone in a shuffle
 *   halves    a .sync joins 16 lanes only: its mask has half a warp
 *   widen     a mask that is not constant names all lanes */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

typedef enum fault { NO_BARRIER, NO_STORE, VOTES_ALONE, SHUFFLES_ALONE, HALVES, WIDENED, FAULTS } fault;
static const char *const names[FAULTS] = {"barrier", "store", "vote", "shuffle", "halves", "widen"};

static int is_number(const program *p, int reg)
{
    for (int k = 0; k < p->constant_count; ++k)
        if (p->constants[k].reg == reg) return 1;
    return 0;
}

/* A number, or a register to which only numbers are moved. */
static int is_constant(const program *p, int reg)
{
    int moves = 0;
    if (is_number(p, reg)) return 1;
    for (const instruction *i = p->code; i < p->code + p->length; ++i)
        for (int t = 0; t < i->tos; ++t) {
            if (i->to[t] != reg) continue;
            if (i->kind != ARITHMETIC || i->froms != 1 || !is_number(p, i->from[0])) return 0;
            ++moves;
        }
    return moves > 0;
}

static int is_site(const program *p, const instruction *i, fault f)
{
    const int of_a_warp = i->kind == BARRIER && i->which == OF_A_WARP;
    const int has_mask = of_a_warp || i->kind == VOTE || i->kind == SHUFFLE;
    switch (f) {
    case NO_BARRIER: return i->kind == BARRIER;
    case NO_STORE: return i->kind == STORE && i->space != LOCAL;
    case VOTES_ALONE: return i->kind == VOTE;
    case SHUFFLES_ALONE: return i->kind == SHUFFLE;
    case HALVES: return has_mask;
    default: return has_mask && !is_constant(p, i->from[i->froms - 1]);
    }
}

static void change(program *p, instruction *i, fault f)
{
    int *mask = &i->from[i->froms - 1];
    if (f == NO_BARRIER || f == NO_STORE) i->kind = NOTHING;
    else *mask = f == HALVES ? p->half_mask : f == WIDENED ? p->full_mask : p->own_mask;
}

static void say(const program *p, int line, const char *text)
{
    FILE *f = ptx_log();
    if (line) fprintf(f, "ptx: %s: changed line %d: %s\n", p->entry, line, text);
    else
        for (int k = 0; k < FAULTS; ++k) {
            int sites = 0;
            for (int i = 0; i < p->length; ++i) sites += is_site(p, &p->code[i], (fault)k);
            fprintf(f, "ptx: %s: %s %d\n", p->entry, names[k], sites);
        }
    if (f != stderr) fclose(f);
}

void ptx_mutate(program *p)
{
    const char *asked = getenv("PTX_MUTATE"), *colon = asked ? strchr(asked, ':') : NULL;
    if (asked && !strcmp(asked, "count")) say(p, 0, NULL);
    for (int f = 0; colon && f < FAULTS; ++f) {
        int number = atoi(colon + 1);
        if (strlen(names[f]) != (size_t)(colon - asked) || strncmp(names[f], asked, strlen(names[f]))) continue;
        for (int i = 0; i < p->length; ++i) {
            if (!is_site(p, &p->code[i], (fault)f) || number--) continue;
            say(p, p->code[i].line, p->code[i].text);
            change(p, &p->code[i], (fault)f);
        }
    }
}
