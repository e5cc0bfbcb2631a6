/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "run.h"
#include "cli/base/interrupt.h"

bool report_ends(report *r)
{
    if (!r->status && interrupted()) r->status = EXIT_INTERRUPTED;
    return r->status != EXIT_DONE;
}
