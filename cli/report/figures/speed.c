/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Samples per second on this machine for each distribution, compared with raw bits, the upper limit. */
#include "machine.h"
#include "cli/base/device.h"
#include "cli/base/examples.h"
#include "cli/base/params.h"
#include "cli/measure/rows.h"
#include "cli/report/page/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Measuring ---- */

/* The rows: raw bits, then each distribution in f32 and in f64 on one thread, last the headline's one on all threads. */
enum { ROW_BITS, ROW_LAWS, ROWS_OF_LAW = 2 };

/* Adds the default methods of distributions with examples for the report, in f32 and f64. */
static exit_status add_laws(bench *b, report_speed *speed)
{
    exit_status status = EXIT_DONE;
    const rr_sampler_info *s;
    const rr_example *e;
    for (size_t i = 0; (s = sampler_at(i)); ++i)
        for (size_t at = 0; !s->method[0] && (e = example_next(s, RR_FOR_REPORT, &at)); ) {
            if (status || speed->laws == SPEED_LAWS) return status;
            report_law_speed *law = &speed->law[speed->laws++];
            *law = (report_law_speed){.sampler = s, .example = e};
            for (int type = RR_F32; type <= RR_F64 && !status; ++type)
                status = bench_add_job(b, BENCH_BULK, s, (rr_type)type, e, "cpu", 1);
        }
    return status;
}

static exit_status add_rows(bench *b, report_speed *speed)
{
    const rr_sampler_info *bits = sampler_find("bits"), *headline = sampler_find(SPEED_HEADLINE);
    exit_status status = bench_add_job(b, BENCH_CEILINGS, bits, RR_U32, bench_example(bits), "cpu", 1);
    if (!status) status = add_laws(b, speed);
    if (!status) status = bench_add_job(b, BENCH_THREADS, headline, RR_F32, bench_example(headline), "cpu", speed->threads);
    if (!status) b->row[b->rows - 1].n = 1 << 22;   /* makes the start of threads negligible */
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

exit_status speed_measure(report *r, report_speed *speed)
{
    const bool quick = r->options.quick;
    bench b = {.options = {.n = quick ? 1 << 16 : 1 << 20, .threads = 1, .quick = quick}, .loop_ns = quick ? 1e6 : 0,
               .title = r->options.quiet ? NULL : "speed"};
    speed->threads = all_threads();
    speed->laws = 0;
    exit_status status = add_rows(&b, speed);
    if (!status) {
        bench_prepare(&b);
        status = bench_measure(&b);
    }
    if (!status) speed->bits = b.row[ROW_BITS].median;
    if (!status) speed->all = b.row[b.rows - 1].median;
    for (unsigned i = 0; i < speed->laws && !status; ++i) {
        const bench_row *row = &b.row[ROW_LAWS + ROWS_OF_LAW * i];
        for (int k = 0; k < ROWS_OF_LAW; ++k) {
            speed->law[i].ns[k] = row[k].median;
            speed->law[i].of_bits[k] = bench_fraction_of_bits(&b, &row[k]);
        }
    }
    bench_end(&b);
    return status;
}

/* ---- The figure ---- */

/* "gamma, shape 2", to be freed. */
static char *law_text(const report_law_speed *law)
{
    char params[EXAMPLE_SIZE];
    example_text(law->sampler, law->example, params);
    return get_text("%s%s%s", law->sampler->distribution, params[0] ? ", " : "", params);
}

const report_law_speed *speed_headline(const report_speed *speed)
{
    const report_law_speed *law = speed->law;
    while (law < speed->law + speed->laws - 1 && strcmp(law->sampler->name, SPEED_HEADLINE)) ++law;
    return law;
}

static void add_table(report_figure *f, const report_speed *speed)
{
    report_table *t = figure_table(f, "");
    table_columns(t, "law", "ns, f32", "ns, f64", "samples/s, f32", "samples/s, f64", "of raw bits, f32, %",
                  "of raw bits, f64, %");
    table_text(t, "raw bits, 32");
    table_numbers(t, speed->bits, NAN, 1e9 / speed->bits, NAN, 100, NAN);
    for (unsigned i = 0; i < speed->laws; ++i) {
        const report_law_speed *law = &speed->law[i];
        char *name = law_text(law);
        table_text(t, "%s", name);
        free(name);
        table_numbers(t, law->ns[0], law->ns[1], 1e9 / law->ns[0], 1e9 / law->ns[1], 100 * law->of_bits[0],
                      100 * law->of_bits[1]);
    }
}

/* Adds a scale from 0 to a round number of at least `max` millions; returns that number. */
static double add_scale(report_rows *rows, double max)
{
    static const double steps[] = {1, 2, 2.5, 5, 10};
    const double power = pow(10, floor(log10(max / 4)));
    int s = 0;
    while (s < 4 && 4 * steps[s] * power < max) ++s;
    const double step = steps[s] * power, end = ceil(max / step) * step;
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
    for (unsigned i = 0; i < speed->laws; ++i) rate = fmax(rate, 1e3 / fmin(speed->law[i].ns[0], speed->law[i].ns[1]));
    return rate;
}

/* Adds a bar with its rate in three digits, without an exponent. */
static void add_rate(report_row *row, report_bar bar, double ns)
{
    const double rate = 1e3 / ns;
    row_bar(row, bar, rate < 10 ? "%.2f" : rate < 100 ? "%.1f" : "%.0f", rate);
}

/* Adds a bar of millions of samples per second; the mark is at the rate of raw bits alone. */
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
    figure_begin(&f, "fig-machine-speed", "Million samples per second, one thread");
    figure_what(&f, "Medians over %d rounds that went through all distributions in turn, %s samples per call. A mark is "
                    "the ceiling: "
                    "the raw bits of a sample, %.3g ns per word, with all else free. Parameters that are not given are the "
                    "defaults; \xE2\x80\x9C" "1 to 11\xE2\x80\x9D is a value per draw.",
                r->options.quick ? BENCH_ROUNDS_QUICK : BENCH_ROUNDS, r->options.quick ? "65,536" : "1,048,576",
                speed->bits);
    figure_source(&f, "rows of reroll bench; reroll bench has all distributions, and the other libraries are in bench/");
    figure_params(&f, "device cpu, strategy compact");
    add_table(&f, speed);
    report_rows *rows = figure_rows(&f, "million/s");
    const double end = add_scale(rows, fastest(speed));
    report_row *row = rows_row(rows, false, "raw bits, 32");
    report_bar bar = BAR(0);
    bar.low = 0;
    bar.high = 1e3 / speed->bits / end;
    add_rate(row, bar, speed->bits);
    for (unsigned i = 0; i < speed->laws; ++i) {
        char *name = law_text(&speed->law[i]);
        row = rows_row(rows, false, "%s", name);
        free(name);
        for (int k = 0; k < 2; ++k) add_bar(row, speed->law[i].ns[k], speed->law[i].of_bits[k], end, k == 1);
    }
    rows_key(rows, SPEED_COLOUR, false, "f32");
    rows_key(rows, SPEED_COLOUR, true, "f64");
    page_figure(r, &f);
}
