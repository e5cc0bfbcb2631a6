/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Integers are parsed with integer arithmetic, not by strtod, because 2^53 + 1 and 2^64 - 1 must be exact. */
#include "numbers.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool times_plus(uint64_t *value, uint64_t factor, uint64_t term)
{
    return !__builtin_mul_overflow(*value, factor, value) && !__builtin_add_overflow(*value, term, value);
}

bool is_digits(const char *text)
{
    return text[0] && strspn(text, "0123456789") == strlen(text);
}

bool parse_digits(const char *text, uint64_t *value)
{
    uint64_t v = 0;
    if (!is_digits(text)) return false;
    for (; *text; ++text)
        if (!times_plus(&v, 10, (uint64_t)(*text - '0'))) return false;
    *value = v;
    return true;
}

static bool parse_hex(const char *digits, uint64_t *value)
{
    uint64_t v = 0;
    if (!*digits) return false;
    for (; *digits; ++digits) {
        if (!isxdigit((unsigned char)*digits)) return false;
        const int c = tolower((unsigned char)*digits);
        if (!times_plus(&v, 16, (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10))) return false;
    }
    *value = v;
    return true;
}

static bool parse_power(const char *base_text, size_t base_length, const char *exponent_text, uint64_t *value)
{
    char digits[24];
    uint64_t base, exponent, v = 1;
    if (base_length >= sizeof digits) return false;
    memcpy(digits, base_text, base_length);
    digits[base_length] = '\0';
    if (!parse_digits(digits, &base) || !parse_digits(exponent_text, &exponent)) return false;
    if (base < 2) v = base || !exponent;
    else
        for (; exponent; --exponent)
            if (!times_plus(&v, base, 0)) return false;
    *value = v;
    return true;
}

/* digits[.digits][e[+]digits], times 10^places. The exponent and `places` together move the decimal point; all digits
 * after its new position must be zeros. */
static bool parse_scientific(const char *text, uint64_t places, uint64_t *value)
{
    const char *e = strpbrk(text, "eE");
    const size_t length = e ? (size_t)(e - text) : strlen(text);
    uint64_t shift = 0, v = 0;
    if (e && !parse_digits(e + 1 + (e[1] == '+'), &shift)) return false;
    if (__builtin_add_overflow(shift, places, &shift)) return false;
    bool after_point = false, seen = false;
    for (size_t i = 0; i < length; ++i) {
        if (text[i] == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (!isdigit((unsigned char)text[i])) return false;
        seen = true;
        if (after_point && shift == 0) {
            if (text[i] != '0') return false;
            continue;
        }
        if (!times_plus(&v, 10, (uint64_t)(text[i] - '0'))) return false;
        shift -= after_point;
    }
    if (!seen) return false;
    for (; v && shift; --shift)
        if (!times_plus(&v, 10, 0)) return false;
    *value = v;
    return true;
}

/* A number with a unit: thousands (k), millions (M), ... */
static bool parse_with_unit(const char *text, uint64_t places, uint64_t *value)
{
    char number[64];
    const size_t length = strlen(text) - 1;
    if (length >= sizeof number) return false;
    memcpy(number, text, length);
    number[length] = '\0';
    return parse_scientific(number, places, value);
}

bool parse_unsigned(const char *text, uint64_t *value)
{
    static const char units[] = "kMGT";
    const char *unit = text[0] ? strchr(units, text[strlen(text) - 1]) : NULL;
    const char *hat = strchr(text, '^');
    if (hat) return parse_power(text, (size_t)(hat - text), hat + 1, value);
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) return parse_hex(text + 2, value);
    return unit ? parse_with_unit(text, 3 * (uint64_t)(unit - units + 1), value) : parse_scientific(text, 0, value);
}

bool parse_integer(const char *text, uint64_t *bits, bool *large)
{
    const bool negative = text[0] == '-';
    if (!parse_unsigned(text + negative, bits) || (negative && *bits > (uint64_t)1 << 63)) return false;
    *large = !negative && *bits > INT64_MAX;
    if (negative) *bits = -*bits;
    return true;
}

bool is_numeric(const char *text)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    text += strspn(text, " \t");
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (!strcasecmp(text, words[i])) return true;
    return text[0] && strchr("0123456789+-.", text[0]);
}

/* False if the text is not a number. Sets *lost if the nearest double is 0 or infinity although the number is not. */
static bool read_real(const char *text, double *value, bool *lost)
{
    char *end;
    if (!text[0] || isspace((unsigned char)text[0])) return false;
    errno = 0;
    *value = strtod(text, &end);
    *lost = errno == ERANGE && (*value == 0 || isinf(*value));
    return !*end;
}

const char *real_beyond(const char *text)
{
    double value;
    bool lost;
    if (!read_real(text, &value, &lost) || !lost) return NULL;
    return value == 0 ? "too small for a double: 0, or 4.9e-324 and more, is accepted"
                      : "too large for a double: up to 1.7976931348623157e308, or inf, is accepted";
}

bool real_is_rounded(const char *text, double value)
{
    const uint64_t end = (uint64_t)1 << 53;
    uint64_t bits;
    bool large;
    if (fabs(value) != 0x1p53 || strpbrk(text, "pP")) return false;   /* 0x1p53 is exact */
    return !parse_integer(text + (text[0] == '+'), &bits, &large) || (bits != end && -bits != end);
}

bool parse_real(const char *text, double *value)
{
    double v;
    bool lost;
    if (!read_real(text, &v, &lost) || lost) return false;
    *value = v;
    return true;
}
