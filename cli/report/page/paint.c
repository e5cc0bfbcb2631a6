/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Assigns colours and shapes, the same in every figure. The colours themselves are in style.c, and for studies in
 * studies/style.gp. */
#include "figure.h"

#include <ctype.h>
#include <string.h>

static const struct { const char *name; report_shape shape; } paints[REPORT_PAINTS] = {
    {"--fg", SHAPE_CIRCLE},
    {"--c1", SHAPE_CIRCLE}, {"--c2", SHAPE_UP}, {"--c3", SHAPE_SQUARE}, {"--c4", SHAPE_DIAMOND},
    {"--c5", SHAPE_DOWN}, {"--c6", SHAPE_PENTAGON}, {"--c7", SHAPE_CROSS}, {"--c8", SHAPE_RING},
    {"--s1", SHAPE_CIRCLE}, {"--s2", SHAPE_SQUARE}, {"--s3", SHAPE_UP}, {"--s4", SHAPE_DIAMOND},
    {"--s5", SHAPE_DOWN}, {"--s6", SHAPE_PENTAGON}, {"--s7", SHAPE_CROSS}};

const char *paint_name(int colour)
{
    return paints[colour].name;
}

report_shape paint_shape(int colour)
{
    return paints[colour].shape;
}

size_t strategy_base(const char *strategy)
{
    const size_t colon = strcspn(strategy, ":");
    return strategy[colon] && isdigit((unsigned char)strategy[colon + 1]) ? colon : strlen(strategy);
}

/* A strategy that is not in the list has the text's colour. */
int strategy_colour(const char *strategy)
{
    static const char *const names[REPORT_COLOURS] = {"compact", "loop",    "refill", "grouped",
                                                      "cached",  "regroup", "fixed",  "regroup:ahead"};
    const size_t length = strategy_base(strategy);
    for (int i = 0; i < REPORT_COLOURS; ++i)
        if (strlen(names[i]) == length && !strncmp(names[i], strategy, length)) return i + 1;
    return 0;
}
