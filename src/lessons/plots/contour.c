/* contour.c: the module contourpy._contourpy: its generators, and the forms in which they give lines and bands. The generators differ in what they can be asked for; "threaded" computes on the
 * thread that asks, for a VM's arrays are made by one thread at a time. */
#include <math.h>

#include "contour.h"
#include "lang/object/args.h"
#include "lang/object/vm.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

enum { LINES_SEPARATE = 101, LINES_SEPARATE_CODE, LINES_CHUNK_CODE, LINES_CHUNK_OFFSET };
enum { FILL_OUTER_CODE = 201, FILL_OUTER_OFFSET, FILL_CHUNK_CODE, FILL_CHUNK_OFFSET, FILL_CHUNK_CODE_OFFSET, FILL_CHUNK_OFFSET_OFFSET };
typedef enum Kind { MPL2005, MPL2014, SERIAL, THREADED, KINDS } Kind;
static const struct { bool corner_mask, any_type, threads; int lines, fill; } kinds[KINDS] = {
    {false, false, false, LINES_SEPARATE_CODE, FILL_OUTER_CODE},
    {true, false, false, LINES_SEPARATE_CODE, FILL_OUTER_CODE},
    {true, true, false, LINES_SEPARATE, FILL_OUTER_OFFSET},
    {true, true, true, LINES_SEPARATE, FILL_OUTER_OFFSET},
};
typedef struct ContourState { Type *base, *types[KINDS]; Value line_type, fill_type, z_interp; } ContourState;
extern const ModuleDef contour_module;

typedef struct Contours {
    Obj head;
    ContourGrid g;
    NdArray *x, *y, *z;
    Kind kind;
    int lines, fill;
    bool corner_mask;
} Contours;
static Contours *as_contours(Ref v) { return (Contours *)BITS(v); }
static size_t quads_room(const Contours *g) { return (size_t)(g->g.nx * g->g.ny); }

/* ---- the classes of choices ---- */
static bool choice_of(VM *vm, Ref v, int *out)
{
    Value value = obj_getattr_c(vm, v, "value");
    int64_t i = 0;
    bool ok = value && num_index_i64(vm, value, &i);
    release(vm, value);
    *out = (int)i;
    return ok;
}
static Value choice(VM *vm, Ref class, int value) { return call1(vm, class, make_small(value)); }

/* ---- making one ---- */
static NdArray *grid_array(VM *vm, Np *np, Ref v) { return array_from(vm, np, v, descr_shared(np, NP_DOUBLE), 0, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C); }
static bool same_shape(const NdArray *a, const NdArray *b) { return a->ndim == 2 && b->ndim == 2 && a->shape[0] == b->shape[0] && a->shape[1] == b->shape[1]; }

static void find_quads(Contours *g, const uint8_t *mask)
{
    ContourGrid *grid = &g->g;
    for (int64_t j = 0; j + 1 < grid->ny; j++)
        for (int64_t i = 0; i + 1 < grid->nx; i++) {
            int64_t p = j * grid->nx + i, corners[] = {p, p + 1, p + 1 + grid->nx, p + grid->nx};
            int gone = 0, which = 0;
            for (int c = 0; mask && c < 4; c++)
                if (mask[corners[c]]) {
                    gone++;
                    which = c;
                }
            grid->quads[p] = (uint8_t)(!gone ? QUAD_FULL : gone == 1 && g->corner_mask ? QUAD_NO_CORNER + which : QUAD_NONE);
        }
}
static bool set_mask(VM *vm, Np *np, Contours *g, Ref v)
{
    if (is_none(v)) return find_quads(g, NULL), true;
    NdArray *mask = array_from(vm, np, v, descr_shared(np, NP_BOOL), 0, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_FORCE_CAST, ORDER_C);
    if (!mask) return false;
    bool fits = same_shape(mask, g->z);
    if (fits) find_quads(g, (const uint8_t *)mask->data);
    array_release(vm, mask);
    return fits || err_false(vm, EXC_ValueError, "If mask is set it must be a 2D array with the same shape as z");
}

enum { A_X, A_Y, A_Z, A_MASK, A_CORNER, A_LINES, A_FILL, A_TRI, A_INTERP, A_CHUNK_X, A_CHUNK_Y, A_THREADS, A_COUNT };
static const char *const names[] = {"x", "y", "z", "mask", "corner_mask", "line_type", "fill_type", "quad_as_tri", "z_interp", "x_chunk_size", "y_chunk_size", "thread_count"};

static bool set_options(VM *vm, Contours *g, const Ref *a)
{
    int interp = 1, corner = a[A_CORNER] ? op_truth(vm, a[A_CORNER]) : 0, tri = corner < 0 ? -1 : a[A_TRI] ? op_truth(vm, a[A_TRI]) : 0;
    int64_t chunk[2] = {0, 0}, threads = 0;
    if (corner < 0 || tri < 0 || (a[A_LINES] && !choice_of(vm, a[A_LINES], &g->lines)) || (a[A_FILL] && !choice_of(vm, a[A_FILL], &g->fill)) || (a[A_INTERP] && !choice_of(vm, a[A_INTERP], &interp)))
        return false;
    for (int i = 0; i < 2; i++)
        if (a[A_CHUNK_X + i] && !num_index_i64(vm, a[A_CHUNK_X + i], &chunk[i])) return false;
    if (a[A_THREADS] && !num_index_i64(vm, a[A_THREADS], &threads)) return false;
    if (chunk[0] < 0 || chunk[1] < 0) return err_false(vm, EXC_ValueError, "chunk_size cannot be negative");
    g->g.step_x = chunk[0] && chunk[0] < g->g.nx - 1 ? chunk[0] : g->g.nx - 1;
    g->g.step_y = chunk[1] && chunk[1] < g->g.ny - 1 ? chunk[1] : g->g.ny - 1;
    g->corner_mask = corner;
    g->g.as_triangles = tri;
    g->g.by_logarithm = interp == 2;
    g->g.from_exit = g->kind == MPL2014 || g->kind == MPL2005;
    return true;
}
static bool set_grid(VM *vm, Np *np, Contours *g, const Ref *a)
{
    if (!(g->x = grid_array(vm, np, a[A_X])) || !(g->y = grid_array(vm, np, a[A_Y])) || !(g->z = grid_array(vm, np, a[A_Z]))) return false;
    if (g->x->ndim != 2 || g->y->ndim != 2 || g->z->ndim != 2) return err_false(vm, EXC_ValueError, "x, y and z must all be 2D arrays");
    if (!same_shape(g->x, g->z) || !same_shape(g->y, g->z)) return err_false(vm, EXC_ValueError, "x, y and z arrays must have the same shape");
    if (g->z->shape[0] < 2 || g->z->shape[1] < 2) return err_false(vm, EXC_ValueError, "x, y and z must all be at least 2x2 arrays");
    g->g.ny = g->z->shape[0];
    g->g.nx = g->z->shape[1];
    g->g.x = (const double *)(void *)g->x->data;
    g->g.y = (const double *)(void *)g->y->data;
    g->g.z = (const double *)(void *)g->z->data;
    g->g.quads = mem_zalloc(vm->mem, quads_room(g));
    return g->g.quads || (err_no_memory(vm), false);
}
static bool logs_exist(VM *vm, const Contours *g)
{
    if (!g->g.by_logarithm) return true;
    for (int64_t j = 0; j < g->g.ny - 1; j++)
        for (int64_t i = 0; i < g->g.nx - 1; i++) {
            int64_t p = j * g->g.nx + i;
            if (g->g.quads[p] == QUAD_FULL && !(g->g.z[p] > 0 && g->g.z[p + 1] > 0 && g->g.z[p + g->g.nx] > 0 && g->g.z[p + g->g.nx + 1] > 0))
                return err_false(vm, EXC_ValueError, "z values must be positive if using ZInterp.Log");
        }
    return true;
}
static Value generator_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    ContourState *s = module_state(vm, &contour_module);
    Np *np = s ? np_state(vm) : NULL;
    if (!np) return NULL;
    int kind = 0;
    while (kind < KINDS && !type_is_subtype(as_type(cls), s->types[kind])) kind++;
    if (kind == KINDS) return err_raise(vm, EXC_TypeError, "contourpy._contourpy.ContourGenerator: No constructor defined!");
    Ref a[A_COUNT];
    if (!args_bind(vm, "__init__", args, n, kwnames, names, A_COUNT, a)) return NULL;
    bool missing = n > 4 || !a[A_X] || !a[A_Y] || !a[A_Z] || !a[A_MASK] || (kinds[kind].corner_mask && !a[A_CORNER]) || (kinds[kind].any_type && !(a[A_LINES] && a[A_FILL] && a[A_TRI] && a[A_INTERP]));
    if (missing) return err_raise(vm, EXC_TypeError, "__init__(): incompatible constructor arguments.");
    Contours *g = (Contours *)obj_alloc(vm, as_type(cls), sizeof *g);
    if (!g) return NULL;
    g->g.vm = vm;
    g->kind = (Kind)kind;
    g->lines = kinds[kind].lines;
    g->fill = kinds[kind].fill;
    if (set_grid(vm, np, g, a) && set_options(vm, g, a) && set_mask(vm, np, g, a[A_MASK]) && logs_exist(vm, g)) return VAL(g);
    release(vm, VAL(g));
    return NULL;
}
static void dealloc(VM *vm, Obj *o)
{
    Contours *g = (Contours *)o;
    mem_free(vm->mem, g->g.quads, g->g.quads ? quads_room(g) : 0);
    array_release(vm, g->x);
    array_release(vm, g->y);
    array_release(vm, g->z);
    obj_free(vm, o, sizeof *g);
}

/* ---- what is given ---- */
typedef struct Forms { Value points, second /*codes or offsets*/, outers; } Forms;
static void forms_drop(VM *vm, Forms *f)
{
    release(vm, f->points);
    release(vm, f->second);
    release(vm, f->outers);
}
static NdArray *array_of(VM *vm, Num num, int64_t rows, int64_t columns)
{
    Np *np = np_state(vm);
    return np ? array_new(vm, np, descr_shared(np, num), (int64_t[]){rows, columns}, columns ? 2 : 1, ORDER_C) : NULL;
}
/* Lines from `first` to before `end` as one array of points; their codes; where each begins; where each outline begins among these or (by points) among the points. */
static bool give_points(VM *vm, Value list, const ContourLines *l, int64_t first, int64_t end)
{
    int64_t n = 0;
    for (int64_t i = first; i < end; i++) n += l->lines[i].n;
    NdArray *a = array_of(vm, NP_DOUBLE, n, 2);
    double *to = a ? (double *)(void *)a->data : NULL;
    for (int64_t i = first; a && i < end; i++)
        for (int64_t k = 0; k < l->lines[i].n; k++) {
            *to++ = l->points[l->lines[i].start + k].x;
            *to++ = l->points[l->lines[i].start + k].y;
        }
    return a && list_append_take(vm, list, VAL(a));
}
static bool give_codes(VM *vm, Value list, const ContourLines *l, int64_t first, int64_t end, bool closed)
{
    int64_t n = 0;
    for (int64_t i = first; i < end; i++) n += l->lines[i].n;
    NdArray *a = array_of(vm, NP_UBYTE, n, 0);
    uint8_t *to = a ? (uint8_t *)a->data : NULL;
    for (int64_t i = first; a && i < end; i++) {
        const ContourLine *line = &l->lines[i];
        const ContourPoint *p = &l->points[line->start], *q = p + line->n - 1;
        memset(to, 2, (size_t)line->n);
        to[0] = 1;
        if (closed || (line->n > 1 && p->x == q->x && p->y == q->y)) to[line->n - 1] = 79;
        to += line->n;
    }
    return a && list_append_take(vm, list, VAL(a));
}
typedef enum Count { COUNT_LINES, COUNT_OUTERS, COUNT_OUTER_POINTS } Count;
static bool give_offsets(VM *vm, Value list, const ContourLines *l, int64_t first, int64_t end, Count count)
{
    int64_t n = 1;
    for (int64_t i = first; i < end; i++) n += count == COUNT_LINES || l->lines[i].outer < 0;
    NdArray *a = array_of(vm, NP_UINT, n, 0);
    uint32_t *to = a ? (uint32_t *)(void *)a->data : NULL, at = 0;
    for (int64_t i = first; a && i < end; i++) {
        if (count == COUNT_LINES || l->lines[i].outer < 0) *to++ = at;
        at += count == COUNT_OUTERS ? 1 : (uint32_t)l->lines[i].n;
    }
    if (a) *to = at;
    return a && list_append_take(vm, list, VAL(a));
}
static bool give_nothing(VM *vm, Forms *f) { return list_append(vm, f->points, V_NONE) && (!f->second || list_append(vm, f->second, V_NONE)) && (!f->outers || list_append(vm, f->outers, V_NONE)); }

/* Which lines? */
typedef enum Which { WHICH_ALL, WHICH_OPEN, WHICH_LOOPS } Which;
static bool give_lines(VM *vm, int form, const ContourLines *l, Which which, Forms *f)
{
    if (form == LINES_CHUNK_CODE || form == LINES_CHUNK_OFFSET) {
        if (!l->n) return give_nothing(vm, f);
        return give_points(vm, f->points, l, 0, l->n) && (form == LINES_CHUNK_CODE ? give_codes(vm, f->second, l, 0, l->n, false) : give_offsets(vm, f->second, l, 0, l->n, COUNT_LINES));
    }
    for (int64_t i = 0; i < l->n; i++)
        if (which != (l->lines[i].outer < 0 ? WHICH_LOOPS : WHICH_OPEN) && (!give_points(vm, f->points, l, i, i + 1) || (f->second && !give_codes(vm, f->second, l, i, i + 1, false)))) return false;
    return true;
}
static bool give_fill(VM *vm, int form, const ContourLines *l, Forms *f)
{
    if (form == FILL_OUTER_CODE || form == FILL_OUTER_OFFSET) {
        for (int64_t i = 0, end; i < l->n; i = end) {
            for (end = i + 1; end < l->n && l->lines[end].outer >= 0;) end++;
            if (!give_points(vm, f->points, l, i, end) || !(form == FILL_OUTER_CODE ? give_codes(vm, f->second, l, i, end, true) : give_offsets(vm, f->second, l, i, end, COUNT_LINES))) return false;
        }
        return true;
    }
    if (!l->n) return give_nothing(vm, f);
    bool codes = form == FILL_CHUNK_CODE || form == FILL_CHUNK_CODE_OFFSET;
    return give_points(vm, f->points, l, 0, l->n) && (codes ? give_codes(vm, f->second, l, 0, l->n, true) : give_offsets(vm, f->second, l, 0, l->n, COUNT_LINES)) &&
           (!f->outers || give_offsets(vm, f->outers, l, 0, l->n, form == FILL_CHUNK_CODE_OFFSET ? COUNT_OUTER_POINTS : COUNT_OUTERS));
}

static Value traced(VM *vm, Contours *g, bool band, double lower, double upper)
{
    int form = band ? g->fill : g->lines;
    bool has_second = form != LINES_SEPARATE, has_outers = form == FILL_CHUNK_CODE_OFFSET || form == FILL_CHUNK_OFFSET_OFFSET;
    Forms f = {list_new(vm, 4), has_second ? list_new(vm, 4) : NULL, has_outers ? list_new(vm, 4) : NULL};
    bool ok = f.points && (f.second || !has_second) && (f.outers || !has_outers);
    int64_t chunks = contour_chunks_x(&g->g) * contour_chunks_y(&g->g);
    if (!band && g->g.from_exit) { /* open lines of all chunks come first */
        ContourLines l = {.vm = vm};
        for (int64_t i = 0; ok && i < chunks; i++) ok = contour_trace_lines(&g->g, i, lower, &l);
        ok = ok && give_lines(vm, form, &l, WHICH_OPEN, &f) && give_lines(vm, form, &l, WHICH_LOOPS, &f);
        contour_free(&l);
    } else for (int64_t i = 0; ok && i < chunks; i++) {
        ContourLines l = {.vm = vm};
        ok = band ? contour_trace_band(&g->g, i, lower, upper, &l) && give_fill(vm, form, &l, &f) : contour_trace_lines(&g->g, i, lower, &l) && give_lines(vm, form, &l, WHICH_ALL, &f);
        contour_free(&l);
    }
    Value r = !ok ? NULL : !has_second ? retain(f.points) : has_outers ? tuple_of(vm, 3, REF(f.points), REF(f.second), REF(f.outers)) : tuple_of(vm, 2, REF(f.points), REF(f.second));
    forms_drop(vm, &f);
    return r;
}
FN(g_lines)
{
    double level;
    if (!num_to_double(vm, args[1], &level)) {
        err_clear(vm);
        return err_raise(vm, EXC_TypeError, "lines(): incompatible function arguments.");
    }
    return traced(vm, as_contours(args[0]), false, level, level);
}
FN(g_filled)
{
    double lower, upper;
    if (!num_to_double(vm, args[1], &lower) || !num_to_double(vm, args[2], &upper)) {
        err_clear(vm);
        return err_raise(vm, EXC_TypeError, "filled(): incompatible function arguments.");
    }
    if (lower > upper) return err_raise(vm, EXC_ValueError, "upper and lower levels are the wrong way round");
    return traced(vm, as_contours(args[0]), true, lower, upper);
}

/* ---- what it is asked about itself ---- */
static Value pair(VM *vm, int64_t a, int64_t b) { return tuple_of(vm, 2, REF(make_small(a)), REF(make_small(b))); }
static Value get_chunk_count(VM *vm, Ref o) { return pair(vm, contour_chunks_y(&as_contours(o)->g), contour_chunks_x(&as_contours(o)->g)); }
static Value get_chunk_size(VM *vm, Ref o) { return pair(vm, as_contours(o)->g.step_y, as_contours(o)->g.step_x); }
static Value get_corner_mask(VM *vm, Ref o) { return make_bool(as_contours(o)->corner_mask); }
static Value get_quad_as_tri(VM *vm, Ref o) { return make_bool(as_contours(o)->g.as_triangles); }
static Value get_line_type(VM *vm, Ref o) { return choice(vm, ((ContourState *)module_state(vm, &contour_module))->line_type, as_contours(o)->lines); }
static Value get_fill_type(VM *vm, Ref o) { return choice(vm, ((ContourState *)module_state(vm, &contour_module))->fill_type, as_contours(o)->fill); }
static Value get_z_interp(VM *vm, Ref o) { return choice(vm, ((ContourState *)module_state(vm, &contour_module))->z_interp, as_contours(o)->g.by_logarithm ? 2 : 1); }
static Value get_threads(VM *vm, Ref o) { return make_small(1); }

static Kind kind_of_class(VM *vm, Ref cls)
{
    ContourState *s = module_state(vm, &contour_module);
    int kind = 0;
    while (s && kind < KINDS && !type_is_subtype(as_type(cls), s->types[kind])) kind++;
    return s ? (Kind)kind : KINDS;
}
FN(c_corner_mask) { Kind k = kind_of_class(vm, args[0]); return make_bool(k < KINDS && kinds[k].corner_mask); }
FN(c_any) { Kind k = kind_of_class(vm, args[0]); return make_bool(k < KINDS && kinds[k].any_type); }
FN(c_threads) { Kind k = kind_of_class(vm, args[0]); return make_bool(k < KINDS && kinds[k].threads); }
static Value supports(VM *vm, const Ref *args, bool fill)
{
    Kind k = kind_of_class(vm, args[0]);
    int asked;
    if (!choice_of(vm, args[1], &asked)) return NULL;
    return make_bool(k < KINDS && (kinds[k].any_type || asked == (fill ? kinds[k].fill : kinds[k].lines)));
}
FN(c_fill_type) { return supports(vm, args, true); }
FN(c_line_type) { return supports(vm, args, false); }

static const NativeDef methods[] = {
    {"lines", g_lines, "self, level, /", "The lines along which z has this value.", 0},
    {"create_contour", g_lines, "self, level, /", "What lines() gives.", 0},
    {"filled", g_filled, "self, lower_level, upper_level, /", "The areas in which z lies between two values.", 0},
    {"create_filled_contour", g_filled, "self, lower_level, upper_level, /", "What filled() gives.", 0},
    {"supports_corner_mask", c_corner_mask, "cls, /", "Does it take corner_mask?", NATIVE_CLASS},
    {"supports_fill_type", c_fill_type, "cls, fill_type, /", "Does it give bands in this form?", NATIVE_CLASS},
    {"supports_line_type", c_line_type, "cls, line_type, /", "Does it give lines in this form?", NATIVE_CLASS},
    {"supports_quad_as_tri", c_any, "cls, /", "Does it take quad_as_tri?", NATIVE_CLASS},
    {"supports_threads", c_threads, "cls, /", "Does it take thread_count?", NATIVE_CLASS},
    {"supports_z_interp", c_any, "cls, /", "Does it take z_interp?", NATIVE_CLASS},
    {0},
};
static const GetSetDef getsets[] = {
    {"chunk_count", get_chunk_count, NULL, "Chunks along y and x."}, {"chunk_size", get_chunk_size, NULL, "Quads of a chunk along y and x."}, {"corner_mask", get_corner_mask, NULL, "Are masked quads' corners kept?"},
    {"fill_type", get_fill_type, NULL, "The form of bands."}, {"line_type", get_line_type, NULL, "The form of lines."}, {"quad_as_tri", get_quad_as_tri, NULL, "Is a quad four triangles?"},
    {"thread_count", get_threads, NULL, "Threads that compute."}, {"z_interp", get_z_interp, NULL, "How z runs between points."}, {0}};
static const TypeDef base_def = {.name = "contourpy._contourpy.ContourGenerator", .doc = "What all generators of contours can do.", .kind = KIND_OPAQUE, .size = sizeof(Contours), .flags = TYPE_BASE,
    .s = {.new_ = generator_new}, .dealloc = dealloc, .methods = methods, .getsets = getsets};

FN(fn_max_threads) { return make_small(1); }
static const NativeDef functions[] = {{"max_threads", fn_max_threads, "", "Threads that can compute at a time.", 0}, {0}};

/* ---- the module ---- */
typedef struct Choice { const char *name; int value; } Choice;
static Value choices(VM *vm, const char *name, const Choice *rows)
{
    Value members = list_new(vm, 6), kw = tuple_new(vm, 1), class = NULL;
    for (; members && rows->name; rows++) {
        Value text = str_from_c(vm, rows->name), row = text ? tuple_of(vm, 2, REF(text), REF(make_small(rows->value))) : NULL;
        release(vm, text);
        if (!row || !list_append_take(vm, members, row)) {
            release(vm, members);
            members = NULL;
        }
    }
    Value own = str_from_c(vm, name), module = str_from_c(vm, "contourpy._contourpy"), maker = import_attr(vm, "enum", "Enum");
    if (kw) as_tuple(kw)->items[0] = str_intern_c(vm, "module");
    if (members && kw && as_tuple(kw)->items[0] && own && module && maker) class = call(vm, maker, (Ref[]){own, members, module}, 2, kw);
    Value all[] = {members, kw, own, module, maker};
    for (int i = 0; i < 5; i++) release(vm, all[i]);
    return class;
}
static bool add_type(VM *vm, Dict *ns, ContourState *s, Kind kind)
{
    static TypeDef const defs[KINDS] = {
        {.name = "contourpy._contourpy.Mpl2005ContourGenerator", .kind = KIND_OPAQUE, .size = sizeof(Contours), .flags = TYPE_BASE, .dealloc = dealloc},
        {.name = "contourpy._contourpy.Mpl2014ContourGenerator", .kind = KIND_OPAQUE, .size = sizeof(Contours), .flags = TYPE_BASE, .dealloc = dealloc},
        {.name = "contourpy._contourpy.SerialContourGenerator", .kind = KIND_OPAQUE, .size = sizeof(Contours), .flags = TYPE_BASE, .dealloc = dealloc},
        {.name = "contourpy._contourpy.ThreadedContourGenerator", .kind = KIND_OPAQUE, .size = sizeof(Contours), .flags = TYPE_BASE, .dealloc = dealloc},
    };
    Type *t = s->types[kind] = type_from_def(vm, &defs[kind], s->base);
    Value lines = choice(vm, s->line_type, kinds[kind].lines), fill = lines ? choice(vm, s->fill_type, kinds[kind].fill) : NULL;
    Value name1 = str_intern_c(vm, "default_line_type"), name2 = str_intern_c(vm, "default_fill_type");
    bool ok = t && fill && name1 && name2 && type_set_attr(vm, t, name1, lines) && type_set_attr(vm, t, name2, fill) && module_add_type(vm, ns, t);
    Value all[] = {lines, fill, name1, name2};
    for (int i = 0; i < 4; i++) release(vm, all[i]);
    return ok;
}
static bool init(VM *vm, Ref module, Dict *ns)
{
    static const Choice lines[] = {{"Separate", 101}, {"SeparateCode", 102}, {"ChunkCombinedCode", 103}, {"ChunkCombinedOffset", 104}, {0}};
    static const Choice fills[] = {{"OuterCode", 201}, {"OuterOffset", 202}, {"ChunkCombinedCode", 203}, {"ChunkCombinedOffset", 204}, {"ChunkCombinedCodeOffset", 205}, {"ChunkCombinedOffsetOffset", 206}, {0}};
    static const Choice interps[] = {{"Linear", 1}, {"Log", 2}, {0}};
    ContourState *s = as_module(module)->state;
    if (!(s->line_type = choices(vm, "LineType", lines)) || !(s->fill_type = choices(vm, "FillType", fills)) || !(s->z_interp = choices(vm, "ZInterp", interps))) return false;
    if (!module_add(vm, ns, "LineType", retain(s->line_type)) || !module_add(vm, ns, "FillType", retain(s->fill_type)) || !module_add(vm, ns, "ZInterp", retain(s->z_interp))) return false;
    if (!(s->base = type_from_def(vm, &base_def, NULL)) || !module_add_type(vm, ns, s->base)) return false;
    for (Kind k = 0; k < KINDS; k++)
        if (!add_type(vm, ns, s, k)) return false;
    return true;
}
static void done(VM *vm, void *state)
{
    ContourState *s = state;
    for (int k = 0; k < KINDS; k++) release(vm, VAL(s->types[k]));
    release(vm, VAL(s->base));
    release(vm, s->line_type);
    release(vm, s->fill_type);
    release(vm, s->z_interp);
}
const ModuleDef contour_module = {.name = "contourpy._contourpy", .doc = "Contours of values on a grid.", .functions = functions, .init = init, .state_size = sizeof(ContourState), .done = done};
