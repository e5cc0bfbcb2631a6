/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Names of the symbols of kernel objects: rr_avx2_f32_..., from RR_ISA and RR_DTYPE, and for a draw
 * rr_avx2_f32_gamma_draw_... Included after lane.h. */
#ifndef RR_CPU_NAMES_H
#define RR_CPU_NAMES_H

#define RR_OBJECT RR_PASTE(rr_, RR_ISA, RR_PASTE(_f, RR_DTYPE, ))
#define RR_DRAWN(f) RR_PASTE(RR_PASTE(RR_OBJECT, _, RR_DRAW), _draw_, f)
/* The name of a symbol that exists once per instruction set. */
#define RR_NARROW RR_PASTE(rr_isa_, RR_ISA, _narrow)

#endif
