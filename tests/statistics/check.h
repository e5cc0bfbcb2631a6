/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the statistical tests: chi-square tests with a stated false-alarm rate, drawing, tables of cells.
 *
 * ALPHA is for one test. All programs together make fewer than 2000 (each prints its number), so the suite's false-alarm
 * probability is below 2000 * 2e-10 = 4e-7, and 2e-8 for duplicates. (Cells have at least 25 expected counts. The tail of
 * the chi-square of such counts is a little heavier than the limit's; ALPHA leaves a factor of 3 to 1e-6 for that, an
 * estimate.) Seeds are 1, 2 and 3, and were not chosen by result: the outcome is the same on every run, on every machine.
 * Each test prints n, the cells, and the effect that it detects with probability 0.99: `sees`, the relative error in every
 * cell (root mean square), sqrt(lambda / n).
 *
 * REROLL_LONG=L: n = L * 1e9 in all, over the seeds, where a test has a long form. REROLL_DEVICE: the device (default
 * cpu). */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <reroll.h>
#include <reroll_sampler.h>

#include "tests/support/modules.h"

#define UNUSED __attribute__((unused))
#define ALPHA 2e-10
#define ENOUGH 25.0
#define SEEDS 3

/* ---- Chi-square ---------------------------------------------------------------------------------------------------- */

/* Q(a, x), the upper regularised incomplete gamma function, to about 1e-12 relative (a below 1e6). */
UNUSED static double gamma_upper(double a, double x)
{
    if (x <= 0) return 1;
    const double front = exp(a * log(x) - x - lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (double k = a + 1; term > sum * 1e-17; ++k) sum += term *= x / k;
        return 1 - front * sum;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;   /* Lentz */
    for (int i = 1; i < 10000; ++i) {
        const double an = -i * (i - a);
        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (fabs(d * c - 1) < 4e-15) break;
    }
    return front * h;
}

UNUSED static double chi2_sf(double x, double dof) { return gamma_upper(dof / 2, x / 2); }

UNUSED static double chi2_critical(double dof)
{
    double lo = 0, hi = dof + 100 + 20 * sqrt(2 * dof);
    for (int i = 0; i < 200; ++i) {
        const double mid = (lo + hi) / 2;
        if (chi2_sf(mid, dof) > ALPHA) lo = mid;
        else hi = mid;
    }
    return hi;
}

/* The noncentrality that passes `critical` with probability 0.99, by the normal approximation. */
UNUSED static double chi2_lambda(double dof, double critical)
{
    double lo = 0, hi = 1e4 + 10 * critical;
    for (int i = 0; i < 200; ++i) {
        const double mid = (lo + hi) / 2;
        if (dof + mid - 2.326348 * sqrt(2 * dof + 4 * mid) < critical) lo = mid;
        else hi = mid;
    }
    return hi;
}

typedef struct verdict {
    double chi2, dof, p, sees;
} verdict;

/* Neighbouring cells are merged until ENOUGH is expected in each. */
UNUSED static verdict chi2_test(size_t cells, const double *probability, const uint64_t *count, double n)
{
    verdict v = {0, -1, 1, 0};
    double e = 0, c = 0, last_e = 0, last_c = 0, left = 1;
    for (size_t i = 0; i < cells; ++i) {
        e += probability[i] * n;
        c += (double)count[i];
        left -= probability[i];
        if (e < ENOUGH || (left * n < ENOUGH && i + 1 < cells)) continue;
        v.chi2 += (c - e) * (c - e) / e;
        v.dof += 1;
        last_e = e;
        last_c = c;
        e = c = 0;
    }
    if ((e > 0 || c > 0) && v.dof >= 0) {   /* a small remainder joins the last cell */
        v.chi2 -= (last_c - last_e) * (last_c - last_e) / last_e;
        v.chi2 += (c + last_c - e - last_e) * (c + last_c - e - last_e) / (e + last_e);
    }
    if (v.dof < 1) return v;
    v.p = chi2_sf(v.chi2, v.dof);
    v.sees = sqrt(chi2_lambda(v.dof, chi2_critical(v.dof)) / n);
    return v;
}

static unsigned tests_made UNUSED;

/* Prints a line and fails the test if p < ALPHA. */
UNUSED static int good(const char *what, verdict v, double n)
{
    ++tests_made;
    const double z = v.dof > 0 ? (v.chi2 - v.dof) / sqrt(2 * v.dof) : 0;
    printf("# %-46s n %.3g chi2 %.1f/%.0f z %.2f p %.2g sees %.2g%s\n", what, n, v.chi2, v.dof, z, v.p, v.sees,
           v.p < ALPHA ? " FAILED" : "");
    return v.p >= ALPHA;
}

/* A statistic that is normal(0, 1). Detects a shift of `unit` times 6.3 + 2.3. */
UNUSED static int good_z(const char *what, double z, double unit)
{
    const double p = erfc(fabs(z) / sqrt(2));
    ++tests_made;
    printf("# %-46s z %.2f p %.2g sees %.2g%s\n", what, z, p, unit * 8.7, p < ALPHA ? " FAILED" : "");
    return p >= ALPHA;
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------- */

#define CHUNK 65536u

UNUSED static rr_device *device(void)
{
    static rr_device *d;
    const char *spec = getenv("REROLL_DEVICE");
    if (!d) assert_int_equal(rr_device_open(spec ? spec : "cpu", &d), RR_OK);
    return d;
}

UNUSED static double long_run(void)
{
    const char *s = getenv("REROLL_LONG");
    return s ? atof(s) : 0;
}

/* n draws at stream.next ... as doubles; n <= CHUNK. */
UNUSED static void draw(const char *sampler, rr_type type, rr_stream stream, const double *params, size_t n, double *out)
{
    static _Alignas(64) unsigned char raw[CHUNK * 8];
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find(sampler);
    assert_non_null(job.sampler);
    const uint32_t count = rr_sampler_about(job.sampler)->params;
    for (uint32_t p = 0; p < count; ++p) job.param[p] = (rr_param){params + p, RR_F64, 0, 0};
    job.dtype = type;
    job.stream = stream;
    job.rows = n;
    job.out = raw;
    rr_result r = RR_RESULT_INIT;
    if (rr_run(device(), &job, &r) != RR_OK) fail_msg("%s: %s", sampler, r.message);
    if (type == RR_F64) memcpy(out, raw, n * 8);
    else if (type == RR_F32) for (size_t i = 0; i < n; ++i) out[i] = ((float *)(void *)raw)[i];
    else if (type == RR_I64) for (size_t i = 0; i < n; ++i) out[i] = (double)((int64_t *)(void *)raw)[i];
    else for (size_t i = 0; i < n; ++i) out[i] = ((uint32_t *)(void *)raw)[i];
}

UNUSED static rr_type type_of(const char *name)
{
    return !strcmp(name, "f32") ? RR_F32 : !strcmp(name, "f64") ? RR_F64 : !strcmp(name, "i64") ? RR_I64 : RR_U32;
}

/* ---- Tables of cells (cells.py) -------------------------------------------------------------------------------------- */

#define MAX_CELLS 256

typedef struct table {
    char name[64], sampler[32], dtype[8];
    double draws, params[RR_MAX_PARAMS];
    size_t cells;
    double edge[MAX_CELLS], probability[MAX_CELLS];
} table;

/* The table whose guide is cached (bin). */
static const table *guided UNUSED;

/* The file of a distribution's cells, or NULL. The folder is laws/MODULE/cells, or REROLL_CELLS. */
UNUSED static FILE *open_cells(const law *l)
{
    char path[512];
    const char *folder = getenv("REROLL_CELLS");
    if (!folder) return law_file(l, "cells");
    snprintf(path, sizeof path, "%s/%s.txt", folder, l->name);
    return fopen(path, "r");
}

/* Reads all cases of a file, 0 if there is no file; *tables is allocated. */
UNUSED static size_t read_tables_of(FILE *in, table **tables)
{
    char line[1024], word[64];
    size_t n = 0;
    *tables = NULL;
    guided = NULL;
    if (!in) return 0;
    while (fgets(line, sizeof line, in)) {
        int at = 0, used;
        if (line[0] == '#') continue;
        *tables = realloc(*tables, (n + 1) * sizeof **tables);
        table *t = *tables + n++;
        memset(t, 0, sizeof *t);
        if (sscanf(line, "case %63s %31s %7s %lf%n", t->name, t->sampler, t->dtype, &t->draws, &at) != 4) abort();
        for (int p = 0; sscanf(line + at, " %63s%n", word, &used) == 1; ++p) {
            at += used;
            if (!strcmp(word, "cells")) break;
            if (p >= RR_MAX_PARAMS) abort();
            t->params[p] = strtod(word, NULL);
        }
        t->cells = strtoul(line + at, NULL, 10);
        if (t->cells < 2 || t->cells > MAX_CELLS) abort();
        for (size_t i = 0; i < t->cells; ++i) {
            char *end;
            if (!fgets(line, sizeof line, in)) abort();
            t->edge[i] = strtod(line, &end);
            t->probability[i] = strtod(end, NULL);
        }
        if (!isinf(t->edge[t->cells - 1])) abort();
    }
    fclose(in);
    return n;
}

/* All cases of a distribution. */
UNUSED static size_t read_tables(const law *l, table **tables) { return read_tables_of(open_cells(l), tables); }

/* The first PREFIX bits of a double, as an integer that increases with it. */
#define PREFIX 22
UNUSED static uint32_t prefix(double x)
{
    uint64_t bits;
    x += 0.0;   /* one zero */
    memcpy(&bits, &x, 8);
    return (uint32_t)((bits ^ ((0 - (bits >> 63)) | 1ull << 63)) >> (64 - PREFIX));   /* all bits of a negative one */
}

/* from[p]: the cell of the smallest number with this prefix. Most prefixes have one cell, so that no search is needed. */
UNUSED static const uint8_t *guide(const table *t)
{
    static uint8_t from[(1u << PREFIX) + 1];
    size_t at = 0;
    if (guided == t) return from;
    guided = t;
    for (size_t i = 0; i + 1 < t->cells; ++i) {
        const size_t next = prefix(t->edge[i]) + 1;
        memset(from + at, (int)i, next - at);
        at = next;
    }
    memset(from + at, (int)t->cells - 1, sizeof from - at);
    return from;
}

/* counts[i] += the number of x with edge[i-1] < x <= edge[i]. NaN falls into the last cell. */
UNUSED static void bin(const table *t, const double *x, size_t n, uint64_t *counts)
{
    const uint8_t *from = guide(t);
    for (size_t i = 0; i < n; ++i) {
        const uint32_t p = prefix(x[i]);
        size_t low = from[p], high = from[p + 1];
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (x[i] <= t->edge[middle]) high = middle;
            else low = middle + 1;
        }
        ++counts[isnan(x[i]) ? t->cells - 1 : low];
    }
}

/* ---- Transforms for joint tests -------------------------------------------------------------------------------------- */

UNUSED static double normal_cdf(double z) { return erfc(-z * 0.70710678118654752440) / 2; }

/* A table k x k (x k) of independent uniforms. */
UNUSED static verdict flat_test(size_t cells, const uint64_t *count)
{
    double *p = malloc(cells * sizeof *p), n = 0;
    for (size_t i = 0; i < cells; ++i) {
        p[i] = 1.0 / (double)cells;
        n += (double)count[i];
    }
    const verdict v = chi2_test(cells, p, count, n);
    free(p);
    return v;
}

#endif
