/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Figures and tables in memory. */
#define _GNU_SOURCE  /* vasprintf */
#include "report.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Replaces *text. */
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

void figure_end(report_figure *f)
{
    for (size_t i = 0; i < f->tables; ++i) free_table(&f->table[i]);
    for (size_t i = 0; i < f->panels; ++i) {
        for (size_t k = 0; k < f->panel[i].count; ++k) free(f->panel[i].series[k].title);
        free(f->panel[i].title);
    }
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

static report_cell *next_cell(report_table *t)
{
    if (t->cells == t->room) {
        const size_t room = t->room ? 2 * t->room : 64;
        report_cell *cell = get_memory(room * sizeof *cell);
        if (t->cells) memcpy(cell, t->cell, t->cells * sizeof *cell);
        free(t->cell);
        t->cell = cell;
        t->room = room;
    }
    t->cell[t->cells] = (report_cell){NAN, NULL};
    return &t->cell[t->cells++];
}

void table_number(report_table *t, double x)
{
    next_cell(t)->x = x;
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

report_series *panel_series(report_panel *p, report_look look, int colour, size_t table, size_t x, size_t y)
{
    report_series *s = &p->series[p->count++];
    *s = (report_series){table, x, y, 0, 0, look, colour, NULL};
    return s;
}

void series_title(report_series *s, const char *format, ...)
{
    SET_TEXT(&s->title);
}
