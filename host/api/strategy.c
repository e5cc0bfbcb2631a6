/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The strategies of the list, and their texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/internal.h"
#include "targets/cpu/kernels.h"

/* The example of fixed is fixed:32+, which leaves nothing. The number of fixed is 2 M, plus 1 for a plus sign. */
#define FIXED_PLUS 1u

static const rr_strategy_info strategies[] = {
#define RR_STRATEGY(kind, name, form, help, number) \
    {name, form, help, {RR_KIND_##kind, RR_KIND_##kind == RR_KIND_fixed ? 2 * (number) + FIXED_PLUS : (number)}},
#include "engine/strategies/list.h"
#undef RR_STRATEGY
};

int rr_strategy_list(size_t number, rr_strategy_info *info)
{
    if (number >= RR_KINDS) return 0;
    *info = strategies[number];
    return 1;
}

/* A decimal number without sign, blanks or leading zero; 0 if it is none or too large. */
static uint32_t read_number(const char *text, const char **end)
{
    uint32_t n = 0;
    const char *p = text;
    if (*p == '0') return 0;
    for (; *p >= '0' && *p <= '9' && n <= 65536; ++p) n = 10 * n + (uint32_t)(*p - '0');
    *end = p;
    return p == text || n > 65536 ? 0 : n;
}

rr_status rr_strategy_find(const char *text, rr_strategy *strategy)
{
    if (!text || !strategy) return RR_ERR_ARGUMENT;
    for (uint32_t k = 0; k < RR_KINDS; ++k) {
        const size_t length = strlen(strategies[k].name);
        const char *rest = text + length;
        const int numbered = k == RR_KIND_grouped || k == RR_KIND_fixed;
        if (strncmp(text, strategies[k].name, length)) continue;
        if (!numbered && !*rest) {
            *strategy = (rr_strategy){k, 0};
            return RR_OK;
        }
        if (!numbered || *rest != ':') continue;
        uint32_t n = read_number(rest + 1, &rest);
        if (!n) return RR_ERR_ARGUMENT;
        if (k == RR_KIND_grouped && (n > 32 || (n & (n - 1)))) return RR_ERR_ARGUMENT;
        if (k == RR_KIND_fixed) {
            n *= 2;
            if (*rest == '+') {
                n += FIXED_PLUS;
                ++rest;
            }
        }
        if (*rest) return RR_ERR_ARGUMENT;
        *strategy = (rr_strategy){k, n};
        return RR_OK;
    }
    return RR_ERR_ARGUMENT;
}

void rr_strategy_text(rr_strategy s, char text[32])
{
    if (s.kind >= RR_KINDS) snprintf(text, 32, "unknown");
    else if (s.kind == RR_KIND_grouped) snprintf(text, 32, "grouped:%u", s.number);
    else if (s.kind == RR_KIND_fixed) snprintf(text, 32, "fixed:%u%s", s.number / 2, s.number & FIXED_PLUS ? "+" : "");
    else snprintf(text, 32, "%s", strategies[s.kind].name);
}

int rr_strategy_known(rr_strategy s)
{
    const uint32_t m = s.number / 2;
    if (s.kind >= RR_KINDS) return 0;
    if (s.kind == RR_KIND_grouped) return s.number && s.number <= 32 && !(s.number & (s.number - 1));
    return s.kind == RR_KIND_fixed ? m && m <= 65536 : !s.number;
}

void rr_strategy_numbers(rr_strategy s, uint32_t *number, uint32_t *more)
{
    *number = s.kind == RR_KIND_fixed ? s.number / 2 : s.number;
    *more = s.kind == RR_KIND_fixed && s.number & FIXED_PLUS;
}

int rr_strategy_fails(rr_strategy s)
{
    return s.kind == RR_KIND_fixed && !(s.number & FIXED_PLUS);
}
