/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ok: NULL if the check can't be made. */
static void add_json(verify_report *report, const char *check, const bool *ok, const char *detail)
{
    json_object(&report->out, NULL, json_line);
    json_text(&report->out, "check", check);
    if (ok) json_bool(&report->out, "ok", *ok);
    else json_null(&report->out, "ok");
    json_text(&report->out, "detail", detail);
    json_end(&report->out);
}

static void store(verify_report *report, const char *check, bool ok, const char *detail)
{
    verify_line *line = get_zeroed(sizeof *line);
    line->ok = ok;
    snprintf(line->check, sizeof line->check, "%s", check);
    snprintf(line->detail, sizeof line->detail, "%s", detail);
    *report->last = line;
    report->last = &line->next;
}

static void print(verify_report *report, const char *check, const bool *ok, const char *detail)
{
    progress_clear(&report->bar);
    if (report->json) add_json(report, check, ok, detail);
    else printf("%-26s %-6s %s\n", check, !ok ? "-" : *ok ? "ok" : "FAILED", detail);
    fflush(stdout);
    if (!ok) return;
    if (report->bar.total) progress_show(&report->bar, report->steps += report->cost);
    ++report->checks;
    report->failures += !*ok;
}

void verify_add(verify_report *report, const char *check, bool ok, const char *format, ...)
{
    char detail[VERIFY_DETAIL];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    if (report->last) store(report, check, ok, detail);
    else print(report, check, &ok, detail);
}

void verify_omit(verify_report *report, const char *check, const char *why)
{
    print(report, check, NULL, why);
}

void verify_end(verify_report *report, const char *format, ...)
{
    char detail[VERIFY_DETAIL];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    progress_clear(&report->bar);
    const bool ok = !report->failures;
    if (report->json) add_json(report, "compared", &ok, detail);
    else printf("compared: %s\n", detail);
}

rr_device *verify_open(verify_report *report, const char *check, const char *spec)
{
    rr_device *device;
    const rr_status status = rr_device_open(spec, &device);
    if (status) verify_add(report, check, false, "%s can't be opened: %s", spec, rr_status_text(status));
    return device;
}

bool verify_again(const rr_sampler_info *sampler, rr_type type)
{
    return sampler->counts && sampler->dtypes & ((1u << type) - 1);
}
