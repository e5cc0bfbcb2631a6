// SPDX-License-Identifier: MIT OR Apache-2.0
// Kernels of one block that store every sample passed by rr_block_each and rr_tile_each, and count the calls: x[i] is then
// the sample of index first + i, and count[i] is 1. each.test.sh compiles them; tests that run CUDA compare x with rr_run.
#include <cooperative_groups.h>

#include "reroll_device_single.h"

template <class T> struct keep {
    T *x;
    unsigned int *count;
    rr_index64 first;
    __device__ void operator()(rr_index64 index, T sample)
    {
        x[index - first] = sample;
        atomicAdd(count + (index - first), 1u);
    }
};

template <class Law, unsigned int Block>
__device__ void block(rr_key key, rr_index64 first, unsigned int n, const typename Law::params &params,
                      typename Law::sample *x, unsigned int *count)
{
    keep<typename Law::sample> own = {x, count, first};
    rr_block_each<Law, Block>(key, first, n, params, own);
}

#define KERNEL(name, T) \
    extern "C" __global__ void name(rr_key key, rr_index64 first, unsigned int n, T *x, unsigned int *count)

KERNEL(gamma_f32_128, float) { block<rr::gamma<float>, 128>(key, first, n, {0.3f, 2.0f}, x, count); }
KERNEL(gamma_f64_64, double) { block<rr::gamma<double>, 64>(key, first, n, {2.5, 1.0}, x, count); }
KERNEL(bad_gamma_f32_128, float) { block<rr::gamma<float>, 128>(key, first, n, {-1.0f, 1.0f}, x, count); }
KERNEL(normal_f32_128, float) { block<rr::normal<float>, 128>(key, first, n, {1.0f, 2.0f}, x, count); }
KERNEL(uniform_f32_96, float) { block<rr::uniform<float>, 96>(key, first, n, {0.0f, 1.0f}, x, count); }
KERNEL(attempts_u32_32, unsigned int) { block<rr::attempts<unsigned int>, 32>(key, first, n, {0.1f}, x, count); }
KERNEL(bits_u32_128, unsigned int) { block<rr::bits<unsigned int>, 128>(key, first, n, {}, x, count); }

// Eight tiles of eight lanes, two warps.
KERNEL(tiles_gamma_f32_64, float)
{
    __shared__ unsigned int words[RR_EACH_WORDS * 64];
    const auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    const unsigned int number = threadIdx.x / 8, part = (n + 7) / 8, from = number * part;
    keep<float> own = {x, count, first};
    if (from < n)
        rr_tile_each<rr::gamma<float>>(tile, words + RR_EACH_WORDS * 8 * number, key, first + from,
                                       n - from < part ? n - from : part, {0.3f, 2.0f}, own);
}

// A generator: x[i] of thread i's own stream.
KERNEL(urbg_u32_32, unsigned int)
{
    rr::urbg bits(key, first);
    bits.discard(threadIdx.x * n);
    for (unsigned int i = 0; i < n; ++i) {
        x[threadIdx.x * n + i] = bits();
        count[threadIdx.x * n + i] = 1;
    }
}
