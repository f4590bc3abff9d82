/* scatter.c: CPU kernels that lay elements at indices: scatter, index_put, take_grad. Later ones win, or are added, in row-major order of the
 * indices on one thread for each element of the result: the answer is the same for any number of threads.
 */
#include <string.h>

#include "blit.h"
#include "index.h"
#include "kernels.h"

#define LAY(T, ADD)                                                                                             \
    do {                                                                                                        \
        T *d = (T *)to;                                                                                         \
        const T *s = (const T *)from;                                                                           \
        if (add)                                                                                                \
            for (int64_t i = 0; i < n; i++, d += ts, s += fs) ADD;                                              \
        else                                                                                                    \
            for (int64_t i = 0; i < n; i++, d += ts, s += fs) *d = *s;                                          \
        return;                                                                                                 \
    } while (0)

/* n elements laid or added; steps in elements. */
static void lay(DType dtype, char *to, int64_t ts, const char *from, int64_t fs, int64_t n, bool add)
{
    switch (dtype) {
    case DT_BOOL: LAY(uint8_t, *d |= *s);
    case DT_UINT8:
    case DT_INT8: LAY(uint8_t, *d = (uint8_t)(*d + *s));
    case DT_INT16: LAY(uint16_t, *d = (uint16_t)(*d + *s));
    case DT_INT32: LAY(uint32_t, *d += *s);
    case DT_INT64: LAY(uint64_t, *d += *s);
    case DT_FLOAT16: LAY(uint16_t, *d = half_from_float(half_to_float(*d) + half_to_float(*s)));
    case DT_BFLOAT16: LAY(uint16_t, *d = bfloat_from_float(bfloat_to_float(*d) + bfloat_to_float(*s)));
    case DT_FLOAT32:
        if (add && ts == 1 && fs == 1) { /* said apart, so that it is vectorised */
            float *restrict d = (float *)to;
            const float *restrict s = (const float *)from;
            for (int64_t i = 0; i < n; i++) d[i] += s[i];
            return;
        }
        LAY(float, *d += *s);
    case DT_COMPLEX64: LAY(Complex64, (d->re += s->re, d->im += s->im));
    case DT_COMPLEX128: LAY(Complex128, (d->re += s->re, d->im += s->im));
    default: LAY(double, *d += *s);
    }
}

/* The operand that the result begins as. In place there is nothing to copy. */
static void begin(Work *w, const View *x)
{
    const View *out = &w->out[0];
    int64_t to[MAX_DIMS];
    shape_contiguous(out->shape, out->ndim, to);
    if (x->size && out->at != x->at) blit_view(w, out->at, out->dtype, to, x);
}

/* A view of the result's dtype: the operand's own, a converted copy (*mine), or a number as one element. */
static bool source_of(Work *w, int i, DType dtype, View *v, char number[DTYPE_MAX_BYTES], void **mine)
{
    *mine = NULL;
    if (!w->in[i].present) {
        dtype_store(dtype, number, w->numbers[i]);
        *v = (View){.at = number, .dtype = dtype, .present = false, .size = 1};
        return true;
    }
    *v = w->in[i];
    if (v->dtype == dtype || v->size == 0) return true;
    int64_t packed[MAX_DIMS];
    char *copy = work_scratch(w, (size_t)v->size * dtype_bytes(dtype));
    if (!copy) return false;
    shape_contiguous(v->shape, v->ndim, packed);
    blit_view(w, copy, dtype, packed, v);
    *mine = copy;
    v->at = copy;
    v->dtype = dtype;
    v->contiguous = true;
    return true;
}

bool cpu_scatter(Work *w)
{
    const View *x = &w->in[0], *index_view = &w->in[1], *out = &w->out[0];
    int n = out->ndim;
    int64_t axis = w->attrs[index_axis].i, to[MAX_DIMS], from[MAX_DIMS], packed[MAX_DIMS], at[MAX_DIMS] = {0};
    bool add = w->attrs[index_accumulate].i != 0;
    char number[DTYPE_MAX_BYTES];
    void *mine = NULL, *packed_source = NULL;
    View source;
    if (axis < 0) axis += n ? n : 1;
    begin(w, x);
    if (index_view->size == 0) return true;
    int64_t *index = index_read(w, index_view, index_view->shape, n, n ? out->shape[axis] : 1, (int)axis, index_mode_of(w));
    if (!index) return false;
    if (!source_of(w, 2, out->dtype, &source, number, &mine)) {
        work_scratch_free(w, index);
        return false;
    }
    shape_contiguous(out->shape, n, to);
    if (mine) shape_contiguous(source.shape, n, packed);
    for (int i = 0; i < n; i++) from[i] = !source.present ? 0 : mine ? packed[i] : source.strides[i];
    int64_t bytes = (int64_t)dtype_bytes(out->dtype), place = 0, source_place = 0, along = n ? to[axis] : 1;
    if (n) to[axis] = 0;
    for (int64_t i = 0; i < index_view->size && !work_paced(w, i); i++) {
        lay(out->dtype, out->at + (place + index[i] * along) * bytes, 1, source.at + source_place * bytes, 1, 1, add);
        for (int k = n - 1; k >= 0; k--) {
            place += to[k];
            source_place += from[k];
            if (++at[k] < index_view->shape[k]) break;
            place -= to[k] * index_view->shape[k];
            source_place -= from[k] * index_view->shape[k];
            at[k] = 0;
        }
    }
    work_scratch_free(w, packed_source);
    work_scratch_free(w, mine);
    work_scratch_free(w, index);
    return true;
}

/* n-dimensional rows: lay over axes `a` of the target, the source's steps beside them. */
static void lay_axes(DType dtype, char *to, const IndexAxes *a, const char *from, const int64_t *from_step, int axis, bool add)
{
    int64_t bytes = (int64_t)dtype_bytes(dtype);
    if (a->n == 0) {
        lay(dtype, to, 1, from, 1, 1, add);
        return;
    }
    if (axis == a->n - 1) {
        lay(dtype, to, a->step[axis], from, from_step[axis], a->size[axis], add);
        return;
    }
    for (int64_t i = 0; i < a->size[axis]; i++)
        lay_axes(dtype, to + i * a->step[axis] * bytes, a, from + i * from_step[axis] * bytes, from_step, axis + 1, add);
}

bool cpu_index_put(Work *w)
{
    const View *out = &w->out[0];
    int64_t packed[MAX_DIMS], step[MAX_DIMS] = {0};
    char number[DTYPE_MAX_BYTES];
    void *mine;
    View source, target = *out;
    IndexPlan p;
    begin(w, &w->in[0]);
    target.strides = packed;
    shape_contiguous(out->shape, out->ndim, packed);
    if (!index_plan(w, &target, w->in + 2, w->in_count - 2, index_mode_of(w), &p)) return false;
    if (out->size == 0 || p.count == 0 || (w->in[1].present && w->in[1].size == 0)) {
        work_scratch_free(w, p.places);
        return true;
    }
    if (!source_of(w, 1, out->dtype, &source, number, &mine)) {
        work_scratch_free(w, p.places);
        return false;
    }
    /* the source's steps along front, block and back axes, broadcast */
    int64_t source_packed[MAX_DIMS];
    int n = p.front.n + p.block.n + p.back.n;
    if (mine) shape_contiguous(source.shape, source.ndim, source_packed);
    for (int i = 0; source.present && i < n; i++) {
        int k = i - (n - source.ndim);
        if (k >= 0 && source.shape[k] != 1) step[i] = mine ? source_packed[k] : source.strides[k];
    }
    IndexAxes block = {.n = p.block.n};
    for (int i = 0; i < block.n; i++) {
        block.size[i] = p.block.d[i];
        block.step[i] = step[p.front.n + i];
    }
    IndexAxes front = {.n = p.front.n};
    for (int i = 0; i < front.n; i++) {
        front.size[i] = p.front.size[i];
        front.step[i] = step[i];
    }
    int64_t bytes = (int64_t)dtype_bytes(out->dtype);
    bool add = w->attrs[index_accumulate].i != 0;
    int64_t back = 1, done = 0;
    for (int i = 0; i < p.back.n; i++) back *= p.back.size[i];
    for (int64_t f = 0; f < p.front_size && !work_stopped(w); f++) {
        int64_t to = index_axes_place(&p.front, f), from = index_axes_place(&front, f);
        for (int64_t k = 0; k < p.count && !work_after(w, &done, back); k++)
            lay_axes(out->dtype, out->at + (to + p.places[k]) * bytes, &p.back, source.at + (from + index_axes_place(&block, k)) * bytes,
                     step + p.front.n + p.block.n, 0, add);
    }
    work_scratch_free(w, mine);
    work_scratch_free(w, p.places);
    return true;
}

/* ---- take's gradient: rows of g added at the indices ---- */
typedef struct AddRows {
    const char *from;
    char *to;
    DType dtype;
    const int64_t *index;
    int64_t front, count, depth, back, padding;
} AddRows;

/* Columns first … last - 1 of every row: threads share columns, so each element is added up in order by one of them. */
static void add_columns(void *data, int64_t first, int64_t last)
{
    const AddRows *a = data;
    int64_t bytes = (int64_t)dtype_bytes(a->dtype);
    for (int64_t f = 0; f < a->front; f++)
        for (int64_t k = 0; k < a->count; k++) {
            if (a->index[k] == a->padding) continue;
            lay(a->dtype, a->to + ((f * a->depth + a->index[k]) * a->back + first) * bytes, 1, a->from + ((f * a->count + k) * a->back + first) * bytes, 1, last - first, true);
        }
}

bool cpu_take_grad(Work *w)
{
    const View *g = &w->in[0], *index_view = &w->in[1], *out = &w->out[0];
    int64_t axis = w->attrs[index_axis].i;
    void *mine;
    if (axis < 0) axis += out->ndim;
    blit_fill(w, out->at, out->dtype, out->size, scalar_int(0));
    if (g->size == 0) return true;
    AddRows a = {.to = out->at, .dtype = out->dtype, .front = 1, .back = 1, .count = index_view->size, .depth = out->shape[axis], .padding = w->attrs[index_padding].i};
    for (int i = 0; i < axis; i++) a.front *= out->shape[i];
    for (int i = (int)axis + 1; i < out->ndim; i++) a.back *= out->shape[i];
    int64_t *index = index_read(w, index_view, index_view->shape, index_view->ndim, a.depth, (int)axis, index_mode_of(w));
    if (!index) return false;
    a.index = index;
    a.from = blit_contiguous(w, g, &mine);
    bool ok = a.from != NULL;
    if (ok) work_parallel(w, a.back, a.count * a.front >= 4096 ? 16 : 4096, add_columns, &a);
    work_scratch_free(w, mine);
    work_scratch_free(w, index);
    return ok;
}
