/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory of an open device, "cuda:N" or "opencl:N": allocated in the context of rr_device_context, with the CUDA driver
 * (loaded at run time) or OpenCL. An error ends the program with a message. */
#ifndef EXAMPLES_BUFFER_H
#define EXAMPLES_BUFFER_H

#include <stddef.h>

#include "reroll.h"

/* For one device at a time, which was opened as `spec`. */
void memory_open(const rr_device *device, const char *spec);
void memory_close(void);

/* buffer_make allocates `size` bytes with these contents: a CUDA pointer or a cl_mem. buffer_read waits for all enqueued
 * work and copies the memory. */
void *buffer_make(const void *contents, size_t size);
void buffer_read(void *buffer, void *to, size_t size);
void buffer_free(void *buffer);

/* Reads a file as a text, to be freed. */
char *text_read(const char *folder, const char *file);

#endif
