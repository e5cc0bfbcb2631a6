/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "text.h"

void page_char(FILE *to, char c)
{
    if (c == '&') fputs("&amp;", to);
    else if (c == '<') fputs("&lt;", to);
    else if (c == '>') fputs("&gt;", to);
    else if (c == '"') fputs("&quot;", to);
    else fputc(c, to);
}

void page_text(FILE *to, const char *text)
{
    for (; *text; ++text) page_char(to, *text);
}
