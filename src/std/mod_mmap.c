/* mod_mmap.c: the module mmap: a file, or memory that processes share, as a mutable sequence of bytes with a file's methods. While a buffer of it is out, it neither
 * closes nor changes its size. Everything that may run the program's code comes before the look at the mapping: it may have been closed meanwhile. */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/object/audit.h"
#include "lang/object/args.h"
#include "mod_posix.h"

enum { ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY };
typedef struct Map {
    Obj head;
    unsigned char *data; /* NULL: closed */
    int64_t size, pos, offset;
    int fd, access;
    int32_t exports;
} Map;
typedef struct State { Type *type, *iterator; } State;
typedef struct MapIter { Obj head; Value map; int64_t next; } MapIter;
extern const ModuleDef mmap_module;

#define METHOD(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
static Map *as_map(Ref v) { return (Map *)BITS(v); }

static bool is_open(VM *vm, Ref self) { return as_map(self)->data || err_false(vm, EXC_ValueError, "mmap closed or invalid"); }
static bool may_write(VM *vm, Ref self) { return as_map(self)->access != ACCESS_READ || err_false(vm, EXC_TypeError, "mmap can't modify a readonly memory map."); }
static bool may_resize(VM *vm, Ref self)
{
    if (as_map(self)->exports) return err_false(vm, EXC_BufferError, "mmap can't resize with extant buffers exported.");
    int access = as_map(self)->access;
    return access == ACCESS_WRITE || access == ACCESS_DEFAULT || err_false(vm, EXC_TypeError, "mmap can't resize a readonly or copy-on-write memory map.");
}

/* ---- made, closed ---- */

static bool how(VM *vm, const Ref *a, int *flags, int *prot, int *access)
{
    *flags = MAP_SHARED;
    *prot = PROT_READ | PROT_WRITE;
    *access = ACCESS_DEFAULT;
    if ((a[2] && !int_arg(vm, a[2], flags)) || (a[3] && !int_arg(vm, a[3], prot)) || (a[4] && !int_arg(vm, a[4], access))) return false;
    if (*access != ACCESS_DEFAULT && ((a[2] && *flags != MAP_SHARED) || (a[3] && *prot != (PROT_READ | PROT_WRITE))))
        return err_false(vm, EXC_ValueError, "mmap can't specify both access and flags, prot.");
    switch (*access) {
    case ACCESS_READ: *prot = PROT_READ; break;
    case ACCESS_WRITE: break;
    case ACCESS_COPY: *flags = MAP_PRIVATE; break;
    case ACCESS_DEFAULT:
        if (!(*prot & PROT_WRITE)) *access = ACCESS_READ;
        break;
    default: return err_false(vm, EXC_ValueError, "mmap invalid access parameter.");
    }
    return true;
}

/* The size of what is to be mapped, from the file where it is 0; false: raised. */
static bool fit(VM *vm, int fd, int64_t offset, int64_t *size)
{
    struct stat st;
    if (fd == -1) return true;
    if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) return true; /* mmap says what is wrong with it */
    if (*size == 0) {
        if (st.st_size == 0) return err_false(vm, EXC_ValueError, "cannot mmap an empty file");
        if (offset >= st.st_size) return err_false(vm, EXC_ValueError, "mmap offset is greater than file size");
        *size = st.st_size - offset;
    } else if (offset > st.st_size || st.st_size - offset < *size) return err_false(vm, EXC_ValueError, "mmap length is greater than file size");
    return true;
}

static Value map_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"fileno", "length", "flags", "prot", "access", "offset"};
    Ref a[6];
    int fd, flags, prot, access;
    int64_t size, offset = 0;
    if (!args_bind(vm, "mmap", args, n, kwnames, names, 6, a)) return NO_VALUE;
    for (int i = 0; i < 2; i++)
        if (!a[i]) return err_raise(vm, EXC_TypeError, "mmap() missing required argument '%s' (pos %d)", names[i], i + 1);
    if (!int_arg(vm, a[0], &fd) || !num_index_ssize(vm, a[1], &size) || !how(vm, a, &flags, &prot, &access) || (a[5] && !num_index_i64(vm, a[5], &offset))) return NO_VALUE;
    if (size < 0) return err_raise(vm, EXC_OverflowError, "memory mapped length must be positive");
    if (offset < 0) return err_raise(vm, EXC_OverflowError, "memory mapped offset must be positive");
    if (!AUDIT(vm, "mmap.__new__", "iiii", (int64_t)fd, size, (int64_t)access, offset) || !fit(vm, fd, offset, &size)) return NO_VALUE;
    Map *m = (Map *)obj_alloc(vm, as_type(type), sizeof *m);
    if (!m) return NO_VALUE;
    m->size = size;
    m->offset = offset;
    m->access = access;
    m->fd = -1;
    if (fd == -1) flags |= MAP_ANONYMOUS;
    else if ((m->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0)) < 0) {
        err_errno(vm, errno, NULL);
        release(vm, VAL(m));
        return NO_VALUE;
    }
    void *data = mmap(NULL, (size_t)size, prot, flags, fd, (off_t)offset);
    if (data == MAP_FAILED) {
        err_errno(vm, errno, NULL);
        release(vm, VAL(m));
        return NO_VALUE;
    }
    m->data = data;
    return VAL(m);
}
static void shut(Map *m)
{
    if (m->fd >= 0) close(m->fd);
    m->fd = -1;
    if (m->data) munmap(m->data, (size_t)m->size);
    m->data = NULL;
}
static void map_dealloc(VM *vm, Obj *o)
{
    shut((Map *)o);
    obj_free(vm, o, sizeof(Map));
}
METHOD(m_close)
{
    if (as_map(args[0])->exports) return err_raise(vm, EXC_BufferError, "cannot close exported pointers exist");
    shut(as_map(args[0]));
    return V_NONE;
}
METHOD(m_enter) { return is_open(vm, args[0]) ? retain(args[0]) : NO_VALUE; }
METHOD(m_exit) { return m_close(vm, args, 1, NULL); }

/* ---- a sequence ---- */

static void buffer_done(VM *vm, BufferView *view) { as_map(view->owner)->exports--; }
static bool map_buffer(VM *vm, Ref self, BufferView *out)
{
    if (!is_open(vm, self)) return false;
    Map *m = as_map(self);
    m->exports++;
    *out = (BufferView){.owner = retain(self), .data = m->data, .len = m->size, .itemsize = 1, .format = "B", .readonly = m->access == ACCESS_READ, .ndim = 1, .done = buffer_done};
    out->shape[0] = m->size;
    out->strides[0] = 1;
    return true;
}
static int64_t map_len(VM *vm, Ref self) { return is_open(vm, self) ? as_map(self)->size : -1; }

static bool has_index(VM *vm, Ref v) { return is_int(v) || type_of(vm, v)->s.to_index != NULL; }

/* An index into the open mapping; -1: raised. */
static int64_t place(VM *vm, Ref self, Ref key)
{
    int64_t i;
    if (!num_index_i64(vm, key, &i) || !is_open(vm, self)) return -1;
    if (i < 0) i += as_map(self)->size;
    if (i >= 0 && i < as_map(self)->size) return i;
    err_raise(vm, EXC_IndexError, "mmap index out of range");
    return -1;
}
/* Whoever walks it gets bytes of one byte, whoever asks for an index its number: CPython's two protocols. */
static Value map_iter(VM *vm, Ref self)
{
    State *s = module_state(vm, &mmap_module);
    MapIter *it = s ? (MapIter *)obj_alloc(vm, s->iterator, sizeof(MapIter)) : NULL;
    if (it) it->map = retain(self);
    return VAL(it);
}
static Value iter_next(VM *vm, Ref self)
{
    MapIter *it = (MapIter *)BITS(self);
    if (!it->map || !is_open(vm, it->map)) return NO_VALUE;
    if (it->next < as_map(it->map)->size) return bytes_from(vm, as_map(it->map)->data + it->next++, 1);
    value_clear(vm, &it->map);
    return NO_VALUE;
}
static Value iter_self(VM *vm, Ref self) { (void)vm; return retain(self); }
static void iter_dealloc(VM *vm, Obj *o)
{
    release(vm, ((MapIter *)o)->map);
    obj_free(vm, o, sizeof(MapIter));
}
static const TypeDef iterator_def = {.name = "iterator", .kind = KIND_OPAQUE, .size = sizeof(MapIter), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE, .s = {.iter = iter_self, .next = iter_next},
                                     .dealloc = iter_dealloc};

static Value map_getitem(VM *vm, Ref self, Ref key)
{
    int64_t start, stop, step, count;
    if (!is_open(vm, self)) return NO_VALUE;
    if (!is_kind(key, KIND_SLICE)) {
        if (!has_index(vm, key)) return err_raise(vm, EXC_TypeError, "mmap indices must be integers");
        int64_t i = place(vm, self, key);
        return i < 0 ? NO_VALUE : make_small(as_map(self)->data[i]);
    }
    if (!slice_indices(vm, key, &as_map(self)->size, &start, &stop, &step, &count) || !is_open(vm, self)) return NO_VALUE;
    Value r = bytes_from(vm, step == 1 && count ? as_map(self)->data + start : NULL, count);
    if (r && step != 1)
        for (int64_t i = 0; i < count; i++) as_bytes(r)->data[i] = as_map(self)->data[start + i * step];
    return r;
}
static bool set_slice(VM *vm, Ref self, Ref key, Ref v)
{
    int64_t start, stop, step, count;
    BufferView from;
    if (!buffer_get(vm, v, &from)) return false;
    bool ok = slice_indices(vm, key, &as_map(self)->size, &start, &stop, &step, &count) && is_open(vm, self);
    if (ok && from.len != count) ok = err_false(vm, EXC_IndexError, "mmap slice assignment is wrong size");
    if (ok && step == 1) memmove(as_map(self)->data + start, from.data, (size_t)count);
    else
        for (int64_t i = 0; ok && i < count; i++) as_map(self)->data[start + i * step] = from.data[i];
    buffer_release(vm, &from);
    return ok;
}
static bool map_setitem(VM *vm, Ref self, Ref key, Ref v)
{
    if (!is_open(vm, self) || !may_write(vm, self)) return false;
    bool slice = is_kind(key, KIND_SLICE);
    if (!v) return err_false(vm, EXC_TypeError, slice ? "mmap object doesn't support slice deletion" : "mmap doesn't support item deletion");
    if (slice) return set_slice(vm, self, key, v);
    if (!has_index(vm, key)) return err_false(vm, EXC_TypeError, "mmap indices must be integers");
    int64_t byte, i = place(vm, self, key);
    if (i < 0) return false;
    if (!has_index(vm, v)) return err_false(vm, EXC_TypeError, "mmap item value must be an int");
    if (!num_index_i64(vm, v, &byte)) return false;
    if (byte < 0 || byte > 255) return err_false(vm, EXC_ValueError, "mmap item value must be in range(0, 256)");
    if ((i = place(vm, self, key)) < 0) return false;
    as_map(self)->data[i] = (unsigned char)byte;
    return true;
}

/* ---- a file ---- */

static int64_t left(const Map *m) { return m->pos < m->size ? m->size - m->pos : 0; }
static Value take(VM *vm, Map *m, int64_t n)
{
    Value r = bytes_from(vm, n ? m->data + m->pos : NULL, n);
    if (r) m->pos += n;
    return r;
}
METHOD(m_read)
{
    int64_t count = -1;
    if (args[1] && !is_none(args[1]) && !num_index_clip(vm, args[1], &count)) return NO_VALUE;
    if (!is_open(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    return take(vm, m, count < 0 || count > left(m) ? left(m) : count);
}
METHOD(m_readline)
{
    if (!is_open(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    const unsigned char *end = left(m) ? memchr(m->data + m->pos, '\n', (size_t)left(m)) : NULL;
    return take(vm, m, end ? end + 1 - (m->data + m->pos) : left(m));
}
METHOD(m_read_byte)
{
    if (!is_open(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    return left(m) ? make_small(m->data[m->pos++]) : err_raise(vm, EXC_ValueError, "read byte out of range");
}
METHOD(m_write)
{
    BufferView from;
    if (!is_open(vm, args[0]) || !buffer_get(vm, args[1], &from)) return NO_VALUE;
    Map *m = as_map(args[0]);
    Value r = NO_VALUE;
    if (is_open(vm, args[0]) && may_write(vm, args[0])) {
        if (from.len > left(m)) err_raise(vm, EXC_ValueError, "data out of range");
        else {
            memmove(m->data + m->pos, from.data, (size_t)from.len);
            m->pos += from.len;
            r = make_small(from.len);
        }
    }
    buffer_release(vm, &from);
    return r;
}
METHOD(m_write_byte)
{
    int64_t byte;
    if (!num_index_i64(vm, args[1], &byte)) return NO_VALUE;
    if (byte < 0 || byte > 255) return err_raise(vm, EXC_OverflowError, byte < 0 ? "unsigned byte integer is less than minimum" : "unsigned byte integer is greater than maximum");
    if (!is_open(vm, args[0]) || !may_write(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    if (!left(m)) return err_raise(vm, EXC_ValueError, "write byte out of range");
    m->data[m->pos++] = (unsigned char)byte;
    return V_NONE;
}
METHOD(m_seek)
{
    int64_t to;
    int whence = 0;
    if (!num_index_i64(vm, args[1], &to) || (args[2] && !int_arg(vm, args[2], &whence)) || !is_open(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    if (whence < 0 || whence > 2) return err_raise(vm, EXC_ValueError, "unknown seek type");
    if (__builtin_add_overflow(to, whence == 1 ? m->pos : whence == 2 ? m->size : 0, &to) || to < 0 || to > m->size) return err_raise(vm, EXC_ValueError, "seek out of range");
    m->pos = to;
    return V_NONE;
}
METHOD(m_tell) { return is_open(vm, args[0]) ? make_small(as_map(args[0])->pos) : NO_VALUE; }
METHOD(m_size)
{
    struct stat st;
    if (!is_open(vm, args[0])) return NO_VALUE;
    if (as_map(args[0])->fd < 0) return make_small(as_map(args[0])->size);
    return fstat(as_map(args[0])->fd, &st) < 0 ? err_errno(vm, errno, NULL) : int_from_i64(vm, st.st_size);
}

static Value find(VM *vm, const Ref *args, bool last)
{
    BufferView sub;
    if (!is_open(vm, args[0])) return NO_VALUE;
    int64_t start = as_map(args[0])->pos, end = as_map(args[0])->size, found = -1;
    if ((args[2] && !num_index_clip(vm, args[2], &start)) || (args[3] && !num_index_clip(vm, args[3], &end)) || !buffer_get(vm, args[1], &sub)) return NO_VALUE;
    bool ok = is_open(vm, args[0]);
    const Map *m = as_map(args[0]);
    if (start < 0) start = start + m->size < 0 ? 0 : start + m->size;
    if (end < 0) end = end + m->size < 0 ? 0 : end + m->size;
    if (start > m->size) start = m->size;
    if (end > m->size) end = m->size;
    if (ok && !last && end - start >= sub.len) {
        const unsigned char *p = memmem(m->data + start, (size_t)(end - start), sub.data, (size_t)sub.len);
        found = p ? p - m->data : -1;
    }
    for (int64_t i = end - sub.len; ok && last && i >= start && found < 0; i--)
        if (!memcmp(m->data + i, sub.data, (size_t)sub.len)) found = i;
    buffer_release(vm, &sub);
    return ok ? make_small(found) : NO_VALUE;
}
METHOD(m_find) { return find(vm, args, false); }
METHOD(m_rfind) { return find(vm, args, true); }

METHOD(m_move)
{
    int64_t to, from, count;
    if (!num_index_i64(vm, args[1], &to) || !num_index_i64(vm, args[2], &from) || !num_index_i64(vm, args[3], &count)) return NO_VALUE;
    if (!is_open(vm, args[0]) || !may_write(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    if (to < 0 || from < 0 || count < 0 || m->size - to < count || m->size - from < count) return err_raise(vm, EXC_ValueError, "source, destination, or count out of range");
    memmove(m->data + to, m->data + from, (size_t)count);
    return V_NONE;
}

/* ---- the mapping itself ---- */

METHOD(m_flush)
{
    int64_t start = 0, count = -1;
    if ((args[1] && !num_index_i64(vm, args[1], &start)) || (args[2] && !num_index_i64(vm, args[2], &count)) || !is_open(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    if (!args[2]) count = m->size;
    if (start < 0 || count < 0 || count > m->size || start > m->size - count) return err_raise(vm, EXC_ValueError, "flush values out of range");
    if (m->access == ACCESS_READ || m->access == ACCESS_COPY) return V_NONE;
    return msync(m->data + start, (size_t)count, MS_SYNC) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}
METHOD(m_resize)
{
    int64_t size;
    if (!num_index_i64(vm, args[1], &size) || !is_open(vm, args[0]) || !may_resize(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    if (size < 0 || INT64_MAX - size < m->offset) return err_raise(vm, EXC_ValueError, "new size out of range");
    if (m->fd >= 0 && ftruncate(m->fd, (off_t)(m->offset + size)) < 0) return err_errno(vm, errno, NULL);
    void *data = mremap(m->data, (size_t)m->size, (size_t)size, MREMAP_MAYMOVE);
    if (data == MAP_FAILED) return err_errno(vm, errno, NULL);
    m->data = data;
    m->size = size;
    return V_NONE;
}
METHOD(m_madvise)
{
    int option;
    int64_t start = 0, count = 0;
    if (!int_arg(vm, args[1], &option) || (args[2] && !num_index_ssize(vm, args[2], &start)) || (args[3] && !num_index_ssize(vm, args[3], &count)) || !is_open(vm, args[0])) return NO_VALUE;
    Map *m = as_map(args[0]);
    if (!args[3]) count = m->size;
    if (start < 0 || start >= m->size) return err_raise(vm, EXC_ValueError, "madvise start out of bounds");
    if (count < 0) return err_raise(vm, EXC_ValueError, "madvise length invalid");
    if (INT64_MAX - start < count) return err_raise(vm, EXC_OverflowError, "madvise length too large");
    if (start + count > m->size) count = m->size - start;
    return madvise(m->data + start, (size_t)count, option) ? err_errno(vm, errno, NULL) : V_NONE;
}
METHOD(m_sizeof) { return make_small((int64_t)sizeof(Map)); }
static Value get_closed(VM *vm, Ref self) { return make_bool(!as_map(self)->data); }

static Value map_repr(VM *vm, Ref self)
{
    static const char *const names[] = {"ACCESS_DEFAULT", "ACCESS_READ", "ACCESS_WRITE", "ACCESS_COPY"};
    const Map *m = as_map(self);
    const char *name = type_name(vm, as_obj(self)->type);
    Value r;
    if (!m->data) r = str_format(vm, "<%s closed=True>", name);
    else r = str_format(vm, "<%s closed=False, access=%s, length=%lld, pos=%lld, offset=%lld>", name, names[m->access], (long long)m->size, (long long)m->pos, (long long)m->offset);
    return r;
}

static const NativeDef methods[] = {
    {"close", m_close, "self, /", "Let go of the mapping; the file stays.", 0},
    {"find", m_find, "self, sub, start=<unrepresentable>, end=<unrepresentable>, /", "Where sub is first, from the place where reading goes on; -1: nowhere.", 0},
    {"rfind", m_rfind, "self, sub, start=<unrepresentable>, end=<unrepresentable>, /", "Where sub is last; -1: nowhere.", 0},
    {"flush", m_flush, "self, offset=0, size=<unrepresentable>, /", "Write what was changed to the file.", 0},
    {"madvise", m_madvise, "self, option, start=0, length=<unrepresentable>, /", "Tell the system how the memory will be used.", 0},
    {"move", m_move, "self, dest, src, count, /", "Copy count bytes from src to dest within it.", 0},
    {"read", m_read, "self, n=None, /", "At most n bytes from where reading goes on.", 0},
    {"read_byte", m_read_byte, "self, /", "The next byte, an int.", 0},
    {"readline", m_readline, "self, /", "Up to the next end of line.", 0},
    {"resize", m_resize, "self, newsize, /", "Change the size, and the file's.", 0},
    {"seek", m_seek, "self, pos, whence=0, /", "Go on elsewhere.", 0},
    {"size", m_size, "self, /", "The file's size.", 0},
    {"tell", m_tell, "self, /", "Where reading and writing go on.", 0},
    {"write", m_write, "self, bytes, /", "Put bytes where writing goes on; how many.", 0},
    {"write_byte", m_write_byte, "self, byte, /", "Put one byte.", 0},
    {"__enter__", m_enter, "self, /", NULL, 0},
    {"__exit__", m_exit, "self, *args", NULL, NATIVE_RAW},
    {"__sizeof__", m_sizeof, "self, /", NULL, 0},
    {0},
};
static const GetSetDef getsets[] = {{"closed", get_closed, NULL, NULL}, {0}};
static const TypeDef map_def = {
    .name = "mmap.mmap", .kind = KIND_OPAQUE, .size = sizeof(Map), .flags = TYPE_BASE | TYPE_WEAKREF, .doc = "A file in memory.",
    .s = {.new_ = map_new, .repr = map_repr, .len = map_len, .iter = map_iter, .getitem = map_getitem, .setitem = map_setitem, .buffer = map_buffer},
    .dealloc = map_dealloc, .methods = methods, .getsets = getsets,
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    State *s = as_module(module)->state;
    return (s->iterator = type_from_def(vm, &iterator_def, NULL)) && (s->type = type_from_def(vm, &map_def, NULL)) && module_add_type(vm, ns, s->type) && dict_set_c(vm, REF(ns), "error", REF(vm->exc_types[EXC_OSError])) &&
           module_add(vm, ns, "PAGESIZE", make_small(sysconf(_SC_PAGESIZE))) && module_add(vm, ns, "ALLOCATIONGRANULARITY", make_small(sysconf(_SC_PAGESIZE)));
}
static void done(VM *vm, void *state)
{
    release(vm, VAL(((State *)state)->type));
    release(vm, VAL(((State *)state)->iterator));
}

#define C(name) {#name, CONST_INT, name, 0, NULL}
static const ModuleConst constants[] = {
    C(PROT_EXEC), C(PROT_READ), C(PROT_WRITE), C(MAP_SHARED), C(MAP_PRIVATE), C(MAP_DENYWRITE), C(MAP_EXECUTABLE), {"MAP_ANON", CONST_INT, MAP_ANONYMOUS, 0, NULL}, C(MAP_ANONYMOUS),
    C(MAP_POPULATE), C(MAP_STACK), C(MAP_NORESERVE), C(ACCESS_DEFAULT), C(ACCESS_READ), C(ACCESS_WRITE), C(ACCESS_COPY), C(MADV_NORMAL), C(MADV_RANDOM), C(MADV_SEQUENTIAL),
    C(MADV_WILLNEED), C(MADV_DONTNEED), C(MADV_REMOVE), C(MADV_DONTFORK), C(MADV_DOFORK), C(MADV_HWPOISON), C(MADV_MERGEABLE), C(MADV_UNMERGEABLE), C(MADV_HUGEPAGE),
    C(MADV_NOHUGEPAGE), C(MADV_DONTDUMP), C(MADV_DODUMP), C(MADV_FREE), {0}};
const ModuleDef mmap_module = {.name = "mmap", .doc = "Files in memory.", .constants = constants, .init = init, .state_size = sizeof(State), .done = done};
