/* walk.c: nested loops over strided operands of one shape (walk.h), and the shapes that arrays broadcast to.
 *
 * Invariant of an open Walk: at[i] points to operand i's element of the index that stands; the inner dimension is none of shape[]/index[]/strides[], which are the ones outside it,
 * outermost first. Dimensions of one element are gone, neighbours that every operand walks through evenly are one.
 */
#include "walk.h"

enum { TINY_INNER = 8, WORTHWHILE = 8 }; /* an inner loop shorter than TINY_INNER changes places with one at least WORTHWHILE times as long: the calls cost more than the reach */

static inline int64_t far_of(int64_t stride) { return stride < 0 ? -stride : stride; }

/* Should dimension a lie inside b? By the first operand that moves in both and says so. */
static bool lies_inside(const Walk *w, int a, int b)
{
    for (int i = 0; i < w->operands; i++) {
        int64_t sa = far_of(w->strides[a][i]), sb = far_of(w->strides[b][i]);
        if (!sa || !sb || sa == sb) continue;
        return sa < sb;
    }
    return false;
}
static void dims_exchange(Walk *w, int a, int b)
{
    int64_t n = w->shape[a], strides[WALK_OPERANDS];
    memcpy(strides, w->strides[a], sizeof strides);
    w->shape[a] = w->shape[b];
    memcpy(w->strides[a], w->strides[b], sizeof strides);
    w->shape[b] = n;
    memcpy(w->strides[b], strides, sizeof strides);
}
static void dims_sort(Walk *w)
{
    for (int d = 1; d < w->ndim; d++)
        for (int e = d; e > 0 && lies_inside(w, e - 1, e); e--) dims_exchange(w, e - 1, e);
}
/* A dimension that every operand walks backwards (or not at all) is walked forwards from its other end. */
static void dims_turn(Walk *w)
{
    for (int d = 0; d < w->ndim; d++) {
        bool back = false, forth = false;
        for (int i = 0; i < w->operands; i++) {
            back |= w->strides[d][i] < 0;
            forth |= w->strides[d][i] > 0;
        }
        if (!back || forth) continue;
        for (int i = 0; i < w->operands; i++) {
            w->at[i] += w->strides[d][i] * (w->shape[d] - 1);
            w->strides[d][i] = -w->strides[d][i];
        }
    }
}
static bool dims_join(const Walk *w, int outer, int inner)
{
    for (int i = 0; i < w->operands; i++)
        if (w->strides[outer][i] != w->strides[inner][i] * w->shape[inner]) return false;
    return true;
}
static void dims_coalesce(Walk *w)
{
    int n = 0; /* dimensions 0..n-1 are done */
    for (int d = 0; d < w->ndim; d++) {
        if (n && dims_join(w, n - 1, d)) w->shape[n - 1] *= w->shape[d];
        else {
            w->shape[n] = w->shape[d];
            if (n != d) memcpy(w->strides[n], w->strides[d], sizeof w->strides[n]);
            n++;
            continue;
        }
        memcpy(w->strides[n - 1], w->strides[d], sizeof w->strides[n - 1]);
    }
    w->ndim = n;
}
static void inner_prefer_long(Walk *w)
{
    int last = w->ndim - 1, longest = last;
    if (last < 1 || w->shape[last] >= TINY_INNER) return;
    for (int d = 0; d < last; d++)
        if (w->shape[d] > w->shape[longest]) longest = d;
    if (w->shape[longest] >= w->shape[last] * WORTHWHILE) dims_exchange(w, longest, last);
}
/* The innermost dimension becomes the inner loop. */
static void inner_take(Walk *w)
{
    if (!w->ndim) {
        w->inner = 1;
        for (int i = 0; i < w->operands; i++) w->inner_strides[i] = 0;
        return;
    }
    w->ndim--;
    w->inner = w->shape[w->ndim];
    memcpy(w->inner_strides, w->strides[w->ndim], sizeof w->inner_strides);
}
/* The dimensions of more than one element. false: there is no element at all. */
static bool dims_take(Walk *w, int ndim, const int64_t *shape, int operands, char *const *data, const int64_t *const *strides)
{
    w->operands = operands;
    w->ndim = 0;
    for (int i = 0; i < operands; i++) w->at[i] = data[i];
    for (int d = 0; d < ndim; d++) {
        if (!shape[d]) {
            w->ndim = 0;
            w->inner = 0;
            for (int i = 0; i < operands; i++) w->inner_strides[i] = 0;
            return false;
        }
        if (shape[d] == 1) continue;
        w->shape[w->ndim] = shape[d];
        w->index[w->ndim] = 0;
        for (int i = 0; i < operands; i++) w->strides[w->ndim][i] = strides[i][d];
        w->ndim++;
    }
    return true;
}
void walk_open(Walk *w, int ndim, const int64_t *shape, int operands, char *const *data, const int64_t *const *strides)
{
    if (!dims_take(w, ndim, shape, operands, data, strides)) return;
    dims_turn(w);
    dims_sort(w);
    dims_coalesce(w);
    inner_prefer_long(w);
    inner_take(w);
}
void walk_open_ordered(Walk *w, int ndim, const int64_t *shape, int operands, char *const *data, const int64_t *const *strides)
{
    if (!dims_take(w, ndim, shape, operands, data, strides)) return;
    dims_coalesce(w);
    inner_take(w);
}
bool walk_next(Walk *w)
{
    for (int d = w->ndim - 1; d >= 0; d--) {
        if (++w->index[d] < w->shape[d]) {
            for (int i = 0; i < w->operands; i++) w->at[i] += w->strides[d][i];
            return true;
        }
        w->index[d] = 0;
        for (int i = 0; i < w->operands; i++) w->at[i] -= w->strides[d][i] * (w->shape[d] - 1);
    }
    return false;
}

/* ---- broadcasting ---- */
Value np_shape_text(VM *vm, const int64_t *shape, int n)
{
    StrB b = STRB_INIT(vm);
    int first = 0;
    while (first < n && shape[first] < 0) first++; /* what is open in front is not told */
    strb_char(&b, '(');
    for (int d = first; d < n; d++) {
        if (shape[d] < 0) strb_c(&b, "newaxis");
        else strb_format(&b, "%lld", (long long)shape[d]);
        if (d + 1 < n || n == 1) strb_char(&b, ',');
    }
    strb_char(&b, ')');
    return strb_take(&b);
}
static bool raise_mismatch(VM *vm, NdArray *const *arrays, int a, int b)
{
    Value first = np_dims_tuple(vm, arrays[a]->shape, arrays[a]->ndim);
    Value second = first ? np_dims_tuple(vm, arrays[b]->shape, arrays[b]->ndim) : NO_VALUE;
    if (second)
        err_raise(vm, EXC_ValueError, "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg %d with shape %R and arg %d with shape %R.", a, first, b, second);
    release(vm, first);
    release(vm, second);
    return false;
}
bool np_broadcast(VM *vm, NdArray *const *arrays, int n, NpDims *out)
{
    int from[NP_DIMS_MOST] = {0}; /* who made a dimension what it is */
    out->n = 0;
    for (int i = 0; i < n; i++)
        if (arrays[i]->ndim > out->n) out->n = arrays[i]->ndim;
    for (int d = 0; d < out->n; d++) out->v[d] = 1;
    for (int i = 0; i < n; i++) {
        int shift = out->n - arrays[i]->ndim;
        for (int d = 0; d < arrays[i]->ndim; d++) {
            int64_t size = arrays[i]->shape[d], *have = &out->v[d + shift];
            if (size == 1 || size == *have) continue;
            if (*have != 1) return raise_mismatch(vm, arrays, from[d + shift], i);
            *have = size;
            from[d + shift] = i;
        }
    }
    return true;
}
static bool raise_no_broadcast(VM *vm, const char *what, const int64_t *from, int from_n, const int64_t *to, int to_n)
{
    Value a = np_shape_text(vm, from, from_n), b = a ? np_shape_text(vm, to, to_n) : NO_VALUE;
    if (b) err_raise(vm, EXC_ValueError, "could not broadcast %s from shape %U into shape %U", what, a, b);
    release(vm, a);
    release(vm, b);
    return false;
}
bool array_strides_in_as(VM *vm, const NdArray *a, const int64_t *shape, int ndim, int64_t *strides, const char *what)
{
    const int64_t *from = a->shape, *steps = a->strides;
    int n = a->ndim;
    for (; n > ndim && *from == 1; n--) { /* leading ones say nothing */
        from++;
        steps++;
    }
    if (n > ndim) return raise_no_broadcast(vm, what, from, n, shape, ndim);
    int shift = ndim - n;
    for (int d = 0; d < shift; d++) strides[d] = 0;
    for (int d = 0; d < n; d++) {
        if (from[d] != 1 && from[d] != shape[d + shift]) return raise_no_broadcast(vm, what, from, n, shape, ndim);
        strides[d + shift] = from[d] == 1 ? 0 : steps[d];
    }
    return true;
}
bool array_strides_in(VM *vm, const NdArray *a, const int64_t *shape, int ndim, int64_t *strides)
{
    return array_strides_in_as(vm, a, shape, ndim, strides, "input array");
}
