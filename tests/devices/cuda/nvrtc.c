/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NVRTC as a compiler: nvrtc ARCHS OPTION... compiles targets/gpu/kernels/kernel.h for each of the architectures ("75 80"),
 * with those options, and prints NVRTC's messages; the status is that of the first that fails. Spilled registers and
 * local memory are warnings. Without arguments: the version. libnvrtc is opened at run time; exit status 3 where there is
 * none.
 *
 * nvrtc --time ARCH FILE... prints the processor seconds for the text of each kernel as the library passes it, which a first
 * call waits for: in a separate process, including NVRTC's start. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef void *program;
static int (*create)(program *, const char *, const char *, int, const char *const *, const char *const *);
static int (*compile)(program, int, const char *const *);
static int (*log_size)(program, size_t *), (*get_log)(program, char *), (*cubin_size)(program, size_t *);
static int (*version)(int *, int *);

static void *open_library(void)
{
    static const char *const names[] = {
        "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so",
        "/usr/local/cuda/lib64/libnvrtc.so.13",
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

static void open_nvrtc(void)
{
    void *library = open_library();
    if (!library) exit(3);
    *(void **)&create = symbol(library, "nvrtcCreateProgram");
    *(void **)&compile = symbol(library, "nvrtcCompileProgram");
    *(void **)&log_size = symbol(library, "nvrtcGetProgramLogSize");
    *(void **)&get_log = symbol(library, "nvrtcGetProgramLog");
    *(void **)&cubin_size = symbol(library, "nvrtcGetCUBINSize");
    *(void **)&version = symbol(library, "nvrtcVersion");
}

/* ---- Times ---- */

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "r");
    const long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    char *text = size >= 0 ? calloc(1, (size_t)size + 1) : NULL;
    if (!text || fseek(f, 0, SEEK_SET) || fread(text, 1, (size_t)size, f) != (size_t)size) exit(2);
    fclose(f);
    return text;
}

/* The file's name without folder, hash and ending. */
static int name_of(const char *path, const char **name)
{
    *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const int length = (int)strlen(*name) - (int)strlen(".0123456789abcdef.cu");
    return length > 0 ? length : (int)strlen(*name);
}

static void print_time(const char *arch, const char *path)
{
    char option[40];
    const char *const options[] = {option, "--std=c++17"}, *name;
    struct timespec taken;
    program p;
    char *text = read_text(path);
    snprintf(option, sizeof option, "-arch=%s", arch);
    open_nvrtc();
    if (create(&p, text, "kernel.cu", 0, NULL, NULL) || compile(p, 2, options)) exit(1);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &taken);
    const int length = name_of(path, &name);
    printf("%.3f  %.*s\n", (double)taken.tv_sec + 1e-9 * (double)taken.tv_nsec, length, name);
    fflush(stdout);
    _exit(0);
}

static int print_times(const char *arch, int count, char **paths)
{
    for (int i = 0; i < count; ++i) {
        int status = 1;
        const pid_t child = fork();
        if (!child) print_time(arch, paths[i]);
        if (child < 0 || waitpid(child, &status, 0) < 0 || status) return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int major = 0, minor = 0;
    if (argc > 2 && !strcmp(argv[1], "--time")) return print_times(argv[2], argc - 3, argv + 3);
    open_nvrtc();
    if (argc < 2) return version(&major, &minor) || printf("%d.%d\n", major, minor) < 0;
    for (char *arch = strtok(argv[1], " "); arch; arch = strtok(NULL, " ")) {
        char option[32];
        snprintf(option, sizeof option, "-arch=sm_%s", arch);
        if (compile_for(option, argc - 2, argv + 2)) return 1;
    }
    return 0;
}
