/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Finds NVRTC and compiles with it.
 *
 * The search covers the linker's path, then toolkits, then the PyPI wheels of a virtual environment: nvidia-cuda-nvrtc-cu11
 * and -cu12 install to nvidia/cuda_nvrtc/lib, nvidia-cuda-nvrtc of version 13 to nvidia/cu13/lib. */
#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvrtc.h"
#include "engine/lanes/processor/fpenv.h"

static const struct { const char *name; size_t at; } calls[] = {
#define RR_CALL(name, arguments) {#name, offsetof(rr_nvrtc, name)},
#include "targets/cuda/nvrtc_calls.h"
#undef RR_CALL
};

static int find_all(rr_nvrtc *nvrtc)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        void *symbol = dlsym(nvrtc->handle, calls[i].name);
        if (!symbol) return 0;
        memcpy((char *)nvrtc + calls[i].at, &symbol, sizeof symbol);
    }
    return 1;
}

static int try_file(rr_nvrtc *nvrtc, const char *path, int below)
{
    int major = 0, minor = 0;
    nvrtc->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!nvrtc->handle) return 0;
    if (find_all(nvrtc) && !nvrtc->nvrtcVersion(&major, &minor)) {
        nvrtc->version = 1000 * major + 10 * minor;
        if (nvrtc->version < below) return 1;
    }
    rr_nvrtc_close(nvrtc);
    return 0;
}

/* Tries the files of a pattern below a directory. A base that begins with '$' is an environment variable. */
static int try_folder(rr_nvrtc *nvrtc, const char *base, const char *pattern, int below)
{
    char path[4096];
    glob_t found;
    int good = 0;
    if (*base == '$') base = getenv(base + 1);
    if (!base || !*base || snprintf(path, sizeof path, "%s%s", base, pattern) >= (int)sizeof path) return 0;
    if (glob(path, 0, NULL, &found)) return 0;
    for (size_t i = 0; i < found.gl_pathc && !good; ++i) good = try_file(nvrtc, found.gl_pathv[i], below);
    globfree(&found);
    return good;
}

/* REROLL_NVRTC: files, separated by colons, which replace the search. */
static int try_list(rr_nvrtc *nvrtc, const char *list, int below)
{
    char path[4096];
    while (*list) {
        const size_t length = strcspn(list, ":");
        snprintf(path, sizeof path, "%.*s", (int)length, list);
        if (length < sizeof path && try_file(nvrtc, path, below)) return 1;
        list += length + (list[length] == ':');
    }
    return 0;
}

int rr_nvrtc_open(rr_nvrtc *nvrtc, int below)
{
    static const char *const names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};
    static const char *const toolkits[] = {"$CUDA_HOME", "$CUDA_PATH", "/usr/local/cuda"};
    const char *list = getenv("REROLL_NVRTC");
    if (list && *list) return try_list(nvrtc, list, below);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (try_file(nvrtc, names[i], below)) return 1;
    for (size_t i = 0; i < sizeof toolkits / sizeof *toolkits; ++i)
        if (try_folder(nvrtc, toolkits[i], "/lib64/libnvrtc.so*", below) ||
            try_folder(nvrtc, toolkits[i], "/lib/libnvrtc.so*", below))
            return 1;
    return try_folder(nvrtc, "$VIRTUAL_ENV", "/lib/python3*/site-packages/nvidia/cu13/lib/libnvrtc.so*", below) ||
           try_folder(nvrtc, "$VIRTUAL_ENV", "/lib/python3*/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so*", below);
}

void rr_nvrtc_close(rr_nvrtc *nvrtc)
{
    if (nvrtc->handle) dlclose(nvrtc->handle);
    nvrtc->handle = NULL;
}

int rr_nvrtc_target(const rr_nvrtc *nvrtc, int sm, char target[24])
{
    int count = 0, best = 0, known[256];
    if (nvrtc->nvrtcGetNumSupportedArchs(&count) || count > (int)(sizeof known / sizeof *known)) return 0;
    if (nvrtc->nvrtcGetSupportedArchs(known)) return 0;
    for (int i = 0; i < count; ++i)
        if (known[i] <= sm && known[i] > best) best = known[i];
    snprintf(target, 24, "%s_%d", best == sm ? "sm" : "compute", best);
    return best != 0;
}

/* The first line of the log that reports an error; if there is none, the first line. */
static void first_error(const rr_nvrtc *nvrtc, nvrtcProgram program, char why[160])
{
    size_t size = 0;
    snprintf(why, 160, "it gives no reason");
    if (nvrtc->nvrtcGetProgramLogSize(program, &size) || size < 2) return;
    char *log = malloc(size + 1);
    if (log && !nvrtc->nvrtcGetProgramLog(program, log)) {
        log[size] = '\0';
        char *line = strstr(log, "error");
        while (line && line > log && line[-1] != '\n') --line;
        if (!line) line = log;
        snprintf(why, 160, "%.*s", (int)strcspn(line, "\n"), line);
    }
    free(log);
}

static char *fetch(const rr_nvrtc *nvrtc, nvrtcProgram program, int cubin, size_t *size, char why[160])
{
    nvrtcResult bad = cubin ? nvrtc->nvrtcGetCUBINSize(program, size) : nvrtc->nvrtcGetPTXSize(program, size);
    char *image = bad || !*size ? NULL : malloc(*size);
    if (image) bad = cubin ? nvrtc->nvrtcGetCUBIN(program, image) : nvrtc->nvrtcGetPTX(program, image);
    if (image && !bad) return image;
    snprintf(why, 160, "%s", bad || !*size ? "it has compiled the text, but gives no code" : "out of memory");
    free(image);
    return NULL;
}

/* The compiler folds constants with the processor's arithmetic, and a caller may flush denormals to zero. So it runs in the
 * floating-point environment of a job. */
char *rr_nvrtc_compile(const rr_nvrtc *nvrtc, const char *text, const char *const *options, int count, int cubin,
                       size_t *size, char why[160])
{
    nvrtcProgram program = NULL;
    char *image = NULL;
    const rr_fpenv saved = rr_fpenv_enter();
    if (nvrtc->nvrtcCreateProgram(&program, text, "reroll.cu", 0, NULL, NULL)) {
        snprintf(why, 160, "it takes no program");
    } else {
        if (nvrtc->nvrtcCompileProgram(program, count, options)) first_error(nvrtc, program, why);
        else image = fetch(nvrtc, program, cubin, size, why);
        nvrtc->nvrtcDestroyProgram(&program);
    }
    rr_fpenv_leave(saved);
    return image;
}
