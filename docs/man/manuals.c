/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes what is installed beside the command from the tables that --help prints: pages for man, and bash's completion.
 *
 *     manuals page NAME DATE FOLDER    the page of a subcommand, of reroll itself where NAME is reroll, of reroll-mpi where
 *                                      it is mpi; the sections of FOLDER/NAME.man, which --help has no room for, stand
 *                                      behind the others
 *     manuals completion TEMPLATE      TEMPLATE with what the tables have in place of lines such as @OPTIONS@
 */
#include "cli/base/dtype.h"
#include "cli/commands.h"
#include "cli/job/job.h"
#include "cli/model/query.h"
#include "cli/mpi/manual.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- A page (groff_man(7)) ---- */

/* A character that groff would take for something else. */
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

/* "--name" or "-n" where a word begins so, else 0: it is set in bold. */
static size_t option_length(const char *text)
{
    const size_t dashes = strspn(text, "-");
    if (!dashes || dashes > 2 || !isalpha((unsigned char)text[dashes])) return 0;
    return dashes + strspn(text + dashes, "abcdefghijklmnopqrstuvwxyz-");
}

/* A line of running text. A point or a quote at its beginning would be a request. */
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

/* The argument of an option, behind the last blank, is slanted. */
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

/* What the folder has besides, without comments; nothing where there is no such file. */
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

/* ---- The completion ---- */

static void print_options_of(const manual *m)
{
    printf("        %s) echo \"", m->name);
    for (int k = 0; k < m->count; ++k) {
        const option_row *row = &m->rows[k];
        if (row->letter) printf("%s-%c", k ? " " : "", row->letter);
        if (row->name) printf("%s--%s", k || row->letter ? " " : "", row->name);
    }
    printf("\" ;;\n");
}

static void print_options(void)
{
    const command *c;
    for (size_t i = 0; (c = command_list(i)); ++i) print_options_of(c->manual);
    print_options_of(&manual_mpi);
}

static void print_parameters(void)
{
    const rr_sampler_info *s;
    for (size_t i = 0; (s = rr_sampler_about(rr_sampler_list(i))); ++i) {
        if (!s->params) continue;
        printf("        %s) echo \"", s->name);
        for (uint32_t p = 0; p < s->params; ++p) printf("%s--%s", p ? " " : "", s->param[p].name);
        printf("\" ;;\n");
    }
}

static void print_types(void)
{
    const rr_sampler_info *s;
    for (size_t i = 0; (s = rr_sampler_about(rr_sampler_list(i))); ++i) {
        printf("        %s) echo \"", s->name);
        const char *blank = "";
        for (int t = RR_F32; t <= RR_BF16; ++t) {
            if (!dtype_listed(s, (rr_type)t)) continue;
            printf("%s%s", blank, dtype_name((rr_type)t));
            blank = " ";
        }
        printf("\" ;;\n");
    }
}

static void print_commands(void)
{
    const command *c;
    for (size_t i = 0; (c = command_list(i)); ++i) printf("    words+=' %s'\n", c->manual->name);
}

/* What may stand behind a word, where the program has a list of it. */
static void print_words(void)
{
    printf("            model:model) words=\"");
    for (unsigned s = 0; rr_model_strategy_name(s); ++s) printf("%s%s", s ? " " : "", rr_model_strategy_name(s));
    printf("\" ;;\n            *:--format) words=\"");
    for (int f = FORMAT_NPY; f <= FORMAT_TEXT; ++f) printf("%s%s", f > FORMAT_NPY ? " " : "", format_name((format)f));
    printf("\" ;;\n");
}

static int print_completion(const char *template)
{
    static const struct { const char *mark; void (*print)(void); } marks[] = {
        {"@COMMANDS@\n", print_commands}, {"@OPTIONS@\n", print_options}, {"@PARAMETERS@\n", print_parameters},
        {"@TYPES@\n", print_types}, {"@WORDS@\n", print_words}};
    char line[256];
    FILE *from = fopen(template, "r");
    if (!from) return refuse(EXIT_TROUBLE, "can't read %s", template);
    while (fgets(line, sizeof line, from)) {
        size_t k = 0;
        while (k < sizeof marks / sizeof marks[0] && strcmp(line, marks[k].mark)) ++k;
        if (k < sizeof marks / sizeof marks[0]) marks[k].print();
        else fputs(line, stdout);
    }
    fclose(from);
    return EXIT_DONE;
}

/* What follows a colon names the page of a command's method. */
static const char *page_name(const command *c)
{
    const char *colon = strchr(c->manual->name, ':');
    return colon ? colon + 1 : c->manual->name;
}

int main(int argc, char **argv)
{
    const command *c;
    if (argc == 3 && !strcmp(argv[1], "completion")) {
        const int status = print_completion(argv[2]);
        return status ? status : (int)stdout_end();
    }
    if (argc != 5 || strcmp(argv[1], "page"))
        return refuse(EXIT_USAGE, "manuals page NAME DATE FOLDER, or manuals completion TEMPLATE");
    if (!strcmp(argv[2], "reroll")) print_page(&manual_reroll, argv[3], argv[4]);
    if (!strcmp(argv[2], manual_mpi.name)) print_page(&manual_mpi, argv[3], argv[4]);
    for (size_t i = 0; (c = command_list(i)); ++i)
        if (!strcmp(argv[2], page_name(c))) print_page(c->manual, argv[3], argv[4]);
    return stdout_end();
}
