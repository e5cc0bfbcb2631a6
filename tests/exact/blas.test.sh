#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# targets/cpu/blas.c, which only `make BLAS=...` compiles: rows times L', on a CBLAS of this test that knows no other
# product. TAP. Run from the root of the repository; BUILD names the build folder.
BUILD=${BUILD:-build}
CC=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/cblas.h" <<'END'
enum { CblasRowMajor = 101, CblasNoTrans = 111, CblasUpper = 121, CblasNonUnit = 131, CblasRight = 142 };
/* B = alpha B A for an upper triangular A; the numbers of the constants are those of every CBLAS. */
#define PRODUCT(name, real)                                                                                             \
    static inline void name(int order, int side, int upper, int transposed, int unit, int m, int n, real alpha,         \
                            const real *a, int lda, real *b, int ldb)                                                   \
    {                                                                                                                   \
        if (order != CblasRowMajor || side != CblasRight || upper != CblasUpper || transposed != CblasNoTrans ||        \
            unit != CblasNonUnit || lda < n || ldb < n) __builtin_trap();                                               \
        for (int i = 0; i < m; ++i)                                                                                     \
            for (int j = n; j--;) {                                                                                     \
                real sum = 0;                                                                                           \
                for (int k = 0; k <= j; ++k) sum += b[i * ldb + k] * a[k * lda + j];                                    \
                b[i * ldb + j] = alpha * sum;                                                                           \
            }                                                                                                           \
    }
PRODUCT(cblas_dtrmm, double)
PRODUCT(cblas_strmm, float)
END
cat >"$work/test.c" <<'END'
#include <stdio.h>
#include "targets/cpu/blas.c"
enum { ROWS = 5, N = 3 };
/* L by columns: L' by rows. */
static const double l[N * N] = {2, 0.5, -1, 0, 3, 0.25, 0, 0, 1.5};
#define CHECK(real, number)                                                                        \
    {                                                                                              \
        real table[N * N], x[ROWS * N], want[ROWS * N];                                            \
        rr_call call = {.wide = sizeof(real) == 8, .table = table};                                \
        int right = 1;                                                                             \
        call.job.cols = N;                                                                         \
        for (int i = 0; i < N * N; ++i) table[i] = (real)l[i];                                     \
        for (int i = 0; i < ROWS * N; ++i) x[i] = (real)(i * i % 11) - 4;                          \
        for (int r = 0; r < ROWS; ++r)                                                             \
            for (int i = 0; i < N; ++i) {                                                          \
                want[r * N + i] = 0;                                                               \
                for (int j = 0; j <= i; ++j) want[r * N + i] += (real)l[j * N + i] * x[r * N + j]; \
            }                                                                                      \
        rr_blas_rows(&call, x, ROWS - 1);                                                          \
        for (int i = 0; i < (ROWS - 1) * N; ++i) right = right && x[i] == want[i];                 \
        for (int i = (ROWS - 1) * N; i < ROWS * N; ++i) right = right && x[i] == (real)(i * i % 11) - 4; \
        printf("%sok %d - " #real ": L times a row, for each row\n", right ? "" : "not ", number); \
    }
int main(void)
{
    puts("1..2");
    CHECK(float, 1)
    CHECK(double, 2)
    return 0;
}
END
$CC -std=gnu11 -O1 -Wall -Wextra -Werror -DRR_BLAS=1 -DRR_TARGET_SCALAR -DRR_DTYPE=32 -I"$work" -I. -Iinclude -I"$BUILD/gen" "$work/test.c" -o "$work/test" &&
    "$work/test"
