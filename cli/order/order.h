/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the commands of order share: their options, and how their numbers are written. */
#ifndef ORDER_COMMANDS_H
#define ORDER_COMMANDS_H

#include "cli/base/cli.h"
#include "cli/job/job.h"
#include "cli/options/manual.h"

/* X(id, letter or 0, long name, argument or NULL, help): behind a command's own. */
#define ORDER_OPTIONS(X) \
    X(SEED, 0, "seed", "S", "the seed, 0 to 2^64 - 1 (default 0), or random") \
    X(STREAM, 0, "stream", "T", "the stream: a number, a name, or a path of names and numbers, such as " \
      "chains/3 (default 0)") \
    X(DTYPE, 0, "dtype", "TYPE", "i64, i32, u64 or u32 (default i64); numbers that do not fit are refused") \
    X(OUTPUT, 'o', "output", "FILE", "write FILE: .npy for NumPy, .raw for little-endian numbers without a header, " \
      ".txt for one number or row per line (default: text to standard output)") \
    X(FORMAT, 0, "format", "F", "npy, raw or text (default: by the name of FILE, else text)") \
    X(FORCE, 'f', "force", NULL, "replace FILE") \
    X(HELP, 'h', "help", NULL, "print this help")

typedef enum order_option {
#define ORDER_ID(id, letter, name, argument, help) OR_##id,
    ORDER_OPTIONS(ORDER_ID)
#undef ORDER_ID
    OR_COUNT
} order_option;

#define ORDER_ROW(id, letter, name, argument, help) {letter, name, argument, true, help},

/* What was typed: an operand, options, and what follows from those that all have. */
typedef struct order_request {
    const char *operand;
    const char *value[OR_COUNT + 4];   /* a command's own rows first */
    int own;
    rr_stream stream;
    rr_type dtype;
    format format;
    uint64_t shape[2];                 /* of the output; shape[1] is 0 where it has one dimension */
    char seed[24];
} order_request;

/* Reads argv of a command whose manual has `own` rows of its own before those above. A request for help is answered, and
 * *done. */
exit_status order_read(int argc, char **argv, const manual *m, int own, order_request *request, bool *done);

/* The operand, or the argument of own option `row`, as a whole number; what is missing is said. */
exit_status order_whole(const order_request *request, const manual *m, int row, uint64_t *value);

/* What the library said of the call that made the numbers, which are written where all went well; they are freed. */
exit_status order_write(order_request *request, rr_status status, const rr_result *result, int64_t *numbers, uint64_t n);

#endif
