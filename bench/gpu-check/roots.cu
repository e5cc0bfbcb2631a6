/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rr_sqrt_pos of engine/lanes/cuda.h against sqrt.rn, on the first CUDA device, for every f32 that it is for: from 2^-101
 * to the largest. A line of JSON; exit status 0, or 1 where a root differs. It is the one operation that begins with an
 * approximation (rsqrt.approx), whose error is the GPU's: tests/math/sqrt_pos.c proves it for any that is as near as the
 * PTX ISA promises. */
#include <cstdio>

#define RR_TARGET_CUDA
#define RR_DTYPE 32
#include "engine/lanes/lane.h"

/* The bits of 2^-101, and of infinity, which is the float after the largest. */
static const unsigned FIRST = 26u << 23, END = 255u << 23;

struct found {
    unsigned wrong, lowest;   /* how many differ, and the bits of the least of them */
};

__global__ void compare(unsigned first, unsigned end, found *f)
{
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned b = first + blockIdx.x * blockDim.x + threadIdx.x; b < end; b += step) {
        const rr_real x = rr_asreal(b);
        if (rr_asbits(rr_sqrt_pos(x)) == rr_asbits(rr_sqrt(x))) continue;
        atomicAdd(&f->wrong, 1u);
        atomicMin(&f->lowest, b);
    }
}

int main()
{
    found f = {0, ~0u}, *there = nullptr;
    cudaError_t error = cudaMalloc(&there, sizeof f);
    if (error == cudaSuccess) error = cudaMemcpy(there, &f, sizeof f, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        compare<<<1024, 256>>>(FIRST, END, there);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) error = cudaMemcpy(&f, there, sizeof f, cudaMemcpyDeviceToHost);
    cudaFree(there);
    if (error != cudaSuccess) {
        printf("{\"missing\": \"%s\"}\n", cudaGetErrorString(error));
        return 2;
    }
    printf("{\"floats\": %u, \"wrong\": %u", END - FIRST, f.wrong);
    if (f.wrong) printf(", \"lowest\": \"0x%08x\"", f.lowest);
    printf("}\n");
    return f.wrong != 0;
}
