/* contour_trace.c: follows lines of one value, and the outlines of bands, from cell to cell of a chunk. Each cell and level has at most two pieces of line; a piece is known by the edge on
 * which it enters, so that none is followed twice. An outline goes along the lines of the band's two levels and, where these end at the border, along that. */
#include <math.h>
#include <stdlib.h>

#include "contour.h"

typedef struct Level { double at; bool upper; } Level; /* what is inside: z > at, or the rest */
typedef struct GridCell { int64_t quad; int n, corners[4]; } GridCell;
typedef struct Tracer {
    const ContourGrid *g;
    ContourLines *out;
    Level levels[2];
    int n_levels;
    int64_t x0, x1, y0, y1; /* quads of the chunk */
    uint8_t *classes;       /* of the chunk's points: how many levels they are above */
    bool masked;
    uint16_t *seen;         /* by quad of the chunk: pieces of level 0 by edge (4 bits), of level 1, borders */
} Tracer;
enum { SEEN_BORDER = 8 };

void contour_free(ContourLines *l)
{
    mem_free(l->vm->mem, l->points, (size_t)l->points_cap * sizeof *l->points);
    mem_free(l->vm->mem, l->lines, (size_t)l->cap * sizeof *l->lines);
    l->points = NULL;
    l->lines = NULL;
    l->n_points = l->points_cap = l->n = l->cap = 0;
}

static bool grow(VM *vm, void **items, int64_t *cap, size_t size)
{
    int64_t wide = *cap * 2 + 64;
    void *p = mem_realloc(vm->mem, *items, (size_t)*cap * size, (size_t)wide * size);
    if (!p) return err_no_memory(vm), false;
    *items = p;
    *cap = wide;
    return true;
}
static bool put(ContourLines *l, ContourPoint p)
{
    if (l->n_points == l->points_cap && !grow(l->vm, (void **)&l->points, &l->points_cap, sizeof p)) return false;
    l->points[l->n_points++] = p;
    return true;
}

/* ---- cells ---- */
static bool cell_at(const Tracer *t, int64_t i, int64_t j, GridCell *out)
{
    if (i < t->x0 || i >= t->x1 || j < t->y0 || j >= t->y1) return false;
    out->quad = j * t->g->nx + i;
    unsigned kind = t->g->quads[out->quad];
    out->n = 0;
    for (int c = 0; kind != QUAD_NONE && c < 4; c++)
        if (kind != QUAD_NO_CORNER + (unsigned)c) out->corners[out->n++] = c;
    return out->n > 0;
}
static int64_t point_of(const Tracer *t, const GridCell *c, int k)
{
    int corner = c->corners[k % c->n];
    return c->quad + (corner == 1 || corner == 2) + (corner >= 2 ? t->g->nx : 0);
}
static double z_of(const Tracer *t, const GridCell *c, int k) { return t->g->z[point_of(t, c, k)]; }
static bool inside(const Level *l, double z) { return (z > l->at) != l->upper; }
static bool in_band(const Tracer *t, double z) { return inside(&t->levels[0], z) && inside(&t->levels[1], z); }

/* The cell on the other side of an edge, and which of its edges that is; false: the edge is a border. */
static bool across(const Tracer *t, const GridCell *c, int k, GridCell *out, int *edge)
{
    static const int di[] = {0, 1, 0, -1}, dj[] = {-1, 0, 1, 0};
    int from = c->corners[k], to = c->corners[(k + 1) % c->n];
    if (to != (from + 1) % 4) return false;
    if (!cell_at(t, c->quad % t->g->nx + di[from], c->quad / t->g->nx + dj[from], out)) return false;
    int side = (from + 2) % 4;
    for (int e = 0; e < out->n; e++)
        if (out->corners[e] == side && out->corners[(e + 1) % out->n] == (side + 1) % 4) return *edge = e, true;
    return false;
}
static uint16_t *seen_of(const Tracer *t, const GridCell *c) { return &t->seen[(c->quad / t->g->nx - t->y0) * (t->x1 - t->x0) + c->quad % t->g->nx - t->x0]; }

/* ---- points ---- */
static ContourPoint corner_point(const Tracer *t, int64_t p) { return (ContourPoint){t->g->x[p], t->g->y[p], (float)(p % t->g->nx), (float)(p / t->g->nx)}; }
static double part_of(const Tracer *t, double z1, double z2, double level)
{
    return t->g->by_logarithm ? (log(z2) - log(level)) / (log(z2) - log(z1)) : (z2 - level) / (z2 - z1);
}
static ContourPoint between(ContourPoint a, ContourPoint b, double part)
{
    return (ContourPoint){a.x * part + b.x * (1 - part), a.y * part + b.y * (1 - part), (float)(a.i * part + b.i * (1 - part)), (float)(a.j * part + b.j * (1 - part))};
}
static ContourPoint edge_point(const Tracer *t, const GridCell *c, int k, const Level *l)
{
    int64_t a = point_of(t, c, k + !t->g->from_exit), b = point_of(t, c, k + t->g->from_exit);
    return between(corner_point(t, a), corner_point(t, b), part_of(t, t->g->z[a], t->g->z[b], l->at));
}
static double z_middle(const Tracer *t, const GridCell *c)
{
    double sum = 0;
    for (int k = 0; k < 4; k++) sum += t->g->by_logarithm ? log(z_of(t, c, k)) : z_of(t, c, k);
    return t->g->by_logarithm ? exp(sum / 4) : 0.25 * sum;
}
static ContourPoint middle_point(const Tracer *t, const GridCell *c)
{
    ContourPoint m = {0, 0, 0, 0};
    for (int k = 0; k < 4; k++) {
        ContourPoint p = corner_point(t, point_of(t, c, k));
        m = (ContourPoint){m.x + p.x * 0.25, m.y + p.y * 0.25, m.i + p.i * 0.25f, m.j + p.j * 0.25f};
    }
    return m;
}

/* ---- a piece of line in a cell: it enters where the values fall below the level on the way round, and leaves where they rise above it ---- */
static bool enters(const Tracer *t, const GridCell *c, int k, const Level *l) { return inside(l, z_of(t, c, k)) && !inside(l, z_of(t, c, k + 1)); }
static bool leaves(const Tracer *t, const GridCell *c, int k, const Level *l) { return !inside(l, z_of(t, c, k)) && inside(l, z_of(t, c, k + 1)); }

/* The edge on which it leaves; of triangles round the middle also the points within. -1: raised */
static int pass_triangles(const Tracer *t, const GridCell *c, int k, const Level *l)
{
    double zm = z_middle(t, c);
    bool forward = inside(l, zm);
    ContourPoint m = middle_point(t, c);
    for (int turns = 0; turns < 4; turns++) {
        int spoke = forward ? (k + 1) % 4 : k;
        double z = z_of(t, c, spoke);
        if (!put(t->out, between(corner_point(t, point_of(t, c, spoke)), m, part_of(t, z, zm, l->at)))) return -1;
        k = forward ? (k + 1) % 4 : (k + 3) % 4;
        if (leaves(t, c, k, l)) return k;
    }
    return k;
}
static int pass(const Tracer *t, const GridCell *c, int k, const Level *l)
{
    if (t->g->as_triangles && c->n == 4) return pass_triangles(t, c, k, l);
    int found[2], n = 0;
    for (int step = 1; step < c->n && n < 2; step++)
        if (leaves(t, c, (k + step) % c->n, l)) found[n++] = (k + step) % c->n;
    return n < 2 || inside(l, z_middle(t, c)) ? found[0] : found[1];
}

/* Follows a line from where it enters cell c at edge k until it comes to a piece that was seen, or to a border: true in *ended, and c and k say where. */
static bool follow(Tracer *t, int level, GridCell *c, int *k, bool *ended)
{
    const Level *l = &t->levels[level];
    for (int64_t steps = 1;; steps++) {
        if (steps % 4096 == 0 && !vm_poll(t->g->vm)) return false;
        uint16_t bit = (uint16_t)(1u << (4 * level + *k)), *seen = seen_of(t, c);
        if (*seen & bit) {
            *ended = false;
            return true;
        }
        *seen |= bit;
        if ((*k = pass(t, c, *k, l)) < 0 || !put(t->out, edge_point(t, c, *k, l))) return false;
        GridCell next;
        int edge;
        if (!across(t, c, *k, &next, &edge)) {
            *ended = true;
            return true;
        }
        *c = next;
        *k = edge;
    }
}

/* The edges of a cell in the order in which lines are looked for on them: S, W, N, E, a masked corner's. */
static void edge_order(const GridCell *c, int *out)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < c->n; k++)
            if (c->corners[k] == (4 - i) % 4 && c->corners[(k + 1) % c->n] == (c->corners[k] + 1) % 4) out[n++] = k;
    for (int k = 0; k < c->n; k++)
        if (c->corners[(k + 1) % c->n] != (c->corners[k] + 1) % 4) out[n++] = k;
}

/* ---- whole lines ---- */
static bool line_end(Tracer *t, int64_t start, int64_t quad)
{
    ContourLines *l = t->out;
    if (l->n == l->cap && !grow(l->vm, (void **)&l->lines, &l->cap, sizeof *l->lines)) return false;
    double area = 0;
    ContourPoint low = l->points[start], high = low;
    for (int64_t i = start; i < l->n_points; i++) {
        low.i = fminf(low.i, l->points[i].i);
        low.j = fminf(low.j, l->points[i].j);
        high.i = fmaxf(high.i, l->points[i].i);
        high.j = fmaxf(high.j, l->points[i].j);
    }
    for (int64_t i = start; i + 1 < l->n_points; i++) area += (double)l->points[i].i * l->points[i + 1].j - (double)l->points[i + 1].i * l->points[i].j;
    l->lines[l->n++] = (ContourLine){start, l->n_points - start, -1, quad, area, low.i, low.j, high.i, high.j};
    return true;
}
/* A loop that begins with the point where its first cell is left is closed by it; one that begins where that cell is entered has it in front. */
static bool loop_end(Tracer *t, int64_t start, int64_t quad, bool from_exit)
{
    ContourLines *l = t->out;
    if (from_exit) return put(l, l->points[start]) && line_end(t, start, quad);
    ContourPoint last = l->points[l->n_points - 1];
    if (!put(l, last)) return false;
    memmove(l->points + start + 1, l->points + start, (size_t)(l->n_points - 1 - start) * sizeof last);
    l->points[start] = last;
    return line_end(t, start, quad);
}

static bool start_line(Tracer *t, GridCell c, int k, bool at_border)
{
    int64_t start = t->out->n_points, quad = c.quad;
    bool ended, by_east = c.corners[k] == 1;
    ContourPoint first = edge_point(t, &c, k, &t->levels[0]);
    if (at_border && !put(t->out, first)) return false;
    if (!follow(t, 0, &c, &k, &ended)) return false;
    if (at_border) return line_end(t, start, quad);
    if (!loop_end(t, start, quad, t->g->from_exit && !by_east)) return false;
    t->out->lines[t->out->n - 1].outer = 0;
    if (t->g->from_exit && by_east) t->out->points[start] = first; /* (its end is the same but for rounding, as in the original) */
    return true;
}
static bool unseen(const Tracer *t, const GridCell *c, int level, int k) { return enters(t, c, k, &t->levels[level]) && !(*seen_of(t, c) & 1u << (4 * level + k)); }

static bool lines_of_cell(Tracer *t, const GridCell *c, bool borders)
{
    GridCell next;
    int edge, order[4];
    edge_order(c, order);
    for (int i = 0, k = order[0]; i < c->n; k = ++i < c->n ? order[i] : 0)
        if (unseen(t, c, 0, k) && (!borders || !across(t, c, k, &next, &edge)) && !start_line(t, *c, k, borders)) return false;
    return true;
}

/* ---- outlines of bands ---- */
/* From a corner along the border to the next edge of it. */
static void next_border(const Tracer *t, GridCell *c, int *k)
{
    GridCell next;
    int edge;
    *k = (*k + 1) % c->n;
    while (across(t, c, *k, &next, &edge)) {
        *c = next;
        *k = (edge + 1) % next.n;
    }
}
/* Has the band's part of this border edge been walked? Now it has: there is but one, for z rises or falls along it. */
static bool border_taken(const Tracer *t, const GridCell *c, int k)
{
    uint16_t bit = (uint16_t)(1u << (SEEN_BORDER + k)), *seen = seen_of(t, c);
    bool was = *seen & bit;
    *seen |= bit;
    return was;
}
/* Along border edges to where one of the band's lines begins (its level; -1: at an edge that was walked). */
static bool walk_border(Tracer *t, GridCell *c, int *k, int *level)
{
    while (!border_taken(t, c, *k)) {
        double z = z_of(t, c, *k + 1);
        if (!in_band(t, z)) {
            *level = inside(&t->levels[0], z) ? 1 : 0;
            return put(t->out, edge_point(t, c, *k, &t->levels[*level]));
        }
        if (!put(t->out, corner_point(t, point_of(t, c, *k + 1)))) return false;
        next_border(t, c, k);
    }
    *level = -1;
    return true;
}
static bool start_outline(Tracer *t, GridCell c, int k, int level /*-1: along the border*/)
{
    int64_t start = t->out->n_points, quad = c.quad;
    bool ended = true;
    while (level < 0 || (follow(t, level, &c, &k, &ended) && ended)) {
        if (!walk_border(t, &c, &k, &level)) return false;
        if (level < 0) break;
    }
    return !err_occurred(t->g->vm) && loop_end(t, start, quad, t->g->from_exit);
}
static bool outlines_of_cell(Tracer *t, const GridCell *c)
{
    GridCell next;
    int edge, order[4];
    edge_order(c, order);
    for (int i = 0; i < c->n; i++) {
        int k = order[i];
        for (int level = 0; level < 2; level++)
            if (unseen(t, c, level, k) && !start_outline(t, *c, k, level)) return false;
        if (in_band(t, z_of(t, c, k + 1)) && !(*seen_of(t, c) & 1u << (SEEN_BORDER + k)) && !across(t, c, k, &next, &edge) && !start_outline(t, *c, k, -1)) return false;
    }
    return true;
}

/* ---- holes ---- */
static bool line_holds(const ContourLines *l, const ContourLine *line, const ContourPoint *p)
{
    bool in = false;
    for (int64_t i = line->start; i + 1 < line->start + line->n; i++) {
        const ContourPoint *a = &l->points[i], *b = &l->points[i + 1];
        if ((a->j > p->j) != (b->j > p->j) && p->i < (double)(b->i - a->i) * (p->j - a->j) / (double)(b->j - a->j) + a->i) in = !in;
    }
    return in;
}
/* The least of the outlines that have most of the hole's points within (it may touch others). */
static int64_t around(const ContourLines *l, int64_t first, const ContourLine *hole)
{
    int64_t best = -1;
    for (int64_t i = first; i < l->n; i++) {
        const ContourLine *line = &l->lines[i];
        if (line->i0 > hole->i0 || line->i1 < hole->i1 || line->j0 > hole->j0 || line->j1 < hole->j1) continue;
        if (line->area <= 0 || line->area <= -hole->area || (best >= 0 && line->area >= l->lines[best].area)) continue;
        int64_t held = 0, asked = hole->n - 1 < 15 ? hole->n - 1 : 15;
        for (int64_t k = 0; k < asked; k++) held += line_holds(l, line, &l->points[hole->start + k * (hole->n - 1) / asked]);
        if (2 * held > asked) best = i;
    }
    return best;
}
static int by_outer(const void *a, const void *b)
{
    const ContourLine *x = a, *y = b;
    if (x->outer != y->outer) return x->outer < y->outer ? -1 : 1;
    return (x->area <= 0) != (y->area <= 0) ? (x->area <= 0) - (y->area <= 0) : x->start < y->start ? -1 : x->start > y->start;
}
static void sort_holes(ContourLines *l, int64_t first)
{
    for (int64_t i = first; i < l->n; i++) {
        l->lines[i].outer = l->lines[i].area > 0 ? i : around(l, first, &l->lines[i]);
        if (l->lines[i].outer < 0) l->lines[i].outer = i;
    }
    if (l->n > first) qsort(l->lines + first, (size_t)(l->n - first), sizeof *l->lines, by_outer);
    for (int64_t i = first, outer = -1; i < l->n; i++) { /* numbers of outlines become "the one before me" */
        bool own = i == first || l->lines[i].outer != outer;
        outer = l->lines[i].outer;
        l->lines[i].outer = own ? -1 : 0;
    }
}

/* ---- chunks ---- */
static size_t seen_room(const Tracer *t) { return (size_t)((t->x1 - t->x0) * (t->y1 - t->y0)) * sizeof *t->seen; }
static size_t classes_room(const Tracer *t) { return (size_t)((t->x1 - t->x0 + 1) * (t->y1 - t->y0 + 1)); }
static void tracer_close(Tracer *t)
{
    mem_free(t->g->vm->mem, t->seen, t->seen ? seen_room(t) : 0);
    mem_free(t->g->vm->mem, t->classes, t->classes ? classes_room(t) : 0);
}
static void classify(Tracer *t)
{
    double a = t->levels[0].at, b = t->levels[t->n_levels - 1].at;
    uint8_t *to = t->classes;
    for (int64_t j = t->y0; j <= t->y1; j++) {
        const double *z = t->g->z + j * t->g->nx;
        for (int64_t i = t->x0; i <= t->x1; i++) *to++ = (uint8_t)((z[i] > a) + (z[i] > b));
        for (int64_t i = t->x0; i < t->x1 && j < t->y1; i++) t->masked |= t->g->quads[j * t->g->nx + i] != QUAD_FULL;
    }
}
/* Most cells hold no piece of any line: all their corners are of one class; and where that is the band's, no border is near. */
static bool is_plain(const Tracer *t, int64_t i, int64_t j, bool band)
{
    int64_t wide = t->x1 - t->x0 + 1;
    const uint8_t *c = t->classes + (j - t->y0) * wide + i - t->x0;
    if (c[0] != c[1] || c[0] != c[wide] || c[0] != c[wide + 1]) return false;
    return !band || c[0] != 1 || !(t->masked || i == t->x0 || i == t->x1 - 1 || j == t->y0 || j == t->y1 - 1);
}
static bool tracer_open(Tracer *t, const ContourGrid *g, int64_t chunk, ContourLines *out)
{
    int64_t columns = contour_chunks_x(g), i = chunk % columns, j = chunk / columns;
    t->g = g;
    t->out = out;
    t->x0 = i * g->step_x;
    t->y0 = j * g->step_y;
    t->x1 = t->x0 + g->step_x < g->nx - 1 ? t->x0 + g->step_x : g->nx - 1;
    t->y1 = t->y0 + g->step_y < g->ny - 1 ? t->y0 + g->step_y : g->ny - 1;
    t->seen = mem_zalloc(g->vm->mem, seen_room(t));
    t->classes = t->seen ? mem_alloc(g->vm->mem, classes_room(t)) : NULL;
    if (!t->classes) return tracer_close(t), err_no_memory(g->vm), false;
    classify(t);
    return true;
}

typedef enum Look { LOOK_BORDERS, LOOK_LOOPS, LOOK_BANDS } Look;
static bool all_cells(Tracer *t, Look look)
{
    GridCell c;
    for (int64_t j = t->y0; j < t->y1; j++) {
        if (!vm_poll(t->g->vm)) return false;
        for (int64_t i = t->x0; i < t->x1; i++)
            if (!is_plain(t, i, j, look == LOOK_BANDS) && cell_at(t, i, j, &c) && !(look == LOOK_BANDS ? outlines_of_cell(t, &c) : lines_of_cell(t, &c, look == LOOK_BORDERS))) return false;
    }
    return true;
}
static int by_quad(const void *a, const void *b)
{
    const ContourLine *x = a, *y = b;
    return x->quad != y->quad ? (x->quad > y->quad) - (x->quad < y->quad) : (x->start > y->start) - (x->start < y->start);
}
bool contour_trace_lines(const ContourGrid *g, int64_t chunk, double level, ContourLines *out)
{
    Tracer t = {.levels = {{level, false}}, .n_levels = 1};
    int64_t first = out->n;
    if (!tracer_open(&t, g, chunk, out)) return false;
    bool ok = all_cells(&t, LOOK_BORDERS) && all_cells(&t, LOOK_LOOPS);
    if (ok && !g->from_exit && out->n > first) qsort(out->lines + first, (size_t)(out->n - first), sizeof *out->lines, by_quad);
    tracer_close(&t);
    return ok;
}
bool contour_trace_band(const ContourGrid *g, int64_t chunk, double lower, double upper, ContourLines *out)
{
    Tracer t = {.levels = {{lower, false}, {upper, true}}, .n_levels = 2};
    int64_t first = out->n;
    if (!tracer_open(&t, g, chunk, out)) return false;
    bool ok = all_cells(&t, LOOK_BANDS);
    if (ok) sort_holes(out, first);
    tracer_close(&t);
    return ok;
}
