/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of one instruction set, RR_ISA: its strategies, samplers, transforms and draws of single samples, collected
 * from the objects of its kernels. */
#include "isa.h"

/* &rr_avx2_f32_gamma and similar. A sampler's widths in the list define which tables exist. */
#define RR_OPS32(name) RR_PASTE(RR_PASTE(rr_, RR_ISA, _f32_), name, )
#define RR_OPS64(name) RR_PASTE(RR_PASTE(rr_, RR_ISA, _f64_), name, )
#define RR_NARROW(name) extern const rr_ops RR_OPS32(name);
#define RR_WIDEST(name) extern const rr_ops RR_OPS64(name);
#define RR_DECLARE_32(name) RR_NARROW(name)
#define RR_DECLARE_64(name) RR_WIDEST(name)
#define RR_DECLARE_32_64(name) RR_NARROW(name) RR_WIDEST(name)
#define RR_DECLARE_counts(name) RR_WIDEST(name)
#define RR_DECLARE_counts_32(name) RR_NARROW(name) RR_WIDEST(name)
#define RR_DECLARE_stages(name) RR_WIDEST(name)
#define RR_OPS32_32(name) &RR_OPS32(name)
#define RR_OPS32_64(name) NULL
#define RR_OPS32_32_64(name) &RR_OPS32(name)
#define RR_OPS32_counts(name) NULL
#define RR_OPS32_counts_32(name) &RR_OPS32(name)
#define RR_OPS32_stages(name) NULL
#define RR_OPS64_32(name) NULL
#define RR_OPS64_64(name) &RR_OPS64(name)
#define RR_OPS64_32_64(name) &RR_OPS64(name)
#define RR_OPS64_counts(name) &RR_OPS64(name)
#define RR_OPS64_counts_32(name) &RR_OPS64(name)
#define RR_OPS64_stages(name) &RR_OPS64(name)

extern const rr_kernels RR_OPS32(strategies), RR_OPS64(strategies);
extern const struct rr_words_calls RR_OPS32(words_calls), RR_OPS64(words_calls);
#define RR_SAMPLER(module, name, draw, widths) RR_DECLARE_##widths(name)
#include "laws/list.h"
#undef RR_SAMPLER

#define RR_PASS(dtype, name) RR_PASTE(RR_PASTE(rr_, RR_ISA, _f##dtype##_transform_), name, )
#define RR_TRANSFORM(ident, ...) rr_batch_fn RR_PASS(32, ident), RR_PASS(64, ident);
#include "transforms/list.h"
#undef RR_TRANSFORM

int RR_OPS32(gamma_quick)(float x, uint32_t w, float e, float shape, float scale, float *out);
int RR_OPS64(gamma_quick)(double x, uint32_t w, double e, double shape, double scale, double *out);
int RR_OPS32(gamma_full)(const rr_tile *tile, float x, uint32_t w, float e, float shape, float scale, float *out);
int RR_OPS64(gamma_full)(const rr_tile *tile, double x, uint32_t w, double e, double shape, double scale, double *out);
rr_choice_fn RR_OPS64(choice);
#define RR_ONE(name) rr_one_fn RR_OPS32(name##_alone), RR_OPS64(name##_alone);
#include "kernels/one_list.h"
#undef RR_ONE
#define RR_ONE(name) extern const rr_sampler rr_sampler_##name;
#include "kernels/one_list.h"
#undef RR_ONE

extern const rr_isa RR_PASTE(rr_isa_, RR_ISA, );
const rr_isa RR_PASTE(rr_isa_, RR_ISA, ) = {
    RR_QUOTE(RR_ISA),
    {&RR_OPS32(strategies), &RR_OPS64(strategies)},
    {&RR_OPS32(words_calls), &RR_OPS64(words_calls)},
    {{
#define RR_SAMPLER(module, name, draw, widths) RR_OPS32_##widths(name),
#include "laws/list.h"
#undef RR_SAMPLER
    }, {
#define RR_SAMPLER(module, name, draw, widths) RR_OPS64_##widths(name),
#include "laws/list.h"
#undef RR_SAMPLER
    }},
    {{
#define RR_TRANSFORM(ident, ...) RR_PASS(32, ident),
#include "transforms/list.h"
#undef RR_TRANSFORM
    }, {
#define RR_TRANSFORM(ident, ...) RR_PASS(64, ident),
#include "transforms/list.h"
#undef RR_TRANSFORM
    }},
    {RR_OPS32(gamma_quick), RR_OPS64(gamma_quick), RR_OPS32(gamma_full), RR_OPS64(gamma_full), RR_OPS64(choice)},
    {
#define RR_ONE(name) {&rr_sampler_##name, {RR_OPS32(name##_alone), RR_OPS64(name##_alone)}},
#include "kernels/one_list.h"
#undef RR_ONE
    },
};
