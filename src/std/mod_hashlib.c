/* mod_hashlib.c: the module _hashlib: digest objects over hash.h, and pbkdf2_hmac. */
#include "lang/object/args.h"
#include "lang/object/vm.h"
#include "hash.h"

typedef struct Hash { Obj head; const HashAlgo *algo; unsigned digest; HashState state; } Hash;
typedef struct HashlibState { Type *hash, *shake, *blake2b, *blake2s; } HashlibState;
extern const ModuleDef hashlib_module;
static Hash *as_hash(Ref v) { return (Hash *)BITS(v); }

static bool get_bytes(VM *vm, Ref v, BufferView *view)
{
    if (is_str(v)) return err_false(vm, EXC_TypeError, "Strings must be encoded before hashing");
    if (!buffer_check(vm, v)) return err_false(vm, EXC_TypeError, "object supporting the buffer API required");
    return buffer_get(vm, v, view);
}

static bool feed(VM *vm, Hash *h, Ref data)
{
    BufferView view;
    if (!get_bytes(vm, data, &view)) return false;
    bool ok = true;
    for (int64_t at = 0; ok && at < view.len;) { /* in pieces, so that it can be interrupted */
        int64_t k = view.len - at < 1 << 20 ? view.len - at : 1 << 20;
        h->algo->update(&h->state, view.data + at, (size_t)k);
        at += k;
        ok = at == view.len || vm_poll(vm);
    }
    buffer_release(vm, &view);
    return ok;
}

static Hash *hash_alloc(VM *vm, const HashAlgo *algo)
{
    HashlibState *s = module_state(vm, &hashlib_module);
    if (!s) return NULL;
    Type *type = algo == &hash_blake2_algos[0] ? s->blake2b : algo == &hash_blake2_algos[1] ? s->blake2s : algo->digest ? s->hash : s->shake;
    Hash *h = (Hash *)obj_alloc(vm, type, sizeof(Hash));
    if (!h) return NULL;
    h->algo = algo;
    h->digest = algo->digest;
    return h;
}

static Value make(VM *vm, const HashAlgo *algo, Ref data)
{
    Hash *h = hash_alloc(vm, algo);
    if (!h) return NULL;
    algo->init(&h->state);
    if (!data || feed(vm, h, data)) return VAL(h);
    release(vm, VAL(h));
    return NULL;
}

/* ---- methods ---- */
static Value m_update(VM *vm, const Ref *a, int n, Ref kw) { return feed(vm, as_hash(a[0]), a[1]) ? V_NONE : NULL; }

static Value m_copy(VM *vm, const Ref *a, int n, Ref kw)
{
    Hash *h = as_hash(a[0]), *copy = hash_alloc(vm, h->algo);
    if (!copy) return NULL;
    copy->digest = h->digest;
    copy->state = h->state;
    return VAL(copy);
}

static Value digest_of(VM *vm, Hash *h, int64_t n, bool hex)
{
    Value r = bytes_from(vm, NULL, n), text;
    if (!r) return NULL;
    HashState s = h->state;
    h->algo->final(&s, as_bytes(r)->data, (size_t)n);
    if (!hex) return r;
    StrB b = STRB_INIT(vm);
    for (int64_t i = 0; i < n; i++) {
        char two[2] = {"0123456789abcdef"[as_bytes(r)->data[i] >> 4], "0123456789abcdef"[as_bytes(r)->data[i] & 15]};
        strb_ascii(&b, two, 2);
    }
    release(vm, r);
    text = strb_take(&b);
    return text;
}

static Value m_digest(VM *vm, const Ref *a, int n, Ref kw) { return digest_of(vm, as_hash(a[0]), as_hash(a[0])->digest, false); }
static Value m_hexdigest(VM *vm, const Ref *a, int n, Ref kw) { return digest_of(vm, as_hash(a[0]), as_hash(a[0])->digest, true); }

static Value shake_digest(VM *vm, const Ref *a, bool hex)
{
    int64_t n;
    if (!num_index_i64(vm, a[1], &n)) return NULL;
    if (n < 0) return err_raise(vm, EXC_ValueError, "value must be positive");
    if (n >= 1 << 29) return err_raise(vm, EXC_ValueError, "length is too large");
    return digest_of(vm, as_hash(a[0]), n, hex);
}
static Value m_shake_digest(VM *vm, const Ref *a, int n, Ref kw) { return shake_digest(vm, a, false); }
static Value m_shake_hexdigest(VM *vm, const Ref *a, int n, Ref kw) { return shake_digest(vm, a, true); }

static Value get_name(VM *vm, Ref self) { return str_from_c(vm, as_hash(self)->algo->name); }
static Value get_digest_size(VM *vm, Ref self) { return make_small(as_hash(self)->digest); }
static Value get_block_size(VM *vm, Ref self) { return make_small(as_hash(self)->algo->block); }
static Value hash_repr(VM *vm, Ref self) { return str_format(vm, "<%s %T object @ 0x%llx>", as_hash(self)->algo->name, self, (unsigned long long)BITS(self)); }

#define COMMON_ROWS                                                                                              \
    {"update", m_update, "self, obj, /", "Update this hash object's state with the provided string.", 0},        \
    {"copy", m_copy, "self, /", "Return a copy of the hash object.", 0}
static const NativeDef methods[] = {
    COMMON_ROWS,
    {"digest", m_digest, "self, /", "Return the digest value as a bytes object.", 0},
    {"hexdigest", m_hexdigest, "self, /", "Return the digest value as a string of hexadecimal digits.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const NativeDef shake_methods[] = {
    COMMON_ROWS,
    {"digest", m_shake_digest, "self, length", "Return the digest value as a bytes object.", NATIVE_KW},
    {"hexdigest", m_shake_hexdigest, "self, length", "Return the digest value as a string of hexadecimal digits.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"name", get_name, NULL, "algorithm name."},
    {"digest_size", get_digest_size, NULL, NULL},
    {"block_size", get_block_size, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

/* ---- BLAKE2 ---- */

static bool small_number(VM *vm, Ref v, int64_t absent, int64_t min, int64_t max, const char *message, int64_t *out)
{
    *out = absent;
    if (v && !num_index_i64(vm, v, out)) return false;
    return (*out >= min && *out <= max) || err_false(vm, EXC_ValueError, "%s", message);
}

static bool short_text(VM *vm, Ref v, const char *what, int64_t max, unsigned char *out, size_t *n)
{
    BufferView view;
    *n = 0;
    if (!v) return true;
    if (!buffer_get(vm, v, &view)) return false;
    bool ok = view.len <= max || err_false(vm, EXC_ValueError, "maximum %s length is %lld bytes", what, (long long)max);
    if (ok && view.len) memcpy(out, view.data, *n = (size_t)view.len);
    buffer_release(vm, &view);
    return ok;
}

static Value blake2_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    HashlibState *st = module_state(vm, &hashlib_module);
    if (!st) return NULL;
    bool is_b = type_is_subtype(as_type(cls), st->blake2b);
    const char *name = is_b ? "blake2b" : "blake2s";
    int64_t top = is_b ? 64 : 32, extra = is_b ? 16 : 8;
    static const char *const names[] = {"", "digest_size", "key", "salt", "person", "fanout", "depth", "leaf_size", "node_offset", "node_depth", "inner_size", "last_node", "usedforsecurity"};
    Ref in[13];
    if (n > 1) return err_raise(vm, EXC_TypeError, "%s() takes at most 1 positional argument (%d given)", name, n);
    if (!args_bind(vm, name, args, n, kwnames, names, 13, in)) return NULL;
    unsigned char key[64], salt[16], person[16];
    Blake2Params p = {.key = key, .salt = salt, .person = person};
    int64_t digest, fanout, depth, leaf, node_depth, inner;
    char message[64] = "";
    snprintf(message, sizeof message, "digest_size must be between 1 and %d bytes", (int)top);
    if (!small_number(vm, in[1], top, 1, top, message, &digest) || !short_text(vm, in[2], "key", top, key, &p.nkey) ||
        !short_text(vm, in[3], "salt", extra, salt, &p.nsalt) || !short_text(vm, in[4], "person", extra, person, &p.nperson) ||
        !small_number(vm, in[5], 1, 0, 255, "fanout must be between 0 and 255", &fanout) ||
        !small_number(vm, in[6], 1, 1, 255, "depth must be between 1 and 255", &depth) ||
        !small_number(vm, in[7], 0, 0, UINT32_MAX, "leaf_size is too large", &leaf) ||
        !small_number(vm, in[9], 0, 0, 255, "node_depth must be between 0 and 255", &node_depth) ||
        !small_number(vm, in[10], 0, 0, top, is_b ? "inner_size must be between 0 and is 64" : "inner_size must be between 0 and is 32", &inner))
        return NULL;
    int64_t offset;
    if (!small_number(vm, in[8], 0, 0, is_b ? INT64_MAX : ((int64_t)1 << 48) - 1, "node_offset is too large", &offset)) return NULL;
    if (in[11] && (p.last_node = op_truth(vm, in[11])) < 0) return NULL;
    p.digest = (unsigned)digest;
    p.fanout = (unsigned)fanout;
    p.depth = (unsigned)depth;
    p.leaf = (uint32_t)leaf;
    p.node_offset = (uint64_t)offset;
    p.node_depth = (unsigned)node_depth;
    p.inner = (unsigned)inner;
    Hash *h = hash_alloc(vm, &hash_blake2_algos[is_b ? 0 : 1]);
    if (!h) return NULL;
    h->digest = p.digest;
    blake2_init(&h->state, is_b, &p);
    if (!in[0] || feed(vm, h, in[0])) return VAL(h);
    release(vm, VAL(h));
    return NULL;
}

#define HASH_TYPE(id, text, make_new, rows, more) \
    static const TypeDef id = {.name = text, .kind = KIND_OPAQUE, .size = sizeof(Hash), .flags = more | TYPE_IMMUTABLE, .s = {.repr = hash_repr, .new_ = make_new}, .methods = rows, .getsets = getsets}
HASH_TYPE(hash_def, "_hashlib.HASH", NULL, methods, TYPE_NO_NEW);
HASH_TYPE(shake_def, "_hashlib.HASHXOF", NULL, shake_methods, TYPE_NO_NEW);
HASH_TYPE(blake2b_def, "_blake2.blake2b", blake2_new, methods, 0);
HASH_TYPE(blake2s_def, "_blake2.blake2s", blake2_new, methods, 0);

/* ---- functions ---- */
#define MAKER(name, algo) \
    static Value fn_##name(VM *vm, const Ref *a, int n, Ref kw) { return make(vm, &algo, a[0]); }
MAKER(md5, hash_algos[0]) MAKER(sha1, hash_algos[1]) MAKER(sha224, hash_algos[2]) MAKER(sha256, hash_algos[3]) MAKER(sha384, hash_algos[4])
MAKER(sha512, hash_algos[5]) MAKER(sha3_224, hash_sha3_algos[0]) MAKER(sha3_256, hash_sha3_algos[1]) MAKER(sha3_384, hash_sha3_algos[2])
MAKER(sha3_512, hash_sha3_algos[3]) MAKER(shake_128, hash_sha3_algos[4]) MAKER(shake_256, hash_sha3_algos[5])

static const HashAlgo *find_algo(VM *vm, Ref name)
{
    const HashAlgo *const tables[] = {hash_algos, hash_sha3_algos, hash_blake2_algos};
    for (int t = 0; t < 3; t++)
        for (const HashAlgo *a = tables[t]; a->name; a++)
            if (is_str(name) && a->digest && str_equal_c(name, a->name)) return a;
    err_raise(vm, EXC_ValueError, "unsupported hash type %S", name);
    return NULL;
}

/* HMAC's two states, key mixed in: every HMAC under this key begins as a copy of them. */
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
    const HashAlgo *algo = find_algo(vm, a[0]);
    int64_t rounds, len;
    BufferView password, salt;
    if (!algo || !num_index_i64(vm, a[3], &rounds)) return NULL;
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

#define ROW(name) {#name, fn_##name, "string=b'', *, usedforsecurity=True", "Returns a " #name " hash object; optionally initialized with a string", NATIVE_KW}
static const NativeDef functions[] = {
    ROW(md5), ROW(sha1), ROW(sha224), ROW(sha256), ROW(sha384), ROW(sha512), ROW(sha3_224), ROW(sha3_256), ROW(sha3_384), ROW(sha3_512), ROW(shake_128), ROW(shake_256),
    {"pbkdf2_hmac", fn_pbkdf2, "hash_name, password, salt, iterations, dklen=None", "Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    HashlibState *s = as_module(module)->state;
    return (s->hash = type_from_def(vm, &hash_def, NULL)) && (s->shake = type_from_def(vm, &shake_def, NULL)) && (s->blake2b = type_from_def(vm, &blake2b_def, NULL)) &&
           (s->blake2s = type_from_def(vm, &blake2s_def, NULL)) && module_add_type(vm, ns, s->hash) && module_add_type(vm, ns, s->blake2b) && module_add_type(vm, ns, s->blake2s);
}

static void done(VM *vm, void *state)
{
    HashlibState *s = state;
    release(vm, VAL(s->hash));
    release(vm, VAL(s->shake));
    release(vm, VAL(s->blake2b));
    release(vm, VAL(s->blake2s));
}

const ModuleDef hashlib_module = {
    .name = "_hashlib", .doc = "Message digests.", .functions = functions, .init = init, .state_size = sizeof(HashlibState), .done = done,
};
