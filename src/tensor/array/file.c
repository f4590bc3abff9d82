/* file.c: fromfile, tofile, fromstring: elements as bytes, or as text between separators. A file that the program opened is used through its descriptor, from where it stands. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "functions.h"
#include "overrides.h"
#include "textread.h"

/* A program's file (or a path, opened): its descriptor. *own: to be closed. -1: raised. */
static int descriptor(VM *vm, Ref file, bool write, bool *own)
{
    *own = false;
    if (is_str(file) || is_bytes(file) || type_lookup(vm, type_of(vm, file), NAME(__fspath__))) {
        Value fspath = import_attr(vm, "os", "fspath"), path = fspath ? call1(vm, fspath, file) : NO_VALUE;
        size_t n;
        const char *s = path && is_str(path) ? str_utf8(vm, path, &n) : path && is_bytes(path) ? (const char *)as_bytes(path)->data : NULL;
        int fd = -1;
        if (s) {
            vm_idle(vm);
            fd = open(s, write ? O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0666);
            if (fd < 0) err_errno(vm, errno, path);
        }
        release(vm, fspath);
        release(vm, path);
        return *own = fd >= 0, fd;
    }
    Value flush = obj_getattr_c(vm, file, "flush"), r = flush ? call0(vm, flush) : NO_VALUE, fileno = r ? obj_getattr_c(vm, file, "fileno") : NO_VALUE, number = fileno ? call0(vm, fileno) : NO_VALUE;
    int64_t fd = -1;
    if (number && !num_index_i64(vm, number, &fd)) fd = -1;
    Value tell = fd >= 0 ? obj_getattr_c(vm, file, "tell") : NO_VALUE, at = tell ? call0(vm, tell) : NO_VALUE;
    int64_t where;
    if (fd >= 0 && (!at || !num_index_i64(vm, at, &where))) fd = -1;
    else if (fd >= 0 && lseek((int)fd, where, SEEK_SET) < 0) err_errno(vm, errno, NULL), fd = -1;
    Value all[] = {flush, r, fileno, number, tell, at};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) release(vm, all[i]);
    return (int)fd;
}
/* The program's file goes on behind what was read or written. */
static bool settle(VM *vm, Ref file, int fd, bool own)
{
    if (own) return close(fd) == 0 || (err_occurred(vm) ? false : (err_errno(vm, errno, NULL), false));
    if (err_occurred(vm)) return false;
    Value seek = obj_getattr_c(vm, file, "seek"), at = seek ? int_from_i64(vm, lseek(fd, 0, SEEK_CUR)) : NO_VALUE, r = at ? call1(vm, seek, at) : NO_VALUE;
    bool ok = r != NO_VALUE;
    release(vm, seek);
    release(vm, at);
    release(vm, r);
    return ok;
}

/* Up to `most` bytes; *got of them. Owned memory of *room bytes; NULL: raised. */
static char *read_all(VM *vm, int fd, size_t most, size_t *got, size_t *room)
{
    size_t cap = most < 1 << 16 ? (most ? most : 1) : 1 << 16;
    char *data = mem_alloc(vm->mem, cap);
    *got = 0;
    while (data && *got < most) {
        if (*got == cap) {
            size_t more = cap * 2 > most ? most : cap * 2;
            char *p = mem_realloc(vm->mem, data, cap, more);
            if (!p) break;
            data = p;
            cap = more;
        }
        vm_idle(vm);
        ssize_t n = read(fd, data + *got, cap - *got);
        if (n < 0 && errno == EINTR && vm_poll(vm)) continue;
        if (n < 0) {
            if (!err_occurred(vm)) err_errno(vm, errno, NULL);
            mem_free(vm->mem, data, cap);
            return NULL;
        }
        if (!n) return *room = cap, data;
        *got += (size_t)n;
        if (!vm_poll(vm)) {
            mem_free(vm->mem, data, cap);
            return NULL;
        }
    }
    if (data && *got >= most) return *room = cap, data;
    if (data) mem_free(vm->mem, data, cap);
    err_no_memory(vm);
    return NULL;
}

static bool sep_text(VM *vm, Ref v, const char *who, int place, const char **out)
{
    size_t n;
    *out = "";
    if (!v) return true;
    if (is_none(v)) return err_false(vm, EXC_TypeError, "%s() argument %d must be str, not None", who, place);
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "%s() argument %d must be str, not %T", who, place, v);
    return (*out = str_utf8(vm, v, &n)) != NULL;
}

/* Whole elements out of bytes. */
static NdArray *elements(VM *vm, Np *np, Descr *d, const char *data, size_t bytes, int64_t count)
{
    int64_t n = (int64_t)bytes / d->size;
    if (count >= 0 && count < n) n = count;
    NdArray *a = array_new(vm, np, d, &n, 1, ORDER_C);
    if (a) memcpy(a->data, data, (size_t)(n * d->size));
    return a;
}
static bool plain_dtype(VM *vm, const Descr *d, const char *what)
{
    if (descr_has_objects(d)) return err_false(vm, EXC_ValueError, "Cannot %s object array", what);
    return d->size || err_false(vm, EXC_ValueError, "The elements are 0-sized.");
}

static Value f_fromfile(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t count = -1, offset = 0;
    const char *sep;
    Value r;
    bool own;
    if (!np || overrides_like(vm, np, "fromfile", args[5], args, n, &r)) return np ? r : NO_VALUE;
    if ((args[2] && !num_index_i64(vm, args[2], &count)) || !sep_text(vm, args[3], "fromfile", 4, &sep) || (args[4] && !num_index_i64(vm, args[4], &offset))) return NULL;
    if (*sep && offset) return err_raise(vm, EXC_TypeError, "'offset' argument only permitted for binary files");
    Descr *d = args[1] && !is_none(args[1]) ? descr_parse(vm, np, args[1], false) : descr_of(np, NP_DOUBLE);
    NdArray *a = NULL;
    if (!d || !plain_dtype(vm, d, "read into")) {
        descr_release(vm, d);
        return NULL;
    }
    Value file = retain(args[0]);
    int fd = descriptor(vm, file, false, &own);
    if (fd >= 0) {
        size_t got = 0, room = 0, most = SIZE_MAX / 2;
        if (count >= 0 && !*sep && count < INT64_MAX / d->size) most = (size_t)(count * d->size);
        if (offset && lseek(fd, offset, SEEK_CUR) < 0) err_errno(vm, errno, NULL);
        char *data = err_occurred(vm) ? NULL : read_all(vm, fd, most, &got, &room);
        if (data && *sep) {
            Value text = bytes_from(vm, data, (int64_t)got);
            if (text) a = array_from_text(vm, np, text, d, count, sep);
            release(vm, text);
        } else if (data)
            a = elements(vm, np, d, data, got, count);
        if (data) mem_free(vm->mem, data, room);
        if (data && !*sep && a && !own && got % (size_t)d->size) lseek(fd, -(off_t)(got % (size_t)d->size), SEEK_CUR);
        if (!settle(vm, file, fd, own) && a) array_release(vm, a), a = NULL;
    }
    release(vm, file);
    descr_release(vm, d);
    return VAL(a);
}

static Value f_fromstring(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t count = -1;
    const char *sep;
    Value r;
    if (!np || overrides_like(vm, np, "fromstring", args[4], args, n, &r)) return np ? r : NO_VALUE;
    if ((args[2] && !num_index_i64(vm, args[2], &count)) || !sep_text(vm, args[3], "fromstring", 4, &sep)) return NULL;
    if (!*sep && !err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "The binary mode of fromstring is deprecated, as it behaves surprisingly on unicode inputs. Use frombuffer instead"))) return NULL;
    Descr *d = args[1] && !is_none(args[1]) ? descr_parse(vm, np, args[1], false) : descr_of(np, NP_DOUBLE);
    NdArray *a = NULL;
    if (d && plain_dtype(vm, d, "read into")) {
        Value bytes = is_str(args[0]) ? codec_encode(vm, args[0], NULL, NULL) : retain(args[0]);
        BufferView view;
        if (bytes && *sep) a = array_from_text(vm, np, bytes, d, count, sep);
        else if (bytes && buffer_get(vm, bytes, &view)) {
            if (count < 0 && view.len % d->size) err_raise(vm, EXC_ValueError, "string size must be a multiple of element size");
            else if (count >= 0 && (count > INT64_MAX / d->size || count * d->size > view.len)) err_raise(vm, EXC_ValueError, "string is smaller than requested size");
            else a = elements(vm, np, d, (const char *)view.data, (size_t)view.len, count);
            buffer_release(vm, &view);
        }
        release(vm, bytes);
    }
    descr_release(vm, d);
    return VAL(a);
}

static bool write_all(VM *vm, int fd, const char *data, int64_t n)
{
    while (n > 0) {
        vm_idle(vm);
        ssize_t m = write(fd, data, (size_t)n);
        if (m < 0 && errno != EINTR) {
            int why = errno;
            return err_errno(vm, why, NULL), false;
        }
        if (m > 0) data += m, n -= m;
        if (!vm_poll(vm)) return false;
    }
    return true;
}
static Value m_tofile(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = as_array(args[0]);
    const char *sep;
    bool own;
    if (!sep_text(vm, args[2], "tofile", 2, &sep)) return NULL;
    if (!*sep && descr_has_objects(a->descr)) return err_raise(vm, EXC_OSError, "cannot write object arrays to a file in binary mode");
    Value file = retain(args[1]), text = NO_VALUE, bytes = NO_VALUE;
    bool ok = true;
    if (*sep) { /* (before the file is emptied: what cannot be written leaves it) */
        text = array_to_text(vm, a, args[2], args[3] ? args[3] : (Ref)vm->empty_str);
        bytes = text ? codec_encode(vm, text, NULL, NULL) : NO_VALUE;
        ok = bytes != NO_VALUE;
    }
    NdArray *c = ok && !*sep ? array_as(vm, a, NULL, ARRAY_C | ARRAY_ENSURE_ARRAY) : NULL;
    ok = ok && (*sep || c);
    int fd = ok ? descriptor(vm, file, true, &own) : -1;
    if (fd >= 0) {
        ok = *sep ? write_all(vm, fd, (const char *)as_bytes(bytes)->data, as_bytes(bytes)->len) : write_all(vm, fd, c->data, array_size(c) * c->descr->size);
        ok = settle(vm, file, fd, own) && ok;
    } else ok = false;
    array_release(vm, c);
    release(vm, text);
    release(vm, bytes);
    release(vm, file);
    return ok ? V_NONE : NO_VALUE;
}

/* DLPack needs capsules, which only C extensions of CPython's know. */
static Value m_dlpack_device(VM *vm, const Ref *args, int n, Ref kwnames) { return tuple_of(vm, 2, (Ref)make_small(1), (Ref)make_small(0)); }
static Value m_dlpack(VM *vm, const Ref *args, int n, Ref kwnames) { return err_raise(vm, EXC_BufferError, "perch has no DLPack capsules: torch.from_numpy and Tensor.numpy share memory"); }
static Value call_named(VM *vm, Ref o, const char *name, const Ref *args, int n)
{
    Value key = str_intern_c(vm, name), found = key ? call_method(vm, o, key, args, n) : NO_VALUE;
    release(vm, key);
    return found;
}
/* An array over another's memory, which may not be written through it. What lends is asked for a capsule, which may refuse, and then for the array that it is lent as. */
static Value f_from_dlpack(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value capsule = NO_VALUE, made = NO_VALUE;
    if (is_array(args[0], np_state(vm))) made = call_named(vm, args[0], "view", NULL, 0);
    else if ((capsule = call_named(vm, args[0], "__dlpack__", NULL, 0))) made = call_named(vm, args[0], "__array__", NULL, 0);
    release(vm, capsule);
    Value set = made ? call_named(vm, made, "setflags", (const Ref[]){make_bool(false)}, 1) : NO_VALUE;
    release(vm, set);
    if (set) return made;
    release(vm, made);
    return NO_VALUE;
}

const NativeDef multiarray_file_functions[] = {
    {"fromfile", f_fromfile, "file, dtype=float, count=-1, sep='', offset=0, *, like=None", NULL, NATIVE_KW},
    {"fromstring", f_fromstring, "string, dtype=float, count=-1, sep='', *, like=None", NULL, NATIVE_KW},
    {"from_dlpack", f_from_dlpack, "x, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
const NativeDef array_file_methods[] = {
    {"tofile", m_tofile, "self, /, file, sep='', format='%s'", NULL, NATIVE_KW},
    {"__dlpack__", m_dlpack, "self, *, stream=None", NULL, 0},
    {"__dlpack_device__", m_dlpack_device, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
