/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every sampler x strategy x dtype (some with two strategies only), and every transform x dtype, as OpenCL C (shell.h), built
 * and run on every OpenCL device that is found, its bits compared with those of cpu:scalar. TAP on standard output. Arguments:
 * the repository, and a sampler or transform (all).
 *
 * A device with sub-groups, ballots and shuffles runs warps of its largest sub-group, others warps of one. A test draws
 * ELEMENTS samples in tiles of ROOM slots three times: with one set of parameters from a first index that is no multiple of
 * 4 and crosses 2^32; with parameters an element; with those and an index an element. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "samplers/descriptor.h"
#include "../support/views.h"

#define ELEMENTS 1000
#define ROOM 300
#define TILES ((ELEMENTS + ROOM - 1) / ROOM)
#define CASES 3
#define SCRATCH (TILES * 4 * (ROOM + 32))

static const char *const names[] = {
#define RR_SAMPLER(name, widths) #name,
#include "../../src/samplers/list.h"
#undef RR_SAMPLER
};
static const char *const transforms[] = {
#define RR_TRANSFORM(ident, ...) #ident,
#include "../../src/transforms/list.h"
#undef RR_TRANSFORM
};
static const char *const kinds[] = {
#undef RR_STRATEGY
#define RR_STRATEGY(kind, name, form, help, number) #kind,
#include "../../src/strategies.h"
#undef RR_STRATEGY
};

typedef struct target {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    char name[128];
    unsigned lanes;
    int f64, rounds;   /* has f64; f32 division and square root are said to be correctly rounded */
} target;

enum { PARAMS = 4 };   /* what shell.h takes */

/* One case: what is drawn, the parameters in the dtype, and what the CPU makes of it. */
typedef struct draw {
    rr_job job;
    unsigned width;
    uint64_t index[ELEMENTS], param[PARAMS][ELEMENTS], want[ELEMENTS], got[ELEMENTS];
    uint32_t half[2][ELEMENTS];
} draw;

static int tests, failures;

static void say(int ok, const char *what)
{
    printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, what);
    fflush(stdout);
    failures += !ok;
}

static void must(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    printf("Bail out! %s: OpenCL error %d\n", what, status);
    exit(1);
}

/* A good value of a parameter for element k. */
static double good_value(const char *name, unsigned k)
{
    static const double shapes[] = {0.7, 2.5, 1, 1e-3, 31, 1e7, 0.999, 1e-1, 1.5, 1e12, 5, 0.3, 3e2};
    if (!strcmp(name, "shape")) return shapes[k % 13];
    if (!strcmp(name, "accept")) return 1.0 / (1 + k % 9);
    if (!strcmp(name, "low")) return 0.25 * k - 100.5;
    if (!strcmp(name, "mean")) return 0.35 * k - 103.5;   /* below, between and above low and high */
    if (!strcmp(name, "high")) return 0.25 * k - 99.1 + 0.125 * (k % 64);
    return 0.37 + 3 * (k % 17);
}

static void make_draw(draw *d, const rr_sampler *s, int wide, int which, const char *kind)
{
    const rr_job blank = RR_JOB_INIT;
    memset(d, 0, sizeof *d);
    d->job = blank;
    d->width = wide ? 8 : 4;
    d->job.sampler = s;
    d->job.dtype = wide ? RR_F64 : s->dtypes >> RR_F32 & 1 ? RR_F32 : RR_U32;
    d->job.stream = rr_stream_make(20261 + which, 7);
    d->job.stream.next = which ? 1 : (1ull << 32) - 501;
    d->job.rows = ELEMENTS;
    d->job.out = d->want;
    for (uint32_t p = 0; p < s->params; ++p) {
        const int counts = s->param[p].f32.low >= 1;   /* whole numbers */
        for (unsigned k = 0; k < ELEMENTS; ++k) rr_value_set(d->param[p], k, d->width, counts ? 1 + k % 19 : good_value(s->param[p].name, k));
        d->job.param[p].data = d->param[p];
        d->job.param[p].type = wide ? RR_F64 : RR_F32;
        d->job.param[p].row_stride = which ? (ptrdiff_t)d->width : 0;
    }
    for (unsigned k = 0; k < ELEMENTS; ++k) {
        d->index[k] = (k * 7919ull % ELEMENTS) << (k % 40);
        d->half[0][k] = (uint32_t)d->index[k];
        d->half[1][k] = (uint32_t)(d->index[k] >> 32);
    }
    if (which == 2) d->job.index = d->index;
    for (unsigned i = 1; i < sizeof kinds / sizeof *kinds; ++i)
        if (!strcmp(kinds[i], kind)) d->job.strategy.kind = i;
}

static cl_mem buffer(const target *t, size_t size, void *from)
{
    cl_int status;
    cl_mem m = clCreateBuffer(t->context, CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0), size, from, &status);
    must(status, "clCreateBuffer");
    return m;
}

/* Draws d on the device; 1 if no sample was lost. */
static int run_draw(const target *t, cl_program program, draw *d, const char *kind, cl_uint number)
{
    char name[64];
    rr_tile tiles[TILES];
    cl_uint room = ROOM, indexed = d->job.index != NULL, more = 1, losts[TILES];
    const size_t local = t->lanes, global = TILES * t->lanes;
    cl_int status;
    memset(tiles, 0, sizeof tiles);
    for (unsigned w = 0; w < TILES; ++w) {
        rr_tile *const tile = &tiles[w];
        const uint64_t base = d->job.stream.next + w * ROOM;
        rr_launch_key(&tile->key, d->job.stream, d->job.sampler->family, d->width == 8);
        tile->n = ELEMENTS - w * ROOM < ROOM ? ELEMENTS - w * ROOM : ROOM;
        tile->cap = d->job.sampler->cap;
        tile->base_lo = (uint32_t)base;
        tile->base_hi = (uint32_t)(base >> 32);
        for (uint32_t p = 0; p < d->job.sampler->params; ++p) tile->varies |= (uint32_t)(d->job.param[p].row_stride != 0) << p;
    }
    cl_mem memory[] = {
        buffer(t, sizeof tiles, tiles), buffer(t, sizeof d->param[0], d->param[0]), buffer(t, sizeof d->param[1], d->param[1]),
        buffer(t, sizeof d->param[2], d->param[2]), buffer(t, sizeof d->param[3], d->param[3]),
        buffer(t, sizeof d->half[0], d->half[0]), buffer(t, sizeof d->half[1], d->half[1]), buffer(t, sizeof d->got, NULL),
        buffer(t, SCRATCH * sizeof(cl_uint), NULL), buffer(t, sizeof losts, NULL),
    };
    snprintf(name, sizeof name, "rr_kernel_%s", kind);
    cl_kernel kernel = clCreateKernel(program, name, &status);
    must(status, name);
    cl_uint *const numbers[] = {&room, &indexed, &number, &more};
    must(clSetKernelArg(kernel, 0, sizeof(cl_mem), &memory[0]), "clSetKernelArg");
    for (cl_uint a = 0; a < 4; ++a) must(clSetKernelArg(kernel, 1 + a, sizeof(cl_uint), numbers[a]), "clSetKernelArg");
    for (cl_uint a = 1; a < 10; ++a) must(clSetKernelArg(kernel, 4 + a, sizeof(cl_mem), &memory[a]), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(t->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), name);
    must(clEnqueueReadBuffer(t->queue, memory[7], CL_TRUE, 0, sizeof d->got, d->got, 0, NULL, NULL), name);
    must(clEnqueueReadBuffer(t->queue, memory[9], CL_TRUE, 0, sizeof losts, losts, 0, NULL, NULL), name);
    clReleaseKernel(kernel);
    for (int m = 0; m < 10; ++m) clReleaseMemObject(memory[m]);
    for (unsigned w = 0; w < TILES; ++w)
        if (losts[w]) return 0;
    return 1;
}

static void test_strategy(const target *t, cl_program program, const rr_device *cpu, unsigned sampler, int wide, const char *kind)
{
    static draw d;
    char what[256];
    int ok = 1;
    unsigned k = 0, c = 0;
    for (c = 0; ok && c < CASES; ++c) {
        make_draw(&d, rr_sampler_list(sampler), wide, (int)c, kind);
        /* grouped:4 and grouped:8, fixed:8+ and fixed:40+; the CPU's bits are those of any strategy. */
        const cl_uint number = !strcmp(kind, "fixed") ? (c ? 40 : 8) : (c ? 8 : 4);
        d.job.strategy.kind = 1;
        ok = rr_run(cpu, &d.job, NULL) == RR_OK;
        if (!ok) printf("# cpu:scalar failed\n");
        memset(d.got, 0xa5, sizeof d.got);
        if (ok && !(ok = run_draw(t, program, &d, kind, number))) printf("# samples were lost\n");
        for (k = 0; ok && k < ELEMENTS; ++k)
            if (memcmp((char *)d.got + k * d.width, (char *)d.want + k * d.width, d.width)) {
                ok = 0;
                printf("# case %u, element %u: %.17g, not %.17g\n", c, k, rr_value_at(d.got, k, d.width), rr_value_at(d.want, k, d.width));
            }
    }
    snprintf(what, sizeof what, "%s, %u a warp: %s f%d %s has the bits of cpu:scalar%s", t->name, t->lanes, names[sampler], wide ? 64 : 32, kind,
             !ok && !wide && !t->rounds ? " # TODO no promise" : "");
    failures -= !ok && !wide && !t->rounds;
    say(ok, what);
}

/* Two strategies are enough for samplers whose attempts are those of another one, and for the second dtype: strategies know
 * of neither. gamma, with all that a sampler can have, has them all. */
static int few(unsigned sampler, int wide)
{
    return strcmp(names[sampler], "gamma") && (wide || is_view(rr_sampler_list(sampler)));
}

/* shell.h with a macro, RR_SAMPLER or RR_TRANSFORM, that is `name`, and another option; *ok: without a warning. */
static cl_program build(const target *t, const char *root, const char *macro, const char *name, int wide, const char *option, int *ok)
{
    static const char text[] = "#include \"shell.h\"\n";
    static char log[1 << 16];
    const char *source = text;
    char options[1024], what[256];
    cl_int status;
    cl_program program = clCreateProgramWithSource(t->context, 1, &source, NULL, &status);
    must(status, "clCreateProgramWithSource");
    int used = snprintf(options, sizeof options, "-I%s/device -I%s/tests/devices -DRR_TARGET_OPENCL -DRR_DTYPE=%d -D%s=%s -cl-std=%s "
                        "%s %s -Werror", root, root, wide ? 64 : 32, macro, name, t->lanes > 1 ? "CL3.0" : "CL1.2",
                        t->rounds ? "-cl-fp32-correctly-rounded-divide-sqrt -DRR_DEVICE_ROUNDS" : "", option);
    if (t->lanes > 1)
        snprintf(options + used, sizeof options - (size_t)used, " -DRR_LANES_WANTED=%u -DRR_WARP_BY_SUBGROUP", t->lanes);
    status = clBuildProgram(program, 1, &t->id, options, NULL, NULL);
    snprintf(what, sizeof what, "%s, %u a warp: %s f%d compiles without a warning", t->name, t->lanes, name, wide ? 64 : 32);
    clGetProgramBuildInfo(program, t->id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    *ok = status == CL_SUCCESS && !strstr(log, "warning:") && !strstr(log, "error:");
    say(*ok, what);
    if (!*ok)
        for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) printf("# %s\n", line);
    return program;
}

static void test_sampler(const target *t, const char *root, const rr_device *cpu, unsigned sampler, int wide)
{
    int good;
    cl_program program = build(t, root, "RR_SAMPLER", names[sampler], wide, few(sampler, wide) ? "-DRR_SHELL_FEW" : "", &good);
    /* Compiled only: samplers with a table (t->table), which nobody here builds, and those of whole rows. */
    if (rr_sampler_list(sampler)->fixed || rr_sampler_list(sampler)->vector) good = 0;
    for (unsigned k = 1; good && k < sizeof kinds / sizeof *kinds; ++k)
        if (!few(sampler, wide) || !strcmp(kinds[k], "cached") || !strcmp(kinds[k], "compact"))
            test_strategy(t, program, cpu, sampler, wide, kinds[k]);
    clReleaseProgram(program);
}

/* ---- Transforms ---- */

/* Points of every kind: inside and outside any method's interval, ends, NaN. */
static void make_points(void *points, unsigned width)
{
    static const double odd[] = {0, 1, -1, 2, 1e-30, -1e-20, 0.5, NAN, INFINITY};
    for (unsigned k = 0; k < 2 * ELEMENTS; ++k) {
        const unsigned r = k * 2654435761u;
        rr_value_set(points, k, width, r % 31 == 0 ? odd[r / 31 % 9] : (r >> 8) * 0x1p-24 * (r % 3 ? 1 : -1));
    }
}

/* What the CPU makes of the points: the number of those refused. Drawn points have no method. */
static uint64_t wanted(const rr_device *cpu, unsigned which, int wide, const void *points, uint64_t *want, rr_stream s, int columns)
{
    rr_transform_job job = RR_TRANSFORM_INIT;
    rr_result result = RR_RESULT_INIT;
    for (size_t i = 0; (job.method = rr_transform_list(i)); ++i) {
        char name[64];
        snprintf(name, sizeof name, "%s", job.method->name);
        for (char *c = name; *c; ++c) *c = *c == '-' ? '_' : *c;
        if (!strcmp(name, transforms[which])) break;
    }
    if (!job.method) {
        rr_transform_draw(cpu, which, wide ? RR_F64 : RR_F32, s, ELEMENTS, want);
        return 0;
    }
    job.dtype = wide ? RR_F64 : RR_F32;
    job.n = ELEMENTS;
    job.points = points;
    job.out = want;
    job.stream = s;
    job.columns = columns;
    if (rr_transform(cpu, &job, &result)) must(CL_INVALID_VALUE, result.message);
    return result.failed;
}

/* The points on the device; returns how many were refused. */
static uint64_t run_transform(const target *t, cl_program program, int wide, void *points, uint64_t *got, rr_stream s, cl_uint columns)
{
    rr_batch batches[TILES];
    cl_uint room = ROOM, all = ELEMENTS, counts[TILES];
    const size_t local = t->lanes, global = TILES * t->lanes, bytes = 2 * ELEMENTS * (wide ? 8 : 4);
    cl_int status;
    uint64_t refused = 0;
    memset(batches, 0, sizeof batches);
    for (unsigned w = 0; w < TILES; ++w) {
        rr_batch *const b = &batches[w];
        rr_launch_key(&b->key, s, RR_FAMILY_ROLLS, wide != 0);
        b->n = ELEMENTS - w * ROOM < ROOM ? ELEMENTS - w * ROOM : ROOM;
        b->cap = RR_CAP8;
        b->base_lo = (uint32_t)(s.next + w * ROOM);
        b->base_hi = (uint32_t)((s.next + w * ROOM) >> 32);
        rr_value_set(&b->sd, 0, wide ? 8 : 4, 1);
    }
    cl_mem memory[] = {buffer(t, sizeof batches, batches), buffer(t, bytes, points), buffer(t, bytes, NULL),
                       buffer(t, 2 * TILES * (ROOM + 32) * sizeof(cl_uint), NULL), buffer(t, sizeof counts, NULL)};
    cl_uint *const numbers[] = {&room, &all, &columns};
    cl_kernel kernel = clCreateKernel(program, "rr_kernel_transform", &status);
    must(status, "rr_kernel_transform");
    must(clSetKernelArg(kernel, 0, sizeof(cl_mem), &memory[0]), "clSetKernelArg");
    for (cl_uint a = 0; a < 3; ++a) must(clSetKernelArg(kernel, 1 + a, sizeof(cl_uint), numbers[a]), "clSetKernelArg");
    for (cl_uint a = 1; a < 5; ++a) must(clSetKernelArg(kernel, 3 + a, sizeof(cl_mem), &memory[a]), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(t->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "rr_kernel_transform");
    must(clEnqueueReadBuffer(t->queue, memory[2], CL_TRUE, 0, bytes, got, 0, NULL, NULL), "rr_kernel_transform");
    must(clEnqueueReadBuffer(t->queue, memory[4], CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL), "rr_kernel_transform");
    clReleaseKernel(kernel);
    for (int m = 0; m < 5; ++m) clReleaseMemObject(memory[m]);
    for (unsigned w = 0; w < TILES; ++w) refused += counts[w];
    return refused;
}

static void test_transform(const target *t, const char *root, const rr_device *cpu, unsigned which, int wide)
{
    static uint64_t points[2 * ELEMENTS], want[2 * ELEMENTS], got[2 * ELEMENTS];
    const unsigned width = wide ? 8 : 4, numbers = strncmp(transforms[which], "icdf", 4) ? 2 * ELEMENTS : ELEMENTS;
    const rr_stream s = {20262, 7, (1ull << 32) - 501};
    char what[256];
    int good;
    cl_program program = build(t, root, "RR_TRANSFORM", transforms[which], wide, "", &good);
    make_points(points, width);
    /* Points that are drawn come as pairs only. */
    const int layouts = numbers == ELEMENTS || strchr("sd", transforms[which][0]) ? 1 : 2;
    for (int columns = 0; good && columns < layouts; ++columns) {
        const uint64_t refused = wanted(cpu, which, wide, points, want, s, columns);
        int ok = refused == run_transform(t, program, wide, points, got, s, (cl_uint)columns);
        for (unsigned k = 0; ok && k < numbers; ++k)
            if (memcmp((char *)got + k * width, (char *)want + k * width, width)) {
                ok = 0;
                printf("# number %u: %.17g, not %.17g\n", k, rr_value_at(got, k, width), rr_value_at(want, k, width));
            }
        snprintf(what, sizeof what, "%s, %u a warp: %s f%d, %s, has the bits of cpu:scalar, %llu refused%s", t->name, t->lanes, transforms[which],
                 wide ? 64 : 32, columns ? "columns" : "pairs", (unsigned long long)refused, !ok && !wide && !t->rounds ? " # TODO no promise" : "");
        failures -= !ok && !wide && !t->rounds;
        say(ok, what);
    }
    clReleaseProgram(program);
}

/* ---- Devices ---- */

/* The widest sub-group that kernels may ask for; 1 where there are none. */
static unsigned subgroup(cl_device_id id, const char *extensions)
{
    size_t sizes[16], got = 0;
    unsigned widest = 1;
    if (!strstr(extensions, "cl_khr_subgroup_ballot") || !strstr(extensions, "cl_khr_subgroup_shuffle") ||
        !strstr(extensions, "cl_intel_required_subgroup_size")) return 1;
    if (clGetDeviceInfo(id, 0x4108 /* CL_DEVICE_SUB_GROUP_SIZES_INTEL */, sizeof sizes, sizes, &got) != CL_SUCCESS) return 1;
    for (size_t i = 0; i < got / sizeof *sizes; ++i)
        if (sizes[i] <= 32 && sizes[i] > widest) widest = (unsigned)sizes[i];
    return widest;
}

/* The target of a device; 0 and a reason if its arithmetic is not what lanes/opencl.h wants. Devices that promise no
 * correctly rounded f32 division are tried, as some have it: their f32 tests may fail (TODO). */
static int open_target(target *t, cl_device_id id)
{
    const cl_device_fp_config need = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST;
    static char extensions[1 << 14];
    cl_device_fp_config single = 0, twice = 0;
    cl_int status;
    t->id = id;
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof t->name, t->name, NULL);
    clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL);
    clGetDeviceInfo(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof single, &single, NULL);
    clGetDeviceInfo(id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof twice, &twice, NULL);
    if ((single & need) != need) {
        printf("# %s: f32 without denormals\n", t->name);
        return 0;
    }
    t->f64 = twice != 0;
    t->rounds = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    if (!t->rounds) printf("# %s promises no correctly rounded f32 division and square root\n", t->name);
    t->lanes = subgroup(id, extensions);
    t->context = clCreateContext(NULL, 1, &id, NULL, NULL, &status);
    must(status, "clCreateContext");
    t->queue = clCreateCommandQueueWithProperties(t->context, id, NULL, &status);
    must(status, "clCreateCommandQueueWithProperties");
    return 1;
}

static void test_device(const char *root, const char *only, const rr_device *cpu, cl_device_id id)
{
    target t;
    if (!open_target(&t, id)) return;
    const unsigned widest = t.lanes;
    for (t.lanes = 1;; t.lanes = widest) {
        for (unsigned s = 0; s < sizeof names / sizeof *names; ++s)
            for (int wide = only && strcmp(only, names[s]) ? 2 : 0; wide <= (t.f64 && rr_sampler_list(s)->dtypes >> RR_F64 & 1); ++wide) test_sampler(&t, root, cpu, s, wide);
        for (unsigned s = 0; s < sizeof transforms / sizeof *transforms; ++s)
            for (int wide = only && strcmp(only, transforms[s]) ? 2 : 0; wide <= t.f64; ++wide) test_transform(&t, root, cpu, s, wide);
        if (t.lanes == widest) break;
    }
    clReleaseCommandQueue(t.queue);
    clReleaseContext(t.context);
}

int main(int argc, char **argv)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    rr_device *cpu;
    if (argc < 2 || rr_device_open("cpu:scalar", &cpu)) return 2;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) count = 0;
    for (cl_uint p = 0; p < count; ++p) {
        cl_device_id devices[16];
        cl_uint found = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &found) != CL_SUCCESS) found = 0;
        for (cl_uint d = 0; d < found; ++d) test_device(argv[1], argc > 2 ? argv[2] : NULL, cpu, devices[d]);
    }
    rr_device_close(&cpu);
    if (tests) printf("1..%d\n", tests);
    else printf("1..0 # SKIP no OpenCL device (Debian: pocl-opencl-icd)\n");
    return failures != 0;
}
