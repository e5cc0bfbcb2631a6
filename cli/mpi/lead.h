/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lead, a thread on rank 0: it reads and checks the request, gives out stripes, writes the job file, ends the job. */
#ifndef LEAD_H
#define LEAD_H

#include "work.h"

typedef struct lead {
    work *work;        /* that of rank 0: the lead opens what it draws with */
    int argc;
    char **argv;
} lead;

/* From the request to the last message. */
void lead_run(lead *l);

#endif
