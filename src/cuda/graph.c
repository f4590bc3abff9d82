/* graph.c: work that CUDA writes down and does again (Driver.graph_…): the capture of a card's stream, and what its random kernels read at each replay.
 *
 * A capture is relaxed: cudaMalloc is allowed, memory lies in the graph's own pool (core/graph.h). A kernel that draws has its counter by value; the distance to where the device's stream
 * of random numbers stands at a replay lies in the card's memory, and is written there, in the stream's order, before the graph runs.
 */
#include <string.h>

#include "card.h"

typedef struct GpuGraph {
    cudaGraphExec_t ready;
    uint64_t *apart;
    Block *block;
    bool draws;
} GpuGraph;

const uint64_t *gpu_draws_apart(const Card *c)
{
    if (!c->tape) return NULL;
    c->tape->draws = true;
    return c->tape->apart;
}

bool gpu_graph_begin(Device *d)
{
    Card *c = d->state;
    GpuGraph *g = cuda_host->alloc(d->core, sizeof *g);
    if (!g) return false;
    memset(g, 0, sizeof *g);
    g->apart = cuda_host->take(d, sizeof *g->apart, &g->block);
    if (g->apart && card_use(d) && CUDA(d, cudaStreamBeginCapture, c->stream, cudaStreamCaptureModeRelaxed)) {
        c->tape = g;
        return true;
    }
    gpu_graph_free(d, g);
    return false;
}

void *gpu_graph_end(Device *d)
{
    Card *c = d->state;
    GpuGraph *g = c->tape;
    cudaGraph_t written = NULL;
    c->tape = NULL;
    bool ok = card_use(d) && CUDA(d, cudaStreamEndCapture, c->stream, &written) && CUDA(d, cudaGraphInstantiate, &g->ready, written, 0);
    if (written) cudaGraphDestroy(written);
    if (ok) return g;
    gpu_graph_free(d, g);
    return NULL;
}

bool gpu_graph_launch(Device *d, void *graph, uint64_t draws_apart)
{
    Card *c = d->state;
    const GpuGraph *g = graph;
    return (!g->draws || CUDA(d, cudaMemcpyAsync, g->apart, &draws_apart, sizeof draws_apart, cudaMemcpyHostToDevice, c->stream)) && CUDA(d, cudaGraphLaunch, g->ready, c->stream);
}

void gpu_graph_free(Device *d, void *graph)
{
    Card *c = d->state;
    GpuGraph *g = graph;
    if (g->ready && !d->lost && cudaSetDevice(c->number) == cudaSuccess) {
        cudaStreamSynchronize(c->stream); /* it may run */
        cudaGraphExecDestroy(g->ready);
        cudaGetLastError();
    }
    if (g->apart) cuda_host->give(d, g->apart, sizeof *g->apart, g->block);
    cuda_host->free(d->core, g, sizeof *g);
}
