/* memview.c: memoryview: a window on the memory of a bytes-like object. Each view takes its own buffer from the object below (so a slice
 * outlives its parent's release) and narrows it: data, shape and strides are the view's. Elements are read and written by the format, one
 * struct-module character. */
#include "seq.h"
#include "lang/text/text_impl.h"

enum { MAX_DIM = 8 };

typedef struct MemView {
    Obj head;
    BufferView base;     /* taken from the object below; owner NULL: released */
    unsigned char *data; /* of element 0 */
    int64_t itemsize;
    const char *format;  /* the base's, or cast_format */
    char cast_format[4];
    bool readonly;
    int ndim;
    int64_t shape[MAX_DIM], strides[MAX_DIM];
    int64_t hash;
    int32_t exports;     /* buffers taken from this view */
} MemView;

static inline MemView *as_view(Ref v) { return (MemView *)BITS(v); }

static bool alive(VM *vm, const MemView *m)
{
    return m->base.owner || err_false(vm, EXC_ValueError, "operation forbidden on released memoryview object");
}

static int64_t count_of(const MemView *m)
{
    int64_t n = 1;
    for (int i = 0; i < m->ndim; i++) n *= m->shape[i];
    return n;
}

static bool contiguous(const MemView *m)
{
    int64_t step = m->itemsize;
    for (int i = m->ndim - 1; i >= 0; i--) {
        if (m->shape[i] > 1 && m->strides[i] != step) return false;
        step *= m->shape[i];
    }
    return true;
}

/* ---- making ---- */
static MemView *view_on(VM *vm, Ref o)
{
    MemView *m = (MemView *)obj_alloc(vm, CLASS(memoryview), sizeof *m);
    if (!m) return NULL;
    m->hash = -1;
    if (!buffer_get_strided(vm, o, &m->base)) {
        m->base.owner = NO_VALUE;
        release(vm, VAL(m));
        return NULL;
    }
    const BufferView *b = &m->base;
    m->data = b->data;
    m->itemsize = b->itemsize;
    m->readonly = b->readonly;
    m->ndim = b->ndim;
    m->format = b->format ? b->format : "B";
    memcpy(m->shape, b->shape, sizeof m->shape);
    memcpy(m->strides, b->strides, sizeof m->strides);
    return m;
}

/* Another view with the same window on the same object. */
static MemView *view_again(VM *vm, const MemView *from)
{
    MemView *m = view_on(vm, from->base.owner);
    if (!m) return NULL;
    m->data = from->data;
    m->itemsize = from->itemsize;
    m->readonly = from->readonly;
    m->ndim = from->ndim;
    memcpy(m->cast_format, from->cast_format, sizeof m->cast_format);
    if (from->format == from->cast_format) m->format = m->cast_format;
    memcpy(m->shape, from->shape, sizeof m->shape);
    memcpy(m->strides, from->strides, sizeof m->strides);
    return m;
}

static Value view_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"object"};
    Ref a[1];
    if (!text_ctor_args(vm, "memoryview", names, 1, args, n, kwnames, a)) return NO_VALUE;
    if (!a[0]) return err_raise(vm, EXC_TypeError, "memoryview() missing required argument 'object' (pos 1)");
    if (is_kind(a[0], KIND_MEMORYVIEW)) return alive(vm, as_view(a[0])) ? VAL(view_again(vm, as_view(a[0]))) : NO_VALUE;
    if (!buffer_check(vm, a[0])) return err_raise(vm, EXC_TypeError, "memoryview: a bytes-like object is required, not '%T'", a[0]);
    return VAL(view_on(vm, a[0]));
}

static void view_dealloc(VM *vm, Obj *o)
{
    buffer_release(vm, &((MemView *)o)->base);
    obj_free(vm, o, sizeof(MemView));
}

/* A bytearray of a subclass may hold its own view. */
static void view_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const MemView *m = (const MemView *)o;
    if (m->base.owner && is_heap(m->base.owner)) visit(m->base.owner, arg);
}
static void view_clear(VM *vm, Obj *o)
{
    if (!((MemView *)o)->exports) buffer_release(vm, &((MemView *)o)->base);
}

/* ---- elements ---- */
static char code_of(const MemView *m) /* 0: more than one character */
{
    const char *f = m->format[0] == '@' ? m->format + 1 : m->format;
    return f[0] && f[1] ? 0 : f[0];
}

static bool is_bytes_code(char c) { return c == 'B' || c == 'b' || c == 'c'; }
static bool unsupported(VM *vm, const MemView *m)
{
    bool plain = strlen(m->format) == (m->format[0] == '@' ? 2 : 1); /* one character, but none of these */
    return err_false(vm, EXC_NotImplementedError, plain ? "memoryview: format %s not supported" : "memoryview: unsupported format %s", m->format);
}
static Value unpack(VM *vm, const MemView *m, const unsigned char *p)
{
#define READ(T, make) \
    do { \
        T x; \
        memcpy(&x, p, sizeof x); \
        return make; \
    } while (0)
    switch (code_of(m)) {
    case 'B': return make_small(*p);
    case 'b': return make_small((int8_t)*p);
    case 'c': return bytes_from(vm, p, 1);
    case '?': return make_bool(*p != 0);
    case 'h': READ(int16_t, make_small(x));
    case 'H': READ(uint16_t, make_small(x));
    case 'i': READ(int32_t, make_small(x));
    case 'I': READ(uint32_t, make_small(x));
    case 'l': case 'q': case 'n': READ(int64_t, int_from_i64(vm, x));
    case 'L': case 'Q': case 'N': case 'P': READ(uint64_t, int_from_u64(vm, x));
    case 'f': READ(float, make_float_any((double)x));
    case 'd': READ(double, make_float_any(x));
    case 'e': {
        uint16_t x;
        memcpy(&x, p, 2);
        int e = x >> 10 & 31, f = x & 1023;
        double d = e == 31 ? (f ? __builtin_nan("") : __builtin_inf()) : e ? __builtin_ldexp(1024 + f, e - 25) : __builtin_ldexp(f, -24);
        return make_float(x & 0x8000 && d == d ? -d : d);
    }
    default: return unsupported(vm, m), NO_VALUE;
    }
#undef READ
}

static bool pack_error(VM *vm, const MemView *m, ExcId id)
{
    return err_false(vm, id, "memoryview: invalid %s for format '%s'", id == EXC_TypeError ? "type" : "value", m->format);
}

static bool pack_int(VM *vm, const MemView *m, unsigned char *p, Ref v)
{
    char c = code_of(m);
    bool is_unsigned = strchr("BHILQNP", c) != NULL;
    int64_t i = 0;
    uint64_t u;
    if (!is_int(v) && !(is_heap(v) && type_of(vm, v)->s.to_index)) return pack_error(vm, m, EXC_TypeError);
    Value x = num_index(vm, v);
    if (!x) return false;
    bool fits = int_fits_i64(x, &i);
    u = (uint64_t)i;
    if (!fits && is_unsigned && m->itemsize == 8 && is_kind(x, KIND_INT) && ((Int *)BITS(x))->size == 1) {
        u = ((Int *)BITS(x))->limb[0];
        fits = true;
    } else if (fits) {
        int bits = (int)m->itemsize * 8;
        if (is_unsigned) fits = i >= 0 && (bits == 64 || i >> bits == 0);
        else fits = bits == 64 || (i >= -(INT64_C(1) << (bits - 1)) && i < INT64_C(1) << (bits - 1));
    }
    release(vm, x);
    if (!alive(vm, m)) return false;
    if (!fits) return pack_error(vm, m, EXC_ValueError);
    memcpy(p, &u, (size_t)m->itemsize); /* little-endian hosts only, as all of perch */
    return true;
}

static bool pack(VM *vm, const MemView *m, unsigned char *p, Ref v)
{
    double d;
    float f;
    switch (code_of(m)) {
    case 'c':
        if (!is_bytes(v)) return pack_error(vm, m, EXC_TypeError);
        if (as_bytes(v)->len != 1) return pack_error(vm, m, EXC_ValueError);
        *p = as_bytes(v)->data[0];
        return true;
    case '?': {
        int truth = op_truth(vm, v);
        if (truth < 0 || !alive(vm, m)) return false;
        *p = (unsigned char)truth;
        return true;
    }
    case 'f': case 'd':
        if (!is_int(v) && !is_float_any(v) && !type_of(vm, v)->s.to_float && !type_of(vm, v)->s.to_index) return pack_error(vm, m, EXC_TypeError);
        if (!num_to_double(vm, v, &d) || !alive(vm, m)) return false;
        f = (float)d;
        if (code_of(m) == 'f') memcpy(p, &f, 4);
        else memcpy(p, &d, 8);
        return true;
    case 'b': case 'B': case 'h': case 'H': case 'i': case 'I': case 'l': case 'L': case 'q': case 'Q': case 'n': case 'N': case 'P':
        return pack_int(vm, m, p, v);
    default: return unsupported(vm, m);
    }
}

/* ---- bulk ---- */
static void copy_out(const MemView *m, int dim, const unsigned char *from, unsigned char **to)
{
    if (dim == m->ndim) {
        memcpy(*to, from, (size_t)m->itemsize);
        *to += m->itemsize;
        return;
    }
    for (int64_t i = 0; i < m->shape[dim]; i++) copy_out(m, dim + 1, from + i * m->strides[dim], to);
}

static Value view_bytes(VM *vm, const MemView *m)
{
    int64_t n = count_of(m) * m->itemsize;
    if (contiguous(m)) return bytes_from(vm, m->data, n);
    Value b = bytes_from(vm, NULL, n);
    if (!b || !n) return b;
    unsigned char *to = as_bytes(b)->data;
    copy_out(m, 0, m->data, &to);
    return b;
}

static Value to_list(VM *vm, const MemView *m, int dim, const unsigned char *p)
{
    if (dim == m->ndim) return unpack(vm, m, p);
    Value list = list_new(vm, m->shape[dim]);
    for (int64_t i = 0; list && i < m->shape[dim]; i++) {
        Value v = to_list(vm, m, dim + 1, p + i * m->strides[dim]);
        if (!v || !list_append_take(vm, list, v)) return release(vm, list), NO_VALUE;
    }
    return list;
}

/* ---- indexing ---- */
static bool locate(VM *vm, const MemView *m, int dim, Ref key, unsigned char **p)
{
    int64_t i;
    if (!text_index(vm, key, &i) || !alive(vm, m)) return false; /* __index__ may have released the view */
    if (i < 0) i += m->shape[dim];
    if (i < 0 || i >= m->shape[dim]) return err_false(vm, EXC_IndexError, "index out of bounds on dimension %d", dim + 1);
    *p += i * m->strides[dim];
    return true;
}

/* A tuple of slices: what arrays of several dimensions would take. */
static bool is_slices(Ref key)
{
    if (!is_tuple(key) || !as_tuple(key)->len) return false;
    for (int64_t i = 0; i < as_tuple(key)->len; i++)
        if (!is_kind(as_tuple(key)->items[i], KIND_SLICE)) return false;
    return true;
}

static bool is_indexable(VM *vm, Ref key) { return is_int(key) || (is_heap(key) && type_of(vm, key)->s.to_index); }

/* One element's place; false: raised. */
static bool element_at(VM *vm, const MemView *m, Ref key, unsigned char **p)
{
    *p = m->data;
    if (is_tuple(key)) {
        const Tuple *t = as_tuple(key);
        for (int64_t i = 0; i < t->len; i++)
            if (!is_indexable(vm, t->items[i])) return err_false(vm, EXC_TypeError, "memoryview: invalid slice key");
        if (t->len > m->ndim)
            return err_false(vm, EXC_TypeError, "cannot index %d-dimension view with %lld-element tuple", m->ndim, (long long)t->len);
        if (t->len < m->ndim) return err_false(vm, EXC_NotImplementedError, "sub-views are not implemented");
        for (int i = 0; i < m->ndim; i++)
            if (!locate(vm, m, i, t->items[i], p)) return false;
        return true;
    }
    if (!is_indexable(vm, key)) return err_false(vm, EXC_TypeError, "memoryview: invalid slice key");
    if (m->ndim == 0) return err_false(vm, EXC_TypeError, "invalid indexing of 0-dim memory");
    if (m->ndim > 1) return err_false(vm, EXC_NotImplementedError, "multi-dimensional sub-views are not implemented");
    return locate(vm, m, 0, key, p);
}

static MemView *slice_of(VM *vm, const MemView *m, Ref key)
{
    int64_t start, stop, step, count;
    if (m->ndim == 0) return (MemView *)err_raise(vm, EXC_TypeError, "invalid indexing of 0-dim memory");
    MemView *s = view_again(vm, m); /* first: __index__ may release m */
    if (!s) return NULL;
    if (!slice_indices(vm, key, &s->shape[0], &start, &stop, &step, &count)) return release(vm, VAL(s)), NULL;
    s->data += start * s->strides[0];
    s->shape[0] = count;
    s->strides[0] *= step;
    return s;
}

static Value view_getitem(VM *vm, Ref o, Ref key)
{
    const MemView *m = as_view(o);
    unsigned char *p;
    if (!alive(vm, m)) return NO_VALUE;
    if (is_kind(key, KIND_SLICE)) return VAL(slice_of(vm, m, key));
    if (m->ndim == 0 && (key == V_ELLIPSIS || (is_tuple(key) && as_tuple(key)->len == 0)))
        return key == V_ELLIPSIS ? retain(o) : unpack(vm, m, m->data);
    if (is_slices(key)) return err_raise(vm, EXC_NotImplementedError, "multi-dimensional slicing is not implemented");
    return element_at(vm, m, key, &p) ? unpack(vm, m, p) : NO_VALUE;
}

static bool assign_slice(VM *vm, const MemView *m, Ref key, Ref v)
{
    if (m->ndim != 1) return err_false(vm, EXC_NotImplementedError, "memoryview slice assignments are currently restricted to ndim = 1");
    MemView *to = slice_of(vm, m, key);
    if (!to) return false;
    MemView *from = is_kind(v, KIND_MEMORYVIEW) ? (alive(vm, as_view(v)) ? view_again(vm, as_view(v)) : NULL) : view_on(vm, v);
    bool ok = from != NULL;
    if (ok && (strcmp(from->format, to->format) || from->ndim != 1 || from->shape[0] != to->shape[0]))
        ok = err_false(vm, EXC_ValueError, "memoryview assignment: lvalue and rvalue have different structures");
    if (ok) {
        Value copy = view_bytes(vm, from); /* the two may overlap */
        ok = copy != NO_VALUE;
        for (int64_t i = 0; ok && i < to->shape[0]; i++)
            memcpy(to->data + i * to->strides[0], as_bytes(copy)->data + i * to->itemsize, (size_t)to->itemsize);
        release(vm, copy);
    }
    release(vm, VAL(to));
    release(vm, VAL(from));
    return ok;
}

static bool view_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    const MemView *m = as_view(o);
    unsigned char *p;
    if (!alive(vm, m)) return false;
    if (m->readonly) return err_false(vm, EXC_TypeError, "cannot modify read-only memory");
    if (!v) return err_false(vm, EXC_TypeError, "cannot delete memory");
    if (is_kind(key, KIND_SLICE)) return assign_slice(vm, m, key, v);
    if (m->ndim == 0 && (key == V_ELLIPSIS || (is_tuple(key) && as_tuple(key)->len == 0))) return pack(vm, m, m->data, v);
    if (is_slices(key)) return err_false(vm, EXC_NotImplementedError, "memoryview slice assignments are currently restricted to ndim = 1");
    return element_at(vm, m, key, &p) && pack(vm, m, p, v);
}

static int64_t view_len(VM *vm, Ref o)
{
    const MemView *m = as_view(o);
    if (!alive(vm, m)) return -1;
    return m->ndim ? m->shape[0] : 1;
}

/* ---- protocols ---- */
static Value view_repr(VM *vm, Ref o)
{
    return str_format(vm, as_view(o)->base.owner ? "<memory at 0x%012llx>" : "<released memory at 0x%012llx>", (long long)BITS(o));
}

static bool view_hash(VM *vm, Ref o, int64_t *hash)
{
    MemView *m = as_view(o);
    if (m->hash == -1) {
        if (!alive(vm, m)) return false;
        if (!m->readonly) return err_false(vm, EXC_ValueError, "cannot hash writable memoryview object");
        if (!is_bytes_code(code_of(m))) return err_false(vm, EXC_ValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
        Value b = view_bytes(vm, m);
        if (!b) return false;
        m->hash = bytes_hash(vm, as_bytes(b)->data, as_bytes(b)->len);
        release(vm, b);
    }
    *hash = m->hash;
    return true;
}

/* Elements, or lists of them, of two views: equal one by one. No value is equal to itself before it was asked (a NaN is not). */
static int same_elements(VM *vm, Ref a, Ref b)
{
    if (!is_kind(a, KIND_LIST)) {
        Value r = op_compare(vm, a, b, CMP_EQ);
        int same = r ? op_truth(vm, r) : -1;
        release(vm, r);
        return same;
    }
    for (int64_t i = 0; i < as_list(a)->len; i++) { /* (both are our own, of one shape) */
        int same = same_elements(vm, as_list(a)->items[i], as_list(b)->items[i]);
        if (same != 1) return same;
    }
    return 1;
}

static Value view_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (op != CMP_EQ && op != CMP_NE) return V_NOTIMPL;
    if (!is_kind(a, KIND_MEMORYVIEW) || !buffer_check(vm, b)) return V_NOTIMPL;
    if (a == b && !as_view(a)->base.owner) return make_bool(op == CMP_EQ);
    if (!as_view(a)->base.owner || (is_kind(b, KIND_MEMORYVIEW) && !as_view(b)->base.owner)) return make_bool(op == CMP_NE);
    MemView *x = view_again(vm, as_view(a)), *y = NULL;
    if (x) y = is_kind(b, KIND_MEMORYVIEW) ? view_again(vm, as_view(b)) : view_on(vm, b);
    Value r = NO_VALUE;
    if (y) {
        bool same = x->ndim == y->ndim;
        for (int i = 0; same && i < x->ndim; i++) same = x->shape[i] == y->shape[i];
        int equal = same;
        if (same && strcmp(x->format, y->format) == 0 && code_of(x) && strchr("BbchHiIlLqQnN?", code_of(x)) && contiguous(x) && contiguous(y)) /* the same bytes: these have no two for a value */
            equal = memcmp(x->data, y->data, (size_t)(count_of(x) * x->itemsize)) == 0;
        else if (same) { /* by value, so formats may differ */
            Value l = to_list(vm, x, 0, x->data), k = l ? to_list(vm, y, 0, y->data) : NO_VALUE;
            if (k) {
                equal = same_elements(vm, l, k);
            } else if (err_matches(vm, EXC_NotImplementedError)) {
                err_clear(vm);
                equal = 0;
            } else equal = -1;
            release(vm, l);
            release(vm, k);
        }
        if (equal >= 0) r = make_bool((op == CMP_EQ) == (equal == 1));
    }
    release(vm, VAL(x));
    release(vm, VAL(y));
    return r;
}

static void give_back(VM *vm, BufferView *view) { as_view(view->owner)->exports--; }

static bool view_buffer(VM *vm, Ref o, BufferView *out)
{
    MemView *m = as_view(o);
    if (!alive(vm, m)) return false;
    if (!contiguous(m)) { /* readers want plain bytes: a copy stands in */
        Value copy = view_bytes(vm, m);
        if (!copy) return false;
        bool ok = buffer_get(vm, copy, out);
        release(vm, copy);
        if (!ok) return false;
    } else {
        *out = (BufferView){.owner = retain(o), .data = m->data, .len = count_of(m) * m->itemsize, .readonly = m->readonly, .done = give_back};
        m->exports++;
    }
    out->itemsize = m->itemsize;
    out->format = m->format;
    out->ndim = m->ndim;
    int64_t step = m->itemsize;
    for (int i = m->ndim - 1; i >= 0; i--) {
        out->shape[i] = m->shape[i];
        out->strides[i] = step;
        step *= m->shape[i];
    }
    return true;
}

/* ---- iteration ---- */
typedef struct ViewIter { Obj head; int64_t next; Value view; /* NULL when exhausted */ } ViewIter;

static Value view_iter(VM *vm, Ref o)
{
    const MemView *m = as_view(o);
    if (!alive(vm, m)) return NO_VALUE;
    if (m->ndim == 0) return err_raise(vm, EXC_TypeError, "0-dim memory has no length");
    if (m->ndim > 1) return err_raise(vm, EXC_NotImplementedError, "multi-dimensional sub-views are not implemented");
    ViewIter *it = (ViewIter *)obj_alloc(vm, CLASS(memory_iterator), sizeof *it);
    if (it) it->view = retain(o);
    return VAL(it);
}

static Value viter_next(VM *vm, Ref self)
{
    ViewIter *it = (ViewIter *)BITS(self);
    if (!it->view) return NO_VALUE;
    if (it->next < as_view(it->view)->shape[0]) return op_getitem(vm, it->view, make_small(it->next++));
    value_clear(vm, &it->view);
    return NO_VALUE;
}

static Value viter_self(VM *vm, Ref v) { return retain(v); }

static void viter_dealloc(VM *vm, Obj *o)
{
    release(vm, ((ViewIter *)o)->view);
    obj_free(vm, o, sizeof(ViewIter));
}
static void viter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((ViewIter *)o)->view, visit, arg); }

const TypeDef memory_iterator_def = {
    .name = "memory_iterator", .kind = KIND_OPAQUE, .size = sizeof(ViewIter), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.iter = viter_self, .next = viter_next},
    .dealloc = viter_dealloc,
    .traverse = viter_traverse,
};

static int view_contains(VM *vm, Ref o, Ref item)
{
    const MemView *m = as_view(o);
    if (!alive(vm, m)) return -1;
    if (m->ndim > 1) return err_minus(vm, EXC_NotImplementedError, "multi-dimensional sub-views are not implemented");
    Value list = to_list(vm, m, 0, m->data);
    if (!list) return -1;
    int r = op_contains(vm, list, item);
    release(vm, list);
    return r;
}

/* ---- methods ---- */
#define METHOD(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
#define SELF() \
    MemView *m = as_view(args[0]); \
    if (!alive(vm, m)) return NO_VALUE

METHOD(m_tobytes)
{
    SELF();
    return view_bytes(vm, m);
}

METHOD(m_tolist)
{
    SELF();
    return to_list(vm, m, 0, m->data);
}

METHOD(m_hex)
{
    SELF();
    Value b = view_bytes(vm, m);
    if (!b) return b;
    Value s = bytes_hex(vm, b, n > 1 ? args[1] : NULL, n > 2 ? args[2] : NULL, true);
    release(vm, b);
    return s;
}

METHOD(m_toreadonly)
{
    SELF();
    MemView *r = view_again(vm, m);
    if (r) r->readonly = true;
    return VAL(r);
}

METHOD(m_release)
{
    MemView *m = as_view(args[0]);
    if (m->exports)
        return err_raise(vm, EXC_BufferError, "memoryview has %d exported buffer%s", m->exports, m->exports == 1 ? "" : "s");
    buffer_release(vm, &m->base);
    return V_NONE;
}

METHOD(m_enter)
{
    SELF();
    return retain(args[0]);
}

static int64_t format_size(const char *f)
{
    if (*f == '@') f++;
    if (!*f || f[1]) return 0;
    return strchr("Bbc?", *f) ? 1 : strchr("hHe", *f) ? 2 : strchr("iIf", *f) ? 4 : strchr("lLqQnNdP", *f) ? 8 : 0;
}

static bool set_shape(VM *vm, MemView *m, Ref shape)
{
    int64_t total = count_of(m) * m->itemsize, product = m->itemsize;
    const Ref *items;
    int64_t n;
    if (is_list(shape)) {
        items = as_refs(as_list(shape)->items);
        n = as_list(shape)->len;
    } else {
        items = as_refs(as_tuple(shape)->items);
        n = as_tuple(shape)->len;
    }
    int64_t dims[MAX_DIM];
    for (int64_t i = 0; i < n; i++) {
        if (!is_int(items[i])) return err_false(vm, EXC_TypeError, "memoryview.cast(): elements of shape must be integers");
        if (!int_fits_i64(items[i], &dims[i]) || dims[i] <= 0)
            return err_false(vm, EXC_ValueError, "memoryview.cast(): elements of shape must be integers > 0");
        if (dims[i] > total / product) product = total + 1; /* too many, and it stays so */
        else product *= dims[i];
    }
    if (product != total) return err_false(vm, EXC_TypeError, "memoryview: product(shape) * itemsize != buffer size");
    m->ndim = (int)n;
    int64_t step = m->itemsize;
    for (int i = m->ndim - 1; i >= 0; i--) {
        m->shape[i] = dims[i];
        m->strides[i] = step;
        step *= dims[i];
    }
    return true;
}

/* What may not be cast, whatever the format (shape: NULL where none is given). */
static bool castable(VM *vm, const MemView *m, Ref shape)
{
    if ((shape || m->ndim != 1) && !count_of(m)) return err_false(vm, EXC_TypeError, "memoryview: cannot cast view with zeros in shape or strides");
    if (!shape) return true;
    if (!is_list(shape) && !is_tuple(shape)) return err_false(vm, EXC_TypeError, "shape must be a list or a tuple");
    int64_t ndim = is_list(shape) ? as_list(shape)->len : as_tuple(shape)->len;
    if (ndim > MAX_DIM) return err_false(vm, EXC_ValueError, "memoryview: number of dimensions must not exceed %d", 64);
    if (m->ndim != 1 && ndim != 1) return err_false(vm, EXC_TypeError, "memoryview: cast must be 1D -> ND or ND -> 1D");
    return true;
}

METHOD(m_cast)
{
    SELF();
    Ref f = args[1], shape = n > 2 ? args[2] : NULL;
    if (!is_str(f)) return err_raise(vm, EXC_TypeError, "cast() argument 'format' must be str, not %s", text_arg_type(vm, f));
    if (!contiguous(m)) return err_raise(vm, EXC_TypeError, "memoryview: casts are restricted to C-contiguous views");
    if (!castable(vm, m, shape)) return NO_VALUE;
    const char *format = str_utf8(vm, f, NULL);
    if (!format) return NO_VALUE;
    int64_t size = format_size(format);
    if (!size) return err_raise(vm, EXC_ValueError, "memoryview: destination format must be a native single character format prefixed with an optional '@'");
    bool from_bytes = is_bytes_code(code_of(m)), to_bytes = is_bytes_code(format[*format == '@']);
    if (!from_bytes && !to_bytes)
        return err_raise(vm, EXC_TypeError, "memoryview: cannot cast between two non-byte formats");
    int64_t total = count_of(m) * m->itemsize;
    if (total % size) return err_raise(vm, EXC_TypeError, "memoryview: length is not a multiple of itemsize");
    MemView *r = view_again(vm, m);
    if (!r) return NO_VALUE;
    memset(r->cast_format, 0, sizeof r->cast_format);
    strncpy(r->cast_format, format, sizeof r->cast_format - 1);
    r->format = r->cast_format;
    r->itemsize = size;
    r->ndim = 1;
    r->shape[0] = total / size;
    r->strides[0] = size;
    if (shape && !set_shape(vm, r, shape)) return release(vm, VAL(r)), NO_VALUE;
    return VAL(r);
}

/* ---- attributes ---- */
#define GETTER(name) static Value name(VM *vm, Ref self)
#define VIEW() \
    const MemView *m = as_view(self); \
    if (!alive(vm, m)) return NO_VALUE

static Value numbers(VM *vm, const int64_t *from, int n)
{
    Value t = tuple_new(vm, n);
    for (int i = 0; t && i < n; i++) as_tuple(t)->items[i] = int_from_i64(vm, from[i]);
    return t;
}

GETTER(get_obj) { VIEW(); return retain(m->base.owner); }
GETTER(get_nbytes) { VIEW(); return int_from_i64(vm, count_of(m) * m->itemsize); }
GETTER(get_readonly) { VIEW(); return make_bool(m->readonly); }
GETTER(get_itemsize) { VIEW(); return make_small(m->itemsize); }
GETTER(get_format) { VIEW(); return str_from_c(vm, m->format); }
GETTER(get_ndim) { VIEW(); return make_small(m->ndim); }
GETTER(get_shape) { VIEW(); return numbers(vm, m->shape, m->ndim); }
GETTER(get_strides) { VIEW(); return numbers(vm, m->strides, m->ndim); }
GETTER(get_suboffsets) { VIEW(); return tuple_new(vm, 0); }
GETTER(get_contiguous) { VIEW(); return make_bool(contiguous(m)); }
static bool fortran(const MemView *m)
{
    int64_t step = m->itemsize;
    for (int i = 0; i < m->ndim; i++) {
        if (m->shape[i] > 1 && m->strides[i] != step) return false;
        step *= m->shape[i];
    }
    return true;
}
GETTER(get_f_contiguous) { VIEW(); return make_bool(fortran(m)); }
GETTER(get_any_contiguous) { VIEW(); return make_bool(contiguous(m) || fortran(m)); }

static const GetSetDef view_getsets[] = {
    {"obj", get_obj, NULL, "Whose memory it is."},
    {"nbytes", get_nbytes, NULL, "The size in bytes of the array if it were contiguous."},
    {"readonly", get_readonly, NULL, "Is the memory read-only?"},
    {"itemsize", get_itemsize, NULL, "The size in bytes of each element."},
    {"format", get_format, NULL, "The format of each element, as in the module struct."},
    {"ndim", get_ndim, NULL, "The number of dimensions."},
    {"shape", get_shape, NULL, "The length of each dimension."},
    {"strides", get_strides, NULL, "The bytes between elements, for each dimension."},
    {"suboffsets", get_suboffsets, NULL, "Always empty here."},
    {"c_contiguous", get_contiguous, NULL, "Is the memory C contiguous?"},
    {"f_contiguous", get_f_contiguous, NULL, "Is the memory Fortran contiguous?"},
    {"contiguous", get_any_contiguous, NULL, "Is the memory contiguous?"},
    {0},
};

static const NativeDef view_methods[] = {
    {"tobytes", m_tobytes, "self, /, order='C'", "The data as bytes.", NATIVE_KW},
    {"tolist", m_tolist, "self, /", "The data as a list of elements.", 0},
    {"hex", m_hex, "self, /, sep=None, bytes_per_sep=1", "The data as hexadecimal digits.", NATIVE_KW},
    {"toreadonly", m_toreadonly, "self, /", "A read-only view of the same memory.", 0},
    {"release", m_release, "self, /", "Give the underlying buffer back.", 0},
    {"cast", m_cast, "self, /, format, shape=None", "A view with another format or shape.", NATIVE_KW},
    {"__enter__", m_enter, "self", NULL, 0},
    {"__exit__", m_release, "self, *args", NULL, 0},
    {0},
};

const TypeDef memoryview_def = {
    .name = "memoryview",
    .doc = "memoryview(object) -> the object's memory as an array, without a copy",
    .kind = KIND_MEMORYVIEW, .size = sizeof(MemView), .flags = TYPE_IMMUTABLE | TYPE_WEAKREF | TYPE_MATCH_SEQ | TYPE_GC,
    .s = {
        .new_ = view_make, .repr = view_repr, .hash = view_hash, .compare = view_compare, .iter = view_iter, .len = view_len,
        .getitem = view_getitem, .setitem = view_setitem, .contains = view_contains, .buffer = view_buffer,
    },
    .dealloc = view_dealloc,
    .traverse = view_traverse,
    .clear = view_clear,
    .methods = view_methods,
    .getsets = view_getsets,
};
