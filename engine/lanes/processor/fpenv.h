/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The floating-point environment of a job: round to nearest, denormals kept, exceptions masked. A library built with
 * -ffast-math sets flush-to-zero when it is loaded, and physics codes unmask exceptions: without this either would change
 * bits or kill the process. The caller's state, sticky flags included, is restored. Writing the register takes longer than
 * reading it, which shows in small calls, so it is written only where it differs. */
#ifndef RR_FPENV_H
#define RR_FPENV_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>

typedef uint32_t rr_fpenv;

static inline rr_fpenv rr_fpenv_enter(void)
{
    const rr_fpenv saved = _mm_getcsr();
    if ((saved & ~0x3fu) != 0x1f80) _mm_setcsr(0x1f80);   /* sticky flags have no effect */
    return saved;
}

static inline void rr_fpenv_leave(rr_fpenv saved)
{
    if (_mm_getcsr() != saved) _mm_setcsr(saved);
}
#elif defined(__aarch64__)
typedef struct rr_fpenv { uint64_t control, status; } rr_fpenv;

static inline rr_fpenv rr_fpenv_enter(void)
{
    rr_fpenv saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved.control));
    __asm__ volatile("mrs %0, fpsr" : "=r"(saved.status));
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
    return saved;
}

static inline void rr_fpenv_leave(rr_fpenv saved)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(saved.control));
    __asm__ volatile("msr fpsr, %0" : : "r"(saved.status));
}
#else
#error "fpenv.h: say how this processor keeps its floating-point control word"
#endif

#endif
