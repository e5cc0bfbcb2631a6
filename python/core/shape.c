/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shapes of samples and parameters, and the sizes of a job's dimensions as a dictionary, {"K": 3}. */
#include "core.h"

static uint64_t *size_of(rr_dims *dims, unsigned dim)
{
    uint64_t *const all[RR_DIM_END] = {NULL, &dims->k, &dims->d, &dims->r, &dims->c, &dims->n};
    return all[dim];
}

int core_dims(PyObject *object, void *into)
{
    PyObject *name, *size;
    Py_ssize_t at = 0;
    *(rr_dims *)into = (rr_dims){0};
    if (!PyDict_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "sizes of dimensions are a dictionary");
        return 0;
    }
    while (PyDict_Next(object, &at, &name, &size)) {
        Number number = {"dim", 64, 0};
        unsigned dim = 1;
        while (dim < RR_DIM_END && PyUnicode_CompareWithASCIIString(name, rr_dim_name(dim))) ++dim;
        if (dim == RR_DIM_END) PyErr_Format(PyExc_ValueError, "there is no dimension %R", name);
        if (dim == RR_DIM_END || !core_number(size, &number)) return 0;
        *size_of(into, dim) = number.value;
    }
    return 1;
}

PyObject *core_dims_dictionary(rr_dims dims)
{
    PyObject *made = PyDict_New();
    for (unsigned dim = 1; made && dim < RR_DIM_END; ++dim) {
        const uint64_t value = *size_of(&dims, dim);
        PyObject *size = value ? PyLong_FromUnsignedLongLong(value) : NULL;
        if (value && (!size || PyDict_SetItemString(made, rr_dim_name(dim), size))) Py_CLEAR(made);
        Py_XDECREF(size);
    }
    return made;
}

/* ---- Descriptors ----------------------------------------------------------------------------------------------------- */

static unsigned sides(const rr_shape *shape) { return !!shape->side[0] + !!shape->side[1]; }

PyObject *core_sides(const rr_shape *shape)
{
    const char *const first = rr_dim_name(shape->side[0]), *const second = rr_dim_name(shape->side[1]);
    switch (sides(shape)) {
    case 0: return PyTuple_New(0);
    case 1: return Py_BuildValue("(s)", first);
    default:
        return rr_shape_parts(*shape) == 2 ? Py_BuildValue("(sss)", first, second, "2")
                                           : Py_BuildValue("(ss)", first, second);
    }
}

/* True if parameter p may be one value instead of a vector or matrix. Asks the library, for sides of 2. */
static int takes_one(const rr_sampler_info *s, uint32_t p)
{
    rr_dims dims = rr_sampler_dims(s->sampler, (rr_dims){2, 2, 2, 2, 2});
    rr_extent extent[RR_MAX_PARAMS];
    for (uint32_t i = 0; i < s->params; ++i) extent[i] = (rr_extent){sides(&s->param[i].shape), {2, 2}};
    extent[p] = (rr_extent){0, {0, 0}};
    return rr_sampler_sizes(s->sampler, extent, NULL, &dims, NULL) == RR_OK;
}

PyObject *core_shapes(const rr_sampler_info *s)
{
    PyObject *list = PyList_New(0);
    for (uint32_t p = 0; list && p < s->params; ++p) {
        const rr_shape *shape = &s->param[p].shape;
        PyObject *one = Py_BuildValue("(NOsO)", core_sides(shape), shape->once ? Py_True : Py_False,
                                      rr_rule_name(shape->rule), takes_one(s, p) ? Py_True : Py_False);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}
