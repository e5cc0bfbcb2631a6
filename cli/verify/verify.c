/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll verify: checks that this build on this machine satisfies the contract. */
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
    [DEVICE] = {'d', "device", "D", false, "check only this device, for example cpu:avx2,warp=8"},
    [QUICK] = {0, "quick", NULL, false, "compare fewer samples, few on cpu:scalar; the checks and digests are the same"},
    [ALL] = {0, "all", NULL, false, "run every strategy on every device with every set of parameters"},
    [JSON] = {0, "json", NULL, false, "print an array of objects with check, ok (null: not checked) and detail"},
    [HELP] = {'h', "help", NULL, false, "print this help"},
    DENSITY_OPTIONS(OPTION_ROW)
};

static const option_list list = {.rows = rows, .count = ROWS};

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll verify [--json] [--quick] [--all] [--device D]\n"
              "reroll verify LAW.h [--json] [--quick] [--all] [--device D]\n"
              "reroll verify density:EXPRESSION [--low X] [--high X] [--json] [--quick] [--all] [--device D]"},
    {"DESCRIPTION",
     .text = "Checks this build on this machine, and prints one line per check: known answers of Philox, of derived streams "
             "and of raw bits; the samples of every sampler, dtype, strategy and usable CPU device, which must equal those "
             "of strategy loop on cpu:scalar byte for byte; mean and variance of each sampler, which must be within six "
             "standard errors of the exact ones; a digest of the bits of each sampler, which must be the recorded one; and "
             "the digest of all of them. Digests are the same on every machine. GPUs are checked where --device names "
             "them.\n\n"
             "Each strategy runs on each device with one dtype and one set of parameters of each sampler; --all makes all "
             "combinations. The last line reports how many runs and samples were compared, and which were not. All "
             "processors are used: this takes about 7 s on two, 4 s with --quick and half a minute with --all. On a "
             "terminal a line shows the time that is left.\n\n"
             "With LAW.h, a user-defined distribution (docs/your-own-law.md), only that one is checked: its samples by "
             "every strategy on every usable device, GPUs too, at its examples; and their mean and distribution, where "
             "LAW.h defines them. The chi-square test fails for a correct distribution once in 10^9 runs. LAW.h:NAME "
             "is a distribution that is derived from it. With density:EXPRESSION, or density with --log-density, --table, "
             "--histogram or --samples, its samples are checked in the same way, and the error of its tables is measured by "
             "an independent integration (docs/density.md)."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXIT STATUS",
     .text = "0 every check holds; 1 a check fails; 2 wrong usage; 3 the device is not usable here"},
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

static void print_run_time(const verify_report *report)
{
    if (report->bar.on)
        fprintf(stderr, "reroll: %u checks in %.3g s\n", report->checks, seconds_now() - report->bar.started);
}

static void verify_law(verify_report *report, const rr_sampler_info *law, const rr_density_report *measured)
{
    progress_busy(&report->bar, "verify", true);
    verify_devices *devices = verify_devices_open(report, true);
    if (devices) verify_bits(report, devices, law, 0);
    verify_devices_close(devices);
    if (measured) verify_density(report, measured);
    else verify_message(report, law);
}

/* Reads the distribution on the command line, which is not in the list. */
static exit_status read_law(const char *name, const char *const *typed, const rr_sampler_info **law, job_density *density,
                            rr_density_report *measured)
{
    const char *law_named = NULL;
    exit_status status = name ? density_named(name, law, &law_named) : EXIT_DONE;
    if (!status) status = density_typed(law_named, typed, law, density, measured);
    if (status || !*law || sampler_find((*law)->name) != *law) return status;
    return refuse(EXIT_USAGE, "%s is built in; reroll verify without a name checks all built-in samplers", (*law)->name);
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
    print_run_time(&report);
    if (report.failures) return refuse(EXIT_TROUBLE, "%u of %u checks failed", report.failures, report.checks);
    return status;
}
