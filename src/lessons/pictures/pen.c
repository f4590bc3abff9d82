/* pen.c: what ImageDraw draws with (PIL._imaging.draw): a picture, whether colours are mixed into it, and a method for each shape. */
#include <math.h>

#include "draw.h"
#include "lang/object/containers.h"
#include "lang/object/num.h"
#include "loops.h"

typedef struct Drawer {
    Obj head;
    Value picture;
    bool mixed;
} Drawer;

/* ---- coordinates ---- */

typedef struct Points {
    Value path;   /* holds them */
    double *xy;
    int64_t n;
} Points;

static int whole(double v) { return v > -2147483649.0 && v < 2147483648.0 ? (int)v : INT32_MIN; }
static void points_free(VM *vm, Points *p) { release(vm, p->path); }
static bool points_of(VM *vm, Ref v, Points *out) { return (out->path = path_points(vm, v, &out->xy, &out->n)) != NO_VALUE; }
static int at_x(const Points *p, int64_t i) { return whole(p->xy[2 * i]); }
static int at_y(const Points *p, int64_t i) { return whole(p->xy[2 * i + 1]); }
/* A shape's box, of two points. */
static bool box_of(VM *vm, Ref v, int box[4])
{
    Points p;
    if (!points_of(vm, v, &p)) return false;
    bool ok = p.n == 2 || err_false(vm, EXC_TypeError, "coordinate list must contain exactly 2 coordinates");
    for (int i = 0; ok && i < 4; i++) box[i] = whole(p.xy[i]);
    points_free(vm, &p);
    return ok;
}
static bool small_box_of(VM *vm, Ref v, int box[4])
{
    if (!box_of(vm, v, box)) return false;
    for (int i = 0; i < 4; i++)
        if (box[i] > 1 << 28 || box[i] < -(1 << 28)) return err_false(vm, EXC_ValueError, "coordinates are too large");
    return true;
}

/* ---- the object ---- */

static bool pen_of(VM *vm, Ref self, Ref ink, Pen *p)
{
    const Drawer *d = (const Drawer *)BITS(self);
    int word;
    if (!picture_int(vm, ink, &word)) return false;
    *p = (Pen){.on = as_picture(d->picture), .mixed = d->mixed && as_picture(d->picture)->mode->size == 4};
    memcpy(p->ink, &word, 4);
    return true;
}
static bool ints_of(VM *vm, const Ref *args, int first, int count, int *out)
{
    for (int i = 0; i < count; i++)
        if (args[first + i] && !picture_int(vm, args[first + i], &out[i])) return false;
    return true;
}
static Value answer(bool ok) { return ok ? V_NONE : NO_VALUE; }

static Value draw_ink(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint8_t ink[4] = {0};
    int32_t word;
    const PictureMode *mode = as_picture(((Drawer *)BITS(args[0]))->picture)->mode;
    if (!picture_ink(vm, mode, args[1], ink)) return NO_VALUE;
    if (mode->id == MODE_I16B) memcpy(ink, (uint8_t[]){ink[1], ink[0]}, 2); /* (as in Pillow: the lower byte first, whatever the mode) */
    if (mode->size < 4) memset(ink + mode->size, 0, 4 - mode->size);
    memcpy(&word, ink, 4);
    return make_small(word);
}
static Value draw_points(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Pen pen;
    Points p;
    if (!points_of(vm, args[1], &p)) return NO_VALUE;
    bool ok = pen_of(vm, args[0], args[2], &pen);
    for (int64_t i = 0; ok && i < p.n; i++) pen_point(&pen, at_x(&p, i), at_y(&p, i));
    points_free(vm, &p);
    return answer(ok);
}
static Value draw_lines(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Pen pen;
    Points p;
    int width = 0;
    if (!points_of(vm, args[1], &p)) return NO_VALUE;
    bool ok = pen_of(vm, args[0], args[2], &pen) && ints_of(vm, args, 3, 1, &width);
    for (int64_t i = 0; ok && i + 1 < p.n; i++) {
        if (width <= 1) pen_line(&pen, at_x(&p, i), at_y(&p, i), at_x(&p, i + 1), at_y(&p, i + 1));
        else ok = pen_wide_line(vm, &pen, at_x(&p, i), at_y(&p, i), at_x(&p, i + 1), at_y(&p, i + 1), width);
        ok = ok && vm_poll(vm);
    }
    if (ok && width <= 1 && p.n > 1) pen_point(&pen, at_x(&p, p.n - 1), at_y(&p, p.n - 1));
    points_free(vm, &p);
    return answer(ok);
}

static bool outlined(VM *vm, const Pen *pen, const Points *p, int width)
{
    bool ok = true;
    for (int64_t i = 0; ok && i < p->n; i++) {
        int64_t next = i + 1 < p->n ? i + 1 : 0;
        if (width == 1) pen_line(pen, at_x(p, i), at_y(p, i), at_x(p, next), at_y(p, next));
        else ok = pen_wide_line(vm, pen, at_x(p, i), at_y(p, i), at_x(p, next), at_y(p, next), width);
    }
    return ok;
}
/* Edges from point to point and back; one that goes on as a level one before it makes that longer. */
static int edges_of(const Points *p, Edge *edges)
{
    int n = 0;
    for (int64_t i = 0; i + 1 < p->n; i++) {
        int x0 = at_x(p, i), y0 = at_y(p, i), x1 = at_x(p, i + 1), y1 = at_y(p, i + 1);
        if (y0 == y1 && i && y0 == at_y(p, i - 1)) {
            int before = at_x(p, i - 1);
            if (x1 > x0 && x0 > before) {
                edges[n - 1].x_max = x1;
                continue;
            }
            if (x1 < x0 && x0 < before) {
                edges[n - 1].x_min = x1;
                continue;
            }
        }
        edge_make(&edges[n++], x0, y0, x1, y1);
    }
    int64_t last = p->n - 1;
    if (at_x(p, last) != at_x(p, 0) || at_y(p, last) != at_y(p, 0)) edge_make(&edges[n++], at_x(p, last), at_y(p, last), at_x(p, 0), at_y(p, 0));
    return n;
}
static bool filled(VM *vm, const Pen *pen, const Points *p)
{
    size_t size = (size_t)p->n * sizeof(Edge);
    if (p->n > INT32_MAX / 2) return err_no_memory(vm), false;
    Edge *edges = mem_alloc(vm->mem, size);
    bool ok = edges ? pen_fill(vm, pen, edges, edges_of(p, edges)) : (err_no_memory(vm), false);
    mem_free(vm->mem, edges, size);
    return ok;
}
static Value draw_polygon(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Pen pen;
    Points p;
    int how[2] = {0, 0}; /* fill, width */
    if (!points_of(vm, args[1], &p)) return NO_VALUE;
    bool ok = pen_of(vm, args[0], args[2], &pen) && ints_of(vm, args, 3, 2, how);
    if (ok && p.n < 2) ok = err_false(vm, EXC_TypeError, "coordinate list must contain at least 2 coordinates");
    ok = ok && (how[0] ? filled(vm, &pen, &p) : outlined(vm, &pen, &p, how[1]));
    points_free(vm, &p);
    return answer(ok);
}
static bool framed(VM *vm, const Pen *p, const int box[4], int width)
{
    int x0 = box[0], y0 = box[1], x1 = box[2], y1 = box[3];
    for (int i = 0; i < width; i++) {
        pen_row(p, x0, (int64_t)y0 + i, x1);
        pen_row(p, x0, (int64_t)y1 - i, x1);
        pen_line(p, x1 - i, y0 + width, x1 - i, y1 - width + 1);
        pen_line(p, x0 + i, y0 + width, x0 + i, y1 - width + 1);
        if (!vm_poll(vm)) return false;
    }
    return true;
}
static Value draw_rectangle(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Pen pen;
    int how[2] = {0, 0}, b[4]; /* fill, width */
    if (!small_box_of(vm, args[1], b) || !pen_of(vm, args[0], args[2], &pen) || !ints_of(vm, args, 3, 2, how)) return NO_VALUE;
    if (b[1] > b[3]) {
        int t = b[1];
        b[1] = b[3];
        b[3] = t;
    }
    if (!how[0]) return answer(framed(vm, &pen, b, how[1] ? how[1] : 1));
    for (int y = b[1] < 0 ? 0 : b[1]; y <= b[3] && y < pen.on->height; y++) pen_row(&pen, b[0], y, b[2]);
    return V_NONE;
}
static Value draw_ellipse(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Pen pen;
    int how[2] = {0, 0}, box[4]; /* fill, width */
    if (!small_box_of(vm, args[1], box) || !pen_of(vm, args[0], args[2], &pen) || !ints_of(vm, args, 3, 2, how)) return NO_VALUE;
    return answer(pen_ellipse(vm, &pen, box, how[0] != 0, how[1]));
}

/* ---- parts of ellipses ---- */

typedef struct Cut {
    Pen pen;
    int box[4], fill, width;
    float start, end;
} Cut;

/* start and end within one turn. 1: there is something to draw, 2: it is the whole ellipse; 0: nothing, -1: raised */
static int cut_of(VM *vm, const Ref *args, bool fills, Cut *c)
{
    double start, end;
    *c = (Cut){.width = 0};
    if (!small_box_of(vm, args[1], c->box) || !num_to_double(vm, args[2], &start) || !num_to_double(vm, args[3], &end) || !pen_of(vm, args[0], args[4], &c->pen)) return -1;
    if ((fills && !picture_int(vm, args[5], &c->fill)) || !ints_of(vm, args, 5 + fills, 1, &c->width)) return -1;
    c->start = (float)start;
    c->end = (float)end;
    angles_within(&c->start, &c->end);
    return c->start + 360 == c->end ? 2 : c->start != c->end;
}
static Value draw_arc(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Cut c;
    int what = cut_of(vm, args, false, &c);
    if (what == 2) return answer(pen_ellipse(vm, &c.pen, c.box, false, c.width));
    return what <= 0 ? answer(!what) : answer(pen_ellipse_part(vm, &c.pen, ARC, c.box, c.start, c.end, c.width));
}
static int thick(const Cut *c) { return c->box[2] - c->box[0] + c->box[3] - c->box[1] + 1; }
static Value draw_chord(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Cut c;
    int what = cut_of(vm, args, true, &c);
    if (what == 2) return answer(pen_ellipse(vm, &c.pen, c.box, c.fill != 0, c.width));
    if (what <= 0) return answer(!what);
    if (c.fill) return answer(pen_ellipse_part(vm, &c.pen, CHORD, c.box, c.start, c.end, thick(&c)));
    return answer(pen_ellipse_part(vm, &c.pen, CHORD_LINE, c.box, c.start, c.end, c.width) && pen_ellipse_part(vm, &c.pen, CHORD, c.box, c.start, c.end, c.width));
}
static Value draw_pieslice(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Cut c;
    int what = cut_of(vm, args, true, &c), w = c.width;
    if (what == 2) return answer(pen_ellipse(vm, &c.pen, c.box, c.fill != 0, w));
    if (what <= 0) return answer(!what);
    if (c.fill) return answer(pen_ellipse_part(vm, &c.pen, PIE, c.box, c.start, c.end, thick(&c)));
    if (!pen_ellipse_part(vm, &c.pen, ARC, c.box, c.start, c.end, w) || !pen_ellipse_part(vm, &c.pen, PIE_SIDE, c.box, c.start, 0, w) || !pen_ellipse_part(vm, &c.pen, PIE_SIDE, c.box, c.end, 0, w))
        return NO_VALUE;
    int x = (int)lround((c.box[0] + c.box[2] - w) / 2.0), y = (int)lround((c.box[1] + c.box[3] - w) / 2.0);
    return answer(pen_ellipse(vm, &c.pen, (int[]){x, y, x + w - 1, y + w - 1}, true, 0));
}

static Value draw_bitmap(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Pen pen;
    Points p;
    const Picture *mask = picture_arg(vm, args[2], 2);
    if (!mask || !pen_of(vm, args[0], args[3], &pen) || !points_of(vm, args[1], &p)) return NO_VALUE;
    bool ok = p.n == 1 || err_false(vm, EXC_TypeError, "coordinate list must contain exactly 1 coordinate");
    const int x = ok ? at_x(&p, 0) : 0, y = ok ? at_y(&p, 0) : 0;
    points_free(vm, &p);
    return answer(ok && picture_stamp(vm, pen.on, x, y, pen.ink, mask));
}

static Value draw_outline(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Pen pen; /* (it is filled, whatever `fill` says, as in Pillow) */
    return answer(pen_of(vm, args[0], args[2], &pen) && pen_outline(vm, &pen, args[1]));
}

static const NativeDef methods[] = {
    {"draw_ink", draw_ink, "self, color, /", NULL, 0}, {"draw_points", draw_points, "self, xy, ink, /", NULL, 0}, {"draw_lines", draw_lines, "self, xy, ink, width=0, /", NULL, 0},
    {"draw_polygon", draw_polygon, "self, xy, ink, fill=0, width=0, /", NULL, 0}, {"draw_rectangle", draw_rectangle, "self, xy, ink, fill=0, width=0, /", NULL, 0},
    {"draw_ellipse", draw_ellipse, "self, xy, ink, fill=0, width=0, /", NULL, 0}, {"draw_arc", draw_arc, "self, xy, start, end, ink, width=0, /", NULL, 0},
    {"draw_chord", draw_chord, "self, xy, start, end, ink, fill, width=0, /", NULL, 0}, {"draw_pieslice", draw_pieslice, "self, xy, start, end, ink, fill, width=0, /", NULL, 0},
    {"draw_bitmap", draw_bitmap, "self, xy, bitmap, ink, /", NULL, 0}, {"draw_outline", draw_outline, "self, outline, ink, fill=0, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};

static void drawer_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Drawer *)o)->picture);
    obj_free(vm, o, sizeof(Drawer));
}
static const TypeDef drawer_def = {.name = "ImagingDraw", .kind = KIND_OPAQUE, .size = sizeof(Drawer), .flags = TYPE_NO_NEW, .dealloc = drawer_dealloc, .methods = methods};

Value pictures_draw(VM *vm, const Ref *args, int n, Ref kwnames)
{
    PicturesState *s = pictures_state(vm);
    int mixed = 0;
    if (!s || !picture_arg(vm, args[0], 1) || (args[1] && !picture_int(vm, args[1], &mixed))) return NO_VALUE;
    if (!s->draw && !(s->draw = type_from_def(vm, &drawer_def, NULL))) return NO_VALUE;
    Drawer *d = (Drawer *)obj_alloc(vm, s->draw, sizeof *d);
    if (!d) return NO_VALUE;
    d->picture = retain(args[0]);
    d->mixed = mixed != 0;
    return VAL(d);
}
