/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The layout of a lower triangular matrix L in memory: panels of RR_PANEL rows each, one after another. L_ck is number c mod
 * RR_PANEL of line k of panel c / RR_PANEL. A panel has one line per term of its last row; entries above the diagonal are
 * 0. */
#ifndef RR_ABI_PANEL_H
#define RR_ABI_PANEL_H

#include "words.h"

#define RR_PANEL 32   /* a multiple of twice the widest register */

/* The offset of panel p: the panels before it have RR_PANEL, 2 RR_PANEL, ... lines. */
RR_FN rr_uint64 rr_panel_at(rr_uint64 p)
{
    return RR_PANEL * RR_PANEL * (p * (p + 1) / 2);
}

/* The numbers that a matrix of n rows takes, n >= 1: its last panel has n lines. */
RR_FN rr_uint64 rr_panel_size(rr_uint64 n)
{
    return rr_panel_at((n - 1) / RR_PANEL) + n * RR_PANEL;
}

#endif
