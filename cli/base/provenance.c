/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "provenance.h"
#include "reroll_core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef REROLL_COMMIT
#define REROLL_COMMIT ""
#endif

void cpu_model(char text[128])
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    snprintf(text, 128, "unknown processor");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !colon) continue;
        snprintf(text, 128, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (f) fclose(f);
}

void build_text(char text[160])
{
#if defined(__clang__)
    const char *compiler = "";   /* __VERSION__ contains "Clang" */
#else
    const char *compiler = "gcc ";
#endif
    snprintf(text, 160, "reroll %s, %s%s%s%s", rr_version(), compiler, __VERSION__, REROLL_COMMIT[0] ? ", commit " : "",
             REROLL_COMMIT);
}

void date_text(char text[32])
{
    const time_t t = time(NULL);
    struct tm tm;
    strftime(text, 32, "%Y-%m-%dT%H:%MZ", gmtime_r(&t, &tm));
}

double load_average(void)
{
    double average;
    return getloadavg(&average, 1) == 1 ? average : NAN;
}

void provenance_print(void)
{
    char cpu[128], build[160], date[32];
    cpu_model(cpu);
    build_text(build);
    date_text(date);
    printf("%s\n%s\n%s, load %.2f\n", build, cpu, date, load_average());
}
