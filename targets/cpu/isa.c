/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "isa.h"

/* An instruction set that is not built has no table. */
#define RR_DECLARE_0(name)
#define RR_DECLARE_1(name) extern const rr_isa rr_isa_##name;
#define RR_POINT_0(name) NULL
#define RR_POINT_1(name) &rr_isa_##name
#define RR_CHOOSE2(what, built, name) what##built(name)
#define RR_CHOOSE(what, built, name) RR_CHOOSE2(what, built, name)

#define RR_ISA(name, built, kind, usable) RR_CHOOSE(RR_DECLARE_, built, name)
#include "isa_list.h"
#undef RR_ISA

const char *rr_isa_list(unsigned i, const rr_isa **isa, const char **why)
{
    const struct { const char *name; const rr_isa *isa; int kind, usable; } list[] = {
#define RR_ISA(name, built, kind, usable) {#name, RR_CHOOSE(RR_POINT_, built, name), kind, usable},
#include "isa_list.h"
#undef RR_ISA
    };
    if (i >= sizeof list / sizeof *list) return NULL;
    *why = !list[i].kind ? "not built for this kind of processor"
         : !list[i].usable ? "this processor lacks it"
         : !list[i].isa ? "not in this library: it was built with ISAS=\"" RR_ISAS "\"" : "";
    *isa = **why ? NULL : list[i].isa;
    return list[i].name;
}
