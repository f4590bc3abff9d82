/* grad_impl.h: shared by grad.c (nodes and records), grad_view.c (views and writes in place) and grad_pass.c (backward). */
#ifndef PERCH_CORE_GRAD_IMPL_H
#define PERCH_CORE_GRAD_IMPL_H

#include "core_impl.h"
#include "grad.h"

Tensor *grad_zeros(Core *c, Device *device, DType dtype, const int64_t *shape, int ndim); /* new; NULL: failed */
GradRecord *grad_record_get(Core *c, Tensor *t);              /* t's, made if there is none; NULL: no memory */
/* In an accent of freed_is_constant what a backward pass went through is a constant for later calls: states that a loop carries on need no detach(). */
static inline bool grad_is_over(const Tensor *t)
{
    const GradNode *n = t->grad ? t->grad->node : NULL;
    return n && n->freed && accent_rules((Accent)n->accent)->freed_is_constant;
}

/* Does the library whose call it was have a second gradient of a recurrent layer there? PyTorch's kernel on GPUs, cuDNN's, has none. */
static inline bool grad_recurrent_twice(Accent accent, const Device *device) { return accent_rules(accent)->recurrent_twice && device->kind == DEVICE_CPU; }

void grad_record_come_from(Core *c, GradRecord *r, GradNode *node, int output); /* takes node; the old one is released */
bool grad_edge_of(Core *c, Tensor *t, GradEdge *edge);        /* what a consumer of t holds on to */
void grad_edge_release(Core *c, GradEdge *edge);
void grad_saved_release(Core *c, GradNode *n);
GradNode *grad_node_of_call(Call *call);                      /* edges, inputs, attributes, saved values */
GradNode *grad_node_custom(Core *c, int in_count, int out_count, Tensor *const *out); /* edges and inputs are the caller's to fill in */
bool grad_view_refresh(Core *c, Tensor *t);                   /* a view whose storage was written since its node was made */
bool grad_record_view(Call *call);                            /* the record that ties call->out[0] to its base */
bool grad_record_in_place(Call *call);
bool grad_run(Core *c, GradNode *n, Tensor *const *g, Tensor **in); /* the op's gradient function, whatever numbers go through it (grad_complex.c) */

#endif
