/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base.h"
#include "locale.h"

const char *rr_status_text(rr_status status)
{
    switch (status) {
    case RR_OK: return "done";
    case RR_ERR_ARGUMENT: return "an argument is invalid";
    case RR_ERR_PARAM: return "a parameter is outside its range";
    case RR_ERR_INDEX: return "indices pass 2^64";
    case RR_ERR_OVERLAP: return "the output overlaps an input";
    case RR_ERR_FAILED: return "fixed:M left samples without an accepted proposal";
    case RR_ERR_CAP: return "the cap on attempts was reached";
    case RR_ERR_DEVICE: return "the device is not usable";
    case RR_ERR_MEMORY: return "out of memory or threads";
    case RR_ERR_FIT: return "a count does not fit the dtype";
    }
    return "unknown status";
}

/* The smallest rr_result that is accepted ends before this member. */
#define OLDEST_RESULT offsetof(rr_result, fault)

/* The counts are three fifths of a result and are set only after a call with RR_COUNT; for the message a terminator is
 * enough. Writing the whole result would take a tenth of the time of a call for one sample. */
static void clear(rr_result *result)
{
    static const rr_result init = RR_RESULT_INIT;
    const rr_counts *c = &result->counts;
    memcpy(result, &init, offsetof(rr_result, counts));
    if (c->calls | c->steps | c->lane_attempts) memset(&result->counts, 0, sizeof result->counts);
    result->message[0] = '\0';
    memcpy(&result->strategy, &init.strategy, offsetof(rr_result, related) - offsetof(rr_result, strategy));
    memcpy(&result->related, &init.related, sizeof init - offsetof(rr_result, related));
}

rr_status rr_begin(rr_result **result, rr_older *older)
{
    rr_result *const given = *result;
    older->given = NULL;
    if (!given) return RR_OK;
    if (given->size != sizeof *given) {
        if (given->size > sizeof *given) return rr_fail_size(given, given, sizeof *given, "result", "RR_RESULT_INIT");
        if (given->size < OLDEST_RESULT) return RR_ERR_ARGUMENT;   /* the place of the message is not known */
        older->given = given;
        older->whole = (rr_result)RR_RESULT_INIT;
        *result = &older->whole;
        return RR_OK;
    }
    clear(given);
    return RR_OK;
}

void rr_older_copy(rr_older *older)
{
    older->whole.size = older->given->size;
    memcpy(older->given, &older->whole, older->whole.size);
}

rr_status rr_fail(rr_result *result, rr_status status, const char *format, ...)
{
    if (result) {
        const locale_t before = rr_locale_enter();
        va_list args;
        va_start(args, format);
        result->status = status;
        if (status == RR_ERR_ARGUMENT) result->fault = RR_FAULT_ARGUMENT;
        vsnprintf(result->message, sizeof result->message, format, args);
        va_end(args);
        rr_locale_leave(before);
    }
    return status;
}

void rr_size_text(char *message, const void *given, size_t now, const char *what, const char *init)
{
    const size_t size = given ? *(const size_t *)given : 0;
    if (size > now)
        snprintf(message, sizeof ((rr_result *)0)->message,
                 "the program was compiled for a newer version of Reroll than %s: its %s has %zu bytes, not %zu",
                 rr_version(), what, size, now);
    else
        snprintf(message, sizeof ((rr_result *)0)->message, "%s is NULL or its size is not set: start from %s", what, init);
}

rr_status rr_fail_size(rr_result *result, const void *given, size_t now, const char *what, const char *init)
{
    if (!result) return RR_ERR_ARGUMENT;
    char message[sizeof result->message];
    rr_size_text(message, given, now, what, init);
    return rr_fail(result, RR_ERR_ARGUMENT, "%s", message);
}

void rr_note_fault(rr_result *result, rr_fault fault, int param, rr_value value)
{
    if (!result) return;
    result->fault = fault;
    result->bad_param = param;
    result->value = value;
}

#define RR_TEXT2(x) #x
#define RR_TEXT(x) RR_TEXT2(x)

const char *rr_version(void)
{
    return RR_TEXT(RR_VERSION_MAJOR) "." RR_TEXT(RR_VERSION_MINOR) "." RR_TEXT(RR_VERSION_PATCH);
}
