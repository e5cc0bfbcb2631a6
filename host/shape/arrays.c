/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The dimensions of a job from the shapes of its parameters' arrays. The command and the packages call this with the names
 * that their users know. */
#include <stdio.h>

#include "shape.h"

/* A dimension's size, 0 if unknown, and the parameter that gives it. */
typedef struct sizing {
    const rr_sampler *sampler;
    const rr_extent *extent;
    const char *const *names;
    rr_result *result;
    uint64_t size[RR_DIM_END];
    const char *owner[RR_DIM_END];   /* NULL: the caller asked for it */
} sizing;

static const char *name_of(const sizing *s, uint32_t p) { return s->names ? s->names[p] : s->sampler->param[p].name; }

/* "(4, 3)", "(..., 4, 3)"; "()" is a number. */
static const char *shape_text(const rr_extent *e, char text[64])
{
    const unsigned long long first = e->length[0], last = e->length[1];
    if (!e->axes) snprintf(text, 64, "()");
    else if (e->axes == 1) snprintf(text, 64, "(%llu,)", last);
    else snprintf(text, 64, "(%s%llu, %llu)", e->axes > 2 ? "..., " : "", first, last);
    return text;
}

static rr_status give(sizing *s, unsigned dim, uint64_t size, uint32_t p)
{
    if (!s->size[dim]) {
        s->size[dim] = size;
        s->owner[dim] = name_of(s, p);
    }
    if (s->size[dim] == size) return RR_OK;
    if (!s->owner[dim])
        return rr_fail(s->result, RR_ERR_ARGUMENT, "%s gives %s = %llu, but %s is %llu", name_of(s, p), rr_dim_name(dim),
                       (unsigned long long)size, rr_dim_name(dim), (unsigned long long)s->size[dim]);
    return rr_fail(s->result, RR_ERR_ARGUMENT, "%s gives %s = %llu, but %s gives %llu: they must be equal", name_of(s, p),
                   rr_dim_name(dim), (unsigned long long)size, s->owner[dim], (unsigned long long)s->size[dim]);
}

/* A matrix for all samples. */
static rr_status take_matrix(sizing *s, uint32_t p)
{
    const rr_shape *shape = &s->sampler->param[p].shape;
    const rr_extent *e = &s->extent[p];
    char text[64];
    if (e->axes != 2 || !e->length[0] || !e->length[1] || (shape->side[0] == shape->side[1] && e->length[0] != e->length[1]))
        return rr_fail(s->result, RR_ERR_ARGUMENT, "%s has shape %s; it must be a matrix of shape (%s, %s)", name_of(s, p),
                       shape_text(e, text), rr_dim_name(shape->side[0]), rr_dim_name(shape->side[1]));
    const rr_status status = give(s, shape->side[0], e->length[0], p);
    return status == RR_OK ? give(s, shape->side[1], e->length[1], p) : status;
}

/* A vector along the last axis. One value serves all components of a row, or of a mixture. */
static rr_status take_vector(sizing *s, uint32_t p)
{
    const rr_shape *shape = &s->sampler->param[p].shape;
    const rr_extent *e = &s->extent[p];
    const char *dim = rr_dim_name(shape->side[0]);
    char text[64];
    const int one_for_all = shape->side[0] == RR_DIM_K || rr_is_mixture(s->sampler);
    if (shape->once && e->axes > 1)
        return rr_fail(s->result, RR_ERR_ARGUMENT,
                       "%s has shape %s; it must be a vector of shape (%s,), one for all samples", name_of(s, p),
                       shape_text(e, text), dim);
    if ((!e->axes && !one_for_all) || (e->axes && !e->length[1]))
        return rr_fail(s->result, RR_ERR_ARGUMENT,
                       "%s has shape %s; it must be a vector of at least one value: its last axis is %s", name_of(s, p),
                       shape_text(e, text), dim);
    if (!e->axes || (one_for_all && e->length[1] == 1)) return RR_OK;
    return give(s, shape->side[0], e->length[1], p);
}

/* A matrix per sample: the last two axes, or the last one with its rows one after another. */
static rr_status fit_matrix(const sizing *s, uint32_t p)
{
    const rr_shape *shape = &s->sampler->param[p].shape;
    const rr_extent *e = &s->extent[p];
    char text[64];
    const uint64_t rows = s->size[shape->side[0]], cols = s->size[shape->side[1]];
    if (!e->axes || rr_extent_is_matrix(e, rows, cols) || e->length[1] == 1 || e->length[1] == rows * cols) return RR_OK;
    return rr_fail(s->result, RR_ERR_ARGUMENT,
                   "%s has shape %s; it must be one value, or end in a matrix of shape (%llu, %llu) or in its %llu values",
                   name_of(s, p), shape_text(e, text), (unsigned long long)rows, (unsigned long long)cols,
                   (unsigned long long)(rows * cols));
}

static rr_status take(sizing *s)
{
    rr_status status = RR_OK;
    for (uint32_t p = 0; p < s->sampler->params && status == RR_OK; ++p) {
        const rr_shape *shape = &s->sampler->param[p].shape;
        if (shape->side[1] && shape->once) status = take_matrix(s, p);
        else if (shape->side[0] && !shape->side[1]) status = take_vector(s, p);
    }
    for (uint32_t p = 0; p < s->sampler->params && status == RR_OK; ++p)
        if (s->sampler->param[p].shape.side[1] && !s->sampler->param[p].shape.once) status = fit_matrix(s, p);
    return status;
}

static rr_status refuse_missing(const sizing *s, unsigned dim)
{
    const rr_status status =
        rr_fail(s->result, RR_ERR_ARGUMENT, "%s: no parameter gives %s, %s", s->sampler->name, rr_dim_name(dim),
                dim == RR_DIM_K ? "the number of components of a row" : "the size of its matrices");
    if (s->result) s->result->fault = RR_FAULT_SIZE;
    return status;
}

/* True if there is a vector of one value, which may be for the components of any row. */
static int has_one_value(const sizing *s)
{
    for (uint32_t p = 0; p < s->sampler->params; ++p) {
        const rr_shape *shape = &s->sampler->param[p].shape;
        if (shape->side[0] == RR_DIM_K && !shape->side[1] && s->extent[p].axes && s->extent[p].length[1] == 1) return 1;
    }
    return 0;
}

/* Every dimension has a size now; checks that it is accepted. */
static rr_status finish(sizing *s)
{
    const uint32_t has = rr_shape_dims(s->sampler);
    if (!s->size[RR_DIM_K]) s->size[RR_DIM_K] = s->sampler->default_k;
    if (!s->size[RR_DIM_K] && has >> RR_DIM_K & 1 && has_one_value(s)) s->size[RR_DIM_K] = 1;
    if (!s->size[RR_DIM_N] && rr_is_mixture(s->sampler)) s->size[RR_DIM_N] = 1;
    for (unsigned d = 1; d < RR_DIM_END; ++d) {
        if (!(has >> d & 1)) continue;
        if (!s->size[d]) return refuse_missing(s, d);
        if (!rr_dim_fits(s->sampler, d, s->size[d]))
            return rr_fail(s->result, RR_ERR_ARGUMENT, "%s: %s = %llu is outside [%llu, %llu]", s->sampler->name,
                           rr_dim_name(d), (unsigned long long)s->size[d],
                           (unsigned long long)rr_dim_smallest(s->sampler, d), (unsigned long long)rr_dim_largest(d));
    }
    return RR_OK;
}

rr_status rr_sampler_sizes(const rr_sampler *sampler, const rr_extent *extent, const char *const *names, rr_dims *dims,
                           rr_result *result)
{
    rr_older older RR_OLDER;
    if (rr_begin(&result, &older) != RR_OK) return RR_ERR_ARGUMENT;
    if (!sampler || !dims || (!extent && sampler->params))
        return rr_fail(result, RR_ERR_ARGUMENT, "sampler, extent and dims must not be NULL");
    const uint32_t has = rr_shape_dims(sampler);
    sizing s = {.sampler = sampler, .extent = extent, .names = names, .result = result,
                .size = {0, dims->k, dims->d, dims->r, dims->c, dims->n}};
    for (unsigned d = 1; d < RR_DIM_END; ++d)
        if (s.size[d] && !(has >> d & 1))
            return rr_fail(result, RR_ERR_ARGUMENT, "%s has no dimension %s", sampler->name, rr_dim_name(d));
    rr_status status = take(&s);
    if (status == RR_OK) status = finish(&s);
    if (status == RR_OK) *dims = (rr_dims){s.size[RR_DIM_K] * (has >> RR_DIM_K & 1), s.size[RR_DIM_D], s.size[RR_DIM_R],
                                           s.size[RR_DIM_C], s.size[RR_DIM_N]};
    return status;
}
