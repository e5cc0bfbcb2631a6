/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll report: a page with what this machine does, and the figures of the documents that explain rejection in lockstep. */
#include "report.h"
#include "interrupt.h"
#include "listing.h"
#include "provenance.h"
#include "suggest.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void print_help(void)
{
    puts("NAME\n"
         "    reroll report - the model and this machine's measurements as one page\n\n"
         "SYNOPSIS\n"
         "    reroll report -o FILE [--quick] [--data DIR] [--studies DIR] [--force] [--quiet]\n\n"
         "DESCRIPTION\n"
         "    Writes FILE, an HTML page that needs nothing from outside: samples a second on this machine, its\n"
         "    digest, and what lanes in lockstep lose; the figures and tables of the documents that explain it,\n"
         "    drawn from the model, with measured points on top; the efficiency of all strategies; and predicted\n"
         "    beside measured time. Every figure says where it is from and has its data as a table. Curves need the\n"
         "    program gnuplot (apt install gnuplot-nox); without it the page has bars and tables.\n\n"
         "OPTIONS\n"
         "    -o, --output FILE   the page; it gets its name when it is whole\n"
         "    --quick             fewer samples for each point: seconds instead of minutes\n"
         "    --data DIR          write the data of each figure to DIR/FIGURE.csv; DIR is made where it is missing\n"
         "    --studies DIR       put in every DIR/STUDY/section.html; one that is no filled section is refused\n"
         "                        (default: the folder studies beside this program, where make study writes)\n"
         "    -f, --force         replace FILE, and files in DIR\n"
         "    -q, --quiet         show no progress\n\n"
         "EXIT STATUS\n"
         "    0 done, also where there is no gnuplot; 1 reading, writing or running failed; 2 for a wrong command line\n"
         "    or a FILE that exists; 130 interrupted. FILE is then what it was");
}

/* ---- Options ---- */

static const char *option_name(size_t number, const void *context)
{
    static const char *const names[] = {"--output", "--data", "--studies", "--quick", "--force",
                                        "--quiet",  "--help", "-o",        "-f",      "-q"};
    (void)context;
    return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

/* Where the value of an option goes, or NULL. */
static const char **value_of(report_options *o, const char *name, size_t length)
{
    const struct { const char *name; const char **value; } options[] = {
        {"-o", &o->output}, {"--output", &o->output}, {"--data", &o->data}, {"--studies", &o->studies}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i)
        if (strlen(options[i].name) == length && !strncmp(options[i].name, name, length)) return options[i].value;
    return NULL;
}

/* "--name value" and "--name=value". */
static exit_status read_value(int argc, char **argv, int *i, report_options *o)
{
    char hint[SUGGEST_SIZE];
    const char *name = argv[*i], *equals = strncmp(name, "--", 2) ? NULL : strchr(name, '=');
    const char **value = value_of(o, name, equals ? (size_t)(equals - name) : strlen(name));
    if (!value) return refuse(EXIT_USAGE, "unknown argument '%s'%s", name, suggest(name, "", option_name, NULL, hint));
    if (!equals && ++*i == argc) return refuse(EXIT_USAGE, "%s needs an argument", name);
    *value = equals ? equals + 1 : argv[*i];
    return **value ? EXIT_DONE : refuse(EXIT_USAGE, "%.*s needs a name that is not empty", (int)strcspn(name, "="), name);
}

static exit_status read_options(int argc, char **argv, report_options *o, bool *help)
{
    exit_status status = EXIT_DONE;
    for (int i = 1; i < argc && !status; ++i) {
        if (is_help(argv[i])) *help = true;
        else if (!strcmp(argv[i], "--quick")) o->quick = true;
        else if (!strcmp(argv[i], "--force") || !strcmp(argv[i], "-f")) o->force = true;
        else if (!strcmp(argv[i], "--quiet") || !strcmp(argv[i], "-q")) o->quiet = true;
        else status = read_value(argc, argv, &i, o);
    }
    if (!status && !*help && !o->output) return refuse(EXIT_USAGE, "report needs -o FILE, the page to write");
    return status;
}

/* ---- The page ---- */

bool report_ends(report *r)
{
    if (!r->status && interrupted()) r->status = EXIT_INTERRUPTED;
    return r->status != EXIT_DONE;
}

/* The text that `makers` write to the page; NULL where there is no memory. */
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

/* The page is made in memory: it gets its name only when nothing can go wrong any more but the disk. */
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
    page_whole(r, to, screen, contents, sections);
    fclose(to);
    if (!report_ends(r)) r->status = save_file(r->options.output, whole, size);
    free(screen);
    free(sections);
    free(contents);
    free(whole);
    return r->status;
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
    status = studies_read(&r);
    if (!status) status = make(&r);
    efficiency_free(&r.waste);
    studies_free(&r);
    return status;
}
