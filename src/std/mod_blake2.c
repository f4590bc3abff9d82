/* mod_blake2.c: the module _blake2: blake2b and blake2s with all that the algorithm may be given (keys, salts, trees). */
#include "lang/object/args.h"
#include "digest.h"

typedef struct Blake2State { Type *b, *s; } Blake2State;
extern const ModuleDef blake2_module;

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
    Blake2State *st = module_state(vm, &blake2_module);
    if (!st) return NULL;
    bool is_b = type_is_subtype(as_type(cls), st->b);
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
    Digest *h = digest_alloc(vm, as_type(cls), &hash_blake2_algos[is_b ? 0 : 1]);
    if (!h) return NULL;
    h->size = p.digest;
    blake2_init(&h->state, is_b, &p);
    if (!in[0] || digest_feed(vm, h->algo, &h->state, in[0])) return VAL(h);
    release(vm, VAL(h));
    return NULL;
}

#define BLAKE2(id) \
    static const TypeDef id##_def = {.name = "_blake2." #id, .doc = "A digest object of this algorithm.", .kind = KIND_OPAQUE, .size = sizeof(Digest), .flags = TYPE_IMMUTABLE, \
        .s = {.new_ = blake2_new}, .methods = digest_methods, .getsets = digest_getsets, \
        .text_signature = "data=b'', /, *, digest_size=" "64, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True"}
BLAKE2(blake2b);
BLAKE2(blake2s);

/* What the classes and, under longer names, the module have of limits. */
static bool put_limits(VM *vm, Dict *ns, Type *type, const char *prefix, int64_t size, int64_t extra)
{
    const struct { const char *name; int64_t value; } rows[] = {{"SALT_SIZE", extra}, {"PERSON_SIZE", extra}, {"MAX_KEY_SIZE", size}, {"MAX_DIGEST_SIZE", size}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[40];
        snprintf(text, sizeof text, "%s_%s", prefix, rows[i].name);
        Value name = str_intern_c(vm, rows[i].name);
        bool ok = name && type_set_attr(vm, type, name, make_small(rows[i].value)) && module_add(vm, ns, text, make_small(rows[i].value));
        release(vm, name);
        if (!ok) return false;
    }
    return true;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    Blake2State *s = as_module(module)->state;
    return (s->b = type_from_def(vm, &blake2b_def, NULL)) && (s->s = type_from_def(vm, &blake2s_def, NULL)) && module_add_type(vm, ns, s->b) && module_add_type(vm, ns, s->s) &&
           put_limits(vm, ns, s->b, "BLAKE2B", BLAKE2B_MAX, 16) && put_limits(vm, ns, s->s, "BLAKE2S", BLAKE2S_MAX, 8);
}

static void done(VM *vm, void *state)
{
    release(vm, VAL(((Blake2State *)state)->b));
    release(vm, VAL(((Blake2State *)state)->s));
}

const ModuleDef blake2_module = {.name = "_blake2", .doc = "BLAKE2.", .init = init, .state_size = sizeof(Blake2State), .done = done};
