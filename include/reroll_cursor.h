/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reroll, one draw at a time, each with parameters of its own (C11, C++11 and later).
 *
 *     rr_cursor c;
 *     rr_cursor_init(&c, cpu, rr_stream_make(2026, 0));       // an open device; a stream, and where to begin in it
 *     while (walking) {
 *         x += rr_next_normal_f64(&c, 0, step(x));            // index 0, 2, ... of the stream
 *         t += rr_next_gamma_f64(&c, 2.5, delay(x));          // index 1, 3, ...
 *     }
 *     if (c.status != RR_OK) ...                              // the first thing that went wrong, if any did
 *
 * THE RULE. Every call takes the next index of the cursor's stream, whatever it draws, and returns the bits that the call of
 * the same name writes there: rr_next_normal_f64(&c, mean, sd) is
 *
 *     rr_fill_normal_f64(c.device, &c.stream, 1, &x, mean, sd)
 *
 * So no two calls share an index, and calls of any laws are independent of each other.
 *
 * SPEED. Standard variates are drawn RR_CURSOR_WINDOW indices at a time, one law and type at a time, and wait in the
 * cursor; location and scale, or a gamma's shape, come to them at the call. A program that draws k laws in turn from one
 * cursor draws k windows and uses one k-th of each: give each law a cursor with a stream of its own, rr_derive_name(s,
 * "delays"), where that counts. Devices are meant to be CPUs.
 *
 * POSITION. c.stream.next is the index of the next draw. To save a cursor keep c.stream, three numbers; rr_cursor_init with
 * them goes on there. rr_cursor_seek jumps, at no cost but that of a new window. Change c.stream in no other way.
 *
 * ERRORS are those of rr_fill: a bad parameter returns NaN, a sample that reached the cap NaN, and both take their index; at
 * the end of the indices (2^64 - 1), or without a device, a call returns NaN (integers: 0) and takes none. c.status keeps
 * the first that was not RR_OK; set it to RR_OK when you have seen it.
 *
 * OWNERSHIP. A cursor is a plain value of some 24 KB that holds no memory: there is nothing to close, a copy is a second
 * cursor at the same place. It must not outlive the device. THREADS. One thread uses a cursor at a time; give each its
 * own.
 *
 * FLOATING POINT. Windows are drawn as all of Reroll is. The last step, fma(sd, z, mean) and its like, is done in the
 * caller's environment: rounding to nearest, denormals kept and no exception unmasked (what a program begins with), or
 * bits may differ. Nor are they promised in files compiled with -ffast-math. Compile with -mfma, or -march, to have fma
 * inline; link with -lm (pkg-config says so). */
#ifndef REROLL_CURSOR_H
#define REROLL_CURSOR_H

#include <math.h>

#include "reroll.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Indices of a window, which begins at a multiple of it. */
#define RR_CURSOR_WINDOW 256

/* What a window is of: a standard law, or what gammas are made of before their shape is known. */
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
    rr_status status;        /* the first that was not RR_OK */
    /* Not for you: window[kind] is the number of the window that lies below, UINT64_MAX where none does. */
    uint64_t window[RR_CURSOR_KINDS];
    const void *alone;       /* of the library, once a window of gammas or categories has been drawn; gammas' key */
    uint32_t key[22];
    struct rr_cursor_law {   /* that the last call of rr_next_law asked for, and the window of it */
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
    uint32_t bits[RR_CURSOR_WINDOW], category[RR_CURSOR_WINDOW];   /* the latter: first words of uniforms */
    struct rr_cursor_f32 {
        float uniform[RR_CURSOR_WINDOW], exponential[RR_CURSOR_WINDOW], normal[RR_CURSOR_WINDOW];
        float gamma[RR_CURSOR_WINDOW], boost[RR_CURSOR_WINDOW];   /* its normal; the exponential of shapes below 1 */
        uint32_t word[RR_CURSOR_WINDOW];                          /* its uniform */
    } f32;
    struct rr_cursor_f64 {
        double uniform[RR_CURSOR_WINDOW], exponential[RR_CURSOR_WINDOW], normal[RR_CURSOR_WINDOW];
        double gamma[RR_CURSOR_WINDOW], boost[RR_CURSOR_WINDOW];
        uint32_t word[RR_CURSOR_WINDOW];
    } f64;
} rr_cursor;

/* The next draw has index `index`. */
static inline void rr_cursor_seek(rr_cursor *c, uint64_t index)
{
    c->stream.next = index;
}

/* A cursor on a device that is open, at stream.next. */
static inline void rr_cursor_init(rr_cursor *c, const rr_device *device, rr_stream stream)
{
    c->device = device;
    c->stream = stream;
    c->status = RR_OK;
    c->alone = NULL;
    c->law.of = NULL;
    for (int kind = 0; kind < RR_CURSOR_KINDS; ++kind) c->window[kind] = UINT64_MAX;
}

/* Gammas, by the library: shape and scale as those of rr_fill_gamma_f32 and _f64. */
RR_API float rr_next_gamma_f32(rr_cursor *c, float shape, float scale);
RR_API double rr_next_gamma_f64(rr_cursor *c, double shape, double scale);

/* A category, 0 to number - 1, with probabilities proportional to `number` weights, by the library: that of
 * rr_fill_categorical_i64. Weights may differ from call to call; 0 where they are bad. The time is proportional to their
 * number: where many draws share many weights, rr_fill_categorical_i64 makes a table of them. */
RR_API int64_t rr_next_categorical_i64(rr_cursor *c, const double *weights, size_t number);

/* A sample of any law of numbers: one of the list, or of your own (reroll_user.h, reroll_density.h), which is open. params
 * has a number for each of its parameters, in its order; NULL where it has none. The call that the rule names is rr_run of
 * that index with these parameters. From the second call with the same parameters on samples come by windows; where they
 * change from call to call each call is a job of its own, some microseconds. */
RR_API float rr_next_law_f32(rr_cursor *c, const rr_sampler *law, const double *params);
RR_API double rr_next_law_f64(rr_cursor *c, const rr_sampler *law, const double *params);
RR_API int64_t rr_next_law_i64(rr_cursor *c, const rr_sampler *law, const double *params);

/* ---- Not for you ----------------------------------------------------------------------------------------------------- */

/* Draws the window of the next index; 0 if that can't be. The last window of all is left to single calls. */
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

/* Is the next index in the window of this kind? */
static inline int rr_cursor_has(rr_cursor *c, enum rr_cursor_kind kind)
{
    return c->window[kind] == c->stream.next / RR_CURSOR_WINDOW || rr_cursor_draw(c, kind);
}

/* Takes the next index: its place in the window. */
static inline uint32_t rr_cursor_take(rr_cursor *c)
{
    return (uint32_t)(c->stream.next++ % RR_CURSOR_WINDOW);
}

static inline void rr_cursor_note(rr_cursor *c, rr_status status)
{
    if (c->status == RR_OK) c->status = status;
}

/* Parameters that no rounding of a last step takes anywhere near an end of its type. What is outside, NaN too, is drawn
 * by the call that the rule names, which knows the ranges. */
static inline int rr_cursor_plain(double location, double scale)
{
    return location >= -1e18 && location <= 1e18 && scale >= 1e-18 && scale <= 1e18;
}

/* ---- The calls ------------------------------------------------------------------------------------------------------- */

/* 32 random bits: the word that rr_fill_bits_u32 writes. */
static inline uint32_t rr_next_bits_u32(rr_cursor *c)
{
    uint32_t x = 0;
    if (rr_cursor_has(c, RR_CURSOR_BITS)) return c->bits[rr_cursor_take(c)];
    rr_cursor_note(c, rr_fill_bits_u32(c->device, &c->stream, 1, &x));
    return x;
}

/* Uniform on [low, high], low <= high. Never above high: the width is rounded up by a factor of 1 + 2^-24 (2^-53) at
 * most, and the uniform is at most 1 less that. */
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

/* Exponential; scale, its mean, is above 0. The product is an fma, so that no compiler fuses it with a sum of the
 * caller's. */
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

/* Normal; sd is above 0. */
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

/* A cursor's bits as a UniformRandomBitGenerator: for std::shuffle and the distributions of <random>. It borrows the
 * cursor, so that its copies go on where the others are. (The numbers of <random>'s own distributions are the C++
 * library's: they are not the same everywhere.) */
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
