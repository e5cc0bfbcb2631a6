/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* OpenCL devices: lists them with their facts, finds one by number or by a word, and opens it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

#define MAX 32              /* maximal number of platforms, and of devices of one */
#define NO_PLATFORM (-1001)  /* CL_PLATFORM_NOT_FOUND_KHR of cl_khr_icd */

/* ---- Facts ---- */

/* The text that a query of a platform or a device returns, trimmed and malloc'ed; null if there is none. */
static char *text_of(const rr_cl *cl, rr_cl_device *d, int of_platform, cl_uint what)
{
    size_t size = 0;
    cl_int error = of_platform ? cl->clGetPlatformInfo(d->platform, what, 0, NULL, &size)
                               : cl->clGetDeviceInfo(d->id, what, 0, NULL, &size);
    char *text = error ? NULL : malloc(size + 1);
    if (text && of_platform) error = cl->clGetPlatformInfo(d->platform, what, size, text, NULL);
    else if (text) error = cl->clGetDeviceInfo(d->id, what, size, text, NULL);
    if (error) d->error = error;
    if (error || !text) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    const size_t lead = strspn(text, " "), length = strlen(text + lead);
    memmove(text, text + lead, length + 1);
    for (char *end = text + length; end > text && end[-1] == ' '; --end) end[-1] = '\0';
    return text;
}

/* The same, truncated to `capacity` bytes; "" if there is none. */
static void copy_text(const rr_cl *cl, rr_cl_device *d, int of_platform, cl_uint what, char *to, size_t capacity)
{
    char *text = text_of(cl, d, of_platform, what);
    snprintf(to, capacity, "%s", text ? text : "");
    free(text);
}

static cl_uint number_of(const rr_cl *cl, rr_cl_device *d, cl_uint what)
{
    cl_bitfield number = 0;   /* wide enough for all queries; hosts are little-endian */
    const cl_int error = cl->clGetDeviceInfo(d->id, what, sizeof number, &number, NULL);
    if (error) d->error = error;
    return error ? 0 : (cl_uint)number;
}

/* True if name is a word of a list. */
static int has_word(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return 1;
    return 0;
}

/* Finds the sub-group sizes that kernels can request, with ballots and shuffles. 0: there are none. */
static int has_subgroups(const rr_cl *cl, rr_cl_device *d, const char *extensions)
{
    size_t sizes[16], got = 0;
    const int khr = has_word(extensions, "cl_khr_subgroup_ballot") && has_word(extensions, "cl_khr_subgroup_shuffle") &&
                    has_word(extensions, "cl_intel_required_subgroup_size") && d->c_version >= 20;
    if (!khr || cl->clGetDeviceInfo(d->id, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof sizes, sizes, &got)) return 0;
    for (size_t i = 0; i < got / sizeof *sizes && i < 16; ++i)
        if (sizes[i] >= 2 && sizes[i] <= 32 && !(sizes[i] & (sizes[i] - 1))) d->sizes |= 1u << __builtin_ctzl(sizes[i]);
    return d->sizes > 1;
}

/* Sets the warps per work-group and the work-groups per unit. A CPU runs a work-group as a task, a GPU 2048 threads per
 * unit. */
static void set_lanes(rr_cl_device *d, uint32_t lanes)
{
    static const char *const across[] = {[RR_CL_BY_SUBGROUP] = "sub-groups", [RR_CL_BY_VENDOR] = "the vendor's shuffles",
                                         [RR_CL_BY_BARRIER] = "barriers"};
    d->facts.lanes = lanes;
    d->facts.across = lanes == 1 ? "" : across[d->warp];
    d->facts.warps = d->is_cpu || lanes == 1 || d->warp == RR_CL_BY_BARRIER ? 1 : 128 / lanes;
    d->facts.fill = d->is_cpu ? 4 : 2048 / (lanes * d->facts.warps);
}

/* Lanes form warps by sub-groups, or without these by the extensions of the two vendors. Without either, or if
 * REROLL_OPENCL_WARP is "barrier", a warp is a part of a work-group whose lanes synchronize at barriers. A CPU uses barriers
 * only on request. On PoCL 3.1, a runtime for CPUs without sub-groups, they take twice the time of single work-items for
 * `regroup` of gamma; its compiler crashes for `fixed`, and compiles `compact` of gamma for more than three minutes. */
static void describe_warps(const rr_cl *cl, rr_cl_device *d, const char *extensions)
{
    const char *request = getenv("REROLL_OPENCL_WARP");
    if (request && !*request) request = NULL;
    if (request && strcmp(request, "barrier"))
        snprintf(d->why, sizeof d->why, "REROLL_OPENCL_WARP can be \"barrier\" only, not \"%.40s\"", request);
    const int vendors = has_word(extensions, "cl_nv_device_attribute_query") ||
                        has_word(extensions, "cl_amd_device_attribute_query");
    d->sizes = 1;
    if (!request && has_subgroups(cl, d, extensions)) {
        d->warp = RR_CL_BY_SUBGROUP;
    } else if (!request && vendors) {
        d->warp = RR_CL_BY_VENDOR;
        d->sizes = 1 | 1u << 5;
    } else {
        const size_t max = request || !d->is_cpu ? d->group : 1;
        d->warp = RR_CL_BY_BARRIER;
        for (unsigned k = 1; k <= 5 && 1u << k <= max; ++k) d->sizes |= 1u << k;
    }
    set_lanes(d, 1u << (31 - __builtin_clz(d->sizes)));
}

static void describe(const rr_cl *cl, rr_cl_device *d)
{
    char version[96], driver[64], language[64];
    char *extensions = text_of(cl, d, 0, CL_DEVICE_EXTENSIONS);
    copy_text(cl, d, 1, CL_PLATFORM_NAME, d->platform_name, sizeof d->platform_name);
    copy_text(cl, d, 1, CL_PLATFORM_VENDOR, d->platform_vendor, sizeof d->platform_vendor);
    copy_text(cl, d, 1, CL_PLATFORM_VERSION, version, sizeof version);
    copy_text(cl, d, 0, CL_DRIVER_VERSION, driver, sizeof driver);
    copy_text(cl, d, 0, CL_DEVICE_OPENCL_C_VERSION, language, sizeof language);
    copy_text(cl, d, 0, CL_DEVICE_NAME, d->facts.name, sizeof d->facts.name);
    snprintf(d->facts.version, sizeof d->facts.version, "%.40s, %.50s", driver, version);
    const int major = atoi(language + strcspn(language, "0123456789"));
    d->c_version = major >= 3 ? 30 : major == 2 ? 20 : 12;
    d->is_cpu = number_of(cl, d, CL_DEVICE_TYPE) == CL_DEVICE_TYPE_CPU;
    d->rounds = (number_of(cl, d, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    d->facts.units = number_of(cl, d, CL_DEVICE_MAX_COMPUTE_UNITS);
    d->group = number_of(cl, d, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    d->local = number_of(cl, d, CL_DEVICE_LOCAL_MEM_SIZE);
    d->facts.wide = extensions && has_word(extensions, "cl_khr_fp64");
    if (extensions) describe_warps(cl, d, extensions);
    const int available = number_of(cl, d, CL_DEVICE_AVAILABLE) != 0;
    const int compiler = number_of(cl, d, CL_DEVICE_COMPILER_AVAILABLE) != 0;
    const int little = number_of(cl, d, CL_DEVICE_ENDIAN_LITTLE) != 0;
    if (d->error || !extensions)
        snprintf(d->why, sizeof d->why, "its driver cannot be queried (clGetDeviceInfo: error %d)", d->error);
    else if (!available) snprintf(d->why, sizeof d->why, "its driver reports that it is not available");
    else if (!compiler) snprintf(d->why, sizeof d->why, "its driver has no compiler");
    else if (!little) snprintf(d->why, sizeof d->why, "it is big-endian, the host is not");
    free(extensions);
}

/* ---- All devices ---- */

/* Device `number`, in the order of platforms and their devices: 1. 0: there are fewer, and said has the reason, with an
 * error status if a call failed. */
static int find_number(const rr_cl *cl, unsigned number, rr_cl_device *d, rr_result *reported)
{
    cl_platform_id platforms[MAX];
    cl_uint count = 0;
    const cl_int error = cl->clGetPlatformIDs(MAX, platforms, &count);
    rr_fail(reported, RR_OK, error == NO_PLATFORM || !count ? "no OpenCL runtime is installed"
                                                        : "no OpenCL runtime has a device");
    if (error && error != NO_PLATFORM) rr_cl_fail(reported, "clGetPlatformIDs", error);
    for (cl_uint p = 0; !error && p < count && p < MAX; ++p) {
        cl_device_id ids[MAX];
        cl_uint found = 0;
        const cl_int failed = cl->clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX, ids, &found);
        if (failed && failed != CL_DEVICE_NOT_FOUND) rr_cl_fail(reported, "clGetDeviceIDs", failed);
        if (failed) continue;
        found = found < MAX ? found : MAX;
        if (number < found) {
            memset(d, 0, sizeof *d);
            d->platform = platforms[p];
            d->id = ids[number];
            describe(cl, d);
            return 1;
        }
        number -= found;
    }
    return 0;
}

static int list(unsigned number, char name[32], rr_engine_facts *facts, char why[160])
{
    const char *reason;
    const rr_cl *cl = rr_cl_load(&reason);
    rr_result reported = RR_RESULT_INIT;
    rr_cl_device d;
    snprintf(name, 32, "opencl:%u", number);
    memset(facts, 0, sizeof *facts);
    if (!cl || !find_number(cl, number, &d, &reported)) {
        snprintf(why, 160, "%s", cl ? reported.message : reason);
        return number == 0;
    }
    *facts = d.facts;
    snprintf(why, 160, "%s", d.why);
    if (!*why) (void)rr_cl_known_bad(&d, why);
    return 1;
}

/* ---- By a word ---- */

/* True if a word of the text begins with `word`, ignoring case. */
static int begins_a_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = text; *at; ++at) {
        size_t i = 0;
        if (at > text && isalnum((unsigned char)at[-1])) continue;
        while (i < length && tolower((unsigned char)at[i]) == tolower((unsigned char)word[i])) ++i;
        if (i == length) return 1;
    }
    return 0;
}

/* True if the device matches "" (any), a number, or a word of the platform's name or vendor. */
static int answers(const rr_cl_device *d, unsigned number, const char *what)
{
    char digits[16];
    if (!*what) return 1;
    if (isdigit((unsigned char)*what)) {
        snprintf(digits, sizeof digits, "%u", number);
        return !strcmp(digits, what);
    }
    return begins_a_word(d->platform_name, what) || begins_a_word(d->platform_vendor, what);
}

/* The first usable device that matches what. */
static rr_status choose(const rr_cl *cl, const char *what, rr_cl_device *d, rr_result *result)
{
    rr_result reported = RR_RESULT_INIT;
    char first[160] = "";
    unsigned number = 0;
    for (; find_number(cl, number, d, &reported); ++number) {
        if (!answers(d, number, what)) continue;
        if (!d->why[0]) return RR_OK;
        if (!first[0]) snprintf(first, sizeof first, "%s", d->why);
    }
    if (first[0]) return rr_fail(result, RR_ERR_DEVICE, "opencl%s%.40s is not usable: %s", *what ? ":" : "", what, first);
    if (reported.status || !number) return rr_fail(result, reported.status ? reported.status : RR_ERR_DEVICE, "%s",
        reported.message);
    return rr_fail(result, RR_ERR_ARGUMENT,
                   "opencl:%.40s is none of the %u OpenCL devices: a number from 0, or a word of the runtime's name",
                   what, number);
}

/* Sets warps of `warp` lanes, if the device has them. */
static rr_status choose_lanes(rr_cl_device *d, uint32_t warp, rr_result *result)
{
    char sizes[64] = "";
    if (!warp) return RR_OK;
    if (!(warp & (warp - 1)) && warp <= 32 && (d->sizes >> __builtin_ctz(warp) & 1)) {
        set_lanes(d, warp);
        return RR_OK;
    }
    for (unsigned k = 0; k <= 5; ++k)
        if (d->sizes >> k & 1) snprintf(sizes + strlen(sizes), sizeof sizes - strlen(sizes), "%s%u", k ? ", " : "", 1u << k);
    return rr_fail(result, RR_ERR_ARGUMENT, "warp=%u: %.60s has warps of %s", warp, d->facts.name, sizes);
}

/* ---- Opening ---- */

static void close_engine(rr_engine *engine)
{
    if (!engine) return;
    rr_cl_drop_kernels(engine);
    if (engine->context) engine->cl->clReleaseContext(engine->context);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

static rr_status open_engine(const char *what, uint32_t warp, rr_engine **engine, rr_engine_facts *facts, rr_result *result)
{
    const char *why;
    const rr_cl *cl = rr_cl_load(&why);
    cl_int error = 0;
    *engine = NULL;
    if (!cl) return rr_fail(result, RR_ERR_DEVICE, "%s", why);
    rr_engine *e = calloc(1, sizeof *e);
    if (!e) return rr_fail(result, RR_ERR_MEMORY, "no memory for an OpenCL device");
    e->cl = cl;
    pthread_mutex_init(&e->lock, NULL);
    rr_status status = choose(cl, what, &e->device, result);
    if (!status) status = choose_lanes(&e->device, warp, result);
    if (!status) {
        e->context = cl->clCreateContext(NULL, 1, &e->device.id, NULL, NULL, &error);
        if (!e->context) status = rr_cl_fail(result, "clCreateContext", error);
    }
    if (!status) status = rr_cl_check(e, result);
    if (status) {
        close_engine(e);
        return status;
    }
    *engine = e;
    *facts = e->device.facts;
    facts->self = e->device.id;
    return RR_OK;
}

static void *context_of(rr_engine *engine)
{
    return engine->context;
}

const rr_backend rr_backend_opencl = {
    .name = "opencl",
    .list = list,
    .open = open_engine,
    .close = close_engine,
    .alloc = rr_cl_alloc,
    .release = rr_cl_release,
    .host_alloc = rr_cl_host_alloc,
    .host_release = rr_cl_host_release,
    .queue_open = rr_cl_queue_open,
    .queue_close = rr_cl_queue_close,
    .alloc_ordered = rr_cl_alloc_ordered,
    .release_ordered = rr_cl_release_ordered,
    .write = rr_cl_write,
    .read = rr_cl_read,
    .fill = rr_cl_fill,
    .launch = rr_cl_launch,
    .finish = rr_cl_finish,
    .wait = rr_cl_wait,
    .capturing = rr_cl_capturing,
    .kernel = rr_cl_kernel,
    .fill_of = rr_cl_fill_of,
    .place = rr_cl_place,
    .direct = rr_cl_direct,
    .context = context_of,
};

const rr_target rr_target_opencl = {"opencl", &rr_gpu_calls, &rr_backend_opencl};
