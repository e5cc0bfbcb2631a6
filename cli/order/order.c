/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "order.h"
#include "cli/base/interrupt.h"
#include "cli/base/numbers.h"
#include "cli/files/columns.h"
#include "cli/files/encode.h"
#include "cli/files/npy.h"
#include "cli/job/request.h"
#include "cli/output/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

static exit_status read_dtype(order_request *o)
{
    const char *text = o->value[o->own + OR_DTYPE];
    o->dtype = text ? dtype_find(text) : RR_I64;
    if (o->dtype == RR_I64 || o->dtype == RR_I32 || o->dtype == RR_U64 || o->dtype == RR_U32) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--dtype %s is not accepted; use i64, i32, u64 or u32", text);
}

static exit_status read_stream(order_request *o)
{
    uint64_t seed = 0;
    exit_status status = request_random(&o->value[o->own + OR_SEED], o->seed);
    if (!status) status = request_integer("seed", o->value[o->own + OR_SEED], &seed);
    o->stream = rr_stream_make(seed, 0);
    if (!status && o->value[o->own + OR_STREAM]) status = request_stream(o->value[o->own + OR_STREAM], &o->stream);
    return status;
}

exit_status order_read(int argc, char **argv, const manual *m, int own, order_request *o, bool *done)
{
    const option_list list = {.rows = m->rows, .count = m->count};
    const bool operand = argc > 1 && argv[1][0] != '-';
    memset(o, 0, sizeof *o);
    o->own = own;
    snprintf(o->name, sizeof o->name, "%.*s", (int)strcspn(m->name, ":"), m->name);
    o->operand = operand ? argv[1] : NULL;
    exit_status status = optread(argc - operand, argv + operand, &list, o->value, NULL);
    *done = !status && o->value[own + OR_HELP];
    if (*done) return manual_help(m);
    if (!status) status = read_dtype(o);
    if (!status) status = read_stream(o);
    o->value[own + OR_OUTPUT] = output_path(o->value[own + OR_OUTPUT]);
    if (!status) status = request_format(o->value[own + OR_OUTPUT], o->value[own + OR_FORMAT], false, &o->format);
    return status;
}

exit_status order_integer(const order_request *o, const manual *m, int row, uint64_t *value)
{
    char name[32] = "";
    const char *text = row < 0 ? o->operand : o->value[row];
    if (row >= 0) option_row_text(&m->rows[row], name);
    else strcpy(name, strcmp(m->name, "choose") ? "N" : "K");
    if (!text)
        return refuse(EXIT_USAGE, "%s is missing: an integer from 0 on; reroll %s --help has its limit", name, m->name);
    if (parse_unsigned(text, value)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "%s %s is not accepted; use an integer in [0, 2^64 - 1]", name, text);
}

/* ---- Writing ---- */

/* Converts the numbers to the dtype in place: none is wider than 64 bits. */
static exit_status narrow(const order_request *o, int64_t *numbers, uint64_t n)
{
    const int64_t max = o->dtype == RR_I32 ? INT32_MAX : o->dtype == RR_U32 ? UINT32_MAX : INT64_MAX;
    if (dtype_size(o->dtype) == 8) return EXIT_DONE;
    for (uint64_t i = 0; i < n; ++i) {
        const uint32_t x = (uint32_t)numbers[i];
        if (numbers[i] > max)
            return refuse(EXIT_USAGE, "--dtype %s does not hold %" PRId64, dtype_name(o->dtype), numbers[i]);
        memcpy((char *)numbers + i * sizeof x, &x, sizeof x);
    }
    return EXIT_DONE;
}

/* Writes the header line of a CSV file. */
static int write_names(const order_request *o, const output *out, uint64_t columns, job_state *state)
{
    size_t length;
    char *header = columns_header(o->name, columns, 0, &length);
    const int error = output_write(out, header, length);
    state->bytes += length;
    free(header);
    return error;
}

static int write_text(const order_request *o, const output *out, const char *numbers, uint64_t n, job_state *state)
{
    enum { AT_ONCE = 1 << 16 };
    const uint64_t per_line = o->shape[1] ? o->shape[1] : 1;
    char *lines = get_memory(AT_ONCE * LINE_SIZE);
    int error = o->format == FORMAT_CSV ? write_names(o, out, per_line, state) : 0;
    for (uint64_t at = 0; !error && at < n; at += AT_ONCE) {
        const size_t some = n - at < AT_ONCE ? n - at : AT_ONCE;
        const size_t bytes = encode_lines(o->dtype, numbers + at * dtype_size(o->dtype), some, at % per_line, per_line,
                                          format_between(o->format), lines);
        error = output_write(out, lines, bytes);
        state->bytes += bytes;
    }
    free(lines);
    return error;
}

static int write_all(const order_request *o, const output *out, const void *numbers, uint64_t n, job_state *state)
{
    char header[NPY_HEADER];
    const size_t bytes = n * dtype_size(o->dtype);
    int error = 0;
    if (format_is_text(o->format)) return write_text(o, out, numbers, n, state);
    if (o->format == FORMAT_NPY) {
        npy_header(o->dtype, o->rows ? 2 : 1, o->shape, header);
        error = output_write(out, header, NPY_HEADER);
        state->bytes = NPY_HEADER;
    }
    if (!error) error = output_write(out, numbers, bytes);
    state->bytes += bytes;
    return error;
}

/* For the record: the file of --weights is the one input that an output could replace. */
static const char *input_of(const void *job, uint32_t number, const char **option, bool *past)
{
    *option = "weights";
    *past = number > 0;
    return *past ? NULL : ((const order_request *)job)->weights;
}

static exit_status write_numbers(order_request *o, const void *numbers, uint64_t n)
{
    const output_request request = {o->value[o->own + OR_OUTPUT], false, o->value[o->own + OR_FORCE] != NULL, true, NULL,
                                    format_bytes(o->format, o->dtype, n), !format_is_text(o->format), false};
    const record record = {.job = o, .count = n, .input = input_of};
    output out;
    job_state state;
    interrupt_watch(output_is_direct(request.path));
    exit_status status = output_open(&out, &request, &record, &state);
    if (!status) {
        request_print_random(o->seed);
        int error = write_all(o, &out, numbers, n, &state);
        if (!error) error = output_finish(&out, &state);
        if (error && !(error == EPIPE && out.direct)) status = output_failed(&out, error);
    }
    output_close(&out);
    return status;
}

exit_status order_write(order_request *o, rr_status made, const rr_result *result, int64_t *numbers, uint64_t n)
{
    exit_status status = EXIT_DONE;
    if (made)
        status = refuse(made == RR_ERR_MEMORY ? EXIT_TROUBLE : EXIT_USAGE, "%s",
                        result->message[0] ? result->message : rr_status_text(made));
    if (!status && o->format == FORMAT_CSV) status = columns_check(o->shape[1]);
    if (!status) status = narrow(o, numbers, n);
    if (!status) status = write_numbers(o, numbers, n);
    free(numbers);
    return status;
}
