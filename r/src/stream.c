/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Streams. An R stream is an environment of class rr_stream with seed, stream and index, so that it can be saved and read.
 * Numbers up to 2^53 are doubles; larger ones are strings of digits. */
#include "package.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static uint64_t refuse(const char *name, SEXP value)
{
    const int named = !strcmp(name, "child") || !strcmp(name, "stream");
    package_refuse_value(name, value, named ? "a name, an integer in [0, 2^53], or a string of digits below 2^64"
                                            : "an integer in [0, 2^53], or a string of digits below 2^64");
}

static uint64_t digits(SEXP value, const char *name)
{
    const char *text = CHAR(STRING_ELT(value, 0));
    if (!*text || strspn(text, "0123456789") != strlen(text)) return refuse(name, value);
    errno = 0;
    const unsigned long long number = strtoull(text, NULL, 10);
    return errno ? refuse(name, value) : number;
}

uint64_t package_u64(SEXP value, const char *name)
{
    if (TYPEOF(value) == STRSXP && XLENGTH(value) == 1) return digits(value, name);
    const int number = (TYPEOF(value) == REALSXP || TYPEOF(value) == INTSXP) && XLENGTH(value) == 1 &&
        !package_coded(value);
    const double x = number ? Rf_asReal(value) : NAN;
    return x >= 0 && x <= 0x1p53 && x == (double)(uint64_t)x ? (uint64_t)x : refuse(name, value);
}

SEXP package_from_u64(uint64_t value)
{
    char text[24];
    if (value <= UINT64_C(1) << 53) return Rf_ScalarReal((double)value);
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return Rf_mkString(text);
}

static uint64_t part(SEXP stream, const char *name)
{
    SEXP value = PROTECT(Rf_findVarInFrame(stream, Rf_install(name)));
    if (value == R_UnboundValue) package_error("stream has no %s: rr_stream makes streams", name);
    const uint64_t number = package_u64(value, name);
    UNPROTECT(1);
    return number;
}

/* 64 bits of R's generator, whose doubles have 32 or fewer random bits. */
static uint64_t word(void)
{
    const uint64_t high = (uint64_t)(unif_rand() * 0x1p32);
    return high << 32 | (uint64_t)(unif_rand() * 0x1p32);
}

/* R's generator keeps its position until package_stream_move, so a call that fails does not change it. */
static rr_stream fresh_stream(void)
{
    GetRNGstate();
    rr_stream fresh = {word(), 0, 0};
    fresh.stream = word();
    return fresh;
}

rr_stream package_stream(SEXP stream)
{
    if (stream == R_NilValue) return fresh_stream();
    if (TYPEOF(stream) != ENVSXP || !Rf_inherits(stream, "rr_stream"))
        package_error("stream is not accepted: a stream of rr_stream or rr_child, or NULL");
    return (rr_stream){part(stream, "seed"), part(stream, "stream"), part(stream, "index")};
}

void package_stream_move(SEXP stream, uint64_t next)
{
    if (stream == R_NilValue) {
        PutRNGstate();
        return;
    }
    SEXP value = PROTECT(package_from_u64(next));
    Rf_defineVar(Rf_install("index"), value, stream);
    UNPROTECT(1);
}

static SEXP pair(rr_stream s)
{
    SEXP made = PROTECT(Rf_allocVector(VECSXP, 2));
    SET_VECTOR_ELT(made, 0, package_from_u64(s.seed));
    SET_VECTOR_ELT(made, 1, package_from_u64(s.stream));
    UNPROTECT(1);
    return made;
}

/* `argument` is where the child's name or number was given. */
static rr_stream child_of(rr_stream s, SEXP child, const char *argument)
{
    const char *name = TYPEOF(child) == STRSXP && XLENGTH(child) == 1 ? CHAR(STRING_ELT(child, 0)) : NULL;
    if (!name || (*name && strspn(name, "0123456789") == strlen(name))) return rr_derive(s, package_u64(child, argument));
    if (STRING_ELT(child, 0) == NA_STRING) refuse(argument, child);
    if (!*name) package_error("%s is empty: a name, or an integer in [0, 2^64 - 1]", argument);
    return rr_derive_name(s, Rf_translateCharUTF8(STRING_ELT(child, 0)));
}

SEXP C_stream_make(SEXP seed, SEXP path, SEXP index)
{
    const uint64_t key = package_u64(seed, "seed");
    package_u64(index, "index");
    if (TYPEOF(path) != STRSXP) return pair(rr_stream_make(key, package_u64(path, "stream")));
    rr_stream s = rr_stream_make(key, 0);   /* parts of a path, as in --stream of the command */
    for (R_xlen_t i = 0; i < XLENGTH(path); ++i) {
        SEXP one = PROTECT(Rf_ScalarString(STRING_ELT(path, i)));
        const char *text = CHAR(STRING_ELT(one, 0));
        const int number = !i && *text && strspn(text, "0123456789") == strlen(text);
        s = number ? rr_stream_make(key, package_u64(one, "stream")) : child_of(s, one, "stream");
        UNPROTECT(1);
    }
    return pair(s);
}

SEXP C_stream_child(SEXP seed, SEXP number, SEXP child)
{
    return pair(child_of((rr_stream){package_u64(seed, "seed"), package_u64(number, "stream"), 0}, child, "child"));
}

SEXP C_u64(SEXP value, SEXP name)
{
    return package_from_u64(package_u64(value, CHAR(STRING_ELT(name, 0))));
}
