/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What `reroll transform` is to do: everything that decides the bytes of its output. */
#ifndef TRANSFORM_WISH_H
#define TRANSFORM_WISH_H

#include "cli/files/npy.h"
#include "cli/sample/options.h"
#include "cli/sample/record.h"

/* X(id, letter or 0, long name, argument or NULL, with --job too, help); those from POINTS to HALTON say where points come
 * from. */
#define TRANSFORM_OPTIONS(X)                                                                                               \
    X(POINTS, 0, "points", "@FILE.npy", false,                                                                             \
      "the points of a file, .csv and .txt too; two coordinates a point as shape (n, 2), in either order of memory, "      \
      "or (2 n,), x y x y ...; one as any shape, which the output has")                                                    \
    X(GRID, 0, "grid", "N", false,                                                                                         \
      "a grid of N points, rounded up to a square where a point has two coordinates; the upper end of the interval is "    \
      "a coordinate, the lower is not")                                                                                    \
    X(RANDOM, 0, "random", "N", false, "N uniform random points")                                                          \
    X(DISC, 0, "disc", "N", false, "N random points of the unit disc, by rejection")                                       \
    X(DISC_MAP, 0, "disc-map", "N", false, "the same by the map sqrt(U), 2 pi V")                                          \
    X(SOBOL, 0, "sobol", "N", false, "N Sobol points, (k + 1/2) 2^-30 with SciPy's integers k")                            \
    X(HALTON, 0, "halton", "N", false, "N Halton points, in the middle of their cells")                                    \
    X(DIMS, 0, "dims", "D", false,                                                                                         \
      "coordinates of a point that is made, 1 to 64: the method takes them one by one, or in pairs (default what it "      \
      "takes; without a method 2)")                                                                                        \
    X(SCRAMBLE, 0, "scramble", "HOW:S", false,                                                                             \
      "scramble Sobol or Halton points: owen:S (nested) or shift:S (digital shift), with the seed S")                      \
    X(FIRST, 0, "first", "I", false, "the number of the first point (default 0)")                                          \
    X(MEAN, 0, "mean", "M", false, "the mean of the normals (default 0)")                                                  \
    X(SD, 0, "sd", "S", false, "their standard deviation (default 1)")                                                     \
    X(DROP, 0, "drop", NULL, false, "leave out the points that would become NaN")                                          \
    X(SEED, 0, "seed", "S", false, "the seed of random points, 0 to 2^64 - 1 (default 0), or random, as in reroll sample") \
    X(STREAM, 0, "stream", "T", false,                                                                                     \
      "the stream of that seed: a number in plain digits, or a path of names and numbers, chains/3 (default 0)")           \
    X(JOB, 0, "job", "FILE", true, "remake what a job file tells of")                                                      \
    X(DTYPE, 0, "dtype", "TYPE", false,                                                                                    \
      "f32 or f64, or as NumPy calls it, f4 or float32: of points and normals (default that of the file, else f64)")       \
    X(OUTPUT, 'o', "output", "FILE", true,                                                                                 \
      "write FILE: .npy for NumPy, .raw for bare little-endian numbers, .txt for one point or row a line (default, and "   \
      "for -: text to standard output)")                                                                                   \
    X(FORMAT, 0, "format", "F", true, "npy, raw or text, where the name of the file does not say (default text)")          \
    X(DEVICE, 'd', "device", "D", true, "where to compute; reroll devices lists them (default cpu: the best one here)")    \
    X(THREADS, 't', "threads", "T", true, "threads, 1 to 1024 (default: all processors that this process may use)")        \
    X(FORCE, 'f', "force", NULL, true, "replace FILE")                                                                     \
    X(NO_JOB, 0, "no-job", NULL, true, "write no FILE.job.json")                                                           \
    X(QUIET, 'q', "quiet", NULL, true, "show no progress, and no count of points that became NaN")                         \
    X(LIST, 0, "list", NULL, true, "list the methods")                                                                     \
    X(NAMES, 0, "names", NULL, true, "list the names of the methods only")                                                 \
    X(HELP, 'h', "help", NULL, true, "print this")

typedef enum transform_option {
#define OPTION_ID(id, letter, name, argument, with_job, help) TO_##id,
    TRANSFORM_OPTIONS(OPTION_ID)
#undef OPTION_ID
    TO_COUNT
} transform_option;

typedef struct transform_request {
    const char *value[TO_COUNT];    /* what was typed */
    const rr_transform_info *method; /* NULL: points are written as they are */
    transform_option source;
    rr_points_job set;              /* where points are made: the whole set */
    char *path;                     /* of the file of points, or NULL */
    npy_array array;
    uint64_t n;                     /* points, */
    unsigned width;                 /* of so many coordinates, */
    unsigned parts;                 /* which the method takes in so many parts */
    unsigned dims;
    uint64_t shape[2];              /* of the output, before points are left out */
    rr_type dtype;
    format format;
    double mean, sd;
    rr_stream stream;               /* next: number of the first point */
    char *text;                     /* of the job file that is remade, */
    struct json *told;              /* what it says, to which value points, */
    char *made;                     /* the one value that is made of what it says, or NULL, */
    const char *digest;             /* and that of the points' file, or NULL */
    char seed[SEED_SIZE];           /* that of --seed random, else "" */
} transform_request;

/* Reads the command line; the points' file too. EXIT_DONE, or the status of a refusal that has been said; to be freed in any
 * case. --help, --list and --names leave the rest unread. */
exit_status transform_read(int argc, char **argv, transform_request *request);
void transform_free(transform_request *request);

void transform_help(FILE *to);

/* The method's name, or "none"; an option's name: "grid". */
const char *transform_method_name(const transform_request *request);
const char *transform_option_name(transform_option option);

/* Points number `at` to at + n - 1 of those that are transformed, of width coordinates of the dtype. */
exit_status transform_points(const transform_request *request, const rr_device *device, uint64_t at, uint64_t n, void *out);

/* Sets method and values to what a job file tells of. EXIT_USAGE after saying what is wrong with it. */
exit_status transform_remake(const char *path, transform_request *request);

/* The job as the output sees it. */
record transform_record(const transform_request *request);

#endif
