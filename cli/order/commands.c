/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll permutation, permutation:bijection, choose and resample: one call of reroll_order.h each. */
#include "order.h"
#include "reroll_order.h"
#include "cli/base/device.h"
#include "cli/commands.h"
#include "cli/files/textarray.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int64_t *numbers_of(uint64_t n)
{
    if (n > UINT64_MAX / 16) n = UINT64_MAX / 16;   /* more than there is memory for, which is said */
    return get_memory((n + !n) * sizeof(int64_t));
}

/* ---- permutation ---- */

enum { PERMUTATION_ROWS, PERMUTATION_OWN };

static const option_row permutation_rows[] = {
    {0, "rows", "R", true, "the number of permutations, one per row (default 1, as a list)"},
    ORDER_OPTIONS(ORDER_ROW)
};

static const manual_section permutation_sections[] = {
    {"SYNOPSIS", .lines = "reroll permutation N [--rows R] [-o FILE] [OPTION]..."},
    {"DESCRIPTION",
     .text = "Prints the numbers 0 to N - 1 in random order. Each of the N! orders has the same probability: the numbers "
             "are sorted by random keys of 128 bits. N is at most 2^32; reroll permutation:bijection takes larger ones."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_permutation = {
    .name = "permutation", .summary = "the numbers 0 to N - 1 in random order",
    .sections = permutation_sections, .rows = permutation_rows, .count = PERMUTATION_OWN + OR_COUNT,
};

int cmd_permutation(int argc, char **argv)
{
    const manual *m = &manual_permutation;
    order_request o;
    rr_result result = RR_RESULT_INIT;
    rr_device *device = NULL;
    uint64_t n = 0, rows = 1, all;
    bool done;
    exit_status status = order_read(argc, argv, m, PERMUTATION_OWN, &o, &done);
    if (status || done) return status;
    status = order_whole(&o, m, -1, &n);
    if (!status && o.value[PERMUTATION_ROWS]) status = order_whole(&o, m, PERMUTATION_ROWS, &rows);
    if (!status && __builtin_mul_overflow(n, rows, &all))
        status = refuse(EXIT_USAGE, "--rows %" PRIu64 " is not accepted: N * R must be below 2^64", rows);
    if (!status && n > (uint64_t)1 << 32)
        status = refuse(EXIT_USAGE, "%" PRIu64 " is not accepted: an integer in [0, 2^32]; reroll permutation:bijection takes "
                        "larger ones", n);
    if (!status) status = device_open(NULL, NULL, &device);
    if (status) return status;
    const bool two = o.value[PERMUTATION_ROWS] != NULL;
    o.shape[0] = two ? rows : n;
    o.shape[1] = two ? n : 0;
    int64_t *numbers = numbers_of(all);
    status = order_write(&o, rr_permutation(device, o.stream, rows, n, numbers, &result), &result, numbers, all);
    rr_device_close(&device);
    return status;
}

/* ---- permutation:bijection ---- */

enum { BIJECTION_FIRST, BIJECTION_NUMBER, BIJECTION_OWN };

static const option_row bijection_rows[] = {
    {0, "first", "F", true, "the first place (default 0)"},
    {'n', NULL, "COUNT", true, "the number of places (default: all)"},
    ORDER_OPTIONS(ORDER_ROW)
};

static const manual_section bijection_sections[] = {
    {"SYNOPSIS", .lines = "reroll permutation:bijection N [--first F] [-n COUNT] [-o FILE] [OPTION]..."},
    {"DESCRIPTION",
     .text = "Prints places F, F + 1, ... of a random order of 0 to N - 1, N up to 2^63, without computing the others: "
             "swap-or-not (Hoang, Morris and Rogaway 2012). Few places have the distribution of a uniform permutation, to "
             "2^-64; all N! orders together are not equally probable. The numbers differ from those of reroll permutation."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_bijection = {
    .name = "permutation:bijection", .summary = "single places of a random order",
    .sections = bijection_sections, .rows = bijection_rows, .count = BIJECTION_OWN + OR_COUNT,
};

int cmd_bijection(int argc, char **argv)
{
    const manual *m = &manual_bijection;
    order_request o;
    rr_result result = RR_RESULT_INIT;
    uint64_t n = 0, first = 0, count;
    bool done;
    exit_status status = order_read(argc, argv, m, BIJECTION_OWN, &o, &done);
    if (status || done) return status;
    status = order_whole(&o, m, -1, &n);
    if (!status && o.value[BIJECTION_FIRST]) status = order_whole(&o, m, BIJECTION_FIRST, &first);
    count = first < n ? n - first : 0;
    if (!status && o.value[BIJECTION_NUMBER]) status = order_whole(&o, m, BIJECTION_NUMBER, &count);
    if (!status && (first > n || count > n - first))
        status = refuse(EXIT_USAGE, "--first and -n are beyond the end: there are %" PRIu64 " places", n);
    if (status) return status;
    o.shape[0] = count;
    int64_t *numbers = numbers_of(count);
    return order_write(&o, rr_bijection(o.stream, n, first, count, numbers, &result), &result, numbers, count);
}

/* ---- choose ---- */

enum { CHOOSE_OF, CHOOSE_OWN };

static const option_row choose_rows[] = {
    {0, "of", "N", true, "choose from the numbers 0 to N - 1, N up to 2^63"},
    ORDER_OPTIONS(ORDER_ROW)
};

static const manual_section choose_sections[] = {
    {"SYNOPSIS", .lines = "reroll choose K --of N [-o FILE] [OPTION]..."},
    {"DESCRIPTION",
     .text = "Prints K different numbers of 0 to N - 1 in increasing order. Each set of K has the same probability (Floyd's "
             "algorithm). It takes memory for min(K, N - K) numbers, at most 2^32."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_choose = {
    .name = "choose", .summary = "a random subset of the numbers 0 to N - 1",
    .sections = choose_sections, .rows = choose_rows, .count = CHOOSE_OWN + OR_COUNT,
};

int cmd_choose(int argc, char **argv)
{
    const manual *m = &manual_choose;
    order_request o;
    rr_result result = RR_RESULT_INIT;
    uint64_t k = 0, n = 0;
    bool done;
    exit_status status = order_read(argc, argv, m, CHOOSE_OWN, &o, &done);
    if (status || done) return status;
    status = order_whole(&o, m, -1, &k);
    if (!status) status = order_whole(&o, m, CHOOSE_OF, &n);
    if (!status && k > n)
        status = refuse(EXIT_USAGE, "choose %" PRIu64 " is not accepted: an integer in [0, %" PRIu64 "], the value of --of",
                        k, n);
    if (status) return status;
    o.shape[0] = k;
    int64_t *numbers = numbers_of(k);
    return order_write(&o, rr_choose(o.stream, n, k, numbers, &result), &result, numbers, k);
}

/* ---- resample ---- */

enum { RESAMPLE_WEIGHTS, RESAMPLE_NUMBER, RESAMPLE_OWN };

static const option_row resample_rows[] = {
    {0, "weights", "V", true, "the weights: @FILE.npy (.csv, .txt), or a list such as 1,0.5,2"},
    {'n', NULL, "N", true, "the number of parents (default: the number of weights)"},
    ORDER_OPTIONS(ORDER_ROW)
};

static const manual_section resample_sections[] = {
    {"SYNOPSIS", .lines = "reroll resample HOW --weights V [-n N] [-o FILE] [OPTION]..."},
    {"DESCRIPTION",
     .text = "Prints N numbers from 0 to K - 1 in increasing order: the parents of N particles, of K that have these "
             "weights. HOW is systematic (one uniform), stratified (one per particle), residual (floor(N p) copies of each, "
             "the rest multinomial) or multinomial. Counts are exact: they are computed with integers."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_resample = {
    .name = "resample", .summary = "resample particles by their weights",
    .sections = resample_sections, .rows = resample_rows, .count = RESAMPLE_OWN + OR_COUNT,
};

static rr_resampling resampling_find(const char *text)
{
    static const char *const names[] = {[RR_SYSTEMATIC] = "systematic",
                                        [RR_STRATIFIED] = "stratified",
                                        [RR_RESIDUAL] = "residual",
                                        [RR_MULTINOMIAL] = "multinomial"};
    for (int i = RR_SYSTEMATIC; text && i <= RR_MULTINOMIAL; ++i)
        if (!strcmp(names[i], text)) return (rr_resampling)i;
    return (rr_resampling)0;
}

/* The weights as doubles, the caller's to free. */
static exit_status read_weights(const char *text, double **weights, uint64_t *number)
{
    npy_array a;
    char error[NPY_ERROR];
    if (!text) return refuse(EXIT_USAGE, "--weights is missing: @FILE.npy or a list such as 1,0.5,2");
    const int status = text[0] == '@' ? array_read(text + 1, &a, error) : list_read(text, &a, error);
    if (status) return refuse(status, "--weights %.60s %s", text, error);
    *number = a.dims ? a.shape[0] : 1;
    if (a.dims == 2) {
        free(a.data);
        return refuse(EXIT_USAGE, "--weights has two dimensions: give one vector");
    }
    *weights = get_memory((*number + !*number) * sizeof **weights);
    for (uint64_t k = 0; k < *number; ++k)
        (*weights)[k] = dtype_value(a.type, (const char *)a.data + k * dtype_size(a.type));
    free(a.data);
    return EXIT_DONE;
}

int cmd_resample(int argc, char **argv)
{
    const manual *m = &manual_resample;
    order_request o;
    rr_result result = RR_RESULT_INIT;
    rr_device *device = NULL;
    double *weights = NULL;
    uint64_t number = 0, n;
    bool done;
    exit_status status = order_read(argc, argv, m, RESAMPLE_OWN, &o, &done);
    if (status || done) return status;
    const rr_resampling how = resampling_find(o.operand);
    if (!how)
        return refuse(EXIT_USAGE, "HOW%s%s %s: systematic, stratified, residual or multinomial", o.operand ? " " : "",
                      o.operand ? o.operand : "", o.operand ? "is not accepted" : "is missing");
    status = read_weights(o.value[RESAMPLE_WEIGHTS], &weights, &number);
    n = number;
    if (!status && o.value[RESAMPLE_NUMBER]) status = order_whole(&o, m, RESAMPLE_NUMBER, &n);
    if (!status) status = device_open(NULL, NULL, &device);
    if (!status) {
        o.shape[0] = n;
        int64_t *numbers = numbers_of(n);
        status = order_write(&o, rr_resample(device, how, o.stream, weights, number, n, numbers, &result), &result, numbers,
                             n);
    }
    rr_device_close(&device);
    free(weights);
    return status;
}
