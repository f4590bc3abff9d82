/* mod_io_base.c: the roots of the streams' class tree, _IOBase and its three children, with what they do for classes written in
 * Python: everything is built on read, readinto, write, seek and close of the subclass. Also the little helpers of all streams. */
#include "mod_io.h"

#include <errno.h>
#include <poll.h>

Value io_unsupported(VM *vm, const char *what)
{
    IoState *s = io_state(vm);
    if (!s) return NULL;
    Value text = str_from_c(vm, what), e = text ? call1(vm, s->unsupported, text) : NULL;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}

bool io_closed_error(VM *vm, const char *text) { return err_false(vm, EXC_ValueError, "%s", text); }

bool io_size(VM *vm, Ref v, int64_t *out)
{
    *out = -1;
    if (!v || is_none(v)) return true;
    if (!is_int(v) && !type_of(vm, v)->s.to_index)
        return err_false(vm, EXC_TypeError, "argument should be integer or None, not '%T'", v);
    return num_index_i64(vm, v, out);
}

int io_truth_of(VM *vm, Ref o, Ref method)
{
    Value r = call_method(vm, o, method, NULL, 0);
    int t = r ? op_truth(vm, r) : -1;
    release(vm, r);
    return t;
}

int io_is_closed(VM *vm, Ref o)
{
    Value r = obj_getattr(vm, o, NAME(closed));
    int t = r ? op_truth(vm, r) : -1;
    release(vm, r);
    return t;
}

bool io_closed_check(VM *vm, Ref o)
{
    int closed = io_is_closed(vm, o);
    if (closed > 0) return io_closed_error(vm, "I/O operation on closed file.");
    return closed == 0;
}

bool io_wait(VM *vm, int fd, short events)
{
    for (;;) {
        struct pollfd p = {fd, events, 0};
        int r = poll(&p, 1, 0);
        if (r == 0) r = THREAD_AWAY(vm, poll(&p, 1, 40));
        if (r > 0 || (r < 0 && errno != EINTR)) return true;
        vm_idle(vm);
        if (!vm_poll(vm)) return false;
    }
}

Value io_self(VM *vm, Ref o) { return io_closed_check(vm, o) ? retain(o) : NO_VALUE; }
Value io_enter(VM *vm, const Ref *args, int n, Ref kwnames) { return io_self(vm, args[0]); }

bool io_own_flush(VM *vm, Ref o)
{
    return as_obj(o)->type->flags & TYPE_HEAP || inst_get(vm, as_obj(o), NAME(flush));
}

/* ---- the end of a stream ---- */

void io_tell_unclosed(VM *vm, Ref layer, Ref source)
{
    Value held = retain(layer), r = call_method(vm, held, NAME(_dealloc_warn), &source, 1);
    if (!r) err_clear(vm); /* a layer of the program's own may have none */
    release(vm, r);
    release(vm, held);
}

static void base_del(VM *vm, Ref o)
{
    Value closed;
    int has = obj_lookup_attr(vm, o, NAME(closed), &closed);
    int yes = has > 0 ? op_truth(vm, closed) : has;
    if (has > 0) release(vm, closed);
    if (yes < 0) err_clear(vm);
    if (yes > 0) return;
    if (!obj_setattr(vm, o, NAME(_finalizing), V_TRUE)) err_clear(vm); /* close() says that nobody closed it */
    Value r = call_method(vm, o, NAME(close), NULL, 0);
    if (!r) err_clear(vm); /* as in CPython: nobody is left to tell */
    release(vm, r);
}

bool io_finalize(VM *vm, Obj *o)
{
    if (o->flags & OBJ_FINALIZED) return true;
    o->flags |= OBJ_FINALIZED;
    if (vm->end == VM_CLOSED) return true; /* no code runs any more, and its class may be half taken apart */
    Value saved = err_take(vm);
    o->refs = 1;
    base_del(vm, REF(o));
    err_clear(vm);
    err_put(vm, saved);
    if (--o->refs == 0) return true;
    if (o->type->flags & TYPE_GC) gc_track(vm, o); /* it lives on */
    return false;
}

static void base_dealloc(VM *vm, Obj *o)
{
    if (io_finalize(vm, o)) obj_free(vm, o, o->type->inst_size);
}

/* ---- _IOBase ---- */

static Value base_closed(VM *vm, Ref o)
{
    Value v;
    int has = obj_lookup_attr(vm, o, NAME(__IOBase_closed), &v);
    if (has > 0) release(vm, v);
    return has < 0 ? NO_VALUE : make_bool(has);
}

static bool base_check(VM *vm, Ref o)
{
    Value c = base_closed(vm, o);
    if (!c) return false;
    return c != V_TRUE || io_closed_error(vm, "I/O operation on closed file.");
}

static Value base_flush(VM *vm, const Ref *args, int n, Ref kwnames) { return base_check(vm, args[0]) ? V_NONE : NO_VALUE; }

static Value base_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value c = base_closed(vm, args[0]);
    if (!c || c == V_TRUE) return c ? V_NONE : NO_VALUE;
    Value r = call_method(vm, args[0], NAME(flush), NULL, 0);
    Value saved = r ? NULL : err_take(vm);
    release(vm, r);
    bool ok = obj_setattr(vm, args[0], NAME(__IOBase_closed), V_TRUE);
    if (saved) err_put(vm, saved);
    return ok && !saved ? V_NONE : NO_VALUE;
}

#define UNSUPPORTED(fn, what) \
    static Value fn(VM *vm, const Ref *args, int n, Ref kwnames) { return io_unsupported(vm, what); }
UNSUPPORTED(base_seek, "seek")
UNSUPPORTED(base_truncate, "truncate")
UNSUPPORTED(base_fileno, "fileno")
UNSUPPORTED(buffered_read, "read")
UNSUPPORTED(buffered_read_one, "read1")
UNSUPPORTED(buffered_write_none, "write")
UNSUPPORTED(buffered_detach, "detach")
UNSUPPORTED(text_read, "read")
UNSUPPORTED(text_readline, "readline")
UNSUPPORTED(text_write, "write")
UNSUPPORTED(text_detach, "detach")

static Value base_tell(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref a[2] = {make_small(0), make_small(1)};
    return call_method(vm, args[0], NAME(seek), a, 2);
}

static Value base_false(VM *vm, const Ref *args, int n, Ref kwnames) { return V_FALSE; }
static Value base_isatty(VM *vm, const Ref *args, int n, Ref kwnames) { return io_closed_check(vm, args[0]) ? V_FALSE : NO_VALUE; }

static Value check_can(VM *vm, Ref o, Ref method, const char *text)
{
    int t = io_truth_of(vm, o, method);
    if (t < 0) return NULL;
    return t ? V_TRUE : io_unsupported(vm, text);
}
static Value base_check_closed(VM *vm, const Ref *args, int n, Ref kwnames) { return io_closed_check(vm, args[0]) ? V_NONE : NO_VALUE; }
static Value base_check_readable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return check_can(vm, args[0], NAME(readable), "File or stream is not readable.");
}
static Value base_check_writable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return check_can(vm, args[0], NAME(writable), "File or stream is not writable.");
}
static Value base_check_seekable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return check_can(vm, args[0], NAME(seekable), "File or stream is not seekable.");
}

static Value base_exit(VM *vm, const Ref *args, int n, Ref kwnames) { return call_method(vm, args[0], NAME(close), NULL, 0); }

/* How many bytes may be asked for without going past the end of the line: by peek() if there is one. -1 raised. */
static int64_t line_ahead(VM *vm, Ref o, Ref peek, int64_t limit)
{
    if (!peek) return 1;
    Value ahead = call1(vm, peek, make_small(1));
    if (!ahead) return -1;
    if (!is_bytes(ahead)) {
        err_raise(vm, EXC_OSError, "peek() should have returned a bytes object, not '%T'", ahead);
        release(vm, ahead);
        return -1;
    }
    int64_t len = as_bytes(ahead)->len, k = 1;
    if (len > 0) {
        const unsigned char *p = as_bytes(ahead)->data, *nl = memchr(p, '\n', (size_t)len);
        k = nl ? nl - p + 1 : len;
        if (limit >= 0 && k > limit) k = limit;
    }
    release(vm, ahead);
    return k;
}

static Value base_readline(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref o = args[0];
    int64_t limit;
    if (!io_size(vm, args[1], &limit)) return NULL;
    Value peek;
    if (obj_lookup_attr(vm, o, NAME(peek), &peek) < 0) return NULL;
    Value out = bytearray_from(vm, "", 0);
    bool ok = out != NULL;
    while (ok && (limit < 0 || as_bytearray(out)->len < limit)) {
        int64_t k = line_ahead(vm, o, peek, limit < 0 ? -1 : limit - as_bytearray(out)->len);
        if (k < 0) {
            ok = false;
            break;
        }
        Ref a[1] = {make_small(k)};
        Value b = call_method(vm, o, NAME(read), a, 1);
        if (b && !is_bytes(b)) {
            err_raise(vm, EXC_OSError, "read() should have returned a bytes object, not '%T'", b);
            value_clear(vm, &b);
        }
        ok = b != NULL;
        int64_t len = ok ? as_bytes(b)->len : 0;
        if (len) {
            Value next = op_inplace(vm, OP_ADD, out, b);
            ok = next != NULL;
            if (ok) value_put(vm, &out, next);
        }
        bool done = !len || as_bytes(b)->data[len - 1] == '\n';
        release(vm, b);
        if (done) break;
    }
    Value r = ok ? bytes_from(vm, as_bytearray(out)->data, as_bytearray(out)->len) : NULL;
    release(vm, out);
    release(vm, peek);
    return r;
}

static Value base_next(VM *vm, Ref o)
{
    Value line = call_method(vm, o, NAME(readline), NULL, 0);
    if (!line) return NULL;
    int64_t len = op_len(vm, line);
    if (len <= 0) value_clear(vm, &line); /* exhausted, or raised */
    return line;
}

static Value base_readlines(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t hint, total = 0;
    if (!io_size(vm, args[1], &hint)) return NULL;
    if (hint <= 0) return list_from_iter(vm, args[0]);
    Value list = list_new(vm, 0), it = list ? op_iter(vm, args[0]) : NULL, line;
    bool ok = it != NULL;
    while (ok && (line = op_next(vm, it))) {
        int64_t len = op_len(vm, line);
        ok = len >= 0 && list_append(vm, list, line);
        release(vm, line);
        total += len;
        if (total >= hint) break;
    }
    ok = ok && !err_occurred(vm);
    release(vm, it);
    if (!ok) value_clear(vm, &list);
    return list;
}

static Value base_writelines(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!io_closed_check(vm, args[0])) return NULL;
    Value it = op_iter(vm, args[1]), line;
    if (!it) return NULL;
    bool ok = true;
    while (ok && (line = op_next(vm, it))) {
        Ref a[1] = {line};
        Value r = call_method(vm, args[0], NAME(write), a, 1);
        ok = r != NULL;
        release(vm, r);
        release(vm, line);
    }
    release(vm, it);
    return ok && !err_occurred(vm) ? V_NONE : NO_VALUE;
}

static const NativeDef base_methods[] = {
    {"seek", base_seek, "self, *args", "Go to another position.", 0},
    {"tell", base_tell, "self", "The position.", 0},
    {"truncate", base_truncate, "self, *args", "Make the file end at size bytes.", 0},
    {"flush", base_flush, "self", "Hand on what waits to be written.", 0},
    {"close", base_close, "self", "Flush, then let go of the file.", 0},
    {"seekable", base_false, "self", "Can the position be chosen?", 0},
    {"readable", base_false, "self", "Can it be read?", 0},
    {"writable", base_false, "self", "Can it be written?", 0},
    {"_checkClosed", base_check_closed, "self, *args", NULL, 0},
    {"_checkSeekable", base_check_seekable, "self, *args", NULL, 0},
    {"_checkReadable", base_check_readable, "self, *args", NULL, 0},
    {"_checkWritable", base_check_writable, "self, *args", NULL, 0},
    {"fileno", base_fileno, "self", "The file descriptor, where there is one.", 0},
    {"isatty", base_isatty, "self", "Is it a terminal?", 0},
    {"__enter__", io_enter, "self", NULL, 0},
    {"__exit__", base_exit, "self, *args", NULL, 0},
    {"readline", base_readline, "self, size=-1, /", "The next line with its end; nothing at the end of the file.", 0},
    {"readlines", base_readlines, "self, hint=-1, /", "The lines from here on, no more once they come to hint.", 0},
    {"writelines", base_writelines, "self, lines, /", "Write the lines one after another, with nothing between.", 0},
    {0},
};
static const GetSetDef base_getsets[] = {{"closed", base_closed, NULL, NULL}, {0}};

const TypeDef iobase_def = {
    .name = "_io._IOBase", .doc = "What all streams are derived from.", .kind = KIND_OPAQUE, .size = sizeof(Obj),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL,
    .s = {.new_ = object_new, .iter = io_self, .next = base_next, .del = base_del},
    .dealloc = base_dealloc, .methods = base_methods, .getsets = base_getsets};

/* ---- _RawIOBase ---- */

static Value raw_read(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t size;
    if (!io_size(vm, args[1], &size)) return NULL;
    if (size < 0) return call_method(vm, args[0], NAME(readall), NULL, 0);
    Value b = bytearray_from(vm, NULL, size);
    if (!b) return NULL;
    memset(as_bytearray(b)->data, 0, (size_t)size);
    Ref a[1] = {b};
    Value got = call_method(vm, args[0], NAME(readinto), a, 1);
    if (!got || is_none(got)) {
        release(vm, b);
        return got;
    }
    int64_t k;
    Value r = NULL;
    if (num_index_i64(vm, got, &k)) {
        if (k < 0 || k > as_bytearray(b)->len) err_raise(vm, EXC_ValueError, "readinto returned %lld outside buffer size %lld", (long long)k, (long long)size);
        else r = bytes_from(vm, as_bytearray(b)->data, k);
    }
    release(vm, got);
    release(vm, b);
    return r;
}

static Value raw_readall(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value out = bytearray_from(vm, "", 0);
    bool ok = out != NULL, any = false;
    while (ok) {
        Ref a[1] = {make_small(IO_BUFFER_SIZE)};
        Value b = call_method(vm, args[0], NAME(read), a, 1);
        if (!b) {
            ok = false;
            break;
        }
        if (is_none(b)) {
            release(vm, b);
            if (any) break;
            release(vm, out);
            return V_NONE;
        }
        any = true;
        if (!is_bytes(b)) {
            ok = err_false(vm, EXC_TypeError, "read() should return bytes");
            release(vm, b);
            break;
        }
        bool end = as_bytes(b)->len == 0;
        Value next = end ? NULL : op_inplace(vm, OP_ADD, out, b);
        release(vm, b);
        if (end) break;
        ok = next != NULL;
        if (ok) value_put(vm, &out, next);
    }
    Value r = ok ? bytes_from(vm, as_bytearray(out)->data, as_bytearray(out)->len) : NULL;
    release(vm, out);
    return r;
}

static Value not_implemented(VM *vm, const Ref *args, int n, Ref kwnames) { return err_raise(vm, EXC_NotImplementedError, ""); }

static const NativeDef raw_methods[] = {
    {"read", raw_read, "self, size=-1, /", NULL, 0},
    {"readall", raw_readall, "self", "Read until EOF, using multiple read() call.", 0},
    {"readinto", not_implemented, "self, buffer, /", NULL, 0},
    {"write", not_implemented, "self, b, /", NULL, 0},
    {0},
};
const TypeDef rawiobase_def = {
    .name = "_io._RawIOBase", .doc = "Base class for raw binary I/O.", .kind = KIND_OPAQUE, .size = sizeof(Obj),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL, .s = {.new_ = object_new}, .dealloc = base_dealloc, .methods = raw_methods};

/* ---- _BufferedIOBase ---- */

static Value read_into(VM *vm, Ref o, Ref target, Ref method)
{
    BufferView view;
    if (!buffer_get(vm, target, &view)) return NULL;
    Value r = NULL, b = NULL;
    if (view.readonly) err_raise(vm, EXC_TypeError, "readinto() argument must be read-write bytes-like object, not %T", target);
    else {
        Ref a[1] = {make_small(view.len)};
        b = call_method(vm, o, method, a, 1);
    }
    if (b && !is_bytes(b)) err_raise(vm, EXC_TypeError, "read() should return bytes");
    else if (b && as_bytes(b)->len > view.len)
        err_raise(vm, EXC_ValueError, "read() returned too much data: %lld bytes requested, %lld returned", (long long)view.len,
                  (long long)as_bytes(b)->len);
    else if (b) {
        memcpy(view.data, as_bytes(b)->data, (size_t)as_bytes(b)->len);
        r = make_small(as_bytes(b)->len);
    }
    release(vm, b);
    buffer_release(vm, &view);
    return r;
}
static Value buffered_readinto(VM *vm, const Ref *args, int n, Ref kwnames) { return read_into(vm, args[0], args[1], NAME(read)); }
static Value buffered_readinto1(VM *vm, const Ref *args, int n, Ref kwnames) { return read_into(vm, args[0], args[1], NAME(read1)); }

static const NativeDef bufferedbase_methods[] = {
    {"detach", buffered_detach, "self", "Flush, and part with the raw stream: it is returned.", 0},
    {"read", buffered_read, "self, *args", "Up to n bytes; without n, all there are.", 0},
    {"read1", buffered_read_one, "self, *args", "Up to n bytes, for which the raw stream is read once at most.", 0},
    {"readinto", buffered_readinto, "self, buffer, /", NULL, 0},
    {"readinto1", buffered_readinto1, "self, buffer, /", NULL, 0},
    {"write", buffered_write_none, "self, *args", "Write bytes; how many went out is returned.", 0},
    {0},
};
const TypeDef bufferediobase_def = {
    .name = "_io._BufferedIOBase", .doc = "What buffered streams are derived from.", .kind = KIND_OPAQUE, .size = sizeof(Obj),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL, .s = {.new_ = object_new}, .dealloc = base_dealloc,
    .methods = bufferedbase_methods};

/* ---- _TextIOBase ---- */

static Value text_none(VM *vm, Ref o) { return V_NONE; }
static const NativeDef textbase_methods[] = {
    {"detach", text_detach, "self", "Flush, and part with the buffer: it is returned.", 0},
    {"read", text_read, "self, *args", "Up to n characters; without n, all there are.", 0},
    {"readline", text_readline, "self, *args", "The next line with its end; nothing at the end of the file.", 0},
    {"write", text_write, "self, *args", "Write text; its length is returned.", 0},
    {0},
};
static const GetSetDef textbase_getsets[] = {
    {"encoding", text_none, NULL, "name of the encoding"},
    {"newlines", text_none, NULL, "line ends met so far"},
    {"errors", text_none, NULL, "what is done about text that does not fit the encoding"},
    {0},
};
const TypeDef textiobase_def = {
    .name = "_io._TextIOBase", .doc = "What text streams are derived from.", .kind = KIND_OPAQUE, .size = sizeof(Obj),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL, .s = {.new_ = object_new}, .dealloc = base_dealloc,
    .methods = textbase_methods, .getsets = textbase_getsets};
