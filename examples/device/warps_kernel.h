/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Appendix A of Ridley and Forget (2021): the number of iterations until the slowest lane of a warp has accepted, in a
 * rejection loop with a given acceptance probability. Their kernel keeps a generator's state per lane in memory and writes
 * it back each time; here the words come from (key, index), and the numbers are the same on every device.
 *
 * A group of threads is a warp, with its own probability. sums[2 g] and sums[2 g + 1] get the sum of the iterations of its
 * outer loops, and of their squares. */
#define WARP_MAX 64

KERNEL warps(rr_index64 seed, rr_index64 stream, unsigned int lanes, unsigned int loops, GLOBAL const float *accept,
             GLOBAL rr_index64 *sums)
{
    LOCAL_ARRAY(unsigned int, iterations, WARP_MAX);
    const rr_key key = rr_key_make(seed, stream);
    const unsigned int lane = ITEM_OF_GROUP;
    rr_index64 sum = 0, squares = 0;
    for (unsigned int outer = 0; outer < loops; ++outer) {
        const rr_index64 index = ((rr_index64)GROUP * loops + outer) * lanes + lane;
        iterations[lane] = rr_attempts_u32(key, index, accept[GROUP]);
        BARRIER();
        for (unsigned int half_count = lanes / 2; half_count; half_count /= 2) {
            if (lane < half_count && iterations[lane + half_count] > iterations[lane])
                iterations[lane] = iterations[lane + half_count];
            BARRIER();
        }
        sum += iterations[0];
        squares += (rr_index64)iterations[0] * iterations[0];
        BARRIER();
    }
    if (lane == 0) {
        sums[2 * GROUP] = sum;
        sums[2 * GROUP + 1] = squares;
    }
}
