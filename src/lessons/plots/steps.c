/* steps.c: a path on its way to a page: steps (points with what leads to them) that lose what is not finite, are cut at the page's border, put onto pixels, simplified, made straight
 * and sketched. Each stage reads all steps and writes all anew: no stage waits for another. */
#include <math.h>

#include "path.h"

enum { POLL_EVERY = 1 << 16 };

bool steps_reserve(Steps *s, int64_t more)
{
    if (s->n + more <= s->cap) return true;
    if (more > INT64_MAX / (int64_t)sizeof(Step) / 4 - s->n) return err_no_memory(s->vm), false;
    int64_t cap = s->cap + s->cap / 2 + 32;
    if (cap < s->n + more) cap = s->n + more;
    Step *at = mem_realloc(s->vm->mem, s->at, (size_t)s->cap * sizeof *at, (size_t)cap * sizeof *at);
    if (!at) return err_no_memory(s->vm), false;
    s->at = at;
    s->cap = cap;
    return true;
}

void steps_free(Steps *s)
{
    mem_free(s->vm->mem, s->at, (size_t)s->cap * sizeof *s->at);
    s->at = NULL;
    s->n = s->cap = 0;
}

/* What a stage has written takes the place of what it read. */
static bool replace(Steps *s, Steps *by, bool ok)
{
    Steps old = *s;
    if (ok) *s = *by;
    steps_free(ok ? &old : by);
    return ok;
}

static bool is_point(unsigned code) { return code && code < 15; } /* no CLOSEPOLY: its point means nothing */
static bool is_finite(const Step *p) { return isfinite(p->x) && isfinite(p->y); }

bool path_steps(VM *vm, const Path *p, const Affine *t, Steps *out)
{
    const double *v = path_vertices(p);
    const uint8_t *codes = path_codes(p);
    out->vm = vm;
    out->n = 0;
    if (!steps_reserve(out, p->n)) return false;
    Step *at = out->at;
    for (int64_t i = 0; i < p->n; i++, v += 2, at++) {
        *at = (Step){v[0], v[1], codes ? codes[i] : i ? PATH_LINETO : PATH_MOVETO};
        if (is_point(at->code)) affine_apply(t, &at->x, &at->y);
        else if (!at->code) break;
        out->n++;
    }
    return true;
}

/* ---- what is not finite ---- */

/* Plain lines: what follows a gap is moved to. */
static void drop_of_lines(Steps *s)
{
    int64_t n = 0;
    bool gap = false;
    for (int64_t i = 0; i < s->n; i++) {
        Step p = s->at[i];
        if (!is_finite(&p)) {
            gap = true;
            continue;
        }
        if (gap) p.code = PATH_MOVETO;
        gap = false;
        s->at[n++] = p;
    }
    s->n = n;
}

static int points_of(unsigned code) { return code == PATH_CURVE3 ? 2 : code == PATH_CURVE4 ? 3 : 1; }

/* With codes: a curve goes as a whole; its end, where that is finite, is moved to. A shape that has lost a piece is closed by a line to its beginning. */
static void drop_of_shapes(Steps *s)
{
    int64_t n = 0;
    bool valid = false, move = false, broken = false;
    double first_x = NAN, first_y = NAN;
    for (int64_t i = 0, count; i < s->n; i += count) {
        Step *p = &s->at[i];
        count = points_of(p->code);
        if (count > s->n - i) count = s->n - i;
        if (p->code == PATH_CLOSEPOLY) {
            if (!broken) s->at[n++] = *p;
            else if (isfinite(first_x) && isfinite(first_y) && valid) s->at[n++] = (Step){first_x, first_y, PATH_LINETO};
            continue;
        }
        if (p->code == PATH_MOVETO) {
            first_x = p->x;
            first_y = p->y;
            broken = false;
        }
        valid = true;
        for (int64_t k = 0; k < count; k++) valid &= is_finite(&p[k]);
        if (valid) {
            for (int64_t k = 0; k < count; k++) s->at[n + k] = p[k];
            if (move) s->at[n].code = PATH_MOVETO; /* (a curve that follows a gap has no beginning: its first point is one) */
            move = false;
            n += count;
            continue;
        }
        broken = true;
        move = true;
        if (count > 1 && is_finite(&p[count - 1])) {
            s->at[n++] = (Step){p[count - 1].x, p[count - 1].y, PATH_MOVETO};
            move = false;
        }
    }
    s->n = n;
}

void steps_drop_nans(Steps *s, bool has_codes)
{
    if (has_codes) drop_of_shapes(s);
    else drop_of_lines(s);
}

/* ---- cut at the border ---- */

typedef struct Cut {
    PlotRect box;
    Steps out;
    Step first, last;
    bool started, moved; /* is there a first point? was it not drawn to yet? */
    bool lost;           /* was something cut off? */
} Cut;

static bool inside(const Cut *c) { return c->last.x >= c->box.x1 && c->last.x <= c->box.x2 && c->last.y >= c->box.y1 && c->last.y <= c->box.y2; }

enum { CUT_BEGIN = 1, CUT_END = 2, CUT_ALL = 4 };
/* The part of a line that the box holds; which of its ends were cut. By parts of its length (Liang and Barsky). */
static int cut_line(const PlotRect *box, Step *from, Step *to)
{
    double dx = to->x - from->x, dy = to->y - from->y, begin = 0, end = 1;
    const double step[] = {-dx, dx, -dy, dy}, room[] = {from->x - box->x1, box->x2 - from->x, from->y - box->y1, box->y2 - from->y};
    for (int side = 0; side < 4; side++) {
        if (step[side] == 0) {
            if (room[side] < 0) return CUT_ALL;
            continue;
        }
        double part = room[side] / step[side];
        if (step[side] < 0 && part > begin) begin = part;
        if (step[side] > 0 && part < end) end = part;
    }
    if (begin > end) return CUT_ALL;
    Step start = *from;
    if (begin > 0) *from = (Step){start.x + begin * dx, start.y + begin * dy, from->code};
    if (end < 1) *to = (Step){start.x + end * dx, start.y + end * dy, to->code};
    return (begin > 0 ? CUT_BEGIN : 0) | (end < 1 ? CUT_END : 0);
}

static bool cut_to(Cut *c, Step to, bool closes)
{
    Step from = c->last;
    int cut = cut_line(&c->box, &from, &to);
    c->lost |= cut != 0;
    if (cut & CUT_ALL) return true;
    bool ok = (!(cut & CUT_BEGIN) && !c->moved) || steps_add(&c->out, PATH_MOVETO, from.x, from.y);
    ok = ok && steps_add(&c->out, PATH_LINETO, to.x, to.y) && (!closes || c->lost || steps_add(&c->out, PATH_CLOSEPOLY, to.x, to.y));
    c->moved = false;
    return ok;
}

/* A point that was moved to and not drawn from is a point still. */
static bool keep_point(Cut *c) { return !c->moved || !c->started || !inside(c) || steps_add(&c->out, PATH_MOVETO, c->last.x, c->last.y); }

static bool cut_step(Cut *c, const Step *p)
{
    bool ok = true;
    switch (p->code) {
    case PATH_CLOSEPOLY:
        if (!c->started) return steps_add(&c->out, PATH_CLOSEPOLY, c->last.x, c->last.y);
        return cut_to(c, c->first, true);
    case PATH_MOVETO:
        ok = keep_point(c);
        c->first = *p;
        c->started = c->moved = true;
        c->lost = false;
        break;
    case PATH_LINETO: ok = cut_to(c, *p, false); break;
    default:
        if (c->moved) ok = steps_add(&c->out, PATH_MOVETO, c->last.x, c->last.y);
        c->moved = false;
        ok = ok && steps_add(&c->out, p->code, p->x, p->y);
    }
    c->last = *p;
    return ok;
}

bool steps_clip(Steps *s, PlotRect r)
{
    Cut c = {.box = {r.x1 - 1, r.y1 - 1, r.x2 + 1, r.y2 + 1}, .out = {.vm = s->vm}, .moved = true};
    bool ok = steps_reserve(&c.out, s->n);
    for (int64_t i = 0; ok && i < s->n; i++) ok = (i % POLL_EVERY || vm_poll(s->vm)) && cut_step(&c, &s->at[i]);
    return replace(s, &c.out, ok && keep_point(&c));
}

/* ---- onto pixels ---- */

enum { SNAP_VERTICES_MOST = 1024 };

bool steps_snaps(const Steps *s, Snap mode, int64_t vertices)
{
    if (mode != SNAP_AUTO) return mode == SNAP_TRUE;
    if (vertices > SNAP_VERTICES_MOST || !s->n) return false;
    for (int64_t i = 1; i < s->n; i++) {
        const Step *p = &s->at[i - 1], *q = &s->at[i];
        if (q->code == PATH_CURVE3 || q->code == PATH_CURVE4) return false;
        if (q->code == PATH_LINETO && !(fabs(p->x - q->x) < 1e-4 || fabs(p->y - q->y) < 1e-4)) return false;
    }
    return true;
}

void steps_snap(Steps *s, double line_width)
{
    double half = (int)(line_width + (line_width >= 0 ? 0.5 : -0.5)) % 2 ? 0.5 : 0;
    for (int64_t i = 0; i < s->n; i++) {
        Step *p = &s->at[i];
        if (!is_point(p->code)) continue;
        p->x = floor(p->x + 0.5) + half;
        p->y = floor(p->y + 0.5) + half;
    }
}

/* ---- simplified ---- */

/* A stroke stands for steps that follow one direction nearly enough: what is kept of them is the farthest point ahead, the farthest back, and the last. */
typedef struct Stroke {
    Steps out;
    double limit;              /* how far off the direction a point may lie, squared */
    double dx, dy, length2;    /* the direction; length2 0: there is none yet */
    Step start, ahead, back, last;
    double ahead2, back2;      /* how far these two are, squared; back2 0: nothing lay behind */
    enum { LAST_BETWEEN, LAST_AHEAD, LAST_BACK } where;
    bool apart;                /* last was not drawn to: the next stroke moves there */
} Stroke;

static void stroke_begin(Stroke *s, Step start, const Step *to)
{
    s->dx = to->x - s->last.x;
    s->dy = to->y - s->last.y;
    s->length2 = s->ahead2 = s->dx * s->dx + s->dy * s->dy;
    s->back2 = 0;
    s->where = LAST_AHEAD;
    s->start = start;
    s->ahead = s->last = *to;
}

static bool draw(Stroke *s, const Step *to) { return steps_add(&s->out, PATH_LINETO, to->x, to->y); }

static bool stroke_end(Stroke *s)
{
    bool ok = s->where == LAST_AHEAD ? (s->back2 == 0 || draw(s, &s->back)) && draw(s, &s->ahead) : draw(s, &s->ahead) && (s->back2 == 0 || draw(s, &s->back));
    if (ok && s->apart) return steps_add(&s->out, PATH_MOVETO, s->last.x, s->last.y);
    return ok && (s->where != LAST_BETWEEN || draw(s, &s->last));
}

/* Does the point go along? Then it is remembered where it is the farthest. */
static bool stroke_takes(Stroke *s, const Step *p)
{
    double x = p->x - s->start.x, y = p->y - s->start.y, along = s->dx * x + s->dy * y;
    double px = along * s->dx / s->length2, py = along * s->dy / s->length2, off = (x - px) * (x - px) + (y - py) * (y - py), far = px * px + py * py;
    if (!(off < s->limit)) return false;
    s->where = LAST_BETWEEN;
    if (along > 0 && far > s->ahead2) {
        s->where = LAST_AHEAD;
        s->ahead2 = far;
        s->ahead = *p;
    } else if (!(along > 0) && far > s->back2) {
        s->where = LAST_BACK;
        s->back2 = far;
        s->back = *p;
    }
    s->last = *p;
    return true;
}

static bool simplify_step(Stroke *s, const Step *p)
{
    if (s->length2 == 0) {
        if (s->apart && !steps_add(&s->out, PATH_MOVETO, s->last.x, s->last.y)) return false;
        s->apart = false;
        stroke_begin(s, s->last, p);
        return true;
    }
    if (stroke_takes(s, p)) return true;
    if (!stroke_end(s)) return false;
    s->apart = false;
    stroke_begin(s, s->out.at[s->out.n - 1], p);
    return true;
}

bool steps_simplify(Steps *s, double threshold)
{
    Stroke k = {.out = {.vm = s->vm}, .limit = threshold * threshold};
    bool ok = true, after_move = true;
    for (int64_t i = 0; ok && i < s->n; i++) {
        Step p = s->at[i];
        if (i % POLL_EVERY == 0 && !vm_poll(s->vm)) ok = false;
        if (!ok) break;
        if (!i || p.code == PATH_MOVETO) {
            if (k.length2 != 0 && !after_move) ok = stroke_end(&k);
            after_move = k.apart = true;
            k.last = p;
            k.length2 = k.back2 = 0;
            continue;
        }
        after_move = false;
        ok = simplify_step(&k, &p); /* (also to the point of a CLOSEPOLY, which is what it was given or what clipping made it) */
    }
    unsigned code = after_move ? PATH_MOVETO : PATH_LINETO;
    if (ok && k.length2 != 0) ok = steps_add(&k.out, code, k.ahead.x, k.ahead.y) && (k.back2 == 0 || steps_add(&k.out, code, k.back.x, k.back.y));
    return replace(s, &k.out, ok && steps_add(&k.out, code, k.last.x, k.last.y));
}

/* ---- curves ---- */

enum { HALVINGS_MOST = 32 };
static const double FLAT2 = 0.25, NO_AREA = 1e-30; /* half a unit off, squared; an area that is none */

typedef struct Spot { double x, y; } Spot;
static Spot middle(Spot p, Spot q) { return (Spot){(p.x + q.x) / 2, (p.y + q.y) / 2}; }
static double distance2(Spot p, Spot q) { return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y); }
static double off_line(Spot p, Spot from, Spot to) { return fabs((p.x - to.x) * (to.y - from.y) - (p.y - to.y) * (to.x - from.x)); }
static bool add_spot(Steps *s, Spot p) { return steps_add(s, PATH_LINETO, p.x, p.y); }

/* Of a point on the line through two others: how far beyond them it is, squared; -1: between them. */
static double beyond(Spot p, Spot from, Spot to)
{
    double part = ((p.x - from.x) * (to.x - from.x) + (p.y - from.y) * (to.y - from.y)) / distance2(from, to);
    return part <= 0 ? distance2(p, from) : part >= 1 ? distance2(p, to) : -1;
}

static bool halve3(Steps *s, Spot a, Spot b, Spot c, int level)
{
    if (level > HALVINGS_MOST) return true;
    Spot ab = middle(a, b), bc = middle(b, c), mid = middle(ab, bc);
    double off = off_line(b, a, c), length2 = distance2(a, c);
    if (off > NO_AREA) {
        if (off * off <= FLAT2 * length2) return add_spot(s, mid);
    } else {
        double far = length2 == 0 ? distance2(a, b) : beyond(b, a, c);
        if (far < 0) return true;
        if (far < FLAT2) return add_spot(s, b);
    }
    return halve3(s, a, ab, mid, level + 1) && halve3(s, mid, bc, c, level + 1);
}

static bool halve4(Steps *s, Spot a, Spot b, Spot c, Spot d, int level)
{
    if (level > HALVINGS_MOST) return true;
    Spot ab = middle(a, b), bc = middle(b, c), cd = middle(c, d), abc = middle(ab, bc), bcd = middle(bc, cd), mid = middle(abc, bcd);
    double off_b = off_line(b, a, d), off_c = off_line(c, a, d), length2 = distance2(a, d);
    if (off_b > NO_AREA || off_c > NO_AREA) {
        double off = (off_b > NO_AREA ? off_b : 0) + (off_c > NO_AREA ? off_c : 0);
        if (off * off <= FLAT2 * length2) return add_spot(s, bc);
    } else {
        double far_b = length2 == 0 ? distance2(a, b) : beyond(b, a, d), far_c = length2 == 0 ? distance2(d, c) : beyond(c, a, d);
        if (far_b < 0 && far_c < 0) return true;
        if (far_b < 0) far_b = 0;
        if (far_c < 0) far_c = 0;
        if (far_b > far_c ? far_b < FLAT2 : far_c < FLAT2) return add_spot(s, far_b > far_c ? b : c);
    }
    return halve4(s, a, ab, abc, mid, level + 1) && halve4(s, mid, bcd, cd, d, level + 1);
}

bool steps_flatten(Steps *s)
{
    int64_t first = 0;
    while (first < s->n && s->at[first].code != PATH_CURVE3 && s->at[first].code != PATH_CURVE4) first++;
    if (first == s->n) return true;
    Steps out = {.vm = s->vm};
    Spot last = {0, 0};
    bool ok = steps_reserve(&out, s->n * 2);
    for (int64_t i = 0, count; ok && i < s->n; i += count) {
        const Step *p = &s->at[i];
        count = points_of(p->code);
        if (count > s->n - i) break;
        Spot spots[3] = {{p->x, p->y}};
        for (int64_t k = 1; k < count; k++) spots[k] = (Spot){p[k].x, p[k].y};
        if (count == 1) ok = steps_add(&out, p->code, p->x, p->y);
        else ok = vm_poll(s->vm) && (count == 2 ? halve3(&out, last, spots[0], spots[1], 0) : halve4(&out, last, spots[0], spots[1], spots[2], 0)) && add_spot(&out, spots[count - 1]);
        last = spots[count - 1];
    }
    return replace(s, &out, ok);
}

/* ---- as if by hand ---- */

typedef struct Hand {
    Steps out;
    Sketch is;
    uint32_t seed;
    double at;   /* along the wave */
    Step last;
    bool has_last;
} Hand;

/* The numbers of Microsoft's rand(): matplotlib's sketches look alike everywhere. */
static double hand_random(Hand *h)
{
    h->seed = h->seed * 214013u + 2531011u;
    return h->seed / 4294967296.0;
}

static bool hand_draw(Hand *h, unsigned code, double x, double y)
{
    Step p = {x, y, code};
    if (code == PATH_MOVETO) {
        h->has_last = false;
        h->at = 0;
    }
    if (h->has_last) {
        h->at += exp(hand_random(h) * 2 * log(h->is.randomness));
        double dx = h->last.x - x, dy = h->last.y - y, length = sqrt(dx * dx + dy * dy);
        if (length != 0) {
            double off = sin(h->at * (2 * M_PI / (h->is.length * h->is.randomness))) * h->is.scale / length;
            p.x += off * dy;
            p.y -= off * dx;
        }
    }
    h->last = (Step){x, y, code};
    h->has_last = true;
    return steps_add(&h->out, p.code, p.x, p.y);
}

/* A line in pieces of one unit. */
static bool hand_line(Hand *h, Step from, double x, double y)
{
    double dx = x - from.x, dy = y - from.y, piece = 1 / fmax(sqrt(dx * dx + dy * dy), 1e-30);
    int64_t k = 0;
    bool ok = true;
    for (double part = piece; ok && part < 1 - piece; part += piece) ok = (++k % POLL_EVERY || vm_poll(h->out.vm)) && hand_draw(h, PATH_LINETO, from.x + dx * part, from.y + dy * part);
    return ok && hand_draw(h, PATH_LINETO, x, y);
}

bool steps_sketch(Steps *s, const Sketch *sketch)
{
    if (sketch->scale == 0) return true;
    Hand h = {.out = {.vm = s->vm}, .is = *sketch};
    Step from = {0}, first = {0};
    int64_t points = 0; /* of the piece so far */
    bool ok = true;
    for (int64_t i = 0; ok && i < s->n; i++) {
        const Step *p = &s->at[i];
        ok = vm_poll(s->vm);
        if (p->code == PATH_CLOSEPOLY) { /* the line that closes a piece is drawn */
            if (points > 2) {
                ok = ok && hand_line(&h, from, first.x, first.y);
                from = first;
            }
            ok = ok && hand_draw(&h, PATH_CLOSEPOLY, 0, 0);
            points = 0;
            continue;
        }
        if (p->code == PATH_MOVETO) {
            first = *p;
            points = 0;
        }
        points++;
        ok = ok && (p->code == PATH_LINETO ? hand_line(&h, from, p->x, p->y) : hand_draw(&h, p->code, p->x, p->y));
        from = *p;
    }
    return replace(s, &h.out, ok);
}
