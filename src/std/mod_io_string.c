/* mod_io_string.c: StringIO: a growing block of characters as a text stream, as wide as its widest character needs. */
#include "mod_io.h"

typedef struct StringIO {
    Obj head;
    unsigned char *p;
    int64_t len, cap, pos; /* characters */
    unsigned width;        /* 1, 2, 4 bytes each */
    bool closed, ready, universal, translate;
    Value newline;         /* a str or None */
    const char *write_nl;  /* what \n becomes, or NULL */
    int seen;
} StringIO;
static inline StringIO *as_sio(Ref v) { return (StringIO *)BITS(v); }

static bool usable(VM *vm, const StringIO *s)
{
    if (!s->ready) return io_closed_error(vm, "I/O operation on uninitialized object");
    return !s->closed || io_closed_error(vm, "I/O operation on closed file");
}

static inline uint32_t char_at(const StringIO *s, int64_t i)
{
    return s->width == 1 ? s->p[i] : s->width == 2 ? ((const uint16_t *)s->p)[i] : ((const uint32_t *)s->p)[i];
}
static inline void set_char(StringIO *s, int64_t i, uint32_t c)
{
    if (s->width == 1) s->p[i] = (unsigned char)c;
    else if (s->width == 2) ((uint16_t *)s->p)[i] = (uint16_t)c;
    else ((uint32_t *)s->p)[i] = c;
}

static bool room(VM *vm, StringIO *s, int64_t len, unsigned width)
{
    if (width < s->width) width = s->width;
    if (len <= s->cap && width == s->width) return true;
    int64_t cap = s->cap;
    if (len > cap) cap = len < 64 ? 64 : len + len / 4;
    if (len > INT64_MAX / 8) return err_no_memory(vm), false;
    if (width == s->width) {
        unsigned char *q = mem_realloc(vm->mem, s->p, (size_t)s->cap * width, (size_t)cap * width);
        if (!q) return err_no_memory(vm), false;
        s->p = q;
        s->cap = cap;
        return true;
    }
    StringIO wide = *s;
    wide.p = mem_alloc(vm->mem, (size_t)cap * width);
    wide.width = width;
    if (!wide.p) return err_no_memory(vm), false;
    for (int64_t i = 0; i < s->len; i++) set_char(&wide, i, char_at(s, i));
    mem_free(vm->mem, s->p, (size_t)s->cap * s->width);
    s->p = wide.p;
    s->width = width;
    s->cap = cap;
    return true;
}

static bool put_text(VM *vm, StringIO *s, Ref text)
{
    const Str *t = as_str(text);
    if (t->len == 0) return true;
    if (!room(vm, s, s->pos + t->len, str_width(t))) return false;
    for (int64_t i = s->len; i < s->pos; i++) set_char(s, i, 0);
    if (s->width == str_width(t)) memcpy(s->p + s->pos * s->width, t->data, (size_t)t->len * s->width);
    else
        for (int64_t i = 0; i < t->len; i++) set_char(s, s->pos + i, str_at(t, i));
    s->pos += t->len;
    if (s->pos > s->len) s->len = s->pos;
    return true;
}

static Value piece(VM *vm, const StringIO *s, int64_t from, int64_t to)
{
    if (from >= to) return retain(vm->empty_str);
    const unsigned char *p = s->p + from * s->width;
    size_t n = (size_t)(to - from);
    if (s->width == 1) return str_from_latin1(vm, p, n);
    if (s->width == 4) return str_from_ucs4(vm, (const uint32_t *)p, n);
    uint32_t max = 0;
    for (int64_t i = from; i < to; i++) max |= char_at(s, i);
    Value r = str_new(vm, to - from, max);
    if (!r) return NULL;
    Str *t = as_str(r);
    if (str_width(t) == 2) memcpy(t->data, p, n * 2);
    else
        for (size_t i = 0; i < n; i++) t->data[i] = (unsigned char)char_at(s, from + (int64_t)i);
    return r;
}

/* As write() does: newlines first made uniform, then written as asked for. */
static bool write_text(VM *vm, StringIO *s, Ref text)
{
    Value v = retain(text);
    if (s->translate && !(v = io_translate(vm, v, &s->seen, true))) return false;
    if (s->write_nl) {
        StrB b = STRB_INIT(vm);
        for (int64_t i = 0; i < as_str(v)->len; i++) {
            uint32_t c = str_at(as_str(v), i);
            if (c == '\n') strb_c(&b, s->write_nl);
            else strb_char(&b, c);
        }
        release(vm, v);
        if (!(v = strb_take(&b))) return false;
    }
    bool ok = put_text(vm, s, v);
    release(vm, v);
    return ok;
}

/* ---- life ---- */

static Value sio_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    StringIO *s = (StringIO *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (s) s->width = 1;
    return VAL(s);
}

static void drop(VM *vm, StringIO *s)
{
    mem_free(vm->mem, s->p, (size_t)s->cap * s->width);
    s->p = NULL;
    s->len = s->cap = s->pos = 0;
    s->width = 1;
}

static bool set_up(VM *vm, StringIO *s, Ref value, Ref newline)
{
    if (value && !is_none(value) && !is_str(value)) return err_false(vm, EXC_TypeError, "initial_value must be str or None, not %T", value);
    if (newline && !is_none(newline) && !is_str(newline)) return err_false(vm, EXC_TypeError, "newline must be str or None, not %T", newline);
    if (newline && is_str(newline) && !text_newline_check(vm, newline)) {
        err_clear(vm);
        return err_false(vm, EXC_ValueError, "illegal newline value: %R", newline);
    }
    drop(vm, s);
    Value nl = newline && is_none(newline) ? V_NONE : str_from_c(vm, newline ? (const char *)as_str(newline)->data : "\n");
    if (!nl) return false;
    value_put(vm, &s->newline, nl);
    bool none = is_none(nl);
    const char *text = none ? "" : (const char *)as_str(nl)->data;
    s->universal = !*text;
    s->translate = none;
    s->write_nl = *text == '\r' ? text : NULL;
    s->seen = 0;
    s->closed = false;
    s->ready = true;
    if (value && !is_none(value) && !write_text(vm, s, value)) return false;
    s->pos = 0;
    return true;
}

static bool sio_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"initial_value", "newline"};
    Ref in[2];
    return args_bind(vm, "StringIO", args, n, kwnames, names, 2, in) && set_up(vm, as_sio(self), in[0], in[1]);
}

static void sio_dealloc(VM *vm, Obj *o)
{
    if (o->type->flags & TYPE_HEAP && !io_finalize(vm, o)) return;
    drop(vm, (StringIO *)o);
    value_clear(vm, &((StringIO *)o)->newline);
    obj_free(vm, o, o->type->inst_size);
}

/* ---- methods ---- */

static Value m_write(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringIO *s = as_sio(args[0]);
    if (!s->ready && !usable(vm, s)) return NULL;
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "string argument expected, got '%T'", args[1]);
    return usable(vm, s) && write_text(vm, s, args[1]) ? make_small(as_str(args[1])->len) : NO_VALUE;
}

static Value m_read(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringIO *s = as_sio(args[0]);
    int64_t size, left = s->len - s->pos;
    if (!io_size(vm, args[1], &size) || !usable(vm, s)) return NULL;
    if (left < 0) left = 0;
    if (size < 0 || size > left) size = left;
    Value r = piece(vm, s, s->pos, s->pos + size);
    if (r) s->pos += size;
    return r;
}

static int64_t line_end(const StringIO *s, int64_t limit)
{
    int64_t stop = limit >= 0 && limit < s->len - s->pos ? s->pos + limit : s->len;
    const char *nl = is_none(s->newline) ? "\n" : (const char *)as_str(s->newline)->data;
    if (s->width == 1 && *nl == '\n' && stop > s->pos) {
        const unsigned char *at = memchr(s->p + s->pos, '\n', (size_t)(stop - s->pos));
        return at ? at - s->p + 1 : stop;
    }
    for (int64_t i = s->pos; i < stop; i++) {
        uint32_t c = char_at(s, i);
        if (c == '\n' && (*nl == '\n' || !*nl)) return i + 1;
        if (c != '\r') continue;
        bool two = i + 1 < stop && char_at(s, i + 1) == '\n';
        if (!*nl) return i + 1 + two;
        if (*nl == '\r' && !nl[1]) return i + 1;
        if (*nl == '\r' && two) return i + 2;
    }
    return stop;
}

static Value read_line(VM *vm, StringIO *s, int64_t limit)
{
    if (s->pos >= s->len || limit == 0) return retain(vm->empty_str);
    int64_t end = line_end(s, limit);
    Value r = piece(vm, s, s->pos, end);
    if (r) s->pos = end;
    return r;
}

static Value m_readline(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t limit;
    return io_size(vm, args[1], &limit) && usable(vm, as_sio(args[0])) ? read_line(vm, as_sio(args[0]), limit) : NO_VALUE;
}

static Value sio_next(VM *vm, Ref o)
{
    if (!usable(vm, as_sio(o))) return NULL;
    Value line;
    if (as_obj(o)->type->flags & TYPE_HEAP) {
        line = call_method(vm, o, NAME(readline), NULL, 0);
        if (line && !is_str(line)) {
            err_raise(vm, EXC_OSError, "readline() should have returned a str object, not '%T'", line);
            value_clear(vm, &line);
        }
    } else line = read_line(vm, as_sio(o), -1);
    if (line && !as_str(line)->len) value_clear(vm, &line);
    return line;
}

static Value m_getvalue(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringIO *s = as_sio(args[0]);
    return usable(vm, s) ? piece(vm, s, 0, s->len) : NO_VALUE;
}

static Value m_seek(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringIO *s = as_sio(args[0]);
    int64_t to, whence = 0;
    if (!num_index_i64(vm, args[1], &to) || (args[2] && !num_index_i64(vm, args[2], &whence)) || !usable(vm, s)) return NULL;
    if (whence < 0 || whence > 2) return err_raise(vm, EXC_ValueError, "Invalid whence (%lld, should be 0, 1 or 2)", (long long)whence);
    if (to < 0 && whence == 0) return err_raise(vm, EXC_ValueError, "Negative seek position %lld", (long long)to);
    if (whence && to) return err_raise(vm, EXC_OSError, "Can't do nonzero cur-relative seeks");
    s->pos = whence == 1 ? s->pos : whence == 2 ? s->len : to;
    return int_from_i64(vm, s->pos);
}

static Value m_truncate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringIO *s = as_sio(args[0]);
    int64_t size = s->pos;
    if (!usable(vm, s)) return NULL;
    if (args[1] && !is_none(args[1]) && !io_size(vm, args[1], &size)) return NULL;
    if (size < 0) return err_raise(vm, EXC_ValueError, "Negative size value %lld", (long long)size);
    if (size < s->len) s->len = size;
    return int_from_i64(vm, size);
}

static Value m_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    drop(vm, as_sio(args[0]));
    as_sio(args[0])->closed = true;
    return V_NONE;
}

static Value m_tell(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_sio(args[0])) ? int_from_i64(vm, as_sio(args[0])->pos) : NO_VALUE; }
static Value m_true(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_sio(args[0])) ? V_TRUE : NO_VALUE; }
static Value get_closed(VM *vm, Ref o)
{
    return as_sio(o)->ready ? make_bool(as_sio(o)->closed) : err_raise(vm, EXC_ValueError, "I/O operation on uninitialized object");
}
static Value get_line_buffering(VM *vm, Ref o) { return usable(vm, as_sio(o)) ? V_FALSE : NO_VALUE; }
static Value get_newlines(VM *vm, Ref o) { return usable(vm, as_sio(o)) ? io_newlines(vm, as_sio(o)->translate ? as_sio(o)->seen : 0) : NO_VALUE; }

static Value m_getstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    StringIO *s = as_sio(args[0]);
    Value data = m_getvalue(vm, args, 1, NULL), d = data ? obj_dict(vm, args[0]) : NULL;
    if (!data || err_occurred(vm)) return release(vm, data), NO_VALUE;
    Value copy = d && dict_len(d) ? dict_copy(vm, d) : V_NONE;
    Value r = copy ? tuple_of(vm, 4, (Ref)data, (Ref)s->newline, make_small(s->pos), (Ref)copy) : NULL;
    release(vm, copy);
    release(vm, d);
    release(vm, data);
    return r;
}

static Value m_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t pos;
    StringIO *s = as_sio(args[0]);
    if (!is_tuple(args[1]) || as_tuple(args[1])->len < 4)
        return err_raise(vm, EXC_TypeError, "%T.__setstate__ argument should be 4-tuple, got %T", args[0], args[1]);
    Value *items = as_tuple(args[1])->items;
    if (!set_up(vm, s, NULL, items[1])) return NULL;
    if (!is_str(items[0])) return err_raise(vm, EXC_TypeError, "initial_value must be str or None, not %T", items[0]);
    if (!put_text(vm, s, items[0]) || !num_index_i64(vm, items[2], &pos)) return NULL;
    if (pos < 0) return err_raise(vm, EXC_ValueError, "position value cannot be negative");
    s->pos = pos;
    Ref key, value;
    int64_t at = 0;
    while (is_dict(items[3]) && dict_next(items[3], &at, &key, &value))
        if (!obj_setattr(vm, args[0], key, value)) return NULL;
    return V_NONE;
}

static const NativeDef methods[] = {
    {"write", m_write, "self, s, /", "Write text; its length is returned.", 0},
    {"read", m_read, "self, size=-1, /", "Up to size characters; without size, all there are.", 0},
    {"readline", m_readline, "self, size=-1, /", "The next line with its end; '' at the end.", 0},
    {"getvalue", m_getvalue, "self", "All the text, wherever the position is.", 0},
    {"seek", m_seek, "self, pos, whence=0, /", "Go to another position.", 0},
    {"tell", m_tell, "self", "The position.", 0},
    {"truncate", m_truncate, "self, pos=None, /", "Drop what lies beyond pos, or beyond the position.", 0},
    {"close", m_close, "self", "Let go of the text.", 0},
    {"readable", m_true, "self", "Always True.", 0},
    {"writable", m_true, "self", "Always True.", 0},
    {"seekable", m_true, "self", "Always True.", 0},
    {"__getstate__", m_getstate, "self", NULL, 0},
    {"__setstate__", m_setstate, "self, state", NULL, 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"closed", get_closed, NULL, NULL}, {"line_buffering", get_line_buffering, NULL, NULL}, {"newlines", get_newlines, NULL, NULL}, {0}};

const TypeDef stringio_def = {
    .name = "_io.StringIO", .doc = "A text file in memory.", .kind = KIND_OPAQUE, .size = sizeof(StringIO),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF, .s = {.new_ = sio_new, .init = sio_init, .next = sio_next},
    .dealloc = sio_dealloc, .methods = methods, .getsets = getsets, .text_signature = "initial_value='', newline='\\n'"};
