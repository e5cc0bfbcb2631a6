/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The numbers of strategies, in the order of their list. */
#ifndef RR_KINDS_H
#define RR_KINDS_H

enum rr_kind {
#define RR_STRATEGY(kind, ...) RR_KIND_##kind,
#include "list.h"
#undef RR_STRATEGY
    RR_KINDS
};

#endif
