/* mod_socket_message.c: sendmsg and recvmsg: data in several pieces, and what travels beside it (descriptors, for one). */
#include "mod_socket.h"

#include <limits.h>

/* The memory of an iterable's buffers; `kept` holds them. */
typedef struct Pieces {
    struct iovec *iov;
    BufferView *views;
    int64_t n, cap;
} Pieces;

static void pieces_drop(VM *vm, Pieces *p)
{
    while (p->n > 0) buffer_release(vm, &p->views[--p->n]);
    mem_free(vm->mem, p->iov, (size_t)p->cap * sizeof *p->iov);
    mem_free(vm->mem, p->views, (size_t)p->cap * sizeof *p->views);
}

static bool pieces_get(VM *vm, Ref iterable, bool writable, const char *not_iterable, Pieces *p)
{
    Value all = list_from_iter(vm, iterable);
    if (!all && err_matches(vm, EXC_TypeError) && !type_of(vm, iterable)->s.iter) {
        err_clear(vm);
        return err_false(vm, EXC_TypeError, "%s", not_iterable);
    }
    if (!all) return false;
    *p = (Pieces){.cap = as_list(all)->len};
    bool ok = p->cap <= INT_MAX;
    if (!ok) err_raise(vm, EXC_OSError, "%s() argument 1 is too long", writable ? "recvmsg_into" : "sendmsg");
    else if (!(p->iov = mem_zalloc(vm->mem, (size_t)p->cap * sizeof *p->iov)) || !(p->views = mem_zalloc(vm->mem, (size_t)p->cap * sizeof *p->views))) {
        err_no_memory(vm);
        ok = false;
    }
    while (ok && p->n < p->cap) {
        Ref each = as_list(all)->items[p->n];
        BufferView *view = &p->views[p->n];
        ok = writable && !buffer_check(vm, each) ? err_false(vm, EXC_TypeError, "recvmsg_into() argument 1 must be an iterable of single-segment read-write buffers") : buffer_get(vm, each, view);
        if (!ok) break;
        p->iov[p->n++] = (struct iovec){view->data, (size_t)view->len};
        if (writable && view->readonly) ok = err_false(vm, EXC_TypeError, "read-write bytes-like object expected");
    }
    release(vm, all);
    if (!ok) pieces_drop(vm, p);
    return ok;
}

/* ---- what travels beside ---- */

/* (level, type, bytes) of each item, one behind the other in a bytes object; V_NONE: nothing. */
static Value control_from(VM *vm, Ref items)
{
    Value all = list_from_iter(vm, items);
    if (!all && err_matches(vm, EXC_TypeError) && !type_of(vm, items)->s.iter) {
        err_clear(vm);
        return err_raise(vm, EXC_TypeError, "sendmsg() argument 2 must be an iterable");
    }
    if (!all) return NULL;
    Value room = as_list(all)->len ? bytes_from(vm, "", 0) : V_NONE;
    for (int64_t i = 0; room && i < as_list(all)->len; i++) {
        Value item = tuple_from_iter(vm, as_list(all)->items[i]), more = NULL;
        int level, type;
        BufferView view;
        if (item && (!is_tuple(as_list(all)->items[i]) || as_tuple(item)->len != 3)) err_raise(vm, EXC_TypeError, "[sendmsg() ancillary data items] must be 3-item tuples");
        else if (item && int_arg(vm, as_tuple(item)->items[0], &level) && int_arg(vm, as_tuple(item)->items[1], &type) && buffer_get(vm, as_tuple(item)->items[2], &view)) {
            int64_t before = as_bytes(room)->len;
            if (view.len > INT32_MAX - 64) err_raise(vm, EXC_OSError, "ancillary data item too large");
            else if (before + (int64_t)CMSG_SPACE((size_t)view.len) > INT32_MAX) err_raise(vm, EXC_OSError, "too much ancillary data");
            else if ((more = bytes_from(vm, NULL, before + (int64_t)CMSG_SPACE((size_t)view.len)))) {
                unsigned char *at = as_bytes(more)->data;
                memcpy(at, as_bytes(room)->data, (size_t)before);
                memset(at + before, 0, CMSG_SPACE((size_t)view.len));
                struct cmsghdr head = {.cmsg_len = CMSG_LEN((size_t)view.len), .cmsg_level = level, .cmsg_type = type};
                memcpy(at + before, &head, sizeof head);
                memcpy(at + before + CMSG_LEN(0), view.data, (size_t)view.len);
            }
            buffer_release(vm, &view);
        }
        release(vm, item);
        value_put(vm, &room, more);
    }
    release(vm, all);
    return room;
}

static Value control_value(VM *vm, struct msghdr *m)
{
    Value list = list_new(vm, 0);
    for (struct cmsghdr *h = m->msg_controllen ? CMSG_FIRSTHDR(m) : NULL; list && h; h = CMSG_NXTHDR(m, h)) {
        size_t there = (size_t)((char *)m->msg_control + m->msg_controllen - (char *)CMSG_DATA(h)); /* a cut one ends with the room */
        size_t len = h->cmsg_len < CMSG_LEN(0) ? 0 : h->cmsg_len - CMSG_LEN(0);
        if (h->cmsg_len < CMSG_LEN(0) || (char *)CMSG_DATA(h) > (char *)m->msg_control + m->msg_controllen) break;
        Value data = bytes_from(vm, CMSG_DATA(h), (int64_t)(len < there ? len : there));
        Value t = data ? tuple_of(vm, 3, make_small(h->cmsg_level), make_small(h->cmsg_type), (Ref)data) : NULL;
        release(vm, data);
        if (!t || !list_append_take(vm, list, t)) value_clear(vm, &list);
    }
    return list;
}

/* ---- sending and receiving ---- */

typedef struct Message { struct msghdr m; int flags; ssize_t done; } Message;
static bool sendmsg_step(Sock *s, void *data)
{
    Message *g = data;
    return (g->done = sendmsg(s->fd, &g->m, sock_flags(s, g->flags) | MSG_NOSIGNAL)) >= 0;
}
static bool recvmsg_step(Sock *s, void *data)
{
    Message *g = data;
    struct msghdr m = g->m;
    g->done = recvmsg(s->fd, &m, sock_flags(s, g->flags));
    if (g->done >= 0) g->m = m;
    return g->done >= 0;
}

/* self, buffers, ancdata, flags, address */
FN(sock_sendmsg)
{
    Sock *s = as_sock(args[0]);
    Pieces p = {0};
    Message g = {0};
    Address to;
    if (args[3] && !int_arg(vm, args[3], &g.flags)) return NULL;
    if (!pieces_get(vm, args[1], false, "sendmsg() argument 1 must be an iterable", &p)) return NULL;
    g.m.msg_iov = p.iov;
    g.m.msg_iovlen = (size_t)p.n;
    bool ok = true;
    if (args[4] && !is_none(args[4])) {
        ok = address_from(vm, s, args[4], "sendmsg", &to, &g.m.msg_namelen);
        g.m.msg_name = &to;
    }
    Value control = ok && args[2] ? control_from(vm, args[2]) : ok ? V_NONE : NULL;
    if (control && is_bytes(control)) {
        g.m.msg_control = as_bytes(control)->data;
        g.m.msg_controllen = (size_t)as_bytes(control)->len;
    }
    ok = control && sock_call(vm, s, POLLOUT, sock_until(s), sock_how(s, g.flags), sendmsg_step, &g);
    release(vm, control);
    pieces_drop(vm, &p);
    return ok ? make_small(g.done) : NO_VALUE;
}

/* Receives into p. ancbufsize and flags as given. The tuple (what, ancdata, flags, address); what NULL: how many bytes came. */
static Value receive(VM *vm, Sock *s, Pieces *p, Ref room, Ref flags, Ref whole)
{
    Message g = {0};
    Address from;
    int64_t size = 0;
    if ((room && !num_index_ssize(vm, room, &size)) || (flags && !int_arg(vm, flags, &g.flags))) return NULL;
    if (size < 0 || size > INT32_MAX) return err_raise(vm, EXC_ValueError, "invalid ancillary data buffer length");
    void *control = mem_zalloc(vm->mem, (size_t)size + 1);
    if (!control) return err_no_memory(vm);
    memset(&from, 0, sizeof from);
    g.m = (struct msghdr){.msg_name = &from, .msg_namelen = sizeof from, .msg_iov = p->iov, .msg_iovlen = (size_t)p->n, .msg_control = size ? control : NULL,
                          .msg_controllen = (size_t)size};
    Value t = NULL;
    if (sock_call(vm, s, POLLIN, sock_until(s), sock_how(s, g.flags), recvmsg_step, &g)) {
        int64_t k = whole && g.done > as_bytes(whole)->len ? as_bytes(whole)->len : g.done;
        Value what = whole ? bytes_from(vm, as_bytes(whole)->data, k) : make_small(g.done);
        Value beside = what ? control_value(vm, &g.m) : NULL, who = beside ? address_value(vm, &from, g.m.msg_namelen) : NULL;
        if (who) t = tuple_of(vm, 4, (Ref)what, (Ref)beside, make_small(g.m.msg_flags), (Ref)who);
        release(vm, what);
        release(vm, beside);
        release(vm, who);
    }
    mem_free(vm->mem, control, (size_t)size + 1);
    return t;
}

FN(sock_recvmsg)
{
    int64_t size;
    if (!num_index_ssize(vm, args[1], &size)) return NULL;
    if (size < 0) return err_raise(vm, EXC_ValueError, "negative buffer size in recvmsg()");
    Value b = bytes_from(vm, NULL, size);
    if (!b) return NULL;
    struct iovec one = {as_bytes(b)->data, (size_t)size};
    Pieces p = {.iov = &one, .n = 1};
    Value t = receive(vm, as_sock(args[0]), &p, args[2], args[3], b);
    release(vm, b);
    return t;
}
FN(sock_recvmsg_into)
{
    Pieces p = {0};
    if (!pieces_get(vm, args[1], true, "recvmsg_into() argument 1 must be an iterable", &p)) return NULL;
    Value t = receive(vm, as_sock(args[0]), &p, args[2], args[3], NULL);
    pieces_drop(vm, &p);
    return t;
}

const NativeDef sock_message_methods[] = {
    {"sendmsg", sock_sendmsg, "self, buffers, ancdata=(), flags=0, address=None, /", "sendmsg(buffers[, ancdata[, flags[, address]]]) -> count\n\nSend pieces, and what travels beside them.", NATIVE_PARSED},
    {"recvmsg", sock_recvmsg, "self, bufsize, ancbufsize=0, flags=0, /", "A message with what travelled beside it: (bytes, list of (level, type, bytes), flags, address).", NATIVE_PARSED},
    {"recvmsg_into", sock_recvmsg_into, "self, buffers, ancbufsize=0, flags=0, /", "As recvmsg, spread over buffers: how many bytes stands first.", NATIVE_PARSED},
    {0},
};
