// SPDX-License-Identifier: MIT OR Apache-2.0
// A cursor in C++: its bits for std::shuffle and <random>, compared with its own calls. Exits with 0 on success.
#include <reroll_cursor.h>

#include <algorithm>
#include <random>

// A program of <random> trusts these: all words occur.
static_assert(rr_urbg::min() == 0 && rr_urbg::max() == 0xffffffffu && sizeof(rr_urbg::result_type) == 4, "all words");

int main()
{
    rr_device *cpu;
    rr_cursor c;
    uint32_t x[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, first = 0;
    if (rr_device_open("cpu", &cpu) != RR_OK) return 1;
    rr_cursor_init(&c, cpu, rr_stream_make(1, 2));
    rr_stream s = c.stream;
    rr_urbg bits(c), same = bits;
    if (rr_fill_bits_u32(cpu, &s, 1, &first) != RR_OK) return 2;
    if (same() != first || c.stream.next != 1) return 3;   // a copy takes the cursor's next index
    std::shuffle(x, x + 9, bits);
    if (std::is_sorted(x, x + 9)) return 4;
    std::normal_distribution<double> normal(40, 1);
    const double sum = normal(bits) + rr_next_normal_f64(&c, 40, 1) + double(rr_next_gamma_f32(&c, 2, 1));
    if (!(sum > 60 && sum < 150) || c.stream.next < 9 || c.status != RR_OK) return 5;
    rr_device_close(&cpu);
    return 0;
}
