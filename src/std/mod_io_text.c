/* mod_io_text.c: TextIOWrapper: text over a binary stream: making, encodings, writing, closing, attributes. Reading and seeking are
 * in mod_io_textread.c. Encoded text waits in `out` until a chunk is full, a line ends (line buffering) or someone flushes. */
#include "lang/text/codecs.h"
#include "mod_io.h"

/* ---- encodings ---- */

/* Does a codec of the registry keep bytes back that are not a whole character? Its incremental decoder then is a buffered one. 1, 0, -1 raised */
static int is_buffered(VM *vm, const char *name)
{
    Value text = str_from_c(vm, name), info = text ? codec_lookup(vm, text) : NO_VALUE, codecs = info ? import_module(vm, "codecs") : NO_VALUE;
    Value base = codecs ? obj_getattr_c(vm, codecs, "BufferedIncrementalDecoder") : NO_VALUE, decoder = NO_VALUE;
    int is = -1;
    if (base && is_exact(info, CLASS(tuple))) is = 1; /* (it says nothing: all at once) */
    else if (base && (decoder = obj_getattr_c(vm, info, "incrementaldecoder"))) is = !is_type(decoder) || !is_type(base) || type_is_subtype(as_type(decoder), as_type(base));
    release(vm, decoder);
    release(vm, base);
    release(vm, codecs);
    release(vm, info);
    release(vm, text);
    return is;
}

bool io_encoding_kind(VM *vm, const char *name, EncKind *kind, int8_t *order, bool *marked)
{
    char key[24];
    size_t n = 0;
    for (const char *p = name; *p && n < sizeof key - 1; p++) {
        char c = *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) key[n++] = c;
    }
    key[n] = 0;
    static const struct { const char *key; EncKind kind; int8_t order; bool marked; } rows[] = {
        {"utf8", ENC_UTF8, 0, false}, {"u8", ENC_UTF8, 0, false}, {"utf", ENC_UTF8, 0, false}, {"cp65001", ENC_UTF8, 0, false},
        {"utf8sig", ENC_UTF8_SIG, 0, true}, {"utf16", ENC_UTF16, 0, true}, {"u16", ENC_UTF16, 0, true}, {"utf16le", ENC_UTF16, -1, false},
        {"utf16be", ENC_UTF16, 1, false}, {"utf32", ENC_UTF32, 0, true}, {"u32", ENC_UTF32, 0, true}, {"utf32le", ENC_UTF32, -1, false},
        {"utf32be", ENC_UTF32, 1, false}, {"unicodeescape", ENC_WHOLE, 0, false}, {"rawunicodeescape", ENC_WHOLE, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].key, key)) continue;
        *kind = rows[i].kind;
        *order = rows[i].order;
        *marked = rows[i].marked;
        return true;
    }
    *kind = ENC_BYTE;
    *order = 0;
    *marked = false;
    Value probe = codec_encode(vm, vm->empty_str, name, NULL);
    release(vm, probe);
    int whole = !probe ? -1 : codec_find(name) == CODEC_OTHER ? is_buffered(vm, name) : 0;
    if (whole > 0) *kind = ENC_WHOLE;
    return whole >= 0;
}

static const char *enc_name(const TextIO *t) { return (const char *)as_str(t->encoding)->data; }
static const char *enc_errors(const TextIO *t) { return (const char *)as_str(t->errors)->data; }

Value text_encode(VM *vm, TextIO *t, Ref str)
{
    const char *name = enc_name(t);
    if (t->marked && t->mark_done) {
        if (t->kind == ENC_UTF8_SIG) name = "utf-8";
        else if (t->kind == ENC_UTF16) name = t->order > 0 ? "utf-16-be" : "utf-16-le";
        else name = t->order > 0 ? "utf-32-be" : "utf-32-le";
    }
    Value encoding = retain(t->encoding), errors = retain(t->errors), b = codec_encode(vm, str, name, enc_errors(t)); /* a handler of errors may set others */
    release(vm, encoding);
    release(vm, errors);
    if (b) t->mark_done = true;
    return b;
}

/* ---- making ---- */

bool text_newline_check(VM *vm, Ref v)
{
    if (!v || is_none(v)) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "newline must be str or None, not %T", v);
    static const char *const legal[] = {"", "\n", "\r", "\r\n"};
    for (int i = 0; i < 4; i++)
        if (str_equal_c(v, legal[i])) return true;
    return err_false(vm, EXC_ValueError, "illegal newline value: %U", v);
}

void text_set_newline(TextIO *t)
{
    bool none = is_none(t->newline);
    t->universal = none || as_str(t->newline)->len == 0;
    t->translate = none;
    t->write_nl = none || as_str(t->newline)->len == 0 || as_str(t->newline)->data[0] == '\n' ? NULL : (const char *)as_str(t->newline)->data;
}

static bool plain_name(VM *vm, Ref v, const char *what)
{
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "TextIOWrapper() argument '%s' must be str or None, not %T", what, v);
    if (strlen((const char *)as_str(v)->data) != (size_t)as_str(v)->len && str_is_ascii(as_str(v)))
        return err_false(vm, EXC_ValueError, "embedded null character");
    if (!str_is_ascii(as_str(v))) return err_false(vm, EXC_LookupError, "unknown %s: %U", what, v);
    return true;
}

static bool set_encoding(VM *vm, TextIO *t, Ref encoding, Ref errors)
{
    EncKind kind;
    int8_t order;
    bool marked;
    if (!plain_name(vm, encoding, "encoding") || !plain_name(vm, errors, "errors")) return false;
    if (!io_encoding_kind(vm, (const char *)as_str(encoding)->data, &kind, &order, &marked)) return false;
    if (vm->flags.dev_mode) { /* is there such a handler? Else it is looked for when it is needed */
        Value handler = codec_handler(vm, errors);
        release(vm, handler);
        if (!handler) return false;
    }
    t->kind = kind;
    t->order = order;
    t->marked = marked;
    t->mark_done = false;
    value_put(vm, &t->encoding, retain(encoding));
    value_put(vm, &t->errors, retain(errors));
    return true;
}

/* A mark stands at the very start alone: appending to something needs none. */
static bool look_at_position(VM *vm, TextIO *t)
{
    if (!t->seekable || !t->marked) return true;
    Value at = text_call(vm, t, NAME(tell), NULL, 0);
    if (!at) return false;
    int zero = op_compare_bool(vm, at, make_small(0), CMP_EQ);
    release(vm, at);
    if (zero == 0) t->mark_done = true;
    return zero >= 0;
}

static bool set_up(VM *vm, TextIO *t, Ref buffer, const TextArgs *a)
{
    value_clear(vm, &t->buffer); /* initialised anew: until that is done there is none, so none leads to itself */
    t->fast = NULL;
    IoState *s = io_state(vm);
    if (!s || !text_newline_check(vm, a->newline)) return false;
    Value utf8 = NULL, strict = NULL;
    Ref encoding = a->encoding && !is_none(a->encoding) ? a->encoding : NULL, errors = a->errors && !is_none(a->errors) ? a->errors : NULL;
    if (!encoding && !io_tell_default_encoding(vm, 1)) return false;
    if (!encoding || (is_str(encoding) && str_equal_c(encoding, "locale"))) encoding = utf8 = str_from_c(vm, "UTF-8");
    if (!errors) errors = strict = str_from_c(vm, "strict");
    bool ok = encoding && errors && set_encoding(vm, t, encoding, errors);
    release(vm, utf8);
    release(vm, strict);
    if (!ok) return false;
    bool own = is_exact(buffer, s->reader) || is_exact(buffer, s->writer) || is_exact(buffer, s->random);
    t->fast = own && as_buffered(buffer)->raw ? as_buffered(buffer) : NULL;
    int readable = t->fast ? t->fast->readable : io_truth_of(vm, buffer, NAME(readable));
    int writable = readable < 0 ? -1 : t->fast ? t->fast->writable : io_truth_of(vm, buffer, NAME(writable));
    if (writable < 0) return false;
    int seekable = t->fast && t->fast->file && t->fast->file->fd >= 0 ? file_seekable(vm, t->fast->file) : io_truth_of(vm, buffer, NAME(seekable));
    if (seekable < 0) return false;
    Value read1 = NULL;
    int has = t->fast ? 1 : obj_lookup_attr(vm, buffer, NAME(read1), &read1);
    if (has < 0) return false;
    release(vm, read1);
    t->has_read1 = has;
    t->readable = readable;
    t->writable = writable;
    t->seekable = t->telling = seekable;
    t->detached = false;
    t->line_buffering = a->line_buffering;
    t->write_through = a->write_through;
    t->chunk_size = IO_BUFFER_SIZE;
    t->nout = 0;
    t->seen = 0;
    text_forget(vm, t);
    value_put(vm, &t->newline, a->newline ? retain(a->newline) : V_NONE);
    text_set_newline(t);
    value_put(vm, &t->buffer, retain(buffer));
    return look_at_position(vm, t);
}

static Value textio_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

Value textio_make(VM *vm, Type *type, Ref buffer, const TextArgs *a)
{
    Value v = textio_new(vm, REF(type), NULL, 0, NULL);
    if (v && !set_up(vm, as_textio(v), buffer, a)) value_clear(vm, &v);
    return v;
}

static bool textio_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"buffer", "encoding", "errors", "newline", "line_buffering", "write_through"};
    Ref in[6];
    if (!args_bind(vm, "TextIOWrapper", args, n, kwnames, names, 6, in)) return false;
    if (!in[0]) return err_false(vm, EXC_TypeError, "TextIOWrapper() missing required argument 'buffer' (pos 1)");
    if (in[1] && !is_none(in[1]) && !is_str(in[1]))
        return err_false(vm, EXC_TypeError, "TextIOWrapper() argument 'encoding' must be str or None, not %T", in[1]);
    if (in[2] && !is_none(in[2]) && !is_str(in[2]))
        return err_false(vm, EXC_TypeError, "TextIOWrapper() argument 'errors' must be str or None, not %T", in[2]);
    if (in[3] && !is_none(in[3]) && !is_str(in[3]))
        return err_false(vm, EXC_TypeError, "TextIOWrapper() argument 'newline' must be str or None, not %T", in[3]);
    int line = in[4] ? op_truth(vm, in[4]) : 0, through = line < 0 ? -1 : in[5] ? op_truth(vm, in[5]) : 0;
    TextArgs a = {in[1], in[2], in[3], line > 0, through > 0};
    return through >= 0 && set_up(vm, as_textio(self), in[0], &a);
}

static void textio_dealloc(VM *vm, Obj *o)
{
    TextIO *t = (TextIO *)o;
    if (t->buffer && !io_finalize(vm, o)) return;
    value_clear(vm, &t->buffer);
    value_clear(vm, &t->encoding);
    value_clear(vm, &t->errors);
    value_clear(vm, &t->newline);
    value_clear(vm, &t->decoded);
    mem_free(vm->mem, t->out, t->out_cap);
    mem_free(vm->mem, t->snap, (size_t)t->snap_cap);
    obj_free(vm, o, o->type->inst_size);
}

static void textio_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const TextIO *t = (const TextIO *)o;
    const Value all[] = {t->buffer, t->encoding, t->errors, t->newline};
    for (int i = 0; i < 4; i++)
        if (is_heap(all[i])) visit(all[i], arg);
}

static void textio_clear(VM *vm, Obj *o)
{
    TextIO *t = (TextIO *)o;
    t->fast = NULL;
    value_clear(vm, &t->buffer);
}

/* ---- state ---- */

static bool attached(VM *vm, const TextIO *t)
{
    if (t->buffer) return true;
    return io_closed_error(vm, t->detached ? "underlying buffer has been detached" : "I/O operation on uninitialized object");
}

static int is_closed(VM *vm, TextIO *t)
{
    if (t->fast && t->fast->raw && t->fast->file) return t->fast->file->fd < 0;
    Value buffer = retain(t->buffer);
    int closed = rec_room(vm) ? io_is_closed(vm, buffer) : -1;
    release(vm, buffer);
    return closed;
}

Value text_call(VM *vm, TextIO *t, Ref name, const Ref *args, int n)
{
    if (!attached(vm, t) || !rec_room(vm)) return NULL;
    Value buffer = retain(t->buffer), r = call_method(vm, buffer, name, args, n);
    release(vm, buffer);
    return r;
}

bool text_usable(VM *vm, TextIO *t)
{
    if (!attached(vm, t)) return false;
    int closed = is_closed(vm, t);
    if (closed > 0) return io_closed_error(vm, "I/O operation on closed file.");
    return closed == 0;
}

/* ---- writing ---- */

bool text_write_out(VM *vm, TextIO *t)
{
    if (!t->nout) return true;
    if (t->fast && t->fast->raw && t->fast->writable) {
        Value buffer = retain(t->buffer);
        char *out = t->out; /* lost if the write fails, as in CPython; meanwhile others may write */
        size_t n = t->nout, cap = t->out_cap;
        t->out = NULL;
        t->nout = t->out_cap = 0;
        bool ok = buffered_write(vm, t->fast, out, (int64_t)n);
        release(vm, buffer);
        if (t->out) mem_free(vm->mem, out, cap);
        else t->out = out, t->out_cap = cap;
        return ok;
    }
    Value b = bytes_from(vm, t->out, (int64_t)t->nout);
    if (!b) return false;
    t->nout = 0;
    Ref a[1] = {b};
    Value r = text_call(vm, t, NAME(write), a, 1);
    release(vm, b);
    release(vm, r);
    return r != NULL;
}

static bool put_out(VM *vm, TextIO *t, const void *p, size_t n)
{
    if (t->nout + n > t->out_cap) {
        size_t cap = (t->nout + n) * 2 < 256 ? 256 : t->nout + n < (size_t)t->chunk_size ? (t->nout + n) * 2 : t->nout + n;
        char *q = mem_realloc(vm->mem, t->out, t->out_cap, cap);
        if (!q) return err_no_memory(vm), false;
        t->out = q;
        t->out_cap = cap;
    }
    if (n) memcpy(t->out + t->nout, p, n);
    t->nout += n;
    return true;
}

static bool has_char(const Str *s, unsigned char c)
{
    if (str_width(s) == 1) return memchr(s->data, c, (size_t)s->len) != NULL;
    for (int64_t i = 0; i < s->len; i++)
        if (str_at(s, i) == c) return true;
    return false;
}

static Value with_newlines(VM *vm, Ref text, const char *nl)
{
    StrB b = STRB_INIT(vm);
    const Str *s = as_str(text);
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c == '\n') strb_c(&b, nl);
        else strb_char(&b, c);
    }
    return strb_take(&b);
}

static bool flush_buffer(VM *vm, TextIO *t)
{
    if (t->fast && t->fast->raw && t->fast->writable) {
        Value buffer = retain(t->buffer);
        bool ok = buffered_flush(vm, t->fast);
        release(vm, buffer);
        return ok;
    }
    Value r = text_call(vm, t, NAME(flush), NULL, 0);
    release(vm, r);
    return r != NULL;
}

static bool write_text(VM *vm, TextIO *t, Ref text)
{
    const Str *s = as_str(text);
    bool lf = (t->line_buffering || t->write_nl) && has_char(s, '\n');
    bool line_end = t->line_buffering && (lf || has_char(s, '\r'));
    Value translated = lf && t->write_nl ? with_newlines(vm, text, t->write_nl) : retain(text);
    if (!translated) return false;
    s = as_str(translated);
    bool ok, plain = str_is_ascii(s) && (t->kind == ENC_UTF8 || (t->kind == ENC_UTF8_SIG && t->mark_done));
    if (t->nout + (size_t)s->len > (size_t)t->chunk_size && t->nout && !text_write_out(vm, t)) return release(vm, translated), false;
    if (plain && s->len >= t->chunk_size && t->fast && t->fast->raw && t->fast->writable) {
        Value buffer = retain(t->buffer);
        ok = buffered_write(vm, t->fast, s->data, s->len);
        release(vm, buffer);
    } else if (plain) ok = put_out(vm, t, s->data, (size_t)s->len);
    else {
        Value b = text_encode(vm, t, translated);
        ok = b && put_out(vm, t, as_bytes(b)->data, (size_t)as_bytes(b)->len);
        release(vm, b);
    }
    release(vm, translated);
    if (!ok) return false;
    if (((int64_t)t->nout >= t->chunk_size || t->write_through || line_end || t->direct) && !text_write_out(vm, t)) return false;
    if ((line_end || t->direct) && !flush_buffer(vm, t)) return false;
    if (t->decoded || t->nsnap) text_forget(vm, t);
    return true;
}

static Value m_write(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "write() argument must be str, not %T", args[1]);
    if (!text_usable(vm, t)) return NULL;
    if (!t->writable) return io_unsupported(vm, "not writable");
    return write_text(vm, t, args[1]) ? make_small(as_str(args[1])->len) : NO_VALUE;
}

static Value m_flush(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    if (!text_usable(vm, t)) return NULL;
    t->telling = t->seekable;
    return text_write_out(vm, t) && flush_buffer(vm, t) ? V_NONE : NO_VALUE;
}

static Value m_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    if (!attached(vm, t)) return NULL;
    int closed = is_closed(vm, t);
    if (closed) return closed > 0 ? V_NONE : NO_VALUE;
    if (t->finalizing) io_tell_unclosed(vm, t->buffer, args[0]);
    Value r = call_method(vm, args[0], NAME(flush), NULL, 0), saved = r ? NULL : err_take(vm);
    release(vm, r);
    r = text_call(vm, t, NAME(close), NULL, 0);
    if (!saved) return r;
    release(vm, r);
    if (err_occurred(vm)) err_chain(vm, saved);
    else err_put(vm, saved);
    return NULL;
}

static Value m_detach(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    if (!attached(vm, t)) return NULL;
    Value r = call_method(vm, args[0], NAME(flush), NULL, 0);
    if (!r) return NULL;
    release(vm, r);
    r = t->buffer;
    t->buffer = NULL;
    t->fast = NULL;
    t->detached = true;
    return r;
}

static Value m_reconfigure(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    Ref encoding = args[1] && !is_none(args[1]) ? args[1] : NULL, errors = args[2] && !is_none(args[2]) ? args[2] : NULL, newline = args[3];
    if (!text_usable(vm, t)) return NULL;
    if (t->decoded && (encoding || errors || newline))
        return io_unsupported(vm, "It is not possible to set the encoding or newline of stream after the first read");
    if (newline && !text_newline_check(vm, newline)) return NULL;
    int line = t->line_buffering, through = t->write_through;
    if (args[4] && !is_none(args[4]) && (line = op_truth(vm, args[4])) < 0) return NULL;
    if (args[5] && !is_none(args[5]) && (through = op_truth(vm, args[5])) < 0) return NULL;
    Value r = call_method(vm, args[0], NAME(flush), NULL, 0);
    if (!r) return NULL;
    release(vm, r);
    if (encoding || errors) {
        Value strict = encoding && !errors ? str_from_c(vm, "strict") : NULL, keep = retain(t->encoding), keep_errors = retain(t->errors);
        Value utf8 = encoding && is_str(encoding) && str_equal_c(encoding, "locale") ? str_from_c(vm, "UTF-8") : NULL;
        bool ok = set_encoding(vm, t, utf8 ? (Ref)utf8 : encoding ? encoding : (Ref)keep, errors ? errors : strict ? (Ref)strict : (Ref)keep_errors) &&
                  look_at_position(vm, t);
        release(vm, utf8);
        release(vm, strict);
        release(vm, keep);
        release(vm, keep_errors);
        if (!ok) return NULL;
    }
    if (newline) {
        value_put(vm, &t->newline, retain(newline));
        text_set_newline(t);
    }
    t->line_buffering = line;
    t->write_through = through;
    return V_NONE;
}

#define TO_BUFFER(fn, method) \
    static Value fn(VM *vm, const Ref *args, int n, Ref kwnames) \
    { \
        return attached(vm, as_textio(args[0])) ? call_method(vm, as_textio(args[0])->buffer, NAME(method), NULL, 0) : NO_VALUE; \
    }
TO_BUFFER(m_fileno, fileno)
TO_BUFFER(m_isatty, isatty)
TO_BUFFER(m_seekable, seekable)
TO_BUFFER(m_readable, readable)
TO_BUFFER(m_writable, writable)

/* ---- attributes ---- */

static Value get_closed(VM *vm, Ref o) { return attached(vm, as_textio(o)) ? obj_getattr(vm, as_textio(o)->buffer, NAME(closed)) : NO_VALUE; }
static Value get_name(VM *vm, Ref o) { return attached(vm, as_textio(o)) ? obj_getattr(vm, as_textio(o)->buffer, NAME(name)) : NO_VALUE; }
static Value get_buffer(VM *vm, Ref o) { return attached(vm, as_textio(o)) ? retain(as_textio(o)->buffer) : NO_VALUE; }
static Value get_encoding(VM *vm, Ref o) { return as_textio(o)->encoding ? retain(as_textio(o)->encoding) : V_NONE; }
static Value get_errors(VM *vm, Ref o) { return as_textio(o)->errors || attached(vm, as_textio(o)) ? retain(as_textio(o)->errors) : NO_VALUE; }
static Value get_newlines(VM *vm, Ref o) { return attached(vm, as_textio(o)) ? io_newlines(vm, as_textio(o)->seen) : NO_VALUE; }
IO_FINALIZING(TextIO)
static Value get_line(VM *vm, Ref o) { return make_bool(as_textio(o)->line_buffering); }
static Value get_through(VM *vm, Ref o) { return make_bool(as_textio(o)->write_through); }
static Value get_chunk(VM *vm, Ref o) { return attached(vm, as_textio(o)) ? make_small(as_textio(o)->chunk_size) : NO_VALUE; }
static bool set_chunk(VM *vm, Ref o, Ref v)
{
    int64_t i;
    if (!v) return err_false(vm, EXC_AttributeError, "cannot delete attribute");
    if (!num_index_i64(vm, v, &i)) return false;
    if (i <= 0) return err_false(vm, EXC_ValueError, "a strictly positive integer is required");
    as_textio(o)->chunk_size = i;
    return true;
}

static Value textio_repr(VM *vm, Ref o)
{
    TextIO *t = as_textio(o);
    if (!t->encoding) return attached(vm, t), NO_VALUE;
    int again = repr_enter(vm, o);
    if (again) return again > 0 ? err_raise(vm, EXC_RuntimeError, "reentrant call inside %T.__repr__", o) : NO_VALUE;
    StrB b = STRB_INIT(vm);
    strb_c(&b, "<_io.TextIOWrapper");
    static const char *const labels[] = {" name=", " mode="};
    Ref names[] = {NAME(name), NAME(mode)};
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        Value v;
        int has = obj_lookup_attr(vm, o, names[i], &v);
        if (has < 0 && i == 0 && err_matches(vm, EXC_ValueError)) {
            err_clear(vm);
            continue;
        }
        ok = has >= 0;
        if (has <= 0) continue;
        strb_c(&b, labels[i]);
        ok = strb_repr(&b, v);
        release(vm, v);
    }
    if (ok) {
        strb_c(&b, " encoding=");
        ok = strb_repr(&b, t->encoding);
        strb_char(&b, '>');
    }
    repr_leave(vm, o);
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}

static const NativeDef methods[] = {
    {"write", m_write, "self, text, /", NULL, 0},
    {"flush", m_flush, "self", NULL, 0},
    {"close", m_close, "self", NULL, 0},
    {"detach", m_detach, "self", NULL, 0},
    {"reconfigure", m_reconfigure, "self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None",
     "Change the encoding, what is done about errors, line ends, or when lines are written out.", 0},
    {"fileno", m_fileno, "self", NULL, 0},
    {"isatty", m_isatty, "self", NULL, 0},
    {"seekable", m_seekable, "self", NULL, 0},
    {"readable", m_readable, "self", NULL, 0},
    {"writable", m_writable, "self", NULL, 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"_finalizing", get_finalizing, set_finalizing, NULL}, {"closed", get_closed, NULL, NULL}, {"name", get_name, NULL, NULL}, {"buffer", get_buffer, NULL, NULL},
    {"encoding", get_encoding, NULL, NULL}, {"errors", get_errors, NULL, NULL}, {"newlines", get_newlines, NULL, NULL},
    {"line_buffering", get_line, NULL, NULL}, {"write_through", get_through, NULL, NULL}, {"_CHUNK_SIZE", get_chunk, set_chunk, NULL}, {0}};

const TypeDef textio_def = {
    .name = "_io.TextIOWrapper", .doc = "Text over a buffered binary stream: decoded on reading, encoded on writing.", .kind = KIND_OPAQUE,
    .size = sizeof(TextIO), .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL,
    .s = {.new_ = textio_new, .init = textio_init, .repr = textio_repr, .next = text_next}, .dealloc = textio_dealloc,
    .traverse = textio_traverse, .clear = textio_clear, .methods = methods, .getsets = getsets,
    .text_signature = "buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False"};
