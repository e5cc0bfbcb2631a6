/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { LINES_SECONDS = 10, BAR_MOST = 40, BAR_LEAST = 5, COLUMNS_UNKNOWN = 80, LINE_MOST = 256 };

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

/* "212 M samples/s, ", or nothing of steps. */
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

/* How wide the terminal is now: it may have changed since the line was last drawn. */
static int columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS_UNKNOWN : size.ws_col;
}

/* Draws a line over the one that is there. The last column stays free: a terminal may go on to the next line behind it. */
static void draw(const char *text)
{
    fprintf(stderr, "\r%.*s\033[K", columns() - 1, text);
    fflush(stderr);
}

/* "[####......] ", as wide as there is room for, or nothing. */
static void bar_text(double share, int room, char text[BAR_MOST + 4])
{
    const int width = room - 3 > BAR_MOST ? BAR_MOST : room - 3;
    text[0] = '\0';
    if (width < BAR_LEAST) return;
    memset(text, '.', (size_t)width + 1);
    memset(text + 1, '#', (size_t)(share * width));
    text[0] = '[';
    strcpy(text + 1 + width, "] ");
}

/* Title, share, bar, rate and time left; where there is no room for all the bar goes, then the rate, then the title. */
static void line_text(const progress *p, uint64_t done, double seconds, int room, char text[LINE_MOST])
{
    char bar[BAR_MOST + 4], rate[32], left[24], share_text[16];
    const double share = p->total ? (double)done / (double)p->total : 1, speed = (double)(done - p->before) / seconds;
    rate_text(p, speed, rate);
    time_text(speed > 0 ? (double)(p->total - done) / speed : 1e9, left);
    snprintf(share_text, sizeof share_text, "%3d %%", (int)(100 * share));   /* 100 % is all, as the bar has it */
    const int most = snprintf(text, LINE_MOST, "%s %s %s%s left", p->title, share_text, rate, left);
    bar_text(share, room - most, bar);
    if (bar[0]) snprintf(text, LINE_MOST, "%s %s %s%s%s left", p->title, share_text, bar, rate, left);
    else if (most > room && snprintf(text, LINE_MOST, "%s %s, %s left", p->title, share_text, left) > room)
        snprintf(text, LINE_MOST, "%s, %s left", share_text, left);
}

void progress_show(progress *p, uint64_t done)
{
    char line[LINE_MOST];
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
    char line[LINE_MOST];
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
    char line[LINE_MOST];
    progress_start_steps(p, title, 0, wanted);
    if (!p->on) return;
    snprintf(line, sizeof line, "%s ...", title);
    draw(line);
    p->shown = p->started;
}

/* A name as one line: what would move a terminal's cursor or change its state is shown as ?. */
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
