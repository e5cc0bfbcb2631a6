#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes stirling.h: S(k) = log k! - (k + 1/2) log k + k - log(2 pi) / 2 for k = 0 ... 15; S(0) is set to 0."""
from mpmath import mp, mpf, log, loggamma, pi, nstr

mp.dps = 40
S = [mpf(0)] + [loggamma(k + 1) - (k + mpf(1) / 2) * log(k) + k - log(2 * pi) / 2 for k in range(1, 16)]


def table(name, values):
    lines = ["    " + ", ".join(float(x).hex() for x in values[at:at + 4]) + "," for at in range(0, len(values), 4)]
    return "RR_TABLE rr_scalar %s[32] = {\n%s\n};\n" % (name, "\n".join(lines))


print("""/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by stirling.py. S(k) of mass.h for k = 0 ... 15, in the layout of rr_lookup16; S(0) is 0. */
#ifndef RR_MATH_STIRLING_H
#define RR_MATH_STIRLING_H
""")
print(table("rr_stirling_rows", [x for s in S for x in (s, 0)]))
print(table("rr_stirling_columns", S + [0] * 16))
print("#endif")
