/* mesh_finder.c: in which triangle does a point lie? The plane is a grid of cells, each with the triangles that reach into it. A point on an edge belongs to the triangle above it, else to the one
 * below; a point that is a corner to the first triangle that has it. */
#include <math.h>
#include <stdlib.h>

#include "lang/object/args.h"
#include "lang/object/vm.h"
#include "mesh.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
enum { SIDE_MOST = 2048 };

typedef struct Finder {
    Obj head;
    Mesh *mesh;
    double x0, y0, step_x, step_y; /* of cells */
    int32_t side;                  /* cells along x and y; 0: not initialized */
    int32_t *starts, *tris;        /* where each cell's triangles begin; them */
    int32_t *first;                /* a corner's first triangle */
    uint8_t *upper;                /* of a triangle's edges (bits): there is a triangle above */
    int64_t n_tris, n_points, n_mesh;
} Finder;
static Finder *as_finder(Ref v) { return (Finder *)BITS(v); }
static size_t starts_room(const Finder *f) { return ((size_t)f->side * (size_t)f->side + 1) * sizeof *f->starts; }

static void forget(VM *vm, Finder *f)
{
    mem_free(vm->mem, f->starts, f->starts ? starts_room(f) : 0);
    mem_free(vm->mem, f->tris, f->tris ? (size_t)f->n_tris * sizeof *f->tris : 0);
    mem_free(vm->mem, f->first, f->first ? (size_t)f->n_points * sizeof *f->first : 0);
    mem_free(vm->mem, f->upper, f->upper ? (size_t)f->n_mesh : 0);
    f->starts = f->tris = f->first = NULL;
    f->upper = NULL;
    f->side = 0;
}

/* ---- the grid ---- */
static int32_t cell_along(double v, double from, double step, int32_t side)
{
    double at = (v - from) / step;
    return !(at > 0) ? 0 : at >= side ? side - 1 : (int32_t)at;
}
typedef struct Cells { int32_t x0, y0, x1, y1; } Cells;
static Cells cells_of(const Finder *f, int64_t tri)
{
    Cells c = {f->side, f->side, -1, -1};
    for (int i = 0; i < 3; i++) {
        int32_t p = mesh_corners(f->mesh)[3 * tri + i], x = cell_along(mesh_x(f->mesh)[p], f->x0, f->step_x, f->side), y = cell_along(mesh_y(f->mesh)[p], f->y0, f->step_y, f->side);
        if (x < c.x0) c.x0 = x;
        if (x > c.x1) c.x1 = x;
        if (y < c.y0) c.y0 = y;
        if (y > c.y1) c.y1 = y;
    }
    return c;
}
static void find_bounds(Finder *f)
{
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int64_t i = 0; i < mesh_points(f->mesh); i++) {
        x0 = fmin(x0, mesh_x(f->mesh)[i]);
        x1 = fmax(x1, mesh_x(f->mesh)[i]);
        y0 = fmin(y0, mesh_y(f->mesh)[i]);
        y1 = fmax(y1, mesh_y(f->mesh)[i]);
    }
    double side = sqrt((double)mesh_count(f->mesh));
    f->side = side < 1 ? 1 : side > SIDE_MOST ? SIDE_MOST : (int32_t)side;
    f->x0 = x0;
    f->y0 = y0;
    f->step_x = x1 > x0 ? (x1 - x0) / f->side : 1;
    f->step_y = y1 > y0 ? (y1 - y0) / f->side : 1;
}
/* Each cell's triangles: counted, then put. A triangle as wide as the plane reaches into every cell, so the work is counted first: the cells grow until it is bearable. */
static int64_t count_tris(Finder *f)
{
    for (;; f->side /= 2, f->step_x *= 2, f->step_y *= 2) {
        int64_t n = 0, most = 64 * mesh_count(f->mesh) + 1024;
        for (int64_t tri = 0; n <= most && tri < mesh_count(f->mesh); tri++) {
            Cells c = cells_of(f, tri);
            if (!mesh_is_masked(f->mesh, tri)) n += (int64_t)(c.x1 - c.x0 + 1) * (c.y1 - c.y0 + 1);
        }
        if (f->side == 1 || n <= most) return n;
        if (f->side % 2) { /* (an odd number of cells is halved upwards in room) */
            f->step_x *= (double)f->side / (f->side - 1);
            f->step_y *= (double)f->side / (f->side - 1);
        }
    }
}
static void fill_cells(Finder *f)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t tri = 0; tri < mesh_count(f->mesh); tri++) {
            if (mesh_is_masked(f->mesh, tri)) continue;
            Cells c = cells_of(f, tri);
            for (int32_t y = c.y0; y <= c.y1; y++)
                for (int32_t x = c.x0; x <= c.x1; x++) {
                    int32_t cell = y * f->side + x;
                    if (!pass) f->starts[cell + 1]++;
                    else f->tris[f->starts[cell]++] = (int32_t)tri;
                }
        }
        int32_t cells = f->side * f->side;
        for (int32_t i = 0; !pass && i < cells; i++) f->starts[i + 1] += f->starts[i];
        for (int32_t i = cells; pass && i > 0; i--) f->starts[i] = f->starts[i - 1]; /* (filling moved them on) */
        if (pass) f->starts[0] = 0;
    }
}

/* ---- sides of edges ---- */
typedef struct Spot { double x, y; } Spot;
static Spot spot_of(const Finder *f, int32_t p) { return (Spot){mesh_x(f->mesh)[p], mesh_y(f->mesh)[p]}; }
static bool is_right_of(Spot a, Spot b) { return a.x == b.x ? a.y > b.y : a.x > b.x; }
/* Of an edge taken from its left end to its right one: above it > 0, below < 0. An edge reads the same from both its triangles, to the last bit. */
static double side_of(Spot from, Spot to, Spot p)
{
    Spot left = is_right_of(from, to) ? to : from, right = is_right_of(from, to) ? from : to;
    return -((p.x - left.x) * (right.y - left.y) - (p.y - left.y) * (right.x - left.x));
}
static bool lies_above(Spot from, Spot to) { return is_right_of(to, from); } /* does the triangle lie above this edge of its own? */
static bool holds(const Finder *f, int32_t tri, Spot p)
{
    for (int e = 0; e < 3; e++) {
        MeshEdge edge = {tri, e};
        Spot from = spot_of(f, mesh_start(f->mesh, edge)), to = spot_of(f, mesh_end(f->mesh, edge));
        double side = side_of(from, to, p);
        bool above = lies_above(from, to);
        if (side == 0 ? !above && (f->upper[tri] >> e & 1) : !(above ? side > 0 : side < 0)) return false;
    }
    return true;
}
static int32_t find_one(const Finder *f, Spot p)
{
    int32_t cell = cell_along(p.y, f->y0, f->step_y, f->side) * f->side + cell_along(p.x, f->x0, f->step_x, f->side), found = -1;
    for (int32_t i = f->starts[cell]; i < f->starts[cell + 1]; i++) {
        int32_t tri = f->tris[i];
        for (int c = 0; c < 3; c++) {
            int32_t corner = mesh_corners(f->mesh)[3 * tri + c];
            if (mesh_x(f->mesh)[corner] == p.x && mesh_y(f->mesh)[corner] == p.y) return f->first[corner];
        }
        if (found < 0 && holds(f, tri, p)) found = tri;
    }
    return found;
}

/* ---- setting up ---- */
static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
/* An edge that two triangles have on the same side: they overlap. */
static bool is_valid(VM *vm, const Mesh *m)
{
    size_t room = 3 * (size_t)mesh_count(m) * sizeof(uint64_t), n = 0;
    uint64_t *edges = mem_alloc(vm->mem, room);
    if (!edges) return err_no_memory(vm), false;
    for (int32_t i = 0; i < 3 * mesh_count(m); i++)
        if (!mesh_is_masked(m, i / 3)) edges[n++] = (uint64_t)mesh_start(m, (MeshEdge){i / 3, i % 3}) << 32 | (uint32_t)mesh_end(m, (MeshEdge){i / 3, i % 3});
    qsort(edges, n, sizeof *edges, by_number);
    bool twice = false;
    for (size_t i = 1; i < n; i++) twice |= edges[i] == edges[i - 1];
    mem_free(vm->mem, edges, room);
    return !twice || err_false(vm, EXC_RuntimeError, "In initialize: Triangulation is invalid");
}
static bool make_tables(VM *vm, Finder *f)
{
    const Mesh *m = f->mesh;
    f->n_points = mesh_points(m);
    f->n_mesh = mesh_count(m);
    find_bounds(f);
    if ((f->n_tris = count_tris(f)) > INT32_MAX) return err_no_memory(vm), false;
    f->starts = mem_zalloc(vm->mem, starts_room(f));
    f->tris = mem_alloc(vm->mem, (size_t)f->n_tris * sizeof *f->tris);
    f->first = mem_alloc(vm->mem, (size_t)f->n_points * sizeof *f->first);
    f->upper = mem_zalloc(vm->mem, (size_t)f->n_mesh);
    if (!f->starts || !f->tris || !f->first || !f->upper) return err_no_memory(vm), false;
    for (int64_t i = 0; i < f->n_points; i++) f->first[i] = -1;
    for (int32_t i = 0; i < 3 * f->n_mesh; i++) {
        int32_t tri = i / 3, p = mesh_corners(m)[i];
        if (mesh_is_masked(m, tri)) continue;
        if (f->first[p] < 0) f->first[p] = tri;
        MeshEdge e = {tri, i % 3};
        if (((const int32_t *)(void *)m->neighbors->data)[i] >= 0 && !lies_above(spot_of(f, mesh_start(m, e)), spot_of(f, mesh_end(m, e)))) f->upper[tri] |= (uint8_t)(1 << e.edge);
    }
    fill_cells(f);
    return true;
}
FN(f_initialize)
{
    Finder *f = as_finder(args[0]);
    forget(vm, f);
    if (!mesh_find_neighbors(vm, f->mesh) || !mesh_corners_exist(vm, f->mesh) || !is_valid(vm, f->mesh)) return NULL;
    if (make_tables(vm, f)) return V_NONE;
    forget(vm, f);
    return NULL;
}
static Value found(VM *vm, const Finder *f, const NdArray *x, const NdArray *y)
{
    if (x->ndim != y->ndim || (x->ndim && x->shape[0] != y->shape[0])) return err_raise(vm, EXC_ValueError, "x and y must be array-like with same shape");
    if (!f->side || f->n_mesh != mesh_count(f->mesh)) return err_raise(vm, EXC_RuntimeError, "the finder is not initialized");
    Np *np = np_state(vm);
    NdArray *out = np ? array_new(vm, np, descr_shared(np, NP_INT), x->shape, x->ndim, ORDER_C) : NULL;
    for (int64_t i = 0; out && i < array_size(x); i++)
        ((int32_t *)(void *)out->data)[i] = find_one(f, (Spot){((const double *)(void *)x->data)[i], ((const double *)(void *)y->data)[i]});
    return VAL(out);
}
FN(f_find_many)
{
    NdArray *x = mesh_doubles(vm, args[1]), *y = x ? mesh_doubles(vm, args[2]) : NULL;
    Value r = y ? found(vm, as_finder(args[0]), x, y) : NULL;
    array_release(vm, x);
    array_release(vm, y);
    return r;
}

static void dealloc(VM *vm, Obj *o)
{
    Finder *f = (Finder *)o;
    forget(vm, f);
    release(vm, VAL(f->mesh));
    obj_free(vm, o, sizeof *f);
}
static Value finder_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Mesh *mesh;
    if (!args_no_kw(vm, "TrapezoidMapTriFinder", kwnames) || !mesh_args(vm, n, 1) || !mesh_arg(vm, args[0], &mesh)) return NULL;
    Finder *f = (Finder *)obj_alloc(vm, as_type(cls), sizeof *f);
    if (f) f->mesh = (Mesh *)BITS(retain(REF(mesh)));
    return VAL(f);
}
static const NativeDef methods[] = {
    {"find_many", f_find_many, "self, x, y, /", "The triangles in which points lie; -1: in none.", NATIVE_PARSED},
    {"initialize", f_initialize, "self, /", "Reads the triangles; again after their mask has changed.", 0},
    {0},
};
const TypeDef mesh_finder_def = {.name = "matplotlib._tri.TrapezoidMapTriFinder", .doc = "Finds the triangle in which a point lies.", .kind = KIND_OPAQUE, .size = sizeof(Finder), .flags = TYPE_BASE,
    .s = {.new_ = finder_new}, .dealloc = dealloc, .methods = methods};
