/* mod_ssl_load.c: certificates, keys and parameters on their way into a context. */
#include "lang/object/audit.h"
#include "mod_ssl.h"

enum { PASSWORD_MOST = 1024 }; /* OpenSSL's room */

/* ---- a password for a key: given, or asked for ---- */
typedef struct Password { VM *vm; Ref given; Value text; /* bytes, once known */ bool failed; } Password;

/* The password as bytes, from a str, bytes or bytearray; else `wrong` is the TypeError's text. */
static bool password_take(Password *p, Ref v, const char *wrong)
{
    VM *vm = p->vm;
    const unsigned char *data;
    int64_t n;
    if (is_str(v)) p->text = codec_encode(vm, v, NULL, NULL);
    else if (bytes_held(v, &data, &n)) p->text = bytes_from(vm, data, n);
    else return err_false(vm, EXC_TypeError, "%s", wrong);
    if (p->text && as_bytes(p->text)->len > PASSWORD_MOST) {
        value_clear(vm, &p->text);
        return err_false(vm, EXC_ValueError, "password cannot be longer than %d bytes", PASSWORD_MOST);
    }
    return p->text != NULL;
}
static int on_password(char *buf, int size, int writing, void *data)
{
    Password *p = data;
    if (p->failed) return -1;
    if (!p->text) {
        Value v = call0(p->vm, p->given);
        p->failed = !v || !password_take(p, v, "password callback must return a string");
        release(p->vm, v);
        if (p->failed) return -1;
    }
    const Bytes *b = as_bytes(p->text);
    if (b->len > size) {
        p->failed = true;
        err_raise(p->vm, EXC_ValueError, "password cannot be longer than %d bytes", size);
        return -1;
    }
    memcpy(buf, b->data, (size_t)b->len);
    return (int)b->len;
}

/* A call that reads files has failed: for what the callback raised, for the system's reason, or for OpenSSL's. */
static Value load_failed(VM *vm, const Password *p, int e, int line)
{
    if (p && p->failed) return O.ERR_clear_error(), NO_VALUE;
    if (!e) return ssl_raise_last(vm, line);
    O.ERR_clear_error();
    return err_errno(vm, e, NULL);
}

bool ssl_path(VM *vm, Ref v, const char *wrong, PathArg *p)
{
    if (path_arg(vm, "load", "path", v, 0, p)) return true;
    if (err_matches(vm, EXC_TypeError)) {
        err_clear(vm);
        err_raise(vm, EXC_TypeError, wrong, v);
    }
    return false;
}

static Value load_chain(VM *vm, SslContext *c, const char *cert, const char *key, Password *p)
{
    if (p) {
        O.SSL_CTX_set_default_passwd_cb(c->ctx, on_password);
        O.SSL_CTX_set_default_passwd_cb_userdata(c->ctx, p);
    }
    errno = 0;
    Value r = O.SSL_CTX_use_certificate_chain_file(c->ctx, cert) == 1 ? V_NONE : load_failed(vm, p, errno, __LINE__);
    errno = 0;
    if (r && O.SSL_CTX_use_PrivateKey_file(c->ctx, key, SSL_FILETYPE_PEM) != 1) r = load_failed(vm, p, errno, __LINE__);
    if (r && O.SSL_CTX_check_private_key(c->ctx) != 1) r = RAISE_LAST(vm);
    O.SSL_CTX_set_default_passwd_cb(c->ctx, NULL);
    O.SSL_CTX_set_default_passwd_cb_userdata(c->ctx, NULL);
    return r;
}
FN(context_load_cert_chain)
{
    Password p = {vm, args[3], NULL, false};
    PathArg cert, key = {0};
    Value r = NULL;
    bool asked = args[3] && !is_none(args[3]);
    if (!ssl_path(vm, args[1], "certfile should be a valid filesystem path", &cert)) return NULL;
    bool own_key = args[2] && !is_none(args[2]);
    if (!own_key || ssl_path(vm, args[2], "keyfile should be a valid filesystem path", &key)) {
        bool known = !asked || type_of(vm, args[3])->s.call || password_take(&p, args[3], "password should be a string or callable");
        if (known) r = load_chain(vm, as_context(args[0]), path_c(&cert), path_c(own_key ? &key : &cert), asked ? &p : NULL);
        if (own_key) path_done(vm, &key);
    }
    path_done(vm, &cert);
    release(vm, p.text);
    return r;
}

/* ---- whom to trust ---- */

static bool is_error(unsigned long code, int library, int reason) { return error_library(code) == library && error_reason(code) == reason; }

/* The certificates of `data` into the store; how many are in it, one that was there included. */
static Value add_certificates(VM *vm, SslContext *c, const unsigned char *data, int64_t n, bool pem)
{
    if (n <= 0) return err_raise(vm, EXC_ValueError, "Empty certificate data");
    if (n > INT32_MAX) return err_raise(vm, EXC_OverflowError, "Certificate data is too long.");
    BIO *b = O.BIO_new_mem_buf(data, (int)n);
    if (!b) return ssl_raise_plain(vm, "Can't allocate buffer");
    X509_STORE *store = O.SSL_CTX_get_cert_store(c->ctx);
    bool failed = false;
    int loaded = 0;
    while (!failed) {
        X509 *cert = pem ? O.PEM_read_bio_X509(b, NULL, NULL, NULL) : O.d2i_X509_bio(b, NULL);
        if (!cert) break;
        if (!O.X509_STORE_add_cert(store, cert)) {
            if (is_error(O.ERR_peek_last_error(), LIB_X509, REASON_CERT_ALREADY_THERE)) O.ERR_clear_error();
            else failed = true;
        }
        O.X509_free(cert);
        loaded++;
    }
    unsigned long code = O.ERR_peek_last_error();
    bool end = !failed && (pem ? is_error(code, LIB_PEM, REASON_NO_START_LINE) : is_error(code, LIB_ASN1, REASON_HEADER_TOO_LONG) && O.BIO_ctrl(b, BIO_CTRL_EOF, 0, NULL));
    O.BIO_free(b);
    if (!failed && !loaded) {
        O.ERR_clear_error();
        return ssl_raise_text(vm, 0, pem ? "no start line: cadata does not contain a certificate" : "not enough data: cadata does not contain a certificate", __LINE__);
    }
    if (!end && (failed || code)) return RAISE_LAST(vm);
    O.ERR_clear_error();
    return V_NONE;
}
static Value add_data(VM *vm, SslContext *c, Ref v)
{
    BufferView view;
    if (is_str(v)) {
        if (!str_is_ascii(as_str(v))) return err_raise(vm, EXC_TypeError, "cadata should be an ASCII string or a bytes-like object");
        size_t len;
        const char *text = str_utf8(vm, v, &len);
        return text ? add_certificates(vm, c, (const unsigned char *)text, (int64_t)len, true) : NULL;
    }
    if (!buffer_check(vm, v)) return err_raise(vm, EXC_TypeError, "cadata should be an ASCII string or a bytes-like object");
    if (!buffer_get(vm, v, &view)) return NULL;
    Value r = add_certificates(vm, c, view.data, view.len, false);
    buffer_release(vm, &view);
    return r;
}
FN(context_load_verify_locations)
{
    SslContext *c = as_context(args[0]);
    bool given[4];
    PathArg file = {0}, folder = {0};
    Value r = V_NONE;
    for (int i = 1; i < 4; i++) given[i] = args[i] && !is_none(args[i]);
    if (!given[1] && !given[2] && !given[3]) return err_raise(vm, EXC_TypeError, "cafile, capath and cadata cannot be all omitted");
    if (given[1] && !ssl_path(vm, args[1], "cafile should be a valid filesystem path", &file)) return NULL;
    if (given[2] && !ssl_path(vm, args[2], "capath should be a valid filesystem path", &folder)) r = NULL;
    if (r && given[3]) r = add_data(vm, c, args[3]);
    if (r && (given[1] || given[2])) {
        errno = 0;
        if (O.SSL_CTX_load_verify_locations(c->ctx, given[1] ? path_c(&file) : NULL, given[2] ? path_c(&folder) : NULL) != 1) r = load_failed(vm, NULL, errno, __LINE__);
    }
    path_done(vm, &file);
    path_done(vm, &folder);
    return r;
}
FN(context_set_default_verify_paths) { return O.SSL_CTX_set_default_verify_paths(as_context(args[0])->ctx) ? V_NONE : RAISE_LAST(vm); }

FN(context_load_dh_params)
{
    if (!AUDIT(vm, "open", "Osi", args[1], "rb", (int64_t)0)) return NULL;
    PathArg p;
    if (!path_arg(vm, "load_dh_params", "path", args[1], 0, &p)) return NULL;
    errno = 0;
    BIO *b = O.BIO_new_file(path_c(&p), "rb");
    int e = errno;
    if (!b) {
        O.ERR_clear_error();
        err_errno(vm, e ? e : EIO, p.given);
    }
    path_done(vm, &p);
    if (!b) return NULL;
    errno = 0;
    DH *dh = O.PEM_read_bio_DHparams(b, NULL, NULL, NULL);
    e = errno;
    O.BIO_free(b);
    if (!dh) return load_failed(vm, NULL, e, __LINE__);
    bool ok = O.SSL_CTX_ctrl(as_context(args[0])->ctx, SSL_CTRL_SET_TMP_DH, 0, dh); /* (it has made a copy) */
    O.DH_free(dh);
    return ok ? V_NONE : RAISE_LAST(vm);
}

/* ---- what is in the store ---- */
enum { STORE_CERT = 1, STORE_CRL = 2 };

FN(context_cert_store_stats)
{
    OPENSSL_STACK *all = O.X509_STORE_get0_objects(O.SSL_CTX_get_cert_store(as_context(args[0])->ctx));
    int certs = 0, crls = 0, authorities = 0;
    for (int i = 0; all && i < O.OPENSSL_sk_num(all); i++) {
        X509_OBJECT *o = O.OPENSSL_sk_value(all, i);
        int type = O.X509_OBJECT_get_type(o);
        if (type == STORE_CERT) certs++;
        if (type == STORE_CERT && O.X509_check_ca(O.X509_OBJECT_get0_X509(o))) authorities++;
        if (type == STORE_CRL) crls++;
    }
    Value d = dict_new(vm);
    if (d && dict_set_c(vm, d, "x509", make_small(certs)) && dict_set_c(vm, d, "crl", make_small(crls)) && dict_set_c(vm, d, "x509_ca", make_small(authorities))) return d;
    release(vm, d);
    return NULL;
}
FN(context_get_ca_certs)
{
    int binary = args[1] ? op_truth(vm, args[1]) : 0;
    Value list = binary < 0 ? NULL : list_new(vm, 0);
    OPENSSL_STACK *all = O.X509_STORE_get0_objects(O.SSL_CTX_get_cert_store(as_context(args[0])->ctx));
    for (int i = 0; list && all && i < O.OPENSSL_sk_num(all); i++) {
        X509_OBJECT *o = O.OPENSSL_sk_value(all, i);
        X509 *cert = O.X509_OBJECT_get_type(o) == STORE_CERT ? O.X509_OBJECT_get0_X509(o) : NULL;
        if (!cert || !O.X509_check_ca(cert)) continue;
        Value v = binary ? ssl_cert_der(vm, cert) : ssl_cert_info(vm, cert);
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    return list;
}

const NativeDef ssl_context_load_methods[] = {
    {"load_cert_chain", context_load_cert_chain, "self, certfile, keyfile=None, password=None", "Read the own certificate, those above it, and its key.", NATIVE_KW},
    {"load_verify_locations", context_load_verify_locations, "self, cafile=None, capath=None, cadata=None", "Read certificates of those whose signatures are trusted.", NATIVE_KW},
    {"set_default_verify_paths", context_set_default_verify_paths, "self, /", "Trust whom the machine trusts.", 0},
    {"load_dh_params", context_load_dh_params, "self, path, /", "Read the parameters for Diffie and Hellman's exchange of keys.", 0},
    {"cert_store_stats", context_cert_store_stats, "self, /", "How many certificates and lists of revoked ones have been read.", 0},
    {"get_ca_certs", context_get_ca_certs, "self, binary_form=False", "The certificates of authorities that have been read.", NATIVE_KW},
    {0},
};
