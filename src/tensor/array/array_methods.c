/* array_methods.c: methods of ndarray that are neither about shape nor about choosing: copies and casts, items, bytes, pickling, and those whose work NumPy's Python half does. */
#include "element.h"
#include "functions.h"
#include "promote.h"
#include "scalar.h"
#include "shape.h"
#include "transfer.h"

static NdArray *self_of(const Ref *args) { return as_array(args[0]); }

/* ---- copies and casts ---- */

static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Order order = ORDER_C;
    return np_order(vm, args[1], &order) ? VAL(array_copy(vm, self_of(args), order, true)) : NO_VALUE;
}
static Value m_copy_keep(VM *vm, const Ref *args, int n, Ref kwnames) { return VAL(array_copy(vm, self_of(args), ORDER_KEEP, true)); }

static bool deep_copy_objects(VM *vm, NdArray *a, Ref memo)
{
    Value deepcopy = import_attr(vm, "copy", "deepcopy");
    bool ok = deepcopy != NO_VALUE;
    int64_t n = array_size(a);
    NdArray *row = ok ? array_ravel(vm, a, ORDER_KEEP) : NULL;
    ok = row != NULL;
    for (int64_t i = 0; ok && row->descr->num == NP_OBJECT && i < n; i++) {
        char *at = row->data + i * row->strides[0];
        Value item = element_item(vm, row->descr, at, NULL), c = item ? call2(vm, deepcopy, item, memo) : NO_VALUE;
        ok = c && element_put(vm, row->descr, at, c);
        release(vm, item);
        release(vm, c);
    }
    array_release(vm, row);
    release(vm, deepcopy);
    return ok;
}
static Value m_deepcopy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *c = array_copy(vm, self_of(args), ORDER_KEEP, false);
    if (c && descr_has_objects(c->descr) && !deep_copy_objects(vm, c, args[1])) {
        array_release(vm, c);
        return NULL;
    }
    return VAL(c);
}

static Value m_astype(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args), *r = NULL;
    Np *np = np_of(a);
    Order order = ORDER_KEEP;
    Casting casting = CASTING_UNSAFE;
    int subok = args[4] ? op_truth(vm, args[4]) : 1;
    CopyMode copy = args[5] ? np_copy_mode(vm, args[5]) : COPY_ALWAYS;
    if (subok < 0 || copy == COPY_WRONG || !np_order(vm, args[2], &order) || !np_casting(vm, args[3], &casting)) return NULL;
    Descr *asked = descr_parse(vm, np, args[1], false), *d = asked ? descr_adapted(vm, asked, a) : NULL;
    descr_release(vm, asked);
    if (!d) return NULL;
    if (!array_can_cast(vm, a, d, casting)) {
        if (!err_occurred(vm)) raise_cannot_cast(vm, a->descr, d, casting, !a->ndim);
        goto done;
    }
    bool ordered = order == ORDER_KEEP || (order == ORDER_ANY && (array_is(a, ARRAY_C) || array_is(a, ARRAY_F))) || (order == ORDER_C && array_is(a, ARRAY_C)) || (order == ORDER_F && array_is(a, ARRAY_F));
    if (copy != COPY_ALWAYS && ordered && (subok || a->head.type == np->ndarray) && descr_equivalent(vm, a->descr, d)) {
        r = array_retain(a);
        goto done;
    }
    if (copy == COPY_NEVER) {
        err_raise(vm, EXC_ValueError, "Unable to avoid copy while casting in never copy mode.");
        goto done;
    }
    if (!(r = array_like(vm, a, order, d, subok))) goto done;
    bool ok;
    if (d->base) { /* into a dtype of arrays: each of them is filled with the element */
        NdArray *to = array_make(vm, np, NULL, r->descr, r->shape, r->strides, r->ndim, r->data, ARRAY_WRITEABLE, retain(REF(r)), NULL);
        int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
        for (int i = 0; i < r->ndim; i++) shape[i] = i < a->ndim ? a->shape[i] : 1, strides[i] = i < a->ndim ? a->strides[i] : 0;
        NdArray *from = to ? array_make(vm, np, NULL, a->descr, shape, strides, r->ndim, a->data, 0, retain(REF(a)), NULL) : NULL;
        ok = from && array_copy_into(vm, to, from);
        array_release(vm, from);
        array_release(vm, to);
    } else
        ok = array_copy_into(vm, r, a);
    if (!ok) {
        array_release(vm, r);
        r = NULL;
    }
done:
    descr_release(vm, d);
    return VAL(r);
}

static Value m_fill(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    if (!array_writeable(vm, a, "assignment destination")) return NULL;
    if (a->descr->num == NP_OBJECT) { /* whatever it is, a list too */
        Value v = retain(args[1]);
        bool ok = array_fill_element(vm, a, a->descr, (const char *)&v);
        release(vm, v);
        return ok ? V_NONE : NO_VALUE;
    }
    NdArray *one = is_array(args[1], np_of(a)) ? array_retain(as_array(args[1])) : NULL;
    Num num = (Num)a->descr->num;
    bool whole = !one && num_is_integer(num) && !num_is_unsigned(num) && is_scalar(vm, np_of(a), args[1]) && num_is_float(scalar_num(vm, np_of(a), args[1]));
    Value number = whole ? call1(vm, REF(CLASS(float)), args[1]) : retain(args[1]); /* (signed integers refuse a NaN) */
    if (!number) return NO_VALUE;
    if (!one && (one = array_zeros(vm, np_of(a), a->descr, NULL, 0, ORDER_C)) && !element_put(vm, one->descr, one->data, number)) array_release(vm, one), one = NULL;
    bool ok = one && array_copy_into(vm, a, one);
    release(vm, number);
    array_release(vm, one);
    return ok ? V_NONE : NO_VALUE;
}

static Value m_byteswap(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args), *r;
    int inplace = args[1] ? op_truth(vm, args[1]) : 0;
    if (inplace < 0) return NULL;
    if (inplace && !array_writeable(vm, a, "array to be byte-swapped")) return NULL;
    r = inplace ? array_retain(a) : array_copy(vm, a, ORDER_ANY, true);
    if (!r || descr_has_objects(r->descr)) return VAL(r);
    int64_t at[NP_DIMS_MOST] = {0};
    char *p = r->data;
    for (int64_t i = 0, m = array_size(r); i < m; i++) {
        element_swap(r->descr, p);
        for (int d = r->ndim; d-- > 0;) {
            p += r->strides[d];
            if (++at[d] < r->shape[d]) break;
            p -= r->strides[d] * r->shape[d];
            at[d] = 0;
        }
    }
    return VAL(r);
}

static Value m_newbyteorder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    char order = 's';
    if (args[1] && !np_byteorder(vm, args[1], &order)) return NULL;
    Descr *d = descr_ordered(vm, a->descr, order);
    NdArray *r = d ? array_view(vm, a, d, a->shape, a->strides, a->ndim, a->data) : NULL;
    descr_release(vm, d);
    return VAL(r);
}

/* ---- items ---- */

static char *item_at(VM *vm, NdArray *a, Ref rest /*a tuple*/)
{
    const Tuple *t = as_tuple(rest);
    int64_t size = array_size(a), i;
    if (t->len == 1 && is_tuple(t->items[0])) t = as_tuple(t->items[0]);
    if (!t->len) {
        if (size == 1) return a->data;
        return err_raise(vm, EXC_ValueError, "can only convert an array of size 1 to a Python scalar"), NULL;
    }
    if (t->len == 1) {
        if (!np_integer(vm, t->items[0], &i, "an integer is required")) return NULL;
        if (i < -size || i >= size)
            return err_raise(vm, EXC_IndexError, a->ndim == 1 ? "index %lld is out of bounds for axis 0 with size %lld" : "index %lld is out of bounds for size %lld", (long long)i, (long long)size), NULL;
        if (i < 0) i += size;
        char *at = a->data;
        for (int d = a->ndim; d-- > 0;) {
            at += i % a->shape[d] * a->strides[d];
            i /= a->shape[d];
        }
        return at;
    }
    if (t->len != a->ndim) return err_raise(vm, EXC_ValueError, "incorrect number of indices for array"), NULL;
    char *at = a->data;
    int64_t place[NP_DIMS_MOST];
    for (int d = 0; d < a->ndim; d++)
        if (!np_integer(vm, t->items[d], &place[d], "an integer is required")) return NULL;
    for (int d = 0; d < a->ndim; d++) {
        i = place[d];
        if (i < -a->shape[d] || i >= a->shape[d]) return err_raise(vm, EXC_IndexError, "index %lld is out of bounds for axis %d with size %lld", (long long)i, d, (long long)a->shape[d]), NULL;
        at += (i < 0 ? i + a->shape[d] : i) * a->strides[d];
    }
    return at;
}
static Value m_item(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char *at = item_at(vm, self_of(args), args[1]);
    return at ? element_item(vm, self_of(args)->descr, at, args[0]) : NO_VALUE;
}
static Value m_itemset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    const Tuple *t = as_tuple(args[1]);
    if (!t->len) return err_raise(vm, EXC_ValueError, "itemset must have at least one argument");
    if (!array_writeable(vm, a, "assignment destination")) return NULL;
    Value where = tuple_from(vm, as_refs(t->items), t->len - 1);
    char *at = where ? item_at(vm, a, where) : NULL;
    bool ok = at && element_put(vm, a->descr, at, t->items[t->len - 1]);
    release(vm, where);
    return ok ? V_NONE : NO_VALUE;
}

static Value list_of(VM *vm, NdArray *a, int depth, char *at)
{
    if (depth == a->ndim) return element_item(vm, a->descr, at, REF(a));
    Value list = list_new(vm, a->shape[depth]);
    for (int64_t i = 0; list && i < a->shape[depth]; i++) {
        Value item = list_of(vm, a, depth + 1, at + i * a->strides[depth]);
        if (!item || !list_append_take(vm, list, item)) {
            release(vm, list);
            return NULL;
        }
    }
    return list;
}
static Value m_tolist(VM *vm, const Ref *args, int n, Ref kwnames) { return list_of(vm, self_of(args), 0, self_of(args)->data); }

static Value bytes_of(VM *vm, NdArray *a, Order order)
{
    NdArray *c = order == ORDER_ANY ? array_is(a, ARRAY_F) && !array_is(a, ARRAY_C) ? array_retain(a) : NULL : NULL;
    Order o = order == ORDER_ANY ? (c ? ORDER_F : ORDER_C) : order == ORDER_KEEP ? ORDER_C : order;
    if (!c) c = array_is(a, o == ORDER_F ? ARRAY_F : ARRAY_C) ? array_retain(a) : array_copy(vm, a, o, false);
    Value r = c ? bytes_from(vm, c->data, array_size(c) * c->descr->size) : NO_VALUE;
    array_release(vm, c);
    return r;
}
static Value m_tobytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Order order = ORDER_C;
    return np_order(vm, args[1], &order) ? bytes_of(vm, self_of(args), order) : NO_VALUE;
}
static Value m_tostring(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "tostring() is deprecated. Use tobytes() instead."))) return NULL;
    return m_tobytes(vm, args, n, kwnames);
}

/* ---- fields and flags ---- */

static NdArray *field_view(VM *vm, NdArray *a, Ref dtype, Ref where)
{
    Np *np = np_of(a);
    int64_t offset = 0;
    Descr *d = descr_parse(vm, np, dtype, false);
    NdArray *r = NULL;
    bool ok = d && (!where || num_index_i64(vm, where, &offset));
    if (ok && (descr_has_objects(d) || descr_has_objects(a->descr))) {
        Value at = int_from_i64(vm, offset);
        Ref given[] = {REF(a->descr), REF(d), at};
        Value r2 = at ? np_ask(vm, np, PY_GETFIELD_IS_SAFE, given, 3) : NO_VALUE;
        ok = r2 != NO_VALUE;
        release(vm, at);
        release(vm, r2);
    }
    if (ok && d->size > a->descr->size) ok = err_false(vm, EXC_ValueError, "new type is larger than original type");
    if (ok && offset < 0) ok = err_false(vm, EXC_ValueError, "offset is negative");
    if (ok && offset > a->descr->size - d->size) ok = err_false(vm, EXC_ValueError, "new type plus offset is larger than original type");
    if (ok) r = array_view(vm, a, d, a->shape, a->strides, a->ndim, a->data + offset);
    descr_release(vm, d);
    return r;
}
static Value m_getfield(VM *vm, const Ref *args, int n, Ref kwnames) { return VAL(field_view(vm, self_of(args), args[1], args[2])); }
static Value m_setfield(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!array_writeable(vm, self_of(args), "assignment destination")) return NULL;
    NdArray *view = field_view(vm, self_of(args), args[2], args[3]);
    bool ok = view && array_assign(vm, view, args[1]);
    array_release(vm, view);
    return ok ? V_NONE : NO_VALUE;
}
static Value m_setflags(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const unsigned bits[] = {ARRAY_WRITEABLE, ARRAY_ALIGNED, ARRAY_WRITEBACK};
    for (int i = 0; i < 3; i++) {
        Ref v = args[1 + i];
        if (!v || is_none(v)) continue;
        int on = op_truth(vm, v);
        if (on < 0 || !array_set_flag(vm, self_of(args), bits[i], on)) return NULL;
    }
    return V_NONE;
}

/* ---- what others ask of arrays ---- */

static Value m_array(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    if (!args[1] || is_none(args[1])) return VAL(array_view_exact(vm, a));
    Descr *d = descr_parse(vm, np_of(a), args[1], false);
    NdArray *plain = d ? array_view_exact(vm, a) : NULL, *r = plain ? array_as(vm, plain, d, ARRAY_FORCE_CAST) : NULL;
    array_release(vm, plain);
    descr_release(vm, d);
    return VAL(r);
}
/* What a ufunc made, as an array of self's class. */
static Value rewrap(VM *vm, const Ref *args)
{
    NdArray *a = self_of(args);
    Np *np = np_of(a);
    if (!is_array(args[1], np)) return err_raise(vm, EXC_TypeError, "can only be called with ndarray object");
    NdArray *b = as_array(args[1]);
    if (a->head.type == b->head.type) return retain(args[1]);
    return VAL(array_make(vm, np, a->head.type, b->descr, b->shape, b->strides, b->ndim, b->data, b->flags, retain(args[1]), args[0]));
}
static Value m_wrap(VM *vm, const Ref *args, int n, Ref kwnames) { return rewrap(vm, args); }
static Value m_prepare(VM *vm, const Ref *args, int n, Ref kwnames) { return rewrap(vm, args); }
static Value m_finalize(VM *vm, const Ref *args, int n, Ref kwnames) { return V_NONE; }

static Value m_complex(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (array_size(self_of(args)) != 1) return err_raise(vm, EXC_TypeError, "only length-1 arrays can be converted to Python scalars");
    Value item = element_item(vm, self_of(args)->descr, self_of(args)->data, args[0]), r = item ? call1(vm, REF(CLASS(complex)), item) : NO_VALUE;
    release(vm, item);
    return r;
}
static Value m_format(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    if (a->ndim) return call_method(vm, REF(CLASS(object)), NAME(__format__), args, 2);
    Value item = element_item(vm, a->descr, a->data, args[0]), r = item ? format_value(vm, item, args[1]) : NO_VALUE;
    release(vm, item);
    return r;
}

/* ---- pickling ---- */

static Value m_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    Np *np = np_of(a);
    Ref make = np_python(vm, np, PY_RECONSTRUCT);
    bool fortran = array_is(a, ARRAY_F) && !array_is(a, ARRAY_C);
    Value data = NO_VALUE, zero = make ? tuple_of(vm, 1, (Ref)make_small(0)) : NO_VALUE, b = zero ? bytes_from(vm, "b", 1) : NO_VALUE, shape = b ? np_dims_tuple(vm, a->shape, a->ndim) : NO_VALUE, r = NO_VALUE;
    if (!shape) goto done;
    if (descr_has_objects(a->descr)) { /* a list of all, in the order of the memory */
        NdArray *t = fortran ? array_transpose(vm, a, NULL) : array_retain(a), *row = t ? array_ravel(vm, t, ORDER_C) : NULL;
        data = row ? list_of(vm, row, 0, row->data) : NO_VALUE;
        array_release(vm, t);
        array_release(vm, row);
    } else
        data = bytes_of(vm, a, ORDER_ANY);
    if (data) {
        Value given = tuple_of(vm, 3, REF(a->head.type), (Ref)zero, (Ref)b);
        Value state = given ? tuple_of(vm, 5, (Ref)make_small(1), (Ref)shape, REF(a->descr), (Ref)make_bool(fortran), (Ref)data) : NO_VALUE;
        if (state) r = tuple_of(vm, 3, make, (Ref)given, (Ref)state);
        release(vm, given);
        release(vm, state);
    }
done:
    release(vm, zero);
    release(vm, b);
    release(vm, shape);
    release(vm, data);
    return r;
}
static Value reduced_whole(VM *vm, Ref array)
{
    Value key = str_intern_c(vm, "__reduce__"), r = key ? call_method(vm, array, key, NULL, 0) : NO_VALUE;
    release(vm, key);
    return r;
}
/* Protocol 5 hands the memory itself to the pickler. */
static Value m_reduce_ex(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    Np *np = np_of(a);
    int64_t protocol;
    if (!num_index_i64(vm, args[1], &protocol)) return NULL;
    bool direct = protocol >= 5 && !descr_has_objects(a->descr) && (array_is(a, ARRAY_C) || array_is(a, ARRAY_F)) && a->descr->size && a->head.type == np->ndarray;
    if (!direct) return reduced_whole(vm, args[0]);
    bool fortran = !array_is(a, ARRAY_C);
    Ref make = np_python(vm, np, PY_FROMBUFFER_PICKLE);
    NdArray *t = make ? (fortran ? array_transpose(vm, a, NULL) : array_retain(a)) : NULL;
    Value pickle_buffer = t ? import_attr(vm, "pickle", "PickleBuffer") : NO_VALUE, buffer = pickle_buffer ? call1(vm, pickle_buffer, REF(t)) : NO_VALUE;
    if (pickle_buffer && !buffer && err_matches(vm, EXC_ValueError)) { /* dates: no buffer says what they are */
        err_clear(vm);
        release(vm, pickle_buffer);
        array_release(vm, t);
        return reduced_whole(vm, args[0]);
    }
    Value shape = buffer ? np_dims_tuple(vm, a->shape, a->ndim) : NO_VALUE, order = shape ? str_from_c(vm, fortran ? "F" : "C") : NO_VALUE;
    Value given = order ? tuple_of(vm, 4, (Ref)buffer, REF(a->descr), (Ref)shape, (Ref)order) : NO_VALUE, r = given ? tuple_of(vm, 2, make, (Ref)given) : NO_VALUE;
    Value all[] = {pickle_buffer, buffer, shape, order, given};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) release(vm, all[i]);
    array_release(vm, t);
    return r;
}

/* What a pickle holds in the other order has this machine's from now on; structured elements keep theirs. */
static bool turned_native(VM *vm, NdArray *a)
{
    if (descr_is_native(a->descr)) return true;
    Descr *native = descr_ordered(vm, a->descr, '=');
    if (!native) return false;
    for (int64_t i = 0, n = array_size(a); i < n; i++) element_swap(a->descr, a->data + i * a->descr->size);
    descr_release(vm, a->descr);
    a->descr = native;
    return true;
}

static Value m_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = self_of(args);
    Np *np = np_of(a);
    Ref s = args[1];
    int64_t len = is_tuple(s) ? as_tuple(s)->len : 0;
    if (len != 4 && len != 5) return err_raise(vm, EXC_TypeError, "__setstate__() takes a tuple of 4 or 5 items");
    const Value *at = as_tuple(s)->items + (len - 4);
    NpDims dims;
    if (!is_tuple(at[0]) || !is_descr(vm, np, at[1])) return err_raise(vm, EXC_TypeError, "bad state of an array");
    int fortran = op_truth(vm, at[2]);
    if (fortran < 0 || !np_dims(vm, at[0], &dims)) return NULL;
    Value raw = at[3] && is_str(at[3]) ? codec_encode(vm, at[3], "latin1", NULL) : retain(at[3]);
    if (!raw) return NULL;
    NdArray *fresh = array_make(vm, np, NULL, as_descr(at[1]), dims.v, NULL, dims.n, NULL, fortran ? ARRAY_F : 0, NO_VALUE, NULL);
    bool ok = fresh != NULL;
    int64_t count = ok ? array_size(fresh) : 0;
    if (ok && is_list(raw)) {
        if (as_list(raw)->len != count) ok = err_false(vm, EXC_ValueError, "object pickle not returning list");
        for (int64_t i = 0; ok && i < count; i++) ok = element_put(vm, fresh->descr, fresh->data + i * fresh->descr->size, as_list(raw)->items[i]);
    } else if (ok && is_bytes(raw)) {
        if (as_bytes(raw)->len != count * fresh->descr->size) ok = err_false(vm, EXC_ValueError, "buffer size does not match array size");
        else if (descr_has_objects(fresh->descr)) ok = err_false(vm, EXC_ValueError, "object pickle not returning list");
        else {
            memcpy(fresh->data, as_bytes(raw)->data, (size_t)as_bytes(raw)->len);
            ok = turned_native(vm, fresh);
        }
    } else if (ok)
        ok = err_false(vm, EXC_TypeError, "pickle not returning string");
    release(vm, raw);
    if (ok && (ok = array_set_dims(vm, a, fresh->shape, fresh->strides, fresh->ndim))) { /* its memory becomes a's */
        struct { char *data; size_t room; Descr *descr; uint32_t flags; } was = {a->data, a->room, a->descr, a->flags};
        a->data = fresh->data, a->room = fresh->room, a->descr = fresh->descr, a->flags = fresh->flags;
        fresh->data = was.data, fresh->room = was.room, fresh->descr = was.descr, fresh->flags = was.flags;
        value_clear(vm, &a->base);
    }
    array_release(vm, fresh);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- by NumPy's Python half ---- */

static Value by_python(VM *vm, PythonId id, const Ref *args, int n, Ref kwnames)
{
    Ref f = np_python(vm, np_of(self_of(args)), id);
    return f ? call(vm, f, args, n, kwnames) : NO_VALUE;
}
#define BY_PYTHON(ROW)                                                                                                                                                                       \
    ROW(mean, M_MEAN) ROW(var, M_VAR) ROW(std, M_STD) ROW(sum, M_SUM) ROW(prod, M_PROD) ROW(any, M_ANY) ROW(all, M_ALL) ROW(max, M_AMAX) ROW(min, M_AMIN) ROW(ptp, M_PTP) ROW(clip, M_CLIP)   \
    ROW(dump, M_DUMP) ROW(dumps, M_DUMPS)
#define ROW(name, id) static Value m_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return by_python(vm, PY_##id, args, n, kwnames); }
BY_PYTHON(ROW)
#undef ROW

const NativeDef array_own_methods[] = {
#define ROW(name, id) {#name, m_##name, "self, /, *args, **kwargs", NULL, NATIVE_RAW},
    BY_PYTHON(ROW)
#undef ROW
    {"copy", m_copy, "self, /, order='C'", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"__copy__", m_copy_keep, "self, /", NULL, 0},
    {"__deepcopy__", m_deepcopy, "self, memo, /", NULL, 0},
    {"astype", m_astype, "self, /, dtype, order='K', casting='unsafe', subok=True, copy=True", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"fill", m_fill, "self, value, /", NULL, 0},
    {"byteswap", m_byteswap, "self, /, inplace=False", NULL, NATIVE_KW},
    {"newbyteorder", m_newbyteorder, "self, new_order='S', /", NULL, 0},
    {"item", m_item, "self, /, *args", NULL, 0},
    {"itemset", m_itemset, "self, /, *args", NULL, 0},
    {"tolist", m_tolist, "self, /", NULL, 0},
    {"tobytes", m_tobytes, "self, /, order='C'", NULL, NATIVE_KW},
    {"tostring", m_tostring, "self, /, order='C'", NULL, NATIVE_KW},
    {"getfield", m_getfield, "self, /, dtype, offset=0", NULL, NATIVE_KW},
    {"setfield", m_setfield, "self, /, val, dtype, offset=0", NULL, NATIVE_KW},
    {"setflags", m_setflags, "self, /, write=None, align=None, uic=None", NULL, NATIVE_KW},
    {"__array__", m_array, "self, dtype=None, /", NULL, 0},
    {"__array_wrap__", m_wrap, "self, array, context=None, /", NULL, 0},
    {"__array_prepare__", m_prepare, "self, array, context=None, /", NULL, 0},
    {"__array_finalize__", m_finalize, "self, obj, /", NULL, 0},
    {"__complex__", m_complex, "self, /", NULL, 0},
    {"__format__", m_format, "self, spec, /", NULL, NATIVE_COEXIST},
    {"__reduce__", m_reduce, "self, /", NULL, 0},
    {"__reduce_ex__", m_reduce_ex, "self, protocol, /", NULL, 0},
    {"__setstate__", m_setstate, "self, state, /", NULL, 0},
    {"__class_getitem__", alias_class_getitem, "cls, item, /", NULL, NATIVE_CLASS},
    {NULL, NULL, NULL, NULL, 0}};
