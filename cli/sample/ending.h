/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How a run ends: the file gets its name, or what is there is kept; and what is said of it. */
#ifndef ENDING_H
#define ENDING_H

#include "pump.h"

/* After the pump. EXIT_DONE, or the status of what has been said. */
exit_status ending_of(pump_end end, output *out, job_state *state);

/* Samples that the library could not give: EXIT_DONE where there are none. */
exit_status ending_report(const job *job, const job_state *state);

#endif
