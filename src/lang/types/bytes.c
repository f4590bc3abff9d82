/* bytes.c: the class bytes: storage, making from other objects, repr, indexing; and the buffer protocol's C side
 * (buffer_get). Methods, shared with bytearray, are in bytes_methods.c. */
#include "lang/object/alloc.h"
#include "seq.h"
#include "lang/text/text_impl.h"

/* ---- making ---- */
static Bytes *alloc_bytes(VM *vm, Type *type, int64_t n)
{
    size_t size = sizeof(Bytes) + (size_t)n + 1;
    Bytes *b;
    if (n > (INT64_C(1) << 46)) return (Bytes *)err_no_memory(vm);
    if (type == CLASS(bytes)) { /* neither prefix nor counted type: straight from mem, not zeroed */
        if (!(b = mem_take(vm->mem, size))) return (Bytes *)err_no_memory(vm);
        b->head = (Obj){.refs = 1, .kind = KIND_BYTES, .type = type};
    } else if (!(b = (Bytes *)obj_alloc(vm, type, size))) {
        return NULL;
    }
    b->hash = -1;
    b->len = n;
    b->data[n] = 0;
    return b;
}

Value bytes_from(VM *vm, const void *p, int64_t n)
{
    if (n == 0) {
        return vm->empty_bytes ? retain(vm->empty_bytes) : VAL(alloc_bytes(vm, CLASS(bytes), 0)); /* the first becomes it (vm.c) */
    }
    Bytes *b = alloc_bytes(vm, CLASS(bytes), n);
    if (b && p) memcpy(b->data, p, (size_t)n);
    return VAL(b);
}

Value bytes_cut(VM *vm, Value v, int64_t n)
{
    Bytes *b = as_bytes(v);
    if (n == b->len) return v;
    const size_t rest = sizeof *b + 1;
    Bytes *cut = n ? mem_realloc(vm->mem, b, rest + (size_t)b->len, rest + (size_t)n) : NULL;
    if (!cut) {
        Value r = bytes_from(vm, b->data, n);
        return release(vm, v), r;
    }
    cut->len = n;
    cut->data[n] = 0;
    return VAL(cut);
}

Value bytes_like_make(VM *vm, uint8_t kind, const void *p, int64_t n)
{
    return kind == KIND_BYTEARRAY ? bytearray_from(vm, p, n) : bytes_from(vm, p, n);
}

static void bytes_dealloc(VM *vm, Obj *o)
{
    Bytes *b = (Bytes *)o;
    size_t size = sizeof *b + (size_t)b->len + 1;
    if (o->type == CLASS(bytes)) mem_give(vm->mem, b, size);
    else obj_free(vm, o, size);
}

/* ---- the buffer protocol ---- */
bool buffer_check(VM *vm, Ref o) { return is_heap(o) && type_of(vm, o)->s.buffer != NULL; }

static bool borrow(VM *vm, Ref o, BufferView *out, bool strided)
{
    if (!buffer_check(vm, o)) return err_false(vm, EXC_TypeError, "a bytes-like object is required, not '%T'", o);
    memset(out, 0, offsetof(BufferView, shape));
    out->strided = strided;
    return type_of(vm, o)->s.buffer(vm, o, out);
}
bool buffer_get(VM *vm, Ref o, BufferView *out) { return borrow(vm, o, out, false); }
bool buffer_get_strided(VM *vm, Ref o, BufferView *out) { return borrow(vm, o, out, true); }

void buffer_release(VM *vm, BufferView *view)
{
    if (!view->owner) return;
    if (view->done) view->done(vm, view);
    value_clear(vm, &view->owner);
}

static bool bytes_buffer(VM *vm, Ref o, BufferView *out)
{
    buffer_of_bytes(out, o, as_bytes(o)->data, as_bytes(o)->len, true);
    return true;
}

/* Any contiguous buffer as a Text; pieces of it are bytes unless it is a bytearray. Give the view back after use. */
bool text_of_buffer(VM *vm, Ref o, BufferView *view, Text *out)
{
    if (!buffer_get(vm, o, view)) return false;
    *out = (Text){view->data, view->len, 1, is_bytearray(o) ? KIND_BYTEARRAY : KIND_BYTES, is_bytes(o) ? o : NULL};
    return true;
}

/* ---- from other objects ---- */
bool bytes_byte_arg(VM *vm, Ref v, uint8_t *out)
{
    int64_t i;
    if (is_small(v) && small_of(v) >= 0 && small_of(v) < 256) {
        *out = (uint8_t)small_of(v);
        return true;
    }
    Value x = num_index(vm, v);
    if (!x) return false;
    bool fits = int_fits_i64(x, &i) && i >= 0 && i < 256;
    release(vm, x);
    if (!fits) return err_false(vm, EXC_ValueError, "byte must be in range(0, 256)");
    *out = (uint8_t)i;
    return true;
}

static Value zeros(VM *vm, uint8_t kind, int64_t n);

/* The items of a list or tuple where all are bytes; NULL without an error: they are not. */
static Value from_plain_items(VM *vm, const Value *items, int64_t n, uint8_t kind)
{
    for (int64_t i = 0; i < n; i++)
        if (!is_small(items[i]) || (uint64_t)small_of(items[i]) > 255) return NO_VALUE;
    Value r = zeros(vm, kind, n);
    unsigned char *to = !r || !n ? NULL : kind == KIND_BYTES ? as_bytes(r)->data : as_bytearray(r)->data;
    for (int64_t i = 0; to && i < n; i++) to[i] = (unsigned char)small_of(items[i]);
    return r;
}

static Value from_iterable(VM *vm, const char *type_name, Ref source, uint8_t kind)
{
    if (is_exact(source, CLASS(list)) || is_exact(source, CLASS(tuple))) {
        bool list = is_list(source);
        Value plain = from_plain_items(vm, list ? as_list(source)->items : as_tuple(source)->items, list ? as_list(source)->len : as_tuple(source)->len, kind);
        if (plain || err_occurred(vm)) return plain;
    }
    if (!type_of(vm, source)->s.iter && !type_of(vm, source)->s.getitem)
        return err_raise(vm, EXC_TypeError, "cannot convert '%T' object to %s", source, type_name);
    Value it = op_iter(vm, source), item;
    if (!it) return it;
    StrB b = STRB_INIT(vm); /* its characters are the bytes */
    int64_t i;
    while ((item = op_next(vm, it))) {
        bool ok = true;
        if (is_small(item)) i = small_of(item);
        else {
            Value x = num_index(vm, item);
            ok = x != NO_VALUE;
            if (ok && !int_fits_i64(x, &i)) i = -1;
            release(vm, x);
        }
        release(vm, item);
        if (!ok) break;
        if (i < 0 || i > 255) {
            err_raise(vm, EXC_ValueError, "%s must be in range(0, 256)", kind == KIND_BYTES ? "bytes" : "byte");
            break;
        }
        strb_char(&b, (uint32_t)i);
        if (b.failed) break;
    }
    release(vm, it);
    Value r = err_occurred(vm) ? NO_VALUE : bytes_like_make(vm, kind, b.data ? b.data : "", b.len);
    strb_drop(&b);
    return r;
}

static Value zeros(VM *vm, uint8_t kind, int64_t n)
{
    if (n < 0) return err_raise(vm, EXC_ValueError, "negative count");
    Value v = bytes_like_make(vm, kind, NULL, n);
    if (v && n) memset(kind == KIND_BYTES ? as_bytes(v)->data : as_bytearray(v)->data, 0, (size_t)n);
    return v;
}

static Value from_text(VM *vm, const char *type_name, Ref source, Ref encoding, Ref errors, uint8_t kind)
{
    const char *option[2] = {NULL, NULL}, *const name[] = {"encoding", "errors"};
    Ref given[2] = {encoding, errors};
    for (int i = 0; i < 2; i++) {
        if (!given[i]) continue;
        if (!is_str(given[i]))
            return err_raise(vm, EXC_TypeError, "%s() argument '%s' must be str, not %s", type_name, name[i], text_arg_type(vm, given[i]));
        if (!(option[i] = str_utf8(vm, given[i], NULL))) return NO_VALUE;
    }
    if (!source || !is_str(source))
        return err_raise(vm, EXC_TypeError, encoding ? "encoding without a string argument" : "errors without a string argument");
    if (!encoding) return err_raise(vm, EXC_TypeError, "string argument without an encoding");
    Value b = codec_encode(vm, source, option[0], option[1]);
    if (!b || kind == KIND_BYTES) return b;
    Value a = bytearray_from(vm, as_bytes(b)->data, as_bytes(b)->len);
    release(vm, b);
    return a;
}

Value bytes_from_object(VM *vm, const char *type_name, Ref source, Ref encoding, Ref errors, uint8_t kind)
{
    if (encoding || errors) return from_text(vm, type_name, source, encoding, errors, kind);
    if (!source) return bytes_like_make(vm, kind, "", 0);
    if (is_exact(source, CLASS(bytes)) && kind == KIND_BYTES) return retain(source);
    if (kind == KIND_BYTES && is_heap(source)) {
        bool found;
        Value b = call_special(vm, source, NAME(__bytes__), NULL, 0, &found);
        if (b && !is_bytes(b)) {
            err_raise(vm, EXC_TypeError, "__bytes__ returned non-bytes (type %T)", (Ref)b);
            release(vm, b);
            return NO_VALUE;
        }
        if (found || b || err_occurred(vm)) return b;
    }
    if (is_str(source)) return err_raise(vm, EXC_TypeError, "string argument without an encoding");
    if (is_int(source) || (is_heap(source) && type_of(vm, source)->s.to_index)) { /* (a number of NumPy's lends its bytes too, and is a number first) */
        int64_t n;
        if (num_index_i64(vm, source, &n)) return zeros(vm, kind, n);
        if (!err_matches(vm, EXC_TypeError)) {
            if (err_matches(vm, EXC_IndexError)) {
                err_clear(vm);
                return err_raise(vm, EXC_OverflowError, "cannot fit '%T' into an index-sized integer", source);
            }
            return NO_VALUE;
        }
        err_clear(vm);
    }
    if (buffer_check(vm, source)) {
        BufferView view;
        Value row = NO_VALUE; /* what has gaps, as memoryview lays it out */
        bool ok = buffer_get(vm, source, &view);
        if (!ok && err_matches(vm, EXC_ValueError)) {
            err_clear(vm);
            Value whole = call1(vm, REF(CLASS(memoryview)), source);
            Value name = whole ? str_intern_c(vm, "tobytes") : NO_VALUE;
            row = name ? call_method(vm, whole, name, NULL, 0) : NO_VALUE;
            release(vm, name);
            release(vm, whole);
            ok = row && buffer_get(vm, row, &view);
        }
        Value b = ok ? bytes_like_make(vm, kind, view.data, view.len) : NO_VALUE;
        if (ok) buffer_release(vm, &view);
        release(vm, row);
        return b;
    }
    return from_iterable(vm, type_name, source, kind);
}

static const char *const bytes_params[] = {"source", "encoding", "errors"};

static Value bytes_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Ref a[3];
    if (!text_ctor_args(vm, "bytes", bytes_params, 3, args, n, kwnames, a)) return NO_VALUE;
    Value v = bytes_from_object(vm, "bytes", a[0], a[1], a[2], KIND_BYTES);
    if (!v || as_type(cls) == CLASS(bytes)) return v;
    Bytes *b = alloc_bytes(vm, as_type(cls), as_bytes(v)->len);
    if (b) memcpy(b->data, as_bytes(v)->data, (size_t)b->len);
    release(vm, v);
    return VAL(b);
}

/* ---- text form ---- */
Value bytes_repr_of(VM *vm, const unsigned char *p, int64_t n, const char *before, const char *after)
{
    bool quote = n && memchr(p, '\'', (size_t)n) && !memchr(p, '"', (size_t)n);
    char q = quote ? '"' : '\'';
    StrB b = STRB_INIT(vm);
    strb_c(&b, before);
    strb_char(&b, (unsigned char)q);
    for (int64_t i = 0; i < n; i++) {
        unsigned char c = p[i];
        if (c == (unsigned char)q || c == '\\' || (c == '\'' && *after)) { /* bytearray escapes it also between double quotes */
            strb_char(&b, '\\');
            strb_char(&b, c);
        } else if (c == '\n') strb_ascii(&b, "\\n", 2);
        else if (c == '\r') strb_ascii(&b, "\\r", 2);
        else if (c == '\t') strb_ascii(&b, "\\t", 2);
        else if (c < 32 || c > 126) {
            static const char hex[] = "0123456789abcdef";
            char esc[4] = {'\\', 'x', hex[c >> 4], hex[c & 15]};
            strb_ascii(&b, esc, 4);
        } else strb_char(&b, c);
    }
    strb_char(&b, (unsigned char)q);
    strb_c(&b, after);
    return strb_take(&b);
}

Value bytes_repr(VM *vm, Ref v) { return bytes_repr_of(vm, as_bytes(v)->data, as_bytes(v)->len, "b", ""); }

/* ---- protocols ---- */
int64_t bytes_hash(VM *vm, const void *p, int64_t n)
{
    int64_t h = (int64_t)text_hash_bytes(vm->hash_seed, p, (size_t)n);
    return h == -1 ? -2 : h;
}

static bool bytes_hash_slot(VM *vm, Ref v, int64_t *hash)
{
    Bytes *b = as_bytes(v);
    if (b->hash == -1) b->hash = bytes_hash(vm, b->data, b->len);
    *hash = b->hash;
    return true;
}

static Value compare_bytes(const unsigned char *p, int64_t np, const unsigned char *q, int64_t nq, CmpOp op)
{
    if (np != nq && (op == CMP_EQ || op == CMP_NE)) return make_bool(op == CMP_NE);
    int64_t n = np < nq ? np : nq;
    int c = n ? memcmp(p, q, (size_t)n) : 0;
    if (c == 0) c = np < nq ? -1 : np > nq;
    switch (op) {
    case CMP_EQ: return make_bool(c == 0);
    case CMP_NE: return make_bool(c != 0);
    case CMP_LT: return make_bool(c < 0);
    case CMP_LE: return make_bool(c <= 0);
    case CMP_GT: return make_bool(c > 0);
    default: return make_bool(c >= 0);
    }
}

/* str(b'x') gives the repr, which is hardly what was meant: -b warns. */
Value bytes_str(VM *vm, Ref v)
{
    if (vm->flags.bytes_warning && !err_warn(vm, EXC_BytesWarning, str_format(vm, "str() on a %s instance", is_bytes(v) ? "bytes" : "bytearray"))) return NO_VALUE;
    return op_repr(vm, v);
}

/* -b: a == that can never be true. false: the warning became an error. */
static bool warn_unlike(VM *vm, Ref a, Ref b, CmpOp op)
{
    const char *other = op != CMP_EQ && op != CMP_NE ? NULL : is_str(a) || is_str(b) ? "string" : is_bytes(a) && is_int(b) ? "int" : NULL;
    return !other || err_warn(vm, EXC_BytesWarning, str_format(vm, "Comparison between %s and %s", is_bytes(a) ? "bytes" : "bytearray", other));
}

Value bytes_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (vm->flags.bytes_warning && !warn_unlike(vm, a, b, op)) return NO_VALUE;
    const unsigned char *p, *q;
    int64_t np, nq;
    if (is_bytes(a) ? !is_bytes(b) : !buffer_check(vm, b)) return V_NOTIMPL;
    if (bytes_held(a, &p, &np) && bytes_held(b, &q, &nq)) return compare_bytes(p, np, q, nq, op);
    BufferView x, y;
    if (!buffer_get(vm, a, &x)) return NO_VALUE;
    if (!buffer_get(vm, b, &y)) return buffer_release(vm, &x), NO_VALUE;
    Value r = compare_bytes(x.data, x.len, y.data, y.len, op);
    buffer_release(vm, &x);
    buffer_release(vm, &y);
    return r;
}

Value bytes_getitem_of(VM *vm, const Text *t, Ref key, const char *name)
{
    int64_t i;
    bool array = t->kind == KIND_BYTEARRAY;
    if (is_kind(key, KIND_SLICE)) {
        int64_t start, stop, step, count;
        if (!slice_indices(vm, key, array ? &as_bytearray(t->obj)->len : &t->n, &start, &stop, &step, &count)) return NO_VALUE;
        Text now = array ? text_of_array(t->obj) : *t;
        return text_slice_step(vm, &now, start, step, count);
    }
    if (is_small(key)) i = small_of(key);
    else if (is_int(key) || type_of(vm, key)->s.to_index) {
        if (!text_index(vm, key, &i)) return NO_VALUE;
    } else return err_raise(vm, EXC_TypeError, "%s indices must be integers or slices, not %T", name, key);
    Text now = array ? text_of_array(t->obj) : *t; /* __index__ may have changed it */
    if (i < 0) i += now.n;
    if (i < 0 || i >= now.n) return err_raise(vm, EXC_IndexError, array ? "bytearray index out of range" : "index out of range");
    return make_small(text_at(&now, i));
}

int bytes_contains_of(VM *vm, const Text *t, Ref item)
{
    if (is_int(item) || (is_heap(item) && type_of(vm, item)->s.to_index && !buffer_check(vm, item))) {
        uint8_t c = 0;
        if (!bytes_byte_arg(vm, item, &c)) return -1;
        Text now = t->kind == KIND_BYTEARRAY ? text_of_array(t->obj) : *t;
        return text_find_char(&now, c, 0, now.n) >= 0;
    }
    BufferView view;
    Text sub;
    if (!text_of_buffer(vm, item, &view, &sub)) return -1;
    int found = text_find(t, &sub, 0, t->n) >= 0;
    buffer_release(vm, &view);
    return found;
}

static Text text_of_bytes(Ref v) { return (Text){as_bytes(v)->data, as_bytes(v)->len, 1, KIND_BYTES, v}; }

static int64_t bytes_len(VM *vm, Ref v) { return as_bytes(v)->len; }

static Value bytes_getitem(VM *vm, Ref v, Ref key)
{
    Text t = text_of_bytes(v);
    return bytes_getitem_of(vm, &t, key, "byte");
}

static int bytes_contains(VM *vm, Ref v, Ref item)
{
    Text t = text_of_bytes(v);
    return bytes_contains_of(vm, &t, item);
}

static Value bytes_concat(VM *vm, Ref a, Ref b)
{
    BufferView x, y;
    if (!buffer_check(vm, b)) return err_raise(vm, EXC_TypeError, "can't concat %T to bytes", b);
    if (!buffer_get(vm, a, &x)) return NO_VALUE;
    if (!buffer_get(vm, b, &y)) return buffer_release(vm, &x), NO_VALUE;
    Value v = y.len == 0 && is_exact(a, CLASS(bytes)) ? retain(a) : bytes_from(vm, NULL, x.len + y.len);
    if (v && v != a && x.len + y.len) {
        memcpy(as_bytes(v)->data, x.data, (size_t)x.len);
        memcpy(as_bytes(v)->data + x.len, y.data, (size_t)y.len);
    }
    buffer_release(vm, &x);
    buffer_release(vm, &y);
    return v;
}

static Value bytes_repeat(VM *vm, Ref a, Ref count)
{
    int64_t n;
    if (!num_index_i64(vm, count, &n)) return NO_VALUE;
    Text t = text_of_bytes(a);
    return text_repeat(vm, &t, n);
}

static Value bytes_mod(VM *vm, Ref a, Ref b) { return is_bytes(a) ? bytes_percent(vm, a, b) : V_NOTIMPL; }

/* ---- iteration (bytearray too) ---- */
typedef struct ByteIter { Obj head; int64_t next; Value seq; } ByteIter;

static Value iter_of(VM *vm, Type *type, Ref v)
{
    ByteIter *it = (ByteIter *)obj_alloc(vm, type, sizeof *it);
    if (it) it->seq = retain(v);
    return VAL(it);
}

static Value bytes_iter(VM *vm, Ref v) { return iter_of(vm, CLASS(bytes_iterator), v); }
Value bytearray_iter(VM *vm, Ref v);
Value bytearray_iter(VM *vm, Ref v) { return iter_of(vm, CLASS(bytearray_iterator), v); }

static int64_t seq_len(Ref v) { return is_bytes(v) ? as_bytes(v)->len : as_bytearray(v)->len; }

static Value iter_next(VM *vm, Ref self)
{
    ByteIter *it = (ByteIter *)BITS(self);
    if (!it->seq) return NO_VALUE;
    if (it->next < seq_len(it->seq)) {
        const unsigned char *p = is_bytes(it->seq) ? as_bytes(it->seq)->data : as_bytearray(it->seq)->data;
        return make_small(p[it->next++]);
    }
    value_clear(vm, &it->seq);
    return NO_VALUE;
}

static Value iter_length_hint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const ByteIter *it = (const ByteIter *)BITS(args[0]);
    int64_t left = it->seq ? seq_len(it->seq) - it->next : 0;
    return make_small(left < 0 ? 0 : left);
}

static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const ByteIter *it = (const ByteIter *)BITS(args[0]);
    Ref make = dict_get_c(vm, REF(vm->builtins), "iter");
    Value inner = it->seq ? tuple_of(vm, 1, (Ref)it->seq) : tuple_of(vm, 1, NAME(empty));
    if (!inner) return inner;
    Value all = it->seq ? tuple_of(vm, 3, make, (Ref)inner, (Ref)make_small(it->next)) : tuple_of(vm, 2, make, (Ref)inner);
    release(vm, inner);
    return all;
}

static Value iter_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ByteIter *it = (ByteIter *)BITS(args[0]);
    int64_t at;
    if (!num_index_i64(vm, args[1], &at)) return NO_VALUE;
    if (it->seq) it->next = at < 0 ? 0 : at > seq_len(it->seq) ? seq_len(it->seq) : at;
    return V_NONE;
}

static void iter_dealloc(VM *vm, Obj *o)
{
    release(vm, ((ByteIter *)o)->seq);
    obj_free(vm, o, sizeof(ByteIter));
}
static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((ByteIter *)o)->seq, visit, arg); }

static Value iter_self(VM *vm, Ref v) { return retain(v); }

static const NativeDef iter_methods[] = {
    {"__length_hint__", iter_length_hint, "self", "How many bytes are left.", 0},
    {"__reduce__", iter_reduce, "self", "For copying and pickling.", 0},
    {"__setstate__", iter_setstate, "self, state, /", "Go to a position.", 0},
    {0},
};

const TypeDef bytes_iterator_def = {
    .name = "bytes_iterator", .kind = KIND_OPAQUE, .size = sizeof(ByteIter), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.iter = iter_self, .next = iter_next}, .dealloc = iter_dealloc, .traverse = iter_traverse, .methods = iter_methods,
};
const TypeDef bytearray_iterator_def = {
    .name = "bytearray_iterator", .kind = KIND_OPAQUE, .size = sizeof(ByteIter), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.iter = iter_self, .next = iter_next}, .dealloc = iter_dealloc, .traverse = iter_traverse, .methods = iter_methods,
};

const TypeDef bytes_def = {
    .name = "bytes",
    .doc = "bytes() -> empty\nbytes(n) -> n zeros\nbytes(ints_or_buffer) -> a copy of them\nbytes(text, encoding[, errors]) -> the text, encoded\n\nBytes that never change.",
    .kind = KIND_BYTES, .size = sizeof(Bytes), .flags = TYPE_BASE | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {
        .new_ = bytes_make, .repr = bytes_repr, .str = bytes_str, .hash = bytes_hash_slot, .compare = bytes_compare, .iter = bytes_iter,
        .len = bytes_len, .getitem = bytes_getitem, .contains = bytes_contains, .concat = bytes_concat, .repeat = bytes_repeat,
        .nb = {[OP_MOD] = bytes_mod}, .buffer = bytes_buffer,
    },
    .dealloc = bytes_dealloc,
    .methods = bytes_methods,
};
