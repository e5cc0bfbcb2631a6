/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "examples.h"
#include "params.h"

#include <math.h>
#include <stdio.h>

bool range_holds(const rr_range *r, double x)
{
    return (r->low_open ? x > r->low : x >= r->low) && (r->high_open ? x < r->high : x <= r->high);
}

bool params_taken(const rr_sampler_info *s, const double *params)
{
    for (uint32_t p = 0; p < s->params; ++p)
        if (!param_is_covariance(s, p) &&
            !(range_holds(&s->param[p].f32, params[p]) && range_holds(&s->param[p].f64, params[p])))
            return false;
    return !s->relate || !s->relate(params);
}

/* Tests both ends and non-integers between them, which a rule for integers rejects. */
static bool takes(const rr_sampler_info *s, const rr_example *e)
{
    static const double places[] = {0, 0.29, 0.71, 1};
    for (uint32_t p = 0; p < s->params; ++p)
        if (rr_sampler_method(s->sampler)->fixed >> p & 1 && e->low[p] != e->high[p]) return false;
    for (size_t k = 0; k < sizeof places / sizeof places[0]; ++k) {
        double v[RR_MAX_PARAMS] = {0};
        for (uint32_t p = 0; p < s->params; ++p)
            v[p] = e->low[p] == e->high[p] ? e->low[p] : e->low[p] + places[k] * (e->high[p] - e->low[p]);
        for (uint32_t p = 0; s->integers && p < s->params; ++p) v[p] = floor(v[p]);
        if (!params_taken(s, v)) return false;
    }
    return true;
}

const rr_example *example_next(const rr_sampler_info *s, uint32_t use, size_t *at)
{
    for (const rr_example *e; (e = &s->law->examples[*at])->use; ) {
        ++*at;
        if ((e->use & use) == use && takes(s, e)) return e;
    }
    return NULL;
}

const char *example_text(const rr_sampler_info *s, const rr_example *e, char text[EXAMPLE_SIZE])
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t p = 0; p < s->params && used < EXAMPLE_SIZE; ++p) {
        const double low = e->low[p], high = e->high[p], fallback = s->param[p].fallback;
        if (param_is_covariance(s, p) || (low == fallback && high == fallback)) continue;
        used += (size_t)snprintf(text + used, EXAMPLE_SIZE - used, "%s%s %g", used ? ", " : "", s->param[p].name, low);
        if (low != high && used < EXAMPLE_SIZE) used += (size_t)snprintf(text + used, EXAMPLE_SIZE - used, " to %g", high);
    }
    return text;
}
