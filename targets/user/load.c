/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loads an object from the descriptor of the file that was checked, so that no other file can take its place, and checks
 * its exported symbol. The loader identifies objects by their paths, here /proc/self/fd/N. So the descriptor stays open as
 * long as the object, and no other object gets its number. A file on a file system without execution is copied to memory. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"

static void *open_object(int file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

int rr_user_copy(int from, int to)
{
    char piece[65536];
    ssize_t n;
    for (off_t at = 0; (n = pread(from, piece, sizeof piece, at)) > 0; at += n)
        for (ssize_t done = 0, some; done < n; done += some)
            if ((some = write(to, piece + done, (size_t)(n - done))) <= 0) return 0;
    return n == 0;
}

/* A copy of a file in memory, or -1. */
static int in_memory(int file)
{
    const int copy = memfd_create("reroll law", MFD_CLOEXEC);
    if (copy >= 0) (void)rr_user_copy(file, copy);
    return copy;
}

/* The reason why an object is not usable; null: it is usable. */
static const char *wrong_with(const rr_user_object *o)
{
    if (!o || memcmp(o->magic, RR_USER_MAGIC, sizeof RR_USER_MAGIC)) return "is not a compiled sampler";
    if (o->abi != RR_USER_ABI || o->tile_bytes != sizeof(rr_tile) || strcmp(o->version, rr_version()))
        return "was made for another version of this library: build it again";
    return NULL;
}

/* Takes over the descriptor. */
static rr_status load_file(const char *path, int file, rr_user_loaded **loaded, rr_result *result)
{
    rr_user_loaded *l = calloc(1, sizeof *l);
    if (!l) return close(file), rr_fail(result, RR_ERR_MEMORY, "no memory for a distribution");
    if (!rr_user_sealed(file)) return close(file), free(l), rr_fail(result, RR_ERR_ARGUMENT,
        "%s%s is damaged, or is not a compiled distribution", RR_PATH(path, 100));
    l->file = file;
    l->handle = open_object(file);
    if (!l->handle) {
        const int copy = in_memory(file);
        if (copy >= 0) {
            close(file);
            l->file = copy;
            l->handle = open_object(copy);
        }
    }
    if (!l->handle) {
        const char *message = dlerror();
        rr_fail(result, RR_ERR_DEVICE, "%s%s can't be loaded: %.80s", RR_PATH(path, 50), message ? message : "");
        return rr_user_unload(l), RR_ERR_DEVICE;
    }
    l->object = dlsym(l->handle, "rr_user_object_shown");
    const char *wrong = wrong_with(l->object);
    if (wrong) {
        rr_fail(result, RR_ERR_ARGUMENT, "%s%s %s", RR_PATH(path, 80), wrong);
        return rr_user_unload(l), RR_ERR_ARGUMENT;
    }
    *loaded = l;
    return RR_OK;
}

rr_status rr_user_load(const char *path, rr_user_loaded **loaded, rr_result *result)
{
    const char *why;
    const int file = rr_user_open(path, &why);
    *loaded = NULL;
    if (file < 0) return rr_fail(result, RR_ERR_ARGUMENT, "%s%s %s", RR_PATH(path, 100), why ? why : "can't be opened");
    return load_file(path, file, loaded, result);
}

void rr_user_unload(rr_user_loaded *l)
{
    if (!l) return;
    if (l->handle) dlclose(l->handle);
    close(l->file);
    free(l);
}
