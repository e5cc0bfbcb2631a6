/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef REMAKE_H
#define REMAKE_H

#include "options.h"
#include "cli/job/job.h"

/* Makes the job that --job tells of, with the options that are allowed beside it. EXIT_DONE, or the status of a refusal that
 * has been said; the job is to be freed in any case. */
exit_status sample_remake(const options *o, job *job);

#endif
