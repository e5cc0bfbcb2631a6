/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* targets/cuda against a driver without a GPU (fake_cuda.c): samples have the CPU's bits, kernels are made once and
 * found again, what a caller had current or captures is left alone, and whatever call fails, and with it all later ones
 * or not, there is one sentence of it, the right status, and nothing is left behind. */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/support.h"

#include "host/call/call.h"
#include "targets/cuda/cuda.h"
#include "tests/devices/fake_cuda.h"

enum { N = 1000 };
static const rr_backend *const cuda = &rr_backend_cuda;
static const fake_cuda_control *fake;
static char fake_path[4200], old_nvrtc[4200], cache[64];
static const rr_kernel_request GAMMA = {.sampler = "gamma", .strategy = "refill"};

/* ---- What tests share ---- */

static void forget_cache(void)
{
    char path[512];
    DIR *d = opendir(cache);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%.200s", cache, e->d_name);
        unlink(path);
    }
    closedir(d);
}

static void nothing_lives(const char *what)
{
    const fake_cuda_live l = fake->live();
    if (l.contexts || l.streams || l.modules || l.memory || l.host)
        fail_msg("%s leaves %ld contexts, %ld streams, %ld modules, %ld blocks, %ld of the host", what, l.contexts,
                 l.streams, l.modules, l.memory, l.host);
    if (fake->current()) fail_msg("%s leaves a context current", what);
}

/* Each test begins with the fake as it is when it is loaded, and an empty cache. */
static int begin(void **state)
{
    (void)state;
    setenv("REROLL_CUDA", fake_path, 1);
    setenv("REROLL_NVRTC", fake_path, 1);
    setenv("REROLL_CACHE", cache, 1);
    unsetenv("REROLL_CUDA_BUNDLE");
    unsetenv("FAKE_CC");
    fake->forget();
    forget_cache();
    return 0;
}

#define FRESH(test) cmocka_unit_test_setup(test, begin)

static rr_engine *opened(const char *what)
{
    rr_engine_facts facts;
    rr_result result = RR_RESULT_INIT;
    rr_engine *e = NULL;
    if (cuda->open(what, 0, &e, &facts, &result)) fail_msg("%s", result.message);
    assert_non_null(e);
    return e;
}

#define MUST(call) \
    do { \
        rr_result result = RR_RESULT_INIT; \
        const rr_status status_ = (call); \
        if (status_) fail_msg("%s: %s", #call, result.message); \
    } while (0)

static rr_job gamma_job(void *out)
{
    static const float shape = 2.5f, scale = 3;
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("gamma");
    job.dtype = RR_F32;
    job.stream = rr_stream_make(2026, 7);
    job.stream.next = ((uint64_t)1 << 32) - 45;
    job.rows = N;
    job.param[0] = (rr_param){&shape, RR_F32, 0, 0};
    job.param[1] = (rr_param){&scale, RR_F32, 0, 0};
    job.out = out;
    return job;
}

/* A launch of that job; its memory is the shape, then the record, then the output. */
enum { RECORD_AT = 64, OUT_AT = 256, BYTES = OUT_AT + 4 * N };

static rr_launch gamma_launch(void)
{
    const rr_job job = gamma_job(NULL);
    rr_launch l;
    memset(&l, 0, sizeof l);
    rr_launch_key(&l.key, job.stream, 1, job.sampler->family, 0);
    l.n = N;
    l.capacity = 2 * RR_GPU_ALIGN;
    l.cap = job.sampler->cap;
    l.base_lo = (uint32_t)job.stream.next;
    l.base_hi = (uint32_t)(job.stream.next >> 32);
    l.withheld_lo = 0x7fc00000u;
    l.points = 1;   /* the shape lies in memory, the scale is told */
    l.uniform[1].f32 = *(const float *)job.param[1].data;
    l.at[RR_GPU_RECORD] = RECORD_AT;
    l.at[RR_GPU_OUT] = OUT_AT;
    return l;
}

static const unsigned char *gamma_memory(void)
{
    static unsigned char bytes[OUT_AT];
    const rr_job job = gamma_job(NULL);
    memcpy(bytes, job.param[0].data, 4);
    return bytes;
}

static void right_samples(const void *have, const char *what)
{
    static float want[N];
    rr_job job = gamma_job(want);
    must_run(device("cpu:scalar"), &job, want);
    same_bits(want, have, N, 4, "%s", what);
}

/* All of it, from memory to samples. */
static void draw(rr_engine *e, const rr_kernel *kernel, const char *what)
{
    float out[N];
    rr_memory m, all[RR_GPU_POINTERS];
    rr_queue *q;
    const rr_launch l = gamma_launch();
    MUST(cuda->alloc(e, BYTES, &m, &result));
    MUST(cuda->queue_open(e, NULL, &q, &result));
    for (int p = 0; p < RR_GPU_POINTERS; ++p) all[p] = m;
    MUST(cuda->write(q, m, 0, gamma_memory(), OUT_AT, &result));
    const long calls = fake->calls();
    MUST(cuda->launch(q, kernel, 0, all, &l, &result));   /* nothing to draw: the driver hears nothing */
    assert_int_equal(fake->calls(), calls);
    MUST(cuda->launch(q, kernel, 2, all, &l, &result));
    MUST(cuda->read(q, out, m, OUT_AT, sizeof out, &result));
    MUST(cuda->finish(q, &result));
    right_samples(out, what);
    cuda->queue_close(q);
    cuda->release(e, m);
}

static const rr_kernel *made(rr_engine *e)
{
    const rr_kernel *k = NULL;
    MUST(cuda->kernel(e, &GAMMA, 1, &k, &result));
    assert_non_null(k);
    return k;
}

/* ---- Devices ---- */

/* Opening fails as well, for the reason that the list has. */
static void unusable(const char *why_part)
{
    char name[32], why[160];
    rr_engine_facts facts;
    rr_engine *e;
    rr_result result = RR_RESULT_INIT;
    assert_int_equal(cuda->list(0, name, &facts, why), 1);
    assert_string_equal(name, "cuda:0");
    if (!strstr(why, why_part)) fail_msg("\"%s\" does not say %s", why, why_part);
    assert_int_equal(cuda->open("", 0, &e, &facts, &result), RR_ERR_DEVICE);
    assert_null(e);
    if (!strstr(result.message, why)) fail_msg("\"%s\" does not say %s", result.message, why);
}

static void absent(void **state)
{
    char name[32], why[160];
    rr_engine_facts facts;
    setenv("REROLL_CUDA", "./libcuda-that-is-not-there.so", 1);
    unusable("no ./libcuda-that-is-not-there.so is found");
    assert_int_equal(cuda->list(1, name, &facts, why), 0);
    unsetenv("REROLL_CUDA");
    if (!dlopen("libcuda.so.1", RTLD_NOW)) unusable("no libcuda.so.1 is found");
    setenv("REROLL_CUDA", "./Makefile", 1);
    unusable("./Makefile: ");
    setenv("REROLL_CUDA", "libm.so.6", 1);
    unusable("no cuInit");
    setenv("REROLL_CUDA", fake_path, 1);
    fake->versions(13000, 0);
    unusable("no CUDA-capable device");
    fake->versions(13000, 2);
    setenv("REROLL_NVRTC", "./libnvrtc-that-is-not-there.so", 1);
    setenv("REROLL_CUDA_BUNDLE", "./no-such-folder", 1);
    unusable("no libnvrtc.so is found");
    (void)state;
}

static void listed(void **state)
{
    char name[32], why[160];
    rr_engine_facts f;
    for (unsigned d = 0; d < 2; ++d) {
        const char *names[] = {"cuda:0", "cuda:1"}, *drivers[] = {"Fake 0", "Fake 1"};
        assert_int_equal(cuda->list(d, name, &f, why), 1);
        assert_string_equal(name, names[d]);
        assert_string_equal(f.name, drivers[d]);
        assert_string_equal(f.version, "driver 13.0, NVRTC 13.0");
        assert_string_equal(why, "");
        assert_int_equal(f.lanes, 1);
        assert_int_equal(f.warps, 4);
        assert_int_equal(f.units, 3);
        assert_int_equal(f.fill, 2);   /* 8 threads on a multiprocessor, 4 in a block */
        assert_int_equal(f.wide, 1);
    }
    assert_int_equal(cuda->list(2, name, &f, why), 0);
    nothing_lives("a list");
    (void)state;
}

static void names(void **state)
{
    static const char *const bad[] = {"2", "99999", "x", "-1", "0x"};
    rr_engine *e;
    rr_engine_facts facts;
    rr_result result = RR_RESULT_INIT;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(cuda->open(bad[i], 0, &e, &facts, &result), RR_ERR_DEVICE);
        if (!strstr(result.message, "cuda:")) fail_msg("%s", result.message);
        assert_null(e);
    }
    assert_int_equal(cuda->open("0", 32, &e, &facts, &result), RR_ERR_DEVICE);
    assert_string_equal(result.message, "cuda:0: its warps have 1 lanes, not 32");
    assert_int_equal(cuda->open("1", 1, &e, &facts, NULL), RR_OK);
    assert_string_equal(facts.name, "Fake 1");
    cuda->close(e);
    cuda->close(NULL);
    nothing_lives("opening and closing");
    (void)state;
}

/* ---- Memory ---- */

static void round_trips(void **state)
{
    rr_engine *e = opened("0");
    unsigned char in[300], out[300];
    rr_memory m;
    rr_queue *q;
    rr_result result = RR_RESULT_INIT;
    for (unsigned i = 0; i < sizeof in; ++i) in[i] = (unsigned char)(i * 7 + 1);
    MUST(cuda->alloc(e, 1000, &m, &result));
    MUST(cuda->queue_open(e, NULL, &q, &result));
    MUST(cuda->write(q, m, 100, in, sizeof in, &result));
    MUST(cuda->fill(q, m, 150, 0x42, 10, &result));
    MUST(cuda->read(q, out, m, 100, sizeof out, &result));
    MUST(cuda->write(q, m, 1000, in, 0, &result));
    MUST(cuda->finish(q, &result));
    memset(in + 50, 0x42, 10);
    assert_memory_equal(in, out, sizeof in);
    assert_int_equal(cuda->capturing(q), 0);
    assert_int_equal(cuda->write(q, m, 900, in, 200, &result), RR_ERR_DEVICE);
    assert_string_equal(result.message, "cuda:0, copying to the device: fake error 1");
    rr_memory huge = 1;
    assert_int_equal(cuda->alloc(e, (size_t)1 << 41, &huge, &result), RR_ERR_MEMORY);
    assert_string_equal(result.message, "cuda:0, allocating memory: out of memory");
    assert_int_equal(huge, 0);
    cuda->queue_close(q);
    cuda->release(e, m);
    cuda->release(e, 0);
    cuda->close(e);
    nothing_lives("a round trip");
    (void)state;
}

static rr_place place_of(rr_engine *e, const void *pointer)
{
    rr_place place;
    MUST(cuda->place(e, pointer, &place, &result));
    return place;
}

static void places(void **state)
{
    rr_engine *e = opened("0");
    rr_memory m;
    int here;
    void *host = cuda->host_alloc(e, 100);
    MUST(cuda->alloc(e, 100, &m, &result));
    assert_non_null(host);
    assert_int_equal(place_of(e, &here), RR_PLACE_HOST);
    assert_int_equal(place_of(e, host), RR_PLACE_HOST);
    assert_int_equal(place_of(e, (void *)(uintptr_t)(m + 50)), RR_PLACE_DEVICE);
    assert_int_equal(place_of(e, fake->managed(0)), RR_PLACE_DEVICE);
    assert_int_equal(place_of(e, fake->managed(1)), RR_PLACE_OTHER);
    assert_int_equal(place_of(e, fake->managed(-1)), RR_PLACE_DEVICE);
    /* What can't be asked is not taken for the host's, or for another GPU's. */
    for (long k = 1; k <= 2; ++k) {
        rr_result result = RR_RESULT_INIT;
        rr_place place;
        fake->fail_at(k, 999);
        assert_int_equal(cuda->place(e, (void *)(uintptr_t)m, &place, &result), RR_ERR_DEVICE);
    }
    cuda->host_release(e, host);
    cuda->host_release(e, NULL);
    cuda->release(e, m);
    cuda->close(e);
    nothing_lives("asking for places");
    (void)state;
}

/* ---- Kernels ---- */

/* Turns a bit of every file of the cache. */
static void damage_cache(void)
{
    char path[512];
    int files = 0;
    DIR *d = opendir(cache);
    for (struct dirent *e; (e = readdir(d));) {
        if (*e->d_name == '.') continue;
        snprintf(path, sizeof path, "%s/%.200s", cache, e->d_name);
        FILE *f = fopen(path, "r+b");
        assert_non_null(f);
        fseek(f, 1000, SEEK_SET);
        const int c = fgetc(f);
        fseek(f, 1000, SEEK_SET);
        fputc(c ^ 1, f);
        fclose(f);
        ++files;
    }
    closedir(d);
    assert_true(files > 0);
}

static void kernels(void **state)
{
    const long before = fake->compilations();
    rr_engine *e = opened("");
    const rr_kernel *k = made(e);
    assert_int_equal(fake->compilations() - before, 1);
    draw(e, k, "compiled");
    assert_ptr_equal(made(e), k);
    assert_int_equal(fake->compilations() - before, 1);
    cuda->close(e);
    e = opened("");
    draw(e, made(e), "from the disk");
    assert_int_equal(fake->compilations() - before, 1);
    cuda->close(e);
    damage_cache();
    e = opened("");
    draw(e, made(e), "after damage");
    assert_int_equal(fake->compilations() - before, 2);
    cuda->close(e);
    e = opened("");
    draw(e, made(e), "mended");
    assert_int_equal(fake->compilations() - before, 2);
    cuda->close(e);
    fake->versions(13010, 2);   /* another driver: another kernel */
    e = opened("");
    draw(e, made(e), "for a new driver");
    assert_int_equal(fake->compilations() - before, 3);
    cuda->close(e);
    nothing_lives("making kernels");
    (void)state;
}

/* Every request has a kernel of its own, and those of the same samples give the same. */
static void requests(void **state)
{
    enum { WISHES = 10, DRAWN = 6 };
    rr_engine *e = opened("");
    const rr_kernel *k[WISHES];
    const rr_kernel_request w[WISHES] = {
        {.sampler = "gamma", .strategy = "loop"},
        {.sampler = "gamma", .strategy = "cached"},
        {.sampler = "gamma", .strategy = "regroup"},
        {.sampler = "gamma", .strategy = "regroup_ahead"},
        {.sampler = "gamma", .strategy = "compact"},
        GAMMA,
        {.sampler = "gamma", .strategy = "compact", .plain = 1},
        {.sampler = "gamma", .strategy = "refill", .wide = 1},
        {.sampler = "gamma", .strategy = "refill", .counting = 1},
        {.sampler = "exponential", .strategy = "refill"},
    };
    for (int i = 0; i < WISHES; ++i) MUST(cuda->kernel(e, &w[i], 1, &k[i], &result));
    for (int i = 0; i < WISHES; ++i) {
        const rr_kernel *again;
        MUST(cuda->kernel(e, &w[i], 0, &again, &result));
        assert_ptr_equal(again, k[i]);
        for (int j = 0; j < i; ++j) assert_ptr_not_equal(k[i], k[j]);
    }
    for (int i = 0; i < DRAWN; ++i) draw(e, k[i], w[i].strategy);
    cuda->close(e);
    nothing_lives("ten kernels");
    (void)state;
}

/* A kernel is itself however many are loaded after it. */
static void many(void **state)
{
    enum { MANY = 80 };
    static const rr_kernel_request other = {.sampler = "exponential", .strategy = "refill"};
    rr_engine *e = opened(""), *more[MANY];
    const rr_kernel *first = made(e), *k;
    for (int i = 0; i < MANY; ++i) {
        more[i] = opened("");
        MUST(cuda->kernel(more[i], &other, 1, &k, &result));
    }
    draw(e, first, "the first of many kernels");
    for (int i = 0; i < MANY; ++i) cuda->close(more[i]);
    cuda->close(e);
    nothing_lives("many kernels");
    (void)state;
}

static void *ask(void *engine)
{
    const rr_kernel *k = NULL;
    cuda->kernel(engine, &GAMMA, 1, &k, NULL);
    return (void *)(uintptr_t)k;
}

static void threads(void **state)
{
    pthread_t t[8];
    const long before = fake->compilations();
    rr_engine *e = opened("");
    for (int i = 0; i < 8; ++i) assert_int_equal(pthread_create(&t[i], NULL, ask, e), 0);
    for (int i = 0; i < 8; ++i) {
        void *k;
        pthread_join(t[i], &k);
        assert_ptr_equal(k, made(e));
    }
    assert_int_equal(fake->compilations() - before, 1);
    draw(e, made(e), "a kernel that another thread has loaded");
    cuda->close(e);
    nothing_lives("threads");
    (void)state;
}

/* No kernel, and this is why. */
static void no_kernel(const char *why)
{
    const rr_kernel *k;
    rr_result result = RR_RESULT_INIT;
    rr_engine *e = opened("");
    assert_int_equal(cuda->kernel(e, &GAMMA, 1, &k, &result), RR_ERR_DEVICE);
    assert_null(k);
    assert_string_equal(result.message, why);
    cuda->close(e);
    nothing_lives(why);
}

static void drawn(const char *what)
{
    rr_engine *e = opened("");
    draw(e, made(e), what);
    cuda->close(e);
    nothing_lives(what);
}

/* A driver that takes nothing of the newest compiler: an older one is found. */
static void older_compiler(void **state)
{
    char both[8500];
    fake->versions(12040, 2);
    no_kernel("cuda:0 (driver 12.4): no kernel of gamma: NVRTC 13.0's code is refused: fake error 209");
    snprintf(both, sizeof both, "%s:%s", fake_path, old_nvrtc);
    setenv("REROLL_NVRTC", both, 1);
    drawn("by an older compiler");
    fake->versions(11080, 2);   /* PTX of 12.2 is too new for it as well */
    no_kernel("cuda:0 (driver 11.8): no kernel of gamma: NVRTC 13.0's code is refused: fake error 209");
    (void)state;
}

static void broken_compiler(void **state)
{
    setenv("FAKE_CC", "sh -c 'echo warned >&2; echo \"reroll.cu(7): error: no such thing\" >&2; exit 1'", 1);
    no_kernel("cuda:0 (driver 13.0): no kernel of gamma: NVRTC 13.0: reroll.cu(7): error: no such thing");
    unsetenv("FAKE_CC");
    drawn("by a mended compiler");
    (void)state;
}

/* Puts the code of GAMMA into a bundle as a driver of 12.2 takes it. */
static void make_bundle(const char *path)
{
    static const char *const options[] = {"-arch=compute_80", "--std=c++17"};
    char why[160];
    rr_nvrtc n;
    size_t size;
    setenv("REROLL_NVRTC", old_nvrtc, 1);
    assert_int_equal(rr_nvrtc_open(&n, RR_NVRTC_ANY), 1);
    assert_int_equal(n.version, 12020);
    char *text = rr_cuda_kernel_text(&GAMMA), *image = rr_nvrtc_compile(&n, text, options, 2, 0, &size, why);
    if (!image) fail_msg("%s", why);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(image, 1, size, f);
    fclose(f);
    free(image);
    free(text);
    rr_nvrtc_close(&n);
}

static void bundles(void **state)
{
    char name[160], path[512];
    const rr_kernel_request other = {.sampler = "gamma", .strategy = "loop"};
    rr_engine_facts facts;
    const rr_kernel *k;
    rr_engine *e;
    rr_result result = RR_RESULT_INIT;
    char *text = rr_cuda_kernel_text(&GAMMA);
    rr_cuda_bundle_name(&GAMMA, text, name);
    free(text);
    snprintf(path, sizeof path, "%s/%s.fatbin", cache, name);
    make_bundle(path);
    setenv("REROLL_CUDA_BUNDLE", cache, 1);
    setenv("REROLL_NVRTC", fake_path, 1);
    const long compiled = fake->compilations();
    drawn("of the bundle that is named, although there is a compiler");
    assert_int_equal(fake->compilations(), compiled);
    fake->versions(12040, 2);
    drawn("of the bundle, what is compiled being refused");
    setenv("REROLL_NVRTC", "./none", 1);
    drawn("of the bundle, without a compiler");
    assert_int_equal(cuda->open("", 0, &e, &facts, NULL), RR_OK);
    assert_string_equal(facts.version, "driver 12.4, no NVRTC");
    assert_int_equal(cuda->kernel(e, &other, 1, &k, &result), RR_ERR_DEVICE);
    assert_string_equal(result.message,
                        "cuda:0 (driver 12.4): no kernel of gamma: the bundle has none, and no NVRTC is found");
    cuda->close(e);
    fake->versions(11080, 2);
    no_kernel("cuda:0 (driver 11.8): no kernel of gamma: the bundle's code is refused: fake error 222");
    nothing_lives("a bundle");
    (void)state;
}

/* The folder of make install beside the program's own is tried before a compiler too, and then its kernel need not be
 * there. */
static void installed_bundle(void **state)
{
    char folder[4300], name[160], path[4600];
    const rr_kernel_request other = {.sampler = "gamma", .strategy = "loop"};
    const rr_kernel *k;
    const ssize_t length = readlink("/proc/self/exe", folder, 4096);
    assert_true(length > 0);
    folder[length] = '\0';
    for (int up = 0; up < 2; ++up) *strrchr(folder, '/') = '\0';
    static const char *const steps[] = {"/share", "/reroll", "/cuda-bundle"};
    const size_t root = strlen(folder);
    for (int s = 0; s < 3; ++s) mkdir(strcat(folder, steps[s]), 0777);
    char *text = rr_cuda_kernel_text(&GAMMA);
    rr_cuda_bundle_name(&GAMMA, text, name);
    free(text);
    snprintf(path, sizeof path, "%s/%s.fatbin", folder, name);
    make_bundle(path);
    setenv("REROLL_NVRTC", fake_path, 1);
    const long compiled = fake->compilations();
    rr_engine *e = opened("");
    draw(e, made(e), "of the bundle that is installed");
    assert_int_equal(fake->compilations(), compiled);
    MUST(cuda->kernel(e, &other, 1, &k, &result));
    assert_int_equal(fake->compilations(), compiled + 1);
    cuda->close(e);
    unlink(path);
    for (int s = 2; s >= 0; --s) {
        rmdir(folder);
        *strrchr(folder, '/') = '\0';
    }
    assert_int_equal(strlen(folder), root);
    nothing_lives("an installed bundle");
    (void)state;
}

/* ---- The caller's context, and captures ---- */

static void current(void **state)
{
    int mine;
    fake->push(&mine);
    rr_engine *e = opened("1");
    assert_ptr_equal(fake->current(), &mine);
    const rr_kernel *k = made(e);
    assert_ptr_equal(fake->current(), &mine);
    draw(e, k, "beside another context");
    assert_ptr_equal(fake->current(), &mine);
    cuda->host_release(e, cuda->host_alloc(e, 10));
    assert_int_equal(place_of(e, &mine), RR_PLACE_HOST);
    assert_ptr_equal(fake->current(), &mine);
    cuda->close(e);
    assert_ptr_equal(fake->current(), &mine);
    fake->pop();
    nothing_lives("all of it");
    (void)state;
}

static void captures(void **state)
{
    rr_engine *e = opened("");
    rr_queue *q;
    rr_memory m, all[RR_GPU_POINTERS], more;
    const rr_kernel *k;
    const rr_launch l = gamma_launch();
    float out[N];
    rr_result result = RR_RESULT_INIT;
    MUST(cuda->alloc(e, BYTES, &m, &result));
    for (int p = 0; p < RR_GPU_POINTERS; ++p) all[p] = m;
    void *stream = fake->capture();
    MUST(cuda->queue_open(e, stream, &q, &result));
    assert_int_equal(cuda->capturing(q), 1);
    /* The legacy stream would wait for a stream that is captured: it counts as captured itself. */
    rr_queue *legacy;
    MUST(cuda->queue_open(e, LEGACY_STREAM, &legacy, &result));
    assert_int_equal(cuda->capturing(legacy), 1);
    const long calls = fake->calls();
    assert_int_equal(cuda->kernel(e, &GAMMA, 0, &k, &result), RR_ERR_DEVICE);
    assert_non_null(strstr(result.message, "call rr_prepare"));
    assert_int_equal(fake->calls(), calls);   /* without a word to the driver */
    /* What an engine does on its own account spoils no capture, of this thread's or another's. */
    k = made(e);
    MUST(cuda->alloc(e, 100, &more, &result));
    cuda->release(e, more);
    MUST(cuda->kernel(e, &GAMMA, 0, &k, &result));
    MUST(cuda->write(q, m, 0, gamma_memory(), OUT_AT, &result));
    MUST(cuda->launch(q, k, 1, all, &l, &result));
    MUST(cuda->read(q, out, m, OUT_AT, sizeof out, &result));
    assert_int_equal(fake->captured(stream), 3);
    for (int i = 0; i < 3; ++i) {
        memset(out, 0, sizeof out);
        assert_int_equal(fake->replay(stream), 0);
        right_samples(out, "from a graph");
    }
    assert_int_equal(cuda->capturing(q) + cuda->capturing(legacy), 0);
    cuda->queue_close(legacy);
    cuda->queue_close(q);
    cuda->release(e, m);
    cuda->close(e);
    nothing_lives("a capture");
    (void)state;
}

/* ---- Failures ---- */

/* What is said at each step of a sequence, of which everything is done that still can be. */
typedef struct course {
    rr_status first;          /* that is not RR_OK */
    const char *step;
    char message[160];
} course;

static void note(course *c, const char *step, rr_status status, const rr_result *result)
{
    if (!status) return;
    if (result->status != status || !*result->message || strchr(result->message, '\n'))
        fail_msg("%s says \"%s\"", step, result->message);
    if (!c->first) {
        c->first = status;
        c->step = step;
        snprintf(c->message, sizeof c->message, "%s", result->message);
    } else if (strcmp(c->message, result->message)) {
        fail_msg("%s said \"%s\", then %s \"%s\"", c->step, c->message, step, result->message);
    }
}

#define STEP(call) \
    do { \
        rr_result result = RR_RESULT_INIT; \
        const rr_status status_ = (call); \
        note(c, #call, status_, &result); \
        good = !status_; \
    } while (0)

/* Work on an engine. A step whose means are there is tried, whatever failed before it, if `on`. */
static void work(rr_engine *e, course *c, int on)
{
    static float out[N];
    int good;
    rr_memory m = 0, all[RR_GPU_POINTERS];
    rr_queue *q = NULL;
    const rr_kernel *k = NULL;
    const rr_launch l = gamma_launch();
    void *host = cuda->host_alloc(e, 1000);
    STEP(cuda->alloc(e, BYTES, &m, &result));
    for (int p = 0; p < RR_GPU_POINTERS; ++p) all[p] = m;
    if (good || on) STEP(cuda->queue_open(e, NULL, &q, &result));
    if (m && q && (good || on)) STEP(cuda->write(q, m, 0, gamma_memory(), OUT_AT, &result));
    if (m && q && (good || on)) STEP(cuda->fill(q, m, OUT_AT, 0, 4 * N, &result));
    if (good || on) STEP(cuda->kernel(e, &GAMMA, 1, &k, &result));
    if (k && q && m && (good || on)) STEP(cuda->launch(q, k, 1, all, &l, &result));
    if (q && m && (good || on)) STEP(cuda->read(q, out, m, OUT_AT, sizeof out, &result));
    if (q && (good || on)) STEP(cuda->finish(q, &result));
    if (!c->first) right_samples(out, "no failure");
    cuda->queue_close(q);
    cuda->release(e, m);
    cuda->host_release(e, host);
}

static course sequence(int on)
{
    course course = {RR_OK, NULL, ""}, *c = &course;
    rr_engine *e;
    rr_engine_facts facts;
    int good;
    STEP(cuda->open("0", 0, &e, &facts, &result));
    if (good) work(e, c, on);
    cuda->close(e);
    return course;
}

/* Functions whose error nobody need hear of: they give back, or there is another way, or place and host_alloc tell in
 * their way. */
static int may_be_silent(const char *f)
{
    static const char *const silent[] = {
        "cuMemHostAlloc", "cuMemFree_v2", "cuMemFreeHost", "cuStreamDestroy_v2", "cuModuleUnload",
        "cuDevicePrimaryCtxRelease_v2", "cuCtxSynchronize",
        "nvrtcDestroyProgram", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2",
        "cuThreadExchangeStreamCaptureMode",
    };
    for (size_t i = 0; i < sizeof silent / sizeof *silent; ++i)
        if (!strcmp(f, silent[i])) return 1;
    return 0;
}

static void failure(long number, int code)
{
    char what[96];
    int mine;
    const int final = code >= 700;
    fake->push(&mine);
    fake->fail_at(number, code);
    const course c = sequence(final);
    const char *failed = fake->failed();
    assert_non_null(failed);
    snprintf(what, sizeof what, "error %d of call %ld, %s", code, number, failed);
    assert_ptr_equal(fake->current(), &mine);
    fake->pop();
    nothing_lives(what);
    if (!c.first && !may_be_silent(failed)) fail_msg("nobody has heard of %s", what);
    if (!c.first) return;
    /* A device that can't even be described, and a compiler that fails, are no lack of memory whatever they say. */
    const int of_driver = !strncmp(failed, "cu", 2);
    const int retained = strncmp(c.step, "cuda->open", 10) || strstr(c.message, "opening it");
    if (c.first != (code == 2 && of_driver && retained ? RR_ERR_MEMORY : RR_ERR_DEVICE))
        fail_msg("%s is status %d: %s", what, c.first, c.message);
    if (code == 700 && of_driver && !strstr(c.message, "illegal memory access")) fail_msg("%s: \"%s\"", what, c.message);
}

static void failures(void **state)
{
    static const int codes[] = {1, 2, 999, 700, 719};
    setenv("REROLL_CACHE", "/dev/null/none", 1);   /* nothing is kept, so that every sequence compiles */
    fake->fail_at(0, 0);
    const course whole = sequence(0);
    const long calls = fake->calls();
    assert_int_equal(whole.first, RR_OK);
    nothing_lives("the sequence");
    assert_true(calls > 50);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; ++i)
        for (long number = 1; number <= calls; ++number) failure(number, codes[i]);
    (void)state;
}

/* ---- The real compiler ---- */

static int begins_as_elf(const char *image) { return !memcmp(image, "\177ELF", 4); }

static void real_nvrtc(void **state)
{
    rr_nvrtc n;
    char target[24], option[40], why[160];
    const char *const options[] = {option, "--std=c++17"};
    size_t size;
    (void)state;
    unsetenv("REROLL_NVRTC");
    if (!rr_nvrtc_open(&n, RR_NVRTC_ANY)) {
        print_message("# no NVRTC is found here\n");
        skip();
    }
    assert_int_equal(rr_nvrtc_target(&n, 70, target), n.version < 13000);
    assert_int_equal(rr_nvrtc_target(&n, 9999, target), 1);
    assert_int_equal(strncmp(target, "compute_", 8), 0);
    static const int sm[] = {80, 90, 91};
    char *text = rr_kernel_text("CUDA", &GAMMA, "");
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(rr_nvrtc_target(&n, sm[i], target), 1);
        assert_string_equal(target, i == 0 ? "sm_80" : i == 1 ? "sm_90" : "compute_90");
        snprintf(option, sizeof option, "-arch=%s", target);
        char *image = rr_nvrtc_compile(&n, text, options, 2, i < 2, &size, why);
        if (!image) fail_msg("%s: %s", target, why);
        assert_int_equal(begins_as_elf(image), i < 2);
        if (i == 2) assert_non_null(strstr(image, ".entry rr_gpu_kernel"));
        free(image);
    }
    free(text);
    assert_null(rr_nvrtc_compile(&n, "this is no program", options, 2, 0, &size, why));
    if (!strstr(why, "error")) fail_msg("\"%s\" has no error", why);
    rr_nvrtc_close(&n);
}

int main(void)
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    const struct CMUnitTest tests[] = {
        FRESH(absent), FRESH(listed), FRESH(names), FRESH(round_trips), FRESH(places), FRESH(kernels), FRESH(requests),
        FRESH(many), FRESH(threads), FRESH(older_compiler), FRESH(broken_compiler), FRESH(bundles), FRESH(installed_bundle),
        FRESH(current), FRESH(captures), FRESH(failures), FRESH(real_nvrtc),
    };
    char pattern[] = "/tmp/rr_engine_cuda_XXXXXX", at[4096];
    if (!realpath(build, at) || !mkdtemp(pattern)) return 2;
    strcpy(cache, pattern);
    snprintf(fake_path, sizeof fake_path, "%s/tests/devices/libfake_cuda.so", at);
    snprintf(old_nvrtc, sizeof old_nvrtc, "%s/tests/devices/libfake_nvrtc12.so", at);
    void *library = dlopen(fake_path, RTLD_NOW);
    fake = library ? dlsym(library, "fake_cuda") : NULL;
    if (!fake) return 2;
    const int failed = RUN(tests);
    forget_cache();
    rmdir(cache);
    return failed;
}
