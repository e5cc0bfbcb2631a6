/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What was measured, as tables and as JSON. */
#include "cli/base/provenance.h"
#include "cli/files/json.h"
#include "cli/measure/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Comparisons ---- */

/* The time of memset over the time of the sample. */
static double share_of_memset(const bench *b, const bench_row *r)
{
    return r->fill_of == SIZE_MAX ? NAN : b->row[r->fill_of].median / r->median;
}

/* ---- JSON ---- */

static void json_params(const bench_row *r)
{
    printf("{");
    for (uint32_t p = 0; r->device && p < r->job.sampler->params; ++p) {
        printf("%s\"%s\": ", p ? ", " : "", r->job.sampler->param[p].name);
        if (r->each) printf("[");
        json_write_real(stdout, r->low[p]);
        if (!r->each) continue;
        printf(", ");
        json_write_real(stdout, r->high[p]);
        printf("]");
    }
    printf("}");
}

static void json_row(const bench *b, const bench_row *r)
{
    char strategy[32] = "";
    if (r->device) rr_strategy_text(r->strategy, strategy);
    printf("{\"sampler\": \"%s\", \"params\": ", r->sampler);
    json_params(r);
    printf(", \"dtype\": \"%s\", \"device\": ", dtype_name(r->dtype));
    json_write_string(stdout, r->device ? r->spec : "cpu");
    printf(", \"instruction_set\": \"%s\"", r->device ? rr_device_name(r->device, NULL, NULL, NULL) : "");
    printf(", \"strategy\": \"%s\", \"threads\": %" PRIu32 ", \"n\": %" PRIu64 ", \"per_sample_params\": %s", strategy,
           r->device ? r->threads : 1, r->n, r->each ? "true" : "false");
    json_write_member(stdout, "ns_per_sample", r->median, 5);
    printf(", \"quartiles\": [%.5g, %.5g]", r->quartile[0], r->quartile[1]);
    json_write_member(stdout, "of_bits", bench_share_of_bits(b, r), 5);
    json_write_member(stdout, "of_memset", share_of_memset(b, r), 5);
}

void bench_print_json(const bench *b)
{
    char cpu[128], build[160], date[32];
    cpu_model(cpu);
    build_text(build);
    date_text(date);
    printf("[\n");
    for (size_t i = 0; i < b->rows; ++i) {
        printf("%s  ", i ? ",\n" : "");
        json_row(b, &b->row[i]);
        printf(", \"cpu\": ");
        json_write_string(stdout, cpu);
        printf(", \"build\": ");
        json_write_string(stdout, build);
        printf(", \"date\": \"%s\"", date);
        json_write_member(stdout, "load", load_average(), 5);
        printf("}");
    }
    printf("\n]\n");
}

/* ---- Tables ---- */

static void print_header(const bench *b)
{
    provenance_print();
    printf("%" PRIu32 " thread%s, blocks of %" PRIu64 " samples written to the same place, %d rounds of loops of %.0f ms;\n"
           "median (quartiles); of bits, of memset: their time over the sampler's\n", b->options.threads,
           b->options.threads == 1 ? "" : "s", b->options.n, b->options.quick ? BENCH_ROUNDS_QUICK : BENCH_ROUNDS,
           bench_target(b) / 1e6);
}

static void sampler_text(const bench_row *r, char text[64])
{
    size_t at = (size_t)snprintf(text, 64, "%s", r->sampler);
    const char *separator = "(";
    for (uint32_t p = 0; r->device && p < r->job.sampler->params && at < 64; ++p) {
        const double fallback = r->job.sampler->param[p].fallback;
        if (r->low[p] == fallback && r->high[p] == fallback) continue;
        if (r->each) at += (size_t)snprintf(text + at, 64 - at, "%s%g to %g each", separator, r->low[p], r->high[p]);
        else at += (size_t)snprintf(text + at, 64 - at, "%s%g", separator, r->low[p]);
        separator = ", ";
    }
    if (separator[0] == ',' && at < 63) strcpy(text + at, ")");
}

static void print_share(double share)
{
    if (isnan(share)) printf("%7s", "-");
    else printf("%6.1f%%", 100 * share);
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
    char other[64];
    sampler_text(&b->row[r->compare_to], other);
    if (r->section == BENCH_THREADS) printf(", %.2f times as fast", 1 / ratio);
    else printf("  %.2f times %s", ratio, r->section == BENCH_STRATEGIES ? "compact" : other);
}

static void print_row(const bench *b, const bench_row *r)
{
    const double scale = r->section == BENCH_SMALL ? (double)r->n : 1;
    char sampler[64], strategy[32] = "", quartiles[48];
    sampler_text(r, sampler);
    if (r->device) rr_strategy_text(r->strategy, strategy);
    snprintf(quartiles, sizeof quartiles, "(%.3f %.3f)", scale * r->quartile[0], scale * r->quartile[1]);
    printf("%-24s %-5s %-15s %-15s %9.3f %17s", sampler, dtype_name(r->dtype), strategy, r->device ? r->spec : "",
           scale * r->median, quartiles);
    if (r->section != BENCH_SMALL) printf(" %7.3f", 1 / r->median);
    if (r->section == BENCH_BULK || r->section == BENCH_STRATEGIES) {
        print_share(bench_share_of_bits(b, r));
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
