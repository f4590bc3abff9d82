/* ufunc_reduce.c: reduce, accumulate, reduceat and outer.
 *
 * A reduction goes through the operand in the order of its strides, as NumPy does, so that sums of floats have NumPy's digits: axes from the widest stride to the narrowest, neighbours joined.
 * Where the innermost axis goes, a loop reduces a row into one element; where it stays, a row is added to a row of results. Several innermost axes that go but do not join are gathered in a
 * buffer first.
 */
#include "ufunc_args.h"

/* ---- which loop ---- */
static bool raise_not_reducible(VM *vm, const Ufunc *u) { return err_false(vm, EXC_TypeError, "No loop matching the specified signature and casting was found for ufunc %s", u->name); }

/* There is no first operand's dtype in a reduction: it is the result so far. */
static bool raise_no_operand(VM *vm, Np *np, const Ufunc *u, const NdArray *arr)
{
    err_clear(vm);
    Value dtypes = tuple_of(vm, 3, (Ref)V_NONE, REF(as_obj(REF(arr->descr))->type), (Ref)V_NONE);
    if (dtypes) np_raise_python(vm, np, PY_UFUNC_NO_LOOP, (Ref[]){REF(u), dtypes}, 2);
    release(vm, dtypes);
    return false;
}
static bool check_binary(VM *vm, const Ufunc *u, const char *method)
{
    if (u->core) return err_false(vm, EXC_RuntimeError, "Reduction not defined on ufunc with signature");
    if (u->nin != 2) return err_false(vm, EXC_ValueError, "%s only supported for binary functions", method);
    if (u->nout != 1) return err_false(vm, EXC_ValueError, "%s only supported for functions returning a single value", method);
    return true;
}
static bool resolve_reduction(VM *vm, Np *np, const Ufunc *u, NdArray *arr, Ref dtype, NdArray *out, const char *method, Resolved *r)
{
    Num fixed[3] = {NP_NONE, NP_NONE, NP_NONE}, from = (Num)arr->descr->num;
    bool given = false, logical = u->identity == IDENTITY_TRUE || u->identity == IDENTITY_FALSE;
    if (num_is_time(from) && u->resolver == BY_ADD) { /* spans add up to a span, whatever was asked for (mean() asks for float64) */
    } else if (dtype && !is_none(dtype)) {
        if (!ufunc_dtypes(vm, np, u, dtype, NULL, fixed, &given)) return false;
    } else if (out && num_is_number((Num)out->descr->num) && num_is_number(from) && !logical) {
        fixed[2] = num_promote((Num)out->descr->num, from);
    } else if ((u->resolver == BY_ADD || u->resolver == BY_MULTIPLY) && from < NP_LONG && !out)
        fixed[2] = num_is_unsigned(from) && !num_is_bool(from) ? NP_ULONG : NP_LONG;
    if (logical && from != NP_OBJECT && !(fixed[2] == NP_OBJECT)) fixed[2] = NP_BOOL;
    if (from == NP_OBJECT && fixed[2] == NP_NONE) fixed[2] = NP_OBJECT;
    given = fixed[2] != NP_NONE;
    if (given) fixed[0] = fixed[2];
    NdArray *ops[3] = {arr, arr, NULL};
    if (given) { /* computed in it throughout, whatever the operand is */
        Num all[3] = {fixed[2], fixed[2], fixed[2]};
        memset(r, 0, sizeof *r);
        r->loop = ufunc_loop_of(u, all);
        if (r->loop) {
            for (int i = 0; i < 3; i++) r->descrs[i] = descr_retain(num_is_time(all[i]) && from == all[i] ? arr->descr : descr_shared(np, all[i]));
            if (dtype || logical || descr_can_cast(vm, arr->descr, r->descrs[1], CASTING_SAME_KIND)) return true; /* (a dtype that was asked for is cast to, whatever it takes) */
            resolved_drop(vm, u, r);
            return err_occurred(vm) ? false : raise_not_reducible(vm, u);
        }
    }
    if (u->resolver == BY_COMPARISON && !logical && from != NP_BOOL && from != NP_OBJECT) return raise_not_reducible(vm, u);
    if (!ufunc_resolve(vm, np, u, ops, given ? fixed : NULL, CASTING_UNSAFE, r)) return u->resolver == BY_UNIFORM && num_is_number(from) && err_matches(vm, EXC_TypeError) ? raise_no_operand(vm, np, u, arr) : false;
    bool along = strcmp(method, "reduce") != 0;
    if (r->loop->types[0] == r->loop->types[2] && (!along || r->loop->types[1] == r->loop->types[2] || num_is_time(from))) return true;
    err_raise(vm, EXC_TypeError, "the resolved dtypes are not compatible with %s.%s. Resolved (%R, %R, %R)", u->name, method, REF(r->descrs[0]), REF(r->descrs[1]), REF(r->descrs[2]));
    resolved_drop(vm, u, r);
    return false;
}

/* ---- the walk ---- */
typedef struct Fold {
    VM *vm;
    const Resolved *r;
    int ndim, gather; /* gather: from this axis on all go, and are more than one; -1: no */
    int64_t shape[NP_DIMS_MOST], in[NP_DIMS_MOST], out[NP_DIMS_MOST], mask[NP_DIMS_MOST];
    bool masked;
    int64_t most;     /* elements at once */
    char *room;
} Fold;

static int64_t magnitude(int64_t v) { return v < 0 ? -v : v; }
/* Do the steps say that `a` should lie inside `b`? Above 0: yes, 0: no, -1: nothing (axes along which an operand stands still have no say). */
static int goes_inside(const Fold *f, int a, int b)
{
    const int64_t *steps[3] = {f->out, f->in, f->mask};
    int said = -1;
    for (int i = 0; i < (f->masked ? 3 : 2); i++) {
        int64_t of_a = magnitude(steps[i][a]), of_b = magnitude(steps[i][b]);
        if (!of_a || !of_b) continue;
        if (of_b <= of_a) said = 0; /* operands that disagree leave the axes in their order */
        else if (said < 0) said = 1;
    }
    return said;
}
/* NumPy's iterator's order of axes */
static void fold_sort(Fold *f)
{
    int inner[NP_DIMS_MOST]; /* the innermost first */
    Fold was = *f;
    for (int i = 0; i < f->ndim; i++) {
        int axis = f->ndim - 1 - i, at = i;
        for (int k = i - 1; k >= 0; k--) {
            int said = goes_inside(f, axis, inner[k]);
            if (said == 0) break;
            if (said > 0) at = k;
        }
        memmove(inner + at + 1, inner + at, sizeof *inner * (size_t)(i - at));
        inner[at] = axis;
    }
    for (int i = 0; i < f->ndim; i++) {
        int from = inner[f->ndim - 1 - i];
        f->shape[i] = was.shape[from];
        f->in[i] = was.in[from];
        f->out[i] = was.out[from];
        f->mask[i] = was.mask[from];
    }
}
static void fold_join(Fold *f)
{
    int n = 0;
    for (int i = 0; i < f->ndim; i++) {
        if (f->shape[i] == 1) continue;
        bool fits = n > 0 && f->in[n - 1] == f->in[i] * f->shape[i] && f->out[n - 1] == f->out[i] * f->shape[i] && (!f->masked || f->mask[n - 1] == f->mask[i] * f->shape[i]);
        int64_t shape = fits ? f->shape[n - 1] * f->shape[i] : f->shape[i];
        int to = fits ? n - 1 : n++;
        f->shape[to] = shape;
        f->in[to] = f->in[i];
        f->out[to] = f->out[i];
        f->mask[to] = f->mask[i];
    }
    if (n == 0) {
        f->shape[0] = 1;
        f->in[0] = f->out[0] = f->mask[0] = 0;
        n = 1;
    }
    f->ndim = n;
}
static bool fold_some(Fold *f, char *out, int64_t out_step, char *in, int64_t in_step, int64_t n)
{
    char *args[3] = {out, in, out};
    int64_t steps[3] = {out_step, in_step, out_step};
    const void *data = f->r->loop->data ? f->r->loop->data : f->r;
    return f->r->loop->run(f->vm, args, &n, steps, data);
}
/* The elements that the mask lets through, run by run. */
static bool fold_runs(Fold *f, char *out, char *in, const char *mask, int64_t n, int64_t out_step, int64_t in_step, int64_t mask_step)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t from = i;
        while (i < n && mask[i * mask_step]) i++;
        if (i > from && !fold_some(f, out + from * out_step, out_step, in + from * in_step, in_step, i - from)) return false;
    }
    return true;
}
static bool fold_row(Fold *f, char *out, char *in, const char *mask, int64_t n, int64_t out_step, int64_t in_step, int64_t mask_step)
{
    for (int64_t at = 0; at < n; at += f->most) {
        int64_t m = n - at < f->most ? n - at : f->most;
        char *to = out + at * out_step, *from = in + at * in_step;
        if (at && !vm_poll(f->vm)) return false;
        if (!(f->masked ? fold_runs(f, to, from, mask + at * mask_step, m, out_step, in_step, mask_step) : fold_some(f, to, out_step, from, in_step, m))) return false;
    }
    return true;
}
static bool fold_gathered(Fold *f, int from, char *out, const char *in)
{
    int64_t index[NP_DIMS_MOST] = {0}, n = 0, size = f->r->descrs[1]->size;
    for (bool more = true; more;) {
        memcpy(f->room + n++ * size, in, (size_t)size);
        int d = f->ndim - 1;
        for (; d >= from; d--) {
            in += f->in[d];
            if (++index[d] < f->shape[d]) break;
            in -= f->in[d] * f->shape[d];
            index[d] = 0;
        }
        more = d >= from;
        if (more && n < UFUNC_BUFFER) continue;
        if (!fold_some(f, out, 0, f->room, size, n) || !vm_poll(f->vm)) return false;
        n = 0;
    }
    return true;
}
static bool fold_axis(Fold *f, int axis, char *out, char *in, const char *mask)
{
    if (axis == f->gather) return fold_gathered(f, axis, out, in);
    if (axis == f->ndim - 1) return fold_row(f, out, in, mask, f->shape[axis], f->out[axis], f->in[axis], f->mask[axis]);
    for (int64_t i = 0; i < f->shape[axis]; i++) {
        if ((i & 255) == 255 && !vm_poll(f->vm)) return false;
        if (!fold_axis(f, axis + 1, out + i * f->out[axis], in + i * f->in[axis], mask ? mask + i * f->mask[axis] : NULL)) return false;
    }
    return true;
}
static bool fold_run(Fold *f, char *out, char *in, const char *mask, bool sums, bool buffered)
{
    f->masked = mask != NULL;
    if (!descr_has_objects(f->r->descrs[1])) fold_sort(f);
    fold_join(f);
    int gather = f->ndim;
    while (gather > 0 && f->out[gather - 1] == 0) gather--;
    f->gather = sums && !mask && f->ndim - gather > 1 ? gather : -1;
    f->most = sums || buffered ? UFUNC_BUFFER : 1 << 18; /* NumPy's sums never run further than its buffer would */
    if (f->gather >= 0 && !(f->room = mem_alloc(f->vm->mem, (size_t)(UFUNC_BUFFER * f->r->descrs[1]->size)))) return err_no_memory(f->vm), false;
    bool ok = fold_axis(f, 0, out, in, mask);
    if (f->room) mem_free(f->vm->mem, f->room, (size_t)(UFUNC_BUFFER * f->r->descrs[1]->size));
    return ok;
}

/* ---- reduce ---- */
typedef struct Reducing {
    VM *vm;
    Np *np;
    const Ufunc *u;
    Resolved resolved;
    bool axes[NP_DIMS_MOST];
    int n_axes;
    bool keepdims;
    Value initial; /* owned; NULL: none */
    NdArray *mask;
} Reducing;

static bool take_axes(Reducing *k, Ref axis, int ndim)
{
    k->n_axes = 0;
    memset(k->axes, 0, sizeof k->axes);
    if (is_none(axis)) {
        for (int d = 0; d < ndim; d++) k->axes[d] = true;
        k->n_axes = ndim;
        return true;
    }
    int64_t count = is_tuple(axis) ? as_tuple(axis)->len : 1;
    for (int64_t i = 0; i < count; i++) {
        int64_t a;
        if (!np_integer(k->vm, is_tuple(axis) ? (Ref)as_tuple(axis)->items[i] : axis, &a, "an integer is required")) return false;
        if (ndim == 0 && !is_tuple(axis) && (a == 0 || a == -1)) return true;
        if (!np_axis(k->vm, &a, ndim)) return false;
        if (k->axes[a]) return err_false(k->vm, EXC_ValueError, "duplicate value in 'axis'");
        k->axes[a] = true;
        k->n_axes++;
    }
    return true;
}

/* ---- operands that do not fit each other, as NumPy's iterator tells it ---- */
/* An output's dimensions as the iterator sees them: nothing stands where an axis went. */
static void put_output(Reducing *k, StrB *b, const NdArray *in, const NdArray *out)
{
    int64_t seen[NP_DIMS_MOST];
    for (int d = 0, at = 0; d < in->ndim; d++) seen[d] = k->axes[d] && !k->keepdims ? -1 : out->shape[at++];
    Value own = np_shape_text(k->vm, out->shape, out->ndim), there = own ? np_shape_text(k->vm, seen, in->ndim) : NO_VALUE;
    if (there) strb_format(b, "%U->%U ", (Ref)own, (Ref)there);
    release(k->vm, own);
    release(k->vm, there);
}
static bool raise_operands(Reducing *k, const NdArray *in, const NdArray *out)
{
    VM *vm = k->vm;
    StrB b = STRB_INIT(vm);
    if (out) put_output(k, &b, in, out);
    Value own = np_shape_text(vm, in->shape, in->ndim), mask = k->mask ? np_shape_text(vm, k->mask->shape, k->mask->ndim) : NO_VALUE;
    if (own) strb_str(&b, own), strb_char(&b, ' ');
    if (mask) strb_str(&b, mask), strb_char(&b, ' ');
    Value text = strb_take(&b);
    if (text) err_raise(vm, EXC_ValueError, "operands could not be broadcast together with remapped shapes [original->remapped]: %U", (Ref)text);
    release(vm, text);
    release(vm, own);
    release(vm, mask);
    return false;
}
static bool raise_narrow(Reducing *k, const NdArray *in, int axis, int64_t size)
{
    int64_t wide[NP_DIMS_MOST];
    for (int d = 0; d < in->ndim; d++) wide[d] = d == axis ? size : in->shape[d];
    Value own = np_shape_text(k->vm, in->shape, in->ndim), both = own ? np_shape_text(k->vm, wide, in->ndim) : NO_VALUE;
    if (both) err_raise(k->vm, EXC_ValueError, "non-broadcastable operand with shape %U doesn't match the broadcast shape %U", (Ref)own, (Ref)both);
    release(k->vm, own);
    release(k->vm, both);
    return false;
}
static bool out_fits(Reducing *k, const NdArray *in, const NdArray *out)
{
    for (int d = 0; k->keepdims && d < in->ndim; d++)
        if (k->axes[d] && out->shape[d] != 1) return err_false(k->vm, EXC_ValueError, "operand was set up as a reduction along axis %d, but the length of the axis is %lld (it has to be 1)", d, (long long)out->shape[d]);
    for (int d = 0, at = 0; d < in->ndim; d++) {
        if (k->axes[d] && !k->keepdims) continue;
        int64_t size = out->shape[at++];
        if (!k->axes[d] && size != in->shape[d] && size != 1 && in->shape[d] != 1) return raise_operands(k, in, out);
    }
    for (int d = in->ndim - 1, at = out->ndim; d >= 0; d--) { /* from the last one: that is told of */
        if (k->axes[d] && !k->keepdims) continue;
        int64_t size = out->shape[--at];
        if (k->axes[d] || size == in->shape[d]) continue;
        if (size != 1) return raise_narrow(k, in, d, size);
        return err_false(k->vm, EXC_ValueError, "output operand requires a reduction along dimension %d, but the reduction is not enabled. The dimension size of 1 does not match the expected output shape.", at);
    }
    return true;
}
static bool mask_fits(Reducing *k, const NdArray *in, const NdArray *out)
{
    const NdArray *m = k->mask;
    if (!m) return true;
    if (m->ndim > in->ndim) return err_false(k->vm, EXC_ValueError, "input operand has more dimensions than allowed by the axis remapping");
    int shift = in->ndim - m->ndim;
    for (int d = 0; d < m->ndim; d++)
        if (m->shape[d] != in->shape[d + shift] && m->shape[d] != 1 && in->shape[d + shift] != 1) return raise_operands(k, in, out);
    for (int d = 0; d < m->ndim; d++)
        if (m->shape[d] != in->shape[d + shift] && m->shape[d] != 1) return raise_narrow(k, in, d + shift, m->shape[d]);
    return true;
}

/* The operand's first elements along the axes that go: the results' shape in the operand's order. */
static NdArray *first_of(Reducing *k, NdArray *in)
{
    NpDims shape = {.n = 0};
    int64_t strides[NP_DIMS_MOST];
    for (int d = 0; d < in->ndim; d++) {
        if (k->axes[d] && !k->keepdims) continue;
        shape.v[shape.n] = k->axes[d] ? 1 : in->shape[d];
        strides[shape.n++] = in->strides[d];
    }
    return array_view(k->vm, in, NULL, shape.v, strides, shape.n, in->data);
}
/* An array for the results that lies as the operand does: the order in which axes are walked, and so the digits of sums, hang on it. */
static NdArray *new_results(Reducing *k, NdArray *in, const NpDims *shape)
{
    Descr *d = k->resolved.descrs[0];
    if (shape->n < 2 || array_is(in, ARRAY_C)) return array_new(k->vm, k->np, d, shape->v, shape->n, ORDER_C);
    NdArray *model = first_of(k, in), *a = model ? array_like(k->vm, model, ORDER_KEEP, d, false) : NULL;
    array_release(k->vm, model);
    return a;
}
/* The results' array, of the loop's dtype: `out` itself where it will do. */
static NdArray *results_of(Reducing *k, NdArray *in, NdArray *out, int64_t *strides)
{
    NpDims shape = {.n = 0};
    for (int d = 0; d < in->ndim; d++) {
        if (!k->axes[d]) shape.v[shape.n++] = in->shape[d];
        else if (k->keepdims) shape.v[shape.n++] = 1;
    }
    if (out) {
        if (out->ndim != shape.n) {
            err_raise(k->vm, EXC_ValueError, "output parameter for reduction operation %s has the wrong number of dimensions: Found %d but expected %d%s", k->u->name, out->ndim, shape.n,
                k->keepdims ? " (must match the operand's when keepdims=True)" : "");
            return NULL;
        }
        if (!out_fits(k, in, out)) return NULL;
    }
    bool own = out && out->descr->num == k->resolved.descrs[0]->num && !num_is_time((Num)out->descr->num) && array_is_behaved(out) && !array_overlap(out, in);
    NdArray *a = own ? array_retain(out) : new_results(k, in, &shape);
    for (int d = 0, at = 0; a && d < in->ndim; d++) {
        strides[d] = k->axes[d] ? 0 : a->strides[at];
        at += !k->axes[d] || k->keepdims;
    }
    return a;
}

static bool fill_initial(Reducing *k, NdArray *results)
{
    Descr *d = k->resolved.descrs[0];
    char *at = mem_zalloc(k->vm->mem, (size_t)d->size);
    if (!at) return err_no_memory(k->vm), false;
    bool ok = element_put(k->vm, d, at, k->initial) && array_fill_element(k->vm, results, d, at);
    if (descr_has_objects(d)) element_decref(k->vm, d, at);
    mem_free(k->vm->mem, at, (size_t)d->size);
    return ok;
}
static bool copy_first(Reducing *k, NdArray *results, NdArray *in)
{
    NdArray *view = first_of(k, in);
    bool ok = view && array_copy_into(k->vm, results, view);
    array_release(k->vm, view);
    return ok;
}

static bool fold_into(Reducing *k, NdArray *results, const int64_t *out_strides, NdArray *in, bool skip_first, bool buffered)
{
    Fold f = {.vm = k->vm, .r = &k->resolved, .ndim = in->ndim};
    char *data = in->data;
    int64_t size = 1;
    if (k->mask && !array_strides_in(k->vm, k->mask, in->shape, in->ndim, f.mask)) return false;
    for (int d = 0; d < in->ndim; d++) {
        f.shape[d] = in->shape[d];
        f.in[d] = in->strides[d];
        f.out[d] = out_strides[d];
        if (k->axes[d] && skip_first) {
            f.shape[d]--;
            data += in->strides[d];
        }
        size *= f.shape[d];
    }
    if (size == 0) return true;
    bool sums = k->u->resolver == BY_ADD && (num_is_float((Num)k->resolved.descrs[1]->num) || num_is_complex((Num)k->resolved.descrs[1]->num));
    sums = sums || k->resolved.descrs[1]->num == NP_HALF; /* (rounded where a run of NumPy's ends) */
    return fold_run(&f, results->data, data, k->mask ? k->mask->data : NULL, sums, buffered);
}

/* The first elements begin the results: where that may be said twice of several axes (the largest), else one axis after the other. */
static bool fold_without_initial(Reducing *k, NdArray *results, const int64_t *out_strides, NdArray *in, bool buffered)
{
    bool idempotent = k->u->resolver == BY_UNIFORM && (k->u->flags & UFUNC_QUIET) && !descr_has_objects(in->descr);
    if (k->n_axes == 0) return copy_first(k, results, in);
    if (k->n_axes == 1 || idempotent) return copy_first(k, results, in) && fold_into(k, results, out_strides, in, !idempotent && k->n_axes == 1, buffered);
    NdArray *now = array_retain(in);
    bool ok = true;
    for (int d = in->ndim - 1; ok && d >= 0; d--) {
        if (!k->axes[d]) continue;
        Reducing one = *k;
        memset(one.axes, 0, sizeof one.axes);
        one.axes[d] = one.keepdims = true;
        one.n_axes = 1;
        int64_t strides[NP_DIMS_MOST];
        NdArray *next = results_of(&one, now, NULL, strides);
        ok = next && copy_first(&one, next, now) && fold_into(&one, next, strides, now, true, buffered);
        array_release(k->vm, now);
        now = next;
    }
    ok = ok && copy_first(k, results, now);
    array_release(k->vm, now);
    return ok;
}

static bool begin_with(Reducing *k, NdArray *arr, Ref initial, bool masked)
{
    int64_t size = array_size(arr);
    bool objects = arr->descr->num == NP_OBJECT;
    if (initial && initial != np_python(k->vm, k->np, PY_NO_VALUE)) k->initial = is_none(initial) ? NO_VALUE : retain(initial);
    else if (k->u->identity != IDENTITY_NONE && !(objects && size != 0 && !masked)) {
        k->initial = ufunc_identity(k->vm, k->u);
        if (num_is_unsigned((Num)k->resolved.descrs[0]->num) && k->u->identity == IDENTITY_MINUS_ONE) value_put(k->vm, &k->initial, int_from_u64(k->vm, k->resolved.descrs[0]->size == 8 ? UINT64_MAX : ((uint64_t)1 << (8 * k->resolved.descrs[0]->size)) - 1));
    }
    if (err_occurred(k->vm)) return false;
    if (k->initial) return true;
    if (masked) return err_false(k->vm, EXC_ValueError, "reduction operation '%s' does not have an identity, so to use a where mask one has to specify 'initial'", k->u->name);
    if (k->n_axes)
        for (int d = 0; d < arr->ndim; d++)
            if (k->axes[d] && arr->shape[d] == 0) {
                int64_t others = 1; /* nothing to compute at all: nothing is missing */
                for (int e = 0; e < arr->ndim; e++) others *= k->axes[e] ? 1 : arr->shape[e];
                if (others) return err_false(k->vm, EXC_ValueError, "zero-size array to reduction operation %s which has no identity", k->u->name);
            }
    return true;
}

static NdArray *reduce_array(Reducing *k, NdArray *arr, Ref axis, Ref dtype, NdArray *out, Ref initial, const ErrorState *errors)
{
    VM *vm = k->vm;
    if (!take_axes(k, axis, arr->ndim)) return NULL;
    if (!resolve_reduction(vm, k->np, k->u, arr, dtype, out, "reduce", &k->resolved)) return NULL;
    if (k->n_axes > 1 && !(k->u->flags & UFUNC_REORDERABLE)) return err_raise(vm, EXC_ValueError, "reduction operation '%s' is not reorderable, so at most one axis may be specified", k->u->name), NULL;
    NdArray *in = NULL, *results = NULL;
    int64_t strides[NP_DIMS_MOST];
    bool ok = begin_with(k, arr, initial, k->mask != NULL);
    bool buffered = arr->descr->num != k->resolved.descrs[1]->num;
    ok = ok && (in = array_as(vm, arr, k->resolved.descrs[1], ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST)) && (results = results_of(k, in, out, strides)) && mask_fits(k, in, out);
    if (ok) {
        errors_begin();
        ok = k->initial ? fill_initial(k, results) && fold_into(k, results, strides, in, false, buffered) : array_size(results) == 0 || fold_without_initial(k, results, strides, in, buffered);
        if (k->u->flags & UFUNC_QUIET) errors_begin();
        ok = ok && errors_tell(vm, errors, "reduce");
    }
    if (ok && out && results != out) {
        ok = array_copy_into(vm, out, results);
        array_release(vm, results);
        results = array_retain(out);
    }
    array_release(vm, in);
    if (ok) return results;
    array_release(vm, results);
    return NULL;
}

/* ---- arguments ---- */
typedef struct MethodCall { Np *np; const Ufunc *u; NdArray *arr, *out; Value wrap; ErrorState errors; } MethodCall;

static bool take_out(VM *vm, Np *np, Ref out, NdArray **to)
{
    *to = NULL;
    if (!out || is_none(out)) return true;
    if (is_tuple(out)) {
        if (as_tuple(out)->len != 1) return err_false(vm, EXC_ValueError, "The 'out' tuple must have exactly one entry");
        out = as_tuple(out)->items[0];
        if (is_none(out)) return true;
    }
    if (!is_array(out, np)) return err_false(vm, EXC_TypeError, "output must be an array");
    if (!array_is(as_array(out), ARRAY_WRITEABLE)) return err_false(vm, EXC_ValueError, "output array is read-only");
    *to = as_array(out);
    return true;
}
static bool method_open(VM *vm, Np *np, const Ufunc *u, Ref array, Ref out, MethodCall *m)
{
    *m = (MethodCall){.np = np, .u = u};
    if (!errors_read(vm, np, NULL, &m->errors) || !take_out(vm, np, out, &m->out)) return false;
    if (!(m->arr = ufunc_operand(vm, np, array))) return false;
    bool failed;
    m->wrap = ufunc_find_wrap(vm, np, &array, 1, &failed);
    return !failed;
}
static Value method_result(VM *vm, MethodCall *m, NdArray *result /*taken, may be NULL*/)
{
    if (!result) return NO_VALUE;
    if (m->out) return VAL(result);
    return ufunc_wrap(vm, m->np, m->wrap, result, NULL);
}
static void method_close(VM *vm, MethodCall *m)
{
    array_release(vm, m->arr);
    release(vm, m->wrap);
    errors_drop(vm, &m->errors);
}
static bool take_flag(VM *vm, Ref v, bool *to)
{
    int64_t flag = v == V_TRUE;
    if (v && !is_bool(v) && !np_plain_integer(vm, v, &flag)) return false;
    *to = flag != 0;
    return true;
}

/* args_bind, with the words that methods of ufuncs have for what they do not take */
static bool bind(VM *vm, const char *method, const Ref *args, int n, Ref kwnames, const char *const *names, int count, Ref *out)
{
    int least = strcmp(method, "reduceat") ? 1 : 2;
    if (n - 1 > count - 1) return err_false(vm, EXC_TypeError, "%s() takes from %d to %d positional arguments but %d were given", method, least, count - 1, n - 1);
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++) {
        int k = 1;
        while (k < count && !str_equal_c(as_tuple(kwnames)->items[i], names[k])) k++;
        if (k == count) return err_false(vm, EXC_TypeError, "%s() got an unexpected keyword argument '%U'", method, (Ref)as_tuple(kwnames)->items[i]);
    }
    return args_bind(vm, method, args, n, kwnames, names, count, out);
}

/* A tuple for the output is taken by its keyword alone; true: raised. */
static bool in_place_of_an_array(VM *vm, Ref out, bool positional) { return positional && out && is_tuple(out) && !err_false(vm, EXC_TypeError, "output must be an array"); }

Value ufunc_method_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"", "array", "axis", "dtype", "out", "keepdims", "initial", "where"};
    Ref a[8] = {NULL};
    Np *np = np_state(vm);
    Value result;
    if (!np || !check_binary(vm, as_ufunc(args[0]), "reduce")) return NO_VALUE;
    if (ufunc_override(vm, np, args[0], "reduce", args + 1, n - 1, kwnames, &result)) return result;
    if (!bind(vm, "reduce", args, n, kwnames, names, 8, a)) return NO_VALUE;
    if (!a[1]) return err_raise(vm, EXC_TypeError, "reduce() missing required argument 'array' (pos 0)");
    MethodCall m;
    Reducing k = {.vm = vm, .np = np, .u = as_ufunc(args[0])};
    if (in_place_of_an_array(vm, a[4], n > 4)) return NO_VALUE;
    bool ok = method_open(vm, np, k.u, a[1], a[4], &m) && take_flag(vm, a[5], &k.keepdims);
    if (ok && a[7] && a[7] != V_TRUE) ok = (k.mask = array_from_any(vm, np, a[7], descr_shared(np, NP_BOOL), ARRAY_ALIGNED | ARRAY_NATIVE)) != NULL;
    result = ok ? method_result(vm, &m, reduce_array(&k, m.arr, a[2] ? a[2] : (Ref)make_small(0), a[3], m.out, a[6], &m.errors)) : NO_VALUE;
    method_close(vm, &m);
    if (k.resolved.loop) resolved_drop(vm, k.u, &k.resolved);
    release(vm, k.initial);
    array_release(vm, k.mask);
    return result;
}

/* ---- accumulate, reduceat: along one axis, the others one after the other ---- */
typedef struct Along {
    VM *vm;
    const Resolved *r;
    int axis;
    const int64_t *starts; /* reduceat: where pieces begin */
    int64_t pieces;
} Along;

static bool put_element(Along *w, char *out, const char *in)
{
    Descr *d = w->r->descrs[0];
    if (descr_has_objects(d)) {
        element_incref(d, in);
        Value taken = *(const Value *)in;
        value_put(w->vm, (Value *)out, taken);
    } else
        memcpy(out, in, (size_t)d->size);
    return true;
}
static bool run_some(Along *w, char *a, char *in, char *out, int64_t n, int64_t a_step, int64_t in_step, int64_t out_step)
{
    const void *data = w->r->loop->data ? w->r->loop->data : w->r;
    for (int64_t at = 0; at < n; at += 1 << 18) {
        int64_t m = n - at < 1 << 18 ? n - at : 1 << 18, steps[3] = {a_step, in_step, out_step};
        char *args[3] = {a + at * a_step, in + at * in_step, out + at * out_step};
        if ((at && !vm_poll(w->vm)) || !w->r->loop->run(w->vm, args, &m, steps, data)) return false;
    }
    return true;
}
static bool along_row(Along *w, const NdArray *out, const NdArray *in, char *o, char *i)
{
    int64_t so = out->strides[w->axis], si = in->strides[w->axis], n = in->shape[w->axis];
    if (!w->starts) return n == 0 || (put_element(w, o, i) && run_some(w, o, i + si, o + so, n - 1, so, si, so));
    for (int64_t p = 0; p < w->pieces; p++) {
        int64_t from = w->starts[p], to = p + 1 < w->pieces ? w->starts[p + 1] : n;
        if (!put_element(w, o + p * so, i + from * si)) return false;
        if (to > from + 1 && !run_some(w, o + p * so, i + (from + 1) * si, o + p * so, to - from - 1, 0, si, 0)) return false;
    }
    return true;
}
static bool along_all(Along *w, const NdArray *out, const NdArray *in, int d, char *o, char *i)
{
    if (d == w->axis) return along_all(w, out, in, d + 1, o, i);
    if (d >= in->ndim) return along_row(w, out, in, o, i);
    for (int64_t k = 0; k < in->shape[d]; k++) {
        if ((k & 255) == 255 && !vm_poll(w->vm)) return false;
        if (!along_all(w, out, in, d + 1, o + k * out->strides[d], i + k * in->strides[d])) return false;
    }
    return true;
}
static NdArray *along(VM *vm, MethodCall *m, Ref axis, Ref dtype, const int64_t *starts, int64_t pieces, const char *method)
{
    int64_t a = 0;
    const Ufunc *u = m->u;
    if (axis && is_tuple(axis) && as_tuple(axis)->len != 1) return err_raise(vm, EXC_ValueError, "%s does not allow multiple axes", method), NULL;
    if (axis && is_none(axis)) {
        if (m->arr->ndim != 1) return err_raise(vm, EXC_ValueError, "%s does not allow multiple axes", method), NULL;
    } else if (axis && !np_integer(vm, is_tuple(axis) ? (Ref)as_tuple(axis)->items[0] : axis, &a, "an integer is required"))
        return NULL;
    if (m->arr->ndim == 0) return err_raise(vm, EXC_TypeError, "cannot %s on a scalar", method), NULL;
    if (!np_axis(vm, &a, m->arr->ndim)) return NULL;
    int64_t length = m->arr->shape[a];
    for (int64_t p = 0; p < pieces; p++)
        if (starts[p] < 0 || starts[p] >= length) return err_raise(vm, EXC_IndexError, "index %lld out-of-bounds in %s.%s [0, %lld)", starts[p], u->name, method, length), NULL;
    Resolved r;
    if (!resolve_reduction(vm, m->np, u, m->arr, dtype, m->out, method, &r)) return NULL;
    NpDims shape = {.n = m->arr->ndim};
    memcpy(shape.v, m->arr->shape, sizeof *shape.v * (size_t)shape.n);
    if (starts) shape.v[a] = pieces;
    NdArray *in = array_as(vm, m->arr, r.descrs[1], ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST), *out = NULL;
    bool ok = in != NULL, own = false;
    if (ok && m->out) {
        ok = m->out->ndim == shape.n;
        for (int d = 0; ok && d < shape.n; d++) ok = m->out->shape[d] == shape.v[d];
        if (!ok) err_raise(vm, EXC_ValueError, "provided out is the wrong size for the %s", starts ? "reduction" : "accumulation.");
        own = ok && m->out->descr->num == r.descrs[0]->num && !num_is_time((Num)r.descrs[0]->num) && array_is_behaved(m->out) && !array_overlap(m->out, in);
    }
    ok = ok && (out = own ? array_retain(m->out) : array_new(vm, m->np, r.descrs[0], shape.v, shape.n, ORDER_C)) != NULL;
    if (ok && array_size(in) && array_size(out)) {
        Along w = {vm, &r, (int)a, starts, pieces};
        errors_begin();
        ok = along_all(&w, out, in, 0, out->data, in->data);
        if (u->flags & UFUNC_QUIET) errors_begin();
        ok = ok && errors_tell(vm, &m->errors, method);
    }
    if (ok && m->out && !own) {
        ok = array_copy_into(vm, m->out, out);
        array_release(vm, out);
        out = array_retain(m->out);
    }
    array_release(vm, in);
    resolved_drop(vm, u, &r);
    if (ok) return out;
    array_release(vm, out);
    return NULL;
}

Value ufunc_method_accumulate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"", "array", "axis", "dtype", "out"};
    Ref a[5] = {NULL};
    Np *np = np_state(vm);
    Value result;
    if (!np || !check_binary(vm, as_ufunc(args[0]), "accumulate")) return NO_VALUE;
    if (ufunc_override(vm, np, args[0], "accumulate", args + 1, n - 1, kwnames, &result)) return result;
    if (!bind(vm, "accumulate", args, n, kwnames, names, 5, a)) return NO_VALUE;
    if (!a[1]) return err_raise(vm, EXC_TypeError, "accumulate() missing required argument 'array' (pos 0)");
    MethodCall m;
    if (in_place_of_an_array(vm, a[4], n > 4)) return NO_VALUE;
    result = method_open(vm, np, as_ufunc(args[0]), a[1], a[4], &m) ? method_result(vm, &m, along(vm, &m, a[2], a[3], NULL, 0, "accumulate")) : NO_VALUE;
    method_close(vm, &m);
    return result;
}
/* Where reduceat's pieces begin: one row of integers. */
static NdArray *piece_starts(VM *vm, Np *np, Ref v)
{
    NdArray *any = array_from_any(vm, np, v, NULL, 0), *starts = NULL;
    if (any && any->ndim != 1) err_raise(vm, EXC_ValueError, any->ndim ? "object too deep for desired array" : "object of too small depth for desired array");
    else if (any) starts = array_from(vm, np, v, descr_shared(np, NP_LONG), 1, 1, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE, ORDER_C);
    array_release(vm, any);
    return starts;
}
Value ufunc_method_reduceat(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"", "array", "indices", "axis", "dtype", "out"};
    Ref a[6] = {NULL};
    Np *np = np_state(vm);
    Value result;
    if (!np || !check_binary(vm, as_ufunc(args[0]), "reduceat")) return NO_VALUE;
    if (ufunc_override(vm, np, args[0], "reduceat", args + 1, n - 1, kwnames, &result)) return result;
    if (!bind(vm, "reduceat", args, n, kwnames, names, 6, a)) return NO_VALUE;
    if (!a[1] || !a[2]) return err_raise(vm, EXC_TypeError, "reduceat() missing required argument '%s' (pos %d)", a[1] ? "indices" : "array", a[1] ? 1 : 0);
    MethodCall m;
    NdArray *indices = NULL;
    bool ok = method_open(vm, np, as_ufunc(args[0]), a[1], a[5], &m) && (indices = piece_starts(vm, np, a[2]));
    result = ok ? method_result(vm, &m, along(vm, &m, a[3], a[4], (const int64_t *)indices->data, indices->shape[0], "reduceat")) : NO_VALUE;
    array_release(vm, indices);
    method_close(vm, &m);
    return result;
}

/* ---- outer ---- */
Value ufunc_method_outer(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    const Ufunc *u = as_ufunc(args[0]);
    Value result;
    if (!np) return NO_VALUE;
    if (u->core) return err_raise(vm, EXC_TypeError, "method outer is not allowed in ufunc with non-trivial signature");
    if (u->nin != 2) return err_raise(vm, EXC_ValueError, "outer product only supported for binary functions");
    if (n != 3) return err_raise(vm, EXC_TypeError, "outer() takes exactly 2 positional arguments (%d given)", n - 1);
    if (ufunc_override(vm, np, args[0], "outer", args + 1, n - 1, kwnames, &result)) return result;
    NdArray *a = ufunc_operand(vm, np, args[1]), *b = a ? ufunc_operand(vm, np, args[2]) : NULL, *wide = NULL;
    result = NO_VALUE;
    if (b && a->ndim + b->ndim > NP_DIMS_MOST) err_raise(vm, EXC_ValueError, "too many dimensions");
    else if (b) {
        int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST];
        for (int d = 0; d < a->ndim + b->ndim; d++) {
            shape[d] = d < a->ndim ? a->shape[d] : 1;
            strides[d] = d < a->ndim ? a->strides[d] : 0;
        }
        wide = array_view(vm, a, NULL, shape, strides, a->ndim + b->ndim, a->data);
    }
    if (wide) {
        int64_t kw = kwnames ? as_tuple(kwnames)->len : 0;
        Ref all[2 + 16] = {REF(wide), REF(b)};
        if (kw > 16) err_raise(vm, EXC_TypeError, "too many keyword arguments");
        else {
            for (int64_t i = 0; i < kw; i++) all[2 + i] = args[n + i];
            result = ufunc_object_call(vm, args[0], all, 2, kwnames);
        }
    }
    array_release(vm, a);
    array_release(vm, b);
    array_release(vm, wide);
    return result;
}
