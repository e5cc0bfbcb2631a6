/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The distribution, and the acceptance of its proposals: for a neutron of speed y (units of dbrc.h) the integral over r of
 * r^2 s(r) (e^-(y - r)^2 - e^-(y + r)^2) / (4 y top), divided by 1/2 + y sqrt(pi) / 4, by the trapezoidal sum. */
#include "study.h"

#include <math.h>
#include <reroll_user.h>

static const double A = 236.006, BOLTZMANN = 8.617333262e-5, E0 = 6.673491, WIDTH = 0.024475792, B = 11.255247016232765,
                    HIGHEST = 0.08815695907304111, REACH = 13.4, SAFE = 1.00001, PI = 3.14159265358979323846;
enum { PARTS = 20000 };

int law_open(const study *s, const rr_sampler **law)
{
    rr_result result = RR_RESULT_INIT;
    return rr_law_open("studies/doppler/dbrc.h", law, &result) ? study_fail(s, result.message) : 0;
}

static double half_widths(double r, double unit) { return 2 * (r * r * unit - E0) / WIDTH; }

static double profile(double z) { return (1 + (z + B) * (z + B)) / (1 + z * z); }

double acceptance(double temperature, double energy)
{
    const double unit = BOLTZMANN * temperature / A, y = sqrt(energy / unit), part = 18. / PARTS;
    const double low = half_widths(fmax(y - REACH, 0), unit), high = half_widths(y + REACH, unit);
    const double top = SAFE * fmax(profile(fmin(fmax(HIGHEST, low), high)), 1);
    double sum = 0;
    for (int k = 0; k <= PARTS; ++k) {
        const double r = y - 9 + part * k;
        if (r > 0) sum += r * r * profile(half_widths(r, unit)) * (exp(-(y - r) * (y - r)) - exp(-(y + r) * (y + r)));
    }
    return sum * part / (4 * y * top) / (0.5 + y * sqrt(PI) / 4);
}

rr_job job_make(const rr_sampler *law, rr_type dtype, const double *temperature, const double *energy, uint64_t n,
                void *out)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = law;
    job.dtype = dtype;
    job.rows = n;
    job.param[0] = (rr_param){temperature, RR_F64, 0, 0};
    job.param[1] = (rr_param){energy, RR_F64, 0, 0};
    job.out = out;
    return job;
}
