/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The C part of the R package. It uses the public headers only. */
#ifndef R_PACKAGE_H
#define R_PACKAGE_H

#define R_NO_REMAP
#include <R.h>
#include <R_ext/Random.h>
#include <Rinternals.h>

#include "reroll_core.h"
#include "reroll_sampler.h"

/* ---- stream.c: streams are environments with seed, stream and index. Integers above 2^53 are strings of digits. */

uint64_t package_u64(SEXP value, const char *name);   /* an R error of class reroll_error for anything else */
SEXP package_from_u64(uint64_t value);
rr_stream package_stream(SEXP stream);                /* of NULL: a fresh one, from R's own generator */
void package_stream_move(SEXP stream, uint64_t next); /* after the samples are drawn; of NULL: moves R's generator */

/* ---- errors.c ------------------------------------------------------ */

const char *package_coded(SEXP v);                    /* "factor" or "integer64", whose elements are codes; else NULL */

/* Signal an R error of class reroll_error, or a warning of class reroll_warning. An error does not return. */
void package_error(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* The error of a value of an argument: "NAME = VALUE is not accepted: ...", or about its type or length. */
void package_refuse_value(const char *name, SEXP value, const char *accepted) __attribute__((noreturn));
void package_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Signals the error of a result; `params` are the caller's parameters, by which the message names the place. */
void package_refuse(const rr_sampler *sampler, rr_status status, const rr_result *result, SEXP params, uint64_t cols)
    __attribute__((noreturn));

/* Signals the error of rr_sampler_sizes, in R's words: about the caller's vectors and matrices, dim, or the x of rr_fill. */
void package_refuse_sizes(const rr_sampler *sampler, const char *message, SEXP params, SEXP dim, SEXP x)
    __attribute__((noreturn));

/* ---- device.c ------------------------------------------------------ */

const rr_device *package_device(void);    /* that of the options reroll.device and reroll.threads */
int package_threads(void);                /* of the device that was used last; many for a GPU */

/* ---- law.c: user-defined distributions are external pointers. ------------------------------------------------------ */

const rr_sampler *package_sampler(SEXP law);   /* a name, or an open law */

/* ---- Entry points ------------------------------------------------------ */

SEXP C_draw(SEXP law, SEXP n, SEXP params, SEXP dim, SEXP dtype, SEXP stream, SEXP fill);
SEXP C_stream_make(SEXP seed, SEXP path, SEXP index);
SEXP C_stream_child(SEXP seed, SEXP number, SEXP child);
SEXP C_u64(SEXP value, SEXP name);
SEXP C_kind(SEXP seed, SEXP number, SEXP index, SEXP before);
SEXP C_law_open(SEXP text, SEXP derived, SEXP key);
SEXP C_law_density(SEXP function, SEXP is_log, SEXP numbers, SEXP breaks, SEXP env);
SEXP C_law_cdf(SEXP cdf, SEXP tail, SEXP numbers, SEXP breaks, SEXP env);
SEXP C_law_points(SEXP how, SEXP x, SEXP y);
SEXP C_law_close(SEXP law);
SEXP C_law_about(SEXP law);
SEXP C_law_finalizers(void);   /* TRUE once a law was opened: R may still call its finalizer after the package is unloaded */
SEXP C_is_nil(SEXP pointer);

double *user_unif_rand(void);
void user_unif_init(Int32 seed);
int *user_unif_nseed(void);
int *user_unif_seedloc(void);

#endif
