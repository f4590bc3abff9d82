/* mod_ssl.c: the module _ssl, over OpenSSL 3, which is opened when the module is imported. */
#include "mod_ssl.h"

OpenSsl openssl;
static const char *const names[] = {
#define OPENSSL(ret, name, args) #name,
#include "openssl.def"
#undef OPENSSL
};
static bool piped;
static void opened(void) { piped = ssl_pipe_open(); }
static LibTable table = {.library = "libssl.so.3", .names = names, .functions = (void **)&openssl, .count = sizeof names / sizeof *names, .opened = opened};
_Static_assert(sizeof(OpenSsl) == sizeof names / sizeof *names * sizeof(void *), "one pointer a function");

FN(fn_rand_add)
{
    double entropy;
    BufferView view;
    if (!num_to_double(vm, args[1], &entropy)) return NULL;
    if (is_str(args[0])) {
        size_t len;
        const char *text = str_utf8(vm, args[0], &len);
        if (text) O.RAND_add(text, len > INT32_MAX ? INT32_MAX : (int)len, entropy);
        return text ? V_NONE : NO_VALUE;
    }
    if (!buffer_get(vm, args[0], &view)) return NULL;
    O.RAND_add(view.data, view.len > INT32_MAX ? INT32_MAX : (int)view.len, entropy);
    buffer_release(vm, &view);
    return V_NONE;
}
FN(fn_rand_bytes)
{
    int count;
    if (!int_arg(vm, args[0], &count)) return NULL;
    if (count < 0) return err_raise(vm, EXC_ValueError, "num must be positive");
    Value r = bytes_from(vm, NULL, count);
    if (!r || O.RAND_bytes(as_bytes(r)->data, count) == 1) return r;
    release(vm, r);
    return RAISE_LAST(vm);
}
FN(fn_rand_pseudo_bytes)
{
    if (!err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "ssl.RAND_pseudo_bytes() is deprecated"))) return NULL;
    Value bytes = fn_rand_bytes(vm, args, n, kwnames), r = bytes ? tuple_of(vm, 2, (Ref)bytes, V_TRUE) : NULL;
    release(vm, bytes);
    return r;
}
FN(fn_rand_status) { return make_bool(O.RAND_status() == 1); }

FN(fn_default_verify_paths)
{
    const char *const paths[] = {O.X509_get_default_cert_file_env(), O.X509_get_default_cert_file(), O.X509_get_default_cert_dir_env(), O.X509_get_default_cert_dir()};
    Value t = tuple_new(vm, 4);
    for (int i = 0; t && i < 4; i++)
        if (!(as_tuple(t)->items[i] = path_text(vm, paths[i]))) value_clear(vm, &t);
    return t;
}

static bool versions(VM *vm, Dict *ns)
{
    unsigned long v = O.OpenSSL_version_num();
    Ref parts[] = {make_small(v >> 28 & 15), make_small(v >> 20 & 255), make_small(v >> 12 & 255), make_small(v >> 4 & 255), make_small(v & 15)};
    return module_add(vm, ns, "OPENSSL_VERSION_NUMBER", int_from_u64(vm, v)) && module_add(vm, ns, "OPENSSL_VERSION_INFO", tuple_from(vm, parts, 5)) &&
           module_add(vm, ns, "_OPENSSL_API_VERSION", tuple_from(vm, parts, 5)) && module_add(vm, ns, "OPENSSL_VERSION", str_from_c(vm, O.OpenSSL_version(0)));
}

static bool truths(VM *vm, Dict *ns)
{
    static const char *const yes[] = {"HAS_SNI", "HAS_TLS_UNIQUE", "HAS_ECDH", "HAS_ALPN", "HAS_TLSv1", "HAS_TLSv1_1", "HAS_TLSv1_2", "HAS_TLSv1_3"},
                             *const no[] = {"HAS_NPN", "HAS_SSLv2", "HAS_SSLv3"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!dict_set_c(vm, REF(ns), yes[i], V_TRUE)) return false;
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (!dict_set_c(vm, REF(ns), no[i], V_FALSE)) return false;
    return true;
}

static bool types(VM *vm, SslState *s, Dict *ns)
{
    const struct { Type **slot; const TypeDef *def; } rows[] = {
        {&s->context, &ssl_context_def}, {&s->socket, &ssl_socket_def}, {&s->bio, &ssl_bio_def}, {&s->session, &ssl_session_def}, {&s->cert, &ssl_cert_def}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(*rows[i].slot = type_from_def(vm, rows[i].def, NULL)) || !module_add_type(vm, ns, *rows[i].slot)) return false;
    return type_add_methods(vm, s->context, ssl_context_load_methods);
}

static bool add_functions(VM *vm, Dict *ns, const NativeDef *row)
{
    for (; row->name; row++) {
        Value f = native_new(vm, row, NULL, dict_get_str(vm, REF(ns), NAME(__name__)));
        if (!f || !module_add(vm, ns, row->name, f)) return false;
    }
    return true;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    SslState *s = as_module(module)->state;
    const char *missing = lib_table(&table);
    if (missing) return err_false(vm, EXC_ImportError, "TLS is OpenSSL 3's, and %s is not here (libssl.so.3)", missing);
    if (!piped) return err_no_memory(vm), false;
    return socket_state(vm) && types(vm, s, ns) && ssl_errors_open(vm, s, ns) && versions(vm, ns) && truths(vm, ns) && add_functions(vm, ns, ssl_cert_functions);
}
static void done(VM *vm, void *state)
{
    SslState *s = state;
    Type *const all[] = {s->context, s->socket, s->bio, s->session, s->cert};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) release(vm, VAL(all[i]));
    for (int i = 0; i < ERROR_COUNT; i++) release(vm, s->errors[i]);
}

static const NativeDef functions[] = {
    {"RAND_add", fn_rand_add, "string, entropy, /", "Mix bytes into the source of random ones.", 0},
    {"RAND_bytes", fn_rand_bytes, "n, /", "n random bytes.", 0},
    {"RAND_pseudo_bytes", fn_rand_pseudo_bytes, "n, /", "(n random bytes, True)", 0},
    {"RAND_status", fn_rand_status, "", "Is the source of random bytes ready?", 0},
    {"get_default_verify_paths", fn_default_verify_paths, "", "Where the machine keeps the certificates that it trusts.", 0},
    {0},
};
#define C(name, value) {#name, CONST_INT, value, 0, NULL},
static const ModuleConst constants[] = {
#include "mod_ssl.def"
    {"OP_ALL", CONST_INT, 0x80000050, 0, NULL},
    {"_DEFAULT_CIPHERS", CONST_STR, 0, 0, SSL_DEFAULT_CIPHERS},
    {0}};
#undef C

const ModuleDef ssl_module = {.name = "_ssl", .doc = "TLS, by OpenSSL.", .functions = functions, .constants = constants, .init = init, .state_size = sizeof(SslState), .done = done};
