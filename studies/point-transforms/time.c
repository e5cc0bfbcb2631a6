/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of seed 1: 4096^2 points by each method, on each instruction set, one and all threads; beside it the time that
 * its points took to make, and a copy of them, the ceiling of everything that reads and writes memory. */
#include "study.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4096, QUICK_SIDE = 512, ROUNDS = 5, MAX_THREADS = 1024 };

/* Points for an instruction set: one of 64 where every fma is emulated, which takes microseconds a point. */
static uint64_t points_of(const study *s, const char *kind)
{
    const uint64_t side = s->quick ? QUICK_SIDE : SIDE;
    return strstr(kind, "scalar") || strstr(kind, "sse2") ? side * side / 64 : side * side;
}

typedef struct place {
    const rr_device *device;
    const char *name;
    uint32_t threads;
    rr_type dtype;
    uint64_t n;
    size_t bytes;             /* of all points */
    char *in, *out;
} place;

typedef struct piece {
    const place *p;
    uint32_t number;
} piece;

static void *copy_piece(void *argument)
{
    const piece *c = argument;
    const size_t from = c->p->bytes / c->p->threads * c->number;
    const size_t to = c->number + 1 == c->p->threads ? c->p->bytes : c->p->bytes / c->p->threads * (c->number + 1);
    memcpy(c->p->out + from, c->p->in + from, to - from);
    return NULL;
}

/* Copies by as many threads as the device has. */
static int copy_all(const place *p)
{
    pthread_t thread[MAX_THREADS];
    piece pieces[MAX_THREADS];
    uint32_t started = 0;
    for (uint32_t i = 0; i < p->threads; ++i) pieces[i] = (piece){p, i};
    while (started + 1 < p->threads && !pthread_create(&thread[started], NULL, copy_piece, &pieces[started])) ++started;
    for (uint32_t i = started; i < p->threads; ++i) copy_piece(&pieces[i]);
    for (uint32_t i = 0; i < started; ++i) pthread_join(thread[i], NULL);
    return 0;
}

/* A copy, where m is NULL. */
static int work(const study *s, const place *p, const method *m, uint64_t *nans)
{
    if (!m) return copy_all(p);
    return points_transform(s, p->device, m->name, p->dtype, p->n, p->in, p->out, nans);
}

static int write_row(FILE *csv, const study *s, const place *p, const method *m, const char *input, double prepare_ms)
{
    double t[ROUNDS];
    uint64_t nans = 0;
    if (work(s, p, m, &nans)) return 1;   /* wakes the machine, and maps the memory */
    for (unsigned r = 0; r < ROUNDS; ++r) {
        const double start = study_seconds();
        if (work(s, p, m, NULL)) return 1;
        t[r] = study_seconds() - start;
    }
    const double seconds = study_median(t, ROUNDS);
    fprintf(csv, "%s,%u,%s,%s,%s,%llu,%.4g,%.4g,%.4g,%.4g,%.6f,%.6f\n", p->name, p->threads, p->dtype == RR_F64 ? "f64" : "f32",
            m ? m->name : "copy", input, (unsigned long long)p->n, seconds * 1e3, prepare_ms, (double)p->n / seconds * 1e-6,
            2 * (double)p->bytes / seconds * 1e-9, (double)nans / (double)p->n, m ? m->nan_share : 0);
    return 0;
}

/* Makes the points, and writes a row each for the methods that want them. */
static int write_input(FILE *csv, const study *s, const place *p, rr_points_kind kind, const char *name)
{
    double t[ROUNDS];
    for (unsigned r = 0; r < ROUNDS; ++r) {
        const double start = study_seconds();
        if (points_make(s, p->device, kind, p->dtype, p->n, 0, p->in)) return 1;
        t[r] = study_seconds() - start;
    }
    const double prepare_ms = study_median(t, ROUNDS) * 1e3;
    for (const method *m = methods; m < methods + METHODS; ++m) {
        if (m->input != kind && !(m->input == RR_POINTS_DISC && kind == RR_POINTS_DISC_MAP)) continue;
        if (write_row(csv, s, p, m, name, prepare_ms)) return 1;
    }
    return 0;
}

static int write_device(FILE *csv, const study *s, const char *kind, unsigned threads, char *in, char *out)
{
    static const struct {
        rr_points_kind kind;
        const char *name;
    } inputs[] = {{RR_POINTS_UNIFORM, "uniform"}, {RR_POINTS_SQUARE, "square"}, {RR_POINTS_DISC, "disc by rejection"},
                  {RR_POINTS_DISC_MAP, "disc by a map"}};
    const uint64_t n = points_of(s, kind);
    char spec[64];
    rr_device *device;
    int status = 0;
    snprintf(spec, sizeof spec, "%s,threads=%u", kind, threads);
    if (rr_device_open(spec, &device)) return study_fail(s, "can't open a device that is listed as available");
    for (int wide = 0; wide < 2 && !status; ++wide) {
        place p = {device, kind, 0, wide ? RR_F64 : RR_F32, n, n * (wide ? 16 : 8), in, out};
        rr_device_name(device, NULL, NULL, &p.threads);
        for (unsigned i = 0; i < sizeof inputs / sizeof *inputs && !status; ++i)
            status = write_input(csv, s, &p, inputs[i].kind, inputs[i].name);
        if (!status) status = write_row(csv, s, &p, NULL, "any", 0);
    }
    rr_device_close(&device);
    return status;
}

int time_write(FILE *csv, const study *s)
{
    const size_t bytes = (size_t)(s->quick ? QUICK_SIDE * QUICK_SIDE : SIDE * SIDE) * 16;
    char *in = malloc(bytes), *out = malloc(bytes);
    rr_device_info info;
    rr_device *all;
    uint32_t processors = 1;
    int status = in && out ? 0 : study_fail(s, "no memory");
    if (rr_device_open("cpu,threads=0", &all) == RR_OK) {
        rr_device_name(all, NULL, NULL, &processors);
        rr_device_close(&all);
    }
    fprintf(csv, "device,threads,dtype,method,input,points,ms,prepare_ms,mpoints_s,gb_s,nan_share,nan_predicted\n");
    for (size_t i = 0; rr_device_list(i, &info) && !status; ++i) {
        if (!info.available || strstr(info.name, "warp32")) continue;
        status = write_device(csv, s, info.name, 1, in, out);
        if (!status && processors > 1) status = write_device(csv, s, info.name, 0, in, out);
    }
    free(in);
    free(out);
    return status;
}
