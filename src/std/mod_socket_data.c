/* mod_socket_data.c: what a socket sends and receives: send, sendall, sendto, recv, recvfrom and their kin that fill a buffer. */
#include "mod_socket.h"

/* ---- receiving ---- */

typedef struct Receipt {
    unsigned char *to;
    size_t room;
    int flags;
    ssize_t got;
    Address *from; /* or NULL */
    socklen_t len;
} Receipt;
static bool recv_step(Sock *s, void *data)
{
    Receipt *r = data;
    int flags = sock_flags(s, r->flags);
    r->len = sizeof *r->from;
    r->got = r->from ? recvfrom(s->fd, r->to, r->room, flags, &r->from->any, &r->len) : recv(s->fd, r->to, r->room, flags);
    return r->got >= 0;
}
static bool receive(VM *vm, Sock *s, Receipt *r)
{
    return sock_call(vm, s, POLLIN, sock_until(s), sock_how(s, r->flags), recv_step, r);
}

/* What came, at most `size` bytes. */
static Value receive_bytes(VM *vm, Sock *s, int64_t size, int flags, Receipt *r)
{
    Value b = bytes_from(vm, NULL, size);
    if (!b) return NULL;
    r->to = as_bytes(b)->data;
    r->room = (size_t)size;
    r->flags = flags;
    if (!receive(vm, s, r)) return release(vm, b), NO_VALUE;
    if (r->got == size) return b;
    Value part = bytes_from(vm, as_bytes(b)->data, r->got < size ? r->got : size); /* more than was asked for: MSG_TRUNC says how much there was */
    release(vm, b);
    return part;
}

static bool flags_arg(VM *vm, Ref v, int *flags)
{
    *flags = 0;
    return !v || int_arg(vm, v, flags);
}

FN(sock_recv)
{
    int64_t size;
    int flags;
    Receipt r = {0};
    if (!num_index_ssize(vm, args[1], &size) || !flags_arg(vm, args[2], &flags)) return NULL;
    if (size < 0) return err_raise(vm, EXC_ValueError, "negative buffersize in recv");
    return receive_bytes(vm, as_sock(args[0]), size, flags, &r);
}

static Value with_address(VM *vm, Value what /*taken*/, const Receipt *r)
{
    Value from = what ? address_value(vm, r->from, r->len) : NULL, both = from ? tuple_of(vm, 2, (Ref)what, (Ref)from) : NULL;
    release(vm, what);
    release(vm, from);
    return both;
}
FN(sock_recvfrom)
{
    int64_t size;
    int flags;
    Address from;
    Receipt r = {.from = &from};
    memset(&from, 0, sizeof from);
    if (!num_index_ssize(vm, args[1], &size) || !flags_arg(vm, args[2], &flags)) return NULL;
    if (size < 0) return err_raise(vm, EXC_ValueError, "negative buffersize in recvfrom");
    return with_address(vm, receive_bytes(vm, as_sock(args[0]), size, flags, &r), &r);
}

/* args: self, buffer, nbytes, flags. The bytes received, or -1: raised. */
static int64_t receive_into(VM *vm, const Ref *args, const char *name, const char *too_small, Receipt *r)
{
    BufferView view;
    int64_t size = 0;
    if ((args[2] && !num_index_ssize(vm, args[2], &size)) || !flags_arg(vm, args[3], &r->flags)) return -1;
    if (!buffer_check(vm, args[1])) return err_minus(vm, EXC_TypeError, "%s() argument 1 must be read-write bytes-like object, not %T", name, args[1]);
    if (!buffer_get(vm, args[1], &view)) return -1;
    bool ok = false;
    if (view.readonly) err_raise(vm, EXC_TypeError, "%s() argument 1 must be read-write bytes-like object, not %T", name, args[1]);
    else if (size < 0) err_raise(vm, EXC_ValueError, "negative buffersize in %s", name);
    else if (size > view.len) err_raise(vm, EXC_ValueError, "%s", too_small);
    else {
        r->to = view.data;
        r->room = (size_t)(size ? size : view.len);
        ok = receive(vm, as_sock(args[0]), r);
    }
    buffer_release(vm, &view);
    return ok ? r->got : -1;
}
FN(sock_recv_into)
{
    Receipt r = {0};
    int64_t k = receive_into(vm, args, "recv_into", "buffer too small for requested bytes", &r);
    return k < 0 ? NO_VALUE : make_small(k);
}
FN(sock_recvfrom_into)
{
    Address from;
    Receipt r = {.from = &from};
    memset(&from, 0, sizeof from);
    int64_t k = receive_into(vm, args, "recvfrom_into", "nbytes is greater than the length of the buffer", &r);
    return k < 0 ? NO_VALUE : with_address(vm, make_small(k), &r);
}

/* ---- sending ---- */

typedef struct Sending {
    const unsigned char *p;
    size_t n;
    int flags;
    ssize_t sent;
    const Address *to; /* or NULL */
    socklen_t len;
} Sending;
static bool send_step(Sock *s, void *data)
{
    Sending *k = data;
    int flags = sock_flags(s, k->flags);
    k->sent = k->to ? sendto(s->fd, k->p, k->n, flags | MSG_NOSIGNAL, &k->to->any, k->len) : send(s->fd, k->p, k->n, flags | MSG_NOSIGNAL);
    return k->sent >= 0;
}
/* Some of it. Where a socket waits without end the system would take all of it, so that this does, too. */
static bool send_once(VM *vm, Sock *s, Sending *k, int64_t until)
{
    int how = sock_how(s, k->flags);
    ssize_t done = 0;
    for (;;) {
        if (!sock_call(vm, s, POLLOUT, until, how, send_step, k)) return false;
        done += k->sent;
        if (s->timeout >= 0 || how & SOCK_ONCE || (size_t)k->sent >= k->n || k->sent == 0 || s->type != SOCK_STREAM) break;
        k->p += k->sent;
        k->n -= (size_t)k->sent;
    }
    k->sent = done;
    return true;
}

FN(sock_send)
{
    BufferView view;
    int flags;
    if (!flags_arg(vm, args[2], &flags) || !buffer_get(vm, args[1], &view)) return NULL;
    Sending k = {view.data, (size_t)view.len, flags, 0, NULL, 0};
    Sock *s = as_sock(args[0]);
    bool ok = send_once(vm, s, &k, sock_until(s));
    buffer_release(vm, &view);
    return ok ? make_small(k.sent) : NO_VALUE;
}

FN(sock_sendall)
{
    BufferView view;
    int flags;
    if (!flags_arg(vm, args[2], &flags) || !buffer_get(vm, args[1], &view)) return NULL;
    Sock *s = as_sock(args[0]);
    int64_t until = sock_until(s);
    Sending k = {view.data, (size_t)view.len, flags, 0, NULL, 0};
    bool ok = true;
    do {
        const unsigned char *end = k.p + k.n;
        const unsigned char *start = k.p;
        ok = send_once(vm, s, &k, until) && vm_poll(vm);
        if (ok) {
            k.p = start + k.sent;
            k.n = (size_t)(end - k.p);
        }
    } while (ok && k.n > 0);
    buffer_release(vm, &view);
    return ok ? V_NONE : NO_VALUE;
}

/* data, address; or data, flags, address */
FN(sock_sendto)
{
    Sock *s = as_sock(args[0]);
    BufferView view;
    Address to;
    int flags = 0;
    Ref rest = args[1];
    int64_t count = as_tuple(rest)->len;
    if (count < 2 || count > 3) return err_raise(vm, EXC_TypeError, "sendto() takes 2 or 3 arguments (%lld given)", (long long)count);
    if (!buffer_get(vm, as_tuple(rest)->items[0], &view)) return NULL;
    Sending k = {view.data, (size_t)view.len, 0, 0, &to, 0};
    bool ok = (count < 3 || int_arg(vm, as_tuple(rest)->items[1], &flags)) && address_from(vm, s, as_tuple(rest)->items[count - 1], "sendto", &to, &k.len);
    k.flags = flags;
    ok = ok && send_once(vm, s, &k, sock_until(s));
    buffer_release(vm, &view);
    return ok ? make_small(k.sent) : NO_VALUE;
}

const NativeDef sock_data_methods[] = {
    {"recv", sock_recv, "self, buffersize, flags=0, /", "recv(buffersize[, flags]) -> data\n\nReceive at most so many bytes; b'' at the end.", NATIVE_PARSED},
    {"recv_into", sock_recv_into, "self, buffer, nbytes=0, flags=0", "recv_into(buffer, [nbytes[, flags]]) -> nbytes_read\n\nReceive into a buffer.", NATIVE_KW | NATIVE_PARSED},
    {"recvfrom", sock_recvfrom, "self, buffersize, flags=0, /", "recvfrom(buffersize[, flags]) -> (data, address info)\n\nThe same as recv, and whose it is.", NATIVE_PARSED},
    {"recvfrom_into", sock_recvfrom_into, "self, buffer, nbytes=0, flags=0", "As recv_into, and whose it is: (how many bytes, address).", NATIVE_KW | NATIVE_PARSED},
    {"send", sock_send, "self, data, flags=0, /", "send(data[, flags]) -> count\n\nSend, maybe not all of it: how many bytes went.", NATIVE_PARSED},
    {"sendall", sock_sendall, "self, data, flags=0, /", "sendall(data[, flags])\n\nSend all of it.", NATIVE_PARSED},
    {"sendto", sock_sendto, "self, /, *args", "sendto(data[, flags], address) -> count\n\nSend to an address.", 0},
    {0},
};
