/* select.c: elements by index and by mask: take, put, choose, repeat, compress, putmask.
 *
 * Blocks of whole elements are moved as bytes; where elements hold objects their references are counted along.
 */
#include "select.h"

#include "element.h"
#include "promote.h"
#include "transfer.h"
#include "ufunc.h"
#include "walk.h"

enum { PLAIN = ARRAY_C | ARRAY_ALIGNED };

bool np_clip_mode(VM *vm, Ref v, ClipMode *out)
{
    static const char *const names[] = {"clip", "wrap", "raise"};
    if (!v || is_none(v)) return true;
    if (is_int(v)) {
        int64_t i;
        if (!int_to_i64(vm, v, &i)) return false;
        if (i < CLIP_CLIP || i > CLIP_RAISE) return err_false(vm, EXC_ValueError, "integer clipmode must be RAISE, WRAP, or CLIP from the module 'numpy'");
        *out = (ClipMode)i;
        return true;
    }
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "clipmode must be str, not %T", v);
    for (int i = 0; i < 3; i++)
        if (str_equal_c(v, names[i])) {
            *out = (ClipMode)i;
            return true;
        }
    return err_false(vm, EXC_ValueError, "clipmode must be one of 'clip', 'raise', or 'wrap' (got %R)", v);
}
NdArray *array_along(VM *vm, NdArray *a, Ref axis, int64_t *out)
{
    *out = 0;
    if (axis && !is_none(axis)) {
        if (!np_integer(vm, axis, out, "an integer is required for the axis")) return NULL;
        if (a->ndim || (*out != 0 && *out != -1)) return np_axis(vm, out, a->ndim) ? array_retain(a) : NULL;
        *out = 0;
    }
    if (a->ndim == 1) return array_retain(a);
    int64_t n = array_size(a);
    NdArray *plain = array_as(vm, a, NULL, ARRAY_C);
    NdArray *flat = plain ? array_view(vm, plain, NULL, &n, NULL, 1, plain->data) : NULL;
    array_release(vm, plain);
    if (flat) *out = flat->ndim - 1; /* (a matrix stays one of two) */
    return flat;
}
static NdArray *indices_of(VM *vm, Np *np, Ref v)
{
    Descr *intp = descr_of(np, NP_LONG);
    NdArray *a = array_from_any(vm, np, v, intp, PLAIN | ARRAY_NATIVE);
    descr_release(vm, intp);
    return a;
}
/* A fresh array of a's class and dtype. */
static NdArray *made_like(VM *vm, NdArray *a, const int64_t *shape, int ndim)
{
    return array_make(vm, np_of(a), as_obj(REF(a))->type, a->descr, shape, NULL, ndim, NULL, 0, NO_VALUE, REF(a));
}
static bool raise_index(VM *vm, int64_t i, int64_t axis, int64_t n)
{
    return err_false(vm, EXC_IndexError, "index %lld is out of bounds for axis %lld with size %lld", (long long)i, (long long)axis, (long long)n);
}
/* References for `bytes` of elements just copied to `at`. */
static void block_incref(const Descr *d, const char *at, int64_t bytes)
{
    if (descr_has_objects(d))
        for (int64_t i = 0; i < bytes; i += d->size) element_incref(d, at + i);
}
static void element_replace(VM *vm, const Descr *d, char *at, const char *with)
{
    if (descr_has_objects(d)) {
        element_incref(d, with);
        element_decref(vm, d, at);
    }
    memcpy(at, with, (size_t)d->size);
}

/* ---- take ---- */
typedef struct Picks { const char *from; char *to; const int64_t *at; int64_t n, block; } Picks;

#define PICK(bytes)                                                                                                                                                                               \
    case bytes:                                                                                                                                                                                   \
        for (int64_t j = 0; j < p->n; j++) memcpy(p->to + j * (bytes), p->from + p->at[j] * (bytes), bytes);                                                                                       \
        return
static void pick_blocks(const Picks *p)
{
    switch (p->block) {
        PICK(1);
        PICK(2);
        PICK(4);
        PICK(8);
        PICK(16);
        PICK(32);
    default:
        for (int64_t j = 0; j < p->n; j++) memcpy(p->to + j * p->block, p->from + p->at[j] * p->block, (size_t)p->block);
    }
}
/* Owned int64s in 0..size-1; NULL: raised. */
static NdArray *indices_within(VM *vm, NdArray *given, int64_t size, int64_t axis, ClipMode mode)
{
    int64_t n = array_size(given), *v = (int64_t *)given->data, i = 0;
    while (i < n && v[i] >= 0 && v[i] < size) i++;
    if (i == n) return array_retain(given);
    NdArray *own = array_copy(vm, given, ORDER_C, false);
    if (!own) return NULL;
    for (v = (int64_t *)own->data; i < n; i++) {
        int64_t was = v[i];
        if (index_into(&v[i], size, mode)) continue;
        raise_index(vm, was, axis, size);
        array_release(vm, own);
        return NULL;
    }
    return own;
}
static NdArray *take_along(VM *vm, NdArray *a, NdArray *indices, int64_t axis, ClipMode mode)
{
    NpDims dims = {.n = 0};
    int64_t outer = 1, block = a->descr->size, n = array_size(indices), size = a->shape[axis];
    if (a->ndim - 1 + indices->ndim > NP_DIMS_MOST) return err_raise(vm, EXC_ValueError, "number of dimensions must be within [0, %d]", NP_DIMS_MOST), NULL;
    for (int d = 0; d < axis; d++) outer *= dims.v[dims.n++] = a->shape[d];
    for (int d = 0; d < indices->ndim; d++) dims.v[dims.n++] = indices->shape[d];
    for (int d = (int)axis + 1; d < a->ndim; d++) block *= dims.v[dims.n++] = a->shape[d];
    if (!size && n && outer && block) return err_raise(vm, EXC_IndexError, "cannot do a non-empty take from an empty axes."), NULL;
    NdArray *within = size ? indices_within(vm, indices, size, axis, mode) : array_retain(indices);
    NdArray *out = within ? made_like(vm, a, dims.v, dims.n) : NULL;
    for (int64_t i = 0; out && size && i < outer; i++) {
        Picks p = {a->data + i * size * block, out->data + i * n * block, (const int64_t *)within->data, n, block};
        pick_blocks(&p);
        block_incref(a->descr, p.to, n * block);
    }
    array_release(vm, within);
    return out;
}
/* The result into what was asked for; result taken. */
static NdArray *into_out(VM *vm, NdArray *result, Ref out, const char *mismatch)
{
    if (!result || !out || is_none(out)) return result;
    NdArray *to = NULL;
    if (!is_array(out, np_of(result))) err_raise(vm, EXC_TypeError, "output must be an array");
    else if (as_array(out)->ndim != result->ndim || memcmp(as_array(out)->shape, result->shape, (size_t)result->ndim * sizeof *result->shape)) err_raise(vm, EXC_ValueError, "%s", mismatch);
    else if (array_writeable(vm, as_array(out), "output array") && array_copy_into(vm, as_array(out), result)) to = array_retain(as_array(out));
    array_release(vm, result);
    return to;
}
NdArray *array_take(VM *vm, NdArray *a, Ref indices, Ref axis, Ref out, ClipMode mode)
{
    int64_t along;
    if (out && !is_none(out) && !is_array(out, np_of(a))) return err_raise(vm, EXC_TypeError, "output must be an array"), NULL;
    NdArray *view = array_along(vm, a, axis, &along), *plain = view ? array_as(vm, view, NULL, PLAIN) : NULL;
    NdArray *at = plain ? indices_of(vm, np_of(a), indices) : NULL;
    NdArray *result = at ? take_along(vm, plain, at, along, mode) : NULL;
    array_release(vm, at);
    array_release(vm, plain);
    array_release(vm, view);
    return into_out(vm, result, out, "output array does not match result of ndarray.take");
}
static Value method_take(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ClipMode mode = CLIP_RAISE;
    (void)n;
    (void)kwnames;
    if (!np_clip_mode(vm, args[4], &mode)) return NO_VALUE;
    return array_return(vm, array_take(vm, as_array(args[0]), args[1], args[2], args[3], mode));
}

/* ---- put, putmask ---- */
/* What is written in C's order: a itself, or a copy that finish_flat brings back. */
static NdArray *begin_flat(VM *vm, NdArray *a) { return array_as(vm, a, NULL, ARRAY_C); }
static bool finish_flat(VM *vm, NdArray *a, NdArray *flat /*taken*/, bool ok)
{
    if (ok && flat != a) ok = array_copy_into(vm, a, flat);
    array_release(vm, flat);
    return ok;
}
static NdArray *values_for(VM *vm, NdArray *a, Ref values) /* of a's dtype, not sharing its memory */
{
    NdArray *v = array_from_any(vm, np_of(a), values, a->descr, PLAIN | ARRAY_FORCE_CAST);
    if (!v || !array_overlap(a, v)) return v;
    NdArray *own = array_copy(vm, v, ORDER_C, false);
    array_release(vm, v);
    return own;
}
static bool put_at(VM *vm, NdArray *flat, const NdArray *at, const NdArray *values, ClipMode mode)
{
    int64_t n = array_size(at), size = array_size(flat), count = array_size(values), step = flat->descr->size;
    const int64_t *index = (const int64_t *)at->data;
    for (int64_t i = 0, j = 0; i < n; i++, j = j + 1 == count ? 0 : j + 1) {
        int64_t where = index[i];
        if (!index_into(&where, size, mode)) return raise_index(vm, index[i], 0, size);
        element_replace(vm, flat->descr, flat->data + where * step, values->data + j * step);
    }
    return true;
}
static bool array_put(VM *vm, NdArray *a, Ref indices, Ref values, ClipMode mode)
{
    NdArray *at = indices_of(vm, np_of(a), indices), *v = at ? values_for(vm, a, values) : NULL, *flat = NULL;
    bool ok = v != NULL;
    if (ok && array_size(v) && array_size(at) && (ok = (flat = begin_flat(vm, a)) != NULL)) ok = finish_flat(vm, a, flat, put_at(vm, flat, at, v, mode));
    array_release(vm, v);
    array_release(vm, at);
    return ok;
}
static bool output_writeable(VM *vm, const NdArray *a, const char *who)
{
    return array_is(a, ARRAY_WRITEABLE) || err_false(vm, EXC_ValueError, "%s: output array is read-only", who);
}
static Value method_put(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ClipMode mode = CLIP_RAISE;
    NdArray *a = as_array(args[0]);
    (void)n;
    (void)kwnames;
    if (!np_clip_mode(vm, args[3], &mode) || !output_writeable(vm, a, "put")) return NO_VALUE;
    return array_put(vm, a, args[1], args[2], mode) ? V_NONE : NO_VALUE;
}
static NdArray *mask_of(VM *vm, NdArray *a, Ref v, const char *who)
{
    Descr *d = descr_of(np_of(a), NP_BOOL);
    NdArray *mask = array_from_any(vm, np_of(a), v, d, PLAIN | ARRAY_FORCE_CAST);
    descr_release(vm, d);
    if (!mask || array_size(mask) == array_size(a)) return mask;
    array_release(vm, mask);
    return err_raise(vm, EXC_ValueError, "%s: mask and data must be the same size", who), NULL;
}
/* Where the mask says so, flat gets the value of the same number. */
static void masked_put(VM *vm, NdArray *flat, const NdArray *mask, const NdArray *values)
{
    int64_t n = array_size(flat), count = array_size(values), step = flat->descr->size;
    for (int64_t i = 0; i < n; i++) {
        if (!mask->data[i]) continue;
        element_replace(vm, flat->descr, flat->data + i * step, values->data + i % count * step);
    }
}
static Value put_masked(VM *vm, NdArray *a, Ref mask, Ref values, const char *who)
{
    NdArray *m = mask_of(vm, a, mask, who), *own = m && array_overlap(a, m) ? array_copy(vm, m, ORDER_C, false) : m ? array_retain(m) : NULL;
    NdArray *v = own ? values_for(vm, a, values) : NULL, *flat = NULL;
    bool ok = v != NULL;
    if (ok && array_size(v) && (ok = (flat = begin_flat(vm, a)) != NULL)) {
        masked_put(vm, flat, own, v);
        ok = finish_flat(vm, a, flat, true);
    }
    array_release(vm, v);
    array_release(vm, own);
    array_release(vm, m);
    return ok ? V_NONE : NO_VALUE;
}
static Value function_putmask(VM *vm, const Ref *args, int n, Ref kwnames)
{
    (void)n;
    (void)kwnames;
    Np *np = np_state(vm);
    if (!np) return NO_VALUE;
    if (!is_array(args[0], np)) return err_raise(vm, EXC_TypeError, "putmask() argument 1 must be numpy.ndarray, not %T", args[0]);
    if (!output_writeable(vm, as_array(args[0]), "putmask")) return NO_VALUE;
    return put_masked(vm, as_array(args[0]), args[1], args[2], "putmask");
}

/* ---- choose: one pass under a mask for each choice ---- */
static bool chosen_pass(VM *vm, NdArray *out, NdArray *choice, NdArray *which, int64_t k, NdArray *mask)
{
    int64_t n = array_size(which);
    const int64_t *v = (const int64_t *)which->data;
    bool any = false;
    for (int64_t i = 0; i < n; i++) any |= mask->data[i] = v[i] == k;
    return !any || array_copy_where(vm, out, choice, mask);
}
static NdArray *choose_from(VM *vm, NdArray *which, NdArray **choices, int n, ClipMode mode)
{
    NpDims dims;
    Np *np = np_of(which);
    NdArray *all[NP_DIMS_MOST + 1]; /* the choices are counted from 0, as errors name them */
    memcpy(all, choices, (size_t)n * sizeof *choices);
    all[n] = which;
    if (!np_broadcast(vm, all, n + 1, &dims)) return NULL;
    int64_t *v = (int64_t *)which->data, count = array_size(which);
    for (int64_t i = 0; i < count; i++)
        if ((mode == CLIP_RAISE && v[i] < 0) || !index_into(&v[i], n, mode)) return err_raise(vm, EXC_ValueError, "invalid entry in choice array"), NULL;
    Descr *common = descr_result(vm, np, choices, n, NULL, 0), *truth = descr_of(np, NP_BOOL);
    NdArray *out = common ? array_zeros(vm, np, common, dims.v, dims.n, ORDER_C) : NULL;
    NdArray *mask = out ? array_new(vm, np, truth, which->shape, which->ndim, ORDER_C) : NULL;
    bool ok = mask != NULL;
    for (int k = 0; k < n && ok; k++) ok = chosen_pass(vm, out, choices[k], which, k, mask);
    array_release(vm, mask);
    descr_release(vm, common);
    descr_release(vm, truth);
    if (ok) return out;
    array_release(vm, out);
    return NULL;
}
static NdArray *choose_list(VM *vm, NdArray *a, Ref list, ClipMode mode)
{
    NdArray *choices[NP_DIMS_MOST];
    int64_t n = as_list(list)->len;
    if (!n) return err_raise(vm, EXC_ValueError, "0-length sequence."), NULL;
    if (n > NP_DIMS_MOST - 1) return err_raise(vm, EXC_ValueError, "Need at least 0 and at most %d array objects.", NP_DIMS_MOST), NULL;
    int made = 0;
    for (; made < n && made < as_list(list)->len; made++) {
        Value item = retain(as_list(list)->items[made]);
        choices[made] = array_from_any(vm, np_of(a), item, NULL, 0);
        release(vm, item);
        if (!choices[made]) break;
    }
    NdArray *which = NULL, *out = NULL;
    if (made == n) {
        NdArray *as_given = indices_of(vm, np_of(a), REF(a));
        which = as_given ? array_copy(vm, as_given, ORDER_C, false) : NULL; /* indices are brought into bounds there */
        array_release(vm, as_given);
    }
    if (which) out = choose_from(vm, which, choices, made, mode);
    array_release(vm, which);
    for (int i = 0; i < made; i++) array_release(vm, choices[i]);
    return out;
}
static Value method_choose(VM *vm, const Ref *args, int n, Ref kwnames) /* self, *choices, out, mode */
{
    ClipMode mode = CLIP_RAISE;
    (void)n;
    (void)kwnames;
    int64_t given = as_tuple(args[1])->len;
    if (!np_clip_mode(vm, args[3], &mode)) return NO_VALUE;
    if (!given) return err_raise(vm, EXC_TypeError, "choose() takes exactly 1 argument (0 given)");
    Value list = list_from_iter(vm, given == 1 ? as_tuple(args[1])->items[0] : args[1]);
    NdArray *out = list ? choose_list(vm, as_array(args[0]), list, mode) : NULL;
    release(vm, list);
    return array_return(vm, into_out(vm, out, args[2], "choose: invalid shape for output array."));
}

/* ---- repeat ---- */
static bool repeats_total(VM *vm, const NdArray *repeats, int64_t n, int64_t *total)
{
    const int64_t *v = (const int64_t *)repeats->data;
    int64_t given = array_size(repeats);
    bool one = given == 1 && (repeats->ndim == 0 || n != 1);
    if (repeats->ndim > 1) return err_false(vm, EXC_ValueError, "object too deep for desired array");
    if (!one && given != n) return err_false(vm, EXC_ValueError, "operands could not be broadcast together with shape (%lld,) (%lld,)", (long long)n, (long long)given);
    *total = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t times = v[one ? 0 : i];
        if (times < 0) return err_false(vm, EXC_ValueError, one ? "negative dimensions are not allowed" : "repeats may not contain negative values.");
        if (__builtin_add_overflow(*total, times, total)) return err_false(vm, EXC_ValueError, "Maximum allowed dimension exceeded");
    }
    return true;
}
static NdArray *repeat_along(VM *vm, NdArray *a, NdArray *repeats, int64_t axis)
{
    int64_t total = 0, n = a->shape[axis], outer = 1, block = a->descr->size, shape[NP_DIMS_MOST];
    const int64_t *times = (const int64_t *)repeats->data;
    bool one = array_size(repeats) == 1;
    if (!repeats_total(vm, repeats, n, &total)) return NULL;
    memcpy(shape, a->shape, (size_t)a->ndim * sizeof *shape);
    shape[axis] = total;
    for (int d = 0; d < axis; d++) outer *= shape[d];
    for (int d = (int)axis + 1; d < a->ndim; d++) block *= shape[d];
    NdArray *out = made_like(vm, a, shape, a->ndim);
    if (!out || !array_size(out)) return out;
    const char *from = a->data;
    char *to = out->data;
    CastLoop copy = copy_loop(block);
    for (int64_t i = 0; i < outer * n; i++, from += block) {
        int64_t m = times[one ? 0 : i % n];
        if (copy) copy(from, 0, to, block, m);
        else
            for (int64_t j = 0; j < m; j++) memcpy(to + j * block, from, (size_t)block);
        block_incref(a->descr, to, m * block);
        to += m * block;
    }
    return out;
}
NdArray *array_repeat(VM *vm, NdArray *a, Ref repeats, Ref axis)
{
    int64_t along;
    NdArray *view = array_along(vm, a, axis, &along), *plain = view ? array_as(vm, view, NULL, PLAIN) : NULL;
    NdArray *times = plain ? indices_of(vm, np_of(a), repeats) : NULL;
    NdArray *out = times ? repeat_along(vm, plain, times, along) : NULL;
    array_release(vm, times);
    array_release(vm, plain);
    array_release(vm, view);
    return out;
}
static Value method_repeat(VM *vm, const Ref *args, int n, Ref kwnames)
{
    (void)n;
    (void)kwnames;
    return array_return(vm, array_repeat(vm, as_array(args[0]), args[1], args[2]));
}

/* ---- compress, nonzero, argmax, argmin ---- */
static Value method_compress(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *condition = array_from_any(vm, np_of(as_array(args[0])), args[1], NULL, 0), *out = NULL;
    (void)n;
    (void)kwnames;
    if (!condition) return NO_VALUE;
    Value at = NO_VALUE;
    if (condition->ndim != 1) err_raise(vm, EXC_ValueError, "condition must be a 1-d array");
    else at = array_nonzero(vm, condition);
    if (at) out = array_take(vm, as_array(args[0]), as_tuple(at)->items[0], args[2], args[3], CLIP_RAISE);
    release(vm, at);
    array_release(vm, condition);
    return array_return(vm, out);
}
static Value method_nonzero(VM *vm, const Ref *args, int n, Ref kwnames)
{
    (void)n;
    (void)kwnames;
    return array_nonzero(vm, as_array(args[0]));
}
static Value extreme(VM *vm, const Ref *args, bool max)
{
    int keep = args[3] ? op_truth(vm, args[3]) : 0;
    return keep < 0 ? NO_VALUE : array_return(vm, array_arg_extreme(vm, as_array(args[0]), args[1], args[2], keep, max));
}
static Value method_argmax(VM *vm, const Ref *args, int n, Ref kwnames)
{
    (void)n;
    (void)kwnames;
    return extreme(vm, args, true);
}
static Value method_argmin(VM *vm, const Ref *args, int n, Ref kwnames)
{
    (void)n;
    (void)kwnames;
    return extreme(vm, args, false);
}

/* ---- functions ---- */
static Value function_count_nonzero(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_from_any(vm, np, args[0], NULL, 0) : NULL;
    (void)n;
    (void)kwnames;
    int64_t count = a ? array_count_nonzero(vm, a) : -1;
    array_release(vm, a);
    return count < 0 ? NO_VALUE : int_from_i64(vm, count);
}
static Value function_where(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *ops[3] = {NULL};
    Value out = NO_VALUE;
    (void)n;
    (void)kwnames;
    if (np && !args[1] != !args[2]) return err_raise(vm, EXC_ValueError, "either both or neither of x and y should be given");
    int count = args[1] ? 3 : 1, made = 0;
    for (; np && made < count; made++)
        if (!(ops[made] = array_from_any(vm, np, args[made], NULL, 0))) break;
    if (made == count) out = count == 1 ? array_nonzero(vm, ops[0]) : VAL(array_where(vm, ops[0], ops[1], ops[2]));
    for (int i = 0; i < made; i++) array_release(vm, ops[i]);
    return out;
}
const NativeDef array_select_methods[] = {
    {"take", method_take, "self, indices, axis=None, out=None, mode='raise'", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"put", method_put, "self, indices, values, mode='raise'", NULL, NATIVE_KW},
    {"choose", method_choose, "self, *choices, out=None, mode='raise'", NULL, NATIVE_KW},
    {"repeat", method_repeat, "self, repeats, axis=None", NULL, NATIVE_KW},
    {"compress", method_compress, "self, condition, axis=None, out=None", NULL, NATIVE_KW},
    {"nonzero", method_nonzero, "self", NULL, 0},
    {"argmax", method_argmax, "self, axis=None, out=None, *, keepdims=False", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"argmin", method_argmin, "self, axis=None, out=None, *, keepdims=False", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"diagonal", method_diagonal, "self, offset=0, axis1=0, axis2=1", NULL, NATIVE_KW},
    {"trace", method_trace, "self, offset=0, axis1=0, axis2=1, dtype=None, out=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {0},
};
const NativeDef multiarray_select_functions[] = {
    {"putmask", function_putmask, "a, mask, values", NULL, NATIVE_KW},
    {"count_nonzero", function_count_nonzero, "a", NULL, NATIVE_KW},
    {"where", function_where, "condition, x=None, y=None, /", NULL, 0},
    {"concatenate", function_concatenate, "arrays, axis=0, out=None, *, dtype=None, casting='same_kind'", NULL, NATIVE_KW},
    {0},
};
