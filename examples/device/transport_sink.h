/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A sink for particles in a rod of length 1 that scatter backward: a sample is the free path of a particle, exponential with
 * the mean of its kind. The particle leaves at an end, or collides and reverses. memory: the positions (below 0: gone), the
 * directions (+1, -1), the numbers that left at the left and right end, the collisions in each of BINS parts of the rod. */
#define BINS 16

typedef struct rr_taker {
    rr_index64 left, right;
} rr_taker;

RR_SINK_FN void rr_taker_begin(rr_taker *t, const rr_sink_memory *m)
{
    (void)m;
    t->left = t->right = 0;
}

RR_SINK_FN void rr_taker_take(rr_taker *t, const rr_sink_memory *m, rr_index64 element, float path)
{
    RR_SINK_GLOBAL float *where = (RR_SINK_GLOBAL float *)m->at[0] + element;
    RR_SINK_GLOBAL float *way = (RR_SINK_GLOBAL float *)m->at[1] + element;
    if (*where < 0) return;
    const float x = *where + *way * path;
    if (x < 0) ++t->left;
    if (x >= 1) ++t->right;
    if (x >= 0 && x < 1) rr_sink_add((RR_SINK_GLOBAL unsigned int *)m->at[3] + (unsigned int)(x * BINS), 1);
    *where = x >= 0 && x < 1 ? x : -1.0f;
    *way = -*way;
}

RR_SINK_FN void rr_taker_end(rr_taker *t, const rr_sink_memory *m)
{
    rr_sink_add64((RR_SINK_GLOBAL rr_index64 *)m->at[2], t->left);
    rr_sink_add64((RR_SINK_GLOBAL rr_index64 *)m->at[2] + 1, t->right);
}
