/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The paper's table: 4096^2 points by each method, on each instruction set, with one and all threads, and on a device. Also
 * the time to make the points, and that of a copy, the upper limit for everything that reads and writes memory.
 *
 * For a device, points are in host memory, so that the time includes both copies, or in its own memory, as in the paper, if
 * pointers identify device memory (CUDA). A first call, which is not timed, compiles kernels and maps memory. */
#include "study.h"

#include "memory.h"
#include "../wide.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4096, QUICK_SIDE = 512, ROUNDS = 5, MAX_THREADS = 1024 };

typedef struct place {
    const study_place *at;
    rr_type dtype;
    uint64_t n;
    size_t bytes;             /* of all points */
    char *in, *out;           /* the host's */
    const memory *far[2];     /* for points and normals on a device; NULL: none */
    int is_far;               /* the points are there */
} place;

typedef struct piece {
    const place *p;
    uint32_t number;
} piece;

static void *copy_piece(void *argument)
{
    const piece *c = argument;
    const uint32_t threads = c->p->at->threads;
    const size_t from = c->p->bytes / threads * c->number;
    const size_t to = c->number + 1 == threads ? c->p->bytes : c->p->bytes / threads * (c->number + 1);
    memcpy(c->p->out + from, c->p->in + from, to - from);
    return NULL;
}

/* Copies with all threads of the place. */
static int copy_all(const place *p)
{
    pthread_t thread[MAX_THREADS];
    piece pieces[MAX_THREADS];
    uint32_t started = 0;
    for (uint32_t i = 0; i < p->at->threads; ++i) pieces[i] = (piece){p, i};
    while (started + 1 < p->at->threads && !pthread_create(&thread[started], NULL, copy_piece, &pieces[started])) ++started;
    for (uint32_t i = started; i < p->at->threads; ++i) copy_piece(&pieces[i]);
    for (uint32_t i = 0; i < started; ++i) pthread_join(thread[i], NULL);
    return 0;
}

/* Copies the points to the device, and the same number of bytes back. */
static int copy_there(const place *p)
{
    return memory_write(p->far[0], p->in, p->bytes) || memory_read(p->far[0], p->out, p->bytes);
}

/* The transform, or a copy if m is NULL. */
static int work(const study *s, const place *p, const method *m, uint64_t *nans)
{
    if (!m) return p->at->is_gpu ? copy_there(p) : copy_all(p);
    const void *in = p->is_far ? memory_pointer(p->far[0], 0) : p->in;
    void *out = p->is_far ? memory_pointer(p->far[1], 0) : p->out;
    return points_transform(s, p->at->device, m->name, p->dtype, p->n, in, out, nans);
}

typedef struct times {
    FILE *csv;                /* NULL: only the paper's table is written */
    wide_table document;
    char *in, *out;
    int measured;
} times;

static int write_row(times *to, const study *s, const place *p, const method *m, const char *input, double prepare_ms)
{
    const char *type = p->dtype == RR_F64 ? "f64" : "f32", *where = p->is_far ? "device" : "host";
    double t[ROUNDS];
    uint64_t nans = 0;
    if (work(s, p, m, &nans)) return 1;   /* warms up, maps the memory, compiles */
    for (unsigned r = 0; r < ROUNDS; ++r) {
        const double start = study_seconds();
        if (work(s, p, m, NULL)) return 1;
        t[r] = study_seconds() - start;
    }
    const double seconds = study_median(t, ROUNDS);
    if (to->csv)
        fprintf(to->csv, "%s,%u,%s,%s,%s,%s,%llu,%.4g,%.4g,%.4g,%.4g,%.6f,%.6f\n", p->at->kind, p->at->threads, where, type,
                m ? m->name : "copy", input, (unsigned long long)p->n, seconds * 1e3, prepare_ms,
                (double)p->n / seconds * 1e-6, 2 * (double)p->bytes / seconds * 1e-9, (double)nans / (double)p->n,
                m ? m->nan_share : 0);
    if (p->at->is_best) {
        char row[64], column[224];
        snprintf(row, sizeof row, "%s %s", m ? m->name : "a copy", type);
        snprintf(column, sizeof column, "%s%s", p->at->label,
                 !p->at->is_gpu ? "" : p->is_far ? " its memory" : " host memory");
        wide_put(&to->document, row, column, seconds * 1e3);
    }
    return 0;
}

/* Makes the points, and writes one row for each method of such points. */
static int write_input(times *to, const study *s, place *p, rr_points_kind kind, const char *name)
{
    double t[ROUNDS];
    int status = points_make(s, p->at->device, kind, p->dtype, p->n, 0, p->in);
    for (unsigned r = 0; r < ROUNDS && !status; ++r) {
        const double start = study_seconds();
        status = points_make(s, p->at->device, kind, p->dtype, p->n, 0, p->in);
        t[r] = study_seconds() - start;
    }
    if (status) return 1;
    const double prepare_ms = study_median(t, ROUNDS) * 1e3;
    for (p->is_far = 0; p->is_far <= (p->far[1] != NULL) && !status; ++p->is_far)
        for (const method *m = methods; m < methods + METHODS && !status; ++m) {
            if (m->input != kind && !(m->input == RR_POINTS_DISC && kind == RR_POINTS_DISC_MAP)) continue;
            if (p->is_far) status = memory_write(p->far[0], p->in, p->bytes);
            if (!status) status = write_row(to, s, p, m, name, prepare_ms);
        }
    p->is_far = 0;
    return status;
}

static int write_dtype(times *to, const study *s, place *p)
{
    static const struct {
        rr_points_kind kind;
        const char *name;
    } inputs[] = {{RR_POINTS_UNIFORM, "uniform"}, {RR_POINTS_SQUARE, "square"}, {RR_POINTS_DISC, "disc by rejection"},
                  {RR_POINTS_DISC_MAP, "disc by a map"}};
    int status = 0;
    for (unsigned i = 0; i < sizeof inputs / sizeof *inputs && !status; ++i)
        status = write_input(to, s, p, inputs[i].kind, inputs[i].name);
    return status || write_row(to, s, p, NULL, "any", 0);
}

static int write_place(const study *s, const study_place *at, void *context)
{
    times *to = context;
    const uint64_t whole = s->quick ? QUICK_SIDE * QUICK_SIDE : SIDE * SIDE, n = at->emulates_fma ? whole / 64 : whole;
    const int pointers = at->is_gpu && !memory_is_object(at->device);
    memory far[2] = {{at->device, 0, 0}, {at->device, 0, 0}};
    int status = 0;
    for (int i = 0; i < at->is_gpu + pointers && !status; ++i) status = memory_open(at->device, n * 16, &far[i]);
    for (int wide = 0; wide < 1 + study_has_f64(s, at) && !status; ++wide) {
        place p = {at, wide ? RR_F64 : RR_F32, n, n * (wide ? 16 : 8), to->in, to->out, {NULL, NULL}, 0};
        if (at->is_gpu) p.far[0] = &far[0];
        if (pointers) p.far[1] = &far[1];
        status = write_dtype(to, s, &p);
    }
    for (int i = 0; i < at->is_gpu + pointers; ++i) memory_close(&far[i]);
    return status;
}

static times table;

static int measure(const study *s)
{
    const size_t bytes = (size_t)(s->quick ? QUICK_SIDE * QUICK_SIDE : SIDE * SIDE) * 16;
    if (table.measured) return 0;
    table.measured = 1;
    table.in = malloc(bytes);
    table.out = malloc(bytes);
    const int status = table.in && table.out ? study_devices(s, write_place, &table) : study_fail(s, "no memory");
    free(table.in);
    free(table.out);
    return status;
}

int time_write(FILE *csv, const study *s)
{
    fprintf(csv, "device,threads,memory,dtype,method,input,points,ms,prepare_ms,mpoints_s,gb_s,nan_share,nan_predicted\n");
    table.csv = csv;
    const int status = measure(s);
    table.csv = NULL;
    return status;
}

/* Our copy of the paper has no numbers in these cells. polar-inside: for points by the map. */
int document_write(FILE *csv, const study *s)
{
    const int status = measure(s);
    wide_write(&table.document, csv, "method");
    return status;
}
