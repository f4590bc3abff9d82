/* mod_ssl_socket.c: the type _SSLSocket: a connection over a socket or two MemoryBIOs. Its calls go to OpenSSL, and as often as that wants bytes to come or go first, and
 * the socket may wait, wait for the descriptor with the interpreter's lock let go.
 *
 * Over a socket OpenSSL reads and writes by a pipe of this file, which never blocks and asks for the descriptor each time: a socket that is closed meanwhile is
 * noticed, and no signal comes of a broken connection. */
#include "mod_ssl.h"

#include <stdio.h>

#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
#define LINE TEXT_OF(__LINE__)
#define FAILED(vm, s, result, error) ssl_raise_call(vm, s, result, error, __LINE__)

/* ---- the pipe ---- */
static BIO_METHOD *pipe_method; /* the process's, like the functions */

static void pipe_result(BIO *b, SslSocket *s, ssize_t k, int way)
{
    O.BIO_clear_flags(b, BIO_READS | BIO_WRITES | BIO_RETRIES);
    s->sys_error = 0;
    if (k >= 0) return;
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) O.BIO_set_flags(b, way | BIO_RETRIES);
    else s->sys_error = errno;
}
static int pipe_read(BIO *b, char *to, int n)
{
    SslSocket *s = O.BIO_get_data(b);
    errno = EBADF;
    ssize_t k = s->fd && *s->fd >= 0 ? recv(*s->fd, to, (size_t)n, MSG_DONTWAIT) : -1;
    if (k == 0 && n > 0) s->ended = true;
    pipe_result(b, s, k, BIO_READS);
    return (int)k;
}
static int pipe_write(BIO *b, const char *from, int n)
{
    SslSocket *s = O.BIO_get_data(b);
    errno = EBADF;
    ssize_t k = s->fd && *s->fd >= 0 ? send(*s->fd, from, (size_t)n, MSG_DONTWAIT | MSG_NOSIGNAL) : -1;
    pipe_result(b, s, k, BIO_WRITES);
    return (int)k;
}
static long pipe_ctrl(BIO *b, int what, long n, void *p) { return what == BIO_CTRL_FLUSH || (what == BIO_CTRL_EOF && ((SslSocket *)O.BIO_get_data(b))->ended); }

bool ssl_pipe_open(void)
{
    enum { DESCRIPTOR = 0x0100, SOURCE = 0x0400 };
    pipe_method = O.BIO_meth_new(O.BIO_get_new_index() | DESCRIPTOR | SOURCE, "perch's socket");
    return pipe_method && O.BIO_meth_set_read(pipe_method, pipe_read) && O.BIO_meth_set_write(pipe_method, pipe_write) && O.BIO_meth_set_ctrl(pipe_method, pipe_ctrl);
}

/* ---- making ---- */

static bool set_pipes(VM *vm, SslSocket *s, SslBio *in, SslBio *out)
{
    if (in) {
        O.BIO_up_ref(in->bio);
        if (in != out) O.BIO_up_ref(out->bio);
        O.SSL_set_bio(s->ssl, in->bio, out->bio);
        return true;
    }
    BIO *b = O.BIO_new(pipe_method);
    if (!b) return RAISE_LAST(vm), false;
    O.BIO_set_data(b, s);
    O.BIO_set_init(b, 1);
    O.SSL_set_bio(s->ssl, b, b);
    return true;
}

/* The name as ASCII in bytes; NULL: raised. */
static Value host_bytes(VM *vm, Ref host)
{
    const unsigned char *p;
    int64_t n;
    Value r = is_str(host) ? codec_encode(vm, host, "ascii", NULL) : bytes_held(host, &p, &n) ? bytes_from(vm, p, n) : NULL;
    if (!r) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "argument must be str, bytes or bytearray, not %T", host);
    if (strlen((char *)as_bytes(r)->data) == (size_t)as_bytes(r)->len) return r;
    release(vm, r);
    return err_raise(vm, EXC_TypeError, "argument must be encoded string without null bytes, not %T", host);
}

static bool name_host(VM *vm, SslSocket *s, const Bytes *host)
{
    const char *text = (const char *)host->data;
    if (!host->len || *text == '.') return err_false(vm, EXC_ValueError, "server_hostname cannot be an empty string or start with a leading dot.");
    ASN1_STRING *ip = O.a2i_IPADDRESS(text);
    if (!ip) O.ERR_clear_error();
    if (!(s->host = codec_decode(vm, text, host->len, "ascii", NULL))) return O.ASN1_OCTET_STRING_free(ip), false;
    bool ok = ip || O.SSL_ctrl(s->ssl, SSL_CTRL_SET_HOSTNAME, 0, (void *)text); /* an address is no name to ask for */
    if (ok && as_context(s->context)->check_hostname) {
        X509_VERIFY_PARAM *param = O.SSL_get0_param(s->ssl);
        ok = ip ? O.X509_VERIFY_PARAM_set1_ip(param, O.ASN1_STRING_get0_data(ip), (size_t)O.ASN1_STRING_length(ip)) : O.X509_VERIFY_PARAM_set1_host(param, text, (size_t)host->len);
    }
    O.ASN1_OCTET_STRING_free(ip);
    if (!ok) RAISE_LAST(vm);
    return ok;
}

static void allow_post_auth(SslSocket *s)
{
    int mode = O.SSL_get_verify_mode(s->ssl);
    if (!s->server) O.SSL_set_post_handshake_auth(s->ssl, 1);
    else if (mode & SSL_VERIFY_PEER) O.SSL_set_verify(s->ssl, mode | SSL_VERIFY_POST_HANDSHAKE, NULL);
}

static bool weak_to(VM *vm, Value *slot, Ref target)
{
    return !target || is_none(target) || (*slot = weak_new(vm, CLASS(weakref), target, NULL)) != NULL;
}

static bool connect_up(VM *vm, SslSocket *s, Ref sock, SslBio *in, SslBio *out, Ref host, Ref owner, Ref session)
{
    Value name = host && !is_none(host) ? host_bytes(vm, host) : NULL;
    if (host && !is_none(host) && !name) return false;
    bool ok = (s->ssl = O.SSL_new(as_context(s->context)->ctx)) != NULL;
    if (!ok) RAISE_LAST(vm);
    ok = ok && O.SSL_set_ex_data(s->ssl, 0, s) && set_pipes(vm, s, in, out);
    if (ok) O.SSL_ctrl(s->ssl, SSL_CTRL_MODE, SSL_MODE_MOVING_BUFFER | SSL_MODE_AUTO_RETRY, NULL);
    if (ok && as_context(s->context)->post_handshake_auth) allow_post_auth(s);
    if (ok) (s->server ? O.SSL_set_accept_state : O.SSL_set_connect_state)(s->ssl);
    ok = ok && (!name || name_host(vm, s, as_bytes(name))) && weak_to(vm, &s->sock, sock) && weak_to(vm, &s->owner, owner) &&
         (!session || is_none(session) || ssl_session_set(vm, REF(s), session));
    release(vm, name);
    return ok;
}

Value ssl_connect(VM *vm, SslContext *context, Ref sock, SslBio *in, SslBio *out, bool server, Ref host, Ref owner, Ref session)
{
    SslState *st = ssl_state(vm);
    if (!st) return NULL;
    O.ERR_clear_error();
    if (server && context->protocol == PROTOCOL_TLS_CLIENT) return ssl_raise_text(vm, 0, "Cannot create a server socket with a PROTOCOL_TLS_CLIENT context", __LINE__);
    if (!server && context->protocol == PROTOCOL_TLS_SERVER) return ssl_raise_text(vm, 0, "Cannot create a client socket with a PROTOCOL_TLS_SERVER context", __LINE__);
    SslSocket *s = (SslSocket *)obj_alloc(vm, st->socket, sizeof(SslSocket));
    if (!s) return NULL;
    s->vm = vm;
    s->server = server;
    s->context = retain(REF(context));
    if (connect_up(vm, s, sock, in, out, host, owner, session)) return VAL(s);
    release(vm, VAL(s));
    return NULL;
}

static void ssl_clear(VM *vm, Obj *o) { value_clear(vm, &((SslSocket *)o)->raised); }
static void ssl_dealloc(VM *vm, Obj *o)
{
    SslSocket *s = (SslSocket *)o;
    if (s->ssl) O.SSL_free(s->ssl);
    s->ssl = NULL;
    value_clear(vm, &s->sock);
    value_clear(vm, &s->owner);
    value_clear(vm, &s->host);
    value_clear(vm, &s->raised);
    value_clear(vm, &s->context);
    obj_free(vm, o, sizeof(SslSocket));
}
static void ssl_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    SslSocket *s = (SslSocket *)o;
    if (s->context) visit(s->context, arg);
    if (s->sock) visit(s->sock, arg);
    if (s->owner) visit(s->owner, arg);
    if (s->raised) visit(s->raised, arg);
}

/* ---- calling OpenSSL ---- */
typedef int (*SslStep)(SslSocket *s, void *data);
typedef struct Wait { Sock *sock; Value held; int64_t until; } Wait; /* sock NULL: over MemoryBIOs, which nobody waits for */
enum { STEP_RAISED = -100 };

static bool wait_open(VM *vm, SslSocket *s, Wait *w)
{
    *w = (Wait){NULL, NULL, -1};
    if (s->busy) return err_false(vm, EXC_RuntimeError, "the connection is in use by the call whose callback this is");
    if (!s->sock) return true;
    if (!(w->held = weak_get(vm, s->sock))) {
        if (!err_occurred(vm)) ssl_raise_text(vm, SSL_ERROR_NO_SOCKET, "Underlying socket connection gone", __LINE__);
        return false;
    }
    w->sock = as_sock(w->held);
    w->until = sock_until(w->sock);
    return true;
}

/* One call; *error is OpenSSL's word for what came of it. */
static int attempt(VM *vm, SslSocket *s, const Wait *w, SslStep step, void *data, int *error)
{
    O.ERR_clear_error();
    s->sys_error = 0;
    s->fd = w->sock ? &w->sock->fd : NULL;
    s->busy = true;
    int r = step(s, data);
    *error = r > 0 ? SSL_ERROR_NONE : O.SSL_get_error(s->ssl, r);
    s->busy = false;
    s->fd = NULL;
    if (!s->raised) return r;
    Value e = s->raised;
    s->raised = NULL;
    err_put(vm, e);
    return STEP_RAISED;
}

/* 1: it is worth another call; 0: not, *error says what is wanted; -1: raised. */
static int wait_more(VM *vm, const Wait *w, int error, const char *late)
{
    if (!vm_poll(vm)) return -1;
    if (!w->sock || w->sock->timeout == 0 || (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)) return 0;
    struct pollfd p = {w->sock->fd, error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, 0};
    int r = p.fd < 0 ? 1 : lib_poll(vm, &p, 1, w->until, &w->sock->fd);
    if (r == LIB_RAISED) return -1;
    if (r == LIB_ERRNO) return err_errno(vm, errno, NULL), -1;
    if (r == 0) return err_minus(vm, EXC_TimeoutError, "%s", late);
    if (w->sock->fd >= 0) return 1;
    ssl_raise_text(vm, SSL_ERROR_NO_SOCKET, "Underlying socket has been closed.", __LINE__);
    return -1;
}

/* Until it is done or cannot go on: > 0 done; else *error says why, or STEP_RAISED. */
static int run(VM *vm, SslSocket *s, SslStep step, void *data, const char *late, int *error)
{
    Wait w;
    int r;
    if (!wait_open(vm, s, &w)) return STEP_RAISED;
    for (;;) {
        r = attempt(vm, s, &w, step, data, error);
        if (r > 0 || r == STEP_RAISED) break;
        int more = wait_more(vm, &w, *error, late);
        if (more < 0) r = STEP_RAISED;
        if (more <= 0) break;
    }
    Value pending = err_take(vm); /* (the socket's end may run code) */
    release(vm, w.held);
    err_put(vm, pending);
    return r;
}

static int step_handshake(SslSocket *s, void *data) { return O.SSL_do_handshake(s->ssl); }
FN(ssl_do_handshake)
{
    int error, r = run(vm, as_ssl(args[0]), step_handshake, NULL, "_ssl.c:" LINE ": The handshake operation timed out", &error);
    if (r == STEP_RAISED) return NULL;
    return r > 0 ? V_NONE : FAILED(vm, as_ssl(args[0]), r, error);
}

typedef struct Piece { void *data; size_t n, done; } Piece;
static int step_write(SslSocket *s, void *data)
{
    Piece *p = data;
    return O.SSL_write_ex(s->ssl, p->data, p->n, &p->done);
}
FN(ssl_write)
{
    BufferView view;
    if (!buffer_get(vm, args[1], &view)) return NULL;
    Piece p = {view.data, (size_t)view.len, 0};
    int error, r = run(vm, as_ssl(args[0]), step_write, &p, "The write operation timed out", &error);
    Value v = r == STEP_RAISED ? NO_VALUE : r > 0 ? int_from_u64(vm, p.done) : FAILED(vm, as_ssl(args[0]), r, error);
    buffer_release(vm, &view);
    return v;
}

static int step_read(SslSocket *s, void *data)
{
    Piece *p = data;
    return O.SSL_read_ex(s->ssl, p->data, p->n, &p->done);
}
/* Into p; false: raised. At the end that the protocol has nothing is read. */
static bool read_piece(VM *vm, SslSocket *s, Piece *p)
{
    int error, r = run(vm, s, step_read, p, "The read operation timed out", &error);
    if (r == STEP_RAISED) return false;
    if (r > 0) return true;
    if (error == SSL_ERROR_ZERO_RETURN && O.SSL_get_shutdown(s->ssl) == SSL_RECEIVED_SHUTDOWN) {
        p->done = 0;
        return true;
    }
    FAILED(vm, s, r, error);
    return false;
}
static Value read_into(VM *vm, SslSocket *s, int64_t n, Ref to)
{
    BufferView view;
    if (!buffer_check(vm, to)) return err_raise(vm, EXC_TypeError, "read() argument 2 must be read-write bytes-like object, not %T", to);
    if (!buffer_get(vm, to, &view)) return NULL;
    Value r = NULL;
    Piece p = {view.data, (size_t)(n <= 0 || n > view.len ? view.len : n), 0};
    if (view.readonly) err_raise(vm, EXC_TypeError, "read() argument 2 must be read-write bytes-like object, not %T", to);
    else if (!p.n || read_piece(vm, s, &p)) r = int_from_u64(vm, p.done);
    buffer_release(vm, &view);
    return r;
}
FN(ssl_read)
{
    enum { RECORD = 16384 }; /* the most that one call of OpenSSL's gives */
    int64_t size;
    unsigned char room[RECORD];
    if (!num_index_i64(vm, args[1], &size)) return NULL;
    if (args[2]) return read_into(vm, as_ssl(args[0]), size, args[2]);
    if (size < 0) return err_raise(vm, EXC_ValueError, "size should not be negative");
    Piece p = {room, (size_t)(size < RECORD ? size : RECORD), 0};
    if (size && !read_piece(vm, as_ssl(args[0]), &p)) return NULL;
    return bytes_from(vm, room, (int64_t)p.done);
}

static int step_shutdown(SslSocket *s, void *data)
{
    int r = O.SSL_shutdown(s->ssl);
    if (r || s->zero) return r ? r : 1; /* a second silence: the other side has said its last */
    s->zero = true;
    return O.SSL_shutdown(s->ssl);
}
FN(ssl_shutdown)
{
    SslSocket *s = as_ssl(args[0]);
    int error, r;
    if (s->zero) O.SSL_ctrl(s->ssl, SSL_CTRL_READ_AHEAD, 0, NULL);
    r = run(vm, s, step_shutdown, NULL, "The read operation timed out", &error);
    if (r == STEP_RAISED) return NULL;
    if (r < 0) return FAILED(vm, s, r, error);
    Value sock = s->sock ? weak_get(vm, s->sock) : V_NONE;
    return sock ? sock : err_occurred(vm) ? NO_VALUE : V_NONE;
}
FN(ssl_verify_post)
{
    if (as_ssl(args[0])->busy) return err_raise(vm, EXC_RuntimeError, "the connection is in use by the call whose callback this is");
    return O.SSL_verify_client_post_handshake(as_ssl(args[0])->ssl) ? V_NONE : RAISE_LAST(vm);
}

/* ---- what was agreed on ---- */

FN(ssl_pending) { return make_small(O.SSL_pending(as_ssl(args[0])->ssl)); }
FN(ssl_getpeercert)
{
    SslSocket *s = as_ssl(args[0]);
    int binary = args[1] ? op_truth(vm, args[1]) : 0;
    if (binary < 0) return NULL;
    if (!O.SSL_is_init_finished(s->ssl)) return err_raise(vm, EXC_ValueError, "handshake not done yet");
    X509 *cert = O.SSL_get1_peer_certificate(s->ssl);
    if (!cert) return V_NONE;
    bool checked = O.SSL_get_verify_mode(s->ssl) & SSL_VERIFY_PEER; /* what nobody has checked is not worth reading */
    Value r = binary ? ssl_cert_der(vm, cert) : checked ? ssl_cert_info(vm, cert) : dict_new(vm);
    O.X509_free(cert);
    return r;
}
FN(ssl_get_verified_chain) { return ssl_cert_list(vm, O.SSL_get0_verified_chain(as_ssl(args[0])->ssl)); }
FN(ssl_get_unverified_chain)
{
    SslSocket *s = as_ssl(args[0]);
    Value list = ssl_cert_list(vm, O.SSL_get_peer_cert_chain(s->ssl));
    if (!list || is_none(list) || !s->server) return list;
    X509 *cert = O.SSL_get1_peer_certificate(s->ssl); /* a server's view of the chain is without the client's own */
    Value own = cert ? ssl_cert_new(vm, cert) : NULL;
    if (cert) O.X509_free(cert);
    if (cert && (!own || !list_insert(vm, list, 0, own))) value_clear(vm, &list);
    release(vm, own);
    return list;
}

static Value cipher_tuple(VM *vm, const SSL_CIPHER *c)
{
    if (!c) return V_NONE;
    Value name = str_from_c(vm, O.SSL_CIPHER_get_name(c)), version = str_from_c(vm, O.SSL_CIPHER_get_version(c));
    Value r = name && version ? tuple_of(vm, 3, (Ref)name, (Ref)version, make_small(O.SSL_CIPHER_get_bits(c, NULL))) : NULL;
    release(vm, name);
    release(vm, version);
    return r;
}
FN(ssl_cipher) { return cipher_tuple(vm, O.SSL_get_current_cipher(as_ssl(args[0])->ssl)); }
static bool has_cipher(OPENSSL_STACK *all, const SSL_CIPHER *c)
{
    for (int i = 0; i < O.OPENSSL_sk_num(all); i++)
        if (O.SSL_CIPHER_get_id(O.OPENSSL_sk_value(all, i)) == O.SSL_CIPHER_get_id(c)) return true;
    return false;
}
FN(ssl_shared_ciphers)
{
    SSL *ssl = as_ssl(args[0])->ssl;
    OPENSSL_STACK *own = O.SSL_get_ciphers(ssl), *theirs = O.SSL_get_client_ciphers(ssl);
    if (!own) return V_NONE;
    if (!theirs) theirs = own; /* a client is not told the server's */
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < O.OPENSSL_sk_num(theirs); i++) {
        const SSL_CIPHER *c = O.OPENSSL_sk_value(theirs, i);
        if (!has_cipher(own, c)) continue;
        Value t = cipher_tuple(vm, c);
        if (!t || !list_append_take(vm, list, t)) value_clear(vm, &list);
    }
    return list;
}
FN(ssl_version)
{
    SSL *ssl = as_ssl(args[0])->ssl;
    const char *text = O.SSL_is_init_finished(ssl) ? O.SSL_get_version(ssl) : NULL;
    return text && strcmp(text, "unknown") ? str_from_c(vm, text) : V_NONE;
}
FN(ssl_selected_alpn)
{
    const unsigned char *p = NULL;
    unsigned size = 0;
    O.SSL_get0_alpn_selected(as_ssl(args[0])->ssl, &p, &size);
    return p ? str_from_utf8(vm, (const char *)p, size) : V_NONE;
}
FN(ssl_compression)
{
    const void *method = O.SSL_get_current_compression(as_ssl(args[0])->ssl);
    const char *name = method ? O.COMP_get_name(method) : NULL;
    return name ? str_from_c(vm, name) : V_NONE;
}
FN(ssl_get_channel_binding)
{
    SslSocket *s = as_ssl(args[0]);
    char data[128];
    if (args[1] && !is_str(args[1])) return err_raise(vm, EXC_TypeError, "get_channel_binding() argument 'cb_type' must be str, not %T", args[1]);
    if (args[1] && !str_equal_c(args[1], "tls-unique")) return err_raise(vm, EXC_ValueError, "'%S' channel binding type not implemented", args[1]);
    bool first_is_ours = (O.SSL_session_reused(s->ssl) != 0) ^ !s->server; /* who finishes first: the client, the server when a session is taken up */
    size_t size = first_is_ours ? O.SSL_get_finished(s->ssl, data, sizeof data) : O.SSL_get_peer_finished(s->ssl, data, sizeof data);
    return size ? bytes_from(vm, data, (int64_t)size) : V_NONE;
}

static Value get_context(VM *vm, Ref self) { return retain(as_ssl(self)->context); }
static bool set_context(VM *vm, Ref self, Ref v)
{
    SslState *st = ssl_state(vm);
    if (!st) return false;
    if (!v || !is_instance_of(vm, v, st->context)) return err_false(vm, EXC_TypeError, "The value must be a SSLContext");
    value_put(vm, &as_ssl(self)->context, retain(v));
    O.SSL_set_SSL_CTX(as_ssl(self)->ssl, as_context(v)->ctx);
    return true;
}
static Value get_server_side(VM *vm, Ref self) { return make_bool(as_ssl(self)->server); }
static Value get_host(VM *vm, Ref self) { return as_ssl(self)->host ? retain(as_ssl(self)->host) : V_NONE; }
static Value get_owner(VM *vm, Ref self)
{
    Value who = as_ssl(self)->owner ? weak_get(vm, as_ssl(self)->owner) : V_NONE;
    return who ? who : err_occurred(vm) ? NO_VALUE : V_NONE;
}
static bool set_owner(VM *vm, Ref self, Ref v)
{
    Value weak = NULL;
    if (v && !weak_to(vm, &weak, v)) return false;
    value_put(vm, &as_ssl(self)->owner, weak);
    return true;
}
static Value get_reused(VM *vm, Ref self) { return make_bool(O.SSL_session_reused(as_ssl(self)->ssl)); }

static const NativeDef methods[] = {
    {"do_handshake", ssl_do_handshake, "self, /", "Agree with the other side on keys.", 0},
    {"write", ssl_write, "self, b, /", "Send bytes; how many went.", 0},
    {"read", ssl_read, "self, size, buffer=<unrepresentable>, /", "At most size bytes; with a buffer they go there, and how many is given.", 0},
    {"pending", ssl_pending, "self, /", "Bytes that are here and were not read.", 0},
    {"getpeercert", ssl_getpeercert, "self, der=False, /", "The other side's certificate, a dict or its bytes.", 0},
    {"get_channel_binding", ssl_get_channel_binding, "self, cb_type='tls-unique'", "Bytes that no other connection has.", NATIVE_KW},
    {"cipher", ssl_cipher, "self, /", "(name, protocol, bits) of the cipher.", 0},
    {"shared_ciphers", ssl_shared_ciphers, "self, /", "The ciphers that both sides know.", 0},
    {"version", ssl_version, "self, /", "The protocol's version.", 0},
    {"selected_alpn_protocol", ssl_selected_alpn, "self, /", "What both sides want to speak.", 0},
    {"compression", ssl_compression, "self, /", "How it is compressed.", 0},
    {"shutdown", ssl_shutdown, "self, /", "Say goodbye, and wait for the other side's; the socket.", 0},
    {"verify_client_post_handshake", ssl_verify_post, "self, /", "Ask the client for its certificate now.", 0},
    {"get_unverified_chain", ssl_get_unverified_chain, "self, /", "The certificates that the other side has sent.", 0},
    {"get_verified_chain", ssl_get_verified_chain, "self, /", "The certificates up to one that is trusted.", 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"context", get_context, set_context, "its context; a server may change it while it is told which host is wanted"},
    {"server_side", get_server_side, NULL, "is this the server's end?"},
    {"server_hostname", get_host, NULL, "the host that was asked for"},
    {"owner", get_owner, set_owner, "who is shown to callbacks"},
    {"session", ssl_session_get, ssl_session_set, "its session"},
    {"session_reused", get_reused, NULL, "was an earlier session taken up?"},
    {0},
};
const TypeDef ssl_socket_def = {.name = "_ssl._SSLSocket", .doc = "A connection.", .kind = KIND_OPAQUE, .size = sizeof(SslSocket), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE,
    .dealloc = ssl_dealloc, .traverse = ssl_traverse, .clear = ssl_clear, .methods = methods, .getsets = getsets};
