/* mod_io_file.c: FileIO: a file descriptor as a raw stream. Calls interrupted by a signal are repeated once the signal's handler has
 * run; waits on pipes and terminals look at the interrupt flag all the while. */
#include "lang/object/audit.h"
#include "mod_io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

static bool usable(VM *vm, const FileIO *f) { return f->fd >= 0 || io_closed_error(vm, "I/O operation on closed file"); }

const char *file_mode(const FileIO *f)
{
    if (f->created) return f->readable ? "xb+" : "xb";
    if (f->appending) return f->readable ? "ab+" : "ab";
    if (f->readable) return f->writable ? "rb+" : "rb";
    return "wb";
}

/* ---- the system's calls ---- */

static int64_t failed(VM *vm)
{
    if (errno == EAGAIN) return IO_WOULD_BLOCK;
    err_errno(vm, errno, NULL);
    return IO_RAISED;
}

int64_t file_read(VM *vm, FileIO *f, void *to, int64_t n)
{
    if (!f->regular && !(fcntl(f->fd, F_GETFL) & O_NONBLOCK) && !io_wait(vm, f->fd, POLLIN)) return IO_RAISED;
    for (;;) {
        ssize_t k = f->regular ? read(f->fd, to, (size_t)n) : THREAD_AWAY(vm, read(f->fd, to, (size_t)n));
        if (k >= 0) return k;
        if (errno != EINTR) return failed(vm);
        if (!vm_poll(vm)) return IO_RAISED;
    }
}

int64_t file_write(VM *vm, FileIO *f, const void *from, int64_t n)
{
    if (f->hooked && vm->hooks.write) return vm->hooks.write(vm, vm->hook_data, f->fd, from, (size_t)n) ? n : IO_RAISED;
    size_t most = (size_t)(n > 0x7ffff000 ? 0x7ffff000 : n);
    vm->outside++;
    for (;;) {
        ssize_t k = f->regular ? write(f->fd, from, most) : THREAD_AWAY(vm, write(f->fd, from, most));
        if (k >= 0) return k;
        if (errno != EINTR) return failed(vm);
        if (!vm_poll(vm)) return IO_RAISED;
    }
}

int64_t file_seek(VM *vm, FileIO *f, int64_t to, int whence)
{
    off_t at = lseek(f->fd, to, whence);
    if (at >= 0) return at;
    err_errno(vm, errno, NULL);
    return -1;
}

int file_seekable(VM *vm, FileIO *f)
{
    if (f->seekable < 0) f->seekable = lseek(f->fd, 0, SEEK_CUR) >= 0;
    return f->seekable;
}

bool file_close(VM *vm, FileIO *f)
{
    int fd = f->fd;
    f->fd = -1;
    if (fd < 0 || !f->closefd) return true;
    if (close(fd) == 0 || errno == EINTR) return true;
    err_errno(vm, errno, NULL);
    return false;
}

/* The size is known for files on a disk: then one block is made, filled and given out as it is. */
Value file_read_all(VM *vm, FileIO *f, const void *before, int64_t nbefore)
{
    struct stat st;
    int64_t guess = 0;
    off_t at;
    if (fstat(f->fd, &st) == 0 && S_ISREG(st.st_mode) && (at = lseek(f->fd, 0, SEEK_CUR)) >= 0 && st.st_size > at) guess = st.st_size - at;
    int64_t cap = nbefore + (guess ? guess : IO_BUFFER_SIZE), len = nbefore;
    Value exact = guess ? bytes_from(vm, NULL, cap) : NULL;
    unsigned char *p = guess ? NULL : mem_alloc(vm->mem, (size_t)cap), extra[512];
    if (guess ? !exact : !p) return guess ? NULL : err_no_memory(vm);
    unsigned char *to = guess ? as_bytes(exact)->data : p;
    if (nbefore) memcpy(to, before, (size_t)nbefore);
    int64_t k;
    for (;;) {
        if (exact && len == cap) { /* all that was promised: is there more? */
            k = file_read(vm, f, extra, sizeof extra);
            if (k <= 0) break;
            p = mem_alloc(vm->mem, (size_t)(cap * 2) + sizeof extra);
            if (!p) {
                release(vm, exact);
                return err_no_memory(vm);
            }
            memcpy(p, to, (size_t)len);
            memcpy(p + len, extra, (size_t)k);
            len += k;
            cap = cap * 2 + (int64_t)sizeof extra;
            value_clear(vm, &exact);
            to = p;
            continue;
        }
        if (len == cap) {
            unsigned char *bigger = mem_realloc(vm->mem, p, (size_t)cap, (size_t)cap * 2);
            if (!bigger) {
                mem_free(vm->mem, p, (size_t)cap);
                return err_no_memory(vm);
            }
            to = p = bigger;
            cap *= 2;
        }
        k = file_read(vm, f, to + len, cap - len);
        if (k <= 0) break;
        len += k;
    }
    Value r = NULL;
    if (k == IO_WOULD_BLOCK && len == 0) r = V_NONE;
    else if (k != IO_RAISED) {
        if (exact && len == cap) return exact;
        r = bytes_from(vm, to, len);
    }
    release(vm, exact);
    mem_free(vm->mem, p, (size_t)(p ? cap : 0));
    return r;
}

/* ---- opening ---- */

static int parse_mode(VM *vm, FileIO *f, const char *mode)
{
    bool any = false, plus = false;
    int flags = 0;
    f->readable = f->writable = f->appending = f->created = false;
    for (const char *p = mode; *p; p++) {
        switch (*p) {
        case 'x': case 'r': case 'w': case 'a':
            if (any) goto bad;
            any = true;
            if (*p == 'r') f->readable = true;
            else f->writable = true;
            if (*p == 'x') {
                f->created = true;
                flags |= O_EXCL | O_CREAT;
            } else if (*p == 'w') {
                flags |= O_CREAT | O_TRUNC;
            } else if (*p == 'a') {
                f->appending = true;
                flags |= O_APPEND | O_CREAT;
            }
            break;
        case 'b': break;
        case '+':
            if (plus) goto bad;
            f->readable = f->writable = plus = true;
            break;
        default:
            err_raise(vm, EXC_ValueError, "invalid mode: %.200s", mode);
            return -1;
        }
    }
    if (!any) {
    bad:
        err_raise(vm, EXC_ValueError, "Must have exactly one of create/read/write/append mode and at most one plus");
        return -1;
    }
    return flags | O_CLOEXEC | (f->readable && f->writable ? O_RDWR : f->readable ? O_RDONLY : O_WRONLY);
}

/* The path as bytes for the system; owned. */
static Value path_bytes(VM *vm, Ref file)
{
    Value p = NULL, b = NULL;
    if (is_str(file) || is_bytes(file)) p = retain(file);
    else {
        bool found;
        p = call_special(vm, file, NAME(__fspath__), NULL, 0, &found);
        if (!found) return err_raise(vm, EXC_TypeError, "expected str, bytes or os.PathLike object, not %T", file);
        if (p && !is_str(p) && !is_bytes(p)) {
            err_raise(vm, EXC_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", file, p);
            value_clear(vm, &p);
        }
    }
    if (p) b = is_str(p) ? codec_encode(vm, p, "utf-8", "surrogateescape") : retain(p);
    release(vm, p);
    if (b && strlen((char *)as_bytes(b)->data) != (size_t)as_bytes(b)->len) {
        err_raise(vm, EXC_ValueError, "embedded null byte");
        value_clear(vm, &b);
    }
    return b;
}

static bool open_by_opener(VM *vm, FileIO *f, Ref file, int flags, Ref opener)
{
    Value fl = make_small(flags), fd = call2(vm, opener, file, fl);
    int64_t i;
    if (!fd) return false;
    bool ok = is_int(fd) ? int_to_i64(vm, fd, &i) : err_false(vm, EXC_TypeError, "expected integer from opener");
    release(vm, fd);
    if (!ok) return false;
    if (i < 0) return err_false(vm, EXC_ValueError, "opener returned %lld", (long long)i);
    f->fd = (int)i;
    return true;
}

static bool open_path(VM *vm, FileIO *f, Ref file, int flags)
{
    Value path = path_bytes(vm, file);
    if (!path) return false;
    bool ok = true;
    for (;;) {
        f->fd = open((const char *)as_bytes(path)->data, flags, 0666);
        if (f->fd >= 0 || errno != EINTR) break;
        if (!(ok = vm_poll(vm))) break;
    }
    if (ok && f->fd < 0) {
        err_errno(vm, errno, file);
        ok = false;
    }
    release(vm, path);
    return ok;
}

bool fileio_open(VM *vm, FileIO *f, Ref file, const char *mode, bool closefd, Ref opener)
{
    if (f->fd >= 0 && !file_close(vm, f)) return false;
    int64_t number = -1;
    if (is_float_any(file)) return err_false(vm, EXC_TypeError, "expected str, bytes or os.PathLike object, not float");
    bool by_number = is_int(file);
    if (by_number) {
        if (!int_fits_i64(file, &number) || number > INT32_MAX || number < INT32_MIN)
            return err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
        if (number < 0) return err_false(vm, EXC_ValueError, "negative file descriptor");
    }
    int flags = parse_mode(vm, f, mode);
    if (flags >= 0 && !AUDIT(vm, "open", "Osi", file, mode, (int64_t)flags)) return false;
    if (flags < 0) return false;
    f->seekable = -1;
    f->closefd = closefd;
    f->regular = false;
    if (by_number) f->fd = (int)number;
    else if (!closefd) return err_false(vm, EXC_ValueError, "Cannot use closefd=False with file name");
    else if (opener && !is_none(opener)) {
        if (!open_by_opener(vm, f, file, flags, opener)) return false;
    } else if (!open_path(vm, f, file, flags)) return false;
    struct stat st;
    int bad = fstat(f->fd, &st) < 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (bad && (bad == EBADF || bad == EISDIR)) {
        if (!by_number) close(f->fd);
        f->fd = -1;
        err_errno(vm, bad, bad == EISDIR ? file : NULL);
        return false;
    }
    f->regular = !bad && S_ISREG(st.st_mode);
    f->blksize = bad ? IO_BUFFER_SIZE : st.st_blksize;
    if (!obj_setattr(vm, REF(f), NAME(name), file)) return false;
    if (f->appending) lseek(f->fd, 0, SEEK_END);
    return true;
}

Value fileio_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = (FileIO *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!f) return NULL;
    f->fd = -1;
    f->seekable = -1;
    f->closefd = true;
    return VAL(f);
}

static bool fileio_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"file", "mode", "closefd", "opener"};
    Ref in[4];
    if (!args_bind(vm, "FileIO", args, n, kwnames, names, 4, in)) return false;
    if (!in[0]) return err_false(vm, EXC_TypeError, "FileIO() missing required argument 'file' (pos 1)");
    if (in[1] && !is_str(in[1])) return err_false(vm, EXC_TypeError, "FileIO() argument 'mode' must be str, not %T", in[1]);
    int closefd = in[2] ? op_truth(vm, in[2]) : 1;
    if (closefd < 0) return false;
    const char *mode = in[1] ? str_utf8(vm, in[1], NULL) : "r";
    return mode && fileio_open(vm, as_fileio(self), in[0], mode, closefd, in[3]);
}

static void fileio_dealloc(VM *vm, Obj *o)
{
    if (!io_finalize(vm, o)) return;
    FileIO *f = (FileIO *)o;
    if (f->fd >= 0 && f->closefd) close(f->fd);
    obj_free(vm, o, o->type->inst_size);
}

/* ---- methods ---- */

static Value no_read(VM *vm) { return io_unsupported(vm, "File not open for reading"); }
static bool can_read(VM *vm, const FileIO *f) { return usable(vm, f) && (f->readable || no_read(vm)); }
static bool can_write(VM *vm, const FileIO *f) { return usable(vm, f) && (f->writable || io_unsupported(vm, "File not open for writing")); }

static Value fn_readall(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    return usable(vm, f) ? f->readable ? file_read_all(vm, f, NULL, 0) : no_read(vm) : NO_VALUE;
}

static Value fn_read(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    int64_t size;
    if (!io_size(vm, args[1], &size) || !can_read(vm, f)) return NULL;
    if (size < 0) return file_read_all(vm, f, NULL, 0);
    if (size > INT32_MAX) size = INT32_MAX;
    Value b = bytes_from(vm, NULL, size);
    if (!b) return NULL;
    int64_t k = file_read(vm, f, as_bytes(b)->data, size);
    if (k == size) return b;
    Value r = k >= 0 ? bytes_from(vm, as_bytes(b)->data, k) : k == IO_WOULD_BLOCK ? V_NONE : NO_VALUE;
    release(vm, b);
    return r;
}

static Value fn_readinto(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    BufferView view;
    if (!can_read(vm, f) || !buffer_get(vm, args[1], &view)) return NULL;
    int64_t k = IO_RAISED;
    if (view.readonly) err_raise(vm, EXC_TypeError, "readinto() argument must be read-write bytes-like object, not %T", args[1]);
    else k = file_read(vm, f, view.data, view.len);
    buffer_release(vm, &view);
    return k >= 0 ? make_small(k) : k == IO_WOULD_BLOCK ? V_NONE : NO_VALUE;
}

static Value fn_write(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    BufferView view;
    if (!can_write(vm, f) || !buffer_get(vm, args[1], &view)) return NULL;
    int64_t k = file_write(vm, f, view.data, view.len);
    buffer_release(vm, &view);
    return k >= 0 ? make_small(k) : k == IO_WOULD_BLOCK ? V_NONE : NO_VALUE;
}

static Value fn_seek(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    int64_t to, whence = 0;
    if (!usable(vm, f)) return NULL;
    if (is_float_any(args[1])) return err_raise(vm, EXC_TypeError, "an integer is required");
    if (!num_index_i64(vm, args[1], &to) || (args[2] && !num_index_i64(vm, args[2], &whence))) return NULL;
    int64_t at = file_seek(vm, f, to, (int)whence);
    return at < 0 ? NO_VALUE : int_from_i64(vm, at);
}

static Value fn_tell(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    int64_t at = usable(vm, f) ? file_seek(vm, f, 0, SEEK_CUR) : -1;
    return at < 0 ? NO_VALUE : int_from_i64(vm, at);
}

static Value fn_truncate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    if (!can_write(vm, f)) return NULL;
    int64_t size;
    if (!args[1] || is_none(args[1])) {
        if ((size = file_seek(vm, f, 0, SEEK_CUR)) < 0) return NULL;
    } else if (!num_index_i64(vm, args[1], &size)) return NULL;
    while (ftruncate(f->fd, size) < 0) {
        if (errno != EINTR) return err_errno(vm, errno, NULL);
        if (!vm_poll(vm)) return NULL;
    }
    return int_from_i64(vm, size);
}

static void warn_unclosed(VM *vm, const FileIO *f, Ref source)
{
    if (f->fd >= 0 && f->closefd) err_warn_unclosed(vm, str_format(vm, "unclosed file %R", source), source);
}

static Value fn_dealloc_warn(VM *vm, const Ref *args, int n, Ref kwnames)
{
    warn_unclosed(vm, as_fileio(args[0]), args[1]);
    return V_NONE;
}

static Value fn_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    FileIO *f = as_fileio(args[0]);
    Value saved = NULL;
    if (f->fd >= 0 && io_own_flush(vm, args[0])) {
        Value r = call_method(vm, args[0], NAME(flush), NULL, 0);
        if (!r) saved = err_take(vm);
        release(vm, r);
    }
    if (!obj_setattr(vm, args[0], NAME(__IOBase_closed), V_TRUE)) err_clear(vm);
    if (f->finalizing) warn_unclosed(vm, f, args[0]);
    bool ok = file_close(vm, f);
    if (saved) {
        err_clear(vm);
        err_put(vm, saved);
        return NULL;
    }
    return ok ? V_NONE : NO_VALUE;
}

static Value fn_fileno(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_fileio(args[0])) ? make_small(as_fileio(args[0])->fd) : NO_VALUE; }
static Value fn_isatty(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const FileIO *f = as_fileio(args[0]);
    if (!usable(vm, f)) return NULL;
    if (f->hooked && vm->hooks.write && vm->hooks.isatty) return make_bool(vm->hooks.isatty(vm, vm->hook_data, f->fd));
    return make_bool(!f->regular && isatty(f->fd));
}
static Value fn_seekable(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return usable(vm, as_fileio(args[0])) ? make_bool(file_seekable(vm, as_fileio(args[0]))) : NO_VALUE;
}
static Value fn_readable(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_fileio(args[0])) ? make_bool(as_fileio(args[0])->readable) : NO_VALUE; }
static Value fn_writable(VM *vm, const Ref *args, int n, Ref kwnames) { return usable(vm, as_fileio(args[0])) ? make_bool(as_fileio(args[0])->writable) : NO_VALUE; }

static Value get_closed(VM *vm, Ref o) { return make_bool(as_fileio(o)->fd < 0); }
static Value get_closefd(VM *vm, Ref o) { return make_bool(as_fileio(o)->closefd); }
static Value get_mode(VM *vm, Ref o) { return str_from_c(vm, file_mode(as_fileio(o))); }
IO_FINALIZING(FileIO)
static Value get_blksize(VM *vm, Ref o) { return make_small(as_fileio(o)->blksize); }
static bool set_blksize(VM *vm, Ref o, Ref v) { return v && num_index_i64(vm, v, &as_fileio(o)->blksize); }

static Value fileio_repr(VM *vm, Ref o)
{
    FileIO *f = as_fileio(o);
    Value name;
    if (f->fd < 0) return str_from_c(vm, "<_io.FileIO [closed]>");
    const char *closefd = f->closefd ? "True" : "False";
    int has = obj_lookup_attr(vm, o, NAME(name), &name);
    if (has < 0) return NULL;
    if (!has) return str_format(vm, "<_io.FileIO fd=%d mode='%s' closefd=%s>", f->fd, file_mode(f), closefd);
    int again = repr_enter(vm, o);
    Value r = NULL;
    if (again == 0) {
        r = str_format(vm, "<_io.FileIO name=%R mode='%s' closefd=%s>", name, file_mode(f), closefd);
        repr_leave(vm, o);
    } else if (again > 0) err_raise(vm, EXC_RuntimeError, "reentrant call inside %T.__repr__", o);
    release(vm, name);
    return r;
}

static const NativeDef methods[] = {
    {"read", fn_read, "self, size=-1, /", "Up to size bytes; without size, all there are.", 0},
    {"readall", fn_readall, "self", "All bytes from the position on.", 0},
    {"readinto", fn_readinto, "self, buffer, /", "Fill buffer; how many bytes went in is returned.", 0},
    {"write", fn_write, "self, b, /", "Write bytes; how many went out is returned.", 0},
    {"seek", fn_seek, "self, pos, whence=0, /", "Go to another position, which is returned.", 0},
    {"tell", fn_tell, "self", "The position.", 0},
    {"truncate", fn_truncate, "self, size=None, /", "Make the file end at size, or at the position.", 0},
    {"close", fn_close, "self", "Close the file.", 0},
    {"_dealloc_warn", fn_dealloc_warn, "self, source, /", NULL, 0},
    {"fileno", fn_fileno, "self", "The file descriptor.", 0},
    {"isatty", fn_isatty, "self", "Is it a terminal?", 0},
    {"seekable", fn_seekable, "self", "Can the position be chosen?", 0},
    {"readable", fn_readable, "self", "Was it opened for reading?", 0},
    {"writable", fn_writable, "self", "Was it opened for writing?", 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"closed", get_closed, NULL, "True if the file is closed"},
    {"closefd", get_closefd, NULL, "whether close() closes the descriptor too"},
    {"mode", get_mode, NULL, "how it was opened"},
    {"_blksize", get_blksize, set_blksize, NULL},
    {"_finalizing", get_finalizing, set_finalizing, NULL},
    {0},
};

const TypeDef fileio_def = {
    .name = "_io.FileIO", .doc = "A file without a buffer: each call is a system call.", .kind = KIND_OPAQUE, .size = sizeof(FileIO),
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_HAS_DEL,
    .s = {.new_ = fileio_new, .init = fileio_init, .repr = fileio_repr}, .dealloc = fileio_dealloc,
    .methods = methods, .getsets = getsets, .text_signature = "file, mode='r', closefd=True, opener=None"};
