/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that all studies share: the command line, tables, a clock. */
#ifndef STUDIES_COMMON_H
#define STUDIES_COMMON_H

#include <reroll.h>
#include <stdio.h>

typedef struct study {
    const char *name;
    int quick;
    const char *spec;     /* of the device */
    rr_device *device;
    rr_device *numbers;   /* draws samples that are counted and not timed, in both types: the device, or the processor if
                             the device has no f64 */
} study;

/* A table, and the function that writes it: 0, or 1 after a message. */
typedef struct study_table {
    const char *file;
    int (*write)(FILE *csv, const study *s);
} study_table;

/* A study: its tables in the order of writing, and sentences without commas on what --quick cannot show. */
typedef struct study_plan {
    const char *name;
    const study_table *table;
    unsigned tables;
    const char *const *limit;
    unsigned limits;
} study_plan;

/* `NAME FOLDER [--quick] [--device SPEC] [--tables A,B]`: writes all tables into FOLDER, or only A.csv and B.csv; with
 * --quick also prints, and writes to quick.csv, what the run cannot show. Returns the exit status. */
int study_main(int argc, char **argv, const study_plan *plan);

/* Prints the message `what`, and returns 1. */
int study_fail(const study *s, const char *what);

/* A device on which something is timed. */
typedef struct study_place {
    char label[192];         /* a column's head: "cpu:avx2 1 thread", "opencl:0 (the driver's name)" */
    const char *kind;        /* "cpu:avx2", "opencl:0" */
    uint32_t threads;
    int is_gpu;              /* the device of --device is not a processor: it has its own memory, and kernels */
    int is_best;             /* such a device, or the instruction set of "cpu" */
    int emulates_fma;        /* every fma takes about 100 ns */
    const rr_device *device;
} study_place;
typedef int study_visit(const study *s, const study_place *place, void *context);

/* True if the study's device is an OpenCL or CUDA device. */
int study_has_gpu(const study *s);

/* study_devices calls `on` for every usable instruction set, with one thread and with all; study_places for one processor,
 * which is the study's device if that is a processor. Both then call it for a device that is not a processor. They stop
 * when `on` does not return 0. */
int study_devices(const study *s, study_visit *on, void *context);
int study_places(const study *s, study_visit *on, void *context);

/* True if the place draws f64. Prints a message if it does not. */
int study_has_f64(const study *s, const study_place *place);

/* Sets *value to the integer in the environment variable, if it is set: from low to high. 0, or 1 after a message. */
int study_number(const char *study, const char *variable, double low, double high, double *value);

/* The number of processors that this process may use. */
uint32_t study_processors(void);

/* Seconds of wall-clock time. */
double study_seconds(void);

/* The increasing order of doubles, for qsort. */
int study_increasing(const void *a, const void *b);

/* The median of n > 0 numbers, which are sorted. */
double study_median(double *x, unsigned n);

#endif
