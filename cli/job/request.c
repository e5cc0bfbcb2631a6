/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "request.h"
#include "cli/base/numbers.h"
#include "cli/base/suggest.h"
#include "cli/files/textarray.h"
#include "cli/output/output.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static exit_status integer_from(uint64_t min, const char *option, const char *text, uint64_t *value)
{
    if (!text || (parse_unsigned(text, value) && *value >= min)) return EXIT_DONE;
    return refuse(EXIT_USAGE,
                  "%s %s is not accepted; use an integer in [%" PRIu64 ", 2^64 - 1], such as 1000000, 1e6, 1M or 2^20%s",
                  option, text, min, strcmp(option, "--seed") ? "" : ", or random");
}

exit_status request_integer(const char *option, const char *text, uint64_t *value)
{
    return integer_from(0, option, text, value);
}

exit_status request_random(const char **seed, char taken[SEED_SIZE])
{
    uint64_t entropy;
    if (!*seed || strcmp(*seed, "random")) return EXIT_DONE;
    if (getrandom(&entropy, sizeof entropy, 0) != sizeof entropy)
        return refuse(EXIT_TROUBLE, "--seed random is not available: the system has no entropy: %s; give a number",
                      strerror(errno));
    snprintf(taken, SEED_SIZE, "%" PRIu64, entropy);
    *seed = taken;
    return EXIT_DONE;
}

void request_print_random(const char *taken)
{
    if (taken[0]) fprintf(stderr, "reroll: --seed %s, chosen at random, gives the same samples again\n", taken);
}

/* Refuses a part of a stream path that is neither a number nor a name. */
static exit_status refuse_part(const char *text, const char *part)
{
    uint64_t number;
    if (!is_numeric(part) || is_digits(part))
        return refuse(EXIT_USAGE,
                      "--stream %s is not accepted; use a number in [0, 2^64 - 1], a name, or a path such as "
                      "chains/3", text);
    char *digits = parse_unsigned(part, &number) ? get_text("write %" PRIu64 "; ", number) : get_copy("");
    refuse(EXIT_USAGE, "--stream %s is not accepted: '%s' is neither a number in plain digits nor a name; %snames begin "
                       "with a letter or _", text, part, digits);
    free(digits);
    return EXIT_USAGE;
}

/* The text is a number or a path. A number in the first position is the stream to start from; every other part derives a
 * child. A part that looks like a number but is not plain digits, such as 1e3, is refused: both readings, as a number and as
 * a name, would surprise some users. */
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
        return refuse(EXIT_USAGE, "--strategy %s is not accepted; use %s: %s", text, info.form, info.help);
    }
    suggest(text, "", strategy_name, NULL, hint);
    return refuse(EXIT_USAGE, "unknown strategy '%s'%s", text, hint[0] ? hint : "; reroll strategies lists them");
}

static bool ends_in(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

/* The file name's ending determines the format, and --format must agree. Pipes and devices, which are written directly,
 * follow --format alone, by default text. */
exit_status request_format(const char *path, const char *name, bool known, format *format)
{
    static const char *const ends[] = {[FORMAT_NPY] = ".npy", [FORMAT_RAW] = ".raw", [FORMAT_TEXT] = ".txt",
                                       [FORMAT_CSV] = ".csv"};
    const bool direct = output_is_direct(path);
    if (path && !path[0]) return refuse(EXIT_USAGE, "-o needs a file name");
    if (name && !format_find(name, format)) return refuse(EXIT_USAGE, "--format %s is not accepted; use npy, raw, text or "
                                                          "csv", name);
    if (name && direct) return EXIT_DONE;
    if (direct) *format = FORMAT_TEXT;
    for (int f = FORMAT_NPY; path && f < FORMAT_COUNT; ++f) {
        if (!ends_in(path, ends[f])) continue;
        if (name && *format != (enum format)f)
            return refuse(EXIT_USAGE, "--format %s contradicts -o %s: leave one of them out", name, path);
        *format = f;
        return EXIT_DONE;
    }
    if (name || known || direct) return EXIT_DONE;
    return refuse(EXIT_USAGE, "-o %s does not end in .npy, .raw, .txt or .csv; add --format npy, raw, text or csv",
                  path);
}

static exit_status read_dtype(const char *text, job *job)
{
    char choices[64];
    job->dtype = text ? dtype_find(text) : dtype_default(job->sampler);
    if (job->dtype && dtype_listed(job->sampler, job->dtype)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--dtype %s is not available for %s; use %s", text, job->sampler->name,
                  dtype_choices(job->sampler, choices));
}

static exit_status read_list(const char *name, const char *text, bool whole, npy_array *array)
{
    char error[NPY_ERROR];
    const int status = list_read_as(text, false, whole, array, error);
    return status ? refuse(status, "--%s %.60s%s %s", name, text, strlen(text) > 60 ? "..." : "", error) : EXIT_DONE;
}

/* A number given for a matrix is a matrix of one row and one column. */
static bool read_one_by_one(const char *text, uint32_t i, job *job)
{
    char error[NPY_ERROR];
    const rr_shape *shape = &job->sampler->param[i].shape;
    if (!text || text[0] == '@' || is_list(text) || !shape->side[1] || !shape->once) return false;
    return !list_read_as(text, true, false, &job->param[i].array, error);
}

exit_status request_param(const char *text, uint32_t i, job *job)
{
    const rr_param_info *info = &job->sampler->param[i];
    char range[RANGE_SIZE];
    range_text(rr_param_range(job->sampler->sampler, job->dtype, i), range);
    if (read_one_by_one(text, i, job)) return EXIT_DONE;
    if (param_is_covariance(job->sampler, i) && (!text || (text[0] != '@' && !is_list(text))))
        return refuse(EXIT_USAGE, "--%s%s%s %s a matrix of shape (K, K), as @FILE.npy or '1,0.5;0.5,2'", info->name,
                      text ? " " : "", text ? text : "", text ? "is not accepted; use" : "is missing:");
    const char *what = job->sampler->integers ? "an integer" : "a number";
    if (!text && isnan(info->fallback))
        return refuse(EXIT_USAGE, "--%s is missing: %s in %s, a list such as 3,4,5, or @FILE.npy (.csv, .txt)", info->name,
                      what, range);
    if (text && text[0] == '@')
        return array_typed(info->name, text + 1, &job->param[i].path, &job->param[i].column);
    if (text && is_list(text)) return read_list(info->name, text, job->sampler->integers, &job->param[i].array);
    if (param_number(job, i, text, &job->param[i])) return EXIT_DONE;
    const char *beyond = real_beyond(text);
    return refuse(EXIT_USAGE, "--%s %s is not accepted; use %s in %s, a list such as 3,4,5, or @FILE.npy (.csv, .txt)%s%s",
                  info->name, text, what, range, beyond ? "; this is " : "", beyond ? beyond : "");
}

static exit_status read_params(const job_request *o, job *job)
{
    exit_status status = EXIT_DONE;
    for (uint32_t i = 0; i < job->sampler->params && !status; ++i) status = request_param(o->param[i], i, job);
    return status ? status : job_load(job);
}

exit_status request_components(const char *text, job *job)
{
    const rr_sampler_info *s = job->sampler;
    uint64_t size = 0;
    const exit_status status = request_integer("--components", text, &size);
    if (status || !text) return status;
    if (!sampler_is_row(s))
        return refuse(EXIT_USAGE, "--components is not available for %s: it draws numbers, not rows", s->name);
    if (s->shape.side[0] == RR_DIM_R)
        return refuse(EXIT_USAGE, "--components is not available for %s: its matrices have the size of a sample", s->name);
    if (!size) return refuse(EXIT_USAGE, "--components %s is not accepted: samples of %s have 2 or more", text, s->name);
    *(s->shape.side[0] == RR_DIM_D ? &job->asked.d : &job->asked.k) = size;
    return EXIT_DONE;
}

exit_status request_new(const rr_sampler_info *sampler, const job_request *o, job *job)
{
    uint64_t seed = 0, first = 0, number = 0;
    exit_status status;
    memset(job, 0, sizeof *job);
    job->sampler = sampler;
    job->files = o->files;
    job->min = o->min;
    if ((status = request_integer("--seed", o->seed, &seed))) return status;
    if ((status = request_integer("--first", o->first, &first))) return status;
    if ((status = integer_from(o->min, "-n", o->number, &number))) return status;
    job->stream = rr_stream_make(seed, 0);
    if (o->stream && (status = request_stream(o->stream, &job->stream))) return status;
    job->stream.next = first;
    if ((status = request_components(o->columns, job))) return status;
    if (o->strategy && (status = request_strategy(o->strategy, &job->strategy))) return status;
    if (o->bad && strcmp(o->bad, "nan"))
        return refuse(EXIT_USAGE, "--bad %s is not accepted; use nan", o->bad);
    job->bad_nan = o->bad != NULL;
    job->antithetic = o->antithetic != NULL;
    if (job->antithetic && !sampler->monotone)
        return refuse(EXIT_USAGE,
                      "--antithetic is not available for %s (reroll samplers --antithetic lists those that have it)",
                      sampler->name);
    if ((status = request_format(o->output, o->format, false, &job->format))) return status;
    if ((status = read_dtype(o->dtype, job))) return status;
    job->toward_zero = o->toward_zero != NULL;
    if (job->toward_zero && job->dtype != RR_F16 && job->dtype != RR_BF16)
        return refuse(EXIT_USAGE, "--toward-zero is only available for --dtype f16 and bf16");
    if (job->format == FORMAT_NPY && !*dtype_numpy(job->dtype))
        return refuse(EXIT_USAGE, "--dtype %s is not available in .npy: give --format raw, text or csv",
                      dtype_name(job->dtype));
    if ((status = read_params(o, job))) return status;
    return job_validate(job, o->number ? &number : NULL, "-n");
}
