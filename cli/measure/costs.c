/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "costs.h"
#include "reroll_plan.h"

#include <stdio.h>
#include <string.h>

exit_status plan_costs_scale(rr_device *device, double factor[2])
{
    const rr_status status = rr_costs_scale(device, factor);
    return status == RR_OK ? EXIT_DONE : refuse(EXIT_TROUBLE, "scaling costs: %s", rr_status_text(status));
}

const char *plan_costs_text(const char *costs, double factor, char text[PLAN_COSTS_SIZE])
{
    if (!strcmp(costs, "scaled")) snprintf(text, PLAN_COSTS_SIZE, "built in, scaled by %.3g", factor);
    else if (!strcmp(costs, "counted")) snprintf(text, PLAN_COSTS_SIZE, "from instruction counts, not measured");
    else if (!strcmp(costs, "borrowed")) snprintf(text, PLAN_COSTS_SIZE, "of a usual draw, not of this distribution");
    else snprintf(text, PLAN_COSTS_SIZE, "%s%s", costs, strcmp(costs, "calibrated") ? "" : " file");
    return text;
}
