/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Programs: built from text once, and kept on disk as the driver's binary under text, options, device and driver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

#define UNIT_LOCAL (64u << 10)

void rr_cl_lines(const rr_cl_device *device, char lines[RR_CL_LINES])
{
    static const char *const by[] = {[RR_CL_BY_SUBGROUP] = "SUBGROUP", [RR_CL_BY_VENDOR] = "VENDOR",
                                     [RR_CL_BY_BARRIER] = "BARRIER"};
    char warps[64] = "";
    if (device->facts.lanes > 1) snprintf(warps, sizeof warps, "#define RR_WARP_BY_%s 1\n", by[device->warp]);
    snprintf(lines, RR_CL_LINES, "#define RR_LANES_WANTED %u\n#define RR_WARPS %u\n%s%s", device->facts.lanes,
             device->facts.warps, warps, device->rounds ? "#define RR_DEVICE_ROUNDS 1\n" : "");
}

/* Sub-groups need OpenCL C 2.0; everything else is 1.2. */
static void options_of(const rr_cl_device *device, char options[128])
{
    const int version = device->facts.lanes > 1 && device->warp == RR_CL_BY_SUBGROUP ? device->c_version : 12;
    snprintf(options, 128, "-cl-std=CL%d.%d%s", version / 10, version % 10,
             device->rounds ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
}

/* ---- On disk ---- */

/* Everything that a binary depends on; malloc'ed. */
static char *key_of(const rr_cl_device *device, const char *options, const char *text)
{
    const size_t size = strlen(text) + 1024;
    char *key = malloc(size);
    if (key)
        snprintf(key, size, "opencl program\n%s\n%s\n%s\n%s\n%s", device->platform_name, device->facts.name,
                 device->facts.version, options, text);
    return key;
}

/* The built program of a binary; null if there is none or the driver rejects it. */
static cl_program from_disk(const rr_engine *e, const char *key, const char *options)
{
    size_t size = 0;
    cl_int error = 0, taken = 0;
    unsigned char *bytes = rr_cache_get(key, &size);
    const unsigned char *binary = bytes;
    if (!bytes) return NULL;
    cl_program program = e->cl->clCreateProgramWithBinary(e->context, 1, &e->device.id, &size, &binary, &taken, &error);
    free(bytes);
    if (program && (error || taken || e->cl->clBuildProgram(program, 1, &e->device.id, options, NULL, NULL))) {
        e->cl->clReleaseProgram(program);
        return NULL;
    }
    return program;
}

/* Keeps the program's binary, if the driver returns it. Not on PoCL: it would compile everything again, for work-groups of
 * any size, and has its own cache. */
static void to_disk(const rr_engine *e, const char *key, cl_program program)
{
    size_t size = 0;
    if (!strcmp(e->device.platform_name, "Portable Computing Language")) return;
    if (e->cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) || !size) return;
    unsigned char *binary = malloc(size);
    if (binary && !e->cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL))
        rr_cache_put(key, binary, size);
    free(binary);
}

/* ---- Building ---- */

/* Reports the first line of the compiler's log with an error, or its first line. */
static rr_status build_failed(const rr_engine *e, cl_program program, cl_int error, rr_result *result)
{
    size_t size = 0;
    char *log = NULL;
    rr_status status = rr_cl_fail(result, "clBuildProgram", error);
    if (status == RR_ERR_DEVICE &&
        !e->cl->clGetProgramBuildInfo(program, e->device.id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) && size > 1)
        log = malloc(size + 1);
    if (log && !e->cl->clGetProgramBuildInfo(program, e->device.id, CL_PROGRAM_BUILD_LOG, size, log, NULL)) {
        log[size] = '\0';
        const char *line = strstr(log, "error:");
        line = line ? line : log;
        rr_fail(result, status, "the OpenCL compiler of %.40s reports (error %d): %.*s", e->device.facts.name, error,
                (int)strcspn(line, "\n"), line);
    }
    free(log);
    return status;
}

static rr_status from_text(const rr_engine *e, const char *text, const char *options, cl_program *program, rr_result *result)
{
    cl_int error = 0;
    *program = e->cl->clCreateProgramWithSource(e->context, 1, &text, NULL, &error);
    if (!*program) return rr_cl_fail(result, "clCreateProgramWithSource", error);
    error = e->cl->clBuildProgram(*program, 1, &e->device.id, options, NULL, NULL);
    if (!error) return RR_OK;
    const rr_status status = build_failed(e, *program, error, result);
    e->cl->clReleaseProgram(*program);
    *program = NULL;
    return status;
}

rr_status rr_cl_build(const rr_engine *engine, const char *text, cl_program *program, rr_result *result)
{
    char options[128];
    options_of(&engine->device, options);
    char *key = key_of(&engine->device, options, text);
    rr_status status = RR_OK;
    *program = key ? from_disk(engine, key, options) : NULL;
    if (!*program) {
        status = from_text(engine, text, options, program, result);
        if (!status && key) to_disk(engine, key, *program);
    }
    free(key);
    return status;
}

/* ---- Kernels of an engine ---- */

static void drop(rr_kernel *k)
{
    if (k->kernel) k->engine->cl->clReleaseKernel(k->kernel);
    if (k->program) k->engine->cl->clReleaseProgram(k->program);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

uint32_t rr_cl_fill_of(const rr_kernel *kernel) { return kernel->fill; }

void rr_cl_drop_kernels(rr_engine *engine)
{
    while (engine->kernels) {
        rr_kernel *k = engine->kernels;
        engine->kernels = k->next;
        drop(k);
    }
}

/* Work-groups that fit on a unit. If the maximal group of this kernel is smaller than the device's, registers limit a unit
 * to that number of work-items. A unit has at least 64 KB of local memory, even if one group can use less. A unit of a CPU
 * runs work-groups in turn. */
static uint32_t fill(const rr_cl_device *d, size_t wanted, size_t max, uint64_t local)
{
    const uint64_t unit = d->local < UNIT_LOCAL ? UNIT_LOCAL : d->local;
    uint64_t fill = d->facts.fill;
    if (d->is_cpu) return d->facts.fill;
    if (max < d->group && max / wanted < fill) fill = max / wanted;
    if (local && unit / local < fill) fill = unit / local;
    return fill ? (uint32_t)fill : 1;
}

/* The kernel of a program, if the device can run it in the engine's work-groups: a kernel that needs many registers may
 * allow fewer work-items than the device does. */
static rr_status open_kernel(rr_kernel *k, rr_result *result)
{
    const rr_cl *cl = k->engine->cl;
    const rr_cl_device *d = &k->engine->device;
    const size_t wanted = (size_t)d->facts.lanes * d->facts.warps;
    size_t max = 0;
    cl_bitfield local = 0;
    cl_int error = 0;
    k->kernel = cl->clCreateKernel(k->program, "rr_gpu_kernel", &error);
    if (!k->kernel) return rr_cl_fail(result, "clCreateKernel", error);
    error = cl->clGetKernelWorkGroupInfo(k->kernel, d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof max, &max, NULL);
    if (!error)
        error = cl->clGetKernelWorkGroupInfo(k->kernel, d->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    if (error) return rr_cl_fail(result, "clGetKernelWorkGroupInfo", error);
    k->fill = fill(d, wanted, max, local);
    if (max >= wanted) return RR_OK;
    return rr_fail(result, RR_ERR_DEVICE, "%.60s runs this kernel in work-groups of at most %zu, not of %zu",
                   d->facts.name, max, wanted);
}

static rr_status make(rr_engine *engine, const rr_kernel_request *request, rr_kernel **made, rr_result *result)
{
    char lines[RR_CL_LINES];
    if (request->wide && !engine->device.facts.wide)
        return rr_fail(result, RR_ERR_DEVICE, "%.80s has no f64", engine->device.facts.name);
    rr_cl_lines(&engine->device, lines);
    rr_kernel *k = calloc(1, sizeof *k);
    char *text = k ? rr_kernel_text("OPENCL", request, lines) : NULL;
    if (!text) {
        free(k);
        return rr_fail(result, RR_ERR_MEMORY, "no memory for the text of a kernel");
    }
    k->request = *request;
    k->engine = engine;
    pthread_mutex_init(&k->lock, NULL);
    rr_status status = rr_cl_build(engine, text, &k->program, result);
    free(text);
    if (!status) status = open_kernel(k, result);
    if (status) drop(k);
    else *made = k;
    return status;
}

/* The names in a request come from the lists of samplers, transforms and strategies, which are static. The lock is held
 * while a kernel is built, so that a second thread that needs the same one waits instead of building it too. */
rr_status rr_cl_kernel(rr_engine *engine, const rr_kernel_request *request, int may_make, const rr_kernel **kernel,
                       rr_result *result)
{
    rr_status status = RR_OK;
    pthread_mutex_lock(&engine->lock);
    rr_kernel *k = engine->kernels;
    while (k && !rr_kernel_same(&k->request, request)) k = k->next;
    if (!k && !may_make) status = rr_fail(result, RR_ERR_DEVICE, "the kernel is not prepared");
    if (!k && may_make && !(status = make(engine, request, &k, result))) {
        k->next = engine->kernels;
        engine->kernels = k;
    }
    pthread_mutex_unlock(&engine->lock);
    *kernel = status ? NULL : k;
    return status;
}
