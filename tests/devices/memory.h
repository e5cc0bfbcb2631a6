/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory of a device for programs that test and time it. A user's program has its own: from cuMemAlloc, or from
 * clCreateBuffer in the context of its queue. These functions use the backend, so that one program serves CUDA and OpenCL
 * without the headers of either. */
#ifndef TESTS_DEVICES_MEMORY_H
#define TESTS_DEVICES_MEMORY_H

#include <reroll.h>

typedef struct memory {
    const rr_device *device;
    uint64_t handle;   /* a CUdeviceptr, or a cl_mem; 0: none */
    size_t size;
} memory;

/* Returns 0, or prints the reason on standard output as a comment. A device that is not a GPU has none. */
int memory_open(const rr_device *device, size_t size, memory *m);
void memory_close(memory *m);

/* These wait. They return 0 on success. */
int memory_write(const memory *m, const void *from, size_t size);
int memory_read(const memory *m, void *to, size_t size);
/* `times` fills of the whole, one after the other. */
int memory_fill(const memory *m, unsigned char byte, unsigned times);

/* The pointer for a job: `byte` bytes from the start. A cl_mem is an object, to which nothing can be added: byte is 0
 * there. */
void *memory_pointer(const memory *m, size_t byte);
/* True if it is a cl_mem, which a job must declare (RR_CL_OUT ...). */
int memory_is_object(const rr_device *device);

/* From now on jobs are divided among warps as if the device had this many multiprocessors, in tiles of this many slots (a
 * multiple of 128); 0: the device's own. */
void memory_shape(const rr_device *device, uint32_t units, uint32_t tile);

#endif
