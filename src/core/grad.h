/* grad.h: define-by-run: what was recorded, and backward through it.
 *
 * A GradNode is one recorded call: its op, attributes, the shapes and places of its inputs, what it saved (op's `save` mask), and an edge
 * for each input: to the node that made it, or to the leaf that collects. A gradient function is written in ops, so a backward pass that is
 * itself recorded (create) can be differentiated again. Accumulation is the leaf's: write, add, or none.
 */
#ifndef PERCH_CORE_GRAD_H
#define PERCH_CORE_GRAD_H

#include "op.h"

typedef enum GradReq { GRAD_ADD, GRAD_WRITE, GRAD_NULL } GradReq; /* PyTorch adds; MXNet's default writes */

typedef struct GradEdge {
    GradNode *node; /* owned; NULL: none, or a leaf */
    Tensor *leaf;   /* owned: the tensor whose gradient collects; NULL: none */
    uint8_t output; /* which output of node */
} GradEdge;
typedef struct Saved { Tensor *tensor; uint32_t version; } Saved;

typedef struct InputInfo { uint8_t dtype; bool present, number; Device *device; int ndim; const int64_t *shape; Scalar value; } InputInfo;

struct GradNode {
    uint32_t refs;
    const Op *op;            /* NULL: a custom function */
    uint32_t site;
    Accent accent;
    uint16_t in_count, out_count;
    bool freed;              /* its saved values went with an earlier backward */
    GradEdge *edges;         /* in_count */
    InputInfo *inputs;       /* in_count */
    OutSpec *outputs;        /* shapes and dtypes, for gradients that do not arrive (zeros) */
    Device *device;
    Attr attrs[MAX_ATTRS];   /* lists are the node's own copies */
    Saved saved_in[MAX_INPUTS_FIXED], saved_out[MAX_OUTPUTS]; /* variadic ops save nothing */
    /* a custom function: called instead of op->grad */
    bool (*backward)(Core *c, GradNode *node, Tensor *const *out_grads, Tensor **in_grads, void *data);
    void (*free_data)(Core *c, void *data);
    const char *custom_name;
    void *data;
};

/* What a gradient function asks for. */
static inline bool grad_wanted(const GradNode *n, int input) { return n->edges[input].node || n->edges[input].leaf; }
Tensor *grad_saved_in(Core *c, GradNode *n, int i);  /* borrowed; NULL: CE_GRAPH_FREED or CE_SAVED_CHANGED */
Tensor *grad_saved_out(Core *c, GradNode *n, int i);
Tensor *grad_unbroadcast(Core *c, Tensor *g, const InputInfo *input); /* sums g down to the input's shape and casts to its dtype; takes g */

struct GradRecord {        /* hangs on a tensor that takes part */
    GradNode *node;        /* made it; NULL: a leaf */
    uint8_t output;
    uint8_t req;           /* GradReq of a leaf */
    bool retain;           /* keep the gradient of a non-leaf */
    Tensor *grad;          /* x.grad */
    Tensor *base;          /* a view of this one, for in-place writes through views; owned */
    void *hooks;           /* the binding's; called by CoreGradHooks */
};

bool grad_attach(Core *c, Tensor *t, GradReq req); /* make it a leaf that collects (requires_grad_, attach_grad) */
void grad_detach(Core *c, Tensor *t);              /* forget how it was made, in place */
/* Called by core_call after run when the mode records; with CALL_OUT_GIVEN out[0] was written in place: it now comes from this call (a view's base too).
 * Does nothing (and true) when no input takes part. */
bool grad_record(Call *call);
bool grad_check_in_place(Core *c, Tensor *out);      /* may it be written now? CE_LEAF_IN_PLACE, CE_VIEW_IN_PLACE */
bool grad_record_move(Core *c, Tensor *from, Tensor *to); /* a copy to another device: its gradient goes back there */
void grad_forget(Core *c, Tensor *t);              /* called by tensor_free: gives t's record back */

enum BackwardFlags { BACKWARD_RETAIN = 1, BACKWARD_CREATE = 2 };
/* heads[i] with head_grads[i] (NULL: ones, a scalar's only in PyTorch's accent). Collects into leaves. */
bool grad_backward(Core *c, Tensor *const *heads, Tensor *const *head_grads, int n, int flags);
/* The gradients with respect to `wrt` instead, owned in out (NULL where unused, when allowed). */
bool grad_of(Core *c, Tensor *const *heads, Tensor *const *head_grads, int n, Tensor *const *wrt, int wrt_n, int flags, bool allow_unused, Tensor **out);
/* A custom function's node: inputs give the edges; outputs become its results. */
GradNode *grad_custom(Core *c, const char *name, Tensor *const *in, int in_count, Tensor **out, int out_count,
                      bool (*backward)(Core *, GradNode *, Tensor *const *, Tensor **, void *), void (*free_data)(Core *, void *), void *data);
/* Hooks of the binding: may replace a gradient (takes it, returns it or another; NULL: failed). */
typedef struct CoreGradHooks { Tensor *(*run)(Core *c, void *hooks, Tensor *grad); void (*free)(Core *c, void *hooks); } CoreGradHooks;
void core_set_grad_hooks(Core *c, CoreGradHooks hooks);

#endif
