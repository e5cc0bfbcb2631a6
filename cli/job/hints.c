/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hints.h"
#include "cli/base/cli.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The position after the parenthesis that closes the one at `open`, or the end of the text. */
static const char *rest(const char *open)
{
    int depth = 0;
    for (; *open; ++open) {
        depth += *open == '(' ? 1 : *open == ')' ? -1 : 0;
        if (!depth) return open + 1;
    }
    return open;
}

static const char *skip(const char *c)
{
    while (*c == ' ') ++c;
    return c;
}

/* True if the text begins with the number 1. */
static bool is_one(const char *c) { return *c == '1' && !isdigit((unsigned char)c[1]) && c[1] != '.' && c[1] != 'e'; }

/* True if the text has exp(...) - 1 or 1 - exp(...), which lose all digits where the exponential is near 1. */
static bool less_one(const char *text)
{
    for (const char *at = text; (at = strstr(at, "exp(")); at += 4) {
        const char *after = skip(rest(at + 3)), *before = at;
        if (*after == '-' && is_one(skip(after + 1))) return true;
        while (before > text && before[-1] == ' ') --before;
        if (before == text || *--before != '-') continue;
        while (before > text && before[-1] == ' ') --before;
        if (before > text && before[-1] == '1' && (before - 1 == text || strchr("(+-*/ ,:?<>=&|", before[-2]))) return true;
    }
    return false;
}

/* True if the text has log(1 + ...). */
static bool log_of_one(const char *text)
{
    for (const char *at = text; (at = strpbrk(at, "l")); ++at) {
        const char *open = !strncmp(at, "log(", 4) ? at + 4 : !strncmp(at, "ln(", 3) ? at + 3 : NULL;
        if (open && is_one(skip(open)) && *skip(skip(open) + 1) == '+') return true;
    }
    return false;
}

char *density_hints(const job_density *law, const rr_density_report *report)
{
    const char *const texts[] = {law->expression ? law->expression : "", law->tail ? law->tail : ""};
    const bool exp_1 = less_one(texts[0]) || less_one(texts[1]), log_1 = log_of_one(texts[0]) || log_of_one(texts[1]);
    const bool low = isinf(law->low) && report->place < 0, breaks = report->breaks && !exp_1 && !log_1;
    return get_text("%s%s%s%s", breaks ? "; see --breaks, --centre, --low and --high" : "",
                    low ? "; --low 0 leaves negative x out" : "",
                    exp_1 ? "; exp(x) - 1 has no digits near x = 0, where expm1(x) has all" : "",
                    log_1 ? "; log(1 + x) has no digits near x = 0, where log1p(x) has all" : "");
}
