/* random_draw.c: the methods that draw element by element: parameters as numbers or arrays, what they must be, and the shape of what comes. */
#include "random_draw.h"

#include <math.h>

#include "walk.h"

enum { POLL_EVERY = 1 << 16 };
#define RATE_MOST 9.223372006484771e+18 /* of Poisson's: INT64_MAX less ten times its root */

/* ---- who draws ---- */
bool drawer_take(VM *vm, Drawer *d, Ref bit_generator)
{
    BitGen *b = bitgen_of(vm, bit_generator);
    if (!b) return false;
    d->legacy.bits = b->bits;
    value_put(vm, &d->bit_generator, retain(bit_generator));
    return true;
}
void drawer_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Drawer *)o)->bit_generator);
    obj_free(vm, o, sizeof(Drawer));
}
void drawer_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Drawer *)o)->bit_generator) visit(((Drawer *)o)->bit_generator, arg);
}
static Value class_name(VM *vm, Ref v) { return obj_getattr_c(vm, REF(type_of(vm, v)), "__name__"); }
Value drawer_text(VM *vm, Ref v)
{
    Value own = class_name(vm, v), of = own ? class_name(vm, as_drawer(v)->bit_generator) : NO_VALUE, r = of ? str_format(vm, "%S(%S)", (Ref)own, (Ref)of) : NO_VALUE;
    release(vm, own);
    release(vm, of);
    return r;
}
Value drawer_repr(VM *vm, Ref v)
{
    Value text = op_str(vm, v);
    char at[32];
    snprintf(at, sizeof at, "0x%llX", (unsigned long long)BITS(v));
    Value r = text ? str_format(vm, "%U at %s", (Ref)text, at) : NO_VALUE;
    release(vm, text);
    return r;
}

/* ---- size= and out= ---- */
bool random_size(VM *vm, Ref size, NpDims *dims, bool *one)
{
    *one = !size || is_none(size);
    dims->n = 0;
    if (*one) return true;
    if (!np_dims(vm, size, dims)) return false;
    for (int i = 0; i < dims->n; i++)
        if (dims->v[i] < 0) return err_false(vm, EXC_ValueError, "negative dimensions are not allowed");
    return true;
}
NdArray *random_out(VM *vm, Ref out, Descr *d, Ref size, bool any_order)
{
    Np *np = d->np;
    NpDims dims;
    bool one;
    bool fine = is_array(out, np);
    if (fine) fine = array_is(as_array(out), ARRAY_BEHAVED) && descr_is_native(as_array(out)->descr) && (as_array(out)->flags & (any_order ? ARRAY_C | ARRAY_F : ARRAY_C));
    if (!fine) return err_raise(vm, EXC_ValueError, "Supplied output array must be %scontiguous, writable, aligned, and in machine byte-order.", any_order ? "" : "C-"), NULL;
    NdArray *a = as_array(out);
    if (a->descr->num != d->num) {
        err_raise(vm, EXC_TypeError, "Supplied output array has the wrong type. Expected %s, got %S", d->num == NP_FLOAT ? "float32" : "float64", REF(a->descr));
        return NULL;
    }
    if (!random_size(vm, size, &dims, &one)) return NULL;
    if (!one && (dims.n != a->ndim || memcmp(dims.v, a->shape, sizeof *dims.v * (size_t)dims.n) != 0)) return err_raise(vm, EXC_ValueError, "size must match out.shape when used together"), NULL;
    return array_retain(a);
}
bool random_fill(VM *vm, int64_t n, RandomPart part, void *data)
{
    for (int64_t at = 0; at < n; at += POLL_EVERY) {
        part(data, at, n - at < POLL_EVERY ? n : at + POLL_EVERY);
        if (n > POLL_EVERY && !vm_poll(vm)) return false;
    }
    return true;
}

/* ---- what parameters must be ---- */
typedef enum Demand { ANY, NOT_NEGATIVE, POSITIVE, POSITIVE_NUMBER, UNIT, UNIT_ABOVE_0, UNIT_BELOW_1, ABOVE_1, RATE } Demand;
typedef enum LawKind { REAL0, REAL1, REAL2, REAL3, WHOLE1, WHOLE2, MIXED, WHOLE3 } LawKind;
static const uint8_t params_of[] = {0, 1, 2, 3, 1, 2, 2, 3};
typedef struct Param { const char *name; Demand demand; double otherwise; } Param;
typedef struct Law {
    const char *name;
    LawKind kind;
    union {
        Real0 r0;
        Real1 r1;
        Real2 r2;
        Real3 r3;
        Whole1 w1;
        Whole2 w2;
        WholeMixed mixed;
        Whole3 w3;
    } fn[2]; /* Generator's, RandomState's */
    Param params[3];
} Law;
#define FN_REAL0(f) .r0 = f
#define FN_REAL1(f) .r1 = f
#define FN_REAL2(f) .r2 = f
#define FN_REAL3(f) .r3 = f
#define FN_WHOLE1(f) .w1 = f
#define FN_WHOLE2(f) .w2 = f
#define FN_MIXED(f) .mixed = f
#define FN_WHOLE3(f) .w3 = f
enum {
#define LAW(id, name, sig, kind, fresh, old, ...) LAW_##id,
#include "random_laws.def"
    LAWS
};
static const Law laws[LAWS] = {
#define LAW(id, name, sig, kind, fresh, old, n0, d0, o0, n1, d1, o1, n2, d2, o2) [LAW_##id] = {name, kind, {{FN_##kind(fresh)}, {FN_##kind(old)}}, {{n0, d0, o0}, {n1, d1, o1}, {n2, d2, o2}}},
#include "random_laws.def"
};
static bool is_whole(const Law *law, int i) { return law->kind == WHOLE3 || (law->kind == MIXED && i == 0); }

/* Does x meet the demand? */
static bool meets(Demand demand, double x)
{
    switch (demand) {
    case NOT_NEGATIVE: return isnan(x) || !signbit(x);
    case POSITIVE: return !(x <= 0);
    case POSITIVE_NUMBER: return x > 0;
    case UNIT: return x >= 0 && x <= 1;
    case UNIT_ABOVE_0: return x > 0 && x <= 1;
    case UNIT_BELOW_1: return x >= 0 && x < 1;
    case ABOVE_1: return x > 1;
    case RATE: return x >= 0 && x <= RATE_MOST;
    default: return true;
    }
}
static bool refuse(VM *vm, const Param *p, double x, bool one)
{
    const char *nan = one ? "is NaN" : "contains NaNs", *n = p->name;
    switch (p->demand) {
    case NOT_NEGATIVE: return err_false(vm, EXC_ValueError, "%s < 0", n);
    case POSITIVE: return err_false(vm, EXC_ValueError, "%s <= 0", n);
    case POSITIVE_NUMBER: return isnan(x) ? err_false(vm, EXC_ValueError, "%s must not be NaN", n) : err_false(vm, EXC_ValueError, "%s <= 0", n);
    case UNIT: return err_false(vm, EXC_ValueError, "%s < 0, %s > 1 or %s %s", n, n, n, nan);
    case UNIT_ABOVE_0: return err_false(vm, EXC_ValueError, "%s <= 0, %s > 1 or %s contains NaNs", n, n, n);
    case UNIT_BELOW_1: return err_false(vm, EXC_ValueError, "%s < 0, %s >= 1 or %s %s", n, n, n, nan);
    case ABOVE_1: return err_false(vm, EXC_ValueError, "%s <= 1 or %s %s", n, n, nan);
    default: return x >= 0 ? err_false(vm, EXC_ValueError, "%s value too large", n) : err_false(vm, EXC_ValueError, "%s < 0 or %s %s", n, n, nan);
    }
}

/* ---- parameters as they came ---- */
typedef struct Given { /* of a call: numbers where all are single ones, else arrays */
    int n;
    bool one;
    double real[3];
    int64_t whole[3];
    NdArray *arrays[3]; /* float64 or int64, C-contiguous; owned */
} Given;
static void given_close(VM *vm, Given *g)
{
    for (int i = 0; i < g->n; i++) array_release(vm, g->arrays[i]);
}
static bool whole_of(VM *vm, Ref v, int64_t *out)
{
    if (is_small(v)) return *out = small_of(v), true;
    Value i = import_call(vm, "builtins", "int", &v, 1);
    bool ok = i && int_to_i64(vm, i, out);
    release(vm, i);
    return ok;
}
static bool given_open(VM *vm, Np *np, const Law *law, const Ref *args, Given *g)
{
    *g = (Given){.n = params_of[law->kind], .one = true};
    bool plain[3] = {true, true, true};
    for (int i = 0; i < g->n; i++) { /* floats and small ints take no array */
        Ref v = args[i];
        if (!v) g->real[i] = law->params[i].otherwise;
        else if (is_small(v) || is_float(v)) {
            g->real[i] = is_small(v) ? (double)small_of(v) : float_of(v);
            if (is_whole(law, i) && is_float(v) && !(fabs(g->real[i]) < 9e18)) plain[i] = false;
            else g->whole[i] = is_small(v) ? small_of(v) : is_whole(law, i) ? (int64_t)g->real[i] : 0;
        } else
            plain[i] = false;
    }
    if (plain[0] && plain[1] && plain[2]) return true;
    for (int i = 0; i < g->n; i++) {
        bool whole = is_whole(law, i);
        Value number = args[i] ? retain(args[i]) : make_float(law->params[i].otherwise);
        if (!plain[i] && is_int(number) && whole && !is_bool(number)) { /* one that is too large for C says so */
            int64_t unused;
            if (!int_to_i64(vm, number, &unused)) return release(vm, number), false;
        }
        g->arrays[i] = array_from_any(vm, np, number, np->descrs[whole ? NP_LONG : NP_DOUBLE], ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
        release(vm, number);
        if (!g->arrays[i]) return false;
        g->one = g->one && g->arrays[i]->ndim == 0;
    }
    if (!g->one) return true;
    for (int i = 0; i < g->n; i++) {
        if (is_whole(law, i)) {
            if (plain[i]) continue;
            if (!whole_of(vm, args[i], &g->whole[i])) return false;
            g->real[i] = (double)g->whole[i];
        } else if (!plain[i] && !num_to_double(vm, args[i], &g->real[i]))
            return false;
    }
    return true;
}
/* Element k of parameter i's array, as a double. */
static double element(const Law *law, const Given *g, int i, int64_t k) { return is_whole(law, i) ? (double)((int64_t *)(void *)g->arrays[i]->data)[k] : ((double *)(void *)g->arrays[i]->data)[k]; }
static bool check(VM *vm, const Law *law, const Given *g, int i)
{
    const Param *p = &law->params[i];
    if (p->demand == ANY) return true;
    if (g->one) {
        double x = is_whole(law, i) ? (double)g->whole[i] : g->real[i];
        return meets(p->demand, x) || refuse(vm, p, x, true);
    }
    int64_t n = array_size(g->arrays[i]);
    for (int64_t k = 0; k < n; k++) {
        double x = element(law, g, i, k);
        if (!meets(p->demand, x)) return refuse(vm, p, x, false);
    }
    return true;
}

/* ---- what is asked of several parameters together: every triple of them, broadcast ---- */
typedef bool (*Together)(VM *vm, const double *x, bool one, bool old);
static bool together_triangular(VM *vm, const double *x, bool one, bool old)
{
    if (x[0] > x[1]) return err_false(vm, EXC_ValueError, "left > mode");
    if (x[1] > x[2]) return err_false(vm, EXC_ValueError, "mode > right");
    return x[0] != x[2] || err_false(vm, EXC_ValueError, "left == right");
}
static bool together_uniform(VM *vm, const double *x, bool one, bool old)
{
    double range = x[1] - x[0];
    if (!isfinite(range)) return err_false(vm, EXC_OverflowError, one && !old ? "high - low range exceeds valid bounds" : "Range exceeds valid bounds");
    return old || !signbit(range) || err_false(vm, EXC_ValueError, "high - low < 0");
}
static bool together_negative_binomial(VM *vm, const double *x, bool one, bool old)
{
    return old || !((1 - x[1]) * (x[0] + 10.0 * sqrt(x[0])) / x[1] > RATE_MOST) || err_false(vm, EXC_ValueError, "n too large or p too small, see Generator.negative_binomial Notes");
}
static bool together_hypergeometric(VM *vm, const double *x, bool one, bool old)
{
    if (!old && (x[0] >= 1e9 || x[1] >= 1e9)) return err_false(vm, EXC_ValueError, "both ngood and nbad must be less than 1000000000");
    if (x[0] + x[1] < x[2]) return err_false(vm, EXC_ValueError, "ngood + nbad < nsample");
    if (old && x[2] < 1) return err_false(vm, EXC_ValueError, one ? "nsample < 1 or nsample is NaN" : "nsample < 1 or nsample contains NaNs");
    return true;
}
static const Together together[LAWS] = {[LAW_TRIANGULAR] = together_triangular, [LAW_UNIFORM] = together_uniform, [LAW_NEGATIVE_BINOMIAL] = together_negative_binomial,
    [LAW_HYPERGEOMETRIC] = together_hypergeometric};

/* ---- drawing ---- */
typedef struct Drawing {
    Drawer *d;
    const Law *law;
    bool old;
    const Given *g;
    void *out;
} Drawing;
static inline double real_one(const Drawing *w, const double *x)
{
    const Legacy *s = &w->d->legacy;
    switch (w->law->kind) {
    case REAL0: return w->law->fn[w->old].r0(s);
    case REAL1: return w->law->fn[w->old].r1(s, x[0]);
    case REAL2: return w->law->fn[w->old].r2(s, x[0], x[1]);
    default: return w->law->fn[w->old].r3(s, x[0], x[1], x[2]);
    }
}
static inline int64_t whole_one(const Drawing *w, const double *x, const int64_t *i)
{
    const Legacy *s = &w->d->legacy;
    switch (w->law->kind) {
    case WHOLE1: return w->law->fn[w->old].w1(s, x[0]);
    case WHOLE2: return w->law->fn[w->old].w2(s, x[0], x[1]);
    case MIXED: return w->law->fn[w->old].mixed(s, i[0], x[1]);
    default: return w->law->fn[w->old].w3(s, i[0], i[1], i[2]);
    }
}
static bool gives_whole(const Law *law) { return law->kind >= WHOLE1; }
static void fill_part(void *data, int64_t from, int64_t to)
{
    Drawing *w = data;
    const double x[3] = {w->g->real[0], w->g->real[1], w->g->real[2]};
    if (gives_whole(w->law))
        for (int64_t k = from; k < to; k++) ((int64_t *)w->out)[k] = whole_one(w, x, w->g->whole);
    else if (w->law == &laws[LAW_UNIFORM]) {
        double *out = w->out;
        w->d->legacy.bits.doubles(w->d->legacy.bits.state, to - from, out + from);
        for (int64_t k = from; k < to; k++) out[k] = x[0] + x[1] * out[k];
    } else
        for (int64_t k = from; k < to; k++) ((double *)w->out)[k] = real_one(w, x);
}

/* Where each parameter stands at the element that is next: an odometer over the result's shape. */
typedef struct Places { int n, ndim; const int64_t *shape; int64_t index[NP_DIMS_MOST], strides[3][NP_DIMS_MOST]; const char *at[3]; } Places;
static bool places_open(VM *vm, Places *p, const Given *g, const int64_t *shape, int ndim)
{
    *p = (Places){.n = g->n, .ndim = ndim, .shape = shape};
    for (int i = 0; i < g->n; i++) {
        p->at[i] = g->arrays[i]->data;
        if (!array_strides_in(vm, g->arrays[i], shape, ndim, p->strides[i])) return false;
    }
    return true;
}
static void places_next(Places *p)
{
    for (int k = p->ndim - 1; k >= 0; k--) {
        for (int i = 0; i < p->n; i++) p->at[i] += p->strides[i][k];
        if (++p->index[k] < p->shape[k]) return;
        p->index[k] = 0;
        for (int i = 0; i < p->n; i++) p->at[i] -= p->strides[i][k] * p->shape[k];
    }
}
static void places_read(const Places *p, const Law *law, double *x, int64_t *w)
{
    for (int i = 0; i < p->n; i++) {
        if (is_whole(law, i)) x[i] = (double)(w[i] = *(const int64_t *)(const void *)p->at[i]);
        else x[i] = *(const double *)(const void *)p->at[i];
    }
}
static int64_t count_of(const NpDims *dims)
{
    int64_t n = 1;
    for (int i = 0; i < dims->n; i++) n *= dims->v[i];
    return n;
}

static Value draw_arrays(VM *vm, Np *np, Drawing *w, Given *g, Ref size)
{
    NpDims inputs, dims;
    bool free_size;
    const Law *law = w->law;
    Descr *d = np->descrs[gives_whole(law) ? NP_LONG : NP_DOUBLE];
    Together whole = together[law - laws];
    if (whole) {
        Places p;
        if (!np_broadcast(vm, g->arrays, g->n, &inputs) || !places_open(vm, &p, g, inputs.v, inputs.n)) return NO_VALUE;
        for (int64_t n = count_of(&inputs); n > 0; n--, places_next(&p)) {
            double x[3];
            int64_t i[3];
            places_read(&p, law, x, i);
            if (!whole(vm, x, false, w->old)) return NO_VALUE;
        }
    }
    if (!random_size(vm, size, &dims, &free_size)) return NO_VALUE;
    NdArray *out = free_size ? NULL : array_new(vm, np, d, dims.v, dims.n, ORDER_C), *all[4] = {out, g->arrays[0], g->arrays[1], g->arrays[2]};
    if (!free_size && !out) return NO_VALUE;
    if (!np_broadcast(vm, free_size ? all + 1 : all, free_size ? g->n : g->n + 1, &inputs)) return array_release(vm, out), NO_VALUE;
    if (out && (inputs.n != dims.n || memcmp(inputs.v, dims.v, sizeof *dims.v * (size_t)dims.n) != 0)) {
        Value a = np_dims_tuple(vm, dims.v, dims.n), b = a ? np_dims_tuple(vm, inputs.v, inputs.n) : NO_VALUE;
        if (b) err_raise(vm, EXC_ValueError, "Output size %S is not compatible with broadcast dimensions of inputs %S.", (Ref)a, (Ref)b);
        release(vm, a);
        release(vm, b);
        return array_release(vm, out), NO_VALUE;
    }
    if (!out && !(out = array_new(vm, np, d, inputs.v, inputs.n, ORDER_C))) return NO_VALUE;
    Places p;
    int64_t n = array_size(out);
    bool ok = places_open(vm, &p, g, inputs.v, inputs.n);
    for (int64_t k = 0; ok && k < n; k++, places_next(&p)) {
        double x[3];
        int64_t i[3];
        places_read(&p, law, x, i);
        if (law == &laws[LAW_UNIFORM]) x[1] -= x[0];
        if (gives_whole(law)) ((int64_t *)(void *)out->data)[k] = whole_one(w, x, i);
        else ((double *)(void *)out->data)[k] = real_one(w, x);
        if ((k & (POLL_EVERY - 1)) == POLL_EVERY - 1) ok = vm_poll(vm);
    }
    if (!ok) return array_release(vm, out), NO_VALUE;
    return VAL(out);
}

static Value draw_law(VM *vm, const Ref *args, const Law *law, bool old)
{
    Np *np = np_state(vm);
    Given g;
    Drawing w = {as_drawer(args[0]), law, old, &g, NULL};
    Value r = NO_VALUE;
    if (!np || !w.d->bit_generator) return NO_VALUE;
    bool ok = given_open(vm, np, law, args + 1, &g);
    Together whole = together[law - laws];
    if (law == &laws[LAW_HYPERGEOMETRIC] && ok) { /* in another order: sums first */
        if (g.one) {
            double x[3] = {(double)g.whole[0], (double)g.whole[1], (double)g.whole[2]};
            ok = whole(vm, x, true, old);
        }
        for (int i = 0; ok && i < g.n; i++) ok = check(vm, law, &g, i);
    } else {
        if (ok && law->kind == MIXED) ok = check(vm, law, &g, 1) && check(vm, law, &g, 0);
        for (int i = 0; ok && law->kind != MIXED && i < g.n; i++) ok = check(vm, law, &g, i);
        if (ok && g.one && whole) ok = whole(vm, g.real, true, old);
    }
    NpDims dims;
    bool one;
    if (ok && !g.one) r = draw_arrays(vm, np, &w, &g, args[1 + g.n]);
    else if (ok && random_size(vm, args[1 + g.n], &dims, &one)) {
        if (law == &laws[LAW_UNIFORM]) g.real[1] -= g.real[0];
        if (one) r = gives_whole(law) ? int_from_i64(vm, whole_one(&w, g.real, g.whole)) : make_float_any(real_one(&w, g.real));
        else {
            NdArray *out = array_new(vm, np, np->descrs[gives_whole(law) ? NP_LONG : NP_DOUBLE], dims.v, dims.n, ORDER_C);
            w.out = out ? out->data : NULL;
            r = VAL(out);
            if (out && !random_fill(vm, array_size(out), fill_part, &w)) value_clear(vm, &r);
        }
    }
    given_close(vm, &g);
    return r;
}

#define LAW(id, name, sig, ...)                                                                                                      \
    static Value new_##id(VM *vm, const Ref *args, int n, Ref kwnames) { return draw_law(vm, args, &laws[LAW_##id], false); }        \
    static Value old_##id(VM *vm, const Ref *args, int n, Ref kwnames) { return draw_law(vm, args, &laws[LAW_##id], true); }
#include "random_laws.def"
const NativeDef random_laws_new[] = {
#define LAW(id, name, sig, ...) {name, new_##id, sig, "Numbers of this distribution.", NATIVE_KW},
#include "random_laws.def"
    {NULL, NULL, NULL, NULL, 0}};
const NativeDef random_laws_old[] = {
#define LAW(id, name, sig, ...) {name, old_##id, sig, "Numbers of this distribution.", NATIVE_KW},
#include "random_laws.def"
    {NULL, NULL, NULL, NULL, 0}};
