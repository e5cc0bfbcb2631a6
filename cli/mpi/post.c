/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "post.h"
#include "cli/base/cli.h"
#include "cli/base/progress.h"

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds that the main thread sleeps when there are no messages; maximum seconds between beats; maximum seconds for
 * MPI_Abort. */
static const double sleep_seconds = 0.001, beat_max = 2;
enum { ABORT_SECONDS = 10 };

typedef struct queue {
    post_message *first, **end;
} queue;

/* A message that MPI has not sent yet. */
typedef struct sending {
    struct sending *next;
    post_message *what;
    MPI_Request request;
} sending;

struct post {
    int rank, ranks;
    double timeout;
    pthread_mutex_t lock;            /* of the queues */
    pthread_cond_t arrived, leaving;
    queue box[BOXES], out;
    sending *sending;                /* from here on for the main thread only */
    double *heard;                   /* per rank: the time of its last message */
    bool *beating, *gone;            /* per rank: a beat is being sent to it; it has left */
    int left;                        /* the number of ranks that have left */
    double looked, beat;             /* the times of the last check of others and of our last beat */
    bool leaves;
    int status;
};

/* ---- Queues ---- */

static void put(queue *q, post_message *m)
{
    m->next = NULL;
    *q->end = m;
    q->end = &m->next;
}

static post_message *get(queue *q)
{
    post_message *m = q->first;
    if (m && !(q->first = m->next)) q->end = &q->first;
    return m;
}

static post_message *new_message(int rank, post_kind kind, const void *data, size_t bytes)
{
    post_message *m = get_memory(sizeof *m + bytes + 1);
    m->rank = rank;
    m->kind = kind;
    m->bytes = bytes;
    if (data) memcpy(m->data, data, bytes);
    m->data[bytes] = '\0';   /* terminates a text */
    return m;
}

static void wait_until(pthread_cond_t *what, pthread_mutex_t *lock, double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const long long until = t.tv_nsec + (long long)(1e9 * seconds);
    t.tv_sec += until / 1000000000;
    t.tv_nsec = until % 1000000000;
    pthread_cond_timedwait(what, lock, &t);
}

void post_send(post *p, int to, post_kind kind, const void *data, size_t bytes)
{
    post_message *m = new_message(to, kind, data, bytes);
    pthread_mutex_lock(&p->lock);
    put(&p->out, m);
    pthread_cond_signal(&p->leaving);
    pthread_mutex_unlock(&p->lock);
}

post_message *post_take(post *p, post_box box, double seconds)
{
    pthread_mutex_lock(&p->lock);
    if (!p->box[box].first) wait_until(&p->arrived, &p->lock, seconds);
    post_message *m = get(&p->box[box]);
    pthread_mutex_unlock(&p->lock);
    return m;
}

static void deliver(post *p, post_message *m)
{
    if (m->kind == POST_LAST) {
        memcpy(&p->status, m->data, sizeof p->status);
        p->leaves = true;
        if (p->rank) post_send(p, 0, POST_LEFT, NULL, 0);
    }
    if (m->kind == POST_LEFT) {
        p->gone[m->rank] = true;
        ++p->left;
    }
    if (m->kind >= POST_BEAT) {
        free(m);
        return;
    }
    pthread_mutex_lock(&p->lock);
    put(&p->box[m->kind >= POST_HELLO ? BOX_LEAD : BOX_WORK], m);
    pthread_cond_broadcast(&p->arrived);
    pthread_mutex_unlock(&p->lock);
}

/* ---- MPI ---- */

static bool receive(post *p)
{
    bool any = false;
    for (int there = 1; there;) {
        MPI_Status status;
        int bytes;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
        if (!there) break;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        post_message *m = new_message(status.MPI_SOURCE, (post_kind)status.MPI_TAG, NULL, (size_t)bytes);
        MPI_Recv(m->data, bytes, MPI_BYTE, m->rank, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        p->heard[m->rank] = seconds_now();
        deliver(p, m);
        any = true;
    }
    return any;
}

/* Does not wait: a rank that does not receive must not block this one. */
static void begin_sending(post *p, post_message *m)
{
    if (m->rank == p->rank) {
        deliver(p, m);
        return;
    }
    sending *s = get_memory(sizeof *s);
    *s = (sending){p->sending, m, MPI_REQUEST_NULL};
    p->sending = s;
    MPI_Isend(m->data, (int)m->bytes, MPI_BYTE, m->rank, m->kind, MPI_COMM_WORLD, &s->request);
}

static bool send_all(post *p)
{
    bool any = false;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        post_message *m = get(&p->out);
        pthread_mutex_unlock(&p->lock);
        if (!m) break;
        begin_sending(p, m);
        any = true;
    }
    for (sending **at = &p->sending; *at;) {
        sending *s = *at;
        int sent;
        MPI_Test(&s->request, &sent, MPI_STATUS_IGNORE);
        if (!sent) {
            at = &s->next;
            continue;
        }
        if (s->what->kind == POST_BEAT) p->beating[s->what->rank] = false;
        *at = s->next;
        free(s->what);
        free(s);
    }
    return any;
}

/* Rank 0 monitors all other ranks, and each of them monitors rank 0. */
static int first_other(const post *p) { return p->rank ? 0 : 1; }
static int end_of_others(const post *p) { return p->rank ? 1 : p->ranks; }

static void beat(post *p, double now)
{
    const double every = p->timeout / 4 < beat_max ? p->timeout / 4 : beat_max;
    if (p->leaves || now - p->beat < every) return;
    p->beat = now;
    for (int r = first_other(p); r < end_of_others(p); ++r) {
        if (p->beating[r]) continue;
        p->beating[r] = true;
        begin_sending(p, new_message(r, POST_BEAT, NULL, 0));
    }
}

static void abort_job(const post *p, int silent, double seconds)
{
    fprintf(stderr, "reroll: rank %d heard nothing from rank %d for %.0f s, and ends the job; --resume continues from its "
                    "last checkpoint\n", p->rank, silent, seconds);
    alarm(ABORT_SECONDS);   /* a launcher that does not answer must not block us */
    MPI_Abort(MPI_COMM_WORLD, EXIT_TROUBLE);
    _exit(EXIT_TROUBLE);
}

/* Aborts if a rank has been silent for too long. A rank that was itself suspended restarts its clocks instead. When rank 0
 * is silent, higher ranks wait a little longer, so that the lowest one prints the message. */
static void look_for_others(post *p, double now)
{
    const double late = p->rank > 1 ? (p->rank < 8 ? 0.5 * (p->rank - 1) : 4) : 0;
    const bool held_up = now - p->looked > p->timeout / 2;
    p->looked = now;
    for (int r = first_other(p); r < end_of_others(p); ++r) {
        if (held_up) p->heard[r] = now;
        else if (!p->gone[r] && now - p->heard[r] > p->timeout + late) abort_job(p, r, now - p->heard[r]);
    }
}

/* Rank 0 leaves last, so that no message is lost. */
static bool is_over(const post *p)
{
    return p->leaves && !p->sending && !p->out.first && (p->rank || p->left == p->ranks - 1);
}

int post_run(post *p)
{
    const double start = seconds_now();
    for (int r = 0; r < p->ranks; ++r) p->heard[r] = start;
    p->looked = p->beat = start;
    while (!is_over(p)) {
        const bool came = receive(p), went = send_all(p);
        const double now = seconds_now();
        beat(p, now);
        look_for_others(p, now);
        if (came || went) continue;
        pthread_mutex_lock(&p->lock);
        if (!p->out.first) wait_until(&p->leaving, &p->lock, sleep_seconds);
        pthread_mutex_unlock(&p->lock);
    }
    return p->status;
}

/* ---- Opening and closing ---- */

post *post_open(double timeout)
{
    post *p = get_zeroed(sizeof *p);
    pthread_condattr_t clock;
    MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p->ranks);
    p->timeout = timeout;
    p->heard = get_zeroed((size_t)p->ranks * sizeof *p->heard);
    p->beating = get_zeroed((size_t)p->ranks * sizeof *p->beating);
    p->gone = get_zeroed((size_t)p->ranks * sizeof *p->gone);
    for (int b = 0; b < BOXES; ++b) p->box[b].end = &p->box[b].first;
    p->out.end = &p->out.first;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->arrived, &clock);
    pthread_cond_init(&p->leaving, &clock);
    pthread_condattr_destroy(&clock);
    return p;
}

void post_close(post *p)
{
    post_message *m;
    for (int b = 0; b < BOXES; ++b)
        while ((m = get(&p->box[b]))) free(m);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->arrived);
    pthread_cond_destroy(&p->leaving);
    free(p->heard);
    free(p->beating);
    free(p->gone);
    free(p);
}

int post_rank(const post *p) { return p->rank; }
int post_ranks(const post *p) { return p->ranks; }
