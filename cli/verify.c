/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll verify: does this build, on this machine, keep the contract? */
#include "device.h"
#include "listing.h"
#include "suggest.h"
#include "verify_report.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static void print_help(void)
{
    puts("NAME\n"
         "    reroll verify - check this build on this machine against known answers\n\n"
         "SYNOPSIS\n"
         "    reroll verify [--json] [--quick] [--device D]\n\n"
         "DESCRIPTION\n"
         "    One line a check: known answers of Philox, of derived streams and of raw bits; the samples of every\n"
         "    sampler, type, strategy and usable device, compared byte for byte with those of strategy loop on\n"
         "    cpu:scalar; mean and variance of a million draws of each, within six standard errors of the exact\n"
         "    ones; and last the digest, one number for the bits of all samplers. The digest is the same on every\n"
         "    machine; the README shows it.\n\n"
         "OPTIONS\n"
         "    --device D    check this device only, for example cpu:avx2,warp=8\n"
         "    --quick       fewer samples, the same checks and the same digest\n"
         "    --json        print an array of objects with check, ok and detail\n\n"
         "EXIT STATUS\n"
         "    0 when every check holds, 1 when one does not, 2 for a wrong command line, 3 where the device is not\n"
         "    usable here");
}

static const char *option_name(size_t number, const void *context)
{
    static const char *const names[] = {"--json", "--quick", "--device", "--help"};
    (void)context;
    return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

/* EXIT_DONE, with *help set where help was asked for. */
static exit_status read_options(int argc, char **argv, verify_report *report, bool *help)
{
    for (int i = 1; i < argc; ++i) {
        char hint[SUGGEST_SIZE];
        if (is_help(argv[i])) *help = true;
        else if (!strcmp(argv[i], "--json")) report->json = true;
        else if (!strcmp(argv[i], "--quick")) report->quick = true;
        else if (!strncmp(argv[i], "--device=", 9)) report->device = argv[i] + 9;
        else if (strcmp(argv[i], "--device"))
            return refuse(EXIT_USAGE, "unknown argument '%s'%s", argv[i], suggest(argv[i], "", option_name, NULL, hint));
        else if (++i == argc) return refuse(EXIT_USAGE, "--device needs an argument");
        else report->device = argv[i];
    }
    return EXIT_DONE;
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
    verify_report report = {0};
    bool help = false;
    exit_status status = read_options(argc, argv, &report, &help);
    signal(SIGPIPE, SIG_IGN);
    if (status) return status;
    if (help) {
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
