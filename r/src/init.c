/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The entry points. R finds the user_unif functions by their registered names, unless symbols are forced. */
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "package.h"

#define CALL(name, arguments) {#name, (DL_FUNC)&name, arguments}

static const R_CallMethodDef calls[] = {
    CALL(C_draw, 7), CALL(C_stream_make, 3), CALL(C_stream_child, 3), CALL(C_u64, 2), CALL(C_kind, 4), CALL(C_law_open, 3),
    CALL(C_law_density, 5), CALL(C_law_cdf, 5), CALL(C_law_points, 3), CALL(C_law_close, 1), CALL(C_law_about, 1),
    CALL(C_law_finalizers, 0), CALL(C_is_nil, 1), {NULL, NULL, 0},
};

static const R_CMethodDef generator[] = {
    {"user_unif_rand", (DL_FUNC)&user_unif_rand, 0, NULL},
    {"user_unif_init", (DL_FUNC)&user_unif_init, 1, NULL},
    {"user_unif_nseed", (DL_FUNC)&user_unif_nseed, 0, NULL},
    {"user_unif_seedloc", (DL_FUNC)&user_unif_seedloc, 0, NULL},
    {NULL, NULL, 0, NULL},
};

attribute_visible void R_init_reroll(DllInfo *dll)
{
    R_registerRoutines(dll, generator, calls, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
}
