/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NVRTC as a compiler: nvrtc ARCHS OPTION... compiles targets/gpu/kernels/kernel.h for each of the architectures ("75 80"), with those options,
 * and prints what NVRTC has to say; the status is that of the first that fails. Spilled registers and local
 * memory are warnings. Without arguments: the version. libnvrtc is opened at run time; exit status 3 where there is none. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *program;
static int (*create)(program *, const char *, const char *, int, const char *const *, const char *const *);
static int (*compile)(program, int, const char *const *);
static int (*log_size)(program, size_t *), (*get_log)(program, char *), (*cubin_size)(program, size_t *);
static int (*version)(int *, int *);

static void *open_library(void)
{
    static const char *const names[] = {
        "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so.13",
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; ++i) {
        void *library = dlopen(names[i], RTLD_NOW);
        if (library) return library;
    }
    return NULL;
}

static void *symbol(void *library, const char *name)
{
    void *f = dlsym(library, name);
    if (!f) exit(3);
    return f;
}

static int compile_for(const char *arch, int count, char **options)
{
    const char *all[32] = {arch, "--ptxas-options=-warn-spills", "--ptxas-options=-warn-lmem-usage"};
    size_t size = 0;
    program p;
    int used = 3;
    for (int i = 0; i < count && used < 32; ++i) all[used++] = options[i];
    if (create(&p, "#include \"targets/gpu/kernels/kernel.h\"\n", "kernel.cu", 0, NULL, NULL)) return 1;
    const int status = compile(p, used, all);
    if (log_size(p, &size) == 0 && size > 1) {
        char *text = malloc(size);
        if (text && get_log(p, text) == 0) puts(text);
        free(text);
    }
    size = 0;
    return status || cubin_size(p, &size) || !size;
}

int main(int argc, char **argv)
{
    int major = 0, minor = 0;
    void *library = open_library();
    if (!library) return 3;
    *(void **)&create = symbol(library, "nvrtcCreateProgram");
    *(void **)&compile = symbol(library, "nvrtcCompileProgram");
    *(void **)&log_size = symbol(library, "nvrtcGetProgramLogSize");
    *(void **)&get_log = symbol(library, "nvrtcGetProgramLog");
    *(void **)&cubin_size = symbol(library, "nvrtcGetCUBINSize");
    *(void **)&version = symbol(library, "nvrtcVersion");
    if (argc < 2) return version(&major, &minor) || printf("%d.%d\n", major, minor) < 0;
    for (char *arch = strtok(argv[1], " "); arch; arch = strtok(NULL, " ")) {
        char option[32];
        snprintf(option, sizeof option, "-arch=sm_%s", arch);
        if (compile_for(option, argc - 2, argv + 2)) return 1;
    }
    return 0;
}
