/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The samplers of the list, by number and by name. */
#include <string.h>

#include "lists.h"

#define RR_SAMPLER(room, name, draw, widths) extern const rr_sampler rr_sampler_##name;
#include "laws/list.h"
#undef RR_SAMPLER

static const rr_sampler *const samplers[] = {
#define RR_SAMPLER(room, name, draw, widths) &rr_sampler_##name,
#include "laws/list.h"
#undef RR_SAMPLER
};

#define SAMPLERS (sizeof samplers / sizeof *samplers)

_Static_assert(SAMPLERS <= RR_USER_FIRST, "RR_MAX_SAMPLERS leaves no numbers for laws of users");

const rr_sampler *rr_sampler_list(size_t number)
{
    return number < SAMPLERS ? samplers[number] : NULL;
}

const rr_sampler *rr_sampler_find(const char *name)
{
    for (size_t i = 0; name && i < SAMPLERS; ++i)
        if (!strcmp(samplers[i]->name, name)) return samplers[i];
    return NULL;
}

rr_type rr_param_type(const rr_sampler *s, rr_type dtype)
{
    if (s->integers) return dtype == RR_U64 ? RR_U64 : RR_I64;
    return s->counts || s->stages || rr_type_size(dtype) == 8 ? RR_F64 : RR_F32;
}

/* Integers of a job: what its dtype holds, of i32 and u32 also the integer above, where samples are below; else what 64 bits
 * hold, which f32 and f64 round. */
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
    const rr_param_info *p = &s->param[param];
    if (s->integers) return integer_range(s, dtype);
    const int wide = s->stages && !s->counts ? 1 : s->counts ? dtype != RR_I32 && dtype != RR_U32 : rr_type_size(dtype) == 8;
    return wide ? &p->f64 : &p->f32;
}

unsigned rr_sampler_number(const rr_sampler *s)
{
    unsigned i = 0;
    if (s && s->own && (const void *)s == s->own) s = &rr_sampler_density;   /* a program's law */
    while (i < SAMPLERS && samplers[i] != s) ++i;
    for (unsigned k = RR_USER_FIRST; i == SAMPLERS && k < RR_MAX_SAMPLERS; ++k)
        if (rr_user_of(k) && &rr_user_of(k)->sampler == s) return k;
    return i;
}

/* Numbers of the samplers by what the list calls them. */
enum {
#define RR_SAMPLER(room, name, draw, widths) NUMBER_##name,
#include "laws/list.h"
#undef RR_SAMPLER
};

unsigned rr_sampler_draw(unsigned number)
{
    static const unsigned char draws[] = {
#define RR_SAMPLER(room, name, draw, widths) NUMBER_##draw,
#include "laws/list.h"
#undef RR_SAMPLER
    };
    return draws[number];
}
