/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The arguments of a method that Python describes (Method): by position and by name, with their defaults, as a function of
 * Python takes them. */
#include "numbers.h"

/* The place of the argument of that name; -1 where there is none. Names in a program's text are interned, as those of
 * methods are; others are compared. */
int core_place(const Method *m, PyObject *name)
{
    for (int i = 0; i < m->count; ++i)
        if (m->name[i] == name) return i;
    for (int i = 0; i < m->count; ++i)
        if (!PyUnicode_Compare(m->name[i], name)) return i;
    return -1;
}

/* Each argument, borrowed; -1 with a TypeError. */
static int bind(const Method *m, PyObject **value, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    if (count > m->count) {
        PyErr_Format(PyExc_TypeError, "%zd arguments: %U takes at most %d", count, m->signature, m->count);
        return -1;
    }
    for (int i = 0; i < m->count; ++i) value[i] = i < count ? args[i] : NULL;
    for (Py_ssize_t i = 0; i < named; ++i) {
        PyObject *name = PyTuple_GetItem(names, i);
        const int at = core_place(m, name);
        if (at < 0 || value[at]) {
            PyErr_Format(PyExc_TypeError, at < 0 ? "%U is not an argument of %U" : "%U is given twice: %U", name,
                         m->signature);
            return -1;
        }
        value[at] = args[count + i];
    }
    for (int i = 0; i < m->count; ++i) {
        if (!value[i]) value[i] = m->fallback[i];
        if (value[i]) continue;
        PyErr_Format(PyExc_TypeError, "%U is missing: %U", m->name[i], m->signature);
        return -1;
    }
    return 0;
}

static PyObject *tuple(PyObject **value, int count)
{
    PyObject *made = PyTuple_New(count);
    for (int i = 0; made && i < count; ++i) PyTuple_SetItem(made, i, Py_NewRef(value[i]));
    return made;
}

PyObject *core_parameters(const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *value[METHOD_ARGS];
    return bind(m, value, args, count, names) ? NULL : tuple(value, m->params);
}

PyObject *core_call(PyObject *self, const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *room[2 + METHOD_ARGS], **value = room + 2, *done = NULL;
    if (bind(m, value, args, count, names)) return NULL;
    PyObject *params = tuple(value, m->params);
    if (!params) return NULL;
    /* self and the parameters, before the arguments that follow them. */
    PyObject **from = value + m->params - 2;
    from[0] = self, from[1] = params;
    PyObject *all = tuple(from, 2 + m->count - m->params);
    if (all) done = PyObject_CallObject(m->call, all);
    Py_XDECREF(all);
    Py_DECREF(params);
    return done;
}
