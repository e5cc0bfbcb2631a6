/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "params.h"
#include "dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const rr_sampler_info *sampler_at(size_t number) { return rr_sampler_about(rr_sampler_list(number)); }

const rr_sampler_info *sampler_find(const char *name) { return rr_sampler_about(rr_sampler_find(name)); }

bool sampler_is_row(const rr_sampler_info *sampler) { return sampler->shape.side[0] != RR_DIM_NONE; }

bool param_is_covariance(const rr_sampler_info *sampler, uint32_t i)
{
    return rr_shape_is_covariance(sampler->param[i].shape);
}

/* Six significant digits, or all digits of an integer up to 2^64. */
static void end_text(double x, char text[24])
{
    snprintf(text, 24, "%g", x);
    if (strtod(text, NULL) != x && x == floor(x) && fabs(x) <= 0x1p64) snprintf(text, 24, "%.0f", x);
}

bool param_is_list(const rr_sampler_info *sampler, uint32_t i)
{
    return rr_shape_is_list(sampler->param[i].shape);
}

bool param_is_per_row(const rr_sampler_info *sampler, uint32_t i)
{
    return sampler_is_row(sampler) && sampler->param[i].shape.side[0] == RR_DIM_NONE;
}

const char *range_text(const rr_range *range, char text[RANGE_SIZE])
{
    char low[24], high[24];
    end_text(range->low, low);
    end_text(range->high, high);
    snprintf(text, RANGE_SIZE, "%c%s, %s%c", range->low_open ? '(' : '[', low, high, range->high_open ? ')' : ']');
    return text;
}

const char *underflow_text(const rr_range *range, double value)
{
    const bool in = (range->low_open ? value > range->low : value >= range->low) && value <= range->high;
    return in && (float)value == 0 ? "0 in f32, whose smallest positive number is 1.4e-45, and " : "";
}

void params_synopsis(const rr_sampler_info *s, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < s->params && used < size; ++i) {
        const bool needed = isnan(s->param[i].fallback);
        used += (size_t)snprintf(text + used, size - used, "%s%s--%s V%s", i ? " " : "", needed ? "" : "[",
                                 s->param[i].name, needed ? "" : "]");
    }
}
