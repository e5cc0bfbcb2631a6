/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { LINES_SECONDS = 10, BAR_MAX = 40, BAR_MIN = 5, COLUMNS_UNKNOWN = 80, LINE_MAX = 256 };

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p, const char *title, uint64_t before, uint64_t total, bool wanted)
{
    *p = (progress){.on = wanted && isatty(STDERR_FILENO), .title = title, .before = before, .total = total,
                    .started = seconds_now()};
}

void progress_start_lines(progress *p, const char *title, uint64_t before, uint64_t total, bool wanted)
{
    progress_start(p, title, before, total, wanted);
    p->lines = wanted && !p->on;
    p->on = wanted;
}

void progress_start_steps(progress *p, const char *title, uint64_t total, bool wanted)
{
    progress_start(p, title, 0, total, wanted);
    p->steps = true;
}

/* "212 M samples/s, ", or "" when steps are counted. */
static void rate_text(const progress *p, double rate, char text[32])
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    int unit = 0;
    while (rate >= 1000 && unit < 4) {
        rate /= 1000;
        ++unit;
    }
    text[0] = '\0';
    if (!p->steps) snprintf(text, 32, rate < 10 ? "%.1f%s samples/s, " : "%.0f%s samples/s, ", rate, units[unit]);
}

static void time_text(double seconds, char text[24])
{
    if (seconds > 359999) {
        snprintf(text, 24, "days");
        return;
    }
    const int s = (int)(seconds + 0.5);
    if (s >= 3600) snprintf(text, 24, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    else snprintf(text, 24, "%d:%02d", s / 60, s % 60);
}

/* The current width of the terminal, which may have changed since the line was last drawn. */
static int columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS_UNKNOWN : size.ws_col;
}

/* Overwrites the line. The last column stays empty: some terminals wrap to the next line after it. */
static void draw(const char *text)
{
    fprintf(stderr, "\r%.*s\033[K", columns() - 1, text);
    fflush(stderr);
}

/* "[####......] ", as wide as fits into `cells` columns, or "". */
static void bar_text(double fraction, int cells, char text[BAR_MAX + 4])
{
    const int width = cells - 3 > BAR_MAX ? BAR_MAX : cells - 3;
    text[0] = '\0';
    if (width < BAR_MIN) return;
    memset(text, '.', (size_t)width + 1);
    memset(text + 1, '#', (size_t)(fraction * width));
    text[0] = '[';
    strcpy(text + 1 + width, "] ");
}

/* Title, percentage, bar, rate and time left. A narrow terminal first drops the bar, then the rate, then the title. */
static void line_text(const progress *p, uint64_t done, double seconds, int cells, char text[LINE_MAX])
{
    char bar[BAR_MAX + 4], rate[32], left[24], percent_text[16];
    const double fraction = p->total ? (double)done / (double)p->total : 1, speed = (double)(done - p->before) / seconds;
    rate_text(p, speed, rate);
    time_text(speed > 0 ? (double)(p->total - done) / speed : 1e9, left);
    snprintf(percent_text, sizeof percent_text, "%3d %%", (int)(100 * fraction));   /* 100 % means all, as in the bar */
    const int max = snprintf(text, LINE_MAX, "%s %s %s%s left", p->title, percent_text, rate, left);
    bar_text(fraction, cells - max, bar);
    if (bar[0]) snprintf(text, LINE_MAX, "%s %s %s%s%s left", p->title, percent_text, bar, rate, left);
    else if (max > cells && snprintf(text, LINE_MAX, "%s %s, %s left", p->title, percent_text, left) > cells)
        snprintf(text, LINE_MAX, "%s, %s left", percent_text, left);
}

void progress_show(progress *p, uint64_t done)
{
    char line[LINE_MAX];
    const double now = seconds_now();
    const double since = now - (p->shown > p->started ? p->shown : p->started);
    if (!p->on || now - p->started < 0.5 || since < (p->lines ? LINES_SECONDS : 0.1)) return;
    line_text(p, done, now - p->started, (p->lines ? COLUMNS_UNKNOWN : columns()) - 1, line);
    if (p->lines) fprintf(stderr, "reroll: %s\n", line);
    else draw(line);
    p->shown = now;
}

void progress_kernel(progress *p, const char *device)
{
    char line[LINE_MAX];
    if (!p->on || !strncmp(device, "cpu", 3)) return;
    snprintf(line, sizeof line, "%s: compiling its kernel for %s, which is stored ...", p->title, device);
    draw(line);
    p->shown = p->started;
}

void progress_end(progress *p)
{
    if (p->on && !p->lines && p->shown > 0) fputs("\r\033[K", stderr);
}

void progress_clear(progress *p)
{
    progress_end(p);
    if (p->shown > p->started) p->shown = p->started;
}

void progress_busy(progress *p, const char *title, bool wanted)
{
    char line[LINE_MAX];
    progress_start_steps(p, title, 0, wanted);
    if (!p->on) return;
    snprintf(line, sizeof line, "%s ...", title);
    draw(line);
    p->shown = p->started;
}

/* Prints a name on one line: control characters, which could change the terminal's state, are shown as ?. */
static void put_name(const char *name)
{
    for (; *name; ++name) fputc((unsigned char)*name < ' ' || *name == 127 ? '?' : *name, stderr);
}

void progress_summary(const progress *p, uint64_t done, uint64_t unit, const char *file)
{
    const double seconds = seconds_now() - p->started;
    const uint64_t n = (done - p->before) / unit;
    if (!p->on || (!file && !p->shown)) return;
    fprintf(stderr, "reroll: %" PRIu64 " samples", n);
    if (n) fprintf(stderr, " in %.3g s, %.3g ns per sample", seconds, 1e9 * seconds / (double)n);
    if (file) fputs(": ", stderr);
    if (file) put_name(file);
    fputc('\n', stderr);
}
