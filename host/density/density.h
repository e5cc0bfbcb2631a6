/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From a density to the tables of its inverse CDF. Steps, a file each:
 *
 *     curve.c      the density as given, scaled to a size of about 1, with what is wrong with it
 *     cells.c      cuts the support into cells on which it is a short Chebyshev series
 *     mass.c       their integrals, from either end; the CDF and the quantile, in closed form
 *     survey.c     looks for mass that the cells have missed
 *     inverse.c    where a CDF is given instead: its quantile, by search
 *     pieces.c     cuts the quantile into the table's pieces (engine/abi/pieces.h)
 *     measure.c    the error of a table, against another integration
 *     sampler.c    the sampler
 *     shapes.c     tables, histograms and samples as densities
 *     functions.c  functions without libm
 *
 * All is in f64 without contraction and without libm (fma, which is exact, and copies of bits apart), so that tables are
 * those of the density's values, whatever the machine. */
#ifndef RR_HOST_DENSITY_H
#define RR_HOST_DENSITY_H

#include "reroll_density.h"

#include <stdbool.h>

/* ---- functions.c ---------------------------------------------------------------------------------------------------- */

double rr_plain_exp(double x);
double rr_plain_cos_turn(double u);   /* cos(2 pi u) */
double rr_plain_log(double x);        /* of a positive number */

/* ---- curve.c -------------------------------------------------------------------------------------------------------- */

/* Octaves of infinite sides. */
enum { RR_LEAST_OCTAVE = -1070, RR_MOST_OCTAVE = 1020 };

/* status: what is wrong, of which the report has message and place. */
typedef struct rr_curve {
    const rr_density *given;
    const rr_distribution *exact;   /* or null. Then of given only the support and the breaks are good */
    double shift;             /* of a logarithm: what is taken off before exp; of a pdf its scale is 2^-shift */
    double *knot;             /* the support's finite ends, breaks, and the centre where there is no other, rising */
    size_t knots;
    bool open[2];             /* is the support infinite below the first knot, above the last? */
    bool *hard;               /* of a knot: an end of the support, which cells become small towards */
    int first[2], last[2];    /* octaves of an infinite side between which all was seen that counts */
    bool bare;                /* the only knot is one that nobody gave */
    bool unseen;              /* no mass was seen about the knots, and there is no scale yet */
    double most, place, width;   /* of what was looked at: the logarithm to base 2 of the largest mass, and where */
    uint64_t evaluations;
    rr_status status;
    rr_density_report *report;
} rr_curve;

/* Checks a description, of a density or, `given` having its support and breaks, of a CDF. Where it fails, status and message
 * are set, and there is nothing to give back. */
bool rr_curve_open(rr_curve *curve, const rr_density *given, rr_density_report *report);
bool rr_curve_open_cdf(rr_curve *curve, const rr_distribution *exact, const rr_density *given, rr_density_report *report);
void rr_curve_close(rr_curve *curve);

/* The value at x, scaled. After a fault, which the status says, 0. */
double rr_curve_at(rr_curve *curve, double x);

/* Its logarithm, -inf where it is 0, negative, infinite or NaN, which are no faults here. */
double rr_curve_log(rr_curve *curve, double x);

/* A knot at x, and the scale again. False: x is one already or outside the support, or there is no memory, which the status
 * says. */
bool rr_curve_add(rr_curve *curve, double x);

/* Of a CDF: P(X <= x), or of the upper side P(X > x); after a fault 1/2. */
double rr_curve_share(rr_curve *curve, bool upper, double x);
bool rr_curve_fail(rr_curve *curve, rr_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same of values, RR_ERR_PARAM: at one place, or NaN; breaks: more of them may help. */
bool rr_curve_refuse(rr_curve *curve, double place, bool breaks, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The integral as given of what is so much for the scaled curve. */
double rr_curve_unscaled(const rr_curve *curve, double mass);

/* ---- cells.c, mass.c ------------------------------------------------------------------------------------------------ */

enum { RR_CELL_POINTS = 16 };


/* [low, high]: the density is the sum of c[k] T_k(s), s from -1 to 1; b is its integral from low, over half the width. */
typedef struct rr_cell {
    double low, high;
    double mass, under, over;    /* of the cell; of all below it, above it */
    double c[RR_CELL_POINTS], b[RR_CELL_POINTS + 1];
} rr_cell;

/* Cells, or a CDF as it is, which has none. */
typedef struct rr_mass {
    rr_cell *cell;
    size_t count, room;
    double total;
    rr_curve *exact;
} rr_mass;

double rr_chebyshev(const double *c, int n, double s);    /* of n coefficients, at s in [-1, 1] */
bool rr_cells_make(rr_mass *mass, rr_curve *curve);   /* cells without below and above */
bool rr_mass_sum(rr_mass *mass, rr_curve *curve);     /* those; refuses what has no mass, and atoms */
void rr_mass_free(rr_mass *mass);

/* P(X <= x), or of the upper side P(X > x), with its relative accuracy; the x where it is v. */
double rr_mass_at(const rr_mass *mass, bool upper, double x);
double rr_mass_quantile(const rr_mass *mass, bool upper, double v);
double rr_mass_density(const rr_mass *mass, double x);   /* what the cells have at x, scaled as the curve; not of a CDF */

/* ---- survey.c ------------------------------------------------------------------------------------------------------- */

/* Modes that cells lack mass at: up to RR_MODES places, the halves of their widths, and their masses, scaled as the
 * curve. */
enum { RR_MODES = 16 };
typedef struct rr_survey {
    double place[RR_MODES], width[RR_MODES], mass[RR_MODES];
    size_t count;
} rr_survey;

/* Looks for them, the one with the most mass first. set: 0 or 1, which have no place in common. False: no memory. */
bool rr_survey_make(rr_survey *survey, const rr_mass *mass, rr_curve *curve, int set);

/* Before there are cells: a mode, where the density is not 0. */
bool rr_survey_first(rr_curve *curve, double *place);

/* ---- inverse.c ------------------------------------------------------------------------------------------------------ */

/* The x where the share of a side is v; refuses an atom. */
double rr_inverse(rr_curve *curve, bool upper, double v);

/* Refuses a CDF or a tail that is a stair where it is small. */
bool rr_inverse_check(rr_curve *curve);

/* ---- pieces.c, measure.c -------------------------------------------------------------------------------------------- */

/* A table for a kernel whose dtype is so many bytes wide, aligned to 64. Null, with the curve's status, where there is
 * none. */
typedef struct rr_pieces {
    void *table;
    size_t size;
    uint32_t count;
} rr_pieces;

bool rr_pieces_make(rr_pieces *pieces, const rr_mass *mass, unsigned width, rr_curve *curve);

/* The sample of a table at v, as a kernel makes it; *unit is an ulp of the largest number of its piece. */
double rr_pieces_sample(const void *table, unsigned width, bool upper, double v, double *unit);

/* The largest error of v at 4096 places, and *at, where. */
double rr_pieces_error(const void *table, unsigned width, const rr_mass *mass, rr_curve *curve, double *at);

/* ---- sampler.c ------------------------------------------------------------------------------------------------------ */

/* The table of a sampler that has .inverse, of a law that was made or of the law of the list, which is made once. Null:
 * there is no memory. */
const void *rr_density_table(const rr_sampler *sampler, unsigned width, size_t *size);

#endif
