/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Mixtures of loop: N has the distribution of loop with r lanes with probability open[r], and is 0 for r = 0. These are
 * calls of cached, whose r lanes start without a sample, and the rows of a tile, the last of which may be partly empty. */
#include "model.h"

typedef struct mixture {
    const double *open;
    unsigned lanes;
    rr_trial c;
    unsigned n;
} mixture;

/* P(N = n). With a = 1 - rho^n, b = 1 - rho^(n - 1) P(N = n) for r lanes is a^r - b^r = a (a^(r - 1) - b^(r - 1)) + (a - b)
 * b^(r - 1): no power and no cancellation. */
static double next_probability(void *walk)
{
    mixture *m = walk;
    rr_long sum = 0, law = 0, power = 1;
    const unsigned n = m->n++;
    if (n == 0) return m->open[0];
    const rr_long a = rr_trial_rest(m->c, n), b = rr_trial_rest(m->c, n - 1), step = m->c.p * rr_trial_power(m->c, n - 1);
    for (unsigned r = 1; r <= m->lanes; ++r) {
        law = a * law + step * power;
        power *= b;
        sum += m->open[r] * law;
    }
    return (double)sum;
}

void rr_model_fill_mixture(rr_trial c, const double *open, unsigned lanes, rr_model_law *law, double *pmf, size_t count)
{
    rr_model_moments m[RR_MODEL_LOOP_LANES + 1] = {{0, 0}};
    rr_long mean = 0, more = -open[0], variance = 0;   /* more: E[N - 1], which is small where rho is */
    for (unsigned r = 1; r <= lanes; ++r) {
        if (open[r] == 0) continue;
        m[r] = rr_trial_moments(c, r);
        mean += open[r] * m[r].mean;
        more += open[r] * (m[r].mean - 1);
    }
    for (unsigned r = 0; r <= lanes; ++r) {
        const rr_long off = m[r].mean - 1 - more;
        variance += open[r] * (m[r].variance + off * off);
    }
    law->mean = (double)mean;
    law->variance = (double)variance;
    mixture walk = {open, lanes, c, 0};
    law->mode = rr_scan_mode(next_probability, &walk, 0, law->mean);
    walk.n = 1;
    for (size_t n = 0; pmf && n < count; ++n) pmf[n] = next_probability(&walk);
}
