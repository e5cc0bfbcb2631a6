/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll devices: prints the devices as a table or as JSON. */
#include "listing.h"
#include "cli/files/jsonout.h"

#include <inttypes.h>

static void print_json(void)
{
    rr_device_info d;
    json_out out = {.to = stdout};
    json_array(&out, NULL, json_lines);
    for (size_t i = 0; rr_device_list(i, &d); ++i) {
        json_object(&out, NULL, json_line);
        json_text(&out, "name", d.name);
        json_bool(&out, "available", d.available);
        json_text(&out, "why", d.why);
        json_integer(&out, "lanes", d.lanes);
        json_text(&out, "model", d.model);
        json_text(&out, "across", d.across);
        json_end(&out);
    }
    json_end(&out);
}

static void print_table(void)
{
    rr_device_info d;
    printf("%-12s %-10s %5s  %s\n", "device", "available", "lanes", "model, or why it is not usable");
    for (size_t i = 0; rr_device_list(i, &d); ++i) {
        const char *text = d.available ? d.model : d.why;
        printf("%-12s %-10s %5" PRIu32 "%s%s", d.name, d.available ? "yes" : "no", d.lanes, text[0] ? "  " : "", text);
        printf(d.across[0] ? " (lanes exchange values by %s)\n" : "%s\n", d.across);
    }
}

static const option_row rows[LISTING_ROWS] = {
    LISTING_OPTIONS("name, available, why, lanes, model and across (how the lanes of a GPU exchange values)"),
};

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll devices [--json | --names]"},
    {"DESCRIPTION",
     .text = "The table shows each device, whether it is usable here, the number of f32 lanes per register (threads per "
             "warp of a GPU), and the model or the reason why it is not usable. cpu is the best instruction set of this "
             "processor. Options follow a device after commas: cpu:avx2,warp=8,tile=512,threads=4. They change no "
             "bit.\n\ncuda:all, opencl:all, cuda:0+cuda:2 and cpu+cuda:0 are several devices: each draws the next part of a "
             "job as soon as it is free. Options after the last device apply to all of them."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_devices = {
    .name = "devices",
    .summary = "list the devices and whether this machine can use them",
    .sections = sections, .rows = rows, .count = LISTING_ROWS,
};

int cmd_devices(int argc, char **argv)
{
    listing how;
    bool own;
    rr_device_info d;
    if (!listing_read(argc, argv, &manual_devices, &how, &own)) return EXIT_USAGE;
    if (how == LISTING_JSON) print_json();
    if (how == LISTING_TABLE) print_table();
    for (size_t i = 0; how == LISTING_NAMES && rr_device_list(i, &d); ++i)
        if (d.available) puts(d.name);
    return stdout_end();
}
