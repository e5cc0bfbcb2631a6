/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef REMAKE_H
#define REMAKE_H

#include "options.h"
#include "cli/job/job.h"

/* Makes the job in the file of --job, with the options that are allowed with --job. EXIT_DONE, or an error status after a
 * message. The caller frees the job in any case. */
exit_status sample_remake(const options *o, job *job);

#endif
