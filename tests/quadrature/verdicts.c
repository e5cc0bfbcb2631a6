/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* No quick verdict contradicts the full one: at the ends of runs of every coordinate (layouts.h), found to the last bit by
 * bisection, and at the last decided words before them; there and up to NEIGHBOURS words away, with all further bits 0 and
 * all 1. A quick verdict that is decided is that of the full test (feed_decides), value included; and a decided first pass
 * in f32 has the full verdict in f64, by the words themselves and by its table of masses. An argument runs the cases whose
 * names contain it; REROLL_DEEP=1 takes more lines. */
#include "cases.h"
#include "outcome.h"

enum { NEIGHBOURS = 3, LINES = 8, DEEP_LINES = 128, STARTS = 32, MAX_ENDS = 24 };

static const char *part;

typedef struct answer {
    int accepted, undecided;
    double value;
} answer;

static struct { uint64_t asked, undecided, first, first_undecided, ends; } total;

static answer ask(draw_case *c, int deciding)
{
    answer v;
    feed_decides = deciding;
    v.accepted = (c->f64 ? feed_again_f64 : feed_again_f32)(&c->words, 0, &v.value, &v.undecided);
    feed_decides = 0;
    return v;
}

static int is_count(const test_case *t) { return strcmp(t->cells.dtype, "f32") && strcmp(t->cells.dtype, "f64"); }

/* Values that are counts, and verdicts, form runs. */
static int differ(const test_case *t, answer a, answer b)
{
    return a.accepted != b.accepted || (a.accepted && is_count(t) && a.value != b.value);
}

static void disagree(const test_case *t, const draw_case *c, const char *what, answer quick, answer full)
{
    fail_msg("%s %s: words %08x %08x %08x %08x / %08x: %s %d %.17g, the full test %d %.17g", t->cells.name, t->cells.dtype,
             (unsigned)c->words.main[0][0], (unsigned)c->words.main[0][1], (unsigned)c->words.main[0][2],
             (unsigned)c->words.main[0][3], (unsigned)c->words.main[1][0], what, quick.accepted, quick.value, full.accepted,
             full.value);
}

/* The words that exist. */
static void compare(const test_case *t, draw_case *c, int ways)
{
    const answer quick = ask(c, 0), full = ask(c, 1);
    ++total.asked;
    total.undecided += (uint64_t)quick.undecided;
    if (!quick.undecided && (quick.accepted != full.accepted || (full.accepted && quick.value != full.value)))
        disagree(t, c, "the quick verdict", quick, full);
    for (int way = 0; way < ways; ++way) {
        answer first;
        first.accepted = feed_first(way, c->words.main[0][0], c->words.main[0][2], &first.value, &first.undecided);
        ++total.first;
        total.first_undecided += (uint64_t)first.undecided;
        if (!first.undecided && (first.accepted != full.accepted || (full.accepted && first.value != full.value)))
            disagree(t, c, way ? "the first pass by masses" : "the first pass in f32", first, full);
    }
}

/* Word d of coordinate k is x, the next ones all 0 or all 1. */
static void put_from(draw_case *c, unsigned k, unsigned d, uint32_t x, uint32_t rest)
{
    *c->at.at[k][d] = x;
    for (unsigned j = d + 1; j < c->at.digits[k]; ++j) *c->at.at[k][j] = rest;
}

static void next_to(const test_case *t, draw_case *c, unsigned k, uint64_t end, int ways)
{
    const uint32_t top = (uint32_t)(end >> 32), next = (uint32_t)end;
    ++total.ends;
    for (int64_t by = -NEIGHBOURS; by <= NEIGHBOURS; ++by)
        for (uint32_t rest = 0; rest < 2; ++rest) {
            const int64_t word = (int64_t)top + by;
            if (word >= 0 && word <= UINT32_MAX) {
                put_from(c, k, 0, (uint32_t)word, 0 - rest);
                compare(t, c, ways);
            }
            if (c->at.digits[k] < 2) continue;
            *c->at.at[k][0] = top;
            put_from(c, k, 1, next + (uint32_t)by, 0 - rest);
            compare(t, c, ways);
        }
}

/* True if the quick verdict (way -1) or this first pass decides the word at t of coordinate k. */
static int decides(draw_case *c, unsigned k, uint64_t t, int way)
{
    answer v;
    place(&c->at, k, t);
    if (way < 0) v = ask(c, 0);
    else feed_first(way, c->words.main[0][0], c->words.main[0][2], &v.value, &v.undecided);
    return !v.undecided;
}

/* Words around the end of a run are undecided: finds the last decided ones on the way there, where a bound that is too small
 * shows. */
static void last_decided(const test_case *t, draw_case *c, unsigned k, uint64_t far, uint64_t end, int ways)
{
    for (int way = -1; way < ways; ++way) {
        uint64_t decided = far, open = end;
        if (!decides(c, k, far, way) || decides(c, k, end, way)) continue;
        while ((open > decided ? open - decided : decided - open) > 1) {
            const uint64_t mid = open > decided ? decided + (open - decided) / 2 : open + (decided - open) / 2;
            if (decides(c, k, mid, way)) decided = mid;
            else open = mid;
        }
        next_to(t, c, k, decided, ways);
    }
}

/* A start point: STARTS equal distances, then octaves towards both ends. */
static uint64_t start(int n)
{
    if (n < STARTS) return grid_point(n, STARTS) + (n ? ODD : 0);
    const uint64_t near = UINT64_C(1) << (62 - 2 * ((n - STARTS) / 2));
    return (n - STARTS) % 2 ? ~near : near;
}

enum { ALL_STARTS = STARTS + 48 };

static void ends_of_line(const test_case *t, draw_case *c, unsigned k, int ways)
{
    uint64_t at[ALL_STARTS];
    int ends = 0;
    for (int n = 0; n < ALL_STARTS; ++n) at[n] = start(n);
    qsort(at, ALL_STARTS, sizeof *at, in_order);
    place(&c->at, k, at[0]);
    answer before = ask(c, 1);
    for (int n = 1; n < ALL_STARTS && ends < MAX_ENDS; ++n) {
        place(&c->at, k, at[n]);
        const answer after = ask(c, 1);
        uint64_t lo = at[n - 1], hi = at[n];
        if (differ(t, before, after)) {
            while (hi - lo > 1) {
                const uint64_t mid = lo + (hi - lo) / 2;
                place(&c->at, k, mid);
                if (differ(t, before, ask(c, 1))) hi = mid;
                else lo = mid;
            }
            next_to(t, c, k, hi, ways);
            last_decided(t, c, k, at[n - 1], lo, ways);
            last_decided(t, c, k, at[n], hi, ways);
            ++ends;
        }
        before = after;
    }
    next_to(t, c, k, 0, ways);
    next_to(t, c, k, UINT64_MAX, ways);
}

/* For a ziggurat: the abscissa, the height, the tail's uniform or more bits of the abscissa. */
static const char *coordinates(const layout *row, int f64)
{
    if (row->kind != ZIGGURAT) return row->words[f64];
    return f64 ? "m0 m1 / s0 s1 / s2 s3" : "m0 / s0 / s1 / s2 s3";
}

static void a_case(void **state)
{
    const test_case *t = *state;
    static draw_case c;
    memset(&c, 0, sizeof c);
    memset(&total, 0, sizeof total);
    c.l = t->row;
    c.f64 = is_f64(&t->cells);
    rr_table given = begin(t);
    const int ways = feed_suits() && c.f64 && is_count(t) ? feed_first_begin(t->l->name, t->cells.params) : 0;
    for (uint64_t line = 0; line < (deep() ? DEEP_LINES : LINES); ++line) {
        c.words = feed_words(line + 1);
        c.at = places_of(coordinates(t->row, c.f64), &c.words);
        for (unsigned k = 0; k < c.at.n; ++k) {
            c.words = feed_words(line + 1);
            for (unsigned j = 0; line % 2 && j < c.at.n; ++j)   /* others near an end, too */
                if (j != k) *c.at.at[j][0] = (*c.at.at[j][0] >> (4 * line % 27)) ^ (line % 4 == 3 ? UINT32_MAX : 0);
            ends_of_line(t, &c, k, ways);
        }
    }
    rr_table_give(&given);
    printf("# %s %s: %llu ends, %llu words, %llu undecided", t->cells.name, t->cells.dtype, (unsigned long long)total.ends,
           (unsigned long long)total.asked, (unsigned long long)total.undecided);
    printf("; first pass %llu, %llu undecided\n", (unsigned long long)total.first,
           (unsigned long long)total.first_undecided);
    if (ways) assert_true(total.first_undecided < total.first);
    /* The ends of a line need LOW words; a geometric with p <= 2^-31 has no quick test. */
    if (c.at.n > 1 && t->cells.params[0] >= t->row->min) assert_true(total.undecided < total.asked);
}

static void take(const law *l, const table *t)
{
    const layout *row = layout_of(l->draw);
    char name[96];
    snprintf(name, sizeof name, "%s %s", t->name, t->dtype);
    if (!row || strcmp(l->name, l->draw) || !coordinates(row, is_f64(t)) || (part && !strstr(name, part))) return;
    add_test(name, a_case, l, row, t);
}

int main(int argc, char **argv)
{
    part = argc > 1 ? argv[1] : NULL;
    each_case(take);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("verdicts", tests, test_count, NULL, NULL);
}
