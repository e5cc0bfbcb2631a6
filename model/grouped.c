/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* grouped: g lanes work on one sample, so it is loop with t / g lanes and rejection probability rho^g (Ridley and Forget,
 * section 5). The rate is in samples per iteration of the warp. Their Table 1 has the rejection probability up to which a
 * group is best, where its rate and that of the double group cross, and an average speed-up over one lane per sample. */
#include "model.h"

static int power_of_two(unsigned n)
{
    return n && !(n & (n - 1));
}

static int good(unsigned lanes, unsigned group)
{
    return lanes >= 1 && lanes <= RR_MODEL_LANES && group >= 1 && group <= lanes && lanes % group == 0;
}

static rr_long rate(rr_trial c, unsigned lanes, unsigned group)
{
    const unsigned row = lanes / group;
    return row / rr_trial_moments(rr_trial_group(c, group), row).mean;
}

static rr_long rate_at(double rho, unsigned lanes, unsigned group)
{
    return rate(rr_trial_of(rr_chance_reject(rho)), lanes, group);
}

double rr_model_grouped_rate(rr_chance c, unsigned lanes, unsigned group)
{
    if (!rr_chance_good(c) || !good(lanes, group)) return NAN;
    return (double)rate(rr_trial_of(c), lanes, group);
}

/* Bisection until no double is between the ends. */
double rr_model_grouped_upto(unsigned lanes, unsigned group)
{
    if (!power_of_two(lanes) || !good(lanes, group)) return NAN;
    double low = 0, high = 1 - 0x1p-20;
    if (group == lanes) return 1;
    for (;;) {
        const double mid = low + (high - low) / 2;
        if (mid <= low || mid >= high) return low;
        if (rate_at(mid, lanes, group) >= rate_at(mid, lanes, 2 * group)) low = mid;
        else high = mid;
    }
}

unsigned rr_model_grouped_best(rr_chance c, unsigned lanes)
{
    unsigned best = 1;
    rr_long high = 0;
    if (!rr_chance_good(c) || !good(lanes, 1)) return 0;
    for (unsigned g = 1; g <= lanes && lanes % g == 0; g *= 2) {
        const rr_long now = rate(rr_trial_of(c), lanes, g);
        if (now > high) {
            high = now;
            best = g;
        }
    }
    return best;
}

/* ---- Average speed-ups --------------------------------------------------------------------------------------------- */

static double ratio_to_one(double rho, unsigned lanes, unsigned group)
{
    return (double)(rate_at(rho, lanes, group) / rate_at(rho, lanes, 1));
}

static double own_rate(double rho, unsigned lanes, unsigned group)
{
    return (double)rate_at(rho, lanes, group);
}

static double iterations(double rho, unsigned lanes, unsigned group)
{
    return (double)(1 / rate_at(rho, lanes, group));
}

static double cost_ratio(double rho, unsigned lanes, unsigned group)
{
    return (double)(rate_at(rho, lanes, 1) / rate_at(rho, lanes, group));
}

/* The mean of f over [a, b], by Gauss and Legendre's 3 points in 64 parts: no point is on an end, where rho may be 1. */
static double average(double (*f)(double, unsigned, unsigned), double a, double b, unsigned lanes, unsigned group)
{
    const double far = sqrt(0.6), part = (b - a) / 64;
    double sum = 0;
    for (int k = 0; k < 64; ++k) {
        const double middle = a + (k + 0.5) * part, off = far * part / 2;
        sum += 5 * f(middle - off, lanes, group) + 8 * f(middle, lanes, group) + 5 * f(middle + off, lanes, group);
    }
    return sum / (18 * 64);
}

static double by_mean_of_ratio(double a, double b, unsigned lanes, unsigned group)
{
    return average(ratio_to_one, a, b, lanes, group);
}

static double by_ratio_of_rates(double a, double b, unsigned lanes, unsigned group)
{
    return average(own_rate, a, b, lanes, group) / average(own_rate, a, b, lanes, 1);
}

/* Apparently Ridley and Forget's figures: rho up to 0.99, where their Figure 7 may end. */
static double by_ratio_of_rates_to_99(double a, double b, unsigned lanes, unsigned group)
{
    return by_ratio_of_rates(a, b > 0.99 && a < 0.99 ? 0.99 : b, lanes, group);
}

static double by_harmonic_mean(double a, double b, unsigned lanes, unsigned group)
{
    return 1 / average(cost_ratio, a, b, lanes, group);
}

static double by_ratio_of_iterations(double a, double b, unsigned lanes, unsigned group)
{
    return average(iterations, a, b, lanes, 1) / average(iterations, a, b, lanes, group);
}

/* Only the first group starts at 0, and it needs no speed-up. */
static double by_start(double a, double b, unsigned lanes, unsigned group)
{
    (void)b;
    return ratio_to_one(a, lanes, group);
}

static double by_end(double a, double b, unsigned lanes, unsigned group)
{
    (void)a;
    return b < 1 ? ratio_to_one(b, lanes, group) : (double)(rr_harmonic(lanes) * group / rr_harmonic(lanes / group) / group);
}

static const struct {
    const char *name;
    double (*value)(double a, double b, unsigned lanes, unsigned group);
} definitions[] = {
    {"mean rate / mean rate of one lane per sample, rho to 0.99", by_ratio_of_rates_to_99},
    {"mean over rho of rate / rate of one lane per sample", by_mean_of_ratio},
    {"mean rate / mean rate of one lane per sample", by_ratio_of_rates},
    {"harmonic mean over rho of rate / rate of one lane per sample", by_harmonic_mean},
    {"mean iterations per sample of one lane per sample / mean iterations per sample", by_ratio_of_iterations},
    {"rate / rate of one lane per sample where the region starts", by_start},
    {"rate / rate of one lane per sample where the region ends", by_end},
};

int rr_model_grouped_speedup(unsigned lanes, unsigned group, size_t definition, rr_model_speedup *speedup)
{
    if (!power_of_two(lanes) || !good(lanes, group) || definition >= sizeof definitions / sizeof *definitions) return 0;
    const double from = group > 1 ? rr_model_grouped_upto(lanes, group / 2) : 0, to = rr_model_grouped_upto(lanes, group);
    speedup->definition = definitions[definition].name;
    speedup->value = group == 1 ? 1 : definitions[definition].value(from, to, lanes, group);
    return 1;
}

int rr_model_of_grouped(const rr_model_query *q, rr_trial c, rr_model_law *law, double *pmf, size_t count)
{
    if (!good(q->lanes, q->group) || !rr_tile_good(q)) return -1;
    rr_model_fill_rows(q, rr_trial_group(c, q->group), q->lanes / q->group, law, pmf, count);
    return 0;
}
