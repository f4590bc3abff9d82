/* move.c: CPU kernels that move elements about and compute nothing: flip roll tile repeat concat stack pad diag_embed and the gradients
 * of views. Outputs are contiguous, operands have any strides; most kernels are one strided copy (blit.h).
 */
#include <string.h>

#include "blit.h"
#include "kernels.h"

static void strides_of(const View *v, int64_t *strides) { shape_contiguous(v->shape, v->ndim, strides); }

bool cpu_flip(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    Ints axes = w->attrs[axes_axes].ints;
    bool turned[MAX_DIMS];
    int64_t to[MAX_DIMS];
    if (x->size == 0) return true;
    for (int i = 0; i < x->ndim; i++) turned[i] = axes.count < 0;
    for (int i = 0; i < axes.count && x->ndim; i++) turned[axes.d[i] < 0 ? axes.d[i] + x->ndim : axes.d[i]] = true;
    strides_of(out, to);
    Blit b;
    const char *from = x->at;
    for (int i = 0; i < x->ndim; i++)
        if (turned[i]) from += (x->shape[i] - 1) * x->strides[i] * (int64_t)dtype_bytes(x->dtype);
    blit_open(&b, out->at, out->dtype, from, x->dtype);
    for (int i = 0; i < x->ndim; i++) blit_axis(&b, x->shape[i], to[i], turned[i] ? -x->strides[i] : x->strides[i]);
    blit_run(w, &b);
    return true;
}

/* Each rolled axis falls into two parts, so k axes into 2^k blocks; one axis at a time is as good: here the blocks are walked by recursion over axes. */
static void roll_blocks(Work *w, const View *x, const int64_t *shift, const int64_t *to_strides, int axis, Blit *b)
{
    if (axis == x->ndim) {
        Blit copy = *b;
        blit_run(w, &copy);
        return;
    }
    int64_t size = x->shape[axis], s = shift[axis], bytes = (int64_t)dtype_bytes(x->dtype);
    int64_t parts[2][3] = {{0, s, size - s}, {size - s, 0, s}}; /* from, to, how many */
    Blit whole = *b;
    for (int k = 0; k < 2; k++) {
        if (parts[k][2] == 0) continue;
        *b = whole;
        b->from += parts[k][0] * x->strides[axis] * bytes;
        b->to += parts[k][1] * to_strides[axis] * bytes;
        blit_axis(b, parts[k][2], to_strides[axis], x->strides[axis]);
        roll_blocks(w, x, shift, to_strides, axis + 1, b);
    }
    *b = whole;
}

bool cpu_roll(Work *w)
{
    View x = w->in[0];
    const View *out = &w->out[0];
    Ints shifts = w->attrs[roll_shifts].ints, axes = w->attrs[roll_axes].ints;
    int64_t shift[MAX_DIMS] = {0}, to[MAX_DIMS], flat_shape[1], flat_stride[1] = {1};
    void *mine = NULL;
    if (x.size == 0) return true;
    if (axes.count <= 0) { /* the whole as one row */
        const char *flat = blit_contiguous(w, &x, &mine);
        if (!flat) return false;
        flat_shape[0] = x.size;
        x.at = (char *)(uintptr_t)flat;
        x.ndim = 1;
        x.shape = flat_shape;
        x.strides = flat_stride;
        to[0] = 1;
        for (int i = 0; i < shifts.count; i++) shift[0] = (shift[0] + shifts.d[i] % x.size) % x.size;
    } else {
        strides_of(out, to);
        for (int i = 0; i < axes.count && x.ndim; i++) {
            int64_t axis = axes.d[i] < 0 ? axes.d[i] + x.ndim : axes.d[i];
            shift[axis] = (shift[axis] + shifts.d[shifts.count == 1 ? 0 : i] % x.shape[axis]) % x.shape[axis];
        }
    }
    for (int i = 0; i < x.ndim; i++)
        if (shift[i] < 0) shift[i] += x.shape[i];
    Blit b;
    blit_open(&b, out->at, out->dtype, x.at, x.dtype);
    roll_blocks(w, &x, shift, to, 0, &b);
    work_scratch_free(w, mine);
    return true;
}

bool cpu_tile(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t to[MAX_DIMS];
    if (out->size == 0) return true;
    strides_of(out, to);
    Blit b;
    blit_open(&b, out->at, out->dtype, x->at, x->dtype);
    for (int i = 0; i < out->ndim; i++) {
        int k = i - (out->ndim - x->ndim);
        int64_t size = k < 0 ? 1 : x->shape[k];
        blit_axis(&b, out->shape[i] / size, to[i] * size, 0);
        if (k >= 0) blit_axis(&b, size, to[i], x->strides[k]);
    }
    blit_run(w, &b);
    return true;
}

bool cpu_repeat(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t to[MAX_DIMS], times = w->attrs[slice_length].i, axis = w->attrs[slice_axis].i;
    if (out->size == 0) return true;
    if (axis < 0) axis += out->ndim;
    strides_of(out, to);
    Blit b;
    blit_open(&b, out->at, out->dtype, x->at, x->dtype);
    if (x->ndim == 0) blit_axis(&b, times, 1, 0);
    for (int i = 0; i < x->ndim; i++) {
        blit_axis(&b, x->shape[i], i == axis ? to[i] * times : to[i], x->strides[i]);
        if (i == axis) blit_axis(&b, times, to[i], 0);
    }
    blit_run(w, &b);
    return true;
}

bool cpu_concat(Work *w)
{
    const View *out = &w->out[0];
    int64_t to[MAX_DIMS], axis = w->attrs[join_axis].i, at = 0;
    strides_of(out, to);
    if (axis < 0) axis += out->ndim;
    for (int k = 0; k < w->in_count; k++) {
        const View *x = &w->in[k];
        if (x->ndim != out->ndim) continue; /* PyTorch passes over empty vectors */
        blit_view(w, out->at + at * to[axis] * (int64_t)dtype_bytes(out->dtype), out->dtype, to, x);
        at += x->shape[axis];
    }
    return true;
}

bool cpu_stack(Work *w)
{
    const View *out = &w->out[0];
    int64_t to[MAX_DIMS], rest[MAX_DIMS], axis = w->attrs[join_axis].i;
    strides_of(out, to);
    if (axis < 0) axis += out->ndim;
    for (int i = 0, n = 0; i < out->ndim; i++)
        if (i != axis) rest[n++] = to[i];
    for (int k = 0; k < w->in_count; k++) blit_view(w, out->at + k * to[axis] * (int64_t)dtype_bytes(out->dtype), out->dtype, rest, &w->in[k]);
    return true;
}

/* ---- pad ---- */
/* Which element stands at place i of an axis of n with `before` in front: edge, reflect (without the border), symmetric (with it), wrap. */
static int64_t mirrored(int64_t i, int64_t n, const char *mode)
{
    if (i >= 0 && i < n) return i;
    if (strcmp(mode, "edge") == 0 || strcmp(mode, "replicate") == 0) return i < 0 ? 0 : n - 1;
    if (strcmp(mode, "wrap") == 0 || strcmp(mode, "circular") == 0) {
        i %= n;
        return i < 0 ? i + n : i;
    }
    bool reflect = strcmp(mode, "reflect") == 0;
    int64_t period = reflect ? 2 * (n - 1) : 2 * n;
    if (period == 0) return 0;
    i %= period;
    if (i < 0) i += period;
    return i < n ? i : reflect ? period - i : period - 1 - i;
}

/* One axis after another would copy too often: a table of source places for every axis, then rows of the last one. */
static bool pad_by_tables(Work *w, const char *mode)
{
    const View *x = &w->in[0], *out = &w->out[0];
    Ints widths = w->attrs[pad_widths].ints;
    int64_t total = 0, at[MAX_DIMS] = {0}, *table[MAX_DIMS];
    for (int i = 0; i < out->ndim; i++) total += out->shape[i];
    int64_t *places = work_scratch(w, sizeof *places * (size_t)(total ? total : 1)), *next = places;
    if (!places) return false;
    for (int i = 0; i < out->ndim; i++) {
        table[i] = next;
        for (int64_t k = 0; k < out->shape[i]; k++) *next++ = mirrored(k - widths.d[2 * i], x->shape[i], mode) * x->strides[i];
    }
    size_t bytes = dtype_bytes(x->dtype);
    char *to = out->at;
    int last = out->ndim - 1;
    int64_t rows = out->size / out->shape[last];
    for (int64_t row = 0; row < rows && !work_stopped(w); row++) {
        int64_t base = 0;
        for (int i = 0; i < last; i++) base += table[i][at[i]];
        const char *from = x->at + base * (int64_t)bytes;
        for (int64_t k = 0; k < out->shape[last]; k++, to += bytes) memcpy(to, from + table[last][k] * (int64_t)bytes, bytes);
        for (int i = last - 1; i >= 0; i--) {
            if (++at[i] < out->shape[i]) break;
            at[i] = 0;
        }
    }
    work_scratch_free(w, places);
    return true;
}

bool cpu_pad(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    Ints widths = w->attrs[pad_widths].ints;
    const char *mode = w->attrs[pad_mode].text;
    if (out->size == 0) return true;
    if (out->ndim && mode && strcmp(mode, "constant") != 0) return pad_by_tables(w, mode);
    blit_fill(w, out->at, out->dtype, out->size, w->attrs[pad_value].number);
    int64_t to[MAX_DIMS], bytes = (int64_t)dtype_bytes(x->dtype);
    strides_of(out, to);
    Blit b;
    blit_open(&b, out->at, out->dtype, x->at, x->dtype);
    for (int i = 0; i < x->ndim; i++) { /* a width below zero cuts */
        int64_t before = widths.d[2 * i], after = widths.d[2 * i + 1];
        int64_t skip = before < 0 ? -before : 0, keep = x->shape[i] - skip + (after < 0 ? after : 0);
        if (keep <= 0) return true;
        b.from += skip * x->strides[i] * bytes;
        b.to += (before > 0 ? before : 0) * to[i] * bytes;
        blit_axis(&b, keep, to[i], x->strides[i]);
    }
    if (x->size) blit_run(w, &b);
    return true;
}

/* ---- diagonals and the gradients of views ---- */
bool cpu_diag_embed(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t to[MAX_DIMS], k = w->attrs[diagonal_offset].i, a = w->attrs[diagonal_axis1].i, b = w->attrs[diagonal_axis2].i;
    blit_fill(w, out->at, out->dtype, out->size, scalar_int(0));
    if (x->size == 0) return true;
    strides_of(out, to);
    if (a < 0) a += out->ndim;
    if (b < 0) b += out->ndim;
    int64_t rest[MAX_DIMS];
    int n = 0;
    for (int i = 0; i < out->ndim; i++)
        if (i != a && i != b) rest[n++] = to[i];
    rest[n] = to[a] + to[b];
    blit_view(w, out->at + (k >= 0 ? k * to[b] : -k * to[a]) * (int64_t)dtype_bytes(out->dtype), out->dtype, rest, x);
    return true;
}

bool cpu_slice_grad(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t to[MAX_DIMS], axis = w->attrs[slice_axis].i, start = w->attrs[slice_start].i, step = w->attrs[slice_step].i;
    blit_fill(w, out->at, out->dtype, out->size, scalar_int(0));
    if (x->size == 0) return true;
    strides_of(out, to);
    if (axis < 0) axis += out->ndim;
    int64_t origin = start * to[axis];
    to[axis] *= step;
    blit_view(w, out->at + origin * (int64_t)dtype_bytes(out->dtype), out->dtype, to, x);
    return true;
}

bool cpu_strided_set(Work *w)
{
    const View *x = &w->in[0], *part = &w->in[1], *out = &w->out[0];
    int64_t to[MAX_DIMS];
    strides_of(out, to);
    blit_view(w, out->at, out->dtype, to, x);
    if (part->size) blit_view(w, out->at + w->attrs[window_offset].i * (int64_t)dtype_bytes(out->dtype), out->dtype, w->attrs[window_strides].ints.d, part);
    return true;
}

/* Places may be met more than once, so the elements are added one by one in row-major order. */
#define ADD_ALL(T, ADD)                                                                                         \
    do {                                                                                                        \
        const T *s = (const T *)from;                                                                           \
        T *d = (T *)w->out[0].at + w->attrs[window_offset].i;                                                   \
        for (int64_t i = 0; i < x->size; i++) {                                                                 \
            T *at = d + place;                                                                                  \
            ADD;                                                                                                \
            for (int k = x->ndim - 1; k >= 0; k--) {                                                            \
                place += strides.d[k];                                                                          \
                if (++index[k] < x->shape[k]) break;                                                            \
                place -= x->shape[k] * strides.d[k];                                                            \
                index[k] = 0;                                                                                   \
            }                                                                                                   \
        }                                                                                                       \
    } while (0)

bool cpu_strided_grad(Work *w)
{
    const View *x = &w->in[0], *out = &w->out[0];
    Ints strides = w->attrs[window_strides].ints;
    int64_t index[MAX_DIMS] = {0}, place = 0;
    void *mine;
    blit_fill(w, out->at, out->dtype, out->size, scalar_int(0));
    if (x->size == 0) return true;
    const char *from = blit_contiguous(w, x, &mine);
    if (!from) return false;
    switch (x->dtype) {
    case DT_BOOL: ADD_ALL(uint8_t, *at |= s[i]); break;
    case DT_UINT8:
    case DT_INT8: ADD_ALL(uint8_t, *at = (uint8_t)(*at + s[i])); break;
    case DT_INT16: ADD_ALL(uint16_t, *at = (uint16_t)(*at + s[i])); break;
    case DT_INT32: ADD_ALL(uint32_t, *at += s[i]); break;
    case DT_INT64: ADD_ALL(uint64_t, *at += s[i]); break;
    case DT_FLOAT16: ADD_ALL(uint16_t, *at = half_from_float(half_to_float(*at) + half_to_float(s[i]))); break;
    case DT_BFLOAT16: ADD_ALL(uint16_t, *at = bfloat_from_float(bfloat_to_float(*at) + bfloat_to_float(s[i]))); break;
    case DT_FLOAT32: ADD_ALL(float, *at += s[i]); break;
    case DT_COMPLEX64: ADD_ALL(Complex64, (at->re += s[i].re, at->im += s[i].im)); break;
    case DT_COMPLEX128: ADD_ALL(Complex128, (at->re += s[i].re, at->im += s[i].im)); break;
    default: ADD_ALL(double, *at += s[i]); break;
    }
    work_scratch_free(w, mine);
    return true;
}

/* ---- triangles ---- */
static bool triangle(Work *w, bool upper)
{
    const View *x = &w->in[0], *out = &w->out[0];
    int64_t to[MAX_DIMS], k = w->attrs[diagonal_offset].i;
    size_t bytes = dtype_bytes(out->dtype);
    strides_of(out, to);
    blit_view(w, out->at, out->dtype, to, x);
    if (out->size == 0 || out->ndim < 2) return true;
    int64_t columns = out->shape[out->ndim - 1], rows = out->shape[out->ndim - 2], all = out->size / columns;
    for (int64_t i = 0; i < all && !work_stopped(w); i++) { /* row r keeps columns up to r + k, or from there on */
        int64_t cut = i % rows + k + (upper ? 0 : 1);
        cut = cut < 0 ? 0 : cut > columns ? columns : cut;
        char *row = out->at + i * columns * (int64_t)bytes;
        if (upper) memset(row, 0, (size_t)cut * bytes);
        else memset(row + (size_t)cut * bytes, 0, (size_t)(columns - cut) * bytes);
    }
    return true;
}

bool cpu_tril(Work *w) { return triangle(w, false); }
bool cpu_triu(Work *w) { return triangle(w, true); }
