/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of seed 1: 4096^2 points by each method, on each instruction set, one and all threads; beside it the time that
 * its points took to make, and a copy of them, the ceiling of everything that reads and writes memory. */
#include "study.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4096, QUICK_SIDE = 512, ROUNDS = 5, MAX_THREADS = 1024 };

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

typedef struct timing {
    FILE *csv;
    char *in, *out;
} timing;

static int write_device(const study *s, const study_place *where, void *context)
{
    static const struct {
        rr_points_kind kind;
        const char *name;
    } inputs[] = {{RR_POINTS_UNIFORM, "uniform"}, {RR_POINTS_SQUARE, "square"}, {RR_POINTS_DISC, "disc by rejection"},
                  {RR_POINTS_DISC_MAP, "disc by a map"}};
    const timing *to = context;
    const uint64_t whole = s->quick ? QUICK_SIDE * QUICK_SIDE : SIDE * SIDE, n = where->emulates_fma ? whole / 64 : whole;
    int status = 0;
    for (int wide = 0; wide < 2 && !status; ++wide) {
        const place p = {where->device, where->kind, where->threads, wide ? RR_F64 : RR_F32, n, n * (wide ? 16 : 8), to->in, to->out};
        for (unsigned i = 0; i < sizeof inputs / sizeof *inputs && !status; ++i)
            status = write_input(to->csv, s, &p, inputs[i].kind, inputs[i].name);
        if (!status) status = write_row(to->csv, s, &p, NULL, "any", 0);
    }
    return status;
}

int time_write(FILE *csv, const study *s)
{
    const size_t bytes = (size_t)(s->quick ? QUICK_SIDE * QUICK_SIDE : SIDE * SIDE) * 16;
    timing to = {csv, malloc(bytes), malloc(bytes)};
    int status = to.in && to.out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "device,threads,dtype,method,input,points,ms,prepare_ms,mpoints_s,gb_s,nan_share,nan_predicted\n");
    if (!status) status = study_devices(s, write_device, &to);
    free(to.in);
    free(to.out);
    return status;
}
