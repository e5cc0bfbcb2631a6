/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads job files, and implements `record` (cli/output/record.h) for them. */
#include "jobfile.h"
#include "shard.h"
#include "tables.h"
#include "cli/base/law.h"
#include "cli/base/numbers.h"
#include "cli/files/json.h"
#include "cli/files/paths.h"
#include "cli/files/textarray.h"
#include "cli/output/output_job.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The file and the object in it that is read. The take_ functions return false after setting the error. */
typedef struct reading {
    const char *path;
    char **error;
    const json *object;
    exit_status *status; /* the exit status after a false answer */
} reading;

static bool wrong(const reading *r, const char *key, const char *expected)
{
    *r->error = get_text("%s: \"%s\" must be %s", r->path, key, expected);
    return false;
}

static bool no_job(const reading *r)
{
    const bool other = r->object && r->object->kind == JSON_OBJECT && json_member(r->object, "transform_version");
    *r->error = get_text(other ? "%s is a job file of reroll transform" : OUTPUT_JOB_FOREIGN_TEXT, r->path);
    return false;
}

static const json *take(reading *r, const char *key)
{
    return json_take(r->object, key);
}

static bool take_text(reading *r, const char *key, const char **text)
{
    const json *value = take(r, key);
    if (!value || value->kind != JSON_STRING) return wrong(r, key, "a string");
    *text = value->text;
    return true;
}

static bool is_integer(const json *value, uint64_t *number)
{
    return value && value->kind == JSON_NUMBER && parse_digits(value->text, number);
}

static bool take_integer(reading *r, const char *key, uint64_t *number)
{
    return is_integer(take(r, key), number) || wrong(r, key, "an integer from 0 to 2^64 - 1");
}

static bool take_bool(reading *r, const char *key, bool *truth)
{
    const json *value = take(r, key);
    if (!value || value->kind != JSON_BOOL) return wrong(r, key, "true or false");
    *truth = value->truth;
    return true;
}

/* An array of two integers at most and `min` at least. */
static bool is_pair(const json *value, unsigned min, uint64_t pair[2], unsigned *count)
{
    *count = 0;
    bool ok = value && value->kind == JSON_ARRAY;
    for (const json *e = ok ? value->child : NULL; e && ok; e = e->next)
        ok = *count < 2 && is_integer(e, &pair[(*count)++]);
    return ok && *count >= min;
}

static bool take_pair(reading *r, const char *key, unsigned min, uint64_t pair[2], unsigned *count)
{
    return is_pair(take(r, key), min, pair, count) || wrong(r, key, "an array of at most two integers");
}

static bool all_taken(const reading *r)
{
    const char *unknown = json_untaken(r->object);
    if (!unknown) return true;
    *r->error = get_text(OUTPUT_JOB_UNKNOWN_TEXT, r->path, unknown, rr_version());
    return false;
}

static bool take_file(reading *parent, const json *value, job_param *p)
{
    reading r = {parent->path, parent->error, value, parent->status};
    const char *file, *column = NULL, *dtype, *digest;
    if (json_member(value, "column") && !take_text(&r, "column", &column)) return false;
    if (!take_text(&r, "file", &file) || !take_text(&r, "dtype", &dtype) || !take_text(&r, "sha256", &digest)) return false;
    if (!take_pair(&r, "shape", 0, p->array.shape, &p->array.dims) || !all_taken(&r)) return false;
    p->array.type = dtype_find(dtype);
    if (!p->array.type || dtype_size(p->array.type) < 4) return wrong(&r, "dtype", "f32, f64, i32, i64, u32 or u64");
    if (strlen(digest) != RR_SHA256_TEXT - 1) return wrong(&r, "sha256", "64 hexadecimal digits");
    strcpy(p->array.digest, digest);
    char *folder = path_folder(r.path);
    p->path = path_join(folder, file);
    p->column = column ? get_copy(column) : NULL;
    free(folder);
    return true;
}

/* Numbers that JSON does not have are written as strings: "inf". */
static bool is_number(const json *value)
{
    return value && (value->kind == JSON_NUMBER || value->kind == JSON_STRING);
}

/* Writes the numbers of an array as a row of a list on the command line; false if one is not a number. */
static bool write_row(FILE *to, const json *array, bool first)
{
    double number;
    if (!first) fputc(';', to);
    for (const json *e = array->child; e; e = e->next) {
        if (!is_number(e) || !parse_real(e->text, &number)) return false;
        fprintf(to, "%s%s", e == array->child ? "" : ",", e->text);
    }
    return true;
}

/* Reads [3, 4, 5], or the rows [[1, 2], [3, 4]], by the reader of lists on the command line. */
static bool take_list(const json *value, bool whole, npy_array *a)
{
    const bool rows = value->child && value->child->kind == JSON_ARRAY;
    char *text = NULL, error[NPY_ERROR];
    size_t length;
    FILE *to = open_memstream(&text, &length);
    bool ok = to != NULL;
    for (const json *row = rows ? value->child : value; row && ok; row = rows ? row->next : NULL)
        ok = row->kind == JSON_ARRAY && write_row(to, row, row == value || row == value->child);
    if (to) fclose(to);
    ok = ok && !list_read_as(text, rows, whole, a, error);
    free(text);
    return ok;
}

static bool take_params(reading *parent, job *job)
{
    reading r = {parent->path, parent->error, take(parent, "params"), parent->status};
    if (!r.object || r.object->kind != JSON_OBJECT) return wrong(parent, "params", "an object");
    for (uint32_t i = 0; i < job->sampler->params; ++i) {
        const char *name = job->sampler->param[i].name;
        const json *value = take(&r, name);
        job_param *p = &job->param[i];
        if (value && value->kind == JSON_OBJECT) {
            if (!take_file(&r, value, p)) return false;
            continue;
        }
        p->exact = true;
        if (value && value->kind == JSON_ARRAY ? !take_list(value, job->sampler->integers, &p->array)
                                               : !is_number(value) || !param_number(job, i, value->text, p))
            return *r.error = get_text("%s: in \"params\" \"%s\" must be a number, a list or a file", r.path, name), false;
    }
    return all_taken(&r);
}

static bool take_real(reading *r, const char *key, double *value)
{
    const json *number = take(r, key);
    return (is_number(number) && parse_real(number->text, value)) || wrong(r, key, "a number");
}

/* A file or a list of numbers, if the object has it. */
static bool take_values(reading *r, const char *key, job_values *values)
{
    job_param p = {0};
    const json *value = take(r, key);
    bool ok = true;
    if (value && value->kind == JSON_OBJECT) ok = take_file(r, value, &p);
    else if (value && (value->kind != JSON_ARRAY || !take_list(value, false, &p.array)))
        ok = wrong(r, key, "a list or a file");
    *values = (job_values){p.path, p.column, p.array};
    return ok;
}

static bool take_expression(reading *r, job_density *law)
{
    const char *text;
    const bool cdf = json_member(r->object, "cdf") != NULL;
    law->log = json_member(r->object, "log_density") != NULL;
    if (!take_text(r, cdf ? "cdf" : law->log ? "log_density" : "expression", &text)) return false;
    law->expression = get_copy(text);
    if (cdf && !take_text(r, "tail", &text)) return false;
    if (cdf) law->tail = get_copy(text);
    return true;
}

/* Makes the distribution from its density again; it must have the same digest. */
static bool take_density(reading *parent, const json *object, job *job)
{
    reading r = {parent->path, parent->error, object, parent->status};
    job_density *law = &job->density;
    const char *digest;
    char *end;
    law->centre = NAN;
    if (object->kind != JSON_OBJECT) return wrong(parent, "density", "an object");
    const json *breaks = json_member(object, "breaks");
    if (!take_values(&r, "table", &law->table) || !take_values(&r, "histogram", &law->histogram) ||
        !take_values(&r, "edges", &law->edges) || !take_values(&r, "samples", &law->samples))
        return false;
    if (!law->table.path && law->table.array.data) return wrong(&r, "table", "a file");
    if (!tables_has(law) && !take_expression(&r, law)) return false;
    if (!take_real(&r, "low", &law->low) || !take_real(&r, "high", &law->high)) return false;
    if (!take_text(&r, "digest", &digest)) return false;
    if (json_member(object, "centre") && !take_real(&r, "centre", &law->centre)) return false;
    const bool listed = breaks && breaks->kind == JSON_ARRAY && take_list(take(&r, "breaks"), false, &law->breaks);
    if (breaks && (!listed || law->breaks.dims != 1))
        return wrong(&r, "breaks", "a list of numbers");
    law->digest = strtoull(digest, &end, 16);
    if (strlen(digest) != 16 || *end || !law->digest) return wrong(&r, "digest", "16 hexadecimal digits");
    if (!all_taken(&r)) return false;
    char *error = density_make(law, NULL, parent->status);
    if (error) *parent->error = get_text("%s: %s", parent->path, error);
    free(error);
    job->sampler = rr_sampler_about(law->made);
    return !error;
}

/* Opens the user-defined distribution of that name. Only the file that the job names is opened. */
static bool take_law(reading *parent, const char *name, job *job)
{
    reading r = {parent->path, parent->error, take(parent, "law"), parent->status};
    const char *file, *digest;
    if (r.object->kind != JSON_OBJECT) return wrong(parent, "law", "an object");
    if (!take_text(&r, "file", &file) || !take_text(&r, "sha256", &digest) || !all_taken(&r)) return false;
    char *folder = path_folder(r.path), *path = path_join(folder, file);
    job->sampler = law_with_digest(path, name, digest, r.error, parent->status);
    free(folder);
    job->law = path;
    if (!job->sampler) return false;
    return !strcmp(job->sampler->name, name) || wrong(parent, "sampler", "the name of the law");
}

static bool take_sampler(reading *r, job *job)
{
    const char *name;
    uint64_t version;
    if (!take_text(r, "sampler", &name) || !take_integer(r, "bits_version", &version)) return false;
    if (json_member(r->object, "law")) {
        if (!take_law(r, name, job)) return false;
    } else job->sampler = sampler_find(name);
    if (!job->sampler) return wrong(r, "sampler", "one of those that reroll samplers lists");
    const json *law = json_member(r->object, "density");
    if (law && !rr_sampler_method(job->sampler->sampler)->inverse)
        return wrong(r, "density", "left out: the sampler makes none");
    if (version == job->sampler->bits_version) return !law || take_density(r, take(r, "density"), job);
    *r->error = get_text("%s was made with version %" PRIu64 " of the bits of %s, this is version %" PRIu32
                         "; the reroll that it names can remake it", r->path, version, name, job->sampler->bits_version);
    return false;
}

static bool take_choices(reading *r, job *job)
{
    const char *dtype, *format, *strategy, *bad;
    char choices[64];
    if (!take_text(r, "dtype", &dtype) || !take_text(r, "format", &format) || !take_text(r, "strategy", &strategy) ||
        !take_text(r, "bad", &bad))
        return false;
    job->dtype = dtype_find(dtype);
    if (!job->dtype || !dtype_listed(job->sampler, job->dtype))
        return wrong(r, "dtype", dtype_choices(job->sampler, choices));
    if (!format_find(format, &job->format) || (job->format == FORMAT_NPY && !*dtype_numpy(job->dtype)))
        return wrong(r, "format", *dtype_numpy(job->dtype) ? "npy, raw, text or csv" : "raw, text or csv");
    if (strcmp(strategy, "any") && (rr_strategy_find(strategy, &job->strategy) || !job_can_fail(job)))
        return wrong(r, "strategy", "any or fixed:M");
    if (json_member(r->object, "antithetic") && !take_bool(r, "antithetic", &job->antithetic)) return false;
    if (job->antithetic && !job->sampler->monotone) return wrong(r, "antithetic", "true for inverse CDFs only");
    if (json_member(r->object, "toward_zero") && !take_bool(r, "toward_zero", &job->toward_zero)) return false;
    if (job->toward_zero && job->dtype != RR_F16 && job->dtype != RR_BF16)
        return wrong(r, "toward_zero", "true for f16 and bf16 only");
    job->bad_nan = !strcmp(bad, "nan");
    return job->bad_nan || !strcmp(bad, "refuse") || wrong(r, "bad", "nan or refuse");
}

/* The number of components of a row; 1 if samples are not rows. */
static uint64_t row_of(const job *job)
{
    return sampler_is_row(job->sampler) && job->dims == 2 && job->shape[1] ? job->shape[1] : 1;
}

/* Reads stream, shape and slice. Every sum and product is checked for overflow here, so that others can rely on it. */
static bool take_extent(reading *r, job *job)
{
    uint64_t slice[2], total;
    unsigned parts;
    if (!take_integer(r, "seed", &job->stream.seed) || !take_integer(r, "stream", &job->stream.stream) ||
        !take_integer(r, "first", &job->stream.next) || !take_pair(r, "shape", 1, job->shape, &job->dims) ||
        !take_pair(r, "slice", 2, slice, &parts))
        return false;
    if (__builtin_mul_overflow(job->shape[0], job->dims == 2 ? job->shape[1] : 1, &total))
        return wrong(r, "shape", "of at most 2^64 - 1 elements");
    if (total && job->stream.next > UINT64_MAX - (total - 1))
        return wrong(r, "first", "at most 2^64 minus the number of elements");
    if (slice[0] > total || slice[1] > total - slice[0] || slice[0] % row_of(job) || slice[1] % row_of(job))
        return wrong(r, "slice", "within the shape, of whole rows");
    job->start = slice[0];
    job->count = slice[1];
    return true;
}

/* In a shard's job file, "slice" is the slice of the whole job. */
static bool take_shard(reading *r, job *job)
{
    uint64_t shard[2];
    unsigned parts;
    if (!json_member(r->object, "shard")) return true;
    if (!take_pair(r, "shard", 2, shard, &parts)) return false;
    return shard_cut(job, shard[0], shard[1]) || wrong(r, "shard", "[k, K], k from 0 to K - 1, K at most 1000000");
}

/* Reads the digest, which a complete shard has. */
static bool take_digest(reading *r, const job *job, job_state *state)
{
    const char *digest;
    if (!job->shard.of || !json_member(r->object, "sha256"))
        return !job->shard.of || !state->complete || wrong(r, "sha256", "there: the file is complete");
    if (!take_text(r, "sha256", &digest)) return false;
    if (strlen(digest) != RR_SHA256_TEXT - 1) return wrong(r, "sha256", "64 hexadecimal digits");
    strcpy(state->digest, digest);
    return true;
}

/* Ranges of whole rows in increasing order, with gaps between them. Lines of text have no fixed positions, so text files
 * have only one range, from the beginning. */
static bool take_parts(reading *r, const job *job, job_state *state)
{
    const json *value = take(r, "done");
    const uint64_t unit = row_of(job);
    uint64_t pair[2], end = 0;
    unsigned count;
    bool ok = value && value->kind == JSON_ARRAY;
    for (const json *e = ok ? value->child : NULL; e && ok; e = e->next) {
        ok = is_pair(e, 2, pair, &count) && pair[1] && pair[0] <= job->count && pair[1] <= job->count - pair[0];
        ok = ok && pair[0] % unit == 0 && pair[1] % unit == 0 && (e == value->child || pair[0] > end);
        ok = ok && (!format_is_text(job->format) || !pair[0]);
        if (ok) ranges_add(&state->parts, pair[0], pair[1]);
        if (ok) end = pair[0] + pair[1];
    }
    return ok || wrong(r, "done", "a list of ranges, [first, count], in order, within the samples");
}

static bool take_number_done(reading *r, const job *job, job_state *state)
{
    uint64_t done;
    if (!take_integer(r, "done", &done)) return false;
    if (done > job->count || done % row_of(job)) return wrong(r, "done", "at most the number of samples, whole rows");
    ranges_add(&state->parts, 0, done);
    return true;
}

static bool take_state(reading *r, const job *job, uint64_t version, job_state *state)
{
    if (!(version == JOB_VERSION ? take_parts : take_number_done)(r, job, state) ||
        !take_integer(r, "bytes", &state->bytes) || !take_integer(r, "failed", &state->failed) ||
        !take_bool(r, "complete", &state->complete))
        return false;
    const json *index = take(r, "failed_index");
    state->failed_index = UINT64_MAX;
    if (!index || (index->kind != JSON_NULL && !is_integer(index, &state->failed_index)))
        return wrong(r, "failed_index", "null or an integer");
    state->done = ranges_total(&state->parts);
    if (state->failed > state->done) return wrong(r, "failed", "at most the number of samples that are done");
    const uint64_t min = shard_bytes(job, ranges_end(&state->parts));
    const bool within = state->bytes >= min && state->bytes <= shard_bytes(job, job->count);
    if (format_is_text(job->format) || state->done == 0 || within) return true;
    return wrong(r, "bytes", "the length of a file that holds what is done");
}

static bool take_job(reading *r, job *job, job_state *state)
{
    const char *program;
    uint64_t version;
    if (r->object->kind != JSON_OBJECT || !json_member(r->object, "job_version")) return no_job(r);
    if (!take_text(r, "program", &program) || !take_integer(r, "job_version", &version)) return false;
    if (version != JOB_VERSION && version != JOB_VERSION_NUMBER) return wrong(r, "job_version", "1 or 2");
    return take_sampler(r, job) && take_choices(r, job) && take_extent(r, job) && take_shard(r, job) &&
           take_params(r, job) && take_state(r, job, version, state) && take_digest(r, job, state) && all_taken(r);
}

exit_status jobfile_parse(char *text, const char *path, job *job, job_state *state, char **error)
{
    exit_status status = EXIT_USAGE;
    reading r = {path, error, NULL, &status};
    memset(job, 0, sizeof *job);
    *state = JOB_STATE_NEW;
    *error = NULL;
    const char *repeated;
    json *object = json_read(text, &repeated);
    r.object = object;
    if (repeated) *error = get_text(OUTPUT_JOB_REPEATED_TEXT, path, repeated);
    const bool ok = object ? take_job(&r, job, state) : repeated ? false : no_job(&r);
    json_free(object);
    if (ok) return EXIT_DONE;
    job_free(job);
    ranges_free(&state->parts);
    return status ? status : EXIT_USAGE;
}

exit_status jobfile_read(const char *path, job *job, job_state *state, char **error)
{
    memset(job, 0, sizeof *job);
    *state = JOB_STATE_NEW;
    *error = NULL;
    char *text = output_job_read(path, error);
    const exit_status status = text ? jobfile_parse(text, path, job, state, error) : EXIT_USAGE;
    free(text);
    return status;
}

/* Asks for the dimensions of samples with this number of values. Matrix parameters give R and C. */
static void ask_for(job *job, uint64_t values)
{
    const rr_shape *shape = &job->sampler->shape;
    job->asked = (rr_dims){.k = shape->side[0] == RR_DIM_K ? values : 0,
                           .d = shape->side[0] == RR_DIM_D ? (uint64_t)sqrt((double)(values / rr_shape_parts(*shape))) : 0};
}

exit_status jobfile_load(const char *path, job *job)
{
    const uint64_t shape[2] = {job->shape[0], job->shape[1]}, start = job->start, count = job->count,
                   total = sampler_is_row(job->sampler) ? job->shape[0] : job_total(job);
    const unsigned dims = job->dims;
    exit_status status;
    ask_for(job, shape[1]);
    if ((status = job_load(job)) || (status = job_validate(job, &total, "the job file's \"shape\" of"))) return status;
    job->start = start;
    job->count = count;
    if (dims == job->dims && shape[0] == job->shape[0] && (dims != 2 || shape[1] == job->shape[1])) return EXIT_DONE;
    return refuse(EXIT_USAGE, "%s: \"shape\" is not that of its parameters", path);
}

/* ---- The record ---- */

static int write_record(const char *path, const void *job, const job_state *state)
{
    return jobfile_write(path, job, state);
}

static bool read_record(const char *path, const void *job, job_state *state, char **difference)
{
    struct job there;
    if (jobfile_read(path, &there, state, difference)) return false;
    *difference = job_difference(&there, job);
    job_free(&there);
    return true;
}

static const char *input_of(const void *job, uint32_t number, const char **option, bool *past)
{
    const struct job *of = job;
    const job_values *const more[] = {&of->density.table, &of->density.histogram, &of->density.edges,
                                      &of->density.samples};
    static const char *const names[] = {"table", "histogram", "edges", "samples"};
    const uint32_t params = of->sampler->params;
    *past = number >= params + sizeof more / sizeof more[0];
    *option = *past ? NULL : number < params ? of->sampler->param[number].name : names[number - params];
    return *past ? NULL : number < params ? of->param[number].path : more[number - params]->path;
}

record jobfile_record(const job *job)
{
    return (record){job, job->count, write_record, read_record, input_of};
}
