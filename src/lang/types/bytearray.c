/* bytearray.c: the class bytearray: a block that grows. While buffers of it are out (exports > 0) its size is fixed. The reading methods
 * are in bytes_methods.c. data is NULL while cap is 0; else data[len] is a zero byte (cap counts without it). */
#include "lang/text/stride.h"
#include "lang/text/text_impl.h"

#include <stdio.h>

Value bytearray_iter(VM *vm, Ref v);

/* ---- size ---- */
static bool may_resize(VM *vm, const ByteArray *a)
{
    return a->exports == 0 || err_false(vm, EXC_BufferError, "Existing exports of data: object cannot be re-sized");
}

/* What an array without memory of its own points at: its data is never NULL, so nobody counts from there. */
static unsigned char nothing[1];

bool bytearray_resize(VM *vm, ByteArray *a, int64_t n)
{
    if (n == a->len) return true;
    if (!may_resize(vm, a)) return false;
    if (n > a->cap || (n < a->cap / 2 && a->cap > 64)) {
        int64_t cap = n > a->cap && a->cap ? n + (n >> 3) + 6 : n;
        if (cap > (INT64_C(1) << 46)) return err_no_memory(vm), false;
        unsigned char *p = mem_realloc(vm->mem, a->data != nothing ? a->data : NULL, a->data != nothing ? (size_t)a->cap + 1 : 0, (size_t)cap + 1);
        if (!p) return err_no_memory(vm), false;
        a->data = p;
        a->cap = cap;
    }
    a->len = n;
    a->data[n] = 0;
    return true;
}

static Value array_new(VM *vm, Type *type, const void *p, int64_t n)
{
    ByteArray *a = (ByteArray *)obj_alloc(vm, type, type->inst_size);
    if (!a) return NO_VALUE;
    a->data = nothing;
    if (n && !bytearray_resize(vm, a, n)) return release(vm, VAL(a)), NO_VALUE;
    if (p && n) memcpy(a->data, p, (size_t)n);
    return VAL(a);
}

Value bytearray_from(VM *vm, const void *p, int64_t n) { return array_new(vm, CLASS(bytearray), p, n); }

static void array_dealloc(VM *vm, Obj *o)
{
    ByteArray *a = (ByteArray *)o;
    if (a->data != nothing) mem_free(vm->mem, a->data, (size_t)a->cap + 1);
    obj_free(vm, o, o->type->inst_size);
}

/* ---- construction ---- */
static Value array_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return array_new(vm, as_type(cls), NULL, 0); }

/* Each has the other's bytes: a large one is not there twice. */
static void trade(ByteArray *a, ByteArray *b)
{
    ByteArray was = *a;
    a->len = b->len, a->cap = b->cap, a->data = b->data;
    b->len = was.len, b->cap = was.cap, b->data = was.data;
}

/* One that others look into stays where it is, and as long as it is. */
static bool fill_lent(VM *vm, ByteArray *to, const ByteArray *from)
{
    bool ok = bytearray_resize(vm, to, from->len);
    if (ok && from->len) memcpy(to->data, from->data, (size_t)from->len);
    return ok;
}

static bool array_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"source", "encoding", "errors"};
    Ref a[3];
    ByteArray *to = as_bytearray(self);
    if (!text_ctor_args(vm, "bytearray", names, 3, args, n, kwnames, a)) return false;
    Value v = bytes_from_object(vm, "bytearray", a[0], a[1], a[2], KIND_BYTEARRAY);
    if (!v) return false;
    bool ok = to->exports ? fill_lent(vm, to, as_bytearray(v)) : true;
    if (!to->exports) trade(to, as_bytearray(v));
    release(vm, v);
    return ok;
}

/* ---- buffer ---- */
static void give_back(VM *vm, BufferView *view) { as_bytearray(view->owner)->exports--; }

static bool array_buffer(VM *vm, Ref o, BufferView *out)
{
    ByteArray *a = as_bytearray(o);
    a->exports++;
    buffer_of_bytes(out, o, a->data, a->len, false);
    out->done = give_back;
    return true;
}

/* ---- protocols ---- */
Text text_of_array(Ref v)
{
    ByteArray *a = as_bytearray(v);
    return (Text){a->data, a->len, 1, KIND_BYTEARRAY, v};
}

static Value array_repr(VM *vm, Ref v)
{
    char before[256];
    const char *name = type_name(vm, type_of(vm, v)), *dot = strrchr(name, '.');
    snprintf(before, sizeof before, "%.200s(b", dot ? dot + 1 : name);
    return bytes_repr_of(vm, text_of_array(v).p, as_bytearray(v)->len, before, ")");
}

static int64_t array_len(VM *vm, Ref v) { return as_bytearray(v)->len; }

static Value array_getitem(VM *vm, Ref v, Ref key)
{
    Text t = text_of_array(v);
    return bytes_getitem_of(vm, &t, key, "bytearray");
}

static int array_contains(VM *vm, Ref v, Ref item)
{
    Text t = text_of_array(v);
    return bytes_contains_of(vm, &t, item);
}

/* Replace [start, end) by m bytes. */
static bool splice(VM *vm, ByteArray *a, int64_t start, int64_t end, const unsigned char *p, int64_t m)
{
    int64_t tail = a->len - end, grow = m - (end - start), old = a->len;
    if (grow && !may_resize(vm, a)) return false;
    if (grow > 0) {
        if (!bytearray_resize(vm, a, old + grow)) return false;
        memmove(a->data + start + m, a->data + end, (size_t)tail);
    } else if (grow < 0) {
        memmove(a->data + start + m, a->data + end, (size_t)tail);
        if (!bytearray_resize(vm, a, old + grow)) return false;
    }
    if (m) memcpy(a->data + start, p, (size_t)m);
    return true;
}

static bool set_slice(VM *vm, ByteArray *a, Ref key, const unsigned char *p, int64_t m)
{
    int64_t start, stop, step, count;
    if (!slice_indices(vm, key, &a->len, &start, &stop, &step, &count)) return false;
    if (step == 1) return splice(vm, a, start, count ? start + count : start, p, m);
    if (m == 0) { /* deletion with a step: keep what is not hit */
        if (count == 0) return true;
        if (!may_resize(vm, a)) return false;
        if (step < 0) {
            start += step * (count - 1);
            step = -step;
        }
        int64_t to = start, next = start, left = count;
        for (int64_t i = start; i < a->len; i++) {
            if (left && i == next) {
                next = next_index(next, step);
                left--;
            } else a->data[to++] = a->data[i];
        }
        return bytearray_resize(vm, a, to);
    }
    if (m != count)
        return err_false(vm, EXC_ValueError, "attempt to assign bytes of size %lld to extended slice of size %lld", (long long)m,
            (long long)count);
    for (int64_t i = 0, at = start; i < count; i++, at = next_index(at, step)) a->data[at] = p[i];
    return true;
}

static bool assign_slice(VM *vm, ByteArray *a, Ref key, Ref v)
{
    if (!v) return set_slice(vm, a, key, NULL, 0);
    BufferView view;
    Value copy = NO_VALUE;
    if (v == REF(a) || !buffer_check(vm, v)) {
        const Slots *s = &type_of(vm, v)->s;
        if (is_str(v) || (v != REF(a) && (s->to_int || s->to_float || s->to_index || is_complex(v))))
            return err_false(vm, EXC_TypeError, "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
        if (!(copy = bytes_from_object(vm, "bytearray", v, NULL, NULL, KIND_BYTEARRAY))) return false;
        v = copy;
    }
    if (!buffer_get(vm, v, &view)) return release(vm, copy), false;
    bool ok = set_slice(vm, a, key, view.data, view.len);
    buffer_release(vm, &view);
    release(vm, copy);
    return ok;
}

static bool array_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    ByteArray *a = as_bytearray(o);
    int64_t i;
    if (is_kind(key, KIND_SLICE)) return assign_slice(vm, a, key, v);
    if (!is_int(key) && !(is_heap(key) && type_of(vm, key)->s.to_index))
        return err_false(vm, EXC_TypeError, "bytearray indices must be integers or slices, not %T", key);
    uint8_t c = 0;
    if (!text_index(vm, key, &i) || (v && !bytes_byte_arg(vm, v, &c))) return false;
    if (i < 0) i += a->len;
    if (i < 0 || i >= a->len) return err_false(vm, EXC_IndexError, "bytearray index out of range");
    if (!v) return splice(vm, a, i, i + 1, NULL, 0);
    a->data[i] = c;
    return true;
}

static Value array_concat(VM *vm, Ref a, Ref b)
{
    BufferView x, y;
    if (!buffer_check(vm, b)) return err_raise(vm, EXC_TypeError, "can't concat %T to bytearray", b);
    if (!buffer_get(vm, a, &x)) return NO_VALUE;
    if (!buffer_get(vm, b, &y)) return buffer_release(vm, &x), NO_VALUE;
    Value v = bytearray_from(vm, NULL, x.len + y.len);
    if (v && x.len + y.len) {
        memcpy(as_bytearray(v)->data, x.data, (size_t)x.len);
        memcpy(as_bytearray(v)->data + x.len, y.data, (size_t)y.len);
    }
    buffer_release(vm, &x);
    buffer_release(vm, &y);
    return v;
}

static bool append_bytes(VM *vm, ByteArray *a, Ref v)
{
    BufferView view;
    Value copy = NO_VALUE;
    if (is_exact(v, CLASS(bytes))) return splice(vm, a, a->len, a->len, as_bytes(v)->data, as_bytes(v)->len); /* nothing of the program runs */
    if (v == REF(a)) { /* its own buffer would pin it */
        if (!(copy = bytes_from(vm, a->data, a->len))) return false;
        v = copy;
    }
    if (!buffer_get(vm, v, &view)) return release(vm, copy), false;
    bool ok = splice(vm, a, a->len, a->len, view.data, view.len);
    buffer_release(vm, &view);
    release(vm, copy);
    return ok;
}

static Value array_iconcat(VM *vm, Ref a, Ref b)
{
    if (!buffer_check(vm, b)) return err_raise(vm, EXC_TypeError, "can't concat %T to bytearray", b);
    return append_bytes(vm, as_bytearray(a), b) ? retain(a) : NO_VALUE;
}

static Value array_repeat(VM *vm, Ref a, Ref count)
{
    int64_t n;
    if (!num_index_i64(vm, count, &n)) return NO_VALUE;
    Text t = text_of_array(a);
    return text_repeat(vm, &t, n);
}

static Value array_irepeat(VM *vm, Ref v, Ref count)
{
    ByteArray *a = as_bytearray(v);
    int64_t n, unit = a->len;
    if (!num_index_i64(vm, count, &n)) return NO_VALUE;
    if (n < 0) n = 0;
    if (unit && n > (INT64_C(1) << 46) / unit) return err_no_memory(vm);
    if (!bytearray_resize(vm, a, unit * n)) return NO_VALUE;
    for (int64_t i = 1; i < n && unit; i++) memcpy(a->data + i * unit, a->data, (size_t)unit);
    return retain(v);
}

static Value array_mod(VM *vm, Ref a, Ref b) { return is_bytearray(a) ? bytes_percent(vm, a, b) : V_NOTIMPL; }

/* ---- methods that change it ---- */
#define ARRAY_METHOD(name) \
    Value bytearray_m_##name(VM *vm, const Ref *args, int n, Ref kwnames); \
    Value bytearray_m_##name(VM *vm, const Ref *args, int n, Ref kwnames)

ARRAY_METHOD(append)
{
    uint8_t c;
    ByteArray *a = as_bytearray(args[0]);
    if (!bytes_byte_arg(vm, args[1], &c)) return NO_VALUE;
    if (!bytearray_resize(vm, a, a->len + 1)) return NO_VALUE;
    a->data[a->len - 1] = c;
    return V_NONE;
}

ARRAY_METHOD(extend)
{
    ByteArray *a = as_bytearray(args[0]);
    if (buffer_check(vm, args[1])) return append_bytes(vm, a, args[1]) ? V_NONE : NO_VALUE;
    if (!type_of(vm, args[1])->s.iter && !type_of(vm, args[1])->s.getitem)
        return err_raise(vm, EXC_TypeError, "can't extend bytearray with %T", args[1]);
    Value list = list_from_iter(vm, args[1]);
    if (!list) return list;
    Value more = bytes_from_object(vm, "bytearray", list, NULL, NULL, KIND_BYTEARRAY);
    release(vm, list);
    bool ok = more && append_bytes(vm, a, more);
    release(vm, more);
    return ok ? V_NONE : NO_VALUE;
}

ARRAY_METHOD(insert)
{
    ByteArray *a = as_bytearray(args[0]);
    int64_t at;
    uint8_t c;
    if (!num_index_ssize(vm, args[1], &at) || !bytes_byte_arg(vm, args[2], &c)) return NO_VALUE;
    if (at < 0) at = at + a->len < 0 ? 0 : at + a->len;
    if (at > a->len) at = a->len;
    return splice(vm, a, at, at, &c, 1) ? V_NONE : NO_VALUE;
}

ARRAY_METHOD(pop)
{
    ByteArray *a = as_bytearray(args[0]);
    int64_t at = -1;
    if (n > 1 && args[1] && !num_index_ssize(vm, args[1], &at)) return NO_VALUE;
    if (a->len == 0) return err_raise(vm, EXC_IndexError, "pop from empty bytearray");
    if (at < 0) at += a->len;
    if (at < 0 || at >= a->len) return err_raise(vm, EXC_IndexError, "pop index out of range");
    uint8_t c = a->data[at];
    return splice(vm, a, at, at + 1, NULL, 0) ? make_small(c) : NO_VALUE;
}

ARRAY_METHOD(remove)
{
    ByteArray *a = as_bytearray(args[0]);
    uint8_t c;
    if (!bytes_byte_arg(vm, args[1], &c)) return NO_VALUE;
    unsigned char *p = a->len ? memchr(a->data, c, (size_t)a->len) : NULL;
    if (!p) return err_raise(vm, EXC_ValueError, "value not found in bytearray");
    return splice(vm, a, p - a->data, p - a->data + 1, NULL, 0) ? V_NONE : NO_VALUE;
}

ARRAY_METHOD(reverse)
{
    ByteArray *a = as_bytearray(args[0]);
    for (int64_t i = 0, k = a->len - 1; i < k; i++, k--) {
        unsigned char c = a->data[i];
        a->data[i] = a->data[k];
        a->data[k] = c;
    }
    return V_NONE;
}

ARRAY_METHOD(clear) { return bytearray_resize(vm, as_bytearray(args[0]), 0) ? V_NONE : NO_VALUE; }
ARRAY_METHOD(copy) { return bytearray_from(vm, as_bytearray(args[0])->data, as_bytearray(args[0])->len); }
ARRAY_METHOD(alloc) { return make_small(as_bytearray(args[0])->cap ? as_bytearray(args[0])->cap + 1 : 0); }

ARRAY_METHOD(reduce)
{
    ByteArray *a = as_bytearray(args[0]);
    Value s = str_from_latin1(vm, a->data, (size_t)a->len), enc = str_from_c(vm, "latin-1");
    Value inner = s && enc ? tuple_of(vm, 2, (Ref)s, (Ref)enc) : NO_VALUE;
    Value state = inner ? call_method(vm, args[0], NAME(__getstate__), NULL, 0) : NO_VALUE;
    Value all = state ? tuple_of(vm, 3, REF(type_of(vm, args[0])), (Ref)inner, (Ref)state) : NO_VALUE;
    release(vm, state);
    release(vm, s);
    release(vm, enc);
    release(vm, inner);
    return all;
}

const TypeDef bytearray_def = {
    .name = "bytearray",
    .doc = "bytearray() -> empty\nbytearray(n) -> n zeros\nbytearray(ints_or_buffer) -> a copy of them\nbytearray(text, encoding[, errors]) -> the text, encoded\n\nBytes that can change in place.",
    .kind = KIND_BYTEARRAY, .size = sizeof(ByteArray), .flags = TYPE_BASE | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {
        .new_ = array_make, .init = array_init, .repr = array_repr, .str = bytes_str, .compare = bytes_compare, .iter = bytearray_iter,
        .len = array_len, .getitem = array_getitem, .setitem = array_setitem, .contains = array_contains,
        .concat = array_concat, .repeat = array_repeat, .iconcat = array_iconcat, .irepeat = array_irepeat,
        .nb = {[OP_MOD] = array_mod}, .buffer = array_buffer,
    },
    .dealloc = array_dealloc,
    .methods = bytearray_methods,
};
