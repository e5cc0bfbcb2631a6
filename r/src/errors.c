/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Errors and warnings are conditions that R code signals (R/errors.R). */
#include "package.h"

#include <stdarg.h>
#include <stdio.h>

static void call(const char *function, SEXP argument)
{
    SEXP name = PROTECT(Rf_mkString("reroll"));
    SEXP namespace = PROTECT(R_FindNamespace(name));
    SEXP line = PROTECT(Rf_lang2(Rf_install(function), argument));
    Rf_eval(line, namespace);
    UNPROTECT(3);
}

void package_error(const char *format, ...)
{
    char text[512];
    va_list more;
    va_start(more, format);
    vsnprintf(text, sizeof text, format, more);
    va_end(more);
    call("refuse", PROTECT(Rf_mkString(text)));
    Rf_error("%s", text);   /* not reached */
}

const char *package_coded(SEXP v)
{
    return Rf_inherits(v, "factor") ? "factor" : Rf_inherits(v, "integer64") ? "integer64" : NULL;
}

void package_refuse_value(const char *name, SEXP value, const char *accepted)
{
    if (package_coded(value)) package_error("%s is of class %s: %s", name, package_coded(value), accepted);
    if (!Rf_isVectorAtomic(value)) package_error("%s is of type %s: %s", name, Rf_type2char(TYPEOF(value)), accepted);
    if (XLENGTH(value) != 1) package_error("%s has length %lld: %s", name, (long long)XLENGTH(value), accepted);
    SEXP string = PROTECT(Rf_coerceVector(value, STRSXP));
    package_error("%s = %s is not accepted: %s", name, CHAR(STRING_ELT(string, 0)), accepted);
}

void package_warning(const char *format, ...)
{
    char text[512];
    va_list more;
    va_start(more, format);
    vsnprintf(text, sizeof text, format, more);
    va_end(more);
    call("warn", PROTECT(Rf_mkString(text)));
    UNPROTECT(1);
}

/* `x` is the array to fill, or NULL. */
void package_refuse_sizes(const rr_sampler *sampler, const char *message, SEXP params, SEXP dim, SEXP x)
{
    static const char *const names[] = {"sampler", "message", "params", "dim", "x", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(list, 0, Rf_mkString(rr_sampler_about(sampler)->name));
    SET_VECTOR_ELT(list, 1, Rf_mkString(message));
    SET_VECTOR_ELT(list, 2, params);
    SET_VECTOR_ELT(list, 3, dim);
    SET_VECTOR_ELT(list, 4, x);
    call("refuse_sizes", list);
    Rf_error("%s", message);   /* not reached */
}

/* A number that may be missing. */
static SEXP count(uint64_t value) { return Rf_ScalarReal(value == UINT64_MAX ? NA_REAL : (double)value); }

static SEXP number(const rr_value *v)
{
    switch ((int)v->type) {
    case RR_F64: return Rf_ScalarReal(v->as.real);
    case RR_I64: return Rf_ScalarReal((double)v->as.integer);
    case RR_U64: return Rf_ScalarReal((double)v->as.natural);
    default: return R_NilValue;
    }
}

void package_refuse(const rr_sampler *sampler, rr_status status, const rr_result *r, SEXP params, uint64_t cols)
{
    static const char *const names[] = {"status", "fault", "parameter", "element", "row", "column", "value", "range",
                                        "relation", "message", "cols", "params", "related", "sampler", ""};
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SEXP range = Rf_allocVector(REALSXP, 4);
    SET_VECTOR_ELT(list, 7, range);
    REAL(range)[0] = r->range.low, REAL(range)[1] = r->range.high;
    REAL(range)[2] = r->range.low_open, REAL(range)[3] = r->range.high_open;
    SET_VECTOR_ELT(list, 0, Rf_ScalarInteger((int)status));
    SET_VECTOR_ELT(list, 1, Rf_ScalarInteger((int)r->fault));
    SET_VECTOR_ELT(list, 2, Rf_ScalarInteger(r->bad_param + 1));
    SET_VECTOR_ELT(list, 3, count(r->fault == RR_FAULT_FIT ? r->failed_index : r->bad_index));
    SET_VECTOR_ELT(list, 4, count(r->bad_place[0]));
    SET_VECTOR_ELT(list, 5, count(r->bad_place[1]));
    SET_VECTOR_ELT(list, 6, number(&r->value));
    SET_VECTOR_ELT(list, 8, r->relation ? Rf_mkString(r->relation) : R_NilValue);
    SET_VECTOR_ELT(list, 9, Rf_mkString(*r->message ? r->message : rr_status_text(status)));
    SET_VECTOR_ELT(list, 10, Rf_ScalarReal((double)cols));
    SET_VECTOR_ELT(list, 11, params);
    SEXP related = Rf_allocVector(VECSXP, RR_MAX_RELATED);
    SET_VECTOR_ELT(list, 12, related);
    for (int i = 0; i < RR_MAX_RELATED; ++i) SET_VECTOR_ELT(related, i, number(&r->related[i]));
    SET_VECTOR_ELT(list, 13, Rf_mkString(rr_sampler_about(sampler)->name));
    call("refuse_result", list);
    Rf_error("%s", r->message);   /* not reached */
}
