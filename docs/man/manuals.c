/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes the man pages from the tables that --help prints.
 *
 *     manuals page NAME DATE FOLDER    the page of a subcommand, of reroll itself (NAME reroll) or of reroll-mpi (NAME mpi),
 *                                      followed by the sections of FOLDER/NAME.man, which are too long for --help
 */
#include "cli/commands.h"
#include "cli/mpi_manual.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- A page (groff_man(7)) ---- */

/* A character that groff would interpret. */
static void put_char(char c)
{
    if (c == '-') fputs("\\-", stdout);
    else if (c == '\\') fputs("\\e", stdout);
    else if (c == '"') fputs("\\(dq", stdout);
    else if (c == '^') fputs("\\(ha", stdout);
    else if (c == '~') fputs("\\(ti", stdout);
    else putchar(c);
}

static void put_bytes(const char *text, size_t length)
{
    for (size_t i = 0; i < length; ++i) put_char(text[i]);
}

/* The length of "--name" or "-n" at the start of a word, else 0: it is set in bold. */
static size_t option_length(const char *text)
{
    const size_t dashes = strspn(text, "-");
    if (!dashes || dashes > 2 || !isalpha((unsigned char)text[dashes])) return 0;
    return dashes + strspn(text + dashes, "abcdefghijklmnopqrstuvwxyz-");
}

/* A line of running text. A dot or a quote at its beginning would be a request. */
static void put_line(const char *text, size_t length)
{
    if (text[0] == '.' || text[0] == '\'') fputs("\\&", stdout);
    for (size_t i = 0; i < length;) {
        const size_t option = !i || strchr(" ([|", text[i - 1]) ? option_length(text + i) : 0;
        if (option) fputs("\\fB", stdout);
        put_bytes(text + i, option ? option : 1);
        if (option) fputs("\\fR", stdout);
        i += option ? option : 1;
    }
    putchar('\n');
}

static void page_heading(FILE *to, const char *text)
{
    fprintf(to, ".SH %s\n", text);
}

static void page_text(FILE *to, const char *text)
{
    while (*text) {
        const char *blank = strstr(text, "\n\n");
        put_line(text, blank ? (size_t)(blank - text) : strlen(text));
        if (blank) fputs(".PP\n", to);
        text = blank ? blank + 2 : text + strlen(text);
    }
}

static void page_lines(FILE *to, const char *text)
{
    fputs(".nf\n", to);
    while (*text) {
        const size_t length = strcspn(text, "\n");
        put_line(text, length);
        text += length + (text[length] != '\0');
    }
    fputs(".fi\n", to);
}

/* The argument of an option, after the last blank, is slanted. */
static void page_entry(FILE *to, const char *head, const char *text)
{
    const char *blank = strrchr(head, ' '), *end = head + strlen(head);
    if (blank && (head[0] != '-' || blank[-1] == ',')) blank = NULL;
    fputs(blank ? ".TP\n.BI \"" : ".TP\n.B \"", to);
    put_bytes(head, (size_t)((blank ? blank : end) - head));
    if (blank) fputs("\" \"", to);
    if (blank) put_bytes(blank, strlen(blank));
    fputs("\"\n", to);
    put_line(text, strlen(text));
}

static const manual_form page_form = {page_heading, page_text, page_lines, page_entry};

/* The additional sections of the folder, without comments; nothing where there is no such file. */
static void copy_sections(const char *folder, const char *name)
{
    char line[512], *path = get_text("%s/%s.man", folder, name);
    FILE *from = fopen(path, "r");
    while (from && fgets(line, sizeof line, from))
        if (strncmp(line, ".\\\"", 3)) fputs(line, stdout);
    if (from) fclose(from);
    free(path);
}

static void see_also(const manual *m)
{
    const command *c;
    fputs(".SH SEE ALSO\n", stdout);
    if (m->name[0]) fputs(".BR reroll (1)\n", stdout);
    for (size_t i = 0; !m->name[0] && (c = command_list(i)); ++i)
        printf(".BR reroll\\-%s (1),\n", c->manual->name);
    if (!m->name[0]) printf(".BR reroll\\-%s (1)\n", manual_mpi.name);
}

static void print_page(const manual *m, const char *date, const char *folder)
{
    char *title = get_text("reroll%s%s", m->name[0] ? "-" : "", m->name);
    fputs(".\\\" SPDX-License-Identifier: MIT OR Apache-2.0\n.TH ", stdout);
    for (const char *c = title; *c; ++c) put_char((char)toupper((unsigned char)*c));
    printf(" 1 %s \"Reroll %s\" \"Reroll\"\n.SH NAME\n", date, rr_version());
    put_bytes(title, strlen(title));
    fputs(" \\- ", stdout);
    put_line(m->summary, strlen(m->summary));
    manual_print(stdout, m, &page_form);
    copy_sections(folder, m->name[0] ? m->name : "reroll");
    see_also(m);
    free(title);
}

/* The name after a colon is the page of a command's method. */
static const char *page_name(const command *c)
{
    const char *colon = strchr(c->manual->name, ':');
    return colon ? colon + 1 : c->manual->name;
}

int main(int argc, char **argv)
{
    const command *c;
    if (argc != 5 || strcmp(argv[1], "page"))
        return refuse(EXIT_USAGE, "manuals page NAME DATE FOLDER");
    if (!strcmp(argv[2], "reroll")) print_page(&manual_reroll, argv[3], argv[4]);
    if (!strcmp(argv[2], manual_mpi.name)) print_page(&manual_mpi, argv[3], argv[4]);
    for (size_t i = 0; (c = command_list(i)); ++i)
        if (!strcmp(argv[2], page_name(c))) print_page(c->manual, argv[3], argv[4]);
    return stdout_end();
}
