/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Figures and tables in memory. */
#define _GNU_SOURCE  /* vasprintf */
#include "figure.h"
#include "cli/base/cli.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Replaces *text by formatted text. */
static void set_text(char **text, const char *format, va_list args)
{
    char *made = NULL;
    if (vasprintf(&made, format, args) < 0) made = get_copy("");
    free(*text);
    *text = made;
}

#define SET_TEXT(text)             \
    do {                           \
        va_list args;              \
        va_start(args, format);    \
        set_text(text, format, args); \
        va_end(args);              \
    } while (0)

/* ---- Figures ---- */

void figure_begin(report_figure *f, const char *id, const char *title)
{
    memset(f, 0, sizeof *f);
    f->id = id;
    f->title = title;
}

static void free_table(report_table *t)
{
    for (size_t i = 0; i < t->cells; ++i) free(t->cell[i].text);
    for (size_t i = 0; i < t->columns; ++i) free(t->column[i]);
    free(t->column);
    free(t->cell);
    free(t->name);
}

static void free_rows(report_rows *rows)
{
    for (size_t i = 0; rows && i < rows->count; ++i) {
        for (size_t k = 0; k < rows->row[i].bars; ++k) free(rows->row[i].bar[k].value);
        free(rows->row[i].label);
    }
    for (size_t i = 0; rows && i < rows->scales; ++i) free(rows->scale[i].text);
    free(rows);
}

void figure_end(report_figure *f)
{
    for (size_t i = 0; i < f->tables; ++i) free_table(&f->table[i]);
    for (size_t i = 0; i < f->panels; ++i) {
        for (size_t k = 0; k < f->panel[i].count; ++k) free(f->panel[i].series[k].title);
        free(f->panel[i].title);
    }
    free_rows(f->rows);
    free(f->what);
    free(f->source);
    free(f->params);
    memset(f, 0, sizeof *f);
}

void figure_what(report_figure *f, const char *format, ...)
{
    SET_TEXT(&f->what);
}

void figure_source(report_figure *f, const char *format, ...)
{
    SET_TEXT(&f->source);
}

void figure_params(report_figure *f, const char *format, ...)
{
    SET_TEXT(&f->params);
}

/* ---- Tables ---- */

report_table *figure_table(report_figure *f, const char *name)
{
    report_table *t = &f->table[f->tables++];
    memset(t, 0, sizeof *t);
    t->name = get_copy(name);
    return t;
}

void table_column(report_table *t, const char *format, ...)
{
    char **column = get_zeroed((t->columns + 1) * sizeof *column);
    if (t->columns) memcpy(column, t->column, t->columns * sizeof *column);
    free(t->column);
    t->column = column;
    SET_TEXT(&t->column[t->columns]);
    ++t->columns;
}

void table_headings(report_table *t, const char *const *heading, size_t count)
{
    for (size_t i = 0; i < count; ++i) table_column(t, "%s", heading[i]);
}

static report_cell *next_cell(report_table *t)
{
    if (t->cells == t->capacity) {
        const size_t capacity = t->capacity ? 2 * t->capacity : 64;
        report_cell *cell = get_memory(capacity * sizeof *cell);
        if (t->cells) memcpy(cell, t->cell, t->cells * sizeof *cell);
        free(t->cell);
        t->cell = cell;
        t->capacity = capacity;
    }
    t->cell[t->cells] = (report_cell){NAN, NULL};
    return &t->cell[t->cells++];
}

void table_number(report_table *t, double x)
{
    next_cell(t)->x = x;
}

void table_cells(report_table *t, const double *x, size_t count)
{
    for (size_t i = 0; i < count; ++i) table_number(t, x[i]);
}

void table_text(report_table *t, const char *format, ...)
{
    report_cell *cell = next_cell(t);
    SET_TEXT(&cell->text);
}

size_t table_rows(const report_table *t)
{
    return t->columns ? t->cells / t->columns : 0;
}

double table_value(const report_table *t, size_t row, size_t column)
{
    return t->cell[row * t->columns + column].x;
}

/* ---- Pictures ---- */

report_panel *figure_panel(report_figure *f, report_axis x, report_axis y)
{
    report_panel *p = &f->panel[f->panels++];
    memset(p, 0, sizeof *p);
    p->x = x;
    p->y = y;
    return p;
}

report_series *panel_series(report_panel *p, report_style style, int colour, size_t table, size_t x, size_t y)
{
    report_series *s = &p->series[p->count++];
    *s = (report_series){table, x, y, 0, 0, style, colour, NULL};
    return s;
}

void series_title(report_series *s, const char *format, ...)
{
    SET_TEXT(&s->title);
}

void panel_points(report_panel *p, int colour, size_t table, size_t x, size_t y, size_t first, size_t rows)
{
    report_series *s = panel_series(p, STYLE_POINTS, colour, table, x, y);
    s->first = first;
    s->rows = rows;
}

void figure_curves(report_figure *f, report_panel *p, const report_curves *c)
{
    report_table *t = figure_table(f, "");
    const size_t table = f->tables - 1;
    table_column(t, "%s", c->heading);
    for (int k = 0; k < c->count; ++k) {
        const report_style style = c->dashes && k % 2 ? STYLE_DASHED : STYLE_LINE;
        table_column(t, "$%s = %g$", c->name, c->value[k]);
        series_title(panel_series(p, style, c->colour + k, table, 0, (size_t)k + 1), "$%s = %g$", c->name, c->value[k]);
    }
    for (int i = 0; i < c->rows; ++i) {
        const double x = c->grid ? c->grid(i) : c->low + (c->high - c->low) * i / (c->rows - 1);
        table_number(t, x);
        for (int k = 0; k < c->count; ++k) table_number(t, c->y(x, c->value[k]));
    }
}

void panel_note(report_panel *p, report_style style, const char *text)
{
    p->note[p->notes++] = (report_note){style, text};
}

static bool on_axis(const report_axis *a, double x)
{
    return isfinite(x) && (!a->log || x > 0) && !(x < a->low) && !(x > a->high);   /* a limit may be NaN */
}

bool series_seen(const report_figure *f, const report_panel *p, const report_series *s)
{
    const report_table *t = &f->table[s->table];
    const size_t end = s->rows ? s->first + s->rows : table_rows(t);
    for (size_t i = s->first; i < end; ++i)
        if (on_axis(&p->x, table_value(t, i, s->x)) && on_axis(&p->y, table_value(t, i, s->y))) return true;
    return false;
}

/* ---- Rows of bars ---- */

report_rows *figure_rows(report_figure *f, const char *heading)
{
    f->rows = get_zeroed(sizeof *f->rows);
    f->rows->heading = heading;
    return f->rows;
}

report_row *rows_row(report_rows *rows, bool marked, const char *format, ...)
{
    report_row *row = &rows->row[rows->count++];
    row->marked = marked;
    SET_TEXT(&row->label);
    return row;
}

report_bar *row_bar(report_row *row, report_bar bar, const char *format, ...)
{
    report_bar *b = &row->bar[row->bars++];
    *b = bar;
    SET_TEXT(&b->value);
    return b;
}

void rows_scale(report_rows *rows, double at, const char *text)
{
    rows->scale[rows->scales].at = at;
    rows->scale[rows->scales++].text = get_copy(text);
}

void rows_key(report_rows *rows, int colour, bool light, const char *text)
{
    rows->key[rows->keys].colour = colour;
    rows->key[rows->keys].light = light;
    rows->key[rows->keys++].text = text;
}
