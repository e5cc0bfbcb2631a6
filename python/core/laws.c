/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Descriptors as dictionaries; the strategies; streams of children. */
#include "core.h"

static PyObject *text(const char *s)
{
    return PyUnicode_FromString(s ? s : "");
}

static PyObject *range(const rr_range *r)
{
    return Py_BuildValue("(ddii)", r->low, r->high, r->low_open, r->high_open);
}

/* ((name, help, fallback, range of f64), ...). */
static PyObject *parameters(const rr_sampler_info *s)
{
    PyObject *list = PyList_New(0);
    for (uint32_t p = 0; list && p < s->params; ++p) {
        const rr_param_info *info = &s->param[p];
        PyObject *one = Py_BuildValue("(ssdN)", info->name, info->help, info->fallback, range(&info->f64));
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

/* {synonym: our name}. */
static PyObject *synonyms(const rr_sampler_info *s)
{
    PyObject *all = PyDict_New();
    const rr_synonym *y = s->law ? s->law->synonyms : NULL;
    for (; all && y && y->name; ++y) {
        PyObject *ours = y->ours ? PyUnicode_FromString(y->ours) : NULL;
        if (y->ours && (!ours || PyDict_SetItemString(all, y->name, ours))) Py_CLEAR(all);
        Py_XDECREF(ours);
    }
    return all;
}

static int inside(const rr_range *r, double x)
{
    return (r->low_open ? x > r->low : x >= r->low) && (r->high_open ? x < r->high : x <= r->high);
}

/* True if the sampler accepts this value of a parameter. Examples have no values of covariances. */
static int takes(const rr_param_info *info, double x)
{
    return info->shape.rule == RR_RULE_COVARIANCE || inside(&info->f64, x);
}

/* Parameters that the sampler accepts: its distribution's first example within its ranges, or None. */
static PyObject *example(const rr_sampler_info *s)
{
    for (const rr_example *e = s->law ? s->law->examples : NULL; e && e->use; ++e) {
        uint32_t p = 0;
        while (p < s->params && takes(&s->param[p], e->low[p])) ++p;
        if (p < s->params || (s->relate && !s->shape.side[0] && s->relate(e->low))) continue;
        PyObject *list = PyList_New((Py_ssize_t)p);
        while (list && p--) PyList_SetItem(list, (Py_ssize_t)p, PyFloat_FromDouble(e->low[p]));
        return list;
    }
    Py_RETURN_NONE;
}

PyObject *core_descriptor(const rr_sampler *sampler)
{
    const rr_sampler_info *s = rr_sampler_about(sampler);
    return Py_BuildValue("{sNsNsNsNsNsNsIsIsIsNsNsNsNsNsIsisisisi}",
        "name", text(s->name), "law", text(s->distribution), "method", text(s->method), "help", text(s->help),
        "source", text(s->source), "names", text(s->aliases), "bits_version", s->bits_version, "dtypes", s->dtypes,
        "fixed", rr_sampler_method(sampler)->fixed, "params", parameters(s), "synonyms", synonyms(s), "example", example(s),
        "shape", core_sides(&s->shape), "shapes", core_shapes(s), "default_k", s->default_k, "counts", s->counts,
        "integers", s->integers, "rejects", s->rejects, "outside", s->outside);
}

PyObject *core_laws(PyObject *module, PyObject *args)
{
    PyObject *list = PyList_New(0);
    const rr_sampler *s;
    (void)module, (void)args;
    for (size_t i = 0; list && (s = rr_sampler_list(i)); ++i) {
        PyObject *one = core_descriptor(s);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

PyObject *core_strategies(PyObject *module, PyObject *args)
{
    PyObject *list = PyList_New(0);
    rr_strategy_info info;
    (void)module, (void)args;
    for (size_t i = 0; list && rr_strategy_list(i, &info); ++i) {
        PyObject *one = Py_BuildValue("(sss)", info.name, info.form, info.help);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

PyObject *core_derive(PyObject *module, PyObject *args)
{
    Number seed = {"seed", 64, 0}, stream = {"stream", 64, 0}, number = {"child", 64, 0};
    PyObject *child;
    rr_stream made;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&O&O:derive", core_number, &seed, core_number, &stream, &child)) return NULL;
    const rr_stream parent = rr_stream_make(seed.value, stream.value);
    if (PyUnicode_Check(child)) {
        Py_ssize_t length;
        const char *name = PyUnicode_AsUTF8AndSize(child, &length);
        if (!name) return NULL;
        if (strlen(name) != (size_t)length) {
            PyErr_SetString(PyExc_ValueError, "a child's name holds no NUL");
            return NULL;
        }
        made = rr_derive_name(parent, name);
    } else {
        if (!core_number(child, &number)) return NULL;
        made = rr_derive(parent, number.value);
    }
    return Py_BuildValue("(KK)", (unsigned long long)made.seed, (unsigned long long)made.stream);
}
