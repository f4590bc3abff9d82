/* mod_ssl_context.c: the type _SSLContext: what connections have in common, as attributes, and the connections that are made of it. Certificates and keys
 * are read in mod_ssl_load.c. */
#include "mod_ssl.h"

#include "lang/object/args.h"


enum { VERIFY_TRUSTED_FIRST = 0x8000, HOSTFLAG_NO_PARTIAL_WILDCARDS = 4 };
#define DEFAULT_OPTIONS ((uint64_t)0x82520050 | (uint64_t)1 << 7 /* silence at the end is as the protocol's own */)
#define NO_VERSIONS ((uint64_t)0x3e000000) /* OP_NO_SSLv3 to OP_NO_TLSv1_3 */

static bool deprecated(VM *vm, const char *what) { return err_warn(vm, EXC_DeprecationWarning, str_format(vm, "ssl.%s deprecated", what)); }
static bool long_arg(VM *vm, Ref v, int64_t *out)
{
    Value i = v ? num_index(vm, v) : err_raise(vm, EXC_TypeError, "cannot delete attribute");
    bool ok = i && int_to_i64(vm, i, out);
    release(vm, i);
    return ok;
}
static bool number(VM *vm, Ref v, int *out) { return v ? int_arg(vm, v, out) : err_false(vm, EXC_TypeError, "cannot delete attribute"); }

/* ---- making ---- */

static const struct Protocol { int number; const SSL_METHOD *(**method)(void); const char *deprecated; bool ranged; } protocols[] = {
    {PROTOCOL_TLS, &openssl.TLS_method, "PROTOCOL_TLS is", true},
    {PROTOCOL_TLS_CLIENT, &openssl.TLS_client_method, NULL, true},
    {PROTOCOL_TLS_SERVER, &openssl.TLS_server_method, NULL, true},
    {PROTOCOL_TLSV1, &openssl.TLSv1_method, "PROTOCOL_TLSv1 is", false},
    {PROTOCOL_TLSV1_1, &openssl.TLSv1_1_method, "PROTOCOL_TLSv1_1 is", false},
    {PROTOCOL_TLSV1_2, &openssl.TLSv1_2_method, "PROTOCOL_TLSv1_2 is", false},
};

static bool set_up(VM *vm, SslContext *c, const struct Protocol *p)
{
    if (!(c->ctx = O.SSL_CTX_new((*p->method)()))) return RAISE_LAST(vm), false;
    c->check_hostname = p->number == PROTOCOL_TLS_CLIENT;
    c->hostflags = HOSTFLAG_NO_PARTIAL_WILDCARDS;
    O.SSL_CTX_set_verify(c->ctx, p->number == PROTOCOL_TLS_CLIENT ? SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT : SSL_VERIFY_NONE, NULL);
    O.SSL_CTX_set_options(c->ctx, DEFAULT_OPTIONS);
    if (!O.SSL_CTX_set_cipher_list(c->ctx, SSL_DEFAULT_CIPHERS)) return ssl_raise_plain(vm, "No cipher can be selected."), false;
    if (p->ranged) O.SSL_CTX_ctrl(c->ctx, SSL_CTRL_SET_MIN_VERSION, 0x303, NULL);
    O.SSL_CTX_ctrl(c->ctx, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, NULL);
    O.SSL_CTX_set_session_id_context(c->ctx, (const unsigned char *)"Python", 6);
    X509_VERIFY_PARAM *param = O.SSL_CTX_get0_param(c->ctx);
    O.X509_VERIFY_PARAM_set_flags(param, VERIFY_TRUSTED_FIRST);
    O.X509_VERIFY_PARAM_set_hostflags(param, c->hostflags);
    O.SSL_CTX_set_post_handshake_auth(c->ctx, 0);
    return true;
}

static Value context_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    int which;
    const struct Protocol *p = NULL;
    if (!args_no_kw(vm, "_SSLContext", kwnames) || !args_count(vm, "_SSLContext", n, 1, 1) || !int_arg(vm, args[0], &which)) return NULL;
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++)
        if (protocols[i].number == which) p = &protocols[i];
    if (p && p->deprecated && !deprecated(vm, p->deprecated)) return NULL;
    if (!p) return err_raise(vm, EXC_ValueError, "invalid or unsupported protocol version %d", which);
    SslContext *c = (SslContext *)obj_alloc(vm, as_type(type), as_type(type)->inst_size);
    if (!c) return NULL;
    c->vm = vm;
    c->protocol = which;
    if (set_up(vm, c, p)) return VAL(c);
    release(vm, VAL(c));
    return NULL;
}

static void context_clear(VM *vm, Obj *o)
{
    value_clear(vm, &((SslContext *)o)->sni);
    value_clear(vm, &((SslContext *)o)->watch);
}
static void context_dealloc(VM *vm, Obj *o)
{
    SslContext *c = (SslContext *)o;
    context_clear(vm, o);
    value_clear(vm, &c->keylog_name);
    if (c->ctx) { /* connections that have another context by now may still have this one's, and OpenSSL call what stands in it */
        O.SSL_CTX_callback_ctrl(c->ctx, SSL_CTRL_SET_SERVERNAME_CB, NULL);
        O.SSL_CTX_set_alpn_select_cb(c->ctx, NULL, NULL);
        O.SSL_CTX_free(c->ctx);
    }
    if (c->keylog) O.BIO_free(c->keylog);
    mem_free(vm->mem, c->alpn, c->alpn_len);
    obj_free(vm, o, o->type->inst_size);
}
static void context_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((SslContext *)o)->sni) visit(((SslContext *)o)->sni, arg);
    if (((SslContext *)o)->watch) visit(((SslContext *)o)->watch, arg);
}

/* ---- who is checked, and how ---- */

static int verify_mode(const SslContext *c)
{
    int mode = O.SSL_CTX_get_verify_mode(c->ctx);
    return !(mode & SSL_VERIFY_PEER) ? CERT_NONE : mode & SSL_VERIFY_FAIL_IF_NO_PEER_CERT ? CERT_REQUIRED : CERT_OPTIONAL;
}
static void set_mode(SslContext *c, int mode)
{
    static const int flags[] = {SSL_VERIFY_NONE, SSL_VERIFY_PEER, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT};
    O.SSL_CTX_set_verify(c->ctx, flags[mode], NULL);
}
static Value get_verify_mode(VM *vm, Ref self) { return make_small(verify_mode(as_context(self))); }
static bool set_verify_mode(VM *vm, Ref self, Ref v)
{
    int mode;
    if (!number(vm, v, &mode)) return false;
    if (mode < CERT_NONE || mode > CERT_REQUIRED) return err_false(vm, EXC_ValueError, "invalid value for verify_mode");
    if (mode == CERT_NONE && as_context(self)->check_hostname) return err_false(vm, EXC_ValueError, "Cannot set verify_mode to CERT_NONE when check_hostname is enabled.");
    set_mode(as_context(self), mode);
    return true;
}
static Value get_check_hostname(VM *vm, Ref self) { return make_bool(as_context(self)->check_hostname); }
static bool set_check_hostname(VM *vm, Ref self, Ref v)
{
    int on = v ? op_truth(vm, v) : err_minus(vm, EXC_TypeError, "cannot delete attribute");
    if (on < 0) return false;
    if (on && verify_mode(as_context(self)) == CERT_NONE) set_mode(as_context(self), CERT_REQUIRED);
    as_context(self)->check_hostname = on;
    return true;
}
static Value get_host_flags(VM *vm, Ref self) { return make_small(as_context(self)->hostflags); }
static bool set_host_flags(VM *vm, Ref self, Ref v)
{
    int64_t flags;
    if (!long_arg(vm, v, &flags)) return false;
    as_context(self)->hostflags = (unsigned)flags;
    O.X509_VERIFY_PARAM_set_hostflags(O.SSL_CTX_get0_param(as_context(self)->ctx), (unsigned)flags);
    return true;
}
static Value get_verify_flags(VM *vm, Ref self) { return int_from_u64(vm, O.X509_VERIFY_PARAM_get_flags(O.SSL_CTX_get0_param(as_context(self)->ctx))); }
static bool set_verify_flags(VM *vm, Ref self, Ref v)
{
    int64_t flags;
    if (!long_arg(vm, v, &flags)) return false;
    X509_VERIFY_PARAM *param = O.SSL_CTX_get0_param(as_context(self)->ctx);
    unsigned long now = O.X509_VERIFY_PARAM_get_flags(param), off = now & ~(unsigned long)flags, on = ~now & (unsigned long)flags;
    if ((!off || O.X509_VERIFY_PARAM_clear_flags(param, off)) && (!on || O.X509_VERIFY_PARAM_set_flags(param, on))) return true;
    return RAISE_LAST(vm), false;
}
static Value get_post_auth(VM *vm, Ref self) { return make_bool(as_context(self)->post_handshake_auth); }
static bool set_post_auth(VM *vm, Ref self, Ref v)
{
    int on = v ? op_truth(vm, v) : err_minus(vm, EXC_AttributeError, "cannot delete attribute");
    if (on < 0) return false;
    as_context(self)->post_handshake_auth = on;
    return true;
}

/* ---- versions and options ---- */
enum { VERSION_LOWEST = -2, VERSION_HIGHEST = -1, VERSION_SSL3 = 0x300, VERSION_TLS1 = 0x301, VERSION_TLS1_1, VERSION_TLS1_2, VERSION_TLS1_3 };

static Value get_version(VM *vm, Ref self, int which, int open)
{
    long v = O.SSL_CTX_ctrl(as_context(self)->ctx, which, 0, NULL);
    return make_small(v ? v : open);
}
static bool version_known(VM *vm, int v)
{
    static const char *const old[] = {"TLSVersion.SSLv3 is", "TLSVersion.TLSv1 is", "TLSVersion.TLSv1_1 is"};
    if (v == VERSION_LOWEST || v == VERSION_HIGHEST || v == VERSION_TLS1_2 || v == VERSION_TLS1_3) return true;
    if (v >= VERSION_SSL3 && v <= VERSION_TLS1_1) return deprecated(vm, old[v - VERSION_SSL3]);
    return err_false(vm, EXC_ValueError, "Unsupported TLS/SSL version 0x%x", v);
}
static bool set_version(VM *vm, Ref self, Ref v, bool lowest)
{
    int version;
    SslContext *c = as_context(self);
    if (!number(vm, v, &version) || !version_known(vm, version)) return false;
    if (c->protocol >= PROTOCOL_TLSV1 && c->protocol <= PROTOCOL_TLSV1_2)
        return err_false(vm, EXC_ValueError, "The context's protocol doesn't support modification of highest and lowest version.");
    /* "lowest" is no bound from below and the lowest one from above; and so the other way round */
    long bound = version == VERSION_LOWEST ? lowest ? 0 : VERSION_TLS1 : version == VERSION_HIGHEST ? lowest ? VERSION_TLS1_3 : 0 : version;
    if (O.SSL_CTX_ctrl(c->ctx, lowest ? SSL_CTRL_SET_MIN_VERSION : SSL_CTRL_SET_MAX_VERSION, bound, NULL)) return true;
    O.ERR_clear_error();
    return err_false(vm, EXC_ValueError, "Unsupported protocol version 0x%x", version);
}
static Value get_minimum(VM *vm, Ref self) { return get_version(vm, self, SSL_CTRL_GET_MIN_VERSION, VERSION_LOWEST); }
static Value get_maximum(VM *vm, Ref self) { return get_version(vm, self, SSL_CTRL_GET_MAX_VERSION, VERSION_HIGHEST); }
static bool set_minimum(VM *vm, Ref self, Ref v) { return set_version(vm, self, v, true); }
static bool set_maximum(VM *vm, Ref self, Ref v) { return set_version(vm, self, v, false); }

static Value get_options(VM *vm, Ref self) { return int_from_i64(vm, (int64_t)O.SSL_CTX_get_options(as_context(self)->ctx)); }
static bool set_options(VM *vm, Ref self, Ref v)
{
    int64_t wanted;
    if (!long_arg(vm, v, &wanted)) return false;
    SSL_CTX *ctx = as_context(self)->ctx;
    uint64_t now = O.SSL_CTX_get_options(ctx), off = now & ~(uint64_t)wanted, on = ~now & (uint64_t)wanted;
    if (on & NO_VERSIONS && !deprecated(vm, "OP_NO_SSL*/ssl.OP_NO_TLS* options are")) return false;
    if (off) O.SSL_CTX_clear_options(ctx, off);
    if (on) O.SSL_CTX_set_options(ctx, on);
    return true;
}
static Value get_protocol(VM *vm, Ref self) { return make_small(as_context(self)->protocol); }
static Value get_security_level(VM *vm, Ref self) { return make_small(O.SSL_CTX_get_security_level(as_context(self)->ctx)); }
static Value get_num_tickets(VM *vm, Ref self) { return int_from_u64(vm, O.SSL_CTX_get_num_tickets(as_context(self)->ctx)); }
static bool set_num_tickets(VM *vm, Ref self, Ref v)
{
    int64_t n;
    if (!long_arg(vm, v, &n)) return false;
    if (n < 0) return err_false(vm, EXC_ValueError, "value must be non-negative");
    if (as_context(self)->protocol != PROTOCOL_TLS_SERVER) return err_false(vm, EXC_ValueError, "SSLContext is not a server context.");
    return O.SSL_CTX_set_num_tickets(as_context(self)->ctx, (size_t)n) == 1 ? true : err_false(vm, EXC_ValueError, "failed to set num tickets.");
}

/* ---- callbacks of OpenSSL's; the lock is held ---- */

/* Whom a callback is told of: who owns the connection, or its socket, or the connection itself. */
static Value speaker(VM *vm, SslSocket *s)
{
    Ref weak = s->owner ? s->owner : s->sock;
    Value who = weak ? weak_get(vm, weak) : NULL;
    return who ? who : weak ? V_NONE : retain(REF(s));
}
static void keep_raised(VM *vm, SslSocket *s)
{
    Value e = err_take(vm);
    if (s->raised) release(vm, e);
    else s->raised = e;
}

static int sni_answer(VM *vm, SslSocket *s, Ref callback, int *alert)
{
    const char *name = O.SSL_get_servername(s->ssl, 0);
    Value who = speaker(vm, s), text = name ? codec_decode(vm, name, (int64_t)strlen(name), "ascii", NULL) : V_NONE, context = retain(s->context);
    Value r = text ? call3(vm, callback, who, text, context) : NULL;
    int answer = SSL_TLSEXT_ERR_OK;
    *alert = text ? SSL_AD_HANDSHAKE_FAILURE : SSL_AD_INTERNAL_ERROR;
    if (!r) err_unraisable(vm, callback);
    if (!r) answer = SSL_TLSEXT_ERR_ALERT_FATAL;
    else if (!is_none(r)) {
        int64_t code;
        answer = SSL_TLSEXT_ERR_ALERT_FATAL;
        if (!is_int(r)) err_raise(vm, EXC_TypeError, "an integer is required (got type %T)", r);
        if (is_int(r) && int_to_i64(vm, r, &code)) *alert = (int)code;
        else {
            err_unraisable(vm, r);
            *alert = SSL_AD_INTERNAL_ERROR;
        }
    }
    release(vm, r);
    release(vm, who);
    release(vm, text);
    release(vm, context);
    return answer;
}
static int on_sni(SSL *ssl, int *alert, void *arg)
{
    SslSocket *s = O.SSL_get_ex_data(ssl, 0);
    SslContext *c = arg;
    if (!s || !c->sni) return SSL_TLSEXT_ERR_OK;
    Value callback = retain(c->sni);
    int r = sni_answer(s->vm, s, callback, alert);
    release(s->vm, callback);
    return r;
}
static Value get_sni(VM *vm, Ref self) { return as_context(self)->sni ? retain(as_context(self)->sni) : V_NONE; }
static bool callable(VM *vm, Ref v) { return type_of(vm, v)->s.call != NULL; }
static bool set_sni(VM *vm, Ref self, Ref v)
{
    SslContext *c = as_context(self);
    if (c->protocol == PROTOCOL_TLS_CLIENT) return err_false(vm, EXC_ValueError, "sni_callback cannot be set on TLS_CLIENT context");
    if (v && !is_none(v) && !callable(vm, v)) {
        O.SSL_CTX_callback_ctrl(c->ctx, SSL_CTRL_SET_SERVERNAME_CB, NULL);
        return err_false(vm, EXC_TypeError, "not a callable object");
    }
    bool on = v && !is_none(v);
    value_put(vm, &c->sni, on ? retain(v) : NO_VALUE);
    O.SSL_CTX_callback_ctrl(c->ctx, SSL_CTRL_SET_SERVERNAME_CB, on ? (void (*)(void))on_sni : NULL);
    O.SSL_CTX_ctrl(c->ctx, SSL_CTRL_SET_SERVERNAME_ARG, 0, c);
    return true;
}

enum { RECORD_CHANGE_CIPHER = 20, RECORD_ALERT, RECORD_HANDSHAKE, RECORD_HEADER = 0x100, RECORD_INNER_TYPE };
static void on_message(int out, int version, int content, const void *data, size_t n, SSL *ssl, void *arg)
{
    const unsigned char *p = data;
    SslSocket *s = O.SSL_get_ex_data(ssl, 0);
    Ref watch = s ? (Ref)as_context(s->context)->watch : NULL;
    if (!watch || s->raised) return;
    VM *vm = s->vm;
    int type = content == RECORD_CHANGE_CIPHER ? 0x0101 : content == RECORD_ALERT ? n > 1 ? p[1] : -1 : content == RECORD_HEADER ? n >= 3 ? p[0] : -1 : content == RECORD_INNER_TYPE && n ? p[0] : n ? p[0] : -1;
    if (content == RECORD_HEADER && n >= 3) version = p[1] << 8 | p[2];
    Value held = retain(watch), who = speaker(vm, s), way = str_from_c(vm, out ? "write" : "read"), bytes = bytes_from(vm, data, (int64_t)n), r = NULL;
    Ref args[] = {who, way, make_small(version), make_small(content), make_small(type), bytes};
    if (way && bytes) r = call(vm, held, args, 6, NULL);
    if (!r) keep_raised(vm, s);
    release(vm, r);
    release(vm, held);
    release(vm, who);
    release(vm, way);
    release(vm, bytes);
}
static Value get_watch(VM *vm, Ref self) { return as_context(self)->watch ? retain(as_context(self)->watch) : V_NONE; }
static bool set_watch(VM *vm, Ref self, Ref v)
{
    SslContext *c = as_context(self);
    bool on = v && !is_none(v);
    if (on && !callable(vm, v)) {
        O.SSL_CTX_set_msg_callback(c->ctx, NULL);
        return err_false(vm, EXC_TypeError, "%R is not callable.", v);
    }
    value_put(vm, &c->watch, on ? retain(v) : NO_VALUE);
    O.SSL_CTX_set_msg_callback(c->ctx, on ? on_message : NULL);
    return true;
}

static void on_keylog(const SSL *ssl, const char *line)
{
    SslSocket *s = O.SSL_get_ex_data(ssl, 0);
    BIO *b = s ? as_context(s->context)->keylog : NULL;
    if (!b) return;
    O.BIO_write(b, line, (int)strlen(line));
    O.BIO_write(b, "\n", 1);
    O.BIO_ctrl(b, BIO_CTRL_FLUSH, 0, NULL);
}
static Value get_keylog(VM *vm, Ref self) { return as_context(self)->keylog_name ? retain(as_context(self)->keylog_name) : V_NONE; }
static bool set_keylog(VM *vm, Ref self, Ref v)
{
    SslContext *c = as_context(self);
    PathArg p;
    O.SSL_CTX_set_keylog_callback(c->ctx, NULL);
    value_clear(vm, &c->keylog_name);
    if (c->keylog) O.BIO_free(c->keylog);
    c->keylog = NULL;
    if (!v || is_none(v)) return true;
    if (!ssl_path(vm, v, "expected str, bytes or os.PathLike object, not %T", &p)) return false;
    errno = 0;
    BIO *b = O.BIO_new_file(path_c(&p), "a");
    int e = errno;
    path_done(vm, &p);
    if (!b) return O.ERR_clear_error(), err_errno(vm, e ? e : EIO, v), false;
    if (O.BIO_ctrl(b, BIO_CTRL_INFO, 0, NULL) == 0) O.BIO_write(b, "# TLS secrets log file, generated by OpenSSL / Python\n", 54);
    O.BIO_ctrl(b, BIO_CTRL_FLUSH, 0, NULL);
    c->keylog = b;
    c->keylog_name = retain(v);
    O.SSL_CTX_set_keylog_callback(c->ctx, on_keylog);
    return true;
}

static int on_alpn(SSL *ssl, const unsigned char **out, unsigned char *out_len, const unsigned char *theirs, unsigned n, void *arg)
{
    const SslContext *c = arg;
    static const unsigned char none[1];
    int r = O.SSL_select_next_proto((unsigned char **)out, out_len, c->alpn ? c->alpn : none, c->alpn ? c->alpn_len : 0, theirs, n);
    return r == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}
FN(context_set_alpn)
{
    SslContext *c = as_context(args[0]);
    BufferView view;
    if (!buffer_get(vm, args[1], &view)) return NULL;
    unsigned char *copy = view.len ? mem_alloc(vm->mem, (size_t)view.len) : NULL;
    bool ok = !view.len || copy, fits = view.len <= INT32_MAX;
    if (copy) memcpy(copy, view.data, (size_t)view.len);
    unsigned size = (unsigned)view.len;
    buffer_release(vm, &view);
    if (!ok || !fits) return ok ? err_raise(vm, EXC_OverflowError, "protocols longer than %u bytes", UINT32_MAX) : err_no_memory(vm);
    mem_free(vm->mem, c->alpn, c->alpn_len);
    c->alpn = copy;
    c->alpn_len = size;
    if (O.SSL_CTX_set_alpn_protos(c->ctx, copy, size)) return err_no_memory(vm);
    O.SSL_CTX_set_alpn_select_cb(c->ctx, on_alpn, c);
    return V_NONE;
}

/* ---- ciphers, curves, counts ---- */

FN(context_set_ciphers)
{
    const char *list = is_str(args[1]) ? str_utf8(vm, args[1], NULL) : NULL;
    if (!list) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "set_ciphers() argument must be str, not %T", args[1]);
    if (O.SSL_CTX_set_cipher_list(as_context(args[0])->ctx, list)) return V_NONE;
    O.ERR_clear_error();
    return ssl_raise_plain(vm, "No cipher can be selected.");
}

static bool put(VM *vm, Ref d, const char *key, Value v /*taken*/)
{
    bool ok = v && dict_set_c(vm, d, key, v);
    release(vm, v);
    return ok;
}
static Value object_text(VM *vm, int nid) { return nid ? str_from_c(vm, O.OBJ_nid2ln(nid)) : V_NONE; }
static Value cipher_dict(VM *vm, const SSL_CIPHER *c)
{
    char text[512] = "";
    int of_algorithm = 0, strength = O.SSL_CIPHER_get_bits(c, &of_algorithm);
    O.SSL_CIPHER_description(c, text, sizeof text);
    size_t n = strlen(text);
    if (n && text[n - 1] == '\n') n--;
    Value d = dict_new(vm);
    if (d && put(vm, d, "id", int_from_u64(vm, O.SSL_CIPHER_get_id(c))) && put(vm, d, "name", str_from_c(vm, O.SSL_CIPHER_get_name(c))) &&
        put(vm, d, "protocol", str_from_c(vm, O.SSL_CIPHER_get_version(c))) && put(vm, d, "description", str_from_utf8(vm, text, n)) &&
        put(vm, d, "strength_bits", make_small(strength)) && put(vm, d, "alg_bits", make_small(of_algorithm)) && put(vm, d, "aead", make_bool(O.SSL_CIPHER_is_aead(c))) &&
        put(vm, d, "symmetric", object_text(vm, O.SSL_CIPHER_get_cipher_nid(c))) && put(vm, d, "digest", object_text(vm, O.SSL_CIPHER_get_digest_nid(c))) &&
        put(vm, d, "kea", object_text(vm, O.SSL_CIPHER_get_kx_nid(c))) && put(vm, d, "auth", object_text(vm, O.SSL_CIPHER_get_auth_nid(c))))
        return d;
    release(vm, d);
    return NULL;
}
FN(context_get_ciphers)
{
    SSL *ssl = O.SSL_new(as_context(args[0])->ctx);
    if (!ssl) return RAISE_LAST(vm);
    OPENSSL_STACK *all = O.SSL_get_ciphers(ssl);
    Value list = list_new(vm, 0);
    for (int i = 0; list && all && i < O.OPENSSL_sk_num(all); i++) {
        Value d = cipher_dict(vm, O.OPENSSL_sk_value(all, i));
        if (!d || !list_append_take(vm, list, d)) value_clear(vm, &list);
    }
    O.SSL_free(ssl);
    return list;
}
FN(context_set_ecdh_curve)
{
    Value held = NULL;
    Ref name = args[1];
    if (is_str(name)) name = held = codec_encode(vm, name, "utf-8", "surrogateescape");
    if (!name) return NULL;
    if (!is_bytes(name)) return err_raise(vm, EXC_TypeError, "expected str, bytes or os.PathLike object, not %T", name);
    int nid = O.OBJ_sn2nid((const char *)as_bytes(name)->data);
    release(vm, held);
    O.ERR_clear_error();
    if (!nid) return err_raise(vm, EXC_ValueError, "unknown elliptic curve name %R", args[1]);
    return O.SSL_CTX_ctrl(as_context(args[0])->ctx, SSL_CTRL_SET_GROUPS, 1, &nid) ? V_NONE : RAISE_LAST(vm);
}
FN(context_session_stats)
{
    static const char *const names[] = {"number", "connect", "connect_good", "connect_renegotiate", "accept", "accept_good", "accept_renegotiate", "hits", NULL, "misses", "timeouts", "cache_full"};
    Value d = dict_new(vm);
    for (int i = 0; d && i < (int)(sizeof names / sizeof *names); i++) /* (in the order of OpenSSL's numbers, of which one is not shown) */
        if (names[i] && !put(vm, d, names[i], int_from_i64(vm, O.SSL_CTX_ctrl(as_context(args[0])->ctx, SSL_CTRL_SESS_NUMBER + i, 0, NULL)))) value_clear(vm, &d);
    return d;
}

/* ---- connections ---- */

FN(context_wrap_socket)
{
    SocketState *st = socket_state(vm);
    int server = op_truth(vm, args[2]);
    if (!st || server < 0) return NULL;
    if (!is_instance_of(vm, args[1], st->socket)) return err_raise(vm, EXC_TypeError, "_wrap_socket() argument 'sock' must be _socket.socket, not %T", args[1]);
    return ssl_connect(vm, as_context(args[0]), args[1], NULL, NULL, server, args[3], args[4], args[5]);
}
FN(context_wrap_bio)
{
    SslState *st = ssl_state(vm);
    int server = op_truth(vm, args[3]);
    if (!st || server < 0) return NULL;
    for (int i = 1; i <= 2; i++)
        if (!is_instance_of(vm, args[i], st->bio))
            return err_raise(vm, EXC_TypeError, "_wrap_bio() argument '%s' must be _ssl.MemoryBIO, not %T", i == 1 ? "incoming" : "outgoing", args[i]);
    return ssl_connect(vm, as_context(args[0]), NULL, as_bio(args[1]), as_bio(args[2]), server, args[4], args[5], args[6]);
}

static const NativeDef methods[] = {
    {"_wrap_socket", context_wrap_socket, "self, sock, server_side, server_hostname=None, *, owner=None, session=None", "A connection over a socket.", NATIVE_KW},
    {"_wrap_bio", context_wrap_bio, "self, incoming, outgoing, server_side, server_hostname=None, *, owner=None, session=None", "A connection over two MemoryBIOs.", NATIVE_KW},
    {"set_ciphers", context_set_ciphers, "self, cipherlist, /", "Which ciphers may be used, in OpenSSL's words.", 0},
    {"get_ciphers", context_get_ciphers, "self, /", "The ciphers that may be used, a dict each.", 0},
    {"_set_alpn_protocols", context_set_alpn, "self, protos, /", "What is offered to be spoken, as the protocol has it.", 0},
    {"set_ecdh_curve", context_set_ecdh_curve, "self, name, /", "The curve for the exchange of keys.", 0},
    {"session_stats", context_session_stats, "self, /", "How many connections and sessions there have been.", 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"check_hostname", get_check_hostname, set_check_hostname, NULL},
    {"_host_flags", get_host_flags, set_host_flags, NULL},
    {"minimum_version", get_minimum, set_minimum, NULL},
    {"maximum_version", get_maximum, set_maximum, NULL},
    {"keylog_filename", get_keylog, set_keylog, NULL},
    {"_msg_callback", get_watch, set_watch, NULL},
    {"sni_callback", get_sni, set_sni, "called by a server when a client says which host it wants"},
    {"num_tickets", get_num_tickets, set_num_tickets, "tickets that a server hands out after a handshake"},
    {"options", get_options, set_options, NULL},
    {"post_handshake_auth", get_post_auth, set_post_auth, NULL},
    {"protocol", get_protocol, NULL, NULL},
    {"verify_flags", get_verify_flags, set_verify_flags, NULL},
    {"verify_mode", get_verify_mode, set_verify_mode, NULL},
    {"security_level", get_security_level, NULL, "the least that is thought safe, from 0 to 5"},
    {0},
};
const TypeDef ssl_context_def = {.name = "_ssl._SSLContext", .doc = "What connections have in common.", .kind = KIND_OPAQUE, .size = sizeof(SslContext),
    .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE, .s = {.new_ = context_new}, .dealloc = context_dealloc, .traverse = context_traverse, .clear = context_clear,
    .methods = methods, .getsets = getsets};
