/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The OpenCL calls that these examples need. An error ends the program with a message. */
#ifndef EXAMPLES_OPENCL_H
#define EXAMPLES_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stddef.h>

/* A kernel on one device. */
struct kernel {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    char device[128];
    cl_uint args;
};

/* The devices that have doubles, at most `capacity`. */
unsigned devices_find(cl_device_id *devices, unsigned capacity);

/* Compiles the device header and a file of this folder for a device. header, folder: their paths. */
struct kernel kernel_build(cl_device_id device, const char *header, const char *folder, const char *file, const char *name);
void kernel_free(struct kernel *k);

/* Set the next argument: a value, or memory with these contents (NULL: none), which the caller releases. */
void kernel_value(struct kernel *k, const void *value, size_t size);
cl_mem kernel_memory(struct kernel *k, const void *contents, size_t size);

/* Runs groups of `local` threads and waits. */
void kernel_run(struct kernel *k, size_t groups, size_t local);
void kernel_read(struct kernel *k, cl_mem memory, void *to, size_t size);

#endif
