/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Simulates every strategy by its own rule, sample by sample and attempt by attempt, for samples with different chances. 64
 * bits of Philox block (k, j) under the seed decide attempt j of sample k. A unit is a row, or a tile for strategies that
 * use tiles. Rows of cached and regroup:ahead depend on earlier rows: the standard error is from 64 batch means. */
#include <stdlib.h>

#include "model.h"
#include "reroll_core.h"

#define BATCHES 64
#define WARM_UP 64             /* rows before the first one counted */
#define LOST UINT64_MAX        /* the attempt number under which a carried sample is lost */
#define NONE UINT64_MAX        /* marks idle lanes in the last row of a tile */

typedef struct slot {
    uint64_t sample, next;     /* its number; the next attempt */
    int open;
} slot;

typedef struct simulation {
    const rr_model_query *q;
    const rr_chance *chance;
    size_t samples;
    uint32_t key[2];
    uint64_t fresh, end;                /* the next sample that no lane has seen; where the tile ends */
    slot now[RR_MODEL_LANES], next[RR_MODEL_LANES];
    slot *queue;                        /* of a tile */
    uint64_t failed;
} simulation;

static int happens(const simulation *x, rr_chance c, uint64_t sample, uint64_t attempt)
{
    const uint32_t at[4] = {(uint32_t)sample, (uint32_t)(sample >> 32), (uint32_t)attempt, (uint32_t)(attempt >> 32)};
    uint32_t word[4];
    rr_philox4x32_10(at, x->key, word);
    const rr_long u = ((rr_long)word[0] + (rr_long)word[1] * 0x1p32L) * 0x1p-64L;
    return c.accept <= c.reject ? u < c.accept : u >= c.reject;
}

/* The slot makes `tries` attempts at once; it is done if one of them is accepted. */
static void make_attempts(const simulation *x, slot *s, uint64_t tries)
{
    const rr_chance c = x->chance[s->sample % x->samples];
    for (uint64_t k = 0; k < tries && s->open; ++k) s->open = !happens(x, c, s->sample, s->next + k);
    s->next += tries;
}

static void start(simulation *x, slot *s, unsigned n)
{
    for (unsigned k = 0; k < n; ++k) s[k] = (slot){x->fresh++, 0, 1};
}

/* The next row, of n slots, as far as the tile goes. */
static void start_row(simulation *x, slot *s, unsigned n)
{
    for (unsigned k = 0; k < n; ++k)
        if (x->fresh < x->end) start(x, &s[k], 1);
        else s[k] = (slot){NONE, 0, 0};
}

static unsigned count_open(const slot *s, unsigned n)
{
    unsigned open = 0;
    for (unsigned k = 0; k < n; ++k) open += s[k].open != 0;
    return open;
}

/* loop and grouped: n slots, g attempts each per iteration. */
static uint64_t unit_groups(simulation *x, unsigned n, unsigned g)
{
    uint64_t steps = 0;
    start_row(x, x->now, n);
    for (; count_open(x->now, n); ++steps)
        for (unsigned k = 0; k < n; ++k)
            if (x->now[k].open) make_attempts(x, &x->now[k], g);
    return steps;
}

static uint64_t unit_cached(simulation *x)
{
    const unsigned K = x->q->lanes;
    const rr_chance lost = rr_chance_reject(1 - x->q->change);
    uint64_t steps = 0;
    memcpy(x->now, x->next, sizeof x->now);
    start_row(x, x->next, x->q->lanes);
    for (unsigned k = 0; k < K; ++k)
        if (x->q->change > 0 && !x->now[k].open && x->now[k].sample != NONE)
            x->now[k].open = happens(x, lost, x->now[k].sample, LOST);
    for (; count_open(x->now, K); ++steps)
        for (unsigned k = 0; k < K; ++k) {
            slot *s = x->now[k].open ? &x->now[k] : &x->next[k];
            if (s->open) make_attempts(x, s, 1);
        }
    return steps;
}

/* The open slots of s get numbers from `first` on; those below `count` get their part of the T lanes: deal.h. */
static unsigned deal(simulation *x, slot *s, unsigned first, unsigned count)
{
    const unsigned T = x->q->lanes;
    unsigned number = first;
    for (unsigned k = 0; k < T && number < count; ++k)
        if (s[k].open) {
            make_attempts(x, &s[k], T / count + (number < T % count));
            ++number;
        }
    return number;
}

static uint64_t unit_regroup(simulation *x)
{
    const unsigned T = x->q->lanes;
    uint64_t steps = 0;
    unsigned open;
    start_row(x, x->now, T);
    for (; (open = count_open(x->now, T)); ++steps) deal(x, x->now, 0, open);
    return steps;
}

static uint64_t unit_regroup_ahead(simulation *x)
{
    const unsigned T = x->q->lanes;
    uint64_t steps = 0;
    unsigned open;
    memcpy(x->now, x->next, sizeof x->now);
    start_row(x, x->next, x->q->lanes);
    for (; (open = count_open(x->now, T)); ++steps) {
        const unsigned both = open + count_open(x->next, T), count = both < T ? both : T;
        deal(x, x->next, deal(x, x->now, 0, count), count);
    }
    return steps;
}

/* Makes passes over the open slots of the queue, packed into registers of T lanes; returns the registers used. */
static uint64_t retry(simulation *x, unsigned n)
{
    uint64_t registers = 0;
    while (n) {
        unsigned left = 0;
        registers += (n + x->q->lanes - 1) / x->q->lanes;
        for (unsigned k = 0; k < n; ++k) {
            make_attempts(x, &x->queue[k], 1);
            if (x->queue[k].open) x->queue[left++] = x->queue[k];
        }
        n = left;
    }
    return registers;
}

static uint64_t unit_compact(simulation *x)
{
    start(x, x->queue, x->q->tile);
    return retry(x, x->q->tile);
}

/* A row, as far as the tile goes; for fixed:M+ a tile with its retries. */
static uint64_t unit_fixed(simulation *x, unsigned side, uint64_t steps)
{
    const uint64_t rest = x->end - x->fresh;
    const unsigned n = x->q->goes_on ? x->q->tile : rest < side ? (unsigned)rest : side;
    unsigned left = 0;
    for (unsigned k = 0; k < n; ++k) {
        slot *s = &x->queue[left];
        start(x, s, 1);
        make_attempts(x, s, x->q->proposals);
        left += s->open != 0;
    }
    if (!x->q->goes_on) x->failed += left;
    return (n + side - 1) / side * steps + (x->q->goes_on ? retry(x, left) : 0);
}

static uint64_t unit_refill(simulation *x)
{
    const unsigned T = x->q->lanes;
    const uint64_t end = x->fresh + x->q->tile;
    uint64_t steps = 0;
    start(x, x->now, T < x->q->tile ? T : x->q->tile);
    for (unsigned k = x->q->tile; k < T; ++k) x->now[k].open = 0;
    for (; count_open(x->now, T); ++steps)
        for (unsigned k = 0; k < T; ++k) {
            if (!x->now[k].open) continue;
            make_attempts(x, &x->now[k], 1);
            if (!x->now[k].open && x->fresh < end) start(x, &x->now[k], 1);
        }
    return steps;
}

static uint64_t unit(simulation *x, const rr_model_law *shape)
{
    switch (x->q->strategy) {
    case RR_MODEL_LOOP: return unit_groups(x, x->q->lanes, 1);
    case RR_MODEL_GROUPED: return unit_groups(x, x->q->lanes / x->q->group, x->q->group);
    case RR_MODEL_CACHED: return unit_cached(x);
    case RR_MODEL_FIXED: return unit_fixed(x, (unsigned)shape->samples, (uint64_t)shape->mode);
    case RR_MODEL_REGROUP: return unit_regroup(x);
    case RR_MODEL_REGROUP_AHEAD: return unit_regroup_ahead(x);
    case RR_MODEL_REFILL: return unit_refill(x);
    default: return unit_compact(x);
    }
}

/* True if rows depend on those before. */
static int is_chained(const rr_model_query *q)
{
    return q->strategy == RR_MODEL_CACHED || q->strategy == RR_MODEL_REGROUP_AHEAD;
}

/* True if a unit is all rows of a tile. */
static int is_by_rows(const rr_model_query *q)
{
    const int whole = q->strategy == RR_MODEL_REFILL || q->strategy == RR_MODEL_COMPACT ||
                      (q->strategy == RR_MODEL_FIXED && q->goes_on);
    return q->first == RR_MODEL_TILE && !whole;
}

/* All rows of a tile. */
static uint64_t unit_tile(simulation *x, const rr_model_law *shape)
{
    uint64_t steps = 0;
    x->end = x->fresh + x->q->tile;
    if (is_chained(x->q)) start_row(x, x->next, x->q->lanes);
    for (unsigned rows = rr_tile_rows_of(x->q, (unsigned)shape->samples).rows; rows; --rows) steps += unit(x, shape);
    return steps;
}

/* Simulates the rows in order. The estimates are of a unit's iterations. */
static void estimate(simulation *x, const rr_model_law *shape, int tiled, uint64_t rows, rr_model_moments *of, double *error)
{
    const uint64_t batches = rows < BATCHES ? rows : BATCHES;
    rr_long sum = 0, square = 0, spread = 0, batch = 0;
    uint64_t in_batch = 0, done = 0;
    const int chained = is_chained(x->q);
    const int fresh = chained && x->q->first && !tiled;
    rr_long means[BATCHES];
    if (chained) start(x, x->next, x->q->lanes);
    for (unsigned k = 0; chained && !x->q->first && k < WARM_UP; ++k) unit(x, shape);
    for (uint64_t row = 0; row < rows; ++row) {
        if (fresh) start(x, x->next, x->q->lanes);
        for (unsigned k = 1; fresh && k < x->q->first; ++k) unit(x, shape);
        const rr_long n = (rr_long)(tiled ? unit_tile : unit)(x, shape);
        sum += n;
        square += n * n;
        batch += n;
        ++in_batch;
        if ((row + 1) * batches / rows > done) {
            means[done++] = batch / in_batch;
            batch = in_batch = 0;
        }
    }
    of->mean = sum / rows;
    of->variance = rows > 1 ? (square - rows * of->mean * of->mean) / (rows - 1) : (rr_long)NAN;
    for (uint64_t k = 0; k < batches; ++k) spread += (means[k] - of->mean) * (means[k] - of->mean);
    *error = batches > 1 ? sqrt((double)(spread / (batches * (batches - 1)))) : NAN;
}

/* The samples of a full row, or of a tile without rows, and, for fixed, a row's iterations in `mode`, from the model, which
 * checks the query too. */
static int shape_of(const rr_model_query *query, rr_model_law *shape)
{
    rr_model_query q = *query;
    if (q.lanes > RR_MODEL_LANES) return -1;
    q.goes_on = 0;
    q.first = 1;
    q.chance = rr_chance_accept(0.5);
    if (query->goes_on && q.strategy == RR_MODEL_FIXED ? !rr_tile_valid(query) : !rr_tile_good(query)) return -1;
    return rr_model_ask(&q, shape, NULL, 0);
}

int rr_model_simulate(const rr_model_query *query, const rr_chance *chance, size_t samples, uint64_t rows, uint64_t seed,
                      rr_model_law *law, double *error)
{
    rr_model_law shape;
    rr_model_moments of;
    double ideal = 0, rough;
    if (!query || !chance || !samples || !rows || !law) return -1;
    for (size_t k = 0; k < samples; ++k) {
        if (!rr_chance_good(chance[k]) || chance[k].accept < 0x1p-20) return -1;
        ideal += 1 / chance[k].accept / (double)samples;
    }
    const int status = shape_of(query, &shape);
    if (status) return status;
    simulation x = {.q = query, .chance = chance, .samples = samples, .key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
                    .end = UINT64_MAX};
    x.queue = malloc(((size_t)query->tile + RR_MODEL_LANES) * sizeof *x.queue);
    if (!x.queue) return -2;
    const int tiled = is_by_rows(query), tiles = tiled || (query->strategy == RR_MODEL_FIXED && query->goes_on);
    estimate(&x, &shape, tiled, rows, &of, &rough);
    free(x.queue);
    const unsigned calls = tiles ? rr_tile_rows_of(query, (unsigned)shape.samples).rows : 1;   /* per unit */
    const double made = tiles ? query->tile : shape.samples;                                   /* samples per unit */
    *law = (rr_model_law){made / calls, (double)of.mean / calls, tiles ? NAN : (double)of.variance, NAN, 0, 0, 0};
    law->fail = (double)x.failed / ((double)rows * made);
    law->attempts = law->mean * query->lanes / law->samples;
    law->efficiency = ideal * (1 - law->fail) / law->attempts;
    if (error) *error = rough / calls;
    return 0;
}
