/* line_places.h: where the lines along an op's axis lie in its operand and its results, for every device. */
#ifndef PERCH_CORE_CPU_LINE_PLACES_H
#define PERCH_CORE_CPU_LINE_PLACES_H

#include "work.h"

typedef struct LinePlaces {
    int64_t len, count, step, out_step[2];
    int ndim;                 /* the other axes */
    int64_t shape[MAX_DIMS], strides[MAX_DIMS], out_strides[2][MAX_DIMS];
} LinePlaces;

/* Lines of in[0] along the axis attribute (flat: all of it as one); a result has the axis, or has lost it. */
static inline void lines_place(const Work *w, int outs, bool flat, LinePlaces *p)
{
    const View *v = &w->in[0];
    int axis = flat ? 0 : (int)w->attrs[axis_axis].i;
    p->ndim = 0;
    p->count = p->step = 1;
    p->len = v->size;
    for (int k = 0; k < outs; k++) p->out_step[k] = w->out[k].ndim ? w->out[k].strides[0] : 1;
    if (flat) return;
    if (axis < 0) axis += v->ndim;
    p->len = v->shape[axis];
    p->step = v->strides[axis];
    for (int i = 0; i < v->ndim; i++) {
        for (int k = 0; k < outs; k++) {
            const View *o = &w->out[k];
            bool lost = o->ndim < v->ndim;
            if (i == axis) p->out_step[k] = lost ? 0 : o->strides[i];
            else p->out_strides[k][p->ndim] = o->strides[lost && i > axis ? i - 1 : i];
        }
        if (i == axis) continue;
        p->shape[p->ndim] = v->shape[i];
        p->strides[p->ndim++] = v->strides[i];
        p->count *= v->shape[i];
    }
}

#endif
