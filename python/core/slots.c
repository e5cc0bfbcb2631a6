/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The methods of quick.c: as many as there are samplers of numbers. A method of C is a function of its own, so that there
 * are 256 of one line each; which method each of them is Python says. */
#include "core.h"

enum { SLOTS = 256 };
Slot core_slot[SLOTS];

#define METHOD(a, b) \
    static PyObject *quick_##a##b(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) \
    { return core_quick(self, 0x##a##b, args, count, names); }
#define SIXTEEN(each, high) \
    each(high, 0) each(high, 1) each(high, 2) each(high, 3) each(high, 4) each(high, 5) each(high, 6) each(high, 7) \
    each(high, 8) each(high, 9) each(high, a) each(high, b) each(high, c) each(high, d) each(high, e) each(high, f)
#define ALL(each) SIXTEEN(each, 0) SIXTEEN(each, 1) SIXTEEN(each, 2) SIXTEEN(each, 3) SIXTEEN(each, 4) SIXTEEN(each, 5) \
    SIXTEEN(each, 6) SIXTEEN(each, 7) SIXTEEN(each, 8) SIXTEEN(each, 9) SIXTEEN(each, a) SIXTEEN(each, b) \
    SIXTEEN(each, c) SIXTEEN(each, d) SIXTEEN(each, e) SIXTEEN(each, f)
ALL(METHOD)

#define FUNCTION(a, b) (PyCFunction)(void (*)(void))quick_##a##b,
static const PyCFunction functions[SLOTS] = {ALL(FUNCTION)};

static PyObject *interned(PyObject *text)
{
    const char *s = PyUnicode_AsUTF8AndSize(text, NULL);
    return s ? PyUnicode_InternFromString(s) : NULL;
}

/* One method from (name, text, (arguments, ...), slow, job); -1 with an exception. What it holds stays for as long as the
 * process does. */
static int make(PyMethodDef *method, size_t number, PyObject *told)
{
    PyObject *name, *text, *arguments, *slow, *job;
    if (number >= SLOTS) {
        PyErr_SetString(PyExc_SystemError, "more methods than slots.c has");
        return -1;
    }
    Slot *slot = &core_slot[number];
    if (!PyArg_ParseTuple(told, "UUO!UU", &name, &text, &PyTuple_Type, &arguments, &slow, &job)) return -1;
    slot->count = (int)PyTuple_Size(arguments);
    if (slot->count > QUICK_MOST) {
        PyErr_SetString(PyExc_SystemError, "a method with so many arguments");
        return -1;
    }
    for (int i = 0; i < slot->count; ++i)
        if (!(slot->name[i] = interned(PyTuple_GetItem(arguments, i)))) return -1;
    slot->slow = interned(slow), slot->job = interned(job);
    const char *s[2] = {PyUnicode_AsUTF8AndSize(name, NULL), PyUnicode_AsUTF8AndSize(text, NULL)};
    if (!slot->slow || !slot->job || !s[0] || !s[1]) return -1;
    *method = (PyMethodDef){strdup(s[0]), functions[number], METH_FASTCALL | METH_KEYWORDS, strdup(s[1])};
    return 0;
}

int core_slots(PyObject *list, PyMethodDef *into)
{
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i)
        if (make(&into[i], (size_t)i, PyList_GetItem(list, i))) return -1;
    return 0;
}
