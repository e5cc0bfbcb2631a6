/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { BAR_MOST = 40, BAR_LEAST = 5, OTHER_COLUMNS = 52 };

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p, const char *title, uint64_t before, uint64_t total, bool wanted)
{
    *p = (progress){wanted && isatty(STDERR_FILENO), title, before, total, seconds_now(), 0};
}

/* "212 M" */
static void rate_text(double rate, char text[16])
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    int unit = 0;
    while (rate >= 1000 && unit < 4) {
        rate /= 1000;
        ++unit;
    }
    snprintf(text, 16, rate < 10 ? "%.1f%s" : "%.0f%s", rate, units[unit]);
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

static int bar_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col == 0) return BAR_MOST / 2;
    const int room = size.ws_col - OTHER_COLUMNS;
    return room < BAR_LEAST ? 0 : room > BAR_MOST ? BAR_MOST : room;
}

void progress_show(progress *p, uint64_t done)
{
    const double now = seconds_now();
    if (!p->on || now - p->started < 0.5 || now - p->shown < 0.1) return;
    char bar[BAR_MOST + 1], rate[16], left[24];
    const double share = p->total ? (double)done / (double)p->total : 1;
    const double speed = (double)(done - p->before) / (now - p->started);
    const int width = bar_width();
    memset(bar, '.', (size_t)width);
    memset(bar, '#', (size_t)(share * width));
    bar[width] = '\0';
    rate_text(speed, rate);
    time_text(speed > 0 ? (double)(p->total - done) / speed : 1e9, left);
    fprintf(stderr, "\r%s %3.0f %% [%s] %s samples/s, %s left\033[K", p->title, 100 * share, bar, rate, left);
    fflush(stderr);
    p->shown = now;
}

void progress_end(progress *p)
{
    if (p->on && p->shown > 0) fputs("\r\033[K", stderr);
    p->on = false;
}
