/* agg_raster.c: how much of each pixel a shape covers. Every edge adds to the cells that it crosses how the coverage right of it changes; a running sum along a row is then the coverage.
 * Edges are in 256ths of a pixel and cut at the borders of rows and columns, rounded down; areas are exact. Where a shape winds round a pixel more than once it covers it once. */
#include <math.h>

#include "agg.h"

enum { ONE = 256, AREA_BITS = 9 /* 2^17 to 2^8 */ };

bool raster_open(VM *vm, Raster *r, int width, int height)
{
    *r = (Raster){.width = width, .height = height, .top = height, .bottom = -1};
    r->cells = mem_zalloc(vm->mem, ((size_t)width + 2) * (size_t)height * sizeof *r->cells);
    r->low = mem_alloc(vm->mem, (size_t)height * sizeof *r->low);
    r->high = mem_alloc(vm->mem, (size_t)height * sizeof *r->high);
    r->covers = mem_alloc(vm->mem, (size_t)width + 2);
    if (!r->cells || !r->low || !r->high || !r->covers) return err_no_memory(vm), false;
    for (int y = 0; y < height; y++) {
        r->low[y] = width + 2;
        r->high[y] = -1;
    }
    raster_clip(r, 0, 0, width, height);
    return true;
}

bool raster_note_areas(VM *vm, Raster *r)
{
    r->areas = mem_zalloc(vm->mem, ((size_t)r->width + 2) * (size_t)r->height * sizeof *r->areas);
    return r->areas || (err_no_memory(vm), false);
}

void raster_close(VM *vm, Raster *r)
{
    mem_free(vm->mem, r->areas, ((size_t)r->width + 2) * (size_t)r->height * sizeof *r->areas);
    mem_free(vm->mem, r->cells, ((size_t)r->width + 2) * (size_t)r->height * sizeof *r->cells);
    mem_free(vm->mem, r->low, (size_t)r->height * sizeof *r->low);
    mem_free(vm->mem, r->high, (size_t)r->height * sizeof *r->high);
    mem_free(vm->mem, r->covers, (size_t)r->width + 2);
    *r = (Raster){0};
}

void raster_clip(Raster *r, int x1, int y1, int x2, int y2)
{
    r->x1 = x1 < 0 ? 0 : x1;
    r->y1 = y1 < 0 ? 0 : y1;
    r->x2 = x2 > r->width ? r->width : x2;
    r->y2 = y2 > r->height ? r->height : y2;
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); } /* b above 0 */

/* Within one pixel: the edge goes from (x1, y1) to (x2, y2), both in 256ths. area: NULL or where that is counted. */
static void in_pixel(int32_t *cell, int32_t *area, int x1, int y1, int x2, int y2)
{
    int by = y2 - y1, right = by * (x1 + x2);
    cell[0] += by * 2 * ONE - right;
    cell[1] += right;
    if (area) *area += right;
}

/* Within one row: x in 256ths of a pixel from the page's border, y in 256ths from the row's. */
static void in_row(Raster *r, int row, int64_t x1, int y1, int64_t x2, int y2)
{
    if (y1 == y2) return;
    int32_t *cells = r->cells + (int64_t)row * (r->width + 2), *areas = r->areas ? r->areas + (int64_t)row * (r->width + 2) : NULL;
    int first = (int)(x1 >> 8), last = (int)(x2 >> 8), low = first < last ? first : last, high = first < last ? last : first;
    if (low < r->low[row]) r->low[row] = low;
    if (high + 1 > r->high[row]) r->high[row] = high + 1;
    if (row < r->top) r->top = row;
    if (row > r->bottom) r->bottom = row;
    if (first == last) {
        in_pixel(cells + first, areas ? areas + first : NULL, (int)(x1 & 255), y1, (int)(x2 & 255), y2);
        return;
    }
    bool right = x2 > x1;
    int64_t length = right ? x2 - x1 : x1 - x2;
    int y = y1, enter = (int)(x1 & 255);
    for (int column = first; column != last; column += right ? 1 : -1) {
        int64_t border = ((int64_t)column + right) * ONE, gone = right ? border - x1 : x1 - border;
        int at = y1 + (int)floor_div(gone * (y2 - y1), length);
        in_pixel(cells + column, areas ? areas + column : NULL, enter, y, right ? ONE : 0, at);
        y = at;
        enter = right ? 0 : ONE;
    }
    in_pixel(cells + last, areas ? areas + last : NULL, enter, y, (int)(x2 & 255), y2);
}

static void edge(Raster *r, int64_t x1, int64_t y1, int64_t x2, int64_t y2)
{
    if (y1 == y2) return;
    bool down = y2 > y1;
    int64_t height = down ? y2 - y1 : y1 - y2, x = x1, y = y1;
    int row = (int)(down ? y1 >> 8 : (y1 - 1) >> 8), last = (int)(down ? (y2 - 1) >> 8 : y2 >> 8);
    for (; row != last; row += down ? 1 : -1) {
        int64_t border = ((int64_t)row + down) * ONE, gone = down ? border - y1 : y1 - border, at = x1 + floor_div(gone * (x2 - x1), height);
        in_row(r, row, x, (int)(y - (int64_t)row * ONE), at, down ? ONE : 0);
        x = at;
        y = border;
    }
    in_row(r, row, x, (int)(y - (int64_t)row * ONE), x2, (int)(y2 - (int64_t)row * ONE));
}

static int64_t fixed(double v) { return (int64_t)(v * ONE + (v < 0 ? -0.5 : 0.5)); }

/* An edge whose rows are within bounds: what lies left of them counts at their border, what lies right does not count. */
static void edge_across(Raster *r, double x1, double y1, double x2, double y2)
{
    double left = r->x1, right = r->x2;
    if (x1 >= right && x2 >= right) return;
    if (x1 <= left && x2 <= left) {
        edge(r, fixed(left), fixed(y1), fixed(left), fixed(y2));
        return;
    }
    if ((x1 < left) != (x2 < left)) {
        double y = y1 + (left - x1) * (y2 - y1) / (x2 - x1);
        if (x1 < left) {
            edge(r, fixed(left), fixed(y1), fixed(left), fixed(y));
            x1 = left;
            y1 = y;
        } else {
            edge_across(r, x1, y1, left, y);
            edge(r, fixed(left), fixed(y), fixed(left), fixed(y2));
            return;
        }
    }
    if ((x1 > right) != (x2 > right)) {
        double y = y1 + (right - x1) * (y2 - y1) / (x2 - x1);
        if (x1 > right) {
            x1 = right;
            y1 = y;
        } else {
            x2 = right;
            y2 = y;
        }
    }
    edge(r, fixed(x1), fixed(y1), fixed(x2), fixed(y2));
}

/* Where a line crosses a row's border, reckoned from its nearer end: the other may be too far away for that. */
static double x_of(const double *from, const double *to, double y)
{
    const double *near = fabs(y - from[1]) < fabs(y - to[1]) ? from : to;
    return near[0] + (y - near[1]) * ((to[0] - from[0]) / (to[1] - from[1]));
}

static void edge_anywhere(Raster *r, double x1, double y1, double x2, double y2)
{
    double top = r->y1, bottom = r->y2;
    if ((y1 <= top && y2 <= top) || (y1 >= bottom && y2 >= bottom) || r->x1 >= r->x2 || !isfinite(x1 + x2 + y1 + y2)) return;
    const double from[] = {x1, y1}, to[] = {x2, y2};
    if (y1 < top || y1 > bottom) {
        y1 = y1 < top ? top : bottom;
        x1 = x_of(from, to, y1);
    }
    if (y2 < top || y2 > bottom) {
        y2 = y2 < top ? top : bottom;
        x2 = x_of(from, to, y2);
    }
    edge_across(r, x1, y1, x2, y2);
}

static void close_shape(Raster *r)
{
    if (r->open && (r->x != r->from_x || r->y != r->from_y)) edge_anywhere(r, r->x, r->y, r->from_x, r->from_y);
    r->x = r->from_x;
    r->y = r->from_y;
}

void raster_move(Raster *r, double x, double y)
{
    close_shape(r);
    r->from_x = r->x = x;
    r->from_y = r->y = y;
    r->open = true;
}

void raster_line(Raster *r, double x, double y)
{
    if (!r->open) {
        raster_move(r, x, y);
        return;
    }
    edge_anywhere(r, r->x, r->y, x, y);
    r->x = x;
    r->y = y;
}

void raster_add(Raster *r, const Steps *s)
{
    for (int64_t i = 0; i < s->n; i++) {
        const Step *p = &s->at[i];
        if (p->code == PATH_MOVETO) raster_move(r, p->x, p->y);
        else if (p->code == PATH_CLOSEPOLY) close_shape(r);
        else raster_line(r, p->x, p->y);
    }
    close_shape(r);
    r->open = false;
}

static inline uint8_t cover_of(int32_t area)
{
    int32_t cover = area >> AREA_BITS;
    if (cover < 0) cover = -cover;
    return (uint8_t)(cover > 255 ? 255 : cover);
}

/* How many cells from here on are 0: no edge is in them. */
static int quiet(const int32_t *cells, int n)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        uint64_t two[2];
        memcpy(two, cells + i, sizeof two);
        if (two[0] | two[1]) break;
    }
    while (i < n && !cells[i]) i++;
    return i;
}

/* One row, which becomes 0 again: piece by piece of what is covered. */
static void sweep_row(Raster *r, int y, int low, int high, RowFn row, void *to)
{
    int32_t *cells = r->cells + (int64_t)y * (r->width + 2), sum = 0;
    int n = 0, begin = low, right = r->x2;
    for (int x = low; x < right && x <= high;) {
        sum += cells[x];
        cells[x++] = 0;
        int same = 1 + (x <= high ? quiet(cells + x, (high < right - 1 ? high : right - 1) + 1 - x) : 0);
        uint8_t cover = cover_of(sum);
        if (x > high || x - 1 + same > high) same = sum ? right - x + 1 : 1; /* the last one: its right side lies beyond what may be touched */
        if (cover) memset(r->covers + n, cover, (size_t)same);
        n += cover ? same : 0;
        if (!cover) {
            if (n && row) row(to, begin, y, n, r->covers);
            n = 0;
            begin = x - 1 + same;
        }
        x += same - 1;
    }
    if (n && row) row(to, begin, y, n, r->covers);
    for (int x = right; x <= high; x++) cells[x] = 0;
}

void raster_sweep(Raster *r, RowFn row, void *to)
{
    close_shape(r);
    r->open = false;
    for (int y = r->top; y <= r->bottom; y++) {
        int low = r->low[y], high = r->high[y];
        r->low[y] = r->width + 2;
        r->high[y] = -1;
        if (low <= high) sweep_row(r, y, low, high, row, to);
    }
    r->top = r->height;
    r->bottom = -1;
}
