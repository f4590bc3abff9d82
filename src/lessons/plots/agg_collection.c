/* agg_collection.c: many shapes in one call: paths, transforms, places, colours and widths go round by turns, each in its own time; meshes of quadrilaterals are such a collection. */
#include <math.h>

#include "agg.h"

typedef struct Collection {
    Path *paths;           /* n_paths of them; or NULL: the quadrilaterals of a mesh */
    int64_t n_paths;
    const double *mesh;    /* (rows + 1, columns + 1, 2) */
    int64_t columns;
    Affine master, offsets_by;
    NdArray *transforms, *offsets, *faces, *edges, *widths, *smooth;
    Dashes *dashes;
    int64_t n_dashes;
} Collection;

static int64_t rows_of(const NdArray *a) { return a && array_size(a) ? a->shape[0] : 0; }
static const double *row_of(const NdArray *a, int64_t i, int64_t width) { return (const double *)(void *)a->data + i % a->shape[0] * width; }
static Rgba rgba_at(const NdArray *a, int64_t i)
{
    const double *c = row_of(a, i, 4);
    return (Rgba){c[0], c[1], c[2], c[3]};
}

static bool mesh_steps(const Collection *k, int64_t i, const Affine *t, Steps *s)
{
    static const int corner[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}; /* row, column */
    int64_t row = i / k->columns, column = i % k->columns;
    s->n = 0;
    for (int c = 0; c < 5; c++) {
        const double *p = k->mesh + ((row + corner[c][0]) * (k->columns + 1) + column + corner[c][1]) * 2;
        double x = p[0], y = p[1];
        affine_apply(t, &x, &y);
        if (!steps_add(s, c ? PATH_LINETO : PATH_MOVETO, x, y)) return false;
    }
    return true;
}

static Affine transform_at(const Renderer *r, const Collection *k, int64_t i)
{
    Affine t = k->master;
    if (rows_of(k->transforms)) {
        Affine own;
        affine_of_matrix(row_of(k->transforms, i, 9), &own);
        t = affine_then(own, k->master);
    }
    if (rows_of(k->offsets)) {
        const double *p = row_of(k->offsets, i, 2);
        double x = p[0], y = p[1];
        affine_apply(&k->offsets_by, &x, &y);
        t = affine_moved(t, x, y);
    }
    return turned_over(r, t);
}

static bool draw_one(Renderer *r, Context *c, const Collection *k, int64_t i, Steps *s)
{
    const Path *p = k->paths ? &k->paths[i % k->n_paths] : NULL;
    Affine t = transform_at(r, k, i);
    Rgba face = {0, 0, 0, 0};
    c->line_width = 0;
    if (rows_of(k->faces)) face = rgba_at(k->faces, i);
    if (rows_of(k->edges)) {
        c->color = rgba_at(k->edges, i);
        c->line_width = rows_of(k->widths) ? *row_of(k->widths, i, 1) : 1;
        if (k->n_dashes) c->dashes = k->dashes[i % k->n_dashes];
    }
    if (rows_of(k->smooth)) c->smooth = k->smooth->data[i % k->smooth->shape[0]];
    if (!(p ? path_steps(r->vm, p, &t, s) : mesh_steps(k, i, &t, s))) return false;
    steps_drop_nans(s, p && p->codes);
    if (!rows_of(k->faces) && !c->hatch.n && !steps_clip(s, (PlotRect){0, 0, (double)r->width, (double)r->height})) return false;
    if (steps_snaps(s, c->snap, p ? p->n : 5)) steps_snap(s, to_pixels(r, c->line_width));
    return steps_flatten(s) && renderer_shape(r, c, s, face);
}

static bool draw_all(Renderer *r, Context *c, const Collection *k)
{
    int64_t n = rows_of(k->offsets) > k->n_paths ? rows_of(k->offsets) : k->n_paths;
    if (!k->n_paths || (!rows_of(k->faces) && !rows_of(k->edges))) return true;
    const Dashes own = c->dashes; /* (what the collection says stands in its place meanwhile) */
    Steps s = {.vm = r->vm};
    renderer_clip(r, c->clip);
    bool ok = renderer_mask(r, c);
    for (int64_t i = 0; ok && i < n; i++) ok = vm_poll(r->vm) && draw_one(r, c, k, i, &s);
    steps_free(&s);
    c->dashes = own;
    return ok;
}

static void collection_close(VM *vm, Collection *k)
{
    NdArray *const arrays[] = {k->transforms, k->offsets, k->faces, k->edges, k->widths, k->smooth};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) array_release(vm, arrays[i]);
    for (int64_t i = 0; k->paths && i < k->n_paths; i++) path_close(vm, &k->paths[i]);
    for (int64_t i = 0; i < k->n_dashes; i++) dashes_free(vm, &k->dashes[i]);
    if (k->paths) mem_free(vm->mem, k->paths, (size_t)k->n_paths * sizeof *k->paths);
    mem_free(vm->mem, k->dashes, (size_t)k->n_dashes * sizeof *k->dashes);
}

static bool open_paths(VM *vm, Collection *k, Ref v)
{
    Value list = list_from_iter(vm, v);
    int64_t n = list ? as_list(list)->len : 0;
    if (n && !(k->paths = mem_zalloc(vm->mem, (size_t)n * sizeof *k->paths))) err_no_memory(vm);
    bool ok = list && (!n || k->paths);
    if (ok) k->n_paths = n;
    for (int64_t i = 0; ok && i < n; i++) ok = path_open(vm, as_list(list)->items[i], &k->paths[i]); /* (nobody else has this list) */
    release(vm, list);
    return ok;
}

static bool open_dashes(VM *vm, Collection *k, Ref v)
{
    Value list = list_from_iter(vm, v);
    int64_t n = list ? as_list(list)->len : 0;
    if (n && !(k->dashes = mem_zalloc(vm->mem, (size_t)n * sizeof *k->dashes))) err_no_memory(vm);
    bool ok = list && (!n || k->dashes);
    if (ok) k->n_dashes = n;
    for (int64_t i = 0; ok && i < n; i++) ok = dashes_from(vm, as_list(list)->items[i], &k->dashes[i]);
    release(vm, list);
    return ok;
}

static NdArray *matrices(VM *vm, Ref v)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_from(vm, np, v, descr_shared(np, NP_DOUBLE), 0, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
    if (!a || (a->ndim == 3 && (!a->shape[0] || (a->shape[1] == 3 && a->shape[2] == 3)))) return a;
    Value shape = a->ndim == 3 ? np_dims_tuple(vm, a->shape, a->ndim) : (err_raise(vm, EXC_ValueError, "Expected 3-dimensional array, got %d", (int)a->ndim), NO_VALUE);
    if (shape) err_raise(vm, EXC_ValueError, "transforms must have shape (N, 3, 3), got %R", shape);
    release(vm, shape);
    array_release(vm, a);
    return NULL;
}

/* Places have their own words for a wrong shape. */
static NdArray *places(VM *vm, Ref v)
{
    NdArray *a = plot_doubles(vm, v, 2);
    if (!a || !array_size(a) || a->shape[1] == 2) return a;
    err_raise(vm, EXC_ValueError, "Points must be Nx2 array, got %lldx%lld", a->shape[0], a->shape[1]);
    array_release(vm, a);
    return NULL;
}

static NdArray *flags(VM *vm, Ref v)
{
    Np *np = np_state(vm);
    return np ? array_from(vm, np, v, descr_shared(np, NP_UBYTE), 1, 1, ARRAY_C | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
}

METHOD(agg_draw_collection)
{
    enum { SELF, GC, MASTER, PATHS, TRANSFORMS, OFFSETS, OFFSETS_BY, FACES, EDGES, WIDTHS, DASHES, SMOOTH };
    Renderer *r = as_renderer(args[SELF]);
    Context c;
    Collection k = {0};
    if (!context_open(vm, args[GC], &c)) return NO_VALUE;
    bool ok = affine_from(vm, args[MASTER], &k.master) && open_paths(vm, &k, args[PATHS]) && (k.transforms = matrices(vm, args[TRANSFORMS])) &&
              (k.offsets = places(vm, args[OFFSETS])) && affine_from(vm, args[OFFSETS_BY], &k.offsets_by) && (k.faces = plot_points(vm, args[FACES], 4, "colors")) &&
              (k.edges = plot_points(vm, args[EDGES], 4, "colors")) && (k.widths = plot_doubles(vm, args[WIDTHS], 1)) && open_dashes(vm, &k, args[DASHES]) && (k.smooth = flags(vm, args[SMOOTH])) &&
              draw_all(r, &c, &k);
    collection_close(vm, &k);
    context_close(vm, &c);
    return ok ? V_NONE : NO_VALUE;
}

/* (rows + 1, columns + 1, 2) */
static NdArray *mesh_of(VM *vm, Ref v, int64_t columns, int64_t rows)
{
    NdArray *a = plot_doubles(vm, v, 3);
    if (!a || (columns >= 0 && rows >= 0 && a->shape[0] == rows + 1 && a->shape[1] == columns + 1 && a->shape[2] == 2)) return a;
    Value shape = np_dims_tuple(vm, a->shape, 3);
    if (shape) err_raise(vm, EXC_ValueError, "coordinates must have shape (%lld, %lld, 2), got %R", rows + 1, columns + 1, shape);
    release(vm, shape);
    array_release(vm, a);
    return NULL;
}

METHOD(agg_draw_mesh)
{
    enum { SELF, GC, MASTER, COLUMNS, ROWS, COORDINATES, OFFSETS, OFFSETS_BY, FACES, SMOOTH, EDGES };
    Renderer *r = as_renderer(args[SELF]);
    Context c;
    Collection k = {0};
    int64_t rows;
    NdArray *mesh = NULL, *width = NULL;
    if (!num_index_i64(vm, args[COLUMNS], &k.columns) || !num_index_i64(vm, args[ROWS], &rows) || !context_open(vm, args[GC], &c)) return NO_VALUE;
    int smooth = op_truth(vm, args[SMOOTH]);
    bool ok = smooth >= 0 && affine_from(vm, args[MASTER], &k.master) && (mesh = mesh_of(vm, args[COORDINATES], k.columns, rows)) && (k.offsets = places(vm, args[OFFSETS])) &&
              affine_from(vm, args[OFFSETS_BY], &k.offsets_by) && (k.faces = plot_points(vm, args[FACES], 4, "colors")) && (k.edges = plot_points(vm, args[EDGES], 4, "colors")) &&
              (width = plot_doubles(vm, make_float(c.line_width), 1));
    if (ok) {
        k.mesh = (const double *)(void *)mesh->data;
        k.n_paths = k.columns * rows;
        k.widths = width;
        c.smooth = smooth;
        ok = draw_all(r, &c, &k);
    } else array_release(vm, width);
    collection_close(vm, &k);
    array_release(vm, mesh);
    context_close(vm, &c);
    return ok ? V_NONE : NO_VALUE;
}
