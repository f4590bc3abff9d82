/* mod_random.c: _random.Random: the Mersenne Twister MT19937, its numbers and its state as CPython's, seeded as that is:
 * from the 32-bit words of |seed|. */
#include <errno.h>
#include <sys/random.h>

#include "lang/object/args.h"
#include "lang/object/vm.h"
#include "std.h"

enum { N = 624, M = 397 };
typedef struct Random { Obj head; int index; uint32_t s[N]; } Random;
extern const ModuleDef random_module;
typedef struct RandomState { Type *type; uint32_t streams; /* that began with --seed */ } RandomState;
static Random *as_random(Ref v) { return (Random *)BITS(v); }

/* ---- the generator ---- */
static uint32_t twist(uint32_t u, uint32_t v) { return (((u & 0x80000000u) | (v & 0x7fffffffu)) >> 1) ^ ((v & 1) ? 0x9908b0dfu : 0); }

static uint32_t next_word(Random *r)
{
    uint32_t *s = r->s;
    if (r->index >= N) {
        for (int k = 0; k < N; k++) s[k] = s[(k + M) % N] ^ twist(s[k], s[(k + 1) % N]);
        r->index = 0;
    }
    uint32_t y = s[r->index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static void seed_word(Random *r, uint32_t seed)
{
    r->s[0] = seed;
    for (uint32_t i = 1; i < N; i++) r->s[i] = 1812433253u * (r->s[i - 1] ^ (r->s[i - 1] >> 30)) + i;
    r->index = N;
}

static void seed_words(Random *r, const uint32_t *key, size_t n)
{
    uint32_t *s = r->s;
    seed_word(r, 19650218u);
    size_t i = 1, j = 0;
    for (size_t k = n > N ? n : N; k; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i >= N) {
            s[0] = s[N - 1];
            i = 1;
        }
        if (++j >= n) j = 0;
    }
    for (int k = N - 1; k; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i >= N) {
            s[0] = s[N - 1];
            i = 1;
        }
    }
    s[0] = 0x80000000u;
}

/* Nobody seeded it. With --seed the first stream is that of random.seed(N), and each later one another. (next: not the seed of a new
 * object, which __init__ sets again.) */
static void seed_unasked(VM *vm, Random *r, bool next)
{
    uint32_t key[N];
    uint64_t seed;
    bool given = lib_seed_given(&seed);
    if (!given && getrandom(key, sizeof key, 0) == (ssize_t)sizeof key) {
        seed_words(r, key, N);
        return;
    }
    if (!given) seed = lib_start_seed();
    RandomState *state = module_state(vm, &random_module);
    uint32_t few[3] = {(uint32_t)seed, (uint32_t)(seed >> 32), state ? state->streams : 0};
    if (state && next) state->streams++;
    seed_words(r, few, few[2] ? 3 : few[1] ? 2 : 1);
}

/* The seed is |n| for an int, else |hash(o)|. */
static bool seed_value(VM *vm, Random *r, Ref seed, bool next)
{
    if (!seed || is_none(seed)) {
        seed_unasked(vm, r, next);
        return true;
    }
    Value n = NULL;
    if (is_int(seed)) n = int_sign(seed) < 0 ? op_neg(vm, seed) : retain(seed);
    else {
        int64_t hash;
        if (!op_hash(vm, seed, &hash)) return false;
        n = int_from_u64(vm, (uint64_t)hash);
    }
    if (!n) return false;
    int64_t small;
    bool ok = true;
    if (int_fits_i64(n, &small)) {
        uint32_t key[2] = {(uint32_t)small, (uint32_t)((uint64_t)small >> 32)};
        seed_words(r, key, key[1] ? 2 : 1);
    } else {
        const Int *big = (const Int *)BITS(n);
        size_t limbs = (size_t)(big->size < 0 ? -big->size : big->size), words = 2 * limbs;
        uint32_t *key = mem_alloc(vm->mem, words * sizeof *key);
        if (key) {
            for (size_t i = 0; i < limbs; i++) {
                key[2 * i] = (uint32_t)big->limb[i];
                key[2 * i + 1] = (uint32_t)(big->limb[i] >> 32);
            }
            seed_words(r, key, key[words - 1] ? words : words - 1);
            mem_free(vm->mem, key, words * sizeof *key);
        } else {
            err_no_memory(vm);
            ok = false;
        }
    }
    release(vm, n);
    return ok;
}

/* ---- methods ---- */
static Value random_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Random *r = (Random *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!r) return NULL;
    bool exact = as_type(cls)->def != NULL;
    if (exact && !args_count(vm, "Random", n, 0, 1)) {
        release(vm, VAL(r));
        return NULL;
    }
    if (!exact) n = 0; /* a subclass seeds in its __init__ */
    if (seed_value(vm, r, n ? args[0] : NULL, false)) return VAL(r);
    release(vm, VAL(r));
    return NULL;
}

static Value m_random(VM *vm, const Ref *a, int n, Ref kw)
{
    uint32_t x = next_word(as_random(a[0])) >> 5, y = next_word(as_random(a[0])) >> 6;
    return make_float((x * 67108864.0 + y) * (1.0 / 9007199254740992.0));
}

static Value m_seed(VM *vm, const Ref *a, int n, Ref kw) { return seed_value(vm, as_random(a[0]), a[1], true) ? V_NONE : NULL; }

static Value m_getrandbits(VM *vm, const Ref *a, int n, Ref kw)
{
    int64_t k;
    if (!is_int(a[1]) && !type_of(vm, a[1])->s.to_index) return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", a[1]);
    Value index = num_index(vm, a[1]);
    if (!index) return NULL;
    bool fits = int_to_i64(vm, index, &k);
    release(vm, index);
    if (!fits) return NULL;
    if (k < 0) return err_raise(vm, EXC_ValueError, "number of bits must be non-negative");
    if (k > INT32_MAX) return err_raise(vm, EXC_OverflowError, "Python int too large to convert to C int");
    Random *r = as_random(a[0]);
    if (k == 0) return make_small(0);
    if (k <= 32) return make_small(next_word(r) >> (32 - k));
    size_t words = ((size_t)k - 1) / 32 + 1, limbs = (words + 1) / 2;
    uint64_t *limb = mem_zalloc(vm->mem, limbs * sizeof *limb);
    if (!limb) return err_no_memory(vm);
    for (size_t i = 0; i < words; i++, k -= 32) {
        uint32_t w = next_word(r);
        if (k < 32) w >>= 32 - k;
        limb[i / 2] |= (uint64_t)w << (i & 1 ? 32 : 0);
    }
    Value v = int_from_limbs(vm, limb, (int64_t)limbs, false);
    mem_free(vm->mem, limb, limbs * sizeof *limb);
    return v;
}

static Value m_getstate(VM *vm, const Ref *a, int n, Ref kw)
{
    Random *r = as_random(a[0]);
    Value t = tuple_new(vm, N + 1);
    if (!t) return NULL;
    for (int i = 0; i < N; i++) as_tuple(t)->items[i] = make_small(r->s[i]);
    as_tuple(t)->items[N] = make_small(r->index);
    return t;
}

static Value m_setstate(VM *vm, const Ref *a, int n, Ref kw)
{
    Random *r = as_random(a[0]), fresh;
    if (!is_tuple(a[1])) return err_raise(vm, EXC_TypeError, "state vector must be a tuple");
    if (as_tuple(a[1])->len != N + 1) return err_raise(vm, EXC_ValueError, "state vector is the wrong size");
    for (int i = 0; i <= N; i++) {
        Ref v = as_tuple(a[1])->items[i];
        int64_t w;
        if (!is_int(v)) return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
        if (!int_to_i64(vm, v, &w)) return NULL;
        if (i == N) {
            if (w < 0 || w > N) return err_raise(vm, EXC_ValueError, "invalid state");
            fresh.index = (int)w;
        } else {
            if (w < 0) return err_raise(vm, EXC_OverflowError, "can't convert negative value to unsigned int");
            fresh.s[i] = (uint32_t)w;
        }
    }
    memcpy(r->s, fresh.s, sizeof r->s);
    r->index = fresh.index;
    return V_NONE;
}

static const NativeDef methods[] = {
    {"random", m_random, "self, /", "A float from 0 up to, but not with, 1.", 0},
    {"seed", m_seed, "self, n=None, /", "Start anew from n; without n, from the system's randomness.", 0},
    {"getstate", m_getstate, "self, /", "The state, a tuple of ints.", 0},
    {"setstate", m_setstate, "self, state, /", "Go back to a state.", 0},
    {"getrandbits", m_getrandbits, "self, k, /", "An int of k random bits.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const TypeDef random_def = {
    .name = "_random.Random", .doc = "Random([seed]) -> a Mersenne Twister with a state of its own", .kind = KIND_OPAQUE,
    .size = sizeof(Random), .flags = TYPE_BASE, .s = {.new_ = random_new}, .methods = methods,
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    RandomState *s = as_module(module)->state;
    return (s->type = type_from_def(vm, &random_def, NULL)) && module_add_type(vm, ns, s->type);
}
static void done(VM *vm, void *state) { release(vm, VAL(((RandomState *)state)->type)); }

const ModuleDef random_module = {
    .name = "_random", .doc = "The Mersenne Twister.", .init = init, .state_size = sizeof(RandomState), .done = done,
};
