/* ellipse.c: ellipses and parts of them. Around the middle of its box, in halves of pixels, a quarter's outline is walked from its right end up; of each row of the ring what lies in the
 * wanted part (a tree of half-planes) is drawn. */
#include <math.h>
#include <stdlib.h>

#include "draw.h"

/* ---- a quarter: the next of its points is always the neighbour that lies nearest to the curve ---- */

typedef struct Quarter {
    int a, b, x, y, end_x, end_y;
    bool done;
} Quarter;

static Quarter quarter_of(int a, int b) { return a < 0 || b < 0 ? (Quarter){.done = true} : (Quarter){a, b, a, b % 2, a % 2, b, false}; }
static int64_t off_by(const Quarter *q, int64_t x, int64_t y)
{
    int64_t a2 = (int64_t)q->a * q->a, b2 = (int64_t)q->b * q->b;
    return (int64_t)llabs((long long)((uint64_t)a2 * (uint64_t)(y * y) + (uint64_t)b2 * (uint64_t)(x * x) - (uint64_t)a2 * (uint64_t)b2));
}
static bool quarter_next(Quarter *q, int *x, int *y)
{
    if (q->done) return false;
    *x = q->x;
    *y = q->y;
    if (q->x == q->end_x && q->y == q->end_y) return q->done = true;
    const int steps[3][2] = {{0, 2}, {-2, 2}, {-2, 0}};
    int best = 0;
    int64_t least = off_by(q, *x, *y + 2);
    for (int i = 1; i < 3 && *x > 1; i++) {
        int64_t off = off_by(q, *x + steps[i][0], *y + steps[i][1]);
        if (least > off) {
            best = i;
            least = off;
        }
    }
    q->x += steps[best][0];
    q->y += steps[best][1];
    return true;
}

/* ---- the ring's rows: in each the right half from `left` to `right`, above and below the middle ---- */

typedef struct Ring {
    Quarter outer, inner;
    int y, left, right, middle;
    bool done;
} Ring;
typedef struct Strip { int left, y, right; } Strip;

static Ring ring_of(int a, int b, int width)
{
    Ring r = {.outer = quarter_of(a, b), .middle = a % 2};
    r.done = width < 1 || !quarter_next(&r.outer, &r.right, &r.y);
    if (!r.done) r.inner = quarter_of(a - 2 * (width - 1), b - 2 * (width - 1));
    r.left = r.middle;
    return r;
}
/* Up to four strips of the next row and its mirror image; 0: no more. */
static int ring_next(Ring *r, Strip out[4])
{
    if (r->done) return 0;
    int y = r->y, left = r->left, right = r->right, x = 0, up = 0, n = 0;
    bool more;
    while ((more = quarter_next(&r->outer, &x, &up)) && up <= y) {}
    r->done = !more;
    if (more) {
        r->right = x;
        r->y = up;
    }
    while ((more = quarter_next(&r->inner, &x, &up)) && up <= y) left = x;
    r->left = more ? x : r->middle;
    for (int side = -1; side <= 1; side += 2) {
        if (side > 0 && y == 0) break;
        out[n++] = (Strip){-right, side * y, -left};
        if (left > 0 || left < right) out[n++] = (Strip){left == 0 ? 2 : left, side * y, right};
    }
    return n;
}

/* ---- half-planes a * x + b * y + c >= 0, and what they have in common or together ---- */

typedef struct Plane Plane;
struct Plane {
    char how; /* 0: a half-plane; '&', '|' */
    const Plane *left, *right;
    double a, b, c;
};
typedef struct Part {
    Plane planes[12];
    int count;
    const Plane *root; /* NULL: all of it */
} Part;
typedef struct Spans {
    int n, at[16][2];
} Spans;

static const Plane *half(Part *p, double a, double b, double c)
{
    Plane *q = &p->planes[p->count++];
    *q = (Plane){0, NULL, NULL, a, b, c};
    return q;
}
static const Plane *joined(Part *p, const Plane *left, char how, const Plane *right)
{
    Plane *q = &p->planes[p->count++];
    *q = (Plane){how, left, right, 0, 0, 0};
    return q;
}
static void half_spans(const Plane *p, Strip s, Spans *out)
{
    const double least = 1e-9;
    int from = s.left, to = s.right;
    if (fabs(p->a) < least) {
        if (p->b * s.y + p->c < -least) return;
    } else {
        double at = -(p->b * s.y + p->c) / p->a;
        if (p->a * from + p->b * s.y + p->c < least) from = (int)lround(fmax(from, at));
        if (p->a * to + p->b * s.y + p->c < least) to = (int)lround(fmin(to, at));
    }
    if (from > to) return;
    out->at[0][0] = from;
    out->at[0][1] = to;
    out->n = 1;
}
static void add_span(Spans *s, int from, int to)
{
    if (s->n && from <= s->at[s->n - 1][1]) {
        if (to > s->at[s->n - 1][1]) s->at[s->n - 1][1] = to;
    } else if (s->n < 16) {
        s->at[s->n][0] = from;
        s->at[s->n++][1] = to;
    }
}
static void spans_in(const Plane *p, Strip s, Spans *out)
{
    out->n = 0;
    if (!p->how) {
        half_spans(p, s, out);
        return;
    }
    Spans a, b;
    spans_in(p->left, s, &a);
    spans_in(p->right, s, &b);
    int i = 0, j = 0;
    while (p->how == '&' && i < a.n && j < b.n) {
        int from = a.at[i][0] > b.at[j][0] ? a.at[i][0] : b.at[j][0], to = a.at[i][1] < b.at[j][1] ? a.at[i][1] : b.at[j][1];
        if (from <= to) add_span(out, from, to);
        if (a.at[i][1] < b.at[j][1]) i++;
        else j++;
    }
    while (p->how == '|' && (i < a.n || j < b.n)) {
        const int *next = j >= b.n || (i < a.n && a.at[i][0] <= b.at[j][0]) ? a.at[i++] : b.at[j++];
        add_span(out, next[0], next[1]);
    }
}

/* ---- parts ---- */

static double radians(double degrees) { return degrees * M_PI / 180.0; }
void angles_within(float *start, float *end)
{
    if (*end - *start >= 360) {
        *start = 0;
        *end = 360;
        return;
    }
    *start = (float)fmod(*start < 0 ? 360 - fmod((double)-*start, 360) : (double)*start, 360);
    *end = *start + (float)fmod(*end < *start ? 360 - fmod((double)(*start - *end), 360) : (double)(*end - *start), 360);
}
/* Between the normals on the curve at both angles. These do not meet in the middle, so each counts in its own half alone. Of one that is wider than high. */
static void part_arc(Part *p, double a, double b, float start, float end)
{
    angles_within(&start, &end);
    if (end == start + 360) return;
    double l = radians((double)start), r = radians((double)end);
    const Plane *from = half(p, -a * sin(l), b * cos(l), (a * a - b * b) * sin(2 * l) / 2), *to = half(p, a * sin(r), -b * cos(r), (b * b - a * a) * sin(2 * r) / 2);
    double sign = start < 180 ? 1 : -1;
    float turn = start < 180 ? 0 : 180;
    const Plane *here = half(p, 0, sign, 0), *there = half(p, 0, -sign, 0);
    if (end - turn <= 180) p->root = joined(p, here, '&', joined(p, from, '&', to));
    else if (end - turn <= 360) p->root = joined(p, joined(p, here, '&', from), '|', joined(p, there, '&', to));
    else p->root = joined(p, there, '|', joined(p, here, '&', joined(p, from, '|', to)));
}
static void part_make(Part *p, EllipsePart part, double a, double b, int width, float start, float end)
{
    if (part == ARC) {
        if (a >= b) part_arc(p, a, b, start, end);
        else {
            part_arc(p, b, a, 90 - end, 90 - start);
            for (int i = 0; i < p->count; i++) {
                double t = p->planes[i].a;
                p->planes[i].a = p->planes[i].b;
                p->planes[i].b = t;
            }
        }
        return;
    }
    if (part == PIE) angles_within(&start, &end);
    double xl = a * cos(radians((double)start)), yl = b * sin(radians((double)start)), xr = a * cos(radians((double)end)), yr = b * sin(radians((double)end));
    double across = yr - yl, along = xl - xr, c = -(across * xl + along * yl);
    if (part == CHORD) p->root = half(p, across, along, c);
    else if (part == CHORD_LINE) p->root = joined(p, half(p, across, along, c), '&', half(p, -across, -along, 2 * width * sqrt(across * across + along * along) - c));
    else if (part == PIE_SIDE) {
        double reach = width * sqrt(yl * yl + xl * xl);
        p->root = joined(p, joined(p, half(p, -yl, xl, reach), '&', half(p, yl, -xl, reach)), '&', half(p, xl, yl, 0));
    } else if (end != start + 360) {
        p->root = joined(p, half(p, -yl, xl, 0), end - start < 180 ? '&' : '|', half(p, yr, -xr, 0));
        if (end - start < 90) p->root = joined(p, p->root, '&', half(p, (xl + xr) / 2, (yl + yr) / 2, 0)); /* or thin ones would go on beyond the middle */
    }
}

static bool draw_ring(VM *vm, const Pen *p, const int box[4], int a, int b, int width, const Plane *root)
{
    Ring r = ring_of(a, b, width);
    Strip strips[4];
    for (int n; (n = ring_next(&r, strips)) > 0;) {
        for (int i = 0; i < n; i++) {
            Spans s = {.n = 1, .at = {{strips[i].left, strips[i].right}}};
            if (root) spans_in(root, strips[i], &s);
            for (int k = 0; k < s.n; k++) pen_row(p, (int64_t)box[0] + (s.at[k][0] + a) / 2, (int64_t)box[1] + (strips[i].y + b) / 2, (int64_t)box[0] + (s.at[k][1] + a) / 2);
        }
        if (!vm_poll(vm)) return false;
    }
    return true;
}
bool pen_ellipse(VM *vm, const Pen *p, const int box[4], bool fill, int width)
{
    int a = box[2] - box[0], b = box[3] - box[1];
    return a < 0 || b < 0 || draw_ring(vm, p, box, a, b, fill ? a + b : width, NULL);
}
bool pen_ellipse_part(VM *vm, const Pen *p, EllipsePart part, const int box[4], float start, float end, int width)
{
    int a = box[2] - box[0], b = box[3] - box[1];
    Part wanted = {.count = 0};
    if (a < 0 || b < 0) return true;
    part_make(&wanted, part, a, b, width, start, end);
    return draw_ring(vm, p, box, a, b, part == CHORD_LINE || part == PIE_SIDE ? a + b + 1 : width, wanted.root);
}
