/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Expressions of x: an accepted one is evaluated twice, with the same results. */
#include "harness.h"
#include "cli/base/cli.h"
#include "cli/job/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool same(double a, double b)
{
    return !memcmp(&a, &b, sizeof a) || (isnan(a) && isnan(b));
}

int fuzz_expression(const uint8_t *data, size_t size)
{
    static const double x[] = {0, 0.5, 1, -2.5, 1e300, -INFINITY, NAN};
    enum { PLACES = sizeof x / sizeof x[0] };
    double y[PLACES];
    const uint8_t *rest;
    exit_status status;
    char *error = NULL, *text = fuzz_text(data, size, &rest, &size);
    expression *e = expression_open("density:", text, &status, &error);
    fuzz_check(e ? !error : status != EXIT_DONE && error && error[0]);
    for (int i = 0; e && i < PLACES; ++i) y[i] = expression_at(x[i], e);
    for (int i = 0; e && i < PLACES; ++i) fuzz_check(same(y[i], expression_at(x[i], e)));
    fuzz_accepted += e != NULL;
    expression_close(e);
    free(error);
    fuzz_text_free(text);
    return 0;
}
