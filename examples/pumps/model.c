/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads a number that ends at `end` and moves *text after it; -1 if there is none. */
static int read_number(char **text, char end, double *value)
{
    char *stop;
    *value = strtod(*text, &stop);
    if (stop == *text) return -1;
    while (*stop == ' ' || *stop == '\r') ++stop;
    if (*stop != end && !(end == '\n' && *stop == '\0')) return -1;
    *text = *stop ? stop + 1 : stop;
    return 0;
}

/* Reads a line. The negated comparisons also refuse NaN. */
static int read_pump(char *line, double *failures, double *hours)
{
    double number;
    if (read_number(&line, ',', &number) || read_number(&line, ',', failures) || read_number(&line, '\n', hours)) {
        return -1;
    }
    if (!(*failures >= 0 && *failures <= 1e9) || *failures != (double)(long)*failures) return -1;
    return *hours > 0 && *hours <= 1e9 ? 0 : -1;
}

static int read_pumps(struct model *model, FILE *file, const char *path, FILE *errors)
{
    char line[256];
    size_t number = 0;
    model->pumps = 0;
    while (fgets(line, sizeof line, file)) {
        if (++number == 1 || strspn(line, " \r\n") == strlen(line)) continue;   /* the heading; an empty line */
        if (model->pumps == MAX_PUMPS) {
            fprintf(errors, "pumps: %s has more than %d pumps\n", path, MAX_PUMPS);
            return -1;
        }
        if (read_pump(line, &model->failures[model->pumps], &model->hours[model->pumps])) {
            fprintf(errors, "pumps: %s, line %zu: expected pump,failures,thousand_hours with a whole number of "
                    "failures and a positive time\n", path, number);
            return -1;
        }
        ++model->pumps;
    }
    if (ferror(file) || model->pumps == 0) {
        fprintf(errors, "pumps: %s %s\n", path, ferror(file) ? "cannot be read" : "holds no pumps");
        return -1;
    }
    return 0;
}

int model_read(struct model *model, const char *path, FILE *errors)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(errors, "pumps: cannot open %s: %s\n", path, strerror(errno));
        return -1;
    }
    int failed = read_pumps(model, file, path, errors);
    fclose(file);
    return failed;
}
