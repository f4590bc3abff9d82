/* mod_socket_address.c: addresses of sockets: from a program's tuples, str and bytes to the system's structures, and back. */
#include "mod_socket.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <netdb.h>
#include <stdio.h>

bool host_error(VM *vm, int code)
{
    SocketState *st = socket_state(vm);
    if (!st) return false;
    if (code == EAI_SYSTEM) return err_errno(vm, errno, NULL), false;
    Value text = str_from_c(vm, gai_strerror(code)), e = text ? call2(vm, st->gaierror, make_small(code), text) : NULL;
    release(vm, text);
    if (e) err_raise_obj(vm, e);
    return false;
}

const char *host_arg(VM *vm, Ref v, Value *held)
{
    const unsigned char *p;
    int64_t len;
    *held = NULL;
    if (is_str(v)) *held = str_is_ascii(as_str(v)) ? bytes_from(vm, as_str(v)->data, as_str(v)->len) : codec_encode(vm, v, "idna", "strict");
    else if (bytes_held(v, &p, &len)) *held = bytes_from(vm, p, len);
    else err_raise(vm, EXC_TypeError, "str, bytes or bytearray expected, not %T", v);
    if (!*held) return NULL;
    const char *text = (const char *)as_bytes(*held)->data;
    if (strlen(text) == (size_t)as_bytes(*held)->len) return text;
    err_raise(vm, EXC_TypeError, "host name must not contain null character");
    value_clear(vm, held);
    return NULL;
}

static void any_address(int family, Address *out)
{
    memset(out, 0, sizeof *out);
    out->any.sa_family = (sa_family_t)family;
}

bool host_lookup(VM *vm, const char *name, int family, Address *out)
{
    any_address(family, out);
    if (!*name && family == AF_INET) return true;
    if (!strcmp(name, "255.255.255.255") || !strcmp(name, "<broadcast>")) {
        if (family != AF_INET && family != AF_UNSPEC) return err_false(vm, EXC_OSError, "address family mismatched");
        any_address(AF_INET, out);
        out->in.sin_addr.s_addr = INADDR_BROADCAST;
        return true;
    }
    if (family != AF_INET6 && inet_pton(AF_INET, name, &out->in.sin_addr) == 1) return out->any.sa_family = AF_INET, true;
    if (family != AF_INET && !strchr(name, '%') && inet_pton(AF_INET6, name, &out->in6.sin6_addr) == 1) return out->any.sa_family = AF_INET6, true;
    struct addrinfo hints = {.ai_family = family, .ai_socktype = SOCK_DGRAM, .ai_flags = *name ? 0 : AI_PASSIVE}, *found = NULL;
    int r = THREAD_AWAY(vm, getaddrinfo(*name ? name : NULL, *name ? NULL : "0", &hints, &found));
    if (r) return host_error(vm, r);
    any_address(family, out);
    memcpy(out, found->ai_addr, found->ai_addrlen < sizeof *out ? found->ai_addrlen : sizeof *out);
    freeaddrinfo(found);
    return true;
}

/* ---- from a program ---- */

static bool unix_from(VM *vm, Ref v, struct sockaddr_un *a, socklen_t *len)
{
    BufferView view;
    Value bytes = is_str(v) ? codec_encode(vm, v, "utf-8", "surrogateescape") : retain(v);
    bool ok = bytes && buffer_get(vm, bytes, &view);
    release(vm, bytes);
    if (!ok) return false;
    bool abstract = view.len == 0 || view.data[0] == 0; /* Linux: a name that is no file's (none: the system finds one); it does not end with a zero */
    if (view.len > (int64_t)sizeof a->sun_path - !abstract) ok = err_false(vm, EXC_OSError, "AF_UNIX path too long");
    else {
        memcpy(a->sun_path, view.data, (size_t)view.len);
        *len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)view.len + !abstract);
    }
    buffer_release(vm, &view);
    return ok;
}

static bool limited(VM *vm, Ref v, int most, const char *caller, const char *what, int *out)
{
    int64_t i;
    Value k = num_index(vm, v);
    if (!k) return false;
    bool fits = int_fits_i64(k, &i);
    release(vm, k);
    if (!fits) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
    if (i < 0 || i > most) return err_false(vm, EXC_OverflowError, "%s(): %s must be 0-%d.", caller, what, most);
    *out = (int)i;
    return true;
}

static bool inet_from(VM *vm, Ref v, int family, const char *caller, Address *out, socklen_t *len)
{
    Tuple *t = as_tuple(v);
    int port, flow = 0;
    int64_t scope = 0;
    Value held;
    if (family == AF_INET ? t->len != 2 : t->len < 2 || t->len > 4)
        return err_false(vm, EXC_TypeError, family == AF_INET ? "AF_INET address must be a pair (host, port)" : "AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])");
    const char *name = host_arg(vm, t->items[0], &held);
    if (!name) return false;
    bool ok = is_int(t->items[1]) || type_of(vm, t->items[1])->s.to_index ? true : num_index_i64(vm, t->items[1], &scope);
    ok = ok && limited(vm, t->items[1], 65535, caller, "port", &port) && (t->len < 3 || limited(vm, t->items[2], 1048575, caller, "flowinfo", &flow)) &&
         (t->len < 4 || num_index_i64(vm, t->items[3], &scope)) && host_lookup(vm, name, family, out);
    release(vm, held);
    if (!ok) return false;
    out->any.sa_family = (sa_family_t)family;
    *len = family == AF_INET ? sizeof out->in : sizeof out->in6;
    if (family == AF_INET) {
        out->in.sin_port = htons((uint16_t)port);
        return true;
    }
    out->in6.sin6_port = htons((uint16_t)port);
    out->in6.sin6_flowinfo = htonl((uint32_t)flow);
    if (t->len > 3) out->in6.sin6_scope_id = (uint32_t)scope;
    return true;
}

static bool netlink_from(VM *vm, Ref v, struct sockaddr_nl *a, socklen_t *len)
{
    int64_t pid, groups;
    if (as_tuple(v)->len != 2) return err_false(vm, EXC_TypeError, "AF_NETLINK address must be a pair (pid, groups)");
    if (!num_index_i64(vm, as_tuple(v)->items[0], &pid) || !num_index_i64(vm, as_tuple(v)->items[1], &groups)) return false;
    a->nl_pid = (uint32_t)pid;
    a->nl_groups = (uint32_t)groups;
    *len = sizeof *a;
    return true;
}

bool address_from(VM *vm, const Sock *s, Ref v, const char *caller, Address *out, socklen_t *len)
{
    any_address(s->family, out);
    if (s->family == AF_UNIX) return unix_from(vm, v, &out->un, len);
    if (s->family != AF_INET && s->family != AF_INET6 && s->family != AF_NETLINK) return err_false(vm, EXC_OSError, "%s(): bad family", caller);
    if (!is_tuple(v))
        return err_false(vm, EXC_TypeError, "%s(): %s address must be tuple, not %T", caller, s->family == AF_INET ? "AF_INET" : s->family == AF_INET6 ? "AF_INET6" : "AF_NETLINK", v);
    Value held = retain(v); /* what it asks of its items may drop it elsewhere */
    struct sockaddr_nl nl = {.nl_family = AF_NETLINK};
    bool ok = s->family == AF_NETLINK ? netlink_from(vm, v, &nl, len) : inet_from(vm, v, s->family, caller, out, len);
    if (s->family == AF_NETLINK) memcpy(out, &nl, sizeof nl);
    release(vm, held);
    return ok;
}

/* ---- to a program ---- */

static Value unix_value(VM *vm, const struct sockaddr_un *a, socklen_t len)
{
    size_t n = len > offsetof(struct sockaddr_un, sun_path) ? len - offsetof(struct sockaddr_un, sun_path) : 0;
    if (n > sizeof a->sun_path) n = sizeof a->sun_path;
    if (n && !a->sun_path[0]) return bytes_from(vm, a->sun_path, (int64_t)n);
    return codec_decode(vm, a->sun_path, (int64_t)strnlen(a->sun_path, n), "utf-8", "surrogateescape");
}

Value address_value(VM *vm, const Address *a, socklen_t len)
{
    char text[INET6_ADDRSTRLEN + 1], host[NI_MAXHOST];
    Value name = NULL, t = NULL;
    struct sockaddr_nl nl;
    if (len == 0) return V_NONE; /* nobody said */
    switch (a->any.sa_family) {
    case AF_INET:
        name = str_from_c(vm, inet_ntop(AF_INET, &a->in.sin_addr, text, sizeof text) ? text : "");
        if (name) t = tuple_of(vm, 2, (Ref)name, make_small(ntohs(a->in.sin_port)));
        break;
    case AF_INET6:
        if (getnameinfo(&a->any, sizeof a->in6, host, sizeof host, NULL, 0, NI_NUMERICHOST)) host[0] = 0;
        host[strcspn(host, "%")] = 0; /* the scope has an item of its own */
        name = str_from_c(vm, host);
        if (name) t = tuple_of(vm, 4, (Ref)name, make_small(ntohs(a->in6.sin6_port)), make_small(ntohl(a->in6.sin6_flowinfo)), make_small(a->in6.sin6_scope_id));
        break;
    case AF_UNIX: return unix_value(vm, &a->un, len);
    case AF_NETLINK:
        memcpy(&nl, a, sizeof nl);
        return tuple_of(vm, 2, make_small(nl.nl_pid), make_small(nl.nl_groups));
    default:
        name = bytes_from(vm, a->any.sa_data, (int64_t)(len > offsetof(struct sockaddr, sa_data) && len <= sizeof *a ? len - offsetof(struct sockaddr, sa_data) : 0));
        if (name) t = tuple_of(vm, 2, make_small(a->any.sa_family), (Ref)name);
    }
    release(vm, name);
    return t;
}
