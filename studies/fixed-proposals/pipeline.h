/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The paper's kernels, one text for C, OpenCL C and CUDA C++: M proposals for each of N gammas, proposal m of sample i at
 * m N + i, and a log-time reduction to the first acceptable one. The including file defines
 *
 *     REAL, NAME(x)   float or double, and names of the functions for it
 *     RR_FN           specifiers of a function
 *     LOG, SQRT       of REAL
 *     and for a device RR_KERNEL, RR_GLOBAL, FIRST and STEP (this thread's first element, how far the next one is), and
 *     LAUNCH_WORDS */

/* Marsaglia and Tsang's proposal from a normal x and a uniform u for shape >= 1, as printed; -1 if it is rejected. */
RR_FN REAL NAME(proposal)(REAL x, REAL u, REAL shape)
{
    const REAL d = shape - 1 / (REAL)3, y = 1 + x / (3 * SQRT(d)), v = y * y * y, x2 = x * x;
    if (!(y > 0)) return -1;
    if (u < 1 - 331 / (REAL)10000 * x2 * x2) return d * v;
    return LOG(u) < x2 / 2 + d - d * v + d * LOG(v) ? d * v : -1;
}

/* The first acceptable one of two consecutive runs of proposals. */
RR_FN REAL NAME(earlier)(REAL a, REAL b)
{
    return a >= 0 ? a : b;
}

#ifdef RR_KERNEL
/* N, M, distance; of the size that the library passes to its own kernels. */
typedef struct launch {
    unsigned long word[LAUNCH_WORDS];
} launch;

/* distance 0: all proposals. Else a step of the reduction: proposals m and m + distance, m = 0, 2 distance, ... */
RR_KERNEL void rr_gpu_kernel(RR_GLOBAL const REAL *x, RR_GLOBAL const REAL *u, RR_GLOBAL const REAL *shape,
                             RR_GLOBAL REAL *p, RR_GLOBAL char *p4, RR_GLOBAL char *p5, RR_GLOBAL char *p6,
                             RR_GLOBAL char *p7, RR_GLOBAL char *p8, RR_GLOBAL char *p9, const launch l)
{
    const unsigned n = (unsigned)l.word[0], m = (unsigned)l.word[1], distance = (unsigned)l.word[2];
    const unsigned all = distance ? m / (2 * distance) * n : m * n;
    for (unsigned i = FIRST; i < all; i += STEP) {
        const unsigned at = distance ? i / n * 2 * distance * n + i % n : i;
        p[at] = distance ? NAME(earlier)(p[at], p[at + distance * n])
                         : NAME(proposal)(x[at], u[at], shape[at % n]);
    }
}
#else
static void NAME(propose)(const REAL *x, const REAL *u, const REAL *shape, REAL *p, size_t n, unsigned m)
{
    for (size_t k = 0; k < m * n; k += n)
        for (size_t i = 0; i < n; ++i) p[k + i] = NAME(proposal)(x[k + i], u[k + i], shape[i]);
}

static void NAME(reduce)(REAL *p, size_t n, unsigned m)
{
    for (size_t distance = 1; distance < m; distance *= 2)
        for (size_t k = 0; k < m; k += 2 * distance)
            for (size_t i = 0; i < n; ++i) p[k * n + i] = NAME(earlier)(p[k * n + i], p[(k + distance) * n + i]);
}
#endif
