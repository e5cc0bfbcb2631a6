/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the files that are its arguments as a table of C strings (targets/gpu/text.h). Comments are left out, their
 * newlines are not: kernels are compiled at run time from this text, and messages should name the right line. */
#include <stdio.h>
#include <stdlib.h>

static void put(int c)
{
    if (c == '\n') fputs("\\n\"\n\"", stdout);
    else if (c == '"' || c == '\\') printf("\\%c", c);
    else putchar(c);
}

/* From after the opening of a comment to its end. */
static void skip_comment(FILE *f)
{
    int c, before = 0;
    for (; (c = getc(f)) != EOF && !(before == '*' && c == '/'); before = c)
        if (c == '\n') put(c);
}

static void copy(FILE *f)
{
    int c, quoted = 0;   /* quoted: the quote that closes the string we are in */
    while ((c = getc(f)) != EOF) {
        const int next = quoted || c != '/' ? 0 : getc(f);
        if (next == '*') {
            skip_comment(f);
            continue;
        }
        if (next) ungetc(next, f);
        if (quoted ? c == quoted : c == '"') quoted = quoted ? 0 : c;
        if (c == '\n') quoted = 0;
        put(c);
    }
}

int main(int argc, char **argv)
{
    puts("/* Made by host/generate/embed.c. */\n#include \"targets/gpu/text.h\"\n\n"
         "const rr_device_file rr_device_files[] = {");
    for (int k = 1; k < argc; ++k) {
        FILE *f = fopen(argv[k], "r");
        if (!f) {
            perror(argv[k]);
            return 1;
        }
        printf("{\"%s\",\n\"", argv[k]);
        copy(f);
        puts("\"},");
        fclose(f);
    }
    puts("{0, 0},\n};\n"
         "_Static_assert(sizeof rr_device_files / sizeof *rr_device_files <= RR_DEVICE_FILES_MOST, \"too many files\");");
    return fflush(stdout) != 0;
}
