/* flat.c: arr.flat: an array as one row, walked in C order, read and written by index. */
#include "element.h"
#include "scalar.h"
#include "select.h"
#include "shape.h"
#include "transfer.h"
#include "ufunc.h"

typedef struct FlatIter { Obj head; Value array; int64_t next, size; } FlatIter;
static FlatIter *as_flat(Ref v) { return (FlatIter *)BITS(v); }
static NdArray *array_of(Ref v) { return as_array(as_flat(v)->array); }

static void dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((FlatIter *)o)->array);
    obj_free(vm, o, sizeof(FlatIter));
}
static void traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((FlatIter *)o)->array) visit(((FlatIter *)o)->array, arg);
}

Value array_flat(VM *vm, NdArray *a)
{
    FlatIter *f = (FlatIter *)obj_alloc(vm, np_of(a)->flatiter, sizeof *f);
    if (!f) return NULL;
    f->array = retain(REF(a));
    f->size = array_size(a);
    return VAL(f);
}

/* The elements in a row: a view where it can be one; *copied: it is none. */
static NdArray *row_of(VM *vm, NdArray *a, bool *copied)
{
    NdArray *plain = array_view_exact(vm, a), *r = plain ? array_ravel(vm, plain, ORDER_C) : NULL;
    *copied = r && array_size(r) && !array_overlap(r, a);
    array_release(vm, plain);
    return r;
}
static bool give_back(VM *vm, NdArray *a, NdArray *row)
{
    NdArray *plain = array_view_exact(vm, a), *again = plain ? array_reshape(vm, row, a->shape, a->ndim, ORDER_C) : NULL;
    bool ok = again && array_copy_into(vm, plain, again);
    array_release(vm, plain);
    array_release(vm, again);
    return ok;
}

static char *address(const NdArray *a, int64_t i)
{
    char *at = a->data;
    for (int d = a->ndim; d-- > 0;) {
        at += i % a->shape[d] * a->strides[d];
        i /= a->shape[d];
    }
    return at;
}

static Value next(VM *vm, Ref v)
{
    FlatIter *f = as_flat(v);
    if (f->next >= f->size || f->size != array_size(array_of(v))) return NULL;
    return scalar_new(vm, array_of(v)->descr, address(array_of(v), f->next++), f->array);
}
static Value iterate(VM *vm, Ref v) { return (void)vm, retain(v); }
static int64_t length(VM *vm, Ref v) { return (void)vm, array_size(array_of(v)); }

static Value bad_key(VM *vm)
{
    if (err_occurred(vm)) err_clear(vm);
    return err_raise(vm, EXC_IndexError, "unsupported iterator index");
}
/* Truths stand for the places where they are; there may be fewer than elements. */
static Value truths_key(VM *vm, NdArray *a, NdArray *truths)
{
    if (truths->ndim != 1) return bad_key(vm);
    if (array_size(truths) > array_size(a)) return err_raise(vm, EXC_ValueError, "too many boolean indices");
    Value found = array_nonzero(vm, truths), places = found ? retain(as_tuple(found)->items[0]) : NO_VALUE;
    release(vm, found);
    return places;
}
static Value places_key(VM *vm, NdArray *a, NdArray *places /*taken*/)
{
    int64_t size = array_size(a), n = array_size(places);
    const int64_t *v = (const int64_t *)(const void *)places->data;
    for (int64_t i = 0; i < n; i++) {
        if (v[i] >= -size && v[i] < size) continue;
        err_raise(vm, EXC_IndexError, "index %lld is out of bounds for size %lld", (long long)v[i], (long long)size);
        array_release(vm, places);
        return NO_VALUE;
    }
    return VAL(places);
}
/* What a key means to the row of all elements, owned; NULL: raised. A list is of integers, truths in it too. */
static Value key_of(VM *vm, NdArray *a, Ref key)
{
    Np *np = np_of(a);
    if (is_tuple(key) && as_tuple(key)->len == 1) key = as_tuple(key)->items[0];
    if (is_small(key) || key == V_ELLIPSIS || is_kind(key, KIND_SLICE) || (is_tuple(key) && !as_tuple(key)->len)) return retain(key);
    if (key == V_TRUE) return make_small(0);
    if (key == V_FALSE) return slice_new(vm, NULL, make_small(0), NULL);
    if (is_none(key) || is_float_any(key) || is_str(key) || is_bytes(key) || is_tuple(key)) return bad_key(vm);
    if (is_scalar(vm, np, key)) return num_is_integer(scalar_num(vm, np, key)) ? num_index(vm, key) : bad_key(vm);
    if (is_array(key, np)) {
        NdArray *k = as_array(key);
        if (k->descr->num == NP_BOOL) return truths_key(vm, a, k);
        if (!num_is_integer((Num)k->descr->num)) return bad_key(vm);
    } else if (!is_list(key)) return retain(key);
    NdArray *places = array_from_any(vm, np, key, np->descrs[NP_LONG], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
    return places ? places_key(vm, a, places) : bad_key(vm);
}

static Value get(VM *vm, Ref v, Ref key)
{
    NdArray *a = array_of(v);
    if (is_small(key)) {
        int64_t i = small_of(key), n = array_size(a);
        if (i < -n || i >= n) return err_raise(vm, EXC_IndexError, "index %lld is out of bounds for axis 0 with size %lld", (long long)i, (long long)n);
        return scalar_new(vm, a->descr, address(a, i < 0 ? i + n : i), as_flat(v)->array);
    }
    bool copied;
    NdArray *row = row_of(vm, a, &copied), *own = NULL;
    Value r = row ? array_getitem(vm, REF(row), key) : NO_VALUE;
    if (r && is_array(r, np_of(a)) && !copied && as_array(r)->base) { /* what .flat gives is a copy */
        own = array_copy(vm, as_array(r), ORDER_C, false);
        release(vm, r);
        r = VAL(own);
    }
    array_release(vm, row);
    return r;
}
static Value getitem(VM *vm, Ref v, Ref given)
{
    if (is_tuple(given) && !as_tuple(given)->len) return retain(as_flat(v)->array);
    Value key = key_of(vm, array_of(v), given), r = key ? get(vm, v, key) : NO_VALUE;
    release(vm, key);
    return r;
}
static bool set(VM *vm, Ref v, Ref key, Ref value)
{
    NdArray *a = array_of(v);
    int64_t size = array_size(a);
    if (is_small(key) && (small_of(key) < -size || small_of(key) >= size)) return err_false(vm, EXC_IndexError, "index %lld is out of bounds for size %lld", (long long)small_of(key), (long long)size);
    bool copied;
    NdArray *row = row_of(vm, a, &copied), *from = NULL;
    bool ok = row != NULL;
    if (row) row->flags |= ARRAY_WRITEABLE;
    if (ok && !is_small(key)) { /* values are taken in turn, as often as it needs */
        Value part = array_getitem(vm, REF(row), key);
        int64_t n = part && is_array(part, np_of(a)) ? array_size(as_array(part)) : 1;
        ok = part && (from = array_from_any(vm, np_of(a), value, is_array(value, np_of(a)) ? NULL : a->descr, ARRAY_FORCE_CAST));
        int64_t m = ok ? array_size(from) : 0;
        if (ok && m && (from->ndim != 1 || m != n) && m != 1) {
            NdArray *turn = array_make(vm, np_of(a), NULL, from->descr, &n, NULL, 1, NULL, 0, NO_VALUE, NULL);
            bool c;
            NdArray *flat = turn ? row_of(vm, from, &c) : NULL;
            for (int64_t i = 0; flat && i < n; i += m) {
                int64_t k = n - i < m ? n - i : m;
                NdArray *to = array_make(vm, np_of(a), NULL, from->descr, &k, NULL, 1, turn->data + i * from->descr->size, ARRAY_WRITEABLE, NO_VALUE, NULL);
                NdArray *some = to ? array_make(vm, np_of(a), NULL, from->descr, &k, flat->strides, 1, flat->data, 0, NO_VALUE, NULL) : NULL;
                ok = some && array_copy_into(vm, to, some) && ok;
                array_release(vm, to);
                array_release(vm, some);
            }
            ok = ok && flat;
            array_release(vm, flat);
            array_release(vm, from);
            from = turn;
        }
        release(vm, part);
        if (ok && m) ok = array_setitem(vm, REF(row), key, REF(from));
    } else if (ok)
        ok = array_setitem(vm, REF(row), key, value);
    ok = ok && (!copied || give_back(vm, a, row));
    array_release(vm, from);
    array_release(vm, row);
    return ok;
}

static bool setitem(VM *vm, Ref v, Ref given, Ref value)
{
    if (!value) return err_false(vm, EXC_TypeError, "Cannot delete iterator elements");
    if (!array_writeable(vm, array_of(v), "underlying array")) return false;
    if (is_tuple(given) && as_tuple(given)->len > 1) return bad_key(vm), false;
    NdArray *a = array_of(v), *one = is_small(given) ? NULL : array_from_any(vm, np_of(a), value, a->descr, ARRAY_FORCE_CAST); /* (what is stored is looked at first) */
    if (!one && !is_small(given)) return false;
    Value key = key_of(vm, a, given);
    bool ok = key && set(vm, v, key, one ? REF(one) : value);
    release(vm, key);
    array_release(vm, one);
    return ok;
}

bool array_flat_assign(VM *vm, NdArray *a, Ref value)
{
    if (!array_writeable(vm, a, "array")) return false;
    Value f = array_flat(vm, a), all = f ? slice_new(vm, NULL, NULL, NULL) : NO_VALUE;
    bool ok = all && setitem(vm, f, all, value);
    release(vm, all);
    release(vm, f);
    return ok;
}

static Value to_array(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool copied;
    NdArray *row = row_of(vm, array_of(args[0]), &copied);
    if (row && copied) row->flags &= ~(uint32_t)ARRAY_WRITEABLE;
    if (!row || !args[1] || is_none(args[1])) return VAL(row);
    Descr *d = descr_parse(vm, np_of(row), args[1], false);
    NdArray *r = d ? array_as(vm, row, d, ARRAY_FORCE_CAST) : NULL;
    descr_release(vm, d);
    array_release(vm, row);
    return VAL(r);
}
static Value copy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool copied;
    NdArray *row = row_of(vm, array_of(args[0]), &copied), *c = row ? array_copy(vm, row, ORDER_C, false) : NULL;
    array_release(vm, row);
    return VAL(c);
}
static Value compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    Ref given[] = {a, NULL};
    Value row = to_array(vm, given, 2, NULL), r = row ? array_compare(vm, row, b, op) : NO_VALUE;
    release(vm, row);
    return r;
}
static Value get_base(VM *vm, Ref v) { return (void)vm, retain(as_flat(v)->array); }
static Value get_index(VM *vm, Ref v) { return int_from_i64(vm, as_flat(v)->next); }
static Value get_coords(VM *vm, Ref v)
{
    const NdArray *a = array_of(v);
    int64_t at[NP_DIMS_MOST], i = as_flat(v)->next;
    for (int d = a->ndim; d-- > 0;) {
        at[d] = a->shape[d] && d ? i % a->shape[d] : i;
        if (d && a->shape[d]) i /= a->shape[d];
    }
    return np_dims_tuple(vm, at, a->ndim);
}

static const NativeDef methods[] = {{"__array__", to_array, "self, dtype=None, /", NULL, 0}, {"copy", copy, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef getsets[] = {{"base", get_base, NULL, NULL}, {"index", get_index, NULL, NULL}, {"coords", get_coords, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static bool no_hash(VM *vm, Ref v, int64_t *hash) { return err_false(vm, EXC_TypeError, "unhashable type: 'numpy.flatiter'"); }
static const TypeDef def = {.name = "numpy.flatiter", .kind = KIND_OPAQUE, .size = sizeof(FlatIter), .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_NO_NEW, .dealloc = dealloc, .traverse = traverse,
    .methods = methods, .getsets = getsets, .s = {.iter = iterate, .next = next, .len = length, .getitem = getitem, .setitem = setitem, .compare = compare, .hash = no_hash}};

bool array_flat_open(VM *vm, Np *np, Dict *ns) { return (np->flatiter = type_from_def(vm, &def, NULL)) && module_add_type(vm, ns, np->flatiter); }
