/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The host's result of a floating-point operation, as bits; check.c includes it for float and for double, as RR_REAL, with
 * fma RR_FUSE and square root RR_ROOT. */
static uint64_t RR_OF(result)(unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    const RR_REAL x = RR_OF(of)(a), y = RR_OF(of)(b);
    const uint32_t w = (uint32_t)c;
    switch (op) {
    case ADD: return RR_OF(bits)(x + y);
    case SUBTRACT: return RR_OF(bits)(x - y);
    case MULTIPLY: return RR_OF(bits)(x * y);
    case DIVIDE: return RR_OF(bits)(x / y);
    case SQUARE_ROOT: return RR_OF(bits)(RR_ROOT(x));
    case FUSE: return RR_OF(bits)(RR_FUSE(x, y, RR_OF(of)(c)));
    case CONVERT: return RR_OF(bits)((RR_REAL)(int32_t)w) ^ RR_OF(bits)((RR_REAL)(w >> 1));
    }
    return (uint64_t)(x < y) | (uint64_t)(x <= y) << 1 | (uint64_t)(y < x) << 2 | (uint64_t)(x <= x) << 3;
}
#undef RR_OF
#undef RR_REAL
#undef RR_FUSE
#undef RR_ROOT
