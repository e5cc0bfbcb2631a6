/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samplers of which prepared jobs draw one sample by scalar lanes (alone.c): RR_ONE(name). */
RR_ONE(uniform)
RR_ONE(normal)
