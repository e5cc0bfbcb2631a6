/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dtype.h"

#include <string.h>

static const struct {
    const char *name, *numpy, *words;   /* words: the names of NumPy's type objects */
    size_t size;
} types[] = {
    [RR_F32] = {"f32", "f4", "float32", 4}, [RR_F64] = {"f64", "f8", "float64", 8}, [RR_I32] = {"i32", "i4", "int32", 4},
    [RR_I64] = {"i64", "i8", "int64", 8},   [RR_U32] = {"u32", "u4", "uint32", 4},  [RR_U64] = {"u64", "u8", "uint64", 8},
    [RR_F16] = {"f16", "f2", "float16", 2}, [RR_BF16] = {"bf16", "", "bfloat16", 2},   /* NumPy has no code for bf16 */
};

const char *dtype_name(rr_type type)
{
    return types[type].name;
}

size_t dtype_size(rr_type type)
{
    return types[type].size;
}

const char *dtype_numpy(rr_type type)
{
    return types[type].numpy;
}

rr_type dtype_find(const char *name)
{
    for (int t = RR_F32; t <= RR_BF16; ++t)
        if (!strcmp(name, types[t].name) || !strcmp(name, types[t].words)) return (rr_type)t;
    return dtype_from_numpy(name);
}

rr_type dtype_from_numpy(const char *name)
{
    for (int t = RR_F32; t <= RR_BF16; ++t)
        if (*name && !strcmp(name, types[t].numpy)) return (rr_type)t;
    return (rr_type)0;
}

bool dtype_listed(const rr_sampler_info *sampler, rr_type type)
{
    return sampler->dtypes >> type & 1;
}

rr_type dtype_default(const rr_sampler_info *sampler)
{
    if (sampler->counts) return RR_I64;
    if (dtype_listed(sampler, RR_F64)) return RR_F64;
    return (rr_type)__builtin_ctz(sampler->dtypes);
}

const char *dtype_choices(const rr_sampler_info *sampler, char text[64])
{
    int left = __builtin_popcount(sampler->dtypes);
    text[0] = '\0';
    for (int t = RR_F32; t <= RR_BF16; ++t) {
        if (!dtype_listed(sampler, (rr_type)t)) continue;
        if (text[0]) strcat(text, left == 1 ? " or " : ", ");
        strcat(text, types[t].name);
        --left;
    }
    return text;
}

/* Exact. A bf16 is the upper half of a float. */
static float half_value(rr_type type, uint16_t half)
{
    const uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
    const uint32_t bits = type == RR_BF16 ? (uint32_t)half << 16
                                          : (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
    float value = (float)fraction * 0x1p-24f;   /* a subnormal f16 */
    if (exponent || type == RR_BF16) memcpy(&value, &bits, sizeof value);
    return half >> 15 && type == RR_F16 ? -value : value;
}

double dtype_value(rr_type type, const void *at)
{
    switch (type) {
    case RR_F16:
    case RR_BF16: return half_value(type, *(const uint16_t *)at);
    case RR_F32: return *(const float *)at;
    case RR_I32: return *(const int32_t *)at;
    case RR_I64: return (double)*(const int64_t *)at;
    case RR_U32: return *(const uint32_t *)at;
    case RR_U64: return (double)*(const uint64_t *)at;
    default: return *(const double *)at;
    }
}
