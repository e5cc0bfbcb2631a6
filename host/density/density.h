/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes the tables of an inverse CDF from a density. Steps, one file each:
 *
 *     curve.c      the density as given, scaled so that octaves have masses of at most about 1; checks for errors
 *     poles.c      poles at knots
 *     cells.c      cuts the support into cells on which the density is a short Chebyshev series
 *     mass.c       the integrals of the cells from either end; the CDF and the quantile, in closed form
 *     survey.c     searches for mass that the cells have missed
 *     inverse.c    the quantile of a given CDF, by search
 *     pieces.c     cuts the quantile into the table's pieces (engine/abi/pieces.h)
 *     measure.c    the error of a table, measured against another integration
 *     sampler.c    the sampler
 *     shapes.c     tables, histograms and samples as densities
 *     samples.c    samples with ties, or many, by their quantile
 *     functions.c  functions without libm
 *
 * All is in f64 without contraction and without libm (except fma, which is exact, and copies of bits), so that the same
 * density values give the same tables on every machine. */
#ifndef RR_HOST_DENSITY_H
#define RR_HOST_DENSITY_H

#include <math.h>

#include "reroll_density.h"

#include <stdbool.h>

/* ---- functions.c ---------------------------------------------------------------------------------------------------- */

double rr_plain_exp(double x);
double rr_plain_cos_turn(double u);   /* cos(2 pi u) */
double rr_plain_log(double x);        /* x > 0 */

/* ---- curve.c -------------------------------------------------------------------------------------------------------- */

/* Range of octaves of infinite sides. */
enum { RR_MIN_OCTAVE = -1070, RR_MAX_OCTAVE = 1020 };

/* The number of octaves of the distance to a knot that are searched in a stretch: down to 2^-60 of its width, or to a
 * distance of 2^-60 if the stretch is wide. A stretch whose end represents infinity may be wide. */
static inline int rr_octaves(double width) { return width > 0x1p64 ? ilogb(width) + 60 : 60; }

/* At distances h from x on one side (-1, 1), from `from` to `to`, the density is nearly a multiple of h^(power - 1), and
 * below `from` it is treated as one. measured, measured_power: the measured mass within `from`, and its power; 0: not yet
 * measured. */
typedef struct rr_pole {
    double x;
    int side, octaves;      /* octaves: of two stretches of distances from which the power was measured */
    double power, from, to;
    double measured, measured_power;
} rr_pole;

/* status: the error, whose message and place are in the report. */
typedef struct rr_curve {
    const rr_density *given;
    const rr_distribution *exact;   /* or NULL; otherwise only the support and the breaks of given are used */
    double shift;             /* log density: subtracted before exp; pdf: the scale is 2^-shift */
    double *knot;             /* finite ends of the support, breaks, or a centre if there are none, in increasing order */
    size_t knots;
    bool open[2];             /* true if the support is infinite below the first knot, above the last */
    bool *hard;               /* per knot: an end of the support, towards which cells become small */
    int first[2], last[2];    /* octaves of an infinite side that contain all relevant mass */
    bool bare;                /* the only knot was not given by the caller */
    bool unseen;              /* no mass has been found around the knots, so there is no scale yet */
    rr_pole *pole;            /* in increasing order of x, the lower side first; none in a first attempt */
    size_t poles;
    double mode;              /* a knot at the mode found first; NaN: there is none */
    double max, place, width;   /* log2 of the largest mass found so far, its place and width */
    uint64_t evaluations;
    rr_status status;
    rr_density_report *report;
} rr_curve;

/* Checks the description of a density or, with the support and breaks in `given`, of a CDF. On failure status and message
 * are set, and nothing needs to be freed. */
bool rr_curve_open(rr_curve *curve, const rr_density *given, rr_density_report *report);
bool rr_curve_open_cdf(rr_curve *curve, const rr_distribution *exact, const rr_density *given, rr_density_report *report);
void rr_curve_close(rr_curve *curve);

/* The scaled value at x; 0 after a fault, which the status holds. */
double rr_curve_at(rr_curve *curve, double x);

/* Its logarithm; -inf where it is 0, negative, infinite or NaN, which are not faults here. */
double rr_curve_log(rr_curve *curve, double x);

/* Adds a knot at x and rescales. Returns false if x is a knot already or outside the support, or if there is no memory
 * (which the status then reports). */
bool rr_curve_add(rr_curve *curve, double x);

void rr_curve_drop_mode(rr_curve *curve);   /* removes its knot, and rescales */

/* For a CDF: P(X <= x), or P(X > x) for the upper side; 1/2 after a fault. */
double rr_curve_fraction(rr_curve *curve, bool upper, double x);
bool rr_curve_fail(rr_curve *curve, rr_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same for values, with RR_ERR_PARAM: at one place, or NaN; breaks: the message advises more breaks. */
bool rr_curve_refuse(rr_curve *curve, double place, bool breaks, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The integral of the given density for this mass of the scaled curve. */
double rr_curve_unscaled(const rr_curve *curve, double mass);

/* ---- poles.c -------------------------------------------------------------------------------------------------------- */

bool rr_poles_find(rr_curve *curve);   /* at all knots; refuses poles that are too steep */

/* The pole at a knot on a side; the pole whose distances include all of an interval; NULL: none. */
rr_pole *rr_pole_at(const rr_curve *curve, double x, int side);
const rr_pole *rr_pole_of(const rr_curve *curve, double low, double high);
double rr_pole_value(rr_curve *curve, const rr_pole *pole, double distance);   /* the scaled density at a distance */

/* ---- cells.c, mass.c ------------------------------------------------------------------------------------------------ */

enum { RR_CELL_POINTS = 16 };


/* On [low, high] the density is the sum of c[k] T_k(s), s from -1 to 1; b is its integral from low, over half the width.
 * power: if it is not 0, the cell ends at a pole, its lower end if power > 0 and its upper one if power < 0, and the mass
 * within a distance h of it is a multiple of h^|power|. */
typedef struct rr_cell {
    double low, high;
    double mass, under, over;    /* of the cell; of all cells below it, above it */
    double power;
    double c[RR_CELL_POINTS], b[RR_CELL_POINTS + 1];
} rr_cell;

/* A quantile that is linear between points: of a rank from 0 to the last one, over the last one. Constant between two points
 * at an atom. */
typedef struct rr_steps {
    double *rank, *x;
    size_t count;
} rr_steps;

/* Cells, or a CDF as given or steps, which have no cells. */
typedef struct rr_mass {
    rr_cell *cell;
    size_t count, capacity;
    double total;
    rr_curve *exact;
    const rr_steps *steps;
} rr_mass;

double rr_chebyshev(const double *c, int n, double s);    /* n coefficients, s in [-1, 1] */
bool rr_cells_make(rr_mass *mass, rr_curve *curve);   /* does not set under and over */
bool rr_mass_sum(rr_mass *mass, rr_curve *curve);     /* sets them; refuses zero mass and atoms */
void rr_mass_free(rr_mass *mass);

/* P(X <= x), or P(X > x) for the upper side, with relative accuracy; the x where it is v. */
double rr_mass_at(const rr_mass *mass, bool upper, double x);
double rr_mass_quantile(const rr_mass *mass, bool upper, double v);
double rr_mass_density(const rr_mass *mass, double x);   /* the cells' density at x, scaled as the curve; not for a CDF */

/* ---- survey.c ------------------------------------------------------------------------------------------------------- */

/* Modes whose mass the cells miss: up to RR_MODES places, the halves of their widths and their masses, scaled as the
 * curve. */
enum { RR_MODES = 16 };
typedef struct rr_survey {
    double place[RR_MODES], width[RR_MODES], mass[RR_MODES];
    size_t count;
} rr_survey;

/* Searches for them, largest mass first. set: 0 or 1, two disjoint sets of places. False: no memory. */
bool rr_survey_make(rr_survey *survey, const rr_mass *mass, rr_curve *curve, int set);

/* Used before there are cells: a mode, where the density is not 0. */
bool rr_survey_first(rr_curve *curve, double *place);

/* ---- inverse.c ------------------------------------------------------------------------------------------------------ */

/* The x where the probability of a side is v; refuses an atom. */
double rr_inverse(rr_curve *curve, bool upper, double v);

/* Refuses a CDF or a tail that is a staircase where it is small. */
bool rr_inverse_check(rr_curve *curve);

/* ---- samples.c ------------------------------------------------------------------------------------------------------ */

bool rr_steps_make(rr_steps *steps, const double *x, size_t n);   /* x in order; false: no memory. Free them either way */
void rr_steps_free(rr_steps *steps);
double rr_steps_at(const rr_steps *steps, bool upper, double x);   /* as rr_mass_at; of an atom, P(X <= x) or P(X > x) */
double rr_steps_quantile(const rr_steps *steps, bool upper, double v);

/* The distribution of samples in order. */
rr_status rr_law_from_steps(const double *x, size_t n, const rr_sampler **law, rr_density_report *report);

/* ---- pieces.c, measure.c -------------------------------------------------------------------------------------------- */

/* A table for a kernel whose dtype has `width` bytes, aligned to 64. NULL, with the curve's status, on failure. */
typedef struct rr_pieces {
    void *table;
    size_t size;
    uint32_t count;
} rr_pieces;

bool rr_pieces_make(rr_pieces *pieces, const rr_mass *mass, unsigned width, rr_curve *curve);

/* The sample of a table at v, as a kernel computes it; *unit is an ulp of the largest number of its piece. */
double rr_pieces_sample(const void *table, unsigned width, bool upper, double v, double *unit);

/* The largest error of v at 4096 places, and in *at its place. */
double rr_pieces_error(const void *table, unsigned width, const rr_mass *mass, rr_curve *curve, double *at);

/* ---- sampler.c ------------------------------------------------------------------------------------------------------ */

/* The table of a sampler with .inverse: of an opened density, or of a distribution of the list, tabulated once. NULL: no
 * memory. */
const void *rr_density_table(const rr_sampler *sampler, unsigned width, size_t *size);

#endif
