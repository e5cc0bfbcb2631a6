/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the page: HTML without scripts and external resources. */
#include "page.h"
#include "draw.h"
#include "gnuplot.h"
#include "save.h"
#include "text.h"
#include "cli/files/shortest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void element(FILE *to, const char *open, const char *text, const char *close)
{
    fputs(open, to);
    write_math(to, text, MATH_HTML);
    fputs(close, to);
}

/* ---- Sections ---- */

void page_section(report *r, const char *id, const char *title, const char *text)
{
    fprintf(r->contents, "<li><a href=\"#%s\">", id);
    element(r->contents, "", title, "</a>");
    r->listed = false;
    fprintf(r->page, "<section id=\"%s\">\n", id);
    element(r->page, "<h2>", title, "</h2>\n");
    if (text[0]) element(r->page, "<p class=\"lead\">", text, "</p>\n");
    fputs("<div class=\"figures\">\n", r->page);
}

void page_section_end(report *r)
{
    fputs(r->listed ? "</ul></li>\n" : "</li>\n", r->contents);
    fputs("</div>\n</section>\n", r->page);
}

void page_listed(report *r, const char *id, const char *title)
{
    fprintf(r->contents, "%s<li><a href=\"#%s\">", r->listed ? "" : "\n<ul>", id);
    r->listed = true;
    element(r->contents, "", title, "</a></li>\n");
}

void page_figures(report *r, report_maker *const *makers, size_t count)
{
    for (size_t i = 0; i < count && !report_ends(r); ++i) {
        progress_busy(&r->progress, "figures", !r->options.quiet);
        makers[i](r);
    }
    progress_end(&r->progress);
}

/* ---- Tables ---- */

/* Longer headings and texts than these wrap, but not into single words. */
enum { HEADING_SHORT = 24, TEXT_SHORT = 22 };

/* Six digits on the page; the CSV file has all digits. */
static void write_cell(FILE *to, const report_cell *cell)
{
    const bool words = cell->text && strlen(cell->text) > TEXT_SHORT;
    if (cell->text) element(to, words ? "<td class=\"t words\">" : "<td class=\"t\">", cell->text, "</td>");
    else if (isnan(cell->x)) fputs("<td></td>", to);
    else fprintf(to, "<td>%.6g</td>", cell->x);
}

static void write_table(FILE *to, const report_table *t)
{
    fputs("<div class=\"scroll\"><table>\n<thead><tr>", to);
    for (size_t c = 0; c < t->columns; ++c) {
        const bool words = t->cells && t->cell[c].text;
        fprintf(to, "<th scope=\"col\" class=\"%s%s\">", words ? "t" : "n",
                strlen(t->column[c]) > HEADING_SHORT ? " long" : "");
        element(to, "", t->column[c], "</th>");
    }
    fputs("</tr></thead>\n<tbody>\n", to);
    for (size_t row = 0; row < table_rows(t); ++row) {
        fputs("<tr>", to);
        for (size_t c = 0; c < t->columns; ++c) write_cell(to, &t->cell[row * t->columns + c]);
        fputs("</tr>\n", to);
    }
    fputs("</tbody>\n</table></div>\n", to);
}

/* If a figure has no picture by design, its first table is shown. */
static void write_details(report *r, const report_figure *f, const report_table *t)
{
    const size_t rows = table_rows(t);
    if (!f->panels && !f->rows && t == f->table) {
        write_table(r->page, t);
        return;
    }
    fprintf(r->page, "<details><summary>Data%s%s: %zu row%s</summary>\n", t->name[0] ? ", " : "", t->name, rows,
            rows == 1 ? "" : "s");
    write_table(r->page, t);
    fputs("</details>\n", r->page);
}

/* ---- CSV (RFC 4180) ---- */

static void csv_text(FILE *to, const char *text)
{
    char *plain = plain_text(text);
    const char *quote = strpbrk(plain, ",\"\r\n") ? "\"" : "";
    fputs(quote, to);
    for (const char *at = plain; *at; ++at) fprintf(to, *at == '"' ? "\"%c" : "%c", *at);
    fputs(quote, to);
    free(plain);
}

static void csv_cell(FILE *to, const report_cell *cell)
{
    char number[SHORTEST_SIZE];
    if (cell->text) {
        csv_text(to, cell->text);
    } else if (!isnan(cell->x)) {
        text_of_f64(cell->x, number);
        fputs(number, to);
    }
}

static void write_csv(FILE *to, const report_table *t)
{
    for (size_t c = 0; c < t->columns; ++c) {
        if (c) fputc(',', to);
        csv_text(to, t->column[c]);
    }
    fputs("\r\n", to);
    for (size_t i = 0; i < t->cells; ++i) {
        csv_cell(to, &t->cell[i]);
        fputs((i + 1) % t->columns ? "," : "\r\n", to);
    }
}

static exit_status save_csv(const report *r, const report_figure *f, const report_table *t)
{
    char *data = NULL, *path = get_text("%s/%s%s%s.csv", r->options.data, f->id, t->name[0] ? "-" : "", t->name);
    size_t bytes = 0;
    FILE *to = open_memstream(&data, &bytes);
    if (to) {
        write_csv(to, t);
        fclose(to);
    }
    const exit_status status = data ? save_file(path, data, bytes) : refuse(EXIT_TROUBLE, "out of memory");
    free(data);
    free(path);
    return status;
}

/* ---- Figures ---- */

static void write_pictures(report *r, const report_figure *f)
{
    static const char *const classes[REPORT_SHAPES] = {"wide", "narrow"};
    char *svg[REPORT_SHAPES];
    if (!f->panels || !gnuplot_draw(r, f, svg)) return;
    for (int i = 0; i < REPORT_SHAPES; ++i) {
        fprintf(r->page, "<div class=\"plot %s\">\n%s</div>\n", classes[i], svg[i]);
        free(svg[i]);
    }
    write_legend(r->page, f);
}

static void write_caption(report *r, const report_figure *f)
{
    fputs("<figcaption>\n", r->page);
    element(r->page, "<p>", f->what, "</p>\n");
    element(r->page, "<p class=\"from\">Source: ", f->source, ".");
    if (f->params) element(r->page, " Parameters: ", f->params, ".");
    fputs("</p>\n</figcaption>\n", r->page);
}

static void write_figure(report *r, const report_figure *f)
{
    const bool drawn = f->panels || f->rows;
    fprintf(r->page, "<figure id=\"%s\"%s>\n", f->id, f->panels > 1 || !drawn ? " class=\"full\"" : "");
    element(r->page, "<h3>", f->title, "</h3>\n");
    if (f->rows) write_rows(r->page, f->rows);
    write_pictures(r, f);
    if (drawn) write_caption(r, f);
    for (size_t i = 0; i < f->tables; ++i) {
        write_details(r, f, &f->table[i]);
        if (r->options.data && !report_ends(r)) r->status = save_csv(r, f, &f->table[i]);
    }
    if (!drawn) write_caption(r, f);
    fputs("</figure>\n", r->page);
}

void page_figure(report *r, report_figure *f)
{
    if (!report_ends(r)) {
        page_listed(r, f->id, f->title);
        write_figure(r, f);
    }
    figure_end(f);
}

/* ---- The whole page ---- */

/* The content security policy is a second defence: if a study's section contains more than it may, the browser still fetches
 * and runs nothing. */
static void write_head(FILE *to)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<title>Reroll on this machine</title>\n<style>\n", to);
    fputs(page_style, to);
    fputs("</style>\n</head>\n<body>\n", to);
}

/* The only place with the page's build, machine and date. */
static void write_provenance(const report *r, FILE *to)
{
    fputs("<p class=\"from\" id=\"provenance\">", to);
    page_text(to, r->build);
    fputs(" \xC2\xB7 ", to);
    page_text(to, r->cpu);
    fprintf(to, " \xC2\xB7 %s%s</p>\n", r->date, r->options.quick ? " \xC2\xB7 a quick run (--quick): fewer samples" : "");
}

static void write_header(const report *r, FILE *to)
{
    fputs("<header>\n<h1>Reroll</h1>\n"
          "<p class=\"tagline\">Random variates in bulk, on CPUs and GPUs, with a parameter per draw and the same "
          "bits on every machine.</p>\n"
          "<p class=\"lead\">A sample is a pure function of (seed, stream, sampler, parameters, index). A rejection sampler "
          "tries until a proposal is accepted; on processors whose lanes work in lockstep, all lanes of a warp wait for the "
          "slowest. Reroll has all strategies of the five papers and new ones; none changes a sample. This page has "
          "its measurements on this machine, and the papers' figures.</p>\n", to);
    write_provenance(r, to);
    if (r->no_gnuplot)
        fputs("<p class=\"note\">Curves are missing, because the program gnuplot is not installed. <code>apt install "
              "gnuplot-nox</code>, then this page again, draws them. All data are here as tables.</p>\n", to);
    fputs("</header>\n", to);
}

static void write_contents(FILE *to, const char *contents)
{
    fprintf(to, "<nav aria-label=\"Contents\">\n<h2>The documents, and what else is here</h2>\n<ul>\n%s</ul>\n"
                "<p><i>p</i> is the probability that a proposal is accepted, <i>\xCF\x81</i> = 1 \xE2\x88\x92 <i>p</i> "
                "that it is rejected; <i>K</i> or <i>t</i> is the number of lanes in a warp; an iteration is one attempt of "
                "every lane. Lines are the model; points are counted on lanes of this machine.</p>\n</nav>\n", contents);
}

void page_write(const report *r, FILE *to, const char *first, const char *contents, const char *sections)
{
    write_head(to);
    write_header(r, to);
    fprintf(to, "<main>\n%s", first);
    write_contents(to, contents);
    fprintf(to, "%s</main>\n</body>\n</html>\n", sections);
}
