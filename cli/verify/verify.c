/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll verify: does this build, on this machine, keep the contract? */
#include "cli/base/device.h"
#include "cli/lists/listing.h"
#include "cli/base/optread.h"
#include "report.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { DEVICE, QUICK, ALL, JSON, HELP, ROWS };

static const option_row rows[ROWS] = {
    [DEVICE] = {'d', "device", "D", false, "check this device only, for example cpu:avx2,warp=8"},
    [QUICK] = {0, "quick", NULL, false, "fewer samples, the same checks and the same digests"},
    [ALL] = {0, "all", NULL, false, "every strategy on every device for every set of parameters, not only pairs of them"},
    [JSON] = {0, "json", NULL, false, "print an array of objects with check, ok and detail"},
    [HELP] = {'h', "help", NULL, false, "print this"},
};

static const option_list list = {.rows = rows, .count = ROWS};

static void print_help(void)
{
    puts("NAME\n"
         "    reroll verify - check this build on this machine against known answers\n\n"
         "SYNOPSIS\n"
         "    reroll verify [--json] [--quick] [--all] [--device D]\n\n"
         "DESCRIPTION\n"
         "    One line a check: known answers of Philox, of derived streams and of raw bits; the samples of every\n"
         "    sampler, type, strategy and usable device, compared byte for byte with those of strategy loop on\n"
         "    cpu:scalar; mean and variance of a million draws of each, within six standard errors of the exact\n"
         "    ones; a digest of the bits of each sampler, which must be the one that its descriptor says; and last\n"
         "    the digest over those. Digests are the same on every machine.\n\n"
         "OPTIONS");
    optread_print(stdout, &list);
    puts("\nEXIT STATUS\n"
         "    0 when every check holds, 1 when one does not, 2 for a wrong command line, 3 where the device is not\n"
         "    usable here");
}

/* Refuses a device that can't be opened before anything is checked. */
static exit_status try_device(const char *spec)
{
    rr_device *device = NULL;
    const exit_status status = device_open(spec, NULL, &device);
    rr_device_close(&device);
    return status;
}

int cmd_verify(int argc, char **argv)
{
    const char *value[ROWS] = {NULL};
    exit_status status = optread(argc, argv, &list, value, NULL);
    verify_report report = {.json = value[JSON] != NULL, .quick = value[QUICK] != NULL, .all = value[ALL] != NULL,
                            .device = value[DEVICE]};
    signal(SIGPIPE, SIG_IGN);
    if (status) return status;
    if (value[HELP]) {
        print_help();
        return listing_end();
    }
    if ((status = try_device(report.device))) return status;
    if (report.json) puts("[");
    verify_known(&report);
    verify_bits(&report);
    verify_moments(&report);
    verify_digest(&report);
    if (report.json) puts("\n]");
    status = listing_end();
    if (report.failures) return refuse(EXIT_TROUBLE, "%u of %u checks failed", report.failures, report.checks);
    return status;
}
