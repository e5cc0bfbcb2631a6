/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The words that user-defined distributions may use, and the replacements for words of C that they may not use.
 * docs/your-own-law.md explains each word. */
#include <stdio.h>
#include <string.h>

#include "read.h"

static const rr_user_word words[] = {
    {"RR_LAW", RR_WORD_DECLARATION, {0, 0}}, {"RR_PARAM", RR_WORD_DECLARATION, {0, 0}},
        {"RR_PARAM_CLOSED", RR_WORD_DECLARATION, {0, 0}},
    {"RR_MIN_ACCEPTANCE", RR_WORD_DECLARATION, {0, 0}}, {"RR_RETURNS", RR_WORD_DECLARATION, {0, 0}},
    {"RR_EXAMPLE", RR_WORD_DECLARATION, {0, 0}},
    {"RR_TABLE", RR_WORD_DECLARATION, {0, 0}}, {"rr_touint", RR_WORD_CALL, {0, 0}},
    {"RR_MEAN", RR_WORD_DECLARATION, {0, 0}}, {"RR_CDF", RR_WORD_DECLARATION, {0, 0}},
    {"RR_DERIVED", RR_WORD_DECLARATION, {0, 0}}, {"rr_derived", RR_WORD_CALL, {0, 0}},
    {"rr_srou", RR_WORD_CALL, {0, 0}}, {"rr_srou_below", RR_WORD_CALL, {0, 0}},
    {"rr_srou_accepts", RR_WORD_CALL, {0, 0}},
    {"RR_TRY", RR_WORD_DECLARATION, {0, 0}}, {"RR_REPEAT", RR_WORD_CALL, {0, 0}},
    {"RR_FN", RR_WORD_PLAIN, {0, 0}}, {"RR_C", RR_WORD_CALL, {0, 0}}, {"RR_DTYPE", RR_WORD_PLAIN, {0, 0}},
    {"rr_real", RR_WORD_TYPE, {0, 0}}, {"rr_word", RR_WORD_TYPE, {0, 0}}, {"rr_unit", RR_WORD_TYPE, {0, 0}},
    {"rr_truth", RR_WORD_TYPE, {0, 0}},
    {"rr_draw_uniform", RR_WORD_DRAW, {1, 2}}, {"rr_draw_exponential", RR_WORD_DRAW, {1, 2}},
    {"rr_draw_normal", RR_WORD_DRAW, {2, 4}}, {"rr_draw_bits", RR_WORD_DRAW, {1, 1}},
    {"rr_accept", RR_WORD_CALL, {0, 0}}, {"rr_neglog", RR_WORD_CALL, {0, 0}},
    {"rr_splat", RR_WORD_CALL, {0, 0}}, {"rr_wsplat", RR_WORD_CALL, {0, 0}}, {"rr_fromuint", RR_WORD_CALL, {0, 0}},
    {"rr_lt", RR_WORD_CALL, {0, 0}}, {"rr_le", RR_WORD_CALL, {0, 0}}, {"rr_wlt", RR_WORD_CALL, {0, 0}},
    {"rr_weq", RR_WORD_CALL, {0, 0}},
    {"rr_mand", RR_WORD_CALL, {0, 0}}, {"rr_mor", RR_WORD_CALL, {0, 0}}, {"rr_mnot", RR_WORD_CALL, {0, 0}},
    {"rr_select", RR_WORD_CALL, {0, 0}}, {"rr_wselect", RR_WORD_CALL, {0, 0}},
    {"rr_div", RR_WORD_CALL, {0, 0}}, {"rr_fma", RR_WORD_CALL, {0, 0}}, {"rr_sqrt", RR_WORD_CALL, {0, 0}},
    {"rr_min", RR_WORD_CALL, {0, 0}}, {"rr_max", RR_WORD_CALL, {0, 0}}, {"rr_abs", RR_WORD_CALL, {0, 0}},
    {"rr_log", RR_WORD_CALL, {0, 0}}, {"rr_log1p", RR_WORD_CALL, {0, 0}}, {"rr_exp", RR_WORD_CALL, {0, 0}},
    {"rr_expm1", RR_WORD_CALL, {0, 0}}, {"rr_pow", RR_WORD_CALL, {0, 0}}, {"rr_sincos_turn", RR_WORD_CALL, {0, 0}},
    {"rr_atan_quarter", RR_WORD_CALL, {0, 0}},
};

const rr_user_word *rr_user_word_of(const rr_token *t)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (rr_token_is(t, words[i].name)) return &words[i];
    return NULL;
}

#define SELECT "lanes don't branch: write rr_select(condition, a, b)"
#define REPEAT "write RR_REPEAT(k, N) { ... }, N being a number"
#define STRAIGHT "an attempt is straight-line: only RR_REPEAT(k, N) repeats"
#define COMPARE "write rr_lt(a, b) or rr_le(a, b), of words rr_wlt or rr_weq"

static const char *const instead[][2] = {
    {"if", SELECT}, {"else", SELECT}, {"?", SELECT}, {"switch", SELECT}, {"case", SELECT},
    {"for", REPEAT}, {"while", REPEAT}, {"do", REPEAT}, {"goto", STRAIGHT}, {"break", STRAIGHT}, {"continue", STRAIGHT},
    {"&&", "write rr_mand(a, b)"}, {"||", "write rr_mor(a, b)"}, {"!", "write rr_mnot(a)"},
    {"<", COMPARE}, {">", COMPARE}, {"<=", COMPARE}, {">=", COMPARE}, {"==", COMPARE}, {"!=", COMPARE},
    {"/", "write rr_div(a, b)"}, {"/=", "write x = rr_div(x, a)"}, {"%", "write & with a mask"},
    {"%=", "write & with a mask"},
    {"+=", "write x = x + y"}, {"-=", "write x = x - y"}, {"*=", "write x = x * y"},
    {"&=", "write x = x & y"}, {"|=", "write x = x | y"}, {"^=", "write x = x ^ y"}, {"<<=", "write x = x << 4"},
    {">>=", "write x = x >> 4"}, {"++", "write x = x + y"}, {"--", "write x = x - y"},
    {"~", "write ^ rr_wsplat(0xffffffffu)"},
    {"[", "a distribution has no arrays: RR_TABLE(name, ...), read as name(w)"}, {"]", "a distribution has no arrays"},
    {"->", "not available"},
    {"float", "write rr_real"}, {"double", "write rr_real"}, {"long", "write rr_word, or int"},
    {"static", "a distribution keeps nothing; its functions begin with RR_FN"},
    {"extern", "a distribution cannot use external names"},
    {"volatile", "not available"}, {"asm", "a distribution is lane C"},
    {"sizeof", "a distribution has no memory of its own"},
    {"##", "names are written out"}, {"<%", "write {"}, {"%>", "write }"}, {"<:", "write ["}, {":>", "write ]"},
    {"%:", "write #"},
    {"exp", "write rr_exp(x)"}, {"expf", "write rr_exp(x)"}, {"exp2", "write rr_exp(x)"}, {"expm1", "write rr_expm1(x)"},
    {"log", "write rr_log(x), of a uniform -rr_neglog(u)"}, {"logf", "write rr_log(x), of a uniform -rr_neglog(u)"},
    {"log2", "write rr_log(x)"}, {"log10", "write rr_log(x)"}, {"log1p", "write rr_log1p(x)"},
    {"pow", "write rr_pow(x, y)"}, {"powf", "write rr_pow(x, y)"}, {"powr", "write rr_pow(x, y)"},
    {"pown", "write rr_pow(x, y)"},
    {"sqrt", "write rr_sqrt(x)"}, {"sqrtf", "write rr_sqrt(x)"}, {"rsqrt", "write rr_div(rr_splat(RR_C(1)), rr_sqrt(x))"},
    {"cbrt", "write rr_pow(x, y)"}, {"hypot", "write rr_sqrt(x * x + y * y)"},
    {"sin", "write rr_sincos_turn(u, &s, &c), u in turns"}, {"cos", "write rr_sincos_turn(u, &s, &c), u in turns"},
    {"sinf", "write rr_sincos_turn(u, &s, &c), u in turns"}, {"cosf", "write rr_sincos_turn(u, &s, &c), u in turns"},
    {"sincos", "write rr_sincos_turn(u, &s, &c), u in turns"}, {"sinpi", "write rr_sincos_turn(u, &s, &c), u in turns"},
    {"cospi", "write rr_sincos_turn(u, &s, &c), u in turns"}, {"tan", "write rr_div(s, c) of rr_sincos_turn(u, &s, &c)"},
    {"atan", "write rr_atan_quarter(y, x)"}, {"atan2", "write rr_atan_quarter(y, x)"},
    {"atanf", "write rr_atan_quarter(y, x)"},
    {"asin", "write rr_atan_quarter(y, x)"}, {"acos", "write rr_atan_quarter(y, x)"},
    {"sinh", "write rr_exp(x)"}, {"cosh", "write rr_exp(x)"}, {"tanh", "write rr_expm1(x)"},
    {"fabs", "write rr_abs(x)"}, {"fabsf", "write rr_abs(x)"}, {"abs", "write rr_abs(x)"},
    {"fma", "write rr_fma(a, b, c)"}, {"fmaf", "write rr_fma(a, b, c)"}, {"mad", "write rr_fma(a, b, c)"},
    {"fmin", "write rr_min(a, b)"}, {"fmax", "write rr_max(a, b)"}, {"fminf", "write rr_min(a, b)"},
    {"fmaxf", "write rr_max(a, b)"},
    {"min", "write rr_min(a, b)"}, {"max", "write rr_max(a, b)"}, {"select", "write rr_select(condition, a, b)"},
    {"erf", "not available in lane C"}, {"erfc", "not available in lane C"}, {"lgamma", "not available in lane C"},
    {"tgamma", "not available in lane C"}, {"rand", "write rr_draw_uniform(d)"},
    {"floor", "write rr_fromuint(rr_touint(x)), the nearest whole number from 0 on"},
    {"ceil", "not available in lane C"}, {"rint", "not available in lane C"}, {"round", "not available in lane C"},
    {"trunc", "not available in lane C"}, {"fmod", "not available in lane C"}, {"ldexp", "multiply by RR_C(0x1p...)"},
};

const char *rr_user_instead(const rr_token *t)
{
    for (size_t i = 0; i < sizeof instead / sizeof instead[0]; ++i)
        if (rr_token_is(t, instead[i][0])) return instead[i][1];
    return NULL;
}

static const char *const keywords[] = {
    "alignas", "alignof", "and", "and_eq", "auto", "bitand", "bitor", "bool", "catch", "char", "class", "compl",
    "complex", "concept", "const", "constant", "consteval", "constexpr", "constinit", "decltype", "default", "delete",
    "enum", "event_t", "explicit", "export", "false", "friend", "generic", "global", "half", "image2d_t", "imaginary",
    "inline", "int", "kernel", "local", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "pipe", "private", "protected", "public", "queue_t", "read_only", "read_write",
    "register", "requires", "reserve_id_t", "restrict", "return", "sampler_t", "short", "signed", "size_t",
    "static_assert", "struct", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid",
    "typename", "typeof", "typeof_unqual", "uchar", "uint", "ulong", "union", "unsigned", "ushort", "using", "vec_step",
    "virtual", "void", "volatile", "wchar_t", "write_only", "xor", "xor_eq", "linux", "unix", "i386",
    "clk_event_t", "ndrange_t", "defined", "INFINITY", "NAN", "NULL", "UINT64_C", "UINT64_MAX",
};

/* OpenCL's and CUDA's vectors (float4, uchar16) and images (image3d_t). */
static int is_device_type(const rr_token *t)
{
    static const char *const elements[] = {"bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                                           "longlong", "ulonglong", "half", "float", "double"};
    static const char *const sizes[] = {"1", "2", "3", "4", "8", "16"};
    char name[16];
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; ++i)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
            snprintf(name, sizeof name, "%s%s", elements[i], sizes[k]);
            if (rr_token_is(t, name)) return 1;
        }
    return t->size > 7 && !strncmp(t->at, "image", 5) && !strncmp(t->at + t->size - 2, "_t", 2);
}

int rr_user_keyword(const rr_token *t)
{
    if (is_device_type(t)) return 1;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; ++i)
        if (rr_token_is(t, keywords[i])) return 1;
    return 0;
}
