/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices stay open for the session, since programs use one or two. A forked process uses those of its parent. */
#include "package.h"

#include <stdio.h>
#include <string.h>

enum { KEPT = 8 };

static struct {
    char spec[128];
    rr_device *device;
} kept[KEPT];
static unsigned turn, last;

static const rr_device *opened(const char *spec)
{
    if (kept[last].device && !strcmp(kept[last].spec, spec)) return kept[last].device;
    for (unsigned i = 0; i < KEPT; ++i)
        if (kept[i].device && !strcmp(kept[i].spec, spec)) return kept[last = i].device;
    rr_device *made;
    if (rr_device_open(spec, &made) != RR_OK) {
        char why[160] = "";
        rr_device_why(spec, why);
        package_error("device '%s' cannot be opened: %s", spec, *why ? why : "it is not a device of this machine");
    }
    last = turn++ % KEPT;
    rr_device_close(&kept[last].device);
    kept[last].device = made;
    snprintf(kept[last].spec, sizeof kept[last].spec, "%s", spec);
    return made;
}

const rr_device *package_device(void)
{
    static SEXP device_option, threads_option;
    if (!device_option) device_option = Rf_install("reroll.device"), threads_option = Rf_install("reroll.threads");
    SEXP device = Rf_GetOption1(device_option), threads = Rf_GetOption1(threads_option);
    char spec[128] = "cpu", more[32] = "";
    if (device != R_NilValue) {
        if (TYPEOF(device) != STRSXP || XLENGTH(device) != 1 || strlen(CHAR(STRING_ELT(device, 0))) > 90)
            package_error("option reroll.device is not accepted: a device such as \"cpu\" or \"cuda:0\"");
        snprintf(spec, sizeof spec, "%s", CHAR(STRING_ELT(device, 0)));
    }
    if (threads != R_NilValue) {
        const double n = Rf_isNumeric(threads) && XLENGTH(threads) == 1 ? Rf_asReal(threads) : -1;
        if (!(n >= 0 && n <= 1024 && n == (int)n))
            package_error("option reroll.threads is not accepted: an integer in [0, 1024]; 0 uses all processors");
        if (!strncmp(spec, "cpu", 3) && !strstr(spec, "threads=")) snprintf(more, sizeof more, ",threads=%d", (int)n);
    }
    strcat(spec, more);
    return opened(spec);
}

int package_threads(void)
{
    uint32_t threads = 1;
    const char *name = rr_device_name(kept[last].device, NULL, NULL, &threads);
    return name && !strncmp(name, "cpu", 3) ? (int)threads : 64;
}
