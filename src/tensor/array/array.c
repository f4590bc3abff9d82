/* array.c: the memory, shape, flags and owners of arrays: how they are made, and views of them. What a program sees of them: array_attrs.c and the files of its methods. */
#include <sys/mman.h>
#include "array.h"
#include "element.h"
#include "lang/lang.h"
#include "scalar.h"
#include "transfer.h"
#include "walk.h"

/* ---- the object ---- */

static void drop_memory(VM *vm, NdArray *a)
{
    if (!(a->flags & ARRAY_OWNDATA) || !a->data) return;
    char *data = a->data;
    a->data = NULL;
    if (descr_has_objects(a->descr)) { /* (whatever its strides say: the memory is one block of elements) */
        int64_t size = a->descr->size, n = size ? (int64_t)(a->room / (size_t)size) : 0;
        for (int64_t i = 0; i < n; i++) element_decref(vm, a->descr, data + i * size);
    }
    mem_free(vm->mem, data, a->room);
}
void array_dealloc(VM *vm, Obj *o)
{
    NdArray *a = (NdArray *)o;
    drop_memory(vm, a);
    value_clear(vm, &a->base);
    if (a->shape && a->shape != a->few) mem_free(vm->mem, a->shape, 2 * (size_t)a->ndim * sizeof *a->shape);
    Descr *d = a->descr;
    a->descr = NULL;
    descr_release(vm, d);
    obj_free(vm, o, o->type->inst_size);
}

static void visit_element(const Descr *d, const char *at, VisitFn visit, void *arg)
{
    if (d->num == NP_OBJECT) {
        Value v;
        memcpy(&v, at, sizeof v);
        if (v) visit(v, arg);
    } else if (d->base) {
        for (int64_t i = 0; d->base->size && i < d->size / d->base->size; i++) visit_element(d->base, at + i * d->base->size, visit, arg);
    } else
        for (int64_t i = 0; i < d->n_fields; i++)
            if (descr_has_objects(d->fields[i].descr)) visit_element(d->fields[i].descr, at + d->fields[i].offset, visit, arg);
}
void array_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const NdArray *a = (const NdArray *)o;
    if (a->base) visit(a->base, arg);
    if (!a->descr) return;
    visit(REF(a->descr), arg);
    if (!(a->flags & ARRAY_OWNDATA) || !descr_has_objects(a->descr) || !a->descr->size) return;
    for (size_t at = 0; at + (size_t)a->descr->size <= a->room; at += (size_t)a->descr->size) visit_element(a->descr, a->data + at, visit, arg);
}
void array_clear(VM *vm, Obj *o)
{
    NdArray *a = (NdArray *)o;
    if (a->descr && descr_has_objects(a->descr) && (a->flags & ARRAY_OWNDATA) && a->descr->size)
        for (size_t at = 0; at + (size_t)a->descr->size <= a->room; at += (size_t)a->descr->size) element_decref(vm, a->descr, a->data + at);
    value_clear(vm, &a->base);
}

int64_t array_size(const NdArray *a)
{
    int64_t n = 1;
    for (int i = 0; i < a->ndim; i++) n *= a->shape[i];
    return n;
}

bool array_update_flags(NdArray *a)
{
    int64_t n = array_size(a), next = a->descr->size;
    bool c = true, f = true, aligned = true;
    for (int i = a->ndim; c && n && i-- > 0;) {
        if (a->shape[i] == 1) continue;
        c = a->strides[i] == next;
        next *= a->shape[i];
    }
    next = a->descr->size;
    for (int i = 0; f && n && i < a->ndim; i++) {
        if (a->shape[i] == 1) continue;
        f = a->strides[i] == next;
        next *= a->shape[i];
    }
    int64_t align = a->descr->align;
    if (align > 1) {
        uint64_t bits = (uint64_t)(uintptr_t)a->data;
        for (int i = 0; i < a->ndim; i++)
            if (a->shape[i] > 1) bits |= (uint64_t)a->strides[i];
            else if (!a->shape[i]) bits = 0, i = a->ndim;
        aligned = !(bits & (uint64_t)(align - 1));
    }
    a->flags = (a->flags & ~(uint32_t)(ARRAY_C | ARRAY_F | ARRAY_ALIGNED)) | (c ? ARRAY_C : 0u) | (f ? ARRAY_F : 0u) | (aligned ? ARRAY_ALIGNED : 0u);
    return true;
}

bool array_strides_fill(int64_t *strides, const int64_t *shape, int ndim, int64_t size, Order order)
{
    int64_t next = size, whole = size;
    for (int k = 0; k < ndim; k++) {
        int i = order == ORDER_F ? k : ndim - 1 - k;
        strides[i] = next;
        if (shape[i] && __builtin_mul_overflow(whole, shape[i], &whole)) return false;
        if (shape[i]) next = whole;
    }
    return true;
}

/* ---- making ---- */

static NdArray *no_memory_for(VM *vm, Np *np, Descr *descr, const int64_t *shape, int ndim)
{
    Value dims = np_dims_tuple(vm, shape, ndim);
    Ref given[] = {dims, REF(descr)};
    if (dims) np_raise_python(vm, np, PY_ARRAY_MEMORY_ERROR, given, 2);
    release(vm, dims);
    return NULL;
}

static bool check_shape(VM *vm, Descr *descr, const int64_t *shape, int ndim, size_t *bytes)
{
    int64_t whole = descr->size ? descr->size : 1, n = 1;
    bool empty = !descr->size;
    if (!np_dims_fit(vm, ndim)) return false;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] < 0) return err_false(vm, EXC_ValueError, "negative dimensions are not allowed");
        if (!shape[i]) empty = true;
        else if (__builtin_mul_overflow(whole, shape[i], &whole) || __builtin_mul_overflow(n, shape[i], &n))
            return err_false(vm, EXC_ValueError, "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.");
    }
    *bytes = empty ? 0 : (size_t)whole;
    return true;
}

static NdArray *blank(VM *vm, Type *type, Descr *descr, const int64_t *shape, int ndim)
{
    NdArray *a = (NdArray *)obj_alloc(vm, type, type->inst_size);
    if (!a) return NULL;
    a->descr = descr_retain(descr);
    a->ndim = (uint8_t)ndim;
    a->shape = ndim <= NP_DIMS_INLINE ? a->few : mem_alloc(vm->mem, 2 * (size_t)ndim * sizeof *shape);
    if (!a->shape) {
        array_release(vm, a);
        return err_no_memory(vm), NULL;
    }
    a->strides = a->shape + ndim;
    for (int i = 0; i < ndim; i++) a->shape[i] = shape[i];
    a->made = lang_site(vm);
    return a;
}

/* Fewer pages, fewer faults at the first touch: for memory that holds several of them. A wish: what the system answers does not matter. */
static void ask_large_pages(char *data, size_t bytes)
{
    enum { WORTH = 1 << 22, PAGE = 1 << 12 };
    if (bytes < WORTH) return;
    char *first = data + (-(uintptr_t)data & (PAGE - 1));
    madvise(first, bytes - (size_t)(first - data), MADV_HUGEPAGE);
}

static NdArray *with_memory(VM *vm, Np *np, Type *type, Descr *descr, const int64_t *shape, int ndim, Order order, bool zero)
{
    size_t bytes = 0;
    if (!check_shape(vm, descr, shape, ndim, &bytes)) return NULL;
    NdArray *a = blank(vm, type, descr, shape, ndim);
    if (!a) return NULL;
    array_strides_fill(a->strides, shape, ndim, descr->size, order);
    if (!bytes) memset(a->strides, 0, sizeof *a->strides * (size_t)ndim); /* (steps to nowhere) */
    a->room = bytes ? bytes : (size_t)(descr->size ? descr->size : 1); /* (also an empty one has an address of its own) */
    zero = zero || (descr->flags & DESCR_NEEDS_INIT) || descr_has_objects(descr) || descr_has_gaps(descr);
    a->data = zero ? mem_zalloc(vm->mem, a->room) : mem_alloc(vm->mem, a->room);
    if (!a->data) {
        array_release(vm, a);
        return no_memory_for(vm, np, descr, shape, ndim);
    }
    if (!np->small_pages) ask_large_pages(a->data, a->room);
    a->flags = ARRAY_OWNDATA | ARRAY_WRITEABLE;
    array_update_flags(a);
    return a;
}

/* A text without a size gets one of one character; a subarray's dimensions become the array's own. *made: what to release. */
typedef struct Wanted { Descr *descr; NpDims dims; } Wanted;
static bool settle(VM *vm, Np *np, Descr *descr, const int64_t *shape, int ndim, bool own_memory, Wanted *out)
{
    out->dims.n = ndim;
    if (!np_dims_fit(vm, ndim)) return false;
    for (int i = 0; i < ndim; i++) out->dims.v[i] = shape[i];
    if (descr->base) {
        const Tuple *more = as_tuple(descr->shape);
        if (!np_dims_fit(vm, ndim + more->len)) return false;
        for (int64_t i = 0; i < more->len; i++)
            if (!int_to_i64(vm, more->items[i], &out->dims.v[out->dims.n++])) return false;
        descr = descr->base;
    }
    bool sized = descr->size || !own_memory || (descr->num != NP_STRING && descr->num != NP_UNICODE);
    out->descr = sized ? descr_retain(descr) : descr_sized(vm, np, (Num)descr->num, descr->num == NP_UNICODE ? 4 : 1);
    if (out->descr && !sized && !descr_is_native(descr)) {
        Descr *swapped = descr_ordered(vm, out->descr, '>');
        descr_release(vm, out->descr);
        out->descr = swapped;
    }
    return out->descr != NULL;
}

NdArray *array_new(VM *vm, Np *np, Descr *descr, const int64_t *shape, int ndim, Order order)
{
    return array_make(vm, np, NULL, descr, shape, NULL, ndim, NULL, order == ORDER_F ? ARRAY_F : 0, NO_VALUE, NULL);
}
NdArray *array_zeros(VM *vm, Np *np, Descr *descr, const int64_t *shape, int ndim, Order order)
{
    Wanted w;
    if (!settle(vm, np, descr, shape, ndim, true, &w)) return NULL;
    NdArray *a = with_memory(vm, np, np->ndarray, w.descr, w.dims.v, w.dims.n, order, true);
    descr_release(vm, w.descr);
    return a;
}

/* __array_finalize__ of a subclass that has one of its own. */
static bool finalize(VM *vm, Np *np, NdArray *a, Ref from)
{
    Value f = NO_VALUE;
    if (a->head.type == np->ndarray) return true;
    Value key = str_intern_c(vm, "__array_finalize__");
    int has = key ? obj_lookup_attr(vm, REF(a), key, &f) : -1;
    Ref inherited = key ? type_lookup(vm, np->ndarray, key) : (Ref)NO_VALUE, found = key ? type_lookup(vm, a->head.type, key) : (Ref)NO_VALUE;
    release(vm, key);
    if (has < 0) return false;
    bool ok = true;
    if (has && !is_none(f) && found != inherited) {
        Value r = call1(vm, f, from ? from : (Ref)V_NONE);
        ok = r != NO_VALUE;
        release(vm, r);
    }
    release(vm, f);
    return ok;
}

NdArray *array_make(VM *vm, Np *np, Type *type, Descr *descr, const int64_t *shape, const int64_t *strides, int ndim, void *data, unsigned flags, Value base, Ref finalize_from)
{
    Wanted w;
    NdArray *a = NULL;
    if (!type) type = np->ndarray;
    if (!settle(vm, np, descr, shape, ndim, !data, &w)) return release(vm, base), NULL;
    size_t bytes;
    if (!data) a = with_memory(vm, np, type, w.descr, w.dims.v, w.dims.n, flags & ARRAY_F ? ORDER_F : ORDER_C, false);
    else if (check_shape(vm, w.descr, w.dims.v, w.dims.n, &bytes) && (a = blank(vm, type, w.descr, w.dims.v, w.dims.n))) {
        a->data = data;
        a->flags = flags & (ARRAY_WRITEABLE | ARRAY_WARN_ON_WRITE);
        if (strides) {
            for (int i = 0; i < ndim; i++) a->strides[i] = strides[i];
            if (w.dims.n > ndim) array_strides_fill(a->strides + ndim, w.dims.v + ndim, w.dims.n - ndim, w.descr->size, ORDER_C);
        } else
            array_strides_fill(a->strides, w.dims.v, w.dims.n, w.descr->size, flags & ARRAY_F ? ORDER_F : ORDER_C);
        array_update_flags(a);
    }
    descr_release(vm, w.descr);
    if (!a) return release(vm, base), NULL;
    if (base && !array_set_base(vm, a, base)) {
        array_release(vm, a);
        return NULL;
    }
    if (finalize(vm, np, a, finalize_from)) return a;
    array_release(vm, a);
    return NULL;
}

bool array_set_base(VM *vm, NdArray *a, Value base)
{
    Np *np = np_of(a);
    while (is_array(base, np)) { /* the last that owns, of a's class: not every view between */
        NdArray *b = as_array(base);
        if (b == a) {
            release(vm, base);
            return err_false(vm, EXC_ValueError, "Cannot create a circular NumPy array 'base' dependency");
        }
        if ((b->flags & ARRAY_OWNDATA) || !b->base || type_of(vm, b->base) != a->head.type) break;
        Value next = retain(b->base);
        release(vm, base);
        base = next;
    }
    value_put(vm, &a->base, base);
    return true;
}

NdArray *array_view(VM *vm, NdArray *a, Descr *descr, const int64_t *shape, const int64_t *strides, int ndim, char *data)
{
    return array_make(vm, np_of(a), a->head.type, descr ? descr : a->descr, shape, strides, ndim, data, a->flags, retain(REF(a)), REF(a));
}

NdArray *array_view_exact(VM *vm, NdArray *a)
{
    Np *np = np_of(a);
    if (a->head.type == np->ndarray) return array_retain(a);
    return array_make(vm, np, NULL, a->descr, a->shape, a->strides, a->ndim, a->data, a->flags, retain(REF(a)), NULL);
}

/* Strides without gaps in the order in which a's own shrink. */
static void keep_strides(const NdArray *a, int64_t size, int64_t *strides)
{
    int order[NP_DIMS_MOST];
    for (int i = 0; i < a->ndim; i++) {
        int64_t s = a->strides[i] < 0 ? -a->strides[i] : a->strides[i];
        int k = i;
        for (; k > 0; k--) {
            int64_t t = a->strides[order[k - 1]];
            if ((t < 0 ? -t : t) >= s) break;
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    int64_t next = size;
    for (int k = a->ndim; k-- > 0;) {
        strides[order[k]] = next;
        next *= a->shape[order[k]] ? a->shape[order[k]] : 1;
    }
}

NdArray *array_like(VM *vm, NdArray *a, Order order, Descr *descr, bool subclass)
{
    Np *np = np_of(a);
    if (!descr) descr = a->descr;
    if (order == ORDER_ANY) order = array_is(a, ARRAY_F) && !array_is(a, ARRAY_C) ? ORDER_F : ORDER_C;
    bool keep = order == ORDER_KEEP && !array_is(a, ARRAY_C) && a->ndim > 1;
    if (keep && array_is(a, ARRAY_F)) order = ORDER_F, keep = false;
    NdArray *r = array_make(vm, np, NULL, descr, a->shape, NULL, a->ndim, NULL, order == ORDER_F ? ARRAY_F : 0, NO_VALUE, NULL);
    if (r && keep && r->ndim == a->ndim) {
        keep_strides(a, r->descr->size, r->strides);
        array_update_flags(r);
    }
    if (!r || !subclass || a->head.type == np->ndarray) return r;
    /* the same memory as an instance of a's class */
    NdArray *s = (NdArray *)obj_alloc(vm, a->head.type, a->head.type->inst_size);
    if (!s) return array_release(vm, r), NULL;
    s->descr = descr_retain(r->descr);
    s->ndim = r->ndim;
    s->made = r->made;
    s->flags = r->flags;
    s->data = r->data;
    s->room = r->room;
    if (r->shape == r->few) {
        memcpy(s->few, r->few, sizeof s->few);
        s->shape = s->few;
    } else {
        s->shape = r->shape;
        r->shape = r->few;
        r->ndim = 0;
    }
    s->strides = s->shape + s->ndim;
    r->flags &= ~(uint32_t)ARRAY_OWNDATA;
    r->data = NULL;
    array_release(vm, r);
    if (finalize(vm, np, s, REF(a))) return s;
    array_release(vm, s);
    return NULL;
}

NdArray *array_copy(VM *vm, NdArray *a, Order order, bool subclass)
{
    NdArray *r = array_like(vm, a, order, NULL, subclass);
    if (r && array_copy_into(vm, r, a)) return r;
    array_release(vm, r);
    return NULL;
}

/* ---- results ---- */

Value array_return(VM *vm, NdArray *a)
{
    if (!a || a->ndim || a->head.type != np_of(a)->ndarray) return VAL(a);
    Value r = scalar_new(vm, a->descr, a->data, REF(a));
    array_release(vm, a);
    return r;
}

bool array_writeable(VM *vm, NdArray *a, const char *what)
{
    if (!(a->flags & ARRAY_WRITEABLE)) return err_false(vm, EXC_ValueError, "%s is read-only", what);
    if (!(a->flags & ARRAY_WARN_ON_WRITE)) return true;
    a->flags &= ~(uint32_t)ARRAY_WARN_ON_WRITE;
    return err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "Numpy has detected that you (may be) writing to an array with\noverlapping memory from np.broadcast_arrays. If this is intentional\nset the WRITEABLE flag True or make a copy immediately before writing."));
}

/* ---- arguments ---- */

static bool is_truth(VM *vm, Ref v)
{
    Np *np = is_bool(v) || is_small(v) ? NULL : np_state(vm);
    return is_bool(v) || (np && scalar_num(vm, np, v) == NP_BOOL);
}
bool np_integer(VM *vm, Ref v, int64_t *out, const char *said)
{
    if (is_small(v)) return *out = small_of(v), true;
    if (is_truth(vm, v)) return err_false(vm, EXC_TypeError, "%s", said);
    return num_index_i64(vm, v, out);
}
bool np_plain_integer(VM *vm, Ref v, int64_t *out)
{
    if (is_float_any(v)) return err_false(vm, EXC_TypeError, "integer argument expected, got float");
    return num_index_i64(vm, v, out);
}

/* One size alone, or what is walked through as sizes? */
static bool raise_no_sizes(VM *vm, Ref v) { return err_false(vm, EXC_TypeError, "expected a sequence of integers or a single integer, got '%R'", v); }
bool np_dims(VM *vm, Ref v, NpDims *out)
{
    out->n = 0;
    if (is_none(v)) return true;
    if (is_truth(vm, v)) return raise_no_sizes(vm, v);
    if (is_int(v) || (!is_tuple(v) && !is_list(v))) {
        Value i = is_int(v) ? retain(v) : num_index(vm, v);
        if (i) {
            bool ok = num_index_i64(vm, i, &out->v[0]);
            release(vm, i);
            out->n = 1;
            if (!ok && err_matches(vm, EXC_OverflowError)) err_clear(vm), err_raise(vm, EXC_ValueError, "Maximum allowed dimension exceeded");
            return ok;
        }
        if (!err_matches(vm, EXC_TypeError)) return false;
        err_clear(vm);
        Np *np = np_state(vm);
        if (is_dict(v) || !type_of(vm, v)->s.getitem || (np && is_array(v, np) && !as_array(v)->ndim)) return raise_no_sizes(vm, v);
    }
    Value items = tuple_from_iter(vm, v);
    bool ok = items != NO_VALUE;
    ok = ok && np_dims_fit(vm, as_tuple(items)->len);
    for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) {
        ok = np_integer(vm, as_tuple(items)->items[i], &out->v[i], "an integer is required");
        if (!ok && (err_matches(vm, EXC_OverflowError) || err_matches(vm, EXC_IndexError))) err_clear(vm), err_raise(vm, EXC_ValueError, "Maximum allowed dimension exceeded");
        out->n = (int)i + 1;
    }
    release(vm, items);
    return ok;
}

bool np_axis(VM *vm, int64_t *axis, int ndim)
{
    if (*axis < -ndim || *axis >= ndim) return np_raise_axis(vm, *axis, ndim, NULL);
    if (*axis < 0) *axis += ndim;
    return true;
}

bool np_order(VM *vm, Ref v, Order *out)
{
    if (!v || is_none(v)) return true;
    size_t n = 0;
    const char *s = is_str(v) ? str_utf8(vm, v, &n) : NULL;
    if (is_bytes(v)) s = (const char *)as_bytes(v)->data, n = (size_t)as_bytes(v)->len;
    if (!s) return err_false(vm, EXC_TypeError, "order must be str, not %T", v);
    static const struct { const char *letters; Order order; } rows[] = {{"cC", ORDER_C}, {"fF", ORDER_F}, {"aA", ORDER_ANY}, {"kK", ORDER_KEEP}};
    for (size_t i = 0; n == 1 && i < sizeof rows / sizeof *rows; i++)
        if (strchr(rows[i].letters, *s)) return *out = rows[i].order, true;
    return err_false(vm, EXC_ValueError, "order must be one of 'C', 'F', 'A', or 'K' (got %R)", v);
}

Value np_dims_tuple(VM *vm, const int64_t *v, int n)
{
    Value t = tuple_new(vm, n);
    for (int i = 0; t && i < n; i++)
        if (!(as_tuple(t)->items[i] = int_from_i64(vm, v[i]))) {
            release(vm, t);
            return NULL;
        }
    return t;
}

