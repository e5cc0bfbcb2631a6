/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arithmetic: computes whole warps and keeps the results of lanes that take part. A result is defined where all its operands
 * are; for a selection only the selected one counts. */
#include <math.h>
#include <string.h>

#include "approximate.h"
#include "machine.h"

typedef u8 none;

enum {
#define EACH(name, R, A, B, C, D, value) OP_##name,
#define TEST(name, T, value) OP_##name,
#define SELECT(name, T) OP_##name,
#define LOGIC(name, operands, value) OP_##name,
#include "operations.h"
#undef EACH
#undef TEST
#undef SELECT
#undef LOGIC
    OPERATIONS
};

#define WIDTH(T) (sizeof(T) == 1 ? 0 : (int)sizeof(T))
static const struct { const char *name; int widths[5], is_select; } operations[] = {
#define EACH(name, R, A, B, C, D, value) {#name, {WIDTH(R), WIDTH(A), WIDTH(B), WIDTH(C), WIDTH(D)}, 0},
#define TEST(name, T, value) {#name, {1, WIDTH(T), WIDTH(T), 0, 0}, 0},
#define SELECT(name, T) {#name, {WIDTH(T), WIDTH(T), WIDTH(T), 1, 0}, 1},
#define LOGIC(name, operands, value) {#name, {1, 1, operands > 1, 0, 0}, 0},
#include "operations.h"
#undef EACH
#undef TEST
#undef SELECT
#undef LOGIC
};

static int is_named(const char *listed, const char *name)
{
    while (*listed && (*listed == *name || (*listed == '_' && *name == '.'))) ++listed, ++name;
    return !*listed && !*name;
}

int ptx_find_operation(const char *name, int widths[6])
{
    for (int o = 0; o < OPERATIONS; ++o)
        if (is_named(operations[o].name, name)) {
            memcpy(widths, operations[o].widths, sizeof operations[o].widths);
            widths[5] = 0;
            return o;
        }
    return -1;
}

static f32 flushed(f32 x)
{
    return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}

/* The seeds of f64 iterations have zeros in their lower half. */
static f64 upper_half(f64 x)
{
    u64 bits;
    memcpy(&bits, &x, 8);
    bits &= 0xffffffff00000000u;
    memcpy(&x, &bits, 8);
    return x;
}

static s64 to_signed(f64 x, int bits)
{
    const f64 end = ldexp(1, bits - 1);
    const s64 max = (s64)(((u64)1 << (bits - 1)) - 1);
    return x != x ? bits == 64 ? INT64_MIN : 0 : x >= end ? max : x < -end ? -max - 1 : (s64)x;
}

static u64 to_unsigned(f64 x, int bits)
{
    return x != x || x <= 0 ? 0 : x >= ldexp(1, bits) ? ~(u64)0 >> (64 - bits) : (u64)x;
}

static u64 reverse(u64 x)
{
    u64 r = 0;
    for (int k = 0; k < 64; ++k) r |= (x >> k & 1) << (63 - k);
    return r;
}

static u64 low_bits(u32 count)
{
    return count >= 64 ? ~(u64)0 : ((u64)1 << count) - 1;
}

static u64 insert(u64 a, u64 b, u32 at, u32 count, u32 width)
{
    at &= 255;
    if (at >= width) return b;
    const u64 mask = low_bits(count & 255) << at;
    return (b & ~mask) | (a << at & mask);
}

static u64 extract(u64 a, u32 at, u32 count, u32 width)
{
    at &= 255;
    return at >= width ? 0 : a >> at & low_bits(count & 255);
}

static u32 permute(u64 bytes, u32 which)
{
    u32 r = 0;
    for (int k = 0; k < 4; ++k) {
        const u32 s = which >> 4 * k & 15, byte = (u32)(bytes >> 8 * (s & 7)) & 255;
        r |= (s & 8 ? byte & 128 ? 255 : 0 : byte) << 8 * k;
    }
    return r;
}

static void keep(void *to, const void *made, size_t width, u32 lanes)
{
    if (lanes == ALL_LANES) memcpy(to, made, LANES * width);
    else
        for (u32 l = lanes; l; l &= l - 1) {
            const size_t at = (size_t)__builtin_ctz(l) * width;
            memcpy((char *)to + at, (const char *)made + at, width);
        }
}

static u32 defined_of(const warp *w, const instruction *i)
{
    u32 good = ALL_LANES;
    if (operations[i->which].is_select) {
        const u32 p = *(const u32 *)ptx_file(w, i->from[2]);
        return w->defined[i->from[2]] & ((p & w->defined[i->from[0]]) | (~p & w->defined[i->from[1]]));
    }
    for (int f = 0; f < i->froms; ++f) good &= w->defined[i->from[f]];
    return good;
}

#define LANE(l) for (int l = 0; l < LANES; ++l)
/* One case per entry of the list, with only the parts that differ. */
#define EACH(name, R, A, B, C, D, value) \
    case OP_##name: \
        LANE(l) { \
            const A a = ((const A *)from[0])[l]; \
            const B b = ((const B *)from[1])[l]; \
            const C c = ((const C *)from[2])[l]; \
            const D d = ((const D *)from[3])[l]; \
            (void)a, (void)b, (void)c, (void)d; \
            ((R *)made)[l] = (R)(value); \
        } \
        break;
#define TEST(name, T, value) \
    case OP_##name: \
        LANE(l) { \
            const T a = ((const T *)from[0])[l], b = ((const T *)from[1])[l]; \
            bits |= (u32)(value) << l; \
        } \
        break;
#define SELECT(name, T) \
    case OP_##name: \
        LANE(l) ((T *)made)[l] = *(const u32 *)from[2] >> l & 1 ? ((const T *)from[0])[l] : ((const T *)from[1])[l]; \
        break;
#define LOGIC(name, operands, value) \
    case OP_##name: { \
        const u32 a = *(const u32 *)from[0], b = *(const u32 *)from[1]; \
        (void)b; \
        bits = (value); \
        break; \
    }

void ptx_arithmetic(warp *w, const instruction *i, u32 lanes)
{
    _Alignas(64) union { f64 max[LANES]; char made[8 * LANES]; } result;
    void *const made = result.made;
    const void *from[4];
    u32 bits = 0;
    for (int f = 0; f < 4; ++f) from[f] = ptx_file(w, i->from[f < i->froms ? f : 0]);
    switch (i->which) {
#include "operations.h"
    default: break;
    }
    const u32 good = defined_of(w, i);
    const int to = i->to[0], width = w->launch->program->regs[to].width;
    if (width == 1) {
        u32 *p = ptx_file(w, to);
        *p = (*p & ~lanes) | (bits & lanes);
    } else {
        keep(ptx_file(w, to), made, (size_t)width, lanes);
    }
    w->defined[to] = (w->defined[to] & ~lanes) | (good & lanes);
}

/* Joins two halves into one value, or splits one; a half may go to a register that is never read. */
void ptx_pack(warp *w, const instruction *i, u32 lanes)
{
    const reg *regs = w->launch->program->regs;
    const int one = i->kind == PACK ? i->to[0] : i->from[0];
    const size_t half = (size_t)regs[one].width / 2;
    for (int h = 0; h < 2; ++h) {
        const int part = i->kind == PACK ? i->from[h] : i->to[h];
        char *p = ptx_file(w, part), *o = (char *)ptx_file(w, one) + half * (size_t)h;
        for (u32 l = lanes; l; l &= l - 1) {
            const size_t lane = (size_t)__builtin_ctz(l);
            if (i->kind == PACK) memcpy(o + 2 * half * lane, p + half * lane, half);
            else memcpy(p + half * lane, o + 2 * half * lane, half);
        }
    }
    u32 good = ALL_LANES;
    for (int f = 0; f < i->froms; ++f) good &= w->defined[i->from[f]];
    for (int t = 0; t < i->tos; ++t) w->defined[i->to[t]] = (w->defined[i->to[t]] & ~lanes) | (good & lanes);
}
