/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "jsonout.h"
#include "shortest.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

const json_layout json_line = {"", ", ", ""}, json_lines = {"\n  ", ",\n  ", "\n"},
                  json_lines_deep = {"\n    ", ",\n    ", "\n  "};

static void write_string(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; ++text) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(to, "\\%c", c);
        else if (c < 0x20) fprintf(to, "\\u%04x", c);
        else fputc(c, to);
    }
    fputc('"', to);
}

/* Writes what precedes a value: comma, white space and key. */
static void begin(json_out *o, const char *key)
{
    if (o->depth) {
        const json_layout *layout = &o->level[o->depth - 1].layout;
        if (!o->broken) fputs(o->level[o->depth - 1].any ? layout->between : layout->first, o->to);
        o->level[o->depth - 1].any = true;
        o->broken = false;
    }
    if (key) {
        write_string(o->to, key);
        fputs(": ", o->to);
    }
}

static void open_level(json_out *o, const char *key, json_layout layout, const char *brackets)
{
    assert(o->depth < JSON_LEVELS);
    begin(o, key);
    fputc(brackets[0], o->to);
    o->level[o->depth].layout = layout;
    o->level[o->depth].close = brackets[1];
    o->level[o->depth++].any = false;
}

void json_object(json_out *o, const char *key, json_layout layout)
{
    open_level(o, key, layout, "{}");
}

void json_array(json_out *o, const char *key, json_layout layout)
{
    open_level(o, key, layout, "[]");
}

void json_end(json_out *o)
{
    assert(o->depth > 0);
    --o->depth;
    if (o->level[o->depth].any) fputs(o->level[o->depth].layout.last, o->to);
    fputc(o->level[o->depth].close, o->to);
    if (!o->depth) fputc('\n', o->to);
}

void json_text(json_out *o, const char *key, const char *text)
{
    begin(o, key);
    write_string(o->to, text);
}

void json_integer(json_out *o, const char *key, uint64_t value)
{
    begin(o, key);
    fprintf(o->to, "%" PRIu64, value);
}

void json_bool(json_out *o, const char *key, bool value)
{
    begin(o, key);
    fputs(value ? "true" : "false", o->to);
}

void json_null(json_out *o, const char *key)
{
    begin(o, key);
    fputs("null", o->to);
}

void json_real(json_out *o, const char *key, double value)
{
    char text[SHORTEST_SIZE];
    text_of_f64(value, text);
    begin(o, key);
    fprintf(o->to, isfinite(value) ? "%s" : "\"%s\"", text);
}

void json_number(json_out *o, const char *key, const char *text)
{
    begin(o, key);
    fputs(text, o->to);
}

void json_known(json_out *o, const char *key, double value)
{
    if (isnan(value)) json_null(o, key);
    else json_real(o, key, value);
}

void json_digits(json_out *o, const char *key, double value, int digits)
{
    if (!isfinite(value)) {
        json_null(o, key);
        return;
    }
    begin(o, key);
    fprintf(o->to, "%.*g", digits, value);
}

void json_break(json_out *o, int blanks)
{
    fprintf(o->to, "%s\n%*s", o->level[o->depth - 1].any ? "," : "", blanks, "");
    o->broken = true;
}
