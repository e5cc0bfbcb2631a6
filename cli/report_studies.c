/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sections that studies have written: DIR/STUDY/section.html, pieces of HTML, in the order of their names. */
#include "report.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The file's text, or NULL where there is none; a failure to read is the report's. */
static char *read_section(report *r, const char *path)
{
    char piece[4096], *text = NULL;
    size_t size, n;
    FILE *from = fopen(path, "r");
    if (!from && (errno == ENOENT || errno == ENOTDIR)) return NULL;
    FILE *to = from ? open_memstream(&text, &size) : NULL;
    while (to && (n = fread(piece, 1, sizeof piece, from)) > 0) fwrite(piece, 1, n, to);
    if (!to || ferror(from)) r->status = refuse(EXIT_TROUBLE, "can't read %s: %s", path, strerror(errno));
    if (to) fclose(to);
    if (from) fclose(from);
    return text;
}

/* An id from a folder's name: what is no letter or digit becomes '-'. */
static char *id_of(const char *study)
{
    char *id = get_text("study-%s", study);
    for (char *at = id; *at; ++at)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *at)) *at = '-';
    return id;
}

static void write_section(report *r, const char *study, const char *markup)
{
    char *id = id_of(study), *prefix = get_text("%s-", id), *title = get_text("Study: %s", study);
    page_section(r, id, title, "");
    fputs("<div class=\"study\">\n", r->page);
    write_with_prefix(r->page, markup, prefix);
    fputs("</div>\n", r->page);
    page_section_end(r);
    free(id);
    free(prefix);
    free(title);
}

void report_studies(report *r)
{
    struct dirent **entries = NULL;
    if (report_ends(r) || !r->options.studies) return;
    const int count = scandir(r->options.studies, &entries, is_name, alphasort);
    if (count < 0)
        r->status = refuse(EXIT_TROUBLE, "can't read the folder --studies %s: %s", r->options.studies, strerror(errno));
    for (int i = 0; i < count; ++i) {
        char *path = get_text("%s/%s/section.html", r->options.studies, entries[i]->d_name);
        char *markup = report_ends(r) ? NULL : read_section(r, path);
        if (markup && !report_ends(r)) write_section(r, entries[i]->d_name, markup);
        free(markup);
        free(path);
        free(entries[i]);
    }
    free(entries);
}
