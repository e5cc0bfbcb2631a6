/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The strategies that tests iterate over: those of the list, with a few numbers for each that takes one. For a form such as
 * "fixed:M or fixed:M+" the last one is used, which leaves no sample. A new line of the list adds a strategy to all of these
 * tests. */
#ifndef TESTS_STRATEGIES_H
#define TESTS_STRATEGIES_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <reroll.h>

/* Text `k` of a strategy of the list; 0 past its last. Numbers do not divide the width of a register where the strategy
 * accepts such numbers; otherwise they are powers of two. */
static inline int strategy_form(const rr_strategy_info *info, unsigned k, char text[32])
{
    static const unsigned any[] = {1, 3, 8, 100}, powers[] = {1, 2, 8, 16, 32};
    const char *form = strrchr(info->form, ' '), *letter;
    rr_strategy found;
    form = form ? form + 1 : info->form;
    for (letter = form; *letter && !isupper((unsigned char)*letter); ++letter) {}
    const int before = (int)(letter - form);
    snprintf(text, 32, "%s", form);
    if (!*letter) return k < 1;
    snprintf(text, 32, "%.*s3%s", before, form, letter + 1);
    const int takes_any = rr_strategy_find(text, &found) == RR_OK;
    if (k >= (takes_any ? sizeof any : sizeof powers) / sizeof *any) return 0;
    snprintf(text, 32, "%.*s%u%s", before, form, (takes_any ? any : powers)[k], letter + 1);
    return 1;
}

/* Text `k` of all strategies; 0 past the last. The first is auto. */
static inline int strategy_text(unsigned k, char text[32])
{
    rr_strategy_info info;
    for (size_t i = 0; rr_strategy_list(i, &info); ++i)
        for (unsigned number = 0; strategy_form(&info, number, text); ++number)
            if (!k--) return 1;
    return 0;
}

#endif
