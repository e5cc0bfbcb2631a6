/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The macros and functions that a sink's text uses, for the host, where the same functions process stored samples in
 * order. */
#ifndef EXAMPLES_SINK_HOST_H
#define EXAMPLES_SINK_HOST_H

#define RR_SINK_FN static inline
#define RR_SINK_GLOBAL
typedef unsigned long long rr_index64;
typedef struct rr_sink_memory {
    void *at[4];
} rr_sink_memory;

RR_SINK_FN void rr_sink_add(unsigned int *p, unsigned int n) { *p += n; }
RR_SINK_FN void rr_sink_add64(rr_index64 *p, rr_index64 n) { *p += n; }

#endif
