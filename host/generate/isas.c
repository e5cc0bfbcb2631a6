/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints the instruction sets of this processor, in ascending order, by the library's own test. */
#include <stdio.h>

int main(void)
{
#define RR_ISA(name, built, kind, usable) if ((kind) && (usable)) puts(#name);
#include "targets/cpu/isa_list.h"
#undef RR_ISA
    return 0;
}
