/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the parts of `reroll report` share: what lanes did, and the report that figures are written to. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/cli.h"
#include "cli/base/progress.h"
#include "figure.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- What lanes did ---- */

/* A job of sampler `attempts` on the device cpu,warp=W,tile=N. */
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
    const char *output, *data, *studies;   /* NULL: not given; of output: standard output */
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

/* The figures of the documents but for their experiments, which are studies. */
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
void page_char(FILE *to, char c);
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

/* Reads the sections of --studies, which must have some, or those beside the program, and refuses what is no section. */
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

/* Writes a file under a temporary name and renames it; NULL is standard output. */
exit_status save_file(const char *path, const char *data, size_t bytes);

/* Refuses what could not be written in the end, before anything is measured. */
exit_status save_check(const report_options *o);

#endif
