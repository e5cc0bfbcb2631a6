/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of samplers, one line each: RR_SAMPLER(name, widths), for device/samplers/name.h and src/samplers/name.c.
 * widths: 32, or 32_64, the dtypes that its kernels are built for. The Makefile reads this list too. */
RR_SAMPLER(bits, 32)
RR_SAMPLER(uniform, 32_64)
RR_SAMPLER(exponential, 32_64)
RR_SAMPLER(normal, 32_64)
RR_SAMPLER(normal_polar, 32_64)
RR_SAMPLER(gamma, 32_64)
RR_SAMPLER(loggamma, 32_64)
RR_SAMPLER(attempts, 32)
