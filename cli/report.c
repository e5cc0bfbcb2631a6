/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll report: a page with the figures of the documents that explain rejection in lockstep, from the model, and with what
 * this machine's lanes did on top. */
#include "report.h"
#include "interrupt.h"
#include "listing.h"
#include "optread.h"
#include "paths.h"
#include "provenance.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OUTPUT, QUICK, DATA, STUDIES, FORCE, QUIET, HELP, ROWS };

static const option_row rows[ROWS] = {
    [OUTPUT] = {'o', "output", "FILE", false, "the page; it gets its name when it is whole"},
    [QUICK] = {0, "quick", NULL, false, "fewer samples for each point: seconds instead of minutes"},
    [DATA] = {0, "data", "DIR", false, "write the data of each figure to DIR/FIGURE.csv; DIR is made where it is missing"},
    [STUDIES] = {0, "studies", "DIR", false,
                 "put in every DIR/STUDY/section.html (default: the folder studies beside FILE, where there is one)"},
    [FORCE] = {'f', "force", NULL, false, "replace FILE, and files in DIR"},
    [QUIET] = {'q', "quiet", NULL, false, "show no progress"},
    [HELP] = {'h', "help", NULL, false, "print this"},
};

static const option_list list = {.rows = rows, .count = ROWS};

static void print_help(void)
{
    puts("NAME\n"
         "    reroll report - the model and this machine's measurements as one page\n\n"
         "SYNOPSIS\n"
         "    reroll report -o FILE [--quick] [--data DIR] [--studies DIR] [--force] [--quiet]\n\n"
         "DESCRIPTION\n"
         "    Writes FILE, an HTML page that needs nothing from outside: the figures and tables of the documents\n"
         "    that explain rejection in lockstep, drawn from the model, with measured points on top; the efficiency\n"
         "    of all strategies; and predicted beside measured time. Every figure says where it is from and has its\n"
         "    data as a table. Pictures need the program gnuplot; without it the page has the tables.\n\n"
         "OPTIONS");
    optread_print(stdout, &list);
    puts("\nEXIT STATUS\n"
         "    0 done, also where there is no gnuplot; 1 reading, writing or running failed; 2 for a wrong command line\n"
         "    or a FILE that exists; 130 interrupted. FILE is then what it was");
}

/* ---- Options ---- */

static exit_status read_options(int argc, char **argv, report_options *o, bool *help)
{
    const char *value[ROWS] = {NULL};
    char text[32];
    const exit_status status = optread(argc, argv, &list, value, NULL);
    if (status) return status;
    for (int i = 0; i < ROWS; ++i)
        if (rows[i].argument && value[i] && !value[i][0])
            return refuse(EXIT_USAGE, "%s needs a name that is not empty", option_row_text(&rows[i], text));
    *o = (report_options){.output = value[OUTPUT], .data = value[DATA], .studies = value[STUDIES],
                          .quick = value[QUICK] != NULL, .force = value[FORCE] != NULL, .quiet = value[QUIET] != NULL};
    *help = value[HELP] != NULL;
    if (!*help && !o->output) return refuse(EXIT_USAGE, "report needs -o FILE, the page to write");
    return EXIT_DONE;
}

/* ---- The page ---- */

bool report_ends(report *r)
{
    if (!r->status && interrupted()) r->status = EXIT_INTERRUPTED;
    return r->status != EXIT_DONE;
}

/* The page is made in memory: it gets its name only when nothing can go wrong any more but the disk. */
static exit_status make(report *r)
{
    static report_maker *const sections[] = {report_seed0, report_seed2, report_ours, report_plan, report_studies};
    char *body = NULL, *contents = NULL, *whole = NULL;
    size_t size;
    r->page = open_memstream(&body, &size);
    r->contents = open_memstream(&contents, &size);
    if (!r->page || !r->contents) return refuse(EXIT_TROUBLE, "out of memory");
    page_figures(r, sections, sizeof sections / sizeof sections[0]);
    fclose(r->page);
    fclose(r->contents);
    FILE *to = open_memstream(&whole, &size);
    if (!to) return refuse(EXIT_TROUBLE, "out of memory");
    page_whole(r, to, contents, body);
    fclose(to);
    if (!report_ends(r)) r->status = save_file(r->options.output, whole, size);
    free(body);
    free(contents);
    free(whole);
    return r->status;
}

/* The folder studies beside the page, or NULL. */
static char *default_studies(const char *output)
{
    struct stat st;
    char *folder = path_folder(output), *studies = path_join(folder, "studies");
    if (stat(studies, &st) || !S_ISDIR(st.st_mode)) {
        free(studies);
        studies = NULL;
    }
    free(folder);
    return studies;
}

int cmd_report(int argc, char **argv)
{
    report r = {0};
    bool help = false;
    exit_status status = read_options(argc, argv, &r.options, &help);
    if (status) return status;
    if (help) {
        signal(SIGPIPE, SIG_IGN);
        print_help();
        return listing_end();
    }
    interrupt_watch(false);
    if ((status = save_check(&r.options))) return status;
    cpu_model(r.cpu);
    build_text(r.build);
    date_text(r.date);
    char *studies = r.options.studies ? NULL : default_studies(r.options.output);
    if (studies) r.options.studies = studies;
    status = make(&r);
    free(studies);
    return status;
}
