/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Table 1 of Ridley and Forget for every width (engine/strategies/group_list.h): each threshold is where the rates of two
 * groups cross, by the model, to one float; between them no other group is better; and the result of rr_plan_group. */
#include "tests/support/support.h"

#include "host/plan/planner.h"
#include "reroll_model.h"

#include <math.h>

static const struct {
    unsigned lanes, group;
    float accept;
} list[] = {
#define RR_GROUP(lanes, group, accept) {lanes, group, accept},
#include "engine/strategies/group_list.h"
#undef RR_GROUP
};
enum { LINES = sizeof list / sizeof *list, MAX = 32 };

static unsigned best(float accept, unsigned lanes)
{
    return rr_model_grouped_best(rr_chance_accept(accept), lanes);
}

/* The strategy has groups of 32 at most. */
static unsigned planned(unsigned group)
{
    return group < MAX ? group : MAX;
}

static void thresholds(void **state)
{
    (void)state;
    for (unsigned k = 0; k < LINES; ++k) {
        const unsigned lanes = list[k].lanes, group = list[k].group;
        const float at = list[k].accept, below = nextafterf(at, 0);
        if (best(at, lanes) != group || best(below, lanes) != 2 * group)
            fail_msg("%u lanes, %u a group: %.9g is not where 2 * group begins", lanes, group, (double)at);
        assert_int_equal(rr_plan_group(at, lanes), planned(group));
        assert_int_equal(rr_plan_group(below, lanes), planned(2 * group));
        assert_true(fabs(1 - rr_model_grouped_upto(lanes, group) - (double)at) < (double)at * 0x1p-22);
    }
}

/* Every group size of every width has a line, and the lines of each width are in order. */
static void complete(void **state)
{
    unsigned k = 0;
    (void)state;
    for (unsigned lanes = 2; lanes <= 64; lanes *= 2)
        for (unsigned group = 1; group < lanes; group *= 2, ++k) {
            assert_true(k < LINES && list[k].lanes == lanes && list[k].group == group);
            assert_true(group == 1 || list[k].accept < list[k - 1].accept);
        }
    assert_int_equal(k, LINES);
}

static void between(void **state)
{
    (void)state;
    for (unsigned lanes = 1; lanes <= 64; lanes *= 2)
        for (float accept = 1; accept > 1e-4f; accept *= 0.93f)
            assert_int_equal(rr_plan_group(accept, lanes), planned(best(accept, lanes)));
}

/* Invalid numbers of lanes, and invalid acceptances. */
static void ends(void **state)
{
    (void)state;
    assert_int_equal(rr_plan_group(1e-6, 3), 1);
    assert_int_equal(rr_plan_group(NAN, 32), 1);
    assert_int_equal(rr_plan_group(0, 32), 32);
    assert_int_equal(rr_plan_group(0, 64), 32);
    assert_int_equal(rr_plan_group(1, 32), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(thresholds), TEST(complete), TEST(between), TEST(ends)};
    return RUN(tests);
}
