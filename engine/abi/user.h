/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the object of a law of the user's shows to who loads it (targets/user/): one symbol, rr_user_object. */
#ifndef RR_ABI_USER_H
#define RR_ABI_USER_H

#include "words.h"

#define RR_USER_MAGIC "reroll law"
#define RR_USER_ABI 2u   /* changes with this struct, and with what its tables point to */

/* The functions of an instruction set and dtype: ops is an rr_ops (engine/strategies/warp.h). */
typedef struct rr_user_table {
    const char *isa;
    rr_uint32 dtype;
    const void *ops;
} rr_user_table;

typedef struct rr_user_object {
    char magic[12];
    rr_uint32 abi, tile_bytes;
    const char *version;         /* of the library whose text it was made of */
    const char *digest, *text;   /* of the law: SHA-256, and the text itself */
    const char *view;            /* the name of the view that it is; "": it is none */
    double (*mean)(double x, const double *params);   /* or null; it has no x */
    double (*cdf)(double x, const double *params);    /* or null */
    rr_uint32 tables;
    const rr_user_table *table;
} rr_user_object;

#endif
