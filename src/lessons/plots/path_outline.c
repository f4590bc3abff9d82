/* path_outline.c: the line beside a path, and the outline of a path that is drawn with a width: offset edges that meet in mitred corners. */
#include <math.h>

#include "path_inside.h"

typedef struct Knot { double x, y, length /*of the edge to the next one*/; } Knot;
typedef struct Piece { VM *vm; Knot *at; int64_t n, cap; bool closed; } Piece;
typedef struct Pen { Steps out; double half, reach /*|half|*/; bool begun, ok; } Pen;

static const double NO_LENGTH = 1e-14, NO_CROSSING = 1e-30, MITRE_MOST = 4, INNER_MITRE_LEAST = 1.01; /* as matplotlib's lines always had them */

static bool knot_add(Piece *p, double x, double y)
{
    if (p->n == p->cap) {
        int64_t cap = p->cap * 2 + 16;
        Knot *at = mem_realloc(p->vm->mem, p->at, (size_t)p->cap * sizeof *at, (size_t)cap * sizeof *at);
        if (!at) return err_no_memory(p->vm), false;
        p->at = at;
        p->cap = cap;
    }
    if (p->n && hypot(x - p->at[p->n - 1].x, y - p->at[p->n - 1].y) <= NO_LENGTH) return true;
    p->at[p->n++] = (Knot){x, y, 0};
    return true;
}
static void measure(Piece *p, bool round)
{
    while (round && p->n > 1 && hypot(p->at[p->n - 1].x - p->at[0].x, p->at[p->n - 1].y - p->at[0].y) <= NO_LENGTH) p->n--;
    for (int64_t i = 0; i < p->n; i++) {
        const Knot *next = &p->at[i + 1 < p->n ? i + 1 : 0];
        p->at[i].length = sqrt((next->x - p->at[i].x) * (next->x - p->at[i].x) + (next->y - p->at[i].y) * (next->y - p->at[i].y));
    }
}

static void put(Pen *pen, double x, double y)
{
    pen->ok = pen->ok && steps_add(&pen->out, pen->begun ? PATH_LINETO : PATH_MOVETO, x, y);
    pen->begun = true;
}
static double side(const Knot *from, const Knot *to, double x, double y) { return (x - to->x) * (to->y - from->y) - (y - to->y) * (to->x - from->x); }

/* A corner at b between the edges from a and to c; (ux, uy), (vx, vy): how far these two are moved. limit: of the tip's distance from b, in reaches; bevel: the flat corner's. */
static void mitre(Pen *pen, const Knot *a, const Knot *b, const Knot *c, double ux, double uy, double vx, double vy, bool inner, double limit, double bevel)
{
    double most = pen->reach * limit, px = b->x + ux, py = b->y + uy, qx = b->x + vx, qy = b->y + vy;
    double ex = b->x - a->x, ey = b->y - a->y, fx = c->x - b->x, fy = c->y - b->y, cross = ex * fy - ey * fx;
    bool meets = fabs(cross) >= NO_CROSSING;
    double tip_x = 0, tip_y = 0, far = 1;
    if (meets) {
        double ax = a->x + ux, ay = a->y + uy, part = ((ay - qy) * fx - (ax - qx) * fy) / cross;
        tip_x = ax + part * ex;
        tip_y = ay + part * ey;
        far = sqrt((tip_x - b->x) * (tip_x - b->x) + (tip_y - b->y) * (tip_y - b->y));
        if (far <= most) {
            put(pen, tip_x, tip_y);
            return;
        }
    } else if ((side(a, b, px, py) < 0) == (side(b, c, px, py) < 0)) { /* straight on */
        put(pen, px, py);
        return;
    }
    if (inner) {
        put(pen, px, py);
        put(pen, qx, qy);
    } else if (!meets) { /* turned back: a square end */
        double out = pen->half < 0 ? -limit : limit;
        put(pen, px - uy * out, py + ux * out);
        put(pen, qx + vy * out, qy - vx * out);
    } else { /* the tip is cut off */
        double part = (most - bevel) / (far - bevel);
        put(pen, px + (tip_x - px) * part, py + (tip_y - py) * part);
        put(pen, qx + (tip_x - qx) * part, qy + (tip_y - qy) * part);
    }
}
static void corner(Pen *pen, const Knot *a, const Knot *b, const Knot *c, double before, double after)
{
    double ux = pen->half * (b->y - a->y) / before, uy = -(pen->half * (b->x - a->x) / before), vx = pen->half * (c->y - b->y) / after, vy = -(pen->half * (c->x - b->x) / after);
    double turn = side(a, b, c->x, c->y);
    if (turn != 0 && (turn > 0) == (pen->half > 0)) {
        double limit = (before < after ? before : after) / pen->reach;
        mitre(pen, a, b, c, ux, uy, vx, vy, true, limit < INNER_MITRE_LEAST ? INNER_MITRE_LEAST : limit, 0);
    } else mitre(pen, a, b, c, ux, uy, vx, vy, false, MITRE_MOST, sqrt((ux + vx) / 2 * ((ux + vx) / 2) + (uy + vy) / 2 * ((uy + vy) / 2)));
}
static void cap(Pen *pen, const Knot *at, const Knot *inward, double length) /* a flat end */
{
    double ux = (inward->y - at->y) / length * pen->half, uy = (inward->x - at->x) / length * pen->half;
    put(pen, at->x - ux, at->y + uy);
    put(pen, at->x + ux, at->y - uy);
}
static void close_piece(Pen *pen)
{
    if (pen->begun) pen->ok = pen->ok && steps_add(&pen->out, PATH_CLOSEPOLY, 0, 0);
    pen->begun = false;
}

static const Knot *knot(const Piece *p, int64_t i) { return &p->at[i < 0 ? i + p->n : i < p->n ? i : i - p->n]; }
static void forth(Pen *pen, const Piece *p, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to && pen->ok; i++) corner(pen, knot(p, i - 1), knot(p, i), knot(p, i + 1), knot(p, i - 1)->length, knot(p, i)->length);
}
static void back(Pen *pen, const Piece *p, int64_t from, int64_t to)
{
    for (int64_t i = from; i >= to && pen->ok; i--) corner(pen, knot(p, i + 1), knot(p, i), knot(p, i - 1), knot(p, i)->length, knot(p, i - 1)->length);
}
static bool outline_piece(Pen *pen, Piece *p, bool both)
{
    measure(p, !both || p->closed);
    if (p->n >= 2 + p->closed) {
        if (!both) forth(pen, p, 0, p->n);
        else if (p->closed) {
            forth(pen, p, 0, p->n);
            close_piece(pen);
            back(pen, p, p->n - 1, 0);
        } else {
            cap(pen, &p->at[0], &p->at[1], p->at[0].length);
            forth(pen, p, 1, p->n - 1);
            cap(pen, &p->at[p->n - 1], &p->at[p->n - 2], p->at[p->n - 2].length);
            back(pen, p, p->n - 2, 1);
        }
        close_piece(pen);
    }
    p->n = 0;
    p->closed = false;
    return pen->ok;
}

bool steps_outline(Steps *s, double half, bool both)
{
    Pen pen = {.out = {.vm = s->vm}, .half = half, .reach = fabs(half), .ok = true};
    Piece piece = {.vm = s->vm};
    for (int64_t i = 0; i < s->n && pen.ok; i++) {
        const Step *p = &s->at[i];
        if (i % 65536 == 0) pen.ok = vm_poll(s->vm);
        if (p->code == PATH_CLOSEPOLY) {
            piece.closed = true;
            outline_piece(&pen, &piece, both);
            continue;
        }
        if (p->code == PATH_MOVETO) outline_piece(&pen, &piece, both);
        pen.ok = pen.ok && knot_add(&piece, p->x, p->y);
    }
    if (pen.ok) outline_piece(&pen, &piece, both);
    mem_free(s->vm->mem, piece.at, (size_t)piece.cap * sizeof *piece.at);
    steps_free(pen.ok ? s : &pen.out);
    if (pen.ok) *s = pen.out;
    return pen.ok;
}
