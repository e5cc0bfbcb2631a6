/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of samplers, one line each: RR_SAMPLER(name, widths), for device/samplers/name.h and src/samplers/name.c.
 * widths: 32, or 32_64, the dtypes that its kernels are built for. The Makefile reads this list too. What stands behind
 * RR_BLAS is there in builds with make BLAS=... only. */
RR_SAMPLER(bits, 32)
RR_SAMPLER(uniform, 32_64)
RR_SAMPLER(exponential, 32_64)
RR_SAMPLER(normal, 32_64)
RR_SAMPLER(normal_polar, 32_64)
RR_SAMPLER(gamma, 32_64)
RR_SAMPLER(loggamma, 32_64)
RR_SAMPLER(beta, 32_64)
RR_SAMPLER(f, 32_64)
RR_SAMPLER(chi2, 32_64)
RR_SAMPLER(chi, 32_64)
RR_SAMPLER(inverse_gamma, 32_64)
RR_SAMPLER(nakagami, 32_64)
RR_SAMPLER(student_t, 32_64)
RR_SAMPLER(gamma_erlang, 32_64)
RR_SAMPLER(gamma_table, 32_64)
RR_SAMPLER(dirichlet, 32_64)
RR_SAMPLER(multivariate_normal, 32_64)
RR_SAMPLER(attempts, 32)
#if RR_BLAS
RR_SAMPLER(multivariate_normal_blas, 32_64)
#endif
