/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes the methods of Generator that are samplers, each from one description (base). A C method needs its own function, so
 * there are 256 of one line each; Python code assigns them to methods. */
#include "core.h"

enum { METHODS = 256 };
static Method method[METHODS];

#define METHOD(a, b) \
    static PyObject *method_##a##b(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) \
    { return method[0x##a##b].answer(self, &method[0x##a##b], args, count, names); }
#define SIXTEEN(each, high) \
    each(high, 0) each(high, 1) each(high, 2) each(high, 3) each(high, 4) each(high, 5) each(high, 6) each(high, 7) \
    each(high, 8) each(high, 9) each(high, a) each(high, b) each(high, c) each(high, d) each(high, e) each(high, f)
#define ALL(each) SIXTEEN(each, 0) SIXTEEN(each, 1) SIXTEEN(each, 2) SIXTEEN(each, 3) SIXTEEN(each, 4) SIXTEEN(each, 5) \
    SIXTEEN(each, 6) SIXTEEN(each, 7) SIXTEEN(each, 8) SIXTEEN(each, 9) SIXTEEN(each, a) SIXTEEN(each, b) \
    SIXTEEN(each, c) SIXTEEN(each, d) SIXTEEN(each, e) SIXTEEN(each, f)
ALL(METHOD)

#define FUNCTION(a, b) (PyCFunction)(void (*)(void))method_##a##b,
static const PyCFunction functions[METHODS] = {ALL(FUNCTION)};

static PyObject *interned(PyObject *text)
{
    const char *s = PyUnicode_AsUTF8AndSize(text, NULL);
    return s ? PyUnicode_InternFromString(s) : NULL;
}

/* Reads the names of arguments, and the defaults of the last of them; -1 with an exception. */
static int read_arguments(Method *m, PyObject *names, PyObject *defaults)
{
    const Py_ssize_t count = PyTuple_Size(names), without = count - PyTuple_Size(defaults);
    if (count > METHOD_ARGS || without < 0 || m->params > count) {
        PyErr_SetString(PyExc_SystemError, "a method with more arguments than core.h allows");
        return -1;
    }
    m->count = (int)count;
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (!(m->name[i] = interned(PyTuple_GetItem(names, i)))) return -1;
        m->fallback[i] = i < without ? NULL : Py_NewRef(PyTuple_GetItem(defaults, i - without));
    }
    return 0;
}

/* Reads how a call becomes a job: the sampler's index in the list (None: only by m->call), its default type, the source of
 * each parameter (the index of an argument, or a float), and which of them NumPy takes as integers; -1 with an exception. */
static int read_sampler(Method *m, PyObject *number, int dtype, PyObject *parameters, unsigned counts)
{
    if (number == Py_None) return 0;
    m->dtype = (rr_type)dtype;
    m->counts = counts;
    for (Py_ssize_t p = 0; p < PyTuple_Size(parameters); ++p) {
        PyObject *is = PyTuple_GetItem(parameters, p);
        m->argument[p] = PyFloat_Check(is) ? -1 : (int)PyLong_AsLong(is);
        if (m->argument[p] < 0) m->constant[p] = PyFloat_AsDouble(is);
    }
    if (!PyErr_Occurred()) m->sampler = rr_sampler_list((size_t)PyLong_AsLong(number));
    return PyErr_Occurred() ? -1 : 0;
}

static int place(const Method *m, const char *name)
{
    for (int i = m->params; i < m->count; ++i)
        if (!PyUnicode_CompareWithASCIIString(m->name[i], name)) return i;
    return -1;
}

static void find_places(Method *m)
{
    m->size = place(m, "size"), m->type = place(m, "dtype"), m->out = place(m, "out"), m->endpoint = place(m, "endpoint");
    for (int i = 0; i < m->params && i < METHOD_NUMBERS; ++i)
        m->numbers[i] = m->fallback[i] && PyFloat_Check(m->fallback[i]) ? PyFloat_AsDouble(m->fallback[i]) : 0;
}

/* Makes one method from its description: (name, signature, text, arguments, defaults of the last of them, number of
 * parameters, call, arguments of read_sampler). It keeps its references until the process ends. */
static int make(PyMethodDef *def, size_t number, PyObject *description)
{
    PyObject *signature, *doc, *names, *defaults, *call, *sampler, *parameters;
    const char *name;
    int dtype;
    unsigned counts;
    if (number >= METHODS) {
        PyErr_SetString(PyExc_SystemError, "more methods than methods.c has");
        return -1;
    }
    Method *m = &method[number];
    if (!PyArg_ParseTuple(description, "sUUO!O!iOOiO!I", &name, &signature, &doc, &PyTuple_Type, &names, &PyTuple_Type,
                          &defaults, &m->params, &call, &sampler, &dtype, &PyTuple_Type, &parameters, &counts)
        || read_arguments(m, names, defaults) || read_sampler(m, sampler, dtype, parameters, counts))
        return -1;
    m->number = (uint32_t)number;
    m->call = Py_NewRef(call);
    const int draws_rows = m->sampler && rr_sampler_about(m->sampler)->shape.side[0];
    m->answer = !m->sampler ? core_call : draws_rows ? core_rows : core_draw;
    m->standard = core_standard(name);
    m->accepts = core_accepts(name);
    find_places(m);
    m->signature = PyUnicode_FromFormat("%s(%U)", name, signature);
    PyObject *text = PyUnicode_FromFormat("%s($self, %U)\n--\n\n%U", name, signature, doc);
    const char *s = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (s && m->signature) *def = (PyMethodDef){strdup(name), functions[number], METH_FASTCALL | METH_KEYWORDS, strdup(s)};
    Py_XDECREF(text);
    return s && m->signature ? 0 : -1;
}

int core_methods(PyObject *list, PyMethodDef *into)
{
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i)
        if (make(&into[i], (size_t)i, PyList_GetItem(list, i))) return -1;
    return 0;
}
