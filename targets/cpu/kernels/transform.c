/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One transform for one instruction set and dtype: compiled with RR_TARGET_..., RR_DTYPE, RR_TRANSFORM, RR_ISA and the flags
 * of the instruction set. It defines one symbol, the pass over a batch. */
#include "engine/lanes/lane.h"

#define RR_TRANSFORM_FILE(x) RR_QUOTE(transforms/x.h)
#include RR_TRANSFORM_FILE(RR_TRANSFORM)

#include "engine/passes/transform_pass.h"
#include "names.h"

#define RR_PASS RR_PASTE(RR_OBJECT, _transform_, RR_TRANSFORM)

rr_uint32 RR_PASS(const rr_batch *b);
rr_uint32 RR_PASS(const rr_batch *b)
{
    return rr_batch_pass(b);
}
