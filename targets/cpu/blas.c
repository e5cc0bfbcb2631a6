/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of multivariate-normal:blas: X L' for many rows at once, by the CBLAS that the library was built with (make
 * BLAS=...). The bits are outside the contract: the order of its additions may depend on its version, the processor and the
 * number of threads. */
#include <cblas.h>

#include "cpu.h"

/* The table stores L by columns (host/tables/matrix.c), which is L' by rows. */
void rr_blas_rows(const rr_call *call, void *x, uint64_t rows)
{
    const int m = (int)rows, n = (int)call->job.cols;
    if (call->wide)
        cblas_dtrmm(CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, m, n, 1, call->table, n, x, n);
    else
        cblas_strmm(CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, m, n, 1, call->table, n, x, n);
}
