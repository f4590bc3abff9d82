/* array_attrs.c: ndarray as a class: its attributes and slots, and what np.ndarray(…) makes. */
#include "element.h"
#include "functions.h"
#include "promote.h"
#include "shape.h"
#include "transfer.h"
#include "ufunc.h"

/* ---- shape, strides, flags ---- */

static Value get_shape(VM *vm, Ref v) { return np_dims_tuple(vm, as_array(v)->shape, as_array(v)->ndim); }
static Value get_strides(VM *vm, Ref v) { return np_dims_tuple(vm, as_array(v)->strides, as_array(v)->ndim); }
static Value get_ndim(VM *vm, Ref v) { return (void)vm, make_small(as_array(v)->ndim); }
static Value get_size(VM *vm, Ref v) { return int_from_i64(vm, array_size(as_array(v))); }
static Value get_itemsize(VM *vm, Ref v) { return int_from_i64(vm, as_array(v)->descr->size); }
static Value get_nbytes(VM *vm, Ref v) { return int_from_i64(vm, array_size(as_array(v)) * as_array(v)->descr->size); }
static Value get_dtype(VM *vm, Ref v) { return (void)vm, VAL(descr_retain(as_array(v)->descr)); }
static Value get_base(VM *vm, Ref v) { return (void)vm, as_array(v)->base ? retain(as_array(v)->base) : V_NONE; }
static Value get_T(VM *vm, Ref v) { return VAL(array_transpose(vm, as_array(v), NULL)); }
static Value get_priority(VM *vm, Ref v) { return (void)vm, (void)v, make_float(0.0); }
static Value get_data(VM *vm, Ref v) { return call1(vm, REF(CLASS(memoryview)), v); }

static void take_shape(VM *vm, NdArray *a, const int64_t *shape, const int64_t *strides, int ndim, int64_t *room /*2 * ndim, or NULL: they fit*/)
{
    int64_t *old = a->shape;
    int was = a->ndim;
    int64_t *to = room ? room : a->few;
    memmove(to, shape, (size_t)ndim * sizeof *to);
    memmove(to + ndim, strides, (size_t)ndim * sizeof *to);
    if (old != a->few) mem_free(vm->mem, old, 2 * (size_t)was * sizeof *old);
    a->ndim = (uint8_t)ndim;
    a->shape = to;
    a->strides = to + ndim;
    array_update_flags(a);
}
bool array_set_dims(VM *vm, NdArray *a, const int64_t *shape, const int64_t *strides, int ndim)
{
    int64_t *room = NULL;
    if (ndim > NP_DIMS_INLINE && !(room = mem_alloc(vm->mem, 2 * (size_t)ndim * sizeof *room))) return err_no_memory(vm), false;
    int64_t kept[2 * NP_DIMS_MOST];
    memcpy(kept, shape, (size_t)ndim * sizeof *kept);
    memcpy(kept + ndim, strides, (size_t)ndim * sizeof *kept);
    take_shape(vm, a, kept, kept + ndim, ndim, room);
    return true;
}

static bool set_shape(VM *vm, Ref v, Ref value)
{
    NdArray *a = as_array(v);
    NpDims dims;
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete array shape");
    if (!np_dims(vm, value, &dims)) return false;
    NdArray *r = array_reshape(vm, a, dims.v, dims.n, ORDER_C);
    if (!r) return false;
    bool ok = r->data == a->data ? array_set_dims(vm, a, r->shape, r->strides, r->ndim)
                                 : err_false(vm, EXC_AttributeError, "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape.");
    array_release(vm, r);
    return ok;
}

static bool set_strides(VM *vm, Ref v, Ref value)
{
    NdArray *a = as_array(v);
    NpDims steps;
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete array strides");
    if (!np_dims(vm, value, &steps)) return false;
    if (steps.n != a->ndim) return err_false(vm, EXC_ValueError, "strides must be same length as shape (%d)", a->ndim);
    NdArray *owner = a;
    while (owner->base && is_array(owner->base, np_of(a))) owner = as_array(owner->base);
    const char *from = owner->data, *to = owner->data + (owner->flags & ARRAY_OWNDATA ? (int64_t)owner->room : array_size(owner) * owner->descr->size);
    BufferView view;
    if (!(owner->flags & ARRAY_OWNDATA) && owner->base && buffer_get(vm, owner->base, &view)) {
        from = (const char *)view.data;
        to = from + view.len;
        buffer_release(vm, &view);
    } else err_clear(vm);
    const char *low = a->data, *high = a->data + a->descr->size;
    for (int i = 0; i < a->ndim; i++) {
        if (!a->shape[i]) low = high = a->data;
        int64_t span = (a->shape[i] - 1) * steps.v[i];
        if (span > 0) high += span;
        else low += span;
    }
    if (array_size(a) && (low < from || high > to)) return err_false(vm, EXC_ValueError, "strides is not compatible with available memory");
    for (int i = 0; i < a->ndim; i++) a->strides[i] = steps.v[i];
    return array_update_flags(a);
}

static bool set_dtype(VM *vm, Ref v, Ref value)
{
    NdArray *a = as_array(v);
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete array dtype");
    Descr *d = descr_parse(vm, np_of(a), value, false);
    if (!d && err_matches(vm, EXC_TypeError)) err_clear(vm), err_raise(vm, EXC_TypeError, "invalid data-type for array");
    bool ok = d && array_retype(vm, a, d);
    descr_release(vm, d);
    return ok;
}

/* ---- parts of complex numbers, the flat view ---- */

static NdArray *part(VM *vm, NdArray *a, bool imaginary)
{
    static const uint8_t reals[] = {NP_FLOAT, NP_DOUBLE, NP_LONGDOUBLE};
    Descr *d = descr_of(np_of(a), (Num)reals[a->descr->num - NP_CFLOAT]);
    if (!descr_is_native(a->descr)) {
        Descr *s = descr_ordered(vm, d, '>');
        descr_release(vm, d);
        d = s;
    }
    NdArray *r = d ? array_view(vm, a, d, a->shape, a->strides, a->ndim, a->data + (imaginary ? d->size : 0)) : NULL;
    descr_release(vm, d);
    return r;
}
static Value get_real(VM *vm, Ref v)
{
    NdArray *a = as_array(v);
    if (num_is_complex((Num)a->descr->num)) return VAL(part(vm, a, false));
    return retain(v);
}
static Value get_imag(VM *vm, Ref v)
{
    NdArray *a = as_array(v);
    if (num_is_complex((Num)a->descr->num)) return VAL(part(vm, a, true));
    bool objects = a->descr->num == NP_OBJECT; /* (they are no complex numbers for NumPy, whatever they hold) */
    NdArray *r = array_like(vm, a, ORDER_KEEP, NULL, true);
    if (r && objects && !array_assign(vm, r, (Ref)make_small(0))) {
        array_release(vm, r);
        return NULL;
    }
    if (r && !objects) memset(r->data, 0, r->room);
    if (r) r->flags &= ~(uint32_t)ARRAY_WRITEABLE;
    return VAL(r);
}
static bool set_part(VM *vm, Ref v, Ref value, bool imaginary)
{
    NdArray *a = as_array(v);
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete array %s part", imaginary ? "imaginary" : "real");
    if (!array_writeable(vm, as_array(v), "assignment destination")) return false;
    if (!num_is_complex((Num)a->descr->num)) return imaginary ? err_false(vm, EXC_TypeError, "cannot set imaginary part of a non-complex array") : array_assign(vm, a, value);
    if (!array_writeable(vm, a, "assignment destination")) return false;
    NdArray *p = part(vm, a, imaginary);
    bool ok = p && array_assign(vm, p, value);
    array_release(vm, p);
    return ok;
}
static bool set_real(VM *vm, Ref v, Ref value) { return set_part(vm, v, value, false); }
static bool set_imag(VM *vm, Ref v, Ref value) { return set_part(vm, v, value, true); }
static Value get_flat(VM *vm, Ref v) { return array_flat(vm, as_array(v)); }
static bool set_flat(VM *vm, Ref v, Ref value)
{
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete array flat iterator");
    return array_flat_assign(vm, as_array(v), value);
}
static Value get_flags(VM *vm, Ref v) { return array_flags_object(vm, as_array(v)); }
static Value get_ctypes(VM *vm, Ref v)
{
    Np *np = np_of(as_array(v));
    Value address = int_from_u64(vm, (uint64_t)(uintptr_t)as_array(v)->data);
    Ref given[] = {v, address};
    Value r = address ? np_ask(vm, np, PY_CTYPES, given, 2) : NO_VALUE;
    release(vm, address);
    return r;
}
static Value get_interface(VM *vm, Ref v)
{
    NdArray *a = as_array(v);
    Value d = dict_new(vm), address = int_from_u64(vm, (uint64_t)(uintptr_t)a->data), data = NO_VALUE, shape = get_shape(vm, v), strides = NO_VALUE, descr = NO_VALUE, text = NO_VALUE;
    bool ok = d && address && shape;
    if (ok) data = tuple_of(vm, 2, (Ref)address, (Ref)make_bool(!(a->flags & ARRAY_WRITEABLE)));
    if (ok) strides = array_is(a, ARRAY_C) ? V_NONE : get_strides(vm, v);
    if (ok) descr = obj_getattr_c(vm, REF(a->descr), "descr");
    if (ok && !descr) err_clear(vm); /* (fields that overlap have none) */
    if (ok && !descr) {
        Value s = obj_getattr_c(vm, REF(a->descr), "str"), e = str_from_c(vm, ""), row = s && e ? tuple_of(vm, 2, (Ref)e, (Ref)s) : NO_VALUE;
        Ref rows[] = {row};
        if (row) descr = list_from(vm, rows, 1);
        release(vm, s);
        release(vm, e);
        release(vm, row);
    }
    if (ok) text = obj_getattr_c(vm, REF(a->descr), "str");
    ok = ok && data && strides && descr && text && dict_set_c(vm, d, "data", data) && dict_set_c(vm, d, "strides", strides) && dict_set_c(vm, d, "descr", descr) && dict_set_c(vm, d, "typestr", text) &&
         dict_set_c(vm, d, "shape", shape) && dict_set_c(vm, d, "version", make_small(3));
    Value all[] = {address, data, shape, strides, descr, text};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) release(vm, all[i]);
    if (ok) return d;
    release(vm, d);
    return NULL;
}

static Value get_struct(VM *vm, Ref v) { return err_raise(vm, EXC_AttributeError, "perch's arrays are no C structs of CPython's: __array_interface__ says where their memory is"); }

static const GetSetDef getsets[] = {
    {"__array_struct__", get_struct, NULL, NULL},
    {"shape", get_shape, set_shape, NULL}, {"strides", get_strides, set_strides, NULL}, {"ndim", get_ndim, NULL, NULL}, {"size", get_size, NULL, NULL}, {"itemsize", get_itemsize, NULL, NULL},
    {"nbytes", get_nbytes, NULL, NULL}, {"dtype", get_dtype, set_dtype, NULL}, {"base", get_base, NULL, NULL}, {"T", get_T, NULL, NULL}, {"data", get_data, NULL, NULL},
    {"real", get_real, set_real, NULL}, {"imag", get_imag, set_imag, NULL}, {"flat", get_flat, set_flat, NULL}, {"flags", get_flags, NULL, NULL}, {"ctypes", get_ctypes, NULL, NULL},
    {"__array_interface__", get_interface, NULL, NULL}, {"__array_priority__", get_priority, NULL, NULL}, {NULL, NULL, NULL, NULL}};

/* ---- slots ---- */

static int64_t length(VM *vm, Ref v)
{
    NdArray *a = as_array(v);
    return a->ndim ? a->shape[0] : err_minus(vm, EXC_TypeError, "len() of unsized object");
}
static Value iterate(VM *vm, Ref v) { return as_array(v)->ndim ? type_of(vm, v)->flags & TYPE_HEAP ? seq_iter_new(vm, v) : seq_iter_counted(vm, v) : err_raise(vm, EXC_TypeError, "iteration over a 0-d array"); }

static Value shown(VM *vm, Ref v, bool repr)
{
    Np *np = np_of(as_array(v));
    if (np->string_functions[repr]) return call1(vm, np->string_functions[repr], v);
    return np_ask(vm, np, repr ? PY_ARRAY_REPR : PY_ARRAY_STR, &v, 1);
}
static Value repr(VM *vm, Ref v) { return shown(vm, v, true); }
static Value text(VM *vm, Ref v) { return shown(vm, v, false); }

static int truth(VM *vm, Ref v)
{
    NdArray *a = as_array(v);
    int64_t n = array_size(a);
    if (n == 1) {
        Value held = retain(v);
        if (!rec_enter(vm, " while converting array to bool")) return release(vm, held), -1;
        int r = element_truth(vm, a->descr, a->data);
        rec_leave(vm);
        release(vm, held);
        return r;
    }
    if (n) return err_minus(vm, EXC_ValueError, "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()");
    if (!err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "The truth value of an empty array is ambiguous. Returning False, but in future this will result in an error. Use `array.size > 0` to check that an array is not empty.")))
        return -1;
    return 0;
}

static Value only_item(VM *vm, Ref v)
{
    NdArray *a = as_array(v);
    if (array_size(a) != 1) return err_raise(vm, EXC_TypeError, "only size-1 arrays can be converted to Python scalars");
    if (a->descr->num == NP_OBJECT && !rec_enter(vm, " while converting array to a number")) return NULL;
    Value r = element_item(vm, a->descr, a->data, v);
    if (a->descr->num == NP_OBJECT) rec_leave(vm);
    return r;
}
static Value converted(VM *vm, Ref v, Type *class)
{
    Value item = only_item(vm, v);
    Np *np = np_of(as_array(v));
    if (item && is_complex(item) && class != CLASS(complex)) {
        double re = ((const Complex *)BITS(item))->re;
        if (np_warn(vm, np, PY_COMPLEX_WARNING, str_from_c(vm, "Casting complex values to real discards the imaginary part"))) value_put(vm, &item, make_float_any(re));
        else value_clear(vm, &item);
    }
    if (item && is_array(item, np)) {
        release(vm, item);
        return err_raise(vm, EXC_TypeError, "only size-1 arrays can be converted to Python scalars");
    }
    Value r = item ? call1(vm, REF(class), item) : NO_VALUE;
    release(vm, item);
    return r;
}
static Value to_int(VM *vm, Ref v) { return converted(vm, v, CLASS(int)); }
static Value to_float(VM *vm, Ref v) { return converted(vm, v, CLASS(float)); }
static Value to_index(VM *vm, Ref v)
{
    NdArray *a = as_array(v);
    if (a->ndim || !num_is_integer((Num)a->descr->num)) return err_raise(vm, EXC_TypeError, "only integer scalar arrays can be converted to a scalar index");
    return element_item(vm, a->descr, a->data, v);
}

static bool no_hash(VM *vm, Ref v, int64_t *hash) { return err_false(vm, EXC_TypeError, "unhashable type: '%T'", v); }

static int contains(VM *vm, Ref v, Ref item)
{
    Value same = op_compare(vm, v, item, CMP_EQ);
    if (!same) return -1;
    Np *np = np_of(as_array(v));
    Value any = is_array(same, np) ? obj_getattr_c(vm, same, "any") : NO_VALUE;
    Value r = is_array(same, np) ? (any ? call0(vm, any) : NO_VALUE) : retain(same);
    release(vm, any);
    int t = r ? op_truth(vm, r) : -1;
    release(vm, same);
    release(vm, r);
    return t;
}

#define BINARY(name, op) \
    static Value b_##name(VM *vm, Ref a, Ref b) { return array_binary(vm, op, a, b); } \
    static Value i_##name(VM *vm, Ref a, Ref b) { return array_inplace(vm, op, a, b); }
BINARY(add, OP_ADD)
BINARY(sub, OP_SUB)
BINARY(mul, OP_MUL)
BINARY(div, OP_DIV)
BINARY(floordiv, OP_FLOORDIV)
BINARY(mod, OP_MOD)
BINARY(pow, OP_POW)
BINARY(lshift, OP_LSHIFT)
BINARY(rshift, OP_RSHIFT)
BINARY(and, OP_AND)
BINARY(xor, OP_XOR)
BINARY(or, OP_OR)
static Value b_matmul(VM *vm, Ref a, Ref b) { return array_binary(vm, OP_MATMUL, a, b); }
static Value i_matmul(VM *vm, Ref a, Ref b) { return err_raise(vm, EXC_TypeError, "In-place matrix multiplication is not (yet) supported. Use 'a = a @ b' instead of 'a @= b'."); }
static Value b_divmod(VM *vm, Ref a, Ref b) { return array_binary(vm, OP_DIVMOD, a, b); }
static Value negative(VM *vm, Ref v) { return array_unary(vm, "negative", v); }
static Value positive(VM *vm, Ref v) { return array_unary(vm, "positive", v); }
static Value invert(VM *vm, Ref v) { return array_unary(vm, "invert", v); }
static Value absolute(VM *vm, Ref v) { return array_unary(vm, "absolute", v); }

/* ---- np.ndarray(shape, dtype, buffer, offset, strides, order) ---- */

static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"shape", "dtype", "buffer", "offset", "strides", "order"};
    Ref given[6];
    Np *np = np_state(vm);
    if (!np || !args_bind(vm, "ndarray", args, n, kwnames, names, 6, given)) return NULL;
    if (!given[0]) return err_raise(vm, EXC_TypeError, "ndarray() missing required argument 'shape' (pos 1)");
    NpDims dims, steps = {.n = -1};
    int64_t offset = 0;
    Order order = ORDER_C;
    Descr *d = given[1] && !is_none(given[1]) ? descr_parse(vm, np, given[1], false) : descr_of(np, NP_DOUBLE);
    NdArray *a = NULL;
    if (!d || !np_dims(vm, given[0], &dims) || (given[3] && !num_index_i64(vm, given[3], &offset)) || !np_order(vm, given[5], &order)) goto done;
    if (given[4] && !is_none(given[4])) {
        if (!np_dims(vm, given[4], &steps)) goto done;
        if (steps.n != dims.n) {
            err_raise(vm, EXC_ValueError, "strides, if given, must be the same length as shape");
            goto done;
        }
    }
    if (given[2] && !is_none(given[2])) {
        BufferView view;
        if (descr_has_objects(d) && !(is_array(given[2], np) && descr_equivalent(vm, as_array(given[2])->descr, d))) {
            err_raise(vm, EXC_ValueError, "cannot construct a NumPy array from a buffer with objects");
            goto done;
        }
        if (!buffer_get(vm, given[2], &view)) goto done;
        int64_t low = 0, high = d->size, whole = d->size;
        bool empty = false;
        for (int i = 0; i < dims.n; i++) {
            empty = empty || !dims.v[i];
            whole *= dims.v[i];
            int64_t span = steps.n >= 0 ? (dims.v[i] - 1) * steps.v[i] : 0;
            if (span > 0) high += span;
            else low += span;
        }
        if (steps.n < 0) high = whole;
        if (offset < 0 || (!empty && (offset + low < 0 || offset + high > view.len)))
            err_raise(vm, steps.n >= 0 ? EXC_ValueError : EXC_TypeError, steps.n >= 0 ? "strides is incompatible with shape of requested array and size of buffer" : "buffer is too small for requested array");
        else {
            Value lent = call1(vm, REF(CLASS(memoryview)), given[2]); /* (bytes that nobody moves are kept as they are) */
            if (lent && is_bytes(given[2])) value_put(vm, &lent, retain(given[2]));
            if (lent) a = array_make(vm, np, as_type(cls), d, dims.v, steps.n >= 0 ? steps.v : NULL, dims.n, view.data + offset, (view.readonly ? 0 : ARRAY_WRITEABLE) | (order == ORDER_F ? ARRAY_F : 0), lent, NULL);
        }
        buffer_release(vm, &view);
        goto done;
    }
    a = array_make(vm, np, as_type(cls), d, dims.v, NULL, dims.n, NULL, order == ORDER_F ? ARRAY_F : 0, NO_VALUE, NULL);
    if (a && steps.n >= 0) {
        memcpy(a->strides, steps.v, (size_t)(a->ndim < steps.n ? a->ndim : steps.n) * sizeof *a->strides);
        const char *low = a->data, *high = a->data + a->descr->size;
        for (int i = 0; i < a->ndim; i++) *(a->strides[i] > 0 ? &high : &low) += a->shape[i] ? (a->shape[i] - 1) * a->strides[i] : 0;
        if (array_size(a) && (low < a->data || high > a->data + a->room)) {
            array_strides_fill(a->strides, a->shape, a->ndim, a->descr->size, ORDER_C);
            array_release(vm, a);
            a = NULL;
            err_raise(vm, EXC_ValueError, "strides is incompatible with shape of requested array and size of buffer");
        } else array_update_flags(a);
    }
done:
    descr_release(vm, d);
    return VAL(a);
}

static const TypeDef ndarray_def = {.name = "numpy.ndarray", .kind = KIND_OPAQUE, .size = sizeof(NdArray), .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF | TYPE_IMMUTABLE | TYPE_MATCH_SEQ,
    .dealloc = array_dealloc, .traverse = array_traverse, .clear = array_clear, .getsets = getsets,
    .s = {.new_ = make, .len = length, .getitem = array_getitem, .setitem = array_setitem, .iter = iterate, .contains = contains, .repr = repr, .str = text, .truth = truth, .to_int = to_int,
          .to_float = to_float, .to_index = to_index, .hash = no_hash, .compare = array_compare, .buffer = array_buffer, .neg = negative, .pos = positive, .invert = invert, .abs = absolute,
          .nb = {[OP_ADD] = b_add, [OP_SUB] = b_sub, [OP_MUL] = b_mul, [OP_DIV] = b_div, [OP_FLOORDIV] = b_floordiv, [OP_MOD] = b_mod, [OP_POW] = b_pow, [OP_LSHIFT] = b_lshift,
                 [OP_RSHIFT] = b_rshift, [OP_AND] = b_and, [OP_XOR] = b_xor, [OP_OR] = b_or, [OP_MATMUL] = b_matmul, [OP_DIVMOD] = b_divmod},
          .inb = {[OP_ADD] = i_add, [OP_SUB] = i_sub, [OP_MUL] = i_mul, [OP_DIV] = i_div, [OP_FLOORDIV] = i_floordiv, [OP_MOD] = i_mod, [OP_POW] = i_pow, [OP_LSHIFT] = i_lshift,
                  [OP_RSHIFT] = i_rshift, [OP_AND] = i_and, [OP_XOR] = i_xor, [OP_OR] = i_or, [OP_MATMUL] = i_matmul}}};

bool array_open(VM *vm, Np *np, Dict *ns)
{
    if (!(np->ndarray = type_from_def(vm, &ndarray_def, NULL)) || !module_add_type(vm, ns, np->ndarray)) return false;
    for (const NativeDef *const *table = ndarray_methods; *table; table++)
        if (!type_add_methods(vm, np->ndarray, *table)) return false;
    return array_flags_open(vm, np, ns) && array_flat_open(vm, np, ns);
}
