/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "targets/gpu/gpu.h"
#include "memory.h"

/* The GPU of a device, or null. */
static rr_gpu *gpu_of(const rr_device *device) { return device->host ? rr_gpu_of(device) : NULL; }

int memory_is_object(const rr_device *device)
{
    return gpu_of(device) && !strcmp(gpu_of(device)->backend->name, "opencl");
}

int memory_open(const rr_device *device, size_t size, memory *m)
{
    rr_result result = RR_RESULT_INIT;
    *m = (memory){device, 0, size};
    rr_gpu *const gpu = gpu_of(device);
    if (gpu && !gpu->backend->alloc(gpu->engine, size, &m->handle, &result)) return 0;
    printf("# no memory of the device: %s\n", gpu ? result.message : "it is no GPU");
    return 1;
}

void memory_close(memory *m)
{
    if (m->handle) gpu_of(m->device)->backend->release(gpu_of(m->device)->engine, m->handle);
    m->handle = 0;
}

enum { WRITE, READ, FILL };

static int work(const memory *m, int what, void *host, size_t size, unsigned times)
{
    const rr_backend *b = gpu_of(m->device)->backend;
    rr_result result = RR_RESULT_INIT;
    rr_queue *queue;
    rr_status status = b->queue_open(gpu_of(m->device)->engine, NULL, &queue, &result);
    if (status == RR_OK) {
        for (unsigned k = 0; status == RR_OK && k < times; ++k)
            status = what == WRITE ? b->write(queue, m->handle, 0, host, size, &result)
                   : what == READ ? b->read(queue, host, m->handle, 0, size, &result)
                                  : b->fill(queue, m->handle, 0, *(unsigned char *)host, size, &result);
        const rr_status ended = b->finish(queue, status == RR_OK ? &result : NULL);
        if (status == RR_OK) status = ended;
        b->queue_close(queue);
    }
    if (status != RR_OK) printf("# %s\n", result.message);
    return status != RR_OK;
}

int memory_write(const memory *m, const void *from, size_t size) { return work(m, WRITE, (void *)(uintptr_t)from, size, 1); }
int memory_read(const memory *m, void *to, size_t size) { return work(m, READ, to, size, 1); }
int memory_fill(const memory *m, unsigned char byte, unsigned times) { return work(m, FILL, &byte, m->size, times); }

void *memory_pointer(const memory *m, size_t byte) { return (void *)(uintptr_t)(m->handle + byte); }

void memory_shape(const rr_device *device, uint32_t units, uint32_t tile)
{
    static uint32_t usual_units, usual_tile;
    rr_gpu *const gpu = gpu_of(device);
    if (!gpu) return;
    if (!usual_units) {
        usual_units = gpu->facts.units;
        usual_tile = gpu->tile;
    }
    gpu->facts.units = units ? units : usual_units;
    gpu->tile = tile ? tile : usual_tile;
}
