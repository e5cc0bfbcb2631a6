/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Included once per table with TABLE and LAW set: the device text of a ziggurat over another table, under the table's name,
 * and its `zig`. TABLE_LAYERS, TABLE_R, TABLE_TAIL, TABLE_SCALE and IS_NORMAL give names that macros cannot form. */
#define MINE(f) RR_PASTE(rr_, TABLE, f)
#define THEIRS(f) RR_PASTE(rr_, LAW, f)

#ifndef TABLE_IS_LAW
RR_FN rr_real MINE(_value)(rr_zig_words w, rr_real scale) { return THEIRS(_value)(w, scale); }
RR_FN rr_real MINE(_abscissa)(rr_zig_words w, const rr_block *side) { return THEIRS(_abscissa)(w, side); }
RR_FN rr_real MINE(_rise)(rr_real width, rr_real x) { return THEIRS(_rise)(width, x); }
RR_FN rr_real MINE(_tail)(rr_real e, rr_scalar r, rr_real *weight) { return THEIRS(_tail)(e, r, weight); }

#define RR_ZIGGURAT TABLE
#define RR_ZIGGURAT_LAYERS TABLE_LAYERS
#define RR_ZIGGURAT_R TABLE_R
#define RR_ZIGGURAT_TAIL TABLE_TAIL
#define RR_ZIGGURAT_SCALE TABLE_SCALE
#include "engine/draws/ziggurat.h"
#endif

UNUSED static const zig RR_PASTE(zig_, TABLE, ) = {
    NAME_OF(TABLE), IS_NORMAL, TABLE_LAYERS, MINE(_quick), MINE(_wedge), TABLE_R, TABLE_TAIL, TABLE_SCALE,
    MINE(_first), MINE(_quick_try), MINE(_full_try), THEIRS(_abscissa),
};

#undef MINE
#undef THEIRS
#undef TABLE
#undef TABLE_LAYERS
#undef TABLE_R
#undef TABLE_TAIL
#undef TABLE_IS_LAW
