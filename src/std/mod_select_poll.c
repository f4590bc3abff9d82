/* mod_select_poll.c: the polling object: descriptors and the events asked for, in the order of registering. */
#include "mod_select.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>

typedef struct Poll {
    Obj head;
    Value asked; /* a dict: descriptor -> events */
    bool busy;   /* a poll() of it runs */
} Poll;
static Poll *as_poll(Ref v) { return (Poll *)BITS(v); }

Value poll_make(VM *vm, Type *type)
{
    Poll *p = (Poll *)obj_alloc(vm, type, sizeof(Poll));
    if (!p) return NULL;
    if ((p->asked = dict_new(vm))) return VAL(p);
    release(vm, VAL(p));
    return NULL;
}
static void poll_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Poll *)o)->asked);
    obj_free(vm, o, sizeof(Poll));
}

static bool mask_arg(VM *vm, Ref v, int *mask)
{
    int64_t i;
    *mask = POLLIN | POLLPRI | POLLOUT;
    if (!v) return true;
    Value k = num_index(vm, v);
    if (!k) return false;
    bool fits = int_fits_i64(k, &i), negative = int_sign(k) < 0;
    release(vm, k);
    if (negative) return err_false(vm, EXC_ValueError, "value must be positive");
    if (!fits || i > USHRT_MAX) return err_false(vm, EXC_OverflowError, fits ? "Python int too large for C unsigned short" : "Python int too large to convert to C unsigned long");
    *mask = (int)i;
    return true;
}

FN(poll_register)
{
    int fd, mask;
    if (!lib_fd(vm, args[1], &fd) || !mask_arg(vm, args[2], &mask)) return NULL;
    return dict_set(vm, as_poll(args[0])->asked, make_small(fd), make_small(mask)) ? V_NONE : NO_VALUE;
}
FN(poll_modify)
{
    int fd, mask;
    if (!lib_fd(vm, args[1], &fd) || !mask_arg(vm, args[2], &mask)) return NULL;
    if (!dict_get(vm, as_poll(args[0])->asked, make_small(fd))) return err_errno(vm, ENOENT, NULL);
    return dict_set(vm, as_poll(args[0])->asked, make_small(fd), make_small(mask)) ? V_NONE : NO_VALUE;
}
FN(poll_unregister)
{
    int fd;
    if (!lib_fd(vm, args[1], &fd)) return NULL;
    int r = dict_del(vm, as_poll(args[0])->asked, make_small(fd));
    return r > 0 ? V_NONE : r == 0 ? err_raise_value(vm, EXC_KeyError, make_small(fd)) : NULL;
}

FN(poll_poll)
{
    Poll *self = as_poll(args[0]);
    int64_t until, pos = 0, count = 0;
    if (!until_of(vm, args[1], 1000000, true, "timeout must be an integer or None", &until)) return NULL;
    if (self->busy) return err_raise(vm, EXC_RuntimeError, "concurrent poll() invocation");
    size_t size = (size_t)dict_len(self->asked) * sizeof(struct pollfd);
    struct pollfd *p = mem_alloc(vm->mem, size);
    if (!p) return err_no_memory(vm);
    for (Ref key, value; dict_next(self->asked, &pos, &key, &value);) p[count++] = (struct pollfd){(int)small_of(key), (short)small_of(value), 0};
    self->busy = true;
    int r = lib_poll(vm, p, (size_t)count, until, NULL);
    self->busy = false;
    Value list = r == LIB_RAISED ? NULL : r == LIB_ERRNO ? err_errno(vm, errno, NULL) : list_new(vm, 0);
    for (int64_t i = 0; r > 0 && list && i < count; i++) {
        if (!p[i].revents) continue;
        Value t = tuple_of(vm, 2, make_small(p[i].fd), make_small((uint16_t)p[i].revents));
        if (!t || !list_append_take(vm, list, t)) value_clear(vm, &list);
    }
    mem_free(vm->mem, p, size);
    return list;
}

static const NativeDef methods[] = {
    {"register", poll_register, "self, fd, eventmask=POLLIN|POLLPRI|POLLOUT, /", "Register a file descriptor with the polling object.", 0},
    {"modify", poll_modify, "self, fd, eventmask, /", "Modify an already registered file descriptor.", 0},
    {"unregister", poll_unregister, "self, fd, /", "Remove a file descriptor being tracked by the polling object.", 0},
    {"poll", poll_poll, "self, timeout=None, /", "Polls the set of registered file descriptors: a list of (descriptor, events); timeout in milliseconds.", 0},
    {0},
};
const TypeDef poll_def = {.name = "select.poll", .kind = KIND_OPAQUE, .size = sizeof(Poll), .flags = TYPE_NO_NEW, .dealloc = poll_dealloc, .methods = methods};
