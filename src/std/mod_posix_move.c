/* mod_posix_move.c: posix's functions that move bytes between descriptors and many buffers, lay out files, lock them, and make descriptors of other kinds. */
#include "mod_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lang/object/thread.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static Value answer(VM *vm, int r) { return r < 0 ? err_errno(vm, errno, NULL) : V_NONE; }

/* The end of a call that gives a count or a descriptor. */
static Value number(VM *vm, int64_t r) { return r < 0 ? err_errno(vm, errno, NULL) : int_from_i64(vm, r); }

/* A system call that may wait: other threads run, and an interrupt ends it. `result` is -1 with vm->error set when a handler raised. */
#define PATIENT(vm, result, call)                                        \
    do {                                                                 \
        (result) = THREAD_AWAY(vm, call);                                \
    } while ((result) < 0 && errno == EINTR && (vm_poll(vm) || (errno = 0)))
static Value counted(VM *vm, int64_t r) { return r < 0 && err_occurred(vm) ? NO_VALUE : number(vm, r); }

/* ---- many buffers ---- */

enum { BUFFERS_MOST = 1024 }; /* IOV_MAX of Linux */
typedef struct Buffers { Value items; BufferView *views; struct iovec *at; int count, room; } Buffers;

static void buffers_drop(VM *vm, Buffers *b)
{
    for (int i = 0; i < b->count; i++) buffer_release(vm, &b->views[i]);
    mem_free(vm->mem, b->views, (size_t)b->room * sizeof *b->views);
    mem_free(vm->mem, b->at, (size_t)b->room * sizeof *b->at);
    release(vm, b->items);
}

static bool buffers_take(VM *vm, const char *fn, Ref v, bool written, Buffers *b)
{
    *b = (Buffers){0};
    if (!is_list(v) && !is_tuple(v) && (!type_of(vm, v)->s.getitem || is_dict(v))) return err_false(vm, EXC_TypeError, "%s() arg 2 must be a sequence", fn);
    if (!(b->items = tuple_from_iter(vm, v))) return false;
    int64_t count = as_tuple(b->items)->len;
    bool ok = count <= BUFFERS_MOST || (errno = EINVAL, err_errno(vm, EINVAL, NULL) != NO_VALUE);
    if (ok && count) {
        b->room = (int)count;
        b->views = mem_alloc(vm->mem, (size_t)count * sizeof *b->views);
        b->at = mem_alloc(vm->mem, (size_t)count * sizeof *b->at);
        if (!b->views || !b->at) ok = err_no_memory(vm) != NO_VALUE;
    }
    for (; ok && b->count < count; b->count++) {
        Ref item = as_tuple(b->items)->items[b->count];
        BufferView *view = &b->views[b->count];
        if (!(ok = buffer_get(vm, item, view))) break;
        if (written && view->readonly) {
            buffer_release(vm, view);
            ok = err_false(vm, EXC_TypeError, "read-write bytes-like object expected");
            break;
        }
        b->at[b->count] = (struct iovec){(void *)(uintptr_t)view->data, (size_t)view->len};
    }
    if (!ok) buffers_drop(vm, b);
    return ok;
}

FN(fn_readv)
{
    int fd;
    Buffers b;
    ssize_t r;
    if (!int_arg(vm, args[0], &fd) || !buffers_take(vm, "readv", args[1], true, &b)) return NULL;
    PATIENT(vm, r, readv(fd, b.at, b.count));
    int failed = errno;
    buffers_drop(vm, &b);
    errno = failed;
    return counted(vm, r);
}
FN(fn_writev)
{
    int fd;
    Buffers b;
    ssize_t r;
    if (!int_arg(vm, args[0], &fd) || !buffers_take(vm, "writev", args[1], false, &b)) return NULL;
    vm->outside++;
    PATIENT(vm, r, writev(fd, b.at, b.count));
    int failed = errno;
    buffers_drop(vm, &b);
    errno = failed;
    return counted(vm, r);
}

static Value at_offset(VM *vm, const Ref *args, bool reads)
{
    int fd, flags = 0;
    int64_t at;
    Buffers b;
    ssize_t r;
    if (!int_arg(vm, args[0], &fd) || !num_index_i64(vm, args[2], &at) || (args[3] && !int_arg(vm, args[3], &flags))) return NULL;
    if (!buffers_take(vm, reads ? "preadv" : "pwritev", args[1], reads, &b)) return NULL;
    vm->outside += !reads;
    if (reads) PATIENT(vm, r, preadv2(fd, b.at, b.count, at, flags));
    else PATIENT(vm, r, pwritev2(fd, b.at, b.count, at, flags));
    int failed = errno;
    buffers_drop(vm, &b);
    errno = failed;
    return counted(vm, r);
}
FN(fn_preadv) { return at_offset(vm, args, true); }
FN(fn_pwritev) { return at_offset(vm, args, false); }

/* ---- from descriptor to descriptor ---- */

/* An offset that may be None: *there says whether it is given. */
static bool offset_arg(VM *vm, Ref v, off_t *out, bool *there)
{
    int64_t i = 0;
    *there = v && !is_none(v);
    bool ok = !*there || num_index_i64(vm, v, &i);
    *out = i;
    return ok;
}

FN(fn_sendfile)
{
    int to, from;
    off_t at;
    bool there;
    int64_t count;
    ssize_t r;
    if (!int_arg(vm, args[0], &to) || !int_arg(vm, args[1], &from) || !offset_arg(vm, args[2], &at, &there) || !num_index_i64(vm, args[3], &count)) return NULL;
    PATIENT(vm, r, sendfile(to, from, there ? &at : NULL, (size_t)count));
    return counted(vm, r);
}

typedef struct Transfer { int from, to; int64_t count; off_t from_at, to_at; bool from_given, to_given; } Transfer;

static bool transfer_args(VM *vm, const char *fn, const Ref *args, Transfer *t)
{
    return int_arg(vm, args[0], &t->from) && int_arg(vm, args[1], &t->to) && num_index_i64(vm, args[2], &t->count) &&
           (t->count >= 0 || err_false(vm, EXC_ValueError, "negative value for 'count' not allowed")) && offset_arg(vm, args[3], &t->from_at, &t->from_given) &&
           offset_arg(vm, args[4], &t->to_at, &t->to_given);
}

FN(fn_copy_file_range)
{
    Transfer t;
    ssize_t r;
    if (!transfer_args(vm, "copy_file_range", args, &t)) return NULL;
    PATIENT(vm, r, copy_file_range(t.from, t.from_given ? &t.from_at : NULL, t.to, t.to_given ? &t.to_at : NULL, (size_t)t.count, 0));
    return counted(vm, r);
}
FN(fn_splice)
{
    Transfer t;
    int64_t flags = 0;
    ssize_t r;
    if (!transfer_args(vm, "splice", args, &t) || (args[5] && !num_index_i64(vm, args[5], &flags))) return NULL;
    PATIENT(vm, r, splice(t.from, t.from_given ? &t.from_at : NULL, t.to, t.to_given ? &t.to_at : NULL, (size_t)t.count, (unsigned)flags));
    return counted(vm, r);
}

/* ---- how a file lies, who locks it ---- */

FN(fn_fadvise)
{
    int fd, advice;
    int64_t at, size;
    if (!int_arg(vm, args[0], &fd) || !num_index_i64(vm, args[1], &at) || !num_index_i64(vm, args[2], &size) || !int_arg(vm, args[3], &advice)) return NULL;
    int r = posix_fadvise(fd, at, size, advice); /* (it gives the number, errno stays) */
    return r ? err_errno(vm, r, NULL) : V_NONE;
}
FN(fn_fallocate)
{
    int fd, r;
    int64_t at, size;
    if (!int_arg(vm, args[0], &fd) || !num_index_i64(vm, args[1], &at) || !num_index_i64(vm, args[2], &size)) return NULL;
    while ((r = THREAD_AWAY(vm, posix_fallocate(fd, at, size))) == EINTR)
        if (!vm_poll(vm)) return NULL;
    return r ? err_errno(vm, r, NULL) : V_NONE;
}
FN(fn_lockf)
{
    int fd, command, r;
    int64_t size;
    if (!int_arg(vm, args[0], &fd) || !int_arg(vm, args[1], &command) || !num_index_i64(vm, args[2], &size)) return NULL;
    PATIENT(vm, r, lockf(fd, command, size));
    return r < 0 && err_occurred(vm) ? NO_VALUE : answer(vm, r);
}
FN(fn_fchown)
{
    int fd;
    uint32_t uid, gid;
    return int_arg(vm, args[0], &fd) && posix_id_arg(vm, "uid", args[1], &uid) && posix_id_arg(vm, "gid", args[2], &gid) ? answer(vm, fchown(fd, uid, gid)) : NO_VALUE;
}

/* ---- other kinds of descriptors ---- */

FN(fn_eventfd)
{
    int64_t start;
    int flags = EFD_CLOEXEC;
    if (!num_index_i64(vm, args[0], &start) || (args[1] && !int_arg(vm, args[1], &flags))) return NULL;
    if (start < 0 || start > UINT32_MAX) return err_raise(vm, EXC_OverflowError, start < 0 ? "can't convert negative value to unsigned int" : "Python int too large to convert to C unsigned int");
    return number(vm, eventfd((unsigned)start, flags));
}
FN(fn_eventfd_read)
{
    int fd, r;
    eventfd_t value;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    PATIENT(vm, r, eventfd_read(fd, &value));
    return r < 0 ? err_occurred(vm) ? NO_VALUE : err_errno(vm, errno, NULL) : int_from_u64(vm, value);
}
FN(fn_eventfd_write)
{
    int fd, r;
    int64_t value;
    if (!int_arg(vm, args[0], &fd) || !num_index_i64(vm, args[1], &value)) return NULL;
    PATIENT(vm, r, eventfd_write(fd, (eventfd_t)value));
    return r < 0 && err_occurred(vm) ? NO_VALUE : answer(vm, r);
}
FN(fn_memfd)
{
    PathArg name;
    int64_t flags = MFD_CLOEXEC;
    if ((args[1] && !num_index_i64(vm, args[1], &flags)) || !path_arg(vm, "memfd_create", "name", args[0], 0, &name)) return NULL;
    int fd = memfd_create(path_c(&name), (unsigned)flags), failed = errno;
    path_done(vm, &name);
    errno = failed;
    return number(vm, fd);
}
FN(fn_pidfd_open)
{
    int pid;
    int64_t flags = 0;
    return int_arg(vm, args[0], &pid) && (!args[1] || num_index_i64(vm, args[1], &flags)) ? number(vm, syscall(SYS_pidfd_open, pid, (unsigned)flags)) : NO_VALUE;
}

FN(fn_getrandom)
{
    int64_t size;
    int flags = 0;
    if (!num_index_i64(vm, args[0], &size) || (args[1] && !int_arg(vm, args[1], &flags))) return NULL;
    if (size < 0) return err_errno(vm, EINVAL, NULL);
    Value b = bytes_from(vm, NULL, size);
    if (!b) return NULL;
    ssize_t r;
    while ((r = getrandom(as_bytes(b)->data, (size_t)size, (unsigned)flags)) < 0 && errno == EINTR)
        if (!vm_poll(vm)) return release(vm, b), NO_VALUE;
    if (r == size) return b;
    Value part = r < 0 ? err_errno(vm, errno, NULL) : bytes_from(vm, as_bytes(b)->data, r);
    release(vm, b);
    return part;
}

const NativeDef posix_move_functions[] = {
    {"readv", fn_readv, "fd, buffers, /", "Read into buffers, one after the other.", 0},
    {"writev", fn_writev, "fd, buffers, /", "Write buffers, one after the other.", 0},
    {"preadv", fn_preadv, "fd, buffers, offset, flags=0, /", "Read into buffers from an offset; fd's position stays.", 0},
    {"pwritev", fn_pwritev, "fd, buffers, offset, flags=0, /", "Write buffers at an offset; fd's position stays.", 0},
    {"sendfile", fn_sendfile, "out_fd, in_fd, offset, count", "Send a part of a file into a descriptor.", NATIVE_KW},
    {"copy_file_range", fn_copy_file_range, "src, dst, count, offset_src=None, offset_dst=None", "Copy a part of a file into another.", NATIVE_KW},
    {"splice", fn_splice, "src, dst, count, offset_src=None, offset_dst=None, flags=0", "Move bytes from or into a pipe.", NATIVE_KW},
    {"posix_fadvise", fn_fadvise, "fd, offset, length, advice, /", "Say how a part of a file will be used.", 0},
    {"posix_fallocate", fn_fallocate, "fd, offset, length, /", "Make sure that a part of a file has its place on the disk.", 0},
    {"lockf", fn_lockf, "fd, command, length, /", "Lock a part of a file, or let it go.", 0},
    {"fchown", fn_fchown, "fd, uid, gid", "Give an open file to another user and group.", NATIVE_KW},
    {"eventfd", fn_eventfd, "initval, flags=EFD_CLOEXEC", "A descriptor that counts events.", NATIVE_KW},
    {"eventfd_read", fn_eventfd_read, "fd", "Take the count of events.", NATIVE_KW},
    {"eventfd_write", fn_eventfd_write, "fd, value", "Add to the count of events.", NATIVE_KW},
    {"memfd_create", fn_memfd, "name, flags=MFD_CLOEXEC", "A file that lies in memory alone.", NATIVE_KW},
    {"pidfd_open", fn_pidfd_open, "pid, flags=0", "A descriptor that stands for a process.", NATIVE_KW},
    {"getrandom", fn_getrandom, "size, flags=0", "Random bytes, as many as the system gives at once.", NATIVE_KW},
    {0},
};
