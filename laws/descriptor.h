/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Constants and macros that descriptors share. The contract fixes family numbers: a number is never given to another
 * draw. */
#ifndef RR_DESCRIPTOR_H
#define RR_DESCRIPTOR_H

#include "laws/moments.h"
#include "laws/sampler.h"

#include <math.h>

enum rr_family {
    RR_FAMILY_BITS = 1,
    RR_FAMILY_ONE_WORD = 2,   /* uniform, exponential, every inverse CDF */
    RR_FAMILY_NORMAL = 3,     /* a normal by pairs, and functions of it */
    RR_FAMILY_POLAR = 4,
    RR_FAMILY_GAMMA = 5,      /* a gamma, and functions of it */
    RR_FAMILY_ATTEMPTS = 6,
    RR_FAMILY_BETA = 7,       /* a beta, and functions of it */
    RR_FAMILY_STUDENT = 8,
    RR_FAMILY_ERLANG = 9,
    RR_FAMILY_DIRICHLET = 10,
    RR_FAMILY_NORMAL_ONE = 11,
    RR_FAMILY_NORMAL_ZIGGURAT = 12,
    RR_FAMILY_EXPONENTIAL_ZIGGURAT = 13,
    RR_FAMILY_TRUNCATED_NORMAL = 14,
    RR_FAMILY_SKEW_NORMAL = 15,
    RR_FAMILY_MULTIVARIATE_NORMAL = 16,
    RR_FAMILY_ONE_WORD32 = 17,   /* uniform:32, exponential:32: one 32-bit word in f64 too */
    RR_FAMILY_NORMAL_32 = 18,
    RR_FAMILY_BERNOULLI = 19,
    RR_FAMILY_POISSON = 20,
    RR_FAMILY_NEGATIVE_BINOMIAL_GAMMA = 21,
    RR_FAMILY_NEGATIVE_BINOMIAL_POISSON = 22,
    RR_FAMILY_INTEGERS = 23,
    RR_FAMILY_BINOMIAL = 24,
    RR_FAMILY_GEOMETRIC = 25,
    RR_FAMILY_ZIPF = 26,
    RR_FAMILY_LOGSERIES = 27,
    RR_FAMILY_CATEGORICAL = 28,
    RR_FAMILY_HYPERGEOMETRIC = 29,
    RR_FAMILY_DISCRETE_LAPLACE = 30,
    RR_FAMILY_VMF_VERSINE = 31,
    RR_FAMILY_ROLLS = 32,     /* points of the polar transforms, discs */
    RR_FAMILY_SCRAMBLE = 33,   /* scrambling of Sobol and Halton points */
    RR_FAMILY_SKELLAM_FIRST = 34,
    RR_FAMILY_SKELLAM_SECOND = 35,
    RR_FAMILY_NONCENTRAL_CHI2_POISSON = 36,
    RR_FAMILY_NONCENTRAL_CHI2_GAMMA = 37,
    RR_FAMILY_NONCENTRAL_F_POISSON = 38,
    RR_FAMILY_NONCENTRAL_F_ABOVE = 39,
    RR_FAMILY_NONCENTRAL_F_BELOW = 40,
    RR_FAMILY_NONCENTRAL_T_NORMAL = 41,
    RR_FAMILY_NONCENTRAL_T_GAMMA = 42,
    RR_FAMILY_WALD_NORMAL = 43,
    RR_FAMILY_WALD_UNIFORM = 44,
    RR_FAMILY_RICE_ALONG = 45,
    RR_FAMILY_RICE_ACROSS = 46,
    RR_FAMILY_EXPONNORM_NORMAL = 47,
    RR_FAMILY_EXPONNORM_EXPONENTIAL = 48,
    RR_FAMILY_BETA_BINOMIAL_BETA = 49,
    RR_FAMILY_BETA_BINOMIAL_BINOMIAL = 50,
    RR_FAMILY_YULE_SIMON_EXPONENTIAL = 51,
    RR_FAMILY_YULE_SIMON_GEOMETRIC = 52,
    RR_FAMILY_CATEGORICAL_ALIAS = 53,
    RR_FAMILY_MULTINOMIAL = 54,
    RR_FAMILY_DIRICHLET_MULTINOMIAL_BETA = 55,
    RR_FAMILY_DIRICHLET_MULTINOMIAL_BINOMIAL = 56,
    RR_FAMILY_MULTIVARIATE_HYPERGEOMETRIC = 57,
    RR_FAMILY_PERMUTATION = 58,   /* host/order, as the next five */
    RR_FAMILY_BIJECTION = 59,
    RR_FAMILY_CHOOSE = 60,
    RR_FAMILY_SYSTEMATIC = 61,
    RR_FAMILY_STRATIFIED = 62,
    RR_FAMILY_RESIDUAL = 63,
    RR_FAMILY_FISHER_HYPERGEOMETRIC = 64,
    RR_FAMILY_VON_MISES = 65,
    RR_FAMILY_POLYA_GAMMA = 66,
    RR_FAMILY_GENINVGAUSS = 67,
    RR_FAMILY_VON_MISES_FISHER_VERSINE = 68,
    RR_FAMILY_GUMBEL_SOFTMAX = 69,
    RR_FAMILY_LOWRANK_NORMAL = 70,
    RR_FAMILY_NORMAL_INVERSE_GAUSSIAN_TIME = 71,
    RR_FAMILY_NORMAL_INVERSE_GAUSSIAN_ROOT = 72,
    RR_FAMILY_NORMAL_INVERSE_GAUSSIAN_PLACE = 73,
    RR_FAMILY_LOWRANK_NORMAL_FACTORS = 74,
    RR_FAMILY_ORDERED_LOGISTIC = 75,
    RR_FAMILY_POLYA_GAMMA_SUM = 76,
    RR_FAMILY_NORMAL_MIXTURE_COMPONENT = 77,
    RR_FAMILY_NORMAL_MIXTURE_NORMAL = 78,
    RR_FAMILY_POISSON_LOG = 80,
    RR_FAMILY_BINOMIAL_LOGIT = 81,
    RR_FAMILY_NEGATIVE_BINOMIAL_MEAN_GAMMA = 82,
    RR_FAMILY_NEGATIVE_BINOMIAL_MEAN_POISSON = 83,
    RR_FAMILY_RESAMPLE = 84,      /* multinomial */
    RR_FAMILY_BERNOULLI_LOGIT = 85,
    RR_FAMILY_SPHERE = 86,
    RR_FAMILY_BALL = 87,
    RR_FAMILY_BALL_RADIUS = 88,
    RR_FAMILY_MULTIVARIATE_T = 89,
    RR_FAMILY_MULTIVARIATE_T_CHI = 90,
    RR_FAMILY_MAXWELL = 96,
    RR_FAMILY_GENERALIZED_NORMAL_GAMMA = 97,
    RR_FAMILY_GENERALIZED_NORMAL_SIGN = 98,
    RR_FAMILY_PERT = 99,
    RR_FAMILY_ZERO_TRUNCATED_POISSON_FIRST = 100,
    RR_FAMILY_ZERO_TRUNCATED_POISSON_REST = 101,
    RR_FAMILY_STABLE_ANGLE = 102,
    RR_FAMILY_STABLE_EXPONENTIAL = 103,
    RR_FAMILY_STABLE_S0_ANGLE = 104,
    RR_FAMILY_STABLE_S0_EXPONENTIAL = 105,
    RR_FAMILY_BROWNIAN = 110,
    RR_FAMILY_BROWNIAN_BRIDGE = 111,
    RR_FAMILY_ORNSTEIN_UHLENBECK = 112,
    RR_FAMILY_ROTATION = 113,
    RR_FAMILY_WISHART = 114,
    RR_FAMILY_WISHART_GAMMA = 115,
    RR_FAMILY_INVERSE_WISHART = 116,
    RR_FAMILY_INVERSE_WISHART_GAMMA = 117,
    RR_FAMILY_LKJ = 118,
    RR_FAMILY_LKJ_GAMMA = 119,
    RR_FAMILY_VON_MISES_FISHER = 120,
    RR_FAMILY_VON_MISES_FISHER_HEIGHT = 121,
    RR_FAMILY_MATRIX_NORMAL = 122,
    RR_FAMILY_EXPONENTIAL_MIXTURE_COMPONENT = 123,
    RR_FAMILY_EXPONENTIAL_MIXTURE = 124,
    RR_FAMILY_GAMMA_MIXTURE_COMPONENT = 125,
    RR_FAMILY_GAMMA_MIXTURE = 126,
    RR_FAMILY_BETA_MIXTURE_COMPONENT = 127,
    RR_FAMILY_BETA_MIXTURE = 128,
    RR_FAMILY_LOGNORMAL_MIXTURE_COMPONENT = 129,
    RR_FAMILY_LOGNORMAL_MIXTURE = 130,
    RR_FAMILY_STUDENT_T_MIXTURE_COMPONENT = 131,
    RR_FAMILY_STUDENT_T_MIXTURE = 132,
    RR_FAMILY_POISSON_MIXTURE_COMPONENT = 133,
    RR_FAMILY_POISSON_MIXTURE = 134,
    RR_FAMILY_POLYA_GAMMA_PART = 135,
    RR_FAMILY_POLYA_GAMMA_REAL_SUM = 136,
    RR_FAMILY_POLYA_GAMMA_REAL_PART = 137,
    RR_FAMILY_MATRIX_T = 138,
    RR_FAMILY_MATRIX_T_GAMMA = 139,
    RR_FAMILY_ZERO = 150,              /* zero-inflated and hurdle counts */
    RR_FAMILY_ZERO_INFLATED_POISSON = 151,
    RR_FAMILY_ZERO_INFLATED_NEGATIVE_BINOMIAL_GAMMA = 152,
    RR_FAMILY_ZERO_INFLATED_NEGATIVE_BINOMIAL_POISSON = 153,
    RR_FAMILY_ZERO_INFLATED_BINOMIAL = 154,
    RR_FAMILY_HURDLE_POISSON_FIRST = 155,
    RR_FAMILY_HURDLE_POISSON_REST = 156,
    RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_FIRST = 157,   /* the zero-truncated and the hurdle distribution */
    RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_GAMMA = 158,
    RR_FAMILY_POSITIVE_NEGATIVE_BINOMIAL_REST = 159,
    RR_FAMILY_ZIPFIAN = 160,
    RR_FAMILY_NEGATIVE_HYPERGEOMETRIC_BETA = 161,
    RR_FAMILY_NEGATIVE_HYPERGEOMETRIC_BINOMIAL = 162,
    RR_FAMILY_BETA_NEGATIVE_BINOMIAL_ODDS = 163,
    RR_FAMILY_BETA_NEGATIVE_BINOMIAL_GAMMA = 164,
    RR_FAMILY_BETA_NEGATIVE_BINOMIAL_POISSON = 165,
    RR_FAMILY_GENERALIZED_HYPERBOLIC_TIME = 166,
    RR_FAMILY_GENERALIZED_HYPERBOLIC_PLACE = 167,
    RR_FAMILY_WALLENIUS_HYPERGEOMETRIC = 168,
    RR_FAMILY_DISCRETE_POWER_LAW = 169,
    RR_FAMILY_CHOOSE_WEIGHTED = 170,   /* host/order */
    RR_FAMILY_ORTHOGONAL = 171,
    RR_FAMILY_INVERSE_WISHART_CHOLESKY = 172,
    RR_FAMILY_INVERSE_WISHART_CHOLESKY_GAMMA = 173,
    RR_FAMILY_UNITARY = 174,
};

#define RR_FLOATS (1u << RR_F32 | 1u << RR_F64)
#define RR_REALS (RR_FLOATS | 1u << RR_F16 | 1u << RR_BF16)
#define RR_WORDS (1u << RR_U32)
#define RR_SIGNED (1u << RR_I32 | 1u << RR_I64)
#define RR_INTEGERS (1u << RR_I32 | 1u << RR_I64 | 1u << RR_U32 | 1u << RR_U64)

/* A sampler of counts. */
#define RR_COUNTS .counts = 1, .dtypes = RR_INTEGERS | RR_FLOATS
#define RR_REQUIRED NAN

/* Attempts that a sampler with 8 bits of attempt number may make: rejection^256 < 2^-64 for acceptance >= 0.16. */
#define RR_CAP8 256u

/* A range that is the same in both dtypes, closed; the finite numbers; the positive finite ones. */
#define RR_BETWEEN(low, high) {low, high, 0, 0}, {low, high, 0, 0}
#define RR_FINITE \
    {-3.40282346638528859812e38, 3.40282346638528859812e38, 0, 0}, {-1.7976931348623157e308, 1.7976931348623157e308, 0, 0}
#define RR_POSITIVE {0, 3.40282346638528859812e38, 1, 0}, {0, 1.7976931348623157e308, 1, 0}
#define RR_POSITIVE_OR_INF {0, INFINITY, 1, 0}, {0, INFINITY, 1, 0}

/* Shapes of samples: a row of K, a square matrix, any matrix. */
#define RR_ROW {{RR_DIM_K, 0}, 0, 0}
#define RR_SQUARE {{RR_DIM_D, RR_DIM_D}, 0, 0}
#define RR_SQUARE_COMPLEX {{RR_DIM_D, RR_DIM_D}, 0, RR_RULE_COMPLEX}
#define RR_OBLONG {{RR_DIM_R, RR_DIM_C}, 0, 0}

/* Shapes of parameters, which end a row of rr_sampler.param; a number has none. Per sample, or one for all. */
#define RR_K {{RR_DIM_K, 0}, 0, 0}
#define RR_K_DIRECTION {{RR_DIM_K, 0}, 0, RR_RULE_DIRECTION}
#define RR_K_LOGITS {{RR_DIM_K, 0}, 0, RR_RULE_LOGITS}
#define RR_K_SUM {{RR_DIM_K, 0}, 0, RR_RULE_SUM}
#define RR_R_BY_C {{RR_DIM_R, RR_DIM_C}, 0, 0}
#define RR_ABOVE_SIDE {{0, 0}, 0, RR_RULE_ABOVE_SIDE}
#define RR_WEIGHTS {{RR_DIM_N, 0}, 0, RR_RULE_WEIGHTS}
#define RR_LOGITS {{RR_DIM_N, 0}, 0, RR_RULE_LOGITS}
/* One for all samples. */
#define RR_WEIGHTS_ONCE {{RR_DIM_N, 0}, 1, RR_RULE_WEIGHTS}
#define RR_N_ONCE {{RR_DIM_N, 0}, 1, 0}
#define RR_N_INCREASING {{RR_DIM_N, 0}, 1, RR_RULE_INCREASING}
#define RR_K_BY_R {{RR_DIM_K, RR_DIM_R}, 1, 0}
#define RR_COVARIANCE(dim) {{dim, dim}, 1, RR_RULE_COVARIANCE}

/* Examples: one set of parameters; one set per sample, from low to high (two lists in brackets); the list with its end
 * mark. */
#define RR_AT(use, ...) {use, {__VA_ARGS__}, {__VA_ARGS__}}
#define RR_OVER(use, low, high) {use, RR_LIST low, RR_LIST high}
#define RR_LIST(...) {__VA_ARGS__}
#define RR_EXAMPLES(...) (const rr_example[]){__VA_ARGS__, {0, {0}, {0}}}

/* Other names of parameters: of the same parameter; of a different one, with a note on what to give instead. */
#define RR_SAME(name, ours) {name, ours, NULL}
#define RR_NOTE(name, note) {name, NULL, note}
#define RR_SYNONYMS(...) (const rr_synonym[]){__VA_ARGS__, {NULL, NULL, NULL}}

/* Fraction of draws that one uniform leaves undecided (engine/bits/uniform.h), where the draw uses: the uniform itself; its
 * logarithm; its distance to the nearer end; both ends' logarithms; an inverse CDF with tails of 2^-8 on either side. */
static inline double rr_low_fraction(const double *params, rr_type dtype)
{
    (void)params;
    return dtype == RR_F64 ? 0x1p-10 : 0x1p-8;
}

static inline double rr_log_fraction(const double *params, rr_type dtype)
{
    (void)params;
    return dtype == RR_F64 ? 0x1p-9 : 0x1p-8;
}

static inline double rr_ends_fraction(const double *params, rr_type dtype)
{
    (void)params;
    return dtype == RR_F64 ? 0x1p-10 : 0x1p-7;
}

static inline double rr_both_fraction(const double *params, rr_type dtype)
{
    (void)params;
    return dtype == RR_F64 ? 0x1p-9 : 0x1p-7;
}

static inline double rr_tails_fraction(const double *params, rr_type dtype)
{
    (void)params;
    (void)dtype;
    return 0x1p-7;
}

#endif
