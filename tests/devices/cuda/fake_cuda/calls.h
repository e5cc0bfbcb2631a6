/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The driver's state, and its calls: each is counted, and one fails where a test requests it. */
#ifndef RR_TESTS_DEVICES_FAKE_CUDA_CALLS_H
#define RR_TESTS_DEVICES_FAKE_CUDA_CALLS_H

#define EXPORT __attribute__((visibility("default")))
enum { INVALID_CONTEXT = 201, INVALID_HANDLE = 400, CAPTURE_UNSUPPORTED = 900 };

/* The device. The emulator's is one more than requested, so that NVRTC, which knows no such GPU, gives PTX. */
#ifdef FAKE_PTX
enum { WARP = 32, PROCESSORS = 4, THREADS = 1024 };
#define SM (ptx_sm() + 1)
#else
enum { WARP = 1, PROCESSORS = 3, THREADS = 8, SM = 90 };
static void ptx_allocated(const void *start, size_t size) { (void)start, (void)size; }
static void ptx_freed(const void *start) { (void)start; }
static void ptx_written(const void *start, size_t size) { (void)start, (void)size; }
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long call_number, failing_call, compiled;
static const char *failed_name;
static int failing_code, sticky, driver_version = 13000, device_count = 2, globally_captured;
static fake_cuda_live live;
/* early: streams with a launch that has not been waited for, since cuCtxSynchronize number `turn`. */
static long unfinished, turn, early;
static unsigned last_blocks, last_capacity;

/* ---- Calls: counted, and failing ---- */

static int is_sticky(int code)
{
    return code == 700 || code == 719;
}

static void read_environment(void)
{
    const char *text = getenv("FAKE_CUDA_FAIL");
    if (text && !failing_call) sscanf(text, "%ld:%d", &failing_call, &failing_code);
}

static int call(const char *name)
{
    int code = 0;
    pthread_mutex_lock(&lock);
    read_environment();
    if (++call_number == failing_call) {
        code = failing_code;
        failed_name = name;
        if (is_sticky(code) && !strncmp(name, "cu", 2)) sticky = code;
    }
    if (sticky && !strncmp(name, "cu", 2)) code = sticky;
    pthread_mutex_unlock(&lock);
    return code;
}

#define CALL() \
    do { \
        const int code_ = call(__func__); \
        if (code_) return code_; \
    } while (0)

static void count(long *what, long by)
{
    pthread_mutex_lock(&lock);
    *what += by;
    pthread_mutex_unlock(&lock);
}

#endif
