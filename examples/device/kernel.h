/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Macros for the differences between CUDA C++ and OpenCL C; the kernels of these examples are one text for both. */
#ifdef __OPENCL_C_VERSION__
#define KERNEL __kernel void
#define GLOBAL __global
#define LOCAL_ARRAY(type, name, n) __local type name[n]
#define ITEM ((unsigned int)get_global_id(0))
#define ITEM_OF_GROUP ((unsigned int)get_local_id(0))
#define GROUP ((unsigned int)get_group_id(0))
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#else
#define KERNEL extern "C" __global__ void
#define GLOBAL
#define LOCAL_ARRAY(type, name, n) __shared__ type name[n]
#define ITEM (blockIdx.x * blockDim.x + threadIdx.x)
#define ITEM_OF_GROUP (threadIdx.x)
#define GROUP (blockIdx.x)
#define BARRIER() __syncthreads()
#endif
