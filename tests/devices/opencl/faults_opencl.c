/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The OpenCL backend against stub_opencl.c: each call of a complete run fails in turn, with all calls after it. Each time
 * there must be a status and a message, and no handle or memory may be left. The stub is the build folder's, or
 * REROLL_OPENCL's, and the cache a new folder. */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "targets/opencl/library.h"

static const rr_backend *const cl = &rr_backend_opencl;
static int *live, *calls, *fail_at, *error, *builds, *event, *refuse, *slow, *build_error;
static size_t *group;
static cl_uint *lacks;
static char *options, *extensions, *language;
static const char **failed;

static void empty_cache(void)
{
    const char *folder = getenv("REROLL_CACHE");
    char path[4096];
    struct dirent *entry;
    DIR *all = opendir(folder);
    while (all && (entry = readdir(all))) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (all) closedir(all);
}

/* Records the self-test as passed for the stub's device, which computes nothing. */
static void pretend(void)
{
    char name[32], why[160], key[768];
    rr_cl_device d = {.platform_name = "Stub Platform"};
    assert_int_equal(cl->list(0, name, &d.facts, why), 1);
    rr_cl_check_key(&d, key);
    rr_cache_put(key, "", 1);
}

/* All steps of a job, up to the first failure. */
static rr_status life(rr_result *printed)
{
    const rr_kernel_request request = {.sampler = "uniform", .strategy = "loop"};
    const rr_kernel *kernel;
    rr_engine_facts facts;
    rr_engine *e;
    rr_queue *q = NULL;
    rr_memory memory[RR_GPU_POINTERS] = {0};
    rr_launch launch;
    char bytes[64] = "some bytes";
    memset(&launch, 0, sizeof launch);
    rr_status status = cl->open("", 0, &e, &facts, printed);
    if (status) return status;
    status = cl->queue_open(e, NULL, &q, printed);
    if (!status) status = cl->alloc(e, sizeof bytes, &memory[RR_GPU_OUT], printed);
    if (!status) status = cl->write(q, memory[RR_GPU_OUT], 0, bytes, sizeof bytes, printed);
    if (!status) status = cl->fill(q, memory[RR_GPU_OUT], 0, 'x', 4, printed);
    if (!status) status = cl->kernel(e, &request, 1, &kernel, printed);
    for (int twice = 0; twice < 2 && !status; ++twice) status = cl->launch(q, kernel, 2, memory, &launch, printed);
    if (!status) status = cl->read(q, bytes, memory[RR_GPU_OUT], 0, sizeof bytes, printed);
    if (!status) status = cl->finish(q, printed);
    if (!status && strcmp(bytes, "xxxx bytes")) fail_msg("read %s", bytes);
    cl->release(e, memory[RR_GPU_OUT]);
    cl->queue_close(q);
    cl->close(e);
    return status;
}

/* The run with call `at` failing; returns the number of calls until it ended or failed. */
static rr_status life_failing(int at, int code, rr_result *printed)
{
    const rr_result blank = RR_RESULT_INIT;
    *printed = blank;
    *calls = *live = 0;
    *failed = NULL;
    *fail_at = at;
    *error = code;
    const rr_status status = life(printed);
    *fail_at = 0;
    if (*live) fail_msg("call %d fails: %d handles are left", at, *live);
    if (status && (printed->status != status || !printed->message[0])) fail_msg("call %d fails: no sentence", at);
    /* A binary that can't be read is not kept on disk, and an event may stay: neither is reported, but the next call is. */
    const int reported = *failed && strcmp(*failed, "clGetProgramInfo") && strcmp(*failed, "clReleaseEvent") &&
                         !strncmp(printed->message, "OpenCL: ", 8);
    if (reported && !strstr(printed->message, *failed))
        fail_msg("%s fails: %s", *failed, printed->message);
    return status;
}

static void bad_device(void **state)
{
    char name[32], why[160];
    rr_engine_facts facts;
    rr_result printed;
    (void)state;
    empty_cache();
    assert_int_equal(life_failing(0, 0, &printed), RR_ERR_DEVICE);
    assert_non_null(strstr(printed.message, "f32 addition is wrong"));
    assert_int_equal(cl->list(0, name, &facts, why), 1);
    assert_string_equal(why, printed.message);   /* remembered */
    const int built = *builds;
    assert_int_equal(life_failing(0, 0, &printed), RR_ERR_DEVICE);
    assert_int_equal(*builds, built);
    assert_int_equal(cl->list(1, name, &facts, why), 0);
}

/* codes: OpenCL's code, and the resulting status. */
static void each_call(int checked)
{
    static const int codes[][2] = {{-5, RR_ERR_DEVICE}, {-6, RR_ERR_MEMORY}, {-36, RR_ERR_DEVICE}};
    rr_result printed;
    empty_cache();
    if (checked) pretend();
    const rr_status whole = life_failing(0, 0, &printed);
    const int all = *calls;
    assert_int_equal(whole, checked ? RR_OK : RR_ERR_DEVICE);
    assert_true(all > 40);
    for (int c = 0; c < 3; ++c)
        for (int at = 1; at <= all; ++at) {
            empty_cache();
            if (checked) pretend();
            const rr_status status = life_failing(at, codes[c][0], &printed);
            /* The last six calls free objects, and their errors are not reported. Queries of a device are not
             * allocations. */
            const int told = checked && at <= all - 6;
            if (told && status != (rr_status)codes[c][1] &&
                !(status == RR_ERR_DEVICE && strstr(printed.message, "driver cannot be queried")))
                fail_msg("call %d gives %d: status %d, %s", at, codes[c][0], (int)status, printed.message);
            if (!checked && !status) fail_msg("call %d gives %d: no status", at, codes[c][0]);
            /* Nothing is reported about a device's arithmetic where its results did not arrive. */
            if (!checked && at < all - 12 && strstr(printed.message, "is wrong"))
                fail_msg("call %d of %d gives %d: %s", at, all, codes[c][0], printed.message);
        }
}

static void each_call_of_a_life(void **state)
{
    (void)state;
    each_call(1);
}

static void each_call_of_a_self_test(void **state)
{
    (void)state;
    each_call(0);
}

/* A device whose work-groups are large enough, but not for this kernel. */
static void small_groups(void **state)
{
    rr_result printed;
    (void)state;
    empty_cache();
    pretend();
    assert_int_equal(life_failing(0, 0, &printed), RR_OK);
    const size_t before = *group;
    *group = 0;
    assert_int_equal(life_failing(0, 0, &printed), RR_ERR_DEVICE);
    assert_non_null(strstr(printed.message, "in work-groups of at most 0, not of"));
    *group = before;
}

/* A kernel that ends with any error. */
static void bad_ends(void **state)
{
    rr_result printed;
    (void)state;
    empty_cache();
    pretend();
    for (*event = -1; *event > -70; --*event) {
        const rr_status status = life_failing(0, 0, &printed);
        if (!status || !strstr(printed.message, "the kernel"))
            fail_msg("it ends with %d: status %d, %s", *event, (int)status, printed.message);
    }
    *event = 0;
    assert_int_equal(life_failing(0, 0, &printed), RR_OK);
}

/* A driver that no longer accepts the binary on disk: the text is compiled again, and nothing is left of the old one. */
static void refused_binary(void **state)
{
    rr_result printed;
    (void)state;
    empty_cache();
    pretend();
    assert_int_equal(life_failing(0, 0, &printed), RR_OK);
    const int before = *builds;
    assert_int_equal(life_failing(0, 0, &printed), RR_OK);
    assert_int_equal(*builds, before);
    *refuse = 1;
    assert_int_equal(life_failing(0, 0, &printed), RR_OK);
    *refuse = 0;
    assert_int_equal(*builds, before + 1);
}

/* The compiler's first error is reported, except where memory is missing. */
static void failed_build(void **state)
{
    rr_result printed;
    (void)state;
    empty_cache();
    pretend();
    *build_error = -11;
    assert_int_equal(life_failing(0, 0, &printed), RR_ERR_DEVICE);
    assert_non_null(strstr(printed.message, "reports (error -11): error: the stub's compiler"));
    *build_error = -6;
    assert_int_equal(life_failing(0, 0, &printed), RR_ERR_MEMORY);
    assert_non_null(strstr(printed.message, "clBuildProgram reports"));
    *build_error = 0;
}

/* A device that can't be used, and why. */
static void unusable(void **state)
{
    static const struct { cl_uint lacks; const char *why; } bad[] = {
        {CL_DEVICE_AVAILABLE, "its driver reports that it is not available"},
        {CL_DEVICE_COMPILER_AVAILABLE, "its driver has no compiler"},
        {CL_DEVICE_ENDIAN_LITTLE, "it is big-endian, the host is not"},
    };
    char name[32], why[160];
    rr_engine_facts facts;
    rr_result printed;
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; ++i) {
        *lacks = bad[i].lacks;
        assert_int_equal(cl->list(0, name, &facts, why), 1);
        assert_string_equal(why, bad[i].why);
        assert_int_equal(life_failing(0, 0, &printed), RR_ERR_DEVICE);
        assert_non_null(strstr(printed.message, bad[i].why));
    }
    *lacks = 0;
}

/* Only sub-groups are compiled with more than OpenCL C 1.2. Such devices fail the self-test, whose program is checked. */
static void versions(void **state)
{
#define SUBGROUPS "cl_khr_subgroup_ballot cl_khr_subgroup_shuffle cl_intel_required_subgroup_size"
    static const struct { const char *extensions, *language, *options; uint32_t lanes; } is[] = {
        {"", "OpenCL C 3.0", "-cl-std=CL1.2", 1},
        {"cl_nv_device_attribute_query", "OpenCL C 3.0", "-cl-std=CL1.2", 32},
        {SUBGROUPS, "OpenCL C 3.0", "-cl-std=CL3.0", 32},
        {SUBGROUPS, "OpenCL C 2.1", "-cl-std=CL2.0", 32},
        {SUBGROUPS, "OpenCL C 1.2", "-cl-std=CL1.2", 1},
    };
    char name[32], why[160], before[2][256];
    rr_engine_facts facts;
    rr_result printed;
    (void)state;
    snprintf(before[0], sizeof before[0], "%s", extensions);
    snprintf(before[1], sizeof before[1], "%s", language);
    for (unsigned i = 0; i < sizeof is / sizeof *is; ++i) {
        empty_cache();
        strcpy(extensions, is[i].extensions);
        strcpy(language, is[i].language);
        assert_int_equal(cl->list(0, name, &facts, why), 1);
        assert_int_equal(facts.lanes, is[i].lanes);
        life_failing(0, 0, &printed);
        if (strcmp(options, is[i].options)) fail_msg("%s, %s: %s", is[i].extensions, is[i].language, options);
    }
    strcpy(extensions, before[0]);
    strcpy(language, before[1]);
}

static void *ask(void *engine)
{
    const rr_kernel_request request = {.sampler = "uniform", .strategy = "cached"};
    const rr_kernel *kernel = NULL;
    cl->kernel(engine, &request, 1, &kernel, NULL);
    return (void *)(uintptr_t)kernel;
}

/* Threads that need one kernel wait for the one that builds it. */
static void one_build(void **state)
{
    rr_engine_facts facts;
    rr_result printed = RR_RESULT_INIT;
    rr_engine *e;
    pthread_t thread[8];
    void *kernel[8];
    (void)state;
    empty_cache();
    pretend();
    assert_int_equal(cl->open("", 0, &e, &facts, &printed), RR_OK);
    const int before = *builds;
    *slow = 20000;
    for (int i = 0; i < 8; ++i) assert_int_equal(pthread_create(&thread[i], NULL, ask, e), 0);
    for (int i = 0; i < 8; ++i) pthread_join(thread[i], &kernel[i]);
    *slow = 0;
    for (int i = 0; i < 8; ++i) assert_true(kernel[i] && kernel[i] == kernel[0]);
    assert_int_equal(*builds, before + 1);
    cl->close(e);
}

/* Opens the stub as the OpenCL library of this process, with an empty cache. Null: it is not there. */
static void *open_stub(char *cache)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/devices/libstub_opencl.so", getenv("BUILD") ? getenv("BUILD") : "build");
    setenv("REROLL_OPENCL", path, 0);
    setenv("REROLL_CACHE", mkdtemp(cache), 1);
    return dlopen(getenv("REROLL_OPENCL"), RTLD_NOW);
}

int main(void)
{
    char cache[] = "/tmp/reroll-stub.XXXXXX";
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_device), cmocka_unit_test(each_call_of_a_life),
                                       cmocka_unit_test(each_call_of_a_self_test), cmocka_unit_test(small_groups),
                                       cmocka_unit_test(bad_ends), cmocka_unit_test(refused_binary),
                                       cmocka_unit_test(failed_build), cmocka_unit_test(unusable),
                                       cmocka_unit_test(versions), cmocka_unit_test(one_build)};
    void *stub = open_stub(cache);
    if (!stub) {
        printf("Bail out! %s\n", dlerror());
        return 1;
    }
    live = dlsym(stub, "stub_live");
    calls = dlsym(stub, "stub_calls");
    fail_at = dlsym(stub, "stub_fail_at");
    error = dlsym(stub, "stub_error");
    builds = dlsym(stub, "stub_builds");
    failed = dlsym(stub, "stub_failed");
    event = dlsym(stub, "stub_event");
    refuse = dlsym(stub, "stub_refuse");
    slow = dlsym(stub, "stub_slow");
    group = dlsym(stub, "stub_group");
    build_error = dlsym(stub, "stub_build_error");
    lacks = dlsym(stub, "stub_lacks");
    options = dlsym(stub, "stub_options");
    extensions = dlsym(stub, "stub_extensions");
    language = dlsym(stub, "stub_language");
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    empty_cache();
    rmdir(cache);
    return failures;
}
