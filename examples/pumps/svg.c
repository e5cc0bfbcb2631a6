/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "svg.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 720, LEFT = 140, RIGHT = 126, TOP = 84, ROW = 48, BOTTOM = 74, BINS = 110 };

#define INK "#1f2933"
#define FAINT "#616e7c"
#define GRID "#e4e7eb"
#define DRAWS "#a9cdec"
#define EXACT "#12406b"
#define INTERVAL "#c2410c"

/* The scale of the page: the logarithms of rates along x, densities of these logarithms along y. */
struct page {
    FILE *file;
    double low, high;      /* the logarithms of the rates at the ends of the axis */
    double per_density;    /* pixels */
    int bottom;            /* the y of the axis */
};

static double page_x(const struct page *page, double log_rate)
{
    double span = WIDTH - LEFT - RIGHT;
    return LEFT + span * (log_rate - page->low) / (page->high - page->low);
}

static double bin_edge(const struct page *page, int bin)
{
    return page->low + (page->high - page->low) * bin / BINS;
}

/* ---- Numbers for the page ---------------------------------------------------------------------------------------- */

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Sorts the draws of one pump in the last sweep, one per chain, so that they are independent. */
static void sorted_draws(const struct chains *chains, size_t pump, float *draws)
{
    size_t count = (size_t)chains->count;
    for (size_t c = 0; c < count; ++c) draws[c] = chains->rate[c * chains->model->pumps + pump];
    qsort(draws, count, sizeof *draws, compare_floats);
}

static double quantile(const float *sorted, size_t count, double p)
{
    return sorted[(size_t)(p * (double)(count - 1) + 0.5)];
}

/* The largest number of the form 1, 2 or 5 times a power of ten that is not above x. */
static double round_down(double x)
{
    double power = pow(10, floor(log10(x)));
    double digit = x / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

static double step_up(double x)
{
    double digit = round(x / pow(10, floor(log10(x * 1.001))));
    return x * (digit == 2 ? 2.5 : 2);
}

static void choose_scale(struct page *page, const struct chains *chains, const struct exact *exact, float *draws)
{
    double lowest = INFINITY, highest = 0, tallest = 0;
    for (size_t k = 0; k < chains->model->pumps; ++k) {
        sorted_draws(chains, k, draws);
        lowest = fmin(lowest, quantile(draws, (size_t)chains->count, 0.002));
        highest = fmax(highest, quantile(draws, (size_t)chains->count, 0.998));
    }
    page->low = log(round_down(lowest));
    page->high = log(step_up(round_down(highest)));
    for (size_t k = 0; k < chains->model->pumps; ++k) {
        for (int bin = 0; bin <= BINS; ++bin) {
            tallest = fmax(tallest, exact_log_density(exact, k, exp(bin_edge(page, bin))));
        }
    }
    page->per_density = 0.9 * ROW / tallest;
}

/* ---- Marks ------------------------------------------------------------------------------------------------------- */

static void put_text(const struct page *page, double x, double y, const char *anchor, const char *style,
                     const char *text)
{
    fprintf(page->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>\n", x, y, anchor, style, text);
}

static void put_line(const struct page *page, double x1, double y1, double x2, double y2, const char *style)
{
    fprintf(page->file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2, style);
}

static void put_axis(const struct page *page)
{
    char label[32];
    double high = exp(page->high) * 1.001;
    for (double rate = exp(page->low); rate < high; rate = step_up(rate)) {
        double x = page_x(page, log(rate));
        snprintf(label, sizeof label, "%.3g", rate);
        put_line(page, x, TOP, x, page->bottom, "stroke=\"" GRID "\"");
        put_text(page, x, page->bottom + 17, "middle", "fill=\"" FAINT "\" font-size=\"12\"", label);
    }
    put_text(page, LEFT + (WIDTH - LEFT - RIGHT) / 2, page->bottom + 35, "middle",
             "fill=\"" FAINT "\" font-size=\"12\"", "failures per thousand hours (kh), logarithmic");
}

/* Draws a filled histogram of the logarithms of the draws. */
static void put_histogram(const struct page *page, const float *sorted, size_t count, double y)
{
    double width = (page->high - page->low) / BINS;
    size_t next = 0;
    while (next < count && log(sorted[next]) < page->low) ++next;
    fprintf(page->file, "<path fill=\"" DRAWS "\" d=\"M%.1f %.1f", page_x(page, page->low), y);
    for (int bin = 0; bin < BINS; ++bin) {
        size_t first = next;
        while (next < count && log(sorted[next]) < bin_edge(page, bin + 1)) ++next;
        double density = (double)(next - first) / ((double)count * width);
        fprintf(page->file, "V%.1fH%.1f", y - density * page->per_density, page_x(page, bin_edge(page, bin + 1)));
    }
    fprintf(page->file, "V%.1fZ\"/>\n", y);
}

/* Draws the curve only where it is above the axis, so that the interval below stays readable. */
static void put_exact_curve(const struct page *page, const struct exact *exact, size_t pump, double y)
{
    int started = 0;
    fprintf(page->file, "<path fill=\"none\" stroke=\"" EXACT "\" stroke-width=\"1.4\" d=\"");
    for (int bin = 0; bin <= 2 * BINS; ++bin) {
        double log_rate = page->low + (page->high - page->low) * bin / (2 * BINS);
        double height = exact_log_density(exact, pump, exp(log_rate)) * page->per_density;
        if (height < 0.2) continue;
        fprintf(page->file, "%c%.1f %.1f", started ? 'L' : 'M', page_x(page, log_rate), y - height);
        started = 1;
    }
    fprintf(page->file, "\"/>\n");
}

/* Draws the interval and the mean of the draws, and the exact mean as a tick. */
static void put_interval(const struct page *page, double from, double mean, double to, double exact_mean, double y)
{
    put_line(page, page_x(page, log(from)), y, page_x(page, log(to)), y,
             "stroke=\"" INTERVAL "\" stroke-width=\"2.5\" stroke-linecap=\"round\"");
    put_line(page, page_x(page, log(exact_mean)), y - 7, page_x(page, log(exact_mean)), y + 7,
             "stroke=\"" EXACT "\" stroke-width=\"1.8\"");
    fprintf(page->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.4\" fill=\"" INTERVAL "\"/>\n",
            page_x(page, log(mean)), y);
}

static void put_pump(const struct page *page, const struct chains *chains, const struct exact *exact, size_t pump,
                     struct moments drawn, const float *sorted)
{
    char text[64];
    size_t count = (size_t)chains->count;
    double y = TOP + ROW * ((double)pump + 1) - 6;
    put_line(page, LEFT, y, WIDTH - RIGHT, y, "stroke=\"" GRID "\"");
    put_histogram(page, sorted, count, y);
    put_exact_curve(page, exact, pump, y);
    put_interval(page, quantile(sorted, count, 0.05), drawn.mean, quantile(sorted, count, 0.95),
                 exact->rate[pump].mean, y + 3);
    snprintf(text, sizeof text, "pump %zu", pump + 1);
    put_text(page, 20, y - 12, "start", "font-size=\"13\" font-weight=\"600\"", text);
    snprintf(text, sizeof text, "%.0f in %.5g kh", chains->model->failures[pump], chains->model->hours[pump]);
    put_text(page, 20, y + 4, "start", "fill=\"" FAINT "\" font-size=\"12\"", text);
    snprintf(text, sizeof text, "%.3f ± %.3f", drawn.mean, drawn.sd);
    put_text(page, WIDTH - 20, y - 1, "end", "font-size=\"12.5\"", text);
}

static void put_legend(const struct page *page)
{
    double y = page->bottom + 58;
    const char *style = "fill=\"" FAINT "\" font-size=\"12\"";
    fprintf(page->file, "<rect x=\"20\" y=\"%.1f\" width=\"18\" height=\"11\" fill=\"" DRAWS "\"/>\n", y - 10);
    put_text(page, 44, y, "start", style, "draws of the last sweep");
    put_line(page, 194, y - 4, 214, y - 4, "stroke=\"" EXACT "\" stroke-width=\"1.4\"");
    put_text(page, 220, y, "start", style, "exact posterior");
    put_line(page, 324, y - 4, 348, y - 4, "stroke=\"" INTERVAL "\" stroke-width=\"2.5\" stroke-linecap=\"round\"");
    fprintf(page->file, "<circle cx=\"336\" cy=\"%.1f\" r=\"3.4\" fill=\"" INTERVAL "\"/>\n", y - 4);
    put_text(page, 356, y, "start", style, "mean of all draws, 5 to 95 % of the last");
    put_line(page, 602, y - 12, 602, y + 2, "stroke=\"" EXACT "\" stroke-width=\"1.8\"");
    put_text(page, 610, y, "start", style, "exact mean");
}

static void put_heading(const struct page *page, const struct chains *chains, int height)
{
    char text[128];
    fprintf(page->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif\" fill=\"" INK "\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fdfdfc\"/>\n", WIDTH, height, WIDTH, height, WIDTH, height);
    put_text(page, 20, 32, "start", "font-size=\"17\" font-weight=\"600\"",
             "How often do ten pumps fail? The Gibbs sampler and the exact answer");
    snprintf(text, sizeof text, "Posterior of each failure rate: %llu independent chains, one gamma draw per pump and "
             "chain in a sweep", (unsigned long long)chains->count);
    put_text(page, 20, 53, "start", "fill=\"" FAINT "\" font-size=\"12.5\"", text);
    put_text(page, WIDTH - 20, 76, "end", "fill=\"" FAINT "\" font-size=\"12\"", "mean ± sd");
}

static void put_page(struct page *page, const struct chains *chains, const struct exact *exact,
                     const struct estimate *estimate, float *draws)
{
    choose_scale(page, chains, exact, draws);
    page->bottom = TOP + ROW * (int)chains->model->pumps + 6;
    put_heading(page, chains, page->bottom + BOTTOM);
    put_axis(page);
    for (size_t k = 0; k < chains->model->pumps; ++k) {
        sorted_draws(chains, k, draws);
        put_pump(page, chains, exact, k, estimate[k].value, draws);
    }
    put_legend(page);
    fprintf(page->file, "</svg>\n");
}

int svg_write(const char *path, const struct chains *chains, const struct exact *exact,
              const struct estimate *estimate)
{
    struct page page = {NULL, 0, 0, 0, 0};
    float *draws = malloc((size_t)chains->count * sizeof *draws);
    if (!draws) return -1;
    page.file = fopen(path, "w");
    if (!page.file) {
        free(draws);
        return -1;
    }
    put_page(&page, chains, exact, estimate, draws);
    free(draws);
    int failed = ferror(page.file);
    return fclose(page.file) || failed ? -1 : 0;
}
