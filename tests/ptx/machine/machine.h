/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A launch, its warps, and the state that the rules check. */
#ifndef TESTS_PTX_MACHINE_H
#define TESTS_PTX_MACHINE_H

#include <stdio.h>

#include "program.h"

/* CUDA's codes for the results of a launch. */
enum { BAD_ADDRESS = 700, TOO_LONG = 702, MISALIGNED = 716, BROKEN = 719 };

typedef enum schedule { LOWEST, HIGHEST, RANDOM, INTERLEAVED } schedule;

/* Clocks of the lanes of a warp: a lane's own, and the last one of every other lane known through bar.warp.sync. */
typedef u32 clocks[LANES];

/* A word of shared memory: its last writer, and the readers since. written is SETTLED where a barrier of the block came
 * after that. */
enum { SETTLED = 2 };
typedef struct shared_word {
    int written, warp, lane;
    int reader, many;             /* the first reader's warp; 1 if readers are of other warps too */
    u32 clock, readers;
    clocks read;
} shared_word;

/* A word of global memory. launch 0: written by the host, or before. */
typedef struct global_word {
    u32 launch, thread, clock, written;
} global_word;

/* How often an instruction was executed, by a warp whatever its lanes, and by lanes; for a vote, how often a lane alone
 * would have had another result. */
typedef struct tally {
    u64 warps, lanes, splits;
} tally;

typedef struct launch {
    const program *program;
    tally *tallies;               /* of its instructions, where they are requested */
    const char *params;
    u32 number, blocks, threads;
    schedule schedule;
    u64 limit, executed, lanes;   /* instructions of warps, and of lanes */
    int code;                     /* of CUDA: 0 while all is well */
} launch;

typedef struct warp {
    launch *launch;
    char *file;                   /* registers */
    u32 *defined;                 /* lanes, per register */
    int pc[LANES];
    u32 live, waiting;
    u32 active;                   /* lanes that run now, at */
    int at;
    int number, block, done;      /* number: in the grid */
    int stands;                   /* at a barrier of the block that all of its lanes have reached */
    clocks clock[LANES];
    char *shared, *local;
    shared_word *shadow;
    u8 *local_defined;
} warp;

/* ---- What drivers call (launch.c) ---- */
int ptx_launch(const program *p, u32 blocks, u32 threads, const void *params);
int ptx_sm(void);                 /* the requested compute capability, times 10 */

/* Memory that kernels may use (shadow.c); its words are undefined until written. */
void ptx_allocated(const void *start, size_t size);
void ptx_freed(const void *start);
void ptx_written(const void *start, size_t size);

/* ---- Among the files here ---- */

FILE *ptx_log(void);              /* to be closed, unless it is stderr */
void ptx_mutate(program *p);

/* Reports the error, where and in which lane, and ends the launch. */
void ptx_fail(warp *w, const instruction *i, int lane, int code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Fails if a lane of `lanes` has no value in a register. */
void ptx_need(warp *w, const instruction *i, int reg, u32 lanes, const char *what);
void *ptx_file(const warp *w, int reg);   /* where a register is */

void ptx_arithmetic(warp *w, const instruction *i, u32 lanes);
void ptx_pack(warp *w, const instruction *i, u32 lanes);        /* mov of halves, and into halves */
void ptx_memory(warp *w, const instruction *i, u32 lanes);     /* loads and stores */
void ptx_atomic(warp *w, const instruction *i, u32 lanes);
void ptx_together(warp *w, const instruction *i, u32 lanes);   /* votes, shuffles, barriers */
void ptx_active(warp *w, const instruction *i, u32 lanes);     /* activemask: PTX promises no more lanes */
int ptx_run(warp *w, long max);                               /* 0: no lane is left, or the launch has failed; otherwise max
                                                                  instructions are done, or the warp waits at a barrier of
                                                                  the block */
global_word *ptx_global(u64 at, size_t size);                  /* NULL: out of bounds */

u32 ptx_random(void);
void ptx_seed(u64 seed, int approximate);

#endif
