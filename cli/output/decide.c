/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Decides how an output starts. Without --force nothing of value is lost: no FILE, no unfinished FILE.part, and no
 * FILE.job.json of another file, because a result that was moved can't be remade without it. */
#include "decide.h"
#include "output_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The existing files, and whether they belong to this job. */
typedef struct scene {
    bool file, part, job_file;    /* FILE exists; FILE.part is not empty; the job file can be read as a job of this kind */
    uint64_t file_bytes, part_bytes;
    bool odd_part, shared_part;   /* FILE.part is not a regular file; it has another hard link */
    output_job_kind kind;               /* FILE.job.json's */
    bool draft;                   /* FILE.part has its own job file, FILE.part.job.json */
    job_state state;              /* the job file's */
    char *difference;             /* why the job file is of another job; NULL: it is this job's */
} scene;

static void look(const output *out, scene *s)
{
    struct stat st;
    memset(s, 0, sizeof *s);
    s->file = !stat(out->file, &st);
    s->file_bytes = s->file ? (uint64_t)st.st_size : 0;
    if (!lstat(out->part, &st)) {
        s->odd_part = !S_ISREG(st.st_mode);
        s->shared_part = st.st_nlink > 1;
        s->part_bytes = s->odd_part ? 0 : (uint64_t)st.st_size;
        s->part = s->part_bytes != 0;
    }
    s->kind = output_job_glance(out->job_file);
    s->draft = s->part && output_job_is_draft(out->draft);
    const char *path = s->draft ? out->draft : out->job_file;
    if (output_resumes(out) && !stat(path, &st) && S_ISREG(st.st_mode))
        s->job_file = out->record.read(path, out->record.job, &s->state, &s->difference);
}

/* The reason why FILE.part can't be resumed, to be freed, or NULL if it can. */
static char *part_obstacle(const output *out, const scene *s)
{
    if (!s->job_file) return get_text("%s.part has no job file%s%s", out->name, s->difference ? ": " : "",
                                  s->difference ? s->difference : "");
    if (s->state.complete) return get_text("%s.part does not belong to its job file", out->name);
    if (s->difference) return get_text("%s.part is of another job: %s", out->name, s->difference);
    if (s->part_bytes < s->state.bytes) return get_text("%s.part is shorter than at its last checkpoint", out->name);
    if (s->shared_part) return get_text("%s.part has a hard link", out->name);
    return NULL;
}

/* Starts a new file where none exists, unless another file's job file would be lost. */
static plan start_again(const output *out, bool force, const scene *s)
{
    const bool same = s->job_file && !s->difference, harmless = s->kind == OUTPUT_JOB_NONE || s->kind == OUTPUT_JOB_EMPTY;
    if (force || same || harmless) return PLAN_START;
    refuse(EXIT_USAGE, "%s.job.json %s: move it away, or --force %s it", out->name,
           s->kind == OUTPUT_JOB_FOREIGN ? "exists and is not a job file of reroll" : "describes a file that is not here",
           out->no_job ? "removes" : "replaces");
    return PLAN_REFUSED;
}

static plan plan_resume(const output *out, bool force, const scene *s)
{
    if (s->part) {
        char *obstacle = part_obstacle(out, s);
        if (obstacle && !force) refuse(EXIT_USAGE, "%s: remove it, or start again with --force", obstacle);
        if (!obstacle && s->file && !force)
            refuse(EXIT_USAGE, "%s exists; with --force the resumed job replaces it when it is complete", out->name);
        const bool start = obstacle != NULL, refused = !force && (start || s->file);
        free(obstacle);
        return refused ? PLAN_REFUSED : start ? PLAN_START : PLAN_RESUME;
    }
    if (!s->file) return start_again(out, force, s);
    if (s->job_file && !s->difference && s->file_bytes == s->state.bytes && s->state.done == out->record.count)
        return PLAN_COMPLETE;
    if (force) return PLAN_START;
    refuse(EXIT_USAGE, "%s exists and is not a file of this job%s%s; --force replaces it", out->name,
           s->difference ? ": " : "", s->difference ? s->difference : "");
    return PLAN_REFUSED;
}

/* Refuses an existing FILE.part; the message offers --resume only if that is possible. */
static void refuse_part(const output *out, const scene *s)
{
    char *obstacle = output_resumes(out) ? part_obstacle(out, s) : NULL;
    if (obstacle)
        refuse(EXIT_USAGE, "%s: remove it, or start again with --force", obstacle);
    else
        refuse(EXIT_USAGE, "%s.part holds an incomplete job; %s--force starts again", out->name,
               output_resumes(out) ? "--resume continues it, " : "");
    free(obstacle);
}

static plan plan_start(const output *out, bool force, const scene *s)
{
    if (force) return PLAN_START;
    if (s->part)
        refuse_part(out, s);
    else if (s->file && out->no_job && s->kind != OUTPUT_JOB_NONE)
        refuse(EXIT_USAGE, "%s exists; --force replaces it and removes %s", out->name, out->job_file);
    else if (s->file)
        refuse(EXIT_USAGE, "%s exists; --force replaces it", out->name);
    else
        return start_again(out, force, s);
    return PLAN_REFUSED;
}

plan plan_output(output *out, const output_request *request, job_state *state)
{
    scene s;
    plan plan = PLAN_REFUSED;
    ranges_free(&state->parts);
    look(out, &s);
    if (s.odd_part) refuse(EXIT_USAGE, "%s.part is not a regular file: remove it", out->name);
    else plan = request->resume ? plan_resume(out, request->force, &s) : plan_start(out, request->force, &s);
    const bool known = plan == PLAN_RESUME || plan == PLAN_COMPLETE;
    *state = known ? s.state : JOB_STATE_NEW;
    out->drafts = plan == PLAN_RESUME ? s.draft : output_resumes(out) && s.kind == OUTPUT_JOB_COMPLETE;
    out->error = plan == PLAN_REFUSED ? EEXIST : 0;
    if (!known) ranges_free(&s.state.parts);
    free(s.difference);
    return plan;
}
