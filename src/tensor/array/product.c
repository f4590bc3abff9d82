/* product.c: dot, inner, vdot: sums of products over one axis of each operand, by matmul over their rows and columns. */
#include "functions.h"
#include "promote.h"
#include "shape.h"
#include "ufunc.h"
#include "walk.h"

static bool not_aligned(VM *vm, const NdArray *a, int i, const NdArray *b, int j)
{
    Value s = np_shape_text(vm, a->shape, a->ndim), t = np_shape_text(vm, b->shape, b->ndim);
    if (s && t) err_raise(vm, EXC_ValueError, "shapes %U and %U not aligned: %lld (dim %d) != %lld (dim %d)", (Ref)s, (Ref)t, (long long)a->shape[i], i, (long long)b->shape[j], j);
    release(vm, s);
    release(vm, t);
    return false;
}

static bool fits_out(VM *vm, const NdArray *out, const int64_t *shape, int ndim, const Descr *d)
{
    bool ok = out->ndim == ndim && out->descr->num == d->num && array_is(out, ARRAY_C | ARRAY_BEHAVED);
    for (int i = 0; ok && i < ndim; i++)
        if (out->shape[i] != shape[i]) return err_false(vm, EXC_ValueError, "output array has wrong dimensions");
    return ok || err_false(vm, EXC_ValueError, "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)");
}

/* An operand as BLAS reads it: what it does not read as it lies is copied first. */
static NdArray *readable(VM *vm, NdArray *a)
{
    int64_t size = a->descr->size, last = a->ndim - 1;
    bool whole = true;
    for (int i = 0; i < a->ndim; i++) whole = whole && a->strides[i] > 0 && a->strides[i] % size == 0;
    if (a->ndim == 2 && a->strides[0] != size && a->strides[last] != size) whole = false;
    return whole ? array_retain(a) : array_copy(vm, a, ORDER_C, false);
}

/* a's rows times b's columns: a (…, k), b with its summed axis `axis`, the others behind a's in their order. */
static NdArray *product_as_it_lies(VM *vm, Np *np, NdArray *a, NdArray *b, int axis, Ref out)
{
    NpDims dims = {.n = 0}, order = {.n = 0};
    int64_t k = a->shape[a->ndim - 1], rows = 1, columns = 1;
    if (k != b->shape[axis]) return not_aligned(vm, a, a->ndim - 1, b, axis), NULL;
    if (a->ndim + b->ndim - 2 > NP_DIMS_MOST) return err_raise(vm, EXC_ValueError, "dot: too many dimensions in result"), NULL;
    for (int i = 0; i < a->ndim - 1; i++) rows *= dims.v[dims.n++] = a->shape[i];
    order.v[order.n++] = axis;
    for (int i = 0; i < b->ndim; i++)
        if (i != axis) {
            columns *= dims.v[dims.n++] = b->shape[i];
            order.v[order.n++] = i;
        }
    int64_t left[] = {rows, k}, right[] = {k, columns};
    NdArray *x = array_reshape(vm, a, left, 2, ORDER_C), *t = x ? array_transpose(vm, b, &order) : NULL, *y = t ? array_reshape(vm, t, right, 2, ORDER_C) : NULL, *r = NULL;
    Ref both[] = {REF(x), REF(y)};
    Value m = y ? ufunc_call(vm, ufunc_named(vm, np, "matmul"), both, 2) : NO_VALUE;
    if (m && is_array(m, np)) r = array_reshape(vm, as_array(m), dims.v, dims.n, ORDER_C);
    release(vm, m);
    array_release(vm, x);
    array_release(vm, t);
    array_release(vm, y);
    if (!r || !out || is_none(out)) return r;
    NdArray *to = is_array(out, np) ? array_retain(as_array(out)) : (err_raise(vm, EXC_TypeError, "'out' must be an array"), NULL);
    if (to && !(fits_out(vm, to, r->shape, r->ndim, r->descr) && array_assign(vm, to, REF(r)))) array_release(vm, to), to = NULL;
    array_release(vm, r);
    return to;
}

static NdArray *product(VM *vm, Np *np, NdArray *a, NdArray *b, int axis, Ref out)
{
    Num num = (Num)a->descr->num;
    if ((num != NP_FLOAT && num != NP_DOUBLE) || a->ndim > 2 || b->ndim > 2) return product_as_it_lies(vm, np, a, b, axis, out);
    NdArray *x = readable(vm, a), *y = x ? readable(vm, b) : NULL, *r = y ? product_as_it_lies(vm, np, x, y, axis, out) : NULL;
    array_release(vm, x);
    array_release(vm, y);
    return r;
}

/* Texts have no product; beside a single one it is the multiplication that says so, of each as the text that it is. */
static void raise_texts(VM *vm, Np *np, Descr *d, NdArray *x, NdArray *y)
{
    if (x->ndim && y->ndim) {
        err_raise(vm, EXC_ValueError, "dot not available for this type");
        return;
    }
    NdArray *a = array_as(vm, x, np->descrs[d->num], ARRAY_FORCE_CAST), *b = a ? array_as(vm, y, np->descrs[d->num], ARRAY_FORCE_CAST) : NULL;
    Ref both[] = {REF(a), REF(b)};
    Value r = b ? ufunc_call(vm, ufunc_named(vm, np, "multiply"), both, 2) : NO_VALUE;
    release(vm, r);
    array_release(vm, a);
    array_release(vm, b);
}
/* Both operands as plain arrays of the dtype that they meet in. */
static bool operands(VM *vm, Np *np, Ref p, Ref q, NdArray **a, NdArray **b)
{
    NdArray *x = array_from_any(vm, np, p, NULL, 0), *y = x ? array_from_any(vm, np, q, NULL, 0) : NULL;
    *a = *b = NULL;
    Descr *d = NULL;
    if (y) {
        if (!(d = descr_promote(vm, x->descr, y->descr)) && /* (single numbers do not count by their value here) */ err_matches(vm, EXC_TypeError)) err_clear(vm), err_raise(vm, EXC_TypeError, "Cannot find a common data type.");
    }
    if (d && num_is_flexible((Num)d->num)) raise_texts(vm, np, d, x, y);
    else if (d && (*a = array_as(vm, x, d, ARRAY_FORCE_CAST | ARRAY_ALIGNED | ARRAY_NATIVE)))
        *b = array_as(vm, y, d, ARRAY_FORCE_CAST | ARRAY_ALIGNED | ARRAY_NATIVE);
    descr_release(vm, d);
    array_release(vm, x);
    array_release(vm, y);
    if (*b) return true;
    array_release(vm, *a);
    return false;
}

/* Is it added up from 0, as BLAS does it? Then no zero is negative. */
static bool by_blas(const NdArray *a, const NdArray *b)
{
    Num num = (Num)a->descr->num;
    return (num == NP_FLOAT || num == NP_DOUBLE || num == NP_CFLOAT || num == NP_CDOUBLE) && a->ndim <= 2 && b->ndim <= 2 && (array_size(a) != 1 || array_size(b) != 1);
}
static Value multiplied(VM *vm, Np *np, NdArray *a, NdArray *b, Ref out)
{
    bool given = out && !is_none(out);
    Ref both[] = {REF(a), REF(b), out};
    Value r = ufunc_call(vm, ufunc_named(vm, np, "multiply"), both, given ? 3 : 2);
    if (!r || !by_blas(a, b)) return r;
    Ref sum[] = {r, make_small(0), given ? out : (Ref)r};
    Value added = ufunc_call(vm, ufunc_named(vm, np, "add"), sum, 3);
    release(vm, r);
    return added;
}

static Value f_dot(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *a, *b;
    if (!np || !operands(vm, np, args[0], args[1], &a, &b)) return NULL;
    Value r = !a->ndim || !b->ndim ? multiplied(vm, np, a, b, args[2]) : array_return(vm, product(vm, np, a, b, b->ndim > 1 ? b->ndim - 2 : 0, args[2]));
    array_release(vm, a);
    array_release(vm, b);
    return r;
}
static NdArray *last_swapped(VM *vm, NdArray *b)
{
    NpDims axes = {.n = b->ndim};
    for (int i = 0; i < b->ndim; i++) axes.v[i] = i < b->ndim - 2 ? i : 2 * b->ndim - 3 - i;
    return array_transpose(vm, b, &axes);
}
static Value f_inner(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *a, *b;
    if (!np || !operands(vm, np, args[0], args[1], &a, &b)) return NULL;
    NdArray *turned = b->ndim > 1 ? last_swapped(vm, b) : array_retain(b); /* (errors tell of it so) */
    Value r = !turned ? NO_VALUE : !a->ndim || !b->ndim ? multiplied(vm, np, a, b, NULL) : array_return(vm, product(vm, np, a, turned, b->ndim > 1 ? b->ndim - 2 : 0, NULL));
    array_release(vm, turned);
    array_release(vm, a);
    array_release(vm, b);
    return r;
}
static Value f_vdot(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    NdArray *a, *b;
    if (!np || !operands(vm, np, args[0], args[1], &a, &b)) return NULL;
    NdArray *x = array_ravel(vm, a, ORDER_C), *y = x ? array_ravel(vm, b, ORDER_C) : NULL;
    Value r = NO_VALUE;
    if (y && x->shape[0] != y->shape[0]) err_raise(vm, EXC_ValueError, "cannot reshape array of size %lld into shape (%lld,)", (long long)y->shape[0], (long long)x->shape[0]);
    else if (y) {
        Ref one[] = {REF(x)};
        Value c = num_is_complex((Num)x->descr->num) || x->descr->num == NP_OBJECT ? ufunc_call(vm, ufunc_named(vm, np, "conjugate"), one, 1) : retain(REF(x));
        r = c && is_array(c, np) ? array_return(vm, product(vm, np, as_array(c), y, 0, NULL)) : NO_VALUE;
        release(vm, c);
    }
    array_release(vm, x);
    array_release(vm, y);
    array_release(vm, a);
    array_release(vm, b);
    return r;
}
static Value m_dot(VM *vm, const Ref *args, int n, Ref kwnames) { return f_dot(vm, args, n, kwnames); }

const NativeDef multiarray_product_functions[] = {
    {"dot", f_dot, "a, b, out=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"inner", f_inner, "a, b, /", NULL, 0},
    {"vdot", f_vdot, "a, b, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
const NativeDef array_product_methods[] = {{"dot", m_dot, "self, /, b, out=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED}, {NULL, NULL, NULL, NULL, 0}};
