/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples, or rows of them, that are drawn one by one from the same bits as categorical's: inverted.c, choices.c. */
#ifndef RR_CPU_EACH_H
#define RR_CPU_EACH_H

#include <stdatomic.h>

#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"
#include "engine/abi/fractions.h"
#include "cpu.h"

typedef struct rr_each rr_each;
struct rr_each {
    rr_part part;                       /* first: parts are merged */
    void (*draw)(rr_each *, uint64_t);  /* draws the sample or row; with part.call->check_only it only checks it */
    size_t capacity;                        /* doubles that a thread needs */
    double *memory, *own;               /* of all threads, and of this one */
    atomic_uint *taken;
    rr_block block[2];                  /* Philox blocks of main and of LOW words, for four samples each, */
    uint64_t number[2];                 /* and their indices */
};

/* Draws n samples or rows; a thread takes `piece` of them at a time. */
rr_status rr_each_run(rr_each *each, uint64_t n, uint64_t piece, rr_result *result);

uint64_t rr_each_index(const rr_each *each, uint64_t element);

/* The first 32 bits of the uniform of an index (RR_PURPOSE_MAIN), or the next 32 (RR_PURPOSE_LOW). rr_each_all: all 128. */
uint32_t rr_each_bits(rr_each *each, uint64_t index, unsigned purpose);
rr_u128 rr_each_all(rr_each *each, uint64_t index);

#endif
