/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The interface of a compiled user-defined distribution to its loader (targets/user/): one symbol, rr_user_object. */
#ifndef RR_ABI_USER_H
#define RR_ABI_USER_H

#include "words.h"

#define RR_USER_MAGIC "reroll law"
#define RR_USER_ABI 3u   /* changes with this struct and with the types that its tables point to */

/* The functions for one instruction set and dtype: ops is an rr_ops (engine/strategies/warp.h). */
typedef struct rr_user_table {
    const char *isa;
    rr_uint32 dtype;
    const void *ops;
} rr_user_table;

typedef struct rr_user_object {
    char magic[12];
    rr_uint32 abi, tile_bytes;
    const char *version;         /* of the library from whose text it was made */
    const char *digest, *text;   /* of the distribution: SHA-256, and the text itself */
    const char *derived;            /* the name of its derived distribution; "" if it is not one */
    double (*mean)(double x, const double *params);   /* or null; x is unused */
    double (*cdf)(double x, const double *params);    /* or null */
    rr_uint32 tables;
    const rr_user_table *table;
} rr_user_object;

#endif
