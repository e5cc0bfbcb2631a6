/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll devices: the devices as a table or as JSON. */
#include "listing.h"
#include "cli/files/json.h"

#include <inttypes.h>

static void print_json(void)
{
    rr_device_info d;
    printf("[\n");
    for (size_t i = 0; rr_device_list(i, &d); ++i) {
        printf("%s  {\"name\": ", i ? ",\n" : "");
        json_write_string(stdout, d.name);
        printf(", \"available\": %s, \"why\": ", d.available ? "true" : "false");
        json_write_string(stdout, d.why);
        printf(", \"lanes\": %" PRIu32 ", \"model\": ", d.lanes);
        json_write_string(stdout, d.model);
        printf(", \"across\": ");
        json_write_string(stdout, d.across);
        printf("}");
    }
    printf("\n]\n");
}

static void print_table(void)
{
    rr_device_info d;
    printf("%-12s %-10s %5s  %s\n", "device", "available", "lanes", "what it is, or why not");
    for (size_t i = 0; rr_device_list(i, &d); ++i) {
        const char *text = d.available ? d.model : d.why;
        printf("%-12s %-10s %5" PRIu32 "%s%s", d.name, d.available ? "yes" : "no", d.lanes, text[0] ? "  " : "", text);
        printf(d.across[0] ? " (lanes meet by %s)\n" : "%s\n", d.across);
    }
}

int cmd_devices(int argc, char **argv)
{
    listing how;
    rr_device_info d;
    if (!listing_read(argc, argv, &how)) return EXIT_USAGE;
    if (how == LISTING_HELP)
        listing_help("devices", "the devices",
                     "each device, whether it is usable here, how many f32 lanes its registers, or threads its warps,\n"
                     "    have, and what it is or why it is not usable. cpu alone is the best one here. "
                     "Options follow a device after commas:\n"
                     "    cpu:avx2,warp=8,tile=512,threads=4; none of them changes a bit",
                     "name, available, why, lanes, model and across (how a GPU's lanes meet)");
    if (how == LISTING_JSON) print_json();
    if (how == LISTING_TABLE) print_table();
    for (size_t i = 0; how == LISTING_NAMES && rr_device_list(i, &d); ++i)
        if (d.available) puts(d.name);
    return stdout_end();
}
