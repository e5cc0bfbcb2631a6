/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Open user-defined distributions, by number. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "lists.h"

static struct {
    pthread_mutex_t lock;   /* guards changes; holders may read law without it */
    struct {
        _Atomic(rr_user *) law;
        unsigned held;
    } of[RR_USER_MAX];
    atomic_int any;         /* true once one was put; most programs have none, and their calls skip the search */
} open_laws = {.lock = PTHREAD_MUTEX_INITIALIZER};

rr_user *rr_user_of(unsigned number)
{
    if (number < RR_USER_FIRST || number >= RR_MAX_SAMPLERS) return NULL;
    return atomic_load_explicit(&open_laws.of[number - RR_USER_FIRST].law, memory_order_acquire);
}

unsigned rr_user_put(rr_user *law)
{
    unsigned k = 0;
    pthread_mutex_lock(&open_laws.lock);
    while (k < RR_USER_MAX && open_laws.of[k].law) ++k;
    /* Every thread with the sampler got it from a thread that has done this. */
    atomic_store_explicit(&open_laws.any, 1, memory_order_release);
    if (k < RR_USER_MAX) atomic_store_explicit(&open_laws.of[k].law, law, memory_order_release);
    pthread_mutex_unlock(&open_laws.lock);
    return k < RR_USER_MAX ? RR_USER_FIRST + k : 0;
}

/* The place of the distribution with this sampler; RR_USER_MAX if there is none. */
static unsigned place_of(const rr_sampler *s)
{
    unsigned k = 0;
    while (k < RR_USER_MAX && !(open_laws.of[k].law && &open_laws.of[k].law->sampler == s)) ++k;
    return k;
}

int rr_user_take_out(const rr_sampler *s, rr_user **law)
{
    pthread_mutex_lock(&open_laws.lock);
    const unsigned k = place_of(s);
    *law = k < RR_USER_MAX ? open_laws.of[k].law : NULL;
    const int held = *law && open_laws.of[k].held;
    if (*law && !held) atomic_store_explicit(&open_laws.of[k].law, NULL, memory_order_release);
    pthread_mutex_unlock(&open_laws.lock);
    return *law && !held;
}

rr_user *rr_user_hold(const rr_sampler *s)
{
    rr_user *law = NULL;
    if (!atomic_load_explicit(&open_laws.any, memory_order_acquire)) return NULL;
    if (place_of(s) == RR_USER_MAX) return NULL;   /* most likely built in: take no lock */
    pthread_mutex_lock(&open_laws.lock);
    const unsigned k = place_of(s);
    if (k < RR_USER_MAX) {
        law = open_laws.of[k].law;
        ++open_laws.of[k].held;
    }
    pthread_mutex_unlock(&open_laws.lock);
    return law;
}

void rr_user_drop(rr_user *law)
{
    if (!law) return;
    pthread_mutex_lock(&open_laws.lock);
    const unsigned k = place_of(&law->sampler);
    if (k < RR_USER_MAX) --open_laws.of[k].held;
    pthread_mutex_unlock(&open_laws.lock);
}

int rr_user_other(const rr_user *law)
{
    int other = 0;
    pthread_mutex_lock(&open_laws.lock);
    for (unsigned k = 0; k < RR_USER_MAX; ++k) {
        const rr_user *other_law = open_laws.of[k].law;
        if (!other_law || other_law->sampler.family != law->sampler.family) continue;
        other |= strcmp(other_law->digest, law->digest) || other_law->derived == law->derived;
    }
    pthread_mutex_unlock(&open_laws.lock);
    return other;
}
