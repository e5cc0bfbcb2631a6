/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every sampler against the exact distribution of its rounded variate (cells.py): chi-square, each seed and all seeds
 * together. With REROLL_DEEP each seed has the draws that the cells' file states; by default composites have half of them,
 * derived distributions a quarter, and the others an eighth: tests/quadrature has the others' cells to 1e-6, or names the
 * test that has them exactly. With 2^22 draws in the file and 80 cells these detect 0.92 %, 1.3 % and 1.9 % in every cell,
 * and the seeds together 0.53 %, 0.75 % and 1.1 %. With REROLL_LONG=L, L * 1e9 over the seeds. A case draws from a stream of
 * its own name, so that another distribution changes nothing here. An argument runs the cases whose names contain it;
 * REROLL_CELLS_SHOW=1 shows the cells. */
#include "check.h"
#include "tests/support/derived.h"

int deep(void);   /* of tests/support/support.h, whose device() differs from that of check.h */

static double fewer(const table *t)
{
    const rr_sampler *s = rr_sampler_find(t->sampler);
    return deep() ? 1 : rr_sampler_method(s)->stages ? 2 : is_derived(s) ? 4 : 8;
}

static void a_case(void **state)
{
    const table *t = *state;
    const double n = long_run() > 0 ? floor(long_run() * 1e9 / SEEDS) : t->draws / fewer(t);
    uint64_t all[MAX_CELLS] = {0};
    static double x[CHUNK];
    char what[128];
    int ok = 1;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        uint64_t count[MAX_CELLS] = {0};
        snprintf(what, sizeof what, "%s %s", t->name, t->dtype);
        rr_stream s = rr_derive_name(rr_stream_make(seed, 0), what);
        for (uint64_t left = (uint64_t)n; left;) {
            const size_t k = left < CHUNK ? left : CHUNK;
            draw(t->sampler, type_of(t->dtype), s, t->params, k, x);
            bin(t, x, k, count);
            s.next += k;
            left -= k;
        }
        for (size_t i = 0; i < t->cells; ++i) all[i] += count[i];
        snprintf(what, sizeof what, "%s %s seed %d", t->name, t->dtype, (int)seed);
        ok &= good(what, chi2_test(t->cells, t->probability, count, n), n);
    }
    snprintf(what, sizeof what, "%s %s all seeds", t->name, t->dtype);
    const verdict v = chi2_test(t->cells, t->probability, all, n * SEEDS);
    const int together = good(what, v, n * SEEDS);
    if (!(ok && together) && getenv("REROLL_CELLS_SHOW"))
        for (size_t i = 0; i < t->cells; ++i)
            printf("#   <= %-24.17g expected %12.1f got %12llu z %.2f\n", t->edge[i], t->probability[i] * n * SEEDS,
                   (unsigned long long)all[i],
                   ((double)all[i] - t->probability[i] * n * SEEDS) / sqrt(t->probability[i] * n * SEEDS));
    assert_true(ok && together);
}

/* Adds the cases of a distribution whose names contain `part`; returns the new number of tests. */
static size_t add_cases(const law *l, const char *part, struct CMUnitTest **tests, size_t n)
{
    table *t;
    const size_t k = read_tables(l, &t);
    for (size_t i = 0; i < k; ++i) {
        char *name = malloc(96);
        snprintf(name, 96, "%s %s", t[i].name, t[i].dtype);
        if (part && !strstr(name, part)) continue;
        *tests = realloc(*tests, (n + 1) * sizeof **tests);
        (*tests)[n++] = (struct CMUnitTest){.name = name, .test_func = a_case, .initial_state = t + i};
    }
    return n;
}

int main(int argc, char **argv)
{
    struct CMUnitTest *tests = NULL;
    const law *l;
    size_t n = 0;
    for (size_t i = 0; (l = law_at(i)); ++i) n = add_cases(l, argc > 1 ? argv[1] : NULL, &tests, n);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const int failed = _cmocka_run_group_tests("marginal", tests, n, NULL, NULL);
    printf("# %u tests\n", tests_made);
    return failed;
}
