/* mod_ssl_error.c: what OpenSSL says has failed, as exceptions: their classes, numbers and words. */
#include "mod_ssl.h"

#include <ctype.h>

static const struct { int code; const char *name; } library_names[] = {
    {2, "SYS"}, {3, "BN"}, {4, "RSA"}, {5, "DH"}, {6, "EVP"}, {7, "BUF"}, {8, "OBJ"}, {9, "PEM"}, {10, "DSA"}, {11, "X509"}, {13, "ASN1"}, {14, "CONF"}, {15, "CRYPTO"}, {16, "EC"},
    {20, "SSL"}, {32, "BIO"}, {33, "PKCS7"}, {34, "X509V3"}, {35, "PKCS12"}, {36, "RAND"}, {37, "DSO"}, {38, "ENGINE"}, {39, "OCSP"}, {40, "UI"}, {41, "COMP"}, {44, "OSSL_STORE"},
    {46, "CMS"}, {47, "TS"}, {50, "CT"}, {51, "ASYNC"}, {52, "KDF"}, {53, "SM2"}, {57, "PROV"}, {59, "OSSL_ENCODER"}, {60, "OSSL_DECODER"}};

static Value library_name(VM *vm, unsigned long code)
{
    for (size_t i = 0; code && i < sizeof library_names / sizeof *library_names; i++)
        if (library_names[i].code == error_library(code)) return str_intern_c(vm, library_names[i].name);
    return V_NONE;
}

/* OpenSSL's words for a reason are its name in small letters: "no start line" is NO_START_LINE. */
static Value reason_name(VM *vm, unsigned long code, const char *text)
{
    enum { OF_ANOTHER = 0x80000 }; /* the reason is that some library below has failed: it has no name here */
    StrB b = STRB_INIT(vm);
    if (!text || error_reason(code) & OF_ANOTHER) return V_NONE;
    for (; *text; text++) strb_char(&b, isalnum((unsigned char)*text) ? (uint32_t)toupper((unsigned char)*text) : '_');
    return strb_take(&b);
}

static Value verify_text(VM *vm, SslSocket *s, long result)
{
    if (s->host && (result == VERIFY_HOSTNAME_MISMATCH || result == VERIFY_IP_MISMATCH))
        return str_format(vm, result == VERIFY_IP_MISMATCH ? "IP address mismatch, certificate is not valid for '%S'." : "Hostname mismatch, certificate is not valid for '%S'.", s->host);
    const char *text = O.X509_verify_cert_error_string(result);
    return text ? str_from_c(vm, text) : V_NONE;
}

static bool attribute(VM *vm, Ref e, const char *name, Ref v)
{
    Value key = str_intern_c(vm, name);
    bool ok = key && obj_setattr(vm, e, key, v);
    release(vm, key);
    return ok;
}

static Value message(VM *vm, Ref library, Ref reason, const char *text, Ref verify, int line)
{
    StrB b = STRB_INIT(vm);
    if (!is_none(library) && !is_none(reason)) strb_format(&b, "[%S: %S] ", library, reason);
    else if (!is_none(library)) strb_format(&b, "[%S] ", library);
    strb_c(&b, text);
    if (verify && !is_none(verify) && !is_none(library) && !is_none(reason)) strb_format(&b, ": %S", verify);
    strb_format(&b, " (_ssl.c:%d)", line);
    return strb_take(&b);
}

/* An instance of errors[which]; code: OpenSSL's number, or 0; text NULL: OpenSSL's. */
static Value raise(VM *vm, int which, int number, unsigned long code, const char *text, SslSocket *s, int line)
{
    SslState *st = ssl_state(vm);
    if (!st) return NULL;
    const char *words = code ? O.ERR_reason_error_string(code) : NULL;
    long result = s && which == ERROR_VERIFY ? O.SSL_get_verify_result(s->ssl) : 0;
    Value library = library_name(vm, code), reason = library ? reason_name(vm, code, words) : NULL, verify = reason && result ? verify_text(vm, s, result) : NULL;
    O.ERR_clear_error();
    Value said = reason && !err_occurred(vm) ? message(vm, library, reason, text ? text : words ? words : "unknown error", verify, line) : NULL;
    Value cls = retain(st->errors[which]), e = said ? call2(vm, cls, make_small(number), said) : NULL;
    bool ok = e && attribute(vm, e, "reason", reason) && attribute(vm, e, "library", library);
    if (ok && s && which == ERROR_VERIFY) ok = attribute(vm, e, "verify_code", make_small(result)) && attribute(vm, e, "verify_message", verify ? verify : V_NONE);
    release(vm, library);
    release(vm, reason);
    release(vm, verify);
    release(vm, said);
    release(vm, cls);
    if (ok) return err_raise_obj(vm, e);
    release(vm, e);
    return NULL;
}

Value ssl_raise_text(VM *vm, int number, const char *text, int line) { return raise(vm, ERROR_SSL, number, 0, text, NULL, line); }

Value ssl_raise_plain(VM *vm, const char *text)
{
    SslState *st = ssl_state(vm);
    Value said = st ? str_from_c(vm, text) : NULL, e = said ? call1(vm, st->errors[ERROR_SSL], said) : NULL;
    O.ERR_clear_error();
    release(vm, said);
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}

static bool is_verify_failure(unsigned long code) { return error_library(code) == LIB_SSL && error_reason(code) == REASON_CERTIFICATE_VERIFY_FAILED; }

Value ssl_raise_last(VM *vm, int line)
{
    unsigned long code = O.ERR_peek_last_error();
    return raise(vm, ERROR_SSL, error_reason(code), code, NULL, NULL, line);
}

/* A read or write (result 0) that the system refuses is a broken connection, and a handshake (-1) the system's error. */
static Value raise_syscall(VM *vm, SslSocket *s, int result, unsigned long code, int line)
{
    if (code) return raise(vm, ERROR_SSL, SSL_ERROR_SYSCALL, code, NULL, s, line);
    if (s->sock && result < 0 && s->sys_error) return err_errno(vm, s->sys_error, NULL);
    return raise(vm, ERROR_EOF, SSL_ERROR_EOF, 0, "EOF occurred in violation of protocol", s, line);
}

static Value raise_protocol(VM *vm, SslSocket *s, unsigned long code, int line)
{
    if (!code) return raise(vm, ERROR_SSL, SSL_ERROR_SSL, 0, "A failure in the SSL library occurred", s, line);
    if (error_library(code) == LIB_SSL && error_reason(code) == REASON_UNEXPECTED_EOF)
        return raise(vm, ERROR_EOF, SSL_ERROR_EOF, code, "EOF occurred in violation of protocol", s, line);
    return raise(vm, is_verify_failure(code) ? ERROR_VERIFY : ERROR_SSL, SSL_ERROR_SSL, code, NULL, s, line);
}

Value ssl_raise_call(VM *vm, SslSocket *s, int result, int error, int line)
{
    static const struct { int error, which; const char *text; } plain[] = {
        {SSL_ERROR_ZERO_RETURN, ERROR_ZERO_RETURN, "TLS/SSL connection has been closed (EOF)"},
        {SSL_ERROR_WANT_READ, ERROR_WANT_READ, "The operation did not complete (read)"},
        {SSL_ERROR_WANT_WRITE, ERROR_WANT_WRITE, "The operation did not complete (write)"},
        {SSL_ERROR_WANT_X509_LOOKUP, ERROR_SSL, "The operation did not complete (X509 lookup)"},
        {SSL_ERROR_WANT_CONNECT, ERROR_SSL, "The operation did not complete (connect)"}};
    unsigned long code = O.ERR_peek_last_error();
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].error == error) return raise(vm, plain[i].which, error, code, plain[i].text, s, line);
    if (error == SSL_ERROR_SYSCALL) return raise_syscall(vm, s, result, code, line);
    if (error == SSL_ERROR_SSL) return raise_protocol(vm, s, code, line);
    return raise(vm, ERROR_SSL, SSL_ERROR_INVALID_ERROR_CODE, code, "Invalid error code", s, line);
}

/* ---- the classes ---- */

/* An SSLError's text is its words alone, without the number that OSError puts before them. */
static Value error_str(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_exception(args[0]) || as_obj(args[0])->aux != EXCL_OS) return err_raise(vm, EXC_TypeError, "descriptor '__str__' requires an 'SSLError' object");
    const Exception *e = as_exception(args[0]);
    Ref words = e->x[1];
    Value held = retain(words && is_str(words) ? words : REF(e->args)), r = op_str(vm, held);
    release(vm, held);
    return r;
}
static const NativeDef str_row = {"__str__", error_str, "self, /", NULL, 0};

static bool says_its_words(VM *vm, Type *cls)
{
    Value key = str_intern_c(vm, "__str__"), method = key ? method_descr_new(vm, cls, &str_row) : NULL;
    bool ok = method && type_set_attr(vm, cls, key, method);
    release(vm, key);
    release(vm, method);
    return ok;
}

bool ssl_errors_open(VM *vm, SslState *s, Dict *ns)
{
    static const struct { const char *name, *doc; } rows[ERROR_COUNT] = {
        {"SSLError", "Something has gone wrong in TLS."},
        {"SSLCertVerificationError", "The other side's certificate was not accepted."},
        {"SSLZeroReturnError", "The other side has ended the connection as the protocol has it."},
        {"SSLWantReadError", "To go on, bytes must come in first."},
        {"SSLWantWriteError", "To go on, bytes must go out first."},
        {"SSLSyscallError", "The system has refused something in the course of it."},
        {"SSLEOFError", "The connection broke off, against the protocol."}};
    for (int i = 0; i < ERROR_COUNT; i++) {
        Ref base = i ? (Ref)s->errors[ERROR_SSL] : REF(vm->exc_types[EXC_OSError]), second = i == ERROR_VERIFY ? REF(vm->exc_types[EXC_ValueError]) : NULL;
        if (!(s->errors[i] = lib_error_class(vm, "ssl", rows[i].name, rows[i].doc, base, second)) || !dict_set_c(vm, REF(ns), rows[i].name, s->errors[i])) return false;
        if (i == ERROR_SSL && !says_its_words(vm, as_type(s->errors[i]))) return false;
    }
    for (int i = 0; i < ERROR_COUNT; i++) as_type(s->errors[i])->flags |= TYPE_IMMUTABLE;
    return true;
}
