/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The planner, and the model of lockstep waste, as dictionaries. */
#include "core.h"

#include <reroll_plan.h>

static PyObject *plan_row(const rr_plan_row *row)
{
    char name[32];
    rr_strategy_text(row->strategy, name);
    return Py_BuildValue("{sssdsdsd}", "strategy", name, "iterations", row->iterations, "efficiency", row->efficiency, "ns",
                         row->ns);
}

PyObject *core_plan(PyObject *module, PyObject *args)
{
    PyObject *device, *spec, *rows = NULL;
    unsigned flags;
    Job job;
    rr_plan plan = RR_PLAN_INIT;
    char choice[32], grouped[32];
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OI:plan", core_device_type, &device, &spec, &flags)) return NULL;
    if (!core_job_read(&job, spec)) {
        const rr_status status = rr_plan_job(((Device *)device)->device, &job.job, flags, &plan);
        rows = status ? core_raise(status, NULL) : PyList_New(0);
    }
    core_job_free(&job);
    for (uint32_t i = 0; rows && i < plan.rows; ++i) {
        PyObject *one = plan_row(&plan.row[i]);
        if (!one || PyList_Append(rows, one)) Py_CLEAR(rows);
        Py_XDECREF(one);
    }
    if (!rows) return NULL;
    rr_strategy_text(plan.choice, choice);
    rr_strategy_text(plan.grouped, grouped);
    return Py_BuildValue("{sdsdsIsNssssss}", "accept", plan.accept, "slow", plan.slow, "warp", plan.warp, "rows", rows,
                         "choice", choice, "grouped", grouped, "costs", plan.costs);
}

PyObject *core_model(PyObject *module, PyObject *args)
{
    const char *name, *known;
    rr_model_query query = RR_MODEL_QUERY_INIT;
    rr_model_law law;
    Number lanes = {"lanes", 32, 0}, group = {"group", 32, 0}, proposals = {"proposals", 32, 0};
    double accept;
    unsigned strategy = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "sO&dO&O&pd:model", &name, core_number, &lanes, &accept, core_number, &group, core_number,
                          &proposals, &query.goes_on, &query.change))
        return NULL;
    query.lanes = (uint32_t)lanes.value, query.group = (uint32_t)group.value, query.proposals = (uint32_t)proposals.value;
    while ((known = rr_model_strategy_name(strategy)) && strcmp(known, name)) ++strategy;
    if (!known) return PyErr_Format(PyExc_ValueError, "the model has no strategy '%s'", name);
    query.strategy = (rr_model_strategy)strategy;
    query.chance = rr_chance_accept(accept);
    const int status = rr_model_ask(&query, &law, NULL, 0);
    if (status == -2) return PyErr_NoMemory();
    if (status) {
        PyErr_SetString(PyExc_ValueError, "accept is in (0, 1], lanes from 1 to 64 (loop: 1024), group divides lanes, "
                        "proposals from 1 to 65536, change is in [0, 1]");
        return NULL;
    }
    return Py_BuildValue("{sdsdsdsdsdsdsd}", "samples", law.samples, "mean", law.mean, "variance", law.variance, "mode",
                         law.mode, "attempts", law.attempts, "efficiency", law.efficiency, "fail", law.fail);
}
