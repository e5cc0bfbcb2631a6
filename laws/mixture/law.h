/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Text that the descriptors of finite mixtures share. Parameters are vectors with the ranges of the component's distribution
 * (tests/exact/bits/mixtures.c). */
#ifndef RR_MIXTURE_LAW_H
#define RR_MIXTURE_LAW_H

#include "laws/descriptor.h"

#define RR_MIXTURE_SOURCE \
    "a categorical component, then a sample of that component: Devroye, Non-Uniform Random Variate Generation (1986), II.4"
#define RR_MIXTURE_SYNONYMS RR_SAME("p", "weights"), RR_SAME("probs", "weights"), RR_SAME("w", "weights")

#define RR_MIXTURE_WEIGHTS \
    {"weights", "weights, finite and not negative; they need not add up to 1", RR_REQUIRED, \
     RR_BETWEEN(0, 1.7976931348623157e308), RR_WEIGHTS_ONCE}
#define RR_MIXTURE_STAGES(law, families) \
    {{"categorical", families##_COMPONENT, "the component"}, {law, families, "its sample"}, {0, 0, 0}}

#endif
