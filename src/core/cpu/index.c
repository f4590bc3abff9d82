/* index.c: CPU kernels that take elements by index: take, index_get, gather, pick, one_hot, masked_select, sequence_mask.
 *
 * Index arrays are first turned into int64 places in scratch, checked as the op's mode says; the walks after that know no dtypes.
 */
#include "index.h"

#include <stdatomic.h>
#include <string.h>

#include "blit.h"
#include "kernels.h"

IndexMode index_mode_of(const Work *w)
{
    const char *mode = w->attrs[index_mode].text;
    if (!mode) return (w->op->id == OP_gather || w->op->id == OP_scatter) && !accent_rules(w->accent)->gather_takes_negatives ? INDEX_STRICT : INDEX_RAISE;
    return strcmp(mode, "clip") == 0 ? INDEX_CLIP : strcmp(mode, "wrap") == 0 ? INDEX_WRAP : strcmp(mode, "strict") == 0 ? INDEX_STRICT : INDEX_RAISE;
}

static bool out_of_range(Work *w, int64_t index, int64_t size, int axis)
{
    work_fail(w, CE_INDEX_RANGE, "%s: index %lld is out of range for axis %d of size %lld", w->op->name, (long long)index, axis, (long long)size);
    w->numbers_wrong[0] = index;
    w->numbers_wrong[1] = size;
    w->numbers_wrong[2] = axis;
    return false;
}

static bool settle_index(Work *w, int64_t *at, int64_t size, int axis, IndexMode mode)
{
    int64_t i = *at;
    if (i >= 0 && i < size) return true;
    switch (mode) {
    case INDEX_CLIP:
        if (size == 0) return out_of_range(w, i, size, axis);
        *at = i < 0 ? 0 : size - 1;
        return true;
    case INDEX_WRAP:
        if (size == 0) return out_of_range(w, i, size, axis);
        i %= size;
        *at = i < 0 ? i + size : i;
        return true;
    case INDEX_RAISE:
        if (i >= -size && i < 0) {
            *at = i + size;
            return true;
        }
        return out_of_range(w, i, size, axis);
    case INDEX_ANY: return true;
    default: return out_of_range(w, i, size, axis);
    }
}

#define READ(T, VALUE)                                                                          \
    do {                                                                                        \
        const T *s = (const T *)v->at;                                                          \
        for (int64_t i = 0; i < total && !work_paced(w, i); i++) {                              \
            const T x = s[place];                                                               \
            out[i] = VALUE;                                                                     \
            for (int k = n - 1; k >= 0; k--) {                                                  \
                place += step[k];                                                               \
                if (++at[k] < shape[k]) break;                                                  \
                place -= step[k] * shape[k];                                                    \
                at[k] = 0;                                                                      \
            }                                                                                   \
        }                                                                                       \
    } while (0)

int64_t *index_read(Work *w, const View *v, const int64_t *shape, int n, int64_t size, int axis, IndexMode mode)
{
    int64_t total, place = 0, at[MAX_DIMS] = {0}, step[MAX_DIMS];
    if (!shape_size(shape, n, &total)) return NULL;
    int64_t *out = work_scratch(w, sizeof *out * (size_t)(total ? total : 1));
    if (!out || total == 0) return out;
    shape_spread(v->shape, v->strides, v->ndim, n, step);
    switch (v->dtype) {
    case DT_INT64: READ(int64_t, x); break;
    case DT_INT32: READ(int32_t, x); break;
    case DT_INT16: READ(int16_t, x); break;
    case DT_INT8: READ(int8_t, x); break;
    case DT_BOOL:
    case DT_UINT8: READ(uint8_t, x); break;
    case DT_FLOAT16: READ(uint16_t, (int64_t)half_to_float(x)); break;
    case DT_BFLOAT16: READ(uint16_t, (int64_t)bfloat_to_float(x)); break;
    case DT_FLOAT32: READ(float, scalar_as_int(scalar_float((double)x))); break;
    default: READ(double, scalar_as_int(scalar_float(x))); break;
    }
    if (work_stopped(w)) { /* not all of them are read */
        work_scratch_free(w, out);
        return NULL;
    }
    for (int64_t i = 0; i < total; i++)
        if (!settle_index(w, &out[i], size, axis, mode)) {
            work_scratch_free(w, out);
            return NULL;
        }
    return out;
}

/* ---- rows by index: take and index_get ---- */
bool index_plan(Work *w, const View *x, const View *arrays, int count, IndexMode mode, IndexPlan *p)
{
    int from = -1, to = -1, present = 0;
    int64_t shape[MAX_DIMS] = {0};
    Dims block = {0}, next;
    p->places = NULL;
    for (int i = 0; i < count; i++) {
        if (!arrays[i].present) continue;
        if (from < 0) from = i;
        to = i;
        present++;
        if (!shape_broadcast(block.d, block.n, arrays[i].shape, arrays[i].ndim, &next)) return work_fail(w, CE_NOT_BROADCASTABLE, "index arrays do not fit one another");
        block = next;
    }
    memcpy(shape, block.d, sizeof *shape * (size_t)block.n);
    shape_size(shape, block.n, &p->count);
    int place = present && to - from + 1 == present ? from : 0;
    p->front.n = p->back.n = 0;
    p->front_size = p->back_size = 1;
    for (int i = 0; i < x->ndim; i++) {
        if (i < count && arrays[i].present) continue;
        IndexAxes *side = i < place ? &p->front : &p->back;
        side->size[side->n] = x->shape[i];
        side->step[side->n++] = x->strides[i];
        if (i < place) p->front_size *= x->shape[i];
        else p->back_size *= x->shape[i];
    }
    p->block = block;
    p->places = work_scratch(w, sizeof *p->places * (size_t)(p->count ? p->count : 1));
    if (!p->places) return false;
    memset(p->places, 0, sizeof *p->places * (size_t)p->count);
    bool by_array = accent_rules(w->accent)->words == WORDS_TORCH && w->op->id != OP_take && w->op->id != OP_embedding; /* whose words count the arrays, not the axes */
    for (int i = 0, number = 0; i < count; i++) {
        if (!arrays[i].present) continue;
        bool unseen = accent_rules(w->accent)->nothing_is_refused_nothing && x->size == 0 && x->shape[i] && w->op->id != OP_take;
        int64_t *index = index_read(w, &arrays[i], shape, block.n, x->shape[i], by_array ? number++ : i, unseen ? INDEX_ANY : mode);
        if (!index) {
            work_scratch_free(w, p->places);
            p->places = NULL;
            return false;
        }
        for (int64_t k = 0; k < p->count; k++) p->places[k] += index[k] * x->strides[i];
        work_scratch_free(w, index);
    }
    int64_t step = 1;
    p->back_packed = true;
    for (int i = p->back.n - 1; i >= 0; i--) {
        if (p->back.size[i] != 1 && p->back.step[i] != step) p->back_packed = false;
        step *= p->back.size[i];
    }
    return true;
}

int64_t index_axes_place(const IndexAxes *a, int64_t i)
{
    int64_t place = 0;
    for (int k = a->n - 1; k >= 0; k--) {
        place += i % a->size[k] * a->step[k];
        i /= a->size[k];
    }
    return place;
}

typedef struct Rows {
    const IndexPlan *plan;
    const char *from;
    char *to;
    DType dtype;
} Rows;

/* Rows first … last - 1 of front x block, each of back_size elements. */
static void get_rows(void *data, int64_t first, int64_t last)
{
    const Rows *r = data;
    const IndexPlan *p = r->plan;
    size_t bytes = dtype_bytes(r->dtype), row = bytes * (size_t)p->back_size;
    char *to = r->to + (size_t)first * row;
    int64_t front = first / p->count, k = first % p->count, base = index_axes_place(&p->front, front);
    for (int64_t i = first; i < last; i++, to += row) {
        const char *from = r->from + (base + p->places[k]) * (int64_t)bytes;
        if (p->back_packed) switch (row) {
            case 4: memcpy(to, from, 4); break;
            case 8: memcpy(to, from, 8); break;
            default: memcpy(to, from, row);
            }
        else {
            Blit b;
            Work alone = {0};
            blit_open(&b, to, r->dtype, from, r->dtype);
            int64_t step = p->back_size;
            for (int a = 0; a < p->back.n; a++) blit_axis(&b, p->back.size[a], step /= p->back.size[a], p->back.step[a]);
            blit_run(&alone, &b);
        }
        if (++k == p->count) {
            k = 0;
            base = index_axes_place(&p->front, ++front);
        }
    }
}

static bool get(Work *w, const View *x, const View *arrays, int count)
{
    IndexPlan p;
    if (w->out[0].size == 0) { /* nothing is taken, but a wrong index is still wrong */
        if (!index_plan(w, x, arrays, count, index_mode_of(w), &p)) return false;
        work_scratch_free(w, p.places);
        return true;
    }
    if (!index_plan(w, x, arrays, count, index_mode_of(w), &p)) return false;
    Rows r = {&p, x->at, w->out[0].at, x->dtype};
    int64_t rows = p.front_size * p.count, grain = 32768 / p.back_size + 1;
    work_parallel(w, rows, grain, get_rows, &r);
    work_scratch_free(w, p.places);
    return true;
}

/* One array of places along the first axis, whose rows are packed: each is looked up where it is copied. */
typedef struct Taken {
    const char *from;
    char *to;
    const int64_t *index;
    int64_t size, row_step; /* rows of x, and bytes from one to the next */
    size_t row;             /* bytes */
    atomic_bool strange;    /* an index below 0 or behind the end: get() knows what it means */
} Taken;
static void take_rows(void *data, int64_t first, int64_t last)
{
    Taken *t = data;
    const int64_t *index = t->index;
    char *to = t->to + (size_t)first * t->row;
    for (int64_t i = first; i < last; i++, to += t->row) {
        if ((uint64_t)index[i] >= (uint64_t)t->size) {
            atomic_store(&t->strange, true);
            return;
        }
        const char *from = t->from + index[i] * t->row_step;
        switch (t->row) {
        case 4: memcpy(to, from, 4); break;
        case 8: memcpy(to, from, 8); break;
        default: memcpy(to, from, t->row);
        }
    }
}
/* false: something else is meant */
static bool take_plainly(Work *w, const View *x, const View *index)
{
    if (index->dtype != DT_INT64 || !index->contiguous || !index->size || !x->ndim || !w->out[0].size) return false;
    int64_t step = 1;
    for (int i = x->ndim - 1; i > 0; step *= x->shape[i--])
        if (x->shape[i] != 1 && x->strides[i] != step) return false;
    size_t bytes = dtype_bytes(x->dtype);
    Taken t = {.from = x->at, .to = w->out[0].at, .index = (const int64_t *)(const void *)index->at, .size = x->shape[0], .row_step = x->strides[0] * (int64_t)bytes, .row = bytes * (size_t)step};
    work_parallel(w, index->size, 32768 / step + 1, take_rows, &t);
    return !atomic_load(&t.strange);
}

bool cpu_index_get(Work *w)
{
    if (w->in_count == 2 && w->in[1].present && take_plainly(w, &w->in[0], &w->in[1])) return true;
    return get(w, &w->in[0], w->in + 1, w->in_count - 1);
}

bool cpu_take(Work *w)
{
    bool embedding = w->op->id == OP_embedding;
    const View *x = &w->in[embedding ? 1 : 0], *index = &w->in[embedding ? 0 : 1];
    View arrays[MAX_DIMS] = {{0}};
    int64_t axis = embedding ? 0 : w->attrs[index_axis].i;
    if (axis < 0) axis += x->ndim;
    arrays[axis] = *index;
    if (axis == 0 && take_plainly(w, x, index)) return true;
    return get(w, x, arrays, (int)axis + 1);
}

/* ---- gather and pick ---- */
typedef struct Wide { uint64_t u[2]; } Wide; /* an element of 16 bytes */

#define GATHER(T)                                                                               \
    do {                                                                                        \
        const T *s = (const T *)x->at;                                                          \
        T *d = (T *)out;                                                                        \
        for (int64_t i = 0; i < total && !work_paced(w, i); i++) {                              \
            d[i] = s[place + index[i] * along];                                                 \
            for (int k = n - 1; k >= 0; k--) {                                                  \
                place += step[k];                                                               \
                if (++at[k] < shape[k]) break;                                                  \
                place -= step[k] * shape[k];                                                    \
                at[k] = 0;                                                                      \
            }                                                                                   \
        }                                                                                       \
    } while (0)

/* out[i][j] = x[index[i][j]][j]; shape: the indices', of n axes. */
static bool gather(Work *w, const View *x, const View *index_view, int axis)
{
    const int64_t *shape = index_view->shape;
    int n = index_view->ndim;
    int64_t at[MAX_DIMS] = {0}, step[MAX_DIMS], place = 0, total = index_view->size, along = x->ndim ? x->strides[axis] : 1;
    char *out = w->out[0].at;
    int64_t *index = index_read(w, index_view, shape, n, x->ndim ? x->shape[axis] : 1, axis, index_mode_of(w));
    if (!index) return false;
    for (int i = 0; i < n; i++) step[i] = i == axis ? 0 : x->strides[i];
    switch (dtype_bytes(x->dtype)) {
    case 1: GATHER(uint8_t); break;
    case 2: GATHER(uint16_t); break;
    case 4: GATHER(uint32_t); break;
    case 16: GATHER(Wide); break;
    default: GATHER(uint64_t); break;
    }
    work_scratch_free(w, index);
    return true;
}

static int axis_of(const Work *w, const View *x)
{
    int64_t axis = w->attrs[index_axis].i;
    return (int)(axis < 0 ? axis + (x->ndim ? x->ndim : 1) : axis);
}

bool cpu_gather(Work *w) { return gather(w, &w->in[0], &w->in[1], axis_of(w, &w->in[0])); }

bool cpu_pick(Work *w)
{
    const View *x = &w->in[0], *index = &w->in[1];
    int axis = axis_of(w, x);
    int64_t shape[MAX_DIMS], strides[MAX_DIMS];
    if (index->ndim == x->ndim) return gather(w, x, index, axis);
    View wide = *index; /* with the axis that it lacks */
    for (int i = 0, k = 0; i < x->ndim; i++) {
        shape[i] = i == axis ? 1 : index->shape[k];
        strides[i] = i == axis ? 0 : index->strides[k++];
    }
    wide.ndim = x->ndim;
    wide.shape = shape;
    wide.strides = strides;
    return gather(w, x, &wide, axis);
}

/* ---- the rest ---- */
/* PyTorch refuses a class beyond the depth; MXNet's row is then all zeros. */
bool cpu_one_hot(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t depth = w->attrs[index_depth].i;
    int64_t *index = index_read(w, x, x->shape, x->ndim, depth, 0, accent_rules(w->accent)->one_hot_passes_over ? INDEX_ANY : INDEX_STRICT);
    if (!index) return false;
    blit_fill(w, out->at, out->dtype, out->size, scalar_int(0));
    for (int64_t i = 0; i < x->size && !work_paced(w, i); i++)
        if (index[i] >= 0 && index[i] < depth) dtype_store(out->dtype, out->at + (i * depth + index[i]) * (int64_t)dtype_bytes(out->dtype), scalar_int(1));
    work_scratch_free(w, index);
    return true;
}

static bool holds(const char *at, size_t bytes, DType d)
{
    if (bytes == 1) return *at != 0;
    Scalar s = dtype_load(d, at);
    return scalar_as_double(s) != 0 || s.im != 0;
}

bool cpu_masked_select(Work *w)
{
    const View *x = &w->in[0], *mask = &w->in[1], *out = &w->out[0];
    Dims both;
    int64_t total, at[MAX_DIMS] = {0}, xs[MAX_DIMS], ms[MAX_DIMS], xp = 0, mp = 0, room = out->size;
    size_t bytes = dtype_bytes(x->dtype), mask_bytes = dtype_bytes(mask->dtype);
    if (!shape_broadcast(x->shape, x->ndim, mask->shape, mask->ndim, &both)) return false;
    shape_size(both.d, both.n, &total);
    shape_spread(x->shape, x->strides, x->ndim, both.n, xs);
    shape_spread(mask->shape, mask->strides, mask->ndim, both.n, ms);
    char *to = out->at;
    for (int64_t i = 0; i < total && room > 0 && !work_paced(w, i); i++) {
        if (holds(mask->at + mp * (int64_t)mask_bytes, mask_bytes, mask->dtype)) {
            memcpy(to, x->at + xp * (int64_t)bytes, bytes);
            to += bytes;
            room--;
        }
        for (int k = both.n - 1; k >= 0; k--) {
            xp += xs[k];
            mp += ms[k];
            if (++at[k] < both.d[k]) break;
            xp -= xs[k] * both.d[k];
            mp -= ms[k] * both.d[k];
            at[k] = 0;
        }
    }
    return true;
}

/* x of (sequence, batch, rest…) for axis 0, (batch, sequence, rest…) for axis 1: the value behind each length. */
bool cpu_sequence_mask(Work *w)
{
    const View *x = &w->in[0], *lengths = &w->in[1], *out = &w->out[0];
    int64_t to[MAX_DIMS], axis = w->attrs[sequence_axis].i;
    shape_contiguous(out->shape, out->ndim, to);
    blit_view(w, out->at, out->dtype, to, x);
    if (!lengths->present || out->size == 0) return true;
    int64_t steps = x->shape[axis], batch = x->shape[1 - axis], rest = x->size / steps / batch;
    int64_t *length = index_read(w, lengths, lengths->shape, 1, batch, 0, INDEX_ANY);
    if (!length) return false;
    int64_t bytes = rest * (int64_t)dtype_bytes(out->dtype), done = 0;
    Scalar value = w->attrs[sequence_value].number;
    for (int64_t b = 0; axis == 1 && b < batch && !work_paced(w, b); b++) {
        int64_t n = length[b] < 0 ? 0 : length[b];
        if (n < steps) blit_fill(w, out->at + (b * steps + n) * bytes, out->dtype, (steps - n) * rest, value);
    }
    for (int64_t s = 0; axis == 0 && s < steps && !w->stopped; s++)
        for (int64_t b = 0, from; b < batch && !work_paced(w, done++);) { /* the sequences that are over, neighbours in one go */
            while (b < batch && s < length[b]) b++;
            for (from = b; b < batch && s >= length[b];) b++;
            blit_fill(w, out->at + (s * batch + from) * bytes, out->dtype, (b - from) * rest, value);
        }
    work_scratch_free(w, length);
    return true;
}
