/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Names of the functions and properties of a sampler, RR_SAMPLER, and of its draw, RR_DRAW, for text that is compiled for
 * one sampler. A derived distribution has another sampler's draw.
 *
 * Optional properties are macros that end with the name of the sampler or draw and are not 0. An undefined one is 0 in
 * #if. */
#ifndef RR_NAMES_H
#define RR_NAMES_H

#define RR_SAMPLER_FN(f) RR_PASTE(rr_, RR_SAMPLER, _##f)
#define RR_RELATES RR_PASTE(RR_RELATES_, RR_SAMPLER, )   /* number of its first parameters that depend on each other: it has
                                                            rr_NAME_related */
#define RR_ASCENDS RR_PASTE(RR_ASCENDS_, RR_SAMPLER, )   /* its two parameters are 64-bit integers, 1: the second above the
                                                            first; 2: or equal */
#define RR_SUITS RR_PASTE(RR_SUITS_, RR_SAMPLER, )       /* it has rr_NAME_suits: true if a first pass in f32 pays */
#define RR_ROWS RR_PASTE(RR_ROWS_, RR_SAMPLER, )         /* has rr_NAME_rows: computes rows from the draws */
#define RR_SCALES RR_PASTE(RR_SCALES_, RR_SAMPLER, )     /* has rr_NAME_stage and rr_NAME_join, for a row's multiplier */
#define RR_WHOLE RR_PASTE(RR_WHOLE_, RR_SAMPLER, )       /* has rr_NAME_whole: computes a row in f64 (engine/abi/row.h) */

#define RR_DRAW_FN(f) RR_PASTE(rr_, RR_DRAW, _##f)
#define RR_GROUP RR_PASTE(RR_GROUP_, RR_DRAW, )
#define RR_AUX RR_PASTE(RR_AUX_, RR_DRAW, )
#define RR_AUX_PURPOSE RR_PASTE(RR_AUX_PURPOSE_, RR_DRAW, )
#define RR_IN_ORDER RR_PASTE(RR_IN_ORDER_, RR_DRAW, )     /* 1: it takes one number per sample, rr_NAME_number; 2: one word,
                                                             rr_NAME_word, which decides (first_pass.h) */
#define RR_BARE RR_PASTE(RR_BARE_, RR_DRAW, )             /* these numbers are the samples */
#define RR_BLOCKS RR_PASTE(RR_BLOCKS_, RR_DRAW, )
#define RR_FILTER RR_PASTE(RR_FILTER_, RR_DRAW, )         /* this dtype has a first pass only (draws/integer.h) */
#define RR_SPLIT RR_PASTE(RR_SPLIT_, RR_DRAW, )           /* the first pass takes parameters as two floats each */
/* has rr_NAME_is_constant and rr_NAME_group_constant (first_pass.h) */
#define RR_CONSTANT_FIRST RR_PASTE(RR_CONSTANT_FIRST_, RR_DRAW, )
/* number of parameters of a finish with its own pass (finish.h) */
#define RR_CONSTANT_FINISH RR_PASTE(RR_CONSTANT_FINISH_, RR_SAMPLER, )
#define RR_LONG RR_PASTE(RR_LONG_, RR_SAMPLER, )          /* that finish is long: no two registers together */
/* parameters that all vary in a separate loop (first_pass.h) */
#define RR_VARYING RR_PASTE(RR_VARYING_, RR_DRAW, )
#define RR_REGIMES RR_PASTE(RR_REGIMES_, RR_DRAW, )       /* number of parameters; samples are of two regimes (regimes.h) */
#define RR_OPEN_OFTEN RR_PASTE(RR_OPEN_OFTEN_, RR_DRAW, )
#define RR_REJECTS_OFTEN RR_PASTE(RR_REJECTS_OFTEN_, RR_DRAW, )
#define RR_EXPENSIVE RR_PASTE(RR_EXPENSIVE_, RR_DRAW, )             /* expensive: it needs the registers of interleaved units
                                                             (gpu/compact.h), and slots call its attempt (first_pass.h) */
#define RR_PAIRS RR_PASTE(RR_PAIRS_, RR_DRAW, )           /* number of pairs that attempts look up, rr_NAME_quick */

#endif
