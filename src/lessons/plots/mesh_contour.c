/* mesh_contour.c: lines and bands of values on triangles. A line runs with the higher values on its left through one triangle after the other; a band's outline runs along its lower line, the
 * upper one turned round, and the outlines between them, with the band on its left. */
#include "lang/object/args.h"
#include "lang/object/vm.h"
#include "mesh.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct Contours {
    Obj head;
    Mesh *mesh;
    NdArray *z;
} Contours;
typedef struct Points { double x, y; } Points;
typedef struct Lines {
    VM *vm;
    const Mesh *mesh;
    const double *z;
    double lower, upper;
    uint8_t *inner; /* triangles that the lower line has passed, then the upper one */
    uint8_t *outer; /* edges of outlines that are done */
    int64_t *place; /* of an edge among those of outlines */
    Points *points;
    int64_t n_points, cap_points, *starts, n_lines, cap_lines;
} Lines;

/* ---- lines that grow ---- */
static bool grow(Lines *l, void **at, int64_t *cap, int64_t n, size_t size)
{
    if (n < *cap) return true;
    int64_t more = *cap * 2 + 32;
    void *p = mem_realloc(l->vm->mem, *at, (size_t)*cap * size, (size_t)more * size);
    if (!p) return err_no_memory(l->vm), false;
    *at = p;
    *cap = more;
    return true;
}
static bool line_begin(Lines *l)
{
    void *at = l->starts;
    bool ok = grow(l, &at, &l->cap_lines, l->n_lines, sizeof *l->starts);
    l->starts = at;
    if (ok) l->starts[l->n_lines++] = l->n_points;
    return ok;
}
static int64_t line_start(const Lines *l) { return l->starts[l->n_lines - 1]; }
static bool same(Points a, Points b) { return a.x == b.x && a.y == b.y; }
static bool put(Lines *l, Points p) /* a point that is where the last one was is no new one */
{
    if (l->n_points > line_start(l) && same(l->points[l->n_points - 1], p)) return true;
    void *at = l->points;
    bool ok = grow(l, &at, &l->cap_points, l->n_points, sizeof p);
    l->points = at;
    if (ok) l->points[l->n_points++] = p;
    return ok;
}
static void drop_closing(Lines *l) /* an area's outline does not come back to its first point */
{
    if (l->n_points - line_start(l) > 1 && same(l->points[line_start(l)], l->points[l->n_points - 1])) l->n_points--;
}
static Points point_at(const Lines *l, int32_t i) { return (Points){mesh_x(l->mesh)[i], mesh_y(l->mesh)[i]}; }
static bool put_crossing(Lines *l, MeshEdge e, double level)
{
    int32_t from = mesh_start(l->mesh, e), to = mesh_end(l->mesh, e);
    double part = (l->z[to] - level) / (l->z[to] - l->z[from]);
    Points a = point_at(l, from), b = point_at(l, to);
    return put(l, (Points){a.x * part + b.x * (1 - part), a.y * part + b.y * (1 - part)});
}

/* ---- through triangles ---- */
static bool is_above(const Lines *l, int32_t point, bool on_upper) { return l->z[point] >= (on_upper ? l->upper : l->lower); }
/* By which edge a line leaves the triangle; -1: it does not pass. The upper line runs the other way round. */
static int32_t exit_of(const Lines *l, int32_t tri, bool on_upper)
{
    for (int32_t edge = 0; edge < 3; edge++) {
        bool from = is_above(l, mesh_start(l->mesh, (MeshEdge){tri, edge}), on_upper), to = is_above(l, mesh_end(l->mesh, (MeshEdge){tri, edge}), on_upper);
        if (from != to && to != on_upper) return edge;
    }
    return -1;
}
/* From the edge by which it enters, to an outline or (a loop) to where it has been; *at: the edge on the outline. */
static bool pass_through(Lines *l, MeshEdge *at, bool to_border, bool on_upper)
{
    double level = on_upper ? l->upper : l->lower;
    uint8_t *seen = l->inner + (on_upper ? mesh_count(l->mesh) : 0);
    if (!put_crossing(l, *at, level)) return false;
    for (int64_t left = 2 * mesh_count(l->mesh); left; left--) { /* (neighbours that a program gave may lead in circles) */
        if (!to_border && seen[at->tri]) return true;
        int32_t edge = exit_of(l, at->tri, on_upper);
        if (edge < 0) return true; /* (values that are not numbers) */
        seen[at->tri] = 1;
        at->edge = edge;
        if (!put_crossing(l, *at, level)) return false;
        MeshEdge next = mesh_beyond(l->mesh, *at);
        if (next.tri < 0) return true;
        *at = next;
    }
    return true;
}
static bool inner_loops(Lines *l, bool on_upper, bool band)
{
    uint8_t *seen = l->inner + (on_upper ? mesh_count(l->mesh) : 0);
    for (int32_t tri = 0; tri < mesh_count(l->mesh); tri++) {
        if (seen[tri] || mesh_is_masked(l->mesh, tri)) continue;
        seen[tri] = 1;
        int32_t edge = exit_of(l, tri, on_upper);
        MeshEdge at = edge < 0 ? (MeshEdge){-1, -1} : mesh_beyond(l->mesh, (MeshEdge){tri, edge});
        if (at.tri < 0) continue;
        if (!line_begin(l) || !pass_through(l, &at, false, on_upper)) return false;
        Points first = l->points[line_start(l)];
        if (!band && !put(l, first)) return false;
        if (band) drop_closing(l);
    }
    return true;
}

/* ---- from outlines ---- */
static bool lines_of_border(Lines *l)
{
    const Mesh *m = l->mesh;
    for (int64_t i = 0; i < m->n_border; i++) {
        MeshEdge at = m->border[i];
        if (!is_above(l, mesh_start(m, at), false) || is_above(l, mesh_end(m, at), false)) continue;
        if (!line_begin(l) || !pass_through(l, &at, true, false)) return false;
    }
    return true;
}
/* Does the band leave across this edge, and by which line? */
static bool leaves(const Lines *l, MeshEdge e, bool *on_upper)
{
    double from = l->z[mesh_start(l->mesh, e)], to = l->z[mesh_end(l->mesh, e)];
    bool rises = to >= l->upper && from < l->upper, falls = to < l->lower && from >= l->lower;
    if (rises || falls) *on_upper = rises;
    return rises || falls;
}
/* Along an outline from the edge at which a line came out to the one at which the next one goes in. */
static bool pass_border(Lines *l, MeshEdge *at, bool *on_upper)
{
    const Mesh *m = l->mesh;
    int64_t i = l->place[3 * at->tri + at->edge], outline = 0;
    while (m->outlines[outline + 1] <= i) outline++;
    for (int64_t left = m->outlines[outline + 1] - m->outlines[outline]; left >= 0; left--) {
        *at = m->border[i];
        l->outer[i] = 1;
        if (leaves(l, *at, on_upper)) return true;
        if (!put(l, point_at(l, mesh_end(m, *at)))) return false;
        if (++i == m->outlines[outline + 1]) i = m->outlines[outline];
    }
    *at = (MeshEdge){-1, -1}; /* (values that are not numbers) */
    return true;
}
static bool band_from(Lines *l, MeshEdge start, bool on_upper)
{
    MeshEdge at = start;
    if (!line_begin(l)) return false;
    int64_t left = 2 * l->mesh->n_border;
    do
        if (!pass_through(l, &at, true, on_upper) || !pass_border(l, &at, &on_upper)) return false;
    while (at.tri >= 0 && (at.tri != start.tri || at.edge != start.edge) && left-- > 0);
    drop_closing(l);
    return true;
}
static bool is_crossed(const Lines *l, int64_t outline)
{
    bool crossed = false;
    for (int64_t i = l->mesh->outlines[outline]; i < l->mesh->outlines[outline + 1]; i++) crossed |= l->outer[i];
    return crossed;
}
static bool bands_of_border(Lines *l)
{
    const Mesh *m = l->mesh;
    for (int64_t i = 0; i < m->n_border; i++) {
        bool on_upper = false;
        if (!l->outer[i] && leaves(l, m->border[i], &on_upper) && !band_from(l, m->border[i], on_upper)) return false;
    }
    for (int64_t o = 0; o < m->n_outlines; o++) { /* outlines that lie in the band whole */
        double z = l->z[mesh_start(m, m->border[m->outlines[o]])];
        if (is_crossed(l, o) || !(z >= l->lower && z < l->upper)) continue;
        if (!line_begin(l)) return false;
        for (int64_t i = m->outlines[o]; i < m->outlines[o + 1]; i++)
            if (!put(l, point_at(l, mesh_start(m, m->border[i])))) return false;
        drop_closing(l);
    }
    return true;
}

/* ---- what is given ---- */
static Value points_array(VM *vm, const Lines *l, int64_t from, int64_t to)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_new(vm, np, descr_shared(np, NP_DOUBLE), (int64_t[]){to - from, 2}, 2, ORDER_C) : NULL;
    if (a && to > from) memcpy(a->data, l->points + from, (size_t)(to - from) * sizeof *l->points);
    return VAL(a);
}
static NdArray *codes_array(VM *vm, int64_t n)
{
    Np *np = np_state(vm);
    NdArray *a = np ? array_new(vm, np, descr_shared(np, NP_UBYTE), &n, 1, ORDER_C) : NULL;
    if (a) memset(a->data, 2, (size_t)n);
    return a;
}
static int64_t line_end(const Lines *l, int64_t i) { return i + 1 < l->n_lines ? l->starts[i + 1] : l->n_points; }
static bool give(VM *vm, const Lines *l, bool band, Value points, Value codes)
{
    for (int64_t i = 0; !band && i < l->n_lines; i++) {
        int64_t from = l->starts[i], to = line_end(l, i);
        NdArray *kinds = codes_array(vm, to - from);
        if (!kinds) return false;
        kinds->data[0] = 1;
        if (to - from > 1 && same(l->points[from], l->points[to - 1])) kinds->data[to - from - 1] = 79;
        if (!list_append_take(vm, codes, VAL(kinds)) || !list_append_take(vm, points, points_array(vm, l, from, to))) return false;
    }
    if (!band) return true;
    NdArray *kinds = codes_array(vm, l->n_points);
    for (int64_t i = 0; kinds && i < l->n_lines; i++) kinds->data[l->starts[i]] = 1;
    return list_append_take(vm, codes, VAL(kinds)) && list_append_take(vm, points, points_array(vm, l, 0, l->n_points));
}
static size_t inner_room(const Lines *l) { return 2 * (size_t)mesh_count(l->mesh); }
static size_t place_room(const Lines *l) { return 3 * (size_t)mesh_count(l->mesh) * sizeof *l->place; }
static bool lines_open(Lines *l)
{
    Mem *mem = l->vm->mem;
    const Mesh *m = l->mesh;
    if (!(l->inner = mem_zalloc(mem, inner_room(l))) || !(l->outer = mem_zalloc(mem, (size_t)m->n_border)) || !(l->place = mem_zalloc(mem, place_room(l)))) return err_no_memory(l->vm), false;
    for (int64_t i = 0; i < m->n_border; i++) l->place[3 * m->border[i].tri + m->border[i].edge] = i;
    return true;
}
static void lines_close(Lines *l)
{
    Mem *mem = l->vm->mem;
    mem_free(mem, l->inner, l->inner ? inner_room(l) : 0);
    mem_free(mem, l->outer, l->outer ? (size_t)l->mesh->n_border : 0);
    mem_free(mem, l->place, l->place ? place_room(l) : 0);
    mem_free(mem, l->points, (size_t)l->cap_points * sizeof *l->points);
    mem_free(mem, l->starts, (size_t)l->cap_lines * sizeof *l->starts);
}
static Value traced(VM *vm, Contours *c, double lower, double upper, bool band)
{
    if (!mesh_find_border(vm, c->mesh)) return NULL;
    Lines l = {.vm = vm, .mesh = c->mesh, .z = (const double *)(void *)c->z->data, .lower = lower, .upper = upper};
    Value points = list_new(vm, 1), codes = list_new(vm, 1), result = NULL;
    bool ok = points && codes && lines_open(&l) && (band ? bands_of_border(&l) && inner_loops(&l, false, true) && inner_loops(&l, true, true) : lines_of_border(&l) && inner_loops(&l, false, false));
    if (ok && give(vm, &l, band, points, codes)) result = tuple_of(vm, 2, REF(points), REF(codes));
    lines_close(&l);
    release(vm, points);
    release(vm, codes);
    return result;
}
FN(c_line)
{
    double level;
    return num_to_double(vm, args[1], &level) ? traced(vm, (Contours *)BITS(args[0]), level, level, false) : NULL;
}
FN(c_band)
{
    double lower, upper;
    if (!num_to_double(vm, args[1], &lower) || !num_to_double(vm, args[2], &upper)) return NULL;
    if (lower >= upper) return err_raise(vm, EXC_ValueError, "filled contour levels must be increasing");
    return traced(vm, (Contours *)BITS(args[0]), lower, upper, true);
}

static void dealloc(VM *vm, Obj *o)
{
    Contours *c = (Contours *)o;
    release(vm, VAL(c->mesh));
    array_release(vm, c->z);
    obj_free(vm, o, sizeof *c);
}
static Value contours_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Mesh *mesh;
    if (!args_no_kw(vm, "TriContourGenerator", kwnames) || !mesh_args(vm, n, 2) || !mesh_arg(vm, args[0], &mesh)) return NULL;
    NdArray *z = mesh_doubles(vm, args[1]);
    if (!z) return NULL;
    if (z->ndim != 1 || z->shape[0] != mesh_points(mesh)) {
        array_release(vm, z);
        return err_raise(vm, EXC_ValueError, "z must be a 1D array with the same length as the x and y arrays");
    }
    Contours *c = (Contours *)obj_alloc(vm, as_type(cls), sizeof *c);
    if (!c) {
        array_release(vm, z);
        return NULL;
    }
    c->mesh = (Mesh *)BITS(retain(REF(mesh)));
    c->z = z;
    return VAL(c);
}
static const NativeDef methods[] = {
    {"create_contour", c_line, "self, level, /", "The lines along which z has this value: points and codes.", NATIVE_PARSED},
    {"create_filled_contour", c_band, "self, lower_level, upper_level, /", "The areas in which z lies between two values, as one shape.", NATIVE_PARSED},
    {0},
};
const TypeDef mesh_contours_def = {.name = "matplotlib._tri.TriContourGenerator", .doc = "Contours of values at the corners of triangles.", .kind = KIND_OPAQUE, .size = sizeof(Contours), .flags = TYPE_BASE,
    .s = {.new_ = contours_new}, .dealloc = dealloc, .methods = methods};
