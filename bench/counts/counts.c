/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The program whose instructions counts.py counts: each row draws SMALL and then LARGE samples in one thread, so that the
 * difference is that of LARGE - SMALL samples alone.
 *
 *     counts DEVICE SMALL LARGE          for callgrind, which dumps at each call of phase()
 *     counts DEVICE SMALL LARGE --step   counts by itself with the processor's trap flag, for sets without an emulator
 *
 * Prints one line per row. With --step the line has the number of additional instructions of the large part, followed by
 * indented lines for those of the program itself: the address, and the additional count. */
#define _GNU_SOURCE   /* registers in ucontext.h */
#include <reroll.h>
#include <reroll_sampler.h>

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { MAX = 1 << 16, PARAMS = 4 };

/* A parameter varies from low to high over the samples if these differ. */
static const struct row {
    const char *title, *sampler;
    struct { double low, high; } param[PARAMS];
} rows[] = {
    {"bits", "bits", {{0, 0}}},
    {"uniform", "uniform", {{0, 0}, {1, 1}}},
    {"exponential", "exponential", {{1, 1}}},
    {"normal", "normal", {{0, 0}, {1, 1}}},
    {"gamma(2)", "gamma", {{2, 2}, {1, 1}}},
    {"gamma(.3)", "gamma", {{0.3, 0.3}, {1, 1}}},
    {"gamma-a-draw", "gamma", {{1, 11}, {1, 1}}},
    {"beta(2,3)", "beta", {{2, 2}, {3, 3}}},
    {"truncated-a-draw", "truncated-normal", {{-1, 1}, {1.5, 3}, {0, 0.5}, {1, 1.5}}},
    {"uniform:32", "uniform:32", {{0, 0}, {1, 1}}},
    {"exponential:32", "exponential:32", {{1, 1}}},
    {"normal:32", "normal:32", {{0, 0}, {1, 1}}},
    {"weibull(1.5)", "weibull", {{1.5, 1.5}, {1, 1}}},
    {"weibull-a-draw", "weibull", {{0.5, 3}, {1, 2}}},
    {"gumbel", "gumbel", {{0, 0}, {1, 1}}},
    {"lognormal", "lognormal", {{0, 0}, {1, 1}}},
    {"rayleigh", "rayleigh", {{1, 1}}},
    {"laplace", "laplace", {{0, 0}, {1, 1}}},
    {"cauchy", "cauchy", {{0, 0}, {1, 1}}},
    {"logistic", "logistic", {{0, 0}, {1, 1}}},
    {"pareto(3)", "pareto", {{3, 3}, {1, 1}}},
    {"geometric(.3)", "geometric", {{0.3, 0.3}}},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const rr_device *device;
static unsigned size[2];             /* SMALL, LARGE */
static char out[MAX * 8], values[PARAMS][MAX * 8];

/* ---- Counting ---- */

enum { ELSEWHERE, SMALL, LARGE };
static volatile int part;
static int stepping;
extern const char __executable_start, etext;
static uint32_t *ran[2];             /* number of executions of the instruction at an address, by part */
static uint64_t steps[2];

/* Called after every instruction while the trap flag is set. */
static void step(int signal, siginfo_t *info, void *context)
{
    greg_t *const reg = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uintptr_t at = (uintptr_t)reg[REG_RIP], from = (uintptr_t)&__executable_start, to = (uintptr_t)&etext;
    (void)signal;
    (void)info;
    if (part == ELSEWHERE) {
        reg[REG_EFL] &= ~0x100;
        return;
    }
    if (at >= from && at < to) ++ran[part == LARGE][at - from];
    ++steps[part == LARGE];
}

static int start_stepping(void)
{
    const size_t bytes = (size_t)(&etext - &__executable_start);
    struct sigaction how = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
    ran[0] = calloc(bytes, sizeof *ran[0]);
    ran[1] = calloc(bytes, sizeof *ran[1]);
    stepping = 1;
    return !ran[0] || !ran[1] || sigaction(SIGTRAP, &how, NULL);
}

/* Begins part `now`. */
__attribute__((noinline)) void phase(int now);
void phase(int now)
{
    part = now;
    /* Sets the trap flag; the stack below the red zone is used. */
    if (stepping && now)
        __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; orq $0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::: "memory");
}

static void set_values(const struct row *r, rr_type dtype, rr_job *job)
{
    const int single = dtype == RR_F32;   /* counts have parameters of doubles */
    const unsigned width = single ? 4 : 8;
    for (uint32_t p = 0; p < rr_sampler_about(job->sampler)->params; ++p) {
        const double low = r->param[p].low, high = r->param[p].high;
        for (unsigned k = 0; k < MAX; ++k) {
            const double v = low + (high - low) * (k % 1009) / 1009;
            const float f = (float)v;
            memcpy(values[p] + (size_t)k * width, single ? (const void *)&f : (const void *)&v, width);
        }
        job->param[p] = (rr_param){values[p], single ? RR_F32 : RR_F64, low < high ? (ptrdiff_t)width : 0, 0};
    }
}

static void print_row(const struct row *r, rr_type dtype)
{
    static const char *const dtypes[] = {[RR_F32] = "f32", [RR_F64] = "f64", [RR_I32] = "i32", [RR_I64] = "i64",
                                         [RR_U32] = "u32"};
    const size_t bytes = (size_t)(&etext - &__executable_start);
    printf("%s %s %llu\n", r->title, dtypes[dtype], (unsigned long long)(steps[1] - steps[0]));
    for (size_t k = 0; stepping && k < bytes; ++k)
        if (ran[0][k] != ran[1][k]) {
            printf("  %zx %d\n", k, (int)(ran[1][k] - ran[0][k]));
            ran[0][k] = ran[1][k] = 0;
        }
    steps[0] = steps[1] = 0;
}

/* The first call does the work that is done once per process. */
static void draw(const struct row *r, rr_type dtype)
{
    rr_job job = RR_JOB_INIT;
    rr_result result = RR_RESULT_INIT;
    job.sampler = rr_sampler_find(r->sampler);
    job.dtype = dtype;
    job.stream = rr_stream_make(17, 4);
    job.out = out;
    set_values(r, dtype, &job);
    for (int part = ELSEWHERE; part <= LARGE; ++part) {
        job.rows = size[part == LARGE];
        phase(part);
        if (rr_run(device, &job, &result) != RR_OK) {
            fprintf(stderr, "counts: %s: %s\n", r->title, result.message);
            exit(1);
        }
    }
    phase(ELSEWHERE);
    print_row(r, dtype);
}

int main(int argc, char **argv)
{
    if (argc < 4 || rr_device_open(argv[1], (rr_device **)&device)) return 2;
    for (int k = 0; k < 2; ++k) size[k] = (unsigned)atoi(argv[2 + k]);
    if (size[1] > MAX || (argc > 4 && start_stepping())) return 2;
    for (int k = 0; k < ROWS; ++k) {
        const rr_sampler_info *s = rr_sampler_about(rr_sampler_find(rows[k].sampler));
        for (rr_type dtype = RR_F32; dtype <= RR_U32; ++dtype)
            if (s->dtypes >> dtype & 1 && (!s->counts || dtype == RR_I32 || dtype == RR_I64)) draw(&rows[k], dtype);
    }
    return 0;
}
