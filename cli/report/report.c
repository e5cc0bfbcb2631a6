/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll report: writes a page with measurements of this machine and the figures of the papers on rejection in lockstep. */
#include "cli/base/interrupt.h"
#include "cli/base/provenance.h"
#include "cli/commands.h"
#include "cli/options/manual.h"
#include "cli/output/output.h"
#include "cli/report/figures/figures.h"
#include "cli/report/figures/measure.h"
#include "cli/report/page/page.h"
#include "cli/report/page/save.h"
#include "cli/report/studies/studies.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT, QUICK, DATA, STUDIES, FORCE, QUIET, HELP, ROWS };

static const option_row rows[ROWS] = {
    [OUTPUT] = {'o', "output", "FILE", false,
                "write the page to FILE, - for standard output; FILE is complete or unchanged"},
    [QUICK] = {0, "quick", NULL, false, "draw fewer samples per point: seconds instead of minutes"},
    [DATA] = {0, "data", "DIR", false, "write the data of each figure to DIR/FIGURE.csv; DIR is made if it does not exist"},
    [STUDIES] = {0, "studies", "DIR", false,
                 "include every DIR/STUDY/section.html; a template without results is refused (default: the folder "
                 "studies next to this program, where make study writes)"},
    [FORCE] = {'f', "force", NULL, false, "replace FILE, and the files in DIR"},
    [QUIET] = {'q', "quiet", NULL, false, "show no progress"},
    [HELP] = {'h', "help", NULL, false, "print this help"},
};

static const option_list list = {.rows = rows, .count = ROWS};

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll report -o FILE [--quick] [--data DIR] [--studies DIR] [--force] [--quiet]"},
    {"DESCRIPTION",
     .text = "Writes FILE, an HTML page that loads no other files. It shows the samples per second of this machine, "
             "the digest of reroll verify, and the time lost to lockstep; the figures and tables of the five papers, "
             "computed from the model, with measured points; the efficiency of all strategies; and predicted and "
             "measured times. Each figure "
             "has its source and its data as a table.\n\n"
             "It takes about ten minutes; --quick takes 20 s. On a terminal a line shows each phase and the time that "
             "is left. "
             "Curves need gnuplot 5.2 or later (apt install gnuplot-nox); without it the page has bars and tables."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXAMPLES",
     .lines = "reroll report --quick -o report.html\n"
              "reroll report -o report.html --data report-data --force"},
    {"EXIT STATUS",
     .text = "0 done, also without gnuplot; 1 reading, writing or running failed; 2 wrong usage, an invalid section, or "
             "FILE exists; 130 interrupted. FILE is changed only if the status is 0"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_report = {
    .name = "report",
    .summary = "write an HTML report: speed of this machine, cost of lockstep, and the model",
    .sections = sections, .rows = rows, .count = ROWS,
};

/* ---- Options ---- */

static exit_status read_options(int argc, char **argv, report_options *o, bool *help)
{
    const char *value[ROWS] = {NULL};
    char text[32];
    const exit_status status = optread(argc, argv, &list, value, NULL);
    if (status) return status;
    for (int i = 0; i < ROWS; ++i)
        if (rows[i].argument && value[i] && !value[i][0])
            return refuse(EXIT_USAGE, "%s needs a name", option_row_text(&rows[i], text));
    *o = (report_options){.output = output_path(value[OUTPUT]), .data = value[DATA], .studies = value[STUDIES],
                          .quick = value[QUICK] != NULL, .force = value[FORCE] != NULL, .quiet = value[QUIET] != NULL};
    *help = value[HELP] != NULL;
    if (!*help && !value[OUTPUT]) return refuse(EXIT_USAGE, "-o FILE is missing");
    return EXIT_DONE;
}

/* ---- The page ---- */

/* The text that `makers` write to the page; NULL without memory. */
static char *sections_of(report *r, report_maker *const *makers, size_t count)
{
    char *text = NULL;
    size_t size;
    r->page = open_memstream(&text, &size);
    if (!r->page) return NULL;
    page_figures(r, makers, count);
    fclose(r->page);
    return text;
}

/* Makes the page in memory, so that after it only writing to disk can fail. */
static exit_status make(report *r)
{
    static report_maker *const first[] = {report_machine};
    static report_maker *const rest[] = {report_documents, report_ours, report_plan, report_studies};
    char *contents = NULL, *whole = NULL;
    size_t size;
    r->contents = open_memstream(&contents, &size);
    if (!r->contents) return refuse(EXIT_TROUBLE, "out of memory");
    char *screen = sections_of(r, first, 1), *sections = sections_of(r, rest, sizeof rest / sizeof rest[0]);
    fclose(r->contents);
    FILE *to = screen && sections ? open_memstream(&whole, &size) : NULL;
    if (!to) return refuse(EXIT_TROUBLE, "out of memory");
    page_write(r, to, screen, contents, sections);
    fclose(to);
    if (!report_ends(r)) r->status = save_file(r->options.output, whole, size);
    free(screen);
    free(sections);
    free(contents);
    free(whole);
    return r->status;
}

/* On a terminal, prints the expected time at the start and the actual time at the end. */
static void print_duration(const report_options *o, double seconds)
{
    if (o->quiet || !isatty(STDERR_FILENO)) return;
    if (seconds > 0) fprintf(stderr, "reroll: the report took %.0f s\n", seconds);
    else fprintf(stderr, "reroll: the report takes about %s\n", o->quick ? "20 s" : "ten minutes; --quick takes 20 s");
}

/* Checks the device, which an invalid REROLL_CPU makes unusable. */
static exit_status check_device(void)
{
    char why[160];
    rr_device *device = NULL;
    const bool wrong = rr_device_open("cpu", &device) == RR_ERR_DEVICE;
    rr_device_close(&device);
    if (!wrong) return EXIT_DONE;
    rr_device_why("cpu", why);
    return refuse(EXIT_USAGE, "%s", why);
}

int cmd_report(int argc, char **argv)
{
    report r = {0};
    bool help = false;
    exit_status status = read_options(argc, argv, &r.options, &help);
    if (status) return status;
    if (help) {
        signal(SIGPIPE, SIG_IGN);
        return manual_help(&manual_report);
    }
    interrupt_watch(false);
    cpu_model(r.cpu);
    build_text(r.build);
    date_text(r.date);
    status = check_device();
    if (!status) status = studies_read(&r);
    if (!status) status = save_check(&r.options);
    const double started = seconds_now();
    if (!status) print_duration(&r.options, 0);
    if (!status) status = make(&r);
    if (!status) print_duration(&r.options, seconds_now() - started);
    efficiency_free(&r.waste);
    studies_free(&r);
    return status;
}
