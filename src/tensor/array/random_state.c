/* random_state.c: RandomState and the module numpy.random.mtrand, whose functions are the methods of one RandomState. */
#include "std/std.h"

#include "element.h"
#include "random_draw.h"

extern const ModuleDef mtrand_module;
typedef struct Mtrand { Type *state; Value shared; } Mtrand;

static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), sizeof(Drawer))); }
static bool take(VM *vm, Drawer *d, Ref seed)
{
    RandomLib *lib = random_lib(vm);
    if (!lib) return false;
    d->legacy.has_normal = 0;
    d->legacy.normal = 0;
    if (seed && !is_none(seed)) {
        Value capsule;
        Value name = str_intern_c(vm, "capsule");
        int has = !name ? -1 : is_instance_of(vm, seed, lib->bit_generator) ? 1 : is_heap(seed) && !is_str(seed) ? obj_lookup_attr(vm, seed, name, &capsule) : 0;
        release(vm, name);
        if (has < 0) return false;
        if (has && is_type(seed)) {
            release(vm, capsule);
            return err_false(vm, EXC_ValueError, "Invalid bit generator. The bit generator must be instantized.");
        }
        if (has) {
            if (!is_instance_of(vm, seed, lib->bit_generator)) release(vm, capsule);
            return drawer_take(vm, d, seed);
        }
    }
    Value b = bitgen_new(vm, BITS_MT19937, NULL);
    bool ok = b && bitgen_seed_legacy(vm, as_bitgen(b), seed) && drawer_take(vm, d, b);
    release(vm, b);
    return ok;
}
static bool init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"seed"};
    Ref given[1];
    return args_bind(vm, "__init__", args, n, kwnames, names, 1, given) && take(vm, as_drawer(self), given[0]);
}

/* ---- its state ---- */
static Value seed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Drawer *d = as_drawer(args[0]);
    if (as_bitgen(d->bit_generator)->kind != BITS_MT19937) return err_raise(vm, EXC_TypeError, "can only re-seed a MT19937 BitGenerator");
    if (!bitgen_seed_legacy(vm, as_bitgen(d->bit_generator), args[1])) return NO_VALUE;
    d->legacy.has_normal = 0;
    d->legacy.normal = 0;
    return V_NONE;
}
static Value state_dict(VM *vm, Drawer *d)
{
    Value s = bitgen_state(vm, as_bitgen(d->bit_generator));
    if (s && !(dict_set_c(vm, s, "has_gauss", make_small(d->legacy.has_normal)) && dict_set_c(vm, s, "gauss", make_float_any(d->legacy.normal)))) value_clear(vm, &s);
    return s;
}
static Value get_state(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Drawer *d = as_drawer(args[0]);
    int legacy = args[1] ? op_truth(vm, args[1]) : 1;
    if (legacy < 0) return NO_VALUE;
    BitGen *b = as_bitgen(d->bit_generator);
    if (legacy && b->kind != BITS_MT19937) {
        if (!err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, "get_state and legacy can only be used with the MT19937 BitGenerator. To silence this warning, set `legacy` to False."))) return NO_VALUE;
        legacy = 0;
    }
    if (!legacy) return state_dict(vm, d);
    Value name = str_from_c(vm, "MT19937"), key = name ? random_words_array(vm, NP_UINT, b->state.twister.key, TWISTER_WORDS) : NO_VALUE;
    Value t = key ? tuple_of(vm, 5, (Ref)name, (Ref)key, (Ref)make_small(b->state.twister.pos), (Ref)make_small(d->legacy.has_normal), (Ref)make_float_any(d->legacy.normal)) : NO_VALUE;
    release(vm, name);
    release(vm, key);
    return t;
}
static bool take_state(VM *vm, Drawer *d, Ref given)
{
    Value st = NO_VALUE, name = str_intern_c(vm, "state");
    bool ok = name != NO_VALUE;
    double normal = 0;
    int64_t has = 0;
    if (ok && is_dict(given)) {
        if (!dict_get_c(vm, given, "bit_generator") || !dict_get_c(vm, given, "state")) ok = err_false(vm, EXC_ValueError, "state dictionary is not valid.");
        st = retain(given);
        Ref has_given = dict_get_c(vm, given, "has_gauss"), normal_given = dict_get_c(vm, given, "gauss");
        Value held[2] = {retain(has_given), retain(normal_given)};
        ok = ok && (!held[0] || num_index_i64(vm, held[0], &has)) && (!held[1] || num_to_double(vm, held[1], &normal));
        release(vm, held[0]);
        release(vm, held[1]);
    } else if (ok) {
        if (!is_tuple(given) && !is_list(given)) ok = err_false(vm, EXC_TypeError, "state must be a dict or a tuple.");
        st = ok ? tuple_from_iter(vm, given) : NO_VALUE;
        ok = st != NO_VALUE;
        int64_t n = ok ? as_tuple(st)->len : 0;
        const Value *v = ok ? as_tuple(st)->items : NULL;
        if (ok && (n < 1 || !is_str(v[0]) || !str_equal_c(v[0], "MT19937"))) ok = err_false(vm, EXC_ValueError, "set_state can only be used with legacy MT19937state instances.");
        if (ok && n > 4) ok = num_index_i64(vm, v[3], &has) && num_to_double(vm, v[4], &normal);
        if (ok && n != 3 && n != 5) { /* four are three */
            Value three = tuple_from(vm, as_refs(v), 3);
            value_put(vm, &st, three);
            ok = three != NO_VALUE;
        }
        if (ok) {
            Value d_given = bitgen_dict_of_tuple(vm, st);
            value_put(vm, &st, d_given);
            ok = d_given != NO_VALUE;
        }
    }
    ok = ok && obj_setattr(vm, d->bit_generator, name, st);
    if (ok) {
        d->legacy.has_normal = has != 0;
        d->legacy.normal = normal;
    }
    release(vm, st);
    release(vm, name);
    return ok;
}
static Value set_state(VM *vm, const Ref *args, int n, Ref kwnames) { return take_state(vm, as_drawer(args[0]), args[1]) ? V_NONE : NO_VALUE; }
static Value getstate(VM *vm, const Ref *args, int n, Ref kwnames) { return state_dict(vm, as_drawer(args[0])); }
static Value reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value state = state_dict(vm, as_drawer(args[0])), r = state ? bitgen_pickled(vm, as_drawer(args[0])->bit_generator, "__randomstate_ctor", state) : NO_VALUE;
    release(vm, state);
    return r;
}

/* ---- numbers ---- */
typedef struct Fill { Drawer *d; double *out; } Fill;
static void fill_unit(void *data, int64_t from, int64_t to) { ((Fill *)data)->d->legacy.bits.doubles(((Fill *)data)->d->legacy.bits.state, to - from, ((Fill *)data)->out + from); }
static void fill_normal(void *data, int64_t from, int64_t to)
{
    Fill *f = data;
    for (int64_t i = from; i < to; i++) f->out[i] = draw_old_normal0(&f->d->legacy);
}
static void fill_exponential(void *data, int64_t from, int64_t to)
{
    Fill *f = data;
    for (int64_t i = from; i < to; i++) f->out[i] = draw_old_exponential0(&f->d->legacy);
}
static Value filled(VM *vm, Drawer *d, Ref size, Real0 one_of, RandomPart part)
{
    NpDims dims;
    bool one;
    if (!random_size(vm, size, &dims, &one)) return NO_VALUE;
    if (one) return make_float_any(one_of(&d->legacy));
    Np *np = np_state(vm);
    NdArray *a = np ? array_new(vm, np, np->descrs[NP_DOUBLE], dims.v, dims.n, ORDER_C) : NULL;
    Fill f = {d, a ? (double *)(void *)a->data : NULL};
    if (a && !random_fill(vm, array_size(a), part, &f)) return array_release(vm, a), NO_VALUE;
    return VAL(a);
}
static Value random_sample(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, as_drawer(args[0]), args[1], draw_random, fill_unit); }
static Value standard_normal(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, as_drawer(args[0]), args[1], draw_old_normal0, fill_normal); }
static Value standard_exponential(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, as_drawer(args[0]), args[1], draw_old_exponential0, fill_exponential); }
/* rand(d0, d1 …): args[1] is the tuple of them */
static Value rand_dims(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, as_drawer(args[0]), as_tuple(args[1])->len ? args[1] : (Ref)V_NONE, draw_random, fill_unit); }
static Value randn(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, as_drawer(args[0]), as_tuple(args[1])->len ? args[1] : (Ref)V_NONE, draw_old_normal0, fill_normal); }
static Value tomaxint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NpDims dims;
    bool one;
    const Bits *b = &as_drawer(args[0])->legacy.bits;
    if (!random_size(vm, args[1], &dims, &one)) return NO_VALUE;
    if (one) return int_from_i64(vm, (int64_t)(bits64(b) >> 1));
    Np *np = np_state(vm);
    NdArray *a = np ? array_new(vm, np, np->descrs[NP_LONG], dims.v, dims.n, ORDER_C) : NULL;
    int64_t count = a ? array_size(a) : 0;
    for (int64_t i = 0; i < count; i++) ((int64_t *)(void *)a->data)[i] = (int64_t)(bits64(b) >> 1);
    return VAL(a);
}
static Value randint(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref type = args[4] ? args[4] : REF(CLASS(int));
    return random_integers(vm, as_drawer(args[0]), args[1], args[2], args[3], type, true, false);
}
static Value random_integers_old(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref high = args[2] && !is_none(args[2]) ? args[2] : args[1], low = high == args[2] && args[2] ? args[1] : (Ref)make_small(1);
    Value text = low == args[1] ? str_format(vm, "This function is deprecated. Please call randint(%S, %S + 1) instead", low, high) : str_format(vm, "This function is deprecated. Please call randint(1, %S + 1) instead", high);
    if (!err_warn(vm, EXC_DeprecationWarning, text)) return NO_VALUE;
    Value f = import_attr(vm, "builtins", "int"), a = f ? call1(vm, f, low) : NO_VALUE, b = a ? call1(vm, f, high) : NO_VALUE, more = b ? op_binary(vm, OP_ADD, b, make_small(1)) : NO_VALUE;
    Value letter = more ? str_from_c(vm, "l") : NO_VALUE; /* (of a dtype a single one is NumPy's, of Python's class Python's) */
    Value r = letter ? random_integers(vm, as_drawer(args[0]), a, more, args[3], letter, true, false) : NO_VALUE;
    release(vm, letter);
    release(vm, f);
    release(vm, a);
    release(vm, b);
    release(vm, more);
    return r;
}
static Value bytes_method(VM *vm, const Ref *args, int n, Ref kwnames) { return random_bytes(vm, as_drawer(args[0]), args[1]); }
static Value shuffle(VM *vm, const Ref *args, int n, Ref kwnames) { return random_shuffle(vm, as_drawer(args[0]), args[1], 0, true) ? V_NONE : NO_VALUE; }
static Value permutation(VM *vm, const Ref *args, int n, Ref kwnames) { return random_permutation(vm, as_drawer(args[0]), args[1], 0, true); }
static Value choice(VM *vm, const Ref *args, int n, Ref kwnames) { return random_choice(vm, as_drawer(args[0]), args + 1, true); }
static Value multivariate_normal(VM *vm, const Ref *args, int n, Ref kwnames) { return random_multivariate_normal(vm, as_drawer(args[0]), args + 1, true); }
static Value multinomial(VM *vm, const Ref *args, int n, Ref kwnames) { return random_multinomials(vm, as_drawer(args[0]), args[1], args[2], args[3], true); }
static Value dirichlet(VM *vm, const Ref *args, int n, Ref kwnames) { return random_dirichlet(vm, as_drawer(args[0]), args[1], args[2], true); }

/* Its only parameter is a shape, which is asked for to be no float: a law of one row. */
static Value standard_gamma(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref given[] = {args[0], args[1], NULL, args[2]};
    for (const NativeDef *f = random_laws_old; f->name; f++)
        if (strcmp(f->name, "gamma") == 0) return f->fn(vm, given, 4, NULL);
    return NO_VALUE;
}

static Value get_bit_generator(VM *vm, Ref v) { return retain(as_drawer(v)->bit_generator ? (Ref)as_drawer(v)->bit_generator : (Ref)V_NONE); }
static const NativeDef methods[] = {
    {"seed", seed, "self, seed=None", "Seeds it anew.", NATIVE_KW},
    {"get_state", get_state, "self, legacy=True", "Its state, as a tuple or a dict.", NATIVE_KW},
    {"set_state", set_state, "self, state", "The same, put back.", NATIVE_KW},
    {"__getstate__", getstate, "self", NULL, 0},
    {"__setstate__", set_state, "self, state, /", NULL, 0},
    {"__reduce__", reduce, "self", NULL, 0},
    {"random_sample", random_sample, "self, size=None", "Numbers from 0 on, below 1.", NATIVE_KW},
    {"random", random_sample, "self, size=None", "Numbers from 0 on, below 1.", NATIVE_KW},
    {"standard_normal", standard_normal, "self, size=None", "Normal numbers.", NATIVE_KW},
    {"standard_exponential", standard_exponential, "self, size=None", "Exponential numbers.", NATIVE_KW},
    {"standard_gamma", standard_gamma, "self, shape, size=None", "Gamma numbers.", NATIVE_KW},
    {"rand", rand_dims, "self, *args", "Numbers from 0 on, below 1, in this shape.", 0},
    {"randn", randn, "self, *args", "Normal numbers in this shape.", 0},
    {"tomaxint", tomaxint, "self, size=None", "Whole numbers up to the largest.", NATIVE_KW},
    {"randint", randint, "self, low, high=None, size=None, dtype=int", "Whole numbers from low on, below high.", NATIVE_KW},
    {"random_integers", random_integers_old, "self, low, high=None, size=None", "Whole numbers up to high.", NATIVE_KW},
    {"bytes", bytes_method, "self, length", "Random bytes.", NATIVE_KW},
    {"shuffle", shuffle, "self, x", "Puts x into a random order.", NATIVE_KW},
    {"permutation", permutation, "self, x", "x in a random order.", NATIVE_KW},
    {"choice", choice, "self, a, size=None, replace=True, p=None", "Some of a.", NATIVE_KW},
    {"multivariate_normal", multivariate_normal, "self, mean, cov, size=None, check_valid='warn', tol=1e-8", "Normal vectors.", NATIVE_KW},
    {"multinomial", multinomial, "self, n, pvals, size=None", "How often each of several came.", NATIVE_KW},
    {"dirichlet", dirichlet, "self, alpha, size=None", "Shares of a whole.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {{"_bit_generator", get_bit_generator, getset_readonly, NULL}, {NULL, NULL, NULL, NULL}};
static const TypeDef def = {.name = "numpy.random.mtrand.RandomState", .doc = "RandomState(seed=None)\n\nNumbers as NumPy has always drawn them.", .kind = KIND_OPAQUE, .size = sizeof(Drawer),
    .flags = TYPE_GC | TYPE_BASE, .dealloc = drawer_dealloc, .traverse = drawer_traverse, .methods = methods, .getsets = getsets, .s = {.new_ = make, .init = init, .repr = drawer_repr, .str = drawer_text}};

/* ---- the module ---- */
static Mtrand *state_of(VM *vm) { return module_state(vm, &mtrand_module); }
static Value shared_bit_generator(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Mtrand *m = state_of(vm);
    return m ? get_bit_generator(vm, m->shared) : NO_VALUE;
}
static Value set_shared(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Mtrand *m = state_of(vm);
    return m && take(vm, as_drawer(m->shared), args[0]) ? V_NONE : NO_VALUE;
}
/* Another generator than MT19937 takes the state that one of its class would have. */
static Value seed_shared(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Mtrand *m = state_of(vm);
    if (!m) return NO_VALUE;
    Drawer *d = as_drawer(m->shared);
    if (as_bitgen(d->bit_generator)->kind == BITS_MT19937) {
        Ref given[] = {m->shared, args[0]};
        return seed(vm, given, 2, NULL);
    }
    Value fresh = call(vm, REF(as_obj(d->bit_generator)->type), args, args[0] ? 1 : 0, NULL), state = fresh ? obj_getattr_c(vm, fresh, "state") : NO_VALUE, name = state ? str_intern_c(vm, "state") : NO_VALUE;
    bool ok = name && obj_setattr(vm, d->bit_generator, name, state);
    release(vm, fresh);
    release(vm, state);
    release(vm, name);
    return ok ? V_NONE : NO_VALUE;
}
static const NativeDef functions[] = {
    {"seed", seed_shared, "seed=None", "Seeds what the functions of numpy.random draw from.", NATIVE_KW},
    {"get_bit_generator", shared_bit_generator, "", "What the functions of numpy.random draw from.", 0},
    {"set_bit_generator", set_shared, "bitgen", "Has them draw from another one.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
static bool name_all(VM *vm, Dict *ns, Ref shared)
{
    Value all = list_new(vm, 0);
    bool ok = all != NO_VALUE;
    const NativeDef *const tables[] = {methods, random_laws_old};
    for (size_t t = 0; t < 2; t++)
        for (const NativeDef *f = tables[t]; ok && f->name; f++) {
            if (f->name[0] == '_' || strcmp(f->name, "tomaxint") == 0) continue;
            bool own = strcmp(f->name, "seed") == 0; /* among the functions */
            ok = (own || module_add(vm, ns, f->name, obj_getattr_c(vm, shared, f->name))) && list_append_take(vm, all, str_from_c(vm, f->name));
        }
    static const char *const other[][2] = {{"sample", "random_sample"}, {"ranf", "random_sample"}};
    for (size_t i = 0; ok && i < 2; i++) ok = module_add(vm, ns, other[i][0], obj_getattr_c(vm, shared, other[i][1])) && list_append_take(vm, all, str_from_c(vm, other[i][0]));
    static const char *const more[] = {"get_bit_generator", "set_bit_generator", "RandomState"};
    for (size_t i = 0; ok && i < 3; i++) ok = list_append_take(vm, all, str_from_c(vm, more[i]));
    Value none = ok ? obj_getattr_c(vm, all, "sort") : NO_VALUE, r = none ? call0(vm, none) : NO_VALUE;
    release(vm, none);
    release(vm, r);
    return r && module_add(vm, ns, "__all__", all);
}
static bool open_mtrand(VM *vm, Ref module, Dict *ns)
{
    Mtrand *m = as_module(module)->state;
    if (!(m->state = type_from_def(vm, &def, NULL)) || !type_add_methods(vm, m->state, random_laws_old) || !module_add_type(vm, ns, m->state)) return false;
    Value most = str_intern_c(vm, "_poisson_lam_max");
    bool ok = most && type_set_attr(vm, m->state, most, make_float(9.223372006484771e+18));
    release(vm, most);
    uint64_t given; /* --seed */
    ok = ok && (m->shared = call0(vm, REF(m->state)));
    if (ok && lib_seed_given(&given)) {
        Value first = int_from_u64(vm, given & UINT32_MAX), done = first ? seed(vm, (Ref[]){m->shared, first}, 2, NULL) : NO_VALUE;
        release(vm, first);
        release(vm, done);
        ok = done != NO_VALUE;
    }
    return ok && module_add(vm, ns, "_rand", retain(m->shared)) && name_all(vm, ns, m->shared);
}
static void close_mtrand(VM *vm, void *state)
{
    Mtrand *m = state;
    value_clear(vm, &m->shared);
    release(vm, VAL(m->state));
}
const ModuleDef mtrand_module = {.name = "numpy.random.mtrand", .doc = "RandomState, and the functions of numpy.random.", .functions = functions, .init = open_mtrand, .state_size = sizeof(Mtrand),
    .done = close_mtrand};
