/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "request.h"
#include "jobfile.h"
#include "cli/base/numbers.h"
#include "cli/files/output.h"
#include "cli/base/suggest.h"
#include "cli/base/synonyms.h"
#include "cli/files/textarray.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

exit_status request_whole(const char *option, const char *text, uint64_t *value)
{
    if (!text || parse_whole(text, value)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "%s %s: an integer from 0 to 2^64 - 1 is accepted, as 1000000, 1e6, 1M or 2^20%s", option,
                  text, strcmp(option, "--seed") ? "" : ", or random");
}

exit_status request_random(const char **seed, char taken[SEED_SIZE])
{
    uint64_t entropy;
    if (!*seed || strcmp(*seed, "random")) return EXIT_DONE;
    if (getrandom(&entropy, sizeof entropy, 0) != sizeof entropy)
        return refuse(EXIT_TROUBLE, "--seed random: the system gives no entropy: %s; give a seed", strerror(errno));
    snprintf(taken, SEED_SIZE, "%" PRIu64, entropy);
    *seed = taken;
    return EXIT_DONE;
}

void request_say_random(const char *taken)
{
    if (taken[0]) fprintf(stderr, "reroll: --seed %s, taken at random, gives the same again\n", taken);
}

static exit_status read_whole(const options *o, option_id id, uint64_t *value)
{
    char name[32];
    return request_whole(option_text(id, name), o->value[id], value);
}

/* A part of a path that is no number and no name. */
static exit_status refuse_part(const char *text, const char *part)
{
    uint64_t number;
    if (!is_numeric(part) || is_digits(part))
        return refuse(EXIT_USAGE,
                      "--stream %s: a number from 0 to 2^64 - 1 is accepted, or names and numbers with / between", text);
    char *digits = parse_whole(part, &number) ? get_text("write %" PRIu64 ", or ", number) : get_copy("");
    refuse(EXIT_USAGE, "--stream %s: '%s' begins as a number does, and numbers of streams are plain digits; %sa name that "
           "begins with a letter or _ is accepted", text, part, digits);
    free(digits);
    return EXIT_USAGE;
}

/* T is a number, or a path: a number first is the stream to derive from, every other part derives a child. What begins as
 * a number but is not plain digits would be another stream than somebody expects, number or name, and so is neither. */
exit_status request_stream(const char *text, rr_stream *stream)
{
    const char *at = text;
    bool first = true;
    do {
        const size_t length = strcspn(at, "/");
        char *part = get_text("%.*s", (int)length, at);
        uint64_t number = 0;
        const bool digits = is_digits(part), ok = length && (digits ? parse_digits(part, &number) : !is_numeric(part));
        if (ok && digits && first) *stream = rr_stream_make(stream->seed, number);
        else if (ok) *stream = digits ? rr_derive(*stream, number) : rr_derive_name(*stream, part);
        const exit_status status = ok ? EXIT_DONE : refuse_part(text, part);
        free(part);
        if (status) return status;
        first = false;
        at += length;
    } while (*at++);
    return EXIT_DONE;
}

static const char *strategy_name(size_t number, const void *context)
{
    rr_strategy_info info;
    (void)context;
    return rr_strategy_list(number, &info) ? info.name : NULL;
}

exit_status request_strategy(const char *text, rr_strategy *strategy)
{
    rr_strategy_info info;
    char hint[SUGGEST_SIZE], name[32];
    if (rr_strategy_find(text, strategy) == RR_OK) return EXIT_DONE;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    for (size_t i = 0; rr_strategy_list(i, &info); ++i) {
        if (strcmp(name, info.name)) continue;
        rr_strategy_text(info.example, name);
        return refuse(EXIT_USAGE, "--strategy %s: the form is %s, for example %s", text, info.form, name);
    }
    suggest(text, "", strategy_name, NULL, hint);
    return refuse(EXIT_USAGE, "unknown strategy '%s'%s", text, hint[0] ? hint : "; reroll strategies lists them");
}

static bool ends_in(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

/* The name of a regular file says its format; --format must agree. What is written directly is text unless it says. */
exit_status request_format(const char *path, const char *name, bool known, format *format)
{
    static const char *const ends[] = {[FORMAT_NPY] = ".npy", [FORMAT_RAW] = ".raw", [FORMAT_TEXT] = ".txt"};
    const bool direct = output_is_direct(path);
    if (name && !format_find(name, format)) return refuse(EXIT_USAGE, "--format %s: npy, raw or text are accepted", name);
    if (!name && direct) *format = FORMAT_TEXT;
    if (direct) return EXIT_DONE;
    for (int f = FORMAT_NPY; f <= FORMAT_TEXT; ++f) {
        if (!ends_in(path, ends[f])) continue;
        if (name && *format != (enum format)f)
            return refuse(EXIT_USAGE, "--format %s contradicts -o %s; leave one of them out", name, path);
        *format = f;
        return EXIT_DONE;
    }
    if (name || known) return EXIT_DONE;
    return refuse(EXIT_USAGE, "-o %s: the name must end in .npy, .raw or .txt, or --format must say what to write", path);
}

static exit_status read_dtype(const char *text, job *job)
{
    char choices[64];
    job->dtype = text ? dtype_find(text) : dtype_default(job->sampler);
    if (job->dtype && dtype_listed(job->sampler, job->dtype)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--dtype %s: %s gives %s", text, job->sampler->name, dtype_choices(job->sampler, choices));
}

static exit_status read_list(const char *name, const char *text, npy_array *array)
{
    char error[NPY_ERROR];
    const int status = list_read(text, array, error);
    return status ? refuse(status, "--%s %.60s%s %s", name, text, strlen(text) > 60 ? "..." : "", error) : EXIT_DONE;
}

static exit_status read_params(const options *o, job *job)
{
    exit_status status = EXIT_DONE;
    for (uint32_t i = 0; i < job->sampler->params && !status; ++i) {
        const rr_param_info *info = &job->sampler->param[i];
        const char *text = o->param[i];
        char range[RANGE_SIZE];
        job->param[i].number = info->fallback;
        range_text(param_range(info, job->dtype), range);
        if (param_is_matrix(job->sampler, i) && (!text || (text[0] != '@' && !is_list(text))))
            return refuse(EXIT_USAGE, "--%s%s%s: a matrix of shape (K, K) is wanted, as @FILE.npy or 1,0.5;0.5,2",
                          info->name, text ? " " : "", text ? text : "");
        if (!text && isnan(info->fallback))
            return refuse(EXIT_USAGE, "--%s is missing: a number in %s, a list such as 3,4,5, or @FILE.npy", info->name,
                          range);
        if (text && text[0] == '@') job->param[i].path = get_copy(text + 1);
        else if (text && is_list(text)) status = read_list(info->name, text, &job->param[i].array);
        else if (text && !parse_real(text, &job->param[i].number))
            return refuse(EXIT_USAGE, "--%s %s: a number in %s is accepted, a list such as 3,4,5, or @FILE.npy, .csv, .txt",
                          info->name, text, range);
    }
    if (status) return status;
    return job_load(job);
}

exit_status request_new(const rr_sampler *sampler, const options *o, job *job)
{
    uint64_t seed = 0, first = 0, number = 0;
    char names[NAMES_SIZE];
    exit_status status;
    memset(job, 0, sizeof *job);
    job->sampler = sampler;
    if ((status = read_whole(o, OPT_SEED, &seed))) return status;
    if ((status = read_whole(o, OPT_FIRST, &first))) return status;
    if ((status = read_whole(o, OPT_NUMBER, &number))) return status;
    job->stream = rr_stream_make(seed, 0);
    if (o->value[OPT_STREAM] && (status = request_stream(o->value[OPT_STREAM], &job->stream))) return status;
    job->stream.next = first;
    if (o->value[OPT_STRATEGY] && (status = request_strategy(o->value[OPT_STRATEGY], &job->strategy))) return status;
    if (o->value[OPT_BAD] && strcmp(o->value[OPT_BAD], "nan"))
        return refuse(EXIT_USAGE, "--bad %s: nan is accepted", o->value[OPT_BAD]);
    job->bad_nan = o->value[OPT_BAD] != NULL;
    job->antithetic = o->value[OPT_ANTITHETIC] != NULL;
    if (job->antithetic && !sampler->monotone)
        return refuse(EXIT_USAGE, "--antithetic: %s is no inverse CDF; %s are", sampler->name, monotone_samplers(names));
    if ((status = request_format(o->value[OPT_OUTPUT], o->value[OPT_FORMAT], false, &job->format))) return status;
    if ((status = read_dtype(o->value[OPT_DTYPE], job))) return status;
    if ((status = read_params(o, job))) return status;
    return job_settle(job, o->value[OPT_NUMBER] ? &number : NULL);
}

/* --first is an index, as everywhere: that of a sample which the file has. */
static exit_status cut_slice(const options *o, job *job, uint64_t start, uint64_t count)
{
    const uint64_t unit = job->sampler->vector ? job->cols : 1, low = job->stream.next + start / unit;
    uint64_t first = low, number;
    count /= unit;
    exit_status status;
    if ((status = read_whole(o, OPT_FIRST, &first))) return status;
    if (first < low || first - low > count)
        return refuse(EXIT_USAGE, "--first %s: the job has %" PRIu64 " samples from index %" PRIu64 " on",
                      o->value[OPT_FIRST], count, low);
    number = count - (first - low);
    const uint64_t left = number;
    if ((status = read_whole(o, OPT_NUMBER, &number))) return status;
    if (number > left)
        return refuse(EXIT_USAGE, "-n %s: the job has %" PRIu64 " samples from index %" PRIu64 " on",
                      o->value[OPT_NUMBER], left, first);
    job->start = (first - job->stream.next) * unit;
    job->count = number * unit;
    return EXIT_DONE;
}

/* fixed:M may leave samples out, so it is part of the job; every other strategy gives the same bytes. */
static exit_status choose_strategy(const options *o, job *job)
{
    const char *text = o->value[OPT_STRATEGY];
    const rr_strategy made = job->strategy;
    const bool withheld = job_withholds(job);
    char name[32];
    exit_status status;
    if (!text) return EXIT_DONE;
    if ((status = request_strategy(text, &job->strategy))) return status;
    if (withheld == job_withholds(job) && (!withheld || made.number == job->strategy.number)) return EXIT_DONE;
    rr_strategy_text(made, name);
    return refuse(EXIT_USAGE, "--strategy %s: fixed:M without + changes what is drawn, and the job was made with %s", text,
                  withheld ? name : "another one");
}

exit_status request_from_file(const options *o, job *job)
{
    const char *path = o->value[OPT_JOB];
    job_state state;
    char *error;
    exit_status status = options_with_job(o);
    memset(job, 0, sizeof *job);
    if (status) return status;
    if (!jobfile_read(path, job, &state, &error)) {
        refuse(EXIT_USAGE, "%s", error);
        free(error);
        return EXIT_USAGE;
    }
    if (!state.complete && !o->value[OPT_RESUME] &&
        (status = jobfile_refuse_older(path, state.bytes, state.done == job->count)))
        return status;
    const uint64_t shape[2] = {job->shape[0], job->shape[1]}, start = job->start, count = job->count,
                   total = job->sampler->vector ? job->shape[0] : job_total(job);
    const unsigned dims = job->dims;
    if ((status = choose_strategy(o, job)) ||
        (status = request_format(o->value[OPT_OUTPUT], o->value[OPT_FORMAT], true, &job->format)) ||
        (status = job_load(job)) || (status = job_settle(job, &total)))
        return status;
    if (dims != job->dims || shape[0] != job->shape[0] || (dims == 2 && shape[1] != job->shape[1]))
        return refuse(EXIT_USAGE, "%s: \"shape\" is not that of its parameters", path);
    return cut_slice(o, job, start, count);
}
