/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The readers of job files, of `reroll sample` and of `reroll transform`, from the text to the request. The input is the job
 * file, and after a zero byte the content of the files that it names. */
#include "harness.h"
#include "cli/base/law.h"
#include "cli/job/jobfile.h"
#include "cli/job/shard.h"
#include "cli/transform/request.h"

#include <stdlib.h>
#include <string.h>

static const rr_sampler_info *no_law(const char *path, char **why, exit_status *status)
{
    *why = get_text("%s: no distribution is compiled here", path);
    *status = EXIT_DEVICE;
    return NULL;
}

/* The job file that is written for a job describes the same job. */
static void write_again(const job *whole)
{
    job again;
    job_state state;
    char *error, *text = jobfile_text("y.job.json", whole);
    fuzz_check(!jobfile_parse(text, "y.job.json", &again, &state, &error));
    error = job_difference(whole, &again);
    fuzz_check(!error);
    ranges_free(&state.parts);
    job_free(&again);
    free(text);
}

/* Checks what others rely on, and reads the files that the job names. */
static void load(job *whole, const job_state *state)
{
    rr_job call;
    fuzz_check(state->done <= whole->count && ranges_end(&state->parts) <= whole->count);
    fuzz_check(whole->start <= job_total(whole) && whole->count <= job_total(whole) - whole->start);
    shard_join(whole);
    fuzz_messages();
    const exit_status status = jobfile_load("x.job.json", whole);
    fuzz_check(fuzz_messages() == (status != EXIT_DONE));
    if (status) return;
    ++fuzz_accepted;
    job_as_call(whole, &call);
    write_again(whole);
}

static void read_transform(const uint8_t *data, size_t size)
{
    transform_request request;
    char *argv[] = {"transform", "--job", "x.job.json", NULL};
    fuzz_file(data, size, 0);
    fuzz_messages();
    const exit_status status = transform_read(3, argv, &request);
    fuzz_check(fuzz_messages() == (status != EXIT_DONE));
    fuzz_accepted += !status;
    transform_free(&request);
}

int fuzz_job(const uint8_t *data, size_t size)
{
    job whole;
    job_state state;
    char *error;
    const uint8_t *content;
    size_t left;
    char *text = fuzz_text(data, size, &content, &left);
    const bool transform = strstr(text, "transform_version");
    law_find_by(no_law);
    fuzz_file(content, left, 0);
    const exit_status status = jobfile_parse(text, "x.job.json", &whole, &state, &error);
    fuzz_check(status ? error && error[0] : !error);
    if (!status) {
        load(&whole, &state);
        job_free(&whole);
        ranges_free(&state.parts);
    }
    free(error);
    if (transform) read_transform(data, size);
    fuzz_text_free(text);
    return 0;
}
