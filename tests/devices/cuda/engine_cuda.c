/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* targets/cuda against a driver without a GPU (fake_cuda.c): samples have the CPU's bits, kernels are made once and found
 * again, and the caller's current context and captures do not change. Whichever call fails, alone or with all later calls,
 * there is one message and the right status, and nothing stays allocated. */
#define _GNU_SOURCE   /* dladdr */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/support.h"

#include "host/call/call.h"
#include "targets/cuda/cuda.h"
#include "tests/devices/cuda/fake_cuda.h"

enum { N = 1000 };
static const rr_backend *const cuda = &rr_backend_cuda;
static const fake_cuda_control *fake;
static char fake_path[4200], old_nvrtc[4200], cache[64];
static const rr_kernel_request GAMMA = {.sampler = "gamma", .strategy = "refill"};

#include "engine_cuda/gammas.h"
#include "engine_cuda/devices.h"
#include "engine_cuda/kernels.h"
#include "engine_cuda/captures.h"
#include "engine_cuda/failures.h"

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
        FRESH(absent), FRESH(listed), FRESH(names), FRESH(round_trips), FRESH(places), FRESH(kernels), FRESH(waits),
        FRESH(requests), FRESH(many), FRESH(threads), FRESH(older_compiler), FRESH(broken_compiler), FRESH(bundles),
        FRESH(installed_bundle), FRESH(current), FRESH(captures), FRESH(failures), FRESH(real_nvrtc),
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
