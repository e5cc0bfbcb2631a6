/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Runs checks in parallel and prints their lines in order. Each task has its own report, which stores the task's lines until
 * those of all earlier tasks are printed. */
#include "report.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 64 };

typedef struct one_task {
    verify_report own;
    verify_line *lines;
    bool done;
} one_task;

typedef struct task_list {
    verify_task *task;
    void *context;
    one_task *list;
    size_t count, next;        /* next: the first task that no thread has started */
    pthread_mutex_t lock;      /* protects next, and `done` of all tasks */
    pthread_cond_t finished;
} task_list;

/* Runs tasks until none is left; the start of a thread. */
static void *run_tasks(void *arg)
{
    task_list *t = arg;
    pthread_mutex_lock(&t->lock);
    while (t->next < t->count) {
        const size_t k = t->next++;
        pthread_mutex_unlock(&t->lock);
        t->task(&t->list[k].own, k, t->context);
        pthread_mutex_lock(&t->lock);
        t->list[k].done = true;
        pthread_cond_signal(&t->finished);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* The number of processors that this process may use. */
static unsigned processors(void)
{
    rr_device *all = NULL;
    uint32_t threads = 1;
    if (!rr_device_open("cpu,threads=0", &all)) rr_device_name(all, NULL, NULL, &threads);
    rr_device_close(&all);
    return threads < THREADS_MAX ? threads : THREADS_MAX;
}

static void add_counts(verify_counts *to, const verify_counts *from)
{
    to->runs += from->runs;
    to->left_out += from->left_out;
    to->samples += from->samples;
    to->drawn += from->drawn;
}

/* Prints the lines of a task that has ended. */
static void print_task(verify_report *report, one_task *one)
{
    report->cost = one->own.cost;
    for (verify_line *line; (line = one->lines); free(line)) {
        one->lines = line->next;
        verify_add(report, line->check, line->ok, "%s", line->detail);
    }
    add_counts(&report->counts, &one->own.counts);
}

static void print_tasks(verify_report *report, task_list *t)
{
    for (size_t k = 0; k < t->count; ++k) {
        pthread_mutex_lock(&t->lock);
        while (!t->list[k].done) pthread_cond_wait(&t->finished, &t->lock);
        pthread_mutex_unlock(&t->lock);
        print_task(report, &t->list[k]);
    }
}

void verify_tasks(verify_report *report, size_t count, verify_task *task, void *context)
{
    pthread_t thread[THREADS_MAX];
    unsigned threads = 0;
    task_list t = {.task = task, .context = context, .count = count, .list = get_zeroed(count * sizeof *t.list)};
    for (size_t k = 0; k < count; ++k) {
        t.list[k].own = (verify_report){.quick = report->quick, .all = report->all, .device = report->device,
                                        .last = &t.list[k].lines};
    }
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.finished, NULL);
    for (const unsigned max = processors(); threads < max; ++threads)
        if (pthread_create(&thread[threads], NULL, run_tasks, &t)) break;
    if (!threads) run_tasks(&t);   /* without threads: nothing is printed until all is done */
    print_tasks(report, &t);
    for (unsigned i = 0; i < threads; ++i) pthread_join(thread[i], NULL);
    pthread_cond_destroy(&t.finished);
    pthread_mutex_destroy(&t.lock);
    free(t.list);
}
