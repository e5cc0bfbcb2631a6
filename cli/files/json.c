/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "json.h"
#include "cli/base/cli.h"

#include <stdlib.h>
#include <string.h>

/* Each key is compared with those before it: without a limit a file of 4 MB would take a minute. */
enum { DEPTH_LIMIT = 8, MEMBER_LIMIT = 256 };

static json *read_value(char **at, int depth, const char **repeated);

static void skip_space(char **at)
{
    *at += strspn(*at, " \t\r\n");
}

static bool take(char **at, char c)
{
    skip_space(at);
    if (**at != c) return false;
    ++*at;
    return true;
}

static json *make(json_kind kind)
{
    json *value = get_zeroed(sizeof *value);
    value->kind = kind;
    return value;
}

void json_free(json *value)
{
    while (value) {
        json *next = value->next;
        json_free(value->child);
        free(value);
        value = next;
    }
}

json *json_member(const json *object, const char *key)
{
    if (object->kind != JSON_OBJECT) return NULL;
    for (json *m = object->child; m; m = m->next)
        if (!strcmp(m->key, key)) return m;
    return NULL;
}

const json *json_take(const json *object, const char *key)
{
    json *value = json_member(object, key);
    if (value) value->taken = true;
    return value;
}

const char *json_untaken(const json *object)
{
    for (const json *m = object->child; m; m = m->next)
        if (!m->taken) return m->key;
    return NULL;
}

/* ---- Strings ---- */

static bool read_hex4(const char *at, unsigned *code)
{
    char digits[5] = {0};
    strncpy(digits, at, 4);
    if (strspn(digits, "0123456789abcdefABCDEF") != 4) return false;
    *code = (unsigned)strtoul(digits, NULL, 16);
    return true;
}

static char *put_utf8(char *to, unsigned code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    } else {
        *to++ = (char)(0xf0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3f));
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    }
    return to;
}

/* \uXXXX, with *at on its first digit. A character above U+FFFF is a pair of them. \u0000 would end a C string early, so
 * it is refused. */
static bool read_unicode(char **at, char **to)
{
    unsigned code, low;
    if (!read_hex4(*at, &code) || !code) return false;
    *at += 4;
    if (code >= 0xdc00 && code < 0xe000) return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if ((*at)[0] != '\\' || (*at)[1] != 'u' || !read_hex4(*at + 2, &low) || low < 0xdc00 || low >= 0xe000) return false;
        code = 0x10000 + ((code - 0xd800) << 10 | (low - 0xdc00));
        *at += 6;
    }
    *to = put_utf8(*to, code);
    return true;
}

/* Decodes in place: no escape is shorter than its character. */
static char *read_string(char **at)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (!take(at, '"')) return NULL;
    char *const start = *at, *to = start;
    while (**at != '"') {
        const unsigned char c = (unsigned char)**at;
        if (c < 0x20) return NULL;
        ++*at;
        if (c != '\\') {
            *to++ = (char)c;
            continue;
        }
        const char e = **at;
        if (!e) return NULL;   /* the text ends: nothing may be read after it */
        ++*at;
        const char *which = strchr(escapes, e);
        if (which) *to++ = meanings[which - escapes];
        else if (e != 'u' || !read_unicode(at, &to)) return NULL;
    }
    ++*at;
    *to = '\0';
    return start;
}

/* ---- Values ---- */

static size_t digits(const char *at)
{
    return strspn(at, "0123456789");
}

/* The length of the JSON number at `at`, or 0. */
static size_t number_length(const char *at)
{
    const char *const start = at;
    at += *at == '-';
    if (!digits(at)) return 0;
    at += *at == '0' ? 1 : digits(at);
    if (*at == '.') {
        if (!digits(at + 1)) return 0;
        at += 1 + digits(at + 1);
    }
    if (*at == 'e' || *at == 'E') {
        ++at;
        at += *at == '+' || *at == '-';
        if (!digits(at)) return 0;
        at += digits(at);
    }
    return (size_t)(at - start);
}

/* The text is copied after the value: a terminating zero in place would overwrite a character that is still unread. */
static json *read_number(char **at)
{
    const size_t length = number_length(*at);
    if (!length) return NULL;
    json *value = get_zeroed(sizeof *value + length + 1);
    value->kind = JSON_NUMBER;
    memcpy(value + 1, *at, length);
    value->text = (const char *)(value + 1);
    *at += length;
    return value;
}

static json *read_word(char **at)
{
    static const struct { const char *word; json_kind kind; bool truth; } words[] = {
        {"null", JSON_NULL, false}, {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        if (strncmp(*at, words[i].word, strlen(words[i].word))) continue;
        *at += strlen(words[i].word);
        json *value = make(words[i].kind);
        value->truth = words[i].truth;
        return value;
    }
    return NULL;
}

/* Reads the elements of an array or the members of an object, from after the opening bracket to the closing one. */
static bool read_children(char **at, json *parent, char close, int depth, const char **repeated)
{
    json **end = &parent->child;
    unsigned members = 0;
    if (take(at, close)) return true;
    do {
        char *key = NULL;
        if (parent->kind == JSON_OBJECT) {
            if (++members > MEMBER_LIMIT) return false;
            key = read_string(at);
            if (key && json_member(parent, key)) *repeated = key;
            if (!key || *repeated || !take(at, ':')) return false;
        }
        *end = read_value(at, depth + 1, repeated);
        if (!*end) return false;
        (*end)->key = key;
        end = &(*end)->next;
    } while (take(at, ','));
    return take(at, close);
}

static json *read_value(char **at, int depth, const char **repeated)
{
    if (depth > DEPTH_LIMIT) return NULL;
    skip_space(at);
    if (**at == '"') {
        const char *text = read_string(at);
        json *value = text ? make(JSON_STRING) : NULL;
        if (value) value->text = text;
        return value;
    }
    if (**at == '{' || **at == '[') {
        json *value = make(**at == '{' ? JSON_OBJECT : JSON_ARRAY);
        ++*at;
        if (read_children(at, value, value->kind == JSON_OBJECT ? '}' : ']', depth, repeated)) return value;
        json_free(value);
        return NULL;
    }
    json *value = read_word(at);
    return value ? value : read_number(at);
}

json *json_read(char *text, const char **repeated)
{
    char *at = text;
    const char *key = NULL;
    json *value = read_value(&at, 1, &key);
    if (repeated) *repeated = key;
    skip_space(&at);
    if (value && !*at) return value;
    json_free(value);
    return NULL;
}

/* Rejects overlong forms, surrogates, and characters above U+10FFFF. */
bool json_is_text(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        const unsigned c = *at++, more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        const unsigned min = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80, max = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
        if ((c >= 0x80 && c < 0xc2) || c > 0xf4) return false;
        if (more && (*at < min || *at > max)) return false;
        for (unsigned i = 0; i < more; ++i, ++at)
            if (*at < 0x80 || *at > 0xbf) return false;
    }
    return true;
}
