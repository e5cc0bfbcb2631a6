/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The bundle: kernels that nvcc compiled beforehand (make cuda-bundle), for machines without NVRTC, or whose driver rejects
 * the code of their NVRTC. It is a directory with one fatbin per kernel. A file's name contains a hash of the kernel's text,
 * so that files of another version of the library are not found and cannot change bits. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda.h"

#define FATBIN_BYTES ((size_t)64 << 20)   /* larger than any kernel */

/* The file of this code: the shared library, or the program into which it is linked. */
static int own_file(char path[4096])
{
    static const char here;
    Dl_info info;
    const ssize_t length = readlink("/proc/self/exe", path, 4095);
    path[length > 0 ? length : 0] = '\0';
    if (dladdr(&here, &info) && strstr(info.dli_fname, "libreroll")) snprintf(path, 4096, "%s", info.dli_fname);
    return *path != '\0';
}

/* $REROLL_CUDA_BUNDLE, otherwise ../share/reroll/cuda-bundle relative to the directory of the library or program. */
int rr_cuda_bundle_folder(char *path, size_t size)
{
    char own[4096];
    const char *given = getenv("REROLL_CUDA_BUNDLE");
    if (given && *given) return snprintf(path, size, "%s", given) < (int)size && !access(path, R_OK | X_OK);
    if (!own_file(own)) return 0;
    /* The system resolves "..", since the path may contain links. */
    char *slash = strrchr(own, '/');
    if (!slash) return 0;
    *slash = '\0';
    return snprintf(path, size, "%s/../share/reroll/cuda-bundle", own) < (int)size && !access(path, R_OK | X_OK);
}

/* FNV-1a of 64 bits: it distinguishes versions of a kernel's text. */
void rr_cuda_bundle_name(const rr_kernel_request *w, const char *text, char name[160])
{
    uint64_t h = 0xcbf29ce484222325u;
    for (const char *at = text; *at; ++at) h = (h ^ (unsigned char)*at) * 0x100000001b3u;
    snprintf(name, 160, "%s.%s.f%d%s%s%s.%016llx", w->sampler ? w->sampler : w->transform ? "transform" : "kernel",
             w->transform ? w->transform : w->strategy, w->wide ? 64 : 32, w->constant ? "." : "",
             w->constant == 2 ? "main" : w->constant ? "plain" : "", w->counting ? ".counting" : "", (unsigned long long)h);
}

void *rr_cuda_bundle_get(const rr_kernel_request *request, const char *text)
{
    char folder[4096], name[160], path[4352];
    void *image = NULL;
    if (!rr_cuda_bundle_folder(folder, sizeof folder)) return NULL;
    rr_cuda_bundle_name(request, text, name);
    snprintf(path, sizeof path, "%s/%s.fatbin", folder, name);
    FILE *f = fopen(path, "rb");
    const long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : 0;
    if (size > 0 && (size_t)size < FATBIN_BYTES) image = malloc((size_t)size);
    if (image && (fseek(f, 0, SEEK_SET) || fread(image, 1, (size_t)size, f) != (size_t)size)) {
        free(image);
        image = NULL;
    }
    if (f) fclose(f);
    return image;
}
