/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints the list of samplers as an R expression, for generate.R. Each sampler has an example of its parameters, as far as
 * they are single numbers. */
#include <math.h>
#include <stdio.h>

#include "../src/names.h"
#include "reroll_core.h"
#include "reroll_law.h"
#include "reroll_sampler.h"

static void text(const char *name, const char *value)
{
    printf("%s = \"", name);
    for (const char *c = value ? value : ""; *c; ++c) printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    printf("\", ");
}

static void number(const char *name, double x)
{
    if (isnan(x)) printf("%s = NA_real_, ", name);
    else if (isinf(x)) printf("%s = %sInf, ", name, x < 0 ? "-" : "");
    else printf("%s = %.17g, ", name, x);
}

static void sides(const rr_shape *shape)
{
    char both[3] = {0};
    for (int i = 0; i < 2; ++i)
        if (shape->side[i]) both[i] = *rr_dim_name(shape->side[i]);
    text("sides", both);
}

/* The first example of benchmarks, whose parameters are the usual ones. */
static const rr_example *example(const rr_sampler_info *s)
{
    const rr_example *e = s->law->examples;
    while (e && e->use && !(e->use & RR_FOR_BENCH)) ++e;
    return e;
}

static void parameter(const rr_sampler_info *s, uint32_t p)
{
    const rr_param_info *info = &s->param[p];
    const rr_type dtype = s->dtypes >> RR_F64 & 1 ? RR_F64 : RR_U32;
    const rr_range *range = rr_param_range(s->sampler, dtype, p), r_range = {-R_MAX_INTEGER, R_MAX_INTEGER, 0, 0};
    if (s->integers) range = &r_range;
    const rr_example *e = example(s);
    printf("    list(");
    text("name", info->name);
    text("r", name_in_r(info->name));
    text("help", info->help);
    number("default", info->fallback);
    sides(&info->shape);
    printf("once = %s, ", info->shape.once ? "TRUE" : "FALSE");
    text("rule", rr_rule_name(info->shape.rule));
    number("low", range->low);
    number("high", range->high);
    printf("low_open = %d, high_open = %d, fixed = %d, ", range->low_open, range->high_open,
           rr_sampler_method(s->sampler)->fixed >> p & 1);
    number("example", e ? e->low[p] : NAN);
    printf("NULL)%s\n", p + 1 < s->params ? "," : "");
}

int main(void)
{
    const rr_sampler *sampler;
    printf("list(\n");
    for (size_t i = 0; (sampler = rr_sampler_list(i)); ++i) {
        const rr_sampler_info *s = rr_sampler_about(sampler);
        printf("%s  list(", i ? ",\n" : "");
        text("name", s->name);
        text("law", s->distribution);
        text("method", s->method);
        text("help", s->help);
        text("source", s->source);
        text("aliases", s->aliases);
        sides(&s->shape);
        printf("complex = %s, ", rr_shape_parts(s->shape) == 2 ? "TRUE" : "FALSE");
        printf("counts = %s, f32 = %s, f64 = %s, bits = %u, params = list(\n", s->counts ? "TRUE" : "FALSE",
               s->dtypes >> RR_F32 & 1 ? "TRUE" : "FALSE", s->dtypes >> RR_F64 & 1 ? "TRUE" : "FALSE", s->bits_version);
        for (uint32_t p = 0; p < s->params; ++p) parameter(s, p);
        printf("  ))");
    }
    printf("\n)\n");
    return 0;
}
