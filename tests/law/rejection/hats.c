/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Continuous rejections without sampling. An attempt is a function of its first uniform: a value, and a bound that the
 * second uniform must lie below. For parameters that are dense on a log scale and include switch points and ends of ranges,
 * and first uniforms on a lattice that is dense at both ends:
 *
 *   the bound is at most 1, except for rounding: the hat is above the density;
 *   values increase with the uniform, from one end of the distribution to the other, and are the same from either side of
 *   1/2: no part of the distribution is left out, or drawn twice;
 *   the accepted mass of every cell of the lattice, by Gauss's rule, is the exact probability of its values, up to one
 *   factor, the acceptance.
 *
 * Built as hats_f32 and hats_f64; the distributions are in hats_laws.h. */
#include "tests/law/lanes.h"
#include "engine/draws/placed/placed.h"

/* Error of a cell in addition to the roundings of its ends: that of Gauss's rule and of the bound. */
#if RR_DTYPE == 32
#define CELL 6e-5L
#define WHOLE 2e-6L
#else
#define CELL 1e-9L
#define WHOLE 2e-10L
#endif

enum { TAILS = 66, CENTRE = 80, EXTRA = 4, EDGES = TAILS + CENTRE + EXTRA + 1, NODES = 10 };

/* Gauss-Legendre on [0, 1]: half of the nodes, symmetric. */
static const long double node[NODES / 2] = {0.01304673574141413996L, 0.06746831665550774463L, 0.16029521585048779688L,
                                            0.28330230293537640460L, 0.42556283050918439456L};
static const long double weight[NODES / 2] = {0.03333567215434406880L, 0.07472567457529029657L, 0.10954318125799102200L,
                                              0.13463335965499817755L, 0.14776211235737643509L};

static long double gauss_node(int k) { return k < NODES / 2 ? node[k] : 1 - node[NODES - 1 - k]; }
static long double gauss_weight(int k) { return weight[k < NODES / 2 ? k : NODES - 1 - k]; }

/* The number of panels of values, so that none is wider than a quarter. */
static int panels_of(long double width) { return 1 + (int)fminl(4 * fabsl(width), 200); }

/* The value as a coordinate in which the density is smooth, and its possible rounding error. */
typedef struct proposal {
    long double y, bound, rounding;
} proposal;

/* A distribution at given parameters, which its functions know. v: the distance of U to its nearer end. */
typedef struct hat {
    const char *name;
    double p[2];
    proposal (*at)(rr_sides x);
    long double (*log_density)(long double y);   /* of the coordinate, up to a constant */
    long double mode, unit, end;                 /* of the coordinate: mode, width, range */
    long double corner[EXTRA];                   /* v at which the hat has corners; 0: none */
    long double top;                             /* log_density(mode), once it is known */
    long double slack;                           /* half ulps of 1 that a bound may exceed 1 by */
} hat;

/* The worst values of a distribution. */
typedef struct worst {
    long double excess, cell, whole;
    double p[2], at[2];
} worst;

static rr_sides sides_at(long double v, int upper)
{
    rr_sides x;
    memset(&x, 0, sizeof x);
    x.v = (rr_scalar)v;
    x.c = (rr_scalar)(0.5L - (long double)x.v);
    x.sign = rr_asbits(rr_splat(upper ? RR_C(0.) : RR_C(-0.)));
    return x;
}

static int by_size(const void *x, const void *y)
{
    const long double a = *(const long double *)x, b = *(const long double *)y;
    return (a > b) - (a < b);
}

/* v from 2^-36 to 1/2, as numbers of the type. */
static int edges_of(const hat *h, long double *v)
{
    int n = 0;
    for (int k = 0; k < TAILS; ++k) v[n++] = (rr_scalar)exp2l(-36 + 33.L * k / TAILS);
    for (int k = 0; k <= CENTRE; ++k) v[n++] = (rr_scalar)(0.125L + 0.375L * k / CENTRE);
    for (int k = 0; k < EXTRA; ++k)
        if (h->corner[k] > 1e-10L && h->corner[k] < 0.5L) v[n++] = (rr_scalar)h->corner[k];
    qsort(v, (size_t)n, sizeof *v, by_size);
    return n;
}

static long double exact_mass(const hat *h, long double from, long double to)
{
    const int panels = panels_of(to - from);
    const long double width = (to - from) / panels;
    long double sum = 0;
    for (int k = 0; k < panels * NODES; ++k) {
        const long double y = from + width * (k / NODES + gauss_node(k % NODES));
        sum += gauss_weight(k % NODES) * expl(h->log_density(y) - h->top);
    }
    return sum * width;
}

/* The mass of the whole distribution: from the mode out on either side, in growing panels, until nothing is left. */
static long double whole_mass(const hat *h)
{
    long double sum = 0;
    for (int side = -1; side <= 1; side += 2) {
        long double at = 0, step = h->unit / 16;
        while (h->log_density(h->mode + side * at) > h->top - 70 && at < h->end) {
            step = fminl(step, h->end - at);
            sum += side * exact_mass(h, h->mode + side * at, h->mode + side * (at + step));
            at += step;
            if (at > 16 * step) step *= 1.25L;
        }
    }
    return sum;
}

/* A cell's accepted mass, and the largest bound in it. */
static long double accepted_mass(const hat *h, long double from, long double to, int panels, int upper, worst *w)
{
    const long double width = (to - from) / panels;
    long double sum = 0;
    for (int k = 0; k < panels * NODES; ++k) {
        const rr_sides x = sides_at(from + width * (k / NODES + gauss_node(k % NODES)), upper);
        const proposal p = h->at(x);
        if (p.bound - 1 > w->excess) {
            w->excess = p.bound - 1;
            memcpy(w->p, h->p, sizeof w->p);
            w->at[0] = (double)x.v;
            w->at[1] = upper;
        }
        if (!(p.bound <= 1 + h->slack * EPS))
            fail_msg("%s(%g, %g), v %g, upper %d: the bound is 1 + %.3Lg", h->name, h->p[0], h->p[1], (double)x.v, upper,
                     p.bound - 1);
        sum += gauss_weight(k % NODES) * fminl(p.bound, 1);
    }
    return sum * width;
}

typedef struct cell {
    long double accepted, exact, width, rounding;
} cell;

/* The cells of a side, from its end on; beyond: the mass that the roundings of values may move
 * into and out of cells that are not checked. */
static int side_cells(const hat *h, int upper, cell *c, long double *beyond, worst *w)
{
    long double v[EDGES];
    const int n = edges_of(h, v);
    for (int k = 0; k + 1 < n; ++k) {
        const proposal p = h->at(sides_at(v[k], upper)), q = h->at(sides_at(v[k + 1], upper));
        const long double step = (q.y - p.y) * (upper ? -1 : 1), rounding = p.rounding + q.rounding;
        if (!(step >= -rounding))
            fail_msg("%s(%g, %g), v from %Lg to %Lg, upper %d: the value turns by %Lg", h->name, h->p[0], h->p[1], v[k],
                     v[k + 1], upper, -step);
        c[k].accepted = accepted_mass(h, v[k], v[k + 1], panels_of(step), upper, w);
        c[k].exact = step > 0 ? fabsl(exact_mass(h, p.y, q.y)) : 0;
        c[k].width = step;
        c[k].rounding = rounding;
        if (k == 0 || step < 100 * rounding) *beyond += exact_mass(h, p.y - rounding, p.y + rounding);
    }
    return n - 1;
}

static void check_cells(const hat *h, const cell *c, int n, long double beyond, worst *w)
{
    const long double whole = whole_mass(h);
    long double accepted = 0, exact = 0;
    for (int k = 0; k < n; ++k) accepted += c[k].accepted, exact += c[k].exact / whole;
    if (!(fabsl(exact - 1) <= WHOLE + beyond / whole))
        fail_msg("%s(%g, %g): values have the mass %.12Lf", h->name, h->p[0], h->p[1], exact);
    w->whole = fmaxl(w->whole, fabsl(exact - 1));
    for (int k = 0; k < n; ++k) {
        const long double margin = CELL + 4 * c[k].rounding / c[k].width, part = c[k].exact / whole;
        if (part < 1e-10L || !(margin < 0.01L)) continue;
        const long double off = fabsl(c[k].accepted / (accepted * part) - 1);
        if (!(off <= margin))
            fail_msg("%s(%g, %g), cell %d of %d, of mass %.3Lg, width %.3Lg: off by %.3Lg, not %.3Lg", h->name, h->p[0],
                     h->p[1], k, n, part, c[k].width, off, margin);
        if (margin < 8 * CELL) w->cell = fmaxl(w->cell, off);
    }
}

static void look_at(hat h, worst *w)
{
    static cell c[2 * EDGES];
    const proposal below = h.at(sides_at(0.5L, 0)), above = h.at(sides_at(0.5L, 1));
    long double beyond = 0;
    if (!(fabsl(below.y - above.y) <= 2 * (below.rounding + above.rounding)))
        fail_msg("%s(%g, %g): about 1/2 values jump from %Lg to %Lg", h.name, h.p[0], h.p[1], below.y, above.y);
    h.top = h.log_density(h.mode);
    const int n = side_cells(&h, 0, c, &beyond, w), m = side_cells(&h, 1, c + n, &beyond, w);
    check_cells(&h, c, n + m, beyond, w);
}

static void report(const char *name, const worst *w)
{
    printf("# %s %s: bounds are 1 + %.2Lf half ulps at most, at (%g, %g), v %g, upper %g; cells are off by %.2Lg at most, "
           "all of them by %.2Lg\n", NAME, name, w->excess / EPS, w->p[0], w->p[1], w->at[0], w->at[1], w->cell, w->whole);
}

#include "hats_laws.h"
