/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Kernels, each loaded once: from the precompiled bundle (bundle.c) if it contains them; otherwise NVRTC compiles them at
 * the first call, and they are cached on disk.
 *
 * A driver rejects PTX that is newer than itself, and code for a GPU that it does not know. Then NVRTC is tried, from the
 * newest version on this machine to the oldest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"

#define KERNEL_NAME "rr_gpu_kernel"

/* The outcome of one source of a kernel. After REFUSED the next source is tried. */
typedef enum outcome { MADE, REFUSED, FAILED } outcome;

typedef struct making {
    rr_engine *engine;
    const char *text;
    rr_kernel *kernel;
    rr_result *result;
    rr_status status;     /* of FAILED, already reported */
    char by[24];          /* "NVRTC 12.9", or "the bundle": the source of the code */
    char why[160];        /* the reason of the first refusal */
} making;

char *rr_cuda_kernel_text(const rr_kernel_request *request)
{
    return rr_kernel_text("CUDA", request, "");
}

static const char *kernel_name(const rr_kernel_request *w)
{
    return w->sampler ? w->sampler : w->transform ? w->transform : w->strategy;
}

static outcome not_compiled(making *m, const char *what, const char *why)
{
    if (!*m->why) snprintf(m->why, sizeof m->why, "%.24s%s%.110s", m->by, what, why);
    return REFUSED;
}

static outcome fail(making *m, rr_status status)
{
    m->status = status;
    return FAILED;
}

/* ---- Loading ---- */

/* Errors that are caused by the image and not by the machine. */
static int is_refusal(CUresult code)
{
    return code == CUDA_ERROR_INVALID_IMAGE || code == CUDA_ERROR_NO_BINARY_FOR_GPU || code == CUDA_ERROR_INVALID_PTX ||
           code == CUDA_ERROR_JIT_COMPILER_NOT_FOUND || code == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ||
           code == CUDA_ERROR_JIT_COMPILATION_DISABLED || code == CUDA_ERROR_INVALID_SOURCE || code == CUDA_ERROR_NOT_FOUND;
}

static outcome load(making *m, const void *image)
{
    const rr_cuda *c = &m->engine->cuda;
    rr_kernel *k = m->kernel;
    rr_visit v = {.engine = m->engine, .doing = "loading a kernel", .result = m->result, .relaxed = 1};
    rr_status status = rr_cuda_enter(&v);
    if (status) return fail(m, status);
    CUresult code = c->cuModuleLoadData(&k->module, image);
    const int loaded = !code;
    if (!code) code = c->cuModuleGetFunction(&k->function, k->module, KERNEL_NAME);
    int blocks = 0;
    if (!code) code = c->cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k->function, (int)m->engine->block, 0);
    k->fill = blocks > 0 ? (uint32_t)blocks : 1;
    if (code && loaded) c->cuModuleUnload(k->module);
    const int refused = is_refusal(code);
    status = rr_cuda_leave(&v, refused ? CUDA_SUCCESS : code);
    if (!status && refused) return not_compiled(m, "'s code is refused: ", rr_cuda_text(c, code));
    if (!status) return MADE;
    if (!code) {   /* it is loaded, but the context could not be popped */
        v.freeing = 1;
        v.result = NULL;
        rr_cuda_enter(&v);
        rr_cuda_leave(&v, c->cuModuleUnload(k->module));
    }
    return fail(m, status);
}

/* ---- Compiling ---- */

/* FNV-1a of 128 bits. Users do not attack their own cache; two of a million texts collide with a probability of 2^-88. */
static unsigned __int128 hash(unsigned __int128 h, const char *text)
{
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13b;
    for (const char *at = text;; ++at) {
        h = (h ^ (unsigned char)*at) * prime;
        if (!*at) return h;
    }
}

/* A hash of everything that code depends on: the text, the options, which include the GPU, the compiler and the driver. */
static void cache_key(const making *m, const rr_nvrtc *nvrtc, const char *const *options, int count, char key[64])
{
    char versions[64];
    unsigned __int128 h = ((unsigned __int128)0x6c62272e07bb0142u << 64) | 0x62b821756295c58du;
    h = hash(h, m->text);
    for (int i = 0; i < count; ++i) h = hash(h, options[i]);
    snprintf(versions, sizeof versions, "%d %d", nvrtc->version, m->engine->driver);
    h = hash(h, versions);
    snprintf(key, 64, "cuda-%016llx%016llx", (unsigned long long)(h >> 64), (unsigned long long)h);
}

/* With one compiler: loads the code from the cache, or compiles it and stores it there. Cached code that the driver rejects
 * is compiled again. */
static outcome with_compiler(making *m, const rr_nvrtc *nvrtc)
{
    char target[24], option[40], key[64], why[160];
    const char *const options[] = {option, "--std=c++17"};
    size_t size;
    snprintf(m->by, sizeof m->by, "NVRTC %d.%d", nvrtc->version / 1000, nvrtc->version % 1000 / 10);
    if (!rr_nvrtc_target(nvrtc, m->engine->sm, target)) return not_compiled(m, " ", "does not know this GPU");
    snprintf(option, sizeof option, "-arch=%s", target);
    cache_key(m, nvrtc, options, 2, key);
    char *image = rr_cache_get(key, &size);
    outcome o = image ? load(m, image) : REFUSED;
    free(image);
    if (o != REFUSED) return o;
    image = rr_nvrtc_compile(nvrtc, m->text, options, 2, !strncmp(target, "sm_", 3), &size, why);
    if (!image) return not_compiled(m, ": ", why);
    o = load(m, image);
    if (o == MADE) rr_cache_put(key, image, size);
    free(image);
    return o;
}

/* Tries the compilers from the newest on; the engine keeps the first that succeeds. */
static outcome with_compilers(making *m)
{
    rr_engine *e = m->engine;
    if (!e->nvrtc.handle) return REFUSED;
    outcome o = with_compiler(m, &e->nvrtc);
    rr_nvrtc older = {.version = e->nvrtc.version};
    while (o == REFUSED && rr_nvrtc_open(&older, older.version)) {
        o = with_compiler(m, &older);
        if (o == MADE) {
            rr_nvrtc_close(&e->nvrtc);
            e->nvrtc = older;
        } else {
            rr_nvrtc_close(&older);
        }
    }
    return o;
}

/* The bundle comes first, since it avoids the time of compilation. */
static outcome with_bundle(making *m)
{
    void *image = rr_cuda_bundle_get(&m->kernel->request, m->text);
    snprintf(m->by, sizeof m->by, "the bundle");
    outcome o = REFUSED;
    if (image) o = load(m, image);
    else if (!m->engine->nvrtc.handle) not_compiled(m, "", " has none, and no NVRTC is found");
    free(image);
    return o;
}

static rr_status make(making *m)
{
    rr_engine *e = m->engine;
    outcome o = with_bundle(m);
    if (o == REFUSED) o = with_compilers(m);
    if (o == MADE) return RR_OK;
    if (o == FAILED) return m->status;
    return rr_fail(m->result, RR_ERR_DEVICE, "%s (driver %d.%d): no kernel of %s: %.110s", e->name,
                   e->driver / 1000, e->driver % 1000 / 10, kernel_name(&m->kernel->request), m->why);
}

/* ---- Finding ---- */

static const rr_kernel *find(rr_engine *e, const rr_kernel_request *w)
{
    pthread_mutex_lock(&e->lock);
    const rr_kernel *k = e->kernels;
    while (k && !rr_kernel_same(&k->request, w)) k = k->next;
    pthread_mutex_unlock(&e->lock);
    return k;
}

static rr_status make_one(rr_engine *e, const rr_kernel_request *request, const rr_kernel **kernel, rr_result *result)
{
    making m = {.engine = e, .result = result, .kernel = calloc(1, sizeof *m.kernel)};
    char *text = rr_cuda_kernel_text(request);
    rr_status status = RR_ERR_MEMORY;
    m.text = text;
    if (text && m.kernel) {
        m.kernel->request = *request;
        status = make(&m);
    } else {
        rr_fail(result, status, "no memory for a kernel of %s", e->name);
    }
    free(text);
    if (status) {
        free(m.kernel);
        return status;
    }
    pthread_mutex_lock(&e->lock);
    m.kernel->next = e->kernels;
    *kernel = e->kernels = m.kernel;
    pthread_mutex_unlock(&e->lock);
    return RR_OK;
}

/* The names in a request come from the lists of samplers, transforms and strategies, and live as long as the library. */
rr_status rr_cuda_kernel(rr_engine *e, const rr_kernel_request *request, int may_make, const rr_kernel **kernel,
                         rr_result *result)
{
    *kernel = find(e, request);
    if (*kernel) return RR_OK;
    if (e->is_broken) return rr_fail(result, RR_ERR_DEVICE, "%s", e->broken);
    if (!may_make)
        return rr_fail(result, RR_ERR_DEVICE, "%s: the kernel of %s is not loaded: call rr_compile before a capture",
                       e->name, kernel_name(request));
    pthread_mutex_lock(&e->making);
    *kernel = find(e, request);
    const rr_status status = *kernel ? RR_OK : make_one(e, request, kernel, result);
    pthread_mutex_unlock(&e->making);
    return status;
}

uint32_t rr_cuda_fill(const rr_kernel *kernel) { return kernel->fill; }

void rr_cuda_forget_kernels(rr_engine *e)
{
    while (e->kernels) {
        rr_kernel *k = e->kernels;
        e->kernels = k->next;
        e->cuda.cuModuleUnload(k->module);
        free(k);
    }
}
