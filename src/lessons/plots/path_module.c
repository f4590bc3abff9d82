/* path_module.c: the module matplotlib._path: what its functions take and give; the work is done in path_inside.c, path_meet.c, path_text.c and steps.c. */
#include <math.h>

#include "path_meet.h"
#include "path_text.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- arguments ---- */
static bool doubles(VM *vm, const Ref *args, int n, double *out)
{
    for (int i = 0; i < n; i++)
        if (!num_to_double(vm, args[i], &out[i])) return false;
    return true;
}
/* v as float64 of these dimensions, the first of any length; nothing at all is no rows. */
static NdArray *rows_of(VM *vm, Ref v, int64_t a, int64_t b /*0: none*/, const char *what)
{
    Np *np = np_state(vm);
    int ndim = b ? 3 : 2;
    NdArray *any = np ? array_from(vm, np, v, descr_shared(np, NP_DOUBLE), 0, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
    if (!any) return NULL;
    if (!array_size(any)) {
        array_release(vm, any);
        return array_new(vm, np, descr_shared(np, NP_DOUBLE), (int64_t[]){0, a, b}, ndim, ORDER_C);
    }
    if (any->ndim == ndim && any->shape[1] == a && (!b || any->shape[2] == b)) return any;
    if (any->ndim != ndim) err_raise(vm, EXC_ValueError, "Expected %d-dimensional array, got %d", ndim, (int)any->ndim);
    else if (b) err_raise(vm, EXC_ValueError, "%s must be Nx%lldx%lld array, got %lldx%lldx%lld", what, a, b, any->shape[0], any->shape[1], any->shape[2]);
    else err_raise(vm, EXC_ValueError, "%s must be Nx%lld array, got %lldx%lld", what, a, any->shape[0], any->shape[1]);
    array_release(vm, any);
    return NULL;
}
static bool has_dims(VM *vm, const NdArray *a, int least, int most)
{
    if (a->ndim < least) return err_false(vm, EXC_ValueError, "object of too small depth for desired array");
    return a->ndim <= most || err_false(vm, EXC_ValueError, "object too deep for desired array");
}
static const double *data_of(const NdArray *a) { return (const double *)(void *)a->data; }
static NdArray *new_array(VM *vm, Num num, int64_t rows, int64_t columns /*0: one dimension*/)
{
    Np *np = np_state(vm);
    return np ? array_new(vm, np, descr_shared(np, num), (int64_t[]){rows, columns}, columns ? 2 : 1, ORDER_C) : NULL;
}

/* ---- points in paths ---- */
static Value is_held(VM *vm, const Ref *args, Within within)
{
    double v[3];
    Path p;
    Affine t;
    uint8_t held = 0;
    if (!doubles(vm, args, 3, v) || !path_open(vm, args[3], &p)) return NULL;
    bool ok = affine_from(vm, args[4], &t) && path_holds(vm, &p, &t, within, v[2], v, 1, &held);
    path_close(vm, &p);
    return ok ? make_bool(held) : NULL;
}
FN(fn_point_in_path) { return is_held(vm, args, WITHIN_PATH); }
FN(fn_point_on_path) { return is_held(vm, args, WITHIN_LINE); }

static Value are_held(VM *vm, const Ref *args, Within within)
{
    double radius;
    Path p;
    Affine t;
    NdArray *points = rows_of(vm, args[0], 2, 0, "Points");
    if (!points) return NULL;
    if (!num_to_double(vm, args[1], &radius) || !path_open(vm, args[2], &p)) return array_release(vm, points), NULL;
    NdArray *r = affine_from(vm, args[3], &t) ? new_array(vm, NP_UBYTE, points->shape[0], 0) : NULL;
    bool ok = r && path_holds(vm, &p, &t, within, radius, data_of(points), points->shape[0], (uint8_t *)r->data);
    path_close(vm, &p);
    array_release(vm, points);
    if (ok) return VAL(r);
    array_release(vm, r);
    return NULL;
}
FN(fn_points_in_path) { return are_held(vm, args, WITHIN_PATH); }
FN(fn_points_on_path) { return are_held(vm, args, WITHIN_LINE); }

/* ---- extents ---- */
typedef struct Extents { double x0, y0, x1, y1, least_x, least_y /*above zero*/; } Extents;
static const Extents NO_EXTENTS = {INFINITY, INFINITY, -INFINITY, -INFINITY, INFINITY, INFINITY};

static bool extend(VM *vm, Extents *e, const Path *p, const Affine *t)
{
    Steps s = {.vm = vm};
    bool ok = path_steps(vm, p, t, &s);
    if (ok) steps_drop_nans(&s, p->codes != NULL);
    for (int64_t i = 0; ok && i < s.n; i++) {
        const Step *at = &s.at[i];
        if (at->code == PATH_CLOSEPOLY) continue;
        if (at->x < e->x0) e->x0 = at->x;
        if (at->y < e->y0) e->y0 = at->y;
        if (at->x > e->x1) e->x1 = at->x;
        if (at->y > e->y1) e->y1 = at->y;
        if (at->x > 0 && at->x < e->least_x) e->least_x = at->x;
        if (at->y > 0 && at->y < e->least_y) e->least_y = at->y;
    }
    steps_free(&s);
    return ok;
}
static NdArray *extents_array(VM *vm, const Extents *e)
{
    NdArray *a = new_array(vm, NP_DOUBLE, 2, 2);
    if (a) memcpy(a->data, (double[]){e->x0, e->y0, e->x1, e->y1}, 4 * sizeof(double));
    return a;
}
static NdArray *least_array(VM *vm, const Extents *e)
{
    NdArray *a = new_array(vm, NP_DOUBLE, 2, 0);
    if (a) memcpy(a->data, (double[]){e->least_x, e->least_y}, 2 * sizeof(double));
    return a;
}
static Value extents_tuple(VM *vm, const Extents *e, Ref third /*or NULL*/)
{
    NdArray *box = extents_array(vm, e), *least = box ? least_array(vm, e) : NULL;
    Value r = least ? tuple_of(vm, third ? 3 : 2, REF(box), REF(least), third) : NULL;
    array_release(vm, box);
    array_release(vm, least);
    return r;
}

FN(fn_get_path_extents)
{
    Path p;
    Affine t;
    Extents e = NO_EXTENTS;
    if (!path_open(vm, args[0], &p)) return NULL;
    bool ok = affine_from(vm, args[1], &t) && extend(vm, &e, &p, &t);
    path_close(vm, &p);
    return ok ? VAL(extents_array(vm, &e)) : NULL;
}

static bool least_from(VM *vm, Ref v, double *out)
{
    NdArray *a = plot_doubles(vm, v, 1);
    if (!a) return false;
    int64_t n = a->shape[0];
    if (n == 2) memcpy(out, a->data, 2 * sizeof *out);
    array_release(vm, a);
    return n == 2 || err_false(vm, EXC_ValueError, "minpos must be of length 2, got %lld", n);
}
FN(fn_update_path_extents)
{
    Path p;
    Affine t;
    PlotRect r;
    double least[2];
    if (!path_open(vm, args[0], &p)) return NULL;
    int ignore = affine_from(vm, args[1], &t) && rect_from(vm, args[2], &r) && least_from(vm, args[3], least) ? op_truth(vm, args[4]) : -1;
    Extents e = NO_EXTENTS;
    if (ignore == 0) {
        if (!(r.x1 > r.x2)) {
            e.x0 = r.x1;
            e.x1 = r.x2;
        }
        if (!(r.y1 > r.y2)) {
            e.y0 = r.y1;
            e.y1 = r.y2;
        }
        e.least_x = least[0];
        e.least_y = least[1];
    }
    bool ok = ignore >= 0 && extend(vm, &e, &p, &t);
    path_close(vm, &p);
    if (!ok) return NULL;
    bool changed = e.x0 != r.x1 || e.y0 != r.y1 || e.x1 != r.x2 || e.y1 != r.y2 || e.least_x != least[0] || e.least_y != least[1];
    return extents_tuple(vm, &e, make_small(changed));
}

/* ---- collections: paths, transforms and offsets that are taken in turns ---- */
typedef struct Collection {
    Affine master, offset_transform;
    Value paths; /* a tuple */
    NdArray *transforms, *offsets;
    int64_t n;
} Collection;
static void collection_close(VM *vm, Collection *c)
{
    release(vm, c->paths);
    array_release(vm, c->transforms);
    array_release(vm, c->offsets);
}
static bool collection_open(VM *vm, Ref master, Ref paths, Ref transforms, Ref offsets, Ref offset_transform, Collection *c)
{
    *c = (Collection){0};
    if (!affine_from(vm, master, &c->master)) return false;
    c->paths = tuple_from_iter(vm, paths);
    if (!c->paths && err_matches(vm, EXC_TypeError)) {
        err_clear(vm);
        return err_false(vm, EXC_TypeError, "Not an iterable of paths");
    }
    bool ok = c->paths && (c->transforms = rows_of(vm, transforms, 3, 3, "Transforms")) && (c->offsets = rows_of(vm, offsets, 2, 0, "Offsets")) && affine_from(vm, offset_transform, &c->offset_transform);
    if (!ok) return collection_close(vm, c), false;
    int64_t paths_n = as_tuple(c->paths)->len;
    c->n = !paths_n ? 0 : paths_n > c->offsets->shape[0] ? paths_n : c->offsets->shape[0];
    return true;
}
static Ref collection_at(const Collection *c, int64_t i, Affine *t)
{
    int64_t transforms = c->transforms->shape[0], offsets = c->offsets->shape[0];
    if (transforms > c->n) transforms = c->n;
    *t = c->master;
    if (transforms) {
        Affine own;
        affine_of_matrix(data_of(c->transforms) + 9 * (i % transforms), &own);
        *t = affine_then(own, c->master);
    }
    if (offsets) {
        double x = data_of(c->offsets)[2 * (i % offsets)], y = data_of(c->offsets)[2 * (i % offsets) + 1];
        affine_apply(&c->offset_transform, &x, &y);
        *t = affine_moved(*t, x, y);
    }
    return as_tuple(c->paths)->items[i % as_tuple(c->paths)->len];
}

FN(fn_get_path_collection_extents)
{
    Collection c;
    if (!collection_open(vm, args[0], args[1], args[2], args[3], args[4], &c)) return NULL;
    Extents e = NO_EXTENTS;
    bool ok = true;
    for (int64_t i = 0; ok && i < c.n; i++) {
        Affine t;
        Path p;
        ok = vm_poll(vm) && path_open(vm, collection_at(&c, i, &t), &p);
        if (!ok) break;
        ok = extend(vm, &e, &p, &t);
        path_close(vm, &p);
    }
    collection_close(vm, &c);
    return ok ? extents_tuple(vm, &e, NULL) : NULL;
}

static NdArray *found_array(VM *vm, const uint8_t *held, int64_t n)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += held[i];
    NdArray *a = new_array(vm, NP_INT, count, 0);
    int32_t *to = a ? (int32_t *)(void *)a->data : NULL;
    for (int64_t i = 0; a && i < n; i++)
        if (held[i]) *to++ = (int32_t)i;
    return a;
}
FN(fn_point_in_path_collection)
{
    double v[3];
    Collection c;
    int filled = doubles(vm, args, 3, v) ? op_truth(vm, args[8]) : -1;
    if (filled < 0 || !collection_open(vm, args[3], args[4], args[5], args[6], args[7], &c)) return NULL;
    uint8_t *held = mem_alloc(vm->mem, (size_t)c.n);
    bool ok = held || (err_no_memory(vm), false);
    for (int64_t i = 0; ok && i < c.n; i++) {
        Affine t;
        Path p;
        ok = vm_poll(vm) && path_open(vm, collection_at(&c, i, &t), &p);
        if (!ok) break;
        ok = path_holds(vm, &p, &t, filled ? WITHIN_PATH : WITHIN_LINE, v[2], v, 1, &held[i]);
        path_close(vm, &p);
    }
    NdArray *r = ok ? found_array(vm, held, c.n) : NULL;
    mem_free(vm->mem, held, (size_t)c.n);
    collection_close(vm, &c);
    return r ? VAL(r) : NULL;
}

/* ---- two paths ---- */
FN(fn_path_in_path)
{
    Path a, b = {0};
    Affine s, t;
    if (!path_open(vm, args[0], &a)) return NULL;
    int r = affine_from(vm, args[1], &s) && path_open(vm, args[2], &b) && affine_from(vm, args[3], &t) ? path_in_path(vm, &a, &s, &b, &t) : -1;
    path_close(vm, &a);
    path_close(vm, &b);
    return r < 0 ? NULL : make_bool(r);
}
FN(fn_path_intersects_path)
{
    Path a, b = {0};
    Affine none = AFFINE_NONE;
    if (!path_open(vm, args[0], &a)) return NULL;
    int filled = path_open(vm, args[1], &b) ? op_truth(vm, args[2]) : -1, r = filled < 0 ? -1 : path_crosses(vm, &a, &b);
    if (filled > 0 && r == 0) r = path_in_path(vm, &a, &none, &b, &none);
    if (filled > 0 && r == 0) r = path_in_path(vm, &b, &none, &a, &none);
    path_close(vm, &a);
    path_close(vm, &b);
    return r < 0 ? NULL : make_bool(r);
}
FN(fn_path_intersects_rectangle)
{
    Path p;
    double v[4];
    Affine none = AFFINE_NONE;
    if (!path_open(vm, args[0], &p)) return NULL;
    int filled = doubles(vm, args + 1, 4, v) ? (args[5] ? op_truth(vm, args[5]) : 0) : -1;
    int r = filled < 0 ? -1 : path_crosses_rectangle(vm, &p, (PlotRect){v[0], v[1], v[2], v[3]});
    uint8_t held = 0;
    if (filled > 0 && r == 0) r = path_holds(vm, &p, &none, WITHIN_PATH, 0, (double[]){(v[0] + v[2]) * 0.5, (v[1] + v[3]) * 0.5}, 1, &held) ? held : -1;
    path_close(vm, &p);
    return r < 0 ? NULL : make_bool(r);
}
FN(fn_clip_path_to_rect)
{
    Path p;
    PlotRect r;
    Affine none = AFFINE_NONE;
    Steps s = {.vm = vm};
    if (!path_open(vm, args[0], &p)) return NULL;
    int inside = rect_from(vm, args[1], &r) ? op_truth(vm, args[2]) : -1;
    Value list = inside >= 0 && path_steps(vm, &p, &none, &s) && steps_flatten(&s) ? steps_polygons_in(&s, r, inside) : NULL;
    steps_free(&s);
    path_close(vm, &p);
    return list;
}

/* ---- many points, many boxes ---- */
FN(fn_affine_transform)
{
    Affine t;
    Np *np = np_state(vm);
    NdArray *from = np ? array_from(vm, np, args[0], descr_shared(np, NP_DOUBLE), 0, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
    if (!from || !has_dims(vm, from, 1, 2)) return array_release(vm, from), NULL;
    bool fits = from->ndim == 2 ? from->shape[1] == 2 || !array_size(from) : from->shape[0] == 2;
    if (!affine_from(vm, args[1], &t)) return array_release(vm, from), NULL;
    if (!fits) return array_release(vm, from), err_raise(vm, EXC_RuntimeError, "In affine_transform: Invalid vertices array.");
    NdArray *r = from->ndim == 2 ? new_array(vm, NP_DOUBLE, from->shape[0], 2) : new_array(vm, NP_DOUBLE, 2, 0);
    const double *v = data_of(from);
    double *to = r ? (double *)(void *)r->data : NULL;
    for (int64_t i = 0, count = r ? array_size(r) / 2 : 0; i < count; i++, v += 2, to += 2) {
        to[0] = t.a * v[0] + t.c * v[1] + t.e;
        to[1] = t.b * v[0] + t.d * v[1] + t.f;
    }
    array_release(vm, from);
    return r ? VAL(r) : NULL;
}
FN(fn_count_bboxes_overlapping_bbox)
{
    PlotRect r;
    NdArray *boxes = rect_from(vm, args[0], &r) ? rows_of(vm, args[1], 2, 2, "Bbox array") : NULL;
    if (!boxes) return NULL;
    double left = r.x2 < r.x1 ? r.x2 : r.x1, right = r.x2 < r.x1 ? r.x1 : r.x2, low = r.y2 < r.y1 ? r.y2 : r.y1, high = r.y2 < r.y1 ? r.y1 : r.y2;
    const double *b = data_of(boxes);
    int64_t count = 0;
    for (int64_t i = 0; i < boxes->shape[0]; i++, b += 4) {
        double x1 = b[2] < b[0] ? b[2] : b[0], x2 = b[2] < b[0] ? b[0] : b[2], y1 = b[3] < b[1] ? b[3] : b[1], y2 = b[3] < b[1] ? b[1] : b[3];
        count += !(x2 <= left || y2 <= low || x1 >= right || y1 >= high);
    }
    array_release(vm, boxes);
    return make_small(count);
}

static bool sorted_ints(const int64_t *v, int64_t n)
{
    for (int64_t i = 1; i < n; i++)
        if (v[i] < v[i - 1]) return false;
    return true;
}
static bool sorted_doubles(const double *v, int64_t n)
{
    int64_t i = 0;
    while (i < n && !isfinite(v[i])) i++;
    if (i == n) return false;
    for (double last = v[i]; i < n; i++) {
        if (!isfinite(v[i])) continue;
        if (v[i] < last) return false;
        last = v[i];
    }
    return true;
}
FN(fn_is_sorted)
{
    Np *np = np_state(vm);
    NdArray *any = np ? array_from(vm, np, args[0], NULL, 0, 0, 0, ORDER_KEEP) : NULL;
    if (!any || !has_dims(vm, any, 1, 1)) return array_release(vm, any), NULL;
    int64_t n_items = any->shape[0];
    bool whole = any->descr->num == NP_LONG || any->descr->num == NP_LONGLONG, sorted = true;
    NdArray *a = n_items < 2 ? array_retain(any) : array_as(vm, any, descr_shared(np, whole ? NP_LONG : NP_DOUBLE), ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE);
    array_release(vm, any);
    if (!a) return NULL;
    if (n_items >= 2) sorted = whole ? sorted_ints((const int64_t *)(void *)a->data, n_items) : sorted_doubles(data_of(a), n_items);
    array_release(vm, a);
    return make_bool(sorted);
}

/* ---- paths on their way to a page ---- */
FN(fn_convert_path_to_polygons)
{
    Path p;
    Affine t;
    double size[2] = {0, 0};
    int closed_only = args[4] ? op_truth(vm, args[4]) : 1;
    if (closed_only < 0 || (args[2] && !num_to_double(vm, args[2], &size[0])) || (args[3] && !num_to_double(vm, args[3], &size[1])) || !path_open(vm, args[0], &p)) return NULL;
    Steps s = {.vm = vm};
    bool ok = affine_from(vm, args[1], &t) && path_steps(vm, &p, &t, &s);
    if (ok) steps_drop_nans(&s, p.codes != NULL);
    if (ok && size[0] != 0 && size[1] != 0) ok = steps_clip(&s, (PlotRect){0, 0, size[0], size[1]});
    if (ok && p.should_simplify) ok = steps_simplify(&s, p.threshold);
    Value list = ok && steps_flatten(&s) ? steps_polygons(&s, closed_only) : NULL;
    steps_free(&s);
    path_close(vm, &p);
    return list;
}

static bool simplify_from(VM *vm, Ref v, const Path *p, bool *out)
{
    int truth = is_none(v) ? p->should_simplify : op_truth(vm, v);
    *out = truth > 0;
    return truth >= 0;
}
static bool clip_steps(Steps *s, PlotRect r) { return !(r.x1 < r.x2 && r.y1 < r.y2) || steps_clip(s, r); }

static Value steps_arrays(VM *vm, const Steps *s) /* points and codes, and a STOP */
{
    NdArray *points = new_array(vm, NP_DOUBLE, s->n + 1, 2), *codes = points ? new_array(vm, NP_UBYTE, s->n + 1, 0) : NULL;
    for (int64_t i = 0; codes && i <= s->n; i++) {
        double *to = (double *)(void *)points->data + 2 * i;
        const Step stop = {0, 0, PATH_STOP}, *p = i < s->n ? &s->at[i] : &stop;
        to[0] = p->x;
        to[1] = p->y;
        ((uint8_t *)codes->data)[i] = (uint8_t)p->code;
    }
    Value r = codes ? tuple_of(vm, 2, REF(points), REF(codes)) : NULL;
    array_release(vm, points);
    array_release(vm, codes);
    return r;
}
FN(fn_cleanup_path)
{
    Path p;
    Affine t;
    PlotRect r;
    Snap snap;
    Sketch sketch;
    double width;
    bool simplify;
    if (!path_open(vm, args[0], &p)) return NULL;
    Steps s = {.vm = vm};
    int drop = affine_from(vm, args[1], &t) ? op_truth(vm, args[2]) : -1;
    int curves = drop >= 0 && rect_from(vm, args[3], &r) && snap_from(vm, args[4], &snap) && num_to_double(vm, args[5], &width) && simplify_from(vm, args[6], &p, &simplify) ? op_truth(vm, args[7]) : -1;
    bool ok = curves >= 0 && sketch_from(vm, args[8], &sketch) && path_steps(vm, &p, &t, &s);
    if (ok && drop) steps_drop_nans(&s, p.codes != NULL);
    ok = ok && clip_steps(&s, r);
    if (ok && steps_snaps(&s, snap, p.n)) steps_snap(&s, width);
    if (ok && simplify) ok = steps_simplify(&s, p.threshold);
    if (ok && !(curves && sketch.scale == 0)) ok = steps_flatten(&s) && steps_sketch(&s, &sketch);
    Value result = ok ? steps_arrays(vm, &s) : NULL;
    steps_free(&s);
    path_close(vm, &p);
    return result;
}

static bool operators_open(VM *vm, Ref v, TextForm *form) /* all are released by operators_close, also when it failed */
{
    if (!is_list(v) && !is_tuple(v)) return err_false(vm, EXC_TypeError, "convert_to_string() argument 7 must be 5-item sequence, not %T", v);
    Value t = tuple_from_iter(vm, v);
    bool ok = t && (as_tuple(t)->len == 5 || err_false(vm, EXC_TypeError, "convert_to_string() argument 7 must be sequence of length 5, not %lld", as_tuple(t)->len));
    for (int i = 0; ok && i < 5; i++) {
        BufferView view;
        ok = buffer_get(vm, as_tuple(t)->items[i], &view);
        if (ok) form->codes[i] = view;
    }
    release(vm, t);
    return ok;
}
static void operators_close(VM *vm, TextForm *form)
{
    for (int i = 0; i < 5; i++)
        if (form->codes[i].owner) buffer_release(vm, &form->codes[i]);
}
FN(fn_convert_to_string)
{
    Path p;
    Affine t;
    PlotRect r;
    Sketch sketch;
    bool simplify;
    int64_t precision;
    TextForm form = {0};
    if (!path_open(vm, args[0], &p)) return NULL;
    Steps s = {.vm = vm};
    bool ok = affine_from(vm, args[1], &t) && rect_from(vm, args[2], &r) && simplify_from(vm, args[3], &p, &simplify) && sketch_from(vm, args[4], &sketch) && num_index_i64(vm, args[5], &precision) &&
              operators_open(vm, args[6], &form);
    int postfix = ok ? op_truth(vm, args[7]) : -1;
    ok = ok && postfix >= 0 && path_steps(vm, &p, &t, &s);
    if (ok && precision > 1000) ok = err_false(vm, EXC_ValueError, "precision too big");
    if (ok) {
        form.postfix = postfix;
        form.precision = precision < 0 ? -1 : (int)precision;
        steps_drop_nans(&s, p.codes != NULL);
    }
    ok = ok && clip_steps(&s, r) && (!simplify || !p.n || steps_simplify(&s, p.threshold));
    if (ok && sketch.scale != 0) ok = steps_flatten(&s) && steps_sketch(&s, &sketch);
    Value text = ok ? steps_text(&s, &form) : NULL;
    operators_close(vm, &form);
    steps_free(&s);
    path_close(vm, &p);
    return text;
}

static const NativeDef functions[] = {
    {"point_in_path", fn_point_in_path, "x, y, radius, path, trans, /", "Does the path, grown by half of the radius, hold the point?", NATIVE_PARSED},
    {"points_in_path", fn_points_in_path, "points, radius, path, trans, /", "The same for many points: an array of 0 and 1.", NATIVE_PARSED},
    {"point_on_path", fn_point_on_path, "x, y, radius, path, trans, /", "Does the path as a line, the radius wide on each side, hold the point?", NATIVE_PARSED},
    {"points_on_path", fn_points_on_path, "points, radius, path, trans, /", "The same for many points: an array of 0 and 1.", NATIVE_PARSED},
    {"get_path_extents", fn_get_path_extents, "path, trans, /", "The least box that holds all its points.", NATIVE_PARSED},
    {"update_path_extents", fn_update_path_extents, "path, trans, rect, minpos, ignore, /", "A box made to hold a path: it, the least positions above zero, and whether anything changed.", NATIVE_PARSED},
    {"get_path_collection_extents", fn_get_path_collection_extents, "master_transform, paths, transforms, offsets, offset_transform, /", "The least box that holds a collection, and its least positions above zero.",
     NATIVE_PARSED},
    {"point_in_path_collection", fn_point_in_path_collection, "x, y, radius, master_transform, paths, transforms, offsets, offset_trans, filled, /", "The numbers of a collection's items that hold the point.",
     NATIVE_PARSED},
    {"path_in_path", fn_path_in_path, "path_a, trans_a, path_b, trans_b, /", "Does the first path hold all points of the second?", NATIVE_PARSED},
    {"clip_path_to_rect", fn_clip_path_to_rect, "path, rect, inside, /", "The polygons that are left of a path in a rectangle.", NATIVE_PARSED},
    {"affine_transform", fn_affine_transform, "points, trans, /", "Points by an affine matrix.", NATIVE_PARSED},
    {"count_bboxes_overlapping_bbox", fn_count_bboxes_overlapping_bbox, "bbox, bboxes, /", "How many of the boxes overlap the one.", NATIVE_PARSED},
    {"path_intersects_path", fn_path_intersects_path, "p1, p2, filled", "Do two paths cross, or, where they are filled, overlap?", NATIVE_KW | NATIVE_PARSED},
    {"path_intersects_rectangle", fn_path_intersects_rectangle, "path, rect_x1, rect_y1, rect_x2, rect_y2, filled=False", "Does a path meet a rectangle?", NATIVE_KW | NATIVE_PARSED},
    {"convert_path_to_polygons", fn_convert_path_to_polygons, "path, transform, width=0, height=0, closed_only=False", "The polygons of a path, its curves as lines.", NATIVE_KW | NATIVE_PARSED},
    {"cleanup_path", fn_cleanup_path, "path, trans, remove_nans, clip_rect, snap_mode, stroke_width, simplify, return_curves, sketch, /", "A path as it is drawn: points and codes.", NATIVE_PARSED},
    {"convert_to_string", fn_convert_to_string, "path, trans, clip_rect, simplify, sketch, precision, codes, postfix, /", "A path in a page's language: bytes.", NATIVE_PARSED},
    {"is_sorted", fn_is_sorted, "array, /", "Is no number less than one before it? NaNs do not count.", 0},
    {0},
};
const ModuleDef plots_path_module = {.name = "matplotlib._path", .doc = "Paths: what lies in them, where they meet, what becomes of them on a page.", .functions = functions};
