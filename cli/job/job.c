/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "job.h"
#include "cli/base/numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void job_free(job *job)
{
    for (int i = 0; i < RR_MAX_PARAMS; ++i) {
        free(job->param[i].path);
        free(job->param[i].column);
        free(job->param[i].array.data);
        if (job->param[i].array.in_file) close(job->param[i].array.fd);
    }
    density_free(&job->density);
    free(job->law);
    memset(job, 0, sizeof *job);
}

static const char *const format_names[] = {[FORMAT_NPY] = "npy", [FORMAT_RAW] = "raw", [FORMAT_TEXT] = "text",
                                           [FORMAT_CSV] = "csv"};

const char *format_name(format format)
{
    return format_names[format];
}

bool format_find(const char *name, format *format)
{
    for (int f = FORMAT_NPY; f < FORMAT_COUNT; ++f) {
        if (strcmp(name, format_names[f])) continue;
        *format = f;
        return true;
    }
    return false;
}

bool format_is_text(format format)
{
    return format == FORMAT_TEXT || format == FORMAT_CSV;
}

char format_between(format format)
{
    return format == FORMAT_CSV ? ',' : ' ';
}

uint64_t format_bytes(format format, rr_type dtype, uint64_t count)
{
    switch (format) {
    case FORMAT_NPY: return NPY_HEADER + count * dtype_size(dtype);
    case FORMAT_RAW: return count * dtype_size(dtype);
    default: break;
    }
    return 2 * count;   /* "0\n" is the shortest line */
}

uint64_t job_total(const job *job)
{
    return job->shape[0] * (job->dims == 2 ? job->shape[1] : 1);
}

bool job_can_fail(const job *job)
{
    char text[32];
    rr_strategy_text(job->strategy, text);
    return !strncmp(text, "fixed:", 6) && text[strlen(text) - 1] != '+';
}

bool param_is_array(const job_param *param)
{
    return param->path || param->array.data;
}

bool param_ends_exact(const job *job, uint32_t i)
{
    return rr_param_range(job->sampler->sampler, job->dtype, i)->high == 0x1p53;
}

bool param_number(const job *job, uint32_t i, const char *text, job_param *param)
{
    bool large = false;
    param->type = RR_F64;
    param->number = job->sampler->param[i].fallback;
    if (!job->sampler->integers)
        return !text || (parse_real(text, &param->number) &&
                         !(param_ends_exact(job, i) && real_is_rounded(text, param->number)));
    if (!text) param->integer = (uint64_t)(int64_t)param->number;
    else if (!parse_integer(text, &param->integer, &large)) return false;
    param->type = large ? RR_U64 : RR_I64;
    return true;
}

void param_text(const job_param *param, char text[SHORTEST_SIZE])
{
    if (param->type == RR_I64) snprintf(text, SHORTEST_SIZE, "%" PRId64, (int64_t)param->integer);
    else if (param->type == RR_U64) snprintf(text, SHORTEST_SIZE, "%" PRIu64, param->integer);
    else text_of_f64(param->number, text);
}

static char *differ(const char *what, uint64_t there, uint64_t here)
{
    return get_text("%s is %" PRIu64 ", not %" PRIu64, what, there, here);
}

static char *differ_text(const char *what, const char *there, const char *here)
{
    return get_text("%s is %s, not %s", what, there, here);
}

static char *param_difference(const char *name, const job_param *there, const job_param *here)
{
    char a[SHORTEST_SIZE], b[SHORTEST_SIZE];
    if (param_is_array(there) && param_is_array(here)) {
        const char *a_column = there->column ? there->column : "", *b_column = here->column ? here->column : "";
        if (strcmp(a_column, b_column))
            return get_text("the column of --%s is '%.40s', not '%.40s'", name, a_column, b_column);
        if (!strcmp(there->array.digest, here->array.digest)) return NULL;
        return get_text("the %s of --%s has other contents", here->path ? "file" : "list", name);
    }
    const char *array = there->path || here->path ? "a file" : "a list";
    if (param_is_array(there) || param_is_array(here))
        return get_text("--%s is a number in one and %s in the other", name, array);
    param_text(there, a);
    param_text(here, b);
    if (!strcmp(a, b)) return NULL;
    return get_text("--%s is %s, not %s", name, a, b);
}

char *job_difference(const job *there, const job *here)
{
    char a[32], b[32];
    if (strcmp(there->sampler->name, here->sampler->name))
        return differ_text("the sampler", there->sampler->name, here->sampler->name);
    if (there->sampler->digest != here->sampler->digest) return get_text("the density differs");
    if (there->dtype != here->dtype) return differ_text("--dtype", dtype_name(there->dtype), dtype_name(here->dtype));
    if (there->format != here->format) return differ_text("--format", format_name(there->format), format_name(here->format));
    if (there->stream.seed != here->stream.seed) return differ("the seed", there->stream.seed, here->stream.seed);
    if (there->stream.stream != here->stream.stream) return differ("the stream", there->stream.stream, here->stream.stream);
    for (uint32_t i = 0; i < here->sampler->params; ++i) {
        char *text = param_difference(here->sampler->param[i].name, &there->param[i], &here->param[i]);
        if (text) return text;
    }
    if (there->stream.next + there->start != here->stream.next + here->start)
        return differ("the first index", there->stream.next + there->start, here->stream.next + here->start);
    if (there->antithetic != here->antithetic) return get_text("--antithetic is given in one of them only");
    if (there->toward_zero != here->toward_zero) return get_text("--toward-zero is given in one of them only");
    if (there->shard.of != here->shard.of) return differ("the number of shards", there->shard.of, here->shard.of);
    if (there->count != here->count) return differ("the number of samples", there->count, here->count);
    if (there->dims != here->dims || there->shape[0] != here->shape[0] || there->shape[1] != here->shape[1] ||
        there->start != here->start)
        return get_text("the shape differs");
    if (job_can_fail(there) || job_can_fail(here)) {
        rr_strategy_text(there->strategy, a);
        rr_strategy_text(here->strategy, b);
        if (strcmp(a, b)) return differ_text("--strategy", a, b);
    }
    return NULL;
}
