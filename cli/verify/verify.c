/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll verify: does this build, on this machine, keep the contract? */
#include "cli/commands.h"
#include "cli/base/device.h"
#include "cli/job/density.h"
#include "cli/options/manual.h"
#include "report.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { DEVICE, QUICK, ALL, JSON, HELP, DENSITY, ROWS = DENSITY + DENSITY_COUNT };

static const option_row rows[ROWS] = {
    [DEVICE] = {'d', "device", "D", false, "check this device only, for example cpu:avx2,warp=8"},
    [QUICK] = {0, "quick", NULL, false, "fewer samples, the same checks and the same digests"},
    [ALL] = {0, "all", NULL, false, "every strategy on every device for every set of parameters, not only pairs of them"},
    [JSON] = {0, "json", NULL, false, "print an array of objects with check, ok and detail"},
    [HELP] = {'h', "help", NULL, false, "print this"},
    DENSITY_OPTIONS(OPTION_ROW)
};

static const option_list list = {.rows = rows, .count = ROWS};

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll verify [--json] [--quick] [--all] [--device D]\n"
              "reroll verify LAW.h [--json] [--quick] [--all] [--device D]\n"
              "reroll verify density:EXPRESSION [--low X] [--high X] [--json] [--quick] [--all] [--device D]"},
    {"DESCRIPTION",
     .text = "One line a check: known answers of Philox, of derived streams and of raw bits; the samples of "
             "every sampler, type, strategy and usable device, compared byte for byte with those of strategy "
             "loop on cpu:scalar; mean and variance of half a million draws of each, within six standard errors of "
             "the exact ones; a digest of the bits of each sampler, which must be the one that its descriptor "
             "says; and last the digest over those. Digests are the same on every machine.\n\n"
             "With LAW.h, a law of your own (docs/your-own-law.md), that alone: its samples by every strategy on every "
             "usable device, GPUs too, at its examples; and their mean and distribution (a chi-square, which fails for a "
             "right law once in 10^9), where its text says what they are. LAW.h:NAME is a view of it. With "
             "density:EXPRESSION, or density --table FILE, that law: its samples likewise, and the error of its "
             "tables, measured by another integration of the density (docs/density.md)."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXIT STATUS",
     .text = "0 when every check holds, 1 when one does not, 2 for a wrong command line, 3 where the device "
             "is not usable here"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_verify = {
    .name = "verify",
    .summary = "check this build on this machine against known answers",
    .sections = sections, .rows = rows, .count = ROWS,
};

/* Refuses a device that can't be opened before anything is checked. */
static exit_status try_device(const char *spec)
{
    rr_device *device = NULL;
    const exit_status status = device_open(spec, NULL, &device);
    rr_device_close(&device);
    return status;
}

static void verify_all(verify_report *report)
{
    verify_known(report);
    verify_bits(report);
    verify_moments(report);
    verify_digest(report);
}

static void verify_law(verify_report *report, const rr_sampler_info *law, const rr_density_report *measured)
{
    verify_bits_of(report, law);
    if (measured) verify_density(report, measured);
    else verify_said(report, law);
}

/* The law that is named, which is in no list. */
static exit_status read_law(const char *name, const char *const *typed, const rr_sampler_info **law, job_density *density,
                            rr_density_report *measured)
{
    const char *law_named = NULL;
    exit_status status = name ? density_named(name, law, &law_named) : EXIT_DONE;
    if (!status) status = density_typed(law_named, typed, law, density, measured);
    if (status || !*law || sampler_find((*law)->name) != *law) return status;
    return refuse(EXIT_USAGE, "%s is built in: reroll verify checks all of those; a law of your own is a path, "
                  "density:EXPRESSION or density --table FILE", (*law)->name);
}

int cmd_verify(int argc, char **argv)
{
    const char *value[ROWS] = {NULL};
    const bool named = argc > 1 && argv[1][0] != '-';
    const rr_sampler_info *law = NULL;
    job_density density = {0};
    rr_density_report measured = RR_DENSITY_REPORT_INIT;
    exit_status status = optread(argc - named, argv + named, &list, value, NULL);
    verify_report report = {.json = value[JSON] != NULL, .quick = value[QUICK] != NULL, .all = value[ALL] != NULL,
                            .device = value[DEVICE], .out = {.to = stdout}};
    signal(SIGPIPE, SIG_IGN);
    if (status) return status;
    if (value[HELP]) return manual_help(&manual_verify);
    status = read_law(named ? argv[1] : NULL, value + DENSITY, &law, &density, &measured);
    if (!status) status = try_device(report.device);
    if (status) return density_free(&density), status;
    if (report.json) json_array(&report.out, NULL, json_lines);
    if (law) verify_law(&report, law, density.made ? &measured : NULL);
    else verify_all(&report);
    density_free(&density);
    if (report.json) json_end(&report.out);
    status = stdout_end();
    if (report.failures) return refuse(EXIT_TROUBLE, "%u of %u checks failed", report.failures, report.checks);
    return status;
}
