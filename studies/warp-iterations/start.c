/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The effect of the choice of seeds at the start: many runs of PRINTED_LOOPS outer loops, each from its own drawn first
 * seed, evaluated after 1, 2, 3, ... loops.
 *
 * The states of an LCG's lanes with seeds s, s + 1, ... s + 31 after n draws each are x_n + i a^n mod 2^63, i = 0 ... 31:
 * multiples of one number, not 32 random ones. This remains so for lanes with equal numbers of draws (in step). */
#include "study.h"

#include <math.h>
#include <stdlib.h>

static const unsigned marks[] = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000};
static const double rhos[] = {0.02, 0.1, 0.5, 0.8};
enum { MARKS = sizeof marks / sizeof marks[0], RHOS = sizeof rhos / sizeof rhos[0], RUNS = 10000, QUICK_RUNS = 500,
       QUICK_MARKS = 8 };

/* Over runs, at one mark. */
typedef struct sums {
    moments warp;             /* of N in that loop only */
    moments running;          /* of the run's mean of N so far */
    double lanes;             /* squares of (attempts of all lanes - their expectation) */
    double neighbours;        /* products of lanes i and i + 1, attempts minus their expectation */
    double in_step;           /* pairs of lanes with equal numbers of draws */
} sums;

static void add_lanes(sums *s, double accept, const lane lanes[PRINTED_WARP], const unsigned attempts[PRINTED_WARP])
{
    double total = 0;
    for (unsigned i = 0; i < PRINTED_WARP; ++i) {
        total += attempts[i] - 1 / accept;
        if (i) s->neighbours += (attempts[i] - 1 / accept) * (attempts[i - 1] - 1 / accept);
        for (unsigned k = 0; k < i; ++k) s->in_step += lanes[i].draws == lanes[k].draws;
    }
    s->lanes += total * total;
}

/* Runs differ only in their first seed. Philox and the LCG have the same seeds. */
static void measure(generator g, double accept, unsigned runs, unsigned last, sums at[MARKS])
{
    for (unsigned run = 0; run < runs; ++run) {
        lane lanes[PRINTED_WARP];
        unsigned attempts[PRINTED_WARP], mark = 0;
        double sum = 0;
        lanes_seed(LCG_DRAWN, (uint64_t)run * PRINTED_WARP, lanes);
        if (g != LCG_DRAWN) lanes_seed(g, lanes[0].state, lanes);
        for (unsigned loop = 1; mark < last; ++loop) {
            const unsigned n = lanes_loop(g, accept, lanes, attempts);
            sum += n;
            if (loop < marks[mark]) continue;
            moments_add(&at[mark].warp, n);
            moments_add(&at[mark].running, sum / loop);
            add_lanes(&at[mark], accept, lanes, attempts);
            ++mark;
        }
    }
}

/* The bias in standard errors, which are computed from the variance between the independent runs. */
static double bias(const moments *m, double truth)
{
    const double n = (double)m->loops, mean = m->sum / n;
    return (mean - truth) / sqrt((m->squares / n - mean * mean) / (n - 1));
}

static void write_row(FILE *csv, generator g, double rho, unsigned loop, const sums *s)
{
    const double accept = acceptance(rho), runs = (double)s->warp.loops, pairs = PRINTED_WARP * (PRINTED_WARP - 1) / 2;
    const double variance = (1 - accept) / (accept * accept), mean = s->warp.sum / runs, running = s->running.sum / runs;
    const expected e = model_moments(accept, PRINTED_WARP);
    const double spread = (s->running.squares / runs - running * running) * loop / e.mean_variance;
    fprintf(csv, "%s,%g,%u,%.0f,%.9g,%.9g,%.4g,%.9g,%.4g,%.5g,%.5g,%.4g,%.5g\n", generator_names[g], rho, loop, runs, e.mean,
            mean, bias(&s->warp, e.mean), running, bias(&s->running, e.mean), spread,
            s->lanes / runs / (PRINTED_WARP * variance), s->neighbours / runs / ((PRINTED_WARP - 1) * variance),
            s->in_step / runs / pairs);
}

int start_write(FILE *csv, const study *s)
{
    const unsigned last = s->quick ? QUICK_MARKS : MARKS;
    fprintf(csv, "generator,rho,loop,runs,model_mean,mean,mean_z,running_mean,running_z,running_spread,lanes_spread,"
                 "neighbours,in_step\n");
    for (unsigned r = 0; r < RHOS; ++r)
        for (generator g = 0; g < GENERATORS; ++g) {
            sums at[MARKS] = {0};
            measure(g, acceptance(rhos[r]), s->quick ? QUICK_RUNS : RUNS, last, at);
            for (unsigned m = 0; m < last; ++m) write_row(csv, g, rhos[r], marks[m], &at[m]);
        }
    return 0;
}
