/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll samplers: the samplers as a table or as JSON. */
#include "listing.h"
#include "cli/base/dtype.h"
#include "cli/base/params.h"
#include "cli/files/json.h"

#include <inttypes.h>
#include <math.h>

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

static void write_sampler(const rr_sampler *s)
{
    const char *comma = "";
    printf("  {");
    write_member("name", s->name);
    write_member("law", s->law);
    write_member("method", s->method);
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

static void print_table(void)
{
    const rr_sampler *s;
    printf("%-20s %-5s %-11s %-30s %s\n", "sampler", "bits", "dtypes", "parameters", "what it draws");
    for (size_t i = 0; (s = rr_sampler_list(i)) != NULL; ++i) {
        char params[256], dtypes[64];
        params_synopsis(s, params, sizeof params);
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
                     "name, law, method, help, source, bits_version, family, dtypes, params (name, help, default: null if "
                     "it must be given, f64 and f32: low, high, low_open, high_open; infinities are the strings \"inf\" and "
                     "\"-inf\"; matrix), rejects, min_accept, cap, contract: false where bits may differ by machine");
    if (how == LISTING_JSON) print_json();
    if (how == LISTING_TABLE) print_table();
    for (size_t i = 0; how == LISTING_NAMES && (s = rr_sampler_list(i)) != NULL; ++i) puts(s->name);
    return stdout_end();
}
