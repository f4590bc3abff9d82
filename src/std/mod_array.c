/* mod_array.c: array.array: numbers of one C type, side by side. How one item is read and written per type code stands
 * at the top; the slots and methods follow. While a buffer of it is out, an array keeps its size.
 * Long because the items, slots, methods and pickled forms of one type share its few helpers. */
#include "lang/object/args.h"
#include "lang/types/seq.h"
#include "lang/text/stride.h"
#include "lang/object/vm.h"

typedef struct Array {
    Obj head;
    unsigned char *data;
    int64_t len, cap; /* items */
    int32_t exports;
    char code;
    int8_t size;      /* bytes an item */
} Array;
typedef struct ArrayIter { Obj head; Value array; int64_t next; } ArrayIter;
typedef struct ArrayState { Type *array, *iterator; } ArrayState;
extern const ModuleDef array_module;
static Array *as_array(Ref v) { return (Array *)BITS(v); }
static ArrayState *state_of(VM *vm) { return module_state(vm, &array_module); }
static bool is_array(VM *vm, Ref v)
{
    ArrayState *s = state_of(vm);
    return s && is_instance_of(vm, v, s->array);
}

/* ---- one item ---- */
static int8_t size_of(char code)
{
    switch (code) {
    case 'b': case 'B': return 1;
    case 'h': case 'H': return 2;
    case 'u': case 'i': case 'I': case 'f': return 4;
    case 'l': case 'L': case 'q': case 'Q': case 'd': return 8;
    default: return 0;
    }
}

static Value item_get(VM *vm, const Array *a, int64_t i)
{
    const unsigned char *p = a->data + i * a->size;
    switch (a->code) {
    case 'b': return make_small(*(const int8_t *)p);
    case 'B': return make_small(*p);
    case 'h': return make_small(*(const int16_t *)p);
    case 'H': return make_small(*(const uint16_t *)p);
    case 'i': return make_small(*(const int32_t *)p);
    case 'I': return make_small(*(const uint32_t *)p);
    case 'l': case 'q': return int_from_i64(vm, *(const int64_t *)p);
    case 'L': case 'Q': return int_from_u64(vm, *(const uint64_t *)p);
    case 'f': return make_float_any(*(const float *)p);
    case 'd': return make_float_any(*(const double *)p);
    default: break;
    }
    uint32_t c = *(const uint32_t *)p;
    if (c > 0x10FFFF) return err_raise(vm, EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", c);
    return str_from_char(vm, c);
}

static bool too_large(VM *vm, char code, bool negative)
{
    static const struct { char code; const char *low, *high; } rows[] = {
        {'b', "signed char is less than minimum", "signed char is greater than maximum"},
        {'B', "unsigned byte integer is less than minimum", "unsigned byte integer is greater than maximum"},
        {'h', "signed short integer is less than minimum", "signed short integer is greater than maximum"},
        {'H', "unsigned short is less than minimum", "unsigned short is greater than maximum"},
        {'i', "signed integer is less than minimum", "signed integer is greater than maximum"},
        {'I', "can't convert negative value to unsigned int", "unsigned int is greater than maximum"},
        {'l', "Python int too large to convert to C long", "Python int too large to convert to C long"},
        {'L', "can't convert negative value to unsigned int", "Python int too large to convert to C unsigned long"},
        {'q', "int too big to convert", "int too big to convert"},
        {'Q', "can't convert negative int to unsigned", "int too big to convert"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code) return err_false(vm, EXC_OverflowError, "%s", negative ? rows[i].low : rows[i].high);
    return false;
}

static bool put_int(VM *vm, char code, int8_t size, unsigned char *out, Ref v)
{
    Value n = is_int(v) ? retain(v) : num_index(vm, v);
    if (!n) return false;
    bool is_signed = code >= 'a', negative = int_sign(n) < 0;
    int64_t i = 0;
    uint64_t bits;
    bool ok = int_fits_i64(n, &i);
    bits = (uint64_t)i;
    if (size < 8) {
        int64_t top = (int64_t)1 << (8 * size - is_signed);
        ok = ok && (is_signed ? i >= -top && i < top : i >= 0 && i < top);
    } else if (!is_signed) {
        if (!ok && !negative && ((const Int *)BITS(n))->size == 1) {
            bits = ((const Int *)BITS(n))->limb[0];
            ok = true;
        } else ok = ok && !negative;
    }
    release(vm, n);
    if (!ok) return too_large(vm, code, negative);
    memcpy(out, &bits, (size_t)size); /* little-endian hosts only, as all of perch */
    return true;
}

static bool item_put(VM *vm, char code, unsigned char *out, Ref v)
{
    if (code == 'u') {
        if (!is_str(v) || as_str(v)->len != 1) return err_false(vm, EXC_TypeError, "array item must be unicode character");
        uint32_t c = str_at(as_str(v), 0);
        memcpy(out, &c, 4);
        return true;
    }
    if (code != 'f' && code != 'd') return put_int(vm, code, size_of(code), out, v);
    double d;
    if (!num_to_double(vm, v, &d)) return false;
    float f = (float)d;
    memcpy(out, code == 'd' ? (void *)&d : (void *)&f, (size_t)size_of(code));
    return true;
}

/* ---- size ---- */
static bool set_len(VM *vm, Array *a, int64_t len)
{
    if (len == a->len) return true;
    if (a->exports) return err_false(vm, EXC_BufferError, "cannot resize an array that is exporting buffers");
    if (len > a->cap || len < a->cap / 4) {
        int64_t cap = len > a->cap ? len + (len >> 3) + 4 : len;
        if (cap > INT64_MAX / 16) return err_no_memory(vm), false;
        if (cap == 0) {
            mem_free(vm->mem, a->data, (size_t)(a->cap * a->size));
            a->data = NULL;
        } else {
            unsigned char *p = mem_realloc(vm->mem, a->data, (size_t)(a->cap * a->size), (size_t)(cap * a->size));
            if (!p) return err_no_memory(vm), false;
            a->data = p;
        }
        a->cap = cap;
    }
    a->len = len;
    return true;
}

/* Make the hole [at, at + old) one of `n` items wide; its contents are the caller's. */
static bool make_hole(VM *vm, Array *a, int64_t at, int64_t old, int64_t n)
{
    int64_t tail = a->len - at - old, size = a->size;
    if (n > old && !set_len(vm, a, a->len + n - old)) return false;
    if (n < old && a->exports) return err_false(vm, EXC_BufferError, "cannot resize an array that is exporting buffers");
    if (n != old && tail) memmove(a->data + (at + n) * size, a->data + (at + old) * size, (size_t)(tail * size));
    return n >= old || set_len(vm, a, a->len + n - old);
}

static Array *array_alloc(VM *vm, Type *type, char code, int64_t len)
{
    Array *a = (Array *)obj_alloc(vm, type, type->inst_size);
    if (!a) return NULL;
    a->code = code;
    a->size = size_of(code);
    if (set_len(vm, a, len)) return a;
    release(vm, VAL(a));
    return NULL;
}

static Array *array_like(VM *vm, const Array *a, int64_t len)
{
    ArrayState *s = state_of(vm);
    return s ? array_alloc(vm, s->array, a->code, len) : NULL;
}

static bool append(VM *vm, Array *a, Ref v)
{
    unsigned char item[8];
    if (!item_put(vm, a->code, item, v) || !set_len(vm, a, a->len + 1)) return false;
    memcpy(a->data + (a->len - 1) * a->size, item, (size_t)a->size);
    return true;
}

static bool append_bytes(VM *vm, Array *a, const void *p, int64_t n)
{
    if (n % a->size) return err_false(vm, EXC_ValueError, "bytes length not a multiple of item size");
    int64_t at = a->len;
    if (!set_len(vm, a, at + n / a->size)) return false;
    if (n) memcpy(a->data + at * a->size, p, (size_t)n);
    return true;
}

static bool append_text(VM *vm, Array *a, Ref text)
{
    const Str *s = as_str(text);
    int64_t at = a->len;
    if (!set_len(vm, a, at + s->len)) return false;
    for (int64_t i = 0; i < s->len; i++) ((uint32_t *)a->data)[at + i] = str_at(s, i);
    return true;
}

static bool extend(VM *vm, Array *a, Ref source)
{
    if (is_array(vm, source)) {
        Array *b = as_array(source);
        if (b->code != a->code) return err_false(vm, EXC_TypeError, "can only extend with array of same kind");
        int64_t at = a->len, n = b->len;
        if (!set_len(vm, a, at + n)) return false;
        if (n) memcpy(a->data + at * a->size, b->data, (size_t)(n * a->size));
        return true;
    }
    Value it = op_iter(vm, source), v;
    if (!it) return false;
    bool ok = true;
    for (unsigned steps = 1; ok && (v = op_next(vm, it)); steps++) {
        ok = append(vm, a, v) && ((steps & 1023) != 0 || vm_poll(vm));
        release(vm, v);
    }
    release(vm, it);
    return ok && !err_occurred(vm);
}

/* ---- life ---- */
static Value array_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    ArrayState *s = state_of(vm);
    if (!s || (as_type(cls) == s->array && !args_no_kw(vm, "array.array", kwnames))) return NULL;
    if (n < 1) return err_raise(vm, EXC_TypeError, "array() takes at least 1 argument (0 given)");
    if (n > 2) return err_raise(vm, EXC_TypeError, "array() takes at most 2 arguments (%d given)", n);
    if (!is_str(args[0]) || as_str(args[0])->len != 1) return err_raise(vm, EXC_TypeError, "array() argument 1 must be a unicode character, not %T", args[0]);
    uint32_t c = str_at(as_str(args[0]), 0);
    char code = c < 128 ? (char)c : 0;
    Ref init = n > 1 ? args[1] : NULL;
    if (init && code != 'u') {
        if (is_str(init)) return err_raise(vm, EXC_TypeError, "cannot use a str to initialize an array with typecode '%c'", code);
        if (is_array(vm, init) && as_array(init)->code == 'u') return err_raise(vm, EXC_TypeError, "cannot use a unicode array to initialize an array with typecode '%c'", code);
    }
    if (!size_of(code)) return err_raise(vm, EXC_ValueError, "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
    Array *a = array_alloc(vm, as_type(cls), code, 0);
    if (!a || !init) return VAL(a);
    bool ok;
    if (code == 'u' && is_str(init)) ok = append_text(vm, a, init);
    else if (is_bytes(init)) ok = append_bytes(vm, a, as_bytes(init)->data, as_bytes(init)->len);
    else if (is_bytearray(init)) ok = append_bytes(vm, a, as_bytearray(init)->data, as_bytearray(init)->len);
    else if (is_array(vm, init) && as_array(init)->code != code) {
        ok = true;
        for (int64_t i = 0; ok && i < as_array(init)->len; i++) {
            Value v = item_get(vm, as_array(init), i);
            ok = v && append(vm, a, v);
            release(vm, v);
        }
    } else ok = extend(vm, a, init);
    if (ok) return VAL(a);
    release(vm, VAL(a));
    return NULL;
}

static void array_dealloc(VM *vm, Obj *o)
{
    Array *a = (Array *)o;
    mem_free(vm->mem, a->data, (size_t)(a->cap * a->size));
    obj_free(vm, o, o->type->inst_size);
}

static void buffer_done(VM *vm, BufferView *view) { as_array(view->owner)->exports--; }

static bool array_buffer(VM *vm, Ref self, BufferView *out)
{
    static unsigned char nothing[8];
    Array *a = as_array(self);
    static const char *const formats[] = {"b", "B", "w", "h", "H", "i", "I", "l", "L", "q", "Q", "f", "d"};
    *out = (BufferView){.owner = retain(self), .data = a->data ? a->data : nothing, .len = a->len * a->size, .itemsize = a->size, .format = "B", .ndim = 1, .done = buffer_done};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i][0] == (a->code == 'u' ? 'w' : a->code)) out->format = formats[i];
    out->shape[0] = a->len;
    out->strides[0] = a->size;
    a->exports++;
    return true;
}

/* ---- sequence ---- */
static int64_t array_len(VM *vm, Ref self) { return as_array(self)->len; }

static bool index_of(VM *vm, Array *a, Ref key, const char *message, int64_t *out)
{
    if (!num_index_i64(vm, key, out)) return false;
    if (*out < 0) *out += a->len;
    return (*out >= 0 && *out < a->len) || err_false(vm, EXC_IndexError, "%s", message);
}

static bool is_index(VM *vm, Ref key) { return is_int(key) || type_of(vm, key)->s.to_index != NULL; }

static Value array_getitem(VM *vm, Ref self, Ref key)
{
    Array *a = as_array(self);
    int64_t i, stop, step, count;
    if (is_index(vm, key)) return index_of(vm, a, key, "array index out of range", &i) ? item_get(vm, a, i) : NULL;
    if (!is_kind(key, KIND_SLICE)) return err_raise(vm, EXC_TypeError, "array indices must be integers");
    if (!slice_indices(vm, key, &a->len, &i, &stop, &step, &count)) return NULL;
    Array *r = array_like(vm, a, count);
    if (r && step == 1 && count) memcpy(r->data, a->data + i * a->size, (size_t)(count * a->size));
    else
        for (int64_t k = 0; r && k < count; k++, i = next_index(i, step)) memcpy(r->data + k * a->size, a->data + i * a->size, (size_t)a->size);
    return VAL(r);
}

static bool delete_stepped(VM *vm, Array *a, int64_t start, int64_t step, int64_t count)
{
    if (count == 0) return true;
    if (step < 0) {
        start += step * (count - 1);
        step = -step;
    }
    if (a->exports) return err_false(vm, EXC_BufferError, "cannot resize an array that is exporting buffers");
    int64_t to = start, next = start, left = count;
    for (int64_t i = start; i < a->len; i++) {
        if (left && i == next) {
            next = next_index(next, step);
            left--;
        } else memcpy(a->data + to++ * a->size, a->data + i * a->size, (size_t)a->size);
    }
    return set_len(vm, a, a->len - count);
}

static bool set_slice(VM *vm, Ref self, Ref key, Ref v)
{
    Array *a = as_array(self);
    int64_t start, stop, step, count;
    Value held = NULL;
    if (v && !is_array(vm, v)) return err_false(vm, EXC_TypeError, "can only assign array (not \"%T\") to array slice", v);
    if (v && as_array(v)->code != a->code) return err_false(vm, EXC_TypeError, "bad argument type for built-in operation");
    if (v == self) { /* onto itself: a copy is assigned */
        Array *copy = array_like(vm, a, a->len);
        if (!copy) return false;
        if (a->len) memcpy(copy->data, a->data, (size_t)(a->len * a->size));
        v = held = VAL(copy);
    }
    bool ok = slice_indices(vm, key, &a->len, &start, &stop, &step, &count);
    if (ok && step == 1) {
        int64_t n = v ? as_array(v)->len : 0;
        ok = make_hole(vm, a, start, count, n);
        if (ok && n) memcpy(a->data + start * a->size, as_array(v)->data, (size_t)(n * a->size));
    } else if (ok && !v) ok = delete_stepped(vm, a, start, step, count);
    else if (ok && as_array(v)->len != count)
        ok = err_false(vm, EXC_ValueError, "attempt to assign array of size %lld to extended slice of size %lld", (long long)as_array(v)->len, (long long)count);
    else if (ok)
        for (int64_t k = 0; k < count; k++, start = next_index(start, step)) memcpy(a->data + start * a->size, as_array(v)->data + k * a->size, (size_t)a->size);
    release(vm, held);
    return ok;
}

static bool array_setitem(VM *vm, Ref self, Ref key, Ref v)
{
    Array *a = as_array(self);
    unsigned char item[8];
    int64_t i;
    if (is_kind(key, KIND_SLICE)) return set_slice(vm, self, key, v);
    if (!is_index(vm, key)) return err_false(vm, EXC_TypeError, "array indices must be integers");
    if (!index_of(vm, a, key, "array assignment index out of range", &i)) return false;
    if (!v) return make_hole(vm, a, i, 1, 0);
    if (!item_put(vm, a->code, item, v)) return false;
    if (i < a->len) memcpy(a->data + i * a->size, item, (size_t)a->size);
    return true;
}

static Value array_concat(VM *vm, Ref x, Ref y)
{
    if (!is_array(vm, y)) return err_raise(vm, EXC_TypeError, "can only append array (not \"%T\") to array", y);
    Array *a = as_array(x), *b = as_array(y);
    if (a->code != b->code) return err_raise(vm, EXC_TypeError, "bad argument type for built-in operation");
    Array *r = array_like(vm, a, a->len + b->len);
    if (r && a->len) memcpy(r->data, a->data, (size_t)(a->len * a->size));
    if (r && b->len) memcpy(r->data + a->len * a->size, b->data, (size_t)(b->len * b->size));
    return VAL(r);
}

static bool fill_repeat(VM *vm, Array *r, const unsigned char *from, int64_t len, int64_t times)
{
    for (int64_t i = 0; i < times && len; i++) memmove(r->data + i * len * r->size, from, (size_t)(len * r->size));
    return true;
}

static Value array_repeat(VM *vm, Ref x, Ref count)
{
    int64_t times, total;
    if (!seq_count(vm, count, &times)) return NULL;
    if (__builtin_mul_overflow(as_array(x)->len, times, &total)) return err_no_memory(vm);
    Array *r = array_like(vm, as_array(x), total);
    if (r) fill_repeat(vm, r, as_array(x)->data, as_array(x)->len, times);
    return VAL(r);
}

static Value array_iconcat(VM *vm, Ref x, Ref y)
{
    if (!is_array(vm, y)) return err_raise(vm, EXC_TypeError, "can only extend with array (not \"%T\")", y);
    return extend(vm, as_array(x), y) ? retain(x) : NULL;
}

static Value array_irepeat(VM *vm, Ref x, Ref count)
{
    int64_t times, total, len;
    if (!seq_count(vm, count, &times)) return NULL;
    len = as_array(x)->len; /* (count's __index__ may have changed it) */
    if (__builtin_mul_overflow(len, times, &total)) return err_no_memory(vm);
    if (!set_len(vm, as_array(x), total)) return NULL;
    if (times > 1) fill_repeat(vm, as_array(x), as_array(x)->data, len, times);
    return retain(x);
}

/* ---- comparing, searching, printing ---- */

/* Are two items equal? An item that is read is a new float each time: a NaN is not itself here. */
static int same(VM *vm, Ref x, Ref y)
{
    if (is_float_any(x) && float_any_of(x) != float_any_of(x)) return 0;
    return op_compare_bool(vm, x, y, CMP_EQ);
}

static Value array_compare(VM *vm, Ref x, Ref y, CmpOp op)
{
    if (!is_array(vm, y)) return err_occurred(vm) ? NULL : V_NOTIMPL;
    Array *a = as_array(x), *b = as_array(y);
    if (a->len != b->len && (op == CMP_EQ || op == CMP_NE)) return make_bool(op == CMP_NE);
    for (int64_t i = 0; i < a->len && i < b->len; i++) {
        if (a->code == b->code && a->code != 'f' && a->code != 'd' && !memcmp(a->data + i * a->size, b->data + i * b->size, (size_t)a->size)) continue;
        Value v = item_get(vm, a, i), w = v ? item_get(vm, b, i) : NULL, r = NULL;
        int eq = w ? same(vm, v, w) : -1;
        if (eq == 0) r = op == CMP_EQ ? V_FALSE : op == CMP_NE ? V_TRUE : op_compare(vm, v, w, op);
        release(vm, v);
        release(vm, w);
        if (eq <= 0) return r;
    }
    return seq_answer(a->len < b->len ? -1 : a->len > b->len, op);
}

/* The place of v from `from` on; -1 absent, -2 raised. */
static int64_t find(VM *vm, Array *a, Ref v, int64_t from, int64_t to)
{
    for (int64_t i = from; i < a->len && i < to; i++) {
        Value item = item_get(vm, a, i);
        int eq = item ? same(vm, item, v) : -1;
        release(vm, item);
        if (eq) return eq < 0 ? -2 : i;
    }
    return -1;
}

static int array_contains(VM *vm, Ref self, Ref v)
{
    int64_t i = find(vm, as_array(self), v, 0, INT64_MAX);
    return i == -2 ? -1 : i >= 0;
}

static Value to_text(VM *vm, Array *a)
{
    const uint32_t *p = (const uint32_t *)a->data;
    for (int64_t i = 0; i < a->len; i++)
        if (p[i] > 0x10FFFF) return err_raise(vm, EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", p[i]);
    return str_from_ucs4(vm, p, (size_t)a->len);
}

static Value to_list(VM *vm, Array *a)
{
    Value list = list_new(vm, a->len);
    for (int64_t i = 0; list && i < a->len; i++) {
        Value v = item_get(vm, a, i);
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    return list;
}

static Value array_repr(VM *vm, Ref self)
{
    Array *a = as_array(self);
    Ref name = REF(as_obj(self)->type->name);
    if (a->len == 0) return str_format(vm, "%U('%c')", name, a->code);
    Value items = a->code == 'u' ? to_text(vm, a) : to_list(vm, a);
    Value r = items ? str_format(vm, "%U('%c', %R)", name, a->code, (Ref)items) : NULL;
    release(vm, items);
    return r;
}

static bool array_hash(VM *vm, Ref self, int64_t *hash) { return err_false(vm, EXC_TypeError, "unhashable type: '%T'", self); }

/* ---- methods ---- */
#define METHOD(name) static Value m_##name(VM *vm, const Ref *args, int n, Ref kwnames)
#define SELF as_array(args[0])
static Value none_if(bool ok) { return ok ? V_NONE : NULL; }

METHOD(append) { return none_if(append(vm, SELF, args[1])); }
METHOD(extend) { return none_if(extend(vm, SELF, args[1])); }
METHOD(tolist) { return to_list(vm, SELF); }
METHOD(tobytes) { return bytes_from(vm, SELF->len ? (const void *)SELF->data : "", SELF->len * SELF->size); }
METHOD(frombytes)
{
    BufferView view;
    if (!buffer_get(vm, args[1], &view)) return NULL;
    bool ok = view.owner != args[0] ? append_bytes(vm, SELF, view.data, view.len) : err_false(vm, EXC_BufferError, "cannot resize an array that is exporting buffers");
    buffer_release(vm, &view);
    return none_if(ok);
}
METHOD(fromlist)
{
    if (!is_list(args[1])) return err_raise(vm, EXC_TypeError, "arg must be list");
    int64_t old = SELF->len, len = as_list(args[1])->len;
    for (int64_t i = 0; i < len; i++) {
        bool ok = append(vm, SELF, as_list(args[1])->items[i]);
        if (ok && as_list(args[1])->len != len) ok = err_false(vm, EXC_RuntimeError, "list changed size during iteration");
        if (ok) continue;
        Value pending = err_take(vm);
        if (!set_len(vm, SELF, old)) err_clear(vm);
        err_put(vm, pending);
        return NULL;
    }
    return V_NONE;
}
METHOD(fromunicode)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "fromunicode() argument must be str, not %T", args[1]);
    if (SELF->code != 'u') return err_raise(vm, EXC_ValueError, "fromunicode() may only be called on unicode type arrays");
    return none_if(append_text(vm, SELF, args[1]));
}
METHOD(tounicode) { return SELF->code == 'u' ? to_text(vm, SELF) : err_raise(vm, EXC_ValueError, "tounicode() may only be called on unicode type arrays"); }
METHOD(fromfile)
{
    int64_t count;
    if (!num_index_i64(vm, args[2], &count)) return NULL;
    if (count < 0) return err_raise(vm, EXC_ValueError, "negative count");
    if (count > INT64_MAX / SELF->size) return err_no_memory(vm);
    Value data = call_method(vm, args[1], NAME(read), (Ref[]){make_small(count * SELF->size)}, 1);
    if (!data) return NULL;
    bool ok = is_bytes(data) || err_false(vm, EXC_TypeError, "read() didn't return bytes");
    int64_t got = ok ? as_bytes(data)->len : 0;
    ok = ok && append_bytes(vm, SELF, as_bytes(data)->data, got);
    release(vm, data);
    if (ok && got != count * SELF->size) ok = err_false(vm, EXC_EOFError, "read() didn't return enough bytes");
    return none_if(ok);
}
METHOD(tofile)
{
    Value data = m_tobytes(vm, args, 1, NULL), r = data ? call_method(vm, args[1], NAME(write), (Ref[]){data}, 1) : NULL;
    release(vm, data);
    if (!r) return NULL;
    release(vm, r);
    return V_NONE;
}
METHOD(count)
{
    int64_t count = 0, at = -1;
    while ((at = find(vm, SELF, args[1], at + 1, INT64_MAX)) >= 0) count++;
    return at == -2 ? NULL : make_small(count);
}
METHOD(index)
{
    int64_t from, to, i;
    if (!seq_bounds(vm, args[2], args[3], SELF->len, &from, &to)) return NULL;
    i = find(vm, SELF, args[1], from, to);
    if (i == -1) return err_raise(vm, EXC_ValueError, "array.index(x): x not in array");
    return i < 0 ? NULL : make_small(i);
}
METHOD(remove)
{
    int64_t i = find(vm, SELF, args[1], 0, INT64_MAX);
    if (i == -1) return err_raise(vm, EXC_ValueError, "array.remove(x): x not in array");
    if (i >= SELF->len) return V_NONE; /* the __eq__ that found it has shortened the array */
    return i < 0 ? NULL : none_if(make_hole(vm, SELF, i, 1, 0));
}
METHOD(pop)
{
    int64_t i = -1;
    if (args[1] && !num_index_i64(vm, args[1], &i)) return NULL;
    if (!SELF->len) return err_raise(vm, EXC_IndexError, "pop from empty array");
    if (i < 0) i += SELF->len;
    if (i < 0 || i >= SELF->len) return err_raise(vm, EXC_IndexError, "pop index out of range");
    Value v = item_get(vm, SELF, i);
    if (v && !make_hole(vm, SELF, i, 1, 0)) value_clear(vm, &v);
    return v;
}
METHOD(insert)
{
    int64_t i;
    unsigned char item[8];
    if (!num_index_i64(vm, args[1], &i) || !item_put(vm, SELF->code, item, args[2])) return NULL;
    if (i < 0) i += SELF->len;
    i = i < 0 ? 0 : i > SELF->len ? SELF->len : i;
    if (!make_hole(vm, SELF, i, 0, 1)) return NULL;
    memcpy(SELF->data + i * SELF->size, item, (size_t)SELF->size);
    return V_NONE;
}
METHOD(reverse)
{
    unsigned char t[8];
    size_t size = (size_t)SELF->size;
    for (int64_t i = 0, k = SELF->len - 1; i < k; i++, k--) {
        memcpy(t, SELF->data + (size_t)i * size, size);
        memcpy(SELF->data + (size_t)i * size, SELF->data + (size_t)k * size, size);
        memcpy(SELF->data + (size_t)k * size, t, size);
    }
    return V_NONE;
}
METHOD(byteswap)
{
    for (int64_t i = 0; i < SELF->len; i++)
        for (int k = 0; k < SELF->size / 2; k++) {
            unsigned char *p = SELF->data + i * SELF->size, c = p[k];
            p[k] = p[SELF->size - 1 - k];
            p[SELF->size - 1 - k] = c;
        }
    return V_NONE;
}
METHOD(buffer_info)
{
    Value address = int_from_u64(vm, (uint64_t)(uintptr_t)SELF->data), r = address ? tuple_of(vm, 2, (Ref)address, (Ref)make_small(SELF->len)) : NULL;
    release(vm, address);
    return r;
}
METHOD(copy) { return array_repeat(vm, args[0], make_small(1)); }

/* ---- pickling: as bytes in a form that is said by number, so that another machine can read them ---- */
typedef struct Form { int8_t size; char kind; bool big; } Form; /* kind: u unsigned, i signed, f float, t text */
static const Form forms[] = {
    {1, 'u', false}, {1, 'i', false}, {2, 'u', false}, {2, 'u', true}, {2, 'i', false}, {2, 'i', true}, {4, 'u', false}, {4, 'u', true}, {4, 'i', false}, {4, 'i', true}, {8, 'u', false},
    {8, 'u', true}, {8, 'i', false}, {8, 'i', true}, {4, 'f', false}, {4, 'f', true}, {8, 'f', false}, {8, 'f', true}, {2, 't', false}, {2, 't', true}, {4, 't', false}, {4, 't', true},
};
enum { FORMS = sizeof forms / sizeof *forms };
static char kind_of(char code) { return code == 'u' ? 't' : code == 'f' || code == 'd' ? 'f' : code >= 'a' ? 'i' : 'u'; }
static int form_of(char code)
{
    for (int i = 0; i < FORMS; i++)
        if (forms[i].size == size_of(code) && forms[i].kind == kind_of(code) && !forms[i].big) return i;
    return -1;
}

static Value form_item(VM *vm, const Form *f, const unsigned char *p)
{
    uint64_t bits = 0;
    for (int i = 0; i < f->size; i++) bits |= (uint64_t)p[f->big ? f->size - 1 - i : i] << 8 * i;
    if (f->kind == 'f') {
        uint32_t low = (uint32_t)bits;
        float single;
        double d;
        memcpy(&single, &low, 4);
        memcpy(&d, &bits, 8);
        return make_float_any(f->size == 4 ? (double)single : d);
    }
    int64_t extended = (int64_t)(bits << (64 - 8 * f->size)) >> (64 - 8 * f->size);
    return f->kind == 'i' ? int_from_i64(vm, extended) : int_from_u64(vm, bits);
}

static Value from_form(VM *vm, Ref cls, char code, const Form *f, const unsigned char *p, int64_t n)
{
    for (const char *other = "bBhHiIqQ"; f->kind != 't' && f->kind != 'f' && *other; other++) /* the C types of another machine may be wider */
        if (size_of(*other) == f->size && kind_of(*other) == f->kind && size_of(code) != f->size) code = *other;
    Array *a = array_alloc(vm, as_type(cls), code, 0);
    if (!a) return NULL;
    bool ok = n % f->size == 0 || err_false(vm, EXC_ValueError, "bytes length not a multiple of item size");
    if (ok && f->kind == 't') {
        static const char *const encodings[] = {"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"};
        Value text = codec_decode(vm, p, n, encodings[(f->size == 4) * 2 + f->big], "surrogatepass");
        ok = text && (code == 'u' || err_false(vm, EXC_TypeError, "an integer is required")) && append_text(vm, a, text);
        release(vm, text);
    } else if (ok && f->size == a->size && f->kind == kind_of(code) && !f->big) ok = append_bytes(vm, a, p, n);
    else
        for (int64_t i = 0; ok && i < n; i += f->size) {
            Value v = form_item(vm, f, p + i);
            ok = v && append(vm, a, v);
            release(vm, v);
        }
    if (ok) return VAL(a);
    release(vm, VAL(a));
    return NULL;
}

static Value fn_reconstructor(VM *vm, const Ref *a, int n, Ref kw)
{
    ArrayState *s = state_of(vm);
    int64_t number;
    if (!s) return NULL;
    if (!is_str(a[1]) || as_str(a[1])->len != 1) return err_raise(vm, EXC_TypeError, "_array_reconstructor() argument 2 must be a unicode character, not %T", a[1]);
    if (!num_index_i64(vm, a[2], &number)) return NULL;
    if (!is_type(a[0])) return err_raise(vm, EXC_TypeError, "first argument must be a type object, not %T", a[0]);
    if (!type_is_subtype(as_type(a[0]), s->array)) return err_raise(vm, EXC_TypeError, "%s is not a subtype of array.array", type_name(vm, as_type(a[0])));
    uint32_t c = str_at(as_str(a[1]), 0);
    if (c > 127 || !size_of((char)c)) return err_raise(vm, EXC_ValueError, "second argument must be a valid type code");
    if (number < 0 || number >= FORMS) return err_raise(vm, EXC_ValueError, "third argument must be a valid machine format code.");
    if (!is_bytes(a[3])) return err_raise(vm, EXC_TypeError, "fourth argument should be bytes, not %T", a[3]);
    return from_form(vm, a[0], (char)c, &forms[number], as_bytes(a[3])->data, as_bytes(a[3])->len);
}

METHOD(reduce)
{
    int64_t protocol;
    if (!num_index_i64(vm, args[1], &protocol)) return NULL;
    bool listed = protocol < 3; /* (typecode, list): readable by any pickle */
    Value code = str_from_char(vm, (uint32_t)SELF->code), items = !code ? NULL : !listed ? m_tobytes(vm, args, 1, NULL) : SELF->code == 'u' ? to_text(vm, SELF) : to_list(vm, SELF);
    Value module = items && !listed ? import_module(vm, "array") : NULL, maker = module ? obj_getattr_c(vm, module, "_array_reconstructor") : listed ? retain(REF(as_obj(args[0])->type)) : NULL;
    Value inner = !items || !maker ? NULL : listed ? tuple_of(vm, 2, (Ref)code, (Ref)items) : tuple_of(vm, 4, REF(as_obj(args[0])->type), (Ref)code, (Ref)make_small(form_of(SELF->code)), (Ref)items);
    Value dict = !inner ? NULL : as_obj(args[0])->type->flags & TYPE_ATTRS ? obj_dict(vm, args[0]) : V_NONE;
    Value r = dict ? tuple_of(vm, 3, (Ref)maker, (Ref)inner, (Ref)dict) : NULL;
    release(vm, code);
    release(vm, items);
    release(vm, module);
    release(vm, maker);
    release(vm, inner);
    release(vm, dict);
    return r;
}

static Value get_typecode(VM *vm, Ref self) { return str_from_char(vm, (uint32_t)as_array(self)->code); }
static Value get_itemsize(VM *vm, Ref self) { return make_small(as_array(self)->size); }

/* ---- iterator ---- */
static Value array_iter(VM *vm, Ref self)
{
    ArrayState *s = state_of(vm);
    ArrayIter *it = s ? (ArrayIter *)obj_alloc(vm, s->iterator, sizeof(ArrayIter)) : NULL;
    if (it) it->array = retain(self);
    return VAL(it);
}
static Value iter_next(VM *vm, Ref self)
{
    ArrayIter *it = (ArrayIter *)BITS(self);
    if (it->array && it->next < as_array(it->array)->len) return item_get(vm, as_array(it->array), it->next++);
    value_clear(vm, &it->array);
    return NULL;
}
static Value iter_self(VM *vm, Ref self) { return retain(self); }
static Value iter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayIter *it = (ArrayIter *)BITS(args[0]);
    Value iter = dict_get_c(vm, REF(vm->builtins), "iter") ? retain(dict_get_c(vm, REF(vm->builtins), "iter")) : NULL;
    Value inner = !iter ? NULL : it->array ? tuple_of(vm, 1, (Ref)it->array) : tuple_of(vm, 1, (Ref)vm->empty_tuple);
    Value r = !inner ? NULL : it->array ? tuple_of(vm, 3, (Ref)iter, (Ref)inner, (Ref)make_small(it->next)) : tuple_of(vm, 2, (Ref)iter, (Ref)inner);
    release(vm, iter);
    release(vm, inner);
    return r;
}
static Value iter_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayIter *it = (ArrayIter *)BITS(args[0]);
    int64_t next;
    if (!num_index_i64(vm, args[1], &next)) return NULL;
    int64_t len = it->array ? as_array(it->array)->len : 0;
    it->next = next < 0 ? 0 : next > len ? len : next;
    return V_NONE;
}
static const NativeDef iter_methods[] = {
    {"__reduce__", iter_reduce, "self, /", "How it is made again.", 0},
    {"__setstate__", iter_setstate, "self, state, /", "Go to an index.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static void iter_dealloc(VM *vm, Obj *o)
{
    release(vm, ((ArrayIter *)o)->array);
    obj_free(vm, o, sizeof(ArrayIter));
}
static void iter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { seq_visit(((ArrayIter *)o)->array, visit, arg); }
static const TypeDef iterator_def = {.name = "array.arrayiterator", .kind = KIND_OPAQUE, .size = sizeof(ArrayIter), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
                                     .s = {.iter = iter_self, .next = iter_next}, .dealloc = iter_dealloc, .traverse = iter_traverse, .methods = iter_methods};

static const NativeDef methods[] = {
    {"append", m_append, "self, v, /", "Adds v at the back.", 0},
    {"extend", m_extend, "self, bb, /", "Adds what an iterable yields, at the back.", 0},
    {"tolist", m_tolist, "self, /", "A list of the items.", 0},
    {"fromlist", m_fromlist, "self, list, /", "Adds a list's items: all of them, or none.", 0},
    {"tobytes", m_tobytes, "self, /", "The items' memory, copied into bytes.", 0},
    {"frombytes", m_frombytes, "self, buffer, /", "Adds items taken from raw machine bytes.", 0},
    {"fromunicode", m_fromunicode, "self, ustr, /", "Adds the characters of a str; typecode 'u' only.", 0},
    {"tounicode", m_tounicode, "self, /", "The characters as a str; typecode 'u' only.", 0},
    {"fromfile", m_fromfile, "self, f, n, /", "Adds n items read from a binary file.", 0},
    {"tofile", m_tofile, "self, f, /", "Writes the items' memory to a file.", 0},
    {"count", m_count, "self, v, /", "How many items equal v.", 0},
    {"index", m_index, "self, v, start=0, stop=9223372036854775807, /", "Where v stands first in a range.", 0},
    {"remove", m_remove, "self, v, /", "Takes away the first item equal to v.", 0},
    {"pop", m_pop, "self, i=-1, /", "Takes an item out and gives it.", 0},
    {"insert", m_insert, "self, i, v, /", "Puts v in at place i.", 0},
    {"reverse", m_reverse, "self, /", "Turns the order round, in place.", 0},
    {"byteswap", m_byteswap, "self, /", "Turns the bytes of each item round.", 0},
    {"buffer_info", m_buffer_info, "self, /", "Where the items lie, and how many.", 0},
    {"__copy__", m_copy, "self, /", "A copy.", 0},
    {"__deepcopy__", m_copy, "self, unused, /", "A copy.", 0},
    {"__reduce_ex__", m_reduce, "self, value, /", "For copying and pickling.", 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"typecode", get_typecode, NULL, "letter of the items' type"},
    {"itemsize", get_itemsize, NULL, "bytes an item takes"},
    {NULL, NULL, NULL, NULL},
};
static const TypeDef array_def = {
    .name = "array.array",
    .doc = "array(typecode[, items]) -> array\n\nNumbers of one C type, side by side in memory; items is an iterable of them, or their bytes.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Array),
    .flags = TYPE_BASE | TYPE_WEAKREF | TYPE_MATCH_SEQ | TYPE_IMMUTABLE,
    .s = {.new_ = array_new, .repr = array_repr, .compare = array_compare, .hash = array_hash, .iter = array_iter, .len = array_len, .getitem = array_getitem,
          .setitem = array_setitem, .contains = array_contains, .concat = array_concat, .repeat = array_repeat, .iconcat = array_iconcat, .irepeat = array_irepeat,
          .buffer = array_buffer},
    .dealloc = array_dealloc,
    .methods = methods,
    .getsets = getsets,
};

static const NativeDef functions[] = {
    {"_array_reconstructor", fn_reconstructor, "arraytype, typecode, mformat_code, items, /", "An array of bytes that may be of another machine: for pickle.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    ArrayState *s = as_module(module)->state;
    if (!(s->array = type_from_def(vm, &array_def, NULL)) || !(s->iterator = type_from_def(vm, &iterator_def, NULL))) return false;
    Value codes = str_from_c(vm, "bBuhHiIlLqQfd");
    if (!codes || !module_add(vm, ns, "typecodes", codes) || !module_add_type(vm, ns, s->array) || !dict_set_c(vm, REF(ns), "ArrayType", REF(s->array))) return false;
    Value sequence = import_attr(vm, "collections.abc", "MutableSequence"), name = sequence ? str_intern_c(vm, "register") : NO_VALUE;
    Ref type = REF(s->array);
    Value r = name ? call_method(vm, sequence, name, &type, 1) : NO_VALUE;
    release(vm, sequence);
    release(vm, name);
    release(vm, r);
    return r != NO_VALUE;
}

static void done(VM *vm, void *state)
{
    release(vm, VAL(((ArrayState *)state)->array));
    release(vm, VAL(((ArrayState *)state)->iterator));
}

const ModuleDef array_module = {
    .name = "array", .doc = "This module defines an object type which can efficiently represent\nan array of basic values: characters, integers, floating point\nnumbers.",
    .functions = functions, .init = init, .state_size = sizeof(ArrayState), .done = done,
};
