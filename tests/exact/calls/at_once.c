/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One device in four threads at the same time, and in a forked process. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/exact/calls/calls.h"

typedef struct crew {
    const rr_device *device;
    const rr_job *job;
    const void *want;
    int wrong;
} crew;

static void *one_thread(void *argument)
{
    crew *c = argument;
    static const int ROUNDS = 20;
    const size_t bytes = c->job->rows * width(c->job->dtype);
    void *out = malloc(bytes);
    for (int i = 0; i < ROUNDS; ++i) {
        rr_job job = *c->job;
        job.out = out;
        memset(out, 0, bytes);
        c->wrong |= rr_run(c->device, &job, NULL) != RR_OK || memcmp(out, c->want, bytes);
    }
    free(out);
    return NULL;
}

static void four_jobs_at_once(void **state)
{
    enum { M = 7000 };
    static uint64_t want[4][M];
    const char *const names[] = {"gamma", "normal", "normal:polar", "uniform"};
    const rr_device *shared = device("cpu,threads=2,tile=128");
    rr_job job[4];
    crew c[4];
    pthread_t thread[4];
    for (int i = 0; i < 4; ++i) {
        job[i] = job_of(rr_sampler_find(names[i]), i % 2 ? RR_F64 : RR_F32, 99, M, i % 2, 1);
        must_run(device("cpu"), &job[i], want[i]);
        c[i] = (crew){shared, &job[i], want[i], 0};
        assert_int_equal(pthread_create(&thread[i], NULL, one_thread, &c[i]), 0);
    }
    for (int i = 0; i < 4; ++i) {
        pthread_join(thread[i], NULL);
        assert_false(c[i].wrong);
    }
    (void)state;
}

static void after_fork(void **state)
{
    enum { M = 70000 };
    float *want = malloc(M * 4), *out = malloc(M * 4);
    const rr_device *d = device("cpu,threads=2");
    rr_job job = gamma_job(want, M);
    int status;
    must_run(d, &job, want);
    const pid_t child = fork();
    if (!child) {
        job.out = out;
        const int bad = rr_run(d, &job, NULL) || memcmp(want, out, M * 4);
        _exit(bad ? 1 : 0);
    }
    assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status));
    must_run(d, &job, out);
    assert_memory_equal(want, out, M * 4);
    free(want);
    free(out);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(four_jobs_at_once), TEST(after_fork),
    };
    return RUN(tests);
}
