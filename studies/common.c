/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int study_fail(const study *s, const char *what)
{
    fprintf(stderr, "%s: %s\n", s->name, what);
    return 1;
}

int study_number(const char *study, const char *variable, double low, double high, double *value)
{
    const char *text = getenv(variable);
    char *end;
    if (!text || !*text) return 0;
    *value = strtod(text, &end);
    if (end != text && !*end && *value >= low && *value <= high && *value == floor(*value)) return 0;
    fprintf(stderr, "%s: %s=%s: a whole number from %.0f to %.0f is accepted\n", study, variable, text, low, high);
    return 1;
}

double study_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

uint32_t study_processors(void)
{
    rr_device *all;
    uint32_t processors = 1;
    if (rr_device_open("cpu,threads=0", &all)) return 1;
    rr_device_name(all, NULL, NULL, &processors);
    rr_device_close(&all);
    return processors;
}

int study_has_gpu(const study *s)
{
    return *s->spec && strncmp(s->spec, "cpu", 3) != 0;
}

static int on_processor(const study *s, const char *kind, uint32_t threads, study_visit *on, void *context)
{
    char spec[64];
    rr_device *device, *usual;
    snprintf(spec, sizeof spec, "%s,threads=%u", kind, threads);
    if (rr_device_open(spec, &device)) return study_fail(s, "can't open a device that is listed as available");
    study_place place = {"", kind, threads, 0, 0, strstr(kind, "scalar") != NULL, device};
    snprintf(place.label, sizeof place.label, "%s %u thread%s", kind, threads, threads > 1 ? "s" : "");
    if (!rr_device_open("cpu", &usual)) place.is_best = !strcmp(kind, rr_device_name(usual, NULL, NULL, NULL));
    rr_device_close(&usual);
    const int status = on(s, &place, context);
    rr_device_close(&device);
    return status;
}

/* Removes commas and similar from a cell of a table: a driver's name for its device may contain any characters. */
static void make_cell(char *text)
{
    for (char *c = text; *c; ++c)
        if (*c == ',' || *c == '"' || (unsigned char)*c < ' ') *c = ' ';
}

static int on_gpu(const study *s, study_visit *on, void *context)
{
    char kind[64];
    study_place place = {"", kind, 1, 1, 1, 0, s->device};
    snprintf(kind, sizeof kind, "%s", s->spec);
    snprintf(place.label, sizeof place.label, "%s (%.96s)", kind, rr_device_name(s->device, NULL, NULL, NULL));
    make_cell(kind);
    make_cell(place.label);
    return on(s, &place, context);
}

int study_devices(const study *s, study_visit *on, void *context)
{
    const uint32_t all = study_processors();
    rr_device_info info;
    int status = 0;
    for (size_t i = 0; rr_device_list(i, &info) && !status; ++i) {
        if (!strcmp(info.name, "cpu:warp32")) break;   /* the instruction sets come first */
        if (!info.available) continue;
        status = on_processor(s, info.name, 1, on, context);
        if (!status && all > 1) status = on_processor(s, info.name, all, on, context);
    }
    return status || !study_has_gpu(s) ? status : on_gpu(s, on, context);
}

int study_places(const study *s, study_visit *on, void *context)
{
    rr_device *usual;
    if (rr_device_open(study_has_gpu(s) ? "cpu" : s->spec, &usual)) return study_fail(s, "can't open the processor");
    uint32_t threads;
    const char *kind = rr_device_name(usual, NULL, NULL, &threads);
    const int status = on_processor(s, kind, threads, on, context);
    rr_device_close(&usual);
    return status || !study_has_gpu(s) ? status : on_gpu(s, on, context);
}

/* True if a GPU draws f64. If not, result has the reason. */
static int draws_f64(const rr_device *gpu, rr_result *result)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("uniform");
    job.rows = 1;
    return rr_compile(gpu, &job, result) != RR_ERR_DEVICE;
}

int study_has_f64(const study *s, const study_place *place)
{
    rr_result result = RR_RESULT_INIT;
    if (!place->is_gpu || draws_f64(place->device, &result)) return 1;
    fprintf(stderr, "%s: %s: f64 is left out: %s\n", s->name, place->label, result.message);
    return 0;
}

int study_increasing(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double study_median(double *x, unsigned n)
{
    qsort(x, n, sizeof *x, study_increasing);
    return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

static int path_of(const study *s, const char *folder, const char *file, char path[4096])
{
    return snprintf(path, 4096, "%s/%s", folder, file) >= 4096 ? study_fail(s, "FOLDER is too long") : 0;
}

static int write_table(const study *s, const char *folder, const study_table *table)
{
    char path[4096];
    if (path_of(s, folder, table->file, path)) return 1;
    FILE *csv = fopen(path, "w");
    int status = csv ? table->write(csv, s) || ferror(csv) : 1;
    if (csv && fclose(csv)) status = 1;
    if (status) fprintf(stderr, "%s: can't make %s\n", s->name, path);
    else printf("%s\n", path);
    fflush(stdout);
    return status;
}

/* Writes quick.csv after a quick run; a full run removes it. */
static int write_limits(const study *s, const char *folder, const study_plan *plan)
{
    char path[4096];
    if (path_of(s, folder, "quick.csv", path)) return 1;
    remove(path);
    if (!s->quick) return 0;
    FILE *csv = fopen(path, "w");
    if (!csv) return study_fail(s, "can't make quick.csv");
    fprintf(csv, "what QUICK=1 can't show\n");
    for (unsigned i = 0; i < plan->limits; ++i) {
        fprintf(csv, "%s\n", plan->limit[i]);
        printf("quick: can't show %s\n", plan->limit[i]);
    }
    return fclose(csv) ? study_fail(s, "can't make quick.csv") : 0;
}

/* True if the table is in a list separated by commas. Without a list every table is. */
static int is_among(const char *list, const char *file)
{
    const size_t size = strlen(file) - strlen(".csv");
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (!strncmp(at, file, size) && (!at[size] || at[size] == ',')) return 1;
    }
    return !list;
}

/* True if every name of the list belongs to a table. */
static int are_known(const study_plan *plan, const char *list)
{
    unsigned names = 1, known = 0;
    for (const char *at = list; at && *at; ++at) names += *at == ',';
    for (unsigned i = 0; i < plan->tables; ++i) known += is_among(list, plan->table[i].file);
    if (!list || known == names) return 1;
    fprintf(stderr, "%s: --tables %s: there are", plan->name, list);
    for (unsigned i = 0; i < plan->tables; ++i) {
        const char *file = plan->table[i].file;
        fprintf(stderr, "%s%.*s", i ? "," : " ", (int)(strlen(file) - strlen(".csv")), file);
    }
    fprintf(stderr, "\n");
    return 0;
}

static int open_device(study *s)
{
    char why[160];
    rr_result result = RR_RESULT_INIT;
    if (rr_device_open(s->spec, &s->device)) {
        rr_device_why(s->spec, why);
        fprintf(stderr, "%s: can't open the device %s (%s)\n", s->name, s->spec, why);
        return 1;
    }
    s->numbers = s->device;
    if (!study_has_gpu(s) || draws_f64(s->device, &result)) return 0;
    fprintf(stderr, "%s: the processor draws what is not timed: %s\n", s->name, result.message);
    return rr_device_open("cpu", &s->numbers) ? study_fail(s, "can't open the processor") : 0;
}

static void close_device(study *s)
{
    if (s->numbers != s->device) rr_device_close(&s->numbers);
    rr_device_close(&s->device);
}

int study_main(int argc, char **argv, const study_plan *plan)
{
    study s = {.name = plan->name, .spec = "cpu"};
    const char *list = NULL;
    int status = argc < 2;
    for (int i = 2; i < argc && !status; ++i) {
        if (!strcmp(argv[i], "--quick")) s.quick = 1;
        else if (!strcmp(argv[i], "--device") && i + 1 < argc) s.spec = argv[++i];
        else if (!strcmp(argv[i], "--tables") && i + 1 < argc) list = argv[++i];
        else status = 1;
    }
    if (status) {
        fprintf(stderr, "usage: %s FOLDER [--quick] [--device SPEC] [--tables A,B]\n", plan->name);
        return 2;
    }
    if (!are_known(plan, list) || open_device(&s)) return 2;
    status = write_limits(&s, argv[1], plan);
    for (unsigned i = 0; i < plan->tables && !status; ++i)
        if (is_among(list, plan->table[i].file)) status = write_table(&s, argv[1], &plan->table[i]);
    close_device(&s);
    return status;
}
