/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "isa.h"

#define RR_ISA(name, usable) extern const rr_isa rr_isa_##name;
#define RR_NO_ISA(name)
#include "isa_list.h"
#undef RR_ISA
#undef RR_NO_ISA

const char *rr_isa_list(unsigned i, const rr_isa **isa, int *usable)
{
    const struct { const char *name; const rr_isa *isa; int usable; } list[] = {
#define RR_ISA(name, usable) {#name, &rr_isa_##name, (usable) != 0},
#define RR_NO_ISA(name) {#name, NULL, 0},
#include "isa_list.h"
#undef RR_ISA
#undef RR_NO_ISA
    };
    if (i >= sizeof list / sizeof *list) return NULL;
    *isa = list[i].isa;
    *usable = list[i].usable;
    return list[i].name;
}
