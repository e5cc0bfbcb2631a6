/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A tile: the samples in work at once, numbered by slot, with all that a sampler reads about them (engine/passes/tile.h). */
#ifndef RR_ABI_TILE_H
#define RR_ABI_TILE_H

#include "key.h"

/* The maximum number of parameters: of the built-in samplers, and of a user-defined distribution. A tile on a GPU has space
 * for the parameters of its sampler only. */
#define RR_FEW_PARAMS 4
#define RR_PARAM_LIMIT 16
#ifndef RR_TILE_PARAMS
#if RR_HAS_BUFFERS
#define RR_TILE_PARAMS RR_PARAM_LIMIT
#else
#define RR_TILE_PARAMS RR_FEW_PARAMS
#endif
#endif
#define RR_STAGES_MAX 4   /* of a composite sampler */
#define RR_TILE_SETUP 10

/* Constants that a sampler computes once from constant parameters. */
typedef union rr_setup {
#ifdef RR_LANE_H
    rr_scalar v[RR_TILE_SETUP * 64 / RR_DTYPE];
#endif
    rr_uint64 space[RR_TILE_SETUP];
} rr_setup;

typedef struct rr_tile {
    rr_bits_key key;
    rr_uint32 n;                                      /* slots 0 ... n-1 */
    rr_uint32 cap;                                    /* attempts 0 ... cap-1 are allowed */
    rr_uint32 base_lo, base_hi;                       /* index of slot 0, unless index_lo is set */
    rr_uint32 varies;                                 /* bit p: parameter p has one value per slot */
    rr_uint32 flip;                                   /* all ones: words of inverse CDFs are complemented (RR_ANTITHETIC) */
    RR_GLOBAL const rr_uint32 *index_lo, *index_hi;   /* index of each slot, or null */
    RR_GLOBAL const void *param[RR_TILE_PARAMS];      /* rr_scalar: n of them, or one */
    RR_GLOBAL const void *table;                      /* of the distribution, shared by all tiles of a job, or null */
#if !RR_HAS_BUFFERS
    rr_scalar uniform[RR_TILE_PARAMS];                /* on a GPU, the constant parameters */
    rr_uint32 loaded;                                 /* 1: in a copy of the tile, uniform holds all parameters of the slot
                                                         of a finish */
#endif
#if RR_HAS_PAIRS
    RR_SHARED const rr_scalar_pair *pairs;                    /* the draw's, in memory of the thread block */
#endif
    rr_setup setup;
} rr_tile;

#endif
