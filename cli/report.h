/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the parts of `reroll report` share: figures with their data, and the report that they are written to.
 *
 * A figure is made whole (its tables, then how they are drawn), written to the page and to CSV files, and freed before the
 * next one is made. Strings that begin with "format" are made as by printf. */
#ifndef REPORT_H
#define REPORT_H

#include "cli.h"
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- Data ---- */

/* A number, or a text where that is not NULL. */
typedef struct report_cell {
    double x;
    char *text;
} report_cell;

/* Cells come row by row. */
typedef struct report_table {
    char *name;                /* of the file behind the figure's id; "" for a figure's only table */
    char **column;
    size_t columns, cells, room;
    report_cell *cell;
} report_table;

/* ---- Pictures ---- */

typedef enum report_look { LOOK_LINE, LOOK_DASHED, LOOK_DOTTED, LOOK_POINTS, LOOK_BARS } report_look;

/* Column y over column x of the rows from `first` on, `rows` of them (0: all). */
typedef struct report_series {
    size_t table, x, y, first, rows;
    report_look look;
    int colour;                /* 1 to REPORT_COLOURS; colours and the shapes of points go together */
    char *title;               /* in the legend; NULL: not there */
} report_series;

enum { REPORT_COLOURS = 8, REPORT_TABLES = 3, REPORT_PANELS = 4, REPORT_SERIES = 24, REPORT_MARKS = 8 };

typedef struct report_axis {
    const char *label;
    double low, high;          /* NaN: from the data */
    bool log;
    const char *tics;          /* "1, 2, 5": where they are; NULL: where gnuplot likes them */
} report_axis;

#define LINEAR(label, low, high) ((report_axis){label, low, high, false, NULL})
#define LOGARITHMIC(label, low, high) ((report_axis){label, low, high, true, NULL})

typedef struct report_panel {
    char *title;               /* NULL: none */
    report_axis x, y;
    report_series series[REPORT_SERIES];
    size_t count;
    double mark[REPORT_MARKS]; /* vertical lines */
    size_t marks;
    bool diagonal;             /* the line y = x */
} report_panel;

/* Without panels it is a table only. */
typedef struct report_figure {
    const char *id, *title;
    char *what, *source, *params;
    report_table table[REPORT_TABLES];
    size_t tables;
    report_panel panel[REPORT_PANELS];
    size_t panels;
} report_figure;

void figure_begin(report_figure *f, const char *id, const char *title);
void figure_end(report_figure *f);

/* Says what is shown, where it is from and with which parameters. */
void figure_what(report_figure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void figure_source(report_figure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void figure_params(report_figure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

report_table *figure_table(report_figure *f, const char *name);
void table_column(report_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_number(report_table *t, double x);
void table_text(report_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t table_rows(const report_table *t);
double table_value(const report_table *t, size_t row, size_t column);   /* NaN for a text */

report_panel *figure_panel(report_figure *f, report_axis x, report_axis y);
report_series *panel_series(report_panel *p, report_look look, int colour, size_t table, size_t x, size_t y);
void series_title(report_series *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- The report ---- */

typedef struct report_options {
    const char *output, *data, *studies;   /* NULL: not given */
    bool quick, force, quiet;
} report_options;

typedef struct report {
    report_options options;
    FILE *page, *contents;     /* the sections, and the list of them that is put before */
    bool listed;               /* the list has figures of this section */
    bool no_gnuplot;           /* it was looked for and is not there */
    exit_status status;        /* not EXIT_DONE: something could not be done, and that was said */
    char cpu[128], build[160], date[32];
    progress progress;
    uint64_t drawn;            /* samples, for the progress line */
} report;

/* True where there is no point in going on: after a failure, and after control-C, which it notes. */
bool report_ends(report *r);

/* ---- Parts of the page ---- */

void report_seed0(report *r);
void report_seed2(report *r);
void report_ours(report *r);
void report_plan(report *r);
void report_studies(report *r);

/* ---- report_page.c ---- */

/* A section; `text` may be "". Between the two come figures, or HTML. */
void page_section(report *r, const char *id, const char *title, const char *text);
void page_section_end(report *r);

/* Makes figures one after another, until something fails. */
typedef void report_maker(report *r);
void page_figures(report *r, report_maker *const *makers, size_t count);

/* The whole page around the sections. */
void page_whole(const report *r, FILE *to, const char *contents, const char *sections);

extern const char page_style[];

/* Writes the figure to the page and its tables to the folder of --data, and frees it. */
void page_figure(report *r, report_figure *f);

/* Writes text with &, < and > as entities. */
void page_text(FILE *to, const char *text);

/* ---- report_ids.c ---- */

/* Writes a piece of HTML or SVG with `prefix` before every id and before every reference to one. */
void write_with_prefix(FILE *to, const char *markup, const char *prefix);

/* ---- report_gnuplot.c ---- */

enum { REPORT_SHAPES = 2 };    /* for wide screens and paper, for narrow screens */

/* Draws the figure: SVG elements that are the caller's to free. False where there is no gnuplot, which has been said, or
 * where it failed, which is the end of the report. */
bool gnuplot_draw(report *r, const report_figure *f, char *svg[REPORT_SHAPES]);

/* ---- report_measure.c ---- */

/* What lanes did: a job of sampler `attempts` on the device cpu,warp=W,tile=N. */
typedef struct report_point {
    unsigned warp, tile;
    const char *strategy;
    double accept;             /* a float, so that the sampler's probability is exactly this */
    uint64_t attempts;         /* lane attempts to spend, about */
    uint64_t samples, calls, steps, lane_attempts, failed;
} report_point;

/* Measures the points one after another, with one progress line. */
void measure(report *r, const char *title, report_point *point, size_t count);

/* Lane attempts for a point. */
uint64_t measure_effort(const report *r);

/* 1 / (p attempts a sample). */
double measured_efficiency(const report_point *point);

/* ---- report_save.c ---- */

/* Writes a file under a temporary name and renames it. */
exit_status save_file(const char *path, const char *data, size_t bytes);

/* Refuses what could not be written in the end, before anything is measured. */
exit_status save_check(const report_options *o);

#endif
