/* path.c: matplotlib's Path objects, transforms, rectangles and the small arguments of its compiled modules, read from Python's objects. */
#include <math.h>

#include "path.h"

/* ---- arrays ---- */

NdArray *plot_doubles(VM *vm, Ref v, int ndim)
{
    Np *np = np_state(vm);
    return np ? array_from(vm, np, v, descr_shared(np, NP_DOUBLE), ndim, ndim, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
}

static NdArray *no_rows(VM *vm, int64_t columns)
{
    Np *np = np_state(vm);
    return np ? array_new(vm, np, descr_shared(np, NP_DOUBLE), (int64_t[]){0, columns}, 2, ORDER_C) : NULL;
}

NdArray *plot_points(VM *vm, Ref v, int64_t columns, const char *what)
{
    Np *np = np_state(vm);
    NdArray *any = np ? array_from(vm, np, v, NULL, 0, 0, 0, ORDER_KEEP) : NULL, *a = NULL;
    if (!any) return NULL;
    if (!array_size(any)) a = no_rows(vm, columns);
    else if (any->ndim != 2 || any->shape[1] != columns) {
        Value shape = np_dims_tuple(vm, any->shape, any->ndim);
        if (shape) err_raise(vm, EXC_ValueError, "%s must have shape (N, %lld), got %R", what, columns, shape);
        release(vm, shape);
    } else a = array_as(vm, any, descr_shared(np, NP_DOUBLE), ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
    array_release(vm, any);
    return a;
}

/* ---- affine ---- */

void affine_of_matrix(const double *m, Affine *out) { *out = (Affine){m[0], m[3], m[1], m[4], m[2], m[5]}; }

bool affine_from(VM *vm, Ref v, Affine *out)
{
    *out = AFFINE_NONE;
    if (!v || is_none(v)) return true;
    NdArray *m = plot_doubles(vm, v, 2);
    if (!m) return false;
    bool fits = m->shape[0] == 3 && m->shape[1] == 3;
    if (fits) affine_of_matrix((const double *)(void *)m->data, out);
    array_release(vm, m);
    return fits || err_false(vm, EXC_ValueError, "Invalid affine transformation matrix");
}

Affine affine_then(Affine t, Affine u)
{
    return (Affine){t.a * u.a + t.b * u.c, t.a * u.b + t.b * u.d, t.c * u.a + t.d * u.c, t.c * u.b + t.d * u.d, t.e * u.a + t.f * u.c + u.e, t.e * u.b + t.f * u.d + u.f};
}

Affine affine_inverse(Affine t)
{
    double over = 1 / (t.a * t.d - t.b * t.c);
    Affine r = {t.d * over, -t.b * over, -t.c * over, t.a * over, 0, 0};
    r.e = -(t.e * r.a + t.f * r.c);
    r.f = -(t.e * r.b + t.f * r.d);
    return r;
}

/* ---- rectangles ---- */

bool rect_from(VM *vm, Ref v, PlotRect *out)
{
    *out = (PlotRect){0, 0, 0, 0};
    if (!v || is_none(v)) return true;
    Np *np = np_state(vm);
    NdArray *a = np ? array_from(vm, np, v, descr_shared(np, NP_DOUBLE), 1, 2, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
    if (!a) return false;
    bool fits = a->ndim == 2 ? a->shape[0] == 2 && a->shape[1] == 2 : a->shape[0] == 4;
    if (fits) memcpy(out, a->data, sizeof *out);
    array_release(vm, a);
    return fits || err_false(vm, EXC_ValueError, "Invalid bounding box");
}

/* ---- paths ---- */

/* Whatever an array does not take for one is said in the same words. */
static bool wrong_array(VM *vm, Path *p, const char *what)
{
    path_close(vm, p);
    if (err_occurred(vm) && !err_matches(vm, EXC_ValueError) && !err_matches(vm, EXC_TypeError)) return false;
    err_clear(vm);
    return err_false(vm, EXC_ValueError, "Invalid %s array", what);
}

bool path_open_arrays(VM *vm, Ref vertices, Ref codes, Path *out)
{
    Np *np = np_state(vm);
    *out = (Path){0};
    if (!np) return false;
    if (!(out->vertices = plot_doubles(vm, vertices, 2)) || out->vertices->shape[1] != 2) return wrong_array(vm, out, "vertices");
    out->n = out->vertices->shape[0];
    if (!codes || is_none(codes)) return true;
    out->codes = array_from(vm, np, codes, descr_shared(np, NP_UBYTE), 1, 1, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE, ORDER_C);
    return (out->codes && out->codes->shape[0] == out->n) || wrong_array(vm, out, "codes");
}

bool path_open(VM *vm, Ref v, Path *out)
{
    *out = (Path){0};
    if (!v || is_none(v)) return true;
    Value vertices = obj_getattr_c(vm, v, "vertices"), codes = vertices ? obj_getattr_c(vm, v, "codes") : NO_VALUE, should = codes ? obj_getattr_c(vm, v, "should_simplify") : NO_VALUE;
    Value threshold = should ? obj_getattr_c(vm, v, "simplify_threshold") : NO_VALUE;
    int truth = threshold ? op_truth(vm, should) : -1;
    double limit = 0;
    bool ok = truth >= 0 && num_to_double(vm, threshold, &limit) && path_open_arrays(vm, vertices, codes, out);
    out->should_simplify = truth > 0;
    out->threshold = limit;
    Value all[] = {vertices, codes, should, threshold};
    for (int i = 0; i < 4; i++) release(vm, all[i]);
    return ok;
}

void path_close(VM *vm, Path *p)
{
    NdArray *vertices = p->vertices, *codes = p->codes;
    *p = (Path){0};
    array_release(vm, vertices);
    array_release(vm, codes);
}

/* ---- small arguments ---- */

bool snap_from(VM *vm, Ref v, Snap *out)
{
    *out = SNAP_AUTO;
    if (!v || is_none(v)) return true;
    int truth = op_truth(vm, v);
    *out = truth > 0 ? SNAP_TRUE : SNAP_FALSE;
    return truth >= 0;
}

bool sketch_from(VM *vm, Ref v, Sketch *out)
{
    *out = (Sketch){0, 0, 0};
    if (!v || is_none(v)) return true;
    double *const parts[] = {&out->scale, &out->length, &out->randomness};
    Value t = tuple_from_iter(vm, v);
    bool ok = t && (as_tuple(t)->len == 3 || err_false(vm, EXC_TypeError, "sketch_params() takes exactly 3 arguments (%lld given)", as_tuple(t)->len));
    for (int i = 0; ok && i < 3; i++) ok = num_to_double(vm, as_tuple(t)->items[i], parts[i]);
    release(vm, t);
    return ok;
}
