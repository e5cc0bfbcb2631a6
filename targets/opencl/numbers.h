/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Numbers and their bit patterns, for the self-test of a device. */
#ifndef RR_OPENCL_NUMBERS_H
#define RR_OPENCL_NUMBERS_H

#include <stdint.h>

static inline float host32_of(uint64_t b)
{
    const union { uint32_t b; float x; } v = {(uint32_t)b};
    return v.x;
}

static inline uint64_t host32_bits(float x)
{
    const union { float x; uint32_t b; } v = {x};
    return v.b;
}

static inline double host64_of(uint64_t b)
{
    const union { uint64_t b; double x; } v = {b};
    return v.x;
}

static inline uint64_t host64_bits(double x)
{
    const union { double x; uint64_t b; } v = {x};
    return v.b;
}

#endif
