/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory of the device: the allocations, and for each word its writer and launch. */
#include <pthread.h>
#include <stdlib.h>

#include "machine.h"

typedef struct area {
    struct area *next;
    u64 start;
    size_t size;
    global_word words[];
} area;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static area *areas;
static area *last;   /* the requested size */

static area *find(u64 at, size_t size)
{
    area *a = last;
    if (a && at >= a->start && at + size <= a->start + a->size) return a;
    for (a = areas; a; a = a->next)
        if (at >= a->start && at + size <= a->start + a->size) return last = a;
    return NULL;
}

void ptx_allocated(const void *start, size_t size)
{
    area *a = calloc(1, sizeof *a + (size / 4 + 2) * sizeof *a->words);
    if (!a) abort();
    a->start = (u64)(uintptr_t)start;
    a->size = size;
    pthread_mutex_lock(&lock);
    a->next = areas;
    areas = a;
    pthread_mutex_unlock(&lock);
}

void ptx_freed(const void *start)
{
    pthread_mutex_lock(&lock);
    area **a = &areas, *gone;
    while (*a && (*a)->start != (u64)(uintptr_t)start) a = &(*a)->next;
    gone = *a;
    if (gone) *a = gone->next;
    last = NULL;
    pthread_mutex_unlock(&lock);
    free(gone);
}

global_word *ptx_global(u64 at, size_t size)
{
    area *a = find(at, size);
    return a ? &a->words[(at - a->start) / 4] : NULL;
}

void ptx_written(const void *start, size_t size)
{
    const u64 at = (u64)(uintptr_t)start;
    pthread_mutex_lock(&lock);
    global_word *words = ptx_global(at, size);
    for (size_t k = 0; words && k < (at % 4 + size + 3) / 4; ++k) words[k] = (global_word){.written = 1};
    pthread_mutex_unlock(&lock);
}
