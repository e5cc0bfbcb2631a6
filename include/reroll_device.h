/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll in your own kernels: CUDA C++ (nvcc from 11.8 on, NVRTC; C++14 and later) and OpenCL C (3.0; 1.2 if the device has
 * no sub-groups). One header for both; there is no library to link.
 *
 *     __global__ void walk(float *x, unsigned int n, unsigned long long seed)
 *     {
 *         const rr_key key = rr_key_make(seed, 0);
 *         const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
 *         if (i < n) x[i] += rr_normal_f32(key, i, 0.0f, 1.0f) * rr_gamma_f32(key, i, 2.5f, 1.0f);
 *     }
 *
 * The installed file includes no other file. #include it, or pass its contents to NVRTC or clCreateProgramWithSource before
 * your kernel's text.
 *
 *
 * KEYS AND INDICES. A sample is a pure function of (seed, stream, sampler, parameters, index). It is the same on every
 * thread, in every launch and on every device. It has the same bits as element `index` of
 *
 *     rr_job job = RR_JOB_INIT;  job.stream = rr_stream_make(seed, stream);  ...  rr_run(device, &job, NULL);
 *
 * with the same parameters in the same type. There is no state to store or to initialize. Choose indices so that no two
 * draws that must be independent have the same sampler, key and index; for example particle * draws + draw.
 *
 * Samplers of one family use the same random bits. For example, rr_normal and rr_lognormal of one index are Z and exp(Z);
 * gamma, chi2 and loggamma are related too; `reroll samplers --json` has the families. Where they must be independent, use
 * different indices, or keys of different streams.
 *
 * Make a key once per thread (it costs one Philox block), or make it on the host and pass it: it has four words.
 *
 *
 * SINGLE CALLS can be used by any thread in any branch:
 *
 *     float        rr_LAW_f32(rr_key key, rr_index64 index, float parameters ...)
 *     double       rr_LAW_f64(rr_key key, rr_index64 index, double parameters ...)
 *     unsigned int rr_bits_u32(rr_key key, rr_index64 index), rr_attempts_u32(key, index, float accept)
 *
 * They exist for every sampler of `reroll samplers` whose sample is one number, with its parameters in its order:
 * rr_uniform_f32(key, index, low, high), rr_normal_f64(key, index, mean, sd), rr_gamma_f32(key, index, shape, scale),
 * rr_normal_ziggurat_f32, ... All parameters must be given. If a parameter is NaN or outside its range, the sample is a NaN
 * with the bits 7fc00000 or 7ff8000000000000, or 0 if samples are integers. gamma:table, beta:table and density are not
 * available, because their tables are made on the host.
 *
 * BLOCK CALLS. Neighbouring indices share random words: a single normal costs about three times as much as one of four from
 * a block call. A block call of 2 or 4 samples returns the samples index, index + 1, ... together. index should be a
 * multiple of 2 or 4; otherwise the call returns the block that contains index.
 *
 *     rr_normal4_f32(key, index, mean, sd, float out[4])       rr_normal2_f64(key, index, mean, sd, double out[2])
 *     rr_uniform4_f32  rr_exponential4_f32  rr_gamma2_f32 ...   (of chi: rr_chi_2_f32; rr_chi2_f32 draws from chi2)
 *
 * These return a vector: float4 rr_normal_float4(key, index, mean, sd), double2 rr_normal_double2, uint4 rr_bits_uint4.
 *
 *
 * GENERATORS for other libraries' distributions and algorithms, in CUDA C++, on the device and on the host. rr::urbg(key,
 * first) is a UniformRandomBitGenerator (cuda::std, std). rr::thrust_urbg also has the members that Thrust's distributions
 * and thrust::shuffle need. Both return rr_bits_u32(key, first), (key, first + 1), ...
 *
 *
 * WARP CALLS are for samplers that reject. In lockstep a warp waits for its slowest lane. With these calls, idle lanes work
 * on the samples of other lanes:
 *
 *     rr_gamma_f32_regroup(key, index, shape, scale, want)         lanes are redistributed over the unaccepted samples
 *     rr_gamma_f32_grouped(key, index, shape, scale, want, group)  `group` lanes work on one sample at a time
 *     rr_gamma_f32_cached(&state, key, index, shape, scale, want)  a finished lane works on its next sample
 *
 * Their samples are always bit-identical to those of the single call. All lanes that arrive together take part. The call
 * neither uses nor waits for lanes that have left the kernel or are in another branch. But it is fastest if all lanes of the
 * warp make it: lanes that need no sample pass want = 0 and ignore the result. If lanes of a warp have different keys,
 * grouped and regroup fall back to the single call. If they pass different groups, the group of the lowest lane is used.
 *
 * rr_grouped_best returns the best group for an acceptance and a number of lanes per warp, 2, 4, ... 64 (Table 1 of Ridley
 * and Forget). For other numbers, and if accept is NaN, it returns 1. It is constexpr in CUDA C++, also on the host:
 *
 *     rr_grouped_best(accept, 32)                      // float, unsigned int: 1, 2, 4, ... lanes
 *
 * cached works ahead on the sample of index + stride with the same parameters, and stores this work in a state of its
 * thread. The next call uses the work if it asks for that sample, and discards it otherwise. Use one state per sampler.
 *
 *     rr_warp_state state = rr_warp_state_make(1);     // the next sample of this thread has the next index
 *
 * On CUDA the lanes are __activemask(). If your program knows the lanes, pass them to ..._mask(mask, ...); all of these
 * lanes must make the call. On OpenCL the lanes are a sub-group, if the compiler has cl_khr_subgroup_ballot and
 * cl_khr_subgroup_shuffle, and every work-item of the sub-group must call. Without these extensions the calls are single
 * calls.
 *
 *
 * RANGES. These calls draw a range of indices and pass each sample to your code instead of writing it to memory. They exist
 * for all samplers. They work as the library's kernels do, with compaction, so any lane may get any sample. In CUDA C++ a
 * functor is called with index and sample: once per index, on any thread, in no defined order. All threads of the thread
 * block must call rr_block_each. Its second template argument is their number (x times y times z), a multiple of 32:
 *
 *     struct sum { float total; __device__ void operator()(rr_index64 index, float x) { total += x; } } own = {0};
 *     rr_block_each<rr::gamma<float>, 128>(key, first, n, {2.5f, 1.0f}, own);          // shape, scale
 *
 *     rr_warp_each<rr::gamma<float> >(words, key, first, n, {2.5f, 1.0f}, own)         // a warp, all lanes
 *     rr_tile_each<rr::gamma<float> >(tile, words, key, first, n, {2.5f, 1.0f}, own)   // cooperative groups, up to 32
 *
 * The functor is an lvalue that belongs to the thread, so its members can be read afterwards. The sampler is
 * rr::SAMPLER<float>, <double>, or <unsigned int> (bits, attempts). Its parameters are the same for all samples and lanes.
 * words is shared memory, RR_EACH_WORDS per lane; rr_block_each has its own.
 *
 * In OpenCL C, which has no functors, your kernel runs the rounds itself. In a round every lane gets up to RR_EACH_MAX
 * samples with consecutive indices. If bit k of the result is set, out[k] is the sample of *index + k. All lanes of the warp
 * call with the same arguments until each.more is 0. A warp is a sub-group; without sub-groups each work-item is a warp.
 *
 *     __local unsigned int words[RR_EACH_WORDS * 64];                 // for a work-group of 64
 *     const unsigned int part = n / rr_each_warps();                  // per warp; this example omits the remainder
 *     rr_each each = rr_each_make(first + part * rr_each_warp(), part);
 *     while (each.more) {
 *         float x[RR_EACH_MAX];
 *         rr_index64 index;
 *         const unsigned int have = rr_gamma_f32_each(&each, rr_each_part(words), key, 2.5f, 1.0f, &index, x);
 *         for (int k = 0; k < RR_EACH_MAX; ++k)
 *             if (have >> k & 1) total += x[k];
 *     }
 *
 * n is at most 2^31 per warp, and first + n at most 2^64. On CUDA you can set the mask of the lanes, each.lanes, before the
 * first round; the default is __activemask(). Set it if lanes may have diverged before.
 *
 *
 * COMPILER FLAGS. On CUDA, flags have no effect on samples: all arithmetic of this header is PTX with explicit rounding, so
 * neither -use_fast_math nor --fmad changes a sample. They apply to your own arithmetic as usual. On OpenCL the header sets
 * FP_CONTRACT to OFF for itself and to DEFAULT at its end. -cl-fast-relaxed-math causes a compile error, because source code
 * cannot undo it.
 *
 * NAMES begin with rr_, rr32_ or rr64_; the last two are private. Only the macro RR_DEVICE_H stays defined. */
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

/* The key of (seed, stream). */
typedef struct rr_key {
    unsigned int k0, k1, x, y;
} rr_key;

/* The state of the rr_..._cached calls, one per thread and sampler. All members are private. */
typedef struct rr_warp_state {
    rr_index64 stride, index, slot, param[4];
    rr_key key;
    unsigned int sampler;
} rr_warp_state;

/* RR_EACH_WORDS: words of shared memory per lane. RR_EACH_MAX: maximum number of samples per lane and round. */
enum { RR_EACH_WORDS = 12, RR_EACH_MAX = 4 };

/* A range of samples that a warp draws, the same in all lanes. All members except `lanes` and `more` are private. */
typedef struct rr_each {
    rr_index64 first, lanes;               /* lanes: if bit l is set, lane l takes part; 0: the lanes that begin the first
                                              round */
    unsigned int n, next, again, open;     /* next: number of started groups; the lengths of the queues */
    int more;                              /* 1: there is another round */
} rr_each;

/* Makes the range of samples first ... first + n - 1. */
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

/* Returns this warp's part of a work-group's words. The work-group is one-dimensional. */
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

/* Return the number of warps of a one-dimensional launch, and the index of this lane's warp. */
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

/* Returns the Philox4x32-10 block of a counter under a key, as four words. */
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

/* Makes a key: Philox4x32-10 of the stream under the seed. Also available on a CUDA program's host. */
RR_HOST_FN rr_key rr_key_make(rr_index64 seed, rr_index64 stream)
{
    return rr_philox_block((unsigned int)seed, (unsigned int)(seed >> 32), stream,
                           (rr_index64)0x6C6C0001u << 32 | 0x5265726Fu);
}

/* Makes a state. stride is the difference between consecutive indices of a thread. */
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
    __host__ __device__ rr_index64 index() const { return next_; }   // index of the next number

private:
    // Draws the block of the next number: counters of family 1 (docs/contract.md), the family of bits.
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

/* Passes the samples first ... first + n - 1 to the functor. The lanes of `mask` share `words`, and all of them must make
 * the call. */
template <class Law, class Functor>
__device__ inline void rr_lanes_each(unsigned int mask, unsigned int *words, rr_key key, rr_index64 first, unsigned int n,
                                     const typename Law::params &params, Functor &functor)
{
    rr_each each = rr_each_make(first, n);
    each.lanes = mask;
    while (each.more) {
        typename Law::sample out[RR_EACH_MAX];
        rr_index64 index;
        const unsigned int have = Law::each(&each, words, key, params, &index, out);
#pragma unroll
        for (int k = 0; k < RR_EACH_MAX; ++k)
            if (have >> k & 1u) functor(index + k, out[k]);
    }
}

template <class Law, class Functor>
__device__ inline void rr_warp_each(unsigned int *words, rr_key key, rr_index64 first, unsigned int n,
                                    const typename Law::params &params, Functor &functor)
{
    rr_lanes_each<Law>(0xffffffffu, words, key, first, n, params, functor);
}

/* Returns the lanes of a tile of cooperative groups, which is part of a thread block or a warp and whose size is a power of
 * two up to 32. The ..._mask calls take this mask too. */
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

/* Passes the samples first ... first + n - 1 to the functor. Every warp draws a part of the range. Parts begin at multiples
 * of 128, so samples of one Philox block stay together. */
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
