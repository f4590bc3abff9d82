/* mod_socket.h: what the files of the module _socket share: the socket, addresses, and waiting. */
#ifndef PERCH_LIB_MOD_SOCKET_H
#define PERCH_LIB_MOD_SOCKET_H

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "lang/object/thread.h"
#include "mod_posix.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct Sock {
    Obj head;
    int fd; /* -1: closed */
    int family, type, proto;
    int64_t timeout; /* ns; 0: never waits; -1: waits without end */
} Sock;
static inline Sock *as_sock(Ref v) { return (Sock *)BITS(v); }

typedef struct SocketState {
    Type *socket;
    Value gaierror, herror;
    int64_t timeout; /* of new sockets */
} SocketState;
extern const ModuleDef socket_module;
static inline SocketState *socket_state(VM *vm) { return module_state(vm, &socket_module); }

/* ---- mod_socket_object.c ---- */
extern const TypeDef sock_def;
bool sock_setup(VM *vm, Sock *s, int fd, int family, int type, int proto); /* as a new socket of the module is; takes fd, also on failure */
bool sock_timeout_arg(VM *vm, Ref v, int64_t *ns); /* a number of seconds or None */
int64_t sock_until(const Sock *s);                 /* when a wait that begins now is over (lib_clock); -1: never */
/* Calls step (false: errno says why) until it is done; waits before and between as the socket's timeout says, `until` at most. false: raised. */
typedef bool (*SockStep)(Sock *s, void *data);
enum {
    SOCK_ASK_FIRST = 1, /* step never blocks: a socket without a timeout waits only when step would have to */
    SOCK_ONCE = 2,      /* and then does not wait either: the caller's flags say so */
};
bool sock_call(VM *vm, Sock *s, short events, int64_t until, int how, SockStep step, void *data);
static inline int sock_how(const Sock *s, int flags)
{
    if (s->timeout >= 0 || flags & MSG_WAITALL) return 0;
    return flags & MSG_DONTWAIT ? SOCK_ASK_FIRST | SOCK_ONCE : SOCK_ASK_FIRST;
}
/* The flags of a send or receive: sockets that wait for ever wait in poll, where an interrupt reaches them. */
static inline int sock_flags(const Sock *s, int flags) { return s->timeout < 0 && !(flags & MSG_WAITALL) ? flags | MSG_DONTWAIT : flags; }

/* ---- mod_socket_data.c, mod_socket_message.c ---- */
extern const NativeDef sock_data_methods[], sock_message_methods[];

/* ---- mod_socket_address.c ---- */
typedef union Address {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_un un;
    struct sockaddr_storage room;
} Address;
bool address_from(VM *vm, const Sock *s, Ref v, const char *caller, Address *out, socklen_t *len);
Value address_value(VM *vm, const Address *a, socklen_t len);
/* A host name as the resolver takes it: str (what is not ASCII in its encoding for names), bytes or bytearray; *held keeps the text. NULL: raised. */
const char *host_arg(VM *vm, Ref v, Value *held);
bool host_lookup(VM *vm, const char *name, int family, Address *out); /* one address; raises gaierror */
bool host_error(VM *vm, int code); /* raises gaierror of getaddrinfo's answer; false */

/* ---- mod_socket_names.c ---- */
extern const NativeDef socket_name_functions[];
#endif
