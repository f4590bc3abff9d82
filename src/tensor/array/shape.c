/* shape.c: arrays in another shape: transposed, reshaped, squeezed, with another dtype over the same bytes. */
#include "shape.h"
#include "element.h"
#include "functions.h"
#include "transfer.h"
#include "walk.h"

NdArray *array_transpose(VM *vm, NdArray *a, const NpDims *axes)
{
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
    bool seen[NP_DIMS_MOST] = {false};
    if (axes && axes->n != a->ndim) return err_raise(vm, EXC_ValueError, "axes don't match array"), NULL;
    for (int i = 0; i < a->ndim; i++) {
        int64_t from = axes ? axes->v[i] : a->ndim - 1 - i;
        if (!np_axis(vm, &from, a->ndim)) return NULL;
        if (seen[from]) return err_raise(vm, EXC_ValueError, "repeated axis in transpose"), NULL;
        seen[from] = true;
        shape[i] = a->shape[from];
        strides[i] = a->strides[from];
    }
    return array_view(vm, a, NULL, shape, strides, a->ndim, a->data);
}

/* Strides of the same elements in another shape, without a copy. false: there are none. */
static bool restride(const NdArray *a, const int64_t *shape, int ndim, bool fortran, int64_t *strides)
{
    int64_t old_shape[NP_DIMS_MOST], old_strides[NP_DIMS_MOST];
    int m = 0, i = 0, j = 0;
    for (int k = 0; k < a->ndim; k++)
        if (a->shape[k] != 1) old_shape[m] = a->shape[k], old_strides[m++] = a->strides[k];
    while (i < m && j < ndim) { /* runs of old and new dimensions with equally many elements */
        int i_end = i + 1, j_end = j + 1;
        int64_t have = old_shape[i], want = shape[j];
        while (have != want)
            if (want < have) {
                if (j_end == ndim) return false;
                want *= shape[j_end++];
            } else {
                if (i_end == m) return false;
                have *= old_shape[i_end++];
            }
        for (int k = i; k < i_end - 1; k++) /* the old ones must lie like one dimension */
            if (fortran ? old_strides[k + 1] != old_shape[k] * old_strides[k] : old_strides[k] != old_shape[k + 1] * old_strides[k + 1]) return false;
        if (fortran) {
            strides[j] = old_strides[i];
            for (int k = j + 1; k < j_end; k++) strides[k] = strides[k - 1] * shape[k - 1];
        } else {
            strides[j_end - 1] = old_strides[i_end - 1];
            for (int k = j_end - 1; k > j; k--) strides[k - 1] = strides[k] * shape[k];
        }
        i = i_end;
        j = j_end;
    }
    for (; j < ndim; j++) strides[j] = j ? (fortran ? strides[j - 1] * shape[j - 1] : strides[j - 1]) : a->descr->size; /* (ones at the end) */
    return true;
}

NdArray *array_reshape(VM *vm, NdArray *a, const int64_t *asked, int ndim, Order order)
{
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST], n = array_size(a), known = 1;
    int open = -1;
    bool fits = true;
    for (int i = 0; i < ndim; i++) {
        shape[i] = asked[i];
        if (asked[i] < 0 && open >= 0) return err_raise(vm, EXC_ValueError, "can only specify one unknown dimension"), NULL;
        if (asked[i] < 0) open = i;
        else if (__builtin_mul_overflow(known, asked[i], &known)) fits = false;
    }
    if (open >= 0) {
        fits = fits && known && n % known == 0;
        if (fits) shape[open] = n / known;
    } else fits = fits && known == n;
    if (!fits) {
        Value text = np_shape_text(vm, asked, ndim);
        if (text) err_raise(vm, EXC_ValueError, "cannot reshape array of size %lld into shape %U", (long long)n, (Ref)text);
        release(vm, text);
        return NULL;
    }
    bool same = ndim == a->ndim && memcmp(shape, a->shape, sizeof *shape * (size_t)ndim) == 0;
    if (same && order != ORDER_KEEP) return array_view(vm, a, NULL, a->shape, a->strides, ndim, a->data);
    if (order == ORDER_ANY) order = array_is(a, ARRAY_F) && !array_is(a, ARRAY_C) ? ORDER_F : ORDER_C;
    if (order == ORDER_KEEP) return err_raise(vm, EXC_ValueError, "order 'K' is not permitted for reshaping"), NULL;
    bool fortran = order == ORDER_F;
    if (!n || array_is(a, fortran ? ARRAY_F : ARRAY_C)) array_strides_fill(strides, shape, ndim, a->descr->size, order);
    else if (!restride(a, shape, ndim, fortran, strides)) {
        NdArray *c = array_copy(vm, a, order, true);
        if (!c) return NULL;
        array_strides_fill(strides, shape, ndim, c->descr->size, order);
        NdArray *r = array_view(vm, c, NULL, shape, strides, ndim, c->data);
        array_release(vm, c);
        return r;
    }
    return array_view(vm, a, NULL, shape, strides, ndim, a->data);
}

NdArray *array_ravel(VM *vm, NdArray *a, Order order)
{
    int64_t n = array_size(a);
    if (order == ORDER_KEEP && !array_is(a, ARRAY_C)) { /* in the order of the memory */
        NpDims axes = {.n = a->ndim};
        for (int i = 0; i < a->ndim; i++) {
            int k = i;
            int64_t s = a->strides[i] < 0 ? -a->strides[i] : a->strides[i];
            for (; k > 0; k--) {
                int64_t t = a->strides[axes.v[k - 1]];
                if ((t < 0 ? -t : t) >= s) break;
                axes.v[k] = axes.v[k - 1];
            }
            axes.v[k] = i;
        }
        NdArray *t = array_transpose(vm, a, &axes), *r = t ? array_reshape(vm, t, &n, 1, ORDER_C) : NULL;
        array_release(vm, t);
        return r;
    }
    return array_reshape(vm, a, &n, 1, order == ORDER_KEEP ? ORDER_C : order);
}

bool array_retype(VM *vm, NdArray *a, Descr *d)
{
    Np *np = np_of(a);
    if (descr_has_objects(d) || descr_has_objects(a->descr)) {
        Ref given[] = {REF(a->descr), REF(d)};
        Value ok = np_ask(vm, np, PY_VIEW_IS_SAFE, given, 2);
        if (!ok) return false;
        release(vm, ok);
    }
    Descr *to = d->size || d->num != NP_VOID || descr_is_structured(d) ? descr_retain(d) : descr_sized(vm, np, (Num)d->num, a->descr->size);
    if (!to) return false;
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
    int ndim = a->ndim;
    memcpy(shape, a->shape, (size_t)ndim * sizeof *shape);
    memcpy(strides, a->strides, (size_t)ndim * sizeof *strides);
    bool ok = true;
    if (to->size != a->descr->size) {
        const char *wrong = NULL;
        if (!ndim) wrong = "Changing the dtype of a 0d array is only supported if the itemsize is unchanged";
        else if (!to->size && to->num == NP_VOID) wrong = "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.";
        else if (shape[ndim - 1] != 1 && strides[ndim - 1] != a->descr->size && array_size(a)) wrong = "To change to a dtype of a different size, the last axis must be contiguous";
        else if (to->size < a->descr->size) {
            if (!to->size || a->descr->size % to->size) wrong = "When changing to a smaller dtype, its size must be a divisor of the size of original dtype";
            else {
                shape[ndim - 1] *= a->descr->size / to->size;
                strides[ndim - 1] = to->size;
            }
        } else {
            int64_t bytes = shape[ndim - 1] * a->descr->size;
            if (bytes % to->size) wrong = "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.";
            else {
                shape[ndim - 1] = bytes / to->size;
                strides[ndim - 1] = to->size;
            }
        }
        if (wrong) ok = err_false(vm, EXC_ValueError, "%s", wrong);
    }
    if (ok && to->base) { /* a dtype of arrays: its dimensions behind */
        const Tuple *more = as_tuple(to->shape);
        ok = ok && np_dims_fit(vm, ndim + more->len);
        int was = ndim;
        for (int64_t i = 0; ok && i < more->len; i++) ok = int_to_i64(vm, more->items[i], &shape[ndim++]);
        if (ok) array_strides_fill(strides + was, shape + was, ndim - was, to->base->size, ORDER_C);
        Descr *base = descr_retain(to->base);
        descr_release(vm, to);
        to = base;
    }
    if (ok && (ndim != a->ndim || to->size != a->descr->size)) ok = array_set_dims(vm, a, shape, strides, ndim);
    if (!ok) {
        descr_release(vm, to);
        return false;
    }
    Descr *was = a->descr;
    a->descr = to;
    descr_release(vm, was);
    return array_update_flags(a);
}

/* ---- methods ---- */

static NdArray *self_of(const Ref *args) { return as_array(args[0]); }

/* f(1, 2), f((1, 2)), f(None): what stands behind self as dimensions. *none: nothing, or None. */
static bool loose_dims(VM *vm, Ref rest /*a tuple*/, NpDims *out, bool *none)
{
    int64_t n = as_tuple(rest)->len;
    *none = n == 0 || (n == 1 && is_none(as_tuple(rest)->items[0]));
    if (*none) return true;
    return np_dims(vm, n == 1 ? (Ref)as_tuple(rest)->items[0] : rest, out);
}

static Value m_transpose(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NpDims axes;
    bool none;
    if (!loose_dims(vm, args[1], &axes, &none)) return NULL;
    return VAL(array_transpose(vm, self_of(args), none ? NULL : &axes));
}

static Value m_reshape(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NpDims dims;
    bool none;
    Order order = ORDER_C;
    if (!np_order(vm, args[2], &order)) return NULL;
    if (!as_tuple(args[1])->len) return err_raise(vm, EXC_TypeError, "reshape() takes exactly 1 argument (0 given)");
    if (!loose_dims(vm, args[1], &dims, &none)) return NULL;
    if (order == ORDER_KEEP) return err_raise(vm, EXC_ValueError, "order 'K' is not permitted for reshaping");
    if (none) return VAL(array_view(vm, self_of(args), NULL, self_of(args)->shape, self_of(args)->strides, self_of(args)->ndim, self_of(args)->data));
    return VAL(array_reshape(vm, self_of(args), dims.v, dims.n, order));
}
static Value m_ravel(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Order order = ORDER_C;
    return np_order(vm, args[1], &order) ? VAL(array_ravel(vm, self_of(args), order)) : NO_VALUE;
}
static Value m_flatten(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Order order = ORDER_C;
    if (!np_order(vm, args[1], &order)) return NULL;
    NdArray *r = array_ravel(vm, self_of(args), order);
    if (!r || (r->base && is_array(r->base, np_of(r)) && (!array_overlap(r, self_of(args)) || !array_size(r)))) { /* a view of a copy that is nobody else's */
        if (r && array_size(r)) return VAL(r);
    }
    NdArray *c = r ? array_copy(vm, r, ORDER_C, true) : NULL;
    array_release(vm, r);
    return VAL(c);
}
static Value m_swapaxes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    int64_t i, j;
    if (!num_index_i64(vm, args[1], &i) || !num_index_i64(vm, args[2], &j)) return NULL;
    Value what = NO_VALUE;
    if (i < -a->ndim || i >= a->ndim || j < -a->ndim || j >= a->ndim) {
        bool first = i < -a->ndim || i >= a->ndim;
        what = str_from_c(vm, first ? "axis1" : "axis2");
        if (what) np_raise_axis(vm, first ? i : j, a->ndim, what);
        release(vm, what);
        return NULL;
    }
    if (i < 0) i += a->ndim;
    if (j < 0) j += a->ndim;
    NpDims axes = {.n = a->ndim};
    for (int k = 0; k < a->ndim; k++) axes.v[k] = k == i ? j : k == j ? i : k;
    return VAL(array_transpose(vm, a, &axes));
}

/* An axis or a tuple of axes, none of them twice. */
static bool some_axes(VM *vm, Ref v, int ndim, NpDims *out)
{
    bool there[NP_DIMS_MOST] = {false};
    int64_t count = is_tuple(v) ? as_tuple(v)->len : 1;
    for (out->n = 0; out->n < count && out->n < NP_DIMS_MOST; out->n++) {
        int64_t *axis = &out->v[out->n];
        if (!np_integer(vm, is_tuple(v) ? (Ref)as_tuple(v)->items[out->n] : v, axis, "an integer is required for the axis")) return false;
        bool alone = !ndim && (*axis == 0 || *axis == -1); /* a number alone is as a row of one */
        if (!np_axis(vm, axis, alone ? 1 : ndim)) return false;
        if (there[*axis]) return err_false(vm, EXC_ValueError, "duplicate value in 'axis'");
        there[*axis] = true;
    }
    return true;
}
static Value m_squeeze(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    bool drop[NP_DIMS_MOST] = {false};
    if (args[1] && !is_none(args[1])) {
        NpDims axes;
        if (!some_axes(vm, args[1], a->ndim, &axes)) return NULL;
        for (int i = 0; i < axes.n; i++) {
            if (a->ndim && a->shape[axes.v[i]] != 1) return err_raise(vm, EXC_ValueError, "cannot select an axis to squeeze out which has size not equal to one");
            drop[axes.v[i]] = true;
        }
    } else
        for (int i = 0; i < a->ndim; i++) drop[i] = a->shape[i] == 1;
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
    int m = 0;
    for (int i = 0; i < a->ndim; i++)
        if (!drop[i]) shape[m] = a->shape[i], strides[m++] = a->strides[i];
    if (m == a->ndim) return retain(args[0]);
    return VAL(array_view(vm, a, NULL, shape, strides, m, a->data));
}

static Value m_view(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    Np *np = np_of(a);
    Ref dtype = args[1], class = args[2];
    if (dtype && is_type(dtype) && type_is_subtype(as_type(dtype), np->ndarray)) {
        if (class) return err_raise(vm, EXC_ValueError, "Cannot specify output type twice.");
        class = dtype;
        dtype = NULL;
    }
    if (class && (!is_type(class) || !type_is_subtype(as_type(class), np->ndarray))) return err_raise(vm, EXC_ValueError, "Type must be a sub-type of ndarray type");
    Descr *d = dtype ? descr_parse(vm, np, dtype, false) : NULL;
    if (dtype && !d) return NULL;
    NdArray *r = array_make(vm, np, class ? as_type(class) : a->head.type, a->descr, a->shape, a->strides, a->ndim, a->data, a->flags, retain(args[0]), args[0]);
    if (r && d) {
        Value key = str_intern_c(vm, "dtype"); /* (a subclass may have its own setter) */
        bool ok = key && (r->head.type == np->ndarray ? array_retype(vm, r, d) : obj_setattr(vm, REF(r), key, REF(d)));
        release(vm, key);
        if (!ok) {
            array_release(vm, r);
            r = NULL;
        }
    }
    descr_release(vm, d);
    return VAL(r);
}

static Value m_resize(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    NpDims dims;
    bool none;
    int check = args[2] ? op_truth(vm, args[2]) : 1;
    if (check < 0 || !loose_dims(vm, args[1], &dims, &none)) return NULL;
    if (none) return V_NONE;
    if (!array_is(a, ARRAY_C) && !array_is(a, ARRAY_F)) return err_raise(vm, EXC_ValueError, "resize only works on single-segment arrays");
    int64_t count = 1;
    for (int i = 0; i < dims.n; i++) {
        if (dims.v[i] < 0) return err_raise(vm, EXC_ValueError, "negative dimensions not allowed");
        if (__builtin_mul_overflow(count, dims.v[i], &count)) return err_no_memory(vm);
    }
    int64_t bytes, had = array_size(a);
    if (__builtin_mul_overflow(count, a->descr->size, &bytes)) return err_no_memory(vm);
    if (count != had) {
        if (!(a->flags & ARRAY_OWNDATA)) return err_raise(vm, EXC_ValueError, "cannot resize this array: it does not own its data");
        if (a->base || (a->head.flags & OBJ_WEAKREFS))
            return err_raise(vm, EXC_ValueError, "cannot resize an array that references or is referenced\nby another array in this way. Use the np.resize function.");
        if (check && a->head.refs > 2) /* (the caller's name, and the call's) */
            return err_raise(vm, EXC_ValueError, "cannot resize an array that references or is referenced\nby another array in this way.\nUse the np.resize function or refcheck=False");
        size_t room = bytes ? (size_t)bytes : (size_t)(a->descr->size ? a->descr->size : 1);
        if (descr_has_objects(a->descr))
            for (int64_t i = count; i < had; i++) element_decref(vm, a->descr, a->data + i * a->descr->size);
        char *data = mem_realloc(vm->mem, a->data, a->room, room);
        if (!data) return err_no_memory(vm);
        if (room > a->room) memset(data + a->room, 0, room - a->room);
        if (count > had) memset(data + had * a->descr->size, 0, (size_t)((count - had) * a->descr->size));
        a->data = data;
        a->room = room;
    }
    int64_t strides[NP_DIMS_MOST];
    array_strides_fill(strides, dims.v, dims.n, a->descr->size, ORDER_C);
    return array_set_dims(vm, a, dims.v, strides, dims.n) ? V_NONE : NO_VALUE;
}

const NativeDef array_shape_methods[] = {
    {"transpose", m_transpose, "self, /, *axes", NULL, 0},
    {"reshape", m_reshape, "self, /, *shape, order='C'", NULL, 0},
    {"ravel", m_ravel, "self, /, order='C'", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"flatten", m_flatten, "self, /, order='C'", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"swapaxes", m_swapaxes, "self, axis1, axis2, /", NULL, 0},
    {"squeeze", m_squeeze, "self, /, axis=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"view", m_view, "self, /, dtype=None, type=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"resize", m_resize, "self, /, *new_shape, refcheck=True", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
