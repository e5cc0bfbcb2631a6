/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Particles in a rod of length 1 that scatter backward: a sample is the free path of a particle, exponential with the mean
 * of its kind. It flies so far, out at an end or to a collision, where it turns. memory: where the particles are (below 0:
 * gone), their directions (+1, -1), how many left to the left and to the right, collisions in each of BINS parts of the
 * rod. */
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
