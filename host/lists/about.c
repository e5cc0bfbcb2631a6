/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The public information about a sampler, from its descriptor. */
#include <pthread.h>

#include "lists.h"

void rr_about_fill(const rr_sampler *s, rr_about *to)
{
    to->info = (rr_sampler_info){
        .sampler = s, .name = s->name, .distribution = s->law, .method = s->method, .help = s->help, .source = s->source,
        .aliases = s->names, .bits_version = s->bits_version, .digest = s->digest, .dtypes = s->dtypes, .params = s->params,
        .param = s->param, .shape = s->shape, .default_k = s->default_k, .counts = s->counts, .integers = s->integers,
        .monotone = s->monotone, .outside = s->outside, .rejects = s->rejects, .min_accept = s->min_accept,
        .accept = s->accept, .relate = s->relate, .law = s->about,
    };
    to->method = (rr_method_info){
        .family = s->family, .cap = s->cap, .fixed = s->fixed, .digits = s->digits, .words = {s->words[0], s->words[1]},
        .table = {s->table[0], s->table[1]}, .slow = s->slow, .aux = s->aux, .work = s->work, .setup = s->setup,
        .error = s->error, .stages = s->stages, .inverse = s->inverse,
    };
}

/* That of the list's samplers, filled at the first request. */
static rr_about listed[RR_USER_FIRST];

static void fill_listed(void)
{
    const rr_sampler *s;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) rr_about_fill(s, &listed[i]);
}

static const rr_about *about_of(const rr_sampler *s)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!s || s->opened) return s ? s->opened : NULL;
    pthread_once(&once, fill_listed);
    const unsigned number = rr_sampler_number(s);
    return rr_sampler_list(number) ? &listed[number] : NULL;
}

const rr_sampler_info *rr_sampler_about(const rr_sampler *s)
{
    const rr_about *about = about_of(s);
    return about ? &about->info : NULL;
}

const rr_method_info *rr_sampler_method(const rr_sampler *s)
{
    const rr_about *about = about_of(s);
    return about ? &about->method : NULL;
}
