/* graph.c: a graph's life: its memory, its place in the stream of random numbers, and what the ledger says of it (graph.h). The drivers write down and replay. */
#include "graph.h"

#include <string.h>

#include "bundle.h"
#include "core_impl.h"
#include "ledger.h"
#include "replay_graph.h"
#include "rng.h"

typedef struct GraphCopy { Device *from; Storage *storage; size_t bytes; uint32_t site; } GraphCopy; /* what is fetched from another GPU */
struct Graph {
    Core *core;
    Device *device; /* of the work; NULL: nothing was written down yet */
    void *tape;     /* the driver's */
    BlockPool *pool;
    uint64_t id, draws_from, draws, seed; /* counters of random numbers: the first that was written down, and how many; the stream's seed then */
    LedgerNote *notes;
    int count, room;
    Storage **held; /* what its work reads and writes that lies elsewhere: a replay must find it */
    int held_count, held_room;
    GraphCopy *copies;
    int copy_count, copy_room;
    Graph *next;
};

Graph *graph_new(Core *c)
{
    Graph *g = core_alloc(c, sizeof *g);
    if (!g) return NULL;
    *g = (Graph){.core = c, .id = c->graphs ? c->graphs->id + 1 : 1, .next = c->graphs};
    return c->graphs = g;
}

uint64_t graph_id(const Graph *g) { return g->id; }
bool graph_is_there(const Graph *g) { return g->tape != NULL; }
int graph_calls(const Graph *g) { return g->count; }
BlockPool *graph_pool(const Graph *g) { return g->pool; }

Graph *graph_find(Core *c, uint64_t id)
{
    Graph *g = c->graphs;
    while (g && g->id != id) g = g->next;
    return g;
}

int graph_sums(const Core *c, int gpu, size_t *bytes)
{
    int count = 0;
    *bytes = 0;
    for (const Graph *g = c->graphs; g; g = g->next) {
        if (!g->tape || g->device != c->gpus[gpu]) continue;
        const Graph *later = c->graphs; /* … than this one: is its memory theirs, too? */
        while (later != g && !(later->tape && later->pool == g->pool)) later = later->next;
        count++;
        if (later == g) *bytes += block_pool_bytes(g->pool);
    }
    return count;
}

static bool is_being_written(const Graph *g) { return g->device && g->device->captures && g->device->pool == g->pool && !g->tape; }

void graph_reset(Graph *g)
{
    if (is_being_written(g)) g->tape = g->device->driver->graph_end(g->device), g->device->captures = CAPTURES_NOT, g->device->pool = NULL;
    if (g->tape) g->device->driver->graph_free(g->device, g->tape);
    if (g->pool) block_pool_drop(g->pool);
    for (int i = 0; i < g->held_count; i++) storage_release(g->core, g->held[i]);
    if (g->held) core_free(g->core, g->held, sizeof *g->held * (size_t)g->held_room);
    if (g->notes) core_free(g->core, g->notes, sizeof *g->notes * (size_t)g->room);
    if (g->copies) core_free(g->core, g->copies, sizeof *g->copies * (size_t)g->copy_room);
    *g = (Graph){.core = g->core, .id = g->id, .next = g->next};
}

void graph_free(Graph *g)
{
    Graph **at = &g->core->graphs;
    graph_reset(g);
    while (*at != g) at = &(*at)->next;
    *at = g->next;
    core_free(g->core, g, sizeof *g);
}

void graphs_close(Core *c)
{
    while (c->graphs) graph_free(c->graphs);
}

static bool spoil(Device *d, const char *why)
{
    d->captures = CAPTURE_SPOILT;
    return core_fail(d->core, CE_DEVICE_FAULT, "CUDA error: %s", why);
}

bool core_capture_refuses(Device *d) { return d->captures && !spoil(d, "operation not permitted when stream is capturing"); }

bool graph_begin(Graph *g, Device *d, Graph *with) { return graph_begin_in(g, d, with && with != g && with->device == d ? with->pool : NULL); }

bool graph_begin_in(Graph *g, Device *d, BlockPool *pool)
{
    graph_reset(g);
    if (!core_gpu_here(d, true)) return false;
    bundle_gives(d);
    if (!d->driver->graph_begin) return core_fail(g->core, CE_BAD_VALUE, "a graph is of a GPU's work");
    if (d->captures) return core_capture_refuses(d), false;
    g->pool = pool ? pool : block_pool_new(d);
    if (!g->pool) return false;
    if (pool) block_pool_hold(pool);
    g->device = d;
    g->draws_from = rng_place(g->core, d->index)->used;
    g->seed = rng_place(g->core, d->index)->seed;
    d->pool = g->pool;
    d->captures = CAPTURES;
    g->core->gpus_begun = true;
    if (d->driver->graph_begin(d)) return true;
    d->captures = CAPTURES_NOT;
    d->pool = NULL;
    graph_reset(g);
    return false;
}

bool graph_end(Graph *g)
{
    Device *d = g->device;
    if (!is_being_written(g)) return core_fail(g->core, CE_BAD_VALUE, "Invalid capture.");
    void *tape = d->driver->graph_end(d);
    bool spoilt = d->captures == CAPTURE_SPOILT;
    RngPlace *place = rng_place(g->core, d->index);
    g->draws = place->used - g->draws_from;
    place->used = g->draws_from;
    d->captures = CAPTURES_NOT;
    d->pool = NULL;
    g->tape = tape;
    if (tape && !spoilt) return true;
    graph_reset(g);
    return g->core->error.kind == CORE_OK ? core_fail(g->core, CE_DEVICE_FAULT, "CUDA error: operation failed due to a previous error during capture") : false;
}

static bool hold_storage(Graph *g, Storage *s)
{
    if (block_in_pool(s->block, g->pool) || replay_graph_gives(g->core, s)) return true;
    for (int i = 0; i < g->held_count; i++)
        if (g->held[i] == s) return true;
    if (!core_grow(g->core, (void **)&g->held, &g->held_room, g->held_count + 1, sizeof *g->held)) return false;
    storage_retain(s);
    g->held[g->held_count++] = s;
    return true;
}

static bool hold(Graph *g, const Tensor *t) { return !t || !t->storage || t->storage->device != g->device || hold_storage(g, t->storage); }

static Graph *written_on(const Device *d)
{
    Graph *g = d->core->graphs;
    while (g && !(g->device == d && is_being_written(g))) g = g->next;
    return g;
}

bool graph_fetches(Device *to, const Tensor *t, uint32_t site)
{
    Device *from = tensor_device(t);
    if (from == to || from->kind != DEVICE_GPU || to->kind != DEVICE_GPU || !(from->captures || to->captures)) return true;
    if (from->captures) return spoil(from, "dependency created on uncaptured work in another stream");
    Graph *g = from->driver == to->driver ? written_on(to) : NULL;
    if (!g) return !core_capture_refuses(to);
    if (!core_grow(g->core, (void **)&g->copies, &g->copy_room, g->copy_count + 1, sizeof *g->copies) || !hold_storage(g, t->storage)) return false;
    g->copies[g->copy_count++] = (GraphCopy){from, t->storage, tensor_bytes(t), site};
    return true;
}

bool graph_note_only(const Call *call)
{
    Graph *g = written_on(call->device);
    if (!g) return true;
    if (!core_grow(call->core, (void **)&g->notes, &g->room, g->count + 1, sizeof *g->notes)) return false;
    g->notes[g->count++] = ledger_note(call);
    return true;
}

bool graph_note(const Call *call)
{
    Graph *g = written_on(call->device);
    for (int i = 0; g && i < call->in_count; i++)
        if (!hold(g, call->in[i].tensor)) return false;
    for (int i = 0; g && i < call->out_count; i++)
        if (!hold(g, call->out[i])) return false;
    return graph_note_only(call);
}

bool graph_replay(Graph *g)
{
    Core *c = g->core;
    if (c->mode.dry) return true;
    Device *d = g->device;
    if (!core_gpu_here(d, false) || core_capture_refuses(d)) return false;
    for (int i = 0; i < g->copy_count; i++) {
        Device *from = g->copies[i].from;
        if (!core_gpu_here(from, false) || !storage_ready(g->copies[i].storage, false)) return false;
        d->driver->wait_for(d, from, from->driver->record(from));
    }
    RngPlace *place = rng_place(c, d->index);
    DrawsApart apart = {place->used - g->draws_from, place->seed - g->seed};
    if (!d->driver->graph_launch(d, g->tape, apart, c->site)) return false;
    place->used += g->draws;
    d->calls += (uint64_t)g->count;
    for (int i = 0; i < g->copy_count; i++) { /* what comes later there waits until it was read */
        const GraphCopy *copy = &g->copies[i];
        copy->from->driver->wait_for(copy->from, d, d->driver->record(d));
        device_told(d, copy->from, copy->bytes, copy->site);
    }
    if (c->ledger) ledger_replayed(c, d, g->notes, g->count);
    return true;
}
