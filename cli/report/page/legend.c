/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the legend of a figure, under its pictures: in HTML, so that it has formulas, wraps on narrow screens and is
 * written once for both shapes of the picture. An entry shows its line, and the shape of its points if it has any. */
#include "draw.h"
#include "text.h"

void write_shape(FILE *to, int colour, int x)
{
    static const char *const paths[] = {
        [SHAPE_CROSS] = "m-4-4 8 8m0-8-8 8", [SHAPE_SQUARE] = "m-4-4h8v8h-8z", [SHAPE_UP] = "m0-5 5 8.5h-10z",
        [SHAPE_DOWN] = "m0 5 5-8.5h-10z", [SHAPE_DIAMOND] = "m0-5.5 5.5 5.5-5.5 5.5-5.5-5.5z",
        [SHAPE_PENTAGON] = "m0-5 4.8 3.5-1.8 5.5h-6l-1.8-5.5z"};
    const report_shape shape = paint_shape(colour);
    const char *name = paint_name(colour);
    if (shape == SHAPE_CIRCLE || shape == SHAPE_RING)
        fprintf(to, "<circle cx=\"%d\" cy=\"7\" r=\"4.2\" fill=\"var(%s)\" stroke=\"var(%s)\" stroke-width=\"2\"/>", x,
                shape == SHAPE_RING ? "--box" : name, name);
    else
        fprintf(to, "<path d=\"M%d 7%s\" fill=\"%s%s%s\" stroke=\"var(%s)\" stroke-width=\"%s\"/>", x, paths[shape],
                shape == SHAPE_CROSS ? "" : "var(", shape == SHAPE_CROSS ? "none" : name, shape == SHAPE_CROSS ? "" : ")",
                name, shape == SHAPE_CROSS ? "2.4" : "1");
}

static void write_swatch(FILE *to, report_style style, int colour, bool points)
{
    static const char *const dashes[] = {[STYLE_DASHED] = "7 4", [STYLE_DOTTED] = "2 3.5"};
    const bool line = style != STYLE_POINTS;
    fprintf(to, "<svg viewBox=\"0 0 %d 14\" class=\"swatch\" aria-hidden=\"true\">", line ? 36 : 14);
    if (line) {
        fprintf(to, "<path d=\"M1 7h34\" fill=\"none\" stroke=\"var(%s)\" stroke-width=\"2.4\"", paint_name(colour));
        if (style == STYLE_DASHED || style == STYLE_DOTTED) fprintf(to, " stroke-dasharray=\"%s\"", dashes[style]);
        fputs("/>", to);
    }
    if (points) write_shape(to, colour, line ? 18 : 7);
    fputs("</svg>", to);
}

static void write_entry(FILE *to, report_style style, int colour, bool points, const char *text)
{
    fputs("<li>", to);
    write_swatch(to, style, colour, points);
    write_math(to, text, MATH_HTML);
    fputs("</li>\n", to);
}

/* True if points of this colour without a title are visible. */
static bool has_points(const report_figure *f, const report_panel *p, int colour)
{
    for (size_t i = 0; i < p->count; ++i) {
        const report_series *s = &p->series[i];
        if (s->style == STYLE_POINTS && s->colour == colour && !s->title && series_seen(f, p, s)) return true;
    }
    return false;
}

static bool has_entries(const report_panel *p)
{
    for (size_t i = 0; i < p->count; ++i)
        if (p->series[i].title) return true;
    return p->notes > 0;
}

void write_legend(FILE *to, const report_figure *f)
{
    for (size_t k = 0; k < f->panels; ++k) {
        const report_panel *p = &f->panel[k];
        if (!has_entries(p)) continue;
        fputs("<ul class=\"legend\">\n", to);
        for (size_t i = 0; i < p->count; ++i) {
            const report_series *s = &p->series[i];
            if (!s->title || !series_seen(f, p, s)) continue;
            write_entry(to, s->style, s->colour, s->style == STYLE_POINTS || has_points(f, p, s->colour), s->title);
        }
        for (size_t i = 0; i < p->notes; ++i)
            write_entry(to, p->note[i].style, 0, p->note[i].style == STYLE_POINTS, p->note[i].text);
        fputs("</ul>\n", to);
    }
}
