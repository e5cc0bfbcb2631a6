/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Single draws of the methods that a cursor has (reroll_cursor.h), from its windows of standard variates: the bits of the
 * array call at the same index, with parameters of their own at each call. Calls with other arguments than numbers, or with
 * parameters that the cursor leaves to the array call, are the array call's. */
#include "numbers.h"

/* The cursor, at the next index; NULL where there is none, or it is the last. */
static rr_cursor *cursor_of(Stream *self)
{
    if (!self->cursor) {
        const rr_device *device = self->device ? core_single(self->device) : NULL;
        if (!device || !(self->cursor = malloc(sizeof *self->cursor))) return NULL;
        rr_cursor_init(self->cursor, device, self->stream);
    }
    if (self->stream.next == UINT64_MAX) return NULL;
    self->cursor->stream.next = self->stream.next;
    return self->cursor;
}

/* A draw that was made; its index is taken. */
static PyObject *take(Stream *self, double x)
{
    const rr_status status = self->cursor->status;
    self->cursor->status = RR_OK;
    if (status != RR_OK) return core_raise(status, NULL);
    ++self->stream.next;
    return PyFloat_FromDouble(x);
}

/* A location, and a scale above 0, both of moderate size: what no rule refuses. */
#define PLAIN rr_cursor_plain

/* The method of that name. v: its parameters, whose defaults are a and b; a shape has none, and 0 is not plain. */
#define STANDARD(name, a, b, is_plain, draw) \
    static PyObject *standard_##name(PyObject *self, const Method *m, PyObject *const *args, Py_ssize_t count, \
                                     PyObject *names) \
    { \
        double v[METHOD_NUMBERS] = {a, b}; \
        uint32_t kinds; \
        rr_cursor *c = core_numbers(m, v, &kinds, args, count, names) ? cursor_of((Stream *)self) : NULL; \
        return c && (is_plain) ? take((Stream *)self, draw) : core_call(self, m, args, count, names); \
    }
STANDARD(random, 0, 0, 1, rr_next_uniform_f64(c, 0, 1))
STANDARD(uniform, 0, 1, PLAIN(v[0], v[1] - v[0]), rr_next_uniform_f64(c, v[0], v[1]))
STANDARD(standard_normal, 0, 0, 1, rr_next_normal_f64(c, 0, 1))
STANDARD(normal, 0, 1, PLAIN(v[0], v[1]), rr_next_normal_f64(c, v[0], v[1]))
STANDARD(standard_exponential, 0, 0, 1, rr_next_exponential_f64(c, 1))
STANDARD(exponential, 1, 0, PLAIN(0, v[0]), rr_next_exponential_f64(c, v[0]))
STANDARD(standard_gamma, 0, 0, PLAIN(0, v[0]), rr_next_gamma_f64(c, v[0], 1))
STANDARD(gamma, 0, 1, PLAIN(0, v[0]) && PLAIN(0, v[1]), rr_next_gamma_f64(c, v[0], v[1]))

Answer *core_standard(const char *method)
{
    static const struct { const char *name; Answer *answer; } all[] = {
        {"random", standard_random}, {"uniform", standard_uniform}, {"standard_normal", standard_standard_normal},
        {"normal", standard_normal}, {"standard_exponential", standard_standard_exponential},
        {"exponential", standard_exponential}, {"standard_gamma", standard_standard_gamma}, {"gamma", standard_gamma},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (!strcmp(all[i].name, method)) return all[i].answer;
    return NULL;
}
