/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A trial. The smaller of accept and reject is the caller's value, or one minus it, which is exact where the value is at
 * least 1/2. The larger one may be rounded, and is not used. */
#include "model.h"

rr_chance rr_chance_accept(double accept)
{
    if (!(accept > 0 && accept <= 1)) return (rr_chance){NAN, NAN};
    return (rr_chance){accept, 1 - accept};
}

rr_chance rr_chance_reject(double reject)
{
    if (!(reject >= 0 && reject < 1)) return (rr_chance){NAN, NAN};
    return (rr_chance){1 - reject, reject};
}

/* A tiny accept has reject 1, and the reverse: one of the two may be rounded to 1, but not both. */
int rr_chance_good(rr_chance c)
{
    return c.accept > 0 && c.accept <= 1 && c.reject >= 0 && c.reject <= 1 && fabs(c.accept + c.reject - 1) <= 0x1p-52;
}

rr_trial rr_trial_of(rr_chance c)
{
    rr_trial t;
    if (c.reject <= c.accept) {
        t.rho = c.reject;
        t.p = 1 - t.rho;
        t.lambda = t.rho > 0 ? -logl(t.rho) : (rr_long)INFINITY;
    } else {
        t.p = c.accept;
        t.rho = 1 - t.p;
        t.lambda = -log1pl(-t.p);
    }
    return t;
}

rr_trial rr_trial_group(rr_trial one, unsigned g)
{
    if (g == 1) return one;
    return (rr_trial){rr_trial_rest(one, g), rr_trial_power(one, g), one.lambda * g};
}

/* Near rho = 0 powl is accurate to its last bit, so that 1/4 is 1/4; near 1 only lambda is exact. */
rr_long rr_trial_power(rr_trial c, rr_long n)
{
    if (n == 0) return 1;
    return c.rho <= 0.5L ? powl(c.rho, n) : expl(-c.lambda * n);
}

rr_long rr_trial_rest(rr_trial c, rr_long n)
{
    if (n == 0) return 0;
    if (n == 1) return c.p;
    return c.rho <= 0.5L ? 1 - powl(c.rho, n) : -expm1l(-c.lambda * n);
}

int rr_whole(double x, double low, double high)
{
    return x >= low && x <= high && floor(x) == x;
}
