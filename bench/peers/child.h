/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared code of all peers in C or C++: the communication with bench.py (see README.md), and the loop that is timed.
 *
 * A peer is a table of rows, each with a function that fills `out` once, by the fastest documented way of its library. The
 * clock is this thread's processor time; with several threads it is the wall clock. */
#ifndef PEERS_CHILD_H
#define PEERS_CHILD_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_PARAMS = 4 };

/* One call: n samples of 32 or 64 bits to out, which is always the same array. */
typedef struct call call;
typedef struct row row;
struct call {
    const row *what;
    size_t n, capacity;                      /* room: bytes of out */
    void *out;
    int threads, params, ranges;         /* ranges: number of parameters with one value per draw */
    char name[MAX_PARAMS][16];
    double value[MAX_PARAMS];           /* of a constant parameter */
    void *each[MAX_PARAMS];             /* n values, of the type of out, for counts f64; NULL: constant */
    double *weights;                     /* the K weights of "weights=K"; NULL: the row has none */
    double words;                        /* random words per sample, if the peer knows; else 0 */
};
struct row {
    const char *law, *type, *method;     /* type: "f32", "f64", for counts "i32", "i64", for bits "u32"; method: may be "" */
    int (*draw)(const call *);           /* 0: done */
    int (*draw_each)(const call *);      /* with one parameter per draw; NULL: the library has no such call */
    const void *own;                     /* for the peer's own use */
};
typedef struct peer {
    const char *version;
    const char *each, *tails, *same;     /* abilities, for the table: one parameter per draw, tails, threads, */
    const char *counts;                  /* and counts */
    int threads;                         /* the maximal number that it uses by itself */
    size_t rows;
    const row *table;
    const char *(*begin)(call *);        /* before the first draw of a call: "" or an error; NULL: nothing to do */
} peer;

/* Parameter p of sample i, in a row of f64 or counts, for libraries that take parameters with every sample. */
static inline double at(const call *c, int p, size_t i)
{
    return c->each[p] ? ((const double *)c->each[p])[i] : c->value[p];
}

static double child_clock(int threads)
{
    struct timespec t;
    clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Frees a row. The array for samples is kept, so that its memory is warm when several rows are requested in turn. */
static void child_forget(call *c)
{
    void *out = c->out;
    size_t capacity = c->capacity;
    for (int p = 0; p < MAX_PARAMS; ++p) free(c->each[p]);
    free(c->weights);
    memset(c, 0, sizeof *c);
    c->out = out, c->capacity = capacity;
}

static void child_release(call *c)
{
    child_forget(c);
    free(c->out);
    c->out = NULL, c->capacity = 0;
}

/* Allocates the array of samples. 0: done. */
static int child_capacity(call *c, size_t size)
{
    if (size <= c->capacity) return 0;
    free(c->out);
    c->capacity = (size + 63) / 64 * 64;
    c->out = aligned_alloc(64, c->capacity);
    if (!c->out) c->capacity = 0;
    return !c->out;
}

static int child_size(const row *what)
{
    return strstr(what->type, "64") ? 8 : 4;
}

static int child_counts(const row *what)
{
    return *what->type == 'i';
}

/* Sample i, as a number. */
static double child_sample(const call *c, size_t i)
{
    if (child_counts(c->what)) return child_size(c->what) == 8 ? (double)((int64_t *)c->out)[i] : ((int32_t *)c->out)[i];
    return child_size(c->what) == 8 ? ((double *)c->out)[i] : ((float *)c->out)[i];
}

/* n values from low to high, evenly spread, in the order of the golden ratio. NULL: no memory. */
static void *child_spread(double low, double high, size_t n, int size)
{
    void *values = malloc(n * (size_t)size);
    for (size_t i = 0; values && i < n; ++i) {
        double x = ((double)i + .5) * 0.6180339887498949;
        x = low + (high - low) * (x - floor(x));
        if (size == 8) ((double *)values)[i] = x;
        else ((float *)values)[i] = (float)x;
    }
    return values;
}

/* Reads one NAME=VALUE, NAME=LOW..HIGH or, for integers, NAME=LOW:HIGH. 0: done. */
static int child_param(call *c, char *text)
{
    char *value = strchr(text, '='), *dots = strstr(text, ".."), *colon = strchr(text, ':'), *end = dots ? dots : colon;
    int p = c->params;
    if (!value || p == MAX_PARAMS) return 1;
    *value++ = 0;
    if (end) *end = 0;
    snprintf(c->name[p], sizeof c->name[p], "%s", text);
    c->value[p] = strtod(value, NULL);
    ++c->params;
    if (!strcmp(text, "weights")) return !(c->weights = (double *)child_spread(0, 1, (size_t)c->value[p], 8));
    if (!end) return 0;
    ++c->ranges;
    c->each[p] = child_spread(c->value[p], strtod(dots ? dots + 2 : colon + 1, NULL), c->n,
                              child_counts(c->what) ? 8 : child_size(c->what));
    for (size_t i = 0; colon && c->each[p] && i < c->n; ++i) ((double *)c->each[p])[i] = floor(((double *)c->each[p])[i]);
    return !c->each[p];
}

/* Finds the requested row and allocates its memory; "" or an error. */
static const char *child_prepare(call *c, const peer *p, char *request)
{
    char *law = strtok(request, " "), *type = strtok(NULL, " "), *method = strtok(NULL, " "), *word;
    child_forget(c);
    if (!method) return "not understood";
    if (!strcmp(method, "-")) *method = 0;
    for (size_t r = 0; r < p->rows && !c->what; ++r) {
        const row *what = p->table + r;
        if (!strcmp(what->law, law) && !strcmp(what->type, type) && !strcmp(what->method, method)) c->what = what;
    }
    if (!c->what) return "does not have this row";
    if ((word = strtok(NULL, " "))) c->threads = atoi(word);
    if ((word = strtok(NULL, " "))) c->n = strtoull(word, NULL, 10);
    if (!c->n) return "not understood";
    if (c->threads > p->threads) return "supports one thread only";
    while ((word = strtok(NULL, " "))) {
        if ((strstr(word, "..") || strchr(word, ':')) && !c->what->draw_each)
            return "supports one parameter for all draws only";
        if (child_param(c, word)) return "no memory for parameters";
    }
    if (child_capacity(c, c->n * (size_t)child_size(c->what))) return "no memory";
    return p->begin ? p->begin(c) : "";
}

/* For a new row, a call that is not timed comes first. */
static void child_run(const call *c, long calls, int warm)
{
    int (*draw)(const call *) = c->ranges ? c->what->draw_each : c->what->draw, wrong = warm ? 0 : draw(c);
    double start = child_clock(c->threads);
    for (long i = 0; i < calls && !wrong; ++i) wrong = draw(c);
    if (wrong) printf("no the library reports an error\n");
    else printf("ns %.6g %.4g\n", (child_clock(c->threads) - start) * 1e9 / (double)calls / (double)c->n, c->words);
}

/* Mean and standard deviation of asinh x of a draw, which exist for every distribution. With them bench.py checks that all
 * peers draw the same distribution. */
static void child_moments(const call *c)
{
    double sum = 0, squares = 0;
    (void)(c->ranges ? c->what->draw_each : c->what->draw)(c);
    for (size_t i = 0; i < c->n; ++i) {
        double x = asinh(child_sample(c, i));
        sum += x, squares += x * x;
    }
    sum /= (double)c->n;
    printf("moments %.12g %.9g\n", sum, sqrt(fmax(0, squares / (double)c->n - sum * sum)));
}

/* The number of fractional bits of the uniforms of a type. */
static int child_digits(const peer *p, const char *type)
{
    char request[64];
    call c;
    int digits = 0;
    memset(&c, 0, sizeof c);
    snprintf(request, sizeof request, "uniform %s - 1 65536 low=0 high=1", type);
    if (*child_prepare(&c, p, request) || c.what->draw(&c)) c.n = 0;
    for (size_t i = 0; i < c.n; ++i) {
        double x = child_sample(&c, i);
        int d = 0;
        for (; d < 1074 && x != floor(x); ++d) x *= 2;
        if (d > digits) digits = d;
    }
    child_release(&c);
    return digits;
}

static int child_main(const peer *p)
{
    char line[512], last[512] = "";
    const char *wrong = "";
    call c;
    memset(&c, 0, sizeof c);
    printf("version %s\ncan each %s\ncan tails %s\ncan same %s\ncan counts %s\nthreads %d\n",
           p->version, p->each, p->tails, p->same, p->counts, p->threads);
    for (size_t r = 0; r < p->rows; ++r)
        printf("has %s %s %s\n", p->table[r].law, p->table[r].type, *p->table[r].method ? p->table[r].method : "-");
    printf("ready\n");
    while (fflush(stdout), fgets(line, sizeof line, stdin)) {
        char type[8], *rest;
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "digits %7s", type) == 1) {
            printf("digits %d\n", child_digits(p, type));
        } else if (!strcmp(line, "rest")) {
            child_release(&c);
            *last = 0;
            printf("ok\n");
        } else if (!strncmp(line, "run ", 4) || !strncmp(line, "moments ", 8)) {
            long calls = *line == 'r' ? strtol(line + 4, &rest, 10) : 0;
            rest = calls ? rest + 1 : line + 8;
            int warm = !strcmp(rest, last);
            if (!warm) {
                strcpy(last, rest);
                wrong = child_prepare(&c, p, rest);
            }
            if (*wrong) printf("no %s\n", wrong);
            else if (calls) child_run(&c, calls, warm);
            else child_moments(&c);
        } else {
            printf("no not understood\n");
        }
    }
    child_release(&c);
    return 0;
}

#endif
