/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll permutation, permutation:bijection, choose and resample. Each makes one call of reroll_order.h. */
#include "order.h"
#include "reroll_order.h"
#include "cli/base/device.h"
#include "cli/commands.h"
#include "cli/files/textarray.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An array of n integers, or an exit. `fewer`: the option that asks for fewer. */
static int64_t *numbers_of(uint64_t n, const char *fewer)
{
    int64_t *numbers = n > PTRDIFF_MAX / sizeof *numbers ? NULL : malloc((n + !n) * sizeof *numbers);
    if (!numbers)
        exit(refuse(EXIT_TROUBLE, "no memory for %" PRIu64 " integers, %.3g GB; use a smaller %s", n,
                    (double)n * sizeof *numbers / 1e9, fewer));
    return numbers;
}

/* Reads the text of --weights as doubles, which the caller frees. */
static exit_status read_weights(order_request *o, const char *text, double **weights, uint64_t *number)
{
    npy_array a;
    char error[NPY_ERROR];
    if (!text) return refuse(EXIT_USAGE, "--weights is missing: @FILE.npy or a list such as 1,0.5,2");
    char *column = NULL;
    o->weights = text[0] == '@' ? array_split(text + 1, &column) : NULL;
    const int status = o->weights ? array_read(o->weights, column, &a, error) : list_read(text, &a, error);
    free(column);
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

/* ---- permutation ---- */

enum { PERMUTATION_ROWS, PERMUTATION_OWN };

static const option_row permutation_rows[] = {
    {0, "rows", "R", true, "the number of permutations, one per row (default: one, as a 1-D array)"},
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
    status = order_integer(&o, m, -1, &n);
    if (!status && o.value[PERMUTATION_ROWS]) status = order_integer(&o, m, PERMUTATION_ROWS, &rows);
    if (!status && __builtin_mul_overflow(n, rows, &all))
        status = refuse(EXIT_USAGE, "--rows %" PRIu64 " is not accepted: N * R must be below 2^64", rows);
    if (!status && n > (uint64_t)1 << 32)
        status = refuse(EXIT_USAGE, "N %" PRIu64 " is not accepted; use an integer in [0, 2^32]; "
                        "reroll permutation:bijection takes larger ones", n);
    if (!status) status = device_open(NULL, NULL, &device);
    if (status) return status;
    const bool two = o.value[PERMUTATION_ROWS] != NULL;
    o.rows = two;
    o.shape[0] = two ? rows : n;
    o.shape[1] = two ? n : 0;
    int64_t *numbers = numbers_of(all, two ? "--rows or N" : "N");
    status = order_write(&o, rr_permutation(device, o.stream, rows, n, numbers, &result), &result, numbers, all);
    rr_device_close(&device);
    return status;
}

/* ---- permutation:bijection ---- */

enum { BIJECTION_FIRST, BIJECTION_NUMBER, BIJECTION_OWN };

static const option_row bijection_rows[] = {
    {0, "first", "F", true, "the first position (default 0)"},
    {'n', NULL, "COUNT", true, "the number of positions (default: all)"},
    ORDER_OPTIONS(ORDER_ROW)
};

static const manual_section bijection_sections[] = {
    {"SYNOPSIS", .lines = "reroll permutation:bijection N [--first F] [-n COUNT] [-o FILE] [OPTION]..."},
    {"DESCRIPTION",
     .text = "Prints elements F, F + 1, ... of a random permutation of 0 to N - 1, N up to 2^63, without computing the "
             "others: swap-or-not (Hoang, Morris and Rogaway 2012). If you take far fewer than N elements, they are "
             "distributed as in a uniform permutation, within 2^-64. Not all N! permutations can occur. The numbers differ "
             "from those of reroll permutation."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_bijection = {
    .name = "permutation:bijection", .summary = "single elements of a random permutation",
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
    status = order_integer(&o, m, -1, &n);
    if (!status && (n < 1 || n > (uint64_t)1 << 63))
        status = refuse(EXIT_USAGE, "N %" PRIu64 " is not accepted; use an integer in [1, 2^63]", n);
    if (!status && o.value[BIJECTION_FIRST]) status = order_integer(&o, m, BIJECTION_FIRST, &first);
    count = first < n ? n - first : 0;
    if (!status && o.value[BIJECTION_NUMBER]) status = order_integer(&o, m, BIJECTION_NUMBER, &count);
    if (!status && first > n) status = refuse(EXIT_USAGE, "--first %" PRIu64 ": the permutation has %" PRIu64 " elements",
                                              first, n);
    if (!status && count > n - first)
        status = refuse(EXIT_USAGE, "-n %" PRIu64 ": the permutation has %" PRIu64 " elements, %" PRIu64 " from --first on",
                        count, n, n - first);
    if (status) return status;
    o.shape[0] = count;
    int64_t *numbers = numbers_of(count, "-n COUNT");
    return order_write(&o, rr_bijection(o.stream, n, first, count, numbers, &result), &result, numbers, count);
}

/* ---- choose ---- */

enum { CHOOSE_OF, CHOOSE_WEIGHTS, CHOOSE_ROWS, CHOOSE_DRAWN, CHOOSE_OWN };

static const option_row choose_rows[] = {
    {0, "of", "N", true, "choose from the numbers 0 to N - 1, N up to 2^63"},
    {0, "weights", "V", true, "choose from 0 to N - 1 by N weights: @FILE.npy (.csv, .txt), or a list such as 1,0.5,2"},
    {0, "rows", "R", true, "the number of subsets, one per row (default: one, as a 1-D array)"},
    {0, "drawn", NULL, true, "with --weights: each subset in the order of the draws (default: in increasing order)"},
    ORDER_OPTIONS(ORDER_ROW)
};

static const manual_section choose_sections[] = {
    {"SYNOPSIS", .lines = "reroll choose K --of N [--rows R] [-o FILE] [OPTION]...\n"
                          "reroll choose K --weights V [--rows R] [--drawn] [-o FILE] [OPTION]..."},
    {"DESCRIPTION",
     .text = "Prints K distinct numbers from 0 to N - 1 in increasing order. Each set of K has the same probability "
             "(Floyd's algorithm). min(K, N - K) is at most 2^32. With --weights, numbers are drawn one after another, each "
             "with a probability proportional to its weight among those that are left. Weights are added as integers, so "
             "rounding never changes a choice. Subsets of different rows are independent."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_choose = {
    .name = "choose", .summary = "a random subset of the numbers 0 to N - 1",
    .sections = choose_sections, .rows = choose_rows, .count = CHOOSE_OWN + OR_COUNT,
};

/* R choices of k numbers below n, or by weights. */
typedef struct choice {
    uint64_t k, n, rows;
    double *weights;   /* NULL: all numbers are equally likely */
    bool drawn;
} choice;

/* The number of positive ones among n weights. Invalid weights count too, since rr_choose_weighted reports them. */
static uint64_t positive_of(const double *weights, uint64_t n)
{
    uint64_t positive = 0;
    for (uint64_t k = 0; k < n; ++k) positive += weights[k] != 0;
    return positive;
}

static exit_status read_choice(order_request *o, const manual *m, choice *c)
{
    const char *weights = o->value[CHOOSE_WEIGHTS];
    uint64_t all;
    c->rows = 1;
    c->drawn = o->value[CHOOSE_DRAWN] != NULL;
    exit_status status = order_integer(o, m, -1, &c->k);
    if (!status && weights && o->value[CHOOSE_OF]) status = refuse(EXIT_USAGE, "--of and --weights: give one of them");
    if (!status && c->drawn && !weights) status = refuse(EXIT_USAGE, "--drawn needs --weights");
    if (!status && weights) status = read_weights(o, weights, &c->weights, &c->n);
    else if (!status && !o->value[CHOOSE_OF])
        status = refuse(EXIT_USAGE, "--of is missing: an integer N in [0, 2^63], to choose from 0 to N - 1; "
                                    "or give --weights");
    else if (!status) status = order_integer(o, m, CHOOSE_OF, &c->n);
    if (!status && o->value[CHOOSE_ROWS]) status = order_integer(o, m, CHOOSE_ROWS, &c->rows);
    const uint64_t max = !status && weights ? positive_of(c->weights, c->n) : c->n;
    if (!status && c->k > max)
        status = refuse(EXIT_USAGE, "choose %" PRIu64 " is not accepted; use an integer in [0, %" PRIu64 "], the %s", c->k,
                        max, weights ? "number of positive weights" : "value of --of");
    if (!status && __builtin_mul_overflow(c->k, c->rows, &all))
        status = refuse(EXIT_USAGE, "--rows %" PRIu64 " is not accepted: K * R must be below 2^64", c->rows);
    return status;
}

static rr_status make_choice(const choice *c, const rr_device *device, rr_stream stream, int64_t *out, rr_result *result)
{
    rr_status status = RR_OK;
    if (c->weights)
        return rr_choose_weighted(device, stream, c->weights, c->n, c->rows, c->k, !c->drawn, out, result);
    for (uint64_t r = 0; status == RR_OK && c->k && r < c->rows; ++r, stream.next += c->k)
        status = rr_choose(stream, c->n, c->k, out + r * c->k, result);
    return status;
}

int cmd_choose(int argc, char **argv)
{
    const manual *m = &manual_choose;
    order_request o;
    choice c = {.weights = NULL};
    rr_result result = RR_RESULT_INIT;
    rr_device *device = NULL;
    bool done;
    exit_status status = order_read(argc, argv, m, CHOOSE_OWN, &o, &done);
    if (status || done) return status;
    status = read_choice(&o, m, &c);
    if (!status) status = device_open(NULL, NULL, &device);
    if (!status) {
        const uint64_t all = c.k * c.rows;
        const bool two = o.value[CHOOSE_ROWS] != NULL;
        o.rows = two;
        o.shape[0] = two ? c.rows : c.k;
        o.shape[1] = two ? c.k : 0;
        int64_t *numbers = numbers_of(all, two ? "--rows or K" : "K");
        status = order_write(&o, make_choice(&c, device, o.stream, numbers, &result), &result, numbers, all);
    }
    rr_device_close(&device);
    free(c.weights);
    free(o.weights);
    return status;
}

/* ---- resample ---- */

enum { RESAMPLE_WEIGHTS, RESAMPLE_NUMBER, RESAMPLE_OWN };

static const option_row resample_rows[] = {
    {0, "weights", "V", true, "the weights: @FILE.npy (.csv, .txt, .csv:COLUMN), or a list such as 1,0.5,2"},
    {'n', NULL, "N", true, "the number of parents (default: the number of weights)"},
    ORDER_OPTIONS(ORDER_ROW)
};

static const manual_section resample_sections[] = {
    {"SYNOPSIS", .lines = "reroll resample HOW --weights V [-n N] [-o FILE] [OPTION]..."},
    {"DESCRIPTION",
     .text = "Prints N numbers from 0 to K - 1 in increasing order: the parents of N new particles, chosen among K old ones "
             "with these weights. HOW is systematic (one uniform), stratified (one per particle), residual (floor(N p) "
             "copies of each, the rest multinomial) or multinomial. Counts are computed with integers, so rounding never "
             "changes them."},
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
    status = read_weights(&o, o.value[RESAMPLE_WEIGHTS], &weights, &number);
    n = number;
    if (!status && o.value[RESAMPLE_NUMBER]) status = order_integer(&o, m, RESAMPLE_NUMBER, &n);
    if (!status) status = device_open(NULL, NULL, &device);
    if (!status) {
        o.shape[0] = n;
        int64_t *numbers = numbers_of(n, "-n");
        status = order_write(&o, rr_resample(device, how, o.stream, weights, number, n, numbers, &result), &result, numbers,
                             n);
    }
    rr_device_close(&device);
    free(weights);
    free(o.weights);
    return status;
}
