/* agg_image.c: pictures laid onto a page: texts in one colour, upright or turned; RGBA images; and regions, parts of a page that are copied and put back. */
#include "agg.h"
#include "filter.h"

static NdArray *bytes_of(VM *vm, Ref v, int ndim)
{
    Np *np = np_state(vm);
    return np ? array_from(vm, np, v, descr_shared(np, NP_UBYTE), ndim, ndim, ARRAY_C | ARRAY_NATIVE, ORDER_C) : NULL;
}
static int place(double v) { return v > -1e6 && v < 1e6 ? (int)v : v > 0 ? 1000000 : -1000000; }

/* ---- texts ---- */

static void upright(Renderer *r, const Context *c, const NdArray *image, int x, int y)
{
    Raster *w = &r->raster;
    Color color = color_of(c->color);
    int height = (int)image->shape[0], width = (int)image->shape[1], top = y - height;
    for (int row = top < w->y1 ? w->y1 - top : 0; row < height && top + row < w->y2; row++) {
        const uint8_t *covers = (const uint8_t *)image->data + (int64_t)row * width;
        for (int i = x < w->x1 ? w->x1 - x : 0; i < width && x + i < w->x2; i++)
            if (covers[i]) pixel_blend(pixel_at(r, x + i, top + row), color, covers[i]);
    }
}

typedef struct Turned { Renderer *r; const NdArray *image; Filter filter; Affine back; Color color; } Turned;

/* The image's grey at a spot, of the pixels around it; beyond it there is none. */
static int gray_at(const Turned *t, int64_t x, int64_t y)
{
    x -= FILTER_STEPS / 2;
    y -= FILTER_STEPS / 2;
    int d = t->filter.diameter, sum = 0;
    int64_t left = (x >> 8) - (d / 2 - 1), top = (y >> 8) - (d / 2 - 1), height = t->image->shape[0], width = t->image->shape[1];
    const int32_t *across = t->filter.at + (FILTER_STEPS - 1 - (x & 255)), *down = t->filter.at + (FILTER_STEPS - 1 - (y & 255));
    for (int j = 0; j < d; j++) {
        if (top + j < 0 || top + j >= height) continue;
        const uint8_t *row = (const uint8_t *)t->image->data + (top + j) * width;
        for (int i = 0; i < d; i++)
            if (left + i >= 0 && left + i < width) sum += row[left + i] * ((down[j * FILTER_STEPS] * across[i * FILTER_STEPS] + FILTER_ONE / 2) >> 14);
    }
    sum >>= 14;
    return sum < 0 ? 0 : sum > 255 ? 255 : sum;
}

static void turned_run(Turned *t, int x, int y, int n, const uint8_t *covers)
{
    RowSpots at = row_spots(&t->back, x + 0.5, y + 0.5, n);
    for (int i = 0; i < n; i++) {
        Color color = t->color;
        color.a = (uint8_t)(color.a * gray_at(t, at.x.at, at.y.at) >> 8);
        if (color.a && covers[i]) pixel_blend(pixel_at(t->r, x + i, y), color, covers[i]);
        ramp_step(&at.x);
        ramp_step(&at.y);
    }
}

/* The ends of a row, where the picture's border crosses pixels, and what lies between: each is a run of its own, as spots are rounded. */
static void turned_row(void *to, int x, int y, int n, const uint8_t *covers)
{
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && (covers[end] == 255) == (covers[i] == 255); end++) {}
        turned_run(to, x + i, y, end - i, covers + i);
    }
}

static bool turned(Renderer *r, const Context *c, const NdArray *image, int x, int y, double degrees)
{
    double angle = -degrees * (M_PI / 180), width = (double)image->shape[1], height = (double)image->shape[0];
    Affine t = affine_then(affine_moved(AFFINE_NONE, 0, -height), (Affine){cos(angle), sin(angle), -sin(angle), cos(angle), 0, 0});
    const double corners[4][2] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    Turned to = {.r = r, .image = image, .color = color_of(c->color)};
    t = affine_moved(t, x, y);
    to.back = affine_inverse(t);
    if (!filter_open(r->vm, FILTER_SPLINE36, 0, true, &to.filter)) return false;
    for (int i = 0; i < 4; i++) {
        double px = corners[i][0], py = corners[i][1];
        affine_apply(&t, &px, &py);
        if (i) raster_line(&r->raster, px, py);
        else raster_move(&r->raster, px, py);
    }
    raster_sweep(&r->raster, turned_row, &to);
    filter_close(&to.filter);
    return true;
}

METHOD(agg_draw_text)
{
    enum { SELF, IMAGE, X, Y, ANGLE, GC };
    Renderer *r = as_renderer(args[SELF]);
    double x, y, angle;
    Context c;
    NdArray *image = bytes_of(vm, args[IMAGE], 2);
    if (!image) return NO_VALUE;
    bool ok = num_to_double(vm, args[X], &x) && num_to_double(vm, args[Y], &y) && num_to_double(vm, args[ANGLE], &angle) && context_open(vm, args[GC], &c);
    if (ok) {
        renderer_clip(r, c.clip);
        r->masked = false;
        if (angle == 0) upright(r, &c, image, place(x), place(y));
        else ok = turned(r, &c, image, place(x), place(y), angle);
        context_close(vm, &c);
    }
    array_release(vm, image);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- images ---- */

/* The image's first row is the lowest. (A context's alpha is in the image already.) */
static void put_image(Renderer *r, const NdArray *image, int x, int y)
{
    Raster *w = &r->raster;
    int height = (int)image->shape[0], width = (int)image->shape[1], top = place((double)r->height - ((double)y + height));
    for (int row = top < w->y1 ? w->y1 - top : 0; row < height && top + row < w->y2; row++) {
        const uint8_t *from = (const uint8_t *)image->data + (int64_t)(height - 1 - row) * width * 4;
        const uint8_t *mask = r->masked ? r->mask + (int64_t)(top + row) * r->width + x : NULL;
        for (int i = x < w->x1 ? w->x1 - x : 0; i < width && x + i < w->x2; i++) {
            const uint8_t *p = from + 4 * (int64_t)i;
            if (p[3]) pixel_blend(pixel_at(r, x + i, top + row), (Color){p[0], p[1], p[2], p[3]}, mask ? mask[i] : 255);
        }
    }
}

METHOD(agg_draw_image)
{
    enum { SELF, GC, X, Y, IMAGE };
    Renderer *r = as_renderer(args[SELF]);
    double x, y;
    Context c;
    NdArray *image = bytes_of(vm, args[IMAGE], 3);
    if (!image) return NO_VALUE;
    bool ok = image->shape[2] == 4 || !array_size(image);
    if (!ok) {
        Value shape = np_dims_tuple(vm, image->shape, 3);
        if (shape) err_raise(vm, EXC_ValueError, "image must have shape (N, M, 4), got %R", shape);
        release(vm, shape);
    }
    ok = ok && num_to_double(vm, args[X], &x) && num_to_double(vm, args[Y], &y) && context_open(vm, args[GC], &c);
    if (ok) {
        x = round(x);
        y = round(y);
        renderer_clip_closed(r, c.clip);
        ok = renderer_mask(r, &c);
        if (ok) put_image(r, image, place(x), place(y));
        context_close(vm, &c);
    }
    array_release(vm, image);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- regions ---- */

static Region *as_region(Ref v) { return (Region *)BITS(v); }

METHOD(agg_copy_region)
{
    Renderer *r = as_renderer(args[0]);
    AggState *s = module_state(vm, &backend_agg_module);
    PlotRect box;
    if (!s || !rect_from(vm, args[1], &box)) return NO_VALUE;
    int x1 = place(box.x1), x2 = place(box.x2), y1 = (int)r->height - place(box.y2), y2 = (int)r->height - place(box.y1);
    Region *g = (Region *)obj_alloc(vm, s->region, sizeof *g);
    if (!g) return NO_VALUE;
    int64_t width = x2 > x1 ? x2 - x1 : 0, height = y2 > y1 ? y2 - y1 : 0;
    g->x = x1;
    g->y = y1;
    if (width && height && !(g->pixels = mem_zalloc(vm->mem, (size_t)(width * height * 4)))) {
        release(vm, VAL(g));
        return err_no_memory(vm);
    }
    g->width = width;
    g->height = height;
    g->x2 = x2;
    g->y2 = y2;
    for (int64_t y = 0; g->pixels && y < height; y++) {
        int64_t left = x1 < 0 ? -x1 : 0, right = x2 > r->width ? r->width - x1 : width;
        if (y1 + y >= 0 && y1 + y < r->height && left < right) memcpy(g->pixels + (y * width + left) * 4, pixel_at(r, x1 + left, y1 + y), (size_t)(right - left) * 4);
    }
    return VAL(g);
}

/* The part of a region from (x, y), of w by h, to a place of the page. */
static void restore(Renderer *r, const Region *g, int64_t x, int64_t y, int64_t w, int64_t h, int64_t to_x, int64_t to_y)
{
    for (int64_t j = 0; j < h; j++)
        for (int64_t i = 0; i < w; i++)
            if (x + i >= 0 && x + i < g->width && y + j >= 0 && y + j < g->height && to_x + i >= 0 && to_x + i < r->width && to_y + j >= 0 && to_y + j < r->height)
                memcpy(pixel_at(r, to_x + i, to_y + j), g->pixels + ((y + j) * g->width + x + i) * 4, 4);
}

METHOD(agg_restore_region)
{
    Renderer *r = as_renderer(args[0]);
    AggState *s = module_state(vm, &backend_agg_module);
    int64_t v[6];
    if (!s) return NO_VALUE;
    if (!is_instance_of(vm, args[1], s->region)) return err_raise(vm, EXC_TypeError, "restore_region() argument 1 must be matplotlib.backends._backend_agg.BufferRegion, not %T", args[1]);
    const Region *g = as_region(args[1]);
    if (!args[2]) {
        restore(r, g, 0, 0, g->width, g->height, g->x, g->y);
        return V_NONE;
    }
    for (int i = 0; i < 6; i++) {
        if (!args[2 + i]) return err_raise(vm, EXC_TypeError, "restore_region() takes 1 or 7 arguments");
        if (!num_index_i64(vm, args[2 + i], &v[i])) return NO_VALUE;
        if (v[i] > 1000000 || v[i] < -1000000) return err_raise(vm, EXC_OverflowError, "a place on a page is an int of up to a million");
    }
    int64_t x = v[0] - g->x, y = v[1] - g->y;
    restore(r, g, x, y, v[2] - v[0] + 1, v[3] - v[1] + 1, x + v[4], y + v[5]); /* with its last row and column */
    return V_NONE;
}

static void region_dealloc(VM *vm, Obj *o)
{
    Region *g = (Region *)o;
    mem_free(vm->mem, g->pixels, (size_t)(g->width * g->height * 4));
    obj_free(vm, o, sizeof *g);
}
static bool region_buffer(VM *vm, Ref o, BufferView *view)
{
    static unsigned char nothing[1];
    Region *g = as_region(o);
    buffer_of_bytes(view, o, g->pixels ? g->pixels : nothing, g->width * g->height * 4, false);
    view->ndim = 3;
    view->shape[0] = g->height;
    view->shape[1] = g->width;
    view->shape[2] = 4;
    view->strides[0] = g->width * 4;
    view->strides[1] = 4;
    view->strides[2] = 1;
    return true;
}
static METHOD(region_set_x)
{
    int64_t x;
    return num_index_i64(vm, args[1], &x) ? (as_region(args[0])->x = x, V_NONE) : NO_VALUE;
}
static METHOD(region_set_y)
{
    int64_t y;
    return num_index_i64(vm, args[1], &y) ? (as_region(args[0])->y = y, V_NONE) : NO_VALUE;
}
static METHOD(region_get_extents)
{
    const Region *g = as_region(args[0]);
    return tuple_of(vm, 4, REF(make_small(g->x)), REF(make_small(g->y)), REF(make_small(g->x2)), REF(make_small(g->y2)));
}
static const NativeDef region_methods[] = {
    {"set_x", region_set_x, "self, x, /", "Moves it across.", 0}, {"set_y", region_set_y, "self, y, /", "Moves it down.", 0},
    {"get_extents", region_get_extents, "self, /", "(x1, y1, x2, y2) on its page, from above.", 0}, {0}};
const TypeDef agg_region_def = {.name = "matplotlib.backends._backend_agg.BufferRegion", .kind = KIND_OPAQUE, .size = sizeof(Region), .flags = TYPE_BASE | TYPE_IMMUTABLE | TYPE_NO_NEW,
    .s = {.buffer = region_buffer}, .dealloc = region_dealloc, .methods = region_methods};
