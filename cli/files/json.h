/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A strict reader for small JSON texts (RFC 8259; no duplicate keys, at most 8 levels, at most 256 members per object). */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

/* A value. The values in an array or object are a linked list: child, then next. Numbers keep their text, so that 64-bit
 * integers and doubles are both exact. */
typedef struct json {
    json_kind kind;
    const char *key;     /* of an object's member, otherwise NULL */
    const char *text;    /* of a string, decoded to UTF-8; of a number, as written */
    bool truth;          /* of a bool */
    bool taken;          /* by json_take */
    struct json *child, *next;
} json;

/* Reads `text`, which it overwrites and which must outlive the result. NULL if it is not JSON, or if an object has a key
 * twice: then *repeated is that key, in `text`, otherwise NULL. `repeated` may be NULL. */
json *json_read(char *text, const char **repeated);

void json_free(json *value);

/* The member of that name, or NULL. json_take marks it; json_untaken is the name of the first member without the mark, or
 * NULL. */
json *json_member(const json *object, const char *key);
const json *json_take(const json *object, const char *key);
const char *json_untaken(const json *object);

/* True if `text` is UTF-8 (RFC 3629), as JSON must be. */
bool json_is_text(const char *text);

#endif
