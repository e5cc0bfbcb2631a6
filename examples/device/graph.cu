// SPDX-License-Identifier: MIT OR Apache-2.0
// A CUDA graph that draws new samples at each replay: a job with a sink (rr_fuse) is captured once; the first index is in
// device memory, and each replay advances it. The result is compared with that of rr_run on the CPU, bit by bit.
//
//     nvcc -O2 graph.cu -lreroll -o graph && ./graph
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

#include "reroll.hpp"

enum { N = 100000, REPLAYS = 3 };

static void must(cudaError_t status, const char *what)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

// Counts the gammas above 4.
static const char text[] =
    "typedef struct rr_taker { rr_index64 above; } rr_taker;\n"
    "RR_SINK_FN void rr_taker_begin(rr_taker *t, const rr_sink_memory *m) { t->above = 0; }\n"
    "RR_SINK_FN void rr_taker_take(rr_taker *t, const rr_sink_memory *m, rr_index64 element, float x) { t->above += x > 4; }\n"
    "RR_SINK_FN void rr_taker_end(rr_taker *t, const rr_sink_memory *m)\n"
    "{ rr_sink_add64((rr_index64 *)m->at[0], t->above); }\n";

template <class T> T *on_device(const T &value, std::size_t n = 1)
{
    T *p;
    must(cudaMalloc(&p, n * sizeof value), "cudaMalloc");
    must(cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice), "cudaMemcpy");
    return p;
}

template <class T> T on_host(const T *p)
{
    T value;
    must(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return value;
}

static int run()
{
    const reroll::device gpu("cuda:0"), cpu;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    must(cudaSetDevice(0), "cudaSetDevice");
    must(cudaStreamCreate(&stream), "cudaStreamCreate");
    float *x = on_device(0.0f, N);
    std::uint64_t *above = on_device(std::uint64_t(0)), *first = on_device(std::uint64_t(0)), *second = on_device(std::uint64_t(0));
    rr_record *record = on_device(rr_record RR_RECORD_INIT);

    rr_queued how = RR_QUEUED_INIT, fused = RR_QUEUED_INIT;
    rr_sink sink = RR_SINK_INIT;
    rr_result result = RR_RESULT_INIT;
    how.queue = fused.queue = stream;
    how.record = fused.record = record;
    how.first = first;
    fused.first = second;
    sink.text = text;
    sink.memory[0] = above;
    reroll::job job("gamma");
    job.from(reroll::stream(20)).param("shape", 2.5).out(reroll::span_of(x, N));
    rr_job taken = job.settled();
    taken.out = nullptr;
    job.compile(gpu);
    reroll::check(rr_compile_fuse(gpu, &taken, &sink, &result), result);

    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    job.enqueue(gpu, how);
    reroll::check(rr_fuse(gpu, &taken, &sink, &fused, &result), result);
    must(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
    must(cudaGraphInstantiate(&replay, graph, 0), "cudaGraphInstantiate");

    std::vector<float> want(N), have(N);
    std::uint64_t count = 0;
    reroll::stream s(20);
    bool same = true;
    for (int turn = 0; turn < REPLAYS; ++turn) {
        must(cudaGraphLaunch(replay, stream), "cudaGraphLaunch");
        must(cudaStreamSynchronize(stream), "a graph");
        must(cudaMemcpy(have.data(), x, N * sizeof *x, cudaMemcpyDeviceToHost), "cudaMemcpy");
        reroll::fill(cpu, s, "gamma", want, 2.5);
        same = same && !std::memcmp(want.data(), have.data(), N * sizeof *x);
        for (float v : want) count += v > 4;
    }
    same = same && on_host(above) == count && on_host(record).code == 0;
    std::printf("graph: %d replays of %d gammas, the bits of the CPU: %s\n", REPLAYS, N, same ? "yes" : "NO");
    return !same;
}

int main()
{
    try {
        return run();
    } catch (const reroll::error &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return e.status() == RR_ERR_DEVICE ? 3 : 1;
    }
}
