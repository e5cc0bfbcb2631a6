/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Text that the descriptors of Wishart matrices and of their factors share. */
#ifndef RR_WISHART_LAW_H
#define RR_WISHART_LAW_H

#include "laws/descriptor.h"

#define RR_WISHART_SYNONYMS RR_SYNONYMS(RR_SAME("sigma", "scale"), RR_SAME("v", "scale"), RR_SAME("nu", "df"))
#define RR_INVERSE_WISHART_SYNONYMS RR_SYNONYMS(RR_SAME("psi", "scale"), RR_SAME("sigma", "scale"), RR_SAME("nu", "df"))

#define RR_WISHART_STAGES(family) \
    {{"gamma", family, "half the square of a diagonal entry, K per sample"}, {0, 0, 0}}

#define RR_WISHART .method = "", .about = &law, \
    .source = "Bartlett, Proceedings of the Royal Society of Edinburgh 53 (1933) 260; Smith and Hocking, Applied " \
              "Statistics 21 (1972) 341", \
    .dtypes = RR_FLOATS, .row_numbers = RR_DIM_D, .row_stages = stages, \
    .params = 2, \
    .param = {{"scale", "scale matrix, D x D, one for all samples", RR_REQUIRED, RR_FINITE, RR_COVARIANCE(RR_DIM_D)}, \
              {"df", "degrees of freedom, above K - 1, one value or one per row", RR_REQUIRED, RR_BETWEEN(0, 1e30), \
               RR_ABOVE_SIDE}}, \
    .min_accept = 1, .cap = RR_CAP8, .words = {1, 2}, .slow = rr_log_fraction

#endif
