/* delaunay.c: matplotlib._qhull: Delaunay triangles over points, by Qhull (libqhull_r.so.8.0), which is opened when the first are asked for. Which triangles it makes of points on one circle (any
 * regular grid) is its own choice, which a page shows: so its own library is asked, and of its structures the few fields that are read are declared here, as version 2020.2 lays them out. */
#include <stddef.h>
#include <stdio.h>

#include "lang/object/vm.h"
#include "mesh.h"
#include "std/std.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct QhSet { int most; void *items[]; } QhSet;
typedef struct QhVertex { struct QhVertex *next, *previous; double *point; } QhVertex;
typedef struct QhFacet {
    double not_read[3];
    void *normal, *f, *center;
    struct QhFacet *previous, *next;
    QhSet *vertices, *ridges, *neighbors, *outside, *coplanar;
    unsigned visit, id;
    uint8_t flags[8];
} QhFacet;
enum { FACET_TOP = 0x10 /*in flags[1]*/, FACET_UPPER = 2 /*in flags[2]*/, HULL_FACETS = 2456 /*where the list of facets stands in Qhull's state*/, HULL_ROOM = 1 << 14 /*that is 8,768 bytes*/, HULL_KEEPS = 0, HULL_ALL = 1 };
_Static_assert(sizeof(QhFacet) == 120 && offsetof(QhFacet, vertices) == 64 && offsetof(QhFacet, id) == 108, "as Qhull lays it out");

typedef struct Qhull {
#define QHULL(result, name, args) result (*name) args;
#include "qhull.def"
#undef QHULL
} Qhull;
static Qhull q;
static const char *const names[] = {
#define QHULL(result, name, args) #name,
#include "qhull.def"
#undef QHULL
};
static LibTable table = {.library = "libqhull_r.so.8.0", .names = names, .functions = (void **)&q, .count = sizeof names / sizeof *names};
_Static_assert(sizeof(Qhull) == sizeof names / sizeof *names * sizeof(void *), "one pointer a function");

static bool is_known(VM *vm)
{
    const char *missing = lib_table(&table);
    if (missing) return err_false(vm, EXC_ImportError, "triangulating needs Qhull (%s): Debian's package libqhull-r8.0", missing);
    const char *version = lib_symbol(table.library, "qh_version2");
    return (version && !strncmp(version, "qhull_r 8.0.2", 13)) || err_false(vm, EXC_ImportError, "triangulating needs Qhull 8.0.2; the machine's is %s", version ? version : "of an unknown version");
}

/* ---- triangles out of facets ---- */
static QhFacet *first_facet(const void *hull) { return *(QhFacet *const *)(const void *)((const char *)hull + HULL_FACETS); }
static bool is_lower(const QhFacet *f) { return !(f->flags[2] & FACET_UPPER); }

/* The corners' turn is Qhull's own, either way; a facet's neighbour i lies across from its corner i, so that corners taken backwards turn which edge it is beyond. */
static void give_facet(void *hull, const QhFacet *f, const int32_t *tri_of, int32_t *corners, int32_t *neighbors)
{
    int32_t points[3], beyond[3];
    for (int i = 0; i < 3; i++) {
        const QhFacet *other = f->neighbors->items[i];
        points[i] = q.qh_pointid(hull, ((QhVertex *)f->vertices->items[i])->point);
        beyond[i] = is_lower(other) ? tri_of[other->id] : -1;
    }
    bool top = f->flags[1] & FACET_TOP;
    for (int i = 0; i < 3; i++) {
        corners[i] = points[top ? i : 2 - i];
        neighbors[i] = beyond[top ? (i + 2) % 3 : (3 - i) % 3];
    }
}
static Value triangles_of(VM *vm, void *hull)
{
    unsigned most = 0;
    int64_t n = 0;
    for (const QhFacet *f = first_facet(hull); f && f->next; f = f->next) {
        n += is_lower(f);
        if (f->id > most) most = f->id;
    }
    Np *np = np_state(vm);
    size_t room = ((size_t)most + 1) * sizeof(int32_t);
    int32_t *tri_of = mem_alloc(vm->mem, room), at = 0;
    if (!tri_of) return err_no_memory(vm), NULL;
    NdArray *corners = np ? array_new(vm, np, descr_shared(np, NP_INT), (int64_t[]){n, 3}, 2, ORDER_C) : NULL, *neighbors = corners ? array_new(vm, np, descr_shared(np, NP_INT), (int64_t[]){n, 3}, 2, ORDER_C) : NULL;
    for (const QhFacet *f = first_facet(hull); f && f->next; f = f->next) tri_of[f->id] = is_lower(f) ? at++ : -1;
    at = 0;
    for (const QhFacet *f = first_facet(hull); neighbors && f && f->next; f = f->next) {
        if (!is_lower(f)) continue;
        give_facet(hull, f, tri_of, (int32_t *)(void *)corners->data + 3 * at, (int32_t *)(void *)neighbors->data + 3 * at);
        at++;
    }
    mem_free(vm->mem, tri_of, room);
    Value r = neighbors ? tuple_of(vm, 2, REF(corners), REF(neighbors)) : NULL;
    array_release(vm, corners);
    array_release(vm, neighbors);
    return r;
}

/* ---- asking ---- */
static Value refused(VM *vm, int code)
{
    static const char *const words[] = {"", "input inconsistency", "singular input data", "numerical precision error", "insufficient memory", "internal error"};
    return err_raise(vm, EXC_RuntimeError, "Error in qhull Delaunay triangulation calculation: %s (exitcode=%d); use python verbose option (-v) to see original qhull error.",
                     code > 0 && code < 6 ? words[code] : "unknown error", code);
}
static double mean(const double *v, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += v[i];
    return sum / (double)n;
}
/* Qhull says what it thinks to a file: to none. */
static Value with_hull(VM *vm, void *hull, double *points, int64_t n, FILE *nowhere)
{
    char command[] = "qhull d Qt Qbb Qc Qz";
    int left, total;
    q.qh_zero(hull, nowhere);
    int code = q.qh_new_qhull(hull, 2, (int)n, points, 0, command, NULL, nowhere);
    Value r = code ? refused(vm, code) : triangles_of(vm, hull);
    q.qh_freeqhull(hull, HULL_KEEPS);
    q.qh_memfreeshort(hull, &left, &total);
    return r;
}
static Value triangulated(VM *vm, const double *x, const double *y, int64_t n)
{
    if (n > INT32_MAX / 8) return err_raise(vm, EXC_ValueError, "too many points");
    size_t room = (size_t)n * 2 * sizeof(double);
    double *points = mem_alloc(vm->mem, room), x0 = mean(x, n), y0 = mean(y, n); /* (round their middle: more of their digits count) */
    void *hull = mem_zalloc(vm->mem, HULL_ROOM);
    FILE *nowhere = fopen("/dev/null", "w");
    for (int64_t i = 0; points && i < n; i++) {
        points[2 * i] = x[i] - x0;
        points[2 * i + 1] = y[i] - y0;
    }
    Value r = points && hull && nowhere ? with_hull(vm, hull, points, n, nowhere) : nowhere ? (err_no_memory(vm), NULL) : err_raise(vm, EXC_RuntimeError, "Could not open devnull");
    if (nowhere) fclose(nowhere);
    mem_free(vm->mem, points, points ? room : 0);
    mem_free(vm->mem, hull, hull ? HULL_ROOM : 0);
    return r;
}
static bool three_differ(const double *x, const double *y, int64_t n)
{
    int64_t second = 1, third;
    while (second < n && x[second] == x[0] && y[second] == y[0]) second++;
    for (third = second + 1; third < n; third++)
        if ((x[third] != x[0] || y[third] != y[0]) && (x[third] != x[second] || y[third] != y[second])) return true;
    return false;
}
static Value checked(VM *vm, const NdArray *x, const NdArray *y)
{
    if (x->ndim != 1 || y->ndim != 1 || x->shape[0] != y->shape[0]) return err_raise(vm, EXC_ValueError, "x and y must be 1D arrays of the same length");
    const double *px = (const double *)(void *)x->data, *py = (const double *)(void *)y->data;
    if (x->shape[0] < 3) return err_raise(vm, EXC_ValueError, "x and y arrays must have a length of at least 3");
    if (!three_differ(px, py, x->shape[0])) return err_raise(vm, EXC_ValueError, "x and y arrays must consist of at least 3 unique points");
    return is_known(vm) ? triangulated(vm, px, py, x->shape[0]) : NULL;
}
FN(fn_delaunay)
{
    NdArray *x = mesh_doubles(vm, args[0]), *y = x ? mesh_doubles(vm, args[1]) : NULL;
    Value r = y ? checked(vm, x, y) : NULL;
    array_release(vm, x);
    array_release(vm, y);
    return r;
}
FN(fn_version)
{
    const char *version = lib_symbol(table.library, "qh_version");
    if (!version) return err_raise(vm, EXC_ImportError, "%s is not on this machine: Debian's package libqhull-r8.0", table.library);
    return bytes_from(vm, version, (int64_t)strlen(version));
}
static const NativeDef functions[] = {
    {"delaunay", fn_delaunay, "x, y, /", "Delaunay triangles over points: their corners, and the triangles beyond their edges.", NATIVE_PARSED},
    {"version", fn_version, "", "Qhull's version.", 0},
    {0},
};
const ModuleDef delaunay_module = {.name = "matplotlib._qhull", .doc = "Delaunay triangles.", .functions = functions};
