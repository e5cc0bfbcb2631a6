# SPDX-License-Identifier: MIT OR Apache-2.0
"""Rows of normals: components within the bounds that follow from the rounding errors of the factor and the normals."""
import mpmath
from mpmath import mpf

import modules
from oracle import F32, F64, SEEDS, Launch, fraction, other_family, real, standard_normal


def covariances():
    """Means and covariances: two components; eigenvalues 100, 1, 0.01 turned by 3:4:5; Hilbert's; a process; rank one."""
    turn = mpmath.matrix([[3, 4, 0], [-4, 3, 0], [0, 0, 5]]) / 5 * mpmath.matrix([[5, 0, 0], [0, 3, -4], [0, 4, 3]]) / 5
    yield [mpf(1), mpf(-1)], mpmath.matrix([[2, "0.6"], ["0.6", 1]])
    yield [mpf(0), mpf(1000), mpf("0.1")], turn * mpmath.diag([100, 1, mpf("0.01")]) * turn.T
    yield [mpf(i) for i in range(5)], mpmath.hilbert(5)
    yield [mpf(0)] * 40, mpmath.matrix([[mpf("0.9") ** abs(i - j) for j in range(40)] for i in range(40)])
    one = mpmath.matrix([1, 2, -3, "0.5"])
    yield [mpf(0)] * 4, one * one.T


def cholesky(a):
    """The factor, with a zero column for a pivot of 0, and the error bound of an entry in half ulps of its row's sd."""
    n, l = a.rows, mpmath.matrix(a.rows, a.rows)
    for j in range(n):
        d = a[j, j] - sum(l[j, k] ** 2 for k in range(j))
        if abs(d) < mpf(2) ** -200:
            continue
        l[j, j] = mpmath.sqrt(d)
        for i in range(j + 1, n):
            l[i, j] = (a[i, j] - sum(l[i, k] * l[j, k] for k in range(j))) / l[j, j]
    full = all(l[j, j] for j in range(n))
    return l, n * (mpmath.mnorm(a, "f") * mpmath.mnorm(a ** -1, "f") if full else 1)


class Rows:
    """Family 16: component c of row i is mean_c + sum of L_ck z_k, z_k the normal of index i K + k."""

    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS; the mean; the covariance; its factor, number and margin for each (f64); "
               "then for",
               "# each row its index and, a component, number and margin"]
        for t in F32, F64:
            for number, (mean, a) in enumerate(covariances()):
                n = a.rows
                a = mpmath.matrix([[real(t.rn(fraction(a[max(i, j), min(i, j)]))) for j in range(n)] for i in range(n)])
                mean = [real(t.rn(fraction(m))) for m in mean]
                (l, half), (seed, stream) = cholesky(a), SEEDS[number % len(SEEDS)]
                launch = Launch(seed, stream, 16, t.wide, row=n)
                where = [0, 1, 2, 77, 2 ** 33 + 5] if n < 40 else [3, 2 ** 40]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, n, len(where)))
                out.append(" ".join(t.pattern(fraction(m)) for m in mean))
                for i in range(n):
                    out.append(" ".join(t.pattern(fraction(a[i, j])) for j in range(n)))
                sd = [mpmath.sqrt(a[i, i]) for i in range(n)]
                margin = [half * mpf(2) ** -53 * s for s in sd]
                for i in range(n):
                    both = [(F64.pattern(fraction(l[i, k])), F64.pattern(fraction(margin[i]))) for k in range(i + 1)]
                    out.append(" ".join(number + " " + off for number, off in both))
                for i in where:
                    z = [standard_normal(t, launch, i * n + c)[0] for c in range(n)]
                    line = ["%x" % i]
                    for c in range(n):
                        terms = [l[c, k] * z[k] for k in range(c + 1)]
                        # 5 ulp of z, half an ulp of L, c + 1 roundings; the error of L; the last rounding
                        off = real(t.eps) * ((c + 12) * sum(abs(x) for x in terms) + abs(mean[c] + sum(terms)))
                        off += margin[c] * sum(abs(x) for x in z[:c + 1])
                        line += [t.pattern(fraction(mean[c] + sum(terms))), F64.pattern(fraction(off))]
                    out.append(" ".join(line))
        return "\n".join(out) + "\n"


class StudentRows:
    """Families 89, and 90 of the chi variate X: a row is mean + L z sqrt(df) / X, held to within 1000 half ulps of its
    largest sd times sqrt(df) / X."""

    def cases(self):
        two, turned, hilbert = list(covariances())[:3]
        return [(two, mpf(5)), (turned, mpf("0.5")), (hilbert, mpf(300)), (two, mpf(1000001)), (hilbert, mpf(10) ** 12),
                (two, mpf(10) ** 30), (turned, mpf("inf"))]

    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS DF; the mean; the shape; then a line per row: its index, sqrt(df) / X and "
               "its components"]
        for t in F32, F64:
            for number, ((mean, a), df) in enumerate(self.cases()):
                n, (l, _), (seed, stream) = a.rows, cholesky(a), SEEDS[number % len(SEEDS)]
                launch, where = Launch(seed, stream, 89, t.wide, row=n), [0, 1, 2, 77, 2 ** 33 + 5]
                out.append("case %s %016x %016x %d %d %s" % (t.name, seed, stream, n, len(where), mpmath.nstr(df, 20)))
                out.append(" ".join(mpmath.nstr(m, 20) for m in mean))
                out.append(" ".join(mpmath.nstr(a[max(i, j), min(i, j)], 20) for i in range(n) for j in range(n)))
                most = F64.rn(fraction(min(df, mpf(2) ** 121)))
                for i in where:
                    z = [standard_normal(t, launch, i * n + c)[0] for c in range(n)]
                    chi = modules.law("gamma").chi(F64, other_family(launch, 90, True), i, (most,))[1]
                    by = mpmath.sqrt(real(most)) / real(chi)
                    row = [mean[c] + by * sum(l[c, k] * z[k] for k in range(c + 1)) for c in range(n)]
                    out.append("%x %s" % (i, " ".join(mpmath.nstr(x, 20) for x in [by] + row)))
        return "\n".join(out) + "\n"


# ---- A matrix of few columns, and a diagonal ----


def low_rank_cases():
    """Mean, the matrix, the diagonal, and the number of components: one column, more columns than rows, no diagonal, many
    rows."""
    yield 3, ["1", "-2", "100"], [["1"], ["-0.5"], ["0.25"]], ["1", "0.5", "2"]
    yield 2, ["0"], [["1", "0.5", "-2"], ["0.3", "-1e-3", "4"]], ["0.25"]
    yield 4, ["0"], [["1", "0"], ["0.6", "0.8"], ["-1e6", "3"], ["0", "1e-6"]], ["0"]
    yield 40, ["-7"], [["%g" % ((c * 5 + k * 3) % 7 - 3) for k in range(2)] for c in range(40)], ["0.0625"]


class LowRank:
    def text(self, name):
        out = ["# case TYPE SEED STREAM K ROWS; mean, the matrix row by row and the diagonal, how many numbers and which; "
               "a line a",
               "# row: its index, and a component and what it may be off by, K times"]
        for t in F32, F64:
            for number, (k, mean, factor, diag) in enumerate(low_rank_cases()):
                (seed, stream), where, rank = SEEDS[number % len(SEEDS)], [0, 1, 2, 77, 2 ** 33 + 5], len(factor[0])
                mean, flat, diag = [[real(t.rn(fraction(mpf(x)))) for x in some] for some in (mean, sum(factor, []), diag)]
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, k, len(where)))
                out += ["%d %s" % (len(some), " ".join(mpmath.nstr(x, 20) for x in some)) for some in (mean, flat, diag)]
                for i in where:
                    z = [standard_normal(t, Launch(seed, stream, 70, t.wide, row=k), i * k + c)[0] for c in range(k)]
                    v = [standard_normal(F64, Launch(seed, stream, 74, True, row=rank), i * rank + r)[0]
                         for r in range(rank)]
                    pairs = []
                    for c in range(k):
                        own = mpmath.sqrt(diag[c % len(diag)]) * z[c]
                        terms = [flat[c * rank + r] * v[r] for r in range(rank)]
                        x = mean[c % len(mean)] + sum(terms) + own
                        size = abs(own) + sum(abs(y) for y in terms) + abs(mean[c % len(mean)])
                        off = real(t.eps) * (10 * abs(own) + abs(x)) + real(F64.eps) * (2 * rank + 24) * size
                        pairs.append(mpmath.nstr(x, 20) + " " + mpmath.nstr(off, 5))
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


# ---- Matrices ----


def matrix_cases():
    """Mean, the covariance of rows, that of columns: square, tall, wide, one row, a singular one."""
    near = lambda n, r: mpmath.matrix([[mpf(r) ** abs(i - j) for j in range(n)] for i in range(n)])
    one = mpmath.matrix([1, 2, -3])
    yield [mpf(0)], mpmath.matrix([[2, "0.6"], ["0.6", 1]]), mpmath.matrix([[1, "-0.25"], ["-0.25", 4]])
    yield [mpf(k * 5 % 7 - 3) / 4 for k in range(15)], near(5,
                                                            "0.5"), mpmath.matrix([[4, 1, 0], [1, 2, "0.5"], [0, "0.5", 1]])
    yield [mpf(1000)], mpmath.diag([1, mpf("1e-6")]), near(9, "-0.75")
    yield [mpf(1), mpf(-2), mpf(3)], mpmath.matrix([[9]]), near(3, "0.25")
    yield [mpf(0)], one * one.T, near(2, "0.5")


class Matrices:
    """Family 122: M + A Z B', as one product of matrices; an entry's bound is the sum of its terms' bounds."""

    def text(self, name):
        out = ["# case TYPE SEED STREAM RC ROWS; mean, the covariance of rows and that of columns, row by row, how many "
               "numbers and",
               "# which; a line per row: its index, and an entry and what it may be off by, R C times"]
        for t in F32, F64:
            for number, (mean, u, v) in enumerate(matrix_cases()):
                (seed, stream), where, rows, columns = SEEDS[number % len(SEEDS)], [0, 1, 2, 77, 2 ** 33 + 5], u.rows, v.rows
                n = rows * columns
                mean, u, v = [m.apply(lambda x: real(t.rn(fraction(x)))) for m in (mpmath.matrix(mean), u, v)]
                (a, half_a), (b, half_b) = cholesky(u), cholesky(v)
                launch = Launch(seed, stream, 122, t.wide, row=n)
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, n, len(where)))
                out += ["%d %s" % (m.rows * m.cols, " ".join(mpmath.nstr(x, 20) for x in m)) for m in (mean, u, v)]
                for i in where:
                    z = mpmath.matrix(rows, columns)
                    for k in range(n):
                        z[k // columns, k % columns] = standard_normal(t, launch, i * n + k)[0]
                    x, most, pairs = a * z * b.T, size(a) * size(z) * size(b).T, []
                    for k in range(n):
                        at, m = (k // columns, k % columns), mean[k % len(mean)]
                        # 5 ulp of z, an ulp of each factor; roundings in f64, and the errors of the factors; the last
                        # rounding
                        margin = real(t.eps) * (14 * most[at] + abs(m + x[at])) + \
                            real(F64.eps) * ((2 * n + half_a + half_b) * scale(u, v, z, at) + 4 * (most[at] + abs(m)))
                        pairs.append(mpmath.nstr(m + x[at], 20) + " " + mpmath.nstr(margin, 5))
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


class StudentMatrices:
    """Families 138, and 139 of the gammas: M + A T B'. T by its definition through a Cholesky factor would have other bits
    of the same distribution, so the rows of T are those of matrix_t.h, in mpmath. An entry's rounding bound grows with the
    absolute values of all terms."""

    def cases(self):
        cases = list(matrix_cases())
        return list(zip(cases, (mpf(5), mpf("2.5"), mpf(300), mpf(1), mpf(4)))) + [
            (cases[0], mpf(1000001)), (cases[3], mpf(10) ** 12), (cases[2], mpf(10) ** 30)]

    def text(self, name):
        out = ["# case TYPE SEED STREAM RC ROWS; mean, the spread of rows, that of columns and df, how many numbers and",
               "# which; a line per row: its index, and an entry and what it may be off by, R C times"]
        for t in F32, F64:
            for number, ((mean, u, v), df) in enumerate(self.cases()):
                (seed, stream), where, rows, columns = SEEDS[number % len(SEEDS)], [0, 1, 2, 77, 2 ** 33 + 5], u.rows, v.rows
                n = rows * columns
                mean, u, v = [m.apply(lambda x: real(t.rn(fraction(x)))) for m in (mpmath.matrix(mean), u, v)]
                (a, half_a), (b, half_b) = cholesky(u), cholesky(v)
                out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, n, len(where)))
                out += ["%d %s" % (m.rows * m.cols, " ".join(mpmath.nstr(x, 20) for x in m)) for m in (mean, u, v)]
                out.append("1 " + mpmath.nstr(df, 20))
                for i in where:
                    x, most = standard_t(t, Launch(seed, stream, 138, t.wide, row=n), i, rows, columns, df)
                    entry, terms, pairs = a * x * b.T, size(a) * most * size(b).T, []
                    for k in range(n):
                        at, m = (k // columns, k % columns), mean[k % len(mean)]
                        # 5 ulp for every z and number, of which an entry of T has up to 2 rows + 1; the factors
                        margin = real(t.eps) * ((10 * rows + 14) * terms[at] + abs(m + entry[at])) + real(F64.eps) * (
                            (4 * n * rows + half_a + half_b) * scale(u, v, most, at) + 4 * (terms[at] + abs(m)))
                        pairs.append(mpmath.nstr(m + entry[at], 20) + " " + mpmath.nstr(margin, 5))
                    out.append("%x %s" % (i, " ".join(pairs)))
        return "\n".join(out) + "\n"


def standard_t(t, launch, i, rows, columns, df):
    """T of sample i, and its entries with all terms taken as positive."""
    made, most, roots = mpmath.matrix(rows, columns), mpmath.matrix(rows, columns), []
    stage = other_family(launch, 139, True, rows)
    dot = lambda x, y: sum(p * q for p, q in zip(x, y))
    for a in range(rows):
        attempt, g, _, _ = modules.law("gamma").gamma(F64, stage, i * rows + a, (fraction((df + a) / 2), fraction(mpf(1))))
        assert attempt is not None
        z = [standard_normal(t, launch, i * rows * columns + a * columns + c)[0] for c in range(columns)]
        w = [x / mpmath.sqrt(2 * real(g)) for x in z]
        row, large = list(w), [abs(x) for x in w]
        for u in reversed(roots):
            by, by_large = dot(u, row), dot([abs(x) for x in u], large)
            row, large = [x + by * y for x, y in zip(row, u)], [x + by_large * abs(y) for x, y in zip(large, u)]
        roots.append([x / mpmath.sqrt(1 + mpmath.sqrt(1 + dot(w, w))) for x in w])
        for c in range(columns):
            made[a, c], most[a, c] = row[c], large[c]
    return made, most


def size(m):
    return m.apply(abs)


def scale(u, v, z, at):
    """A bound of an entry's terms: standard deviations of its row and column, times the absolute values of all normals."""
    return mpmath.sqrt(u[at[0], at[0]] * v[at[1], at[1]]) * sum(abs(x) for x in z)


ANSWERS = {"multivariate_normal": Rows(), "multivariate_t": StudentRows(), "lowrank_normal": LowRank(),
           "matrix_normal": Matrices(), "matrix_t": StudentMatrices()}
ELSEWHERE = {
    ("matrix_t", "cells"): "tests/exact/rows/matrix_t.c: a quadratic form's distribution; normals and gammas are theirs",
    ("matrix_normal", "cells"): "tests/exact/rows/matrix_normal.c: covariances; its normals are the normal's",
    ("lowrank_normal", "cells"): "tests/exact/rows/lowrank_normal.c: covariances; its normals are the normal's",
    ("multivariate_t", "cells"): "tests/exact/rows/sphere.c: covariances; its normals and gammas are theirs",
    ("multivariate_normal", "cells"): "tests/exact/rows/multivariate_normal.c: means, covariances; its normals are normal's",
}
