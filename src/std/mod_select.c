/* mod_select.c: the module select: select itself, the table, times as its functions take them. */
#include "mod_select.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

bool until_of(VM *vm, Ref v, int64_t unit, bool negative, const char *wrong_type, int64_t *until)
{
    int64_t ns;
    *until = -1;
    if (!v || is_none(v)) return true;
    if (is_float_any(v)) {
        double d = float_any_of(v);
        if (isnan(d)) return err_false(vm, EXC_ValueError, "Invalid value NaN (not a number)");
        d *= (double)unit;
        d = d < 0 ? floor(d) : ceil(d); /* away from 0: the least below it waits without end */
        if (d >= 9223372036854775807.0 || d < -9223372036854775808.0) return err_false(vm, EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
        ns = (int64_t)d;
    } else {
        int64_t i;
        if (!is_int(v) && !type_of(vm, v)->s.to_index) return err_false(vm, EXC_TypeError, "%s", wrong_type);
        Value k = num_index(vm, v);
        if (!k) return false;
        bool fits = int_fits_i64(k, &i);
        release(vm, k);
        if (!fits || __builtin_mul_overflow(i, unit, &ns)) return err_false(vm, EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
    }
    if (ns < 0) return negative || err_false(vm, EXC_ValueError, "timeout must be non-negative");
    int64_t now = lib_clock();
    *until = ns > INT64_MAX - now ? INT64_MAX : now + ns;
    return true;
}

/* ---- select ---- */

typedef struct Watched { Value objects, fds; fd_set set; } Watched; /* two lists: what was given, and the descriptor of each */

/* A list is read as it is while its items' fileno() run. */
static bool watch(VM *vm, Ref seq, Watched *w, int *most)
{
    FD_ZERO(&w->set);
    Value all = is_list(seq) ? retain(seq) : list_from_iter(vm, seq);
    if (!all) {
        if (!err_matches(vm, EXC_TypeError) || type_of(vm, seq)->s.iter) return false;
        err_clear(vm);
        return err_false(vm, EXC_TypeError, "arguments 1-3 must be sequences");
    }
    bool ok = (w->objects = list_new(vm, 0)) && (w->fds = list_new(vm, 0));
    for (int64_t i = 0; ok && i < as_list(all)->len; i++) {
        int fd;
        Value o = retain(as_list(all)->items[i]);
        ok = lib_fd(vm, o, &fd) && (fd < FD_SETSIZE || err_false(vm, EXC_ValueError, "filedescriptor out of range in select()")) &&
             (i < FD_SETSIZE || err_false(vm, EXC_ValueError, "too many file descriptors in select()")) && list_append(vm, w->objects, o) &&
             list_append(vm, w->fds, make_small(fd));
        release(vm, o);
        if (!ok) break;
        FD_SET(fd, &w->set);
        if (fd > *most) *most = fd;
    }
    release(vm, all);
    return ok;
}
static Value ready_of(VM *vm, const Watched *w, const fd_set *set)
{
    Value list = list_new(vm, 0);
    for (int64_t i = 0; list && i < as_list(w->fds)->len; i++)
        if (FD_ISSET((int)small_of(as_list(w->fds)->items[i]), set) && !list_append(vm, list, as_list(w->objects)->items[i])) value_clear(vm, &list);
    return list;
}

/* select(2) in steps: false raised. */
static bool wait_sets(VM *vm, Watched *w, int most, int64_t until, fd_set *got)
{
    int step = 0;
    for (;;) {
        for (int i = 0; i < 3; i++) got[i] = w[i].set;
        struct timeval t = {0, step * 1000};
        int r = step ? THREAD_AWAY(vm, select(most + 1, &got[0], &got[1], &got[2], &t)) : select(most + 1, &got[0], &got[1], &got[2], &t);
        if (r < 0 && errno != EINTR) return err_errno(vm, errno, NULL), false;
        if (r <= 0 && step) vm_idle(vm);
        if (!vm_poll(vm)) return false;
        if (r > 0) return true;
        if ((step = lib_step(until)) == 0) {
            for (int i = 0; i < 3; i++) FD_ZERO(&got[i]);
            return true;
        }
    }
}

FN(fn_select)
{
    Watched w[3] = {{0}};
    fd_set got[3];
    int64_t until;
    int most = -1;
    Value r[3] = {NULL, NULL, NULL}, t = NULL;
    bool ok = until_of(vm, args[3], 1000000000, false, "timeout must be a float or None", &until);
    for (int i = 0; ok && i < 3; i++) ok = watch(vm, args[i], &w[i], &most);
    ok = ok && wait_sets(vm, w, most, until, got);
    for (int i = 0; ok && i < 3; i++) ok = (r[i] = ready_of(vm, &w[i], &got[i])) != NULL;
    if (ok) t = tuple_of(vm, 3, (Ref)r[0], (Ref)r[1], (Ref)r[2]);
    for (int i = 0; i < 3; i++) {
        release(vm, r[i]);
        release(vm, w[i].objects);
        release(vm, w[i].fds);
    }
    return t;
}

FN(fn_poll)
{
    SelectState *s = select_state(vm);
    return s ? poll_make(vm, s->poll) : NULL;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    SelectState *s = as_module(module)->state;
    return (s->poll = type_from_def(vm, &poll_def, NULL)) && (s->epoll = type_from_def(vm, &epoll_def, NULL)) && dict_set_c(vm, REF(ns), "epoll", REF(s->epoll)) &&
           dict_set_c(vm, REF(ns), "error", REF(vm->exc_types[EXC_OSError]));
}
static void done(VM *vm, void *state)
{
    release(vm, VAL(((SelectState *)state)->poll));
    release(vm, VAL(((SelectState *)state)->epoll));
}

static const NativeDef functions[] = {
    {"select", fn_select, "rlist, wlist, xlist, timeout=None, /",
     "Waits for files to be ready, timeout seconds at most.\n\nAnswers three lists: those of rlist to read from, of wlist to write to, of xlist with something exceptional.", 0},
    {"poll", fn_poll, "", "Returns a polling object.\n\nIt watches the descriptors that are registered with it.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, (int64_t)(unsigned)name, 0, NULL}
static const ModuleConst constants[] = {
    C(POLLIN), C(POLLPRI), C(POLLOUT), C(POLLERR), C(POLLHUP), C(POLLNVAL), C(POLLRDNORM), C(POLLRDBAND), C(POLLWRNORM), C(POLLWRBAND), C(POLLMSG), C(POLLRDHUP),
    C(EPOLLIN), C(EPOLLPRI), C(EPOLLOUT), C(EPOLLERR), C(EPOLLHUP), C(EPOLLRDHUP), C(EPOLLET), C(EPOLLONESHOT), C(EPOLLEXCLUSIVE), C(EPOLLRDNORM),
    C(EPOLLRDBAND), C(EPOLLWRNORM), C(EPOLLWRBAND), C(EPOLLMSG), C(EPOLL_CLOEXEC), {"PIPE_BUF", CONST_INT, PIPE_BUF, 0, NULL}, {0}};

const ModuleDef select_module = {.name = "select", .doc = "Waiting until one of several files is ready.", .functions = functions, .constants = constants, .init = init,
    .state_size = sizeof(SelectState), .done = done};
