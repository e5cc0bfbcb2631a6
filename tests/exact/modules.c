/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parts that a module must provide for code that loops over the list: a sampler without moments (or a reason for none),
 * examples, help, source or digest fails here by its name. (Oracles, known answers and cells: tests/known,
 * tests/statistics.) */
#include <math.h>

#include "reroll_law.h"
#include "tests/support/support.h"

static int holds(const rr_range *r, double x)
{
    return (r->low_open ? x > r->low : x >= r->low) && (r->high_open ? x < r->high : x <= r->high);
}

/* True if the sampler accepts both ends of an example, and a point between them. bench draws parameters between them, so a
 * parameter that must be an integer does not vary. Where a parameter is shared by all draws, an example that varies is not
 * valid. */
static int takes(const rr_sampler *s, const rr_example *e)
{
    for (uint32_t p = 0; p < s->params; ++p) {
        if (s->fixed >> p & 1 && e->low[p] != e->high[p]) return 0;
        if (rr_is_covariance(s, p)) continue;
        if (!holds(&s->param[p].f32, e->low[p]) || !holds(&s->param[p].f32, e->high[p])) return 0;
        if (!holds(&s->param[p].f64, e->low[p]) || !holds(&s->param[p].f64, e->high[p])) return 0;
    }
    double between[RR_MAX_PARAMS];
    for (uint32_t p = 0; p < s->params; ++p)   /* equal ends may be infinite */
        between[p] = e->low[p] == e->high[p] ? e->low[p] : e->low[p] + 0.381966 * (e->high[p] - e->low[p]);
    return !s->relate || (!s->relate(e->low) && !s->relate(e->high) && (s->integers || !s->relate(between)));
}

static unsigned examples(const rr_sampler *s, uint32_t use)
{
    unsigned count = 0;
    for (const rr_example *e = s->about->examples; e && e->use; ++e) count += (e->use & use) == use && takes(s, e);
    return count;
}

static int has_param(const rr_sampler *s, const char *name)
{
    uint32_t p = 0;
    while (p < s->params && strcmp(s->param[p].name, name)) ++p;
    return p < s->params;
}

static const char *wrong_with_text(const rr_sampler *s)
{
    if (!s->help || !s->help[0]) return "no help";
    if (!s->source || !s->source[0]) return "no source";
    for (uint32_t p = 0; p < s->params; ++p) {
        const double fallback = s->param[p].fallback;
        if (!s->param[p].name || !s->param[p].help || !s->param[p].help[0]) return "a parameter without name or help";
        if (!isnan(fallback) && !(holds(&s->param[p].f32, fallback) && holds(&s->param[p].f64, fallback)))
            return "a default outside its range";
    }
    return NULL;
}

static const char *wrong_with_moments(const rr_sampler *s)
{
    const rr_law *law = s->about;
    if (!law->moments) return law->no_moments && law->no_moments[0] ? NULL : "no moments, and no word why";
    if (law->no_moments) return "moments, and a word why there are none";
    if (!examples(s, RR_FOR_MOMENTS)) return "no example that is for moments and that the sampler takes";
    for (const rr_example *e = law->examples; e->use; ++e) {
        if (!(e->use & RR_FOR_MOMENTS)) continue;
        const rr_moments m = law->moments(e->low);
        if (memcmp(e->low, e->high, sizeof e->low)) return "an example for moments that varies";
        if (!isfinite(m.mean) || !(m.variance > 0) || !(m.fourth >= m.variance * m.variance) || isinf(m.fourth))
            return "moments that are none at an example";
    }
    return NULL;
}

/* The first sampler of its draw: the planner plans its strategies. */
static int is_draw(const rr_sampler *s)
{
    const rr_sampler *before;
    for (size_t i = 0; (before = rr_sampler_list(i)) && before != s; ++i)
        if (before->family == s->family) return 0;
    return 1;
}

static const char *wrong_with_examples(const rr_sampler *s)
{
    if (!s->about->examples || !s->about->examples->use) return "no examples";
    if (!examples(s, RR_FOR_BENCH)) return "no example that is for the bench and that the sampler takes";
    /* As in cli/measure/grid.c. */
    if (s->rejects && !rr_is_row(s) && !s->stages && is_draw(s) && !examples(s, RR_FOR_PLAN))
        return "a draw that rejects, and no example for the planner";
    for (const rr_example *e = s->about->examples; e->use; ++e) {
        if (!s->method[0] && !takes(s, e)) return "an example that the law's plain method refuses";
        if (e->use & (RR_FOR_STRATEGIES | RR_FOR_REPORT) && !(e->use & RR_FOR_BENCH))
            return "an example that is not for the bench, but for some of it";
        if (e->use & RR_FOR_QUICK_PLAN && !(e->use & RR_FOR_PLAN))
            return "an example that is not for the planner, but for some of it";
    }
    return NULL;
}

/* Other names lead to a parameter or to a note, and hide no parameter. */
static const char *wrong_with_synonyms(const rr_sampler *s)
{
    for (const rr_synonym *y = s->about->synonyms; y && y->name; ++y) {
        if (has_param(s, y->name)) return "another name that is a parameter's own";
        if (!y->ours == !y->note) return "another name without what it stands for, or with both";
        if (y->ours && !has_param(s, y->ours)) return "another name of no parameter";
        for (const rr_synonym *z = s->about->synonyms; z != y; ++z)
            if (!strcmp(z->name, y->name)) return "another name that is there twice";
    }
    return NULL;
}

/* The U of sampler uniform at the same index has one word in f32 and two in f64; fewer digits have one. */
static const char *wrong_with_words(const rr_sampler *s)
{
    const int f64 = s->dtypes >> RR_F64 & 1, both = f64 && (!s->digits || s->digits > 32);
    if (!s->monotone || s->counts) return NULL;
    return s->words[0] == 1 && (!f64 || s->words[1] == 1 + both) ? NULL : "an inverse CDF with the words of another U";
}

/* The missing or wrong part, or NULL. */
static const char *wrong(const rr_sampler *s)
{
    const char *what = wrong_with_text(s);
    if (!s->about) return "nothing about its law";
    if (!s->outside != !!s->digest) return s->outside ? "a digest, though its bits are outside the contract" : "no digest";
    if (!what) what = wrong_with_examples(s);
    if (!what) what = wrong_with_moments(s);
    if (!what) what = wrong_with_words(s);
    return what ? what : wrong_with_synonyms(s);
}

static void every_module_is_complete(void **state)
{
    const rr_sampler *s;
    unsigned found = 0;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        const char *what = wrong(s);
        if (what) print_message("%s: %s\n", s->name, what);
        found += what != NULL;
    }
    assert_int_equal(found, 0);
    (void)state;
}

/* A distribution is described once: its methods have the same facts and the same names of parameters, after which an
 * inverse-CDF method may have the ends of a window. */
static void methods_share_their_law(void **state)
{
    const rr_sampler *s, *t;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i)
        for (size_t k = 0; k < i && (t = rr_sampler_list(k)); ++k) {
            if (!strcmp(s->law, t->law) != (s->about == t->about)) fail_msg("%s and %s: one law, or two?", s->name, t->name);
            if (s->about != t->about) continue;
            const uint32_t shared = s->params < t->params ? s->params : t->params;
            assert_true(s->params == t->params || (s->counts && (s->monotone || t->monotone)));
            for (uint32_t p = 0; p < shared; ++p) assert_string_equal(s->param[p].name, t->param[p].name);
        }
    (void)state;
}

/* The check can fail: each part that is removed from a complete module is missed. */
static void missed(const rr_sampler *whole, const rr_sampler *broken)
{
    assert_null(wrong(whole));
    if (!wrong(broken)) fail_msg("something was taken from %s, and nothing is missed", whole->name);
}

static void missing_parts_are_reported(void **state)
{
    /* A parameter's own name; a name that leads to no parameter; one without a meaning; the same name twice. */
    static const rr_synonym BAD[4][3] = {
        {{"scale", "shape", NULL}}, {{"k", "form", NULL}}, {{"k", NULL, NULL}}, {{"k", "shape", NULL}, {"k", "scale", NULL}},
    };
    const rr_sampler *whole = rr_sampler_find("gamma");
    const rr_law *facts = whole->about;
    rr_sampler s = *whole;
    rr_law law = *facts;
    rr_example list[40], *const first = list, *const second = list + 1;
    size_t n = 0;
    while (n < 39 && facts->examples[n].use) ++n;
#define TAKE(taken, back) { taken; missed(whole, &s); back; }
    TAKE(s.help = "", s.help = whole->help)
    TAKE(s.source = NULL, s.source = whole->source)
    TAKE(s.param[0].help = "", s.param[0].help = whole->param[0].help)
    TAKE(s.param[1].fallback = 0, s.param[1].fallback = whole->param[1].fallback)
    TAKE(s.monotone = 1, s.monotone = 0)
    TAKE(s.digest = 0, s.digest = whole->digest)
    TAKE(s.outside = 1, s.outside = 0)
    TAKE(s.about = NULL, s.about = &law)
    TAKE(law.moments = NULL, law.moments = facts->moments)
    TAKE(law.no_moments = "none", law.no_moments = NULL)
    TAKE(law.examples = NULL, law.examples = list)
    TAKE(memset(list, 0, sizeof list), memcpy(list, facts->examples, n * sizeof *list))
    TAKE(for (size_t i = 0; i < n; ++i) list[i].use = RR_FOR_BENCH, memcpy(list, facts->examples, n * sizeof *list))
    TAKE(for (size_t i = 0; i < n; ++i) list[i].use = RR_FOR_MOMENTS, memcpy(list, facts->examples, n * sizeof *list))
    TAKE(first->low[0] = 0, *first = facts->examples[0])
    TAKE(second->use = RR_FOR_REPORT, *second = facts->examples[1])
    TAKE(second->use |= RR_FOR_MOMENTS, *second = facts->examples[1])
    TAKE(second->use = RR_FOR_BENCH | RR_FOR_QUICK_PLAN, *second = facts->examples[1])
    for (int k = 0; k < 4; ++k) TAKE(law.synonyms = BAD[k], law.synonyms = facts->synonyms)
    assert_null(wrong(&s));
    (void)state;
}

/* The names that NumPy, SciPy, R, Stan and PyTorch give to parameters, in the order of ours; - for one they do not have. */
static const char *const OTHERS[] = {
    "uniform min max", "uniform a b", "normal loc scale", "normal mu sigma", "beta alpha beta", "beta shape1 shape2",
    "gamma a scale", "gamma alpha -", "f dfnum dfden", "f dfn dfd", "noncentral-f df1 df2 ncp", "noncentral-f dfn dfd nc",
    "noncentral-chi2 df ncp", "noncentral-t nu delta", "student-t nu mu sigma", "skew-normal xi omega alpha",
    "laplace mu b", "logistic mu s", "cauchy mu gamma", "gumbel mu beta", "weibull shape scale", "genpareto xi mu sigma",
    "pareto alpha -", "pareto shape -", "triangular low mode high", "inverse-gamma alpha beta", "wald mu lambda",
    "truncated-normal min max mu sigma", "truncated-pareto lower upper alpha -", "asymmetric-laplace asymmetry mu -",
    "half-normal sigma", "rice - sigma", "chi nu", "negative-binomial-mean mean dispersion", "beta-binomial n alpha beta",
    "dirichlet-multinomial trials concentration", "multinomial n pvals", "zero-inflated-poisson lambda -",
    "multivariate-normal mu sigma", "multivariate-t mu sigma nu", "matrix-normal loc u v", "wishart sigma nu",
    "wishart v nu", "von-mises-fisher mu -", "gumbel-softmax - tau", "ordered-logistic location cuts",
    "beta-prime alpha beta -", "geninvgauss lambda omega eta", "truncated-normal low high loc scale", "binomial - prob",
    "negative-binomial r prob", "hypergeometric good failures draws", "genextreme - location -",
};

/* True if the name is the parameter's own, or a synonym of it. */
static int leads_to(const rr_sampler *s, const char *name, const char *param)
{
    const rr_synonym *same = s->about->synonyms;
    while (same && same->name && strcmp(same->name, name)) ++same;
    return same && same->name ? same->ours && !strcmp(same->ours, param) : !strcmp(name, param);
}

static void names_of_others(void **state)
{
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; ++i) {
        char text[128], *rest = text;
        snprintf(text, sizeof text, "%s", OTHERS[i]);
        const rr_sampler *s = rr_sampler_find(strtok_r(rest, " ", &rest));
        if (!s) fail_msg("%s: no such sampler", OTHERS[i]);
        for (uint32_t p = 0; p < s->params; ++p) {
            const char *name = strtok_r(rest, " ", &rest);
            if (!name) fail_msg("%s: %u parameters", OTHERS[i], s->params);
            if (strcmp(name, "-") && !leads_to(s, name, s->param[p].name))
                fail_msg("%s: %s is not %s", OTHERS[i], name, s->param[p].name);
        }
    }
    (void)state;
}

/* At odds 0 all bad items are drawn first; at infinite odds all good ones. */
static void moments_of_certain_samples(void **state)
{
    static const struct {
        double p[4], mean;
    } at[] = {{{3, 7, 5, 0}, 0}, {{3, 7, 8, 0}, 1}, {{7, 3, 5, INFINITY}, 5}, {{7, 3, 9, INFINITY}, 7}};
    const rr_sampler *s = rr_sampler_find("wallenius-hypergeometric");
    for (size_t i = 0; i < sizeof at / sizeof *at; ++i) {
        const rr_moments m = s->about->moments(at[i].p);
        if (!(fabs(m.mean - at[i].mean) < 1e-12) || !(fabs(m.variance) < 1e-12) || !(fabs(m.fourth) < 1e-12))
            fail_msg("case %zu: mean %g, variance %g, fourth moment %g", i, m.mean, m.variance, m.fourth);
    }
    (void)state;
}

/* Parameters with which moments about 0, or 1 - p, would cancel; by mpmath. */
static void moments_without_cancellation(void **state)
{
    static const struct {
        const char *name;
        double p[4];
        rr_moments is;
    } at[] = {
        {"polya-gamma", {1e8}, {5e-9, 5e-25, 7.50000075e-49}}, {"polya-gamma", {2000}, {0.00025, 6.25e-11, 1.177734375e-20}},
        {"polya-gamma", {59.9}, {0.008347245409015, 2.32642757657e-06, 1.89474461923e-11}},
        {"bernoulli-logit", {-37}, {8.5330476257440658e-17, 8.5330476257440658e-17, 8.5330476257440658e-17}},
        {"zero-inflated-poisson", {1e9, 0}, {1e9, 1e9, 3.000000001e18}},
        {"zero-inflated-poisson", {5, 0.3}, {3.5, 8.75, 172.8125}},
        {"hurdle-poisson", {1e12, 0}, {1e12, 1e12, 3e24}},
        {"zero-inflated-binomial", {9e15, 0.5, 0}, {4.5e15, 2.25e15, 1.51875e31}},
        {"zero-inflated-negative-binomial", {2.5, 0.3, 0.25}, {4.375, 20.963541666667, 2308.966064453}},
        {"positive-negative-binomial", {5, 1}, {1, 0, 0}}, {"hurdle-negative-binomial", {5, 1, 0.5}, {0.5, 0.25, 0.0625}},
        {"hurdle-negative-binomial", {5, 0.3, 0.5}, {5.847542862489, 53.51938540869, 10892.24336957}},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; ++i) {
        const rr_moments m = rr_sampler_find(at[i].name)->about->moments(at[i].p), is = at[i].is;
        if (!(fabs(m.mean - is.mean) <= 1e-11 * is.mean && fabs(m.variance - is.variance) <= 1e-11 * is.variance &&
              fabs(m.fourth - is.fourth) <= 1e-11 * is.fourth))
            fail_msg("%s at %g: mean %.12g, variance %.12g, fourth moment %.12g", at[i].name, at[i].p[0], m.mean,
                     m.variance, m.fourth);
    }
    (void)state;
}

/* An interval of one point has its mean there, and no variance. */
static void moments_of_a_point(void **state)
{
    const rr_sampler *s;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        if (s->method[0] || !s->about || !s->about->moments || !has_param(s, "low") || !has_param(s, "high")) continue;
        double p[RR_MAX_PARAMS];
        memcpy(p, s->about->examples->low, sizeof p);
        for (uint32_t k = 0; k < s->params; ++k)
            if (!strcmp(s->param[k].name, "low") || !strcmp(s->param[k].name, "high")) p[k] = 3;
        if (s->relate && s->relate(p)) continue;
        const rr_moments m = s->about->moments(p);
        if (!(fabs(m.mean - 3) < 1e-9) || !(fabs(m.variance) < 1e-9) || !(fabs(m.fourth) < 1e-9))
            fail_msg("%s: mean %g, variance %g, fourth moment %g", s->name, m.mean, m.variance, m.fourth);
    }
    (void)state;
}

/* Fourth moments, which verify only uses for its bounds, compared with those of many draws. */
static void fourth_moments(void **state)
{
    const rr_sampler *s;
    enum { MANY = 200000 };
    double *x = malloc(MANY * sizeof *x);
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        if (s->method[0] || !s->about || !s->about->moments || !(s->dtypes >> RR_F64 & 1)) continue;
        for (const rr_example *e = s->about->examples; e->use; ++e) {
            if (!(e->use & RR_FOR_MOMENTS)) continue;
            const rr_moments m = s->about->moments(e->low);
            rr_job job = RR_JOB_INIT;
            double sum = 0;
            job.sampler = s;
            job.rows = MANY;
            for (uint32_t p = 0; p < s->params; ++p) job.param[p] = (rr_param){&e->low[p], RR_F64, 0, 0};
            must_run(device("cpu"), &job, x);
            for (int k = 0; k < MANY; ++k) sum += pow(x[k] - m.mean, 4) / MANY;
            /* The fourth moments of long-tailed distributions converge slowly. */
            if (fabs(sum / m.fourth - 1) > 0.02 * m.fourth / (m.variance * m.variance))
                fail_msg("%s: fourth moment %g, of draws %g", s->name, m.fourth, sum);
        }
    }
    free(x);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_module_is_complete), TEST(methods_share_their_law), TEST(missing_parts_are_reported),
        TEST(names_of_others), TEST(moments_of_certain_samples), TEST(moments_without_cancellation),
        TEST(moments_of_a_point), TEST(fourth_moments),
    };
    return RUN(tests);
}
