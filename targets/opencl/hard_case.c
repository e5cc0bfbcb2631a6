/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hard_case.h"
#include "numbers.h"

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;   /* splitmix64 (Steele, Lea, Flood 2014) */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A number of either dtype: sign, exponent from -bias up, and the upper or lower bits of its fraction. */
static uint64_t number(int wide, uint64_t sign, int exponent, uint64_t fraction)
{
    return wide ? (sign & 1) << 63 | (uint64_t)(exponent + 1023) << 52 | (fraction & 0xfffffffffffffu)
                : (sign & 1) << 31 | (uint64_t)(exponent + 127) << 23 | (fraction & 0x7fffffu);
}

void rr_hard_case(unsigned i, int wide, uint64_t *state, uint64_t c[3])
{
    const int digits = wide ? 52 : 23, bias = wide ? 1023 : 127;
    const uint64_t top = wide ? 0x7ff0000000000000u : 0x7f800000u, r = next(state);
    const uint64_t ends[] = {0, 1, 2, (1ull << digits) - 1, 1ull << digits, (1ull << digits) + 1, number(wide, 0, 0, 0),
                             number(wide, 0, 0, 1), number(wide, 0, -1, ~0ull), number(wide, 0, 1, ~0ull), top - 1, top,
                             top + 1, top - (1ull << digits), number(wide, 0, 1 - bias, ~0ull), top >> 1};
    for (int k = 0; k < 3; ++k) c[k] = next(state);
    const int e = (int)(r % 40) - 20;
    switch (i % 8) {
    case 1:   /* small operands, and denormal results */
        c[0] = number(wide, r, (int)(r >> 8 & 31) - bias, c[0]);
        c[1] = number(wide, r >> 1, (int)(r >> 16 & 31) - 16, c[1]);
        c[2] = number(wide, r >> 2, -bias, c[2]);
        break;
    case 2:   /* a quotient next to a half of the last place in f32, next to a number in f64 */
        c[1] = number(wide, r, e, c[1]);
        c[0] = wide ? host64_bits(host64_of(number(1, 0, 0, c[0])) * host64_of(c[1]))
                    : host32_bits((float)((1 + (2. * (double)(c[0] >> 41) + 1) * 0x1p-24) * (double)host32_of(c[1])));
        break;
    case 3: {   /* a root next to a half */
        const double s = 1 + (2. * (double)(c[0] >> 41) + 1) * 0x1p-24;
        c[0] = wide ? host64_bits(host64_of(number(1, 0, 0, c[0])) * host64_of(number(1, 0, 0, c[0])))
                    : host32_bits((float)(s * s));
        break;
    }
    case 4:   /* a sum on a half, or next to it */
        c[0] = number(wide, r, e, c[0]);
        c[1] = number(wide, r >> 1, e - digits - 1, r >> 2 & 1);
        break;
    case 5:   /* ends of ranges; integers that end in a half of f32's last place */
        c[0] = ends[r % 16] | (r >> 8 & 1) << (wide ? 63 : 31);
        c[1] = ends[r >> 16 & 15] | (r >> 9 & 1) << (wide ? 63 : 31);
        c[2] = c[2] << 8 | 0x80;
        break;
    case 6: {   /* a b next to a half of c's last place: (1 + j u)(1 - j u) = 1 - (j u)^2, and c odd */
        const int half = (digits + 1) / 2;
        const uint64_t j = r >> 16 & 0xff;
        c[0] = number(wide, r, -half, j);
        c[1] = number(wide, r >> 1, half - digits - 1 - (j != 0), j ? (1ull << digits) - 2 * j : 0);
        c[2] = number(wide, r >> 2, 0, c[2]);
        break;
    }
    case 7:   /* a b - RN(a b) */
        c[0] = number(wide, r, e, c[0]);
        c[1] = number(wide, r >> 1, -e, c[1]);
        c[2] = wide ? host64_bits(-(host64_of(c[0]) * host64_of(c[1]))) : host32_bits(-(host32_of(c[0]) * host32_of(c[1])));
        break;
    }
    if (!wide)
        for (int k = 0; k < 3; ++k) c[k] &= 0xffffffffu;
}
