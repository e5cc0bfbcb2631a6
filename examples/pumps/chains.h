/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many independent Gibbs chains of the pump model, side by side: the part that uses Reroll. */
#ifndef PUMPS_CHAINS_H
#define PUMPS_CHAINS_H

#include "model.h"
#include "reroll.h"

struct chains {
    const struct model *model;
    const rr_device *device;
    rr_strategy strategy;
    uint64_t count;
    rr_stream rate_stream, beta_stream;
    float rate_shape[MAX_PUMPS];   /* the same for all chains */
    float beta_shape;              /* the same for all chains and sweeps */
    float *rate, *rate_scale;      /* count x pumps */
    float *beta, *beta_scale;      /* count */
    double rate_seconds, beta_seconds;   /* time of the last sweep inside the library */
    rr_result result;              /* what the library said last */
};

/* Allocates. Returns 0, or -1: no memory. */
int chains_make(struct chains *chains, const struct model *model, const rr_device *device, uint64_t count);
void chains_free(struct chains *chains);

/* Every chain back to its first state and both streams to their beginning. */
void chains_start(struct chains *chains, uint64_t seed, rr_strategy strategy);

/* One sweep: a gamma for every pump of every chain, then one for every beta. With RR_COUNT in flags the counts of the
 * rates come back in *counts, which may be NULL. */
rr_status chains_sweep(struct chains *chains, uint32_t flags, rr_counts *counts);

/* Whether the state, all rates and betas, has the bytes of these; and 64 bits that stand for it. */
int chains_same(const struct chains *chains, const float *rate, const float *beta);
uint64_t chains_digest(const struct chains *chains);

/* A clock for differences. */
double seconds_now(void);

/* ---- What is kept of the draws ----------------------------------------------------------------------------------- */

/* Sums over sweeps and over batches of chains. The chains are independent, and so are the batches: their spread gives
 * standard errors with no word about autocorrelation. */
struct tally {
    size_t batches, variables;    /* variables: the rates, then beta */
    uint64_t sweeps;
    double *sum, *squares;        /* batches x variables */
};

struct estimate {
    struct moments value, error;  /* and the standard error of both */
};

/* At most so many batches, and one chain a batch at least. Returns 0, or -1: no memory. */
int tally_make(struct tally *tally, const struct chains *chains, size_t batches);
void tally_free(struct tally *tally);
void tally_add(struct tally *tally, const struct chains *chains);
struct estimate tally_estimate(const struct tally *tally, const struct chains *chains, size_t variable);

#endif
