/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE  /* memfd_create */
#include "harness.h"
#include "cli/base/cli.h"
#include "reroll_density.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARDED_MAX = 1 << 20, GUARD = 1 << 16 };

unsigned long fuzz_accepted;
bool fuzz_guarded;

static struct {
    const void *content;
    size_t size, zeros;
} file;

static unsigned messages;

void fuzz_check(bool holds)
{
    if (!holds) abort();
}

/* Memory before a guard. It is allocated once, and holds one text at a time. */
static char *guarded(size_t size)
{
    static char *start;
    if (!start) start = mmap(NULL, GUARDED_MAX + GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fuzz_check(start != MAP_FAILED && size <= GUARDED_MAX);
    fuzz_check(!mprotect(start + GUARDED_MAX, GUARD, PROT_NONE));
    return start + GUARDED_MAX - size;
}

void fuzz_text_free(char *text)
{
    if (!fuzz_guarded) free(text);
}

char *fuzz_text(const uint8_t *data, size_t size, const uint8_t **rest, size_t *left)
{
    const size_t length = strnlen((const char *)data, size), past = length + (length < size);
    char *text = fuzz_guarded ? guarded(length + 1) : get_memory(length + 1);
    memcpy(text, data, length);
    text[length] = '\0';
    *rest = length < size ? data + past : NULL;
    *left = size - past;
    return text;
}

void fuzz_file(const void *content, size_t size, size_t zeros)
{
    file.content = content;
    file.size = size;
    file.zeros = zeros;
}

static void count(const char *message)
{
    fuzz_check(message[0]);
    for (const char *c = message; *c; ++c) fuzz_check((unsigned char)*c >= 0x20 && *c != 0x7f);
    ++messages;
}

unsigned fuzz_messages(void)
{
    const unsigned before = messages;
    refuse_by(count);
    messages = 0;
    return before;
}

/* ---- What the code under test gets instead of the system's and the library's functions ---- */

int __wrap_open(const char *path, int flags, ...);
rr_status __wrap_rr_device_open(const char *spec, rr_device **device);
rr_status __wrap_rr_law_from_density(const rr_density *density, const rr_sampler **sampler, rr_density_report *report);
rr_status __wrap_rr_law_from_cdf(const rr_distribution *cdf, const rr_sampler **sampler, rr_density_report *report);
rr_status __wrap_rr_law_from_table(const double *x, const double *density, size_t n, const rr_sampler **sampler,
                                   rr_density_report *report);
rr_status __wrap_rr_law_from_histogram(const double *edges, const double *masses, size_t bins, const rr_sampler **sampler,
                                       rr_density_report *report);

/* An object, .so, would be loaded, so there is none. */
int __wrap_open(const char *path, int flags, ...)
{
    const size_t length = strlen(path);
    (void)flags;
    errno = ENOENT;
    if (!file.content || (length >= 3 && !strcmp(path + length - 3, ".so"))) return -1;
    const int fd = memfd_create("input", MFD_CLOEXEC);
    fuzz_check(fd >= 0 && write(fd, file.content, file.size) == (ssize_t)file.size);
    fuzz_check(!file.zeros || !ftruncate(fd, (off_t)(file.size + file.zeros)));
    fuzz_check(!lseek(fd, 0, SEEK_SET));
    return fd;
}

/* Without a device no user-defined distribution is compiled, and no thread starts. */
rr_status __wrap_rr_device_open(const char *spec, rr_device **device)
{
    (void)spec;
    *device = NULL;
    return RR_ERR_DEVICE;
}

/* Making the tables of a density would take most of the time. */
static rr_status not_made(const rr_sampler **sampler, rr_density_report *report)
{
    *sampler = NULL;
    report->status = RR_ERR_ARGUMENT;
    snprintf(report->message, sizeof report->message, "no tables are made here");
    return report->status;
}

rr_status __wrap_rr_law_from_density(const rr_density *density, const rr_sampler **sampler, rr_density_report *report)
{
    (void)(density->pdf ? density->pdf : density->logpdf)(density->centre, density->context);
    return not_made(sampler, report);
}

rr_status __wrap_rr_law_from_cdf(const rr_distribution *cdf, const rr_sampler **sampler, rr_density_report *report)
{
    (void)cdf->cdf(cdf->low, cdf->context);
    (void)cdf->tail(cdf->high, cdf->context);
    return not_made(sampler, report);
}

static double sum_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += x[i];
    return sum;
}

/* The sanitizer checks whether all the numbers are there. */
rr_status __wrap_rr_law_from_table(const double *x, const double *density, size_t n, const rr_sampler **sampler,
                                   rr_density_report *report)
{
    report->mass = sum_of(x, n) + sum_of(density, n);
    return not_made(sampler, report);
}

rr_status __wrap_rr_law_from_histogram(const double *edges, const double *masses, size_t bins, const rr_sampler **sampler,
                                       rr_density_report *report)
{
    report->mass = sum_of(edges, bins + 1) + sum_of(masses, bins);
    return not_made(sampler, report);
}
