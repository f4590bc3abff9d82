/* agg_draw.c: shapes on a page: filled, hatched, stroked; paths and markers. */
#include <math.h>

#include "agg.h"

/* ---- what may be drawn on ---- */

static int rounded(double v) { return v < -1e6 ? -1000000 : v > 1e6 ? 1000000 : (int)floor(v + 0.5); }

void renderer_clip(Renderer *r, PlotRect c)
{
    int width = (int)r->width, height = (int)r->height;
    if (c.x1 == 0 && c.y1 == 0 && c.x2 == 0 && c.y2 == 0) {
        raster_clip(&r->raster, 0, 0, width, height);
        return;
    }
    int x1 = rounded(c.x1), x2 = rounded(c.x2), y1 = rounded((double)r->height - c.y1), y2 = rounded((double)r->height - c.y2);
    raster_clip(&r->raster, x1 < x2 ? x1 : x2, y1 < y2 ? y1 : y2, x1 < x2 ? x2 : x1, y1 < y2 ? y2 : y1);
}

void renderer_clip_closed(Renderer *r, PlotRect c)
{
    renderer_clip(r, c);
    Raster *w = &r->raster;
    raster_clip(w, w->x1, w->y1, w->x2 + 1, w->y2 + 1);
}

static void mask_row(void *to, int x, int y, int n, const uint8_t *covers)
{
    Renderer *r = to;
    memcpy(r->mask + (int64_t)y * r->width + x, covers, (size_t)n);
}

bool renderer_mask(Renderer *r, const Context *c)
{
    r->masked = false;
    if (!c->clip_path.n) return true;
    if (r->mask_path && as_obj(r->mask_path) == &c->clip_path.vertices->head && affine_same(r->mask_by, c->clip_by)) return r->masked = true;
    value_clear(r->vm, &r->mask_path);
    size_t size = (size_t)(r->width * r->height);
    if (!r->mask && !(r->mask = mem_alloc(r->vm->mem, size))) return err_no_memory(r->vm), false;
    Steps s = {.vm = r->vm};
    Affine t = turned_over(r, c->clip_by);
    bool ok = path_steps(r->vm, &c->clip_path, &t, &s);
    if (ok) {
        steps_drop_nans(&s, c->clip_path.codes != NULL);
        if (steps_snaps(&s, c->snap, c->clip_path.n)) steps_snap(&s, 0);
        ok = (!c->clip_path.should_simplify || c->clip_path.codes || steps_simplify(&s, c->clip_path.threshold)) && steps_flatten(&s);
    }
    if (ok) {
        Raster was = r->raster;
        memset(r->mask, 0, size);
        raster_clip(&r->raster, 0, 0, (int)r->width, (int)r->height);
        raster_add(&r->raster, &s);
        raster_sweep(&r->raster, mask_row, r);
        raster_clip(&r->raster, was.x1, was.y1, was.x2, was.y2);
        r->masked = true;
        r->mask_path = retain(REF(&c->clip_path.vertices->head));
        r->mask_by = c->clip_by;
    }
    steps_free(&s);
    return ok;
}

/* ---- filled with one colour ---- */

typedef struct Paint { Renderer *r; Color color; bool smooth; } Paint;

static inline unsigned cover_at(const Paint *p, unsigned cover, const uint8_t *mask, int i)
{
    if (!p->smooth && cover) cover = 255;
    return mask ? (255 + cover * mask[i]) >> 8 : cover;
}
static void paint_row(void *to, int x, int y, int n, const uint8_t *covers)
{
    const Paint *p = to;
    uint8_t *at = pixel_at(p->r, x, y);
    const uint8_t *mask = p->r->masked ? p->r->mask + (int64_t)y * p->r->width + x : NULL;
    bool opaque = p->color.a == 255 && !mask;
    for (int i = 0; i < n; i++, at += 4) {
        if (opaque && (covers[i] == 255 || !p->smooth)) memcpy(at, &p->color, 4);
        else pixel_blend(at, p->color, cover_at(p, covers[i], mask, i));
    }
}
void renderer_fill(Renderer *r, Color color, bool smooth) { raster_sweep(&r->raster, paint_row, &(Paint){r, color, smooth}); }

/* ---- hatched: a square of the pattern, repeated all over the page ---- */

typedef struct Pattern { Renderer *r; Color *cells; int size; bool smooth; } Pattern;

static void pattern_row(void *to, int x, int y, int n, const uint8_t *covers)
{
    const Pattern *p = to;
    uint8_t *at = pixel_at(p->r, x, y);
    const uint8_t *mask = p->r->masked ? p->r->mask + (int64_t)y * p->r->width + x : NULL;
    for (int i = 0; i < n; i++, at += 4)
        if (covers[i]) pixel_blend(at, p->cells[(int64_t)(y % p->size) * p->size + (x + i) % p->size], mask ? (255 + covers[i] * (unsigned)mask[i]) >> 8 : covers[i]);
}

typedef struct Square { Raster raster; Color *cells, color; } Square;
static void square_row(void *to, int x, int y, int n, const uint8_t *covers)
{
    Square *s = to;
    for (int i = 0; i < n; i++) pixel_blend((uint8_t *)&s->cells[(int64_t)y * s->raster.width + x + i], s->color, covers[i]);
}

static bool hatch(Renderer *r, const Context *c, const Steps *shape)
{
    enum { MOST = 8192 };
    VM *vm = r->vm;
    int size = (int)r->dpi;
    if (size < 1) size = 1;
    if (size > MOST) size = MOST;
    size_t room = (size_t)size * (size_t)size * sizeof(Color);
    Square q = {.cells = mem_alloc(vm->mem, room), .color = color_of(c->hatch_color)};
    Steps s = {.vm = vm};
    double width = to_pixels(r, c->hatch_width);
    const Pen pen = {width, 4, CAP_SQUARE, JOIN_CUT_MITER};
    Affine t = affine_scaled(affine_moved(affine_scaled(AFFINE_NONE, 1, -1), 0, 1), size, size);
    bool ok = q.cells || (err_no_memory(vm), false);
    if (!raster_open(vm, &q.raster, size, size)) ok = false;
    for (size_t i = 0; ok && i < (size_t)size * (size_t)size; i++) q.cells[i] = (Color){255, 255, 255, 0};
    ok = ok && path_steps(vm, &c->hatch, &t, &s) && steps_flatten(&s);
    if (ok) {
        raster_add(&q.raster, &s);
        raster_sweep(&q.raster, square_row, &q);
        ok = raster_stroke(&q.raster, &s, &pen);
        raster_sweep(&q.raster, square_row, &q);
    }
    if (ok) {
        raster_add(&r->raster, shape);
        raster_sweep(&r->raster, pattern_row, &(Pattern){r, q.cells, size, c->smooth});
    }
    steps_free(&s);
    raster_close(vm, &q.raster);
    mem_free(vm->mem, q.cells, room);
    return ok;
}

/* ---- stroked ---- */

static double round_away(double v) { return (double)(int)(v + (v >= 0 ? 0.5 : -0.5)); }

/* The context's dashes in pixels; of lines without soft edges they begin and end in the middle of one. */
static bool dash(Renderer *r, const Context *c, Steps *s)
{
    Dashes d = {.offset = to_pixels(r, c->dashes.offset), .n = c->dashes.n};
    if (!d.n) return true;
    if (!(d.parts = mem_alloc(r->vm->mem, (size_t)d.n * sizeof *d.parts))) return err_no_memory(r->vm), false;
    for (int i = 0; i < d.n; i++) {
        double part = to_pixels(r, c->dashes.parts[i]);
        d.parts[i] = c->smooth ? part : trunc(part) + 0.5;
    }
    bool ok = steps_dash(s, &d);
    dashes_free(r->vm, &d);
    return ok;
}

static bool stroke(Renderer *r, const Context *c, Steps *s)
{
    double width = to_pixels(r, c->line_width), whole = c->smooth ? width : width < 0.5 ? 0.5 : round_away(width);
    const Pen pen = {c->dashes.n ? whole : width, width, c->cap, c->join};
    if (!dash(r, c, s) || !raster_stroke(&r->raster, s, &pen)) return raster_sweep(&r->raster, NULL, NULL), false;
    renderer_fill(r, color_of(c->color), c->smooth);
    return true;
}

bool renderer_shape(Renderer *r, const Context *c, Steps *s, Rgba face)
{
    if (face.a != 0) {
        raster_add(&r->raster, s);
        renderer_fill(r, color_of(face), c->smooth);
    }
    if (c->hatch.n && !hatch(r, c, s)) return false;
    return c->line_width == 0 || stroke(r, c, s);
}

/* ---- paths ---- */

static bool draw_path(Renderer *r, const Context *c, const Path *p, Affine t, Rgba face)
{
    Steps s = {.vm = r->vm};
    bool clip = face.a == 0 && !c->hatch.n;
    double width = c->color.a == 0 ? 0 : to_pixels(r, c->line_width);
    t = turned_over(r, t);
    bool ok = path_steps(r->vm, p, &t, &s);
    if (ok) {
        steps_drop_nans(&s, p->codes != NULL);
        ok = !clip || steps_clip(&s, (PlotRect){0, 0, (double)r->width, (double)r->height});
    }
    if (ok) {
        if (steps_snaps(&s, c->snap, p->n)) steps_snap(&s, width);
        ok = (!clip || !p->should_simplify || steps_simplify(&s, p->threshold)) && steps_flatten(&s) && steps_sketch(&s, &c->sketch) && renderer_shape(r, c, &s, face);
    }
    steps_free(&s);
    return ok;
}

METHOD(agg_draw_path)
{
    Renderer *r = as_renderer(args[0]);
    Context c;
    Path p = {0};
    Affine t;
    Rgba face;
    if (!context_open(vm, args[1], &c)) return NO_VALUE;
    bool ok = path_open(vm, args[2], &p) && affine_from(vm, args[3], &t) && face_from(vm, args[4], &c, &face);
    if (ok) {
        renderer_clip(r, c.clip);
        ok = renderer_mask(r, &c) && draw_path(r, &c, &p, t, face);
    }
    path_close(vm, &p);
    context_close(vm, &c);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- markers: a shape's coverage, taken once and laid down at many places ---- */

typedef struct Stamp { VM *vm; int x, y, width, height; uint8_t *covers; const Raster *areas; } Stamp;
enum { STAMP_MOST = 1 << 14 };

static void stamp_row(void *to, int x, int y, int n, const uint8_t *covers)
{
    Stamp *s = to;
    uint8_t *at = s->covers + (int64_t)y * s->width + x;
    memcpy(at, covers, (size_t)n);
    if (!s->areas) return;
    const int32_t *areas = s->areas->areas + (int64_t)y * (s->areas->width + 2) + x;
    for (int i = 0; i < n; i++)
        if (!areas[i]) at[i] = 255;
}

/* Of the steps as they lie, or of a pen's way along them. masked: it will be held to a clip path, and as in the original a pixel that no edge passes through is covered whole then. */
static bool stamp_make(VM *vm, const Steps *steps, const Pen *pen, bool masked, Stamp *out)
{
    double x1 = INFINITY, y1 = INFINITY, x2 = -INFINITY, y2 = -INFINITY, room = pen ? pen->width * (1 + fmax(1, pen->miter_limit)) + 2 : 1;
    *out = (Stamp){.vm = vm};
    for (int64_t i = 0; i < steps->n; i++) {
        const Step *p = &steps->at[i];
        if (p->code == PATH_CLOSEPOLY) continue;
        x1 = fmin(x1, p->x);
        y1 = fmin(y1, p->y);
        x2 = fmax(x2, p->x);
        y2 = fmax(y2, p->y);
    }
    x1 = fmax(x1 - room, -STAMP_MOST);
    y1 = fmax(y1 - room, -STAMP_MOST);
    x2 = fmin(x2 + room, STAMP_MOST);
    y2 = fmin(y2 + room, STAMP_MOST);
    if (!(x1 < x2) || !(y1 < y2)) return true;
    Raster raster;
    Stamp s = {.vm = vm, .x = (int)floor(x1), .y = (int)floor(y1)};
    s.width = (int)ceil(x2) - s.x;
    s.height = (int)ceil(y2) - s.y;
    bool ok = raster_open(vm, &raster, s.width, s.height) && ((s.covers = mem_zalloc(vm->mem, (size_t)s.width * (size_t)s.height)) || (err_no_memory(vm), false));
    if (masked) {
        s.areas = &raster;
        ok = ok && raster_note_areas(vm, &raster);
    }
    Steps moved = {.vm = vm};
    for (int64_t i = 0; ok && i < steps->n; i++) ok = steps_add(&moved, steps->at[i].code, steps->at[i].x - s.x, steps->at[i].y - s.y);
    if (ok && pen) ok = raster_stroke(&raster, &moved, pen);
    else if (ok) raster_add(&raster, &moved);
    if (ok) raster_sweep(&raster, stamp_row, &s);
    raster_close(vm, &raster);
    steps_free(&moved);
    s.areas = NULL;
    *out = s;
    return ok;
}
static void stamp_free(Stamp *s) { mem_free(s->vm->mem, s->covers, (size_t)s->width * (size_t)s->height); }

static void stamp_put(Renderer *r, const Stamp *s, int x, int y, Color color)
{
    const Raster *w = &r->raster;
    int left = x + s->x, top = y + s->y;
    if (!s->covers) return;
    const Paint paint = {r, color, true};
    for (int row = top < w->y1 ? w->y1 - top : 0; row < s->height && top + row < w->y2; row++) {
        const uint8_t *covers = s->covers + (int64_t)row * s->width;
        const uint8_t *mask = r->masked ? r->mask + (int64_t)(top + row) * r->width + left : NULL;
        for (int i = left < w->x1 ? w->x1 - left : 0; i < s->width && left + i < w->x2; i++)
            if (covers[i]) pixel_blend(pixel_at(r, left + i, top + row), color, cover_at(&paint, covers[i], mask, i));
    }
}

static bool place_markers(Renderer *r, const Context *c, const Steps *places, const Stamp *fill, const Stamp *line, Rgba face)
{
    Color inside = color_of(face), outside = color_of(c->color);
    for (int64_t i = 0; i < places->n; i++) {
        const Step *p = &places->at[i];
        if (i % 1024 == 0 && !vm_poll(r->vm)) return false;
        if (!(fabs(p->x) < 1 << 23) || !(fabs(p->y) < 1 << 23)) continue;
        if (face.a != 0) stamp_put(r, fill, (int)floor(p->x), (int)floor(p->y), inside);
        stamp_put(r, line, (int)floor(p->x), (int)floor(p->y), outside);
    }
    return true;
}

static bool draw_markers(Renderer *r, const Context *c, const Path *marker, Affine by, const Path *p, Affine t, Rgba face)
{
    VM *vm = r->vm;
    Steps s = {.vm = vm}, places = {.vm = vm};
    Stamp fill = {.vm = vm}, line = {.vm = vm};
    double width = to_pixels(r, c->line_width);
    const Pen pen = {width, width, c->cap, c->join};
    const bool masked = c->clip_path.n > 0;
    by = affine_scaled(by, 1, -1);
    t = affine_moved(turned_over(r, t), 0.5, 0.5);
    bool ok = path_steps(vm, marker, &by, &s);
    if (ok) {
        steps_drop_nans(&s, marker->codes != NULL);
        if (steps_snaps(&s, c->snap, marker->n)) steps_snap(&s, width);
        else
            for (int64_t i = 0; i < s.n; i++) { /* what is round stands in the middle of a pixel */
                s.at[i].x += 0.5;
                s.at[i].y += 0.5;
            }
        ok = steps_flatten(&s) && (face.a == 0 || stamp_make(vm, &s, NULL, masked, &fill)) && stamp_make(vm, &s, &pen, masked, &line) && path_steps(vm, p, &t, &places);
    }
    if (ok) {
        steps_drop_nans(&places, false);
        ok = steps_flatten(&places);
    }
    if (ok) {
        renderer_clip_closed(r, c->clip_path.n ? (PlotRect){0, 0, 0, 0} : c->clip); /* (a clip path is enough: so is it in the original) */
        ok = renderer_mask(r, c) && place_markers(r, c, &places, &fill, &line, face);
    }
    stamp_free(&fill);
    stamp_free(&line);
    steps_free(&s);
    steps_free(&places);
    return ok;
}

METHOD(agg_draw_markers)
{
    Renderer *r = as_renderer(args[0]);
    Context c;
    Path marker = {0}, p = {0};
    Affine by, t;
    Rgba face;
    if (!context_open(vm, args[1], &c)) return NO_VALUE;
    bool ok = path_open(vm, args[2], &marker) && affine_from(vm, args[3], &by) && path_open(vm, args[4], &p) && affine_from(vm, args[5], &t) && face_from(vm, args[6], &c, &face) &&
              draw_markers(r, &c, &marker, by, &p, t, face);
    path_close(vm, &marker);
    path_close(vm, &p);
    context_close(vm, &c);
    return ok ? V_NONE : NO_VALUE;
}
