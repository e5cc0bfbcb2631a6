/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lanes with one generator each: the LCG of Ridley and Forget's Appendix A, x -> a x + 1 mod 2^63, from neighbouring seeds
 * as printed there, or from drawn seeds; and Philox with neighbouring keys, the same careless choice. */
#include "study.h"

#include <reroll.h>
#include <stdbool.h>
#include <string.h>

const char *const generator_names[GENERATORS] = {"lcg-neighbours", "lcg-drawn", "philox-neighbours"};

#define PRN_MULT UINT64_C(2806196910506780709)
#define PRN_ADD 1
#define PRN_MASK UINT64_C(0x7fffffffffffffff)
#define PRN_NORM 0x1p-63

static double lcg(lane *l)
{
    l->state = (PRN_MULT * l->state + PRN_ADD) & PRN_MASK;
    return (double)l->state * PRN_NORM;
}

/* 53 bits from two words of a Philox block; the lane's seed is the key. */
static double philox(lane *l)
{
    const unsigned half = l->draws & 1;
    if (!half) {
        const uint64_t number = l->draws / 2;
        const uint32_t counter[4] = {(uint32_t)number, (uint32_t)(number >> 32), 0, 0};
        const uint32_t key[2] = {(uint32_t)l->state, (uint32_t)(l->state >> 32)};
        rr_philox4x32_10(counter, key, l->block);
    }
    return (double)(((uint64_t)l->block[2 * half] << 32 | l->block[2 * half + 1]) >> 11) * 0x1p-53;
}

/* A drawn seed is 63 bits of Philox, so that lanes start anywhere on the LCG's single cycle. */
static uint64_t drawn(uint64_t number)
{
    const uint32_t counter[4] = {(uint32_t)number, (uint32_t)(number >> 32), 0, 0}, key[2] = {1, 0};
    uint32_t out[4];
    rr_philox4x32_10(counter, key, out);
    return ((uint64_t)out[0] << 32 | out[1]) & PRN_MASK;
}

void lanes_seed(generator g, uint64_t first, lane lanes[PRINTED_WARP])
{
    memset(lanes, 0, PRINTED_WARP * sizeof *lanes);
    for (unsigned i = 0; i < PRINTED_WARP; ++i) lanes[i].state = g == LCG_DRAWN ? drawn(first + i) : first + i;
}

unsigned lanes_loop(generator g, double accept, lane lanes[PRINTED_WARP], unsigned attempts[PRINTED_WARP])
{
    unsigned max = 0;
    for (unsigned i = 0; i < PRINTED_WARP; ++i) {
        const uint64_t before = lanes[i].draws;
        bool rejected = true;
        while (rejected) {
            rejected = !((g == PHILOX_NEIGHBOURS ? philox(&lanes[i]) : lcg(&lanes[i])) < accept);
            ++lanes[i].draws;
        }
        attempts[i] = (unsigned)(lanes[i].draws - before);
        if (attempts[i] > max) max = attempts[i];
    }
    return max;
}
