/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the commands of order: their options, and the writing of their numbers. */
#ifndef ORDER_COMMANDS_H
#define ORDER_COMMANDS_H

#include "cli/base/cli.h"
#include "cli/job/job.h"
#include "cli/options/manual.h"

/* X(id, letter or 0, long name, argument or NULL, help). They follow a command's own options. */
#define ORDER_OPTIONS(X) \
    X(SEED, 0, "seed", "S", "the seed, 0 to 2^64 - 1 (default 0), or random") \
    X(STREAM, 0, "stream", "T", "the stream: a number, a name, or a path of names and numbers, such as " \
      "chains/3 (default 0)") \
    X(DTYPE, 0, "dtype", "TYPE", "i64, i32, u64 or u32 (default i64); numbers that do not fit are refused") \
    X(OUTPUT, 'o', "output", "FILE", "write FILE: .npy for NumPy, .raw for little-endian numbers without a header, " \
      ".txt for one number or row per line, .csv with a header line (default: text to standard output)") \
    X(FORMAT, 0, "format", "F", "npy, raw, text or csv (default: by the end of FILE's name; without -o text)") \
    X(FORCE, 'f', "force", NULL, "replace FILE, and remove its job file FILE.job.json") \
    X(HELP, 'h', "help", NULL, "print this help")

typedef enum order_option {
#define ORDER_ID(id, letter, name, argument, help) OR_##id,
    ORDER_OPTIONS(ORDER_ID)
#undef ORDER_ID
    OR_COUNT
} order_option;

#define ORDER_ROW(id, letter, name, argument, help) {letter, name, argument, true, help},

/* The operand and options as typed, and the values of the common options. */
typedef struct order_request {
    char name[24];                     /* of the command, without its method */
    const char *operand;
    const char *value[OR_COUNT + 4];   /* a command's own rows first */
    int own;
    rr_stream stream;
    rr_type dtype;
    format format;
    uint64_t shape[2];                 /* of the output; shape[1] is 0 for one dimension, */
    bool rows;                         /* which --rows makes two */
    char *weights;                     /* the file of --weights, or NULL; the command frees it */
    char seed[24];
} order_request;

/* Reads argv of a command whose manual begins with the rows `own`, followed by the rows above. --help prints the manual and
 * sets *done. */
exit_status order_read(int argc, char **argv, const manual *m, int own, order_request *request, bool *done);

/* Reads the operand, or the argument of own option `row`, as an integer; refuses a missing one. */
exit_status order_integer(const order_request *request, const manual *m, int row, uint64_t *value);

/* Writes the numbers that a call of the library made, or reports its error; frees the numbers. */
exit_status order_write(order_request *request, rr_status status, const rr_result *result, int64_t *numbers, uint64_t n);

#endif
