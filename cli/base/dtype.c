/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dtype.h"

#include <string.h>

static const struct {
    const char *name, *numpy, *words;   /* words: as NumPy's type objects are called */
    size_t size;
} types[] = {
    [RR_F32] = {"f32", "f4", "float32", 4}, [RR_F64] = {"f64", "f8", "float64", 8}, [RR_I32] = {"i32", "i4", "int32", 4},
    [RR_I64] = {"i64", "i8", "int64", 8},   [RR_U32] = {"u32", "u4", "uint32", 4},  [RR_U64] = {"u64", "u8", "uint64", 8},
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
    for (int t = RR_F32; t <= RR_U64; ++t)
        if (!strcmp(name, types[t].name) || !strcmp(name, types[t].words)) return (rr_type)t;
    return dtype_from_numpy(name);
}

rr_type dtype_from_numpy(const char *name)
{
    for (int t = RR_F32; t <= RR_U64; ++t)
        if (!strcmp(name, types[t].numpy)) return (rr_type)t;
    return (rr_type)0;
}

bool dtype_listed(const rr_sampler *sampler, rr_type type)
{
    return sampler->dtypes >> type & 1;
}

rr_type dtype_default(const rr_sampler *sampler)
{
    if (sampler->counts) return RR_I64;
    if (dtype_listed(sampler, RR_F64)) return RR_F64;
    return (rr_type)__builtin_ctz(sampler->dtypes);
}

const char *dtype_choices(const rr_sampler *sampler, char text[64])
{
    text[0] = '\0';
    for (int t = RR_F32; t <= RR_U64; ++t) {
        if (!dtype_listed(sampler, (rr_type)t)) continue;
        if (text[0]) strcat(text, " or ");
        strcat(text, types[t].name);
    }
    return text;
}

double dtype_value(rr_type type, const void *at)
{
    switch (type) {
    case RR_F32: return *(const float *)at;
    case RR_I32: return *(const int32_t *)at;
    case RR_I64: return (double)*(const int64_t *)at;
    case RR_U32: return *(const uint32_t *)at;
    case RR_U64: return (double)*(const uint64_t *)at;
    default: return *(const double *)at;
    }
}
