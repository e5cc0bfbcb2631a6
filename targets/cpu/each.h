/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples, or rows of them, that are drawn one by one, of digits as categorical has them: inverted.c, choices.c. */
#ifndef RR_CPU_EACH_H
#define RR_CPU_EACH_H

#include <stdatomic.h>

#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"
#include "engine/abi/shares.h"
#include "cpu.h"

typedef struct rr_each rr_each;
struct rr_each {
    rr_part part;                       /* first: parts are merged */
    void (*draw)(rr_each *, uint64_t);  /* number `at`, which is checked alone where part.call says so */
    size_t room;                        /* doubles that a thread wants */
    double *memory, *own;               /* all threads', and this one's */
    atomic_uint *taken;
    rr_block block[2];                  /* of main and of LOW words of four samples, */
    uint64_t number[2];                 /* and its number */
};

/* n of them, in pieces of so many for a thread at a time. */
rr_status rr_each_run(rr_each *each, uint64_t n, uint64_t piece, rr_result *result);

uint64_t rr_each_index(const rr_each *each, uint64_t element);

/* The first 32 digits of the uniform of an index, and the next: of RR_PURPOSE_MAIN and RR_PURPOSE_LOW. All 128. */
uint32_t rr_each_digits(rr_each *each, uint64_t index, unsigned purpose);
rr_u128 rr_each_all(rr_each *each, uint64_t index);

#endif
