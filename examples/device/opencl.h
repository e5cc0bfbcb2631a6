/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* As much of OpenCL as these examples need. What fails ends the program with a sentence. */
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

/* Compiles the device header and a file of this folder for a device. header, folder: where they are. */
struct kernel kernel_build(cl_device_id device, const char *header, const char *folder, const char *file, const char *name);
void kernel_free(struct kernel *k);

/* The next argument: a value; memory with these contents (or with none), which is the caller's to release. */
void kernel_value(struct kernel *k, const void *value, size_t size);
cl_mem kernel_memory(struct kernel *k, const void *contents, size_t size);

/* Runs groups of `local` threads and waits. */
void kernel_run(struct kernel *k, size_t groups, size_t local);
void kernel_read(struct kernel *k, cl_mem memory, void *to, size_t size);

#endif
