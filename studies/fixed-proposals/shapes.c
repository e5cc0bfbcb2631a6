/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The choice of shapes. The paper says only "randomly chosen parameters", so their distribution is one of the questions. */
#include "study.h"

#include <math.h>

const shape_law WIDE = {LOG_UNIFORM, 0.1, 10};

double shape_quantile(shape_law law, double u)
{
    if (law.kind == POINT) return law.low;
    if (law.kind == UNIFORM) return law.low + (law.high - law.low) * u;
    return law.low * pow(law.high / law.low, u);
}

void shape_text(shape_law law, char text[64])
{
    if (law.kind == POINT) snprintf(text, 64, "%.4g", law.low);
    else snprintf(text, 64, "%s %.4g to %.4g", law.kind == UNIFORM ? "uniform" : "log-uniform", law.low, law.high);
}

int shapes_draw(const study *s, shape_law law, size_t n, double *shape)
{
    rr_stream stream = rr_stream_make(SEED, STREAM_SHAPES);
    if (rr_fill_uniform_f64(s->numbers, &stream, n, shape, 0, 1)) return study_fail(s, "can't draw shapes");
    for (size_t i = 0; i < n; ++i) shape[i] = shape_quantile(law, shape[i]);
    return 0;
}
