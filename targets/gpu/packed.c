/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the format of packed.h. */
#include <string.h>

#include "packed.h"

size_t rr_unpack(const unsigned char *from, size_t size, char *to, size_t capacity)
{
    size_t at = 0, made = 0;
    while (at < size) {
        const unsigned c = from[at++];
        const size_t n = c < 128 ? c + 1 : c - 128 + RR_PACKED_MIN, need = c < 128 ? n : 2;
        if (size - at < need || capacity - made < n) return 0;
        if (c < 128) {
            memcpy(to + made, from + at, n);
        } else {
            const size_t back = (size_t)(from[at] | from[at + 1] << 8) + 1;
            if (back > made) return 0;
            /* Byte by byte: a match may overlap its copy. */
            for (size_t k = 0; k < n; ++k) to[made + k] = to[made + k - back];
        }
        at += need;
        made += n;
    }
    return made;
}
