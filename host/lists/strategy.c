/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The strategies of the list, and their texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lists.h"

/* The argument after the name and a colon. */
enum takes { NOTHING, GROUP, PROPOSALS };

#define MAX_GROUP 32
#define MAX_PROPOSALS 65536

/* The number of a strategy that takes PROPOSALS is 2 M, plus 1 for a plus sign. Its example has one, so no sample fails. */
#define PLUS 1u

static const rr_strategy_info strategies[] = {
#define RR_STRATEGY(kind, name, form, help, number, takes, ...) \
    {name, form, help, {RR_KIND_##kind, takes == PROPOSALS ? 2 * (number) + PLUS : (number)}},
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};

static const struct rr_strategy_trait traits[] = {
#define RR_MODEL_NONE -1
#define RR_STRATEGY(kind, name, form, help, number, takes, model, role, compared) \
    {RR_MODEL_##model, RR_ROLE_##role, compared},
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};

static const unsigned char taken[] = {
#define RR_STRATEGY(kind, name, form, help, number, takes, ...) takes,
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};

int rr_strategy_list(size_t number, rr_strategy_info *info)
{
    if (number >= RR_KINDS) return 0;
    *info = strategies[number];
    return 1;
}

const struct rr_strategy_trait *rr_strategy_trait(uint32_t kind)
{
    return &traits[kind];
}

static enum takes takes_of(uint32_t kind)
{
    return kind < RR_KINDS ? (enum takes)taken[kind] : NOTHING;
}

/* A decimal number without sign, blanks or leading zero; 0 if it is none or too large. */
static uint32_t read_number(const char *text, const char **end)
{
    uint32_t n = 0;
    const char *p = text;
    if (*p == '0') return 0;
    for (; *p >= '0' && *p <= '9' && n <= MAX_PROPOSALS; ++p) n = 10 * n + (uint32_t)(*p - '0');
    *end = p;
    return p == text || n > MAX_PROPOSALS ? 0 : n;
}

/* Reads the number after the colon; the kind is RR_KINDS if it is invalid. */
static rr_strategy read_taken(uint32_t kind, const char *text)
{
    const char *rest = text;
    const uint32_t n = read_number(text, &rest);
    rr_strategy s = {kind, n};
    if (takes_of(kind) == PROPOSALS) {
        s.number = 2 * n + (*rest == '+' ? PLUS : 0);
        rest += *rest == '+';
    }
    if (!n || *rest) s.kind = RR_KINDS;
    return s;
}

rr_status rr_strategy_find(const char *text, rr_strategy *strategy)
{
    if (!text || !strategy) return RR_ERR_ARGUMENT;
    for (uint32_t k = 0; k < RR_KINDS; ++k) {
        const size_t length = strlen(strategies[k].name);
        if (strncmp(text, strategies[k].name, length)) continue;   /* only then is there a rest */
        const char *rest = text + length;
        const int plain = takes_of(k) == NOTHING || (takes_of(k) == GROUP && !*rest);
        if (plain ? *rest : *rest != ':') continue;
        const rr_strategy s = plain ? (rr_strategy){k, 0} : read_taken(k, rest + 1);
        if (!rr_strategy_known(s)) return RR_ERR_ARGUMENT;
        *strategy = s;
        return RR_OK;
    }
    return RR_ERR_ARGUMENT;
}

void rr_strategy_text(rr_strategy s, char text[32])
{
    uint32_t number, more;
    rr_strategy_numbers(s, &number, &more);
    if (s.kind >= RR_KINDS) snprintf(text, 32, "unknown");
    else if (takes_of(s.kind) == NOTHING || rr_strategy_open(s)) snprintf(text, 32, "%s", strategies[s.kind].name);
    else snprintf(text, 32, "%.20s:%u%s", strategies[s.kind].name, number, more ? "+" : "");
}

int rr_strategy_known(rr_strategy s)
{
    const uint32_t n = s.number, m = s.number / 2;
    if (s.kind >= RR_KINDS) return 0;
    switch (takes_of(s.kind)) {
    case GROUP: return n <= MAX_GROUP && !(n & (n - 1));
    case PROPOSALS: return m && m <= MAX_PROPOSALS;
    case NOTHING: break;
    }
    return !n;
}

int rr_strategy_open(rr_strategy s)
{
    return takes_of(s.kind) == GROUP && !s.number;
}

void rr_strategy_numbers(rr_strategy s, uint32_t *number, uint32_t *more)
{
    const int proposals = takes_of(s.kind) == PROPOSALS;
    *number = proposals ? s.number / 2 : s.number;
    *more = proposals && s.number & PLUS;
}

int rr_strategy_fails(rr_strategy s)
{
    return takes_of(s.kind) == PROPOSALS && !(s.number & PLUS);
}
