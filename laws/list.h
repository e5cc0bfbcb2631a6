/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of samplers, one line each: RR_SAMPLER(room, name, draw, widths), for laws/room/name.h and laws/room/name.c.
 * draw: the sampler whose draw this one finishes in its own way; itself, where it has its own. What its kernels are built for:
 *
 *   32, 32_64    these dtypes
 *   counts       f64, which counts of all dtypes are made in; counts_32: with a first pass in f32 (engine/draws/integer.h)
 *   stages       f64: it draws from other samplers, one after the other (targets/cpu/stages.h)
 *
 * The Makefile reads this list too. What stands behind RR_BLAS is there in builds with make BLAS=... only. */
RR_SAMPLER(bits, bits, bits, 32_64)
RR_SAMPLER(uniform, uniform, uniform, 32_64)
RR_SAMPLER(exponential, exponential, exponential, 32_64)
RR_SAMPLER(normal, normal, normal, 32_64)
RR_SAMPLER(normal, normal_polar, normal_polar, 32_64)
RR_SAMPLER(normal, normal_ziggurat, normal_ziggurat, 32_64)
RR_SAMPLER(exponential, exponential_ziggurat, exponential_ziggurat, 32_64)
RR_SAMPLER(normal, normal_one, normal_one, 32_64)
RR_SAMPLER(normal, normal_icdf, normal_icdf, 32_64)
RR_SAMPLER(normal, normal_icdf_fast, normal_icdf_fast, 32_64)
RR_SAMPLER(normal, normal_icdf_giles, normal_icdf_giles, 32_64)
RR_SAMPLER(normal, lognormal, normal, 32_64)
RR_SAMPLER(normal, half_normal, normal, 32_64)
RR_SAMPLER(skew_normal, skew_normal, skew_normal, 32_64)
RR_SAMPLER(truncated_normal, truncated_normal, truncated_normal, 32_64)
RR_SAMPLER(gamma, gamma, gamma, 32_64)
RR_SAMPLER(gamma, loggamma, gamma, 32_64)
RR_SAMPLER(beta, beta, beta, 32_64)
RR_SAMPLER(beta, f, beta, 32_64)
RR_SAMPLER(gamma, chi2, gamma, 32_64)
RR_SAMPLER(gamma, chi, gamma, 32_64)
RR_SAMPLER(gamma, inverse_gamma, gamma, 32_64)
RR_SAMPLER(gamma, nakagami, gamma, 32_64)
RR_SAMPLER(student_t, student_t, student_t, 32_64)
RR_SAMPLER(gamma, gamma_erlang, gamma_erlang, 32_64)
RR_SAMPLER(gamma, gamma_table, gamma_table, 32_64)
RR_SAMPLER(gamma, dirichlet, gamma, 32_64)
RR_SAMPLER(multivariate_normal, multivariate_normal, normal, 32_64)
RR_SAMPLER(beta, beta_table, beta_table, 32_64)
RR_SAMPLER(uniform, uniform_32, uniform_32, 32_64)
RR_SAMPLER(exponential, exponential_32, exponential_32, 32_64)
RR_SAMPLER(normal, normal_32, normal_32, 32_64)
RR_SAMPLER(attempts, attempts, attempts, 32)
RR_SAMPLER(bernoulli, bernoulli, bernoulli, counts_32)
RR_SAMPLER(poisson, poisson, poisson, counts_32)
RR_SAMPLER(binomial, binomial, binomial, counts)
RR_SAMPLER(negative_binomial, negative_binomial, negative_binomial, stages)
#if RR_BLAS
RR_SAMPLER(multivariate_normal, multivariate_normal_blas, normal, 32_64)
#endif
