/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes and reads FILE.job.json of `reroll transform`. docs/man/transform.man lists its entries. */
#include "record.h"
#include "cli/files/json.h"
#include "cli/files/paths.h"
#include "cli/job/jobfile.h"
#include "cli/output/output_job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TRANSFORM_VERSION = 1 };

static void write_points(json_out *out, const char *folder, const transform_request *w)
{
    static const char *const scrambles[] = {"none", "shift", "owen"};
    if (w->path) {
        jobfile_array(out, "points", folder, w->path, w->column, &w->array);
        return;
    }
    json_object(out, "points", json_line);
    json_text(out, "set", transform_option_name(w->source));
    json_integer(out, "n", w->n);
    json_integer(out, "dims", w->width);
    json_real(out, "low", w->set.low);
    json_real(out, "high", w->set.high);
    json_text(out, "scramble", scrambles[w->set.scramble]);
    json_integer(out, "scramble_seed", w->set.scramble_seed);
    json_end(out);
}

static void write_text(FILE *to, const char *folder, const void *job, const job_state *state)
{
    const transform_request *w = job;
    json_out out = {.to = to};
    json_object(&out, NULL, json_lines);
    jobfile_program(&out);
    json_integer(&out, "transform_version", TRANSFORM_VERSION);
    json_text(&out, "transform", w->method ? w->method->name : "none");
    write_points(&out, folder, w);
    jobfile_stream(&out, w->stream);
    json_real(&out, "mean", w->mean);
    json_real(&out, "sd", w->sd);
    json_bool(&out, "drop", w->value[TO_DROP] != NULL);
    json_text(&out, "dtype", dtype_name(w->dtype));
    json_text(&out, "format", format_name(w->format));
    json_integer(&out, "refused", state->failed);
    json_integer(&out, "bytes", state->bytes);
    json_bool(&out, "complete", state->complete);
    json_end(&out);
}

/* ---- Reading: entries are turned into options, which are then read as if they had been typed ---- */

/* take() returns the text of a member of the expected kind. `wrong` is the first key that is missing or wrong; `unknown` is
 * the first key that no take() has asked for. */
typedef struct reading {
    const json *object;
    const char *wrong, *unknown;
} reading;

static const char *take(reading *r, const char *key, json_kind kind)
{
    const json *value = json_take(r->object, key);
    if (value && value->kind == kind) return kind == JSON_BOOL ? value->truth ? "" : NULL : value->text;
    if (!r->wrong) r->wrong = key;
    return NULL;
}

static void take_file(reading *r, const char *job_path, transform_request *w)
{
    const char *file = take(r, "file", JSON_STRING);
    const char *column = json_member(r->object, "column") ? take(r, "column", JSON_STRING) : NULL;
    take(r, "dtype", JSON_STRING);
    take(r, "shape", JSON_ARRAY);
    w->digest = take(r, "sha256", JSON_STRING);
    if (!file) return;
    char *folder = path_folder(job_path), *path = path_join(folder, file);
    w->value[TO_POINTS] = w->made = get_text("@%s%s%s", path, column ? ":" : "", column ? column : "");
    free(folder);
    free(path);
}

static void take_set(reading *r, transform_request *w)
{
    const char *set = take(r, "set", JSON_STRING), *n = take(r, "n", JSON_NUMBER);
    if (json_member(r->object, "dims")) w->value[TO_DIMS] = take(r, "dims", JSON_NUMBER);
    const char *scramble = take(r, "scramble", JSON_STRING), *seed = take(r, "scramble_seed", JSON_NUMBER);
    take(r, "low", JSON_NUMBER);
    take(r, "high", JSON_NUMBER);
    bool known = false;
    for (int i = TO_GRID; set && i <= TO_HALTON; ++i) {
        if (strcmp(set, transform_option_name((transform_option)i))) continue;
        w->value[i] = n;
        known = true;
    }
    if (!known && !r->wrong) r->wrong = "set";
    if (scramble && seed && strcmp(scramble, "none"))
        w->value[TO_SCRAMBLE] = w->made = get_text("%s:%s", scramble, seed);
}

static void take_points(reading *parent, const char *path, transform_request *w)
{
    const json *value = json_member(parent->object, "points");
    reading r = {.object = value};
    take(parent, "points", JSON_OBJECT);
    if (parent->wrong) return;
    if (json_member(value, "file")) take_file(&r, path, w);
    else take_set(&r, w);
    parent->wrong = r.wrong;
    parent->unknown = json_untaken(value);
}

static void take_all(reading *r, const char *path, transform_request *w)
{
    const char *version = take(r, "transform_version", JSON_NUMBER), *method = take(r, "transform", JSON_STRING);
    take(r, "program", JSON_STRING);
    take_points(r, path, w);
    w->value[TO_SEED] = take(r, "seed", JSON_NUMBER);
    w->value[TO_STREAM] = take(r, "stream", JSON_NUMBER);
    w->value[TO_FIRST] = take(r, "first", JSON_NUMBER);
    w->value[TO_MEAN] = take(r, "mean", JSON_NUMBER);
    w->value[TO_SD] = take(r, "sd", JSON_NUMBER);
    w->value[TO_DROP] = take(r, "drop", JSON_BOOL);
    w->value[TO_DTYPE] = take(r, "dtype", JSON_STRING);
    const char *format = take(r, "format", JSON_STRING);
    take(r, "refused", JSON_NUMBER);
    take(r, "bytes", JSON_NUMBER);
    take(r, "complete", JSON_BOOL);
    if (!r->unknown) r->unknown = json_untaken(r->object);
    w->method = rr_transform_find(method);
    if (!r->wrong && strcmp(version, "1")) r->wrong = "transform_version";
    if (!r->wrong && !w->method && strcmp(method, "none")) r->wrong = "transform";
    if (!r->wrong && !format_find(format, &w->format)) r->wrong = "format";
    if (w->value[TO_GRID]) w->value[TO_FIRST] = NULL;   /* a grid has no --first: the entry is 0 */
}

exit_status transform_remake(const char *path, transform_request *w)
{
    char *error = NULL;
    const char *repeated;
    w->text = output_job_read(path, &error);
    if (!w->text) {
        refuse(EXIT_USAGE, "%s", error);
        free(error);
        return EXIT_USAGE;
    }
    w->parsed = json_read(w->text, &repeated);
    if (repeated) return refuse(EXIT_USAGE, OUTPUT_JOB_REPEATED_TEXT, path, repeated);
    reading r = {.object = w->parsed};
    if (!w->parsed || w->parsed->kind != JSON_OBJECT || !json_member(w->parsed, "transform_version"))
        return refuse(EXIT_USAGE, "%s is not a job file of reroll transform", path);
    take_all(&r, path, w);
    if (r.wrong) return refuse(EXIT_USAGE, "%s: \"%s\" is missing or wrong", path, r.wrong);
    if (!r.unknown) return EXIT_DONE;
    return refuse(EXIT_USAGE, OUTPUT_JOB_UNKNOWN_TEXT, path, r.unknown, rr_version());
}

/* ---- The record ---- */

static int write_record(const char *path, const void *job, const job_state *state)
{
    return output_job_replace(path, write_text, job, state);
}

static const char *input_of(const void *job, uint32_t number, const char **option, bool *past)
{
    *past = number > 0;
    *option = transform_option_name(TO_POINTS);
    return *past ? NULL : ((const transform_request *)job)->path;
}

record transform_record(const transform_request *w)
{
    return (record){w, w->n, write_record, NULL, input_of};
}
