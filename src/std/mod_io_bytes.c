/* mod_io_bytes.c: BytesIO: a growing block of memory as a binary stream. While views of it are out (getbuffer) it may not change size. */
#include "mod_io.h"

typedef struct BytesIO {
    Obj head;
    unsigned char *p; /* NULL and cap 0 when empty */
    int64_t len, cap, pos;
    int32_t exports;
    bool closed;
} BytesIO;
static inline BytesIO *as_bio(Ref v) { return (BytesIO *)BITS(v); }

static bool usable(VM *vm, const BytesIO *b) { return !b->closed || io_closed_error(vm, "I/O operation on closed file."); }
static bool resizable(VM *vm, const BytesIO *b)
{
    return !b->exports || err_false(vm, EXC_BufferError, "Existing exports of data: object cannot be re-sized");
}

static bool room(VM *vm, BytesIO *b, int64_t size)
{
    if (size <= b->cap) return true;
    int64_t cap = size < 64 ? 64 : size + size / 8 + 8;
    if (cap < b->cap + b->cap / 2) cap = b->cap + b->cap / 2;
    unsigned char *p = mem_realloc(vm->mem, b->p, (size_t)b->cap, (size_t)cap);
    if (!p) return err_no_memory(vm), false;
    b->p = p;
    b->cap = cap;
    return true;
}

static bool put(VM *vm, BytesIO *b, const void *from, int64_t n)
{
    if (n == 0) return true;
    if (b->pos > INT64_MAX - n) return err_false(vm, EXC_OverflowError, "new buffer size too large");
    if (b->pos + n > b->cap && !room(vm, b, b->pos + n)) return false;
    if (b->pos > b->len) memset(b->p + b->len, 0, (size_t)(b->pos - b->len));
    memcpy(b->p + b->pos, from, (size_t)n);
    b->pos += n;
    if (b->pos > b->len) b->len = b->pos;
    return true;
}

static Value take(VM *vm, BytesIO *b, int64_t size)
{
    int64_t left = b->len - b->pos;
    if (left < 0) left = 0;
    if (size < 0 || size > left) size = left;
    Value r = bytes_from(vm, size ? (void *)(b->p + b->pos) : "", size);
    if (r) b->pos += size;
    return r;
}

static int64_t line_length(const BytesIO *b, int64_t limit)
{
    int64_t left = b->len - b->pos;
    if (left <= 0) return 0;
    if (limit >= 0 && limit < left) left = limit;
    const unsigned char *from = b->p + b->pos, *nl = memchr(from, '\n', (size_t)left);
    return nl ? nl - from + 1 : left;
}

/* ---- life ---- */

static Value bio_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

static bool bio_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"initial_bytes"};
    Ref in[1];
    BytesIO *b = as_bio(self);
    BufferView view;
    if (!args_bind(vm, "BytesIO", args, n, kwnames, names, 1, in) || !resizable(vm, b)) return false;
    b->len = b->pos = 0;
    b->closed = false;
    if (!in[0] || is_none(in[0])) return true;
    if (!buffer_get(vm, in[0], &view)) return false;
    bool ok = put(vm, b, view.data, view.len);
    buffer_release(vm, &view);
    b->pos = 0;
    return ok;
}

static void drop(VM *vm, BytesIO *b)
{
    mem_free(vm->mem, b->p, (size_t)b->cap);
    b->p = NULL;
    b->len = b->cap = b->pos = 0;
}

static void bio_dealloc(VM *vm, Obj *o)
{
    if (o->type->flags & TYPE_HEAP && !io_finalize(vm, o)) return;
    drop(vm, (BytesIO *)o);
    obj_free(vm, o, o->type->inst_size);
}

/* ---- methods ---- */

static Value m_read(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size;
    return io_size(vm, args[1], &size) && usable(vm, as_bio(args[0])) ? take(vm, as_bio(args[0]), size) : NO_VALUE;
}

static Value m_readline(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size;
    BytesIO *b = as_bio(args[0]);
    return io_size(vm, args[1], &size) && usable(vm, b) ? take(vm, b, line_length(b, size)) : NO_VALUE;
}

static Value m_readlines(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t hint, total = 0, k;
    BytesIO *b = as_bio(args[0]);
    if (!io_size(vm, args[1], &hint) || !usable(vm, b)) return NULL;
    Value list = list_new(vm, 0);
    while (list && (k = line_length(b, -1)) > 0) {
        Value line = take(vm, b, k);
        if (!line || !list_append_take(vm, list, line)) value_clear(vm, &list);
        total += k;
        if (hint > 0 && total >= hint) break;
    }
    return list;
}

static Value bio_next(VM *vm, Ref o)
{
    BytesIO *b = as_bio(o);
    if (!usable(vm, b)) return NULL;
    if (as_obj(o)->type->flags & TYPE_HEAP) {
        Value line = call_method(vm, o, NAME(readline), NULL, 0);
        if (line && op_len(vm, line) <= 0) value_clear(vm, &line);
        return line;
    }
    int64_t k = line_length(b, -1);
    return k ? take(vm, b, k) : NO_VALUE;
}

static Value m_readinto(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BytesIO *b = as_bio(args[0]);
    BufferView view;
    if (!usable(vm, b) || !buffer_get(vm, args[1], &view)) return NULL;
    if (view.readonly) {
        buffer_release(vm, &view);
        return err_raise(vm, EXC_TypeError, "readinto() argument must be read-write bytes-like object, not %T", args[1]);
    }
    int64_t left = b->len - b->pos, k = left < 0 ? 0 : left < view.len ? left : view.len;
    if (k) memcpy(view.data, b->p + b->pos, (size_t)k);
    b->pos += k;
    buffer_release(vm, &view);
    return make_small(k);
}

static Value m_write(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BytesIO *b = as_bio(args[0]);
    BufferView view;
    if (!usable(vm, b) || !resizable(vm, b) || !buffer_get(vm, args[1], &view)) return NULL;
    int64_t len = view.len;
    bool ok = put(vm, b, view.data, len);
    buffer_release(vm, &view);
    return ok ? make_small(len) : NO_VALUE;
}

static Value m_seek(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BytesIO *b = as_bio(args[0]);
    int64_t to, whence = 0;
    if (!num_index_i64(vm, args[1], &to) || (args[2] && !num_index_i64(vm, args[2], &whence)) || !usable(vm, b)) return NULL;
    if (to < 0 && whence == 0) return err_raise(vm, EXC_ValueError, "negative seek value %lld", (long long)to);
    int64_t base = whence == 1 ? b->pos : whence == 2 ? b->len : 0;
    if (whence < 0 || whence > 2) return err_raise(vm, EXC_ValueError, "invalid whence (%lld, should be 0, 1 or 2)", (long long)whence);
    if (to > INT64_MAX - base) return err_raise(vm, EXC_OverflowError, "new position too large");
    b->pos = base + to < 0 ? 0 : base + to;
    return int_from_i64(vm, b->pos);
}

static Value m_truncate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BytesIO *b = as_bio(args[0]);
    int64_t size = b->pos;
    if (!usable(vm, b) || !resizable(vm, b)) return NULL;
    if (args[1] && !is_none(args[1]) && !io_size(vm, args[1], &size)) return NULL;
    if (size < 0) return err_raise(vm, EXC_ValueError, "negative size value %lld", (long long)size);
    if (size < b->len) b->len = size;
    return int_from_i64(vm, size);
}

static Value m_getvalue(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BytesIO *b = as_bio(args[0]);
    return usable(vm, b) ? bytes_from(vm, b->p ? (void *)b->p : "", b->len) : NO_VALUE;
}

static Value m_getbuffer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return usable(vm, as_bio(args[0])) ? call1(vm, REF(CLASS(memoryview)), args[0]) : NO_VALUE;
}

static void view_done(VM *vm, BufferView *view) { as_bio(view->owner)->exports--; }
static bool bio_buffer(VM *vm, Ref o, BufferView *out)
{
    BytesIO *b = as_bio(o);
    if (!b->p && !room(vm, b, 1)) return false;
    b->exports++;
    *out = (BufferView){.owner = retain(o), .data = b->p, .len = b->len, .itemsize = 1, .format = "B", .ndim = 1, .shape = {b->len},
                        .strides = {1}, .done = view_done};
    return true;
}

static Value m_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BytesIO *b = as_bio(args[0]);
    if (!resizable(vm, b)) return NULL;
    drop(vm, b);
    b->closed = true;
    return V_NONE;
}

static Value m_tell(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_bio(args[0])) ? int_from_i64(vm, as_bio(args[0])->pos) : NO_VALUE; }
static Value m_true(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_bio(args[0])) ? V_TRUE : NO_VALUE; }
static Value m_false(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_bio(args[0])) ? V_FALSE : NO_VALUE; }
static Value m_none(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_bio(args[0])) ? V_NONE : NO_VALUE; }
static Value get_closed(VM *vm, Ref o) { return make_bool(as_bio(o)->closed); }

static Value m_getstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value data = m_getvalue(vm, args, 1, NULL), d = data ? obj_dict(vm, args[0]) : NULL;
    if (!data || err_occurred(vm)) return release(vm, data), NO_VALUE;
    Value copy = d && dict_len(d) ? dict_copy(vm, d) : V_NONE, r = copy ? tuple_of(vm, 3, (Ref)data, make_small(as_bio(args[0])->pos), (Ref)copy) : NULL;
    release(vm, copy);
    release(vm, d);
    release(vm, data);
    return r;
}

static Value m_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t pos;
    if (!is_tuple(args[1]) || as_tuple(args[1])->len < 3)
        return err_raise(vm, EXC_TypeError, "%T.__setstate__ argument should be 3-tuple, got %T", args[0], args[1]);
    BytesIO *b = as_bio(args[0]);
    Ref a[1] = {as_tuple(args[1])->items[0]};
    if (!bio_init(vm, args[0], a, 1, NULL) || !num_index_i64(vm, as_tuple(args[1])->items[1], &pos)) return NULL;
    if (pos < 0) return err_raise(vm, EXC_ValueError, "position value cannot be negative");
    b->pos = pos;
    Ref extra = as_tuple(args[1])->items[2], key, value;
    int64_t at = 0;
    while (is_dict(extra) && dict_next(extra, &at, &key, &value))
        if (!obj_setattr(vm, args[0], key, value)) return NULL;
    return V_NONE;
}

static const NativeDef methods[] = {
    {"read", m_read, "self, size=-1, /", "Up to size bytes; without size, all there are.", 0},
    {"read1", m_read, "self, size=-1, /", "Up to size bytes; without size, all there are.", 0},
    {"readline", m_readline, "self, size=-1, /", "The next line with its end; b'' at the end.", 0},
    {"readlines", m_readlines, "self, size=None, /", "The lines from here on, no more once they come to size.", 0},
    {"readinto", m_readinto, "self, buffer, /", "Fill buffer; how many bytes went in is returned.", 0},
    {"readinto1", m_readinto, "self, buffer, /", "Fill buffer; how many bytes went in is returned.", 0},
    {"write", m_write, "self, b, /", "Write bytes at the position; how many is returned.", 0},
    {"seek", m_seek, "self, pos, whence=0, /", "Go to another position.", 0},
    {"tell", m_tell, "self", "The position.", 0},
    {"truncate", m_truncate, "self, size=None, /", "Drop what lies beyond size, or beyond the position.", 0},
    {"getvalue", m_getvalue, "self", "All the bytes, wherever the position is.", 0},
    {"getbuffer", m_getbuffer, "self", "A view of the bytes, through which they can be written.", 0},
    {"close", m_close, "self", "Let go of the bytes.", 0},
    {"flush", m_none, "self", "Does nothing.", 0},
    {"isatty", m_false, "self", "Always False.", 0},
    {"readable", m_true, "self", "Always True.", 0},
    {"writable", m_true, "self", "Always True.", 0},
    {"seekable", m_true, "self", "Always True.", 0},
    {"__getstate__", m_getstate, "self", NULL, 0},
    {"__setstate__", m_setstate, "self, state", NULL, 0},
    {0},
};
static const GetSetDef getsets[] = {{"closed", get_closed, NULL, "True if the file is closed."}, {0}};

const TypeDef bytesio_def = {
    .name = "_io.BytesIO", .doc = "A binary file in memory.", .kind = KIND_OPAQUE,
    .size = sizeof(BytesIO), .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF,
    .s = {.new_ = bio_new, .init = bio_init, .next = bio_next, .buffer = bio_buffer}, .dealloc = bio_dealloc,
    .methods = methods, .getsets = getsets, .text_signature = "initial_bytes=b''"};
