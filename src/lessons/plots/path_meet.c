/* path_meet.c: do paths cross, and the polygons that they consist of, whole or cut at a rectangle. */
#include <math.h>

#include "path_meet.h"

/* ---- crossing ---- */
static bool near(double a, double b) { return fabs(a - b) <= fmax(1e-10 * fmax(fabs(a), fabs(b)), 1e-13); }
static bool overlap(double a0, double a1, double b0, double b1)
{
    double a = fmin(a0, a1), b = fmin(b0, b1);
    return (a <= b && b <= fmax(a0, a1)) || (b <= a && a <= fmax(b0, b1));
}
static bool in_part(double u) { return (u > 0 || near(u, 0)) && (u < 1 || near(u, 1)); }
/* Do the lines from a to b and from c to d have a point in common? */
static bool lines_cross(const Step *a, const Step *b, const Step *c, const Step *d)
{
    double ex = b->x - a->x, ey = b->y - a->y, fx = d->x - c->x, fy = d->y - c->y, slope = fy * ex - fx * ey;
    if (near(slope, 0)) {
        double area = b->x * c->y - c->x * b->y - a->x * (c->y - b->y) + a->y * (c->x - b->x);
        if (!near(area, 0)) return false;
        return a->x == b->x && b->x == c->x ? overlap(a->y, b->y, c->y, d->y) : overlap(a->x, b->x, c->x, d->x);
    }
    double gx = a->x - c->x, gy = a->y - c->y;
    return in_part((fx * gy - fy * gx) / slope) && in_part((ex * gy - ey * gx) / slope);
}
static bool no_line(const Step *a, const Step *b) { return near((a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y), 0); }

static int any_cross(VM *vm, const Steps *s, const Steps *t)
{
    Step a = s->n ? s->at[0] : (Step){0};
    for (int64_t i = 1; i < s->n; i++) {
        if (no_line(&a, &s->at[i])) continue;
        if (t->n > 256 && !vm_poll(vm)) return -1;
        Step c = t->n ? t->at[0] : (Step){0};
        for (int64_t k = 1; k < t->n; k++) {
            if (no_line(&c, &t->at[k])) continue;
            if (lines_cross(&a, &s->at[i], &c, &t->at[k])) return 1;
            c = t->at[k];
        }
        a = s->at[i];
    }
    return 0;
}
int path_crosses(VM *vm, const Path *a, const Path *b)
{
    if (a->n < 2 || b->n < 2) return 0;
    Affine none = AFFINE_NONE;
    Steps s = {.vm = vm}, t = {.vm = vm};
    int r = path_lines(vm, a, &none, &s) && path_lines(vm, b, &none, &t) ? any_cross(vm, &s, &t) : -1;
    steps_free(&s);
    steps_free(&t);
    return r;
}

static bool line_meets(const Step *a, const Step *b, double cx, double cy, double w, double h)
{
    double dx = fabs(a->x - b->x), dy = fabs(a->y - b->y);
    return fabs(a->x + b->x - 2 * cx) < dx + w && fabs(a->y + b->y - 2 * cy) < dy + h && 2 * fabs((a->x - cx) * (a->y - b->y) - (a->y - cy) * (a->x - b->x)) < w * dy + h * dx;
}
int path_crosses_rectangle(VM *vm, const Path *p, PlotRect r)
{
    Affine none = AFFINE_NONE;
    Steps s = {.vm = vm};
    int found = path_lines(vm, p, &none, &s) ? 0 : -1;
    double cx = (r.x1 + r.x2) * 0.5, cy = (r.y1 + r.y2) * 0.5, w = fabs(r.x1 - r.x2), h = fabs(r.y1 - r.y2);
    for (int64_t i = 1; found == 0 && i < s.n; i++) found = line_meets(&s.at[i - 1], &s.at[i], cx, cy, w, h);
    steps_free(&s);
    return found;
}

int path_in_path(VM *vm, const Path *a, const Affine *at, const Path *b, const Affine *bt)
{
    if (a->n < 3) return 0;
    Steps s = {.vm = vm};
    bool ok = path_lines(vm, b, bt, &s);
    size_t room = (size_t)s.n * 2 * sizeof(double);
    double *points = ok ? mem_alloc(vm->mem, room + (size_t)s.n) : NULL;
    if (ok && !points) err_no_memory(vm);
    int r = points ? s.n > 0 : -1;
    if (points) {
        for (int64_t i = 0; i < s.n; i++) {
            points[2 * i] = s.at[i].x;
            points[2 * i + 1] = s.at[i].y;
        }
        uint8_t *held = (uint8_t *)points + room;
        if (!path_holds(vm, a, at, WITHIN_PATH, 0, points, s.n, held)) r = -1;
        for (int64_t i = 0; r > 0 && i < s.n; i++) r = held[i];
        mem_free(vm->mem, points, room + (size_t)s.n);
    }
    steps_free(&s);
    return r;
}

/* ---- polygons ---- */
/* Points from `from` on as one polygon of the list; closed: it ends where it begins. Too few points are none. */
static bool give(Value list, const Steps *s, bool closed)
{
    VM *vm = s->vm;
    int64_t n = s->n;
    if (n < (closed ? 3 : 2)) return true;
    const Step *first = &s->at[0], *last = &s->at[n - 1];
    bool open = closed && (first->x != last->x || first->y != last->y);
    Np *np = np_state(vm);
    NdArray *a = np ? array_new(vm, np, descr_shared(np, NP_DOUBLE), (int64_t[]){n + open, 2}, 2, ORDER_C) : NULL;
    if (!a) return false;
    double *to = (double *)(void *)a->data;
    for (int64_t i = 0; i < n + open; i++) {
        to[2 * i] = s->at[i < n ? i : 0].x;
        to[2 * i + 1] = s->at[i < n ? i : 0].y;
    }
    return list_append_take(vm, list, VAL(a));
}

Value steps_polygons(Steps *s, bool closed_only)
{
    VM *vm = s->vm;
    Steps piece = {.vm = vm};
    Value list = list_new(vm, 4);
    bool ok = list != NULL;
    for (int64_t i = 0; ok && i < s->n; i++) {
        const Step *p = &s->at[i];
        if (p->code == PATH_CLOSEPOLY || p->code == PATH_MOVETO) {
            ok = give(list, &piece, closed_only || p->code == PATH_CLOSEPOLY);
            piece.n = 0;
        }
        if (p->code != PATH_CLOSEPOLY) ok = ok && steps_add(&piece, PATH_LINETO, p->x, p->y);
    }
    ok = ok && give(list, &piece, closed_only);
    steps_free(&piece);
    if (ok) return list;
    release(vm, list);
    return NULL;
}

/* ---- cut at a rectangle, one side after the other (Sutherland and Hodgman) ---- */
typedef struct Border { bool by_y, below; double at; } Border;
static bool is_inside(const Border *b, const Step *p)
{
    double v = b->by_y ? p->y : p->x;
    return b->below ? v <= b->at : v >= b->at;
}
static Step crossing(const Border *b, const Step *from, const Step *to)
{
    double dx = to->x - from->x, dy = to->y - from->y;
    return b->by_y ? (Step){from->x + dx * ((b->at - from->y) / dy), b->at, PATH_LINETO} : (Step){b->at, from->y + dy * ((b->at - from->x) / dx), PATH_LINETO};
}
static bool cut(const Steps *s, const Border *b, Steps *out)
{
    bool ok = true;
    out->n = 0;
    for (int64_t i = 0; ok && i < s->n; i++) {
        const Step *from = &s->at[i ? i - 1 : s->n - 1], *to = &s->at[i];
        bool inside = is_inside(b, to);
        if (is_inside(b, from) != inside) {
            Step on = crossing(b, from, to);
            ok = steps_add(out, PATH_LINETO, on.x, on.y);
        }
        if (inside) ok = ok && steps_add(out, PATH_LINETO, to->x, to->y);
    }
    return ok;
}
static bool cut_all(Value list, Steps *piece, Steps *spare, const Border *borders)
{
    bool ok = true;
    for (int i = 0; ok && i < 4; i++) {
        ok = cut(piece, &borders[i], spare);
        Steps was = *piece;
        *piece = *spare;
        *spare = was;
    }
    ok = ok && give(list, piece, true);
    piece->n = 0;
    return ok;
}
Value steps_polygons_in(Steps *s, PlotRect r, bool inside)
{
    VM *vm = s->vm;
    double left = fmin(r.x1, r.x2), right = fmax(r.x1, r.x2), low = fmin(r.y1, r.y2), high = fmax(r.y1, r.y2);
    const Border borders[] = {{false, true, inside ? right : left}, {false, false, inside ? left : right}, {true, true, inside ? high : low}, {true, false, inside ? low : high}};
    Steps piece = {.vm = vm}, spare = {.vm = vm};
    Value list = list_new(vm, 4);
    bool ok = list != NULL;
    for (int64_t i = 0; ok && i < s->n; i++) { /* only a CLOSEPOLY ends a piece, and its point counts */
        ok = steps_add(&piece, PATH_LINETO, s->at[i].x, s->at[i].y);
        if (ok && s->at[i].code == PATH_CLOSEPOLY) ok = vm_poll(vm) && cut_all(list, &piece, &spare, borders);
    }
    ok = ok && cut_all(list, &piece, &spare, borders);
    steps_free(&piece);
    steps_free(&spare);
    if (ok) return list;
    release(vm, list);
    return NULL;
}
