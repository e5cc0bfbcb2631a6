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

/* ---- Colours ---- */

/* 0 is that of text. 1 to 8 tell kinds apart: each strategy has one of its own on the whole page. The steps are for an
 * ordered quantity: the lanes of a warp or of a group, a probability. */
enum { REPORT_COLOURS = 8, REPORT_STEPS = 7, REPORT_PAINTS = 1 + REPORT_COLOURS + REPORT_STEPS };
#define STEP(k) (REPORT_COLOURS + 1 + (int)(k))

/* Points have a shape that goes with their colour; in the order of gnuplot's point types. */
typedef enum report_shape {
    SHAPE_CROSS = 2, SHAPE_SQUARE = 5, SHAPE_RING, SHAPE_CIRCLE, SHAPE_UP = 9, SHAPE_DOWN = 11, SHAPE_DIAMOND = 13,
    SHAPE_PENTAGON = 15
} report_shape;

/* The variable of the page's style, "--c1", and the shape. */
const char *paint_name(int colour);
report_shape paint_shape(int colour);

/* The colour of a strategy's name, which may have a number: "grouped:4". */
int strategy_colour(const char *strategy);

/* ---- Pictures ---- */

typedef enum report_look { LOOK_LINE, LOOK_DASHED, LOOK_DOTTED, LOOK_POINTS, LOOK_BARS } report_look;

/* Column y over column x of the rows from `first` on, `rows` of them (0: all). */
typedef struct report_series {
    size_t table, x, y, first, rows;
    report_look look;
    int colour;
    char *title;               /* in the legend; NULL: not there, but its points are beside a line of the same colour */
} report_series;

enum { REPORT_TABLES = 3, REPORT_PANELS = 4, REPORT_SERIES = 24, REPORT_MARKS = 8, REPORT_NOTES = 4, REPORT_ROWS = 16 };

typedef struct report_axis {
    const char *label;
    double low, high;          /* NaN: from the data */
    bool log;
    const char *tics;          /* "1, 2, 5": where they are; NULL: where gnuplot likes them */
} report_axis;

#define LINEAR(label, low, high) ((report_axis){label, low, high, false, NULL})
#define LOGARITHMIC(label, low, high) ((report_axis){label, low, high, true, NULL})

/* A line of the legend that says what a look means, whatever the colour. */
typedef struct report_note {
    report_look look;
    const char *text;
} report_note;

typedef struct report_panel {
    char *title;               /* NULL: none */
    report_axis x, y;
    report_series series[REPORT_SERIES];
    size_t count;
    double mark[REPORT_MARKS]; /* vertical lines */
    size_t marks;
    report_note note[REPORT_NOTES];
    size_t notes;
} report_panel;

/* ---- Rows of bars, which the page draws without gnuplot ---- */

/* Places are from 0 to 1 along the track; NaN: not there. */
typedef struct report_bar {
    double low, high;          /* filled */
    double from, to;           /* a thin line */
    double tick;               /* a mark across */
    int colour;
    bool light;                /* a paler one, for the second bar of a row */
    char *value;               /* beside it */
} report_bar;

#define BAR(colour) ((report_bar){NAN, NAN, NAN, NAN, NAN, colour, false, NULL})

enum { REPORT_BARS = 2, REPORT_SCALE = 8 };

typedef struct report_row {
    char *label;
    bool marked;               /* with the shape of its colour before the label, as in the legends */
    report_bar bar[REPORT_BARS];
    size_t bars;
} report_row;

typedef struct report_rows {
    const char *heading;       /* over the values; NULL: none */
    report_row row[REPORT_ROWS];
    size_t count;
    struct { double at; char *text; } scale[REPORT_SCALE];
    size_t scales;
    struct { int colour; bool light; const char *text; } key[REPORT_BARS + 1];
    size_t keys;
} report_rows;

/* Without panels or rows it is a table only. */
typedef struct report_figure {
    const char *id, *title;
    char *what, *source, *params;
    report_table table[REPORT_TABLES];
    size_t tables;
    report_panel panel[REPORT_PANELS];
    size_t panels;
    report_rows *rows;         /* or NULL */
} report_figure;

void figure_begin(report_figure *f, const char *id, const char *title);
void figure_end(report_figure *f);

/* Says what is shown, where it is from and with which parameters. Texts may hold formulas (write_math). */
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
void panel_note(report_panel *p, report_look look, const char *text);

/* Does any of its points lie in the panel? A series that has none is neither drawn nor in the legend. */
bool series_seen(const report_figure *f, const report_panel *p, const report_series *s);

report_rows *figure_rows(report_figure *f, const char *heading);
report_row *rows_row(report_rows *rows, bool marked, const char *format, ...) __attribute__((format(printf, 3, 4)));
report_bar *row_bar(report_row *row, report_bar bar, const char *format, ...) __attribute__((format(printf, 3, 4)));
void rows_scale(report_rows *rows, double at, const char *text);
void rows_key(report_rows *rows, int colour, bool light, const char *text);

/* ---- What lanes did ---- */

/* What lanes did: a job of sampler `attempts` on the device cpu,warp=W,tile=N. */
typedef struct report_point {
    unsigned warp, tile;
    const char *strategy;
    double accept;             /* a float, so that the sampler's probability is exactly this */
    uint64_t attempts;         /* lane attempts to spend, about */
    uint64_t samples, calls, steps, lane_attempts, failed;
} report_point;

/* Every strategy over p. */
enum { EFFICIENCY_STRATEGIES = 7, EFFICIENCY_CHANCES = 9, EFFICIENCY_POINTS = EFFICIENCY_STRATEGIES * EFFICIENCY_CHANCES };

typedef struct report_efficiency {
    unsigned lanes;
    report_point point[EFFICIENCY_POINTS];       /* strategy by strategy */
    char *grouped[EFFICIENCY_CHANCES];           /* names of the best groups, which points point to */
} report_efficiency;

/* ---- The report ---- */

typedef struct report_options {
    const char *output, *data, *studies;   /* NULL: not given */
    bool quick, force, quiet;
} report_options;

typedef struct report_study {
    char *name, *markup;
    bool written;
} report_study;

typedef struct report {
    report_options options;
    FILE *page, *contents;     /* the sections, and the list of them that is put before */
    bool listed;               /* the list has figures of this section */
    bool no_gnuplot;           /* it was looked for and is not there */
    report_study *study;       /* that were read */
    size_t studies;
    report_efficiency waste;   /* of 32 lanes: the first screen and a section show it */
    exit_status status;        /* not EXIT_DONE: something could not be done, and that was said */
    char cpu[128], build[160], date[32];
    progress progress;
    uint64_t drawn;            /* samples, for the progress line */
} report;

/* True where there is no point in going on: after a failure, and after control-C, which it notes. */
bool report_ends(report *r);

/* ---- Parts of the page ---- */

void report_machine(report *r);
void report_documents(report *r);
void report_ours(report *r);
void report_plan(report *r);
void report_studies(report *r);   /* that belong to no document */

/* The figures of the documents, of their models only. */
void report_thomas(report *r);
void report_ridley(report *r);
void report_linderman(report *r);

/* ---- report_page.c ---- */

/* A section; `text`, which may be "", may hold formulas. Between the two come figures. */
void page_section(report *r, const char *id, const char *title, const char *text);
void page_section_end(report *r);

/* A line of the contents. */
void page_listed(report *r, const char *id, const char *title);

/* Makes figures one after another, until something fails. */
typedef void report_maker(report *r);
void page_figures(report *r, report_maker *const *makers, size_t count);

/* The whole page: the first screen, the contents, the sections. */
void page_whole(const report *r, FILE *to, const char *first, const char *contents, const char *sections);

extern const char page_style[];

/* Writes the figure to the page and its tables to the folder of --data, and frees it. */
void page_figure(report *r, report_figure *f);

/* Writes text with &, < and > as entities; and a text with formulas as it can be read out. */
void page_text(FILE *to, const char *text);
void page_label(FILE *to, const char *text);

/* ---- report_math.c ---- */

typedef enum math_form { MATH_HTML, MATH_GNUPLOT, MATH_PLAIN } math_form;

/* Writes a text whose formulas stand between signs $; all else is escaped as the form needs it. */
void write_math(FILE *to, const char *text, math_form form);

/* The plain form as a string, to be freed. */
char *plain_text(const char *text);

/* ---- report_legend.c, report_rows.c ---- */

void write_legend(FILE *to, const report_figure *f);
void write_rows(FILE *to, const report_rows *rows);

/* The shape that goes with a colour, 14 units wide and high around (x, 7). */
void write_shape(FILE *to, int colour, int x);

/* ---- report_studies.c ---- */

/* Reads the sections of --studies, or those beside the program, and refuses what is no section. */
exit_status studies_read(report *r);
void studies_free(report *r);

/* Writes what a study has given; false where it has given nothing. */
bool studies_write(report *r, const char *name);

/* ---- report_markup.c ---- */

/* Is the text a part of a page: whole elements of the kinds that a section has, nothing that runs or is fetched? NULL, or
 * what is wrong, to be freed, and its line. */
char *markup_fault(const char *text, unsigned *line);

/* ---- report_ids.c ---- */

/* Writes a piece of HTML or SVG with `prefix` before every id and before every reference to one. */
void write_with_prefix(FILE *to, const char *markup, const char *prefix);

/* ---- report_gnuplot.c ---- */

enum { REPORT_SHAPES = 2 };    /* for wide screens and paper, for narrow screens */

/* Draws the figure's panels: SVG elements that are the caller's to free. False where there is no gnuplot, which has been
 * said, or where it failed, which is the end of the report. */
bool gnuplot_draw(report *r, const report_figure *f, char *svg[REPORT_SHAPES]);

/* ---- report_measure.c ---- */

/* Measures the points one after another, with one progress line. */
void measure(report *r, const char *title, report_point *point, size_t count);

/* Lane attempts for a point. */
uint64_t measure_effort(const report *r);

/* 1 / (p attempts a sample). */
double measured_efficiency(const report_point *point);

/* ---- report_efficiency.c: every strategy over p, measured once for all figures that need it. ---- */

void efficiency_measure(report *r, report_efficiency *e, unsigned lanes);
void efficiency_free(report_efficiency *e);

/* Strategy number k, and what the model says of it at acceptance p; grouped with the best group. */
const char *efficiency_strategy(int k);
double efficiency_model(int k, unsigned lanes, double p);

/* The lanes of a register of this processor. */
unsigned register_lanes(void);

/* ---- report_save.c ---- */

/* Writes a file under a temporary name and renames it. */
exit_status save_file(const char *path, const char *data, size_t bytes);

/* Refuses what could not be written in the end, before anything is measured. */
exit_status save_check(const report_options *o);

#endif
