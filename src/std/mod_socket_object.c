/* mod_socket_object.c: the type _socket.socket: opening, connecting, listening, options, closing; and how all calls on one wait.
 *
 * A socket with a timeout is non-blocking to the system, and poll waits. One without is blocking, as whoever shares it expects, but its
 * calls wait in poll, too, in short steps between which interrupts, signals and the closing of the socket are noticed. */
#include "lang/object/audit.h"
#include "mod_socket.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- time ---- */

bool sock_timeout_arg(VM *vm, Ref v, int64_t *ns)
{
    double d;
    if (is_none(v)) return *ns = -1, true;
    if (is_float_any(v)) {
        d = float_any_of(v);
        if (isnan(d)) return err_false(vm, EXC_ValueError, "Invalid value NaN (not a number)");
        if (d >= 9223372036.854775807 || d <= -9223372036.854775808) return err_false(vm, EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
        *ns = (int64_t)(d < 0 ? floor(d * 1e9) : ceil(d * 1e9));
    } else {
        int64_t i;
        Value k = num_index(vm, v);
        if (!k) return false;
        bool fits = int_fits_i64(k, &i);
        release(vm, k);
        if (!fits || __builtin_mul_overflow(i, 1000000000, ns)) return err_false(vm, EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
    }
    if (*ns < 0) return err_false(vm, EXC_ValueError, "Timeout value out of range");
    if (*ns / 1000000 > INT32_MAX) return err_false(vm, EXC_OverflowError, "timeout doesn't fit into C timeval");
    return true;
}

int64_t sock_until(const Sock *s) { return s->timeout > 0 ? lib_clock() + s->timeout : -1; }

/* ---- waiting ---- */

/* 1: there may be something to do; 0: the time is over; -1: raised. */
static int wait_for(VM *vm, Sock *s, short events, int64_t until)
{
    struct pollfd p = {s->fd, events, 0};
    if (s->fd < 0) return 1; /* the call says it */
    for (;;) {
        int r = lib_poll(vm, &p, 1, until, &s->fd);
        if (r == LIB_RAISED) return -1;
        return r != 0;
    }
}

/* A socket without a timeout is about to wait: not if its descriptor was made non-blocking elsewhere; only so long as its own options say. */
static bool may_wait(const Sock *s, short events, int64_t *until)
{
    struct timeval most = {0};
    socklen_t k = sizeof most;
    int flags = fcntl(s->fd, F_GETFL);
    if (flags >= 0 && flags & O_NONBLOCK) return false;
    if (*until < 0 && getsockopt(s->fd, SOL_SOCKET, events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO, &most, &k) == 0 && (most.tv_sec || most.tv_usec))
        *until = lib_clock() + (int64_t)most.tv_sec * 1000000000 + (int64_t)most.tv_usec * 1000;
    return true;
}

bool sock_call(VM *vm, Sock *s, short events, int64_t until, int how, SockStep step, void *data)
{
    bool wait = s->timeout > 0 || (s->timeout < 0 && !(how & SOCK_ASK_FIRST) && may_wait(s, events, &until));
    for (;;) {
        if (wait) {
            int r = wait_for(vm, s, events, until);
            if (r < 0) return false;
            if (r == 0 && s->timeout < 0) return err_errno(vm, EAGAIN, NULL), false;
            if (r == 0) return err_false(vm, EXC_TimeoutError, "timed out");
        }
        if (THREAD_AWAY(vm, step(s, data))) return true;
        int e = errno;
        if (e == EINTR) {
            if (!vm_poll(vm)) return false;
        } else if (s->timeout != 0 && (e == EAGAIN || e == EWOULDBLOCK) && !(how & SOCK_ONCE) && (wait || s->timeout > 0 || may_wait(s, events, &until))) {
            if (!vm_poll(vm)) return false;
            wait = true;
        } else return err_errno(vm, e, NULL), false;
    }
}

static bool set_blocking(int fd, bool on)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, on ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) >= 0;
}

/* ---- making ---- */

static Value sock_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    Sock *s = (Sock *)obj_alloc(vm, as_type(type), as_type(type)->inst_size);
    if (!s) return NULL;
    s->fd = -1;
    s->timeout = -1;
    return VAL(s);
}

bool sock_setup(VM *vm, Sock *s, int fd, int family, int type, int proto)
{
    SocketState *st = socket_state(vm);
    bool ok = st != NULL;
    int64_t timeout = ok ? st->timeout : -1;
    if (type & SOCK_NONBLOCK) timeout = 0;
    else if (ok && timeout >= 0 && !set_blocking(fd, false)) {
        err_errno(vm, errno, NULL);
        ok = false;
    }
    if (!ok) return close(fd), false;
    int old = s->fd;
    s->fd = fd;
    s->family = family;
    s->type = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    s->proto = proto;
    s->timeout = timeout;
    if (old >= 0 && old != fd) close(old); /* __init__ once more */
    return true;
}

/* What a descriptor says of itself, for what the caller left out (-1). */
static bool adopt(VM *vm, Ref v, int *fd, int *family, int *type, int *proto)
{
    Address a;
    socklen_t len = sizeof a, k = sizeof(int);
    if (!int_arg(vm, v, fd)) return false;
    if (*fd < 0) return err_false(vm, EXC_ValueError, "negative file descriptor");
    memset(&a, 0, sizeof a);
    if (getsockname(*fd, &a.any, &len) < 0) {
        if (*family == -1 || errno == EBADF || errno == ENOTSOCK) return err_errno(vm, errno, NULL), false;
    } else if (*family == -1) *family = a.any.sa_family;
    if (*type == -1 && getsockopt(*fd, SOL_SOCKET, SO_TYPE, type, &k) < 0) return err_errno(vm, errno, NULL), false;
    k = sizeof(int);
    if (*proto == -1 && getsockopt(*fd, SOL_SOCKET, SO_PROTOCOL, proto, &k) < 0) return err_errno(vm, errno, NULL), false;
    return true;
}

static bool open_as(VM *vm, Sock *s, const Ref *args)
{
    int family = -1, type = -1, proto = -1, fd;
    if ((args[1] && !int_arg(vm, args[1], &family)) || (args[2] && !int_arg(vm, args[2], &type)) || (args[3] && !int_arg(vm, args[3], &proto))) return false;
    if (args[4] && !is_none(args[4])) {
        if (!adopt(vm, args[4], &fd, &family, &type, &proto)) return false;
    } else {
        if (family == -1) family = AF_INET;
        if (type == -1) type = SOCK_STREAM;
        if (proto == -1) proto = 0;
        if ((fd = socket(family, type | SOCK_CLOEXEC, proto)) < 0) return err_errno(vm, errno, NULL), false;
    }
    return sock_setup(vm, s, fd, family, type, proto);
}

static bool sock_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[4] = {"family", "type", "proto", "fileno"};
    Ref all[5] = {self};
    if (n > 4) return err_false(vm, EXC_TypeError, "socket() takes at most 4 arguments (%d given)", n + (kwnames ? (int)as_tuple(kwnames)->len : 0));
    for (int i = 0; i < n; i++) all[i + 1] = args[i];
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref name = as_tuple(kwnames)->items[i];
        int k = 0;
        while (k < 4 && !str_equal_c(name, names[k])) k++;
        if (k == 4) return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for socket()", name);
        if (all[k + 1]) return err_false(vm, EXC_TypeError, "argument for socket() given by name ('%U') and position (%d)", name, k + 1);
        all[k + 1] = args[n + i];
    }
    return AUDIT(vm, "socket.__new__", "OOOO", self, all[1] ? all[1] : (Ref)make_small(-1), all[2] ? all[2] : (Ref)make_small(-1), all[3] ? all[3] : (Ref)make_small(-1)) && open_as(vm, as_sock(self), all);
}

static void sock_del(VM *vm, Ref o)
{
    Sock *s = as_sock(o);
    if (s->fd < 0) return;
    err_warn_unclosed(vm, str_format(vm, "unclosed %R", o), o);
    if (s->fd >= 0) close(s->fd);
    s->fd = -1;
}

static void sock_dealloc(VM *vm, Obj *o)
{
    if (!inst_finalize(vm, o)) return;
    if (((Sock *)o)->fd >= 0) close(((Sock *)o)->fd);
    obj_free(vm, o, o->type->inst_size);
}

static Value sock_repr(VM *vm, Ref o)
{
    const Sock *s = as_sock(o);
    return str_format(vm, "<socket object, fd=%d, family=%d, type=%d, proto=%d>", s->fd, s->family, s->type, s->proto);
}

/* ---- connecting ---- */

static bool connect_done(Sock *s, void *data)
{
    int e = 0;
    socklen_t k = sizeof e;
    if (getsockopt(s->fd, SOL_SOCKET, SO_ERROR, &e, &k) < 0) return false;
    errno = e;
    return e == 0 || e == EISCONN;
}

/* connect(2) while other threads run. On a socket that waits for ever it must not: poll will. A UNIX socket's cannot be asked later. */
static int try_connect(VM *vm, Sock *s, const Address *a, socklen_t len)
{
    bool apart = s->timeout < 0 && s->type == SOCK_STREAM && s->family != AF_UNIX;
    int flags = apart ? fcntl(s->fd, F_GETFL) : 0;
    if (apart && flags >= 0 && !(flags & O_NONBLOCK)) fcntl(s->fd, F_SETFL, flags | O_NONBLOCK);
    int r = THREAD_AWAY(vm, connect(s->fd, &a->any, len)), e = r < 0 ? errno : 0;
    if (apart && flags >= 0 && !(flags & O_NONBLOCK)) fcntl(s->fd, F_SETFL, flags);
    return e;
}

/* 0: connected; else the system's error; -1: raised. */
static int connect_to(VM *vm, Sock *s, const Address *a, socklen_t len)
{
    int64_t until = sock_until(s);
    int e;
    while ((e = try_connect(vm, s, a, len)) == EINTR && s->family == AF_UNIX)
        if (!vm_poll(vm)) return -1;
    if (e == EINTR && !vm_poll(vm)) return -1;
    if (s->timeout == 0 || (e != EINTR && e != EINPROGRESS)) return e;
    int r = wait_for(vm, s, POLLOUT, until);
    if (r <= 0) return r < 0 ? -1 : EWOULDBLOCK;
    return connect_done(s, NULL) ? 0 : errno;
}

FN(sock_connect)
{
    Sock *s = as_sock(args[0]);
    Address a;
    socklen_t len;
    if (!address_from(vm, s, args[1], "connect", &a, &len)) return NULL;
    int e = connect_to(vm, s, &a, len);
    if (e == EWOULDBLOCK && s->timeout > 0) return err_raise(vm, EXC_TimeoutError, "timed out");
    return e == 0 ? V_NONE : e < 0 ? NO_VALUE : err_errno(vm, e, NULL);
}
FN(sock_connect_ex)
{
    Address a;
    socklen_t len;
    if (!address_from(vm, as_sock(args[0]), args[1], "connect_ex", &a, &len)) return NULL;
    int e = connect_to(vm, as_sock(args[0]), &a, len);
    return e < 0 ? NO_VALUE : make_small(e);
}

FN(sock_bind)
{
    if (!AUDIT(vm, "socket.bind", "OO", args[0], args[1])) return NULL;
    Address a;
    socklen_t len;
    if (!address_from(vm, as_sock(args[0]), args[1], "bind", &a, &len)) return NULL;
    return bind(as_sock(args[0])->fd, &a.any, len) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}
FN(sock_listen)
{
    int backlog = SOMAXCONN < 128 ? SOMAXCONN : 128;
    if (args[1] && !int_arg(vm, args[1], &backlog)) return NULL;
    return listen(as_sock(args[0])->fd, backlog < 0 ? 0 : backlog) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}

typedef struct Accepted { Address from; socklen_t len; int fd; } Accepted;
static bool accept_step(Sock *s, void *data)
{
    Accepted *a = data;
    a->len = sizeof a->from;
    return (a->fd = accept4(s->fd, &a->from.any, &a->len, SOCK_CLOEXEC)) >= 0;
}
FN(sock_accept)
{
    Sock *s = as_sock(args[0]);
    Accepted a;
    int listens = 0;
    socklen_t k = sizeof listens;
    memset(&a, 0, sizeof a);
    if (getsockopt(s->fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &k) == 0 && !listens) { /* nobody will come: what is wrong is said at once */
        if (!accept_step(s, &a)) return err_errno(vm, errno, NULL);
    } else if (!sock_call(vm, s, POLLIN, sock_until(s), 0, accept_step, &a)) return NULL;
    Value from = address_value(vm, &a.from, a.len), both = from ? tuple_of(vm, 2, make_small(a.fd), (Ref)from) : NULL;
    release(vm, from);
    if (!both) close(a.fd);
    return both;
}

/* ---- names, options, ends ---- */

static Value own_name(VM *vm, Ref self, int (*ask)(int, struct sockaddr *, socklen_t *))
{
    Address a;
    socklen_t len = sizeof a;
    memset(&a, 0, sizeof a);
    return ask(as_sock(self)->fd, &a.any, &len) < 0 ? err_errno(vm, errno, NULL) : address_value(vm, &a, len);
}
static int ask_own(int fd, struct sockaddr *a, socklen_t *len) { return getsockname(fd, a, len); }
static int ask_peer(int fd, struct sockaddr *a, socklen_t *len) { return getpeername(fd, a, len); }
FN(sock_getsockname) { return own_name(vm, args[0], ask_own); }
FN(sock_getpeername) { return own_name(vm, args[0], ask_peer); }

FN(sock_getsockopt)
{
    int level, option, size = 0, flag = 0;
    if (!int_arg(vm, args[1], &level) || !int_arg(vm, args[2], &option) || (args[3] && !int_arg(vm, args[3], &size))) return NULL;
    int fd = as_sock(args[0])->fd;
    socklen_t len = sizeof flag;
    if (size == 0) return getsockopt(fd, level, option, &flag, &len) < 0 ? err_errno(vm, errno, NULL) : make_small(flag);
    if (size < 0 || size > 1024) return err_raise(vm, EXC_OSError, "getsockopt buflen out of range");
    char room[1024];
    len = (socklen_t)size;
    return getsockopt(fd, level, option, room, &len) < 0 ? err_errno(vm, errno, NULL) : bytes_from(vm, room, len);
}

/* The low 32 bits of an int; false: raised. */
static bool low_bits(VM *vm, Ref v, uint32_t *out)
{
    Value k = num_index(vm, v), low = k ? op_binary(vm, OP_AND, k, make_small(0xFFFFFFFF)) : NULL;
    release(vm, k);
    if (!low) return false;
    *out = (uint32_t)small_of(low);
    release(vm, low);
    return true;
}

/* value: an int; None with a length; or bytes */
FN(sock_setsockopt)
{
    Sock *s = as_sock(args[0]);
    int level, option, flag, r;
    uint32_t len;
    if (!int_arg(vm, args[1], &level) || !int_arg(vm, args[2], &option)) return NULL;
    if (args[4]) {
        if (!is_none(args[3])) return err_raise(vm, EXC_TypeError, "setsockopt() takes exactly 3 arguments (4 given)");
        if (!low_bits(vm, args[4], &len)) return NULL;
        r = setsockopt(s->fd, level, option, NULL, len);
    } else if ((is_int(args[3]) || type_of(vm, args[3])->s.to_index) && int_arg(vm, args[3], &flag)) {
        r = setsockopt(s->fd, level, option, &flag, sizeof flag);
    } else {
        BufferView view;
        if (err_occurred(vm) && !err_matches(vm, EXC_OverflowError)) return NULL;
        err_clear(vm);
        if (!buffer_get(vm, args[3], &view)) return NULL;
        r = setsockopt(s->fd, level, option, view.data, (socklen_t)(view.len > INT32_MAX ? INT32_MAX : view.len));
        int e = errno;
        buffer_release(vm, &view);
        errno = e;
    }
    return r < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}

FN(sock_shutdown)
{
    int how;
    if (!int_arg(vm, args[1], &how)) return NULL;
    return shutdown(as_sock(args[0])->fd, how) < 0 ? err_errno(vm, errno, NULL) : V_NONE;
}

FN(sock_close)
{
    int fd = as_sock(args[0])->fd;
    if (fd < 0) return V_NONE;
    as_sock(args[0])->fd = -1;
    int r = THREAD_AWAY(vm, close(fd));
    return r < 0 && errno != ECONNRESET ? err_errno(vm, errno, NULL) : V_NONE; /* reset by its peer: closed all the same */
}
FN(sock_detach)
{
    int fd = as_sock(args[0])->fd;
    as_sock(args[0])->fd = -1;
    return make_small(fd);
}
FN(sock_fileno) { return make_small(as_sock(args[0])->fd); }

FN(sock_setblocking)
{
    Sock *s = as_sock(args[0]);
    int on = op_truth(vm, args[1]);
    if (on < 0) return NULL;
    s->timeout = on ? -1 : 0;
    return set_blocking(s->fd, on) ? V_NONE : err_errno(vm, errno, NULL);
}
FN(sock_getblocking) { return make_bool(as_sock(args[0])->timeout != 0); }
FN(sock_settimeout)
{
    Sock *s = as_sock(args[0]);
    int64_t ns = -1;
    if (!sock_timeout_arg(vm, args[1], &ns)) return NULL;
    s->timeout = ns;
    return set_blocking(s->fd, ns < 0) ? V_NONE : err_errno(vm, errno, NULL);
}
static Value get_timeout(VM *vm, Ref o)
{
    const Sock *s = as_sock(o);
    return s->timeout < 0 ? V_NONE : make_float((double)s->timeout / 1e9);
}
FN(sock_gettimeout) { return get_timeout(vm, args[0]); }

static Value get_family(VM *vm, Ref o) { return make_small(as_sock(o)->family); }
static Value get_type(VM *vm, Ref o) { return make_small(as_sock(o)->type); }
static Value get_proto(VM *vm, Ref o) { return make_small(as_sock(o)->proto); }

static const NativeDef methods[] = {
    {"_accept", sock_accept, "self, /", "_accept() -> (integer, address info)\n\nWait for a connection: its descriptor, and the address of who connects.", 0},
    {"bind", sock_bind, "self, address, /", "bind(address)\n\nGive the socket a local address.", 0},
    {"close", sock_close, "self, /", "close()\n\nClose the socket.", 0},
    {"connect", sock_connect, "self, address, /", "Makes the peer at an address the other end.", 0},
    {"connect_ex", sock_connect_ex, "self, address, /", "connect_ex(address) -> errno\n\nThe same, but answers the error's number, 0 for none.", 0},
    {"detach", sock_detach, "self, /", "detach()\n\nClose the object but not the descriptor, which is answered.", 0},
    {"fileno", sock_fileno, "self, /", "fileno() -> integer\n\nThe descriptor.", 0},
    {"getpeername", sock_getpeername, "self, /", "getpeername() -> address info\n\nThe address of the other end.", 0},
    {"getsockname", sock_getsockname, "self, /", "getsockname() -> address info\n\nThe address of this end.", 0},
    {"getsockopt", sock_getsockopt, "self, level, option, buffersize=0, /", "getsockopt(level, option[, buffersize]) -> value\n\nAn option: an int, or with a size the bytes.", NATIVE_PARSED},
    {"listen", sock_listen, "self, backlog=128, /", "listen([backlog])\n\nLet others connect.", NATIVE_PARSED},
    {"setblocking", sock_setblocking, "self, flag, /", "setblocking(flag)\n\nWait without end (True) or never (False).", 0},
    {"getblocking", sock_getblocking, "self, /", "getblocking()\n\nDo calls wait?", 0},
    {"settimeout", sock_settimeout, "self, timeout, /", "settimeout(timeout)\n\nHow many seconds calls wait; None: without end.", 0},
    {"gettimeout", sock_gettimeout, "self, /", "gettimeout() -> timeout\n\nHow many seconds calls wait; None: without end.", 0},
    {"setsockopt", sock_setsockopt, "self, level, option, value, optlen=None, /", "Sets an option: to an int, to bytes as they are, or (value None) to nothing of optlen bytes.", NATIVE_PARSED},
    {"shutdown", sock_shutdown, "self, flag, /", "shutdown(flag)\n\nEnd one or both directions.", 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"family", get_family, getset_readonly, "the socket family"},
    {"type", get_type, getset_readonly, "the socket type"},
    {"proto", get_proto, getset_readonly, "the socket protocol"},
    {"timeout", get_timeout, NULL, "the socket timeout"},
    {0},
};
const TypeDef sock_def = {
    .name = "_socket.socket", .doc = "One end of a connection, or of none yet.",
    .kind = KIND_OPAQUE, .size = sizeof(Sock), .flags = TYPE_GC | TYPE_BASE | TYPE_HAS_DEL,
    .s = {.new_ = sock_new, .init = sock_init, .repr = sock_repr, .del = sock_del}, .dealloc = sock_dealloc, .methods = methods, .getsets = getsets};
