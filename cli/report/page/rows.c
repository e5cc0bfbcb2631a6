/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes rows of bars: HTML and style, without another program. Their texts have the values, so tracks are hidden from
 * screen readers. */
#include "draw.h"
#include "text.h"

#include <math.h>

static void place(FILE *to, const char *element, const char *class, double low, double high)
{
    fprintf(to, "<%s class=\"%s\" style=\"left:%.2f%%;width:%.2f%%\"></%s>", element, class, 100 * low, 100 * (high - low),
            element);
}

static void write_track(FILE *to, const report_rows *rows, const report_bar *b)
{
    fprintf(to, "<span class=\"track\" aria-hidden=\"true\" style=\"--paint:var(%s)\">", paint_name(b->colour));
    for (size_t i = 0; i < rows->scales; ++i) place(to, "i", "grid", rows->scale[i].at, rows->scale[i].at);
    if (!isnan(b->from)) place(to, "i", "thin", b->from, b->to);
    if (!isnan(b->low)) place(to, "i", b->light ? "fill light" : "fill", b->low, b->high);
    if (!isnan(b->tick)) place(to, "i", "tick", b->tick, b->tick);
    fputs("</span>", to);
}

static void write_row(FILE *to, const report_rows *rows, const report_row *row)
{
    fputs("<div class=\"row\"><span class=\"name\">", to);
    if (row->marked) {
        fputs("<svg viewBox=\"0 0 14 14\" class=\"swatch\" aria-hidden=\"true\">", to);
        write_shape(to, row->bar[0].colour, 7);
        fputs("</svg>", to);
    }
    write_math(to, row->label, MATH_HTML);
    fputs("</span><span class=\"lines\">", to);
    for (size_t i = 0; i < row->bars; ++i) {
        fputs("<span class=\"line\">", to);
        write_track(to, rows, &row->bar[i]);
        fputs("<span class=\"value\">", to);
        write_math(to, row->bar[i].value, MATH_HTML);
        fputs("</span></span>", to);
    }
    fputs("</span></div>\n", to);
}

/* Writes the texts of the scale, under the tracks. The heading of the values, if any, comes first. */
static void write_scale(FILE *to, const report_rows *rows)
{
    fputs("<div class=\"row scale\" aria-hidden=\"true\"><span class=\"name\"></span><span class=\"lines\">"
          "<span class=\"line\"><span class=\"track\">", to);
    for (size_t i = 0; i < rows->scales; ++i) {
        fprintf(to, "<i class=\"text\" style=\"left:%.2f%%\">", 100 * rows->scale[i].at);
        write_math(to, rows->scale[i].text, MATH_HTML);
        fputs("</i>", to);
    }
    fputs("</span><span class=\"value\">", to);
    if (rows->heading) write_math(to, rows->heading, MATH_HTML);
    fputs("</span></span></span></div>\n", to);
}

static void write_keys(FILE *to, const report_rows *rows)
{
    if (!rows->keys) return;
    fputs("<ul class=\"legend\">\n", to);
    for (size_t i = 0; i < rows->keys; ++i) {
        fprintf(to, "<li><i class=\"patch%s\" style=\"--paint:var(%s)\"></i>", rows->key[i].light ? " light" : "",
                paint_name(rows->key[i].colour));
        write_math(to, rows->key[i].text, MATH_HTML);
        fputs("</li>\n", to);
    }
    fputs("</ul>\n", to);
}

void write_rows(FILE *to, const report_rows *rows)
{
    fputs("<div class=\"bars\">\n", to);
    for (size_t i = 0; i < rows->count; ++i) write_row(to, rows, &rows->row[i]);
    write_scale(to, rows);
    fputs("</div>\n", to);
    write_keys(to, rows);
}
