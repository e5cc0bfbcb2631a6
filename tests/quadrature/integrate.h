/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The integral over the first coordinate of each line's masses per cell: Gauss-Kronrod rules of 7 and 15 points (QUADPACK's
 * qk15) on panels. A panel is halved where the two rules differ, and where the probes of lines at its ends or nodes differ,
 * so that panels end at the edges of cells and at switches of the draw. */
#ifndef INTEGRATE_H
#define INTEGRATE_H

#include "outcome.h"

enum { NODES = 15 };

static const double kronrod_at[8] = {0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
                                     0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                                     0.586087235467691130294144691693301, 0.405845151377397166906606412076961,
                                     0.207784955007898467600689403773245, 0};
static const double kronrod_weight[8] = {0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
                                         0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
                                         0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
                                         0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double gauss_weight[8] = {0, 0.129484966168869693270611432679082, 0, 0.279705391489276667901467771423780,
                                       0, 0.381830050505118944950369775488975, 0, 0.417959183673469387755102040816327};

/* A function of s in [0, 2^64): probes of its line, and the masses per cell of the line at s. */
typedef struct integrand {
    void (*probes)(draw_case *, uint64_t s, int *found);
    void (*masses)(draw_case *, uint64_t s, const int *found, double *mass);
    int found;    /* the numbers from probes() that are compared */
    int smooth;   /* masses are smooth even where probes differ */
} integrand;

enum { MAX_FOUND = 3 * (GRID + 1) };

static void panel(draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi);
static void even_panel(draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi);

static void halves(draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi)
{
    const uint64_t mid = lo + (hi - lo) / 2;
    int found[MAX_FOUND];
    f->probes(c, mid, found);
    panel(c, f, lo, at_lo, mid, found);
    panel(c, f, mid, found, hi, at_hi);
}

/* A panel too small to be halved: by its two ends. */
static void sliver(draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi)
{
    double mass[MAX_MERGED];
    for (int k = 0; k < 2; ++k) {
        f->masses(c, k ? hi : lo, k ? at_hi : at_lo, mass);
        for (size_t i = 0; i < c->cells; ++i) c->mass[i] += mass[i] * (double)(hi - lo) * (WHOLE / 2);
    }
}

static int same_probes(const integrand *f, const int *a, const int *b)
{
    return f->smooth || !memcmp(a, b, (size_t)f->found * sizeof *a);
}

/* The probes at both ends differ. Integrates up to the place where they no longer equal those of lo, and moves lo there. */
static void up_to_edge(draw_case *c, const integrand *f, uint64_t *lo, int *at_lo, uint64_t hi, const int *at_hi)
{
    uint64_t same = *lo, edge = hi;
    int found[MAX_FOUND], at_same[MAX_FOUND], at_edge[MAX_FOUND];
    memcpy(at_same, at_lo, sizeof at_same);   /* probes that are not compared change too, and lines start from them */
    memcpy(at_edge, at_hi, sizeof at_edge);
    while (edge - same > fine(same)) {
        const uint64_t mid = same + (edge - same) / 2;
        f->probes(c, mid, found);
        if (same_probes(f, at_lo, found)) {
            same = mid;
            memcpy(at_same, found, sizeof at_same);
        } else {
            edge = mid;
            memcpy(at_edge, found, sizeof at_edge);
        }
    }
    if (same > *lo) even_panel(c, f, *lo, at_lo, same, at_same);
    sliver(c, f, same, at_same, edge, at_edge);
    *lo = edge;
    memcpy(at_lo, at_edge, sizeof at_edge);
}

/* Too small to be halved: the edge is not known better, or is off by that much because variates are rounded. */
static int is_small(const draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi)
{
    double slack = c->f64 ? 0 : 1;
    for (int k = 0; k <= GRID && k < f->found; ++k) {
        if (at_lo[k] == REJECTED || at_hi[k] == REJECTED) continue;
        const size_t a = (size_t)at_lo[k] % c->cells, b = (size_t)at_hi[k] % c->cells;
        for (size_t i = a < b ? a : b; i <= (a < b ? b : a); ++i) slack = fmin(slack, c->slack[i]);
    }
    return hi - lo <= 64 * fine(lo) || (double)(hi - lo) * WHOLE < fmin(slack / 16, 0x1p-16);
}

static double node(int k) { return k < 8 ? 1 - kronrod_at[k] : 1 + kronrod_at[NODES - 1 - k]; }

/* The polynomial through the nodes evaluated at end 0 and, mirrored, at end 2. */
static const double *to_end(void)
{
    static double weight[NODES];
    for (int k = 0; !weight[NODES - 1] && k < NODES; ++k) {
        double w = 1;
        for (int j = 0; j < NODES; ++j) if (j != k) w *= node(j) / (node(j) - node(k));
        weight[k] = w;
    }
    return weight;
}

/* No node sees a bend between an end and the first node: the distance of the ends from the polynomial, times that length (in
 * a panel of length 2). */
static double off_ends(draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi,
                       double (*mass)[MAX_MERGED])
{
    const double *w = to_end();
    double end[2][MAX_MERGED], worst = 0;
    f->masses(c, lo, at_lo, end[0]);
    f->masses(c, hi, at_hi, end[1]);
    for (size_t i = 0; i < c->cells; ++i) {
        double off[2] = {end[0][i], end[1][i]};
        for (int k = 0; k < NODES; ++k) {
            off[0] -= w[k] * mass[k][i];
            off[1] -= w[NODES - 1 - k] * mass[k][i];
        }
        worst = fmax(worst, fmax(fabs(off[0]), fabs(off[1])) * node(0) / c->probability[i]);
    }
    return worst;
}

/* Integrates a panel whose ends have the same probes. */
static void even_panel(draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi)
{
    static double mass[NODES][MAX_MERGED];
    const double half = (double)(hi - lo) / 2;
    const int enough = c->asked >= c->max_asked;
    int found[NODES][MAX_FOUND], same = 1;
    uint64_t at[NODES];
    if (is_small(c, f, lo, at_lo, hi, at_hi)) {
        sliver(c, f, lo, at_lo, hi, at_hi);
        return;
    }
    for (int k = 0; k < NODES; ++k) {
        at[k] = lo + (uint64_t)(node(k) * half);
        f->probes(c, at[k], found[k]);
        same = same && same_probes(f, at_lo, found[k]);
    }
    if (!same && (!enough || hi - lo > UINT64_C(1) << 48)) {
        halves(c, f, lo, at_lo, hi, at_hi);
        return;
    }
    double gauss[MAX_MERGED] = {0}, kronrod[MAX_MERGED] = {0}, worst = 0;
    for (int k = 0; k < NODES; ++k) {
        const int j = k < 8 ? k : NODES - 1 - k;
        f->masses(c, at[k], found[k], mass[k]);
        for (size_t i = 0; i < c->cells; ++i) {
            kronrod[i] += kronrod_weight[j] * mass[k][i];
            gauss[i] += gauss_weight[j] * mass[k][i];
        }
    }
    const double scale = half * WHOLE;
    for (size_t i = 0; i < c->cells; ++i) worst = fmax(worst, fabs(kronrod[i] - gauss[i]) * scale / c->probability[i]);
    if (worst <= c->tolerance) worst = fmax(worst, off_ends(c, f, lo, at_lo, hi, at_hi, mass) * scale);
    ++c->panels;
    if (worst > c->tolerance && !enough) {
        halves(c, f, lo, at_lo, hi, at_hi);
        return;
    }
    for (size_t i = 0; i < c->cells; ++i) {
        c->mass[i] += kronrod[i] * scale;
        if (worst > c->tolerance) c->doubt[i] += worst * c->probability[i];
    }
}

/* Goes from edge to edge: there may be one per count. */
static void panel(draw_case *c, const integrand *f, uint64_t lo, const int *at_lo, uint64_t hi, const int *at_hi)
{
    int from[MAX_FOUND];
    memcpy(from, at_lo, sizeof from);
    while (!same_probes(f, from, at_hi) && !is_small(c, f, lo, from, hi, at_hi)) up_to_edge(c, f, &lo, from, hi, at_hi);
    if (lo < hi) even_panel(c, f, lo, from, hi, at_hi);
}

static void integrate(draw_case *c, const integrand *f, int panels)
{
    int ends[2][MAX_FOUND];
    f->probes(c, 0, ends[0]);
    for (int k = 0; k < panels; ++k) {
        f->probes(c, grid_point(k + 1, panels), ends[(k + 1) % 2]);
        panel(c, f, grid_point(k, panels), ends[k % 2], grid_point(k + 1, panels), ends[(k + 1) % 2]);
    }
}

/* ---- PLANE --------------------------------------------------------------------------------------------------------- */

static void plane_probes(draw_case *c, uint64_t s, int *found)
{
    place(&c->at, 0, s);
    memset(found, 0, 2 * (GRID + 1) * sizeof *found);
    for (int k = 0; k <= GRID; ++k) {
        found[k] = outcome_at(c, 1, probe_point(k));
        if (c->apart && found[k] != REJECTED) found[GRID + 1 + k] = (int)c->value;
    }
}

static void plane_masses(draw_case *c, uint64_t s, const int *found, double *mass)
{
    place(&c->at, 0, s);
    line(c, 1, found, mass);
}

static const integrand plane = {plane_probes, plane_masses, 2 * (GRID + 1), 0},
                       smooth_plane = {plane_probes, plane_masses, GRID + 1, 1};

static void integrate_binades(draw_case *c, unsigned parts)
{
    double mass[MAX_MERGED];
    for (unsigned k = 0; k < parts; ++k) {
        /* Just before the middle, and there: on average the counts of a part are half a count below its middle. */
        for (uint64_t before = 0; before < 2; ++before) {
            place(&c->at, 0, (2 * (uint64_t)k + 1) * (UINT64_MAX / (2 * parts) + 1) - before);
            dense_line(c, 1, mass);
            for (size_t i = 0; i < c->cells; ++i) c->mass[i] += mass[i] / (2 * parts);
        }
    }
}

/* ---- NORMAL -------------------------------------------------------------------------------------------------------- */

#define REACH 9.0   /* beyond are 2e-19 */

/* The normal variate x: its radius, the angle being 0 or half a turn. */
static double normal_place(draw_case *c, uint64_t s)
{
    const double x = REACH * (2 * ((double)s * WHOLE) - 1), e = x * x / 2;
    const double below = exp(-e), above = -expm1(-e);
    const uint64_t u = above < 0.5 ? ~(uint64_t)(above * 0x1p64) : (uint64_t)(below * 0x1p64);
    place(&c->at, 0, u);
    place(&c->at, 1, x < 0 ? UINT64_C(1) << 63 : 0);
    return x;
}

/* The verdict's line has the boost in its middle, whose cell does not count where the boost changes the value; the boost's
 * line has a verdict that accepts. */
static void normal_probes(draw_case *c, uint64_t s, int *found)
{
    normal_place(c, s);
    place(&c->at, 3, UINT64_C(1) << 63);
    probes(c, 2, found);
    for (int k = 0; c->boosted && k <= GRID; ++k) found[k] = found[k] == REJECTED ? REJECTED : 0;
    place(&c->at, 2, 0);
    probes(c, 3, found + GRID + 1);
}

static void normal_masses(draw_case *c, uint64_t s, const int *found, double *mass)
{
    double accepted[MAX_MERGED], all = 0;
    int verdicts[GRID + 1];
    const double x = normal_place(c, s);
    place(&c->at, 3, UINT64_C(1) << 63);
    probes(c, 2, verdicts);
    line(c, 2, verdicts, accepted);
    for (size_t i = 0; i < c->cells; ++i) all += accepted[i];
    place(&c->at, 2, 0);
    line(c, 3, found + GRID + 1, mass);
    for (size_t i = 0; i < c->cells; ++i) mass[i] *= all * exp(-x * x / 2) * (2 * REACH * 0.39894228040143267794);
}

static const integrand normal_then = {normal_probes, normal_masses, GRID + 1, 0};

#endif
