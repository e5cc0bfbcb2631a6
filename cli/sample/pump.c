/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Draws and writes with two threads, the caller's and a writer, which exchange two buffers. The number of samples per batch
 * is adapted to the time that they take, so that control-C and the progress line never wait for long; the bits do not
 * depend on it. */
#include "pump.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"
#include "cli/files/encode.h"
#include "cli/job/shard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALONE_BYTES = 1 << 23, SHARED_BYTES = 1 << 25, BATCH_FIRST = 1 << 14, BATCH_MIN = 1 << 8, LINES = 1 << 14 };

static const double batch_short = 0.02, batch_long = 0.2, checkpoint_default = 5;   /* seconds */

typedef struct batch {
    void *data;
    uint64_t first, count;
    uint64_t failed, failed_index;
    bool full;
} batch;

typedef struct pump {
    const job *job;
    output *out;
    const pump_work *work;
    job_state *state;            /* belongs to the writer until it ends */
    batch batch[2];
    uint64_t max;               /* maximum number of samples per batch */
    char *lines;                 /* buffer for the text of LINES samples, or NULL */
    double checkpoint_seconds;
    pthread_mutex_t lock;        /* protects the members below and batch[].full */
    pthread_cond_t changed;
    bool ended;                  /* no more batches follow */
    int error;                   /* the writer's errno; after an error it takes no batches */
} pump;

/* Allocates a buffer, in large pages if the system has them: it is first touched while drawing, and faults of small pages
 * would cost as much time as the samples. */
static void *get_batch(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
#ifdef MADV_HUGEPAGE
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), skip = (page - (uintptr_t)memory % page) % page;
    if (memory && bytes > skip + page) (void)madvise((char *)memory + skip, (bytes - skip) / page * page, MADV_HUGEPAGE);
#endif
    return memory;
}

/* ---- The thread that writes ---- */

/* Text, pipes and devices are appended to. Otherwise numbers have fixed offsets, and the file may be longer already. */
static int write_bytes(pump *p, const void *data, size_t bytes, uint64_t offset)
{
    const bool appends = p->out->direct || p->lines;
    const int error = appends ? output_write(p->out, data, bytes) : output_write_at(p->out, data, bytes, offset);
    if (!error && appends) p->state->bytes += bytes;
    else if (!error && p->state->bytes < offset + bytes) p->state->bytes = offset + bytes;
    return error;
}

/* The header is written together with the first numbers. In a job without numbers it is the whole file. */
static int write_header(pump *p, uint64_t first)
{
    size_t length;
    char *header = first ? NULL : shard_header(p->job, &length);
    const int error = header ? write_bytes(p, header, length, 0) : 0;
    free(header);
    return error;
}

static int write_batch(pump *p, const batch *b)
{
    const size_t size = dtype_size(p->job->dtype);
    const uint64_t per_line = shard_line(p->job);
    int error = write_header(p, b->first);
    if (!p->lines && !error) error = write_bytes(p, b->data, b->count * size, shard_bytes(p->job, b->first));
    if (!p->lines || error) return error;
    for (uint64_t i = 0; i < b->count; i += LINES) {
        const size_t n = b->count - i < LINES ? b->count - i : LINES;
        const char *from = (const char *)b->data + i * size;
        const size_t bytes = encode_lines(p->job->dtype, from, n, (b->first + i) % per_line, per_line,
                                          format_between(p->job->format), p->lines);
        error = write_bytes(p, p->lines, bytes, 0);
        if (error) return error;
    }
    return 0;
}

static void count_batch(job_state *state, const batch *b)
{
    ranges_add(&state->parts, b->first, b->count);
    state->done = ranges_total(&state->parts);
    if (b->failed && b->failed_index < state->failed_index) state->failed_index = b->failed_index;
    state->failed += b->failed;
}

/* Waits for batch `which`; false if no more batches follow. */
static bool await_full(pump *p, int which)
{
    pthread_mutex_lock(&p->lock);
    while (!p->batch[which].full && !p->ended) pthread_cond_wait(&p->changed, &p->lock);
    const bool full = p->batch[which].full;
    pthread_mutex_unlock(&p->lock);
    return full;
}

static void give_back(pump *p, int which, int error)
{
    pthread_mutex_lock(&p->lock);
    p->batch[which].full = false;
    p->error = error;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* After an error state->bytes may be in the middle of a batch, unlike state->done. --resume uses the last checkpoint, where
 * the two agree. */
static void *writer(void *argument)
{
    pump *p = argument;
    double saved = seconds_now();
    int error = p->job->count ? 0 : write_header(p, 0);
    for (int which = 0; await_full(p, which); which ^= 1) {
        if (!error) error = write_batch(p, &p->batch[which]);
        if (!error) count_batch(p->state, &p->batch[which]);
        if (!error && seconds_now() - saved >= p->checkpoint_seconds) {
            error = p->work->save(p->work->context, p->state);
            saved = seconds_now();
        }
        give_back(p, which, error);
    }
    p->error = error;
    return NULL;
}

/* ---- The thread that draws ---- */

static bool await_empty(pump *p, int which)
{
    pthread_mutex_lock(&p->lock);
    while (p->batch[which].full && !p->error) pthread_cond_wait(&p->changed, &p->lock);
    const bool ok = !p->error;
    pthread_mutex_unlock(&p->lock);
    return ok;
}

/* Marks batch `which` as full, or, if which < 0, that no more batches follow. */
static void hand_over(pump *p, int which)
{
    pthread_mutex_lock(&p->lock);
    if (which < 0) p->ended = true;
    else p->batch[which].full = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* One thread is fastest with a batch in cache. Several threads are started for every batch, which takes about 40 us. */
static uint64_t max_samples(const job *job, const rr_device *device)
{
    uint32_t threads = 1;
    rr_device_name(device, NULL, NULL, &threads);
    return (threads > 1 ? SHARED_BYTES : ALONE_BYTES) / dtype_size(job->dtype);
}

static uint64_t next_size(uint64_t size, uint64_t max, double seconds)
{
    if (seconds < batch_short && size < max) return 2 * size;
    if (seconds > batch_long && size > BATCH_MIN) return size / 2;
    return size;
}

/* Batches of a vector sampler are whole rows. */
static uint64_t whole_rows(const job *job, uint64_t size)
{
    if (!sampler_is_row(job->sampler)) return size;
    return size < job->cols ? job->cols : size - size % job->cols;
}

static pump_end draw_all(pump *p, const job_ready *ready, rr_counts *counts)
{
    uint64_t size = BATCH_FIRST;
    range piece = {0, 0};
    pump_end end = PUMP_DONE;
    for (int which = 0; await_empty(p, which); which ^= 1) {
        if (!piece.count && !p->work->next(p->work->context, &piece)) break;
        if (interrupted() || (p->work->stopped && p->work->stopped(p->work->context))) {
            end = PUMP_INTERRUPTED;
            break;
        }
        batch *b = &p->batch[which];
        job_state found = JOB_STATE_NEW;
        const double start = seconds_now();
        const uint64_t max = whole_rows(p->job, size);
        b->first = piece.first;
        b->count = piece.count < max ? piece.count : max;
        if (job_draw(ready, p->job->start + b->first, b->count, b->data, &found, counts)) {
            end = PUMP_FAILED;
            break;
        }
        b->failed = found.failed;
        b->failed_index = found.failed_index;
        piece.first += b->count;
        piece.count -= b->count;
        size = next_size(size, p->max, seconds_now() - start);
        p->work->drawn(p->work->context, b->count);
        hand_over(p, which);
    }
    hand_over(p, -1);
    return end;
}

double pump_checkpoint_seconds(void)
{
    const char *text = getenv("REROLL_CHECKPOINT_SECONDS");
    char *end;
    if (!text || !*text) return checkpoint_default;
    const double seconds = strtod(text, &end);
    return *end || !(seconds >= 0) ? checkpoint_default : seconds;
}

/* Starts the writer with all signals blocked: the thread that draws handles them, because it checks the flag. */
static int start_writer(pump *p, pthread_t *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(thread, NULL, writer, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static pump_end end_of(const pump *p, pump_end end)
{
    if (!p->error) return end;
    if (p->error == EPIPE && p->out->direct) return PUMP_CLOSED;
    if (end != PUMP_FAILED) output_failed(p->out, p->error);
    return PUMP_FAILED;
}

/* Prepares the job, and draws while the writer writes. */
static pump_end run_threads(pump *p, const rr_device *device, size_t capacity, rr_counts *counts)
{
    pthread_t thread;
    job_ready ready;
    if (!p->batch[0].data || !p->batch[1].data) {
        refuse(EXIT_TROUBLE, "needs 2 buffers of %zu bytes of memory, which are not available", capacity);
        return PUMP_FAILED;
    }
    if (job_prepare(p->job, device, counts != NULL, &ready)) return PUMP_FAILED;
    const int error = start_writer(p, &thread);
    if (error) refuse(EXIT_TROUBLE, "can't start a thread: %s", strerror(error));
    const pump_end end = error ? PUMP_FAILED : draw_all(p, &ready, counts);
    job_release(&ready);
    if (error) return PUMP_FAILED;
    pthread_join(thread, NULL);
    return end_of(p, end);
}

pump_end pump_run(const job *job, const rr_device *device, output *out, job_state *state, rr_counts *counts,
                  const pump_work *work)
{
    const uint64_t left = job->count - state->done;
    const uint64_t samples = max_samples(job, device), max = whole_rows(job, samples);
    const size_t capacity = (left < max ? left : max) * dtype_size(job->dtype);
    pump p = {.job = job, .out = out, .work = work, .state = state, .max = samples,
              .checkpoint_seconds = pump_checkpoint_seconds()};
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    for (int i = 0; i < 2; ++i) p.batch[i].data = get_batch(capacity);
    if (format_is_text(job->format)) p.lines = get_memory((size_t)LINES * LINE_SIZE);
    const pump_end end = run_threads(&p, device, capacity, counts);
    for (int i = 0; i < 2; ++i) free(p.batch[i].data);
    free(p.lines);
    pthread_mutex_destroy(&p.lock);
    pthread_cond_destroy(&p.changed);
    return end;
}
