/* mod_io_textread.c: reading and positions of TextIOWrapper. Bytes come a chunk at a time; what is incomplete at a chunk's end (part of
 * a character, or a \r that may begin \r\n) waits in `snap` behind the part that was decoded. A position is told by walking through the
 * bytes of the chunk again, so positions are plain byte offsets. */
#include "mod_io.h"

void text_forget(VM *vm, TextIO *t)
{
    value_clear(vm, &t->decoded);
    t->used = t->nsnap = t->ndecoded = 0;
    if (t->marked && !t->writable) t->order = 0;
}

/* ---- decoding ---- */

static int64_t incomplete_utf8(const unsigned char *p, int64_t n)
{
    for (int64_t back = 1; back <= 3 && back <= n; back++) {
        unsigned c = p[n - back];
        if ((c & 0xC0) == 0x80) continue;
        int need = c >= 0xF0 && c < 0xF5 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 1;
        if (c >= 0xF5 || need <= back) return 0;
        if (back >= 2) { /* a wrong second byte is an error now */
            unsigned d = p[n - back + 1];
            if ((c == 0xE0 && d < 0xA0) || (c == 0xED && d > 0x9F) || (c == 0xF0 && d < 0x90) || (c == 0xF4 && d > 0x8F)) return 0;
        }
        return back;
    }
    return 0;
}

static bool big(const TextIO *t) { return t->order > 0; }
static unsigned unit16(const TextIO *t, const unsigned char *p) { return big(t) ? (unsigned)p[0] << 8 | p[1] : (unsigned)p[1] << 8 | p[0]; }

/* Bytes at the end that must wait for more. */
static int64_t incomplete(const TextIO *t, const unsigned char *p, int64_t n)
{
    bool hold_cr = t->universal || (!is_none(t->newline) && as_str(t->newline)->len == 2);
    int64_t wait = 0;
    switch (t->kind) {
    case ENC_UTF8: case ENC_UTF8_SIG:
        wait = incomplete_utf8(p, n);
        if (t->kind == ENC_UTF8_SIG && !t->order && n < 3 && !memcmp(p, "\xEF\xBB\xBF", (size_t)n)) return n;
        break;
    case ENC_UTF16:
        wait = n & 1;
        if (n - wait < 2) return wait;
        if ((unit16(t, p + n - wait - 2) & 0xFC00) == 0xD800) return wait + 2;
        return hold_cr && unit16(t, p + n - wait - 2) == '\r' ? wait + 2 : wait;
    case ENC_UTF32:
        wait = n & 3;
        n -= wait;
        if (hold_cr && n >= 4 && p[n - (big(t) ? 1 : 4)] == '\r' && !p[n - 2] && !p[n - 3] && !p[n - (big(t) ? 4 : 1)]) return wait + 4;
        return wait;
    case ENC_WHOLE: return n;
    default: break;
    }
    if (!wait && hold_cr && n && p[n - 1] == '\r') return 1;
    return wait;
}

/* The mark at the start of a stream, if its encoding has one: its length, and the byte order from then on. */
static int64_t skip_mark(TextIO *t, const unsigned char *p, int64_t n)
{
    if (!t->marked || t->order) return 0;
    if (t->kind == ENC_UTF8_SIG) {
        t->order = -1;
        return n >= 3 && !memcmp(p, "\xEF\xBB\xBF", 3) ? 3 : 0;
    }
    int w = t->kind == ENC_UTF16 ? 2 : 4;
    if (n < w) return 0;
    t->order = -1;
    if (w == 2) {
        if (p[0] == 0xFE && p[1] == 0xFF) t->order = 1;
        return (p[0] == 0xFE && p[1] == 0xFF) || (p[0] == 0xFF && p[1] == 0xFE) ? 2 : 0;
    }
    if (!memcmp(p, "\0\0\xFE\xFF", 4)) t->order = 1;
    return t->order > 0 || !memcmp(p, "\xFF\xFE\0\0", 4) ? 4 : 0;
}

static Value decode(VM *vm, TextIO *t, const unsigned char *p, int64_t n)
{
    int64_t mark = skip_mark(t, p, n);
    Value encoding = retain(t->encoding), errors = retain(t->errors); /* a handler of errors may set others */
    const char *name = (const char *)as_str(encoding)->data;
    if (t->kind == ENC_UTF8 || t->kind == ENC_UTF8_SIG) name = "utf-8";
    else if (t->kind == ENC_UTF16) name = big(t) ? "utf-16-be" : "utf-16-le";
    else if (t->kind == ENC_UTF32) name = big(t) ? "utf-32-be" : "utf-32-le";
    Value text = codec_decode(vm, p + mark, n - mark, name, (const char *)as_str(errors)->data);
    release(vm, encoding);
    release(vm, errors);
    return text;
}

static Value decode_text(VM *vm, TextIO *t, const unsigned char *p, int64_t n)
{
    Value text = decode(vm, t, p, n);
    return t->universal ? io_translate(vm, text, &t->seen, t->translate) : text;
}

/* What was read is out of the stream's hands meanwhile: a handler of errors may read too. */
static Value decode_snap(VM *vm, TextIO *t, int64_t usable)
{
    unsigned char *snap = t->snap;
    int64_t cap = t->snap_cap, n = t->nsnap;
    t->snap = NULL;
    t->snap_cap = t->nsnap = t->ndecoded = 0;
    Value text = decode_text(vm, t, snap, usable);
    mem_free(vm->mem, t->snap, (size_t)t->snap_cap);
    t->snap = snap;
    t->snap_cap = cap;
    t->nsnap = n;
    return text;
}

static bool snap_room(VM *vm, TextIO *t, int64_t more)
{
    if (t->nsnap + more <= t->snap_cap) return true;
    int64_t cap = t->nsnap + more;
    unsigned char *p = mem_realloc(vm->mem, t->snap, (size_t)t->snap_cap, (size_t)cap);
    if (!p) return err_no_memory(vm), false;
    t->snap = p;
    t->snap_cap = cap;
    return true;
}

static Value foreign_chunk(VM *vm, TextIO *t, int64_t want)
{
    Ref a[1] = {make_small(want)};
    Value b = text_call(vm, t, t->has_read1 ? NAME(read1) : NAME(read), a, 1);
    if (b && !buffer_check(vm, b)) {
        err_raise(vm, EXC_TypeError, "underlying %s() should have returned a bytes-like object, not '%T'", t->has_read1 ? "read1" : "read", b);
        value_clear(vm, &b);
    }
    return b;
}

/* Reads and decodes the next chunk. 1: there is text (maybe none yet), 0: the end, -1 raised. */
static int read_chunk(VM *vm, TextIO *t, int64_t hint)
{
    int64_t waiting = t->nsnap - t->ndecoded;
    if (waiting) memmove(t->snap, t->snap + t->ndecoded, (size_t)waiting);
    t->nsnap = waiting;
    t->ndecoded = 0;
    value_clear(vm, &t->decoded);
    t->used = 0;
    int64_t want = hint > t->chunk_size ? hint : t->chunk_size, n;
    if (t->fast && t->fast->raw) {
        const unsigned char *p = NULL;
        Value buffer = retain(t->buffer);
        n = buffered_read1(vm, t->fast, &p, want);
        bool ok = n >= 0 && snap_room(vm, t, n);
        if (ok && n) memcpy(t->snap + t->nsnap, p, (size_t)n);
        release(vm, buffer);
        if (!ok) return -1;
    } else {
        Value b = foreign_chunk(vm, t, want);
        BufferView view;
        if (!b) return -1;
        bool ok = buffer_get(vm, b, &view);
        n = ok ? view.len : 0;
        ok = ok && snap_room(vm, t, n);
        if (ok && n) memcpy(t->snap + t->nsnap, view.data, (size_t)n);
        if (view.owner) buffer_release(vm, &view);
        release(vm, b);
        if (!ok) return -1;
    }
    t->nsnap += n;
    int64_t usable = n ? t->nsnap - incomplete(t, t->snap, t->nsnap) : t->nsnap;
    if (t->marked && !t->order && usable < (t->kind == ENC_UTF32 ? 4 : 2) && n) usable = 0;
    Value text = decode_snap(vm, t, usable);
    if (!text) { /* what cannot be decoded is read: the next call goes on behind it */
        t->nsnap = waiting;
        return -1;
    }
    t->ndecoded = usable;
    t->used = 0;
    value_put(vm, &t->decoded, text);
    return n > 0 || as_str(text)->len > 0;
}

/* Some undecoded text is there, or the end was reached: 1, 0, -1. */
static int need_text(VM *vm, TextIO *t)
{
    while (!t->decoded || t->used >= as_str(t->decoded)->len) {
        int r = read_chunk(vm, t, 0);
        if (r <= 0) return r;
    }
    return 1;
}

static bool can_read(VM *vm, TextIO *t)
{
    if (!text_usable(vm, t)) return false;
    if (!t->readable) return io_unsupported(vm, "not readable") != NULL;
    return text_write_out(vm, t);
}

/* ---- read ---- */

static Value read_rest(VM *vm, TextIO *t)
{
    Value buffer = retain(t->buffer), rest = t->fast && t->fast->raw ? buffered_read_all(vm, t->fast) : text_call(vm, t, NAME(read), NULL, 0);
    release(vm, buffer);
    if (!rest) return NULL;
    BufferView view = {0};
    Value text = NULL;
    int64_t waiting = t->nsnap - t->ndecoded;
    if (is_none(rest)) {
        err_raise(vm, EXC_TypeError, "underlying read() should have returned a bytes-like object, not 'NoneType'");
        return NULL;
    }
    if (buffer_get(vm, rest, &view)) {
        if (!waiting) text = decode_text(vm, t, view.data, view.len);
        else {
            memmove(t->snap, t->snap + t->ndecoded, (size_t)waiting);
            unsigned char *all = mem_alloc(vm->mem, (size_t)(waiting + view.len));
            if (all) {
                memcpy(all, t->snap, (size_t)waiting);
                memcpy(all + waiting, view.data, (size_t)view.len);
                text = decode_text(vm, t, all, waiting + view.len);
                mem_free(vm->mem, all, (size_t)(waiting + view.len));
            } else err_no_memory(vm);
        }
        buffer_release(vm, &view);
    }
    release(vm, rest);
    if (text && t->decoded && t->used < as_str(t->decoded)->len) {
        Value head = str_substr(vm, t->decoded, t->used, as_str(t->decoded)->len), both = head ? str_concat(vm, head, text) : NULL;
        release(vm, head);
        release(vm, text);
        text = both;
    }
    value_clear(vm, &t->decoded);
    t->used = t->nsnap = t->ndecoded = 0;
    return text;
}

static Value m_read(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    int64_t size;
    if (!io_size(vm, args[1], &size) || !can_read(vm, t)) return NULL;
    if (size < 0) return read_rest(vm, t);
    StrB b = STRB_INIT(vm);
    while (b.len < size) {
        int r = need_text(vm, t);
        if (r < 0) {
            strb_drop(&b);
            return NULL;
        }
        if (!r) break;
        int64_t len = as_str(t->decoded)->len, end = len - t->used > size - b.len ? t->used + size - b.len : len;
        strb_slice(&b, t->decoded, t->used, end);
        t->used = end;
    }
    return strb_take(&b);
}

/* ---- lines ---- */

/* The end of the line that begins at `from`: past its terminator, or -1. */
static int64_t line_end(const TextIO *t, const Str *s, int64_t from)
{
    const char *nl = is_none(t->newline) ? "\n" : (const char *)as_str(t->newline)->data;
    if (str_width(s) == 1 && nl[0] == '\n') {
        const unsigned char *p = memchr(s->data + from, '\n', (size_t)(s->len - from));
        return p ? p - s->data + 1 : -1;
    }
    for (int64_t i = from; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (c == '\n' && (nl[0] == '\n' || !nl[0])) return i + 1;
        if (c != '\r') continue;
        bool two = i + 1 < s->len && str_at(s, i + 1) == '\n';
        if (!nl[0]) return i + 1 + two;
        if (nl[0] == '\r' && !nl[1]) return i + 1;
        if (nl[0] == '\r' && two) return i + 2;
    }
    return -1;
}

static Value read_line(VM *vm, TextIO *t, int64_t limit)
{
    StrB b = STRB_INIT(vm);
    while (limit < 0 || b.len < limit) {
        int r = need_text(vm, t);
        if (r < 0) {
            strb_drop(&b);
            return NULL;
        }
        if (!r) break;
        const Str *s = as_str(t->decoded);
        int64_t from = t->used, end = line_end(t, s, from);
        bool whole = end >= 0;
        if (!whole) end = s->len;
        if (limit >= 0 && end - from > limit - b.len) end = from + limit - b.len;
        t->used = end;
        if (whole && !b.len) return str_substr(vm, t->decoded, from, end);
        strb_slice(&b, t->decoded, from, end);
        if (whole) break;
    }
    return strb_take(&b);
}

static Value m_readline(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    int64_t limit = -1;
    if (args[1] && !num_index_i64(vm, args[1], &limit)) return NULL;
    return can_read(vm, t) ? read_line(vm, t, limit) : NO_VALUE;
}

Value text_next(VM *vm, Ref o)
{
    TextIO *t = as_textio(o);
    Value line;
    if (t->buffer) t->telling = false;
    if (as_obj(o)->type->flags & TYPE_HEAP) line = call_method(vm, o, NAME(readline), NULL, 0);
    else line = can_read(vm, t) ? read_line(vm, t, -1) : NO_VALUE;
    if (line && !is_str(line)) {
        err_raise(vm, EXC_OSError, "readline() should have returned a str object, not '%T'", line);
        value_clear(vm, &line);
    }
    if (line && !as_str(line)->len) {
        t->telling = t->seekable;
        value_clear(vm, &line);
    }
    return line;
}

/* ---- positions ---- */

/* The length in bytes of the next character, and how many characters it decodes to. */
static int64_t step_bytes(const TextIO *t, const unsigned char *p, int64_t n, int64_t *chars)
{
    *chars = 1;
    if (t->kind == ENC_UTF16) return n >= 4 && (unit16(t, p) & 0xFC00) == 0xD800 ? 4 : n < 2 ? n : 2;
    if (t->kind == ENC_UTF32) return n < 4 ? n : 4;
    if (t->kind == ENC_BYTE || p[0] < 0x80) return 1;
    int need = p[0] >= 0xF0 && p[0] < 0xF5 ? 4 : p[0] >= 0xE0 && p[0] < 0xF0 ? 3 : p[0] >= 0xC2 && p[0] < 0xE0 ? 2 : 1, k = 1;
    while (k < need && k < n && (p[k] & 0xC0) == 0x80) k++;
    if (k == need && need > 1) return k;
    const char *errors = (const char *)as_str(t->errors)->data;
    if (!strcmp(errors, "ignore")) *chars = 0;
    else if (!strcmp(errors, "backslashreplace")) *chars = 4;
    else if (!strcmp(errors, "surrogateescape")) k = 1;
    return k;
}

/* How many bytes of the chunk the first `used` characters of `decoded` took. */
static int64_t bytes_used(TextIO *t)
{
    if (!t->decoded) return 0;
    if (t->used == as_str(t->decoded)->len) return t->ndecoded;
    const unsigned char *p = t->snap;
    int64_t n = t->ndecoded, at = 0, chars = 0;
    if (t->marked && t->kind == ENC_UTF8_SIG && n >= 3 && !memcmp(p, "\xEF\xBB\xBF", 3)) at = 3;
    if (t->marked && t->kind == ENC_UTF16 && n >= 2 && (unit16(t, p) == 0xFEFF)) at = 2;
    if (t->marked && t->kind == ENC_UTF32 && n >= 4 && (!memcmp(p, "\xFF\xFE\0\0", 4) || !memcmp(p, "\0\0\xFE\xFF", 4))) at = 4;
    int unit = t->kind == ENC_UTF16 ? 2 : t->kind == ENC_UTF32 ? 4 : 1, low = big(t) ? unit - 1 : 0;
    while (at < n && chars < t->used) {
        int64_t k, step = step_bytes(t, p + at, n - at, &k);
        bool cr = t->translate && step == unit && p[at + low] == '\r';
        for (int i = 0; cr && i < unit; i++) cr = i == low || p[at + i] == 0;
        at += step;
        if (cr && at + unit <= n && p[at + low] == '\n') at += unit;
        chars += k;
    }
    return at;
}

static Value m_tell(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    if (!text_usable(vm, t)) return NULL;
    if (!t->seekable) return io_unsupported(vm, "underlying stream is not seekable");
    if (!t->telling) return err_raise(vm, EXC_OSError, "telling position disabled by next() call");
    if (!text_write_out(vm, t)) return NULL;
    Value r = call_method(vm, args[0], NAME(flush), NULL, 0);
    if (!r) return NULL;
    release(vm, r);
    r = text_call(vm, t, NAME(tell), NULL, 0);
    if (!r || !t->nsnap) return r;
    Value back = make_small(t->nsnap - bytes_used(t)), at = op_binary(vm, OP_SUB, r, back);
    release(vm, r);
    return at;
}

static Value seek_buffer(VM *vm, TextIO *t, Ref to, int whence)
{
    Ref a[2] = {to, make_small(whence)};
    return text_call(vm, t, NAME(seek), a, whence ? 2 : 1);
}

static Value m_seek(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    int64_t whence = 0;
    if (args[2] && !num_index_i64(vm, args[2], &whence)) return NULL;
    if (!text_usable(vm, t)) return NULL;
    if (!t->seekable) return io_unsupported(vm, "underlying stream is not seekable");
    int zero = op_compare_bool(vm, args[1], make_small(0), CMP_EQ);
    if (zero < 0) return NULL;
    if (whence == 1 || whence == 2) {
        if (!zero) return io_unsupported(vm, whence == 1 ? "can't do nonzero cur-relative seeks" : "can't do nonzero end-relative seeks");
    } else if (whence != 0) return err_raise(vm, EXC_ValueError, "invalid whence (%lld, should be %d, %d or %d)", (long long)whence, 0, 1, 2);
    Value to = NULL;
    if (whence == 1) {
        if (!(to = call_method(vm, args[0], NAME(tell), NULL, 0))) return NULL;
        whence = 0;
    } else to = retain(args[1]);
    Value flushed = call_method(vm, args[0], NAME(flush), NULL, 0);
    release(vm, flushed);
    int negative = flushed && whence == 0 ? op_compare_bool(vm, to, make_small(0), CMP_LT) : flushed ? 0 : -1;
    if (negative > 0) err_raise(vm, EXC_ValueError, "negative seek position %R", to);
    Value r = NULL;
    if (negative == 0) {
        text_forget(vm, t);
        r = seek_buffer(vm, t, to, (int)whence);
        if (r && t->marked) t->mark_done = op_compare_bool(vm, r, make_small(0), CMP_EQ) == 0;
        if (r && t->marked && !t->mark_done) t->order = 0; /* it is to be read or written again */
    }
    release(vm, to);
    return r;
}

static Value m_truncate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TextIO *t = as_textio(args[0]);
    if (!text_usable(vm, t)) return NULL;
    Value r = call_method(vm, args[0], NAME(flush), NULL, 0);
    if (!r) return NULL;
    release(vm, r);
    return text_call(vm, t, NAME(truncate), args + 1, args[1] ? 1 : 0);
}

const NativeDef textio_read_methods[] = {
    {"read", m_read, "self, size=-1, /", NULL, 0},
    {"readline", m_readline, "self, size=-1, /", NULL, 0},
    {"tell", m_tell, "self", NULL, 0},
    {"seek", m_seek, "self, cookie, whence=0, /", NULL, 0},
    {"truncate", m_truncate, "self, pos=None, /", NULL, 0},
    {0},
};
