/* mod_socket_names.c: the module's functions on names and numbers: hosts, services, protocols, interfaces, byte order. */
#include "lang/object/audit.h"
#include "mod_socket.h"

#include <arpa/inet.h>
#include <limits.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <unistd.h>

/* ---- hosts ---- */

FN(fn_gethostname)
{
    if (!AUDIT(vm, "socket.gethostname", "")) return NULL;
    char name[1024];
    if (gethostname(name, sizeof name - 1) < 0) return err_errno(vm, errno, NULL);
    name[sizeof name - 1] = 0;
    return path_text(vm, name);
}
FN(fn_sethostname)
{
    PathArg name;
    if (!is_str(args[0]) && !is_bytes(args[0])) return err_raise(vm, EXC_TypeError, "sethostname() argument must be str or bytes, not %T", args[0]);
    if (!path_arg(vm, "sethostname", "name", args[0], 0, &name)) return NULL;
    int r = sethostname(path_c(&name), (size_t)as_bytes(name.bytes)->len), e = errno;
    path_done(vm, &name);
    return r < 0 ? err_errno(vm, e, NULL) : V_NONE;
}

static bool lookup(VM *vm, Ref v, int family, Address *a)
{
    Value held;
    const char *name = host_arg(vm, v, &held);
    bool ok = name && host_lookup(vm, name, family, a);
    release(vm, held);
    return ok;
}
static Value address_text(VM *vm, int family, const void *a)
{
    char text[INET6_ADDRSTRLEN + 1];
    return inet_ntop(family, a, text, sizeof text) ? str_from_c(vm, text) : err_errno(vm, errno, NULL);
}

FN(fn_gethostbyname)
{
    Address a;
    return lookup(vm, args[0], AF_INET, &a) ? address_text(vm, AF_INET, &a.in.sin_addr) : NO_VALUE;
}

/* (name, aliases, addresses) of what the resolver answered. */
static Value host_value(VM *vm, const struct hostent *h, int family)
{
    Value name = path_text(vm, h->h_name), aliases = name ? list_new(vm, 0) : NULL, all = aliases ? list_new(vm, 0) : NULL, t = NULL;
    bool ok = all != NULL;
    for (char **p = h->h_aliases; ok && p && *p; p++) {
        Value each = path_text(vm, *p);
        ok = each && list_append_take(vm, aliases, each);
    }
    for (char **p = h->h_addr_list; ok && p && *p; p++) {
        Value each = address_text(vm, family, *p);
        ok = each && list_append_take(vm, all, each);
    }
    if (ok) t = tuple_of(vm, 3, (Ref)name, (Ref)aliases, (Ref)all);
    release(vm, name);
    release(vm, aliases);
    release(vm, all);
    return t;
}
static Value no_host(VM *vm, int code)
{
    SocketState *st = socket_state(vm);
    Value text = st ? str_from_c(vm, hstrerror(code)) : NULL, e = text ? call2(vm, st->herror, make_small(code), text) : NULL;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}
FN(fn_gethostbyname_ex)
{
    struct hostent room, *h = NULL;
    char buf[16384];
    int code = 0;
    Address a;
    Value held;
    const char *name = host_arg(vm, args[0], &held);
    if (!name || !host_lookup(vm, name, AF_INET, &a)) return release(vm, held), NO_VALUE;
    THREAD_AWAY(vm, gethostbyname_r(name, &room, buf, sizeof buf, &h, &code));
    release(vm, held);
    return h ? host_value(vm, h, h->h_addrtype) : no_host(vm, code);
}
FN(fn_gethostbyaddr)
{
    struct hostent room, *h = NULL;
    char buf[16384];
    int code = 0;
    Address a;
    if (!lookup(vm, args[0], AF_UNSPEC, &a)) return NULL;
    int family = a.any.sa_family;
    if (family != AF_INET && family != AF_INET6) return err_raise(vm, EXC_OSError, "unsupported address family");
    const void *where = family == AF_INET ? (const void *)&a.in.sin_addr : &a.in6.sin6_addr;
    THREAD_AWAY(vm, gethostbyaddr_r(where, family == AF_INET ? 4 : 16, family, &room, buf, sizeof buf, &h, &code));
    return h ? host_value(vm, h, family) : no_host(vm, code);
}

/* Names that end a label early or leave it out are no names: what the encoding of names says. */
static bool labels_fit(VM *vm, const char *name)
{
    for (;;) {
        size_t n = strcspn(name, ".");
        if (n >= 64 || (n == 0 && name[0] == '.'))
            return err_false(vm, EXC_UnicodeError, name[n] ? "encoding with 'idna' codec failed (UnicodeError: label empty or too long)" : "encoding with 'idna' codec failed (UnicodeError: label too long)");
        if (!name[n]) return true;
        name += n + 1;
    }
}

/* One (family, type, proto, canonname, address). */
static Value info_value(VM *vm, const struct addrinfo *i)
{
    Address a;
    memset(&a, 0, sizeof a);
    memcpy(&a, i->ai_addr, i->ai_addrlen < sizeof a ? i->ai_addrlen : sizeof a);
    Value where = address_value(vm, &a, i->ai_addrlen), name = where ? str_from_c(vm, i->ai_canonname ? i->ai_canonname : "") : NULL;
    Value t = name ? tuple_of(vm, 5, make_small(i->ai_family), make_small(i->ai_socktype), make_small(i->ai_protocol), (Ref)name, (Ref)where) : NULL;
    release(vm, name);
    release(vm, where);
    return t;
}

/* host, port, family, type, proto, flags */
FN(fn_getaddrinfo)
{
    struct addrinfo hints = {0}, *found = NULL;
    Value host = NULL, port = NULL, list = NULL;
    const char *name = NULL;
    int *const fields[4] = {&hints.ai_family, &hints.ai_socktype, &hints.ai_protocol, &hints.ai_flags};
    for (int i = 0; i < 4; i++)
        if (args[2 + i] && !int_arg(vm, args[2 + i], fields[i])) return NULL;
    if (!is_none(args[0])) {
        if (!is_str(args[0]) && !is_bytes(args[0])) return err_raise(vm, EXC_TypeError, "getaddrinfo() argument 1 must be string or None");
        if (!(name = host_arg(vm, args[0], &host))) return NULL;
        if (is_str(args[0]) && !labels_fit(vm, name)) goto done;
    }
    if (is_int(args[1])) {
        int64_t k;
        if (!int_to_i64(vm, args[1], &k)) goto done;
        char text[32];
        port = bytes_from(vm, text, snprintf(text, sizeof text, "%lld", (long long)k));
    } else if (is_str(args[1])) port = codec_encode(vm, args[1], NULL, NULL);
    else if (is_bytes(args[1])) port = retain(args[1]);
    else if (!is_none(args[1])) err_raise(vm, EXC_OSError, "Int or String expected");
    if (err_occurred(vm)) goto done;
    int r = THREAD_AWAY(vm, getaddrinfo(name, port ? (const char *)as_bytes(port)->data : NULL, &hints, &found));
    if (r) {
        host_error(vm, r);
        found = NULL;
        goto done;
    }
    list = list_new(vm, 0);
    for (const struct addrinfo *i = found; list && i; i = i->ai_next) {
        Value each = info_value(vm, i);
        if (!each || !list_append_take(vm, list, each)) value_clear(vm, &list);
    }
done:
    if (found) freeaddrinfo(found);
    release(vm, host);
    release(vm, port);
    return list;
}

/* sockaddr, flags */
FN(fn_getnameinfo)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST}, *found = NULL;
    char text[32], host[NI_MAXHOST], service[NI_MAXSERV];
    int flags, port;
    int64_t flow = 0, scope = 0;
    if (!int_arg(vm, args[1], &flags)) return NULL;
    if (!is_tuple(args[0])) return err_raise(vm, EXC_TypeError, "getnameinfo() argument 1 must be a tuple");
    Tuple *t = as_tuple(args[0]);
    if (t->len < 2 || t->len > 4 || !is_str(t->items[0])) return err_raise(vm, EXC_TypeError, "getnameinfo(): illegal sockaddr argument");
    if (!int_arg(vm, t->items[1], &port) || (t->len > 2 && !num_index_i64(vm, t->items[2], &flow)) || (t->len > 3 && !num_index_i64(vm, t->items[3], &scope))) return NULL;
    if (flow < 0 || flow > 0xfffff) return err_raise(vm, EXC_OverflowError, "getnameinfo(): flowinfo must be 0-1048575.");
    const char *name = str_utf8(vm, t->items[0], NULL);
    if (!name) return NULL;
    Value held = bytes_from(vm, name, (int64_t)strlen(name)), answer = NULL;
    if (!held) return NULL;
    snprintf(text, sizeof text, "%d", port);
    int r = THREAD_AWAY(vm, getaddrinfo((const char *)as_bytes(held)->data, text, &hints, &found));
    if (r) host_error(vm, r);
    else if (found->ai_next) err_raise(vm, EXC_OSError, "sockaddr resolved to multiple addresses");
    else if (found->ai_family == AF_INET && t->len != 2) err_raise(vm, EXC_OSError, "IPv4 sockaddr must be 2 tuple");
    else {
        if (found->ai_family == AF_INET6) {
            struct sockaddr_in6 *a = (struct sockaddr_in6 *)(void *)found->ai_addr;
            a->sin6_flowinfo = htonl((uint32_t)flow);
            a->sin6_scope_id = (uint32_t)scope;
        }
        if ((r = THREAD_AWAY(vm, getnameinfo(found->ai_addr, found->ai_addrlen, host, sizeof host, service, sizeof service, flags)))) host_error(vm, r);
        else {
            Value h = path_text(vm, host), s = h ? path_text(vm, service) : NULL;
            if (s) answer = tuple_of(vm, 2, (Ref)h, (Ref)s);
            release(vm, h);
            release(vm, s);
        }
    }
    if (!r || found) freeaddrinfo(found);
    release(vm, held);
    return answer;
}

/* ---- services and protocols ---- */

static const char *text_arg(VM *vm, Ref v, const char *fn, int at)
{
    size_t len;
    if (!is_str(v)) {
        err_raise(vm, EXC_TypeError, "%s() argument %d must be str, not %T", fn, at, v);
        return NULL;
    }
    const char *s = str_utf8(vm, v, &len);
    if (s && strlen(s) != len) {
        err_raise(vm, EXC_ValueError, "embedded null character");
        return NULL;
    }
    return s;
}
FN(fn_getservbyname)
{
    struct servent room, *s = NULL;
    char buf[4096];
    const char *name = text_arg(vm, args[0], "getservbyname", 1), *proto = NULL;
    if (!name || (args[1] && !(proto = text_arg(vm, args[1], "getservbyname", 2)))) return NULL;
    getservbyname_r(name, proto, &room, buf, sizeof buf, &s);
    return s ? make_small(ntohs((uint16_t)s->s_port)) : err_raise(vm, EXC_OSError, "service/proto not found");
}
FN(fn_getservbyport)
{
    struct servent room, *s = NULL;
    char buf[4096];
    const char *proto = NULL;
    int port;
    if (!int_arg(vm, args[0], &port) || (args[1] && !(proto = text_arg(vm, args[1], "getservbyport", 2)))) return NULL;
    if (port < 0 || port > 0xffff) return err_raise(vm, EXC_OverflowError, "getservbyport: port must be 0-65535.");
    getservbyport_r(htons((uint16_t)port), proto, &room, buf, sizeof buf, &s);
    return s ? str_from_c(vm, s->s_name) : err_raise(vm, EXC_OSError, "port/proto not found");
}
FN(fn_getprotobyname)
{
    struct protoent room, *p = NULL;
    char buf[4096];
    const char *name = text_arg(vm, args[0], "getprotobyname", 1);
    if (!name) return NULL;
    getprotobyname_r(name, &room, buf, sizeof buf, &p);
    return p ? make_small(p->p_proto) : err_raise(vm, EXC_OSError, "protocol not found");
}

/* ---- addresses as text and bytes ---- */

FN(fn_inet_aton)
{
    struct in_addr a;
    const char *text = text_arg(vm, args[0], "inet_aton", 1);
    if (!text) return NULL;
    return *text && inet_aton(text, &a) ? bytes_from(vm, &a, 4) : err_raise(vm, EXC_OSError, "illegal IP address string passed to inet_aton");
}
FN(fn_inet_ntoa)
{
    BufferView view;
    unsigned char a[4];
    if (!buffer_get(vm, args[0], &view)) return NULL;
    bool fits = view.len == 4;
    if (fits) memcpy(a, view.data, 4);
    buffer_release(vm, &view);
    return fits ? address_text(vm, AF_INET, a) : err_raise(vm, EXC_OSError, "packed IP wrong length for inet_ntoa");
}
FN(fn_inet_pton)
{
    int family;
    char a[16];
    const char *text;
    if (!int_arg(vm, args[0], &family) || !(text = text_arg(vm, args[1], "inet_pton", 2))) return NULL;
    int r = inet_pton(family, text, a);
    if (r < 0) return err_errno(vm, errno, NULL);
    return r ? bytes_from(vm, a, family == AF_INET ? 4 : 16) : err_raise(vm, EXC_OSError, "illegal IP address string passed to inet_pton");
}
FN(fn_inet_ntop)
{
    int family;
    BufferView view;
    unsigned char a[16];
    if (!int_arg(vm, args[0], &family) || !buffer_get(vm, args[1], &view)) return NULL;
    int64_t len = view.len;
    memcpy(a, view.data, (size_t)(len < 16 ? len : 16));
    buffer_release(vm, &view);
    if (family != AF_INET && family != AF_INET6) return err_raise(vm, EXC_ValueError, "unknown address family %d", family);
    return len == (family == AF_INET ? 4 : 16) ? address_text(vm, family, a) : err_raise(vm, EXC_ValueError, "invalid length of packed IP address string");
}

/* ---- byte order ---- */

static bool short_arg(VM *vm, Ref v, const char *fn, uint16_t *out)
{
    int i;
    if (!int_arg(vm, v, &i)) return false;
    if (i < 0) return err_false(vm, EXC_OverflowError, "%s: can't convert negative Python int to C 16-bit unsigned integer", fn);
    if (i > 0xffff) return err_false(vm, EXC_OverflowError, "%s: Python int too large to convert to C 16-bit unsigned integer", fn);
    *out = (uint16_t)i;
    return true;
}
static bool long_arg(VM *vm, Ref v, uint32_t *out)
{
    int64_t i;
    if (!is_int(v)) return err_false(vm, EXC_TypeError, "expected int, %T found", v);
    if (int_sign(v) < 0) return err_false(vm, EXC_OverflowError, "can't convert negative value to unsigned int");
    if (!int_fits_i64(v, &i)) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C unsigned long");
    if (i > UINT32_MAX) return err_false(vm, EXC_OverflowError, "int larger than 32 bits");
    *out = (uint32_t)i;
    return true;
}
FN(fn_htons) { uint16_t i = 0; return short_arg(vm, args[0], "htons", &i) ? make_small(htons(i)) : NO_VALUE; }
FN(fn_ntohs) { uint16_t i = 0; return short_arg(vm, args[0], "ntohs", &i) ? make_small(ntohs(i)) : NO_VALUE; }
FN(fn_htonl) { uint32_t i = 0; return long_arg(vm, args[0], &i) ? make_small(htonl(i)) : NO_VALUE; }
FN(fn_ntohl) { uint32_t i = 0; return long_arg(vm, args[0], &i) ? make_small(ntohl(i)) : NO_VALUE; }

/* ---- interfaces ---- */

FN(fn_if_nameindex)
{
    struct if_nameindex *all = if_nameindex();
    if (!all) return err_errno(vm, errno, NULL);
    Value list = list_new(vm, 0);
    for (struct if_nameindex *i = all; list && i->if_index && i->if_name; i++) {
        Value name = path_text(vm, i->if_name), t = name ? tuple_of(vm, 2, make_small(i->if_index), (Ref)name) : NULL;
        release(vm, name);
        if (!t || !list_append_take(vm, list, t)) value_clear(vm, &list);
    }
    if_freenameindex(all);
    return list;
}
FN(fn_if_nametoindex)
{
    PathArg name;
    if (!path_arg(vm, "if_nametoindex", "name", args[0], 0, &name)) return NULL;
    unsigned i = if_nametoindex(path_c(&name));
    path_done(vm, &name);
    return i ? make_small(i) : err_raise(vm, EXC_OSError, "no interface with this name");
}
FN(fn_if_indextoname)
{
    char name[IF_NAMESIZE + 1];
    int64_t i;
    if (!num_index_i64(vm, args[0], &i)) return NULL;
    if (i < 0) return err_raise(vm, EXC_OverflowError, "can't convert negative value to unsigned int");
    if (i > UINT32_MAX) return err_raise(vm, EXC_OverflowError, "Python int too large to convert to C unsigned int");
    return if_indextoname((unsigned)i, name) ? path_text(vm, name) : err_errno(vm, errno, NULL);
}

/* ---- room for what travels beside a message ---- */

static Value room_for(VM *vm, Ref v, const char *fn, bool whole)
{
    int64_t len;
    if (!num_index_ssize(vm, v, &len)) return NULL;
    if (len < 0 || len > INT_MAX - (int64_t)(whole ? CMSG_SPACE(1) : CMSG_LEN(0))) return err_raise(vm, EXC_OverflowError, "%s() argument out of range", fn);
    return make_small((int64_t)(whole ? CMSG_SPACE((size_t)len) : CMSG_LEN((size_t)len)));
}
FN(fn_cmsg_len) { return room_for(vm, args[0], "CMSG_LEN", false); }
FN(fn_cmsg_space) { return room_for(vm, args[0], "CMSG_SPACE", true); }

const NativeDef socket_name_functions[] = {
    {"gethostname", fn_gethostname, "", "gethostname() -> string\n\nThe name of this host.", 0},
    {"sethostname", fn_sethostname, "name, /", "sethostname(name)\n\nSet the name of this host.", NATIVE_PARSED},
    {"gethostbyname", fn_gethostbyname, "host, /", "gethostbyname(host) -> address\n\nThe IP address of a host.", NATIVE_PARSED},
    {"gethostbyname_ex", fn_gethostbyname_ex, "host, /", "gethostbyname_ex(host) -> (name, aliaslist, addresslist)\n\nThe true name, other names and the addresses of a host.", NATIVE_PARSED},
    {"gethostbyaddr", fn_gethostbyaddr, "host, /", "gethostbyaddr(host) -> (name, aliaslist, addresslist)\n\nThe same for an address.", NATIVE_PARSED},
    {"getaddrinfo", fn_getaddrinfo, "host, port, family=0, type=0, proto=0, flags=0", "The ways to reach a host and a port, best first: (family, type, proto, canonical name, address) each.", NATIVE_KW | NATIVE_PARSED},
    {"getnameinfo", fn_getnameinfo, "sockaddr, flags, /", "getnameinfo(sockaddr, flags) --> (host, port)\n\nNames for an address.", NATIVE_PARSED},
    {"getservbyname", fn_getservbyname, "servicename, protocolname=None, /", "getservbyname(servicename[, protocolname]) -> integer\n\nThe port of a service.", NATIVE_PARSED},
    {"getservbyport", fn_getservbyport, "port, protocolname=None, /", "getservbyport(port[, protocolname]) -> string\n\nThe service of a port.", NATIVE_PARSED},
    {"getprotobyname", fn_getprotobyname, "name, /", "getprotobyname(name) -> integer\n\nThe number of a protocol.", NATIVE_PARSED},
    {"inet_aton", fn_inet_aton, "string, /", "The four bytes of an IPv4 address, in any form that C reads.", NATIVE_PARSED},
    {"inet_ntoa", fn_inet_ntoa, "packed_ip, /", "inet_ntoa(packed_ip) -> ip_address_string", NATIVE_PARSED},
    {"inet_pton", fn_inet_pton, "af, ip, /", "The bytes of an address of a family.", NATIVE_PARSED},
    {"inet_ntop", fn_inet_ntop, "af, packed_ip, /", "The text of an address of a family.", NATIVE_PARSED},
    {"ntohs", fn_ntohs, "integer, /", "ntohs(integer) -> integer\n\n16 bits from network to host order.", NATIVE_PARSED},
    {"ntohl", fn_ntohl, "integer, /", "ntohl(integer) -> integer\n\n32 bits from network to host order.", 0},
    {"htons", fn_htons, "integer, /", "htons(integer) -> integer\n\n16 bits from host to network order.", NATIVE_PARSED},
    {"htonl", fn_htonl, "integer, /", "htonl(integer) -> integer\n\n32 bits from host to network order.", 0},
    {"if_nameindex", fn_if_nameindex, "", "if_nameindex()\n\nThe network interfaces: a list of (index, name).", 0},
    {"if_nametoindex", fn_if_nametoindex, "if_name, /", "if_nametoindex(if_name)\n\nThe index of a network interface.", NATIVE_PARSED},
    {"if_indextoname", fn_if_indextoname, "if_index, /", "if_indextoname(if_index)\n\nThe name of a network interface.", 0},
    {"CMSG_LEN", fn_cmsg_len, "length, /", "CMSG_LEN(length) -> control message length", NATIVE_PARSED},
    {"CMSG_SPACE", fn_cmsg_space, "length, /", "CMSG_SPACE(length) -> buffer size", NATIVE_PARSED},
    {0},
};
