/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tables of costs: read from text, built in or calibrated, and written.
 *
 * A line has an instruction set, a dtype, "device", "strategy NAME" or "sampler NAME", and the costs in nanoseconds in the
 * order of costs.h, such as `avx2 f32 sampler gamma 1.95 28.2 ...`. For a GPU its name and the lanes of its warps replace
 * the instruction set: `opencl:NVIDIA_H200:32`. A calibrated file begins with the library's version and the processor's
 * name; a file of another processor is not used, since many machines may share a home directory. The built-in text has the
 * same form; `make costs` measured it on the processor that costs_builtin.h names per instruction set. A sampler without a
 * line in a CPU's table takes the costs of its draw.
 *
 * GPUs have not been measured: their built-in table has the same form, in instructions per lane, counted in machine code
 * (counted.awk, from the table of CUDA kernels). The instructions that a GPU starts per nanosecond convert it to time. It
 * names samplers as C does. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "costs.h"
#include "host/lists/lists.h"
#include "targets/base/locale.h"
#include "targets/base/newfile.h"

static const char built_in[] =
#include "costs_builtin.h"
    ;
static const char counted[] =
#include "costs_counted.h"
    ;

#define FILE_BYTES (1u << 18)   /* a table of all instruction sets is a few KB */

/* Table number t, 0 to 2, of costs. */
static double *table_of(rr_costs *c, int t, size_t *n)
{
    double *const v[] = {c->device, &c->strategy[0][0], &c->sampler[0][0]};
    const size_t sizes[] = {RR_DEVICE_UNITS, RR_KINDS * RR_STRATEGY_UNITS, RR_MAX_SAMPLERS * RR_SAMPLER_UNITS};
    *n = sizes[t];
    return v[t];
}

static void forget(rr_costs *c)
{
    size_t n;
    c->origin = "none";
    c->serial = 0;
    c->scale = 1;
    for (int t = 0; t < 3; ++t) {
        double *v = table_of(c, t, &n);
        for (size_t i = 0; i < n; ++i) v[i] = NAN;
    }
}

/* n costs, all finite and none negative, from text to the end of the line. */
static int read_values(const char *text, int n, double *values)
{
    double v[RR_SAMPLER_UNITS];
    for (int i = 0; i < n; ++i) {
        char *end;
        v[i] = strtod(text, &end);
        if (end == text || !(v[i] >= 0 && v[i] < 1e12)) return 0;
        text = end;
    }
    if (*text != '\n' && *text) return 0;
    memcpy(values, v, (size_t)n * sizeof *v);
    return 1;
}

/* Finds a sampler by its name, or by its C name: "half_normal". */
static const rr_sampler *sampler_of(const char *name)
{
    const rr_sampler *s = rr_sampler_find(name);
    for (size_t i = 0, k; !s && (s = rr_sampler_list(i)); ++i) {
        for (k = 0; name[k] && (name[k] == s->name[k] || (name[k] == '_' && strchr(":-", s->name[k]))); ++k) continue;
        if (!name[k] && !s->name[k]) return s;
        s = NULL;
    }
    return s;
}

/* The values that a line sets, and their number, or NULL. */
static double *line_target(rr_costs *c, const char *what, const char *name, int *n)
{
    rr_strategy_info info;
    const rr_sampler *s;
    if (!strcmp(what, "sampler")) {
        *n = RR_SAMPLER_UNITS;
        return (s = sampler_of(name)) ? c->sampler[rr_sampler_number(s)] : NULL;
    }
    *n = RR_STRATEGY_UNITS;
    for (size_t k = 0; rr_strategy_list(k, &info); ++k)
        if (!strcmp(what, "strategy") && !strcmp(info.name, name)) return c->strategy[k];
    return NULL;
}

/* Reads one line; lines of other instruction sets and invalid lines are skipped. */
static void read_line(const char *line, const char *isa, rr_costs costs[2])
{
    char set[RR_COSTS_KEY], dtype[8], what[16], name[64];
    int used = 0, n = RR_DEVICE_UNITS;
    if (sscanf(line, "%127s f%7s %15s%n", set, dtype, what, &used) < 3 || strcmp(set, isa)) return;
    rr_costs *c = &costs[!strcmp(dtype, "64")];
    if (!strcmp(what, "device")) {
        if (read_values(line + used, n, c->device)) c->origin = "read";
        return;
    }
    const char *rest = line + used;
    if (sscanf(rest, "%63s%n", name, &used) < 1) return;
    double *target = line_target(c, what, name, &n);
    if (target) read_values(rest + used, n, target);
}

/* The cost per sample of the first pass, draw plus finish: timings cannot separate the two. */
static double drawn_and_finished(const double cost[RR_SAMPLER_UNITS])
{
    return cost[RR_UNIT_FIRST] + cost[RR_UNIT_FINISH];
}

/* The usual cost that a finish adds to its draw: the median over the table's samplers that finish another one's draw. */
static double usual_finish(const rr_costs *c)
{
    double more[RR_MAX_SAMPLERS];
    size_t n = 0;
    for (unsigned i = 0; rr_sampler_list(i); ++i) {
        const double *draw = c->sampler[rr_sampler_draw(i)];
        if (draw == c->sampler[i] || isnan(draw[0]) || isnan(c->sampler[i][0])) continue;
        more[n++] = fmax(0, drawn_and_finished(c->sampler[i]) - drawn_and_finished(draw));
    }
    return n ? rr_median(more, n) : 0;
}

/* The usual cost of a draw, unit by unit: the median of the table's draws that reject, or do not reject, as it does, and
 * need no table. */
static void usual_draw(const rr_costs *c, int rejects, double cost[RR_SAMPLER_UNITS])
{
    double known[RR_MAX_SAMPLERS];
    const rr_sampler *s;
    for (int u = 0; u < RR_SAMPLER_UNITS; ++u) {
        size_t n = 0;
        for (unsigned i = 0; (s = rr_sampler_list(i)); ++i)
            if (rr_sampler_draw(i) == i && !isnan(c->sampler[i][u]) && !s->rejects == !rejects && !s->setup)
                known[n++] = c->sampler[i][u];
        cost[u] = n ? rr_median(known, n) : NAN;
    }
}

/* A draw without a line, such as a new one, takes the usual costs of its kind. */
static void borrow_draws(rr_costs *c, int wide)
{
    double usual[2][RR_SAMPLER_UNITS];
    const rr_sampler *s;
    int rejects = 0;
    for (unsigned i = 0; (s = rr_sampler_list(i)); ++i) {
        if (rr_sampler_draw(i) != i || !isnan(c->sampler[i][0]) || (wide && !(s->dtypes & (1u << RR_F64 | 1u << RR_U64))))
            continue;
        for (; rejects < 2; ++rejects) usual_draw(c, rejects, usual[rejects]);   /* of the table, before any is filled in */
        memcpy(c->sampler[i], usual[s->rejects != 0], sizeof usual[0]);
    }
}

/* User-defined distributions do too, whatever they draw. */
static void borrow_users(rr_costs *c)
{
    double usual[RR_SAMPLER_UNITS];
    usual_draw(c, 1, usual);
    for (unsigned i = RR_USER_FIRST; i < RR_MAX_SAMPLERS; ++i) memcpy(c->sampler[i], usual, sizeof usual);
}

/* The costs of samplers without a line; a derived distribution has those of its draw and a usual finish. */
static void borrow(rr_costs *c, int wide)
{
    const double finish = usual_finish(c);
    borrow_users(c);
    borrow_draws(c, wide);
    for (unsigned i = 0; rr_sampler_list(i); ++i) {
        const unsigned draw = rr_sampler_draw(i);
        if (draw == i || !isnan(c->sampler[i][0])) continue;
        memcpy(c->sampler[i], c->sampler[draw], sizeof c->sampler[i]);
        c->sampler[i][RR_UNIT_FINISH] += finish;
    }
}

/* True if the costs of the instruction set and of all strategies are known. A time without one of them would be unknown. */
static int shared_known(const rr_costs *c)
{
    int known = !isnan(c->device[0]);
    for (size_t k = 1; k < RR_KINDS; ++k) known &= !isnan(c->strategy[k][0]);
    return known;
}

/* complete: the text of a CPU, which is used only if all shared costs are valid. */
static int read_text(const char *text, const char *isa, const char *origin, int complete, rr_costs costs[2])
{
    const locale_t before = rr_locale_enter();
    forget(&costs[0]);
    forget(&costs[1]);
    for (const char *line = text; line; line = strchr(line, '\n'), line += line != NULL) read_line(line, isa, costs);
    rr_locale_leave(before);
    if (!strcmp(costs[0].origin, "none") || !strcmp(costs[1].origin, "none")) return 0;
    if (complete && !(shared_known(&costs[0]) && shared_known(&costs[1]))) return 0;
    costs[0].origin = costs[1].origin = origin;
    return 1;
}

size_t rr_costs_path(char *path, size_t size)
{
    static const char *const place[][2] = {{"REROLL_COSTS", ""}, {"XDG_CONFIG_HOME", "/reroll/costs"},
                                           {"HOME", "/.config/reroll/costs"}};
    for (int i = 0; i < 3; ++i) {
        const char *base = getenv(place[i][0]);
        if (!base || !*base) continue;
        const int n = snprintf(path, size, "%s%s", base, place[i][1]);
        return n > 0 && (size_t)n < size ? (size_t)n : 0;
    }
    return 0;
}

/* The text after "model name :" in /proc/cpuinfo; "unknown" if there is none. */
static void processor_name(char name[128])
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(name, 128, "unknown");
    while (f && fgets(line, sizeof line, f)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !value) continue;
        snprintf(name, 128, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        break;
    }
    if (f) fclose(f);
}

static void heading(char text[192])
{
    char cpu[128];
    processor_name(cpu);
    snprintf(text, 192, "reroll %s costs of %s\n", rr_version(), cpu);
}

static atomic_uint serials;   /* serials given so far */

enum { PATH_BYTES = 4096 };

/* The path of the user's costs, or NULL. */
static const char *path_of_costs(char path[PATH_BYTES])
{
    return rr_costs_path(path, PATH_BYTES) ? path : NULL;
}

/* Opens a file for reading if it is a regular one: opening a FIFO would wait for its writer. */
static FILE *open_file(const char *path)
{
    struct stat about;
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    FILE *const f = file >= 0 && !fstat(file, &about) && S_ISREG(about.st_mode) ? fdopen(file, "r") : NULL;
    if (file >= 0 && !f) close(file);
    return f;
}

static int load_file(const char *path, const char *isa, int complete, rr_costs costs[2])
{
    char head[192];
    FILE *f = open_file(path);
    char *text = f ? malloc(FILE_BYTES) : NULL;
    int good = 0;
    if (text) {
        text[fread(text, 1, FILE_BYTES - 1, f)] = '\0';
        heading(head);
        good = !strncmp(text, head, strlen(head)) && read_text(text, isa, "calibrated", complete, costs);
        if (good) costs[0].serial = costs[1].serial = 1 + atomic_fetch_add(&serials, 1);
    }
    if (f) fclose(f);
    free(text);
    return good;
}

void rr_costs_own(const char *path, const char *isa, int cpu, rr_costs costs[2])
{
    if (!load_file(path, isa, cpu, costs) && !read_text(built_in, isa, "built in", 1, costs)) {
        forget(&costs[0]);
        forget(&costs[1]);
    }
}

void rr_costs_load(const char *isa, rr_costs costs[2])
{
    char path[PATH_BYTES];
    rr_costs_own(path_of_costs(path), isa, 1, costs);
    for (int wide = 0; wide < 2; ++wide) borrow(&costs[wide], wide);
}

void rr_costs_key(const rr_device *device, char key[RR_COSTS_KEY])
{
    if (!device->host) snprintf(key, RR_COSTS_KEY, "%s", device->name);
    else snprintf(key, RR_COSTS_KEY, "%s:%s:%u", device->name, device->calls->describe(device, NULL, NULL, NULL),
                  device->lanes[0]);
    for (char *at = key; *at; ++at)
        if (*at <= ' ') *at = '_';
}

/* Multiplies all costs, of any origin. */
static void multiply(rr_costs *costs, double factor)
{
    size_t n;
    for (int t = 0; t < 3; ++t) {
        double *v = table_of(costs, t, &n);
        for (size_t i = 0; i < n; ++i) v[i] *= factor;
    }
}

/* A GPU's samplers that were neither measured nor counted stay unknown: its draw predicts none of them well enough. */
void rr_costs_load_device(const rr_device *device, rr_costs costs[2])
{
    char key[RR_COSTS_KEY], path[PATH_BYTES];
    rr_costs_key(device, key);
    if (!device->host) {
        rr_costs_load(key, costs);
    } else if (!load_file(path_of_costs(path), key, 0, costs)) {
        const int known = device->arch && device->issue > 0 && read_text(counted, device->arch, "counted", 0, costs);
        for (int wide = 0; wide < 2; ++wide)
            if (known) multiply(&costs[wide], 1 / device->issue);
            else forget(&costs[wide]);
        if (known) costs[0].serial = costs[1].serial = 1 + atomic_fetch_add(&serials, 1);
    }
}

int rr_costs_foreign(const rr_costs *costs)
{
    return !strcmp(costs->origin, "built in") || !strcmp(costs->origin, "scaled");
}

void rr_costs_multiply(rr_costs *costs, double factor)
{
    multiply(costs, factor);
    costs->origin = "scaled";
    costs->serial = 1 + atomic_fetch_add(&serials, 1);
    costs->scale *= factor;
}

static void write_values(FILE *to, const double *v, int n)
{
    for (int i = 0; i < n; ++i) fprintf(to, " %.5g", v[i]);
    fputc('\n', to);
}

static void write_lines(FILE *to, const char *isa, const rr_costs costs[2])
{
    rr_strategy_info info;
    const rr_sampler *s;
    const locale_t before = rr_locale_enter();
    for (int wide = 0; wide < 2; ++wide) {
        const rr_costs *c = &costs[wide];
        const char *dtype = wide ? "f64" : "f32";
        fprintf(to, "%s %s device", isa, dtype);
        write_values(to, c->device, RR_DEVICE_UNITS);
        for (size_t k = 1; rr_strategy_list(k, &info); ++k) {
            if (isnan(c->strategy[k][0])) continue;
            fprintf(to, "%s %s strategy %s", isa, dtype, info.name);
            write_values(to, c->strategy[k], RR_STRATEGY_UNITS);
        }
        for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
            if (isnan(c->sampler[i][0])) continue;
            fprintf(to, "%s %s sampler %s", isa, dtype, s->name);
            write_values(to, c->sampler[i], RR_SAMPLER_UNITS);
        }
    }
    rr_locale_leave(before);
}

/* True if a line of the file is kept, because it is of another set, or of a cost that is not known now. */
static int keeps(const char *line, const char *isa, const rr_costs costs[2])
{
    char set[RR_COSTS_KEY], dtype[8], what[16], name[64];
    rr_costs known[2] = {costs[0], costs[1]};
    int n;
    if (sscanf(line, "%127s f%7s %15s %63s", set, dtype, what, name) < 4 || strcmp(set, isa)) return 1;
    const double *now = strcmp(what, "device") ? line_target(&known[!strcmp(dtype, "64")], what, name, &n) : NULL;
    return now && isnan(now[0]);
}

/* Such lines are kept if the file is one of this processor. */
static void write_file(FILE *to, const char *path, const char *isa, const rr_costs costs[2])
{
    char head[192], line[1024];
    FILE *old = open_file(path);
    heading(head);
    fputs(head, to);
    if (old && fgets(line, sizeof line, old) && !strcmp(line, head))
        while (fgets(line, sizeof line, old))
            if (keeps(line, isa, costs)) fputs(line, to);
    if (old) fclose(old);
    write_lines(to, isa, costs);
}

enum { PART_BYTES = PATH_MAX + 64 };

/* Opens a new file, `part`, next to the file of costs; if *path is a link, next to its target, which *path then names. -1: it
 * can't be opened. */
static int open_part(const char **path, char target[PATH_MAX], char part[PART_BYTES])
{
    rr_newfile_folders(*path);
    if (realpath(*path, target)) *path = target;
    return rr_newfile_next_to(*path, part, PART_BYTES);
}

int rr_costs_writable(const char *path)
{
    struct stat about;
    char part[PART_BYTES], target[PATH_MAX];
    if (!stat(path, &about) && !S_ISREG(about.st_mode)) {   /* the new file would replace /dev/null */
        errno = ENOTSUP;
        return 0;
    }
    const int file = open_part(&path, target, part);
    if (file < 0) return 0;
    close(file);
    remove(part);
    return 1;
}

/* Writes a new file, and renames it when it is complete. */
int rr_costs_save(const char *path, const char *isa, const rr_costs costs[2])
{
    char part[PART_BYTES], target[PATH_MAX];
    const int file = open_part(&path, target, part);
    if (file < 0) return -1;
    FILE *f = fdopen(file, "w");
    if (f) write_file(f, path, isa, costs);
    const int bad = !f || ferror(f);
    if (!(f ? fclose(f) : close(file)) && !bad && !rename(part, path)) return 0;
    const int why = errno;
    remove(part);
    errno = why;
    return -1;
}

double rr_costs_time(const rr_costs *c, const rr_units *u, rr_strategy s, unsigned sampler)
{
    double ns = 0;
    for (int i = 0; i < RR_DEVICE_UNITS; ++i) ns += u->device[i] * c->device[i];
    for (int i = 0; i < RR_STRATEGY_UNITS; ++i)
        ns += u->strategy[i] * c->strategy[s.kind][i] + u->queue[i] * c->strategy[RR_KIND_compact][i];
    for (int i = 0; i < RR_SAMPLER_UNITS; ++i) ns += u->sampler[i] * c->sampler[sampler][i];
    return ns;
}
