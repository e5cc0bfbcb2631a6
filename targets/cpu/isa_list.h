/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Instruction sets in increasing order: RR_ISA(name, built, kind, usable). built: the Makefile's ISAS has it (RR_BUILT_name
 * is 1); kind: it belongs to this processor architecture; usable: this processor (and system) supports it. */
#ifndef RR_BUILT_scalar
#define RR_BUILT_scalar 0
#endif
#ifndef RR_BUILT_avx2
#define RR_BUILT_avx2 0
#endif
#ifndef RR_BUILT_avx512
#define RR_BUILT_avx512 0
#endif
#ifndef RR_BUILT_neon
#define RR_BUILT_neon 0
#endif

#if defined(__x86_64__)
#define RR_CPU_X86 1
#define RR_CPU_HAS(feature) __builtin_cpu_supports(feature)
#else
#define RR_CPU_X86 0
#define RR_CPU_HAS(feature) 0
#endif
#if defined(__aarch64__)
#define RR_CPU_ARM 1
#else
#define RR_CPU_ARM 0
#endif

RR_ISA(scalar, RR_BUILT_scalar, 1, 1)
RR_ISA(avx2, RR_BUILT_avx2, RR_CPU_X86, RR_CPU_HAS("avx2") && RR_CPU_HAS("fma") && RR_CPU_HAS("bmi2"))
RR_ISA(avx512, RR_BUILT_avx512, RR_CPU_X86,
       RR_CPU_HAS("avx512f") && RR_CPU_HAS("avx512dq") && RR_CPU_HAS("avx512bw") && RR_CPU_HAS("avx512vl"))
RR_ISA(neon, RR_BUILT_neon, RR_CPU_ARM, 1)
