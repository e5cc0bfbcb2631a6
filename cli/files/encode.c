/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "encode.h"
#include "shortest.h"

static size_t text_of_integer(uint64_t value, bool negative, char *text)
{
    char digits[24];
    size_t n = 0, at = 0;
    do digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    if (negative) text[at++] = '-';
    while (n) text[at++] = digits[--n];
    return at;
}

static size_t text_of_signed(int64_t value, char *text)
{
    return text_of_integer(value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0, text);
}

static size_t text_of_sample(rr_type type, const void *samples, size_t i, char *text)
{
    switch (type) {
    case RR_F16:
    case RR_BF16: return text_of_f32((float)dtype_value(type, (const uint16_t *)samples + i), text);
    case RR_F32: return text_of_f32(((const float *)samples)[i], text);
    case RR_I32: return text_of_signed(((const int32_t *)samples)[i], text);
    case RR_I64: return text_of_signed(((const int64_t *)samples)[i], text);
    case RR_U32: return text_of_integer(((const uint32_t *)samples)[i], false, text);
    case RR_U64: return text_of_integer(((const uint64_t *)samples)[i], false, text);
    default: return text_of_f64(((const double *)samples)[i], text);
    }
}

size_t encode_lines(rr_type type, const void *samples, size_t count, uint64_t at, uint64_t per_line, char between,
                    char *text)
{
    char *to = text;
    for (size_t i = 0; i < count; ++i) {
        const bool last = ++at == per_line;
        to += text_of_sample(type, samples, i, to);
        *to++ = last ? '\n' : between;
        if (last) at = 0;
    }
    return (size_t)(to - text);
}
