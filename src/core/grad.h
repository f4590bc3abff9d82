/* grad.h: define-by-run: what was recorded, and backward through it.
 *
 * A GradNode is one recorded call: its op, attributes, the shapes and places of its inputs, what it saved (op's `save` mask), and an edge
 * for each input: to the node that made it, or to the leaf that collects. Nodes hold storages, never tensors that hold nodes, so there are no
 * rings; a node's edges lead to older nodes only, so the newest waiting node is always ready to run. A gradient function is written in
 * ops, so a backward pass that is itself recorded (create) can be differentiated again. Accumulation is the leaf's: write, add, or none.
 */
#ifndef PERCH_CORE_GRAD_H
#define PERCH_CORE_GRAD_H

#include "op.h"

typedef enum GradReq { GRAD_ADD, GRAD_WRITE, GRAD_NULL } GradReq; /* PyTorch adds; MXNet's default writes */

typedef struct GradEdge {
    GradNode *node; /* owned; NULL: none, or a leaf */
    Tensor *leaf;   /* owned: the tensor whose gradient collects; NULL: none */
    uint16_t output; /* which output of node */
} GradEdge;

/* A value that the gradient needs, as it was: a view of a storage whose version must not have changed. */
typedef struct Saved {
    union {
        Storage *storage;   /* owned; NULL: nothing saved, or freed */
        void *packed;       /* is_packed: what the binding keeps instead (CoreGradHooks) */
    };
    const int64_t *strides; /* NULL: contiguous */
    int64_t offset;
    uint32_t version;
    bool is_packed;
} Saved;

typedef struct InputInfo {
    uint8_t dtype, ndim;
    bool present, number;   /* a tensor; a number (value) */
    bool apart;             /* a tensor that did not lie contiguously */
    Device *device;
    const int64_t *shape;
    const int64_t *strides; /* as_strided's operand only: where its elements lay */
    union { Scalar value; int64_t offset; };
} InputInfo;
typedef struct OutputInfo { uint8_t dtype, ndim; const int64_t *shape; } OutputInfo;

/* A custom function: called instead of op->grad. in_grads owned, NULL where there is none. */
typedef bool (*GradCustomFn)(Core *, GradNode *, Tensor *const *out_grads, Tensor **in_grads, void *data);

enum { REWRITTEN_SLICE = UINT16_MAX };
struct GradNode {
    uint32_t refs, site;
    const Op *op;            /* NULL: a custom function */
    uint64_t order;          /* counts nodes: edges lead to smaller ones */
    GradEdge *edges;         /* in_count */
    InputInfo *inputs;       /* in_count */
    OutputInfo *outputs;     /* out_count */
    Attr *attrs;             /* lists are the node's own copies */
    Saved *saved;            /* one for each bit of `save`, from the lowest */
    Device *device;
    GradRecord *watched;     /* records of results that have hooks or keep their gradient */
    GradNode *next;          /* while it is being freed */
    uint32_t bytes;
    uint32_t pass;           /* the backward pass under way that waits for it, and where */
    int32_t slot;
    uint16_t in_count, out_count, save;
    uint16_t rewriter;       /* the op that wrote its result in place later (for messages), REWRITTEN_SLICE a part of it, 0 none */
    uint8_t accent, attr_count, saved_count, mark;
    bool freed;              /* its saved values went with an earlier backward */
    uint32_t *trace;         /* anomaly mode: how many sites, then those of the frames that asked for the call, the innermost first (rules.h) */
    /* a custom function */
    GradCustomFn backward;
    void (*free_data)(Core *c, void *data);
    const char *custom_name; /* borrowed: lives as long as data */
    const char *shown_name;  /* the binding's word for it, a constant; NULL: by the op */
    void *data;
};

/* What a gradient function asks for. */
static inline bool grad_wanted(const GradNode *n, int input) { return n->edges[input].node || n->edges[input].leaf; }
Tensor *grad_saved_in(Core *c, GradNode *n, int i);  /* owned; NULL: CE_GRAPH_FREED or CE_SAVED_CHANGED */
Tensor *grad_saved_out(Core *c, GradNode *n, int i);
bool grad_again(Core *c, GradNode *n, int i, Tensor *t); /* t holds the values of n's output i: where backward is recorded it comes from n again */
Tensor *grad_unbroadcast(Core *c, Tensor *g, const InputInfo *input); /* sums g down to the input's shape, casts and moves it there; takes g */

typedef enum ViewMade { VIEW_PLAIN, VIEW_OF_MANY, VIEW_NO_GRAD } ViewMade; /* one of a split's; made while nothing was recorded */
struct GradRecord {        /* hangs on a tensor that takes part, or that is a view (PyTorch's accent) */
    GradNode *node;        /* made it; NULL: a leaf, or a view of something that takes no part */
    Tensor *grad;          /* x.grad */
    Tensor *base;          /* a view of this one, which is none itself: for in-place writes through views; owned */
    void *hooks;           /* the binding's; called by CoreGradHooks; set by grad_set_hooks */
    void *after;           /* the same, of the whole step, behind it; set by grad_step_hooks */
    GradRecord *next;      /* in node->watched */
    uint32_t version;      /* of the storage when node was right (views) */
    uint32_t pass;         /* leaves: the pass that collects, and where */
    int32_t slot;
    uint16_t output;
    uint8_t req;           /* GradReq of a leaf */
    uint8_t made;          /* ViewMade; the binding marks VIEW_OF_MANY */
    int32_t place;         /* of many: which of them */
    bool retain;           /* keep the gradient of a non-leaf */
    bool retain_late;      /* as the hooks left it: they were there first */
    bool watched, orphan;  /* in node->watched; its tensor is gone */
    bool taken;            /* leaves: a hook of the pass under way keeps the gradient itself (grad_taken) */
    uint32_t awaited_by;   /* leaves that have hooks: the pass that has counted them, */
    int32_t awaited;       /* and how much of the gradient has not come yet */
    bool passed;           /* leaves: graphs of passes end with it (bundle.h) */
};

/* Does a gradient flow to it? (A view does not know when its base begins to take part.) */
bool grad_base_flows(const Tensor *t);
static inline bool grad_flows(const Tensor *t) { return (t->flags & T_REQUIRES_GRAD) || (t->grad && grad_base_flows(t)); }
static inline bool grad_is_leaf(const Tensor *t) { return !grad_flows(t) || (!t->grad->node && !(t->grad->base && grad_base_flows(t))); }
GradNode *grad_node_of(Core *c, Tensor *t); /* what made it, borrowed (a view written through its base: made anew); NULL: a leaf, or failed */

bool grad_attach(Core *c, Tensor *t, GradReq req); /* make it a leaf that collects (requires_grad_, attach_grad); MXNet: with zeros as its gradient; CE_GRAD_DTYPE */
void grad_detach(Core *c, Tensor *t);              /* forget how it was made, in place; x.grad stays */
bool grad_become(Core *c, Tensor *t, Tensor *from); /* t is what `from` is, in place: its memory, shape and history (unsqueeze_); LEAF_IN_PLACE */
bool grad_retain(Core *c, Tensor *t);              /* keep the gradient of a non-leaf */
bool grad_set_hooks(Core *c, Tensor *t, void *hooks); /* takes hooks; they outlive the tensor while its node lives */
void grad_taken(Tensor *t);                        /* in a leaf's hook: this pass leaves x.grad as it is */
void **grad_step_hooks(Core *c, GradNode *n);      /* where the hooks behind a step hang, which live as it does; NULL: failed */
void grad_clear(Core *c, Tensor *t);               /* x.grad = None */
bool grad_set(Core *c, Tensor *t, Tensor *grad);   /* x.grad = grad (borrowed), as the binding has checked it */

Tensor *core_detached(Core *c, Tensor *t);         /* the same memory, taking no part; NULL: recorded */
void grad_of_many(Core *c, Tensor *t, int place);  /* t is a view that a function made with others, in that place of its results */

/* Called by core_call after run; with CALL_OUT_GIVEN out[0] was written in place: it now comes from this call (a view's base too). */
bool grad_record(Call *call);
bool grad_keep_before(Call *call, Tensor *given);    /* before run: what given holds, where the call writes over it and its gradient reads it (call->before) */
/* The same for an elementwise call of one or two operands, each a number or of the one shape, dtype and device of its new result `out`. */
bool grad_record_quick(Core *c, const Op *op, const Arg *in, Tensor *out);
bool grad_check_in_place(Core *c, Tensor *out);      /* may it be written now? LEAF_IN_PLACE: 0 leaf, 1 a leaf's view, 2 MXNet; VIEW_IN_PLACE: ViewMade */
bool grad_record_stop(Core *c, Tensor *from, Tensor *to); /* the same values, recorded, and zeros as from's gradient */
bool grad_record_move(Core *c, Tensor *from, Tensor *to); /* a copy to another device: its gradient goes back there */
void grad_forget(Core *c, Tensor *t);                /* called by tensor_free: gives t's record back */
void grad_node_release(Core *c, GradNode *n);

/* To look at the graph. A tensor without elements that says it is output i of n: what is asked of it (its name, its edges) is n's. Owned; NULL: no memory. */
Tensor *grad_stand_in(Core *c, GradNode *n, int i);
/* What a function that is composed of others was given: shown as its edges instead of those of its last step. Only of a node of an op. */
bool grad_note_operands(Core *c, GradNode *n, Tensor *const *given, int count);
const GradEdge *grad_operands(const GradNode *n, int *count); /* NULL: none were noted */
static inline bool grad_saves_in(const GradNode *n, int i) { return n->op && n->save >> i & 1; }
static inline bool grad_saves_out(const GradNode *n, int i) { return n->op && n->save >> (8 + i) & 1; }

enum BackwardFlags { BACKWARD_RETAIN = 1, BACKWARD_CREATE = 2 };
/* heads[i] with head_grads[i] (NULL: ones, a scalar's only in PyTorch's accent). Collects into leaves; an error leaves all of them as they were.
 * NO_GRAPH: which head. NOT_SCALAR: which head. SHAPE_MISMATCH: which head; shapes: the gradient's, the head's. */
bool grad_backward(Core *c, Tensor *const *heads, Tensor *const *head_grads, int n, int flags);
/* The gradients with respect to `wrt` instead, owned in out (NULL where unused, when allowed; else UNUSED_IN_GRAPH: which). NO_GRAPH: which, 1. */
bool grad_of(Core *c, Tensor *const *heads, Tensor *const *head_grads, int n, Tensor *const *wrt, int wrt_n, int flags, bool allow_unused, Tensor **out);
/* A custom function's node: inputs (NULL: not a tensor) give the edges; outputs become its results. Borrowed; takes data. NULL: failed, or nothing is recorded (then
 * data is freed). */
GradNode *grad_custom(Core *c, const char *name, Tensor *const *in, int in_count, Tensor **out, int out_count, GradCustomFn backward,
                      void (*free_data)(Core *, void *), void *data);
/* Work of a backward pass outside of its steps, which the binding may do instead. */
typedef enum GradChore {
    GRAD_CHORE_ONES,  /* ones like b, where a pass begins */
    GRAD_CHORE_SUM,   /* a + b, which came on two ways */
    GRAD_CHORE_FIRST, /* b becomes a leaf's gradient, which has none: what it keeps of it */
    GRAD_CHORE_STEP,  /* b goes back through a step of an op: only true where it must not (*out stays NULL) */
    GRAD_CHORE_MORE,  /* b is added to a, a leaf's gradient, in place: a again */
} GradChore;
/* Hooks of the binding: may replace a gradient (takes it, returns it or another; NULL: failed). */
typedef struct CoreGradHooks {
    Tensor *(*run)(Core *c, void *hooks, Tensor *grad, bool collects); /* collects: a leaf of a backward pass, whose .grad it goes to */
    void (*free)(Core *c, void *hooks);
    /* Behind a step: may replace gradients of what went in, `in`, of which it owns none before and after (NULL: none flows); out are those of its results. */
    bool (*after)(Core *c, void *hooks, Tensor **in, int in_count, Tensor *const *out, int out_count);
    const char *(*word)(const GradNode *n, int input); /* what the binding calls the step that gave a gradient by that input (a constant), or NULL: as it is called anyway */
    /* What a recorded call saves, while core_pack_saved(c, true): the tensor is borrowed; what is kept of it, NULL: failed. unpack: the tensor again, owned; NULL: failed. */
    void *(*pack)(Core *c, Tensor *saved);
    Tensor *(*unpack)(Core *c, void *packed);
    void (*drop)(Core *c, void *packed);
    /* true: the binding has done it, *out is owned (NULL: failed); all are borrowed. leaf: NULL but for FIRST and MORE. The slot may be NULL. */
    bool (*chore)(Core *c, GradChore chore, Tensor *a, Tensor *b, Tensor *leaf, Tensor **out);
} CoreGradHooks;
void core_set_grad_chores(Core *c, bool (*chore)(Core *, GradChore, Tensor *, Tensor *, Tensor *, Tensor **)); /* from now on it is asked; leaves are then given what has come as soon as all has */
void core_pack_saved(Core *c, bool on);
void core_set_grad_hooks(Core *c, CoreGradHooks hooks);
void core_set_raw_gradients(Core *c, bool raw); /* what grad_of gives is as it came, before hooks, and those of what it does not go on from do not run */

#endif
