/* graph.c: work that CUDA writes down and does again (Driver.graph_…): the capture of a card's stream, what its random kernels read at each replay, and who gave each of its pieces.
 *
 * A capture is relaxed: cudaMalloc is allowed, memory lies in the graph's own pool (core/graph.h). A kernel that draws has its counter and its seed by value; how far they are from the
 * device's stream of random numbers at a replay lies in the card's memory, and is written there, in the stream's order, before the graph runs. A kernel that finds its values wrong tells the
 * number of its piece of work, which is that of the capture: so each graph keeps the line and the op of its own.
 */
#include <string.h>

#include "card.h"

typedef struct GraphPiece { uint64_t number; const Op *op; uint32_t site; } GraphPiece;
typedef struct GpuGraph {
    cudaGraphExec_t ready;
    uint64_t *apart; /* counters, seed */
    Block *block;
    bool draws;
    GraphPiece *pieces; /* by number */
    int count, room;
    struct GpuGraph *next;
} GpuGraph;
enum { APART_BYTES = 2 * sizeof(uint64_t) };

const uint64_t *gpu_draws_apart(const Card *c)
{
    if (!c->tape) return NULL;
    c->tape->draws = true;
    return c->tape->apart;
}

/* Without memory for it the replay's own line is blamed. */
void gpu_graph_given(Device *d, uint64_t number, const Op *op, uint32_t site)
{
    GpuGraph *g = ((Card *)d->state)->tape;
    if (g->count == g->room) {
        int room = g->room ? 2 * g->room : 64;
        GraphPiece *more = cuda_host->alloc(d->core, sizeof *more * (size_t)room);
        if (!more) return (void)(cuda_host->error(d->core)->kind = CORE_OK);
        if (g->pieces) memcpy(more, g->pieces, sizeof *more * (size_t)g->count), cuda_host->free(d->core, g->pieces, sizeof *more * (size_t)g->room);
        g->pieces = more;
        g->room = room;
    }
    g->pieces[g->count++] = (GraphPiece){number, op, site};
}

bool gpu_graph_gave(const Card *c, uint32_t piece, uint32_t *site, const Op **op)
{
    for (const GpuGraph *g = c->graphs; g; g = g->next)
        for (int i = 0; i < g->count; i++)
            if ((uint32_t)g->pieces[i].number == piece) return *site = g->pieces[i].site, *op = g->pieces[i].op, true;
    return false;
}

bool gpu_graph_begin(Device *d)
{
    Card *c = d->state;
    GpuGraph *g = cuda_host->alloc(d->core, sizeof *g);
    if (!g) return false;
    memset(g, 0, sizeof *g);
    g->next = c->graphs;
    c->graphs = g;
    g->apart = cuda_host->keep(d, APART_BYTES, &g->block);
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
    if (written && cudaGraphDestroy(written) != cudaSuccess) cudaGetLastError(); /* (not the next launch's) */
    if (ok) return g;
    gpu_graph_free(d, g);
    return NULL;
}

bool gpu_graph_launch(Device *d, void *graph, DrawsApart apart)
{
    Card *c = d->state;
    const GpuGraph *g = graph;
    const uint64_t numbers[] = {apart.counters, apart.seed};
    return (!g->draws || CUDA(d, cudaMemcpyAsync, g->apart, numbers, sizeof numbers, cudaMemcpyHostToDevice, c->stream)) && CUDA(d, cudaGraphLaunch, g->ready, c->stream);
}

void gpu_graph_free(Device *d, void *graph)
{
    Card *c = d->state;
    GpuGraph *g = graph, **at = &c->graphs;
    if (g->ready && !d->lost && cudaSetDevice(c->number) == cudaSuccess) {
        cudaStreamSynchronize(c->stream); /* it may run */
        cudaGraphExecDestroy(g->ready);
        cudaGetLastError();
    }
    while (*at != g) at = &(*at)->next;
    *at = g->next;
    if (g->apart) cuda_host->unkeep(d, g->apart, APART_BYTES, g->block);
    if (g->pieces) cuda_host->free(d->core, g->pieces, sizeof *g->pieces * (size_t)g->room);
    cuda_host->free(d->core, g, sizeof *g);
}
