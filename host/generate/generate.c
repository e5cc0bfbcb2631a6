/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the typed calls from the descriptors: `generate header` reroll_fill.h, `generate source` its functions. */
#include <stdio.h>
#include <string.h>

#include "laws/sampler.h"

#define RR_SAMPLER(room, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

static const struct { const char *id; const rr_sampler *sampler; } list[] = {
#define RR_SAMPLER(room, name, draw, widths) {#name, &rr_sampler_##name},
#include "laws/list.h"
#undef RR_SAMPLER
};

static const struct { rr_type type; const char *suffix, *id, *c; } types[] = {
    {RR_F32, "f32", "RR_F32", "float"}, {RR_F64, "f64", "RR_F64", "double"}, {RR_I32, "i32", "RR_I32", "int32_t"},
    {RR_I64, "i64", "RR_I64", "int64_t"}, {RR_U32, "u32", "RR_U32", "uint32_t"}, {RR_U64, "u64", "RR_U64", "uint64_t"},
};
enum { TYPES = sizeof types / sizeof *types };

/* The type of parameters: numbers of the kernel's dtype. */
static int number(const rr_sampler *s, int t)
{
    const int wide = s->counts || types[t].type == RR_F64 || types[t].type == RR_U64;
    const rr_type type = s->integers ? types[t].type == RR_U64 ? RR_U64 : RR_I64 : wide ? RR_F64 : RR_F32;
    int k = 0;
    while (types[k].type != type) ++k;
    return k;
}

/* The calls of a sampler: one set of parameters; arrays of all; of each parameter what its argument says. */
enum { ONE, EACH, MIXED };
static const char *const ending[] = {"", "_each", "_mixed"};

/* Does parameter p come as an array: weights, a matrix, a row of components? */
static int is_array(const rr_sampler *s, uint32_t p)
{
    return rr_is_list(s, p) || (rr_is_row(s) && !rr_is_per_row(s, p));
}

/* May parameter p of this call differ from sample to sample? Inversions of counts can do without their table. */
static int varies(const rr_sampler *s, uint32_t p, int call)
{
    const uint32_t fixed = call == MIXED && s->counts && !rr_lists(s) ? 0 : s->fixed;
    return !(fixed >> p & 1) && !s->param[p].shape.once;
}

/* The last of the calls that a sampler has: arrays beside one value want two parameters that may be either. */
static int last_call(const rr_sampler *s)
{
    uint32_t number = 0;
    for (uint32_t p = 0; p < s->params; ++p) number += varies(s, p, MIXED);
    return !s->params || rr_is_mixture(s) ? ONE : number > 1 ? MIXED : EACH;
}

/* Which matrices a sampler draws, if any. */
static int is_square(const rr_sampler *s) { return s->shape.side[0] == RR_DIM_D; }
static int is_oblong(const rr_sampler *s) { return s->shape.side[0] == RR_DIM_R; }

/* The argument after the first list: how long it is, or how many columns a factor has. */
static const char *length_of(const rr_sampler *s, uint32_t p)
{
    return rr_lists(s) >> p != 1 ? "" : s->param[p].shape.side[1] ? ", size_t factors" : ", size_t number";
}

static void signature(const char *id, const rr_sampler *s, int t, int call)
{
    printf("rr_status rr_fill_%s_%s%s(const rr_device *device, rr_stream *stream, size_t %s, %s *out", id, types[t].suffix,
           ending[call], is_oblong(s) ? "samples, size_t rows, size_t columns" : is_square(s) ? "rows, size_t side"
                         : rr_is_row(s) ? "rows, size_t columns" : "samples", types[t].c);
    for (uint32_t p = 0; p < s->params; ++p) {
        const int list = rr_is_list(s, p), n = number(s, t);
        if (call == MIXED && varies(s, p, call)) printf(", rr_values_%s ", list ? "f64" : types[n].suffix);
        else if (list) printf(", const double *");
        else printf(call == EACH || is_array(s, p) ? ", const %s *" : ", %s ", types[n].c);
        printf("%s%s", s->param[p].name, length_of(s, p));
    }
    printf(")");
}

/* Both strides of parameter p; of a parameter that varies: from one sample to the next, and within its row. */
static void strides(const rr_sampler *s, uint32_t p, int each)
{
    const char *name = s->param[p].name, *of = each == MIXED && varies(s, p, each) ? ".data" : "";
    if (rr_is_list(s, p))
        printf(each && varies(s, p, each) ? "(ptrdiff_t)(number * sizeof *%s%s), sizeof *%s%s" : "0, sizeof *%.0s%.0s%s%s",
               name, of, name, of);
    else if (rr_is_covariance(s, p))
        printf("(ptrdiff_t)(%s * sizeof *%s), sizeof *%s",
               is_square(s) ? "side" : s->param[p].shape.side[0] == RR_DIM_R ? "rows" : "columns", name, name);
    else if (is_array(s, p))
        printf(each ? "(ptrdiff_t)(%scolumns * sizeof *%s%s), sizeof *%s%s" : "0, sizeof *%.0s%.0s%.0s%s%s",
               is_oblong(s) ? "rows * " : "", name, of, name, of);
    else if (!each || !varies(s, p, each)) printf("0, 0");
    else printf("sizeof *%s%s, 0", name, of);
}

static void header(void)
{
    printf(
        "/* Made from the descriptors of the samplers by host/generate; included by reroll.h. */\n"
        "/* rr_fill_LAW_TYPE draws samples to out with one set of parameters; ..._each takes as many values of every\n"
        " * parameter, NULL standing for its default (of a fixed parameter, one value); ..._mixed takes one value beside\n"
        " * arrays, rr_one_f64(2) beside rr_each_f64(shapes) (reroll.h; a fixed one as it is). A list has `number` values, or\n"
        " * as many for each sample, a factor columns x factors. Samplers of rows draw `rows` of `columns` components; a\n"
        " * parameter per component has `columns` values, or a row of them for each, a covariance columns x columns. Samples\n"
        " * that are square matrices are side x side, and so is a parameter that is one; others are rows x columns. All use the\n"
        " * indices stream->next ... and move it on by their number where out was written (RR_OK, RR_ERR_PARAM,\n"
        " * RR_ERR_CAP). The last index that they draw is 2^64 - 2: next could not move past 2^64 - 1, which is for\n"
        " * rr_run. Ranges and defaults: reroll samplers. */\n"
        "#ifndef REROLL_FILL_H\n#define REROLL_FILL_H\n");
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) {
        const rr_sampler *s = list[i].sampler;
        printf("\n/* %s: %s. */\n", s->name, s->help);
        for (int t = 0; t < TYPES; ++t) {
            if (!(s->dtypes >> types[t].type & 1)) continue;
            for (int call = ONE; call <= last_call(s); ++call) {
                printf("RR_API ");
                signature(list[i].id, s, t, call);
                printf(";\n");
            }
        }
    }
    printf("\n#endif\n");
}

static void parameter(const rr_sampler *s, int t, uint32_t p, int call)
{
    const char *type = rr_is_list(s, p) ? "RR_F64" : types[number(s, t)].id, *name = s->param[p].name;
    if (call == MIXED && varies(s, p, call)) {
        printf("RR_FILL_PARAM(%s, %s, ", name, type);
        strides(s, p, call);
        printf("), ");
        return;
    }
    printf("{%s%s, %s, ", call == EACH || is_array(s, p) ? "" : "&", name, type);
    strides(s, p, call);
    printf("}, ");
}

/* A typed call gives its parameters, sampler, dtype and shape; rr_fill_call makes the job. */
static void body(const char *id, const rr_sampler *s, int t, int call)
{
    printf("\n{\n");
    if (s->params) {
        printf("    const rr_param param[] = {");
        for (uint32_t p = 0; p < s->params; ++p) parameter(s, t, p, call);
        printf("};\n");
    }
    printf("    return rr_fill_call(device, stream, &rr_sampler_%s, %s, %s, %s, &(const rr_dims){%s}, out);\n}\n", id, types[t].id,
           s->params ? "param" : "NULL",
           is_oblong(s)   ? "samples, rows * columns"
           : is_square(s) ? "rows, side * side"
           : rr_is_row(s) ? "rows, columns"
                          : "samples, 1",
           is_oblong(s)             ? ".R = rows"
           : s->row_numbers == RR_DIM_R ? ".R = factors"
           : rr_lists(s)            ? ".N = number"
                                    : "0");
}

static void source(void)
{
    printf("/* Made by host/generate. */\n#include \"reroll.h\"\n\n#include \"host/api/fill.h\"\n");
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) {
        const rr_sampler *s = list[i].sampler;
        printf("\nextern const rr_sampler rr_sampler_%s;\n", list[i].id);
        for (int t = 0; t < TYPES; ++t)
            for (int call = ONE; call <= last_call(s); ++call) {
                if (!(s->dtypes >> types[t].type & 1)) continue;
                printf("\n");
                signature(list[i].id, s, t, call);
                body(list[i].id, s, t, call);
            }
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "header")) header();
    else if (argc == 2 && !strcmp(argv[1], "source")) source();
    else return 2;
    return 0;
}
