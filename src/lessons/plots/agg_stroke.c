/* agg_stroke.c: lines as shapes: what a pen of some width covers on its way, with its caps and joins; and dashes. Round parts are polygons true to an eighth of a pixel. */
#include <math.h>

#include "agg.h"

typedef struct Spot { double x, y; } Spot;

typedef struct Stroke {
    Raster *r;
    double half, limit;  /* the pen's half width; how far a mitre reaches, in half widths */
    double turn;         /* the angle of a piece of an arc */
    Cap cap;
    Join join;
    bool begun;
} Stroke;

/* A line of spots that differ, and how long each is up to the next (of the last: to the first). */
typedef struct Line { VM *vm; Spot *at; double *length; int64_t n, cap; bool closed; } Line;

static const double SAME = 1e-14, PARALLEL = 1e-30, INNER_LIMIT = 1.01, ARC_OFF = 0.125, NEARLY = 1.0 / 1024;

/* (no hypot: where a line turns right back, the last bit of a length decides) */
static double length_of(double x, double y) { return sqrt(x * x + y * y); }
static double distance(Spot a, Spot b) { return length_of(b.x - a.x, b.y - a.y); }
static Spot aside(Spot p, Spot by) { return (Spot){p.x + by.x, p.y + by.y}; }
/* To the side of the line from a to b on which an outline runs that goes along with it. */
static Spot side_of(const Stroke *s, Spot a, Spot b, double length) { return (Spot){s->half * (b.y - a.y) / length, -s->half * (b.x - a.x) / length}; }
static double bend(Spot a, Spot b, Spot c) { return (c.x - b.x) * (b.y - a.y) - (c.y - b.y) * (b.x - a.x); }

static void put(Stroke *s, Spot p)
{
    if (s->begun) raster_line(s->r, p.x, p.y);
    else raster_move(s->r, p.x, p.y);
    s->begun = true;
}

static void arc_between(Stroke *s, Spot centre, double from, double to)
{
    int n = (int)((to - from) / s->turn);
    double by = (to - from) / (n + 1);
    for (int i = 1; i <= n; i++) put(s, (Spot){centre.x + cos(from + by * i) * s->half, centre.y + sin(from + by * i) * s->half});
}

static void put_cap(Stroke *s, Spot at, Spot next, double length)
{
    Spot side = side_of(s, at, next, length), back = {0, 0};
    if (s->cap == CAP_SQUARE) back = (Spot){side.y, -side.x};
    put(s, (Spot){at.x - side.x + back.x, at.y - side.y + back.y});
    if (s->cap == CAP_ROUND) {
        double from = atan2(-side.y, -side.x);
        arc_between(s, at, from, from + M_PI);
    }
    put(s, (Spot){at.x + side.x + back.x, at.y + side.y + back.y});
}

static bool crossing(Spot a, Spot b, Spot c, Spot d, Spot *out)
{
    double across = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
    if (fabs(across) < PARALLEL) return false;
    double part = ((a.y - c.y) * (d.x - c.x) - (a.x - c.x) * (d.y - c.y)) / across;
    *out = (Spot){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
    return true;
}

static Spot on_the_way(Spot from, Spot to, double part) { return (Spot){from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part}; }

/* The two sides up to where they meet; where that is too far straight from one to the other, or (cut) as far as they may. */
static void put_miter(Stroke *s, Spot a, Spot b, Spot c, Spot side1, Spot side2, double limit, bool cut)
{
    Spot meet, on = aside(b, side1);
    if (crossing(aside(a, side1), on, aside(b, side2), aside(c, side2), &meet)) {
        double far = distance(b, meet), bevel = length_of((side1.x + side2.x) / 2, (side1.y + side2.y) / 2), part = (s->half * limit - bevel) / (far - bevel);
        if (far <= s->half * limit) {
            put(s, meet);
            return;
        }
        if (cut) {
            put(s, on_the_way(on, meet, part));
            put(s, on_the_way(aside(b, side2), meet, part));
            return;
        }
    } else if ((bend(a, b, on) < 0) == (bend(b, c, on) < 0)) { /* straight on */
        put(s, on);
        return;
    }
    put(s, on);
    put(s, aside(b, side2));
}

static void put_join(Stroke *s, Spot a, Spot b, Spot c, double length1, double length2)
{
    Spot side1 = side_of(s, a, b, length1), side2 = side_of(s, b, c, length2);
    double turn = bend(a, b, c);
    if (turn > SAME) { /* the inner side */
        double limit = fmin(length1, length2) / s->half;
        put_miter(s, a, b, c, side1, side2, limit < INNER_LIMIT ? INNER_LIMIT : limit, false);
        return;
    }
    if (s->join == JOIN_MITER || s->join == JOIN_CUT_MITER) {
        put_miter(s, a, b, c, side1, side2, s->limit, s->join == JOIN_CUT_MITER);
        return;
    }
    if (s->half - length_of((side1.x + side2.x) / 2, (side1.y + side2.y) / 2) < s->half * NEARLY) { /* hardly a bend */
        Spot meet;
        put(s, crossing(aside(a, side1), aside(b, side1), aside(b, side2), aside(c, side2), &meet) ? meet : aside(b, side1));
        return;
    }
    put(s, aside(b, side1));
    if (s->join == JOIN_ROUND) {
        double from = atan2(side1.y, side1.x), to = atan2(side2.y, side2.x);
        arc_between(s, b, from, from > to ? to + 2 * M_PI : to);
    }
    put(s, aside(b, side2));
}

static void stroke_line(Stroke *s, const Line *l)
{
    int64_t n = l->n;
    const Spot *p = l->at;
    bool closed = l->closed && n > 2;
    if (n < 2) return;
    s->begun = false;
    if (!closed) put_cap(s, p[0], p[1], l->length[0]);
    for (int64_t i = closed ? 0 : 1; i < (closed ? n : n - 1); i++) put_join(s, p[(i + n - 1) % n], p[i], p[(i + 1) % n], l->length[(i + n - 1) % n], l->length[i]);
    if (closed) s->begun = false;
    else put_cap(s, p[n - 1], p[n - 2], l->length[n - 2]);
    for (int64_t i = closed ? n - 1 : n - 2; i >= (closed ? 0 : 1); i--) put_join(s, p[(i + 1) % n], p[i], p[(i + n - 1) % n], l->length[i], l->length[(i + n - 1) % n]);
}

static bool line_room(Line *l, int64_t n)
{
    if (n <= l->cap) return true;
    int64_t cap = n + n / 2 + 16;
    Spot *at = mem_realloc(l->vm->mem, l->at, (size_t)l->cap * sizeof *at, (size_t)cap * sizeof *at);
    if (at) l->at = at;
    double *length = at ? mem_realloc(l->vm->mem, l->length, (size_t)l->cap * sizeof *length, (size_t)cap * sizeof *length) : NULL;
    if (!length) { /* (at has grown: its size is remembered by growing it back) */
        if (at) l->at = mem_realloc(l->vm->mem, at, (size_t)cap * sizeof *at, (size_t)l->cap * sizeof *at);
        return err_no_memory(l->vm), false;
    }
    l->length = length;
    l->cap = cap;
    return true;
}

static void line_free(Line *l)
{
    mem_free(l->vm->mem, l->at, (size_t)l->cap * sizeof *l->at);
    mem_free(l->vm->mem, l->length, (size_t)l->cap * sizeof *l->length);
}

/* The next line of the steps, from *i on, which is put behind it; false: raised. A line without spots is the end. */
static bool next_line(Line *l, const Steps *s, int64_t *i, Spot *start)
{
    l->n = 0;
    l->closed = false;
    int64_t k = *i;
    if (k < s->n && s->at[k].code == PATH_MOVETO) {
        *start = (Spot){s->at[k].x, s->at[k].y};
        k++;
    }
    if (!line_room(l, 1)) return false;
    if (*i < s->n) l->at[l->n++] = *start;
    for (; k < s->n && s->at[k].code != PATH_MOVETO; k++) {
        if (s->at[k].code == PATH_CLOSEPOLY) {
            l->closed = true;
            k++;
            break;
        }
        Spot p = {s->at[k].x, s->at[k].y};
        double far = distance(l->at[l->n - 1], p);
        if (!(far > SAME)) continue;
        if (!line_room(l, l->n + 1)) return false;
        l->length[l->n - 1] = far;
        l->at[l->n++] = p;
    }
    *i = k;
    if (l->closed && l->n > 1 && !(distance(l->at[l->n - 1], l->at[0]) > SAME)) l->n--;
    if (l->n) l->length[l->n - 1] = distance(l->at[l->n - 1], l->at[0]);
    return true;
}

bool raster_stroke(Raster *r, const Steps *steps, const Pen *pen)
{
    Stroke s = {.r = r, .half = pen->width / 2, .limit = pen->miter_limit, .cap = pen->cap, .join = pen->join};
    Line l = {.vm = steps->vm};
    Spot start = {0, 0};
    bool ok = true;
    s.turn = acos(s.half / (s.half + ARC_OFF)) * 2;
    if (!(s.half > 0)) return true;
    for (int64_t i = 0; ok && i < steps->n;) {
        ok = vm_poll(steps->vm) && next_line(&l, steps, &i, &start);
        if (ok) stroke_line(&s, &l);
    }
    line_free(&l);
    return ok;
}

/* One line's dashes: the pattern begins anew at its beginning. */
static bool dash_line(Steps *out, const Line *l, const Dashes *d, double all)
{
    enum { POLL_EVERY = 1 << 14, MOST = 1 << 22 }; /* (points of all dashes: where the original has no more room for cells) */
    double left = fmod(d->offset, all);
    int part = 0;
    int64_t pieces = 0;
    if (left < 0) left += all;
    for (; left >= d->parts[part]; part = (part + 1) % d->n) left -= d->parts[part];
    left = d->parts[part] - left;
    if (l->n < 2) return true;
    if (part % 2 == 0 && !steps_add(out, PATH_MOVETO, l->at[0].x, l->at[0].y)) return false;
    for (int64_t i = 0; i < (l->closed ? l->n : l->n - 1); i++) {
        Spot from = l->at[i], to = l->at[(i + 1) % l->n];
        double length = l->length[i], at = 0;
        while (length - at > left) {
            if (++pieces % POLL_EVERY == 0 && !vm_poll(out->vm)) return false;
            if (out->n > MOST) return err_false(out->vm, EXC_OverflowError, "Exceeded cell block limit");
            at += left;
            Spot p = {from.x + (to.x - from.x) * at / length, from.y + (to.y - from.y) * at / length};
            if (!steps_add(out, part % 2 ? PATH_MOVETO : PATH_LINETO, p.x, p.y)) return false;
            part = (part + 1) % d->n;
            left = d->parts[part];
        }
        left -= length - at;
        if (part % 2 == 0 && !steps_add(out, PATH_LINETO, to.x, to.y)) return false;
    }
    return true;
}

bool steps_dash(Steps *s, const Dashes *d)
{
    double all = 0;
    for (int i = 0; i < d->n; i++) all += d->parts[i];
    if (!d->n || !(all > 0) || !isfinite(all) || !isfinite(d->offset)) return true;
    Steps out = {.vm = s->vm};
    Line l = {.vm = s->vm};
    Spot start = {0, 0};
    bool ok = true;
    for (int64_t i = 0; ok && i < s->n;) ok = vm_poll(s->vm) && next_line(&l, s, &i, &start) && dash_line(&out, &l, d, all);
    line_free(&l);
    if (ok) {
        Steps old = *s;
        *s = out;
        out = old;
    }
    steps_free(&out);
    return ok;
}
