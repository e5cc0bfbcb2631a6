/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* FILE.job.json of `reroll transform`: what FILE is made of. docs/man/reroll-transform.1 lists its entries. */
#include "transform_wish.h"
#include "json.h"
#include "jobfile.h"

#include <inttypes.h>

enum { TRANSFORM_VERSION = 1 };

static void write_points(FILE *to, const char *folder, const transform_wish *w)
{
    static const char *const scrambles[] = {"none", "shift", "owen"};
    if (w->path) {
        jobfile_array(to, folder, w->path, &w->array);
        return;
    }
    fprintf(to, "{\"set\": \"%s\", \"n\": %" PRIu64 ", \"low\": ", transform_option_name(w->source), w->n);
    json_write_real(to, w->set.low);
    fprintf(to, ", \"high\": ");
    json_write_real(to, w->set.high);
    fprintf(to, ", \"scramble\": \"%s\", \"scramble_seed\": %" PRIu64 "}", scrambles[w->set.scramble], w->set.scramble_seed);
}

static void write_text(FILE *to, const char *folder, const void *job, const job_state *state)
{
    const transform_wish *w = job;
    const bool drop = w->value[TO_DROP] != NULL;
    fprintf(to, "{\n  \"program\": \"reroll %s\",\n  \"transform_version\": %d,\n", rr_version(), TRANSFORM_VERSION);
    fprintf(to, "  \"transform\": \"%s\",\n  \"points\": ", w->method->name);
    write_points(to, folder, w);
    fprintf(to, ",\n  \"seed\": %" PRIu64 ",\n  \"stream\": %" PRIu64 ",\n  \"first\": %" PRIu64 ",\n", w->stream.seed,
            w->stream.stream, w->stream.next);
    fprintf(to, "  \"mean\": ");
    json_write_real(to, w->mean);
    fprintf(to, ",\n  \"sd\": ");
    json_write_real(to, w->sd);
    fprintf(to, ",\n  \"drop\": %s,\n  \"dtype\": \"%s\",\n  \"format\": \"%s\",\n", drop ? "true" : "false",
            dtype_name(w->dtype), format_name(w->format));
    fprintf(to, "  \"refused\": %" PRIu64 ",\n  \"bytes\": %" PRIu64 ",\n  \"complete\": %s\n}\n", state->failed,
            state->bytes, state->complete ? "true" : "false");
}

static int write_record(const char *path, const void *job, const job_state *state)
{
    return jobfile_replace(path, write_text, job, state);
}

static const char *input_of(const void *job, uint32_t number, const char **option, bool *past)
{
    *past = number > 0;
    *option = transform_option_name(TO_POINTS);
    return *past ? NULL : ((const transform_wish *)job)->path;
}

record transform_record(const transform_wish *w)
{
    return (record){w, w->n, write_record, NULL, input_of};
}
