/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Table 1: the time of 2048 samples for each of 256 x 256 threads of a GPU, and of twice as many. A processor draws the same
 * totals repeatedly to a buffer that stays in the cache: the samples are not kept, as in the paper. On a device they go to
 * its memory in several calls, with one wait at the end; kernels are compiled before. */
#include "study.h"

#include "memory.h"
#include "../wide.h"

#include <stdlib.h>

enum { CHUNK = 1 << 15, GPU_CHUNK = 1 << 24, ROUNDS = 3 };   /* samples per call and thread, per call of a device */
static const uint64_t SAMPLES = 2048ull * 256 * 256;

typedef struct speed {
    FILE *csv;               /* NULL: only the paper's table is written */
    wide_table document;
    int measured;
} speed;

/* The output: host memory or device memory. */
typedef struct target {
    const study_place *place;
    uint64_t chunk;
    void *host;
    memory device;
} target;

static rr_job job_of(const target *to, const char *sampler, rr_type dtype)
{
    rr_job job = normal_job(sampler, dtype, STREAM_SPEED, to->chunk, to->host);
    if (!to->place->is_gpu) return job;
    job.out = memory_pointer(&to->device, 0);
    if (memory_is_object(to->place->device)) job.flags = RR_CL_OUT;
    return job;
}

/* Seconds for n samples; below 0: failed. */
static double draw(const target *to, const char *sampler, rr_type dtype, uint64_t n)
{
    const rr_device *device = to->place->device;
    rr_job job = job_of(to, sampler, dtype);
    const double start = study_seconds();
    for (uint64_t at = 0; at < n; at += to->chunk) {
        job.stream.next = at;
        job.rows = n - at < to->chunk ? n - at : to->chunk;
        if (to->place->is_gpu ? rr_enqueue(device, &job, NULL, NULL) : rr_run(device, &job, NULL)) return -1;
    }
    if (to->place->is_gpu && rr_wait(device, NULL, NULL)) return -1;
    return study_seconds() - start;
}

static double median_draw(const target *to, const char *sampler, rr_type dtype, uint64_t n)
{
    const rr_job job = job_of(to, sampler, dtype);
    double t[ROUNDS];
    if (to->place->is_gpu && rr_compile(to->place->device, &job, NULL)) return -1;
    draw(to, sampler, dtype, n / 16);   /* warm-up */
    for (unsigned r = 0; r < ROUNDS; ++r)
        if ((t[r] = draw(to, sampler, dtype, n)) < 0) return -1;
    return study_median(t, ROUNDS);
}

/* The paper's table has f32; times of fewer samples are scaled to its totals. */
static void put_document(speed *to, const study_place *p, const method *m, double ns_1, double ns_2)
{
    char row[64];
    snprintf(row, sizeof row, "%s: 1 sample", m->name);
    wide_put(&to->document, row, p->label, ns_1 * (double)SAMPLES * 1e-6);
    snprintf(row, sizeof row, "%s: 2 samples", m->name);
    wide_put(&to->document, row, p->label, ns_2 * 2 * (double)SAMPLES * 1e-6);
}

static int write_dtype(const study *s, const target *at, rr_type dtype, uint64_t n, speed *to)
{
    const study_place *p = at->place;
    for (const method *m = methods; m < methods + METHODS; ++m) {
        const double one = median_draw(at, m->one, dtype, n), two = median_draw(at, m->two, dtype, 2 * n);
        if (one < 0 || two < 0) return study_fail(s, "a sampler failed");
        const double ns_1 = one * 1e9 / (double)n, ns_2 = two * 1e9 / (2 * (double)n);
        if (to->csv)
            fprintf(to->csv, "%s,%u,%s,%s,%llu,%.4g,%.4g,%.4g,%.4g\n", p->kind, p->threads, dtype == RR_F64 ? "f64" : "f32",
                    m->name, (unsigned long long)n, one * 1e3, two * 1e3, ns_1, ns_2);
        if (p->is_best && dtype == RR_F32) put_document(to, p, m, ns_1, ns_2);
    }
    return 0;
}

static int write_place(const study *s, const study_place *p, void *context)
{
    const uint64_t whole = s->quick ? SAMPLES / 512 : SAMPLES, n = p->emulates_fma ? whole / 64 : whole;
    target at = {p, (uint64_t)CHUNK * p->threads, NULL, {p->device, 0, 0}};
    if (p->is_gpu) at.chunk = 2 * n < GPU_CHUNK ? 2 * n : GPU_CHUNK;
    const size_t bytes = at.chunk * 8;
    int status = 0;
    if (p->is_gpu ? memory_open(p->device, bytes, &at.device) : !(at.host = malloc(bytes)))
        status = study_fail(s, "no memory");
    if (!status) status = write_dtype(s, &at, RR_F32, n, context);
    if (!status && study_has_f64(s, p)) status = write_dtype(s, &at, RR_F64, n, context);
    if (p->is_gpu) memory_close(&at.device);
    free(at.host);
    return status;
}

static speed table;

/* Table 1 as printed. */
static void put_printed(void)
{
    static const double printed[3][2] = {{0.72, 1.43}, {0.96, 2.15}, {0.84, 0.95}};
    static const unsigned number[3] = {0, 1, 3};   /* of methods */
    const study_place gpu = {.label = "the document: Radeon RX 7900 XT"};
    for (unsigned i = 0; i < 3; ++i)
        put_document(&table, &gpu, &methods[number[i]], printed[i][0] / (double)SAMPLES * 1e6,
                     printed[i][1] / (double)SAMPLES * 1e6 / 2);
}

static int measure(const study *s)
{
    if (table.measured) return 0;
    table.measured = 1;
    put_printed();
    return study_devices(s, write_place, &table);
}

int speed_write(FILE *csv, const study *s)
{
    fprintf(csv, "device,threads,dtype,method,samples,ms_1,ms_2,ns_1,ns_2\n");
    table.csv = csv;
    const int status = measure(s);
    table.csv = NULL;
    return status;
}

int document_write(FILE *csv, const study *s)
{
    const int status = measure(s);
    wide_write(&table.document, csv, "method");
    return status;
}
