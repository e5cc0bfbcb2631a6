/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The manual of reroll-mpi, for --help, the man page and the completions. */
#ifndef MPI_MANUAL_H
#define MPI_MANUAL_H

#include "cli/options/manual.h"

extern const manual manual_mpi;

#endif
