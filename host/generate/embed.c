/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes its argument files as one packed text with a table of their offsets (targets/gpu/packed.h). Comments are left out
 * but their newlines stay: kernels are compiled at run time from this text, and messages must have the right line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "targets/gpu/packed.h"

#define TEXT_MAX (1u << 24)

static char text[TEXT_MAX], again[TEXT_MAX];
static unsigned char packed[TEXT_MAX];
static size_t size;

static void put(int c)
{
    if (size == TEXT_MAX) {
        fputs("embed: the text is larger than TEXT_MAX\n", stderr);
        exit(1);
    }
    text[size++] = (char)c;
}

/* Skips from after the opening of a comment to its end. */
static void skip_comment(FILE *f)
{
    int c, before = 0;
    for (; (c = getc(f)) != EOF && !(before == '*' && c == '/'); before = c)
        if (c == '\n') put(c);
}

static void copy(FILE *f)
{
    int c, quoted = 0;   /* quoted: the quote that closes the current string */
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
    put(0);
}

/* ---- Packing: greedy, by chains of the places whose next four bytes have the same hash ---- */

#define HASHES (1u << 15)
#define TRIES 256

static size_t head[HASHES], chain[TEXT_MAX];   /* a place plus 1; 0 ends a chain */

static size_t hash_at(size_t at)
{
    unsigned word;
    memcpy(&word, text + at, sizeof word);
    return word * 2654435761u >> 17;
}

static void remember(size_t at)
{
    if (at + RR_PACKED_MIN > size) return;
    chain[at] = head[hash_at(at)];
    head[hash_at(at)] = at + 1;
}

/* The longest match for the text at `at`; its length is 0 if none has RR_PACKED_MIN bytes. */
static size_t match(size_t at, size_t *from)
{
    size_t best = RR_PACKED_MIN - 1, tries = 0;
    if (at + RR_PACKED_MIN > size) return 0;
    for (size_t next = head[hash_at(at)]; next && at + 1 - next <= RR_PACKED_WINDOW && tries < TRIES; ++tries) {
        size_t length = 0;
        while (length < RR_PACKED_MAX && at + length < size && text[next - 1 + length] == text[at + length]) ++length;
        if (length > best) {
            best = length;
            *from = next - 1;
        }
        next = chain[next - 1];
    }
    return best < RR_PACKED_MIN ? 0 : best;
}

static size_t put_literals(size_t to, size_t from, size_t end)
{
    while (from < end) {
        const size_t n = end - from < RR_PACKED_LITERALS ? end - from : RR_PACKED_LITERALS;
        packed[to++] = (unsigned char)(n - 1);
        memcpy(packed + to, text + from, n);
        to += n;
        from += n;
    }
    return to;
}

static size_t pack(void)
{
    size_t to = 0, literal = 0, at = 0, from = 0;
    while (at < size) {
        const size_t length = match(at, &from), end = at + (length ? length : 1);
        if (length) {
            to = put_literals(to, literal, at);
            packed[to++] = (unsigned char)(128 + length - RR_PACKED_MIN);
            packed[to++] = (unsigned char)(at - from - 1);
            packed[to++] = (unsigned char)((at - from - 1) >> 8);
            literal = end;
        }
        for (; at < end; ++at) remember(at);
    }
    return put_literals(to, literal, size);
}

int main(int argc, char **argv)
{
    puts("/* Made by host/generate/embed.c. */\n#include \"targets/gpu/packed.h\"\n\n"
         "const rr_device_file rr_device_files[] = {");
    for (int k = 1; k < argc; ++k) {
        FILE *f = fopen(argv[k], "r");
        if (!f) {
            perror(argv[k]);
            return 1;
        }
        printf("{\"%s\", %zu},\n", argv[k], size);
        copy(f);
        fclose(f);
    }
    const size_t bytes = pack();
    if (rr_unpack(packed, bytes, again, size) != size || memcmp(text, again, size)) {
        fputs("embed: what was packed does not unpack\n", stderr);
        return 1;
    }
    printf("{0, 0},\n};\nconst size_t rr_packed_size = %zu, rr_packed_text_size = %zu;\n"
           "const unsigned char rr_packed_text[] = {", bytes, size);
    for (size_t k = 0; k < bytes; ++k) printf("%u,%s", packed[k], k % 32 == 31 ? "\n" : "");
    puts("};\n"
         "_Static_assert(sizeof rr_device_files / sizeof *rr_device_files <= RR_DEVICE_FILES_MAX, \"too many files\");");
    return fflush(stdout) != 0;
}
