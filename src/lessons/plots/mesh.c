/* mesh.c: the module matplotlib._tri and its Triangulation: edges, neighbours, outlines and planes of triangles over points. */
#include <stdlib.h>

#include "lang/object/args.h"
#include "lang/object/vm.h"
#include "mesh.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- arguments ---- */
bool mesh_args(VM *vm, int n, int wanted) { return n == wanted || err_false(vm, EXC_TypeError, "function takes exactly %d argument%s (%d given)", wanted, wanted == 1 ? "" : "s", n); }
bool mesh_arg(VM *vm, Ref v, Mesh **out)
{
    MeshState *s = module_state(vm, &mesh_module);
    if (!s) return false;
    if (!is_instance_of(vm, v, s->mesh)) return err_false(vm, EXC_TypeError, "argument 1 must be matplotlib._tri.Triangulation, not %T", v);
    *out = as_mesh(v);
    return true;
}
NdArray *mesh_array(VM *vm, Ref v, Num num, int ndim)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_from(vm, np, v, descr_shared(np, num), 0, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C) : NULL;
    if (!a || a->ndim <= ndim) return a;
    array_release(vm, a);
    return err_raise(vm, EXC_ValueError, "object too deep for desired array"), NULL;
}
NdArray *mesh_doubles(VM *vm, Ref v) { return mesh_array(vm, v, NP_DOUBLE, 1); }
static NdArray *table(VM *vm, Num num, int64_t rows, int64_t columns)
{
    Np *np = np_state(vm);
    return np ? array_new(vm, np, descr_shared(np, num), (int64_t[]){rows, columns}, 2, ORDER_C) : NULL;
}

/* ---- edges ---- */
MeshEdge mesh_beyond(const Mesh *m, MeshEdge e)
{
    int32_t tri = ((const int32_t *)(void *)m->neighbors->data)[3 * e.tri + e.edge], point = mesh_end(m, e);
    if (tri < 0 || tri >= mesh_count(m)) return (MeshEdge){-1, -1};
    for (int32_t edge = 0; edge < 3; edge++)
        if (mesh_corners(m)[3 * tri + edge] == point) return (MeshEdge){tri, edge};
    return (MeshEdge){-1, -1}; /* (neighbours that a program gave and that are none) */
}
bool mesh_corners_exist(VM *vm, const Mesh *m)
{
    for (int64_t i = 0; i < 3 * mesh_count(m); i++)
        if (mesh_corners(m)[i] < 0 || mesh_corners(m)[i] >= mesh_points(m))
            return err_false(vm, EXC_IndexError, "a triangle's corner is point %d of %lld", mesh_corners(m)[i], (long long)mesh_points(m));
    return true;
}

/* Edges by both their ends in a table of open addressing: what waits for the triangle on its other side. */
typedef struct Waiting { uint64_t key; MeshEdge edge; } Waiting;
static uint64_t edge_key(uint32_t from, uint32_t to) { return (uint64_t)from << 32 | to; }
static Waiting *wait_slot(Waiting *slots, uint64_t mask, uint64_t key)
{
    uint64_t h = key * 0x9E3779B97F4A7C15u;
    for (h ^= h >> 29;; h++) {
        Waiting *w = &slots[h & mask];
        if (w->key == key || w->key == UINT64_MAX) return w;
    }
}
static void match(Mesh *m, Waiting *slots, uint64_t mask, MeshEdge e)
{
    int32_t *neighbors = (int32_t *)(void *)m->neighbors->data;
    uint32_t from = (uint32_t)mesh_start(m, e), to = (uint32_t)mesh_end(m, e);
    Waiting *other = wait_slot(slots, mask, edge_key(to, from));
    if (other->key != UINT64_MAX && other->edge.tri >= 0) {
        neighbors[3 * e.tri + e.edge] = other->edge.tri;
        neighbors[3 * other->edge.tri + other->edge.edge] = e.tri;
        other->edge.tri = -1; /* its key stays: others may stand behind it */
    } else *wait_slot(slots, mask, edge_key(from, to)) = (Waiting){edge_key(from, to), e};
}
bool mesh_find_neighbors(VM *vm, Mesh *m)
{
    if (m->neighbors) return true;
    if (!mesh_corners_exist(vm, m)) return false;
    uint64_t room = 16;
    while (room < 6u * (uint64_t)mesh_count(m)) room *= 2;
    Waiting *slots = mem_alloc(vm->mem, room * sizeof *slots);
    if (!slots) return err_no_memory(vm), false;
    for (uint64_t i = 0; i < room; i++) slots[i].key = UINT64_MAX;
    bool ok = (m->neighbors = table(vm, NP_INT, mesh_count(m), 3));
    if (ok) memset(m->neighbors->data, 0xff, (size_t)mesh_count(m) * 12);
    for (int32_t tri = 0; ok && tri < mesh_count(m); tri++)
        for (int32_t edge = 0; edge < 3 && !mesh_is_masked(m, tri); edge++) match(m, slots, room - 1, (MeshEdge){tri, edge});
    mem_free(vm->mem, slots, room * sizeof *slots);
    return ok;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
/* Each edge once, its greater end first, in order. */
static bool find_edges(VM *vm, Mesh *m)
{
    if (m->edges) return true;
    if (!mesh_corners_exist(vm, m)) return false;
    size_t room = 3 * (size_t)mesh_count(m) * sizeof(uint64_t);
    uint64_t *keys = mem_alloc(vm->mem, room);
    if (!keys) return err_no_memory(vm), false;
    int64_t n = 0, unique = 0;
    for (int32_t tri = 0; tri < mesh_count(m); tri++)
        for (int32_t edge = 0; edge < 3 && !mesh_is_masked(m, tri); edge++) {
            uint32_t from = (uint32_t)mesh_start(m, (MeshEdge){tri, edge}), to = (uint32_t)mesh_end(m, (MeshEdge){tri, edge});
            keys[n++] = from > to ? edge_key(from, to) : edge_key(to, from);
        }
    qsort(keys, (size_t)n, sizeof *keys, by_number);
    for (int64_t i = 0; i < n; i++)
        if (!i || keys[i] != keys[i - 1]) keys[unique++] = keys[i];
    if ((m->edges = table(vm, NP_INT, unique, 2)))
        for (int64_t i = 0; i < unique; i++) {
            ((int32_t *)(void *)m->edges->data)[2 * i] = (int32_t)(keys[i] >> 32);
            ((int32_t *)(void *)m->edges->data)[2 * i + 1] = (int32_t)keys[i];
        }
    mem_free(vm->mem, keys, room);
    return m->edges != NULL;
}

/* ---- outlines ---- */
static size_t border_room(const Mesh *m) { return (size_t)m->n_border * sizeof *m->border; }
static size_t outlines_room(const Mesh *m) { return ((size_t)m->n_border + 1) * sizeof *m->outlines; }
static void forget_border(VM *vm, Mesh *m)
{
    if (!m->has_border) return;
    mem_free(vm->mem, m->border, border_room(m));
    mem_free(vm->mem, m->outlines, outlines_room(m));
    m->border = NULL;
    m->outlines = NULL;
    m->n_border = m->n_outlines = 0;
    m->has_border = false;
}
static bool at_border(const Mesh *m, MeshEdge e) { return !mesh_is_masked(m, e.tri) && ((const int32_t *)(void *)m->neighbors->data)[3 * e.tri + e.edge] < 0; }
/* The next edge of an outline: round the end of this one through the triangles that share the point. */
static MeshEdge next_of_border(const Mesh *m, MeshEdge e)
{
    MeshEdge at = {e.tri, (e.edge + 1) % 3};
    for (int64_t steps = 0; !at_border(m, at) && steps < 3 * mesh_count(m); steps++) {
        MeshEdge beyond = mesh_beyond(m, at);
        if (beyond.tri < 0) break;
        at = (MeshEdge){beyond.tri, (beyond.edge + 1) % 3};
    }
    return at;
}
static void walk_border(Mesh *m, uint8_t *seen)
{
    int64_t n = 0;
    for (int32_t i = 0; i < 3 * mesh_count(m); i++) {
        MeshEdge e = {i / 3, i % 3};
        if (!at_border(m, e) || seen[i]) continue;
        m->outlines[m->n_outlines++] = n;
        for (; at_border(m, e) && !seen[3 * e.tri + e.edge]; e = next_of_border(m, e)) {
            seen[3 * e.tri + e.edge] = 1;
            m->border[n++] = e;
        }
    }
    m->outlines[m->n_outlines] = n;
}
bool mesh_find_border(VM *vm, Mesh *m)
{
    if (m->has_border) return true;
    if (!mesh_find_neighbors(vm, m)) return false;
    size_t count = 3 * (size_t)mesh_count(m);
    for (int32_t i = 0; i < (int64_t)count; i++) m->n_border += at_border(m, (MeshEdge){i / 3, i % 3});
    uint8_t *seen = mem_zalloc(vm->mem, count);
    m->border = mem_alloc(vm->mem, border_room(m));
    m->outlines = mem_alloc(vm->mem, outlines_room(m));
    m->has_border = true;
    bool ok = seen && m->border && m->outlines;
    if (ok) walk_border(m, seen);
    mem_free(vm->mem, seen, seen ? count : 0);
    if (!ok) forget_border(vm, m);
    return ok || (err_no_memory(vm), false);
}

/* ---- planes ---- */
static void plane(const double *p, const double *q, const double *r, double *out)
{
    double ax = q[0] - p[0], ay = q[1] - p[1], az = q[2] - p[2], bx = r[0] - p[0], by = r[1] - p[1], bz = r[2] - p[2];
    double nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
    if (nz == 0) { /* on one line: the least slopes that fit both */
        double squares = ax * ax + ay * ay + bx * bx + by * by;
        out[0] = (ax * az + bx * bz) / squares;
        out[1] = (ay * az + by * bz) / squares;
        out[2] = p[2] - out[0] * p[0] - out[1] * p[1];
    } else {
        out[0] = -nx / nz;
        out[1] = -ny / nz;
        out[2] = (nx * p[0] + ny * p[1] + nz * p[2]) / nz;
    }
}
FN(m_planes)
{
    Mesh *m = as_mesh(args[0]);
    NdArray *z = mesh_doubles(vm, args[1]), *out = NULL;
    if (!z) return NULL;
    if (z->ndim != 1 || z->shape[0] != mesh_points(m)) err_raise(vm, EXC_ValueError, "z array must have same length as triangulation x and y arrays");
    else if (mesh_corners_exist(vm, m)) out = table(vm, NP_DOUBLE, mesh_count(m), 3);
    for (int64_t tri = 0; out && tri < mesh_count(m); tri++) {
        double p[3][3], *to = (double *)(void *)out->data + 3 * tri;
        for (int c = 0; c < 3; c++) {
            int32_t at = mesh_corners(m)[3 * tri + c];
            p[c][0] = mesh_x(m)[at];
            p[c][1] = mesh_y(m)[at];
            p[c][2] = ((const double *)(void *)z->data)[at];
        }
        if (mesh_is_masked(m, tri)) memset(to, 0, 3 * sizeof *to);
        else plane(p[0], p[1], p[2], to);
    }
    array_release(vm, z);
    return VAL(out);
}
FN(m_edges) { return find_edges(vm, as_mesh(args[0])) ? retain(REF(as_mesh(args[0])->edges)) : NULL; }
FN(m_neighbors) { return mesh_find_neighbors(vm, as_mesh(args[0])) ? retain(REF(as_mesh(args[0])->neighbors)) : NULL; }

/* ---- making one ---- */
static bool set_mask(VM *vm, Mesh *m, Ref v)
{
    NdArray *mask = NULL;
    if (!is_none(v)) {
        if (!(mask = mesh_array(vm, v, NP_BOOL, 1))) return false;
        if (mask->ndim == 1 && !mask->shape[0]) {
            array_release(vm, mask);
            mask = NULL;
        } else if (mask->ndim != 1 || mask->shape[0] != mesh_count(m)) {
            array_release(vm, mask);
            return err_false(vm, EXC_ValueError, "mask must be a 1D array with the same length as the triangles array");
        }
    }
    array_release(vm, m->mask);
    m->mask = mask;
    return true;
}
FN(m_set_mask)
{
    Mesh *m = as_mesh(args[0]);
    if (!set_mask(vm, m, args[1])) return NULL;
    array_release(vm, m->edges);
    array_release(vm, m->neighbors);
    m->edges = m->neighbors = NULL;
    forget_border(vm, m);
    return V_NONE;
}
/* Corners go round anticlockwise in the array itself, which its giver sees. */
static void turn_corners(Mesh *m)
{
    int32_t *c = (int32_t *)(void *)m->triangles->data, *beside = m->neighbors ? (int32_t *)(void *)m->neighbors->data : NULL;
    for (int64_t tri = 0; tri < mesh_count(m); tri++, c += 3) {
        double x0 = mesh_x(m)[c[0]], y0 = mesh_y(m)[c[0]];
        if ((mesh_x(m)[c[1]] - x0) * (mesh_y(m)[c[2]] - y0) - (mesh_y(m)[c[1]] - y0) * (mesh_x(m)[c[2]] - x0) >= 0) continue;
        int32_t corner = c[1];
        c[1] = c[2];
        c[2] = corner;
        if (!beside) continue;
        int32_t first = beside[3 * tri];
        beside[3 * tri] = beside[3 * tri + 2];
        beside[3 * tri + 2] = first;
    }
}
static bool given(VM *vm, Ref v, NdArray **out) { return is_none(v) || (*out = mesh_array(vm, v, NP_INT, 2)); }
static bool set_points(VM *vm, Mesh *m, const Ref *a)
{
    if (!(m->x = mesh_doubles(vm, a[0])) || !(m->y = mesh_doubles(vm, a[1])) || !(m->triangles = mesh_array(vm, a[2], NP_INT, 2))) return false;
    if (m->x->ndim != 1 || m->y->ndim != 1 || m->x->shape[0] != m->y->shape[0]) return err_false(vm, EXC_ValueError, "x and y must be 1D arrays of the same length");
    if (m->triangles->ndim != 2 || m->triangles->shape[1] != 3) return err_false(vm, EXC_ValueError, "triangles must be a 2D array of shape (?,3)");
    return mesh_count(m) <= INT32_MAX / 3 || err_false(vm, EXC_ValueError, "too many triangles");
}
static bool set_rest(VM *vm, Mesh *m, const Ref *a)
{
    int correct = op_truth(vm, a[6]);
    if (correct < 0 || !set_mask(vm, m, a[3]) || !given(vm, a[4], &m->edges) || !given(vm, a[5], &m->neighbors)) return false;
    if (m->edges && (m->edges->ndim != 2 || m->edges->shape[1] != 2)) return err_false(vm, EXC_ValueError, "edges must be a 2D array with shape (?,2)");
    if (m->neighbors && (m->neighbors->ndim != 2 || m->neighbors->shape[0] != mesh_count(m) || m->neighbors->shape[1] != 3))
        return err_false(vm, EXC_ValueError, "neighbors must be a 2D array with the same shape as the triangles array");
    if (!mesh_corners_exist(vm, m)) return false;
    if (correct) turn_corners(m);
    return true;
}
static Value mesh_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "Triangulation", kwnames) || !mesh_args(vm, n, 7)) return NULL;
    Mesh *m = (Mesh *)obj_alloc(vm, as_type(cls), sizeof *m);
    if (!m || (set_points(vm, m, args) && set_rest(vm, m, args))) return VAL(m);
    release(vm, VAL(m));
    return NULL;
}
static void mesh_dealloc(VM *vm, Obj *o)
{
    Mesh *m = (Mesh *)o;
    forget_border(vm, m);
    NdArray *all[] = {m->x, m->y, m->triangles, m->mask, m->edges, m->neighbors};
    for (int i = 0; i < 6; i++) array_release(vm, all[i]);
    obj_free(vm, o, sizeof *m);
}

static const NativeDef methods[] = {
    {"calculate_plane_coefficients", m_planes, "self, z, /", "The planes z = a x + b y + c through the triangles that are not masked.", NATIVE_PARSED},
    {"get_edges", m_edges, "self, /", "Each edge of a triangle, once.", 0},
    {"get_neighbors", m_neighbors, "self, /", "The triangles beyond each triangle's edges; -1: none.", 0},
    {"set_mask", m_set_mask, "self, mask, /", "Which triangles are not there; None: all are.", NATIVE_PARSED},
    {0},
};
static const TypeDef mesh_def = {.name = "matplotlib._tri.Triangulation", .doc = "Triangles over points; made by matplotlib.tri.Triangulation.", .kind = KIND_OPAQUE, .size = sizeof(Mesh), .flags = TYPE_BASE,
    .s = {.new_ = mesh_new}, .dealloc = mesh_dealloc, .methods = methods};

/* ---- the module ---- */
static bool init(VM *vm, Ref module, Dict *ns)
{
    MeshState *s = as_module(module)->state;
    return (s->mesh = type_from_def(vm, &mesh_def, NULL)) && module_add_type(vm, ns, s->mesh) && (s->contours = type_from_def(vm, &mesh_contours_def, NULL)) && module_add_type(vm, ns, s->contours) &&
           (s->finder = type_from_def(vm, &mesh_finder_def, NULL)) && module_add_type(vm, ns, s->finder);
}
static void done(VM *vm, void *state)
{
    MeshState *s = state;
    release(vm, VAL(s->mesh));
    release(vm, VAL(s->contours));
    release(vm, VAL(s->finder));
}
const ModuleDef mesh_module = {.name = "matplotlib._tri", .doc = "Triangles over points: their edges, contours on them, and where points lie.", .init = init, .state_size = sizeof(MeshState), .done = done};
