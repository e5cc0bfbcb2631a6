/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by stirling.py. S(k) of mass.h for k = 0 ... 15, in the layout of rr_lookup16; S(0) is 0. */
#ifndef RR_MATH_STIRLING_H
#define RR_MATH_STIRLING_H

RR_TABLE rr_scalar rr_stirling_rows[32] = {
    0x0.0p+0, 0x0.0p+0, 0x1.4c071bcda0a5bp-4, 0x0.0p+0,
    0x1.52a9b923ea649p-5, 0x0.0p+0, 0x1.c579a268d80b3p-6, 0x0.0p+0,
    0x1.54a2662fd78a9p-6, 0x0.0p+0, 0x1.10b4e513fcbedp-6, 0x0.0p+0,
    0x1.c6b167bebdf36p-7, 0x0.0p+0, 0x1.85d4d612e4a86p-7, 0x0.0p+0,
    0x1.552805e7b3076p-7, 0x0.0p+0, 0x1.2f4871b12ab64p-7, 0x0.0p+0,
    0x1.10f9d4c0743a7p-7, 0x0.0p+0, 0x1.f0593088014f8p-8, 0x0.0p+0,
    0x1.c7018733aa9c6p-8, 0x0.0p+0, 0x1.a40514700f36cp-8, 0x0.0p+0,
    0x1.86076c002d4a7p-8, 0x0.0p+0, 0x1.6c08f6f194a10p-8, 0x0.0p+0,
};

RR_TABLE rr_scalar rr_stirling_columns[32] = {
    0x0.0p+0, 0x1.4c071bcda0a5bp-4, 0x1.52a9b923ea649p-5, 0x1.c579a268d80b3p-6,
    0x1.54a2662fd78a9p-6, 0x1.10b4e513fcbedp-6, 0x1.c6b167bebdf36p-7, 0x1.85d4d612e4a86p-7,
    0x1.552805e7b3076p-7, 0x1.2f4871b12ab64p-7, 0x1.10f9d4c0743a7p-7, 0x1.f0593088014f8p-8,
    0x1.c7018733aa9c6p-8, 0x1.a40514700f36cp-8, 0x1.86076c002d4a7p-8, 0x1.6c08f6f194a10p-8,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
};

#endif
