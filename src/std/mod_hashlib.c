/* mod_hashlib.c: the module _hashlib, over perch's own algorithms (hash.h): digest objects by name, HMAC, and keys made from passwords. scrypt is OpenSSL's,
 * opened when it is asked for. */
#include "lang/object/args.h"
#include "digest.h"
#include "std.h"
#include <ctype.h>

typedef struct Hmac { Obj head; const HashAlgo *algo; HashState inner, outer; } Hmac;
typedef struct HashlibState { Type *hash, *xof, *hmac, *unsupported; Value makers; } HashlibState;
extern const ModuleDef hashlib_module;
static Hmac *as_hmac(Ref v) { return (Hmac *)BITS(v); }
static HashlibState *state_of(VM *vm) { return module_state(vm, &hashlib_module); }

static Value unsupported(VM *vm, const char *fmt, Ref what)
{
    HashlibState *s = state_of(vm);
    Value text = s ? str_format(vm, fmt, what) : NO_VALUE, e = text ? call1(vm, REF(s->unsupported), text) : NO_VALUE;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}

/* By a name in any case, `sha3-256` too. Those of BLAKE2 are _blake2's alone. */
static const HashAlgo *openssl_named(Ref name)
{
    static const struct { const char *name, *ours; } others[] = {{"sha-1", "sha1"}, {"sha-224", "sha224"}, {"sha-256", "sha256"}, {"sha-384", "sha384"}, {"sha-512", "sha512"},
        {"sha2-224", "sha224"}, {"sha2-256", "sha256"}, {"sha2-384", "sha384"}, {"sha2-512", "sha512"}, {"sha3-224", "sha3_224"}, {"sha3-256", "sha3_256"}, {"sha3-384", "sha3_384"},
        {"sha3-512", "sha3_512"}, {"shake-128", "shake_128"}, {"shake-256", "shake_256"}, {"shake128", "shake_128"}, {"shake256", "shake_256"}};
    char text[16];
    const Str *s = as_str(name);
    if (s->len >= (int64_t)sizeof text) return NULL;
    for (int64_t i = 0; i < s->len; i++) {
        if (str_at(s, i) > 126) return NULL;
        text[i] = (char)tolower((int)str_at(s, i));
    }
    text[s->len] = 0;
    const char *ours = text;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(text, others[i].name)) ours = others[i].ours;
    const HashAlgo *const tables[] = {hash_algos, hash_sha3_algos};
    for (int t = 0; t < 2; t++)
        for (const HashAlgo *a = tables[t]; a->name; a++)
            if (!strcmp(ours, a->name)) return a;
    return NULL;
}

static Value make(VM *vm, const HashAlgo *algo, Ref data)
{
    HashlibState *s = state_of(vm);
    return s ? digest_new(vm, algo->digest ? s->hash : s->xof, algo, data) : NULL;
}

#define MAKER(name, algo) \
    static Value fn_##name(VM *vm, const Ref *a, int n, Ref kw) { return make(vm, &algo, a[0]); }
MAKER(md5, hash_algos[0]) MAKER(sha1, hash_algos[1]) MAKER(sha224, hash_algos[2]) MAKER(sha256, hash_algos[3]) MAKER(sha384, hash_algos[4])
MAKER(sha512, hash_algos[5]) MAKER(sha3_224, hash_sha3_algos[0]) MAKER(sha3_256, hash_sha3_algos[1]) MAKER(sha3_384, hash_sha3_algos[2])
MAKER(sha3_512, hash_sha3_algos[3]) MAKER(shake_128, hash_sha3_algos[4]) MAKER(shake_256, hash_sha3_algos[5])

static Value fn_new(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!is_str(a[0])) return err_raise(vm, EXC_TypeError, "name must be a string");
    const HashAlgo *algo = openssl_named(a[0]);
    return algo ? make(vm, algo, a[1]) : unsupported(vm, "[digital envelope routines] unsupported", a[0]);
}

static Value hash_repr(VM *vm, Ref self) { return str_format(vm, "<%s %T object @ 0x%llx>", as_digest(self)->algo->name, self, (unsigned long long)BITS(self)); }
#define HASH_TYPE(id, text, rows) \
    static const TypeDef id = {.name = text, .doc = "A digest object, as the functions of this module make it.", .kind = KIND_OPAQUE, .size = sizeof(Digest), \
        .flags = TYPE_NO_NEW | TYPE_IMMUTABLE, .s = {.repr = hash_repr}, .methods = rows, .getsets = digest_getsets}
HASH_TYPE(hash_def, "_hashlib.HASH", digest_methods);
HASH_TYPE(xof_def, "_hashlib.HASHXOF", digest_xof_methods);

/* ---- HMAC ---- */

/* The two states, key mixed in: every HMAC under this key begins as a copy of them. */
static void hmac_open(const HashAlgo *algo, const unsigned char *key, size_t n, HashState *inner, HashState *outer)
{
    unsigned char block[168] = {0};
    memset(inner, 0, sizeof *inner);
    memset(outer, 0, sizeof *outer);
    if (n > algo->block) {
        algo->init(inner);
        algo->update(inner, key, n);
        algo->final(inner, block, algo->digest);
        memset(inner, 0, sizeof *inner);
    } else if (n) memcpy(block, key, n);
    algo->init(inner);
    algo->init(outer);
    for (unsigned i = 0; i < algo->block; i++) block[i] ^= 0x36;
    algo->update(inner, block, algo->block);
    for (unsigned i = 0; i < algo->block; i++) block[i] ^= 0x36 ^ 0x5c;
    algo->update(outer, block, algo->block);
}

static void hmac_close(const HashAlgo *algo, HashState inner, HashState outer, const unsigned char *p, size_t n, unsigned char *out)
{
    unsigned char digest[64];
    algo->update(&inner, p, n);
    algo->final(&inner, digest, algo->digest);
    algo->update(&outer, digest, algo->digest);
    algo->final(&outer, out, algo->digest);
}

/* The algorithm of `digestmod`: a name, or one of this module's own functions. */
static const HashAlgo *digestmod(VM *vm, Ref v)
{
    HashlibState *s = state_of(vm);
    if (!s) return NULL;
    Ref name = is_str(v) ? v : dict_get(vm, s->makers, v);
    if (!name && err_occurred(vm)) return NULL;
    const HashAlgo *algo = name ? openssl_named(name) : NULL;
    if (algo && algo->digest) return algo;
    if (name) unsupported(vm, "[digital envelope routines] unsupported", v);
    else unsupported(vm, "Unsupported digestmod %R", v);
    return NULL;
}

static bool hmac_key(VM *vm, const HashAlgo *algo, Ref key, HashState *inner, HashState *outer)
{
    BufferView view;
    if (!buffer_get(vm, key, &view)) return false;
    hmac_open(algo, view.data, (size_t)view.len, inner, outer);
    buffer_release(vm, &view);
    return true;
}

static Value fn_hmac_new(VM *vm, const Ref *a, int n, Ref kw)
{
    HashlibState *s = state_of(vm);
    if (!s) return NULL;
    if (!a[2]) return err_raise(vm, EXC_TypeError, "Missing required parameter 'digestmod'.");
    const HashAlgo *algo = digestmod(vm, a[2]);
    Hmac *h = algo ? (Hmac *)obj_alloc(vm, s->hmac, sizeof(Hmac)) : NULL;
    if (!h) return NULL;
    h->algo = algo;
    if (hmac_key(vm, algo, a[0], &h->inner, &h->outer) && (!a[1] || is_none(a[1]) || digest_feed(vm, algo, &h->inner, a[1]))) return VAL(h);
    release(vm, VAL(h));
    return NULL;
}

static Value hmac_value(VM *vm, const HashAlgo *algo, const HashState *inner, const HashState *outer, bool hex)
{
    unsigned char out[64] = {0};
    hmac_close(algo, *inner, *outer, out, 0, out);
    Value r = bytes_from(vm, out, algo->digest), text = r && hex ? bytes_hex(vm, r, NULL, NULL, true) : NO_VALUE;
    if (!hex) return r;
    release(vm, r);
    return text;
}

static Value fn_hmac_digest(VM *vm, const Ref *a, int n, Ref kw)
{
    const HashAlgo *algo = digestmod(vm, a[2]);
    HashState inner, outer;
    return algo && hmac_key(vm, algo, a[0], &inner, &outer) && digest_feed(vm, algo, &inner, a[1]) ? hmac_value(vm, algo, &inner, &outer, false) : NULL;
}

static Value hm_update(VM *vm, const Ref *a, int n, Ref kw) { return digest_feed(vm, as_hmac(a[0])->algo, &as_hmac(a[0])->inner, a[1]) ? V_NONE : NULL; }
static Value hm_digest(VM *vm, const Ref *a, int n, Ref kw) { return hmac_value(vm, as_hmac(a[0])->algo, &as_hmac(a[0])->inner, &as_hmac(a[0])->outer, false); }
static Value hm_hexdigest(VM *vm, const Ref *a, int n, Ref kw) { return hmac_value(vm, as_hmac(a[0])->algo, &as_hmac(a[0])->inner, &as_hmac(a[0])->outer, true); }
static Value hm_copy(VM *vm, const Ref *a, int n, Ref kw)
{
    Hmac *h = as_hmac(a[0]), *copy = (Hmac *)obj_alloc(vm, as_obj(a[0])->type, sizeof(Hmac));
    if (!copy) return NULL;
    copy->algo = h->algo;
    copy->inner = h->inner;
    copy->outer = h->outer;
    return VAL(copy);
}
static Value hm_name(VM *vm, Ref self) { return str_format(vm, "hmac-%s", as_hmac(self)->algo->name); }
static Value hm_digest_size(VM *vm, Ref self) { return make_small(as_hmac(self)->algo->digest); }
static Value hm_block_size(VM *vm, Ref self) { return make_small(as_hmac(self)->algo->block); }
static Value hm_repr(VM *vm, Ref self) { return str_format(vm, "<%s HMAC object @ 0x%llx>", as_hmac(self)->algo->name, (unsigned long long)BITS(self)); }
static const NativeDef hmac_methods[] = {
    {"update", hm_update, "self, msg", "Take in more bytes.", NATIVE_KW},
    {"digest", hm_digest, "self, /", "The digest of all that was taken in, as bytes.", 0},
    {"hexdigest", hm_hexdigest, "self, /", "The digest in hexadecimal digits.", 0},
    {"copy", hm_copy, "self, /", "Another object in the same state, to go its own way.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef hmac_getsets[] = {
    {"name", hm_name, NULL, "hmac- and the algorithm's name"},
    {"digest_size", hm_digest_size, NULL, "bytes of the digest"},
    {"block_size", hm_block_size, NULL, "bytes that are taken in at a time"},
    {NULL, NULL, NULL, NULL},
};
static const TypeDef hmac_def = {.name = "_hashlib.HMAC", .doc = "An HMAC, as hmac_new makes it.", .kind = KIND_OPAQUE, .size = sizeof(Hmac), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE,
    .s = {.repr = hm_repr}, .methods = hmac_methods, .getsets = hmac_getsets};

/* ---- keys from passwords ---- */

static bool derive(VM *vm, const HashAlgo *algo, const BufferView *password, const BufferView *salt, int64_t rounds, unsigned char *out, int64_t len)
{
    HashState inner, outer;
    unsigned char u[64], sum[64];
    hmac_open(algo, password->data, (size_t)password->len, &inner, &outer);
    for (uint32_t block = 1; len > 0; block++) {
        unsigned char number[4] = {(unsigned char)(block >> 24), (unsigned char)(block >> 16), (unsigned char)(block >> 8), (unsigned char)block};
        HashState first = inner;
        algo->update(&first, salt->data, (size_t)salt->len);
        hmac_close(algo, first, outer, number, 4, u);
        memcpy(sum, u, sizeof sum);
        for (int64_t i = 1; i < rounds; i++) {
            hmac_close(algo, inner, outer, u, algo->digest, u);
            for (unsigned k = 0; k < algo->digest; k++) sum[k] ^= u[k];
            if ((i & 1023) == 0 && !vm_poll(vm)) return false;
        }
        int64_t k = len < algo->digest ? len : algo->digest;
        memcpy(out, sum, (size_t)k);
        out += k;
        len -= k;
    }
    return true;
}

static Value fn_pbkdf2(VM *vm, const Ref *a, int n, Ref kw)
{
    if (!is_str(a[0])) return err_raise(vm, EXC_TypeError, "pbkdf2_hmac() argument 'hash_name' must be str, not %T", a[0]);
    const HashAlgo *algo = openssl_named(a[0]);
    int64_t rounds, len;
    BufferView password, salt;
    if (!algo || !algo->digest) return unsupported(vm, "unsupported hash type %S", a[0]);
    if (!num_index_i64(vm, a[3], &rounds)) return NULL;
    len = algo->digest;
    if (a[4] && !is_none(a[4]) && !num_index_i64(vm, a[4], &len)) return NULL;
    if (rounds < 1) return err_raise(vm, EXC_ValueError, "iteration value must be greater than 0.");
    if (len < 1) return err_raise(vm, EXC_ValueError, "key length must be greater than 0.");
    if (!buffer_get(vm, a[1], &password)) return NULL;
    Value r = NULL;
    if (buffer_get(vm, a[2], &salt)) {
        r = bytes_from(vm, NULL, len);
        if (r && !derive(vm, algo, &password, &salt, rounds, as_bytes(r)->data, len)) value_clear(vm, &r);
        buffer_release(vm, &salt);
    }
    buffer_release(vm, &password);
    return r;
}

typedef int (*ScryptFn)(const char *pass, size_t npass, const unsigned char *salt, size_t nsalt, uint64_t n, uint64_t r, uint64_t p, uint64_t maxmem, unsigned char *key, size_t nkey);

static bool positive(VM *vm, Ref v, const char *message, uint64_t *out)
{
    int64_t i;
    if (!v || !is_int(v) || int_sign(v) < 0) return err_false(vm, EXC_TypeError, "%s", message);
    if (!int_fits_i64(v, &i)) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C unsigned long");
    *out = (uint64_t)i;
    return true;
}

static Value fn_scrypt(VM *vm, const Ref *a, int n, Ref kw)
{
    uint64_t cost = 0, r = 0, p = 0;
    int64_t maxmem = 0, len = 64;
    BufferView salt, password;
    if (!a[1] || is_none(a[1])) return err_raise(vm, EXC_TypeError, "salt is required");
    if (!positive(vm, a[2], "n is required and must be an unsigned int", &cost)) return NULL;
    if (cost < 2 || cost & (cost - 1)) return err_raise(vm, EXC_ValueError, "n must be a power of 2.");
    if (!positive(vm, a[3], "r is required and must be an unsigned int", &r) || !positive(vm, a[4], "p is required and must be an unsigned int", &p)) return NULL;
    if (a[5] && !num_index_i64(vm, a[5], &maxmem)) return NULL;
    if (maxmem < 0 || maxmem > INT32_MAX) return err_raise(vm, EXC_ValueError, "maxmem must be positive and smaller than %d", INT32_MAX);
    if (a[6] && !num_index_i64(vm, a[6], &len)) return NULL;
    if (len < 1 || len > INT32_MAX) return err_raise(vm, EXC_ValueError, "dklen must be greater than 0 and smaller than %d", INT32_MAX);
    ScryptFn derive_key = (ScryptFn)lib_symbol("libcrypto.so.3", "EVP_PBE_scrypt");
    if (!derive_key) return err_raise(vm, EXC_NotImplementedError, "scrypt is OpenSSL's, and libcrypto.so.3 is not here");
    Value key = NULL;
    if (!buffer_get(vm, a[0], &password)) return NULL;
    if (buffer_get(vm, a[1], &salt)) {
        bool fits = derive_key(NULL, 0, NULL, 0, cost, r, p, (uint64_t)maxmem, NULL, 0) == 1;
        if (!fits) err_raise(vm, EXC_ValueError, "Invalid parameter combination for n, r, p, maxmem.");
        if (fits && (key = bytes_from(vm, NULL, len)) &&
            derive_key((const char *)password.data, (size_t)password.len, salt.data, (size_t)salt.len, cost, r, p, (uint64_t)maxmem, as_bytes(key)->data, (size_t)len) != 1) {
            value_clear(vm, &key);
            err_raise(vm, EXC_ValueError, "[digital envelope routines] memory limit exceeded");
        }
        buffer_release(vm, &salt);
    }
    buffer_release(vm, &password);
    return key;
}

/* ---- the module ---- */
static Value fn_compare_digest(VM *vm, const Ref *a, int n, Ref kw)
{
    Value compare = import_attr(vm, "_operator", "_compare_digest");
    Value r = compare ? call2(vm, compare, a[0], a[1]) : NO_VALUE;
    release(vm, compare);
    return r;
}
static Value fn_fips_mode(VM *vm, const Ref *a, int n, Ref kw) { return make_small(0); /* perch's algorithms are no certified module */ }

#define ROW(name) {"openssl_" #name, fn_##name, "string=b'', *, usedforsecurity=True", "A new " #name " object, which has taken in the string.", NATIVE_KW}
static const NativeDef functions[] = {
    ROW(md5), ROW(sha1), ROW(sha224), ROW(sha256), ROW(sha384), ROW(sha512), ROW(sha3_224), ROW(sha3_256), ROW(sha3_384), ROW(sha3_512), ROW(shake_128), ROW(shake_256),
    {"new", fn_new, "name, string=b'', *, usedforsecurity=True", "A new digest object of the algorithm that has this name.", NATIVE_KW},
    {"hmac_new", fn_hmac_new, "key, msg=b'', digestmod=None", "A new HMAC object.", NATIVE_KW},
    {"hmac_digest", fn_hmac_digest, "key, msg, digest", "The HMAC of a message at once.", NATIVE_KW},
    {"pbkdf2_hmac", fn_pbkdf2, "hash_name, password, salt, iterations, dklen=None", "A key from a password, by so many rounds of HMAC.", NATIVE_KW},
    {"scrypt", fn_scrypt, "password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64", "A key from a password, at a cost of time and memory.", NATIVE_KW},
    {"compare_digest", fn_compare_digest, "a, b, /", "Are they equal? The time taken does not tell where they differ.", 0},
    {"get_fips_mode", fn_fips_mode, "", "0: no FIPS provider is in use.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

/* Which function makes which algorithm (hmac takes them for its digestmod), and the names of all. */
static bool put_names(VM *vm, Dict *ns, HashlibState *s)
{
    Value names = frozenset_new(vm), proxy = NO_VALUE;
    bool ok = names && (s->makers = dict_new(vm));
    for (const NativeDef *row = functions; ok && !strncmp(row->name, "openssl_", 8); row++) {
        Value name = str_from_c(vm, row->name + 8);
        Ref maker = dict_get_c(vm, REF(ns), row->name);
        ok = name && maker && dict_set(vm, s->makers, maker, name) && set_add(vm, names, name) >= 0;
        release(vm, name);
    }
    if (ok) proxy = mappingproxy_new(vm, s->makers);
    ok = proxy && module_add(vm, ns, "openssl_md_meth_names", retain(names)) && module_add(vm, ns, "_constructors", retain(proxy));
    release(vm, names);
    release(vm, proxy);
    return ok;
}

static const TypeDef unsupported_def = {.name = "_hashlib.UnsupportedDigestmodError", .kind = KIND_EXCEPTION, .size = sizeof(Exception), .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF};

static bool init(VM *vm, Ref module, Dict *ns)
{
    HashlibState *s = as_module(module)->state;
    return (s->hash = type_from_def(vm, &hash_def, NULL)) && (s->xof = type_from_def(vm, &xof_def, s->hash)) && (s->hmac = type_from_def(vm, &hmac_def, NULL)) &&
           (s->unsupported = type_from_def(vm, &unsupported_def, vm->exc_types[EXC_ValueError])) && module_add_type(vm, ns, s->hash) && module_add_type(vm, ns, s->xof) &&
           module_add_type(vm, ns, s->hmac) && module_add_type(vm, ns, s->unsupported) && put_names(vm, ns, s);
}

static void done(VM *vm, void *state)
{
    HashlibState *s = state;
    release(vm, VAL(s->hash));
    release(vm, VAL(s->xof));
    release(vm, VAL(s->hmac));
    release(vm, VAL(s->unsupported));
    release(vm, s->makers);
}

const ModuleDef hashlib_module = {
    .name = "_hashlib", .doc = "Digests, HMAC and keys from passwords, by the names that OpenSSL has for them.", .functions = functions, .init = init,
    .state_size = sizeof(HashlibState), .done = done,
};
