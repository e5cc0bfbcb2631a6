/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Controls and queries for the fake driver of fake_cuda.c. Found by dlsym: the fake is the file that REROLL_CUDA names. */
#ifndef TESTS_FAKE_CUDA_H
#define TESTS_FAKE_CUDA_H

#include <stddef.h>

#define LEGACY_STREAM ((void *)1)   /* CU_STREAM_LEGACY */

typedef struct fake_cuda_live {
    long contexts, streams, modules, memory, host;
} fake_cuda_live;

typedef struct fake_cuda_control {
    void (*forget)(void);                       /* errors, counts of calls, versions; live objects stay */
    void (*fail_at)(long call, int code);          /* the call of that number, from 1, fails; 700, 719: and all later ones */
    const char *(*failed)(void);                /* name of the function that was the failing call; null: none yet */
    long (*calls)(void);                        /* since forget or fail_at*/
    fake_cuda_live (*live)(void);
    long (*compilations)(void);                 /* since the library was loaded */
    void (*versions)(int driver, int devices);  /* 13000: CUDA 13.0 */
    void *(*current)(void);                     /* context of this thread */
    int (*push)(void *context);                 /* makes any address this thread's current context */
    void (*pop)(void);
    void *(*capture)(void);                     /* a stream of the caller that is captured, in global mode */
    int (*captured)(void *stream);              /* ends that: number of operations; -1: invalidated */
    int (*replay)(void *stream);                /* runs what was captured; 0: all is well */
    void *(*managed)(int device);               /* memory of that device, managed where device is -1; of 4096 bytes, kept */
    long (*unloaded_early)(void);               /* modules that were unloaded before all launches were waited for */
    void (*launched)(unsigned *blocks, unsigned *capacity);   /* what the latest launch was */
    void (*pin)(void *start, size_t size);      /* registers this memory of the host, and no other */
    const void *(*read_to)(void);               /* where the latest copy of more than a page from the device went */
} fake_cuda_control;

#endif
