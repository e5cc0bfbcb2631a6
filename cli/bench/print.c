/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints measurements as tables or JSON. */
#include "cli/base/provenance.h"
#include "cli/files/jsonout.h"
#include "cli/measure/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Comparisons ---- */

/* The time of memset divided by the time per sample. */
static double share_of_memset(const bench *b, const bench_row *r)
{
    return r->fill_of == SIZE_MAX ? NAN : b->row[r->fill_of].median / r->median;
}

/* ---- JSON ---- */

static void json_params(json_out *out, const bench_row *r)
{
    json_object(out, "params", json_line);
    for (uint32_t p = 0; r->device && p < rr_sampler_about(r->job.sampler)->params; ++p) {
        const char *name = rr_sampler_about(r->job.sampler)->param[p].name;
        if (r->each) json_array(out, name, json_line);
        json_real(out, r->each ? NULL : name, r->low[p]);
        if (!r->each) continue;
        json_real(out, NULL, r->high[p]);
        json_end(out);
    }
    json_end(out);
}

static void json_row(json_out *out, const bench *b, const bench_row *r)
{
    char strategy[32] = "";
    if (r->device) rr_strategy_text(r->strategy, strategy);
    json_text(out, "sampler", r->sampler);
    json_params(out, r);
    json_text(out, "dtype", dtype_name(r->dtype));
    json_text(out, "device", r->device ? r->spec : "cpu");
    json_text(out, "instruction_set", r->device ? rr_device_name(r->device, NULL, NULL, NULL) : "");
    json_text(out, "strategy", strategy);
    json_integer(out, "threads", r->device ? r->threads : 1);
    json_integer(out, "n", r->n);
    json_bool(out, "per_sample_params", r->each);
    json_digits(out, "ns_per_sample", r->median, 5);
    json_array(out, "quartiles", json_line);
    json_digits(out, NULL, r->quartile[0], 5);
    json_digits(out, NULL, r->quartile[1], 5);
    json_end(out);
    json_digits(out, "of_bits", bench_fraction_of_bits(b, r), 5);
    json_digits(out, "of_memset", share_of_memset(b, r), 5);
}

void bench_print_json(const bench *b)
{
    char cpu[128], build[160], date[32];
    json_out out = {.to = stdout};
    cpu_model(cpu);
    build_text(build);
    date_text(date);
    json_array(&out, NULL, json_lines);
    for (size_t i = 0; i < b->rows; ++i) {
        json_object(&out, NULL, json_line);
        json_row(&out, b, &b->row[i]);
        json_text(&out, "cpu", cpu);
        json_text(&out, "build", build);
        json_text(&out, "date", date);
        json_digits(&out, "load", load_average(), 5);
        json_end(&out);
    }
    json_end(&out);
}

/* ---- Tables ---- */

static void print_header(const bench *b)
{
    provenance_print();
    printf("%" PRIu32 " thread%s, batches of %" PRIu64 " samples, written to the same buffer, %d rounds of loops of "
           "%.0f ms;\nmedian (quartiles); columns 'of bits', 'of memset': time of bits or memset divided by the "
           "sampler's time\n", b->options.threads,
           b->options.threads == 1 ? "" : "s", b->options.n, b->options.quick ? BENCH_ROUNDS_QUICK : BENCH_ROUNDS,
           bench_target(b) / 1e6);
}

enum { NAME_SIZE = 128 };

static void sampler_text(const bench_row *r, char text[NAME_SIZE])
{
    size_t at = (size_t)snprintf(text, NAME_SIZE, "%s", r->sampler);
    const char *separator = "(";
    for (uint32_t p = 0; r->device && p < rr_sampler_about(r->job.sampler)->params && at < NAME_SIZE; ++p) {
        const double fallback = rr_sampler_about(r->job.sampler)->param[p].fallback;
        if (r->low[p] == fallback && r->high[p] == fallback) continue;
        at += (size_t)snprintf(text + at, NAME_SIZE - at, "%s%g", separator, r->low[p]);
        if (r->low[p] != r->high[p] && at < NAME_SIZE)
            at += (size_t)snprintf(text + at, NAME_SIZE - at, " to %g", r->high[p]);
        if (r->each && at < NAME_SIZE) at += (size_t)snprintf(text + at, NAME_SIZE - at, " each");
        separator = ", ";
    }
    if (separator[0] == ',' && at < NAME_SIZE - 1) strcpy(text + at, ")");
}

static void print_share(double fraction)
{
    if (isnan(fraction)) printf("%7s", "-");
    else printf("%6.1f%%", 100 * fraction);
}

static void print_title(bench_section section)
{
    static const char *const titles[] = {
        "\nCeilings\n%-24s %-5s %-15s %-15s %9s %17s %7s\n",
        "\nFills\n%-24s %-5s %-15s %-15s %9s %17s %7s %7s %7s\n",
        "\nStrategies\n%-24s %-5s %-15s %-15s %9s %17s %7s %7s %7s\n",
        "\nSmall calls\n%-24s %-5s %-15s %-15s %9s %17s\n",
        "\nThreads\n%-24s %-5s %-15s %-15s %9s %17s %7s\n",
    };
    printf(titles[section], "sampler", "dtype", "strategy", "device", section == BENCH_SMALL ? "ns/call" : "ns/sample",
           "(quartiles)", "GS/s", "of bits", "of mem");
}

static void print_note(const bench *b, const bench_row *r)
{
    if (r->section == BENCH_CEILINGS && !r->device) printf("  %.1f GB/s", (double)dtype_size(r->dtype) / r->median);
    if (r->section == BENCH_SMALL) printf("  n = %" PRIu64, r->n);
    if (r->section == BENCH_THREADS) printf("  %" PRIu32 " thread%s", r->threads, r->threads == 1 ? "" : "s");
    if (r->compare_to == SIZE_MAX) return;
    const double ratio = r->median / b->row[r->compare_to].median;
    char other[NAME_SIZE];
    sampler_text(&b->row[r->compare_to], other);
    if (r->section == BENCH_THREADS) printf(", %.2f times as fast", 1 / ratio);
    else printf("  %.2f times %s", ratio, r->section == BENCH_STRATEGIES ? "compact" : other);
}

static void print_row(const bench *b, const bench_row *r)
{
    const double scale = r->section == BENCH_SMALL ? (double)r->n : 1;
    char sampler[NAME_SIZE], strategy[32] = "", quartiles[48];
    sampler_text(r, sampler);
    if (r->device) rr_strategy_text(r->strategy, strategy);
    snprintf(quartiles, sizeof quartiles, "(%.3f %.3f)", scale * r->quartile[0], scale * r->quartile[1]);
    printf("%-24s %-5s %-15s %-15s %9.3f %17s", sampler, dtype_name(r->dtype), strategy, r->device ? r->spec : "",
           scale * r->median, quartiles);
    if (r->section != BENCH_SMALL) printf(" %7.3f", 1 / r->median);
    if (r->section == BENCH_BULK || r->section == BENCH_STRATEGIES) {
        print_share(bench_fraction_of_bits(b, r));
        printf(" ");
        print_share(share_of_memset(b, r));
    }
    print_note(b, r);
    printf("\n");
}

void bench_print(const bench *b)
{
    print_header(b);
    for (int section = BENCH_CEILINGS; section <= BENCH_THREADS; ++section) {
        bool titled = false;
        for (size_t i = 0; i < b->rows; ++i) {
            if (b->row[i].section != (bench_section)section) continue;
            if (!titled) print_title((bench_section)section);
            titled = true;
            print_row(b, &b->row[i]);
        }
    }
}
