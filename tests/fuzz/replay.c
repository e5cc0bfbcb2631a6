/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Gives files to a target, without libFuzzer, and counts the inputs that were read without an error.
 *
 *     build/tests/fuzz/replay TARGET FILE... */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_MAX = 1 << 20 };

static const struct {
    const char *name;
    int (*read)(const uint8_t *data, size_t size);
} targets[] = {{"npy", fuzz_npy}, {"csv", fuzz_csv}, {"json", fuzz_json}, {"job", fuzz_job}, {"options", fuzz_options},
               {"expression", fuzz_expression}, {"law", fuzz_law}};

enum { TARGETS = sizeof targets / sizeof targets[0] };

static const char *current;

static void report(int number)
{
    static const char message[] = "replay: a fault at ";
    const ssize_t written = write(2, message, sizeof message - 1) + write(2, current, strlen(current)) + write(2, "\n", 1);
    _exit(written > 0 ? 128 + number : 1);
}

static int replay(int target, const char *path)
{
    static uint8_t input[INPUT_MAX];
    FILE *from = fopen(path, "rb");
    if (!from) return fprintf(stderr, "replay: %s can't be read\n", path), 1;
    const size_t size = fread(input, 1, sizeof input, from);
    fclose(from);
    current = path;
    targets[target].read(input, size);
    return 0;
}

int main(int argc, char **argv)
{
    static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    int target = 0, status = 0;
    while (target < TARGETS && (argc < 2 || strcmp(argv[1], targets[target].name))) ++target;
    if (target == TARGETS) return fprintf(stderr, "usage: replay TARGET FILE...\n"), 2;
    fuzz_guarded = true;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) signal(faults[i], report);
    for (int i = 2; i < argc; ++i) status |= replay(target, argv[i]);
    printf("%d %lu\n", argc - 2, fuzz_accepted);
    return status;
}
