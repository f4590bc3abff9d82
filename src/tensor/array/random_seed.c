/* random_seed.c: SeedSequence: O'Neill's mixing of seeds of any length into a pool of words ("Developing a seed_seq alternative", 2015), from which generators take theirs. */
#include "lang/object/sig.h"
#include "promote.h"
#include "random.h"

enum { POOL_LEAST = 4 };
typedef struct SeedSequence {
    Obj head;
    Value entropy, spawn_key;
    int64_t pool_size;
    uint32_t *pool;
    uint32_t children;
} SeedSequence;
static SeedSequence *as_seq(Ref v) { return (SeedSequence *)BITS(v); }

/* ---- whole numbers in words ---- */
bool random_limbs(VM *vm, Ref v, uint64_t *out, int n, bool *negative, bool *more)
{
    Value i = num_index(vm, v);
    if (!i) return false;
    memset(out, 0, sizeof *out * (size_t)n);
    int64_t small;
    *more = false;
    if (int_fits_i64(i, &small)) {
        *negative = small < 0;
        out[0] = small < 0 ? -(uint64_t)small : (uint64_t)small;
    } else {
        const Int *big = (const Int *)BITS(i);
        int limbs = big->size < 0 ? -big->size : big->size;
        *negative = big->size < 0;
        *more = limbs > n;
        memcpy(out, big->limb, sizeof *out * (size_t)(limbs < n ? limbs : n));
    }
    release(vm, i);
    return true;
}

Value random_words_array(VM *vm, Num num, const void *words, int64_t n)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_new(vm, np, np->descrs[num], &n, 1, ORDER_C) : NULL;
    if (a) memcpy(a->data, words, (size_t)n * np_elements[num].bytes);
    return VAL(a);
}

/* ---- entropy: whatever is given, as words of 32 bits ---- */
typedef struct Words { VM *vm; uint32_t *v; int64_t n, cap; } Words;
static bool words_add(Words *w, uint32_t x)
{
    if (w->n == w->cap) {
        int64_t cap = w->cap ? 2 * w->cap : 32;
        uint32_t *v = mem_realloc(w->vm->mem, w->v, sizeof *v * (size_t)w->cap, sizeof *v * (size_t)cap);
        if (!v) return err_no_memory(w->vm), false;
        w->v = v;
        w->cap = cap;
    }
    w->v[w->n++] = x;
    return true;
}
static void words_free(Words *w) { mem_free(w->vm->mem, w->v, sizeof *w->v * (size_t)w->cap); }

static bool words_of_int(Words *w, Ref v)
{
    VM *vm = w->vm;
    Value i = num_index(vm, v);
    if (!i) return false;
    int64_t small;
    bool ok = int_sign(i) >= 0 || err_false(vm, EXC_ValueError, "expected non-negative integer");
    if (ok && int_fits_i64(i, &small)) {
        ok = words_add(w, (uint32_t)small) && (!((uint64_t)small >> 32) || words_add(w, (uint32_t)((uint64_t)small >> 32)));
    } else if (ok) {
        const Int *big = (const Int *)BITS(i);
        for (int k = 0; ok && k < big->size; k++) ok = words_add(w, (uint32_t)big->limb[k]) && (!(big->limb[k] >> 32 || k + 1 < big->size) || words_add(w, (uint32_t)(big->limb[k] >> 32)));
    }
    release(vm, i);
    return ok;
}

static bool words_of_text(Words *w, Ref text)
{
    VM *vm = w->vm;
    int base = str_has_prefix_c(text, "0x") ? 16 : 10;
    bool digits = as_str(text)->len > 0;
    for (int64_t i = 0; base == 10 && i < as_str(text)->len; i++) digits = digits && str_at(as_str(text), i) - '0' <= 9;
    if (!digits) return err_false(vm, EXC_ValueError, "unrecognized seed string");
    Value i = int_from_text(vm, text, base);
    bool ok = i && words_of_int(w, i);
    release(vm, i);
    return ok;
}

static bool words_of(Words *w, Ref v)
{
    VM *vm = w->vm;
    Np *np = np_state(vm);
    if (!np) return false;
    if (is_array(v, np) && as_array(v)->descr->num == NP_UINT && descr_is_native(as_array(v)->descr) && as_array(v)->ndim == 1) {
        const NdArray *a = as_array(v);
        for (int64_t i = 0; i < a->shape[0]; i++) {
            uint32_t x;
            memcpy(&x, a->data + i * a->strides[0], sizeof x);
            if (!words_add(w, x)) return false;
        }
        return true;
    }
    if (is_str(v)) return words_of_text(w, v);
    if (is_int(v) || is_instance_of(vm, v, np->abstract[NPC_INTEGER])) return words_of_int(w, v);
    if (is_float_any(v) || is_instance_of(vm, v, np->abstract[NPC_INEXACT])) return err_false(vm, EXC_TypeError, "seed must be integer");
    if (!rec_enter(vm, " while reading a seed")) return false;
    bool ok = op_len(vm, v) >= 0;
    Value it = ok ? op_iter(vm, v) : NO_VALUE;
    for (Value item; it && ok && (item = op_next(vm, it)); release(vm, item)) ok = words_of(w, item);
    rec_leave(vm);
    ok = ok && it && !err_occurred(vm);
    release(vm, it);
    return ok;
}

/* ---- mixing ---- */
static uint32_t hashed(uint32_t x, uint32_t *by, uint32_t step)
{
    x ^= *by;
    *by *= step;
    x *= *by;
    return x ^ x >> 16;
}
static uint32_t mixed(uint32_t x, uint32_t y)
{
    uint32_t r = 0xCA01F9DDu * x - 0x4973F715u * y;
    return r ^ r >> 16;
}
static void fill_pool(SeedSequence *s, const Words *w)
{
    const uint32_t step = 0x931E8875u;
    uint32_t by = 0x43B0D7E5u;
    int64_t n = s->pool_size;
    for (int64_t i = 0; i < n; i++) s->pool[i] = hashed(i < w->n ? w->v[i] : 0, &by, step);
    for (int64_t from = 0; from < n; from++)
        for (int64_t to = 0; to < n; to++)
            if (from != to) s->pool[to] = mixed(s->pool[to], hashed(s->pool[from], &by, step));
    for (int64_t from = n; from < w->n; from++)
        for (int64_t to = 0; to < n; to++) s->pool[to] = mixed(s->pool[to], hashed(w->v[from], &by, step));
}
static void draw_words(const SeedSequence *s, uint32_t *out, int64_t n)
{
    uint32_t by = 0x8B51F9DDu;
    for (int64_t i = 0, at = 0; i < n; i++) {
        out[i] = hashed(s->pool[at], &by, 0x58F38DEDu);
        if (++at == s->pool_size) at = 0;
    }
}

static bool mix(VM *vm, SeedSequence *s)
{
    Words run = {vm, NULL, 0, 0}, key = {vm, NULL, 0, 0};
    bool ok = words_of(&run, s->entropy) && words_of(&key, s->spawn_key);
    while (ok && key.n > 0 && run.n < s->pool_size) ok = words_add(&run, 0); /* a short seed with a key is none with the key's words behind it */
    for (int64_t i = 0; ok && i < key.n; i++) ok = words_add(&run, key.v[i]);
    if (ok) fill_pool(s, &run);
    words_free(&run);
    words_free(&key);
    return ok;
}

/* ---- the class ---- */
static void pool_free(VM *vm, SeedSequence *s)
{
    if (s->pool) mem_free(vm->mem, s->pool, sizeof *s->pool * (size_t)s->pool_size);
    s->pool = NULL;
}
static void dealloc(VM *vm, Obj *o)
{
    SeedSequence *s = (SeedSequence *)o;
    value_clear(vm, &s->entropy);
    value_clear(vm, &s->spawn_key);
    pool_free(vm, s);
    obj_free(vm, o, sizeof *s);
}
static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), sizeof(SeedSequence))); }

static bool is_entropy(VM *vm, Ref v)
{
    Np *np = np_state(vm);
    return is_int(v) || is_list(v) || is_tuple(v) || is_kind(v, KIND_RANGE) || (np && (is_array(v, np) || is_instance_of(vm, v, np->abstract[NPC_INTEGER])));
}
static Value fresh_entropy(VM *vm, int64_t pool_size)
{
    Ref bits = make_small(pool_size * 32);
    return import_call(vm, "secrets", "randbits", &bits, 1);
}
static bool setup(VM *vm, SeedSequence *s, Ref entropy, Ref spawn_key, int64_t pool_size, uint32_t children)
{
    if (pool_size < POOL_LEAST) return err_false(vm, EXC_ValueError, "The size of the entropy pool should be at least %d", POOL_LEAST);
    if (pool_size > INT32_MAX) return err_no_memory(vm), false;
    if (entropy && !is_none(entropy) && !is_entropy(vm, entropy)) return err_false(vm, EXC_TypeError, "SeedSequence expects int or sequence of ints for entropy not %S", entropy);
    Value e = entropy && !is_none(entropy) ? retain(entropy) : fresh_entropy(vm, pool_size), key = e ? tuple_from_iter(vm, spawn_key) : NO_VALUE;
    uint32_t *pool = key ? mem_zalloc(vm->mem, sizeof *pool * (size_t)pool_size) : NULL;
    if (!pool) {
        release(vm, e);
        release(vm, key);
        return err_occurred(vm) ? false : (err_no_memory(vm), false);
    }
    pool_free(vm, s);
    s->pool = pool;
    s->pool_size = pool_size;
    s->children = children;
    value_put(vm, &s->entropy, e);
    value_put(vm, &s->spawn_key, key);
    return mix(vm, s);
}
static bool init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"entropy", "spawn_key", "pool_size", "n_children_spawned"};
    Ref given[4];
    int64_t pool_size = POOL_LEAST, children = 0;
    if (n > 1) return err_false(vm, EXC_TypeError, "__init__() takes at most 1 positional argument (%d given)", n);
    if (!args_bind(vm, "__init__", args, n, kwnames, names, 4, given)) return false;
    if (given[2] && !num_index_i64(vm, given[2], &pool_size)) return false;
    if (given[3] && !num_index_i64(vm, given[3], &children)) return false;
    return setup(vm, as_seq(self), given[0], given[1] ? given[1] : (Ref)vm->empty_tuple, pool_size, (uint32_t)children);
}
Value seed_sequence_new(VM *vm, RandomLib *lib, Ref entropy)
{
    Value v = VAL(obj_alloc(vm, lib->seed_sequence, sizeof(SeedSequence)));
    if (v && !setup(vm, as_seq(v), entropy, vm->empty_tuple, POOL_LEAST, 0)) value_clear(vm, &v);
    return v;
}

static Value repr(VM *vm, Ref v)
{
    const SeedSequence *s = as_seq(v);
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%U(\n    entropy=%R,\n", REF(as_obj(v)->type->name), s->entropy ? (Ref)s->entropy : (Ref)V_NONE);
    if (s->spawn_key && as_tuple(s->spawn_key)->len) strb_format(&b, "    spawn_key=%R,\n", (Ref)s->spawn_key);
    if (s->pool_size != POOL_LEAST) strb_format(&b, "    pool_size=%lld,\n", (long long)s->pool_size);
    if (s->children) strb_format(&b, "    n_children_spawned=%lld,\n", (long long)s->children);
    strb_c(&b, ")");
    return strb_take(&b);
}

static Value generate_state(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t count;
    const SeedSequence *s = as_seq(args[0]);
    if (!np || !num_index_i64(vm, args[1], &count)) return NO_VALUE;
    Descr *d = args[2] ? descr_parse(vm, np, args[2], false) : descr_retain(np->descrs[NP_UINT]);
    if (!d) return NO_VALUE;
    bool longs = d->num == NP_ULONG || d->num == NP_ULONGLONG, fine = (longs || d->num == NP_UINT) && descr_is_native(d);
    descr_release(vm, d);
    if (!fine) return err_raise(vm, EXC_ValueError, "only support uint32 or uint64");
    if (count < 0) return err_raise(vm, EXC_ValueError, "negative dimensions are not allowed");
    NdArray *a = array_new(vm, np, np->descrs[longs ? NP_ULONG : NP_UINT], &count, 1, ORDER_C);
    if (a && s->pool) draw_words(s, (uint32_t *)(void *)a->data, longs ? 2 * count : count);
    return VAL(a);
}

static bool words_from(VM *vm, Ref seed_seq, void *out, int n, Num num)
{
    RandomLib *lib = random_lib(vm);
    if (lib && is_exact(seed_seq, lib->seed_sequence) && as_seq(seed_seq)->pool) {
        draw_words(as_seq(seed_seq), out, num == NP_UINT ? n : 2 * n);
        return true;
    }
    Np *np = lib ? np_state(vm) : NULL;
    if (!np) return false;
    Value f = obj_getattr_c(vm, seed_seq, "generate_state"), v = f ? call2(vm, f, make_small(n), REF(np->scalars[num])) : NO_VALUE;
    NdArray *a = v ? array_from(vm, np, v, np->descrs[num], 1, 1, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
    bool ok = a && (a->shape[0] >= n || err_false(vm, EXC_ValueError, "generate_state gave %lld words of %d", (long long)a->shape[0], n));
    if (ok) memcpy(out, a->data, (size_t)n * np_elements[num].bytes);
    array_release(vm, a);
    release(vm, v);
    release(vm, f);
    return ok;
}
bool seed_words(VM *vm, Ref seed_seq, uint32_t *out, int n) { return words_from(vm, seed_seq, out, n, NP_UINT); }
bool seed_longs(VM *vm, Ref seed_seq, uint64_t *out, int n) { return words_from(vm, seed_seq, out, n, NP_ULONG); }

static Value spawn(VM *vm, const Ref *args, int n, Ref kwnames)
{
    SeedSequence *s = as_seq(args[0]);
    int64_t count;
    if (!num_index_i64(vm, args[1], &count)) return NO_VALUE;
    Value all = list_new(vm, 0), key_name = str_intern_c(vm, "spawn_key"), size_name = str_intern_c(vm, "pool_size"), names = key_name && size_name ? tuple_of(vm, 2, (Ref)key_name, (Ref)size_name) : NO_VALUE;
    bool ok = all && names && s->spawn_key;
    release(vm, key_name);
    release(vm, size_name);
    uint32_t first = s->children;
    for (int64_t i = 0; ok && i < count; i++) {
        Value one = tuple_of(vm, 1, (Ref)make_small((int64_t)(first + (uint32_t)i))), key = one ? op_binary(vm, OP_ADD, s->spawn_key, one) : NO_VALUE;
        Ref given[] = {s->entropy, key, make_small(s->pool_size)};
        Value child = key ? call(vm, REF(as_obj(args[0])->type), given, 1, names) : NO_VALUE;
        ok = child && list_append_take(vm, all, child);
        release(vm, one);
        release(vm, key);
    }
    release(vm, names);
    if (!ok) value_clear(vm, &all);
    else s->children = first + (uint32_t)(count < 0 ? 0 : count);
    return all;
}

static Value get_entropy(VM *vm, Ref v) { return retain(as_seq(v)->entropy ? (Ref)as_seq(v)->entropy : (Ref)V_NONE); }
static Value get_key(VM *vm, Ref v) { return retain(as_seq(v)->spawn_key ? (Ref)as_seq(v)->spawn_key : (Ref)V_NONE); }
static Value get_pool_size(VM *vm, Ref v) { return int_from_i64(vm, as_seq(v)->pool_size); }
static Value get_children(VM *vm, Ref v) { return make_small(as_seq(v)->children); }
static Value get_pool(VM *vm, Ref v) { return as_seq(v)->pool ? random_words_array(vm, NP_UINT, as_seq(v)->pool, as_seq(v)->pool_size) : V_NONE; }
static Value get_state(VM *vm, Ref v)
{
    Value d = dict_new(vm), pool = get_pool_size(vm, v), key = get_key(vm, v), entropy = get_entropy(vm, v);
    bool ok = d && pool && (is_none(entropy) || dict_set_c(vm, d, "entropy", entropy)) && dict_set_c(vm, d, "spawn_key", key) && dict_set_c(vm, d, "pool_size", pool) &&
              dict_set_c(vm, d, "n_children_spawned", make_small(as_seq(v)->children));
    release(vm, pool);
    release(vm, key);
    release(vm, entropy);
    if (!ok) value_clear(vm, &d);
    return d;
}

/* copyreg.__newobj__, and what init takes */
static Value reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value make_new = import_attr(vm, "copyreg", "__newobj__"), class = make_new ? tuple_of(vm, 1, REF(as_obj(args[0])->type)) : NO_VALUE, state = class ? get_state(vm, args[0]) : NO_VALUE;
    Value r = state ? tuple_of(vm, 3, (Ref)make_new, (Ref)class, (Ref)state) : NO_VALUE;
    release(vm, make_new);
    release(vm, class);
    release(vm, state);
    return r;
}
static Value set_state(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_dict(args[1])) return err_raise(vm, EXC_TypeError, "state must be a dict");
    Value entropy = retain(dict_get_c(vm, args[1], "entropy")), key = retain(dict_get_c(vm, args[1], "spawn_key")), size = retain(dict_get_c(vm, args[1], "pool_size")),
          children = retain(dict_get_c(vm, args[1], "n_children_spawned"));
    int64_t pool_size = POOL_LEAST, spawned = 0;
    bool ok = (!size || num_index_i64(vm, size, &pool_size)) && (!children || num_index_i64(vm, children, &spawned)) &&
              setup(vm, as_seq(args[0]), entropy, key ? (Ref)key : (Ref)vm->empty_tuple, pool_size, (uint32_t)spawned);
    release(vm, entropy);
    release(vm, key);
    release(vm, size);
    release(vm, children);
    return ok ? V_NONE : NO_VALUE;
}

static const NativeDef methods[] = {
    {"generate_state", generate_state, "self, n_words, dtype=np.uint32", "n_words words from the pool.", NATIVE_KW},
    {"spawn", spawn, "self, n_children", "SeedSequences whose keys go on from this one's.", NATIVE_KW},
    {"__reduce__", reduce, "self", NULL, 0},
    {"__setstate__", set_state, "self, state, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {{"entropy", get_entropy, getset_readonly, NULL}, {"spawn_key", get_key, getset_readonly, NULL}, {"pool_size", get_pool_size, getset_readonly, NULL},
    {"n_children_spawned", get_children, getset_readonly, NULL}, {"pool", get_pool, getset_readonly, NULL}, {"state", get_state, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static const TypeDef sequence_def = {.name = "numpy.random.bit_generator.SeedSequence", .doc = "SeedSequence(entropy=None, *, spawn_key=(), pool_size=4)\n\nSeeds of any length, mixed.", .kind = KIND_OPAQUE,
    .size = sizeof(SeedSequence), .flags = TYPE_BASE, .dealloc = dealloc, .methods = methods, .getsets = getsets, .s = {.new_ = make, .init = init, .repr = repr}};

/* A generator that was not seeded by one has this. */
static Value seedless_state(VM *vm, const Ref *args, int n, Ref kwnames) { return err_raise(vm, EXC_NotImplementedError, "seedless SeedSequences cannot generate state"); }
static Value seedless_spawn(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t count;
    if (!num_index_i64(vm, args[1], &count)) return NO_VALUE;
    Value all = list_new(vm, 0);
    for (int64_t i = 0; all && i < count; i++)
        if (!list_append(vm, all, args[0])) value_clear(vm, &all);
    return all;
}
static Value seedless_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), sizeof(Obj))); }
static const NativeDef seedless_methods[] = {{"generate_state", seedless_state, "self, n_words, dtype=np.uint32", NULL, NATIVE_KW}, {"spawn", seedless_spawn, "self, n_children", NULL, NATIVE_KW}, {NULL, NULL, NULL, NULL, 0}};
static const TypeDef seedless_def = {.name = "numpy.random.bit_generator.SeedlessSeedSequence", .doc = "For generators that are not seeded.", .kind = KIND_OPAQUE, .size = sizeof(Obj), .flags = TYPE_BASE,
    .methods = seedless_methods, .s = {.new_ = seedless_make}};

/* The abstract classes are classes of Python's, with abstract methods of Python's. */
static const char abstract_classes[] = "import abc\n"
                                       "class ISeedSequence(abc.ABC):\n"
                                       "    @abc.abstractmethod\n"
                                       "    def generate_state(self, n_words, dtype=None):\n"
                                       "        raise NotImplementedError\n"
                                       "class ISpawnableSeedSequence(ISeedSequence):\n"
                                       "    @abc.abstractmethod\n"
                                       "    def spawn(self, n_children):\n"
                                       "        raise NotImplementedError\n";

static bool registered(VM *vm, Ref abstract, const Type *class)
{
    Value f = obj_getattr_c(vm, abstract, "register"), r = f ? call1(vm, f, REF(class)) : NO_VALUE;
    release(vm, f);
    release(vm, r);
    return r != NO_VALUE;
}
bool seed_sequence_open(VM *vm, RandomLib *lib, Dict *ns)
{
    Value source = str_from_c(vm, abstract_classes);
    Ref given[] = {source, REF(ns)};
    Value r = source ? import_call(vm, "builtins", "exec", given, 2) : NO_VALUE;
    release(vm, source);
    release(vm, r);
    if (!r) return false;
    lib->seeds = retain(dict_get_c(vm, REF(ns), "ISeedSequence"));
    lib->spawnable = retain(dict_get_c(vm, REF(ns), "ISpawnableSeedSequence"));
    return lib->seeds && lib->spawnable && (lib->seed_sequence = type_from_def(vm, &sequence_def, NULL)) && (lib->seedless = type_from_def(vm, &seedless_def, NULL)) &&
           module_add_type(vm, ns, lib->seed_sequence) && module_add_type(vm, ns, lib->seedless) && registered(vm, lib->spawnable, lib->seed_sequence) &&
           registered(vm, lib->spawnable, lib->seedless);
}
