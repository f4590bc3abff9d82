/* recurrent.c: plans a recurrent layer's steps in one direction, and the way back through them: a narrow layer is one launch (recurrent.cu), a wide one a product and an elementwise
 * program a step, as core's own kernel plans it. */
#include "core/recurrent.h"
#include "plan.h"

/* The one place where it is chosen, by the shape alone. Narrow: a step is so short that two launches cost more than it takes, and every block reads all of the weight at each step, from
 * its multiprocessor's cache where it is small (64 KiB at 64 wide); twice as wide it comes from the card's, and about pays; from there on blocks had better share it, as products do. Half types
 * go to the tensor cores that products have. */
static bool narrow(const Work *w, int64_t steps, int64_t n)
{
    DType d = w->out[0].dtype;
    return steps > 1 && (d == DT_FLOAT32 || d == DT_FLOAT64) && n * (int64_t)dtype_bytes(d) <= GPU_NARROW;
}

static GpuRecurrent layer_of(const Work *w, const View *y, int64_t n)
{
    int64_t mode = w->attrs[recurrent_mode].i;
    return (GpuRecurrent){.steps = y->shape[0], .batch = y->shape[1], .n = (int32_t)n, .wide = (int32_t)(recurrent_gates(mode) * n), .mode = (uint8_t)mode, .reverse = w->attrs[recurrent_reverse].i != 0,
                          .wide_numbers = y->dtype == DT_FLOAT64};
}

/* What each of the operands from `from` on is as contiguous numbers; NULL where it is absent. false: failed */
static bool operands(Work *w, GpuWork *g, const char **at[], int count)
{
    for (int i = 0; i < count; i++) {
        const View *v = &w->in[i];
        *at[i] = v->present && v->size ? gpu_contiguous(w, g, v) : NULL;
        if (v->present && v->size && !*at[i]) return false;
    }
    return true;
}

/* The state's weight with its rows side by side, as the way there reads it */
static bool turn(Work *w, GpuWork *g, const View *weight, GpuRecurrent *r)
{
    char *room = gpu_scratch(w, g, (size_t)weight->size * dtype_bytes(weight->dtype));
    r->weight = room;
    return room && gpu_copy(w, g, room, (int64_t[]){1, r->wide}, weight);
}

bool gpu_recurrent(Work *w, GpuWork *g);
bool gpu_recurrent(Work *w, GpuWork *g)
{
    const View *y = &w->out[0];
    if (!y->size || !narrow(w, y->shape[0], y->shape[2])) return gpu_planned(w, g);
    GpuRecurrent r = layer_of(w, y, y->shape[2]);
    const char *weight, **at[5] = {&r.x, &r.first, &r.first_cell, &weight, &r.bias};
    r.y = y->at, r.cell = w->out[1].at, r.kept = w->out[2].at;
    if (!operands(w, g, at, 5) || !turn(w, g, &w->in[3], &r)) return false;
    gpu_run_recurrent(g->stream, &r);
    return true;
}

bool gpu_recurrent_grad(Work *w, GpuWork *g);
bool gpu_recurrent_grad(Work *w, GpuWork *g)
{
    const View *y = &w->in[2], *handed = &w->out[2];
    if (!y->size || !narrow(w, y->shape[0], y->shape[2])) return gpu_planned(w, g);
    GpuRecurrent r = layer_of(w, y, y->shape[2]);
    const char **at[8] = {&r.dy, &r.dcells, &r.y, &r.cell, &r.kept, &r.first, &r.first_cell, &r.weight};
    r.back = true;
    r.dx = w->out[0].at, r.dhidden = w->out[1].at, r.dstate = handed->at;
    r.dcell = r.mode == RECURRENT_LSTM ? handed->at + (size_t)(r.batch * r.n) * dtype_bytes(handed->dtype) : NULL;
    if (!operands(w, g, at, 8)) return false;
    gpu_run_recurrent(g->stream, &r);
    return true;
}
