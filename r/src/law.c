/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* User-defined distributions: external pointers to open samplers. R/law.R keeps what made them, so that one that was saved
 * and read can be opened again. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "package.h"
#include "reroll_density.h"
#include "reroll_user.h"

static SEXP file_tag(void) { return Rf_install("file"); }

/* Open files. A file can be open once, so all R objects of the same file share it. */
static struct shared {
    char *key;
    const rr_sampler *sampler;
    unsigned count;           /* of external pointers; 0: the entry is free */
} shared[64];
enum { SHARED = sizeof shared / sizeof *shared };

static void drop_file(const rr_sampler *sampler)
{
    for (int i = 0; i < SHARED; ++i) {
        if (!shared[i].count || shared[i].sampler != sampler || --shared[i].count) continue;
        rr_law_close(&shared[i].sampler);
        free(shared[i].key);
    }
}

static void close_law(SEXP pointer)
{
    const rr_sampler *sampler = R_ExternalPtrAddr(pointer);
    if (!sampler) return;
    if (R_ExternalPtrTag(pointer) == file_tag()) drop_file(sampler);
    else rr_density_close(&sampler);
    R_ClearExternalPtr(pointer);
}

static int finalizers;   /* any was registered */

SEXP C_law_finalizers(void) { return Rf_ScalarLogical(finalizers); }

static SEXP pointer_to(const rr_sampler *sampler, SEXP tag)
{
    finalizers = 1;
    SEXP pointer = PROTECT(R_MakeExternalPtr((void *)sampler, tag, R_NilValue));
    R_RegisterCFinalizerEx(pointer, close_law, FALSE);
    UNPROTECT(1);
    return pointer;
}

const rr_sampler *package_sampler(SEXP law)
{
    if (TYPEOF(law) == EXTPTRSXP) {
        const rr_sampler *open = R_ExternalPtrAddr(law);
        if (!open) package_error("the distribution is closed");
        return open;
    }
    const rr_sampler *found = TYPEOF(law) == STRSXP && XLENGTH(law) == 1 ? rr_sampler_find(CHAR(STRING_ELT(law, 0))) : NULL;
    if (!found) {
        const char *name = TYPEOF(law) == STRSXP && XLENGTH(law) ? CHAR(STRING_ELT(law, 0)) : "";
        package_error("there is no sampler '%s': rr_samplers() lists all", name);
    }
    return found;
}

/* `key` is equal for equal distributions. */
SEXP C_law_open(SEXP text, SEXP derived, SEXP key)
{
    const rr_sampler *sampler;
    struct shared *entry = NULL;
    for (int i = 0; i < SHARED; ++i) {
        if (shared[i].count && !strcmp(shared[i].key, CHAR(STRING_ELT(key, 0)))) {
            ++shared[i].count;
            return pointer_to(shared[i].sampler, file_tag());
        }
        if (!shared[i].count) entry = &shared[i];
    }
    rr_result result = RR_RESULT_INIT;
    const char *name = derived == R_NilValue ? NULL : CHAR(STRING_ELT(derived, 0));
    const rr_status status = rr_law_open_derived(CHAR(STRING_ELT(text, 0)), name, &sampler, &result);
    if (status != RR_OK) package_error("%s", *result.message ? result.message : rr_status_text(status));
    if (!entry || !(entry->key = strdup(CHAR(STRING_ELT(key, 0))))) {
        rr_law_close(&sampler);
        package_error("too many distributions are open: rr_close closes one");
    }
    entry->sampler = sampler;
    entry->count = 1;
    return pointer_to(sampler, file_tag());
}

/* ---- Densities and CDFs of R functions ------------------------------------------------------ */

/* An error, a condition that is caught outside, or control-C leaves an R function by a jump. The library's memory would be
 * lost with it, so the jump ends here, the function is NaN from then on, and the jump continues when the library has
 * returned. */
typedef struct asked {
    SEXP env, jump;           /* jump: R's token of a jump that was held */
    jmp_buf back;
    enum { GOOD, NOT_ONE_NUMBER, JUMPED } failed;
} asked;

typedef struct pair {
    SEXP one, two;            /* calls f(x) */
    asked *of;
} pair;

typedef struct one_call {
    SEXP call, env;
} one_call;

static SEXP evaluate(void *data)
{
    const one_call *c = data;
    return Rf_eval(c->call, c->env);
}

static void hold(void *data, Rboolean jumps)
{
    if (jumps) longjmp(((asked *)data)->back, 1);
}

static double ask(asked *of, SEXP call, double x)
{
    if (of->failed) return R_NaN;
    one_call c = {call, of->env};
    SEXP argument = PROTECT(Rf_ScalarReal(x));
    SETCADR(call, argument);
    if (setjmp(of->back)) {
        of->failed = JUMPED;
        UNPROTECT(1);
        return R_NaN;
    }
    SEXP value = PROTECT(R_UnwindProtect(evaluate, &c, hold, of, of->jump));
    if (!Rf_isNumeric(value) || XLENGTH(value) != 1) of->failed = NOT_ONE_NUMBER;
    const double y = of->failed ? R_NaN : Rf_asReal(value);
    UNPROTECT(2);
    return y;
}

static double ask_one(double x, void *context) { return ask(((pair *)context)->of, ((pair *)context)->one, x); }
static double ask_two(double x, void *context) { return ask(((pair *)context)->of, ((pair *)context)->two, x); }

static SEXP finish(rr_status status, const rr_sampler *sampler, const rr_density_report *report)
{
    if (status != RR_OK) package_error("%s", *report->message ? report->message : rr_status_text(status));
    return pointer_to(sampler, Rf_install("density"));
}

/* Continues a held jump, and reports a value that is not a number. */
static void go_on(const asked *of, const rr_sampler *sampler)
{
    if (of->failed) rr_density_close(&sampler);
    if (of->failed == JUMPED) R_ContinueUnwind(of->jump);
    if (of->failed == NOT_ONE_NUMBER) package_error("the function must return one number for one number");
}

SEXP C_law_density(SEXP function_, SEXP is_log, SEXP numbers, SEXP breaks, SEXP env)
{
    rr_density d = RR_DENSITY_INIT;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *sampler = NULL;
    asked of = {.env = env, .jump = PROTECT(R_MakeUnwindCont())};
    pair both = {.one = PROTECT(Rf_lang2(function_, R_NilValue)), .of = &of};
    *(Rf_asLogical(is_log) ? &d.logpdf : &d.pdf) = ask_one;
    d.context = &both;
    d.low = REAL(numbers)[0], d.high = REAL(numbers)[1], d.centre = REAL(numbers)[2];
    d.breaks = REAL(breaks), d.break_count = (size_t)XLENGTH(breaks);
    const rr_status status = rr_law_from_density(&d, &sampler, &report);
    go_on(&of, sampler);
    SEXP made = finish(status, sampler, &report);
    UNPROTECT(2);
    return made;
}

SEXP C_law_cdf(SEXP cdf, SEXP tail, SEXP numbers, SEXP breaks, SEXP env)
{
    rr_distribution d = RR_DISTRIBUTION_INIT;
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *sampler = NULL;
    asked of = {.env = env, .jump = PROTECT(R_MakeUnwindCont())};
    pair both = {PROTECT(Rf_lang2(cdf, R_NilValue)), PROTECT(Rf_lang2(tail, R_NilValue)), &of};
    d.cdf = ask_one, d.tail = ask_two, d.context = &both;
    d.low = REAL(numbers)[0], d.high = REAL(numbers)[1];
    d.breaks = REAL(breaks), d.break_count = (size_t)XLENGTH(breaks);
    const rr_status status = rr_law_from_cdf(&d, &sampler, &report);
    go_on(&of, sampler);
    SEXP made = finish(status, sampler, &report);
    UNPROTECT(3);
    return made;
}

SEXP C_law_points(SEXP how, SEXP x, SEXP y)
{
    const char *kind = CHAR(STRING_ELT(how, 0));
    rr_density_report report = RR_DENSITY_REPORT_INIT;
    const rr_sampler *sampler = NULL;
    rr_status status;
    if (!strcmp(kind, "table")) status = rr_law_from_table(REAL(x), REAL(y), (size_t)XLENGTH(x), &sampler, &report);
    else if (!strcmp(kind, "histogram"))
        status = rr_law_from_histogram(REAL(x), REAL(y), (size_t)XLENGTH(y), &sampler, &report);
    else status = rr_law_from_samples(REAL(x), (size_t)XLENGTH(x), &sampler, &report);
    return finish(status, sampler, &report);
}

SEXP C_law_close(SEXP law)
{
    close_law(law);
    return R_NilValue;
}

SEXP C_is_nil(SEXP pointer)
{
    return Rf_ScalarLogical(TYPEOF(pointer) != EXTPTRSXP || !R_ExternalPtrAddr(pointer));
}

/* list(name, params, defaults, help, counts) */
SEXP C_law_about(SEXP law)
{
    static const char *const names[] = {"name", "params", "defaults", "help", "counts", ""};
    const rr_sampler_info *s = rr_sampler_about(package_sampler(law));
    SEXP list = PROTECT(Rf_mkNamed(VECSXP, (const char **)names));
    SET_VECTOR_ELT(list, 0, Rf_mkString(s->name));
    SEXP params = Rf_allocVector(STRSXP, s->params);
    SET_VECTOR_ELT(list, 1, params);
    SEXP defaults = Rf_allocVector(REALSXP, s->params);
    SET_VECTOR_ELT(list, 2, defaults);
    for (uint32_t p = 0; p < s->params; ++p) {
        SET_STRING_ELT(params, p, Rf_mkChar(name_in_r(s->param[p].name)));
        REAL(defaults)[p] = s->param[p].fallback;
    }
    SET_VECTOR_ELT(list, 3, Rf_mkString(s->help ? s->help : ""));
    SET_VECTOR_ELT(list, 4, Rf_ScalarLogical(s->counts));
    UNPROTECT(1);
    return list;
}
