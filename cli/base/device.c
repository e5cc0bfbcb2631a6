/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The library reports only that a device can't be opened; this finds out why. */
#include "device.h"
#include "numbers.h"
#include "suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024 };

static const char *device_name(size_t number, const void *context)
{
    rr_device_info info;
    (void)context;
    return rr_device_list(number, &info) ? info.name : NULL;
}

/* The reason, from opening the device again. A failure that does not repeat leaves none. */
static void find_reason(const char *spec, char why[160])
{
    rr_device_why(spec, why);
    if (!why[0]) snprintf(why, 160, "opening it failed once, then succeeded; try again");
}

static exit_status refuse_device(const char *spec)
{
    rr_device_info info;
    char hint[SUGGEST_SIZE], *name = get_text("%.*s", (int)strcspn(spec, ","), spec), why[160];
    bool known = !strcmp(name, "cpu");
    if (!strncmp(name, "cuda", 4) || !strncmp(name, "opencl", 6)) {   /* more names than the list has: opencl:intel */
        const size_t own = strlen(name);
        find_reason(spec, why);
        const bool twice = !strncmp(why, name, own) && !strncmp(why + own, ": ", 2);   /* `why` begins with the name */
        free(name);
        return refuse(EXIT_DEVICE, "--device %s is not usable here: %s", spec, why + (twice ? own + 2 : 0));
    }
    exit_status status = EXIT_USAGE;
    for (size_t i = 0; rr_device_list(i, &info) && !known; ++i) {
        known = !strcmp(name, info.name);
        if (known && !info.available) status = refuse(EXIT_DEVICE, "--device %s is not usable here: %s", name, info.why);
    }
    suggest(name, "", device_name, NULL, hint);
    if (!known) refuse(EXIT_USAGE, "unknown device '%s'%s", name, hint[0] ? hint : "; reroll devices lists them");
    else if (status == EXIT_USAGE) {
        find_reason(spec, why);   /* names its options, or the environment variable, that are wrong */
        const bool environment = !strncmp(why, "REROLL_", 7);
        if (environment) refuse(EXIT_USAGE, "%s", why);
        else refuse(EXIT_USAGE, "--device %s: %s", spec, why);
    }
    free(name);
    return status;
}

/* Several devices: names the first that can't be opened alone, otherwise reports what is wrong with the combination. */
static exit_status refuse_devices(const char *spec)
{
    char why[160];
    exit_status status = EXIT_DONE;
    const char *options = spec + strcspn(spec, ",");
    for (const char *at = spec; at <= options && !status; at += strcspn(at, "+,") + 1) {
        rr_device *device = NULL;
        char *one = get_text("%.*s%s", (int)strcspn(at, "+,"), at, options);
        if (one[0] && one[0] != ',' && rr_device_open(one, &device)) status = refuse_device(one);
        else rr_device_close(&device);
        free(one);
    }
    if (status) return status;
    find_reason(spec, why);
    return refuse(EXIT_USAGE, "--device %s: %s", spec, why);
}

exit_status device_open(const char *text, const char *threads, rr_device **device)
{
    uint64_t count = 0;
    *device = NULL;
    if (!text) text = "cpu";
    const bool given = strstr(text, ",threads=") != NULL;
    if (threads && given)
        return refuse(EXIT_USAGE, "--threads and threads= in --device cannot be given together: give one of them");
    if (threads && (!parse_unsigned(threads, &count) || count < 1 || count > THREADS_MAX))
        return refuse(EXIT_USAGE, "--threads %s is not accepted; use an integer in [1, %d]", threads, THREADS_MAX);
    char *spec = given ? get_copy(text) : get_text("%s,threads=%d", text, (int)count);
    const rr_status status = rr_device_open(spec, device);
    free(spec);
    if (status == RR_ERR_DEVICE) return strchr(text, '+') ? refuse_devices(text) : refuse_device(text);
    return status ? refuse(EXIT_TROUBLE, "--device %s: %s", text, rr_status_text(status)) : EXIT_DONE;
}
