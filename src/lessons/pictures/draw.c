/* draw.c: points, rows, lines and filled polygons. */
#include "draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint8_t laid(uint8_t share, uint8_t under, uint8_t over) { return over_255((unsigned)(under * (255 - share) + over * share)); }
/* n pixels from p on */
static void put(const Pen *pen, uint8_t *p, int64_t n)
{
    int size = pen->on->mode->size;
    if (pen->mixed)
        for (int64_t i = 0; i < n; i++, p += 4)
            for (int b = 0; b < 3; b++) p[b] = laid(pen->ink[3], p[b], pen->ink[b]);
    else if (size < 4) memset(p, pen->ink[0], (size_t)(n * size)); /* of pixels of two bytes both become the first, as Pillow draws them */
    else
        for (int64_t i = 0; i < n; i++, p += 4) memcpy(p, pen->ink, 4);
}
void pen_point(const Pen *p, int64_t x, int64_t y)
{
    if (x >= 0 && x < p->on->width && y >= 0 && y < p->on->height) put(p, picture_row(p->on, y) + x * p->on->mode->size, 1);
}
void pen_row(const Pen *p, int64_t x0, int64_t y, int64_t x1)
{
    if (y < 0 || y >= p->on->height) return;
    if (x0 > x1) {
        int64_t t = x0;
        x0 = x1;
        x1 = t;
    }
    if (x0 < 0) x0 = 0;
    if (x1 >= p->on->width) x1 = p->on->width - 1;
    if (x0 <= x1) put(p, picture_row(p->on, y) + x0 * p->on->mode->size, x1 - x0 + 1);
}

/* One step along the longer way for each point; `error` says when one along the other is due. */
void pen_line(const Pen *p, int x0, int y0, int x1, int y1)
{
    int64_t x = x0, y = y0, dx = llabs((int64_t)x1 - x0), dy = llabs((int64_t)y1 - y0), sx = x1 < x0 ? -1 : 1, sy = y1 < y0 ? -1 : 1;
    if (!dx || !dy) {
        for (int64_t i = 0; i < dx + dy; i++) pen_point(p, x + (dx ? i * sx : 0), y + (dy ? i * sy : 0));
        return;
    }
    bool flat = dx > dy;
    int64_t n = flat ? dx : dy, less = flat ? dy : dx, error = 2 * less - n;
    for (int64_t i = 0; i < n; i++) {
        pen_point(p, x, y);
        if (error >= 0) {
            if (flat) y += sy;
            else x += sx;
            error -= 2 * n;
        }
        error += 2 * less;
        if (flat) x += sx;
        else y += sy;
    }
}

/* ---- filling ---- */

void edge_make(Edge *e, int x0, int y0, int x1, int y1)
{
    *e = (Edge){.x0 = x0, .y0 = y0, .x_min = x0 < x1 ? x0 : x1, .x_max = x0 < x1 ? x1 : x0, .y_min = y0 < y1 ? y0 : y1, .y_max = y0 < y1 ? y1 : y0};
    if (y0 == y1) return;
    e->slope = (float)((int64_t)x1 - x0) / (float)((int64_t)y1 - y0);
    e->down = y0 < y1 ? 1 : -1;
}
static int64_t nearest_up(double v) { return (int64_t)(v >= 0 ? floor(v + 0.5) : -floor(fabs(v) + 0.5)); }
static int64_t nearest_down(double v) { return (int64_t)(v >= 0 ? ceil(v - 0.5) : -ceil(fabs(v) - 0.5)); }
static float crosses(const Edge *e, int y) { return (float)(y - e->y0) * e->slope + (float)e->x0; }
static int by_value(const void *a, const void *b)
{
    float d = *(const float *)a - *(const float *)b;
    return d < 0 ? -1 : d > 0;
}
/* Level edges of the row y, no pixel twice: *next is the first that was not drawn (-1: none yet). */
static void level_edges(const Pen *p, const Edge *edges, int n, int64_t *next, int y)
{
    for (int i = 0; i < n; i++) {
        const Edge *e = edges + i;
        if (e->y_min != y || e->y_max != y || (*next != -1 && *next < e->x_min)) continue;
        int64_t from = *next > e->x_min ? *next : e->x_min;
        if (e->x_max < from) continue;
        pen_row(p, from, y, e->x_max);
        *next = (int64_t)e->x_max + 1;
    }
}
/* Where a corner's two edges meet just at a pixel: the row there reaches as far as they do one row on, so that nothing is torn. */
static void join_corner(float *xs, int j, const Edge *const *edges, int i, int y, int y_max)
{
    const Edge *e = edges[i];
    for (int k = 0; k < i; k++) {
        const Edge *other = edges[k];
        if ((e->slope > 0 && other->slope <= 0) || (e->slope < 0 && other->slope >= 0) || xs[j - 1] != crosses(other, y)) continue;
        if (!(y == e->y_min && y == other->y_min) && !(y == e->y_max && y == other->y_max)) continue;
        int near = y == y_max ? y - 1 : y + 1;
        double a = (double)crosses(e, near), b = (double)crosses(other, near);
        bool ends = y == e->y_max;
        if (e->slope > 0) xs[k] = (float)(ends ? fmax(a, b) + 1 : fmin(a, b));
        else xs[k] = (float)(ends ? fmin(a, b) - 1 : fmax(a, b) + 1);
        return;
    }
}
static int crossings(float *xs, const Edge *const *edges, int n, int y, int y_max)
{
    int j = 0;
    for (int i = 0; i < n; i++) {
        const Edge *e = edges[i];
        if (y < e->y_min || y > e->y_max) continue;
        xs[j++] = crosses(e, y);
        if (y == e->y_max && y < y_max) {
            xs[j] = xs[j - 1];
            j++;
        } else if (e->slope != 0 && roundf(xs[j - 1]) == xs[j - 1]) join_corner(xs, j, edges, i, y, y_max);
    }
    qsort(xs, (size_t)j, sizeof *xs, by_value);
    return j;
}
static bool fill_rows(VM *vm, const Pen *p, const Edge *all, int n, const Edge **edges, float *xs)
{
    int y_min = p->on->height - 1, y_max = 0, count = 0;
    for (int i = 0; i < n; i++) {
        if (all[i].y_min < y_min) y_min = all[i].y_min;
        if (all[i].y_max > y_max) y_max = all[i].y_max;
        if (all[i].down) edges[count++] = all + i;
        else if (!p->mixed) pen_row(p, all[i].x_min, all[i].y_min, all[i].x_max);
    }
    if (y_min < 0) y_min = 0;
    if (y_max > p->on->height) y_max = p->on->height;
    for (int y = y_min; y <= y_max; y++) {
        int m = crossings(xs, edges, count, y, y_max);
        int64_t next = m ? 0 : -1;
        for (int i = 1; i < m; i += 2) {
            int64_t end = nearest_down((double)xs[i]);
            if (end < next) continue;
            int64_t from = nearest_up((double)xs[i - 1]);
            if (next > from && end < (from = next)) continue;
            if (p->mixed) {
                level_edges(p, all, n, &next, y);
                if (end < next) continue;
                if (next > from) from = next;
            }
            pen_row(p, from, y, end);
            next = end + 1;
        }
        if (p->mixed) level_edges(p, all, n, &next, y);
        if (!vm_poll(vm)) return false;
    }
    return true;
}
bool pen_fill(VM *vm, const Pen *p, Edge *edges, int n)
{
    if (n <= 0) return true;
    const Edge **sloped = mem_alloc(vm->mem, (size_t)n * sizeof *sloped);
    float *xs = mem_zalloc(vm->mem, (size_t)n * 2 * sizeof *xs);
    bool ok = (sloped && xs) ? fill_rows(vm, p, edges, n, sloped, xs) : (err_no_memory(vm), false);
    mem_free(vm->mem, sloped, (size_t)n * sizeof *sloped);
    mem_free(vm->mem, xs, (size_t)n * 2 * sizeof *xs);
    return ok;
}
bool pen_wide_line(VM *vm, const Pen *p, int x0, int y0, int x1, int y1, int width)
{
    int dx = (int)((uint32_t)x1 - (uint32_t)x0), dy = (int)((uint32_t)y1 - (uint32_t)y0);
    if (!dx && !dy) return pen_point(p, x0, y0), true;
    double length = hypot(dx, dy), half = (width - 1) / 2.0, more = (double)nearest_up(half) / length, less = (double)nearest_down(half) / length;
    int x_less = (int)nearest_down(less * dy), x_more = (int)nearest_down(more * dy), y_less = (int)nearest_up(less * dx), y_more = (int)nearest_up(more * dx);
    int corners[5][2] = {{x0 - x_less, y0 + y_more}, {x1 - x_less, y1 + y_more}, {x1 + x_more, y1 - y_less}, {x0 + x_more, y0 - y_less}, {x0 - x_less, y0 + y_more}};
    Edge edges[4];
    for (int i = 0; i < 4; i++) edge_make(&edges[i], corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1]);
    return pen_fill(vm, p, edges, 4);
}
