/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Binomial distributions by Pascal's rule (sums of positive terms, so no digit is lost) and sums of independent counts. */
#include "model.h"

void rr_binomial_table(double *table, unsigned m, rr_long s, rr_long f)
{
    table[0] = 1;
    for (unsigned n = 1; n <= m; ++n) {
        const double *above = RR_BINOMIAL_ROW(table, n - 1);
        double *row = RR_BINOMIAL_ROW(table, n);
        row[0] = (double)(f * above[0]);
        for (unsigned k = 1; k < n; ++k) row[k] = (double)(f * above[k] + s * above[k - 1]);
        row[n] = (double)(s * above[n - 1]);
    }
}

void rr_convolve(double *out, const double *a, unsigned n, const double *b, unsigned m)
{
    for (unsigned k = 0; k <= n + m; ++k) out[k] = 0;
    for (unsigned i = 0; i <= n; ++i)
        for (unsigned j = 0; j <= m; ++j) out[i + j] += a[i] * b[j];
}
