/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lead, a thread on rank 0: it reads and checks the request, assigns stripes, writes the job file and ends the job. */
#ifndef LEAD_H
#define LEAD_H

#include "work.h"

typedef struct lead {
    rank_work *work;        /* rank 0's: the lead opens its device and file */
    command command;
} lead;

/* Runs the whole job, from the request to the last message. */
void lead_run(lead *l);

#endif
