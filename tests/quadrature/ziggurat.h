/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The ziggurats, layer by layer (engine/draws/ziggurat.h). s is the abscissa, whose first bits are the sample's own and the
 * next ones a side word; t is the height. The part of the base that is the tail is one more stratum, in which s is the
 * tail's uniform. */
#ifndef QUADRATURE_ZIGGURAT_H
#define QUADRATURE_ZIGGURAT_H

#include "integrate.h"

enum { LAYERS = 256, TAIL = LAYERS };

/* The stratum that is integrated: its layer or TAIL, the sign bit, whether there is one, and the s at which the tail
 * begins. */
static struct { unsigned layer, sign, drop; uint64_t tail; } stratum;

static void ziggurat_height(draw_case *c, uint64_t t)
{
    c->words.side[0] = (uint32_t)(t >> 32);
    if (c->f64) c->words.side[1] = (uint32_t)t;
}

/* A position in a layer: bits of s. */
static void ziggurat_abscissa(draw_case *c, uint64_t s, unsigned layer)
{
    const unsigned drop = stratum.drop;
    const uint64_t top = s >> drop, flip = drop && stratum.sign ? UINT64_MAX : 0;
    if (c->f64) {
        const uint64_t w = ((top ^ flip) & ~UINT64_C(255)) | layer, more = s << (56 - drop);
        c->words.main[0][0] = (uint32_t)(w >> 32);
        c->words.main[0][1] = (uint32_t)w;
        c->words.side[2] = (uint32_t)(more >> 32);
        c->words.side[3] = 0x80000000u;
    } else {
        c->words.main[0][0] = ((uint32_t)((top ^ flip) >> 32) & 0xffffff00u) | layer;
        c->words.side[1] = (uint32_t)(s >> (8 + drop));
    }
}

/* Maps s 2^-64 to the part of the base that is not the tail. */
static uint64_t before_tail(uint64_t s) { return (uint64_t)((unsigned __int128)s * stratum.tail >> 64); }

static void ziggurat_place(draw_case *c, uint64_t s)
{
    if (stratum.layer != TAIL) {
        ziggurat_abscissa(c, stratum.layer ? s : before_tail(s), stratum.layer);
        return;
    }
    ziggurat_abscissa(c, UINT64_MAX, 0);
    c->words.side[2] = (uint32_t)(s >> 32);
    c->words.side[3] = (uint32_t)s;
}

/* True if position s of the base is in the tail. There the tail's uniform changes the value. */
static int in_tail(draw_case *c, uint64_t s)
{
    double x[2];
    int open;
    ziggurat_height(c, 0);
    ziggurat_abscissa(c, s, 0);
    for (int k = 0; k < 2; ++k) {
        c->words.side[2] = k ? 1u << 20 : UINT32_MAX;
        if (!(c->f64 ? feed_again_f64 : feed_again_f32)(&c->words, 0, &x[k], &open)) x[k] = 0;
    }
    return fabs(x[1] - x[0]) > 0.5;
}

static void ziggurat_runs(draw_case *c, uint64_t lo, int a, uint64_t hi, int b, double *length)
{
    while (a != b && hi - lo > fine(lo)) {   /* accepted below a height: one end of a run */
        const uint64_t mid = lo + (hi - lo) / 2;
        ziggurat_height(c, mid);
        if (outcome(c) == a) lo = mid;
        else hi = mid;
    }
    if (a != REJECTED) length[a] += (double)(a == b ? UINT64_MAX : lo + (hi - lo) / 2) * WHOLE;
}

static void ziggurat_probes(draw_case *c, uint64_t s, int *found)
{
    ziggurat_place(c, s);
    for (int k = 0; k < 2; ++k) {
        ziggurat_height(c, k ? UINT64_MAX : 0);
        found[k] = outcome(c);
    }
}

static void ziggurat_masses(draw_case *c, uint64_t s, const int *found, double *mass)
{
    memset(mass, 0, c->cells * sizeof *mass);
    ziggurat_place(c, s);
    ziggurat_runs(c, 0, found[0], UINT64_MAX, found[1], mass);
    const double base = (double)stratum.tail * WHOLE;
    const double weight = stratum.layer == TAIL ? 1 - base : stratum.layer ? 1 : base;
    for (size_t i = 0; i < c->cells; ++i) mass[i] *= weight / LAYERS;
}

static const integrand ziggurat = {ziggurat_probes, ziggurat_masses, 2, 0};

static void integrate_ziggurat(draw_case *c, int has_sign)
{
    stratum.drop = (unsigned)has_sign;
    stratum.sign = 0;
    uint64_t lo = 0, hi = UINT64_MAX;
    while (hi - lo > 1) {
        const uint64_t mid = lo + (hi - lo) / 2;
        if (in_tail(c, mid)) hi = mid;
        else lo = mid;
    }
    stratum.tail = hi;
    for (stratum.sign = 0; stratum.sign <= (unsigned)has_sign; ++stratum.sign)
        for (stratum.layer = 0; stratum.layer <= TAIL; ++stratum.layer) integrate(c, &ziggurat, 1);
}

#endif
