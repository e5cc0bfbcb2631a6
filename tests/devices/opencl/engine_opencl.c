/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The OpenCL backend on every device that is found: listed devices open, copies and fills arrive, a kernel has the bits of
 * the CPU, from any thread and in the caller's own queue; cached kernels on disk are used, and made again where they are
 * damaged. */
#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "reroll.h"

#include "host/call/call.h"
#include "targets/opencl/library.h"
#include "laws/descriptor.h"

#define N 10007u

static const rr_backend *const cl = &rr_backend_opencl;

static void good(rr_status status, const rr_result *printed)
{
    if (status) fail_msg("%s: %s", rr_status_text(status), printed->message);
}

static void bad(rr_status status, rr_status want, const rr_result *printed)
{
    if (status != want || printed->status != want || !printed->message[0])
        fail_msg("status %d, wanted %d: %s", (int)status, (int)want, printed->message);
}

/* Calls `what` with every usable device. */
static void each(void (*what)(rr_engine *, const rr_engine_facts *))
{
    char name[32], why[160];
    rr_engine_facts facts;
    for (unsigned n = 0; cl->list(n, name, &facts, why); ++n) {
        rr_result printed = RR_RESULT_INIT;
        rr_engine *e;
        if (why[0]) continue;
        good(cl->open(name + 7, 0, &e, &facts, &printed), &printed);
        what(e, &facts);
        cl->close(e);
    }
}

/* ---- Devices ---- */

static void listed(void **state)
{
    char name[32], want[32], why[160];
    rr_engine_facts facts;
    unsigned n = 0;
    (void)state;
    for (; cl->list(n, name, &facts, why); ++n) {
        snprintf(want, sizeof want, "opencl:%u", n);
        assert_string_equal(name, want);
        printf("# %s: %s, %s, warps of %u x %u, %u units%s%s%s\n", name, facts.name, facts.version, facts.lanes, facts.warps,
               facts.units, facts.wide ? ", f64" : "", why[0] ? ", not usable: " : "", why);
        if (why[0]) continue;
        assert_true(facts.lanes >= 1 && facts.lanes <= 32 && facts.warps >= 1 && facts.units >= 1 && facts.fill >= 1);
        assert_true(facts.name[0] && facts.version[0]);
    }
    assert_true(n >= 1);
}

static void names(void **state)
{
    static const char *const wrong[] = {"nonsense", "99", "0x", "-1", "entel"};
    rr_engine_facts facts;
    rr_engine *e;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        rr_result printed = RR_RESULT_INIT;
        bad(cl->open(wrong[i], 0, &e, &facts, &printed), RR_ERR_ARGUMENT, &printed);
        assert_null(e);
    }
    rr_result printed = RR_RESULT_INIT;
    bad(cl->open("", 7, &e, &facts, &printed), RR_ERR_ARGUMENT, &printed);
    bad(cl->open("", 64, &e, &facts, &printed), RR_ERR_ARGUMENT, &printed);
    good(cl->open("", 1, &e, &facts, &printed), &printed);
    assert_int_equal(facts.lanes, 1);
    cl->close(e);
    /* The names of the two runtimes that the tests install, where they are present. */
    static const char *const words[][2] = {{"intel", "Intel"}, {"pocl", "pthread"}};
    char why[160], name[32];
    for (int w = 0; w < 2; ++w) {
        int here = 0;
        for (unsigned n = 0; cl->list(n, name, &facts, why); ++n)
            here |= strstr(facts.version, w ? "PoCL" : "LINUX") != NULL;
        const rr_status status = cl->open(words[w][0], 0, &e, &facts, &printed);
        assert_int_equal(status, here ? RR_OK : RR_ERR_ARGUMENT);
        if (!status) cl->close(e);
    }
}

/* REROLL_OPENCL_WARP: warps with barriers everywhere, of any width that the device supports; each passes the self-test. */
static void barriers(void **state)
{
    rr_result printed = RR_RESULT_INIT;
    rr_engine_facts facts;
    rr_engine *e;
    char name[32], why[160];
    (void)state;
    setenv("REROLL_OPENCL_WARP", "barrier", 1);
    for (unsigned n = 0; cl->list(n, name, &facts, why); ++n) {
        if (why[0]) continue;
        assert_int_equal(facts.lanes, 32);
        assert_int_equal(facts.warps, 1);
        assert_string_equal(facts.across, "barriers");
        for (uint32_t warp = 4; warp <= 32; warp *= 8) {
            good(cl->open(name + 7, warp, &e, &facts, &printed), &printed);
            assert_int_equal(facts.lanes, warp);
            cl->close(e);
        }
    }
    setenv("REROLL_OPENCL_WARP", "nonsense", 1);
    assert_true(cl->list(0, name, &facts, why));
    assert_non_null(strstr(why, "nonsense"));
    bad(cl->open("", 0, &e, &facts, &printed), RR_ERR_DEVICE, &printed);
    unsetenv("REROLL_OPENCL_WARP");
}

/* ---- Memory ---- */

static void copies(rr_engine *e, const rr_engine_facts *facts)
{
    rr_result printed = RR_RESULT_INIT;
    rr_queue *q;
    rr_memory m, huge = 1;
    unsigned char *from = cl->host_alloc(e, 4096), *to = cl->host_alloc(e, 4096);
    (void)facts;
    for (int i = 0; i < 4096; ++i) from[i] = (unsigned char)(i * 7);
    memset(to, 0xee, 4096);
    good(cl->queue_open(e, NULL, &q, &printed), &printed);
    good(cl->alloc(e, 4096, &m, &printed), &printed);
    good(cl->fill(q, m, 0, 0x5a, 4096, &printed), &printed);
    good(cl->write(q, m, 100, from, 1000, &printed), &printed);
    good(cl->fill(q, m, 300, 0x11, 13, &printed), &printed);
    good(cl->write(q, m, 5, from, 0, &printed), &printed);
    good(cl->read(q, to, m, 50, 2000, &printed), &printed);
    good(cl->finish(q, &printed), &printed);
    for (int i = 0; i < 2050; ++i) {
        const int at = i - 100;
        const unsigned char want = i < 50 || at >= 1000 || at < 0 ? 0x5a : at >= 200 && at < 213 ? 0x11 : from[at];
        if (i >= 50) assert_int_equal(to[i - 50], want);
    }
    assert_int_equal(to[2000], 0xee);
    bad(cl->alloc(e, SIZE_MAX / 4, &huge, &printed), RR_ERR_MEMORY, &printed);
    assert_int_equal(huge, 0);
    rr_place place;
    good(cl->place(e, from, &place, &printed), &printed);
    assert_int_equal(place, RR_PLACE_HOST);
    assert_false(cl->capturing(q));
    cl->release(e, m);
    cl->release(e, 0);
    cl->queue_close(q);
    cl->host_release(e, from);
    cl->host_release(e, to);
}

static void memory(void **state)
{
    (void)state;
    each(copies);
}

/* ---- Kernels ---- */

/* gamma(2.5) x 0.5 of seed 9, N of them from index 2^32 - 1000 on. */
static rr_stream stream(void)
{
    rr_stream s = rr_stream_make(9, 1);
    s.next = (1ull << 32) - 1000;
    return s;
}

static const float *wanted(void)
{
    static float want[N];
    static int made;
    rr_device *cpu;
    if (made) return want;
    assert_int_equal(rr_device_open("cpu:scalar", &cpu), RR_OK);
    rr_stream s = stream();
    assert_int_equal(rr_fill_gamma_f32(cpu, &s, N, want, 2.5f, .5f), RR_OK);
    rr_device_close(&cpu);
    made = 1;
    return want;
}

static const rr_kernel *gamma_kernel(rr_engine *e)
{
    const rr_kernel_request request = {.sampler = "gamma", .strategy = "compact"};
    const rr_kernel *kernel;
    rr_result printed = RR_RESULT_INIT;
    good(cl->kernel(e, &request, 1, &kernel, &printed), &printed);
    return kernel;
}

static rr_launch gamma_launch(void)
{
    rr_launch l;
    const rr_stream s = stream();
    memset(&l, 0, sizeof l);
    rr_launch_key(&l.key, s, 1, rr_sampler_find("gamma")->family, 0);
    l.n = N;
    l.capacity = 1024;
    l.cap = rr_sampler_find("gamma")->cap;
    l.base_lo = (uint32_t)s.next;
    l.base_hi = (uint32_t)(s.next >> 32);
    l.uniform[0].f32 = 2.5f;
    l.uniform[1].f32 = .5f;
    l.at[RR_GPU_OUT] = 12;
    return l;
}

/* Draws in a queue and compares. */
static void draw(rr_engine *e, rr_queue *q, const rr_kernel *kernel)
{
    rr_result printed = RR_RESULT_INIT;
    rr_memory memory[RR_GPU_POINTERS] = {0};
    const rr_launch l = gamma_launch();
    float *got = malloc(N * sizeof *got);
    good(cl->alloc(e, N * sizeof *got + 12, &memory[RR_GPU_OUT], &printed), &printed);
    good(cl->alloc(e, 4 * RR_RECORD_WORDS, &memory[RR_GPU_RECORD], &printed), &printed);
    good(cl->fill(q, memory[RR_GPU_RECORD], 0, 0, 4 * RR_RECORD_WORDS, &printed), &printed);
    good(cl->launch(q, kernel, 3, memory, &l, &printed), &printed);
    good(cl->read(q, got, memory[RR_GPU_OUT], 12, N * sizeof *got, &printed), &printed);
    good(cl->finish(q, &printed), &printed);
    assert_memory_equal(got, wanted(), N * sizeof *got);
    cl->release(e, memory[RR_GPU_OUT]);
    cl->release(e, memory[RR_GPU_RECORD]);
    free(got);
}

static void *draw_often(void *engine)
{
    rr_engine *e = engine;
    rr_result printed = RR_RESULT_INIT;
    rr_queue *q;
    good(cl->queue_open(e, NULL, &q, &printed), &printed);
    for (int i = 0; i < 5; ++i) draw(e, q, gamma_kernel(e));
    cl->queue_close(q);
    return NULL;
}

static void kernel_of(rr_engine *e, const rr_engine_facts *facts)
{
    const rr_kernel_request request = {.sampler = "gamma", .strategy = "loop"};
    const rr_kernel *kernel;
    rr_result printed = RR_RESULT_INIT;
    pthread_t other;
    (void)facts;
    bad(cl->kernel(e, &request, 0, &kernel, &printed), RR_ERR_DEVICE, &printed);
    assert_null(kernel);
    assert_ptr_equal(gamma_kernel(e), gamma_kernel(e));
    (void)wanted();
    assert_int_equal(pthread_create(&other, NULL, draw_often, e), 0);
    draw_often(e);
    pthread_join(other, NULL);
}

/* A record without 64-bit atomics, which few devices lack: the extensions are hidden from the text. It reports the same as
 * the other one, though it begins with garbage in its lock and a sum that carries. */
static void record_by_lock(rr_engine *e, const rr_engine_facts *facts)
{
    const rr_kernel_request request = {.sampler = "gamma", .strategy = "fixed"};
    rr_kernel k[2] = {{.request = request, .engine = e}, {.request = request, .engine = e}};
    rr_record found[2];
    rr_result printed = RR_RESULT_INIT;
    rr_queue *q;
    (void)facts;
    good(cl->queue_open(e, NULL, &q, &printed), &printed);
    for (int hidden = 0; hidden < 2; ++hidden) {
        const rr_record begin = {hidden ? 1 : 0, 0, UINT64_MAX, UINT64_MAX, UINT32_MAX - 2};
        char lines[RR_CL_LINES + 64];
        cl_int error;
        rr_memory memory[RR_GPU_POINTERS] = {0};
        rr_launch l = gamma_launch();
        l.number = 1;
        rr_cl_lines(&e->device, lines);
        if (hidden) strcat(lines, "#undef cl_khr_int64_base_atomics\n");
        char *text = rr_kernel_text("OPENCL", &request, lines);
        good(rr_cl_build(e, text, &k[hidden].program, &printed), &printed);
        k[hidden].kernel = e->cl->clCreateKernel(k[hidden].program, "rr_gpu_kernel", &error);
        assert_int_equal(pthread_mutex_init(&k[hidden].lock, NULL), 0);
        good(cl->alloc(e, 4 * N + 12, &memory[RR_GPU_OUT], &printed), &printed);
        good(cl->alloc(e, sizeof begin, &memory[RR_GPU_RECORD], &printed), &printed);
        good(cl->write(q, memory[RR_GPU_RECORD], 0, &begin, sizeof begin, &printed), &printed);
        good(cl->launch(q, &k[hidden], 3, memory, &l, &printed), &printed);
        good(cl->read(q, &found[hidden], memory[RR_GPU_RECORD], 0, sizeof *found, &printed), &printed);
        good(cl->finish(q, &printed), &printed);
        assert_int_equal(found[hidden].code, 2);
        assert_int_equal(found[hidden].lock, 0);
        assert_true(found[hidden].failed > UINT32_MAX && found[hidden].failed_index < N);
        e->cl->clReleaseKernel(k[hidden].kernel);
        e->cl->clReleaseProgram(k[hidden].program);
        pthread_mutex_destroy(&k[hidden].lock);
        cl->release(e, memory[RR_GPU_OUT]);
        cl->release(e, memory[RR_GPU_RECORD]);
        free(text);
    }
    assert_memory_equal(&found[0], &found[1], sizeof *found);
    cl->queue_close(q);
}

static void records(void **state)
{
    (void)state;
    each(record_by_lock);
}

static void kernels(void **state)
{
    (void)state;
    each(kernel_of);
}

/* The caller's queue, made by the caller's own calls. */
static void own_queue(rr_engine *e, const rr_engine_facts *facts)
{
    rr_result printed = RR_RESULT_INIT;
    const char *why;
    const rr_cl *library = rr_cl_load(&why);
    cl_int error;
    rr_queue *q;
    (void)facts;
    cl_command_queue own = library->clCreateCommandQueue(rr_backend_opencl.context(e), e->device.id, 0, &error);
    assert_non_null(own);
    good(cl->queue_open(e, own, &q, &printed), &printed);
    draw(e, q, gamma_kernel(e));
    cl->queue_close(q);
    assert_int_equal(library->clFinish(own), 0);
    library->clReleaseCommandQueue(own);
    /* of another context */
    cl_context foreign = library->clCreateContext(NULL, 1, &e->device.id, NULL, NULL, &error);
    own = library->clCreateCommandQueue(foreign, e->device.id, 0, &error);
    bad(cl->queue_open(e, own, &q, &printed), RR_ERR_ARGUMENT, &printed);
    assert_null(q);
    library->clReleaseCommandQueue(own);
    library->clReleaseContext(foreign);
}

static void own_queues(void **state)
{
    (void)state;
    each(own_queue);
}

/* ---- Disk ---- */

static const char *cache(void)
{
    const char *path = getenv("REROLL_CACHE");
    assert_non_null(path);
    return path;
}

/* The files of the cache: their number, and the sum of their inode numbers, which a new file changes. With harm, one byte of
 * each is changed in place. */
static unsigned files(unsigned long long *inodes, int harm)
{
    char path[4096];
    struct dirent *entry;
    struct stat about;
    unsigned count = 0;
    DIR *folder = opendir(cache());
    *inodes = 0;
    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof path, "%s/%s", cache(), entry->d_name);
        if (stat(path, &about) || !S_ISREG(about.st_mode)) continue;
        ++count;
        *inodes += about.st_ino;
        if (!harm) continue;
        FILE *f = fopen(path, "r+b");
        fseek(f, -1, SEEK_END);
        const int byte = fgetc(f);
        fseek(f, -1, SEEK_END);
        fputc(byte ^ 0x40, f);
        fclose(f);
    }
    if (folder) closedir(folder);
    return count;
}

static void draw_once(rr_engine *e, const rr_engine_facts *facts)
{
    rr_result printed = RR_RESULT_INIT;
    rr_queue *q;
    (void)facts;
    good(cl->queue_open(e, NULL, &q, &printed), &printed);
    draw(e, q, gamma_kernel(e));
    cl->queue_close(q);
}

static void disk(void **state)
{
    unsigned long long before, after;
    (void)state;
    each(draw_once);
    const unsigned count = files(&before, 0);
    assert_true(count >= 1);   /* for PoCL, which caches its kernels itself, only the facts of the device */
    each(draw_once);
    assert_int_equal(files(&after, 0), count);
    assert_true(before == after);   /* found, not made again */
    files(&before, 1);
    each(draw_once);
    assert_int_equal(files(&after, 0), count);
    assert_true(before != after);
    before = after;
    each(draw_once);
    files(&after, 0);
    assert_true(before == after);   /* the new ones are whole */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(listed), cmocka_unit_test(names), cmocka_unit_test(barriers),
                                       cmocka_unit_test(memory), cmocka_unit_test(kernels), cmocka_unit_test(records),
                                       cmocka_unit_test(own_queues), cmocka_unit_test(disk)};
    char name[32], why[160];
    rr_engine_facts facts;
    unsigned usable = 0;
    for (unsigned n = 0; cl->list(n, name, &facts, why); ++n) usable += !why[0];
    if (!usable) {
        printf("1..0 # SKIP no OpenCL device is usable: %s\n", why);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
