/* create.c: functions that make arrays: array, zeros, empty, arange, frombuffer, fromiter … */
#include <math.h>

#include "element.h"
#include "functions.h"
#include "overrides.h"
#include "promote.h"
#include "shape.h"
#include "transfer.h"

/* A dtype argument; None and NULL: *out is NULL. false: raised. */
static bool dtype_arg(VM *vm, Np *np, Ref v, Descr **out)
{
    *out = NULL;
    return !v || is_none(v) || (*out = descr_parse(vm, np, v, false));
}

/* ---- array and its short forms ---- */

static Value make_array(VM *vm, Np *np, Ref v, Ref dtype, bool copy, Order order, bool subok, int64_t ndmin)
{
    Descr *d;
    if (ndmin > NP_DIMS_MOST) return err_raise(vm, EXC_ValueError, "ndmin bigger than allowable number of dimensions NPY_MAXDIMS (=%d)", NP_DIMS_MOST);
    if (!dtype_arg(vm, np, dtype, &d)) return NULL;
    unsigned flags = ARRAY_FORCE_CAST | (copy ? ARRAY_ENSURE_COPY : 0) | (subok ? 0 : ARRAY_ENSURE_ARRAY);
    NdArray *a = array_from(vm, np, v, d, (int)ndmin, 0, flags, order);
    if (a && d && a->descr != d && !d->base && (d->metadata || a->descr->metadata) && a->descr->num == d->num && a->descr->size == d->size && !(is_array(v, np) && !copy)) {
        Descr *was = a->descr; /* (what was asked for may say more than what is the same) */
        a->descr = descr_retain(d);
        descr_release(vm, was);
    }
    descr_release(vm, d);
    return VAL(a);
}
/* A truth value, or np._CopyMode: its value is one, but for NEVER's. */
CopyMode np_copy_mode(VM *vm, Ref v)
{
    if (is_none(v)) return err_raise(vm, EXC_ValueError, "NoneType copy mode not allowed."), COPY_WRONG;
    bool mode = !strcmp(type_name(vm, type_of(vm, v)), "_CopyMode");
    Value value = mode ? obj_getattr_c(vm, v, "value") : retain(v);
    int truth = value ? op_truth(vm, value) : -1;
    bool never = truth > 0 && mode && !is_bool(value);
    release(vm, value);
    return truth < 0 ? COPY_WRONG : never ? COPY_NEVER : truth ? COPY_ALWAYS : COPY_IF_NEEDED;
}
static Value f_array(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Order order = ORDER_KEEP;
    int64_t ndmin = 0;
    Value r;
    if (!np || overrides_like(vm, np, "array", args[6], args, n, &r)) return np ? r : NO_VALUE;
    CopyMode copy = args[2] ? np_copy_mode(vm, args[2]) : COPY_ALWAYS;
    int subok = args[4] ? op_truth(vm, args[4]) : 0;
    if (copy == COPY_WRONG || subok < 0 || !np_order(vm, args[3], &order) || (args[5] && !np_plain_integer(vm, args[5], &ndmin))) return NULL;
    r = make_array(vm, np, args[0], args[1], copy == COPY_ALWAYS, order, subok, ndmin);
    if (!r || copy != COPY_NEVER || !array_is(as_array(r), ARRAY_OWNDATA) || (is_array(args[0], np) && as_array(r)->data == as_array(args[0])->data)) return r;
    release(vm, r);
    return err_raise(vm, EXC_ValueError, "Unable to avoid copy while creating a new array.");
}
static Value short_form(VM *vm, const char *name, const Ref *args, int n, bool subok)
{
    Np *np = np_state(vm);
    Order order = ORDER_KEEP;
    Value r;
    if (!np || overrides_like(vm, np, name, args[3], args, n, &r)) return np ? r : NO_VALUE;
    return np_order(vm, args[2], &order) ? make_array(vm, np, args[0], args[1], false, order, subok, 0) : NO_VALUE;
}
static Value f_asarray(VM *vm, const Ref *args, int n, Ref kwnames) { return short_form(vm, "asarray", args, n, false); }
static Value f_asanyarray(VM *vm, const Ref *args, int n, Ref kwnames) { return short_form(vm, "asanyarray", args, n, true); }
static Value contiguous(VM *vm, const char *name, const Ref *args, int n, Order order)
{
    Np *np = np_state(vm);
    Value r;
    if (!np || overrides_like(vm, np, name, args[2], args, n, &r)) return np ? r : NO_VALUE;
    return make_array(vm, np, args[0], args[1], false, order, false, 1);
}
static Value f_ascontiguousarray(VM *vm, const Ref *args, int n, Ref kwnames) { return contiguous(vm, "ascontiguousarray", args, n, ORDER_C); }
static Value f_asfortranarray(VM *vm, const Ref *args, int n, Ref kwnames) { return contiguous(vm, "asfortranarray", args, n, ORDER_F); }

/* ---- of a shape ---- */

/* Zeros of objects are numbers, in fields too. */
static void zero_objects(VM *vm, Descr *d, char *at)
{
    if (d->num == NP_OBJECT) element_put(vm, d, at, make_small(0));
    else if (d->base && d->base->size)
        for (int64_t i = 0; i + d->base->size <= d->size; i += d->base->size) zero_objects(vm, d->base, at + i);
    else
        for (int64_t i = 0; i < d->n_fields; i++)
            if (descr_has_objects(d->fields[i].descr)) zero_objects(vm, d->fields[i].descr, at + d->fields[i].offset);
}

static Value of_shape(VM *vm, const char *name, const Ref *args, int n, bool zero)
{
    Np *np = np_state(vm);
    Order order = ORDER_C;
    NpDims dims;
    Descr *d;
    Value r;
    if (!np || overrides_like(vm, np, name, args[3], args, n, &r)) return np ? r : NO_VALUE;
    if (!np_dims(vm, args[0], &dims) || !dtype_arg(vm, np, args[1], &d)) return NULL;
    if (!np_order(vm, args[2], &order)) return descr_release(vm, d), NULL;
    if (!d) d = descr_of(np, NP_DOUBLE);
    if (order != ORDER_C && order != ORDER_F) {
        descr_release(vm, d);
        return err_raise(vm, EXC_ValueError, "only 'C' or 'F' order is permitted");
    }
    NdArray *a = zero ? array_zeros(vm, np, d, dims.v, dims.n, order) : array_new(vm, np, d, dims.v, dims.n, order);
    for (int64_t i = 0, m = a && zero && descr_has_objects(a->descr) ? array_size(a) : 0; i < m; i++) zero_objects(vm, a->descr, a->data + i * a->descr->size);
    descr_release(vm, d);
    return VAL(a);
}
static Value f_zeros(VM *vm, const Ref *args, int n, Ref kwnames) { return of_shape(vm, "zeros", args, n, true); }
static Value f_empty(VM *vm, const Ref *args, int n, Ref kwnames) { return of_shape(vm, "empty", args, n, false); }

static Value f_empty_like(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Order order = ORDER_KEEP;
    Descr *d;
    int subok = args[3] ? op_truth(vm, args[3]) : 1;
    if (!np || subok < 0 || !np_order(vm, args[2], &order)) return NULL;
    NdArray *a = array_from_any(vm, np, args[0], NULL, 0), *r = NULL;
    if (!a || !dtype_arg(vm, np, args[1], &d)) return array_release(vm, a), NO_VALUE;
    if (args[4] && !is_none(args[4])) {
        NpDims dims;
        if (np_dims(vm, args[4], &dims)) {
            bool same = dims.n == a->ndim;
            bool f = order == ORDER_F || ((order == ORDER_ANY || (order == ORDER_KEEP && same)) && array_is(a, ARRAY_F) && !array_is(a, ARRAY_C));
            r = array_make(vm, np, subok ? a->head.type : NULL, d ? d : a->descr, dims.v, NULL, dims.n, NULL, f ? ARRAY_F : 0, NO_VALUE, subok ? REF(a) : (Ref)NULL);
        }
    } else
        r = array_like(vm, a, order, d, subok);
    descr_release(vm, d);
    array_release(vm, a);
    return VAL(r);
}

/* ---- arange ---- */

/* ceil((stop - start) / step); -1: raised */
static int64_t steps_between(VM *vm, Ref start, Ref stop, Ref step)
{
    Value range = op_binary(vm, OP_SUB, stop, start), ratio = range ? op_binary(vm, OP_DIV, range, step) : NO_VALUE;
    if (range && !ratio && err_matches(vm, EXC_TypeError)) err_clear(vm), ratio = op_binary(vm, OP_FLOORDIV, range, step);
    int64_t n = -1;
    if (err_occurred(vm) && err_matches(vm, EXC_ZeroDivisionError)) err_clear(vm), err_raise(vm, EXC_ZeroDivisionError, is_float_any(start) || is_float_any(stop) || is_float_any(step) ? "float division by zero" : "division by zero");
    else if (range && is_int(range) && is_int(step)) { /* exactly */
        Value q = op_binary(vm, OP_FLOORDIV, range, step), m = q ? op_binary(vm, OP_MUL, q, step) : NO_VALUE;
        int64_t whole;
        if (m && num_index_i64(vm, q, &whole)) n = whole + (op_compare_bool(vm, m, range, CMP_EQ) == 0);
        release(vm, q);
        release(vm, m);
        if (n < 0 && !err_occurred(vm)) n = 0;
    } else if (ratio) {
        Value f = call1(vm, REF(CLASS(float)), ratio);
        if (f) {
            double x = ceil(float_any_of(f));
            if (x == 0 && float_any_of(f) == 0 && !signbit(x) && op_truth(vm, range) > 0) x = 1; /* (nothing but a step that is too large: the start is there) */
            if (x != x) err_raise(vm, EXC_ValueError, "arange: cannot compute length");
            else if (x > 9e18) err_raise(vm, EXC_ValueError, "Maximum allowed size exceeded");
            else n = x > 0 ? (int64_t)x : 0;
        }
        release(vm, f);
    }
    release(vm, range);
    release(vm, ratio);
    return n;
}

static bool fill_run(VM *vm, NdArray *a, Ref start, Ref next)
{
    int64_t n = array_size(a), size = a->descr->size;
    if (!n || !element_put(vm, a->descr, a->data, start)) return !n;
    if (n == 1) return true;
    if (!element_put(vm, a->descr, a->data + size, next)) return false;
    char *at = a->data;
    switch ((Num)a->descr->num) {
#define RUN(NUM, type, wide)                                                                                                                                                                \
    case NUM: {                                                                                                                                                                             \
        type *x = (type *)(void *)at;                                                                                                                                                       \
        wide x0 = (wide)x[0], d = (wide)x[1] - (wide)x[0];                                                                                                                                  \
        for (int64_t i = 2; i < n; i++) x[i] = (type)(x0 + (wide)i * d);                                                                                                                    \
        return true;                                                                                                                                                                        \
    }
        RUN(NP_BYTE, int8_t, uint64_t)
        RUN(NP_UBYTE, uint8_t, uint64_t)
        RUN(NP_SHORT, int16_t, uint64_t)
        RUN(NP_USHORT, uint16_t, uint64_t)
        RUN(NP_INT, int32_t, uint64_t)
        RUN(NP_UINT, uint32_t, uint64_t)
        RUN(NP_LONG, int64_t, uint64_t)
        RUN(NP_ULONG, uint64_t, uint64_t)
        RUN(NP_LONGLONG, int64_t, uint64_t)
        RUN(NP_ULONGLONG, uint64_t, uint64_t)
        RUN(NP_FLOAT, float, float)
        RUN(NP_DOUBLE, double, double)
        RUN(NP_LONGDOUBLE, long double, long double)
        RUN(NP_DATETIME, int64_t, uint64_t)
        RUN(NP_TIMEDELTA, int64_t, uint64_t)
#undef RUN
    case NP_HALF: {
        uint16_t *x = (uint16_t *)(void *)at;
        float x0 = np_half_to_float(x[0]), d = np_half_to_float(x[1]) - x0;
        for (int64_t i = 2; i < n; i++) x[i] = np_half_from_float(x0 + (float)i * d);
        return true;
    }
    case NP_CFLOAT: case NP_CDOUBLE: case NP_CLONGDOUBLE: case NP_OBJECT: {
        Value first = element_item(vm, a->descr, at, NULL), second = first ? element_item(vm, a->descr, at + size, NULL) : NO_VALUE, d = second ? op_binary(vm, OP_SUB, second, first) : NO_VALUE;
        bool ok = d != NO_VALUE;
        for (int64_t i = 2; ok && i < n; i++) {
            Value m = op_binary(vm, OP_MUL, make_small(i), d), x = m ? op_binary(vm, OP_ADD, first, m) : NO_VALUE;
            ok = x && element_put(vm, a->descr, at + i * size, x) && vm_poll(vm);
            release(vm, m);
            release(vm, x);
        }
        release(vm, first);
        release(vm, second);
        release(vm, d);
        return ok;
    }
    case NP_BOOL: return err_false(vm, EXC_TypeError, "no fill-function for data-type.");
    default: return err_false(vm, EXC_ValueError, "no fill-function for data-type.");
    }
}

static Value f_arange(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"start", "stop", "step", "dtype", "like"};
    Ref given[5];
    Np *np = np_state(vm);
    if (!np || !args_bind(vm, "arange", args, n, kwnames, names, 5, given)) return NULL;
    Value r;
    Descr *d = NULL;
    if (overrides_like(vm, np, "arange", given[4], given, 5, &r)) return r;
    Ref start = given[0], stop = given[1], step = given[2];
    if (!stop || is_none(stop)) {
        if (!start) return err_raise(vm, EXC_TypeError, "arange() requires stop to be specified.");
        stop = start;
        start = NULL;
    }
    if ((start && is_tuple(start)) || is_tuple(stop) || (step && is_tuple(step))) return err_raise(vm, EXC_TypeError, "arange: scalar arguments expected instead of a tuple.");
    bool no_start = !start, no_step = !step || is_none(step);
    if (no_start) start = make_small(0);
    if (no_step) step = make_small(1);
    if (!dtype_arg(vm, np, given[3], &d)) return NULL;
    if (d && num_is_flexible((Num)d->num)) {
        err_raise(vm, EXC_TypeError, "arange() not supported for inputs with DType %R.", REF(np->dtype_classes[d->num]));
        descr_release(vm, d);
        return NULL;
    }
    bool times = (d && num_is_time((Num)d->num));
    if (!times && !d) {
        Ref parts[] = {start, stop, step};
        for (int i = 0; i < 3; i++) {
            if (is_scalar(vm, np, parts[i]) || is_array(parts[i], np)) {
                Value dt = obj_getattr_c(vm, parts[i], "dtype");
                if (dt && is_descr(vm, np, dt) && num_is_time((Num)as_descr(dt)->num)) times = true;
                release(vm, dt);
                err_clear(vm);
            }
        }
    }
    if (times) {
        NdArray *a = time_arange(vm, np, no_start ? NULL : start, stop, no_step ? NULL : step, d);
        descr_release(vm, d);
        return VAL(a);
    }
    if (!d) { /* what the three meet in, integers at least of C's long */
        Descr *found = descr_of(np, NP_LONG);
        Ref parts[] = {start, stop, step};
        for (int i = 0; found && i < 3; i++) {
            NdArray *x = array_from_any(vm, np, parts[i], NULL, 0);
            bool text = x && (x->descr->num == NP_STRING || x->descr->num == NP_UNICODE);
            if (text) err_raise(vm, EXC_TypeError, "arange() not supported for inputs with DType %R.", REF(np->dtype_classes[x->descr->num]));
            Descr *both = x && !text ? descr_promote(vm, found, x->descr) : NULL;
            array_release(vm, x);
            descr_release(vm, found);
            found = both;
        }
        if (!(d = found)) return NULL;
    }
    NdArray *a = NULL;
    Value next = NO_VALUE;
    int64_t len = steps_between(vm, start, stop, step);
    if (len < 0) goto done;
    Descr *native = descr_is_native(d) ? descr_retain(d) : descr_ordered(vm, d, '=');
    if (native) a = array_new(vm, np, native, &len, 1, ORDER_C);
    descr_release(vm, native);
    if (!a) goto done;
    if (len > 0) {
        next = len > 1 ? op_binary(vm, OP_ADD, start, step) : V_NONE;
        bool ok = next != NO_VALUE;
        if (ok && a->descr->num == NP_BOOL) { /* 0 and 1, and no third */
            ok = len <= 2 ? element_put(vm, a->descr, a->data, start) && (len < 2 || element_put(vm, a->descr, a->data + 1, next)) : err_false(vm, EXC_TypeError, "arange() is only supported for booleans when the result has at most length 2.");
        } else ok = ok && fill_run(vm, a, start, next);
        if (!ok) array_release(vm, a), a = NULL;
    }
    if (a && !descr_is_native(d)) {
        NdArray *s = array_as(vm, a, d, ARRAY_FORCE_CAST);
        array_release(vm, a);
        a = s;
    }
done:
    release(vm, next);
    descr_release(vm, d);
    return VAL(a);
}

/* ---- from memory and iterators ---- */

static Value f_frombuffer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t count = -1, offset = 0;
    Descr *d;
    Value r;
    if (!np || overrides_like(vm, np, "frombuffer", args[4], args, n, &r)) return np ? r : NO_VALUE;
    if ((args[2] && !num_index_i64(vm, args[2], &count)) || (args[3] && !num_index_i64(vm, args[3], &offset)) || !dtype_arg(vm, np, args[1], &d)) return NULL;
    if (!d) d = descr_of(np, NP_DOUBLE);
    NdArray *a = NULL;
    BufferView view;
    if (descr_has_objects(d)) err_raise(vm, EXC_ValueError, "cannot create an OBJECT array from memory buffer");
    else if (!d->size) err_raise(vm, EXC_ValueError, "itemsize cannot be zero in type");
    else if (buffer_get(vm, args[0], &view)) {
        int64_t left = view.len - offset;
        if (offset < 0 || offset > view.len) err_raise(vm, EXC_ValueError, "offset must be non-negative and no greater than buffer length (%lld)", (long long)view.len);
        else if (count < 0 && left % d->size) err_raise(vm, EXC_ValueError, "buffer size must be a multiple of element size");
        else if (count >= 0 && (count > INT64_MAX / d->size || count * d->size > left)) err_raise(vm, EXC_ValueError, "buffer is smaller than requested size");
        else {
            int64_t m = count < 0 ? left / d->size : count;
            Value keeper = is_bytes(args[0]) || is_array(args[0], np) ? retain(args[0]) : call1(vm, REF(CLASS(memoryview)), args[0]);
            if (keeper && is_scalar(vm, np, args[0])) { /* (its bytes are lent by an array, which the keeper holds) */
                buffer_release(vm, &view);
                if (!buffer_get(vm, keeper, &view)) return descr_release(vm, d), release(vm, keeper), NO_VALUE;
            }
            if (keeper) a = array_make(vm, np, NULL, d, &m, NULL, 1, view.data + offset, view.readonly ? 0 : ARRAY_WRITEABLE, keeper, NULL);
        }
        buffer_release(vm, &view);
    }
    descr_release(vm, d);
    return VAL(a);
}

static Value f_fromiter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t count = -1, len = 0;
    Descr *d;
    Value r;
    if (!np || overrides_like(vm, np, "fromiter", args[3], args, n, &r)) return np ? r : NO_VALUE;
    if ((args[2] && !num_index_i64(vm, args[2], &count)) || !(d = descr_parse(vm, np, args[1], false))) return NULL;
    Value list = NO_VALUE, it = NO_VALUE;
    NdArray *a = NULL;
    if (!d->size && num_is_flexible((Num)d->num)) {
        err_raise(vm, EXC_ValueError, "Must specify length when using variable-size data-type.");
        goto done;
    }
    if (!(it = op_iter(vm, args[0])) || !(list = list_new(vm, count > 0 && count < 4096 ? count : 16))) goto done;
    while (count == -1 || len < count) {
        Value item = op_next(vm, it);
        if (!item) break;
        if (!list_append_take(vm, list, item)) goto done;
        len++;
    }
    if (err_occurred(vm)) goto done;
    if (count >= 0 && len < count) {
        err_raise(vm, EXC_ValueError, "iterator too short: Expected %lld but iterator had only %lld items.", (long long)count, (long long)len);
        goto done;
    }
    if ((a = array_make(vm, np, NULL, d, &len, NULL, 1, NULL, 0, NO_VALUE, NULL)))
        for (int64_t i = 0; i < len; i++) {
            bool ok = d->base ? false : element_put(vm, d, a->data + i * d->size, as_list(list)->items[i]);
            if (d->base) {
                NdArray *one = array_make(vm, np, NULL, a->descr, a->shape + 1, a->strides + 1, a->ndim - 1, a->data + i * a->strides[0], ARRAY_WRITEABLE, retain(REF(a)), NULL);
                ok = one && array_assign(vm, one, as_list(list)->items[i]);
                array_release(vm, one);
            }
            if (!ok) {
                array_release(vm, a);
                a = NULL;
                break;
            }
        }
done:
    release(vm, it);
    release(vm, list);
    descr_release(vm, d);
    return VAL(a);
}

/* ---- copyto ---- */

static Value f_copyto(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Casting casting = CASTING_SAME_KIND;
    if (!np || !np_casting(vm, args[2], &casting)) return NULL;
    if (!is_array(args[0], np)) return err_raise(vm, EXC_TypeError, "copyto() argument 1 must be numpy.ndarray, not %T", args[0]);
    NdArray *to = as_array(args[0]), *from = array_from_any(vm, np, args[1], NULL, 0), *mask = NULL;
    bool ok = from != NULL;
    if (ok && args[3] && args[3] != V_TRUE) ok = (mask = array_from_any(vm, np, args[3], np->descrs[NP_BOOL], 0)) != NULL;
    if (ok && !array_can_cast(vm, from, to->descr, casting)) ok = err_occurred(vm) ? false : raise_cannot_cast(vm, from->descr, to->descr, casting, from->ndim == 0);
    ok = ok && array_writeable(vm, to, "assignment destination") && (mask ? array_copy_where(vm, to, from, mask) : array_copy_into(vm, to, from));
    array_release(vm, from);
    array_release(vm, mask);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- pickling ---- */

static Value f_reconstruct(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NpDims dims;
    if (!np) return NULL;
    if (!is_type(args[0]) || !type_is_subtype(as_type(args[0]), np->ndarray)) return err_raise(vm, EXC_TypeError, "_reconstruct: First argument must be a sub-type of ndarray");
    if (!np_dims(vm, args[1], &dims)) return NULL;
    Descr *d = descr_parse(vm, np, args[2], false);
    NdArray *a = d ? array_make(vm, np, as_type(args[0]), d, dims.v, NULL, dims.n, NULL, 0, NO_VALUE, NULL) : NULL;
    descr_release(vm, d);
    return VAL(a);
}
static Value f_scalar(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return NULL;
    if (!is_descr(vm, np, args[0])) return err_raise(vm, EXC_TypeError, "scalar() argument 1 must be numpy.dtype, not %T", args[0]);
    Descr *d = as_descr(args[0]);
    NdArray *a = array_zeros(vm, np, d, NULL, 0, ORDER_C);
    bool ok = a != NULL;
    if (ok && args[1]) {
        Value raw = is_str(args[1]) ? codec_encode(vm, args[1], "latin1", NULL) : retain(args[1]);
        if (!raw) ok = false;
        else if (descr_has_objects(d)) ok = element_put(vm, d, a->data, raw);
        else if (!is_bytes(raw)) ok = err_false(vm, EXC_TypeError, "initializing object must be a bytes object");
        else if (as_bytes(raw)->len < d->size) ok = err_false(vm, EXC_ValueError, "initialization string is too small");
        else memcpy(a->data, as_bytes(raw)->data, (size_t)d->size);
        release(vm, raw);
    }
    Value r = ok ? scalar_new(vm, d, a->data, NULL) : NO_VALUE;
    array_release(vm, a);
    return r;
}

static Value f_copy_transposed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np || !err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "fastCopyAndTranspose and the underlying C function PyArray_CopyAndTranspose have been deprecated.\n\nUse the transpose method followed by a C-order copy instead, e.g. ``arr.T.copy()``"))) return NULL;
    NdArray *a = array_from_any(vm, np, args[0], NULL, 0), *t = a ? array_transpose(vm, a, NULL) : NULL, *r = t ? array_copy(vm, t, ORDER_C, false) : NULL;
    array_release(vm, t);
    array_release(vm, a);
    return VAL(r);
}

const NativeDef multiarray_create_functions[] = {
    {"fastCopyAndTranspose", f_copy_transposed, "a, /", NULL, 0},
    {"array", f_array, "object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, like=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"asarray", f_asarray, "a, dtype=None, order=None, *, like=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"asanyarray", f_asanyarray, "a, dtype=None, order=None, *, like=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"ascontiguousarray", f_ascontiguousarray, "a, dtype=None, *, like=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"asfortranarray", f_asfortranarray, "a, dtype=None, *, like=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"zeros", f_zeros, "shape, dtype=float, order='C', *, like=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"empty", f_empty, "shape, dtype=float, order='C', *, like=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"empty_like", f_empty_like, "prototype, /, dtype=None, order='K', subok=True, shape=None", NULL, NATIVE_KW},
    {"arange", f_arange, "*args, **kwargs", NULL, NATIVE_RAW},
    {"frombuffer", f_frombuffer, "buffer, dtype=float, count=-1, offset=0, *, like=None", NULL, NATIVE_KW},
    {"fromiter", f_fromiter, "iter, dtype, count=-1, *, like=None", NULL, NATIVE_KW},
    {"copyto", f_copyto, "dst, src, casting='same_kind', where=True", NULL, NATIVE_KW},
    {"_reconstruct", f_reconstruct, "subtype, shape, dtype, /", NULL, 0},
    {"scalar", f_scalar, "dtype, obj=None, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
