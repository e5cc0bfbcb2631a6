/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices: opened from a string, closed with the last reference. */
#include "core.h"

PyTypeObject *core_device_type;

static PyObject *device_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    const char *spec;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "s:Device", &spec)) return NULL;
    rr_device *open;
    if (rr_device_open(spec, &open)) {
        char why[160];
        rr_device_why(spec, why);
        return PyErr_Format(PyExc_ValueError, "device '%s': %s", spec, why);
    }
    Device *self = (Device *)PyType_GenericAlloc(type, 0);
    if (!self) {
        rr_device_close(&open);
        return NULL;
    }
    self->device = open;
    self->waits = *spec && (strncmp(spec, "cpu", 3) || strchr(spec, '+'));
    self->spec = PyUnicode_FromString(spec);
    return (PyObject *)self;
}

/* Opened once. An open device costs little time and memory. */
const rr_device *core_cpu(void)
{
    static rr_device *here;
    if (!here && rr_device_open("cpu,threads=1", &here)) core_raise(RR_ERR_DEVICE, NULL);
    return here;
}

static void device_free(PyObject *object)
{
    Device *self = (Device *)object;
    PyTypeObject *type = Py_TYPE(object);
    rr_device_close(&self->device);
    Py_XDECREF(self->spec);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *device_spec(PyObject *self, void *closure)
{
    (void)closure;
    return Py_NewRef(((Device *)self)->spec);
}

static PyObject *device_name(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(rr_device_name(((Device *)self)->device, NULL, NULL, NULL));
}

static PyObject *device_threads(PyObject *self, void *closure)
{
    uint32_t threads = 1;
    (void)closure;
    rr_device_name(((Device *)self)->device, NULL, NULL, &threads);
    return PyLong_FromUnsignedLong(threads ? threads : 1);
}

static PyGetSetDef getters[] = {
    {"spec", device_spec, NULL, "The string that it was opened from.", NULL},
    {"name", device_name, NULL, "Its kind, \"cpu:avx2\".", NULL},
    {"threads", device_threads, NULL, "Threads of a call, at least 1.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

int core_device_ready(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_new, device_new}, {Py_tp_dealloc, device_free}, {Py_tp_getset, getters},
        {Py_tp_doc, "Device(spec): a place to draw on, \"cpu,threads=8\", \"cuda:0\"."}, {0, NULL},
    };
    PyType_Spec spec = {"reroll._core.Device", sizeof(Device), 0, Py_TPFLAGS_DEFAULT, slots};
    core_device_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return core_device_type ? PyModule_AddObjectRef(module, "Device", (PyObject *)core_device_type) : -1;
}

PyObject *core_devices(PyObject *module, PyObject *args)
{
    PyObject *list = PyList_New(0);
    rr_device_info info;
    (void)module, (void)args;
    for (size_t i = 0; list && rr_device_list(i, &info); ++i) {
        PyObject *one = Py_BuildValue("(sOs)", info.name, info.available ? Py_True : Py_False, info.why);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}
