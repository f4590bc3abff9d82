/* bundle_impl.h: shared by bundle.c (calls that are held back) and bundle_plan.c (which graph a pass is). */
#ifndef PERCH_CORE_BUNDLE_IMPL_H
#define PERCH_CORE_BUNDLE_IMPL_H

#include "bundle.h"
#include "core_impl.h"
#include "graph.h"
#include "list.h"

/* A storage that was there before the pass: its address is that of the first tensor in it that was an operand; low and high: what is touched, from there. */
typedef struct BundleInput { Storage *storage; char *at; int64_t low, high; bool written; } BundleInput;
typedef struct BundleEvent { Call *call; Storage *ended; char *at; uint8_t precision; } BundleEvent; /* call NULL: a storage ended here, whose bytes were at `at` */
typedef struct BundleChunk { struct BundleChunk *next; size_t size, used; } BundleChunk;

typedef struct Moved { char *at; Block *block; int64_t lead; } Moved; /* where an input's span is copied to (NULL: it lies where it lay), and how far its begin is behind a granule's */
typedef struct BundlePlan {
    Graph *graph;
    BlockPool *pool;
    LIST(uint64_t) heard;     /* of each call what it is, and where its operands and results are */
    LIST(BundleInput) inputs;
    Moved *moved;             /* by input */
    int moved_room, calls, misses;
    bool gone;                /* memory of an operand that lay where it lies was given back */
} BundlePlan;

typedef struct PassGraph PassGraph;
typedef enum BundleMode { BUNDLE_LISTENS, BUNDLE_WRITES, BUNDLE_MATCHES } BundleMode;
struct Bundle {
    Core *core;
    Device *device;
    const Driver *real;
    Driver stands;            /* in real's place, while calls are held back */
    BundleMode mode, begun;
    bool holds, playing, failed;
    uint32_t id;
    const char *why;          /* it was given one by one */
    bool barred, elsewhere;   /* … as it always will be; as an operand lies elsewhere now */
    bool begins;              /* its graph is being launched: whatever fails now may have begun */
    PassGraph *of;
    BundlePlan *plan;
    uint64_t hash;
    int heard, calls;
    CoreError error;          /* what failed where nobody could be told */
    LIST(BundleEvent) events;
    LIST(Storage *) made;     /* in their order; NULL: ended */
    LIST(BundleInput) inputs;
    BundleChunk *chunks;
};
typedef struct Bundle Bundle;

/* bundle.c */
void bundle_hold(Bundle *b);                              /* from now on calls are held back */
bool bundle_play(Bundle *b, bool (*run)(Call *call));     /* all that is held back. false: recorded */
bool bundle_give(Bundle *b);                              /* … one by one, and no more is held back. false: recorded */
void bundle_let_go(Bundle *b);                            /* what was held back is done: storages that ended are gone */
void bundle_spoil(Bundle *b, const char *why, bool always);
CoreError bundle_stash(Core *c);                          /* what is recorded, put aside */
void bundle_unstash(Core *c, const CoreError *e);
/* bundle_plan.c */
bool bundle_tell(Bundle *b, const Call *call);            /* false: it is another than it was, and b->why */
static inline bool bundle_knows(const Bundle *b, const Storage *s) { return s->bundle == b->id; }

#endif
