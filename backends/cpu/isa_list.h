/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Instruction sets in ascending order: RR_ISA(name, usable) for those in this build, usable: does this processor (and
 * system) have it; RR_NO_ISA(name) for the others. The Makefile builds the same sets (ISAS). */
#if defined(__x86_64__)
RR_ISA(scalar, 1)
RR_ISA(sse2, 1)
RR_ISA(avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
RR_ISA(avx512, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
RR_NO_ISA(neon)
#elif defined(__aarch64__)
RR_ISA(scalar, 1)
RR_NO_ISA(sse2)
RR_NO_ISA(avx2)
RR_NO_ISA(avx512)
RR_ISA(neon, 1)
#else
RR_ISA(scalar, 1)
RR_NO_ISA(sse2)
RR_NO_ISA(avx2)
RR_NO_ISA(avx512)
RR_NO_ISA(neon)
#endif
