/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Draws pictures with gnuplot's SVG terminal. The script is its standard input, an unnamed file, so that no pipe can fill up
 * and no shell is involved; the pictures are read from a pipe.
 *
 * Colours are the page's: the script uses rgb(1, 1, n), which represents a variable of the page's style and is replaced by
 * the variable's name in the picture. */
#define _GNU_SOURCE  /* pipe2 */
#include "gnuplot.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The n of rgb(1, 1, n). Curves have COLOUR_0 and up. */
enum { COLOUR_TEXT = 1, COLOUR_AXIS, COLOUR_GRID, COLOUR_MARK, COLOUR_BOX, COLOUR_0 = 16 };

#define RGB(colour) "rgb '#0101" colour "'"
#define TEXT RGB("01")
#define AXIS RGB("02")
#define GRID RGB("03")
#define BOX RGB("05")
#define MARK RGB("04")   /* looks like COLOUR_AXIS: gnuplot does not dash a line of the colour drawn last */

/* ---- The script ---- */

static void quoted(FILE *to, const char *text)
{
    fputc('\'', to);
    write_math(to, text, MATH_GNUPLOT);
    fputc('\'', to);
}

static void write_data(FILE *to, const report_figure *f)
{
    for (size_t i = 0; i < f->tables; ++i) {
        const report_table *t = &f->table[i];
        fprintf(to, "$t%zu << END\n", i);
        for (size_t k = 0; k < t->cells; ++k) {
            if (isnan(t->cell[k].x)) fputs("NaN", to);   /* texts too */
            else fprintf(to, "%.9g", t->cell[k].x);
            fputc((k + 1) % t->columns ? ' ' : '\n', to);
        }
        fputs("END\n", to);
    }
}

static void write_range(FILE *to, char axis, const report_axis *a)
{
    fprintf(to, "set %crange [", axis);
    if (isnan(a->low)) fputs("*:", to);
    else fprintf(to, "%.9g:", a->low);
    if (isnan(a->high)) fputs("*]\n", to);
    else fprintf(to, "%.9g]\n", a->high);
    fprintf(to, a->log ? "set logscale %c\n" : "unset logscale %c\n", axis);
    if (a->tics) fprintf(to, "set %ctics (%s)\n", axis, a->tics);
    else fprintf(to, "set %ctics autofreq\n", axis);
    fprintf(to, "set format %c '%s'\n", axis, a->log && a->low < 1e-3 ? "10^{%T}" : "%g");
    fprintf(to, "set %clabel ", axis);
    quoted(to, a->label);
    fprintf(to, " offset %s textcolor " TEXT "\n", axis == 'x' ? "0,0.4" : "0.8,0");
}

static void write_columns(FILE *to, const report_series *s)
{
    fprintf(to, "$t%zu", s->table);
    if (s->rows) fprintf(to, " every ::%zu::%zu", s->first, s->first + s->rows - 1);
    fprintf(to, " using %zu:%zu", s->x + 1, s->y + 1);
}

/* Each point has a rim in the background's colour, to stand out from the line under it. */
static void write_points(FILE *to, const report_series *s)
{
    const report_shape shape = paint_shape(s->colour);
    const bool thin = shape == SHAPE_CROSS || shape == SHAPE_RING;
    fprintf(to, " with points pt %d ps %s lw 1 lc " BOX ", ", SHAPE_CIRCLE, thin ? "1.15" : "1.25");
    write_columns(to, s);
    fprintf(to, " with points pt %d ps %s lw %s", shape, thin ? "0.75" : "0.9", thin ? "2.6" : "1");
}

/* Dashes and shapes distinguish series for readers who can't distinguish the colours. */
static void write_series(FILE *to, const report_series *s)
{
    static const char *const looks[] = {
        [STYLE_LINE] = "lines lw 2.2", [STYLE_DASHED] = "lines lw 2.2 dt (9,5)", [STYLE_DOTTED] = "lines lw 2.2 dt (2,4)",
        [STYLE_BARS] = "boxes fs solid 1 noborder"};
    write_columns(to, s);
    if (s->style == STYLE_POINTS) write_points(to, s);
    else fprintf(to, " with %s", looks[s->style]);
    fprintf(to, " lc rgb '#0101%02x'", COLOUR_0 + s->colour);
}

static void write_plots(FILE *to, const report_figure *f, const report_panel *p)
{
    const char *separator = "plot ";
    for (int points = 0; points < 2; ++points)   /* lines first, so that no point is hidden */
        for (size_t i = 0; i < p->count; ++i) {
            const report_series *s = &p->series[i];
            if ((s->style == STYLE_POINTS) != (points == 1) || !series_seen(f, p, s)) continue;
            fputs(separator, to);
            write_series(to, s);
            separator = ", ";
        }
    fputc('\n', to);
}

static void write_panel(FILE *to, const report_figure *f, const report_panel *p)
{
    fputs("unset arrow\nunset title\n", to);
    if (p->title) {
        fputs("set title ", to);
        quoted(to, p->title);
        fputs(" textcolor " TEXT "\n", to);
    }
    write_range(to, 'x', &p->x);
    write_range(to, 'y', &p->y);
    for (size_t i = 0; i < p->marks; ++i)
        fprintf(to, "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead back dt 3 lc " MARK "\n", p->mark[i],
                p->mark[i]);
    write_plots(to, f, p);
}

/* The wide shape has two panels side by side, the narrow one has them stacked. */
static void write_picture(FILE *to, const report_figure *f, int shape)
{
    const size_t across = f->panels > 1 && shape == 0 ? 2 : 1, down = (f->panels + across - 1) / across;
    const int width = shape ? 380 : f->panels > 1 ? 940 : 640;
    const int height = shape ? (f->panels > 1 ? 230 : 380) : f->panels > 1 ? 260 : 430;
    fprintf(to, "set output\nset terminal svg size %d,%zu dynamic enhanced font 'sans-serif,%d' name 'p%d'\n", width,
            (size_t)height * down, shape ? 12 : 13, shape);
    if (f->panels > 1) fprintf(to, "set multiplot layout %zu,%zu\n", down, across);
    for (size_t i = 0; i < f->panels; ++i) write_panel(to, f, &f->panel[i]);
    if (f->panels > 1) fputs("unset multiplot\n", to);
}

static void write_script(FILE *to, const report_figure *f)
{
    fputs("set encoding utf8\n"
          "set boxwidth 0.7 relative\n"
          "set border 3 lc " AXIS "\n"
          "set grid lt 1 lw 0.6 lc " GRID "\n"
          "set tics nomirror out scale 0.5 textcolor " TEXT "\n"
          "unset key\n", to);
    write_data(to, f);
    for (int shape = 0; shape < REPORT_SHAPES; ++shape) write_picture(to, f, shape);
    fputs("set output\n", to);
}

/* ---- The program ---- */

/* Starts gnuplot with `script` as standard input, `errors` as standard error and a pipe as standard output. Returns the
 * pipe's reading end, or -1 and *error. */
static int start(FILE *script, FILE *errors, pid_t *pid, int *error)
{
    static char *const argv[] = {"gnuplot", "-d", "-", NULL};   /* -d: ignore ~/.gnuplot */
    int ends[2];
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t pipe_signal;
    if (pipe2(ends, O_CLOEXEC)) {
        *error = errno;
        return -1;
    }
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(script), 0);
    posix_spawn_file_actions_adddup2(&files, ends[1], 1);
    posix_spawn_file_actions_adddup2(&files, fileno(errors), 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    *error = posix_spawnp(pid, argv[0], &files, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    if (!*error) return ends[0];
    close(ends[0]);
    return -1;
}

/* Reads the pipe to its end, as a string. */
static char *read_all(int fd)
{
    size_t length = 0, capacity = 1 << 16;
    char *text = get_memory(capacity);
    ssize_t n;
    while ((n = read(fd, text + length, capacity - length - 1)) > 0 || (n < 0 && errno == EINTR)) {
        if (n > 0) length += (size_t)n;
        if (capacity - length > 1) continue;
        char *longer = get_memory(capacity *= 2);
        memcpy(longer, text, length);
        free(text);
        text = longer;
    }
    text[length] = '\0';
    close(fd);
    return text;
}

/* The first line of gnuplot's standard error. */
static void first_line(FILE *errors, char line[160])
{
    rewind(errors);
    line[0] = '\0';
    while (fgets(line, 160, errors) && strspn(line, " \t\r\n") == strlen(line)) continue;
    line[strcspn(line, "\r\n")] = '\0';
}

static char *run(report *r, FILE *script, FILE *errors)
{
    pid_t pid;
    int error, state;
    const int fd = start(script, errors, &pid, &error);
    if (fd < 0) {
        progress_end(&r->progress);
        r->no_gnuplot = error == ENOENT || error == EACCES;
        if (r->no_gnuplot)
            refuse(EXIT_DONE, "gnuplot is not installed: the report has bars and tables; apt install gnuplot-nox gives it "
                              "curves");
        else r->status = refuse(EXIT_TROUBLE, "can't run gnuplot: %s", strerror(error));
        return NULL;
    }
    char *text = read_all(fd), line[160];
    while (waitpid(pid, &state, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(state) && !WEXITSTATUS(state)) return text;
    first_line(errors, line);
    r->status = refuse(EXIT_TROUBLE, "gnuplot failed: %s", line[0] ? line : "it gives no reason");
    free(text);
    return NULL;
}

/* ---- The pictures ---- */

/* Writes the style variable for "rgb(1, 1, n)", with any number of blanks; returns its length, 0 if `at` has none. */
static size_t write_colour(FILE *to, const char *at)
{
    char *end = NULL;
    if (strncmp(at, "rgb(", 4) || strtol(at + 4, &end, 10) != 1 || *end != ',' || strtol(end + 1, &end, 10) != 1 ||
        *end != ',')
        return 0;
    const long n = strtol(end + 1, &end, 10);
    if (*end != ')') return 0;
    if (n == COLOUR_TEXT) fputs("var(--fg)", to);
    else if (n == COLOUR_AXIS || n == COLOUR_MARK) fputs("var(--axis)", to);
    else if (n == COLOUR_GRID) fputs("var(--grid)", to);
    else if (n == COLOUR_BOX) fputs("var(--box)", to);
    else if (n >= COLOUR_0 && n < COLOUR_0 + REPORT_PAINTS) fprintf(to, "var(%s)", paint_name((int)n - COLOUR_0));
    else return 0;
    return (size_t)(end + 1 - at);
}

/* The length of markup at `at` that the page does not need. */
static size_t superfluous(const char *at)
{
    static const char *const texts[] = {"xmlns=\"http://www.w3.org/2000/svg\"",
                                        "xmlns:xlink=\"http://www.w3.org/1999/xlink\"", "xlink:"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i)
        if (!strncmp(at, texts[i], strlen(texts[i]))) return strlen(texts[i]);
    /* gnuplot sets the pen even if it draws nothing. */
    const char *end = !strncmp(at, "<g fill=", 8) ? strchr(at, '>') : NULL;
    return end && !strncmp(end, ">\n</g>\n", 7) ? (size_t)(end - at) + 7 : 0;
}

/* The element from <svg to </svg>, with the page's colours, and the figure's id as prefix of its ids. */
static char *adopt(const char *svg, size_t length, const report_figure *f, int shape)
{
    char *clean = NULL, *text = NULL, *prefix = get_text("%s-%d-", f->id, shape);
    size_t size;
    FILE *to = open_memstream(&clean, &size);
    for (const char *at = svg; at < svg + length;) {
        size_t skip = superfluous(at);
        if (!skip) skip = write_colour(to, at);
        if (!skip) fputc(*at++, to);
        at += skip;
    }
    fclose(to);
    to = open_memstream(&text, &size);
    fputs("<svg role=\"img\" aria-label=\"", to);
    page_label(to, f->title);
    fputc('"', to);
    write_with_prefix(to, clean + strlen("<svg"), prefix);
    fclose(to);
    free(clean);
    free(prefix);
    return text;
}

static bool adopt_all(report *r, const report_figure *f, const char *text, char *svg[REPORT_SHAPES])
{
    for (int i = 0; i < REPORT_SHAPES; ++i) {
        const char *begin = strstr(text, "<svg"), *end = begin ? strstr(begin, "</svg>") : NULL;
        if (!end) {
            while (i--) free(svg[i]);
            r->status = refuse(EXIT_TROUBLE, "gnuplot drew no picture of %s", f->id);
            return false;
        }
        text = end + strlen("</svg>");
        svg[i] = adopt(begin, (size_t)(text - begin), f, i);
    }
    return true;
}

bool gnuplot_draw(report *r, const report_figure *f, char *svg[REPORT_SHAPES])
{
    if (r->no_gnuplot || report_ends(r)) return false;
    FILE *script = tmpfile(), *errors = tmpfile();
    char *text = NULL;
    if (script && errors) write_script(script, f);
    if (!script || !errors || fflush(script) || ferror(script)) {
        r->status = refuse(EXIT_TROUBLE, "can't write a temporary file: %s", strerror(errno));
    } else {
        rewind(script);
        text = run(r, script, errors);
    }
    if (script) fclose(script);
    if (errors) fclose(errors);
    const bool drawn = text && adopt_all(r, f, text, svg);
    free(text);
    return drawn;
}
