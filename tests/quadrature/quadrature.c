/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The distribution of every draw by quadrature over its uniforms, without sampling: the accepted mass of each cell, from
 * real verdicts of the real attempt, against the exact probability of the cell (cells.py; laws/MODULE/cells and, for switch
 * points and ends of parameters, tests/quadrature/cells).
 *
 * Iterates over laws/list.h: a sampler that has neither cases here nor a reason to be left out fails by name; omitted
 * samplers are counted and printed. A sampler that finishes another one's draw is integrated where it has cells (draws of
 * two or more coordinates in the deep test only). An argument runs the cases whose names contain it; REROLL_DEEP=1 takes all
 * cells of the files and REROLL_QUADRATURE_SHOW=1 shows the cells. */
#include "ziggurat.h"
#include "cases.h"

enum { PANELS = 16, FEWEST_PARTS = 1 << 5, PARTS = 1 << 9, DEEP_PARTS = 1 << 12, SHOWN = 4 };
#define MAX_COUNTS 1500        /* panels end at each count up to this many, in a deep test up to DEEP_COUNTS */
#define DEEP_COUNTS 30000
#define BOUND 1e-6            /* relative to a cell's probability */
/* Ends of runs are known to 2^-33 of their distance to the nearer end of a line (fine()); a normal's line is 18 long, and
 * has a density of .4. */
#define RESOLUTION(kind) ((kind) == NORMAL ? 0x1p-30 : 0x1p-33)
/* At least one f32 case of each draw detects an error of MUST_SEE in its cells of probability SEEN and more. */
#define SEEN 1e-3
#define MUST_SEE 1e-3
#define MIN_FAR 1e-6

/* Cells are merged up to `smallest`, except in tails, where cells grow by `step`: lines that hold all cells are long, and
 * none has less than MIN_FAR beyond it. */
static const struct { double smallest, step; } few = {0x1p-5, 16}, fewer = {0x1p-3, 256};

/* The relative error of an f32 variate near x, in units of u, half an ulp of 1: the row's `ulps`, plus a part that grows
 * with x. The last rounding does not count: probabilities are those of rounded variates. The rows' bounds are those that the
 * samplers state:
 *
 *   exponential 2 for the logarithm, 1 for the scale; normal: logarithm and root 2, cosine 2, products 2, and the location
 *   laplace, logistic, cauchy: laws/laplace/README.md; gumbel: 7 of scale, and 1 ulp
 *   triangular and all formulas of one uniform: laws/laplace/README.md (14 ulps), the error functions of laws/truncated*: 80
 *   normal_icdf 1.89 ulp, giles 4.4 ulp (laws/normal/README.md); gamma_table, beta_table 2^-19 (laws/gamma/README.md)
 *   student_t   10 ulp, and 1.5 ulp of x / 2 = E / df in an exponent; skew_normal two terms within 3 ulp
 *   truncated_normal  8 of the distance from the anchor, and 2 of sd / lambda
 *   von_mises   7 ulps; vmf_versine 31 and 12 |log o| (1 - B) / D; polya_gamma 24 ulps of log x, and 8
 *   geninvgauss 64 (s + s' + |d|) + 8, s and s' about 1 / 2 or less where d is
 *   beta        v = B L, L = log((1 - U) / U): U, 1 - U and the quotient are rounded, 4 of L; 3 of itself by the logarithm
 *               and the product; B is at most 1 / b, b the smaller shape below 1. odds = (a / b) e^v, 6; d log x is (1 - x)
 *               dv
 *   gamma       d is rounded; y within 8 of itself, so that d (1 + y)^3 is within 24 |y| / (1 + y), w = (1 + y)^3 - 1 two
 *               of itself, a cube three; a boost e^v, v = -E / a, 3 |v|, |v| being |log x| but for the log of the other
 *               gamma */
static double half_ulps(const layout *l, const table *t, double x)
{
    const double a = t->params[0], b = t->params[1];
    if (!strcmp(l->draw, "gumbel")) return l->ulps + 7 * b / fmax(fmax(fabs(x), fabs(a)), 1e-30);
    if (!strcmp(l->draw, "student_t")) return l->ulps + 3 * log1p(x * x);
    if (!strcmp(t->sampler, "beta") && x > 0 && x < 1) {
        const double v = log(x / (1 - x)) - log(a / b), scale = fmax(1, 1 / fmin(a, b));
        return l->ulps + (1 - x) * (4 * scale + 3 * fabs(v));
    }
    if (!strcmp(t->sampler, "gamma") && x > 0) {
        const double y = cbrt(x / (b * (a - 1. / 3))) - 1;
        return l->ulps + (a < 1 ? 33 + 3 * (fabs(log(x / b)) + 4) : 30 * fabs(y) / (1 + y) + (y < -0.5 ? 3 : 0));
    }
    return l->ulps;
}

/* The number of counts between the first and the last edge: too many are left to a deep test. */
static int too_many(const table *t, const layout *l)
{
    const double counts = t->edge[t->cells - 2] - t->edge[0];
    if (!strcmp(l->draw, "integers")) return counts > 1e6;   /* rejections are not runs: tests/law/counts/integers_f64 */
    return l->kind == PLANE && !l->words[0] && !l->min && counts > (deep() ? DEEP_COUNTS : MAX_COUNTS);
}

/* The mode of a truncated normal, where both sides begin. */
static double anchor_of(const table *t) { return fmin(fmax(t->params[0], t->params[2]), t->params[1]); }

/* |x| times the density near edge i, from the cells on both sides. */
static double steepness(const table *t, const layout *l, size_t i)
{
    const double location = l->location ? fabs(t->params[l->location - 1]) : 0;
    double max = 0;
    for (size_t k = i; k <= i + 1; ++k)
        if (k > 0 && k + 1 < t->cells) max = fmax(max, t->probability[k] / (t->edge[k] - t->edge[k - 1]));
    if (!strcmp(l->draw, "truncated_normal")) return max * fabs(t->edge[i] - anchor_of(t));
    return max * fmax(fabs(t->edge[i]), isfinite(location) ? location : 0);
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
        const int fits = c->cells + 2 < MAX_MERGED;
        const int ends = long_lines && far < MIN_FAR ? 0 : deep() || (t->cells < 24 && !long_lines) ||
                         sum >= fmin(smallest, far < smallest ? far * (1 - 1 / step) : 1);
        if (!last && !(fits && ends)) continue;
        const double rounded = last ? 0 : steepness(t, c->l, i) * half_ulps(c->l, t, t->edge[i]) * half_ulp;
        const double resolved = RESOLUTION(c->l->kind) * fmin(0.5, 32 * far);
        const double edge_slack = last ? 0 : word + resolved + rounded;
        c->edge[c->cells] = t->edge[i];
        c->probability[c->cells] = sum;
        c->slack[c->cells++] = slack + edge_slack;
        below += sum;
        slack = edge_slack;
        sum = 0;
    }
}

/* The number of parts of a binade: more than four per count of the last edge change nothing. */
static unsigned parts_of(const draw_case *c)
{
    const unsigned max = deep() ? DEEP_PARTS : strcmp(c->l->draw, "zipf") ? 2 * PARTS : PARTS;
    unsigned parts = FEWEST_PARTS;
    while (parts < max && parts < 4 * c->edge[c->cells - 2]) parts *= 2;
    return parts;
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
    case BINADES: integrate_binades(c, parts_of(c)); break;
    case ZIGGURAT: integrate_ziggurat(c, !strcmp(sampler, "normal_ziggurat")); break;
    }
}

/* The relative error, in a cell of probability SEEN or more, that the most sensitive f32 case of a draw tolerates. */
static struct { const layout *l; double sees; } sight[64];

static void keep_sight(const layout *l, int f64, double blind)
{
    size_t i = 0;
    if (f64 || (l->kind != PLANE && l->kind != NORMAL && l->kind != ZIGGURAT)) return;   /* a formula has no verdict */
    while (sight[i].l && sight[i].l != l) ++i;
    sight[i].sees = sight[i].l ? fmin(sight[i].sees, blind) : blind;
    sight[i].l = l;
}

/* After the cases: f32 detects a hat that is wrong by MUST_SEE. */
static void sights(void **state)
{
    int bad = 0;
    (void)state;
    for (size_t i = 0; sight[i].l; ++i) {
        printf("# %s f32 sees %.1e\n", sight[i].l->draw, sight[i].sees);
        bad |= sight[i].sees > MUST_SEE;
    }
    assert_false(bad);
}

/* Cells that are wrong by more than BOUND plus the rounding of the edges. */
static int judge(const draw_case *c, const char *what)
{
    double sum = 0, worst = 0, doubt = 0, blind = 0;
    size_t at = 0, wrong = 0;
    for (size_t i = 0; i < c->cells; ++i) sum += c->mass[i];
    for (size_t i = 0; i < c->cells; ++i) {
        const double p = c->probability[i], off = c->mass[i] / sum - p;
        if (p < 1e-12) continue;
        const double left = fmax(fabs(off) - c->slack[i], 0) / p;
        const int bad = left > BOUND + c->doubt[i] / sum / p;
        wrong += (size_t)bad;
        if (left > worst) worst = left, at = i;
        if (p >= SEEN) blind = fmax(blind, BOUND + (c->slack[i] + c->doubt[i] / sum) / p);
        doubt = fmax(doubt, c->doubt[i] / sum / p);
        if ((bad && wrong <= SHOWN) || getenv("REROLL_QUADRATURE_SHOW"))
            printf("#   %s <= %.17g: expected %.12g found %.12g, %+.2e of it (rounded edges %.1e, quadrature %.1e)\n",
                   bad ? "WRONG" : "cell", c->edge[i], p, c->mass[i] / sum, off / p, c->slack[i] / p, c->doubt[i] / sum / p);
    }
    printf("# %-44s accepted %.9f cells %2zu worst %.1e at %.6g quadrature %.1e sees %.1e", what, sum, c->cells, worst,
           c->edge[at], doubt, blind);
    printf(" panels %llu attempts %.2g%s\n", (unsigned long long)c->panels, (double)c->asked, wrong ? " FAILED" : "");
    keep_sight(c->l, c->f64, blind);
    return !wrong;
}

/* For samplers that finish a gamma: chi and chi2 have twice the parameter. */
static double shape_of(const test_case *t)
{
    return t->cells.params[0] / (strncmp(t->l->name, "chi", 3) ? 1 : 2);
}

static void a_case(void **state)
{
    const test_case *t = *state;
    static draw_case c;
    char what[128];
    memset(&c, 0, sizeof c);
    c.l = t->row;
    c.f64 = is_f64(&t->cells);
    c.tolerance = (c.f64 ? 1e-7 : 4e-7) / (deep() ? 16 : 1);   /* of a panel: there are hundreds */
    c.boosted = t->row->kind == NORMAL && shape_of(t) < 1;
    c.apart = !t->row->words[0];
    const int many = t->row->kind == SMOOTH || t->row->kind == ZIGGURAT || c.boosted;
    c.max_asked = UINT64_C(1) << (deep() ? 26 : many ? 22 : 20);
    c.split = INFINITY;
    next_to_grid = strcmp(t->row->draw, "integers") ? 0 : ODD;
    c.words = feed_words(1);
    c.at = places_of(t->row->words[c.f64], &c.words);
    if (!strcmp(t->row->draw, "truncated_normal"))
        c.split = anchor_of(&t->cells);
    merge(&c, &t->cells);
    snprintf(what, sizeof what, "%s %s", t->cells.name, t->cells.dtype);
    rr_table given = begin(t);
    find(&c, t->l->name);
    rr_table_give(&given);
    assert_true(judge(&c, what));
}

/* ---- Which cases are integrated, and why others are not ------------------------------------------------------------- */

static const char *part;
static struct { const char *why; size_t cases; } skipped[32];

static void count_skipped(const char *why)
{
    size_t i = 0;
    while (skipped[i].why && strcmp(skipped[i].why, why)) ++i;
    skipped[i].why = why;
    ++skipped[i].cases;
}

/* True if cells end where parts of a binade end. */
static int parts_fit(const table *t, const layout *l)
{
    for (size_t i = 0; l->kind == BINADES && i + 1 < t->cells; ++i) {
        const double quarter = exp2(floor(log2(t->edge[i])) - 2);
        if (t->edge[i] >= PARTS && fmod(t->edge[i] + 1, quarter) > 0) return 0;
    }
    return 1;
}

/* Why a case is left out; NULL: it is not. */
static const char *why_not(const law *l, const layout *row, const table *t)
{
    if (!row) {
        const char *why = why_left_out(l);
        return why ? why : "no row: the first test fails";
    }
    if (!row->words[is_f64(t)]) return "f32 of a sampler of counts: there is none";
    if (strcmp(l->name, l->draw) && row->kind != LINE) {
        if (!is_f64(t)) return "a finish in f32: the draw's own cells, and tests/law for the function";
        if (!deep()) return "a finish of a draw of two coordinates and more: in make deep-matrix";
    }
    if (!strcmp(l->draw, "wallenius_hypergeometric") && t->params[2] > 2)
        return "more items than coordinates: statistics/marginal, laws/hypergeometric/answers";
    if (row->largest > 0 && t->params[0] > row->largest) return "more factors than coordinates: statistics/marginal";
    if (row->min > 0 && t->params[0] < row->min)
        return "a lower part of 2^17 counts and more is one more coordinate: quadrature/verdicts, laws/geometric/answers";
    if (too_many(t, row)) return deep() ? "too many counts to end panels at: quadrature/verdicts" : "too many counts: deep";
    if (!parts_fit(t, row)) return "cells that end within parts of a binade: others of the sampler do not";
    return NULL;
}

static void take(const law *l, const table *t)
{
    const layout *row = layout_of(l->draw);
    const char *why = why_not(l, row, t);
    char name[96];
    snprintf(name, sizeof name, "%s %s", t->name, t->dtype);
    if (part && !strstr(name, part)) return;
    if (!why) add_test(name, a_case, l, row, t);
    else count_skipped(why);
}

/* The number of integrated cases with this draw, of one sampler or of all that finish it. */
static size_t cases_of(const char *name, const char *draw)
{
    size_t n = 0;
    for (size_t i = 1; i + 1 < test_count; ++i) {   /* between rows and sights */
        const test_case *t = tests[i].initial_state;
        n += !strcmp(t->l->draw, draw) && (!name || !strcmp(t->l->name, name));
    }
    return n;
}

/* Every draw of the list has an integrated case, and every sampler has one, or a reason to have none. */
static void rows(void **state)
{
    const law *l;
    int bad = 0;
    (void)state;
    for (size_t i = 0; !part && (l = law_at(i)); ++i) {
        const char *why = why_left_out(l);
        FILE *cells = law_file(l, "cells");
        if (cells) fclose(cells);
        if (!why && !cells) why = "no cells: rows or weights, tests/statistics/joint and tests/law";
        if (!why && strcmp(l->name, l->draw)) why = "all of its cases are among those that are counted below";
        if (cases_of(l->name, l->draw)) continue;
        const int is_draw = !strcmp(l->name, l->draw) && !why_left_out(l) && !cases_of(NULL, l->draw);
        bad |= is_draw || !why;
        printf("# %s: %s\n", l->name, is_draw || !why ? "NO ROW in tests/quadrature/layouts.h, and no reason" : why);
    }
    for (size_t i = 0; skipped[i].why; ++i) printf("# left out: %zu cases: %s\n", skipped[i].cases, skipped[i].why);
    printf("# integrated: %zu cases\n", test_count - 2);
    assert_false(bad);
}

int main(int argc, char **argv)
{
    part = argc > 1 ? argv[1] : NULL;
    add_test("a row for every draw", rows, NULL, NULL, NULL);
    each_case(take);
    add_test("what f32 sees", sights, NULL, NULL, NULL);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("quadrature", tests, test_count, NULL, NULL);
}
