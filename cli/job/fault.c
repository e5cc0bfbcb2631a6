/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reports an invalid parameter in terms of the option, file and element that contain it. */
#include "fault.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text_of(rr_value value, char text[SHORTEST_SIZE])
{
    const bool real = value.type == RR_F64;
    const job_param one = {.type = value.type, .number = real ? value.as.real : 0, .integer = real ? 0 : value.as.natural};
    param_text(&one, text);
}

/* "shapes.npy: element (3, 0)" for the value at offset `bytes`; "" if the parameter is a number. */
static char *place_text(const job_param *p, ptrdiff_t bytes)
{
    const npy_array *a = &p->array;
    if (!a->data && !a->in_file) return get_copy("");
    const char *file = p->path ? p->path : "list";
    const uint64_t number = (uint64_t)bytes / dtype_size(a->type);
    if (a->dims == 0) return get_copy(file);
    if (a->dims == 1) return get_text("%s: element %" PRIu64, file, number);
    const uint64_t line = a->shape[!a->fortran], r = a->fortran ? number % line : number / line;
    return get_text("%s: element (%" PRIu64 ", %" PRIu64 ")", file, r, a->fortran ? number / line : number % line);
}

/* The byte offset, in its array, of the value that the result reports. */
static ptrdiff_t bytes_of(const job *job, const job_param *p, const rr_result *result)
{
    const ptrdiff_t size = (ptrdiff_t)dtype_size(p->array.type);
    const ptrdiff_t i = (ptrdiff_t)result->bad_place[0], j = (ptrdiff_t)result->bad_place[1];
    if (result->bad_place[1] != UINT64_MAX)   /* a matrix */
        return p->array.fortran ? (j * (ptrdiff_t)p->array.shape[0] + i) * size
                                : (i * (ptrdiff_t)p->array.shape[1] + j) * size;
    const ptrdiff_t row = result->bad_index == UINT64_MAX ? 0 : (ptrdiff_t)(result->bad_index / job->cols);
    if (result->bad_place[0] != UINT64_MAX)   /* weights, for all samples or per sample */
        return row * p->row_stride + i * (p->col_stride ? p->col_stride : size);
    return p->whole ? 0 : row * p->row_stride + (ptrdiff_t)(result->bad_index % job->cols) * p->col_stride;
}

/* "--shape -1", or "--shape shapes.npy: element (3, 0) = -1". */
static char *given_text(const job *job, uint32_t i, const rr_result *result, rr_value value)
{
    const job_param *p = &job->param[i];
    char number[SHORTEST_SIZE];
    char *place = place_text(p, bytes_of(job, p, result));
    text_of(value, number);
    char *text = get_text("--%s %s%s%s", job->sampler->param[i].name, place, !*place ? "" : p->array.dims ? " = " : ": ",
                          number);
    free(place);
    return text;
}

/* "--covariance c.npy": the whole parameter. */
static char *whole_text(const job *job, uint32_t i)
{
    const job_param *p = &job->param[i];
    return get_text("--%s%s%s", job->sampler->param[i].name, p->path ? " " : "", p->path ? p->path : "");
}

/* Refuses with `text` followed by `what`; frees text. */
static exit_status refuse_given(char *text, const char *what)
{
    const exit_status status = refuse(EXIT_USAGE, "%s %s", text, what);
    free(text);
    return status;
}

static exit_status refuse_value(const job *job, uint32_t i, const rr_result *result, const char *what)
{
    return refuse_given(given_text(job, i, result, result->value), what);
}

static exit_status refuse_range(const job *job, uint32_t i, const rr_result *result)
{
    char accepted[RANGE_SIZE];
    const char *zero = result->value.type == RR_F64 ? underflow_text(&result->range, result->value.as.real) : "";
    char *what = get_text("is %s%s %s, the range for samples of dtype %s", zero,
                          result->fault == RR_FAULT_RANGE ? "outside" : "not an integer in",
                          range_text(&result->range, accepted), dtype_name(job->dtype));
    const exit_status status = refuse_value(job, i, result, what);
    free(what);
    return status;
}

/* True if `name` is a word of the text. */
static bool has_word(const char *text, const char *name)
{
    const size_t size = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); ++at)
        if ((at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[size])) return true;
    return false;
}

/* The parameter that is not an integer, if the relation's message reports one; otherwise the number of parameters. */
static uint32_t fraction_of(const job *job, const rr_result *result)
{
    const rr_sampler_info *s = job->sampler;
    uint32_t i = 0;
    if (!strstr(result->relation, "integer")) return s->params;
    for (; i < s->params && i < RR_MAX_RELATED; ++i) {
        const rr_value v = result->related[i];
        if (v.type == RR_F64 && v.as.real != floor(v.as.real) && has_word(result->relation, s->param[i].name)) return i;
    }
    return s->params;
}

static exit_status refuse_fraction(const job *job, uint32_t i, const rr_result *result)
{
    char accepted[RANGE_SIZE];
    const rr_range *range = rr_param_range(job->sampler->sampler, job->dtype, i);
    char *what = get_text("is not an integer in %s: %s", range_text(range, accepted), result->relation);
    const exit_status status = refuse_given(given_text(job, i, result, result->related[i]), what);
    free(what);
    return status;
}

/* For a parameter with RR_RULE_SUM, result->value is the sum of its row. */
static exit_status refuse_relation(const job *job, const rr_result *result)
{
    const rr_sampler_info *s = job->sampler;
    const uint32_t fraction = fraction_of(job, result);
    if (fraction < s->params) return refuse_fraction(job, fraction, result);
    char *given = get_copy(""), sum[SHORTEST_SIZE];
    for (uint32_t i = 0; i < s->params && i < RR_MAX_RELATED; ++i) {
        const bool summed = result->value.type && s->param[i].shape.rule == RR_RULE_SUM;
        if (summed) text_of(result->value, sum);
        char *value = !summed ? given_text(job, i, result, result->related[i])
                              : get_text("row %" PRIu64 " of --%s has sum %s", result->bad_index / job->cols,
                                         s->param[i].name, sum);
        char *longer = get_text("%s%s%s", given, summed ? ", " : " ", value);
        free(given);
        free(value);
        given = longer;
    }
    refuse(EXIT_USAGE, "%s; given:%s", result->relation, given);
    free(given);
    return EXIT_USAGE;
}

static bool has_logits(const job *job, uint32_t i)
{
    return job->sampler->param[i].shape.rule == RR_RULE_LOGITS;
}

static exit_status refuse_zeros(const job *job, uint32_t i, const rr_result *result)
{
    const char *what = result->fault != RR_FAULT_WEIGHTS ? "is not a direction: all its values are 0"
                       : has_logits(job, i)              ? "has logits that are all -inf; at least one must be a number"
                                                         : "has weights that are all 0; at least one must be positive";
    char *text = whole_text(job, i);
    if (result->bad_index != UINT64_MAX && job->param[i].row_stride) {
        char *row = get_text("%s: row %" PRIu64, text, result->bad_index / job->cols);
        free(text);
        text = row;
    }
    return refuse_given(text, what);
}

static exit_status refuse_matrix(const job *job, uint32_t i, const rr_result *result)
{
    char number[SHORTEST_SIZE];
    text_of(result->value, number);
    const uint64_t row = result->bad_place[0], col = result->bad_place[1];
    char *what = result->fault == RR_FAULT_SYMMETRIC
        ? get_text("is not symmetric: entries (%" PRIu64 ", %" PRIu64 ") and (%" PRIu64 ", %" PRIu64 ") differ by %s",
                   row, col, col, row, number)
        : get_text("is not positive semidefinite: pivot (%" PRIu64 ", %" PRIu64 ") is %s", row, col, number);
    const exit_status status = refuse_given(whole_text(job, i), what);
    free(what);
    return status;
}

exit_status job_refuse_param(const job *job, const rr_result *result)
{
    const uint32_t i = (uint32_t)result->bad_param;
    switch (result->fault) {
    case RR_FAULT_RANGE:
    case RR_FAULT_INTEGER: return refuse_range(job, i, result);
    case RR_FAULT_RELATION: return refuse_relation(job, result);
    case RR_FAULT_DIRECTION: return refuse_zeros(job, i, result);
    case RR_FAULT_WEIGHTS:
        if (!result->value.type) return refuse_zeros(job, i, result);
        return refuse_value(job, i, result, has_logits(job, i) ? "is not a logit: logits are numbers, or -inf"
                                            : "is not a weight: weights are finite and not negative");
    case RR_FAULT_INCREASING: return refuse_value(job, i, result, "is not above the number before it: they must increase");
    case RR_FAULT_FINITE: return refuse_value(job, i, result, "is not finite: all numbers must be finite");
    case RR_FAULT_SYMMETRIC:
    case RR_FAULT_SEMIDEFINITE: return refuse_matrix(job, i, result);
    default: return refuse(EXIT_USAGE, "%s", result->message[0] ? result->message : rr_status_text(result->status));
    }
}
