/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "locale.h"

/* newlocale returns null if it has no memory; uselocale then changes nothing. glibc and musl need no memory for "C". */
locale_t rr_locale_enter(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void rr_locale_leave(locale_t before)
{
    const locale_t own = uselocale(before);
    if (own != before) freelocale(own);
}
