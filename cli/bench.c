/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "cli.h"

int cmd_bench(int argc, char **argv)
{
    (void)argc;
    return refuse(EXIT_TROUBLE, "%s is not built yet", argv[0]);
}
