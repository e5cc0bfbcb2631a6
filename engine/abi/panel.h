/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How a lower triangular matrix L lies in memory: in panels of RR_PANEL rows of it, one after another. L_ck is number
 * c mod RR_PANEL of line k of panel c / RR_PANEL, which has as many lines as its last component has terms; where there is no
 * L_ck there is a 0. */
#ifndef RR_ABI_PANEL_H
#define RR_ABI_PANEL_H

#include "words.h"

#define RR_PANEL 32   /* a multiple of twice the widest register */

/* Where panel number p begins: those before it have RR_PANEL, 2 RR_PANEL, ... lines. */
RR_FN rr_uint64 rr_panel_at(rr_uint64 p)
{
    return RR_PANEL * RR_PANEL * (p * (p + 1) / 2);
}

/* How many numbers a matrix of n rows takes, n >= 1: its last panel has n lines. */
RR_FN rr_uint64 rr_panel_size(rr_uint64 n)
{
    return rr_panel_at((n - 1) / RR_PANEL) + n * RR_PANEL;
}

#endif
