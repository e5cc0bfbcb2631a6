// SPDX-License-Identifier: MIT OR Apache-2.0
// rr::urbg and rr::thrust_urbg on the host: the words of rr_fill_bits_u32, whatever is skipped; and their uses compile, on
// the device too. SHUFFLE: Thrust's shuffle, whose headers take most of a compiler's time. Exits with 0 on success,
// otherwise with the number of the failed line.
#include <thrust/random.h>
#ifdef SHUFFLE
#include <thrust/execution_policy.h>
#include <thrust/shuffle.h>
#endif

#include <algorithm>
#include <random>

#include "reroll.h"
#include "reroll_device_single.h"

#define EXPECT(condition) do { if (!(condition)) return __LINE__; } while (0)

__global__ void draw(rr_key key, float *x)
{
    rr::thrust_urbg bits(key, threadIdx.x);
    thrust::uniform_real_distribution<float> uniform;
    x[threadIdx.x] = uniform(bits) + (float)thrust::uniform_int_distribution<int>(1, 6)(bits);
}

int main()
{
    enum { N = 1000 };
    static unsigned int want[N];
    int x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, z[9] = {0};
    rr_device *cpu;
    rr_stream s = rr_stream_make(3, 4);
    s.next = (1ull << 34) - 300;
    EXPECT(rr_device_open("cpu", &cpu) == RR_OK);
    rr::urbg bits(rr_key_make(3, 4), s.next);
    EXPECT(rr_fill_bits_u32(cpu, &s, N, want) == RR_OK);
    for (int i = 0; i < 501; ++i) EXPECT(bits() == want[i]);
    bits.discard(14);
    EXPECT(bits.index() == (1ull << 34) - 300 + 515);
    for (int i = 515; i < N; ++i) EXPECT(bits() == want[i]);
    static_assert(rr::urbg::min() == 0 && rr::urbg::max() == 0xffffffffu, "all words");
    std::shuffle(x, x + 9, bits);
    EXPECT(!std::is_sorted(x, x + 9) && std::uniform_int_distribution<int>(1, 6)(bits) <= 6);
#ifdef SHUFFLE
    int y[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    thrust::shuffle(thrust::host, y, y + 9, rr::thrust_urbg(rr_key_make(3, 4)));
    EXPECT(!std::is_sorted(y, y + 9));
#endif
    rr::thrust_urbg thrusts(rr_key_make(3, 4));
    for (int i = 0; i < 99; ++i) ++z[thrust::uniform_int_distribution<int>(1, 6)(thrusts)];
    EXPECT(z[1] && z[6] && z[1] + z[2] + z[3] + z[4] + z[5] + z[6] == 99);
    rr_device_close(&cpu);
    return 0;
}
