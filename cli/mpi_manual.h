/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What reroll-mpi says of itself: --help, the page for man, the completion. */
#ifndef MPI_MANUAL_H
#define MPI_MANUAL_H

#include "cli/options/manual.h"

extern const manual manual_mpi;

#endif
