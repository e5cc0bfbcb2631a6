/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints the manual of a sampler. */
#include "sampler_manual.h"
#include "cli/base/cli.h"
#include "cli/base/dtype.h"
#include "cli/base/examples.h"
#include "cli/base/law.h"
#include "cli/base/params.h"
#include "cli/base/synonyms.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The aliases that the command accepts: "lomax, pareto2". */
static const char *aliases_of(const rr_sampler_info *s, char text[NAMES_SIZE])
{
    size_t length;
    text[0] = '\0';
    for (const char *name = s->aliases; name && (name = next_name(name, &length)); name += length) {
        char one[64];
        snprintf(one, sizeof one, "%.*s", (int)length, name);
        if (!alias_note(name, length)) names_add(text, one);
    }
    return text;
}

/* "; also --mu and --loc" */
static const char *other_names(const rr_sampler_info *s, const char *name, char text[NAMES_SIZE])
{
    const rr_synonym *other;
    char option[64];
    text[0] = '\0';
    for (size_t i = 0; (other = synonym_list(s->distribution, i)); ++i) {
        if (!other->ours || strcmp(other->ours, name)) continue;
        snprintf(option, sizeof option, "%s--%s", text[0] ? "" : "; also ", other->name);
        names_add(text, option);
    }
    return names_end(text);
}

static void param_entry(FILE *to, uint32_t i, const rr_sampler_info *s)
{
    const rr_param_info *p = &s->param[i];
    char head[64], wide[RANGE_SIZE], narrow[RANGE_SIZE], fallback[48] = "must be given", others[NAMES_SIZE];
    range_text(&p->f64, wide);
    range_text(&p->f32, narrow);
    if (!isnan(p->fallback)) snprintf(fallback, sizeof fallback, "default %g", p->fallback);
    const bool f64 = dtype_listed(s, RR_F64), both = f64 && strcmp(wide, narrow);
    const bool matrix = param_is_covariance(s, i), weights = param_is_list(s, i);
    other_names(s, p->name, others);
    const char *shape = weights && p->shape.side[1] ? "of shape (K, R), as @FILE.npy or '1,0.5;0,2;1,1'"
                      : weights && p->shape.once ? "one vector for all samples, as @FILE.npy or -1,0.5,2"
                      : weights ? "one vector for all samples or a row for each, as @FILE.npy or 1,0.5,2"
                      : matrix ? "of shape (K, K), symmetric and positive semidefinite, as @FILE.npy or '1,0.5;0.5,2'"
                               : NULL;
    const char *also = !both ? "" : s->counts ? ", for i32 and u32 in " : ", for f32 in ";
    char *text = shape ? get_text("%s; %s; %s%s", p->help, shape, fallback, others)
                       : get_text("%s; in %s%s%s; %s%s", p->help, f64 ? wide : narrow, also, both ? narrow : "", fallback,
                                  others);
    snprintf(head, sizeof head, "--%s V", p->name);
    manual_terminal.entry(to, head, text);
    free(text);
}

static void put(FILE *to, const char *heading, char *text)
{
    manual_terminal.heading(to, heading);
    manual_terminal.text(to, text);
    fputc('\n', to);
    free(text);
}

/* The argument for the distribution: its name, or the path of a user-defined one. */
static const char *typed_name(const rr_sampler_info *s)
{
    const char *path = law_path(s);
    return path ? path : s->name;
}

static void print_parameters(FILE *to, const rr_sampler_info *s)
{
    manual_terminal.heading(to, "PARAMETERS");
    for (uint32_t i = 0; i < s->params; ++i) param_entry(to, i, s);
    manual_terminal.text(to, s->params ? "V is a number, a list such as 3,4,5, or @FILE.npy (.csv, .txt, "
                                         ".csv:COLUMN). Arrays are broadcast by NumPy's rule."
                                       : "none");
    fputc('\n', to);
}

/* Lists all samplers of the distribution. */
static void print_methods(FILE *to, const rr_sampler_info *s)
{
    const rr_sampler_info *other;
    int methods = 0;
    manual_terminal.heading(to, "METHODS");
    for (size_t i = 0; (other = sampler_at(i)); ++i) methods += !strcmp(other->distribution, s->distribution);
    for (size_t i = 0; methods > 1 && (other = sampler_at(i)); ++i)
        if (!strcmp(other->distribution, s->distribution)) manual_terminal.entry(to, other->name, other->help);
    if (methods < 2) manual_terminal.text(to, "only this one");
    fputc('\n', to);
}

/* "a number", "a row of K numbers", "a matrix of R x C numbers, row by row" */
static const char *shape_text(const rr_sampler_info *s, char text[96])
{
    const unsigned char *side = s->shape.side;
    if (!side[0]) snprintf(text, 96, "a number");
    else if (!side[1]) snprintf(text, 96, "a row of %s numbers", rr_dim_name(side[0]));
    else snprintf(text, 96, "a matrix of %s x %s %s, row by row", rr_dim_name(side[0]), rr_dim_name(side[1]),
                  rr_shape_parts(s->shape) == 2 ? "complex numbers (real and imaginary parts)" : "numbers");
    return text;
}

static void print_samples(FILE *to, const rr_sampler_info *s)
{
    char dtypes[64], shape[96], text[128];
    const unsigned char side = s->shape.side[0];
    manual_terminal.heading(to, "SAMPLES");
    snprintf(text, sizeof text, "%s (default %s)", dtype_choices(s, dtypes), dtype_name(dtype_default(s)));
    manual_terminal.entry(to, "--dtype", text);
    manual_terminal.entry(to, "shape", shape_text(s, shape));
    snprintf(text, sizeof text, "sets %s where no parameter has that many values", rr_dim_name(side));
    manual_terminal.entry(to, "--components", side && side != RR_DIM_R ? text : "not available");
    manual_terminal.entry(to, "--antithetic", s->monotone ? "available" : "not available");
    if (s->rejects) snprintf(text, sizeof text, "at least %g per attempt", s->min_accept);
    manual_terminal.entry(to, "acceptance", s->rejects ? text : "1: no attempt is rejected");
    snprintf(text, sizeof text, "%" PRIu32 "%s", s->bits_version,
             s->outside ? "; outside the contract: the last bits can differ between machines" : "");
    manual_terminal.entry(to, "bits version", text);
    manual_terminal.entry(to, "source", s->source);
    fputc('\n', to);
}

/* An accepted value of a parameter: two numbers for lists, 2 x 2 for matrices. */
static const char *example_value(const rr_sampler_info *s, uint32_t i, double value, char text[64])
{
    const rr_shape shape = s->param[i].shape;
    if (shape.side[1]) return "'1,0.5;0.5,2'";
    if (shape.rule == RR_RULE_INCREASING) return "-1,1";
    if (shape.rule == RR_RULE_DIRECTION) return "1,0";
    if (shape.side[0]) snprintf(text, 64, "%g,%g", value, 2 * value);
    else snprintf(text, 64, "%g", value);
    return text;
}

/* True if the example can leave the parameter out. Lists and matrices are left out if they have a default. */
static bool can_miss(const rr_sampler_info *s, uint32_t i, const rr_example *e)
{
    const rr_param_info *p = &s->param[i];
    return !isnan(p->fallback) && (!e || p->shape.side[0] || e->low[i] == p->fallback);
}

/* A command that runs: the parameters of an example, and the number of components if no parameter gives it. */
static char *example_of(const rr_sampler_info *s)
{
    size_t at = 0;
    char one[64];
    const rr_example *e = example_next(s, RR_FOR_BENCH, &at);
    bool has_side = !s->shape.side[0];
    char *text = get_text("reroll sample %s", typed_name(s));
    for (uint32_t i = 0; i < s->params; ++i) {
        if (can_miss(s, i, e)) continue;
        char *more = get_text("%s --%s %s", text, s->param[i].name, example_value(s, i, e ? e->low[i] : 1, one));
        has_side = has_side || s->param[i].shape.side[0];
        free(text);
        text = more;
    }
    char *whole = get_text("%s%s -n 5", text, has_side ? "" : " --components 3");
    free(text);
    return whole;
}

void sampler_manual(FILE *to, const rr_sampler_info *s)
{
    char params[256], names[NAMES_SIZE];
    params_synopsis(s, params, sizeof params);
    put(to, "NAME", get_text("reroll sample %s - %s", typed_name(s), s->help));
    put(to, "SYNOPSIS",
        get_text("reroll sample %s%s%s -n N [-o FILE] [OPTION]...", typed_name(s), s->params ? " " : "", params));
    if (aliases_of(s, names)[0]) put(to, "OTHER NAMES", get_copy(names));
    print_parameters(to, s);
    print_methods(to, s);
    print_samples(to, s);
    put(to, "EXAMPLE", example_of(s));
}
