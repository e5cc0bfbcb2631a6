/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parts of the time of a fixed number of proposals, ns per sample: the paper's breakdown. Its four parts are separate
 * steps there and here (pipeline.h), each timed separately:
 *
 *     bits         M N normals and M N uniforms into memory, by this library
 *     proposals    a gamma and its acceptance from each pair: plain C on a processor, a kernel on a device
 *     reduction    log2 M steps to the first acceptable one; on a device each is a launch
 *     copy         N samples to the host; on a processor memcpy
 *
 * sum is that of the four; total is all four in sequence, timed together; on a device the host waits for every part in both
 * cases. fused is this library's strategy fixed:M for the same shapes, which keeps words and proposals in registers. */
#include "pipeline_parts.h"

enum { N = 1 << 15, GPU_N = 1 << 20, MIN_LOG2 = 1, LARGEST_LOG2 = 4, COUNTS = LARGEST_LOG2 - MIN_LOG2 + 1 };

/* In the order of the columns, except the sum. */
static int (*const parts[])(const pipeline *, unsigned) = {pipeline_bits, pipeline_proposals, pipeline_reduction,
                                                           pipeline_copy, pipeline_all, pipeline_fused};
enum { PARTS = sizeof parts / sizeof parts[0], SUMMED = 4 };

typedef struct piece {
    const pipeline *p;
    unsigned part, m;
} piece;

static int run_piece(void *state)
{
    const piece *c = state;
    return parts[c->part](c->p, c->m);
}

static double predicted(const double *shape, uint64_t n, unsigned m)
{
    double sum = 0;
    for (uint64_t i = 0; i < n; ++i) {
        const rr_chance chance = method_chance(PLAIN, shape[i]);
        sum += rr_model_mixed_fail(&chance, 1, m);
    }
    return sum;
}

static int write_row(FILE *csv, const pipeline *p, const double *shape, unsigned m, const timing row[PARTS])
{
    double sum = 0;
    uint64_t failed;
    if (pipeline_check(p, m, &failed)) return study_fail(p->s, "the pipeline does not take the first accepted proposals");
    fprintf(csv, "%s,%s,%u,%llu", p->at->kind, type_name(p->dtype), m, (unsigned long long)p->n);
    for (unsigned k = 0; k < PARTS; ++k) {
        const double ns = timing_quantile(&row[k], 0.5) / (double)p->n;
        fprintf(csv, ",%.5g", ns);
        if (k < SUMMED) sum += ns;
        if (k + 1 == SUMMED) fprintf(csv, ",%.5g", sum);
    }
    fprintf(csv, ",%llu,%.4g\n", (unsigned long long)failed, predicted(shape, p->n, m));
    return 0;
}

static int measure(FILE *csv, const pipeline *p, const double *shape)
{
    timing row[COUNTS][PARTS];
    piece of[COUNTS][PARTS];
    int status = 0;
    for (unsigned c = 0; c < COUNTS; ++c)
        for (unsigned k = 0; k < PARTS; ++k) {
            of[c][k] = (piece){p, k, 1u << (MIN_LOG2 + c)};
            row[c][k] = (timing){.work = run_piece, .state = &of[c][k]};
        }
    if (timing_run(p->s, p->at, row[0], COUNTS * PARTS, p->s->quick ? 2e6 : 2e7)) return 1;
    for (unsigned c = 0; c < COUNTS && !status; ++c) status = write_row(csv, p, shape, of[c][0].m, row[c]);
    return status;
}

typedef struct table {
    FILE *csv;
    const double *shape;
} table;

static int write_place(const study *s, const study_place *at, void *context)
{
    const table *t = context;
    int status = 0;
    for (int wide = 0; wide < 1 + study_has_f64(s, at) && !status; ++wide) {
        pipeline p;
        status = pipeline_open(&p, s, at, wide ? RR_F64 : RR_F32, at->is_gpu && !s->quick ? GPU_N : N, t->shape);
        if (!status) status = measure(t->csv, &p, t->shape);
        pipeline_close(&p);
    }
    return status;
}

int breakdown_write(FILE *csv, const study *s)
{
    static double shape[GPU_N];
    static const shape_law printed = {LOG_UNIFORM, 1, 10};   /* "for alpha > 1" */
    fprintf(csv, "device,dtype,proposals,samples,bits,proposals_and_acceptance,reduction,copy,sum,total,fused,failed,"
                 "predicted\n");
    if (shapes_draw(s, printed, GPU_N, shape)) return 1;
    return study_places(s, write_place, &(table){csv, shape});
}
