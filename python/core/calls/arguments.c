/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Binds the arguments of a Method, which Python describes: by position and name, with defaults, as Python functions do. */
#include "core.h"

/* The index of the argument of that name, or -1. Names in source text are interned, as are those of methods, so pointers are
 * compared first; other names are compared as text. */
int core_place(const Method *m, PyObject *name)
{
    for (int i = 0; i < m->count; ++i)
        if (m->name[i] == name) return i;
    for (int i = 0; i < m->count; ++i)
        if (!PyUnicode_Compare(m->name[i], name)) return i;
    return -1;
}

/* Raises "not an argument of gamma(...)", with a similar name by difflib, if there is one. */
static void refuse_name(const Method *m, PyObject *name)
{
    PyObject *difflib = PyImport_ImportModule("difflib"), *all = PyList_New(0), *close = NULL;
    for (int i = 0; all && i < m->count; ++i) PyList_Append(all, m->name[i]);
    if (difflib && all) close = PyObject_CallMethod(difflib, "get_close_matches", "OOi", name, all, 1);
    if (close && PyList_Size(close) == 1)
        PyErr_Format(PyExc_TypeError, "%U is not an argument of %U: did you mean %U?", name, m->signature,
                     PyList_GetItem(close, 0));
    else if (close) PyErr_Format(PyExc_TypeError, "%U is not an argument of %U", name, m->signature);
    Py_XDECREF(close), Py_XDECREF(all), Py_XDECREF(difflib);
}

int core_bind(const Method *m, PyObject **value, PyObject *const *args, Py_ssize_t count, PyObject *names)
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
        if (at < 0) refuse_name(m, name);
        else if (value[at]) PyErr_Format(PyExc_TypeError, "%U is given twice: %U", name, m->signature);
        if (at < 0 || value[at]) return -1;
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

PyObject *core_call_bound(PyObject *self, const Method *m, PyObject **value)
{
    PyObject *all[2 + METHOD_ARGS], *done = NULL, *params = tuple(value, m->params);
    const int rest = m->count - m->params;
    if (!params) return NULL;
    all[0] = self, all[1] = params;
    for (int i = 0; i < rest; ++i) all[2 + i] = value[m->params + i];
    PyObject *args = tuple(all, 2 + rest);
    if (args) done = PyObject_CallObject(m->call, args);
    Py_XDECREF(args);
    Py_DECREF(params);
    return done;
}

PyObject *core_call(PyObject *self, const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *value[METHOD_ARGS];
    return core_bind(m, value, args, count, names) ? NULL : core_call_bound(self, m, value);
}
