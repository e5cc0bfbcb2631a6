/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "suggest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 48 };

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* The fewest insertions, deletions, replacements and swaps of neighbours from a to b (optimal string alignment). */
static int distance(const char *a, const char *b)
{
    const int n = (int)strlen(a), m = (int)strlen(b);
    int rows[3][LONGEST + 1];
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (int j = 0; j <= m; ++j) rows[0][j] = j;
    for (int i = 1; i <= n; ++i) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; ++j) {
            row[j] = min(min(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = min(row[j], above2[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

const char *suggest(const char *unknown, const char *prefix, name_list *names, const void *context, char hint[SUGGEST_SIZE])
{
    const char *nearest = NULL;
    /* One letter of three may be wrong; with more errors it is another word. */
    int best = strlen(unknown) < 3 ? 2 : (int)strlen(unknown) / 3 + 1;
    const char *name;
    for (size_t i = 0; (name = names(i, context)) != NULL; ++i) {
        const int d = distance(unknown, name);
        if (d < best && d < (int)strlen(name)) {
            best = d;
            nearest = name;
        }
    }
    hint[0] = '\0';
    if (nearest) snprintf(hint, SUGGEST_SIZE, "; did you mean '%s%s'?", prefix, nearest);
    return hint;
}
