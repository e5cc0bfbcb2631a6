/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Figures in memory. A figure is built (its tables, then how they are drawn), written to the page and to CSV files, and
 * freed before the next one is built. Parameters named `format` are as for printf. */
#ifndef REPORT_FIGURE_H
#define REPORT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

/* ---- Data ---- */

/* A text, or, if that is NULL, a number. */
typedef struct report_cell {
    double x;
    char *text;
} report_cell;

/* Cells are stored row by row. */
typedef struct report_table {
    char *name;                /* appended to the figure's id in the file name; "" for an only table */
    char **column;
    size_t columns, cells, capacity;
    report_cell *cell;
} report_table;

/* ---- Colours ---- */

/* Colour 0 is the text's. Colours 1 to 8 distinguish kinds: each strategy has its own on the whole page. The steps are for
 * ordered quantities: the lanes of a warp or of a group, a probability. */
enum { REPORT_COLOURS = 8, REPORT_STEPS = 7, REPORT_PAINTS = 1 + REPORT_COLOURS + REPORT_STEPS };
#define STEP(k) (REPORT_COLOURS + 1 + (int)(k))

/* The shapes of points, one per colour; the values are gnuplot's point types. */
typedef enum report_shape {
    SHAPE_CROSS = 2, SHAPE_SQUARE = 5, SHAPE_RING, SHAPE_CIRCLE, SHAPE_UP = 9, SHAPE_DOWN = 11, SHAPE_DIAMOND = 13,
    SHAPE_PENTAGON = 15
} report_shape;

/* A colour's variable in the page's style, "--c1", and its shape. */
const char *paint_name(int colour);
report_shape paint_shape(int colour);

/* The length of a strategy's name without its number: 7 for "grouped:4"; "regroup:ahead" has no number. */
size_t strategy_base(const char *strategy);

/* The colour of a strategy's name, which may have a number. */
int strategy_colour(const char *strategy);

/* ---- Pictures ---- */

typedef enum report_style { STYLE_LINE, STYLE_DASHED, STYLE_DOTTED, STYLE_POINTS, STYLE_BARS } report_style;

/* Column y over column x of a table, for `rows` rows (0: all) from `first` on. */
typedef struct report_series {
    size_t table, x, y, first, rows;
    report_style style;
    int colour;
    char *title;               /* in the legend; NULL: points that share the entry of the line of their colour */
} report_series;

enum { REPORT_TABLES = 3, REPORT_PANELS = 4, REPORT_SERIES = 24, REPORT_MARKS = 8, REPORT_NOTES = 4, REPORT_ROWS = 16 };

typedef struct report_axis {
    const char *label;
    double low, high;          /* NaN: from the data */
    bool log;
    const char *tics;          /* "1, 2, 5": their positions; NULL: gnuplot's choice */
} report_axis;

#define LINEAR(label, low, high) ((report_axis){label, low, high, false, NULL})
#define LOGARITHMIC(label, low, high) ((report_axis){label, low, high, true, NULL})

/* A line of the legend that explains a look, for all colours. */
typedef struct report_note {
    report_style style;
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

/* Positions are from 0 to 1 along the track; NaN: not drawn. */
typedef struct report_bar {
    double low, high;          /* filled */
    double from, to;           /* a thin line */
    double tick;               /* a mark across the bar */
    int colour;
    bool light;                /* a paler one, for the second bar of a row */
    char *value;               /* next to it */
} report_bar;

#define BAR(colour) ((report_bar){NAN, NAN, NAN, NAN, NAN, colour, false, NULL})

enum { REPORT_BARS = 2, REPORT_SCALE = 8 };

typedef struct report_row {
    char *label;
    bool marked;               /* the label has the shape of its colour, as in legends */
    report_bar bar[REPORT_BARS];
    size_t bars;
} report_row;

typedef struct report_rows {
    const char *heading;       /* above the values; NULL: none */
    report_row row[REPORT_ROWS];
    size_t count;
    struct { double at; char *text; } scale[REPORT_SCALE];
    size_t scales;
    struct { int colour; bool light; const char *text; } key[REPORT_BARS + 1];
    size_t keys;
} report_rows;

/* A figure without panels or rows is a table only. */
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

/* Set the texts: what is shown, its source, its parameters. They may contain formulas (write_math). */
void figure_what(report_figure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void figure_source(report_figure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void figure_params(report_figure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

report_table *figure_table(report_figure *f, const char *name);
void table_column(report_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_headings(report_table *t, const char *const *heading, size_t count);
void table_number(report_table *t, double x);
void table_cells(report_table *t, const double *x, size_t count);
void table_text(report_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define table_columns(t, ...) \
    table_headings(t, (const char *const[]){__VA_ARGS__}, sizeof (const char *[]){__VA_ARGS__} / sizeof(const char *))
#define table_numbers(t, ...) table_cells(t, (const double[]){__VA_ARGS__}, sizeof (double[]){__VA_ARGS__} / sizeof(double))
size_t table_rows(const report_table *t);
double table_value(const report_table *t, size_t row, size_t column);   /* NaN for a text */

report_panel *figure_panel(report_figure *f, report_axis x, report_axis y);
report_series *panel_series(report_panel *p, report_style style, int colour, size_t table, size_t x, size_t y);
void series_title(report_series *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void panel_points(report_panel *p, int colour, size_t table, size_t x, size_t y, size_t first, size_t rows);
void panel_note(report_panel *p, report_style style, const char *text);

/* Curves with one parameter: a table with a row per x, and a column and a line per value of the parameter. */
typedef struct report_curves {
    const char *heading, *name;   /* the heading of column x; the parameter's name, "K" in the headings "$K = 4$" */
    const double *value;
    int count, colour;            /* number of values; the first curve's colour, each curve has the next one */
    bool dashes;                  /* for every second curve */
    double (*y)(double x, double value);
    double (*grid)(int row);      /* x; NULL: equally spaced from low to high */
    double low, high;
    int rows;
} report_curves;

void figure_curves(report_figure *f, report_panel *p, const report_curves *c);

/* True if any of its points is in the panel. Otherwise the series is neither drawn nor in the legend. */
bool series_seen(const report_figure *f, const report_panel *p, const report_series *s);

report_rows *figure_rows(report_figure *f, const char *heading);
report_row *rows_row(report_rows *rows, bool marked, const char *format, ...) __attribute__((format(printf, 3, 4)));
report_bar *row_bar(report_row *row, report_bar bar, const char *format, ...) __attribute__((format(printf, 3, 4)));
void rows_scale(report_rows *rows, double at, const char *text);
void rows_key(report_rows *rows, int colour, bool light, const char *text);

#endif
