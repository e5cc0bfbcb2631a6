/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory of a device for programs that test and time it. A program of a user's has its own: from cuMemAlloc, or from
 * clCreateBuffer in the context of its queue. These ask the backend, so that one program serves CUDA and OpenCL, without
 * headers of either. */
#ifndef TESTS_DEVICES_MEMORY_H
#define TESTS_DEVICES_MEMORY_H

#include <reroll.h>

typedef struct memory {
    const rr_device *device;
    uint64_t handle;   /* a CUdeviceptr, or a cl_mem; 0: none */
    size_t size;
} memory;

/* 0, or why not, on standard output as a comment. A device that is no GPU has none. */
int memory_open(const rr_device *device, size_t size, memory *m);
void memory_close(memory *m);

/* These wait. 0 or not. */
int memory_write(const memory *m, const void *from, size_t size);
int memory_read(const memory *m, void *to, size_t size);
/* `times` fills of the whole, one after the other. */
int memory_fill(const memory *m, unsigned char byte, unsigned times);

/* What a job has for a pointer: `byte` from the start. A cl_mem is an object, which nothing is added to: byte is 0
 * there. */
void *memory_pointer(const memory *m, size_t byte);
/* Is it a cl_mem, of which a job has to say so (RR_CL_OUT ...)? */
int memory_is_object(const rr_device *device);

/* From now on jobs are dealt to warps as if the device had so many multiprocessors, in tiles of so many slots (a multiple of
 * 128); 0: as it is. */
void memory_shape(const rr_device *device, uint32_t units, uint32_t tile);

#endif
