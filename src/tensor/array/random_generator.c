/* random_generator.c: Generator and default_rng: the module numpy.random._generator. */
#include <math.h>

#include "element.h"
#include "random_draw.h"
#include "walk.h"

extern const ModuleDef generator_module;
typedef struct GeneratorLib { Type *generator; } GeneratorLib;

static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(cls), sizeof(Drawer))); }
static bool init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"bit_generator"};
    Ref given[1];
    if (!args_bind(vm, "__init__", args, n, kwnames, names, 1, given)) return false;
    if (!given[0]) return err_false(vm, EXC_TypeError, "__init__() takes exactly 1 positional argument (0 given)");
    if (is_type(given[0])) return err_false(vm, EXC_ValueError, "Invalid bit generator. The bit generator must be instantiated.");
    return drawer_take(vm, as_drawer(self), given[0]);
}
static Value get_bit_generator(VM *vm, Ref v) { return retain(as_drawer(v)->bit_generator ? (Ref)as_drawer(v)->bit_generator : (Ref)V_NONE); }
static Value getstate(VM *vm, const Ref *args, int n, Ref kwnames) { return obj_getattr_c(vm, as_drawer(args[0])->bit_generator, "state"); }
static Value setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value name = str_intern_c(vm, "state");
    bool ok = name && obj_setattr(vm, as_drawer(args[0])->bit_generator, name, args[1]);
    release(vm, name);
    return ok ? V_NONE : NO_VALUE;
}
static Value reduce(VM *vm, const Ref *args, int n, Ref kwnames) { return bitgen_pickled(vm, as_drawer(args[0])->bit_generator, "__generator_ctor", NULL); }

/* ---- numbers of both precisions, into arrays that may be given ---- */
typedef double (*OneReal)(const Bits *b);
typedef float (*OneFloat)(const Bits *b);
static double inverse_exponential(const Bits *b) { return -log1p(-bits_unit(b)); }
static float inverse_exponential_float(const Bits *b) { return (float)-log1p(-(double)bits_unit_float(b)); }
typedef struct Fill { const Drawer *d; void *out; OneReal real; OneFloat single; } Fill;
static void fill(void *data, int64_t from, int64_t to)
{
    Fill *f = data;
    const Bits *b = &f->d->legacy.bits;
    if (f->single)
        for (int64_t i = from; i < to; i++) ((float *)f->out)[i] = f->single(b);
    else if (!f->real) b->doubles(b->state, to - from, (double *)f->out + from);
    else if (f->real == random_normal)
        for (int64_t i = from; i < to; i++) ((double *)f->out)[i] = random_normal(b);
    else
        for (int64_t i = from; i < to; i++) ((double *)f->out)[i] = f->real(b);
}
/* NP_DOUBLE or NP_FLOAT; NP_NONE: raised */
static Num precision(VM *vm, Np *np, Ref dtype, const char *of)
{
    if (!dtype) return NP_DOUBLE;
    Descr *d = descr_parse(vm, np, dtype, false);
    if (!d) return NP_NONE;
    Num num = d->num;
    if ((num != NP_DOUBLE && num != NP_FLOAT) || !descr_is_native(d)) {
        err_raise(vm, EXC_TypeError, "Unsupported dtype %R for %s", REF(d), of);
        num = NP_NONE;
    }
    descr_release(vm, d);
    return num;
}
static Value filled(VM *vm, Drawer *d, Ref size, Ref dtype, Ref out, const char *of, OneReal real, OneFloat single)
{
    Np *np = np_state(vm);
    Num num = np ? precision(vm, np, dtype, of) : NP_NONE;
    NpDims dims;
    bool one;
    if (num == NP_NONE) return NO_VALUE;
    const Bits *b = &d->legacy.bits;
    NdArray *a;
    if (out && !is_none(out)) a = random_out(vm, out, np->descrs[num], size, true);
    else {
        if (!random_size(vm, size, &dims, &one)) return NO_VALUE;
        if (one) return make_float_any(num == NP_FLOAT ? (double)single(b) : real ? real(b) : bits_unit(b));
        a = array_new(vm, np, np->descrs[num], dims.v, dims.n, ORDER_C);
    }
    Fill f = {d, a ? a->data : NULL, real, num == NP_FLOAT ? single : NULL};
    if (a && !random_fill(vm, array_size(a), fill, &f)) return array_release(vm, a), NO_VALUE;
    return VAL(a);
}
static Value random_method(VM *vm, const Ref *args, int n, Ref kwnames) { return filled(vm, as_drawer(args[0]), args[1], args[2], args[3], "random", NULL, bits_unit_float); }
static Value standard_normal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return filled(vm, as_drawer(args[0]), args[1], args[2], args[3], "standard_normal", random_normal, random_normal_float);
}
static Value standard_exponential(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool layers = !args[3] || (is_str(args[3]) && str_equal_c(args[3], "zig"));
    return filled(vm, as_drawer(args[0]), args[1], args[2], args[4], "standard_exponential", layers ? random_exponential : inverse_exponential,
        layers ? random_exponential_float : inverse_exponential_float);
}

/* Shapes may be an array; the result's own array may be given. */
static bool shapes_fit(VM *vm, const NdArray *shapes)
{
    int64_t n = array_size(shapes);
    for (int64_t i = 0; i < n; i++) {
        double x = shapes->descr->num == NP_FLOAT ? (double)((float *)(void *)shapes->data)[i] : ((double *)(void *)shapes->data)[i];
        if (!isnan(x) && signbit(x)) return err_false(vm, EXC_ValueError, "shape < 0");
    }
    return true;
}
static Value standard_gamma(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    Num num = np ? precision(vm, np, args[3], "standard_gamma") : NP_NONE;
    NdArray *shapes = num == NP_NONE ? NULL : array_from_any(vm, np, args[1], np->descrs[num], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST), *out = NULL;
    const Bits *b = &as_drawer(args[0])->legacy.bits;
    NpDims dims, all;
    bool one, given = args[4] && !is_none(args[4]), ok = shapes && shapes_fit(vm, shapes) && random_size(vm, args[2], &dims, &one);
    if (ok && one && !given && shapes->ndim == 0) {
        double x = num == NP_FLOAT ? (double)random_gamma_float(b, *(float *)(void *)shapes->data) : random_gamma(b, *(double *)(void *)shapes->data);
        array_release(vm, shapes);
        return make_float_any(x);
    }
    if (ok && given) ok = (out = random_out(vm, args[4], np->descrs[num], args[2], shapes->ndim == 0)) != NULL;
    else if (ok && !one) ok = (out = array_new(vm, np, np->descrs[num], dims.v, dims.n, ORDER_C)) != NULL;
    NdArray *both[] = {out, shapes};
    ok = ok && np_broadcast(vm, out ? both : both + 1, out ? 2 : 1, &all);
    if (ok && out && (all.n != out->ndim || memcmp(all.v, out->shape, sizeof *all.v * (size_t)all.n) != 0)) {
        Value x = np_dims_tuple(vm, out->shape, out->ndim), y = x ? np_dims_tuple(vm, all.v, all.n) : NO_VALUE;
        if (y) err_raise(vm, EXC_ValueError, "Output size %S is not compatible with broadcast dimensions of inputs %S.", (Ref)x, (Ref)y);
        release(vm, x);
        release(vm, y);
        ok = false;
    }
    if (ok && !out) ok = (out = array_new(vm, np, np->descrs[num], all.v, all.n, ORDER_C)) != NULL;
    int64_t strides[NP_DIMS_MOST], index[NP_DIMS_MOST] = {0}, count = out ? array_size(out) : 0;
    ok = ok && array_strides_in(vm, shapes, all.v, all.n, strides);
    const char *at = shapes ? shapes->data : NULL;
    for (int64_t i = 0; ok && i < count; i++) {
        if (num == NP_FLOAT) ((float *)(void *)out->data)[i] = random_gamma_float(b, *(const float *)(const void *)at);
        else ((double *)(void *)out->data)[i] = random_gamma(b, *(const double *)(const void *)at);
        for (int k = all.n - 1; k >= 0; k--) {
            at += strides[k];
            if (++index[k] < all.v[k]) break;
            at -= strides[k] * all.v[k];
            index[k] = 0;
        }
        if ((i & 0xffff) == 0xffff) ok = vm_poll(vm);
    }
    array_release(vm, shapes);
    if (!ok) array_release(vm, out);
    return ok ? VAL(out) : NO_VALUE;
}

static Value integers(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int closed = args[5] ? op_truth(vm, args[5]) : 0;
    return closed < 0 ? NO_VALUE : random_integers(vm, as_drawer(args[0]), args[1], args[2], args[3], args[4], false, closed);
}
static Value bytes_method(VM *vm, const Ref *args, int n, Ref kwnames) { return random_bytes(vm, as_drawer(args[0]), args[1]); }
static Value shuffle(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis = 0;
    if (args[2] && !num_index_i64(vm, args[2], &axis)) return NO_VALUE;
    return random_shuffle(vm, as_drawer(args[0]), args[1], axis, false) ? V_NONE : NO_VALUE;
}
static Value permutation(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis = 0;
    if (args[2] && !is_int(args[1]) && !num_index_i64(vm, args[2], &axis)) return NO_VALUE; /* (of a number's count nobody asks for an axis) */
    return random_permutation(vm, as_drawer(args[0]), args[1], axis, false);
}
static Value permuted(VM *vm, const Ref *args, int n, Ref kwnames) { return random_permuted(vm, as_drawer(args[0]), args[1], args[2], args[3]); }
static Value choice(VM *vm, const Ref *args, int n, Ref kwnames) { return random_choice(vm, as_drawer(args[0]), args + 1, false); }
static Value multivariate_normal(VM *vm, const Ref *args, int n, Ref kwnames) { return random_multivariate_normal(vm, as_drawer(args[0]), args + 1, false); }
static Value multinomial(VM *vm, const Ref *args, int n, Ref kwnames) { return random_multinomials(vm, as_drawer(args[0]), args[1], args[2], args[3], false); }
static Value dirichlet(VM *vm, const Ref *args, int n, Ref kwnames) { return random_dirichlet(vm, as_drawer(args[0]), args[1], args[2], false); }
static Value multivariate_hypergeometric(VM *vm, const Ref *args, int n, Ref kwnames) { return random_multivariate_hypergeometric(vm, as_drawer(args[0]), args[1], args[2], args[3], args[4]); }

static const NativeDef methods[] = {
    {"__getstate__", getstate, "self", NULL, 0},
    {"__setstate__", setstate, "self, state, /", NULL, 0},
    {"__reduce__", reduce, "self", NULL, 0},
    {"random", random_method, "self, size=None, dtype=np.float64, out=None", "Numbers from 0 on, below 1.", NATIVE_KW},
    {"standard_normal", standard_normal, "self, size=None, dtype=np.float64, out=None", "Normal numbers.", NATIVE_KW},
    {"standard_exponential", standard_exponential, "self, size=None, dtype=np.float64, method='zig', out=None", "Exponential numbers.", NATIVE_KW},
    {"standard_gamma", standard_gamma, "self, shape, size=None, dtype=np.float64, out=None", "Gamma numbers.", NATIVE_KW},
    {"integers", integers, "self, low, high=None, size=None, dtype=np.int64, endpoint=False", "Whole numbers from low on, below high.", NATIVE_KW},
    {"bytes", bytes_method, "self, length", "Random bytes.", NATIVE_KW},
    {"shuffle", shuffle, "self, x, axis=0", "Puts x into a random order.", NATIVE_KW},
    {"permutation", permutation, "self, x, axis=0", "x in a random order.", NATIVE_KW},
    {"permuted", permuted, "self, x, axis=None, out=None", "Each line of x in an order of its own.", NATIVE_KW},
    {"choice", choice, "self, a, size=None, replace=True, p=None, axis=0, shuffle=True", "Some of a.", NATIVE_KW},
    {"multivariate_normal", multivariate_normal, "self, mean, cov, size=None, check_valid='warn', tol=1e-8, *, method='svd'", "Normal vectors.", NATIVE_KW},
    {"multinomial", multinomial, "self, n, pvals, size=None", "How often each of several came.", NATIVE_KW},
    {"dirichlet", dirichlet, "self, alpha, size=None", "Shares of a whole.", NATIVE_KW},
    {"multivariate_hypergeometric", multivariate_hypergeometric, "self, colors, nsample, size=None, method='marginals'", "How many of each colour are drawn.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {{"bit_generator", get_bit_generator, NULL, "Gets the bit generator instance used by the generator"},
    {"_bit_generator", get_bit_generator, getset_readonly, NULL}, {NULL, NULL, NULL, NULL}};
static const TypeDef def = {.name = "numpy.random._generator.Generator", .doc = "Generator(bit_generator)\n\nNumbers of many distributions.", .kind = KIND_OPAQUE, .size = sizeof(Drawer),
    .flags = TYPE_GC | TYPE_BASE, .dealloc = drawer_dealloc, .traverse = drawer_traverse, .methods = methods, .getsets = getsets, .s = {.new_ = make, .init = init, .repr = drawer_repr, .str = drawer_text}};

/* ---- the module ---- */
static Value default_rng(VM *vm, const Ref *args, int n, Ref kwnames)
{
    GeneratorLib *own = module_state(vm, &generator_module);
    RandomLib *lib = own ? random_lib(vm) : NULL;
    if (!lib) return NO_VALUE;
    if (args[0] && is_instance_of(vm, args[0], own->generator)) return retain(args[0]);
    Value b = args[0] && is_instance_of(vm, args[0], lib->bit_generator) ? retain(args[0]) : bitgen_new(vm, BITS_PCG64, args[0]), r = b ? call1(vm, REF(own->generator), b) : NO_VALUE;
    release(vm, b);
    return r;
}
static const NativeDef functions[] = {{"default_rng", default_rng, "seed=None", "Construct a new Generator with the default BitGenerator (PCG64).", NATIVE_KW}, {NULL, NULL, NULL, NULL, 0}};
static bool open_generator(VM *vm, Ref module, Dict *ns)
{
    GeneratorLib *own = as_module(module)->state;
    if (!(own->generator = type_from_def(vm, &def, NULL)) || !type_add_methods(vm, own->generator, random_laws_new) || !module_add_type(vm, ns, own->generator)) return false;
    Value most = str_intern_c(vm, "_poisson_lam_max");
    bool ok = most && type_set_attr(vm, own->generator, most, make_float(9.223372006484771e+18));
    release(vm, most);
    return ok;
}
static void close_generator(VM *vm, void *state) { release(vm, VAL(((GeneratorLib *)state)->generator)); }
const ModuleDef generator_module = {.name = "numpy.random._generator", .doc = "Generator and default_rng.", .functions = functions, .init = open_generator, .state_size = sizeof(GeneratorLib),
    .done = close_generator};
