/* mod_select_epoll.c: the type select.epoll: the system's own set of watched descriptors. */
#include "mod_select.h"

#include <errno.h>
#include <limits.h>
#include <sys/epoll.h>
#include <unistd.h>

typedef struct Epoll { Obj head; int fd; } Epoll; /* -1: closed */
static Epoll *as_epoll(Ref v) { return (Epoll *)BITS(v); }

static Value epoll_of(VM *vm, Ref type, int fd)
{
    if (fd < 0) return err_errno(vm, errno, NULL);
    Epoll *e = (Epoll *)obj_alloc(vm, as_type(type), sizeof(Epoll));
    if (!e) return close(fd), NO_VALUE;
    e->fd = fd;
    return VAL(e);
}
static Value epoll_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    int size = -1, flags = 0;
    Ref given[2] = {n > 0 ? args[0] : NULL, n > 1 ? args[1] : NULL};
    int named = kwnames ? (int)as_tuple(kwnames)->len : 0;
    if (n + named > 2) return err_raise(vm, EXC_TypeError, "epoll() takes at most 2 arguments (%d given)", n + named);
    for (int i = 0; i < named; i++) {
        Ref name = as_tuple(kwnames)->items[i];
        int k = str_equal_c(name, "sizehint") ? 0 : str_equal_c(name, "flags") ? 1 : -1;
        if (k < 0) return err_raise(vm, EXC_TypeError, "'%U' is an invalid keyword argument for epoll()", name);
        if (given[k]) return err_raise(vm, EXC_TypeError, "argument for epoll() given by name ('%U') and position (%d)", name, k + 1);
        given[k] = args[n + i];
    }
    if ((given[0] && !int_arg(vm, given[0], &size)) || (given[1] && !int_arg(vm, given[1], &flags))) return NULL;
    if (size == -1) size = FD_SETSIZE - 1;
    else if (size <= 0) return err_raise(vm, EXC_ValueError, "negative sizehint");
    if (flags && flags != EPOLL_CLOEXEC) return err_raise(vm, EXC_OSError, "invalid flags");
    return epoll_of(vm, type, epoll_create1(EPOLL_CLOEXEC));
}
static void epoll_dealloc(VM *vm, Obj *o)
{
    if (((Epoll *)o)->fd >= 0) close(((Epoll *)o)->fd);
    obj_free(vm, o, sizeof(Epoll));
}

static bool open_check(VM *vm, Ref o) { return as_epoll(o)->fd >= 0 || err_false(vm, EXC_ValueError, "I/O operation on closed epoll object"); }

FN(epoll_fromfd)
{
    int fd;
    return int_arg(vm, args[1], &fd) ? epoll_of(vm, args[0], (errno = EBADF, fd)) : NO_VALUE;
}
FN(epoll_close)
{
    int fd = as_epoll(args[0])->fd;
    as_epoll(args[0])->fd = -1;
    return fd >= 0 && close(fd) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}
FN(epoll_fileno) { return open_check(vm, args[0]) ? make_small(as_epoll(args[0])->fd) : NO_VALUE; }
static Value get_closed(VM *vm, Ref o) { return make_bool(as_epoll(o)->fd < 0); }
FN(epoll_enter) { return open_check(vm, args[0]) ? retain(args[0]) : NO_VALUE; }
FN(epoll_exit) { return epoll_close(vm, args, 1, NULL); }

static Value control(VM *vm, const Ref *args, int op, Ref mask)
{
    int fd;
    int64_t events = EPOLLIN | EPOLLPRI | EPOLLOUT;
    if (!lib_fd(vm, args[1], &fd)) return NULL;
    if (mask && !num_index_i64(vm, mask, &events)) return NULL;
    if (events < 0) return err_raise(vm, EXC_ValueError, "value must be positive");
    if (events > UINT32_MAX) return err_raise(vm, EXC_OverflowError, "Python int too large to convert to C unsigned int");
    if (!open_check(vm, args[0])) return NULL;
    struct epoll_event e = {.events = (uint32_t)events, .data = {.fd = fd}};
    return epoll_ctl(as_epoll(args[0])->fd, op, fd, &e) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}
FN(epoll_register) { return control(vm, args, EPOLL_CTL_ADD, args[2]); }
FN(epoll_modify) { return control(vm, args, EPOLL_CTL_MOD, args[2]); }
FN(epoll_unregister) { return control(vm, args, EPOLL_CTL_DEL, NULL); }

FN(epoll_poll)
{
    int64_t until;
    int most = -1;
    if (!open_check(vm, args[0])) return NULL;
    if (!until_of(vm, args[1], 1000000000, true, "timeout must be an integer or None", &until) || (args[2] && !int_arg(vm, args[2], &most))) return NULL;
    if (most == -1) most = FD_SETSIZE - 1;
    else if (most < 1) return err_raise(vm, EXC_ValueError, "maxevents must be greater than 0, got %d", most);
    size_t size = (size_t)most * sizeof(struct epoll_event);
    struct epoll_event *got = mem_alloc(vm->mem, size);
    if (!got) return err_no_memory(vm);
    Value self = retain(args[0]), list = NULL;
    int r, e, step = 0;
    for (;;) {
        int fd = as_epoll(self)->fd;
        r = step ? THREAD_AWAY(vm, epoll_wait(fd, got, most, step)) : epoll_wait(fd, got, most, 0);
        e = errno;
        if (r <= 0 && step) vm_idle(vm);
        if (r > 0 || (r < 0 && e != EINTR)) break;
        if (!vm_poll(vm)) goto done;
        if ((step = lib_step(until)) == 0) break;
    }
    list = r < 0 && e != EINTR ? err_errno(vm, e, NULL) : list_new(vm, 0);
    for (int i = 0; list && i < r; i++) {
        Value t = tuple_of(vm, 2, make_small(got[i].data.fd), make_small(got[i].events));
        if (!t || !list_append_take(vm, list, t)) value_clear(vm, &list);
    }
done:
    mem_free(vm->mem, got, size);
    release(vm, self);
    return list;
}

static const NativeDef methods[] = {
    {"fromfd", epoll_fromfd, "cls, fd, /", "An epoll over a descriptor that epoll_create made elsewhere.", NATIVE_CLASS},
    {"close", epoll_close, "self, /", "Close the epoll control file descriptor.", 0},
    {"fileno", epoll_fileno, "self, /", "Return the epoll control file descriptor.", 0},
    {"register", epoll_register, "self, fd, eventmask=EPOLLIN|EPOLLPRI|EPOLLOUT", "Watches one file more; OSError where it is watched already.", NATIVE_KW},
    {"modify", epoll_modify, "self, fd, eventmask", "Watches a file for other events than so far.", NATIVE_KW},
    {"unregister", epoll_unregister, "self, fd", "Watches a file no longer.", NATIVE_KW},
    {"poll", epoll_poll, "self, timeout=None, maxevents=-1", "Waits, timeout seconds at most, and tells what came: (descriptor, events) pairs.", NATIVE_KW},
    {"__enter__", epoll_enter, "self, /", NULL, 0},
    {"__exit__", epoll_exit, "self, exc_type=None, exc_value=None, exc_tb=None, /", NULL, 0},
    {0},
};
static const GetSetDef getsets[] = {{"closed", get_closed, NULL, "True if the epoll handler is closed"}, {0}};
const TypeDef epoll_def = {.name = "select.epoll", .doc = "Watches many files at once, as epoll(7) does; sizehint is not needed any more.", .kind = KIND_OPAQUE, .size = sizeof(Epoll),
    .s = {.new_ = epoll_new}, .dealloc = epoll_dealloc, .methods = methods, .getsets = getsets};
