/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The samplers whose prepared jobs draw a single sample in scalar lanes (alone.c): RR_ONE(name). */
RR_ONE(uniform)
RR_ONE(normal)
