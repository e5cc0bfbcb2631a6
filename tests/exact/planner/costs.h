/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A folder for files of costs, and writing them. */
#ifndef RR_TESTS_EXACT_PLANNER_COSTS_H
#define RR_TESTS_EXACT_PLANNER_COSTS_H

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/support.h"

static inline void near(const char *what, double have, double want, double relative)
{
    if (!(fabs(have - want) <= relative * fabs(want))) fail_msg("%s: %.17g, not %.17g", what, have, want);
}

static char folder[64], path[96];

static inline int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/reroll-costs-%ld", (long)getpid());
    snprintf(path, sizeof path, "%s/costs", folder);
    setenv("REROLL_COSTS", path, 1);
    return mkdir(folder, 0700);
}

static inline int remove_folder(void **state)
{
    (void)state;
    remove(path);
    setenv("REROLL_COSTS", "/dev/null", 1);
    return rmdir(folder);   /* no temporary file is left next to the file */
}

#endif
