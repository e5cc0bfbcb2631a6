/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll samplers: prints the samplers as a table or as JSON. */
#include "listing.h"
#include "cli/base/dtype.h"
#include "cli/base/params.h"
#include "cli/base/synonyms.h"
#include "cli/files/jsonout.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static void write_range(json_out *out, const char *name, const rr_range *range)
{
    json_object(out, name, json_line);
    json_real(out, "low", range->low);
    json_real(out, "high", range->high);
    json_bool(out, "low_open", range->low_open);
    json_bool(out, "high_open", range->high_open);
    json_end(out);
}

/* Writes "shape": [] for a number, ["K"], ["D", "D"], ["D", "D", "2"] for complex entries. */
static void write_shape(json_out *out, const rr_shape *shape)
{
    json_array(out, "shape", json_line);
    for (int side = 0; side < 2; ++side)
        if (shape->side[side]) json_text(out, NULL, rr_dim_name(shape->side[side]));
    if (rr_shape_parts(*shape) == 2) json_text(out, NULL, "2");
    json_end(out);
}

static void write_param(json_out *out, const rr_param_info *p)
{
    json_object(out, NULL, json_line);
    json_text(out, "name", p->name);
    json_text(out, "help", p->help);
    json_known(out, "default", p->fallback);
    write_range(out, "f64", &p->f64);
    write_range(out, "f32", &p->f32);
    write_shape(out, &p->shape);
    json_bool(out, "once", p->shape.once);
    json_text(out, "rule", rr_rule_name(p->shape.rule));
    json_end(out);
}

static void write_types(json_out *out, const rr_sampler_info *s)
{
    json_array(out, "dtypes", json_line);
    for (int t = RR_F32; t <= RR_BF16; ++t)
        if (dtype_listed(s, (rr_type)t)) json_text(out, NULL, dtype_name((rr_type)t));
    json_end(out);
}

/* Writes "names": the sampler's aliases. */
static void write_names(json_out *out, const rr_sampler_info *s)
{
    size_t length;
    json_array(out, "names", json_line);
    for (const char *name = s->aliases; name && (name = next_name(name, &length)); name += length) {
        char *text = get_text("%.*s", (int)length, name);
        json_text(out, NULL, text);
        free(text);
    }
    json_end(out);
}

static void write_sampler(json_out *out, const rr_sampler_info *s)
{
    static const json_layout params = {"", ",\n     ", ""};
    json_object(out, NULL, json_line);
    json_text(out, "name", s->name);
    json_text(out, "law", s->distribution);
    json_text(out, "method", s->method);
    write_names(out, s);
    json_text(out, "help", s->help);
    json_text(out, "source", s->source);
    json_integer(out, "bits_version", s->bits_version);
    json_integer(out, "family", rr_sampler_method(s->sampler)->family);
    write_types(out, s);
    write_shape(out, &s->shape);
    json_break(out, 3);
    json_array(out, "params", params);
    for (uint32_t i = 0; i < s->params; ++i) write_param(out, &s->param[i]);
    json_end(out);
    json_break(out, 3);
    json_bool(out, "rejects", s->rejects);
    json_real(out, "min_accept", s->min_accept);
    json_integer(out, "cap", rr_sampler_method(s->sampler)->cap);
    json_bool(out, "contract", !s->outside);
    json_end(out);
}

/* True if the sampler is listed; with `antithetic` only those that accept --antithetic are. */
static bool listed(const rr_sampler_info *s, bool antithetic)
{
    return s->monotone || !antithetic;
}

static void print_json(bool antithetic)
{
    const rr_sampler_info *s;
    json_out out = {.to = stdout};
    json_array(&out, NULL, json_lines);
    for (size_t i = 0; (s = sampler_at(i)) != NULL; ++i)
        if (listed(s, antithetic)) write_sampler(&out, s);
    json_end(&out);
}

/* ---- The table ---- */

/* The groups of the table, by the samples that a sampler draws. */
enum kind { REALS, COUNTS, ROWS, WORDS, KINDS };

static enum kind kind_of(const rr_sampler_info *s)
{
    if (sampler_is_row(s)) return ROWS;
    if (s->counts) return COUNTS;
    return dtype_listed(s, RR_F32) || dtype_listed(s, RR_F64) ? REALS : WORDS;
}

static const char *numbers_of(const rr_sampler_info *s)
{
    if (s->counts) return "count";
    return dtype_listed(s, RR_F32) || dtype_listed(s, RR_F64) ? "real" : "word";
}

/* A column of the table: its position and width, and its words that are not printed yet. */
typedef struct column {
    int at, width;
    const char *text;
} column;

enum { NAME, BITS, NUMBERS, PARAMS, HELP, COLUMNS };

static const column table[COLUMNS] = {
    {0, 31, "sampler"}, {31, 4, "bits"}, {36, 6, "dtypes"}, {43, 21, "parameters"}, {65, 35, "what it draws"},
};

/* The length of the words that fit on a column's next line. A line does not break before "V". */
static int line_length(const column *c)
{
    int fits = 0;
    for (int i = 0; c->text[i] && (i < c->width || !fits);) {
        i += (int)strcspn(c->text + i + 1, " ") + 1;
        if (c->text[i] == ' ' && c->text[i + 1] == 'V') continue;
        if (i <= c->width || !fits) fits = i;
    }
    return fits;
}

/* Prints one row; each column wraps within its width. */
static void print_row(column row[COLUMNS])
{
    for (bool more = true; more;) {
        int at = 0;
        more = false;
        for (int c = 0; c < COLUMNS; ++c) {
            const int length = line_length(&row[c]);
            if (length) at += printf("%*s%.*s", row[c].at - at, "", length, row[c].text);
            row[c].text += length + (row[c].text[length] == ' ');
            more = more || row[c].text[0];
        }
        putchar('\n');
    }
}

static void print_sampler(const rr_sampler_info *s)
{
    column row[COLUMNS];
    char bits[12], params[256];
    snprintf(bits, sizeof bits, "%4" PRIu32, s->bits_version);
    params_synopsis(s, params, sizeof params);
    const char *const texts[COLUMNS] = {s->name, bits, numbers_of(s), params, s->help};
    memcpy(row, table, sizeof row);
    for (int c = 0; c < COLUMNS; ++c) row[c].text = texts[c];
    print_row(row);
}

static void print_group(enum kind kind, bool antithetic)
{
    static const char *const titles[KINDS] = {"Reals", "Counts and choices", "Rows and matrices", "Words"};
    const rr_sampler_info *s;
    bool titled = false;
    for (size_t i = 0; (s = sampler_at(i)) != NULL; ++i) {
        if (kind_of(s) != kind || !listed(s, antithetic)) continue;
        if (!titled) printf("\n%s\n", titles[kind]);
        titled = true;
        print_sampler(s);
    }
}

static void print_table(bool antithetic)
{
    column row[COLUMNS];
    puts("Dtypes: real is f64, f32 and usually f16 and bf16; count is any dtype that can hold the count;\n"
         "word is u32 and u64. Parameters in brackets have a default. bits is the bits version: it increases\n"
         "when the samples change. "
         "reroll sample SAMPLER --help lists ranges, dtypes and methods.\n");
    memcpy(row, table, sizeof row);
    print_row(row);
    for (int kind = 0; kind < KINDS; ++kind) print_group((enum kind)kind, antithetic);
}

static const option_row rows[LISTING_MAX] = {
    LISTING_OPTIONS(
        "name, law, method, names (aliases), help, source, bits_version, family, dtypes, shape, params (name, help, "
        "default: null where it is required; f64 and f32: low, high, low_open, high_open; infinities are the strings "
        "\"inf\" and \"-inf\"; shape, once, rule), rejects, min_accept, cap, contract: false where bits can differ between "
        "machines"),
    {0, "antithetic", NULL, false, "list only the samplers that accept --antithetic in reroll sample: inverse CDFs"},
};

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll samplers [--json | --names] [--antithetic]"},
    {"DESCRIPTION",
     .text = "The table shows the samplers in four groups: reals, counts, rows and matrices, random words. Its columns are "
             "the name (LAW or LAW:METHOD), the bits version, the dtypes (real, count or word), the parameters and what "
             "the sampler draws. Parameters with a default are in brackets. reroll sample LAW --help lists ranges, dtypes "
             "and the other methods of a distribution."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_samplers = {
    .name = "samplers",
    .summary = "list the samplers: distributions, methods, parameters and their ranges",
    .sections = sections, .rows = rows, .count = LISTING_MAX,
};

int cmd_samplers(int argc, char **argv)
{
    listing how;
    bool antithetic;
    const rr_sampler_info *s;
    if (!listing_read(argc, argv, &manual_samplers, &how, &antithetic)) return EXIT_USAGE;
    if (how == LISTING_JSON) print_json(antithetic);
    if (how == LISTING_TABLE) print_table(antithetic);
    for (size_t i = 0; how == LISTING_NAMES && (s = sampler_at(i)) != NULL; ++i)
        if (listed(s, antithetic)) puts(s->name);
    return stdout_end();
}
