/* agg_triangle.c: triangles whose colours go over from corner to corner. Each reaches half a pixel beyond its sides, so that neighbours leave no seam. */
#include <math.h>
#include <stdlib.h>

#include "agg.h"

typedef struct Corner { double x, y; } Corner;
typedef struct Colored { Corner at; int color[4]; } Colored;
typedef struct Side { Colored from; Corner to; int change[4]; double rows; /* 1 over its height */ } Side;
typedef struct Edge { int x, color[4]; } Edge; /* of a row: x in 16ths of a pixel */
typedef struct Shaded { Renderer *r; Side whole, upper, lower; int middle; bool swapped; } Shaded; /* the side from top to bottom, and those over the middle corner, whose row that is */

static double twice_area(Corner a, Corner b, Corner c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
static int nearest(double v) { return (int)(v < 0 ? v - 0.5 : v + 0.5); }

static Side side_of(const Colored *from, const Colored *to)
{
    double height = to->at.y - from->at.y;
    Side s = {*from, to->at, {0}, fabs(height) < 1e-10 ? 1e10 : 1 / height};
    for (int k = 0; k < 4; k++) s.change[k] = to->color[k] - from->color[k];
    return s;
}

static Edge edge_at(const Side *s, double y)
{
    Edge e;
    double part = fmin(fmax((y - (s->from.at.y - 0.5)) * s->rows, 0), 1);
    for (int k = 0; k < 4; k++) e.color[k] = s->from.color[k] + nearest(s->change[k] * part);
    e.x = nearest((s->from.at.x - 0.5 + (s->to.x - s->from.at.x) * part) * 16);
    return e;
}

/* From side to side colours go in 2^-14ths; what rounding takes beyond their range is cut off. */
static void shaded_row(void *to, int x, int y, int n, const uint8_t *covers)
{
    const Shaded *s = to;
    const uint8_t *mask = s->r->masked ? s->r->mask + (int64_t)y * s->r->width + x : NULL;
    Edge a = edge_at(&s->whole, y), b = y <= s->middle ? edge_at(&s->upper, y + s->upper.rows) : edge_at(&s->lower, y - s->lower.rows);
    if (s->swapped) {
        Edge c = a;
        a = b;
        b = c;
    }
    int width = abs(b.x - a.x), at = x * 16 - a.x, step[4];
    for (int k = 0; k < 4; k++) step[k] = (b.color[k] - a.color[k]) * (1 << 14) / (width ? width : 1);
    for (int i = 0; i < n; i++, at += 16) {
        uint8_t v[4];
        for (int k = 0; k < 4; k++) {
            int64_t part = a.color[k] + ((int64_t)step[k] * at >> 14);
            v[k] = (uint8_t)(part < 0 ? 0 : part > 255 ? 255 : part);
        }
        pixel_blend(pixel_at(s->r, x + i, y), (Color){v[0], v[1], v[2], v[3]}, mask ? (255 + covers[i] * (unsigned)mask[i]) >> 8 : covers[i]);
    }
}

static bool meet(Corner a, Corner b, Corner c, Corner d, Corner *out)
{
    double across = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
    if (fabs(across) < 1e-30) return false;
    double part = ((a.y - c.y) * (d.x - c.x) - (a.x - c.x) * (d.y - c.y)) / across;
    *out = (Corner){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
    return true;
}

/* The sides, by the corners from above. */
static void shade(Shaded *s, Colored *corner)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2 - i; k++)
            if (corner[k].at.y > corner[k + 1].at.y) {
                Colored c = corner[k];
                corner[k] = corner[k + 1];
                corner[k + 1] = c;
            }
    s->whole = side_of(&corner[0], &corner[2]);
    s->upper = side_of(&corner[0], &corner[1]);
    s->lower = side_of(&corner[1], &corner[2]);
    s->middle = (int)fmin(fmax(corner[1].at.y, -1e6), 1e6);
    s->swapped = twice_area(corner[0].at, corner[2].at, corner[1].at) > 0;
}

static void draw_triangle(Renderer *r, const double *points, const double *colors, const Affine *t)
{
    Shaded s = {.r = r};
    Corner c[3], side[6];
    Colored corner[3];
    for (int i = 0; i < 3; i++) {
        c[i] = (Corner){points[2 * i], points[2 * i + 1]};
        affine_apply(t, &c[i].x, &c[i].y);
        if (!isfinite(c[i].x) || !isfinite(c[i].y)) return;
    }
    double area = twice_area(c[0], c[1], c[2]), off = area > 0 ? 0.5 : -0.5;
    if (fabs(area) < 1e-30) return;
    for (int i = 0; i < 3; i++) { /* each side, moved outwards */
        Corner a = c[i], b = c[(i + 1) % 3];
        double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)), dx = off * (b.y - a.y) / length, dy = -off * (b.x - a.x) / length;
        side[2 * i] = (Corner){a.x + dx, a.y + dy};
        side[2 * i + 1] = (Corner){b.x + dx, b.y + dy};
    }
    for (int i = 0; i < 3; i++) {
        const double *color = colors + 4 * i;
        Color v = color_of((Rgba){color[0], color[1], color[2], color[3]});
        if (!meet(side[(2 * i + 4) % 6], side[(2 * i + 5) % 6], side[2 * i], side[2 * i + 1], &corner[i].at)) corner[i].at = c[i];
        memcpy(corner[i].color, (int[]){v.r, v.g, v.b, v.a}, sizeof corner[i].color);
    }
    shade(&s, corner);
    raster_move(&r->raster, side[0].x, side[0].y);
    for (int i = 1; i < 6; i++) raster_line(&r->raster, side[i].x, side[i].y);
    raster_sweep(&r->raster, shaded_row, &s);
}

static bool fits(VM *vm, const NdArray *a, int ndim, int64_t last, const char *what)
{
    int64_t rows = a->shape[ndim - 2], columns = a->shape[ndim - 1];
    if (rows == 3 && columns == last) return true;
    return ndim == 2 ? err_false(vm, EXC_ValueError, "%s must be a 3x%lld array, got %lldx%lld", what, last, rows, columns)
                     : err_false(vm, EXC_ValueError, "%s must be a Nx3x%lld array, got %lldx%lldx%lld", what, last, a->shape[0], rows, columns);
}

static Value draw(VM *vm, const Ref *args, int ndim)
{
    enum { SELF, GC, POINTS, COLORS, TRANSFORM };
    Renderer *r = as_renderer(args[SELF]);
    Context c;
    Affine t;
    NdArray *points = NULL, *colors = NULL;
    if (!context_open(vm, args[GC], &c)) return NO_VALUE;
    bool ok = (points = plot_doubles(vm, args[POINTS], ndim)) && (colors = plot_doubles(vm, args[COLORS], ndim)) && affine_from(vm, args[TRANSFORM], &t);
    int64_t n = ok && ndim == 3 ? points->shape[0] : 1;
    if (ok && n) ok = fits(vm, points, ndim, 2, "points") && fits(vm, colors, ndim, 4, "colors");
    if (ok && ndim == 3 && colors->shape[0] != n) ok = err_false(vm, EXC_ValueError, "points and colors arrays must be the same length, got %lld and %lld", n, colors->shape[0]);
    if (ok) {
        t = turned_over(r, t);
        renderer_clip(r, c.clip);
        ok = renderer_mask(r, &c);
    }
    for (int64_t i = 0; ok && i < n; i++) {
        draw_triangle(r, (const double *)(void *)points->data + i * 6, (const double *)(void *)colors->data + i * 12, &t);
        ok = vm_poll(vm);
    }
    array_release(vm, points);
    array_release(vm, colors);
    context_close(vm, &c);
    return ok ? V_NONE : NO_VALUE;
}
METHOD(agg_draw_triangle) { return draw(vm, args, 2); }
METHOD(agg_draw_triangles) { return draw(vm, args, 3); }
