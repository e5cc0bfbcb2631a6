/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How text that is compiled for one sampler calls what is that sampler's, RR_SAMPLER's, and what is its draw's, RR_DRAW's.
 * A view has another sampler's draw.
 *
 * What a sampler or a draw may have or not is said by a macro that ends with its name and is not 0. Where there is none #if
 * reads 0. */
#ifndef RR_NAMES_H
#define RR_NAMES_H

#define RR_SAMPLER_FN(f) RR_PASTE(rr_, RR_SAMPLER, _##f)
#define RR_RELATES RR_PASTE(RR_RELATES_, RR_SAMPLER, )   /* parameters that depend on each other, the first so many: it has
                                                            rr_NAME_related */
#define RR_ASCENDS RR_PASTE(RR_ASCENDS_, RR_SAMPLER, )   /* its two parameters are 64-bit integers, 1: the second above the
                                                            first; 2: or the same */
#define RR_SUITS RR_PASTE(RR_SUITS_, RR_SAMPLER, )       /* it has rr_NAME_suits: a first pass in f32 is worth while */
#define RR_ROWS RR_PASTE(RR_ROWS_, RR_SAMPLER, )         /* has rr_NAME_rows: makes rows of what is drawn */
#define RR_SCALES RR_PASTE(RR_SCALES_, RR_SAMPLER, )     /* has rr_NAME_stage and rr_NAME_join, of a row's number */
#define RR_WHOLE RR_PASTE(RR_WHOLE_, RR_SAMPLER, )       /* has rr_NAME_whole: makes a row in f64 (engine/abi/row.h) */

#define RR_DRAW_FN(f) RR_PASTE(rr_, RR_DRAW, _##f)
#define RR_GROUP RR_PASTE(RR_GROUP_, RR_DRAW, )
#define RR_AUX RR_PASTE(RR_AUX_, RR_DRAW, )
#define RR_AUX_PURPOSE RR_PASTE(RR_AUX_PURPOSE_, RR_DRAW, )
#define RR_IN_ORDER RR_PASTE(RR_IN_ORDER_, RR_DRAW, )     /* 1: it takes one number a sample, rr_NAME_number; 2: one word,
                                                            rr_NAME_word, which decides (first_pass.h) */
#define RR_BARE RR_PASTE(RR_BARE_, RR_DRAW, )             /* these numbers are the samples */
#define RR_BLOCKS RR_PASTE(RR_BLOCKS_, RR_DRAW, )
#define RR_FILTER RR_PASTE(RR_FILTER_, RR_DRAW, )         /* this dtype has a first pass only (draws/integer.h) */
#define RR_SPLIT RR_PASTE(RR_SPLIT_, RR_DRAW, )           /* which takes parameters as two floats each */
#define RR_STILL RR_PASTE(RR_STILL_, RR_DRAW, )           /* has rr_NAME_is_still and rr_NAME_group_still (first_pass.h) */
#define RR_STEADY RR_PASTE(RR_STEADY_, RR_SAMPLER, )      /* parameters of a finish that is a pass of its own (finish.h) */
#define RR_LONG RR_PASTE(RR_LONG_, RR_SAMPLER, )          /* which is long: of no two registers together */
#define RR_MOVES RR_PASTE(RR_MOVES_, RR_DRAW, )           /* parameters that all vary in a loop of its own (first_pass.h) */
#define RR_REGIMES RR_PASTE(RR_REGIMES_, RR_DRAW, )       /* its samples, of so many parameters, are of two (regimes.h) */
#define RR_OPEN_OFTEN RR_PASTE(RR_OPEN_OFTEN_, RR_DRAW, )
#define RR_REJECTS_OFTEN RR_PASTE(RR_REJECTS_OFTEN_, RR_DRAW, )
#define RR_DEAR RR_PASTE(RR_DEAR_, RR_DRAW, )             /* expensive: it needs the registers of units side by side
                                                            (gpu/compact.h), and slots call its attempt (first_pass.h) */
#define RR_PAIRS RR_PASTE(RR_PAIRS_, RR_DRAW, )           /* each attempt looks up one of so many pairs, rr_NAME_quick */

#endif
