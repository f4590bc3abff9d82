/* random.c: the streams of numpy.random as objects: MT19937 for RandomState (core draws from it), PCG64 for default_rng (drawn from here).
 *
 * PCG64 is O'Neill's pcg_xsl_rr_128_64; normal and exponential numbers come by Marsaglia's and Tsang's ziggurat with 256 layers (core/ziggurat.h);
 * integers by Lemire's method. Seeds are spread as NumPy's SeedSequence spreads them (the Python side does that).
 */
#include <math.h>

#include "core/rng.h"
#include "core/ziggurat.h"
#include "lang/object/mem.h"
#include "numpy.h"

typedef struct Stream {
    Obj head;
    Lanes *lanes;             /* MT19937; NULL and not pcg: the accent's own */
    bool pcg, has_half;
    uint32_t half;            /* the upper half of the last word, for 32-bit draws */
    unsigned __int128 state, step;
} Stream;
static Stream *as_stream(Ref v) { return (Stream *)BITS(v); }

static void stream_dealloc(VM *vm, Obj *o)
{
    Stream *s = (Stream *)o;
    if (s->lanes) lanes_close(s->lanes);
    obj_free(vm, o, sizeof *s);
}

/* ---- MT19937 ---- */
static Twister *twister_of(VM *vm, Stream *s)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NULL;
    Lanes *l = s->lanes ? s->lanes : rng_lanes(lib->core, ACCENT_NUMPY);
    Twister *t = l ? lanes_get(l, 0) : NULL;
    if (!t) tensor_raise(lib, ACCENT_NUMPY);
    return t;
}

/* seed(n) or seed([n, …]) with 32-bit words */
static Value mt_seed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Twister *t = twister_of(vm, as_stream(args[0]));
    if (!t) return NO_VALUE;
    if (is_small(args[1])) {
        twister_seed(t, (uint32_t)small_of(args[1]));
        return V_NONE;
    }
    Value words = list_from_iter(vm, args[1]);
    if (!words) return NO_VALUE;
    int64_t count = as_list(words)->len;
    uint32_t *seeds = mem_zalloc(vm->mem, sizeof *seeds * (size_t)(count + 1));
    if (!seeds) {
        release(vm, words);
        return err_no_memory(vm);
    }
    for (int64_t i = 0; i < count; i++) seeds[i] = (uint32_t)small_of(as_list(words)->items[i]);
    twister_seed_list(t, seeds, (int)count);
    mem_free(vm->mem, seeds, sizeof *seeds * (size_t)(count + 1));
    release(vm, words);
    return V_NONE;
}

/* get() -> (624 words, position, has a normal number, that number) */
static Value mt_get(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Twister *t = twister_of(vm, as_stream(args[0]));
    if (!t) return NO_VALUE;
    Value key = list_new(vm, TWISTER_WORDS);
    for (int i = 0; key && i < TWISTER_WORDS; i++)
        if (!list_append(vm, key, make_small(t->key[i]))) value_clear(vm, &key);
    if (!key) return NO_VALUE;
    Value all = tuple_of(vm, 4, (Ref)key, make_small(t->pos), make_small(t->has_normal), make_float(t->has_normal ? t->normal : 0.0));
    release(vm, key);
    return all;
}

static Value mt_set(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Twister *t = twister_of(vm, as_stream(args[0]));
    if (!t) return NO_VALUE;
    if (!is_list(args[1]) || as_list(args[1])->len != TWISTER_WORDS) return err_raise(vm, EXC_ValueError, "state must be 624 words");
    double normal;
    if (!is_small(args[2]) || !num_to_double(vm, args[4], &normal)) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "a position is an integer");
    for (int i = 0; i < TWISTER_WORDS; i++) t->key[i] = is_small(as_list(args[1])->items[i]) ? (uint32_t)small_of(as_list(args[1])->items[i]) : 0;
    int64_t pos = small_of(args[2]);
    t->pos = pos < 0 ? 0 : pos > TWISTER_WORDS ? TWISTER_WORDS : (int)pos;
    t->has_normal = op_truth(vm, args[3]) > 0;
    t->normal = normal;
    return V_NONE;
}

static Value mt_address(VM *vm, Ref v) { return int_from_i64(vm, (int64_t)(intptr_t)as_stream(v)->lanes); }
static Value mt_word(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Twister *t = twister_of(vm, as_stream(args[0]));
    return t ? make_small(twister_next(t)) : NO_VALUE;
}
static Value mt_below(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Twister *t = twister_of(vm, as_stream(args[0]));
    int64_t last;
    if (!t || !num_index_i64(vm, args[1], &last)) return NO_VALUE;
    return int_from_i64(vm, (int64_t)twister_below(t, (uint64_t)last));
}

/* ---- PCG64 ---- */
static uint64_t pcg_next(Stream *s)
{
    const unsigned __int128 by = (unsigned __int128)0x2360ED051FC65DA4u << 64 | 0x4385DF649FCCF645u;
    s->state = s->state * by + s->step;
    uint64_t x = (uint64_t)(s->state >> 64) ^ (uint64_t)s->state;
    unsigned turn = (unsigned)(s->state >> 122);
    return x >> turn | x << (-turn & 63);
}
static uint32_t pcg_half(Stream *s)
{
    if (s->has_half) {
        s->has_half = false;
        return s->half;
    }
    uint64_t x = pcg_next(s);
    s->has_half = true;
    s->half = (uint32_t)(x >> 32);
    return (uint32_t)x;
}
static double pcg_unit(Stream *s) { return (double)(pcg_next(s) >> 11) * 0x1p-53; }
static float pcg_unit_float(Stream *s) { return (float)(pcg_half(s) >> 8) * 0x1p-24f; }

static uint64_t pcg_below(Stream *s, uint64_t last)
{
    if (last == 0) return 0;
    if (last == UINT32_MAX) return pcg_half(s);
    if (last == UINT64_MAX) return pcg_next(s);
    if (last < UINT32_MAX) {
        uint32_t size = (uint32_t)last + 1;
        uint64_t m = (uint64_t)pcg_half(s) * size;
        if ((uint32_t)m < size)
            for (uint32_t least = (UINT32_MAX - (uint32_t)last) % size; (uint32_t)m < least;) m = (uint64_t)pcg_half(s) * size;
        return m >> 32;
    }
    uint64_t size = last + 1;
    unsigned __int128 m = (unsigned __int128)pcg_next(s) * size;
    if ((uint64_t)m < size)
        for (uint64_t least = (UINT64_MAX - last) % size; (uint64_t)m < least;) m = (unsigned __int128)pcg_next(s) * size;
    return (uint64_t)(m >> 64);
}

/* 0 … last by masks and rejection: what shuffles take */
static uint64_t pcg_masked(Stream *s, uint64_t last)
{
    if (last == 0) return 0;
    uint64_t mask = UINT64_MAX >> __builtin_clzll(last), value;
    do value = (last <= UINT32_MAX ? pcg_half(s) : pcg_next(s)) & mask;
    while (value > last);
    return value;
}

/* ---- ziggurats ---- */
static double draw_normal(Stream *s)
{
    const Ziggurat *z = &ziggurat_normal;
    for (;;) {
        uint64_t r = pcg_next(s);
        int layer = (int)(r & 0xff);
        r >>= 8;
        bool minus = r & 1;
        uint64_t size = r >> 1 & 0x000fffffffffffff;
        double x = (double)size * z->w[layer];
        if (minus) x = -x;
        if (size < z->k[layer]) return x;
        if (layer == 0) {
            for (;;) {
                double a = -ZIGGURAT_NORMAL_EDGE_INVERSE * log1p(-pcg_unit(s)), b = -log1p(-pcg_unit(s));
                if (b + b > a * a) return size >> 8 & 1 ? -(ZIGGURAT_NORMAL_EDGE + a) : ZIGGURAT_NORMAL_EDGE + a;
            }
        }
        if ((z->f[layer - 1] - z->f[layer]) * pcg_unit(s) + z->f[layer] < exp(-0.5 * x * x)) return x;
    }
}

static double draw_exponential(Stream *s)
{
    const Ziggurat *z = &ziggurat_exponential;
    for (;;) {
        uint64_t r = pcg_next(s) >> 3;
        int layer = (int)(r & 0xff);
        r >>= 8;
        double x = (double)r * z->w[layer];
        if (r < z->k[layer]) return x;
        if (layer == 0) return ZIGGURAT_EXPONENTIAL_EDGE - log1p(-pcg_unit(s));
        if ((z->f[layer - 1] - z->f[layer]) * pcg_unit(s) + z->f[layer] < exp(-x)) return x;
    }
}

/* Marsaglia's and Tsang's, as NumPy's Generator draws it */
static double draw_gamma(Stream *s, double shape)
{
    if (shape == 1) return draw_exponential(s);
    if (shape == 0) return 0;
    if (shape < 1) {
        for (;;) {
            double u = pcg_unit(s), v = draw_exponential(s);
            if (u <= 1 - shape) {
                double x = pow(u, 1 / shape);
                if (x <= v) return x;
            } else {
                double y = -log((1 - u) / shape), x = pow(1 - shape + shape * y, 1 / shape);
                if (x <= v + y) return x;
            }
        }
    }
    double b = shape - 1. / 3., c = 1 / sqrt(9 * b);
    for (;;) {
        double x, v;
        do {
            x = draw_normal(s);
            v = 1 + c * x;
        } while (v <= 0);
        v = v * v * v;
        double u = pcg_unit(s);
        if (u < 1 - 0.0331 * (x * x) * (x * x)) return b * v;
        if (log(u) < 0.5 * x * x + b * (1 - v + log(v))) return b * v;
    }
}

/* ---- arrays of them ---- */
static double *new_numbers(VM *vm, Ref count, Tensor **t)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t n;
    if (!lib || !num_index_i64(vm, count, &n)) return NULL;
    if (n < 0) return err_raise(vm, EXC_ValueError, NUMPY_SAYS(DIMENSION_NEGATIVE)), NULL;
    *t = tensor_new(lib->core, device_cpu(lib->core), DT_FLOAT64, &n, 1);
    if (!*t) return tensor_raise(lib, ACCENT_NUMPY), NULL;
    static double none;
    double *at = n ? tensor_map(lib->core, *t) : &none;
    return at;
}

enum { DRAW_UNIT, DRAW_FLOAT, DRAW_NORMAL, DRAW_EXPONENTIAL, DRAW_GAMMA };
static Value draw(VM *vm, Stream *s, Ref count, int what, double shape)
{
    if (!s->pcg) return err_raise(vm, EXC_TypeError, "not a PCG64 stream");
    Tensor *t;
    double *out = new_numbers(vm, count, &t);
    if (!out) return NO_VALUE;
    for (int64_t i = 0; i < t->size; i++) {
        switch (what) {
        case DRAW_UNIT: out[i] = pcg_unit(s); break;
        case DRAW_FLOAT: out[i] = (double)pcg_unit_float(s); break;
        case DRAW_NORMAL: out[i] = draw_normal(s); break;
        case DRAW_EXPONENTIAL: out[i] = draw_exponential(s); break;
        default: out[i] = draw_gamma(s, shape); break;
        }
        if ((i & 0xffff) == 0xffff && !vm_poll(vm)) {
            tensor_release(lib_of(t)->core, t);
            return NO_VALUE;
        }
    }
    return tensor_show(tensor_lib(vm), ACCENT_NUMPY, t);
}
static Value pcg_random(VM *vm, const Ref *args, int n, Ref kwnames) { return draw(vm, as_stream(args[0]), args[1], DRAW_UNIT, 0); }
static Value pcg_random_float(VM *vm, const Ref *args, int n, Ref kwnames) { return draw(vm, as_stream(args[0]), args[1], DRAW_FLOAT, 0); }
static Value pcg_normal(VM *vm, const Ref *args, int n, Ref kwnames) { return draw(vm, as_stream(args[0]), args[1], DRAW_NORMAL, 0); }
static Value pcg_exponential(VM *vm, const Ref *args, int n, Ref kwnames) { return draw(vm, as_stream(args[0]), args[1], DRAW_EXPONENTIAL, 0); }
static Value pcg_gamma(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double shape;
    return num_to_double(vm, args[2], &shape) ? draw(vm, as_stream(args[0]), args[1], DRAW_GAMMA, shape) : NO_VALUE;
}

/* integers(count, low, last): int64 */
static Value pcg_integers(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Stream *s = as_stream(args[0]);
    int64_t low, last;
    Tensor *t;
    if (!num_index_i64(vm, args[2], &low) || !num_index_i64(vm, args[3], &last)) return NO_VALUE;
    double *out = new_numbers(vm, args[1], &t);
    if (!out) return NO_VALUE;
    t->dtype = DT_INT64; /* as wide */
    for (int64_t i = 0; i < t->size; i++) ((int64_t *)out)[i] = (int64_t)((uint64_t)low + pcg_below(s, (uint64_t)last - (uint64_t)low));
    return tensor_show(tensor_lib(vm), ACCENT_NUMPY, t);
}

/* order(count, first): 0 … count-1 with places count-1 down to first exchanged for a random one at or below */
static Value pcg_order(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Stream *s = as_stream(args[0]);
    int64_t first;
    Tensor *t;
    if (!num_index_i64(vm, args[2], &first)) return NO_VALUE;
    int64_t *out = (int64_t *)new_numbers(vm, args[1], &t);
    if (!out) return NO_VALUE;
    t->dtype = DT_INT64;
    for (int64_t i = 0; i < t->size; i++) out[i] = i;
    for (int64_t i = t->size - 1; i >= first && i > 0; i--) {
        int64_t j = (int64_t)(args[3] && op_truth(vm, args[3]) > 0 ? pcg_below(s, (uint64_t)i) : pcg_masked(s, (uint64_t)i)), x = out[i];
        out[i] = out[j];
        out[j] = x;
    }
    return tensor_show(tensor_lib(vm), ACCENT_NUMPY, t);
}

static Value pcg_one_below(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t last;
    return num_index_i64(vm, args[1], &last) ? int_from_i64(vm, (int64_t)pcg_below(as_stream(args[0]), (uint64_t)last)) : NO_VALUE;
}

static Value pcg_words(VM *vm, const Ref *args, int n, Ref kwnames) /* (state high, low, step high, low, has half, half) */
{
    Stream *s = as_stream(args[0]);
    uint64_t parts[4] = {(uint64_t)(s->state >> 64), (uint64_t)s->state, (uint64_t)(s->step >> 64), (uint64_t)s->step};
    Value all = tuple_new(vm, 6);
    for (int i = 0; all && i < 4; i++)
        if (!(as_tuple(all)->items[i] = int_from_u64(vm, parts[i]))) value_clear(vm, &all);
    if (all) {
        as_tuple(all)->items[4] = make_small(s->has_half);
        as_tuple(all)->items[5] = make_small(s->half);
    }
    return all;
}

static const NativeDef methods[] = {
    {"seed", mt_seed, "self, words, /", "MT19937: a number or a list of words.", 0},
    {"get", mt_get, "self", "MT19937's state.", 0},
    {"set", mt_set, "self, key, pos, has_normal, normal, /", "The same, put back.", 0},
    {"word", mt_word, "self", "32 bits.", 0},
    {"below", mt_below, "self, last, /", "0 to last, by masks.", 0},
    {"random", pcg_random, "self, n, /", "PCG64: 0 <= x < 1.", 0},
    {"random_float", pcg_random_float, "self, n, /", "PCG64: of 24 bits.", 0},
    {"normal", pcg_normal, "self, n, /", "PCG64: normal numbers.", 0},
    {"exponential", pcg_exponential, "self, n, /", "PCG64: exponential numbers.", 0},
    {"gamma", pcg_gamma, "self, n, shape, /", "PCG64: gamma numbers.", 0},
    {"integers", pcg_integers, "self, n, low, last, /", "PCG64: integers.", 0},
    {"order", pcg_order, "self, n, first, bounded=False, /", "PCG64: places in a random order.", 0},
    {"one_below", pcg_one_below, "self, last, /", "PCG64: one integer.", 0},
    {"words", pcg_words, "self", "PCG64's state.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {{"address", mt_address, NULL, "what random ops take as their stream"}, {NULL, NULL, NULL, NULL}};
static const TypeDef stream_def = {
    .name = "_numpy.Stream",
    .doc = "Where random numbers come from.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Stream),
    .flags = TYPE_NO_NEW,
    .dealloc = stream_dealloc,
    .methods = methods,
    .getsets = getsets,
};

/* stream(own): an MT19937 stream of its own, or (False) the one that np.random's functions share */
static Value fn_stream(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    if (!np) return NO_VALUE;
    Stream *s = (Stream *)obj_alloc(vm, np->stream_type, sizeof *s);
    if (!s) return NO_VALUE;
    if (op_truth(vm, args[0]) > 0 && !(s->lanes = lanes_open(lib->core, ACCENT_NUMPY, 0))) {
        release(vm, VAL(s));
        return tensor_raise(lib, ACCENT_NUMPY);
    }
    return VAL(s);
}

/* pcg(a, b, c, d): state and sequence, each of two words of 64 bits as (high, low) halves of 32 bits: eight numbers */
static Value fn_pcg(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Numpy *np = lib ? numpy_of(lib) : NULL;
    if (!np) return NO_VALUE;
    if (!is_list(args[0]) || as_list(args[0])->len != 8) return err_raise(vm, EXC_ValueError, "eight words of 32 bits");
    uint64_t w[4];
    for (int i = 0; i < 4; i++) w[i] = (uint64_t)small_of(as_list(args[0])->items[2 * i]) | (uint64_t)small_of(as_list(args[0])->items[2 * i + 1]) << 32;
    Stream *s = (Stream *)obj_alloc(vm, np->stream_type, sizeof *s);
    if (!s) return NO_VALUE;
    s->pcg = true;
    s->step = ((unsigned __int128)w[2] << 64 | w[3]) << 1 | 1;
    s->state = 0;
    pcg_next(s);
    s->state += (unsigned __int128)w[0] << 64 | w[1];
    pcg_next(s);
    return VAL(s);
}
static const NativeDef functions[] = {
    {"stream", fn_stream, "own, /", "An MT19937 stream.", 0},
    {"pcg", fn_pcg, "words, /", "A PCG64 stream.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

bool numpy_random_open(VM *vm, Numpy *np, Dict *ns)
{
    np->stream_type = type_from_def(vm, &stream_def, NULL);
    if (!np->stream_type) return false;
    for (const NativeDef *f = functions; f->name; f++)
        if (!module_add(vm, ns, f->name, native_new(vm, f, NULL, V_NONE))) return false;
    return true;
}
