/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reader of JSON. The writer of JSON writes each accepted text again, which must read back as the same values. */
#include "harness.h"
#include "cli/base/cli.h"
#include "cli/files/json.h"
#include "cli/files/jsonout.h"

#include <stdlib.h>
#include <string.h>

static void write_value(json_out *out, const json *value)
{
    switch (value->kind) {
    case JSON_NULL: json_null(out, value->key); break;
    case JSON_BOOL: json_bool(out, value->key, value->truth); break;
    case JSON_NUMBER: json_number(out, value->key, value->text); break;
    case JSON_STRING: json_text(out, value->key, value->text); break;
    case JSON_ARRAY: json_array(out, value->key, json_lines); break;
    case JSON_OBJECT: json_object(out, value->key, json_line); break;
    }
    for (const json *child = value->child; child; child = child->next) write_value(out, child);
    if (value->kind == JSON_ARRAY || value->kind == JSON_OBJECT) json_end(out);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : !a && !b;
}

static bool same(const json *a, const json *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (a->kind != b->kind || a->truth != b->truth || !same_text(a->key, b->key) || !same_text(a->text, b->text) ||
            !same(a->child, b->child))
            return false;
    return !a && !b;
}

int fuzz_json(const uint8_t *data, size_t size)
{
    const uint8_t *rest;
    const char *repeated = NULL;
    char *text = fuzz_text(data, size, &rest, &size), *written = NULL;
    const bool utf8 = json_is_text(text);
    json *value = json_read(text, &repeated);
    fuzz_check(!value || !repeated);
    fuzz_accepted += value != NULL;
    json_out out = {.to = value ? open_memstream(&written, &size) : NULL};
    if (value) {
        write_value(&out, value);
        fclose(out.to);
        fuzz_check(!utf8 || json_is_text(written));
        json *again = json_read(written, NULL);
        fuzz_check(again && same(value, again));
        json_free(again);
    }
    json_free(value);
    free(written);
    fuzz_text_free(text);
    return 0;
}
