/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cases of the tests of this folder: a sampler at the parameters of a case of cells, fed with chosen words. */
#ifndef QUADRATURE_CASES_H
#define QUADRATURE_CASES_H

#include "tests/statistics/check.h"

#include "host/tables/tables.h"
#include "layouts.h"

int deep(void);   /* of tests/support/support.h, whose device() differs from that of check.h */

typedef struct test_case {
    const law *l;
    const layout *row;
    table cells;
} test_case;

static int is_f64(const table *t) { return strcmp(t->dtype, "f32") != 0; }

/* The table of a sampler, if it has one. */
static rr_table table_of(const test_case *t)
{
    rr_table made = {.size = 0};
    rr_result result = RR_RESULT_INIT;
    rr_call call = {.sampler = t->l->sampler, .width = is_f64(&t->cells) ? 8 : 4};
    call.job.sampler = call.sampler;
    for (uint32_t p = 0; p < call.sampler->params; ++p) {
        call.param[p] = call.job.param[p] = (rr_param){t->cells.params + p, RR_F64, 0, 0};
        call.range[p] = rr_param_range(call.sampler, call.width == 8 ? RR_F64 : RR_F32, p);
    }
    if (rr_table_take(&call, &result, &made) != RR_OK) fail_msg("%s", result.message);
    return made;
}

/* Prepares the case for its attempts. The table is freed afterwards. */
static rr_table begin(const test_case *t)
{
    const rr_table made = table_of(t);
    double params[RR_MAX_PARAMS];
    memcpy(params, t->cells.params, sizeof params);
    for (int p = 0; !strcmp(t->row->draw, "integers") && p < 2; ++p) {   /* they are 64-bit integers */
        const int64_t whole = (int64_t)params[p];
        memcpy(&params[p], &whole, sizeof whole);
    }
    assert_int_equal(feed_begin(t->l->name, is_f64(&t->cells), params, made.data, 0), 0);
    return made;
}

/* Calls take() for every case of the list of samplers, from laws/MODULE/cells and tests/quadrature/cells. */
static void each_case(void (*take)(const law *, const table *))
{
    static const char *const files[] = {"tests/quadrature/cells/counts.txt", "tests/quadrature/cells/reals.txt"};
    const law *l;
    table *more[2];
    size_t extra[2];
    for (int k = 0; k < 2; ++k) extra[k] = read_tables_of(fopen(files[k], "r"), &more[k]);
    for (size_t i = 0; (l = law_at(i)); ++i) {
        table *t;
        const size_t n = read_tables(l, &t);
        for (size_t k = 0; k < n; ++k) if (!strcmp(t[k].sampler, l->sampler->name)) take(l, &t[k]);
        for (int f = 0; f < 2; ++f)
            for (size_t k = 0; k < extra[f]; ++k) if (!strcmp(more[f][k].sampler, l->sampler->name)) take(l, &more[f][k]);
    }
}

static struct CMUnitTest *tests;
static size_t test_count;

static void add_test(const char *name, CMUnitTestFunction f, const law *l, const layout *row, const table *t)
{
    test_case *c = calloc(1, sizeof *c);
    c->l = l;
    c->row = row;
    if (t) c->cells = *t;
    tests = realloc(tests, (test_count + 1) * sizeof *tests);
    tests[test_count++] = (struct CMUnitTest){.name = strdup(name), .test_func = f, .initial_state = c};
}

#endif
