/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loop: the public functions of its distribution (trial.c, loop_mean.c); they check their arguments. */
#include "model.h"

#define MAX_LANES 0x1p40

static int good(rr_chance c, double lanes)
{
    return rr_chance_good(c) && rr_whole(lanes, 1, MAX_LANES);
}

double rr_model_loop_pmf(rr_chance c, double lanes, double n)
{
    if (!good(c, lanes) || floor(n) != n) return NAN;
    if (n < 1 || isinf(n)) return 0;
    return (double)rr_trial_pmf(rr_trial_of(c), lanes, n);
}

double rr_model_loop_cdf(rr_chance c, double lanes, double n)
{
    if (!good(c, lanes) || floor(n) != n) return NAN;
    if (n < 1) return 0;
    return isinf(n) ? 1 : (double)rr_trial_cdf(rr_trial_of(c), lanes, n);
}

double rr_model_loop_survival(rr_chance c, double lanes, double n)
{
    if (!good(c, lanes) || floor(n) != n) return NAN;
    if (n < 1) return 1;
    return isinf(n) ? 0 : (double)rr_trial_survival(rr_trial_of(c), lanes, n);
}

double rr_model_loop_quantile(rr_chance c, double lanes, double u)
{
    if (!good(c, lanes) || !(u >= 0 && u <= 1)) return NAN;
    return (double)rr_trial_quantile(rr_trial_of(c), lanes, u);
}

double rr_model_loop_mean(rr_chance c, double lanes)
{
    return good(c, lanes) ? (double)rr_trial_moments(rr_trial_of(c), lanes).mean : NAN;
}

double rr_model_loop_variance(rr_chance c, double lanes)
{
    return good(c, lanes) ? (double)rr_trial_moments(rr_trial_of(c), lanes).variance : NAN;
}

double rr_model_loop_mode(rr_chance c, double lanes)
{
    return good(c, lanes) ? (double)rr_trial_mode(rr_trial_of(c), lanes) : NAN;
}

void rr_model_fill_rows(const rr_model_query *q, rr_trial c, unsigned side, rr_model_law *law, double *pmf, size_t count)
{
    double open[RR_MODEL_LOOP_LANES + 1] = {0};
    law->samples = rr_row_samples(q, side);
    if (rr_row_starts(q, side, open)) {
        rr_model_fill_mixture(c, open, side, law, pmf, count);
        return;
    }
    const rr_model_moments m = rr_trial_moments(c, side);
    law->mean = (double)m.mean;
    law->variance = (double)m.variance;
    law->mode = (double)rr_trial_mode(c, side);
    for (size_t n = 1; pmf && n <= count; ++n) pmf[n - 1] = (double)rr_trial_pmf(c, side, n);
}

int rr_model_of_loop(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    if (!rr_tile_good(q)) return -1;
    rr_model_fill_rows(q, c, q->lanes, law, pmf, count);
    return 0;
}
