/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* NVRTC: the C compiler with fake_lanes.h, or with FAKE_PTX the real one. */
#ifndef RR_TESTS_DEVICES_FAKE_CUDA_COMPILER_H
#define RR_TESTS_DEVICES_FAKE_CUDA_COMPILER_H

#ifndef FAKE_PTX
struct _nvrtcProgram { char *text, *image; size_t size; char log[512]; };

EXPORT nvrtcResult nvrtcVersion(int *major, int *minor)
{
    CALL();
    *major = FAKE_NVRTC / 1000;
    *minor = FAKE_NVRTC % 1000 / 10;
    return 0;
}

/* Those of 12 and older know no GPU of SM, so that they give PTX. */
EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int *n)
{
    CALL();
    *n = FAKE_NVRTC >= 13000 ? 3 : 2;
    return 0;
}

EXPORT nvrtcResult nvrtcGetSupportedArchs(int *known)
{
    static const int all[] = {75, 80, SM};
    CALL();
    memcpy(known, all, (FAKE_NVRTC >= 13000 ? 3 : 2) * sizeof *all);
    return 0;
}

EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name, int headers,
                                      const char *const *header, const char *const *include)
{
    (void)name, (void)header, (void)include;
    CALL();
    if (headers) return 4;
    *program = calloc(1, sizeof **program);
    if (!*program) return 1;
    (*program)->text = strdup(text);
    return 0;
}

EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    free((*program)->text);
    free((*program)->image);
    free(*program);
    *program = NULL;
    CALL();
    return 0;
}

/* A file's bytes after the heading. */
static int take_code(nvrtcProgram p, const char *path, const char *target)
{
    FILE *f = fopen(path, "rb");
    if (!f) return 6;
    fseek(f, 0, SEEK_END);
    const size_t size = (size_t)ftell(f);
    rewind(f);
    p->image = malloc(size + 64);
    const int head = sprintf(p->image, HEADING, target, FAKE_NVRTC, size);
    p->size = (size_t)head + fread(p->image + head, 1, size, f);
    fclose(f);
    return p->size == (size_t)head + size ? 0 : 6;
}

static int compile(nvrtcProgram p, const char *target)
{
    char folder[] = "/tmp/fake_nvrtc_XXXXXX", command[1024], path[64];
    const char *dtype = strstr(p->text, "#define RR_DTYPE 64") ? "64" : "32", *cc = getenv("FAKE_CC");
    /* The lanes come before the text, and depend on the step that it defines (RR_HAS_ROWS). */
    const char *step = strstr(p->text, "#define RR_STEP_");
    const int length = step ? (int)strcspn(step += strlen("#define "), " \n") : 0;
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/kernel.c", folder);
    FILE *f = fopen(path, "w");
    if (!f) return 1;
    fputs(p->text, f);
    fclose(f);
    snprintf(command, sizeof command,
             "%s -std=gnu11 -shared -fPIC -fvisibility=hidden -O1 -ffp-contract=off -fno-math-errno -w -I. -DRR_DTYPE=%s "
             "-DRR_LANES_CUDA_H %s%.*s -include tests/devices/cuda/fake_lanes.h %s/kernel.c -o %s/kernel.so -lm 2>%s/log",
             cc ? cc : "cc", dtype, step ? "-D" : "", length, step ? step : "", folder, folder, folder);
    int bad = system(command) ? 6 : 0;
    snprintf(path, sizeof path, "%s/log", folder);
    f = fopen(path, "r");
    if (f) {
        p->log[fread(p->log, 1, sizeof p->log - 1, f)] = '\0';
        fclose(f);
    }
    snprintf(path, sizeof path, "%s/kernel.so", folder);
    if (!bad) bad = take_code(p, path, target);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) ? 6 : bad;
}

/* Tests of failures compile one kernel again and again: the last one is cached until the test is reset. */
static char *last_text, *last_image;
static size_t last_size;

static void forget_code(void)
{
    free(last_text);
    free(last_image);
    last_text = last_image = NULL;
}

EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int n, const char *const *options)
{
    const char *target = NULL;
    CALL();
    for (int i = 0; i < n; ++i) {
        if (!strncmp(options[i], "-arch=", 6)) target = options[i] + 6;
        else if (strcmp(options[i], "--std=c++17")) return 5;
    }
    if (!target) return 5;
    count(&compiled, 1);
    if (last_text && !strcmp(last_text, p->text)) {
        p->image = memcpy(malloc(last_size), last_image, p->size = last_size);
        return 0;
    }
    const int bad = compile(p, target);
    if (bad) return bad;
    forget_code();
    last_text = strdup(p->text);
    last_image = memcpy(malloc(p->size), p->image, last_size = p->size);
    return 0;
}

EXPORT nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size)
{
    CALL();
    *size = strlen(p->log) + 1;
    return 0;
}

EXPORT nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *log)
{
    CALL();
    strcpy(log, p->log);
    return 0;
}

static nvrtcResult nvrtc_size(nvrtcProgram p, size_t *size)
{
    CALL();
    *size = p->size;
    return 0;
}

static nvrtcResult nvrtc_image(nvrtcProgram p, char *image)
{
    CALL();
    memcpy(image, p->image, p->size);
    return 0;
}

/* The target is in the heading: compute requests PTX, sm requests code. */
static int is_kind(nvrtcProgram p, const char *kind)
{
    return p->image && !strncmp(p->image + 5, kind, strlen(kind));
}

EXPORT nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *size) { return is_kind(p, "compute") ? nvrtc_size(p, size) : 4; }
EXPORT nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *image) { return nvrtc_image(p, image); }
EXPORT nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *size) { return is_kind(p, "sm") ? nvrtc_size(p, size) : 4; }
EXPORT nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *image) { return nvrtc_image(p, image); }

#else
static void forget_code(void) {}
#endif

#endif
