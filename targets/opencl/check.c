/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The self-test of a device: every operation of the lanes that bits depend on is compared with the host's for 2^16 hard
 * operands. Capability flags do not decide, since Intel's CPU runtime computes correctly and does not set them. The result
 * is kept on disk with the driver's version, so that a device is tested once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/lanes/lane.h"   /* for its fma */
#include "engine/lanes/processor/fpenv.h"
#include "targets/gpu/text.h"
#include "hard_case.h"
#include "library.h"
#include "numbers.h"

#define CASES 65536u

/* ---- Operations ---- */

enum { ADD, SUBTRACT, MULTIPLY, DIVIDE, SQUARE_ROOT, FUSE, CONVERT, COMPARE, SHIFT, PRODUCT, COUNT, EXCHANGE, OPERATIONS };

/* w: the lower word of c. The last operation exchanges a word with another lane, and takes a ballot. */
static const struct { const char *name, *text; } operation[OPERATIONS] = {
    [ADD] = {"addition", "rr_asbits(x + y)"},
    [SUBTRACT] = {"subtraction", "rr_asbits(x - y)"},
    [MULTIPLY] = {"multiplication", "rr_asbits(x * y)"},
    [DIVIDE] = {"division", "rr_asbits(rr_div(x, y))"},
    [SQUARE_ROOT] = {"square root", "rr_asbits(rr_sqrt(x))"},
    [FUSE] = {"fma", "rr_asbits(rr_fma(x, y, z))"},
    [CONVERT] = {"conversion of integers", "rr_asbits(rr_fromint(w)) ^ rr_asbits(rr_fromuint(w >> 1))"},
    [COMPARE] = {"comparison", "(rr_bits)rr_lt(x, y) | (rr_bits)rr_le(x, y) << 1 | (rr_bits)rr_lt(y, x) << 2 | "
                               "(rr_bits)rr_le(x, x) << 3"},
    [SHIFT] = {"shift", "(rr_bits)(w << (w & 31u)) ^ (rr_bits)(w >> (w >> 27))"},
    [PRODUCT] = {"product of words", "(rr_bits)(rr_mulhilo(w, 0xd2511f53u, &high) ^ 0x9e3779b9u * high)"},
    [COUNT] = {"count of bits", "(rr_bits)(rr_ucount(w) + 64u * rr_lane_lowest(w | 0x80000000u) + "
                                "4096u * rr_nth(w | 3u, w & 1u))"},
    [EXCHANGE] = {"exchange between lanes",
                  "(rr_bits)rr_lane_word_from(board, w, (rr_lane_number() + 1u) & (RR_LANES - 1u)) ^ "
                                            "(rr_bits)rr_lane_ballot(board, w & 1u)"},
};

/* The kernel. Its operands are a of all cases, then b, then c; its results those of the first operation, the second, ... */
static char *check_text(const rr_engine *e, int wide)
{
    char lines[RR_CL_LINES];
    rr_expansion x = {.target = "OPENCL", .dtype = wide ? 64 : 32};
    rr_cl_lines(&e->device, lines);
    rr_text_print(&x.text, "%s#define RR_TARGET_OPENCL 1\n#define RR_DTYPE %d\n", lines, x.dtype);
    rr_expand(&x, "engine/lanes/lane.h");
    rr_text_print(&x.text, "RR_KERNEL void rr_check(RR_GLOBAL const rr_bits *in, RR_GLOBAL rr_bits *out)\n{\n"
                         "    RR_SHARED_ARRAY(rr_uint32, board, RR_BOARD_WORDS + 1);   /* an array has an element */\n"
                         "    const rr_uint32 i = (rr_uint32)get_global_id(0);\n"
                         "    const rr_bits c = in[2u * %uu + i];\n"
                         "    const rr_real x = rr_asreal(in[i]), y = rr_asreal(in[%uu + i]), z = rr_asreal(c);\n"
                         "    const rr_word w = (rr_word)c;\n"
                         "    rr_word high;\n", CASES, CASES);
    for (unsigned o = 0; o < OPERATIONS; ++o)
        rr_text_print(&x.text, "    out[%uu + i] = %s;\n", o * CASES, operation[o].text);
    rr_text_print(&x.text, "}\n");
    if (!x.text.failed) return x.text.data;
    free(x.text.data);
    return NULL;
}

/* ---- The host's results ---- */

static uint32_t lowest(uint32_t w) { return (uint32_t)__builtin_ctz(w); }

static uint64_t words(unsigned op, const uint64_t *c, unsigned i, unsigned lanes)
{
    const uint32_t w = (uint32_t)c[i], first = i / lanes * lanes;
    uint32_t ballot = 0;
    switch (op) {
    case SHIFT: return (uint32_t)(w << (w & 31)) ^ (w >> (w >> 27));
    case PRODUCT: return (uint32_t)(w * 0xd2511f53u) ^ (uint32_t)(0x9e3779b9u * (uint32_t)((uint64_t)w * 0xd2511f53u >> 32));
    case COUNT: {
        const uint32_t v = w | 3u;
        return (uint32_t)__builtin_popcount(w) + 64u * lowest(w | 0x80000000u) +
               4096u * (w & 1 ? lowest(v & (v - 1)) : lowest(v));
    }
    }
    for (unsigned l = 0; l < lanes; ++l) ballot |= (uint32_t)(c[first + l] & 1) << l;
    return (uint32_t)c[first + (i + 1) % lanes] ^ ballot;
}

/* Results of floating-point operations, as bits, for float and double. */
#define RR_OF(what) host32_##what
#define RR_REAL float
#define RR_FUSE rr_fma_soft_f32
#define RR_ROOT __builtin_sqrtf
#include "check_numbers.h"
#define RR_OF(what) host64_##what
#define RR_REAL double
#define RR_FUSE rr_fma_soft_f64
#define RR_ROOT __builtin_sqrt
#include "check_numbers.h"

static int is_nan(uint64_t b, int wide)
{
    return wide ? (b & ~(1ull << 63)) > 0x7ff0000000000000u : (b & 0x7fffffffu) > 0x7f800000u;
}

/* ---- The test ---- */

/* The numbers of the host, 64 bits each, and of the device, of the dtype. */
typedef struct trial {
    const rr_engine *engine;
    rr_queue *queue;
    cl_program program;
    cl_kernel kernel;
    rr_memory in, out;
    uint64_t *given;   /* a, b, c */
    void *in_bytes, *out_bytes;
    int wide;
    char why[160];     /* the device's first wrong result */
} trial;

static uint64_t word_at(const void *from, size_t i, int wide)
{
    return wide ? ((const uint64_t *)from)[i] : ((const uint32_t *)from)[i];
}

static void make_cases(trial *t)
{
    uint64_t state = 2026, c[3];
    for (unsigned i = 0; i < CASES; ++i) {
        rr_hard_case(i, t->wide, &state, c);
        for (unsigned k = 0; k < 3; ++k) {
            t->given[k * CASES + i] = c[k];
            if (t->wide) ((uint64_t *)t->in_bytes)[k * CASES + i] = c[k];
            else ((uint32_t *)t->in_bytes)[k * CASES + i] = (uint32_t)c[k];
        }
    }
}

static void compare(trial *t)
{
    const uint64_t *a = t->given, *b = a + CASES, *c = b + CASES;
    for (unsigned o = 0; o < OPERATIONS && !t->why[0]; ++o)
        for (unsigned i = 0; i < CASES && !t->why[0]; ++i) {
            const uint64_t got = word_at(t->out_bytes, (size_t)o * CASES + i, t->wide);
            const uint64_t want = o >= SHIFT ? words(o, c, i, t->engine->device.facts.lanes)
                                : t->wide ? host64_result(o, a[i], b[i], c[i]) : host32_result(o, a[i], b[i], c[i]);
            if (got == want || (o <= FUSE && is_nan(got, t->wide) && is_nan(want, t->wide))) continue;
            snprintf(t->why, sizeof t->why, "its f%d %s is wrong: %#llx, %#llx, %#llx give %#llx, not %#llx",
                     t->wide ? 64 : 32, operation[o].name, (unsigned long long)a[i], (unsigned long long)b[i],
                     (unsigned long long)c[i], (unsigned long long)got, (unsigned long long)want);
        }
}

/* Memory, the kernel and its arguments. */
static rr_status set_up(trial *t, rr_engine *e, rr_result *result)
{
    const size_t width = t->wide ? 8 : 4;
    cl_int error = 0;
    t->given = malloc(3 * CASES * sizeof *t->given);
    t->in_bytes = malloc(3 * CASES * width);
    t->out_bytes = malloc(OPERATIONS * CASES * width);
    char *text = check_text(e, t->wide);
    const int allocated = t->given && t->in_bytes && t->out_bytes && text;
    rr_status status = allocated ? RR_OK : rr_fail(result, RR_ERR_MEMORY, "no memory for a device's self-test");
    if (!status) status = rr_cl_build(e, text, &t->program, result);
    free(text);
    if (!status) status = rr_cl_queue_open(e, NULL, &t->queue, result);
    if (!status) status = rr_cl_alloc(e, 3 * CASES * width, &t->in, result);
    if (!status) status = rr_cl_alloc(e, OPERATIONS * CASES * width, &t->out, result);
    if (status) return status;
    t->kernel = e->cl->clCreateKernel(t->program, "rr_check", &error);
    if (!t->kernel) return rr_cl_fail(result, "clCreateKernel", error);
    const cl_mem in = (cl_mem)(uintptr_t)t->in, out = (cl_mem)(uintptr_t)t->out;
    error = e->cl->clSetKernelArg(t->kernel, 0, sizeof in, &in);
    if (!error) error = e->cl->clSetKernelArg(t->kernel, 1, sizeof out, &out);
    return error ? rr_cl_fail(result, "clSetKernelArg", error) : RR_OK;
}

static void clear_away(trial *t, rr_engine *e)
{
    if (t->kernel) e->cl->clReleaseKernel(t->kernel);
    if (t->program) e->cl->clReleaseProgram(t->program);
    rr_cl_release(e, t->in);
    rr_cl_release(e, t->out);
    rr_cl_queue_close(t->queue);
    free(t->given);
    free(t->in_bytes);
    free(t->out_bytes);
}

/* An error status: a call of the driver failed. Else why is the first wrong result, or "". */
static rr_status try_dtype(rr_engine *e, int wide, char why[160], rr_result *result)
{
    trial t = {.engine = e, .wide = wide};
    const size_t width = wide ? 8 : 4;
    const uint32_t block = e->device.facts.lanes * e->device.facts.warps;
    rr_status status = set_up(&t, e, result);
    if (!status) {
        const rr_fpenv saved = rr_fpenv_enter();
        make_cases(&t);
        status = rr_cl_write(t.queue, t.in, 0, t.in_bytes, 3 * CASES * width, result);
        if (!status) status = rr_cl_enqueue(t.queue, t.kernel, CASES / block, result);
        if (!status) status = rr_cl_read(t.queue, t.out_bytes, t.out, 0, OPERATIONS * CASES * width, result);
        const rr_status waited = rr_cl_finish(t.queue, status ? NULL : result);   /* copies use this function's memory */
        if (!status) status = waited;
        if (!status) compare(&t);
        rr_fpenv_leave(saved);
    }
    clear_away(&t, e);
    snprintf(why, 160, "%s", t.why);
    return status;
}

/* ---- Earlier results ---- */

void rr_cl_check_key(const rr_cl_device *d, char key[768])
{
    char lines[RR_CL_LINES];
    rr_cl_lines(d, lines);
    snprintf(key, 768, "opencl check 2\n%s\n%s\n%s\n%d\n%s", d->platform_name, d->facts.name, d->facts.version,
             d->facts.wide, lines);
}

/* 1: the device was tested before, and why is "" if it passed. */
static int recall(const rr_cl_device *d, char why[160])
{
    char key[768];
    size_t size = 0;
    rr_cl_check_key(d, key);
    char *message = rr_cache_get(key, &size);
    const int known = message && size > 0 && size <= 160 && !message[size - 1];
    if (known) memcpy(why, message, size);
    free(message);
    return known;
}

int rr_cl_known_bad(const rr_cl_device *device, char why[160])
{
    char message[160] = "";
    if (!recall(device, message) || !message[0]) return 0;
    memcpy(why, message, sizeof message);
    return 1;
}

rr_status rr_cl_check(rr_engine *engine, rr_result *result)
{
    char why[160] = "", key[768];
    if (!recall(&engine->device, why)) {
        rr_status status = try_dtype(engine, 0, why, result);
        if (!status && !why[0] && engine->device.facts.wide) status = try_dtype(engine, 1, why, result);
        if (status) return status;
        rr_cl_check_key(&engine->device, key);
        rr_cache_put(key, why, strlen(why) + 1);
    }
    return why[0] ? rr_fail(result, RR_ERR_DEVICE, "%s", why) : RR_OK;
}
