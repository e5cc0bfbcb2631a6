/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every study shares: its command line, its tables, a clock. */
#ifndef STUDIES_COMMON_H
#define STUDIES_COMMON_H

#include <reroll.h>
#include <stdio.h>

typedef struct study {
    const char *name;
    int quick;
    const char *spec;     /* of the device */
    rr_device *device;
    rr_device *numbers;   /* draws what is counted and not timed, in both types: the device, or if it has no f64 the
                             processor */
} study;

/* A table, and who writes it: 0, or 1 after a message. */
typedef struct study_table {
    const char *file;
    int (*write)(FILE *csv, const study *s);
} study_table;

/* A study: its tables, in the order in which they are written, and what --quick can't show, sentences without commas. */
typedef struct study_plan {
    const char *name;
    const study_table *table;
    unsigned tables;
    const char *const *limit;
    unsigned limits;
} study_plan;

/* `NAME FOLDER [--quick] [--device SPEC] [--tables A,B]`: writes the tables into FOLDER, or those that are named, A.csv and
 * B.csv; with --quick quick.csv too, what it can't show, which is printed. Returns the exit status. */
int study_main(int argc, char **argv, const study_plan *plan);

/* Prints what went wrong, and returns 1. */
int study_fail(const study *s, const char *what);

/* Where something is timed. */
typedef struct study_place {
    char label[192];         /* a column's head: "cpu:avx2 1 thread", "opencl:0 (what its driver calls it)" */
    const char *kind;        /* "cpu:avx2", "opencl:0" */
    uint32_t threads;
    int is_gpu;              /* the device of --device, and no processor: with memory of its own, and kernels */
    int is_best;             /* that, or the instruction set that "cpu" is */
    int emulates_fma;        /* every fma takes some 100 ns */
    const rr_device *device;
} study_place;
typedef int study_visit(const study *s, const study_place *place, void *context);

/* Is the study's device one of OpenCL or CUDA? */
int study_has_gpu(const study *s);

/* Call `on` for every instruction set that is usable here, with one thread and with all; or for one processor, the study's
 * device if it is one. Then for the study's device if that is none. Stop when it does not return 0. */
int study_devices(const study *s, study_visit *on, void *context);
int study_places(const study *s, study_visit *on, void *context);

/* Does the place draw f64? Says so if it does not. */
int study_has_f64(const study *s, const study_place *place);

/* Sets *value to the whole number that the environment variable holds, if there is one: from low to high. 0, or 1 after a
 * message. */
int study_number(const char *study, const char *variable, double low, double high, double *value);

/* How many processors this process may use. */
uint32_t study_processors(void);

/* Seconds of the wall's clock. */
double study_seconds(void);

/* The order of doubles that rise, for qsort. */
int study_ascending(const void *a, const void *b);

/* The median of n > 0 numbers, which are put in order. */
double study_median(double *x, unsigned n);

#endif
