/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A launch: its settings, its warps, and its messages.
 *   PTX_SM=75|80|90|100      compute capability that kernels are compiled for (90)
 *   PTX_SCHEDULE=lowest|highest|random|interleaved   lanes that continue first; interleaved: warps in turn too
 *   PTX_SEED=n               of the schedules; approximate instructions return any value within their bounds
 *   PTX_LIMIT=n              warp instructions per launch
 *   PTX_MUTATE=KIND:NUMBER   a deliberate fault (mutate.c)
 *   PTX_TALLY=FILE           how often instructions were executed, launch after launch
 *   PTX_LOG=FILE             failures and, one line per process, how much was run; otherwise failures go to stderr */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static u64 all_launches, all_executed, all_lanes;
static u32 launch_number;

void *ptx_file(const warp *w, int reg)
{
    return w->file + w->launch->program->regs[reg].at;
}

FILE *ptx_log(void)
{
    const char *path = getenv("PTX_LOG");
    FILE *f = path ? fopen(path, "a") : NULL;
    return f ? f : stderr;
}

void ptx_fail(warp *w, const instruction *i, int lane, int code, const char *format, ...)
{
    va_list rest;
    if (w->launch->code) return;   /* the first one ends the launch */
    w->launch->code = code;
    FILE *f = ptx_log();
    fprintf(f, "ptx: ");
    va_start(rest, format);
    vfprintf(f, format, rest);
    va_end(rest);
    fprintf(f, "\n  %s: block %d warp %d lane %d, PTX line %d", w->launch->program->entry, w->block, w->number, lane,
            i->line);
    if (i->source) fprintf(f, ", source line %d", i->source);
    fprintf(f, ": %s\n", i->text);
    if (f != stderr) fclose(f);
}

void ptx_need(warp *w, const instruction *i, int reg, u32 lanes, const char *what)
{
    const u32 missing = lanes & ~w->defined[reg];
    if (missing) ptx_fail(w, i, __builtin_ctz(missing), BROKEN, "an undefined %s", what);
}

__attribute__((destructor)) static void say_how_much(void)
{
    if (!all_launches || !getenv("PTX_LOG")) return;
    FILE *f = ptx_log();
    fprintf(f, "ptx: %llu launches, %llu instructions of warps, %llu of lanes\n", (unsigned long long)all_launches,
            (unsigned long long)all_executed, (unsigned long long)all_lanes);
    if (f != stderr) fclose(f);
}

/* ---- Settings ---- */

static u64 number_of(const char *name, u64 otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

int ptx_sm(void)
{
    return (int)number_of("PTX_SM", 90);
}

static schedule schedule_asked(void)
{
    static const char *const names[] = {"lowest", "highest", "random", "interleaved"};
    const char *text = getenv("PTX_SCHEDULE");
    for (int k = 0; text && *text && k < 4; ++k)
        if (!strcmp(text, names[k])) return (schedule)k;
    return LOWEST;
}

/* ---- Warps ---- */

static void set_special(warp *w, int reg, u32 value, u32 by_lane)
{
    for (u32 l = 0; l < LANES; ++l) ((u32 *)ptx_file(w, reg))[l] = value + by_lane * l;
    w->defined[reg] = ALL_LANES;
}

static void set_constants(warp *w)
{
    const program *p = w->launch->program;
    for (int k = 0; k < p->constant_count; ++k) {
        const constant *c = &p->constants[k];
        const size_t width = (size_t)p->regs[c->reg].width;
        char *at = ptx_file(w, c->reg);
        if (width == 1) *(u32 *)(void *)at = (u32)c->value;
        else
            for (size_t l = 0; l < LANES; ++l) memcpy(at + width * l, &c->value, width);
        w->defined[c->reg] = ALL_LANES;
    }
}

static void begin(warp *w, launch *l, u32 number, char *shared, shared_word *shadow)
{
    const program *p = l->program;
    const u32 warps = (l->threads + LANES - 1) / LANES, left = l->threads - number % warps * LANES;
    *w = (warp){.launch = l, .number = (int)number, .block = (int)(number / warps), .shared = shared, .shadow = shadow,
                .live = left >= LANES ? ALL_LANES : (1u << left) - 1};
    w->file = aligned_alloc(64, (p->file_size + 127) & ~(size_t)63);
    memset(w->file, 0xa5, p->file_size);
    w->defined = calloc((size_t)p->reg_count, sizeof *w->defined);
    w->local = calloc(LANES, (size_t)p->local + 1);
    w->local_defined = calloc(LANES, (size_t)p->local + 1);
    for (int k = 0; k < LANES; ++k) w->clock[k][k] = 1;
    set_constants(w);
    set_special(w, p->tid, number % warps * LANES, 1);
    set_special(w, p->ntid, l->threads, 0);
    set_special(w, p->ctaid, (u32)w->block, 0);
    set_special(w, p->nctaid, l->blocks, 0);
    set_special(w, p->laneid, 0, 1);
    set_special(w, p->full_mask, ALL_LANES, 0);
    for (u32 k = 0; k < LANES; ++k) {
        ((u32 *)ptx_file(w, p->own_mask))[k] = 1u << k;
        ((u32 *)ptx_file(w, p->half_mask))[k] = k < LANES / 2 ? 0xffffu : 0xffff0000u;
    }
    w->defined[p->own_mask] = w->defined[p->half_mask] = ALL_LANES;
}

static void end(warp *w)
{
    free(w->file);
    free(w->defined);
    free(w->local);
    free(w->local_defined);
}

/* The warps of a block continue if all that are left wait at a barrier. All of them then know the writes before it. */
static void release(warp *w, u32 warps, size_t words)
{
    u32 left = 0, stand = 0;
    for (u32 k = 0; k < warps; ++k) left += !w[k].done, stand += !w[k].done && w[k].stands;
    if (!stand || stand < left) return;
    for (u32 k = 0; k < warps; ++k) w[k].stands = 0;
    for (shared_word *word = w->shadow; word < w->shadow + words; ++word) {
        if (word->written) word->written = SETTLED;
        word->readers = 0;
    }
}

static void by_turns(warp *warps, u32 count, u32 of_block, size_t words)
{
    for (u32 alive = count; alive;) {
        u32 k = ptx_random() % count;
        for (u32 b = 0; b < count; b += of_block) release(warps + b, of_block, words);
        while (warps[k].done || warps[k].stands) k = (k + 1) % count;
        if (ptx_run(&warps[k], 1 + (long)(ptx_random() % 500))) continue;
        warps[k].done = 1;
        --alive;
    }
}

/* Runs these blocks concurrently. */
static void run_blocks(launch *l, u32 first, u32 count)
{
    const u32 of_block = (l->threads + LANES - 1) / LANES, warps = count * of_block;
    const size_t shared = (size_t)l->program->shared / 4 * 4 + 16;
    warp *w = calloc(warps, sizeof *w);
    char *memory = malloc(shared * count);
    shared_word *shadow = calloc(shared / 4 * count, sizeof *shadow);
    for (u32 k = 0; k < warps; ++k)
        begin(&w[k], l, first * of_block + k, memory + k / of_block * shared, shadow + k / of_block * (shared / 4));
    if (count > 1) by_turns(w, warps, of_block, shared / 4);
    for (u32 alive = count > 1 ? 0 : warps; alive; release(w, warps, shared / 4))
        for (u32 k = 0; k < warps; ++k)
            if (!w[k].done && !w[k].stands && !ptx_run(&w[k], 1l << 60)) w[k].done = 1, --alive;
    for (u32 k = 0; k < warps; ++k) end(&w[k]);
    free(shadow);
    free(memory);
    free(w);
}

/* Writes a line per executed instruction: its PTX line, executions by warps and by lanes, tally.splits, the text. */
static void say_tallies(const launch *l, const char *path)
{
    FILE *f = fopen(path, "a");
    if (!f) return;
    fprintf(f, "launch %s %u %u\n", l->program->entry, l->blocks, l->threads);
    for (int k = 0; k < l->program->length; ++k) {
        const tally *t = &l->tallies[k];
        if (t->warps)
            fprintf(f, "%d %llu %llu %llu %s\n", l->program->code[k].line, (unsigned long long)t->warps,
                    (unsigned long long)t->lanes, (unsigned long long)t->splits, l->program->code[k].text);
    }
    fclose(f);
}

int ptx_launch(const program *p, u32 blocks, u32 threads, const void *params)
{
    launch l = {.program = p, .params = params, .blocks = blocks, .threads = threads, .schedule = schedule_asked(),
                .limit = number_of("PTX_LIMIT", 1u << 30), .number = ++launch_number};
    ptx_seed(number_of("PTX_SEED", 0), getenv("PTX_SEED") != NULL);
    const char *tally_path = getenv("PTX_TALLY");
    if (tally_path && *tally_path) l.tallies = calloc((size_t)p->length, sizeof *l.tallies);
    const u32 at_once = l.schedule == INTERLEAVED ? blocks : 1;
    for (u32 b = 0; b < blocks && !l.code; b += at_once) run_blocks(&l, b, at_once);
    if (l.tallies) say_tallies(&l, tally_path);
    free(l.tallies);
    ++all_launches;
    all_executed += l.executed;
    all_lanes += l.lanes;
    return l.code;
}
