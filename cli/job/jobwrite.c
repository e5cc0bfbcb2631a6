/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes job files. A job file is one object; docs/man/sample.man lists its entries. Parameter files are named relative to
 * the job file's folder, unless the user gave an absolute path, so that a folder of results can be moved as a whole. */
#include "jobfile.h"
#include "cli/base/law.h"
#include "cli/files/jsonout.h"
#include "cli/files/paths.h"
#include "cli/output/output_job.h"
#include "reroll_user.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_array(json_out *out, const char *key, const char *name, const char *column, const npy_array *array)
{
    json_object(out, key, json_line);
    json_text(out, "file", name);
    if (column) json_text(out, "column", column);
    json_text(out, "dtype", dtype_name(array->type));
    json_array(out, "shape", json_line);
    for (unsigned d = 0; d < array->dims; ++d) json_integer(out, NULL, array->shape[d]);
    json_end(out);
    json_text(out, "sha256", array->digest);
    json_end(out);
}

void jobfile_array(json_out *out, const char *key, const char *folder, const char *file, const char *column,
                   const npy_array *array)
{
    char *path = path_from(folder, file);
    write_array(out, key, path, column, array);
    free(path);
}

static void write_number(json_out *out, const char *key, const job_param *p)
{
    char text[SHORTEST_SIZE];
    param_text(p, text);
    json_number(out, key, text);
}

/* `count` elements of a list (f64, i64 or u64) from `at` on. */
static void write_row(json_out *out, const char *key, const npy_array *a, uint64_t at, uint64_t count)
{
    json_array(out, key, json_line);
    for (uint64_t i = at; i < at + count; ++i) {
        if (a->type == RR_F64) json_real(out, NULL, ((const double *)a->data)[i]);
        else write_number(out, NULL, &(job_param){.type = a->type, .integer = ((const uint64_t *)a->data)[i]});
    }
    json_end(out);
}

static void write_list(json_out *out, const char *key, const npy_array *a)
{
    if (a->dims != 2) {
        write_row(out, key, a, 0, a->shape[0]);
        return;
    }
    json_array(out, key, json_line);
    for (uint64_t row = 0; row < a->shape[0]; ++row)
        write_row(out, NULL, a, row * a->shape[1], a->shape[1]);
    json_end(out);
}

static void write_params(json_out *out, const char *folder, const job *job)
{
    json_object(out, "params", json_lines_deep);
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const char *name = job->sampler->param[i].name;
        const job_param *p = &job->param[i];
        const char *slash = p->path ? strrchr(p->path, '/') : NULL;
        if (p->path && p->next_to) write_array(out, name, slash ? slash + 1 : p->path, p->column, &p->array);
        else if (p->path) jobfile_array(out, name, folder, p->path, p->column, &p->array);
        else if (p->array.data) write_list(out, name, &p->array);
        else if (job->sampler->integers) write_number(out, name, p);
        else json_real(out, name, p->number);
    }
    json_end(out);
}

void jobfile_stream(json_out *out, rr_stream stream)
{
    json_integer(out, "seed", stream.seed);
    json_integer(out, "stream", stream.stream);
    json_integer(out, "first", stream.next);
}

void jobfile_program(json_out *out)
{
    char *program = get_text("reroll %s", rr_version());
    json_text(out, "program", program);
    free(program);
}

static void write_pair(json_out *out, const char *key, const uint64_t pair[2], unsigned count)
{
    json_array(out, key, json_line);
    for (unsigned i = 0; i < count; ++i) json_integer(out, NULL, pair[i]);
    json_end(out);
}

static void write_parts(json_out *out, const ranges *parts)
{
    json_array(out, "done", json_line);
    for (size_t i = 0; i < parts->count; ++i) write_pair(out, NULL, (uint64_t[]){parts->at[i].first, parts->at[i].count}, 2);
    json_end(out);
}

static void write_state(json_out *out, const job_state *state)
{
    write_parts(out, &state->parts);
    json_integer(out, "bytes", state->bytes);
    json_integer(out, "failed", state->failed);
    if (state->failed) json_integer(out, "failed_index", state->failed_index);
    else json_null(out, "failed_index");
    json_bool(out, "complete", state->complete);
}

static void write_values(json_out *out, const char *key, const char *folder, const job_values *values)
{
    if (values->path) jobfile_array(out, key, folder, values->path, values->column, &values->array);
    else if (values->array.data) write_list(out, key, &values->array);
}

static void write_density(json_out *out, const char *folder, const job_density *law)
{
    char digest[17];
    json_object(out, "density", json_lines_deep);
    if (law->expression) json_text(out, law->tail ? "cdf" : law->log ? "log_density" : "expression", law->expression);
    if (law->tail) json_text(out, "tail", law->tail);
    write_values(out, "table", folder, &law->table);
    write_values(out, "histogram", folder, &law->histogram);
    write_values(out, "edges", folder, &law->edges);
    write_values(out, "samples", folder, &law->samples);
    json_real(out, "low", law->low);
    json_real(out, "high", law->high);
    if (law->centre == law->centre) json_real(out, "centre", law->centre);
    if (law->breaks.data) write_list(out, "breaks", &law->breaks);
    snprintf(digest, sizeof digest, "%016" PRIx64, rr_sampler_about(law->made)->digest);
    json_text(out, "digest", digest);
    json_end(out);
}

/* The source text of a user-defined distribution. */
static void write_law(json_out *out, const char *folder, const job *job)
{
    char digest[RR_SHA256_TEXT];
    const char *known = job->law ? job->law : law_path(job->sampler);
    if (!known) return;
    char *path = path_from(folder, known);
    rr_law_digest(job->sampler->sampler, digest);
    json_object(out, "law", json_line);
    json_text(out, "file", path);
    json_text(out, "sha256", digest);
    json_end(out);
    free(path);
}

static void write_job(FILE *to, const char *folder, const void *of, const job_state *state)
{
    const job *job = of;
    const job_shard *shard = &job->shard;
    const uint64_t slice[2] = {shard->of ? shard->start : job->start, shard->of ? shard->count : job->count};
    char strategy[32] = "any";
    json_out out = {.to = to};
    if (job_can_fail(job)) rr_strategy_text(job->strategy, strategy);
    json_object(&out, NULL, json_lines);
    jobfile_program(&out);
    json_integer(&out, "job_version", JOB_VERSION);
    json_text(&out, "sampler", job->sampler->name);
    write_law(&out, folder, job);
    json_integer(&out, "bits_version", job->sampler->bits_version);
    if (job->density.made) write_density(&out, folder, &job->density);
    jobfile_stream(&out, job->stream);
    write_pair(&out, "shape", job->shape, job->dims == 2 ? 2 : 1);
    write_pair(&out, "slice", slice, 2);
    if (shard->of) write_pair(&out, "shard", (const uint64_t[]){shard->number, shard->of}, 2);
    json_text(&out, "dtype", dtype_name(job->dtype));
    json_text(&out, "format", format_name(job->format));
    json_text(&out, "strategy", strategy);
    json_text(&out, "bad", job->bad_nan ? "nan" : "refuse");
    write_params(&out, folder, job);
    if (job->antithetic) json_bool(&out, "antithetic", true);
    if (job->toward_zero) json_bool(&out, "toward_zero", true);
    write_state(&out, state);
    if (shard->of && state->digest[0]) json_text(&out, "sha256", state->digest);
    json_end(&out);
}

int jobfile_write(const char *path, const job *job, const job_state *state)
{
    return output_job_replace(path, write_job, job, state);
}

char *jobfile_text(const char *path, const job *job)
{
    char *text = NULL, *folder = path_folder(path);
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (!to) return get_copy("");
    write_job(to, folder, job, &JOB_STATE_NEW);
    fclose(to);
    free(folder);
    return text ? text : get_copy("");
}
