/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory: blocks identified by their address, of devices, of the host and pinned by the caller. */
#ifndef RR_TESTS_DEVICES_FAKE_CUDA_MEMORY_H
#define RR_TESTS_DEVICES_FAKE_CUDA_MEMORY_H

typedef struct block {
    struct block *next;
    char *start;
    size_t size;
    int device, host, managed;
} block;
static block *blocks;

static block pinned;   /* the caller's memory, registered */
static const void *last_read;

/* The block that contains all of these bytes. */
static block *block_of(uint64_t at, size_t size)
{
    const char *p = (const char *)(uintptr_t)at;
    pthread_mutex_lock(&lock);
    block *b = blocks;
    while (b && !(p >= b->start && p < b->start + b->size && size <= (size_t)(b->start + b->size - p))) b = b->next;
    pthread_mutex_unlock(&lock);
    if (!b && p >= pinned.start && p < pinned.start + pinned.size) return &pinned;
    return b;
}

static void *block_add(size_t size, int device, int host, int managed)
{
    block *b = malloc(sizeof *b);
    if (!b) return NULL;
    *b = (block){NULL, aligned_alloc(256, (size + 255) & ~(size_t)255), size, device, host, managed};
    if (b->start) memset(b->start, 0xa5, size);
    ptx_allocated(b->start, size);
    pthread_mutex_lock(&lock);
    b->next = blocks;
    blocks = b;
    pthread_mutex_unlock(&lock);
    return b->start;
}

static int block_drop(void *start, int host)
{
    pthread_mutex_lock(&lock);
    block **b = &blocks, *gone;
    while (*b && ((*b)->start != start || (*b)->host != host)) b = &(*b)->next;
    gone = *b;
    if (gone) *b = gone->next;
    pthread_mutex_unlock(&lock);
    if (!gone) return CUDA_ERROR_INVALID_VALUE;
    ptx_freed(gone->start);
    free(gone->start);
    free(gone);
    return 0;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t size)
{
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (!size) return CUDA_ERROR_INVALID_VALUE;
    if (size > (size_t)1 << 40) return CUDA_ERROR_OUT_OF_MEMORY;
    *memory = (CUdeviceptr)(uintptr_t)block_add(size, current_device(), 0, 0);
    count(&live.memory, 1);
    return 0;
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr memory)
{
    UNSAFE();
    const int bad = block_drop((void *)(uintptr_t)memory, 0);
    if (!bad) count(&live.memory, -1);
    CALL();
    return bad;
}

EXPORT CUresult cuMemHostAlloc(void **memory, size_t size, unsigned flags)
{
    CALL();
    IN_CONTEXT();
    UNSAFE();
    if (flags != CU_MEMHOSTALLOC_PORTABLE) return CUDA_ERROR_INVALID_VALUE;
    *memory = block_add(size, current_device(), 1, 0);
    count(&live.host, 1);
    return 0;
}

EXPORT CUresult cuMemFreeHost(void *memory)
{
    UNSAFE();
    const int bad = block_drop(memory, 1);
    if (!bad) count(&live.host, -1);
    CALL();
    return bad;
}

EXPORT CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer)
{
    CALL();
    const block *b = block_of(pointer, 1);
    if (!b) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: 
        *(unsigned *)value = b->host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return 0;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned char *)value = (unsigned char)b->managed; return 0;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)value = b->device; return 0;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

#endif
