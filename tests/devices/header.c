/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* include/reroll_device.h in OpenCL C: every sampler x type, the plain call, the block call, the warp calls and the rounds
 * of a range, on every OpenCL device that is found, compared bit by bit with rr_run on cpu:scalar. TAP. Arguments: the
 * header as one text, and a sampler (all).
 *
 * Work-item i draws elements i, ITEMS + i, 2 ITEMS + i ... of a job whose indices cross 2^32. Each element has its own
 * parameters; for half of the work-items they are the same in all rounds, so that cached uses the values that it keeps, and
 * for the others it does not. Some are bad. A warp call must not change anything else. Work-groups do not hold a whole
 * number of sub-groups.
 *
 * Ranges are PART elements from any index on; a sub-group draws one after the other, each with one set of parameters, and
 * counts how often each sample was given. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <math.h>

#include "../support/support.h"
#include "laws/sampler.h"

#define ITEMS 960
#define GROUP 40
#define ROUNDS 4
#define ELEMENTS (ITEMS * ROUNDS)
#define FIRST ((1ull << 32) - 1520)

#define PART 97

enum { PLAIN, BLOCK, CACHED, GROUPED, REGROUP, RANGE, COUNTS, WAYS };   /* COUNTS: of RANGE */
static const char *const ways[RANGE + 1] = {"plain", "block", "cached", "grouped", "regroup", "range"};

typedef struct target {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    char name[128];
    unsigned lanes;   /* sub-group size that kernels request; 1: none */
    int wide;
} target;

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

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);
    if (!f || !text || !fread(text, 1, (1 << 22) - 1, f)) {
        printf("Bail out! %s can't be read\n", path);
        exit(1);
    }
    fclose(f);
    return text;
}

/* "normal:polar" -> "normal_polar". */
static void ident(const rr_sampler *s, char name[64])
{
    snprintf(name, 64, "%s", s->name);
    for (char *c = name; *c; ++c) *c = *c == '-' || *c == ':' ? '_' : *c;
}

/* The number of samples of a block call, from its name in the header; 0: there is none. */
static int block_of(const char *header, const char *name, const char *type, char call[96])
{
    for (int n = 2; n <= 4; n += 2)
        for (int underline = 0; underline < 2; ++underline) {
            char text[128];
            snprintf(call, 96, "rr_%s%s%d_%s", name, underline ? "_" : "", n, type);
            snprintf(text, sizeof text, "void %s(", call);
            if (strstr(header, text)) return n;
        }
    return 0;
}

/* The element whose parameters a range has; of one in five they are bad. */
static unsigned part_element(unsigned part)
{
    return part % 5 == 4 ? 240 : 4 * part;
}

/* A kernel that draws ranges. */
static void write_each(char *text, size_t size, const rr_sampler *s, const char *name, const char *kind, const char *number,
                       unsigned lanes)
{
    char params[128] = "";
    for (unsigned p = 0; p < s->params; ++p)
        snprintf(params + strlen(params), sizeof params - strlen(params), ", p%u[e]", p);
    int used = lanes > 1 ? snprintf(text, size, "__attribute__((intel_reqd_sub_group_size(%u)))\n", lanes) : 0;
    used += snprintf(text + used, size - (size_t)used,
                     "__kernel void each(ulong seed, ulong stream, ulong first, __global %s *out", number);
    for (unsigned p = 0; p < s->params; ++p)
        used += snprintf(text + used, size - (size_t)used, ", __global const %s *p%u",
                         strcmp(kind, "f64") ? "float" : "double", p);
    used += snprintf(text + used, size - (size_t)used, ")\n{\n    __local uint words[RR_EACH_WORDS * %u];\n"
                     "    const rr_key key = rr_key_make(seed, stream);\n", GROUP);
    snprintf(text + used, size - (size_t)used,
             "    for (uint part = rr_each_warp(); part < (%uu + %uu) / %uu; part += rr_each_warps()) {\n"
             "        const uint e = part %% 5 == 4 ? 240 : 4 * part, begin = part * %u;\n"
             "        rr_each each = rr_each_make(first + begin, begin + %uu < %uu ? %uu : %uu - begin);\n"
             "        while (each.more) {\n            rr_index64 index;\n            %s x[RR_EACH_MAX];\n"
             "            const uint have = rr_%s_%s_each(&each, rr_each_part(words), key%s, &index, x);\n"
             "            for (int k = 0; k < RR_EACH_MAX; ++k)\n                if (have >> k & 1) {\n"
             "                    out[%d * %uu + (uint)(index - first) + k] = x[k];\n"
             "                    atomic_inc((volatile __global uint *)(out + %d * %uu + (uint)(index - first) + k));\n"
             "                }\n        }\n    }\n}\n",
             ELEMENTS, PART - 1, PART, PART, PART, ELEMENTS, PART, ELEMENTS, number, name, kind, params, RANGE, ELEMENTS,
             COUNTS, ELEMENTS);
}

/* A kernel that draws s in all ways except ranges, and one that draws these. */
static const char *kind_of(rr_type type) { return type == RR_F64 ? "f64" : type == RR_F32 ? "f32" : "u32"; }

static void write_kernel(char *text, size_t size, const char *header, const rr_sampler *s, rr_type type, unsigned lanes,
                         int warp)
{
    const char *kind = kind_of(type), *number = type == RR_F64 ? "double" : type == RR_F32 ? "float" : "uint";
    char name[64], block[96], params[128] = "";
    ident(s, name);
    const int n = block_of(header, name, kind, block);
    for (unsigned p = 0; p < s->params; ++p)
        snprintf(params + strlen(params), sizeof params - strlen(params), ", p%u[e]", p);
    int used = snprintf(text, size, "#define N %u\n", ITEMS);
    if (lanes > 1)
        used += snprintf(text + used, size - (size_t)used, "__attribute__((intel_reqd_sub_group_size(%u)))\n", lanes);
    used += snprintf(text + used, size - (size_t)used,
                     "__kernel void test(ulong seed, ulong stream, ulong first, __global %s *out", number);
    for (unsigned p = 0; p < s->params; ++p)
        used += snprintf(text + used, size - (size_t)used, ", __global const %s *p%u", type == RR_F64 ? "double" : "float",
                         p);
    used += snprintf(
        text + used, size - (size_t)used,
        ")\n{\n    const rr_key key = rr_key_make(seed, stream);\n    const uint i = (uint)get_global_id(0);\n"
        "    rr_warp_state state = rr_warp_state_make(N);\n"
        "    for (uint k = 0; k < %u; ++k) {\n        const uint e = k * N + i, want = (e * 2654435761u >> 28) < 11;\n"
        "        out[e] = rr_%s_%s(key, first + e%s);\n",
        ROUNDS, name, kind, params);
    if (n)
        used += snprintf(text + used, size - (size_t)used,
                         "        %s part[%d];\n        %s(key, first + e / %d * %d%s, part);\n"
                         "        out[%d * %uu + e] = part[e %% %d];\n",
                         number, n, block, n, n, params, BLOCK, ELEMENTS, n);
    static const char *const forms[] = {"cached(&state, key", "grouped(key", "regroup(key"};
    for (int w = 0; w < 3 && warp; ++w)
        used += snprintf(
            text + used, size - (size_t)used,
            "        const %s x%d = rr_%s_%s_%s, first + e%s, want%s);\n        if (want) out[%d * %uu + e] = x%d;\n",
            number, w, name, kind, forms[w], params, w == 1 ? ", 4 << k" : "", CACHED + w, ELEMENTS, w);
    used += snprintf(text + used, size - (size_t)used, "    }\n}\n");
    write_each(text + used, size - (size_t)used, s, name, kind, number, lanes);
}

static cl_program build(const target *t, const char *header, const char *kernel, const char *what)
{
    static char log[1 << 16];
    const char *sources[] = {header, kernel};
    char message[256];
    cl_int status;
    cl_program program = clCreateProgramWithSource(t->context, 2, sources, NULL, &status);
    must(status, "clCreateProgramWithSource");
    status = clBuildProgram(program, 1, &t->id, t->lanes > 1 ? "-cl-std=CL3.0 -Werror" : "-cl-std=CL1.2 -Werror", NULL,
                            NULL);
    log[0] = 0;
    clGetProgramBuildInfo(program, t->id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    const int ok = status == CL_SUCCESS && !strstr(log, "warning:") && !strstr(log, "error:");
    snprintf(message, sizeof message, "%s compiles without a warning", what);
    if (ok) return program;
    say(0, message);
    for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) printf("# %s\n", line);
    clReleaseProgram(program);
    return NULL;
}

/* Parameters are one value for every 4 elements; half of the work-items have the same in all rounds; some are NaN. */
static void shape_params(rr_job *job, unsigned wide)
{
    for (unsigned p = 0; p < job->sampler->params; ++p) {
        char *v = (char *)(uintptr_t)job->param[p].data;
        const double nan_wide = NAN;
        const float nan = NAN;
        for (unsigned e = 0; e < ELEMENTS; ++e) {
            const unsigned i = e % ITEMS, from = i / 4 % 2 ? i / 4 * 4 : e / 4 * 4;
            memmove(v + e * wide, v + from * wide, wide);
            if (p == 0 && e / 4 % 61 == 60) memcpy(v + e * wide, wide == 8 ? (const void *)&nan_wide : &nan, wide);
        }
    }
}

static void run(const target *t, cl_program program, const char *name, const rr_job *job, char *out, size_t size)
{
    const unsigned wide = job->dtype == RR_F64 ? 8 : 4;
    const cl_ulong first[] = {job->stream.seed, job->stream.stream, job->stream.next};
    const size_t local = GROUP, global = ITEMS;
    cl_mem memory[1 + RR_MAX_PARAMS];
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    must(status, "clCreateKernel");
    for (cl_uint a = 0; a < 3; ++a) must(clSetKernelArg(kernel, a, sizeof *first, &first[a]), "clSetKernelArg");
    for (cl_uint a = 0; a < 1 + job->sampler->params; ++a) {
        void *data = a ? (void *)(uintptr_t)job->param[a - 1].data : out;
        memory[a] = clCreateBuffer(t->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, a ? (size_t)ELEMENTS * wide : size,
                                   data, &status);
        must(status, "clCreateBuffer");
        must(clSetKernelArg(kernel, 3 + a, sizeof(cl_mem), &memory[a]), "clSetKernelArg");
    }
    must(clEnqueueNDRangeKernel(t->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    must(clEnqueueReadBuffer(t->queue, memory[0], CL_TRUE, 0, size, out, 0, NULL, NULL), "clEnqueueReadBuffer");
    for (cl_uint a = 0; a < 1 + job->sampler->params; ++a) clReleaseMemObject(memory[a]);
    clReleaseKernel(kernel);
}

static double value_of(rr_type type, const char *values, size_t e)
{
    return type == RR_F64   ? ((const double *)(const void *)values)[e]
           : type == RR_F32 ? (double)((const float *)(const void *)values)[e]
                            : (double)((const uint32_t *)(const void *)values)[e];
}

/* One way to draw, against the CPU. */
static void compare(const char *what, const rr_job *job, const char *want, const char *have, int way, int has)
{
    const unsigned wide = job->dtype == RR_F64 ? 8 : 4;
    char message[256];
    int ok = 1;
    if (!has) return;
    for (unsigned e = 0; ok && e < ELEMENTS; ++e) {
        const uint64_t blank = 0x5555555555555555u;
        const int asked = way < CACHED || way == RANGE || (e * 2654435761u >> 28) < 11;
        const void *expected = asked ? (const void *)(want + e * wide) : &blank;
        ok = !memcmp(expected, have + ((size_t)way * ELEMENTS + e) * wide, wide);
        if (!ok)
            printf("# element %u%s: %.17g, not %.17g\n", e, asked ? "" : ", which was not asked for",
                   value_of(job->dtype, have, (size_t)way * ELEMENTS + e), value_of(job->dtype, want, e));
    }
    snprintf(message, sizeof message, "%s, %s", what, ways[way]);
    say(ok, message);
}

/* Each range has one set of parameters, so the parameters of the job are set accordingly. */
static void compare_each(const char *what, rr_job *job, char *want, const char *have)
{
    const unsigned wide = job->dtype == RR_F64 ? 8 : 4;
    int counted = 1;
    for (unsigned p = 0; p < job->sampler->params; ++p) {
        char *v = (char *)(uintptr_t)job->param[p].data, *copy = malloc((size_t)ELEMENTS * wide);
        memcpy(copy, v, (size_t)ELEMENTS * wide);
        for (unsigned e = 0; e < ELEMENTS; ++e) memcpy(v + e * wide, copy + part_element(e / PART) * wide, wide);
        free(copy);
    }
    rr_run(device("cpu:scalar"), job, NULL);
    compare(what, job, want, have, RANGE, 1);
    for (unsigned e = 0; e < ELEMENTS; ++e) {
        uint32_t count;
        memcpy(&count, have + ((size_t)COUNTS * ELEMENTS + e) * wide, sizeof count);
        counted = counted && count == 0x55555556u;
    }
    char message[256];
    snprintf(message, sizeof message, "%s, range: every sample is given once", what);
    say(counted, message);
}

static void test_sampler(const target *t, const char *header, const rr_sampler *s, rr_type type)
{
    const unsigned wide = type == RR_F64 ? 8 : 4;
    const size_t size = (size_t)WAYS * ELEMENTS * wide;
    static char kernel[1 << 14];
    char what[200], name[64], block[96];
    /* Warp calls are the same text for all samplers, and what compilers take longest for. */
    const int warp = s->rejects &&
                     (deep() || (type != RR_F64 && (!strcmp(s->name, "gamma") || !strcmp(s->name, "attempts"))));
    char *want = malloc(ELEMENTS * wide), *have = malloc(size);
    rr_job job = job_of(s, type, FIRST, ELEMENTS, 1, 0);
    shape_params(&job, wide);
    job.out = want;
    if (!want || !have || ((s->params == 0) != (rr_run(device("cpu:scalar"), &job, NULL) != RR_ERR_PARAM))) {
        printf("Bail out! %s: the CPU failed\n", s->name);
        exit(1);
    }
    memset(have, 0x55, size);
    ident(s, name);
    snprintf(what, sizeof what, "%s, %u a sub-group: %s %s", t->name, t->lanes, s->name,
             type == RR_F64   ? "f64"
             : type == RR_F32 ? "f32"
                              : "u32");
    write_kernel(kernel, sizeof kernel, header, s, type, t->lanes, warp);
    cl_program program = build(t, header, kernel, what);
    if (program) {
        run(t, program, "test", &job, have, size);
        run(t, program, "each", &job, have, size);
        for (int way = 0; way < RANGE; ++way)
            compare(what, &job, want, have, way,
                    way == PLAIN || (way == BLOCK ? block_of(header, name, kind_of(type), block) : warp));
        compare_each(what, &job, want, have);
        clReleaseProgram(program);
    }
    free(want);
    free(have);
}

/* rr_grouped_best: each threshold, the neighbouring float, and widths that no warp has. */
static void test_groups(const target *t, const char *header)
{
    static const struct { cl_uint lanes, group; cl_float accept; } list[] = {
#define RR_GROUP(lanes, group, accept) {lanes, group, accept},
#include "engine/strategies/group_list.h"
#undef RR_GROUP
        {1, 1, 1e-3f}, {3, 1, 1e-3f}, {128, 1, 1e-3f}, {32, 1, NAN}};
    enum { LINES = sizeof list / sizeof *list, KNOWN = LINES - 4 };
    static const char kernel[] = "__kernel void groups(float accept, uint lanes, __global uint *out)\n"
                                 "{ out[0] = rr_grouped_best(accept, lanes); }\n";
    const size_t one = 1;
    cl_int status;
    int ok = 1;
    cl_program program = build(t, header, kernel, "rr_grouped_best");
    if (!program) return;
    cl_kernel k = clCreateKernel(program, "groups", &status);
    must(status, "clCreateKernel");
    cl_mem out = clCreateBuffer(t->context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &status);
    must(status, "clCreateBuffer");
    for (unsigned i = 0; i < LINES; ++i)
        for (unsigned below = 0; below < (i < KNOWN ? 2 : 1); ++below) {
            const cl_float accept = below ? nextafterf(list[i].accept, 0) : list[i].accept;
            cl_uint best = 0;
            must(clSetKernelArg(k, 0, sizeof accept, &accept), "clSetKernelArg");
            must(clSetKernelArg(k, 1, sizeof list[i].lanes, &list[i].lanes), "clSetKernelArg");
            must(clSetKernelArg(k, 2, sizeof out, &out), "clSetKernelArg");
            must(clEnqueueNDRangeKernel(t->queue, k, 1, NULL, &one, &one, 0, NULL, NULL), "clEnqueueNDRangeKernel");
            must(clEnqueueReadBuffer(t->queue, out, CL_TRUE, 0, sizeof best, &best, 0, NULL, NULL), "clEnqueueReadBuffer");
            if (best != list[i].group << below)
                printf("# %u lanes, %.9g: %u a group\n", list[i].lanes, (double)accept, best);
            ok &= best == list[i].group << below;
        }
    clReleaseMemObject(out);
    clReleaseKernel(k);
    clReleaseProgram(program);
    say(ok, "rr_grouped_best, at every threshold and a float beside it");
}

/* Sub-group sizes that kernels may request; only 1 where there are no functions across lanes. */
static unsigned subgroups(cl_device_id id, unsigned lanes[16])
{
    static char extensions[1 << 14];
    size_t sizes[16], got = 0;
    unsigned n = 0;
    lanes[n++] = 1;
    clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL);
    if (!strstr(extensions, "cl_khr_subgroup_ballot") || !strstr(extensions, "cl_khr_subgroup_shuffle") ||
        !strstr(extensions, "cl_intel_required_subgroup_size")) return n;
    if (clGetDeviceInfo(id, 0x4108 /* CL_DEVICE_SUB_GROUP_SIZES_INTEL */, sizeof sizes, sizes, &got) != CL_SUCCESS) return n;
    for (size_t i = 0; i < got / sizeof *sizes && n < 16; ++i) lanes[n++] = (unsigned)sizes[i];
    return n;
}

/* Without REROLL_DEEP: where there are no sub-groups, gamma, attempts and in f64 the normal; where there are, attempts at
 * one size. Compilers take seconds for each, and most of a minute for gamma's warp calls. */
static int is_cover(const rr_sampler *s, rr_type type, unsigned lanes)
{
    const int attempts = !strcmp(s->name, "attempts"), normal = !strcmp(s->name, "normal");
    if (lanes == 1) return type == RR_F64 ? normal : attempts || !strcmp(s->name, "gamma");
    return type != RR_F64 && attempts && lanes == 8;
}

static void test_device(const char *header, const char *only, cl_device_id id)
{
    target t = {.id = id};
    unsigned lanes[16];
    cl_device_fp_config twice = 0;
    cl_int status;
    const unsigned count = subgroups(id, lanes);
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof t.name, t.name, NULL);
    clGetDeviceInfo(id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof twice, &twice, NULL);
    t.wide = twice != 0;
    t.context = clCreateContext(NULL, 1, &id, NULL, NULL, &status);
    must(status, "clCreateContext");
    t.queue = clCreateCommandQueueWithProperties(t.context, id, NULL, &status);
    must(status, "clCreateCommandQueueWithProperties");
    t.lanes = lanes[count > 1];
    if (!only) test_groups(&t, header);
    for (unsigned k = count > 1; k < count; ++k) {
        const rr_sampler *s;
        t.lanes = lanes[k];
        for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
            if (rr_is_row(s) || s->table[0] || s->inverse || s->counts || s->stages) continue;
            if (only && strcmp(only, s->name)) continue;
            for (int type = RR_F32; type <= RR_U32; ++type)
                if ((only || deep() || is_cover(s, (rr_type)type, count > 1 ? lanes[k] : 1)) && s->dtypes >> type & 1 &&
                    (type != RR_F64 || t.wide)) test_sampler(&t, header, s, (rr_type)type);
        }
    }
    clReleaseCommandQueue(t.queue);
    clReleaseContext(t.context);
}

int main(int argc, char **argv)
{
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (argc < 2) return 2;
    char *header = read_text(argv[1]);
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) count = 0;
    for (cl_uint p = 0; p < count; ++p) {
        cl_device_id devices[16];
        cl_uint found = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &found) != CL_SUCCESS) found = 0;
        for (cl_uint d = 0; d < found; ++d) test_device(header, argc > 2 ? argv[2] : NULL, devices[d]);
    }
    free(header);
    if (tests) printf("1..%d\n", tests);
    else printf("1..0 # SKIP no OpenCL device (Debian: pocl-opencl-icd)\n");
    return failures != 0;
}
