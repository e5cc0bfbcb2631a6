/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The system's compiler: $CC, split into words at blanks, or cc if it is not set. A program that runs with another user's
 * rights has none, since the invoking user sets PATH and CC. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"
#include "user_flags.h"

extern char **environ;

#define WORDS_MAX 64
#define LINE_MAX 2048
#define MESSAGE_MAX 65536

const char *rr_user_compiler(void)
{
    const char *cc = secure_getenv("CC");
    if (getauxval(AT_SECURE)) return "";
    return cc && cc[strspn(cc, " ")] ? cc : "cc";
}

const char *rr_user_flags(const char *isa)
{
    static const char *const flags[][2] = {
        {"scalar", RR_USER_FLAGS " " RR_USER_FLAGS_scalar}, {"avx2", RR_USER_FLAGS " " RR_USER_FLAGS_avx2},
        {"avx512", RR_USER_FLAGS " " RR_USER_FLAGS_avx512}, {"neon", RR_USER_FLAGS " " RR_USER_FLAGS_neon}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        if (!strcmp(flags[i][0], isa)) return flags[i][1];
    return RR_USER_FLAGS;
}

/* Appends the words of a command to `count` others; cuts up `text`. More than WORDS_MAX: they do not fit. */
static unsigned add_words(char *text, char **words, unsigned count)
{
    char *rest = NULL;
    for (char *w = strtok_r(text, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) {
        if (count == WORDS_MAX) return WORDS_MAX + 1;
        words[count++] = w;
    }
    return count;
}

/* Runs a command whose output and errors go to the file `said`. 0: success; errno: it did not run; -1: it failed. */
static int run_command(char **words, const char *message)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int state = 0, error;
    if (posix_spawn_file_actions_init(&actions)) return ENOMEM;
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, message, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    error = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) return error;
    while ((error = waitpid(child, &state, 0) < 0 ? errno : 0) == EINTR) {}
    if (error == ECHILD) return 0;   /* the program ignores SIGCHLD: the output file shows success */
    return error ? error : WIFEXITED(state) && WEXITSTATUS(state) == 127 ? ENOENT : WIFEXITED(state)
        && !WEXITSTATUS(state) ? 0 : -1;
}

/* Reports the compiler's first line with an error, which has the user's line number; without one, its first line. */
static rr_status refused_by_compiler(const char *message, const char *compiler, rr_result *result)
{
    char text[MESSAGE_MAX] = "", line[120];
    FILE *f = fopen(message, "r");
    if (f) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    const char *error = strstr(text, "error: ");
    if (!error) error = text;
    while (error > text && error[-1] != '\n') --error;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(error, "\n"), error);
    return rr_fail(result, RR_ERR_ARGUMENT, "%s%s", line[0] ? "" : compiler,
                   line[0] ? line : " did not compile the distribution");
}

static rr_status cannot_write(const char *folder, rr_result *result)
{
    return rr_fail(result, RR_ERR_DEVICE, "can't write to the folder %s%s", RR_PATH(folder, 80));
}

static int write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "wx");
    if (!f) return 0;
    const int good = fputs(text, f) >= 0;
    return !fclose(f) && good;
}

/* Runs the compiler; tuning: flags for speed that not every compiler accepts. Returns the value of run_command. */
static int run_compiler(const char *cc, const char *flags, const char *tuning, const char *source, const char *made,
                        int shared, const char *const *objects, const char *message)
{
    char line[3][LINE_MAX], *words[WORDS_MAX + 32];
    const char *const parts[] = {cc, flags, tuning};
    unsigned n = 0;
    for (int i = 0; i < 3; ++i) {
        if (snprintf(line[i], LINE_MAX, "%s", parts[i]) >= LINE_MAX) return E2BIG;
        n = add_words(line[i], words, n);
        if (n > WORDS_MAX) return E2BIG;
    }
    words[n++] = shared ? "-shared" : "-c";
    words[n++] = "-o";
    words[n++] = (char *)made;
    words[n++] = (char *)source;
    for (; objects && *objects; ++objects) words[n++] = (char *)*objects;
    if (shared) words[n++] = "-lm";
    words[n] = NULL;
    return run_command(words, message);
}

rr_status rr_user_compile(const char *folder, const char *name, const char *text, const char *isa, int shared,
                          const char *const *objects, rr_result *result)
{
    char source[RR_USER_PATH + 64], made[RR_USER_PATH + 64], message[RR_USER_PATH + 64];
    const char *compiler = rr_user_compiler();
    if (!*compiler)
        return rr_fail(result, RR_ERR_DEVICE, "a program with another user's rights (setuid) can't compile a distribution");
    snprintf(source, sizeof source, "%s/%s.c", folder, name);
    snprintf(made, sizeof made, "%s/%s.%s", folder, name, shared ? "so" : "o");
    snprintf(message, sizeof message, "%s/%s.said", folder, name);
    if (!write_text(source, text)) return cannot_write(folder, result);
    const char *const flags = rr_user_flags(isa);
    int error = run_compiler(compiler, flags, RR_USER_TUNING, source, made, shared, objects, message);
    if (error < 0) error = run_compiler(compiler, flags, "", source, made, shared, objects, message);
    if (error > 0) {
        errno = error;   /* for %m: strerror has one buffer for all threads in glibc before 2.32 */
        return rr_fail(result, RR_ERR_DEVICE, "the compiler, $CC or cc, here \"%.60s\", can't be run: %m", compiler);
    }
    if (error || access(made, R_OK)) return refused_by_compiler(message, compiler, result);
    return !shared || rr_user_seal(made) ? RR_OK : cannot_write(folder, result);
}
