/* mod_io_buffered.c: BufferedReader, BufferedWriter and BufferedRandom: one buffer before a raw stream, which holds either bytes read
 * ahead or bytes yet to be written, never both. The raw stream may be any object; a plain FileIO is called straight.
 * While raw is called, and only then, other code runs: it finds the buffer busy (another thread waits, the same one gets a RuntimeError). */
#include "mod_io.h"

#include <errno.h>

/* ---- the raw stream ---- */

static void raw_begin(VM *vm, Buffered *b)
{
    b->busy = true;
    b->caller = vm->threads ? thread_ident(vm) : 0;
}
static void raw_end(VM *vm, Buffered *b)
{
    b->busy = false;
    thread_wake(vm, &b->busy);
}

static bool attached(VM *vm, const Buffered *b)
{
    if (b->raw) return true;
    return io_closed_error(vm, b->detached ? "raw stream has been detached" : "I/O operation on uninitialized object");
}

/* Before anything that looks at the buffer. */
static bool at_rest(VM *vm, Buffered *b)
{
    while (__builtin_expect(b->busy, 0)) {
        if (!vm->threads || b->caller == thread_ident(vm)) return err_false(vm, EXC_RuntimeError, "reentrant call inside %R", REF(b));
        if (thread_wait(vm, &b->busy, -1) < 0) return false;
        if (!attached(vm, b)) return false;
        if (!b->buf) return io_closed_error(vm, "I/O operation on closed file");
    }
    return true;
}

static Value raw_call(VM *vm, Buffered *b, Ref name, const Ref *args, int n)
{
    Value raw = retain(b->raw);
    raw_begin(vm, b);
    Value r = call_method(vm, raw, name, args, n);
    raw_end(vm, b);
    release(vm, raw);
    return r;
}

/* Its answer to readinto or write: a count within 0..n, IO_WOULD_BLOCK for None. */
static int64_t raw_count(VM *vm, Value r, int64_t n, const char *what)
{
    if (!r) return IO_RAISED;
    if (is_none(r)) return IO_WOULD_BLOCK;
    int64_t k = -1;
    bool ok = num_index_i64(vm, r, &k);
    release(vm, r);
    if (!ok) {
        Value cause = err_take(vm);
        err_raise(vm, EXC_OSError, "raw %s failed", what);
        err_from(vm, cause);
        return IO_RAISED;
    }
    if (k >= 0 && k <= n) return k;
    err_raise(vm, EXC_OSError, "raw %s returned invalid length %lld (should have been between 0 and %lld)", what, (long long)k, (long long)n);
    return IO_RAISED;
}

static int64_t raw_read(VM *vm, Buffered *b, unsigned char *to, int64_t n)
{
    if (b->file) {
        if (b->file->fd < 0) return io_closed_error(vm, "I/O operation on closed file"), IO_RAISED;
        raw_begin(vm, b);
        int64_t k = file_read(vm, b->file, to, n);
        raw_end(vm, b);
        return k;
    }
    Value room = bytearray_from(vm, NULL, n);
    if (!room) return IO_RAISED;
    memset(as_bytearray(room)->data, 0, (size_t)n);
    Value view = call1(vm, REF(CLASS(memoryview)), room);
    Ref a[1] = {view};
    Value r = view ? raw_call(vm, b, NAME(readinto), a, 1) : NULL;
    int64_t k = raw_count(vm, r, n, "readinto()");
    if (k > 0) memcpy(to, as_bytearray(room)->data, (size_t)k);
    release(vm, view);
    release(vm, room);
    return k;
}

static int64_t raw_write(VM *vm, Buffered *b, const void *from, int64_t n)
{
    if (b->file) {
        if (b->file->fd < 0) return io_closed_error(vm, "I/O operation on closed file"), IO_RAISED;
        raw_begin(vm, b);
        int64_t k = file_write(vm, b->file, from, n);
        raw_end(vm, b);
        return k;
    }
    Value bytes = bytes_from(vm, from, n), view = bytes ? call1(vm, REF(CLASS(memoryview)), bytes) : NULL;
    Ref a[1] = {view};
    Value r = view ? raw_call(vm, b, NAME(write), a, 1) : NULL;
    int64_t k = raw_count(vm, r, n, "write()");
    release(vm, view);
    release(vm, bytes);
    return k;
}

static int64_t raw_seek(VM *vm, Buffered *b, int64_t to, int whence)
{
    if (b->file) return file_seek(vm, b->file, to, whence);
    Value off = int_from_i64(vm, to);
    Ref a[2] = {off, make_small(whence)};
    Value r = off ? raw_call(vm, b, NAME(seek), a, 2) : NULL;
    release(vm, off);
    int64_t at = -1;
    if (r && num_index_i64(vm, r, &at) && at < 0) err_raise(vm, EXC_OSError, "Raw stream returned invalid position %lld", (long long)at);
    release(vm, r);
    return at;
}

static int64_t raw_tell(VM *vm, Buffered *b)
{
    if (b->file) return file_seek(vm, b->file, 0, SEEK_CUR);
    Value r = raw_call(vm, b, NAME(tell), NULL, 0);
    int64_t at = -1;
    if (r && num_index_i64(vm, r, &at) && at < 0) err_raise(vm, EXC_OSError, "Raw stream returned invalid position %lld", (long long)at);
    release(vm, r);
    return at;
}

static int raw_closed(VM *vm, Buffered *b)
{
    if (b->file) return b->file->fd < 0;
    Value raw = retain(b->raw);
    int closed = rec_room(vm) ? io_is_closed(vm, raw) : -1;
    release(vm, raw);
    return closed;
}

/* ---- the state ---- */

bool buffered_usable(VM *vm, Buffered *b, const char *verb)
{
    if (!attached(vm, b)) return false;
    int closed = raw_closed(vm, b);
    if (closed < 0 || !at_rest(vm, b) || !attached(vm, b)) return false;
    return (!closed && b->buf) || err_false(vm, EXC_ValueError, "%s closed file", verb); /* without a buffer it is, whatever raw says */
}

static Value would_block(VM *vm, int64_t written)
{
    Value text = str_from_c(vm, "write could not complete without blocking");
    if (!text) return NULL;
    Ref a[3] = {make_small(EAGAIN), text, make_small(written)};
    Value e = call(vm, REF(vm->exc_types[EXC_BlockingIOError]), a, 3, NULL);
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}

static bool write_pending(VM *vm, Buffered *b)
{
    int64_t done = 0;
    while (done < b->pending) {
        int64_t k = raw_write(vm, b, b->buf + done, b->pending - done);
        if (k < 0) {
            memmove(b->buf, b->buf + done, (size_t)(b->pending - done));
            b->pending -= done;
            if (k == IO_WOULD_BLOCK) would_block(vm, 0);
            return false;
        }
        done += k;
        if (done < b->pending && !vm_poll(vm)) {
            memmove(b->buf, b->buf + done, (size_t)(b->pending - done));
            b->pending -= done;
            return false;
        }
    }
    b->pending = 0;
    return true;
}

/* What was read ahead is given back: the raw position goes to where the program believes to be. */
static bool drop_ahead(VM *vm, Buffered *b)
{
    int64_t ahead = b->end - b->pos;
    b->pos = b->end = 0;
    return ahead == 0 || raw_seek(vm, b, -ahead, SEEK_CUR) >= 0;
}

bool buffered_flush(VM *vm, Buffered *b)
{
    if (!at_rest(vm, b)) return false;
    if (b->pending && !write_pending(vm, b)) return false;
    return !b->random || b->end == 0 || drop_ahead(vm, b);
}

bool buffered_write(VM *vm, Buffered *b, const void *p, int64_t n)
{
    if (!at_rest(vm, b)) return false;
    if (b->end && !drop_ahead(vm, b)) return false;
    if (n <= b->size - b->pending) {
        memcpy(b->buf + b->pending, p, (size_t)n);
        b->pending += n;
        return true;
    }
    if (!write_pending(vm, b)) {
        /* A raw stream that is full for now: take what still fits, and say how much. */
        if (!err_matches(vm, EXC_BlockingIOError)) return false;
        int64_t room = b->size - b->pending;
        if (room <= 0 && n > 0) return false;
        err_clear(vm);
        int64_t k = n < room ? n : room;
        memcpy(b->buf + b->pending, p, (size_t)k);
        b->pending += k;
        return k == n || would_block(vm, k) != NULL;
    }
    const unsigned char *at = p;
    int64_t left = n;
    while (left > b->size) {
        int64_t k = raw_write(vm, b, at, left);
        if (k == IO_RAISED) return false;
        if (k == IO_WOULD_BLOCK) {
            memcpy(b->buf, at, (size_t)b->size);
            b->pending = b->size;
            return would_block(vm, n - left + b->size) != NULL;
        }
        at += k;
        left -= k;
        if (left > b->size && !vm_poll(vm)) return false;
    }
    memcpy(b->buf, at, (size_t)left);
    b->pending = left;
    return true;
}

/* Reads ahead into the empty buffer: bytes there now, 0 at the end, or IO_*. */
static int64_t fill(VM *vm, Buffered *b)
{
    if (b->pending && !write_pending(vm, b)) return IO_RAISED;
    b->pos = b->end = 0;
    int64_t k = raw_read(vm, b, b->buf, b->size);
    if (k > 0) b->end = k;
    return k;
}

int64_t buffered_read1(VM *vm, Buffered *b, const unsigned char **p, int64_t want)
{
    if (!at_rest(vm, b)) return IO_RAISED;
    int64_t k = b->end - b->pos;
    if (!k && (k = fill(vm, b)) <= 0) return k == IO_WOULD_BLOCK ? 0 : k;
    if (k > want) k = want;
    *p = b->buf + b->pos;
    b->pos += k;
    return k;
}

/* Fills `to` as far as there is something: the count, or IO_* when nothing was read before that came. */
static int64_t read_some(VM *vm, Buffered *b, unsigned char *to, int64_t n)
{
    int64_t got = b->end - b->pos;
    if (got > n) got = n;
    memcpy(to, b->buf + b->pos, (size_t)got);
    b->pos += got;
    while (got < n) {
        int64_t left = n - got, k;
        if (left >= b->size) { /* whole blocks go around the buffer */
            if (b->pending && !write_pending(vm, b)) return IO_RAISED;
            b->pos = b->end = 0;
            k = raw_read(vm, b, to + got, left - left % b->size);
        } else if ((k = fill(vm, b)) > 0) {
            if (k > left) k = left;
            memcpy(to + got, b->buf, (size_t)k);
            b->pos = k;
        }
        if (k == IO_RAISED) return k;
        if (k == 0) break;
        if (k < 0) return got ? got : k;
        got += k;
    }
    return got;
}

Value buffered_read_all(VM *vm, Buffered *b)
{
    if (!at_rest(vm, b)) return NULL;
    if (b->pending && !write_pending(vm, b)) return NULL;
    int64_t have = b->end - b->pos, at = b->pos;
    b->pos = b->end = 0;
    if (b->file) {
        raw_begin(vm, b);
        Value all = file_read_all(vm, b->file, b->buf + at, have);
        raw_end(vm, b);
        return all;
    }
    Value out = bytearray_from(vm, b->buf + at, have), readall;
    int has = out ? obj_lookup_attr(vm, b->raw, NAME(readall), &readall) : -1;
    bool ok = has >= 0, any = have > 0, none = false;
    while (ok) {
        raw_begin(vm, b);
        Value raw = retain(b->raw), piece = has ? call0(vm, readall) : call_method(vm, raw, NAME(read), NULL, 0);
        raw_end(vm, b);
        release(vm, raw);
        if (piece && is_none(piece)) {
            none = !any;
            break;
        }
        if (piece && !is_bytes(piece)) {
            err_raise(vm, EXC_TypeError, "%s should return bytes", has ? "readall()" : "read()");
            value_clear(vm, &piece);
        }
        if (!(ok = piece != NULL)) break;
        any = true;
        bool end = as_bytes(piece)->len == 0;
        Value next = end ? NULL : op_inplace(vm, OP_ADD, out, piece);
        release(vm, piece);
        if (end) break;
        if ((ok = next != NULL)) value_put(vm, &out, next);
        if (has) break;
    }
    if (has > 0) release(vm, readall);
    Value r = !ok ? NULL : none ? V_NONE : bytes_from(vm, as_bytearray(out)->data, as_bytearray(out)->len);
    release(vm, out);
    return r;
}

bool buffered_tell(VM *vm, Buffered *b, int64_t *at)
{
    if (!at_rest(vm, b) || (*at = raw_tell(vm, b)) < 0) return false;
    *at += b->pending - (b->end - b->pos);
    return true;
}

bool buffered_seek(VM *vm, Buffered *b, int64_t to, int whence, int64_t *at)
{
    if (!at_rest(vm, b)) return false;
    if (b->pending && !write_pending(vm, b)) return false;
    if (whence != SEEK_END && b->end) { /* within what was read ahead nothing needs to move */
        int64_t here = raw_tell(vm, b);
        if (here < 0) return false;
        int64_t start = here - b->end, now = start + b->pos, target = whence == SEEK_SET ? to : now + to;
        if (target >= start && target <= here) {
            b->pos = target - start;
            *at = target;
            return true;
        }
        if (whence == SEEK_CUR) {
            to = target;
            whence = SEEK_SET;
        }
    }
    int64_t r = raw_seek(vm, b, to, whence);
    if (r < 0) return false;
    b->pos = b->end = 0;
    *at = r;
    return true;
}

bool buffered_close(VM *vm, Buffered *b)
{
    if (!at_rest(vm, b)) return false;
    int closed = raw_closed(vm, b);
    if (closed) return closed > 0;
    Value saved = NULL, r;
    if (b->finalizing && b->raw) io_tell_unclosed(vm, b->raw, REF(b));
    if (io_own_flush(vm, REF(b))) {
        r = call_method(vm, REF(b), NAME(flush), NULL, 0);
        if (!r) saved = err_take(vm);
        release(vm, r);
    } else if (b->pending && !write_pending(vm, b)) saved = err_take(vm);
    r = b->raw ? raw_call(vm, b, NAME(close), NULL, 0) : V_NONE; /* its own flush may have taken the raw stream away */
    mem_free(vm->mem, b->buf, (size_t)b->size);
    b->buf = NULL;
    b->pos = b->end = b->pending = b->size = 0;
    bool ok = r != NULL && !saved;
    release(vm, r);
    if (saved && err_occurred(vm)) err_chain(vm, saved);
    else if (saved) err_put(vm, saved);
    return ok;
}

/* ---- making ---- */

static bool set_up(VM *vm, Buffered *b, Ref raw, int64_t size, bool readable, bool writable)
{
    IoState *s = io_state(vm);
    if (!s) return false;
    if (!at_rest(vm, b)) return false;
    value_clear(vm, &b->raw); /* initialised anew: until that is done there is none, so none leads to itself */
    b->file = NULL;
    if (size <= 0) return err_false(vm, EXC_ValueError, "buffer size must be strictly positive");
    FileIO *f = is_exact(raw, s->fileio) ? as_fileio(raw) : NULL;
    if (readable && writable) {
        int t = f ? file_seekable(vm, f) : io_truth_of(vm, raw, NAME(seekable));
        if (t <= 0) return t < 0 ? false : io_unsupported(vm, "File or stream is not seekable.") != NULL;
    }
    if (readable) {
        int t = f && f->fd >= 0 ? f->readable : io_truth_of(vm, raw, NAME(readable));
        if (t <= 0) return t < 0 ? false : io_unsupported(vm, "File or stream is not readable.") != NULL;
    }
    if (writable) {
        int t = f && f->fd >= 0 ? f->writable : io_truth_of(vm, raw, NAME(writable));
        if (t <= 0) return t < 0 ? false : io_unsupported(vm, "File or stream is not writable.") != NULL;
    }
    unsigned char *buf = mem_alloc(vm->mem, (size_t)size);
    if (!buf) return err_no_memory(vm), false;
    mem_free(vm->mem, b->buf, (size_t)b->size);
    b->buf = buf;
    b->size = size;
    b->pos = b->end = b->pending = 0;
    b->readable = readable;
    b->writable = writable;
    b->random = readable && writable;
    b->detached = false;
    b->file = f;
    value_put(vm, &b->raw, retain(raw));
    return true;
}

static Value buffered_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size)); }

Value buffered_make(VM *vm, Type *type, Ref raw, int64_t size)
{
    IoState *s = io_state(vm);
    Value v = s ? buffered_new(vm, REF(type), NULL, 0, NULL) : NULL;
    if (v && !set_up(vm, as_buffered(v), raw, size, type != s->writer, type != s->reader)) value_clear(vm, &v);
    return v;
}

static bool init_any(VM *vm, Ref self, const Ref *args, int n, Ref kwnames, const char *name, bool readable, bool writable)
{
    static const char *const names[] = {"raw", "buffer_size"};
    Ref in[2];
    int64_t size = IO_BUFFER_SIZE;
    if (!args_bind(vm, name, args, n, kwnames, names, 2, in)) return false;
    if (!in[0]) return err_false(vm, EXC_TypeError, "%s() missing required argument 'raw' (pos 1)", name);
    if (in[1] && !num_index_i64(vm, in[1], &size)) return false;
    return set_up(vm, as_buffered(self), in[0], size, readable, writable);
}
static bool reader_init(VM *vm, Ref self, const Ref *args, int n, Ref kw) { return init_any(vm, self, args, n, kw, "BufferedReader", true, false); }
static bool writer_init(VM *vm, Ref self, const Ref *args, int n, Ref kw) { return init_any(vm, self, args, n, kw, "BufferedWriter", false, true); }
static bool random_init(VM *vm, Ref self, const Ref *args, int n, Ref kw) { return init_any(vm, self, args, n, kw, "BufferedRandom", true, true); }

static void buffered_dealloc(VM *vm, Obj *o)
{
    Buffered *b = (Buffered *)o;
    if (b->raw && !io_finalize(vm, o)) return;
    value_clear(vm, &b->raw);
    mem_free(vm->mem, b->buf, (size_t)b->size);
    obj_free(vm, o, o->type->inst_size);
}

static void buffered_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Buffered *)o)->raw) visit(((Buffered *)o)->raw, arg);
}

static void buffered_clear(VM *vm, Obj *o)
{
    Buffered *b = (Buffered *)o;
    b->file = NULL;
    value_clear(vm, &b->raw);
}

/* ---- methods ---- */

static Value m_read(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    int64_t size;
    if (!io_size(vm, args[1], &size)) return NULL;
    if (size < -1) return err_raise(vm, EXC_ValueError, "read length must be non-negative or -1");
    if (!buffered_usable(vm, b, "read of")) return NULL;
    if (size < 0) return buffered_read_all(vm, b);
    int64_t have = b->end - b->pos;
    if (size <= have) {
        b->pos += size;
        return bytes_from(vm, b->buf + b->pos - size, size);
    }
    Value out = bytes_from(vm, NULL, size);
    if (!out) return NULL;
    int64_t k = read_some(vm, b, as_bytes(out)->data, size);
    if (k == size) return out;
    Value r = k >= 0 ? bytes_from(vm, as_bytes(out)->data, k) : k == IO_WOULD_BLOCK ? V_NONE : NO_VALUE;
    release(vm, out);
    return r;
}

static Value m_read1(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    int64_t size = -1;
    if (args[1] && !num_index_i64(vm, args[1], &size)) return NULL;
    if (size < 0) size = b->size;
    if (!buffered_usable(vm, b, "read of")) return NULL;
    if (size == 0) return bytes_from(vm, "", 0);
    if (b->end == b->pos && size > b->size) {
        Value out = bytes_from(vm, NULL, size);
        if (!out || (b->pending && !write_pending(vm, b))) return release(vm, out), NO_VALUE;
        b->pos = b->end = 0;
        int64_t k = raw_read(vm, b, as_bytes(out)->data, size);
        Value r = k == IO_RAISED ? NULL : bytes_from(vm, as_bytes(out)->data, k > 0 ? k : 0);
        release(vm, out);
        return r;
    }
    const unsigned char *p = NULL;
    int64_t k = buffered_read1(vm, b, &p, size);
    return k < 0 ? NO_VALUE : bytes_from(vm, k ? (const void *)p : "", k);
}

/* Up to n bytes with one read of the raw stream at most: what lies in the buffer, then what that read gives where there is more room than the buffer has. */
static int64_t read_once(VM *vm, Buffered *b, unsigned char *to, int64_t n)
{
    int64_t done = 0;
    for (bool asked = false; done < n && !asked;) {
        const unsigned char *p = NULL;
        asked = b->end == b->pos;
        if (asked && done && n - done <= b->size) break;
        int64_t k = buffered_read1(vm, b, &p, n - done);
        if (k > 0) memcpy(to + done, p, (size_t)k);
        if (k < 0 && !done) return k;
        if (k < 0) return k == IO_RAISED ? k : done;
        done += k;
    }
    return done;
}

static Value into(VM *vm, Buffered *b, Ref target, bool one)
{
    BufferView view;
    if (!buffered_usable(vm, b, "readinto of") || !buffer_get(vm, target, &view)) return NULL;
    int64_t k = IO_RAISED;
    if (view.readonly) err_raise(vm, EXC_TypeError, "readinto() argument must be read-write bytes-like object, not %T", target);
    else if (!one) k = read_some(vm, b, view.data, view.len);
    else k = read_once(vm, b, view.data, view.len);
    buffer_release(vm, &view);
    return k >= 0 ? make_small(k) : k == IO_WOULD_BLOCK ? V_NONE : NO_VALUE;
}
static Value m_readinto(VM *vm, const Ref *args, int n, Ref kwnames) { return into(vm, as_buffered(args[0]), args[1], false); }
static Value m_readinto1(VM *vm, const Ref *args, int n, Ref kwnames) { return into(vm, as_buffered(args[0]), args[1], true); }

static Value m_peek(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    if (!buffered_usable(vm, b, "peek of")) return NULL;
    if (b->end == b->pos && fill(vm, b) == IO_RAISED) return NULL;
    return bytes_from(vm, b->buf + b->pos, b->end - b->pos);
}

static Value read_line(VM *vm, Buffered *b, int64_t limit)
{
    unsigned char *p = NULL;
    int64_t len = 0, cap = 0;
    for (;;) {
        int64_t have = b->end - b->pos;
        if (!have) {
            have = fill(vm, b);
            if (have == IO_RAISED) {
                mem_free(vm->mem, p, (size_t)cap);
                return NULL;
            }
            if (have <= 0) break;
        }
        const unsigned char *from = b->buf + b->pos;
        if (limit >= 0 && have > limit - len) have = limit - len;
        const unsigned char *nl = memchr(from, '\n', (size_t)have);
        int64_t k = nl ? nl - from + 1 : have;
        b->pos += k;
        bool done = nl || (limit >= 0 && len + k == limit);
        if (done && !len) return bytes_from(vm, from, k);
        if (len + k > cap) {
            int64_t bigger = (len + k) * 2;
            unsigned char *q = mem_realloc(vm->mem, p, (size_t)cap, (size_t)bigger);
            if (!q) {
                mem_free(vm->mem, p, (size_t)cap);
                return err_no_memory(vm);
            }
            p = q;
            cap = bigger;
        }
        memcpy(p + len, from, (size_t)k);
        len += k;
        if (done) break;
    }
    Value r = bytes_from(vm, p ? (void *)p : "", len);
    mem_free(vm->mem, p, (size_t)cap);
    return r;
}

static Value m_readline(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    int64_t limit;
    if (!io_size(vm, args[1], &limit) || !buffered_usable(vm, b, "readline of")) return NULL;
    return read_line(vm, b, limit);
}

static Value buffered_next(VM *vm, Ref o)
{
    Buffered *b = as_buffered(o);
    if (b->head.type->flags & TYPE_HEAP) {
        Value line = call_method(vm, o, NAME(readline), NULL, 0);
        if (line && op_len(vm, line) <= 0) value_clear(vm, &line);
        return line;
    }
    if (!b->readable) return io_unsupported(vm, "read");
    if (!buffered_usable(vm, b, "readline of")) return NULL;
    Value line = read_line(vm, b, -1);
    if (line && !as_bytes(line)->len) value_clear(vm, &line);
    return line;
}

static Value m_write(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    BufferView view;
    if (!buffer_check(vm, args[1])) return err_raise(vm, EXC_TypeError, "a bytes-like object is required, not '%T'", args[1]);
    if (!buffered_usable(vm, b, "write to") || !buffer_get(vm, args[1], &view)) return NULL;
    int64_t len = view.len;
    bool ok = buffered_write(vm, b, view.data, len);
    buffer_release(vm, &view);
    return ok ? int_from_i64(vm, len) : NO_VALUE;
}

static Value m_flush(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    return buffered_usable(vm, b, "flush of") && buffered_flush(vm, b) ? V_NONE : NO_VALUE;
}

static Value simple_flush(VM *vm, const Ref *args, int n, Ref kwnames) /* a reader has nothing to write: the raw stream may have */
{
    Buffered *b = as_buffered(args[0]);
    if (!buffered_usable(vm, b, "flush of")) return NULL;
    return b->file ? V_NONE : raw_call(vm, b, NAME(flush), NULL, 0);
}

static Value m_tell(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    int64_t at;
    if (!attached(vm, b)) return NULL;
    if (b->file && b->file->fd < 0) return io_closed_error(vm, "I/O operation on closed file"), NO_VALUE;
    return buffered_tell(vm, b, &at) ? int_from_i64(vm, at) : NO_VALUE;
}

static Value m_seek(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    int64_t to, whence = 0, at;
    if (args[2] && !num_index_i64(vm, args[2], &whence)) return NULL;
    if (whence < 0 || whence > 4) return err_raise(vm, EXC_ValueError, "whence value %lld unsupported", (long long)whence);
    if (!buffered_usable(vm, b, "seek of")) return NULL;
    int can = b->file ? file_seekable(vm, b->file) : io_truth_of(vm, b->raw, NAME(seekable));
    if (can <= 0) return can < 0 ? NO_VALUE : io_unsupported(vm, "File or stream is not seekable.");
    if (!num_index_i64(vm, args[1], &to)) return NULL;
    return buffered_seek(vm, b, to, (int)whence, &at) ? int_from_i64(vm, at) : NO_VALUE;
}

static Value m_truncate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    if (!buffered_usable(vm, b, "truncate of")) return NULL;
    if (!b->writable) return io_unsupported(vm, "truncate");
    Value pos = NULL;
    if (!args[1] || is_none(args[1])) {
        int64_t at;
        if (!buffered_tell(vm, b, &at) || !(pos = int_from_i64(vm, at))) return NULL;
    }
    if (!buffered_flush(vm, b)) return release(vm, pos), NO_VALUE;
    Ref a[1] = {pos ? (Ref)pos : args[1]};
    Value r = raw_call(vm, b, NAME(truncate), a, 1);
    release(vm, pos);
    return r;
}

static Value m_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    return attached(vm, b) && buffered_close(vm, b) ? V_NONE : NO_VALUE;
}

static Value m_detach(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Buffered *b = as_buffered(args[0]);
    if (!attached(vm, b) || !at_rest(vm, b)) return NULL;
    Value r = call_method(vm, args[0], NAME(flush), NULL, 0);
    if (!r) return NULL;
    release(vm, r);
    if (!attached(vm, b)) return NULL;
    r = b->raw;
    b->raw = NULL;
    b->file = NULL;
    b->detached = true;
    return r;
}

static Value raw_ask(VM *vm, Buffered *b, Ref name) /* these leave the buffer alone; streams in a ring end by the C stack's limit */
{
    if (!attached(vm, b) || !rec_room(vm)) return NULL;
    Value raw = retain(b->raw), r = call_method(vm, raw, name, NULL, 0);
    release(vm, raw);
    return r;
}
static Value raw_attr(VM *vm, Buffered *b, Ref name)
{
    if (!attached(vm, b) || !rec_room(vm)) return NULL;
    Value raw = retain(b->raw), r = obj_getattr(vm, raw, name);
    release(vm, raw);
    return r;
}
#define TO_RAW(fn, method) \
    static Value fn(VM *vm, const Ref *args, int n, Ref kwnames) \
    { \
        return raw_ask(vm, as_buffered(args[0]), NAME(method)); \
    }
TO_RAW(m_fileno, fileno)
TO_RAW(m_isatty, isatty)
TO_RAW(m_seekable, seekable)
TO_RAW(m_readable, readable)
TO_RAW(m_writable, writable)
#define RAW_ATTR(fn, attr) \
    static Value fn(VM *vm, Ref o) { return raw_attr(vm, as_buffered(o), NAME(attr)); }
RAW_ATTR(get_closed, closed)
RAW_ATTR(get_name, name)
RAW_ATTR(get_mode, mode)
IO_FINALIZING(Buffered)
static Value get_raw(VM *vm, Ref o) { return as_buffered(o)->raw ? retain(as_buffered(o)->raw) : V_NONE; }

static Value buffered_repr(VM *vm, Ref o)
{
    Value name;
    int has = obj_lookup_attr(vm, o, NAME(name), &name);
    if (has < 0) {
        if (!err_matches(vm, EXC_ValueError)) return NULL;
        err_clear(vm);
    }
    if (has <= 0) return str_format(vm, "<%T>", o);
    int again = repr_enter(vm, o);
    Value r = NULL;
    if (again == 0) {
        r = str_format(vm, "<%T name=%R>", o, name);
        repr_leave(vm, o);
    } else if (again > 0) err_raise(vm, EXC_RuntimeError, "reentrant call inside %T.__repr__", o);
    release(vm, name);
    return r;
}

static Value m_dealloc_warn(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (as_buffered(args[0])->raw && rec_room(vm)) io_tell_unclosed(vm, as_buffered(args[0])->raw, args[1]);
    err_clear(vm);
    return V_NONE;
}

#define COMMON_ROWS \
    {"_dealloc_warn", m_dealloc_warn, "self, source, /", NULL, 0}, \
    {"close", m_close, "self", NULL, 0}, {"detach", m_detach, "self", NULL, 0}, {"fileno", m_fileno, "self", NULL, 0}, \
        {"isatty", m_isatty, "self", NULL, 0}, {"seekable", m_seekable, "self", NULL, 0}, {"tell", m_tell, "self", NULL, 0}, \
        {"seek", m_seek, "self, target, whence=0, /", NULL, 0}, {"truncate", m_truncate, "self, pos=None, /", NULL, 0}
#define READ_ROWS \
    {"read", m_read, "self, size=-1, /", NULL, 0}, {"read1", m_read1, "self, size=-1, /", NULL, 0}, {"peek", m_peek, "self, size=0, /", NULL, 0}, \
        {"readinto", m_readinto, "self, buffer, /", NULL, 0}, {"readinto1", m_readinto1, "self, buffer, /", NULL, 0}, \
        {"readline", m_readline, "self, size=-1, /", NULL, 0}, {"readable", m_readable, "self", NULL, 0}
#define WRITE_ROWS {"write", m_write, "self, buffer, /", NULL, 0}, {"writable", m_writable, "self", NULL, 0}

static const NativeDef reader_methods[] = {COMMON_ROWS, READ_ROWS, {"flush", simple_flush, "self", NULL, 0}, {0}};
static const NativeDef writer_methods[] = {COMMON_ROWS, WRITE_ROWS, {"flush", m_flush, "self", NULL, 0}, {0}};
static const NativeDef random_methods[] = {COMMON_ROWS, READ_ROWS, WRITE_ROWS, {"flush", m_flush, "self", NULL, 0}, {0}};
static const GetSetDef getsets[] = {
    {"closed", get_closed, NULL, NULL}, {"name", get_name, NULL, NULL}, {"mode", get_mode, NULL, NULL}, {"raw", get_raw, NULL, NULL},
    {"_finalizing", get_finalizing, set_finalizing, NULL}, {0}};

#define BUFFERED_DEF(id, help, init_fn, next_fn, table)                                                                       \
    {                                                                                                                         \
        .name = "_io." id, .doc = help, .kind = KIND_OPAQUE, .size = sizeof(Buffered),                                        \
        .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL,                                              \
        .s = {.new_ = buffered_new, .init = init_fn, .repr = buffered_repr, .next = next_fn}, .dealloc = buffered_dealloc,    \
        .traverse = buffered_traverse, .clear = buffered_clear, .methods = table, .getsets = getsets,                         \
        .text_signature = "raw, buffer_size=8192"                                                                             \
    }
const TypeDef reader_def = BUFFERED_DEF("BufferedReader", "Reads ahead in a raw stream.", reader_init, buffered_next, reader_methods);
const TypeDef writer_def = BUFFERED_DEF("BufferedWriter", "Gathers what goes to a raw stream.", writer_init, buffered_next, writer_methods);
const TypeDef random_def = BUFFERED_DEF("BufferedRandom", "Reads ahead and gathers writes in a raw stream that can seek.", random_init, buffered_next, random_methods);
