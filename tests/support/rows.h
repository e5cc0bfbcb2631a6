/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef TESTS_ROWS_H
#define TESTS_ROWS_H

#include <math.h>
#include <string.h>

#include "tests/support/support.h"

/* Runs a job of 6 rows of 3 components in f64 whose parameter `name` has the value *at in row 4, component 1. Each bad value
 * there must set all of row 4 to NaN and leave the other rows unchanged. */
static inline void bad_values_fail_rows(rr_job job, const char *name, double *at, const double *bad, size_t n)
{
    double good[18], x[18];
    job.out = good;
    must_run(device("cpu"), &job, good);
    for (size_t b = 0; b < n; ++b) {
        rr_result result = RR_RESULT_INIT;
        *at = bad[b];
        job.out = x;
        assert_int_equal(rr_run(device("cpu"), &job, &result), RR_ERR_PARAM);
        assert_int_equal(result.bad_index, 13);
        assert_non_null(strstr(result.message, name));
        same_bits(good, x, 12, 8, "rows before");
        same_bits(good + 15, x + 15, 3, 8, "rows after");
        for (int c = 0; c < 3; ++c) assert_true(isnan(x[12 + c]));
    }
}

#endif
