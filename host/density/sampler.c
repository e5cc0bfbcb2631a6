/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The sampler of a density: a copy of the list's `density`, with the same lane text and its own tables. */
#include "density.h"
#include "engine/lanes/processor/fpenv.h"
#include "host/lists/lists.h"
#include "reroll_law.h"
#include "targets/target.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEEP_END 0x1p-110   /* as measure.c's NOTHING */
#define NEAR_0 0x1p-1027

enum { ROUNDS = 16, LADDER = 40 };

static const double promised[] = {RR_DENSITY_ERROR_F32, RR_DENSITY_ERROR_F64};

typedef struct law {
    rr_sampler sampler;    /* first: a sampler whose `own` is itself is one of these (host/lists/sampler.c) */
    rr_about seen;
    rr_pieces pieces[2];   /* f32, f64 */
    char help[64];
} law;

static void free_law(law *l)
{
    if (!l) return;
    free(l->pieces[0].table);
    free(l->pieces[1].table);
    free(l);
}

/* FNV-1a over the bytes of both tables. */
static uint64_t digest(const law *l)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (int w = 0; w < 2; ++w)
        for (size_t i = 0; i < l->pieces[w].size; ++i)
            h = (h ^ ((const unsigned char *)l->pieces[w].table)[i]) * 0x100000001b3u;
    return h;
}

static bool tables(law *l, const rr_mass *mass, rr_curve *curve, rr_density_report *report)
{
    for (int w = 0; w < 2; ++w) {
        const unsigned width = w ? 8 : 4;
        double at = 0;
        if (!rr_pieces_make(&l->pieces[w], mass, width, curve)) return false;
        report->error[w] = rr_pieces_error(l->pieces[w].table, width, mass, curve, &at);
        report->pieces[w] = l->pieces[w].count;
        report->bytes[w] = (uint32_t)l->pieces[w].size;
        if (curve->status != RR_OK) return false;
        if (!(report->error[w] <= promised[w]))
            return rr_curve_refuse(curve, NAN, true, "the relative error of the tail probability is %.2g at U = %.17g, "
                                   "more than %.2g: the density has too few digits there, or a kink, jump or pole that "
                                   "must be a break", report->error[w], at,
                                   promised[w]);
    }
    return true;
}

/* Makes the sampler from an open curve, and closes the curve. */
static law *make_of(rr_curve *curve, const rr_mass *mass, rr_density_report *report)
{
    law *l = calloc(1, sizeof *l);
    if (!l) rr_curve_fail(curve, RR_ERR_MEMORY, "no memory for the distribution");
    const bool ok = curve->status == RR_OK && tables(l, mass, curve, report);
    if (ok) report->digest = digest(l);
    report->evaluations = curve->evaluations;
    report->status = curve->status;
    rr_curve_close(curve);
    if (ok) return l;
    free_law(l);
    return NULL;
}

/* Adds knots on both sides of a mode, at increasing distances: cells reach LADDER octaves down from one to the next.
 * Returns the number of new knots. */
static size_t add_ladder(rr_curve *curve, double mode, double width)
{
    size_t added = 0;
    for (int side = -1; side <= 1; side += 2) {
        double next = side * INFINITY;
        for (size_t i = 0; i < curve->knots; ++i)
            if (side * (curve->knot[i] - mode) > 0 && side * (curve->knot[i] - next) < 0) next = curve->knot[i];
        for (double off = 8 * width; off < fabs(next - mode) / 2 && off < 0x1p1000; off = ldexp(off, LADDER)) {
            added += rr_curve_add(curve, mode + side * off);
            if (isinf(next)) break;
        }
    }
    return added;
}

/* Makes knots of modes; modes that are knots already get others next to them. Returns the number of new knots. */
static size_t add_modes(rr_curve *curve, const rr_survey *found)
{
    size_t added = 0;
    for (size_t i = 0; i < found->count; ++i)
        added += rr_curve_add(curve, found->place[i]) ? 1 : add_ladder(curve, found->place[i], found->width[i]);
    return added;
}

/* If no mass was found around the knots, makes a knot of a place with mass. */
static bool find_mass(rr_curve *curve)
{
    double place;
    if (!curve->unseen || (rr_survey_first(curve, &place) && rr_curve_add(curve, place) && !curve->unseen)) return true;
    return rr_curve_refuse(curve, NAN, true, "the density is 0, negative or NaN at all points tried: give a centre, "
                           "or breaks, where it is not");
}

/* Makes cells until they have all the mass that a search of the support finds, with the two sets of places in turn. Mass
 * that they still miss is an error, since no measurement along the cells would detect it. */
static bool cells(rr_mass *mass, rr_curve *curve)
{
    rr_survey found;
    for (int set = 0, round = 0; set < 2; set += !found.count) {
        if (!mass->count && !(rr_cells_make(mass, curve) && rr_mass_sum(mass, curve))) return false;
        if (!rr_survey_make(&found, mass, curve, set)) return false;
        if (!found.count) continue;
        if (++round > ROUNDS || !add_modes(curve, &found))
            return rr_curve_refuse(curve, NAN, true, "about %.2g of the mass is near x = %.17g, and the table "
                                   "misses it: give breaks about that point",
                                   found.mass[0] / (found.mass[0] + mass->total), found.place[0]);
        rr_mass_free(mass);
        mass->count = 0;
    }
    return true;
}

/* True if mass that matters is next to an end of the support at 0, where doubles have few bits. There the density has a
 * pole, which no measurement without poles.c can follow. */
static bool has_steep_end(const rr_mass *mass)
{
    for (int upper = 0; upper < 2 && mass->count; ++upper) {
        size_t i = upper ? mass->count - 1 : 0;
        if ((upper ? mass->cell[i].high : mass->cell[i].low) != 0) continue;
        while ((upper ? mass->cell[i].over : mass->cell[i].under) + mass->cell[i].mass <= STEEP_END * mass->total)
            i += upper ? SIZE_MAX : 1;
        if (mass->cell[i].low > -NEAR_0 && mass->cell[i].high < NEAR_0) return true;
    }
    return false;
}

/* poles: with those that are found at knots; NULL and RR_OK: there are none, or they are needed. */
static law *attempt(const rr_density *density, bool poles, rr_density_report *report)
{
    rr_curve curve;
    rr_mass mass = {NULL, 0, 0, 0, NULL, NULL};
    law *l = NULL;
    if (!rr_curve_open(&curve, density, report)) return report->status = curve.status, NULL;
    bool ok = find_mass(&curve), none = false;
    if (ok && poles && (ok = rr_poles_find(&curve))) none = !curve.poles;
    if (ok && !none && cells(&mass, &curve)) report->mass = rr_curve_unscaled(&curve, mass.total);
    if (!poles && curve.status == RR_OK) none = has_steep_end(&mass);
    if (!none) l = make_of(&curve, &mass, report);
    else rr_curve_close(&curve);
    rr_mass_free(&mass);
    return l;
}

/* Most poles are in reach of doubles. Otherwise, and after an error, a second attempt finds poles. */
static law *make(const rr_density *density, rr_density_report *report)
{
    rr_density_report second = RR_DENSITY_REPORT_INIT;
    law *l = attempt(density, false, report);
    if (l || (report->status != RR_OK && report->status != RR_ERR_PARAM)) return l;
    l = attempt(density, true, &second);
    second.evaluations += report->evaluations;
    if (l || second.status != RR_OK) *report = second;
    if (report->status == RR_OK && !l) {
        report->status = RR_ERR_PARAM;
        snprintf(report->message, sizeof report->message, "the density has a pole at x = 0 that is not a power of x");
    }
    return l;
}

static law *make_of_cdf(const rr_distribution *d, rr_density_report *report)
{
    rr_curve curve = {.report = report};
    rr_mass mass = {NULL, 0, 0, 1, &curve, NULL};
    char message[160] = "distribution has no cdf or no tail";
    if (!d || d->size != sizeof *d || !d->cdf || !d->tail) {
        if (!d || d->size != sizeof *d) rr_size_text(message, d, sizeof *d, "distribution", "RR_DISTRIBUTION_INIT");
        rr_curve_fail(&curve, RR_ERR_ARGUMENT, "%s", message);
        return report->status = curve.status, NULL;
    }
    rr_density support = RR_DENSITY_INIT;
    support.low = d->low;
    support.high = d->high;
    support.breaks = d->breaks;
    support.break_count = d->break_count;
    if (!rr_curve_open_cdf(&curve, d, &support, report)) return report->status = curve.status, NULL;
    report->mass = 1;
    rr_inverse_check(&curve);
    return make_of(&curve, &mass, report);
}

static void describe(law *l, uint64_t identity)
{
    static const rr_example examples[] = {{RR_FOR_BENCH, {0, 1}, {0, 1}}, {0, {0}, {0}}};
    static const rr_law about = {.no_moments = "the distribution is given by its density", .examples = examples};
    l->sampler = *rr_sampler_find("density");
    l->sampler.own = l;
    l->sampler.about = &about;
    l->sampler.digest = identity;
    snprintf(l->help, sizeof l->help, "a distribution from a density, tables %016llx", (unsigned long long)identity);
    l->sampler.help = l->help;
    rr_about_fill(&l->sampler, &l->seen);
    l->sampler.opened = &l->seen;
}

static law *make_of_steps(const rr_steps *steps, rr_density_report *report)
{
    rr_density support = RR_DENSITY_INIT;
    rr_curve curve = {.given = &support, .report = report};
    const rr_mass mass = {.steps = steps};
    support.low = steps->x[0];
    support.high = steps->x[steps->count - 1];
    report->mass = steps->rank[steps->count - 1];
    return make_of(&curve, &mass, report);
}

/* From a density or, if that is NULL, from a CDF or, if that is NULL, from steps. */
static rr_status give(const rr_density *density, const rr_distribution *distribution, const rr_steps *steps,
                      const rr_sampler **to, rr_density_report *report)
{
    rr_density_report own = RR_DENSITY_REPORT_INIT;
    if (to) *to = NULL;
    if (!to || (report && report->size != sizeof *report)) return RR_ERR_ARGUMENT;
    const rr_fpenv saved = rr_fpenv_enter();
    law *l = steps ? make_of_steps(steps, &own) : distribution ? make_of_cdf(distribution, &own) : make(density, &own);
    rr_fpenv_leave(saved);
    if (l) {
        describe(l, own.digest);
        *to = &l->sampler;
    }
    if (report) *report = own;
    return own.status;
}

rr_status rr_law_from_density(const rr_density *density, const rr_sampler **to, rr_density_report *report)
{
    return give(density, NULL, NULL, to, report);
}

rr_status rr_law_from_cdf(const rr_distribution *distribution, const rr_sampler **to, rr_density_report *report)
{
    static const rr_distribution none;
    return give(NULL, distribution ? distribution : &none, NULL, to, report);
}

rr_status rr_law_from_steps(const double *x, size_t n, const rr_sampler **to, rr_density_report *report)
{
    rr_steps steps;
    rr_density_report own = RR_DENSITY_REPORT_INIT;
    rr_status status = own.status = RR_ERR_MEMORY;
    if (rr_steps_make(&steps, x, n)) {
        status = give(NULL, NULL, &steps, to, report);
    } else if (report && report->size == sizeof *report) {
        snprintf(own.message, sizeof own.message, "no memory for the samples");
        *report = own;
    }
    rr_steps_free(&steps);
    return status;
}

void rr_density_close(const rr_sampler **to)
{
    if (!to || !*to) return;
    if ((*to)->own) free_law((law *)(uintptr_t)(*to)->own);
    *to = NULL;
}

/* ---- The sampler of the list ---------------------------------------------------------------------------------------- */

static double quartic(double x, void *context)
{
    (void)context;
    return -(x * x) * (x * x) / 4;
}

/* Made once; if two threads make it at the same time, one copy is freed. */
static const law *of_list(void)
{
    static _Atomic(law *) kept;
    law *l = atomic_load(&kept), *none = NULL;
    if (l) return l;
    rr_density d = RR_DENSITY_INIT;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    d.logpdf = quartic;
    l = make(&d, &report);
    if (l && !atomic_compare_exchange_strong(&kept, &none, l)) {
        free_law(l);
        l = none;
    }
    return l;
}

const void *rr_density_table(const rr_sampler *sampler, unsigned width, size_t *size)
{
    const law *l = sampler->own ? sampler->own : of_list();
    if (!l) return NULL;
    *size = l->pieces[width == 8].size;
    return l->pieces[width == 8].table;
}
