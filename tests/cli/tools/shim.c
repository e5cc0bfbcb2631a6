/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Intercepts, between the command and the C library (LD_PRELOAD), the calls that make a file durable. One list of calls,
 * numbered from 1, controls everything, so that nothing depends on time:
 *
 *     SHIM_LOG=FILE                    one line per call, written before it is made
 *     SHIM_KILL=N                      the process dies (SIGKILL) before call number N
 *     SHIM_DO=CALL NAME COMMAND        a shell runs COMMAND before the first such call
 *     SHIM_FAIL=CALL NAME NUMBER       the first such call fails with that errno
 *     SHIM_LACKS=CALL...               the file system lacks RENAME_NOREPLACE ("noreplace") or link() ("link")
 *     SHIM_ROOM=BYTES                  the free space that statvfs() reports
 *     SHIM_RANDOM=1                    random bytes are zeros
 *     SHIM_MEMORY=BYTES                malloc() refuses larger blocks
 *     SHIM_CLOCK=N                     clocks that measure time run N times as fast
 *     SHIM_NOEXEC=1                    objects are only loaded from memory, as on a file system without execution
 *
 * Names are those of files without their folders; a folder is ".", and the random end of a temporary name is "~". Where a
 * job file gets its name the line includes its content. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { NAME = 512, LINE = 2048 };

/* The next definition of a function: the C library's. */
#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

static void short_name(const char *path, char name[NAME])
{
    const char *slash = strrchr(path, '/');
    snprintf(name, NAME, "%s", slash ? slash + 1 : path);
    char *random = strstr(name, ".job.json.");
    if (random) strcpy(random + strlen(".job.json."), "~");
}

static void name_of(int fd, char name[NAME])
{
    char link[64], path[NAME];
    struct stat st;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    if (!fstat(fd, &st) && S_ISDIR(st.st_mode)) strcpy(name, ".");
    else short_name(path, name);
}

/* " done=[[0,3]] bytes=24 complete=false" of a job file, which has one entry per line. */
static void text_of(const char *path, char text[128])
{
    static const char *const keys[] = {"\"done\": ", "\"bytes\": ", "\"complete\": "};
    char buffer[LINE * 4] = "";
    const int fd = REAL(open)(path, O_RDONLY);
    const ssize_t length = fd < 0 ? 0 : read(fd, buffer, sizeof buffer - 1);
    if (fd >= 0) close(fd);
    buffer[length < 0 ? 0 : length] = '\0';
    text[0] = '\0';
    for (int i = 0; i < 3; ++i) {
        const char *at = strstr(buffer, keys[i]);
        if (!at) continue;
        at += strlen(keys[i]);
        size_t used = strlen(text);
        used += (size_t)snprintf(text + used, 128 - used, " %.*s=", (int)strlen(keys[i]) - 4, keys[i] + 1);
        for (; *at && !strchr("\n}", *at) && used < 127; ++at)
            if (*at != ' ' && (*at != ',' || at[1] != '\n')) text[used++] = *at;
        text[used] = '\0';
    }
}

/* The rest of a variable that begins with "CALL NAME ", or NULL. */
static char *meant(const char *variable, const char *call, const char *name)
{
    char start[NAME + 64];
    char *value = getenv(variable);
    snprintf(start, sizeof start, "%s %s ", call, name);
    return value && !strncmp(value, start, strlen(start)) ? value + strlen(start) : NULL;
}

/* Logs the next call, followed by `more`. Returns the errno with which the call is to fail, or 0. */
__attribute__((format(printf, 3, 4))) static int about_to(const char *call, const char *name, const char *more, ...)
{
    static int calls, inside;
    char line[LINE + NAME], rest[LINE];
    int error = 0;
    if (__atomic_exchange_n(&inside, 1, __ATOMIC_SEQ_CST)) return 0;
    va_list args;
    va_start(args, more);
    vsnprintf(rest, sizeof rest, more, args);
    va_end(args);
    const char *path = getenv("SHIM_LOG"), *kill_at = getenv("SHIM_KILL");
    const int log = path ? REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    const int length = snprintf(line, sizeof line, "%s %s%s\n", call, name, rest);
    if (log >= 0 && REAL(write)(log, line, (size_t)length) != length) abort();
    if (log >= 0) close(log);
    if (kill_at && ++calls == atoi(kill_at)) raise(SIGKILL);
    const char *command = meant("SHIM_DO", call, name), *number = meant("SHIM_FAIL", call, name);
    if (number) error = atoi(number);
    if (number) unsetenv("SHIM_FAIL");
    char *own = command ? strdup(command) : NULL;
    if (own) {
        unsetenv("SHIM_DO");
        unsetenv("LD_PRELOAD");
        if (system(own)) abort();
    }
    free(own);
    __atomic_store_n(&inside, 0, __ATOMIC_SEQ_CST);
    errno = error;
    return error;
}

/* Only files opened for writing, and only .part: other temporary files appear by their rename. */
int open(const char *path, int flags, ...)
{
    char name[NAME];
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    short_name(path, name);
    const bool part = strlen(name) > 5 && !strcmp(name + strlen(name) - 5, ".part") && flags & (O_RDWR | O_WRONLY);
    return part && about_to("open", name, "%s", flags & O_EXCL ? " new" : "") ? -1 : REAL(open)(path, flags, mode);
}

ssize_t write(int fd, const void *data, size_t bytes)
{
    char name[NAME];
    name_of(fd, name);
    return fd > 2 && about_to("write", name, " %zu", bytes) ? -1 : REAL(write)(fd, data, bytes);
}

ssize_t pwrite(int fd, const void *data, size_t bytes, off_t at)
{
    char name[NAME];
    name_of(fd, name);
    return about_to("pwrite", name, " %zu %lld", bytes, (long long)at) ? -1 : REAL(pwrite)(fd, data, bytes, at);
}

int fdatasync(int fd)
{
    char name[NAME];
    name_of(fd, name);
    return about_to("fdatasync", name, "%s", "") ? -1 : REAL(fdatasync)(fd);
}

int fsync(int fd)
{
    char name[NAME];
    struct stat st;
    name_of(fd, name);
    const char *empty = !fstat(fd, &st) && S_ISREG(st.st_mode) && !st.st_size ? " empty" : "";
    return about_to("fsync", name, "%s", empty) ? -1 : REAL(fsync)(fd);
}

int ftruncate(int fd, off_t length)
{
    char name[NAME];
    name_of(fd, name);
    return about_to("ftruncate", name, " %lld", (long long)length) ? -1 : REAL(ftruncate)(fd, length);
}

int flock(int fd, int how);
int flock(int fd, int how)
{
    char name[NAME];
    name_of(fd, name);
    return about_to("flock", name, "%s", "") ? -1 : REAL(flock)(fd, how);
}

int rename(const char *from, const char *to)
{
    char name[NAME], new_name[NAME], text[128] = "";
    short_name(from, name);
    short_name(to, new_name);
    if (strstr(new_name, ".job.json")) text_of(from, text);
    return about_to("rename", name, " %s%s", new_name, text) ? -1 : REAL(rename)(from, to);
}

/* Fails like a call that the file system lacks. */
static bool lacks(const char *call, int error)
{
    const char *calls = getenv("SHIM_LACKS");
    if (!calls || !strstr(calls, call)) return false;
    errno = error;
    return true;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    char name[NAME], new_name[NAME];
    short_name(from, name);
    short_name(to, new_name);
    if (about_to("rename", name, " %s%s", new_name, flags & RENAME_NOREPLACE ? " new" : "")) return -1;
    if (flags && lacks("noreplace", EINVAL)) return -1;
    return REAL(renameat2)(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to)
{
    char name[NAME], new_name[NAME];
    short_name(from, name);
    short_name(to, new_name);
    return about_to("link", name, " %s", new_name) || lacks("link", EOPNOTSUPP) ? -1 : REAL(link)(from, to);
}

int unlink(const char *path)
{
    char name[NAME];
    short_name(path, name);
    return about_to("unlink", name, "%s", "") ? -1 : REAL(unlink)(path);
}

int statvfs(const char *path, struct statvfs *fs)
{
    const char *room = getenv("SHIM_ROOM");
    const int status = REAL(statvfs)(path, fs);
    if (room) fs->f_frsize = 1;
    if (room) fs->f_bavail = strtoull(room, NULL, 10);
    return status;
}

ssize_t getrandom(void *bytes, size_t length, unsigned flags)
{
    if (!getenv("SHIM_RANDOM")) return REAL(getrandom)(bytes, length, flags);
    memset(bytes, 0, length);
    return (ssize_t)length;
}

void *__libc_malloc(size_t bytes);

void *malloc(size_t bytes)
{
    const char *max = getenv("SHIM_MEMORY");
    if (!max || bytes <= strtoull(max, NULL, 10)) return __libc_malloc(bytes);
    errno = ENOMEM;
    return NULL;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    static __typeof__(clock_gettime) *real;
    const char *times = getenv("SHIM_CLOCK");
    if (!real) real = REAL(clock_gettime);
    const int status = real(clock, t);
    if (status || !times || clock == CLOCK_REALTIME) return status;
    const long long n = atoi(times), ns = n * t->tv_nsec;
    t->tv_sec = (time_t)(n * t->tv_sec + ns / 1000000000);
    t->tv_nsec = (long)(ns % 1000000000);
    return 0;
}

void *dlopen(const char *path, int flags)
{
    char object[NAME] = "";
    if (path && getenv("SHIM_NOEXEC") && readlink(path, object, sizeof object - 1) > 0 && strncmp(object, "/memfd:", 7))
        return REAL(dlopen)("/dev/null", flags);   /* not an object */
    return REAL(dlopen)(path, flags);
}
