# SPDX-License-Identifier: MIT OR Apache-2.0
# Fits t(n) = c + n b for each source, device and dtype of time.csv: least squares of the relative errors, since a call of 16
# samples must have the same weight as one of 16 million. even: the n at which both terms are equal. off: the largest
# relative error. call_error: standard error of c from the residuals.
BEGIN {
    FS = OFS = ","
    print "source", "device", "version", "dtype", "call_ns", "call_error", "sample_ns", "even", "off"
}
FNR == 1 {next}
{
    key = $1 OFS $2 OFS $3 OFS $4
    if (!(key in points)) order[++keys] = key
    n[key, ++points[key]] = $5
    t[key, points[key]] = $6
    # Weights 1 / t^2; the sums of the normal equations.
    s1[key] += 1 / $6 ^ 2
    sn[key] += $5 / $6 ^ 2
    snn[key] += ($5 / $6) ^ 2
    st[key] += 1 / $6
    snt[key] += $5 / $6
}
END {
    for (k = 1; k <= keys; ++k) {
        key = order[k]
        det = s1[key] * snn[key] - sn[key] ^ 2
        c = (st[key] * snn[key] - snt[key] * sn[key]) / det
        b = (s1[key] * snt[key] - sn[key] * st[key]) / det
        off = square = 0
        for (i = 1; i <= points[key]; ++i) {
            e = (c + b * n[key, i]) / t[key, i] - 1
            if (e < 0) e = -e
            if (e > off) off = e
            square += e * e
        }
        error = points[key] > 2 ? sqrt(square / (points[key] - 2) * snn[key] / det) : 0
        printf "%s,%.4g,%.4g,%.4g,%.3g,%.3g\n", key, c, error, b, c / b, off
    }
}
