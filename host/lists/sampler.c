/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The samplers of the list, by number and by name. */
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "lists.h"

#define RR_SAMPLER(module, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

static const rr_sampler *const samplers[] = {
#define RR_SAMPLER(module, name, draw, widths) &rr_sampler_##name,
#include "laws/list.h"
#undef RR_SAMPLER
};

#define SAMPLERS (sizeof samplers / sizeof *samplers)

_Static_assert(SAMPLERS <= RR_USER_FIRST, "RR_MAX_SAMPLERS leaves no numbers for laws of users");

const rr_sampler *rr_sampler_list(size_t number)
{
    return number < SAMPLERS ? samplers[number] : NULL;
}

/* A hash table of the names, since every call of the library looks up a number. The number of a name, plus 1, is in the
 * first free place from the hash of the name (FNV-1a) on; 0 marks a free place. */
enum { PLACES = 1024 };
_Static_assert(SAMPLERS < PLACES / 2, "the hash table of the samplers' names is too full");
static uint16_t places[PLACES];

/* The place of a name, or the free one where it would be. */
static size_t place_of(const char *name)
{
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at; ++at) hash = (hash ^ (unsigned char)*at) * 16777619u;
    size_t place = (hash ^ hash >> 16) % PLACES;
    while (places[place] && strcmp(samplers[places[place] - 1]->name, name)) place = (place + 1) % PLACES;
    return place;
}

static void fill_places(void)
{
    for (size_t i = 0; i < SAMPLERS; ++i) places[place_of(samplers[i]->name)] = (uint16_t)(i + 1);
}

/* The index of a name in the list; SAMPLERS if it is not there. */
static unsigned index_of(const char *name)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_places);
    const unsigned found = name ? places[place_of(name)] : 0;
    return found ? found - 1 : (unsigned)SAMPLERS;
}

const rr_sampler *rr_sampler_find(const char *name)
{
    return rr_sampler_list(index_of(name));
}

/* The range of integers of a job: the dtype's, for i32 and u32 also the integer above if samples are below it; otherwise
 * that of 64 bits, which f32 and f64 round. */
static const rr_range *integer_range(const rr_sampler *s, rr_type dtype)
{
    static const rr_range i32[] = {{-0x1p31, 0x1p31, 0, 0}, {-0x1p31, 0x1p31 - 1, 0, 0}},
                          u32[] = {{0, 0x1p32, 0, 0}, {0, 0x1p32 - 1, 0, 0}},
                          i64 = {-0x1p63, 0x1p63, 0, 1}, u64 = {0, 0x1p64, 0, 1};
    const int closed = s->integers == RR_ASCEND_OR_EQUAL;
    return dtype == RR_I32 ? &i32[closed] : dtype == RR_U32 ? &u32[closed] : dtype == RR_U64 ? &u64 : &i64;
}

const rr_range *rr_param_range(const rr_sampler *s, rr_type dtype, uint32_t param)
{
    static const rr_range none = {NAN, NAN, 0, 0};
    if (param >= s->params) return &none;
    const rr_param_info *p = &s->param[param];
    if (s->integers) return integer_range(s, dtype);
    const int wide = s->stages && !s->counts ? 1 : s->counts ? dtype != RR_I32 && dtype != RR_U32 : rr_type_size(dtype) == 8;
    return wide ? &p->f64 : &p->f32;
}

unsigned rr_sampler_number(const rr_sampler *s)
{
    if (!s) return (unsigned)SAMPLERS;
    if (s->own && (const void *)s == s->own) s = &rr_sampler_density;   /* a density's sampler */
    const unsigned i = index_of(s->name);
    if (rr_sampler_list(i) == s) return i;
    for (unsigned k = RR_USER_FIRST; k < RR_MAX_SAMPLERS; ++k)
        if (rr_user_of(k) && &rr_user_of(k)->sampler == s) return k;
    return (unsigned)SAMPLERS;
}

/* Indices of the samplers by their names in the list. */
enum {
#define RR_SAMPLER(module, name, draw, widths) NUMBER_##name,
#include "laws/list.h"
#undef RR_SAMPLER
};

unsigned rr_sampler_draw(unsigned number)
{
    static const unsigned char draws[] = {
#define RR_SAMPLER(module, name, draw, widths) NUMBER_##draw,
#include "laws/list.h"
#undef RR_SAMPLER
    };
    return draws[number];
}
