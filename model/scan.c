/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The mode of a distribution without a closed form: scans its probabilities in order until the remaining mass cannot hold a
 * higher one. */
#include "model.h"

/* A wider distribution is not scanned: its mode is not worth the time. */
#define WIDEST 128

double rr_scan_mode(rr_next_probability *next, void *walk, unsigned from, double mean)
{
    double best = -1, mode = from, left = 1;
    if (!(mean <= WIDEST)) return NAN;
    for (unsigned n = from; left > best && n < 1000 * WIDEST; ++n) {
        const double now = next(walk);
        if (now > best) {
            best = now;
            mode = n;
        }
        left -= now;
    }
    return mode;
}
