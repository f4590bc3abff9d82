/* replay_graph.h: a recorded program (replay.h) that a GPU runs as one graph (graph.h), by itself.
 *
 * At its first replay the record's steps are given once while a graph is written down. From then on a replay goes through the same steps for all that is the host's (checks, memory, the tape,
 * versions), but no step is given to the device: each must ask for the same op over the same places as when it was written down, its results get the same memory of the graph's pool, and behind
 * the last step the graph is launched, once. Inputs are copied to where they lay then, results that leave the program from there to memory of their own. Whatever differs is found before the
 * launch: then nothing was done, and the steps are run one by one. So a graph changes neither results nor gradients nor failures, only how often the device is called.
 *
 * What keeps a record from it (replay_graph_rows tells): a look of the host's at numbers, work of another device, a number in the host's memory, an input that is written to, what is written
 * on the tape of tensors that were there before, values of its last runs that are still in use, too little memory, a driver that refuses. PERCH_GRAPHS=0: no record; 1: simulated GPUs, too.
 */
#ifndef PERCH_CORE_REPLAY_GRAPH_H
#define PERCH_CORE_REPLAY_GRAPH_H

#include "replay.h"

typedef struct ReplayGraph ReplayGraph;
typedef enum ReplayAnswer { REPLAY_STEPS /* nothing was done: step by step */, REPLAY_DONE, REPLAY_FAILED /* recorded */ } ReplayAnswer;
ReplayAnswer replay_graph_run(Replay *r, ReplayGraph **own, Tensor *const *in, int n, Tensor **out, int out_count);
void replay_graph_free(ReplayGraph *g); /* NULL: nothing */

/* What %devices shows of the i-th, the newest first. false: no more of them */
typedef struct ReplayGraphRow {
    uint32_t site;          /* of its first step */
    int gpu, steps, calls;  /* calls: of ops in its graph; 0: there is none */
    size_t bytes;           /* of memory that its graphs keep */
    uint64_t launches, plain; /* replays by a graph, and step by step */
    const char *why;        /* what kept it from a graph, last; NULL: nothing */
    bool never;             /* … and always will */
} ReplayGraphRow;
bool replay_graph_row(const Core *c, int i, ReplayGraphRow *out);

/* ---- for core's own files, while Core.as_graph ---- */
bool replay_graph_call(Core *c, Call *call);                  /* in the place of running it. false: recorded */
void replay_graph_alloc(Core *c, Storage *s);                 /* a new storage's memory; none: recorded */
bool replay_graph_gives(const Core *c, const Storage *s);     /* is it an input's? (Also without one.) */
void replay_graphs_yield(Device *d);                          /* somebody needs memory there */
void replay_graphs_close(Core *c);
bool replay_graphs_wanted(const Device *d);                   /* PERCH_GRAPHS */

#endif
