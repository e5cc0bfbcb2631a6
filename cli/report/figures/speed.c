/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples a second on this machine, law by law, beside raw bits, which nothing can be faster than. */
#include "machine.h"
#include "cli/base/device.h"
#include "cli/measure/rows.h"
#include "cli/report/page/page.h"

#include <math.h>
#include <stdlib.h>

typedef struct speed_case {
    const char *law, *sampler;
    double low[RR_MAX_PARAMS], high[RR_MAX_PARAMS];
} speed_case;

static const speed_case cases[SPEED_LAWS] = {
    {"uniform", "uniform", {0, 1}, {0, 1}},
    {"exponential", "exponential", {1}, {1}},
    {"normal", "normal", {0, 1}, {0, 1}},
    {"normal above 5", "truncated-normal", {5, INFINITY, 0, 1}, {5, INFINITY, 0, 1}},
    {"gamma, shape 2", "gamma", {2, 1}, {2, 1}},
    {"gamma, shape 0.3", "gamma", {0.3, 1}, {0.3, 1}},
    {"gamma, a shape each", "gamma", {1, 1}, {11, 1}},
    {"beta, shapes 2, 3", "beta", {2, 3}, {2, 3}},
    {"Student, 4 degrees", "student-t", {4, 0, 1}, {4, 0, 1}},
};

/* ---- Measuring ---- */

/* A row of raw bits, then of each law in f32 and in f64 on one thread, and last of normals on all threads. */
enum { ROW_BITS, ROW_LAWS, ROWS_OF_LAW = 2, ROW_ALL = ROW_LAWS + ROWS_OF_LAW * SPEED_LAWS };

static exit_status add_rows(bench *b, uint32_t threads)
{
    exit_status status = bench_add_job(b, BENCH_CEILINGS, rr_sampler_find("bits"), RR_U32, NULL, NULL, "cpu", 1);
    for (int i = 0; i < SPEED_LAWS && !status; ++i) {
        const speed_case *c = &cases[i];
        const rr_sampler *s = rr_sampler_find(c->sampler);
        status = bench_add_job(b, BENCH_BULK, s, RR_F32, c->low, c->high, "cpu", 1);
        if (!status) status = bench_add_job(b, BENCH_BULK, s, RR_F64, c->low, c->high, "cpu", 1);
    }
    if (!status) status = bench_add_job(b, BENCH_THREADS, rr_sampler_find("normal"), RR_F32, NULL, NULL, "cpu", threads);
    if (!status) b->row[ROW_ALL].n = 1 << 22;   /* so that starting threads weighs little */
    return status;
}

static uint32_t all_threads(void)
{
    rr_device *device = NULL;
    uint32_t threads = 1;
    if (device_open("cpu", NULL, &device)) return threads;
    rr_device_name(device, NULL, NULL, &threads);
    rr_device_close(&device);
    return threads;
}

exit_status speed_measure(bool quick, report_speed *speed)
{
    bench b = {.options = {.n = quick ? 1 << 16 : 1 << 20, .threads = 1, .quick = quick}, .loop_ns = quick ? 1e6 : 0};
    speed->threads = all_threads();
    exit_status status = add_rows(&b, speed->threads);
    if (!status) {
        bench_settle(&b);
        status = bench_measure(&b);
    }
    if (!status) speed->bits = b.row[ROW_BITS].median;
    if (!status) speed->all = b.row[ROW_ALL].median;
    for (int i = 0; i < SPEED_LAWS && !status; ++i) {
        const bench_row *row = &b.row[ROW_LAWS + ROWS_OF_LAW * i];
        speed->law[i] = (report_law_speed){{row[0].median, row[1].median},
                                           {bench_share_of_bits(&b, &row[0]), bench_share_of_bits(&b, &row[1])}};
    }
    bench_end(&b);
    return status;
}

/* ---- The figure ---- */

static void add_table(report_figure *f, const report_speed *speed)
{
    report_table *t = figure_table(f, "");
    static const char *const columns[] = {"law", "ns, f32", "ns, f64", "samples/s, f32", "samples/s, f64"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; ++i) table_column(t, "%s", columns[i]);
    table_column(t, "of raw bits, f32, %%");
    table_column(t, "of raw bits, f64, %%");
    table_text(t, "raw bits, 32");
    const double bits[] = {speed->bits, NAN, 1e9 / speed->bits, NAN, 100, NAN};
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; ++i) table_number(t, bits[i]);
    for (int i = 0; i < SPEED_LAWS; ++i) {
        const report_law_speed *law = &speed->law[i];
        const double cells[] = {law->ns[0],       law->ns[1],           1e9 / law->ns[0],
                                1e9 / law->ns[1], 100 * law->of_bits[0], 100 * law->of_bits[1]};
        table_text(t, "%s", cases[i].law);
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; ++k) table_number(t, cells[k]);
    }
}

/* Places 0, 1/k ... 1 of a scale that ends at a round number of at least `most` millions; returns that number. */
static double add_scale(report_rows *rows, double most)
{
    static const double steps[] = {1, 2, 2.5, 5, 10};
    const double power = pow(10, floor(log10(most / 4)));
    int s = 0;
    while (s < 4 && 4 * steps[s] * power < most) ++s;
    const double step = steps[s] * power, end = ceil(most / step) * step;
    for (double x = 0; x <= end * 1.001; x += step) {
        char *text = get_text("%g", x);
        rows_scale(rows, x / end, text);
        free(text);
    }
    return end;
}

static double fastest(const report_speed *speed)
{
    double rate = 1e3 / speed->bits;
    for (int i = 0; i < SPEED_LAWS; ++i) rate = fmax(rate, 1e3 / fmin(speed->law[i].ns[0], speed->law[i].ns[1]));
    return rate;
}

/* Three digits, never as a power of ten. */
static void add_rate(report_row *row, report_bar bar, double ns)
{
    const double rate = 1e3 / ns;
    row_bar(row, bar, rate < 10 ? "%.2f" : rate < 100 ? "%.1f" : "%.0f", rate);
}

/* A bar of millions of samples a second; the mark is where raw bits alone would be. */
static void add_bar(report_row *row, double ns, double of_bits, double end, bool light)
{
    report_bar bar = BAR(SPEED_COLOUR);
    bar.light = light;
    bar.low = 0;
    bar.high = 1e3 / ns / end;
    bar.tick = 1e3 / (ns * of_bits) / end;
    if (bar.tick > 1) bar.tick = NAN;
    add_rate(row, bar, ns);
}

void speed_figure(report *r, const report_speed *speed)
{
    report_figure f;
    figure_begin(&f, "fig-machine-speed", "Samples a second, in millions, one thread");
    figure_what(&f, "Medians over %d rounds that went through all laws in turn, %s samples a call. A mark is the ceiling: "
                    "the raw bits of a sample, %.3g ns a word, with all else free. \xE2\x80\x9Cnormal above "
                    "5\xE2\x80\x9D is the tail beyond five standard deviations; \xE2\x80\x9C" "a shape each\xE2\x80\x9D has "
                    "shapes from 1 to 11, one per draw.",
                r->options.quick ? BENCH_ROUNDS_QUICK : BENCH_ROUNDS, r->options.quick ? "65,536" : "1,048,576",
                speed->bits);
    figure_source(&f, "rows of reroll bench; reroll bench has all laws and the peers are in bench/");
    figure_params(&f, "device cpu, strategy compact");
    add_table(&f, speed);
    report_rows *rows = figure_rows(&f, "million/s");
    const double end = add_scale(rows, fastest(speed));
    report_row *row = rows_row(rows, false, "raw bits, 32");
    report_bar bar = BAR(0);
    bar.low = 0;
    bar.high = 1e3 / speed->bits / end;
    add_rate(row, bar, speed->bits);
    for (int i = 0; i < SPEED_LAWS; ++i) {
        row = rows_row(rows, false, "%s", cases[i].law);
        for (int k = 0; k < 2; ++k) add_bar(row, speed->law[i].ns[k], speed->law[i].of_bits[k], end, k == 1);
    }
    rows_key(rows, SPEED_COLOUR, false, "f32");
    rows_key(rows, SPEED_COLOUR, true, "f64");
    page_figure(r, &f);
}
