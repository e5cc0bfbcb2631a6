/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single draws, each with its own parameters (C11, C++11 and later).
 *
 *     rr_cursor c;
 *     rr_cursor_init(&c, cpu, rr_stream_make(2026, 0));       // an open device; a stream and its first index
 *     while (walking) {
 *         x += rr_next_normal_f64(&c, 0, step(x));            // index 0, 2, ... of the stream
 *         t += rr_next_gamma_f64(&c, 2.5, delay(x));          // index 1, 3, ...
 *     }
 *     if (c.status != RR_OK) ...                              // the first error, if there was one
 *
 * DEFINITION. Every call takes the next index of the cursor's stream, whatever it draws. It returns the same bits as the
 * fill call of the same name at that index: rr_next_normal_f64(&c, mean, sd) is
 *
 *     rr_fill_normal_f64(c.device, &c.stream, 1, &x, mean, sd)
 *
 * No two calls use the same index, so all samples are independent of each other.
 *
 * SPEED. The cursor draws windows: buffers of RR_CURSOR_WINDOW standard variates at consecutive indices, of one distribution
 * and type. A call takes a variate from its window and applies location and scale, or a gamma's shape. If k distributions
 * take turns on one cursor, each has its own window and uses only one k-th of it. For full speed, give each distribution a
 * cursor with a stream of its own, such as rr_derive_name(s, "delays"). A cursor's device should be a CPU.
 *
 * POSITION. c.stream.next is the index of the next draw. To save a cursor, save c.stream, which is three integers;
 * rr_cursor_init with this stream continues there. rr_cursor_seek jumps to any index and costs at most a new window. Do not
 * change c.stream in any other way.
 *
 * ERRORS are those of the fill calls. A call returns NaN (integers: 0) if a parameter is invalid, the sample reached the
 * cap, or a count does not fit; the index then counts as used. It also returns NaN (0) at index 2^64 - 1, the end of the
 * stream, and without a device; then no index is used. c.status keeps the first status that was not RR_OK. Reset it to
 * RR_OK after you have read it.
 *
 * OWNERSHIP. A cursor is a plain value of about 22 KB without allocated memory. It needs no close call, and a copy is a
 * second cursor at the same position. It must not outlive the device.
 * THREADS. Only one thread may use a cursor at a time. Give each thread its own.
 *
 * FLOATING POINT. The library draws windows, with its own floating-point settings. The last step, such as fma(sd, z, mean),
 * runs in the caller's floating-point environment. This must be the default: rounding to nearest, denormals kept, no
 * exception unmasked; otherwise bits may differ. Bits are not guaranteed in files that are compiled with -ffast-math.
 * Compile with -mfma, or a -march that includes it, to inline fma. Link with -lm (pkg-config adds it). */
#ifndef REROLL_CURSOR_H
#define REROLL_CURSOR_H

#include <math.h>

#include "reroll.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of indices of a window. A window begins at a multiple of this number. */
#define RR_CURSOR_WINDOW 256

/* The contents of a window: a standard distribution, or the variates that gammas need before their shape is known. */
enum rr_cursor_kind {
    RR_CURSOR_BITS, RR_CURSOR_CATEGORICAL,
    RR_CURSOR_UNIFORM_F32, RR_CURSOR_EXPONENTIAL_F32, RR_CURSOR_NORMAL_F32, RR_CURSOR_GAMMA_F32, RR_CURSOR_BOOST_F32,
    RR_CURSOR_UNIFORM_F64, RR_CURSOR_EXPONENTIAL_F64, RR_CURSOR_NORMAL_F64, RR_CURSOR_GAMMA_F64, RR_CURSOR_BOOST_F64,
    RR_CURSOR_LAW,
    RR_CURSOR_KINDS
};

typedef struct rr_cursor {
    const rr_device *device;
    rr_stream stream;        /* stream.next: the index of the next draw */
    rr_status status;        /* the first status that was not RR_OK */
    /* Private from here on. window[kind] is the number of the window that is stored; UINT64_MAX: none. */
    uint64_t window[RR_CURSOR_KINDS];
    const void *alone;       /* set by the library with the first window of gammas or categories; key: gammas' key */
    uint32_t key[22];
    struct rr_cursor_law {   /* the distribution of the last rr_next_law call, and its window */
        const rr_sampler *of;
        uint64_t identity;
        rr_type type;
        double param[RR_MAX_PARAMS];
        union rr_cursor_sample {
            float f32[RR_CURSOR_WINDOW];
            double f64[RR_CURSOR_WINDOW];
            int64_t i64[RR_CURSOR_WINDOW];
        } sample;
    } law;
    uint32_t bits[RR_CURSOR_WINDOW], category[RR_CURSOR_WINDOW];   /* category: first words of uniforms */
    struct rr_cursor_f32 {
        float uniform[RR_CURSOR_WINDOW], exponential[RR_CURSOR_WINDOW], normal[RR_CURSOR_WINDOW];
        float gamma[RR_CURSOR_WINDOW], boost[RR_CURSOR_WINDOW];   /* a gamma's normal; the exponential for shapes below 1 */
        uint32_t word[RR_CURSOR_WINDOW];                          /* a gamma's uniform */
    } f32;
    struct rr_cursor_f64 {
        double uniform[RR_CURSOR_WINDOW], exponential[RR_CURSOR_WINDOW], normal[RR_CURSOR_WINDOW];
        double gamma[RR_CURSOR_WINDOW], boost[RR_CURSOR_WINDOW];
        uint32_t word[RR_CURSOR_WINDOW];
    } f64;
} rr_cursor;

/* Sets the index of the next draw. */
static inline void rr_cursor_seek(rr_cursor *c, uint64_t index)
{
    c->stream.next = index;
}

/* Initializes a cursor on an open device, at index stream.next. */
static inline void rr_cursor_init(rr_cursor *c, const rr_device *device, rr_stream stream)
{
    c->device = device;
    c->stream = stream;
    c->status = RR_OK;
    c->alone = NULL;
    c->law.of = NULL;
    for (int kind = 0; kind < RR_CURSOR_KINDS; ++kind) c->window[kind] = UINT64_MAX;
}

/* Gammas, drawn by the library. shape and scale are those of rr_fill_gamma_f32 and rr_fill_gamma_f64. */
RR_API float rr_next_gamma_f32(rr_cursor *c, float shape, float scale);
RR_API double rr_next_gamma_f64(rr_cursor *c, double shape, double scale);

/* Returns a category from 0 to number - 1, with probabilities proportional to `number` weights, as rr_fill_categorical_i64
 * does. Weights may differ between calls. Invalid weights return 0. The time is proportional to the number of weights. If
 * many draws share many weights, rr_fill_categorical_i64 is faster, because it makes a table of them. */
RR_API int64_t rr_next_categorical_i64(rr_cursor *c, const double *weights, size_t number);

/* Returns a sample of any scalar distribution: a built-in one, or an open user-defined one (reroll_user.h,
 * reroll_density.h). params has one number per parameter, in the sampler's order, or is NULL if there are no parameters.
 * The sample is the one that rr_run draws at this index with these parameters. Calls with constant parameters take
 * samples from windows, from the second call on. A call with changed parameters is a job of its own and takes a few
 * microseconds. An unknown sampler, or params of NULL where there are parameters, is RR_ERR_ARGUMENT and uses no index. */
RR_API float rr_next_law_f32(rr_cursor *c, const rr_sampler *law, const double *params);
RR_API double rr_next_law_f64(rr_cursor *c, const rr_sampler *law, const double *params);
RR_API int64_t rr_next_law_i64(rr_cursor *c, const rr_sampler *law, const double *params);

/* ---- Private -------------------------------------------------------------------------------------------------------- */

/* Draws the window of the next index; returns 0 if this is not possible: the last window of a stream is drawn one by one. */
#if defined(__GNUC__)
__attribute__((noinline, cold, unused))
#endif
static int rr_cursor_draw(rr_cursor *c, enum rr_cursor_kind kind)
{
    const size_t n = RR_CURSOR_WINDOW;
    rr_stream s = c->stream;
    rr_status status = RR_ERR_ARGUMENT;
    s.next -= s.next % n;
    switch ((int)kind) {
    case RR_CURSOR_BITS: status = rr_fill_bits_u32(c->device, &s, n, c->bits); break;
    case RR_CURSOR_UNIFORM_F32: status = rr_fill_uniform_f32(c->device, &s, n, c->f32.uniform, 0, 1); break;
    case RR_CURSOR_EXPONENTIAL_F32: status = rr_fill_exponential_f32(c->device, &s, n, c->f32.exponential, 1); break;
    case RR_CURSOR_NORMAL_F32: status = rr_fill_normal_f32(c->device, &s, n, c->f32.normal, 0, 1); break;
    case RR_CURSOR_UNIFORM_F64: status = rr_fill_uniform_f64(c->device, &s, n, c->f64.uniform, 0, 1); break;
    case RR_CURSOR_EXPONENTIAL_F64: status = rr_fill_exponential_f64(c->device, &s, n, c->f64.exponential, 1); break;
    case RR_CURSOR_NORMAL_F64: status = rr_fill_normal_f64(c->device, &s, n, c->f64.normal, 0, 1); break;
    default: break;
    }
    if (status != RR_OK) return 0;
    c->window[kind] = c->stream.next / n;
    return 1;
}

/* Returns 1 if the next index is in the window of this kind, which is drawn if necessary. */
static inline int rr_cursor_has(rr_cursor *c, enum rr_cursor_kind kind)
{
    return c->window[kind] == c->stream.next / RR_CURSOR_WINDOW || rr_cursor_draw(c, kind);
}

/* Takes the next index and returns its place in the window. */
static inline uint32_t rr_cursor_take(rr_cursor *c)
{
    return (uint32_t)(c->stream.next++ % RR_CURSOR_WINDOW);
}

static inline void rr_cursor_note(rr_cursor *c, rr_status status)
{
    if (c->status == RR_OK) c->status = status;
}

/* Returns 1 if the last step cannot overflow or underflow. If not (or for NaN), the caller uses the fill call, which checks
 * the ranges. */
static inline int rr_cursor_plain(double location, double scale)
{
    return location >= -1e18 && location <= 1e18 && scale >= 1e-18 && scale <= 1e18;
}

/* ---- The calls ------------------------------------------------------------------------------------------------------- */

/* Returns 32 random bits: the word that rr_fill_bits_u32 writes. */
static inline uint32_t rr_next_bits_u32(rr_cursor *c)
{
    uint32_t x = 0;
    if (rr_cursor_has(c, RR_CURSOR_BITS)) return c->bits[rr_cursor_take(c)];
    rr_cursor_note(c, rr_fill_bits_u32(c->device, &c->stream, 1, &x));
    return x;
}

/* Uniform on [low, high], low <= high. The result is never above high: rounding high - low raises it by a factor of at most
 * 1 + 2^-24 (f64: 1 + 2^-53), and U is at most 1 - 2^-24 (f64: 1 - 2^-53). */
static inline float rr_next_uniform_f32(rr_cursor *c, float low, float high)
{
    const float width = high - low;
    float x = NAN;
    if (rr_cursor_plain(low, width) && rr_cursor_has(c, RR_CURSOR_UNIFORM_F32))
        return fmaf(width, c->f32.uniform[rr_cursor_take(c)], low);
    rr_cursor_note(c, rr_fill_uniform_f32(c->device, &c->stream, 1, &x, low, high));
    return x;
}

static inline double rr_next_uniform_f64(rr_cursor *c, double low, double high)
{
    const double width = high - low;
    double x = NAN;
    if (rr_cursor_plain(low, width) && rr_cursor_has(c, RR_CURSOR_UNIFORM_F64))
        return fma(width, c->f64.uniform[rr_cursor_take(c)], low);
    rr_cursor_note(c, rr_fill_uniform_f64(c->device, &c->stream, 1, &x, low, high));
    return x;
}

/* Exponential. scale is the mean and is above 0. The product is an fma, so that no compiler fuses it with a sum in the
 * caller's code. */
static inline float rr_next_exponential_f32(rr_cursor *c, float scale)
{
    float x = NAN;
    if (rr_cursor_plain(0, scale) && rr_cursor_has(c, RR_CURSOR_EXPONENTIAL_F32))
        return fmaf(c->f32.exponential[rr_cursor_take(c)], scale, 0);
    rr_cursor_note(c, rr_fill_exponential_f32(c->device, &c->stream, 1, &x, scale));
    return x;
}

static inline double rr_next_exponential_f64(rr_cursor *c, double scale)
{
    double x = NAN;
    if (rr_cursor_plain(0, scale) && rr_cursor_has(c, RR_CURSOR_EXPONENTIAL_F64))
        return fma(c->f64.exponential[rr_cursor_take(c)], scale, 0);
    rr_cursor_note(c, rr_fill_exponential_f64(c->device, &c->stream, 1, &x, scale));
    return x;
}

/* Normal. sd is above 0. */
static inline float rr_next_normal_f32(rr_cursor *c, float mean, float sd)
{
    float x = NAN;
    if (rr_cursor_plain(mean, sd) && rr_cursor_has(c, RR_CURSOR_NORMAL_F32))
        return fmaf(sd, c->f32.normal[rr_cursor_take(c)], mean);
    rr_cursor_note(c, rr_fill_normal_f32(c->device, &c->stream, 1, &x, mean, sd));
    return x;
}

static inline double rr_next_normal_f64(rr_cursor *c, double mean, double sd)
{
    double x = NAN;
    if (rr_cursor_plain(mean, sd) && rr_cursor_has(c, RR_CURSOR_NORMAL_F64))
        return fma(sd, c->f64.normal[rr_cursor_take(c)], mean);
    rr_cursor_note(c, rr_fill_normal_f64(c->device, &c->stream, 1, &x, mean, sd));
    return x;
}

#ifdef __cplusplus
}

/* A UniformRandomBitGenerator of a cursor's bits, for std::shuffle and the distributions of <random>. It borrows the
 * cursor, so all copies share one position. The C++ library's own distributions compute different samples on different
 * platforms. */
class rr_urbg {
public:
    typedef uint32_t result_type;
    explicit rr_urbg(rr_cursor &cursor) : cursor_(&cursor) {}
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return UINT32_MAX; }
    result_type operator()() { return rr_next_bits_u32(cursor_); }

private:
    rr_cursor *cursor_;
};
#endif

#endif
