/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory of an open device, "cuda:N" or "opencl:N", as a program allocates it: in the context of rr_device_context, with the
 * CUDA driver (opened at run time) or OpenCL. What fails ends the program with a sentence. */
#ifndef EXAMPLES_ROOM_H
#define EXAMPLES_ROOM_H

#include <stddef.h>

#include "reroll.h"

/* Of one device at a time, which was opened as `spec`. */
void rooms_open(const rr_device *device, const char *spec);
void rooms_close(void);

/* `size` bytes with these contents, a CUDA pointer or a cl_mem; what is there now, when all that was enqueued is done. */
void *room_make(const void *contents, size_t size);
void room_read(void *room, void *to, size_t size);
void room_free(void *room);

/* A file as a text, to be freed. */
char *text_read(const char *folder, const char *file);

#endif
