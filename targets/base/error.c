/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

#include "base.h"
#include "locale.h"

const char *rr_status_text(rr_status status)
{
    switch (status) {
    case RR_OK: return "done";
    case RR_ERR_ARGUMENT: return "an argument makes no sense";
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

rr_status rr_begin(rr_result *result)
{
    if (result && result->size != sizeof *result) return RR_ERR_ARGUMENT;
    if (result) *result = (rr_result)RR_RESULT_INIT;
    return RR_OK;
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
