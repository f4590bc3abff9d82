/* agg.h: what the files of matplotlib.backends._backend_agg share: a rasterizer, colours, graphics contexts, the renderer.
 *
 * A page is straight RGBA, 8 bits each, rows from above, lent to the program as it lies. Shapes are drawn by how much of each pixel they cover, exactly, in 256ths of a pixel. All y here
 * count from above; Python's from below, so transforms are turned over as soon as they come in. */
#ifndef PERCH_LESSONS_AGG_H
#define PERCH_LESSONS_AGG_H

#include "path.h"

/* ---- raster (agg_raster.c): edges in, coverage out ---- */
typedef struct Raster {
    int width, height;     /* of the page */
    int x1, y1, x2, y2;    /* what may be touched: up to, not with, x2 and y2 */
    int32_t *cells;        /* height rows of width + 2: how coverage changes, in 2^-17 of a pixel; all 0 between two shapes */
    int32_t *areas;        /* or NULL: as many, of each cell twice the area left of the edges in it: 0 where none passes through it */
    int *low, *high;       /* by row: the cells that were touched; low > high: none */
    int top, bottom;       /* rows that were touched; top > bottom: none */
    uint8_t *covers;       /* a row */
    double from_x, from_y, x, y; /* where the shape began, where it is */
    bool open;
} Raster;
bool raster_open(VM *vm, Raster *r, int width, int height);
bool raster_note_areas(VM *vm, Raster *r);                   /* of one shape. false: raised */
void raster_close(VM *vm, Raster *r);
void raster_clip(Raster *r, int x1, int y1, int x2, int y2); /* within the page */
void raster_move(Raster *r, double x, double y);             /* a new shape; what was open is closed */
void raster_line(Raster *r, double x, double y);
void raster_add(Raster *r, const Steps *s);                  /* without curves */
/* For each row that is touched: n pixels from x on, each covered by covers[i] 255ths; then the raster is empty. */
typedef void (*RowFn)(void *to, int x, int y, int n, const uint8_t *covers); /* NULL: nothing is to be done */
void raster_sweep(Raster *r, RowFn row, void *to);

/* ---- strokes (agg_stroke.c) ---- */
typedef enum Cap { CAP_BUTT, CAP_ROUND, CAP_SQUARE } Cap;
typedef enum Join { JOIN_MITER /* a bevel where it were too long */, JOIN_ROUND, JOIN_BEVEL, JOIN_CUT_MITER /* cut off there */ } Join;
typedef struct Pen { double width, miter_limit; Cap cap; Join join; } Pen;
bool raster_stroke(Raster *r, const Steps *s, const Pen *pen);  /* the outlines of lines of a pen's; false: raised */
typedef struct Dashes { double offset, *parts; int n; } Dashes; /* parts: n, on and off by turns; n 0: a line without gaps */
bool steps_dash(Steps *s, const Dashes *d);                     /* lines become dashes */

/* ---- colours ---- */
typedef struct Rgba { double r, g, b, a; } Rgba;
typedef struct Color { uint8_t r, g, b, a; } Color;
static inline uint8_t color_part(double v) { return (uint8_t)(v <= 0 ? 0 : v >= 1 ? 255 : v * 255 + 0.5); }
static inline Color color_of(Rgba c) { return (Color){color_part(c.r), color_part(c.g), color_part(c.b), color_part(c.a)}; }
static inline unsigned part_of(unsigned a, unsigned b) /* a b / 255, rounded */
{
    unsigned t = a * b + 128;
    return (t + (t >> 8)) >> 8;
}
/* A colour laid over what stands at p, whose colours are not multiplied by its alpha. */
static inline void pixel_blend(uint8_t *p, Color c, unsigned cover)
{
    unsigned alpha = cover == 255 ? c.a : part_of(c.a, cover);
    if (alpha == 255) {
        memcpy(p, &(Color){c.r, c.g, c.b, 255}, 4);
        return;
    }
    if (!alpha) return;
    int below = p[3], both = (((int)alpha + below) << 8) - (int)alpha * below, part = (int)alpha; /* both: 255 * 256 for what is opaque */
    int r = p[0] * below, g = p[1] * below, b = p[2] * below;
    p[0] = (uint8_t)((((c.r << 8) - r) * part + (r << 8)) / both);
    p[1] = (uint8_t)((((c.g << 8) - g) * part + (g << 8)) / both);
    p[2] = (uint8_t)((((c.b << 8) - b) * part + (b << 8)) / both);
    p[3] = (uint8_t)(both >> 8);
}

/* ---- the graphics context (agg_context.c): what Python's says ---- */
typedef struct Context {
    double line_width, alpha;
    bool forced_alpha, smooth;
    Rgba color;
    Cap cap;
    Join join;
    Dashes dashes;
    PlotRect clip;
    Path clip_path;
    Affine clip_by;
    Snap snap;
    Path hatch;
    Rgba hatch_color;
    double hatch_width;
    Sketch sketch;
} Context;
bool context_open(VM *vm, Ref gc, Context *out); /* false: raised, nothing is open */
void context_close(VM *vm, Context *c);
bool rgba_from(VM *vm, Ref v /*None: nothing*/, Rgba *out);
bool face_from(VM *vm, Ref v, const Context *c, Rgba *out); /* a fill: alpha 0 is none */
bool dashes_from(VM *vm, Ref v, Dashes *out);
void dashes_free(VM *vm, Dashes *d);

/* ---- the renderer ---- */
typedef struct Renderer {
    Obj head;
    VM *vm;
    int64_t width, height;
    double dpi;
    uint8_t *pixels;
    Raster raster;
    uint8_t *mask;     /* a clip path's coverage of the page; NULL: none was needed yet */
    Value mask_path;   /* the points of that path (NULL: none), and what moved them: for whoever comes with the same ones it stays, whatever else he asks, as in the original */
    Affine mask_by;
    bool masked;       /* the shape that is drawn now is held to it */
} Renderer;
static inline Renderer *as_renderer(Ref v) { return (Renderer *)BITS(v); }
static inline uint8_t *pixel_at(const Renderer *r, int64_t x, int64_t y) { return r->pixels + (y * r->width + x) * 4; }
static inline double to_pixels(const Renderer *r, double points) { return points * r->dpi / 72; }
static inline Affine turned_over(const Renderer *r, Affine t) { return affine_moved(affine_scaled(t, 1, -1), 0, (double)r->height); }

void renderer_clip(Renderer *r, PlotRect clip);                      /* from now on nothing is drawn beyond; all zeros: the page */
void renderer_clip_closed(Renderer *r, PlotRect clip);               /* … with the last row and column, for what is laid down pixel by pixel */
bool renderer_mask(Renderer *r, const Context *c);                   /* … nor outside the context's clip path */
void renderer_fill(Renderer *r, Color color, bool smooth);           /* what the raster holds */
bool renderer_shape(Renderer *r, const Context *c, Steps *s, Rgba face); /* filled, hatched, stroked */

#define METHOD(name) Value name(VM *vm, const Ref *args, int n, Ref kwnames)
METHOD(agg_draw_path);
METHOD(agg_draw_markers);
METHOD(agg_draw_collection);
METHOD(agg_draw_mesh);
METHOD(agg_draw_triangle);
METHOD(agg_draw_triangles);
METHOD(agg_draw_text);
METHOD(agg_draw_image);
METHOD(agg_copy_region);
METHOD(agg_restore_region);

typedef struct Region { Obj head; int64_t x, y, x2, y2 /*told only*/, width, height; uint8_t *pixels; } Region; /* a part of a page, copied */
extern const TypeDef agg_region_def;
typedef struct AggState { Type *renderer, *region; } AggState;
extern const ModuleDef backend_agg_module;

#endif
