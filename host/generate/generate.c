/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the typed calls from the descriptors: `generate header` reroll_fill.h, `generate source` its functions. */
#include <stdio.h>
#include <string.h>

#include "laws/sampler.h"

#define RR_SAMPLER(module, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

static const struct { const char *id; const rr_sampler *sampler; } list[] = {
#define RR_SAMPLER(module, name, draw, widths) {#name, &rr_sampler_##name},
#include "laws/list.h"
#undef RR_SAMPLER
};

static const struct { rr_type type; const char *suffix, *id, *c; } types[] = {
    {RR_F32, "f32", "RR_F32", "float"}, {RR_F64, "f64", "RR_F64", "double"}, {RR_I32, "i32", "RR_I32", "int32_t"},
    {RR_I64, "i64", "RR_I64", "int64_t"}, {RR_U32, "u32", "RR_U32", "uint32_t"}, {RR_U64, "u64", "RR_U64", "uint64_t"},
};
enum { TYPES = sizeof types / sizeof *types };

/* The type of parameters: that of the kernel. */
static int number(const rr_sampler *s, int t)
{
    const int wide = s->counts || types[t].type == RR_F64 || types[t].type == RR_U64;
    const rr_type type = s->integers ? types[t].type == RR_U64 ? RR_U64 : RR_I64 : wide ? RR_F64 : RR_F32;
    int k = 0;
    while (types[k].type != type) ++k;
    return k;
}

/* The calls of a sampler: one set of parameters; an array of each parameter. */
enum { ONE, EACH };
static const char *const ending[] = {"", "_each"};

/* True if parameter p is an array: weights, a matrix, a row of components. */
static int is_array(const rr_sampler *s, uint32_t p)
{
    return rr_is_list(s, p) || (rr_is_row(s) && !rr_is_per_row(s, p));
}

/* True if parameter p may differ from sample to sample. */
static int varies(const rr_sampler *s, uint32_t p) { return !(s->fixed >> p & 1) && !s->param[p].shape.once; }

/* The last call that a sampler has. */
static int last_call(const rr_sampler *s) { return !s->params || rr_is_mixture(s) ? ONE : EACH; }

/* The kind of matrix that a sampler draws, if any. */
static int is_square(const rr_sampler *s) { return s->shape.side[0] == RR_DIM_D; }
static int is_oblong(const rr_sampler *s) { return s->shape.side[0] == RR_DIM_R; }

/* The argument after the first list: its length, or the number of columns of a factor. */
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
        if (list) printf(", const double *");
        else printf(call == EACH || is_array(s, p) ? ", const %s *" : ", %s ", types[n].c);
        printf("%s%s", s->param[p].name, length_of(s, p));
    }
    printf(")");
}

/* Both strides of parameter p; for a varying one from sample to sample, and within its row. */
static void strides(const rr_sampler *s, uint32_t p, int each)
{
    const char *name = s->param[p].name;
    if (rr_is_list(s, p))
        printf(each && varies(s, p) ? "(ptrdiff_t)(number * sizeof *%s), sizeof *%s" : "0, sizeof *%.0s%s", name, name);
    else if (rr_is_covariance(s, p))
        printf("(ptrdiff_t)(%s * sizeof *%s), sizeof *%s",
               is_square(s) ? "side" : s->param[p].shape.side[0] == RR_DIM_R ? "rows" : "columns", name, name);
    else if (is_array(s, p))
        printf(each ? "(ptrdiff_t)(%scolumns * sizeof *%s), sizeof *%s" : "0, sizeof *%.0s%.0s%s",
               is_oblong(s) ? "rows * " : "", name, name);
    else if (!each || !varies(s, p)) printf("0, 0");
    else printf("sizeof *%s, 0", name);
}

static void header(void)
{
    printf(
        "/* SPDX-License-Identifier: MIT OR Apache-2.0 */\n"
        "/* Made from the descriptors of the samplers by host/generate; included by reroll.h. */\n"
        "#include \"reroll_core.h\"\n"
        "\n"
        "/* rr_fill_LAW_TYPE draws samples to out with one set of parameters. rr_fill_LAW_TYPE_each takes an array of each\n"
        " * parameter with one value per sample; NULL is the default. A parameter that must be constant\n"
        " * (rr_method_info.fixed) is still passed as one value. For one value of some parameters and arrays of others use\n"
        " * rr_run with RR_JOB (reroll_core.h).\n"
        " *\n"
        " * Samplers of rows draw `rows` of `columns` components. A parameter per component has `columns` values, or with\n"
        " * _each a row of them per sample; a covariance is columns x columns. Square samples are side x side, and so are\n"
        " * their matrix parameters; other matrices are rows x columns. A list has `number` values, or with _each a row of\n"
        " * them per sample; a factor is columns x factors.\n"
        " *\n"
        " * A call uses the indices stream->next, stream->next + 1, ... and advances next by the number of samples if out\n"
        " * was written (RR_OK, RR_ERR_PARAM, RR_ERR_CAP, RR_ERR_FIT). The last index is 2^64 - 2; only rr_run draws index\n"
        " * 2^64 - 1.\n"
        " * Ranges and defaults: reroll samplers. */\n"
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
    printf("{%s%s, %s, ", call == EACH || is_array(s, p) ? "" : "&", name, type);
    strides(s, p, call);
    printf("}, ");
}

/* A typed call passes its parameters, sampler, dtype and shape; rr_fill_call makes the job. */
static void body(const char *id, const rr_sampler *s, int t, int call)
{
    printf("\n{\n");
    if (s->params) {
        printf("    const rr_param param[] = {");
        for (uint32_t p = 0; p < s->params; ++p) parameter(s, t, p, call);
        printf("};\n");
    }
    printf("    return rr_fill_call(device, stream, &rr_sampler_%s, %s, %s, %s, &(const rr_dims){%s}, out);\n}\n", id,
           types[t].id, s->params ? "param" : "NULL",
           is_oblong(s)   ? "samples, rows * columns"
           : is_square(s) ? rr_shape_parts(s->shape) == 2 ? "rows, 2 * side * side" : "rows, side * side"
           : rr_is_row(s) ? "rows, columns"
                          : "samples, 1",
           is_oblong(s)             ? ".r = rows"
           : s->row_numbers == RR_DIM_R ? ".r = factors"
           : rr_lists(s)            ? ".n = number"
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
