/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A sampler's own part of the manual of reroll sample. */
#include "sampler_manual.h"
#include "cli/base/cli.h"
#include "cli/base/dtype.h"
#include "cli/base/params.h"
#include "cli/base/synonyms.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    const char *shape = weights && p->shape.side[1] ? "of shape (K, R), as @FILE.npy or 1,0.5;0,2;1,1"
                      : weights && p->shape.once ? "one vector for all samples, as @FILE.npy or -1,0.5,2"
                      : weights ? "one vector for all samples or a row for each, as @FILE.npy or 1,0.5,2"
                      : matrix ? "of shape (K, K), as @FILE.npy or 1,0.5;0.5,2, symmetric and positive semidefinite" : NULL;
    const char *also = !both ? "" : s->counts ? ", for i32 and u32 in " : ", for f32 in ";
    char *text = shape ? get_text("%s; %s; %s%s", p->help, shape, fallback, others)
                       : get_text("%s; in %s%s%s; %s%s", p->help, f64 ? wide : narrow, also, both ? narrow : "", fallback,
                                  others);
    snprintf(head, sizeof head, "--%s V", p->name);
    manual_terminal.entry(to, head, text);
    free(text);
}

void sampler_manual(FILE *to, const rr_sampler_info *s)
{
    char params[256], dtypes[64];
    params_synopsis(s, params, sizeof params);
    fprintf(to, "NAME\n    reroll sample %s - %s\n\nSYNOPSIS\n    reroll sample %s%s%s -n N [-o FILE] [OPTION]...\n\n"
            "PARAMETERS\n",
            s->name, s->help, s->name, s->params ? " " : "", params);
    for (uint32_t i = 0; i < s->params; ++i) param_entry(to, i, s);
    if (s->params)
        fputs("    V is a number, a list such as 3,4,5 or @FILE.npy (.csv, .txt); arrays are broadcast by NumPy's rule.\n"
              "    reroll sample --help says more.\n", to);
    else fputs("    none\n", to);
    fprintf(to, "\nSAMPLER\n    Gives %s, default %s. ", dtype_choices(s, dtypes), dtype_name(dtype_default(s)));
    if (s->rejects) fprintf(to, "Accepts a proposal with probability %g at least. ", s->min_accept);
    else fputs("Never rejects. ", to);
    if (s->outside) fputs("Outside the contract: its last bits may differ by machine. ", to);
    fprintf(to, "Version %" PRIu32 " of its bits.\n    Source: %s.\n\n", s->bits_version, s->source);
}
