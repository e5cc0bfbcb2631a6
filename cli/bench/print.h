/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef BENCH_PRINT_H
#define BENCH_PRINT_H

#include "cli/measure/rows.h"

/* Prints measurements as tables or JSON. */
void bench_print(const bench *bench);
void bench_print_json(const bench *bench);

#endif
