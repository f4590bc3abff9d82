/* index.c: plans what takes, lays and adds elements by index: index arrays become offsets in memory between kernels, checked on the card. */
#include <string.h>

#include "plan.h"

static int mode_of(const Work *w)
{
    const char *mode = w->attrs[index_mode].text;
    if (!mode) return (w->op->id == OP_gather || w->op->id == OP_scatter) && !accent_rules(w->accent)->gather_takes_negatives ? GPU_INDEX_STRICT : GPU_INDEX_RAISE;
    return strcmp(mode, "clip") == 0 ? GPU_INDEX_CLIP : strcmp(mode, "wrap") == 0 ? GPU_INDEX_WRAP : strcmp(mode, "strict") == 0 ? GPU_INDEX_STRICT : GPU_INDEX_RAISE;
}

/* Offsets (add: more of them) of an index array that is broadcast to `shape`. */
static bool read_indices(Work *w, GpuWork *g, const View *v, const int64_t *shape, int n, int64_t *places, int64_t step, int64_t size, int axis, int mode, bool add)
{
    int64_t strides[MAX_DIMS], total = 1;
    shape_spread(v->shape, v->strides, v->ndim, n, strides);
    for (int i = 0; i < n; i++) total *= shape[i];
    View wide = {.at = v->at, .dtype = v->dtype, .present = true, .ndim = n, .shape = shape, .strides = strides, .size = total};
    GpuIndexRead r = {.places = places, .step = step, .size = size, .axis = axis, .fault = g->card->fault, .piece = (uint32_t)g->card->given, .kind = CE_INDEX_RANGE, .mode = (uint8_t)mode, .add = add};
    if (!gpu_tensor(w, &wide, &r.index)) return false;
    gpu_run_index_read(g->stream, &r);
    return true;
}

static int64_t *indices(Work *w, GpuWork *g, const View *v, const int64_t *shape, int n, int64_t size, int axis, int mode)
{
    int64_t total = 1;
    for (int i = 0; i < n; i++) total *= shape[i];
    int64_t *places = gpu_scratch(w, g, (size_t)total * sizeof *places);
    return places && read_indices(w, g, v, shape, n, places, 1, size, axis, mode, false) ? places : NULL;
}

static bool add_axis(Work *w, int64_t *size, int64_t *step, int *n, int64_t s, int64_t t)
{
    if (*n == GPU_DIMS) return gpu_too_many_axes(w);
    size[*n] = s;
    step[(*n)++] = t;
    return true;
}

/* x[…, arrays, …]: front axes, the arrays' common shape, back axes; offsets from the card. */
static bool plan(Work *w, GpuWork *g, const View *x, const int64_t *strides, const View *arrays, int count, GpuIndexRows *r, Dims *block)
{
    int from = -1, to = -1, present = 0;
    memset(r, 0, sizeof *r);
    block->n = 0;
    for (int i = 0; i < count; i++) {
        if (!arrays[i].present) continue;
        if (from < 0) from = i;
        to = i;
        present++;
        if (arrays[i].ndim > block->n) { /* broadcast from the right */
            int more = arrays[i].ndim - block->n;
            memmove(block->d + more, block->d, sizeof *block->d * (size_t)block->n);
            for (int k = 0; k < more; k++) block->d[k] = 1;
            block->n = arrays[i].ndim;
        }
        for (int k = 0; k < arrays[i].ndim; k++) {
            int64_t *d = &block->d[block->n - arrays[i].ndim + k];
            if (arrays[i].shape[k] != 1) *d = arrays[i].shape[k];
        }
    }
    r->count = 1;
    for (int i = 0; i < block->n; i++) r->count *= block->d[i];
    int place = present && to - from + 1 == present ? from : 0;
    int64_t front = 1;
    r->back_total = 1;
    for (int i = 0; i < x->ndim; i++) {
        if (i < count && arrays[i].present) continue;
        bool ahead = i < place;
        if (!add_axis(w, ahead ? r->front_size : r->back_size, ahead ? r->front_step : r->back_step, ahead ? &r->fronts : &r->backs, x->shape[i], strides[i])) return false;
        *(ahead ? &front : &r->back_total) *= x->shape[i];
    }
    r->total = front * r->count * r->back_total;
    int64_t *places = gpu_scratch(w, g, (size_t)r->count * sizeof *places);
    if (!places) return false;
    r->places = places;
    bool add = false;
    for (int i = 0; i < count; i++) {
        if (!arrays[i].present) continue;
        if (r->count && !read_indices(w, g, &arrays[i], block->d, block->n, places, strides[i], x->shape[i], i, mode_of(w), add)) return false;
        add = true;
    }
    if (!add) gpu_set(g, places, r->count, 8, NULL);
    r->at = x->at;
    r->dtype = (uint8_t)x->dtype;
    r->bytes = (uint8_t)dtype_bytes(x->dtype);
    return true;
}

static bool get(Work *w, GpuWork *g, const View *x, const View *arrays, int count)
{
    GpuIndexRows r;
    Dims block;
    if (!plan(w, g, x, x->strides, arrays, count, &r, &block)) return false;
    r.rows = w->out[0].at;
    if (w->out[0].size) gpu_run_index_take(g->stream, &r);
    return true;
}

#define INDEXED(name) \
    bool gpu_##name(Work *w, GpuWork *g); \
    bool gpu_##name(Work *w, GpuWork *g)
INDEXED(index_get) { return get(w, g, &w->in[0], w->in + 1, w->in_count - 1); }

INDEXED(take)
{
    bool embedding = w->op->id == OP_embedding;
    const View *x = &w->in[embedding ? 1 : 0];
    View arrays[MAX_DIMS] = {{0}};
    int64_t axis = embedding ? 0 : w->attrs[index_axis].i;
    if (axis < 0) axis += x->ndim;
    arrays[axis] = w->in[embedding ? 0 : 1];
    return get(w, g, x, arrays, (int)axis + 1);
}

/* The result begins as the operand. In place there is nothing to copy. */
static bool begin(Work *w, GpuWork *g, const View *x)
{
    int64_t strides[MAX_DIMS];
    shape_contiguous(w->out[0].shape, w->out[0].ndim, strides);
    return !x->size || w->out[0].at == x->at || gpu_copy(w, g, w->out[0].at, strides, x);
}

/* What is laid, in the result's dtype: the operand, a converted copy, or a number as one element on the card. strides: the operand's own axes */
static bool source(Work *w, GpuWork *g, int i, DType dtype, View *v, int64_t strides[MAX_DIMS])
{
    if (!w->in[i].present) {
        uint64_t value[DTYPE_MAX_BYTES / 8] = {0};
        char *at = gpu_scratch(w, g, DTYPE_MAX_BYTES);
        if (!at) return false;
        dtype_store(dtype, value, w->numbers[i]);
        gpu_set(g, at, 1, dtype_bytes(dtype), value);
        *v = (View){.at = at, .dtype = dtype, .size = 1};
        return true;
    }
    *v = w->in[i];
    memcpy(strides, v->strides, sizeof *strides * (size_t)v->ndim);
    if (v->dtype == dtype || v->size == 0) return true;
    char *copy = gpu_scratch(w, g, (size_t)v->size * dtype_bytes(dtype));
    shape_contiguous(v->shape, v->ndim, strides);
    if (!copy || !gpu_convert(w, g, copy, dtype, strides, v)) return false;
    v->at = copy;
    v->dtype = dtype;
    return true;
}

/* Is it one value for all that is laid? Then it makes no difference who comes last. */
static bool is_one(const View *v, const int64_t *strides)
{
    for (int i = 0; v->present && i < v->ndim; i++)
        if (v->shape[i] > 1 && strides[i]) return false;
    return true;
}

/* One number an element of the result, below every row's: who comes last is found in it. */
static int64_t *winners(Work *w, GpuWork *g, int64_t size)
{
    static const int64_t nobody = -1;
    int64_t *at = gpu_scratch(w, g, (size_t)size * 8);
    if (at) gpu_set(g, at, size, 8, &nobody);
    return at;
}

INDEXED(index_put)
{
    const View *out = &w->out[0];
    int64_t strides[MAX_DIMS], own[MAX_DIMS] = {0}, step[3 * MAX_DIMS] = {0};
    View laid;
    GpuIndexRows r;
    Dims block;
    shape_contiguous(out->shape, out->ndim, strides);
    if (!begin(w, g, &w->in[0]) || !plan(w, g, out, strides, w->in + 2, w->in_count - 2, &r, &block)) return false;
    if (out->size == 0 || r.count == 0 || (w->in[1].present && w->in[1].size == 0)) return true;
    if (!source(w, g, 1, out->dtype, &laid, own)) return false;
    int n = r.fronts + block.n + r.backs;
    if (laid.present) shape_spread(laid.shape, own, laid.ndim, n, step);
    if (block.n > GPU_DIMS) return gpu_too_many_axes(w);
    memcpy(r.front_row, step, sizeof *step * (size_t)r.fronts);
    memcpy(r.block_row, step + r.fronts, sizeof *step * (size_t)block.n);
    memcpy(r.back_row, step + r.fronts + block.n, sizeof *step * (size_t)r.backs);
    memcpy(r.block_size, block.d, sizeof *block.d * (size_t)block.n);
    r.blocks = block.n;
    r.rows = laid.at;
    r.same = !w->attrs[index_accumulate].i && is_one(&laid, own);
    if (!w->attrs[index_accumulate].i && !r.same && !(r.winners = winners(w, g, out->size))) return false;
    gpu_run_index_lay(g->stream, &r);
    return true;
}

/* Rows of g added at the indices; those at the padding index are not. */
INDEXED(take_grad)
{
    const View *grad = &w->in[0], *out = &w->out[0];
    int64_t axis = w->attrs[index_axis].i, strides[MAX_DIMS];
    View arrays[MAX_DIMS] = {{0}};
    GpuIndexRows r;
    Dims block;
    if (axis < 0) axis += out->ndim;
    gpu_set(g, out->at, out->size, dtype_bytes(out->dtype), NULL);
    if (grad->size == 0 || out->size == 0) return true;
    shape_contiguous(out->shape, out->ndim, strides);
    arrays[axis] = w->in[1];
    if (!plan(w, g, out, strides, arrays, (int)axis + 1, &r, &block)) return false;
    r.padding = w->attrs[index_padding].i * strides[axis];
    r.padded = w->attrs[index_padding].i >= 0;
    r.rows = (char *)(uintptr_t)gpu_contiguous(w, g, grad);
    if (!r.rows) return false;
    int64_t step = 1; /* g is front x indices x back */
    for (int i = r.backs - 1; i >= 0; step *= r.back_size[i--]) r.back_row[i] = step;
    r.blocks = 1;
    r.block_size[0] = r.count;
    r.block_row[0] = step;
    step *= r.count;
    for (int i = r.fronts - 1; i >= 0; step *= r.front_size[i--]) r.front_row[i] = step;
    gpu_run_index_lay(g->stream, &r);
    return true;
}

static int axis_of(const Work *w, const View *x)
{
    int64_t axis = w->attrs[index_axis].i;
    return (int)(axis < 0 ? axis + (x->ndim ? x->ndim : 1) : axis);
}

static bool gather(Work *w, GpuWork *g, const View *x, const View *index, int axis)
{
    GpuGather j = {.at = x->at, .other = w->out[0].at, .total = index->size, .along = x->ndim ? x->strides[axis] : 1, .ndim = index->ndim, .dtype = (uint8_t)x->dtype, .bytes = (uint8_t)dtype_bytes(x->dtype)};
    if (index->ndim > GPU_DIMS) return gpu_too_many_axes(w);
    if (index->size == 0) return true;
    j.index = indices(w, g, index, index->shape, index->ndim, x->ndim ? x->shape[axis] : 1, axis, mode_of(w));
    for (int i = 0; i < index->ndim; i++) {
        j.shape[i] = index->shape[i];
        j.steps[i] = i == axis ? 0 : x->strides[i];
    }
    if (j.index) gpu_run_gather(g->stream, &j);
    return j.index != NULL;
}

INDEXED(gather) { return gather(w, g, &w->in[0], &w->in[1], axis_of(w, &w->in[0])); }

INDEXED(pick)
{
    const View *x = &w->in[0], *index = &w->in[1];
    int axis = axis_of(w, x);
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    if (index->ndim == x->ndim) return gather(w, g, x, index, axis);
    View wide = *index; /* with the axis that it lacks */
    for (int i = 0, k = 0; i < x->ndim; i++) {
        shape[i] = i == axis ? 1 : index->shape[k];
        strides[i] = i == axis ? 0 : index->strides[k++];
    }
    wide.ndim = x->ndim;
    wide.shape = shape;
    wide.strides = strides;
    return gather(w, g, x, &wide, axis);
}

INDEXED(scatter)
{
    const View *index = &w->in[1], *out = &w->out[0];
    int n = out->ndim, axis = axis_of(w, out);
    int64_t strides[MAX_DIMS], own[MAX_DIMS] = {0};
    View laid;
    if (!begin(w, g, &w->in[0])) return false;
    if (index->size == 0) return true;
    shape_contiguous(out->shape, out->ndim, strides);
    if (n > GPU_DIMS) return gpu_too_many_axes(w);
    if (!source(w, g, 2, out->dtype, &laid, own)) return false;
    GpuGather j = {.at = out->at, .other = laid.at, .total = index->size, .along = n ? strides[axis] : 1, .ndim = n, .dtype = (uint8_t)out->dtype, .bytes = (uint8_t)dtype_bytes(out->dtype)};
    for (int i = 0; i < n; i++) {
        j.shape[i] = index->shape[i];
        j.steps[i] = i == axis ? 0 : strides[i];
        j.other_steps[i] = laid.present ? own[i] : 0;
    }
    if (!(j.index = indices(w, g, index, index->shape, n, n ? out->shape[axis] : 1, axis, mode_of(w)))) return false;
    j.same = !w->attrs[index_accumulate].i && is_one(&laid, own);
    if (!w->attrs[index_accumulate].i && !j.same && !(j.winners = winners(w, g, out->size))) return false;
    gpu_run_scatter(g->stream, &j);
    return true;
}

INDEXED(one_hot)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t depth = w->attrs[index_depth].i;
    gpu_set(g, out->at, out->size, dtype_bytes(out->dtype), NULL);
    if (x->size == 0) return true;
    int64_t *index = indices(w, g, x, x->shape, x->ndim, depth, 0, accent_rules(w->accent)->one_hot_passes_over ? GPU_INDEX_ANY : GPU_INDEX_STRICT);
    if (index) gpu_run_one_hot(g->stream, &(GpuOneHot){out->at, index, x->size, depth, (uint8_t)out->dtype});
    return index != NULL;
}

INDEXED(sequence_mask)
{
    const View *x = &w->in[0], *lengths = &w->in[1], *out = &w->out[0];
    int64_t strides[MAX_DIMS], axis = w->attrs[sequence_axis].i;
    shape_contiguous(out->shape, out->ndim, strides);
    if (!gpu_copy(w, g, out->at, strides, x)) return false;
    if (!lengths->present || out->size == 0) return true;
    GpuSequenceMask m = {.at = out->at, .total = out->size, .steps = x->shape[axis], .batch = x->shape[1 - axis], .axis = (uint8_t)axis, .bytes = (uint8_t)dtype_bytes(out->dtype)};
    m.rest = out->size / m.steps / m.batch;
    m.length = indices(w, g, lengths, lengths->shape, 1, m.batch, 0, GPU_INDEX_ANY);
    dtype_store(out->dtype, m.value, w->attrs[sequence_value].number);
    if (m.length) gpu_run_sequence_mask(g->stream, &m);
    return m.length != NULL;
}
