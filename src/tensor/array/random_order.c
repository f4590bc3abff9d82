/* random_order.c: sequences in a random order, some of their items, and bytes. */
#include "random_draw.h"

#include <math.h>

#include "element.h"
#include "promote.h"
#include "select.h"
#include "shape.h"
#include "ufunc.h"

Value random_bytes(VM *vm, Drawer *d, Ref length)
{
    int64_t n;
    if (!num_index_i64(vm, length, &n)) return NO_VALUE;
    if (n < 0) return err_raise(vm, EXC_ValueError, "negative dimensions are not allowed");
    Value b = bytes_from(vm, NULL, n);
    for (int64_t i = 0; b && i < n; i += 4) {
        uint32_t w = bits32(&d->legacy.bits);
        memcpy(as_bytes(b)->data + i, &w, (size_t)(n - i < 4 ? n - i : 4));
        if ((i & 0xffffc) == 0xffffc && !vm_poll(vm)) value_clear(vm, &b);
    }
    return b;
}

/* Places are drawn many at a time, so that memory is asked for what is wanted soon. */
enum { AHEAD = 64 };
static int draw_places(const Bits *b, int64_t *places, int64_t i, int64_t first)
{
    int n = i - first + 1 < AHEAD ? (int)(i - first + 1) : AHEAD;
    for (int k = 0; k < n; k++) places[k] = (int64_t)random_interval(b, (uint64_t)(i - k));
    return n;
}
bool random_mix_longs(VM *vm, Drawer *d, int64_t *v, int64_t n, int64_t first)
{
    int64_t places[AHEAD];
    for (int64_t i = n - 1, round = 1; i >= first; round++) {
        int m = draw_places(&d->legacy.bits, places, i, first);
        for (int k = 0; k < m; k++) __builtin_prefetch(v + places[k], 1);
        for (int k = 0; k < m; k++, i--) {
            int64_t x = v[places[k]];
            v[places[k]] = v[i];
            v[i] = x;
        }
        if ((round & 0x3ff) == 0 && !vm_poll(vm)) return false;
    }
    return true;
}

/* ---- shuffle ---- */
static void swap_bytes(char *a, char *b, char *room, int64_t bytes)
{
    memcpy(room, a, (size_t)bytes);
    memcpy(a, b, (size_t)bytes);
    memcpy(b, room, (size_t)bytes);
}
/* n elements of `bytes` bytes, `stride` apart, from the last on */
static bool mix_elements(VM *vm, Drawer *d, char *at, int64_t n, int64_t stride, int64_t bytes, char *room)
{
    int64_t places[AHEAD];
    for (int64_t i = n - 1, round = 1; i >= 1; round++) {
        int m = draw_places(&d->legacy.bits, places, i, 1);
        for (int k = 0; k < m; k++) __builtin_prefetch(at + places[k] * stride, 1);
        for (int k = 0; k < m; k++, i--) {
            char *x = at + i * stride, *y = at + places[k] * stride;
            if (bytes == 8) {
                uint64_t p, q;
                memcpy(&p, x, 8);
                memcpy(&q, y, 8);
                memcpy(x, &q, 8);
                memcpy(y, &p, 8);
            } else
                swap_bytes(x, y, room, bytes);
        }
        if ((round & 0x3ff) == 0 && !vm_poll(vm)) return false;
    }
    return true;
}
static bool mix_flat(VM *vm, Drawer *d, NdArray *a)
{
    int64_t bytes = a->descr->size;
    if (bytes == 0) bytes = 0;
    char *room = mem_zalloc(vm->mem, (size_t)bytes + 1);
    if (!room) return err_no_memory(vm), false;
    bool ok = mix_elements(vm, d, a->data, a->shape[0], a->strides[0], bytes, room);
    mem_free(vm->mem, room, (size_t)bytes + 1);
    return ok;
}
/* Rows along `axis` of an array: through a copy of one. */
static bool mix_rows(VM *vm, Drawer *d, NdArray *a, int64_t axis)
{
    NpDims axes = {.n = a->ndim};
    for (int i = 0; i < a->ndim; i++) axes.v[i] = i == 0 ? axis : i <= axis ? i - 1 : i;
    NdArray *t = array_transpose(vm, a, &axes);
    if (!t) return false;
    int64_t n = t->shape[0];
    NdArray *x = array_view(vm, t, NULL, t->shape + 1, t->strides + 1, t->ndim - 1, t->data), *y = x ? array_view(vm, t, NULL, t->shape + 1, t->strides + 1, t->ndim - 1, t->data) : NULL,
            *room = y ? array_new(vm, np_of(a), a->descr, t->shape + 1, t->ndim - 1, ORDER_C) : NULL;
    bool ok = room != NULL;
    for (int64_t i = n - 1; ok && i >= 1; i--) {
        int64_t j = (int64_t)random_interval(&d->legacy.bits, (uint64_t)i);
        if (i == j) continue; /* nothing to be moved */
        x->data = t->data + i * t->strides[0];
        y->data = t->data + j * t->strides[0];
        ok = array_copy_into(vm, room, y) && array_copy_into(vm, y, x) && array_copy_into(vm, x, room) && vm_poll(vm);
    }
    array_release(vm, x);
    array_release(vm, y);
    array_release(vm, room);
    array_release(vm, t);
    return ok;
}
static bool mix_items(VM *vm, Drawer *d, Ref x)
{
    int64_t n = op_len(vm, x);
    if (n < 0) return false;
    for (int64_t i = n - 1; i >= 1; i--) {
        int64_t j = (int64_t)random_interval(&d->legacy.bits, (uint64_t)i);
        Value at_i = int_from_i64(vm, i), at_j = int_from_i64(vm, j), p = op_getitem(vm, x, at_j), q = p ? op_getitem(vm, x, at_i) : NO_VALUE;
        bool ok = q && op_setitem(vm, x, at_i, p) && op_setitem(vm, x, at_j, q);
        release(vm, p);
        release(vm, q);
        if (!ok) return false;
    }
    return true;
}
static bool warn_of_kind(VM *vm, Ref x)
{
    Value sequence = import_attr(vm, "collections.abc", "Sequence");
    int is = sequence ? op_isinstance(vm, x, sequence) : -1;
    release(vm, sequence);
    if (is) return is > 0;
    return err_warn(vm, EXC_UserWarning, str_format(vm, "you are shuffling a '%s' object which is not a subclass of 'Sequence'; `shuffle` is not guaranteed to behave correctly. E.g., non-numpy array/tensor "
                                                        "objects with view semantics may contain duplicates after shuffling.", type_of(vm, x)->name->data));
}
/* A masked array, or another class's: rows through a buffer by its own items. */
static Value place(VM *vm, int64_t i) { return tuple_of(vm, 2, (Ref)make_small(i), (Ref)V_ELLIPSIS); } /* x[i, ...] is a view also where x has one dimension */
static bool mix_by_items(VM *vm, Drawer *d, Ref x)
{
    int64_t n = op_len(vm, x);
    if (n <= 0) return n == 0;
    Value first = place(vm, 0), zero = first ? op_getitem(vm, x, first) : NO_VALUE, empty_like = zero ? import_attr(vm, "numpy", "empty_like") : NO_VALUE, room = empty_like ? call1(vm, empty_like, zero) : NO_VALUE;
    bool ok = room != NO_VALUE;
    for (int64_t i = n - 1; ok && i >= 1; i--) {
        int64_t j = (int64_t)random_interval(&d->legacy.bits, (uint64_t)i);
        if (i == j) continue;
        Value at_i = place(vm, i), at_j = place(vm, j), p = at_i && at_j ? op_getitem(vm, x, at_j) : NO_VALUE, q = NO_VALUE;
        ok = p && op_setitem(vm, room, V_ELLIPSIS, p) && (q = op_getitem(vm, x, at_i)) && op_setitem(vm, x, at_j, q) && op_setitem(vm, x, at_i, room);
        release(vm, at_i);
        release(vm, at_j);
        release(vm, p);
        release(vm, q);
    }
    release(vm, first);
    release(vm, zero);
    release(vm, empty_like);
    release(vm, room);
    return ok;
}
bool random_shuffle(VM *vm, Drawer *d, Ref x, int64_t axis, bool old)
{
    Np *np = np_state(vm);
    if (!np) return false;
    if (!is_array(x, np)) {
        if (axis != 0) return err_false(vm, EXC_NotImplementedError, "Axis argument is only supported on ndarray objects");
        if (op_len(vm, x) < 0) return false;
        return warn_of_kind(vm, x) && mix_items(vm, d, x);
    }
    NdArray *a = as_array(x);
    if (old && a->ndim == 0) return err_false(vm, EXC_TypeError, "len() of unsized object");
    if (!old && a->ndim == 0 && axis == 0) return op_len(vm, x) >= 0;
    if (!old && !np_axis(vm, &axis, a->ndim)) return false;
    if (a->ndim == 1 && is_array_exact(x, np) && a->shape[0] <= 0) return true;
    bool exact = is_array_exact(x, np), objects = descr_has_objects(a->descr);
    if (!(a->flags & ARRAY_WRITEABLE)) return err_false(vm, EXC_ValueError, "array is read-only");
    if (a->ndim == 1 && a->descr->size && (exact || !old || !objects) && (exact || a->ndim == 1)) {
        if (!exact && objects && !err_warn(vm, EXC_UserWarning,
                                    str_from_c(vm, "Shuffling a one dimensional array subclass containing objects gives incorrect results for most array subclasses.  Please use the new random number API "
                                                   "instead: https://numpy.org/doc/stable/reference/random/index.html\nThe new API fixes this issue. This version will not be fixed due to stability guarantees of the API.")))
            return false;
        if (exact) return mix_flat(vm, d, a);
    }
    if (axis == 0 && !exact) return mix_by_items(vm, d, x);
    return mix_rows(vm, d, a, axis);
}

/* ---- permutation ---- */
static NdArray *first_longs(VM *vm, Np *np, int64_t n)
{
    if (n < 0) return err_raise(vm, EXC_ValueError, "negative dimensions are not allowed"), NULL;
    NdArray *a = array_new(vm, np, np->descrs[NP_LONG], &n, 1, ORDER_C);
    for (int64_t i = 0; a && i < n; i++) {
        ((int64_t *)(void *)a->data)[i] = i;
        if ((i & 0xfffff) == 0xfffff && !vm_poll(vm)) array_release(vm, a), a = NULL;
    }
    return a;
}
Value random_permutation(VM *vm, Drawer *d, Ref x, int64_t axis, bool old)
{
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    if (is_int(x) || is_bool(x) || is_instance_of(vm, x, np->abstract[NPC_INTEGER])) {
        int64_t n;
        if (!num_index_i64(vm, x, &n)) return NO_VALUE;
        NdArray *a = first_longs(vm, np, n < 0 && old ? 0 : n);
        if (!a || random_mix_longs(vm, d, (int64_t *)(void *)a->data, n, 1)) return VAL(a);
        array_release(vm, a);
        return NO_VALUE;
    }
    NdArray *a = array_from_any(vm, np, x, NULL, 0);
    if (!a) return NO_VALUE;
    Value r = NO_VALUE;
    if (old && a->ndim < 1) err_raise(vm, EXC_IndexError, "x must be an integer or at least 1-dimensional");
    else if (np_axis(vm, &axis, a->ndim)) {
        if (a->ndim == 1) {
            NdArray *copy = array_copy(vm, a, ORDER_C, false);
            if (copy && copy->shape[0] > 0 && !(old ? random_shuffle(vm, d, REF(copy), 0, true) : mix_flat(vm, d, copy))) array_release(vm, copy);
            else r = VAL(copy);
        } else {
            NdArray *order = first_longs(vm, np, a->shape[axis]);
            if (order && random_mix_longs(vm, d, (int64_t *)(void *)order->data, order->shape[0], 1)) r = VAL(array_take(vm, a, REF(order), make_small(axis), NULL, CLIP_RAISE));
            array_release(vm, order);
        }
    }
    array_release(vm, a);
    return r;
}

Value random_permuted(VM *vm, Drawer *d, Ref x, Ref axis_given, Ref out_given)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_from_any(vm, np, x, NULL, 0) : NULL, *out = NULL;
    if (!a) return NO_VALUE;
    bool all = !axis_given || is_none(axis_given), ok = true;
    int64_t axis = 0;
    if (a->ndim == 0) ok = op_len(vm, REF(a)) >= 0;
    if (ok && out_given && !is_none(out_given)) {
        if (!is_array(out_given, np)) ok = err_false(vm, EXC_TypeError, "out must be a numpy array");
        else if (as_array(out_given)->ndim != a->ndim || memcmp(as_array(out_given)->shape, a->shape, sizeof *a->shape * (size_t)a->ndim) != 0)
            ok = err_false(vm, EXC_ValueError, "out must have the same shape as x");
        else {
            out = array_retain(as_array(out_given));
            ok = descr_can_cast(vm, a->descr, out->descr, CASTING_SAME_KIND) ? array_copy_into(vm, out, a) : raise_cannot_cast(vm, a->descr, out->descr, CASTING_SAME_KIND, false);
        }
    } else if (ok)
        ok = (out = array_copy(vm, a, ORDER_C, false)) != NULL;
    if (ok && !all) ok = num_index_i64(vm, axis_given, &axis) && np_axis(vm, &axis, a->ndim);
    if (ok && !(out->flags & ARRAY_WRITEABLE)) ok = err_false(vm, EXC_ValueError, "array is read-only");
    char *room = ok ? mem_zalloc(vm->mem, (size_t)out->descr->size + 1) : NULL;
    if (ok && all) {
        NdArray *flat = array_ravel(vm, out, ORDER_C);
        ok = flat && room && mix_elements(vm, d, flat->data, flat->shape[0], flat->strides[0], out->descr->size, room);
        if (ok && flat->data != out->data) { /* a copy, to be put back */
            NdArray *shaped = array_reshape(vm, flat, out->shape, out->ndim, ORDER_C);
            ok = shaped && array_copy_into(vm, out, shaped);
            array_release(vm, shaped);
        }
        array_release(vm, flat);
    } else if (ok && room && array_size(out)) {
        int64_t index[NP_DIMS_MOST] = {0};
        for (bool more = true; ok && more;) {
            char *at = out->data;
            for (int k = 0; k < out->ndim; k++) at += k == axis ? 0 : index[k] * out->strides[k];
            ok = mix_elements(vm, d, at, out->shape[axis], out->strides[axis], out->descr->size, room);
            int k = out->ndim - 1;
            for (; k >= 0; k--) {
                if (k == axis) continue;
                if (++index[k] < out->shape[k]) break;
                index[k] = 0;
            }
            more = k >= 0;
        }
    }
    if (room) mem_free(vm->mem, room, (size_t)out->descr->size + 1);
    array_release(vm, a);
    if (!ok) array_release(vm, out);
    return ok ? VAL(out) : NO_VALUE;
}

/* ---- choice ---- */
/* Sums of probabilities, checked. *sums: n running sums divided by the last; owned by the caller. */
static NdArray *chances(VM *vm, Np *np, Ref p, int64_t n, bool old)
{
    NdArray *given = array_from_any(vm, np, p, NULL, 0);
    if (!given) return NULL;
    double close = 1.4901161193847656e-8; /* sqrt(eps) */
    if (num_is_float(given->descr->num)) {
        double eps = given->descr->num == NP_HALF ? 0.00097656 : given->descr->num == NP_FLOAT ? 1.1920929e-07 : 2.220446049250313e-16;
        if (sqrt(eps) > close) close = sqrt(eps);
    }
    NdArray *a = array_as(vm, given, np->descrs[NP_DOUBLE], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
    array_release(vm, given);
    if (!a) return NULL;
    const double *v = (const double *)(void *)a->data;
    bool ok = a->ndim == 1 || err_false(vm, EXC_ValueError, old ? "'p' must be 1-dimensional" : "p must be 1-dimensional");
    ok = ok && (a->shape[0] == n || err_false(vm, EXC_ValueError, old ? "'a' and 'p' must have same size" : "a and p must have same size"));
    double sum = 0, lost = 0;
    bool negative = false;
    for (int64_t i = 0; ok && i < n; i++) { /* Kahan's sum */
        double y = v[i] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
        negative = negative || v[i] < 0;
    }
    if (ok && isnan(sum)) ok = err_false(vm, EXC_ValueError, "probabilities contain NaN");
    if (ok && negative) ok = err_false(vm, EXC_ValueError, "probabilities are not non-negative");
    if (ok && fabs(sum - 1.) > close) ok = err_false(vm, EXC_ValueError, "probabilities do not sum to 1");
    if (ok) return a;
    array_release(vm, a);
    return NULL;
}
static void running(const double *p, double *out, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) out[i] = sum += p[i];
    double last = n ? out[n - 1] : 1;
    for (int64_t i = 0; i < n; i++) out[i] /= last;
}
/* The first place whose sum is above u */
static int64_t found(const double *sums, int64_t n, double u)
{
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (sums[middle] <= u) low = middle + 1;
        else high = middle;
    }
    return low;
}
static bool with_chances(VM *vm, Drawer *d, const NdArray *p, int64_t *out, int64_t count)
{
    int64_t n = p->shape[0];
    double *sums = mem_zalloc(vm->mem, sizeof *sums * (size_t)(n + 1));
    if (!sums) return err_no_memory(vm), false;
    running((const double *)(void *)p->data, sums, n);
    for (int64_t i = 0; i < count; i++) out[i] = found(sums, n, bits_unit(&d->legacy.bits));
    mem_free(vm->mem, sums, sizeof *sums * (size_t)(n + 1));
    return true;
}
/* Without putting back, with chances: as many draws as are missing, each time; what came twice counts once, in the order of its first coming. */
static bool apart_with_chances(VM *vm, Drawer *d, const NdArray *given, int64_t *out, int64_t count)
{
    int64_t n = given->shape[0], have = 0, possible = 0;
    double *p = mem_zalloc(vm->mem, sizeof *p * (size_t)(3 * n + count + 1)), *sums = p + n, *units = p + 2 * n;
    if (!p) return err_no_memory(vm), false;
    memcpy(p, given->data, sizeof *p * (size_t)n);
    for (int64_t i = 0; i < n; i++) possible += p[i] > 0;
    bool ok = possible >= count || err_false(vm, EXC_ValueError, "Fewer non-zero entries in p than size");
    while (ok && have < count) {
        int64_t missing = count - have, before = have;
        for (int64_t i = 0; i < missing; i++) units[i] = bits_unit(&d->legacy.bits);
        for (int64_t i = 0; i < have; i++) p[out[i]] = 0;
        running(p, sums, n);
        for (int64_t i = 0; i < missing; i++) {
            int64_t x = found(sums, n, units[i]), k = before;
            while (k < have && out[k] != x) k++;
            if (k == have) out[have++] = x;
        }
        ok = vm_poll(vm);
    }
    mem_free(vm->mem, p, sizeof *p * (size_t)(3 * n + count + 1));
    return ok;
}

/* Without chances and without putting back, Generator's: a shuffle's tail where many of very many are wanted, else Floyd's sampling (Bentley 1987) with a table of what came. */
static bool apart(VM *vm, Drawer *d, int64_t n, int64_t *out, int64_t count, bool shuffle)
{
    int64_t cutoff = shuffle ? 50 : 20; /* what part of more than 10,000 is many */
    if (!(n > 10000 && count > n / cutoff)) {
        uint64_t mask = UINT64_MAX >> __builtin_clzll((uint64_t)(1.2 * (double)count) | 1), empty = UINT64_MAX, *set = mem_zalloc(vm->mem, sizeof *set * (mask + 1));
        if (!set) return err_no_memory(vm), false;
        memset(set, 0xff, sizeof *set * (mask + 1));
        for (int64_t j = n - count; j < n; j++) {
            uint64_t x = random_below(&d->legacy.bits, (uint64_t)j), at = x & mask;
            while (set[at] != empty && set[at] != x) at = (at + 1) & mask;
            if (set[at] == x) {
                for (at = (uint64_t)j & mask; set[at] != empty;) at = (at + 1) & mask;
                x = (uint64_t)j;
            }
            set[at] = x;
            out[j - n + count] = (int64_t)x;
        }
        mem_free(vm->mem, set, sizeof *set * (mask + 1));
        if (shuffle)
            for (int64_t i = count - 1; i >= 1; i--) {
                int64_t j = (int64_t)random_below(&d->legacy.bits, (uint64_t)i), x = out[j];
                out[j] = out[i];
                out[i] = x;
            }
        return true;
    }
    int64_t *all = mem_zalloc(vm->mem, sizeof *all * (size_t)(n + 1));
    if (!all) return err_no_memory(vm), false;
    for (int64_t i = 0; i < n; i++) all[i] = i;
    int64_t first = n - count > 1 ? n - count : 1;
    for (int64_t i = n - 1; i >= first; i--) {
        int64_t j = (int64_t)random_below(&d->legacy.bits, (uint64_t)i), x = all[j];
        all[j] = all[i];
        all[i] = x;
    }
    memcpy(out, all + n - count, sizeof *out * (size_t)count);
    mem_free(vm->mem, all, sizeof *all * (size_t)(n + 1));
    return true;
}
static bool apart_old(VM *vm, Drawer *d, int64_t n, int64_t *out, int64_t count)
{
    int64_t *all = mem_zalloc(vm->mem, sizeof *all * (size_t)(n + 1));
    if (!all) return err_no_memory(vm), false;
    for (int64_t i = 0; i < n; i++) all[i] = i;
    bool ok = random_mix_longs(vm, d, all, n, 1);
    if (ok) memcpy(out, all, sizeof *out * (size_t)count);
    mem_free(vm->mem, all, sizeof *all * (size_t)(n + 1));
    return ok;
}

Value random_choice(VM *vm, Drawer *d, const Ref *args, bool old)
{
    Np *np = np_state(vm);
    Ref a_given = args[0], size = args[1], p_given = args[3];
    int replace = args[2] ? op_truth(vm, args[2]) : 1, mix = !old && args[5] ? op_truth(vm, args[5]) : 1;
    int64_t axis = 0, n;
    NpDims dims;
    bool one;
    if (size && is_str(size)) return err_raise(vm, EXC_ValueError, "invalid literal for int() with base 10: %R", size);
    if (!np || replace < 0 || mix < 0 || (!old && args[4] && !num_index_i64(vm, args[4], &axis))) return NO_VALUE;
    bool sized = random_size(vm, size, &dims, &one); /* (what is chosen from is looked at first) */
    if (!sized) err_clear(vm), dims.n = 0;
    int64_t count = 1;
    for (int i = 0; i < dims.n; i++) count *= dims.v[i];
    NdArray *a = is_int(a_given) && !is_bool(a_given) ? NULL : array_from_any(vm, np, a_given, NULL, 0), *p = NULL, *places = NULL;
    if (!a && err_occurred(vm)) return NO_VALUE;
    if (!a || a->ndim == 0) { /* a number: so many */
        bool whole = !a || num_is_integer(a->descr->num) || num_is_bool(a->descr->num);
        if (whole && a) n = a->descr->num == NP_BOOL ? *a->data : 0;
        bool truth = a && a->descr->num == NP_BOOL;
        array_release(vm, a);
        a = NULL;
        if (!whole || (!truth && !num_index_i64(vm, a_given, &n))) {
            if (err_occurred(vm)) err_clear(vm);
            return old ? err_raise(vm, EXC_ValueError, "a must be 1-dimensional or an integer") : err_raise(vm, EXC_ValueError, "a must be a sequence or an integer, not %R", REF(type_of(vm, a_given)));
        }
        if (n <= 0 && count != 0) return err_raise(vm, EXC_ValueError, old ? "a must be greater than 0 unless no samples are taken" : "a must be a positive integer unless no samples are taken");
    } else {
        bool ok = !old || a->ndim == 1 || err_false(vm, EXC_ValueError, "a must be 1-dimensional");
        if (ok && axis < 0) axis += a->ndim;
        if (ok && (axis < 0 || axis >= a->ndim)) ok = err_false(vm, EXC_IndexError, "tuple index out of range");
        n = ok ? a->shape[axis] : 0;
        if (ok && n == 0 && count != 0) ok = err_false(vm, EXC_ValueError, old ? "'a' cannot be empty unless no samples are taken" : "a cannot be empty unless no samples are taken");
        if (!ok) return array_release(vm, a), NO_VALUE;
    }
    bool ok = sized || random_size(vm, size, &dims, &one);
    if (ok && p_given && !is_none(p_given)) ok = (p = chances(vm, np, p_given, n, old)) != NULL;
    if (ok && !replace && count > n)
        ok = err_false(vm, EXC_ValueError, old ? "Cannot take a larger sample than population when 'replace=False'" : "Cannot take a larger sample than population when replace is False");
    ok = ok && (places = array_new(vm, np, np->descrs[NP_LONG], dims.v, dims.n, ORDER_C));
    int64_t *out = ok ? (int64_t *)(void *)places->data : NULL;
    if (ok && p) ok = replace ? with_chances(vm, d, p, out, count) : apart_with_chances(vm, d, p, out, count);
    else if (ok && replace) {
        memset(out, 0, sizeof *out * (size_t)count);
        if (count) random_longs(d, out, count, (uint64_t)n - 1, old);
    } else if (ok)
        ok = old ? apart_old(vm, d, n, out, count) : apart(vm, d, n, out, count, mix);
    Value r = NO_VALUE;
    if (ok && !a) r = one ? int_from_i64(vm, out[0]) : VAL(array_retain(places));
    else if (ok && one && a->ndim == 1) r = scalar_new(vm, a->descr, a->data + out[0] * a->strides[0], REF(a));
    else if (ok) {
        r = VAL(array_take(vm, a, REF(places), make_small(axis), NULL, CLIP_RAISE));
    }
    array_release(vm, places);
    array_release(vm, p);
    array_release(vm, a);
    return r;
}
