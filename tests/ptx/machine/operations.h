/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of arithmetic instructions, included several times:
 *   EACH(name, result, types of a b c d, value)   one lane's result; name is the opcode with '_' for its dots
 *   TEST(name, type, value)                       a predicate of two lanes' values
 *   SELECT(name, type)                            by a predicate, the last operand
 *   LOGIC(name, operands, value)                  predicates of predicates, all lanes at once
 * `none` is the type of a missing operand. */
#define ADDS(T, U) \
    EACH(add_##T, U, U, U, none, none, a + b) EACH(sub_##T, U, U, U, none, none, a - b) \
    EACH(mul_lo_##T, U, U, U, none, none, (u64)a * b) EACH(mad_lo_##T, U, U, U, U, none, (u64)a * b + c) \
    EACH(min_##T, T, T, T, none, none, a < b ? a : b) EACH(max_##T, T, T, T, none, none, a < b ? b : a) \
    EACH(mov_##T, U, U, none, none, none, a)
#define COMPARES(T) \
    TEST(setp_eq_##T, T, a == b) TEST(setp_ne_##T, T, a != b) TEST(setp_lt_##T, T, a < b) \
    TEST(setp_le_##T, T, a <= b) \
    TEST(setp_gt_##T, T, a > b) TEST(setp_ge_##T, T, a >= b)
#define BITS(W) \
    EACH(and_b##W, u##W, u##W, u##W, none, none, a & b) EACH(or_b##W, u##W, u##W, u##W, none, none, a | b) \
    EACH(xor_b##W, u##W, u##W, u##W, none, none, a ^ b) EACH(not_b##W, u##W, u##W, none, none, none, ~a) \
    EACH(mov_b##W, u##W, u##W, none, none, none, a) SELECT(selp_b##W, u##W) SELECT(selp_u##W, u##W) SELECT(selp_s##W, u##W) \
    EACH(shl_b##W, u##W, u##W, u32, none, none, b < W ? (u64)a << b : 0) \
    EACH(shr_u##W, u##W, u##W, u32, none, none, b < W ? a >> b : 0) \
    EACH(shr_b##W, u##W, u##W, u32, none, none, b < W ? a >> b : 0) \
    EACH(shr_s##W, s##W, s##W, u32, none, none, a >> (b < W ? b : W - 1)) \
    EACH(neg_s##W, u##W, u##W, none, none, none, 0u - a) \
    EACH(abs_s##W, u##W, s##W, none, none, none, a < 0 ? 0 - (u64)a : (u64)a) \
    TEST(setp_eq_b##W, u##W, a == b) TEST(setp_ne_b##W, u##W, a != b)
#define FLOATS(T, X) \
    EACH(add_rn_##T, T, T, T, none, none, a + b) EACH(sub_rn_##T, T, T, T, none, none, a - b) \
    EACH(mul_rn_##T, T, T, T, none, none, a * b) EACH(add_##T, T, T, T, none, none, a + b) \
    EACH(sub_##T, T, T, T, none, none, a - b) EACH(mul_##T, T, T, T, none, none, a * b) \
    EACH(div_rn_##T, T, T, T, none, none, a / b) EACH(fma_rn_##T, T, T, T, T, none, __builtin_fma##X(a, b, c)) \
    EACH(sqrt_rn_##T, T, T, none, none, none, __builtin_sqrt##X(a)) EACH(rcp_rn_##T, T, T, none, none, none, 1 / a) \
    EACH(neg_##T, T, T, none, none, none, -a) EACH(abs_##T, T, T, none, none, none, __builtin_fabs##X(a)) \
    EACH(min_##T, T, T, T, none, none, a != a ? b : b != b ? a : a < b || (a == b && __builtin_signbit(a)) ? a : b) \
    EACH(max_##T, T, T, T, none, none, a != a ? b : b != b ? a : a > b || (a == b && __builtin_signbit(b)) ? a : b) \
    EACH(mov_##T, T, T, none, none, none, a) SELECT(selp_##T, T) \
    EACH(copysign_##T, T, T, T, none, none, __builtin_copysign##X(b, a)) \
    TEST(setp_eq_##T, T, a == b) TEST(setp_ne_##T, T, a < b || a > b) TEST(setp_lt_##T, T, a < b) \
    TEST(setp_le_##T, T, a <= b) \
    TEST(setp_gt_##T, T, a > b) TEST(setp_ge_##T, T, a >= b) TEST(setp_equ_##T, T, !(a < b || a > b)) \
    TEST(setp_neu_##T, T, a != b) TEST(setp_ltu_##T, T, !(a >= b)) TEST(setp_leu_##T, T, !(a > b)) \
    TEST(setp_gtu_##T, T, !(a <= b)) TEST(setp_geu_##T, T, !(a < b)) TEST(setp_num_##T, T, a == a && b == b) \
    TEST(setp_nan_##T, T, a != a || b != b) \
    EACH(cvt_rni_##T##_##T, T, T, none, none, none, __builtin_nearbyint##X(a)) \
    EACH(cvt_rmi_##T##_##T, T, T, none, none, none, __builtin_floor##X(a)) \
    EACH(cvt_rpi_##T##_##T, T, T, none, none, none, __builtin_ceil##X(a)) \
    EACH(cvt_rzi_##T##_##T, T, T, none, none, none, __builtin_trunc##X(a)) \
    EACH(cvt_rn_##T##_s16, T, s16, none, none, none, a) EACH(cvt_rn_##T##_u16, T, u16, none, none, none, a) \
    EACH(cvt_rn_##T##_s32, T, s32, none, none, none, a) EACH(cvt_rn_##T##_u32, T, u32, none, none, none, a) \
    EACH(cvt_rn_##T##_s64, T, s64, none, none, none, a) EACH(cvt_rn_##T##_u64, T, u64, none, none, none, a) \
    EACH(cvt_rzi_s32_##T, s32, T, none, none, none, to_signed(__builtin_trunc(a), 32)) \
    EACH(cvt_rni_s32_##T, s32, T, none, none, none, to_signed(__builtin_nearbyint(a), 32)) \
    EACH(cvt_rzi_s64_##T, s64, T, none, none, none, to_signed(__builtin_trunc(a), 64)) \
    EACH(cvt_rni_s64_##T, s64, T, none, none, none, to_signed(__builtin_nearbyint(a), 64)) \
    EACH(cvt_rzi_u32_##T, u32, T, none, none, none, to_unsigned(__builtin_trunc(a), 32)) \
    EACH(cvt_rni_u32_##T, u32, T, none, none, none, to_unsigned(__builtin_nearbyint(a), 32)) \
    EACH(cvt_rzi_u64_##T, u64, T, none, none, none, to_unsigned(__builtin_trunc(a), 64)) \
    EACH(cvt_rni_u64_##T, u64, T, none, none, none, to_unsigned(__builtin_nearbyint(a), 64))
#define ADDRESS(S) EACH(cvta_to_##S##_u64, u64, u64, none, none, none, a) EACH(cvta_##S##_u64, u64, u64, none, none, none, a)

ADDS(u16, u16) ADDS(s16, u16) ADDS(u32, u32) ADDS(s32, u32) ADDS(u64, u64) ADDS(s64, u64)
COMPARES(u16) COMPARES(s16) COMPARES(u32) COMPARES(s32) COMPARES(u64) COMPARES(s64)
BITS(16) BITS(32) BITS(64)
FLOATS(f32, f) FLOATS(f64, )
ADDRESS(global) ADDRESS(local) ADDRESS(shared) ADDRESS(param) ADDRESS(const)
EACH(div_u16, u16, u16, u16, none, none, b ? a / b : 0xffff) EACH(rem_u16, u16, u16, u16, none, none, b ? a % b : a)
EACH(div_u32, u32, u32, u32, none, none, b ? a / b : ~0u) EACH(rem_u32, u32, u32, u32, none, none, b ? a % b : a)
EACH(div_u64, u64, u64, u64, none, none, b ? a / b : ~(u64)0) EACH(rem_u64, u64, u64, u64, none, none, b ? a % b : a)
EACH(mul_hi_u32, u32, u32, u32, none, none, (u64)a * b >> 32)
EACH(mul_hi_s32, s32, s32, s32, none, none, (s64)a * b >> 32)
EACH(mul_hi_u64, u64, u64, u64, none, none, (unsigned __int128)a * b >> 64)
EACH(mul_wide_u16, u32, u16, u16, none, none, (u32)a * b)
EACH(mul_wide_u32, u64, u32, u32, none, none, (u64)a * b)
EACH(mul_wide_s32, s64, s32, s32, none, none, (s64)a * b)
EACH(mad_wide_u32, u64, u32, u32, u64, none, (u64)a * b + c)
EACH(mad_wide_s32, u64, s32, s32, u64, none, (u64)((s64)a * b) + c)
EACH(mad_hi_u32, u32, u32, u32, u32, none, ((u64)a * b >> 32) + c)
EACH(popc_b32, u32, u32, none, none, none, __builtin_popcount(a))
EACH(popc_b64, u32, u64, none, none, none, __builtin_popcountll(a))
EACH(clz_b32, u32, u32, none, none, none, a ? __builtin_clz(a) : 32)
EACH(clz_b64, u32, u64, none, none, none, a ? __builtin_clzll(a) : 64)
EACH(bfind_u32, u32, u32, none, none, none, a ? 31 - __builtin_clz(a) : -1)
EACH(bfind_u64, u32, u64, none, none, none, a ? 63 - __builtin_clzll(a) : -1)
EACH(bfind_shiftamt_u32, u32, u32, none, none, none, a ? __builtin_clz(a) : -1)
EACH(bfind_shiftamt_u64, u32, u64, none, none, none, a ? __builtin_clzll(a) : -1)
EACH(brev_b32, u32, u32, none, none, none, reverse(a) >> 32) EACH(brev_b64, u64, u64, none, none, none, reverse(a))
EACH(bfi_b32, u32, u32, u32, u32, u32, insert(a, b, c, d, 32)) EACH(bfi_b64, u64, u64, u64, u32, u32, insert(a, b, c, d, 64))
EACH(bfe_u32, u32, u32, u32, u32, none, extract(a, b, c, 32)) EACH(bfe_u64, u64, u64, u32, u32, none, extract(a, b, c, 64))
EACH(prmt_b32, u32, u32, u32, u32, none, permute((u64)b << 32 | a, c))
EACH(shf_l_wrap_b32, u32, u32, u32, u32, none, (((u64)b << 32 | a) << (c & 31)) >> 32)
EACH(shf_r_wrap_b32, u32, u32, u32, u32, none, ((u64)b << 32 | a) >> (c & 31))
EACH(rsqrt_approx_ftz_f32, f32, f32, none, none, none, ptx_near(1 / sqrt(flushed(a)), RSQRT_ERROR))
EACH(rcp_approx_ftz_f32, f32, f32, none, none, none, ptx_near_ulp(1 / (f64)flushed(a)))
EACH(ex2_approx_ftz_f32, f32, f32, none, none, none, ptx_near(exp2(flushed(a)), 0x1p-22))
EACH(lg2_approx_ftz_f32, f32, f32, none, none, none, ptx_near(log2(flushed(a)), 0x1p-22))
EACH(rsqrt_approx_ftz_f64, f64, f64, none, none, none, upper_half(1 / sqrt(a)))
EACH(rcp_approx_ftz_f64, f64, f64, none, none, none, upper_half(1 / a))
EACH(cvt_u64_u32, u64, u32, none, none, none, a) EACH(cvt_s64_s32, s64, s32, none, none, none, a)
EACH(cvt_u32_u64, u32, u64, none, none, none, a) EACH(cvt_u16_u32, u16, u32, none, none, none, a)
EACH(cvt_u32_u16, u32, u16, none, none, none, a) EACH(cvt_s32_s16, s32, s16, none, none, none, a)
EACH(cvt_u64_u16, u64, u16, none, none, none, a) EACH(cvt_u16_u64, u16, u64, none, none, none, a)
EACH(cvt_f64_f32, f64, f32, none, none, none, a) EACH(cvt_rn_f32_f64, f32, f64, none, none, none, a)
LOGIC(mov_pred, 1, a) LOGIC(not_pred, 1, ~a) LOGIC(and_pred, 2, a & b) LOGIC(or_pred, 2, a | b) LOGIC(xor_pred, 2, a ^ b)
#undef ADDS
#undef COMPARES
#undef BITS
#undef FLOATS
#undef ADDRESS
