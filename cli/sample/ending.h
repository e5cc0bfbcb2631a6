/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The end of a run: renames the complete file, or keeps an incomplete one, and prints messages. */
#ifndef ENDING_H
#define ENDING_H

#include "pump.h"

/* Finishes the output after the pump. EXIT_DONE, or an error status after a message. */
exit_status ending_of(pump_end end, output *out, job_state *state);

/* Reports failed samples: EXIT_DONE if there are none, otherwise an error status after a message. */
exit_status ending_report(const job *job, const job_state *state);

#endif
