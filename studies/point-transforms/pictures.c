/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points before and after each method, for pictures: a grid and random points. */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 32, POINTS = SIDE * SIDE };

/* A grid on the square of the method, or random points of its kind. For methods of the disc, points of the square's grid
 * outside the disc are left out, since these methods do not accept them. */
static int write_points(FILE *csv, const study *s, const method *m, int grid, double in[][2], double out[][2])
{
    const double low = m->input == RR_POINTS_UNIFORM ? 0 : -1;
    if (points_make(s, s->numbers, grid ? RR_POINTS_GRID : m->input, RR_F64, POINTS, low, in)) return 1;
    uint64_t n = POINTS;
    if (grid && m->input == RR_POINTS_DISC) {
        n = 0;
        for (unsigned i = 0; i < POINTS; ++i) {
            const double r = in[i][0] * in[i][0] + in[i][1] * in[i][1];
            if (!(r > 0 && r <= 1)) continue;
            in[n][0] = in[i][0];
            in[n++][1] = in[i][1];
        }
    }
    if (points_transform(s, s->numbers, m->name, RR_F64, n, in, out, NULL)) return 1;
    for (uint64_t i = 0; i < n; ++i) {
        fprintf(csv, "%s,%s,%.6g,%.6g,", m->name, grid ? "grid" : "random", in[i][0], in[i][1]);
        if (isnan(out[i][0])) fprintf(csv, ",\n");
        else fprintf(csv, "%.6g,%.6g\n", out[i][0], out[i][1]);
    }
    return 0;
}

int pictures_write(FILE *csv, const study *s)
{
    double(*in)[2] = malloc(POINTS * sizeof *in), (*out)[2] = malloc(POINTS * sizeof *out);
    int status = in && out ? 0 : study_fail(s, "no memory");
    fprintf(csv, "method,input,x,y,normal_x,normal_y\n");
    for (const method *m = methods; m < methods + PLANE_METHODS; ++m)
        for (int grid = 1; grid >= 0 && !status; --grid) status = write_points(csv, s, m, grid, in, out);
    free(in);
    free(out);
    return status;
}
