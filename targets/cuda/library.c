/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Opens libcuda.so.1 and finds its functions. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

/* The version of the functions that are requested from cuGetProcAddress: that of the first driver that has
 * cuGetProcAddress. No function that we call changed its form between 11.0 and 11.3. */
#define FORMS_OF_VERSION 11030

typedef CUresult get_address(const char *name, void **function, int version, unsigned long long flags);

static const struct { const char *name, *symbol; size_t at; } calls[] = {
#define RR_CALL(name, symbol, arguments) {#name, symbol, offsetof(rr_cuda, name)},
#include "targets/cuda/calls.h"
#undef RR_CALL
};

/* ISO C has no conversion of the result of dlsym to a function pointer; POSIX guarantees that its bytes can be copied. */
static int find_all(rr_cuda *cuda, char why[160])
{
    get_address *get;
    void *symbol = dlsym(cuda->handle, "cuGetProcAddress");
    memcpy(&get, &symbol, sizeof get);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        void *function = NULL;
        if (!get || get(calls[i].name, &function, FORMS_OF_VERSION, 0)) function = NULL;
        if (!function) function = dlsym(cuda->handle, calls[i].symbol);
        if (!function) {
            snprintf(why, 160, "libcuda.so.1 has no %s: its driver is too old", calls[i].symbol);
            return 0;
        }
        memcpy((char *)cuda + calls[i].at, &function, sizeof function);
    }
    return 1;
}

const char *rr_cuda_text(const rr_cuda *cuda, CUresult code)
{
    const char *text = NULL;
    return !cuda->cuGetErrorString(code, &text) && text ? text : "an error that the driver has no words for";
}

/* If a library exists but cannot be opened, the loader's message is more useful than "not found". */
static void load_error(const char *name, const char *error, char why[160])
{
    if (error && (!strstr(error, "No such file") || strncmp(error, name, strlen(name)))) snprintf(why, 160, "%s", error);
    else snprintf(why, 160, "no %.120s is found", name);
}

/* RTLD_NODELETE: a driver that has started threads must not be unmapped, and opening it again costs nothing. */
int rr_cuda_open(rr_cuda *cuda, char why[160])
{
    const char *other = getenv("REROLL_CUDA"), *name = other && *other ? other : "libcuda.so.1";
    why[0] = '\0';
    cuda->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!cuda->handle) {
        load_error(name, dlerror(), why);
        return 0;
    }
    if (find_all(cuda, why)) {
        const CUresult code = cuda->cuInit(0);
        if (!code) return 1;
        snprintf(why, 160, "%s", rr_cuda_text(cuda, code));
    }
    rr_cuda_close(cuda);
    return 0;
}

void rr_cuda_close(rr_cuda *cuda)
{
    dlclose(cuda->handle);
    cuda->handle = NULL;
}
