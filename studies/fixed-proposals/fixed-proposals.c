/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A gamma sampler with a fixed number of proposals: the experiments of seed 4 (S. Linderman, "A Parallel Gamma Sampling
 * Implementation", 2013), on strategy fixed:M beside all others.
 *
 *     fixed-proposals FOLDER [--quick] [--device SPEC]      writes seven tables into FOLDER (README.md has the columns) */
#include "study.h"

#include <string.h>

static const struct {
    const char *name;
    int (*write)(FILE *, const study *);
} tables[] = {{"mixture.csv", mixture_write},     {"failures.csv", failures_write},     {"time.csv", batches_write},
              {"breakdown.csv", breakdown_write}, {"acceptance.csv", acceptance_write},
              {"formulas.csv", formulas_write},   {"curves.csv", curves_write}};
enum { TABLES = sizeof tables / sizeof tables[0] };

int fail(const char *what)
{
    fprintf(stderr, "fixed-proposals: %s\n", what);
    return 1;
}

static int write_table(const char *folder, unsigned number, const study *s)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, tables[number].name);
    if (length >= (int)sizeof path) return fail("FOLDER is too long");
    FILE *csv = fopen(path, "w");
    int status = csv ? tables[number].write(csv, s) : 1;
    if (csv && fclose(csv)) status = 1;
    if (status) fprintf(stderr, "fixed-proposals: can't make %s\n", path);
    else printf("%s\n", path);
    fflush(stdout);
    return status;
}

int main(int argc, char **argv)
{
    study s = {0, "cpu", NULL};
    int status = argc < 2;
    for (int i = 2; i < argc && !status; ++i) {
        if (!strcmp(argv[i], "--quick")) s.quick = 1;
        else if (!strcmp(argv[i], "--device") && i + 1 < argc) s.spec = argv[++i];
        else status = 1;
    }
    if (status) {
        fprintf(stderr, "usage: fixed-proposals FOLDER [--quick] [--device SPEC]\n");
        return 2;
    }
    if (rr_device_open(s.spec, &s.device)) {
        fprintf(stderr, "fixed-proposals: can't open the device %s\n", s.spec);
        return 2;
    }
    for (unsigned i = 0; i < TABLES && !status; ++i) status = write_table(argv[1], i, &s);
    rr_device_close(&s.device);
    return status;
}
