/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first pass in f32 of poisson and binomial at the words next to every boundary, with and without a table of masses: its
 * verdict is that of the definition in long double, whatever words follow. Parameters in arrays get the verdicts of
 * constants. */
#define RR_DTYPE 32
#include "tests/law/lanes.h"
#include "laws/binomial/binomial.h"
#include "laws/hypergeometric/hypergeometric.h"
#include "laws/poisson/poisson.h"

/* The definition: k = floor(c +- y), accepted where V A <= P(k) (a / u^2 + b). */
typedef struct exact {
    long double a, b, area, centre, mean, n, p;   /* n: 0 for poisson */
    int mirrored;
} exact;

static exact exact_poisson(double lam)
{
    exact e = {.centre = lam + 0.43L, .mean = lam};
    e.b = 0.931L + 2.53L * sqrtl(lam);
    e.a = -0.059L + 0.02483L * e.b;
    e.area = 1.1239L + 1.2L / (e.b - 3.4L);
    return e;
}

static exact exact_binomial(double n, double p)
{
    exact e = {.n = n, .p = p, .mirrored = p > 0.5};
    if (e.mirrored) e.p = 1 - e.p;
    e.mean = n * e.p;
    e.centre = e.mean + 0.5L;
    e.b = 1.15L + 2.53L * sqrtl(e.mean * (1 - e.p));
    e.a = -0.0873L + 0.0248L * e.b + 0.01L * e.p;
    e.area = (2.83L + 5.1L / e.b) * 0.398942280401432677940L;   /* over sqrt(2 pi) */
    return e;
}

static long double log_mass(const exact *e, long double k)
{
    if (e->n <= 0) return k * logl(e->mean) - e->mean - lgammal(k + 1);
    return lgammal(e->n + 1) - lgammal(k + 1) - lgammal(e->n - k + 1) + k * logl(e->p) + (e->n - k) * log1pl(-e->p);
}

/* Whether V accepts U, and the count. */
static int accepts(const exact *e, long double big_u, long double v, double *k)
{
    const long double u = big_u < 0.5L ? big_u : 1 - big_u, y = (0.5L - u) * (2 * e->a / u + e->b);
    const long double at = floorl(big_u < 0.5L ? e->centre - y : e->centre + y);
    *k = (double)(e->mirrored ? e->n - at : at);
    if (at < 0 || (e->n > 0 && at > e->n)) return 0;
    return logl(v * e->area / (e->a / (u * u) + e->b)) <= log_mass(e, at);
}

/* A tile with one set of parameters, each as two floats; with a table where it pays. */
typedef struct first {
    rr_tile tile;
    float param[4], table[RR_NARROW_MASSES];
    int binomial, has_table;
} first;

static void open_first(first *f, double p0, double p1)
{
    memset(f, 0, sizeof *f);
    f->binomial = p1 >= 0;
    const unsigned count = f->binomial ? 2 : 1;
    const double p[2] = {p0, p1};
    for (unsigned k = 0; k < count; ++k) {
        f->param[k] = (float)p[k];
        f->param[count + k] = (float)(p[k] - (double)f->param[k]);
    }
    for (unsigned k = 0; k < 2 * count; ++k) f->tile.param[k] = &f->param[k];
    f->tile.n = 4096;
    f->tile.cap = 256;
    (f->binomial ? rr_binomial_prepare : rr_poisson_prepare)(&f->tile);
    f->has_table = (f->binomial ? rr_binomial_masses : rr_poisson_masses)(&f->tile, f->table);
    if (f->has_table) f->tile.table = f->table;
}

/* 0: judged without a far deviance, 1: with it, 2: by masses. */
static rr_try verdict(const first *f, int how, rr_word wu, rr_word wv)
{
    rr_mask rough = rr_mfrom(0);
    rr_try made;
    if (how == 2) return (f->binomial ? rr_binomial_weigh : rr_poisson_weigh)(&f->tile, wu, wv);
    if (f->binomial) {
        const rr_binomial_set g = rr_binomial_kept(&f->tile);
        made = rr_binomial_judge(&g, wu, wv, how, &rough);
    } else {
        const rr_poisson_set g = rr_poisson_kept(&f->tile);
        made = rr_poisson_judge(&g, wu, wv, how, &rough);
    }
    if (how == 0 && rr_some(rough)) made.open = rr_mfrom(1);
    return made;
}

static unsigned seen, open;

static void words(const first *f, const exact *e, rr_word wu, rr_word wv)
{
    for (int how = 0; how < 2 + f->has_table; ++how) {
        const rr_try quick = verdict(f, how, wu, wv);
        ++seen;
        open += rr_some(quick.open) != 0;
        if (rr_some(quick.open)) continue;
        for (int low = 0; low < 4; ++low) {
            const long double u = wu + (low & 1 ? 1 - 0x1p-30L : 0x1p-30L), v = wv + (low & 2 ? 1 - 0x1p-30L : 0x1p-30L);
            double k;
            const int in = accepts(e, u * 0x1p-32L, v * 0x1p-32L, &k), yes = rr_some(quick.accept) != 0;
            if (in != yes || (yes && k != (double)(int32_t)rr_asbits(quick.value)))
                fail_msg("%s of mean %.9g (%.9g), words %08x %08x, way %d: quick %d %d, exact %d %.0f",
                         f->binomial ? "binomial" : "poisson", (double)e->mean, (double)e->p, (unsigned)wu, (unsigned)wv,
                         how, yes, (int)rr_asbits(quick.value), in, k);
        }
    }
}

/* Words of U around the beginning of every count and inside it; words of V around the probability of acceptance, 2^-12 of it
 * away, where a verdict in f32 becomes certain, and the ends. */
static void about(const first *f, const exact *e, long double k, long double inside)
{
    const long double away = k + inside - e->centre, y = fabsl(away), q = y + 2 * e->a - e->b / 2;
    const long double u = fminl(0.5L, 2 * e->a / (q + sqrtl(q * q + 4 * e->a * e->b))), big = away < 0 ? u : 1 - u;
    const long double hat = (e->a / (u * u) + e->b) / e->area, edge = fminl(1, expl(log_mass(e, k)) * hat);
    for (int at = -3; at <= 3; ++at) {
        const long double w = fminl(fmaxl(floorl(big * 0x1p32L) + at, 0), 0xffffffffL);
        for (int by = -8; by <= 8; ++by) {
            const long double v = edge * (1 + by * 0x1.4p-15L) * 0x1p32L;
            words(f, e, (rr_word)w, (rr_word)fminl(v, 0xffffffffL));
        }
        words(f, e, (rr_word)w, 0);
        words(f, e, (rr_word)w, 0xffffffffu);
    }
}

static void one(double p0, double p1)
{
    static first f;
    const exact e = p1 >= 0 ? exact_binomial(p0, p1) : exact_poisson(p0);
    const long double sd = sqrtl(e.mean * (p1 >= 0 ? 1 - e.p : 1)), step = fmaxl(1, floorl(sd / 20));
    open_first(&f, p0, p1);
    seen = open = 0;
    const long double last = fminl(p1 >= 0 ? e.n : INFINITY, e.mean + 9 * sd);
    for (long double k = fmaxl(0, floorl(e.mean - 9 * sd)); k <= last; k += step) {
        about(&f, &e, k, 0);
        about(&f, &e, k, 0.5L);
    }
    if (!(seen > 5000 && open < seen)) fail_msg("(%g, %g): %u of %u are open", p0, p1, open, seen);
}

static void verdicts(void **state)
{
    static const double lam[] = {10, 10.000000000000002, 10.4, 11.43, 14, 31.0000001, 69.3, 83.2, 512, 12500,
                                 22370, 1048575.9999, 1048576};
    (void)state;
    need_long_double();
    for (size_t i = 0; i < sizeof lam / sizeof *lam; ++i) one(lam[i], -1);
    one(20, 0.5);
    one(100, 0.1);
    one(100, 0.9);
    one(1000, 0.3);
    one(1050556, 0.9999904812308911);
    one(1620000, 0.9999938271604938);
    one(4194304, 0.5);
    one(4194304, 10 / 4194304.);
}

/* ---- Arrays of parameters --------------------------------------------------------------------------------------------- */

typedef struct group {
    const char *name;
    unsigned params;
    void (*prepare)(rr_tile *t);
    void (*draw)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v);
    double param[3];
} group;

/* The parameters are stored in each slot of a tile of two, first their upper parts; varies: they are an array. */
static void open_group(rr_tile *t, const group *g, float (*param)[2], int varies)
{
    memset(t, 0, sizeof *t);
    for (unsigned p = 0; p < 2 * g->params; ++p) {
        const double whole = g->param[p % g->params];
        const float upper = (float)whole;
        param[p][0] = param[p][1] = p < g->params ? upper : (float)(whole - (double)upper);
        t->param[p] = param[p];
    }
    t->varies = varies ? (1u << g->params) - 1 : 0;
    t->n = 2;
    t->cap = 256;
    g->prepare(t);
}

static void arrays(void **state)
{
    static const group groups[] = {{"poisson", 1, rr_poisson_prepare, rr_poisson_group, {69.3}},
                                   {"binomial", 2, rr_binomial_prepare, rr_binomial_group, {1000, 0.3}},
                                   {"hypergeometric", 3, rr_hypergeometric_prepare, rr_hypergeometric_group, {300, 700, 100}}};
    enum { BLOCKS = 500 };
    (void)state;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; ++i) {
        float param[2][6][2];
        rr_tile one, each;
        unsigned undecided = 0;
        open_group(&one, &groups[i], param[0], 0);
        open_group(&each, &groups[i], param[1], 1);
        for (uint32_t k = 0; k < BLOCKS; ++k) {
            const uint32_t x = k * 0x9e3779b9u;
            const rr_block b = {{x, x * 0x85ebca6bu ^ x >> 7, ~x, x * 0xc2b2ae35u ^ x >> 5}};
            rr_try v[2], w[2];
            groups[i].draw(&one, &b, 0, v);
            groups[i].draw(&each, &b, 0, w);
            for (int lane = 0; lane < 2; ++lane) {
                if (!rr_some(v[lane].open) != !rr_some(w[lane].open) || !rr_some(v[lane].accept) != !rr_some(w[lane].accept) ||
                    (rr_some(v[lane].accept) && rr_asbits(v[lane].value) != rr_asbits(w[lane].value)))
                    fail_msg("%s: block %u, another verdict in an array", groups[i].name, (unsigned)k);
                undecided += rr_some(w[lane].open) != 0;
            }
        }
        if (undecided > 2 * BLOCKS / 20) fail_msg("%s: %u of %u are open", groups[i].name, undecided, 2 * BLOCKS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts), cmocka_unit_test(arrays)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("first passes of counts", tests, NULL, NULL);
}
