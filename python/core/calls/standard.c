/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single draws of the methods that a cursor has (reroll_cursor.h), from its windows of standard variates. They have the bits
 * of the array call at the same index, and parameters may change with each call. Also: parameters that NumPy refuses
 * although the samplers accept them. */
#include "core.h"

/* The cursor, moved to the next index; NULL if there is none, or if that is the last index. */
static rr_cursor *cursor_of(Stream *self)
{
    if (!self->cursor) {
        const rr_device *device = core_cpu();
        if (!device || !(self->cursor = malloc(sizeof *self->cursor))) return NULL;
        rr_cursor_init(self->cursor, device, self->stream);
    }
    if (self->stream.next == UINT64_MAX) return NULL;
    self->cursor->stream.next = self->stream.next;
    return self->cursor;
}

/* Returns a sample that was drawn and takes its index. */
static PyObject *take(Stream *self, double x)
{
    const rr_status status = self->cursor->status;
    self->cursor->status = RR_OK;
    if (status != RR_OK) return core_raise(status, NULL);
    ++self->stream.next;
    return PyFloat_FromDouble(x);
}

/* A location and a scale above 0 of moderate size, which no rule refuses. */
#define PLAIN rr_cursor_plain

/* Defines the method `name`; v: its parameters. A shape without value is 0, which is not plain. */
#define STANDARD(name, is_plain, draw) \
    static PyObject *standard_##name(Stream *self, const double *v) \
    { \
        (void)v; \
        rr_cursor *c = (is_plain) ? cursor_of(self) : NULL; \
        return c ? take(self, draw) : NULL; \
    }
STANDARD(random, 1, rr_next_uniform_f64(c, 0, 1))
STANDARD(uniform, PLAIN(v[0], v[1] - v[0]), rr_next_uniform_f64(c, v[0], v[1]))
STANDARD(standard_normal, 1, rr_next_normal_f64(c, 0, 1))
STANDARD(normal, PLAIN(v[0], v[1]), rr_next_normal_f64(c, v[0], v[1]))
STANDARD(standard_exponential, 1, rr_next_exponential_f64(c, 1))
STANDARD(exponential, PLAIN(0, v[0]), rr_next_exponential_f64(c, v[0]))
STANDARD(standard_gamma, PLAIN(0, v[0]), rr_next_gamma_f64(c, v[0], 1))
STANDARD(gamma, PLAIN(0, v[0]) && PLAIN(0, v[1]), rr_next_gamma_f64(c, v[0], v[1]))

Standard *core_standard(const char *method)
{
    static const struct { const char *name; Standard *draw; } all[] = {
        {"random", standard_random}, {"uniform", standard_uniform}, {"standard_normal", standard_standard_normal},
        {"normal", standard_normal}, {"standard_exponential", standard_standard_exponential},
        {"exponential", standard_exponential}, {"standard_gamma", standard_standard_gamma}, {"gamma", standard_gamma},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (!strcmp(all[i].name, method)) return all[i].draw;
    return NULL;
}

/* ngood, nbad, nsample */
static int accepts_hypergeometric(const double *v) { return v[0] + v[1] >= v[2]; }

Accepts *core_accepts(const char *method)
{
    return !strcmp(method, "hypergeometric") ? accepts_hypergeometric : NULL;
}
