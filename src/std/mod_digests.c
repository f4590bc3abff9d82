/* mod_digests.c: the modules _md5, _sha1, _sha256, _sha512 and _sha3: one kind of digest object an algorithm, which hashlib takes where it does not take _hashlib's. */
#include "lang/object/args.h"
#include "digest.h"

enum { MD5, SHA1, SHA224, SHA256, SHA384, SHA512, KINDS };
enum { SHAKE = 4, SHA3_KINDS = 6 };
typedef struct DigestsState { Type *types[SHA3_KINDS]; } DigestsState;

static void done(VM *vm, void *state)
{
    for (int i = 0; i < SHA3_KINDS; i++) release(vm, VAL(((DigestsState *)state)->types[i]));
}

/* ---- MD5 and SHA-2 ---- */
#define TYPE(id, text) {.name = text, .kind = KIND_OPAQUE, .size = sizeof(Digest), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE, .methods = digest_methods, .getsets = digest_getsets}
static const TypeDef type_defs[KINDS] = {
    TYPE(MD5, "_md5.md5"), TYPE(SHA1, "_sha1.sha1"), TYPE(SHA224, "_sha256.sha224"), TYPE(SHA256, "_sha256.sha256"), TYPE(SHA384, "_sha512.sha384"), TYPE(SHA512, "_sha512.sha512"),
};

static Value make(VM *vm, const ModuleDef *def, int kind, int first, const Ref *a)
{
    DigestsState *s = module_state(vm, def);
    return s ? digest_new(vm, s->types[kind - first], &hash_algos[kind], a[0]) : NULL;
}

static bool add(VM *vm, Ref module, Dict *ns, int first, const char *const *names)
{
    DigestsState *s = as_module(module)->state;
    for (int i = 0; names[i]; i++)
        if (!(s->types[i] = type_from_def(vm, &type_defs[first + i], NULL)) || !module_add(vm, ns, names[i], retain(REF(s->types[i])))) return false;
    return true;
}

extern const ModuleDef md5_module, sha1_module, sha256_module, sha512_module, sha3_module;
#define MAKER(name, def, kind, first) \
    static Value fn_##name(VM *vm, const Ref *a, int n, Ref kw) { return make(vm, &def, kind, first, a); }
#define ROW(name) {#name, fn_##name, "string=b'', *, usedforsecurity=True", "A new " #name " object, which has taken in the string.", NATIVE_KW}
#define END {NULL, NULL, NULL, NULL, 0}
#define MODULE_OF(id, text, first, ...)                                                                                                                \
    static bool init_##id(VM *vm, Ref module, Dict *ns) { return add(vm, module, ns, first, (const char *const[]){__VA_ARGS__, NULL}); }               \
    const ModuleDef id##_module = {.name = text, .doc = "Digest objects.", .functions = id##_functions, .init = init_##id, .state_size = sizeof(DigestsState), .done = done}

MAKER(md5, md5_module, MD5, MD5)
MAKER(sha1, sha1_module, SHA1, SHA1)
MAKER(sha224, sha256_module, SHA224, SHA224)
MAKER(sha256, sha256_module, SHA256, SHA224)
MAKER(sha384, sha512_module, SHA384, SHA384)
MAKER(sha512, sha512_module, SHA512, SHA384)
static const NativeDef md5_functions[] = {ROW(md5), END};
static const NativeDef sha1_functions[] = {ROW(sha1), END};
static const NativeDef sha256_functions[] = {ROW(sha224), ROW(sha256), END};
static const NativeDef sha512_functions[] = {ROW(sha384), ROW(sha512), END};
MODULE_OF(md5, "_md5", MD5, "MD5Type");
MODULE_OF(sha1, "_sha1", SHA1, "SHA1Type");
MODULE_OF(sha256, "_sha256", SHA224, "SHA224Type", "SHA256Type");
MODULE_OF(sha512, "_sha512", SHA384, "SHA384Type", "SHA512Type");

/* ---- SHA-3: the classes themselves are called ---- */
static Value sha3_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    DigestsState *s = module_state(vm, &sha3_module);
    static const char *const names[] = {"", "usedforsecurity"};
    Ref in[2];
    int kind = 0;
    if (!s) return NULL;
    while (kind < SHA3_KINDS - 1 && s->types[kind] != as_type(cls)) kind++;
    if (n > 1) return err_raise(vm, EXC_TypeError, "%s() takes at most 1 positional argument (%d given)", hash_sha3_algos[kind].name, n);
    if (!args_bind(vm, hash_sha3_algos[kind].name, args, n, kwnames, names, 2, in)) return NULL;
    if (in[1] && op_truth(vm, in[1]) < 0) return NULL;
    return digest_new(vm, as_type(cls), &hash_sha3_algos[kind], in[0]);
}

static Value get_capacity(VM *vm, Ref self) { return make_small(1600 - 8 * (int64_t)as_digest(self)->algo->block); }
static Value get_rate(VM *vm, Ref self) { return make_small(8 * (int64_t)as_digest(self)->algo->block); }
static Value get_suffix(VM *vm, Ref self) { return bytes_from(vm, as_digest(self)->algo->digest ? "\x06" : "\x1f", 1); }
static const GetSetDef sha3_getsets[] = {
    {"_capacity_bits", get_capacity, NULL, NULL},
    {"_rate_bits", get_rate, NULL, NULL},
    {"_suffix", get_suffix, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
#define SHA3(text, rows) {.name = "_sha3." text, .doc = "A digest object of this algorithm.", .kind = KIND_OPAQUE, .size = sizeof(Digest), .flags = TYPE_IMMUTABLE, \
    .s = {.new_ = sha3_new}, .methods = rows, .getsets = digest_getsets, .text_signature = "data=b'', /, *, usedforsecurity=True"}
static const TypeDef sha3_defs[SHA3_KINDS] = {
    SHA3("sha3_224", digest_methods), SHA3("sha3_256", digest_methods), SHA3("sha3_384", digest_methods), SHA3("sha3_512", digest_methods),
    SHA3("shake_128", digest_xof_methods), SHA3("shake_256", digest_xof_methods),
};

static bool init_sha3(VM *vm, Ref module, Dict *ns)
{
    DigestsState *s = as_module(module)->state;
    for (int i = 0; i < SHA3_KINDS; i++)
        if (!(s->types[i] = type_from_def(vm, &sha3_defs[i], NULL)) || !type_add_getsets(vm, s->types[i], sha3_getsets) || !module_add_type(vm, ns, s->types[i])) return false;
    return true;
}

static const ModuleConst sha3_constants[] = {{.name = "implementation", .kind = CONST_STR, .s = "perch's own"}, {.name = NULL}};
const ModuleDef sha3_module = {
    .name = "_sha3", .doc = "SHA-3 and SHAKE.", .constants = sha3_constants, .init = init_sha3, .state_size = sizeof(DigestsState), .done = done,
};
