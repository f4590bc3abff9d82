/* random_bitgen.c: BitGenerator and its five classes as objects: seeds, states as dicts, jumps, what others draw by (ctypes, the capsule), and their modules. */
#include "lang/object/thread.h"
#include "random.h"

static const char *const kind_names[BITS_KINDS] = {"MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"};

static int kind_of_class(const RandomLib *lib, const Type *t)
{
    for (int k = 0; k < BITS_KINDS; k++)
        if (lib->kinds[k] && (t == lib->kinds[k] || type_is_subtype(t, lib->kinds[k]))) return k;
    return BITS_KINDS;
}
BitGen *bitgen_of(VM *vm, Ref v)
{
    RandomLib *lib = random_lib(vm);
    if (!lib) return NULL;
    if (is_instance_of(vm, v, lib->bit_generator) && as_bitgen(v)->kind < BITS_KINDS) return as_bitgen(v);
    Value capsule = obj_getattr_c(vm, v, "capsule"); /* whoever has none says so */
    release(vm, capsule);
    return capsule ? err_raise(vm, EXC_ValueError, "Invalid bit generator. The bit generator must be instantiated."), NULL : NULL;
}

static void dealloc(VM *vm, Obj *o)
{
    BitGen *b = (BitGen *)o;
    value_clear(vm, &b->seed_seq);
    value_clear(vm, &b->lock);
    value_clear(vm, &b->ctypes);
    obj_free(vm, o, sizeof *b);
}
static void traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    BitGen *b = (BitGen *)o;
    if (b->seed_seq) visit(b->seed_seq, arg);
    if (b->lock) visit(b->lock, arg);
    if (b->ctypes) visit(b->ctypes, arg);
}
static void clear(VM *vm, Obj *o)
{
    value_clear(vm, &((BitGen *)o)->seed_seq);
    value_clear(vm, &((BitGen *)o)->ctypes);
}

static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    RandomLib *lib = random_lib(vm);
    BitGen *b = lib ? (BitGen *)obj_alloc(vm, as_type(cls), sizeof *b) : NULL;
    if (!b) return NO_VALUE;
    b->kind = kind_of_class(lib, as_type(cls));
    if (b->kind < BITS_KINDS) {
        b->bits = bits_of_kind[b->kind];
        b->bits.state = &b->state;
        if (b->kind == BITS_MT19937) b->state.twister.pos = TWISTER_WORDS;
        if (b->kind == BITS_PHILOX) b->state.philox.pos = 4;
    }
    return VAL(b);
}

/* ---- seeds ---- */
static bool seed_with(VM *vm, BitGen *b)
{
    uint64_t w[4] = {0};
    switch (b->kind) {
    case BITS_MT19937: {
        Twister *t = &b->state.twister;
        if (!seed_words(vm, b->seed_seq, t->key, TWISTER_WORDS)) return false;
        t->key[0] = 0x80000000u; /* of the first word only one bit counts: so they are never all 0 */
        t->pos = TWISTER_WORDS - 1;
        return true;
    }
    case BITS_PCG64:
    case BITS_PCG64DXSM:
        if (!seed_longs(vm, b->seed_seq, w, 4)) return false;
        pcg_seed(&b->state.pcg, (Wide)w[0] << 64 | w[1], (Wide)w[2] << 64 | w[3]);
        return true;
    case BITS_PHILOX:
        if (!seed_longs(vm, b->seed_seq, w, 2)) return false;
        b->state.philox = (Philox){.key = {w[0], w[1]}, .pos = 4};
        return true;
    default:
        if (!seed_longs(vm, b->seed_seq, w, 3)) return false;
        sfc_seed(&b->state.sfc, w);
        return true;
    }
}

static bool take_seed(VM *vm, BitGen *b, Ref seed)
{
    RandomLib *lib = random_lib(vm);
    if (!lib) return false;
    if (b->kind == BITS_KINDS && as_obj(REF(b))->type == lib->bit_generator) return err_false(vm, EXC_NotImplementedError, "BitGenerator is a base class and cannot be instantized");
    int is = seed ? (is_exact(seed, lib->seed_sequence) ? 1 : op_isinstance(vm, seed, lib->seeds)) : 0;
    if (is < 0) return false;
    Value seq = is ? retain(seed) : seed_sequence_new(vm, lib, seed);
    if (!seq) return false;
    value_put(vm, &b->seed_seq, seq);
    if (!b->lock) b->lock = import_call(vm, "_thread", "allocate_lock", NULL, 0);
    return b->lock && (b->kind == BITS_KINDS || seed_with(vm, b));
}

/* counter= and key= of Philox: a whole number, or its words of 64 bits */
static bool longs_of(VM *vm, Ref v, const char *name, uint64_t *out, int n)
{
    Np *np = np_state(vm);
    if (!np) return false;
    if (is_int(v) || is_instance_of(vm, v, np->abstract[NPC_INTEGER])) {
        bool negative, more;
        if (!random_limbs(vm, v, out, n, &negative, &more)) return false;
        return (!negative && !more) || err_false(vm, EXC_ValueError, "%s must be positive and less than 2**%d.", name, 64 * n);
    }
    NdArray *a = array_from(vm, np, v, np->descrs[NP_ULONG], 0, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C);
    bool ok = a && ((a->ndim == 1 && a->shape[0] == n) || err_false(vm, EXC_ValueError, "%s must have %d elements when using array form", name, n));
    if (ok) memcpy(out, a->data, sizeof *out * (size_t)n);
    array_release(vm, a);
    return ok;
}

static bool init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"seed", "counter", "key"};
    BitGen *b = as_bitgen(self);
    Ref given[3] = {NULL, NULL, NULL};
    bool philox = b->kind == BITS_PHILOX;
    if (!args_bind(vm, "__init__", args, n, kwnames, names, philox ? 3 : 1, given)) return false;
    for (int i = 0; i < 3; i++)
        if (given[i] && is_none(given[i])) given[i] = NULL;
    if (given[0] && given[2]) return err_false(vm, EXC_ValueError, "seed and key cannot be both used");
    if (!take_seed(vm, b, given[0])) return false;
    if (given[2] && !longs_of(vm, given[2], "key", b->state.philox.key, 2)) return false;
    return !given[1] || longs_of(vm, given[1], "counter", b->state.philox.counter, 4);
}
Value bitgen_new(VM *vm, BitsKind kind, Ref seed)
{
    RandomLib *lib = random_lib(vm);
    return lib ? call(vm, REF(lib->kinds[kind]), &seed, seed ? 1 : 0, NULL) : NO_VALUE;
}

/* RandomState's seed(): a number, or words, spread by MT19937's own initialisation. */
bool bitgen_seed_legacy(VM *vm, BitGen *b, Ref seed)
{
    Np *np = np_state(vm);
    Twister *t = &b->state.twister;
    bool ok = np != NULL;
    Ref class = NULL;
    if (!ok) return false;
    if (!seed || is_none(seed)) {
        RandomLib *lib = random_lib(vm);
        Value seq = lib ? seed_sequence_new(vm, lib, NULL) : NO_VALUE;
        ok = seq && seed_words(vm, seq, t->key, TWISTER_WORDS);
        t->key[0] = 0x80000000u;
        t->pos = TWISTER_WORDS;
        release(vm, seq);
    } else {
        Value squeeze, one = NO_VALUE;
        Value name = str_from_c(vm, "squeeze");
        int has = !name ? -1 : is_heap(seed) ? obj_lookup_attr(vm, seed, name, &squeeze) : 0;
        release(vm, name);
        (void)class;
        if (has < 0) return false;
        Value small = has ? call0(vm, squeeze) : retain(seed);
        if (has) release(vm, squeeze);
        one = small ? num_index(vm, small) : NO_VALUE;
        if (one) {
            int64_t i;
            ok = (int_fits_i64(one, &i) && i >= 0 && i <= UINT32_MAX) || err_false(vm, EXC_ValueError, "Seed must be between 0 and 2**32 - 1");
            if (ok) twister_seed(t, (uint32_t)i);
        } else if (small && err_matches(vm, EXC_TypeError)) {
            err_clear(vm);
            NdArray *a = array_from_any(vm, np, seed, NULL, 0), *longs = NULL;
            ok = a && (array_size(a) || err_false(vm, EXC_ValueError, "Seed must be non-empty"));
            Value as = ok ? import_attr(vm, "numpy", "ndarray") : NO_VALUE, f = as ? obj_getattr_c(vm, REF(a), "astype") : NO_VALUE, safe = f ? str_from_c(vm, "safe") : NO_VALUE;
            Ref given[] = {REF(np->scalars[NP_LONG]), NULL, safe};
            Value order = safe ? str_from_c(vm, "C") : NO_VALUE;
            given[1] = order;
            longs = order ? as_array(call(vm, f, given, 3, NULL)) : NULL;
            ok = longs && (longs->ndim == 1 || err_false(vm, EXC_ValueError, "Seed array must be 1-d"));
            int64_t n = ok ? longs->shape[0] : 0;
            const int64_t *v = ok ? (const int64_t *)(void *)longs->data : NULL;
            uint32_t *words = ok ? mem_zalloc(vm->mem, sizeof *words * (size_t)n) : NULL;
            if (ok && !words) ok = (err_no_memory(vm), false);
            for (int64_t i = 0; ok && i < n; i++) {
                ok = (v[i] >= 0 && v[i] <= UINT32_MAX) || err_false(vm, EXC_ValueError, "Seed must be between 0 and 2**32 - 1");
                words[i] = (uint32_t)v[i];
            }
            if (ok) twister_seed_list(t, words, (int)n);
            if (words) mem_free(vm->mem, words, sizeof *words * (size_t)n);
            array_release(vm, longs);
            release(vm, order);
            release(vm, safe);
            release(vm, f);
            release(vm, as);
            array_release(vm, a);
        } else
            ok = false;
        release(vm, one);
        release(vm, small);
    }
    if (ok) value_put(vm, &b->seed_seq, V_NONE);
    return ok;
}
static Value legacy_seeding(VM *vm, const Ref *args, int n, Ref kwnames) { return bitgen_seed_legacy(vm, as_bitgen(args[0]), args[1]) ? V_NONE : NO_VALUE; }

/* ---- states ---- */
static bool set_take(VM *vm, Ref d, const char *name, Value v /*taken*/)
{
    bool ok = v && dict_set_c(vm, d, name, v);
    release(vm, v);
    return ok;
}
static Value int_of_wide(VM *vm, Wide w)
{
    uint64_t limbs[2] = {(uint64_t)w, (uint64_t)(w >> 64)};
    return int_from_limbs(vm, limbs, 2, false);
}
static Half *half_of(BitGen *b)
{
    switch (b->kind) {
    case BITS_PCG64:
    case BITS_PCG64DXSM: return &b->state.pcg.half;
    case BITS_PHILOX: return &b->state.philox.half;
    case BITS_SFC64: return &b->state.sfc.half;
    default: return NULL;
    }
}
static bool inner_state(VM *vm, BitGen *b, Ref d)
{
    switch (b->kind) {
    case BITS_MT19937: return set_take(vm, d, "key", random_words_array(vm, NP_UINT, b->state.twister.key, TWISTER_WORDS)) && dict_set_c(vm, d, "pos", make_small(b->state.twister.pos));
    case BITS_PHILOX:
        return set_take(vm, d, "counter", random_words_array(vm, NP_ULONG, b->state.philox.counter, 4)) && set_take(vm, d, "key", random_words_array(vm, NP_ULONG, b->state.philox.key, 2));
    case BITS_SFC64: return set_take(vm, d, "state", random_words_array(vm, NP_ULONG, b->state.sfc.s, 4));
    default: return set_take(vm, d, "state", int_of_wide(vm, b->state.pcg.state)) && set_take(vm, d, "inc", int_of_wide(vm, b->state.pcg.step));
    }
}
Value bitgen_state(VM *vm, BitGen *b)
{
    if (b->kind == BITS_KINDS) return err_raise(vm, EXC_NotImplementedError, "Not implemented in base BitGenerator");
    Value d = dict_new(vm), inner = d ? dict_new(vm) : NO_VALUE;
    const Half *h = half_of(b);
    bool ok = inner && set_take(vm, d, "bit_generator", str_from_c(vm, type_name(vm, as_obj(REF(b))->type))) && inner_state(vm, b, inner) && dict_set_c(vm, d, "state", inner);
    if (ok && b->kind == BITS_MT19937) { /* its name without a module */
        Value name = obj_getattr_c(vm, REF(as_obj(REF(b))->type), "__name__");
        ok = set_take(vm, d, "bit_generator", name);
    } else if (ok)
        ok = set_take(vm, d, "bit_generator", obj_getattr_c(vm, REF(as_obj(REF(b))->type), "__name__"));
    if (ok && b->kind == BITS_PHILOX) ok = set_take(vm, d, "buffer", random_words_array(vm, NP_ULONG, b->state.philox.buffer, 4)) && dict_set_c(vm, d, "buffer_pos", make_small(b->state.philox.pos));
    if (ok && h) ok = dict_set_c(vm, d, "has_uint32", make_small(h->has)) && dict_set_c(vm, d, "uinteger", make_small(h->half));
    release(vm, inner);
    if (!ok) value_clear(vm, &d);
    return d;
}

static Ref item(VM *vm, Ref d, const char *name)
{
    Ref v = is_dict(d) ? dict_get_c(vm, d, name) : (Ref)NO_VALUE;
    if (!v) {
        Value key = str_from_c(vm, name);
        if (key) err_raise_value(vm, EXC_KeyError, key);
        release(vm, key);
    }
    return v;
}
static bool item_int(VM *vm, Ref d, const char *name, int64_t *out)
{
    Ref v = item(vm, d, name);
    return v && num_index_i64(vm, v, out);
}
static bool item_wide(VM *vm, Ref d, const char *name, Wide *out)
{
    uint64_t limbs[2];
    bool negative, more;
    Ref v = item(vm, d, name);
    if (!v || !random_limbs(vm, v, limbs, 2, &negative, &more)) return false;
    *out = (Wide)limbs[1] << 64 | limbs[0];
    return true;
}
static bool item_words(VM *vm, Ref d, const char *name, Num num, void *out, int64_t n)
{
    Np *np = np_state(vm);
    Ref v = np ? item(vm, d, name) : (Ref)NO_VALUE;
    NdArray *a = v ? array_from(vm, np, v, np->descrs[num], 1, 1, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
    bool ok = a && (a->shape[0] >= n || err_false(vm, EXC_ValueError, "%s has %lld words, not %lld", name, (long long)a->shape[0], (long long)n));
    if (ok) memcpy(out, a->data, (size_t)n * np_elements[num].bytes);
    array_release(vm, a);
    return ok;
}

static bool set_inner(VM *vm, BitGen *b, Ref d, Ref inner)
{
    BitsState s = b->state;
    int64_t pos = 0;
    bool ok;
    switch (b->kind) {
    case BITS_MT19937:
        ok = item_words(vm, inner, "key", NP_UINT, s.twister.key, TWISTER_WORDS) && item_int(vm, inner, "pos", &pos);
        s.twister.pos = pos < 0 ? 0 : pos > TWISTER_WORDS ? TWISTER_WORDS : (int)pos;
        break;
    case BITS_PHILOX:
        ok = item_words(vm, inner, "counter", NP_ULONG, s.philox.counter, 4) && item_words(vm, inner, "key", NP_ULONG, s.philox.key, 2) && item_words(vm, d, "buffer", NP_ULONG, s.philox.buffer, 4) &&
             item_int(vm, d, "buffer_pos", &pos);
        s.philox.pos = pos < 0 ? 0 : pos > 4 ? 4 : (int)pos;
        break;
    case BITS_SFC64: ok = item_words(vm, inner, "state", NP_ULONG, s.sfc.s, 4); break;
    default: ok = item_wide(vm, inner, "state", &s.pcg.state) && item_wide(vm, inner, "inc", &s.pcg.step); break;
    }
    if (ok) b->state = s;
    return ok;
}

Value bitgen_dict_of_tuple(VM *vm, Ref t)
{
    int64_t n = as_tuple(t)->len;
    if ((n != 3 && n != 5) || !is_str(as_tuple(t)->items[0]) || !str_equal_c(as_tuple(t)->items[0], "MT19937")) return err_raise(vm, EXC_ValueError, "state is not a legacy MT19937 state");
    Value d = dict_new(vm), inner = d ? dict_new(vm) : NO_VALUE;
    bool ok = inner && dict_set_c(vm, d, "bit_generator", as_tuple(t)->items[0]) && dict_set_c(vm, inner, "key", as_tuple(t)->items[1]) && dict_set_c(vm, inner, "pos", as_tuple(t)->items[2]) &&
              dict_set_c(vm, d, "state", inner);
    release(vm, inner);
    if (!ok) value_clear(vm, &d);
    return d;
}
static bool put_state(VM *vm, Ref self, Ref v)
{
    BitGen *b = as_bitgen(self);
    if (b->kind == BITS_KINDS) return err_false(vm, EXC_NotImplementedError, "Not implemented in base BitGenerator");
    if (!v) return err_false(vm, EXC_AttributeError, "cannot delete the state");
    Value d = b->kind == BITS_MT19937 && is_tuple(v) ? bitgen_dict_of_tuple(vm, v) : retain(v);
    if (!d) return false;
    bool ok = is_dict(d) || err_false(vm, EXC_TypeError, "state must be a dict"), pcg = b->kind == BITS_PCG64 || b->kind == BITS_PCG64DXSM || b->kind == BITS_SFC64;
    Value class = ok ? obj_getattr_c(vm, REF(as_obj(self)->type), "__name__") : NO_VALUE;
    ok = class != NO_VALUE;
    Ref name = ok ? dict_get_c(vm, d, "bit_generator") : (Ref)NO_VALUE;
    if (ok && !(name && is_str(name) && str_equal(name, class))) ok = err_false(vm, EXC_ValueError, "state must be for a %U %s", (Ref)class, pcg ? "RNG" : "PRNG");
    release(vm, class);
    Value inner = ok ? retain(item(vm, d, "state")) : NO_VALUE;
    ok = inner && set_inner(vm, b, d, inner);
    Half *h = half_of(b);
    int64_t has, half;
    if (ok && h && (ok = item_int(vm, d, "has_uint32", &has) && item_int(vm, d, "uinteger", &half))) *h = (Half){has != 0, (uint32_t)half};
    release(vm, inner);
    release(vm, d);
    return ok;
}
static Value get_state(VM *vm, Ref self) { return bitgen_state(vm, as_bitgen(self)); }
static Value method_getstate(VM *vm, const Ref *args, int n, Ref kwnames) { return obj_getattr_c(vm, args[0], "state"); }
static Value method_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value name = str_intern_c(vm, "state");
    bool ok = name && obj_setattr(vm, args[0], name, args[1]);
    release(vm, name);
    return ok ? V_NONE : NO_VALUE;
}

Value bitgen_pickled(VM *vm, Ref bit_generator, const char *with, Ref own)
{
    Value of_bits = import_attr(vm, "numpy.random._pickle", "__bit_generator_ctor"), ctor = of_bits && with ? import_attr(vm, "numpy.random._pickle", with) : retain(of_bits);
    Value state = ctor ? obj_getattr_c(vm, bit_generator, "state") : NO_VALUE, key = state ? str_from_c(vm, "bit_generator") : NO_VALUE, name = key ? op_getitem(vm, state, key) : NO_VALUE;
    Value given = !name ? NO_VALUE : with ? tuple_of(vm, 2, (Ref)name, (Ref)of_bits) : tuple_of(vm, 1, (Ref)name), r = given ? tuple_of(vm, 3, (Ref)ctor, (Ref)given, own ? own : (Ref)state) : NO_VALUE;
    release(vm, of_bits);
    release(vm, ctor);
    release(vm, state);
    release(vm, key);
    release(vm, name);
    release(vm, given);
    return r;
}
static Value reduce(VM *vm, const Ref *args, int n, Ref kwnames) { return bitgen_pickled(vm, args[0], NULL, NULL); }

/* ---- advance and jump ---- */
static bool wide_modulo(VM *vm, Ref v, uint64_t *out, int n) /* as two's complement of n words */
{
    bool negative, more;
    if (!random_limbs(vm, v, out, n, &negative, &more)) return false;
    for (int i = 0, carry = 1; negative && i < n; i++) {
        out[i] = ~out[i] + (uint64_t)carry;
        carry = carry && out[i] == 0;
    }
    return true;
}
static void forget_rest(BitGen *b)
{
    *half_of(b) = (Half){0, 0};
    if (b->kind == BITS_PHILOX) {
        b->state.philox.pos = 4;
        memset(b->state.philox.buffer, 0, sizeof b->state.philox.buffer);
    }
}
static Value advance(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BitGen *b = as_bitgen(args[0]);
    uint64_t by[4];
    bool philox = b->kind == BITS_PHILOX;
    if (!wide_modulo(vm, args[1], by, philox ? 4 : 2)) return NO_VALUE;
    if (philox) philox_advance(&b->state.philox, by);
    else pcg_advance(&b->state.pcg, (Wide)by[1] << 64 | by[0], b->kind == BITS_PCG64DXSM);
    forget_rest(b);
    return retain(args[0]);
}
static Value jumped(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BitGen *from = as_bitgen(args[0]);
    uint64_t times[2] = {1, 0};
    int64_t count = 1;
    if (from->kind == BITS_MT19937 ? args[1] && !num_index_i64(vm, args[1], &count) : args[1] && !wide_modulo(vm, args[1], times, 2)) return NO_VALUE;
    Value v = call0(vm, REF(as_obj(args[0])->type));
    BitGen *b = v ? bitgen_of(vm, v) : NULL;
    if (!b || b->kind != from->kind) {
        release(vm, v);
        return v && b ? err_raise(vm, EXC_TypeError, "its class gave another generator") : NO_VALUE;
    }
    b->state = from->state;
    if (b->kind == BITS_MT19937) {
        for (int64_t i = 0; i < count; i++) {
            twister_jump(&b->state.twister);
            if (!vm_poll(vm)) {
                release(vm, v);
                return NO_VALUE;
            }
        }
        return v;
    }
    Wide by = (Wide)times[1] << 64 | times[0];
    if (b->kind == BITS_PHILOX) { /* 2**128 each */
        uint64_t words[4] = {0, 0, times[0], times[1]};
        philox_advance(&b->state.philox, words);
    } else pcg_advance(&b->state.pcg, by * ((Wide)0x9E3779B97F4A7C15u << 64 | 0xF39CC0605CEDC835u), b->kind == BITS_PCG64DXSM); /* the golden ratio of its period */
    forget_rest(b);
    return v;
}

/* ---- raw words ---- */
static Value random_raw(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BitGen *b = bitgen_of(vm, args[0]);
    Np *np = b ? np_state(vm) : NULL;
    int output = args[2] ? op_truth(vm, args[2]) : 1;
    if (!np || output < 0) return NO_VALUE;
    bool one = !args[1] || is_none(args[1]);
    NpDims dims = {.n = 0};
    if (!one && !np_dims(vm, args[1], &dims)) return NO_VALUE;
    if (!output) {
        int64_t count = 1;
        for (int i = 0; i < dims.n; i++) count *= dims.v[i];
        for (int64_t i = 0; i < count; i++) {
            b->bits.next_raw(&b->state);
            if ((i & 0xffff) == 0xffff && !vm_poll(vm)) return NO_VALUE;
        }
        return V_NONE;
    }
    if (one) return int_from_u64(vm, b->bits.next_raw(&b->state));
    NdArray *a = array_new(vm, np, np->descrs[NP_ULONG], dims.v, dims.n, ORDER_C);
    int64_t count = a ? array_size(a) : 0;
    for (int64_t i = 0; i < count; i++) {
        ((uint64_t *)(void *)a->data)[i] = b->bits.next_raw(&b->state);
        if ((i & 0xffff) == 0xffff && !vm_poll(vm)) return array_release(vm, a), NO_VALUE;
    }
    return VAL(a);
}
static Value benchmark(VM *vm, const Ref *args, int n, Ref kwnames)
{
    BitGen *b = bitgen_of(vm, args[0]);
    int64_t count;
    if (!b || !num_index_i64(vm, args[1], &count)) return NO_VALUE;
    bool real = args[2] && is_str(args[2]) && str_equal_c(args[2], "double");
    if (args[2] && !real && !(is_str(args[2]) && str_equal_c(args[2], "uint64"))) return err_raise(vm, EXC_ValueError, "Unknown method");
    for (int64_t i = 0; i < count; i++) {
        if (real) bits_unit(&b->bits);
        else bits64(&b->bits);
        if ((i & 0xffff) == 0xffff && !vm_poll(vm)) return NO_VALUE;
    }
    return V_NONE;
}

/* ---- for others: the addresses of the state and of the functions ---- */
static Value pointer(VM *vm, const char *restype, uintptr_t address)
{
    Value ctypes = import_module(vm, "ctypes"), void_p = ctypes ? obj_getattr_c(vm, ctypes, "c_void_p") : NO_VALUE, at = void_p ? int_from_u64(vm, address) : NO_VALUE, r = NO_VALUE;
    if (at && !restype) r = call1(vm, void_p, at);
    else if (at) {
        Value of = obj_getattr_c(vm, ctypes, "CFUNCTYPE"), result = of ? obj_getattr_c(vm, ctypes, restype) : NO_VALUE, type = result ? call2(vm, of, result, void_p) : NO_VALUE;
        r = type ? call1(vm, type, at) : NO_VALUE;
        release(vm, of);
        release(vm, result);
        release(vm, type);
    }
    release(vm, ctypes);
    release(vm, void_p);
    release(vm, at);
    return r;
}
static Value get_ctypes(VM *vm, Ref self)
{
    BitGen *b = as_bitgen(self);
    if (b->ctypes) return retain(b->ctypes);
    Value type = import_attr(vm, "numpy.random._common", "interface"), address = int_from_u64(vm, (uintptr_t)&b->state);
    Value parts[5] = {pointer(vm, NULL, (uintptr_t)&b->state), pointer(vm, "c_uint64", (uintptr_t)b->bits.next64), pointer(vm, "c_uint32", (uintptr_t)b->bits.next32),
        pointer(vm, "c_double", (uintptr_t)b->bits.next_double), pointer(vm, NULL, (uintptr_t)&b->bits)};
    bool ok = type && address;
    for (int i = 0; i < 5; i++) ok = ok && parts[i];
    if (ok) {
        Ref given[] = {address, parts[0], parts[1], parts[2], parts[3], parts[4]};
        Value made = call(vm, type, given, 6, NULL);
        value_put(vm, &b->ctypes, made);
    }
    release(vm, type);
    release(vm, address);
    for (int i = 0; i < 5; i++) release(vm, parts[i]);
    return retain(b->ctypes);
}
static Value get_cffi(VM *vm, Ref self) { return err_raise(vm, EXC_ImportError, "cffi cannot be imported."); }
/* What C code calls a capsule is here the address as a c_void_p: whoever asks for the attribute sees that this is a generator. */
static Value get_capsule(VM *vm, Ref self) { return pointer(vm, NULL, (uintptr_t)&as_bitgen(self)->bits); }
static Value get_lock(VM *vm, Ref self) { return retain(as_bitgen(self)->lock ? (Ref)as_bitgen(self)->lock : (Ref)V_NONE); }
static Value get_seed_seq(VM *vm, Ref self) { return retain(as_bitgen(self)->seed_seq ? (Ref)as_bitgen(self)->seed_seq : (Ref)V_NONE); }

static const NativeDef methods[] = {
    {"random_raw", random_raw, "self, size=None, output=True", "Words as the generator gives them.", NATIVE_KW},
    {"_benchmark", benchmark, "self, cnt, method='uint64'", "For timings.", NATIVE_KW},
    {"__getstate__", method_getstate, "self", NULL, 0},
    {"__setstate__", method_setstate, "self, state, /", NULL, 0},
    {"__reduce__", reduce, "self", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {{"state", get_state, put_state, "Get or set the PRNG state"}, {"lock", get_lock, getset_readonly, NULL}, {"_seed_seq", get_seed_seq, getset_readonly, NULL},
    {"ctypes", get_ctypes, NULL, "ctypes interface"}, {"cffi", get_cffi, NULL, "CFFI interface"}, {"capsule", get_capsule, getset_readonly, NULL}, {NULL, NULL, NULL, NULL}};
static const TypeDef base_def = {.name = "numpy.random.bit_generator.BitGenerator", .doc = "BitGenerator(seed=None)\n\nWhere random bits come from.", .kind = KIND_OPAQUE, .size = sizeof(BitGen),
    .flags = TYPE_GC | TYPE_BASE, .dealloc = dealloc, .traverse = traverse, .clear = clear, .methods = methods, .getsets = getsets, .s = {.new_ = make, .init = init}};

static const NativeDef mt_methods[] = {{"_legacy_seeding", legacy_seeding, "self, seed", "RandomState's seeds.", NATIVE_KW},
    {"jumped", jumped, "self, jumps=1", "The generator 2**128 numbers on.", NATIVE_KW}, {NULL, NULL, NULL, NULL, 0}};
static const NativeDef far_methods[] = {{"advance", advance, "self, delta", "delta numbers on.", NATIVE_KW}, {"jumped", jumped, "self, jumps=1", "A generator far on.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0}};
#define CLASS_DEF(file, title, rows)                                                                                                                                    \
    {                                                                                                                                                                   \
        .name = "numpy.random." file "." title, .doc = title "(seed=None)\n\nA generator of random bits.", .kind = KIND_OPAQUE, .size = sizeof(BitGen), .flags = TYPE_GC | TYPE_BASE, \
        .dealloc = dealloc, .traverse = traverse, .clear = clear, .methods = rows                                                                                       \
    }
static const TypeDef kind_defs[BITS_KINDS] = {CLASS_DEF("_mt19937", "MT19937", mt_methods), CLASS_DEF("_pcg64", "PCG64", far_methods), CLASS_DEF("_pcg64", "PCG64DXSM", far_methods),
    CLASS_DEF("_philox", "Philox", far_methods), CLASS_DEF("_sfc64", "SFC64", NULL)};

/* ---- modules ---- */
static bool open_bit_generator(VM *vm, Ref module, Dict *ns)
{
    RandomLib *lib = as_module(module)->state;
    if (!seed_sequence_open(vm, lib, ns) || !(lib->bit_generator = type_from_def(vm, &base_def, NULL)) || !module_add_type(vm, ns, lib->bit_generator)) return false;
    for (int k = 0; k < BITS_KINDS; k++)
        if (!(lib->kinds[k] = type_from_def(vm, &kind_defs[k], lib->bit_generator))) return false;
    return true;
}
static void close_bit_generator(VM *vm, void *state)
{
    RandomLib *lib = state;
    for (int k = 0; k < BITS_KINDS; k++) release(vm, VAL(lib->kinds[k]));
    release(vm, VAL(lib->bit_generator));
    release(vm, VAL(lib->seed_sequence));
    release(vm, VAL(lib->seedless));
    value_clear(vm, &lib->seeds);
    value_clear(vm, &lib->spawnable);
}
const ModuleDef bit_generator_module = {.name = "numpy.random.bit_generator", .doc = "Seeds, and what generators of bits share.", .init = open_bit_generator, .state_size = sizeof(RandomLib),
    .done = close_bit_generator};

static bool add_kind(VM *vm, Dict *ns, BitsKind kind)
{
    RandomLib *lib = random_lib(vm);
    return lib && module_add(vm, ns, kind_names[kind], retain(REF(lib->kinds[kind])));
}
static bool open_mt19937(VM *vm, Ref module, Dict *ns) { return add_kind(vm, ns, BITS_MT19937); }
static bool open_pcg64(VM *vm, Ref module, Dict *ns) { return add_kind(vm, ns, BITS_PCG64) && add_kind(vm, ns, BITS_PCG64DXSM); }
static bool open_philox(VM *vm, Ref module, Dict *ns) { return add_kind(vm, ns, BITS_PHILOX); }
static bool open_sfc64(VM *vm, Ref module, Dict *ns) { return add_kind(vm, ns, BITS_SFC64); }
extern const ModuleDef mt19937_module, pcg64_module, philox_module, sfc64_module, random_common_module, bounded_integers_module;
const ModuleDef mt19937_module = {.name = "numpy.random._mt19937", .doc = "MT19937.", .init = open_mt19937};
const ModuleDef pcg64_module = {.name = "numpy.random._pcg64", .doc = "PCG64 and PCG64DXSM.", .init = open_pcg64};
const ModuleDef philox_module = {.name = "numpy.random._philox", .doc = "Philox.", .init = open_philox};
const ModuleDef sfc64_module = {.name = "numpy.random._sfc64", .doc = "SFC64.", .init = open_sfc64};

static bool open_common(VM *vm, Ref module, Dict *ns)
{
    Value name = str_from_c(vm, "interface"), fields = str_from_c(vm, "state_address state next_uint64 next_uint32 next_double bit_generator"), made = NO_VALUE;
    Ref given[] = {name, fields};
    if (name && fields) made = import_call(vm, "collections", "namedtuple", given, 2);
    release(vm, name);
    release(vm, fields);
    return made && module_add(vm, ns, "interface", made);
}
const ModuleDef random_common_module = {.name = "numpy.random._common", .doc = "What generators show to C.", .init = open_common};
const ModuleDef bounded_integers_module = {.name = "numpy.random._bounded_integers", .doc = "Nothing for Python: random_integers.c."};
