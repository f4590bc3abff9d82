/* mod_socket.c: the module _socket: its table, its exceptions, descriptors and pairs. The type stands in mod_socket_object.c and its
 * siblings, names and numbers in mod_socket_names.c, the constants in mod_socket.def. */
#include "mod_socket.h"

#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <unistd.h>

#include <linux/if_packet.h>
#include <linux/netlink.h>

FN(fn_close)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    int r = THREAD_AWAY(vm, close(fd));
    return r < 0 && errno != ECONNRESET ? err_errno(vm, errno, NULL) : V_NONE;
}
FN(fn_dup)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    int r = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}

static Value sock_of(VM *vm, SocketState *st, int fd, int family, int type, int proto)
{
    Sock *s = (Sock *)obj_alloc(vm, st->socket, sizeof(Sock));
    if (!s) return close(fd), NO_VALUE;
    s->fd = -1;
    if (sock_setup(vm, s, fd, family, type, proto)) return VAL(s);
    release(vm, VAL(s));
    return NULL;
}
/* family, type, proto */
FN(fn_socketpair)
{
    SocketState *st = socket_state(vm);
    int family = AF_UNIX, type = SOCK_STREAM, proto = 0, fd[2];
    if (!st || (args[0] && !int_arg(vm, args[0], &family)) || (args[1] && !int_arg(vm, args[1], &type)) || (args[2] && !int_arg(vm, args[2], &proto))) return NULL;
    if (socketpair(family, type | SOCK_CLOEXEC, proto, fd) < 0) return err_errno(vm, errno, NULL);
    Value a = sock_of(vm, st, fd[0], family, type, proto);
    if (!a) return close(fd[1]), NO_VALUE;
    Value b = sock_of(vm, st, fd[1], family, type, proto), both = b ? tuple_of(vm, 2, (Ref)a, (Ref)b) : NULL;
    release(vm, a);
    release(vm, b);
    return both;
}

FN(fn_getdefaulttimeout)
{
    SocketState *st = socket_state(vm);
    return !st ? NO_VALUE : st->timeout < 0 ? V_NONE : make_float((double)st->timeout / 1e9);
}
FN(fn_setdefaulttimeout)
{
    SocketState *st = socket_state(vm);
    return st && sock_timeout_arg(vm, args[0], &st->timeout) ? V_NONE : NO_VALUE;
}

static Value error_class(VM *vm, const char *called, const char *doc)
{
    Value name = str_intern_c(vm, called), mod = str_from_c(vm, "socket"), d = dict_new(vm), bases = tuple_of(vm, 1, REF(vm->exc_types[EXC_OSError])), t = NULL;
    if (name && mod && d && bases && dict_set(vm, d, NAME(__module__), mod)) t = type_make(vm, REF(CLASS(type)), name, bases, d, NULL);
    release(vm, name);
    release(vm, mod);
    release(vm, d);
    release(vm, bases);
    return t;
}

static bool add_functions(VM *vm, Dict *ns, const NativeDef *row, Ref module)
{
    for (; row->name; row++) {
        Value f = native_new(vm, row, NULL, module);
        if (!f || !module_add(vm, ns, row->name, f)) return false;
    }
    return true;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    SocketState *st = as_module(module)->state;
    st->timeout = -1;
    if (!(st->gaierror = error_class(vm, "gaierror", NULL)) || !(st->herror = error_class(vm, "herror", NULL)) || !(st->socket = type_from_def(vm, &sock_def, NULL))) return false;
    Ref oserror = REF(vm->exc_types[EXC_OSError]);
    return type_add_methods(vm, st->socket, sock_data_methods) && type_add_methods(vm, st->socket, sock_message_methods) &&
           add_functions(vm, ns, socket_name_functions, dict_get_str(vm, REF(ns), NAME(__name__))) && dict_set_c(vm, REF(ns), "error", oserror) &&
           dict_set_c(vm, REF(ns), "gaierror", st->gaierror) && dict_set_c(vm, REF(ns), "herror", st->herror) &&
           dict_set_c(vm, REF(ns), "timeout", REF(vm->exc_types[EXC_TimeoutError])) && dict_set_c(vm, REF(ns), "socket", REF(st->socket)) &&
           dict_set_c(vm, REF(ns), "SocketType", REF(st->socket)) && dict_set_c(vm, REF(ns), "has_ipv6", V_TRUE);
}
static void done(VM *vm, void *state)
{
    SocketState *st = state;
    release(vm, st->gaierror);
    release(vm, st->herror);
    release(vm, VAL(st->socket));
}

static const NativeDef functions[] = {
    {"close", fn_close, "integer, /", "close(integer) -> None\n\nClose a socket's descriptor.", 0},
    {"dup", fn_dup, "integer, /", "dup(integer) -> integer\n\nAnother descriptor of the same socket.", 0},
    {"socketpair", fn_socketpair, "family=1, type=1, proto=0, /", "Two sockets that are the ends of one connection.", NATIVE_PARSED},
    {"getdefaulttimeout", fn_getdefaulttimeout, "", "getdefaulttimeout() -> timeout\n\nThe timeout of new sockets in seconds, or None.", 0},
    {"setdefaulttimeout", fn_setdefaulttimeout, "timeout, /", "setdefaulttimeout(timeout)\n\nSet it.", 0},
    {0},
};
#define C(name) {#name, CONST_INT, name, 0, NULL},
static const ModuleConst constants[] = {
#include "mod_socket.def"
    {0}};
#undef C

const ModuleDef socket_module = {.name = "_socket", .doc = "Sockets.", .functions = functions, .constants = constants, .init = init,
    .state_size = sizeof(SocketState), .done = done};
