/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Gammas from a cursor, each with its own shape, and categories, each with its own weights (include/reroll_cursor.h).
 *
 * Attempt 0 of a gamma is made of values that do not depend on the shape: a standard normal, a word, and the boost's
 * exponential. They have the same places in gamma's blocks as those of `normal`, `bits` and `exponential` in theirs
 * (docs/contract.md, Blocks), so those samplers draw them under gamma's key, a window at a time:
 *
 *     f64   normal i of draw 0; word i of draw 1
 *     f32   two gammas per block of four normals and four words: words 0, 1 are the pair, 2, 3 the uniforms
 *     both  exponential i under the purpose of the boost
 *
 * Their LOW words equal those of the gamma too. If the quick test does not accept attempt 0, which happens for 1 to 5 % of
 * samples, the attempts are repeated one by one.
 *
 * The first word of a category's uniform is the word of `bits` at the same index, under categorical's key. Words that do not
 * determine the category (a few in 2^32 / K) and bad weights take the slow path. */
#include <float.h>
#include <string.h>

#include "reroll_cursor.h"

#include "engine/lanes/processor/fpenv.h"
#include "host/call/call.h"
#include "laws/descriptor.h"

#define WINDOW RR_CURSOR_WINDOW
#define BOOST 2u          /* RR_PURPOSE_BOOST ^ RR_PURPOSE_MAIN */
#define DRAW1 (1u << 8)

extern const rr_sampler rr_sampler_bits, rr_sampler_exponential, rr_sampler_gamma, rr_sampler_normal;

/* The cursor keeps gamma's key for f32. */
static rr_bits_key key_of(const rr_cursor *c, unsigned wide)
{
    rr_bits_key key;
    _Static_assert(sizeof key == sizeof c->key, "a cursor has room for a key");
    memcpy(&key, c->key, sizeof key);
    key.x ^= wide << 8;
    return key;
}

static void key_set(rr_cursor *c, const rr_device *cpu)
{
    rr_bits_key key;
    rr_launch_key(&key, c->stream, 1, RR_FAMILY_GAMMA, 0);
    memcpy(c->key, &key, sizeof key);
    c->alone = cpu->calls->alone(cpu);
}

/* Draws n standard variates of a sampler from index `at` on, from a key's blocks. */
static int draw_as(const rr_cursor *c, const rr_sampler *sampler, rr_type dtype, const rr_bits_key *key, uint64_t at,
                   uint32_t n, void *out)
{
    rr_job job = RR_JOB_INIT;
    rr_call call;
    job.sampler = sampler;
    job.dtype = dtype;
    job.stream = (rr_stream){c->stream.seed, c->stream.stream, at};
    job.rows = n;
    job.out = out;
    const rr_device *cpu = rr_host_of(c->device);
    if (rr_call_validate(cpu, &job, &call, NULL) != RR_OK) return 0;
    rr_call_strategy(&call, (rr_strategy){RR_KIND_compact, 0});
    call.key = *key;
    rr_part part;
    rr_part_begin(&part, &call);
    const rr_fpenv saved = rr_fpenv_enter();
    cpu->calls->draw(&part, 0, n);
    rr_fpenv_leave(saved);
    return part.bad == UINT64_MAX && !part.failed;
}

/* The same from gamma's blocks of this width. */
static int draw_as_gamma(rr_cursor *c, const rr_sampler *sampler, rr_type dtype, unsigned wide, uint32_t purpose,
                         uint32_t draw, uint64_t at, uint32_t n, void *out)
{
    if (!c->device) return 0;
    key_set(c, rr_host_of(c->device));
    rr_bits_key key = key_of(c, wide);
    key.x ^= purpose;
    key.y ^= draw;
    return draw_as(c, sampler, dtype, &key, at, n, out);
}

static uint64_t window_at(const rr_cursor *c)
{
    return c->stream.next - c->stream.next % WINDOW;
}

/* Windows of the next index, drawn if missing; 0 if impossible: in the last window of all, and in f32 beyond index 2^63,
 * where four words per block have no index. */
static int has_f64(rr_cursor *c)
{
    const uint64_t at = window_at(c), number = at / WINDOW;
    if (c->window[RR_CURSOR_GAMMA_F64] == number) return 1;
    if (at > UINT64_MAX - WINDOW || !draw_as_gamma(c, &rr_sampler_normal, RR_F64, 1, 0, 0, at, WINDOW, c->f64.gamma) ||
        !draw_as_gamma(c, &rr_sampler_bits, RR_U32, 1, 0, DRAW1, at, WINDOW, c->f64.word)) return 0;
    c->window[RR_CURSOR_GAMMA_F64] = number;
    return 1;
}

static int has_f32(rr_cursor *c)
{
    const uint64_t at = window_at(c), number = at / WINDOW;
    float normal[2 * WINDOW];
    uint32_t word[2 * WINDOW];
    if (c->window[RR_CURSOR_GAMMA_F32] == number) return 1;
    if (at >> 63 || !draw_as_gamma(c, &rr_sampler_normal, RR_F32, 0, 0, 0, 2 * at, 2 * WINDOW, normal) ||
        !draw_as_gamma(c, &rr_sampler_bits, RR_U32, 0, 0, 0, 2 * at, 2 * WINDOW, word)) return 0;
    for (int b = 0; b < WINDOW / 2; ++b) {
        memcpy(c->f32.gamma + 2 * b, normal + 4 * b, 8);
        memcpy(c->f32.word + 2 * b, word + 4 * b + 2, 8);
    }
    c->window[RR_CURSOR_GAMMA_F32] = number;
    return 1;
}

static int has_boost(rr_cursor *c, unsigned wide)
{
    const enum rr_cursor_kind kind = wide ? RR_CURSOR_BOOST_F64 : RR_CURSOR_BOOST_F32;
    const uint64_t at = window_at(c), number = at / WINDOW;
    void *const out = wide ? (void *)c->f64.boost : (void *)c->f32.boost;
    if (c->window[kind] == number) return 1;
    if (at > UINT64_MAX - WINDOW ||
        !draw_as_gamma(c, &rr_sampler_exponential, wide ? RR_F64 : RR_F32, wide, BOOST, 0, at, WINDOW, out)) return 0;
    c->window[kind] = number;
    return 1;
}

/* Parameters for which every sample is well inside its type; others, and NaN, take the slow path. */
static int is_plain(double shape, double scale)
{
    return shape >= 1e-3 && shape <= 1e9 && scale >= 1e-18 && scale <= 1e18;
}

/* The tile of the next index. */
static const rr_tile *tile_of(const rr_cursor *c, unsigned wide, rr_tile *t)
{
    t->key = key_of(c, wide);
    t->cap = rr_sampler_gamma.cap;
    t->base_lo = (uint32_t)c->stream.next;
    t->base_hi = (uint32_t)(c->stream.next >> 32);
    return t;
}

float rr_next_gamma_f32(rr_cursor *c, float shape, float scale)
{
    const uint32_t k = (uint32_t)(c->stream.next % WINDOW);
    float x = NAN;
    rr_tile t;
    if (is_plain(shape, scale) && has_f32(c) && (shape >= 1 || has_boost(c, 0))) {
        const float e = shape < 1 ? c->f32.boost[k] : 0, z = c->f32.gamma[k];
        const rr_alone *alone = c->alone;
        if (alone->quick_f32(z, c->f32.word[k], e, shape, scale, &x) ||
            alone->full_f32(tile_of(c, 0, &t), z, c->f32.word[k], e, shape, scale, &x)) {
            ++c->stream.next;
            return x;
        }
    }
    rr_cursor_note(c, rr_fill_gamma_f32(c->device, &c->stream, 1, &x, shape, scale));
    return x;
}

double rr_next_gamma_f64(rr_cursor *c, double shape, double scale)
{
    const uint32_t k = (uint32_t)(c->stream.next % WINDOW);
    double x = NAN;
    rr_tile t;
    if (is_plain(shape, scale) && has_f64(c) && (shape >= 1 || has_boost(c, 1))) {
        const double e = shape < 1 ? c->f64.boost[k] : 0, z = c->f64.gamma[k];
        const rr_alone *alone = c->alone;
        if (alone->quick_f64(z, c->f64.word[k], e, shape, scale, &x) ||
            alone->full_f64(tile_of(c, 1, &t), z, c->f64.word[k], e, shape, scale, &x)) {
            ++c->stream.next;
            return x;
        }
    }
    rr_cursor_note(c, rr_fill_gamma_f64(c->device, &c->stream, 1, &x, shape, scale));
    return x;
}

static int has_category(rr_cursor *c)
{
    const uint64_t at = window_at(c), number = at / WINDOW;
    rr_bits_key key;
    if (c->window[RR_CURSOR_CATEGORICAL] == number) return 1;
    if (!c->device || at > UINT64_MAX - WINDOW) return 0;
    rr_launch_key(&key, c->stream, 1, RR_FAMILY_CATEGORICAL, 0);
    if (!draw_as(c, &rr_sampler_bits, RR_U32, &key, at, WINDOW, c->category)) return 0;
    const rr_device *cpu = rr_host_of(c->device);
    c->alone = cpu->calls->alone(cpu);
    c->window[RR_CURSOR_CATEGORICAL] = number;
    return 1;
}

static int are_good(const double *weights, size_t number)
{
    int good = number > 0 && number <= RR_WEIGHTS_MAX;
    for (size_t k = 0; k < number; ++k) good &= weights[k] >= 0 && weights[k] <= DBL_MAX;
    return good;
}

int64_t rr_next_categorical_i64(rr_cursor *c, const double *weights, size_t number)
{
    int64_t x = 0;
    double total;
    if (weights && are_good(weights, number) && has_category(c)) {
        const rr_alone *alone = c->alone;
        const uint64_t k = alone->choice(weights, number, c->category[c->stream.next % WINDOW], &total);
        if (k < number) {
            ++c->stream.next;
            return (int64_t)k;
        }
    }
    const uint64_t index = c->stream.next;
    const rr_status status = rr_fill_categorical_i64(c->device, &c->stream, 1, &x, weights, number);
    if (status == RR_ERR_PARAM) c->stream.next = index + 1;   /* the fill wrote nothing; x is 0 and its index is used */
    rr_cursor_note(c, status);
    return x;
}
