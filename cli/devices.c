/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll devices: the devices as a table or as JSON. */
#include "json.h"
#include "listing.h"

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
        printf(", \"lanes\": %" PRIu32 "}", d.lanes);
    }
    printf("\n]\n");
}

static void print_table(void)
{
    rr_device_info d;
    printf("%-12s %-10s %5s  %s\n", "device", "available", "lanes", "why not");
    for (size_t i = 0; rr_device_list(i, &d); ++i)
        printf("%-12s %-10s %5" PRIu32 "%s%s\n", d.name, d.available ? "yes" : "no", d.lanes, d.why[0] ? "  " : "", d.why);
}

int cmd_devices(int argc, char **argv)
{
    listing how;
    rr_device_info d;
    if (!listing_read(argc, argv, &how)) return EXIT_USAGE;
    if (how == LISTING_HELP)
        listing_help("devices", "the devices",
                     "each device, whether it is usable here, how many f32 lanes its registers have, and why it\n"
                     "    is not usable. cpu alone is the best one here. Options follow a device after commas:\n"
                     "    cpu:avx2,warp=8,tile=512,threads=4; none of them changes a bit",
                     "name, available, why and lanes");
    if (how == LISTING_JSON) print_json();
    if (how == LISTING_TABLE) print_table();
    for (size_t i = 0; how == LISTING_NAMES && rr_device_list(i, &d); ++i)
        if (d.available) puts(d.name);
    return listing_end();
}
