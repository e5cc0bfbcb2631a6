/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes reroll_device_text.h, which include/reroll_device.h includes at its end: lane text for threads that draw alone
 * (engine/inside/), and on top of it a function per sampler, type and way to draw, from the descriptors.
 *
 * Lane text has one dtype per text, so it is written twice, with names rr_... and RR_... changed to rr32_... and rr64_...;
 * so a user's program sees only the names under rr_ that the header's manual documents. Macros are undefined at the end. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/sampler.h"
#include "targets/gpu/text.h"

#define RR_SAMPLER(module, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

static const struct { const char *module, *id, *draw; const rr_sampler *sampler; } list[] = {
#define RR_SAMPLER(module, name, draw, widths) {#module, #name, #draw, &rr_sampler_##name},
#include "laws/list.h"
#undef RR_SAMPLER
};
#define COUNT (sizeof list / sizeof *list)

extern const int rr_groups_32[], rr_groups_64[];

/* Names that the header itself declares. */
static const char *const kept[] = {"rr_key", "rr_index64", "rr_warp_state", "rr_each", "RR_DEVICE_FN", "RR_DEVICE_OPENCL"};

/* Excludes samplers of rows, and those whose table the host makes. */
static int is_inside(const rr_sampler *s, int dtype)
{
    const unsigned types = dtype == 32 ? 1u << RR_F32 | 1u << RR_U32 : 1u << RR_F64 | 1u << RR_U64;
    return !rr_is_row(s) && !s->table[0] && !s->inverse && !s->counts && !s->stages && s->dtypes & types;
}

static int is_whole(const rr_sampler *s)
{
    return s->dtypes >> RR_U32 & 1;
}

/* ---- The lane text and the additions of each sampler ---- */

/* Writes the bit pattern of a closed end of a range; an open end becomes the next number inside. */
static void write_range_end(rr_text *text, double x, int open, double inside, int dtype)
{
    union { float f; unsigned u; } narrow = {(float)x};
    union { double f; unsigned long long u; } wide = {x};
    if (open) {
        narrow.f = nextafterf(narrow.f, (float)inside);
        wide.f = nextafter(x, inside);
    }
    if (dtype == 32) rr_text_print(text, "0x%xu", narrow.u);
    else rr_text_print(text, "0x%llxu", wide.u);
}

static void write_ranges(rr_text *text, const rr_sampler *s, int dtype)
{
    rr_text_print(text, "#define RR_INSIDE_RANGES %s", s->params ? "" : "1");
    for (unsigned p = 0; p < s->params; ++p) {
        const rr_range *r = dtype == 32 ? &s->param[p].f32 : &s->param[p].f64;
        rr_text_print(text, "%srr_inside_range(param[%u], ", p ? " && " : "", p);
        write_range_end(text, r->low, r->low_open, INFINITY, dtype);
        rr_text_print(text, ", ");
        write_range_end(text, r->high, r->high_open, -INFINITY, dtype);
        rr_text_print(text, ")");
    }
    rr_text_print(text, "\n");
}

static void add_sampler(rr_expansion *e, size_t k)
{
    const rr_sampler *s = list[k].sampler;
    char path[128];
    snprintf(path, sizeof path, "laws/%s/%s.h", list[k].module, list[k].id);
    rr_expand(e, path);
    rr_text_print(&e->text, "#define RR_SAMPLER %s\n#define RR_DRAW %s\n#define RR_INSIDE_NUMBER %zuu\n"
                          "#define RR_INSIDE_KIND %uu\n#define RR_INSIDE_CAP %uu\n",
                list[k].id, list[k].draw, k + 1, s->family << 1 | (e->dtype == 64), s->rejects ? s->cap : 1);
    rr_text_print(&e->text, "#define RR_INSIDE_PARAMS %u\n#define RR_INSIDE_FAILED %s\n", s->params,
                is_whole(s) ? "rr_splat(RR_C(0))" : "RR_INSIDE_NAN");
    write_ranges(&e->text, s, e->dtype);
    rr_expand(e, "engine/inside/draw.h");
    rr_expand(e, "engine/inside/each.h");
    if (s->rejects) rr_expand(e, "engine/inside/help.h");
    rr_text_print(&e->text,
                "#undef RR_SAMPLER\n#undef RR_DRAW\n#undef RR_INSIDE_NUMBER\n#undef RR_INSIDE_KIND\n"
                "#undef RR_INSIDE_CAP\n#undef RR_INSIDE_PARAMS\n#undef RR_INSIDE_FAILED\n#undef RR_INSIDE_RANGES\n");
}

static char *device_text(int dtype)
{
    rr_expansion e = {.dtype = dtype};
    rr_text_print(&e.text, "#ifdef RR_DEVICE_OPENCL\n#define RR_TARGET_OPENCL 1\n#else\n#define RR_TARGET_CUDA 1\n#endif\n"
                         "#define RR_DTYPE %d\n#define RR_ALONE 1\n", dtype);
    rr_expand(&e, "engine/inside/inside.h");
    for (size_t k = 0; k < COUNT; ++k)
        if (is_inside(list[k].sampler, dtype)) add_sampler(&e, k);
    if (e.text.failed) exit(1);
    return e.text.data;
}

/* ---- Names ---- */

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static int is_kept(const char *name, size_t length)
{
    for (size_t k = 0; k < sizeof kept / sizeof *kept; ++k)
        if (strlen(kept[k]) == length && !strncmp(kept[k], name, length)) return 1;
    return 0;
}

/* Writes a name in this dtype's form. */
static void put_name(const char *name, size_t length, int dtype)
{
    const int ours = length > 2 && (!strncmp(name, "rr_", 3) || !strncmp(name, "RR_", 3));
    if (ours && !is_kept(name, length)) printf("%.2s%d%.*s", name, dtype, (int)length - 2, name + 2);
    else printf("%.*s", (int)length, name);
}

/* Writes a hexadecimal number with an exponent, which C++14 lacks, as an equal decimal one; returns its length, or 0 if
 * there is none. */
static size_t put_number(const char *at)
{
    char *end;
    const double x = strtod(at, &end);
    const int narrow = *end == 'f';
    if (strncmp(at, "0x", 2) || !memchr(at, 'p', (size_t)(end - at))) return 0;
    if (narrow) printf("%.*ef", FLT_DECIMAL_DIG - 1, (double)(float)x);
    else printf("%.*e", DBL_DECIMAL_DIG - 1, x);
    return (size_t)(end + narrow - at);
}

/* Writes one line; empty ones are left out. */
static void put_line(const char *line, size_t length, int dtype)
{
    const char *end = line + length;
    if (strspn(line, " \t") >= length) return;
    while (line < end) {
        size_t run = put_number(line);
        line += run;
        if (run) continue;
        if (!is_letter(*line)) {
            putchar(*line++);
            continue;
        }
        run = 1;
        while (line + run < end && is_letter(line[run])) ++run;
        put_name(line, run, dtype);
        line += run;
    }
    putchar('\n');
}

static void put_text(const char *text, int dtype)
{
    for (size_t length; *text; text += length + (text[length] != 0)) {
        length = strcspn(text, "\n");
        put_line(text, length, dtype);
    }
}

/* Undefines every macro of a text, once. */
static void put_undefs(const char *text, int dtype)
{
    const char *at = text;
    while ((at = strstr(at, "#define "))) {
        const char *name = at + 8;
        size_t length = 0;
        int seen = 0;
        while (is_letter(name[length])) ++length;
        for (const char *b = strstr(text, "#define "); b < at && !seen; b = strstr(b + 1, "#define "))
            seen = !strncmp(b + 8, name, length) && !is_letter(b[8 + length]);
        if (!seen) {
            printf("#undef ");
            put_name(name, length, dtype);
            putchar('\n');
        }
        at = name;
    }
}

/* ---- The user's calls ---- */

static const char *scalar(const rr_sampler *s, int dtype)
{
    return is_whole(s) ? dtype == 32 ? "unsigned int" : "rr_index64" : dtype == 32 ? "float" : "double";
}

static const char *suffix(const rr_sampler *s, int dtype)
{
    return is_whole(s) ? dtype == 32 ? "u32" : "u64" : dtype == 32 ? "f32" : "f64";
}

static void put_params(const rr_sampler *s, int dtype)
{
    for (unsigned p = 0; p < s->params; ++p) printf(", %s %s", dtype == 32 ? "float" : "double", s->param[p].name);
}

/* The parameters as an array of the device text. */
static void put_array(const rr_sampler *s, int dtype)
{
    printf("{\n    const rr%d_scalar param[4] = {", dtype);
    for (unsigned p = 0; p < 4; ++p) printf("%s%s", p ? ", " : "", p < s->params ? s->param[p].name : "0");
    printf("};\n");
}

/* Converts a register to the returned value. */
static void put_return(const char *id, const rr_sampler *s, int dtype, const char *call)
{
    printf("    return rr%d_%s(rr%d_%s_%s);\n}\n", dtype, is_whole(s) ? "asbits" : "own", dtype, id, call);
}

static void put_plain(const char *id, const rr_sampler *s, int dtype)
{
    printf("RR_DEVICE_FN %s rr_%s_%s(rr_key key, rr_index64 index", scalar(s, dtype), id, suffix(s, dtype));
    put_params(s, dtype);
    printf(")\n");
    put_array(s, dtype);
    put_return(id, s, dtype, "draw(key, index, param)");
}

/* True if rr_IDn could be mistaken for another sampler's name. */
static int is_ambiguous(const char *id, int n)
{
    char name[64];
    int found = strchr("0123456789", id[strlen(id) - 1]) != NULL;
    snprintf(name, sizeof name, "%s%d", id, n);
    for (size_t k = 0; k < COUNT; ++k) found |= !strcmp(list[k].id, name);
    return found;
}

static void put_group(const char *id, const rr_sampler *s, int dtype, int n)
{
    if (n == 1) return;
    printf("RR_DEVICE_FN void rr_%s%s%d_%s(rr_key key, rr_index64 index", id, is_ambiguous(id, n) ? "_" : "", n,
           suffix(s, dtype));
    put_params(s, dtype);
    printf(", %s out[%d])\n", scalar(s, dtype), n);
    put_array(s, dtype);
    printf("    rr%d_real value[%d];\n    rr%d_%s_draw_group(key, index, param, value);\n", dtype, n, dtype, id);
    printf("    for (int k = 0; k < %d; ++k) out[k] = rr%d_%s(value[k]);\n}\n", n, dtype, is_whole(s) ? "asbits" : "own");
}

/* The same as a vector of the language, up to 16 bytes, since CUDA has two kinds of double4 with different alignment. */
static void put_vector(const char *id, const rr_sampler *s, int dtype, int n)
{
    const char *type = is_whole(s) ? "uint" : scalar(s, dtype);
    if (n == 1 || n * dtype > 128) return;
    printf("RR_DEVICE_FN %s%d rr_%s_%s%d(rr_key key, rr_index64 index", type, n, id, type, n);
    put_params(s, dtype);
    printf(")\n{\n    %s%d v;\n    %s out[%d];\n    rr_%s%s%d_%s(key, index", type, n, scalar(s, dtype), n, id,
           is_ambiguous(id, n) ? "_" : "", n, suffix(s, dtype));
    for (unsigned p = 0; p < s->params; ++p) printf(", %s", s->param[p].name);
    printf(", out);\n");
    for (int k = 0; k < n; ++k) printf("    v.%c = out[%d];\n", "xyzw"[k], k);
    printf("    return v;\n}\n");
}

/* masked: the caller passes the active lanes, which CUDA programs may know. */
static void put_warp(const char *id, const rr_sampler *s, int dtype, const char *kind, int masked)
{
    const int cached = !strcmp(kind, "cached"), grouped = !strcmp(kind, "grouped");
    char call[128], here[32];
    printf("RR_DEVICE_FN %s rr_%s_%s_%s%s(%s%srr_key key, rr_index64 index", scalar(s, dtype), id, suffix(s, dtype), kind,
           masked ? "_mask" : "", masked ? "unsigned int mask, " : "", cached ? "rr_warp_state *state, " : "");
    put_params(s, dtype);
    printf(", int want%s)\n", grouped ? ", unsigned int group" : "");
    put_array(s, dtype);
    snprintf(here, sizeof here, masked ? "mask" : "rr%d_here_all()", dtype);
    snprintf(call, sizeof call, cached ? "cached(%s, state, key, index, param, want != 0)" : grouped ?
             "dealt(%s, group ? group : 1u, key, index, param, want != 0)" :
             "dealt(%s, 0, key, index, param, want != 0)", here);
    put_return(id, s, dtype, call);
}

/* A round of a warp's range of samples. */
static void put_each(const char *id, const rr_sampler *s, int dtype)
{
    printf("RR_DEVICE_FN unsigned int rr_%s_%s_each(rr_each *each, RR_DEVICE_SHARED unsigned int *words, rr_key key", id,
           suffix(s, dtype));
    put_params(s, dtype);
    printf(", rr_index64 *index, %s out[RR_EACH_MAX])\n", scalar(s, dtype));
    put_array(s, dtype);
    printf("    rr%d_real value[RR_EACH_MAX];\n    rr%d_tile tile;\n    unsigned int slot = 0, bits;\n", dtype, dtype);
    printf("    if (!each->lanes) each->lanes = rr%d_here_all();\n", dtype);
    printf("    for (int k = 0; k < RR_EACH_MAX; ++k) value[k] = rr%d_splat(0);\n", dtype);
    printf("    if (rr%d_%s_good(param)) {\n        rr%d_%s_begin(&tile, key, each->n, param);\n", dtype, id, dtype, id);
    printf("        rr%d_inside_at(&tile, each->first);\n", dtype);
    printf("        bits = rr%d_%s_each(each, words, &tile, &slot, value);\n    } else {\n", dtype, id);
    printf("        bits = rr%d_%s_each_failed(each, &slot, value);\n    }\n", dtype, id);
    printf("    *index = each->first + (rr_index64)(int)slot;\n");
    printf("    for (int k = 0; k < RR_EACH_MAX; ++k) out[k] = rr%d_%s(value[k]);\n    return bits;\n}\n", dtype,
           is_whole(s) ? "asbits" : "own");
}

/* rr::gamma<float>: the distribution as a type, for the templates at the end of reroll_device.h. */
static void put_law(const char *id, const rr_sampler *s, int dtype)
{
    const char *type = scalar(s, dtype);
    printf("template <> struct %s<%s> {\n    typedef %s sample;\n    struct params {", id, type, type);
    for (unsigned p = 0; p < s->params; ++p) printf(" %s %s;", dtype == 32 ? "float" : "double", s->param[p].name);
    printf(" };\n    static __device__ unsigned int each(rr_each *each, unsigned int *words, rr_key key, const params &%s, "
           "rr_index64 *index, sample out[RR_EACH_MAX])\n", s->params ? "p" : "");
    printf("    {\n        return rr_%s_%s_each(each, words, key", id, suffix(s, dtype));
    for (unsigned p = 0; p < s->params; ++p) printf(", p.%s", s->param[p].name);
    printf(", index, out);\n    }\n};\n");
}

/* Each template is declared once. */
static void put_laws(int dtype)
{
    printf("#ifndef RR_DEVICE_OPENCL\nnamespace rr {\n");
    for (size_t k = 0; k < COUNT; ++k) {
        const rr_sampler *s = list[k].sampler;
        if (!is_inside(s, dtype)) continue;
        if (dtype == 32 || !is_inside(s, 32)) printf("template <class Sample> struct %s;\n", list[k].id);
        put_law(list[k].id, s, dtype);
    }
    printf("}\n#endif\n");
}

static void put_calls(int dtype)
{
    static const char *const kinds[] = {"cached", "grouped", "regroup"};
    for (size_t k = 0; k < COUNT; ++k) {
        const rr_sampler *s = list[k].sampler;
        if (!is_inside(s, dtype)) continue;
        put_plain(list[k].id, s, dtype);
        put_group(list[k].id, s, dtype, dtype == 32 ? rr_groups_32[k] : rr_groups_64[k]);
        put_vector(list[k].id, s, dtype, dtype == 32 ? rr_groups_32[k] : rr_groups_64[k]);
        put_each(list[k].id, s, dtype);
        for (int w = 0; w < 6 && s->rejects; ++w) {
            if (w == 3) printf("#ifndef RR_DEVICE_OPENCL\n");
            put_warp(list[k].id, s, dtype, kinds[w % 3], w >= 3);
            if (w == 5) printf("#endif\n");
        }
    }
}

/* The number of lanes per sample, as one expression of acceptance and warp, so that it is constexpr in C++11. */
static void put_best_group(void)
{
    static const struct { unsigned lanes, group; float below; } at[] = {
#define RR_GROUP(lanes, group, below) {lanes, group, below},
#include "engine/strategies/group_list.h"
#undef RR_GROUP
    };
    const size_t n = sizeof at / sizeof *at;
    printf("RR_HOST_FN RR_DEVICE_CONSTEXPR unsigned int rr_grouped_best(float accept, unsigned int lanes)\n{\n    return ");
    for (size_t k = 0; k < n; ++k) {
        const int first = !k || at[k].lanes != at[k - 1].lanes, last = k + 1 == n || at[k + 1].lanes != at[k].lanes;
        if (first) printf("lanes == %uu ? 1u << (", at[k].lanes);
        printf("(accept < %.9gf)%s", at[k].below, last ? ") :\n        " : " + ");
    }
    printf("1u;\n}\n");
}

int main(void)
{
    printf("/* Made from lane text and the descriptors of the samplers by host/generate/device_header.c; "
           "ends reroll_device.h. */\n");
    put_best_group();
    for (int dtype = 32; dtype <= 64; dtype += 32) {
        char *text = device_text(dtype);
        if (dtype == 64) printf("#if !defined(RR_DEVICE_OPENCL) || defined(cl_khr_fp64) || defined(__opencl_c_fp64)\n");
        put_text(text, dtype);
        put_calls(dtype);
        put_laws(dtype);
        put_undefs(text, dtype);
        if (dtype == 64) printf("#endif\n");
        free(text);
    }
    return fflush(stdout) != 0;
}
