/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "isa.h"

/* A set that is not built has no table to declare or to point to. */
#define RR_DECLARE_0(name)
#define RR_DECLARE_1(name) extern const rr_isa rr_isa_##name;
#define RR_POINT_0(name) NULL
#define RR_POINT_1(name) &rr_isa_##name
#define RR_CHOOSE2(what, built, name) what##built(name)
#define RR_CHOOSE(what, built, name) RR_CHOOSE2(what, built, name)

#define RR_ISA(name, built, usable) RR_CHOOSE(RR_DECLARE_, built, name)
#include "isa_list.h"
#undef RR_ISA

const char *rr_isa_list(unsigned i, const rr_isa **isa, int *usable)
{
    const struct { const char *name; const rr_isa *isa; int usable; } list[] = {
#define RR_ISA(name, built, usable) {#name, RR_CHOOSE(RR_POINT_, built, name), (built) && (usable)},
#include "isa_list.h"
#undef RR_ISA
    };
    if (i >= sizeof list / sizeof *list) return NULL;
    *isa = list[i].isa;
    *usable = list[i].usable;
    return list[i].name;
}
