/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Modules: a shared library, or with FAKE_PTX the module read by the PTX emulator. */
#ifndef RR_TESTS_DEVICES_FAKE_CUDA_MODULES_H
#define RR_TESTS_DEVICES_FAKE_CUDA_MODULES_H

#ifdef FAKE_PTX
enum { KERNELS = 32 };
struct CUfunc_st { program *program; };
struct CUmod_st { struct CUfunc_st kernel[KERNELS]; int kernels; };

static void forget_module(CUmodule m)
{
    for (int k = 0; k < m->kernels; ++k) ptx_free(m->kernel[k].program);
    free(m);
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    char why[200] = "no kernel", name[MAX_NAME];
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (strncmp(image, "//", 2)) return CUDA_ERROR_INVALID_IMAGE;   /* PTX of NVRTC begins with a comment */
    CUmodule m = calloc(1, sizeof *m);
    program *p = NULL;
    while (m->kernels < KERNELS && ptx_kernel_name(image, m->kernels, name) && (p = ptx_parse(image, name, why)))
        m->kernel[m->kernels++].program = p;
    if (!p) {
        fprintf(stderr, "ptx: %s\n", why);
        forget_module(m);
        return CUDA_ERROR_INVALID_PTX;
    }
    *module = m;
    count(&live.modules, 1);
    return 0;
}

EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CALL();
    for (int k = 0; k < module->kernels; ++k)
        if (!strcmp(module->kernel[k].program->entry, name)) {
            *function = &module->kernel[k];
            return 0;
        }
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
    forget_module(module);
    count(&live.modules, -1);
    CALL();
    return 0;
}

#else
#define HEADING "FAKE %s %d %zu\n"   /* target, version of the compiler, number of bytes that follow */

/* A module's functions belong to it, and are freed with it. */
struct CUfunc_st { CUfunction next; void *library, *entry; };
struct CUmod_st { void *library; CUfunction functions; };

static int load_library(CUmodule module, const char *code, size_t size)
{
    char path[] = "/tmp/fake_cuda_XXXXXX";
    const int file = mkstemp(path);
    const int written = file >= 0 && write(file, code, size) == (ssize_t)size;
    if (file >= 0) close(file);
    module->library = written ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    unlink(path);
    return module->library ? 0 : CUDA_ERROR_INVALID_IMAGE;
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    char target[32];
    int version, used = 0;
    size_t size;
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (sscanf(image, "FAKE %31s %d %zu%n", target, &version, &size, &used) != 3) return CUDA_ERROR_INVALID_IMAGE;
    if (!strncmp(target, "compute", 7) && version > driver_version) return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    if (!strncmp(target, "sm", 2) && (version / 1000 > driver_version / 1000 || atoi(target + 3) / 10 != SM / 10))
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    CUmodule m = calloc(1, sizeof *m);
    if (!m) return CUDA_ERROR_OUT_OF_MEMORY;
    const int bad = load_library(m, (const char *)image + used + 1, size);
    if (bad) {
        free(m);
        return bad;
    }
    *module = m;
    count(&live.modules, 1);
    return 0;
}

EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CALL();
    void *const entry = dlsym(module->library, name);
    if (!entry) return CUDA_ERROR_NOT_FOUND;
    CUfunction f = malloc(sizeof *f);
    if (!f) return CUDA_ERROR_OUT_OF_MEMORY;
    *f = (struct CUfunc_st){module->functions, module->library, entry};
    *function = module->functions = f;
    return 0;
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
    if (unfinished) ++early;
    for (CUfunction f; (f = module->functions);) {
        module->functions = f->next;
        free(f);
    }
    dlclose(module->library);
    free(module);
    count(&live.modules, -1);
    CALL();
    return 0;
}

#endif

/* A function uses memory for two threads in three; in the PTX emulator at most for its threads. */
EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int threads, size_t shared)
{
    CALL();
    IN_CONTEXT();
    if (!f || shared || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
    *blocks = (WARP > 1 ? THREADS : 5) / threads;
    return 0;
}

#endif
