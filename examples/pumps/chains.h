/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Independent Gibbs chains of the pump model, run side by side: the part that uses Reroll. */
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
    rr_result result;              /* the result of the last call */
};

/* Allocates chains. Returns 0, or -1 without memory. */
int chains_make(struct chains *chains, const struct model *model, const rr_device *device, uint64_t count);
void chains_free(struct chains *chains);

/* Resets every chain to its first state and both streams to index 0. */
void chains_start(struct chains *chains, uint64_t seed, rr_strategy strategy);

/* One sweep: a gamma for every pump of every chain, then one for every beta. With RR_COUNT in flags, *counts gets the counts
 * of the rates; it may be NULL. */
rr_status chains_sweep(struct chains *chains, uint32_t flags, rr_counts *counts);

/* chains_same returns 1 if all rates and betas equal these bit by bit; chains_digest returns a hash of them. */
int chains_same(const struct chains *chains, const float *rate, const float *beta);
uint64_t chains_digest(const struct chains *chains);

/* Seconds of a monotonic clock. */
double seconds_now(void);

/* ---- Statistics of the draws ------------------------------------------------------------------------------------- */

/* Sums over sweeps and over batches of chains. Chains are independent, and so are batches: their spread gives standard
 * errors without estimates of autocorrelation. */
struct tally {
    size_t batches, variables;    /* variables: the rates, then beta */
    uint64_t sweeps;
    double *sum, *squares;        /* batches x variables */
};

struct estimate {
    struct moments value, error;  /* mean and sd; their standard errors */
};

/* Makes at most this number of batches, with at least one chain per batch. Returns 0, or -1 without memory. */
int tally_make(struct tally *tally, const struct chains *chains, size_t batches);
void tally_free(struct tally *tally);
void tally_add(struct tally *tally, const struct chains *chains);
struct estimate tally_estimate(const struct tally *tally, const struct chains *chains, size_t variable);

#endif
