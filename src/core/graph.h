/* graph.h: work of a GPU that is written down once and done again as often as wanted, over the same memory (CUDA's graphs).
 *
 * Between graph_begin and graph_end calls on the device are checked, get their memory and go on the tape as ever, but nothing is computed. Their memory comes from a pool of the graph's,
 * so that what it frees in between is used again by the graph alone. A replay reads and writes the same addresses: what was an operand then is read as it is now. Random numbers go
 * on from where the device's stream stands at each replay. What the host would have to wait for is refused (core_capture_refuses) and spoils the graph.
 */
#ifndef PERCH_CORE_GRAPH_H
#define PERCH_CORE_GRAPH_H

#include "device.h"

typedef struct Graph Graph;
Graph *graph_new(Core *c); /* NULL: recorded. The core closes what nobody has freed */
void graph_free(Graph *g);
Graph *graph_find(Core *c, uint64_t id); /* NULL: no such graph lives */
uint64_t graph_id(const Graph *g);
bool graph_begin(Graph *g, Device *d, Graph *with); /* with: shares that graph's memory; NULL: memory of its own. false: recorded */
bool graph_end(Graph *g);                           /* false: recorded, and there is no graph */
bool graph_is_there(const Graph *g);                /* was it written down? */
int graph_calls(const Graph *g);
int graph_sums(const Core *c, int gpu, size_t *bytes); /* how many are written down on a GPU, and the memory that their pools keep */
BlockPool *graph_pool(const Graph *g);              /* where its work's memory lies; NULL: nothing was written down */
bool graph_replay(Graph *g); /* false: recorded */
void graph_reset(Graph *g);  /* lets go of what was written down */

/* ---- for core's own files ---- */
bool graph_begin_in(Graph *g, Device *d, BlockPool *pool); /* graph_begin, with this memory */
bool graph_note_only(const Call *call); /* graph_note, but what lies elsewhere is not held: who replays it looks whether it is there */
bool graph_note(const Call *call); /* it was written down on its device: for the ledger. false: recorded */
/* A tensor's bytes go to another GPU. To one that is written down: the graph fetches them, at each replay after all that its own GPU was given. From one: refused. false: recorded */
bool graph_fetches(Device *to, const Tensor *t, uint32_t site);
void graphs_close(Core *c);

#endif
