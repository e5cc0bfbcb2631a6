/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The module and the list of its functions. */
#define REROLL_IMPORTS_NUMPY
#include "calls/numpys.h"

static PyMethodDef calls[] = {
    {"devices", core_devices, METH_NOARGS, "Devices that this build knows: (name, available, why not)."},
    {"laws", core_laws, METH_NOARGS, "The descriptors of all samplers, in the order of the list."},
    {"strategies", core_strategies, METH_NOARGS, "(name, form, help) of each strategy."},
    {"derive", core_derive, METH_VARARGS, "derive(seed, stream, child) -> (seed, stream) of a child by number or name."},
    {"sizes", core_sizes, METH_VARARGS, "sizes(law, shapes, names, asked) -> sizes of a job's dimensions: see sizes.c."},
    {"fill", core_fill, METH_VARARGS, "fill(stream, job, out, check, piece, progress): see fill.c."},
    {"plan", core_plan, METH_VARARGS, "plan(device, job, flags) -> dict."},
    {"permutation", core_permutation, METH_VARARGS, "permutation(device, seed, stream, next, rows, n, out)"},
    {"choose", core_choose, METH_VARARGS, "choose(seed, stream, next, n, rows, out)"},
    {"shuffle", core_shuffle, METH_VARARGS, "shuffle(stream, array or list, axis, objects) -> bool: see shuffle.c."},
    {"probabilities", core_probabilities, METH_O, "probabilities(array) -> (sum, how many are not 0): see choice.c."},
    {"choose_weighted", core_choose_weighted, METH_VARARGS,
     "choose_weighted(device, seed, stream, next, weights, rows, sorted, out)"},
    {"bijection", core_bijection, METH_VARARGS, "bijection(seed, stream, next, n, first, out)"},
    {"resample", core_resample, METH_VARARGS, "resample(device, how, seed, stream, next, weights, out)"},
    {"there", core_there, METH_VARARGS, "there(device, job, place, address, queue): see there.c."},
    {"put", core_put, METH_VARARGS, "put(device, address, buffer): copies it to a GPU."},
    {"wait", core_wait, METH_VARARGS, "wait(device, queue): raises what kernels have found."},
    {"synchronize", core_synchronize, METH_VARARGS, "synchronize(device, queue): the host waits."},
    {"dlpack_take", core_dlpack_take, METH_O, "dlpack_take(capsule): see dlpack.c."},
    {"dlpack_give", core_dlpack_give, METH_VARARGS, "dlpack_give(owner, address, shape, dtype, kind, number) -> capsule"},
    {"model", core_model, METH_VARARGS, "model(strategy, lanes, accept, group, proposals, goes_on, change) -> dict."},
    {"saved_new", core_saved_new, METH_VARARGS, "A job of arguments: see saved.c."},
    {"saved_open", core_saved_open, METH_VARARGS, "saved_open(path, opener): the job of a job file."},
    {"saved_facts", core_saved_facts, METH_O, "What a saved job is."},
    {"saved_params", core_saved_params, METH_O, "The parameters of a saved job."},
    {"saved_write", core_saved_write, METH_VARARGS, "saved_write(saved, device, path, first, replace, progress)"},
    {"saved_draw", core_saved_draw, METH_VARARGS, "saved_draw(saved, device, start, count, piece, out, progress)"},
    {"base", core_stream_base, METH_VARARGS, "base(numpy.random.Generator, methods) -> the type that Generator is made of."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "reroll._core", "The C library, for the modules next to it.", -1, calls, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__core(void)
{
    import_array();
    PyObject *module = PyModule_Create(&module_def);
    if (!module) return NULL;
    if (core_device_ready(module) || core_law_ready(module) || core_memory_ready(module) || core_saved_ready(module)
        || core_words_ready(module)
        || PyModule_AddStringConstant(module, "version", rr_version())) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
