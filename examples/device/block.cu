// SPDX-License-Identifier: MIT OR Apache-2.0
// Prices an option in CUDA C++ with the header alone: the threads of a block take prices from rr_block_each, without storing
// them. Then in two passes: one kernel stores prices, another one reads them. The sums are integers, and equal. The printed
// rates are those of the GPU that runs the program.
//
//     nvcc -std=c++17 -O3 -arch=native -I/usr/local/include block.cu -o block && ./block
#include <cstdio>
#include <cstdlib>

#include "reroll_device.h"

enum { BLOCK = 128, BLOCKS = 512, PATHS_OF_BLOCK = 1 << 15 };
static const unsigned long long paths = 1ull * BLOCKS * PATHS_OF_BLOCK;

static void must(cudaError_t status, const char *what)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

// A thread's sum of payoffs over its prices.
struct payoffs {
    float strike;
    unsigned long long sum;
    __device__ void operator()(rr_index64, float price)
    {
        if (price > strike) sum += (unsigned long long)((price - strike) * 65536.0f);
    }
};

__global__ void one_pass(rr_key key, float mu, float sigma, float strike, unsigned long long *sum)
{
    payoffs own = {strike, 0};
    rr_block_each<rr::lognormal<float>, BLOCK>(key, 1ull * blockIdx.x * PATHS_OF_BLOCK, PATHS_OF_BLOCK, {mu, sigma}, own);
    atomicAdd(sum, own.sum);
}

__global__ void draw(rr_key key, float mu, float sigma, float *price)
{
    const unsigned long long i = 4ull * (blockIdx.x * BLOCK + threadIdx.x);
    const float4 four = rr_lognormal_float4(key, i, mu, sigma);
    *reinterpret_cast<float4 *>(price + i) = four;
}

__global__ void add(const float *price, float strike, unsigned long long *sum)
{
    payoffs own = {strike, 0};
    for (unsigned long long i = blockIdx.x * BLOCK + threadIdx.x; i < paths; i += gridDim.x * BLOCK) own(i, price[i]);
    atomicAdd(sum, own.sum);
}

int main()
{
    const rr_key key = rr_key_make(1973, 0);
    const float mu = 4.593920f, sigma = 0.25f, strike = 105.0f;
    unsigned long long sums[2] = {0, 0}, *sum;
    float *price, ms[2];
    cudaEvent_t at[3];
    int gpus = 0;
    if (cudaGetDeviceCount(&gpus) != cudaSuccess || !gpus) {
        std::printf("block: no GPU\n");
        return 3;
    }
    must(cudaMalloc(&sum, sizeof sums), "cudaMalloc");
    must(cudaMalloc(&price, paths * sizeof *price), "cudaMalloc");
    for (cudaEvent_t &event : at) must(cudaEventCreate(&event), "cudaEventCreate");
    for (int turn = 0; turn < 2; ++turn) {   // the first turn warms up
        must(cudaMemset(sum, 0, sizeof sums), "cudaMemset");
        must(cudaEventRecord(at[0]), "cudaEventRecord");
        one_pass<<<BLOCKS, BLOCK>>>(key, mu, sigma, strike, sum);
        must(cudaEventRecord(at[1]), "cudaEventRecord");
        draw<<<paths / 4 / BLOCK, BLOCK>>>(key, mu, sigma, price);
        add<<<BLOCKS, BLOCK>>>(price, strike, sum + 1);
        must(cudaEventRecord(at[2]), "cudaEventRecord");
        must(cudaEventSynchronize(at[2]), "a kernel");
    }
    must(cudaMemcpy(sums, sum, sizeof sums, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (int pass = 0; pass < 2; ++pass) must(cudaEventElapsedTime(&ms[pass], at[pass], at[pass + 1]), "cudaEventElapsedTime");
    const bool same = sums[0] && sums[0] == sums[1];
    std::printf("block: %.4f a path; %.3g paths a second in one pass, %.3g in two; the same bits: %s\n",
                (double)sums[0] / 65536 / (double)paths, (double)paths * 1e3 / ms[0], (double)paths * 1e3 / ms[1],
                same ? "yes" : "NO");
    return !same;
}
