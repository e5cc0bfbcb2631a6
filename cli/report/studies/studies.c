/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the sections of studies, DIR/STUDY/section.html, and writes them to the page. They are read, and invalid ones
 * refused, before anything is measured. */
#include "studies.h"
#include "markup.h"
#include "cli/files/paths.h"
#include "cli/report/page/page.h"
#include "cli/report/page/text.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Reading ---- */

static int is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The folder that `make study` writes to, `studies` next to the program; NULL if it does not exist. */
static char *default_folder(void)
{
    char program[PATH_MAX];
    struct stat st;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return NULL;
    program[length] = '\0';
    char *folder = path_folder(program), *studies = get_text("%s/studies", folder);
    free(folder);
    if (!stat(studies, &st) && S_ISDIR(st.st_mode)) return studies;
    free(studies);
    return NULL;
}

static exit_status cannot_read(const char *path)
{
    return refuse(EXIT_TROUBLE, "can't read %s: %s", path, strerror(errno));
}

static exit_status read_text(FILE *from, const char *path, char **text)
{
    char piece[4096];
    size_t size, n;
    FILE *to = open_memstream(text, &size);
    if (!to) return refuse(EXIT_TROUBLE, "out of memory");
    while ((n = fread(piece, 1, sizeof piece, from)) > 0) fwrite(piece, 1, n, to);
    const bool bad = ferror(from);
    fclose(to);
    if (bad) return cannot_read(path);
    return strlen(*text) == size ? EXIT_DONE : refuse(EXIT_USAGE, "%s is not text: it has a byte 0", path);
}

/* True for a template of the source folder: it names pictures and tables that the study has not made yet. */
static bool is_template(const char *text)
{
    for (const char *at = text; (at = strstr(at, "<!-- ")) != NULL; ++at) {
        const char *name = at + 5;
        const size_t end = strcspn(name, " "), length = end - (end && name[end - 1] == '?');   /* ?: may be missing */
        if (strncmp(name + end, " -->", 4)) continue;
        if (length > 4 && (!strncmp(name + length - 4, ".svg", 4) || !strncmp(name + length - 4, ".csv", 4))) return true;
        if (length == 10 && !strncmp(name, "provenance", 10)) return true;
    }
    return false;
}

static exit_status check_section(const char *path, const char *study, const char *text)
{
    unsigned line;
    if (is_template(text))
        return refuse(EXIT_USAGE, "%s is a template that no study has filled: make study NAME=%s writes "
                                  "build/studies/%s/section.html; --studies DIR takes results from DIR", path, study, study);
    char *fault = markup_fault(text, &line);
    if (!fault) return EXIT_DONE;
    refuse(EXIT_USAGE, "%s, line %u: %s; make study NAME=%s writes the section again", path, line, fault, study);
    free(fault);
    return EXIT_USAGE;
}

/* Reads a study's section. A folder without one is skipped. */
static exit_status read_section(report *r, const char *study)
{
    char *path = get_text("%s/%s/section.html", r->options.studies, study), *text = NULL;
    struct stat st;
    exit_status status = EXIT_DONE;
    if (stat(path, &st)) {
        if (errno != ENOENT && errno != ENOTDIR) status = cannot_read(path);
    } else if (!S_ISREG(st.st_mode)) {
        status = refuse(EXIT_USAGE, "%s is not a regular file", path);
    } else {
        FILE *from = fopen(path, "r");
        status = from ? read_text(from, path, &text) : cannot_read(path);
        if (from) fclose(from);
        if (!status) status = check_section(path, study, text);
    }
    if (text && !status) r->study[r->studies++] = (report_study){get_copy(study), text, false};
    else free(text);
    free(path);
    return status;
}

static exit_status read_folder(report *r)
{
    struct dirent **entries = NULL;
    exit_status status = EXIT_DONE;
    const int count = scandir(r->options.studies, &entries, is_name, alphasort);
    if (count < 0) return cannot_read(r->options.studies);
    r->study = get_zeroed(((size_t)count + 1) * sizeof *r->study);
    for (int i = 0; i < count; ++i) {
        if (!status) status = read_section(r, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* Reads the folder of --studies, which must have sections. */
static exit_status read_named(report *r)
{
    const char *folder = r->options.studies;
    struct stat st;
    if (stat(folder, &st)) return refuse(EXIT_USAGE, "--studies %s: %s", folder, strerror(errno));
    if (!S_ISDIR(st.st_mode)) return refuse(EXIT_USAGE, "--studies %s is not a directory", folder);
    const exit_status status = read_folder(r);
    if (status || r->studies) return status;
    return refuse(EXIT_USAGE, "--studies %s has no STUDY/section.html; make study writes them to build/studies", folder);
}

exit_status studies_read(report *r)
{
    if (r->options.studies) return read_named(r);
    char *folder = default_folder();
    if (!folder) return EXIT_DONE;
    r->options.studies = folder;
    const exit_status status = read_folder(r);
    r->options.studies = NULL;
    free(folder);
    return status;
}

void studies_free(report *r)
{
    for (size_t i = 0; i < r->studies; ++i) {
        free(r->study[i].name);
        free(r->study[i].markup);
    }
    free(r->study);
}

/* ---- Writing ---- */

/* An id from a folder's name: characters other than letters and digits become '-'. */
static char *id_of(const char *study)
{
    char *id = get_text("study-%s", study);
    for (char *at = id; *at; ++at)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *at)) *at = '-';
    return id;
}

/* `title` is its entry in the table of contents. */
static void write_study(report *r, report_study *study, const char *title)
{
    char *id = id_of(study->name), *prefix = get_text("%s-", id);
    fprintf(r->page, "<div class=\"study\" id=\"%s\">\n<h3>Study: <code>", id);
    page_text(r->page, study->name);
    fputs("</code></h3>\n", r->page);
    write_with_prefix(r->page, study->markup, prefix);
    fputs("</div>\n", r->page);
    page_listed(r, id, title);
    study->written = true;
    free(id);
    free(prefix);
}

bool studies_write(report *r, const char *name)
{
    for (size_t i = 0; i < r->studies; ++i)
        if (!strcmp(r->study[i].name, name)) {
            write_study(r, &r->study[i], "Its experiments, done again");
            return true;
        }
    return false;
}

void report_studies(report *r)
{
    bool begun = false;
    for (size_t i = 0; i < r->studies && !report_ends(r); ++i) {
        if (r->study[i].written) continue;
        if (!begun) page_section(r, "studies", "More studies", "");
        begun = true;
        write_study(r, &r->study[i], r->study[i].name);
    }
    if (begun) page_section_end(r);
}
