/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll samplers: the samplers as a table or as JSON, and a sampler's manual. */
#include "cli/base/dtype.h"
#include "cli/sample/job.h"
#include "cli/files/json.h"
#include "listing.h"
#include "manual.h"
#include "cli/base/synonyms.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static void write_range(const char *name, const rr_range *range)
{
    printf(", \"%s\": {\"low\": ", name);
    json_write_real(stdout, range->low);
    printf(", \"high\": ");
    json_write_real(stdout, range->high);
    printf(", \"low_open\": %s, \"high_open\": %s}", range->low_open ? "true" : "false",
           range->high_open ? "true" : "false");
}

static void write_param(const rr_param_info *p, bool matrix)
{
    printf("{\"name\": ");
    json_write_string(stdout, p->name);
    printf(", \"help\": ");
    json_write_string(stdout, p->help);
    printf(", \"default\": ");
    if (isnan(p->fallback)) printf("null");
    else json_write_real(stdout, p->fallback);
    write_range("f64", &p->f64);
    write_range("f32", &p->f32);
    printf(", \"matrix\": %s}", matrix ? "true" : "false");
}

static void write_member(const char *key, const char *text)
{
    printf("\"%s\": ", key);
    json_write_string(stdout, text);
    printf(", ");
}

/* A member "names": what others call the sampler. */
static void write_names(const rr_sampler *s)
{
    size_t length;
    const char *comma = "";
    printf("\"names\": [");
    for (const char *name = s->names; name && (name = next_name(name, &length)); name += length) {
        printf("%s\"%.*s\"", comma, (int)length, name);
        comma = ", ";
    }
    printf("], ");
}

static void write_sampler(const rr_sampler *s)
{
    const char *comma = "";
    printf("  {");
    write_member("name", s->name);
    write_member("law", s->law);
    write_member("method", s->method);
    write_names(s);
    write_member("help", s->help);
    write_member("source", s->source);
    printf("\"bits_version\": %" PRIu32 ", \"family\": %" PRIu32 ", \"dtypes\": [", s->bits_version, s->family);
    for (int t = RR_F32; t <= RR_U64; ++t) {
        if (!dtype_listed(s, (rr_type)t)) continue;
        printf("%s\"%s\"", comma, dtype_name((rr_type)t));
        comma = ", ";
    }
    printf("],\n   \"params\": [");
    for (uint32_t i = 0; i < s->params; ++i) {
        printf("%s", i ? ",\n     " : "");
        write_param(&s->param[i], param_is_matrix(s, i));
    }
    printf("],\n   \"rejects\": %s, \"min_accept\": ", s->rejects ? "true" : "false");
    json_write_real(stdout, s->min_accept);
    printf(", \"cap\": %" PRIu32 ", \"contract\": %s}", s->cap, s->outside ? "false" : "true");
}

static void print_json(void)
{
    const rr_sampler *s;
    printf("[\n");
    for (size_t i = 0; (s = rr_sampler_list(i)) != NULL; ++i) {
        printf("%s", i ? ",\n" : "");
        write_sampler(s);
    }
    printf("\n]\n");
}

/* ---- The table ---- */

/* "--shape V [--scale V]" */
static void synopsis(const rr_sampler *s, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < s->params && used < size; ++i) {
        const bool needed = isnan(s->param[i].fallback);
        used += (size_t)snprintf(text + used, size - used, "%s%s--%s V%s", i ? " " : "", needed ? "" : "[",
                                 s->param[i].name, needed ? "" : "]");
    }
}

static void print_table(void)
{
    const rr_sampler *s;
    printf("%-20s %-5s %-11s %-30s %s\n", "sampler", "bits", "dtypes", "parameters", "what it draws");
    for (size_t i = 0; (s = rr_sampler_list(i)) != NULL; ++i) {
        char params[256], dtypes[64];
        synopsis(s, params, sizeof params);
        printf("%-20s %-5" PRIu32 " %-11s %-30s %s\n", s->name, s->bits_version, dtype_choices(s, dtypes), params, s->help);
    }
}

int cmd_samplers(int argc, char **argv)
{
    listing how;
    const rr_sampler *s;
    if (!listing_read(argc, argv, &how)) return EXIT_USAGE;
    if (how == LISTING_HELP)
        listing_help("samplers", "the samplers",
                     "each sampler's name (LAW or LAW:METHOD), the version of its bits, the types that\n"
                     "    it gives, its parameters, those with a default in brackets, and what it draws",
                     "name, law, method, names (what others call it), help, source, bits_version, family, dtypes, params "
                     "(name, help, default: null if it must be given, f64 and f32: low, high, low_open, high_open; infinities are the strings \"inf\" and "
                     "\"-inf\"; matrix), rejects, min_accept, cap, contract: false where bits may differ by machine");
    if (how == LISTING_JSON) print_json();
    if (how == LISTING_TABLE) print_table();
    for (size_t i = 0; how == LISTING_NAMES && (s = rr_sampler_list(i)) != NULL; ++i) puts(s->name);
    return listing_end();
}

/* ---- The manual ---- */

/* "; also --mu and --loc" */
static const char *other_names(const rr_sampler *s, const char *name, char text[NAMES_SIZE])
{
    const rr_synonym *other;
    char option[64];
    text[0] = '\0';
    for (size_t i = 0; (other = synonym_list(s->law, i)); ++i) {
        if (!other->ours || strcmp(other->ours, name)) continue;
        snprintf(option, sizeof option, "%s--%s", text[0] ? "" : "; also ", other->name);
        names_add(text, option);
    }
    return names_end(text);
}

static void param_entry(FILE *to, uint32_t i, const rr_sampler *s, print_entry *entry)
{
    const rr_param_info *p = &s->param[i];
    char head[64], wide[RANGE_SIZE], narrow[RANGE_SIZE], fallback[48] = "must be given", others[NAMES_SIZE];
    range_text(&p->f64, wide);
    range_text(&p->f32, narrow);
    if (!isnan(p->fallback)) snprintf(fallback, sizeof fallback, "default %g", p->fallback);
    const bool f64 = dtype_listed(s, RR_F64), both = f64 && strcmp(wide, narrow);
    const bool matrix = param_is_matrix(s, i);
    other_names(s, p->name, others);
    char *text = matrix ? get_text("%s; of shape (K, K), as @FILE.npy or 1,0.5;0.5,2, symmetric and positive "
                                   "semidefinite; %s%s", p->help, fallback, others)
                        : get_text("%s; in %s%s%s; %s%s", p->help, f64 ? wide : narrow, both ? ", for f32 in " : "",
                                   both ? narrow : "", fallback, others);
    snprintf(head, sizeof head, "--%s V", p->name);
    entry(to, head, text);
    free(text);
}

void sampler_manual(FILE *to, const rr_sampler *s, print_entry *entry)
{
    char params[256], dtypes[64];
    synopsis(s, params, sizeof params);
    fprintf(to, "NAME\n    reroll sample %s - %s\n\nSYNOPSIS\n    reroll sample %s%s%s -n N [-o FILE] [OPTION]...\n\n"
            "PARAMETERS\n",
            s->name, s->help, s->name, s->params ? " " : "", params);
    for (uint32_t i = 0; i < s->params; ++i) param_entry(to, i, s, entry);
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
