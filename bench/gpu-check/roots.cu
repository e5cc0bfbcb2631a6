/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares the operations of engine/lanes/cuda.h that begin with an approximate instruction with correctly rounded ones, on
 * the first CUDA device, for every f32 in their domains: rr_sqrt_pos (rsqrt.approx) with sqrt.rn, from 2^-101 to the
 * largest; rr_third_over (rcp.approx) with div.rn, from 2^-70 to 2^70. Prints one line of JSON; exit status 0, or 1 if one
 * differs. tests/math/sqrt_pos.c proves the root for any approximation within the error bound of the PTX ISA. */
#include <cstdio>

#define RR_TARGET_CUDA
#define RR_DTYPE 32
#include "engine/lanes/lane.h"

enum operation { ROOT, THIRD };

/* The bits of the first float, and of the one after the last. */
static const unsigned FIRST[] = {26u << 23, 57u << 23}, END[] = {255u << 23, (197u << 23) + 1};

struct found {
    unsigned wrong, lowest;   /* number of differences, and the bits of the smallest operand */
};

static __device__ bool differs(operation what, rr_real x)
{
    const rr_real third = rr_splat(RR_C(0.33333333333333333));
    return what == ROOT ? rr_asbits(rr_sqrt_pos(x)) != rr_asbits(rr_sqrt(x))
                        : rr_asbits(rr_third_over(x)) != rr_asbits(rr_div(third, x));
}

__global__ void compare(operation what, unsigned first, unsigned end, found *f)
{
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned b = first + blockIdx.x * blockDim.x + threadIdx.x; b < end; b += step) {
        if (!differs(what, rr_asreal(b))) continue;
        atomicAdd(&f->wrong, 1u);
        atomicMin(&f->lowest, b);
    }
}

static cudaError_t run(operation what, found *there, found *f)
{
    *f = {0, ~0u};
    cudaError_t error = cudaMemcpy(there, f, sizeof *f, cudaMemcpyHostToDevice);
    if (error != cudaSuccess) return error;
    compare<<<1024, 256>>>(what, FIRST[what], END[what], there);
    error = cudaGetLastError();
    return error == cudaSuccess ? cudaMemcpy(f, there, sizeof *f, cudaMemcpyDeviceToHost) : error;
}

static void print(operation what, const found &f)
{
    printf("\"floats\": %u, \"wrong\": %u", END[what] - FIRST[what], f.wrong);
    if (f.wrong) printf(", \"lowest\": \"0x%08x\"", f.lowest);
}

int main()
{
    found roots, thirds, *there = nullptr;
    cudaError_t error = cudaMalloc(&there, sizeof *there);
    if (error == cudaSuccess) error = run(ROOT, there, &roots);
    if (error == cudaSuccess) error = run(THIRD, there, &thirds);
    cudaFree(there);
    if (error != cudaSuccess) {
        printf("{\"missing\": \"%s\"}\n", cudaGetErrorString(error));
        return 2;
    }
    printf("{");
    print(ROOT, roots);
    printf(", \"thirds\": {");
    print(THIRD, thirds);
    printf("}}\n");
    return roots.wrong || thirds.wrong;
}
