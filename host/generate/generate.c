/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the typed calls from the descriptors: `generate header` reroll_fill.h, `generate source` its functions. */
#include <stdio.h>
#include <string.h>

#include "reroll_core.h"

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

/* Is there a call with parameters a sample? */
static int has_each(const rr_sampler *s) { return s->params > 0 && s->plain != RR_MIXTURE; }

/* Does parameter p come as an array: weights, a matrix, a row of components? */
static int is_array(const rr_sampler *s, uint32_t p)
{
    return s->weights >> p & 1 || (s->vector && !(s->per_row >> p & 1));
}

static void signature(const char *id, const rr_sampler *s, int t, int each)
{
    printf("rr_status rr_fill_%s_%s%s(const rr_device *device, rr_stream *stream, size_t %s, %s *out", id, types[t].suffix,
           each ? "_each" : "", s->oblong ? "samples, size_t rows, size_t columns" : s->square ? "rows, size_t side"
                                : s->vector ? "rows, size_t columns" : "samples", types[t].c);
    for (uint32_t p = 0; p < s->params; ++p)
        if (s->weights >> p & 1) printf(s->weights >> p == 1 ? ", const double *%s, size_t number" : ", const double *%s", s->param[p].name);
        else printf(each || is_array(s, p) ? ", const %s *%s" : ", %s %s", types[number(s, t)].c, s->param[p].name);
    printf(")");
}

/* The strides of parameter p. */
static void strides(const rr_sampler *s, uint32_t p, int each)
{
    const char *name = s->param[p].name;
    if (s->weights >> p & 1)
        printf(each && !(s->fixed >> p & 1) && !s->plain ? "(ptrdiff_t)(number * sizeof *%s), sizeof *%s" : "0, sizeof *%.0s%s", name, name);
    else if (s->matrix >> p & 1)
        printf("(ptrdiff_t)(%s * sizeof *%s), sizeof *%s",
               s->square ? "side" : s->oblong && s->matrix >> p != 1 ? "rows" : "columns",
               name, name);
    else if (is_array(s, p))
        printf(each ? "(ptrdiff_t)(%scolumns * sizeof *%s), sizeof *%s" : "0, sizeof *%.0s%.0s%s",
               s->oblong ? "rows * " : "", name, name);
    else if (!each || s->fixed >> p & 1) printf("0, 0");
    else printf("sizeof *%s, 0", name);
}

static void header(void)
{
    printf("/* Made from the descriptors of the samplers by host/generate; included by reroll.h. */\n"
           "/* rr_fill_LAW_TYPE draws samples to out with one set of parameters; ..._each takes as many values of every\n"
           " * parameter, NULL standing for its default (of a fixed parameter, one value); weights are `number` values, or\n"
           " * as many for each sample. Of rows there are `rows` of `columns` components; a parameter of components has\n"
           " * `columns` values, or a row of them for each, a matrix columns x columns. Samples that are matrices are side x side,\n"
           " * and so is a parameter that is one; of two sizes they are rows x columns. Both use the indices stream->next ...\n"
           " * and move it on by their number where out was written (RR_OK, RR_ERR_PARAM, RR_ERR_CAP). The last index that they draw "
           "is\n"
           " * 2^64 - 2: next could not move past 2^64 - 1, which is for rr_run. Ranges and defaults: reroll samplers. */\n"
           "#ifndef REROLL_FILL_H\n#define REROLL_FILL_H\n");
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) {
        const rr_sampler *s = list[i].sampler;
        printf("\n/* %s: %s. */\n", s->name, s->help);
        for (int t = 0; t < TYPES; ++t) {
            if (!(s->dtypes >> types[t].type & 1)) continue;
            printf("RR_API ");
            signature(list[i].id, s, t, 0);
            printf(";\n");
            if (!has_each(s)) continue;
            printf("RR_API ");
            signature(list[i].id, s, t, 1);
            printf(";\n");
        }
    }
    printf("\n#endif\n");
}

/* The whole job in one initializer: every member is stored once. */
static void body(const char *id, const rr_sampler *s, int t, int each)
{
    const char *type = types[number(s, t)].id, *address = each ? "" : "&";
    printf("\n{\n    rr_job job = {sizeof job, &rr_sampler_%s, %s, {0, 0, 0}, %s, {", id, types[t].id,
           s->oblong ? "samples, rows * columns" : s->square ? "rows, side * side" : s->vector ? "rows, columns" : "samples, 1");
    for (uint32_t p = 0; p < RR_MAX_PARAMS; ++p) {
        if (p >= s->params) {
            printf("{NULL, %s, 0, 0}, ", type);
            continue;
        }
        printf("{%s%s, %s, ", is_array(s, p) ? "" : address, s->param[p].name, s->weights >> p & 1 ? "RR_F64" : type);
        strides(s, p, each);
        printf("}, ");
    }
    printf("}, NULL, {0, 0}, 0, out, %s, 0};\n    return rr_fill(device, stream, &job);\n}\n", s->weights ? "number" : s->oblong ? "rows" : "0");
}

static void source(void)
{
    printf("/* Made by host/generate. */\n#include \"reroll.h\"\n\n#include \"host/api/fill.h\"\n");
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) {
        const rr_sampler *s = list[i].sampler;
        printf("\nextern const rr_sampler rr_sampler_%s;\n", list[i].id);
        for (int t = 0; t < TYPES; ++t)
            for (int each = 0; each < (has_each(s) ? 2 : 1); ++each) {
                if (!(s->dtypes >> types[t].type & 1)) continue;
                printf("\n");
                signature(list[i].id, s, t, each);
                body(list[i].id, s, t, each);
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
