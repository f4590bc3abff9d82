/* recurrent.c: plans a recurrent layer's steps in one direction, and the way back through them: in one launch or in one a step (recurrent.cu), or as core's own kernel plans it, a product
 * and an elementwise program a step. */
#include "core/recurrent.h"
#include "plan.h"

/* The one place where the way is chosen, by the shape alone.
 * One launch: where a step is so short that two launches cost more than it takes. Each block reads all of the weight at each step, from its multiprocessor's cache where it is small
 * (64 KiB at 64 wide), from the card's up to twice as wide; as long as its rows fit on the card side by side.
 * A launch a step: while the product is so small that a launch of its own costs more than tensor cores save.
 * Beyond that products share the weight better; half types go to the tensor cores that products have. */
enum Way { WAY_PLANNED, WAY_ONE, WAY_STEPS };
static const int64_t MOST_IN_ONE = 1 << 25, MOST_OF_STEP = 1 << 23; /* multiplications of a step: a batch of 512 at 128 wide; of 32 at 256 wide (LSTM) */

static enum Way way_of(const Work *w, const View *y)
{
    if (!y->size || (y->dtype != DT_FLOAT32 && y->dtype != DT_FLOAT64)) return WAY_PLANNED;
    int64_t n = y->shape[2], products = recurrent_gates(w->attrs[recurrent_mode].i) * n * n;
    bool narrow = n * (int64_t)dtype_bytes(y->dtype) <= GPU_NARROW;
    if (y->shape[1] > (narrow ? MOST_IN_ONE : MOST_OF_STEP) / products) return WAY_PLANNED;
    return narrow ? WAY_ONE : WAY_STEPS;
}

static GpuRecurrent layer_of(const Work *w, const View *y, enum Way way)
{
    int64_t mode = w->attrs[recurrent_mode].i, n = y->shape[2];
    return (GpuRecurrent){.steps = y->shape[0], .batch = y->shape[1], .n = (int32_t)n, .wide = (int32_t)(recurrent_gates(mode) * n), .mode = (uint8_t)mode, .reverse = w->attrs[recurrent_reverse].i != 0,
                          .wide_numbers = y->dtype == DT_FLOAT64, .narrow = way == WAY_ONE};
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
    enum Way way = way_of(w, y);
    if (way == WAY_PLANNED) return gpu_planned(w, g);
    GpuRecurrent r = layer_of(w, y, way);
    const char **at[5] = {&r.x, &r.first, &r.first_cell, &r.weight, &r.bias};
    r.y = y->at, r.cell = w->out[1].at, r.kept = w->out[2].at;
    if (!operands(w, g, at, 5) || (r.narrow && !turn(w, g, &w->in[3], &r))) return false;
    gpu_run_recurrent(g->stream, &r);
    return true;
}

bool gpu_recurrent_grad(Work *w, GpuWork *g);
bool gpu_recurrent_grad(Work *w, GpuWork *g)
{
    const View *y = &w->in[2], *handed = &w->out[2];
    enum Way way = way_of(w, y);
    if (way == WAY_PLANNED) return gpu_planned(w, g);
    GpuRecurrent r = layer_of(w, y, way);
    const char **at[8] = {&r.dy, &r.dcells, &r.y, &r.cell, &r.kept, &r.first, &r.first_cell, &r.weight};
    r.back = true;
    r.dx = w->out[0].at, r.dhidden = w->out[1].at, r.dstate = handed->at;
    r.dcell = r.mode == RECURRENT_LSTM ? handed->at + (size_t)(r.batch * r.n) * dtype_bytes(handed->dtype) : NULL;
    if (!operands(w, g, at, 8)) return false;
    gpu_run_recurrent(g->stream, &r);
    return true;
}
