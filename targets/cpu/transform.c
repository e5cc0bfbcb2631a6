/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One transform for one instruction set and dtype: compiled with RR_TARGET_..., RR_DTYPE, RR_TRANSFORM, RR_ISA and the flags
 * of the instruction set. One symbol comes out, the pass over a batch. */
#include "engine/lanes/lane.h"

#define RR_QUOTE2(x) #x
#define RR_QUOTE(x) RR_QUOTE2(x)
#define RR_TRANSFORM_FILE2(x) RR_QUOTE(transforms/x.h)
#define RR_TRANSFORM_FILE(x) RR_TRANSFORM_FILE2(x)
#include RR_TRANSFORM_FILE(RR_TRANSFORM)

#include "engine/passes/transform_pass.h"

#define RR_PASS_NAME2(isa, dtype, transform) rr_##isa##_f##dtype##_transform_##transform
#define RR_PASS_NAME(isa, dtype, transform) RR_PASS_NAME2(isa, dtype, transform)

rr_uint32 RR_PASS_NAME(RR_ISA, RR_DTYPE, RR_TRANSFORM)(const rr_batch *b);
rr_uint32 RR_PASS_NAME(RR_ISA, RR_DTYPE, RR_TRANSFORM)(const rr_batch *b)
{
    return rr_batch_pass(b);
}
