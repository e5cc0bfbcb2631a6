/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll inside your own kernels: CUDA C++ (nvcc from 11.8 on, NVRTC; C++14 and later) and OpenCL C (3.0; 1.2 where the
 * device has no sub-groups). One header, for both, without a library to link.
 *
 *     __global__ void walk(float *x, unsigned int n, unsigned long long seed)
 *     {
 *         const rr_key key = rr_key_make(seed, 0);
 *         const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
 *         if (i < n) x[i] += rr_normal_f32(key, i, 0.0f, 1.0f) * rr_gamma_f32(key, i, 2.5f, 1.0f);
 *     }
 *
 * It is a text without includes of its own when it is installed: give its contents to NVRTC or clCreateProgramWithSource
 * before your kernel's, or let a compiler that has files #include it.
 *
 *
 * KEYS AND INDICES. A sample is a function of (seed, stream, sampler, parameters, index) and of nothing else: the same
 * number on every thread, in every launch, on every device, and the same bits as element `index` of
 *
 *     rr_job job = RR_JOB_INIT;  job.stream = rr_stream_make(seed, stream);  ...  rr_run(device, &job, NULL);
 *
 * with the same parameters in the same type. There is no state to keep, to initialise or to store. You choose indices so
 * that no two draws of a sampler that should be independent have the same (key, index): particle number * draws + draw,
 * say. Samplers of one family are functions of the same draw (rr_normal and rr_lognormal of one index are Z and exp(Z);
 * gamma, chi2 and loggamma likewise; reroll samplers lists families): give them different indices, or keys of different
 * streams, where they are to be independent.
 *
 * A key is made once a thread (it costs one Philox block), or on the host and handed over: it is four words.
 *
 *
 * PLAIN CALLS, usable anywhere, in any branch, by any thread:
 *
 *     float        rr_LAW_f32(rr_key key, rr_index64 index, float parameters ...)
 *     double       rr_LAW_f64(rr_key key, rr_index64 index, double parameters ...)
 *     unsigned int rr_bits_u32(rr_key key, rr_index64 index), rr_attempts_u32(key, index, float accept)
 *
 * for every sampler of `reroll samplers` whose sample is one number, with its parameters in its order:
 * rr_uniform_f32(key, index, low, high), rr_normal_f64(key, index, mean, sd), rr_gamma_f32(key, index, shape, scale),
 * rr_normal_ziggurat_f32, ... All parameters are given. A parameter out of its range, or NaN, gives the one NaN of
 * Reroll (7fc00000, 7ff8000000000000), and 0 where samples are integers. gamma:table and beta:table are not there: their
 * tables are the host's.
 *
 *
 * BLOCK CALLS. Neighbours share random words: a normal alone costs about three times its share of four. These give the
 * samples index, index + 1, ... at once, where index is a multiple of their number (else of the block that index lies
 * in):
 *
 *     rr_normal4_f32(key, index, mean, sd, float out[4])       rr_normal2_f64(key, index, mean, sd, double out[2])
 *     rr_uniform4_f32  rr_exponential4_f32  rr_gamma2_f32 ...   rr_chi_2_f32, since rr_chi2_f32 is the law chi2
 *
 * and so do these, as a vector: float4 rr_normal_float4(key, index, mean, sd), double2 rr_normal_double2, uint4
 * rr_bits_uint4.
 *
 *
 * A GENERATOR for distributions and algorithms of others, in CUDA C++, on the device and on the host: rr::urbg(key, first)
 * is a UniformRandomBitGenerator (cuda::std, std), and rr::thrust_urbg the same with the members that Thrust's distributions
 * and thrust::shuffle want. Its numbers are rr_bits_u32(key, first), (key, first + 1), ...
 *
 *
 * WARP CALLS, for samplers that reject. In lockstep a warp waits for its unluckiest lane; these let lanes help each
 * other:
 *
 *     rr_gamma_f32_regroup(key, index, shape, scale, want)         lanes are dealt out again over the open samples
 *     rr_gamma_f32_grouped(key, index, shape, scale, want, group)  so many lanes try one sample, one sample after another
 *     rr_gamma_f32_cached(&state, key, index, shape, scale, want)  a lane that is done works ahead on its next sample
 *
 * They give the same bits as the plain call, always. All lanes that have arrived together take part; those that have not
 * (they have left the kernel, or are in another branch) are not dealt anything and not waited for. So that lanes can
 * help, all lanes of the warp should come here, also those that need no sample now: these say want = 0, and what is
 * returned to them means nothing. Where lanes of a warp have different keys, grouped and regroup fall back to the plain
 * call. Where they say different groups, the lowest lane's is that of all.
 *
 * Which group gives most samples an iteration follows from the acceptance of the law at its parameters and the lanes of a
 * warp, 2, 4, ... 64 (Table 1 of Ridley and Forget, for each width); 1 for other widths, and where accept is NaN. constexpr
 * in CUDA C++, also on the host:
 *
 *     rr_grouped_best(accept, 32)                      // float, unsigned int: 1, 2, 4, ... lanes
 *
 * cached keeps, in a state of the thread's own, what it has made of its next sample: index + stride, with the same
 * parameters. What is kept is used if the next call does ask for that sample, and forgotten otherwise. One state serves
 * one sampler.
 *
 *     rr_warp_state state = rr_warp_state_make(1);     // the next sample of this thread has the next index
 *
 * CUDA: which lanes are here is __activemask(). Where your program knows better, ..._mask(mask, ...) takes the lanes,
 * all of which must call. OpenCL: by sub-groups, where the compiler has cl_khr_subgroup_ballot and
 * cl_khr_subgroup_shuffle, and every work-item of the sub-group must call; else they are the plain call.
 *
 *
 * EACH SAMPLE OF A RANGE, to your code and not to memory, whichever lane has it: what the kernels of the library do, with
 * their compaction, for all samplers. In CUDA C++ a functor takes index and sample, on any thread, each index once, in no
 * stated order; threads of the block are BLOCK, a multiple of 32 in x, y and z together, and all of them call:
 *
 *     struct sum { float total; __device__ void operator()(rr_index64 index, float x) { total += x; } } own = {0};
 *     rr_block_each<rr::gamma<float>, 128>(key, first, n, {2.5f, 1.0f}, own);          // shape, scale
 *
 *     rr_warp_each<rr::gamma<float> >(words, key, first, n, {2.5f, 1.0f}, own)         // a warp, all lanes
 *     rr_tile_each<rr::gamma<float> >(tile, words, key, first, n, {2.5f, 1.0f}, own)   // cooperative groups, up to 32
 *
 * The functor is an lvalue, a thread's own: what it keeps is there afterwards. The law is rr::SAMPLER<float>, <double>, or
 * <unsigned int> (bits, attempts), and its parameters are the same for all samples and lanes. words is shared memory of
 * these lanes, RR_EACH_WORDS for each; rr_block_each has its own.
 *
 * Beneath lies a round, which is the form of OpenCL C. Every lane gets up to RR_EACH_MOST samples of neighbouring indices:
 * bit k of what is returned says that out[k] is the sample of *index + k. All lanes of the warp (a sub-group; in OpenCL
 * without them each work-item is a warp) call with the same arguments until there is no more:
 *
 *     __local unsigned int words[RR_EACH_WORDS * 64];                 // of a work-group of 64
 *     const unsigned int part = n / rr_each_warps();                  // of each warp; the rest is left out here
 *     rr_each each = rr_each_make(first + part * rr_each_warp(), part);
 *     while (each.more) {
 *         float x[RR_EACH_MOST];
 *         rr_index64 index;
 *         const unsigned int have = rr_gamma_f32_each(&each, rr_each_part(words), key, 2.5f, 1.0f, &index, x);
 *         for (int k = 0; k < RR_EACH_MOST; ++k)
 *             if (have >> k & 1) total += x[k];
 *     }
 *
 * n is at most 2^31 of a warp, and first + n at most 2^64. On CUDA each.lanes, the mask of the lanes, may be set before the
 * first round, and must be where they may have parted before; else it is __activemask().
 *
 *
 * WHAT YOUR COMPILER'S FLAGS DO. On CUDA nothing: all arithmetic of this header is PTX that says how it rounds, so that
 * neither -use_fast_math nor --fmad changes a bit, and your own arithmetic is as your flags say. On OpenCL the text
 * switches FP_CONTRACT off for itself, and back to DEFAULT at its end; -cl-fast-relaxed-math is refused, since no text
 * can undo it.
 *
 * Names begin with rr_, rr32_ or rr64_; the last two are not for you. No macro but RR_DEVICE_H stays defined. */
#ifndef RR_DEVICE_H
#define RR_DEVICE_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define RR_DEVICE_OPENCL 1
#ifdef __FAST_RELAXED_MATH__
#error "reroll_device.h: -cl-fast-relaxed-math changes what + and * mean"
#endif
#define RR_DEVICE_FN static inline __attribute__((unused))
#define RR_HOST_FN RR_DEVICE_FN
#define RR_DEVICE_CONSTEXPR
#define RR_DEVICE_SHARED __local
typedef ulong rr_index64;
#elif defined(__CUDACC__)
#define RR_DEVICE_FN static inline __device__ __attribute__((unused))
#define RR_HOST_FN static inline __host__ __device__ __attribute__((unused))
#define RR_DEVICE_CONSTEXPR constexpr
#define RR_DEVICE_SHARED
typedef unsigned long long rr_index64;
#else
#error "reroll_device.h is for CUDA C++ and OpenCL C; on a CPU include reroll.h"
#endif

/* Of (seed, stream). */
typedef struct rr_key {
    unsigned int k0, k1, x, y;
} rr_key;

/* What cached keeps. */
typedef struct rr_warp_state {
    rr_index64 stride, index, slot, param[4];
    rr_key key;
    unsigned int sampler;
} rr_warp_state;

/* Shared memory of a lane, in words, where samples are drawn for each; samples that a round gives a lane, at most. */
enum { RR_EACH_WORDS = 12, RR_EACH_MOST = 4 };

/* A range of samples that a warp draws; but for `lanes` and `more` not for you. The same in all lanes. */
typedef struct rr_each {
    rr_index64 first, lanes;               /* lanes: bit l, lane l takes part; 0: those that begin the first round */
    unsigned int n, next, again, open;     /* next: the number of groups that were begun; the lengths of the queues */
    int more;                              /* is there another round? */
} rr_each;

/* Samples first ... first + n - 1. */
RR_DEVICE_FN rr_each rr_each_make(rr_index64 first, unsigned int n)
{
    rr_each e;
    e.first = first;
    e.lanes = 0;
    e.n = n;
    e.next = e.again = e.open = 0;
    e.more = n != 0;
    return e;
}

/* The part of a work-group's words that this lane's warp has: of a group whose shape is one-dimensional. */
RR_DEVICE_FN RR_DEVICE_SHARED unsigned int *rr_each_part(RR_DEVICE_SHARED unsigned int *words)
{
#if !defined(RR_DEVICE_OPENCL)
    return words + RR_EACH_WORDS * (threadIdx.x / 32u * 32u);
#elif defined(cl_khr_subgroup_ballot) && defined(cl_khr_subgroup_shuffle)
    return words + RR_EACH_WORDS * (get_sub_group_id() * get_max_sub_group_size());
#else
    return words + RR_EACH_WORDS * (unsigned int)get_local_id(0);
#endif
}

/* The number of this lane's warp among all of a launch whose shape is one-dimensional, and how many there are. */
RR_DEVICE_FN unsigned int rr_each_warps(void)
{
#if !defined(RR_DEVICE_OPENCL)
    return gridDim.x * ((blockDim.x + 31u) / 32u);
#elif defined(cl_khr_subgroup_ballot) && defined(cl_khr_subgroup_shuffle)
    return (unsigned int)get_num_groups(0) * get_enqueued_num_sub_groups();
#else
    return (unsigned int)get_global_size(0);
#endif
}

RR_DEVICE_FN unsigned int rr_each_warp(void)
{
#if !defined(RR_DEVICE_OPENCL)
    return blockIdx.x * ((blockDim.x + 31u) / 32u) + threadIdx.x / 32u;
#elif defined(cl_khr_subgroup_ballot) && defined(cl_khr_subgroup_shuffle)
    return (unsigned int)get_group_id(0) * get_enqueued_num_sub_groups() + get_sub_group_id();
#else
    return (unsigned int)get_global_id(0);
#endif
}

/* The Philox4x32-10 block of a counter under a key, as four words. */
RR_HOST_FN rr_key rr_philox_block(unsigned int k0, unsigned int k1, rr_index64 low, rr_index64 high)
{
    unsigned int c0 = (unsigned int)low, c1 = (unsigned int)(low >> 32), c2 = (unsigned int)high,
                 c3 = (unsigned int)(high >> 32);
    rr_key key;
    for (int round = 0; round < 10; ++round) {
        const rr_index64 p0 = (rr_index64)c0 * 0xD2511F53u, p1 = (rr_index64)c2 * 0xCD9E8D57u;
        c0 = (unsigned int)(p1 >> 32) ^ c1 ^ k0;
        c1 = (unsigned int)p1;
        c2 = (unsigned int)(p0 >> 32) ^ c3 ^ k1;
        c3 = (unsigned int)p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    key.k0 = c0;
    key.k1 = c1;
    key.x = c2;
    key.y = c3;
    return key;
}

/* Philox4x32-10 of the stream under the seed; also on a CUDA program's host. */
RR_HOST_FN rr_key rr_key_make(rr_index64 seed, rr_index64 stream)
{
    return rr_philox_block((unsigned int)seed, (unsigned int)(seed >> 32), stream,
                           (rr_index64)0x6C6C0001u << 32 | 0x5265726Fu);
}

/* stride: how far a thread's next index is from this one. */
RR_DEVICE_FN rr_warp_state rr_warp_state_make(rr_index64 stride)
{
    rr_warp_state s;
    s.stride = stride;
    s.index = s.slot = 0;
    for (int p = 0; p < 4; ++p) s.param[p] = 0;
    s.key.k0 = s.key.k1 = s.key.x = s.key.y = 0;
    s.sampler = 0;
    return s;
}

#include "reroll_device_text.h"

#ifdef RR_DEVICE_OPENCL
#pragma OPENCL FP_CONTRACT DEFAULT
#else
namespace rr {
class urbg {
public:
    typedef unsigned int result_type;
    __host__ __device__ explicit urbg(rr_key key, rr_index64 first = 0) : key_(key), next_(first) { draw(); }
    __host__ __device__ static constexpr result_type min() { return 0; }
    __host__ __device__ static constexpr result_type max() { return 0xffffffffu; }
    __host__ __device__ result_type operator()()
    {
        const unsigned int k = next_ % 4;
        const result_type word = k == 0 ? block_.k0 : k == 1 ? block_.k1 : k == 2 ? block_.x : block_.y;
        if (++next_ % 4 == 0) draw();
        return word;
    }
    __host__ __device__ void discard(rr_index64 n)
    {
        next_ += n;
        draw();
    }
    __host__ __device__ rr_index64 index() const { return next_; }   // of the next number

private:
    // The block of the next number: counters of family 1 (docs/contract.md), which is that of bits.
    __host__ __device__ void draw()
    {
        block_ = rr_philox_block(key_.k0, key_.k1, next_ / 4, (rr_index64)(key_.x ^ 1u << 9) << 32 | key_.y);
    }
    rr_key key_, block_;
    rr_index64 next_;
};

class thrust_urbg : public urbg {
public:
    __host__ __device__ explicit thrust_urbg(rr_key key, rr_index64 first = 0) : urbg(key, first) {}
    static const result_type min = 0, max = 0xffffffffu;
};
}

/* The lanes of `mask`, which all call, share `words`. */
template <class Law, class Functor>
__device__ inline void rr_lanes_each(unsigned int mask, unsigned int *words, rr_key key, rr_index64 first, unsigned int n,
                                     const typename Law::params &params, Functor &functor)
{
    rr_each each = rr_each_make(first, n);
    each.lanes = mask;
    while (each.more) {
        typename Law::sample out[RR_EACH_MOST];
        rr_index64 index;
        const unsigned int have = Law::each(&each, words, key, params, &index, out);
#pragma unroll
        for (int k = 0; k < RR_EACH_MOST; ++k)
            if (have >> k & 1u) functor(index + k, out[k]);
    }
}

template <class Law, class Functor>
__device__ inline void rr_warp_each(unsigned int *words, rr_key key, rr_index64 first, unsigned int n,
                                    const typename Law::params &params, Functor &functor)
{
    rr_lanes_each<Law>(0xffffffffu, words, key, first, n, params, functor);
}

/* The lanes of a tile that cooperative groups cut of a block or a warp: its size is a power of two up to 32. It is what the
 * ..._mask calls take, too. */
template <class Tile> __device__ inline unsigned int rr_tile_mask(const Tile &tile)
{
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    const unsigned int size = tile.size();
    return size < 32u ? ((1u << size) - 1u) << lane / size * size : 0xffffffffu;
}

template <class Law, class Tile, class Functor>
__device__ inline void rr_tile_each(const Tile &tile, unsigned int *words, rr_key key, rr_index64 first, unsigned int n,
                                    const typename Law::params &params, Functor &functor)
{
    rr_lanes_each<Law>(rr_tile_mask(tile), words, key, first, n, params, functor);
}

/* Every warp has a part of the range; parts begin at multiples of 128, so that no samples that share a block are parted. */
template <class Law, unsigned int Block, class Functor>
__device__ inline void rr_block_each(rr_key key, rr_index64 first, unsigned int n, const typename Law::params &params,
                                     Functor &functor)
{
    static_assert(Block > 0 && Block % 32 == 0 && Block <= 1024, "a block of whole warps");
    __shared__ unsigned int words[RR_EACH_WORDS * Block];
    const unsigned int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const unsigned int warp = thread / 32u, skew = (unsigned int)first % 128u;
    const rr_index64 part = ((rr_index64)n + skew + Block / 32u - 1u) / (Block / 32u), own = (part + 127u) / 128u * 128u;
    const rr_index64 begin = warp ? warp * own - skew : 0, end = (warp + 1u) * own - skew;
    if (begin < n)
        rr_warp_each<Law>(words + RR_EACH_WORDS * 32u * warp, key, first + begin,
                          (unsigned int)((end < n ? end : n) - begin), params, functor);
}
#endif
#undef RR_DEVICE_OPENCL
#undef RR_DEVICE_SHARED
#undef RR_DEVICE_FN
#undef RR_HOST_FN
#undef RR_DEVICE_CONSTEXPR

#endif
