/* mod_ssl_cert.c: certificates: what stands in one as a dict, and the type Certificate. */
#include "mod_ssl.h"

#include <ctype.h>

static SslCert *as_cert(Ref v) { return (SslCert *)BITS(v); }

/* ---- text out of OpenSSL ---- */

static Value bio_text(VM *vm, BIO *b)
{
    char *p = NULL;
    long n = O.BIO_ctrl(b, BIO_CTRL_INFO, 0, &p);
    return str_from_utf8(vm, n > 0 ? p : "", n > 0 ? (size_t)n : 0);
}

static Value object_name(VM *vm, const ASN1_OBJECT *o, bool digits)
{
    char small[256];
    int n = O.OBJ_obj2txt(small, sizeof small, o, digits);
    if (n < 0) return RAISE_LAST(vm);
    if (n == 0 && digits) return V_NONE;
    if (n < (int)sizeof small) return str_from_utf8(vm, small, (size_t)n);
    char *large = mem_alloc(vm->mem, (size_t)n + 1);
    if (!large) return err_no_memory(vm);
    O.OBJ_obj2txt(large, n + 1, o, digits);
    Value r = str_from_utf8(vm, large, (size_t)n);
    mem_free(vm->mem, large, (size_t)n + 1);
    return r;
}

static Value string_text(VM *vm, const ASN1_STRING *s)
{
    return str_from_utf8(vm, (const char *)O.ASN1_STRING_get0_data(s), (size_t)O.ASN1_STRING_length(s));
}

/* ---- names ---- */

static Value name_entry(VM *vm, X509_NAME_ENTRY *entry)
{
    unsigned char *utf8 = NULL;
    Value key = object_name(vm, O.X509_NAME_ENTRY_get_object(entry), false), pair = NULL;
    if (!key) return NULL;
    int n = O.ASN1_STRING_to_UTF8(&utf8, O.X509_NAME_ENTRY_get_data(entry));
    Value text = n < 0 ? RAISE_LAST(vm) : str_from_utf8(vm, (char *)utf8, (size_t)n);
    if (text) pair = tuple_of(vm, 2, (Ref)key, (Ref)text);
    if (n >= 0) O.CRYPTO_free(utf8, "", 0);
    release(vm, key);
    release(vm, text);
    return pair;
}

/* A tuple of tuples of (kind, value): what has the same place in the name stands in one of them. */
static Value name_tuple(VM *vm, const X509_NAME *name)
{
    Value all = list_new(vm, 0), part = NULL, r = NULL;
    int level = -1, n = O.X509_NAME_entry_count(name);
    bool ok = all != NULL;
    for (int i = 0; ok && i <= n; i++) {
        X509_NAME_ENTRY *entry = i < n ? O.X509_NAME_get_entry(name, i) : NULL;
        if (part && (!entry || O.X509_NAME_ENTRY_set(entry) != level)) {
            Value t = tuple_from_iter(vm, part);
            value_clear(vm, &part);
            ok = t && list_append_take(vm, all, t);
        }
        if (!ok || !entry) break;
        level = O.X509_NAME_ENTRY_set(entry);
        if (!part && !(part = list_new(vm, 1))) ok = false;
        Value pair = ok ? name_entry(vm, entry) : NULL;
        ok = pair && list_append_take(vm, part, pair);
    }
    if (ok) r = tuple_from_iter(vm, all);
    release(vm, part);
    release(vm, all);
    return r;
}

static Value address_text(VM *vm, const ASN1_STRING *s)
{
    const unsigned char *p = O.ASN1_STRING_get0_data(s);
    if (O.ASN1_STRING_length(s) == 4) return str_format(vm, "%d.%d.%d.%d", p[0], p[1], p[2], p[3]);
    if (O.ASN1_STRING_length(s) != 16) return str_from_c(vm, "<invalid>");
    char text[48];
    int at = 0;
    for (int i = 0; i < 16; i += 2) at += snprintf(text + at, sizeof text - (size_t)at, "%s%X", i ? ":" : "", p[i] << 8 | p[i + 1]);
    return str_from_c(vm, text);
}

/* Of a kind that has no words here: OpenSSL's "kind:value". */
static Value printed_name(VM *vm, GENERAL_NAME *g)
{
    BIO *b = O.BIO_new(O.BIO_s_mem());
    if (!b) return err_no_memory(vm);
    O.GENERAL_NAME_print(b, g);
    Value text = bio_text(vm, b), r = NULL, colon = text ? str_from_c(vm, ":") : NULL;
    O.BIO_free(b);
    int64_t at = colon ? str_find(text, colon, 0, as_str(text)->len) : -1;
    if (colon && at < 0) err_raise(vm, EXC_ValueError, "Invalid value %S", text);
    if (at >= 0) {
        Value kind = str_substr(vm, text, 0, at), value = str_substr(vm, text, at + 1, as_str(text)->len);
        if (kind && value) r = tuple_of(vm, 2, (Ref)kind, (Ref)value);
        release(vm, kind);
        release(vm, value);
    }
    release(vm, colon);
    release(vm, text);
    return r;
}

static Value general_name(VM *vm, GENERAL_NAME *g)
{
    static const char *const kinds[] = {[GEN_EMAIL] = "email", [GEN_DNS] = "DNS", [GEN_DIRNAME] = "DirName", [GEN_URI] = "URI", [GEN_IPADD] = "IP Address", [GEN_RID] = "Registered ID"};
    if (g->type < 0 || g->type > GEN_RID) {
        if (!err_warn(vm, EXC_RuntimeWarning, str_format(vm, "Unknown general name type %d", g->type))) return NULL;
        return printed_name(vm, g);
    }
    if (!kinds[g->type]) return printed_name(vm, g);
    Value kind = str_from_c(vm, kinds[g->type]), value = NULL, r = NULL;
    if (kind) value = g->type == GEN_DIRNAME ? name_tuple(vm, g->value) : g->type == GEN_IPADD ? address_text(vm, g->value) : g->type == GEN_RID ? object_name(vm, g->value, true) : string_text(vm, g->value);
    if (value) r = tuple_of(vm, 2, (Ref)kind, (Ref)value);
    release(vm, kind);
    release(vm, value);
    return r;
}

/* ---- extensions ---- */
enum { NID_SUBJECT_ALT_NAME = 85, NID_CRL_DISTRIBUTION_POINTS = 103, NID_INFO_ACCESS = 177, NID_AD_OCSP = 178, NID_AD_CA_ISSUERS = 179 };

/* A tuple of the list (taken), or None of an empty one. */
static Value tuple_or_none(VM *vm, Value list)
{
    Value r = !list ? NULL : as_list(list)->len ? tuple_from_iter(vm, list) : V_NONE;
    release(vm, list);
    return r;
}

static Value alt_names(VM *vm, X509 *cert)
{
    OPENSSL_STACK *names = O.X509_get_ext_d2i(cert, NID_SUBJECT_ALT_NAME, NULL, NULL);
    if (!names) return V_NONE;
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < O.OPENSSL_sk_num(names); i++) {
        Value v = general_name(vm, O.OPENSSL_sk_value(names, i));
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    O.OPENSSL_sk_pop_free(names, O.GENERAL_NAME_free);
    return tuple_or_none(vm, list);
}

static Value access_points(VM *vm, X509 *cert, int kind)
{
    OPENSSL_STACK *all = O.X509_get_ext_d2i(cert, NID_INFO_ACCESS, NULL, NULL);
    if (!all) return V_NONE;
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < O.OPENSSL_sk_num(all); i++) {
        ACCESS_DESCRIPTION *d = O.OPENSSL_sk_value(all, i);
        if (O.OBJ_obj2nid(d->method) != kind || d->location->type != GEN_URI) continue;
        Value v = string_text(vm, d->location->value);
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    O.OPENSSL_sk_pop_free(all, O.ACCESS_DESCRIPTION_free);
    return tuple_or_none(vm, list);
}

static Value crl_points(VM *vm, X509 *cert)
{
    OPENSSL_STACK *all = O.X509_get_ext_d2i(cert, NID_CRL_DISTRIBUTION_POINTS, NULL, NULL);
    if (!all) return V_NONE;
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < O.OPENSSL_sk_num(all); i++) {
        DIST_POINT *d = O.OPENSSL_sk_value(all, i);
        OPENSSL_STACK *names = d->name && d->name->type == 0 ? d->name->full : NULL;
        for (int k = 0; list && names && k < O.OPENSSL_sk_num(names); k++) {
            GENERAL_NAME *g = O.OPENSSL_sk_value(names, k);
            if (g->type != GEN_URI) continue;
            Value v = string_text(vm, g->value);
            if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
        }
    }
    O.OPENSSL_sk_pop_free(all, O.DIST_POINT_free);
    return tuple_or_none(vm, list);
}

/* ---- the dict ---- */

static Value serial_text(VM *vm, X509 *cert)
{
    BIO *b = O.BIO_new(O.BIO_s_mem());
    if (!b) return err_no_memory(vm);
    O.i2a_ASN1_INTEGER(b, O.X509_get_serialNumber(cert));
    Value r = bio_text(vm, b);
    O.BIO_free(b);
    return r;
}
static Value time_text(VM *vm, const ASN1_STRING *t)
{
    BIO *b = O.BIO_new(O.BIO_s_mem());
    if (!b) return err_no_memory(vm);
    O.ASN1_TIME_print(b, t);
    Value r = bio_text(vm, b);
    O.BIO_free(b);
    return r;
}

/* The value (taken) under the name; None leaves it out. */
static bool entry(VM *vm, Ref d, const char *name, Value v)
{
    bool ok = v && (is_none(v) || dict_set_c(vm, d, name, v));
    release(vm, v);
    return ok;
}

Value ssl_cert_info(VM *vm, X509 *cert)
{
    Value d = dict_new(vm);
    bool ok = d && entry(vm, d, "subject", name_tuple(vm, O.X509_get_subject_name(cert))) && entry(vm, d, "issuer", name_tuple(vm, O.X509_get_issuer_name(cert))) &&
              entry(vm, d, "version", int_from_i64(vm, O.X509_get_version(cert) + 1)) && entry(vm, d, "serialNumber", serial_text(vm, cert)) &&
              entry(vm, d, "notBefore", time_text(vm, O.X509_get0_notBefore(cert))) && entry(vm, d, "notAfter", time_text(vm, O.X509_get0_notAfter(cert))) &&
              entry(vm, d, "subjectAltName", alt_names(vm, cert)) && entry(vm, d, "OCSP", access_points(vm, cert, NID_AD_OCSP)) &&
              entry(vm, d, "caIssuers", access_points(vm, cert, NID_AD_CA_ISSUERS)) && entry(vm, d, "crlDistributionPoints", crl_points(vm, cert));
    O.ERR_clear_error(); /* of extensions that are not there */
    if (!ok) value_clear(vm, &d);
    return d;
}

Value ssl_cert_der(VM *vm, X509 *cert)
{
    unsigned char *der = NULL;
    int n = O.i2d_X509(cert, &der);
    if (n < 0) return RAISE_LAST(vm);
    Value r = bytes_from(vm, der, n);
    O.CRYPTO_free(der, "", 0);
    return r;
}

/* ---- Certificate ---- */

Value ssl_cert_new(VM *vm, X509 *cert)
{
    SslState *st = ssl_state(vm);
    SslCert *c = st ? (SslCert *)obj_alloc(vm, st->cert, sizeof(SslCert)) : NULL;
    if (!c) return NULL;
    O.X509_up_ref(cert);
    c->cert = cert;
    c->hash = (int64_t)O.X509_subject_name_hash(cert);
    return VAL(c);
}
Value ssl_cert_list(VM *vm, OPENSSL_STACK *chain)
{
    if (!chain) return V_NONE;
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < O.OPENSSL_sk_num(chain); i++) {
        Value c = ssl_cert_new(vm, O.OPENSSL_sk_value(chain, i));
        if (!c || !list_append_take(vm, list, c)) value_clear(vm, &list);
    }
    return list;
}
static void cert_dealloc(VM *vm, Obj *o)
{
    if (((SslCert *)o)->cert) O.X509_free(((SslCert *)o)->cert);
    obj_free(vm, o, sizeof(SslCert));
}

FN(cert_public_bytes)
{
    int format = 1;
    if (args[1] && !int_arg(vm, args[1], &format)) return NULL;
    if (format == 2) return ssl_cert_der(vm, as_cert(args[0])->cert);
    if (format != 1) return err_raise(vm, EXC_ValueError, "Unsupported format");
    BIO *b = O.BIO_new(O.BIO_s_mem());
    if (!b) return err_no_memory(vm);
    Value r = O.PEM_write_bio_X509(b, as_cert(args[0])->cert) ? bio_text(vm, b) : RAISE_LAST(vm);
    O.BIO_free(b);
    return r;
}
FN(cert_get_info) { return ssl_cert_info(vm, as_cert(args[0])->cert); }
static Value cert_repr(VM *vm, Ref self)
{
    BIO *b = O.BIO_new(O.BIO_s_mem());
    if (!b) return err_no_memory(vm);
    O.X509_NAME_print_ex(b, O.X509_get_subject_name(as_cert(self)->cert), 0, 0x1110313 /* as RFC 2253 has it, but what is not ASCII stays */);
    Value name = bio_text(vm, b), r = name ? str_format(vm, "<%T '%U'>", self, name) : NULL;
    O.BIO_free(b);
    release(vm, name);
    return r;
}
static bool cert_hash(VM *vm, Ref self, int64_t *hash) { return *hash = as_cert(self)->hash, true; }
static Value cert_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_heap(b) || as_obj(b)->type != as_obj(a)->type || (op != CMP_EQ && op != CMP_NE)) return V_NOTIMPL;
    return make_bool((O.X509_cmp(as_cert(a)->cert, as_cert(b)->cert) == 0) == (op == CMP_EQ));
}
static const NativeDef cert_methods[] = {
    {"public_bytes", cert_public_bytes, "self, format=Encoding.PEM", "The certificate as text (PEM) or bytes (DER).", NATIVE_KW},
    {"get_info", cert_get_info, "self, /", "What stands in it, as getpeercert() has it.", 0},
    {0},
};
const TypeDef ssl_cert_def = {.name = "_ssl.Certificate", .doc = "A certificate of a chain.", .kind = KIND_OPAQUE, .size = sizeof(SslCert), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.repr = cert_repr, .hash = cert_hash, .compare = cert_compare}, .dealloc = cert_dealloc, .methods = cert_methods};

/* ---- functions ---- */

FN(fn_test_decode_cert)
{
    PathArg p;
    if (!path_arg(vm, "_test_decode_cert", "path", args[0], 0, &p)) return NULL;
    BIO *b = O.BIO_new_file(path_c(&p), "r");
    path_done(vm, &p);
    if (!b) return ssl_raise_plain(vm, "Can't open file");
    X509 *cert = O.PEM_read_bio_X509(b, NULL, NULL, NULL);
    O.BIO_free(b);
    if (!cert) return ssl_raise_plain(vm, "Error decoding PEM-encoded file");
    Value r = ssl_cert_info(vm, cert);
    O.X509_free(cert);
    return r;
}

static Value object_tuple(VM *vm, ASN1_OBJECT *o)
{
    int nid = O.OBJ_obj2nid(o);
    if (!nid) return err_raise(vm, EXC_ValueError, "Unknown object");
    Value sn = str_from_c(vm, O.OBJ_nid2sn(nid)), ln = str_from_c(vm, O.OBJ_nid2ln(nid)), oid = object_name(vm, o, true);
    Value r = sn && ln && oid ? tuple_of(vm, 4, make_small(nid), (Ref)sn, (Ref)ln, (Ref)oid) : NULL;
    release(vm, sn);
    release(vm, ln);
    release(vm, oid);
    return r;
}
FN(fn_txt2obj)
{
    const char *text;
    int name = args[1] ? op_truth(vm, args[1]) : 0;
    if (name < 0) return NULL;
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "txt2obj() argument 'txt' must be str, not %T", args[0]);
    if (!(text = str_utf8(vm, args[0], NULL))) return NULL;
    ASN1_OBJECT *o = O.OBJ_txt2obj(text, !name);
    O.ERR_clear_error();
    if (!o) return err_raise(vm, EXC_ValueError, "unknown object '%.100s'", text);
    Value r = object_tuple(vm, o);
    O.ASN1_OBJECT_free(o);
    return r;
}
FN(fn_nid2obj)
{
    int nid;
    if (!int_arg(vm, args[0], &nid)) return NULL;
    if (nid < 0) return err_raise(vm, EXC_ValueError, "NID must be positive.");
    ASN1_OBJECT *o = nid ? O.OBJ_nid2obj(nid) : NULL;
    O.ERR_clear_error();
    if (!o) return err_raise(vm, EXC_ValueError, "unknown NID %d", nid);
    Value r = object_tuple(vm, o);
    O.ASN1_OBJECT_free(o);
    return r;
}
const NativeDef ssl_cert_functions[] = {
    {"_test_decode_cert", fn_test_decode_cert, "path, /", "What stands in a file's certificate, as getpeercert() has it.", 0},
    {"txt2obj", fn_txt2obj, "txt, name=False", "(number, short name, long name, digits) of an object of ASN.1 given by its digits, or with name by its names.", NATIVE_KW},
    {"nid2obj", fn_nid2obj, "nid, /", "The same by OpenSSL's number.", 0},
    {0},
};
