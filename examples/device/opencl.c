/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, status);
    exit(1);
}

unsigned devices_find(cl_device_id *devices, unsigned capacity)
{
    cl_platform_id platforms[16];
    cl_uint platform_count = 0;
    unsigned count = 0;
    if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS) return 0;
    for (cl_uint p = 0; p < platform_count && p < 16; ++p) {
        cl_device_id found[16];
        cl_uint found_count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, found, &found_count) != CL_SUCCESS) continue;
        for (cl_uint d = 0; d < found_count && d < 16; ++d) {
            cl_device_fp_config doubles = 0;
            clGetDeviceInfo(found[d], CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL);
            if (doubles && count < capacity) devices[count++] = found[d];
        }
    }
    return count;
}

static char *text_of(const char *folder, const char *file)
{
    char path[1024];
    snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", file);
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);
    if (!f || !text || !fread(text, 1, (1 << 22) - 1, f)) {
        fprintf(stderr, "%s can't be read\n", path);
        exit(1);
    }
    fclose(f);
    return text;
}

/* The sources are concatenated in order instead of using #include, because the compiler sees no files. */
struct kernel kernel_build(cl_device_id device, const char *header, const char *folder, const char *file, const char *name)
{
    struct kernel k = {0};
    char *texts[] = {text_of("", header), text_of(folder, "kernel.h"), text_of(folder, file)};
    static char log[1 << 16], extensions[1 << 14];
    cl_int status;
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof k.device, k.device, NULL);
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL);
    k.context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status, "clCreateContext");
    k.queue = clCreateCommandQueueWithProperties(k.context, device, NULL, &status);
    must(status, "clCreateCommandQueueWithProperties");
    k.program = clCreateProgramWithSource(k.context, 3, (const char **)texts, NULL, &status);
    must(status, "clCreateProgramWithSource");
    const int subgroups = strstr(extensions, "cl_khr_subgroup_ballot") && strstr(extensions, "cl_khr_subgroup_shuffle");
    status = clBuildProgram(k.program, 1, &device, subgroups ? "-cl-std=CL3.0" : "-cl-std=CL1.2", NULL, NULL);
    if (status != CL_SUCCESS) {
        clGetProgramBuildInfo(k.program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    must(status, file);
    k.kernel = clCreateKernel(k.program, name, &status);
    must(status, name);
    for (int t = 0; t < 3; ++t) free(texts[t]);
    return k;
}

void kernel_free(struct kernel *k)
{
    clReleaseKernel(k->kernel);
    clReleaseProgram(k->program);
    clReleaseCommandQueue(k->queue);
    clReleaseContext(k->context);
}

void kernel_value(struct kernel *k, const void *value, size_t size)
{
    must(clSetKernelArg(k->kernel, k->args++, size, value), "clSetKernelArg");
}

cl_mem kernel_memory(struct kernel *k, const void *contents, size_t size)
{
    cl_int status;
    cl_mem memory = clCreateBuffer(k->context, CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0), size,
                                   (void *)(size_t)contents, &status);
    must(status, "clCreateBuffer");
    kernel_value(k, &memory, sizeof memory);
    return memory;
}

void kernel_run(struct kernel *k, size_t groups, size_t local)
{
    const size_t global = groups * local;
    must(clEnqueueNDRangeKernel(k->queue, k->kernel, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    must(clFinish(k->queue), "clFinish");
}

void kernel_read(struct kernel *k, cl_mem memory, void *to, size_t size)
{
    must(clEnqueueReadBuffer(k->queue, memory, CL_TRUE, 0, size, to, 0, NULL, NULL), "clEnqueueReadBuffer");
}
