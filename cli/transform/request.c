/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the command line of `reroll transform`: points and a method. */
#include "request.h"
#include "record.h"
#include "cli/base/numbers.h"
#include "cli/base/suggest.h"
#include "cli/files/json.h"
#include "cli/files/textarray.h"
#include "cli/output/output.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The option that gives the source of points. */
static const char *source_name(const transform_request *w)
{
    return transform_option_name(w->source);
}

/* ---- The points ---- */

static exit_status choose_source(transform_request *w)
{
    int given = 0;
    for (int i = TO_POINTS; i <= TO_HALTON; ++i) {
        if (!w->value[i]) continue;
        if (given++)
            return refuse(EXIT_USAGE, "--%s and --%s cannot be given together: give one source of points", source_name(w),
                          transform_option_name((transform_option)i));
        w->source = (transform_option)i;
    }
    if (!given)
        return refuse(EXIT_USAGE,
                      "the points are missing: --points @FILE.npy, --grid N, --random N, --sobol N or --halton N; reroll "
                      "transform --help lists more");
    return EXIT_DONE;
}

/* Reads the points' file. The output has its shape. */
static exit_status read_file(transform_request *w)
{
    const char *text = w->value[TO_POINTS];
    char error[NPY_ERROR], shape[NPY_SHAPE];
    if (!w->method) return refuse(EXIT_USAGE, "the method is missing: reroll transform METHOD --points %s", text);
    if (w->value[TO_DIMS]) return refuse(EXIT_USAGE, "--dims is not available with --points: the file has the dimensions");
    if (text[0] != '@' || !text[1]) return refuse(EXIT_USAGE, "--points %s is not accepted; use @FILE.npy, .csv or .txt",
                                                  text);
    const exit_status split = array_typed(source_name(w), text + 1, &w->path, &w->column);
    if (split) return split;
    const int status = array_read(w->path, w->column, &w->array, error);
    if (status) return refuse(status, "--points: %s %s", w->path, error);
    if (w->digest && strcmp(w->digest, w->array.digest))
        return refuse(EXIT_USAGE, "--points: %s is not the file that the job was made with: its SHA-256 differs", w->path);
    const npy_array *a = &w->array;
    const uint64_t numbers = a->dims == 0 ? 1 : a->dims == 1 ? a->shape[0] : a->shape[0] * a->shape[1];
    const bool pairs = a->dims == 2 ? a->shape[1] == 2 : a->dims == 1 && a->shape[0] % 2 == 0;
    if (w->method->coords == 2 && !pairs)
        return refuse(EXIT_USAGE, "--points: %s has shape %s; %s takes two coordinates per point: shape (n, 2) or (2 n,)",
                      w->path, npy_shape_text(a, shape), w->method->name);
    w->width = w->method->coords;
    w->parts = 1;
    w->n = numbers / w->width;
    w->dims = a->dims;
    memcpy(w->shape, a->shape, sizeof w->shape);
    return EXIT_DONE;
}

/* Chooses the kind of points. Points of the disc, and proposals of the polar methods, are pairs. */
static exit_status choose_kind(transform_request *w)
{
    const bool polar = w->method && w->method->low < 0, disc = w->source == TO_DISC || w->source == TO_DISC_MAP;
    const char *name = source_name(w);
    if (disc && w->method && !polar)
        return refuse(EXIT_USAGE, "--%s is not available for %s: it is for the polar methods", name, w->method->name);
    if ((disc || (polar && w->source == TO_RANDOM)) && w->width != 2)
        return refuse(EXIT_USAGE, "--dims %u is not accepted: points of --%s have 2 coordinates%s", w->width, name,
                      disc ? "" : " here");
    if (w->source == TO_GRID && w->width > 2)
        return refuse(EXIT_USAGE, "--dims %u is not accepted: a grid has 1 or 2", w->width);
    switch (w->source) {
    case TO_GRID: w->set.kind = RR_POINTS_GRID; break;
    case TO_RANDOM: w->set.kind = polar ? RR_POINTS_SQUARE : RR_POINTS_UNIFORM; break;
    case TO_DISC: w->set.kind = RR_POINTS_DISC; break;
    case TO_DISC_MAP: w->set.kind = RR_POINTS_DISC_MAP; break;
    case TO_SOBOL: w->set.kind = RR_POINTS_SOBOL; break;
    default: w->set.kind = RR_POINTS_HALTON;
    }
    return EXIT_DONE;
}

static exit_status read_scramble(transform_request *w)
{
    const char *text = w->value[TO_SCRAMBLE];
    const size_t length = text ? strcspn(text, ":") : 0;
    if (!text) return EXIT_DONE;
    if (w->source != TO_SOBOL && w->source != TO_HALTON)
        return refuse(EXIT_USAGE, "--scramble is not available for --%s: it is for --sobol and --halton", source_name(w));
    if (length == 4 && !strncmp(text, "owen", 4)) w->set.scramble = RR_SCRAMBLE_OWEN;
    if (length == 5 && !strncmp(text, "shift", 5)) w->set.scramble = RR_SCRAMBLE_SHIFT;
    if (w->set.scramble && text[length] == ':' && parse_unsigned(text + length + 1, &w->set.scramble_seed)) return EXIT_DONE;
    const bool random = w->set.scramble && !strcmp(text + length, ":random");
    return refuse(EXIT_USAGE, "--scramble %s is not accepted; use owen:S or shift:S, S in [0, 2^64 - 1]%s", text,
                  random ? "; only --seed takes random" : "");
}

/* Checks the length of a sequence. The library would refuse it too, but without the names of the options. */
static exit_status check_sequence(const transform_request *w)
{
    const uint64_t max = w->source == TO_SOBOL ? 1ull << 30 : 1ull << 32, first = w->stream.next;
    if (w->source != TO_SOBOL && w->source != TO_HALTON) return EXIT_DONE;
    if (first < max && w->n <= max - first) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s %s and --first %" PRIu64 ": first + N may be at most %" PRIu64, source_name(w),
                  w->value[w->source], first, max);
}

static exit_status read_dims(transform_request *w)
{
    const unsigned coords = w->method ? w->method->coords : 1;
    uint64_t dims = w->method ? coords : 2;
    const char *text = w->value[TO_DIMS];
    if (text && (!parse_unsigned(text, &dims) || dims < 1 || dims > RR_MAX_DIMS))
        return refuse(EXIT_USAGE, "--dims %s is not accepted; use an integer in [1, %d]", text, RR_MAX_DIMS);
    if (dims % coords)
        return refuse(EXIT_USAGE, "--dims %s is not accepted: %s takes pairs of coordinates", text, w->method->name);
    w->width = (unsigned)dims;
    w->parts = w->method ? w->width / coords : 1;
    if (w->parts > 1 && w->value[TO_DROP])
        return refuse(EXIT_USAGE, "--drop is not available with --dims %s: leave one of them out", text);
    return EXIT_DONE;
}

static exit_status read_set(transform_request *w)
{
    const rr_points_job blank = RR_POINTS_INIT;
    const char *text = w->value[w->source];
    char name[32];
    exit_status status;
    w->set = blank;
    if ((status = request_integer(option_row_text(&transform_rows[w->source], name), text, &w->n))) return status;
    if ((status = read_dims(w)) || (status = choose_kind(w)) || (status = read_scramble(w))) return status;
    w->set.dims = w->width;
    w->set.low = w->method ? w->method->low : 0;
    w->set.high = w->method ? w->method->high : 1;
    w->set.stream = w->stream;
    w->set.grid = w->n;
    if (w->source == TO_GRID && w->value[TO_FIRST]) return refuse(EXIT_USAGE, "--first is not available with --grid");
    if (w->source == TO_GRID && w->set.dims == 2) w->n = rr_points_square(w->n);
    if ((w->set.grid && !w->n) || w->n > UINT64_MAX / 16 / w->width)
        return refuse(EXIT_USAGE, "--%s %s is too large: the points are more than 2^60 numbers", source_name(w), text);
    w->dims = w->width > 1 ? 2 : 1;
    w->shape[0] = w->n;
    w->shape[1] = w->dims == 2 ? w->width : 0;
    return check_sequence(w);
}

/* ---- The rest ---- */

static exit_status read_dtype(transform_request *w)
{
    const char *text = w->value[TO_DTYPE];
    w->dtype = text ? dtype_find(text) : w->path && w->array.type == RR_F32 ? RR_F32 : RR_F64;
    const bool whole = w->dtype == RR_U32 && !w->method && w->source == TO_SOBOL;
    if (w->dtype == RR_F32 || w->dtype == RR_F64 || whole) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--dtype %s is not accepted; use f32 or f64%s", text,
                  w->method ? "" : ", or u32 for the integers of --sobol");
}

/* Reads a mean or sd, with the ranges of the sampler normal's parameters. */
static exit_status read_number(const transform_request *w, transform_option option, uint32_t param, double *value)
{
    const rr_range *range = rr_param_range(rr_sampler_find("normal"), w->dtype, param);
    const char *text = w->value[option];
    char accepted[RANGE_SIZE];
    if (!text) return EXIT_DONE;
    const bool read = parse_real(text, value);
    const double v = w->dtype == RR_F32 ? (double)(float)*value : *value;
    if (read && v <= range->high && (range->low_open ? v > range->low : v >= range->low)) return EXIT_DONE;
    const char *zero = read ? underflow_text(range, *value) : "";
    return refuse(EXIT_USAGE, "--%s %s is %snot accepted; use a number in %s", transform_option_name(option), text, zero,
                  range_text(range, accepted));
}

static exit_status read_rest(transform_request *w)
{
    static const transform_option of_normals[] = {TO_MEAN, TO_SD, TO_DROP};
    exit_status status;
    for (size_t i = 0; !w->method && !w->parsed && i < sizeof of_normals / sizeof *of_normals; ++i)
        if (w->value[of_normals[i]])
            return refuse(EXIT_USAGE, "--%s needs a method: reroll transform --list lists them",
                          transform_option_name(of_normals[i]));
    w->set.dtype = w->dtype;
    w->sd = 1;
    if ((status = read_number(w, TO_MEAN, 0, &w->mean)) || (status = read_number(w, TO_SD, 1, &w->sd))) return status;
    return request_format(w->value[TO_OUTPUT], w->value[TO_FORMAT], w->parsed != NULL, &w->format);
}

/* Refuses a seed or stream without effect, which is probably a mistake. It has an effect if points are random, or if the
 * method redraws refused points. Job files always contain seed and stream. */
static exit_status check_random(const transform_request *w)
{
    const bool random = w->source == TO_RANDOM || w->source == TO_DISC || w->source == TO_DISC_MAP;
    const bool sequence = w->source == TO_SOBOL || w->source == TO_HALTON;
    const char *given = w->value[TO_SEED] ? "seed" : w->value[TO_STREAM] ? "stream" : NULL, *from = source_name(w);
    if (!given || random || w->parsed || (w->method && !w->method->refuses[0])) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--%s has no effect: nothing is drawn at random%s%s%s", given,
                  sequence ? "; --scramble owen:S makes another set of --" : "", sequence ? from : "",
                  sequence ? " for each S" : "");
}

static exit_status read_stream(transform_request *w)
{
    uint64_t seed = 0, first = 0;
    exit_status status = request_random(&w->value[TO_SEED], w->seed);
    if (status) return status;
    if ((status = request_integer("--seed", w->value[TO_SEED], &seed))) return status;
    if ((status = request_integer("--first", w->value[TO_FIRST], &first))) return status;
    w->stream = rr_stream_make(seed, 0);
    if (w->value[TO_STREAM] && (status = request_stream(w->value[TO_STREAM], &w->stream))) return status;
    w->stream.next = first;
    return EXIT_DONE;
}

/* Checks the last index: each coordinate, or each part of a point, has its own index. */
static exit_status check_last(const transform_request *w)
{
    const uint64_t each = w->source == TO_RANDOM ? w->set.kind == RR_POINTS_UNIFORM ? w->width : 1 : w->parts;
    const uint64_t max = (UINT64_MAX - (each - 1)) / each;
    if (!w->n || (w->stream.next <= max && w->n - 1 <= max - w->stream.next)) return EXIT_DONE;
    if (each == 1) return refuse(EXIT_USAGE, "--first %" PRIu64 ": first + n may be at most 2^64", w->stream.next);
    return refuse(EXIT_USAGE, "--first %" PRIu64 ": first + n may be at most 2^64 / %" PRIu64, w->stream.next, each);
}

static const char *method_name(size_t number, const void *context)
{
    const rr_transform_info *info = rr_transform_list(number);
    (void)context;
    return info ? info->name : NULL;
}

static exit_status read_method(const char *text, transform_request *w)
{
    char hint[SUGGEST_SIZE];
    w->method = rr_transform_find(text);
    if (w->method) return EXIT_DONE;
    if (!strcmp(text, "box-muller")) return refuse(EXIT_USAGE, "unknown method '%s'; did you mean 'cartesian'?", text);
    suggest(text, "", method_name, NULL, hint);
    return refuse(EXIT_USAGE, "unknown method '%s'%s", text,
                  hint[0] ? hint : "; reroll transform --list lists them");
}

exit_status transform_read(int argc, char **argv, transform_request *w)
{
    const bool named = argc > 1 && argv[1][0] != '-';
    const option_list list = {.rows = transform_rows, .count = TO_COUNT, .law = "normal", .owner = named ? argv[1] : NULL,
                              .first = named ? NULL : "method"};
    exit_status status;
    memset(w, 0, sizeof *w);
    if (named && (status = read_method(argv[1], w))) return status;
    if ((status = optread(argc - named, argv + named, &list, w->value, NULL))) return status;
    if (w->value[TO_HELP] || w->value[TO_LIST] || w->value[TO_NAMES]) return EXIT_DONE;
    w->value[TO_OUTPUT] = output_path(w->value[TO_OUTPUT]);
    if (w->value[TO_JOB]) {
        if (named) return refuse(EXIT_USAGE, "'%s' cannot be given with --job: the job file has the method", argv[1]);
        if ((status = optread_with_job(&list, w->value)) || (status = transform_remake(w->value[TO_JOB], w))) return status;
    }
    if ((status = choose_source(w)) || (status = check_random(w)) || (status = read_stream(w))) return status;
    status = w->source == TO_POINTS ? w->value[TO_SCRAMBLE] ? read_scramble(w) : read_file(w) : read_set(w);
    if (!status) status = read_dtype(w);
    if (!status) status = check_last(w);
    return status ? status : read_rest(w);
}

void transform_free(transform_request *w)
{
    free(w->path);
    free(w->column);
    free(w->array.data);
    json_free(w->parsed);
    free(w->text);
    free(w->made);
    memset(w, 0, sizeof *w);
}
