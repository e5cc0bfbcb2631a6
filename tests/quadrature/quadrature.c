/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The distribution of every draw by quadrature over its uniforms, without sampling: the accepted mass of each cell, from
 * real verdicts of the real attempt, against the exact probability of the cell (cells.py; laws/ROOM/cells and, for switch
 * points and ends of parameters, tests/quadrature/cells).
 *
 * Goes through laws/list.h: a draw that has neither a row in layouts.h nor a reason to be left out fails by name. A sampler
 * that finishes another one's draw is tested where it has cells. An argument runs the cases whose names hold it;
 * REROLL_DEEP=1 takes all cells of the files and REROLL_QUADRATURE_SHOW=1 shows the cells. */
#include "tests/statistics/check.h"

#include "host/density/density.h"
#include "host/tables/tables.h"
#include "ziggurat.h"

enum { PANELS = 16, PARTS = 1 << 9, DEEP_PARTS = 1 << 12, SHOWN = 4 };
#define MOST_COUNTS 1500        /* panels end at each count of so many, in a deep test of DEEP_COUNTS */
#define DEEP_COUNTS 30000
#define BOUND 1e-6            /* of a cell's probability, */
#define LONG_BOUND 2e-5       /* of a gamma with a boost, a sum over lines of lines, and of binades by few parts */

#define LEAST_FAR 1e-6

/* Cells are merged up to `smallest`, but for tails, whose cells grow by `step`: lines that hold all cells are
 * long, and have none beyond which there is less than LEAST_FAR. */
static const struct { double smallest, step; } few = {0x1p-5, 16}, fewer = {0x1p-3, 256};

typedef struct test_case {
    const law *l;
    const layout *row;
    table cells;
} test_case;

int deep(void);   /* of tests/support/support.h, whose device() is another one than check.h's */

/* Errors that grow near 0: of d (1 + y)^3, y of a normal, 1 + y is off by an ulp of 1; of e^v, v is by its own ulp. */
static double condition(const layout *l, const table *t, double x)
{
    if (!strcmp(l->draw, "beta")) return x > 0 ? fmax(1, fabs(log(x)) / 4) : 1;
    const double d = t->params[0] * t->params[1];
    return l->kind == NORMAL && t->params[0] >= 1 && x > 0 && x < d ? cbrt(d / x) : 1;
}

/* How many counts there are between the first and the last edge: too many are for a deep test. */
static int too_many(const table *t, const layout *l)
{
    const double counts = t->edge[t->cells - 2] - t->edge[0];
    if (!strcmp(l->draw, "integers")) return counts > 1e6;   /* rejections are no runs: tests/law/integers_f64 */
    return l->kind == PLANE && !l->words[0] && !l->least && counts > (deep() ? DEEP_COUNTS : MOST_COUNTS);
}

/* |x| times the density near edge i, from the cells on both sides. */
static double steepness(const table *t, const layout *l, size_t i)
{
    const double location = l->location ? fabs(t->params[l->location - 1]) : 0;
    double most = 0;
    for (size_t k = i; k <= i + 1; ++k)
        if (k > 0 && k + 1 < t->cells) most = fmax(most, t->probability[k] / (t->edge[k] - t->edge[k - 1]));
    return most * fmax(fabs(t->edge[i]), isfinite(location) ? location : 0) * condition(l, t, t->edge[i]);
}

/* The cells of the file, or fewer. */
static void merge(draw_case *c, const table *t)
{
    const int long_lines = c->l->kind == SMOOTH || c->boosted;
    const double smallest = long_lines ? fewer.smallest : few.smallest, step = long_lines ? fewer.step : few.step;
    /* f32 has no LOW words next to 1, and some draws have none at all. */
    const double word = !c->f64 || !strstr(c->l->words[1], "l0") ? 0x1p-32 : 0;
    const double half_ulp = c->f64 ? 0x1p-53 : 0x1p-24;
    double below = 0, sum = 0, slack = 0;
    for (size_t i = 0; i < t->cells; ++i) {
        sum += t->probability[i];
        const int last = i + 1 == t->cells;
        const double end = below + sum, far = fmin(end, 1 - end + t->probability[t->cells - 1]);
        const int room = c->cells + 2 < MAX_MERGED;
        const int ends = long_lines && far < LEAST_FAR ? 0 : deep() || (t->cells < 24 && !long_lines) ||
                         sum >= fmin(smallest, far < smallest ? far * (1 - 1 / step) : 1);
        if (!last && !(room && ends)) continue;
        const double edge_slack = last ? 0 : word + steepness(t, c->l, i) * c->l->ulps * half_ulp;
        c->edge[c->cells] = t->edge[i];
        c->probability[c->cells] = sum;
        c->slack[c->cells++] = slack + edge_slack;
        below += sum;
        slack = edge_slack;
        sum = 0;
    }
}

/* The table of a sampler that has one. */
static rr_table table_of(const test_case *t)
{
    rr_table made = {.size = 0};
    rr_result result = RR_RESULT_INIT;
    rr_call call = {.sampler = t->l->sampler, .width = strcmp(t->cells.dtype, "f32") ? 8 : 4};
    call.job.sampler = call.sampler;
    for (uint32_t p = 0; p < call.sampler->params; ++p) {
        call.param[p] = call.job.param[p] = (rr_param){t->cells.params + p, RR_F64, 0, 0};
        call.range[p] = rr_param_range(call.sampler, call.width == 8 ? RR_F64 : RR_F32, p);
    }
    if (rr_table_take(&call, &result, &made) != RR_OK) fail_msg("%s", result.message);
    return made;
}

static void find(draw_case *c, const char *sampler)
{
    switch (c->l->kind) {
    case LINE: {
        int found[GRID + 1];
        probes(c, 0, found);
        line(c, 0, found, c->mass);
        break;
    }
    case PLANE: integrate(c, &plane, PANELS); break;
    case SMOOTH: integrate(c, &smooth_plane, PANELS); break;
    case NORMAL: integrate(c, &normal_then, PANELS); break;
    case BINADES: integrate_binades(c, deep() ? DEEP_PARTS : PARTS); break;
    case ZIGGURAT: integrate_ziggurat(c, !strcmp(sampler, "normal_ziggurat")); break;
    }
}

/* Cells that are wrong by more than BOUND and what the edges' rounding explains. */
static int judge(const draw_case *c, const char *what)
{
    double sum = 0, worst = 0, doubt = 0;
    size_t at = 0, wrong = 0;
    for (size_t i = 0; i < c->cells; ++i) sum += c->mass[i];
    for (size_t i = 0; i < c->cells; ++i) {
        const double p = c->probability[i], off = c->mass[i] / sum - p;
        if (p < 1e-12) continue;
        const double left = fmax(fabs(off) - c->slack[i], 0) / p;
        const int bad = left > (c->boosted || c->l->kind == BINADES ? LONG_BOUND : BOUND) + c->doubt[i] / sum / p;
        wrong += (size_t)bad;
        if (left > worst) worst = left, at = i;
        doubt = fmax(doubt, c->doubt[i] / sum / p);
        if ((bad && wrong <= SHOWN) || getenv("REROLL_QUADRATURE_SHOW"))
            printf("#   %s <= %.17g: expected %.12g found %.12g, %+.2e of it (rounded edges %.1e, quadrature %.1e)\n",
                   bad ? "WRONG" : "cell", c->edge[i], p, c->mass[i] / sum, off / p, c->slack[i] / p, c->doubt[i] / sum / p);
    }
    printf("# %-44s accepted %.9f cells %2zu worst %.1e at %.6g quadrature %.1e panels %llu attempts %.2g%s\n", what, sum,
           c->cells, worst, c->edge[at], doubt, (unsigned long long)c->panels, (double)c->asked, wrong ? " FAILED" : "");
    return !wrong;
}

static void a_case(void **state)
{
    const test_case *t = *state;
    static draw_case c;
    char what[128];
    memset(&c, 0, sizeof c);
    c.l = t->row;
    c.f64 = strcmp(t->cells.dtype, "f32") != 0;
    c.tolerance = c.f64 ? 1e-7 : 4e-7;
    c.boosted = t->row->kind == NORMAL && t->cells.params[0] < 1;
    c.apart = !t->row->words[0];
    const int many = t->row->kind == SMOOTH || t->row->kind == ZIGGURAT || c.boosted;
    c.most_asked = UINT64_C(1) << (deep() ? 26 : many ? 22 : 20);
    c.split = INFINITY;
    c.words = feed_words(1);
    c.at = places_of(t->row->words[c.f64], &c.words);
    if (!strcmp(t->row->draw, "truncated_normal"))
        c.split = fmin(fmax(t->cells.params[0], t->cells.params[2]), t->cells.params[1]);
    merge(&c, &t->cells);
    snprintf(what, sizeof what, "%s %s", t->cells.name, t->cells.dtype);
    const rr_table table = table_of(t);
    double params[RR_MAX_PARAMS];
    memcpy(params, t->cells.params, sizeof params);
    for (int p = 0; !strcmp(t->row->draw, "integers") && p < 2; ++p) {   /* they are 64-bit integers */
        const int64_t whole = (int64_t)params[p];
        memcpy(&params[p], &whole, sizeof whole);
    }
    assert_int_equal(feed_begin(t->l->name, c.f64, params, table.data, 0), 0);
    find(&c, t->l->name);
    rr_table given = table;
    rr_table_give(&given);
    assert_true(judge(&c, what));
}

/* Every draw of the list has a row, or a reason to have none. */
static void rows(void **state)
{
    const law *l;
    int bad = 0;
    (void)state;
    for (size_t i = 0; (l = law_at(i)); ++i) {
        if (strcmp(l->name, l->draw) || layout_of(l->draw) || why_left_out(l->draw) || l->sampler->stages) continue;
        printf("# %s: no row in tests/quadrature/layouts.h\n", l->name);
        bad = 1;
    }
    assert_false(bad);
}

/* Do cells end where parts of a binade do? */
static int parts_fit(const table *t, const layout *l)
{
    for (size_t i = 0; l->kind == BINADES && i + 1 < t->cells; ++i) {
        const double quarter = exp2(floor(log2(t->edge[i])) - 2);
        if (t->edge[i] >= PARTS && fmod(t->edge[i] + 1, quarter) > 0) return 0;
    }
    return 1;
}

static size_t add(const law *l, const table *t, size_t cases, const char *part, struct CMUnitTest **tests, size_t n)
{
    const layout *row = layout_of(l->draw);
    for (size_t i = 0; row && i < cases; ++i) {
        const int f64 = strcmp(t[i].dtype, "f32") != 0;
        char name[96];
        snprintf(name, sizeof name, "%s %s", t[i].name, t[i].dtype);
        if (strcmp(t[i].sampler, l->sampler->name) || (strcmp(l->name, l->draw) && row->kind != LINE) ||
            (part && !strstr(name, part)) || !row->words[f64])
            continue;
        if ((row->largest > 0 && t[i].params[0] > row->largest) || t[i].params[0] < row->least ||
            too_many(&t[i], row) || !parts_fit(&t[i], row))
            continue;
        test_case *c = malloc(sizeof *c);
        *c = (test_case){l, row, t[i]};
        *tests = realloc(*tests, (n + 1) * sizeof **tests);
        (*tests)[n++] = (struct CMUnitTest){.name = strdup(name), .test_func = a_case, .initial_state = c};
    }
    return n;
}

int main(int argc, char **argv)
{
    static const char *const files[] = {"tests/quadrature/cells/counts.txt", "tests/quadrature/cells/reals.txt"};
    struct CMUnitTest *tests = malloc(sizeof *tests);
    const char *part = argc > 1 ? argv[1] : NULL;
    size_t n = 1, extra[2];
    const law *l;
    table *more[2];
    tests[0] = (struct CMUnitTest){.name = "a row for every draw", .test_func = rows};
    for (int k = 0; k < 2; ++k) extra[k] = read_tables_of(fopen(files[k], "r"), &more[k]);
    for (size_t i = 0; (l = law_at(i)); ++i) {
        table *t;
        const size_t k = read_tables(l, &t);
        n = add(l, t, k, part, &tests, n);
        for (int f = 0; f < 2; ++f) n = add(l, more[f], extra[f], part, &tests, n);
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("quadrature", tests, n, NULL, NULL);
}
