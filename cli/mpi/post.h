/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The post between ranks. The main thread alone speaks MPI: it takes what has come, sends what is to go, and sleeps in between;
 * it never computes, and never waits for a disk. Other threads send by putting into a queue, and wait at a box for what is theirs.
 * Rank 0 and every other rank hear of each other all the time; silence for too long ends the job. */
#ifndef POST_H
#define POST_H

#include <stdbool.h>
#include <stddef.h>

/* Two threads receive: the work of each rank, and the lead on rank 0. */
typedef enum post_box { BOX_WORK, BOX_LEAD, BOXES } post_box;

typedef enum post_kind {
    POST_JOB = 1,   /* to the work: the job (work.h) */
    POST_GIVE,      /* a range: draw these numbers; its count is 0 where there are no more */
    POST_STOP,      /* end now: something is wrong, or somebody has interrupted */
    POST_HELLO,     /* to the lead: the rank's version, a text */
    POST_READY,     /* the digest of the job's first numbers, as that rank draws them */
    POST_ASK,       /* a double, numbers a second: give me some */
    POST_DRAWN,     /* a uint64_t: so many more are drawn */
    POST_SAVED,     /* what is on disk (work.h) */
    POST_ENDED,     /* how the rank's work has ended (work.h); it sends nothing behind this */
    POST_BEAT,      /* to the post: I am here */
    POST_LAST,      /* an int: leave, with this exit status */
    POST_LEFT       /* nothing comes behind this */
} post_kind;

typedef struct message {
    struct message *next;
    int rank;            /* the other one: from which it came, or to which it goes */
    post_kind kind;
    size_t bytes;
    char data[];
} message;

typedef struct post post;

/* After MPI_Init_thread, by the main thread, as all of these up to post_run. `timeout`: seconds of silence. */
post *post_open(double timeout);
void post_close(post *p);
int post_rank(const post *p);
int post_ranks(const post *p);

/* Carries messages until POST_LAST has come, and returns the status that it says. */
int post_run(post *p);

/* By any thread: sends; to oneself too. Takes the oldest message of a box, after at most so many seconds, or returns NULL; the
 * caller frees it. */
void post_send(post *p, int to, post_kind kind, const void *data, size_t bytes);
message *post_take(post *p, post_box box, double seconds);

#endif
