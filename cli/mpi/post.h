/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The post carries messages between ranks. Only the main thread calls MPI: it receives, sends and sleeps in between; it
 * never computes or waits for a disk. Other threads send through a queue, and receive from a box. Rank 0 and every other
 * rank exchange beats; a long silence ends the job. */
#ifndef POST_H
#define POST_H

#include <stdbool.h>
#include <stddef.h>

/* Two threads receive: the work of each rank, and the lead on rank 0. */
typedef enum post_box { BOX_WORK, BOX_LEAD, BOXES } post_box;

typedef enum post_kind {
    POST_JOB = 1,   /* to the work: the job (work.h) */
    POST_GIVE,      /* a range: draw these numbers; its count is 0 if there are no more */
    POST_STOP,      /* end now, after an error or an interruption */
    POST_HELLO,     /* to the lead: the rank's version, a text; its options and device are usable */
    POST_READY,     /* the digest of the job's first numbers, drawn by that rank */
    POST_ASK,       /* a double, the rank's numbers per second: asks for a stripe */
    POST_DRAWN,     /* a uint64_t: the number of further numbers drawn */
    POST_SAVED,     /* the ranges that are on disk now (work.h) */
    POST_ENDED,     /* the end of the rank's work (work.h), its last message */
    POST_BEAT,      /* to the post: the sender is alive */
    POST_LAST,      /* an int: leave, with this exit status */
    POST_LEFT       /* the last message of a rank */
} post_kind;

typedef struct post_message {
    struct post_message *next;
    int rank;            /* the sender, or the receiver */
    post_kind kind;
    size_t bytes;
    char data[];
} post_message;

typedef struct post post;

/* The functions up to post_run are called by the main thread, after MPI_Init_thread. `timeout`: maximum silence in
 * seconds. */
post *post_open(double timeout);
void post_close(post *p);
int post_rank(const post *p);
int post_ranks(const post *p);

/* Carries messages until POST_LAST arrives, and returns its status. */
int post_run(post *p);

/* For any thread. post_send may also send to the own rank. post_take waits at most `seconds` for a message in a box and
 * returns the oldest, which the caller frees, or NULL. */
void post_send(post *p, int to, post_kind kind, const void *data, size_t bytes);
post_message *post_take(post *p, post_box box, double seconds);

#endif
